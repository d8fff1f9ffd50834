// UNSUPPORTED: sanitize
// (Long; what it runs is run by shorter tests under the sanitizers.)
// RUN: attn-opt %s --split-input-file --attn-to-carrier 2>&1 | FileCheck %s
// Each of them, on every executor, against the double-precision run of the linalg.
// RUN: sh %S/Inputs/define.sh %s %t.d | FileCheck %s --check-prefix=EXECUTED
// EXECUTED: 9 functions on 3 executors

// As a front end writes an argmax by a reduction of two tensors: value and position carried together, ties to
// the first position, the positions a tensor. The initial position is no identity, so it joins at the end. A NaN
// wins, the first one, so the sides of the merge are put in the order of the positions.

// CHECK:      "carrier.define"() ({
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[I:.*]]: i32):
// CHECK-NEXT:   gpu.yield %[[X]], %[[I]]
// CHECK:      ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i32, %[[B:.*]]: f32, %[[BI:.*]]: i32):
// CHECK:        %[[SWAP:.*]] = arith.cmpi sgt, %[[AI]], %[[BI]]
// CHECK:        %[[L:.*]] = arith.select %[[SWAP]], %[[B]], %[[A]] : f32
// CHECK:        %[[R:.*]] = arith.select %[[SWAP]], %[[A]], %[[B]] : f32
// CHECK:        arith.cmpf ogt, %[[L]], %[[R]]
// CHECK:      ^bb0(%{{.*}}: f32, %[[S:.*]]: i32):
// CHECK:        %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:        arith.cmpi slt, %[[ZERO]], %[[S]]
// CHECK:      identity = 0xFF800000 : f32{{.*}}identity = 2147483647 : i32{{.*}}laws = ["associative", "commutative"], sym_name = "merge_0"
// CHECK-LABEL: func.func @argmax(
// CHECK-SAME:    %[[ARG0:[a-z0-9]+]]: tensor<7x65xf32>, %[[ARG1:[a-z0-9]+]]: tensor<65xf32>
// CHECK-NEXT:    "carrier.fold"
// CHECK-DAG:       "carrier.element"(%[[ARG0]])
// CHECK-DAG:       "carrier.element"(%[[ARG1]])
// CHECK-DAG:       %[[J:.*]] = "carrier.index"() {axis = "kv"}
// CHECK:         carrier = "merge_0"
// CHECK-NOT:   linalg
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#vec = affine_map<(d0) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @argmax(%x: tensor<7x65xf32>, %b: tensor<65xf32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %e = tensor.empty() : tensor<65xi32>
  %iota = linalg.generic {indexing_maps = [#vec], iterator_types = ["parallel"]} outs(%e : tensor<65xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<65xi32>
  %e2 = tensor.empty() : tensor<7x65xi32>
  %iota2 = linalg.generic {indexing_maps = [#col, #map], iterator_types = ["parallel", "parallel"]} ins(%iota : tensor<65xi32>) outs(%e2 : tensor<7x65xi32>) {
  ^bb0(%in: i32, %o: i32):
    linalg.yield %in : i32
  } -> tensor<7x65xi32>
  %e3 = tensor.empty() : tensor<7x65xf32>
  %biased = linalg.generic {indexing_maps = [#map, #col, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<7x65xf32>, tensor<65xf32>) outs(%e3 : tensor<7x65xf32>) {
  ^bb0(%in: f32, %bi: f32, %o: f32):
    %s = arith.addf %in, %bi : f32
    %f = math.floor %s : f32
    %two = arith.constant 2.0 : f32
    %quiet = arith.constant 0x7FC00000 : f32
    %large = arith.cmpf oge, %f, %two : f32
    %n = arith.select %large, %quiet, %f : f32
    linalg.yield %n : f32
  } -> tensor<7x65xf32>
  %ninf = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : i32
  %ev = tensor.empty() : tensor<7xf32>
  %ei = tensor.empty() : tensor<7xi32>
  %fv = linalg.fill ins(%ninf : f32) outs(%ev : tensor<7xf32>) -> tensor<7xf32>
  %fi = linalg.fill ins(%c0 : i32) outs(%ei : tensor<7xi32>) -> tensor<7xi32>
  %r:2 = linalg.generic {indexing_maps = [#map, #map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%biased, %iota2 : tensor<7x65xf32>, tensor<7x65xi32>) outs(%fv, %fi : tensor<7xf32>, tensor<7xi32>) {
  ^bb0(%in: f32, %in_0: i32, %out: f32, %out_1: i32):
    %gt = arith.cmpf ogt, %out, %in : f32
    %nan = arith.cmpf une, %out, %out : f32
    %pick = arith.ori %gt, %nan : i1
    %eq = arith.cmpf oeq, %out, %in : f32
    %lt = arith.cmpi slt, %out_1, %in_0 : i32
    %tie = arith.andi %eq, %lt : i1
    %picki = arith.ori %pick, %tie : i1
    %v = arith.select %pick, %out, %in : f32
    %i = arith.select %picki, %out_1, %in_0 : i32
    linalg.yield %v, %i : f32, i32
  } -> (tensor<7xf32>, tensor<7xi32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi32>
}

// -----

// As another writes it: the maximum, and the position selected by a comparison, from the loop's index. Of equal
// values the first one stays because it came first: the sides of the merge are put in the order of the
// positions.

// CHECK:      "carrier.define"
// CHECK:      ^bb0(%[[A:.*]]: f32, %[[AI:.*]]: i64, %[[B:.*]]: f32, %[[BI:.*]]: i64):
// CHECK:        %[[SWAP:.*]] = arith.cmpi sgt, %[[AI]], %[[BI]]
// CHECK:        %[[L:.*]] = arith.select %[[SWAP]], %[[B]], %[[A]]
// CHECK:        %[[R:.*]] = arith.select %[[SWAP]], %[[A]], %[[B]]
// CHECK:        arith.maximumf %[[R]], %[[L]]
// CHECK-LABEL: func.func @max_with_index(
// CHECK:         carrier = "merge_0"
// CHECK-NOT:   linalg
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d2)>
func.func @max_with_index(%x: tensor<2x250x9xf16>) -> (tensor<2x9xi64>, tensor<2x9xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<2x9xf32>
  %ei = tensor.empty() : tensor<2x9xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<2x9xf32>) -> tensor<2x9xf32>
  %fi = linalg.fill ins(%c0 : i64) outs(%ei : tensor<2x9xi64>) -> tensor<2x9xi64>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<2x250x9xf16>) outs(%fv, %fi : tensor<2x9xf32>, tensor<2x9xi64>) {
  ^bb0(%in: f16, %out: f32, %out_1: i64):
    %w = arith.extf %in : f16 to f32
    %f = math.floor %w : f32
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %m = arith.maximumf %f, %out : f32
    %more = arith.cmpf ogt, %f, %out : f32
    %p = arith.select %more, %i, %out_1 : i64
    linalg.yield %m, %p : f32, i64
  } -> (tensor<2x9xf32>, tensor<2x9xi64>)
  return %r#1, %r#0 : tensor<2x9xi64>, tensor<2x9xf32>
}

// -----

// Monoids side by side are one, whatever they are: the extremes of a vector, from one element.

// CHECK:      "carrier.define"
// CHECK:      identity = 0x7F800000 : f32{{.*}}identity = 0xFF800000 : f32
// CHECK-LABEL: func.func @extremes(
// CHECK:         carrier = "merge_0"
// CHECK-NOT:   linalg
#vec = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @extremes(%x: tensor<1025xf32>) -> (tensor<f32>, tensor<f32>) {
  %inf = arith.constant dense<0x7F800000> : tensor<f32>
  %ninf = arith.constant dense<0xFF800000> : tensor<f32>
  %r:2 = linalg.generic {indexing_maps = [#vec, #none, #none], iterator_types = ["reduction"]} ins(%x : tensor<1025xf32>) outs(%inf, %ninf : tensor<f32>, tensor<f32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %min = arith.minimumf %in, %a : f32
    %max = arith.maximumf %in, %b : f32
    linalg.yield %min, %max : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// -----

// Only the position is read: the fold has one result, its state still two parts. The last of equal values.

// CHECK:      "carrier.define"
// CHECK-LABEL: func.func @last_largest(
// CHECK:         %[[R:.*]] = "carrier.fold"
// CHECK:         carrier = "merge_0"{{.*}} : () -> tensor<7xi32>
// CHECK:         return %[[R]] : tensor<7xi32>
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @last_largest(%x: tensor<7x64xf32>) -> tensor<7xi32> {
  %low = arith.constant dense<-1.0e30> : tensor<7xf32>
  %none = arith.constant dense<-1> : tensor<7xi32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf32>) outs(%low, %none : tensor<7xf32>, tensor<7xi32>) {
  ^bb0(%in: f32, %out: f32, %out_1: i32):
    %f = math.floor %in : f32
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %more = arith.cmpf oge, %f, %out : f32
    %v = arith.select %more, %f, %out : f32
    %p = arith.select %more, %i, %out_1 : i32
    linalg.yield %v, %p : f32, i32
  } -> (tensor<7xf32>, tensor<7xi32>)
  return %r#1 : tensor<7xi32>
}

// -----

// A sum and a sum of squares.

// CHECK:      "carrier.define"
// CHECK-LABEL: func.func @sums(
// CHECK:         carrier = "merge_0"
// CHECK-NOT:   linalg
#map = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @sums(%x: tensor<63x7xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<63x7xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %s = arith.addf %in, %a : f32
    %q = arith.mulf %in, %in : f32
    %t = arith.addf %b, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// A sum of products that nobody else reads is a contraction of the lift: scores of a nearest neighbour are never
// written.

// CHECK-LABEL: func.func @nearest(
// CHECK-NEXT:    "carrier.fold"
// CHECK:         %[[S:.*]] = "carrier.contract"
// CHECK:         gpu.yield %[[S]],
// CHECK:         carrier = "merge_0"{{.*}} : () -> tensor<100xi32>
// CHECK-NOT:   linalg
#q = affine_map<(d0, d1, d2) -> (d0, d2)>
#k = affine_map<(d0, d1, d2) -> (d1, d2)>
#s = affine_map<(d0, d1, d2) -> (d0, d1)>
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @nearest(%q: tensor<100x64xf16>, %k: tensor<250x64xf16>) -> tensor<100xi32> {
  %z = arith.constant dense<0.0> : tensor<100x250xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<100x64xf16>, tensor<250x64xf16>) outs(%z : tensor<100x250xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<100x250xf32>
  %low = arith.constant dense<0xFF800000> : tensor<100xf32>
  %c0 = arith.constant dense<0> : tensor<100xi32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<100x250xf32>) outs(%low, %c0 : tensor<100xf32>, tensor<100xi32>) {
  ^bb0(%in: f32, %out: f32, %out_1: i32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %in, %out : f32
    %v = arith.select %more, %in, %out : f32
    %p = arith.select %more, %i, %out_1 : i32
    linalg.yield %v, %p : f32, i32
  } -> (tensor<100xf32>, tensor<100xi32>)
  return %r#1 : tensor<100xi32>
}

// -----

// Scores that are a result too are read.

// CHECK-LABEL: func.func @nearest_and_scores(
// CHECK:         %[[SCORES:.*]] = "carrier.fold"
// CHECK:         contraction =
// CHECK:         "carrier.element"(%[[SCORES]])
// CHECK:         carrier = "merge_0"
#q = affine_map<(d0, d1, d2) -> (d0, d2)>
#k = affine_map<(d0, d1, d2) -> (d1, d2)>
#s = affine_map<(d0, d1, d2) -> (d0, d1)>
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @nearest_and_scores(%q: tensor<100x64xf16>, %k: tensor<250x64xf16>) -> (tensor<100x250xf32>, tensor<100xi32>) {
  %z = arith.constant dense<0.0> : tensor<100x250xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<100x64xf16>, tensor<250x64xf16>) outs(%z : tensor<100x250xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<100x250xf32>
  %low = arith.constant dense<0xFF800000> : tensor<100xf32>
  %c0 = arith.constant dense<0> : tensor<100xi32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<100x250xf32>) outs(%low, %c0 : tensor<100xf32>, tensor<100xi32>) {
  ^bb0(%in: f32, %out: f32, %out_1: i32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %in, %out : f32
    %v = arith.select %more, %in, %out : f32
    %p = arith.select %more, %i, %out_1 : i32
    linalg.yield %v, %p : f32, i32
  } -> (tensor<100xf32>, tensor<100xi32>)
  return %s, %r#1 : tensor<100x250xf32>, tensor<100xi32>
}

// -----

// Results that keep the reduced dimension as one of one element.

// CHECK-LABEL: func.func @keepdim(
// CHECK-NEXT:    "carrier.fold"
// CHECK:         maps = [#[[KEEP:.*]], #[[KEEP]]]
// CHECK-NOT:   linalg
#map = affine_map<(d0, d1) -> (d0, d1)>
#keep = affine_map<(d0, d1) -> (d0, 0)>
func.func @keepdim(%x: tensor<7x65xf32>) -> (tensor<7x1xf32>, tensor<7x1xi64>) {
  %low = arith.constant dense<0xFF800000> : tensor<7x1xf32>
  %c0 = arith.constant dense<0> : tensor<7x1xi64>
  %r:2 = linalg.generic {indexing_maps = [#map, #keep, #keep], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x65xf32>) outs(%low, %c0 : tensor<7x1xf32>, tensor<7x1xi64>) {
  ^bb0(%in: f32, %out: f32, %out_1: i64):
    %f = math.floor %in : f32
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %m = arith.maximumf %f, %out : f32
    %more = arith.cmpf ogt, %f, %out : f32
    %p = arith.select %more, %i, %out_1 : i64
    linalg.yield %m, %p : f32, i64
  } -> (tensor<7x1xf32>, tensor<7x1xi64>)
  return %r#0, %r#1 : tensor<7x1xf32>, tensor<7x1xi64>
}

// -----

// linalg.reduce, with positions that are an argument.

// CHECK-LABEL: func.func @named(
// CHECK-NEXT:    "carrier.fold"
// CHECK-NOT:   linalg
func.func @named(%x: tensor<7x65xf32>, %p: tensor<7x65xi32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %high = arith.constant dense<0x7F800000> : tensor<7xf32>
  %c0 = arith.constant dense<0> : tensor<7xi32>
  %r:2 = linalg.reduce ins(%x, %p : tensor<7x65xf32>, tensor<7x65xi32>) outs(%high, %c0 : tensor<7xf32>, tensor<7xi32>) dimensions = [1]
    (%in: f32, %q: i32, %out: f32, %at: i32) {
      %less = arith.cmpf olt, %in, %out : f32
      %same = arith.cmpf oeq, %in, %out : f32
      %first = arith.cmpi slt, %q, %at : i32
      %tie = arith.andi %same, %first : i1
      %take = arith.ori %less, %tie : i1
      %v = arith.select %take, %in, %out : f32
      %i = arith.select %take, %q, %at : i32
      linalg.yield %v, %i : f32, i32
    }
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi32>
}
