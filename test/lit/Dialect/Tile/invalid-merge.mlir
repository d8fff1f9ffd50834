// RUN: sed -n '/^\/\/ KERNEL/,/^\/\/ END/p' %s > %t.mlir
// RUN: attn-opt %t.mlir | FileCheck %s --check-prefix=VALID
// VALID: linalg.reduce ins({{.*}} : tensor<2x4xf32>, tensor<2x4xi64>) outs({{.*}} : tensor<2xf32>, tensor<2xi64>) dimensions = [1] {{.*}}axis = "j"

// The axes that the attributes say are those of the tiles and of the dimension.
// RUN: sed 's/axis = "j", operand_axes/operand_axes/' %t.mlir > %t.axis.mlir
// RUN: not attn-opt %t.axis.mlir 2>&1 | FileCheck %s --check-prefix=AXIS
// AXIS: error: {{.*}}lacks the attribute 'axis', which a linalg.reduce in a tile.kernel needs
// RUN: sed 's/axis = "j", operand_axes/axis = "m", operand_axes/' %t.mlir > %t.other.mlir
// RUN: not attn-opt %t.other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: {{.*}}'axes' must be 'operand_axes' without 'm', in the same order
// RUN: sed 's/%%i = "tile.fill"() {axes = \["m", "j"\]/%%i = "tile.fill"() {axes = ["m", "k"]/' %t.mlir > %t.made.mlir
// RUN: not attn-opt %t.made.mlir 2>&1 | FileCheck %s --check-prefix=MADE
// MADE: error: {{.*}}operand 1 was made with other axes than 'operand_axes' says

// A merge holds arithmetic on scalars, and stands on tiles of the kernel.
// RUN: sed 's/%%less = arith.cmpf olt, %%v, %%w : f32/%%less = "test.less"(%%v, %%w) : (f32, f32) -> i1/' %t.mlir > %t.op.mlir
// RUN: not attn-opt --allow-unregistered-dialect %t.op.mlir 2>&1 | FileCheck %s --check-prefix=OP
// OP: error: {{.*}}cannot stand in a merge, which holds arith and math on scalars
// RUN: sed 's/outs(%%ev, %%ei/outs(%%ev, %%z/' %t.mlir > %t.outside.mlir
// RUN: not attn-opt %t.outside.mlir 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: {{.*}}uses a value from outside the kernel as operand 3

// KERNEL
func.func @f(%x: tensor<2x4xf32>, %z: tensor<2xi64>) -> tensor<2xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<2x4xf32>, index, index) -> tensor<2x4xf32>
    %i = "tile.fill"() {axes = ["m", "j"], value = 3 : i64} : () -> tensor<2x4xi64>
    %ev = "tile.fill"() {axes = ["m"], value = 0x7F800000 : f32} : () -> tensor<2xf32>
    %ei = "tile.fill"() {axes = ["m"], value = 9223372036854775807 : i64} : () -> tensor<2xi64>
    %v0, %i0 = linalg.reduce ins(%t, %i : tensor<2x4xf32>, tensor<2x4xi64>) outs(%ev, %ei : tensor<2xf32>, tensor<2xi64>) dimensions = [1] {axes = ["m"], axis = "j", operand_axes = ["m", "j"]}
      (%v: f32, %p: i64, %w: f32, %q: i64) {
        %less = arith.cmpf olt, %v, %w : f32
        %a = arith.select %less, %v, %w : f32
        %b = arith.select %less, %p, %q : i64
        linalg.yield %a, %b : f32, i64
      }
    "tile.store"(%v0, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 2, tile = 2}, {name = "j", role = "fold", extent = 4, tile = 4}, {name = "k", role = "fold", extent = 4, tile = 4}], grid = ["m"]} : () -> tensor<2xf32>
  return %r : tensor<2xf32>
}
// END
