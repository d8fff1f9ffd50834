// Weights times a tensor of floats (dropout, scaled already) on tensor cores, causal.
func.func @main(%q: tensor<1x2x140x64xf16>, %k: tensor<1x2x200x64xf16>, %v: tensor<1x2x200x64xf16>, %drop: tensor<1x2x140x200xf16>) -> (tensor<1x2x140x64xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.125 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x2x64x200xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x200x64xf16>) outs(%e1 : tensor<1x2x64x200xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x64x200xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x140x64xf16> into tensor<2x140x64xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x64x200xf16> into tensor<2x64x200xf16>
  %e6 = tensor.empty() : tensor<2x140x200xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x140x200xf32>) -> tensor<2x140x200xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x140x64xf16>, tensor<2x64x200xf16>) outs(%f7 : tensor<2x140x200xf32>) -> tensor<2x140x200xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 140, 200] : tensor<2x140x200xf32> into tensor<1x2x140x200xf32>
  %e11 = tensor.empty() : tensor<1x2x140x200xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x140x200xf32>) outs(%e11 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e14 = tensor.empty() : tensor<1x2x140x200xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x140x200xf32>) outs(%e14 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e16 = tensor.empty() : tensor<1x2x140xf32>
  %f17 = linalg.fill ins(%c13 : f32) outs(%e16 : tensor<1x2x140xf32>) -> tensor<1x2x140xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x2x140x200xf32>) outs(%f17 : tensor<1x2x140xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140xf32>
  %e19 = tensor.empty() : tensor<1x2x140x200xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g18 : tensor<1x2x140x200xf32>, tensor<1x2x140xf32>) outs(%e19 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e21 = tensor.empty() : tensor<1x2x140x200xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<1x2x140x200xf32>) outs(%e21 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e23 = tensor.empty() : tensor<1x2x140xf32>
  %f24 = linalg.fill ins(%c5 : f32) outs(%e23 : tensor<1x2x140xf32>) -> tensor<1x2x140xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<1x2x140x200xf32>) outs(%f24 : tensor<1x2x140xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140xf32>
  %e26 = tensor.empty() : tensor<1x2x140x200xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<1x2x140x200xf32>, tensor<1x2x140xf32>) outs(%e26 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e28 = tensor.empty() : tensor<1x2x140x200xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%drop : tensor<1x2x140x200xf16>) outs(%e28 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f16, %o0: f32):
    %r = arith.extf %a0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e30 = tensor.empty() : tensor<1x2x140x200xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27, %g29 : tensor<1x2x140x200xf32>, tensor<1x2x140x200xf32>) outs(%e30 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e32 = tensor.empty() : tensor<1x2x140x200xf16>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31 : tensor<1x2x140x200xf32>) outs(%e32 : tensor<1x2x140x200xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x140x200xf16>
  %r34 = tensor.collapse_shape %g33 [[0, 1], [2], [3]] : tensor<1x2x140x200xf16> into tensor<2x140x200xf16>
  %r35 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x200x64xf16> into tensor<2x200x64xf16>
  %e36 = tensor.empty() : tensor<2x140x64xf32>
  %f37 = linalg.fill ins(%c5 : f32) outs(%e36 : tensor<2x140x64xf32>) -> tensor<2x140x64xf32>
  %n38 = linalg.batch_matmul ins(%r34, %r35 : tensor<2x140x200xf16>, tensor<2x200x64xf16>) outs(%f37 : tensor<2x140x64xf32>) -> tensor<2x140x64xf32>
  %r39 = tensor.expand_shape %n38 [[0, 1], [2], [3]] output_shape [1, 2, 140, 64] : tensor<2x140x64xf32> into tensor<1x2x140x64xf32>
  %e40 = tensor.empty() : tensor<1x2x140x64xf16>
  %g41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r39 : tensor<1x2x140x64xf32>) outs(%e40 : tensor<1x2x140x64xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x140x64xf16>
  return %g41 : tensor<1x2x140x64xf16>
}
