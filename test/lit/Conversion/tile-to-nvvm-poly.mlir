// exp2 by a polynomial, for every so many registers of a lane: within 3e-6 wherever the result is normal, and what exp2
// gives for what is no number, too small, or an integer.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(convert-tile-to-nvvm)' | FileCheck %s
// CHECK-LABEL: llvm.func @half_0
// CHECK:         %[[X:.*]] = llvm.intr.maximum(
// CHECK-NEXT:    %[[SUM:.*]] = llvm.fadd %[[X]], %[[MAGIC:.*]] : f32
// CHECK-NEXT:    %[[R:.*]] = llvm.fsub %[[SUM]], %[[MAGIC]] : f32
// CHECK-NEXT:    %[[F:.*]] = llvm.fsub %[[X]], %[[R]] : f32
// CHECK-NEXT:    %[[BITS:.*]] = llvm.bitcast %[[SUM]] : f32 to i32
// CHECK-NEXT:    %[[EXPONENT:.*]] = llvm.shl %[[BITS]],
// CHECK-NEXT:    %[[SCALE:.*]] = llvm.bitcast %[[EXPONENT]] : i32 to f32
// CHECK-COUNT-4: llvm.intr.fma({{.*}}, %[[F]],
// CHECK-NEXT:    llvm.fmul %{{.*}}, %[[SCALE]]
// CHECK-NOT:     llvm.intr.maximum
// CHECK:         llvm.nvvm.ex2.approx.ftz.f32
// CHECK:         llvm.intr.maximum
// CHECK:         llvm.nvvm.ex2.approx.ftz.f32
// CHECK-NOT:     llvm.nvvm.ex2
//
// RUN: attn-run %s --entry=half --device=cpu --output=@%t.npy
// RUN: attn-run %s --entry=half --device=emu --pipeline=convert-tile-to-nvvm --expect=@%t.npy --rtol=3e-6 --atol=0 | FileCheck %s --check-prefix=OK
// RUN: not attn-run %s --entry=half --device=emu --pipeline=convert-tile-to-nvvm --expect=@%t.npy --rtol=1e-6 --atol=0
// OK: ok: result 0
func.func @half() -> tensor<8192xf32> {
  %r = "tile.kernel"() ({
    %n = "tile.origin"() {axis = "n"} : () -> index
    %w = "tile.map"() ({
      %i = "tile.coord"(%n) {axis = "n"} : (index) -> index
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      %s = arith.constant 0.0231 : f32
      %b = arith.constant -125.9 : f32
      %x = math.fma %f, %s, %b : f32
      %y = math.exp2 %x : f32
      gpu.yield %y : f32
    }) {axes = ["n"], layout = "r4@n l32@n w4@n", poly = 2} : () -> tensor<512xf32>
    "tile.store"(%w, %n) {result = 0, over = ["n"], map = affine_map<(n) -> (n)>, axes = ["n"]} : (tensor<512xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "half_0", threads = 128, grid = ["n"], schedule = "TILE@n=n32x4/f4x1", axes = [{name = "n", role = "free", extent = 8192, tile = 512}]} : () -> tensor<8192xf32>
  return %r : tensor<8192xf32>
}

// Exact: -inf and what is far below, NaNs of any kind, integers.
// RUN: attn-run %s --entry=exact --device=cpu --output=@%t.exact.npy
// RUN: attn-run %s --entry=exact --device=emu --pipeline=convert-tile-to-nvvm --expect=@%t.exact.npy --rtol=0 --atol=0 | FileCheck %s --check-prefix=OK
func.func @exact() -> tensor<16xf32> {
  %x = arith.constant dense<[0xFF800000, 0x7FC00000, 0x7FFFFFFF, 0xFFC00000, 0x7F800001, -3.0e38, -1.0e9, -150.0, -126.0, -53.0, -1.0, 0.0, -0.0, 1.0, 64.0, 127.0]> : tensor<16xf32>
  %r = "tile.kernel"() ({
    %n = "tile.origin"() {axis = "n"} : () -> index
    %t = "tile.load"(%x, %n) {over = ["n"], map = affine_map<(n) -> (n)>, axes = ["n"], layout = "l16@n l2@*"} : (tensor<16xf32>, index) -> tensor<16xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["n"]} : (tensor<16xf32>) -> f32
      %y = math.exp2 %e : f32
      gpu.yield %y : f32
    }) {axes = ["n"], layout = "l16@n l2@*", poly = 1} : () -> tensor<16xf32>
    "tile.store"(%w, %n) {result = 0, over = ["n"], map = affine_map<(n) -> (n)>, axes = ["n"]} : (tensor<16xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "exact_0", threads = 32, grid = ["n"], schedule = "TILE@n=n16x2/f1x1", axes = [{name = "n", role = "free", extent = 16, tile = 16}]} : () -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// Below the normal numbers: none of them is larger than the least.
// RUN: attn-run %s --entry=below --device=cpu --output=@%t.below.npy
// RUN: attn-run %s --entry=below --device=emu --pipeline=convert-tile-to-nvvm --expect=@%t.below.npy --rtol=0 --atol=1.2e-38 | FileCheck %s --check-prefix=OK
func.func @below() -> tensor<512xf32> {
  %r = "tile.kernel"() ({
    %n = "tile.origin"() {axis = "n"} : () -> index
    %w = "tile.map"() ({
      %i = "tile.coord"(%n) {axis = "n"} : (index) -> index
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      %s = arith.constant 0.01 : f32
      %b = arith.constant -131.0 : f32
      %x = math.fma %f, %s, %b : f32
      %y = math.exp2 %x : f32
      gpu.yield %y : f32
    }) {axes = ["n"], layout = "r4@n l32@n w4@n", poly = 1} : () -> tensor<512xf32>
    "tile.store"(%w, %n) {result = 0, over = ["n"], map = affine_map<(n) -> (n)>, axes = ["n"]} : (tensor<512xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "below_0", threads = 128, grid = ["n"], schedule = "TILE@n=n32x4/f4x1", axes = [{name = "n", role = "free", extent = 512, tile = 512}]} : () -> tensor<512xf32>
  return %r : tensor<512xf32>
}
