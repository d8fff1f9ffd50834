// A chunk of queries against pages of one tensor of keys and values, bottom-right causal.
func.func @main(%q: tensor<2x2x70x32xf16>, %kv: tensor<2x700x16x2x32xf16>, %table: tensor<2x9xi32>) -> (tensor<2x2x70x32xf16>) {
  %c1 = arith.constant 700 : i32
  %c20 = arith.constant 0.0 : f32
  %c25 = arith.constant 0.17677669 : f32
  %c28 = arith.constant 74 : index
  %c29 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<2x9xi32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%table : tensor<2x9xi32>) outs(%e2 : tensor<2x9xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %r = arith.remsi %a0, %c1 : i32
    linalg.yield %r : i32
  } -> tensor<2x9xi32>
  %s4 = tensor.extract_slice %kv[0, 0, 0, 0, 0] [1, 700, 16, 2, 32] [1, 1, 1, 1, 1] : tensor<2x700x16x2x32xf16> to tensor<700x16x2x32xf16>
  %s5 = tensor.extract_slice %kv[1, 0, 0, 0, 0] [1, 700, 16, 2, 32] [1, 1, 1, 1, 1] : tensor<2x700x16x2x32xf16> to tensor<700x16x2x32xf16>
  %e6 = tensor.empty() : tensor<2x9x16x2x32xf16>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g3 : tensor<2x9xi32>) outs(%e6 : tensor<2x9x16x2x32xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %s4[%x, %b, %h, %c] : tensor<700x16x2x32xf16>
    linalg.yield %r : f16
  } -> tensor<2x9x16x2x32xf16>
  %r8 = tensor.collapse_shape %g7 [[0], [1, 2], [3], [4]] : tensor<2x9x16x2x32xf16> into tensor<2x144x2x32xf16>
  %e9 = tensor.empty() : tensor<2x2x144x32xf16>
  %g10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r8 : tensor<2x144x2x32xf16>) outs(%e9 : tensor<2x2x144x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x144x32xf16>
  %e11 = tensor.empty() : tensor<2x9x16x2x32xf16>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g3 : tensor<2x9xi32>) outs(%e11 : tensor<2x9x16x2x32xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %s5[%x, %b, %h, %c] : tensor<700x16x2x32xf16>
    linalg.yield %r : f16
  } -> tensor<2x9x16x2x32xf16>
  %r13 = tensor.collapse_shape %g12 [[0], [1, 2], [3], [4]] : tensor<2x9x16x2x32xf16> into tensor<2x144x2x32xf16>
  %e14 = tensor.empty() : tensor<2x2x144x32xf16>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r13 : tensor<2x144x2x32xf16>) outs(%e14 : tensor<2x2x144x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x144x32xf16>
  %e16 = tensor.empty() : tensor<2x2x32x144xf16>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g10 : tensor<2x2x144x32xf16>) outs(%e16 : tensor<2x2x32x144xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x2x32x144xf16>
  %r18 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x2x70x32xf16> into tensor<4x70x32xf16>
  %r19 = tensor.collapse_shape %g17 [[0, 1], [2], [3]] : tensor<2x2x32x144xf16> into tensor<4x32x144xf16>
  %e21 = tensor.empty() : tensor<4x70x144xf32>
  %f22 = linalg.fill ins(%c20 : f32) outs(%e21 : tensor<4x70x144xf32>) -> tensor<4x70x144xf32>
  %n23 = linalg.batch_matmul ins(%r18, %r19 : tensor<4x70x32xf16>, tensor<4x32x144xf16>) outs(%f22 : tensor<4x70x144xf32>) -> tensor<4x70x144xf32>
  %r24 = tensor.expand_shape %n23 [[0, 1], [2], [3]] output_shape [2, 2, 70, 144] : tensor<4x70x144xf32> into tensor<2x2x70x144xf32>
  %e26 = tensor.empty() : tensor<2x2x70x144xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r24 : tensor<2x2x70x144xf32>) outs(%e26 : tensor<2x2x70x144xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c25 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70x144xf32>
  %e30 = tensor.empty() : tensor<2x2x70x144xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27 : tensor<2x2x70x144xf32>) outs(%e30 : tensor<2x2x70x144xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %x = arith.addi %i2, %c28 : index
    %keep = arith.cmpi sge, %x, %i3 : index
    %r = arith.select %keep, %a0, %c29 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70x144xf32>
  %e32 = tensor.empty() : tensor<2x2x70xf32>
  %f33 = linalg.fill ins(%c29 : f32) outs(%e32 : tensor<2x2x70xf32>) -> tensor<2x2x70xf32>
  %g34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g31 : tensor<2x2x70x144xf32>) outs(%f33 : tensor<2x2x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70xf32>
  %e35 = tensor.empty() : tensor<2x2x70x144xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31, %g34 : tensor<2x2x70x144xf32>, tensor<2x2x70xf32>) outs(%e35 : tensor<2x2x70x144xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70x144xf32>
  %e37 = tensor.empty() : tensor<2x2x70x144xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36 : tensor<2x2x70x144xf32>) outs(%e37 : tensor<2x2x70x144xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70x144xf32>
  %e39 = tensor.empty() : tensor<2x2x70xf32>
  %f40 = linalg.fill ins(%c20 : f32) outs(%e39 : tensor<2x2x70xf32>) -> tensor<2x2x70xf32>
  %g41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g38 : tensor<2x2x70x144xf32>) outs(%f40 : tensor<2x2x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70xf32>
  %e42 = tensor.empty() : tensor<2x2x70x144xf32>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g38, %g41 : tensor<2x2x70x144xf32>, tensor<2x2x70xf32>) outs(%e42 : tensor<2x2x70x144xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x2x70x144xf32>
  %e44 = tensor.empty() : tensor<2x2x70x144xf16>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g43 : tensor<2x2x70x144xf32>) outs(%e44 : tensor<2x2x70x144xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x70x144xf16>
  %r46 = tensor.collapse_shape %g45 [[0, 1], [2], [3]] : tensor<2x2x70x144xf16> into tensor<4x70x144xf16>
  %r47 = tensor.collapse_shape %g15 [[0, 1], [2], [3]] : tensor<2x2x144x32xf16> into tensor<4x144x32xf16>
  %e48 = tensor.empty() : tensor<4x70x32xf32>
  %f49 = linalg.fill ins(%c20 : f32) outs(%e48 : tensor<4x70x32xf32>) -> tensor<4x70x32xf32>
  %n50 = linalg.batch_matmul ins(%r46, %r47 : tensor<4x70x144xf16>, tensor<4x144x32xf16>) outs(%f49 : tensor<4x70x32xf32>) -> tensor<4x70x32xf32>
  %r51 = tensor.expand_shape %n50 [[0, 1], [2], [3]] output_shape [2, 2, 70, 32] : tensor<4x70x32xf32> into tensor<2x2x70x32xf32>
  %e52 = tensor.empty() : tensor<2x2x70x32xf16>
  %g53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r51 : tensor<2x2x70x32xf32>) outs(%e52 : tensor<2x2x70x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x2x70x32xf16>
  return %g53 : tensor<2x2x70x32xf16>
}
