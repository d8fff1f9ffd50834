// Weights that a boolean drops by a select, behind the softmax.
func.func @main(%q: tensor<1x2x70x32xf16>, %k: tensor<1x2x130x32xf16>, %v: tensor<1x2x130x32xf16>, %keep: tensor<1x2x70x130xi1>) -> (tensor<1x2x70x32xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.17677669 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %c26 = arith.constant 1.25 : f32
  %e1 = tensor.empty() : tensor<1x2x32x130xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x130x32xf16>) outs(%e1 : tensor<1x2x32x130xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x32x130xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x70x32xf16> into tensor<2x70x32xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x32x130xf16> into tensor<2x32x130xf16>
  %e6 = tensor.empty() : tensor<2x70x130xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x70x130xf32>) -> tensor<2x70x130xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x70x32xf16>, tensor<2x32x130xf16>) outs(%f7 : tensor<2x70x130xf32>) -> tensor<2x70x130xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 70, 130] : tensor<2x70x130xf32> into tensor<1x2x70x130xf32>
  %e11 = tensor.empty() : tensor<1x2x70x130xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x70x130xf32>) outs(%e11 : tensor<1x2x70x130xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x130xf32>
  %e14 = tensor.empty() : tensor<1x2x70xf32>
  %f15 = linalg.fill ins(%c13 : f32) outs(%e14 : tensor<1x2x70xf32>) -> tensor<1x2x70xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g12 : tensor<1x2x70x130xf32>) outs(%f15 : tensor<1x2x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70xf32>
  %e17 = tensor.empty() : tensor<1x2x70x130xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %g16 : tensor<1x2x70x130xf32>, tensor<1x2x70xf32>) outs(%e17 : tensor<1x2x70x130xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x130xf32>
  %e19 = tensor.empty() : tensor<1x2x70x130xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g18 : tensor<1x2x70x130xf32>) outs(%e19 : tensor<1x2x70x130xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x130xf32>
  %e21 = tensor.empty() : tensor<1x2x70xf32>
  %f22 = linalg.fill ins(%c5 : f32) outs(%e21 : tensor<1x2x70xf32>) -> tensor<1x2x70xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g20 : tensor<1x2x70x130xf32>) outs(%f22 : tensor<1x2x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70xf32>
  %e24 = tensor.empty() : tensor<1x2x70x130xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g23 : tensor<1x2x70x130xf32>, tensor<1x2x70xf32>) outs(%e24 : tensor<1x2x70x130xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x130xf32>
  %e27 = tensor.empty() : tensor<1x2x70x130xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25, %keep : tensor<1x2x70x130xf32>, tensor<1x2x70x130xi1>) outs(%e27 : tensor<1x2x70x130xf32>) {
  ^bb0(%a0: f32, %a1: i1, %o0: f32):
    %s = arith.mulf %a0, %c26 : f32
    %r = arith.select %a1, %s, %c5 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x130xf32>
  %e29 = tensor.empty() : tensor<1x2x70x130xf16>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g28 : tensor<1x2x70x130xf32>) outs(%e29 : tensor<1x2x70x130xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x70x130xf16>
  %r31 = tensor.collapse_shape %g30 [[0, 1], [2], [3]] : tensor<1x2x70x130xf16> into tensor<2x70x130xf16>
  %r32 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x130x32xf16> into tensor<2x130x32xf16>
  %e33 = tensor.empty() : tensor<2x70x32xf32>
  %f34 = linalg.fill ins(%c5 : f32) outs(%e33 : tensor<2x70x32xf32>) -> tensor<2x70x32xf32>
  %n35 = linalg.batch_matmul ins(%r31, %r32 : tensor<2x70x130xf16>, tensor<2x130x32xf16>) outs(%f34 : tensor<2x70x32xf32>) -> tensor<2x70x32xf32>
  %r36 = tensor.expand_shape %n35 [[0, 1], [2], [3]] output_shape [1, 2, 70, 32] : tensor<2x70x32xf32> into tensor<1x2x70x32xf32>
  %e37 = tensor.empty() : tensor<1x2x70x32xf16>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r36 : tensor<1x2x70x32xf32>) outs(%e37 : tensor<1x2x70x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x70x32xf16>
  return %g38 : tensor<1x2x70x32xf16>
}
