func.func @rows(%x: tensor<64x300xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %m, %v = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<64x300xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%mean: f32, %variance: f32):
    gpu.yield %mean, %variance : f32, f32
  }) {axes = [{name = "m", role = "free", extent = 64}, {name = "j", role = "fold", extent = 300}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], carrier = "welford"} : () -> (tensor<64xf32>, tensor<64xf32>)
  return %m, %v : tensor<64xf32>, tensor<64xf32>
}
