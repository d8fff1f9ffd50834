#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x?x16xf32>, %arg1: tensor<1x2x?x16xf32>, %arg2: tensor<1x2x?x16xf32>) -> tensor<1x2x?x16xf32> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %dim = tensor.dim %arg0, %c2 : tensor<1x2x?x16xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg2, %c2 : tensor<1x2x?x16xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %dim_3 = tensor.dim %arg1, %c2 : tensor<1x2x?x16xf32>
    %2 = tensor.empty(%dim_3) : tensor<1x2x16x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x?x16xf32>) outs(%2 : tensor<1x2x16x?xf32>) permutation = [0, 1, 3, 2] 
    %3 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %3, "unimplemented: dynamic negative broadcast sizes"
    %4 = tensor.empty(%dim) : tensor<1x2x?x16xf32>
    %5 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%4 : tensor<1x2x?x16xf32>) {
    ^bb0(%out: f32):
      %49 = linalg.index 1 : index
      %50 = linalg.index 2 : index
      %51 = linalg.index 3 : index
      %52 = arith.cmpi eq, %dim, %c1 : index
      %53 = arith.select %52, %c0, %50 : index
      %extracted = tensor.extract %arg0[%c0, %49, %53, %51] : tensor<1x2x?x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x?x16xf32>
    %collapsed = tensor.collapse_shape %5 [[0, 1], [2], [3]] : tensor<1x2x?x16xf32> into tensor<2x?x16xf32>
    %6 = arith.cmpi sge, %1, %c0_i64 : i64
    cf.assert %6, "unimplemented: dynamic negative broadcast sizes"
    %7 = tensor.empty(%dim_2) : tensor<1x2x16x?xf32>
    %8 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%7 : tensor<1x2x16x?xf32>) {
    ^bb0(%out: f32):
      %49 = linalg.index 1 : index
      %50 = linalg.index 2 : index
      %51 = linalg.index 3 : index
      %52 = arith.cmpi eq, %dim_3, %c1 : index
      %53 = arith.select %52, %c0, %51 : index
      %extracted = tensor.extract %transposed[%c0, %49, %50, %53] : tensor<1x2x16x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x16x?xf32>
    %collapsed_4 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : tensor<1x2x16x?xf32> into tensor<2x16x?xf32>
    %9 = tensor.empty(%dim, %dim_2) : tensor<2x?x?xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
    %11 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<2x?x16xf32>, tensor<2x16x?xf32>) outs(%10 : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
    %12 = arith.muli %0, %c2_i64 : i64
    %13 = arith.cmpi slt, %0, %c0_i64 : i64
    %14 = arith.select %13, %c2_i64, %12 : i64
    %15 = arith.extui %13 : i1 to i64
    %16 = arith.muli %14, %1 : i64
    %17 = arith.addi %15, %c1_i64 : i64
    %18 = arith.cmpi slt, %1, %c0_i64 : i64
    %19 = arith.select %18, %14, %16 : i64
    %20 = arith.select %18, %17, %15 : i64
    %21 = arith.cmpi sle, %20, %c1_i64 : i64
    cf.assert %21, "must have at most one inferred (negative) dimension"
    %22 = arith.muli %12, %1 : i64
    %23 = arith.divsi %22, %19 : i64
    %24 = arith.select %13, %23, %0 : i64
    %25 = arith.select %18, %23, %1 : i64
    %from_elements = tensor.from_elements %c1_i64, %c2_i64, %24, %25 : tensor<4xi64>
    %reshape = tensor.reshape %11(%from_elements) : (tensor<2x?x?xf32>, tensor<4xi64>) -> tensor<1x2x?x?xf32>
    %26 = arith.index_cast %24 : i64 to index
    %27 = arith.index_cast %25 : i64 to index
    %28 = tensor.empty(%26, %27) : tensor<1x2x?x?xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape : tensor<1x2x?x?xf32>) outs(%28 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.mulf %in, %cst_1 : f32
      linalg.yield %49 : f32
    } -> tensor<1x2x?x?xf32>
    %30 = tensor.empty(%26) : tensor<1x2x?xi64>
    %31 = linalg.fill ins(%c0_i64 : i64) outs(%30 : tensor<1x2x?xi64>) -> tensor<1x2x?xi64>
    %32 = tensor.empty(%26) : tensor<1x2x?xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
    %34:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29 : tensor<1x2x?x?xf32>) outs(%33, %31 : tensor<1x2x?xf32>, tensor<1x2x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_9: i64):
      %49 = linalg.index 3 : index
      %50 = arith.index_cast %49 : index to i64
      %51 = arith.maximumf %in, %out : f32
      %52 = arith.cmpf ogt, %in, %out : f32
      %53 = arith.select %52, %50, %out_9 : i64
      linalg.yield %51, %53 : f32, i64
    } -> (tensor<1x2x?xf32>, tensor<1x2x?xi64>)
    %expanded = tensor.expand_shape %34#0 [[0], [1], [2, 3]] output_shape [1, 2, %26, 1] : tensor<1x2x?xf32> into tensor<1x2x?x1xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded : tensor<1x2x?x?xf32>, tensor<1x2x?x1xf32>) outs(%28 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %49 = arith.subf %in, %in_9 : f32
      linalg.yield %49 : f32
    } -> tensor<1x2x?x?xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x2x?x?xf32>) outs(%28 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.exp %in : f32
      linalg.yield %49 : f32
    } -> tensor<1x2x?x?xf32>
    %37 = tensor.empty(%26) : tensor<1x2x?x1xf32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<1x2x?x1xf32>) -> tensor<1x2x?x1xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<1x2x?x?xf32>) outs(%38 : tensor<1x2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<1x2x?x1xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %39 : tensor<1x2x?x?xf32>, tensor<1x2x?x1xf32>) outs(%28 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %49 = arith.divf %in, %in_9 : f32
      linalg.yield %49 : f32
    } -> tensor<1x2x?x?xf32>
    cf.assert %3, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %6, "unimplemented: dynamic negative broadcast sizes"
    %41 = tensor.empty(%dim, %dim_2) : tensor<1x2x?x?xf32>
    %42 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%41 : tensor<1x2x?x?xf32>) {
    ^bb0(%out: f32):
      %49 = linalg.index 1 : index
      %50 = linalg.index 2 : index
      %51 = linalg.index 3 : index
      %52 = arith.cmpi eq, %26, %c1 : index
      %53 = arith.select %52, %c0, %50 : index
      %54 = arith.cmpi eq, %27, %c1 : index
      %55 = arith.select %54, %c0, %51 : index
      %extracted = tensor.extract %40[%c0, %49, %53, %55] : tensor<1x2x?x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x?x?xf32>
    cf.assert %21, "must have at most one inferred (negative) dimension"
    %from_elements_5 = tensor.from_elements %c2_i64, %24, %25 : tensor<3xi64>
    %reshape_6 = tensor.reshape %42(%from_elements_5) : (tensor<1x2x?x?xf32>, tensor<3xi64>) -> tensor<2x?x?xf32>
    cf.assert %6, "unimplemented: dynamic negative broadcast sizes"
    %43 = tensor.empty(%dim_2) : tensor<1x2x?x16xf32>
    %44 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%43 : tensor<1x2x?x16xf32>) {
    ^bb0(%out: f32):
      %49 = linalg.index 1 : index
      %50 = linalg.index 2 : index
      %51 = linalg.index 3 : index
      %52 = arith.cmpi eq, %dim_2, %c1 : index
      %53 = arith.select %52, %c0, %50 : index
      %extracted = tensor.extract %arg2[%c0, %49, %53, %51] : tensor<1x2x?x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x?x16xf32>
    %collapsed_7 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<1x2x?x16xf32> into tensor<2x?x16xf32>
    %45 = arith.cmpi eq, %25, %1 : i64
    cf.assert %45, "mismatching contracting dimension"
    %46 = tensor.empty(%26) : tensor<2x?x16xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
    %48 = linalg.batch_matmul ins(%reshape_6, %collapsed_7 : tensor<2x?x?xf32>, tensor<2x?x16xf32>) outs(%47 : tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
    %expanded_8 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [1, 2, %26, 16] : tensor<2x?x16xf32> into tensor<1x2x?x16xf32>
    return %expanded_8 : tensor<1x2x?x16xf32>
  }
}

