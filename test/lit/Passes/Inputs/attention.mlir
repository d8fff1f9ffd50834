func.func @attention(%q: tensor<2x128x64xf16>, %k: tensor<2x128x64xf16>, %v: tensor<2x128x64xf16>) -> tensor<2x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x128x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x128x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %keep = arith.cmpi sge, %i, %j : index
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x128x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 128},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 128},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}]} : () -> tensor<2x128x64xf16>
  return %o : tensor<2x128x64xf16>
}
