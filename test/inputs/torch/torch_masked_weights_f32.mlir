#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>) -> tensor<1x2x40x16xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
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
      %28 = arith.mulf %in, %cst_2 : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x40xf32>
    %6 = tensor.empty() : tensor<1x2x40xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %8 = tensor.empty() : tensor<1x2x40xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %10:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%5 : tensor<1x2x40x40xf32>) outs(%9, %7 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %28 = linalg.index 3 : index
      %29 = arith.index_cast %28 : index to i64
      %30 = arith.maximumf %in, %out : f32
      %31 = arith.cmpf ogt, %in, %out : f32
      %32 = arith.select %31, %29, %out_10 : i64
      linalg.yield %30, %32 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_4 = tensor.expand_shape %10#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_4 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %28 = arith.subf %in, %in_10 : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x40xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x2x40x40xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.exp %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x40xf32>
    %13 = tensor.empty() : tensor<1x2x40x1xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<1x2x40x40xf32>) outs(%14 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %15 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %28 = arith.divf %in, %in_10 : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x40xf32>
    %17 = tensor.empty() : tensor<40xi64>
    %18 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%17 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %28 = linalg.index 0 : index
      %29 = arith.index_cast %28 : index to i64
      linalg.yield %29 : i64
    } -> tensor<40xi64>
    %expanded_5 = tensor.expand_shape %18 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %expanded_6 = tensor.expand_shape %18 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %19 = tensor.empty() : tensor<40x40xi1>
    %20 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded_6, %expanded_5 : tensor<1x40xi64>, tensor<40x1xi64>) outs(%19 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %in_10: i64, %out: i1):
      %28 = arith.cmpi sle, %in, %in_10 : i64
      linalg.yield %28 : i1
    } -> tensor<40x40xi1>
    %21 = linalg.generic {indexing_maps = [#map7, #map, #map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %16, %cst_1 : tensor<40x40xi1>, tensor<1x2x40x40xf32>, tensor<f32>) outs(%4 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
      %28 = arith.select %in, %in_10, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_7 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %22 = tensor.empty() : tensor<2x40x16xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %24 = linalg.batch_matmul ins(%collapsed_7, %collapsed_8 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%23 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_9 = tensor.expand_shape %24 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<1x2x40x40xf32>) outs(%14 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x1xf32>
    %26 = tensor.empty() : tensor<1x2x40x16xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9, %25 : tensor<1x2x40x16xf32>, tensor<1x2x40x1xf32>) outs(%26 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %28 = arith.divf %in, %in_10 : f32
      linalg.yield %28 : f32
    } -> tensor<1x2x40x16xf32>
    return %27 : tensor<1x2x40x16xf32>
  }
}

