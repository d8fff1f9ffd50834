// wgmma through the device IR: NVVM operations and PTX snippets. The C units (test/unit/emu-wgmma.c) have the
// layouts and more ways to get it wrong.
//
// RUN: split-file %s %t
// RUN: attn-run %t/ops.mlir --device=emu --pipeline= | grep '^result' > %t/ops.out
// RUN: attn-run %t/ptx.mlir --device=emu --pipeline= | grep '^result' > %t/ptx.out
// RUN: attn-run %t/registers.mlir --device=emu --pipeline= | grep '^result' > %t/registers.out
// RUN: not attn-run %t/ops-early.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=OPS-EARLY
// RUN: not attn-run %t/ptx-early.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=PTX-EARLY
// RUN: not attn-run %t/ptx-untied.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=PTX-UNTIED
// RUN: not attn-run %t/ptx-no-fence.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=PTX-NO-FENCE
// RUN: not attn-run %t/ptx-order.mlir --device=emu --pipeline= 2>&1 | FileCheck %s --check-prefix=PTX-ORDER
//
// The operands' way makes no difference.
// RUN: diff %t/ops.out %t/ptx.out
// RUN: diff %t/ops.out %t/registers.out

// OPS-EARLY: asynchronous product: llvm.store in kernel 'k': uses register 0 of the accumulator of nvvm.wgmma.mma_async ({{.*}}:[[#]]:[[#]]), which is under way; no wait for it lies between
// PTX-EARLY: asynchronous product: llvm.fadd in kernel 'k': uses register 3 of the accumulator of llvm.inline_asm
// PTX-UNTIED: asynchronous product: llvm.store in kernel 'k': uses register 0 of the accumulator of llvm.inline_asm ({{.*}}), which did not go through the wait: a compiler may move the use above it
// PTX-NO-FENCE: asynchronous product: llvm.inline_asm in kernel 'k': uses registers with no wgmma.fence since the last wait before it
// PTX-ORDER: error: {{.*}}names its registers in another order than that of its constraints

