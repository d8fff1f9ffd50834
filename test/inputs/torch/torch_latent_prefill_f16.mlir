#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x2x40x16xf16>, %arg1: tensor<2x2x40x8xf16>, %arg2: tensor<2x40x24xf16>, %arg3: tensor<2x40x8xf16>, %arg4: tensor<2x24x16xf16>, %arg5: tensor<2x24x16xf16>) -> tensor<2x2x40x16xf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<2x2x40x40xf32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<40x40xi1>
    %cst_5 = arith.constant 0xFFF0000000000000 : f64
    %cst_6 = arith.constant 0.45180100180492244 : f64
    %expanded = tensor.expand_shape %arg4 [[0], [1], [2, 3, 4]] output_shape [2, 24, 16, 1, 1] : tensor<2x24x16xf16> into tensor<2x24x16x1x1xf16>
    %collapsed = tensor.collapse_shape %arg2 [[0, 1], [2]] : tensor<2x40x24xf16> into tensor<80x24xf16>
    %expanded_7 = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 80, 24] : tensor<80x24xf16> into tensor<1x80x24xf16>
    %0 = tensor.empty() : tensor<24x2x16x1x1xf16>
    %transposed = linalg.transpose ins(%expanded : tensor<2x24x16x1x1xf16>) outs(%0 : tensor<24x2x16x1x1xf16>) permutation = [1, 0, 2, 3, 4] 
    %collapsed_8 = tensor.collapse_shape %transposed [[0], [1, 2, 3, 4]] : tensor<24x2x16x1x1xf16> into tensor<24x32xf16>
    %expanded_9 = tensor.expand_shape %collapsed_8 [[0, 1], [2]] output_shape [1, 24, 32] : tensor<24x32xf16> into tensor<1x24x32xf16>
    %1 = tensor.empty() : tensor<1x80x32xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x80x32xf32>) -> tensor<1x80x32xf32>
    %3 = linalg.batch_matmul ins(%expanded_7, %expanded_9 : tensor<1x80x24xf16>, tensor<1x24x32xf16>) outs(%2 : tensor<1x80x32xf32>) -> tensor<1x80x32xf32>
    %4 = tensor.empty() : tensor<1x80x32xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x80x32xf32>) outs(%4 : tensor<1x80x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %55 = arith.truncf %in : f32 to f16
      linalg.yield %55 : f16
    } -> tensor<1x80x32xf16>
    %collapsed_10 = tensor.collapse_shape %5 [[0, 1], [2]] : tensor<1x80x32xf16> into tensor<80x32xf16>
    %expanded_11 = tensor.expand_shape %collapsed_10 [[0, 1], [2, 3, 4]] output_shape [2, 40, 1, 2, 16] : tensor<80x32xf16> into tensor<2x40x1x2x16xf16>
    %6 = tensor.empty() : tensor<2x2x40x16x1xf16>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<2x40x1x2x16xf16>) outs(%6 : tensor<2x2x40x16x1xf16>) permutation = [0, 3, 1, 4, 2] 
    %collapsed_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2], [3, 4]] : tensor<2x2x40x16x1xf16> into tensor<2x2x40x16xf16>
    %expanded_14 = tensor.expand_shape %arg5 [[0], [1], [2, 3, 4]] output_shape [2, 24, 16, 1, 1] : tensor<2x24x16xf16> into tensor<2x24x16x1x1xf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<2x24x16x1x1xf16>) outs(%0 : tensor<24x2x16x1x1xf16>) permutation = [1, 0, 2, 3, 4] 
    %collapsed_16 = tensor.collapse_shape %transposed_15 [[0], [1, 2, 3, 4]] : tensor<24x2x16x1x1xf16> into tensor<24x32xf16>
    %expanded_17 = tensor.expand_shape %collapsed_16 [[0, 1], [2]] output_shape [1, 24, 32] : tensor<24x32xf16> into tensor<1x24x32xf16>
    %7 = linalg.batch_matmul ins(%expanded_7, %expanded_17 : tensor<1x80x24xf16>, tensor<1x24x32xf16>) outs(%2 : tensor<1x80x32xf32>) -> tensor<1x80x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x80x32xf32>) outs(%4 : tensor<1x80x32xf16>) {
    ^bb0(%in: f32, %out: f16):
      %55 = arith.truncf %in : f32 to f16
      linalg.yield %55 : f16
    } -> tensor<1x80x32xf16>
    %collapsed_18 = tensor.collapse_shape %8 [[0, 1], [2]] : tensor<1x80x32xf16> into tensor<80x32xf16>
    %expanded_19 = tensor.expand_shape %collapsed_18 [[0, 1], [2, 3, 4]] output_shape [2, 40, 1, 2, 16] : tensor<80x32xf16> into tensor<2x40x1x2x16xf16>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x40x1x2x16xf16>) outs(%6 : tensor<2x2x40x16x1xf16>) permutation = [0, 3, 1, 4, 2] 
    %collapsed_21 = tensor.collapse_shape %transposed_20 [[0], [1], [2], [3, 4]] : tensor<2x2x40x16x1xf16> into tensor<2x2x40x16xf16>
    %concat = tensor.concat dim(3) %arg0, %arg1 : (tensor<2x2x40x16xf16>, tensor<2x2x40x8xf16>) -> tensor<2x2x40x24xf16>
    %9 = tensor.empty() : tensor<2x2x40x8xf16>
    %10 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<2x40x8xf16>) outs(%9 : tensor<2x2x40x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<2x2x40x8xf16>
    %concat_22 = tensor.concat dim(3) %collapsed_13, %10 : (tensor<2x2x40x16xf16>, tensor<2x2x40x8xf16>) -> tensor<2x2x40x24xf16>
    %11 = tensor.empty() : tensor<2x2x40x24xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<2x2x40x24xf16>) outs(%11 : tensor<2x2x40x24xf32>) {
    ^bb0(%in: f16, %out: f32):
      %55 = arith.extf %in : f16 to f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x24xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_22 : tensor<2x2x40x24xf16>) outs(%11 : tensor<2x2x40x24xf32>) {
    ^bb0(%in: f16, %out: f32):
      %55 = arith.extf %in : f16 to f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x24xf32>
    %14 = tensor.empty() : tensor<2x2x40x16xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_21 : tensor<2x2x40x16xf16>) outs(%14 : tensor<2x2x40x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %55 = arith.extf %in : f16 to f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x16xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<2x2x40x24xf32>) outs(%11 : tensor<2x2x40x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.truncf %cst_6 : f64 to f32
      %56 = arith.mulf %in, %55 : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x40x24xf32>
    %17 = tensor.empty() : tensor<40xi64>
    %18 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%17 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %55 = linalg.index 0 : index
      %56 = arith.index_cast %55 : index to i64
      linalg.yield %56 : i64
    } -> tensor<40xi64>
    %expanded_23 = tensor.expand_shape %18 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %expanded_24 = tensor.expand_shape %18 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %19 = tensor.empty() : tensor<40x40xi64>
    %20 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded_23, %expanded_24 : tensor<1x40xi64>, tensor<40x1xi64>) outs(%19 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %in_33: i64, %out: i64):
      %55 = arith.subi %in, %in_33 : i64
      linalg.yield %55 : i64
    } -> tensor<40x40xi64>
    %21 = tensor.empty() : tensor<40x40xi1>
    %22 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<40x40xi64>) outs(%21 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %out: i1):
      %55 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %55 : i1
    } -> tensor<40x40xi1>
    %23 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%22, %cst_4 : tensor<40x40xi1>, tensor<40x40xi1>) outs(%21 : tensor<40x40xi1>) {
    ^bb0(%in: i1, %in_33: i1, %out: i1):
      %55 = arith.andi %in, %in_33 : i1
      linalg.yield %55 : i1
    } -> tensor<40x40xi1>
    %24 = tensor.empty() : tensor<40x40xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map7, #map7, #map6], iterator_types = ["parallel", "parallel"]} ins(%23, %cst_2, %cst_3 : tensor<40x40xi1>, tensor<f32>, tensor<f32>) outs(%24 : tensor<40x40xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %55 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %55 : f32
    } -> tensor<40x40xf32>
    %26 = tensor.empty() : tensor<2x2x24x40xf32>
    %transposed_25 = linalg.transpose ins(%13 : tensor<2x2x40x24xf32>) outs(%26 : tensor<2x2x24x40xf32>) permutation = [0, 1, 3, 2] 
    %27 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_25 : tensor<2x2x24x40xf32>) outs(%26 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.truncf %cst_6 : f64 to f32
      %56 = arith.mulf %in, %55 : f32
      linalg.yield %56 : f32
    } -> tensor<2x2x24x40xf32>
    %collapsed_26 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<2x2x40x24xf32> into tensor<4x40x24xf32>
    %collapsed_27 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<2x2x24x40xf32> into tensor<4x24x40xf32>
    %28 = tensor.empty() : tensor<4x40x40xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
    %30 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<4x40x24xf32>, tensor<4x24x40xf32>) outs(%29 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
    %expanded_28 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 2, 40, 40] : tensor<4x40x40xf32> into tensor<2x2x40x40xf32>
    %31 = tensor.empty() : tensor<2x2x40x40xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map8, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28, %25 : tensor<2x2x40x40xf32>, tensor<40x40xf32>) outs(%31 : tensor<2x2x40x40xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %55 = arith.addf %in, %in_33 : f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x40xf32>
    %33 = tensor.empty() : tensor<2x2x40xi64>
    %34 = linalg.fill ins(%c0_i64 : i64) outs(%33 : tensor<2x2x40xi64>) -> tensor<2x2x40xi64>
    %35 = tensor.empty() : tensor<2x2x40xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<2x2x40xf32>) -> tensor<2x2x40xf32>
    %37:2 = linalg.generic {indexing_maps = [#map2, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%32 : tensor<2x2x40x40xf32>) outs(%36, %34 : tensor<2x2x40xf32>, tensor<2x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_33: i64):
      %55 = linalg.index 3 : index
      %56 = arith.index_cast %55 : index to i64
      %57 = arith.maximumf %in, %out : f32
      %58 = arith.cmpf ogt, %in, %out : f32
      %59 = arith.select %58, %56, %out_33 : i64
      linalg.yield %57, %59 : f32, i64
    } -> (tensor<2x2x40xf32>, tensor<2x2x40xi64>)
    %expanded_29 = tensor.expand_shape %37#0 [[0], [1], [2, 3]] output_shape [2, 2, 40, 1] : tensor<2x2x40xf32> into tensor<2x2x40x1xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %expanded_29 : tensor<2x2x40x40xf32>, tensor<2x2x40x1xf32>) outs(%31 : tensor<2x2x40x40xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %55 = arith.subf %in, %in_33 : f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x40xf32>
    %39 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<2x2x40x40xf32>) outs(%31 : tensor<2x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = math.exp %in : f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x40xf32>
    %40 = tensor.empty() : tensor<2x2x40x1xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<2x2x40x1xf32>) -> tensor<2x2x40x1xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<2x2x40x40xf32>) outs(%41 : tensor<2x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.addf %in, %out : f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x1xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %42 : tensor<2x2x40x40xf32>, tensor<2x2x40x1xf32>) outs(%31 : tensor<2x2x40x40xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %55 = arith.divf %in, %in_33 : f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x40xf32>
    %44 = tensor.empty() : tensor<2x2x40x40xi1>
    %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<2x2x40x40xf32>) outs(%44 : tensor<2x2x40x40xi1>) {
    ^bb0(%in: f32, %out: i1):
      %55 = arith.extf %in : f32 to f64
      %56 = arith.cmpf oeq, %55, %cst_5 : f64
      linalg.yield %56 : i1
    } -> tensor<2x2x40x40xi1>
    %46 = tensor.empty() : tensor<2x2x40x1xi1>
    %47 = linalg.fill ins(%true : i1) outs(%46 : tensor<2x2x40x1xi1>) -> tensor<2x2x40x1xi1>
    %48 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%45 : tensor<2x2x40x40xi1>) outs(%47 : tensor<2x2x40x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %55 = arith.andi %in, %out : i1
      linalg.yield %55 : i1
    } -> tensor<2x2x40x1xi1>
    %49 = linalg.generic {indexing_maps = [#map10, #map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %cst_1, %43 : tensor<2x2x40x1xi1>, tensor<2x2x40x40xf32>, tensor<2x2x40x40xf32>) outs(%31 : tensor<2x2x40x40xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %55 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %55 : f32
    } -> tensor<2x2x40x40xf32>
    %collapsed_30 = tensor.collapse_shape %49 [[0, 1], [2], [3]] : tensor<2x2x40x40xf32> into tensor<4x40x40xf32>
    %collapsed_31 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : tensor<2x2x40x16xf32> into tensor<4x40x16xf32>
    %50 = tensor.empty() : tensor<4x40x16xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %52 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<4x40x40xf32>, tensor<4x40x16xf32>) outs(%51 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %expanded_32 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [2, 2, 40, 16] : tensor<4x40x16xf32> into tensor<2x2x40x16xf32>
    %53 = tensor.empty() : tensor<2x2x40x16xf16>
    %54 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x2x40x16xf32>) outs(%53 : tensor<2x2x40x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %55 = arith.truncf %in : f32 to f16
      linalg.yield %55 : f16
    } -> tensor<2x2x40x16xf16>
    return %54 : tensor<2x2x40x16xf16>
  }
}

