// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/sigmoid.mlir 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: attn-run %t/sigmoid.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/relu.mlir 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: attn-run %t/relu.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/chain.mlir 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: attn-run %t/chain.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/wide.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: attn-run %t/wide.mlir --device=cpu --opt-level=0 --verify

// Scores computed inside a plain sum.

// ONE:      "carrier.fold"
// ONE:      "carrier.contract"
// ONE:      "carrier.product"
// ONE-NOT:  carrier.fold
// ONE-NOT:  linalg.

//--- sigmoid.mlir
// A sigmoid attention: one fold, its left side computed.
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
  %ng = arith.negf %t : tensor<2x6x10xf32>
  %e = math.exp %ng : tensor<2x6x10xf32>
  %one = arith.constant dense<1.0> : tensor<2x6x10xf32>
  %d = arith.addf %one, %e : tensor<2x6x10xf32>
  %p = arith.divf %one, %d : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- relu.mlir
// Squared ReLU.
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
  %none = arith.constant dense<0.0> : tensor<2x6x10xf32>
  %e = arith.maximumf %t, %none : tensor<2x6x10xf32>
  %p = arith.mulf %e, %e : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- chain.mlir
// A product of three matrices: the first product is a tensor.
// CHAIN-NOT: carrier.contract
// CHAIN-COUNT-2: "carrier.fold"
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
  %o = linalg.batch_matmul ins(%s, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- wide.mlir
// More columns than a tile has would compute the scores again and again.
// WIDE-NOT: carrier.contract
// WIDE-COUNT-2: "carrier.fold"
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x300xf32>) -> tensor<2x6x300xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x10xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x300xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x300xf32>) -> tensor<2x6x300xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x10xf32>
  %t = arith.mulf %s, %c : tensor<2x6x10xf32>
  %ng = arith.negf %t : tensor<2x6x10xf32>
  %e = math.exp %ng : tensor<2x6x10xf32>
  %one = arith.constant dense<1.0> : tensor<2x6x10xf32>
  %d = arith.addf %one, %e : tensor<2x6x10xf32>
  %p = arith.divf %one, %d : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x300xf32>) outs(%o0 : tensor<2x6x300xf32>) -> tensor<2x6x300xf32>
  return %o : tensor<2x6x300xf32>
}
