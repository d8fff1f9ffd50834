// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-carrier-to-loops,func.func(canonicalize,cse))' | FileCheck %s
// Every output bufferizes in place and lowers to LLVM:
// RUN: attn-opt %s --split-input-file --attn-to-host -o /dev/null
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-carrier-to-loops,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,buffer-results-to-out-params{hoist-static-allocs modify-public-functions})' | FileCheck %s --check-prefix=BUF

// Attention with a causal mask: the score once per (row, key) and only behind the mask; the value
// columns are an inner loop over a row state; one quotient per output element, after the stream.

// CHECK-LABEL: func.func @attention
// CHECK-SAME:    %[[Q:.*]]: tensor<2x9x8xf16>, %[[K:.*]]: tensor<2x7x8xf16>, %[[V:.*]]: tensor<2x7x4xf16>
// CHECK:         %[[ROW:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         scf.for %[[H:[a-z0-9]+]] =
// CHECK:           scf.for %[[M:[a-z0-9]+]] =
// CHECK:             %[[ROW0:.*]] = scf.for {{.*}} -> (tensor<4xf32>)
// CHECK:               tensor.insert %{{.*}} : tensor<4xf32>
// CHECK:             %[[S:.*]]:3 = scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[D:.*]] = %{{.*}}, %[[O:.*]] = %[[ROW0]]) -> (f32, f32, tensor<4xf32>)
// CHECK-NEXT:          %[[KEEP:.*]] = arith.cmpi sge, %[[M]], %[[J]]
// CHECK-NEXT:          scf.if %[[KEEP]]
// CHECK:                 scf.for
// CHECK:                   tensor.extract %[[Q]][%[[H]], %[[M]],
// CHECK:                   tensor.extract %[[K]][%[[H]], %[[J]],
// CHECK:                   arith.addf {{.*}} fastmath<reassoc,contract>
// CHECK:                 %[[SCORE:.*]] = arith.mulf
// CHECK:                 arith.cmpf une, %[[SCORE]]
// CHECK:                 scf.if
// CHECK:                   arith.maximumf %[[P]], %[[SCORE]]
// CHECK:                   math.exp
// CHECK:                   math.exp
// CHECK-NOT:               math.exp
// CHECK:                   scf.for %[[N:[a-z0-9]+]] =
// CHECK:                     tensor.extract %[[V]][%[[H]], %[[J]], %[[N]]]
// CHECK-NOT:       math.exp
// CHECK-NOT:       arith.divf
// CHECK:             scf.for
// CHECK:               arith.divf
// CHECK:               arith.truncf
// CHECK-NOT:           arith.divf
// CHECK:             math.log %[[S]]#1
// CHECK-NOT:     arith.divf
// CHECK:         return

