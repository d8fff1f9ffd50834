// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-bracket,attn-raster{schedule=GRID=persistent})"

// Nothing is streamed.

// expected-error@below {{cannot honour GRID=persistent: no kernel here streams anything}}
module {
  func.func @add(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
    %o = "carrier.map"() ({
      %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<64x128xf32>) -> f32
      %r = arith.addf %e, %e : f32
      gpu.yield %r : f32
    }) {axes = [{name = "m", role = "free", extent = 64}, {name = "n", role = "free", extent = 128}],
        maps = [affine_map<(d0, d1) -> (d0, d1)>]} : () -> tensor<64x128xf32>
    return %o : tensor<64x128xf32>
  }
}
