#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf16>, %arg1: tensor<1x2x56x16xf16>, %arg2: tensor<1x2x56x16xf16>, %arg3: tensor<1x1x40x56xi1>) -> tensor<1x2x40x16xf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x2x40x56xf32>
    %cst_2 = arith.constant 0xFFF0000000000000 : f64
    %cst_3 = arith.constant dense<0xFC00> : tensor<f16>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_5 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<1x1x40x56xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3, %cst_4, %cst_3 : tensor<1x1x40x56xi1>, tensor<f16>, tensor<f16>) outs(%0 : tensor<1x1x40x56xf16>) {
    ^bb0(%in: i1, %in_11: f16, %in_12: f16, %out: f16):
      %37 = arith.select %in, %in_11, %in_12 : f16
      linalg.yield %37 : f16
    } -> tensor<1x1x40x56xf16>
    %2 = tensor.empty() : tensor<1x2x40x16xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x2x40x16xf16>) outs(%2 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %37 = arith.extf %in : f16 to f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %4 = tensor.empty() : tensor<1x2x56x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1x2x56x16xf16>) outs(%4 : tensor<1x2x56x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %37 = arith.extf %in : f16 to f32
      linalg.yield %37 : f32
    } -> tensor<1x2x56x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<1x2x56x16xf16>) outs(%4 : tensor<1x2x56x16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %37 = arith.extf %in : f16 to f32
      linalg.yield %37 : f32
    } -> tensor<1x2x56x16xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x2x40x16xf32>) outs(%2 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.mulf %in, %cst_5 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %8 = tensor.empty() : tensor<1x2x16x56xf32>
    %transposed = linalg.transpose ins(%5 : tensor<1x2x56x16xf32>) outs(%8 : tensor<1x2x16x56xf32>) permutation = [0, 1, 3, 2] 
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<1x2x16x56xf32>) outs(%8 : tensor<1x2x16x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.mulf %in, %cst_5 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x16x56xf32>
    %collapsed = tensor.collapse_shape %7 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_6 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : tensor<1x2x16x56xf32> into tensor<2x16x56xf32>
    %10 = tensor.empty() : tensor<2x40x56xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<2x40x56xf32>) -> tensor<2x40x56xf32>
    %12 = linalg.batch_matmul ins(%collapsed, %collapsed_6 : tensor<2x40x16xf32>, tensor<2x16x56xf32>) outs(%11 : tensor<2x40x56xf32>) -> tensor<2x40x56xf32>
    %expanded = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [1, 2, 40, 56] : tensor<2x40x56xf32> into tensor<1x2x40x56xf32>
    %13 = tensor.empty() : tensor<1x2x40x56xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %1 : tensor<1x2x40x56xf32>, tensor<1x1x40x56xf16>) outs(%13 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %in_11: f16, %out: f32):
      %37 = arith.extf %in_11 : f16 to f32
      %38 = arith.addf %in, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40x56xf32>
    %15 = tensor.empty() : tensor<1x2x40xi64>
    %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %17 = tensor.empty() : tensor<1x2x40xf32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %19:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%14 : tensor<1x2x40x56xf32>) outs(%18, %16 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %37 = linalg.index 3 : index
      %38 = arith.index_cast %37 : index to i64
      %39 = arith.maximumf %in, %out : f32
      %40 = arith.cmpf ogt, %in, %out : f32
      %41 = arith.select %40, %38, %out_11 : i64
      linalg.yield %39, %41 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_7 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %expanded_7 : tensor<1x2x40x56xf32>, tensor<1x2x40x1xf32>) outs(%13 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %37 = arith.subf %in, %in_11 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x56xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x2x40x56xf32>) outs(%13 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.exp %in : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x56xf32>
    %22 = tensor.empty() : tensor<1x2x40x1xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<1x2x40x56xf32>) outs(%23 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x1xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %24 : tensor<1x2x40x56xf32>, tensor<1x2x40x1xf32>) outs(%13 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %37 = arith.divf %in, %in_11 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x56xf32>
    %26 = tensor.empty() : tensor<1x2x40x56xi1>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x2x40x56xf32>) outs(%26 : tensor<1x2x40x56xi1>) {
    ^bb0(%in: f32, %out: i1):
      %37 = arith.extf %in : f32 to f64
      %38 = arith.cmpf oeq, %37, %cst_2 : f64
      linalg.yield %38 : i1
    } -> tensor<1x2x40x56xi1>
    %28 = tensor.empty() : tensor<1x2x40x1xi1>
    %29 = linalg.fill ins(%true : i1) outs(%28 : tensor<1x2x40x1xi1>) -> tensor<1x2x40x1xi1>
    %30 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27 : tensor<1x2x40x56xi1>) outs(%29 : tensor<1x2x40x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %37 = arith.andi %in, %out : i1
      linalg.yield %37 : i1
    } -> tensor<1x2x40x1xi1>
    %31 = linalg.generic {indexing_maps = [#map4, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %cst_1, %25 : tensor<1x2x40x1xi1>, tensor<1x2x40x56xf32>, tensor<1x2x40x56xf32>) outs(%13 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %37 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x56xf32>
    %collapsed_8 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : tensor<1x2x40x56xf32> into tensor<2x40x56xf32>
    %collapsed_9 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : tensor<1x2x56x16xf32> into tensor<2x56x16xf32>
    %32 = tensor.empty() : tensor<2x40x16xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %34 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<2x40x56xf32>, tensor<2x56x16xf32>) outs(%33 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_10 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    %35 = tensor.empty() : tensor<1x2x40x16xf16>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<1x2x40x16xf32>) outs(%35 : tensor<1x2x40x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %37 = arith.truncf %in : f32 to f16
      linalg.yield %37 : f16
    } -> tensor<1x2x40x16xf16>
    return %36 : tensor<1x2x40x16xf16>
  }
}

