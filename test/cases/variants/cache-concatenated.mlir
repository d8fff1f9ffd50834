// New keys and values behind a cache (concatenation), bottom-right causal; caches are results.
func.func @main(%q: tensor<1x2x5x32xf16>, %kc: tensor<1x2x90x32xf16>, %vc: tensor<1x2x90x32xf16>, %k: tensor<1x2x5x32xf16>, %v: tensor<1x2x5x32xf16>) -> (tensor<1x2x5x32xf16>, tensor<1x2x95x32xf16>, tensor<1x2x95x32xf16>) {
  %c7 = arith.constant 0.0 : f32
  %c12 = arith.constant 0.17677669 : f32
  %c15 = arith.constant 90 : index
  %c16 = arith.constant 0xFF800000 : f32
  %c21 = arith.constant 0 : i64
  %k1 = tensor.concat dim(2) %kc, %k : (tensor<1x2x90x32xf16>, tensor<1x2x5x32xf16>) -> tensor<1x2x95x32xf16>
  %k2 = tensor.concat dim(2) %vc, %v : (tensor<1x2x90x32xf16>, tensor<1x2x5x32xf16>) -> tensor<1x2x95x32xf16>
  %e3 = tensor.empty() : tensor<1x2x32x95xf16>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k1 : tensor<1x2x95x32xf16>) outs(%e3 : tensor<1x2x32x95xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x32x95xf16>
  %r5 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x5x32xf16> into tensor<2x5x32xf16>
  %r6 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<1x2x32x95xf16> into tensor<2x32x95xf16>
  %e8 = tensor.empty() : tensor<2x5x95xf32>
  %f9 = linalg.fill ins(%c7 : f32) outs(%e8 : tensor<2x5x95xf32>) -> tensor<2x5x95xf32>
  %n10 = linalg.batch_matmul ins(%r5, %r6 : tensor<2x5x32xf16>, tensor<2x32x95xf16>) outs(%f9 : tensor<2x5x95xf32>) -> tensor<2x5x95xf32>
  %r11 = tensor.expand_shape %n10 [[0, 1], [2], [3]] output_shape [1, 2, 5, 95] : tensor<2x5x95xf32> into tensor<1x2x5x95xf32>
  %e13 = tensor.empty() : tensor<1x2x5x95xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r11 : tensor<1x2x5x95xf32>) outs(%e13 : tensor<1x2x5x95xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c12 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x5x95xf32>
  %e17 = tensor.empty() : tensor<1x2x5x95xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14 : tensor<1x2x5x95xf32>) outs(%e17 : tensor<1x2x5x95xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %x = arith.addi %i2, %c15 : index
    %keep = arith.cmpi sge, %x, %i3 : index
    %r = arith.select %keep, %a0, %c16 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x5x95xf32>
  %e19 = tensor.empty() : tensor<1x2x5x1xf32>
  %f20 = linalg.fill ins(%c16 : f32) outs(%e19 : tensor<1x2x5x1xf32>) -> tensor<1x2x5x1xf32>
  %e22 = tensor.empty() : tensor<1x2x5x1xi64>
  %f23 = linalg.fill ins(%c21 : i64) outs(%e22 : tensor<1x2x5x1xi64>) -> tensor<1x2x5x1xi64>
  %g24:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g18 : tensor<1x2x5x95xf32>) outs(%f20, %f23 : tensor<1x2x5x1xf32>, tensor<1x2x5x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<1x2x5x1xf32>, tensor<1x2x5x1xi64>)
  %e26 = tensor.empty() : tensor<1x2x5x95xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g18, %g24#0 : tensor<1x2x5x95xf32>, tensor<1x2x5x1xf32>) outs(%e26 : tensor<1x2x5x95xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x5x95xf32>
  %e28 = tensor.empty() : tensor<1x2x5x95xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27 : tensor<1x2x5x95xf32>) outs(%e28 : tensor<1x2x5x95xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x5x95xf32>
  %e30 = tensor.empty() : tensor<1x2x5xf32>
  %f31 = linalg.fill ins(%c7 : f32) outs(%e30 : tensor<1x2x5xf32>) -> tensor<1x2x5xf32>
  %e32 = tensor.empty() : tensor<1x2x5x1xf32>
  %f33 = linalg.fill ins(%c7 : f32) outs(%e32 : tensor<1x2x5x1xf32>) -> tensor<1x2x5x1xf32>
  %g34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g29 : tensor<1x2x5x95xf32>) outs(%f33 : tensor<1x2x5x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x5x1xf32>
  %e35 = tensor.empty() : tensor<1x2x5x95xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29, %g34 : tensor<1x2x5x95xf32>, tensor<1x2x5x1xf32>) outs(%e35 : tensor<1x2x5x95xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x5x95xf32>
  %e37 = tensor.empty() : tensor<1x2x5x95xf16>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36 : tensor<1x2x5x95xf32>) outs(%e37 : tensor<1x2x5x95xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x5x95xf16>
  %r39 = tensor.collapse_shape %g38 [[0, 1], [2], [3]] : tensor<1x2x5x95xf16> into tensor<2x5x95xf16>
  %r40 = tensor.collapse_shape %k2 [[0, 1], [2], [3]] : tensor<1x2x95x32xf16> into tensor<2x95x32xf16>
  %e41 = tensor.empty() : tensor<2x5x32xf32>
  %f42 = linalg.fill ins(%c7 : f32) outs(%e41 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  %n43 = linalg.batch_matmul ins(%r39, %r40 : tensor<2x5x95xf16>, tensor<2x95x32xf16>) outs(%f42 : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  %r44 = tensor.expand_shape %n43 [[0, 1], [2], [3]] output_shape [1, 2, 5, 32] : tensor<2x5x32xf32> into tensor<1x2x5x32xf32>
  %e45 = tensor.empty() : tensor<1x2x5x32xf16>
  %g46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r44 : tensor<1x2x5x32xf32>) outs(%e45 : tensor<1x2x5x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x5x32xf16>
  return %g46, %k1, %k2 : tensor<1x2x5x32xf16>, tensor<1x2x95x32xf16>, tensor<1x2x95x32xf16>
}
