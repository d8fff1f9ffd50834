// Talking heads: scores and weights are mixed between heads.
func.func @main(%q: tensor<1x4x33x16xf32>, %k: tensor<1x4x40x16xf32>, %v: tensor<1x4x40x16xf32>, %pre: tensor<4x4xf32>, %post: tensor<4x4xf32>) -> (tensor<1x4x33x16xf32>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c16 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x4x16x40xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x4x40x16xf32>) outs(%e1 : tensor<1x4x16x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x4x16x40xf32>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x4x33x16xf32> into tensor<4x33x16xf32>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x4x16x40xf32> into tensor<4x16x40xf32>
  %e6 = tensor.empty() : tensor<4x33x40xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<4x33x40xf32>) -> tensor<4x33x40xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<4x33x16xf32>, tensor<4x16x40xf32>) outs(%f7 : tensor<4x33x40xf32>) -> tensor<4x33x40xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 4, 33, 40] : tensor<4x33x40xf32> into tensor<1x4x33x40xf32>
  %e11 = tensor.empty() : tensor<1x4x33x40xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x4x33x40xf32>) outs(%e11 : tensor<1x4x33x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33x40xf32>
  %e13 = tensor.empty() : tensor<1x4x33x40xf32>
  %f14 = linalg.fill ins(%c5 : f32) outs(%e13 : tensor<1x4x33x40xf32>) -> tensor<1x4x33x40xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%g12, %pre : tensor<1x4x33x40xf32>, tensor<4x4xf32>) outs(%f14 : tensor<1x4x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %m = arith.mulf %a0, %a1 : f32
    %r = arith.addf %o0, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33x40xf32>
  %e17 = tensor.empty() : tensor<1x4x33xf32>
  %f18 = linalg.fill ins(%c16 : f32) outs(%e17 : tensor<1x4x33xf32>) -> tensor<1x4x33xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x4x33x40xf32>) outs(%f18 : tensor<1x4x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33xf32>
  %e20 = tensor.empty() : tensor<1x4x33x40xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g19 : tensor<1x4x33x40xf32>, tensor<1x4x33xf32>) outs(%e20 : tensor<1x4x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33x40xf32>
  %e22 = tensor.empty() : tensor<1x4x33x40xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g21 : tensor<1x4x33x40xf32>) outs(%e22 : tensor<1x4x33x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33x40xf32>
  %e24 = tensor.empty() : tensor<1x4x33xf32>
  %f25 = linalg.fill ins(%c5 : f32) outs(%e24 : tensor<1x4x33xf32>) -> tensor<1x4x33xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g23 : tensor<1x4x33x40xf32>) outs(%f25 : tensor<1x4x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33xf32>
  %e27 = tensor.empty() : tensor<1x4x33x40xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g23, %g26 : tensor<1x4x33x40xf32>, tensor<1x4x33xf32>) outs(%e27 : tensor<1x4x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33x40xf32>
  %e29 = tensor.empty() : tensor<1x4x33x40xf32>
  %f30 = linalg.fill ins(%c5 : f32) outs(%e29 : tensor<1x4x33x40xf32>) -> tensor<1x4x33x40xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%g28, %post : tensor<1x4x33x40xf32>, tensor<4x4xf32>) outs(%f30 : tensor<1x4x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %m = arith.mulf %a0, %a1 : f32
    %r = arith.addf %o0, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x4x33x40xf32>
  %r32 = tensor.collapse_shape %g31 [[0, 1], [2], [3]] : tensor<1x4x33x40xf32> into tensor<4x33x40xf32>
  %r33 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x4x40x16xf32> into tensor<4x40x16xf32>
  %e34 = tensor.empty() : tensor<4x33x16xf32>
  %f35 = linalg.fill ins(%c5 : f32) outs(%e34 : tensor<4x33x16xf32>) -> tensor<4x33x16xf32>
  %n36 = linalg.batch_matmul ins(%r32, %r33 : tensor<4x33x40xf32>, tensor<4x40x16xf32>) outs(%f35 : tensor<4x33x16xf32>) -> tensor<4x33x16xf32>
  %r37 = tensor.expand_shape %n36 [[0, 1], [2], [3]] output_shape [1, 4, 33, 16] : tensor<4x33x16xf32> into tensor<1x4x33x16xf32>
  return %r37 : tensor<1x4x33x16xf32>
}
