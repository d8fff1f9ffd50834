// Mean and variance of every row in one pass over it: a fold that names a carrier.
//
//   cat carriers/welford.mlir examples/moments.mlir | attn-run - --device=emu --verify
func.func @moments(%x: tensor<512x1000xf16>) -> (tensor<512xf32>, tensor<512xf32>) {
  %mean, %variance = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<512x1000xf16>) -> f16
    %f = arith.extf %e : f16 to f32
    gpu.yield %f : f32
  }, {
  ^bb0(%m: f32, %v: f32):
    gpu.yield %m, %v : f32, f32
  }) {axes = [{name = "m", role = "free", extent = 512}, {name = "j", role = "fold", extent = 1000}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], carrier = "welford"}
    : () -> (tensor<512xf32>, tensor<512xf32>)
  return %mean, %variance : tensor<512xf32>, tensor<512xf32>
}
