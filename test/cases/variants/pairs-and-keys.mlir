// Scores with a product of the key and a tensor of pairs (edges) added.
func.func @main(%q: tensor<1x1x20x16xf32>, %k: tensor<1x1x30x16xf32>, %v: tensor<1x1x30x16xf32>, %a: tensor<20x30x16xf32>) -> (tensor<1x1x20x16xf32>) {
  %c1 = arith.constant 0.0 : f32
  %c15 = arith.constant 0.25 : f32
  %c18 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<1x1x20x30xf32>
  %f3 = linalg.fill ins(%c1 : f32) outs(%e2 : tensor<1x1x20x30xf32>) -> tensor<1x1x20x30xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%k, %a : tensor<1x1x30x16xf32>, tensor<20x30x16xf32>) outs(%f3 : tensor<1x1x20x30xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %m = arith.mulf %a0, %a1 : f32
    %t = arith.addf %o0, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x1x20x30xf32>
  %e5 = tensor.empty() : tensor<1x1x16x30xf32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x1x30x16xf32>) outs(%e5 : tensor<1x1x16x30xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x1x16x30xf32>
  %r7 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x1x20x16xf32> into tensor<1x20x16xf32>
  %r8 = tensor.collapse_shape %g6 [[0, 1], [2], [3]] : tensor<1x1x16x30xf32> into tensor<1x16x30xf32>
  %e9 = tensor.empty() : tensor<1x20x30xf32>
  %f10 = linalg.fill ins(%c1 : f32) outs(%e9 : tensor<1x20x30xf32>) -> tensor<1x20x30xf32>
  %n11 = linalg.batch_matmul ins(%r7, %r8 : tensor<1x20x16xf32>, tensor<1x16x30xf32>) outs(%f10 : tensor<1x20x30xf32>) -> tensor<1x20x30xf32>
  %r12 = tensor.expand_shape %n11 [[0, 1], [2], [3]] output_shape [1, 1, 20, 30] : tensor<1x20x30xf32> into tensor<1x1x20x30xf32>
  %e13 = tensor.empty() : tensor<1x1x20x30xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r12, %g4 : tensor<1x1x20x30xf32>, tensor<1x1x20x30xf32>) outs(%e13 : tensor<1x1x20x30xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20x30xf32>
  %e16 = tensor.empty() : tensor<1x1x20x30xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14 : tensor<1x1x20x30xf32>) outs(%e16 : tensor<1x1x20x30xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c15 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20x30xf32>
  %e19 = tensor.empty() : tensor<1x1x20xf32>
  %f20 = linalg.fill ins(%c18 : f32) outs(%e19 : tensor<1x1x20xf32>) -> tensor<1x1x20xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g17 : tensor<1x1x20x30xf32>) outs(%f20 : tensor<1x1x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20xf32>
  %e22 = tensor.empty() : tensor<1x1x20x30xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g17, %g21 : tensor<1x1x20x30xf32>, tensor<1x1x20xf32>) outs(%e22 : tensor<1x1x20x30xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20x30xf32>
  %e24 = tensor.empty() : tensor<1x1x20x30xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g23 : tensor<1x1x20x30xf32>) outs(%e24 : tensor<1x1x20x30xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20x30xf32>
  %e26 = tensor.empty() : tensor<1x1x20xf32>
  %f27 = linalg.fill ins(%c1 : f32) outs(%e26 : tensor<1x1x20xf32>) -> tensor<1x1x20xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g25 : tensor<1x1x20x30xf32>) outs(%f27 : tensor<1x1x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20xf32>
  %e29 = tensor.empty() : tensor<1x1x20x30xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25, %g28 : tensor<1x1x20x30xf32>, tensor<1x1x20xf32>) outs(%e29 : tensor<1x1x20x30xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x1x20x30xf32>
  %r31 = tensor.collapse_shape %g30 [[0, 1], [2], [3]] : tensor<1x1x20x30xf32> into tensor<1x20x30xf32>
  %r32 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x1x30x16xf32> into tensor<1x30x16xf32>
  %e33 = tensor.empty() : tensor<1x20x16xf32>
  %f34 = linalg.fill ins(%c1 : f32) outs(%e33 : tensor<1x20x16xf32>) -> tensor<1x20x16xf32>
  %n35 = linalg.batch_matmul ins(%r31, %r32 : tensor<1x20x30xf32>, tensor<1x30x16xf32>) outs(%f34 : tensor<1x20x16xf32>) -> tensor<1x20x16xf32>
  %r36 = tensor.expand_shape %n35 [[0, 1], [2], [3]] output_shape [1, 1, 20, 16] : tensor<1x20x16xf32> into tensor<1x1x20x16xf32>
  return %r36 : tensor<1x1x20x16xf32>
}
