// What can be wrong: the chip, the PTX version, ptxas (absent, not ptxas, too old, unhappy).
// RUN: split-file %s %t
// RUN: not attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{chip=sm_91a})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not attn-opt %t/old.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not attn-opt %t/new.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' 2>&1 | FileCheck %s --check-prefix=NEW
// RUN: not attn-opt %t/none.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin)' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{ptxas=%t/absent})' -o %t/out 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not cat %t/out
// RUN: attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{ptxas=%t/absent allow-missing=true})' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: printf '#!/bin/sh\necho "Cuda compilation tools, release 11.8, V11.8.89"\n' > %t/old-ptxas
// RUN: chmod +x %t/old-ptxas
// RUN: not attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{ptxas=%t/old-ptxas})' 2>&1 | FileCheck %s --check-prefix=RELEASE
// RUN: printf '#!/bin/sh\necho "hello"\nexit 3\n' > %t/not-ptxas
// RUN: chmod +x %t/not-ptxas
// RUN: not attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{ptxas=%t/not-ptxas})' 2>&1 | FileCheck %s --check-prefix=HELLO
// RUN: printf '#!/bin/sh\n[ "$1" = --version ] && { echo "release 13.0, V13"; exit; }\necho "ptxas k.ptx, line 7; error   : Unknown symbol q"\necho "ptxas fatal   : Ptx assembly aborted due to errors"\nexit 255\n' > %t/unhappy-ptxas
// RUN: chmod +x %t/unhappy-ptxas
// RUN: not attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{ptxas=%t/unhappy-ptxas})' 2>&1 | FileCheck %s --check-prefix=UNHAPPY
// RUN: printf '#!/bin/sh\n[ "$1" = --version ] && { echo "release 13.0, V13"; exit; }\nfor out; do :; done\necho cubin > "$out"\ncat %t/log\n' > %t/fake-ptxas
// RUN: chmod +x %t/fake-ptxas
// RUN: attn-opt %t/good.mlir --pass-pipeline='builtin.module(attn-nvvm-to-cubin{ptxas=%t/fake-ptxas})' 2>&1 | FileCheck %s --check-prefix=SPILLS

// CHIP:    good.mlir:1:1: error: 'gpu.module' op unknown chip 'sm_91a'; did you mean 'sm_90a'? (known: sm_80
// OLD:     error: 'gpu.module' op asks for PTX 7.0; sm_90a needs at least 8.0, LLVM writes up to 9.0
// NEW:     error: 'gpu.module' op asks for PTX 9.9; sm_90a needs at least 8.0, LLVM writes up to 9.0
// TARGET:  error: 'gpu.module' op has no #nvvm.target; give the chip (attn-nvvm-to-cubin{chip=sm_90a})
// ABSENT:  error: 'gpu.module' op no ptxas, which makes the cubin from PTX; looked at {{.*}}/absent; set CUDA_HOME to a CUDA toolkit or give the option ptxas=PATH
// MISSING: warning: no ptxas, which makes the cubin from PTX; looked at
// MISSING: gpu.module
// MISSING-NOT: attn.cubin
// MISSING: attn.ptx =
// RELEASE: error: 'gpu.module' op '{{.*}}/old-ptxas' is of CUDA 11.8 and reads PTX up to 7.8; this module needs PTX 8.0: take a newer CUDA toolkit
// HELLO:   error: 'gpu.module' op '{{.*}}/not-ptxas --version' does not name a CUDA release (exit status 3): hello
// UNHAPPY: error: 'gpu.module' op ptxas (PTX line 7): Unknown symbol q
// UNHAPPY: error: 'gpu.module' op ptxas: Ptx assembly aborted due to errors
// SPILLS:  warning: ptxas: (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized
// SPILLS:  warning: kernel 'k' spills registers (12 bytes stored, 16 loaded per thread): its tiles are too large for its threads (TILE)
// SPILLS:  attn.resources = [{barriers = 1 : i64, kernel = "k", registers = 255 : i64, serialized = true, shared = 0 : i64, spill_loads = 16 : i64, spill_stores = 12 : i64, stack = 8 : i64}]

//--- good.mlir
gpu.module @attn_kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}

//--- old.mlir
gpu.module @attn_kernels [#nvvm.target<chip = "sm_90a", features = "+ptx70">] {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}

//--- new.mlir
gpu.module @attn_kernels [#nvvm.target<chip = "sm_90a", features = "+ptx99">] {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}

//--- none.mlir
gpu.module @attn_kernels {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}

//--- log
ptxas info    : 0 bytes gmem
ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient register resources for the wgmma pipeline in the function 'k'
ptxas info    : Compiling entry function 'k' for 'sm_90a'
ptxas info    : Function properties for k
    8 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 400 bytes cmem[0]
