// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-bracket,attn-verify)' | FileCheck %s
// RUN: attn-opt --example=attention:b=1,h=2,sq=64,sk=64,d=64,f32 -o %t.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket)' %t.mlir | FileCheck %s --check-prefix=ROUND

// ROUND: %[[AP:.*]] = arith.divf %[[ONE:.*]], %[[D:.*]] fastmath<afn>
// ROUND-NEXT: %[[MD:.*]] = arith.negf %[[D]]
// ROUND-NEXT: %[[EA:.*]] = math.fma %[[MD]], %[[AP]], %[[ONE]]
// ROUND-NEXT: math.fma %[[AP]], %[[EA]], %[[AP]]
// ROUND: %[[QU:.*]] = arith.mulf %[[X:.*]], %[[RC:.*]] : f32
// ROUND: %[[MQ:.*]] = arith.negf %[[QU]]
// ROUND: %[[ER:.*]] = math.fma %{{.*}}, %[[MQ]], %[[X]]
// ROUND: %[[CO:.*]] = math.fma %[[ER]], %[[RC]], %[[QU]]
// ROUND: %[[NU:.*]] = arith.cmpf oeq, %[[ER]], %[[ER]]
// ROUND: arith.select %[[NU]], %[[CO]], %[[QU]]

// One kernel per carrier operation: grid, stream, mask classes, the merge derived from the channels.

// No mask, the tile divides: one loop of full tiles, no mask code anywhere. Scale and nothing else in
// the score's map; the reference point's guard is paid per row.

// CHECK-LABEL: func.func @full
// CHECK:       "tile.kernel"() ({
// CHECK:         %[[H:.*]] = "tile.origin"() {axis = "h"}
// CHECK:         %[[M:.*]] = "tile.origin"() {axis = "m"}
// CHECK:         %[[Q:.*]] = "tile.load"(%{{.*}}, %[[H]], %[[M]], %{{.*}}) {axes = ["m", "qk"], {{.*}}over = ["h", "m", "qk"]} {{.*}} -> tensor<64x64xf16>
// CHECK:         %[[P0:.*]] = "tile.fill"() {axes = ["m"], value = 0xFF800000 : f32}
// CHECK:         %[[D0:.*]] = "tile.fill"() {axes = ["m"], value = 0.000000e+00 : f32}
// CHECK:         %[[O0:.*]] = "tile.fill"() {axes = ["m", "n"], value = 0.000000e+00 : f32}
// CHECK:         %[[ST:.*]]:3 = scf.for %[[J:.*]] = %c0 to %c128 step %c64 iter_args(%[[P:.*]] = %[[P0]], %[[D:.*]] = %[[D0]], %[[O:.*]] = %[[O0]])
// CHECK:           %[[K:.*]] = "tile.load"(%{{.*}}, %[[H]], %[[J]], %{{.*}}) {axes = ["kv", "qk"]
// CHECK:           %[[S0:.*]] = "tile.contract"(%[[Q]], %[[K]], %{{.*}}) {axes = ["m", "kv"], axis = "qk", {{.*}}name = "qk"
// CHECK:           %[[S:.*]] = "tile.map"
// CHECK-NEXT:        "tile.element"(%[[S0]])
// CHECK-NEXT:        arith.constant 1.250000e-01
// CHECK-NEXT:        arith.mulf
// CHECK-NEXT:        gpu.yield
// CHECK:           %[[PT:.*]] = "tile.reduce"(%[[S]]) {axes = ["m"], axis = "kv", monoid = "max"
// CHECK:           %[[PN:.*]] = "tile.map"
// CHECK:             arith.maximumf
// CHECK:           %[[REF:.*]] = "tile.map"
// CHECK:             "tile.element"(%[[PN]])
// CHECK:             arith.constant 0xFF800000
// CHECK:             arith.cmpf oeq
// CHECK:             arith.select
// CHECK:           %[[A:.*]] = "tile.map"
// CHECK:             "tile.element"(%[[P]])
// CHECK:             "tile.element"(%[[REF]])
// CHECK:             math.exp
// CHECK:           %[[W:.*]] = "tile.map"
// CHECK:             "tile.element"(%[[S]]) {axes = ["m", "kv"]}
// CHECK:             "tile.element"(%[[REF]]) {axes = ["m"]}
// CHECK:             math.exp
// CHECK:           %[[DT:.*]] = "tile.reduce"(%[[W]]) {axes = ["m"], axis = "kv", monoid = "add"
// CHECK:           %[[DN:.*]] = "tile.map"
// CHECK:             "tile.element"(%[[D]])
// CHECK:             "tile.element"(%[[A]])
// CHECK:             "tile.element"(%[[DT]])
// CHECK:           %[[V:.*]] = "tile.load"(%{{.*}}, %[[H]], %[[J]], %{{.*}}) {axes = ["kv", "n"]
// CHECK:           %[[OA:.*]] = "tile.map"
// CHECK:             "tile.element"(%[[O]])
// CHECK:             "tile.element"(%[[A]])
// CHECK:           %[[ON:.*]] = "tile.contract"(%[[W]], %[[V]], %[[OA]]) {axes = ["m", "n"], axis = "kv", {{.*}}name = "pv"
// CHECK:           scf.yield %[[PN]], %[[DN]], %[[ON]]
// CHECK-NEXT:    } {class = "full"}
// CHECK-NOT:     scf.for
// CHECK-NOT:     tile.coord
// One reciprocal a row; the columns multiply, and that is enough for a result of 16 bits; one of 32 (ROUND) is
// corrected by what it misses.
// CHECK:         %[[RC:.*]] = "tile.map"
// CHECK:           "tile.element"(%[[ST]]#1)
// CHECK:           arith.divf
// CHECK:         }) {axes = ["m"]}
// CHECK:         %[[R:.*]] = "tile.map"
// CHECK:           "tile.element"(%[[ST]]#2)
// CHECK:           %[[QU:.*]] = arith.mulf
// CHECK-NEXT:      arith.truncf %[[QU]]
// CHECK:         "tile.store"(%[[R]], %[[H]], %[[M]], %{{.*}}) {axes = ["m", "n"], {{.*}}result = 0
// CHECK:       name = "m", role = "free", tile = 64 : i64
// CHECK-SAME:  name = "kv", role = "fold", tile = 64 : i64
// CHECK-SAME:  name = "qk", role = "contract", tile = 64 : i64
// CHECK-SAME:  grid = ["h", "m"], schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f4x4", sym_name = "full_0"
func.func @full(%q: tensor<2x128x64xf16>, %k: tensor<2x128x64xf16>, %v: tensor<2x128x64xf16>) -> tensor<2x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x128x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x128x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x128x64xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 128},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 128},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x128x64xf16>
  return %o : tensor<2x128x64xf16>
}