//--- ops.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      nvvm.wgmma.fence.aligned
      %z = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      %a0 = nvvm.wgmma.mma_async %d0, %d0, %z, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %a1 = nvvm.wgmma.mma_async %d1, %d1, %a0, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %a2 = nvvm.wgmma.mma_async %d2, %d2, %a1, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %a3 = nvvm.wgmma.mma_async %d3, %d3, %a2, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 0
      %v0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %v1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %v2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %v3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ptx.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "~{memory}"  : () -> ()
      %a0 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l" %d0, %d0 : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a0_0 = llvm.extractvalue %a0[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_1 = llvm.extractvalue %a0[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_2 = llvm.extractvalue %a0[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_3 = llvm.extractvalue %a0[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a1 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d1, %d1, %a0_0, %a0_1, %a0_2, %a0_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a1_0 = llvm.extractvalue %a1[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_1 = llvm.extractvalue %a1[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_2 = llvm.extractvalue %a1[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_3 = llvm.extractvalue %a1[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a2 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d2, %d2, %a1_0, %a1_1, %a1_2, %a1_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a2_0 = llvm.extractvalue %a2[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_1 = llvm.extractvalue %a2[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_2 = llvm.extractvalue %a2[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_3 = llvm.extractvalue %a2[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a3 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d3, %d3, %a2_0, %a2_1, %a2_2, %a2_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a3_0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "~{memory}"  : () -> ()
      %w = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %a3_0, %a3_1, %a3_2, %a3_3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %u0 = llvm.extractvalue %w[0] : !llvm.struct<(f32, f32, f32, f32)>
      %u1 = llvm.extractvalue %w[1] : !llvm.struct<(f32, f32, f32, f32)>
      %u2 = llvm.extractvalue %w[2] : !llvm.struct<(f32, f32, f32, f32)>
      %u3 = llvm.extractvalue %w[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- registers.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %xb = llvm.getelementptr %x[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
      %xp00 = llvm.getelementptr %xb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x00 = llvm.load %xp00 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp01 = llvm.getelementptr %xb[512] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x01 = llvm.load %xp01 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp02 = llvm.getelementptr %xb[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x02 = llvm.load %xp02 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp03 = llvm.getelementptr %xb[520] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x03 = llvm.load %xp03 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp10 = llvm.getelementptr %xb[16] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x10 = llvm.load %xp10 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp11 = llvm.getelementptr %xb[528] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x11 = llvm.load %xp11 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp12 = llvm.getelementptr %xb[24] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x12 = llvm.load %xp12 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp13 = llvm.getelementptr %xb[536] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x13 = llvm.load %xp13 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp20 = llvm.getelementptr %xb[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x20 = llvm.load %xp20 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp21 = llvm.getelementptr %xb[544] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x21 = llvm.load %xp21 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp22 = llvm.getelementptr %xb[40] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x22 = llvm.load %xp22 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp23 = llvm.getelementptr %xb[552] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x23 = llvm.load %xp23 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp30 = llvm.getelementptr %xb[48] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x30 = llvm.load %xp30 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp31 = llvm.getelementptr %xb[560] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x31 = llvm.load %xp31 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp32 = llvm.getelementptr %xb[56] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x32 = llvm.load %xp32 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %xp33 = llvm.getelementptr %xb[568] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
      %x33 = llvm.load %xp33 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "~{memory}"  : () -> ()
      %a0 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, 0, 1, 1, 0;", "=f,=f,=f,=f,r,r,r,r,l" %x00, %x01, %x02, %x03, %d0 : (i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a0_0 = llvm.extractvalue %a0[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_1 = llvm.extractvalue %a0[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_2 = llvm.extractvalue %a0[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_3 = llvm.extractvalue %a0[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a1 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, 1, 1, 1, 0;", "=f,=f,=f,=f,r,r,r,r,l,0,1,2,3" %x10, %x11, %x12, %x13, %d1, %a0_0, %a0_1, %a0_2, %a0_3 : (i32, i32, i32, i32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a1_0 = llvm.extractvalue %a1[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_1 = llvm.extractvalue %a1[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_2 = llvm.extractvalue %a1[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_3 = llvm.extractvalue %a1[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a2 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, 1, 1, 1, 0;", "=f,=f,=f,=f,r,r,r,r,l,0,1,2,3" %x20, %x21, %x22, %x23, %d2, %a1_0, %a1_1, %a1_2, %a1_3 : (i32, i32, i32, i32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a2_0 = llvm.extractvalue %a2[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_1 = llvm.extractvalue %a2[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_2 = llvm.extractvalue %a2[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_3 = llvm.extractvalue %a2[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a3 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, 1, 1, 1, 0;", "=f,=f,=f,=f,r,r,r,r,l,0,1,2,3" %x30, %x31, %x32, %x33, %d3, %a2_0, %a2_1, %a2_2, %a2_3 : (i32, i32, i32, i32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a3_0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "~{memory}"  : () -> ()
      %w = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %a3_0, %a3_1, %a3_2, %a3_3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %u0 = llvm.extractvalue %w[0] : !llvm.struct<(f32, f32, f32, f32)>
      %u1 = llvm.extractvalue %w[1] : !llvm.struct<(f32, f32, f32, f32)>
      %u2 = llvm.extractvalue %w[2] : !llvm.struct<(f32, f32, f32, f32)>
      %u3 = llvm.extractvalue %w[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ops-early.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      nvvm.wgmma.fence.aligned
      %z = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
      %a0 = nvvm.wgmma.mma_async %d0, %d0, %z, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %a1 = nvvm.wgmma.mma_async %d1, %d1, %a0, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %a2 = nvvm.wgmma.mma_async %d2, %d2, %a1, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %a3 = nvvm.wgmma.mma_async %d3, %d3, %a2, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.commit.group.sync.aligned
      %v0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %v1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %v2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %v3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %v3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ptx-early.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "~{memory}"  : () -> ()
      %a0 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l" %d0, %d0 : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a0_0 = llvm.extractvalue %a0[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_1 = llvm.extractvalue %a0[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_2 = llvm.extractvalue %a0[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_3 = llvm.extractvalue %a0[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a1 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d1, %d1, %a0_0, %a0_1, %a0_2, %a0_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a1_0 = llvm.extractvalue %a1[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_1 = llvm.extractvalue %a1[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_2 = llvm.extractvalue %a1[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_3 = llvm.extractvalue %a1[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a2 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d2, %d2, %a1_0, %a1_1, %a1_2, %a1_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a2_0 = llvm.extractvalue %a2[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_1 = llvm.extractvalue %a2[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_2 = llvm.extractvalue %a2[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_3 = llvm.extractvalue %a2[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a3 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d3, %d3, %a2_0, %a2_1, %a2_2, %a2_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a3_0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "~{memory}"  : () -> ()
      %twice = llvm.fadd %a3_3, %a3_3 : f32
      %w = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %a3_0, %a3_1, %a3_2, %a3_3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %u0 = llvm.extractvalue %w[0] : !llvm.struct<(f32, f32, f32, f32)>
      %u1 = llvm.extractvalue %w[1] : !llvm.struct<(f32, f32, f32, f32)>
      %u2 = llvm.extractvalue %w[2] : !llvm.struct<(f32, f32, f32, f32)>
      %u3 = llvm.extractvalue %w[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ptx-untied.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "~{memory}"  : () -> ()
      %a0 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l" %d0, %d0 : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a0_0 = llvm.extractvalue %a0[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_1 = llvm.extractvalue %a0[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_2 = llvm.extractvalue %a0[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_3 = llvm.extractvalue %a0[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a1 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d1, %d1, %a0_0, %a0_1, %a0_2, %a0_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a1_0 = llvm.extractvalue %a1[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_1 = llvm.extractvalue %a1[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_2 = llvm.extractvalue %a1[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_3 = llvm.extractvalue %a1[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a2 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d2, %d2, %a1_0, %a1_1, %a1_2, %a1_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a2_0 = llvm.extractvalue %a2[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_1 = llvm.extractvalue %a2[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_2 = llvm.extractvalue %a2[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_3 = llvm.extractvalue %a2[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a3 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d3, %d3, %a2_0, %a2_1, %a2_2, %a2_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a3_0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "~{memory}"  : () -> ()
      llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "~{memory}"  : () -> ()
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %a3_0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %a3_1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %a3_2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %a3_3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ptx-no-fence.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %a0 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l" %d0, %d0 : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a0_0 = llvm.extractvalue %a0[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_1 = llvm.extractvalue %a0[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_2 = llvm.extractvalue %a0[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_3 = llvm.extractvalue %a0[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a1 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d1, %d1, %a0_0, %a0_1, %a0_2, %a0_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a1_0 = llvm.extractvalue %a1[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_1 = llvm.extractvalue %a1[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_2 = llvm.extractvalue %a1[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_3 = llvm.extractvalue %a1[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a2 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d2, %d2, %a1_0, %a1_1, %a1_2, %a1_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a2_0 = llvm.extractvalue %a2[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_1 = llvm.extractvalue %a2[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_2 = llvm.extractvalue %a2[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_3 = llvm.extractvalue %a2[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a3 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l,0,1,2,3" %d3, %d3, %a2_0, %a2_1, %a2_2, %a2_3 : (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %a3_0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "~{memory}"  : () -> ()
      %w = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %a3_0, %a3_1, %a3_2, %a3_3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %u0 = llvm.extractvalue %w[0] : !llvm.struct<(f32, f32, f32, f32)>
      %u1 = llvm.extractvalue %w[1] : !llvm.struct<(f32, f32, f32, f32)>
      %u2 = llvm.extractvalue %w[2] : !llvm.struct<(f32, f32, f32, f32)>
      %u3 = llvm.extractvalue %w[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}

//--- ptx-order.mlir
module {
  func.func @main(%x: tensor<64x64xf16>) -> tensor<64x8xf32> {
    %y = call @k(%x) : (tensor<64x64xf16>) -> tensor<64x8xf32>
    return %y : tensor<64x8xf32>
  }
  gpu.module @m {
    llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %mx: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
      %bar = llvm.getelementptr %s[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %sc = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c2 = llvm.mlir.constant(2 : i32) : i32
      %c3 = llvm.mlir.constant(3 : i32) : i32
      %c4 = llvm.mlir.constant(4 : i32) : i32
      %c5 = llvm.mlir.constant(5 : i32) : i32
      %c7 = llvm.mlir.constant(7 : i32) : i32
      %c8 = llvm.mlir.constant(8 : i32) : i32
      %c16 = llvm.mlir.constant(16 : i32) : i32
      %c64 = llvm.mlir.constant(64 : i32) : i32
      %bytes = llvm.mlir.constant(8192 : i32) : i32
      %ticks = llvm.mlir.constant(1000 : i32) : i32
      %first = llvm.icmp "eq" %t, %c0 : i32
      llvm.cond_br %first, ^init, ^ready
    ^init:
      nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
      nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
      nvvm.cp.async.bulk.tensor.shared.cluster.global %sc, %mx, %bar, box[%c0, %c0] : !llvm.ptr<7>, !llvm.ptr
      llvm.br ^ready
    ^ready:
      nvvm.barrier0
      nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
      // Row and column of this lane's first element.
      %warp = llvm.lshr %t, %c5 : i32
      %lane4 = llvm.lshr %t, %c2 : i32
      %g = llvm.and %lane4, %c7 : i32
      %q = llvm.and %t, %c3 : i32
      %w16 = llvm.mul %warp, %c16 : i32
      %row = llvm.add %w16, %g : i32
      %col = llvm.mul %q, %c2 : i32
      %row64 = llvm.mul %row, %c64 : i32
      %at = llvm.add %row64, %col : i32
      // Descriptors: 128-byte swizzle, stride 1024 bytes.
      %sa = llvm.ptrtoint %s : !llvm.ptr<3> to i64
      %bits4 = llvm.mlir.constant(4 : i64) : i64
      %start = llvm.lshr %sa, %bits4 : i64
      %mode = llvm.mlir.constant(4611686293305360384 : i64) : i64
      %d0 = llvm.or %start, %mode : i64
      %k1 = llvm.mlir.constant(2 : i64) : i64
      %d1 = llvm.add %d0, %k1 : i64
      %k2 = llvm.mlir.constant(4 : i64) : i64
      %d2 = llvm.add %d0, %k2 : i64
      %k3 = llvm.mlir.constant(6 : i64) : i64
      %d3 = llvm.add %d0, %k3 : i64
      %row8 = llvm.mul %row, %c8 : i32
      %out = llvm.add %row8, %col : i32
      %yb = llvm.getelementptr %y[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "~{memory}"  : () -> ()
      %a0 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l" %d0, %d0 : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a0_0 = llvm.extractvalue %a0[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_1 = llvm.extractvalue %a0[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_2 = llvm.extractvalue %a0[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a0_3 = llvm.extractvalue %a0[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a1 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,0,1,2,3,l,l" %a0_0, %a0_1, %a0_2, %a0_3, %d1, %d1 : (f32, f32, f32, f32, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a1_0 = llvm.extractvalue %a1[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_1 = llvm.extractvalue %a1[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_2 = llvm.extractvalue %a1[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a1_3 = llvm.extractvalue %a1[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a2 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,0,1,2,3,l,l" %a1_0, %a1_1, %a1_2, %a1_3, %d2, %d2 : (f32, f32, f32, f32, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a2_0 = llvm.extractvalue %a2[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_1 = llvm.extractvalue %a2[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_2 = llvm.extractvalue %a2[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a2_3 = llvm.extractvalue %a2[3] : !llvm.struct<(f32, f32, f32, f32)>
      %a3 = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,0,1,2,3,l,l" %a2_0, %a2_1, %a2_2, %a2_3, %d3, %d3 : (f32, f32, f32, f32, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
      %a3_0 = llvm.extractvalue %a3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_1 = llvm.extractvalue %a3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_2 = llvm.extractvalue %a3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %a3_3 = llvm.extractvalue %a3[3] : !llvm.struct<(f32, f32, f32, f32)>
      llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "~{memory}"  : () -> ()
      %w = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %a3_0, %a3_1, %a3_2, %a3_3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %u0 = llvm.extractvalue %w[0] : !llvm.struct<(f32, f32, f32, f32)>
      %u1 = llvm.extractvalue %w[1] : !llvm.struct<(f32, f32, f32, f32)>
      %u2 = llvm.extractvalue %w[2] : !llvm.struct<(f32, f32, f32, f32)>
      %u3 = llvm.extractvalue %w[3] : !llvm.struct<(f32, f32, f32, f32)>
      %p0 = llvm.getelementptr %yb[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u0, %p0 : f32, !llvm.ptr<1>
      %p1 = llvm.getelementptr %yb[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u1, %p1 : f32, !llvm.ptr<1>
      %p2 = llvm.getelementptr %yb[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u2, %p2 : f32, !llvm.ptr<1>
      %p3 = llvm.getelementptr %yb[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      llvm.store %u3, %p3 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  func.func private @k(tensor<64x64xf16>) -> tensor<64x8xf32> attributes {attn.launch = {
    kernel = "m::k", grid = [1, 1, 1], block = [128, 1, 1], shared = 9216 : i64, schedule = "", maps = [
      {operand = 0, rank = 2, dims = [64, 64], strides = [128], box = [64, 64], element = f16, swizzle = 128}]}}
}
