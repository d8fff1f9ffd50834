// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-pair-ldmatrix)' | FileCheck %s
// What convert-tile-to-nvvm makes of a contraction has such pairs:
// RUN: attn-opt %S/tile-to-nvvm-mma.mlir --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_80},attn-pair-ldmatrix)' | FileCheck %s --check-prefix=PRODUCT

// PRODUCT-LABEL: llvm.func @slabs_0
// PRODUCT:       llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i32
// PRODUCT-COUNT-4: nvvm.ldmatrix {{.*}}num = 4
// PRODUCT-NOT:   num = 2

// One base and one lane's part, two constants: the upper lanes add the difference, once at the entry.
// The second read's fields come behind the first's.

gpu.module @offsets {
  llvm.func @f(%p: !llvm.ptr<3>, %i: i32) -> i32 {
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %l = llvm.shl %i, %c3 : i32
    llvm.br ^bb1
  ^bb1:
    %a = llvm.getelementptr %p[%l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %q = llvm.getelementptr %a[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %r = llvm.getelementptr %a[1536] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %x = nvvm.ldmatrix %q {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x1 = llvm.extractvalue %x[1] : !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %r {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y0 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x1, %y0 : i32
    llvm.return %s : i32
  }
}
// CHECK-LABEL: gpu.module @offsets
// CHECK:       %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
// CHECK:       %[[UPPER:.*]] = llvm.icmp "uge" %[[LANE]], %{{.*}} : i32
// CHECK:       %[[L:.*]] = llvm.shl
// CHECK:       %[[D:.*]] = llvm.mlir.constant(1024 : i32)
// CHECK:       %[[STEP:.*]] = llvm.select %[[UPPER]], %[[D]], %{{.*}} : i1, i32
// CHECK:       %[[PART:.*]] = llvm.add %[[L]], %[[STEP]]
// CHECK:       llvm.br
// CHECK:       %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[PART]]]
// CHECK-NEXT:  %[[Q:.*]] = llvm.getelementptr %[[P]][512]
// CHECK-NEXT:  %[[XY:.*]] = nvvm.ldmatrix %[[Q]] {{.*}}layout = #nvvm.mma_layout<col>, num = 4
// CHECK-NEXT:  %[[X1:.*]] = llvm.extractvalue %[[XY]][1]
// CHECK-NEXT:  %[[Y0:.*]] = llvm.extractvalue %[[XY]][2]
// CHECK-NEXT:  llvm.add %[[X1]], %[[Y0]]

// -----

// Swizzled addresses differ by bits that are flipped, which may move to the lane's part where the base
// has no such bits.

gpu.module @flips {
  llvm.func @f(%p: !llvm.ptr<3>) -> i32 {
    %l = nvvm.read.ptx.sreg.tid.x : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c96 = llvm.mlir.constant(96 : i32) : i32
    %g = llvm.getelementptr %p[%l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %i = llvm.ptrtoint %g : !llvm.ptr<3> to i32
    %a = llvm.xor %i, %c32 : i32
    %q = llvm.inttoptr %a : i32 to !llvm.ptr<3>
    %b = llvm.xor %i, %c96 : i32
    %r = llvm.inttoptr %b : i32 to !llvm.ptr<3>
    %x = nvvm.ldmatrix %q {attn.repeat = 1024 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %r {attn.repeat = 1024 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    %y1 = llvm.extractvalue %y[1] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x0, %y1 : i32
    llvm.return %s : i32
  }
}
// CHECK-LABEL: gpu.module @flips
// CHECK:       %[[L:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK:       %[[D:.*]] = llvm.mlir.constant(64 : i32)
// CHECK:       %[[BITS:.*]] = llvm.select %{{.*}}, %[[D]], %{{.*}} : i1, i32
// CHECK:       %[[PART:.*]] = llvm.xor %[[L]], %[[BITS]]
// CHECK:       llvm.getelementptr %{{.*}}[%[[PART]]]
// CHECK:       %[[C32:.*]] = llvm.mlir.constant(32 : i32)
// CHECK:       llvm.xor %{{.*}}, %[[C32]]
// CHECK:       %[[XY:.*]] = nvvm.ldmatrix {{.*}}num = 4
// CHECK:       llvm.extractvalue %[[XY]][0]
// CHECK:       llvm.extractvalue %[[XY]][3]

// -----

// Near misses: something may write between the two; only one of them is turned; nobody promised that
// the lanes repeat; the bases differ; the base may have the bits that are flipped; the value is used as
// a whole.

gpu.module @misses {
  llvm.func @write(%p: !llvm.ptr<3>, %v: i32) -> i32 {
    %x = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    llvm.store %v, %p : i32, !llvm.ptr<3>
    %y = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y0 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x0, %y0 : i32
    llvm.return %s : i32
  }
  llvm.func @turned(%p: !llvm.ptr<3>) -> i32 {
    %x = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y0 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x0, %y0 : i32
    llvm.return %s : i32
  }
  llvm.func @no_promise(%p: !llvm.ptr<3>) -> i32 {
    %x = nvvm.ldmatrix %p {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y0 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x0, %y0 : i32
    llvm.return %s : i32
  }
  llvm.func @roots(%p: !llvm.ptr<3>, %q: !llvm.ptr<3>) -> i32 {
    %x = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %q {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y0 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x0, %y0 : i32
    llvm.return %s : i32
  }
  llvm.func @bits(%p: !llvm.ptr<3>) -> i32 {
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %i = llvm.ptrtoint %p : !llvm.ptr<3> to i32
    %a = llvm.xor %i, %c32 : i32
    %q = llvm.inttoptr %a : i32 to !llvm.ptr<3>
    %x = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %q {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %y0 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32)>
    %s = llvm.add %x0, %y0 : i32
    llvm.return %s : i32
  }
  llvm.func @whole(%p: !llvm.ptr<3>) -> !llvm.struct<(i32, i32)> {
    %x = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %x0 = llvm.extractvalue %x[0] : !llvm.struct<(i32, i32)>
    %y = nvvm.ldmatrix %p {attn.repeat = 16 : i64, eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %z = llvm.insertvalue %x0, %y[0] : !llvm.struct<(i32, i32)>
    llvm.return %z : !llvm.struct<(i32, i32)>
  }
}
// CHECK-LABEL:   gpu.module @misses
// CHECK-COUNT-12: nvvm.ldmatrix {{.*}}num = 2
// CHECK-NOT:     num = 4
