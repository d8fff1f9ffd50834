// RUN: attn-opt --split-input-file --pass-pipeline='builtin.module(attn-symbols)' %s | FileCheck %s
// RUN: not attn-run %inputs/torch/torch_dynamic_batch_f32.mlir --device=emu --shape=2x2x9x16 --shape=2x2x9x16 --shape=2x2x8x16 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: attn-run %inputs/torch/torch_dynamic_batch_f32.mlir --device=emu --shape=3x2x9x16 --shape=3x2x9x16 --shape=3x2x9x16 --verify | FileCheck %s --check-prefix=OK
// LENGTH: dimension 2 of argument 2 is 8, but it has to equal dimension 2 of argument 0, which is 9
// OK: ok: result 0

// Views that leave dynamic dimensions whole, as torch-mlir writes them (inputs/torch/torch_dynamic_*).

// Sizes that are told by dimensions: beside those of size one, numbers that are split and joined.
// CHECK-LABEL: @reshape
// CHECK:       tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2, 3]] : tensor<1x[[S:[0-9]+]]x4x6xf32> into tensor<[[S]]x24xf32>
// CHECK:       tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] output_shape {{\[}}[[S]], 8, 3, 1] : tensor<[[S]]x24xf32> into tensor<[[S]]x8x3x1xf32>
func.func @reshape(%a: tensor<1x?x4x6xf32>) -> tensor<?x8x3x1xf32> {
  %c1 = arith.constant 1 : index
  %i1 = arith.constant 1 : i64
  %i3 = arith.constant 3 : i64
  %i8 = arith.constant 8 : i64
  %n = tensor.dim %a, %c1 : tensor<1x?x4x6xf32>
  %m = arith.index_cast %n : index to i64
  %zero = arith.constant 0 : i64
  %negative = arith.cmpi slt, %m, %zero : i64
  %size = arith.select %negative, %i8, %m : i64
  %shape = tensor.from_elements %size, %i8, %i3, %i1 : tensor<4xi64>
  %r = tensor.reshape %a(%shape) : (tensor<1x?x4x6xf32>, tensor<4xi64>) -> tensor<?x8x3x1xf32>
  return %r : tensor<?x8x3x1xf32>
}

// -----

// CHECK-LABEL: @slices
// CHECK:       tensor.extract_slice %arg0[0, 4] {{\[}}[[S:[0-9]+]], 4] [1, 1] : tensor<[[S]]x8xf32> to tensor<[[S]]x4xf32>
// CHECK:       tensor.insert_slice %{{.*}} into %arg0[0, 2] {{\[}}[[S]], 4] [1, 1] : tensor<[[S]]x4xf32> into tensor<[[S]]x8xf32>
// CHECK:       tensor.concat dim(1) %{{.*}} : (tensor<[[S]]x4xf32>, tensor<[[S]]x8xf32>) -> tensor<[[S]]x12xf32>
// CHECK:       tensor.pad
// CHECK:       : tensor<[[S]]x12xf32> to tensor<[[S]]x13xf32>
func.func @slices(%a: tensor<?x8xf32>) -> tensor<?x13xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %s = tensor.extract_slice %a[0, 4] [%n, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  %i = tensor.insert_slice %s into %a[0, 2] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x8xf32>
  %c = tensor.concat dim(1) %s, %i : (tensor<?x4xf32>, tensor<?x8xf32>) -> tensor<?x12xf32>
  %p = tensor.pad %c low[0, 1] high[0, 0] {
  ^bb0(%x: index, %y: index):
    tensor.yield %z : f32
  } : tensor<?x12xf32> to tensor<?x13xf32>
  return %p : tensor<?x13xf32>
}

// -----

