// What the emulator does not know is an error where it stands; all of a kernel's are told.
//
// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-nvvm-to-host)'

gpu.module @m {
  llvm.func @k(%y: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    // expected-error@+1 {{intrinsic 'llvm.nvvm.ex3.f' is not known to the emulator (Known.def)}}
    %a = llvm.call_intrinsic "llvm.nvvm.ex3.f"(%x) : (f32) -> f32
    // expected-error@+1 {{PTX snippet 'mov.b32 $0, $1;' is not known to the emulator (Known.def)}}
    %b = llvm.inline_asm "mov.b32 $0, $1;", "=f,f" %x : (f32) -> f32
    // expected-error@+1 {{operation is not known to the emulator (Known.def)}}
    %c = nvvm.read.ptx.sreg.smid : i32
    llvm.store %a, %y : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @k(%y: !llvm.ptr<1>, %a: vector<2xf16>, %c: f32) attributes {nvvm.kernel} {
    // expected-error@+1 {{has shape = #nvvm.shape<m = 16, n = 8, k = 8>, which the emulator does not know; expected one of m = 16, n = 8, k = 16}}
    %d = nvvm.mma.sync A[%a, %a] B[%a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) {addr_space = 4 : i32} : !llvm.array<2 x i32>
  llvm.func @k(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // expected-error@+1 {{takes the address of something that is not in shared memory}}
    %t = llvm.mlir.addressof @table : !llvm.ptr<4>
    // expected-error@+1 {{accesses address space 4, which the emulator does not have}}
    %v = llvm.load %t : !llvm.ptr<4> -> i32
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @k(%y: !llvm.ptr<1>, %x: i64) attributes {nvvm.kernel} {
    // expected-error@+1 {{accesses a type that the emulator cannot load or store}}
    %v = llvm.load %y : !llvm.ptr<1> -> !llvm.struct<(i32, i64)>
    llvm.return
  }
}
