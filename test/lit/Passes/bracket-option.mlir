// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-bracket{schedule="TILE@qk=n8x8/f8x4;STAGE@kv=d1/sync"})' | FileCheck %s
// RUN: not attn-opt %s --pass-pipeline='builtin.module(attn-bracket{schedule="TILE@av=n8x8/f8x4"})' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not attn-opt %s --pass-pipeline='builtin.module(attn-bracket{schedule="TILE@qk=n16x16/f4x4"})' 2>&1 | FileCheck %s --check-prefix=PINNED
// RUN: not attn-opt %s --pass-pipeline='builtin.module(attn-bracket{schedule="TIEL@qk=n8x8/f8x4"})' 2>&1 | FileCheck %s --check-prefix=KEY

// Pins of the option are taken where the operation has none; entries of other passes are left to them.

// CHECK:      schedule = "TILE@qk=n8x8/f8x4;TILE@pv=n8x8/f8x4"
// NAME:       error: {{.*}}cannot honour TILE@av=n8x8/f8x4: no carrier operation here has a contraction or axis of that name
// PINNED:     error: {{.*}}TILE@qk=n16x16/f4x4 contradicts TILE@qk=n8x8/f8x4, which stands already
// KEY:        error: {{.*}}option 'schedule': column 1: unknown key 'TIEL'; did you mean 'TILE'?
func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x64x64xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 64},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n8x8/f8x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}
