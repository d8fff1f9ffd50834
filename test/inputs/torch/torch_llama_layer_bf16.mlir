#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (0, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map11 = affine_map<(d0, d1) -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x32x64xbf16>) -> tensor<1x32x64xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x4x32x32xf32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<32x32xi1>
    %cst_5 = arith.constant dense_resource<torch_tensor_64_64_torch.bfloat16_1> : tensor<64x64xbf16>
    %cst_6 = arith.constant 0xFFF0000000000000 : f64
    %cst_7 = arith.constant dense_resource<torch_tensor_32_64_torch.bfloat16_1> : tensor<32x64xbf16>
    %cst_8 = arith.constant dense_resource<torch_tensor_32_64_torch.bfloat16> : tensor<32x64xbf16>
    %cst_9 = arith.constant dense_resource<torch_tensor_64_64_torch.bfloat16> : tensor<64x64xbf16>
    %cst_10 = arith.constant dense_resource<torch_tensor_64_torch.bfloat16> : tensor<64xbf16>
    %cst_11 = arith.constant 9.9999999999999995E-7 : f64
    %cst_12 = arith.constant 6.400000e+01 : f32
    %cst_13 = arith.constant 1.600000e+01 : f32
    %cst_14 = arith.constant 1.000000e+04 : f32
    %cst_15 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<1x32x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32x64xbf16>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %103 = arith.extf %in : bf16 to f32
      linalg.yield %103 : f32
    } -> tensor<1x32x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %103 : f32
    } -> tensor<1x32x64xf32>
    %3 = tensor.empty() : tensor<1x32x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x32x1xf32>) -> tensor<1x32x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x32x64xf32>) outs(%4 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<1x32x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x32x1xf32>) outs(%3 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.divf %in, %cst_12 : f32
      linalg.yield %103 : f32
    } -> tensor<1x32x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x32x1xf32>) outs(%3 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.truncf %cst_11 : f64 to f32
      %104 = arith.addf %in, %103 : f32
      linalg.yield %104 : f32
    } -> tensor<1x32x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x32x1xf32>) outs(%3 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.rsqrt %in : f32
      linalg.yield %103 : f32
    } -> tensor<1x32x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<1x32x64xf32>, tensor<1x32x1xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %103 = arith.mulf %in, %in_45 : f32
      linalg.yield %103 : f32
    } -> tensor<1x32x64xf32>
    %10 = tensor.empty() : tensor<1x32x64xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x32x64xf32>) outs(%10 : tensor<1x32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<1x32x64xbf16>
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10, %11 : tensor<64xbf16>, tensor<1x32x64xbf16>) outs(%10 : tensor<1x32x64xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.mulf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x32x64xbf16>
    %13 = tensor.empty() : tensor<64x64xbf16>
    %transposed = linalg.transpose ins(%cst_9 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %12 [[0, 1], [2]] : tensor<1x32x64xbf16> into tensor<32x64xbf16>
    %14 = tensor.empty() : tensor<32x64xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<32x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %17 = tensor.empty() : tensor<32x64xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<32x64xf32>) outs(%17 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<32x64xbf16>
    %expanded = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [1, 32, 4, 16] : tensor<32x64xbf16> into tensor<1x32x4x16xbf16>
    %19 = tensor.empty() : tensor<1x4x32x16xbf16>
    %transposed_16 = linalg.transpose ins(%expanded : tensor<1x32x4x16xbf16>) outs(%19 : tensor<1x4x32x16xbf16>) permutation = [0, 2, 1, 3] 
    %20 = tensor.empty() : tensor<64x32xbf16>
    %transposed_17 = linalg.transpose ins(%cst_8 : tensor<32x64xbf16>) outs(%20 : tensor<64x32xbf16>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<32x32xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %23 = linalg.matmul ins(%collapsed, %transposed_17 : tensor<32x64xbf16>, tensor<64x32xbf16>) outs(%22 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %24 = tensor.empty() : tensor<32x32xbf16>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<32x32xf32>) outs(%24 : tensor<32x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<32x32xbf16>
    %expanded_18 = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [1, 32, 2, 16] : tensor<32x32xbf16> into tensor<1x32x2x16xbf16>
    %26 = tensor.empty() : tensor<1x2x32x16xbf16>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x32x2x16xbf16>) outs(%26 : tensor<1x2x32x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%cst_7 : tensor<32x64xbf16>) outs(%20 : tensor<64x32xbf16>) permutation = [1, 0] 
    %27 = linalg.matmul ins(%collapsed, %transposed_20 : tensor<32x64xbf16>, tensor<64x32xbf16>) outs(%22 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<32x32xf32>) outs(%24 : tensor<32x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<32x32xbf16>
    %expanded_21 = tensor.expand_shape %28 [[0, 1], [2, 3]] output_shape [1, 32, 2, 16] : tensor<32x32xbf16> into tensor<1x32x2x16xbf16>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<1x32x2x16xbf16>) outs(%26 : tensor<1x2x32x16xbf16>) permutation = [0, 2, 1, 3] 
    %29 = tensor.empty() : tensor<32xi64>
    %30 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%29 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %103 = linalg.index 0 : index
      %104 = arith.index_cast %103 : index to i64
      linalg.yield %104 : i64
    } -> tensor<32xi64>
    %expanded_23 = tensor.expand_shape %30 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %31 = tensor.empty() : tensor<8xi64>
    %32 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%31 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %103 = linalg.index 0 : index
      %104 = arith.index_cast %103 : index to i64
      %105 = arith.muli %104, %c2_i64 : i64
      linalg.yield %105 : i64
    } -> tensor<8xi64>
    %33 = tensor.empty() : tensor<8xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%32 : tensor<8xi64>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %103 = arith.sitofp %in : i64 to f32
      linalg.yield %103 : f32
    } -> tensor<8xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%34 : tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.negf %in : f32
      linalg.yield %103 : f32
    } -> tensor<8xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%35 : tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.divf %in, %cst_13 : f32
      linalg.yield %103 : f32
    } -> tensor<8xf32>
    %expanded_24 = tensor.expand_shape %36 [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
    %37 = tensor.empty() : tensor<1x8xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_24 : tensor<1x8xf32>) outs(%37 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.powf %cst_14, %in : f32
      linalg.yield %103 : f32
    } -> tensor<1x8xf32>
    %39 = tensor.empty() : tensor<32x8xf32>
    %40 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_23, %38 : tensor<32x1xi64>, tensor<1x8xf32>) outs(%39 : tensor<32x8xf32>) {
    ^bb0(%in: i64, %in_45: f32, %out: f32):
      %103 = arith.sitofp %in : i64 to f32
      %104 = arith.mulf %103, %in_45 : f32
      linalg.yield %104 : f32
    } -> tensor<32x8xf32>
    %concat = tensor.concat dim(1) %40, %40 : (tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<32x16xf32>
    %41 = tensor.empty() : tensor<32x16xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%concat : tensor<32x16xf32>) outs(%41 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.cos %in : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %43 = tensor.empty() : tensor<32x16xbf16>
    %44 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<32x16xf32>) outs(%43 : tensor<32x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<32x16xbf16>
    %45 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%concat : tensor<32x16xf32>) outs(%41 : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.sin %in : f32
      linalg.yield %103 : f32
    } -> tensor<32x16xf32>
    %46 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<32x16xf32>) outs(%43 : tensor<32x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<32x16xbf16>
    %47 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16, %44 : tensor<1x4x32x16xbf16>, tensor<32x16xbf16>) outs(%19 : tensor<1x4x32x16xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.mulf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x4x32x16xbf16>
    %extracted_slice = tensor.extract_slice %transposed_16[0, 0, 0, 8] [1, 4, 32, 8] [1, 1, 1, 1] : tensor<1x4x32x16xbf16> to tensor<1x4x32x8xbf16>
    %48 = tensor.empty() : tensor<1x4x32x8xbf16>
    %49 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x4x32x8xbf16>) outs(%48 : tensor<1x4x32x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %103 = arith.negf %in : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x4x32x8xbf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_16[0, 0, 0, 0] [1, 4, 32, 8] [1, 1, 1, 1] : tensor<1x4x32x16xbf16> to tensor<1x4x32x8xbf16>
    %concat_26 = tensor.concat dim(3) %49, %extracted_slice_25 : (tensor<1x4x32x8xbf16>, tensor<1x4x32x8xbf16>) -> tensor<1x4x32x16xbf16>
    %50 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_26, %46 : tensor<1x4x32x16xbf16>, tensor<32x16xbf16>) outs(%19 : tensor<1x4x32x16xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.mulf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x4x32x16xbf16>
    %51 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %50 : tensor<1x4x32x16xbf16>, tensor<1x4x32x16xbf16>) outs(%19 : tensor<1x4x32x16xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.addf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x4x32x16xbf16>
    %52 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19, %44 : tensor<1x2x32x16xbf16>, tensor<32x16xbf16>) outs(%26 : tensor<1x2x32x16xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.mulf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x2x32x16xbf16>
    %extracted_slice_27 = tensor.extract_slice %transposed_19[0, 0, 0, 8] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x16xbf16> to tensor<1x2x32x8xbf16>
    %53 = tensor.empty() : tensor<1x2x32x8xbf16>
    %54 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_27 : tensor<1x2x32x8xbf16>) outs(%53 : tensor<1x2x32x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %103 = arith.negf %in : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x2x32x8xbf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_19[0, 0, 0, 0] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x16xbf16> to tensor<1x2x32x8xbf16>
    %concat_29 = tensor.concat dim(3) %54, %extracted_slice_28 : (tensor<1x2x32x8xbf16>, tensor<1x2x32x8xbf16>) -> tensor<1x2x32x16xbf16>
    %55 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_29, %46 : tensor<1x2x32x16xbf16>, tensor<32x16xbf16>) outs(%26 : tensor<1x2x32x16xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.mulf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x2x32x16xbf16>
    %56 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %55 : tensor<1x2x32x16xbf16>, tensor<1x2x32x16xbf16>) outs(%26 : tensor<1x2x32x16xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.addf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x2x32x16xbf16>
    %57 = tensor.empty() : tensor<1x2x2x32x16xbf16>
    %58 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<1x2x32x16xbf16>) outs(%57 : tensor<1x2x2x32x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x32x16xbf16>
    %collapsed_30 = tensor.collapse_shape %58 [[0], [1, 2], [3], [4]] : tensor<1x2x2x32x16xbf16> into tensor<1x4x32x16xbf16>
    %59 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_22 : tensor<1x2x32x16xbf16>) outs(%57 : tensor<1x2x2x32x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x32x16xbf16>
    %collapsed_31 = tensor.collapse_shape %59 [[0], [1, 2], [3], [4]] : tensor<1x2x2x32x16xbf16> into tensor<1x4x32x16xbf16>
    %60 = tensor.empty() : tensor<1x4x32x16xf32>
    %61 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<1x4x32x16xbf16>) outs(%60 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %103 = arith.extf %in : bf16 to f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x16xf32>
    %62 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_30 : tensor<1x4x32x16xbf16>) outs(%60 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %103 = arith.extf %in : bf16 to f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x16xf32>
    %63 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_31 : tensor<1x4x32x16xbf16>) outs(%60 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %103 = arith.extf %in : bf16 to f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x16xf32>
    %64 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<1x4x32x16xf32>) outs(%60 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.mulf %in, %cst_15 : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x16xf32>
    %expanded_32 = tensor.expand_shape %30 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64>
    %65 = tensor.empty() : tensor<32x32xi64>
    %66 = linalg.generic {indexing_maps = [#map6, #map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_32, %expanded_23 : tensor<1x32xi64>, tensor<32x1xi64>) outs(%65 : tensor<32x32xi64>) {
    ^bb0(%in: i64, %in_45: i64, %out: i64):
      %103 = arith.subi %in, %in_45 : i64
      linalg.yield %103 : i64
    } -> tensor<32x32xi64>
    %67 = tensor.empty() : tensor<32x32xi1>
    %68 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<32x32xi64>) outs(%67 : tensor<32x32xi1>) {
    ^bb0(%in: i64, %out: i1):
      %103 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %103 : i1
    } -> tensor<32x32xi1>
    %69 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%68, %cst_4 : tensor<32x32xi1>, tensor<32x32xi1>) outs(%67 : tensor<32x32xi1>) {
    ^bb0(%in: i1, %in_45: i1, %out: i1):
      %103 = arith.andi %in, %in_45 : i1
      linalg.yield %103 : i1
    } -> tensor<32x32xi1>
    %70 = linalg.generic {indexing_maps = [#map3, #map11, #map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%69, %cst_2, %cst_3 : tensor<32x32xi1>, tensor<f32>, tensor<f32>) outs(%21 : tensor<32x32xf32>) {
    ^bb0(%in: i1, %in_45: f32, %in_46: f32, %out: f32):
      %103 = arith.select %in, %in_45, %in_46 : f32
      linalg.yield %103 : f32
    } -> tensor<32x32xf32>
    %71 = tensor.empty() : tensor<1x4x16x32xf32>
    %transposed_33 = linalg.transpose ins(%62 : tensor<1x4x32x16xf32>) outs(%71 : tensor<1x4x16x32xf32>) permutation = [0, 1, 3, 2] 
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_33 : tensor<1x4x16x32xf32>) outs(%71 : tensor<1x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.mulf %in, %cst_15 : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x16x32xf32>
    %collapsed_34 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<1x4x32x16xf32> into tensor<4x32x16xf32>
    %collapsed_35 = tensor.collapse_shape %72 [[0, 1], [2], [3]] : tensor<1x4x16x32xf32> into tensor<4x16x32xf32>
    %73 = tensor.empty() : tensor<4x32x32xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %75 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<4x32x16xf32>, tensor<4x16x32xf32>) outs(%74 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %expanded_36 = tensor.expand_shape %75 [[0, 1], [2], [3]] output_shape [1, 4, 32, 32] : tensor<4x32x32xf32> into tensor<1x4x32x32xf32>
    %76 = tensor.empty() : tensor<1x4x32x32xf32>
    %77 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_36, %70 : tensor<1x4x32x32xf32>, tensor<32x32xf32>) outs(%76 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %103 = arith.addf %in, %in_45 : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x32xf32>
    %78 = tensor.empty() : tensor<1x4x32xi64>
    %79 = linalg.fill ins(%c0_i64 : i64) outs(%78 : tensor<1x4x32xi64>) -> tensor<1x4x32xi64>
    %80 = tensor.empty() : tensor<1x4x32xf32>
    %81 = linalg.fill ins(%cst_0 : f32) outs(%80 : tensor<1x4x32xf32>) -> tensor<1x4x32xf32>
    %82:2 = linalg.generic {indexing_maps = [#map7, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%77 : tensor<1x4x32x32xf32>) outs(%81, %79 : tensor<1x4x32xf32>, tensor<1x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_45: i64):
      %103 = linalg.index 3 : index
      %104 = arith.index_cast %103 : index to i64
      %105 = arith.maximumf %in, %out : f32
      %106 = arith.cmpf ogt, %in, %out : f32
      %107 = arith.select %106, %104, %out_45 : i64
      linalg.yield %105, %107 : f32, i64
    } -> (tensor<1x4x32xf32>, tensor<1x4x32xi64>)
    %expanded_37 = tensor.expand_shape %82#0 [[0], [1], [2, 3]] output_shape [1, 4, 32, 1] : tensor<1x4x32xf32> into tensor<1x4x32x1xf32>
    %83 = linalg.generic {indexing_maps = [#map7, #map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %expanded_37 : tensor<1x4x32x32xf32>, tensor<1x4x32x1xf32>) outs(%76 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %103 = arith.subf %in, %in_45 : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x32xf32>
    %84 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<1x4x32x32xf32>) outs(%76 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = math.exp %in : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x32xf32>
    %85 = tensor.empty() : tensor<1x4x32x1xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<1x4x32x1xf32>) -> tensor<1x4x32x1xf32>
    %87 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%84 : tensor<1x4x32x32xf32>) outs(%86 : tensor<1x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %103 = arith.addf %in, %out : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x1xf32>
    %88 = linalg.generic {indexing_maps = [#map7, #map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %87 : tensor<1x4x32x32xf32>, tensor<1x4x32x1xf32>) outs(%76 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %103 = arith.divf %in, %in_45 : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x32xf32>
    %89 = tensor.empty() : tensor<1x4x32x32xi1>
    %90 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<1x4x32x32xf32>) outs(%89 : tensor<1x4x32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %103 = arith.extf %in : f32 to f64
      %104 = arith.cmpf oeq, %103, %cst_6 : f64
      linalg.yield %104 : i1
    } -> tensor<1x4x32x32xi1>
    %91 = tensor.empty() : tensor<1x4x32x1xi1>
    %92 = linalg.fill ins(%true : i1) outs(%91 : tensor<1x4x32x1xi1>) -> tensor<1x4x32x1xi1>
    %93 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%90 : tensor<1x4x32x32xi1>) outs(%92 : tensor<1x4x32x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %103 = arith.andi %in, %out : i1
      linalg.yield %103 : i1
    } -> tensor<1x4x32x1xi1>
    %94 = linalg.generic {indexing_maps = [#map13, #map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %cst_1, %88 : tensor<1x4x32x1xi1>, tensor<1x4x32x32xf32>, tensor<1x4x32x32xf32>) outs(%76 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: i1, %in_45: f32, %in_46: f32, %out: f32):
      %103 = arith.select %in, %in_45, %in_46 : f32
      linalg.yield %103 : f32
    } -> tensor<1x4x32x32xf32>
    %collapsed_38 = tensor.collapse_shape %94 [[0, 1], [2], [3]] : tensor<1x4x32x32xf32> into tensor<4x32x32xf32>
    %collapsed_39 = tensor.collapse_shape %63 [[0, 1], [2], [3]] : tensor<1x4x32x16xf32> into tensor<4x32x16xf32>
    %95 = tensor.empty() : tensor<4x32x16xf32>
    %96 = linalg.fill ins(%cst : f32) outs(%95 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %97 = linalg.batch_matmul ins(%collapsed_38, %collapsed_39 : tensor<4x32x32xf32>, tensor<4x32x16xf32>) outs(%96 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %expanded_40 = tensor.expand_shape %97 [[0, 1], [2], [3]] output_shape [1, 4, 32, 16] : tensor<4x32x16xf32> into tensor<1x4x32x16xf32>
    %98 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_40 : tensor<1x4x32x16xf32>) outs(%19 : tensor<1x4x32x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<1x4x32x16xbf16>
    %99 = tensor.empty() : tensor<1x32x4x16xbf16>
    %transposed_41 = linalg.transpose ins(%98 : tensor<1x4x32x16xbf16>) outs(%99 : tensor<1x32x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_42 = linalg.transpose ins(%cst_5 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_43 = tensor.collapse_shape %transposed_41 [[0, 1], [2, 3]] : tensor<1x32x4x16xbf16> into tensor<32x64xbf16>
    %100 = linalg.matmul ins(%collapsed_43, %transposed_42 : tensor<32x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<32x64xf32>) outs(%17 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %103 = arith.truncf %in : f32 to bf16
      linalg.yield %103 : bf16
    } -> tensor<32x64xbf16>
    %expanded_44 = tensor.expand_shape %101 [[0, 1], [2]] output_shape [1, 32, 64] : tensor<32x64xbf16> into tensor<1x32x64xbf16>
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_44 : tensor<1x32x64xbf16>, tensor<1x32x64xbf16>) outs(%10 : tensor<1x32x64xbf16>) {
    ^bb0(%in: bf16, %in_45: bf16, %out: bf16):
      %103 = arith.addf %in, %in_45 : bf16
      linalg.yield %103 : bf16
    } -> tensor<1x32x64xbf16>
    return %102 : tensor<1x32x64xbf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_64_64_torch.bfloat16_1: "0x02000000BEBCA73DCCBCC7BD7E3A7D3DEC3D83BCD7BD8A3D963DE23DA23C2B3DE0BCC83DC53CD93D85BDCABD29BC673CC2BDFFBCF03D163AA1BC903DFFBD9B3CABBD1E3DC33DE9BBD8BC8EBDF83D09BDA03DF4BDFFBD593D0D3DA9BD9E3C873D9B3DFB3D5F3D853BF0BD583D4CBDB6BCD33D183DBF3DA9BDB7BD4ABD443C87BD763D4FBDCFBDC43D3CBDE63D053D933D8A3D8E3C713DFF3D413DF1BDAF3DE43DE23D743DB83D95BD823D933DB73DF8BC783D1ABD5C3C9BBD2A3DE6BD97BD6D3DB0BDEE3DCF3D8FBD7B3D7ABD98BCC9BDCFBDE8BCA63D963DE03C37BD52BC093DD33DB2BD633C0A3DA93CEDBD57BCFEBD36BDE0BDE93CA6BCA53D9C3D34BDC6BCEABD8CBC92BDC63D803C9C3DCC3DCD3DC2BD14BD46BBEE3D933DBCBD863C5DBDCABC4E3CFD3D073D923D9EBD8ABDEB3CC43DBC3CC03B5ABDDD3DFDBD9A3DB2BBB13D9FBD35BDA1BD803C7D3D4BBDD0BCF0BDAFBDA0BD63BB6D3D5EBDE73DFFBBB7BDFE3BEBBDA33BE4BD973CB93D393CD93DFEBD7EBDE53DC03DB5BDEB3D2D3DC7BCF0BDE83DE93CF0BDA5BCB53DDCBB673DB53ACBBDE1BDE33DF1BD273B93BDBDBD433D90BDCE3DDA3D54BD1B3D133DBA3B21BB8F3C6FBDAABD0A3DDF3CA0BD9D3DE63D75BCCBBDC5BDED3D7A3DA83DC73DB1BD12BC5D3D3BBD873D8CBDD6BBD43D9D3DB7BDCBBB263DBA3DDEBC023DC53DABBDF5BDC23CE53D7DBA6D3C9A3D9C3DD3BDFABD933D2FBDDCBD2CBDDE3DF43DEFBDB93C9BBDDE3DC8BDA33D2FBDF53DB2BD853C74BDE6BD45BDB1BDC23D9FBDDC3DE6BCBA3D77BDDFBCB83DB93D4C3D3A3B8F3DE9BD0D3DCDBD243D4BBDA53DC5BD81BD823C66BD973D01BC51BD1B3C953DE1BDF0BD8DBCD83C983DEE3DA83D6E3D393DD23DC93DF33B02BDE3BD4F3D273D833D5DBD653D36BD323D033DEDBDABBDE4BDD7BDD13D9C3D94B9113D103C15BDBD3DF53DFC3D863CAEBD3A3D55BD553AAEBD88BDC3BD5E3A06BD763CC3BBE2BD2ABDC7BDEE3D493DFEBCB9BDB4BD8B3DC6BD0C3BB2BD1FBAFE3C88BD233D96BD73BC863C7E3D503C773C073D8A3CE7BC6CBC36BD323DD63D8B3D30BD7B3DF9BD983DB5BD933DE1BDF9BDBDBAEA3DD7BD5C3C513DF53D4A3D8D3CE4BDD23DF23D8CBCECBBC63BA6BD493DF3BDE93D603D08BC3B3AEFBD223DB63D77BDA7BD18BD503DC1BD87BD533DBBBDC8BD33BDD53D513C41BDF73DB03DDBBD2A3D9F3D36BD813CDBBA923D393D0CBDE93DB93D88BDA73C9F3CFBBC29BB61BD5EBD003E653DFDBD613D52BD7ABDAEBD8FBD9F3CC13DDDBC80BD86BBC2BDB13DAA3C19BC21BD753D043D9D3D90BD8DBC58BDBC3BAB3D57BDC83D89BD2ABDAC3DC13D813DD13D833D1F3DDE3C0E3B2BBDD6BD1E3C313D8B3DA83D9B3D8E3D99BDB7BAED3C203C39BDE63DA4BD8C3DB33D3BBD033DF43DA63DA73DBCBD313DCDBD7C3DCFBD84BD81BCD33DEE3DC9BD613DABBDE13DB03CB63D5BBDCD3D2DBD87BDD4BD7A3DA7BDB7BDAF3D9EBCD03DADBD9DBC9CBB353CF2BD64BD313CDD3C27BDE13CADBD5DBDCA3D653D80BDCEBD363DF7BD9FBD8EBDE13DC33DFF3A39BD353D503DC83DFF3D933D23BD103DA7BD843D8DBCA63C43BDDC3D053D75BDB1BDADBCB6BC1D3CDD3D5B3DA1BD8A3DB63D023C35BD8ABBAE3D11BD473DDF3D543DBC3D8F3D203DBB3DDF3DAFBD10BD783DA03DC8BD153C86B96C3DE7BDDD3D843C49BD913DD1BDE0BD053D803D303DE9BDA6BD23BDF83DE93DD6BDD9BD2ABDFB3D61BCA7BD343C613D0FBD94BDFBBD90BD84BC38BD43BB513DA63DDC3DD23D8ABCBDBD1A3DE63CE93D96BD7CBD54BC66BC5E3D3A3DB2BDEF3DAA3D3F3D1CBD933D313DE4BD84BCA8BD9C3DDBBCFBBD5B3D833D36BDE8BCEA3D0FBD76BD1C3C6E3D12BD1BBD71BD5B3D83BC9C3DA6BC713DEA3D893D97BDB0BD84BB423D2EBD6CBD94BCCF3D8A3D743D8C3DC1BD9E3DC13D7BBDA53D05BD82BD66BDB83CE7BD673DD93DA53D75BDEA3C03BDA43D68BDBDBD85BD2FBDD33DA33DE53D673D0B3DF4BCF3BDE03DE23D083D6CBDF03DF63DC73DA73CEC3C1ABCF43D8ABBE9BDFF3D5D3D863DAEBCA6BD353D563D1C3D7DBD8ABC90BD6C3DCCBDAD3DF83C2CBC39BD203CC33D67BD903D51BD683C5BBBAA3CA4BDD3BCBB3C913DB93B55BDE8BDFBBDC1BD5DBD1D3D91BDE73D0B3C6B3DB73CC2BCE33DC33CAE3DBCBD96BD083DD83D69BDDD3DCA3D6BBC1CBD97BC2DBDDEBDDE3DA83D82BD8E3D923DD23D80BDC33DB73D7C3D30BD9F3C913D8C3CC9BC183D8F3DCBBDF4BD023DE2BCD4BD7F3DFE3D0ABAF5BD16BD96BDCEBD98BD823DDABD103DA93CC63C9A3D5EBDF33DEEBD8E3CC8BDCF3DDBBD31BBBD3CE23D103C98BDBCBD633D083DC8BD12BD223CD43DA4BD73BDD13D20BDD4BDA6BDF53D99BDE23BE43DCE3CCD3CBD3D823D73BD773DDF3C5BBDEF3DF53DC6BD6CBBAD3DEBBD95BDB23D37BDBC3DBBBD003DF53DEBBDF4BDC8BDCA3CCDBDA93DCB3DECBDB0BD36BC70BC8DB8B6BDED3D95BDF1BD6BBD43BDB7BDF83D66BD18BD153DAB3D893DD9BCDE3BA83C61BD80BCEBBD80BD7FBCDC3D8F3D343DF3BDA93D50BCBCBDC23D543D273D7DBC0CBD683DE73D8F3D48BD99BDCBBDDD3DA5BDE8BD7CBDD73B4C3D64BDC23D51BDC9BC3A3DB13DAB3D833D66BB86BDAF3DD7BD2F3C88BD1B3D613DCDBC523D90BC7FBD00BE7EBC97BDD0BDE43DD73CC73D39BD9BBA093D60BDCBBD853D693DA8BDEABDACBD48BDC83BCCBDBABDED3D81BDEDBDA13D16BC7F3D113DDBBCB83C68BD133DE9BC2BBD153C1E3D9EBC9B3DDFBDC73D80BC9F3DA0BD5ABBC0BC943CEE3D72BDEE3DC2BDE3BDA93CC2BC2E3D8F3DBF3D9D3D4B3D373D9ABCCDBC183C40BBDA3DC23DD63A8C3D7F3C38BCC13D9FBD8A3DF33CD9BD913D643D12BC68BD7CBC5F3D19BC96BDBCBDFC3DFE3CEFBDA0BCD9BDBEBDD6BDCF3D313C963C9BBCF33DAF3DB73D513D863D883D273D10BDB9BD5D3DB43DE6BDA0BD933D8B3DED3AADBD8F3D90BD0DBC413DA2BDA5BD95BD66BC9E3D063CD63DC7BD92BDEABDF9BDEE3DF0BB703D61BD8D3DB23D6D3D89BDE33D653DECBDC53D96BDC63D8E3DF03CE03DBF3DF1BD2CBCB7BD81BDEDBCB539B1BDF2BCF03D85BD36BD76BCC7BDA93C7BBD833DD1BDBF3D07BBDB3DDA3BF0BC893D073D19BBE73DB2BD8ABDC53D9FBDDE3DFE3D0ABD8CBD653D283D25BCDDBD6FBDC3BD12BDDEBD60BDBABD38BDF7BC703D61BD563D36BD87BD0C3D8DBDA73DA3BD203D6FBBDABDEC3DF33D93BD82BD8CBDDF3A6A3DF33DEB3D17BAE5BD8DBD633D8D3D80BB88BD0A3C36BDF43D6ABD31BD53BD143D9C3DC43C063D17BD503D233CA7BDBE3DE23CD33DC33DEBBDC93DB53DDEBD263B9BBCAF3D54BDF43DA13D033DD0BB98BD6D3BA23DF0BD7DBD0E3D323D87BD833DF0BC83BC94BC583DE43D483CAD3DA3BDD9BD62BDE43D5D3D43BD6E3D18BDE0BDEE3CC0BDD2BDAD3D393DED3DFABDB63DA2BDD1BDCD3BA93DB13DC2BD11BBD43DDD3D2E3C6DBD103D513D9ABD063DB53DD2BDF53C2A3DBA3DC7BD93BDC4BCBEBD043BA23D3D3DE63DA1BD13BC003E33BD06BD313D8DBC0E3CEF3DDABD0CBCD43D0FBD81BD64BC9A3DC13D0C3DC1BBC23C803D2BBDC6BDE4BDB7BDEEBD5EBDD9BDF2BCD8BDA0BCDD3DA8BDBA3DEBBCD5BDDDBD513C8A3D893D71BD08BADD3DB2BDBCBDC0BC5F3DFA3DE2BD9D3BBD3C30BD693DD53DEE3D4EBCEB3DF7BDF23DECBD58BC3BBDA0BCEFBD1C3D9A3D003D523D313DDEBCCA3DFB3DB53DB43D87BD243D0B3DABBD20BDF3BDC9BD3ABD93BC673DE63D1C3CCABD603D8A3D6CBC433DA93DFDBC85BDEBBC93BB0C3D8EBD36BDA1BC0EBDFFBDBBBB003DE9BCA839D6BC113D28BBD03DE1BD9FBDC33DFE3DF8BDC5BCA83B98BDD9BDB3BDCDBD87BDE13C933D9D3D76BCA43D8C3D12BD77BCEE3C88BDD13D8DBD47BD85BDE1BD1D3DDF3D8C3DB3BD1BBB01BCD7BD883D60BCF0BD743D823CB23DDA3C51BC9CBD41BCCB3D063D093CE93D72BDBBBDAB3CCB3DF43CF33CBC3D1EBCAB3D993DF23D2BBDAF3DE33DFEBDA7BDED3DEB3D5CBD493D173D173DC53DC0BD033DE8BC0C3D823CA03DD8BD8EBD813DAA3DCFBDB339BD3D19BDDA3D6CBDCDBD87BD583C443DB1BD3EBDADBD70BC993D913D23BCF23DCABDEDBCCE3CE03D2E3DBEBC8FBD1C3DFBBD27BD95BD9D3DEDBD48BD973D38BDD13D62BDEF3D0B3DC8BD043D133DB23D53BDB43CF9BD38BDD8BCF63BADBD4ABC9B3D483CBABD7A3D1DBC7FBD6BBD913CDEBCDC3DFEBDCD3D83BD933DA93D213CA63DCDBD8B3D373D363D4C3DD0BBDE3DF5BC1ABD12BDD43DF23D3CBBB33D6CBC253D86BC183DCB3D713B07BD52BC2F3D0E3D943B6DBDF53DF4BB1EBDF53DC33DB53D3CBDF1BDACBD873DF03CB8BA84BD5C3DE8BC933D1D3D213DB8BDA6BDAC3CCB3C8D3C3CBD383A8BBD2DBDE8BDAD3D193DDB3D943DA0BDF93D7ABC893DE6BD7F3DC4BD95BD17BD2DBD98BDD5BDF03DE4BDA73D34BC923DE6BD8D3B7B3DCBBCB33CF23A45BD02BB97BBBE3DAA3DFB3D373DF33C0EBCEBBDCEBDE9BCFA3D18BDA2BD52BC0EBCF23DF13DE0BC9F3DB0BDF53D173DDB3D8A3D813D763DCD3D783D83BC463D7F3D513D83BD6DBD6CBDB53D683D9CBDCE3B54BDF3BD38BDFCBCBBBDFABD4EBD92BD943DB73D2E3DC6BDCF3DD1BD9E3DB33D183CD6BDE23D973DC33C8B3C91BDBBBDC53B18BD393D8ABDB5BD85BDBABD38BC28BBAE3D343D063DAEBD7FBDC7BDEA3D7ABDF0BD4A3D293C013CA23DE2BD0CBA85BD1C3D64BD353D1B3B0FBB123D52BCA4BD9DBCB63DACBD253C48BDD1BD16BD6EBCF0BD2D3DACBDCF39D8BD9C3D403DCDBCC93D1C3DD2BDAABD09BC98BDA73B9FBDF73D40BDC23D80BDABBC7F3D573DAD39B5BDF13DDC3D303D943CDBBDA8BDF2BB22BD203D343D5CBCF43D9EBDC6BDB4BD9FBA8A3D9ABD22BB40BCA63DE63DF73D04BD9BBDC63CE83D94BC7EBDB6BD093DB63C38BD2FBD543D65BDED3DFA3D89BD7DBCDEBD623C06BDC8BD7B3D9ABD783D92BC84BD8D3D763B383D79BD04BDA43DCE3D00BDB5BD31BD5F3DD63DE7BD5C3DEBBD1ABD8E3DEDBDDD3DC3BD71BD103D9ABB7D3C48BC1EBDB53D973DB5BD9E3DD1BDAEBCD93D7BBDAABDDBBD6E3DF53DE7BDF8BD80BDF5BDB3BDC0BBF73C15BBC43C85BC153A86BD0DBC1EBD92BD833D863D543CD3BD493DF6BC42BCF43D433C9EBD28BC7A3CD5BCD8BB673D97BD9D3CCABDA4BDFBBD2CBDADBD453D0FBDF53D94BDA03DDABDBB3C98BDCC3DD73CDEBD993D55BD8A3CAFBC433DA6BD3DBDA6BDA7BD9F3C943D6E3D503DC3BD4EBAD13DB73CB53D7E3DC5BDB53D933DA83DACBD64BDB33DAF3CFEBDFABDCB3D4F3D9A3D933D693CF13DD53DB9BBF93D573DE1BDAABC503D443DADBDDE3D133D8FBD0EBBC0BC35BD8B3DF73D1938AABD7CBDF7BDF6BD97BDE2BCAB3DE0BD1CBCC2BD3EBDC63C5E3D453D71BDA3BD28BDBBBCD53DC7BDBC3DA03DBCBD113D79BDED3DB53DC0BDA33DDF3D46BDA4BDF23C5C3CA83D143D98B9F13DFEBDB9BDD33D44BC563DA93D76BD8FBDF6BD203DBB3DA33DD5BC99BCE93D023D27BDB5BDA63CBA3CEFBDC33A633C5C3CA23B92BDAC39733DD0BDA6BC5C3D0ABDE53DF0BD6A3D193D55BDE43D99BDAA3D9B3D543DBBBDA03D783DA2BACCBC84BC3E3DBBBDAC3DAE3DE2BD8EBD713D86BD24BDD03B51BCB63D763A31BD813DC13DA5BDBCBDA63DCC3D0FBDEEBD45BDFD3DA9BD8B3C3C3D853B303CA7BDC13DAE3CD93D773D873D0F3DDEBDA63D83BDFBBDA6BDF23DD8BDFCBDFFBC5FBDFEBDF8BBAD3CB7BDD83C92BCE1BD613CA7BD173DE8BDD3BDCD3DCBBD933D87BBCA3DA43D8ABCFC3D933B76BCFF3D7B3D3FBD323DE73DD23D573B343CBFBDD43C6E3C4A3D4F3DE43B9C3D93BC24BD813D4E3D5D3D273BC5BDF63CD23DBCBDB83CAD3CD23D483CCA3D44BD96BD3E3DBEBB89BBD3BDE73D793DC0BD90BDE3BCD23D993D083DA3BDEABDFB3DF53D9C3D4EBD26BCE3BDDCBD42BDD539F3BD433B0CBDF8BDAF3DFB3DFA3D6FBD66BD033D91BC85BDCEBD41BD7ABD2C3DB5BDF03DA03D963D14BDFC3DF63DD9BD47BC693DE43D803D98BC553CA13C323D923DDEBDAE3D45BD1CBD06BDE5BDB1BD143DBE3DB7BDBA3BB9BC5ABD993D9EBDE1BDDA3CF1BD9EBC5EBDAF3DE2BD213DADBDB1BD2FBC043DB93DD8BDDDBDDA3C973C84BDC03DC1BB193D583DB6BD943D423CEEBACABDD13BBFBD0A3DE73DD5BDBB3CC13DF13D36BDAE3DDFBD5E3DCF3DCBBDFBBDC33C86BDCC3DE43D1A3C93BCDA3DFF3D57BDA3BC4DBDF7BDDDBDE13CABBD6D3DD8BC073D2DBDF03D913DB9BDFB3CF1BCB4BDF33DABBD3F3DD23DA2BD48BDB5BDCABD9FBDEABDD3BD953D8D3DE43DBDBD73BDBBBD583D0A3D6A3DCABCF1BD56BDF0BDA23D88BD40BD9EBDC13B18BC43BDDCBC56BDC0BA98BC853D1ABDB1BD46BC2EBDAC3D8FBD943D273D4CBB12BC3FBD4ABDF6BC9E3DDFBC3BBD473D87BBD7BDBCBCF33D2F3C1A3D1B3DFDBCE4BD2CBDD6BC8EBC9ABDA53DE8BDD1BDDC3D66BCDF3DE73C9ABCEDBDE3BDB13DD1BDF33D243DC5BD0A3D4D3D743DE2BC7B3C5D3DBDBDECBD763D33BD25BD63BD9FBB8E3D2FBD8ABD433D793DA23DC43D49BD96BCE5BD723DD43D6A3DBCBDD1BDECBD87BDCD3CF33D1FBD0F3D94BDCDBB8C3CBDBD983D8EBCC23D30BB503C1CBA70BD17BCFB3D61BD8FBDF6BDBFBD8D3DD63DF43DCE3DF83DBF3D0ABCC83DF53B8B3D613DE7BDEDBDBC3DD3BDFEBD49BDEEBD4ABD93BDC5BD5F3D6EBC8FBB003ECBBDEA3D7B3D7EBD8BBD8F3DB8BDDE3DB63CB2BDCEBDB5BD6EBDC63DC13B403D19BDF53C493DE43D9E3CDC3D1BBD07BC43BD1F3D60BD843DC2BDC83CCABD7EBBB8BDB7BD45BCB2BD1BBDC63C56BD85BBAC3DF93CB13D9D3D6FBD8FBDBDBDE03C4FBD0C3DFD3DFF3DB1BD8B3D863D323DE13DEB3DC33D84BD503D1B3DA83CAB3D3E3DF8BADBBDE5BDAD3BF33D5B3C123DE13DD0BDF9BD903D163B95BD48BD483D6E3DE0BCE83D193DBCBD213D37BDB73DD83DE23DE7BDD1BDE93D173C95BD31BD963CA33C003ECABD023C85BDF63D173C903D8FBD543D08BCEEBBD1BD1A3D85BCF0BD0DBC57BD8DBD0C3DFF3DBC3DEB3D1BBD123DC73DA9BDDABBBE3DD53DC4BBEABD623C2B39153BC7BDFF3B773CE73DE3BDC03DEBBCDF3BA4BDEABD71BDA5BDE1BDCB3D363D823B86BD9E3DA7BD973D7C3D963DA0BD473DFEBC803DCDBD02BCDD3DEBBDFDBDF63D2E3DBCBDA03C993D6DBCDEBCAA3BF2BDA23D7BBD733D663CC53D133CD4BD903D90BC153DBC3DEE3CA6BD233DC73DCABD9C3DDCBDECBC90BD853C07BDDCBD103D4FBB8F3C903DA5BD613D933DA43CA53D6B3CB8BDD1BD953D13BDF73D543D93BDBEBC9A3DFC3D143DDC3DBE3D6ABDE3BDB43DCC3DF23BD03CF23DD83DC4BD0B3C98BDEB3B523D88BD88BDDB3D8DBD1BBCA63DAE3D193DCABD66BCDC3DF23D83BD043DB4BD923DDA3BA6BCBEBCC93D49BCC0BD6C3CC9BC37BD79BDCB3D733DF6BDE8B9DDBD08BDCC3D48BD523D8D3BFABD1A3DB5BDFEBC883DFE3DF93D87BDECBDB33D1DBDF1BD9B3DBFBB9DBD473C46BDE43D4FBCF43DD3BDC2BC6F3DEFBB773C24BD643DC03DA6BDE23D213D8FBC203D26BD70BC45BD773A8DBBD73C3DBDEABDD83B123BE4BDB4BD0D3CCEBD1EBBF73D633CF8BD8CBC833D80BDC73CF5BD96BD62BD653DBABD00BD783D393DB5BDE1BDCBBCF0BDD03D9B3D6CBD643DA83DE6BD8EBDF6BCCE3DD0BDD1BD23BDAEBCAD3D77BD9E3DD23D743B98BDD93DF7BDCDBCE0BCC73D4BBD67BDFC3C633DA6BCE83DC9BDD03CE13DB6BD1D3DA23DE63D373D873D13BDC8BD8CBD103DA9BDA43DC43C29BDB43DEC3D39BDA5BC64BC923D12BD7BBD90BD51BD463D85BDCC3DCBBDFDBD11BD9DBB97BD673CA7BD9CBC19BD53BDD5BCFDBDD13DF93C283D5CBCFB3DDF3C3E3DABBD7DBDD93DAE3DBBBBE23D94BD6BBD763CDBBDC03CFA3DD8BDE73C9BBC023DE93D65BDDFBDB0BDF9BD893D2BBDA3BDF9BD7A3D803D0F3A25BD253D5ABD20BCFE3DA33D60BDE73CBF3DD3BCB0BDD83DB63DD3BD1FBDA73DF4BD2C3D6E3DFABD093C9E3DE53D363CCBB8EFBDEA3CE43C6FBDE7BC8D3DDC3DEE3DA63CA53D7A3D71BDD13D28BDAE3DD2BD39BDCA3C073D8F3DD7BCE83D8D3CA43DD9BD693DB2BCD9BD06BC233D223B9D3CF13D793D9EBC2EBCE0BCA3BD76BDA03DE73D1FBDF53CC1BDFEBD823DDDBD5FBD433CE23CD7BAC53C443B8A3DA4BC9DBBF63DE23C993D783D91BD803DDE3DD03D40BD093D16BD873DE3BC293DB1BD4ABD843DC73DFBBCB7BD49B99F3D6CBD34BCC1BDD03DBA3D9ABDA73D8EBD35BDAD3D503DEE3DF9BD843BE9BDF1BDF23DF53D2DBC013DAD3DEA3DE03D673CE33DB73CAEBDC43DFB3D0EBBB8BB0C3C483C123BA9BCBEBCC9BDE1BD863DD23D773DC63DAE3BB43D753D1FBD18BCAE3B953DC73AE33C0CBDA53D663DF43DAABDA4BC1CBD833DE7BCF13DF43DC83D9C3DF13D28BD7ABD9CBCA73DD33C47BDEF3D7C3BCA3C363DAF3C883CFCBCE93C0EBDE93DD23B9FBD0FBDE9BDA7BCD9BC58BDDEBDDEBA2E3CE1BD073D973D613A973DD6BC493D3039F93C013B8FBD4BBD883D4A3DF63DEF3D953DB23D9C3D3CBD9DBDBE3DCABDE9BC96BD5ABD56BDA6BCF4BDDABDF9BDB33DC0BC983CB3BDFBBDF13DD43B7DBDF83DDA3CBFBCA1BD483C1C3DEFBD693DB23DD2BD233D5CBDCA3DFDBC023D23BD713D0B3DC03DC13D1FBCAE3D713D553CCEBD2C3C3EBDC13DE53D443DA2BDE4BD6A3D34BDF53D973CF2BDC9BDA8BDDB3D8ABDE53BE33DC5BDD6BB5FBD363BF0BDAF3CD13CCA3DCDBD963DB33DBDBD663CF83DDBBCD73CB73DEF3D2A3DA4BCCC3DC83DB9BC58BC5EBDCD3DE73D41BDADBDF3BDC93CB3BD8C3DEB3CF1BDCE3DE63D8DBC853D243D863BBF3CE23CD1BD70BD2C3DFBBDA33B90BDA73CF7BCEC3DE1BC7B3DA2BD843DB9BDA13D94BDF2BD053C8BBD0C3DB6BDCD3D353C09BDD2BC113DAF3BD9BDDD3DC03CF3BD49BDFBBCA83CA33DABBC523DB33C99BCC5BC9F3DF7BD7E3C26BDAFBDA1BD963D9ABD1A3DA8BDC83DD7BD263C60BC10BD81BD66BC663D7EBDEFBCE0B9CE3DE93DD33D3EBCAEBDBD3D853D28BDD3BD74BCFD3CBE3D683CFC3D74BDF8BCC4BBA43D7EBD82BBF63D393DCFBD583DA0BCD9BD5DBDD63C6C3C9B3DFDBC56BDA23DE3BCCA3DFD3D403DC5BCACBDFF3D903DB03D9EBC903DF73DD33CD83D893D2EBDEA3D50BD8BBC48BD573CEB3DAA3DFF3DB1BD223C0F3C45BDA8BDD93C5EBDE43DEBBD97BD8D3D0EBD3DBD41BDBDBDA4BD163DD53B413DDD3D873DF8BCE33DE6BDE73CB5BDB73CB93B39BD31BD033DE23DEB3DAD3DFF3D1D3DF1BD9ABD70BDE7BC06BDC3BC7BBDCA3D563D423DB4BDFE3D3E3D1BBDC43D6B3CD13CD63D9F3DB73D8EBD833DFFBD47BDFABD59BD39BDDCBC49BDEEBD703DF0BC323D3ABC41BCCF3C36BDB53C56BDECBD0DBDD93D003CD9BC6EBD64BDF73DA13D343C45BD9E3DFEBD36BDC13DA73B2EBD64BCE93DB33CE6BDACBD6ABD54BD9CBBA3BD91BD9BBD9B3DFE3C3BBDA9BD373D31BD603D153C48BDDE3C723CDCBC5DBD88BC0FBDEBBD413DC5BDAD3DA23D39BCE2BB17BDBFBD493DC73DC7BDB23DD8BD363BFC3B5DBDAABDAD3DEF3CB7BCF03D1ABDBEBD813C2FBDCEBD143D02BD0F3DF9BDD1BDA53DB6BC60BD44BDE03D8B3CF93BB7BDBDBD833DA13D8FBD50BAAF3BB2BCE93DF33DC9BC833D91BDFABDBCBDC0BBECBDC83DC4BC9D3DAB3D303DFB3C1FBD143D963C603D62BCCB3CAD3D9FBD81BD23BDB0BD763D99BDF7BCF83DCBBB5F3C9B3DEC3DBB3DF8BDCBBD863D8ABDDCBD5B3DA1BD9D3D3DBD96BD173DDABC51BDB4BBBD3D53BDE63DE5BDB43D383CFFBD513DD0BDE73BDA3DC43CD73D413D293DCABD6E3DE63DD8BD03BD273CD73C263DC63CA73DAB3B8BBDB43D023D0FBCF6BDBD3D25BDB13CCC3DC0BDD83DD03D57BD18BDEC3DF5BD6B3D333C52BDE6BD09BC5C3D9F3D9BBDED3DD63D00BEB3BD9B3D70BD8A3D413D92BBDDBD3BBD0EBC77BDA7BDDB3D973D533D95BDCA3B5F3D953D97BC8ABD47BD7B3CCD3DE3BDF6BD7BBD84BD56BCCA3D02BDD93DBD3D3B3DE53DEE3D9EBCF5BDADBD86BDBF3DE9BD7B3DB83DAE3D05BCABBD8CBD9C3AEDBD933DAE3D2A3DC73D643CD6BD1E3C45BD333DCC3DFD3D26BDB7BD233DB8BDB7398E3DA23DFCBDB8B9523DABBD763D1E3CB73D3CBD05BD1D3D3C3D0DBBB53D9EBD8CBCCE3DFD3DA2BC6F3C933CFD3DD4BCD9BAFDBD9CBDE5BD153DDEBDB73DB6BC3E3DE0BD99BCA03C81BBB93DAE3DF33DE0BD613D983BC7BD843D813D523CA03C003E01BD9D3D3BBD7EBB9A3C613D8B3D4E3D23BDFFBDB3B9C73D683DB2BD97BCFB3D8D3DEABD4FBDE3BDC1BD4FBDB4BD843D6E3BA83B84BDEA3B6D3BA8BD58BDFE3DD83C823D603D9D3D4F3D90BDB63DF8BD58BDE73D33BDC93DCCBD33BBFDBDF0BD3E3D76BDFABD9DBDE73CD73DA73DF8BDBF3DC13D15BD753C493CE53DAF3DFB3DCD3DFCBB993DDE3CE8BD14BD2A3D82BC003CBEBC20BD0CBDA0BDBA3C4B3DFFBD353D64BDEABDEE3C483D4ABC50BDA13D633DF1BD783DA23DC83DE73CF9BD4D3DE23D943DAEBD94BB31BD863CDD3DF43DCC3DF73DA6BC163C153D2B3C89BD91BDA33C9F3DDB3DB0BDE13D793DBFBDFABD8DBDDE3D963DE33D283C65BD42BD73BD9ABD8D3D6C3C9FBD203DCEBCA33CA2BDFE3D973DF53DF83B8D3DAD3CBEBDD1BD6C3DCCBD93BD283DFA3CFCBDA5BD4A3DAFBD01BD75BD9EBC003DB4BDDC3D4ABD74BDE13DBDBDF93B973AAC3D2E3BD13DF7BD413DCA3CAEBCD3BD373D763D9D3DB2BC66BD363DD2BD873DDB3D2E3B893DC7BB813D4EBDEDBD903DDF3D733DB8BDD0BCA63D093DB83DC53C85BDB43C86BDAFBC683D293D2DBD813D67BDB0BCEB3DA1BD9C3DFABCA23DCDBD863C59BD553D57BA08BC923CDABD8D3DD1BCAE3C993D0EBDF83D303DC23DAFBDBB3D89BDCABD843CD7BDB63DA9BDD43DE6BD323DA7BD8F3C1D3DF5BD633DF83CDBBBACBD23BCAABDF5BDA0BD47BDD9BD913B463DB9BD603DB63DFE3C18BDA6BD20BD7CBD7E3BF23D86BD94BD2ABDC63D943DEEBDBC3DB5BDD13D883D483DCA3D423D86BCB93C173A813D00BE893DAABD87BDF13CA4BDD7BD9A3D6A3D1EBDB83DA2BD6DBD9EBD373DA83CDA3D8C3D783CE53CB73DE03DC2BD6B3D99BDCA3BF43D183CE6BDB93DBFBC863D623DE33DB13D993D33BD73BD583CDB3DF9BDE3BD3E3D583DC23A373C333DB13D553DEC3CF9BDB03B15BDD8BD75BD1ABD56BC1BBD9BBDE7BD0DBDA4BDCE3CD23D92BDF3BDB13DB23D16BDFF3D3B3DA9BDE1BD623C8BBD6BBDE0BD833DFB3D44BDFC3D953D2D3DDD3CF23D39BCB3BD8FBD16BDAABD91BD29BCB53D7EBC0A3DC93D953CF4BD6ABDC3BC79BDD3BC1D3D043DD13D2E3DB43DD3BDDF3D1A3CBD3DCDBD87BD7D3CCABCE83DDB3D803D45BDF0BDBA3DB03CC1BD6F3DCB3B68BBD2BDD5BD8F3D8BBAE9BCD6BD4E3AC73D393D49BDEFBDEE3CF2BD153D3EBBF9BD99BD0DBCF23D4B3D9B3DE0BD12BD333C943CBD3D483DA8BC9BBD833B8DBD",
      torch_tensor_32_64_torch.bfloat16_1: "0x02000000A93CE3BDE53D48BD003DC63A05BB5BBCE43DCCBDBFBDF53C7FBCDABCE3BCA93DF1BC1E3DA3BDBF3D453D9ABD833D80BD40BDDDBCE3BDEA3DB7BC2C3DCCBD27BDBF3BF33D5F3D05BD5DBD713D213DB4BDB63B8FBB09BC643D803D8F3DD73DAFBDC03D8CBD6F3DE33D8D3D493DE2BDACBDD9BC6A3DFBBD92BC30BCC9BC693DCF3DE9BB943D2F3DC6BD2DBD9A3D20BCAFBCF93DC9BD823DC33C893D603DECBD103DE33D413CDC3DEABDE3BBA6BCD23DF7BDB73D8F3DAB3DFABDA6BDA43DFEBC073DB53D6E3D8CBCB13D6BBCFC3D9B3CE23D5B3CE83C373DB4BDC73C05BD4DBDC2BD86BD4CBD62BD013DCF3DC53DA8BDA83DE73DE53DB13DBD3C85BD54BDADBC483CC6BD75BDC13D673D7ABCEEBD9FBD7F3DA93DA7BC14BDE9BDC0BDD23C093D373D55BD49BD21BDD23DABBD773DC93DFC3DCBBDD3BDC13C683D81BD813DA7BDF23DEE3D373DF4BD8E3BC0BD78BDA7BDA33BB0BCB83CDA3DDBBD24BD7ABBE4BD713DB13BB9BC8A3D26BD183DBABC4C3B6CBDCFBC9FBD393A273DA0BD97BDC73DA23DCD3DCF3D48BD2CBDB8BD6CBD413D39BCED3DD53AFC3D80BCD2BCCE3DFFBCCF3CA3BD4ABD7B3BDB3DDABDDB3CAD3D9C3DE8BD163DD5BDEABC033DE1BDE2BD373DF9BD0ABDF9BDD1BDC63DB8BC43BD4D3D50BC35BDD63BA8BD473DC5BDB03CD3BD81BD363D953DF93D643D81BD58BD933DBFBC37BDB33AB03D563DC43D0CBD2F3D75BDBB3CFF3DC03D993DD83CDCBD8D3DE73D7D3B8EBD4F3AD3BDE53BC0BDFB3CB8BD09BD833DA2BD9E3CED3D183DFABBC5BDC5BC003DCCBDD1BC1A3CE1BD2ABCC53DF8BD33BCC6BDD63D86BD2F3DEF3DADBC383DBBBD823D53BD8E3C963DA9BC203DE2BD5ABD933D193DF0BD2DBDFC3C04BD9C3DF43C8BBDFC3D083DD2BAC5BDBCBCBEBD93BDA2BDC73DCC3D6EBC74BDE0BD933C8A3D03BDF53D71BB03BDBA3DB03BDD3D0E3D7B3DC8BD77BD563CD93D54BD5FBD9ABDAF3DA3BBF2BDCFBD3BBC51BDB63DAEBB8F3DE1BDC6BCD3BDE43D75BD873DC13DF23BDA3CDD3DBABD2C3DF6BDA4BD3C3DACBDD2BD63BD30BDA5BDFFBD9FBD4A3DA0BDF03C52BD9F3CFFBD5D3B86BD68BB96BDEABD95BC1E3DE73DA3BDA6BD9ABD18BB2A3DF23DF93D273D983DC43CD2BD8DBDA63DF73D463DEBBDAA3CF13D1B3D733D7F3C27BDA4BD8F3D833D29BDDB3D093C5D3BA3BCD13C373DDD3DD7BDCDBD2EBD593D5DBD513D8CBDA63D773D993CA13B453CF0BD97BDD0BDC73C743C923C22BC6ABD973D033DDEBD8ABC8A3DCCBCF83DF83DAFBDDEBD8ABDC8BDA6BDB73BFFBDD4BDA13BFD3D953CDFBB883C0A3D9EBDF8BD9D3DE83DA9BDA2BD93BDF8BD0DBCCBBDEC3DB1BDDE3DCE3DCF3C3A3D1ABDFABD8C3DE8BD9E3D633D5A3C01BDBB3DF23DE4BC3F3D973D9B3D25BD95BBF53C283D91BD9BBDE1BD83BD7DBCA03D9BBC55BDFFBDED3DBDBDF8BDFFBD5BBDE3BD57BDF53CA53DA7BDD1BD8F3CFD3DE93CF43DAFBC723D5FBCEEBD9C3DD9BD9B3AF9BDF7BDBB3D6D3DCF3D6ABADABD58BDD4BD383D8ABB3F3DA6BDCBBD403DD73D63BD653D383DCBBDCEBD913DA43DF03CB73DF03CF8BD83BD933C2CBD7FBABA3DED3D05BBBA3D873DDBBD03BDD63D863B133D9B3DE63DF6BC583DD0BD52BD8FBD25BC9BBD743DB63C923DF1BD563D94BD27BD433D84BDEC3C0A3CD5BD573D263CBCBDCBBD0DBDF0B8D2BCBEBDF03DB83DF83DCA3D043D693DA0BD713CCC3DFBBDD83D1DBCB63CA83DDE3DCE3DABBC823D8CBDA6BAD5BBF53DAABDB3BCC3BD7A3D8CBBCC3DA4BDC53DD83B363DB13D863DD13D69BC2AB930BC75BD4B3D5A3DE83D8B3DB1BD8EBCF6BB563D09BD1A3DAEBD4CBDE43BC83CF1BC883C443B93BDDABD83BDE7BDA63C823DFE3CEDBDF03D51BC34BCFBBCC4BDFA3DB1BD54BCFBBC4EBD2CBDF1BCFF3D313C8BBD8FBD1C3DD8BDC9BDBEBA2BBDB33D603DCABD27BBDBBD8DBDE5BDA53D8F3DEB3DFA3DFFBDD4BDA73D88BC94BC8CBDB1BDA7BDB53DBDBDF13DD8BC673B893D92BD68BD9D3DE63BD23D523DD23D973DFD3DBD3DAA3D3E3DC4BCB6BB4CBD893CE5BDA5BDC2BC04BC0EBCCEBCCF3DFF3D90BD54BCF93DD53D0CBD283D823D733DCB3C56BDF73C903D7C3CD2BC693C9B3D853DC7BDCABD19BDE1BBA53DF63D92BD80BDE3BD343DAB3C7A3D883D723CFDBD60BD893B88BD2EBDBA3DED3DFE3DEE3BA8BCF4BD6DBBF2BCFB3CD6BD553DA6BDE2BDEE3AA2BB4C3C2FBC84BDA83D88BD7C3DC23DF0BDC1BDC73D64BB903D42B9A03C553DBEBDAF3D24BCEDBC793D5B3D923D98BD4E3DA33D153CADBD92BD07BDF1BD3EBDFCBD993CA83C54BDD3BD97BD67BD7EBD243DF13D93BDCE3D923D86BDA8BDD4BD4A3D4EBD3DBB173D153D2ABDF93CFF3D453DE5BD9B3D9EBDDEBDA53BD2BDEDBC0DBDEFBB323D62BCA9BD4FBD6FBBB63D4A3DBE3DD9BC8D3B14BAFB3CBA3CC9BD88BDAE3DC8BDDD3DC1BDBA3DFCBD873DC2BC553C3ABD3A3D3D3DD53DCBBC293D293D6C3DA73BD33DC63CFFBDB7BC95BDDABDC93DDB3CBF3DD63DF4BD1B3D943DFABDC3BBA3BDC9BDC6BCC2BD9A3D033DC93CFF3DE8BD37BD7C3D25BDBEBD4ABD9B3DE1BD5F3D193CFD3DBA3DA5BD213D44BDA3BDEB3DBA3C7B3DEBB9123DD83D61BD6DBCBC3B7A3DAF3D8DBDEDBDC73DF43BBCBDB0BD923DCDBD5E3D81BDBBBD953DD9B9263DA83CE7BD91BDF1BDA5BDDC3DC93DF83DD1BD1B3DDA3DB33D8CBD683DDE3DA4BC2FBDB63D843D83BDFC3DD6BDAABDE9BCEABB4A3DFBBC003DB7BDD83D38BD12BD6ABD3A3CFB3D8DBC78BDEC3DE53D56BD17BCBCBDD8BD38BD6E3DC2BDB63DA93D113D56BDDE3D9BBD2A3C7F3C7E3DDBBDFC3A04BDF13DAF3DA73DE6BDDBBD0CBC073DF3BDED3D10BDFA3DEEBCCBBD2CBDBD3DF1BD97BDD1BDEEBD92BD83BD92BD79BC9A3D933DB13D81BDB9BDF53D95BD7BBA82BB7ABDDB3D1FBCC4BD04BD8EBCDD3CC5BD873DB03D4B3C86BDA83DE6BDD7BD393D4E3DFFBDC93D08BDF13DA7BC053D463DD5BDEC3DCF3BCB3BC3BDB53DE13B7D3BC93C9C3DA1BDA6BD38BD9F3DDA3DBFBDF73D703D2ABD593CE2BDE2BD5C3DDF3DA7BDA03D68BDEF3D9ABBF73DCC3DC9BDACBCA03D05BCBDBD243BA3BD013DD5BD8CBD053C87BD663D713C9D3D903C90BD1B3D8D3D91BD9FBDCD3BCFBD103D72BC98BC1FBD933CE73CDDBBE53D59BD9E3D823D6DBDCEBD43BD383D81BDA23D9EBDFA3D563D6A3BBFBDC9BCE2BD683DE6BDF23DD2BD543D6E3D713D573C8D3C96BD8FBC87BDF53D8A3D7B3AEB3DD83D67BD10BD7B3BF83DCEBDFFBDC8BDB83D9ABDB63B953D62BDFF3D123CCCBCD3BC813DD43DB3BD953DE93C3BBD09BD6CBD133D4CBD32BDC13D3EBC963C86BCFB3DD4BD90BD7F3CA0BCD83BDF3DA43DAC3DCF3DFC3D1FBDEFBD83BDDFBDE63D93BC043DF23C973D833CDCBDB23D1D3D963DE6BD063CA53D4F3BEB3DDE3DA4BDD3BD2FBD4FBDC1BDDE3D1ABDA03DF1BD3EBD0F3D9B3CDE3CE2BD75BD93BDBABD6FBD8A3D31BAD2BCE0BDEB3D37BDE43DF2BD7A3CC7BCCA3DF9BB9F3BFFBDBDBD983CB2BC0ABD49BD353D67BDBB3D27BD7A3ADE3AEBBCF43D763D363DCFBDE23D7CBDD1BDD5BD453DAF3D6A3C9A3D093D853DAE3DB53D7CBD103D66BDF33D6CBD14BCAABD883D833DD63DD53CCE3DA2BDB53DB3BDEFBDE6BC02BD753DC6BD493D673D843DF9BD49BD9C3DA93D90BD813D0E3DE1BDF03D4C3DAB3D4B3D8D3D8BBD593CA33D8ABDCEBDB8BDD13D59BD4F3D6C3DFA3D14BD5DBD853D09BDE73DCF3C9ABCE03CD03CAC3D843CF3BDA73DC13D24BDEE3D1A3DBABD083DD73C30BD6F3D62BD8CBD1ABD4DBD963CD7BD4B3D0A3D673BDA3DECBCB93A9FBDD83D893D0D3D00BDD3BD493D35BD70BD3DBC93BD913D853DF2BDB63DB23DD63C9BBDE93D8FBD853DE3BB953D9ABD873D0EBCC6BDFFBD9D3D76BD03BCD7B99C3DEB3D90BDB0BD9EBDBDBDBCBDB3BDF2BDA53DD93DFFBD65BD003DCBBB02BDDE3DE83ADB3D32BD923DB8BDB53DF33CC5BC8EBC263D013CAD3D62BD603DEE3DEA3DAC3DBB3D7A3A3CBCB83D1ABDC73DE63C893D953DA9BDA1BD433D49BD1ABDDF3CB03DA13DFABDACBD64BD56BCD6BBE6BCF0BDD9BDA43BE2BB13BD3EBDDDBD503D8E3DBF3D9FBDA83DEA3CCEBDCD3D89BD20BC6E3DDABDAD3D8E3DA8BDD3BD853DF7BDF63C9A3DBABD813D603D04BD303DC43D05BD673D44BD9DBD1F3CB6BC883CC43DFE3D783D88BD93BC9D3DF23DAF3D49BD7CBD843D9CBDFCBD17BD873DE73C88BD833DF93D3C3C8D3D023D13BB713CF53BC8BB51BD933D9EBD203D623D993C583D933D7F3DCEBD9EBD4F3D5A3DCFBDE53DFD3C0E3DC0BDF53DFB3DDC3DAC3D4CBDD53DC73D853D813D423DD33DD6BD9ABDAE3DA0BD193CBDBD4FBD543D48BDF4BCE9BC7FBDFFBD253CEE3DF63C283DCD3D24BD83BD943D3A3C183DC7BDD8BD39BD98BC9FBD98BCBCBD3F3DE0BDCEBDCD3DDB3D973DADBDD63D563C11BD8D3D0B3C8BBB8F3DF7BD58BDE63D9D3DC6BD573D62BCD73D6DBD593DE03C4BBC33BD703BF93D9E3DCF3DAFBCB3BCF23DF3BD71BD9A3DD9BDA7BD70BD9CBC763D793B2FBDF3BDAC3D1CBC6BBCE2BDBB3CAC3D8CBDB53DB1BD6B3DC6BDD1BD5FBD7EBD6FBDF9BD6C3DADBCFCBB91BD213D43BDB1BD453D293D73BD93BDBA3DC33CC73D56BDC23C57BDACBD94BCF33C973D5F3C823DB53DC9BD273C2A3D9D3C94BDAB3DDA3DF93B763DF13D923D2D3D8B3DC9BC773DA6BD1F3DA7BC8F3CBB3DC1BDEB3DC73BBEBD393D573C8D3DDDBDB03DE83C443D9DBDEFBCF63DB8BD043DA23D0C3C9ABD123CF83DDABBB53DFE3D5EBCF2BBABBDADBD073D7E3C83BCC7BD923DA2BD7D3DC93C14BD54BDB03DDD3D4DBDB8BC573D863DE73D91BCC83D9B3DF6BDF7BD813DF5BD863DCCBD9DBCD03D6BBC77BDA2BDD6BD403C6DB8E73D983CC33DFBBD81BD93BD8CBDC8BD833DF3BDDC3C7B3C1C3B59BD93BD9B3D54BC8E3DC2BCE53DF6BDA23C2E3DF7BDBD3D273CDFBDE0BDAF3CB83CBABC7ABDA4BC563C033CCFBD03BCF23C9D3D833CABBDD6BC0ABD0F3DE33DFDBD053D16BD7B3CE53D323DF7BDA53D373CEA3DFBBDB83DFD3D6E3D8C3D593D3B3C89BD95BD8FBD8D3DE23DE1BC92BDC7BD88BD06BDBF3D9F3D9CBD9F3C0D3DC6BD0A3D95BCF7BDD6BD583D593D7BBD723D933CA5BD73BD88BDD53DB53D933DF53DF9BC71BDED3C56BDFEBDB23C9D3DCA3CE0BD91B9373DB9BD94BDB3BDAEBC673D973D7ABC333DE8BD413DB43D1EBD1A3DFCBDDD3C3DBC9E3D43BD4EBDB0BD00BD87BDDB3D80BD453DEA3CFF3D8ABDE0BB983DCB3C8A3D143C8C3D87BD523CE23DB7BCA5BDB4BDFD3D38BD8B3D503A92BDA5BD983CA8BD7A3DD03D8CBDD4BDD93D63BD003EDDBC2DBDBE3DACBD003C863DA8BDF03DCEBD0ABCFBBDBCBDFC3D24BD15BDA8BD113C2D3D923DB7BDCD3A65BD4BBD28BCF9BD9E3DF73D39BDFD3C15BD5F3D6F3D0EBB3D3D8FBC89BDE2BDAEBCC1BDA13D383DD43D8E3D86BCB23D163DA33DD03C4FBDEABAD3BCB8BDEDBDA3BCC5BD893C4CBD7BBDB13D7A3D1ABAB93DB8BD943DAD3D9A3DAA3D763DC33DEDBD7B3C563DA93D563D0E3D9E3DE03D0A3C973C9BBCDD3DA43D85BDA1BDD4BD193C7ABD233DBFBDF43BBDBCC9BC533CBB3D893DF6BC9BBDDB3D6BBD8BBD8EBDAC3C9A3D7C3D7EBCD1BD373D9C3DE53C513D36BC82BDA53CE43D10BDEC3CF4BDF7BDA93CB0BDFDBD303A3DBD8ABDC1BCCDBCDDBDF1BDB83DB33DBEBD20BD75BBF33D9D3DA4BD4BBD843D2CBDF93D853BF23D523DB43DD93DB8BD",
      torch_tensor_32_64_torch.bfloat16: "0x02000000CEBD013D9EBD323DB83D853CAFBC3C3C953D9FBCF13DC83D78BDE0BD8EBDA53D923CB93DB53D763DA5BD1EBD443D583DD63C693C7EBDD03D1FBCEA3DCABDE5BDF63D93BD9B3CD0BDB73DD6BDBA3DFA3D8EBDF7BD99BDA0BDBBBC4E3DC4BD23BCDB3D8CBC07BDEEBD76BDABBDA2BDF93DE5BD7EBC9ABD093DE33DA23DD9BD6D3D67BCBFBC9FBC513DCCBDF83C543CC33CFFBD11BB143CAE3D27BD71BDDDBDF8BDCB3D1F3DE63D2CBD9BBD523BC5BD883DF63D0D3CF2BD94BDDFBD7D3D923C3FBD88BD8E3DF63BA1BDDF3DE13CFEBDBEBDB13C86BCB13D553C88BDE4BCCC3DA03DF43B2EBD8C3DAFBDCBBB993D23BD84BDFA3CD4BD053D293DEDBD44BDFABD223C983BB2BDB2BDB4BDA03D18BB443DFC3ABE3DC7BDC73DCF3D873D18BC99BCC3BD0C3D323DB33DCA3D133CC3BD8E3DFF3DD7BD7D3B5F3D5EBBFEBDDABCE0BB1EBC47BD403C33BC4D3DA23D3BBC27BDFFBBC6BDA7BD6F3DD23D733DA43B68BD8DBDECBDA9BD5EBC02BC333D7ABDC43D053D66BD00BE7DBD863BE0BD8CBD9D3D723CD83DE1BBF23D2BBDD53C923DB8BCBF3CF23D80BD0C3BE13DF93DBDBDF53C1E3CE5BDF03D2FBD33BCFF3DF83CF33C53BDB9BDAABDC53BF0BCDCBDA83DB53DBBBD9C3DD6BDE33CE5BDB13C3BBDBEBDEBBCC2BDD83DC6BDD3BD9B3DB8BDBE3DC9BDF13DA4BD6FBDCD3DDDBDCB3D3DBC923B7D3D5ABDE63C8FBC67BC9EBB9E3D2ABD493D5EBDAB3C68BD85BD79BCAD3D55BC59BD59BD623A7DBD263D9B3D1C3D0FBD6DBD9E3DB43C90BD4B3DC13D573DA63DB4BDDDBC0BBDFD3CD53D7CBCE63D0F3A893C99BD27BD1B3D83BDCFBC99BB143DC5BBA03DB63D4DBDAFBD9D3DE2BD983AA9BD3C3DD83DADBD26BD00BDEFBDE53D0ABD433DD2BD97BD2FBD20BDCE3CAEBD893D7A3D843DCDBC55BDF83DD7BD91BD44BDA13DC7BD6B3D203C8C3D9CBBD93DFA3DF13C343A1E3D39BB4C3DD9BDB03D12BD61BDDBBDFF3CBABCE5BD89BDE0BC2C3DDC3C823C5C3D95BCA6BD86BDEFBD8FBDF43DA83C8BBD1FBDD8BDEB3DCD3D813A28BD90BDC2BD173DFE3D9D3DAABD253CE5BD0F3D113DA4BD0B3C72BC82BD973D40BC973DE8BBB8BCF03C1C3DA93B8ABDECB9883D57BCCCBDCA3D56BDF53CABBD903D6D3A49BC543DE9BD19BDCEBDA53C97BDE53D88BD493D8FBC273DF13C3A3D83BCD93CF8BCBA3D43BD7A3CC9BD083D463D863B2DBDFFBD90BD353DD5BCF1BD60BD30BDA03C9FBDA2BD5FBD553D9DBD48BDAA3DA83D043DC73DD83DF2BDF2BDCE3BFABCA6BD163D623DBBBDABBD90BD603D9DBD673DE3BD003D49BDC93D303DC6BDEE3C52BD50BD00BDC03DEF3DC5BD5F3CCB3D903DB33B17BDF5BD993DD2BD533DB13CF6BBB93D753DEDBC8EBD0E3C89BD32BCC3BD583DD2BDFA3D11BD71BD9BBD9EBD8BBDFE3DD1BD91BDC73D203DBABDC23DC73C373B36BD4A3CC83DFBBCAFBD723D2ABD2F3DADBDC8BDC5BC943C98BD90BC90BD5E3D9ABCE73CD13DFDBD6C3DF93D233C963DB9BDE53D6F3DC43DD4BDD2BDBE3D393B5A3D643DA8BD79BDBF3CD8BD9A3DC43DB73CFC3D4F3C283DF53DE03D8C3A813CE1BD053D98BDE53DC8BD00BEDDBDA1BD49BD14BBEE3DC4BDAA3D8CBD2EBDB53C09BDDD3DD13DABBD81BD683DF0BD27BA22BDF83D853C38BDB1BD623DA8BB863DCBBB5B3D4ABD8E3C84BD73BDEF3C8FBCBA3D583D723D53BD04BDDF3D683DDEBD1F3C70BD7B3DD73C3D3D373CE53D49BD9FBD8C3C493DD53D583DA8BDD3BD0E3DDFBDBD3D4EBDED3D0E3D52BC9EBCE0BC913D08BD983D573DEABD00BEB13BD7BB773DCBBDD0BC25BBF9BD8DBDA03D63BBFCBA583D913C903DD9BDFF3DE9BD2EBD15BDB03DB33D62BD03BDE7BD833D823BC03D36BD28BCCBBDBFBCEC3DCA3D9E3C413D463C38BD9EBDECBD46BC42BDAABDE0BDBFBDFE3CBB3DD43D183DD43B3DBC573CC1BDEF3DBD3DBE3DA2BD903C0C3B063DDCBDC63DD1BC00BE32BD4DBDEBBDD3BDB1BDA7BDE93DECBCC1BDAEBD2CBDE1BDD73BF7BDA9BD66BD453D6C3DBF3DDE3C313DE6BB90BDAE3DE13C7F3DB73DB63DFFBDAD3D5C3DD5BCB13BCEBD1C3DA93D64BDFF3D53BCA83D493CF7BDC7BD8B3D47BDCFBDEA3C8B3DBEBDE3BCEA3D313D083DE93DC4BDD3BDD13D913D63BD623D553D6C3DBF3D493D573DA13DEB3DDC3D88BDEFBDE93D12BDF7BD673D93BD17BDBFBCDC3DA53D77BD813D4BBD923DF6BD633C50BDBE3DB3BDB3BD56BCA1BD5EBD7E3DBE3D2DBD9C3DA7BDE2BDA23DEB3D0FBDE63D38BC50BD313DD2BDAB3DF0BD423D073DD5BDF4BDC7BD943C1DBC563CF03ABC3DB9BD7C3D28BDB63DF0BDFFBDDBBD17BDFABDB7BDC8BDECBDF9BD053D173CA43BA8BD283D213C86BD8A3CFABD8A3DE6BC683DA73D803D14BC2CBD253DB93DBB3DEEBCF4BD25BBF4BDCCBDBCBD3B3D823DDE3BC83D8ABDD53CDB3D8A3CD5BD23BDCB3D333D89BD60BCC33C4A3CE33C9DBD943D323C9B3DDABCA43D8CBC4D3DA93DD33D0BBCABBD0BBD833C08BDDEBDCB3CEB3D0DBDB4BD8F3D873C913DBD3D8A3CF0BD14BD51BDEA3DEBBDC83DDB3DFFB9C8BCE63C283DB0BD9FBD9B3D213DBEBBC43D95BDB23D1ABDBDBD43BDDFBD6FBCCC3CA53CEEBD96BD0C3DD8BDEABD12BDF1BD0D3BB53CB5BD243D9E3DCD3D7F3D553C39BD263D3DBA79BDB23DF63CC0BDD9BD9B3DFE3DC43DA3BDB83CEABDF9BDA9BCD43D17BBB9BDA53DF23D53BD8C3D893D74BC833DF83DF73D04BDE93DBB3D13BC86BD8F3D8F3DADBD55BDDBBDFA3DCFBDED3D8CBC9BBCFFBD62BD1EBD033D21BDC93CFC3D9E3DDD3D4ABDED3D1E3DBB3DB23D93BB8FBDA23C8C3D503C2C3DC93DA6BD59BC953D963CE33D84BCCC3D943DC03DCCBDC03CA1BDD3BD34BDE4BDFABD4EBBD53CADBDEC3BCB3DB93D2B3CCCBD94BC36BD3A3CD1BDE83DFABD403C453C92BDAE3D3B3DDB3D843DC73DD4BD93BB19BC7F3AAF3D0EBDD23CB5BD85BDF43D4BBD483C24BCC3BDDCBD9439D5BD203DFCBCB4BCD83D8A3D6EBD5B3DD7BCBDBD83BBAFBB4EBC8FBDBA3BD83CEF3D9ABDC8BD563D2EBDC33C853DBFBDC7BCF23D873D8DBDBBBD58BD4B3DFABC8EBD093D5E3DBFBD903CBBBCC53DC63D5F3D403C7FBDF43D5E3C36BDDCBDB73DD83DD73C7ABCA33CC03CD23DC73DC13CDCBD5A3DB5BC85BDF6BC833DEF3D83BDF7BDC73D90BCFF3DB53D70BDC9BBC6BB4D3C573CC5BAD83D81BD3DBDE3BCB9BDE03D1D3CE33DA0BDDF3D9B3C0C3BF6BDD43D83BD13BD4ABD4CBD9B3D6D3D7C3A62BDCBBD6EBDCCBDB2BDB73D67BCB5BD973D843DF6BDCDBD4C3C9D3DB23CA7BC9F3D17BDF0BBA13DE6BD57BDFD3C073DDF3D7B3DC0BC9B3D23BCCB3D65BD4BBC09BDAD3D463D913D9ABDEEBD23BDE2BD003CF33DB1BD8B3CEC3DF83D4DBD3BBC4DBDBC3DBBBD60BC803DB53DFBBD183AC43BA03D0ABCB9BD62BB27BD043C483C483CE83D293DE7BD223DB4BDDEBD5C3DC33DEABC5D3B96BDC7BDA8BDBF3DBA3DB43D803DCCBCD8BDE7BD27BDD1BD99BDE2BD9B3D943D843D843D97BD503D8E3DE3BD21BDD9B9C83D603C90BDBCBD9B3D5CBDE7BB17BD60BD95BD4EBD5D3D9D3C7DBC01BDAF3C84BCD4BD893D3D3D673DE03D4B3D71BDD93C2ABD82BDFA3C03BDD13D30BD9FBD9C3CE53DC13DC23D9C3D8CBD463C0DBDF73D8F3DFF3DF6BD58BD02BC943D77BC233D29BD563D1CBDDB3D0FBDBEBDAE3DC83D2DBDE1BCF3BD8F3DAF3DBABD8EBD923CB33D27BD633C50BCCF3D97BDB63D8EBD5EBDACBDB83CE43DE83DC03DC03DCABD663DD13D09BD5F3DBA3DDFBD06BD2B3DEE3DC03DACBD77BD9C3C623DEC3C943DD8BD193D52BB023DE43CE93D573DEDBDDFBD4D3DFFBDB23D58BD993C61BD243A3D3D8E3DD33DC6BD913CA7BDDF3CC03D123DD03DBCBCAB3DCCBD8C3D68BC3E3B123BA53DEF3D55BD503DBBBDAE3CE43DD4BD76BB07BCBD3D91BD7FBD763D77BC1B3D6C3DEDBDF5BDB93DEABDC9BDC43ADB3DFB3DFCBD42BD883DFFBDD7BD13BD2C3DA13D64BCA2BCC3BDEEBDB4BC683DCD3CACBB7EBCFCBDA4BD8ABDA1BDE03DC83D5E3D9EBDB33D2A3CFFBD91BC2D3DE83D44B5133AD3BDB83DD93DB1BDB43D74BD0DBDA6BDEBBD0C3D853DE53C803DC5BDE13DE4BD8E3D19BCF8BD2C3D2CBDC4BCEC3D66BD0F3DAB3DE93D31BD25BAF7BDB9BDDA3DD03D143D933CB13DD4BDE4BC2D3CA5BBB7BD82BBC2BCC7BCE63CAF3DF43D963DE4BD8ABDF5BD243BB73D94BDFCBCDFBD7B3D993DB13DEBBD5B3CAD3D643D70BD8B3DE5BDC13D3D3D823C253DFDBD743DBF3CA7BDF03DE4BDA33C643DDA3D60BDFEBCC13D87BDFBBC8B3CDCBCD93CCABD053D8F3D0C3BBD3DF83D93BDF73D4E3DB8BDA43CDABDCE3D04BDE63D2CBCD2BDCF3DFE3CE13DD93DDFBD6A3CB43DCE3DD53D30BD0EBC00BDFEBDDFBDB0BCCA3D45BD5E3DDABD343DE2BD8DBCF23DCF3D47BD4DBD45BBA13DB73D72BD19BDAABDD5BDB9BDA7BD06BC233D1F3BB4BD81BDB7BD3D3C9EBC033DD7BD88BDDD3DFC3D4F3C6F3D683D0C3D063C3BBD3D3D463DEB3DE6BD33BD113D1FBDA1BDF73DD53C77BCC63DCCBD383DAF3D793DE7BD52BD9BBC4B3DF4BD84BDFEBC67BD87BAC53D32BDC1BD8CBD9A3DC03D98BD32BD93BD963DC33D8E3D86BC3DBD6E3CD53DDDBD7B3D90BDA9BDC1BC973D49BDC6BDC3BDEF3C79BD75BC793D5BBDA4BD4D3DFB3D743DE8BBFE3DA5BDA03CB23DF7BDAEBD433DB5BDFF3D39BD943D8C3BAA3D62BD7EBDCCBD263DDF3BFF3DB2BBFDBCCC3DCEB94CBDBD3D903D963D6F3DB0BD08BCD43DD13D1F3DF8BDBABDA2BB773DB7BDB2BCBC3DF73D65BDB33DA83DD6BDA43DA4BDBD3DB33C7FBCE63C9BBC3EBCB8BDD6BCE73DDB3CFEBDE6BDBDBCA53DF5BCB5BD5C3DA03D7B3D1C3CACBDB2BD4C3D923D8BBD943D263D57BCB0BDF83D4B3CEEBD563D093D8EBDBDBD783D42BCB4BDF7BDCE3DE4BCF43D0DBD64BCFB3D2EBC463A11BDBA3DEABDE9BD81BBC3BDB0BDC73DA6BDB6BDD2BD86BD523D7F3D8B39A1BD973DA53CFDBD963D8EBCFCBDC5BD89BD34BDB33DC1BCB23CF33CEDBD1CBDA6BDD53D393D3FBDFFBD6A3D75BAC2BCA2BDFDBCBCBD8B3CF93D80BDCEBC033D443DFA3DE5BD893CB33DF93D8FBDF83DC13DD13DDC3D843DBFBCBA3D5DBD013CE93D66BC223DCA3AAC39AABD01BD453CF0BDFBBDEEBDDEBDB2BDA73DCFBC3FBD6BBCBABDFABDD8BD46BDECBDA2BD8C3DB0BDDB3C893D58BA91BC843CBABD2D3DCABDF9BD19BD513D9E3D2B3D97BBED3D8CBDE23D5ABDC03D05BCDE3D0D3DCEBD9DBC78BCA5BBE63C77BC6F3D25BDDB3DDC3DF1BD41BDC03DD3BD093C4F3DEDBDB2BA2FBDAC3CDD3D713DA3BCD1BD5C3D5CBDBFBD30BDECBB793DCFBC73BCCCBCDEBD9D3D1D3D553D523BA4BC1F3D2E3DEF3D5A3C5F3DE1BD3F3CF83DD0BC483D863DF93D4ABDC23C423BE83D773D52BC71BDC0BDC73ADB3DE43DA1BDDBBDFC3DF73B2D3DAF3D623DCE3D99BDCB3DEF3CF6BDA1BD953D98BDAA3D5E3D25BD613D2CBDB53DF43DBCBD563DBCBCE03D8A3D8E3DB73C55BBA93DCA3DB7BDB33D513D67BDDE3C7DBD893D073D343D98BDBCBCFF3AA53B043D66BD8FBD38BDD1BBE13DDA3DBFBCD5BD973DAA3B4C3D22BDC23D9DBDD03D423DD93DD8BD953DCB3C843DB0BD90BDB6BDEC3D99BDA4BD493D8BBDC43DBABCB43DA83DAB3DEEBD2CBDBCBDC8BCB93CEABC28BD82BA36BD893D56BD21BDE2BC27BCF9BDC1BDECBDB2BD723D033D303C94BD0E3DDDBDDF3D38BCFA3DECBDCD3D85BDEDBD71BDA7BDFABC603DE13CD13DB3BDC8BDC63DB3BD373D9B3C04BD663D",
      torch_tensor_64_64_torch.bfloat16: "0x020000003EBD893D8D3D1FBC2EBD233D2E3DD4BD54BDD33DB03DA03DC7BCAFBC4CBD413DDC3D8F3DC2BC97BCCD3DC3BDCE3B3EBC8E3D86BDF4BC06BC8ABDDF3DF73DA3BD343D62BDC1BD073D913DF33C8ABDA63DB83DFFBDA4BD473D093D24BD3A3D333D993D733DBD3CF5BDA1BDA0BD423DA9BD99BD73BDEDBC74BDD73DE63D623CDC3D5BBD8FBDCDBD9F3DCBBC77BDBE3DDBBD59BD2B3D173D42BD463C2BBD423CB93D393BEABD84BD4B3D1B3DF73CE73DB2BD5F3DD4BAFDBC6B3CBB3DFA3D9FBDEF3DE4BD623DA2BA643CC93C503D36BD593C81BCC63D1F3D9C3DF2BDAABD2CBC66BDBABDF9BC81BC93BD87BDC9BD853CD1BDF9BD97BC6C3CAA3D5BBDF93DF73D063D8D3D8F3CFF3DB43C8BBD803DB0BC333D273DC63DA7BD5C3D4CBC173DC43CAB3D2CBDD33DCBBCC8BDDC3C9FBD713D52BD42BD853DEABBAA3DBABD5C3DCDBD943DD83DE23CD13D513D193C403DBBBDEABCE0BD9CBBDF3D713DBDBD263DF83C08BDBBBDF4BD843D50BDAF3D203DB9BDCCBD02BC983D6EBDC03DF83D223C8F3CFA3D8A3DD33D30BD75BD5DBCE93DFDBDEA3D723DD8BDDB3DD1BDB4BC14BDC33A993D7D3DF73CD0BD933D0D3D433D76BD043DE6BDE33CAF3DE13D9CBDB6BD00BD79BDB43D82BDC03D0D3B4BBDD03D503DD2BD7D3D15BD863D8F3D30BD583C7ABCDA3DC43DA93CB73D263DE13C8F3D203D5EBD08BD3F3DCF3D6DBD08BDAE3C4B3D9639E7BC91BDB5BDE5BB8C3CCEBBF1BDACBD67BDE63CB5BDC0BD763C9C3DA8BDD8BD05BDBC3DD3BC1F3DB53C933D19BCE2BDDA3D3CBCF0BA9FBD91BDA3BC3D3DA4BDAEBD4C3D0EBD12BD5EBD6A3CDBBD933CBABDFFBCC83D173DA53C41BDE93CB33DCC3D81BD41BC59BCC63DBFBDA8BD913B76BDDF3CF0BD4ABC733DD13DCCBDAF3D723DCD3DBC3D3A3D543D143D173DBA3C4A3DCBBD2FBD4A3C633DEFBD8C3DD1BD22BD8D3D86BDD23B19BD553D48BDBC3DA7BD30BDE33DCABD8FBC6C3D763DA5BD393D9E3D7B3DC93DEB3DF2BD9CBC213D763D8A3DB5BD503B273DD33B14BC4D3CB0BC1B3D14BDDFBD703DEBBD693DD6BD81BD1D3DDEBD5F3DE63DAA3D04BD62BDDA3D903D5F3D4CBD8DBCCFBD28BD773DAF3DF8BD263DCB3B3F3D683CECBD643DEFBB66BDFD3BD3BC3D3C6C3D94BD8ABCCB3DBFBD263D503DAB3D30BDA53D723DA9BD173D7C3DA5BDCCBC1EBD833DFB3C9C3BB8BD1E3D8D3D39BDA03DBD3C1D3D353DF0BCC23C8ABDC63CD13D363D87BDC23D4BBDC03C86BDAC3DA63D89BA9ABCA2BC863DCA3D293C48BDC23D13BD37BDB03D133DDEBD07BD8E3BC0BBCE3CA93DFB3CB5BDC03DDCBC383B83BDB83DCE3D61BDCB3D91BDC33DCCBDD13DD4BD773DF9BDD73DAA3DAFBDE4BCBD3D503ADABDB2BDA93D93BC1B3D00BBA6BDACBDB6BD05BC713D33BDB4B9BC3D9C3DD53D89BD3ABB273DC53DC03D62BD5A3D8E3DC1BDC7BD803DD4BD99BCCA3C773D833CAEBDA73D733D7C3C62BC403CA83D393DC3BDB33D76BD733DC1BDAF3DE8BD8FBDCD3CB6BDC83DF03DEFBDA33D0A3D6A3D543C43BB683D9E3D9A3D45BDBC3CFA3DAFBDEE3DBBBDF93CD6BCCEBCF03DE53D9B3D803DC1BDD0BDDD3D043D88BD003EAA3C5BBC5F3D373CCC3DE83D153DEEBD83BDBBBCA1BC473DFE3D443D513DBCBCB83DC1BD94BDD3BDAABDC2BC97BC553D5DBD95BD1CBCC9BDCD3DC73A81BDC73DC6BC51BC88BD1CBC95BC61BD37BD883D07BD223D8FBD27BCA73DCE3DA93DBA3DD43CA4BD8DBDDF3CF1BC4A3D443D7B3DB2BDDEBDBEBDAF3DF93D2A3DBBBD4BBD21BCD5BC10BDF1BDE6BD143D82BCD23DE6BDF83DBF3DEC3DCF3DD9BC75BDD53DCCBDC83D1B3DA9BCA4BD8ABDBC3D963DD3BC4A3CAE3DE43C103D913D963D3A3D5ABC76BD223DDE3DE9BDA93C3ABDB9BD953DACBCF4BDBD3D153DBBBDBDBD86BC99BCAE3D713D3A3D773B673D1D3DACBD013DD43D143D83BD023D7CBDF43CC3BDE63D923D89BD183DB13D60BCBFBDA33DADBDA4BD63BCEABDA8BDB3BC78BC54BB3DBC40BD8DBD463DD0BCEF3D99BD273D43BD033D87BD69BB94BCA23CBA3CD8BDDBBDC83D19BDAFBB8E3D4DBDDE3DE53DCD3D84BDC73D62BC193D35BD933D803D42BDC0BC503D73BD6C3B6D3DF73D583DC2BD2BBBC6BD9CBD9CBDB1BD8A3DFB3DB73DF4BDED3DFE3D873DA7BB2B3B66BDAC3CF1BDFCBDEF3CF6BD96BDCF3DC63D1EBD323DCFBD023DD53D61BDA33D8FBDF1BD383CEFBDEA3D66BDD63CCBBCAFBDE8BDE13D0A3D813BA23D59BD44BDD8BDC3BD55BC323DD6BD8EBD953D9BBDBCBD023DBDBA5CBDA83D33BCFE3DB93DE13D3D3D10BC973D843D80BD42BAF13DA4BD43BD953DE3BA073D8F3D43BD8DBDE73CF1BD963D5E3D783D54BDBEBDEFBDECBDCCBD81BD93BD92BDFA3D573DEB3CE93D85BDE4BCFBBD8DBDFBBC6FBD8ABDB6BDFEBDDEBDA33BF53D443D8D3CE03D8E3DA93CE43C383A2ABD74BC03BD4D3CF93DDF3DD73D8ABDE73DE3BCEEBD083CD83DBDBD853D83BD2F3D8A3D953D0F3DE23DA23DF6BDB53DC03D0E3DD93D28BDF0BBFD3D44BD85BCF33DE9BD223CCEBC95BCB33D643DEBBD1DBDD83DA2BDFBBDA73D8A3DAB3DC2BD98BBF7BDC0BD2EBD33BDE43CFF3CA6BD51BD0D3C1E3D843DB2BD42BC95BDE53D593DE03D73BD833C843D76BD63BD64BDFCBD863CDA3D923BDEBDA63C563D3CBD473DA8BDD8BC4D3DF73DD5BCE5392ABDEDBDF5BDF03DC33DEDBCF5BD1FBDDFBCC43D793D8FBD2E3B9EBDA83D83BDD2BDFA3D1BBDF73D79BD8EBDFB3D32BDFC3DF6BD3D3D723C57BCF03AFD3D97BDEB3DD9BCD33DDA3DAD3D04BC8EBD06BCA1BD68BD5EBD183D613D643D9CBC10BD843CAF3C113DBA3BF5BD323D70BDC0BCEC3C163D89BC66BD90BC6C3DDCBBC83D763DA5BDAABD2EBC6A3DA6BDFB3DC7BD473D13BDD13D463CDA3C69BD5A3D66BDB03D983DAD3C11BD913D72BAE4BD5ABC8C3DF23D81BDA6BD69BDCCBDA73C883DEB3D623C683D61BCB83C283DB8BA3ABDFD3D1D3DCABDB33DA53DDFBD2BBBC8BCD3BD623CF4BDDFBDBABDD4BD60BD86BD383D1FB91ABC8B3DF5BC743DB8BDF6BD733D55BDDCBDADBD173D593CA83C29BDD7B9FDBD9EBD15BD573DCABCC9BDD3BD91BD9BBD323D7ABD9E3B7FBB9E3D34BC53BD6CBD943DAB3DC23DEB3DBA3DA33DEA3DB2BCEEBD3DBD9A3D9FBDB3BDBDBCA6BD363AB9BD6DBC823DC93BC43C6ABD8ABDD33D94BDDB3C40BDC03DCA3DADBDEE3DF13C6D3BBABCADB96DBD1A3D9F3DBF3D853DF7BDADBC90BDED3D7F3DF2BD843D09BDA6BCB03D513B3A3D923DABBDFE3C1EBDB2BDF4BDE9BD70BD9C3D933CD3BD3C3DDCBCB63DEE3DF5BD863D353DAABDF03D873DB53DE5BDEB3D25BC6D3DC6BC233DFEBB8C3DF23DCA3D7EBC39BDFCBD313D8FBA5A3D7F3DA43DD6BD3FBD0A3BDBBDCA3CAEBDE63DA13D973DC1BDFABDC03D073D4F3BB63D41BC983C1B3D9AB720BDF23D0F3CB23DBCBCB03C12BBD53D31BDD3BDDF3C5DBD14BDE33DE83D633C6FBDC7BD88BC85BD04BD54BD36BD9CBCA83D533DE13D263D71BD033C773DD83DF03DEE3CCA3CF3BD913D983CCBBD04BC42BDD3BDF5BDE6BC81BDCEBDFEBDCA3D07BD673DF03DA3BD8A3DEFBD933DF33DF6BDBDBDABBDD6BD2C3DF4BD963D8E3DF4BDDF3DBD3C8E3D31BDA2BC143DC53D96BCF83D1EBDF23C90BDBF3D74BD6BBDD6BDC63B9ABD49BD87BD373D02BD2ABD9ABB3F3D9DBD21BDDE3D2DBD4BBC7CBDA63D45BDF8BDB8BD8A3DFBBDB7BDC0BD8E3DEEBDFDBCCB3BBEBD8D3D7A3DE7BD6BBD29BC5BBDA737A33AF13DE23CD2BC5FBDEBBD433D473D7C3DE1BD893DBABD973D4ABDEABB6E3C823DD1BCA5BD2A3DE53D65BCD43D22BD943B313D913D8D3BF6BDECBDEE3DA13D6E3BA6BD883C31BD71BCC7BC123D4C3A913DFA3D973DA13D663D923D833D1EBDBBBDDB3D5DBCDDBD003AE73D723D783D2F3C973BCB3AE33DBA3D443DDABD103DCABD2BBBFB3D10BD42BD7C3DCBBD913DFA3D54BA19BDF23DE63D9FBDAA3DBCBD52BDF0BC38BD8C3DEE3D513D983DE5BB133DF8BDE1BDD7BDC23DBA3D85BC793D93BDE53DCD3CDBBD77BD093D973DFC3AD1BDBCBD6D3D673DD03D483D9BBD32BB23BD92BD6A3DC13D57BDF1BD063D553DE0BDA73D663DEFBD26BDC2BDAF3DD5BD253DB83D86BC593CD3BD703DA4BAF4BB9A3CCABDFABDED3DBEBDF7BBDABDB53D91BDCEBBE5BD5FBCEA3D0F3DAC3C69BD00BEC5BDAE3D28BC15BDF7BD183CBD3DC43D983D923D523DA6BD24BD9B3D5ABDC23D13BDABBD7CBDD4BDC33D97BD58BC873C423D383DAA3D513D94BDE4BD013DC1BD983D933DC13D20B9603DE5BB713D213D8E3D98BD61BD0C3C1ABD643AA6BDBFBDA73D82BDD1BD523D4DBD9A3C0B3C35BCA03CFB3D36BCC33DDA3D1A3CD33CEF3DF53DFBBD9C3BD4BDCE3D88BCC33C61BDA1BDF73D32BD8CBC51BCD13BC8BD8A3D023D113DF43D493B1EBC58BDD23D86BDD0BDEC3DDABD8B3CF6BD82BC703DC83C4ABCF9BDA0BD5F3DFDBCD3BDA8BDEC3CF83D67BD94BD83BBDF3D993DF33D7C3DF13DC2BD743D883D2CBDF1BDCABB0E3DC73D69BC14BD73BD1EBDFF3DA4BC9D3D20BDF43DE23DC83DBA3B703BB63C78BC743D8E3D70BCC3BD7CBD6BBD7DBDB63DCFBD0ABD86BD9CBD933DE23C90BDC43D29BDDE3D66BD9DBD3B3DFEBDCEBD66BC9D3D76BCB83DBC3DA3BDA33D94BD823D85BD253D353CB33DA2BDC53DACBC85BD99BD89BDCCBCEE3D11BD9C3D8A3BB33D4FBDFCBDB73CABBCAF3DCDBD9CBDC8BD4A3D17BDE4BDD23DACBD213DB3BD40BDE53C953D98BC703C903CE6BD943DBEBD6EBD5ABDADBDC2BDCB3DD23DB1BDE8BDC1BCE2BD14BD863D433D7ABDBD3D803DDE3DD0BCAC3D873C2ABC6E3CE9BCF4BDE43D03BD05BD4D3C1DBDD93CD9BCEABDF13D77BDF33BE3BD91BDA13D70BDABBD15BD4FBD86BDD5BC8EBDAABCE93DF93C89BCD73DB5BCF9BD1CBDEA3D873D873CD5BDB9BC943D833BCA3DA03BD73A803D123D753D953DF8BD253D4D3DF6BDCCBD90BD80BDEE3CABBB983D90BD2DBB9CBDF8BCA23D173CF23DBBBC7CBD183DBFBD8FBC23BDF93CF1BDE63C86BDB2BDA6BB62BBBFBD92BD283DDB3DEC3DCFBB8DBD52BDCC3C893CCFBD943D823DB03D8D3DCD3D583DAFBDEC3DA8BD5CBDC13C45BD96BDFCBACF3DEC3CFFBD833D26BD7D3DCEBC86BD9D3DC7BCF93C6C3DCCBDA9BCA53D76BD823D3E3DFABD9F3C85BD783C20BCFABDCB3DE3BC9C3D8E3CC0BD28BD1C3DB83C853DA43DE73D9D3C073DAB3DD5BC5FBD88BDAFBD7A3D4B3D353CAABD763CC63DE93DE13D6C3D87BDD3BDCF3DA6BD883D24BC883C37BCABBD97BD523DE33D833DD2BDD63DAC3DA23CE8BCD73DE53D31BDE3BD8ABD88BC2C3DE7BDDFBD223DDEBDDABD003EC4BD843DFABD273D4A3D593C61BD993C80BC12BDAA3D8F3D14BD173CDDBD6A3D63BC6A3D913CF73D43BC733B98BDA9BDB7BD043C913DF63D1EBDBC3DA3BD973DF7BDACBD89BC45BD493DA6BD643D8C3D513DBEBDE43B7FBD95BBD43D27BCEDBCC2BDC6BC80BD90BBBB3DEDBC253CD73CE8BC9FBCEB3CC03CAF3D80BD903C913DC03DA7BDF33DD5BD833C2C3C86BDF23DDBBD99BD37BBD73CA13DD43CABBD2CBD9BBD673D6B3D84BD42BDE03D5DBD3E3DAF3D493DCE3DD43C293D9D3D12BC253CAD3D8E3DFB3DD83CB6BD91BDB1BD67BDFA3CBE3DDABDE8BDF63D10BDCA3DF1BD01BD45BDF73B22BD753DB03CB0BDAD3D62BDD53D50BDC13D343B68BDA13D9C3DD1BD9FBCC7BCF6BDC0BD84BDB2BC06BD1B3C89BDDC3CAC3DB03D8E3DFEBDF7BDB13DBFBD06BD12BD913D4DBDF3BBE7BDEBBDA23DDBBD90BC80BD07BD2BBDA0BCE2BD073D333DCEBCFF3DFA3DDEBDA1BD883DAABCE4BD17BDB33D283D80BD223D063D58BDC4BC273D5EBDEABDFFBD8DBD623D7C3D1A3B96BC7FBDF73CB33CC23CD9BD86BDE73C833D8DBD06BDC5BD2CBDCDBDCDBB59BD90BC413DF6BC6DBDFDBD8D3CFC3D823DB8BD40BD39BD623BE73DB23C8B3DACBD6D3D7A3C5BBBA63DFE3D2A3D573DF53DAB3DFFBD053D2DBD373DA1BDB73DF5BDDCBDDC3C9C3D78BCFEBDA93C2EBC74BDD3BD90BC27BC0CBDC1BC553D39BDF0BD08BA27BB993DC5BDE53C3EBD723D0B3BE63DB93D90BD4C3DB33DA0BDE03DD03D463D9E3D853DDCBCEBBC9F3DBD3CBA3DA0BBB53DED3A383CDC3BAEBDFC3DE1BBE7BDE83DB23CEC3CA43DD03DF33D6DBDA9BDC33DBBBC3CBDB9BDC8BDF9BD4A3DA33CA73D85BDC03CD63DFA3D983DF83DF0BCBE3DE03DBBBDDEBD743CB8BD473BC03C8B3DD23DA2BD4ABDE83DEEBDBBBD8F3DF4BD27BD963C9F3D6F3C8A3C393B9B3DF03DFFBD5DBD823DA63D853D0C3D2E3D3F3D0FBDB83D5BBCC73DC2BD7FBD8A3DF43D21BD0DBB2E3D74BD1E3BA73DB83CB83D293CBE3D383D17BD98BB7D3DFBBDD2BB2DBD0ABDBE3C07BD623DAFBD52BD203D883DE53D343D8D3DAE3DF0BD443CB2BD8ABDA63D393DB33DE13DFF3DAA3DA03DAEBD4A3D65BD0DBD82BADABB83BDBCBCC7BC513C7D3CE8BD123DDB3DA03D3E3DB6BCFBBD9FBD3A3D75BDB63D993D81BC2A3D9C3CEDBDB03D82BDBEBDF4BB323DDD3DE13D85BDBD3D2ABD153D22BD5FBD0D3DE3BD8B3D133D973DAD3AAC3C82BDD23DEFBDA2BDBEBD4A3C983C863C593D4DBB9BBD9FBD1A3C533DEEBCEBBD89BD89BDA2BDA8BD2E3D8F3DEEBB5C3AE53CB8BD1BBDFD3D21BDC43CAFBDE93D7BBC323DD63DFB3D9B3DE7BD283DBB3D943D953DE83BE13CAF3DB33C853DC3BB163DC13D8E3D42BDE23C62BD363CEABDDEBD6A3D573DF1BD93BB1BBD7CBDB4BDCF3D47BDE73DBDBDDD3D07BDC7BD90BBA7BD873C4BBCE4BCB6BDAE3DA0BDE63DD33CA7BDD8BD143DC2BC86BCDFBD8C3D803DF03CDBBDBB3DCB3D453C813D903DA33B26BDF1BD9DBCF63D53BC1D3D89BC613DAE3CF33D7BBCA3BDEB3DB3BD56BD87BDA2BC18BD713DE9BCDBBCB03B75BDCE3DFC3DCA3D7BBD8D3CC3BDAC3CECBCF13D9CBD30BDC13D1C3C863CB23CA9BDE43D18BCEC3DE9BD5FBDCB3D7DBDEC3D53BDE43D363DED3D0ABC97BDDDBD173DE53DD13D0CBDE9BD50BCD23D7A3D6B3DF5BDE5BDDE3D12BC8B3D34BD86BD5E3DB1BDECBB65BB873D42BDB6BCF63DC23D943DA33C9CBC9CBCB0BD9FBD953D25BDBD3D19BD8ABCD8BD6A3C96BDB73DCCBD643DE53DC13DC03D24BDC3BD34BDC43DAABC853CEF3DC5BDF5BDD4BDD2BCFE3D67BB19BCBBBDA33DB6BD943DAA3DAABBFE3D40BC8E3DE03D853CD43DA63DC0BCEABD25BCB1BDA2BD5FBC54BD8BBC693DF4BDE03DE13D36BD3FBD42BD203DC3BC083C95BDFF3D6E3DE6BDE73CE23DBEBDD2BDF8BDB33DCFBDE2BC0FBD563D1DBDCA3B833DA9BD183DFC3C1E3DCD3D33BCE93CB83C2EBCCCBDA5BDC93CBF3DDF3D7C3DA53D713D3BBD8F3DFE3DE43BC3BDC83C81BDC83DE23CBDBDF33D073C133DDBBC8CBD56BCDFBC1DBC16BD42BD183CE7BD0F3D7EBDADBDD63DD93DD43D9DBD2BBDBE3DEABD9C3D0ABD573D463DA63DA8BB193CDEBBB23D283D403D29BD05BDBBBBA3BD9F3CDB3D8C3C5ABDC63D623DC1BD51BDFF3D7ABB063DCF3DD43D93BD7DBD42BD2DBDCBBC1CBD473D0DBC8A3CC93DD6BD6D3D913DFEBD863DD83DAABDFFBBEDBDC8BB8F3C2A3D343D243DB33BA0BDF1BD2F3D00BE92BDDD3D893D99BD20BC4FB962BD7C3DD8BDE23D04BDFCBD89BDBBBC87BDD9BC9DBD973DD73CFCBD83BB9DBDBA3DA1BDF4BC24BDB8BDEF3D0C3DFE3D3A3DC5BD69BD5C3D623DF5BDC0BCAD3DB33D11BDC93CABBCE4BDFDBD813DD9BDE03D5DBD073DB2BD63BDA5BDB5BDFF3DDE3D4ABB7FBD823D8DBD4DBDC9BD71BCFB3D1F3DA93DB03D66BD79BD993D89BDE13D853D043DF3BD22BDF23DD33DC53DF8BD9CBDAEBDEE3D843DA23D893DC9BDEEBCE1BD15BDE8BDF5BDF83D2E3D18BDFDBD60BD613DC4BDEA3D4E3DCABC4B3DB9BD963D6BBC9F3DE1BDDC3DDABB793D9E3D81BA94BD473CC7BBACBCBA3DDD3DBEBC65BD7DBBBEBD913DB7BB973D52BCAF3DACBD9A3DB33D8E3CFCBDAD3D96BDD23CEBBD84BDEF3DC8BDD6BCAEBDFD3BAC3D76BD9E3D95BD673D93BDEDBDDABDFD3DB63C3F3DE43CF93DADBCDE3D38BDABBCD43D6C3D9C3D3DBB99BC1E3DE0BD27BD8DBD9C3B32BDF93D413D6D3DEF3DB4BD81BA64BDCFB8923DA8BD6C3D16BCE8BC533DAA3C4B3D263D6B3D72BCB1BDF93C4BBD99BDAB3D8BBDDDBC58BCC3BDD63D753BDC3DEC3DD8BDB23DAABCC2BCC9BD64BD9EBDDDBC5E3DCEBCD63D563DC2BD9CBDB03CA4BDA43DF4BDE2BCBDBD693DAFBDB33DFB3DD8BD2A3DCEBD66BDC6BDA73DDB3BEE3DBC3D9FBDD0BD36BDE5BC2CBD4BBC3A3C85BDABBD5A3D00BE9D3D893D143CCD3DFF3C97BD80BCDDBD643DA23D8CBD85BD5FBCFEBDF0BD7A3D35BD0CBB07BD98BD5DBD4DBCAE3DB03D95BB243D51BD9D3DC7BDB73D9F3D303DEE3DFC3D5F3D66BDA6BC99BDCFBD17BD95BDBCBDB8BC923DFB3D21BB36BD723DF5BDC0BC823D073D49BB3C3DB63CEDBDE9BDFA3C1A3D9B3DB73DA03C403D9A3D6A3DBA3CD73D663D85BCE43D1ABB18BD0B3D0B3D833D52BDE9BC50BD533B8B3DC13D96BCBDBDF6BD25BDD03D463D553DF13DFFBD9ABDEFBDBF3D8CBBB1BDA43D7E3DC43DFEBC27BD41BD51BD303DCA3D30BBF6BD943D83BD90BDDA3C1EBD823DB3BDC8BD223DD4BC30BCAE3D4EBDFABDAA3D463C833D8ABD17BCE03D873D6EBD13BDA53D113D823D833D55BDF2BD60BD90BDD1BD603DB2BDADBD793DA53C62B8CBBDE93D1D3D83BD99BDB3BD123D55BCF3BCF439773DA3BD553C533D7EBDFC3D51BDCBBDE3BD953B3C3DEF3DF63DDFBD9D3C14BD3CBCDFBCADBD933C053CFB3D8D3BF33DAFBD14BDFC3D57BC1E3DBA3DC23CA7BCBB3DE53DEEBC9F3D03BDA3BBE13D823D43BDD4BDD43D89BDFCBD693CCFBC653CF1BD19BDE63DADBC76BAA9BD65BDC6BC6CBD96BD173DECBDAFBDB13CC5BB013DDD3C47BDE33D8C3C5FBC383DA7BDD9BD383D683B9DBD6FBDC6BD2CBD8B3CD1BDBEBD133DD43DE9BDEBBDB9BD24BDA43D0A3DF8BD8D3D563DC6BCEF3D0F3D8F3CB2BDBC3DE63DE53D4B3DC53BC0BC423DF43D3C3D543D7E3DD93D23BDA4BD823DEEBDEF3DD2BCB6BDC23DBD3DB03D26BD9B3DADBDB6BD503DEE3DCB3D0D3DE23DDBBDBDBDD73D003D9ABD9A3DF03D9ABDE43DEABCC1BD9ABDB6BDEC3DA6BD75BC3B3DD73DE3BDA63D923DA03D603BEABC1B3D5E3D1DBBAA3D44BDA93D26BDC5BD90BDB3BD093D81BD02BA1EBDC3BD88BD633DAABC91BD393DFE3D603DAF3B4C3C3E3DE6BDF03B73BD8A3D6FBC97BC043D5D3DA2BCD83C96BD1ABD9F3D43BC263DCF3D4F3D81BD5E3D0EBB83BCD53DA7BDDFBDFC3D92BCDA3D61BDB63DC03DFE3DBCBC96BD4CBC153B2CBD533CFABD1D3DBDBD29BD36BCE13D56BD0DBCC2BDD9BDAB3D723DAFBDB1BAE23DFCBCEA3C52BCD83CE6BC7DBD923A3D3D7D3D823DC23B373CE83C10BD68BD073D5EBD573D99BC85BD29BD033D663DDE3B973BCA3D9D3D8A3DCF3DC5BDF03D683DE1BD893C943DC73D9EBD82BDAA3DC3B9333CE2BB643C5C3BC1BD4A3D863DB93C7CBC403DA5BD693D96BDD4BDA4BCE93C82BB48BDDCBDCEBC0F3D8FBDFEBC793D5FBCC93DCD3DAF3D8B3DD1BD33BBF4BCFABDAA3CA3BD5FBD203DA43D343DC43B0F3DB83DA1BBC73D7C3D68BDC43DA33C343D0FBDBB3C01BCC0BC55BD803DD9BDE63D0EBC59BD8BBD89BDC73D523DDD3D66BD1B3C303DED3CB03DA3BDA03D3BBDB03DFC3D43BCB23DEF3CF83DCC3CAC3D953DEE3D7E3D99BDCBBDD3BD9C3D5DBD763AB4BCC93DA63C48BD02BDB5BD93BCE03D8FBDEB3DA5BDAF3DDE3C81BD95BCD23C89BC0EBD26BBC73C583CC5BB803CAA3DA13DF2BDBCBBC3BDBABBDCBDD3BDE5BD89BDBABD833D96BD3BBDAFBDF2BC3DBC67BDE8BDF0BD89BDC7BC863D073DAC3D9DBDD23D60BD553D763DF7BDD1BCA63D813D623D31BDDFBDC53D82BD583D573D813C683CC4BC493D953DFBBDA9BB92BD12BD923D8ABC453DE73D6A3DCCBD3EBDC2BDF43D7BBDE33DD4BD943DACBD9A3DE33D36BC83BD143DEE3DF33C563DA43D9EBD9F3DEA3C78BD473DA7BDBABDDBBD123DBB3DE4BDE0BDC93DFCBDCFBD4CBDC1BD8A3DB73DAABD9B3D483BA83D7CBCD8BDAF3DBDBD4A3CCFBDC7BD62BDB73D9FBDBF3D5BBDA1BD62BCDABD71BCBF3D88BCEABDDABC5D3DF4BD8EBD9D3D63BDEEBDA63D90BDBB3DEE3DF23DD03C023C97BCE73CF83DE0BDB03DA23BE9BDD1BDAABD94BD803DFA3DB73C8B3D9FBD77BB593DD53DBEBD5A3DDB3D243D0A3DD23DF4BCBDBDDF3D873D223C3FBC223D99BD41BD7A3DA23CBABD693DEABDA0BD3BBDBE3D2FBD333DC7BDE7BD48BC403D24BD7E3D6B3CBF3DEEBCCB3C8E3D903D9E3DE63DE5BD4ABD4F3DFCBCDBBDD13B59BDA5BC503D17BDA6BDF8BDE1BD68BDBDBB0EBC48BCAC3DD4BCAABD6FBDAE3D7ABD343D7FBD853D35BD5DBDBEBDA93DAA3B9DBDF13D6BBD903D79BD8CBCC33D303D643DEA3CA6BD43BDD4BD3BBCB5BDF03DFF3CEE3C833D74BDE0BD6FBD403D1EBC43BD73BD30BDCFBDF6BDBCBDD0BD56BD41BD36BD82BD333DEE3DAF3D64BDC3BC813DD9BDA53DA8BDFBBDE9BCF23AB938823D853D2CBDA0BDB4BCD93D8C3DC9BCC2BDE9BCC5BDC73DE43D893C003DB53DDBBBB03DA73D1A3D0ABCEC3D8FBDA1BDCEBDB2BD6D3D7FBDFCBD69BCA03C983DD7BDB4BDE33CADBD093C6EBD943C2DBD013D64BDA23D48BC913CA4BD3DBD9B3B8C3D433D41BC6BBD533D393DF33D98BD4CBBF8BCC5BD24BD613DA23BB43C5EBDFC3D2D3D433D44BDE33DC73DE63DB13CCF3C4D3CFBBD993D983C99BA8EBD973DCA3DEBBDFB3DB33BFA3D3FBD13BC0D3D4FBCE63DCB3DDE3D36BBE73CEBBC9D3D193B53BDE3BD9C3CEDBDAE3D9A3DB7BDEE3C91BD433DD23DA93DB83DBBBDAD3DC63DEA3D9CBC04BD87BD5EBDB03D50BDDC3DB03D2CBD883D55BC0FBDADBDA6BD05BDD43C193D8CB8873DB73DEFBD1FBCE3BD96BDAD3DAABD40BCA3BDEB3DC3BDA1BD33BD02BCCCBCFD3D0E3CCFBC90BC4BBDE93D273D883CCABDE73AD4BD2A3D99BCBCBA05BC0FBD2EBDABBC533DBB3D4F3D7ABDCCBBCABD023D3B3D8D3DB73D2DBC97BD653DDD3CFA3BA4BD2F3DBB3D00BD583B8A3DD53CE0BD6D3DAB3C843DD2BD293C093D94BDB7BD543D08BDC8BC8E3C243DA6BD93BADBBD0B3DB2BD8E3C85BD583CB5BDB8BD673DA83D533D2E3DCABA783CBB3CD5BDADBCA9BCCABCA6BD163CDCBD763D233DCE3C833BB93B233DE6BD16BBBABDBCBD62BD4FBDF93DF4BCDB3BE3BDDA3DD9BD1ABC833D2CBC83BDD03DB8BCB5BD8E3D583D1CBD81BD93BD01BBE2BD8BBDA83DE2BDE33B953CBF3D643D183DA03CBB3D813D7ABCC9BCF3BDB23DD53DDABDB4BC9D3DF73DDD3C453D8F3D863D94BCFDBDD43CAABD003E72BDB43B2CBDDCBDB43DAA3D28BDFA3CD13DA2BDA6BC77BDFDBD9FBDC63CF83D9ABD3C3BD93D2D3DE5BC4B3D613C1CBD9ABDACBCCE3D76BDAF3DA83DBB3D293D74BDBB3D68BCDD3D5E3DD73C98BD0D3D99BD6B3CE4BD173D31BD8C3CEABD3BBD043DB83DFABD0B3BF8BDAABDCCBDBD3DCB3DB93D783CA4BC6C3D18BD253C33BC",
      torch_tensor_64_torch.bfloat16: "0x02000000BB3FB13FBD3FB03F8F3F1F3F6E3F7B3F913FBE3F873FBD3F253FAD3F353F313F783F0F3F303F483F673FBF3F113F6E3FA83F343FB53F2D3F8E3FAD3FB83F7B3F993FA83F5D3F4F3F1E3FB03F9B3FA73F623F943F183F283FAB3F5F3FA83F1C3F513F423FB33FB73F893F903F723F833F373F213FAD3F903F993F4C3FBD3FB13F"
    }
  }
#-}

