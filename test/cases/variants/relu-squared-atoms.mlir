// Relu squared on tensor cores, normalised by the sum, causal.
func.func @main(%q: tensor<1x2x140x64xf16>, %k: tensor<1x2x200x64xf16>, %v: tensor<1x2x200x64xf16>) -> (tensor<1x2x140x64xf16>) {
  %c5 = arith.constant 0.0 : f32
  %c10 = arith.constant 0.125 : f32
  %c18 = arith.constant 1.0 : f32
  %e1 = tensor.empty() : tensor<1x2x64x200xf16>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x2x200x64xf16>) outs(%e1 : tensor<1x2x64x200xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<1x2x64x200xf16>
  %r3 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x2x140x64xf16> into tensor<2x140x64xf16>
  %r4 = tensor.collapse_shape %g2 [[0, 1], [2], [3]] : tensor<1x2x64x200xf16> into tensor<2x64x200xf16>
  %e6 = tensor.empty() : tensor<2x140x200xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<2x140x200xf32>) -> tensor<2x140x200xf32>
  %n8 = linalg.batch_matmul ins(%r3, %r4 : tensor<2x140x64xf16>, tensor<2x64x200xf16>) outs(%f7 : tensor<2x140x200xf32>) -> tensor<2x140x200xf32>
  %r9 = tensor.expand_shape %n8 [[0, 1], [2], [3]] output_shape [1, 2, 140, 200] : tensor<2x140x200xf32> into tensor<1x2x140x200xf32>
  %e11 = tensor.empty() : tensor<1x2x140x200xf32>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r9 : tensor<1x2x140x200xf32>) outs(%e11 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c10 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e13 = tensor.empty() : tensor<1x2x140x200xf32>
  %g14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g12 : tensor<1x2x140x200xf32>) outs(%e13 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c = arith.cmpi sge, %i, %j : index
    %m = arith.maximumf %a0, %c5 : f32
    %s = arith.mulf %m, %m : f32
    %r = arith.select %c, %s, %c5 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e15 = tensor.empty() : tensor<1x2x140xf32>
  %f16 = linalg.fill ins(%c5 : f32) outs(%e15 : tensor<1x2x140xf32>) -> tensor<1x2x140xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g14 : tensor<1x2x140x200xf32>) outs(%f16 : tensor<1x2x140xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140xf32>
  %e19 = tensor.empty() : tensor<1x2x140xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g17 : tensor<1x2x140xf32>) outs(%e19 : tensor<1x2x140xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %a0, %c18 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140xf32>
  %e21 = tensor.empty() : tensor<1x2x140x200xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g14, %g20 : tensor<1x2x140x200xf32>, tensor<1x2x140xf32>) outs(%e21 : tensor<1x2x140x200xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x140x200xf32>
  %e23 = tensor.empty() : tensor<1x2x140x200xf16>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g22 : tensor<1x2x140x200xf32>) outs(%e23 : tensor<1x2x140x200xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x140x200xf16>
  %r25 = tensor.collapse_shape %g24 [[0, 1], [2], [3]] : tensor<1x2x140x200xf16> into tensor<2x140x200xf16>
  %r26 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x2x200x64xf16> into tensor<2x200x64xf16>
  %e27 = tensor.empty() : tensor<2x140x64xf32>
  %f28 = linalg.fill ins(%c5 : f32) outs(%e27 : tensor<2x140x64xf32>) -> tensor<2x140x64xf32>
  %n29 = linalg.batch_matmul ins(%r25, %r26 : tensor<2x140x200xf16>, tensor<2x200x64xf16>) outs(%f28 : tensor<2x140x64xf32>) -> tensor<2x140x64xf32>
  %r30 = tensor.expand_shape %n29 [[0, 1], [2], [3]] output_shape [1, 2, 140, 64] : tensor<2x140x64xf32> into tensor<1x2x140x64xf32>
  %e31 = tensor.empty() : tensor<1x2x140x64xf16>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r30 : tensor<1x2x140x64xf32>) outs(%e31 : tensor<1x2x140x64xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x140x64xf16>
  return %g32 : tensor<1x2x140x64xf16>
}
