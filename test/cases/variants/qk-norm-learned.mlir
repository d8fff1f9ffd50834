// RMS norm of queries and keys with learned scales, then GQA by repeat, causal.
func.func @main(%q: tensor<2x4x40x32xf16>, %k: tensor<2x2x40x32xf16>, %v: tensor<2x2x40x32xf16>, %wq: tensor<32xf16>, %wk: tensor<32xf16>) -> (tensor<2x4x40x32xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c9 = arith.constant 32.0 : f32
  %c10 = arith.constant 1.0e-06 : f32
  %c50 = arith.constant 0.17677669 : f32
  %c53 = arith.constant 0xFF800000 : f32
  %c58 = arith.constant 0 : i64
  %e1 = tensor.empty() : tensor<2x4x40x32xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q : tensor<2x4x40x32xf16>) outs(%e1 : tensor<2x4x40x32xf32>) {
  ^bb0(%a0: f16, %o0: f32):
    %r = arith.extf %a0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x32xf32>
  %e3 = tensor.empty() : tensor<2x4x40x32xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g2, %g2 : tensor<2x4x40x32xf32>, tensor<2x4x40x32xf32>) outs(%e3 : tensor<2x4x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x32xf32>
  %e6 = tensor.empty() : tensor<2x4x40xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x4x40xf32>) -> tensor<2x4x40xf32>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g4 : tensor<2x4x40x32xf32>) outs(%f7 : tensor<2x4x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40xf32>
  %e11 = tensor.empty() : tensor<2x4x40xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g8 : tensor<2x4x40xf32>) outs(%e11 : tensor<2x4x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %m = arith.divf %a0, %c9 : f32
    %e = arith.addf %m, %c10 : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40xf32>
  %e13 = tensor.empty() : tensor<2x4x40x32xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g2, %g12 : tensor<2x4x40x32xf32>, tensor<2x4x40xf32>) outs(%e13 : tensor<2x4x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x32xf32>
  %e15 = tensor.empty() : tensor<2x4x40x32xf16>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14 : tensor<2x4x40x32xf32>) outs(%e15 : tensor<2x4x40x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x4x40x32xf16>
  %e17 = tensor.empty() : tensor<2x4x40x32xf16>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g16, %wq : tensor<2x4x40x32xf16>, tensor<32xf16>) outs(%e17 : tensor<2x4x40x32xf16>) {
  ^bb0(%a0: f16, %a1: f16, %o0: f16):
    %r = arith.mulf %a0, %a1 : f16
    linalg.yield %r : f16
  } -> tensor<2x4x40x32xf16>
  %e19 = tensor.empty() : tensor<2x2x40x32xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x2x40x32xf16>) outs(%e19 : tensor<2x2x40x32xf32>) {
  ^bb0(%a0: f16, %o0: f32):
    %r = arith.extf %a0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<2x2x40x32xf32>
  %e21 = tensor.empty() : tensor<2x2x40x32xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g20 : tensor<2x2x40x32xf32>, tensor<2x2x40x32xf32>) outs(%e21 : tensor<2x2x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x40x32xf32>
  %e23 = tensor.empty() : tensor<2x2x40xf32>
  %f24 = linalg.fill ins(%c5 : f32) outs(%e23 : tensor<2x2x40xf32>) -> tensor<2x2x40xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<2x2x40x32xf32>) outs(%f24 : tensor<2x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x40xf32>
  %e26 = tensor.empty() : tensor<2x2x40xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g25 : tensor<2x2x40xf32>) outs(%e26 : tensor<2x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %m = arith.divf %a0, %c9 : f32
    %e = arith.addf %m, %c10 : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<2x2x40xf32>
  %e28 = tensor.empty() : tensor<2x2x40x32xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g27 : tensor<2x2x40x32xf32>, tensor<2x2x40xf32>) outs(%e28 : tensor<2x2x40x32xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x40x32xf32>
  %e30 = tensor.empty() : tensor<2x2x40x32xf16>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29 : tensor<2x2x40x32xf32>) outs(%e30 : tensor<2x2x40x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x40x32xf16>
  %e32 = tensor.empty() : tensor<2x2x40x32xf16>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31, %wk : tensor<2x2x40x32xf16>, tensor<32xf16>) outs(%e32 : tensor<2x2x40x32xf16>) {
  ^bb0(%a0: f16, %a1: f16, %o0: f16):
    %r = arith.mulf %a0, %a1 : f16
    linalg.yield %r : f16
  } -> tensor<2x2x40x32xf16>
  %r34 = tensor.expand_shape %g33 [[0], [1, 2], [3], [4]] output_shape [2, 2, 1, 40, 32] : tensor<2x2x40x32xf16> into tensor<2x2x1x40x32xf16>
  %e35 = tensor.empty() : tensor<2x2x2x40x32xf16>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r34 : tensor<2x2x1x40x32xf16>) outs(%e35 : tensor<2x2x2x40x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x2x40x32xf16>
  %r37 = tensor.collapse_shape %g36 [[0], [1, 2], [3], [4]] : tensor<2x2x2x40x32xf16> into tensor<2x4x40x32xf16>
  %r38 = tensor.expand_shape %v [[0], [1, 2], [3], [4]] output_shape [2, 2, 1, 40, 32] : tensor<2x2x40x32xf16> into tensor<2x2x1x40x32xf16>
  %e39 = tensor.empty() : tensor<2x2x2x40x32xf16>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%r38 : tensor<2x2x1x40x32xf16>) outs(%e39 : tensor<2x2x2x40x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x2x40x32xf16>
  %r41 = tensor.collapse_shape %g40 [[0], [1, 2], [3], [4]] : tensor<2x2x2x40x32xf16> into tensor<2x4x40x32xf16>
  %e42 = tensor.empty() : tensor<2x4x32x40xf16>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r37 : tensor<2x4x40x32xf16>) outs(%e42 : tensor<2x4x32x40xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x4x32x40xf16>
  %r44 = tensor.collapse_shape %g18 [[0, 1], [2], [3]] : tensor<2x4x40x32xf16> into tensor<8x40x32xf16>
  %r45 = tensor.collapse_shape %g43 [[0, 1], [2], [3]] : tensor<2x4x32x40xf16> into tensor<8x32x40xf16>
  %e46 = tensor.empty() : tensor<8x40x40xf32>
  %f47 = linalg.fill ins(%c5 : f32) outs(%e46 : tensor<8x40x40xf32>) -> tensor<8x40x40xf32>
  %n48 = linalg.batch_matmul ins(%r44, %r45 : tensor<8x40x32xf16>, tensor<8x32x40xf16>) outs(%f47 : tensor<8x40x40xf32>) -> tensor<8x40x40xf32>
  %r49 = tensor.expand_shape %n48 [[0, 1], [2], [3]] output_shape [2, 4, 40, 40] : tensor<8x40x40xf32> into tensor<2x4x40x40xf32>
  %e51 = tensor.empty() : tensor<2x4x40x40xf32>
  %g52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r49 : tensor<2x4x40x40xf32>) outs(%e51 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c50 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e54 = tensor.empty() : tensor<2x4x40x40xf32>
  %g55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g52 : tensor<2x4x40x40xf32>) outs(%e54 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c53 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e56 = tensor.empty() : tensor<2x4x40x1xf32>
  %f57 = linalg.fill ins(%c53 : f32) outs(%e56 : tensor<2x4x40x1xf32>) -> tensor<2x4x40x1xf32>
  %e59 = tensor.empty() : tensor<2x4x40x1xi64>
  %f60 = linalg.fill ins(%c58 : i64) outs(%e59 : tensor<2x4x40x1xi64>) -> tensor<2x4x40x1xi64>
  %g61:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g55 : tensor<2x4x40x40xf32>) outs(%f57, %f60 : tensor<2x4x40x1xf32>, tensor<2x4x40x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<2x4x40x1xf32>, tensor<2x4x40x1xi64>)
  %e63 = tensor.empty() : tensor<2x4x40x40xf32>
  %g64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g55, %g61#0 : tensor<2x4x40x40xf32>, tensor<2x4x40x1xf32>) outs(%e63 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e65 = tensor.empty() : tensor<2x4x40x40xf32>
  %g66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g64 : tensor<2x4x40x40xf32>) outs(%e65 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e67 = tensor.empty() : tensor<2x4x40xf32>
  %f68 = linalg.fill ins(%c5 : f32) outs(%e67 : tensor<2x4x40xf32>) -> tensor<2x4x40xf32>
  %e69 = tensor.empty() : tensor<2x4x40x1xf32>
  %f70 = linalg.fill ins(%c5 : f32) outs(%e69 : tensor<2x4x40x1xf32>) -> tensor<2x4x40x1xf32>
  %g71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g66 : tensor<2x4x40x40xf32>) outs(%f70 : tensor<2x4x40x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x1xf32>
  %e72 = tensor.empty() : tensor<2x4x40x40xf32>
  %g73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g66, %g71 : tensor<2x4x40x40xf32>, tensor<2x4x40x1xf32>) outs(%e72 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e74 = tensor.empty() : tensor<2x4x40x40xf16>
  %g75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g73 : tensor<2x4x40x40xf32>) outs(%e74 : tensor<2x4x40x40xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x4x40x40xf16>
  %r76 = tensor.collapse_shape %g75 [[0, 1], [2], [3]] : tensor<2x4x40x40xf16> into tensor<8x40x40xf16>
  %r77 = tensor.collapse_shape %r41 [[0, 1], [2], [3]] : tensor<2x4x40x32xf16> into tensor<8x40x32xf16>
  %e78 = tensor.empty() : tensor<8x40x32xf32>
  %f79 = linalg.fill ins(%c5 : f32) outs(%e78 : tensor<8x40x32xf32>) -> tensor<8x40x32xf32>
  %n80 = linalg.batch_matmul ins(%r76, %r77 : tensor<8x40x40xf16>, tensor<8x40x32xf16>) outs(%f79 : tensor<8x40x32xf32>) -> tensor<8x40x32xf32>
  %r81 = tensor.expand_shape %n80 [[0, 1], [2], [3]] output_shape [2, 4, 40, 32] : tensor<8x40x32xf32> into tensor<2x4x40x32xf32>
  %e82 = tensor.empty() : tensor<2x4x40x32xf16>
  %g83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r81 : tensor<2x4x40x32xf32>) outs(%e82 : tensor<2x4x40x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x4x40x32xf16>
  return %g83 : tensor<2x4x40x32xf16>
}