// BUF-LABEL: func.func @attention
// BUF:         memref.alloc() {{.*}} : memref<4xf32>
// BUF-NOT:     memref.alloc
// BUF-NOT:     memref.copy
// BUF:         return
#k = affine_map<(h,m,n,j,c) -> (h,j,c)>
func.func @attention(%q: tensor<2x9x8xf16>, %k: tensor<2x7x8xf16>, %v: tensor<2x7x4xf16>) -> (tensor<2x9x4xf16>, tensor<2x9xf32>) {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o, %l = "carrier.fold"() ({
    %qe = "carrier.element"(%q) {map = affine_map<(h,m,n,j,c) -> (h,m,c)>} : (tensor<2x9x8xf16>) -> f16
    %ke = "carrier.element"(%k) {map = #k} : (tensor<2x7x8xf16>) -> f16
    %s0 = "carrier.contract"(%qe, %ke) {axis = "c"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %m = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "j"} : () -> index
    %keep = arith.cmpi sge, %m, %j : index
    %sm = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %ve = "carrier.element"(%v) {map = affine_map<(h,m,n,j,c) -> (h,j,n)>} : (tensor<2x7x4xf16>) -> f16
    "gpu.yield"(%sm, %one, %ve) : (f32, f32, f16) -> ()
  }, {
  ^bb0(%p: f32, %d: f32, %o1: f32):
    %r = arith.divf %o1, %d : f32
    %t = arith.truncf %r : f32 to f16
    %ln = math.log %d : f32
    %lse = arith.addf %p, %ln : f32
    gpu.yield %t, %lse : f16, f32
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 9}, {name = "n", role = "free", extent = 4}, {name = "j", role = "fold", extent = 7}, {name = "c", role = "contract", extent = 8}],
      maps = [affine_map<(h,m,n,j,c) -> (h,m,n)>, affine_map<(h,m,n,j,c) -> (h,m)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32}, {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}, {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p", contraction = "pv"}]} : () -> (tensor<2x9x4xf16>, tensor<2x9xf32>)
  return %o, %l : tensor<2x9x4xf16>, tensor<2x9xf32>
}

// -----

// Matmul, right operand row by row: m, k, n, so that the innermost loop is contiguous.

// CHECK-LABEL: func.func @matmul
// CHECK-SAME:    %[[A:.*]]: tensor<5x6xf16>, %[[B:.*]]: tensor<6x7xf16>
// CHECK:         scf.for %[[M:[a-z0-9]+]] =
// CHECK:           scf.for {{.*}} -> (tensor<7xf32>)
// CHECK:           scf.for %[[K:[a-z0-9]+]] = {{.*}} -> (tensor<7xf32>)
// CHECK:             scf.for %[[N:[a-z0-9]+]] =
// CHECK:               tensor.extract %[[B]][%[[K]], %[[N]]]
// CHECK:         return
// BUF-LABEL: func.func @matmul
// BUF:         memref.alloc() {{.*}} : memref<7xf32>
// BUF-NOT:     memref.alloc
// BUF:         return
func.func @matmul(%a: tensor<5x6xf16>, %b: tensor<6x7xf16>) -> tensor<5x7xf32> {
  %c = "carrier.fold"() ({
    %x = "carrier.element"(%a) {map = affine_map<(m,n,k) -> (m,k)>} : (tensor<5x6xf16>) -> f16
    %y = "carrier.element"(%b) {map = affine_map<(m,n,k) -> (k,n)>} : (tensor<6x7xf16>) -> f16
    %z = "carrier.product"(%x, %y) : (f16, f16) -> f32
    gpu.yield %z : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 5}, {name = "n", role = "free", extent = 7}, {name = "k", role = "fold", extent = 6}],
      maps = [affine_map<(m,n,k) -> (m,n)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<5x7xf32>
  return %c : tensor<5x7xf32>
}

// -----

// The same with the right operand column by column: m, n, k with a scalar state, no buffer at all.

// CHECK-LABEL: func.func @matmul_transposed
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             %[[S:.*]] = scf.for {{.*}} -> (f32)
// CHECK:             tensor.insert %[[S]]
// CHECK:         return
// BUF-LABEL: func.func @matmul_transposed
// BUF-NOT:     memref.alloc
// BUF:         return
func.func @matmul_transposed(%a: tensor<5x6xf16>, %b: tensor<7x6xf16>) -> tensor<5x7xf32> {
  %c = "carrier.fold"() ({
    %x = "carrier.element"(%a) {map = affine_map<(m,n,k) -> (m,k)>} : (tensor<5x6xf16>) -> f16
    %y = "carrier.element"(%b) {map = affine_map<(m,n,k) -> (n,k)>} : (tensor<7x6xf16>) -> f16
    %z = "carrier.product"(%x, %y) : (f16, f16) -> f32
    gpu.yield %z : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 5}, {name = "n", role = "free", extent = 7}, {name = "k", role = "fold", extent = 6}],
      maps = [affine_map<(m,n,k) -> (m,n)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<5x7xf32>
  return %c : tensor<5x7xf32>
}

// -----

// Nothing to fold: the projection of the identity.

// CHECK-LABEL: func.func @nothing
// CHECK-NOT:     math.exp
// CHECK:         %[[NINF:.*]] = arith.constant 0xFF800000 : f32
// CHECK-NOT:     math.exp
// CHECK:         tensor.insert %[[NINF]]
func.func @nothing(%x: tensor<4x0xf32>) -> tensor<4xf32> {
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(m,j) -> (m,j)>} : (tensor<4x0xf32>) -> f32
    gpu.yield %e, %e : f32, f32
  }, {
  ^bb0(%p: f32, %d: f32):
    gpu.yield %p : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 0}],
      maps = [affine_map<(m,j) -> (m)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32}, {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A map: what does not vary along a loop leaves it, results of the same axes share a nest.

// CHECK-LABEL: func.func @map
// CHECK-SAME:    %[[X:.*]]: tensor<6x5xf32>, %[[S:.*]]: tensor<3xf32>
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           %[[G:.*]] = affine.apply {{.*}}(%[[I]])
// CHECK:           %[[E:.*]] = tensor.extract %[[S]][%[[G]]]
// CHECK:           math.exp %[[E]]
// CHECK:           scf.for %[[J:[a-z0-9]+]] =
// CHECK-NOT:         math.exp
// CHECK:             tensor.insert %{{.*}}[%[[I]], %[[J]]] : tensor<6x5xf16>
// CHECK:             tensor.insert %{{.*}}[%[[J]], %[[I]]] : tensor<5x6xf32>
// CHECK:         return
func.func @map(%x: tensor<6x5xf32>, %s: tensor<3xf32>) -> (tensor<6x5xf16>, tensor<5x6xf32>) {
  %a, %b = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(i,j) -> (i,j)>} : (tensor<6x5xf32>) -> f32
    %g = "carrier.element"(%s) {map = affine_map<(i,j) -> (i floordiv 2)>} : (tensor<3xf32>) -> f32
    %w = math.exp %g : f32
    %y = arith.mulf %e, %w : f32
    %t = arith.truncf %y : f32 to f16
    gpu.yield %t, %y : f16, f32
  }) {axes = [{name = "i", role = "free", extent = 6}, {name = "j", role = "free", extent = 5}],
      maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j,i)>]} : () -> (tensor<6x5xf16>, tensor<5x6xf32>)
  return %a, %b : tensor<6x5xf16>, tensor<5x6xf32>
}

