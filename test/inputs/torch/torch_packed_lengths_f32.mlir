#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>, %arg3: tensor<4xi64>) -> tensor<1x2x40x16xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<40xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %32 = linalg.index 0 : index
      %33 = arith.index_cast %32 : index to i64
      linalg.yield %33 : i64
    } -> tensor<40xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %expanded_3 = tensor.expand_shape %arg3 [[0, 1]] output_shape [1, 4] : tensor<4xi64> into tensor<1x4xi64>
    %extracted_slice = tensor.extract_slice %expanded_3[0, 1] [1, 3] [1, 1] : tensor<1x4xi64> to tensor<1x3xi64>
    %2 = tensor.empty() : tensor<40x3xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %extracted_slice : tensor<40x1xi64>, tensor<1x3xi64>) outs(%2 : tensor<40x3xi1>) {
    ^bb0(%in: i64, %in_13: i64, %out: i1):
      %32 = arith.cmpi sge, %in, %in_13 : i64
      linalg.yield %32 : i1
    } -> tensor<40x3xi1>
    %4 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<40xi64>) -> tensor<40xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<40x3xi1>) outs(%4 : tensor<40xi64>) {
    ^bb0(%in: i1, %out: i64):
      %32 = arith.extui %in : i1 to i64
      %33 = arith.addi %32, %out : i64
      linalg.yield %33 : i64
    } -> tensor<40xi64>
    %expanded_4 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %6 = tensor.empty() : tensor<1x2x16x40xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x40x16xf32>) outs(%6 : tensor<1x2x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %7 = tensor.empty() : tensor<2x40x40xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %9 = linalg.batch_matmul ins(%collapsed, %collapsed_5 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%8 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded_6 = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %10 = tensor.empty() : tensor<1x2x40x40xf32>
    %11 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6 : tensor<1x2x40x40xf32>) outs(%10 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.mulf %in, %cst_2 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2x40x40xf32>
    %expanded_7 = tensor.expand_shape %5 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %expanded_8 = tensor.expand_shape %5 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %12 = tensor.empty() : tensor<40x40xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_7, %expanded_8 : tensor<40x1xi64>, tensor<1x40xi64>) outs(%12 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %in_13: i64, %out: i1):
      %32 = arith.cmpi eq, %in, %in_13 : i64
      linalg.yield %32 : i1
    } -> tensor<40x40xi1>
    %14 = linalg.generic {indexing_maps = [#map2, #map1, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_4, %expanded : tensor<1x40xi64>, tensor<40x1xi64>) outs(%12 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %in_13: i64, %out: i1):
      %32 = arith.cmpi sle, %in, %in_13 : i64
      linalg.yield %32 : i1
    } -> tensor<40x40xi1>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%13, %14 : tensor<40x40xi1>, tensor<40x40xi1>) outs(%12 : tensor<40x40xi1>) {
    ^bb0(%in: i1, %in_13: i1, %out: i1):
      %32 = arith.andi %in, %in_13 : i1
      linalg.yield %32 : i1
    } -> tensor<40x40xi1>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<40x40xi1>) outs(%12 : tensor<40x40xi1>) {
    ^bb0(%in: i1, %out: i1):
      %32 = arith.xori %in, %true : i1
      linalg.yield %32 : i1
    } -> tensor<40x40xi1>
    %17 = linalg.generic {indexing_maps = [#map6, #map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %cst_1, %11 : tensor<40x40xi1>, tensor<f32>, tensor<1x2x40x40xf32>) outs(%10 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
      %32 = arith.select %in, %in_13, %in_14 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2x40x40xf32>
    %18 = tensor.empty() : tensor<1x2x40xi64>
    %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %20 = tensor.empty() : tensor<1x2x40xf32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %22:2 = linalg.generic {indexing_maps = [#map5, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%17 : tensor<1x2x40x40xf32>) outs(%21, %19 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_13: i64):
      %32 = linalg.index 3 : index
      %33 = arith.index_cast %32 : index to i64
      %34 = arith.maximumf %in, %out : f32
      %35 = arith.cmpf ogt, %in, %out : f32
      %36 = arith.select %35, %33, %out_13 : i64
      linalg.yield %34, %36 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_9 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_9 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%10 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %32 = arith.subf %in, %in_13 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2x40x40xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x2x40x40xf32>) outs(%10 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.exp %in : f32
      linalg.yield %32 : f32
    } -> tensor<1x2x40x40xf32>
    %25 = tensor.empty() : tensor<1x2x40x1xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%24 : tensor<1x2x40x40xf32>) outs(%26 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %in, %out : f32
      linalg.yield %32 : f32
    } -> tensor<1x2x40x1xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%10 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %32 = arith.divf %in, %in_13 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_10 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %29 = tensor.empty() : tensor<2x40x16xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %31 = linalg.batch_matmul ins(%collapsed_10, %collapsed_11 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%30 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_12 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    return %expanded_12 : tensor<1x2x40x16xf32>
  }
}

