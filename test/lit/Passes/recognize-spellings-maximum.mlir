// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/minus-infinity.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/minus-infinity.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/lowest.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/lowest.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/lowest-half.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/lowest-half.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/stand-in.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/stand-in.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/nan.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/nan.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/swapped.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/swapped.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/with-position.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/with-position.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/detour.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/detour.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/of-a-part.mlir 2>&1 | FileCheck %s --check-prefix=OFAPART
// RUN: attn-run %t/of-a-part.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/minimum.mlir 2>&1 | FileCheck %s --check-prefix=MINIMUM
// RUN: attn-run %t/minimum.mlir --device=cpu --opt-level=0 --verify

// The maximum. A value from which it starts clamps it; a quotient of two sums relative to it does not
// depend on that, and the clamp is gone. (Where the input's own arithmetic gives 0/0 because all scores lie
// far below the clamp, the answer is the one without it.)

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- minus-infinity.mlir
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

//--- lowest.mlir
// -FLT_MAX.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant -3.40282347E+38 : f32
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

//--- lowest-half.mlir
// -65504, f16's lowest number.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant -65504.0 : f32
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

//--- stand-in.mlir
// A finite stand-in.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant -1.0e30 : f32
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

//--- nan.mlir
// NaN and maxnumf, which ignores it.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0x7FC00000 : f32
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
  %m = linalg.reduce { arith.maxnumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- swapped.mlir
// Accumulator first.
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
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x6xf32>
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- with-position.mlir
// A maximum that comes with its position, which nobody reads.
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
  %i0 = arith.constant dense<0> : tensor<2x6xi64>
  %m, %im = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x6x10xf32>) outs(%m0, %i0 : tensor<2x6xf32>, tensor<2x6xi64>) {
  ^bb0(%a: f32, %acc: f32, %at: i64):
    %j = linalg.index 2 : index
    %ji = arith.index_cast %j : index to i64
    %r = arith.maximumf %a, %acc : f32
    %more = arith.cmpf ogt, %a, %acc : f32
    %n = arith.select %more, %ji, %at : i64
    linalg.yield %r, %n : f32, i64
  } -> (tensor<2x6xf32>, tensor<2x6xi64>)
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- detour.mlir
// max(-inf, maximum): JAX.
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
  %m1 = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %ninf = arith.constant dense<0xFF800000> : tensor<2x6xf32>
  %m = arith.maximumf %ninf, %m1 : tensor<2x6xf32>
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- of-a-part.mlir
// The maximum of all scores but the last.
// OFAPART: not a weighted sum: the maximum runs over another axis than the sum
// OFAPART-NOT: twist = "exp"
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
  %part = tensor.extract_slice %t[0, 0, 0] [2, 6, 9] [1, 1, 1] : tensor<2x6x10xf32> to tensor<2x6x9xf32>
  %m = linalg.reduce { arith.maximumf } ins(%part : tensor<2x6x9xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- minimum.mlir
// A minimum.
// MINIMUM: not a weighted sum: what exp's argument subtracts is no maximum over one axis
// MINIMUM-NOT: twist = "exp"
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0x7F800000 : f32
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
  %m = linalg.reduce { arith.minimumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
