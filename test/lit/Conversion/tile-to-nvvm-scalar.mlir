// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s
// No libdevice: what is called is an instruction of the chip.
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s --check-prefix=LIB
// LIB-NOT: __nv_

// Functions that are written out; the numbers are checked where the code runs.

// tanh: a polynomial near 0, 1 - 2/(e + 1) elsewhere; tanh.approx is not exact enough.
// CHECK-LABEL: llvm.func @tanh_0
// CHECK:         llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK:         llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK:         llvm.fcmp "oge"
// CHECK:         llvm.select
// CHECK:         llvm.intr.copysign
func.func @tanh(%x: tensor<512xf32>) -> tensor<512xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@m w4@m"} : (tensor<512xf32>, index) -> tensor<128xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m"]} : (tensor<128xf32>) -> f32
      %y = math.tanh %e : f32
      gpu.yield %y : f32
    }) {axes = ["m"], layout = "l32@m w4@m"} : () -> tensor<128xf32>
    "tile.store"(%w, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<128xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "tanh_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 128}]} : () -> tensor<512xf32>
  return %r : tensor<512xf32>
}

// -----

// f16 goes through f32.
// CHECK-LABEL: llvm.func @log_0
// CHECK:         llvm.fpext %{{.*}} : f16 to f32
// CHECK:         llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK:         llvm.fptrunc %{{.*}} : f32 to f16
func.func @log(%x: tensor<512xf16>) -> tensor<512xf16> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@m w4@m"} : (tensor<512xf16>, index) -> tensor<128xf16>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m"]} : (tensor<128xf16>) -> f16
      %y = math.log %e : f16
      gpu.yield %y : f16
    }) {axes = ["m"], layout = "l32@m w4@m"} : () -> tensor<128xf16>
    "tile.store"(%w, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<128xf16>, index) -> ()
    gpu.yield
  }) {sym_name = "log_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 128}]} : () -> tensor<512xf16>
  return %r : tensor<512xf16>
}

// -----

// sin: the argument less a multiple of pi/2 in three parts; NaN where that is not exact any more.
// CHECK-LABEL: llvm.func @sin_0
// CHECK:         llvm.fcmp "ole"
// CHECK:         llvm.intr.roundeven
// CHECK-COUNT-3: llvm.intr.fma
// CHECK:         llvm.fptosi
// CHECK:         llvm.select
func.func @sin(%x: tensor<512xf32>) -> tensor<512xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@m w4@m"} : (tensor<512xf32>, index) -> tensor<128xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m"]} : (tensor<128xf32>) -> f32
      %y = math.sin %e : f32
      gpu.yield %y : f32
    }) {axes = ["m"], layout = "l32@m w4@m"} : () -> tensor<128xf32>
    "tile.store"(%w, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<128xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "sin_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 128}]} : () -> tensor<512xf32>
  return %r : tensor<512xf32>
}

// -----

// The greater of two where one may be NaN: one instruction (max.NaN), not taken apart.
// CHECK-LABEL: llvm.func @relu_0
// CHECK:         llvm.intr.maximum
// CHECK-NOT:     llvm.fcmp
// CHECK:         llvm.return
func.func @relu(%x: tensor<512xf32>) -> tensor<512xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@m w4@m"} : (tensor<512xf32>, index) -> tensor<128xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m"]} : (tensor<128xf32>) -> f32
      %z = arith.constant 0.0 : f32
      %y = arith.maximumf %e, %z : f32
      gpu.yield %y : f32
    }) {axes = ["m"], layout = "l32@m w4@m"} : () -> tensor<128xf32>
    "tile.store"(%w, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<128xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "relu_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 128}]} : () -> tensor<512xf32>
  return %r : tensor<512xf32>
}

// -----

// Floor division for any sign.
// CHECK-LABEL: llvm.func @floordiv_0
// CHECK:         %[[Q:.*]] = llvm.sdiv
// CHECK:         %[[P:.*]] = llvm.mul %[[Q]]
// CHECK:         %[[R:.*]] = llvm.sub %{{.*}}, %[[P]]
// CHECK:         llvm.select
func.func @floordiv(%x: tensor<512xi32>) -> tensor<512xi32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@m w4@m"} : (tensor<512xi32>, index) -> tensor<128xi32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m"]} : (tensor<128xi32>) -> i32
      %z = arith.constant 7 : i32
      %y = arith.floordivsi %e, %z : i32
      gpu.yield %y : i32
    }) {axes = ["m"], layout = "l32@m w4@m"} : () -> tensor<128xi32>
    "tile.store"(%w, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<128xi32>, index) -> ()
    gpu.yield
  }) {sym_name = "floordiv_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 128}]} : () -> tensor<512xi32>
  return %r : tensor<512xi32>
}
