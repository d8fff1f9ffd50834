#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x56x16xf32>, %arg2: tensor<1x2x56x16xf32>) -> (tensor<1x2x40x16xf32>, tensor<1x2x40xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 0x7FF0000000000000 : f64
    %cst_3 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x2x16x56xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x56x16xf32>) outs(%0 : tensor<1x2x16x56xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x56xf32> into tensor<2x16x56xf32>
    %1 = tensor.empty() : tensor<2x40x56xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x40x56xf32>) -> tensor<2x40x56xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<2x40x16xf32>, tensor<2x16x56xf32>) outs(%2 : tensor<2x40x56xf32>) -> tensor<2x40x56xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [1, 2, 40, 56] : tensor<2x40x56xf32> into tensor<1x2x40x56xf32>
    %4 = tensor.empty() : tensor<1x2x40x56xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x40x56xf32>) outs(%4 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.mulf %in, %cst_3 : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x56xf32>
    %6 = tensor.empty() : tensor<1x2x40xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %8 = tensor.empty() : tensor<1x2x40xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %10:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%5 : tensor<1x2x40x56xf32>) outs(%9, %7 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %30 = linalg.index 3 : index
      %31 = arith.index_cast %30 : index to i64
      %32 = arith.maximumf %in, %out : f32
      %33 = arith.cmpf ogt, %in, %out : f32
      %34 = arith.select %33, %31, %out_10 : i64
      linalg.yield %32, %34 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_5 = tensor.expand_shape %10#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_5 : tensor<1x2x40x56xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %30 = arith.subf %in, %in_10 : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x56xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x2x40x56xf32>) outs(%4 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x56xf32>
    %13 = tensor.empty() : tensor<1x2x40x1xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<1x2x40x56xf32>) outs(%14 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %out : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %15 : tensor<1x2x40x56xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %30 = arith.divf %in, %in_10 : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x56xf32>
    %collapsed_6 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<1x2x40x56xf32> into tensor<2x40x56xf32>
    %collapsed_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x56x16xf32> into tensor<2x56x16xf32>
    %17 = tensor.empty() : tensor<2x40x16xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %19 = linalg.batch_matmul ins(%collapsed_6, %collapsed_7 : tensor<2x40x56xf32>, tensor<2x56x16xf32>) outs(%18 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_8 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<1x2x40x1xf32>) outs(%13 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.absf %in : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x1xf32>
    %21 = tensor.empty() : tensor<1x2x40x1xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x2x40x1xf32>) outs(%21 : tensor<1x2x40x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %30 = arith.extf %in : f32 to f64
      %31 = arith.cmpf oeq, %30, %cst_2 : f64
      linalg.yield %31 : i1
    } -> tensor<1x2x40x1xi1>
    %23 = linalg.generic {indexing_maps = [#map, #map3, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %cst_1, %expanded_5 : tensor<1x2x40x1xi1>, tensor<f32>, tensor<1x2x40x1xf32>) outs(%13 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
      %30 = arith.select %in, %in_10, %in_11 : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x1xf32>
    %collapsed_9 = tensor.collapse_shape %23 [[0], [1], [2, 3]] : tensor<1x2x40x1xf32> into tensor<1x2x40xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %23 : tensor<1x2x40x56xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %30 = arith.subf %in, %in_10 : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x56xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x2x40x56xf32>) outs(%4 : tensor<1x2x40x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40x56xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<1x2x40x56xf32>) outs(%26 : tensor<1x2x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %out : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x2x40xf32>) outs(%8 : tensor<1x2x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.log %in : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %collapsed_9 : tensor<1x2x40xf32>, tensor<1x2x40xf32>) outs(%8 : tensor<1x2x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %30 = arith.addf %in, %in_10 : f32
      linalg.yield %30 : f32
    } -> tensor<1x2x40xf32>
    return %expanded_8, %29 : tensor<1x2x40x16xf32>, tensor<1x2x40xf32>
  }
}

