// RUN: attn-opt %s --split-input-file --no-remarks --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' | FileCheck %s --implicit-check-not='name = "s"'

// Sums without weights in the fold that has their maximum (RecognizeSum.c).

// The score at one coordinate: a channel beside the maximum and the sum of weights.

// CHECK-LABEL: @target
// CHECK:         "carrier.fold"
// CHECK:           %[[S:.*]] = "carrier.contract"
// CHECK:           %[[J:.*]] = "carrier.index"() {axis = "kv"}
// CHECK:           %[[IS:.*]] = arith.cmpi eq, %[[J]]
// CHECK:           %[[P:.*]] = arith.select %[[IS]], %[[S]], %{{.*}} : f32
// CHECK:           gpu.yield %[[S]], %{{.*}}, %[[P]] : f32, f32, f32
// CHECK:         name = "s", type = f32}]
// CHECK-NOT:     "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @target(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>, %t: tensor<8xi32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%z, %t : tensor<8x16xf32>, tensor<8xi32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: i32, %o: f32):
    %j = linalg.index 1 : index
    %at = arith.index_cast %b : i32 to index
    %is = arith.cmpi eq, %j, %at : index
    %p = arith.select %is, %a, %zero : f32
    %n = arith.addf %o, %p : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// What is made of the score with the maximum is made in the projection, if a score was picked.

// CHECK-LABEL: @function
// CHECK:         "carrier.fold"
// CHECK:           gpu.yield
// CHECK:         ^bb0(%[[M:.*]]: f32, %{{.*}}: f32, %[[S:.*]]: f32):
// CHECK:           %[[OUT:.*]] = arith.cmpi uge, %{{.*}}, %c16
// CHECK:           %[[Y:.*]] = arith.subf %[[S]], %[[M]]
// CHECK:           %[[F:.*]] = math.tanh %[[Y]]
// CHECK:           arith.select %[[OUT]], %{{.*}}, %[[F]]
// CHECK:         name = "s", type = f32}]
// CHECK-NOT:     "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @function(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>, %t: tensor<8xi32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%y, %t : tensor<8x16xf32>, tensor<8xi32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: i32, %o: f32):
    %j = linalg.index 1 : index
    %at = arith.index_cast %b : i32 to index
    %is = arith.cmpi eq, %j, %at : index
    %q = math.tanh %a : f32
    %p = arith.select %is, %q, %zero : f32
    %n = arith.addf %o, %p : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// All scores.

// CHECK-LABEL: @sum
// CHECK:         "carrier.fold"
// CHECK:           %[[S:.*]] = "carrier.contract"
// CHECK:           gpu.yield %[[S]], %{{.*}}, %[[S]] : f32, f32, f32
// CHECK:         name = "s", type = f32}]
// CHECK-NOT:     "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @sum(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.addf %o, %a : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// Near miss: a sum of something else.

// CHECK-LABEL: @other
// CHECK-COUNT-2: "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @other(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>, %u: tensor<8x16xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.addf %o, %a : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// Near miss: it reads weights of its own along the axis.

// CHECK-LABEL: @weights
// CHECK-COUNT-3: "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @weights(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>, %u: tensor<16xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (j)>, #i], iterator_types = ["parallel", "reduction"]} ins(%z, %u : tensor<8x16xf32>, tensor<16xf32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %n = arith.addf %o, %p : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// Near miss: which term counts is read at every element.

// CHECK-LABEL: @each
// CHECK-COUNT-3: "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @each(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>, %t: tensor<16xi32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (j)>, #i], iterator_types = ["parallel", "reduction"]} ins(%z, %t : tensor<8x16xf32>, tensor<16xi32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: i32, %o: f32):
    %j = linalg.index 1 : index
    %at = arith.index_cast %b : i32 to index
    %is = arith.cmpi eq, %j, %at : index
    %p = arith.select %is, %a, %zero : f32
    %n = arith.addf %o, %p : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// Near miss: the sum goes along the other axis.

