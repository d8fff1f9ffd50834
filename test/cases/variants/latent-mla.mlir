// Multi-head latent attention, absorbed: scores of a latent and of a rotary part, both shared by the heads; the latent is the value.
func.func @main(%qn: tensor<1x4x40x32xf16>, %qr: tensor<1x4x40x16xf16>, %c: tensor<1x70x32xf16>, %kr: tensor<1x70x16xf16>) -> (tensor<1x4x40x32xf16>) {
  %c9 = arith.constant 0.0 : f32
  %c24 = arith.constant 0.144 : f32
  %c27 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x4x70x32xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<1x70x32xf16>) outs(%e1 : tensor<1x4x70x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x4x70x32xf16>
  %e3 = tensor.empty() : tensor<1x4x70x16xf16>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%kr : tensor<1x70x16xf16>) outs(%e3 : tensor<1x4x70x16xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x4x70x16xf16>
  %e5 = tensor.empty() : tensor<1x4x32x70xf16>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g2 : tensor<1x4x70x32xf16>) outs(%e5 : tensor<1x4x32x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x4x32x70xf16>
  %r7 = tensor.collapse_shape %qn [[0, 1], [2], [3]] : tensor<1x4x40x32xf16> into tensor<4x40x32xf16>
  %r8 = tensor.collapse_shape %g6 [[0, 1], [2], [3]] : tensor<1x4x32x70xf16> into tensor<4x32x70xf16>
  %e10 = tensor.empty() : tensor<4x40x70xf32>
  %f11 = linalg.fill ins(%c9 : f32) outs(%e10 : tensor<4x40x70xf32>) -> tensor<4x40x70xf32>
  %n12 = linalg.batch_matmul ins(%r7, %r8 : tensor<4x40x32xf16>, tensor<4x32x70xf16>) outs(%f11 : tensor<4x40x70xf32>) -> tensor<4x40x70xf32>
  %r13 = tensor.expand_shape %n12 [[0, 1], [2], [3]] output_shape [1, 4, 40, 70] : tensor<4x40x70xf32> into tensor<1x4x40x70xf32>
  %e14 = tensor.empty() : tensor<1x4x16x70xf16>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g4 : tensor<1x4x70x16xf16>) outs(%e14 : tensor<1x4x16x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x4x16x70xf16>
  %r16 = tensor.collapse_shape %qr [[0, 1], [2], [3]] : tensor<1x4x40x16xf16> into tensor<4x40x16xf16>
  %r17 = tensor.collapse_shape %g15 [[0, 1], [2], [3]] : tensor<1x4x16x70xf16> into tensor<4x16x70xf16>
  %e18 = tensor.empty() : tensor<4x40x70xf32>
  %f19 = linalg.fill ins(%c9 : f32) outs(%e18 : tensor<4x40x70xf32>) -> tensor<4x40x70xf32>
  %n20 = linalg.batch_matmul ins(%r16, %r17 : tensor<4x40x16xf16>, tensor<4x16x70xf16>) outs(%f19 : tensor<4x40x70xf32>) -> tensor<4x40x70xf32>
  %r21 = tensor.expand_shape %n20 [[0, 1], [2], [3]] output_shape [1, 4, 40, 70] : tensor<4x40x70xf32> into tensor<1x4x40x70xf32>
  %e22 = tensor.empty() : tensor<1x4x40x70xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r13, %r21 : tensor<1x4x40x70xf32>, tensor<1x4x40x70xf32>) outs(%e22 : tensor<1x4x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x70xf32>
  %e25 = tensor.empty() : tensor<1x4x40x70xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g23 : tensor<1x4x40x70xf32>) outs(%e25 : tensor<1x4x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c24 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x70xf32>
  %e28 = tensor.empty() : tensor<1x4x40xf32>
  %f29 = linalg.fill ins(%c27 : f32) outs(%e28 : tensor<1x4x40xf32>) -> tensor<1x4x40xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g26 : tensor<1x4x40x70xf32>) outs(%f29 : tensor<1x4x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40xf32>
  %e31 = tensor.empty() : tensor<1x4x40x70xf32>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g26, %g30 : tensor<1x4x40x70xf32>, tensor<1x4x40xf32>) outs(%e31 : tensor<1x4x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x70xf32>
  %e33 = tensor.empty() : tensor<1x4x40x70xf32>
  %g34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g32 : tensor<1x4x40x70xf32>) outs(%e33 : tensor<1x4x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x70xf32>
  %e35 = tensor.empty() : tensor<1x4x40xf32>
  %f36 = linalg.fill ins(%c9 : f32) outs(%e35 : tensor<1x4x40xf32>) -> tensor<1x4x40xf32>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g34 : tensor<1x4x40x70xf32>) outs(%f36 : tensor<1x4x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40xf32>
  %e38 = tensor.empty() : tensor<1x4x40x70xf32>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g34, %g37 : tensor<1x4x40x70xf32>, tensor<1x4x40xf32>) outs(%e38 : tensor<1x4x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x70xf32>
  %e40 = tensor.empty() : tensor<1x4x40x70xf16>
  %g41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g39 : tensor<1x4x40x70xf32>) outs(%e40 : tensor<1x4x40x70xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x4x40x70xf16>
  %r42 = tensor.collapse_shape %g41 [[0, 1], [2], [3]] : tensor<1x4x40x70xf16> into tensor<4x40x70xf16>
  %r43 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x4x70x32xf16> into tensor<4x70x32xf16>
  %e44 = tensor.empty() : tensor<4x40x32xf32>
  %f45 = linalg.fill ins(%c9 : f32) outs(%e44 : tensor<4x40x32xf32>) -> tensor<4x40x32xf32>
  %n46 = linalg.batch_matmul ins(%r42, %r43 : tensor<4x40x70xf16>, tensor<4x70x32xf16>) outs(%f45 : tensor<4x40x32xf32>) -> tensor<4x40x32xf32>
  %r47 = tensor.expand_shape %n46 [[0, 1], [2], [3]] output_shape [1, 4, 40, 32] : tensor<4x40x32xf32> into tensor<1x4x40x32xf32>
  %e48 = tensor.empty() : tensor<1x4x40x32xf16>
  %g49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r47 : tensor<1x4x40x32xf32>) outs(%e48 : tensor<1x4x40x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x4x40x32xf16>
  return %g49 : tensor<1x4x40x32xf16>
}
