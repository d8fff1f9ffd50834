// Bulk tensor copies (TMA), proxies, clusters and registers through the device IR: NVVM operations and PTX
// snippets. The C units (test/unit/emu-bulk.c) have the values and more ways to get it wrong.
//
// RUN: split-file %s %t
// RUN: attn-run %t/ops.mlir --device=emu --pipeline= | grep '^result' > %t/ops.out
// RUN: attn-run %t/ptx.mlir --device=emu --pipeline= | grep '^result' > %t/ptx.out
// RUN: attn-run %t/fenced.mlir --device=emu --pipeline= | grep '^result' > %t/fenced.out
// RUN: not attn-run %t/unfenced.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=UNFENCED
// RUN: not attn-run %t/no-wait.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// RUN: not attn-run %t/no-init-fence.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-INIT-FENCE
// RUN: not attn-run %t/bytes.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: attn-run %t/read-wait.mlir --device=emu --pipeline= | grep '^result' > %t/read-wait.out
// RUN: not attn-run %t/no-store-wait.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-STORE-WAIT
// RUN: not attn-run %t/multicast.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=MULTICAST
// RUN: attn-run %t/plain.mlir --device=emu --pipeline= | grep '^result' > %t/plain.out
// RUN: attn-run %t/cluster.mlir --device=emu --pipeline= | grep '^result' > %t/cluster.out
// RUN: not attn-run %t/cluster-of-two.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=CLUSTER-OF-TWO
// RUN: attn-run %t/registers.mlir --device=emu --pipeline= | grep '^result' > %t/registers.out
// RUN: not attn-run %t/registers-ptx.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=REGISTERS-PTX
// RUN: not attn-run %t/unknown.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=UNKNOWN
//
// A copy is a copy, whoever makes it.
// RUN: diff %t/plain.out %t/ops.out
// RUN: diff %t/plain.out %t/ptx.out
// RUN: diff %t/plain.out %t/read-wait.out
// RUN: diff %t/plain.out %t/cluster.out
// RUN: diff %t/plain.out %t/registers.out

// UNFENCED: missing proxy fence: nvvm.cp.async.bulk.tensor.global.shared.cta in kernel 'k': reads shared address 0x400 through the async proxy, to which warp 0, lane 0 wrote through the generic one; no fence.proxy.async lies between the two
// NO-WAIT: asynchronous copy: nvvm.cp.async.bulk.tensor.global.shared.cta in kernel 'k': reads shared address 0x400 while an asynchronous copy to it is under way; nothing waited for it
// NO-INIT-FENCE: missing proxy fence: nvvm.cp.async.bulk.tensor.shared.cluster.global in kernel 'k': completes on the mbarrier at 0x2400, whose initialisation the async proxy need not see
// BYTES: deadlock: nvvm.mbarrier.try_wait.parity in kernel 'k': no lane can go on:
// BYTES-NEXT: {{.*}}whose phase 0 lacks 0 of 1 arrivals and got 4096 bytes more than it expects
// NO-STORE-WAIT: asynchronous copy: nvvm.cp.async.bulk.tensor.global.shared.cta in kernel 'k': the copy from shared address 0x400 is still under way when the CTA ends; nothing waited for its group
// MULTICAST: illegal operand: nvvm.cp.async.bulk.tensor.shared.cluster.global in kernel 'k': copies to CTAs 0x2 of a cluster that has 1
// CLUSTER-OF-TWO: error: kernel 'k': a grid of 1 x 1 x 1 CTAs is not made of clusters of 2 x 1 x 1
// REGISTERS-PTX: deadlock: llvm.inline_asm in kernel 'k': no lane can go on:
// REGISTERS-PTX-NEXT: {{.*}}finished
// REGISTERS-PTX-NEXT: {{.*}}for 248 registers a lane; {{[0-9]+}} of the CTA's are free
// UNKNOWN: error: {{.*}}PTX snippet 'cp.reduce.async.bulk.commit_group;' is not known to the emulator

