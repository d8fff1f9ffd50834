// Queries, keys and values of one packed tensor, four heads, weights in bf16.
func.func @main(%x: tensor<2x40x192xbf16>) -> (tensor<2x40x64xbf16>) {
  %c17 = arith.constant 0.0 : f32
  %c22 = arith.constant 0.25 : f32
  %c25 = arith.constant 0xFF800000 : f32
  %c30 = arith.constant 0 : i64
  %s1 = tensor.extract_slice %x[0, 0, 0] [2, 40, 64] [1, 1, 1] : tensor<2x40x192xbf16> to tensor<2x40x64xbf16>
  %r2 = tensor.expand_shape %s1 [[0], [1], [2, 3]] output_shape [2, 40, 4, 16] : tensor<2x40x64xbf16> into tensor<2x40x4x16xbf16>
  %e3 = tensor.empty() : tensor<2x4x40x16xbf16>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r2 : tensor<2x40x4x16xbf16>) outs(%e3 : tensor<2x4x40x16xbf16>) {
  ^bb0(%a0: bf16, %o0: bf16):
    linalg.yield %a0 : bf16
  } -> tensor<2x4x40x16xbf16>
  %s5 = tensor.extract_slice %x[0, 0, 64] [2, 40, 64] [1, 1, 1] : tensor<2x40x192xbf16> to tensor<2x40x64xbf16>
  %r6 = tensor.expand_shape %s5 [[0], [1], [2, 3]] output_shape [2, 40, 4, 16] : tensor<2x40x64xbf16> into tensor<2x40x4x16xbf16>
  %e7 = tensor.empty() : tensor<2x4x40x16xbf16>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r6 : tensor<2x40x4x16xbf16>) outs(%e7 : tensor<2x4x40x16xbf16>) {
  ^bb0(%a0: bf16, %o0: bf16):
    linalg.yield %a0 : bf16
  } -> tensor<2x4x40x16xbf16>
  %s9 = tensor.extract_slice %x[0, 0, 128] [2, 40, 64] [1, 1, 1] : tensor<2x40x192xbf16> to tensor<2x40x64xbf16>
  %r10 = tensor.expand_shape %s9 [[0], [1], [2, 3]] output_shape [2, 40, 4, 16] : tensor<2x40x64xbf16> into tensor<2x40x4x16xbf16>
  %e11 = tensor.empty() : tensor<2x4x40x16xbf16>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r10 : tensor<2x40x4x16xbf16>) outs(%e11 : tensor<2x4x40x16xbf16>) {
  ^bb0(%a0: bf16, %o0: bf16):
    linalg.yield %a0 : bf16
  } -> tensor<2x4x40x16xbf16>
  %e13 = tensor.empty() : tensor<2x4x16x40xbf16>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g8 : tensor<2x4x40x16xbf16>) outs(%e13 : tensor<2x4x16x40xbf16>) {
  ^bb0(%a0: bf16, %o0: bf16):
    linalg.yield %a0 : bf16
  } -> tensor<2x4x16x40xbf16>
  %r15 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<2x4x40x16xbf16> into tensor<8x40x16xbf16>
  %r16 = tensor.collapse_shape %g14 [[0, 1], [2], [3]] : tensor<2x4x16x40xbf16> into tensor<8x16x40xbf16>
  %e18 = tensor.empty() : tensor<8x40x40xf32>
  %f19 = linalg.fill ins(%c17 : f32) outs(%e18 : tensor<8x40x40xf32>) -> tensor<8x40x40xf32>
  %n20 = linalg.batch_matmul ins(%r15, %r16 : tensor<8x40x16xbf16>, tensor<8x16x40xbf16>) outs(%f19 : tensor<8x40x40xf32>) -> tensor<8x40x40xf32>
  %r21 = tensor.expand_shape %n20 [[0, 1], [2], [3]] output_shape [2, 4, 40, 40] : tensor<8x40x40xf32> into tensor<2x4x40x40xf32>
  %e23 = tensor.empty() : tensor<2x4x40x40xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r21 : tensor<2x4x40x40xf32>) outs(%e23 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c22 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e26 = tensor.empty() : tensor<2x4x40x40xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g24 : tensor<2x4x40x40xf32>) outs(%e26 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c25 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e28 = tensor.empty() : tensor<2x4x40x1xf32>
  %f29 = linalg.fill ins(%c25 : f32) outs(%e28 : tensor<2x4x40x1xf32>) -> tensor<2x4x40x1xf32>
  %e31 = tensor.empty() : tensor<2x4x40x1xi64>
  %f32 = linalg.fill ins(%c30 : i64) outs(%e31 : tensor<2x4x40x1xi64>) -> tensor<2x4x40x1xi64>
  %g33:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g27 : tensor<2x4x40x40xf32>) outs(%f29, %f32 : tensor<2x4x40x1xf32>, tensor<2x4x40x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<2x4x40x1xf32>, tensor<2x4x40x1xi64>)
  %e35 = tensor.empty() : tensor<2x4x40x40xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27, %g33#0 : tensor<2x4x40x40xf32>, tensor<2x4x40x1xf32>) outs(%e35 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e37 = tensor.empty() : tensor<2x4x40x40xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36 : tensor<2x4x40x40xf32>) outs(%e37 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e39 = tensor.empty() : tensor<2x4x40xf32>
  %f40 = linalg.fill ins(%c17 : f32) outs(%e39 : tensor<2x4x40xf32>) -> tensor<2x4x40xf32>
  %e41 = tensor.empty() : tensor<2x4x40x1xf32>
  %f42 = linalg.fill ins(%c17 : f32) outs(%e41 : tensor<2x4x40x1xf32>) -> tensor<2x4x40x1xf32>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g38 : tensor<2x4x40x40xf32>) outs(%f42 : tensor<2x4x40x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x1xf32>
  %e44 = tensor.empty() : tensor<2x4x40x40xf32>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g38, %g43 : tensor<2x4x40x40xf32>, tensor<2x4x40x1xf32>) outs(%e44 : tensor<2x4x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x40xf32>
  %e46 = tensor.empty() : tensor<2x4x40x40xbf16>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g45 : tensor<2x4x40x40xf32>) outs(%e46 : tensor<2x4x40x40xbf16>) {
  ^bb0(%a0: f32, %o0: bf16):
    %r = arith.truncf %a0 : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x4x40x40xbf16>
  %r48 = tensor.collapse_shape %g47 [[0, 1], [2], [3]] : tensor<2x4x40x40xbf16> into tensor<8x40x40xbf16>
  %r49 = tensor.collapse_shape %g12 [[0, 1], [2], [3]] : tensor<2x4x40x16xbf16> into tensor<8x40x16xbf16>
  %e50 = tensor.empty() : tensor<8x40x16xf32>
  %f51 = linalg.fill ins(%c17 : f32) outs(%e50 : tensor<8x40x16xf32>) -> tensor<8x40x16xf32>
  %n52 = linalg.batch_matmul ins(%r48, %r49 : tensor<8x40x40xbf16>, tensor<8x40x16xbf16>) outs(%f51 : tensor<8x40x16xf32>) -> tensor<8x40x16xf32>
  %r53 = tensor.expand_shape %n52 [[0, 1], [2], [3]] output_shape [2, 4, 40, 16] : tensor<8x40x16xf32> into tensor<2x4x40x16xf32>
  %e54 = tensor.empty() : tensor<2x40x4x16xf32>
  %g55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r53 : tensor<2x4x40x16xf32>) outs(%e54 : tensor<2x40x4x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x40x4x16xf32>
  %r56 = tensor.collapse_shape %g55 [[0], [1], [2, 3]] : tensor<2x40x4x16xf32> into tensor<2x40x64xf32>
  %e57 = tensor.empty() : tensor<2x40x64xbf16>
  %g58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%r56 : tensor<2x40x64xf32>) outs(%e57 : tensor<2x40x64xbf16>) {
  ^bb0(%a0: f32, %o0: bf16):
    %r = arith.truncf %a0 : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<2x40x64xbf16>
  return %g58 : tensor<2x40x64xbf16>
}
