// Linear attention with the product of keys and values first.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x60x16xf32>, %v: tensor<1x2x60x24xf32>) -> (tensor<1x2x40x24xf32>) {
  %c5 = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<1x2x16x60xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x60x16xf32>) outs(%e1 : tensor<1x2x16x60xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x60xf32>
  %r3 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x60xf32> into tensor<2x16x60xf32>
  %r4 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x60x24xf32> into tensor<2x60x24xf32>
  %e6 = tensor.empty() : tensor<2x16x24xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x16x60xf32>, tensor<2x60x24xf32>) outs(%f7 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 16, 24] : tensor<2x16x24xf32> into tensor<1x2x16x24xf32>
  %r10 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
  %r11 = tensor.collapse_shape %r9 [[0, 1], [2], [3]] : tensor<1x2x16x24xf32> into tensor<2x16x24xf32>
  %e12 = tensor.empty() : tensor<2x40x24xf32>
  %f13 = linalg.fill ins(%c5 : f32) outs(%e12 : tensor<2x40x24xf32>) -> tensor<2x40x24xf32>
  %n14 = linalg.batch_matmul ins(%r10, %r11 : tensor<2x40x16xf32>, tensor<2x16x24xf32>) outs(%f13 : tensor<2x40x24xf32>) -> tensor<2x40x24xf32>
  %r15 = tensor.expand_shape %n14 [[0, 1], [2], [3]] output_shape [1, 2, 40, 24] : tensor<2x40x24xf32> into tensor<1x2x40x24xf32>
  return %r15 : tensor<1x2x40x24xf32>
}
