#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1) -> (d0, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2, d3) -> ()>
module {
  func.func @main(%arg0: tensor<1x?x16xf32>) -> tensor<1x?x16xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant dense_resource<torch_tensor_16_torch.float32_2> : tensor<16xf32>
    %cst_6 = arith.constant dense_resource<torch_tensor_16_16_torch.float32> : tensor<16x16xf32>
    %cst_7 = arith.constant 0xFFF0000000000000 : f64
    %cst_8 = arith.constant 0.59460355750136051 : f64
    %cst_9 = arith.constant dense_resource<torch_tensor_48_torch.float32> : tensor<48xf32>
    %cst_10 = arith.constant dense_resource<torch_tensor_48_16_torch.float32> : tensor<48x16xf32>
    %cst_11 = arith.constant dense_resource<torch_tensor_16_torch.float32_1> : tensor<16xf32>
    %cst_12 = arith.constant dense_resource<torch_tensor_16_torch.float32> : tensor<16xf32>
    %cst_13 = arith.constant 1.000000e-05 : f64
    %cst_14 = arith.constant 1.600000e+01 : f64
    %cst_15 = arith.constant 1.600000e+01 : f32
    %dim = tensor.dim %arg0, %c1 : tensor<1x?x16xf32>
    %0 = arith.index_cast %dim : index to i64
    %1 = tensor.empty(%dim) : tensor<1x?x16xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x?x16xf32>) outs(%1 : tensor<1x?x16xf64>) {
    ^bb0(%in: f32, %out: f64):
      %112 = arith.extf %in : f32 to f64
      linalg.yield %112 : f64
    } -> tensor<1x?x16xf64>
    %3 = tensor.empty(%dim) : tensor<1x?x1xf64>
    %4 = linalg.fill ins(%cst : f64) outs(%3 : tensor<1x?x1xf64>) -> tensor<1x?x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x?x16xf64>) outs(%4 : tensor<1x?x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %112 = arith.addf %in, %out : f64
      linalg.yield %112 : f64
    } -> tensor<1x?x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x?x1xf64>) outs(%3 : tensor<1x?x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %112 = arith.divf %in, %cst_14 : f64
      linalg.yield %112 : f64
    } -> tensor<1x?x1xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %6 : tensor<1x?x16xf64>, tensor<1x?x1xf64>) outs(%1 : tensor<1x?x16xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %112 = arith.subf %in, %in_37 : f64
      linalg.yield %112 : f64
    } -> tensor<1x?x16xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %7 : tensor<1x?x16xf64>, tensor<1x?x16xf64>) outs(%1 : tensor<1x?x16xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %112 = arith.mulf %in, %in_37 : f64
      linalg.yield %112 : f64
    } -> tensor<1x?x16xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<1x?x16xf64>) outs(%4 : tensor<1x?x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %112 = arith.addf %in, %out : f64
      linalg.yield %112 : f64
    } -> tensor<1x?x1xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x?x1xf64>) outs(%3 : tensor<1x?x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %112 = arith.divf %in, %cst_14 : f64
      linalg.yield %112 : f64
    } -> tensor<1x?x1xf64>
    %11 = tensor.empty(%dim) : tensor<1x?x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x?x1xf64>) outs(%11 : tensor<1x?x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %112 = arith.truncf %in : f64 to f32
      linalg.yield %112 : f32
    } -> tensor<1x?x1xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<1x?x16xf32>) outs(%13 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = arith.addf %in, %out : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x?x1xf32>) outs(%11 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = arith.divf %in, %cst_15 : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x?x1xf32>) outs(%11 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = arith.truncf %cst_13 : f64 to f32
      %113 = arith.addf %in, %112 : f32
      linalg.yield %113 : f32
    } -> tensor<1x?x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x?x1xf32>) outs(%11 : tensor<1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = math.rsqrt %in : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x1xf32>
    %18 = tensor.empty(%dim) : tensor<1x?x16xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %15 : tensor<1x?x16xf32>, tensor<1x?x1xf32>) outs(%18 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.subf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x16xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %17 : tensor<1x?x16xf32>, tensor<1x?x1xf32>) outs(%18 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.mulf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x16xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %cst_12 : tensor<1x?x16xf32>, tensor<16xf32>) outs(%18 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.mulf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x16xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %cst_11 : tensor<1x?x16xf32>, tensor<16xf32>) outs(%18 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.addf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x16xf32>
    %collapsed = tensor.collapse_shape %22 [[0, 1], [2]] : tensor<1x?x16xf32> into tensor<?x16xf32>
    %23 = tensor.empty() : tensor<16x48xf32>
    %transposed = linalg.transpose ins(%cst_10 : tensor<48x16xf32>) outs(%23 : tensor<16x48xf32>) permutation = [1, 0] 
    %24 = tensor.empty(%dim) : tensor<?x48xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %26 = linalg.matmul ins(%collapsed, %transposed : tensor<?x16xf32>, tensor<16x48xf32>) outs(%25 : tensor<?x48xf32>) -> tensor<?x48xf32>
    %27 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %27, "negative values not allowed in new dimensions"
    %28 = tensor.empty(%dim) : tensor<?x48xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_9 : tensor<48xf32>) outs(%28 : tensor<?x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x48xf32>
    cf.assert %true, "mismatched size for broadcast"
    %30 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %29 : tensor<?x48xf32>, tensor<?x48xf32>) outs(%24 : tensor<?x48xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.addf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<?x48xf32>
    %expanded = tensor.expand_shape %30 [[0, 1], [2]] output_shape [1, %dim, 48] : tensor<?x48xf32> into tensor<1x?x48xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [1, %dim, 16] [1, 1, 1] : tensor<1x?x48xf32> to tensor<1x?x16xf32>
    %extracted_slice_16 = tensor.extract_slice %expanded[0, 0, 16] [1, %dim, 16] [1, 1, 1] : tensor<1x?x48xf32> to tensor<1x?x16xf32>
    %extracted_slice_17 = tensor.extract_slice %expanded[0, 0, 32] [1, %dim, 16] [1, 1, 1] : tensor<1x?x48xf32> to tensor<1x?x16xf32>
    %expanded_18 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [1, %dim, 2, 8] : tensor<1x?x16xf32> into tensor<1x?x2x8xf32>
    %31 = tensor.empty(%dim) : tensor<1x2x?x8xf32>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x?x2x8xf32>) outs(%31 : tensor<1x2x?x8xf32>) permutation = [0, 2, 1, 3] 
    %expanded_20 = tensor.expand_shape %extracted_slice_16 [[0], [1], [2, 3]] output_shape [1, %dim, 2, 8] : tensor<1x?x16xf32> into tensor<1x?x2x8xf32>
    %expanded_21 = tensor.expand_shape %extracted_slice_17 [[0], [1], [2, 3]] output_shape [1, %dim, 2, 8] : tensor<1x?x16xf32> into tensor<1x?x2x8xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<1x?x2x8xf32>) outs(%31 : tensor<1x2x?x8xf32>) permutation = [0, 2, 1, 3] 
    %32 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19 : tensor<1x2x?x8xf32>) outs(%31 : tensor<1x2x?x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = arith.truncf %cst_8 : f64 to f32
      %113 = arith.mulf %in, %112 : f32
      linalg.yield %113 : f32
    } -> tensor<1x2x?x8xf32>
    %33 = arith.cmpi sge, %0, %c0_i64 : i64
    cf.assert %33, "negative values not allowed in new dimensions"
    cf.assert %33, "negative values not allowed in new dimensions"
    %34 = tensor.empty(%dim, %dim) : tensor<?x?xi1>
    %35 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<i1>) outs(%34 : tensor<?x?xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<?x?xi1>
    %36 = tensor.empty(%dim) : tensor<?xi64>
    %37 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%36 : tensor<?xi64>) {
    ^bb0(%out: i64):
      %112 = linalg.index 0 : index
      %113 = arith.index_cast %112 : index to i64
      linalg.yield %113 : i64
    } -> tensor<?xi64>
    %expanded_23 = tensor.expand_shape %37 [[0, 1]] output_shape [1, %dim] : tensor<?xi64> into tensor<1x?xi64>
    %expanded_24 = tensor.expand_shape %37 [[0, 1]] output_shape [%dim, 1] : tensor<?xi64> into tensor<?x1xi64>
    %38 = tensor.empty(%dim, %dim) : tensor<?x?xi64>
    %39 = linalg.generic {indexing_maps = [#map8, #map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_23, %expanded_24 : tensor<1x?xi64>, tensor<?x1xi64>) outs(%38 : tensor<?x?xi64>) {
    ^bb0(%in: i64, %in_37: i64, %out: i64):
      %112 = arith.subi %in, %in_37 : i64
      linalg.yield %112 : i64
    } -> tensor<?x?xi64>
    %40 = tensor.empty(%dim, %dim) : tensor<?x?xi1>
    %41 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<?x?xi64>) outs(%40 : tensor<?x?xi1>) {
    ^bb0(%in: i64, %out: i1):
      %112 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %112 : i1
    } -> tensor<?x?xi1>
    cf.assert %true, "mismatched size for broadcast"
    cf.assert %true, "mismatched size for broadcast"
    %42 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%41, %35 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%40 : tensor<?x?xi1>) {
    ^bb0(%in: i1, %in_37: i1, %out: i1):
      %112 = arith.andi %in, %in_37 : i1
      linalg.yield %112 : i1
    } -> tensor<?x?xi1>
    %43 = tensor.empty(%dim, %dim) : tensor<?x?xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map6, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%42, %cst_2, %cst_3 : tensor<?x?xi1>, tensor<f32>, tensor<f32>) outs(%43 : tensor<?x?xf32>) {
    ^bb0(%in: i1, %in_37: f32, %in_38: f32, %out: f32):
      %112 = arith.select %in, %in_37, %in_38 : f32
      linalg.yield %112 : f32
    } -> tensor<?x?xf32>
    %45 = tensor.empty(%dim) : tensor<1x2x8x?xf32>
    %transposed_25 = linalg.transpose ins(%expanded_20 : tensor<1x?x2x8xf32>) outs(%45 : tensor<1x2x8x?xf32>) permutation = [0, 2, 3, 1] 
    %46 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_25 : tensor<1x2x8x?xf32>) outs(%45 : tensor<1x2x8x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = arith.truncf %cst_8 : f64 to f32
      %113 = arith.mulf %in, %112 : f32
      linalg.yield %113 : f32
    } -> tensor<1x2x8x?xf32>
    cf.assert %27, "unimplemented: dynamic negative broadcast sizes"
    %47 = tensor.empty(%dim) : tensor<1x2x?x8xf32>
    %48 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%47 : tensor<1x2x?x8xf32>) {
    ^bb0(%out: f32):
      %112 = linalg.index 1 : index
      %113 = linalg.index 2 : index
      %114 = linalg.index 3 : index
      %115 = arith.cmpi eq, %dim, %c1 : index
      %116 = arith.select %115, %c0, %113 : index
      %extracted = tensor.extract %32[%c0, %112, %116, %114] : tensor<1x2x?x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x?x8xf32>
    %collapsed_26 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<1x2x?x8xf32> into tensor<2x?x8xf32>
    cf.assert %27, "unimplemented: dynamic negative broadcast sizes"
    %49 = tensor.empty(%dim) : tensor<1x2x8x?xf32>
    %50 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%49 : tensor<1x2x8x?xf32>) {
    ^bb0(%out: f32):
      %112 = linalg.index 1 : index
      %113 = linalg.index 2 : index
      %114 = linalg.index 3 : index
      %115 = arith.cmpi eq, %dim, %c1 : index
      %116 = arith.select %115, %c0, %114 : index
      %extracted = tensor.extract %46[%c0, %112, %113, %116] : tensor<1x2x8x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x8x?xf32>
    %collapsed_27 = tensor.collapse_shape %50 [[0, 1], [2], [3]] : tensor<1x2x8x?xf32> into tensor<2x8x?xf32>
    %51 = tensor.empty(%dim, %dim) : tensor<2x?x?xf32>
    %52 = linalg.fill ins(%cst_0 : f32) outs(%51 : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
    %53 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<2x?x8xf32>, tensor<2x8x?xf32>) outs(%52 : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
    %54 = arith.muli %0, %c2_i64 : i64
    %55 = arith.cmpi slt, %0, %c0_i64 : i64
    %56 = arith.select %55, %c2_i64, %54 : i64
    %57 = arith.extui %55 : i1 to i64
    %58 = arith.muli %56, %0 : i64
    %59 = arith.addi %57, %c1_i64 : i64
    %60 = arith.select %55, %c2_i64, %58 : i64
    %61 = arith.select %55, %59, %57 : i64
    %62 = arith.cmpi sle, %61, %c1_i64 : i64
    cf.assert %62, "must have at most one inferred (negative) dimension"
    %63 = arith.muli %54, %0 : i64
    %64 = arith.divsi %63, %60 : i64
    %65 = arith.select %55, %64, %0 : i64
    %from_elements = tensor.from_elements %c1_i64, %c2_i64, %65, %65 : tensor<4xi64>
    %reshape = tensor.reshape %53(%from_elements) : (tensor<2x?x?xf32>, tensor<4xi64>) -> tensor<1x2x?x?xf32>
    %66 = arith.index_cast %65 : i64 to index
    %67 = arith.cmpi eq, %66, %dim : index
    cf.assert %67, "mismatched size for broadcast"
    cf.assert %67, "mismatched size for broadcast"
    %68 = tensor.empty(%66, %66) : tensor<1x2x?x?xf32>
    %69 = linalg.generic {indexing_maps = [#map5, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape, %44 : tensor<1x2x?x?xf32>, tensor<?x?xf32>) outs(%68 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.addf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x2x?x?xf32>
    %70 = tensor.empty(%66) : tensor<1x2x?xi64>
    %71 = linalg.fill ins(%c0_i64 : i64) outs(%70 : tensor<1x2x?xi64>) -> tensor<1x2x?xi64>
    %72 = tensor.empty(%66) : tensor<1x2x?xf32>
    %73 = linalg.fill ins(%cst_1 : f32) outs(%72 : tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
    %74:2 = linalg.generic {indexing_maps = [#map5, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%69 : tensor<1x2x?x?xf32>) outs(%73, %71 : tensor<1x2x?xf32>, tensor<1x2x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_37: i64):
      %112 = linalg.index 3 : index
      %113 = arith.index_cast %112 : index to i64
      %114 = arith.maximumf %in, %out : f32
      %115 = arith.cmpf ogt, %in, %out : f32
      %116 = arith.select %115, %113, %out_37 : i64
      linalg.yield %114, %116 : f32, i64
    } -> (tensor<1x2x?xf32>, tensor<1x2x?xi64>)
    %expanded_28 = tensor.expand_shape %74#0 [[0], [1], [2, 3]] output_shape [1, 2, %66, 1] : tensor<1x2x?xf32> into tensor<1x2x?x1xf32>
    %75 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %expanded_28 : tensor<1x2x?x?xf32>, tensor<1x2x?x1xf32>) outs(%68 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.subf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x2x?x?xf32>
    %76 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<1x2x?x?xf32>) outs(%68 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = math.exp %in : f32
      linalg.yield %112 : f32
    } -> tensor<1x2x?x?xf32>
    %77 = tensor.empty(%66) : tensor<1x2x?x1xf32>
    %78 = linalg.fill ins(%cst_0 : f32) outs(%77 : tensor<1x2x?x1xf32>) -> tensor<1x2x?x1xf32>
    %79 = linalg.generic {indexing_maps = [#map5, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%76 : tensor<1x2x?x?xf32>) outs(%78 : tensor<1x2x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %112 = arith.addf %in, %out : f32
      linalg.yield %112 : f32
    } -> tensor<1x2x?x1xf32>
    %80 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %79 : tensor<1x2x?x?xf32>, tensor<1x2x?x1xf32>) outs(%68 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.divf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x2x?x?xf32>
    %81 = tensor.empty(%66, %66) : tensor<1x2x?x?xi1>
    %82 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<1x2x?x?xf32>) outs(%81 : tensor<1x2x?x?xi1>) {
    ^bb0(%in: f32, %out: i1):
      %112 = arith.extf %in : f32 to f64
      %113 = arith.cmpf oeq, %112, %cst_7 : f64
      linalg.yield %113 : i1
    } -> tensor<1x2x?x?xi1>
    %83 = tensor.empty(%66) : tensor<1x2x?x1xi1>
    %84 = linalg.fill ins(%true : i1) outs(%83 : tensor<1x2x?x1xi1>) -> tensor<1x2x?x1xi1>
    %85 = linalg.generic {indexing_maps = [#map5, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82 : tensor<1x2x?x?xi1>) outs(%84 : tensor<1x2x?x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %112 = arith.andi %in, %out : i1
      linalg.yield %112 : i1
    } -> tensor<1x2x?x1xi1>
    %86 = arith.cmpi sge, %65, %c0_i64 : i64
    cf.assert %86, "negative values not allowed in new dimensions"
    %87 = arith.index_cast %65 : i64 to index
    cf.assert %86, "negative values not allowed in new dimensions"
    %88 = tensor.empty(%87, %87) : tensor<1x2x?x?xf32>
    %89 = linalg.generic {indexing_maps = [#map13, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%88 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x?x?xf32>
    %90 = arith.cmpi eq, %66, %87 : index
    cf.assert %90, "mismatched size for broadcast"
    %91 = arith.cmpi eq, %87, %66 : index
    cf.assert %91, "mismatched size for broadcast"
    %92 = tensor.empty(%66, %87) : tensor<1x2x?x?xf32>
    %93 = linalg.generic {indexing_maps = [#map12, #map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %89, %80 : tensor<1x2x?x1xi1>, tensor<1x2x?x?xf32>, tensor<1x2x?x?xf32>) outs(%92 : tensor<1x2x?x?xf32>) {
    ^bb0(%in: i1, %in_37: f32, %in_38: f32, %out: f32):
      %112 = arith.select %in, %in_37, %in_38 : f32
      linalg.yield %112 : f32
    } -> tensor<1x2x?x?xf32>
    cf.assert %27, "unimplemented: dynamic negative broadcast sizes"
    cf.assert %27, "unimplemented: dynamic negative broadcast sizes"
    %94 = tensor.empty(%dim, %dim) : tensor<1x2x?x?xf32>
    %95 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%94 : tensor<1x2x?x?xf32>) {
    ^bb0(%out: f32):
      %112 = linalg.index 1 : index
      %113 = linalg.index 2 : index
      %114 = linalg.index 3 : index
      %115 = arith.cmpi eq, %66, %c1 : index
      %116 = arith.select %115, %c0, %113 : index
      %117 = arith.cmpi eq, %87, %c1 : index
      %118 = arith.select %117, %c0, %114 : index
      %extracted = tensor.extract %93[%c0, %112, %116, %118] : tensor<1x2x?x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x?x?xf32>
    cf.assert %62, "must have at most one inferred (negative) dimension"
    %from_elements_29 = tensor.from_elements %c2_i64, %65, %65 : tensor<3xi64>
    %reshape_30 = tensor.reshape %95(%from_elements_29) : (tensor<1x2x?x?xf32>, tensor<3xi64>) -> tensor<2x?x?xf32>
    cf.assert %27, "unimplemented: dynamic negative broadcast sizes"
    %96 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%47 : tensor<1x2x?x8xf32>) {
    ^bb0(%out: f32):
      %112 = linalg.index 1 : index
      %113 = linalg.index 2 : index
      %114 = linalg.index 3 : index
      %115 = arith.cmpi eq, %dim, %c1 : index
      %116 = arith.select %115, %c0, %113 : index
      %extracted = tensor.extract %transposed_22[%c0, %112, %116, %114] : tensor<1x2x?x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x2x?x8xf32>
    %collapsed_31 = tensor.collapse_shape %96 [[0, 1], [2], [3]] : tensor<1x2x?x8xf32> into tensor<2x?x8xf32>
    %97 = arith.cmpi eq, %65, %0 : i64
    cf.assert %97, "mismatching contracting dimension"
    %98 = tensor.empty(%66) : tensor<2x?x8xf32>
    %99 = linalg.fill ins(%cst_0 : f32) outs(%98 : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
    %100 = linalg.batch_matmul ins(%reshape_30, %collapsed_31 : tensor<2x?x?xf32>, tensor<2x?x8xf32>) outs(%99 : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
    %expanded_32 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [1, 2, %66, 8] : tensor<2x?x8xf32> into tensor<1x2x?x8xf32>
    %101 = tensor.empty(%66) : tensor<1x?x2x8xf32>
    %transposed_33 = linalg.transpose ins(%expanded_32 : tensor<1x2x?x8xf32>) outs(%101 : tensor<1x?x2x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_34 = tensor.collapse_shape %transposed_33 [[0, 1], [2, 3]] : tensor<1x?x2x8xf32> into tensor<?x16xf32>
    %102 = tensor.empty() : tensor<16x16xf32>
    %transposed_35 = linalg.transpose ins(%cst_6 : tensor<16x16xf32>) outs(%102 : tensor<16x16xf32>) permutation = [1, 0] 
    %103 = tensor.empty(%66) : tensor<?x16xf32>
    %104 = linalg.fill ins(%cst_0 : f32) outs(%103 : tensor<?x16xf32>) -> tensor<?x16xf32>
    %105 = linalg.matmul ins(%collapsed_34, %transposed_35 : tensor<?x16xf32>, tensor<16x16xf32>) outs(%104 : tensor<?x16xf32>) -> tensor<?x16xf32>
    cf.assert %27, "negative values not allowed in new dimensions"
    %106 = tensor.empty(%dim) : tensor<?x16xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_5 : tensor<16xf32>) outs(%106 : tensor<?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16xf32>
    %108 = arith.cmpi eq, %66, %dim : index
    cf.assert %108, "mismatched size for broadcast"
    %109 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%105, %107 : tensor<?x16xf32>, tensor<?x16xf32>) outs(%103 : tensor<?x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.addf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<?x16xf32>
    %expanded_36 = tensor.expand_shape %109 [[0, 1], [2]] output_shape [1, %66, 16] : tensor<?x16xf32> into tensor<1x?x16xf32>
    %110 = arith.cmpi eq, %dim, %66 : index
    cf.assert %110, "mismatched size for broadcast"
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_36 : tensor<1x?x16xf32>, tensor<1x?x16xf32>) outs(%18 : tensor<1x?x16xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %112 = arith.addf %in, %in_37 : f32
      linalg.yield %112 : f32
    } -> tensor<1x?x16xf32>
    return %111 : tensor<1x?x16xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_16_torch.float32_2: "0x040000001E2C7FBE96AD2A3EA47620BE4C4C873DBEF3633E08FADA3DA0F1C4BDD0D1BABC80E4DC3D9628103E4EFE343EE4AD76BE2087653E7CBAA13D6C61C0BD0CB6C1BD",
      torch_tensor_16_16_torch.float32: "0x0400000008CA36BD1869D93DF4CD6E3EBADB32BE600EA7BDF47BA53D521F703E1EF7553E10F1F7BD585A693D7063283DA09934BCFC0CC0BD8053813CC07D01BC9013AABDF060E9BD046E6C3E144A963D06C46EBE0A4E3FBEEC91583EB0EB38BE0AB6203EF04DE9BD10CB3CBDD846543D685F0FBD424C0EBE70C58F3DA0E4B03C88397D3D881B90BDA0D45DBCFC2BDF3DA01A573CD0E4EABDB007C6BD083C67BEBABA18BED4BE3EBE14E6A53D7A3939BEB43EE43D0A97773ECCF5AFBDB01EF4BC7A4026BEF61572BEAE9050BE1CC055BE8CEE953D749C063E8A3C513E56CA543EA44A5FBE308A00BE208D7E3D68D1883D66C9343E10E9B03DC47AF13DD079AD3C005707BEA0EBE8BCB42F49BEAC1476BEE8291C3EBE722DBE4CAAD73D888856BE5C6CA0BDB24130BE10A2B93CE6BA1D3E8228573E00F1823A90CA353DA061A8BD4CB9BCBD3056A13D3AFB023EA0F2B3BCBCFAA63D10BACF3D40CA08BCA0A2F4BCACE6443EF04EDD3DC0C0563CFCCD56BE8C5D2ABEBC1C5DBED4BF533EDE873FBE2864663E3A567DBE10F5F4BD7CD2B73DE0AEB43C10FC573EC07D183E401623BC4C21A93D787509BE30DCB0BC307010BE5EB6403EC0A989BDE00AF8BC74C942BE0C248A3D680E5CBEC8F650BD88D9B8BDA439D0BDD02F04BD6C9C033EF6A0673E7692763E585642BD20FA7BBC309D98BCCE2E7ABE26125DBEE8EF8EBD50F247BDE02B393EA8EA463E00C0ECB8943750BE4E8803BEF6A058BE524907BE88BA19BD66D747BE804C673C08F573BDEC43BFBD60AE633D10DFC63C489A55BEC06B7FBE088F1C3EA8C1153D32F6683E08E0E03D80F494BCB0104EBD3E56283E942F32BE3E76793E18E31DBE386802BD886339BEE417113EA042B03DA099353E3CB6053E6246153E30B1A1BDAC88163EF0B6C53CDC72F23D6EAD103ED0729A3C0E160F3E906340BD0EFF63BE7049423D70F4B33CD03FE73DC099083C968D1D3EA483503E0018A23CA4335CBE3C862C3E7050553DCCB726BE809486BC347A33BE50F7FABD00515D3D60D8683D386E2E3ED87E22BEB8FB24BDFE653F3EEEEA5F3ED0E476BDFC61D13DD05571BE4E2D4CBEF076593E68F39CBD90BB30BD3090863C9059A5BCF08F5B3D54ABA13D6A875DBE5C2EA13D688C1BBE401CC7BDE234663EE88C26BD849739BE9EBE463E180E1EBDB0D45F3E2C62DDBD96D74DBEF8E0473E34F9FEBDB898CEBD80A8B4BC40A76A3D5CAA893D38DA6DBEA0A40B3D5CC1763EF05C993D929C4DBEFC3AF3BDA2EB5ABE64A60F3EF8BED5BDD22C543EC455FABD0AD76D3EACF400BEB42083BDF4C6FA3D2093433D567474BEB00A833C504C493DF46D54BEB2244A3E52E53D3E98787CBD1C9B6FBE24BF9C3D68C0F93DF0171ABD6E3F773E40DFD9BC785D553D36676DBEFCE4043ED24163BE8460D43D3A7B31BE0C2817BE40DFBEBC",
      torch_tensor_48_torch.float32: "0x040000005452403EF86C75BE307921BE300803BE001E7D3B683053BDF019ADBD3005793DEE26033E28BE3B3DE64B7DBED0C7F3BC2077653C00E7F93D9C2A8ABD64F389BD04F224BEF00667BE2C510D3EC8B82C3EE6F5753E2C1DC1BD80C0ABBDE615033E24EF2DBE2A527EBE68DC263EEE1145BE6CCAABBD98A6103EC0E9633CD8B831BE801D3D3D70EFCD3C4827503DF0AE89BC6054B5BD10D7F13C503B56BD2A8A293E0098EA3A3AC732BEA0DA06BDD039513D90AD7B3E50401E3DC87F5CBE74A99D3D",
      torch_tensor_48_16_torch.float32: "0x04000000043696BDE0C4DFBC0E15653E52650EBE6CF0293EAE805B3EE03917BEFC46493E386054BD12B2203EB0A4FE3D22291ABE70F7963C80EA2C3D12CC05BE662E3BBEE89D20BE22805B3E56DF1D3E8A71603E0015313BF08484BCA8B638BEC83E343D222F50BE002E173BDACE6FBEC04E823D10BF8ABD685B10BE52124E3E40A7EC3D3012AD3C9063D6BD301C06BDC8F961BE807B51BBE4477CBEF08D103E7832033D20F4753EE42CD83DB0E17D3DE8E4073E6C13E03D3C3E843D2488403E98C58E3D1837BB3D2ABC723E40782C3CE4661ABECE02303EDA52223EE699153E1E201BBEA6810FBED22E3B3EDC32D73DB417C8BDD6AB51BEBE3928BE06117BBE40D4523ECA1D25BE8CD219BE5EF8073E00D7933C6C299D3D78F9763E545956BE28C81D3D4E7805BE0A2E273ECC4C9F3DBA7A5EBE2ECC5D3EF0EB073E90611DBE441C083E40EF03BED67524BE70F4DC3C249DFF3D6A50113ED81749BD0CA93B3EC8A48BBDC016463C90A6303E349DE73DA8AF07BD04FFAE3DE2F5503E4CC4F53D70ED9EBC1A6B07BE9A6952BEA0B8563E325643BE9A454B3E2C5595BD8C5B21BEFAF114BE7C38A53D04986DBE36F114BEC2772BBE76955CBEF05D443E745751BE3024AE3D3865C8BD10F17D3E4027E5BBF0C5D73C983BC8BDD0FA51BD742BB8BD70D6F73D8087553C009F85BB8835D1BDC07AD9BB00EB90BD94B8A7BD407920BEA8F0DD3D48FB203E6CAD913D64C14B3E78FB323D968C453E109A3DBE68B17CBDF009FEBCC47629BE96CE403E5EB242BE7869023EE0FB613D2806083E0ADA0B3EEA7E273E6070003EB0B747BEE29C08BEA8E1EDBD549BD9BDC4DFAD3D0AF60CBEF05029BE30B4FABD6E8815BE201DBB3C9C04D1BD804A233EEA9312BE60DDC8BCD2EF0B3ECEB8023E10F5293E343C423EA2327A3E0E38533E844F2EBEA2DB19BEC0F4A4BBA618733E10C928BEFAA642BEB6E32FBEE0A211BC4E133C3E7C994ABE78ED583D821457BE3005D63C7E183F3EA8918C3DCA4D75BE00C3943D06A270BE40E055BD14E82D3E5462093E581B113D9479C1BD8054733EC81FE33DB8B7513DE8824C3E021B25BED4D6043EA0F00EBCD055CE3D348004BEAC91E1BD460677BED64914BECC21433E9249213E4CCA6B3E82F928BE0EC8013EB0E7EA3DB82B28BE54135C3E50DC1C3EC84D703E68327CBD482BC2BDA04A68BC20D50DBCEC34A1BDC6FB773E90DE52BDE8FB25BE38A9693DE084CF3D6804593EF08ED33D8C1FD3BD3EA2103E10659EBD34AD0D3E666F1DBE54F0243E284574BDD43A49BE0050153A320A7BBE00D94B3D90DF42BD42DF25BE880F583E0000E036C2E34BBE14C120BE6E8F1C3E8844C7BD7C39FBBD18B3653E30037E3D5E0B50BE42631FBEE469EB3D14045BBE10304E3EB429C73D746DB73DF2E71BBE2483893D005EBCBC88EAA2BD604401BC88801D3E10AF2E3D442721BE18C663BE987D663E320B1B3E301C48BE004E9C3BB06B103D403E6CBD983DF4BD6CC44FBE02E5623E60BF123E2C153C3EA8F2123DE4733F3EE092A6BD86195B3E7CBD28BE6466C53D84CF65BE12CD18BE004DC63BF069423E9AFC3B3E6081593E80A0FEBBC0D8533C0C8E293E740D3F3E783F6B3D40A8E53B4030943B2093723C00BF2A3CE445F93DE8E68DBD90FD32BD40556CBED031073D9C01E3BD00F452BB1C1B1C3EC8CC1E3E0082523BD80D213EC0AD39BEE87AB93D7828683DF83D143E206806BC1CAA9BBD40EB8C3C0069D13CC871183E101E313ED06CA0BC808D693E4828963DFC51E1BDF4F1883DD42BE33D205FCF3D5AAE11BED00C11BD1004993D98E1CABD10ED593DC89C5BBDF02A003EC899F0BD6CE481BD60172E3C6E826FBEF89E67BE446FFC3D2CE923BEA462A0BDA62E58BE1E387ABEBE227FBE06501BBEBE71593E98142EBE5E272B3E94EFC33D9CF786BDF8FDD8BDC2D667BEF05AD63DE0C265BE285C2DBD687FEA3DF65A22BEE09ED3BC443B683E3C2F543E403FA73B007C7E3B46F80DBE421A61BE98557BBEACA3593E30C4CF3D0C01473E3C8E273E8C1DAE3D48F4ABBD86E8383E7019FBBC085478BE14FA813D4EAE503E90A6D5BCB2C00C3E60F3853CF276433E8475A63D32FF673EB0A9733E40DC883B68A680BD141F24BEB0C0A4BC7E226ABEC4E2143E00BEFEBD6A4F173E0E17463E3C8DD8BD80A9B0BDCEA47A3E20526D3EE0CE9CBD58785A3E807C493EA84A61BDBAEB54BE48D9E73DE85052BEE2AC13BE70D720BDB05543BEE4A67C3ED8727C3EB8370BBD384C27BE38A0A33DD4EC23BEECA7CABDD899813D1016B5BD02EF653EA073823D58CCA3BD02B86CBE089C35BEE07A7C3EEE1239BE98B6BE3DBECB113E70EAE1BD08BDE1BD4041663C300466BD1E0576BE9AF65CBE2E3227BE6C8AF73DA0F3AA3C4446D33D7060CE3D40BE8CBBC082A23C7CA013BE68EDD03DD87202BE6448BC3D646BB5BD0004443EBCDA88BD8A776B3E486C273D506E9ABCB0EADC3C58C137BEC0F1EF3CE0A3833D30E354BDD0ECD33C26737A3E6EEC333E764F073EAC5A553E06623DBE2428E5BD70B259BEE06C733D208403BEEC68F2BDC406313E64AA7C3E4804F63DB05620BD52A6643ED05238BD161B153E143D08BED81A393DAC43093EC238163E1E6E73BEE61A35BE78A7F13D403F28BC66D2493EBA485BBEE07CA9BCC49B96BD00B4A839D0B800BDB892A73D08D12FBD9840A9BD5CF9B1BDA07CD3BD30252F3DAC33C5BDB40BA73DE8A3B1BDC244603E20E0FD3CC0135CBE0036193BE0E1463C36B254BE0087483D785035BD385C4D3EE86E2B3E703C293DF0136D3D28A8CFBDA63D593E32A315BE54707CBE606F58BC9C284DBEF65C2FBE3003BBBD3443603E186EB9BD3838FF3DE092483E409C86BB8A4D4C3EC83B703D002987BC4CB9983D84215BBECCDF0ABE12C9353E649A353EB4480F3E20CC423DE07109BCE8F61FBEA4A4843DAC613F3E38345F3E46ED16BED0EEDF3D162B61BE3057B4BDA050BA3DE42F483EA0B309BD920935BE0816FF3DD017193E387A883D5A045ABE08B574BD607118BE18EEA33DA0E1223C68CB32BD448719BEB81D523DF405C7BDE88EAC3D10B269BEB4C297BD5667563E7ABE663EA8A5FC3D70A594BD406D213E00269C3C125F143E26A30A3EA8C54A3D80314D3EB8A424BEC67F273EC002073C18C8533DD0B28E3D5C18BCBD706C663D485ACF3D0047A1BDD21807BE12582C3EFAB1313E405AEABC20126BBD5C3E393EC0080CBE28221D3D24E004BE2CCE48BE10FB703E5097AFBC042D69BE801D513C4AE07E3E3AD333BE9C0A22BEF0793A3EE02198BD2E4342BEB461D1BD0059CC3A28C4783DE0AA0FBE141F2D3E90C838BEC4AD493E52281E3ECEB625BEA29443BE485B10BE1665213E862C013E68F7063EA8A03ABE48A521BD4A4A6F3E9084E73C60BE6F3CF2D523BE60B00FBE405BE5BBB86DACBD68847D3DD0B32E3D84F9CD3D60D19FBCF2C4793E00BD30BB0C6D613E1235383EF68D433E708B8BBC3CCFB8BD1EEA57BEE02360BD78258CBD282D913D2236273E48B7233D0070C4BCA45FCB3D507E9F3D7AC33D3ECC47C2BDC019D5BB90C6FB3D344671BE48187FBE00E289BCCA2A153E18A0F13DB04B6EBE448F7A3EF6575EBE4C9E9EBDACF00A3E564417BE0695693E5C38BB3D40C4D93B4888A0BDD217713E521667BE1E757E3E8066BB3CD4E9DABD866568BECEED0FBE287C08BDE410D8BD987E78BD424976BEC0F69CBD68CB583E00D0333D9A5B67BE2643683EA0376A3C58A848BE1C6EF13D5C1BF83DA22E763E5067CEBDA00400BE60349B3C7AE12CBE50A3053D726D20BE8072D43C5416BC3D60B16F3CD8E76ABE16A82ABE00CEBBBDB4210ABEC4BBA0BDD20A41BE509DB2BD721232BED477073ED8F1603E40F873BE825F7ABEB8F92EBE3CCFC23D00F872BAC0B360BCD00217BEBCBAD83D58C9A23D789B0DBD0AA84A3E4EFE733E5C2DCFBDFC5CD93D4617633ECE9E463E3809013E802B72BCE0326CBE18DC9C3D48F838BD1C1261BE2C66613E1606773EE0C7F83C2845B63D004C5A3E4C2F44BE4E3A42BE94D33A3EFC5693BDC8BE1EBDECA39F3DC06103BD387DF93D7A163BBEDE4065BE4AEF06BE089D9B3D6C9CBBBD5C054CBE947FB2BDF2D401BE68C3CCBD0EF9053ECCF3963D0038A8BA72107CBE408DAEBC84988EBDC0366C3D90AAE53D428F673E06A0503EF0060FBD20E6ED3C32140ABE6EEC5B3E6CF2873D14F1F43D2004053E48AF98BD046AB5BD1C9C0BBEF0D875BE2C0D17BEF0B2D43C5EB71CBE2010F2BD6870513ED0353BBD806806BC1A0F5D3E00DCBABDE0BD253E2A9051BED0036C3E",
      torch_tensor_16_torch.float32_1: "0x0400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      torch_tensor_16_torch.float32: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"
    }
  }
#-}