// -----

// Ragged: rows are guarded by the stores, columns of the last fold tile are masked; only that tile pays.
// d = 40 columns of values get 48.

// CHECK-LABEL: func.func @ragged
// CHECK:         scf.for %{{.*}} = %c0 to %c64 step %c64
// CHECK-NOT:       arith.cmpi
// CHECK:         } {class = "full"}
// CHECK:         scf.for %[[J:.*]] = %c64{{.*}} to %c128 step %c64
// CHECK:           arith.mulf
// CHECK:           %[[C:.*]] = "tile.coord"(%[[J]]) {axis = "kv"}
// CHECK:           %[[N:.*]] = arith.constant 100 : index
// CHECK:           %[[IN:.*]] = arith.cmpi slt, %[[C]], %[[N]]
// CHECK:           arith.constant 0xFF800000 : f32
// CHECK:           arith.select %[[IN]]
// CHECK:         } {class = "partial"}
// CHECK:       extent = 70 : i64, name = "m", role = "free", tile = 64 : i64
// CHECK-SAME:  extent = 40 : i64, name = "n", role = "free", tile = 48 : i64
// CHECK-SAME:  schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f3x4"
func.func @ragged(%q: tensor<2x70x64xf16>, %k: tensor<2x100x64xf16>, %v: tensor<2x100x40xf16>) -> tensor<2x70x40xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x70x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x100x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x100x40xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 70},
              {name = "n", role = "free", extent = 40}, {name = "kv", role = "fold", extent = 100},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x70x40xf16>
  return %o : tensor<2x70x40xf16>
}

// -----

// Causal: full tiles up to the diagonal, partial ones across it, the empty ones never.

