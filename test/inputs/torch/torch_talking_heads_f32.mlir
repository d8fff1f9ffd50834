#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x24x16xf32>, %arg1: tensor<1x2x24x16xf32>, %arg2: tensor<1x2x24x16xf32>, %arg3: tensor<2x2xf32>, %arg4: tensor<2x2xf32>) -> tensor<1x2x24x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x2x16x24xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x24x16xf32>) outs(%0 : tensor<1x2x16x24xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x24x16xf32> into tensor<2x24x16xf32>
    %collapsed_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x24xf32> into tensor<2x16x24xf32>
    %1 = tensor.empty() : tensor<2x24x24xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_2 : tensor<2x24x16xf32>, tensor<2x16x24xf32>) outs(%2 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [1, 2, 24, 24] : tensor<2x24x24xf32> into tensor<1x2x24x24xf32>
    %4 = tensor.empty() : tensor<1x2x24x24xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x24x24xf32>) outs(%4 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.mulf %in, %cst_1 : f32
      linalg.yield %27 : f32
    } -> tensor<1x2x24x24xf32>
    %expanded_3 = tensor.expand_shape %5 [[0], [1], [2], [3, 4]] output_shape [1, 2, 24, 24, 1] : tensor<1x2x24x24xf32> into tensor<1x2x24x24x1xf32>
    %expanded_4 = tensor.expand_shape %arg3 [[0], [1, 2, 3, 4]] output_shape [2, 2, 1, 1, 1] : tensor<2x2xf32> into tensor<2x2x1x1x1xf32>
    %6 = tensor.empty() : tensor<1x2x2x1x1xf32>
    %transposed_5 = linalg.transpose ins(%expanded_4 : tensor<2x2x1x1x1xf32>) outs(%6 : tensor<1x2x2x1x1xf32>) permutation = [2, 1, 0, 3, 4] 
    %collapsed_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2, 3, 4]] : tensor<1x2x2x1x1xf32> into tensor<1x2x2xf32>
    %7 = tensor.empty() : tensor<2x24x24x1x1xf32>
    %transposed_7 = linalg.transpose ins(%expanded_3 : tensor<1x2x24x24x1xf32>) outs(%7 : tensor<2x24x24x1x1xf32>) permutation = [1, 2, 3, 0, 4] 
    %collapsed_8 = tensor.collapse_shape %transposed_7 [[0], [1, 2, 3, 4]] : tensor<2x24x24x1x1xf32> into tensor<2x576xf32>
    %expanded_9 = tensor.expand_shape %collapsed_8 [[0, 1], [2]] output_shape [1, 2, 576] : tensor<2x576xf32> into tensor<1x2x576xf32>
    %8 = tensor.empty() : tensor<1x2x576xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x2x576xf32>) -> tensor<1x2x576xf32>
    %10 = linalg.batch_matmul ins(%collapsed_6, %expanded_9 : tensor<1x2x2xf32>, tensor<1x2x576xf32>) outs(%9 : tensor<1x2x576xf32>) -> tensor<1x2x576xf32>
    %expanded_10 = tensor.expand_shape %10 [[0], [1], [2, 3, 4]] output_shape [1, 2, 1, 24, 24] : tensor<1x2x576xf32> into tensor<1x2x1x24x24xf32>
    %11 = tensor.empty() : tensor<1x2x24x24x1xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<1x2x1x24x24xf32>) outs(%11 : tensor<1x2x24x24x1xf32>) permutation = [0, 1, 3, 4, 2] 
    %collapsed_12 = tensor.collapse_shape %transposed_11 [[0], [1], [2], [3, 4]] : tensor<1x2x24x24x1xf32> into tensor<1x2x24x24xf32>
    %12 = tensor.empty() : tensor<1x2x24xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<1x2x24xi64>) -> tensor<1x2x24xi64>
    %14 = tensor.empty() : tensor<1x2x24xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<1x2x24xf32>) -> tensor<1x2x24xf32>
    %16:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_12 : tensor<1x2x24x24xf32>) outs(%15, %13 : tensor<1x2x24xf32>, tensor<1x2x24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_26: i64):
      %27 = linalg.index 3 : index
      %28 = arith.index_cast %27 : index to i64
      %29 = arith.maximumf %in, %out : f32
      %30 = arith.cmpf ogt, %in, %out : f32
      %31 = arith.select %30, %28, %out_26 : i64
      linalg.yield %29, %31 : f32, i64
    } -> (tensor<1x2x24xf32>, tensor<1x2x24xi64>)
    %expanded_13 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [1, 2, 24, 1] : tensor<1x2x24xf32> into tensor<1x2x24x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_12, %expanded_13 : tensor<1x2x24x24xf32>, tensor<1x2x24x1xf32>) outs(%4 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %27 = arith.subf %in, %in_26 : f32
      linalg.yield %27 : f32
    } -> tensor<1x2x24x24xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x2x24x24xf32>) outs(%4 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.exp %in : f32
      linalg.yield %27 : f32
    } -> tensor<1x2x24x24xf32>
    %19 = tensor.empty() : tensor<1x2x24x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<1x2x24x1xf32>) -> tensor<1x2x24x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<1x2x24x24xf32>) outs(%20 : tensor<1x2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<1x2x24x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %21 : tensor<1x2x24x24xf32>, tensor<1x2x24x1xf32>) outs(%4 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %27 = arith.divf %in, %in_26 : f32
      linalg.yield %27 : f32
    } -> tensor<1x2x24x24xf32>
    %expanded_14 = tensor.expand_shape %22 [[0], [1], [2], [3, 4]] output_shape [1, 2, 24, 24, 1] : tensor<1x2x24x24xf32> into tensor<1x2x24x24x1xf32>
    %expanded_15 = tensor.expand_shape %arg4 [[0], [1, 2, 3, 4]] output_shape [2, 2, 1, 1, 1] : tensor<2x2xf32> into tensor<2x2x1x1x1xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x2x1x1x1xf32>) outs(%6 : tensor<1x2x2x1x1xf32>) permutation = [2, 1, 0, 3, 4] 
    %collapsed_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2, 3, 4]] : tensor<1x2x2x1x1xf32> into tensor<1x2x2xf32>
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<1x2x24x24x1xf32>) outs(%7 : tensor<2x24x24x1x1xf32>) permutation = [1, 2, 3, 0, 4] 
    %collapsed_19 = tensor.collapse_shape %transposed_18 [[0], [1, 2, 3, 4]] : tensor<2x24x24x1x1xf32> into tensor<2x576xf32>
    %expanded_20 = tensor.expand_shape %collapsed_19 [[0, 1], [2]] output_shape [1, 2, 576] : tensor<2x576xf32> into tensor<1x2x576xf32>
    %23 = linalg.batch_matmul ins(%collapsed_17, %expanded_20 : tensor<1x2x2xf32>, tensor<1x2x576xf32>) outs(%9 : tensor<1x2x576xf32>) -> tensor<1x2x576xf32>
    %expanded_21 = tensor.expand_shape %23 [[0], [1], [2, 3, 4]] output_shape [1, 2, 1, 24, 24] : tensor<1x2x576xf32> into tensor<1x2x1x24x24xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<1x2x1x24x24xf32>) outs(%11 : tensor<1x2x24x24x1xf32>) permutation = [0, 1, 3, 4, 2] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3, 4]] : tensor<1x2x24x24x1xf32> into tensor<2x24x24xf32>
    %collapsed_24 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x24x16xf32> into tensor<2x24x16xf32>
    %24 = tensor.empty() : tensor<2x24x16xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %26 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<2x24x24xf32>, tensor<2x24x16xf32>) outs(%25 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %expanded_25 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [1, 2, 24, 16] : tensor<2x24x16xf32> into tensor<1x2x24x16xf32>
    return %expanded_25 : tensor<1x2x24x16xf32>
  }
}

