// Accesses to memory with a bug each, and neighbours without: what the emulator says.
//
// RUN: split-file %s %t
// RUN: attn-run %t/good.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not attn-run %t/uninitialized.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=UNINITIALIZED
// RUN: not attn-run %t/race-read.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=RACE-READ
// RUN: not attn-run %t/race-warp.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=RACE-WARP
// RUN: not attn-run %t/race-write.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=RACE-WRITE
// RUN: attn-run %t/same-value.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not attn-run %t/race-reuse.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=RACE-REUSE
// RUN: not attn-run %t/range-shared.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=RANGE-SHARED
// RUN: not attn-run %t/range-global.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=RANGE-GLOBAL
// RUN: not attn-run %t/misaligned.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not attn-run %t/input.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not attn-run %t/unwritten.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=UNWRITTEN

// CLEAN-NOT: in kernel
// CLEAN: result 0

// UNINITIALIZED: uninitialized.mlir:[[#]]:[[#]]: uninitialized read: llvm.load in kernel 'k': reads shared address 0x400, which nobody has written (cta 0,0,0, warp 0, lane 0); 64 times
// UNINITIALIZED: error: the emulator found hazards
// RACE-READ: race: llvm.load in kernel 'k': reads shared address 0x400, which warp 0, lane 0 wrote; no barrier orders the two (cta 0,0,0, warp 1, lane 31)
// RACE-READ: error: the emulator found hazards
// RACE-WARP: race: llvm.load in kernel 'k': reads shared address 0x400, which warp 0, lane 0 wrote; no barrier orders the two (cta 0,0,0, warp 1, lane 31)
// RACE-WARP: error: the emulator found hazards
// RACE-WRITE: race: llvm.store in kernel 'k': writes shared address 0x400, to which warp 0, lane 0 wrote another value; no barrier orders the two (cta 0,0,0, warp 0, lane 1)
// RACE-WRITE: error: the emulator found hazards
// RACE-REUSE: race: llvm.store in kernel 'k': writes shared address 0x400, which warp 1, lane 31 read; no barrier orders the two (cta 0,0,0, warp 0, lane 0); 63 times
// RACE-REUSE: error: the emulator found hazards
// RANGE-SHARED: out of range: llvm.store in kernel 'k': writes 4 bytes at shared address 0x800, the CTA has 0x400 to 0x800 (cta 0,0,0, warp 0, lane 0); 64 times
// RANGE-SHARED: error: the emulator found hazards
// RANGE-GLOBAL: out of range: llvm.load in kernel 'k': reads 4 bytes at global address byte 1024 of argument 0, which has 1024 bytes (cta 0,0,0, warp 1, lane 24); 8 times
// RANGE-GLOBAL: error: the emulator found hazards
// MISALIGNED: misaligned access: llvm.store in kernel 'k': writes 4 bytes at shared address 0x402, which is not a multiple of 4
// MISALIGNED: error: the emulator found hazards
// INPUT: write to an input: llvm.store in kernel 'k': writes byte 0 of argument 0, an input
// INPUT: error: the emulator found hazards
// UNWRITTEN: result not written: 'main': 768 of 1024 bytes of result 0, the first at byte 256
// UNWRITTEN: error: the emulator found hazards

//--- good.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %mine = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %next0 = llvm.add %t, %c1 : i32
      %c63 = llvm.mlir.constant(63 : i32) : i32
      %next1 = llvm.and %next0, %c63 : i32
      %next = llvm.getelementptr %s[%next1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %xp = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v0 = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v0, %mine : i32, !llvm.ptr<3>
      nvvm.barrier0
      %v = llvm.load %next : !llvm.ptr<3> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- uninitialized.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %mine = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // No store.
      %v = llvm.load %mine : !llvm.ptr<3> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- race-read.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %mine = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %next0 = llvm.add %t, %c1 : i32
      %c63 = llvm.mlir.constant(63 : i32) : i32
      %next1 = llvm.and %next0, %c63 : i32
      %next = llvm.getelementptr %s[%next1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %t, %mine : i32, !llvm.ptr<3>
      // A barrier is missing.
      %v = llvm.load %next : !llvm.ptr<3> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- race-warp.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %all = llvm.mlir.constant(-1 : i32) : i32
      %mine = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %next0 = llvm.add %t, %c1 : i32
      %c63 = llvm.mlir.constant(63 : i32) : i32
      %next1 = llvm.and %next0, %c63 : i32
      %next = llvm.getelementptr %s[%next1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // The barrier of a warp does not order the two warps.
      llvm.store %t, %mine : i32, !llvm.ptr<3>
      nvvm.bar.warp.sync %all : i32
      %v = llvm.load %next : !llvm.ptr<3> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- race-write.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %t, %s : i32, !llvm.ptr<3>
      nvvm.barrier0
      %v = llvm.load %s : !llvm.ptr<3> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- same-value.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // All lanes write the same value: no harm.
      llvm.store %c4, %s : i32, !llvm.ptr<3>
      nvvm.barrier0
      %v = llvm.load %s : !llvm.ptr<3> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- race-reuse.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %mine = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %next0 = llvm.add %t, %c1 : i32
      %c63 = llvm.mlir.constant(63 : i32) : i32
      %next1 = llvm.and %next0, %c63 : i32
      %next = llvm.getelementptr %s[%next1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %t, %mine : i32, !llvm.ptr<3>
      nvvm.barrier0
      %v = llvm.load %next : !llvm.ptr<3> -> i32
      // The neighbour may not have read it yet.
      %w = llvm.add %t, %c32 : i32
      llvm.store %w, %mine : i32, !llvm.ptr<3>
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- range-shared.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %mine = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %far = llvm.getelementptr %mine[256] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      llvm.store %t, %far : i32, !llvm.ptr<3>
      %v = llvm.add %t, %c1 : i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- range-global.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %xp = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %far = llvm.getelementptr %xp[200] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
      %v = llvm.load %far : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- misaligned.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %odd = llvm.getelementptr %s[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      llvm.store %t, %odd : i32, !llvm.ptr<3>
      %v = llvm.add %t, %c1 : i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- input.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %xp = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %t, %xp : i32, !llvm.ptr<1>
      %v = llvm.add %t, %c1 : i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- unwritten.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<256xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<256xi32>
    return %y : tensor<256xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.add %t, %c1 : i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<256xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}
