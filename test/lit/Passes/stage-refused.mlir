// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-bracket,attn-atomize,attn-stage)'
// RUN: not attn-opt %S/Inputs/attention.mlir --pass-pipeline='builtin.module(attn-bracket{schedule="TILE@qk=n32x32/f32x4"},attn-atomize,attn-stage{chip=sm_120a})' 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not attn-opt %S/Inputs/attention.mlir --pass-pipeline='builtin.module(attn-bracket,attn-atomize,attn-stage{chip=sm_42})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not attn-opt %S/Inputs/matmul.mlir --pass-pipeline='builtin.module(attn-bracket,attn-atomize,attn-stage{schedule="STAGE@kv=d1/sync"})' 2>&1 | FileCheck %s --check-prefix=NAME

// SHARED: error: {{.*}}needs 296960 bytes of shared memory (s0: 128 rows of 128 + 16, s1: 1024 rows of 128 + 16, s2: 1024 rows of 128 + 0), a CTA of sm_120a has at most 101376: make TILE smaller
// CHIP:   error: {{.*}}attn-stage: option 'chip': found 'sm_42', expected one of sm_80,
// NAME:   error: {{.*}}cannot honour STAGE@kv=d1/sync: no kernel here stages anything along that axis

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour STAGE@kv=d2/sync: more than one slot is a ring: d<depth>/<transport>/ring}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=d2/sync"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour STAGE@kv=d2/sync/ring: a ring is filled while the threads compute: its transport is cp or tma}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=d2/sync/ring"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour STAGE@kv=d2/tma/ring/pad16: a bulk tensor copy leaves no pad between rows: use swz<bytes>}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=d2/tma/ring/pad16"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour STAGE@m=d1/sync/swz128: swizzled slabs are read by tensor-core atoms only}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@m=d1/sync/swz128"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour STAGE@kv=d1/sync/p2: register buffers (p<n>) are of fragments, which only mma.sync reads}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=d1/sync/p2"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{a slab's rows start at multiples of 16 bytes, 128 bytes of data and the pad are 132}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=d1/sync/pad4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour HOLD@m=reg: registers hold left operands of tensor-core atoms only}}
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
      schedule = "TILE@qk=n16x16/f4x4;HOLD@m=reg"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour ROLE@kv=p1:c2: attn-roles did not split the kernel; it comes before attn-stage}}
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
      schedule = "TILE@qk=n16x16/f4x4;ROLE@kv=p1:c2"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

func.func @f(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{cannot honour STAGE@n=d1/sync: the kernel stages nothing along that axis}}
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@n=d1/sync"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}
