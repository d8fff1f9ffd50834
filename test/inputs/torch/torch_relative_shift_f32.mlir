#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, 0, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x24x16xf32>, %arg1: tensor<1x2x24x16xf32>, %arg2: tensor<1x2x24x16xf32>, %arg3: tensor<2x24x16xf32>, %arg4: tensor<2x16xf32>, %arg5: tensor<2x16xf32>) -> tensor<1x2x24x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %expanded = tensor.expand_shape %arg4 [[0], [1, 2]] output_shape [2, 1, 16] : tensor<2x16xf32> into tensor<2x1x16xf32>
    %0 = tensor.empty() : tensor<1x2x24x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %expanded : tensor<1x2x24x16xf32>, tensor<2x1x16xf32>) outs(%0 : tensor<1x2x24x16xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %26 = arith.addf %in, %in_14 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x16xf32>
    %2 = tensor.empty() : tensor<1x2x16x24xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x24x16xf32>) outs(%2 : tensor<1x2x16x24xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<1x2x24x16xf32> into tensor<2x24x16xf32>
    %collapsed_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x24xf32> into tensor<2x16x24xf32>
    %3 = tensor.empty() : tensor<2x24x24xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %5 = linalg.batch_matmul ins(%collapsed, %collapsed_2 : tensor<2x24x16xf32>, tensor<2x16x24xf32>) outs(%4 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %expanded_3 = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [1, 2, 24, 24] : tensor<2x24x24xf32> into tensor<1x2x24x24xf32>
    %expanded_4 = tensor.expand_shape %arg5 [[0], [1, 2]] output_shape [2, 1, 16] : tensor<2x16xf32> into tensor<2x1x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %expanded_4 : tensor<1x2x24x16xf32>, tensor<2x1x16xf32>) outs(%0 : tensor<1x2x24x16xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %26 = arith.addf %in, %in_14 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x16xf32>
    %7 = tensor.empty() : tensor<2x16x24xf32>
    %transposed_5 = linalg.transpose ins(%arg3 : tensor<2x24x16xf32>) outs(%7 : tensor<2x16x24xf32>) permutation = [0, 2, 1] 
    %collapsed_6 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : tensor<1x2x24x16xf32> into tensor<2x24x16xf32>
    %8 = linalg.batch_matmul ins(%collapsed_6, %transposed_5 : tensor<2x24x16xf32>, tensor<2x16x24xf32>) outs(%4 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %expanded_7 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [1, 2, 24, 24] : tensor<2x24x24xf32> into tensor<1x2x24x24xf32>
    %padded = tensor.pad %expanded_7 low[0, 0, 0, 1] high[0, 0, 0, 0] {
    ^bb0(%arg6: index, %arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst : f32
    } : tensor<1x2x24x24xf32> to tensor<1x2x24x25xf32>
    %collapsed_8 = tensor.collapse_shape %padded [[0], [1], [2, 3]] : tensor<1x2x24x25xf32> into tensor<1x2x600xf32>
    %expanded_9 = tensor.expand_shape %collapsed_8 [[0], [1], [2, 3]] output_shape [1, 2, 25, 24] : tensor<1x2x600xf32> into tensor<1x2x25x24xf32>
    %extracted_slice = tensor.extract_slice %expanded_9[0, 0, 1, 0] [1, 2, 24, 24] [1, 1, 1, 1] : tensor<1x2x25x24xf32> to tensor<1x2x24x24xf32>
    %9 = tensor.empty() : tensor<1x2x24x24xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %extracted_slice : tensor<1x2x24x24xf32>, tensor<1x2x24x24xf32>) outs(%9 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %26 = arith.addf %in, %in_14 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x24xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x2x24x24xf32>) outs(%9 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.mulf %in, %cst_1 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x24xf32>
    %12 = tensor.empty() : tensor<1x2x24xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<1x2x24xi64>) -> tensor<1x2x24xi64>
    %14 = tensor.empty() : tensor<1x2x24xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<1x2x24xf32>) -> tensor<1x2x24xf32>
    %16:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%11 : tensor<1x2x24x24xf32>) outs(%15, %13 : tensor<1x2x24xf32>, tensor<1x2x24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_14: i64):
      %26 = linalg.index 3 : index
      %27 = arith.index_cast %26 : index to i64
      %28 = arith.maximumf %in, %out : f32
      %29 = arith.cmpf ogt, %in, %out : f32
      %30 = arith.select %29, %27, %out_14 : i64
      linalg.yield %28, %30 : f32, i64
    } -> (tensor<1x2x24xf32>, tensor<1x2x24xi64>)
    %expanded_10 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [1, 2, 24, 1] : tensor<1x2x24xf32> into tensor<1x2x24x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %expanded_10 : tensor<1x2x24x24xf32>, tensor<1x2x24x1xf32>) outs(%9 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %26 = arith.subf %in, %in_14 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x24xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x2x24x24xf32>) outs(%9 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x24xf32>
    %19 = tensor.empty() : tensor<1x2x24x1xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<1x2x24x1xf32>) -> tensor<1x2x24x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<1x2x24x24xf32>) outs(%20 : tensor<1x2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %out : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %21 : tensor<1x2x24x24xf32>, tensor<1x2x24x1xf32>) outs(%9 : tensor<1x2x24x24xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %26 = arith.divf %in, %in_14 : f32
      linalg.yield %26 : f32
    } -> tensor<1x2x24x24xf32>
    %collapsed_11 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : tensor<1x2x24x24xf32> into tensor<2x24x24xf32>
    %collapsed_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x24x16xf32> into tensor<2x24x16xf32>
    %23 = tensor.empty() : tensor<2x24x16xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %25 = linalg.batch_matmul ins(%collapsed_11, %collapsed_12 : tensor<2x24x24xf32>, tensor<2x24x16xf32>) outs(%24 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %expanded_13 = tensor.expand_shape %25 [[0, 1], [2], [3]] output_shape [1, 2, 24, 16] : tensor<2x24x16xf32> into tensor<1x2x24x16xf32>
    return %expanded_13 : tensor<1x2x24x16xf32>
  }
}

