// Both coordinates of an element are data, one of them out of a window at a position that is data.
func.func @main(%table: tensor<400x300xf32>, %a: tensor<50xi32>, %b: tensor<50xi64>, %x: tensor<50x30xf32>) -> (tensor<50xf32>) {
  %c5 = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<50xf32>
  %g2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<50xi32>, tensor<50xi64>) outs(%e1 : tensor<50xf32>) {
  ^bb0(%a0: i32, %a1: i64, %o0: f32):
    %i = arith.index_cast %a0 : i32 to index
    %j = arith.index_cast %a1 : i64 to index
    %r = tensor.extract %table[%i, %j] : tensor<400x300xf32>
    linalg.yield %r : f32
  } -> tensor<50xf32>
  %e3 = tensor.empty() : tensor<50x30xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %g2 : tensor<50x30xf32>, tensor<50xf32>) outs(%e3 : tensor<50x30xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<50x30xf32>
  %e6 = tensor.empty() : tensor<50xf32>
  %f7 = linalg.fill ins(%c5 : f32) outs(%e6 : tensor<50xf32>) -> tensor<50xf32>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%g4 : tensor<50x30xf32>) outs(%f7 : tensor<50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<50xf32>
  return %g8 : tensor<50xf32>
}
