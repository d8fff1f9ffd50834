// Pages of 16 keys and values, gathered through a table of blocks; lengths are data.
func.func @main(%q: tensor<3x2x1x32xf16>, %kp: tensor<40x16x2x32xf16>, %vp: tensor<40x16x2x32xf16>, %table: tensor<3x6xi32>, %lens: tensor<3xi32>) -> (tensor<3x2x1x32xf16>) {
  %c1 = arith.constant 40 : i32
  %c18 = arith.constant 0.0 : f32
  %c23 = arith.constant 0.17677669 : f32
  %c26 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<3x6xi32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%table : tensor<3x6xi32>) outs(%e2 : tensor<3x6xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %r = arith.remsi %a0, %c1 : i32
    linalg.yield %r : i32
  } -> tensor<3x6xi32>
  %e4 = tensor.empty() : tensor<3x6x16x2x32xf16>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g3 : tensor<3x6xi32>) outs(%e4 : tensor<3x6x16x2x32xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %kp[%x, %b, %h, %c] : tensor<40x16x2x32xf16>
    linalg.yield %r : f16
  } -> tensor<3x6x16x2x32xf16>
  %r6 = tensor.collapse_shape %g5 [[0], [1, 2], [3], [4]] : tensor<3x6x16x2x32xf16> into tensor<3x96x2x32xf16>
  %e7 = tensor.empty() : tensor<3x2x96x32xf16>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r6 : tensor<3x96x2x32xf16>) outs(%e7 : tensor<3x2x96x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x96x32xf16>
  %e9 = tensor.empty() : tensor<3x6x16x2x32xf16>
  %g10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g3 : tensor<3x6xi32>) outs(%e9 : tensor<3x6x16x2x32xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %vp[%x, %b, %h, %c] : tensor<40x16x2x32xf16>
    linalg.yield %r : f16
  } -> tensor<3x6x16x2x32xf16>
  %r11 = tensor.collapse_shape %g10 [[0], [1, 2], [3], [4]] : tensor<3x6x16x2x32xf16> into tensor<3x96x2x32xf16>
  %e12 = tensor.empty() : tensor<3x2x96x32xf16>
  %g13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r11 : tensor<3x96x2x32xf16>) outs(%e12 : tensor<3x2x96x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x96x32xf16>
  %e14 = tensor.empty() : tensor<3x2x32x96xf16>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g8 : tensor<3x2x96x32xf16>) outs(%e14 : tensor<3x2x32x96xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x32x96xf16>
  %r16 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<3x2x1x32xf16> into tensor<6x1x32xf16>
  %r17 = tensor.collapse_shape %g15 [[0, 1], [2], [3]] : tensor<3x2x32x96xf16> into tensor<6x32x96xf16>
  %e19 = tensor.empty() : tensor<6x1x96xf32>
  %f20 = linalg.fill ins(%c18 : f32) outs(%e19 : tensor<6x1x96xf32>) -> tensor<6x1x96xf32>
  %n21 = linalg.batch_matmul ins(%r16, %r17 : tensor<6x1x32xf16>, tensor<6x32x96xf16>) outs(%f20 : tensor<6x1x96xf32>) -> tensor<6x1x96xf32>
  %r22 = tensor.expand_shape %n21 [[0, 1], [2], [3]] output_shape [3, 2, 1, 96] : tensor<6x1x96xf32> into tensor<3x2x1x96xf32>
  %e24 = tensor.empty() : tensor<3x2x1x96xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r22 : tensor<3x2x1x96xf32>) outs(%e24 : tensor<3x2x1x96xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c23 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x96xf32>
  %e27 = tensor.empty() : tensor<3x2x1x96xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25, %lens : tensor<3x2x1x96xf32>, tensor<3xi32>) outs(%e27 : tensor<3x2x1x96xf32>) {
  ^bb0(%a0: f32, %a1: i32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %n = arith.index_cast %a1 : i32 to index
    %keep = arith.cmpi sle, %i3, %n : index
    %r = arith.select %keep, %a0, %c26 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x96xf32>
  %e29 = tensor.empty() : tensor<3x2x1xf32>
  %f30 = linalg.fill ins(%c26 : f32) outs(%e29 : tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g28 : tensor<3x2x1x96xf32>) outs(%f30 : tensor<3x2x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1xf32>
  %e32 = tensor.empty() : tensor<3x2x1x96xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g28, %g31 : tensor<3x2x1x96xf32>, tensor<3x2x1xf32>) outs(%e32 : tensor<3x2x1x96xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x96xf32>
  %e34 = tensor.empty() : tensor<3x2x1x96xf32>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g33 : tensor<3x2x1x96xf32>) outs(%e34 : tensor<3x2x1x96xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x96xf32>
  %e36 = tensor.empty() : tensor<3x2x1xf32>
  %f37 = linalg.fill ins(%c18 : f32) outs(%e36 : tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g35 : tensor<3x2x1x96xf32>) outs(%f37 : tensor<3x2x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1xf32>
  %e39 = tensor.empty() : tensor<3x2x1x96xf32>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g35, %g38 : tensor<3x2x1x96xf32>, tensor<3x2x1xf32>) outs(%e39 : tensor<3x2x1x96xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x96xf32>
  %e41 = tensor.empty() : tensor<3x2x1x96xf16>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g40 : tensor<3x2x1x96xf32>) outs(%e41 : tensor<3x2x1x96xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<3x2x1x96xf16>
  %r43 = tensor.collapse_shape %g42 [[0, 1], [2], [3]] : tensor<3x2x1x96xf16> into tensor<6x1x96xf16>
  %r44 = tensor.collapse_shape %g13 [[0, 1], [2], [3]] : tensor<3x2x96x32xf16> into tensor<6x96x32xf16>
  %e45 = tensor.empty() : tensor<6x1x32xf32>
  %f46 = linalg.fill ins(%c18 : f32) outs(%e45 : tensor<6x1x32xf32>) -> tensor<6x1x32xf32>
  %n47 = linalg.batch_matmul ins(%r43, %r44 : tensor<6x1x96xf16>, tensor<6x96x32xf16>) outs(%f46 : tensor<6x1x32xf32>) -> tensor<6x1x32xf32>
  %r48 = tensor.expand_shape %n47 [[0, 1], [2], [3]] output_shape [3, 2, 1, 32] : tensor<6x1x32xf32> into tensor<3x2x1x32xf32>
  %e49 = tensor.empty() : tensor<3x2x1x32xf16>
  %g50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r48 : tensor<3x2x1x32xf32>) outs(%e49 : tensor<3x2x1x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<3x2x1x32xf16>
  return %g50 : tensor<3x2x1x32xf16>
}
