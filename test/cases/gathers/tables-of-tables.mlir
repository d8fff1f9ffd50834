// Pages through a table that is itself a row of one, at a window of it that is data.
func.func @main(%q: tensor<3x2x1x32xf16>, %kp: tensor<600x16x2x32xf16>, %vp: tensor<600x16x2x32xf16>, %tables: tensor<20x64xi32>, %rows: tensor<3xi32>, %first: tensor<i32>) -> (tensor<3x2x1x32xf16>) {
  %c1 = arith.constant 600 : i32
  %c4 = arith.constant 20 : i32
  %c7 = arith.constant 0 : index
  %c8 = arith.constant 59 : index
  %c25 = arith.constant 0.0 : f32
  %c30 = arith.constant 0.17677669 : f32
  %c33 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<20x64xi32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%tables : tensor<20x64xi32>) outs(%e2 : tensor<20x64xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %r = arith.remsi %a0, %c1 : i32
    linalg.yield %r : i32
  } -> tensor<20x64xi32>
  %e5 = tensor.empty() : tensor<3xi32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%rows : tensor<3xi32>) outs(%e5 : tensor<3xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %r = arith.remsi %a0, %c4 : i32
    linalg.yield %r : i32
  } -> tensor<3xi32>
  %first_e = tensor.extract %first[] : tensor<i32>
  %first_i = arith.index_cast %first_e : i32 to index
  %first_l = arith.maxsi %first_i, %c7 : index
  %at = arith.minsi %first_l, %c8 : index
  %window = tensor.extract_slice %g3[0, %at] [20, 5] [1, 1] : tensor<20x64xi32> to tensor<20x5xi32>
  %e9 = tensor.empty() : tensor<3x5xi32>
  %g10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g6 : tensor<3xi32>) outs(%e9 : tensor<3x5xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %x = arith.index_cast %a0 : i32 to index
    %c = linalg.index 1 : index
    %r = tensor.extract %window[%x, %c] : tensor<20x5xi32>
    linalg.yield %r : i32
  } -> tensor<3x5xi32>
  %e11 = tensor.empty() : tensor<3x5x16x2x32xf16>
  %g12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g10 : tensor<3x5xi32>) outs(%e11 : tensor<3x5x16x2x32xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %kp[%x, %b, %h, %c] : tensor<600x16x2x32xf16>
    linalg.yield %r : f16
  } -> tensor<3x5x16x2x32xf16>
  %r13 = tensor.collapse_shape %g12 [[0], [1, 2], [3], [4]] : tensor<3x5x16x2x32xf16> into tensor<3x80x2x32xf16>
  %e14 = tensor.empty() : tensor<3x2x80x32xf16>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r13 : tensor<3x80x2x32xf16>) outs(%e14 : tensor<3x2x80x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x80x32xf16>
  %e16 = tensor.empty() : tensor<3x5x16x2x32xf16>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%g10 : tensor<3x5xi32>) outs(%e16 : tensor<3x5x16x2x32xf16>) {
  ^bb0(%a0: i32, %o0: f16):
    %x = arith.index_cast %a0 : i32 to index
    %b = linalg.index 2 : index
    %h = linalg.index 3 : index
    %c = linalg.index 4 : index
    %r = tensor.extract %vp[%x, %b, %h, %c] : tensor<600x16x2x32xf16>
    linalg.yield %r : f16
  } -> tensor<3x5x16x2x32xf16>
  %r18 = tensor.collapse_shape %g17 [[0], [1, 2], [3], [4]] : tensor<3x5x16x2x32xf16> into tensor<3x80x2x32xf16>
  %e19 = tensor.empty() : tensor<3x2x80x32xf16>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r18 : tensor<3x80x2x32xf16>) outs(%e19 : tensor<3x2x80x32xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x80x32xf16>
  %e21 = tensor.empty() : tensor<3x2x32x80xf16>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15 : tensor<3x2x80x32xf16>) outs(%e21 : tensor<3x2x32x80xf16>) {
  ^bb0(%a0: f16, %o0: f16):
    linalg.yield %a0 : f16
  } -> tensor<3x2x32x80xf16>
  %r23 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<3x2x1x32xf16> into tensor<6x1x32xf16>
  %r24 = tensor.collapse_shape %g22 [[0, 1], [2], [3]] : tensor<3x2x32x80xf16> into tensor<6x32x80xf16>
  %e26 = tensor.empty() : tensor<6x1x80xf32>
  %f27 = linalg.fill ins(%c25 : f32) outs(%e26 : tensor<6x1x80xf32>) -> tensor<6x1x80xf32>
  %n28 = linalg.batch_matmul ins(%r23, %r24 : tensor<6x1x32xf16>, tensor<6x32x80xf16>) outs(%f27 : tensor<6x1x80xf32>) -> tensor<6x1x80xf32>
  %r29 = tensor.expand_shape %n28 [[0, 1], [2], [3]] output_shape [3, 2, 1, 80] : tensor<6x1x80xf32> into tensor<3x2x1x80xf32>
  %e31 = tensor.empty() : tensor<3x2x1x80xf32>
  %g32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r29 : tensor<3x2x1x80xf32>) outs(%e31 : tensor<3x2x1x80xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c30 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x80xf32>
  %e34 = tensor.empty() : tensor<3x2x1xf32>
  %f35 = linalg.fill ins(%c33 : f32) outs(%e34 : tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
  %g36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g32 : tensor<3x2x1x80xf32>) outs(%f35 : tensor<3x2x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1xf32>
  %e37 = tensor.empty() : tensor<3x2x1x80xf32>
  %g38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g32, %g36 : tensor<3x2x1x80xf32>, tensor<3x2x1xf32>) outs(%e37 : tensor<3x2x1x80xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x80xf32>
  %e39 = tensor.empty() : tensor<3x2x1x80xf32>
  %g40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g38 : tensor<3x2x1x80xf32>) outs(%e39 : tensor<3x2x1x80xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x80xf32>
  %e41 = tensor.empty() : tensor<3x2x1xf32>
  %f42 = linalg.fill ins(%c25 : f32) outs(%e41 : tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
  %g43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g40 : tensor<3x2x1x80xf32>) outs(%f42 : tensor<3x2x1xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1xf32>
  %e44 = tensor.empty() : tensor<3x2x1x80xf32>
  %g45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g40, %g43 : tensor<3x2x1x80xf32>, tensor<3x2x1xf32>) outs(%e44 : tensor<3x2x1x80xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x2x1x80xf32>
  %e46 = tensor.empty() : tensor<3x2x1x80xf16>
  %g47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g45 : tensor<3x2x1x80xf32>) outs(%e46 : tensor<3x2x1x80xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<3x2x1x80xf16>
  %r48 = tensor.collapse_shape %g47 [[0, 1], [2], [3]] : tensor<3x2x1x80xf16> into tensor<6x1x80xf16>
  %r49 = tensor.collapse_shape %g20 [[0, 1], [2], [3]] : tensor<3x2x80x32xf16> into tensor<6x80x32xf16>
  %e50 = tensor.empty() : tensor<6x1x32xf32>
  %f51 = linalg.fill ins(%c25 : f32) outs(%e50 : tensor<6x1x32xf32>) -> tensor<6x1x32xf32>
  %n52 = linalg.batch_matmul ins(%r48, %r49 : tensor<6x1x80xf16>, tensor<6x80x32xf16>) outs(%f51 : tensor<6x1x32xf32>) -> tensor<6x1x32xf32>
  %r53 = tensor.expand_shape %n52 [[0, 1], [2], [3]] output_shape [3, 2, 1, 32] : tensor<6x1x32xf32> into tensor<3x2x1x32xf32>
  %e54 = tensor.empty() : tensor<3x2x1x32xf16>
  %g55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r53 : tensor<3x2x1x32xf32>) outs(%e54 : tensor<3x2x1x32xf16>) {
  ^bb0(%a0: f32, %o0: f16):
    %r = arith.truncf %a0 : f32 to f16
    linalg.yield %r : f16
  } -> tensor<3x2x1x32xf16>
  return %g55 : tensor<3x2x1x32xf16>
}
