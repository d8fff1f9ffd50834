// Rotary embedding by halves (rotate_half) and repeat_kv, as Llama of torch-mlir.
func.func @main(%q: tensor<1x4x40x32xf32>, %k: tensor<1x2x40x32xf32>, %v: tensor<1x2x40x32xf32>, %cos: tensor<1x40x32xf32>, %sin: tensor<1x40x32xf32>) -> (tensor<1x4x40x32xf32>) {
  %c39 = arith.constant 0.0 : f32
  %c44 = arith.constant 0.17677669 : f32
  %c47 = arith.constant 0xFF800000 : f32
  %c52 = arith.constant 0 : i64
  %s1 = tensor.extract_slice %q[0, 0, 0, 0] [1, 4, 40, 16] [1, 1, 1, 1] : tensor<1x4x40x32xf32> to tensor<1x4x40x16xf32>
  %s2 = tensor.extract_slice %q[0, 0, 0, 16] [1, 4, 40, 16] [1, 1, 1, 1] : tensor<1x4x40x32xf32> to tensor<1x4x40x16xf32>
  %e3 = tensor.empty() : tensor<1x4x40x16xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s2 : tensor<1x4x40x16xf32>) outs(%e3 : tensor<1x4x40x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.negf %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x16xf32>
  %k5 = tensor.concat dim(3) %g4, %s1 : (tensor<1x4x40x16xf32>, tensor<1x4x40x16xf32>) -> tensor<1x4x40x32xf32>
  %r6 = tensor.expand_shape %cos [[0, 1], [2], [3]] output_shape [1, 1, 40, 32] : tensor<1x40x32xf32> into tensor<1x1x40x32xf32>
  %r7 = tensor.expand_shape %sin [[0, 1], [2], [3]] output_shape [1, 1, 40, 32] : tensor<1x40x32xf32> into tensor<1x1x40x32xf32>
  %e8 = tensor.empty() : tensor<1x4x40x32xf32>
  %g9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q, %r6 : tensor<1x4x40x32xf32>, tensor<1x1x40x32xf32>) outs(%e8 : tensor<1x4x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x32xf32>
  %e10 = tensor.empty() : tensor<1x4x40x32xf32>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k5, %r7 : tensor<1x4x40x32xf32>, tensor<1x1x40x32xf32>) outs(%e10 : tensor<1x4x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x32xf32>
  %e12 = tensor.empty() : tensor<1x4x40x32xf32>
  %g13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g9, %g11 : tensor<1x4x40x32xf32>, tensor<1x4x40x32xf32>) outs(%e12 : tensor<1x4x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x32xf32>
  %s14 = tensor.extract_slice %k[0, 0, 0, 0] [1, 2, 40, 16] [1, 1, 1, 1] : tensor<1x2x40x32xf32> to tensor<1x2x40x16xf32>
  %s15 = tensor.extract_slice %k[0, 0, 0, 16] [1, 2, 40, 16] [1, 1, 1, 1] : tensor<1x2x40x32xf32> to tensor<1x2x40x16xf32>
  %e16 = tensor.empty() : tensor<1x2x40x16xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s15 : tensor<1x2x40x16xf32>) outs(%e16 : tensor<1x2x40x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.negf %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x16xf32>
  %k18 = tensor.concat dim(3) %g17, %s14 : (tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) -> tensor<1x2x40x32xf32>
  %r19 = tensor.expand_shape %cos [[0, 1], [2], [3]] output_shape [1, 1, 40, 32] : tensor<1x40x32xf32> into tensor<1x1x40x32xf32>
  %r20 = tensor.expand_shape %sin [[0, 1], [2], [3]] output_shape [1, 1, 40, 32] : tensor<1x40x32xf32> into tensor<1x1x40x32xf32>
  %e21 = tensor.empty() : tensor<1x2x40x32xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k, %r19 : tensor<1x2x40x32xf32>, tensor<1x1x40x32xf32>) outs(%e21 : tensor<1x2x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x32xf32>
  %e23 = tensor.empty() : tensor<1x2x40x32xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k18, %r20 : tensor<1x2x40x32xf32>, tensor<1x1x40x32xf32>) outs(%e23 : tensor<1x2x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x32xf32>
  %e25 = tensor.empty() : tensor<1x2x40x32xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g24 : tensor<1x2x40x32xf32>, tensor<1x2x40x32xf32>) outs(%e25 : tensor<1x2x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x32xf32>
  %r27 = tensor.expand_shape %g26 [[0], [1, 2], [3], [4]] output_shape [1, 2, 1, 40, 32] : tensor<1x2x40x32xf32> into tensor<1x2x1x40x32xf32>
  %e28 = tensor.empty() : tensor<1x2x2x40x32xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r27 : tensor<1x2x1x40x32xf32>) outs(%e28 : tensor<1x2x2x40x32xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x2x40x32xf32>
  %r30 = tensor.collapse_shape %g29 [[0], [1, 2], [3], [4]] : tensor<1x2x2x40x32xf32> into tensor<1x4x40x32xf32>
  %r31 = tensor.expand_shape %v [[0], [1, 2], [3], [4]] output_shape [1, 2, 1, 40, 32] : tensor<1x2x40x32xf32> into tensor<1x2x1x40x32xf32>
  %e32 = tensor.empty() : tensor<1x2x2x40x32xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r31 : tensor<1x2x1x40x32xf32>) outs(%e32 : tensor<1x2x2x40x32xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x2x40x32xf32>
  %r34 = tensor.collapse_shape %g33 [[0], [1, 2], [3], [4]] : tensor<1x2x2x40x32xf32> into tensor<1x4x40x32xf32>
  %e35 = tensor.empty() : tensor<1x4x32x40xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r30 : tensor<1x4x40x32xf32>) outs(%e35 : tensor<1x4x32x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x4x32x40xf32>
  %r37 = tensor.collapse_shape %g13 [[0, 1], [2], [3]] : tensor<1x4x40x32xf32> into tensor<4x40x32xf32>
  %r38 = tensor.collapse_shape %g36 [[0, 1], [2], [3]] : tensor<1x4x32x40xf32> into tensor<4x32x40xf32>
  %e40 = tensor.empty() : tensor<4x40x40xf32>
  %f41 = linalg.fill ins(%c39 : f32) outs(%e40 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
  %n42 = linalg.batch_matmul ins(%r37, %r38 : tensor<4x40x32xf32>, tensor<4x32x40xf32>) outs(%f41 : tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
  %r43 = tensor.expand_shape %n42 [[0, 1], [2], [3]] output_shape [1, 4, 40, 40] : tensor<4x40x40xf32> into tensor<1x4x40x40xf32>
  %e45 = tensor.empty() : tensor<1x4x40x40xf32>
  %g46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r43 : tensor<1x4x40x40xf32>) outs(%e45 : tensor<1x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c44 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x40xf32>
  %e48 = tensor.empty() : tensor<1x4x40x40xf32>
  %g49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g46 : tensor<1x4x40x40xf32>) outs(%e48 : tensor<1x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c47 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x40xf32>
  %e50 = tensor.empty() : tensor<1x4x40x1xf32>
  %f51 = linalg.fill ins(%c47 : f32) outs(%e50 : tensor<1x4x40x1xf32>) -> tensor<1x4x40x1xf32>
  %e53 = tensor.empty() : tensor<1x4x40x1xi64>
  %f54 = linalg.fill ins(%c52 : i64) outs(%e53 : tensor<1x4x40x1xi64>) -> tensor<1x4x40x1xi64>
  %g55:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g49 : tensor<1x4x40x40xf32>) outs(%f51, %f54 : tensor<1x4x40x1xf32>, tensor<1x4x40x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<1x4x40x1xf32>, tensor<1x4x40x1xi64>)
  %e57 = tensor.empty() : tensor<1x4x40x40xf32>
  %g58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g49, %g55#0 : tensor<1x4x40x40xf32>, tensor<1x4x40x1xf32>) outs(%e57 : tensor<1x4x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x40xf32>
  %e59 = tensor.empty() : tensor<1x4x40x40xf32>
  %g60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g58 : tensor<1x4x40x40xf32>) outs(%e59 : tensor<1x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x40xf32>
  %e61 = tensor.empty() : tensor<1x4x40xf32>
  %f62 = linalg.fill ins(%c39 : f32) outs(%e61 : tensor<1x4x40xf32>) -> tensor<1x4x40xf32>
  %e63 = tensor.empty() : tensor<1x4x40x1xf32>
  %f64 = linalg.fill ins(%c39 : f32) outs(%e63 : tensor<1x4x40x1xf32>) -> tensor<1x4x40x1xf32>
  %g65 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g60 : tensor<1x4x40x40xf32>) outs(%f64 : tensor<1x4x40x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x1xf32>
  %e66 = tensor.empty() : tensor<1x4x40x40xf32>
  %g67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g60, %g65 : tensor<1x4x40x40xf32>, tensor<1x4x40x1xf32>) outs(%e66 : tensor<1x4x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x40x40xf32>
  %r68 = tensor.collapse_shape %g67 [[0, 1], [2], [3]] : tensor<1x4x40x40xf32> into tensor<4x40x40xf32>
  %r69 = tensor.collapse_shape %r34 [[0, 1], [2], [3]] : tensor<1x4x40x32xf32> into tensor<4x40x32xf32>
  %e70 = tensor.empty() : tensor<4x40x32xf32>
  %f71 = linalg.fill ins(%c39 : f32) outs(%e70 : tensor<4x40x32xf32>) -> tensor<4x40x32xf32>
  %n72 = linalg.batch_matmul ins(%r68, %r69 : tensor<4x40x40xf32>, tensor<4x40x32xf32>) outs(%f71 : tensor<4x40x32xf32>) -> tensor<4x40x32xf32>
  %r73 = tensor.expand_shape %n72 [[0, 1], [2], [3]] output_shape [1, 4, 40, 32] : tensor<4x40x32xf32> into tensor<1x4x40x32xf32>
  return %r73 : tensor<1x4x40x32xf32>
}
