// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_90a})' | FileCheck %s

// Maxima of words where all rows of a warp have reached zero, of numbers elsewhere; between lanes they are of numbers. Each
// lane has four elements of a row in order, two lanes have a row.

// CHECK-LABEL: llvm.func @reached_0(
// CHECK:       %[[REACHED:.*]] = llvm.fcmp "oge" %{{.*}}, %{{.*}} : f32
// CHECK:       %[[ALL:.*]] = nvvm.vote.sync all %{{.*}}, %[[REACHED]] -> i1
// CHECK:       llvm.cond_br %[[ALL]], ^[[WORDS:bb[0-9]+]], ^[[NUMBERS:bb[0-9]+]]
// CHECK:     ^[[WORDS]]:
// CHECK:       %[[A:.*]] = llvm.bitcast %[[X0:.*]] : f32 to i32
// CHECK:       %[[B:.*]] = llvm.bitcast %[[X1:.*]] : f32 to i32
// CHECK:       %[[AB:.*]] = llvm.intr.smax(%[[A]], %[[B]])
// CHECK:       %[[C:.*]] = llvm.bitcast %[[X2:.*]] : f32 to i32
// CHECK:       %[[ABC:.*]] = llvm.intr.smax(%[[AB]], %[[C]])
// CHECK:       %[[D:.*]] = llvm.bitcast %[[X3:.*]] : f32 to i32
// CHECK:       %[[ABCD:.*]] = llvm.intr.smax(%[[ABC]], %[[D]])
// CHECK:       %[[MAX:.*]] = llvm.bitcast %[[ABCD]] : i32 to f32
// CHECK:       llvm.br ^[[BOTH:bb[0-9]+]](%[[MAX]] : f32)
// CHECK:     ^[[NUMBERS]]:
// CHECK:       %[[N1:.*]] = llvm.intr.maximum(%[[X0]], %[[X1]])
// CHECK:       %[[N2:.*]] = llvm.intr.maximum(%[[N1]], %[[X2]])
// CHECK:       %[[N3:.*]] = llvm.intr.maximum(%[[N2]], %[[X3]])
// CHECK:       llvm.br ^[[BOTH]](%[[N3]] : f32)
// CHECK:     ^[[BOTH]](%[[M:.*]]: f32):
// CHECK:       %[[OTHER:.*]] = nvvm.shfl.sync bfly %{{.*}}, %[[M]]
// CHECK:       llvm.intr.maximum(%[[M]], %[[OTHER]])
// CHECK-NOT:   smax
func.func @reached(%x: tensor<16x8xf32>, %s: tensor<16xf32>) -> tensor<16xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], layout = "r4@j l2@j l16@m"} : (tensor<16x8xf32>, index, index) -> tensor<16x8xf32>
    %old = "tile.load"(%s, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"], layout = "l2@* l16@m"} : (tensor<16xf32>, index) -> tensor<16xf32>
    %p = "tile.nonnegative"(%old) {axes = ["m"]} : (tensor<16xf32>) -> i1
    %a = "tile.reduce"(%t, %p) {axes = ["m"], axis = "j", operand_axes = ["m", "j"], monoid = "max", layout = "l2@* l16@m"} : (tensor<16x8xf32>, i1) -> tensor<16xf32>
    %b = "tile.map"() ({
      %u = "tile.element"(%old) {axes = ["m"]} : (tensor<16xf32>) -> f32
      %v = "tile.element"(%a) {axes = ["m"]} : (tensor<16xf32>) -> f32
      %w = arith.maximumf %u, %v : f32
      gpu.yield %w : f32
    }) {axes = ["m"], layout = "l2@* l16@m"} : () -> tensor<16xf32>
    "tile.store"(%b, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<16xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "reached_0", threads = 32, grid = ["m"], schedule = "TILE@j=n2x16/f4x1", axes = [{name = "m", role = "free", extent = 16, tile = 16}, {name = "j", role = "fold", extent = 8, tile = 8}]} : () -> tensor<16xf32>
  return %r : tensor<16xf32>
}
