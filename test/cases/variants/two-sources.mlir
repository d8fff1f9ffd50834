// Keys of two sources behind each other, the second masked by a tensor.
func.func @main(%q: tensor<1x2x33x16xf16>, %k1: tensor<1x2x40x16xf16>, %v1: tensor<1x2x40x16xf16>, %k2: tensor<1x2x25x16xf16>, %v2: tensor<1x2x25x16xf16>, %m: tensor<1x25xi1>) -> (tensor<1x2x33x16xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c18 = arith.constant 0xFF800000 : f32
  %c22 = arith.constant 0.25 : f32
  %c27 = arith.constant 0 : i64
  %e1 = tensor.empty() : tensor<1x2x16x40xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k1 : tensor<1x2x40x16xf16>) outs(%e1 : tensor<1x2x16x40xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x40xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf16> into tensor<2x33x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x40xf16> into tensor<2x16x40xf16>
  %e6 = tensor.empty() : tensor<2x33x40xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x33x40xf32>) -> tensor<2x33x40xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x33x16xf16>, tensor<2x16x40xf16>) outs(%f7 : tensor<2x33x40xf32>) -> tensor<2x33x40xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 33, 40] : tensor<2x33x40xf32> into tensor<1x2x33x40xf32>
  %e10 = tensor.empty() : tensor<1x2x16x25xf16>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k2 : tensor<1x2x25x16xf16>) outs(%e10 : tensor<1x2x16x25xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x25xf16>
  %r12 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf16> into tensor<2x33x16xf16>
  %r13 = tensor.collapse_shape %g11 [[0, 1], [2], [3]] : tensor<1x2x16x25xf16> into tensor<2x16x25xf16>
  %e14 = tensor.empty() : tensor<2x33x25xf32>
  %f15 = linalg.fill ins(%c5 : f32) outs(%e14 : tensor<2x33x25xf32>) -> tensor<2x33x25xf32>
  %n16 = linalg.batch_matmul ins(%r12, %r13 : tensor<2x33x16xf16>, tensor<2x16x25xf16>) outs(%f15 : tensor<2x33x25xf32>) -> tensor<2x33x25xf32>
  %r17 = tensor.expand_shape %n16 [[0, 1], [2], [3]] output_shape [1, 2, 33, 25] : tensor<2x33x25xf32> into tensor<1x2x33x25xf32>
  %e19 = tensor.empty() : tensor<1x2x33x25xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r17, %m : tensor<1x2x33x25xf32>, tensor<1x25xi1>) outs(%e19 : tensor<1x2x33x25xf32>) {
  ^bb0(%a0: f32, %a1: i1, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.andi %a1, %a1 : i1
    %r = arith.select %keep, %a0, %c18 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x25xf32>
  %k21 = tensor.concat dim(3) %r9, %g20 : (tensor<1x2x33x40xf32>, tensor<1x2x33x25xf32>) -> tensor<1x2x33x65xf32>
  %e23 = tensor.empty() : tensor<1x2x33x65xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k21 : tensor<1x2x33x65xf32>) outs(%e23 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c22 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e25 = tensor.empty() : tensor<1x2x33x1xf32>
  %f26 = linalg.fill ins(%c18 : f32) outs(%e25 : tensor<1x2x33x1xf32>) -> tensor<1x2x33x1xf32>
  %e28 = tensor.empty() : tensor<1x2x33x1xi64>
  %f29 = linalg.fill ins(%c27 : i64) outs(%e28 : tensor<1x2x33x1xi64>) -> tensor<1x2x33x1xi64>
  %g30:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g24 : tensor<1x2x33x65xf32>) outs(%f26, %f29 : tensor<1x2x33x1xf32>, tensor<1x2x33x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<1x2x33x1xf32>, tensor<1x2x33x1xi64>)
  %e32 = tensor.empty() : tensor<1x2x33x65xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g24, %g30#0 : tensor<1x2x33x65xf32>, tensor<1x2x33x1xf32>) outs(%e32 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e34 = tensor.empty() : tensor<1x2x33x65xf32>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g33 : tensor<1x2x33x65xf32>) outs(%e34 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e36 = tensor.empty() : tensor<1x2x33xf32>
  %f37 = linalg.fill ins(%c5 : f32) outs(%e36 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %e38 = tensor.empty() : tensor<1x2x33x1xf32>
  %f39 = linalg.fill ins(%c5 : f32) outs(%e38 : tensor<1x2x33x1xf32>) -> tensor<1x2x33x1xf32>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g35 : tensor<1x2x33x65xf32>) outs(%f39 : tensor<1x2x33x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x1xf32>
  %e41 = tensor.empty() : tensor<1x2x33x65xf32>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g35, %g40 : tensor<1x2x33x65xf32>, tensor<1x2x33x1xf32>) outs(%e41 : tensor<1x2x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x65xf32>
  %e43 = tensor.empty() : tensor<1x2x33x65xf16>
  %g44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g42 : tensor<1x2x33x65xf32>) outs(%e43 : tensor<1x2x33x65xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x65xf16>
  %k45 = tensor.concat dim(2) %v1, %v2 : (tensor<1x2x40x16xf16>, tensor<1x2x25x16xf16>) -> tensor<1x2x65x16xf16>
  %r46 = tensor.collapse_shape %g44 [[0, 1], [2], [3]] : tensor<1x2x33x65xf16> into tensor<2x33x65xf16>
  %r47 = tensor.collapse_shape %k45 [[0, 1], [2], [3]] : tensor<1x2x65x16xf16> into tensor<2x65x16xf16>
  %e48 = tensor.empty() : tensor<2x33x16xf32>
  %f49 = linalg.fill ins(%c5 : f32) outs(%e48 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %n50 = linalg.batch_matmul ins(%r46, %r47 : tensor<2x33x65xf16>, tensor<2x65x16xf16>) outs(%f49 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %r51 = tensor.expand_shape %n50 [[0, 1], [2], [3]] output_shape [1, 2, 33, 16] : tensor<2x33x16xf32> into tensor<1x2x33x16xf32>
  %e52 = tensor.empty() : tensor<1x2x33x16xf16>
  %g53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r51 : tensor<1x2x33x16xf32>) outs(%e52 : tensor<1x2x33x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x33x16xf16>
  return %g53 : tensor<1x2x33x16xf16>
}
