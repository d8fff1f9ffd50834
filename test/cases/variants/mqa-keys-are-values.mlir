// One head of keys for all query heads, which are the values, too.
func.func @main(%q: tensor<2x3x40x32xf16>, %kv: tensor<2x70x32xf16>) -> (tensor<2x3x40x32xf16>) {
  %c7 = arith.constant 0.0 : f32
  %c12 = arith.constant 0.25 : f32
  %c15 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<2x3x70x32xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%kv : tensor<2x70x32xf16>) outs(%e1 : tensor<2x3x70x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x3x70x32xf16>
  %e3 = tensor.empty() : tensor<2x3x32x70xf16>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g2 : tensor<2x3x70x32xf16>) outs(%e3 : tensor<2x3x32x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x3x32x70xf16>
  %r5 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x40x32xf16> into tensor<6x40x32xf16>
  %r6 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<2x3x32x70xf16> into tensor<6x32x70xf16>
  %e8 = tensor.empty() : tensor<6x40x70xf32>
  %f9 = linalg.fill ins(%c7 : f32) outs(%e8 : tensor<6x40x70xf32>) -> tensor<6x40x70xf32>
  %n10 = linalg.batch_matmul ins(%r5, %r6 : tensor<6x40x32xf16>, tensor<6x32x70xf16>) outs(%f9 : tensor<6x40x70xf32>) -> tensor<6x40x70xf32>
  %r11 = tensor.expand_shape %n10 [[0, 1], [2], [3]] output_shape [2, 3, 40, 70] : tensor<6x40x70xf32> into tensor<2x3x40x70xf32>
  %e13 = tensor.empty() : tensor<2x3x40x70xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r11 : tensor<2x3x40x70xf32>) outs(%e13 : tensor<2x3x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c12 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40x70xf32>
  %e16 = tensor.empty() : tensor<2x3x40xf32>
  %f17 = linalg.fill ins(%c15 : f32) outs(%e16 : tensor<2x3x40xf32>) -> tensor<2x3x40xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g14 : tensor<2x3x40x70xf32>) outs(%f17 : tensor<2x3x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40xf32>
  %e19 = tensor.empty() : tensor<2x3x40x70xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14, %g18 : tensor<2x3x40x70xf32>, tensor<2x3x40xf32>) outs(%e19 : tensor<2x3x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40x70xf32>
  %e21 = tensor.empty() : tensor<2x3x40x70xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<2x3x40x70xf32>) outs(%e21 : tensor<2x3x40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40x70xf32>
  %e23 = tensor.empty() : tensor<2x3x40xf32>
  %f24 = linalg.fill ins(%c7 : f32) outs(%e23 : tensor<2x3x40xf32>) -> tensor<2x3x40xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<2x3x40x70xf32>) outs(%f24 : tensor<2x3x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40xf32>
  %e26 = tensor.empty() : tensor<2x3x40x70xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<2x3x40x70xf32>, tensor<2x3x40xf32>) outs(%e26 : tensor<2x3x40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40x70xf32>
  %e28 = tensor.empty() : tensor<2x3x40x70xf16>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27 : tensor<2x3x40x70xf32>) outs(%e28 : tensor<2x3x40x70xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x3x40x70xf16>
  %r30 = tensor.collapse_shape %g29 [[0, 1], [2], [3]] : tensor<2x3x40x70xf16> into tensor<6x40x70xf16>
  %r31 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<2x3x70x32xf16> into tensor<6x70x32xf16>
  %e32 = tensor.empty() : tensor<6x40x32xf32>
  %f33 = linalg.fill ins(%c7 : f32) outs(%e32 : tensor<6x40x32xf32>) -> tensor<6x40x32xf32>
  %n34 = linalg.batch_matmul ins(%r30, %r31 : tensor<6x40x70xf16>, tensor<6x70x32xf16>) outs(%f33 : tensor<6x40x32xf32>) -> tensor<6x40x32xf32>
  %r35 = tensor.expand_shape %n34 [[0, 1], [2], [3]] output_shape [2, 3, 40, 32] : tensor<6x40x32xf32> into tensor<2x3x40x32xf32>
  %e36 = tensor.empty() : tensor<2x3x40x32xf16>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r35 : tensor<2x3x40x32xf32>) outs(%e36 : tensor<2x3x40x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x3x40x32xf16>
  return %g37 : tensor<2x3x40x32xf16>
}
