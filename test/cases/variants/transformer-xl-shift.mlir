// Transformer-XL: biases of queries, and a product with relative positions that is shifted by padding and reshaping.
func.func @main(%q: tensor<1x2x20x16xf32>, %k: tensor<1x2x20x16xf32>, %v: tensor<1x2x20x16xf32>, %rel: tensor<20x16xf32>, %u: tensor<2x16xf32>, %w: tensor<2x16xf32>) -> (tensor<1x2x20x16xf32>) {
  %c11 = arith.constant 0.0 : f32
  %c32 = arith.constant 0.25 : f32
  %c35 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<1x2x20x16xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q, %u : tensor<1x2x20x16xf32>, tensor<2x16xf32>) outs(%e1 : tensor<1x2x20x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x16xf32>
  %e3 = tensor.empty() : tensor<1x2x20x16xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%q, %w : tensor<1x2x20x16xf32>, tensor<2x16xf32>) outs(%e3 : tensor<1x2x20x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x16xf32>
  %e5 = tensor.empty() : tensor<1x2x20x16xf32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%rel : tensor<20x16xf32>) outs(%e5 : tensor<1x2x20x16xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x20x16xf32>
  %e7 = tensor.empty() : tensor<1x2x16x20xf32>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g6 : tensor<1x2x20x16xf32>) outs(%e7 : tensor<1x2x16x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x20xf32>
  %r9 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<1x2x20x16xf32> into tensor<2x20x16xf32>
  %r10 = tensor.collapse_shape %g8 [[0, 1], [2], [3]] : tensor<1x2x16x20xf32> into tensor<2x16x20xf32>
  %e12 = tensor.empty() : tensor<2x20x20xf32>
  %f13 = linalg.fill ins(%c11 : f32) outs(%e12 : tensor<2x20x20xf32>) -> tensor<2x20x20xf32>
  %n14 = linalg.batch_matmul ins(%r9, %r10 : tensor<2x20x16xf32>, tensor<2x16x20xf32>) outs(%f13 : tensor<2x20x20xf32>) -> tensor<2x20x20xf32>
  %r15 = tensor.expand_shape %n14 [[0, 1], [2], [3]] output_shape [1, 2, 20, 20] : tensor<2x20x20xf32> into tensor<1x2x20x20xf32>
  %e16 = tensor.empty() : tensor<1x2x20x1xf32>
  %f17 = linalg.fill ins(%c11 : f32) outs(%e16 : tensor<1x2x20x1xf32>) -> tensor<1x2x20x1xf32>
  %k18 = tensor.concat dim(3) %f17, %r15 : (tensor<1x2x20x1xf32>, tensor<1x2x20x20xf32>) -> tensor<1x2x20x21xf32>
  %r19 = tensor.collapse_shape %k18 [[0], [1], [2, 3]] : tensor<1x2x20x21xf32> into tensor<1x2x420xf32>
  %s20 = tensor.extract_slice %r19[0, 0, 20] [1, 2, 400] [1, 1, 1] : tensor<1x2x420xf32> to tensor<1x2x400xf32>
  %r21 = tensor.expand_shape %s20 [[0], [1], [2, 3]] output_shape [1, 2, 20, 20] : tensor<1x2x400xf32> into tensor<1x2x20x20xf32>
  %e22 = tensor.empty() : tensor<1x2x16x20xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x20x16xf32>) outs(%e22 : tensor<1x2x16x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x20xf32>
  %r24 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x20x16xf32> into tensor<2x20x16xf32>
  %r25 = tensor.collapse_shape %g23 [[0, 1], [2], [3]] : tensor<1x2x16x20xf32> into tensor<2x16x20xf32>
  %e26 = tensor.empty() : tensor<2x20x20xf32>
  %f27 = linalg.fill ins(%c11 : f32) outs(%e26 : tensor<2x20x20xf32>) -> tensor<2x20x20xf32>
  %n28 = linalg.batch_matmul ins(%r24, %r25 : tensor<2x20x16xf32>, tensor<2x16x20xf32>) outs(%f27 : tensor<2x20x20xf32>) -> tensor<2x20x20xf32>
  %r29 = tensor.expand_shape %n28 [[0, 1], [2], [3]] output_shape [1, 2, 20, 20] : tensor<2x20x20xf32> into tensor<1x2x20x20xf32>
  %e30 = tensor.empty() : tensor<1x2x20x20xf32>
  %g31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r29, %r21 : tensor<1x2x20x20xf32>, tensor<1x2x20x20xf32>) outs(%e30 : tensor<1x2x20x20xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x20xf32>
  %e33 = tensor.empty() : tensor<1x2x20x20xf32>
  %g34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g31 : tensor<1x2x20x20xf32>) outs(%e33 : tensor<1x2x20x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c32 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x20xf32>
  %e36 = tensor.empty() : tensor<1x2x20x20xf32>
  %g37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g34 : tensor<1x2x20x20xf32>) outs(%e36 : tensor<1x2x20x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c35 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x20xf32>
  %e38 = tensor.empty() : tensor<1x2x20xf32>
  %f39 = linalg.fill ins(%c35 : f32) outs(%e38 : tensor<1x2x20xf32>) -> tensor<1x2x20xf32>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g37 : tensor<1x2x20x20xf32>) outs(%f39 : tensor<1x2x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20xf32>
  %e41 = tensor.empty() : tensor<1x2x20x20xf32>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g37, %g40 : tensor<1x2x20x20xf32>, tensor<1x2x20xf32>) outs(%e41 : tensor<1x2x20x20xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x20xf32>
  %e43 = tensor.empty() : tensor<1x2x20x20xf32>
  %g44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g42 : tensor<1x2x20x20xf32>) outs(%e43 : tensor<1x2x20x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x20xf32>
  %e45 = tensor.empty() : tensor<1x2x20xf32>
  %f46 = linalg.fill ins(%c11 : f32) outs(%e45 : tensor<1x2x20xf32>) -> tensor<1x2x20xf32>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g44 : tensor<1x2x20x20xf32>) outs(%f46 : tensor<1x2x20xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20xf32>
  %e48 = tensor.empty() : tensor<1x2x20x20xf32>
  %g49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g44, %g47 : tensor<1x2x20x20xf32>, tensor<1x2x20xf32>) outs(%e48 : tensor<1x2x20x20xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x20x20xf32>
  %r50 = tensor.collapse_shape %g49 [[0, 1], [2], [3]] : tensor<1x2x20x20xf32> into tensor<2x20x20xf32>
  %r51 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x20x16xf32> into tensor<2x20x16xf32>
  %e52 = tensor.empty() : tensor<2x20x16xf32>
  %f53 = linalg.fill ins(%c11 : f32) outs(%e52 : tensor<2x20x16xf32>) -> tensor<2x20x16xf32>
  %n54 = linalg.batch_matmul ins(%r50, %r51 : tensor<2x20x20xf32>, tensor<2x20x16xf32>) outs(%f53 : tensor<2x20x16xf32>) -> tensor<2x20x16xf32>
  %r55 = tensor.expand_shape %n54 [[0, 1], [2], [3]] output_shape [1, 2, 20, 16] : tensor<2x20x16xf32> into tensor<1x2x20x16xf32>
  return %r55 : tensor<1x2x20x16xf32>
}
