// Layer norm that reads its input once for the statistics: a fold that names a carrier, and what is left of the
// norm as a front end writes it.
//
//   cat carriers/welford.mlir examples/layernorm.mlir | attn-run - --device=emu --verify
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @layernorm(%x: tensor<65x250xf16>, %gain: tensor<250xf32>, %shift: tensor<250xf32>) -> tensor<65x250xf16> {
  %mean, %variance = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = #map} : (tensor<65x250xf16>) -> f16
    %f = arith.extf %e : f16 to f32
    gpu.yield %f : f32
  }, {
  ^bb0(%m: f32, %v: f32):
    gpu.yield %m, %v : f32, f32
  }) {axes = [{name = "m", role = "free", extent = 65}, {name = "j", role = "fold", extent = 250}],
      maps = [#row, #row], carrier = "welford"} : () -> (tensor<65xf32>, tensor<65xf32>)
  %empty = tensor.empty() : tensor<65x250xf16>
  %r = linalg.generic {indexing_maps = [#map, #row, #row, #col, #col, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %variance, %gain, %shift : tensor<65x250xf16>, tensor<65xf32>, tensor<65xf32>, tensor<250xf32>, tensor<250xf32>)
      outs(%empty : tensor<65x250xf16>) {
  ^bb0(%e: f16, %m: f32, %v: f32, %g: f32, %s: f32, %o: f16):
    %eps = arith.constant 1.0e-5 : f32
    %f = arith.extf %e : f16 to f32
    %centred = arith.subf %f, %m : f32
    %safe = arith.addf %v, %eps : f32
    %inverse = math.rsqrt %safe : f32
    %unit = arith.mulf %centred, %inverse : f32
    %gained = arith.mulf %unit, %g : f32
    %shifted = arith.addf %gained, %s : f32
    %h = arith.truncf %shifted : f32 to f16
    linalg.yield %h : f16
  } -> tensor<65x250xf16>
  return %r : tensor<65x250xf16>
}
