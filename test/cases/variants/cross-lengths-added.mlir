// Cross-attention: a mask of lengths as booleans, turned into 0 and -inf, added.
func.func @main(%q: tensor<2x2x33x16xf16>, %k: tensor<2x2x120x16xf16>, %v: tensor<2x2x120x16xf16>, %lens: tensor<2xi64>) -> (tensor<2x2x33x16xf16>) {
  %c4 = arith.constant 0.0 : f32
  %c5 = arith.constant 0xFF800000 : f32
  %c16 = arith.constant 0.25 : f32
  %c23 = arith.constant 0 : i64
  %e1 = tensor.empty() : tensor<2x120xi1>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%lens : tensor<2xi64>) outs(%e1 : tensor<2x120xi1>) {
  ^bb0(%a0: i64, %o0: i1):
    %j = linalg.index 1 : index
    %x = arith.index_cast %j : index to i64
    %r = arith.cmpi slt, %x, %a0 : i64
    linalg.yield %r : i1
  } -> tensor<2x120xi1>
  %r3 = tensor.expand_shape %g2 [[0, 1, 2], [3]] output_shape [2, 1, 1, 120] : tensor<2x120xi1> into tensor<2x1x1x120xi1>
  %e6 = tensor.empty() : tensor<2x1x1x120xf32>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r3 : tensor<2x1x1x120xi1>) outs(%e6 : tensor<2x1x1x120xf32>) {
  ^bb0(%a0: i1, %o0: f32):
    %r = arith.select %a0, %c4, %c5 : f32
    linalg.yield %r : f32
  } -> tensor<2x1x1x120xf32>
  %e8 = tensor.empty() : tensor<2x2x16x120xf16>
  %g9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x2x120x16xf16>) outs(%e8 : tensor<2x2x16x120xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x16x120xf16>
  %r10 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x2x33x16xf16> into tensor<4x33x16xf16>
  %r11 = tensor.collapse_shape %g9 [[0, 1], [2], [3]] : tensor<2x2x16x120xf16> into tensor<4x16x120xf16>
  %e12 = tensor.empty() : tensor<4x33x120xf32>
  %f13 = linalg.fill ins(%c4 : f32) outs(%e12 : tensor<4x33x120xf32>) -> tensor<4x33x120xf32>
  %n14 = linalg.batch_matmul ins(%r10, %r11 : tensor<4x33x16xf16>, tensor<4x16x120xf16>) outs(%f13 : tensor<4x33x120xf32>) -> tensor<4x33x120xf32>
  %r15 = tensor.expand_shape %n14 [[0, 1], [2], [3]] output_shape [2, 2, 33, 120] : tensor<4x33x120xf32> into tensor<2x2x33x120xf32>
  %e17 = tensor.empty() : tensor<2x2x33x120xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r15 : tensor<2x2x33x120xf32>) outs(%e17 : tensor<2x2x33x120xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c16 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x120xf32>
  %e19 = tensor.empty() : tensor<2x2x33x120xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g18, %g7 : tensor<2x2x33x120xf32>, tensor<2x1x1x120xf32>) outs(%e19 : tensor<2x2x33x120xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x120xf32>
  %e21 = tensor.empty() : tensor<2x2x33x1xf32>
  %f22 = linalg.fill ins(%c5 : f32) outs(%e21 : tensor<2x2x33x1xf32>) -> tensor<2x2x33x1xf32>
  %e24 = tensor.empty() : tensor<2x2x33x1xi64>
  %f25 = linalg.fill ins(%c23 : i64) outs(%e24 : tensor<2x2x33x1xi64>) -> tensor<2x2x33x1xi64>
  %g26:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g20 : tensor<2x2x33x120xf32>) outs(%f22, %f25 : tensor<2x2x33x1xf32>, tensor<2x2x33x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<2x2x33x1xf32>, tensor<2x2x33x1xi64>)
  %e28 = tensor.empty() : tensor<2x2x33x120xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g26#0 : tensor<2x2x33x120xf32>, tensor<2x2x33x1xf32>) outs(%e28 : tensor<2x2x33x120xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x120xf32>
  %e30 = tensor.empty() : tensor<2x2x33x120xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29 : tensor<2x2x33x120xf32>) outs(%e30 : tensor<2x2x33x120xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x120xf32>
  %e32 = tensor.empty() : tensor<2x2x33xf32>
  %f33 = linalg.fill ins(%c4 : f32) outs(%e32 : tensor<2x2x33xf32>) -> tensor<2x2x33xf32>
  %e34 = tensor.empty() : tensor<2x2x33x1xf32>
  %f35 = linalg.fill ins(%c4 : f32) outs(%e34 : tensor<2x2x33x1xf32>) -> tensor<2x2x33x1xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g31 : tensor<2x2x33x120xf32>) outs(%f35 : tensor<2x2x33x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x1xf32>
  %e37 = tensor.empty() : tensor<2x2x33x120xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31, %g36 : tensor<2x2x33x120xf32>, tensor<2x2x33x1xf32>) outs(%e37 : tensor<2x2x33x120xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x120xf32>
  %e39 = tensor.empty() : tensor<2x2x33x120xf16>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g38 : tensor<2x2x33x120xf32>) outs(%e39 : tensor<2x2x33x120xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x33x120xf16>
  %r41 = tensor.collapse_shape %g40 [[0, 1], [2], [3]] : tensor<2x2x33x120xf16> into tensor<4x33x120xf16>
  %r42 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x2x120x16xf16> into tensor<4x120x16xf16>
  %e43 = tensor.empty() : tensor<4x33x16xf32>
  %f44 = linalg.fill ins(%c4 : f32) outs(%e43 : tensor<4x33x16xf32>) -> tensor<4x33x16xf32>
  %n45 = linalg.batch_matmul ins(%r41, %r42 : tensor<4x33x120xf16>, tensor<4x120x16xf16>) outs(%f44 : tensor<4x33x16xf32>) -> tensor<4x33x16xf32>
  %r46 = tensor.expand_shape %n45 [[0, 1], [2], [3]] output_shape [2, 2, 33, 16] : tensor<4x33x16xf32> into tensor<2x2x33x16xf32>
  %e47 = tensor.empty() : tensor<2x2x33x16xf16>
  %g48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r46 : tensor<2x2x33x16xf32>) outs(%e47 : tensor<2x2x33x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x33x16xf16>
  return %g48 : tensor<2x2x33x16xf16>
}
