// Prefix LM: causal, but all see a prefix whose length is data.
func.func @main(%q: tensor<2x2x100x16xf16>, %k: tensor<2x2x100x16xf16>, %v: tensor<2x2x100x16xf16>, %prefix: tensor<2xi32>) -> (tensor<2x2x100x16xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<2x2x16x100xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x2x100x16xf16>) outs(%e1 : tensor<2x2x16x100xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x16x100xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x2x100x16xf16> into tensor<4x100x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<2x2x16x100xf16> into tensor<4x16x100xf16>
  %e6 = tensor.empty() : tensor<4x100x100xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<4x100x100xf32>) -> tensor<4x100x100xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<4x100x16xf16>, tensor<4x16x100xf16>) outs(%f7 : tensor<4x100x100xf32>) -> tensor<4x100x100xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [2, 2, 100, 100] : tensor<4x100x100xf32> into tensor<2x2x100x100xf32>
  %e11 = tensor.empty() : tensor<2x2x100x100xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<2x2x100x100xf32>) outs(%e11 : tensor<2x2x100x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100x100xf32>
  %e14 = tensor.empty() : tensor<2x2x100x100xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %prefix : tensor<2x2x100x100xf32>, tensor<2xi32>) outs(%e14 : tensor<2x2x100x100xf32>) {
  ^bb0(%a0: f32, %a1: i32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %a = arith.cmpi sge, %i2, %i3 : index
    %n = arith.index_cast %a1 : i32 to index
    %b = arith.cmpi slt, %i3, %n : index
    %keep = arith.ori %a, %b : i1
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100x100xf32>
  %e16 = tensor.empty() : tensor<2x2x100xf32>
  %f17 = linalg.fill ins(%c13 : f32) outs(%e16 : tensor<2x2x100xf32>) -> tensor<2x2x100xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<2x2x100x100xf32>) outs(%f17 : tensor<2x2x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100xf32>
  %e19 = tensor.empty() : tensor<2x2x100x100xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g18 : tensor<2x2x100x100xf32>, tensor<2x2x100xf32>) outs(%e19 : tensor<2x2x100x100xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100x100xf32>
  %e21 = tensor.empty() : tensor<2x2x100x100xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<2x2x100x100xf32>) outs(%e21 : tensor<2x2x100x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100x100xf32>
  %e23 = tensor.empty() : tensor<2x2x100xf32>
  %f24 = linalg.fill ins(%c5 : f32) outs(%e23 : tensor<2x2x100xf32>) -> tensor<2x2x100xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<2x2x100x100xf32>) outs(%f24 : tensor<2x2x100xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100xf32>
  %e26 = tensor.empty() : tensor<2x2x100x100xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<2x2x100x100xf32>, tensor<2x2x100xf32>) outs(%e26 : tensor<2x2x100x100xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x100x100xf32>
  %e28 = tensor.empty() : tensor<2x2x100x100xf16>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27 : tensor<2x2x100x100xf32>) outs(%e28 : tensor<2x2x100x100xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x100x100xf16>
  %r30 = tensor.collapse_shape %g29 [[0, 1], [2], [3]] : tensor<2x2x100x100xf16> into tensor<4x100x100xf16>
  %r31 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x2x100x16xf16> into tensor<4x100x16xf16>
  %e32 = tensor.empty() : tensor<4x100x16xf32>
  %f33 = linalg.fill ins(%c5 : f32) outs(%e32 : tensor<4x100x16xf32>) -> tensor<4x100x16xf32>
  %n34 = linalg.batch_matmul ins(%r30, %r31 : tensor<4x100x100xf16>, tensor<4x100x16xf16>) outs(%f33 : tensor<4x100x16xf32>) -> tensor<4x100x16xf32>
  %r35 = tensor.expand_shape %n34 [[0, 1], [2], [3]] output_shape [2, 2, 100, 16] : tensor<4x100x16xf32> into tensor<2x2x100x16xf32>
  %e36 = tensor.empty() : tensor<2x2x100x16xf16>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r35 : tensor<2x2x100x16xf32>) outs(%e36 : tensor<2x2x100x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x100x16xf16>
  return %g37 : tensor<2x2x100x16xf16>
}
