// MATH: exponentials of differences as one fused operation, where it is asked for. A kernel that has
// none does not take the pin, and where no kernel does it is refused.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(convert-tile-to-nvvm)' | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(convert-tile-to-nvvm{schedule=MATH=exp2})' | FileCheck %s --check-prefix=EXP2
// RUN: not attn-opt %s --pass-pipeline='builtin.module(convert-tile-to-nvvm{schedule=MATH=exp2/tanh})' 2>&1 | FileCheck %s --check-prefix=TANH
// TANH: error: {{.*}}cannot honour MATH=exp2/tanh: no kernel here has an exponential or a division by a constant that it could be for

// CHECK-LABEL: llvm.func @weights_0
// CHECK:           %[[D:.*]] = llvm.fsub
// CHECK:           %[[L:.*]] = llvm.fmul %[[D]], %{{.*}} : f32
// CHECK:           llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[L]])
// CHECK:       attn.launch = {{.*}}schedule = "TILE@n=n32x4/f4x1;MATH=exp"
// EXP2-LABEL: llvm.func @weights_0
// EXP2:            %[[R:.*]] = llvm.fneg
// EXP2-NOT:        llvm.fsub
// EXP2:            %[[L:.*]] = llvm.intr.fma(%{{.*}}, %{{.*}}, %[[R]])
// EXP2:            llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[L]])
// EXP2:        attn.launch = {{.*}}schedule = "TILE@n=n32x4/f4x1;MATH=exp2"
func.func @weights(%x: tensor<4x128xf32>, %p: tensor<4xf32>) -> tensor<4x128xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : (tensor<4x128xf32>, index, index) -> tensor<4x128xf32>
    %q = "tile.load"(%p, %m) {over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"], layout = "l32@* w4@m"} : (tensor<4xf32>, index) -> tensor<4xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x128xf32>) -> f32
      %f = "tile.element"(%q) {axes = ["m"]} : (tensor<4xf32>) -> f32
      %d = arith.subf %e, %f : f32
      %y = math.exp %d : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : () -> tensor<4x128xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x128xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "weights_0", threads = 128, grid = ["m"], schedule = "TILE@n=n32x4/f4x1", axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 128, tile = 128}]} : () -> tensor<4x128xf32>
  return %r : tensor<4x128xf32>
}

// CHECK:       attn.launch = {{.*}}"attn_kernels::sum_0", schedule = "TILE@n=n32x4/f4x1"
// EXP2:        attn.launch = {{.*}}"attn_kernels::sum_0", schedule = "TILE@n=n32x4/f4x1"
func.func @sum(%x: tensor<4x128xf32>) -> tensor<4x128xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : (tensor<4x128xf32>, index, index) -> tensor<4x128xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x128xf32>) -> f32
      %y = arith.addf %e, %e : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "r4@n l32@n w4@m"} : () -> tensor<4x128xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x128xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "sum_0", threads = 128, grid = ["m"], schedule = "TILE@n=n32x4/f4x1", axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 128, tile = 128}]} : () -> tensor<4x128xf32>
  return %r : tensor<4x128xf32>
}
