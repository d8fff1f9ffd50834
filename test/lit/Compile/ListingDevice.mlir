// Launches with what they carry; device modules with sizes, resources and the operations that matter.
// RUN: attn-opt %s --pass-pipeline='builtin.module()' --emit=listing | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:device module @attn_kernels for sm_90a
// CHECK-NEXT:  ptx         11 bytes
// CHECK-NEXT:  cubin       4 bytes
// CHECK-NEXT:  kernel @f_0
// CHECK-NEXT:    resources registers 32, serialized false, shared 1024, spill_loads 0, spill_stores 0
// CHECK-NEXT:    code      4 operations; nvvm.barrier0 2
gpu.module @attn_kernels attributes {
    attn.chip = "sm_90a", attn.ptx = "hello world", attn.cubin = dense<[1, 2, 3, 4]> : tensor<4xi8>,
    attn.resources = [{kernel = "f_0", registers = 32 : i64, spill_stores = 0 : i64, spill_loads = 0 : i64, shared = 1024 : i64, serialized = false}]} {
  llvm.func @f_0(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>) attributes {nvvm.kernel} {
    nvvm.barrier0
    %x = llvm.mlir.constant(1 : i32) : i32
    nvvm.barrier0
    llvm.return
  }
}

//      CHECK:function @f(%arg0: 64 f32)
// CHECK-NEXT:  launch attn_kernels::f_0(%arg0) -> %0: 64 f32
// CHECK-NEXT:    block     [128, 1, 1]
// CHECK-NEXT:    grid      [4, 1, 1]
// CHECK-NEXT:    schedule  TILE@m=n16/f4
// CHECK-NEXT:    shared    1024 bytes
// CHECK-NEXT:  other operations: func.call 1
// CHECK-NEXT:  return %1
func.func private @f_0(tensor<64xf32>) -> tensor<64xf32> attributes {
    attn.launch = {kernel = "attn_kernels::f_0", grid = [4, 1, 1], block = [128, 1, 1], shared = 1024 : i64,
                   schedule = "TILE@m=n16/f4"}}
func.func private @elsewhere(tensor<64xf32>) -> tensor<64xf32>
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = func.call @f_0(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %z = func.call @elsewhere(%y) : (tensor<64xf32>) -> tensor<64xf32>
  return %z : tensor<64xf32>
}
