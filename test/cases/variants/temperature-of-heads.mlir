// Cosine attention (Swin v2): normalised queries and keys, a temperature exp(min(t, log 100)) of each head.
func.func @main(%q: tensor<2x3x49x32xf16>, %k: tensor<2x3x49x32xf16>, %v: tensor<2x3x49x32xf16>, %logit: tensor<3x1x1xf32>) -> (tensor<2x3x49x32xf16>) {
  %c1 = arith.constant 4.6051702 : f32
  %c8 = arith.constant 0.0 : f32
  %c12 = arith.constant 1.0e-12 : f32
  %c42 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<3x1x1xf32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%logit : tensor<3x1x1xf32>) outs(%e2 : tensor<3x1x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %m = arith.minimumf %a0, %c1 : f32
    %r = math.exp %m : f32
    linalg.yield %r : f32
  } -> tensor<3x1x1xf32>
  %e4 = tensor.empty() : tensor<2x3x49x32xf32>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q : tensor<2x3x49x32xf16>) outs(%e4 : tensor<2x3x49x32xf32>) {
  ^bb0(%a0: f16, %o0: f32):
    %r = arith.extf %a0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x32xf32>
  %e6 = tensor.empty() : tensor<2x3x49x32xf32>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g5, %g5 : tensor<2x3x49x32xf32>, tensor<2x3x49x32xf32>) outs(%e6 : tensor<2x3x49x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x32xf32>
  %e9 = tensor.empty() : tensor<2x3x49xf32>
  %f10 = linalg.fill ins(%c8 : f32) outs(%e9 : tensor<2x3x49xf32>) -> tensor<2x3x49xf32>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g7 : tensor<2x3x49x32xf32>) outs(%f10 : tensor<2x3x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49xf32>
  %e13 = tensor.empty() : tensor<2x3x49xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g11 : tensor<2x3x49xf32>) outs(%e13 : tensor<2x3x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %s = math.sqrt %a0 : f32
    %r = arith.maximumf %s, %c12 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49xf32>
  %e15 = tensor.empty() : tensor<2x3x49x32xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g5, %g14 : tensor<2x3x49x32xf32>, tensor<2x3x49xf32>) outs(%e15 : tensor<2x3x49x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x32xf32>
  %e17 = tensor.empty() : tensor<2x3x49x32xf16>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16 : tensor<2x3x49x32xf32>) outs(%e17 : tensor<2x3x49x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x3x49x32xf16>
  %e19 = tensor.empty() : tensor<2x3x49x32xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x3x49x32xf16>) outs(%e19 : tensor<2x3x49x32xf32>) {
  ^bb0(%a0: f16, %o0: f32):
    %r = arith.extf %a0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x32xf32>
  %e21 = tensor.empty() : tensor<2x3x49x32xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g20 : tensor<2x3x49x32xf32>, tensor<2x3x49x32xf32>) outs(%e21 : tensor<2x3x49x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x32xf32>
  %e23 = tensor.empty() : tensor<2x3x49xf32>
  %f24 = linalg.fill ins(%c8 : f32) outs(%e23 : tensor<2x3x49xf32>) -> tensor<2x3x49xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<2x3x49x32xf32>) outs(%f24 : tensor<2x3x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49xf32>
  %e26 = tensor.empty() : tensor<2x3x49xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g25 : tensor<2x3x49xf32>) outs(%e26 : tensor<2x3x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %s = math.sqrt %a0 : f32
    %r = arith.maximumf %s, %c12 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49xf32>
  %e28 = tensor.empty() : tensor<2x3x49x32xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g27 : tensor<2x3x49x32xf32>, tensor<2x3x49xf32>) outs(%e28 : tensor<2x3x49x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x32xf32>
  %e30 = tensor.empty() : tensor<2x3x49x32xf16>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29 : tensor<2x3x49x32xf32>) outs(%e30 : tensor<2x3x49x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x3x49x32xf16>
  %e32 = tensor.empty() : tensor<2x3x32x49xf16>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31 : tensor<2x3x49x32xf16>) outs(%e32 : tensor<2x3x32x49xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x3x32x49xf16>
  %r34 = tensor.collapse_shape %g18 [[0, 1], [2], [3]] : tensor<2x3x49x32xf16> into tensor<6x49x32xf16>
  %r35 = tensor.collapse_shape %g33 [[0, 1], [2], [3]] : tensor<2x3x32x49xf16> into tensor<6x32x49xf16>
  %e36 = tensor.empty() : tensor<6x49x49xf32>
  %f37 = linalg.fill ins(%c8 : f32) outs(%e36 : tensor<6x49x49xf32>) -> tensor<6x49x49xf32>
  %n38 = linalg.batch_matmul ins(%r34, %r35 : tensor<6x49x32xf16>, tensor<6x32x49xf16>) outs(%f37 : tensor<6x49x49xf32>) -> tensor<6x49x49xf32>
  %r39 = tensor.expand_shape %n38 [[0, 1], [2], [3]] output_shape [2, 3, 49, 49] : tensor<6x49x49xf32> into tensor<2x3x49x49xf32>
  %e40 = tensor.empty() : tensor<2x3x49x49xf32>
  %g41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r39, %g3 : tensor<2x3x49x49xf32>, tensor<3x1x1xf32>) outs(%e40 : tensor<2x3x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x49xf32>
  %e43 = tensor.empty() : tensor<2x3x49xf32>
  %f44 = linalg.fill ins(%c42 : f32) outs(%e43 : tensor<2x3x49xf32>) -> tensor<2x3x49xf32>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g41 : tensor<2x3x49x49xf32>) outs(%f44 : tensor<2x3x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49xf32>
  %e46 = tensor.empty() : tensor<2x3x49x49xf32>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g41, %g45 : tensor<2x3x49x49xf32>, tensor<2x3x49xf32>) outs(%e46 : tensor<2x3x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x49xf32>
  %e48 = tensor.empty() : tensor<2x3x49x49xf32>
  %g49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g47 : tensor<2x3x49x49xf32>) outs(%e48 : tensor<2x3x49x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x49xf32>
  %e50 = tensor.empty() : tensor<2x3x49xf32>
  %f51 = linalg.fill ins(%c8 : f32) outs(%e50 : tensor<2x3x49xf32>) -> tensor<2x3x49xf32>
  %g52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g49 : tensor<2x3x49x49xf32>) outs(%f51 : tensor<2x3x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49xf32>
  %e53 = tensor.empty() : tensor<2x3x49x49xf32>
  %g54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g49, %g52 : tensor<2x3x49x49xf32>, tensor<2x3x49xf32>) outs(%e53 : tensor<2x3x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x49x49xf32>
  %e55 = tensor.empty() : tensor<2x3x49x49xf16>
  %g56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g54 : tensor<2x3x49x49xf32>) outs(%e55 : tensor<2x3x49x49xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x3x49x49xf16>
  %r57 = tensor.collapse_shape %g56 [[0, 1], [2], [3]] : tensor<2x3x49x49xf16> into tensor<6x49x49xf16>
  %r58 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x49x32xf16> into tensor<6x49x32xf16>
  %e59 = tensor.empty() : tensor<6x49x32xf32>
  %f60 = linalg.fill ins(%c8 : f32) outs(%e59 : tensor<6x49x32xf32>) -> tensor<6x49x32xf32>
  %n61 = linalg.batch_matmul ins(%r57, %r58 : tensor<6x49x49xf16>, tensor<6x49x32xf16>) outs(%f60 : tensor<6x49x32xf32>) -> tensor<6x49x32xf32>
  %r62 = tensor.expand_shape %n61 [[0, 1], [2], [3]] output_shape [2, 3, 49, 32] : tensor<6x49x32xf32> into tensor<2x3x49x32xf32>
  %e63 = tensor.empty() : tensor<2x3x49x32xf16>
  %g64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r62 : tensor<2x3x49x32xf32>) outs(%e63 : tensor<2x3x49x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x3x49x32xf16>
  return %g64 : tensor<2x3x49x32xf16>
}
