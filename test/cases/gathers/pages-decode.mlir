// Decode with paged caches: pages of 16 positions of two heads, found through a table of each sequence, whose length
// is data; four query heads.
func.func @main(%q: tensor<3x4x1x64xf16>, %kp: tensor<600x16x2x64xf16>, %vp: tensor<600x16x2x64xf16>, %table: tensor<3x6xi32>, %lens: tensor<3xi32>) -> (tensor<3x4x1x64xf16>) {
  %c1 = arith.constant 600 : i32
  %c26 = arith.constant 0.0 : f32
  %c31 = arith.constant 0.125 : f32
  %c34 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<3x6xi32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%table : tensor<3x6xi32>) outs(%e2 : tensor<3x6xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %r = arith.remsi %a0, %c1 : i32
    linalg.yield %r : i32
  } -> tensor<3x6xi32>
  %e4 = tensor.empty() : tensor<3x6x16x2x64xf16>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g3 : tensor<3x6xi32>) outs(%e4 : tensor<3x6x16x2x64xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %kp[%x, %b, %h, %c] : tensor<600x16x2x64xf16>
    linalg.yield %r : f16
  } -> tensor<3x6x16x2x64xf16>
  %r6 = tensor.collapse_shape %g5 [[0], [1, 2], [3], [4]] : tensor<3x6x16x2x64xf16> into tensor<3x96x2x64xf16>
  %e7 = tensor.empty() : tensor<3x2x96x64xf16>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r6 : tensor<3x96x2x64xf16>) outs(%e7 : tensor<3x2x96x64xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x96x64xf16>
  %r9 = tensor.expand_shape %g8 [[0], [1, 2], [3], [4]] output_shape [3, 2, 1, 96, 64] : tensor<3x2x96x64xf16> into tensor<3x2x1x96x64xf16>
  %e10 = tensor.empty() : tensor<3x2x2x96x64xf16>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<3x2x1x96x64xf16>) outs(%e10 : tensor<3x2x2x96x64xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x2x96x64xf16>
  %r12 = tensor.collapse_shape %g11 [[0], [1, 2], [3], [4]] : tensor<3x2x2x96x64xf16> into tensor<3x4x96x64xf16>
  %e13 = tensor.empty() : tensor<3x6x16x2x64xf16>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g3 : tensor<3x6xi32>) outs(%e13 : tensor<3x6x16x2x64xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %vp[%x, %b, %h, %c] : tensor<600x16x2x64xf16>
    linalg.yield %r : f16
  } -> tensor<3x6x16x2x64xf16>
  %r15 = tensor.collapse_shape %g14 [[0], [1, 2], [3], [4]] : tensor<3x6x16x2x64xf16> into tensor<3x96x2x64xf16>
  %e16 = tensor.empty() : tensor<3x2x96x64xf16>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r15 : tensor<3x96x2x64xf16>) outs(%e16 : tensor<3x2x96x64xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x96x64xf16>
  %r18 = tensor.expand_shape %g17 [[0], [1, 2], [3], [4]] output_shape [3, 2, 1, 96, 64] : tensor<3x2x96x64xf16> into tensor<3x2x1x96x64xf16>
  %e19 = tensor.empty() : tensor<3x2x2x96x64xf16>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r18 : tensor<3x2x1x96x64xf16>) outs(%e19 : tensor<3x2x2x96x64xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x2x96x64xf16>
  %r21 = tensor.collapse_shape %g20 [[0], [1, 2], [3], [4]] : tensor<3x2x2x96x64xf16> into tensor<3x4x96x64xf16>
  %e22 = tensor.empty() : tensor<3x4x64x96xf16>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r12 : tensor<3x4x96x64xf16>) outs(%e22 : tensor<3x4x64x96xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x4x64x96xf16>
  %r24 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<3x4x1x64xf16> into tensor<12x1x64xf16>
  %r25 = tensor.collapse_shape %g23 [[0, 1], [2], [3]] : tensor<3x4x64x96xf16> into tensor<12x64x96xf16>
  %e27 = tensor.empty() : tensor<12x1x96xf32>
  %f28 = linalg.fill ins(%c26 : f32) outs(%e27 : tensor<12x1x96xf32>) -> tensor<12x1x96xf32>
  %n29 = linalg.batch_matmul ins(%r24, %r25 : tensor<12x1x64xf16>, tensor<12x64x96xf16>) outs(%f28 : tensor<12x1x96xf32>) -> tensor<12x1x96xf32>
  %r30 = tensor.expand_shape %n29 [[0, 1], [2], [3]] output_shape [3, 4, 1, 96] : tensor<12x1x96xf32> into tensor<3x4x1x96xf32>
  %e32 = tensor.empty() : tensor<3x4x1x96xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r30 : tensor<3x4x1x96xf32>) outs(%e32 : tensor<3x4x1x96xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c31 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1x96xf32>
  %e35 = tensor.empty() : tensor<3x4x1x96xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g33, %lens : tensor<3x4x1x96xf32>, tensor<3xi32>) outs(%e35 : tensor<3x4x1x96xf32>) {
  ^bb0(%a0: f32, %a1: i32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %n = arith.index_cast %a1 : i32 to index
    %keep = arith.cmpi sle, %i3, %n : index
    %r = arith.select %keep, %a0, %c34 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1x96xf32>
  %e37 = tensor.empty() : tensor<3x4x1xf32>
  %f38 = linalg.fill ins(%c34 : f32) outs(%e37 : tensor<3x4x1xf32>) -> tensor<3x4x1xf32>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g36 : tensor<3x4x1x96xf32>) outs(%f38 : tensor<3x4x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1xf32>
  %e40 = tensor.empty() : tensor<3x4x1x96xf32>
  %g41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36, %g39 : tensor<3x4x1x96xf32>, tensor<3x4x1xf32>) outs(%e40 : tensor<3x4x1x96xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1x96xf32>
  %e42 = tensor.empty() : tensor<3x4x1x96xf32>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g41 : tensor<3x4x1x96xf32>) outs(%e42 : tensor<3x4x1x96xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1x96xf32>
  %e44 = tensor.empty() : tensor<3x4x1xf32>
  %f45 = linalg.fill ins(%c26 : f32) outs(%e44 : tensor<3x4x1xf32>) -> tensor<3x4x1xf32>
  %g46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g43 : tensor<3x4x1x96xf32>) outs(%f45 : tensor<3x4x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1xf32>
  %e47 = tensor.empty() : tensor<3x4x1x96xf32>
  %g48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g43, %g46 : tensor<3x4x1x96xf32>, tensor<3x4x1xf32>) outs(%e47 : tensor<3x4x1x96xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x1x96xf32>
  %e49 = tensor.empty() : tensor<3x4x1x96xf16>
  %g50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g48 : tensor<3x4x1x96xf32>) outs(%e49 : tensor<3x4x1x96xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<3x4x1x96xf16>
  %r51 = tensor.collapse_shape %g50 [[0, 1], [2], [3]] : tensor<3x4x1x96xf16> into tensor<12x1x96xf16>
  %r52 = tensor.collapse_shape %r21 [[0, 1], [2], [3]] : tensor<3x4x96x64xf16> into tensor<12x96x64xf16>
  %e53 = tensor.empty() : tensor<12x1x64xf32>
  %f54 = linalg.fill ins(%c26 : f32) outs(%e53 : tensor<12x1x64xf32>) -> tensor<12x1x64xf32>
  %n55 = linalg.batch_matmul ins(%r51, %r52 : tensor<12x1x96xf16>, tensor<12x96x64xf16>) outs(%f54 : tensor<12x1x64xf32>) -> tensor<12x1x64xf32>
  %r56 = tensor.expand_shape %n55 [[0, 1], [2], [3]] output_shape [3, 4, 1, 64] : tensor<12x1x64xf32> into tensor<3x4x1x64xf32>
  %e57 = tensor.empty() : tensor<3x4x1x64xf16>
  %g58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r56 : tensor<3x4x1x64xf32>) outs(%e57 : tensor<3x4x1x64xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<3x4x1x64xf16>
  return %g58 : tensor<3x4x1x64xf16>
}
