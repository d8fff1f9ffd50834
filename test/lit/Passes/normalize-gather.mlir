// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/table.mlir 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: attn-run %t/table.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/large.mlir | FileCheck %s --check-prefix=LARGE
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/two.mlir | FileCheck %s --check-prefix=TWO
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/inside.mlir | FileCheck %s --check-prefix=INSIDE
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/affine.mlir | FileCheck %s --check-prefix=AFFINE
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/entries.mlir | FileCheck %s --check-prefix=ENTRIES
// RUN: attn-run %t/entries.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-run %t/entries.mlir --device=emu --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/part.mlir | FileCheck %s --check-prefix=PART
// RUN: attn-run %t/part.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-run %t/part.mlir --device=emu --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/beyond.mlir | FileCheck %s --check-prefix=LEFT

// A gather from a small or computed table is a fold over the table's axis. A large table is looked up, two
// coordinates that are data are no axis.

// TABLE: remark: a gather is a sum over 16 coordinates of which one counts
// TABLE: "carrier.fold"
// TABLE: arith.cmpi eq
// TABLE: arith.select
// TABLE: monoid = "add"
// LARGE-NOT: carrier.fold
// LARGE:     tensor.extract
// TWO-NOT:   carrier.fold
// TWO:       tensor.extract

// In a body that does more, it comes out; a static slice of the table is one of the coordinates.
// INSIDE:      %[[G:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<5xi64>)
// INSIDE:        %[[X:.*]] = arith.index_cast
// INSIDE:        %[[D:.*]] = linalg.index 1
// INSIDE:        %[[E:.*]] = tensor.extract %arg0[%c1, %[[X]], %[[D]]] : tensor<2x50000x8xf16>
// INSIDE:        linalg.yield %[[E]] : f16
// INSIDE:      "carrier.map"
// INSIDE:        "carrier.element"(%[[G]])
// INSIDE:        arith.extf
// INSIDE:        math.exp

// Coordinates that are loops are no data.
// AFFINE-NOT:  linalg.generic
// AFFINE:      "carrier.element"(%arg0) {map = #[[MAP:.*]]}

// Entries that say where in a large table to read are inputs; the clamps stay.
// ENTRIES-NOT: carrier.fold
// ENTRIES:     #[[ENTRY:.*]] = affine_map<(d0, d1) -> (d0 floordiv 4, 0)>
// ENTRIES:     linalg.generic {indexing_maps = [#[[ENTRY]], {{.*}}ins(%arg1 : tensor<3x1xi32>)
// ENTRIES:       arith.maxsi
// ENTRIES:       arith.minsi
// ENTRIES:       tensor.extract %arg0
// ENTRIES-NOT: carrier.fold

// Of entries a part alone is read: that part of them. Beyond their end nothing is known.
// PART:        %[[S:.*]] = "carrier.map"
// PART:          "carrier.element"(%arg1)
// PART:        linalg.generic {{.*}}ins(%[[S]] : tensor<12xi32>)
// LEFT-NOT:    ins(
// LEFT:        tensor.extract %arg1
// LEFT:        tensor.extract %arg0

//--- table.mlir
func.func @main(%table: tensor<16x8xf32>, %ids: tensor<5xi1>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<5xi1>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%id: i1, %o: f32):
    %c3 = arith.constant 3 : index
    %c14 = arith.constant 14 : index
    %i = arith.select %id, %c3, %c14 : index
    %d = linalg.index 1 : index
    %x = tensor.extract %table[%i, %d] : tensor<16x8xf32>
    linalg.yield %x : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

//--- large.mlir
func.func @main(%table: tensor<50000x8xf32>, %ids: tensor<5xi64>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<5xi64>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %d = linalg.index 1 : index
    %x = tensor.extract %table[%i, %d] : tensor<50000x8xf32>
    linalg.yield %x : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

//--- two.mlir
func.func @main(%table: tensor<16x8xf32>, %ids: tensor<5xi64>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%ids : tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %x = tensor.extract %table[%i, %i] : tensor<16x8xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

//--- inside.mlir
func.func @main(%tables: tensor<2x50000x8xf16>, %ids: tensor<5xi64>) -> tensor<5x8xf32> {
  %table = tensor.extract_slice %tables[1, 0, 0] [1, 50000, 8] [1, 1, 1] : tensor<2x50000x8xf16> to tensor<50000x8xf16>
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<5xi64>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %d = linalg.index 1 : index
    %x = tensor.extract %table[%i, %d] : tensor<50000x8xf16>
    %y = arith.extf %x : f16 to f32
    %z = math.exp %y : f32
    linalg.yield %z : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

//--- affine.mlir
func.func @main(%bias: tensor<100x8xf32>, %x: tensor<40x60xf32>) -> tensor<40x60xf32> {
  %e = tensor.empty() : tensor<40x60xf32>
  %c39 = arith.constant 39 : index
  %c3 = arith.constant 3 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<40x60xf32>) outs(%e : tensor<40x60xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %d = arith.subi %j, %i : index
    %k = arith.addi %d, %c39 : index
    %b = tensor.extract %bias[%k, %c3] : tensor<100x8xf32>
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<40x60xf32>
  return %r : tensor<40x60xf32>
}

//--- entries.mlir
func.func @main(%table: tensor<500x200xf32>, %ids: tensor<3x1xi32>) -> tensor<12x200xf32> {
  %c0 = arith.constant 0 : index
  %c499 = arith.constant 499 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<12x200xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<12x200xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %d = linalg.index 1 : index
    %j = arith.divui %i, %c4 : index
    %id = tensor.extract %ids[%j, %c0] : tensor<3x1xi32>
    %x = arith.index_cast %id : i32 to index
    %l = arith.maxsi %x, %c0 : index
    %h = arith.minsi %l, %c499 : index
    %v = tensor.extract %table[%h, %d] : tensor<500x200xf32>
    linalg.yield %v : f32
  } -> tensor<12x200xf32>
  return %r : tensor<12x200xf32>
}

//--- part.mlir
func.func @main(%table: tensor<500x200xf32>, %ids: tensor<14xi32>) -> tensor<12x200xf32> {
  %e = tensor.empty() : tensor<12x200xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<12x200xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %d = linalg.index 1 : index
    %id = tensor.extract %ids[%i] : tensor<14xi32>
    %x = arith.index_cast %id : i32 to index
    %v = tensor.extract %table[%x, %d] : tensor<500x200xf32>
    linalg.yield %v : f32
  } -> tensor<12x200xf32>
  return %r : tensor<12x200xf32>
}

//--- beyond.mlir
func.func @main(%table: tensor<500x200xf32>, %ids: tensor<11xi32>) -> tensor<12x200xf32> {
  %e = tensor.empty() : tensor<12x200xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<12x200xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %d = linalg.index 1 : index
    %id = tensor.extract %ids[%i] : tensor<11xi32>
    %x = arith.index_cast %id : i32 to index
    %v = tensor.extract %table[%x, %d] : tensor<500x200xf32>
    linalg.yield %v : f32
  } -> tensor<12x200xf32>
  return %r : tensor<12x200xf32>
}
