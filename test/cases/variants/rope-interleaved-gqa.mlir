// Rotary embedding of neighbouring pairs, keys and values repeated for two query heads each.
func.func @main(%q: tensor<2x4x33x16xf32>, %k: tensor<2x2x33x16xf32>, %v: tensor<2x2x33x16xf32>, %cos: tensor<33x8xf32>, %sin: tensor<33x8xf32>) -> (tensor<2x4x33x16xf32>) {
  %c35 = arith.constant 0.0 : f32
  %c40 = arith.constant 0.25 : f32
  %c43 = arith.constant 0xFF800000 : f32
  %r1 = tensor.expand_shape %q [[0], [1], [2], [3, 4]] output_shape [2, 4, 33, 8, 2] : tensor<2x4x33x16xf32> into tensor<2x4x33x8x2xf32>
  %s2 = tensor.extract_slice %r1[0, 0, 0, 0, 0] [2, 4, 33, 8, 1] [1, 1, 1, 1, 1] : tensor<2x4x33x8x2xf32> to tensor<2x4x33x8xf32>
  %s3 = tensor.extract_slice %r1[0, 0, 0, 0, 1] [2, 4, 33, 8, 1] [1, 1, 1, 1, 1] : tensor<2x4x33x8x2xf32> to tensor<2x4x33x8xf32>
  %e4 = tensor.empty() : tensor<2x4x33x8xf32>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s2, %s3, %cos, %sin : tensor<2x4x33x8xf32>, tensor<2x4x33x8xf32>, tensor<33x8xf32>, tensor<33x8xf32>) outs(%e4 : tensor<2x4x33x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o0: f32):
    %x = arith.mulf %a0, %a2 : f32
    %y = arith.mulf %a1, %a3 : f32
    %r = arith.subf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x8xf32>
  %e6 = tensor.empty() : tensor<2x4x33x8xf32>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s2, %s3, %cos, %sin : tensor<2x4x33x8xf32>, tensor<2x4x33x8xf32>, tensor<33x8xf32>, tensor<33x8xf32>) outs(%e6 : tensor<2x4x33x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o0: f32):
    %x = arith.mulf %a0, %a3 : f32
    %y = arith.mulf %a1, %a2 : f32
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x8xf32>
  %r8 = tensor.expand_shape %g5 [[0], [1], [2], [3, 4]] output_shape [2, 4, 33, 8, 1] : tensor<2x4x33x8xf32> into tensor<2x4x33x8x1xf32>
  %r9 = tensor.expand_shape %g7 [[0], [1], [2], [3, 4]] output_shape [2, 4, 33, 8, 1] : tensor<2x4x33x8xf32> into tensor<2x4x33x8x1xf32>
  %k10 = tensor.concat dim(4) %r8, %r9 : (tensor<2x4x33x8x1xf32>, tensor<2x4x33x8x1xf32>) -> tensor<2x4x33x8x2xf32>
  %r11 = tensor.collapse_shape %k10 [[0], [1], [2], [3, 4]] : tensor<2x4x33x8x2xf32> into tensor<2x4x33x16xf32>
  %r12 = tensor.expand_shape %k [[0], [1], [2], [3, 4]] output_shape [2, 2, 33, 8, 2] : tensor<2x2x33x16xf32> into tensor<2x2x33x8x2xf32>
  %s13 = tensor.extract_slice %r12[0, 0, 0, 0, 0] [2, 2, 33, 8, 1] [1, 1, 1, 1, 1] : tensor<2x2x33x8x2xf32> to tensor<2x2x33x8xf32>
  %s14 = tensor.extract_slice %r12[0, 0, 0, 0, 1] [2, 2, 33, 8, 1] [1, 1, 1, 1, 1] : tensor<2x2x33x8x2xf32> to tensor<2x2x33x8xf32>
  %e15 = tensor.empty() : tensor<2x2x33x8xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s13, %s14, %cos, %sin : tensor<2x2x33x8xf32>, tensor<2x2x33x8xf32>, tensor<33x8xf32>, tensor<33x8xf32>) outs(%e15 : tensor<2x2x33x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o0: f32):
    %x = arith.mulf %a0, %a2 : f32
    %y = arith.mulf %a1, %a3 : f32
    %r = arith.subf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x8xf32>
  %e17 = tensor.empty() : tensor<2x2x33x8xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s13, %s14, %cos, %sin : tensor<2x2x33x8xf32>, tensor<2x2x33x8xf32>, tensor<33x8xf32>, tensor<33x8xf32>) outs(%e17 : tensor<2x2x33x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o0: f32):
    %x = arith.mulf %a0, %a3 : f32
    %y = arith.mulf %a1, %a2 : f32
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x2x33x8xf32>
  %r19 = tensor.expand_shape %g16 [[0], [1], [2], [3, 4]] output_shape [2, 2, 33, 8, 1] : tensor<2x2x33x8xf32> into tensor<2x2x33x8x1xf32>
  %r20 = tensor.expand_shape %g18 [[0], [1], [2], [3, 4]] output_shape [2, 2, 33, 8, 1] : tensor<2x2x33x8xf32> into tensor<2x2x33x8x1xf32>
  %k21 = tensor.concat dim(4) %r19, %r20 : (tensor<2x2x33x8x1xf32>, tensor<2x2x33x8x1xf32>) -> tensor<2x2x33x8x2xf32>
  %r22 = tensor.collapse_shape %k21 [[0], [1], [2], [3, 4]] : tensor<2x2x33x8x2xf32> into tensor<2x2x33x16xf32>
  %r23 = tensor.expand_shape %r22 [[0], [1, 2], [3], [4]] output_shape [2, 2, 1, 33, 16] : tensor<2x2x33x16xf32> into tensor<2x2x1x33x16xf32>
  %e24 = tensor.empty() : tensor<2x2x2x33x16xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r23 : tensor<2x2x1x33x16xf32>) outs(%e24 : tensor<2x2x2x33x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x2x2x33x16xf32>
  %r26 = tensor.collapse_shape %g25 [[0], [1, 2], [3], [4]] : tensor<2x2x2x33x16xf32> into tensor<2x4x33x16xf32>
  %r27 = tensor.expand_shape %v [[0], [1, 2], [3], [4]] output_shape [2, 2, 1, 33, 16] : tensor<2x2x33x16xf32> into tensor<2x2x1x33x16xf32>
  %e28 = tensor.empty() : tensor<2x2x2x33x16xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r27 : tensor<2x2x1x33x16xf32>) outs(%e28 : tensor<2x2x2x33x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x2x2x33x16xf32>
  %r30 = tensor.collapse_shape %g29 [[0], [1, 2], [3], [4]] : tensor<2x2x2x33x16xf32> into tensor<2x4x33x16xf32>
  %e31 = tensor.empty() : tensor<2x4x16x33xf32>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r26 : tensor<2x4x33x16xf32>) outs(%e31 : tensor<2x4x16x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x4x16x33xf32>
  %r33 = tensor.collapse_shape %r11 [[0, 1], [2], [3]] : tensor<2x4x33x16xf32> into tensor<8x33x16xf32>
  %r34 = tensor.collapse_shape %g32 [[0, 1], [2], [3]] : tensor<2x4x16x33xf32> into tensor<8x16x33xf32>
  %e36 = tensor.empty() : tensor<8x33x33xf32>
  %f37 = linalg.fill ins(%c35 : f32) outs(%e36 : tensor<8x33x33xf32>) -> tensor<8x33x33xf32>
  %n38 = linalg.batch_matmul ins(%r33, %r34 : tensor<8x33x16xf32>, tensor<8x16x33xf32>) outs(%f37 : tensor<8x33x33xf32>) -> tensor<8x33x33xf32>
  %r39 = tensor.expand_shape %n38 [[0, 1], [2], [3]] output_shape [2, 4, 33, 33] : tensor<8x33x33xf32> into tensor<2x4x33x33xf32>
  %e41 = tensor.empty() : tensor<2x4x33x33xf32>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r39 : tensor<2x4x33x33xf32>) outs(%e41 : tensor<2x4x33x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c40 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x33xf32>
  %e44 = tensor.empty() : tensor<2x4x33x33xf32>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g42 : tensor<2x4x33x33xf32>) outs(%e44 : tensor<2x4x33x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c43 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x33xf32>
  %e46 = tensor.empty() : tensor<2x4x33xf32>
  %f47 = linalg.fill ins(%c43 : f32) outs(%e46 : tensor<2x4x33xf32>) -> tensor<2x4x33xf32>
  %g48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g45 : tensor<2x4x33x33xf32>) outs(%f47 : tensor<2x4x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33xf32>
  %e49 = tensor.empty() : tensor<2x4x33x33xf32>
  %g50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g45, %g48 : tensor<2x4x33x33xf32>, tensor<2x4x33xf32>) outs(%e49 : tensor<2x4x33x33xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x33xf32>
  %e51 = tensor.empty() : tensor<2x4x33x33xf32>
  %g52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g50 : tensor<2x4x33x33xf32>) outs(%e51 : tensor<2x4x33x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x33xf32>
  %e53 = tensor.empty() : tensor<2x4x33xf32>
  %f54 = linalg.fill ins(%c35 : f32) outs(%e53 : tensor<2x4x33xf32>) -> tensor<2x4x33xf32>
  %g55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g52 : tensor<2x4x33x33xf32>) outs(%f54 : tensor<2x4x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33xf32>
  %e56 = tensor.empty() : tensor<2x4x33x33xf32>
  %g57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g52, %g55 : tensor<2x4x33x33xf32>, tensor<2x4x33xf32>) outs(%e56 : tensor<2x4x33x33xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x33xf32>
  %r58 = tensor.collapse_shape %g57 [[0, 1], [2], [3]] : tensor<2x4x33x33xf32> into tensor<8x33x33xf32>
  %r59 = tensor.collapse_shape %r30 [[0, 1], [2], [3]] : tensor<2x4x33x16xf32> into tensor<8x33x16xf32>
  %e60 = tensor.empty() : tensor<8x33x16xf32>
  %f61 = linalg.fill ins(%c35 : f32) outs(%e60 : tensor<8x33x16xf32>) -> tensor<8x33x16xf32>
  %n62 = linalg.batch_matmul ins(%r58, %r59 : tensor<8x33x33xf32>, tensor<8x33x16xf32>) outs(%f61 : tensor<8x33x16xf32>) -> tensor<8x33x16xf32>
  %r63 = tensor.expand_shape %n62 [[0, 1], [2], [3]] output_shape [2, 4, 33, 16] : tensor<8x33x16xf32> into tensor<2x4x33x16xf32>
  return %r63 : tensor<2x4x33x16xf32>
}