// CHECK:       #[[ANY:.*]] = affine_map<(d0) -> (d0 + 64)>
// CHECK-LABEL: func.func @causal
// CHECK:         %[[M:.*]] = "tile.origin"() {axis = "m"}
// CHECK:         %[[A:.*]] = affine.apply #[[ANY]](%[[M]])
// CHECK:         %[[S1:.*]]:3 = scf.for %{{.*}} = %c0 to %[[M]] step %c64
// CHECK-NOT:       tile.coord
// CHECK:         } {class = "full"}
// CHECK:         scf.for %[[J:.*]] = %[[M]] to %[[A]] step %c64 iter_args(%{{.*}} = %[[S1]]#0, %{{.*}} = %[[S1]]#1, %{{.*}} = %[[S1]]#2)
// CHECK:           %[[S:.*]] = "tile.map"
// CHECK:             arith.mulf
// CHECK:             %[[CI:.*]] = "tile.coord"(%[[M]]) {axis = "m"}
// CHECK:             %[[CJ:.*]] = "tile.coord"(%[[J]]) {axis = "kv"}
// CHECK:             %[[KEEP:.*]] = arith.cmpi sge, %[[CI]], %[[CJ]]
// CHECK:             %[[NINF:.*]] = arith.constant 0xFF800000 : f32
// CHECK:             arith.select %[[KEEP]], %{{.*}}, %[[NINF]]
// CHECK:         } {class = "partial"}
// CHECK-NOT:     scf.for
func.func @causal(%q: tensor<2x256x64xf16>, %k: tensor<2x256x64xf16>, %v: tensor<2x256x64xf16>) -> tensor<2x256x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x256x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x256x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %keep = arith.cmpi sge, %i, %j : index
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x256x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 256},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 256},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x256x64xf16>
  return %o : tensor<2x256x64xf16>
}

// -----

// Bottom-right aligned causal with more keys than queries, written on i32: j <= i + 56. The bound is
// clipped where the keys (and the rows) end; the mask ends there by itself.

// CHECK:       #[[ANY:.*]] = affine_map<(d0) -> (192, d0 + 128)>
// CHECK-LABEL: func.func @bottomRight
// CHECK:         %[[F:.*]] = "tile.origin"() {axis = "m"}
// CHECK:         %[[A:.*]] = affine.min #[[ANY]]
// CHECK:         scf.for %{{.*}} = %c0 to %[[F]] step
// CHECK:         } {class = "full"}
// CHECK:         scf.for %{{.*}} = %[[F]] to %[[A]] step
// CHECK:           arith.index_cast
// CHECK:           arith.cmpi sle
// CHECK-NOT:       arith.andi
// CHECK:         } {class = "partial"}
func.func @bottomRight(%q: tensor<2x134x64xf16>, %k: tensor<2x190x64xf16>, %v: tensor<2x190x64xf16>) -> tensor<2x134x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x134x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x190x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %c56 = arith.constant 56 : i32
    %last = arith.addi %i32, %c56 : i32
    %keep = arith.cmpi sle, %j32, %last : i32
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x190x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 134},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 190},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x134x64xf16>
  return %o : tensor<2x134x64xf16>
}

// -----

// Sliding window wider than a tile: partial, full, partial.

// CHECK-LABEL: func.func @window
// CHECK:         affine.max
// CHECK:         scf.for
// CHECK:         } {class = "partial"}
// CHECK:         scf.for
// CHECK-NOT:       tile.coord
// CHECK:         } {class = "full"}
// CHECK:         scf.for
// CHECK:         } {class = "partial"}
func.func @window(%q: tensor<2x512x64xf16>, %k: tensor<2x512x64xf16>, %v: tensor<2x512x64xf16>) -> tensor<2x512x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x512x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x512x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %c200 = arith.constant 200 : index
    %first = arith.subi %i, %c200 : index
    %k1 = arith.cmpi sle, %j, %i : index
    %k2 = arith.cmpi sgt, %j, %first : index
    %keep = arith.andi %k1, %k2 : i1
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x512x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 512},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 512},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x512x64xf16>
  return %o : tensor<2x512x64xf16>
}

// -----

// A window narrower than a tile has no full tiles: one loop.

