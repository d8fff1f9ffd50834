// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/table.mlir 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: attn-run %t/table.mlir --device=cpu --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/large.mlir | FileCheck %s --check-prefix=LARGE
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/two.mlir | FileCheck %s --check-prefix=TWO

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
