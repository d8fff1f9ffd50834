// Capped scores, a causal window of 20, and a learned sink of each head as one more column.
func.func @main(%q: tensor<1x4x70x32xf16>, %k: tensor<1x4x70x32xf16>, %v: tensor<1x4x70x32xf16>, %sinks: tensor<4xf32>) -> (tensor<1x4x70x32xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.17677669 : f32
  %c13 = arith.constant 30.0 : f32
  %c20 = arith.constant 0 : index
  %c21 = arith.constant 20 : index
  %c22 = arith.constant 0xFF800000 : f32
  %c30 = arith.constant 0 : i64
  %e1 = tensor.empty() : tensor<1x4x32x70xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x4x70x32xf16>) outs(%e1 : tensor<1x4x32x70xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x4x32x70xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x4x70x32xf16> into tensor<4x70x32xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x4x32x70xf16> into tensor<4x32x70xf16>
  %e6 = tensor.empty() : tensor<4x70x70xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<4x70x70xf32>) -> tensor<4x70x70xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<4x70x32xf16>, tensor<4x32x70xf16>) outs(%f7 : tensor<4x70x70xf32>) -> tensor<4x70x70xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 4, 70, 70] : tensor<4x70x70xf32> into tensor<1x4x70x70xf32>
  %e11 = tensor.empty() : tensor<1x4x70x70xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x4x70x70xf32>) outs(%e11 : tensor<1x4x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x70xf32>
  %e14 = tensor.empty() : tensor<1x4x70x70xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x4x70x70xf32>) outs(%e14 : tensor<1x4x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.divf %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x70xf32>
  %e16 = tensor.empty() : tensor<1x4x70x70xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15 : tensor<1x4x70x70xf32>) outs(%e16 : tensor<1x4x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.tanh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x70xf32>
  %e18 = tensor.empty() : tensor<1x4x70x70xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g17 : tensor<1x4x70x70xf32>) outs(%e18 : tensor<1x4x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x70xf32>
  %e23 = tensor.empty() : tensor<1x4x70x70xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g19 : tensor<1x4x70x70xf32>) outs(%e23 : tensor<1x4x70x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %d = arith.subi %i2, %i3 : index
    %a = arith.cmpi sge, %d, %c20 : index
    %b = arith.cmpi slt, %d, %c21 : index
    %keep = arith.andi %a, %b : i1
    %r = arith.select %keep, %a0, %c22 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x70xf32>
  %e25 = tensor.empty() : tensor<1x4x70x1xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%sinks : tensor<4xf32>) outs(%e25 : tensor<1x4x70x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x4x70x1xf32>
  %k27 = tensor.concat dim(3) %g24, %g26 : (tensor<1x4x70x70xf32>, tensor<1x4x70x1xf32>) -> tensor<1x4x70x71xf32>
  %e28 = tensor.empty() : tensor<1x4x70x1xf32>
  %f29 = linalg.fill ins(%c22 : f32) outs(%e28 : tensor<1x4x70x1xf32>) -> tensor<1x4x70x1xf32>
  %e31 = tensor.empty() : tensor<1x4x70x1xi64>
  %f32 = linalg.fill ins(%c30 : i64) outs(%e31 : tensor<1x4x70x1xi64>) -> tensor<1x4x70x1xi64>
  %g33:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%k27 : tensor<1x4x70x71xf32>) outs(%f29, %f32 : tensor<1x4x70x1xf32>, tensor<1x4x70x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<1x4x70x1xf32>, tensor<1x4x70x1xi64>)
  %e35 = tensor.empty() : tensor<1x4x70x71xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k27, %g33#0 : tensor<1x4x70x71xf32>, tensor<1x4x70x1xf32>) outs(%e35 : tensor<1x4x70x71xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x71xf32>
  %e37 = tensor.empty() : tensor<1x4x70x71xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36 : tensor<1x4x70x71xf32>) outs(%e37 : tensor<1x4x70x71xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x71xf32>
  %e39 = tensor.empty() : tensor<1x4x70xf32>
  %f40 = linalg.fill ins(%c5 : f32) outs(%e39 : tensor<1x4x70xf32>) -> tensor<1x4x70xf32>
  %e41 = tensor.empty() : tensor<1x4x70x1xf32>
  %f42 = linalg.fill ins(%c5 : f32) outs(%e41 : tensor<1x4x70x1xf32>) -> tensor<1x4x70x1xf32>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g38 : tensor<1x4x70x71xf32>) outs(%f42 : tensor<1x4x70x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x1xf32>
  %e44 = tensor.empty() : tensor<1x4x70x71xf32>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g38, %g43 : tensor<1x4x70x71xf32>, tensor<1x4x70x1xf32>) outs(%e44 : tensor<1x4x70x71xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x4x70x71xf32>
  %s46 = tensor.extract_slice %g45[0, 0, 0, 0] [1, 4, 70, 70] [1, 1, 1, 1] : tensor<1x4x70x71xf32> to tensor<1x4x70x70xf32>
  %e47 = tensor.empty() : tensor<1x4x70x70xf16>
  %g48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s46 : tensor<1x4x70x70xf32>) outs(%e47 : tensor<1x4x70x70xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x4x70x70xf16>
  %r49 = tensor.collapse_shape %g48 [[0, 1], [2], [3]] : tensor<1x4x70x70xf16> into tensor<4x70x70xf16>
  %r50 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x4x70x32xf16> into tensor<4x70x32xf16>
  %e51 = tensor.empty() : tensor<4x70x32xf32>
  %f52 = linalg.fill ins(%c5 : f32) outs(%e51 : tensor<4x70x32xf32>) -> tensor<4x70x32xf32>
  %n53 = linalg.batch_matmul ins(%r49, %r50 : tensor<4x70x70xf16>, tensor<4x70x32xf16>) outs(%f52 : tensor<4x70x32xf32>) -> tensor<4x70x32xf32>
  %r54 = tensor.expand_shape %n53 [[0, 1], [2], [3]] output_shape [1, 4, 70, 32] : tensor<4x70x32xf32> into tensor<1x4x70x32xf32>
  %e55 = tensor.empty() : tensor<1x4x70x32xf16>
  %g56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r54 : tensor<1x4x70x32xf32>) outs(%e55 : tensor<1x4x70x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x4x70x32xf16>
  return %g56 : tensor<1x4x70x32xf16>
}
