// Clusters of two through the device IR: NVVM operations and PTX snippets. Each CTA copies half of the tensor to
// both and stores the half that the other one copied; their releases go to both. The C units
// (test/unit/emu-cluster.c) have more ways to get it wrong.
//
// RUN: split-file %s %t
// RUN: attn-run %t/plain.mlir --device=emu --pipeline= | grep '^result' > %t/plain.out
// RUN: attn-run %t/ops.mlir --device=emu --pipeline= | grep '^result' > %t/ops.out
// RUN: attn-run %t/ptx.mlir --device=emu --pipeline= | grep '^result' > %t/ptx.out
// RUN: diff %t/plain.out %t/ops.out
// RUN: diff %t/plain.out %t/ptx.out
//
// The last barrier of the cluster, then the first one, then the releases in the other CTA.
// RUN: grep -v 'last' %t/ptx.mlir > %t/no-end.mlir
// RUN: not attn-run %t/no-end.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-END
// RUN: grep -v 'begin' %t/ptx.mlir > %t/no-begin.mlir
// RUN: not attn-run %t/no-begin.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-BEGIN
// RUN: grep -v 'other' %t/ptx.mlir > %t/no-release.mlir
// RUN: not attn-run %t/no-release.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=NO-RELEASE
//
// NO-END: race: llvm.inline_asm in kernel 'k': touches shared address 0x2408 of CTA {{[01]}} of the cluster, whose lanes may have finished; nothing lets them wait for it
// NO-BEGIN: barrier misuse: llvm.inline_asm in kernel 'k': there is no initialised mbarrier at shared address 0x2400 of CTA 1 of the cluster
// NO-RELEASE: deadlock: llvm.inline_asm in kernel 'k': no lane can go on:
// NO-RELEASE-NEXT: CTA 0 of the cluster, warp 0, lane 0 to CTA 0 of the cluster, warp 0, lane 31: waits at {{.*}} for phase parity 0 of the mbarrier at 0x2408, whose phase 0 lacks 32 of 64 arrivals
// NO-RELEASE-NEXT: CTA 1 of the cluster, warp 0, lane 0 to CTA 1 of the cluster, warp 0, lane 31: waits at

//--- plain.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
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
    kernel = "m::k", grid = [1, 1, 1], block = [32, 1, 1], shared = 0 : i64, schedule = ""}}
}

//--- ops.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %empty = llvm.getelementptr %s[8200] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %half = llvm.mlir.constant(4096 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %mask = llvm.mlir.constant(3 : i16) : i16
      %other = llvm.sub %c1, %rank : i32
      %row = llvm.mul %rank, %c32 : i32
      %otherrow = llvm.mul %other, %c32 : i32
      %at = llvm.mul %rank, %half : i32
      %otherat = llvm.mul %other, %half : i32
      %to = llvm.getelementptr %s[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %from = llvm.getelementptr %s[%otherat] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %empty, %c64 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      nvvm.cluster.arrive
      nvvm.cluster.wait
      llvm.cond_br %first, ^load, ^wait
    ^load:
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      %sc = llvm.addrspacecast %to : !llvm.ptr<3> to !llvm.ptr<7>
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %row] multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      %there = nvvm.mapa %empty, %other : !llvm.ptr<3> -> !llvm.ptr<7>
      nvvm.mbarrier.arrive %there {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
      %state = nvvm.mbarrier.arrive %empty : !llvm.ptr<3> -> i64
      nvvm.mbarrier.try_wait.parity %empty, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.cond_br %first, ^store, ^finish
    ^store:
      nvvm.cp.async.bulk.tensor.global.shared.cta %my, %from, box[%c0, %otherrow] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      llvm.br ^finish
    ^finish:
      nvvm.cluster.arrive
      nvvm.cluster.wait
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [2, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 32], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 32], element = f16, swizzle = 128}]}}
}

//--- ptx.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x64xf16>
    return %y : tensor<64x64xf16>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}, %my: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %empty = llvm.getelementptr %s[8200] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %half = llvm.mlir.constant(4096 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %mask = llvm.mlir.constant(3 : i16) : i16
      %peer = llvm.sub %c1, %rank : i32
      %row = llvm.mul %rank, %c32 : i32
      %peerrow = llvm.mul %peer, %c32 : i32
      %at = llvm.mul %rank, %half : i32
      %peerat = llvm.mul %peer, %half : i32
      %to = llvm.getelementptr %s[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %from = llvm.getelementptr %s[%peerat] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %empty, %c64 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      llvm.br ^ready
    ^ready:
      %sa = llvm.ptrtoint %to : !llvm.ptr<3> to i32
      %fa = llvm.ptrtoint %from : !llvm.ptr<3> to i32
      %ba = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
      %ea = llvm.ptrtoint %empty : !llvm.ptr<3> to i32
      %there = llvm.inline_asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r" %ea, %peer : (i32, i32) -> i32
      %here = llvm.inline_asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r" %ea, %rank : (i32, i32) -> i32
      nvvm.cluster.arrive // begin
      nvvm.cluster.wait   // begin
      nvvm.barrier0
      llvm.cond_br %first, ^load, ^wait
    ^load:
      llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r,~{memory}" %ba, %bytes : (i32, i32) -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$2, $3}], [$4], $5;", "r,l,r,r,r,h,~{memory}" %sa, %mx, %c0, %row, %ba, %mask : (i32, !llvm.ptr, i32, i32, i32, i16) -> ()
      llvm.br ^wait
    ^wait:
      llvm.inline_asm has_side_effects "{ .reg .pred over; again: mbarrier.try_wait.parity.shared::cta.b64 over, [$0], $1; @!over bra again; }", "r,r,~{memory}" %ba, %c0 : (i32, i32) -> ()
      llvm.inline_asm has_side_effects "mbarrier.arrive.shared::cluster.b64 _, [$0];", "r,~{memory}" %here : (i32) -> ()
      llvm.inline_asm has_side_effects "mbarrier.arrive.shared::cluster.b64 _, [$0];", "r,~{memory}" %there : (i32) -> () // other
      llvm.inline_asm has_side_effects "{ .reg .pred over; again: mbarrier.try_wait.parity.shared::cta.b64 over, [$0], $1; @!over bra again; }", "r,r,~{memory}" %ea, %c0 : (i32, i32) -> () // last
      llvm.cond_br %first, ^store, ^finish
    ^store:
      llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];", "l,r,r,r,~{memory}" %my, %c0, %peerrow, %fa : (!llvm.ptr, i32, i32, i32) -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.commit_group;", "~{memory}"  : () -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.wait_group 0;", "~{memory}"  : () -> ()
      llvm.br ^finish
    ^finish:
      nvvm.cluster.arrive // last
      nvvm.cluster.wait   // last
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x64xf16> attributes {attn.launch = {
    kernel = "m::k", grid = [2, 1, 1], block = [32, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 32], element = f16, swizzle = 128},
      {operand = 1, rank = 2, dims = [64, 64], strides = [128], box = [64, 32], element = f16, swizzle = 128}]}}
}
