// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %s --split-input-file 2>/dev/null | FileCheck %s
// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %s --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// Near misses: what looks like attention and is not, or is a mask only almost. Each says which clause
// failed.

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#bm = affine_map<(d0, d1, d2) -> (d0, d1)>
#bj = affine_map<(d0, d1, d2) -> (d0, d2)>
#mj = affine_map<(d0, d1, d2) -> (d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#pm = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#pv = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#po = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// Softmax over the queries. The values' sum runs over the keys, so it is a plain sum; the statistics
// are folds over the queries.
// WHY: remark: not a weighted sum: the maximum that exp's argument subtracts varies along the folded axis
// CHECK-LABEL: func.func @softmaxOverQueries
// CHECK-NOT:     contraction = "pv"
// CHECK:         "carrier.product"
// CHECK-NOT:     contraction = "pv"
// CHECK:         return
func.func @softmaxOverQueries(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x16x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x16x8xf16>, tensor<2x32x8xf16>) outs(%s0 : tensor<2x16x32xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %a = arith.extf %x : f16 to f32
    %bb = arith.extf %y : f16 to f32
    %p = arith.mulf %a, %bb : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %t = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x16x32xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %scale : f32
    linalg.yield %y : f32
  } -> tensor<2x16x32xf32>
  %em = tensor.empty() : tensor<2x32xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%em : tensor<2x32xf32>) -> tensor<2x32xf32>
  %m = linalg.generic {indexing_maps = [#id3, #bj], iterator_types = ["parallel", "reduction", "parallel"]} ins(%t : tensor<2x16x32xf32>) outs(%m0 : tensor<2x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.maximumf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x32xf32>
  %e = linalg.generic {indexing_maps = [#id3, #bj, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x16x32xf32>, tensor<2x32xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%em : tensor<2x32xf32>) -> tensor<2x32xf32>
  %d = linalg.generic {indexing_maps = [#id3, #bj], iterator_types = ["parallel", "reduction", "parallel"]} ins(%e : tensor<2x16x32xf32>) outs(%d0 : tensor<2x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x32xf32>
  %w = linalg.generic {indexing_maps = [#id3, #bj, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %d : tensor<2x16x32xf32>, tensor<2x32xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.divf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %eo = tensor.empty() : tensor<2x16x24xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %out = linalg.generic {indexing_maps = [#pm, #pv, #po], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x16x32xf32>, tensor<2x32x24xf16>) outs(%o0 : tensor<2x16x24xf32>) {
  ^bb0(%x: f32, %y: f16, %o: f32):
    %a = arith.extf %y : f16 to f32
    %p = arith.mulf %x, %a : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x24xf32>
  return %out : tensor<2x16x24xf32>
}

// -----

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#bm = affine_map<(d0, d1, d2) -> (d0, d1)>
#bj = affine_map<(d0, d1, d2) -> (d0, d2)>
#mj = affine_map<(d0, d1, d2) -> (d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#pm = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#pv = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#po = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// The maximum of something else.
// WHY: remark: not a weighted sum: the maximum is not the maximum of the same scores over the same axis
// CHECK-LABEL: func.func @otherMaximum
// CHECK-NOT:     contraction = "pv"
// CHECK:         return
func.func @otherMaximum(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>, %other: tensor<2x16x32xf32>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x16x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x16x8xf16>, tensor<2x32x8xf16>) outs(%s0 : tensor<2x16x32xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %a = arith.extf %x : f16 to f32
    %bb = arith.extf %y : f16 to f32
    %p = arith.mulf %a, %bb : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %t = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x16x32xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %scale : f32
    linalg.yield %y : f32
  } -> tensor<2x16x32xf32>
  %em = tensor.empty() : tensor<2x16xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %m = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%other : tensor<2x16x32xf32>) outs(%m0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.maximumf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %e = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %d = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x16x32xf32>) outs(%d0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %w = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %d : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.divf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %eo = tensor.empty() : tensor<2x16x24xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %out = linalg.generic {indexing_maps = [#pm, #pv, #po], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x16x32xf32>, tensor<2x32x24xf16>) outs(%o0 : tensor<2x16x24xf32>) {
  ^bb0(%x: f32, %y: f16, %o: f32):
    %a = arith.extf %y : f16 to f32
    %p = arith.mulf %x, %a : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x24xf32>
  return %out : tensor<2x16x24xf32>
}

// -----

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#bm = affine_map<(d0, d1, d2) -> (d0, d1)>
#bj = affine_map<(d0, d1, d2) -> (d0, d2)>
#mj = affine_map<(d0, d1, d2) -> (d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#pm = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#pv = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#po = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// A finite fill where row 0 keeps nothing: the input asks for the mean of the values there, so the
// fill stays a value.
// CHECK-LABEL: func.func @strictlyCausalFiniteFill
// CHECK-NOT:     carrier.mask
// CHECK:         arith.select
// CHECK-NOT:     carrier.mask
// CHECK:         return
func.func @strictlyCausalFiniteFill(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant -1.0e9 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x16x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x16x8xf16>, tensor<2x32x8xf16>) outs(%s0 : tensor<2x16x32xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %a = arith.extf %x : f16 to f32
    %bb = arith.extf %y : f16 to f32
    %p = arith.mulf %a, %bb : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %t = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x16x32xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %scale : f32
    %i = linalg.index 1 : index
    %jj = linalg.index 2 : index
    %kp = arith.cmpi sgt, %i, %jj : index
    %z = arith.select %kp, %y, %fill : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %em = tensor.empty() : tensor<2x16xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %m = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x16x32xf32>) outs(%m0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.maximumf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %e = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %d = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x16x32xf32>) outs(%d0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %w = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %d : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.divf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %eo = tensor.empty() : tensor<2x16x24xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %out = linalg.generic {indexing_maps = [#pm, #pv, #po], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x16x32xf32>, tensor<2x32x24xf16>) outs(%o0 : tensor<2x16x24xf32>) {
  ^bb0(%x: f32, %y: f16, %o: f32):
    %a = arith.extf %y : f16 to f32
    %p = arith.mulf %x, %a : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x24xf32>
  return %out : tensor<2x16x24xf32>
}

// -----

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#bm = affine_map<(d0, d1, d2) -> (d0, d1)>
#bj = affine_map<(d0, d1, d2) -> (d0, d2)>
#mj = affine_map<(d0, d1, d2) -> (d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#pm = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#pv = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#po = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// A finite fill under a mask from memory: nothing is known about its rows.
// CHECK-LABEL: func.func @boolMaskFiniteFill
// CHECK-NOT:     carrier.mask
// CHECK:         return
func.func @boolMaskFiniteFill(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>, %keep: tensor<16x32xi1>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant -1.0e9 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x16x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x16x8xf16>, tensor<2x32x8xf16>) outs(%s0 : tensor<2x16x32xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %a = arith.extf %x : f16 to f32
    %bb = arith.extf %y : f16 to f32
    %p = arith.mulf %a, %bb : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %t = linalg.generic {indexing_maps = [#id3, #mj, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %keep : tensor<2x16x32xf32>, tensor<16x32xi1>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %kp: i1, %o: f32):
    %y = arith.mulf %x, %scale : f32
    %z = arith.select %kp, %y, %fill : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %em = tensor.empty() : tensor<2x16xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %m = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x16x32xf32>) outs(%m0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.maximumf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %e = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %d = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x16x32xf32>) outs(%d0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %w = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %d : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.divf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %eo = tensor.empty() : tensor<2x16x24xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %out = linalg.generic {indexing_maps = [#pm, #pv, #po], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x16x32xf32>, tensor<2x32x24xf16>) outs(%o0 : tensor<2x16x24xf32>) {
  ^bb0(%x: f32, %y: f16, %o: f32):
    %a = arith.extf %y : f16 to f32
    %p = arith.mulf %x, %a : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x24xf32>
  return %out : tensor<2x16x24xf32>
}

// -----

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#bm = affine_map<(d0, d1, d2) -> (d0, d1)>
#bj = affine_map<(d0, d1, d2) -> (d0, d2)>
#mj = affine_map<(d0, d1, d2) -> (d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#s4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#pm = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#pv = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#po = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// A small fill is no mask at all.
// CHECK-LABEL: func.func @smallFill
// CHECK-NOT:     carrier.mask
// CHECK:         return
func.func @smallFill(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant -10.0 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x16x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x16x8xf16>, tensor<2x32x8xf16>) outs(%s0 : tensor<2x16x32xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %a = arith.extf %x : f16 to f32
    %bb = arith.extf %y : f16 to f32
    %p = arith.mulf %a, %bb : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %t = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x16x32xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %scale : f32
    %i = linalg.index 1 : index
    %jj = linalg.index 2 : index
    %kp = arith.cmpi sge, %i, %jj : index
    %z = arith.select %kp, %y, %fill : f32
    linalg.yield %z : f32
  } -> tensor<2x16x32xf32>
  %em = tensor.empty() : tensor<2x16xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %m = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<2x16x32xf32>) outs(%m0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.maximumf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %e = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %m : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%em : tensor<2x16xf32>) -> tensor<2x16xf32>
  %d = linalg.generic {indexing_maps = [#id3, #bm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<2x16x32xf32>) outs(%d0 : tensor<2x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<2x16xf32>
  %w = linalg.generic {indexing_maps = [#id3, #bm, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %d : tensor<2x16x32xf32>, tensor<2x16xf32>) outs(%es : tensor<2x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.divf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32xf32>
  %eo = tensor.empty() : tensor<2x16x24xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %out = linalg.generic {indexing_maps = [#pm, #pv, #po], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x16x32xf32>, tensor<2x32x24xf16>) outs(%o0 : tensor<2x16x24xf32>) {
  ^bb0(%x: f32, %y: f16, %o: f32):
    %a = arith.extf %y : f16 to f32
    %p = arith.mulf %x, %a : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x16x24xf32>
  return %out : tensor<2x16x24xf32>
}

// -----

// An arg-max has two results and no monoid of the table.
// WHY: remark: reduction left as it is: the reduction has more than one result
// CHECK-LABEL: func.func @argmax
// CHECK:         linalg.generic
func.func @argmax(%a: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %fi = linalg.fill ins(%z : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%f, %fi : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %o: f32, %oi: i64):
    %i = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i64
    %c = arith.cmpf ogt, %x, %o : f32
    %m = arith.select %c, %x, %o : f32
    %mi = arith.select %c, %ii, %oi : i64
    linalg.yield %m, %mi : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// A combiner that is no monoid.
// WHY: remark: reduction left as it is: the combiner is no known monoid
// CHECK-LABEL: func.func @alternating
// CHECK:         linalg.generic
func.func @alternating(%a: tensor<4x8xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.subf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
