func.func @variance(%x: tensor<96x1000xf16>) -> tensor<96xf32> {
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<96x1000xf16>) -> f16
    %f = arith.extf %e : f16 to f32
    gpu.yield %f : f32
  }, {
  ^bb0(%m: f32, %v: f32):
    gpu.yield %v : f32
  }) {axes = [{name = "m", role = "free", extent = 96}, {name = "j", role = "fold", extent = 1000}],
      maps = [affine_map<(d0, d1) -> (d0)>], carrier = "welford"} : () -> tensor<96xf32>
  return %r : tensor<96xf32>
}