// CHECK-LABEL: @columns
// CHECK-COUNT-3: "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @columns(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>) -> (tensor<8xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %ec = tensor.empty() : tensor<16xf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<16xf32>) -> tensor<16xf32>
  %s = linalg.reduce { arith.addf } ins(%z : tensor<8x16xf32>) outs(%zc : tensor<16xf32>) dimensions = [0]
  return %lse, %s : tensor<8xf32>, tensor<16xf32>
}

// -----

// Near miss: a sum of all scores less the maximum needs the maximum for every term.

// CHECK-LABEL: @shifted
// CHECK-COUNT-3: "carrier.fold"
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @shifted(%x: tensor<8x32xf16>, %w: tensor<16x32xf16>, %t: tensor<8xi32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%z2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<8x16xf32>) outs(%l1 : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<8x16xf32>
  %e = math.exp %y : tensor<8x16xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %ld = math.log %d : tensor<8xf32>
  %lse = arith.addf %ld, %m : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<8x16xf32>) outs(%z1 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.addf %o, %a : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %loss = arith.subf %lse, %s : tensor<8xf32>
  return %loss : tensor<8xf32>
}

// -----

// Weights without an exponential of which a choice leaves none are a mask of the sum, under casts, too; a choice of
// another number is a weight. Of a product that is no score the operand is a tensor of its own.
// (The last fold stands first.)
// CHECK-LABEL: @chosen
// CHECK: "carrier.map"
// CHECK:   arith.select
// CHECK: "carrier.fold"
// CHECK-NOT: arith.select
// CHECK-NOT: "carrier.mask"
// CHECK: contraction = "k",
// CHECK: "carrier.fold"
// CHECK:   arith.select
// CHECK:   "carrier.product"
// CHECK-NOT: "carrier.mask"
// CHECK: contraction = "pv"
// CHECK: "carrier.fold"
// CHECK-NOT: arith.select
// CHECK:   "carrier.product"
// CHECK:   "carrier.mask"
// CHECK: contraction = "pv"
#ij = affine_map<(i, j) -> (i, j)>
func.func @chosen(%q: tensor<16x32xf16>, %k: tensor<24x32xf16>, %v: tensor<24x32xf16>, %a: tensor<16x24xf16>) -> (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %nothing = arith.constant 0.0 : f16
  %se = tensor.empty() : tensor<16x24xf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<16x24xf32>) -> tensor<16x24xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%q, %k : tensor<16x32xf16>, tensor<24x32xf16>) outs(%sz : tensor<16x24xf32>) -> tensor<16x24xf32>
  %we = tensor.empty() : tensor<16x24xf16>
  %oe = tensor.empty() : tensor<16x32xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<16x32xf32>) -> tensor<16x32xf32>
  %w0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<16x24xf32>) outs(%we : tensor<16x24xf16>) {
  ^bb0(%x: f32, %o: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.cmpi sle, %j, %i : index
    %y = math.tanh %x : f32
    %z = arith.select %p, %y, %zero : f32
    %t = arith.truncf %z : f32 to f16
    linalg.yield %t : f16
  } -> tensor<16x24xf16>
  %w1 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<16x24xf32>) outs(%we : tensor<16x24xf16>) {
  ^bb0(%x: f32, %o: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.cmpi sle, %j, %i : index
    %y = math.tanh %x : f32
    %z = arith.select %p, %y, %half : f32
    %t = arith.truncf %z : f32 to f16
    linalg.yield %t : f16
  } -> tensor<16x24xf16>
  %w2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<16x24xf16>) outs(%we : tensor<16x24xf16>) {
  ^bb0(%x: f16, %o: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.cmpi sle, %j, %i : index
    %z = arith.select %p, %x, %nothing : f16
    linalg.yield %z : f16
  } -> tensor<16x24xf16>
  %r0 = linalg.matmul ins(%w0, %v : tensor<16x24xf16>, tensor<24x32xf16>) outs(%oz : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r1 = linalg.matmul ins(%w1, %v : tensor<16x24xf16>, tensor<24x32xf16>) outs(%oz : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r2 = linalg.matmul ins(%w2, %v : tensor<16x24xf16>, tensor<24x32xf16>) outs(%oz : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r0, %r1, %r2 : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>
}
