// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-bracket,attn-atomize,attn-verify)' | FileCheck %s

// Thread geometry and distribution layouts.

// Scores: K's rows are contiguous along the contracted axis, so lanes run over the columns; values are
// contiguous along theirs, so registers do. Row values are copies in the lanes of the columns. Loads that
// contractions read get no layout.

// CHECK-LABEL: func.func @attention
// CHECK-NOT:     "tile.load"{{.*}}layout
// CHECK:         "tile.fill"() {axes = ["m"], layout = "l16@* r4@m l2@m w8@m"
// CHECK:         "tile.fill"() {axes = ["m", "n"], layout = "r4@n l16@n r4@m l2@m w8@m"
// CHECK:         "tile.contract"{{.*}}atom = "scalar", axes = ["m", "kv"], axis = "qk", layout = "l16@kv r4@kv r4@m l2@m w8@m"
// CHECK:         }) {axes = ["m", "kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"}
// CHECK:         "tile.reduce"{{.*}}layout = "l16@* r4@m l2@m w8@m"
// CHECK:         "tile.contract"{{.*}}atom = "scalar", axes = ["m", "n"], axis = "kv", layout = "r4@n l16@n r4@m l2@m w8@m"
// CHECK:         threads = 256
func.func @attention(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
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
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// 40 columns in tiles of 48: three registers a lane, no vectors. 80: five.

// CHECK-LABEL: func.func @narrow
// CHECK:         "tile.contract"{{.*}}axes = ["m", "n"], axis = "kv", layout = "l16@n r3@n r4@m l2@m w8@m"
func.func @narrow(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x40xf16>) -> tensor<2x64x40xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x64x40xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "n", role = "free", extent = 40}, {name = "kv", role = "fold", extent = 64},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x64x40xf16>
  return %o : tensor<2x64x40xf16>
}

// -----

// 128 columns: vectors of four, twice.

// CHECK-LABEL: func.func @wide
// CHECK:         "tile.contract"{{.*}}axes = ["m", "n"], axis = "kv", layout = "r4@n l16@n r2@n r4@m l2@m w8@m"
func.func @wide(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x128xf16>) -> tensor<2x64x128xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x64x128xf16>) -> f16
    gpu.yield %s, %one, %z : f32, f32, f16
  }, {
  ^bb0(%p: f32, %d: f32, %a: f32):
    %r = arith.divf %a, %d : f32
    %t = arith.truncf %r : f32 to f16
    gpu.yield %t : f16
  }) {axes = [{name = "h", role = "free", extent = 2}, {name = "m", role = "free", extent = 64},
              {name = "n", role = "free", extent = 128}, {name = "kv", role = "fold", extent = 64},
              {name = "qk", role = "contract", extent = 64}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x64x128xf16>
  return %o : tensor<2x64x128xf16>
}

// -----

// A bias over the fold axis alone: copies where others have rows. The map's result and what it reads agree.

// CHECK-LABEL: func.func @bias
// CHECK:         "tile.load"{{.*}}axes = ["kv"], layout = "l16@kv r4@kv l2@* w8@*"
// CHECK:         }) {axes = ["m", "kv"], layout = "l16@kv r4@kv r4@m l2@m w8@m"}
func.func @bias(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %bias = arith.constant dense<1.0> : tensor<64xf32>
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %b = "carrier.element"(%bias) {map = affine_map<(d0, d1, d2, d3, d4) -> (d3)>} : (tensor<64xf32>) -> f32
    %s2 = arith.addf %s, %b : f32
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

// Other thread grids: 32 lanes of columns leave no lane along the rows.

// CHECK-LABEL: func.func @wideGrid
// CHECK:         "tile.contract"{{.*}}axis = "qk", layout = "l32@kv r2@kv r4@m w4@m"
// CHECK:         threads = 128
func.func @wideGrid(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
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
      schedule = "TILE@qk=n32x4/f2x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// A tensor that is both contracted and read by a map: the contraction's load stays in memory.

// CHECK-LABEL: func.func @both
// CHECK:         "tile.load"(%arg0{{.*}}axes = ["m", "k"], layout = "r4@k l16@k r4@m l2@m w8@m"
// CHECK:         "tile.load"(%arg0{{.*}}axes = ["m", "k"], map
func.func @both(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> (tensor<64x64xf32>, tensor<64xf16>) {
  %o:2 = "carrier.fold"() ({
    %x = "carrier.element"(%a) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<64x64xf16>) -> f16
    %y = "carrier.element"(%b) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<64x64xf16>) -> f16
    %p = "carrier.product"(%x, %y) : (f16, f16) -> f32
    gpu.yield %p, %x : f32, f16
  }, {
  ^bb0(%s: f32, %t: f16):
    gpu.yield %s, %t : f32, f16
  }) {axes = [{name = "m", role = "free", extent = 64}, {name = "n", role = "free", extent = 64},
              {name = "k", role = "fold", extent = 64}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"},
                  {name = "t", monoid = "max", type = f16, identity = 0xFC00 : f16}],
      schedule = "TILE@mm=n16x16/f4x4"} : () -> (tensor<64x64xf32>, tensor<64xf16>)
  return %o#0, %o#1 : tensor<64x64xf32>, tensor<64xf16>
}

// -----

// Statistics of rows: a warp a row, sixteen bytes a load.

// CHECK-LABEL: func.func @rowSums
// CHECK:         "tile.load"{{.*}}axes = ["m", "kv"], layout = "r8@kv l32@kv r2@kv w4@m"
// CHECK:         "tile.reduce"{{.*}}layout = "l32@* w4@m"
// CHECK:         threads = 128
func.func @rowSums(%x: tensor<8x512xf16>) -> tensor<8xf16> {
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x512xf16>) -> f16
    gpu.yield %e : f16
  }, {
  ^bb0(%s: f16):
    gpu.yield %s : f16
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "kv", role = "fold", extent = 512}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "max", type = f16, identity = 0xFC00 : f16}]} : () -> tensor<8xf16>
  return %o : tensor<8xf16>
}

// -----

// One axis only: all warps along it; the scalar is a copy everywhere.

// CHECK-LABEL: func.func @oneAxis
// CHECK:         "tile.load"{{.*}}axes = [], layout = "l32@* w8@*"
// CHECK:         "tile.load"{{.*}}axes = ["i"], layout = "r4@i l32@i w8@i"
// CHECK:         threads = 256
func.func @oneAxis(%s: tensor<f32>, %x: tensor<1024xf32>) -> tensor<1024xf32> {
  %o = "carrier.map"() ({
    %a = "carrier.element"(%s) {map = affine_map<(d0) -> ()>} : (tensor<f32>) -> f32
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<1024xf32>) -> f32
    %r = arith.mulf %e, %a : f32
    gpu.yield %r : f32
  }) {axes = [{name = "i", role = "free", extent = 1024}],
      maps = [affine_map<(d0) -> (d0)>]} : () -> tensor<1024xf32>
  return %o : tensor<1024xf32>
}
