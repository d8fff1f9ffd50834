// Scores of two sources of keys that are put together are one contraction of the sources put together, and weights that
// are taken apart again one sum: the softmax of both is one fold, whose mask is that of the one part over all.
// RUN: attn-opt --attn-to-carrier %S/../../cases/parts/scores-of-cache-and-new.mlir | FileCheck %s --check-prefix=FOLD
// RUN: attn-opt --attn-to-carrier %S/../../cases/parts/weights-of-cache-and-new.mlir | FileCheck %s --check-prefix=FOLD
// FOLD:         "carrier.map"
// FOLD:         "carrier.fold"
// FOLD:           "carrier.contract"
// FOLD:           arith.cmpi sle
// FOLD-NEXT:      "carrier.mask"
// FOLD-NOT:     "carrier.fold"

// Rows of two parts, of which one is there already, are two contractions of the same fold: nothing is copied.
// RUN: attn-opt --attn-to-carrier %S/../../cases/parts/rows-of-two-parts.mlir | FileCheck %s --check-prefix=ROWS --implicit-check-not=carrier.map
// ROWS:         "carrier.fold"
// ROWS:           "carrier.contract"{{.*}}axis = "qk"
// ROWS:           "carrier.contract"{{.*}}axis = "qk1"
// ROWS:           arith.addf
// ROWS-NOT:     "carrier.fold"

// What must stay apart.
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize)' --split-input-file %s | FileCheck %s
#ik = affine_map<(i, j, c) -> (i, c)>
#jk = affine_map<(i, j, c) -> (j, c)>
#ij = affine_map<(i, j, c) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>

// Rows of one tensor and of another one.
// CHECK-LABEL: @otherRows
// CHECK-NOT:   tensor<8x10xf32>
// CHECK:       tensor<8x6xf32>
// CHECK:       return
func.func @otherRows(%q: tensor<8x16xf32>, %p: tensor<8x16xf32>, %k: tensor<6x16xf32>, %l: tensor<4x16xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e6 = tensor.empty() : tensor<8x6xf32>
  %z6 = linalg.fill ins(%zero : f32) outs(%e6 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %e4 = tensor.empty() : tensor<8x4xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%q, %k : tensor<8x16xf32>, tensor<6x16xf32>) outs(%z6 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %t = linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%p, %l : tensor<8x16xf32>, tensor<4x16xf32>) outs(%z4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %c = tensor.concat dim(1) %s, %t : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<8x10xf32>
  %e = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.reduce { arith.maximumf } ins(%c : tensor<8x10xf32>) outs(%z : tensor<8xf32>) dimensions = [1]
  return %m : tensor<8xf32>
}

// -----

// Sums over parts that overlap, and one that adds to something: the values stay two tensors.
// CHECK-LABEL: @overlapping
// CHECK-NOT:   tensor<10x16xf32>
// CHECK:       return
#id = affine_map<(i, j) -> (i, j)>
func.func @overlapping(%x0: tensor<8x9xf32>, %v: tensor<6x16xf32>, %u: tensor<4x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %w = math.exp %x0 : tensor<8x9xf32>
  %w1 = tensor.extract_slice %w[0, 0] [8, 6] [1, 1] : tensor<8x9xf32> to tensor<8x6xf32>
  %w2 = tensor.extract_slice %w[0, 5] [8, 4] [1, 1] : tensor<8x9xf32> to tensor<8x4xf32>
  %x = linalg.matmul ins(%w1, %v : tensor<8x6xf32>, tensor<6x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul ins(%w2, %u : tensor<8x4xf32>, tensor<4x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8x16xf32>
  return %s : tensor<8x16xf32>
}

// -----

// CHECK-LABEL: @beginsWithMore
// CHECK-NOT:   tensor<10x16xf32>
// CHECK:       return
#id = affine_map<(i, j) -> (i, j)>
func.func @beginsWithMore(%x0: tensor<8x10xf32>, %v: tensor<6x16xf32>, %u: tensor<4x16xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %w = math.exp %x0 : tensor<8x10xf32>
  %w1 = tensor.extract_slice %w[0, 0] [8, 6] [1, 1] : tensor<8x10xf32> to tensor<8x6xf32>
  %w2 = tensor.extract_slice %w[0, 6] [8, 4] [1, 1] : tensor<8x10xf32> to tensor<8x4xf32>
  %x = linalg.matmul ins(%w1, %v : tensor<8x6xf32>, tensor<6x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul ins(%w2, %u : tensor<8x4xf32>, tensor<4x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8x16xf32>
  return %s : tensor<8x16xf32>
}

// -----

// A product of operands that are no weights of a softmax: each part has its own.
// CHECK-LABEL: @noWeights
// CHECK-NOT:   tensor<10x16xf32>
// CHECK:       return
#id = affine_map<(i, j) -> (i, j)>
func.func @noWeights(%w: tensor<8x10xf32>, %v: tensor<6x16xf32>, %u: tensor<4x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %w1 = tensor.extract_slice %w[0, 0] [8, 6] [1, 1] : tensor<8x10xf32> to tensor<8x6xf32>
  %w2 = tensor.extract_slice %w[0, 6] [8, 4] [1, 1] : tensor<8x10xf32> to tensor<8x4xf32>
  %x = linalg.matmul ins(%w1, %v : tensor<8x6xf32>, tensor<6x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul ins(%w2, %u : tensor<8x4xf32>, tensor<4x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8x16xf32>
  return %s : tensor<8x16xf32>
}

// -----

// A concatenation of products that no maximum is taken of.
// CHECK-LABEL: @noSoftmax
// CHECK-NOT:   tensor<10x16xf32>
// CHECK:       return
#ik = affine_map<(i, j, c) -> (i, c)>
#jk = affine_map<(i, j, c) -> (j, c)>
#ij = affine_map<(i, j, c) -> (i, j)>
func.func @noSoftmax(%q: tensor<8x16xf32>, %k: tensor<6x16xf32>, %l: tensor<4x16xf32>) -> tensor<8x10xf32> {
  %zero = arith.constant 0.0 : f32
  %e6 = tensor.empty() : tensor<8x6xf32>
  %z6 = linalg.fill ins(%zero : f32) outs(%e6 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %e4 = tensor.empty() : tensor<8x4xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%q, %k : tensor<8x16xf32>, tensor<6x16xf32>) outs(%z6 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %t = linalg.matmul indexing_maps = [#ik, #jk, #ij] ins(%q, %l : tensor<8x16xf32>, tensor<4x16xf32>) outs(%z4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %c = tensor.concat dim(1) %s, %t : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<8x10xf32>
  return %c : tensor<8x10xf32>
}
