// attn-place: PLACE@fold decided in every fold; `cut` splits a fold at its contraction.
//
// RUN: attn-opt %s --pass-pipeline="builtin.module(attn-place{schedule=PLACE@fold=cut},attn-verify)" -o %t
// RUN: FileCheck %s --input-file=%t
// Running it again, with the pin or without, changes nothing.
// RUN: attn-opt %t --pass-pipeline="builtin.module(attn-place{schedule=PLACE=cut})" | diff - %t
// RUN: attn-opt %t --pass-pipeline="builtin.module(func.func(attn-place))" | diff - %t
// Without a pin every fold stays whole, and says so.
// RUN: attn-opt %s --pass-pipeline="builtin.module(attn-place)" | FileCheck %s --check-prefix=FUSE
// RUN: attn-opt %s --pass-pipeline="builtin.module(attn-place{schedule=PLACE=fuse})" | FileCheck %s --check-prefix=FUSE

// The score, masked, in memory; the rest reads it. Nothing else of the old lift is computed twice.
// CHECK-DAG:   #[[QK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   #[[KQ:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG:   #[[S:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG:   #[[VN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>

// CHECK-LABEL: func.func @stream(
// CHECK-SAME:      %[[Q:.*]]: tensor<8x4xf16>, %[[K:.*]]: tensor<16x4xf16>, %[[V:.*]]: tensor<16x2xf16>
// CHECK:         %[[SCORE:.*]] = "carrier.fold"() ({
// CHECK-NEXT:      %[[A:.*]] = "carrier.element"(%[[Q]]) {map = #[[QK]]} : (tensor<8x4xf16>) -> f16
// CHECK-NEXT:      %[[B:.*]] = "carrier.element"(%[[K]]) {map = #[[KQ]]} : (tensor<16x4xf16>) -> f16
// CHECK-NEXT:      %[[P:.*]] = "carrier.product"(%[[A]], %[[B]]) : (f16, f16) -> f32
// CHECK-NEXT:      gpu.yield %[[P]] : f32
// CHECK-NEXT:    }, {
// CHECK-NEXT:    ^bb0(%[[SUM:.*]]: f32):
// CHECK-NEXT:      %[[I:.*]] = "carrier.index"() {axis = "m"} : () -> index
// CHECK-NEXT:      %[[J:.*]] = "carrier.index"() {axis = "kv"} : () -> index
// CHECK-NEXT:      %[[KEEP:.*]] = arith.cmpi sge, %[[I]], %[[J]] : index
// CHECK-NEXT:      %[[SCALED:.*]] = arith.mulf %[[SUM]], %{{.*}} : f32
// CHECK-NEXT:      %[[INF:.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT:      %[[M:.*]] = arith.select %[[KEEP]], %[[SCALED]], %[[INF]] : f32
// CHECK-NEXT:      gpu.yield %[[M]] : f32
// CHECK-NEXT:    }) {axes = [{extent = 8 : i64, name = "m", role = "free"}, {extent = 16 : i64, name = "kv", role = "free"}, {extent = 4 : i64, name = "qk", role = "fold"}],
// CHECK-SAME:        channels = [{contraction = "qk", identity = 0.000000e+00 : f32, monoid = "add", name = "sum", type = f32}],
// CHECK-SAME:        maps = [#[[S]]], schedule = "PLACE@fold=cut"} : () -> tensor<8x16xf32>
// CHECK:         %{{.*}}:2 = "carrier.fold"() ({
// CHECK-NEXT:      %[[SE:.*]] = "carrier.element"(%[[SCORE]]) {map = #[[QK]]} : (tensor<8x16xf32>) -> f32
// CHECK-NEXT:      %[[VE:.*]] = "carrier.element"(%[[V]]) {map = #[[VN]]} : (tensor<16x2xf16>) -> f16
// CHECK-NEXT:      gpu.yield %[[SE]], %{{.*}}, %[[VE]] : f32, f32, f16
// CHECK:         ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK:           "carrier.element"(%{{.*}}) {map = #[[S]]} : (tensor<8x2xf32>) -> f32
// CHECK:         axes = [{extent = 8 : i64, name = "m", role = "free"}, {extent = 2 : i64, name = "n", role = "free"}, {extent = 16 : i64, name = "kv", role = "fold"}],
// CHECK-SAME:    twist = "exp"
// CHECK-SAME:    schedule = "PLACE@fold=cut"}
// FUSE-LABEL: func.func @stream(
// FUSE:         "carrier.contract"
// FUSE:         schedule = "PLACE@fold=fuse"
// FUSE-NOT:     "carrier.fold"
// FUSE:       func.func
func.func @stream(%q: tensor<8x4xf16>, %k: tensor<16x4xf16>, %v: tensor<16x2xf16>, %w: tensor<8x2xf32>) -> (tensor<8x2xf16>, tensor<8xf32>) {
  %scale = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %o:2 = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>} : (tensor<8x4xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3) -> (d2, d3)>} : (tensor<16x4xf16>) -> f16
    %s0 = "carrier.contract"(%a, %b) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %keep = arith.cmpi sge, %i, %j : index
    %p = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %e = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3) -> (d2, d1)>} : (tensor<16x2xf16>) -> f16
    gpu.yield %p, %one, %e : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %n: f32):
    %g = "carrier.element"(%w) {map = affine_map<(d0, d1, d2, d3) -> (d0, d1)>} : (tensor<8x2xf32>) -> f32
    %x = arith.divf %n, %d : f32
    %y = arith.mulf %x, %g : f32
    %z = arith.truncf %y : f32 to f16
    %ln = math.log %d : f32
    %l = arith.addf %p, %ln : f32
    gpu.yield %z, %l : f16, f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "n", role = "free", extent = 2},
              {name = "kv", role = "fold", extent = 16}, {name = "qk", role = "contract", extent = 4}],
      maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p", contraction = "pv"}]} : () -> (tensor<8x2xf16>, tensor<8xf32>)
  return %o#0, %o#1 : tensor<8x2xf16>, tensor<8xf32>
}