// A broadcast that may be one is taken to be none: both arguments have one length. What the coordinate is of another
// dimension, or is used for something else, stays.
// CHECK-LABEL: @broadcast
// CHECK-SAME:    tensor<[[S:[0-9]+]]xf32>, %{{.*}}: tensor<[[S]]xf32>
// CHECK-SAME:    dims = {{\[\[}}0, 0], [1, 0]]
// CHECK-NOT:     arith.select
// CHECK:         tensor.extract %arg0[%{{.*}}]
// CHECK:         return
func.func @broadcast(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%b : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = tensor.dim %a, %c0 : tensor<?xf32>
    %i = linalg.index 0 : index
    %one = arith.cmpi eq, %m, %c1 : index
    %at = arith.select %one, %c0, %i : index
    %y = tensor.extract %a[%at] : tensor<?xf32>
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: @chosen
// CHECK-SAME:    dims = {{\[\[}}0, 0]]
// CHECK:         arith.select
func.func @chosen(%a: tensor<?xf32>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?xindex>
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %one = arith.cmpi eq, %m, %c1 : index
    %at = arith.select %one, %c0, %i : index
    linalg.yield %at : index
  } -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

// What is asserted to be equal is.
// CHECK-LABEL: @asserted
// CHECK-SAME:    dims = {{\[\[}}0, 0], [1, 0]]
// CHECK-NOT:     cf.assert
func.func @asserted(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "mismatched size for broadcast"
  %e = math.exp %a : tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

// Heads of a dynamic batch, joined around a product of matrices: it runs along both. What an assertion said before of
// the arguments, of which nothing is left, is kept.
// CHECK-LABEL: @joined
// CHECK-SAME:    dims = {{\[\[}}0, 0], [1, 0]]
// CHECK-SAME:    dims = {{\[\[}}0, 2]]
// CHECK-SAME:    dims = {{\[\[}}1, 2]]
// CHECK-NOT:     _shape
// CHECK:         linalg.generic {{.*}}["parallel", "parallel", "parallel", "parallel", "reduction"]
// CHECK-NOT:     _shape
func.func @joined(%q: tensor<?x2x?x16xf32>, %k: tensor<?x2x?x16xf32>) -> tensor<?x2x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %q, %c0 : tensor<?x2x?x16xf32>
  %other = tensor.dim %k, %c0 : tensor<?x2x?x16xf32>
  %s = tensor.dim %q, %c2 : tensor<?x2x?x16xf32>
  %t = tensor.dim %k, %c2 : tensor<?x2x?x16xf32>
  %same = arith.cmpi eq, %b, %other : index
  cf.assert %same, "mismatching contracting dimension"
  %i2 = arith.constant 2 : i64
  %i16 = arith.constant 16 : i64
  %bi = arith.index_cast %b : index to i64
  %si = arith.index_cast %s : index to i64
  %ti = arith.index_cast %t : index to i64
  %n = arith.muli %bi, %i2 : i64
  %qs = tensor.from_elements %n, %si, %i16 : tensor<3xi64>
  %ks = tensor.from_elements %n, %ti, %i16 : tensor<3xi64>
  %q1 = tensor.reshape %q(%qs) : (tensor<?x2x?x16xf32>, tensor<3xi64>) -> tensor<?x?x16xf32>
  %k1 = tensor.reshape %k(%ks) : (tensor<?x2x?x16xf32>, tensor<3xi64>) -> tensor<?x?x16xf32>
  %ni = arith.index_cast %n : i64 to index
  %e = tensor.empty(%ni, %s, %t) : tensor<?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %m = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, c) -> (b, i, c)>, affine_map<(b, i, j, c) -> (b, j, c)>, affine_map<(b, i, j, c) -> (b, i, j)>]
      ins(%q1, %k1 : tensor<?x?x16xf32>, tensor<?x?x16xf32>) outs(%z : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %ms = tensor.from_elements %bi, %i2, %si, %ti : tensor<4xi64>
  %r = tensor.reshape %m(%ms) : (tensor<?x?x?xf32>, tensor<4xi64>) -> tensor<?x2x?x?xf32>
  return %r : tensor<?x2x?x?xf32>
}
