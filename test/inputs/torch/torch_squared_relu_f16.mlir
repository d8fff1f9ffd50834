#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf16>, %arg1: tensor<1x2x40x16xf16>, %arg2: tensor<1x2x40x16xf16>) -> tensor<1x2x40x16xf16> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f16
    %cst_1 = arith.constant 2.500000e-01 : f16
    %cst_2 = arith.constant 4.000000e+01 : f16
    %0 = tensor.empty() : tensor<1x2x16x40xf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<1x2x40x16xf16>) outs(%0 : tensor<1x2x16x40xf16>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf16> into tensor<2x40x16xf16>
    %collapsed_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x2x16x40xf16> into tensor<2x16x40xf16>
    %1 = tensor.empty() : tensor<2x40x40xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_3 : tensor<2x40x16xf16>, tensor<2x16x40xf16>) outs(%2 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %4 = tensor.empty() : tensor<2x40x40xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<2x40x40xf32>) outs(%4 : tensor<2x40x40xf16>) {
    ^bb0(%in: f32, %out: f16):
      %16 = arith.truncf %in : f32 to f16
      linalg.yield %16 : f16
    } -> tensor<2x40x40xf16>
    %expanded = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf16> into tensor<1x2x40x40xf16>
    %6 = tensor.empty() : tensor<1x2x40x40xf16>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x2x40x40xf16>) outs(%6 : tensor<1x2x40x40xf16>) {
    ^bb0(%in: f16, %out: f16):
      %16 = arith.mulf %in, %cst_1 : f16
      linalg.yield %16 : f16
    } -> tensor<1x2x40x40xf16>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x2x40x40xf16>) outs(%6 : tensor<1x2x40x40xf16>) {
    ^bb0(%in: f16, %out: f16):
      %16 = arith.cmpf ugt, %in, %cst_0 : f16
      %17 = arith.select %16, %in, %cst_0 : f16
      linalg.yield %17 : f16
    } -> tensor<1x2x40x40xf16>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x2x40x40xf16>) outs(%6 : tensor<1x2x40x40xf16>) {
    ^bb0(%in: f16, %out: f16):
      %16 = math.fpowi %in, %c2_i64 : f16, i64
      linalg.yield %16 : f16
    } -> tensor<1x2x40x40xf16>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x2x40x40xf16>) outs(%6 : tensor<1x2x40x40xf16>) {
    ^bb0(%in: f16, %out: f16):
      %16 = arith.divf %in, %cst_2 : f16
      linalg.yield %16 : f16
    } -> tensor<1x2x40x40xf16>
    %collapsed_4 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : tensor<1x2x40x40xf16> into tensor<2x40x40xf16>
    %collapsed_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf16> into tensor<2x40x16xf16>
    %11 = tensor.empty() : tensor<2x40x16xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %13 = linalg.batch_matmul ins(%collapsed_4, %collapsed_5 : tensor<2x40x40xf16>, tensor<2x40x16xf16>) outs(%12 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %14 = tensor.empty() : tensor<2x40x16xf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x40x16xf32>) outs(%14 : tensor<2x40x16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %16 = arith.truncf %in : f32 to f16
      linalg.yield %16 : f16
    } -> tensor<2x40x16xf16>
    %expanded_6 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf16> into tensor<1x2x40x16xf16>
    return %expanded_6 : tensor<1x2x40x16xf16>
  }
}

