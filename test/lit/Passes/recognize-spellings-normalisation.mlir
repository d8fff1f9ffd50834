// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/before.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/before.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/after.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/after.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/reciprocal.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/reciprocal.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/reciprocal-after.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/reciprocal-after.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/clamped.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/clamped.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/selected.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/selected.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/one-more.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/one-more.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/skipping.mlir 2>&1 | FileCheck %s --check-prefix=SKIPPING
// RUN: attn-run %t/skipping.mlir --device=cpu --opt-level=0 --verify

// The division by the sum of the weights.

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- before.mlir
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
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- after.mlir
// After the weighted sum.
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
  %u = linalg.batch_matmul ins(%e, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %dbo = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%eo : tensor<2x6x5xf32>) dimensions = [2]
  %o = arith.divf %u, %dbo : tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- reciprocal.mlir
// A reciprocal, then a product.
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
  %one = arith.constant dense<1.0> : tensor<2x6xf32>
  %i = arith.divf %one, %d : tensor<2x6xf32>
  %ib = linalg.broadcast ins(%i : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.mulf %e, %ib : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- reciprocal-after.mlir
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
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %u = linalg.batch_matmul ins(%e, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %one = arith.constant dense<1.0> : tensor<2x6xf32>
  %i = arith.divf %one, %d : tensor<2x6xf32>
  %ib = linalg.broadcast ins(%i : tensor<2x6xf32>) outs(%eo : tensor<2x6x5xf32>) dimensions = [2]
  %o = arith.mulf %u, %ib : tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- clamped.mlir
// A sum kept above a small number.
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
  %d1 = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %eps = arith.constant dense<1.0e-9> : tensor<2x6xf32>
  %d = arith.maximumf %d1, %eps : tensor<2x6xf32>
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- selected.mlir
// A sum of zero replaced.
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
  %d1 = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %none = arith.constant dense<0.0> : tensor<2x6xf32>
  %one = arith.constant dense<1.0> : tensor<2x6xf32>
  %is = arith.cmpf oeq, %d1, %none : tensor<2x6xf32>
  %d = arith.select %is, %one, %d1 : tensor<2x6xi1>, tensor<2x6xf32>
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- one-more.mlir
// 1 + sum: a sink of weight exp(m).
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
  %d1 = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %one = arith.constant dense<1.0> : tensor<2x6xf32>
  %d = arith.addf %d1, %one : tensor<2x6xf32>
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- skipping.mlir
// A sum that skips the last element is no denominator of the same fold.
// SKIPPING-DAG: not a weighted sum: the maximum runs over another axis than the sum
// SKIPPING-NOT: name = "d", pivot
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
  %part = tensor.extract_slice %e[0, 0, 0] [2, 6, 9] [1, 1, 1] : tensor<2x6x10xf32> to tensor<2x6x9xf32>
  %d = linalg.reduce { arith.addf } ins(%part : tensor<2x6x9xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
