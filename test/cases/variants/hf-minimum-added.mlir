// The mask of Hugging Face: causal and padding as booleans, the least f32 where false, added to scores.
func.func @main(%q: tensor<2x2x64x16xf16>, %k: tensor<2x2x64x16xf16>, %v: tensor<2x2x64x16xf16>, %pad: tensor<2x64xi64>) -> (tensor<2x2x64x16xf16>) {
  %c1 = arith.constant 20 : i64
  %c2 = arith.constant 0.0 : f32
  %c3 = arith.constant -3.40282347e+38 : f32
  %c14 = arith.constant 0.25 : f32
  %c19 = arith.constant 0xFF800000 : f32
  %c22 = arith.constant 0 : i64
  %e4 = tensor.empty() : tensor<2x1x64x64xf32>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%pad : tensor<2x64xi64>) outs(%e4 : tensor<2x1x64x64xf32>) {
  ^bb0(%a0: i64, %o0: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c = arith.cmpi sle, %j, %i : index
    %b = arith.cmpi sgt, %a0, %c1 : i64
    %ok = arith.andi %b, %c : i1
    %r = arith.select %ok, %c2, %c3 : f32
    linalg.yield %r : f32
  } -> tensor<2x1x64x64xf32>
  %e6 = tensor.empty() : tensor<2x2x16x64xf16>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x2x64x16xf16>) outs(%e6 : tensor<2x2x16x64xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x16x64xf16>
  %r8 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x2x64x16xf16> into tensor<4x64x16xf16>
  %r9 = tensor.collapse_shape %g7 [[0, 1], [2], [3]] : tensor<2x2x16x64xf16> into tensor<4x16x64xf16>
  %e10 = tensor.empty() : tensor<4x64x64xf32>
  %f11 = linalg.fill ins(%c2 : f32) outs(%e10 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  %n12 = linalg.batch_matmul ins(%r8, %r9 : tensor<4x64x16xf16>, tensor<4x16x64xf16>) outs(%f11 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  %r13 = tensor.expand_shape %n12 [[0, 1], [2], [3]] output_shape [2, 2, 64, 64] : tensor<4x64x64xf32> into tensor<2x2x64x64xf32>
  %e15 = tensor.empty() : tensor<2x2x64x64xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r13 : tensor<2x2x64x64xf32>) outs(%e15 : tensor<2x2x64x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c14 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x64x64xf32>
  %e17 = tensor.empty() : tensor<2x2x64x64xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16, %g5 : tensor<2x2x64x64xf32>, tensor<2x1x64x64xf32>) outs(%e17 : tensor<2x2x64x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x64x64xf32>
  %e20 = tensor.empty() : tensor<2x2x64x1xf32>
  %f21 = linalg.fill ins(%c19 : f32) outs(%e20 : tensor<2x2x64x1xf32>) -> tensor<2x2x64x1xf32>
  %e23 = tensor.empty() : tensor<2x2x64x1xi64>
  %f24 = linalg.fill ins(%c22 : i64) outs(%e23 : tensor<2x2x64x1xi64>) -> tensor<2x2x64x1xi64>
  %g25:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g18 : tensor<2x2x64x64xf32>) outs(%f21, %f24 : tensor<2x2x64x1xf32>, tensor<2x2x64x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<2x2x64x1xf32>, tensor<2x2x64x1xi64>)
  %e27 = tensor.empty() : tensor<2x2x64x64xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g18, %g25#0 : tensor<2x2x64x64xf32>, tensor<2x2x64x1xf32>) outs(%e27 : tensor<2x2x64x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x64x64xf32>
  %e29 = tensor.empty() : tensor<2x2x64x64xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g28 : tensor<2x2x64x64xf32>) outs(%e29 : tensor<2x2x64x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x64x64xf32>
  %e31 = tensor.empty() : tensor<2x2x64xf32>
  %f32 = linalg.fill ins(%c2 : f32) outs(%e31 : tensor<2x2x64xf32>) -> tensor<2x2x64xf32>
  %e33 = tensor.empty() : tensor<2x2x64x1xf32>
  %f34 = linalg.fill ins(%c2 : f32) outs(%e33 : tensor<2x2x64x1xf32>) -> tensor<2x2x64x1xf32>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g30 : tensor<2x2x64x64xf32>) outs(%f34 : tensor<2x2x64x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x64x1xf32>
  %e36 = tensor.empty() : tensor<2x2x64x64xf32>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g30, %g35 : tensor<2x2x64x64xf32>, tensor<2x2x64x1xf32>) outs(%e36 : tensor<2x2x64x64xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x64x64xf32>
  %e38 = tensor.empty() : tensor<2x2x64x64xf16>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g37 : tensor<2x2x64x64xf32>) outs(%e38 : tensor<2x2x64x64xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x64x64xf16>
  %r40 = tensor.collapse_shape %g39 [[0, 1], [2], [3]] : tensor<2x2x64x64xf16> into tensor<4x64x64xf16>
  %r41 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x2x64x16xf16> into tensor<4x64x16xf16>
  %e42 = tensor.empty() : tensor<4x64x16xf32>
  %f43 = linalg.fill ins(%c2 : f32) outs(%e42 : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  %n44 = linalg.batch_matmul ins(%r40, %r41 : tensor<4x64x64xf16>, tensor<4x64x16xf16>) outs(%f43 : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
  %r45 = tensor.expand_shape %n44 [[0, 1], [2], [3]] output_shape [2, 2, 64, 16] : tensor<4x64x16xf32> into tensor<2x2x64x16xf32>
  %e46 = tensor.empty() : tensor<2x2x64x16xf16>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r45 : tensor<2x2x64x16xf32>) outs(%e46 : tensor<2x2x64x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x64x16xf16>
  return %g47 : tensor<2x2x64x16xf16>
}
