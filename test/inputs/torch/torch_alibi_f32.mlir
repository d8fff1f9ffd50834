#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x4x40x16xf32>, %arg1: tensor<1x4x40x16xf32>, %arg2: tensor<1x4x40x16xf32>) -> tensor<1x4x40x16xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant -8.000000e+00 : f32
    %cst_4 = arith.constant 4.000000e+00 : f32
    %cst_5 = arith.constant 2.000000e+00 : f32
    %cst_6 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<4xf32>) {
    ^bb0(%out: f32):
      %36 = linalg.index 0 : index
      %37 = arith.index_cast %36 : index to i64
      %38 = arith.sitofp %37 : i64 to f32
      %39 = arith.addf %38, %cst_2 : f32
      linalg.yield %39 : f32
    } -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.mulf %in, %cst_3 : f32
      linalg.yield %36 : f32
    } -> tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.divf %in, %cst_4 : f32
      linalg.yield %36 : f32
    } -> tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = math.powf %cst_5, %in : f32
      linalg.yield %36 : f32
    } -> tensor<4xf32>
    %5 = tensor.empty() : tensor<40xi64>
    %6 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%5 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %36 = linalg.index 0 : index
      %37 = arith.index_cast %36 : index to i64
      linalg.yield %37 : i64
    } -> tensor<40xi64>
    %expanded = tensor.expand_shape %6 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %expanded_7 = tensor.expand_shape %6 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %7 = tensor.empty() : tensor<1x4x16x40xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x4x40x16xf32>) outs(%7 : tensor<1x4x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x4x40x16xf32> into tensor<4x40x16xf32>
    %collapsed_8 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x4x16x40xf32> into tensor<4x16x40xf32>
    %8 = tensor.empty() : tensor<4x40x40xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
    %10 = linalg.batch_matmul ins(%collapsed, %collapsed_8 : tensor<4x40x16xf32>, tensor<4x16x40xf32>) outs(%9 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
    %expanded_9 = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [1, 4, 40, 40] : tensor<4x40x40xf32> into tensor<1x4x40x40xf32>
    %11 = tensor.empty() : tensor<1x4x40x40xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<1x4x40x40xf32>) outs(%11 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.mulf %in, %cst_6 : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x40xf32>
    %expanded_10 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %13 = tensor.empty() : tensor<40x40xi64>
    %14 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_7, %expanded : tensor<1x40xi64>, tensor<40x1xi64>) outs(%13 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %in_15: i64, %out: i64):
      %36 = arith.subi %in, %in_15 : i64
      linalg.yield %36 : i64
    } -> tensor<40x40xi64>
    %15 = tensor.empty() : tensor<40x40xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<40x40xi64>) outs(%15 : tensor<40x40xf32>) {
    ^bb0(%in: i64, %out: f32):
      %36 = arith.sitofp %in : i64 to f32
      linalg.yield %36 : f32
    } -> tensor<40x40xf32>
    %17 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10, %16 : tensor<4x1x1xf32>, tensor<40x40xf32>) outs(%8 : tensor<4x40x40xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %36 = arith.mulf %in, %in_15 : f32
      linalg.yield %36 : f32
    } -> tensor<4x40x40xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %17 : tensor<1x4x40x40xf32>, tensor<4x40x40xf32>) outs(%11 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %36 = arith.addf %in, %in_15 : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x40xf32>
    %19 = tensor.empty() : tensor<40x40xi1>
    %20 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_7, %expanded : tensor<1x40xi64>, tensor<40x1xi64>) outs(%19 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %in_15: i64, %out: i1):
      %36 = arith.cmpi sgt, %in, %in_15 : i64
      linalg.yield %36 : i1
    } -> tensor<40x40xi1>
    %21 = linalg.generic {indexing_maps = [#map9, #map10, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %cst_1, %18 : tensor<40x40xi1>, tensor<f32>, tensor<1x4x40x40xf32>) outs(%11 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %36 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x40xf32>
    %22 = tensor.empty() : tensor<1x4x40xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<1x4x40xi64>) -> tensor<1x4x40xi64>
    %24 = tensor.empty() : tensor<1x4x40xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<1x4x40xf32>) -> tensor<1x4x40xf32>
    %26:2 = linalg.generic {indexing_maps = [#map1, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<1x4x40x40xf32>) outs(%25, %23 : tensor<1x4x40xf32>, tensor<1x4x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_15: i64):
      %36 = linalg.index 3 : index
      %37 = arith.index_cast %36 : index to i64
      %38 = arith.maximumf %in, %out : f32
      %39 = arith.cmpf ogt, %in, %out : f32
      %40 = arith.select %39, %37, %out_15 : i64
      linalg.yield %38, %40 : f32, i64
    } -> (tensor<1x4x40xf32>, tensor<1x4x40xi64>)
    %expanded_11 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [1, 4, 40, 1] : tensor<1x4x40xf32> into tensor<1x4x40x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_11 : tensor<1x4x40x40xf32>, tensor<1x4x40x1xf32>) outs(%11 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %36 = arith.subf %in, %in_15 : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x40xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x4x40x40xf32>) outs(%11 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = math.exp %in : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x40xf32>
    %29 = tensor.empty() : tensor<1x4x40x1xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<1x4x40x1xf32>) -> tensor<1x4x40x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28 : tensor<1x4x40x40xf32>) outs(%30 : tensor<1x4x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %36 = arith.addf %in, %out : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x1xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %31 : tensor<1x4x40x40xf32>, tensor<1x4x40x1xf32>) outs(%11 : tensor<1x4x40x40xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %36 = arith.divf %in, %in_15 : f32
      linalg.yield %36 : f32
    } -> tensor<1x4x40x40xf32>
    %collapsed_12 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : tensor<1x4x40x40xf32> into tensor<4x40x40xf32>
    %collapsed_13 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x4x40x16xf32> into tensor<4x40x16xf32>
    %33 = tensor.empty() : tensor<4x40x16xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %35 = linalg.batch_matmul ins(%collapsed_12, %collapsed_13 : tensor<4x40x40xf32>, tensor<4x40x16xf32>) outs(%34 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %expanded_14 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [1, 4, 40, 16] : tensor<4x40x16xf32> into tensor<1x4x40x16xf32>
    return %expanded_14 : tensor<1x4x40x16xf32>
  }
}

