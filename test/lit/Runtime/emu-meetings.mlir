// Lanes that do not come together: what the emulator says.
//
// RUN: split-file %s %t
// RUN: not attn-run %t/divergent-shuffle.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=DIVERGENT-SHUFFLE
// RUN: not attn-run %t/divergent-sites.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=DIVERGENT-SITES
// RUN: not attn-run %t/not-in-mask.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NOT-IN-MASK
// RUN: not attn-run %t/deadlock.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: not attn-run %t/crossed.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CROSSED
// RUN: not attn-run %t/divergent-barrier.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=DIVERGENT-BARRIER
// RUN: not attn-run %t/barrier-count.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=BARRIER-COUNT
// RUN: not attn-run %t/barrier-twice.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=BARRIER-TWICE
// RUN: attn-run %t/named.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not attn-run %t/named-wrong-way.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NAMED-WRONG-WAY
// RUN: not attn-run %t/never-counted.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NEVER-COUNTED
// RUN: attn-run %t/counted.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLEAN

// CLEAN-NOT: in kernel
// CLEAN: result 0

// DIVERGENT-SHUFFLE: divergence: nvvm.shfl.sync in kernel 'k': waits for lane 4, which has finished (cta 0,0,0, warp 0, lane 0)
// DIVERGENT-SHUFFLE: error: the emulator found hazards
// DIVERGENT-SITES: divergence: nvvm.shfl.sync in kernel 'k': takes part with mask 0xffffffff while lane 0 waits for it at nvvm.shfl.sync ({{.*}}divergent-sites.mlir:[[#]]:[[#]]) with mask 0xffffffff (cta 0,0,0, warp 0, lane 4)
// DIVERGENT-SITES: error: the emulator found hazards
// NOT-IN-MASK: divergence: nvvm.shfl.sync in kernel 'k': takes part, but is not in its own mask 0x00000001 (cta 0,0,0, warp 0, lane 1)
// NOT-IN-MASK: error: the emulator found hazards
// DEADLOCK: deadlock: nvvm.barrier0 in kernel 'k': no lane can go on:
// DEADLOCK-NEXT:   warp 0, lane 0 to warp 0, lane 31: waits at nvvm.barrier0 at {{.*}}deadlock.mlir:[[#]]:[[#]] for barrier 0, where 32 of 64 threads have arrived
// DEADLOCK-NEXT:   warp 1, lane 0 to warp 1, lane 31: finished
// DEADLOCK-NEXT:   (cta 0,0,0)
// DEADLOCK: error: the emulator found hazards
// CROSSED: deadlock: nvvm.barrier in kernel 'k': no lane can go on:
// CROSSED-NEXT:   warp 0, lane 0 to warp 0, lane 31: waits at nvvm.barrier at {{.*}}:[[#]]:[[#]] for barrier 1, where 32 of 64 threads have arrived
// CROSSED-NEXT:   warp 1, lane 0 to warp 1, lane 31: waits at nvvm.barrier at {{.*}}:[[#]]:[[#]] for barrier 4, where 32 of 64 threads have arrived
// CROSSED: error: the emulator found hazards
// DIVERGENT-BARRIER: divergence: nvvm.barrier in kernel 'k': barrier 1 is complete, but of warp 0 only lanes 0x0000ffff have come
// DIVERGENT-BARRIER: error: the emulator found hazards
// BARRIER-COUNT: illegal operand: nvvm.barrier in kernel 'k': barrier 1 expects 4 threads; expected a multiple of 32, at most the CTA's 64
// BARRIER-COUNT: error: the emulator found hazards
// BARRIER-TWICE: barrier misuse: nvvm.barrier.arrive in kernel 'k': arrives at barrier 1 for the second time before it is complete (1 of 64 are here)
// BARRIER-TWICE: error: the emulator found hazards
// NAMED-WRONG-WAY: race: llvm.load in kernel 'k': reads shared address 0x400, which warp 0, lane 0 wrote; no barrier orders the two (cta 0,0,0, warp 1, lane 0); 32 times
// NAMED-WRONG-WAY: error: the emulator found hazards

