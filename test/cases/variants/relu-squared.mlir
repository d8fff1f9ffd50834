// A near miss: relu squared in place of the exponential, normalised by its sum.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x70x16xf32>, %v: tensor<1x2x70x16xf32>) -> (tensor<1x2x40x16xf32>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c18 = arith.constant 0.001 : f32
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
  %e13 = tensor.empty() : tensor<1x2x40x70xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x40x70xf32>) outs(%e13 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %m = arith.maximumf %a0, %c5 : f32
    %r = arith.mulf %m, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e15 = tensor.empty() : tensor<1x2x40xf32>
  %f16 = linalg.fill ins(%c5 : f32) outs(%e15 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g14 : tensor<1x2x40x70xf32>) outs(%f16 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e19 = tensor.empty() : tensor<1x2x40xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g17 : tensor<1x2x40xf32>) outs(%e19 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %a0, %c18 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e21 = tensor.empty() : tensor<1x2x40x70xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14, %g20 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e21 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %r23 = tensor.collapse_shape %g22 [[0, 1], [2], [3]] : tensor<1x2x40x70xf32> into tensor<2x40x70xf32>
  %r24 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x16xf32> into tensor<2x70x16xf32>
  %e25 = tensor.empty() : tensor<2x40x16xf32>
  %f26 = linalg.fill ins(%c5 : f32) outs(%e25 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %n27 = linalg.batch_matmul ins(%r23, %r24 : tensor<2x40x70xf32>, tensor<2x70x16xf32>) outs(%f26 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %r28 = tensor.expand_shape %n27 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
  return %r28 : tensor<1x2x40x16xf32>
}
