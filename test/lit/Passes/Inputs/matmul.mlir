func.func @matmul(%a: tensor<128x100xf16>, %b: tensor<100x96xf16>) -> tensor<128x96xf32> {
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%a) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<128x100xf16>) -> f16
    %y = "carrier.element"(%b) {map = affine_map<(d0, d1, d2) -> (d2, d1)>} : (tensor<100x96xf16>) -> f16
    %p = "carrier.product"(%x, %y) : (f16, f16) -> f32
    gpu.yield %p : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 128}, {name = "n", role = "free", extent = 96},
              {name = "k", role = "fold", extent = 100}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<128x96xf32>
  return %o : tensor<128x96xf32>
}
