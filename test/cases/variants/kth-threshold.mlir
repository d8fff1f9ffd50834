// Scores below a threshold of each row are masked: a comparison of the score itself.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x70x16xf32>, %v: tensor<1x2x70x16xf32>, %th: tensor<1x2x40xf32>) -> (tensor<1x2x40x16xf32>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 0xFF800000 : f32
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
  %e14 = tensor.empty() : tensor<1x2x40x70xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %th : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e14 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpf oge, %a0, %a1 : f32
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e16 = tensor.empty() : tensor<1x2x40xf32>
  %f17 = linalg.fill ins(%c13 : f32) outs(%e16 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x2x40x70xf32>) outs(%f17 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e19 = tensor.empty() : tensor<1x2x40x70xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g18 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e19 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e21 = tensor.empty() : tensor<1x2x40x70xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<1x2x40x70xf32>) outs(%e21 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e23 = tensor.empty() : tensor<1x2x40xf32>
  %f24 = linalg.fill ins(%c5 : f32) outs(%e23 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<1x2x40x70xf32>) outs(%f24 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e26 = tensor.empty() : tensor<1x2x40x70xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e26 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %r28 = tensor.collapse_shape %g27 [[0, 1], [2], [3]] : tensor<1x2x40x70xf32> into tensor<2x40x70xf32>
  %r29 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x16xf32> into tensor<2x70x16xf32>
  %e30 = tensor.empty() : tensor<2x40x16xf32>
  %f31 = linalg.fill ins(%c5 : f32) outs(%e30 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %n32 = linalg.batch_matmul ins(%r28, %r29 : tensor<2x40x70xf32>, tensor<2x70x16xf32>) outs(%f31 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %r33 = tensor.expand_shape %n32 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
  return %r33 : tensor<1x2x40x16xf32>
}
