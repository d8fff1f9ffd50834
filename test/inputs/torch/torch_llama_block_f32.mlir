#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map11 = affine_map<(d0, d1) -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x24x32xf32>) -> tensor<1x24x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x4x24x24xf32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<24x24xi1>
    %cst_5 = arith.constant dense_resource<torch_tensor_32_32_torch.float32_1> : tensor<32x32xf32>
    %cst_6 = arith.constant 0xFFF0000000000000 : f64
    %cst_7 = arith.constant 0.59460355750136051 : f64
    %cst_8 = arith.constant dense_resource<torch_tensor_16_32_torch.float32_1> : tensor<16x32xf32>
    %cst_9 = arith.constant dense_resource<torch_tensor_16_32_torch.float32> : tensor<16x32xf32>
    %cst_10 = arith.constant dense_resource<torch_tensor_32_32_torch.float32> : tensor<32x32xf32>
    %cst_11 = arith.constant dense_resource<torch_tensor_32_torch.float32> : tensor<32xf32>
    %cst_12 = arith.constant 9.9999999999999995E-7 : f64
    %cst_13 = arith.constant 3.200000e+01 : f32
    %cst_14 = arith.constant 2.000000e+00 : f32
    %cst_15 = arith.constant 8.000000e+00 : f32
    %cst_16 = arith.constant 1.000000e+04 : f32
    %0 = tensor.empty() : tensor<1x24x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x24x32xf32>) outs(%0 : tensor<1x24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %86 : f32
    } -> tensor<1x24x32xf32>
    %2 = tensor.empty() : tensor<1x24x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x24x1xf32>) -> tensor<1x24x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<1x24x32xf32>) outs(%3 : tensor<1x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<1x24x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x24x1xf32>) outs(%2 : tensor<1x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_13 : f32
      linalg.yield %86 : f32
    } -> tensor<1x24x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x24x1xf32>) outs(%2 : tensor<1x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_12 : f64 to f32
      %87 = arith.addf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<1x24x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x24x1xf32>) outs(%2 : tensor<1x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.rsqrt %in : f32
      linalg.yield %86 : f32
    } -> tensor<1x24x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<1x24x32xf32>, tensor<1x24x1xf32>) outs(%0 : tensor<1x24x32xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x24x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %cst_11 : tensor<1x24x32xf32>, tensor<32xf32>) outs(%0 : tensor<1x24x32xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x24x32xf32>
    %10 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%cst_10 : tensor<32x32xf32>) outs(%10 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<1x24x32xf32> into tensor<24x32xf32>
    %11 = tensor.empty() : tensor<24x32xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %13 = linalg.matmul ins(%collapsed, %transposed : tensor<24x32xf32>, tensor<32x32xf32>) outs(%12 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded = tensor.expand_shape %13 [[0, 1], [2, 3]] output_shape [1, 24, 4, 8] : tensor<24x32xf32> into tensor<1x24x4x8xf32>
    %14 = tensor.empty() : tensor<1x4x24x8xf32>
    %transposed_17 = linalg.transpose ins(%expanded : tensor<1x24x4x8xf32>) outs(%14 : tensor<1x4x24x8xf32>) permutation = [0, 2, 1, 3] 
    %15 = tensor.empty() : tensor<32x16xf32>
    %transposed_18 = linalg.transpose ins(%cst_9 : tensor<16x32xf32>) outs(%15 : tensor<32x16xf32>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<24x16xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %18 = linalg.matmul ins(%collapsed, %transposed_18 : tensor<24x32xf32>, tensor<32x16xf32>) outs(%17 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %expanded_19 = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [1, 24, 2, 8] : tensor<24x16xf32> into tensor<1x24x2x8xf32>
    %19 = tensor.empty() : tensor<1x2x24x8xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<1x24x2x8xf32>) outs(%19 : tensor<1x2x24x8xf32>) permutation = [0, 2, 1, 3] 
    %transposed_21 = linalg.transpose ins(%cst_8 : tensor<16x32xf32>) outs(%15 : tensor<32x16xf32>) permutation = [1, 0] 
    %20 = linalg.matmul ins(%collapsed, %transposed_21 : tensor<24x32xf32>, tensor<32x16xf32>) outs(%17 : tensor<24x16xf32>) -> tensor<24x16xf32>
    %expanded_22 = tensor.expand_shape %20 [[0, 1], [2, 3]] output_shape [1, 24, 2, 8] : tensor<24x16xf32> into tensor<1x24x2x8xf32>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<1x24x2x8xf32>) outs(%19 : tensor<1x2x24x8xf32>) permutation = [0, 2, 1, 3] 
    %21 = tensor.empty() : tensor<4xf32>
    %22 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%21 : tensor<4xf32>) {
    ^bb0(%out: f32):
      %86 = linalg.index 0 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.sitofp %87 : i64 to f32
      %89 = arith.mulf %88, %cst_14 : f32
      %90 = arith.addf %89, %cst : f32
      linalg.yield %90 : f32
    } -> tensor<4xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<4xf32>) outs(%21 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.negf %in : f32
      linalg.yield %86 : f32
    } -> tensor<4xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%23 : tensor<4xf32>) outs(%21 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_15 : f32
      linalg.yield %86 : f32
    } -> tensor<4xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%24 : tensor<4xf32>) outs(%21 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.powf %cst_16, %in : f32
      linalg.yield %86 : f32
    } -> tensor<4xf32>
    %26 = tensor.empty() : tensor<24xf32>
    %27 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%26 : tensor<24xf32>) {
    ^bb0(%out: f32):
      %86 = linalg.index 0 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.sitofp %87 : i64 to f32
      %89 = arith.addf %88, %cst : f32
      linalg.yield %89 : f32
    } -> tensor<24xf32>
    %expanded_24 = tensor.expand_shape %27 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %expanded_25 = tensor.expand_shape %25 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
    %28 = tensor.empty() : tensor<24x4xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded_24, %expanded_25 : tensor<24x1xf32>, tensor<1x4xf32>) outs(%28 : tensor<24x4xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<24x4xf32>
    %concat = tensor.concat dim(1) %29, %29 : (tensor<24x4xf32>, tensor<24x4xf32>) -> tensor<24x8xf32>
    %30 = tensor.empty() : tensor<24x8xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%concat : tensor<24x8xf32>) outs(%30 : tensor<24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.cos %in : f32
      linalg.yield %86 : f32
    } -> tensor<24x8xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%concat : tensor<24x8xf32>) outs(%30 : tensor<24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.sin %in : f32
      linalg.yield %86 : f32
    } -> tensor<24x8xf32>
    %extracted_slice = tensor.extract_slice %transposed_17[0, 0, 0, 0] [1, 4, 24, 4] [1, 1, 1, 1] : tensor<1x4x24x8xf32> to tensor<1x4x24x4xf32>
    %extracted_slice_26 = tensor.extract_slice %transposed_17[0, 0, 0, 4] [1, 4, 24, 4] [1, 1, 1, 1] : tensor<1x4x24x8xf32> to tensor<1x4x24x4xf32>
    %33 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_17, %31 : tensor<1x4x24x8xf32>, tensor<24x8xf32>) outs(%14 : tensor<1x4x24x8xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x8xf32>
    %34 = tensor.empty() : tensor<1x4x24x4xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x4x24x4xf32>) outs(%34 : tensor<1x4x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.negf %in : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x4xf32>
    %concat_27 = tensor.concat dim(3) %35, %extracted_slice : (tensor<1x4x24x4xf32>, tensor<1x4x24x4xf32>) -> tensor<1x4x24x8xf32>
    %36 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %32 : tensor<1x4x24x8xf32>, tensor<24x8xf32>) outs(%14 : tensor<1x4x24x8xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x8xf32>
    %37 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %36 : tensor<1x4x24x8xf32>, tensor<1x4x24x8xf32>) outs(%14 : tensor<1x4x24x8xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.addf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x8xf32>
    %extracted_slice_28 = tensor.extract_slice %transposed_20[0, 0, 0, 0] [1, 2, 24, 4] [1, 1, 1, 1] : tensor<1x2x24x8xf32> to tensor<1x2x24x4xf32>
    %extracted_slice_29 = tensor.extract_slice %transposed_20[0, 0, 0, 4] [1, 2, 24, 4] [1, 1, 1, 1] : tensor<1x2x24x8xf32> to tensor<1x2x24x4xf32>
    %38 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_20, %31 : tensor<1x2x24x8xf32>, tensor<24x8xf32>) outs(%19 : tensor<1x2x24x8xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x2x24x8xf32>
    %39 = tensor.empty() : tensor<1x2x24x4xf32>
    %40 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<1x2x24x4xf32>) outs(%39 : tensor<1x2x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.negf %in : f32
      linalg.yield %86 : f32
    } -> tensor<1x2x24x4xf32>
    %concat_30 = tensor.concat dim(3) %40, %extracted_slice_28 : (tensor<1x2x24x4xf32>, tensor<1x2x24x4xf32>) -> tensor<1x2x24x8xf32>
    %41 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_30, %32 : tensor<1x2x24x8xf32>, tensor<24x8xf32>) outs(%19 : tensor<1x2x24x8xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.mulf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x2x24x8xf32>
    %42 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %41 : tensor<1x2x24x8xf32>, tensor<1x2x24x8xf32>) outs(%19 : tensor<1x2x24x8xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.addf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x2x24x8xf32>
    %43 = tensor.empty() : tensor<1x2x2x24x8xf32>
    %44 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x2x24x8xf32>) outs(%43 : tensor<1x2x2x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x24x8xf32>
    %collapsed_31 = tensor.collapse_shape %44 [[0], [1, 2], [3], [4]] : tensor<1x2x2x24x8xf32> into tensor<1x4x24x8xf32>
    %45 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_23 : tensor<1x2x24x8xf32>) outs(%43 : tensor<1x2x2x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x24x8xf32>
    %46 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x4x24x8xf32>) outs(%14 : tensor<1x4x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_7 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<1x4x24x8xf32>
    %47 = tensor.empty() : tensor<24xi64>
    %48 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%47 : tensor<24xi64>) {
    ^bb0(%out: i64):
      %86 = linalg.index 0 : index
      %87 = arith.index_cast %86 : index to i64
      linalg.yield %87 : i64
    } -> tensor<24xi64>
    %expanded_32 = tensor.expand_shape %48 [[0, 1]] output_shape [1, 24] : tensor<24xi64> into tensor<1x24xi64>
    %expanded_33 = tensor.expand_shape %48 [[0, 1]] output_shape [24, 1] : tensor<24xi64> into tensor<24x1xi64>
    %49 = tensor.empty() : tensor<24x24xi64>
    %50 = linalg.generic {indexing_maps = [#map5, #map4, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded_32, %expanded_33 : tensor<1x24xi64>, tensor<24x1xi64>) outs(%49 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %in_46: i64, %out: i64):
      %86 = arith.subi %in, %in_46 : i64
      linalg.yield %86 : i64
    } -> tensor<24x24xi64>
    %51 = tensor.empty() : tensor<24x24xi1>
    %52 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<24x24xi64>) outs(%51 : tensor<24x24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %86 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %86 : i1
    } -> tensor<24x24xi1>
    %53 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%52, %cst_4 : tensor<24x24xi1>, tensor<24x24xi1>) outs(%51 : tensor<24x24xi1>) {
    ^bb0(%in: i1, %in_46: i1, %out: i1):
      %86 = arith.andi %in, %in_46 : i1
      linalg.yield %86 : i1
    } -> tensor<24x24xi1>
    %54 = tensor.empty() : tensor<24x24xf32>
    %55 = linalg.generic {indexing_maps = [#map6, #map11, #map11, #map6], iterator_types = ["parallel", "parallel"]} ins(%53, %cst_2, %cst_3 : tensor<24x24xi1>, tensor<f32>, tensor<f32>) outs(%54 : tensor<24x24xf32>) {
    ^bb0(%in: i1, %in_46: f32, %in_47: f32, %out: f32):
      %86 = arith.select %in, %in_46, %in_47 : f32
      linalg.yield %86 : f32
    } -> tensor<24x24xf32>
    %56 = tensor.empty() : tensor<1x4x8x24xf32>
    %transposed_34 = linalg.transpose ins(%collapsed_31 : tensor<1x4x24x8xf32>) outs(%56 : tensor<1x4x8x24xf32>) permutation = [0, 1, 3, 2] 
    %57 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_34 : tensor<1x4x8x24xf32>) outs(%56 : tensor<1x4x8x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_7 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<1x4x8x24xf32>
    %collapsed_35 = tensor.collapse_shape %46 [[0, 1], [2], [3]] : tensor<1x4x24x8xf32> into tensor<4x24x8xf32>
    %collapsed_36 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : tensor<1x4x8x24xf32> into tensor<4x8x24xf32>
    %58 = tensor.empty() : tensor<4x24x24xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<4x24x24xf32>) -> tensor<4x24x24xf32>
    %60 = linalg.batch_matmul ins(%collapsed_35, %collapsed_36 : tensor<4x24x8xf32>, tensor<4x8x24xf32>) outs(%59 : tensor<4x24x24xf32>) -> tensor<4x24x24xf32>
    %expanded_37 = tensor.expand_shape %60 [[0, 1], [2], [3]] output_shape [1, 4, 24, 24] : tensor<4x24x24xf32> into tensor<1x4x24x24xf32>
    %61 = tensor.empty() : tensor<1x4x24x24xf32>
    %62 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_37, %55 : tensor<1x4x24x24xf32>, tensor<24x24xf32>) outs(%61 : tensor<1x4x24x24xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.addf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x24xf32>
    %63 = tensor.empty() : tensor<1x4x24xi64>
    %64 = linalg.fill ins(%c0_i64 : i64) outs(%63 : tensor<1x4x24xi64>) -> tensor<1x4x24xi64>
    %65 = tensor.empty() : tensor<1x4x24xf32>
    %66 = linalg.fill ins(%cst_0 : f32) outs(%65 : tensor<1x4x24xf32>) -> tensor<1x4x24xf32>
    %67:2 = linalg.generic {indexing_maps = [#map7, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%62 : tensor<1x4x24x24xf32>) outs(%66, %64 : tensor<1x4x24xf32>, tensor<1x4x24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_46: i64):
      %86 = linalg.index 3 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.maximumf %in, %out : f32
      %89 = arith.cmpf ogt, %in, %out : f32
      %90 = arith.select %89, %87, %out_46 : i64
      linalg.yield %88, %90 : f32, i64
    } -> (tensor<1x4x24xf32>, tensor<1x4x24xi64>)
    %expanded_38 = tensor.expand_shape %67#0 [[0], [1], [2, 3]] output_shape [1, 4, 24, 1] : tensor<1x4x24xf32> into tensor<1x4x24x1xf32>
    %68 = linalg.generic {indexing_maps = [#map7, #map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %expanded_38 : tensor<1x4x24x24xf32>, tensor<1x4x24x1xf32>) outs(%61 : tensor<1x4x24x24xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.subf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x24xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x4x24x24xf32>) outs(%61 : tensor<1x4x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.exp %in : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x24xf32>
    %70 = tensor.empty() : tensor<1x4x24x1xf32>
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<1x4x24x1xf32>) -> tensor<1x4x24x1xf32>
    %72 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%69 : tensor<1x4x24x24xf32>) outs(%71 : tensor<1x4x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x1xf32>
    %73 = linalg.generic {indexing_maps = [#map7, #map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %72 : tensor<1x4x24x24xf32>, tensor<1x4x24x1xf32>) outs(%61 : tensor<1x4x24x24xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.divf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x24xf32>
    %74 = tensor.empty() : tensor<1x4x24x24xi1>
    %75 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x4x24x24xf32>) outs(%74 : tensor<1x4x24x24xi1>) {
    ^bb0(%in: f32, %out: i1):
      %86 = arith.extf %in : f32 to f64
      %87 = arith.cmpf oeq, %86, %cst_6 : f64
      linalg.yield %87 : i1
    } -> tensor<1x4x24x24xi1>
    %76 = tensor.empty() : tensor<1x4x24x1xi1>
    %77 = linalg.fill ins(%true : i1) outs(%76 : tensor<1x4x24x1xi1>) -> tensor<1x4x24x1xi1>
    %78 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%75 : tensor<1x4x24x24xi1>) outs(%77 : tensor<1x4x24x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %86 = arith.andi %in, %out : i1
      linalg.yield %86 : i1
    } -> tensor<1x4x24x1xi1>
    %79 = linalg.generic {indexing_maps = [#map13, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %cst_1, %73 : tensor<1x4x24x1xi1>, tensor<1x4x24x24xf32>, tensor<1x4x24x24xf32>) outs(%61 : tensor<1x4x24x24xf32>) {
    ^bb0(%in: i1, %in_46: f32, %in_47: f32, %out: f32):
      %86 = arith.select %in, %in_46, %in_47 : f32
      linalg.yield %86 : f32
    } -> tensor<1x4x24x24xf32>
    %collapsed_39 = tensor.collapse_shape %79 [[0, 1], [2], [3]] : tensor<1x4x24x24xf32> into tensor<4x24x24xf32>
    %collapsed_40 = tensor.collapse_shape %45 [[0, 1, 2], [3], [4]] : tensor<1x2x2x24x8xf32> into tensor<4x24x8xf32>
    %80 = tensor.empty() : tensor<4x24x8xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%80 : tensor<4x24x8xf32>) -> tensor<4x24x8xf32>
    %82 = linalg.batch_matmul ins(%collapsed_39, %collapsed_40 : tensor<4x24x24xf32>, tensor<4x24x8xf32>) outs(%81 : tensor<4x24x8xf32>) -> tensor<4x24x8xf32>
    %expanded_41 = tensor.expand_shape %82 [[0, 1], [2], [3]] output_shape [1, 4, 24, 8] : tensor<4x24x8xf32> into tensor<1x4x24x8xf32>
    %83 = tensor.empty() : tensor<1x24x4x8xf32>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<1x4x24x8xf32>) outs(%83 : tensor<1x24x4x8xf32>) permutation = [0, 2, 1, 3] 
    %transposed_43 = linalg.transpose ins(%cst_5 : tensor<32x32xf32>) outs(%10 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_44 = tensor.collapse_shape %transposed_42 [[0, 1], [2, 3]] : tensor<1x24x4x8xf32> into tensor<24x32xf32>
    %84 = linalg.matmul ins(%collapsed_44, %transposed_43 : tensor<24x32xf32>, tensor<32x32xf32>) outs(%12 : tensor<24x32xf32>) -> tensor<24x32xf32>
    %expanded_45 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [1, 24, 32] : tensor<24x32xf32> into tensor<1x24x32xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_45 : tensor<1x24x32xf32>, tensor<1x24x32xf32>) outs(%0 : tensor<1x24x32xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %86 = arith.addf %in, %in_46 : f32
      linalg.yield %86 : f32
    } -> tensor<1x24x32xf32>
    return %85 : tensor<1x24x32xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_32_32_torch.float32_1: "0x0400000020A3CDBC70BD873C6F079C3DFAD61DBE6DAA15BE2C7CD93C8D33A23DC7DC143E2E0697BD2791263E1D450CBD4B1A4F3DC3F38B3D9E4ECBBD21C939BD8170923BA9932ABEA9A22CBEB2A5A63DC6C12D3EB593D53D99FA14BD48AEAC3C285222BEFA971C3E8F1FC5BBCEEB81BDC6DC04BE1CF702BE2CD8CDBDC2F936BC4944273D71D4133C60EFA93CE2A45CBD3447C03DB7012D3EDE3720BED51EFBBC333896BD1227093EA9A436BDCD7AE83D4FFBFDBCDFF9BABD399BACBDAAA791BD0C4599BC9415E53D72E0A73C5121F9BBCD0C2C3EC28F9D3C9BD3A33DE4155C3D9B07173E927F2DBEBC035FBDC23E02BD0098F5BCDD471F3EB1F085BD181E6CBDB15E9DBD2DBEC03C6EF218BEED35AB3C1A722CBE206C2E3E2EC12B3D9E162ABDBED31EBD05E08F3DE47E373D54E007BECFDD323EBB0A883D3104D4BCB2BA813DA83237BD1D19E5BDAACEC8BA7503A4BD2B5775BCA476783C47B0D9BC06B3033E1AAFA3BC9167FDBBCA232F3E2F7A6EBA1A9BC3BDD08E043E8A5034BE3FC8AEBD5F3CCC3D82D1923C2B3D06BDDEB51ABEE23499BDBA5F263ECAA5313EB9F9FEBDF8D67FBCB504633D2331023E791459BD8B5008BE39F79EBD689C1EBED12B83BDFDCD2DBAD7F3B1BD2B31BB3DD692B93D94F617BE8F9D833D8B2833BE9330A3BBE4B9EC3D1F5F9BBD105328BE1FCAA0BD124613BDFF28AB3D93011D3E65F6113E6508A0BC9F4323BD0BEAEB3DCCAB153E63518A3CF563253E21468ABD7438A9BD95C42C3EC3EB193E015B593DA3ED26BE78813D3DC89CD83D2F7311BCEB270BBE9B7A213EBACA273EEF0CA7BBE9A5C9BD27564BBD7FBA793C48CFE5BD51466B3D1A7E1FBE2A89BCBD25BC093EDFC4A93D3222F63C6267CE3D69B0F0BD7784693D0D63E33D1E1E0EBEE6091EBEFCCC61BD95D851BDC73560BD72B804BE6687C4BC48A1FBBD36F709BD900E353DDE0EC23DF712CDBB9DC50E3ED56F0ABEFADEF9BD3CAF2D3E5E79E13D23632FBE7EC133BE9E5BBFBDAC922B3E5536DC3D2F93333E59908DBD76C310BED2C1E6BB07AB163E653B16BE41CF23BE0267323D016542BD405223BC80775F3CB04098BD112924BE49D1EBBDF73287BDB28F18BDB691A63D3A22033DF5C7CEBB1AD514BD7F988CBDCA23013EECC3C0BD02011EBE6F00083DA6642FBED1ECA63D35E105BEA3CE21BEE73DC43D957DC93C06998DBD7AE9AFBD3555023E86C6EB3DC38E583DA3E832BE2404F9BDA3CE94BDF9ED833D0D77A6BD4F6BA33C4C6081BD382B27BE470A91BDEFAEAE3DA8C718BEC81738BD366B573DD7B6B33BB4B4693D35F8D23D7D3226BE1D14A33D19E9533DEF85973CD851FD3D1071E73DCCFA903BE88FF43D3C1E0CBEA0FFEF3C0756D63C9B6F2E3EBF1E223D52F3FDBD6DEB9F3DFC63203EBD71C1BC5DFA86BB24F7EABD36DBF9BD9E391E3EECC706BE3971EA3D015B033E55D62B3ED344123ECA8F9BBDF7FB15BDC80620BD38DD9FBCEEDA58BD639D10BEE6942F3E644200BEF2DE44BD2F58B63D8CF80EBE12F588BD4E97923DB1FB333E167AAFBD201F993DC700F13D067FF43D6B3B0FBD54DFA1BD98410CBE1E1235BCD0C40CBDC15B21BE52ACD3BD488FE03D8AD184BD3BA9263C760D8A3CC86597BD0C98F9BD691BC83C34EED7BD46AA75BDD953BFBD2BEAB6BD0A8FDABDDD90A1BD07B42CBC6EE0543D4E81B03DFE040BBD294F443D7421C23C2AA4233EFB7C393DBD1794BDAA2B28BCE80734BE6D6A81BC5B36093EFA6232BE2EA30EBE76E2333E1C2FE83DA3CFCA3D91F18BBCFCD719BE2D326DBC35C6E8BD7D6015BEFAC189BCFE5F073E6F06D8BDCA5162BDF574AD3DA95326BE5233F03D9B2B1EBD41FEBABDA53008BE5AFC2CBD56A00EBE342B9FBBF0101C3E9D212ABE7CDE083E01FC18BEF8D0C43D3C1974BC70350CBE48A0C63DFA11F8BD65148F3CAC6C30BE9CD6EB3D5C08BABDC020C53D77A6CD3D1EE52E3C1CA9A2BDBDA324BDA733323E47DDDBBD44A018BD2AAFE53D34C8863D1759ED3D48F82C3E88F6CBBD82A5F4BC22C347BD409ED2BD219BB8BD91055F3D5CFA89BD1ABFEFBD35EAE33CF86AE63D661A9F3D59BDC63D614A8B3C8DDF47BD6CE0C53DCC3DED3C3EEA15BE835366BCFAB4BB3DD119E23D39074FBDE3D32DBE0FE9933DAD73B5BD5ADE20BE88D181BD97A614BE36562F3D6AEC28BECB2A04BEBA8F233E214902BE900DCF3D2A411C3E3944D13C5A67BDBD2842643D4E0B2EBE11D4A23DC09D0BBD1BC460BBFFF1263DA552BFBDDD8E09BEB37A33BEF64292BDD8BE153E7E91F5BD3A3B813C9E0F813DDC589ABD9EA7B1BD45485D3C3B764CBD145ACC3D675CC3BD330A2ABDD52C923DD6A78BBD9FA3953D6839D73BA84DB83CEEC6A6BB18CECBBDFC4FB8BDA93406BEF1DCA13D50AB103E6E917B3D2AA7B93CE6067CBC11F4203E17E6A13DFDBE02BD38D80FBD5872D63DC5933C3C2A3FDDBD44E216BE0CE4883D5CDCB8BD0A33E6BDB5A096BD7783B33D0EC40D3DC198463DBC15AABD260E83BDEA989BBDD030DB3D7E59F2BD6F8633BEF0EE56BD2AF1983CBDDC08BE8664CB3DA5340A3E3FBDBABD383230BE5ABAFF3D371D133D1AE4C33C9E71473C57CC1A3DAD7802BDCD5B9C3D5991753D3111223EDBCE1FBE7623A93D5972A33DF708203E837B37BCB83C0E3E4E1FA33DA2E8F1BD95AD0E3E728F91BD223B4E3DC0BE04BE522C1CBE523333BE5198523D0A028E3D97AD96BD19952F3D5A2E2FBEE32F1BBEA8BD1BBE52FBAD3DC0100BBD3457D9BD84706C3D77F7633D644392BD2C6EABBD0C8EE2BD64A0C83CB4EF08BCDCE8A4BDF299CBBDC2F71E3EDF0B9BBD131B333E496ADF3C194359BDF9F74A3B442430BECB69AABC7221543D4EF723BEACD60B3D77DAFABC4BE3C13D0AD20DBE9B92063ED8E0DA3DECDD123EE0CE953DC2F823BED8CF833B84343B3BEC09143E457490BC0E06E5BDFD9588BCAD536D3CE19ABDBD0AA513BE653525BEDC9315BEDBEB1ABE4BA6273EF51931BE69A8E83D0CC4973D007B16BDC235FB3DB130CCBDA150F7BDA4C09C3D42423B3D6CD6AABC4F51B93D838D913DEACE013E89000A3EFDFDCDBC2B4E30BEE2C38ABD73822EBE0DA44EBD27DF25BD0EA15D3D528429BE9EC609BE67E92C3E38F4253E2ADDDCBD1992C73CB842E6BB63512C3D98E2483D21E72FBE0466213C1E38823D67FEFD3CF3572A3EE45C81BD1116F83D3A324A3D3EC57CBD25F0CB3D5045E23D0091DB3D18F7C5BD9DE8F7BD193E34BDE8181DBEA508333E476A613C2F6921BEC63387BC2654193E2D2A1DBE238A2F3D00A4C9BDF99711BE1B601BBDC2232F3EC65F73BD8C6812BD9A49F53C24E0A43D2DED833D3CD52FBEF40A32BC51DF67BDA35AE4BBE14EC93D8E9BF63BC2E98C3ADF4CF5BC9CD6FABDA8A3BA3DC7ADEFBC9318AABDB0A40A3EB6977EBCC98D8DBDBFCA313E0F8E233E99D2D6BD2DF2263D0C6419BE7D1EE43C790FE23DA80E3CBC3934E63DA671ACBC3716A9BDC8DC2BBE288A8ABD82E3963DEA740EBEC7FC9CBD546B133E192E8CBDFE42E4BD89D6243EF671033EA76D40BD6AEDD83DB91210BE7659FA3D6C4C9E3C6A641DBEF5855ABDF2240FBEA3CDAE3DEF53B1BD1CEB03BDBABCBCBD7297C73D90FB813DE07C49BC1C7C80BD0B5E463DAD727EBAE787CB3D85CBE63D75D443BAB9DB28BE30F52D3ECFF0B23CB956C7BDA2339BBD70D2A5BD5AE70B3E553F233EDD66B9BD51E0F03D3E018EBB30DD643D1674A23D1E9AA43DDD4683BDC0CB5CBD576E0D3E6571BD3D2A46F5BDEC90F43D26EA293EA97F493D0A7A4F3D3C8F0FBD87DD2C3D8DF0D4BDA02123BEC0AC60BD48CAA1BD51E518BEBEABD43D2BA0EA3CFAC5E6BC996B113E64319F3C5DAD213E61122FBEF3D2C43D627F32BD203420BEEC9459BC5FD9E53D02371ABECD10B8BC823F933B592B9DBD21C4FBBDC4F9BB3D7CFC023DBECCE13C4AD2913C0B7E15BEF762D8BDEE2724BDD25A01BE49B492BDA14DC1BB706F2C3E994AABBDD8BD51BDAD8427BEDE20723D62BB21BECA5417BE6C681D3DA290A73DE5892ABE7E1AF9BD8E77C83DEEDB1B3E2174F93D990423BE214A31BE155A193D173E123EC513323D13E330BE33B10ABEFDC52CBE1C410FBEF9D3B6BCA224213EE7E9CF3D00AEE63D5DE33C3D9BB702BDD69F303E235A093E114339B65C94103E130B173CC3F1EEBDC0DE9EBDA338D03D1542283EBCEB133E464E103E83B313BE1D78213DBC93DC3D05FA1BBEB03D1E3EF0BCD9BD79D4333EFAB42C3D27D9DABD230A30BEAC27FBBC54DFACBD0476E8BCBC86C83DB1C40EBEF656C03DF5DDACBD9EF29D3C2E2D1BBE84BFB9B9AE2904BEEBB033BDFF6D293D8C8F34BE7206C3BD0326E03D5A2A2E3D8961033DF35AEE3D88D8023E423C87BC450FCE3D7574773D3E6B6FBDFA39263E0D9D2BBE26C98BBDAB19023E045E323D52E6C33DB86C78BDFC7F2CBE121A29BE4111BEBB0A4D04BEC6E798BD58E61BBE3A29AEBDBBF0BA3D0EDFA53D311361BDECF502BE235F51BD3B543E3D9245FBBD0F690B3EFAD3063EB37690BDE5E706BEA78EB4BDBC4D12BEBE2F29BE9275E93D30011B3EE8F71D3EF6B6123E4B601DBD4328E33DA438813D91A2A2BD240D2EBDEC95A13C5C1314BE00261F3EB761CABBB9C9D9BD02A2173E6A74FFBB610201BE0143F33DAA4531BEAA1A433CD365A03C5D5F80BC0723413D05F00F3EBA34B03C1D41F53D3296783C9734EC3B5C1A943D5F0A27BEB55A0F3E6733B0BC16AAD63DB8E23DBD754DE4BDA1E1D33C84F2143E8EE78F3D52980C3E9C6813BE313E223DD4BE6C3B488A08BE59DFF83D877C05BE90260A3C1FBCF93D70F9D13D4EAF2FBD64DCF5BD473A283E27E14DBD8F9B0A3E6921CABD698FE7BC855622BEDDFDBB3B92C088BD8610E8BD0B6960BDD1B1293EC5FC8F3B81479CBD8BF61F3D81B9063EB2B1E13B057E243D0416103E9DC2A5BDAF36343E68B221BDC72CBCBDF71E2CBE5FE7B4BDB02BD43DDF3C2DBEF436143DE9579A3D427E643CFCD2E1BDB9D809BE0CF6213E00E61BBEDEEBC53CCDB486BD857021BEDA0B043EBBFFF8BC44002BBEC8E3883D256BFD3DB066673DB32FED3C54E5203E3527F33D20BB38BC1C1B29BDFF22293D41D38E3C19FFC4BDFDDA173E448432BEE8CF3E3D5C0E06BE145336BD601ED23DC2111BBE686FF3BDCD62303E3249A03DF1F10C3E76EC103E5D58983D17450C3C529DF6BB481831BE249F0A3E53051E3E7BAE103E0BAC8ABD5A4914BEBEECA33D3F5DBABDCC8A8EBD51F9963DD9B8D13DEA84CEBC0F4C67BCE672CFBB93C9FEBD823CAB3DEEA36DBD98112FBE04E034BE88E671BD60A7F2BDBF708C3DFB550F3DABD0B03D22BF993DE0790FBE4769103EEA2E1C3E1A3CE83DE457A6BD53C594BDA3ED383D024B063E15A4D2BDDC2E2ABDF0BD18BEDD73EE3DB2ACA9BD4A0E163EF7CF833DE7E5F13DC60200BEE9CA9FBD0FAA8B3D964931BE5067593CB6D12BBEFC0C15BD38F3023E651C33BE127BFA3D7F7F213EF0CCFFBDF047D4BC7C68EA3DCB9D073D1077D23CC67BA93D0B4B183EA752893DC7B200BDA9DD903DC11F8F3CED04463C573800BD702134BE15E5033EAB07CEBC10F80F3EA9CCC63DBD7F0B3E613ED9BD0B4D91BCCE327C3D1DA52C3DD1B7A4BD1331CFBDE07A4BBD03CF77BDCBB88CBC405C333E1135F03D1396CEBDD25F963C9E4EE6BD86BA88BD93DCBDBB5C85453DCF0FAFBC574DF03DBB97273E7605273E778D21BEAA48283E30AADEBD1D200DBEA1065F3B9906863DCE7FE03D",
      torch_tensor_16_32_torch.float32_1: "0x040000008FA2DFBD96B17EBDD052B03DCA9E07BD107F233ECC18B83DD7A8983D6E5E2BBED12BC23DF0D81FBEAB0524BE826CFA3D785EAEBDE93BD8BDF2382DBE295D5F3C8A8474BDB4411C3E7908093D6C6274BC9B5502BE6893C0BD796FCBBB7CB8A1BDBC84F73D810F2A3C4EF4123EE5DDE43DC61C19BE46CFEB3D8A5418BE7F51913DDDE008BE8E7EF3BD708AB33D2B7A20BE6E62553D726B89BD1714523DD20FB5BD14511EBE05D29C3D030923BEEC21FE3D0699A0BDA849B63DD8C51A3C4A63BE3D4A0F153EC789CE3DD561E6BB339A4DBCED24A4BC0964863DBA3F1DBED5568D3D95F9E0BDAF60EABDC555C4BCED0BCB3D1B9A4E3D6D1FE9BD32062D3E013ED7BDD8B221BECC9FD43D290C2A3EF082B5BDC16183BD04400ABEC4DA8E3DD77AD23DDB7812BE5635A3BD46AA03BEBAFAB9BDB49FBC3C5CF30EBE9325063EBCD5153EB9BA24BD40E17A3D67B5E43DF87C053D10290D3EB16F2BBEBC45FBBD254FEFBD2BE208BEE3732F3DFCACF93D5652133E5709543D1294C43D484F2A3EE4D029BE4A381ABD1C1A9BBD8F510F3E2959D7BD9D321EBD7BD701BE85E2F8BC3B7BA93D3FBAC8BCDB2C093E9512C2BD10D494BCC9E72BBED50FEC3D3EBC033E04D8F3BD2279E2BD6019A33D16B2E6BD2BEDDDBD77FD323E1E1804BE7BCCB2BCD8D6713D6A6E683D15CA173EA4F2C3BC9EA915BEE96D31BD9F1319BEA8100D3EBFAFAFBCD33B2E3E49EA84BD7E17B4BDA7AA533BA8E09FBD512CF8BD79A2193DEA6C893DDA0BE03D64738B3DCA448FBD9926B63D25EC0C3DBDCC18BED19817BE81C6BC3BF2472D3E1D45EFBDB2EEA8BDB87629BEC279063D1BF672BDD488E73CE4FEF43D249A323D6077AB3C912BB03DB7BDE1BDE2A0103DAE52B2BDE569B8BC2285EA3D86EABABDFEF4253E68909B3DA7CE8FBD51072DBEE1CBC83DB428743B69EEC53D0345003E7AA5E7BD4407EA3D4AA0143E538C81BC6F21A03DA2CE34BE9C0FEE3DA08945BDD38FED3C778DA03CBB8306BEE56D24BE0B80D23D5D12333EB8D10F3E748C0DBEFD5BA93D6C64003D7D8EC7BDF1F3E5BD738B243E162EC5BD8DC6943D08D21C3E9E4920BE1F29B73D0DBFD7BBA53F27BE5C5A2F3EE155C03CC14E35BCADA52F3EB7A1143E483B333EECECC2BC3D90A2BBBB05903DB258B33DFCA6293EDBB1293D31A02C3EE73E54BDD29707BE0A9E353C3B8B183DC99E23BE58799EBD8A8FBCBDB97F16BE752ECABD529AD8BDF94A1CBDE2A488BD5BB89C3CABD9E3BD8DC98A3DAF3DEEBCDED013BE1E9C17BD6EDBDABD1EAEFC3DCA63353C5D49E53DE78833BE63969D3CD72722BEAB5F033E3679D13D8F78D1BD071997BDA2A5053E3523A53D1745C73D43041DBE262EC8BA277E10BE6C63053D56E9EBBD2E2AE03C22561E3EF931CA3D7FBA3E3D8312C7BDE48B20BEAC53253ED93A283E4E1D9DBD215E2ABE09DCAC3DBF691E3D52ABCEBD94BDA9BDCA948FBD2CF5AEBD1C72B1BD602BD33DE9DF203D1F5F0C3E4AEFA8BD9BD59F3DD42434BE2EB2303E69BDF9BBCD46243DB7AB163E5713C9BCBA1EF8BD28C9F33C3E644CBDAE410FBEBFDA55BD74A6D3BDE58D06BEDAB71B3C37F41EBECB27CB3DCE187ABD4DCFD73D016EF53DA903333EEEEA21BD8517C4BD5204233EB0B5003E8C6A21BD94E17ABDEC73143E7F88283E7F01313E7385E23D671A14BEFE50A5BDA526903D9F83FABCAC90633D12F618BCB4EAF23D50A498BCA9BFD4BC28D4303E49441F3EE813C4BD0271023DDDF6133E9964133EBE1E213E9653AE3CCF2F76BC646403BEB9E627BD70E5D83D77262E3D4BB2823D2770DD3DC74D2C3E3B3A24BE790A5F3DCBE39BBD3B01713D46932CBEF06C2F3E0F4390BDC9DA88BD7C8D2BBE82A50E3E2AFC0CBD63226B3D0A5E4FBC59029BBDF453003E98F98E3D7BBFEEB92DA3F83D8BB31A3E8DAD14BE6893AD3DC328C1BD68522B3D1DFEE63D50AB9BBD9499B0B8C738DFBDD63DEE3DE54F2A3D8BBDF93D816C623D0288CCBD18C116BE5C13C53A41D812BEF93F993D1329A93C508A173E13E41A3EF0E7C93D7893D8BD1DE2BABDB451CABD87EF5C3C27230DBEB85530BED223B7BD65549F3BBD8D2FBDCC03C43DC185A03DB002D23DB80D163ECA5B1A3E02412DBE20C1EC3D7F349D3DE729E23D7FA0A7BC8BB9CB3B2F7F973D8DB8AB3D716033BD42068CBD2E980A3EE4CFB7BD07D90FBEE18BDEBD485A7EBB99F75FBDCAE191BDD3E6083E47121F3B2F165FBA979A0ABEAAF0253EE226AEBDA026C2BC46178A3DD7C71B3E1FF043BD91B40B3E85ADBB3C03C81EBD5797253D6FE563BCD893B43D77F7073D6C0EFA3DC516593DAC2B83BDDED5B5BDA8A3383DA9BA3CBD24FFE63D1FC42FBDAD14DABD1A07A93D04708E3D53BABD3D39C0A6BDC411233EFAFF2A3EAD8F13BEF074273E8545B03C2C5FD03D037E193E0F0189BDA853063E378C1B3EFE37B73DB30723BE71C8F2BDC094D83DC2EA2B3EF173EE3D8218823D3FE49F3DFF871D3EE072203EAC926D3D545034BEBD9BEC3D443AF3BD0CE30FBE78EF6FBDBAFA993B177204BEF9D43DBCED29C4BD18D2B2BCBBE4C93C20FCE83D46D515BD64EDD63C484A263DC509D43D3E2544BC8ACD273E2FE78E3D26D0903DA48C01BE16510BBE3853E5BDB9EAD53C18AA293E07B5513D6C5914BE234DA9BC15551BBE8B4EDDBCD05D05BE62182FBD9704CFBC01350D3E42E58B3D30BEE6BD48B91CBE27FF313EC0ED0FBE3D3116BDABEC113E2D582A3E392CBC3C86A7F33C2733893D5984ADBD8F10A7BD8468ADBDA56BEC3D38333EBD0F20E03BE5283FBD6E1615BE9FCF6CBC004CEE3D6C49F5BC0F961BBEF4850A3E359629BEFC313D39B4DE1E3D77A5BDBC72C9ABBD78E073BD5E86FB3D5CEEF03C",
      torch_tensor_16_32_torch.float32: "0x0400000077CF183E1D651A3E45D5C43C81F6283E08D92F3E42D0B63CF4752EBE2AA16ABD99FF033E1597DC3D4444EE3D2817E13D0E94383C761EF2BC8A9D09BDDAF4243E99CE043ED6596E3D152F1A3E456E07BE16198EBDF53E4E3DB2CF263E01CAF13B3C67023E2833283EBDAEA9BD0DA0843DC5DA083E5588973DF45E24BC200F37BD45EFBD3D72B540BD43220EBE21BF0FBE8A08073E068ADCBDAA6AFABD0FFF2E3D92A7593D657B8E3A496A213E8911E73DE22BAFBDCA2527BE33FEF13CF088043E21F5F13D883A293EE4275EBC7A7B20BEDBD320BE4B6429BD6FADEFBD51A0063E4E762DBBE464033D8C9EA4BC107EB7BD7CA0F53C4882183E24FC1C3E08B950BD14957ABC67B7423C76D4B13D7EEF083E5487623D3A2AD5BDA231863DF348FBBD063001BE4E1CDB3B4F589E3D637F063EADFD0E3EB3A89C3D260ACDBDBFBF98BDF497023EA72DBDBCDBAE2EBE9DF79D3D353A03BE6467CCBDFFAFF3BD660AEDBDE57775BDFC8555BDA562033E7EB9193ED6589FBD0910CBBD87A016BE05A09DBCE9741D3D88E1D13D18B4C53DE16CF53D82B995BD89DDE9BC8CF9453D95C2E43ADCF81B3E76FF00BEB1D0A3BDDAD4263E297DFC3D4B5C0E3E9C8DC8BD5EAB9BBD741D2CBE653B893D1D725ABDBE3710BEFE349B3CDF0BC9BDC10AC33CF2506F3D7084343E1183E63C965C9CBD0DD7293EB4ADFDBD1FE8D43DB367983D6E8D1FBE2AEF7FBD2E89A8BC7136213DD3862EBE175EBDBC7176783D12A1F5BD5B32263E5CD00AB928088ABD935635BD6E5DC5BBE3C62D3E85E43BBDB7A2C7BC4EB9893DACF9E8BDE65C15BE9E447BBDAC3216BEBD778CBC0548C93DF76B18BD0EA38FBD1295D2BC93DB94BB2A5380BD0A870DBEAE1784BD069F253E582EE8BDB1E9AABDADF90DBE9D65313EAEEBDA3D2B0D8DBD48876F3DBC37CD3CFF9803BE3573D83DFEF30F3EA945FFBD9BB0343E74C48F3DA86320BCC5155E3C4382B13D5A4FFEBDCDF569BCEBF88C3CE84FB03D5CFEC6BC00AC4FBD62CACBBCBE841F3CC1A81FBE10C22ABE0EB6013E2BA79DBDA8542C3E417039BDE4ABC63B135D11BEFCCFDE3D11430F3C120522BDA06D6B3C411FAB3CEC79933DC963B2BB61A88F3DCBB8F7BDA86C22BE2D6D1ABE44281F3D09988EBD4C46E6BCCA6D37BD1949A0BCC4FF3BBDF27AE63D1FB32B3EA1A051BDE9D05A3C4A7E1BBDE36806BEBAE01B3ED9E6333E1A0C0CBD38A032BEF677983DC72FBF3D2EC515BE1204E2BC17B8ADBD2722253E7B7A0EBEAEB4E5BC27AC79BDC4CA823D20563BBD047B63BCE705B9BCA5D14C3DBEAA703C8032893DDABC34BE9CE1963D4F4B673D0D461BBE3CAE2CBE861520BCD1FE0ABEBD56103EA0610FBDE6BAD03D9144DDBD49134BBD1622E53D730E8DBD190B773CF2DF84BD056E963D7CE12A3E35C799BDDD07963DA9CB01BEA2AD3ABDCD1B86BCC536A63D91EB253E67D524BE8543173E96A4B8BD2E7EF33DFC69D5BD20DB1D3EA2562E3E062C2BBC609F0D3D24FB0E3E6252A33D6BD3C73D3187E7BD0C8B0BBEF5812CBD9130D1BD1FCD23BE1B05FE3DA13C88BC54992DBE213FE83B2C0BD43D8FFC0EBE357CD7BD768E5F3D73C5373DECE4293E9F95263EFED32BBE5EB6C43D809576BD840C83BD797FB63D017D91BD35188F3D24C5843DBD6064BD5A5714BECA22C8BCE80981BC2D4DBBBDE8DFF53C7C332EBE1680213EFD7534BE722257BDA180F8BC1818403D7991C2BDA2D0823D4F601E3ED23DE93D986DFABDD60B1EBEF1A5D63D17E35F3D8994A23D9F55213EC3921DBE6951F7BD13223D3C61D71CBD8388BA3DF08D1ABD3E9621BE5020EABDC200663DDF213ABD19FEAEBDA00D58BC7CD36D3C88B105BEF53E3DBD757E9F3D790395BDC7A38ABD9D9F29BEDB6B8B3D2DA40CBE4EC007BE1BB731BE10E1AE3DB202063E2A0D64BD6821EABDAFD50EBDF106333E851D293E6E8FD9BD090B2B3E13DB34BEB7772C3EF478CFBC95677639A7771D3ED14618BD7F632CBE0E6D513DD821BDBD6B3280BC2ABAE03D4E69E13C11A9E93D72B6FCBDDC87A3BC2E1F0E3E61C4023D6700193E8874B23C865D27BE9F1286BD03C5883DB529053CBE6B1DBEBAF4FA3D7C5D1B3E39EC32BEC04322BECEAF243E12075BBD930D2DBE33B3323EEBE20A3EDCEE933D58D00EBE7BD715BC89F80BBEFA7A113EE54119BE3D62EFBD1A68E5BD1E0FF8BD5B3D32BEA04CEFBD733297BD19C3D63DB511443D9588DFBDDD4F9BBD9996493DFE941BBEDAA6A73D912BAA3D18750C3E2CD4013EB6A9F7BD68B111BC397FCCBD4226F93DF17A19BE8A8B533BBF0E15BED60A87BD1A6394BC1867B93D4E3680BB56B0563D4DB8E3BD652500BEF0B10DBE0927003E132FD73D852BCCBD40AAD23D4A55223E490D0B3E571091BD77694F3D16E50A3EBBA446BC8913CABCB58714BE6312CE3D9BCD2EBBA969FE3DB53FAA3D4BD61F3EFBDAD73CBCF99DBDE262163E4BAF11BE4B81DA3D655CA9BDCC21BBBDE05F05BE1585263E5199B83D7372063EF332243E7C28E73DA68CF2BDBAC098BD07511ABEDB6734BE971C19BEEE77D53D9CBF773DC329C03D5204B93D4ADE1D3E0D3196BDBE1A4DBD9AB3A93DFDAE563DF0FB983D87B01EBE569917BDF7F22F3E4700E53D2CC6E2BACD859D3D6C5C95BD5A59273E54C0E4BDDE7D25BEE9C0863D5B1F28BD72E5133E2691B2BD13CA183E3FD8A33CBC900ABE826AB7BDA6C7D0BD03B1B2BD8601B53D069C18BE28EFB1BCED14783DA7B3803D4D6B0BBCCE051DBD98BF0B3E83FB153E8BEEA7BD200E24BECC5E01BE3F4EF23D414FF8BDAAC3BA3DFC8A123E15A01EBCE561F73DEBC4AF3D4C47A8BD671223BE5111DC3D4425B33CC9DDE8BDD2F6E0BD2ABE833CA6FA5FBD4731CC3D",
      torch_tensor_32_32_torch.float32: "0x040000008A2DA73D10549D3D9F8C223E8EBB0FBE0E8111BE975EA1BDA51D113DE603AFBDFC7E02BE4DBFCFBD12D531BEA72DA23DF97CD43D73D1BB3D33B754BD626CEEBD93A4233ECA4E293E2E1AEF3D6904BBBD7D5D0CBC5C5BCC3D129358BD52320EBE7DB84EBC3DD62B3E7E4F173EA1250B3EEBD084BC5B3801BD16E7C7BC6A23C3BC51DB03BE84391C3C2E17A6BD6E53A4BDF6CCF43D194D0B3DC389163C6E50B8BDD75531BEECF08B3DEBF8BCBDF35CDDBAA746DB3D19DFE63D281819BE3FDBD7BDB5C3193D6C442DBEDF780E3ED782E53D639CA1BD58541CBEC3BC85BDD05A18BE7CA1C63D6C6BBCBD794FF03DA1B0A33D06519FBDAF7009BE58BE133E5EAE703CACA91E3D854A1EBED4D65F3D7DC2D43DC9A92BBE25A74EBD78C0EF3DD12E0A3E117704BE1D277CBDBB228C3D217AC63CB013B93AC0F2473D13D0FFBD047401BD571B383DE145253E8AD7FEBD64D81D3E92743CBD2449FFBD8D3E583D4EC9673CEEB2343EB0DCB63D82C52E3E611209BE9F602ABDC782A3BC434B053E48830A3D4E2433BE479473BD77521C3E9792AD3D4C87CF3D8B940E3E923AED3A39A228BE1EA34F3DDEA222BDFC5CC4BD04EFFA3CA9A68CBD0C8526BE868214BE0890B0BB7C5E79BCA00117BEC75E0A3CBD738CBDF88C00BE92BAD8BD8F26CE3D5996DF3DADA02ABE0D7A30BEB8521F3ECB99C6BD9A4E1BBD4A8A5ABA88E196BCE425E43DF17FF03D7FC1B0BDF79D693DB233CCBC682313BE204A373DC3EC273E98A7163E19F37FBD4D5ACE3DAFC797BDD54C893DA7BC833DF6C6C83D57D7B6BD739E0F3EEDDF12BECC38D13D69C426BEBBE68C3DDA2305BDDC7A243D0D4E41BD469695BD3FF2F9BDFFC41FBE967E3B3DB066123EB4DBEF3DE82EA73DE8A10FBE788580BD4BE00F3E3C6230BE7857553D125A333EBD51633D741C15BC6186BC3D6A93493DD9270C3E445D32BE510CCF3D49EAA8BD688D733DF1E0F13C2AD2B13DF9F11639B0DBFB3D3E9FCABD1D9709BEBFE50B3E0E1A82BC5FC5A4BD4B8CCA3DB74DB93CCAAE29BEB204143E5903203E26EF0B3E51EA393DA524CDBBBAB288BD10C6ABBDE362BB3D6E530FBEEF67253E9B55E7B94B340CBEE3E0233D078E403D72E236BD27DDC53C39F40A3E824802BE80EDDDBDD11E613D0B9570BD8424E1BD64A3E2BC3691BBBD8BD7D3BDC2AADABD7DF40DBE27AA09BE570A33BEAD0B963CAE538DBD49ABC43D11CAD7BD84F40D3C81831FBDA3D7EB3DAD469A3D88E6AE3B3E7BD33D466B153D4E0613BE87F84A3D105E343E4C02C8BD58E0EFBD070C8137A605E9BABD3314BE29B49F3C55D10E3DE1DC983D2EF5283EE6D8693CD7A6DEBD262B04BCB0CB1ABE94E9013E2B31193E4180173E83D60B3E7B6739BCE74FC2BB0B34843DF801CEBD68F656BD842B16BE783FF53DEFA4A83B9615FDBD9FA6FD3DD038043EDC67FC3C95FC823DE4D505BE9DDD4A3DA6E821BEA278B63D4A85F63D46B191BDAE4E1EBEE758453DA07483B9782C9EBA26DEE43DED0AC6BD24EF213E4A0BBE3C6A8702BD4E401B3E49C312BEC768D4BDC432443D425028BAE84F003E4112A43DC482363D76211F3D7AAFD43D585C91BD6F747CBD03C929BD9C141C3E3106B2BD9BAADC3D453823BED8C915BE6523BEBDF9C80D3EF5F9323EA8B117BE0C707ABD73D5D83DA61E31BDDC092CBDFD91E7BD1247A3BC4486E73DA59103BE8EDCDEBD2813BEBD739E88BDE475453D1246B5BD6736F4BC9003123D7221FA3D9D08E4BD671E283EE6B5833C82CECC3CEDFFFFBD2BE50F3DC13EF43CA439F8BD6E1A9B3C398A1FBC0370D8BD3DEB2A3ECAF29ABDBBAF99BC41BCD5BDD64C1C3EB91E81BDF82DFFBC4E85B0BDBA3A8CBDBC7EFB3DD5250F3E4BED2B3EC94B2E3E047C623CCE23D5BD22B0F9BD32E82DBECCA77E3D6F673EBDD845F9BDA66B0ABEDF930ABE3F149BBDCC0BDB3D0A24873C9E84EBBD4B89EB3B0CA216BE781E1CBD1421423D7857273EF0B23EBDF34D153EAFCC22BE0E422CBEB88D0D3ED0B4163EACED92BDC611FF3C56394B3D6106A33D6F527A3CBF75F8BDC2DB82BC7B21953D1E4B2FBBACC61C3E75D72FBEA8BC27BE54C18F3C6A8D19BDEA6C9A3D7DD897BA8854103EC91C433D899B0EBE8DA692BDD93CC7BB0200CDBD70228939E094153E57A30BBE88FC383C45A3323D232416BE82E1403DB9BEFC3DBFDD39BC17C5AB3D004374BDAE72FBBD5A3EC9BD0FA558BD66C2DB3D0CB4C6BDFD9E3DBD6011CD3DEB76083E87C6ADBD072D7EBD77751CBDB86973BDC6D695BBEDA5CA3D76DCF2BDBDECAA3CB2E8293E4BE47FBD1A4E113EB1DAD33D460E6CBD08DEA23D4648A7BD899B863D6125AA3D3C0EC5BCAE88483D88402B3CFB1A333EDFA731BDDED9C13D4653F23C4EECEE3D5ED0B23C5361D5BCD168763C7991B83DD4632EBE0A2956BD52219ABD866B263E559B24BE4E80F03DE75A323E4A7B343E5D8927BE871AD03CB5265CBD6CC1E63DF08CBD3CF33FFABD5D0E203CA5EDA4BD3FC3ECBDF84B573D0817403CDC86743DA7201DBD7527D43C99E4E93D0FD0BFBC6EFE9BBD6D3A7C3CA804EDBCC033213EADC7343DA34873BCE18FEBBD3820E73B9F3D053EA91A27BE911F0ABEC6EA843C1F1A08BEFEDB34BED237933C922CE3BC6A0311BD76456EBD127E493D91E7A0BD7E13993DE118143DA8F4F93DA35F343EDA762EBEAEB7F2BDA45081BDE110183EDC8202BD21EB083DDAD423BE1D59213EBAE5A5BD3FE1F0BDBBFE5CBD354B073E92482C3EB806AE3D734EEB3D8317333E369BE7BD23A5943D2E39B43D5FE66A3D5FC0DA3D7E34F63CFCFE813DD9FA06BE9ED4D7BA334615BE66EF193E697FA0BC2262E33DBCF89EBD00BEC43DC02616BE6AAFAB3C69DE9BBD210DAE3D8D4927BEA241CBBD15FBF33DDCDDFEBD42D8213EB80618BED8B72F3EE03687BD61760FBE660A543DF96422BECDA9FFBAF1FB50BD5A2B1CBED9910FBE3BF78B3D20D6CD3DB56D17BEC442223D430BFE3D3E87FDBD1BBCCB3DE92892BB39EAF1BC58D28FBDD0A410BE3E7F2F3E1AB111BE0695E93D5872D2BDBE935FBDCD8E2B3D8AC4ABBCA2619A3D32A79E3CAF1D2B3E4B95123DBF08F93D713438BDC73DD83D2382AF3C0953A5BC102C2CBE9DC7A6BD03931B3E8DFCE9BDD0B8A13D6D634C3C45DC143EAAC40BBB68EB943DB791343EABF4593DD8E5BDBD9B3AB6BD388F013E92FCE73DA9316E3D0F17EE3D997E0ABEF19DD63D3EA277BD1732293E9258A3BD92B76A3DA3DC5BBB2459133EA8270B3E796289BC717D14BD644BCFBD28F675BD4BFA1C3B9874893C9D181ABE0A3CE9BD09618E3DB68AD9BC225782BCA1AA47BD17B3A13DF63130BE1355933B26061FBD873D963DB08FFA3D09B133BE0362E1BDD3781EBEEC93063C4C3704BECD01A0BD74FF27BEE74F463D71D523BEC34EAB3B72025C3D62FC843D4FE38E3D89391F3EA8CCE93DEAD216BE64BA953D9FD0153EB9DC683CF826173EDBBA1B3EEB8EF93CCC7AAC3D5ADD9B3D44C427BEECA0CC3DA07605BE5F59B7BD5D7B473DEC53F0BD8A45103EFD332EBC6FC4263D833C33BEAFD2ADBDCE04C4BCB18434BE4CB2ABBD31AE1FBE51C2F33DD39BE0BD9A67AFBD4FDB943D448FB5BD47E31ABEBAEC2BBEF1A3C5BD9A5F87BD0B58E83DC9FFA6BDBA13B4BD3C6C06BC643DDABBAF3219BEB4FAAC3DF12610BEC12304BE6E308E3D8F070DBEAF46BE3C6E2EF33C58334CBB7F2F373D9EBF03BEC26221BE85A6C2BA297E17BE6C34283E4227093E9BF4113EF72D2BBE13041F3E3B3B2DBEB07F23BEF4701E3EEDE80B3DCBF5D53DC4680B3E950EA0BC1D37183E5FC187BD46ABA4BD9E63413DAA977A3DD83D643DE753BB3DCDA4B73D3D71253E0DA6A6BC7903163EED5A3ABD5286193DCB9E2FBE52CE78BCBDABB5BC1F4C31BC17A4AD3D65A21A3EED9D0ABE9495AABDD83F09BE02BD11BEA470293E8EF90D3D592E09BDC7C802BE778A26BEFA4CFA3DD1ACFB3DF8272BBE7C18253E204634BE4E8DEDBD14FABCBC98D4463DE1193DBD17A3133EF7C37FBD92D3BBBC7A37D23D8644C63D76971CBE0650EEBD2CA128BEC8A2B43D27F12B3EC7282BBE548D34BE966C2C3DBE75403D7F4681BDBA6C19BE9B5C9CBA17D5923CFFAEF23DE46A0D3E76AE183E0CC7E83DA25C2A3E05DC073EC1CC06BEDFFD703D1781C2BCBD9A323EA7FC363D7586F73DE429143E2CBFF6BDB714AFBCAEC8063E7DEA4BBD76B524BEF6E8313ED9621B3E5A50FB3D64081EBE0F9A213E7A2F22BE806B1CBD779DD03DE304073EEFE260BDC14F273DF8041CBEB2C6C23C0DBF0B3D59FE1DBE5AFC5ABDCC8F25BE7C5763BBA6A753BC9EDA443C330623BEE9610DBE1912A4BC3FD7F43D64A588BD6E8F87BC08A2CBBD0E7D623D41D0283E4EA9F73DEDAB593DAE27CB3DD53817BEC2B89D3D7C9CA1BD7393903D4E1DF33DF066013E39BEC4BD8E1E5CBDF5E1BFBD6D858E3CC67BD9BD6D8B193E2C4316BED7F5243E114D953D9DA24EBDEC8BF1BDB0D0E7BCD0A9013E79729ABDA1EE133DC44AB93DFF1EB8BD81D7BBBA877F8A3DEC5EB2BC46EC503DCF1DC63C9922B0BDE5748DBDB07D8BBDA94FE1BDB291053E00D9A3BC8DDADB3D1B55AFBDFF9FEB3D81FFF73DD5138DBD9E1FFDBB96B7B0BD32C0813DD16F453C7A470CBB8842AD3D0D703EBD98820BBDA884E6BC7A03F53DE789BCBD30E6783CB1FE4A3CEE8E4DBD330B223E9225B0BD7003CABDF52122BED88ED9BD50AD233E8EF5BBBD7B24FD3D6C5B513C2410A2BD841887BD41EF1EBE3001243E8F382A3DB189F13D58F2623D438AE73DC52A153D172E643A82CD323E0ADE013C1BC923BEFC40DB3C7F7FFB3DE02A6ABD9FD7D9BDE230333EC10EC53DF586343E40AE193E67B5303E36D4FA3D4980503DC1F70FBE525418BEF3C707BE79F8C33C7A10C7BDAF905CBDBCEBC5BB44CD5ABD010D65BC9D30EC3C45FF8CBD3EEA2ABE35AF4ABDB0CE3BBD2DEE28BE7396223EE1A491BDE717193EE35501BE04EE1D3E78CDAF3D78EEC6BD63BEEA3DEDF7C2BDB22FB33D1A1A49BD9247D9BD60EE693CD180033E580BFFBDDC8EF6BD6CBA34BEFF8A23BC313E9E3CA6462EBE94370EBD7B1F883D028814BE58D72E3E790AADBDFAE4FD3D821BA9BD1707A93D68D4093D443EEC3D8B172D3ECEAA1DBDDC202C3E2042C4BD621132BECF27A8BD809FBDBDDD9512BEBEAD6D3C3E30EF3D72CC2E3EA809743DA906303E8AD5E93CF2AB4D3D6F6D7F3DB19FCF3D9FC16A3DC944313D7CC506BEF6DD4B3CB842253EE974083E9D53B53B9C3C5B3DFBA90E3E2A9732BE6D008ABD5B1AB43D1C052EBE9F6992BD625E23BEBD60283E0365F3BBC3222CBE78B5C03D12BF943CC56D253E70D20FBE038B1C3E21C4BCBDFBCC18BEDF83F7BD404A8C3D3696223E2E6D05BEEE3E013E8F5C05BE7531343ED7C7CFBC4B3A133C5AB92DBE91BEA83B223335BD6F9DC5BD3F9D523C0D0C81BDA9D61ABD98D9B03D75C4AE3DBA160E3E22F1483D1A470FBE235F093D24AD44BD4DCA023E63EF9A3BD61F1E3EAD7ED8BBB0D1FB3C74CC12BE861322BCC6C8313ECA67C63C060D98BD7124303EB22B483D3A57483DC9B730BECD940D3ED706543C4ED6F7BDB33334BE30F22CBE71091F3BA9E1623D5C9713BE2244303E9C0826BE2959893DB1FDCFBD9514AFBC5DDBC93A334115BE2C4B293E3B58F73DE81207BE437620BE6C6F08BE25ED1A3E8C012ABE3465EC3BECC989BD466311BDD5B3DEBD508F863DEDE8BBBDEC82FB3D1F4613BE6526803CEDFBC63D",
      torch_tensor_32_torch.float32: "0x040000005AA0B43FB823293F1AC59A3FEA97B83F76B9A73F69B9903FEC4A9B3FE64B693FCCB39B3F70C6173F3330963FC055863FC120493F44AB533FE424B83FD9EE2C3F8A0F823FBA72A83F712F2E3FCF8D0D3F83CEB73F624B9E3F00168E3F47DFB83F6136213F4ABE9B3FE71C543FA07C213F0157983F60B8BC3F6BF9143F2260B53F"
    }
  }
#-}

