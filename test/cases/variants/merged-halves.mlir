// Two halves of the keys, each with its own softmax, merged by their logsumexps.
func.func @main(%q: tensor<1x2x33x16xf32>, %k: tensor<1x2x100x16xf32>, %v: tensor<1x2x100x16xf32>) -> (tensor<1x2x33x16xf32>) {
  %c7 = arith.constant 0.0 : f32
  %c12 = arith.constant 0.25 : f32
  %c15 = arith.constant 0xFF800000 : f32
  %s1 = tensor.extract_slice %k[0, 0, 0, 0] [1, 2, 50, 16] [1, 1, 1, 1] : tensor<1x2x100x16xf32> to tensor<1x2x50x16xf32>
  %s2 = tensor.extract_slice %v[0, 0, 0, 0] [1, 2, 50, 16] [1, 1, 1, 1] : tensor<1x2x100x16xf32> to tensor<1x2x50x16xf32>
  %e3 = tensor.empty() : tensor<1x2x16x50xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s1 : tensor<1x2x50x16xf32>) outs(%e3 : tensor<1x2x16x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x50xf32>
  %r5 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf32> into tensor<2x33x16xf32>
  %r6 = tensor.collapse_shape %g4 [[0, 1], [2], [3]] : tensor<1x2x16x50xf32> into tensor<2x16x50xf32>
  %e8 = tensor.empty() : tensor<2x33x50xf32>
  %f9 = linalg.fill ins(%c7 : f32) outs(%e8 : tensor<2x33x50xf32>) -> tensor<2x33x50xf32>
  %n10 = linalg.batch_matmul ins(%r5, %r6 : tensor<2x33x16xf32>, tensor<2x16x50xf32>) outs(%f9 : tensor<2x33x50xf32>) -> tensor<2x33x50xf32>
  %r11 = tensor.expand_shape %n10 [[0, 1], [2], [3]] output_shape [1, 2, 33, 50] : tensor<2x33x50xf32> into tensor<1x2x33x50xf32>
  %e13 = tensor.empty() : tensor<1x2x33x50xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r11 : tensor<1x2x33x50xf32>) outs(%e13 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c12 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e16 = tensor.empty() : tensor<1x2x33xf32>
  %f17 = linalg.fill ins(%c15 : f32) outs(%e16 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g14 : tensor<1x2x33x50xf32>) outs(%f17 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e19 = tensor.empty() : tensor<1x2x33x50xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14, %g18 : tensor<1x2x33x50xf32>, tensor<1x2x33xf32>) outs(%e19 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e21 = tensor.empty() : tensor<1x2x33x50xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20 : tensor<1x2x33x50xf32>) outs(%e21 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e23 = tensor.empty() : tensor<1x2x33xf32>
  %f24 = linalg.fill ins(%c7 : f32) outs(%e23 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g22 : tensor<1x2x33x50xf32>) outs(%f24 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e26 = tensor.empty() : tensor<1x2x33x50xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22, %g25 : tensor<1x2x33x50xf32>, tensor<1x2x33xf32>) outs(%e26 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %r28 = tensor.collapse_shape %g27 [[0, 1], [2], [3]] : tensor<1x2x33x50xf32> into tensor<2x33x50xf32>
  %r29 = tensor.collapse_shape %s2 [[0, 1], [2], [3]] : tensor<1x2x50x16xf32> into tensor<2x50x16xf32>
  %e30 = tensor.empty() : tensor<2x33x16xf32>
  %f31 = linalg.fill ins(%c7 : f32) outs(%e30 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %n32 = linalg.batch_matmul ins(%r28, %r29 : tensor<2x33x50xf32>, tensor<2x50x16xf32>) outs(%f31 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %r33 = tensor.expand_shape %n32 [[0, 1], [2], [3]] output_shape [1, 2, 33, 16] : tensor<2x33x16xf32> into tensor<1x2x33x16xf32>
  %e34 = tensor.empty() : tensor<1x2x33xf32>
  %g35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g18, %g25 : tensor<1x2x33xf32>, tensor<1x2x33xf32>) outs(%e34 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %l = math.log %a1 : f32
    %r = arith.addf %a0, %l : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %s36 = tensor.extract_slice %k[0, 0, 50, 0] [1, 2, 50, 16] [1, 1, 1, 1] : tensor<1x2x100x16xf32> to tensor<1x2x50x16xf32>
  %s37 = tensor.extract_slice %v[0, 0, 50, 0] [1, 2, 50, 16] [1, 1, 1, 1] : tensor<1x2x100x16xf32> to tensor<1x2x50x16xf32>
  %e38 = tensor.empty() : tensor<1x2x16x50xf32>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s36 : tensor<1x2x50x16xf32>) outs(%e38 : tensor<1x2x16x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x16x50xf32>
  %r40 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x33x16xf32> into tensor<2x33x16xf32>
  %r41 = tensor.collapse_shape %g39 [[0, 1], [2], [3]] : tensor<1x2x16x50xf32> into tensor<2x16x50xf32>
  %e42 = tensor.empty() : tensor<2x33x50xf32>
  %f43 = linalg.fill ins(%c7 : f32) outs(%e42 : tensor<2x33x50xf32>) -> tensor<2x33x50xf32>
  %n44 = linalg.batch_matmul ins(%r40, %r41 : tensor<2x33x16xf32>, tensor<2x16x50xf32>) outs(%f43 : tensor<2x33x50xf32>) -> tensor<2x33x50xf32>
  %r45 = tensor.expand_shape %n44 [[0, 1], [2], [3]] output_shape [1, 2, 33, 50] : tensor<2x33x50xf32> into tensor<1x2x33x50xf32>
  %e46 = tensor.empty() : tensor<1x2x33x50xf32>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r45 : tensor<1x2x33x50xf32>) outs(%e46 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c12 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e48 = tensor.empty() : tensor<1x2x33xf32>
  %f49 = linalg.fill ins(%c15 : f32) outs(%e48 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g47 : tensor<1x2x33x50xf32>) outs(%f49 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e51 = tensor.empty() : tensor<1x2x33x50xf32>
  %g52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g47, %g50 : tensor<1x2x33x50xf32>, tensor<1x2x33xf32>) outs(%e51 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e53 = tensor.empty() : tensor<1x2x33x50xf32>
  %g54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g52 : tensor<1x2x33x50xf32>) outs(%e53 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %e55 = tensor.empty() : tensor<1x2x33xf32>
  %f56 = linalg.fill ins(%c7 : f32) outs(%e55 : tensor<1x2x33xf32>) -> tensor<1x2x33xf32>
  %g57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g54 : tensor<1x2x33x50xf32>) outs(%f56 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e58 = tensor.empty() : tensor<1x2x33x50xf32>
  %g59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g54, %g57 : tensor<1x2x33x50xf32>, tensor<1x2x33xf32>) outs(%e58 : tensor<1x2x33x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x50xf32>
  %r60 = tensor.collapse_shape %g59 [[0, 1], [2], [3]] : tensor<1x2x33x50xf32> into tensor<2x33x50xf32>
  %r61 = tensor.collapse_shape %s37 [[0, 1], [2], [3]] : tensor<1x2x50x16xf32> into tensor<2x50x16xf32>
  %e62 = tensor.empty() : tensor<2x33x16xf32>
  %f63 = linalg.fill ins(%c7 : f32) outs(%e62 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %n64 = linalg.batch_matmul ins(%r60, %r61 : tensor<2x33x50xf32>, tensor<2x50x16xf32>) outs(%f63 : tensor<2x33x16xf32>) -> tensor<2x33x16xf32>
  %r65 = tensor.expand_shape %n64 [[0, 1], [2], [3]] output_shape [1, 2, 33, 16] : tensor<2x33x16xf32> into tensor<1x2x33x16xf32>
  %e66 = tensor.empty() : tensor<1x2x33xf32>
  %g67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g50, %g57 : tensor<1x2x33xf32>, tensor<1x2x33xf32>) outs(%e66 : tensor<1x2x33xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %l = math.log %a1 : f32
    %r = arith.addf %a0, %l : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33xf32>
  %e68 = tensor.empty() : tensor<1x2x33x16xf32>
  %g69 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r33, %r65, %g35, %g67 : tensor<1x2x33x16xf32>, tensor<1x2x33x16xf32>, tensor<1x2x33xf32>, tensor<1x2x33xf32>) outs(%e68 : tensor<1x2x33x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %o0: f32):
    %m = arith.maximumf %a2, %a3 : f32
    %x = arith.subf %a2, %m : f32
    %y = arith.subf %a3, %m : f32
    %e = math.exp %x : f32
    %f = math.exp %y : f32
    %s = arith.addf %e, %f : f32
    %g = arith.mulf %e, %a0 : f32
    %h = arith.mulf %f, %a1 : f32
    %n = arith.addf %g, %h : f32
    %r = arith.divf %n, %s : f32
    linalg.yield %r : f32
  } -> tensor<1x2x33x16xf32>
  return %g69 : tensor<1x2x33x16xf32>
}
