// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-nvvm-to-host)' | FileCheck %s
// The result is good for LLVM:
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-nvvm-to-host)' | mlir-opt --split-input-file -o /dev/null

// One lane's run: parameters through a list, memory through checks, the gpu.module is gone.
// CHECK-LABEL: llvm.func @attn_emu_m_copy(
// CHECK-SAME:    %[[LANE:.*]]: !llvm.ptr, %[[PARAMS:.*]]: !llvm.ptr)
// CHECK-SAME:    block = array<i32: 64, 1, 1>, kernel = "m::copy", params = 3 : i64, registers = 256 : i64, serial = false, shared = 0 : i64
// CHECK-SAME:    sites = ["nvvm.read.ptx.sreg.tid.x {{.*}}nvvm-to-host.mlir:[[#]]:[[#]]", "llvm.load {{.*}}", "llvm.store {{.*}}", "nvvm.barrier0 {{.*}}", "llvm.load {{.*}}", "llvm.store {{.*}}"]
// CHECK:         %[[WORDS:.*]] = llvm.alloca %{{.*}} x i64
// CHECK:         %[[SCRATCH:.*]] = llvm.alloca %[[SIZE:.*]] x i8
// CHECK:         %[[SLOT:.*]] = llvm.getelementptr %[[PARAMS]][0]
// CHECK:         %[[AT:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK:         %[[X:.*]] = llvm.load %[[AT]] : !llvm.ptr -> !llvm.ptr
// CHECK:         llvm.getelementptr %[[PARAMS]][2]
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i32
// The register's number goes in, its value comes out behind it.
// CHECK:         %[[NUMBER:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK:         llvm.store %[[NUMBER]], %[[WORDS]] : i64, !llvm.ptr
// CHECK:         %[[SITE0:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK:         %[[RESULTS:.*]] = llvm.getelementptr %[[WORDS]][1]
// CHECK:         llvm.call @attnEmuSpecialRegister(%[[LANE]], %[[SITE0]], %[[WORDS]], %[[RESULTS]])
// CHECK:         %[[R:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK:         %[[T:.*]] = llvm.trunc %[[R]] : i64 to i32
// Four bytes, aligned to four: 4 + (2 << 16).
// CHECK:         %[[P:.*]] = llvm.getelementptr %[[X]][%[[T]]]
// CHECK:         %[[A:.*]] = llvm.ptrtoint %[[P]] : !llvm.ptr to i64
// CHECK:         %[[CODE:.*]] = llvm.mlir.constant(131076 : i32) : i32
// CHECK:         %[[SITE1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK:         %[[FROM:.*]] = llvm.call @attnEmuReadGlobal(%[[LANE]], %[[A]], %[[CODE]], %[[SITE1]]) : (!llvm.ptr, i64, i32, i32) -> !llvm.ptr
// CHECK:         %[[V:.*]] = llvm.load %[[FROM]] {alignment = 1 : i64} : !llvm.ptr -> f32
// Shared memory begins at 1024.
// CHECK:         llvm.mlir.constant(1024 : i64) : i64
// CHECK:         llvm.store %[[V]], %[[SCRATCH]] : f32, !llvm.ptr
// CHECK:         llvm.call @attnEmuWriteShared(%[[LANE]], %{{.*}}, %[[SCRATCH]], %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, !llvm.ptr, i32, i32) -> ()
// CHECK:         llvm.call @attnEmuBarrierZero(
// CHECK:         llvm.call @attnEmuReadShared(
// CHECK:         llvm.call @attnEmuWriteGlobal(
// CHECK:         llvm.return
// CHECK-NOT:   gpu.module
// CHECK:       llvm.func @attnEmuReadGlobal(!llvm.ptr, i64, i32, i32) -> !llvm.ptr
gpu.module @m {
  llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @copy(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr inbounds %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v = llvm.load %p : !llvm.ptr<1> -> f32
    %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
    %q = llvm.getelementptr %s[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %v, %q : f32, !llvm.ptr<3>
    nvvm.barrier0
    %w = llvm.load %q : !llvm.ptr<3> -> f32
    %r = llvm.getelementptr %y[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %w, %r : f32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// In a cluster shared addresses begin with the CTA's rank.
// CHECK-LABEL: llvm.func @attn_emu_m_cluster(
// CHECK-SAME:    %[[LANE:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK:         %[[RANK:.*]] = llvm.call @attnEmuOwnRank(%[[LANE]]) : (!llvm.ptr) -> i64
// CHECK:         %[[OFFSET:.*]] = llvm.mlir.constant(1024 : i64) : i64
// CHECK:         %[[AT:.*]] = llvm.or %[[OFFSET]], %[[RANK]] : i64
// CHECK:         llvm.inttoptr %[[AT]] : i64 to !llvm.ptr
// CHECK:       llvm.func @attnEmuOwnRank(!llvm.ptr) -> i64
gpu.module @m {
  llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @cluster(%v: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
    llvm.store %v, %s : i32, !llvm.ptr<3>
    llvm.return
  }
}

// -----

// Variables in shared memory lie one behind the other, the dynamic part last.
// CHECK-LABEL: llvm.func @attn_emu_m_layout(
// CHECK-SAME:    shared = 144 : i64
// CHECK:         llvm.mlir.constant(1024 : i64) : i64
// CHECK:         llvm.mlir.constant(1088 : i64) : i64
// CHECK:         llvm.mlir.constant(1168 : i64) : i64
gpu.module @m {
  llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<50 x i8>
  llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.mlir.global internal @b() {addr_space = 3 : i32, alignment = 64 : i64} : !llvm.array<2 x array<5 x i64>>
  llvm.func @layout(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %a = llvm.mlir.addressof @a : !llvm.ptr<3>
    %b = llvm.mlir.addressof @b : !llvm.ptr<3>
    %d = llvm.mlir.addressof @dyn : !llvm.ptr<3>
    %v = llvm.load %a : !llvm.ptr<3> -> i32
    %w = llvm.load %b : !llvm.ptr<3> -> i32
    llvm.store %v, %d : i32, !llvm.ptr<3>
    llvm.store %w, %d : i32, !llvm.ptr<3>
    llvm.return
  }
}

// -----

// Generic addresses of shared memory lie in a window; local variables need no check.
// CHECK-LABEL: llvm.func @attn_emu_m_generic(
// CHECK:         %[[S:.*]] = llvm.ptrtoint
// CHECK:         %[[WINDOW:.*]] = llvm.mlir.constant(-6377660022310043648 : i64) : i64
// CHECK:         %[[G:.*]] = llvm.add %[[S]], %[[WINDOW]] : i64
// CHECK:         llvm.inttoptr %[[G]] : i64 to !llvm.ptr
// CHECK:         llvm.call @attnEmuReadGeneric(
// CHECK-NOT:     attnEmuWrite
// CHECK:         llvm.store %{{.*}}, %[[LOCAL:.*]] : vector<4xf16>, !llvm.ptr
// CHECK:         llvm.load %[[LOCAL]] : !llvm.ptr -> vector<4xf16>
// CHECK:         llvm.call @attnEmuWriteGlobal(
gpu.module @m {
  llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @generic(%y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %local = llvm.alloca %c1 x vector<4xf16> : (i32) -> !llvm.ptr
    %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
    %g = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr
    %v = llvm.load %g : !llvm.ptr -> vector<4xf16>
    llvm.store %v, %local : vector<4xf16>, !llvm.ptr
    %w = llvm.load %local : !llvm.ptr -> vector<4xf16>
    llvm.store %w, %y : vector<4xf16>, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// Attributes become numbers behind the operands, optional operands are counted, struct results are put
// together, approximations are called as they are.
// CHECK-LABEL: llvm.func @attn_emu_m_known(
// CHECK-SAME:    sites = ["nvvm.shfl.sync {{.*}}", "nvvm.ldmatrix {{.*}}", "nvvm.elect.sync {{.*}}", "llvm.store {{.*}}"]
// CHECK:         llvm.call @attnEmuExp2Ftz(%{{.*}}) : (f32) -> f32
// CHECK:         llvm.bitcast %{{.*}} : f32 to i32
// CHECK:         llvm.mlir.constant(2 : i64) : i64
// CHECK:         llvm.call @attnEmuShuffle(
// CHECK:         llvm.bitcast %{{.*}} : i32 to f32
// CHECK:         llvm.mlir.constant(4 : i64) : i64
// CHECK:         llvm.mlir.constant(1 : i64) : i64
// CHECK:         llvm.call @attnEmuLoadMatrix(
// CHECK-COUNT-4: llvm.insertvalue {{.*}} : !llvm.struct<(i32, i32, i32, i32)>
// CHECK:         llvm.mlir.constant(0 : i64) : i64
// CHECK:         llvm.call @attnEmuElect(
gpu.module @m {
  llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @known(%y: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %e = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%x) : (f32) -> f32
    %v = nvvm.shfl.sync bfly %all, %e, %c1, %c1 : f32 -> f32
    %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
    %m = nvvm.ldmatrix %s {num = 4 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %m3 = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
    %p = nvvm.elect.sync -> i1
    %r = llvm.select %p, %m3, %c1 : i1, i32
    llvm.store %r, %y : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// A parameter by value is where the list says; a function outside of gpu.modules stays.
// CHECK-LABEL: llvm.func @attn_emu_m_byval(
// CHECK:         %[[SLOT:.*]] = llvm.getelementptr %{{.*}}[0]
// CHECK:         %[[AT:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK-NOT:     llvm.load %[[AT]]
// CHECK:         llvm.ptrtoint %[[AT]] : !llvm.ptr to i64
// CHECK-LABEL: func.func @stays
gpu.module @m {
  llvm.func @byval(%d: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>}, %y: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %a = llvm.ptrtoint %d : !llvm.ptr to i64
    llvm.store %a, %y : i64, !llvm.ptr<1>
    llvm.return
  }
}
func.func @stays() {
  return
}
