// Shaw's relative positions: a product of the query with a row of a table of distances is added.
func.func @main(%q: tensor<1x2x33x16xf16>, %k: tensor<1x2x50x16xf16>, %v: tensor<1x2x50x16xf16>, %rel: tensor<82x16xf16>) -> (tensor<1x2x33x16xf16>) {
  %c1 = arith.constant 0.0 : f32
  %c15 = arith.constant 0.25 : f32
  %c18 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<1x2x33x50xf32>
  %f3 = linalg.fill ins(%c1 : f32) outs(%e2 : tensor<1x2x33x50xf32>) -> tensor<1x2x33x50xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d3 - d2 + 32, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %rel : tensor<1x2x33x16xf16>, tensor<82x16xf16>) outs(%f3 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f16, %a1: f16, %o0: f32):
    %x = arith.extf %a0 : f16 to f32
    %y = arith.extf %a1 : f16 to f32
    %m = arith.mulf %x, %y : f32
    %t = arith.addf %o0, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x2x33x50xf32>
  %e5 = tensor.empty() : tensor<1x2x16x50xf16>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x50x16xf16>) outs(%e5 : tensor<1x2x16x50xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x50xf16>
  %r7 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf16> into tensor<2x33x16xf16>
  %r8 = tensor.collapse_shape %g6 [[0, 1], [2], [3]] : tensor<1x2x16x50xf16> into tensor<2x16x50xf16>
  %e9 = tensor.empty() : tensor<2x33x50xf32>
  %f10 = linalg.fill ins(%c1 : f32) outs(%e9 : tensor<2x33x50xf32>) -> tensor<2x33x50xf32>
  %n11 = linalg.batch_matmul ins(%r7, %r8 : tensor<2x33x16xf16>, tensor<2x16x50xf16>) outs(%f10 : tensor<2x33x50xf32>) -> tensor<2x33x50xf32>
  %r12 = tensor.expand_shape %n11 [[0, 1], [2], [3]] output_shape [1, 2, 33, 50] : tensor<2x33x50xf32> into tensor<1x2x33x50xf32>
  %e13 = tensor.empty() : tensor<1x2x33x50xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r12, %g4 : tensor<1x2x33x50xf32>, tensor<1x2x33x50xf32>) outs(%e13 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e16 = tensor.empty() : tensor<1x2x33x50xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14 : tensor<1x2x33x50xf32>) outs(%e16 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c15 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e19 = tensor.empty() : tensor<1x2x33xf32>
  %f20 = linalg.fill ins(%c18 : f32) outs(%e19 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g17 : tensor<1x2x33x50xf32>) outs(%f20 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e22 = tensor.empty() : tensor<1x2x33x50xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g17, %g21 : tensor<1x2x33x50xf32>, tensor<1x2x33xf32>) outs(%e22 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e24 = tensor.empty() : tensor<1x2x33x50xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g23 : tensor<1x2x33x50xf32>) outs(%e24 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e26 = tensor.empty() : tensor<1x2x33xf32>
  %f27 = linalg.fill ins(%c1 : f32) outs(%e26 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g25 : tensor<1x2x33x50xf32>) outs(%f27 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e29 = tensor.empty() : tensor<1x2x33x50xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25, %g28 : tensor<1x2x33x50xf32>, tensor<1x2x33xf32>) outs(%e29 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e31 = tensor.empty() : tensor<1x2x33x50xf16>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g30 : tensor<1x2x33x50xf32>) outs(%e31 : tensor<1x2x33x50xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x50xf16>
  %r33 = tensor.collapse_shape %g32 [[0, 1], [2], [3]] : tensor<1x2x33x50xf16> into tensor<2x33x50xf16>
  %r34 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x50x16xf16> into tensor<2x50x16xf16>
  %e35 = tensor.empty() : tensor<2x33x16xf32>
  %f36 = linalg.fill ins(%c1 : f32) outs(%e35 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %n37 = linalg.batch_matmul ins(%r33, %r34 : tensor<2x33x50xf16>, tensor<2x50x16xf16>) outs(%f36 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %r38 = tensor.expand_shape %n37 [[0, 1], [2], [3]] output_shape [1, 2, 33, 16] : tensor<2x33x16xf32> into tensor<1x2x33x16xf32>
  %e39 = tensor.empty() : tensor<1x2x33x16xf16>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r38 : tensor<1x2x33x16xf32>) outs(%e39 : tensor<1x2x33x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x16xf16>
  return %g40 : tensor<1x2x33x16xf16>
}
