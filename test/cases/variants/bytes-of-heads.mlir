// Keys and values in bytes, scales of each key and of each head.
func.func @main(%q: tensor<1x2x33x32xf16>, %k: tensor<1x2x70x32xi8>, %v: tensor<1x2x70x32xi8>, %ks: tensor<1x2x70xf16>, %vs: tensor<2xf32>) -> (tensor<1x2x33x32xf32>) {
  %c9 = arith.constant 0.0 : f32
  %c14 = arith.constant 0.002 : f32
  %c17 = arith.constant 0xFF800000 : f32
  %c36 = arith.constant 0.01 : f32
  %e1 = tensor.empty() : tensor<1x2x70x32xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k, %ks : tensor<1x2x70x32xi8>, tensor<1x2x70xf16>) outs(%e1 : tensor<1x2x70x32xf16>) {
  ^bb0(%a0: i8, %a1: f16, %o0: f16):
    %f = arith.sitofp %a0 : i8 to f16
    %r = arith.mulf %f, %a1 : f16
    linalg.yield %r : f16
  } -> tensor<1x2x70x32xf16>
  %e3 = tensor.empty() : tensor<1x2x70x32xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v, %vs : tensor<1x2x70x32xi8>, tensor<2xf32>) outs(%e3 : tensor<1x2x70x32xf32>) {
  ^bb0(%a0: i8, %a1: f32, %o0: f32):
    %f = arith.sitofp %a0 : i8 to f32
    %r = arith.mulf %f, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x32xf32>
  %e5 = tensor.empty() : tensor<1x2x32x70xf16>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g2 : tensor<1x2x70x32xf16>) outs(%e5 : tensor<1x2x32x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x32x70xf16>
  %r7 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x32xf16> into tensor<2x33x32xf16>
  %r8 = tensor.collapse_shape %g6 [[0, 1], [2], [3]] : tensor<1x2x32x70xf16> into tensor<2x32x70xf16>
  %e10 = tensor.empty() : tensor<2x33x70xf32>
  %f11 = linalg.fill ins(%c9 : f32) outs(%e10 : tensor<2x33x70xf32>) -> tensor<2x33x70xf32>
  %n12 = linalg.batch_matmul ins(%r7, %r8 : tensor<2x33x32xf16>, tensor<2x32x70xf16>) outs(%f11 : tensor<2x33x70xf32>) -> tensor<2x33x70xf32>
  %r13 = tensor.expand_shape %n12 [[0, 1], [2], [3]] output_shape [1, 2, 33, 70] : tensor<2x33x70xf32> into tensor<1x2x33x70xf32>
  %e15 = tensor.empty() : tensor<1x2x33x70xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r13 : tensor<1x2x33x70xf32>) outs(%e15 : tensor<1x2x33x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c14 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x70xf32>
  %e18 = tensor.empty() : tensor<1x2x33xf32>
  %f19 = linalg.fill ins(%c17 : f32) outs(%e18 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g16 : tensor<1x2x33x70xf32>) outs(%f19 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e21 = tensor.empty() : tensor<1x2x33x70xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16, %g20 : tensor<1x2x33x70xf32>, tensor<1x2x33xf32>) outs(%e21 : tensor<1x2x33x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x70xf32>
  %e23 = tensor.empty() : tensor<1x2x33x70xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22 : tensor<1x2x33x70xf32>) outs(%e23 : tensor<1x2x33x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x70xf32>
  %e25 = tensor.empty() : tensor<1x2x33xf32>
  %f26 = linalg.fill ins(%c9 : f32) outs(%e25 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g24 : tensor<1x2x33x70xf32>) outs(%f26 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e28 = tensor.empty() : tensor<1x2x33x70xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g24, %g27 : tensor<1x2x33x70xf32>, tensor<1x2x33xf32>) outs(%e28 : tensor<1x2x33x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x70xf32>
  %r30 = tensor.collapse_shape %g29 [[0, 1], [2], [3]] : tensor<1x2x33x70xf32> into tensor<2x33x70xf32>
  %r31 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<1x2x70x32xf32> into tensor<2x70x32xf32>
  %e32 = tensor.empty() : tensor<2x33x32xf32>
  %f33 = linalg.fill ins(%c9 : f32) outs(%e32 : tensor<2x33x32xf32>) -> tensor<2x33x32xf32>
  %n34 = linalg.batch_matmul ins(%r30, %r31 : tensor<2x33x70xf32>, tensor<2x70x32xf32>) outs(%f33 : tensor<2x33x32xf32>) -> tensor<2x33x32xf32>
  %r35 = tensor.expand_shape %n34 [[0, 1], [2], [3]] output_shape [1, 2, 33, 32] : tensor<2x33x32xf32> into tensor<1x2x33x32xf32>
  %e37 = tensor.empty() : tensor<1x2x33x32xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r35 : tensor<1x2x33x32xf32>) outs(%e37 : tensor<1x2x33x32xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c36 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x32xf32>
  return %g38 : tensor<1x2x33x32xf32>
}
