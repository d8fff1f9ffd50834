// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-bracket)'

// Correct, but not what one would want: said aloud.

// The values have two axes of columns.

func.func @twoColumnAxes(%s: tensor<64x64xf32>, %v: tensor<64x16x4xf32>) -> tensor<64x16x4xf32> {
  // expected-warning@+1 {{channel 'o' has columns along 'n' and 'r': one of them is tiled, what the columns do not enter is computed once per element of 'r'}}
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%s) {map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>} : (tensor<64x64xf32>) -> f32
    %y = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>} : (tensor<64x16x4xf32>) -> f32
    gpu.yield %x, %y : f32, f32
  }, {
  ^bb0(%p: f32, %a: f32):
    gpu.yield %a : f32
  }) {axes = [{name = "m", role = "free", extent = 64}, {name = "n", role = "free", extent = 16},
              {name = "r", role = "free", extent = 4}, {name = "kv", role = "fold", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}]} : () -> tensor<64x16x4xf32>
  return %o : tensor<64x16x4xf32>
}

// -----

// The columns do not fit.

func.func @manyColumns(%q: tensor<64x16xf16>, %k: tensor<64x16xf16>, %v: tensor<64x512xf16>) -> tensor<64x512xf32> {
  // expected-warning@+1 {{axis 'n' has 512 elements, more than the 256 that stay in registers}}
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>} : (tensor<64x16xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3) -> (d2, d3)>} : (tensor<64x16xf16>) -> f16
    %s = "carrier.contract"(%x, %y) {axis = "c"} : (f16, f16) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3) -> (d2, d1)>} : (tensor<64x512xf16>) -> f16
    gpu.yield %s, %z : f32, f16
  }, {
  ^bb0(%p: f32, %a: f32):
    gpu.yield %a : f32
  }) {axes = [{name = "m", role = "free", extent = 64}, {name = "n", role = "free", extent = 512},
              {name = "kv", role = "fold", extent = 64}, {name = "c", role = "contract", extent = 16}],
      maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}]} : () -> tensor<64x512xf32>
  return %o : tensor<64x512xf32>
}
