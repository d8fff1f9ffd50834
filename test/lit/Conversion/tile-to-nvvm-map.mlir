// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s

// A product that only a sum reads is fused with it. Of two, the one that differs from register to register: the
// other, of a factor and a coordinate, is the same for rows that are as far from their columns.
// CHECK-LABEL: llvm.func @slope_0
// CHECK:         %[[SCALE:.*]] = llvm.mlir.constant(1.250000e-01 : f32)
// CHECK:         %[[BASE:.*]] = llvm.sitofp %{{.*}} : i32 to f32
// CHECK:         %[[APART:.*]] = llvm.fmul %[[BASE]], %{{.*}} : f32
// CHECK:         llvm.intr.fma(%{{.*}}, %{{.*}}, %[[APART]]) : (f32, f32, f32) -> f32
// CHECK-COUNT-7: llvm.intr.fma
// CHECK-NOT:     llvm.intr.fma
func.func @slope(%x: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %c0 = arith.constant 0 : index
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m, n) -> (m, n)>, axes = ["m", "n"], layout = "r2@n l4@n l8@m r2@m r2@n w4@n"} : (tensor<128x64xf32>, index, index) -> tensor<16x64xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<16x64xf32>) -> f32
      %scale = arith.constant 0.125 : f32
      %slope = arith.constant 0.3 : f32
      %s = arith.mulf %e, %scale : f32
      %i = "tile.coord"(%m) {axis = "m"} : (index) -> index
      %j = "tile.coord"(%c0) {axis = "n"} : (index) -> index
      %d = arith.subi %j, %i : index
      %k = arith.index_cast %d : index to i64
      %f = arith.sitofp %k : i64 to f32
      %b = arith.mulf %f, %slope : f32
      %y = arith.addf %b, %s : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "r2@n l4@n l8@m r2@m r2@n w4@n"} : () -> tensor<16x64xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m, n) -> (m, n)>, axes = ["m", "n"]} : (tensor<16x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "slope_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 128, tile = 16}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}

// -----

// Not one that is read twice, nor one of f16.
// CHECK-LABEL: llvm.func @twice_0
// CHECK:         llvm.fmul %{{.*}} : f32
// CHECK:         llvm.fadd %{{.*}} : f32
// CHECK:         llvm.fmul %{{.*}} : f16
// CHECK:         llvm.fadd %{{.*}} : f16
// CHECK-NOT:     llvm.intr.fma
func.func @twice(%x: tensor<512xf32>) -> tensor<512xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@m w4@m"} : (tensor<512xf32>, index) -> tensor<128xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m"]} : (tensor<128xf32>) -> f32
      %p = arith.mulf %e, %e : f32
      %s = arith.addf %p, %p : f32
      %h = arith.truncf %s : f32 to f16
      %q = arith.mulf %h, %h : f16
      %z = arith.addf %q, %h : f16
      %y = arith.extf %z : f16 to f32
      gpu.yield %y : f32
    }) {axes = ["m"], layout = "l32@m w4@m"} : () -> tensor<128xf32>
    "tile.store"(%w, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<128xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "twice_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 128}]} : () -> tensor<512xf32>
  return %r : tensor<512xf32>
}

// -----

// MATH=exp2: where maxima and a fused multiply-add read a sum with the product of a coordinate, registers get their own
// constant's part of it, and what they share is added to the maximum and to the other summand.
// CHECK-LABEL: llvm.func @later_0
// CHECK-DAG:     %[[C8:.*]] = llvm.mlir.constant(8.000000e+00 : f32)
// CHECK-DAG:     %[[SCALE:.*]] = llvm.mlir.constant(1.250000e-01 : f32)
// CHECK-DAG:     %[[SLOPE:.*]] = llvm.mlir.constant(3.000000e-01 : f32)
// CHECK:         %[[BASE:.*]] = llvm.sitofp %{{.*}} : i32 to f32
// CHECK:         %[[PLUS:.*]] = llvm.fmul %[[BASE]], %[[SLOPE]] : f32
// CHECK-NOT:     llvm.fadd
// CHECK:         %[[Y:.*]] = llvm.intr.fma(%[[SLOPE]], %[[C8]], %{{.*}})
// CHECK-NOT:     llvm.fmul
// CHECK:         %[[MOST:.*]] = llvm.intr.maximum
// CHECK:         llvm.fadd %{{.*}}, %[[PLUS]] : f32
// CHECK:         nvvm.shfl.sync
// CHECK:         %[[REST:.*]] = llvm.intr.fma(%[[PLUS]], %[[SCALE]], %{{.*}})
// CHECK:         llvm.intr.fma(%{{.*}}, %[[SCALE]], %[[REST]])
func.func @later(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m, n) -> (m, n)>, axes = ["m", "n"], layout = "l4@n r8@n l8@m"} : (tensor<8x32xf32>, index, index) -> tensor<8x32xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<8x32xf32>) -> f32
      %slope = arith.constant 0.3 : f32
      %j = "tile.coord"(%c0) {axis = "n"} : (index) -> index
      %k = arith.index_cast %j : index to i64
      %f = arith.sitofp %k : i64 to f32
      %b = arith.mulf %f, %slope : f32
      %y = arith.addf %e, %b : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "l4@n r8@n l8@m"} : () -> tensor<8x32xf32>
    %top = "tile.reduce"(%w) {axis = "n", monoid = "max", operand_axes = ["m", "n"], axes = ["m"], layout = "l4@* l8@m"} : (tensor<8x32xf32>) -> tensor<8xf32>
    %z = "tile.map"() ({
      %e = "tile.element"(%w) {axes = ["m", "n"]} : (tensor<8x32xf32>) -> f32
      %q = "tile.element"(%top) {axes = ["m"]} : (tensor<8xf32>) -> f32
      %scale = arith.constant 0.125 : f32
      %y = math.fma %e, %scale, %q : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "l4@n r8@n l8@m"} : () -> tensor<8x32xf32>
    "tile.store"(%z, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m, n) -> (m, n)>, axes = ["m", "n"]} : (tensor<8x32xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "later_0", threads = 32, grid = ["m"], schedule = "TILE@n=n4x8/f8x1;MATH=exp2", axes = [{name = "m", role = "free", extent = 8, tile = 8}, {name = "n", role = "free", extent = 32, tile = 32}]} : () -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
