#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> ()>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>, %arg3: tensor<1x1x40x40xi1>) -> tensor<1x2x40x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant 2.500000e-01 : f32
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
      %25 = arith.mulf %in, %cst_2 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x40xf32>
    %6 = tensor.empty() : tensor<1x1x40x40xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<1x1x40x40xi1>) outs(%6 : tensor<1x1x40x40xi1>) {
    ^bb0(%in: i1, %out: i1):
      %25 = arith.xori %in, %true : i1
      linalg.yield %25 : i1
    } -> tensor<1x1x40x40xi1>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %cst_1, %5 : tensor<1x1x40x40xi1>, tensor<f32>, tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
      %25 = arith.select %in, %in_9, %in_10 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x40xf32>
    %9 = tensor.empty() : tensor<1x2x40xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %11 = tensor.empty() : tensor<1x2x40xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%8 : tensor<1x2x40x40xf32>) outs(%12, %10 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_9: i64):
      %25 = linalg.index 3 : index
      %26 = arith.index_cast %25 : index to i64
      %27 = arith.maximumf %in, %out : f32
      %28 = arith.cmpf ogt, %in, %out : f32
      %29 = arith.select %28, %26, %out_9 : i64
      linalg.yield %27, %29 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_4 = tensor.expand_shape %13#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_4 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %25 = arith.subf %in, %in_9 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x40xf32>
    %15:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%14 : tensor<1x2x40x40xf32>) outs(%12, %10 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_9: i64):
      %25 = linalg.index 3 : index
      %26 = arith.index_cast %25 : index to i64
      %27 = arith.maximumf %in, %out : f32
      %28 = arith.cmpf ogt, %in, %out : f32
      %29 = arith.select %28, %26, %out_9 : i64
      linalg.yield %27, %29 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_5 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %expanded_5 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %25 = arith.subf %in, %in_9 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x40xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = math.exp %in : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x40xf32>
    %18 = tensor.empty() : tensor<1x2x40x1xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%17 : tensor<1x2x40x40xf32>) outs(%19 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.addf %in, %out : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %20 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %25 = arith.divf %in, %in_9 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_6 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %22 = tensor.empty() : tensor<2x40x16xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %24 = linalg.batch_matmul ins(%collapsed_6, %collapsed_7 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%23 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_8 = tensor.expand_shape %24 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    return %expanded_8 : tensor<1x2x40x16xf32>
  }
}

