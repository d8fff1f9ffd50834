// f16 and bf16 on the host: rounded once, to nearest even.
//
// RUN: attn-run %s --device=emu --pipeline= | FileCheck %s
// fma of halves: through f32 it would round to a tie first and be 1.00195.
// CHECK: result 0: tensor<32xf16> min 1.00098 max 1.00098
// 1 + 2^-8 in bf16: a tie, to even; the odd lanes add a bit and round up.
// CHECK: result 1: tensor<32xbf16> min 1 max 1.00781
func.func @main() -> (tensor<32xf16>, tensor<32xbf16>) {
  %y:2 = call @k() : () -> (tensor<32xf16>, tensor<32xbf16>)
  return %y#0, %y#1 : tensor<32xf16>, tensor<32xbf16>
}
gpu.module @m {
  llvm.func @k(%y: !llvm.ptr<1>, %z: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %a = llvm.mlir.constant(dense<1.0009765625> : vector<2xf16>) : vector<2xf16>
    %b = llvm.mlir.constant(dense<4.87804412841796875e-4> : vector<2xf16>) : vector<2xf16>
    %r = llvm.intr.fma(%a, %b, %a) : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> vector<2xf16>
    %v = llvm.extractelement %r[%c1 : i32] : vector<2xf16>
    %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    llvm.store %v, %yp : f16, !llvm.ptr<1>

    %odd = llvm.and %t, %c1 : i32
    %isOdd = llvm.icmp "ne" %odd, %c0 : i32
    %bit = llvm.mlir.constant(1.1920929e-07 : f32) : f32
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %more = llvm.select %isOdd, %bit, %zero : i1, f32
    %tie = llvm.mlir.constant(1.00390625 : f32) : f32
    %sum = llvm.fadd %tie, %more : f32
    %w = llvm.fptrunc %sum : f32 to bf16
    %zp = llvm.getelementptr %z[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, bf16
    llvm.store %w, %zp : bf16, !llvm.ptr<1>
    llvm.return
  }
}
func.func private @k() -> (tensor<32xf16>, tensor<32xbf16>) attributes {attn.launch = {kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 0 : i64, schedule = ""}}
