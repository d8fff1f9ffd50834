// ALiBi with slopes that are an argument, bottom-right causal.
func.func @main(%q: tensor<2x4x33x16xf16>, %k: tensor<2x4x65x16xf16>, %v: tensor<2x4x65x16xf16>, %slopes: tensor<4xf32>) -> (tensor<2x4x33x16xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.25 : f32
  %c13 = arith.constant 32 : index
  %c18 = arith.constant 0xFF800000 : f32
  %e1 = tensor.empty() : tensor<2x4x16x65xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<2x4x65x16xf16>) outs(%e1 : tensor<2x4x16x65xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<2x4x16x65xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x33x16xf16> into tensor<8x33x16xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<2x4x16x65xf16> into tensor<8x16x65xf16>
  %e6 = tensor.empty() : tensor<8x33x65xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<8x33x65xf32>) -> tensor<8x33x65xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<8x33x16xf16>, tensor<8x16x65xf16>) outs(%f7 : tensor<8x33x65xf32>) -> tensor<8x33x65xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [2, 4, 33, 65] : tensor<8x33x65xf32> into tensor<2x4x33x65xf32>
  %e11 = tensor.empty() : tensor<2x4x33x65xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<2x4x33x65xf32>) outs(%e11 : tensor<2x4x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x65xf32>
  %e14 = tensor.empty() : tensor<4x33x65xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%slopes : tensor<4xf32>) outs(%e14 : tensor<4x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %x = arith.addi %i, %c13 : index
    %d = arith.subi %j, %x : index
    %n = arith.index_cast %d : index to i32
    %f = arith.sitofp %n : i32 to f32
    %r = arith.mulf %a0, %f : f32
    linalg.yield %r : f32
  } -> tensor<4x33x65xf32>
  %e16 = tensor.empty() : tensor<2x4x33x65xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12, %g15 : tensor<2x4x33x65xf32>, tensor<4x33x65xf32>) outs(%e16 : tensor<2x4x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.addf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x65xf32>
  %e19 = tensor.empty() : tensor<2x4x33x65xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g17 : tensor<2x4x33x65xf32>) outs(%e19 : tensor<2x4x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %x = arith.addi %i2, %c13 : index
    %keep = arith.cmpi sge, %x, %i3 : index
    %r = arith.select %keep, %a0, %c18 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x65xf32>
  %e21 = tensor.empty() : tensor<2x4x33xf32>
  %f22 = linalg.fill ins(%c18 : f32) outs(%e21 : tensor<2x4x33xf32>) -> tensor<2x4x33xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g20 : tensor<2x4x33x65xf32>) outs(%f22 : tensor<2x4x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33xf32>
  %e24 = tensor.empty() : tensor<2x4x33x65xf32>
  %g25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g20, %g23 : tensor<2x4x33x65xf32>, tensor<2x4x33xf32>) outs(%e24 : tensor<2x4x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x65xf32>
  %e26 = tensor.empty() : tensor<2x4x33x65xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g25 : tensor<2x4x33x65xf32>) outs(%e26 : tensor<2x4x33x65xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x65xf32>
  %e28 = tensor.empty() : tensor<2x4x33xf32>
  %f29 = linalg.fill ins(%c5 : f32) outs(%e28 : tensor<2x4x33xf32>) -> tensor<2x4x33xf32>
  %g30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g27 : tensor<2x4x33x65xf32>) outs(%f29 : tensor<2x4x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33xf32>
  %e31 = tensor.empty() : tensor<2x4x33x65xf32>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g27, %g30 : tensor<2x4x33x65xf32>, tensor<2x4x33xf32>) outs(%e31 : tensor<2x4x33x65xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x4x33x65xf32>
  %e33 = tensor.empty() : tensor<2x4x33x65xf16>
  %g34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g32 : tensor<2x4x33x65xf32>) outs(%e33 : tensor<2x4x33x65xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x4x33x65xf16>
  %r35 = tensor.collapse_shape %g34 [[0, 1], [2], [3]] : tensor<2x4x33x65xf16> into tensor<8x33x65xf16>
  %r36 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x65x16xf16> into tensor<8x65x16xf16>
  %e37 = tensor.empty() : tensor<8x33x16xf32>
  %f38 = linalg.fill ins(%c5 : f32) outs(%e37 : tensor<8x33x16xf32>) -> tensor<8x33x16xf32>
  %n39 = linalg.batch_matmul ins(%r35, %r36 : tensor<8x33x65xf16>, tensor<8x65x16xf16>) outs(%f38 : tensor<8x33x16xf32>) -> tensor<8x33x16xf32>
  %r40 = tensor.expand_shape %n39 [[0, 1], [2], [3]] output_shape [2, 4, 33, 16] : tensor<8x33x16xf32> into tensor<2x4x33x16xf32>
  %e41 = tensor.empty() : tensor<2x4x33x16xf16>
  %g42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r40 : tensor<2x4x33x16xf32>) outs(%e41 : tensor<2x4x33x16xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x4x33x16xf16>
  return %g42 : tensor<2x4x33x16xf16>
}
