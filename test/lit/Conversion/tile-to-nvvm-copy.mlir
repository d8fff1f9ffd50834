// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_90a})' | FileCheck %s

// A ring of two slots filled by cp.async: the tile of the next iteration is under way while this
// one's is read. The loop carries the address of the slot. The last tile of 100 rows is partial: what
// lies beyond is zero-filled by the size operand, and a tile wholly beyond reads nothing.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @ring(%x: tensor<100x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c100 = arith.constant 100 : index
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["n"], layout = "r8@n l8@n l4@*"} : () -> tensor<64xf32>
    %t0 = "tile.copy"(%x, %c0, %c0, %c0) {over = ["k","n"], map = #id, axes = ["k","n"], slab = "s", transport = "cp", pad = 0, slots = 2, swizzle = 128} : (tensor<100x64xf16>, index, index, index) -> tensor<32x64xf16>
    "tile.commit"() : () -> ()
    %s:2 = scf.for %j = %c0 to %c100 step %c32 iter_args(%a = %z, %t = %t0) -> (tensor<64xf32>, tensor<32x64xf16>) {
      "tile.wait"() {transport = "cp", pending = 0} : () -> ()
      "tile.barrier"() : () -> ()
      %i = arith.divui %j, %c32 : index
      %next = arith.addi %i, %c1 : index
      %slot = arith.remui %next, %c2 : index
      %at = arith.addi %j, %c32 : index
      %tn = "tile.copy"(%x, %at, %c0, %slot) {over = ["k","n"], map = #id, axes = ["k","n"], slab = "s", transport = "cp", pad = 0, slots = 2, swizzle = 128} : (tensor<100x64xf16>, index, index, index) -> tensor<32x64xf16>
      "tile.commit"() : () -> ()
      %w = "tile.map"() ({
        %h = "tile.element"(%t) {axes = ["k","n"]} : (tensor<32x64xf16>) -> f16
        %w = arith.extf %h : f16 to f32
        gpu.yield %w : f32
      }) {axes = ["k","n"], layout = "r8@n l8@n l4@k r8@k"} : () -> tensor<32x64xf32>
      %d = "tile.reduce"(%w) {monoid = "add", axis = "k", operand_axes = ["k","n"], axes = ["n"], layout = "r8@n l8@n l4@*"} : (tensor<32x64xf32>) -> tensor<64xf32>
      %e = "tile.map"() ({
        %v = "tile.element"(%a) {axes = ["n"]} : (tensor<64xf32>) -> f32
        %u = "tile.element"(%d) {axes = ["n"]} : (tensor<64xf32>) -> f32
        %y = arith.addf %v, %u : f32
        gpu.yield %y : f32
      }) {axes = ["n"], layout = "r8@n l8@n l4@*"} : () -> tensor<64xf32>
      scf.yield %e, %tn : tensor<64xf32>, tensor<32x64xf16>
    }
    "tile.store"(%s#0, %c0) {result = 0, over = ["n"], map = affine_map<(n) -> (n)>, axes = ["n"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "ring_0", threads = 32, grid = [], schedule = "", axes = [{name="n", role="free", extent=64, tile=64}, {name="k", role="fold", extent=100, tile=32}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: llvm.func @ring_0
// The first tile is whole: eight units of sixteen bytes a thread, in slot 0.
// CHECK-COUNT-8: nvvm.cp.async.shared.global %{{[0-9]+}}, %{{[0-9]+}}, 16, cache = cg : !llvm.ptr<3>
// CHECK:         nvvm.cp.async.commit.group
// CHECK:         llvm.br ^[[LOOP:bb[0-9]+]]({{.*}}!llvm.ptr<3>)
// CHECK:       ^[[LOOP]]({{.*}}!llvm.ptr<3>):
// CHECK:         nvvm.cp.async.wait.group 0
// CHECK:         nvvm.barrier0
// CHECK:         %[[SIZE:.*]] = llvm.select %{{.*}} : i1, i32
// CHECK:         nvvm.cp.async.shared.global %{{[0-9]+}}, %{{[0-9]+}}, 16, cache = cg, %[[SIZE]]
// CHECK-COUNT-7: nvvm.cp.async.shared.global
// CHECK-NOT:     nvvm.cp.async.shared.global
// CHECK:         nvvm.cp.async.commit.group
// Sixteen bytes of a swizzled row at a time.
// CHECK-COUNT-8: llvm.load {{.*}} : !llvm.ptr<3> -> vector<8xf16>
// CHECK:         attn.launch = {{.*}}shared = 8192 : i64

// -----

// The same box by the TMA unit: heads are not tiled, two query heads share one of the keys, so the
// box has one row of that dimension and its coordinate is the map's.

#q = affine_map<(b, h, m, d) -> (b, h floordiv 2, m, d)>
#o = affine_map<(h, m, d) -> (h, m, d)>
func.func @tma(%x: tensor<1x2x100x64xf16>) -> tensor<4x100x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %h = "tile.origin"() {axis = "h"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %c0, %h, %m, %c0) {over = ["b","h","m","d"], map = #q, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, swizzle = 64} : (tensor<1x2x100x64xf16>, index, index, index, index) -> tensor<32x64xf16>
    "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
    %e = "tile.relayout"(%t) {axes = ["m","d"], via = "memory", layout = "r8@d l8@d l4@m w4@m r2@m"} : (tensor<32x64xf16>) -> tensor<32x64xf16>
    "tile.store"(%e, %h, %m, %c0) {result = 0, over = ["h","m","d"], map = #o, axes = ["m","d"]} : (tensor<32x64xf16>, index, index, index) -> ()
    gpu.yield
  }) {sym_name = "tma_0", threads = 128, grid = ["h","m"], schedule = "", axes = [{name="b", role="free", extent=1, tile=1}, {name="h", role="free", extent=4, tile=1}, {name="m", role="free", extent=100, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<4x100x64xf16>
  return %r : tensor<4x100x64xf16>
}

// CHECK-LABEL: llvm.func @tma_0
// CHECK-SAME:    %arg2: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
// One thread makes the barrier, all see it.
// CHECK:         llvm.cond_br
// CHECK:         nvvm.mbarrier.init
// CHECK:         nvvm.fence.mbarrier.init
// CHECK:         nvvm.barrier0
// One thread copies two panels of 64 bytes a row; the head is halved. The dimension of extent one is
// not in the map.
// CHECK:         llvm.cond_br
// CHECK:         nvvm.mbarrier.arrive.expect_tx
// CHECK:         llvm.inline_asm has_side_effects {{.*}}"cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3, $4}], [$5];", "r,l,r,r,r,r,~{memory}"
// CHECK:         llvm.inline_asm {{.*}}cp.async.bulk.tensor.3d
// CHECK-NOT:     cp.async.bulk
// All wait.
// CHECK:         llvm.inline_asm {{.*}}mbarrier.try_wait.parity.shared::cta.b64
// CHECK-COUNT-2: llvm.load {{.*}} : !llvm.ptr<3> -> vector<8xf16>
// Swizzled slab, barrier: 32 * 128 + 8 bytes.
// CHECK:         attn.launch = {{.*}}maps = [{box = [32, 32, 1], dims = [64, 100, 2], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [128, 12800], swizzle = 64 : i64}]{{.*}}shared = 4104 : i64

// -----

// A producer's thread and two consumer warpgroups, which meet at the two barriers of each slot.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @roles(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    "tile.roles"() ({
      "tile.acquire"(%c1, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c1) {over = ["m","d"], map = #id, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.turn"() {action = "take"} : () -> ()
      "tile.turn"() {action = "pass"} : () -> ()
      "tile.wait"(%c1, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c1) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      %e = "tile.relayout"(%t) {axes = ["m","d"], via = "memory", layout = "r8@d l8@d l4@m w8@m"} : (tensor<32x64xf16>) -> tensor<32x64xf16>
      "tile.release"(%c1) {slab = "s"} : (index) -> ()
      %f = "tile.map"() ({
        %x0 = "tile.element"(%e) {axes = ["m","d"]} : (tensor<32x64xf16>) -> f16
        %x1 = arith.extf %x0 : f16 to f32
        gpu.yield %x1 : f32
      }) {axes = ["m","d"], layout = "r8@d l8@d l4@m w8@m"} : () -> tensor<32x64xf32>
      "tile.release"(%c1, %f) {slab = "s"} : (index, tensor<32x64xf32>) -> ()
      "tile.barrier"() : () -> ()
      "tile.store"(%e, %c0, %c0) {result = 0, over = ["m","d"], map = #id, axes = ["m","d"]} : (tensor<32x64xf16>, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 2, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "roles_0", threads = 256, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// CHECK-LABEL: llvm.func @roles_0
// CHECK-SAME:    nvvm.reqntid = array<i32: 384, 1, 1>
// Full: one arrival; empty: one of each of the eight warps.
// CHECK-DAG:     %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK-DAG:     %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
// CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %[[ONE]]
// CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %[[EIGHT]]
// CHECK:         nvvm.barrier0
// CHECK:         nvvm.setmaxregister increase 240
// The last warpgroup gives the first one its first turn.
// CHECK:         nvvm.barrier.arrive
// CHECK:         nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
// CHECK:         nvvm.barrier.arrive
// CHECK:         mbarrier.try_wait.parity
// CHECK:         nvvm.bar.warp.sync
// CHECK:         mbarrier.arrive.shared::cta.b64 _, [$0];
// Behind a value: that of register 0.4 * 8.
// CHECK:         %[[BEHIND:.*]] = llvm.bitcast %{{.*}} : f32 to i32
// CHECK-NEXT:    llvm.inline_asm {{.*}}setp.ne.and.s32 some, $2, -1, one;{{.*}}@some mbarrier.arrive{{.*}}@none mbarrier.arrive{{.*}} %{{.*}}, %{{.*}}, %[[BEHIND]]
// CHECK:         nvvm.barrier id = %[[ONE]]
// CHECK:         nvvm.setmaxregister decrease 24
// CHECK:         mbarrier.try_wait.parity
// CHECK:         nvvm.mbarrier.arrive.expect_tx
// CHECK:         cp.async.bulk.tensor.2d
// CHECK:         attn.launch = {block = [384, 1, 1]