// NEVER-COUNTED: deadlock: llvm.inline_asm in kernel 'k': waits for a count of 1, which is 0 when all CTAs with lower numbers have ended
// NEVER-COUNTED: error: the emulator found hazards

// CTA 0 waits for what CTA 1 counts: it need not run at the same time.
//--- never-counted.mlir
module {
  func.func @main() -> tensor<1xi32> {
    %y = call @k() : () -> tensor<1xi32>
    return %y : tensor<1xi32>
  }
  gpu.module @m {
    llvm.func @k(%y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %cta = nvvm.read.ptx.sreg.ctaid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      llvm.store %c0, %y : i32, !llvm.ptr<1>
      %first = llvm.icmp "eq" %cta, %c0 : i32
      llvm.cond_br %first, ^wait, ^count
    ^wait:
      llvm.inline_asm has_side_effects "{ .reg .pred there; .reg .b32 count; again: ld.acquire.gpu.global.b32 count, [$0]; bfe.u32 count, count, $1, 4; setp.ge.u32 there, count, $2; @!there bra again; }", "l,r,r" %y, %c4, %c1 : (!llvm.ptr<1>, i32, i32) -> ()
      llvm.br ^end
    ^count:
      llvm.inline_asm has_side_effects "red.release.gpu.global.add.u32 [$0], $1;", "l,r" %y, %c16 : (!llvm.ptr<1>, i32) -> ()
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k() -> tensor<1xi32> attributes {attn.launch = {kernel = "m::k", grid = [2, 1, 1], block = [32, 1, 1], shared = 0}}
}

// The other way round it is there.
//--- counted.mlir
module {
  func.func @main() -> tensor<1xi32> {
    %y = call @k() : () -> tensor<1xi32>
    return %y : tensor<1xi32>
  }
  gpu.module @m {
    llvm.func @k(%y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %cta = nvvm.read.ptx.sreg.ctaid.x : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %first = llvm.icmp "eq" %cta, %c0 : i32
      llvm.cond_br %first, ^count, ^wait
    ^count:
      %elected = llvm.icmp "eq" %lane, %c0 : i32
      llvm.cond_br %elected, ^one, ^end
    ^one:
      llvm.store %c0, %y : i32, !llvm.ptr<1>
      llvm.inline_asm has_side_effects "red.release.gpu.global.add.u32 [$0], $1;", "l,r" %y, %c16 : (!llvm.ptr<1>, i32) -> ()
      llvm.br ^end
    ^wait:
      llvm.inline_asm has_side_effects "{ .reg .pred there; .reg .b32 count; again: ld.acquire.gpu.global.b32 count, [$0]; bfe.u32 count, count, $1, 4; setp.ge.u32 there, count, $2; @!there bra again; }", "l,r,r" %y, %c4, %c1 : (!llvm.ptr<1>, i32, i32) -> ()
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k() -> tensor<1xi32> attributes {attn.launch = {kernel = "m::k", grid = [2, 1, 1], block = [32, 1, 1], shared = 0}}
}

//--- divergent-shuffle.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %all = llvm.mlir.constant(-1 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %first = llvm.icmp "ult" %lane, %c4 : i32
      llvm.cond_br %first, ^a, ^b
    ^a:
      // The mask names all lanes, four come.
      %p = nvvm.shfl.sync bfly %all, %t, %c1, %c0 : i32 -> i32
      llvm.br ^b
    ^b:
      llvm.store %t, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- divergent-sites.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %all = llvm.mlir.constant(-1 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %first = llvm.icmp "ult" %lane, %c4 : i32
      llvm.cond_br %first, ^a, ^b
    ^a:
      %p = nvvm.shfl.sync bfly %all, %t, %c1, %c0 : i32 -> i32
      llvm.br ^c(%p : i32)
    ^b:
      %q = nvvm.shfl.sync bfly %all, %t, %c4, %c0 : i32 -> i32
      llvm.br ^c(%q : i32)
    ^c(%v: i32):
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- not-in-mask.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = nvvm.shfl.sync bfly %c1, %t, %c1, %c0 : i32 -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- deadlock.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %first = llvm.icmp "ult" %t, %c32 : i32
      llvm.cond_br %first, ^a, ^b
    ^a:
      // Only one of the two warps comes.
      nvvm.barrier0
      llvm.br ^b
    ^b:
      llvm.store %t, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- crossed.mlir
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
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // Two warps, two barriers, in opposite order.
      %first = llvm.icmp "ult" %t, %c32 : i32
      %one = llvm.select %first, %c1, %c4 : i1, i32
      %two = llvm.select %first, %c4, %c1 : i1, i32
      %n = llvm.mlir.constant(64 : i32) : i32
      nvvm.barrier id = %one number_of_threads = %n
      nvvm.barrier id = %two number_of_threads = %n
      llvm.store %t, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- divergent-barrier.mlir
module {
  func.func @main(%x: tensor<256xi32>) -> tensor<64xi32> {
    %y = call @k(%x) : (tensor<256xi32>) -> tensor<64xi32>
    return %y : tensor<64xi32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // The first 16 lanes of each warp make up the 32 that the barrier expects.
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %first = llvm.icmp "ult" %lane, %c16 : i32
      llvm.cond_br %first, ^a, ^b
    ^a:
      nvvm.barrier id = %c1 number_of_threads = %c32
      llvm.br ^b
    ^b:
      llvm.store %t, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- barrier-count.mlir
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
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      nvvm.barrier id = %c1 number_of_threads = %c4
      llvm.store %t, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- barrier-twice.mlir
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
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // The first warp arrives twice, the second never does.
      %n = llvm.mlir.constant(64 : i32) : i32
      %first = llvm.icmp "ult" %t, %c32 : i32
      llvm.cond_br %first, ^a, ^b
    ^a:
      nvvm.barrier.arrive id = %c1 number_of_threads = %n
      nvvm.barrier.arrive id = %c1 number_of_threads = %n
      llvm.br ^b
    ^b:
      llvm.store %t, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- named.mlir
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
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // The second warp arrives and goes on, the first one waits for it: ordered.
      %n = llvm.mlir.constant(64 : i32) : i32
      %first = llvm.icmp "ult" %t, %c32 : i32
      llvm.store %t, %mine : i32, !llvm.ptr<3>
      llvm.cond_br %first, ^a, ^b
    ^a:
      nvvm.barrier id = %c1 number_of_threads = %n
      %there = llvm.getelementptr %mine[32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %p = llvm.load %there : !llvm.ptr<3> -> i32
      llvm.br ^c(%p : i32)
    ^b:
      nvvm.barrier.arrive id = %c1 number_of_threads = %n
      llvm.br ^c(%t : i32)
    ^c(%v: i32):
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}

//--- named-wrong-way.mlir
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
      %yp = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // As above, but the one that only arrives reads.
      %n = llvm.mlir.constant(64 : i32) : i32
      %first = llvm.icmp "ult" %t, %c32 : i32
      llvm.store %t, %mine : i32, !llvm.ptr<3>
      llvm.cond_br %first, ^a, ^b
    ^a:
      nvvm.barrier id = %c1 number_of_threads = %n
      llvm.br ^c(%t : i32)
    ^b:
      nvvm.barrier.arrive id = %c1 number_of_threads = %n
      %there = llvm.getelementptr %mine[-32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %p = llvm.load %there : !llvm.ptr<3> -> i32
      llvm.br ^c(%p : i32)
    ^c(%v: i32):
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<256xi32>) -> tensor<64xi32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [64, 1, 1], shared = 1024 : i64, schedule = ""}}
}
