#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d1, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>, %arg3: tensor<2x5x5xi1>) -> tensor<1x2x40x16xf32> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c40_i64 = arith.constant 40 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant 2.500000e-01 : f32
    %c5_i64 = arith.constant 5 : i64
    %cst_3 = arith.constant dense<8> : tensor<i64>
    %0 = tensor.empty() : tensor<40xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %34 = linalg.index 0 : index
      %35 = arith.index_cast %34 : index to i64
      linalg.yield %35 : i64
    } -> tensor<40xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%1, %cst_3 : tensor<40xi64>, tensor<i64>) outs(%0 : tensor<40xi64>) {
    ^bb0(%in: i64, %in_13: i64, %out: i64):
      %34 = arith.sitofp %in : i64 to f64
      %35 = arith.sitofp %in_13 : i64 to f64
      %36 = arith.divf %34, %35 : f64
      %37 = math.floor %36 : f64
      %38 = arith.fptosi %37 : f64 to i64
      linalg.yield %38 : i64
    } -> tensor<40xi64>
    %3 = tensor.empty() : tensor<1x2x16x40xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x40x16xf32>) outs(%3 : tensor<1x2x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %4 = tensor.empty() : tensor<2x40x40xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %6 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%5 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %7 = tensor.empty() : tensor<1x2x40x40xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x40x40xf32>) outs(%7 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.mulf %in, %cst_2 : f32
      linalg.yield %34 : f32
    } -> tensor<1x2x40x40xf32>
    %9 = tensor.empty() : tensor<5xi64>
    %10 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%9 : tensor<5xi64>) {
    ^bb0(%out: i64):
      %34 = linalg.index 0 : index
      %35 = arith.index_cast %34 : index to i64
      linalg.yield %35 : i64
    } -> tensor<5xi64>
    %expanded_5 = tensor.expand_shape %2 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %11 = tensor.empty() : tensor<2xi64>
    %12 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%11 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %34 = linalg.index 0 : index
      %35 = arith.index_cast %34 : index to i64
      linalg.yield %35 : i64
    } -> tensor<2xi64>
    %expanded_6 = tensor.expand_shape %12 [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xi64> into tensor<2x1x1xi64>
    %13 = tensor.empty() : tensor<2x40x5xi1>
    %14 = linalg.generic {indexing_maps = [#map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_6, %expanded_5, %10 : tensor<2x1x1xi64>, tensor<40x1xi64>, tensor<5xi64>) outs(%13 : tensor<2x40x5xi1>) {
    ^bb0(%in: i64, %in_13: i64, %in_14: i64, %out: i1):
      %34 = arith.cmpi slt, %in, %c0_i64 : i64
      %35 = arith.addi %in, %c2_i64 : i64
      %36 = arith.select %34, %35, %in : i64
      %37 = arith.index_cast %36 : i64 to index
      %38 = arith.cmpi slt, %in_13, %c0_i64 : i64
      %39 = arith.addi %in_13, %c5_i64 : i64
      %40 = arith.select %38, %39, %in_13 : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = arith.cmpi slt, %in_14, %c0_i64 : i64
      %43 = arith.addi %in_14, %c5_i64 : i64
      %44 = arith.select %42, %43, %in_14 : i64
      %45 = arith.index_cast %44 : i64 to index
      %extracted = tensor.extract %arg3[%37, %41, %45] : tensor<2x5x5xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x40x5xi1>
    %expanded_7 = tensor.expand_shape %1 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %15 = tensor.empty() : tensor<2x40x40xi1>
    %16 = linalg.generic {indexing_maps = [#map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_6, %expanded_7, %2 : tensor<2x1x1xi64>, tensor<40x1xi64>, tensor<40xi64>) outs(%15 : tensor<2x40x40xi1>) {
    ^bb0(%in: i64, %in_13: i64, %in_14: i64, %out: i1):
      %34 = arith.cmpi slt, %in, %c0_i64 : i64
      %35 = arith.addi %in, %c2_i64 : i64
      %36 = arith.select %34, %35, %in : i64
      %37 = arith.index_cast %36 : i64 to index
      %38 = arith.cmpi slt, %in_13, %c0_i64 : i64
      %39 = arith.addi %in_13, %c40_i64 : i64
      %40 = arith.select %38, %39, %in_13 : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = arith.cmpi slt, %in_14, %c0_i64 : i64
      %43 = arith.addi %in_14, %c5_i64 : i64
      %44 = arith.select %42, %43, %in_14 : i64
      %45 = arith.index_cast %44 : i64 to index
      %extracted = tensor.extract %14[%37, %41, %45] : tensor<2x40x5xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x40x40xi1>
    %expanded_8 = tensor.expand_shape %16 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xi1> into tensor<1x2x40x40xi1>
    %17 = tensor.empty() : tensor<1x2x40x40xi1>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<1x2x40x40xi1>) outs(%17 : tensor<1x2x40x40xi1>) {
    ^bb0(%in: i1, %out: i1):
      %34 = arith.xori %in, %true : i1
      linalg.yield %34 : i1
    } -> tensor<1x2x40x40xi1>
    %19 = linalg.generic {indexing_maps = [#map2, #map7, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %cst_1, %8 : tensor<1x2x40x40xi1>, tensor<f32>, tensor<1x2x40x40xf32>) outs(%7 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
      %34 = arith.select %in, %in_13, %in_14 : f32
      linalg.yield %34 : f32
    } -> tensor<1x2x40x40xf32>
    %20 = tensor.empty() : tensor<1x2x40xi64>
    %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %22 = tensor.empty() : tensor<1x2x40xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %24:2 = linalg.generic {indexing_maps = [#map2, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%19 : tensor<1x2x40x40xf32>) outs(%23, %21 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_13: i64):
      %34 = linalg.index 3 : index
      %35 = arith.index_cast %34 : index to i64
      %36 = arith.maximumf %in, %out : f32
      %37 = arith.cmpf ogt, %in, %out : f32
      %38 = arith.select %37, %35, %out_13 : i64
      linalg.yield %36, %38 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_9 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_9 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%7 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %34 = arith.subf %in, %in_13 : f32
      linalg.yield %34 : f32
    } -> tensor<1x2x40x40xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<1x2x40x40xf32>) outs(%7 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = math.exp %in : f32
      linalg.yield %34 : f32
    } -> tensor<1x2x40x40xf32>
    %27 = tensor.empty() : tensor<1x2x40x1xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26 : tensor<1x2x40x40xf32>) outs(%28 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.addf %in, %out : f32
      linalg.yield %34 : f32
    } -> tensor<1x2x40x1xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%7 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %34 = arith.divf %in, %in_13 : f32
      linalg.yield %34 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_10 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %31 = tensor.empty() : tensor<2x40x16xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %33 = linalg.batch_matmul ins(%collapsed_10, %collapsed_11 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%32 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_12 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    return %expanded_12 : tensor<1x2x40x16xf32>
  }
}

