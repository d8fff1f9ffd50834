// T5's bias: bidirectional buckets of distances, logarithmic beyond 8, looked up in a table of heads.
func.func @main(%q: tensor<2x4x40x16xf32>, %k: tensor<2x4x50x16xf32>, %v: tensor<2x4x50x16xf32>, %table: tensor<32x4xf32>) -> (tensor<2x4x40x16xf32>) {
  %c2 = arith.constant 0 : i64
  %c3 = arith.constant 16 : i64
  %c4 = arith.constant 8 : i64
  %c5 = arith.constant 8.0 : f32
  %c6 = arith.constant 2.77 : f32
  %c7 = arith.constant 15 : i64
  %c18 = arith.constant 0.0 : f32
  %c23 = arith.constant 1.0 : f32
  %c28 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<40x50xi64>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e1 : tensor<40x50xi64>) {
  ^bb0(%o0: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %d = arith.subi %j, %i : index
    %n = arith.index_cast %d : index to i64
    %z = arith.cmpi sgt, %n, %c2 : i64
    %o = arith.select %z, %c3, %c2 : i64
    %a = math.absi %n : i64
    %small = arith.cmpi slt, %a, %c4 : i64
    %f = arith.sitofp %a : i64 to f32
    %f8 = arith.divf %f, %c5 : f32
    %l = math.log %f8 : f32
    %m = arith.divf %l, %c6 : f32
    %w = arith.mulf %m, %c5 : f32
    %g = arith.fptosi %w : f32 to i64
    %h = arith.addi %g, %c4 : i64
    %hm = arith.minsi %h, %c7 : i64
    %r = arith.select %small, %a, %hm : i64
    %s = arith.addi %o, %r : i64
    linalg.yield %s : i64
  } -> tensor<40x50xi64>
  %e9 = tensor.empty() : tensor<40x50x4xf32>
  %g10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g8 : tensor<40x50xi64>) outs(%e9 : tensor<40x50x4xf32>) {
  ^bb0(%a0: i64, %o0: f32):
    %h = linalg.index 2 : index
    %x = arith.index_cast %a0 : i64 to index
    %r = tensor.extract %table[%x, %h] : tensor<32x4xf32>
    linalg.yield %r : f32
  } -> tensor<40x50x4xf32>
  %e11 = tensor.empty() : tensor<4x40x50xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g10 : tensor<40x50x4xf32>) outs(%e11 : tensor<4x40x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<4x40x50xf32>
  %r13 = tensor.expand_shape %g12 [[0, 1], [2], [3]] output_shape [1, 4, 40, 50] : tensor<4x40x50xf32> into tensor<1x4x40x50xf32>
  %e14 = tensor.empty() : tensor<2x4x16x50xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x4x50x16xf32>) outs(%e14 : tensor<2x4x16x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x4x16x50xf32>
  %r16 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x40x16xf32> into tensor<8x40x16xf32>
  %r17 = tensor.collapse_shape %g15 [[0, 1], [2], [3]] : tensor<2x4x16x50xf32> into tensor<8x16x50xf32>
  %e19 = tensor.empty() : tensor<8x40x50xf32>
  %f20 = linalg.fill ins(%c18 : f32) outs(%e19 : tensor<8x40x50xf32>) -> tensor<8x40x50xf32>
  %n21 = linalg.batch_matmul ins(%r16, %r17 : tensor<8x40x16xf32>, tensor<8x16x50xf32>) outs(%f20 : tensor<8x40x50xf32>) -> tensor<8x40x50xf32>
  %r22 = tensor.expand_shape %n21 [[0, 1], [2], [3]] output_shape [2, 4, 40, 50] : tensor<8x40x50xf32> into tensor<2x4x40x50xf32>
  %e24 = tensor.empty() : tensor<2x4x40x50xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r22 : tensor<2x4x40x50xf32>) outs(%e24 : tensor<2x4x40x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c23 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x50xf32>
  %e26 = tensor.empty() : tensor<2x4x40x50xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25, %r13 : tensor<2x4x40x50xf32>, tensor<1x4x40x50xf32>) outs(%e26 : tensor<2x4x40x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x50xf32>
  %e29 = tensor.empty() : tensor<2x4x40x1xf32>
  %f30 = linalg.fill ins(%c28 : f32) outs(%e29 : tensor<2x4x40x1xf32>) -> tensor<2x4x40x1xf32>
  %e31 = tensor.empty() : tensor<2x4x40x1xi64>
  %f32 = linalg.fill ins(%c2 : i64) outs(%e31 : tensor<2x4x40x1xi64>) -> tensor<2x4x40x1xi64>
  %g33:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g27 : tensor<2x4x40x50xf32>) outs(%f30, %f32 : tensor<2x4x40x1xf32>, tensor<2x4x40x1xi64>) {
  ^bb0(%a0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %c = arith.index_cast %i : index to i64
    %mx = arith.maximumf %a0, %o0 : f32
    %gt = arith.cmpf ogt, %a0, %o0 : f32
    %at = arith.select %gt, %c, %o1 : i64
    linalg.yield %mx, %at : f32, i64
  } -> (tensor<2x4x40x1xf32>, tensor<2x4x40x1xi64>)
  %e35 = tensor.empty() : tensor<2x4x40x50xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27, %g33#0 : tensor<2x4x40x50xf32>, tensor<2x4x40x1xf32>) outs(%e35 : tensor<2x4x40x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x50xf32>
  %e37 = tensor.empty() : tensor<2x4x40x50xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36 : tensor<2x4x40x50xf32>) outs(%e37 : tensor<2x4x40x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x50xf32>
  %e39 = tensor.empty() : tensor<2x4x40xf32>
  %f40 = linalg.fill ins(%c18 : f32) outs(%e39 : tensor<2x4x40xf32>) -> tensor<2x4x40xf32>
  %e41 = tensor.empty() : tensor<2x4x40x1xf32>
  %f42 = linalg.fill ins(%c18 : f32) outs(%e41 : tensor<2x4x40x1xf32>) -> tensor<2x4x40x1xf32>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g38 : tensor<2x4x40x50xf32>) outs(%f42 : tensor<2x4x40x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x1xf32>
  %e44 = tensor.empty() : tensor<2x4x40x50xf32>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g38, %g43 : tensor<2x4x40x50xf32>, tensor<2x4x40x1xf32>) outs(%e44 : tensor<2x4x40x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x40x50xf32>
  %r46 = tensor.collapse_shape %g45 [[0, 1], [2], [3]] : tensor<2x4x40x50xf32> into tensor<8x40x50xf32>
  %r47 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x50x16xf32> into tensor<8x50x16xf32>
  %e48 = tensor.empty() : tensor<8x40x16xf32>
  %f49 = linalg.fill ins(%c18 : f32) outs(%e48 : tensor<8x40x16xf32>) -> tensor<8x40x16xf32>
  %n50 = linalg.batch_matmul ins(%r46, %r47 : tensor<8x40x50xf32>, tensor<8x50x16xf32>) outs(%f49 : tensor<8x40x16xf32>) -> tensor<8x40x16xf32>
  %r51 = tensor.expand_shape %n50 [[0, 1], [2], [3]] output_shape [2, 4, 40, 16] : tensor<8x40x16xf32> into tensor<2x4x40x16xf32>
  return %r51 : tensor<2x4x40x16xf32>
}
