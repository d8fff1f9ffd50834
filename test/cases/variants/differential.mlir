// Differential attention: two softmaxes, the second times a number of each head, subtracted before the values.
func.func @main(%q1: tensor<1x2x50x16xf16>, %k1: tensor<1x2x50x16xf16>, %q2: tensor<1x2x50x16xf16>, %k2: tensor<1x2x50x16xf16>, %v: tensor<1x2x50x32xf16>, %lam: tensor<2xf32>) -> (tensor<1x2x50x32xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x2x16x50xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k1 : tensor<1x2x50x16xf16>) outs(%e1 : tensor<1x2x16x50xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x50xf16>
  %r3 = tensor.collapse_shape %q1 [[0, 1], [2], [3]] : tensor<1x2x50x16xf16> into tensor<2x50x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x16x50xf16> into tensor<2x16x50xf16>
  %e6 = tensor.empty() : tensor<2x50x50xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x50x50xf32>) -> tensor<2x50x50xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x50x16xf16>, tensor<2x16x50xf16>) outs(%f7 : tensor<2x50x50xf32>) -> tensor<2x50x50xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 50, 50] : tensor<2x50x50xf32> into tensor<1x2x50x50xf32>
  %e11 = tensor.empty() : tensor<1x2x50x50xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x50x50xf32>) outs(%e11 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e14 = tensor.empty() : tensor<1x2x50x50xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x50x50xf32>) outs(%e14 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e16 = tensor.empty() : tensor<1x2x50xf32>
  %f17 = linalg.fill ins(%c13 : f32) outs(%e16 : tensor<1x2x50xf32>) -> tensor<1x2x50xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x2x50x50xf32>) outs(%f17 : tensor<1x2x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50xf32>
  %e19 = tensor.empty() : tensor<1x2x50x50xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g18 : tensor<1x2x50x50xf32>, tensor<1x2x50xf32>) outs(%e19 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e21 = tensor.empty() : tensor<1x2x50x50xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<1x2x50x50xf32>) outs(%e21 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e23 = tensor.empty() : tensor<1x2x50xf32>
  %f24 = linalg.fill ins(%c5 : f32) outs(%e23 : tensor<1x2x50xf32>) -> tensor<1x2x50xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<1x2x50x50xf32>) outs(%f24 : tensor<1x2x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50xf32>
  %e26 = tensor.empty() : tensor<1x2x50x50xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<1x2x50x50xf32>, tensor<1x2x50xf32>) outs(%e26 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e28 = tensor.empty() : tensor<1x2x16x50xf16>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k2 : tensor<1x2x50x16xf16>) outs(%e28 : tensor<1x2x16x50xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x16x50xf16>
  %r30 = tensor.collapse_shape %q2 [[0, 1], [2], [3]] : tensor<1x2x50x16xf16> into tensor<2x50x16xf16>
  %r31 = tensor.collapse_shape %g29 [[0, 1], [2], [3]] : tensor<1x2x16x50xf16> into tensor<2x16x50xf16>
  %e32 = tensor.empty() : tensor<2x50x50xf32>
  %f33 = linalg.fill ins(%c5 : f32) outs(%e32 : tensor<2x50x50xf32>) -> tensor<2x50x50xf32>
  %n34 = linalg.batch_matmul ins(%r30, %r31 : tensor<2x50x16xf16>, tensor<2x16x50xf16>) outs(%f33 : tensor<2x50x50xf32>) -> tensor<2x50x50xf32>
  %r35 = tensor.expand_shape %n34 [[0, 1], [2], [3]] output_shape [1, 2, 50, 50] : tensor<2x50x50xf32> into tensor<1x2x50x50xf32>
  %e36 = tensor.empty() : tensor<1x2x50x50xf32>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r35 : tensor<1x2x50x50xf32>) outs(%e36 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e38 = tensor.empty() : tensor<1x2x50x50xf32>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g37 : tensor<1x2x50x50xf32>) outs(%e38 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e40 = tensor.empty() : tensor<1x2x50xf32>
  %f41 = linalg.fill ins(%c13 : f32) outs(%e40 : tensor<1x2x50xf32>) -> tensor<1x2x50xf32>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g39 : tensor<1x2x50x50xf32>) outs(%f41 : tensor<1x2x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50xf32>
  %e43 = tensor.empty() : tensor<1x2x50x50xf32>
  %g44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g39, %g42 : tensor<1x2x50x50xf32>, tensor<1x2x50xf32>) outs(%e43 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e45 = tensor.empty() : tensor<1x2x50x50xf32>
  %g46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g44 : tensor<1x2x50x50xf32>) outs(%e45 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e47 = tensor.empty() : tensor<1x2x50xf32>
  %f48 = linalg.fill ins(%c5 : f32) outs(%e47 : tensor<1x2x50xf32>) -> tensor<1x2x50xf32>
  %g49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g46 : tensor<1x2x50x50xf32>) outs(%f48 : tensor<1x2x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50xf32>
  %e50 = tensor.empty() : tensor<1x2x50x50xf32>
  %g51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g46, %g49 : tensor<1x2x50x50xf32>, tensor<1x2x50xf32>) outs(%e50 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e52 = tensor.empty() : tensor<1x2x50x50xf32>
  %g53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27, %g51, %lam : tensor<1x2x50x50xf32>, tensor<1x2x50x50xf32>, tensor<2xf32>) outs(%e52 : tensor<1x2x50x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o0: f32):
    %x = arith.mulf %a2, %a1 : f32
    %r = arith.subf %a0, %x : f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x50xf32>
  %e54 = tensor.empty() : tensor<1x2x50x32xf32>
  %g55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v : tensor<1x2x50x32xf16>) outs(%e54 : tensor<1x2x50x32xf32>) {
  ^bb0(%a0: f16, %o0: f32):
    %r = arith.extf %a0 : f16 to f32
    linalg.yield %r : f32
  } -> tensor<1x2x50x32xf32>
  %r56 = tensor.collapse_shape %g53 [[0, 1], [2], [3]] : tensor<1x2x50x50xf32> into tensor<2x50x50xf32>
  %r57 = tensor.collapse_shape %g55 [[0, 1], [2], [3]] : tensor<1x2x50x32xf32> into tensor<2x50x32xf32>
  %e58 = tensor.empty() : tensor<2x50x32xf32>
  %f59 = linalg.fill ins(%c5 : f32) outs(%e58 : tensor<2x50x32xf32>) -> tensor<2x50x32xf32>
  %n60 = linalg.batch_matmul ins(%r56, %r57 : tensor<2x50x50xf32>, tensor<2x50x32xf32>) outs(%f59 : tensor<2x50x32xf32>) -> tensor<2x50x32xf32>
  %r61 = tensor.expand_shape %n60 [[0, 1], [2], [3]] output_shape [1, 2, 50, 32] : tensor<2x50x32xf32> into tensor<1x2x50x32xf32>
  %e62 = tensor.empty() : tensor<1x2x50x32xf16>
  %g63 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r61 : tensor<1x2x50x32xf32>) outs(%e62 : tensor<1x2x50x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x50x32xf16>
  return %g63 : tensor<1x2x50x32xf16>
}
