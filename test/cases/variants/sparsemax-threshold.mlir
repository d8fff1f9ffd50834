// A near miss of entmax: weights are what is above the maximum less one, by no exponential.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x70x16xf32>, %v: tensor<1x2x70x16xf32>) -> (tensor<1x2x40x16xf32>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %c17 = arith.constant 1.0 : f32
  %e1 = tensor.empty() : tensor<1x2x16x70xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x70x16xf32>) outs(%e1 : tensor<1x2x16x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x70xf32>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x70xf32> into tensor<2x16x70xf32>
  %e6 = tensor.empty() : tensor<2x40x70xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x40x70xf32>) -> tensor<2x40x70xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x40x16xf32>, tensor<2x16x70xf32>) outs(%f7 : tensor<2x40x70xf32>) -> tensor<2x40x70xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 40, 70] : tensor<2x40x70xf32> into tensor<1x2x40x70xf32>
  %e11 = tensor.empty() : tensor<1x2x40x70xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x40x70xf32>) outs(%e11 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e14 = tensor.empty() : tensor<1x2x40xf32>
  %f15 = linalg.fill ins(%c13 : f32) outs(%e14 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g12 : tensor<1x2x40x70xf32>) outs(%f15 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e18 = tensor.empty() : tensor<1x2x40x70xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %g16 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e18 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %x = arith.subf %a0, %a1 : f32
    %y = arith.addf %x, %c17 : f32
    %r = arith.maximumf %y, %c5 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e20 = tensor.empty() : tensor<1x2x40xf32>
  %f21 = linalg.fill ins(%c5 : f32) outs(%e20 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g19 : tensor<1x2x40x70xf32>) outs(%f21 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e23 = tensor.empty() : tensor<1x2x40x70xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g19, %g22 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e23 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %r25 = tensor.collapse_shape %g24 [[0, 1], [2], [3]] : tensor<1x2x40x70xf32> into tensor<2x40x70xf32>
  %r26 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x16xf32> into tensor<2x70x16xf32>
  %e27 = tensor.empty() : tensor<2x40x16xf32>
  %f28 = linalg.fill ins(%c5 : f32) outs(%e27 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %n29 = linalg.batch_matmul ins(%r25, %r26 : tensor<2x40x70xf32>, tensor<2x70x16xf32>) outs(%f28 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %r30 = tensor.expand_shape %n29 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
  return %r30 : tensor<1x2x40x16xf32>
}
