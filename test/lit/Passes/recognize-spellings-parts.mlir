// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/sink.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/sink.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/sink-in-front.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/sink-in-front.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/pad.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/pad.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/insert.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/insert.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/cache.mlir 2>&1 | FileCheck %s --check-prefix=CACHE
// RUN: attn-run %t/cache.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/kept-sink.mlir 2>&1 | FileCheck %s --check-prefix=KEPTSINK
// RUN: attn-run %t/kept-sink.mlir --device=cpu --opt-level=0 --verify

// Axes put together from parts. A sink appended to the scores is an element that joins in the projection; the
// part that is read under a condition is read in bounds.

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.

//--- sink.mlir
// Behind the scores.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %sink: tensor<2xf32>) -> tensor<2x6x5xf32> {
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
  %sk = tensor.empty() : tensor<2x6x1xf32>
  %sb = linalg.broadcast ins(%sink : tensor<2xf32>) outs(%sk : tensor<2x6x1xf32>) dimensions = [1, 2]
  %tc = tensor.concat dim(2) %t, %sb : (tensor<2x6x10xf32>, tensor<2x6x1xf32>) -> tensor<2x6x11xf32>
  %e1 = tensor.empty() : tensor<2x6x11xf32>
  %p1 = linalg.softmax dimension(2) ins(%tc : tensor<2x6x11xf32>) outs(%e1 : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %p = tensor.extract_slice %p1[0, 0, 0] [2, 6, 10] [1, 1, 1] : tensor<2x6x11xf32> to tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- sink-in-front.mlir
// In front of them.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %sink: tensor<2xf32>) -> tensor<2x6x5xf32> {
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
  %sk = tensor.empty() : tensor<2x6x1xf32>
  %sb = linalg.broadcast ins(%sink : tensor<2xf32>) outs(%sk : tensor<2x6x1xf32>) dimensions = [1, 2]
  %tc = tensor.concat dim(2) %sb, %t : (tensor<2x6x1xf32>, tensor<2x6x10xf32>) -> tensor<2x6x11xf32>
  %e1 = tensor.empty() : tensor<2x6x11xf32>
  %p1 = linalg.softmax dimension(2) ins(%tc : tensor<2x6x11xf32>) outs(%e1 : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %p = tensor.extract_slice %p1[0, 0, 1] [2, 6, 10] [1, 1, 1] : tensor<2x6x11xf32> to tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- pad.mlir
// A padding with a value.
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
  %tc = tensor.pad %t low[0, 0, 0] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x6x10xf32> to tensor<2x6x11xf32>
  %e1 = tensor.empty() : tensor<2x6x11xf32>
  %p1 = linalg.softmax dimension(2) ins(%tc : tensor<2x6x11xf32>) outs(%e1 : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %p = tensor.extract_slice %p1[0, 0, 0] [2, 6, 10] [1, 1, 1] : tensor<2x6x11xf32> to tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- insert.mlir
// Scores inserted into a tensor of sinks.
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
  %sv = arith.constant 0.25 : f32
  %e1a = tensor.empty() : tensor<2x6x11xf32>
  %base = linalg.fill ins(%sv : f32) outs(%e1a : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %tc = tensor.insert_slice %t into %base[0, 0, 0] [2, 6, 10] [1, 1, 1] : tensor<2x6x10xf32> into tensor<2x6x11xf32>
  %e1 = tensor.empty() : tensor<2x6x11xf32>
  %p1 = linalg.softmax dimension(2) ins(%tc : tensor<2x6x11xf32>) outs(%e1 : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %p = tensor.extract_slice %p1[0, 0, 0] [2, 6, 10] [1, 1, 1] : tensor<2x6x11xf32> to tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- cache.mlir
// A new key and value behind a cache: they are tensors, then one fold.
// CACHE:     "carrier.map"
// CACHE:     arith.select
// CACHE:     "carrier.fold"
// CACHE:     name = "d", pivot = "m", twist = "exp"
// CACHE-NOT: carrier.fold
// CACHE-NOT: linalg.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %kn: tensor<2x1x8xf32>, %vn: tensor<2x1x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x6x11xf32>
  %er = tensor.empty() : tensor<2x6xf32>
  %eo = tensor.empty() : tensor<2x6x5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %m0 = linalg.fill ins(%init : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x6xf32>) -> tensor<2x6xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %kc = tensor.concat dim(1) %k, %kn : (tensor<2x10x8xf32>, tensor<2x1x8xf32>) -> tensor<2x11x8xf32>
  %vc = tensor.concat dim(1) %v, %vn : (tensor<2x10x5xf32>, tensor<2x1x5xf32>) -> tensor<2x11x5xf32>
  %ek = tensor.empty() : tensor<2x8x11xf32>
  %kt = linalg.transpose ins(%kc : tensor<2x11x8xf32>) outs(%ek : tensor<2x8x11xf32>) permutation = [0, 2, 1]
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x6x8xf32>, tensor<2x8x11xf32>) outs(%s0 : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %c = arith.constant dense<0.35> : tensor<2x6x11xf32>
  %t = arith.mulf %s, %c : tensor<2x6x11xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x11xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x11xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x6x11xf32>
  %e = math.exp %x : tensor<2x6x11xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x11xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x11xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x11xf32>
  %o = linalg.batch_matmul ins(%p, %vc : tensor<2x6x11xf32>, tensor<2x11x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}

//--- kept-sink.mlir
// The sink's weight is used with the values too: nothing is cut off.
// KEPTSINK: carrier.fold
// KEPTSINK: return
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x11x5xf32>, %sink: tensor<2xf32>) -> tensor<2x6x5xf32> {
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
  %sk = tensor.empty() : tensor<2x6x1xf32>
  %sb = linalg.broadcast ins(%sink : tensor<2xf32>) outs(%sk : tensor<2x6x1xf32>) dimensions = [1, 2]
  %tc = tensor.concat dim(2) %t, %sb : (tensor<2x6x10xf32>, tensor<2x6x1xf32>) -> tensor<2x6x11xf32>
  %e1 = tensor.empty() : tensor<2x6x11xf32>
  %p1 = linalg.softmax dimension(2) ins(%tc : tensor<2x6x11xf32>) outs(%e1 : tensor<2x6x11xf32>) -> tensor<2x6x11xf32>
  %o = linalg.batch_matmul ins(%p1, %v : tensor<2x6x11xf32>, tensor<2x11x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
