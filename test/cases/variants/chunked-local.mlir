// Llama 4's local layers: causal within chunks of 32, positions as i64.
func.func @main(%q: tensor<1x2x100x16xf16>, %k: tensor<1x2x100x16xf16>, %v: tensor<1x2x100x16xf16>) -> (tensor<1x2x100x16xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 32 : i64
  %c14 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x2x16x100xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x100x16xf16>) outs(%e1 : tensor<1x2x16x100xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x100xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x100x16xf16> into tensor<2x100x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x100xf16> into tensor<2x16x100xf16>
  %e6 = tensor.empty() : tensor<2x100x100xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x100x100xf32>) -> tensor<2x100x100xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x100x16xf16>, tensor<2x16x100xf16>) outs(%f7 : tensor<2x100x100xf32>) -> tensor<2x100x100xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 100, 100] : tensor<2x100x100xf32> into tensor<1x2x100x100xf32>
  %e11 = tensor.empty() : tensor<1x2x100x100xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x100x100xf32>) outs(%e11 : tensor<1x2x100x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100x100xf32>
  %e15 = tensor.empty() : tensor<1x2x100x100xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x100x100xf32>) outs(%e15 : tensor<1x2x100x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %qi = arith.index_cast %i2 : index to i64
    %ki = arith.index_cast %i3 : index to i64
    %x = arith.divsi %qi, %c13 : i64
    %y = arith.divsi %ki, %c13 : i64
    %e = arith.cmpi eq, %x, %y : i64
    %c = arith.cmpi sle, %ki, %qi : i64
    %keep = arith.andi %e, %c : i1
    %r = arith.select %keep, %a0, %c14 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100x100xf32>
  %e17 = tensor.empty() : tensor<1x2x100xf32>
  %f18 = linalg.fill ins(%c14 : f32) outs(%e17 : tensor<1x2x100xf32>) -> tensor<1x2x100xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g16 : tensor<1x2x100x100xf32>) outs(%f18 : tensor<1x2x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100xf32>
  %e20 = tensor.empty() : tensor<1x2x100x100xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16, %g19 : tensor<1x2x100x100xf32>, tensor<1x2x100xf32>) outs(%e20 : tensor<1x2x100x100xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100x100xf32>
  %e22 = tensor.empty() : tensor<1x2x100x100xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g21 : tensor<1x2x100x100xf32>) outs(%e22 : tensor<1x2x100x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100x100xf32>
  %e24 = tensor.empty() : tensor<1x2x100xf32>
  %f25 = linalg.fill ins(%c5 : f32) outs(%e24 : tensor<1x2x100xf32>) -> tensor<1x2x100xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g23 : tensor<1x2x100x100xf32>) outs(%f25 : tensor<1x2x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100xf32>
  %e27 = tensor.empty() : tensor<1x2x100x100xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g23, %g26 : tensor<1x2x100x100xf32>, tensor<1x2x100xf32>) outs(%e27 : tensor<1x2x100x100xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x100x100xf32>
  %e29 = tensor.empty() : tensor<1x2x100x100xf16>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g28 : tensor<1x2x100x100xf32>) outs(%e29 : tensor<1x2x100x100xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x100x100xf16>
  %r31 = tensor.collapse_shape %g30 [[0, 1], [2], [3]] : tensor<1x2x100x100xf16> into tensor<2x100x100xf16>
  %r32 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x100x16xf16> into tensor<2x100x16xf16>
  %e33 = tensor.empty() : tensor<2x100x16xf32>
  %f34 = linalg.fill ins(%c5 : f32) outs(%e33 : tensor<2x100x16xf32>) -> tensor<2x100x16xf32>
  %n35 = linalg.batch_matmul ins(%r31, %r32 : tensor<2x100x100xf16>, tensor<2x100x16xf16>) outs(%f34 : tensor<2x100x16xf32>) -> tensor<2x100x16xf32>
  %r36 = tensor.expand_shape %n35 [[0, 1], [2], [3]] output_shape [1, 2, 100, 16] : tensor<2x100x16xf32> into tensor<1x2x100x16xf32>
  %e37 = tensor.empty() : tensor<1x2x100x16xf16>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r36 : tensor<1x2x100x16xf32>) outs(%e37 : tensor<1x2x100x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x100x16xf16>
  return %g38 : tensor<1x2x100x16xf16>
}
