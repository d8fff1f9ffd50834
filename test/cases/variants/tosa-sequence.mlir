// What TOSA lowers to: products of batches, reductions with kept dimensions, a reciprocal, all in f16.
func.func @main(%q: tensor<2x40x32xf16>, %k: tensor<2x70x32xf16>, %v: tensor<2x70x32xf16>) -> (tensor<2x40x32xf16>) {
  %c3 = arith.constant 0.0 : f32
  %c9 = arith.constant 0.1767578125 : f16
  %c12 = arith.constant 0xFC00 : f16
  %c21 = arith.constant 0.0 : f16
  %c26 = arith.constant 1.0 : f16
  %e1 = tensor.empty() : tensor<2x32x70xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%k : tensor<2x70x32xf16>) outs(%e1 : tensor<2x32x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x32x70xf16>
  %e4 = tensor.empty() : tensor<2x40x70xf32>
  %f5 = linalg.fill ins(%c3 : f32) outs(%e4 : tensor<2x40x70xf32>) -> tensor<2x40x70xf32>
  %n6 = linalg.batch_matmul ins(%q, %g2 : tensor<2x40x32xf16>, tensor<2x32x70xf16>) outs(%f5 : tensor<2x40x70xf32>) -> tensor<2x40x70xf32>
  %e7 = tensor.empty() : tensor<2x40x70xf16>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%n6 : tensor<2x40x70xf32>) outs(%e7 : tensor<2x40x70xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x40x70xf16>
  %e10 = tensor.empty() : tensor<2x40x70xf16>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g8 : tensor<2x40x70xf16>) outs(%e10 : tensor<2x40x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    %r = arith.mulf %a0, %c9 : f16
    linalg.yield %r : f16
  } -> tensor<2x40x70xf16>
  %e13 = tensor.empty() : tensor<2x40xf16>
  %f14 = linalg.fill ins(%c12 : f16) outs(%e13 : tensor<2x40xf16>) -> tensor<2x40xf16>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g11 : tensor<2x40x70xf16>) outs(%f14 : tensor<2x40xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    %r = arith.maximumf %o0, %a0 : f16
    linalg.yield %r : f16
  } -> tensor<2x40xf16>
  %r16 = tensor.expand_shape %g15 [[0], [1, 2]] output_shape [2, 40, 1] : tensor<2x40xf16> into tensor<2x40x1xf16>
  %e17 = tensor.empty() : tensor<2x40x70xf16>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g11, %r16 : tensor<2x40x70xf16>, tensor<2x40x1xf16>) outs(%e17 : tensor<2x40x70xf16>) {
  ^bb0(%a0: f16, %a1: f16, %o0: f16):
    %r = arith.subf %a0, %a1 : f16
    linalg.yield %r : f16
  } -> tensor<2x40x70xf16>
  %e19 = tensor.empty() : tensor<2x40x70xf16>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g18 : tensor<2x40x70xf16>) outs(%e19 : tensor<2x40x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    %r = math.exp %a0 : f16
    linalg.yield %r : f16
  } -> tensor<2x40x70xf16>
  %e22 = tensor.empty() : tensor<2x40xf16>
  %f23 = linalg.fill ins(%c21 : f16) outs(%e22 : tensor<2x40xf16>) -> tensor<2x40xf16>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g20 : tensor<2x40x70xf16>) outs(%f23 : tensor<2x40xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    %r = arith.addf %o0, %a0 : f16
    linalg.yield %r : f16
  } -> tensor<2x40xf16>
  %r25 = tensor.expand_shape %g24 [[0], [1, 2]] output_shape [2, 40, 1] : tensor<2x40xf16> into tensor<2x40x1xf16>
  %e27 = tensor.empty() : tensor<2x40x1xf16>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%r25 : tensor<2x40x1xf16>) outs(%e27 : tensor<2x40x1xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    %r = arith.divf %c26, %a0 : f16
    linalg.yield %r : f16
  } -> tensor<2x40x1xf16>
  %e29 = tensor.empty() : tensor<2x40x70xf16>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g20, %g28 : tensor<2x40x70xf16>, tensor<2x40x1xf16>) outs(%e29 : tensor<2x40x70xf16>) {
  ^bb0(%a0: f16, %a1: f16, %o0: f16):
    %r = arith.mulf %a0, %a1 : f16
    linalg.yield %r : f16
  } -> tensor<2x40x70xf16>
  %e31 = tensor.empty() : tensor<2x40x32xf32>
  %f32 = linalg.fill ins(%c3 : f32) outs(%e31 : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  %n33 = linalg.batch_matmul ins(%g30, %v : tensor<2x40x70xf16>, tensor<2x70x32xf16>) outs(%f32 : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  %e34 = tensor.empty() : tensor<2x40x32xf16>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%n33 : tensor<2x40x32xf32>) outs(%e34 : tensor<2x40x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x40x32xf16>
  return %g35 : tensor<2x40x32xf16>
}
