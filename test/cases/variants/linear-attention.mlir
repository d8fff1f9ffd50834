// Linear attention: elu + 1 of queries and keys, normalised by the sum of weights; no exponential of a difference.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x60x16xf32>, %v: tensor<1x2x60x24xf32>) -> (tensor<1x2x40x24xf32>) {
  %c1 = arith.constant 0.0 : f32
  %c2 = arith.constant 1.0 : f32
  %e3 = tensor.empty() : tensor<1x2x40x16xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q : tensor<1x2x40x16xf32>) outs(%e3 : tensor<1x2x40x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %g = arith.cmpf ogt, %a0, %c1 : f32
    %e = math.exp %a0 : f32
    %x = arith.addf %a0, %c2 : f32
    %r = arith.select %g, %x, %e : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x16xf32>
  %e5 = tensor.empty() : tensor<1x2x60x16xf32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x60x16xf32>) outs(%e5 : tensor<1x2x60x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %g = arith.cmpf ogt, %a0, %c1 : f32
    %e = math.exp %a0 : f32
    %x = arith.addf %a0, %c2 : f32
    %r = arith.select %g, %x, %e : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60x16xf32>
  %e7 = tensor.empty() : tensor<1x2x16x60xf32>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g6 : tensor<1x2x60x16xf32>) outs(%e7 : tensor<1x2x16x60xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x60xf32>
  %r9 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
  %r10 = tensor.collapse_shape %g8 [[0, 1], [2], [3]] : tensor<1x2x16x60xf32> into tensor<2x16x60xf32>
  %e11 = tensor.empty() : tensor<2x40x60xf32>
  %f12 = linalg.fill ins(%c1 : f32) outs(%e11 : tensor<2x40x60xf32>) -> tensor<2x40x60xf32>
  %n13 = linalg.batch_matmul ins(%r9, %r10 : tensor<2x40x16xf32>, tensor<2x16x60xf32>) outs(%f12 : tensor<2x40x60xf32>) -> tensor<2x40x60xf32>
  %r14 = tensor.expand_shape %n13 [[0, 1], [2], [3]] output_shape [1, 2, 40, 60] : tensor<2x40x60xf32> into tensor<1x2x40x60xf32>
  %e15 = tensor.empty() : tensor<1x2x40xf32>
  %f16 = linalg.fill ins(%c1 : f32) outs(%e15 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%r14 : tensor<1x2x40x60xf32>) outs(%f16 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %r18 = tensor.collapse_shape %r14 [[0, 1], [2], [3]] : tensor<1x2x40x60xf32> into tensor<2x40x60xf32>
  %r19 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x60x24xf32> into tensor<2x60x24xf32>
  %e20 = tensor.empty() : tensor<2x40x24xf32>
  %f21 = linalg.fill ins(%c1 : f32) outs(%e20 : tensor<2x40x24xf32>) -> tensor<2x40x24xf32>
  %n22 = linalg.batch_matmul ins(%r18, %r19 : tensor<2x40x60xf32>, tensor<2x60x24xf32>) outs(%f21 : tensor<2x40x24xf32>) -> tensor<2x40x24xf32>
  %r23 = tensor.expand_shape %n22 [[0, 1], [2], [3]] output_shape [1, 2, 40, 24] : tensor<2x40x24xf32> into tensor<1x2x40x24xf32>
  %e24 = tensor.empty() : tensor<1x2x40x24xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r23, %g17 : tensor<1x2x40x24xf32>, tensor<1x2x40xf32>) outs(%e24 : tensor<1x2x40x24xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x24xf32>
  return %g25 : tensor<1x2x40x24xf32>
}
