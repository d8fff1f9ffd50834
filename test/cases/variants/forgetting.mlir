// Forgetting attention: a difference of what a row and a key have is added, causal.
func.func @main(%q: tensor<1x2x64x16xf16>, %k: tensor<1x2x64x16xf16>, %v: tensor<1x2x64x16xf16>, %f: tensor<1x2x64xf32>) -> (tensor<1x2x64x16xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c15 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x2x16x64xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x64x16xf16>) outs(%e1 : tensor<1x2x16x64xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x64xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x64x16xf16> into tensor<2x64x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x64xf16> into tensor<2x16x64xf16>
  %e6 = tensor.empty() : tensor<2x64x64xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x64x16xf16>, tensor<2x16x64xf16>) outs(%f7 : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 64, 64] : tensor<2x64x64xf32> into tensor<1x2x64x64xf32>
  %e11 = tensor.empty() : tensor<1x2x64x64xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x64x64xf32>) outs(%e11 : tensor<1x2x64x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64x64xf32>
  %e13 = tensor.empty() : tensor<1x2x64x64xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %f, %f : tensor<1x2x64x64xf32>, tensor<1x2x64xf32>, tensor<1x2x64xf32>) outs(%e13 : tensor<1x2x64x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o0: f32):
    %d = arith.subf %a1, %a2 : f32
    %r = arith.addf %a0, %d : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64x64xf32>
  %e16 = tensor.empty() : tensor<1x2x64x64xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14 : tensor<1x2x64x64xf32>) outs(%e16 : tensor<1x2x64x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c15 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64x64xf32>
  %e18 = tensor.empty() : tensor<1x2x64xf32>
  %f19 = linalg.fill ins(%c15 : f32) outs(%e18 : tensor<1x2x64xf32>) -> tensor<1x2x64xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g17 : tensor<1x2x64x64xf32>) outs(%f19 : tensor<1x2x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64xf32>
  %e21 = tensor.empty() : tensor<1x2x64x64xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g17, %g20 : tensor<1x2x64x64xf32>, tensor<1x2x64xf32>) outs(%e21 : tensor<1x2x64x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64x64xf32>
  %e23 = tensor.empty() : tensor<1x2x64x64xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22 : tensor<1x2x64x64xf32>) outs(%e23 : tensor<1x2x64x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64x64xf32>
  %e25 = tensor.empty() : tensor<1x2x64xf32>
  %f26 = linalg.fill ins(%c5 : f32) outs(%e25 : tensor<1x2x64xf32>) -> tensor<1x2x64xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g24 : tensor<1x2x64x64xf32>) outs(%f26 : tensor<1x2x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64xf32>
  %e28 = tensor.empty() : tensor<1x2x64x64xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g24, %g27 : tensor<1x2x64x64xf32>, tensor<1x2x64xf32>) outs(%e28 : tensor<1x2x64x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x64x64xf32>
  %e30 = tensor.empty() : tensor<1x2x64x64xf16>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29 : tensor<1x2x64x64xf32>) outs(%e30 : tensor<1x2x64x64xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x64x64xf16>
  %r32 = tensor.collapse_shape %g31 [[0, 1], [2], [3]] : tensor<1x2x64x64xf16> into tensor<2x64x64xf16>
  %r33 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x64x16xf16> into tensor<2x64x16xf16>
  %e34 = tensor.empty() : tensor<2x64x16xf32>
  %f35 = linalg.fill ins(%c5 : f32) outs(%e34 : tensor<2x64x16xf32>) -> tensor<2x64x16xf32>
  %n36 = linalg.batch_matmul ins(%r32, %r33 : tensor<2x64x64xf16>, tensor<2x64x16xf16>) outs(%f35 : tensor<2x64x16xf32>) -> tensor<2x64x16xf32>
  %r37 = tensor.expand_shape %n36 [[0, 1], [2], [3]] output_shape [1, 2, 64, 16] : tensor<2x64x16xf32> into tensor<1x2x64x16xf32>
  %e38 = tensor.empty() : tensor<1x2x64x16xf16>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r37 : tensor<1x2x64x16xf32>) outs(%e38 : tensor<1x2x64x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x64x16xf16>
  return %g39 : tensor<1x2x64x16xf16>
}
