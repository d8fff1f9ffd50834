#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, 0, d4)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>) -> tensor<1x2x40x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.9999999999999995E-7 : f64
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<1x2x40x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2, %arg0 : tensor<f32>, tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.cmpf ogt, %in, %in_24 : f32
      %38 = arith.select %37, %in, %in_24 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40x16xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2, %arg0 : tensor<f32>, tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.cmpf olt, %in, %in_24 : f32
      %38 = arith.select %37, %in, %in_24 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40x16xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.exp %in : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.subf %in, %cst_0 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %4 : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.addf %in, %in_24 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %cst_0 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2, %arg1 : tensor<f32>, tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.cmpf ogt, %in, %in_24 : f32
      %38 = arith.select %37, %in, %in_24 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40x16xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2, %arg1 : tensor<f32>, tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.cmpf olt, %in, %in_24 : f32
      %38 = arith.select %37, %in, %in_24 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40x16xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.exp %in : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.subf %in, %cst_0 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %10 : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.addf %in, %in_24 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x2x40x16xf32>) outs(%0 : tensor<1x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %cst_0 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16xf32>
    %expanded = tensor.expand_shape %12 [[0], [1], [2], [3, 4]] output_shape [1, 2, 40, 16, 1] : tensor<1x2x40x16xf32> into tensor<1x2x40x16x1xf32>
    %expanded_3 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [1, 2, 40, 16, 1] : tensor<1x2x40x16xf32> into tensor<1x2x40x16x1xf32>
    %13 = tensor.empty() : tensor<2x16x40x1x1xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x2x40x16x1xf32>) outs(%13 : tensor<2x16x40x1x1xf32>) permutation = [1, 3, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed [[0], [1], [2, 3, 4]] : tensor<2x16x40x1x1xf32> into tensor<2x16x40xf32>
    %14 = tensor.empty() : tensor<2x40x1x16x1xf32>
    %transposed_4 = linalg.transpose ins(%expanded_3 : tensor<1x2x40x16x1xf32>) outs(%14 : tensor<2x40x1x16x1xf32>) permutation = [1, 2, 0, 3, 4] 
    %collapsed_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2, 3, 4]] : tensor<2x40x1x16x1xf32> into tensor<2x40x16xf32>
    %15 = tensor.empty() : tensor<2x16x16xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %17 = linalg.batch_matmul ins(%collapsed, %collapsed_5 : tensor<2x16x40xf32>, tensor<2x40x16xf32>) outs(%16 : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
    %expanded_6 = tensor.expand_shape %17 [[0], [1], [2, 3, 4]] output_shape [2, 16, 1, 1, 16] : tensor<2x16x16xf32> into tensor<2x16x1x1x16xf32>
    %18 = tensor.empty() : tensor<1x2x16xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<1x2x16xf32>) -> tensor<1x2x16xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%12 : tensor<1x2x40x16xf32>) outs(%19 : tensor<1x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x16xf32>
    %expanded_7 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [1, 2, 16, 1] : tensor<1x2x16xf32> into tensor<1x2x16x1xf32>
    %21 = tensor.empty() : tensor<2x1x16x1xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x2x16x1xf32>) outs(%21 : tensor<2x1x16x1xf32>) permutation = [1, 0, 2, 3] 
    %collapsed_9 = tensor.collapse_shape %transposed_8 [[0], [1], [2, 3]] : tensor<2x1x16x1xf32> into tensor<2x1x16xf32>
    %22 = tensor.empty() : tensor<2x16x40x1xf32>
    %transposed_10 = linalg.transpose ins(%6 : tensor<1x2x40x16xf32>) outs(%22 : tensor<2x16x40x1xf32>) permutation = [1, 3, 2, 0] 
    %collapsed_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2, 3]] : tensor<2x16x40x1xf32> into tensor<2x16x40xf32>
    %23 = tensor.empty() : tensor<2x1x40xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<2x1x40xf32>) -> tensor<2x1x40xf32>
    %25 = linalg.batch_matmul ins(%collapsed_9, %collapsed_11 : tensor<2x1x16xf32>, tensor<2x16x40xf32>) outs(%24 : tensor<2x1x40xf32>) -> tensor<2x1x40xf32>
    %expanded_12 = tensor.expand_shape %25 [[0], [1], [2, 3]] output_shape [2, 1, 1, 40] : tensor<2x1x40xf32> into tensor<2x1x1x40xf32>
    %26 = tensor.empty() : tensor<1x2x40x1xf32>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<2x1x1x40xf32>) outs(%26 : tensor<1x2x40x1xf32>) permutation = [1, 0, 3, 2] 
    %collapsed_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2, 3]] : tensor<1x2x40x1xf32> into tensor<1x2x40xf32>
    %27 = tensor.empty() : tensor<1x2x40xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_14 : tensor<1x2x40xf32>) outs(%27 : tensor<1x2x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.truncf %cst_1 : f64 to f32
      %38 = arith.addf %in, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x2x40xf32>) outs(%27 : tensor<1x2x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.cmpf one, %in, %cst : f32
      cf.assert %37, "unimplemented: tensor with zero element"
      %38 = arith.divf %cst_0, %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x2x40xf32>
    %expanded_15 = tensor.expand_shape %6 [[0], [1], [2], [3, 4]] output_shape [1, 2, 40, 16, 1] : tensor<1x2x40x16xf32> into tensor<1x2x40x16x1xf32>
    %expanded_16 = tensor.expand_shape %29 [[0], [1], [2, 3, 4]] output_shape [1, 2, 40, 1, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1x1xf32>
    %30 = tensor.empty() : tensor<2x40x16x1x1xf32>
    %transposed_17 = linalg.transpose ins(%expanded_15 : tensor<1x2x40x16x1xf32>) outs(%30 : tensor<2x40x16x1x1xf32>) permutation = [1, 2, 3, 0, 4] 
    %collapsed_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2, 3, 4]] : tensor<2x40x16x1x1xf32> into tensor<2x40x16xf32>
    %31 = tensor.empty() : tensor<2x16x1x16x1xf32>
    %transposed_19 = linalg.transpose ins(%expanded_6 : tensor<2x16x1x1x16xf32>) outs(%31 : tensor<2x16x1x16x1xf32>) permutation = [0, 1, 3, 4, 2] 
    %collapsed_20 = tensor.collapse_shape %transposed_19 [[0], [1], [2, 3, 4]] : tensor<2x16x1x16x1xf32> into tensor<2x16x16xf32>
    %32 = tensor.empty() : tensor<2x40x16xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %34 = linalg.batch_matmul ins(%collapsed_18, %collapsed_20 : tensor<2x40x16xf32>, tensor<2x16x16xf32>) outs(%33 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_21 = tensor.expand_shape %34 [[0], [1], [2, 3, 4]] output_shape [2, 40, 1, 1, 16] : tensor<2x40x16xf32> into tensor<2x40x1x1x16xf32>
    %35 = tensor.empty() : tensor<1x2x40x16x1xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x40x1x1x16xf32>) outs(%35 : tensor<1x2x40x16x1xf32>) permutation = [3, 0, 1, 4, 2] 
    %36 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16, %transposed_22 : tensor<1x2x40x1x1xf32>, tensor<1x2x40x16x1xf32>) outs(%35 : tensor<1x2x40x16x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %37 = arith.mulf %in, %in_24 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x40x16x1xf32>
    %collapsed_23 = tensor.collapse_shape %36 [[0], [1], [2], [3, 4]] : tensor<1x2x40x16x1xf32> into tensor<1x2x40x16xf32>
    return %collapsed_23 : tensor<1x2x40x16xf32>
  }
}

