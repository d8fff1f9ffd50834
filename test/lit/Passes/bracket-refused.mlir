// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-bracket)'

// A pin or an operation that cannot be honoured is an error that names the rule.

func.func @atom(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@qk=a:mma_m16n8k32_e4m3/w1x1/f1x8: not supported by this version: atoms other than mma_m16n8k16 and wgmma_m64n<N>k16}}
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
      schedule = "TILE@qk=a:mma_m16n8k32_e4m3/w1x1/f1x8"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @wide(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@qk=n64x4/f1x4: row reductions stay inside a warp}}
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
      schedule = "TILE@qk=n64x4/f1x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @few(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@qk=n16x1/f4x4: a CTA has a multiple of 32 and at most 1024 threads}}
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
      schedule = "TILE@qk=n16x1/f4x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @many(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@qk=n16x16/f32x32: a thread holds at most 512 cells}}
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
      schedule = "TILE@qk=n16x16/f32x32"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @rows(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@pv=n8x8/f8x4: the rows are distributed as by the first contraction: N, M and FM must be those of its TILE}}
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
      schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n8x8/f8x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @cover(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@pv=n16x16/f2x4: its columns stay in one tile: N * FN must cover the axis}}
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
      schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f2x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @name(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour TILE@av=n16x16/f4x4: it has no contraction or axis of that name}}
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
      schedule = "TILE@av=n16x16/f4x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @split(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour REDUCE@kv=g4k: attn-split, which has to come first, has not split it so}}
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
      schedule = "REDUCE@kv=g4k"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @rank3(%q: tensor<2x64x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{needs a tile over the three axes 'm', 'kv' and 'qk': not supported by this version: tiles of rank 3}}
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>} : (tensor<2x64x64x64xf16>) -> f16
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
                   contraction = "pv"}]} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}
