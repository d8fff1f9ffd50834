// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s
// Nothing but LLVM and NVVM is left in the gpu.module, and it is valid LLVM IR:
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_120a})' | FileCheck %s --check-prefix=ONLY
// ONLY-NOT: {{(arith|scf|math|cf|affine|tile|unrealized)}}.{{[a-z_]+}}{{[ "(]+}}%

// Elementwise. Lane l of warp w holds elements 4l .. 4l+3 of row w: one access of 8 bytes in, of 16
// bytes out, under the bound of the ragged axis (6 rows in tiles of 4). Lanes without an element look
// at the tensor's first one and drop it.

// CHECK-LABEL: func.func @scale(
// CHECK:         call @scale_0(%{{.*}}) : (tensor<6x128xf16>) -> tensor<6x128xf32>
// CHECK:       gpu.module @attn_kernels [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx70">]
// CHECK:         llvm.mlir.global external @attn_shared() {addr_space = 3 : i32, alignment = 1024 : i64}
// CHECK:         llvm.func @scale_0(%[[X:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %[[Y:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.writeonly}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
// CHECK-DAG:       %[[C8:.*]] = llvm.mlir.constant(8 : i32)
// CHECK-DAG:       %[[C16:.*]] = llvm.mlir.constant(16 : i32)
// CHECK-DAG:       %[[C32:.*]] = llvm.mlir.constant(32 : i32)
// CHECK-DAG:       %[[C256:.*]] = llvm.mlir.constant(256 : i32)
// CHECK-DAG:       %[[SIX:.*]] = llvm.mlir.constant(6 : index)
// CHECK-DAG:       %[[FOUR:.*]] = llvm.mlir.constant(4 : index)
// CHECK:           %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK:           %[[LANE:.*]] = llvm.urem %[[TID]], %[[C32]]
// CHECK:           %[[WARP:.*]] = llvm.udiv %[[TID]], %[[C32]]
// CHECK:           %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x
// CHECK:           %[[CTA64:.*]] = llvm.zext %[[CTA]]
// CHECK:           %[[ORIGIN:.*]] = llvm.mul %[[CTA64]], %[[FOUR]]
// CHECK:           %[[LEFT:.*]] = llvm.sub %[[SIX]], %[[ORIGIN]]
// CHECK:           %[[ROOM:.*]] = llvm.intr.smin(%[[LEFT]], %[[FOUR]])
// CHECK:           %[[ROOM32:.*]] = llvm.trunc %[[ROOM]]
// CHECK:           %[[BASE:.*]] = llvm.getelementptr %[[X]][%{{.*}}] : (!llvm.ptr<1>, i64)
// CHECK:           %[[IN:.*]] = llvm.icmp "slt" %[[WARP]], %[[ROOM32]]
// CHECK:           %[[ROW:.*]] = llvm.mul %[[WARP]], %[[C256]]
// CHECK:           %[[P:.*]] = llvm.getelementptr %[[BASE]][%[[ROW]]]
// CHECK:           %[[COL:.*]] = llvm.mul %[[LANE]], %[[C8]]
// CHECK:           %[[Q:.*]] = llvm.getelementptr %[[P]][%[[COL]]]
// CHECK:           %[[WHERE:.*]] = llvm.select %[[IN]], %[[Q]], %[[X]]
// CHECK:           %[[V:.*]] = llvm.load %[[WHERE]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xf16>
// CHECK:           llvm.select %[[IN]], %[[V]], %{{.*}} : i1, vector<4xf16>
// CHECK-COUNT-4:   llvm.fmul
// CHECK-NOT:       llvm.fmul
// CHECK:           llvm.cond_br %[[IN]]
// CHECK:           llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK:           llvm.return
// CHECK:       func.func private @scale_0(tensor<6x128xf16>) -> tensor<6x128xf32> attributes {attn.launch = {block = [128, 1, 1], grid = [2, 1, 1], kernel = "attn_kernels::scale_0", schedule = "TILE@n=n32x4/f4x1", shared = 0 : i64}}
func.func @scale(%x: tensor<6x128xf16>) -> tensor<6x128xf32> {
  %two = arith.constant 2.0 : f32
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : (tensor<6x128xf16>, index, index) -> tensor<4x128xf16>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x128xf16>) -> f16
      %f = arith.extf %e : f16 to f32
      %y = arith.mulf %f, %two : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : () -> tensor<4x128xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x128xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "scale_0", threads = 128, grid = ["m"], schedule = "TILE@n=n32x4/f4x1", axes = [{name = "m", role = "free", extent = 6, tile = 4}, {name = "n", role = "free", extent = 128, tile = 128}]} : () -> tensor<6x128xf32>
  return %r : tensor<6x128xf32>
}

