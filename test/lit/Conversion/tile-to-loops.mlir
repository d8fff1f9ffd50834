// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(convert-tile-to-loops,canonicalize,cse))' | FileCheck %s
// All of it lowers to LLVM, and buffers of loop bodies are allocated once:
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(convert-tile-to-loops),one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,buffer-results-to-out-params{hoist-static-allocs modify-public-functions},func.func(buffer-loop-hoisting))' | FileCheck %s --check-prefix=BUF
// RUN: attn-opt %s --split-input-file --attn-to-host -o /dev/null

// Loads are zero beyond the extent and read nothing there; the grid is a loop over origins.

// CHECK-LABEL: func.func @row_sum
// CHECK-SAME:    %[[X:.*]]: tensor<10x6xf16>
// CHECK:         scf.for %[[M:[a-z0-9]+]] = %{{.*}} to %c10 step %c4
// CHECK:           %[[ZERO:.*]] = linalg.generic {{.*}}outs(%{{.*}} : tensor<4x6xf16>)
// CHECK:           %[[LEFT:.*]] = arith.subi %c10, %[[M]]
// CHECK:           %[[ROWS:.*]] = arith.minsi %[[LEFT]], %c4
// CHECK:           %[[T:.*]] = scf.for %[[I:[a-z0-9]+]] = %c0 to %[[ROWS]] {{.*}}iter_args(%{{.*}} = %[[ZERO]])
// CHECK:             %[[ROW:.*]] = arith.addi %[[M]], %[[I]]
// CHECK:               tensor.extract %[[X]][%[[ROW]],
// CHECK:           linalg.generic {{.*}}["parallel", "parallel"]} ins(%[[T]]
// CHECK:             linalg.index 1
// CHECK:           linalg.generic {{.*}}["parallel", "reduction"]}
// CHECK:           scf.for %[[I2:[a-z0-9]+]] = %c0 to %[[ROWS]]
// CHECK:             %[[ROW2:.*]] = arith.addi %[[M]], %[[I2]]
// CHECK:             tensor.insert %{{.*}} into %{{.*}}[%[[ROW2]]] : tensor<10xf32>
// CHECK:         return
func.func @row_sum(%x: tensor<10x6xf16>) -> tensor<10xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(m,k) -> (m,k)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 0} : (tensor<10x6xf16>, index, index) -> tensor<4x6xf16>
    "tile.barrier"() : () -> ()
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "k"]} : (tensor<4x6xf16>) -> f16
      %k = "tile.coord"(%c0) {axis = "k"} : (index) -> index
      %ki = arith.index_cast %k : index to i32
      %kf = arith.sitofp %ki : i32 to f32
      %ef = arith.extf %e : f16 to f32
      %y = arith.mulf %ef, %kf : f32
      gpu.yield %y : f32
    }) {axes = ["m", "k"]} : () -> tensor<4x6xf32>
    %s = "tile.reduce"(%w) {monoid = "add", axis = "k", operand_axes = ["m", "k"], axes = ["m"]} : (tensor<4x6xf32>) -> tensor<4xf32>
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<4xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "row_sum_0", grid = ["m"], axes = [{name = "m", role = "free", extent = 10, tile = 4}, {name = "k", role = "fold", extent = 6, tile = 6}]} : () -> tensor<10xf32>
  return %r : tensor<10xf32>
}

// -----

// A stream: the loop's tiles are copied into the carried ones, so that it works on one buffer, and the
// contraction runs upward with the result's last axis innermost over a packed operand.

// CHECK-LABEL: func.func @stream
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<4x8xf32>)
// CHECK:             %[[PACKED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x8xf32>)
// CHECK:             linalg.generic {{.*}}["parallel", "reduction", "parallel"]} ins(%{{.*}}, %[[PACKED]] {{.*}}outs(%[[ACC]] :
// CHECK:         return
// BUF-LABEL: func.func @stream
// BUF:         scf.for
// BUF-NOT:     memref.alloc
// BUF-NOT:     memref.copy
// BUF:         return
func.func @stream(%a: tensor<10x20xf16>, %b: tensor<8x20xf16>) -> tensor<10x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c20 = arith.constant 20 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"]} : () -> tensor<4x8xf32>
    %s = scf.for %k = %c0 to %c20 step %c6 iter_args(%acc = %z) -> (tensor<4x8xf32>) {
      %at = "tile.load"(%a, %m, %k) {over = ["m", "k"], map = affine_map<(m,k) -> (m,k)>, axes = ["m", "k"]} : (tensor<10x20xf16>, index, index) -> tensor<4x6xf16>
      %bt = "tile.load"(%b, %c0, %k) {over = ["n", "k"], map = affine_map<(n,k) -> (n,k)>, axes = ["n", "k"]} : (tensor<8x20xf16>, index, index) -> tensor<8x6xf16>
      %c = "tile.contract"(%at, %bt, %acc) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["n", "k"], axes = ["m", "n"]} : (tensor<4x6xf16>, tensor<8x6xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
      scf.yield %c : tensor<4x8xf32>
    }
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "stream_0", grid = ["m"], axes = [{name = "m", role = "free", extent = 10, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8}, {name = "k", role = "fold", extent = 20, tile = 6}]} : () -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

// A store inside a loop carries the result through it; the other result stays where it was.

// CHECK-LABEL: func.func @store_in_loop
// CHECK:         scf.for {{.*}} -> (tensor<4x9xf32>, tensor<4xf32>)
// CHECK:           scf.for {{.*}} -> (tensor<4x9xf32>)
// CHECK:         return
func.func @store_in_loop(%x: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4xf32>) {
  %y, %z = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c9 = arith.constant 9 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    scf.for %j = %c0 to %c9 step %c4 {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(m,j) -> (m,j)>, axes = ["j"]} : (tensor<4x9xf32>, index, index) -> tensor<4xf32>
      "tile.store"(%t, %m, %j) {result = 0, over = ["m", "j"], map = affine_map<(m,j) -> (m,j)>, axes = ["j"]} : (tensor<4xf32>, index, index) -> ()
    }
    %f = "tile.fill"() {value = 2.0 : f32, axes = []} : () -> tensor<f32>
    "tile.store"(%f, %m) {result = 1, over = ["m"], map = affine_map<(m) -> (m)>, axes = []} : (tensor<f32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 1}, {name = "j", role = "free", extent = 9, tile = 4}]} : () -> (tensor<4x9xf32>, tensor<4xf32>)
  return %y, %z : tensor<4x9xf32>, tensor<4xf32>
}
