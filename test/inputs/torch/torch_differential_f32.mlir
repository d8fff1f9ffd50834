#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>, %arg3: tensor<1x2x40x16xf32>, %arg4: tensor<1x2x40x16xf32>, %arg5: tensor<1xf32>) -> tensor<1x2x40x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x2x16x40xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %1 = tensor.empty() : tensor<2x40x40xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_2 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%2 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %4 = tensor.empty() : tensor<1x2x40x40xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.mulf %in, %cst_1 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %6 = tensor.empty() : tensor<1x2x40xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %8 = tensor.empty() : tensor<1x2x40xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %10:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%5 : tensor<1x2x40x40xf32>) outs(%9, %7 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_12: i64):
      %29 = linalg.index 3 : index
      %30 = arith.index_cast %29 : index to i64
      %31 = arith.maximumf %in, %out : f32
      %32 = arith.cmpf ogt, %in, %out : f32
      %33 = arith.select %32, %30, %out_12 : i64
      linalg.yield %31, %33 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_3 = tensor.expand_shape %10#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_3 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %29 = arith.subf %in, %in_12 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = math.exp %in : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %13 = tensor.empty() : tensor<1x2x40x1xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<1x2x40x40xf32>) outs(%14 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %in, %out : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %15 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %29 = arith.divf %in, %in_12 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %transposed_4 = linalg.transpose ins(%arg3 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_6 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %17 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%2 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded_7 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.mulf %in, %cst_1 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %19:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<1x2x40x40xf32>) outs(%9, %7 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_12: i64):
      %29 = linalg.index 3 : index
      %30 = arith.index_cast %29 : index to i64
      %31 = arith.maximumf %in, %out : f32
      %32 = arith.cmpf ogt, %in, %out : f32
      %33 = arith.select %32, %30, %out_12 : i64
      linalg.yield %31, %33 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_8 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_8 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %29 = arith.subf %in, %in_12 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = math.exp %in : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<1x2x40x40xf32>) outs(%14 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %in, %out : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %22 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %29 = arith.divf %in, %in_12 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5, %23 : tensor<1xf32>, tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %29 = arith.mulf %in, %in_12 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %24 : tensor<1x2x40x40xf32>, tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %29 = arith.subf %in, %in_12 : f32
      linalg.yield %29 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_9 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_10 = tensor.collapse_shape %arg4 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %26 = tensor.empty() : tensor<2x40x16xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %28 = linalg.batch_matmul ins(%collapsed_9, %collapsed_10 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%27 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_11 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    return %expanded_11 : tensor<1x2x40x16xf32>
  }
}

