// REQUIRES: ptxas
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' | FileCheck %s
// Anchored on one gpu.module:
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-nvvm-to-cubin{verbose=true}))' 2>&1 | FileCheck %s --check-prefixes=CHECK,VERBOSE
// The three chips of the road; the option replaces the module's target.
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-nvvm-to-cubin{chip=sm_80})' | FileCheck %s --check-prefix=SM80
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-nvvm-to-cubin{chip=sm_120a})' | FileCheck %s --check-prefix=SM120
// The cubin is an ELF file, the PTX a text:
// RUN: attn-opt %s --emit=cubin --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' -o %t.cubin
// RUN: od -An -c -N4 %t.cubin | FileCheck %s --check-prefix=ELF
// RUN: attn-opt %s --emit=ptx --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' | FileCheck %s --check-prefix=PTX
// The bytes do not depend on the run:
// RUN: attn-opt %s --emit=cubin --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' -o %t.again
// RUN: cmp %t.cubin %t.again

// VERBOSE:    remark: kernel 'reverse': {{[0-9]+}} registers, 0 bytes stack, 1 barriers
// CHECK:      gpu.module @attn_kernels [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">] attributes {
// CHECK-SAME: attn.chip = "sm_90a"
// CHECK-SAME: attn.cubin = dense<"0x7F454C46{{[0-9A-F]+}}"> : tensor<{{[0-9]+}}xi8>
// CHECK-SAME: attn.ptx = "{{.*}}.version 8.0{{.*}}.target sm_90a
// CHECK-SAME: attn.resources = [{barriers = 1 : i64, kernel = "reverse", registers = {{[1-9][0-9]*}} : i64, serialized = false, shared = 0 : i64, spill_loads = 0 : i64, spill_stores = 0 : i64, stack = 0 : i64}]
// SM80:       gpu.module @attn_kernels [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx70">] attributes {attn.chip = "sm_80"
// SM80-SAME:  .version 7.0{{.*}}.target sm_80
// SM120:      chip = "sm_120a", features = "+ptx87"
// SM120-SAME: .version 8.7{{.*}}.target sm_120a
// ELF:        177 E L F

// PTX:      .version 8.0
// PTX:      .extern .shared .align 16 .b8 attn_shared[];
// PTX:      .visible .entry reverse(
// PTX-NEXT:   .param .u64 .ptr .global .align 16 reverse_param_0,
// PTX:      .reqntid 64, 1, 1
// PTX:      ld.global.nc.b32
// PTX:      ex2.approx.ftz.f32
// PTX:      st.shared.b32
// PTX:      bar.sync 0;
// PTX:      st.global.b32

gpu.module @attn_kernels [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">] {
  llvm.mlir.global external @attn_shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @reverse(%x: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %y: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.writeonly}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %last = llvm.mlir.constant(63 : i32) : i32
    %s = llvm.mlir.addressof @attn_shared : !llvm.ptr<3>
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %r = llvm.sub %last, %t : i32
    %px = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v = llvm.load %px {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %e = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%v) : (f32) -> f32
    %ps = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %e, %ps {alignment = 4 : i64} : f32, !llvm.ptr<3>
    nvvm.barrier0
    %pr = llvm.getelementptr %s[%r] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %w = llvm.load %pr {alignment = 4 : i64} : !llvm.ptr<3> -> f32
    %py = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %w, %py {alignment = 4 : i64} : f32, !llvm.ptr<1>
    llvm.return
  }
}
