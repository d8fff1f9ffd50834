#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>) -> tensor<1x2x40x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 3.000000e-01 : f64
    %cst_2 = arith.constant 2.500000e-01 : f32
    %c15 = arith.constant 15 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x2x16x40xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %1 = tensor.empty() : tensor<2x40x40xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_3 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%2 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %4 = tensor.empty() : tensor<1x2x40x40xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.mulf %in, %cst_2 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x40x40xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2x16x40xf32>) -> tensor<1x2x16x40xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<1x2x16x40xf32>) outs(%6 : tensor<1x2x16x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = linalg.index 1 : index
      %27 = linalg.index 2 : index
      %28 = linalg.index 3 : index
      %29 = arith.subi %c15, %27 : index
      %extracted = tensor.extract %transposed[%c0, %26, %29, %28] : tensor<1x2x16x40xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x16x40xf32>
    %collapsed_4 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %8 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%2 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded_5 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.truncf %cst_1 : f64 to f32
      %27 = arith.mulf %in, %26 : f32
      linalg.yield %27 : f32
    } -> tensor<1x2x40x40xf32>
    %10 = tensor.empty() : tensor<1x2x40xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %12 = tensor.empty() : tensor<1x2x40xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %14:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<1x2x40x40xf32>) outs(%13, %11 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %26 = linalg.index 3 : index
      %27 = arith.index_cast %26 : index to i64
      %28 = arith.maximumf %in, %out : f32
      %29 = arith.cmpf ogt, %in, %out : f32
      %30 = arith.select %29, %27, %out_11 : i64
      linalg.yield %28, %30 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_6 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %26 = arith.subf %in, %in_11 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x40x40xf32>
    %16:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<1x2x40x40xf32>) outs(%13, %11 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %26 = linalg.index 3 : index
      %27 = arith.index_cast %26 : index to i64
      %28 = arith.maximumf %in, %out : f32
      %29 = arith.cmpf ogt, %in, %out : f32
      %30 = arith.select %29, %27, %out_11 : i64
      linalg.yield %28, %30 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_7 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_7 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %26 = arith.subf %in, %in_11 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x40x40xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x40x40xf32>
    %19 = tensor.empty() : tensor<1x2x40x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<1x2x40x40xf32>) outs(%20 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %out : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x40x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %21 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %26 = arith.divf %in, %in_11 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_8 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %23 = tensor.empty() : tensor<2x40x16xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %25 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%24 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_10 = tensor.expand_shape %25 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    return %expanded_10 : tensor<1x2x40x16xf32>
  }
}

