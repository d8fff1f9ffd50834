// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/transposed.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/transposed.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/maps.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/maps.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/contract.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/contract.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/reduction-first.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/reduction-first.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/btnh.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/btnh.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/gqa-6d.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/gqa-6d.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/over-queries.mlir 2>&1 | FileCheck %s --check-prefix=OVERQUERIES
// RUN: attn-run %t/over-queries.mlir --device=cpu --opt-level=0 --verify

// The two contractions, however they are written.

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- transposed.mlir
// Keys transposed first.
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

//--- maps.mlir
// batch_matmul that reads the keys as they are.
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
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x6x8xf32>, tensor<2x10x8xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
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

//--- contract.mlir
// linalg.contract.
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
  %s = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x6x8xf32>, tensor<2x10x8xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
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

//--- reduction-first.mlir
// The summed loop is the outermost one.
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
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d0)>, affine_map<(d0, d1, d2, d3) -> (d1, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%q, %k : tensor<2x6x8xf32>, tensor<2x10x8xf32>) outs(%s0 : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x6x10xf32>
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

//--- btnh.mlir
// Batch, time, heads, dimension.
func.func @main(%q: tensor<2x6x3x8xf32>, %k: tensor<2x10x3x8xf32>, %v: tensor<2x10x3x5xf32>) -> tensor<2x6x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x3x6x10xf32>
  %er = tensor.empty() : tensor<2x3x6xf32>
  %eo = tensor.empty() : tensor<2x6x3x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x6x10xf32>) -> tensor<2x3x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x3x5xf32>) -> tensor<2x6x3x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x3x8xf32>, tensor<2x10x3x8xf32>) outs(%s0 : tensor<2x3x6x10xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x3x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<2x3x6x10xf32>) outs(%m0 : tensor<2x3x6xf32>) dimensions = [3]
  %mb = linalg.broadcast ins(%m : tensor<2x3x6xf32>) outs(%es : tensor<2x3x6x10xf32>) dimensions = [3]
  %x = arith.subf %s, %mb : tensor<2x3x6x10xf32>
  %e = math.exp %x : tensor<2x3x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x3x6x10xf32>) outs(%d0 : tensor<2x3x6xf32>) dimensions = [3]
  %db = linalg.broadcast ins(%d : tensor<2x3x6xf32>) outs(%es : tensor<2x3x6x10xf32>) dimensions = [3]
  %p = arith.divf %e, %db : tensor<2x3x6x10xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x3x6x10xf32>, tensor<2x10x3x5xf32>) outs(%o0 : tensor<2x6x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x6x3x5xf32>
  return %o : tensor<2x6x3x5xf32>
}

//--- gqa-6d.mlir
// Groups as a dimension of their own: six loops.
func.func @main(%q: tensor<2x6x3x2x8xf32>, %k: tensor<2x10x3x8xf32>, %v: tensor<2x10x3x5xf32>) -> tensor<2x6x3x2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x3x2x6x10xf32>
  %er = tensor.empty() : tensor<2x3x2x6xf32>
  %eo = tensor.empty() : tensor<2x6x3x2x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x2x6x10xf32>) -> tensor<2x3x2x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x3x2x6xf32>) -> tensor<2x3x2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x2x6xf32>) -> tensor<2x3x2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x3x2x5xf32>) -> tensor<2x6x3x2x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d2, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x3x2x8xf32>, tensor<2x10x3x8xf32>) outs(%s0 : tensor<2x3x2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x3x2x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<2x3x2x6x10xf32>) outs(%m0 : tensor<2x3x2x6xf32>) dimensions = [4]
  %mb = linalg.broadcast ins(%m : tensor<2x3x2x6xf32>) outs(%es : tensor<2x3x2x6x10xf32>) dimensions = [4]
  %x = arith.subf %s, %mb : tensor<2x3x2x6x10xf32>
  %e = math.exp %x : tensor<2x3x2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x3x2x6x10xf32>) outs(%d0 : tensor<2x3x2x6xf32>) dimensions = [4]
  %db = linalg.broadcast ins(%d : tensor<2x3x2x6xf32>) outs(%es : tensor<2x3x2x6x10xf32>) dimensions = [4]
  %p = arith.divf %e, %db : tensor<2x3x2x6x10xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d2, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x3x2x6x10xf32>, tensor<2x10x3x5xf32>) outs(%o0 : tensor<2x6x3x2x5xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x6x3x2x5xf32>
  return %o : tensor<2x6x3x2x5xf32>
}

//--- over-queries.mlir
// The softmax runs over the queries of a square matrix of scores; the values' sum runs over
// the keys: no weighted sum.
// OVERQUERIES: not a weighted sum: the maximum that exp's argument subtracts varies along the folded axis
// OVERQUERIES-NOT: contraction = "pv"
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x6xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x6x8xf32>, tensor<2x6x8xf32>) outs(%s0 : tensor<2x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x6x6xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<2x6x6xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x6xf32>) dimensions = [1]
  %x = arith.subf %s, %mb : tensor<2x6x6xf32>
  %e = math.exp %x : tensor<2x6x6xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x6xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [1]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x6xf32>) dimensions = [1]
  %p = arith.divf %e, %db : tensor<2x6x6xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x6x6xf32>, tensor<2x6x5xf32>) outs(%o0 : tensor<2x6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %ab = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %ab : f32
    linalg.yield %r : f32
  } -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
