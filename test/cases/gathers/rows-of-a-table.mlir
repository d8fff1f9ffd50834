// Rows of an embedding, as a result and normalised (RMS).
func.func @main(%table: tensor<3000x40xf32>, %ids: tensor<2x33xi64>, %w: tensor<40xf32>) -> (tensor<2x33x40xf32>, tensor<2x33x40xf32>) {
  %c1 = arith.constant 3000 : i64
  %c8 = arith.constant 0.0 : f32
  %c12 = arith.constant 40.0 : f32
  %c13 = arith.constant 1.0e-06 : f32
  %e2 = tensor.empty() : tensor<2x33xi64>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<2x33xi64>) outs(%e2 : tensor<2x33xi64>) {
  ^bb0(%a0: i64, %o0: i64):
    %r = arith.remsi %a0, %c1 : i64
    linalg.yield %r : i64
  } -> tensor<2x33xi64>
  %e4 = tensor.empty() : tensor<2x33x40xf32>
  %g5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g3 : tensor<2x33xi64>) outs(%e4 : tensor<2x33x40xf32>) {
  ^bb0(%a0: i64, %o0: f32):
    %x = arith.index_cast %a0 : i64 to index
    %d = linalg.index 2 : index
    %r = tensor.extract %table[%x, %d] : tensor<3000x40xf32>
    linalg.yield %r : f32
  } -> tensor<2x33x40xf32>
  %e6 = tensor.empty() : tensor<2x33x40xf32>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g5, %g5 : tensor<2x33x40xf32>, tensor<2x33x40xf32>) outs(%e6 : tensor<2x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x33x40xf32>
  %e9 = tensor.empty() : tensor<2x33xf32>
  %f10 = linalg.fill ins(%c8 : f32) outs(%e9 : tensor<2x33xf32>) -> tensor<2x33xf32>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g7 : tensor<2x33x40xf32>) outs(%f10 : tensor<2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x33xf32>
  %e14 = tensor.empty() : tensor<2x33xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g11 : tensor<2x33xf32>) outs(%e14 : tensor<2x33xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %m = arith.divf %a0, %c12 : f32
    %e = arith.addf %m, %c13 : f32
    %r = math.rsqrt %e : f32
    linalg.yield %r : f32
  } -> tensor<2x33xf32>
  %e16 = tensor.empty() : tensor<2x33x40xf32>
  %g17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g5, %g15 : tensor<2x33x40xf32>, tensor<2x33xf32>) outs(%e16 : tensor<2x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x33x40xf32>
  %e18 = tensor.empty() : tensor<2x33x40xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g17, %w : tensor<2x33x40xf32>, tensor<40xf32>) outs(%e18 : tensor<2x33x40xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x33x40xf32>
  return %g5, %g19 : tensor<2x33x40xf32>, tensor<2x33x40xf32>
}
