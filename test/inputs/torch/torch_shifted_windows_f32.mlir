#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map10 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map13 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map14 = affine_map<(d0, d1) -> (d0, 0)>
#map15 = affine_map<(d0, d1) -> (0, d1)>
#map16 = affine_map<(d0, d1, d2) -> ()>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>
module {
  func.func @main(%arg0: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> {
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %c4_i64 = arith.constant 4 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c49_i64 = arith.constant 49 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<-1.000000e+02> : tensor<f32>
    %cst_3 = arith.constant dense_resource<torch_tensor_49_2_torch.float32> : tensor<49x2xf32>
    %cst_4 = arith.constant 4.6051701859880918 : f64
    %cst_5 = arith.constant dense_resource<torch_tensor_2_1_1_torch.float32> : tensor<2x1x1xf32>
    %cst_6 = arith.constant 9.9999999999999998E-13 : f64
    %cst_7 = arith.constant dense_resource<torch_tensor_48_16_torch.float32> : tensor<48x16xf32>
    %cst_8 = arith.constant 5.000000e-01 : f32
    %cst_9 = arith.constant 2.000000e+00 : f32
    %c6_i64 = arith.constant 6 : i64
    %cst_10 = arith.constant dense_resource<torch_tensor_2_torch.int64> : tensor<2xi64>
    %extracted_slice = tensor.extract_slice %arg0[0, 2, 0, 0] [1, 6, 8, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x6x8x16xf32>
    %cast = tensor.cast %extracted_slice : tensor<1x6x8x16xf32> to tensor<1x?x8x16xf32>
    %extracted_slice_11 = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 2, 8, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x2x8x16xf32>
    %cast_12 = tensor.cast %extracted_slice_11 : tensor<1x2x8x16xf32> to tensor<1x?x8x16xf32>
    %concat = tensor.concat dim(1) %cast, %cast_12 : (tensor<1x?x8x16xf32>, tensor<1x?x8x16xf32>) -> tensor<1x8x8x16xf32>
    %extracted_slice_13 = tensor.extract_slice %concat[0, 0, 2, 0] [1, 8, 6, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x8x6x16xf32>
    %cast_14 = tensor.cast %extracted_slice_13 : tensor<1x8x6x16xf32> to tensor<1x8x?x16xf32>
    %extracted_slice_15 = tensor.extract_slice %concat[0, 0, 0, 0] [1, 8, 2, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x8x2x16xf32>
    %cast_16 = tensor.cast %extracted_slice_15 : tensor<1x8x2x16xf32> to tensor<1x8x?x16xf32>
    %concat_17 = tensor.concat dim(2) %cast_14, %cast_16 : (tensor<1x8x?x16xf32>, tensor<1x8x?x16xf32>) -> tensor<1x8x8x16xf32>
    %expanded = tensor.expand_shape %concat_17 [[0], [1, 2], [3, 4], [5]] output_shape [1, 2, 4, 2, 4, 16] : tensor<1x8x8x16xf32> into tensor<1x2x4x2x4x16xf32>
    %0 = tensor.empty() : tensor<1x2x2x4x4x16xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x2x4x2x4x16xf32>) outs(%0 : tensor<1x2x2x4x4x16xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %1 = tensor.empty() : tensor<16x48xf32>
    %transposed_18 = linalg.transpose ins(%cst_7 : tensor<48x16xf32>) outs(%1 : tensor<16x48xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1, 2, 3, 4], [5]] : tensor<1x2x2x4x4x16xf32> into tensor<64x16xf32>
    %2 = tensor.empty() : tensor<64x48xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<64x48xf32>) -> tensor<64x48xf32>
    %4 = linalg.matmul ins(%collapsed, %transposed_18 : tensor<64x16xf32>, tensor<16x48xf32>) outs(%3 : tensor<64x48xf32>) -> tensor<64x48xf32>
    %expanded_19 = tensor.expand_shape %4 [[0, 1], [2, 3, 4]] output_shape [4, 16, 3, 2, 8] : tensor<64x48xf32> into tensor<4x16x3x2x8xf32>
    %5 = tensor.empty() : tensor<3x4x2x16x8xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<4x16x3x2x8xf32>) outs(%5 : tensor<3x4x2x16x8xf32>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_21 = tensor.extract_slice %transposed_20[0, 0, 0, 0, 0] [1, 4, 2, 16, 8] [1, 1, 1, 1, 1] : tensor<3x4x2x16x8xf32> to tensor<1x4x2x16x8xf32>
    %extracted_slice_22 = tensor.extract_slice %transposed_20[1, 0, 0, 0, 0] [1, 4, 2, 16, 8] [1, 1, 1, 1, 1] : tensor<3x4x2x16x8xf32> to tensor<1x4x2x16x8xf32>
    %extracted_slice_23 = tensor.extract_slice %transposed_20[2, 0, 0, 0, 0] [1, 4, 2, 16, 8] [1, 1, 1, 1, 1] : tensor<3x4x2x16x8xf32> to tensor<1x4x2x16x8xf32>
    %collapsed_24 = tensor.collapse_shape %extracted_slice_21 [[0, 1], [2], [3], [4]] : tensor<1x4x2x16x8xf32> into tensor<4x2x16x8xf32>
    %collapsed_25 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2], [3], [4]] : tensor<1x4x2x16x8xf32> into tensor<4x2x16x8xf32>
    %6 = tensor.empty() : tensor<4x2x16x1xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<4x2x16x1xf32>) -> tensor<4x2x16x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_24 : tensor<4x2x16x8xf32>) outs(%7 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.absf %in : f32
      %80 = math.powf %79, %cst_9 : f32
      %81 = arith.addf %80, %out : f32
      linalg.yield %81 : f32
    } -> tensor<4x2x16x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<4x2x16x1xf32>) outs(%6 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.powf %in, %cst_8 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<4x2x16x1xf32>) outs(%6 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.truncf %cst_6 : f64 to f32
      %80 = arith.cmpf ult, %in, %79 : f32
      %81 = arith.select %80, %79, %in : f32
      linalg.yield %81 : f32
    } -> tensor<4x2x16x1xf32>
    %11 = tensor.empty() : tensor<4x2x16x8xf32>
    %collapsed_26 = tensor.collapse_shape %10 [[0], [1], [2, 3]] : tensor<4x2x16x1xf32> into tensor<4x2x16xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_26 : tensor<4x2x16xf32>) outs(%11 : tensor<4x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x16x8xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_24, %12 : tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>) outs(%11 : tensor<4x2x16x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.divf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_25 : tensor<4x2x16x8xf32>) outs(%7 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.absf %in : f32
      %80 = math.powf %79, %cst_9 : f32
      %81 = arith.addf %80, %out : f32
      linalg.yield %81 : f32
    } -> tensor<4x2x16x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<4x2x16x1xf32>) outs(%6 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.powf %in, %cst_8 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<4x2x16x1xf32>) outs(%6 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.truncf %cst_6 : f64 to f32
      %80 = arith.cmpf ult, %in, %79 : f32
      %81 = arith.select %80, %79, %in : f32
      linalg.yield %81 : f32
    } -> tensor<4x2x16x1xf32>
    %collapsed_27 = tensor.collapse_shape %16 [[0], [1], [2, 3]] : tensor<4x2x16x1xf32> into tensor<4x2x16xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_27 : tensor<4x2x16xf32>) outs(%11 : tensor<4x2x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x2x16x8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_25, %17 : tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>) outs(%11 : tensor<4x2x16x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.divf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x8xf32>
    %19 = tensor.empty() : tensor<4x2x8x16xf32>
    %transposed_28 = linalg.transpose ins(%18 : tensor<4x2x16x8xf32>) outs(%19 : tensor<4x2x8x16xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_29 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : tensor<4x2x16x8xf32> into tensor<8x16x8xf32>
    %collapsed_30 = tensor.collapse_shape %transposed_28 [[0, 1], [2], [3]] : tensor<4x2x8x16xf32> into tensor<8x8x16xf32>
    %20 = tensor.empty() : tensor<8x16x16xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %22 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<8x16x8xf32>, tensor<8x8x16xf32>) outs(%21 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %expanded_31 = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [4, 2, 16, 16] : tensor<8x16x16xf32> into tensor<4x2x16x16xf32>
    %23 = tensor.empty() : tensor<2x1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<2x1x1xf32>) outs(%23 : tensor<2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.truncf %cst_4 : f64 to f32
      %80 = arith.cmpf ugt, %in, %79 : f32
      %81 = arith.select %80, %79, %in : f32
      linalg.yield %81 : f32
    } -> tensor<2x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x1x1xf32>) outs(%23 : tensor<2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.exp %in : f32
      linalg.yield %79 : f32
    } -> tensor<2x1x1xf32>
    %26 = tensor.empty() : tensor<4x2x16x16xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_31, %25 : tensor<4x2x16x16xf32>, tensor<2x1x1xf32>) outs(%26 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.mulf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x16xf32>
    %28 = tensor.empty() : tensor<4xi64>
    %29 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%28 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %79 = linalg.index 0 : index
      %80 = arith.index_cast %79 : index to i64
      linalg.yield %80 : i64
    } -> tensor<4xi64>
    %30 = tensor.empty() : tensor<4x4xi64>
    %31 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<4xi64>) outs(%30 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x4xi64>
    %32 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<4xi64>) outs(%30 : tensor<4x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x4xi64>
    %concat_32 = tensor.concat dim(0) %31, %32 : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<8x4xi64>
    %expanded_33 = tensor.expand_shape %concat_32 [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xi64> into tensor<2x4x4xi64>
    %collapsed_34 = tensor.collapse_shape %expanded_33 [[0], [1, 2]] : tensor<2x4x4xi64> into tensor<2x16xi64>
    %expanded_35 = tensor.expand_shape %collapsed_34 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xi64> into tensor<2x16x1xi64>
    %expanded_36 = tensor.expand_shape %collapsed_34 [[0], [1, 2]] output_shape [2, 1, 16] : tensor<2x16xi64> into tensor<2x1x16xi64>
    %33 = tensor.empty() : tensor<2x16x16xi64>
    %34 = linalg.generic {indexing_maps = [#map9, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35, %expanded_36 : tensor<2x16x1xi64>, tensor<2x1x16xi64>) outs(%33 : tensor<2x16x16xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %79 = arith.subi %in, %in_69 : i64
      linalg.yield %79 : i64
    } -> tensor<2x16x16xi64>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x16x16xi64>) outs(%33 : tensor<2x16x16xi64>) {
    ^bb0(%in: i64, %out: i64):
      %79 = arith.addi %in, %c4_i64 : i64
      linalg.yield %79 : i64
    } -> tensor<2x16x16xi64>
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x16x16xi64>) outs(%33 : tensor<2x16x16xi64>) {
    ^bb0(%in: i64, %out: i64):
      %79 = arith.subi %in, %c1_i64 : i64
      linalg.yield %79 : i64
    } -> tensor<2x16x16xi64>
    %37 = tensor.empty() : tensor<16x16x2xi64>
    %transposed_37 = linalg.transpose ins(%36 : tensor<2x16x16xi64>) outs(%37 : tensor<16x16x2xi64>) permutation = [1, 2, 0] 
    %38 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_37, %cst_10 : tensor<16x16x2xi64>, tensor<2xi64>) outs(%37 : tensor<16x16x2xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %79 = arith.muli %in, %in_69 : i64
      linalg.yield %79 : i64
    } -> tensor<16x16x2xi64>
    %39 = tensor.empty() : tensor<16x16xi64>
    %40 = linalg.fill ins(%c0_i64 : i64) outs(%39 : tensor<16x16xi64>) -> tensor<16x16xi64>
    %41 = linalg.generic {indexing_maps = [#map3, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<16x16x2xi64>) outs(%40 : tensor<16x16xi64>) {
    ^bb0(%in: i64, %out: i64):
      %79 = arith.addi %in, %out : i64
      linalg.yield %79 : i64
    } -> tensor<16x16xi64>
    %42 = tensor.empty() : tensor<16x16x2xf32>
    %43 = linalg.generic {indexing_maps = [#map12, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<16x16xi64>) outs(%42 : tensor<16x16x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %79 = arith.cmpi slt, %in, %c0_i64 : i64
      %80 = arith.addi %in, %c49_i64 : i64
      %81 = arith.select %79, %80, %in : i64
      %82 = arith.index_cast %81 : i64 to index
      %83 = linalg.index 2 : index
      %extracted = tensor.extract %cst_3[%82, %83] : tensor<49x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<16x16x2xf32>
    %44 = tensor.empty() : tensor<2x16x16xf32>
    %transposed_38 = linalg.transpose ins(%43 : tensor<16x16x2xf32>) outs(%44 : tensor<2x16x16xf32>) permutation = [2, 0, 1] 
    %expanded_39 = tensor.expand_shape %transposed_38 [[0, 1], [2], [3]] output_shape [1, 2, 16, 16] : tensor<2x16x16xf32> into tensor<1x2x16x16xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map13, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %expanded_39 : tensor<4x2x16x16xf32>, tensor<1x2x16x16xf32>) outs(%26 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.addf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x16xf32>
    %46 = tensor.empty() : tensor<8xi64>
    %47 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%46 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %79 = linalg.index 0 : index
      %80 = arith.index_cast %79 : index to i64
      linalg.yield %80 : i64
    } -> tensor<8xi64>
    %48 = tensor.empty() : tensor<8xi1>
    %49 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%47 : tensor<8xi64>) outs(%48 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %79 = arith.cmpi sge, %in, %c4_i64 : i64
      linalg.yield %79 : i1
    } -> tensor<8xi1>
    %50 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%49 : tensor<8xi1>) outs(%46 : tensor<8xi64>) {
    ^bb0(%in: i1, %out: i64):
      %79 = arith.extui %in : i1 to i64
      linalg.yield %79 : i64
    } -> tensor<8xi64>
    %51 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%47 : tensor<8xi64>) outs(%48 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %79 = arith.cmpi sge, %in, %c6_i64 : i64
      linalg.yield %79 : i1
    } -> tensor<8xi1>
    %52 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%51 : tensor<8xi1>) outs(%46 : tensor<8xi64>) {
    ^bb0(%in: i1, %out: i64):
      %79 = arith.extui %in : i1 to i64
      linalg.yield %79 : i64
    } -> tensor<8xi64>
    %53 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%50, %52 : tensor<8xi64>, tensor<8xi64>) outs(%46 : tensor<8xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %79 = arith.addi %in, %in_69 : i64
      linalg.yield %79 : i64
    } -> tensor<8xi64>
    %expanded_40 = tensor.expand_shape %53 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %54 = tensor.empty() : tensor<8x1xi64>
    %55 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%expanded_40 : tensor<8x1xi64>) outs(%54 : tensor<8x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %79 = arith.muli %in, %c3_i64 : i64
      linalg.yield %79 : i64
    } -> tensor<8x1xi64>
    %expanded_41 = tensor.expand_shape %53 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
    %56 = tensor.empty() : tensor<8x8xi64>
    %57 = linalg.generic {indexing_maps = [#map14, #map15, #map7], iterator_types = ["parallel", "parallel"]} ins(%55, %expanded_41 : tensor<8x1xi64>, tensor<1x8xi64>) outs(%56 : tensor<8x8xi64>) {
    ^bb0(%in: i64, %in_69: i64, %out: i64):
      %79 = arith.addi %in, %in_69 : i64
      linalg.yield %79 : i64
    } -> tensor<8x8xi64>
    %expanded_42 = tensor.expand_shape %57 [[0, 1], [2, 3]] output_shape [2, 4, 2, 4] : tensor<8x8xi64> into tensor<2x4x2x4xi64>
    %58 = tensor.empty() : tensor<2x2x4x4xi64>
    %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<2x4x2x4xi64>) outs(%58 : tensor<2x2x4x4xi64>) permutation = [0, 2, 1, 3] 
    %collapsed_44 = tensor.collapse_shape %transposed_43 [[0, 1], [2, 3]] : tensor<2x2x4x4xi64> into tensor<4x16xi64>
    %expanded_45 = tensor.expand_shape %collapsed_44 [[0], [1, 2]] output_shape [4, 16, 1] : tensor<4x16xi64> into tensor<4x16x1xi64>
    %expanded_46 = tensor.expand_shape %collapsed_44 [[0], [1, 2]] output_shape [4, 1, 16] : tensor<4x16xi64> into tensor<4x1x16xi64>
    %59 = tensor.empty() : tensor<4x16x16xi1>
    %60 = linalg.generic {indexing_maps = [#map9, #map10, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_45, %expanded_46 : tensor<4x16x1xi64>, tensor<4x1x16xi64>) outs(%59 : tensor<4x16x16xi1>) {
    ^bb0(%in: i64, %in_69: i64, %out: i1):
      %79 = arith.cmpi eq, %in, %in_69 : i64
      linalg.yield %79 : i1
    } -> tensor<4x16x16xi1>
    %61 = tensor.empty() : tensor<4x16x16xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map16, #map16, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %cst_1, %cst_2 : tensor<4x16x16xi1>, tensor<f32>, tensor<f32>) outs(%61 : tensor<4x16x16xf32>) {
    ^bb0(%in: i1, %in_69: f32, %in_70: f32, %out: f32):
      %79 = arith.select %in, %in_69, %in_70 : f32
      linalg.yield %79 : f32
    } -> tensor<4x16x16xf32>
    %expanded_47 = tensor.expand_shape %45 [[0, 1], [2], [3], [4]] output_shape [1, 4, 2, 16, 16] : tensor<4x2x16x16xf32> into tensor<1x4x2x16x16xf32>
    %expanded_48 = tensor.expand_shape %62 [[0, 1], [2, 3], [4]] output_shape [1, 4, 1, 16, 16] : tensor<4x16x16xf32> into tensor<1x4x1x16x16xf32>
    %63 = tensor.empty() : tensor<1x4x2x16x16xf32>
    %64 = linalg.generic {indexing_maps = [#map17, #map18, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_47, %expanded_48 : tensor<1x4x2x16x16xf32>, tensor<1x4x1x16x16xf32>) outs(%63 : tensor<1x4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.addf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<1x4x2x16x16xf32>
    %collapsed_49 = tensor.collapse_shape %64 [[0, 1], [2], [3], [4]] : tensor<1x4x2x16x16xf32> into tensor<4x2x16x16xf32>
    %65 = tensor.empty() : tensor<4x2x16xi64>
    %66 = linalg.fill ins(%c0_i64 : i64) outs(%65 : tensor<4x2x16xi64>) -> tensor<4x2x16xi64>
    %67 = tensor.empty() : tensor<4x2x16xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<4x2x16xf32>) -> tensor<4x2x16xf32>
    %69:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_49 : tensor<4x2x16x16xf32>) outs(%68, %66 : tensor<4x2x16xf32>, tensor<4x2x16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_69: i64):
      %79 = linalg.index 3 : index
      %80 = arith.index_cast %79 : index to i64
      %81 = arith.maximumf %in, %out : f32
      %82 = arith.cmpf ogt, %in, %out : f32
      %83 = arith.select %82, %80, %out_69 : i64
      linalg.yield %81, %83 : f32, i64
    } -> (tensor<4x2x16xf32>, tensor<4x2x16xi64>)
    %expanded_50 = tensor.expand_shape %69#0 [[0], [1], [2, 3]] output_shape [4, 2, 16, 1] : tensor<4x2x16xf32> into tensor<4x2x16x1xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_49, %expanded_50 : tensor<4x2x16x16xf32>, tensor<4x2x16x1xf32>) outs(%26 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.subf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x16xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<4x2x16x16xf32>) outs(%26 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.exp %in : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x16xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%71 : tensor<4x2x16x16xf32>) outs(%7 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.addf %in, %out : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %72 : tensor<4x2x16x16xf32>, tensor<4x2x16x1xf32>) outs(%26 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %79 = arith.divf %in, %in_69 : f32
      linalg.yield %79 : f32
    } -> tensor<4x2x16x16xf32>
    %collapsed_51 = tensor.collapse_shape %73 [[0, 1], [2], [3]] : tensor<4x2x16x16xf32> into tensor<8x16x16xf32>
    %collapsed_52 = tensor.collapse_shape %extracted_slice_23 [[0, 1, 2], [3], [4]] : tensor<1x4x2x16x8xf32> into tensor<8x16x8xf32>
    %74 = tensor.empty() : tensor<8x16x8xf32>
    %75 = linalg.fill ins(%cst : f32) outs(%74 : tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
    %76 = linalg.batch_matmul ins(%collapsed_51, %collapsed_52 : tensor<8x16x16xf32>, tensor<8x16x8xf32>) outs(%75 : tensor<8x16x8xf32>) -> tensor<8x16x8xf32>
    %expanded_53 = tensor.expand_shape %76 [[0, 1], [2], [3]] output_shape [4, 2, 16, 8] : tensor<8x16x8xf32> into tensor<4x2x16x8xf32>
    %77 = tensor.empty() : tensor<4x16x2x8xf32>
    %transposed_54 = linalg.transpose ins(%expanded_53 : tensor<4x2x16x8xf32>) outs(%77 : tensor<4x16x2x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_55 = tensor.collapse_shape %transposed_54 [[0], [1], [2, 3]] : tensor<4x16x2x8xf32> into tensor<4x16x16xf32>
    %expanded_56 = tensor.expand_shape %collapsed_55 [[0, 1, 2], [3, 4], [5]] output_shape [1, 2, 2, 4, 4, 16] : tensor<4x16x16xf32> into tensor<1x2x2x4x4x16xf32>
    %78 = tensor.empty() : tensor<1x2x4x2x4x16xf32>
    %transposed_57 = linalg.transpose ins(%expanded_56 : tensor<1x2x2x4x4x16xf32>) outs(%78 : tensor<1x2x4x2x4x16xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed_58 = tensor.collapse_shape %transposed_57 [[0], [1, 2], [3, 4], [5]] : tensor<1x2x4x2x4x16xf32> into tensor<1x8x8x16xf32>
    %extracted_slice_59 = tensor.extract_slice %collapsed_58[0, 6, 0, 0] [1, 2, 8, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x2x8x16xf32>
    %cast_60 = tensor.cast %extracted_slice_59 : tensor<1x2x8x16xf32> to tensor<1x?x8x16xf32>
    %extracted_slice_61 = tensor.extract_slice %collapsed_58[0, 0, 0, 0] [1, 6, 8, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x6x8x16xf32>
    %cast_62 = tensor.cast %extracted_slice_61 : tensor<1x6x8x16xf32> to tensor<1x?x8x16xf32>
    %concat_63 = tensor.concat dim(1) %cast_60, %cast_62 : (tensor<1x?x8x16xf32>, tensor<1x?x8x16xf32>) -> tensor<1x8x8x16xf32>
    %extracted_slice_64 = tensor.extract_slice %concat_63[0, 0, 6, 0] [1, 8, 2, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x8x2x16xf32>
    %cast_65 = tensor.cast %extracted_slice_64 : tensor<1x8x2x16xf32> to tensor<1x8x?x16xf32>
    %extracted_slice_66 = tensor.extract_slice %concat_63[0, 0, 0, 0] [1, 8, 6, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf32> to tensor<1x8x6x16xf32>
    %cast_67 = tensor.cast %extracted_slice_66 : tensor<1x8x6x16xf32> to tensor<1x8x?x16xf32>
    %concat_68 = tensor.concat dim(2) %cast_65, %cast_67 : (tensor<1x8x?x16xf32>, tensor<1x8x?x16xf32>) -> tensor<1x8x8x16xf32>
    return %concat_68 : tensor<1x8x8x16xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_49_2_torch.float32: "0x04000000BB01863FF83E3E3FD29EE4BF51C8DDBDF168BB3E821FFCBF34657ABF4F0C48BE12B2CC3E77B0753EF45884BFFBFBCC3D6541663F9F44463FB08E03BF79612A3EF14B093FD374023FAAF666BF24C2FA3D5796A53EF6498C3F37A41EBD2943683EA736B2BE6CA6C83F34AD363F1C00833E9C7539BFD70564BF9C13873F5841D0BF13C7793EC9F4563FA9EA0AC0F07577BF4C151DC07BE0013E814E34BF898EB53FEA6B8A3F712FC0BF0A476ABF39EEF6BE9404DDBEBF8F12408BCC803EC7D3943F0372D1BE61BE0EC074F7E03FBD3A53BF9A561E3FBF688B3CFFD40340CD5C0640AC957CBF94423BBE7E836E3EBB803F3FC6314B3FE37BAD3D26D9073E2B9781BFCC33C23FB639DFBC05FA4D3E582F113F3B3299BF4222593FA4AC2BBF279E4A3EB0789BBF04BE823F4E6DA6BF4DBA0C3FB12C89BFBD7A1CBE8F54B63C310AD5BF2B6DA23ECD1C97BFD3D380BF1A6A6D3E3D5C8FBF13E4D3BF825B10BFFA0BA7BF59DEB7BE9313963E9C8021BF71952E3D82D90C3EBD0210BE81E0CCBD13B6383D5AD4ABBE097972BF",
      torch_tensor_2_1_1_torch.float32: "0x040000000000404000004040",
      torch_tensor_48_16_torch.float32: "0x0400000062E27A3EEA610ABE0001B3BC46263E3E20AD66BEC8021F3D6029C93D90E63F3D40D5513C009A61BE301B25BE40281ABDF2A7663E581DFDBDFE382ABEA0B0353C7064C7BC6E573E3E00145B3DE4BD313E7E267EBE401E1CBEF864FCBD70F56BBD288C383DE4D8E43D74FB9DBDA87042BD58F6A8BD72B3543E180BC7BDA4FD923D72730EBEF464913DD8088FBD30874A3E009CF3BC98FA913DC0DBFF3CCCFFB5BDC09CEABB90A60BBD28FD683EA00FA03DEEA92EBE5A43573E0C79D3BDE6A060BE084E90BDF214363EE0AECDBDD8C5A93DC095FD3C54E3BABD76ED5CBE7CD4033E9A6B6F3E58E2C8BD086737BD00FDF2BB50F9103D582574BED43302BE9C7B39BE28BE003E0A1C3E3EB43A60BEC0C0AEBB9E005B3E76046D3E541752BE00FCA5BD84E5793EFC287F3E2258023E14960B3EE4AE62BE80A1F4BB805CCCBD384D1B3EC0A5B13B44BFD13DDC97AA3DE07628BE04ECC8BD20E779BE4047973B1CD52A3E2010913D0844303EB43B7F3E6AF46EBE229D593EE0BF4F3DF640483E1C90CA3D364D23BE18586DBD385F3D3E7477243EA0F37B3D10119A3D8864EB3D128B103EA0419A3C3A6B4C3E504EF3BC7C425A3EA2B979BE2EFA543E665D69BEDC2C093EF6A710BE58666BBE6A486ABEC486D53DA0BAE33DA4CFFCBDB6D923BED8A24A3E205C17BD783B4DBE40AD003D00C8AFBC8075993B269037BE34679FBDC0FC403E0ACD35BE4EEE2D3EA83C56BE2081323D00CBCF3AD865183E80B2753D60C745BC88CBCCBD06A1653E527F6EBE985BE13D9AD3393E70F3493D40E2113C90DD54BE408CC3BB40110E3E8CAD823DC4D6E83D68E39DBD7075D83D0874BC3D36E54A3EA4C725BE7C869F3DBE83173E1436E13DFCAB063E10A08A3C9C19AA3D706ADC3C4046D0BD5E977A3EE0D11D3ECE330E3E34E4FA3D20F0363ECA44023ED87B593DD061BEBD60E28ABD289F653EF2D56BBE5E673F3ECA511F3E503A13BEC01F2DBD14C8E8BD3C3732BE3219483ED4F32C3E00D9983D18A226BD909EB3BD80DC833B36511E3E4E624ABE58D649BE7E5D2F3EC43D6ABE541BF2BDEEC5153ED83A03BDF8F76A3E32B00E3EE0E1D43DA20F143E9036A83D1A4139BEA25F55BED44511BE50CD723D0000143E8E0406BEFE875DBE0E2E053E6440973D92B15E3E46DE393EB0A3C9BC08D320BE14578F3DE4113ABE80B5F23B5CF5E93D1067403E68D692BD5CA0EFBDC01A663E646A40BEACE600BE86DB1D3E5C85B6BD8CDF35BE1C4D8E3DB08FEA3C103252BDD48619BE0C2714BE7C80063EF0ADD1BD786340BD7C60463EB07633BEE06F6A3DC2D3753E864305BE386F563EB08ED0BD2A1606BE9E5B7DBE0ABD27BE283148BD1CE88A3DD05574BEA43DC93D888648BDB01B5E3DE09F5C3CA0C0353C205763BCA01322BCAAE9263E3099553D6E42563EFC3263BE1022F3BC20ECFABC24C1E13DC4EC64BE24E7D0BD54E6173E807724BD783B923D2640753E8C1E63BE360A003E3C66A4BDD459873D9CDD713EDA482DBE9EE140BE249839BEEE4C103E2E971DBED490E8BD343E13BE648C93BD3E0F76BED0F496BCE0C9023C1CE1563E007654BC48AE13BE00AFFD3A58E466BEC8E899BD80892EBC9426F7BDDE7856BE804A0ABC742E3B3E5CA49E3D90A273BEE08C693D60B85EBE786FF7BD0CDA893D4C2EE6BD6093E4BD4C7CD8BD9053073E5A24083E00BE1C3CE829C8BD08881ABD303CBF3D58ED30BDCCCBA33D5893043D209E63BCA01C6A3C78ABE0BDE874BF3D480B3CBD1CEA42BE401F883B206912BD54BE8F3DFAAD28BEF08075BD9A29453E9C1B4D3ECC751FBE5A2012BEE20831BE0029553EE862803D9EE71B3EA053133C40FC673D28EA213D1850DDBD4A1F4E3EF08FC1BC504540BDA0AECC3D54581ABEA0EC083E901A823C9076563E76694BBE420B20BE304F08BDAED77B3EBEC4373E904346BE5CFD9FBD4C2689BDEC3F81BDBC2D04BEFCF9A4BD5A3A6C3EBE123E3E8C3CCF3D6CABE13D00190E3C1CF6113EB4B889BD7C20873D20F19DBC00B0FA3D7813A23D382FA73D68E645BEEE92023E9C8E1F3EC6FC6B3E30B074BE6E7A05BEBEA8573E5A34733E3040EA3D288352BDE095963D5CF8E6BD00107A39784BB5BD7C607BBE80D33F3EE48AB13D32C533BE6440F63DEA734F3E5C2F49BED43C94BDA6A77E3EC2260C3E085C31BE54283CBE523623BEF4F5F43D14E65D3EE0CC89BD820436BED47888BDD83E7B3E041EF4BD8032833C08F006BE4020A6BBE04F8EBD30FBC33DA0F9393E48E6863D5AB22DBEFCEE823DA09F2C3C3083FE3D5C1AAA3DD82C153EC6B13ABEBAB70FBE2E616BBE72627ABEB49804BEAE954DBE40EDEA3D3272453EB8F8793E20C4F63D20DEE93CC02DFCBB20451A3D08E5E7BD285C11BE46AF3CBE588F02BE16945BBE8CBA79BE18AFADBDE4A74E3E941725BE7C4CCC3DBC80FA3DA44676BE508D61BE78AF573D2ECB55BE00135F3CACF34B3E9EF8573ED0D89E3C8A7C38BEC86C133D5E6332BEE089DE3DD0E81B3DD8BE15BE78F598BDBAB726BEE21C4A3EA4AC95BD06B05CBE403CE33DDC28793EC832B5BD06BA1E3E2038B03CD0A9D4BCF02ACEBD6873A83D2CD0523EC82E683DE495103E304B12BD4EB9593E809A933D6073E7BDF8BD0FBE3082D9BC34E0C83D1809373ED21B6E3EC81519BE385390BDFAE461BE3820D7BDD0E3C93DD2A05F3E802AA8BD2091F53D7078C7BC648ECCBD8C3825BE94EECA3D0C81E43D38E6773D903D183DEC3309BE60D0DE3DF884783E60A1CE3C54351D3E381FF23DF08124BDAC766CBE5C86C3BD08422B3E5017BF3C108A493D68AD82BD2EE64BBE086F5D3D44A1B6BD3CA9F13D781E2B3D4CD0E0BDE812C13D82147E3EAAD25E3EAA690E3EF8B293BD3434B03D800035BD0C644F3E5251443E580B5B3E2455D33DA034313DFA1E31BE9C1C253EA05E6E3CD69C10BE483C46BDB6BD4D3E30C35A3E26FF193E60DB703E8C5BDEBD42EA723E7CA9BFBD6090F0BC90E746BE94B7813D78D7FFBDD85FF23DA0726ABD9A58083E14B83EBE18D8EA3D90B109BEFEC355BEC6FD0D3E7EA6233E9862EA3D002AAC3C881C16BE70FAC0BC12D764BEA0B8FE3C24C7103ECE6026BE26F6263E0009873D08AFC53D50BD1EBD9E8F59BE24A1343E289BB33D302FF1BC00B2F53C3C164C3EB494133E1CA6893DB8640CBE840442BE1866143E8014D0BCA8CA073E848FEEBD7E2F043E92E964BE2E4855BEDE4C5DBEAE8D4BBEB076483E0EE67BBE388C10BEA80F273E80DB293B00D1FF3CAC6B5D3E324C6EBE0056043CD8CD8B3D4EB10A3EB4DB483EE8154EBE1EE51D3EC8C4C43D803B233B262E443E50BFC8BDF4F1C93D967B6B3E208F4C3C78F0093DE804DB3D50BC0F3EAE550DBE58EC403E6426A6BDAE0E0CBED8A731BDA060C9BD4C61C73D74FE5ABEACF7E6BD20302F3E788C68BD686B933D48650BBEEC11713EE29C5ABEF889493E0AC1313EDC0990BD9062BF3CB88B3CBEC2E25C3EBCB244BE9E4D393E482C61BEFA3C2A3EF68A13BE644920BEBC82C83D0C3FC73DD203733E8EE011BE20C0D63CD049403DCA65513E2C7FEEBDC8C6A7BD50F9A0BCC0EC66BED61F5F3EC04DE0BB8ABE25BE9054DCBDC8AC49BE20CC73BDC022223CD261723EA4825EBE38DF08BDF07228BDC883C8BD98D50FBE203548BEC0703E3E86DA32BE341DB93D54C6C0BDF419A33DFEC417BEC09906BC80EEFEBCC4152CBE00B16F3DAAB168BEE04B743C4048FCBD7C02953DB8B00D3EE0FCE7BC64B0DE3DA0C3CD3DA26B2E3E0AE8363E80BE1DBE200869BEC20E123E94316A3EAED42D3E16C4293E26695B3EF477293E008147BB00CFBE3D8E8D6D3EC064B53B6812E3BD6815673D1067E7BC340C18BE7474093ED4C38BBDA8F478BE0C5169BE406F403C0412693E24715C3ECEEF6F3E58E9463E304BD73DDAB72E3EB860ABBD5C642D3EB64447BED84E4E3D42513ABE801AD0BD6ACC513EC464DF3D20134D3C5C3DF43D9C41573E8002B23B00A053BEFCBBEBBD80981B3DB0616DBDDCF0C23DE063053D4EBB3EBEFEED233EB2B744BE385D9D3DA02929BE8063E8BB581C0C3DD8FC793E740370BE14315F3ED2800DBE8095313CC83F2EBD6C27153EA0BE133DA07A09BD80CDD0BBA828663DA07C7EBE90CD96BCF04511BE80A288BB5A0332BE80E22F3B22E64BBEF0FE37BE5C9D30BE0021923B400B8BBBF8CBA3BD70C21ABEC0E9E5BD1846203DF47E1EBE80BABB3D522950BEF0A4143E06693D3EB801933D00C9C8BDC4915B3EA86DE0BDA61E04BE029848BEC482A73D58B66D3EDAC24A3E283604BD50B331BE00872D3B8A8E5ABE080F22BE",
      torch_tensor_2_torch.int64: "0x0800000007000000000000000100000000000000"
    }
  }
#-}