// CHECK-LABEL: func.func @narrow
// CHECK:         scf.for
// CHECK:         } {class = "partial"}
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @narrow(%q: tensor<2x512x64xf16>, %k: tensor<2x512x64xf16>, %v: tensor<2x512x64xf16>) -> tensor<2x512x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x512x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x512x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %c20 = arith.constant 20 : index
    %first = arith.subi %i, %c20 : index
    %k1 = arith.cmpi sle, %j, %i : index
    %k2 = arith.cmpi sgt, %j, %first : index
    %keep = arith.andi %k1, %k2 : i1
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x512x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 512},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 512},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x512x64xf16>
  return %o : tensor<2x512x64xf16>
}

// -----

// A disjunction is no constraint: a kernel in front decides it for tiles, by the bounds of the affine forms (some: any of
// the two, all: any of the two), and lists those to be visited, in groups; the stream goes along the list.

// CHECK-LABEL: func.func @disjunction
// CHECK:         %[[LIST:.*]]:4 = "tile.kernel"
// CHECK:           tile.coord
// CHECK:           %[[J:.*]] = arith.muli
// CHECK-COUNT-2:   arith.ori
// CHECK:           "tile.order"(%{{.*}}) {axes = ["kv_tiles"], keys = 4
// CHECK:         serves = "disjunction_0"
// CHECK:         %[[N1:.*]] = "tile.read"(%[[LIST]]#1
// CHECK:         %[[E1:.*]] = affine.apply #{{.*}}(%[[N1]])
// CHECK:         %[[N2:.*]] = "tile.read"(%[[LIST]]#2
// CHECK:         %[[E2:.*]] = affine.apply #{{.*}}(%[[N2]])
// CHECK:         %[[N3:.*]] = "tile.read"(%[[LIST]]#3
// CHECK:         %[[E3:.*]] = affine.min #{{.*}}(%[[N3]], %c256, %{{.*}})
// CHECK:         scf.for %[[P:.*]] = %{{.*}} to %[[E1]] step %c64
// CHECK:           %[[T:.*]] = "tile.read"(%[[LIST]]#0, %{{.*}}, %[[P]])
// CHECK:           %[[KV:.*]] = affine.apply #{{.*}}(%[[T]])
// CHECK:           "tile.load"(%{{.*}}, %[[KV]], %{{.*}})
// CHECK:           arith.ori
// CHECK:         } {class = "partial"}
// CHECK:         scf.for %{{.*}} = %[[E1]] to %[[E2]] step %c64
// CHECK-NOT:       arith.ori
// CHECK:         } {class = "full"}
// CHECK:         scf.for %{{.*}} = %[[E2]] to %[[E3]] step %c64
// CHECK:         } {class = "partial"}
// CHECK:         return
func.func @disjunction(%q: tensor<2x256x64xf16>, %k: tensor<2x256x64xf16>, %v: tensor<2x256x64xf16>) -> tensor<2x256x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x256x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x256x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %c9 = arith.constant 9 : index
    %k1 = arith.cmpi sle, %j, %i : index
    %k2 = arith.cmpi slt, %j, %c9 : index
    %keep = arith.ori %k1, %k2 : i1
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x256x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 256},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 256},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x256x64xf16>
  return %o : tensor<2x256x64xf16>
}

// -----

// The understood part of a conjunction still bounds the stream: nothing above the diagonal is visited.

// CHECK-LABEL: func.func @half
// CHECK:         %[[A:.*]] = affine.apply
// CHECK:         scf.for %{{.*}} = %c0 to %[[A]] step %c64
// CHECK:         } {class = "partial"}
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @half(%q: tensor<2x256x64xf16>, %k: tensor<2x256x64xf16>, %v: tensor<2x256x64xf16>) -> tensor<2x256x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x256x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x256x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %k1 = arith.cmpi sle, %j, %i : index
    %big = arith.constant 9.0 : f32
    %k2 = arith.cmpf olt, %s, %big : f32
    %keep = arith.andi %k1, %k2 : i1
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x256x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 256},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 256},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x256x64xf16>
  return %o : tensor<2x256x64xf16>
}

// -----

// Softcap and a bias over the fold axis: one map for the score; exp(bias) is computed once a column.

