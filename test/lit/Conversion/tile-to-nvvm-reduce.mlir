// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-verify,func.func(convert-tile-to-loops))' | FileCheck %s --check-prefix=LOOPS

// A merge that is written out, of a value and a position. Each lane has two elements, two lanes have a
// row: one merge of registers, one of lanes, one with the initial state.

// CHECK-LABEL: llvm.func @smallest_0(
// CHECK-DAG:   %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
// CHECK-DAG:   %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK:       %[[LANE:.*]] = llvm.urem
// CHECK:       %[[R:.*]] = llvm.fcmp "olt" %[[X1:.*]], %[[X0:.*]] : f32
// CHECK:       %[[V:.*]] = llvm.select %[[R]], %[[X1]], %[[X0]] : i1, f32
// CHECK:       %[[P:.*]] = llvm.select %[[R]], %{{.*}}, %{{.*}} : i1, i64
// The lower lane's state is the left one in both lanes, so both end with the same bits; a position of 64
// bits goes in two shuffles.
// CHECK:       %[[BIT:.*]] = llvm.and %[[LANE]], %[[ONE]]
// CHECK:       %[[LOWER:.*]] = llvm.icmp "eq" %[[BIT]], %[[ZERO]]
// CHECK:       %[[OTHER:.*]] = nvvm.shfl.sync bfly %{{.*}}, %[[V]], %[[ONE]]
// CHECK:       %[[LEFT:.*]] = llvm.select %[[LOWER]], %[[V]], %[[OTHER]] : i1, f32
// CHECK:       %[[RIGHT:.*]] = llvm.select %[[LOWER]], %[[OTHER]], %[[V]] : i1, f32
// CHECK-COUNT-2: nvvm.shfl.sync bfly
// CHECK-NOT:   nvvm.shfl
// CHECK:       %[[L:.*]] = llvm.fcmp "olt" %[[RIGHT]], %[[LEFT]] : f32
// CHECK:       %[[BOTH:.*]] = llvm.select %[[L]], %[[RIGHT]], %[[LEFT]] : i1, f32
// The initial state in front.
// CHECK:       %[[I:.*]] = llvm.fcmp "olt" %[[BOTH]], %[[INIT:.*]] : f32
// CHECK:       llvm.select %[[I]], %[[BOTH]], %[[INIT]] : i1, f32
// CHECK:       llvm.return

// LOOPS:       linalg.reduce ins(%{{.*}}, %{{.*}} : tensor<16x4xf32>, tensor<16x4xi64>) outs(%{{.*}}, %{{.*}} : tensor<16xf32>, tensor<16xi64>) dimensions = [1]
// LOOPS-NOT:   axis =
func.func @smallest(%x: tensor<16x4xf32>) -> tensor<16xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], layout = "r2@j l2@j l16@m"} : (tensor<16x4xf32>, index, index) -> tensor<16x4xf32>
    %i = "tile.map"() ({
      %j = "tile.coord"(%c0) {axis = "j"} : (index) -> index
      %k = arith.index_cast %j : index to i64
      gpu.yield %k : i64
    }) {axes = ["m", "j"], layout = "r2@j l2@j l16@m"} : () -> tensor<16x4xi64>
    %ev = "tile.fill"() {axes = ["m"], value = 0x7F800000 : f32, layout = "l2@* l16@m"} : () -> tensor<16xf32>
    %ei = "tile.fill"() {axes = ["m"], value = 9223372036854775807 : i64, layout = "l2@* l16@m"} : () -> tensor<16xi64>
    %v0, %i0 = linalg.reduce ins(%t, %i : tensor<16x4xf32>, tensor<16x4xi64>) outs(%ev, %ei : tensor<16xf32>, tensor<16xi64>) dimensions = [1] {axes = ["m"], axis = "j", operand_axes = ["m", "j"], layout = "l2@* l16@m"}
      (%v: f32, %p: i64, %w: f32, %q: i64) {
        %less = arith.cmpf olt, %v, %w : f32
        %a = arith.select %less, %v, %w : f32
        %b = arith.select %less, %p, %q : i64
        linalg.yield %a, %b : f32, i64
      }
    "tile.store"(%v0, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<16xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "smallest_0", threads = 32, grid = ["m"], schedule = "TILE@j=n2x16/f2x1", axes = [{name = "m", role = "free", extent = 16, tile = 16}, {name = "j", role = "fold", extent = 4, tile = 4}]} : () -> tensor<16xf32>
  return %r : tensor<16xf32>
}
