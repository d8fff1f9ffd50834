// Weights times a decay of the distance, behind the softmax, causal.
func.func @main(%q: tensor<1x2x70x32xf16>, %k: tensor<1x2x70x32xf16>, %v: tensor<1x2x70x32xf16>) -> (tensor<1x2x70x32xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.17677669 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %c28 = arith.constant 0.05 : f32
  %e1 = tensor.empty() : tensor<1x2x32x70xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x70x32xf16>) outs(%e1 : tensor<1x2x32x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x32x70xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x70x32xf16> into tensor<2x70x32xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x32x70xf16> into tensor<2x32x70xf16>
  %e6 = tensor.empty() : tensor<2x70x70xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x70x32xf16>, tensor<2x32x70xf16>) outs(%f7 : tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 70, 70] : tensor<2x70x70xf32> into tensor<1x2x70x70xf32>
  %e11 = tensor.empty() : tensor<1x2x70x70xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x70x70xf32>) outs(%e11 : tensor<1x2x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x70xf32>
  %e14 = tensor.empty() : tensor<1x2x70x70xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x70x70xf32>) outs(%e14 : tensor<1x2x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x70xf32>
  %e16 = tensor.empty() : tensor<1x2x70xf32>
  %f17 = linalg.fill ins(%c13 : f32) outs(%e16 : tensor<1x2x70xf32>) -> tensor<1x2x70xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x2x70x70xf32>) outs(%f17 : tensor<1x2x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70xf32>
  %e19 = tensor.empty() : tensor<1x2x70x70xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g18 : tensor<1x2x70x70xf32>, tensor<1x2x70xf32>) outs(%e19 : tensor<1x2x70x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x70xf32>
  %e21 = tensor.empty() : tensor<1x2x70x70xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<1x2x70x70xf32>) outs(%e21 : tensor<1x2x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x70xf32>
  %e23 = tensor.empty() : tensor<1x2x70xf32>
  %f24 = linalg.fill ins(%c5 : f32) outs(%e23 : tensor<1x2x70xf32>) -> tensor<1x2x70xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<1x2x70x70xf32>) outs(%f24 : tensor<1x2x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70xf32>
  %e26 = tensor.empty() : tensor<1x2x70x70xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<1x2x70x70xf32>, tensor<1x2x70xf32>) outs(%e26 : tensor<1x2x70x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x70xf32>
  %e29 = tensor.empty() : tensor<1x2x70x70xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27 : tensor<1x2x70x70xf32>) outs(%e29 : tensor<1x2x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %d = arith.subi %j, %i : index
    %n = arith.index_cast %d : index to i32
    %f = arith.sitofp %n : i32 to f32
    %l = arith.mulf %f, %c28 : f32
    %e = math.exp %l : f32
    %r = arith.mulf %a0, %e : f32
    linalg.yield %r : f32
  } -> tensor<1x2x70x70xf32>
  %e31 = tensor.empty() : tensor<1x2x70x70xf16>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g30 : tensor<1x2x70x70xf32>) outs(%e31 : tensor<1x2x70x70xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x70x70xf16>
  %r33 = tensor.collapse_shape %g32 [[0, 1], [2], [3]] : tensor<1x2x70x70xf16> into tensor<2x70x70xf16>
  %r34 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x70x32xf16> into tensor<2x70x32xf16>
  %e35 = tensor.empty() : tensor<2x70x32xf32>
  %f36 = linalg.fill ins(%c5 : f32) outs(%e35 : tensor<2x70x32xf32>) -> tensor<2x70x32xf32>
  %n37 = linalg.batch_matmul ins(%r33, %r34 : tensor<2x70x70xf16>, tensor<2x70x32xf16>) outs(%f36 : tensor<2x70x32xf32>) -> tensor<2x70x32xf32>
  %r38 = tensor.expand_shape %n37 [[0, 1], [2], [3]] output_shape [1, 2, 70, 32] : tensor<2x70x32xf32> into tensor<1x2x70x32xf32>
  %e39 = tensor.empty() : tensor<1x2x70x32xf16>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r38 : tensor<1x2x70x32xf32>) outs(%e39 : tensor<1x2x70x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x70x32xf16>
  return %g40 : tensor<1x2x70x32xf16>
}
