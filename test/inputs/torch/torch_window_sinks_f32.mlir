#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x4x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>, %arg3: tensor<4xf32>) -> tensor<1x4x40x16xf32> {
    %c12_i64 = arith.constant 12 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x2x2x40x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x40x16xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<1x2x2x40x16xf32> into tensor<1x4x40x16xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x40x16xf32>
    %3 = tensor.empty() : tensor<40xi64>
    %4 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%3 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %38 : index to i64
      linalg.yield %39 : i64
    } -> tensor<40xi64>
    %expanded = tensor.expand_shape %4 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %expanded_4 = tensor.expand_shape %4 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %5 = tensor.empty() : tensor<1x4x16x40xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<1x4x40x16xf32>) outs(%5 : tensor<1x4x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_5 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x4x40x16xf32> into tensor<4x40x16xf32>
    %collapsed_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x4x16x40xf32> into tensor<4x16x40xf32>
    %6 = tensor.empty() : tensor<4x40x40xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
    %8 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<4x40x16xf32>, tensor<4x16x40xf32>) outs(%7 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
    %expanded_7 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [1, 4, 40, 40] : tensor<4x40x40xf32> into tensor<1x4x40x40xf32>
    %9 = tensor.empty() : tensor<1x4x40x40xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<1x4x40x40xf32>) outs(%9 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.mulf %in, %cst_3 : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x40xf32>
    %11 = tensor.empty() : tensor<40x40xi1>
    %12 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded_4, %expanded : tensor<1x40xi64>, tensor<40x1xi64>) outs(%11 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %in_14: i64, %out: i1):
      %38 = arith.cmpi sle, %in, %in_14 : i64
      linalg.yield %38 : i1
    } -> tensor<40x40xi1>
    %13 = tensor.empty() : tensor<40x40xi64>
    %14 = linalg.generic {indexing_maps = [#map5, #map4, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_4 : tensor<40x1xi64>, tensor<1x40xi64>) outs(%13 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %in_14: i64, %out: i64):
      %38 = arith.subi %in, %in_14 : i64
      linalg.yield %38 : i64
    } -> tensor<40x40xi64>
    %15 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<40x40xi64>) outs(%11 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %out: i1):
      %38 = arith.cmpi slt, %in, %c12_i64 : i64
      linalg.yield %38 : i1
    } -> tensor<40x40xi1>
    %16 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%12, %15 : tensor<40x40xi1>, tensor<40x40xi1>) outs(%11 : tensor<40x40xi1>) {
    ^bb0(%in: i1, %in_14: i1, %out: i1):
      %38 = arith.andi %in, %in_14 : i1
      linalg.yield %38 : i1
    } -> tensor<40x40xi1>
    %17 = tensor.empty() : tensor<40x40xf32>
    %18 = linalg.generic {indexing_maps = [#map6, #map7, #map7, #map6], iterator_types = ["parallel", "parallel"]} ins(%16, %cst_1, %cst_2 : tensor<40x40xi1>, tensor<f32>, tensor<f32>) outs(%17 : tensor<40x40xf32>) {
    ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
      %38 = arith.select %in, %in_14, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<40x40xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map8, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %18 : tensor<1x4x40x40xf32>, tensor<40x40xf32>) outs(%9 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %38 = arith.addf %in, %in_14 : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x40xf32>
    %20 = tensor.empty() : tensor<1x4x40x1xf32>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [1, 4, 1] : tensor<4xf32> into tensor<1x4x1xf32>
    %21 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<1x4x1xf32>) outs(%20 : tensor<1x4x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x40x1xf32>
    %concat = tensor.concat dim(3) %19, %21 : (tensor<1x4x40x40xf32>, tensor<1x4x40x1xf32>) -> tensor<1x4x40x41xf32>
    %22 = tensor.empty() : tensor<1x4x40xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<1x4x40xi64>) -> tensor<1x4x40xi64>
    %24 = tensor.empty() : tensor<1x4x40xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<1x4x40xf32>) -> tensor<1x4x40xf32>
    %26:2 = linalg.generic {indexing_maps = [#map3, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%concat : tensor<1x4x40x41xf32>) outs(%25, %23 : tensor<1x4x40xf32>, tensor<1x4x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_14: i64):
      %38 = linalg.index 3 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_14 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<1x4x40xf32>, tensor<1x4x40xi64>)
    %expanded_9 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [1, 4, 40, 1] : tensor<1x4x40xf32> into tensor<1x4x40x1xf32>
    %27 = tensor.empty() : tensor<1x4x40x41xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_9 : tensor<1x4x40x41xf32>, tensor<1x4x40x1xf32>) outs(%27 : tensor<1x4x40x41xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %38 = arith.subf %in, %in_14 : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x41xf32>
    %29:2 = linalg.generic {indexing_maps = [#map3, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28 : tensor<1x4x40x41xf32>) outs(%25, %23 : tensor<1x4x40xf32>, tensor<1x4x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_14: i64):
      %38 = linalg.index 3 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_14 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<1x4x40xf32>, tensor<1x4x40xi64>)
    %expanded_10 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [1, 4, 40, 1] : tensor<1x4x40xf32> into tensor<1x4x40x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %expanded_10 : tensor<1x4x40x41xf32>, tensor<1x4x40x1xf32>) outs(%27 : tensor<1x4x40x41xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %38 = arith.subf %in, %in_14 : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x41xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x4x40x41xf32>) outs(%27 : tensor<1x4x40x41xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.exp %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x41xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%20 : tensor<1x4x40x1xf32>) -> tensor<1x4x40x1xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<1x4x40x41xf32>) outs(%32 : tensor<1x4x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x1xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x4x40x41xf32>, tensor<1x4x40x1xf32>) outs(%27 : tensor<1x4x40x41xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %38 = arith.divf %in, %in_14 : f32
      linalg.yield %38 : f32
    } -> tensor<1x4x40x41xf32>
    %extracted_slice = tensor.extract_slice %34[0, 0, 0, 0] [1, 4, 40, 40] [1, 1, 1, 1] : tensor<1x4x40x41xf32> to tensor<1x4x40x40xf32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x4x40x40xf32> into tensor<4x40x40xf32>
    %collapsed_12 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : tensor<1x2x2x40x16xf32> into tensor<4x40x16xf32>
    %35 = tensor.empty() : tensor<4x40x16xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %37 = linalg.batch_matmul ins(%collapsed_11, %collapsed_12 : tensor<4x40x40xf32>, tensor<4x40x16xf32>) outs(%36 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %expanded_13 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [1, 4, 40, 16] : tensor<4x40x16xf32> into tensor<1x4x40x16xf32>
    return %expanded_13 : tensor<1x4x40x16xf32>
  }
}