// CHECK-LABEL: func.func @softcapBias
// CHECK:         scf.for
// CHECK:           %[[S0:.*]] = "tile.contract"
// CHECK:           %[[B:.*]] = "tile.load"{{.*}}axes = ["kv"]
// CHECK:           %[[E:.*]] = "tile.map"
// CHECK:             math.exp
// CHECK:           }) {axes = ["kv"]}
// CHECK:           %[[S:.*]] = "tile.map"
// CHECK:             "tile.element"(%[[S0]])
// CHECK:             math.tanh
// CHECK:             "tile.element"(%[[E]])
// CHECK:             arith.addf
// CHECK:           }) {axes = ["m", "kv"]}
// CHECK:           "tile.reduce"(%[[S]])
func.func @softcapBias(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %cap = arith.constant 30.0 : f32
  %bias = arith.constant dense<1.0> : tensor<64xf32>
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %t = math.tanh %s : f32
    %c = arith.mulf %t, %cap : f32
    %b = "carrier.element"(%bias) {map = affine_map<(d0, d1, d2, d3, d4) -> (d3)>} : (tensor<64xf32>) -> f32
    %e = math.exp %b : f32
    %s2 = arith.addf %c, %e : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x64x64xf16>) -> f16
    gpu.yield %s2, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 64},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// A computed right operand is computed once, in a kernel of its own; the fold then reads it from memory.

// CHECK-LABEL: func.func @computed
// CHECK:         %[[T:.*]] = "tile.kernel"
// CHECK:           arith.extf
// CHECK:           arith.mulf
// CHECK:           "tile.store"
// CHECK:         sym_name = "computed_0"} : () -> tensor<2x128x64xf32>
// CHECK:         "tile.kernel"
// CHECK:           scf.for
// CHECK:             %[[K:.*]] = "tile.load"(%[[T]],{{.*}}axes = ["kv", "qk"]
// CHECK:             "tile.contract"(%{{.*}}, %[[K]],
// CHECK:         sym_name = "computed_1"
func.func @computed(%q: tensor<2x128x64xf16>, %k: tensor<2x128x64xf16>, %v: tensor<2x128x64xf16>) -> tensor<2x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x128x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x128x64xf16>) -> f16
    %ye = arith.extf %y : f16 to f32
    %y2 = arith.mulf %ye, %two : f32
    %s0 = "carrier.contract"(%x, %y2) {axis = "qk"} : (f16, f32) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x128x64xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 128},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 128},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}]} : () -> tensor<2x128x64xf16>
  return %o : tensor<2x128x64xf16>
}

// -----

// No key at all: no loop, the state is the identity.

// CHECK-LABEL: func.func @noKeys
// CHECK-NOT:     scf.for
// CHECK:         "tile.store"
func.func @noKeys(%q: tensor<2x64x64xf16>, %k: tensor<2x0x64xf16>, %v: tensor<2x0x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x0x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x0x64xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 0},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f1x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// A pin decides the tile; the second contraction follows. Entries of other passes stay in the schedule.

// CHECK-LABEL: func.func @pinned
// CHECK:       name = "m", role = "free", tile = 16 : i64
// CHECK-SAME:  name = "kv", role = "fold", tile = 32 : i64
// CHECK-SAME:  schedule = "TILE@qk=n8x8/f4x2;TILE@pv=n8x8/f8x2;STAGE@kv=d1/sync"
func.func @pinned(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x64x64xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "n", role = "free", extent = 64}, {name = "kv", role = "fold", extent = 64},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n8x8/f4x2;STAGE@kv=d1/sync"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// Grouped queries: the largest of the row axes is the tile's row, the other one goes to the grid; the maps
// q[g * 4 + r] of the operands and of the result stay as they are.

