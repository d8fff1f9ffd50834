// Cubes of the weights exp(s - lse), and the weighted sum itself.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x70x16xf32>, %v: tensor<1x2x70x16xf32>) -> (tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) {
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
  %e14 = tensor.empty() : tensor<1x2x40xf32>
  %f15 = linalg.fill ins(%c13 : f32) outs(%e14 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g12 : tensor<1x2x40x70xf32>) outs(%f15 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e17 = tensor.empty() : tensor<1x2x40x70xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %g16 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e17 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e19 = tensor.empty() : tensor<1x2x40x70xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g18 : tensor<1x2x40x70xf32>) outs(%e19 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e21 = tensor.empty() : tensor<1x2x40xf32>
  %f22 = linalg.fill ins(%c5 : f32) outs(%e21 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g20 : tensor<1x2x40x70xf32>) outs(%f22 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e24 = tensor.empty() : tensor<1x2x40xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g16, %g23 : tensor<1x2x40xf32>, tensor<1x2x40xf32>) outs(%e24 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %l = math.log %a1 : f32
    %r = arith.addf %a0, %l : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e26 = tensor.empty() : tensor<1x2x40x70xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %g25 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e26 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e28 = tensor.empty() : tensor<1x2x40x70xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27 : tensor<1x2x40x70xf32>) outs(%e28 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e30 = tensor.empty() : tensor<1x2x40x70xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29, %g29 : tensor<1x2x40x70xf32>, tensor<1x2x40x70xf32>) outs(%e30 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e32 = tensor.empty() : tensor<1x2x40x70xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31, %g29 : tensor<1x2x40x70xf32>, tensor<1x2x40x70xf32>) outs(%e32 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %r34 = tensor.collapse_shape %g33 [[0, 1], [2], [3]] : tensor<1x2x40x70xf32> into tensor<2x40x70xf32>
  %r35 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x16xf32> into tensor<2x70x16xf32>
  %e36 = tensor.empty() : tensor<2x40x16xf32>
  %f37 = linalg.fill ins(%c5 : f32) outs(%e36 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %n38 = linalg.batch_matmul ins(%r34, %r35 : tensor<2x40x70xf32>, tensor<2x70x16xf32>) outs(%f37 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %r39 = tensor.expand_shape %n38 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
  %r40 = tensor.collapse_shape %g29 [[0, 1], [2], [3]] : tensor<1x2x40x70xf32> into tensor<2x40x70xf32>
  %r41 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x16xf32> into tensor<2x70x16xf32>
  %e42 = tensor.empty() : tensor<2x40x16xf32>
  %f43 = linalg.fill ins(%c5 : f32) outs(%e42 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %n44 = linalg.batch_matmul ins(%r40, %r41 : tensor<2x40x70xf32>, tensor<2x70x16xf32>) outs(%f43 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %r45 = tensor.expand_shape %n44 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
  return %r39, %r45 : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>
}
