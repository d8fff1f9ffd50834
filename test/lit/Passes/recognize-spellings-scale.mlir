// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/after.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/after.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/before.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/before.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/both.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/both.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/division.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/division.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/scalar.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/scalar.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/unit.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/unit.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/after-subtraction.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/after-subtraction.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/other-scale.mlir 2>&1 | FileCheck %s --check-prefix=OTHERSCALE
// RUN: attn-run %t/other-scale.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/negative-scale.mlir 2>&1 | FileCheck %s --check-prefix=NEGATIVESCALE
// RUN: attn-run %t/negative-scale.mlir --device=cpu --opt-level=0 --verify

// The scale, wherever it stands.

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- after.mlir
// On the scores.
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

//--- before.mlir
// On the queries.
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
  %cq = arith.constant dense<0.35> : tensor<2x6x8xf32>
  %qs = arith.mulf %q, %cq : tensor<2x6x8xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%k : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %t = linalg.batch_matmul ins(%qs, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
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

//--- both.mlir
// Its square root on queries and keys.
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
  %cq = arith.constant dense<0.59> : tensor<2x6x8xf32>
  %ck = arith.constant dense<0.59> : tensor<2x10x8xf32>
  %qs = arith.mulf %q, %cq : tensor<2x6x8xf32>
  %ks = arith.mulf %k, %ck : tensor<2x10x8xf32>
  %ek = tensor.empty() : tensor<2x8x10xf32>
  %kt = linalg.transpose ins(%ks : tensor<2x10x8xf32>) outs(%ek : tensor<2x8x10xf32>) permutation = [0, 2, 1]
  %t = linalg.batch_matmul ins(%qs, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
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

//--- division.mlir
// A division.
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
  %c = arith.constant dense<2.828> : tensor<2x6x10xf32>
  %t = arith.divf %s, %c : tensor<2x6x10xf32>
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

//--- scalar.mlir
// A scalar captured by the body.
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
  %c = arith.constant 0.35 : f32
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x6x10xf32>
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

//--- unit.mlir
// A constant of one element, broadcast.
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
  %c = arith.constant dense<0.35> : tensor<1x1x1xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (0, 0, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %c : tensor<2x6x10xf32>, tensor<1x1x1xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %c0: f32, %b: f32):
    %r = arith.mulf %a, %c0 : f32
    linalg.yield %r : f32
  } -> tensor<2x6x10xf32>
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

//--- after-subtraction.mlir
// On the difference of score and maximum.
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
  %t = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x0 = arith.subf %t, %mb : tensor<2x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x10xf32>
  %x = arith.mulf %x0, %c : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- other-scale.mlir
// The maximum of the scores before the scale is no maximum of what stands in the exponent.
// OTHERSCALE: not a weighted sum: the maximum is not the maximum of the same scores over the same axis
// OTHERSCALE-NOT: twist = "exp"
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
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- negative-scale.mlir
// A negative factor on the difference makes the maximum a minimum.
// NEGATIVESCALE: not a weighted sum
// NEGATIVESCALE-NOT: twist = "exp"
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
  %t = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x10xf32>) outs(%s0 : tensor<2x6x10xf32>) -> tensor<2x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x0 = arith.subf %t, %mb : tensor<2x6x10xf32>
  %c = arith.constant dense<-0.35> : tensor<2x6x10xf32>
  %x = arith.mulf %x0, %c : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
