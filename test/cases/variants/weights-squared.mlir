// Squares of the weights times the values; row 7 sees nothing, others what a tensor says.
func.func @main(%q: tensor<1x2x40x16xf32>, %k: tensor<1x2x70x16xf32>, %v: tensor<1x2x70x16xf32>, %m: tensor<40x70xi1>) -> (tensor<1x2x40x16xf32>) {
  %c1 = arith.constant 7 : index
  %c6 = arith.constant 0.0 : f32
  %c11 = arith.constant 0.25 : f32
  %c14 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<1x2x16x70xf32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x70x16xf32>) outs(%e2 : tensor<1x2x16x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x70xf32>
  %r4 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
  %r5 = tensor.collapse_shape %g3 [[0, 1], [2], [3]] : tensor<1x2x16x70xf32> into tensor<2x16x70xf32>
  %e7 = tensor.empty() : tensor<2x40x70xf32>
  %f8 = linalg.fill ins(%c6 : f32) outs(%e7 : tensor<2x40x70xf32>) -> tensor<2x40x70xf32>
  %n9 = linalg.batch_matmul ins(%r4, %r5 : tensor<2x40x16xf32>, tensor<2x16x70xf32>) outs(%f8 : tensor<2x40x70xf32>) -> tensor<2x40x70xf32>
  %r10 = tensor.expand_shape %n9 [[0, 1], [2], [3]] output_shape [1, 2, 40, 70] : tensor<2x40x70xf32> into tensor<1x2x40x70xf32>
  %e12 = tensor.empty() : tensor<1x2x40x70xf32>
  %g13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r10 : tensor<1x2x40x70xf32>) outs(%e12 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c11 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e15 = tensor.empty() : tensor<1x2x40x70xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g13, %m : tensor<1x2x40x70xf32>, tensor<40x70xi1>) outs(%e15 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: i1, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %row = arith.cmpi ne, %i2, %c1 : index
    %keep = arith.andi %a1, %row : i1
    %r = arith.select %keep, %a0, %c14 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e17 = tensor.empty() : tensor<1x2x40xf32>
  %f18 = linalg.fill ins(%c14 : f32) outs(%e17 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g16 : tensor<1x2x40x70xf32>) outs(%f18 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e20 = tensor.empty() : tensor<1x2x40x70xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16, %g19 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e20 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e22 = tensor.empty() : tensor<1x2x40x70xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g21 : tensor<1x2x40x70xf32>) outs(%e22 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e24 = tensor.empty() : tensor<1x2x40xf32>
  %f25 = linalg.fill ins(%c6 : f32) outs(%e24 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g23 : tensor<1x2x40x70xf32>) outs(%f25 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e27 = tensor.empty() : tensor<1x2x40x70xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g23, %g26 : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%e27 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %e29 = tensor.empty() : tensor<1x2x40x70xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g28, %g28 : tensor<1x2x40x70xf32>, tensor<1x2x40x70xf32>) outs(%e29 : tensor<1x2x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %r31 = tensor.collapse_shape %g30 [[0, 1], [2], [3]] : tensor<1x2x40x70xf32> into tensor<2x40x70xf32>
  %r32 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x16xf32> into tensor<2x70x16xf32>
  %e33 = tensor.empty() : tensor<2x40x16xf32>
  %f34 = linalg.fill ins(%c6 : f32) outs(%e33 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %n35 = linalg.batch_matmul ins(%r31, %r32 : tensor<2x40x70xf32>, tensor<2x70x16xf32>) outs(%f34 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %r36 = tensor.expand_shape %n35 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
  return %r36 : tensor<1x2x40x16xf32>
}
