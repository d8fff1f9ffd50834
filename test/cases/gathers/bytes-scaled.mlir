// Keys and values are rows of a table of bytes times a scale of each row: two gathers in one body, and arithmetic on
// what they give.
func.func @main(%q: tensor<2x40x32xf32>, %table: tensor<4000x32xi8>, %scale: tensor<4000xf32>, %ids: tensor<2x50xi32>) -> (tensor<2x40x32xf32>) {
  %c1 = arith.constant 4000 : i32
  %c4 = arith.constant 0.02 : f32
  %c9 = arith.constant 0.0 : f32
  %c13 = arith.constant 0.17677669 : f32
  %c16 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<2x50xi32>
  %g3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<2x50xi32>) outs(%e2 : tensor<2x50xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %r = arith.remsi %a0, %c1 : i32
    linalg.yield %r : i32
  } -> tensor<2x50xi32>
  %e5 = tensor.empty() : tensor<2x50x32xf32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g3 : tensor<2x50xi32>) outs(%e5 : tensor<2x50x32xf32>) {
  ^bb0(%a0: i32, %o0: f32):
    %x = arith.index_cast %a0 : i32 to index
    %d = linalg.index 2 : index
    %b = tensor.extract %table[%x, %d] : tensor<4000x32xi8>
    %s = tensor.extract %scale[%x] : tensor<4000xf32>
    %f = arith.sitofp %b : i8 to f32
    %n = arith.mulf %f, %s : f32
    %r = arith.mulf %n, %c4 : f32
    linalg.yield %r : f32
  } -> tensor<2x50x32xf32>
  %e7 = tensor.empty() : tensor<2x32x50xf32>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g6 : tensor<2x50x32xf32>) outs(%e7 : tensor<2x32x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<2x32x50xf32>
  %e10 = tensor.empty() : tensor<2x40x50xf32>
  %f11 = linalg.fill ins(%c9 : f32) outs(%e10 : tensor<2x40x50xf32>) -> tensor<2x40x50xf32>
  %n12 = linalg.batch_matmul ins(%q, %g8 : tensor<2x40x32xf32>, tensor<2x32x50xf32>) outs(%f11 : tensor<2x40x50xf32>) -> tensor<2x40x50xf32>
  %e14 = tensor.empty() : tensor<2x40x50xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%n12 : tensor<2x40x50xf32>) outs(%e14 : tensor<2x40x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c13 : f32
    linalg.yield %r : f32
  } -> tensor<2x40x50xf32>
  %e17 = tensor.empty() : tensor<2x40xf32>
  %f18 = linalg.fill ins(%c16 : f32) outs(%e17 : tensor<2x40xf32>) -> tensor<2x40xf32>
  %g19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g15 : tensor<2x40x50xf32>) outs(%f18 : tensor<2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x40xf32>
  %e20 = tensor.empty() : tensor<2x40x50xf32>
  %g21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g15, %g19 : tensor<2x40x50xf32>, tensor<2x40xf32>) outs(%e20 : tensor<2x40x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x40x50xf32>
  %e22 = tensor.empty() : tensor<2x40x50xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g21 : tensor<2x40x50xf32>) outs(%e22 : tensor<2x40x50xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x40x50xf32>
  %e24 = tensor.empty() : tensor<2x40xf32>
  %f25 = linalg.fill ins(%c9 : f32) outs(%e24 : tensor<2x40xf32>) -> tensor<2x40xf32>
  %g26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g23 : tensor<2x40x50xf32>) outs(%f25 : tensor<2x40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2x40xf32>
  %e27 = tensor.empty() : tensor<2x40x50xf32>
  %g28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%g23, %g26 : tensor<2x40x50xf32>, tensor<2x40xf32>) outs(%e27 : tensor<2x40x50xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2x40x50xf32>
  %e29 = tensor.empty() : tensor<2x40x32xf32>
  %f30 = linalg.fill ins(%c9 : f32) outs(%e29 : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  %n31 = linalg.batch_matmul ins(%g28, %g6 : tensor<2x40x50xf32>, tensor<2x50x32xf32>) outs(%f30 : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  return %n31 : tensor<2x40x32xf32>
}
