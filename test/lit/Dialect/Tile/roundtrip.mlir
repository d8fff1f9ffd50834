// Legal IR of every tile operation: verifies, prints, reads back as it was.
//
// RUN: attn-opt %s --verify-roundtrip --pass-pipeline="builtin.module(attn-verify)" -o %t
// RUN: attn-opt %t --pass-pipeline="builtin.module(attn-verify)" | diff - %t
// RUN: FileCheck %s --input-file=%t

// As attn-bracket makes it: a stream in two loops, masked tiles in the second only.
// CHECK-LABEL: func.func @bracketed(
// CHECK:       "tile.kernel"() ({
// CHECK-COUNT-3: "tile.origin"
// CHECK:         "tile.load"
// CHECK:         "tile.fill"
// CHECK:         scf.for
// CHECK:           "tile.contract"
// CHECK:           "tile.element"
// CHECK:           "tile.reduce"
// CHECK-NOT:       "tile.coord"
// CHECK:         {class = "full"}
// CHECK:         scf.for
// CHECK:           "tile.coord"
// CHECK:         {class = "partial"}
// CHECK:         "tile.store"
#q   = affine_map<(d0,d1,d2,d3) -> (d0,d1,d2,d3)>
func.func @bracketed(%q: tensor<1x4x128x64xf16>, %k: tensor<1x4x128x64xf16>, %v: tensor<1x4x128x64xf16>) -> tensor<1x4x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %b = "tile.origin"() {axis = "b"} : () -> index
    %h = "tile.origin"() {axis = "h"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %qt = "tile.load"(%q, %b, %h, %m, %c0) {over = ["b","h","m","qk"], map = #q, axes = ["m","qk"]} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
    %p0 = "tile.fill"() {value = 0xFF800000 : f32, axes = ["m"]} : () -> tensor<64xf32>
    %d0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<64xf32>
    %o0 = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"]} : () -> tensor<64x64xf32>
    %full = affine.min affine_map<(d0) -> (((d0 + 1) floordiv 64) * 64, 128)>(%m)   // tiles below it: every element kept for every row
    %any = affine.min affine_map<(d0) -> (((d0 + 63) floordiv 64) * 64 + 64, 128)>(%m)   // tiles below it: some element kept
    %st:3 = scf.for %j = %c0 to %full step %c64 iter_args(%p = %p0, %d = %d0, %ac = %o0) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
      %kt = "tile.load"(%k, %b, %h, %j, %c0) {over = ["b","h","kv","qk"], map = #q, axes = ["kv","qk"]} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      %s0 = "tile.fill"() {value = 0.0 : f32, axes = ["m","kv"]} : () -> tensor<64x64xf32>
      %s1 = "tile.contract"(%qt, %kt, %s0) {name = "qk", axis = "qk", lhs_axes = ["m","qk"], rhs_axes = ["kv","qk"], axes = ["m","kv"]} : (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %s = "tile.map"() ({
        %x = "tile.element"(%s1) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %y = arith.mulf %x, %scale : f32
        gpu.yield %y : f32
      }) {axes = ["m","kv"]} : () -> tensor<64x64xf32>
      // from here on the merge, derived from the channels
      %pt = "tile.reduce"(%s) {monoid = "max", axis = "kv", operand_axes = ["m","kv"], axes = ["m"]} : (tensor<64x64xf32>) -> tensor<64xf32>
      %pn = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = "tile.element"(%pt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %z = arith.maximumf %x, %y : f32
        gpu.yield %z : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %ref = "tile.map"() ({     // the pivot as a reference point: 0 where it is infinite, so that exp(-inf - ref) is 0 and not NaN
        %x = "tile.element"(%pn) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpf oeq, %x, %ninf : f32
        %r = arith.select %is, %zero, %x : f32
        gpu.yield %r : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %al = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %w = "tile.map"() ({
        %x = "tile.element"(%s) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m","kv"]} : () -> tensor<64x64xf32>
      %dt = "tile.reduce"(%w) {monoid = "add", axis = "kv", operand_axes = ["m","kv"], axes = ["m"]} : (tensor<64x64xf32>) -> tensor<64xf32>
      %dn = "tile.map"() ({
        %x = "tile.element"(%d) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %t = "tile.element"(%dt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        %z = arith.addf %y, %t : f32
        gpu.yield %z : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %vt = "tile.load"(%v, %b, %h, %j, %c0) {over = ["b","h","kv","n"], map = #q, axes = ["kv","n"]} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      %oa = "tile.map"() ({
        %x = "tile.element"(%ac) {axes = ["m","n"]} : (tensor<64x64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        gpu.yield %y : f32
      }) {axes = ["m","n"]} : () -> tensor<64x64xf32>
      %on = "tile.contract"(%w, %vt, %oa) {name = "pv", axis = "kv", lhs_axes = ["m","kv"], rhs_axes = ["kv","n"], axes = ["m","n"]} : (tensor<64x64xf32>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      scf.yield %pn, %dn, %on : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
    } {class = "full"}
    %st2:3 = scf.for %j = %full to %any step %c64 iter_args(%p = %st#0, %d = %st#1, %ac = %st#2) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
      %kt = "tile.load"(%k, %b, %h, %j, %c0) {over = ["b","h","kv","qk"], map = #q, axes = ["kv","qk"]} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      %s0 = "tile.fill"() {value = 0.0 : f32, axes = ["m","kv"]} : () -> tensor<64x64xf32>
      %s1 = "tile.contract"(%qt, %kt, %s0) {name = "qk", axis = "qk", lhs_axes = ["m","qk"], rhs_axes = ["kv","qk"], axes = ["m","kv"]} : (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %s = "tile.map"() ({
        %x = "tile.element"(%s1) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %y = arith.mulf %x, %scale : f32
        %i = "tile.coord"(%m) {axis = "m"} : (index) -> index
        %t = "tile.coord"(%j) {axis = "kv"} : (index) -> index
        %keep = arith.cmpi sge, %i, %t : index
        %ninf = arith.constant 0xFF800000 : f32
        %z = arith.select %keep, %y, %ninf : f32
        gpu.yield %z : f32
      }) {axes = ["m","kv"]} : () -> tensor<64x64xf32>
      // from here on the merge, derived from the channels
      %pt = "tile.reduce"(%s) {monoid = "max", axis = "kv", operand_axes = ["m","kv"], axes = ["m"]} : (tensor<64x64xf32>) -> tensor<64xf32>
      %pn = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = "tile.element"(%pt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %z = arith.maximumf %x, %y : f32
        gpu.yield %z : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %ref = "tile.map"() ({     // the pivot as a reference point: 0 where it is infinite, so that exp(-inf - ref) is 0 and not NaN
        %x = "tile.element"(%pn) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpf oeq, %x, %ninf : f32
        %r = arith.select %is, %zero, %x : f32
        gpu.yield %r : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %al = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %w = "tile.map"() ({
        %x = "tile.element"(%s) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m","kv"]} : () -> tensor<64x64xf32>
      %dt = "tile.reduce"(%w) {monoid = "add", axis = "kv", operand_axes = ["m","kv"], axes = ["m"]} : (tensor<64x64xf32>) -> tensor<64xf32>
      %dn = "tile.map"() ({
        %x = "tile.element"(%d) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %t = "tile.element"(%dt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        %z = arith.addf %y, %t : f32
        gpu.yield %z : f32
      }) {axes = ["m"]} : () -> tensor<64xf32>
      %vt = "tile.load"(%v, %b, %h, %j, %c0) {over = ["b","h","kv","n"], map = #q, axes = ["kv","n"]} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      %oa = "tile.map"() ({
        %x = "tile.element"(%ac) {axes = ["m","n"]} : (tensor<64x64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        gpu.yield %y : f32
      }) {axes = ["m","n"]} : () -> tensor<64x64xf32>
      %on = "tile.contract"(%w, %vt, %oa) {name = "pv", axis = "kv", lhs_axes = ["m","kv"], rhs_axes = ["kv","n"], axes = ["m","n"]} : (tensor<64x64xf32>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      scf.yield %pn, %dn, %on : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
    } {class = "partial"}
    %r = "tile.map"() ({        // the projection, on tiles
      %x = "tile.element"(%st2#2) {axes = ["m","n"]} : (tensor<64x64xf32>) -> f32
      %y = "tile.element"(%st2#1) {axes = ["m"]} : (tensor<64xf32>) -> f32
      %q1 = arith.divf %x, %y : f32
      %t = arith.truncf %q1 : f32 to f16
      gpu.yield %t : f16
    }) {axes = ["m","n"]} : () -> tensor<64x64xf16>
    "tile.store"(%r, %b, %h, %m, %c0) {result = 0, over = ["b","h","m","n"], map = #q, axes = ["m","n"]} : (tensor<64x64xf16>, index, index, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_fold0", grid = ["b","h","m"], schedule = "TILE@qk=n16x16/f4x4",
      axes = [{name="b", role="free", extent=1, tile=1}, {name="h", role="free", extent=4, tile=1}, {name="m", role="free", extent=128, tile=64}, {name="n", role="free", extent=64, tile=64}, {name="kv", role="fold", extent=128, tile=64}, {name="qk", role="contract", extent=64, tile=64}]} : () -> tensor<1x4x128x64xf16>
  return %o : tensor<1x4x128x64xf16>
}

// As attn-atomize and attn-stage leave it: layouts, threads, slabs, barriers.
// CHECK-LABEL: func.func @staged(
// CHECK:       "tile.copy"{{.*}}slab = "s0"
// CHECK:       layout = "l16@* r4@m l2@m w8@m"
// CHECK:       "tile.barrier"() : () -> ()
// CHECK:       threads = 256
#q2  = affine_map<(d0,d1,d2,d3) -> (d0,d1,d2,d3)>
func.func @staged(%q: tensor<1x4x128x64xf16>, %k: tensor<1x4x128x64xf16>, %v: tensor<1x4x128x64xf16>) -> tensor<1x4x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %b = "tile.origin"() {axis = "b"} : () -> index
    %h = "tile.origin"() {axis = "h"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %qt = "tile.copy"(%q, %b, %h, %m, %c0) {over = ["b","h","m","qk"], map = #q2, axes = ["m","qk"], slab = "s0", transport = "sync", pad = 16} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
    %p0 = "tile.fill"() {value = 0xFF800000 : f32, axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
    %d0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
    %o0 = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r4@n l16@n r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
    %full = affine.min affine_map<(d0) -> (((d0 + 1) floordiv 64) * 64, 128)>(%m)   // tiles below it: every element kept for every row
    %any = affine.min affine_map<(d0) -> (((d0 + 63) floordiv 64) * 64 + 64, 128)>(%m)   // tiles below it: some element kept
    %st:3 = scf.for %j = %c0 to %full step %c64 iter_args(%p = %p0, %d = %d0, %ac = %o0) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
      "tile.barrier"() : () -> ()      // last iteration's readers are done
      %kt = "tile.copy"(%k, %b, %h, %j, %c0) {over = ["b","h","kv","qk"], map = #q2, axes = ["kv","qk"], slab = "s1", transport = "sync", pad = 16} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      %vt = "tile.copy"(%v, %b, %h, %j, %c0) {over = ["b","h","kv","n"], map = #q2, axes = ["kv","n"], slab = "s2", transport = "sync", pad = 0} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      "tile.barrier"() : () -> ()      // the slabs are filled
      %s0 = "tile.fill"() {value = 0.0 : f32, axes = ["m","kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      %s1 = "tile.contract"(%qt, %kt, %s0) {name = "qk", axis = "qk", lhs_axes = ["m","qk"], rhs_axes = ["kv","qk"], axes = ["m","kv"], atom = "scalar", layout = "l16@kv r4@kv r4@m l2@m w8@m"} : (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %s = "tile.map"() ({
        %x = "tile.element"(%s1) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %y = arith.mulf %x, %scale : f32
        gpu.yield %y : f32
      }) {axes = ["m","kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      // from here on the merge, derived from the channels
      %pt = "tile.reduce"(%s) {monoid = "max", axis = "kv", operand_axes = ["m","kv"], axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : (tensor<64x64xf32>) -> tensor<64xf32>
      %pn = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = "tile.element"(%pt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %z = arith.maximumf %x, %y : f32
        gpu.yield %z : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %ref = "tile.map"() ({     // the pivot as a reference point: 0 where it is infinite, so that exp(-inf - ref) is 0 and not NaN
        %x = "tile.element"(%pn) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpf oeq, %x, %ninf : f32
        %r = arith.select %is, %zero, %x : f32
        gpu.yield %r : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %al = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %w = "tile.map"() ({
        %x = "tile.element"(%s) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m","kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      %dt = "tile.reduce"(%w) {monoid = "add", axis = "kv", operand_axes = ["m","kv"], axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : (tensor<64x64xf32>) -> tensor<64xf32>
      %dn = "tile.map"() ({
        %x = "tile.element"(%d) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %t = "tile.element"(%dt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        %z = arith.addf %y, %t : f32
        gpu.yield %z : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %oa = "tile.map"() ({
        %x = "tile.element"(%ac) {axes = ["m","n"]} : (tensor<64x64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        gpu.yield %y : f32
      }) {axes = ["m","n"], layout = "r4@n l16@n r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      %on = "tile.contract"(%w, %vt, %oa) {name = "pv", axis = "kv", lhs_axes = ["m","kv"], rhs_axes = ["kv","n"], axes = ["m","n"], atom = "scalar", layout = "r4@n l16@n r4@m l2@m w8@m"} : (tensor<64x64xf32>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      scf.yield %pn, %dn, %on : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
    } {class = "full"}
    %st2:3 = scf.for %j = %full to %any step %c64 iter_args(%p = %st#0, %d = %st#1, %ac = %st#2) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
      "tile.barrier"() : () -> ()      // last iteration's readers are done
      %kt = "tile.copy"(%k, %b, %h, %j, %c0) {over = ["b","h","kv","qk"], map = #q2, axes = ["kv","qk"], slab = "s1", transport = "sync", pad = 16} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      %vt = "tile.copy"(%v, %b, %h, %j, %c0) {over = ["b","h","kv","n"], map = #q2, axes = ["kv","n"], slab = "s2", transport = "sync", pad = 0} : (tensor<1x4x128x64xf16>, index, index, index, index) -> tensor<64x64xf16>
      "tile.barrier"() : () -> ()      // the slabs are filled
      %s0 = "tile.fill"() {value = 0.0 : f32, axes = ["m","kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      %s1 = "tile.contract"(%qt, %kt, %s0) {name = "qk", axis = "qk", lhs_axes = ["m","qk"], rhs_axes = ["kv","qk"], axes = ["m","kv"], atom = "scalar", layout = "l16@kv r4@kv r4@m l2@m w8@m"} : (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %s = "tile.map"() ({
        %x = "tile.element"(%s1) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %y = arith.mulf %x, %scale : f32
        %i = "tile.coord"(%m) {axis = "m"} : (index) -> index
        %t = "tile.coord"(%j) {axis = "kv"} : (index) -> index
        %keep = arith.cmpi sge, %i, %t : index
        %ninf = arith.constant 0xFF800000 : f32
        %z = arith.select %keep, %y, %ninf : f32
        gpu.yield %z : f32
      }) {axes = ["m","kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      // from here on the merge, derived from the channels
      %pt = "tile.reduce"(%s) {monoid = "max", axis = "kv", operand_axes = ["m","kv"], axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : (tensor<64x64xf32>) -> tensor<64xf32>
      %pn = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = "tile.element"(%pt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %z = arith.maximumf %x, %y : f32
        gpu.yield %z : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %ref = "tile.map"() ({     // the pivot as a reference point: 0 where it is infinite, so that exp(-inf - ref) is 0 and not NaN
        %x = "tile.element"(%pn) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpf oeq, %x, %ninf : f32
        %r = arith.select %is, %zero, %x : f32
        gpu.yield %r : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %al = "tile.map"() ({
        %x = "tile.element"(%p) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %w = "tile.map"() ({
        %x = "tile.element"(%s) {axes = ["m","kv"]} : (tensor<64x64xf32>) -> f32
        %r = "tile.element"(%ref) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes = ["m","kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      %dt = "tile.reduce"(%w) {monoid = "add", axis = "kv", operand_axes = ["m","kv"], axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : (tensor<64x64xf32>) -> tensor<64xf32>
      %dn = "tile.map"() ({
        %x = "tile.element"(%d) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %t = "tile.element"(%dt) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        %z = arith.addf %y, %t : f32
        gpu.yield %z : f32
      }) {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"} : () -> tensor<64xf32>
      %oa = "tile.map"() ({
        %x = "tile.element"(%ac) {axes = ["m","n"]} : (tensor<64x64xf32>) -> f32
        %a = "tile.element"(%al) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        gpu.yield %y : f32
      }) {axes = ["m","n"], layout = "r4@n l16@n r4@m l2@m w8@m"} : () -> tensor<64x64xf32>
      %on = "tile.contract"(%w, %vt, %oa) {name = "pv", axis = "kv", lhs_axes = ["m","kv"], rhs_axes = ["kv","n"], axes = ["m","n"], atom = "scalar", layout = "r4@n l16@n r4@m l2@m w8@m"} : (tensor<64x64xf32>, tensor<64x64xf16>, tensor<64x64xf32>) -> tensor<64x64xf32>
      scf.yield %pn, %dn, %on : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
    } {class = "partial"}
    %r = "tile.map"() ({        // the projection, on tiles
      %x = "tile.element"(%st2#2) {axes = ["m","n"]} : (tensor<64x64xf32>) -> f32
      %y = "tile.element"(%st2#1) {axes = ["m"]} : (tensor<64xf32>) -> f32
      %q1 = arith.divf %x, %y : f32
      %t = arith.truncf %q1 : f32 to f16
      gpu.yield %t : f16
    }) {axes = ["m","n"], layout = "r4@n l16@n r4@m l2@m w8@m"} : () -> tensor<64x64xf16>
    "tile.store"(%r, %b, %h, %m, %c0) {result = 0, over = ["b","h","m","n"], map = #q2, axes = ["m","n"]} : (tensor<64x64xf16>, index, index, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_fold1", threads = 256, grid = ["b","h","m"], schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f4x4;STAGE@m=d1/sync/pad16;STAGE@kv=d1/sync/pad16",
      axes = [{name="b", role="free", extent=1, tile=1}, {name="h", role="free", extent=4, tile=1}, {name="m", role="free", extent=128, tile=64}, {name="n", role="free", extent=64, tile=64}, {name="kv", role="fold", extent=128, tile=64}, {name="qk", role="contract", extent=64, tile=64}]} : () -> tensor<1x4x128x64xf16>
  return %o : tensor<1x4x128x64xf16>
}

// A ragged free axis, a loop over a free axis, a branch, a result without axes on the grid.
// CHECK-LABEL: func.func @loops(
func.func @loops(%x: tensor<10x12xf32>) -> tensor<12x10xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c12 = arith.constant 12 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %first = arith.cmpi eq, %m, %c0 : index
    scf.for %n = %c0 to %c12 step %c4 {
      %a = "tile.load"(%x, %m, %n) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["n", "m"]} : (tensor<10x12xf32>, index, index) -> tensor<4x4xf32>
      %b = scf.if %first -> (tensor<4x4xf32>) {
        %z = "tile.fill"() {value = 0.0 : f32, axes = ["n", "m"]} : () -> tensor<4x4xf32>
        scf.yield %z : tensor<4x4xf32>
      } else {
        scf.yield %a : tensor<4x4xf32>
      }
      "tile.store"(%b, %m, %n) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d1, d0)>, axes = ["n", "m"]} : (tensor<4x4xf32>, index, index) -> ()
    }
    gpu.yield
  }) {sym_name = "loops_kernel", grid = ["m"], attn.note = "kept",
      axes = [{name = "m", role = "free", extent = 10, tile = 4}, {name = "n", role = "free", extent = 12, tile = 4}]} : () -> tensor<12x10xf32>
  return %r : tensor<12x10xf32>
}
