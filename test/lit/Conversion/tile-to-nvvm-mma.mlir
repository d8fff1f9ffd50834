// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s

// A product on fragments: lhs in a slab, rows contiguous along the contracted axis; rhs in a slab
// that is contiguous along the columns, which ldmatrix turns. Four warps along the rows, two atoms
// of eight columns each; 32 of the contracted axis are two steps.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @slabs(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>) -> tensor<64x16xf32> {
  %c = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %at = "tile.copy"(%a, %m, %c0) {over = ["m","k"], map = #id, axes = ["m","k"], slab = "a", transport = "cp", pad = 16} : (tensor<64x32xf16>, index, index) -> tensor<64x32xf16>
    %bt = "tile.copy"(%b, %c0, %c0) {over = ["k","n"], map = #id, axes = ["k","n"], slab = "b", transport = "cp", pad = 16} : (tensor<32x16xf16>, index, index) -> tensor<32x16xf16>
    "tile.commit"() : () -> ()
    "tile.wait"() {transport = "cp", pending = 0} : () -> ()
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r2@n w4@m"} : () -> tensor<64x16xf32>
    %s = "tile.contract"(%at, %bt, %z) {name = "k", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["k","n"], axes = ["m","n"], atom = "mma_m16n8k16_f16", layout = "r2@n l4@n l8@m r2@m r2@n w4@m"} : (tensor<64x32xf16>, tensor<32x16xf16>, tensor<64x16xf32>) -> tensor<64x16xf32>
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m","n"], map = #id, axes = ["m","n"]} : (tensor<64x16xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "slabs_0", threads = 128, grid = ["m"], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="free", extent=16, tile=16}, {name="k", role="contract", extent=32, tile=32}]} : () -> tensor<64x16xf32>
  return %c : tensor<64x16xf32>
}

// Sixteen bytes each, two for a thread of the first operand, one for half of them of the second.
// CHECK-LABEL: llvm.func @slabs_0
// CHECK-COUNT-3: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// CHECK-NOT:   nvvm.cp.async.shared.global
// CHECK:       nvvm.cp.async.commit.group
// CHECK:       nvvm.cp.async.wait.group 0
// CHECK:       nvvm.barrier0
// One A atom, then two B atoms with their products, twice.
// CHECK:       nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<row>, num = 4
// CHECK:       nvvm.ldmatrix {{.*}}attn.repeat{{.*}}layout = #nvvm.mma_layout<col>, num = 2
// CHECK:       nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>
// CHECK:       nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<col>, num = 2
// CHECK:       nvvm.mma.sync
// CHECK:       nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<row>, num = 4
// CHECK-COUNT-2: nvvm.mma.sync
// CHECK-NOT:   nvvm.mma.sync
// Rows are 80 and 48 bytes apart: 64 * 80 + 32 * 48 bytes.
// CHECK:       attn.launch = {{.*}}shared = 6656 : i64

// -----

// The same with the fragments of two steps in registers: the second step is read before the first is
// multiplied.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @buffers(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>) -> tensor<64x16xf32> {
  %c = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %at = "tile.copy"(%a, %m, %c0) {over = ["m","k"], map = #id, axes = ["m","k"], slab = "a", transport = "cp", pad = 16} : (tensor<64x32xf16>, index, index) -> tensor<64x32xf16>
    %bt = "tile.copy"(%b, %c0, %c0) {over = ["k","n"], map = #id, axes = ["k","n"], slab = "b", transport = "cp", pad = 16} : (tensor<32x16xf16>, index, index) -> tensor<32x16xf16>
    "tile.commit"() : () -> ()
    "tile.wait"() {transport = "cp", pending = 0} : () -> ()
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r2@n w4@m"} : () -> tensor<64x16xf32>
    %s = "tile.contract"(%at, %bt, %z) {name = "k", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["k","n"], axes = ["m","n"], atom = "mma_m16n8k16_f16", buffers = 2, layout = "r2@n l4@n l8@m r2@m r2@n w4@m"} : (tensor<64x32xf16>, tensor<32x16xf16>, tensor<64x16xf32>) -> tensor<64x16xf32>
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m","n"], map = #id, axes = ["m","n"]} : (tensor<64x16xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "buffers_0", threads = 128, grid = ["m"], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="free", extent=16, tile=16}, {name="k", role="contract", extent=32, tile=32}]} : () -> tensor<64x16xf32>
  return %c : tensor<64x16xf32>
}

// CHECK-LABEL: llvm.func @buffers_0
// CHECK:         nvvm.barrier0
// CHECK-COUNT-6: nvvm.ldmatrix
// CHECK-NOT:     nvvm.ldmatrix
// CHECK-COUNT-4: nvvm.mma.sync
// CHECK-NOT:     nvvm.mma.sync

// -----

// A fragments held in registers, read once by ldmatrix; B from global memory by plain loads (two
// halves at a time along the contracted axis). bf16 takes its words as integers.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @registers(%a: tensor<64x16xbf16>, %b: tensor<8x16xbf16>) -> tensor<64x8xf32> {
  %c = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %at = "tile.copy"(%a, %m, %c0) {over = ["m","k"], map = #id, axes = ["m","k"], slab = "a", transport = "sync", pad = 16} : (tensor<64x16xbf16>, index, index) -> tensor<64x16xbf16>
    %bt = "tile.load"(%b, %c0, %c0) {over = ["n","k"], map = #id, axes = ["n","k"]} : (tensor<8x16xbf16>, index, index) -> tensor<8x16xbf16>
    "tile.barrier"() : () -> ()
    %ar = "tile.relayout"(%at) {axes = ["m","k"], via = "memory", layout = "r2@k l4@k l8@m r2@m r2@k w4@m"} : (tensor<64x16xbf16>) -> tensor<64x16xbf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m w4@m"} : () -> tensor<64x8xf32>
    %s = "tile.contract"(%ar, %bt, %z) {name = "k", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["n","k"], axes = ["m","n"], atom = "mma_m16n8k16_bf16", layout = "r2@n l4@n l8@m r2@m w4@m"} : (tensor<64x16xbf16>, tensor<8x16xbf16>, tensor<64x8xf32>) -> tensor<64x8xf32>
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m","n"], map = #id, axes = ["m","n"]} : (tensor<64x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "registers_0", threads = 128, grid = ["m"], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="free", extent=8, tile=8}, {name="k", role="contract", extent=16, tile=16}]} : () -> tensor<64x8xf32>
  return %c : tensor<64x8xf32>
}

// CHECK-LABEL: llvm.func @registers_0
// CHECK:       nvvm.barrier0
// CHECK:       nvvm.ldmatrix {{.*}}num = 4
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<2xbf16>
// CHECK:       nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<bf16>{{.*}} : (i32, i32, f32)
// CHECK-NOT:   nvvm.mma.sync

// -----

// C fragments, narrowed, as A fragments of a second product: the same registers, no exchange. The
// other way is through shared memory; every warp reads what it wrote itself, so that the warp's
// barrier is enough.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @relayout(%a: tensor<64x32xf32>) -> (tensor<64x32xf16>, tensor<64x32xf16>) {
  %c:2 = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %at = "tile.load"(%a, %m, %c0) {over = ["m","k"], map = #id, axes = ["m","k"], layout = "r2@k l4@k l8@m r2@m r4@k w4@m"} : (tensor<64x32xf32>, index, index) -> tensor<64x32xf32>
    %h = "tile.map"() ({
      %x = "tile.element"(%at) {axes = ["m","k"]} : (tensor<64x32xf32>) -> f32
      %y = arith.truncf %x : f32 to f16
      gpu.yield %y : f16
    }) {axes = ["m","k"], layout = "r2@k l4@k l8@m r2@m r4@k w4@m"} : () -> tensor<64x32xf16>
    %r = "tile.relayout"(%h) {axes = ["m","k"], via = "registers", layout = "r2@k l4@k l8@m r2@m r2@k r2@k w4@m"} : (tensor<64x32xf16>) -> tensor<64x32xf16>
    %s = "tile.relayout"(%h) {axes = ["m","k"], via = "shared", layout = "r2@k l4@k l8@m r2@m r2@k r2@k w4@m"} : (tensor<64x32xf16>) -> tensor<64x32xf16>
    "tile.store"(%r, %m, %c0) {result = 0, over = ["m","k"], map = #id, axes = ["m","k"]} : (tensor<64x32xf16>, index, index) -> ()
    "tile.store"(%s, %m, %c0) {result = 1, over = ["m","k"], map = #id, axes = ["m","k"]} : (tensor<64x32xf16>, index, index) -> ()
    gpu.yield
  }) {sym_name = "relayout_0", threads = 128, grid = ["m"], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="k", role="free", extent=32, tile=32}]} : () -> (tensor<64x32xf16>, tensor<64x32xf16>)
  return %c#0, %c#1 : tensor<64x32xf16>, tensor<64x32xf16>
}

// CHECK-LABEL: llvm.func @relayout_0
// CHECK-NOT:   nvvm.shfl
// CHECK:       nvvm.bar.warp.sync
// CHECK-COUNT-8: llvm.store {{.*}}: vector<2xf16>, !llvm.ptr<3>
// CHECK:       nvvm.bar.warp.sync
// CHECK-COUNT-2: nvvm.ldmatrix {{.*}}num = 4
// CHECK-NOT:   nvvm.barrier0
// CHECK:       attn.launch = {{.*}}shared = 5120 : i64

// -----

// From a layout with eight warps along the rows to one with warps along the columns: elements cross
// warps, so all threads meet, before the slab is written again and before it is read.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @across(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %c = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %at = "tile.load"(%a, %m, %c0) {over = ["m","k"], map = #id, axes = ["m","k"], layout = "l32@k r16@m w2@m"} : (tensor<32x32xf32>, index, index) -> tensor<32x32xf32>
    %s = "tile.relayout"(%at) {axes = ["m","k"], via = "shared", layout = "l32@m r16@k w2@k"} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m","k"], map = #id, axes = ["m","k"]} : (tensor<32x32xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "across_0", threads = 64, grid = ["m"], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="k", role="free", extent=32, tile=32}]} : () -> tensor<32x32xf32>
  return %c : tensor<32x32xf32>
}

// CHECK-LABEL: llvm.func @across_0
// CHECK:       nvvm.barrier0
// CHECK-COUNT-16: llvm.store {{.*}}: f32, !llvm.ptr<3>
// CHECK:       nvvm.barrier0
// CHECK-COUNT-4: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT:   nvvm.bar
