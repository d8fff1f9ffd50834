// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' %s | FileCheck %s

// Recognition by algebra: what must become one fold.

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

// (m, d, o): a maximum, the sum of weights, the weighted sum of values; the division is in the
// projection, the scores are a contraction inside the lift.
// CHECK-LABEL: func.func @full
// CHECK-NOT:     linalg
// CHECK:         %[[R:.*]] = "carrier.fold"() ({
// CHECK:           %[[S:.*]] = "carrier.contract"(%{{.*}}, %{{.*}}) {axis = "qk"} : (f16, f16) -> f32
// CHECK:           %[[T:.*]] = arith.mulf %[[S]], %{{.*}} : f32
// CHECK:           %[[V:.*]] = "carrier.element"
// CHECK:           gpu.yield %[[T]], %{{.*}}, %[[V]] : f32, f32, f16
// CHECK:         ^bb0(%{{.*}}: f32, %[[D:.*]]: f32, %[[O:.*]]: f32):
// CHECK:           arith.divf %[[O]], %[[D]]
// CHECK:         {extent = 2 : i64, name = "b", role = "free"}, {extent = 16 : i64, name = "m", role = "free"}, {extent = 24 : i64, name = "n", role = "free"}, {extent = 32 : i64, name = "kv", role = "fold"}, {extent = 8 : i64, name = "qk", role = "contract"}
// CHECK-SAME:    {identity = 0xFF800000 : f32, monoid = "max", name = "m", type = f32}, {identity = 0.000000e+00 : f32, monoid = "add", name = "d", pivot = "m", twist = "exp", type = f32}, {contraction = "pv", identity = 0.000000e+00 : f32, monoid = "add", name = "o", pivot = "m", twist = "exp", type = f32}
// CHECK-NOT:     linalg
// CHECK:         return %[[R]]
func.func @full(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
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

// A select to -inf is a mask.
// CHECK-LABEL: func.func @causal
// CHECK:         %[[I:.*]] = "carrier.index"() {axis = "m"}
// CHECK:         %[[J:.*]] = "carrier.index"() {axis = "kv"}
// CHECK:         %[[P:.*]] = arith.cmpi sge, %[[I]], %[[J]] : index
// CHECK:         "carrier.mask"(%[[P]],
func.func @causal(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
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

// So is a select to a finite fill where every row is proved to keep an element: row i keeps i.
// CHECK-LABEL: func.func @causalFiniteFill
// CHECK:         "carrier.mask"
// CHECK:         return
func.func @causalFiniteFill(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant -2.38197633E+38 : f32
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

// Bottom-right: row i keeps i + 16, which exists.
// CHECK-LABEL: func.func @bottomRightFiniteFill
// CHECK:         "carrier.mask"
func.func @bottomRightFiniteFill(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
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
    %c16 = arith.constant 16 : index
    %i2 = arith.addi %i, %c16 : index
    %kp = arith.cmpi sge, %i2, %jj : index
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

// A window is a conjunction.
// CHECK-LABEL: func.func @window
// CHECK:         %[[P:.*]] = arith.andi
// CHECK:         "carrier.mask"(%[[P]],
func.func @window(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>) -> tensor<2x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant -1.0e30 : f32
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
    %c7 = arith.constant 7 : index
    %k1 = arith.cmpi sge, %i, %jj : index
    %lo = arith.subi %i, %jj : index
    %k2 = arith.cmpi slt, %lo, %c7 : index
    %kp = arith.andi %k1, %k2 : i1
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

// A mask from memory.
// CHECK-LABEL: func.func @boolMask
// CHECK:         %[[P:.*]] = "carrier.element"(%{{.*}}) {{.*}} -> i1
// CHECK:         "carrier.mask"(%[[P]],
func.func @boolMask(%q: tensor<2x16x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x24xf16>, %keep: tensor<16x32xi1>) -> tensor<2x16x24xf32> {
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

// A plain matmul is a fold with one plain channel, bilinear in its two operands.
// CHECK-LABEL: func.func @matmul
// CHECK:         "carrier.fold"
// CHECK:           "carrier.product"(%{{.*}}, %{{.*}}) : (f16, f16) -> f32
// CHECK:         {extent = 16 : i64, name = "m", role = "free"}, {extent = 64 : i64, name = "n", role = "free"}, {extent = 32 : i64, name = "k", role = "fold"}
// CHECK-SAME:    channels = [{contraction = "k", identity = 0.000000e+00 : f32, monoid = "add", name = "acc", type = f32}]
func.func @matmul(%a: tensor<16x32xf16>, %b: tensor<32x64xf16>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<16x32xf16>, tensor<32x64xf16>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// A matmul on top of a matrix: the matrix joins in the projection.
// CHECK-LABEL: func.func @matmulAccumulate
// CHECK-SAME:    %[[C:[a-z0-9]*]]: tensor<16x64xf32>)
// CHECK:         ^bb0(%[[ACC:.*]]: f32):
// CHECK:           %[[E:.*]] = "carrier.element"(%[[C]])
// CHECK:           arith.addf %[[ACC]], %[[E]]
func.func @matmulAccumulate(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %c: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x64xf32>) outs(%c : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// A function that is elementwise is a map; one with nothing to do is left.
// CHECK-LABEL: func.func @map
// CHECK:         "carrier.map"
// CHECK:           math.tanh
func.func @map(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = math.tanh %a : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
