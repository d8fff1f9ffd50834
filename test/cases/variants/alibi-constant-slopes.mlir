// ALiBi from a constant tensor of slopes, positions as integers of 64 bits, causal.
func.func @main(%q: tensor<1x4x48x16xf16>, %k: tensor<1x4x48x16xf16>, %v: tensor<1x4x48x16xf16>) -> (tensor<1x4x48x16xf16>) {
  %slopes = arith.constant dense<[0.25, 0.0625, 0.015625, 0.00390625]> : tensor<4xf32>
  %c5 = arith.constant 0.0 : f32
  %c23 = arith.constant 0xFF800000 : f32
  %c10 = arith.constant 0.25 : f32
  %e1 = tensor.empty() : tensor<1x4x16x48xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x4x48x16xf16>) outs(%e1 : tensor<1x4x16x48xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x4x16x48xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x4x48x16xf16> into tensor<4x48x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x4x16x48xf16> into tensor<4x16x48xf16>
  %e6 = tensor.empty() : tensor<4x48x48xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<4x48x48xf32>) -> tensor<4x48x48xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<4x48x16xf16>, tensor<4x16x48xf16>) outs(%f7 : tensor<4x48x48xf32>) -> tensor<4x48x48xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 4, 48, 48] : tensor<4x48x48xf32> into tensor<1x4x48x48xf32>
  %e11 = tensor.empty() : tensor<1x4x48x48xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x4x48x48xf32>) outs(%e11 : tensor<1x4x48x48xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48x48xf32>
  %e13 = tensor.empty() : tensor<48xi64>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e13 : tensor<48xi64>) {
  ^bb0(%o0: i64):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i64
    linalg.yield %r : i64
  } -> tensor<48xi64>
  %e15 = tensor.empty() : tensor<48x48xi64>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g14, %g14 : tensor<48xi64>, tensor<48xi64>) outs(%e15 : tensor<48x48xi64>) {
  ^bb0(%a0: i64, %a1: i64, %o0: i64):
    %r = arith.subi %a1, %a0 : i64
    linalg.yield %r : i64
  } -> tensor<48x48xi64>
  %e17 = tensor.empty() : tensor<48x48xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g16 : tensor<48x48xi64>) outs(%e17 : tensor<48x48xf32>) {
  ^bb0(%a0: i64, %o0: f32):
    %r = arith.sitofp %a0 : i64 to f32
    linalg.yield %r : f32
  } -> tensor<48x48xf32>
  %e19 = tensor.empty() : tensor<4x48x48xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%slopes, %g18 : tensor<4xf32>, tensor<48x48xf32>) outs(%e19 : tensor<4x48x48xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4x48x48xf32>
  %e21 = tensor.empty() : tensor<1x4x48x48xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %g20 : tensor<1x4x48x48xf32>, tensor<4x48x48xf32>) outs(%e21 : tensor<1x4x48x48xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48x48xf32>
  %e24 = tensor.empty() : tensor<1x4x48x48xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22 : tensor<1x4x48x48xf32>) outs(%e24 : tensor<1x4x48x48xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c23 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48x48xf32>
  %e26 = tensor.empty() : tensor<1x4x48xf32>
  %f27 = linalg.fill ins(%c23 : f32) outs(%e26 : tensor<1x4x48xf32>) -> tensor<1x4x48xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g25 : tensor<1x4x48x48xf32>) outs(%f27 : tensor<1x4x48xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48xf32>
  %e29 = tensor.empty() : tensor<1x4x48x48xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25, %g28 : tensor<1x4x48x48xf32>, tensor<1x4x48xf32>) outs(%e29 : tensor<1x4x48x48xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48x48xf32>
  %e31 = tensor.empty() : tensor<1x4x48x48xf32>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g30 : tensor<1x4x48x48xf32>) outs(%e31 : tensor<1x4x48x48xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48x48xf32>
  %e33 = tensor.empty() : tensor<1x4x48xf32>
  %f34 = linalg.fill ins(%c5 : f32) outs(%e33 : tensor<1x4x48xf32>) -> tensor<1x4x48xf32>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g32 : tensor<1x4x48x48xf32>) outs(%f34 : tensor<1x4x48xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48xf32>
  %e36 = tensor.empty() : tensor<1x4x48x48xf32>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g32, %g35 : tensor<1x4x48x48xf32>, tensor<1x4x48xf32>) outs(%e36 : tensor<1x4x48x48xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x48x48xf32>
  %e38 = tensor.empty() : tensor<1x4x48x48xf16>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g37 : tensor<1x4x48x48xf32>) outs(%e38 : tensor<1x4x48x48xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x4x48x48xf16>
  %r40 = tensor.collapse_shape %g39 [[0, 1], [2], [3]] : tensor<1x4x48x48xf16> into tensor<4x48x48xf16>
  %r41 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x4x48x16xf16> into tensor<4x48x16xf16>
  %e42 = tensor.empty() : tensor<4x48x16xf32>
  %f43 = linalg.fill ins(%c5 : f32) outs(%e42 : tensor<4x48x16xf32>) -> tensor<4x48x16xf32>
  %n44 = linalg.batch_matmul ins(%r40, %r41 : tensor<4x48x48xf16>, tensor<4x48x16xf16>) outs(%f43 : tensor<4x48x16xf32>) -> tensor<4x48x16xf32>
  %r45 = tensor.expand_shape %n44 [[0, 1], [2], [3]] output_shape [1, 4, 48, 16] : tensor<4x48x16xf32> into tensor<1x4x48x16xf32>
  %e46 = tensor.empty() : tensor<1x4x48x16xf16>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r45 : tensor<1x4x48x16xf32>) outs(%e46 : tensor<1x4x48x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x4x48x16xf16>
  return %g47 : tensor<1x4x48x16xf16>
}
