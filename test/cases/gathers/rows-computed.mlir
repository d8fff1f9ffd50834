// Keys and values are rows, chosen by data, of a product that is computed.
func.func @main(%q: tensor<40x64xf32>, %rows: tensor<1200x24xf32>, %w: tensor<24x64xf32>, %ids: tensor<70xi32>) -> (tensor<40x64xf32>) {
  %c1 = arith.constant 0.0 : f32
  %c14 = arith.constant 0.125 : f32
  %c17 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<1200x64xf32>
  %f3 = linalg.fill ins(%c1 : f32) outs(%e2 : tensor<1200x64xf32>) -> tensor<1200x64xf32>
  %n4 = linalg.matmul ins(%rows, %w : tensor<1200x24xf32>, tensor<24x64xf32>) outs(%f3 : tensor<1200x64xf32>) -> tensor<1200x64xf32>
  %e5 = tensor.empty() : tensor<1200x64xf32>
  %g6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%n4 : tensor<1200x64xf32>) outs(%e5 : tensor<1200x64xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.tanh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1200x64xf32>
  %e7 = tensor.empty() : tensor<70x64xf32>
  %g8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<70xi32>) outs(%e7 : tensor<70x64xf32>) {
  ^bb0(%a0: i32, %o0: f32):
    %x = arith.index_cast %a0 : i32 to index
    %d = linalg.index 1 : index
    %r = tensor.extract %g6[%x, %d] : tensor<1200x64xf32>
    linalg.yield %r : f32
  } -> tensor<70x64xf32>
  %e9 = tensor.empty() : tensor<64x70xf32>
  %g10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g8 : tensor<70x64xf32>) outs(%e9 : tensor<64x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    linalg.yield %a0 : f32
  } -> tensor<64x70xf32>
  %e11 = tensor.empty() : tensor<40x70xf32>
  %f12 = linalg.fill ins(%c1 : f32) outs(%e11 : tensor<40x70xf32>) -> tensor<40x70xf32>
  %n13 = linalg.matmul ins(%q, %g10 : tensor<40x64xf32>, tensor<64x70xf32>) outs(%f12 : tensor<40x70xf32>) -> tensor<40x70xf32>
  %e15 = tensor.empty() : tensor<40x70xf32>
  %g16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%n13 : tensor<40x70xf32>) outs(%e15 : tensor<40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c14 : f32
    linalg.yield %r : f32
  } -> tensor<40x70xf32>
  %e18 = tensor.empty() : tensor<40xf32>
  %f19 = linalg.fill ins(%c17 : f32) outs(%e18 : tensor<40xf32>) -> tensor<40xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%g16 : tensor<40x70xf32>) outs(%f19 : tensor<40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<40xf32>
  %e21 = tensor.empty() : tensor<40x70xf32>
  %g22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g16, %g20 : tensor<40x70xf32>, tensor<40xf32>) outs(%e21 : tensor<40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<40x70xf32>
  %e23 = tensor.empty() : tensor<40x70xf32>
  %g24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g22 : tensor<40x70xf32>) outs(%e23 : tensor<40x70xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<40x70xf32>
  %e25 = tensor.empty() : tensor<40xf32>
  %f26 = linalg.fill ins(%c1 : f32) outs(%e25 : tensor<40xf32>) -> tensor<40xf32>
  %g27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%g24 : tensor<40x70xf32>) outs(%f26 : tensor<40xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<40xf32>
  %e28 = tensor.empty() : tensor<40x70xf32>
  %g29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g24, %g27 : tensor<40x70xf32>, tensor<40xf32>) outs(%e28 : tensor<40x70xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<40x70xf32>
  %e30 = tensor.empty() : tensor<40x64xf32>
  %f31 = linalg.fill ins(%c1 : f32) outs(%e30 : tensor<40x64xf32>) -> tensor<40x64xf32>
  %n32 = linalg.matmul ins(%g29, %g8 : tensor<40x70xf32>, tensor<70x64xf32>) outs(%f31 : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %n32 : tensor<40x64xf32>
}