// No pivot, no product: two plain channels that a contraction feeds. One fold writes both; a mask of an
// add channel selects zero.
// CHECK-LABEL: func.func @moments(
// CHECK:         %[[TWO:.*]]:2 = "carrier.fold"() ({
// CHECK:           "carrier.product"
// CHECK:         ^bb0(%[[SUM:.*]]: f32):
// CHECK:           %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %[[M:.*]] = arith.select %{{.*}}, %[[SUM]], %[[ZERO]] : f32
// CHECK:           %[[SQ:.*]] = arith.mulf %[[SUM]], %[[SUM]] : f32
// CHECK-NEXT:      gpu.yield %[[M]], %[[SQ]] : f32, f32
// CHECK:         : () -> (tensor<8x16xf32>, tensor<8x16xf32>)
// CHECK:         "carrier.element"(%[[TWO]]#0)
// CHECK:         "carrier.element"(%[[TWO]]#1)
func.func @moments(%q: tensor<8x4xf16>, %k: tensor<16x4xf16>) -> tensor<8xf32> {
  %o = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<8x4xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<16x4xf16>) -> f16
    %s = "carrier.contract"(%a, %b) {axis = "qk"} : (f16, f16) -> f32
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %i = "carrier.index"() {axis = "m"} : () -> index
    %keep = arith.cmpi sge, %i, %j : index
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %sq = arith.mulf %s, %s : f32
    gpu.yield %masked, %sq : f32, f32
  }, {
  ^bb0(%x: f32, %y: f32):
    %z = arith.subf %y, %x : f32
    gpu.yield %z : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "kv", role = "fold", extent = 16},
              {name = "qk", role = "contract", extent = 4}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "x", monoid = "add", type = f32, identity = 0.0 : f32},
                  {name = "y", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// Two contractions: the first is written as a plain sum that the second one's projection reads.
// CHECK-LABEL: func.func @two(
// CHECK:         %[[FIRST:.*]] = "carrier.fold"() ({
// CHECK:         ^bb0(%[[SUM:.*]]: f32):
// CHECK-NEXT:      gpu.yield %[[SUM]] : f32
// CHECK:         name = "qr", role = "fold"
// CHECK-SAME:    contraction = "qr"
// CHECK-SAME:    -> tensor<8x16xf32>
// CHECK:         %[[SECOND:.*]] = "carrier.fold"() ({
// CHECK:         ^bb0(%[[SUM2:.*]]: f32):
// CHECK-NEXT:      %[[E:.*]] = "carrier.element"(%[[FIRST]])
// CHECK-NEXT:      %[[ADD:.*]] = arith.addf %[[SUM2]], %[[E]] : f32
// CHECK-NEXT:      gpu.yield %[[ADD]] : f32
// CHECK:         name = "qk", role = "fold"
// CHECK:         %{{.*}} = "carrier.fold"() ({
// CHECK-NEXT:      %[[S:.*]] = "carrier.element"(%[[SECOND]])
// CHECK-NEXT:      gpu.yield %[[S]] : f32
func.func @two(%q: tensor<8x4xf16>, %k: tensor<16x4xf16>, %r: tensor<8x16x2xf16>, %u: tensor<8x2xf16>) -> tensor<8xf32> {
  %o = "carrier.fold"() ({
    %c = "carrier.element"(%r) {map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>} : (tensor<8x16x2xf16>) -> f16
    %d = "carrier.element"(%u) {map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>} : (tensor<8x2xf16>) -> f16
    %s1 = "carrier.contract"(%c, %d) {axis = "qr"} : (f16, f16) -> f32
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>} : (tensor<8x4xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3) -> (d1, d2)>} : (tensor<16x4xf16>) -> f16
    %s0 = "carrier.contract"(%a, %b) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.addf %s0, %s1 : f32
    gpu.yield %s : f32
  }, {
  ^bb0(%x: f32):
    gpu.yield %x : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "kv", role = "fold", extent = 16},
              {name = "qk", role = "contract", extent = 4}, {name = "qr", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2, d3) -> (d0)>],
      channels = [{name = "x", monoid = "max", type = f32, identity = 0xFF800000 : f32}]} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// A product stays a product: its operand that holds the contraction is written.
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[S:.*]] = "carrier.fold"() ({
// CHECK:           "carrier.product"
// CHECK:         -> tensor<8x16xf32>
// CHECK:         "carrier.fold"() ({
// CHECK:           %[[E:.*]] = "carrier.element"(%[[S]])
// CHECK:           %[[P:.*]] = "carrier.product"(%[[E]], %{{.*}}) : (f32, f16) -> f32
// CHECK-NEXT:      gpu.yield %[[P]] : f32
// CHECK:         contraction = "mm"
func.func @chain(%q: tensor<8x4xf16>, %k: tensor<16x4xf16>, %v: tensor<16x2xf16>) -> tensor<8x2xf32> {
  %o = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>} : (tensor<8x4xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3) -> (d2, d3)>} : (tensor<16x4xf16>) -> f16
    %s = "carrier.contract"(%a, %b) {axis = "qk"} : (f16, f16) -> f32
    %e = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3) -> (d2, d1)>} : (tensor<16x2xf16>) -> f16
    %p = "carrier.product"(%s, %e) : (f32, f16) -> f32
    gpu.yield %p : f32
  }, {
  ^bb0(%x: f32):
    gpu.yield %x : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "n", role = "free", extent = 2},
              {name = "kv", role = "fold", extent = 16}, {name = "qk", role = "contract", extent = 4}],
      maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      channels = [{name = "x", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<8x2xf32>
  return %o : tensor<8x2xf32>
}

// A fold of its own pin: other pins go where their contraction or axis is. REDUCE and ROLE stand at the
// fold axis, TILE at a contraction, the rest at an axis that the part has.
// CHECK-LABEL: func.func @pins(
// CHECK:         schedule = "PLACE@fold=cut;TILE@qk=n16x16/f4x4;STAGE@kv=d1/sync;HOLD@m=reg;MATH=exp2"
// CHECK:         schedule = "PLACE@fold=cut;REDUCE@kv=g2k;STAGE@kv=d1/sync;HOLD@m=reg;MATH=exp2"
func.func @pins(%q: tensor<8x4xf16>, %k: tensor<16x4xf16>) -> tensor<8xf32> {
  %o = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<8x4xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<16x4xf16>) -> f16
    %s = "carrier.contract"(%a, %b) {axis = "qk"} : (f16, f16) -> f32
    gpu.yield %s : f32
  }, {
  ^bb0(%x: f32):
    gpu.yield %x : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "kv", role = "fold", extent = 16},
              {name = "qk", role = "contract", extent = 4}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "x", monoid = "max", type = f32, identity = 0xFF800000 : f32}],
      schedule = "TILE@qk=n16x16/f4x4;REDUCE@kv=g2k;STAGE@kv=d1/sync;HOLD@m=reg;MATH=exp2"} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// Nothing to cut here; the pin of the option is for those above.
// CHECK-LABEL: func.func @plain(
// CHECK:         schedule = "PLACE@fold=fuse"
func.func @plain(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "j", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}