// -----

// A row reduction: six registers in a chain, then a butterfly over the sixteen lanes of a row; the
// extents divide, so there are no bounds; one lane of the sixteen that hold the result stores it.

// CHECK-LABEL: llvm.func @row_max_0
// CHECK-DAG:       %[[C1:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG:       %[[C2:.*]] = llvm.mlir.constant(2 : i32)
// CHECK-DAG:       %[[C4:.*]] = llvm.mlir.constant(4 : i32)
// CHECK-DAG:       %[[C8:.*]] = llvm.mlir.constant(8 : i32)
// CHECK-DAG:       %[[C16:.*]] = llvm.mlir.constant(16 : i32)
// CHECK-DAG:       %[[C0:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:           %[[COPY:.*]] = llvm.urem %{{.*}}, %[[C16]]
// CHECK:           %[[FIRST:.*]] = llvm.icmp "eq" %[[COPY]], %[[C0]]
// CHECK-NOT:       llvm.select
// CHECK-COUNT-6:   llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-COUNT-5:   llvm.intr.maximum
// CHECK:           nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[C1]],
// CHECK-NEXT:      llvm.intr.maximum
// CHECK-NEXT:      nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[C2]],
// CHECK-NEXT:      llvm.intr.maximum
// CHECK-NEXT:      nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[C4]],
// CHECK-NEXT:      llvm.intr.maximum
// CHECK-NEXT:      nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[C8]],
// CHECK-NEXT:      llvm.intr.maximum
// CHECK-NOT:       nvvm.shfl.sync
// CHECK:           llvm.cond_br %[[FIRST]]
// CHECK:           llvm.store %{{.*}} : f32, !llvm.ptr<1>
// CHECK-NOT:       llvm.store
// CHECK:           llvm.return
func.func @row_max(%x: tensor<8x96xf32>) -> tensor<8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(m,k) -> (m,k)>, axes = ["m", "k"], layout = "l16@k r6@k l2@m w2@m"} : (tensor<8x96xf32>, index, index) -> tensor<4x96xf32>
    %s = "tile.reduce"(%t) {monoid = "max", axis = "k", operand_axes = ["m", "k"], axes = ["m"], layout = "l16@* l2@m w2@m"} : (tensor<4x96xf32>) -> tensor<4xf32>
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<4xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "row_max_0", threads = 64, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "k", role = "fold", extent = 96, tile = 96}]} : () -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// A stream with two contractions, staged. Slabs: s0 8 rows of 32 + 16 bytes, s1 32 of 48, s2 32 of 32.
// The first contraction reads both operands from shared memory in 16-byte accesses along the
// contracted axis and adds up in registers; each weight is computed once, and the second contraction
// gets it from the lane that holds it. The stream's state is carried in registers.

