// Sigmoid attention with the bias -log n.
func.func @main(%q: tensor<1x2x33x16xf16>, %k: tensor<1x2x65x16xf16>, %v: tensor<1x2x65x16xf16>) -> (tensor<1x2x33x16xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant -4.1743873 : f32
  %c14 = arith.constant 1.0 : f32
  %e1 = tensor.empty() : tensor<1x2x16x65xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x65x16xf16>) outs(%e1 : tensor<1x2x16x65xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x65xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf16> into tensor<2x33x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x65xf16> into tensor<2x16x65xf16>
  %e6 = tensor.empty() : tensor<2x33x65xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x33x65xf32>) -> tensor<2x33x65xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x33x16xf16>, tensor<2x16x65xf16>) outs(%f7 : tensor<2x33x65xf32>) -> tensor<2x33x65xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 33, 65] : tensor<2x33x65xf32> into tensor<1x2x33x65xf32>
  %e11 = tensor.empty() : tensor<1x2x33x65xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x33x65xf32>) outs(%e11 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e15 = tensor.empty() : tensor<1x2x33x65xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x33x65xf32>) outs(%e15 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %x = arith.addf %a0, %c13 : f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %c14 : f32
    %r = arith.divf %c14, %d : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e17 = tensor.empty() : tensor<1x2x33x65xf16>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16 : tensor<1x2x33x65xf32>) outs(%e17 : tensor<1x2x33x65xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x65xf16>
  %r19 = tensor.collapse_shape %g18 [[0, 1], [2], [3]] : tensor<1x2x33x65xf16> into tensor<2x33x65xf16>
  %r20 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x65x16xf16> into tensor<2x65x16xf16>
  %e21 = tensor.empty() : tensor<2x33x16xf32>
  %f22 = linalg.fill ins(%c5 : f32) outs(%e21 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %n23 = linalg.batch_matmul ins(%r19, %r20 : tensor<2x33x65xf16>, tensor<2x65x16xf16>) outs(%f22 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %r24 = tensor.expand_shape %n23 [[0, 1], [2], [3]] output_shape [1, 2, 33, 16] : tensor<2x33x16xf32> into tensor<1x2x33x16xf32>
  %e25 = tensor.empty() : tensor<1x2x33x16xf16>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r24 : tensor<1x2x33x16xf32>) outs(%e25 : tensor<1x2x33x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x16xf16>
  return %g26 : tensor<1x2x33x16xf16>
}