// -----

// A carrier.define: the parts of the state together, in the order of the axis, nothing of a masked element;
// the definition goes.

// CHECK-NOT:   carrier.define
// CHECK-LABEL: func.func @largest(
// CHECK-DAG:     %[[NINF:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:     %[[NONE:.*]] = arith.constant 99 : i32
// CHECK:         scf.for %[[M:[a-z0-9]+]] =
// CHECK:           %[[STATE:.*]]:2 = scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[V:.*]] = %[[NINF]], %[[P:.*]] = %[[NONE]]) -> (f32, i32)
// CHECK:             %[[KEEP:.*]] = arith.cmpi sle, %[[J]], %[[M]]
// CHECK:             %[[NEW:.*]]:2 = scf.if %[[KEEP]] -> (f32, i32)
// CHECK:               %[[E:.*]] = tensor.extract
// CHECK:               %[[X:.*]] = arith.negf %[[E]]
// CHECK:               %[[MORE:.*]] = arith.cmpf ogt, %[[X]], %[[V]]
// CHECK:               arith.select %[[MORE]], %[[X]], %[[V]]
// CHECK:             } else {
// CHECK:               scf.yield %[[V]], %[[P]]
// CHECK:           %[[R:.*]] = arith.negf %[[STATE]]#0
// CHECK:           tensor.insert %[[R]]
"carrier.define"() ({
^bb0(%x: f32, %i: i32):
  %n = arith.negf %x : f32
  gpu.yield %n, %i : f32, i32
}, {
^bb0(%va: f32, %ia: i32, %vb: f32, %ib: i32):
  %more = arith.cmpf ogt, %vb, %va : f32
  %v = arith.select %more, %vb, %va : f32
  %i = arith.select %more, %ib, %ia : i32
  gpu.yield %v, %i : f32, i32
}, {
^bb0(%v: f32, %i: i32):
  %n = arith.negf %v : f32
  gpu.yield %n, %i : f32, i32
}, {}, {}) {sym_name = "first_largest", laws = [], channels = [{name = "v", type = f32, identity = 0xFF800000 : f32},
    {name = "i", type = i32, identity = 99 : i32}]} : () -> ()
func.func @largest(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    %m = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "j"} : () -> index
    %keep = arith.cmpi sle, %j, %m : index
    %i = arith.index_cast %j : index to i32
    %k = "carrier.mask"(%keep, %i) : (i1, i32) -> i32
    gpu.yield %e, %k : f32, i32
  }, {
  ^bb0(%v: f32, %i: i32):
    gpu.yield %v : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>], carrier = "first_largest"} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}
