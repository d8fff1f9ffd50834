// Neighbourhood attention: nine keys beside each other for each query, by indices that are sums.
func.func @main(%q: tensor<1x2x60x16xf32>, %k: tensor<1x2x68x16xf32>, %v: tensor<1x2x68x16xf32>) -> (tensor<1x2x60x16xf32>) {
  %c1 = arith.constant 0.0 : f32
  %c5 = arith.constant 0.25 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<1x2x60x9xf32>
  %f3 = linalg.fill ins(%c1 : f32) outs(%e2 : tensor<1x2x60x9xf32>) -> tensor<1x2x60x9xf32>
  %g4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2 + d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<1x2x60x16xf32>, tensor<1x2x68x16xf32>) outs(%f3 : tensor<1x2x60x9xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %m = arith.mulf %a0, %a1 : f32
    %t = arith.addf %o0, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x2x60x9xf32>
  %e6 = tensor.empty() : tensor<1x2x60x9xf32>
  %g7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g4 : tensor<1x2x60x9xf32>) outs(%e6 : tensor<1x2x60x9xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.mulf %a0, %c5 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60x9xf32>
  %e9 = tensor.empty() : tensor<1x2x60xf32>
  %f10 = linalg.fill ins(%c8 : f32) outs(%e9 : tensor<1x2x60xf32>) -> tensor<1x2x60xf32>
  %g11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g7 : tensor<1x2x60x9xf32>) outs(%f10 : tensor<1x2x60xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.maximumf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60xf32>
  %e12 = tensor.empty() : tensor<1x2x60x9xf32>
  %g13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g7, %g11 : tensor<1x2x60x9xf32>, tensor<1x2x60xf32>) outs(%e12 : tensor<1x2x60x9xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.subf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60x9xf32>
  %e14 = tensor.empty() : tensor<1x2x60x9xf32>
  %g15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g13 : tensor<1x2x60x9xf32>) outs(%e14 : tensor<1x2x60x9xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = math.exp %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60x9xf32>
  %e16 = tensor.empty() : tensor<1x2x60xf32>
  %f17 = linalg.fill ins(%c1 : f32) outs(%e16 : tensor<1x2x60xf32>) -> tensor<1x2x60xf32>
  %g18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%g15 : tensor<1x2x60x9xf32>) outs(%f17 : tensor<1x2x60xf32>) {
  ^bb0(%a0: f32, %o0: f32):
    %r = arith.addf %o0, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60xf32>
  %e19 = tensor.empty() : tensor<1x2x60x9xf32>
  %g20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%g15, %g18 : tensor<1x2x60x9xf32>, tensor<1x2x60xf32>) outs(%e19 : tensor<1x2x60x9xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1x2x60x9xf32>
  %e21 = tensor.empty() : tensor<1x2x60x16xf32>
  %f22 = linalg.fill ins(%c1 : f32) outs(%e21 : tensor<1x2x60x16xf32>) -> tensor<1x2x60x16xf32>
  %g23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2 + d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%g20, %v : tensor<1x2x60x9xf32>, tensor<1x2x68x16xf32>) outs(%f22 : tensor<1x2x60x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o0: f32):
    %m = arith.mulf %a0, %a1 : f32
    %t = arith.addf %o0, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x2x60x16xf32>
  return %g23 : tensor<1x2x60x16xf32>
}
