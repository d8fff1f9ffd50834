// RUN: attn-opt --split-input-file --pass-pipeline='builtin.module(attn-symbols)' %s | FileCheck %s

// Two lengths of a product of matrices: the summed ones are proved equal, through the fill and the
// cast. The static size of one class wins over its `?`.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%arg0: tensor<65539x65543xf32>, %arg1: tensor<65543x65551xf32> {attn.hint = [4096, 100]}) -> tensor<65539x65551xf32>
// CHECK-SAME: {dims = {{\[\[}}0, 0]], hint = 4096 : i64, limit = 65536 : i64, name = "s0", size = 65539 : i64}
// CHECK-SAME: {dims = {{\[\[}}0, 1], [1, 0]], hint = 4096 : i64, limit = 65536 : i64, name = "s1", size = 65543 : i64}
// CHECK-SAME: {dims = {{\[\[}}1, 1]], hint = 100 : i64, limit = 65536 : i64, name = "s2", size = 65551 : i64}
// CHECK-NOT: tensor.cast
func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32> {attn.hint = [4096, 100]}) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A dimension that is computed with becomes carrier.size, reshapes beside unit dimensions hand a
// length through, the size 8 is known of the second argument's `?`. The stand-in
// is the first prime past the limit and four times the constants.
// CHECK-LABEL: func.func @offset
// CHECK-SAME: (%arg0: tensor<1x16411xindex>
// CHECK-SAME: %arg1: tensor<8x16411xindex>
// CHECK-SAME: limit = 4096 : i64, name = "s0", size = 16411 : i64
// CHECK: %[[N:.*]] = "carrier.size"() {symbol = "s0"} : () -> index
// CHECK: linalg.generic
// CHECK: arith.addi %{{.*}}, %[[N]]
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @offset(%a: tensor<1x?xindex> {attn.limit = 4096}, %b: tensor<?x?xindex>) -> tensor<8x?xindex> {
  %c1 = arith.constant 1 : index
  %c4097 = arith.constant 4097 : index
  %n = tensor.dim %a, %c1 : tensor<1x?xindex>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<1x?xindex> into tensor<?xindex>
  %e = tensor.empty(%n) : tensor<8x?xindex>
  %r = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%flat, %b : tensor<?xindex>, tensor<?x?xindex>) outs(%e : tensor<8x?xindex>) {
  ^bb0(%x: index, %y: index, %o: index):
    %s = arith.addi %x, %y : index
    %t = arith.addi %s, %n : index
    %u = arith.addi %t, %c4097 : index
    linalg.yield %u : index
  } -> tensor<8x?xindex>
  return %r : tensor<8x?xindex>
}

// -----

// Nothing is dynamic: nothing happens, not even inlining.
// CHECK-LABEL: func.func @still
// CHECK-NOT: attn.symbols
// CHECK: call @inner
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @still(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
