#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, 0, d4)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x36x16xf32>, %arg1: tensor<1x2x36x16xf32>, %arg2: tensor<1x2x36x16xf32>, %arg3: tensor<11x16xf32>, %arg4: tensor<11x16xf32>) -> tensor<1x2x36x16xf32> {
    %c6_i64 = arith.constant 6 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c11_i64 = arith.constant 11 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x2x16x36xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x36x16xf32>) outs(%0 : tensor<1x2x16x36xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x36x16xf32> into tensor<2x36x16xf32>
    %collapsed_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x36xf32> into tensor<2x16x36xf32>
    %1 = tensor.empty() : tensor<2x36x36xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x36x36xf32>) -> tensor<2x36x36xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_2 : tensor<2x36x16xf32>, tensor<2x16x36xf32>) outs(%2 : tensor<2x36x36xf32>) -> tensor<2x36x36xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [1, 2, 36, 36] : tensor<2x36x36xf32> into tensor<1x2x36x36xf32>
    %4 = tensor.empty() : tensor<1x2x36x36xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x36x36xf32>) outs(%4 : tensor<1x2x36x36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.mulf %in, %cst_1 : f32
      linalg.yield %39 : f32
    } -> tensor<1x2x36x36xf32>
    %6 = tensor.empty() : tensor<6xi64>
    %7 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%6 : tensor<6xi64>) {
    ^bb0(%out: i64):
      %39 = linalg.index 0 : index
      %40 = arith.index_cast %39 : index to i64
      linalg.yield %40 : i64
    } -> tensor<6xi64>
    %expanded_3 = tensor.expand_shape %7 [[0, 1]] output_shape [6, 1] : tensor<6xi64> into tensor<6x1xi64>
    %expanded_4 = tensor.expand_shape %7 [[0, 1]] output_shape [1, 6] : tensor<6xi64> into tensor<1x6xi64>
    %8 = tensor.empty() : tensor<6x6xi64>
    %9 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_3, %expanded_4 : tensor<6x1xi64>, tensor<1x6xi64>) outs(%8 : tensor<6x6xi64>) {
    ^bb0(%in: i64, %in_30: i64, %out: i64):
      %39 = arith.subi %in, %in_30 : i64
      linalg.yield %39 : i64
    } -> tensor<6x6xi64>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<6x6xi64>) outs(%8 : tensor<6x6xi64>) {
    ^bb0(%in: i64, %out: i64):
      %39 = arith.addi %in, %c6_i64 : i64
      linalg.yield %39 : i64
    } -> tensor<6x6xi64>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<6x6xi64>) outs(%8 : tensor<6x6xi64>) {
    ^bb0(%in: i64, %out: i64):
      %39 = arith.subi %in, %c1_i64 : i64
      linalg.yield %39 : i64
    } -> tensor<6x6xi64>
    %12 = tensor.empty() : tensor<6x6x16xf32>
    %13 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<6x6xi64>) outs(%12 : tensor<6x6x16xf32>) {
    ^bb0(%in: i64, %out: f32):
      %39 = arith.cmpi slt, %in, %c0_i64 : i64
      %40 = arith.addi %in, %c11_i64 : i64
      %41 = arith.select %39, %40, %in : i64
      %42 = arith.index_cast %41 : i64 to index
      %43 = linalg.index 2 : index
      %extracted = tensor.extract %arg3[%42, %43] : tensor<11x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x6x16xf32>
    %expanded_5 = tensor.expand_shape %collapsed [[0], [1, 2], [3, 4]] output_shape [2, 6, 6, 16, 1] : tensor<2x36x16xf32> into tensor<2x6x6x16x1xf32>
    %expanded_6 = tensor.expand_shape %13 [[0], [1], [2, 3, 4]] output_shape [6, 6, 16, 1, 1] : tensor<6x6x16xf32> into tensor<6x6x16x1x1xf32>
    %14 = tensor.empty() : tensor<6x2x6x16x1xf32>
    %transposed_7 = linalg.transpose ins(%expanded_5 : tensor<2x6x6x16x1xf32>) outs(%14 : tensor<6x2x6x16x1xf32>) permutation = [1, 0, 2, 3, 4] 
    %collapsed_8 = tensor.collapse_shape %transposed_7 [[0], [1, 2], [3, 4]] : tensor<6x2x6x16x1xf32> into tensor<6x12x16xf32>
    %15 = tensor.empty() : tensor<6x16x6x1x1xf32>
    %transposed_9 = linalg.transpose ins(%expanded_6 : tensor<6x6x16x1x1xf32>) outs(%15 : tensor<6x16x6x1x1xf32>) permutation = [0, 2, 1, 3, 4] 
    %collapsed_10 = tensor.collapse_shape %transposed_9 [[0], [1], [2, 3, 4]] : tensor<6x16x6x1x1xf32> into tensor<6x16x6xf32>
    %16 = tensor.empty() : tensor<6x12x6xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<6x12x6xf32>) -> tensor<6x12x6xf32>
    %18 = linalg.batch_matmul ins(%collapsed_8, %collapsed_10 : tensor<6x12x16xf32>, tensor<6x16x6xf32>) outs(%17 : tensor<6x12x6xf32>) -> tensor<6x12x6xf32>
    %expanded_11 = tensor.expand_shape %18 [[0], [1, 2], [3, 4]] output_shape [6, 2, 6, 1, 6] : tensor<6x12x6xf32> into tensor<6x2x6x1x6xf32>
    %19 = tensor.empty() : tensor<2x6x6x6x1xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<6x2x6x1x6xf32>) outs(%19 : tensor<2x6x6x6x1xf32>) permutation = [1, 0, 2, 4, 3] 
    %20 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<6x6xi64>) outs(%12 : tensor<6x6x16xf32>) {
    ^bb0(%in: i64, %out: f32):
      %39 = arith.cmpi slt, %in, %c0_i64 : i64
      %40 = arith.addi %in, %c11_i64 : i64
      %41 = arith.select %39, %40, %in : i64
      %42 = arith.index_cast %41 : i64 to index
      %43 = linalg.index 2 : index
      %extracted = tensor.extract %arg4[%42, %43] : tensor<11x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x6x16xf32>
    %expanded_13 = tensor.expand_shape %20 [[0], [1], [2, 3, 4]] output_shape [6, 6, 16, 1, 1] : tensor<6x6x16xf32> into tensor<6x6x16x1x1xf32>
    %transposed_14 = linalg.transpose ins(%expanded_5 : tensor<2x6x6x16x1xf32>) outs(%14 : tensor<6x2x6x16x1xf32>) permutation = [2, 0, 1, 3, 4] 
    %collapsed_15 = tensor.collapse_shape %transposed_14 [[0], [1, 2], [3, 4]] : tensor<6x2x6x16x1xf32> into tensor<6x12x16xf32>
    %transposed_16 = linalg.transpose ins(%expanded_13 : tensor<6x6x16x1x1xf32>) outs(%15 : tensor<6x16x6x1x1xf32>) permutation = [0, 2, 1, 3, 4] 
    %collapsed_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2, 3, 4]] : tensor<6x16x6x1x1xf32> into tensor<6x16x6xf32>
    %21 = linalg.batch_matmul ins(%collapsed_15, %collapsed_17 : tensor<6x12x16xf32>, tensor<6x16x6xf32>) outs(%17 : tensor<6x12x6xf32>) -> tensor<6x12x6xf32>
    %expanded_18 = tensor.expand_shape %21 [[0], [1, 2], [3, 4]] output_shape [6, 2, 6, 1, 6] : tensor<6x12x6xf32> into tensor<6x2x6x1x6xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<6x2x6x1x6xf32>) outs(%19 : tensor<2x6x6x6x1xf32>) permutation = [1, 2, 0, 4, 3] 
    %collapsed_20 = tensor.collapse_shape %transposed_19 [[0], [1], [2], [3, 4]] : tensor<2x6x6x6x1xf32> into tensor<2x6x6x6xf32>
    %collapsed_21 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : tensor<1x2x36x36xf32> into tensor<2x36x36xf32>
    %expanded_22 = tensor.expand_shape %collapsed_21 [[0], [1, 2], [3, 4]] output_shape [2, 6, 6, 6, 6] : tensor<2x36x36xf32> into tensor<2x6x6x6x6xf32>
    %22 = tensor.empty() : tensor<2x6x6x6x6xf32>
    %23 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22, %transposed_12 : tensor<2x6x6x6x6xf32>, tensor<2x6x6x6x1xf32>) outs(%22 : tensor<2x6x6x6x6xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %39 = arith.addf %in, %in_30 : f32
      linalg.yield %39 : f32
    } -> tensor<2x6x6x6x6xf32>
    %expanded_23 = tensor.expand_shape %collapsed_20 [[0], [1], [2], [3, 4]] output_shape [2, 6, 6, 1, 6] : tensor<2x6x6x6xf32> into tensor<2x6x6x1x6xf32>
    %24 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%23, %expanded_23 : tensor<2x6x6x6x6xf32>, tensor<2x6x6x1x6xf32>) outs(%22 : tensor<2x6x6x6x6xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %39 = arith.addf %in, %in_30 : f32
      linalg.yield %39 : f32
    } -> tensor<2x6x6x6x6xf32>
    %collapsed_24 = tensor.collapse_shape %24 [[0], [1, 2], [3, 4]] : tensor<2x6x6x6x6xf32> into tensor<2x36x36xf32>
    %expanded_25 = tensor.expand_shape %collapsed_24 [[0, 1], [2], [3]] output_shape [1, 2, 36, 36] : tensor<2x36x36xf32> into tensor<1x2x36x36xf32>
    %25 = tensor.empty() : tensor<1x2x36xi64>
    %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : tensor<1x2x36xi64>) -> tensor<1x2x36xi64>
    %27 = tensor.empty() : tensor<1x2x36xf32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<1x2x36xf32>) -> tensor<1x2x36xf32>
    %29:2 = linalg.generic {indexing_maps = [#map, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_25 : tensor<1x2x36x36xf32>) outs(%28, %26 : tensor<1x2x36xf32>, tensor<1x2x36xi64>) {
    ^bb0(%in: f32, %out: f32, %out_30: i64):
      %39 = linalg.index 3 : index
      %40 = arith.index_cast %39 : index to i64
      %41 = arith.maximumf %in, %out : f32
      %42 = arith.cmpf ogt, %in, %out : f32
      %43 = arith.select %42, %40, %out_30 : i64
      linalg.yield %41, %43 : f32, i64
    } -> (tensor<1x2x36xf32>, tensor<1x2x36xi64>)
    %expanded_26 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [1, 2, 36, 1] : tensor<1x2x36xf32> into tensor<1x2x36x1xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map11, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25, %expanded_26 : tensor<1x2x36x36xf32>, tensor<1x2x36x1xf32>) outs(%4 : tensor<1x2x36x36xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %39 = arith.subf %in, %in_30 : f32
      linalg.yield %39 : f32
    } -> tensor<1x2x36x36xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x2x36x36xf32>) outs(%4 : tensor<1x2x36x36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.exp %in : f32
      linalg.yield %39 : f32
    } -> tensor<1x2x36x36xf32>
    %32 = tensor.empty() : tensor<1x2x36x1xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<1x2x36x1xf32>) -> tensor<1x2x36x1xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31 : tensor<1x2x36x36xf32>) outs(%33 : tensor<1x2x36x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<1x2x36x1xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map11, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %34 : tensor<1x2x36x36xf32>, tensor<1x2x36x1xf32>) outs(%4 : tensor<1x2x36x36xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %39 = arith.divf %in, %in_30 : f32
      linalg.yield %39 : f32
    } -> tensor<1x2x36x36xf32>
    %collapsed_27 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<1x2x36x36xf32> into tensor<2x36x36xf32>
    %collapsed_28 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x36x16xf32> into tensor<2x36x16xf32>
    %36 = tensor.empty() : tensor<2x36x16xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<2x36x16xf32>) -> tensor<2x36x16xf32>
    %38 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<2x36x36xf32>, tensor<2x36x16xf32>) outs(%37 : tensor<2x36x16xf32>) -> tensor<2x36x16xf32>
    %expanded_29 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [1, 2, 36, 16] : tensor<2x36x16xf32> into tensor<1x2x36x16xf32>
    return %expanded_29 : tensor<1x2x36x16xf32>
  }
}