//--- ops.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ptx.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}" %ba, %c1 : (i32, i32) -> ()
      llvm.inline_asm has_side_effects "fence.mbarrier_init.release.cluster;", "~{memory}"  : () -> ()
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r,~{memory}" %ba, %bytes : (i32, i32) -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}" %sa, %mx, %c0, %c0, %ba : (i32, !llvm.ptr, i32, i32, i32) -> ()
      llvm.br ^wait
    ^wait:
      llvm.inline_asm has_side_effects "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1; @P1 bra DONE; bra LAB_WAIT; DONE: }", "r,r,~{memory}" %ba, %c0 : (i32, i32) -> ()
      llvm.cond_br %first, ^store, ^end
    ^store:
      llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];", "l,r,r,r,~{memory}" %my, %c0, %c0, %sa : (!llvm.ptr, i32, i32, i32) -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.commit_group;", "~{memory}"  : () -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.wait_group 0;", "~{memory}"  : () -> ()
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- fenced.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      %p = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %t, %p : i32, !llvm.ptr<3>
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      nvvm.barrier0
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- unfenced.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      %p = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %t, %p : i32, !llvm.ptr<3>
      nvvm.barrier0
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- no-wait.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.barrier0
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- no-init-fence.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.bar.warp.sync %c1 : i32
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- bytes.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(4096 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- read-wait.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0 {read}
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- no-store-wait.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.bar.warp.sync %c1 : i32
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- multicast.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      %mask = llvm.mlir.constant(2 : i16) : i16
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^end
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %s, box[%c0, %c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- plain.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c2048 = llvm.mlir.constant(2048 : i32) : i32
      llvm.br ^next(%t : i32)
    ^next(%i: i32):
      %xp = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      %j = llvm.add %i, %c32 : i32
      %more = llvm.icmp "ult" %j, %c2048 : i32
      llvm.cond_br %more, ^next(%j : i32), ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = ""}}
}

//--- cluster.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c2048 = llvm.mlir.constant(2048 : i32) : i32
      nvvm.cluster.arrive {aligned}
      nvvm.cluster.wait {aligned}
      llvm.br ^next(%t : i32)
    ^next(%i: i32):
      %xp = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      %j = llvm.add %i, %c32 : i32
      %more = llvm.icmp "ult" %j, %c2048 : i32
      llvm.cond_br %more, ^next(%j : i32), ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = ""}}
}

//--- cluster-of-two.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c2048 = llvm.mlir.constant(2048 : i32) : i32
      llvm.br ^next(%t : i32)
    ^next(%i: i32):
      %xp = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      %j = llvm.add %i, %c32 : i32
      %more = llvm.icmp "ult" %j, %c2048 : i32
      llvm.cond_br %more, ^next(%j : i32), ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = ""}}
}

//--- registers.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 384, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c384 = llvm.mlir.constant(384 : i32) : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c2048 = llvm.mlir.constant(2048 : i32) : i32
      %c128 = llvm.mlir.constant(128 : i32) : i32
      %producer = llvm.icmp "ult" %t, %c128 : i32
      llvm.cond_br %producer, ^dec, ^inc
    ^dec:
      nvvm.setmaxregister decrease 24
      llvm.br ^go
    ^inc:
      nvvm.setmaxregister increase 240
      llvm.br ^go
    ^go:
      llvm.br ^next(%t : i32)
    ^next(%i: i32):
      %xp = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      %j = llvm.add %i, %c384 : i32
      %more = llvm.icmp "ult" %j, %c2048 : i32
      llvm.cond_br %more, ^next(%j : i32), ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [384, 1, 1], shared = 9216 : i64, schedule = ""}}
}

//--- registers-ptx.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 384, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c384 = llvm.mlir.constant(384 : i32) : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c2048 = llvm.mlir.constant(2048 : i32) : i32
      %c128 = llvm.mlir.constant(128 : i32) : i32
      %producer = llvm.icmp "ult" %t, %c128 : i32
      llvm.cond_br %producer, ^dec, ^inc
    ^dec:
      nvvm.setmaxregister decrease 24
      llvm.br ^go
    ^inc:
      llvm.inline_asm has_side_effects "setmaxnreg.inc.sync.aligned.u32 248;", "~{memory}"  : () -> ()
      llvm.br ^go
    ^go:
      llvm.br ^next(%t : i32)
    ^next(%i: i32):
      %xp = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      %j = llvm.add %i, %c384 : i32
      %more = llvm.icmp "ult" %j, %c2048 : i32
      llvm.cond_br %more, ^next(%j : i32), ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [384, 1, 1], shared = 9216 : i64, schedule = ""}}
}

//--- unknown.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c2048 = llvm.mlir.constant(2048 : i32) : i32
      llvm.inline_asm has_side_effects "cp.reduce.async.bulk.commit_group;", "~{memory}"  : () -> ()
      llvm.br ^next(%t : i32)
    ^next(%i: i32):
      %xp = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %yp = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %xp : !llvm.ptr<1> -> i32
      llvm.store %v, %yp : i32, !llvm.ptr<1>
      %j = llvm.add %i, %c32 : i32
      %more = llvm.icmp "ult" %j, %c2048 : i32
      llvm.cond_br %more, ^next(%j : i32), ^end
    ^end:
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = ""}}
}
