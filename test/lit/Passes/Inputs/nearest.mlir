func.func @nearest(%q: tensor<100x64xf16>, %k: tensor<250x64xf16>) -> (tensor<100xf32>, tensor<100xi64>) {
  %v, %p = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<100x64xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<250x64xf16>) -> f16
    %s = "carrier.contract"(%a, %b) {axis = "c"} : (f16, f16) -> f32
    %m = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "j"} : () -> index
    %i = arith.index_cast %j : index to i64
    %keep = arith.cmpi sle, %j, %m : index
    %x = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    gpu.yield %x, %i : f32, i64
  }, {
  ^bb0(%v: f32, %i: i64):
    gpu.yield %v, %i : f32, i64
  }) {axes = [{name = "m", role = "free", extent = 100}, {name = "j", role = "fold", extent = 250}, {name = "c", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>], carrier = "argmax"} : () -> (tensor<100xf32>, tensor<100xi64>)
  return %v, %p : tensor<100xf32>, tensor<100xi64>
}
