// A fold as the loop nest it stands for; a map; what is neither is counted.
// RUN: attn-opt %s --pass-pipeline='builtin.module()' --emit=listing | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:function @attention(%arg0: 1x4x128x64 f16, %arg1: 1x4x128x64 f16, %arg2: 1x4x128x64 f16)
// CHECK-NEXT:  fold over kv -> %0#0: 1x4x128x64 f16, %0#1: 1x4x128 f32
// CHECK-NEXT:    axes      b 1 free | h 4 free | m 128 free | n 64 free | kv 128 fold | qk 64 contract
// CHECK-NEXT:    channels  p[b, h, m]     max f32, identity -inf
// CHECK-NEXT:              d[b, h, m]     add f32, identity 0, in units of exp(p)
// CHECK-NEXT:              o[b, h, m, n]  add f32, identity 0, in units of exp(p), contraction pv
// CHECK-NEXT:    schedule  PLACE@fold=fuse
// CHECK-NEXT:    for b, h, m, n:
// CHECK-NEXT:      p, d, o = -inf, 0, 0
// CHECK-NEXT:      for kv in 0..128:                 # the fold axis
// CHECK-NEXT:        t0 = sum over qk of %arg0[b, h, m, qk] * %arg1[b, h, kv, qk]
// CHECK-NEXT:        p' = t0 * 0.125 where m >= kv
// CHECK-NEXT:        d' = 1
// CHECK-NEXT:        o' = %arg2[b, h, kv, n]
// CHECK-NEXT:        p_new = max(p, p')   # below, exp(-inf - -inf) is 0
// CHECK-NEXT:        d = d * exp(p - p_new) + d' * exp(p' - p_new)
// CHECK-NEXT:        o = o * exp(p - p_new) + o' * exp(p' - p_new)
// CHECK-NEXT:        p = p_new
// CHECK-NEXT:      %0#0[b, h, m, n] = f16(o / d)
// CHECK-NEXT:      %0#1[b, h, m] = p + log(d)
// CHECK-NEXT:  return %0#0
func.func @attention(%q: tensor<1x4x128x64xf16>, %k: tensor<1x4x128x64xf16>,
                     %v: tensor<1x4x128x64xf16>) -> tensor<1x4x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o, %l = "carrier.fold"() ({
    %qe = "carrier.element"(%q) {map = affine_map<(b, h, m, n, j, c) -> (b, h, m, c)>} : (tensor<1x4x128x64xf16>) -> f16
    %ke = "carrier.element"(%k) {map = affine_map<(b, h, m, n, j, c) -> (b, h, j, c)>} : (tensor<1x4x128x64xf16>) -> f16
    %s0 = "carrier.contract"(%qe, %ke) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %m = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %keep = arith.cmpi sge, %m, %j : index
    %sm = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %ve = "carrier.element"(%v) {map = affine_map<(b, h, m, n, j, c) -> (b, h, j, n)>} : (tensor<1x4x128x64xf16>) -> f16
    "gpu.yield"(%sm, %one, %ve) : (f32, f32, f16) -> ()
  }, {
  ^bb0(%p: f32, %d: f32, %acc: f32):
    %r = arith.divf %acc, %d : f32
    %t = arith.truncf %r : f32 to f16
    %ln = math.log %d : f32
    %lse = arith.addf %p, %ln : f32
    "gpu.yield"(%t, %lse) : (f16, f32) -> ()
  }) {axes = [{name = "b", role = "free", extent = 1}, {name = "h", role = "free", extent = 4},
              {name = "m", role = "free", extent = 128}, {name = "n", role = "free", extent = 64},
              {name = "kv", role = "fold", extent = 128}, {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(b, h, m, n, j, c) -> (b, h, m, n)>, affine_map<(b, h, m, n, j, c) -> (b, h, m)>],
      schedule = "PLACE@fold=fuse",
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p", contraction = "pv"}]
  } : () -> (tensor<1x4x128x64xf16>, tensor<1x4x128xf32>)
  return %o : tensor<1x4x128x64xf16>
}

// A channel that has an axis' name is written in capitals. A value used twice gets a name. Differences
// are differences, though index arithmetic has none.
//      CHECK:function @variance(%arg0: 8x96 f32)
// CHECK-NEXT:  other operations: tensor.empty 2, linalg.fill 1
// CHECK-NEXT:  fold over k -> %3: 8 f32
// CHECK-NEXT:    axes      m 8 free | k 96 fold
// CHECK-NEXT:    channels  M[m]  add f32, identity 0
// CHECK-NEXT:    for m:
// CHECK-NEXT:      M = 0
// CHECK-NEXT:      for k in 0..96:                   # the fold axis
// CHECK-NEXT:        t0 = m - k < 5 ? %arg0[m, k] - 1.5 : 0
// CHECK-NEXT:        M' = t0 * t0
// CHECK-NEXT:        M = M + M'
// CHECK-NEXT:      %3[m] = M / 96
// CHECK-NEXT:  map -> %4: 8x96 f32
// CHECK-NEXT:    axes      m 8 free | n 96 free
// CHECK-NEXT:    for m, n:
// CHECK-NEXT:      %4[m, n] = (%arg0[m, n] - 1.5) * rsqrt(%3[m])
// CHECK-NEXT:  return %4
func.func @variance(%x: tensor<8x96xf32>) -> tensor<8x96xf32> {
  %unused = tensor.empty() : tensor<8x96xf32>
  %unused2 = tensor.empty() : tensor<8x96xf32>
  %mean = arith.constant 1.5 : f32
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 96.0 : f32
  %minus = arith.constant -1 : index
  %five = arith.constant 5 : index
  %filled = linalg.fill ins(%zero : f32) outs(%unused : tensor<8x96xf32>) -> tensor<8x96xf32>
  %v = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(m, k) -> (m, k)>} : (tensor<8x96xf32>) -> f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "k"} : () -> index
    %negative = arith.muli %j, %minus : index
    %distance = arith.addi %i, %negative : index
    %near = arith.cmpi slt, %distance, %five : index
    %c = arith.subf %e, %mean : f32
    %d = arith.select %near, %c, %zero : f32
    %s = arith.mulf %d, %d : f32
    "gpu.yield"(%s) : (f32) -> ()
  }, {
  ^bb0(%a: f32):
    %r = arith.divf %a, %count : f32
    "gpu.yield"(%r) : (f32) -> ()
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "k", role = "fold", extent = 96}],
      maps = [affine_map<(m, k) -> (m)>],
      channels = [{name = "m", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  %y = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(m, n) -> (m, n)>} : (tensor<8x96xf32>) -> f32
    %w = "carrier.element"(%v) {map = affine_map<(m, n) -> (m)>} : (tensor<8xf32>) -> f32
    %c = arith.subf %e, %mean : f32
    %r = math.rsqrt %w : f32
    %s = arith.mulf %c, %r : f32
    "gpu.yield"(%s) : (f32) -> ()
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "n", role = "free", extent = 96}],
      maps = [affine_map<(m, n) -> (m, n)>]} : () -> tensor<8x96xf32>
  return %y : tensor<8x96xf32>
}
