// RUN: split-file %s %t
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/select.mlir 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: attn-run %t/select.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/select-other-way.mlir 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: attn-run %t/select-other-way.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/additive.mlir 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: attn-run %t/additive.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/bool.mlir 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: attn-run %t/bool.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/constant.mlir 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: attn-run %t/constant.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/bias.mlir 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: attn-run %t/bias.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/finite-bool.mlir 2>&1 | FileCheck %s --check-prefix=FINITEBOOL
// RUN: attn-run %t/finite-bool.mlir --device=cpu --opt-level=0 --verify
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %t/other-mask.mlir 2>&1 | FileCheck %s --check-prefix=OTHERMASK
// RUN: attn-run %t/other-mask.mlir --device=cpu --opt-level=0 --verify

// Masks.

// FOLD:     "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// FOLD-NOT: "carrier.fold"
// FOLD-NOT: carrier.map
// FOLD-NOT: linalg.
// MASK:     "carrier.fold"
// MASK:     "carrier.mask"
// MASK-NOT: carrier.map
// MASK:     monoid = "max", name = "m"{{.*}}name = "d", pivot = "m", twist = "exp"{{.*}}contraction = "pv"{{.*}}pivot = "m", twist = "exp"
// MASK-NOT: "carrier.fold"
// MASK-NOT: carrier.map
// MASK-NOT: linalg.

//--- select.mlir
// A select by coordinates, bottom-right aligned.
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0 : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %off = arith.constant 4 : index
    %io = arith.addi %i, %off : index
    %keep = arith.cmpi sle, %j, %io : index
    %r = arith.select %keep, %a, %ninf : f32
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

//--- select-other-way.mlir
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0 : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %off = arith.constant 4 : index
    %io = arith.addi %i, %off : index
    %keep = arith.cmpi sgt, %j, %io : index
    %r = arith.select %keep, %ninf, %a : f32
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

//--- additive.mlir
// 0 or -inf is added.
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0 : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %off = arith.constant 4 : index
    %io = arith.addi %i, %off : index
    %keep = arith.cmpi sle, %j, %io : index
    %z = arith.constant 0.0 : f32
    %f = arith.select %keep, %z, %ninf : f32
    %r = arith.addf %a, %f : f32
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

//--- bool.mlir
// A mask from memory.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %keep: tensor<6x10xi1>) -> tensor<2x6x5xf32> {
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0, %keep : tensor<2x6x10xf32>, tensor<6x10xi1>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %kp: i1, %b: f32):
    %r = arith.select %kp, %a, %ninf : f32
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

//--- constant.mlir
// A mask that is a constant of the program.
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %keep = arith.constant dense<[[false, true, true, true, false, true, true, true, false, true], [true, false, true, true, true, false, true, true, true, false], [true, true, false, true, true, true, false, true, true, true], [true, true, true, false, true, true, true, false, true, true], [false, true, true, true, false, true, true, true, false, true], [true, false, true, true, true, false, true, true, true, false]]> : tensor<6x10xi1>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0, %keep : tensor<2x6x10xf32>, tensor<6x10xi1>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %kp: i1, %b: f32):
    %r = arith.select %kp, %a, %ninf : f32
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

//--- bias.mlir
// Any additive bias, broadcast over the batch.
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %bias: tensor<6x10xf32>) -> tensor<2x6x5xf32> {
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0, %bias : tensor<2x6x10xf32>, tensor<6x10xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %kp: f32, %b: f32):
    %r = arith.addf %a, %kp : f32
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

//--- finite-bool.mlir
// A finite fill under a mask from memory: a row may keep nothing, and then the input asks for
// the mean. It stays a value.
// FINITEBOOL-NOT: carrier.mask
// FINITEBOOL: "carrier.fold"
// FINITEBOOL-NOT: carrier.mask
// FINITEBOOL: return
func.func @main(%q: tensor<2x6x8xf32>, %k: tensor<2x10x8xf32>, %v: tensor<2x10x5xf32>, %keep: tensor<6x10xi1>) -> tensor<2x6x5xf32> {
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %fill = arith.constant -1.0e9 : f32
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0, %keep : tensor<2x6x10xf32>, tensor<6x10xi1>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %kp: i1, %b: f32):
    %r = arith.select %kp, %a, %fill : f32
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

//--- other-mask.mlir
// Masked in the maximum, not in the weights.
// OTHERMASK: not a weighted sum: the maximum is not the maximum of the same scores over the same axis
// OTHERMASK-NOT: twist = "exp"
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
  %ninf = arith.constant 0xFF800000 : f32
  %t0 = arith.mulf %s, %c : tensor<2x6x10xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t0 : tensor<2x6x10xf32>) outs(%es : tensor<2x6x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %off = arith.constant 4 : index
    %io = arith.addi %i, %off : index
    %keep = arith.cmpi sle, %j, %io : index
    %r = arith.select %keep, %a, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x6x10xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x6x10xf32>) outs(%m0 : tensor<2x6xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %x = arith.subf %t0, %mb : tensor<2x6x10xf32>
  %e = math.exp %x : tensor<2x6x10xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x6x10xf32>) outs(%d0 : tensor<2x6xf32>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x6xf32>) outs(%es : tensor<2x6x10xf32>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x6x10xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x6x10xf32>, tensor<2x10x5xf32>) outs(%o0 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %o : tensor<2x6x5xf32>
}
