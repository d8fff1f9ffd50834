// Legal IR of every carrier operation: verifies, prints, reads back as it was.
//
// RUN: attn-opt %s --verify-roundtrip --pass-pipeline="builtin.module(attn-verify)" -o %t
// RUN: attn-opt %t --pass-pipeline="builtin.module(attn-verify)" | diff - %t
// RUN: FileCheck %s --input-file=%t

// A stream with a pivot: element, contract, index, mask; two results.
// CHECK-LABEL: func.func @attention(
// CHECK:       %[[O:.*]]:2 = "carrier.fold"() ({
// CHECK-COUNT-2: "carrier.element"
// CHECK:         "carrier.contract"({{.*}}) {axis = "qk"} : (f16, f16) -> f32
// CHECK:         "carrier.index"() {axis = "m"} : () -> index
// CHECK:         "carrier.mask"({{.*}}) : (i1, f32) -> f32
// CHECK:       }) {axes = [{{.*}}], channels = [{{.*}}], maps = [{{.*}}]} : () -> (tensor<1x4x128x64xf16>, tensor<1x4x128xf32>)
// CHECK:       return %[[O]]#0
#id = affine_map<(d0,d1,d2,d3,d4,d5) -> (d0,d1,d2,d5)>
func.func @attention(%q: tensor<1x4x128x64xf16>, %k: tensor<1x4x128x64xf16>, %v: tensor<1x4x128x64xf16>) -> tensor<1x4x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o, %l = "carrier.fold"() ({
    %qe = "carrier.element"(%q) {map = #id} : (tensor<1x4x128x64xf16>) -> f16
    %ke = "carrier.element"(%k) {map = affine_map<(d0,d1,d2,d3,d4,d5) -> (d0,d1,d4,d5)>} : (tensor<1x4x128x64xf16>) -> f16
    %s0 = "carrier.contract"(%qe, %ke) {axis="qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %m = "carrier.index"() {axis="m"} : () -> index
    %j = "carrier.index"() {axis="kv"} : () -> index
    %keep = arith.cmpi sge, %m, %j : index
    %sm = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %ve = "carrier.element"(%v) {map = affine_map<(d0,d1,d2,d3,d4,d5) -> (d0,d1,d4,d3)>} : (tensor<1x4x128x64xf16>) -> f16
    "gpu.yield"(%sm, %one, %ve) : (f32, f32, f16) -> ()
  }, {
  ^bb0(%p: f32, %d: f32, %o1: f32):
    %r = arith.divf %o1, %d : f32
    %t = arith.truncf %r : f32 to f16
    %ln = math.log %d : f32
    %lse = arith.addf %p, %ln : f32
    gpu.yield %t, %lse : f16, f32
  }) {axes = [{name="b", role="free", extent=1}, {name="h", role="free", extent=4},{name="m", role="free", extent=128},{name="n", role="free", extent=64},{name="kv", role="fold", extent=128},{name="qk", role="contract", extent=64}],
      maps = [affine_map<(d0,d1,d2,d3,d4,d5)->(d0,d1,d2,d3)>, affine_map<(d0,d1,d2,d3,d4,d5)->(d0,d1,d2)>],
      channels=[{name="p", monoid="max", type=f32, identity=0xFF800000 : f32},{name="d", monoid="add", type=f32, identity=0.0:f32, twist="exp", pivot="p"},{name="o", monoid="add", type=f32, identity=0.0:f32, twist="exp", pivot="p", contraction="pv"}]} : () -> (tensor<1x4x128x64xf16>, tensor<1x4x128xf32>)
  return %o : tensor<1x4x128x64xf16>
}

// A bilinear lift: the fold is a contraction itself. A result that is a mixed radix of two axes, an axis of
// extent one that the result lacks.
// CHECK-LABEL: func.func @matmul(
// CHECK:       "carrier.product"({{.*}}) : (f16, f16) -> f32
// CHECK:       contraction = "mm"
func.func @matmul(%a: tensor<2x4x16xf16>, %b: tensor<16x8xf16>) -> tensor<8x8xf32> {
  %r = "carrier.fold"() ({
    %x = "carrier.element"(%a) {map = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d4)>} : (tensor<2x4x16xf16>) -> f16
    %y = "carrier.element"(%b) {map = affine_map<(d0, d1, d2, d3, d4) -> (d4, d3)>} : (tensor<16x8xf16>) -> f16
    %p = "carrier.product"(%x, %y) : (f16, f16) -> f32
    gpu.yield %p : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "one", role = "free", extent = 1}, {name = "b", role = "free", extent = 2},
              {name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8},
              {name = "k", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2 + d1 * 4, d3)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}],
      schedule = "TILE@mm=n16x16/f4x4;GRID=tile"} : () -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Every monoid; a twisted lift of another float type than its channel; an empty fold axis; discardable
// attributes.
// CHECK-LABEL: func.func @monoids(
// CHECK:       attn.note = "kept"
func.func @monoids(%x: tensor<4x0xf16>) -> (tensor<4xf32>, tensor<4xi1>) {
  %big = arith.constant 100.0 : f32
  %r:2 = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x0xf16>) -> f16
    %w = arith.extf %e : f16 to f32
    %c = arith.cmpf olt, %w, %big : f32
    gpu.yield %w, %w, %w, %w, %c, %c, %e : f32, f32, f32, f32, i1, i1, f16
  }, {
  ^bb0(%a: f32, %m: f32, %hi: f32, %lo: f32, %all: i1, %any: i1, %t: f32):
    %s0 = arith.addf %a, %m : f32
    %s1 = arith.addf %hi, %lo : f32
    %s2 = arith.addf %s0, %s1 : f32
    %s3 = arith.addf %s2, %t : f32
    %b = arith.andi %all, %any : i1
    gpu.yield %s3, %b : f32, i1
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 0}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "a", monoid = "add", type = f32, identity = -0.0 : f32},
                  {name = "m", monoid = "mul", type = f32, identity = 1.0 : f32},
                  {name = "hi", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "lo", monoid = "min", type = f32, identity = 0x7F800000 : f32},
                  {name = "all", monoid = "and", type = i1, identity = true},
                  {name = "any", monoid = "or", type = i1, identity = false},
                  {name = "t", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "hi"}],
      attn.note = "kept"} : () -> (tensor<4xf32>, tensor<4xi1>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi1>
}

// Elements behind floordiv and mod; a transposed result.
// CHECK-LABEL: func.func @map(
// CHECK:       "carrier.map"() ({
func.func @map(%x: tensor<4x8xf32>, %y: tensor<2x3xf32>) -> tensor<8x4xf32> {
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    %g = "carrier.element"(%y) {map = affine_map<(d0, d1) -> (d0 floordiv 2, d1 mod 3)>} : (tensor<2x3xf32>) -> f32
    %i = "carrier.index"() {axis = "n"} : () -> index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %s = arith.addf %e, %f : f32
    %t = arith.mulf %s, %g : f32
    gpu.yield %t : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1, d0)>]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
