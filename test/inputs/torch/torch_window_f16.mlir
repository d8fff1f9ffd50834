#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x64x16xf16>, %arg1: tensor<1x2x64x16xf16>, %arg2: tensor<1x2x64x16xf16>) -> tensor<1x2x64x16xf16> {
    %c16_i64 = arith.constant 16 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<64xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %37 = linalg.index 0 : index
      %38 = arith.index_cast %37 : index to i64
      linalg.yield %38 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %expanded_3 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %2 = tensor.empty() : tensor<64x64xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_3, %expanded : tensor<1x64xi64>, tensor<64x1xi64>) outs(%2 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %in_10: i64, %out: i1):
      %37 = arith.cmpi sle, %in, %in_10 : i64
      linalg.yield %37 : i1
    } -> tensor<64x64xi1>
    %4 = tensor.empty() : tensor<64x64xi64>
    %5 = linalg.generic {indexing_maps = [#map2, #map1, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_3 : tensor<64x1xi64>, tensor<1x64xi64>) outs(%4 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_10: i64, %out: i64):
      %37 = arith.subi %in, %in_10 : i64
      linalg.yield %37 : i64
    } -> tensor<64x64xi64>
    %6 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<64x64xi64>) outs(%2 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %37 = arith.cmpi slt, %in, %c16_i64 : i64
      linalg.yield %37 : i1
    } -> tensor<64x64xi1>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3, %6 : tensor<64x64xi1>, tensor<64x64xi1>) outs(%2 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %in_10: i1, %out: i1):
      %37 = arith.andi %in, %in_10 : i1
      linalg.yield %37 : i1
    } -> tensor<64x64xi1>
    %8 = tensor.empty() : tensor<1x2x16x64xf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x64x16xf16>) outs(%8 : tensor<1x2x16x64xf16>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x64x16xf16> into tensor<2x64x16xf16>
    %collapsed_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x64xf16> into tensor<2x16x64xf16>
    %9 = tensor.empty() : tensor<2x64x64xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
    %11 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<2x64x16xf16>, tensor<2x16x64xf16>) outs(%10 : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
    %12 = tensor.empty() : tensor<2x64x64xf16>
    %13 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x64x64xf32>) outs(%12 : tensor<2x64x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %37 = arith.truncf %in : f32 to f16
      linalg.yield %37 : f16
    } -> tensor<2x64x64xf16>
    %expanded_5 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [1, 2, 64, 64] : tensor<2x64x64xf16> into tensor<1x2x64x64xf16>
    %14 = tensor.empty() : tensor<1x2x64x64xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<1x2x64x64xf16>) outs(%14 : tensor<1x2x64x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %37 = arith.extf %in : f16 to f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x64xf32>
    %16 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x2x64x64xf32>) outs(%14 : tensor<1x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.mulf %in, %cst_2 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x64xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64x64xi1>) outs(%2 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      %37 = arith.xori %in, %true : i1
      linalg.yield %37 : i1
    } -> tensor<64x64xi1>
    %18 = linalg.generic {indexing_maps = [#map6, #map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %cst_1, %16 : tensor<64x64xi1>, tensor<f32>, tensor<1x2x64x64xf32>) outs(%14 : tensor<1x2x64x64xf32>) {
    ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
      %37 = arith.select %in, %in_10, %in_11 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x64xf32>
    %19 = tensor.empty() : tensor<1x2x64xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<1x2x64xi64>) -> tensor<1x2x64xi64>
    %21 = tensor.empty() : tensor<1x2x64xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<1x2x64xf32>) -> tensor<1x2x64xf32>
    %23:2 = linalg.generic {indexing_maps = [#map5, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<1x2x64x64xf32>) outs(%22, %20 : tensor<1x2x64xf32>, tensor<1x2x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %37 = linalg.index 3 : index
      %38 = arith.index_cast %37 : index to i64
      %39 = arith.maximumf %in, %out : f32
      %40 = arith.cmpf ogt, %in, %out : f32
      %41 = arith.select %40, %38, %out_10 : i64
      linalg.yield %39, %41 : f32, i64
    } -> (tensor<1x2x64xf32>, tensor<1x2x64xi64>)
    %expanded_6 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [1, 2, 64, 1] : tensor<1x2x64xf32> into tensor<1x2x64x1xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_6 : tensor<1x2x64x64xf32>, tensor<1x2x64x1xf32>) outs(%14 : tensor<1x2x64x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %37 = arith.subf %in, %in_10 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x64xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x2x64x64xf32>) outs(%14 : tensor<1x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.exp %in : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x64xf32>
    %26 = tensor.empty() : tensor<1x2x64x1xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<1x2x64x1xf32>) -> tensor<1x2x64x1xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<1x2x64x64xf32>) outs(%27 : tensor<1x2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x1xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %28 : tensor<1x2x64x64xf32>, tensor<1x2x64x1xf32>) outs(%14 : tensor<1x2x64x64xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %37 = arith.divf %in, %in_10 : f32
      linalg.yield %37 : f32
    } -> tensor<1x2x64x64xf32>
    %30 = tensor.empty() : tensor<1x2x64x64xf16>
    %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x2x64x64xf32>) outs(%30 : tensor<1x2x64x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %37 = arith.truncf %in : f32 to f16
      linalg.yield %37 : f16
    } -> tensor<1x2x64x64xf16>
    %collapsed_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : tensor<1x2x64x64xf16> into tensor<2x64x64xf16>
    %collapsed_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x64x16xf16> into tensor<2x64x16xf16>
    %32 = tensor.empty() : tensor<2x64x16xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<2x64x16xf32>) -> tensor<2x64x16xf32>
    %34 = linalg.batch_matmul ins(%collapsed_7, %collapsed_8 : tensor<2x64x64xf16>, tensor<2x64x16xf16>) outs(%33 : tensor<2x64x16xf32>) -> tensor<2x64x16xf32>
    %35 = tensor.empty() : tensor<2x64x16xf16>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x64x16xf32>) outs(%35 : tensor<2x64x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %37 = arith.truncf %in : f32 to f16
      linalg.yield %37 : f16
    } -> tensor<2x64x16xf16>
    %expanded_9 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [1, 2, 64, 16] : tensor<2x64x16xf16> into tensor<1x2x64x16xf16>
    return %expanded_9 : tensor<1x2x64x16xf16>
  }
}