// CHECK:       #[[G:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 4 + d1, d2, d3)>
// CHECK-LABEL: func.func @grouped
// CHECK:         %[[GO:.*]] = "tile.origin"() {axis = "g"}
// CHECK:         %[[RO:.*]] = "tile.origin"() {axis = "r"}
// CHECK:         %[[MO:.*]] = "tile.origin"() {axis = "m"}
// CHECK:         "tile.load"(%{{.*}}, %[[GO]], %[[RO]], %[[MO]], %{{.*}}) {axes = ["m", "c"], map = #[[G]], over = ["g", "r", "m", "c"]}
// CHECK:         "tile.load"(%{{.*}}, %[[GO]], %{{.*}}, %{{.*}}) {axes = ["kv", "c"], {{.*}}over = ["g", "kv", "c"]}
// CHECK:         "tile.store"(%{{.*}}, %[[GO]], %[[RO]], %[[MO]]) {axes = ["m"], {{.*}}over = ["g", "r", "m"], result = 0
// CHECK:       grid = ["g", "r", "m"]
func.func @grouped(%q: tensor<8x128x64xf16>, %k: tensor<2x128x64xf16>) -> tensor<8x128xf32> {
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0 * 4 + d1, d2, d4)>} : (tensor<8x128x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x128x64xf16>) -> f16
    %s = "carrier.contract"(%y, %x) {axis = "c"} : (f16, f16) -> f32
    gpu.yield %s : f32
  }, {
  ^bb0(%p: f32):
    gpu.yield %p : f32
  }) {axes = [{name = "g", role = "free", extent = 2}, {name = "r", role = "free", extent = 4},
              {name = "m", role = "free", extent = 128}, {name = "kv", role = "fold", extent = 128},
              {name = "c", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0 * 4 + d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32}],
      schedule = "TILE@c=n16x16/f4x4"} : () -> tensor<8x128xf32>
  return %o : tensor<8x128xf32>
}

// -----

// A matmul is a fold that is itself a contraction: rows and columns on the grid, the fold axis in chunks.
// Loads are zero beyond the extent, so the ragged chunk needs no mask.

// CHECK-LABEL: func.func @matmul
// CHECK:         %[[M:.*]] = "tile.origin"() {axis = "m"}
// CHECK:         %[[N:.*]] = "tile.origin"() {axis = "n"}
// CHECK:         %[[ZERO:.*]] = "tile.fill"() {axes = ["m", "n"]
// CHECK:         %[[R:.*]] = scf.for %[[K:.*]] = %c0 to %c128 step %c64 iter_args(%[[ACC:.*]] = %[[ZERO]])
// CHECK:           %[[A:.*]] = "tile.load"(%{{.*}}, %[[M]], %[[K]]) {axes = ["m", "k"]
// CHECK:           %[[B:.*]] = "tile.load"(%{{.*}}, %[[K]], %[[N]]) {axes = ["k", "n"]
// CHECK:           %[[NEXT:.*]] = "tile.contract"(%[[A]], %[[B]], %[[ACC]]) {axes = ["m", "n"], axis = "k", {{.*}}name = "mm"
// CHECK-NEXT:      scf.yield %[[NEXT]]
// CHECK-NEXT:    } {class = "full"}
// CHECK-NEXT:    "tile.store"(%[[R]], %[[M]], %[[N]])
// CHECK:       grid = ["m", "n"], schedule = "TILE@mm=n16x16/f4x4"
func.func @matmul(%a: tensor<128x100xf16>, %b: tensor<100x96xf16>) -> tensor<128x96xf32> {
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%a) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<128x100xf16>) -> f16
    %y = "carrier.element"(%b) {map = affine_map<(d0, d1, d2) -> (d2, d1)>} : (tensor<100x96xf16>) -> f16
    %p = "carrier.product"(%x, %y) : (f16, f16) -> f32
    gpu.yield %p : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 128}, {name = "n", role = "free", extent = 96},
              {name = "k", role = "fold", extent = 100}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}],
      schedule = "TILE@mm=n16x16/f4x4"} : () -> tensor<128x96xf32>
  return %o : tensor<128x96xf32>
}

// -----

// A long contracted axis goes in chunks, in a loop of its own inside the stream.

