// Swin: a bias of relative positions through an index tensor, and a mask of shifted windows, both added.
func.func @main(%q: tensor<4x2x49x16xf16>, %k: tensor<4x2x49x16xf16>, %v: tensor<4x2x49x16xf16>, %table: tensor<169x2xf32>, %index: tensor<2401xi64>, %mask: tensor<4x49x49xf32>) -> (tensor<4x2x49x16xf16>) {
  %c10 = arith.constant 0.0 : f32
  %c15 = arith.constant 0.25 : f32
  %c22 = arith.constant 0xFF800000 : f32
  %c25 = arith.constant 0 : i64
  %e1 = tensor.empty() : tensor<2401x2xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%index : tensor<2401xi64>) outs(%e1 : tensor<2401x2xf32>) {
  ^bb0(%a0: i64, %o0: f32):
    %h = linalg.index 1 : index
    %x = arith.index_cast %a0 : i64 to index
    %r = tensor.extract %table[%x, %h] : tensor<169x2xf32>
    linalg.yield %r : f32
  } -> tensor<2401x2xf32>
  %r3 = tensor.expand_shape %g2 [[0, 1], [2]] output_shape [49, 49, 2] : tensor<2401x2xf32> into tensor<49x49x2xf32>
  %e4 = tensor.empty() : tensor<2x49x49xf32>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%r3 : tensor<49x49x2xf32>) outs(%e4 : tensor<2x49x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x49x49xf32>
  %e6 = tensor.empty() : tensor<4x2x16x49xf16>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<4x2x49x16xf16>) outs(%e6 : tensor<4x2x16x49xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<4x2x16x49xf16>
  %r8 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<4x2x49x16xf16> into tensor<8x49x16xf16>
  %r9 = tensor.collapse_shape %g7 [[0, 1], [2], [3]] : tensor<4x2x16x49xf16> into tensor<8x16x49xf16>
  %e11 = tensor.empty() : tensor<8x49x49xf32>
  %f12 = linalg.fill ins(%c10 : f32) outs(%e11 : tensor<8x49x49xf32>) -> tensor<8x49x49xf32>
  %n13 = linalg.batch_matmul ins(%r8, %r9 : tensor<8x49x16xf16>, tensor<8x16x49xf16>) outs(%f12 : tensor<8x49x49xf32>) -> tensor<8x49x49xf32>
  %r14 = tensor.expand_shape %n13 [[0, 1], [2], [3]] output_shape [4, 2, 49, 49] : tensor<8x49x49xf32> into tensor<4x2x49x49xf32>
  %e16 = tensor.empty() : tensor<4x2x49x49xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r14 : tensor<4x2x49x49xf32>) outs(%e16 : tensor<4x2x49x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c15 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x49xf32>
  %e18 = tensor.empty() : tensor<4x2x49x49xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g17, %g5 : tensor<4x2x49x49xf32>, tensor<2x49x49xf32>) outs(%e18 : tensor<4x2x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x49xf32>
  %e20 = tensor.empty() : tensor<4x2x49x49xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g19, %mask : tensor<4x2x49x49xf32>, tensor<4x49x49xf32>) outs(%e20 : tensor<4x2x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x49xf32>
  %e23 = tensor.empty() : tensor<4x2x49x1xf32>
  %f24 = linalg.fill ins(%c22 : f32) outs(%e23 : tensor<4x2x49x1xf32>) -> tensor<4x2x49x1xf32>
  %e26 = tensor.empty() : tensor<4x2x49x1xi64>
  %f27 = linalg.fill ins(%c25 : i64) outs(%e26 : tensor<4x2x49x1xi64>) -> tensor<4x2x49x1xi64>
  %g28:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g21 : tensor<4x2x49x49xf32>) outs(%f24, %f27 : tensor<4x2x49x1xf32>, tensor<4x2x49x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<4x2x49x1xf32>, tensor<4x2x49x1xi64>)
  %e30 = tensor.empty() : tensor<4x2x49x49xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g21, %g28#0 : tensor<4x2x49x49xf32>, tensor<4x2x49x1xf32>) outs(%e30 : tensor<4x2x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x49xf32>
  %e32 = tensor.empty() : tensor<4x2x49x49xf32>
  %g33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31 : tensor<4x2x49x49xf32>) outs(%e32 : tensor<4x2x49x49xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x49xf32>
  %e34 = tensor.empty() : tensor<4x2x49xf32>
  %f35 = linalg.fill ins(%c10 : f32) outs(%e34 : tensor<4x2x49xf32>) -> tensor<4x2x49xf32>
  %e36 = tensor.empty() : tensor<4x2x49x1xf32>
  %f37 = linalg.fill ins(%c10 : f32) outs(%e36 : tensor<4x2x49x1xf32>) -> tensor<4x2x49x1xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g33 : tensor<4x2x49x49xf32>) outs(%f37 : tensor<4x2x49x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x1xf32>
  %e39 = tensor.empty() : tensor<4x2x49x49xf32>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g33, %g38 : tensor<4x2x49x49xf32>, tensor<4x2x49x1xf32>) outs(%e39 : tensor<4x2x49x49xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4x2x49x49xf32>
  %e41 = tensor.empty() : tensor<4x2x49x49xf16>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g40 : tensor<4x2x49x49xf32>) outs(%e41 : tensor<4x2x49x49xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<4x2x49x49xf16>
  %r43 = tensor.collapse_shape %g42 [[0, 1], [2], [3]] : tensor<4x2x49x49xf16> into tensor<8x49x49xf16>
  %r44 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<4x2x49x16xf16> into tensor<8x49x16xf16>
  %e45 = tensor.empty() : tensor<8x49x16xf32>
  %f46 = linalg.fill ins(%c10 : f32) outs(%e45 : tensor<8x49x16xf32>) -> tensor<8x49x16xf32>
  %n47 = linalg.batch_matmul ins(%r43, %r44 : tensor<8x49x49xf16>, tensor<8x49x16xf16>) outs(%f46 : tensor<8x49x16xf32>) -> tensor<8x49x16xf32>
  %r48 = tensor.expand_shape %n47 [[0, 1], [2], [3]] output_shape [4, 2, 49, 16] : tensor<8x49x16xf32> into tensor<4x2x49x16xf32>
  %e49 = tensor.empty() : tensor<4x2x49x16xf16>
  %g50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r48 : tensor<4x2x49x16xf32>) outs(%e49 : tensor<4x2x49x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<4x2x49x16xf16>
  return %g50 : tensor<4x2x49x16xf16>
}
