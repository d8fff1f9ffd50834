// Asynchronous copies and barriers in shared memory with a bug each: what the emulator says. The C units
// (test/unit/emu-async.c) have more of them; here they come through the device IR.
//
// RUN: split-file %s %t
// RUN: attn-run %t/good.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not attn-run %t/no-wait.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// RUN: not attn-run %t/early-wait.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=EARLY-WAIT
// RUN: not attn-run %t/no-barrier.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-BARRIER
// RUN: attn-run %t/mbarrier.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not attn-run %t/mbarrier-no-fence.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MBARRIER-NO-FENCE
// RUN: not attn-run %t/mbarrier-none.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MBARRIER-NONE
// RUN: not attn-run %t/mbarrier-count.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MBARRIER-COUNT
// RUN: not attn-run %t/mbarrier-exceeded.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MBARRIER-EXCEEDED
// RUN: not attn-run %t/mbarrier-odd.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MBARRIER-ODD

// CLEAN-NOT: in kernel
// CLEAN: result 0

// NO-WAIT: asynchronous copy: llvm.load in kernel 'k': reads shared address {{0x[0-9a-f]+}} while an asynchronous copy to it is under way; nothing waited for it (cta 0,0,0, warp {{[01]}}, lane {{[0-9]+}}); 64 times
// EARLY-WAIT: asynchronous copy: llvm.load in kernel 'k': reads shared address 0x400 while an asynchronous copy to it is under way
// NO-BARRIER: race: llvm.load in kernel 'k': reads shared address 0x400, which warp 0, lane 0 wrote; no barrier orders the two (cta 0,0,0, warp 0, lane 1)
// MBARRIER-NO-FENCE: race: nvvm.mbarrier.arrive in kernel 'k': uses the mbarrier at 0x600, which warp 0, lane 0 initialised or overwrote; no barrier orders the two (cta 0,0,0, warp 0, lane 1)
// MBARRIER-NONE: barrier misuse: nvvm.mbarrier.arrive in kernel 'k': there is no initialised mbarrier at shared address 0x600
// MBARRIER-COUNT: deadlock: nvvm.mbarrier.try_wait.parity in kernel 'k': no lane can go on:
// MBARRIER-COUNT-NEXT: warp 0, lane 0 to warp 1, lane 31: waits at nvvm.mbarrier.try_wait.parity at {{.*}}:[[#]]:[[#]] for phase parity 0 of the mbarrier at 0x600
// MBARRIER-EXCEEDED: barrier misuse: nvvm.mbarrier.arrive in kernel 'k': arrives 64 times at the mbarrier at 0x600, whose phase 0 expects 8 of 8 arrivals more: a phase is overrun
// MBARRIER-ODD: misaligned access: nvvm.mbarrier.init in kernel 'k': an mbarrier at 0x604, which is not a multiple of 8

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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      nvvm.barrier0
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- no-wait.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      // The wait is missing.
      nvvm.barrier0
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- early-wait.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      // The last group may still be under way.
      nvvm.cp.async.wait.group 1
      %v = llvm.load %to : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- no-barrier.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      nvvm.cp.async.shared.global %to, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      // Waiting concerns one's own copies.
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- mbarrier.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bp = llvm.getelementptr %s[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bp, %c64 : !llvm.ptr<3>, i32
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.store %t, %to : i32, !llvm.ptr<3>
      %state = nvvm.mbarrier.arrive %bp : !llvm.ptr<3> -> i64
      nvvm.mbarrier.try_wait.parity %bp, %c0, %c8 : !llvm.ptr<3>, i32, i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- mbarrier-no-fence.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bp = llvm.getelementptr %s[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bp, %c64 : !llvm.ptr<3>, i32
      llvm.br ^ready
    ^ready:
      // The others may come before it is there.
      llvm.store %t, %to : i32, !llvm.ptr<3>
      %state = nvvm.mbarrier.arrive %bp : !llvm.ptr<3> -> i64
      nvvm.mbarrier.try_wait.parity %bp, %c0, %c8 : !llvm.ptr<3>, i32, i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- mbarrier-none.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bp = llvm.getelementptr %s[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.store %t, %to : i32, !llvm.ptr<3>
      %state = nvvm.mbarrier.arrive %bp : !llvm.ptr<3> -> i64
      nvvm.mbarrier.try_wait.parity %bp, %c0, %c8 : !llvm.ptr<3>, i32, i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- mbarrier-count.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bp = llvm.getelementptr %s[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      %c65 = llvm.mlir.constant(65 : i32) : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bp, %c65 : !llvm.ptr<3>, i32
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.store %t, %to : i32, !llvm.ptr<3>
      %state = nvvm.mbarrier.arrive %bp : !llvm.ptr<3> -> i64
      nvvm.mbarrier.try_wait.parity %bp, %c0, %c8 : !llvm.ptr<3>, i32, i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- mbarrier-exceeded.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bp = llvm.getelementptr %s[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bp, %c8 : !llvm.ptr<3>, i32
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      %more = nvvm.mbarrier.arrive %bp, %c64 : !llvm.ptr<3> -> i64
      llvm.store %t, %to : i32, !llvm.ptr<3>
      nvvm.barrier0
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %n = llvm.xor %t, %c1 : i32
      %np = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %np : !llvm.ptr<3> -> i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- mbarrier-odd.mlir
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
      %to = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bp = llvm.getelementptr %s[516] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bp, %c64 : !llvm.ptr<3>, i32
      llvm.br ^ready
    ^ready:
      %v = llvm.add %c0, %c8 : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}
