// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/broadcast.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/broadcast.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/expand.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/expand.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/unit.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/unit.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/collapsed.mlir 2>&1 | FileCheck %s --check-prefix=COLLAPSED
// RUN: attn-run %t/collapsed.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/wrong-row.mlir 2>&1 | FileCheck %s --check-prefix=WRONGROW
// RUN: attn-run %t/wrong-row.mlir --device=cpu --opt-level=0 --verify

// Statistics with and without the reduced dimension; a batch that is collapsed and expanded.

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- broadcast.mlir
// Rank reduced, then broadcast.
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

//--- expand.mlir
// Expanded to a unit dimension, read at 0.
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
  %mk = tensor.expand_shape %m [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32>
  %mb = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mk : tensor<2x6x1xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x10xf32>
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %dk = tensor.expand_shape %d [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32>
  %db = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%dk : tensor<2x6x1xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x10xf32>
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- unit.mlir
// Reduced into a unit dimension.
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
  %em = tensor.empty() : tensor<2x6x1xf32>
  %fm = linalg.fill ins(%init : f32) outs(%em : tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x10xf32>) outs(%fm : tensor<2x6x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<2x6x1xf32>
  %mb = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%m : tensor<2x6x1xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x10xf32>
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %ed = tensor.empty() : tensor<2x6x1xf32>
  %fd = linalg.fill ins(%zero : f32) outs(%ed : tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x6x10xf32>) outs(%fd : tensor<2x6x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<2x6x1xf32>
  %db = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%d : tensor<2x6x1xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x10xf32>
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- collapsed.mlir
// Batch and heads collapsed around the named operations: two axes of the fold again.
// COLLAPSED: {extent = 2 : i64, name = "b", role = "free"}, {extent = 3 : i64, name = "h", role = "free"}, {extent = 6 : i64, name = "m", role = "free"}
// COLLAPSED-NOT: carrier.map
func.func @main(%q: tensor<2x3x6x8xf32>, %k: tensor<2x3x10x8xf32>, %v: tensor<2x3x10x5xf32>) -> tensor<2x3x6x5xf32> {
  %qc = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x3x6x8xf32> into tensor<6x6x8xf32>
  %kc = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x10x8xf32> into tensor<6x10x8xf32>
  %vc = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x10x5xf32> into tensor<6x10x5xf32>
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<6x6x10xf32>
  %er = tensor.empty() : tensor<6x6xf32>
  %eo = tensor.empty() : tensor<6x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<6x6x10xf32>) -> tensor<6x6x10xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<6x6xf32>) -> tensor<6x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<6x6xf32>) -> tensor<6x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<6x6x5xf32>) -> tensor<6x6x5xf32>
  %ek = tensor.empty() : tensor<6x8x10xf32>
  %kt = linalg.transpose ins(%kc : tensor<6x10x8xf32>) outs(%ek : tensor<6x8x10xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%qc, %kt : tensor<6x6x8xf32>, tensor<6x8x10xf32>) outs(%s0 : tensor<6x6x10xf32>) -> tensor<6x6x10xf32>
  %c = arith.constant dense<0.35> : tensor<6x6x10xf32>
  %t = arith.mulf %s, %c : tensor<6x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<6x6x10xf32>) outs(%m0 : tensor<6x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<6x6xf32>) outs(%es : tensor<6x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<6x6x10xf32>
  %e = math.exp %x : tensor<6x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<6x6x10xf32>) outs(%d0 : tensor<6x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<6x6xf32>) outs(%es : tensor<6x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<6x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %vc : tensor<6x6x10xf32>, tensor<6x10x5xf32>) outs(%o0 : tensor<6x6x5xf32>) -> tensor<6x6x5xf32>
  %or = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 3, 6, 5] : tensor<6x6x5xf32> into tensor<2x3x6x5xf32>
  return %or : tensor<2x3x6x5xf32>
}

//--- wrong-row.mlir
// Divided by the sum of another row.
// WRONGROW-NOT: name = "d", pivot = "m", twist = "exp"}, {contraction
// WRONGROW: return
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
  %ek = tensor.empty() : tensor<2x8x6xf32>
  %kt = linalg.transpose ins(%k : tensor<2x6x8xf32>) outs(%ek : tensor<2x8x6xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x6xf32>) outs(%s0 : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x6xf32>
  %t = arith.mulf %s, %c : tensor<2x6x6xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x6xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x6xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x6xf32>
  %e = math.exp %x : tensor<2x6x6xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x6xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x6xf32>
  %p = arith.divf %e, %db : tensor<2x6x6xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x6xf32>, tensor<2x6x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
