// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm)' | FileCheck %s
// Rows in pages by TMA (lib/Conversion/TileToNVVM/TmaBox.h). The values: test/lit/Runtime/emu-pages.test.

// A reshape: pages of 32, two boxes a tile. A page's number is a coordinate, and the axis is whole pages.
// CHECK-LABEL: llvm.func @reshape_0
// CHECK:         %[[C32:.*]] = llvm.mlir.constant(32 : index)
// CHECK:         llvm.udiv %[[ROW:.*]], %[[C32]]
// CHECK:         llvm.inline_asm has_side_effects {{.*}}cp.async.bulk.tensor.3d
// CHECK:         llvm.inline_asm has_side_effects {{.*}}cp.async.bulk.tensor.3d
// CHECK-NOT:     cp.async.bulk
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 32, 1], dims = [64, 32, 4], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [128, 6144], swizzle = 128 : i64}]
func.func @reshape(%x: tensor<9x48x64xf16>) -> tensor<128xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m floordiv 32, m mod 32, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<9x48x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "reshape_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 128, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<128xf32>
  return %r : tensor<128xf32>
}

// -----

// A gather: the tile is half of a page, so one box of 32 rows, whose page the table says. Its entry is clamped: no box is
// somebody else's memory.
// CHECK-LABEL: llvm.func @gather_0
// CHECK:         %[[ENTRY:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK:         %[[I:.*]] = llvm.sext %[[ENTRY]]
// CHECK:         %[[LOW:.*]] = llvm.intr.smax(%[[I]],
// CHECK:         llvm.intr.smin(%[[LOW]],
// CHECK:         nvvm.mbarrier.arrive.expect_tx
// CHECK:         llvm.inline_asm has_side_effects {{.*}}cp.async.bulk.tensor.3d
// CHECK-NOT:     cp.async.bulk
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 32, 1], dims = [64, 64, 30], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [128, 8192], swizzle = 128 : i64}]
func.func @gather(%x: tensor<30x64x64xf16>, %table: tensor<2xi32>) -> tensor<128xf32> {
  %e = tensor.empty() : tensor<2x64x64xf16>
  %g = linalg.generic {indexing_maps = [affine_map<(j, r, k) -> (j)>, affine_map<(j, r, k) -> (j, r, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%table : tensor<2xi32>) outs(%e : tensor<2x64x64xf16>) {
  ^bb0(%a: i32, %o: f16):
    %i = arith.index_cast %a : i32 to index
    %rr = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %x[%i, %rr, %k] : tensor<30x64x64xf16>
    linalg.yield %v : f16
  } -> tensor<2x64x64xf16>
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%g, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m floordiv 64, m mod 64, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<2x64x64xf16>, index, index) -> tensor<32x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m"} : () -> tensor<32xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<32xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "gather_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 128, tile = 32}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<128xf32>
  return %r : tensor<128xf32>
}

// -----

// The page and the row are computed where the gather is, and the axis ends within a page, which has a map of its own.
// Boxes behind its end lie at row 16, where the page has none. 16 boxes are a loop over groups of four, which stays one.
// CHECK-LABEL: llvm.func @ends_0
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK:         llvm.icmp "slt"
// CHECK:         llvm.select
// CHECK:         llvm.cond_br
// CHECK-COUNT-8: cp.async.bulk.tensor.4d
// CHECK-NOT:     cp.async.bulk
// CHECK:         llvm.br {{.*}}loop_annotation
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 16, 1, 1], dims = [64, 16, 2, 30], {{.*}}strides = [256, 128, 4096]{{.*}}}, {box = [64, 16, 1, 1], dims = [64, 8, 2, 30], {{.*}}strides = [256, 128, 4096]
func.func @ends(%x: tensor<30x16x2x64xf16>, %table: tensor<13xi32>) -> tensor<2x200xf32> {
  %e = tensor.empty() : tensor<200x2x64xf16>
  %g = linalg.generic {indexing_maps = [affine_map<(j, h, k) -> (j floordiv 16)>, affine_map<(j, h, k) -> (j, h, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%table : tensor<13xi32>) outs(%e : tensor<200x2x64xf16>) {
  ^bb0(%a: i32, %o: f16):
    %c16 = arith.constant 16 : index
    %i = arith.index_cast %a : i32 to index
    %j = linalg.index 0 : index
    %row = arith.remui %j, %c16 : index
    %h = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %x[%i, %row, %h, %k] : tensor<30x16x2x64xf16>
    linalg.yield %v : f16
  } -> tensor<200x2x64xf16>
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %h = "tile.origin"() {axis = "h"} : () -> index
    %t = "tile.copy"(%g, %m, %h, %c0) {over = ["m","h","k"], map = affine_map<(m, h, k) -> (m, h, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<200x2x64xf16>, index, index, index) -> tensor<256x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r8@m"} : () -> tensor<256xf32>
    "tile.store"(%z, %h, %m) {result = 0, over = ["h", "m"], map = affine_map<(h, m) -> (h, m)>, axes = ["m"]} : (tensor<256xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "ends_0", threads = 32, grid = ["m", "h"], axes = [{name = "m", role = "free", extent = 200, tile = 256}, {name = "h", role = "free", extent = 2, tile = 1}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<2x200xf32>
  return %r : tensor<2x200xf32>
}

// -----

// No pages, but a place that is data: of a cache the slot that a sequence has.
// CHECK-LABEL: llvm.func @slot_0
// CHECK:         llvm.load %{{.*}} : !llvm.ptr<1> -> i64
// CHECK:         cp.async.bulk.tensor.4d
// CHECK-NOT:     cp.async.bulk
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 64, 1, 1], dims = [64, 100, 51, 8], element = f16, operand = 0 : i64, rank = 4 : i64, strides = [128, 128, 25600], swizzle = 128 : i64}]
func.func @slot(%x: tensor<8x200x64xf16>, %slots: tensor<3xi64>) -> tensor<3x100xf32> {
  %e = tensor.empty() : tensor<3x200x64xf16>
  %g = linalg.generic {indexing_maps = [affine_map<(b, j, k) -> (b)>, affine_map<(b, j, k) -> (b, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%slots : tensor<3xi64>) outs(%e : tensor<3x200x64xf16>) {
  ^bb0(%a: i64, %o: f16):
    %i = arith.index_cast %a : i64 to index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %x[%i, %j, %k] : tensor<8x200x64xf16>
    linalg.yield %v : f16
  } -> tensor<3x200x64xf16>
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %b = "tile.origin"() {axis = "b"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%g, %b, %m, %c0) {over = ["b","m","k"], map = affine_map<(b, m, k) -> (b, m + 50, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<3x200x64xf16>, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %b, %m) {result = 0, over = ["b", "m"], map = affine_map<(b, m) -> (b, m)>, axes = ["m"]} : (tensor<64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "slot_0", threads = 32, grid = ["b", "m"], axes = [{name = "b", role = "free", extent = 3, tile = 1}, {name = "m", role = "free", extent = 100, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<3x100xf32>
  return %r : tensor<3x100xf32>
}
