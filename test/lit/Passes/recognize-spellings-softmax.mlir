// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/named.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/named.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/safe.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/safe.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/named-over-queries.mlir 2>&1 | FileCheck %s --check-prefix=NAMEDOVERQUERIES
// RUN: attn-run %t/named-over-queries.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/safe-of-another.mlir 2>&1 | FileCheck %s --check-prefix=SAFEOFANOTHER
// RUN: attn-run %t/safe-of-another.mlir --device=cpu --opt-level=0 --verify

// linalg.softmax, and the softmax that zeroes rows without a score (PyTorch).

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- named.mlir
// 
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x10xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x10xf32>
  %t = arith.mulf %s, %c : tensor<2x6x10xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- safe.mlir
// All scores -inf: asked by a reduction, answered by the maximum.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x10xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x10xf32>
  %t = arith.mulf %s, %c : tensor<2x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p0 = arith.divf %e, %db : tensor<2x6x10xf32>
  %ninf = arith.constant dense<0xFF800000> : tensor<2x6x10xf32>
  %w = arith.cmpf oeq, %t, %ninf : tensor<2x6x10xf32>
  %true = arith.constant true
  %eb = tensor.empty() : tensor<2x6xi1>
  %b0 = linalg.fill ins(%true : i1) outs(%eb : tensor<2x6xi1>) -> tensor<2x6xi1>
  %all = linalg.reduce { arith.andi } ins(%w : tensor<2x6x10xi1>) outs(%b0 : tensor<2x6xi1>) dimensions = [2]
  %ebs = tensor.empty() : tensor<2x6x10xi1>
  %ab = linalg.broadcast ins(%all : tensor<2x6xi1>) outs(%ebs : tensor<2x6x10xi1>) dimensions = [2]
  %none = arith.constant dense<0.0> : tensor<2x6x10xf32>
  %p = arith.select %ab, %none, %p0 : tensor<2x6x10xi1>, tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- named-over-queries.mlir
// Along the queries.
// NAMEDOVERQUERIES: not a weighted sum: the maximum that exp's argument subtracts varies along the folded axis
// NAMEDOVERQUERIES-NOT: contraction = "pv"
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x10xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x10xf32>
  %t = arith.mulf %s, %c : tensor<2x6x10xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- safe-of-another.mlir
// Rows of another tensor: a fold of its own.
// SAFEOFANOTHER: monoid = "and"
// SAFEOFANOTHER: name = "d", pivot = "m", twist = "exp"
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %other: tensor<2x6x10xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x10xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x10xf32>
  %t = arith.mulf %s, %c : tensor<2x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p0 = arith.divf %e, %db : tensor<2x6x10xf32>
  %ninf = arith.constant dense<0xFF800000> : tensor<2x6x10xf32>
  %w = arith.cmpf oeq, %other, %ninf : tensor<2x6x10xf32>
  %true = arith.constant true
  %eb = tensor.empty() : tensor<2x6xi1>
  %b0 = linalg.fill ins(%true : i1) outs(%eb : tensor<2x6xi1>) -> tensor<2x6xi1>
  %all = linalg.reduce { arith.andi } ins(%w : tensor<2x6x10xi1>) outs(%b0 : tensor<2x6xi1>) dimensions = [2]
  %ebs = tensor.empty() : tensor<2x6x10xi1>
  %ab = linalg.broadcast ins(%all : tensor<2x6xi1>) outs(%ebs : tensor<2x6x10xi1>) dimensions = [2]
  %none = arith.constant dense<0.0> : tensor<2x6x10xf32>
  %p = arith.select %ab, %none, %p0 : tensor<2x6x10xi1>, tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