// CHECK-LABEL: llvm.func @stream_0
// CHECK-DAG:       %[[SH:.*]] = llvm.mlir.addressof @attn_shared : !llvm.ptr<3>
// The full tiles: no bounds.
// CHECK:           llvm.br ^[[LOOP:.*]](%{{.*}} : i64, f32, f32, f32, f32, f32, f32)
// CHECK:         ^[[LOOP]](
// CHECK:           nvvm.barrier0
// CHECK-NOT:       llvm.select
// CHECK:           %[[S1:.*]] = llvm.getelementptr %[[SH]][384]
// CHECK:           llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK:           llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK:           %[[S2:.*]] = llvm.getelementptr %[[SH]][1920]
// CHECK:           nvvm.barrier0
// CHECK:           llvm.br ^[[QK:.*]](%{{.*}} : i32, f32, f32, f32, f32)
// CHECK:         ^[[QK]](
// CHECK-COUNT-4:   llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
// CHECK-COUNT-32:  llvm.intr.fma
// CHECK-NOT:       llvm.intr.fma
// CHECK:           llvm.br ^[[QK]](
// CHECK-COUNT-8:   nvvm.shfl.sync bfly
// CHECK-COUNT-6:   llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK-COUNT-8:   nvvm.shfl.sync bfly
// CHECK-NOT:       nvvm.shfl.sync bfly
// CHECK:           llvm.br ^[[PV:.*]](%{{.*}} : i32, f32, f32)
// CHECK:         ^[[PV]](
// CHECK-COUNT-8:   nvvm.shfl.sync idx
// CHECK-COUNT-8:   llvm.intr.fma
// CHECK-NOT:       llvm.intr.fma
// CHECK:           llvm.br ^[[PV]](
// CHECK-NOT:       call_intrinsic
// CHECK:           llvm.br ^[[LOOP]](
// The partial tiles: rows beyond the extent are zero, scores beyond the mask are -inf.
// CHECK:           llvm.intr.smin
// CHECK:           llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NEXT:      llvm.select %{{.*}} : i1, vector<4xi32>
// Row minus column once, in 32 bits; then one comparison with a constant per score.
// CHECK:           %[[D:.*]] = llvm.trunc %{{.*}} : i64 to i32
// CHECK:           llvm.icmp "sge" %[[D]], %{{.*}} : i32
// CHECK:           llvm.icmp "sge" %[[D]], %{{.*}} : i32
// CHECK:           llvm.fdiv
// CHECK:           llvm.fptrunc %{{.*}} : f32 to f16
// CHECK:           llvm.store %{{.*}} : f16, !llvm.ptr<1>
// CHECK:           llvm.return
// CHECK:       func.func private @stream_0({{.*}}attn.launch = {block = [64, 1, 1], grid = [10, 1, 1], kernel = "attn_kernels::stream_0", schedule = {{.*}}, shared = 2944 : i64}
func.func @stream(%q: tensor<1x2x40x16xf16>, %k: tensor<1x2x40x16xf16>, %v: tensor<1x2x40x16xf16>) -> (tensor<1x2x40x16xf16>) {
  %scale = arith.constant 0.25 : f32
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %step = arith.constant 32 : index
    %skc = arith.constant 40 : index
    %b = "tile.origin"() {axis="b"} : () -> index
    %h = "tile.origin"() {axis="h"} : () -> index
    %m = "tile.origin"() {axis="m"} : () -> index
    %qt = "tile.copy"(%q,%b,%h,%m,%c0) {over=["b","h","m","qk"], map=affine_map<(d0,d1,d2,d3)->(d0,d1,d2,d3)>, axes=["m","qk"], slab="s0", transport="sync", pad=16} : (tensor<1x2x40x16xf16>, index, index, index, index) -> tensor<8x16xf16>
    %p0 = "tile.fill"() {value = 0xFF800000 : f32, axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
    %d0 = "tile.fill"() {value = 0.0 : f32, axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
    %o0 = "tile.fill"() {value = 0.0 : f32, axes=["m","n"], layout="l16@n r2@m l2@m w2@m"} : () -> tensor<8x16xf32>
    %full = affine.min affine_map<(d0) -> (((d0 + 1) floordiv 32) * 32, 32)>(%m)
    %any = affine.min affine_map<(d0) -> (((d0 + 7) floordiv 32) * 32 + 32, 64)>(%m)
    %st:3 = scf.for %j = %c0 to %full step %step iter_args(%p = %p0, %dd = %d0, %ac = %o0) -> (tensor<8xf32>,tensor<8xf32>,tensor<8x16xf32>) {
      "tile.barrier"() : () -> ()
      %kt = "tile.copy"(%k,%b,%h,%j,%c0) {over=["b","h","kv","qk"], map=affine_map<(d0,d1,d2,d3)->(d0,d1,d2,d3)>, axes=["kv","qk"], slab="s1", transport="sync", pad=16} : (tensor<1x2x40x16xf16>, index, index, index, index) -> tensor<32x16xf16>
      %vt = "tile.copy"(%v,%b,%h,%j,%c0) {over=["b","h","kv","n"], map=affine_map<(d0,d1,d2,d3)->(d0,d1,d2,d3)>, axes=["kv","n"], slab="s2", transport="sync", pad=0} : (tensor<1x2x40x16xf16>, index, index, index, index) -> tensor<32x16xf16>
      "tile.barrier"() : () -> ()
      %s0 = "tile.fill"() {value = 0.0 : f32, axes=["m","kv"], layout="l16@kv r2@kv r2@m l2@m w2@m"} : () -> tensor<8x32xf32>
      %s1 = "tile.contract"(%qt,%kt,%s0) {name="qk", axis="qk", lhs_axes=["m","qk"], rhs_axes=["kv","qk"], axes=["m","kv"], atom="scalar", layout="l16@kv r2@kv r2@m l2@m w2@m"} : (tensor<8x16xf16>, tensor<32x16xf16>, tensor<8x32xf32>) -> tensor<8x32xf32>
      %s = "tile.map"() ({ %x = "tile.element"(%s1) {axes=["m","kv"]} : (tensor<8x32xf32>) -> f32
        %y = arith.mulf %x, %scale : f32
        gpu.yield %y : f32
      }) {axes=["m","kv"], layout="l16@kv r2@kv r2@m l2@m w2@m"} : () -> tensor<8x32xf32>
      %pt = "tile.reduce"(%s) {monoid="max", axis="kv", operand_axes=["m","kv"], axes=["m"], layout="l16@* r2@m l2@m w2@m"} : (tensor<8x32xf32>) -> tensor<8xf32>
      %pn = "tile.map"() ({
        %x = "tile.element"(%p) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = "tile.element"(%pt) {axes=["m"]} : (tensor<8xf32>) -> f32
        %z = arith.maximumf %x, %y : f32
        gpu.yield %z : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %ref = "tile.map"() ({
        %x = "tile.element"(%pn) {axes=["m"]} : (tensor<8xf32>) -> f32
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpf oeq, %x, %ninf : f32
        %r = arith.select %is, %zero, %x : f32
        gpu.yield %r : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %al = "tile.map"() ({
        %x = "tile.element"(%p) {axes=["m"]} : (tensor<8xf32>) -> f32
        %r = "tile.element"(%ref) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %w = "tile.map"() ({
        %x = "tile.element"(%s) {axes=["m","kv"]} : (tensor<8x32xf32>) -> f32
        %r = "tile.element"(%ref) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes=["m","kv"], layout="l16@kv r2@kv r2@m l2@m w2@m"} : () -> tensor<8x32xf32>
      %dt = "tile.reduce"(%w) {monoid="add", axis="kv", operand_axes=["m","kv"], axes=["m"], layout="l16@* r2@m l2@m w2@m"} : (tensor<8x32xf32>) -> tensor<8xf32>
      %dn = "tile.map"() ({
        %x = "tile.element"(%dd) {axes=["m"]} : (tensor<8xf32>) -> f32
        %a = "tile.element"(%al) {axes=["m"]} : (tensor<8xf32>) -> f32
        %t = "tile.element"(%dt) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        %z = arith.addf %y, %t : f32
        gpu.yield %z : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %oa = "tile.map"() ({
        %x = "tile.element"(%ac) {axes=["m","n"]} : (tensor<8x16xf32>) -> f32
        %a = "tile.element"(%al) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        gpu.yield %y : f32
      }) {axes=["m","n"], layout="l16@n r2@m l2@m w2@m"} : () -> tensor<8x16xf32>
      %on = "tile.contract"(%w,%vt,%oa) {name="pv", axis="kv", lhs_axes=["m","kv"], rhs_axes=["kv","n"], axes=["m","n"], atom="scalar", layout="l16@n r2@m l2@m w2@m"} : (tensor<8x32xf32>, tensor<32x16xf16>, tensor<8x16xf32>) -> tensor<8x16xf32>
      scf.yield %pn,%dn,%on : tensor<8xf32>,tensor<8xf32>,tensor<8x16xf32>
    } {class="full"}
    %su:3 = scf.for %j = %full to %any step %step iter_args(%p = %st#0, %dd = %st#1, %ac = %st#2) -> (tensor<8xf32>,tensor<8xf32>,tensor<8x16xf32>) {
      "tile.barrier"() : () -> ()
      %kt = "tile.copy"(%k,%b,%h,%j,%c0) {over=["b","h","kv","qk"], map=affine_map<(d0,d1,d2,d3)->(d0,d1,d2,d3)>, axes=["kv","qk"], slab="s1", transport="sync", pad=16} : (tensor<1x2x40x16xf16>, index, index, index, index) -> tensor<32x16xf16>
      %vt = "tile.copy"(%v,%b,%h,%j,%c0) {over=["b","h","kv","n"], map=affine_map<(d0,d1,d2,d3)->(d0,d1,d2,d3)>, axes=["kv","n"], slab="s2", transport="sync", pad=0} : (tensor<1x2x40x16xf16>, index, index, index, index) -> tensor<32x16xf16>
      "tile.barrier"() : () -> ()
      %s0 = "tile.fill"() {value = 0.0 : f32, axes=["m","kv"], layout="l16@kv r2@kv r2@m l2@m w2@m"} : () -> tensor<8x32xf32>
      %s1 = "tile.contract"(%qt,%kt,%s0) {name="qk", axis="qk", lhs_axes=["m","qk"], rhs_axes=["kv","qk"], axes=["m","kv"], atom="scalar", layout="l16@kv r2@kv r2@m l2@m w2@m"} : (tensor<8x16xf16>, tensor<32x16xf16>, tensor<8x32xf32>) -> tensor<8x32xf32>
      %s = "tile.map"() ({ %x = "tile.element"(%s1) {axes=["m","kv"]} : (tensor<8x32xf32>) -> f32
        %y = arith.mulf %x, %scale : f32
        %ninf = arith.constant 0xFF800000 : f32
        %t = "tile.coord"(%j) {axis="kv"} : (index) -> index
        %in = arith.cmpi slt, %t, %skc : index
        %i = "tile.coord"(%m) {axis="m"} : (index) -> index
        %ge = arith.cmpi sge, %i, %t : index
        %keep = arith.andi %ge, %in : i1
        %z = arith.select %keep, %y, %ninf : f32
        gpu.yield %z : f32
      }) {axes=["m","kv"], layout="l16@kv r2@kv r2@m l2@m w2@m"} : () -> tensor<8x32xf32>
      %pt = "tile.reduce"(%s) {monoid="max", axis="kv", operand_axes=["m","kv"], axes=["m"], layout="l16@* r2@m l2@m w2@m"} : (tensor<8x32xf32>) -> tensor<8xf32>
      %pn = "tile.map"() ({
        %x = "tile.element"(%p) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = "tile.element"(%pt) {axes=["m"]} : (tensor<8xf32>) -> f32
        %z = arith.maximumf %x, %y : f32
        gpu.yield %z : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %ref = "tile.map"() ({
        %x = "tile.element"(%pn) {axes=["m"]} : (tensor<8xf32>) -> f32
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpf oeq, %x, %ninf : f32
        %r = arith.select %is, %zero, %x : f32
        gpu.yield %r : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %al = "tile.map"() ({
        %x = "tile.element"(%p) {axes=["m"]} : (tensor<8xf32>) -> f32
        %r = "tile.element"(%ref) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %w = "tile.map"() ({
        %x = "tile.element"(%s) {axes=["m","kv"]} : (tensor<8x32xf32>) -> f32
        %r = "tile.element"(%ref) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.subf %x, %r : f32
        %e = math.exp %y : f32
        gpu.yield %e : f32
      }) {axes=["m","kv"], layout="l16@kv r2@kv r2@m l2@m w2@m"} : () -> tensor<8x32xf32>
      %dt = "tile.reduce"(%w) {monoid="add", axis="kv", operand_axes=["m","kv"], axes=["m"], layout="l16@* r2@m l2@m w2@m"} : (tensor<8x32xf32>) -> tensor<8xf32>
      %dn = "tile.map"() ({
        %x = "tile.element"(%dd) {axes=["m"]} : (tensor<8xf32>) -> f32
        %a = "tile.element"(%al) {axes=["m"]} : (tensor<8xf32>) -> f32
        %t = "tile.element"(%dt) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        %z = arith.addf %y, %t : f32
        gpu.yield %z : f32
      }) {axes=["m"], layout="l16@* r2@m l2@m w2@m"} : () -> tensor<8xf32>
      %oa = "tile.map"() ({
        %x = "tile.element"(%ac) {axes=["m","n"]} : (tensor<8x16xf32>) -> f32
        %a = "tile.element"(%al) {axes=["m"]} : (tensor<8xf32>) -> f32
        %y = arith.mulf %x, %a : f32
        gpu.yield %y : f32
      }) {axes=["m","n"], layout="l16@n r2@m l2@m w2@m"} : () -> tensor<8x16xf32>
      %on = "tile.contract"(%w,%vt,%oa) {name="pv", axis="kv", lhs_axes=["m","kv"], rhs_axes=["kv","n"], axes=["m","n"], atom="scalar", layout="l16@n r2@m l2@m w2@m"} : (tensor<8x32xf32>, tensor<32x16xf16>, tensor<8x16xf32>) -> tensor<8x16xf32>
      scf.yield %pn,%dn,%on : tensor<8xf32>,tensor<8xf32>,tensor<8x16xf32>
    } {class="partial"}
    %r = "tile.map"() ({ %x = "tile.element"(%su#2) {axes=["m","n"]} : (tensor<8x16xf32>) -> f32
      %y = "tile.element"(%su#1) {axes=["m"]} : (tensor<8xf32>) -> f32
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %z = arith.cmpf oeq, %y, %zero : f32
      %y1 = arith.select %z, %one, %y : f32
      %q1 = arith.divf %x, %y1 : f32
      %t = arith.truncf %q1 : f32 to f16
      gpu.yield %t : f16
    }) {axes=["m","n"], layout="l16@n r2@m l2@m w2@m"} : () -> tensor<8x16xf16>
    "tile.store"(%r,%b,%h,%m,%c0) {result=0, over=["b","h","m","n"], map=affine_map<(d0,d1,d2,d3)->(d0,d1,d2,d3)>, axes=["m","n"]} : (tensor<8x16xf16>, index,index,index,index) -> ()
    gpu.yield
  }) {sym_name="stream_0", threads=64, grid=["b","h","m"], schedule="TILE@qk=n16x4/f2x2", axes=[{name="b", role="free", extent=1, tile=1},{name="h", role="free", extent=2, tile=1},{name="m", role="free", extent=40, tile=8},{name="n", role="free", extent=16, tile=16},{name="kv", role="fold", extent=40, tile=32},{name="qk", role="contract", extent=16, tile=16}]} : () -> (tensor<1x2x40x16xf16>)
  return %o : tensor<1x2x40x16xf16>
}

// -----

// Operands that are not staged are read where they lie; the constant of the function is cloned into the
// kernel; a head is shared by two heads of the other operand (floordiv, not along the tile).

// CHECK-LABEL: llvm.func @unstaged_0
// CHECK-SAME:    %[[A:.*]]: !llvm.ptr<1> {{.*}}, %[[B:.*]]: !llvm.ptr<1> {{.*}}, %{{.*}}: !llvm.ptr<1>
// CHECK-NOT:       nvvm.barrier0
// CHECK:           ^{{.*}}(%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK:           llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK:           llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-COUNT-8:   llvm.intr.fma
// CHECK-NOT:       llvm.intr.fma
// CHECK:           llvm.return
func.func @unstaged(%a: tensor<4x8x32xf32>, %b: tensor<2x32x32xf32>) -> tensor<4x8x32xf32> {
  %quarter = arith.constant 0.25 : f32
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %h = "tile.origin"() {axis = "h"} : () -> index
    %at = "tile.load"(%a, %h, %c0, %c0) {over = ["h", "m", "k"], map = affine_map<(h,m,k) -> (h,m,k)>, axes = ["m", "k"]} : (tensor<4x8x32xf32>, index, index, index) -> tensor<8x32xf32>
    %bt = "tile.load"(%b, %h, %c0, %c0) {over = ["h", "k", "n"], map = affine_map<(h,k,n) -> (h floordiv 2,k,n)>, axes = ["k", "n"]} : (tensor<2x32x32xf32>, index, index, index) -> tensor<32x32xf32>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l32@n r2@m w4@m"} : () -> tensor<8x32xf32>
    %p = "tile.contract"(%at, %bt, %z) {name = "k", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l32@n r2@m w4@m"} : (tensor<8x32xf32>, tensor<32x32xf32>, tensor<8x32xf32>) -> tensor<8x32xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%p) {axes = ["m", "n"]} : (tensor<8x32xf32>) -> f32
      %y = arith.mulf %e, %quarter : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "l32@n r2@m w4@m"} : () -> tensor<8x32xf32>
    "tile.store"(%w, %h, %c0, %c0) {result = 0, over = ["h", "m", "n"], map = affine_map<(h,m,n) -> (h,m,n)>, axes = ["m", "n"]} : (tensor<8x32xf32>, index, index, index) -> ()
    gpu.yield
  }) {sym_name = "unstaged_0", threads = 128, grid = ["h"], axes = [{name = "h", role = "free", extent = 4, tile = 1}, {name = "m", role = "free", extent = 8, tile = 8}, {name = "n", role = "free", extent = 32, tile = 32}, {name = "k", role = "fold", extent = 32, tile = 32}]} : () -> tensor<4x8x32xf32>
  return %r : tensor<4x8x32xf32>
}

// -----

// i1 lies in memory as a byte; a transposed map reads element by element, and what a map makes of the
// axes is checked against the axes, not against the tensor.

// CHECK-LABEL: llvm.func @choose_0
// CHECK:           llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi8>
// CHECK:           llvm.icmp "ne" %{{.*}} : i8
// CHECK-COUNT-4:   llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
// CHECK:           llvm.store %{{.*}} {alignment = 8 : i64} : vector<4xbf16>, !llvm.ptr<1>
func.func @choose(%c: tensor<4x128xi1>, %x: tensor<128x4xbf16>) -> tensor<4x128xbf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %ct = "tile.load"(%c, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : (tensor<4x128xi1>, index, index) -> tensor<4x128xi1>
    %xt = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (n,m)>, axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : (tensor<128x4xbf16>, index, index) -> tensor<4x128xbf16>
    %w = "tile.map"() ({
      %k = "tile.element"(%ct) {axes = ["m", "n"]} : (tensor<4x128xi1>) -> i1
      %e = "tile.element"(%xt) {axes = ["m", "n"]} : (tensor<4x128xbf16>) -> bf16
      %z = arith.constant 0.0 : bf16
      %y = arith.select %k, %e, %z : bf16
      gpu.yield %y : bf16
    }) {axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : () -> tensor<4x128xbf16>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x128xbf16>, index, index) -> ()
    gpu.yield
  }) {sym_name = "choose_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 128, tile = 128}]} : () -> tensor<4x128xbf16>
  return %r : tensor<4x128xbf16>
}

// -----

// Results without elements: one CTA that does nothing, since a grid of none cannot be launched.

// CHECK-LABEL: llvm.func @empty_0
// CHECK-NOT:       llvm.store
// CHECK:           llvm.return
// CHECK:       attn.launch = {{.*}}grid = [1, 1, 1]
func.func @empty() -> tensor<0x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : () -> tensor<4x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "empty_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 0, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<0x64xf32>
  return %r : tensor<0x64xf32>
}
