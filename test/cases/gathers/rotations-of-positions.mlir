// Rotary embedding with rows of tables at positions that are data, extracted in the body that multiplies.
func.func @main(%q: tensor<1x2x40x32xf32>, %k: tensor<1x2x40x32xf32>, %v: tensor<1x2x40x32xf32>, %cos: tensor<4096x16xf32>, %sin: tensor<4096x16xf32>, %pos: tensor<1x40xi64>) -> (tensor<1x2x40x32xf32>) {
  %c19 = arith.constant 0.0 : f32
  %c24 = arith.constant 0.17677669 : f32
  %c27 = arith.constant 0xFF800000 : f32
  %s1 = tensor.extract_slice %q[0, 0, 0, 0] [1, 2, 40, 16] [1, 1, 1, 1] : tensor<1x2x40x32xf32> to tensor<1x2x40x16xf32>
  %s2 = tensor.extract_slice %q[0, 0, 0, 16] [1, 2, 40, 16] [1, 1, 1, 1] : tensor<1x2x40x32xf32> to tensor<1x2x40x16xf32>
  %e3 = tensor.empty() : tensor<1x2x40x16xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s1, %s2, %pos : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>, tensor<1x40xi64>) outs(%e3 : tensor<1x2x40x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: i64, %o0: f32):
    %x = arith.index_cast %a2 : i64 to index
    %d = linalg.index 3 : index
    %c = tensor.extract %cos[%x, %d] : tensor<4096x16xf32>
    %s = tensor.extract %sin[%x, %d] : tensor<4096x16xf32>
    %m = arith.mulf %a0, %c : f32
    %n = arith.mulf %a1, %s : f32
    %r = arith.subf %m, %n : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x16xf32>
  %e5 = tensor.empty() : tensor<1x2x40x16xf32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s2, %s1, %pos : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>, tensor<1x40xi64>) outs(%e5 : tensor<1x2x40x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: i64, %o0: f32):
    %x = arith.index_cast %a2 : i64 to index
    %d = linalg.index 3 : index
    %c = tensor.extract %cos[%x, %d] : tensor<4096x16xf32>
    %s = tensor.extract %sin[%x, %d] : tensor<4096x16xf32>
    %m = arith.mulf %a0, %c : f32
    %n = arith.mulf %a1, %s : f32
    %r = arith.addf %m, %n : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x16xf32>
  %k7 = tensor.concat dim(3) %g4, %g6 : (tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) -> tensor<1x2x40x32xf32>
  %s8 = tensor.extract_slice %k[0, 0, 0, 0] [1, 2, 40, 16] [1, 1, 1, 1] : tensor<1x2x40x32xf32> to tensor<1x2x40x16xf32>
  %s9 = tensor.extract_slice %k[0, 0, 0, 16] [1, 2, 40, 16] [1, 1, 1, 1] : tensor<1x2x40x32xf32> to tensor<1x2x40x16xf32>
  %e10 = tensor.empty() : tensor<1x2x40x16xf32>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s8, %s9, %pos : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>, tensor<1x40xi64>) outs(%e10 : tensor<1x2x40x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: i64, %o0: f32):
    %x = arith.index_cast %a2 : i64 to index
    %d = linalg.index 3 : index
    %c = tensor.extract %cos[%x, %d] : tensor<4096x16xf32>
    %s = tensor.extract %sin[%x, %d] : tensor<4096x16xf32>
    %m = arith.mulf %a0, %c : f32
    %n = arith.mulf %a1, %s : f32
    %r = arith.subf %m, %n : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x16xf32>
  %e12 = tensor.empty() : tensor<1x2x40x16xf32>
  %g13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s9, %s8, %pos : tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>, tensor<1x40xi64>) outs(%e12 : tensor<1x2x40x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: i64, %o0: f32):
    %x = arith.index_cast %a2 : i64 to index
    %d = linalg.index 3 : index
    %c = tensor.extract %cos[%x, %d] : tensor<4096x16xf32>
    %s = tensor.extract %sin[%x, %d] : tensor<4096x16xf32>
    %m = arith.mulf %a0, %c : f32
    %n = arith.mulf %a1, %s : f32
    %r = arith.addf %m, %n : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x16xf32>
  %k14 = tensor.concat dim(3) %g11, %g13 : (tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) -> tensor<1x2x40x32xf32>
  %e15 = tensor.empty() : tensor<1x2x32x40xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k14 : tensor<1x2x40x32xf32>) outs(%e15 : tensor<1x2x32x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<1x2x32x40xf32>
  %r17 = tensor.collapse_shape %k7 [[0, 1], [2], [3]] : tensor<1x2x40x32xf32> into tensor<2x40x32xf32>
  %r18 = tensor.collapse_shape %g16 [[0, 1], [2], [3]] : tensor<1x2x32x40xf32> into tensor<2x32x40xf32>
  %e20 = tensor.empty() : tensor<2x40x40xf32>
  %f21 = linalg.fill ins(%c19 : f32) outs(%e20 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
  %n22 = linalg.batch_matmul ins(%r17, %r18 : tensor<2x40x32xf32>, tensor<2x32x40xf32>) outs(%f21 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
  %r23 = tensor.expand_shape %n22 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
  %e25 = tensor.empty() : tensor<1x2x40x40xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r23 : tensor<1x2x40x40xf32>) outs(%e25 : tensor<1x2x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c24 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x40xf32>
  %e28 = tensor.empty() : tensor<1x2x40x40xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g26 : tensor<1x2x40x40xf32>) outs(%e28 : tensor<1x2x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %keep = arith.cmpi sge, %i2, %i3 : index
    %r = arith.select %keep, %a0, %c27 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x40xf32>
  %e30 = tensor.empty() : tensor<1x2x40xf32>
  %f31 = linalg.fill ins(%c27 : f32) outs(%e30 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g29 : tensor<1x2x40x40xf32>) outs(%f31 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e33 = tensor.empty() : tensor<1x2x40x40xf32>
  %g34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g29, %g32 : tensor<1x2x40x40xf32>, tensor<1x2x40xf32>) outs(%e33 : tensor<1x2x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x40xf32>
  %e35 = tensor.empty() : tensor<1x2x40x40xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g34 : tensor<1x2x40x40xf32>) outs(%e35 : tensor<1x2x40x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x40xf32>
  %e37 = tensor.empty() : tensor<1x2x40xf32>
  %f38 = linalg.fill ins(%c19 : f32) outs(%e37 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %g39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g36 : tensor<1x2x40x40xf32>) outs(%f38 : tensor<1x2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e40 = tensor.empty() : tensor<1x2x40x40xf32>
  %g41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g36, %g39 : tensor<1x2x40x40xf32>, tensor<1x2x40xf32>) outs(%e40 : tensor<1x2x40x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x40xf32>
  %r42 = tensor.collapse_shape %g41 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
  %r43 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x40x32xf32> into tensor<2x40x32xf32>
  %e44 = tensor.empty() : tensor<2x40x32xf32>
  %f45 = linalg.fill ins(%c19 : f32) outs(%e44 : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  %n46 = linalg.batch_matmul ins(%r42, %r43 : tensor<2x40x40xf32>, tensor<2x40x32xf32>) outs(%f45 : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  %r47 = tensor.expand_shape %n46 [[0, 1], [2], [3]] output_shape [1, 2, 40, 32] : tensor<2x40x32xf32> into tensor<1x2x40x32xf32>
  return %r47 : tensor<1x2x40x32xf32>
}