// CHECK-LABEL: func.func @longContraction
// CHECK:         scf.for %[[J:.*]] = %c0 to %c128 step %c64
// CHECK:           %[[Z:.*]] = "tile.fill"() {axes = ["t", "v"]
// CHECK:           %[[S:.*]] = scf.for %[[C:.*]] = %c0{{.*}} to %c600 step %c64{{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:             "tile.load"(%{{.*}}, %{{.*}}, %[[C]]) {axes = ["t", "c"]
// CHECK:             "tile.load"(%{{.*}}, %[[J]], %[[C]]) {axes = ["v", "c"]
// CHECK:             "tile.contract"
// CHECK:             scf.yield
// CHECK:           "tile.reduce"(%[[S]]) {axes = ["t"], axis = "v"
func.func @longContraction(%h: tensor<32x600xf16>, %w: tensor<128x600xf16>) -> tensor<32xf32> {
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%h) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<32x600xf16>) -> f16
    %y = "carrier.element"(%w) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<128x600xf16>) -> f16
    %s = "carrier.contract"(%x, %y) {axis = "c"} : (f16, f16) -> f32
    gpu.yield %s : f32
  }, {
  ^bb0(%p: f32):
    gpu.yield %p : f32
  }) {axes = [{name = "t", role = "free", extent = 32}, {name = "v", role = "fold", extent = 128},
              {name = "c", role = "contract", extent = 600}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32}],
      schedule = "TILE@c=n16x16/f4x2"} : () -> tensor<32xf32>
  return %o : tensor<32xf32>
}

// -----

// Logsumexp: a fold without contraction, rows x a long fold tile.

// CHECK-LABEL: func.func @logsumexp
// CHECK:         scf.for
// CHECK:           %[[X:.*]] = "tile.load"{{.*}}axes = ["m", "kv"]
// CHECK:           "tile.reduce"(%[[X]]) {axes = ["m"], axis = "kv", monoid = "max"
// CHECK:         } {class = "full"}
// CHECK:         scf.for
// CHECK:         } {class = "partial"}
// CHECK:         math.log
// CHECK:       name = "m", role = "free", tile = 4 : i64
// CHECK-SAME:  name = "kv", role = "fold", tile = 512 : i64
// CHECK-SAME:  schedule = "TILE@kv=n32x4/f16x1"
func.func @logsumexp(%x: tensor<32x1000xf32>) -> tensor<32xf32> {
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<32x1000xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %d: f32):
    %l = math.log %d : f32
    %r = arith.addf %p, %l : f32
    gpu.yield %r : f32
  }) {axes = [{name = "m", role = "free", extent = 32}, {name = "kv", role = "fold", extent = 1000}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<32xf32>
  return %o : tensor<32xf32>
}

// -----

// A sum down the columns of a row-major tensor: the lanes run along the contiguous axis.

// CHECK-LABEL: func.func @columnSums
// CHECK:         "tile.load"{{.*}}axes = ["kv", "n"]
// CHECK:         "tile.reduce"{{.*}}axes = ["n"], axis = "kv", monoid = "add"
// CHECK:       schedule = "TILE@kv=n1x128/f8x1"
func.func @columnSums(%x: tensor<64x256xf32>) -> tensor<256xf32> {
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d1, d0)>} : (tensor<64x256xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "n", role = "free", extent = 256}, {name = "kv", role = "fold", extent = 64}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<256xf32>
  return %o : tensor<256xf32>
}

// -----

// An elementwise map: its last two axes are a tile, the rest is the grid; the row value has a map of its own.

// CHECK-LABEL: func.func @normalise
// CHECK:         %[[D:.*]] = "tile.load"{{.*}}axes = ["m"]
// CHECK:         %[[R:.*]] = "tile.map"
// CHECK:           arith.divf
// CHECK:         }) {axes = ["m"]}
// CHECK:         "tile.map"
// CHECK:           "tile.element"(%[[R]]) {axes = ["m"]}
// CHECK:           arith.mulf
// CHECK:         }) {axes = ["m", "kv"]}
// CHECK:       grid = ["b", "m", "kv"], schedule = "TILE@kv=n32x8/f4x1"
func.func @normalise(%x: tensor<2x64x128xf32>, %d: tensor<2x64xf32>) -> tensor<2x64x128xf32> {
  %one = arith.constant 1.0 : f32
  %o = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>} : (tensor<2x64x128xf32>) -> f32
    %s = "carrier.element"(%d) {map = affine_map<(d0, d1, d2) -> (d0, d1)>} : (tensor<2x64xf32>) -> f32
    %i = arith.divf %one, %s : f32
    %r = arith.mulf %e, %i : f32
    gpu.yield %r : f32
  }) {axes = [{name = "b", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "kv", role = "free", extent = 128}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>]} : () -> tensor<2x64x128xf32>
  return %o : tensor<2x64x128xf32>
}
