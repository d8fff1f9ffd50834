// The weights are a result as well, of one head their mean with the other.
func.func @main(%q: tensor<1x2x33x16xf16>, %k: tensor<1x2x65x16xf16>, %v: tensor<1x2x65x16xf16>) -> (tensor<1x2x33x16xf16>, tensor<1x33x65xf32>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %c18 = arith.constant 0 : i64
  %c47 = arith.constant 2.0 : f32
  %e1 = tensor.empty() : tensor<1x2x16x65xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x65x16xf16>) outs(%e1 : tensor<1x2x16x65xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x65xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf16> into tensor<2x33x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x65xf16> into tensor<2x16x65xf16>
  %e6 = tensor.empty() : tensor<2x33x65xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x33x65xf32>) -> tensor<2x33x65xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x33x16xf16>, tensor<2x16x65xf16>) outs(%f7 : tensor<2x33x65xf32>) -> tensor<2x33x65xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 33, 65] : tensor<2x33x65xf32> into tensor<1x2x33x65xf32>
  %e11 = tensor.empty() : tensor<1x2x33x65xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x33x65xf32>) outs(%e11 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e14 = tensor.empty() : tensor<1x2x33x65xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x33x65xf32>) outs(%e14 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e16 = tensor.empty() : tensor<1x2x33x1xf32>
  %f17 = linalg.fill ins(%c13 : f32) outs(%e16 : tensor<1x2x33x1xf32>) -> tensor<1x2x33x1xf32>
  %e19 = tensor.empty() : tensor<1x2x33x1xi64>
  %f20 = linalg.fill ins(%c18 : i64) outs(%e19 : tensor<1x2x33x1xi64>) -> tensor<1x2x33x1xi64>
  %g21:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x2x33x65xf32>) outs(%f17, %f20 : tensor<1x2x33x1xf32>, tensor<1x2x33x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<1x2x33x1xf32>, tensor<1x2x33x1xi64>)
  %e23 = tensor.empty() : tensor<1x2x33x65xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g21#0 : tensor<1x2x33x65xf32>, tensor<1x2x33x1xf32>) outs(%e23 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e25 = tensor.empty() : tensor<1x2x33x65xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g24 : tensor<1x2x33x65xf32>) outs(%e25 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e27 = tensor.empty() : tensor<1x2x33xf32>
  %f28 = linalg.fill ins(%c5 : f32) outs(%e27 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %e29 = tensor.empty() : tensor<1x2x33x1xf32>
  %f30 = linalg.fill ins(%c5 : f32) outs(%e29 : tensor<1x2x33x1xf32>) -> tensor<1x2x33x1xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g26 : tensor<1x2x33x65xf32>) outs(%f30 : tensor<1x2x33x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x1xf32>
  %e32 = tensor.empty() : tensor<1x2x33x65xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g26, %g31 : tensor<1x2x33x65xf32>, tensor<1x2x33x1xf32>) outs(%e32 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e34 = tensor.empty() : tensor<1x2x33x65xf16>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g33 : tensor<1x2x33x65xf32>) outs(%e34 : tensor<1x2x33x65xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x65xf16>
  %r36 = tensor.collapse_shape %g35 [[0, 1], [2], [3]] : tensor<1x2x33x65xf16> into tensor<2x33x65xf16>
  %r37 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x65x16xf16> into tensor<2x65x16xf16>
  %e38 = tensor.empty() : tensor<2x33x16xf32>
  %f39 = linalg.fill ins(%c5 : f32) outs(%e38 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %n40 = linalg.batch_matmul ins(%r36, %r37 : tensor<2x33x65xf16>, tensor<2x65x16xf16>) outs(%f39 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %r41 = tensor.expand_shape %n40 [[0, 1], [2], [3]] output_shape [1, 2, 33, 16] : tensor<2x33x16xf32> into tensor<1x2x33x16xf32>
  %e42 = tensor.empty() : tensor<1x2x33x16xf16>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r41 : tensor<1x2x33x16xf32>) outs(%e42 : tensor<1x2x33x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x16xf16>
  %e44 = tensor.empty() : tensor<1x33x65xf32>
  %f45 = linalg.fill ins(%c5 : f32) outs(%e44 : tensor<1x33x65xf32>) -> tensor<1x33x65xf32>
  %g46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%g33 : tensor<1x2x33x65xf32>) outs(%f45 : tensor<1x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x33x65xf32>
  %e48 = tensor.empty() : tensor<1x33x65xf32>
  %g49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g46 : tensor<1x33x65xf32>) outs(%e48 : tensor<1x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.divf %a0, %c47 : f32
    linalg.yield %r : f32
  } -> tensor<1x33x65xf32>
  return %g43, %g49 : tensor<1x2x33x16xf16>, tensor<1x33x65xf32>
}
