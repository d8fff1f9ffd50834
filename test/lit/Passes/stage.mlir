// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-bracket,attn-atomize,attn-stage,attn-verify)' | FileCheck %s

// Slabs, pads, barriers.

// The loop-invariant operand once, the streamed ones together each step, between two barriers. The two loops
// share slabs. Rows that lanes run along are 9 units of 16 bytes apart: 8 lanes, 8 bank groups.

// CHECK-LABEL: func.func @causal
// CHECK:         "tile.copy"(%arg0, {{.*}}axes = ["m", "qk"], {{.*}}pad = 16 : i64, slab = "s0", transport = "sync"
// CHECK-NOT:     tile.barrier
// CHECK:         scf.for
// CHECK-NEXT:      "tile.barrier"
// CHECK-NEXT:      %[[K:.*]] = "tile.copy"(%arg1, {{.*}}axes = ["kv", "qk"], {{.*}}pad = 16 : i64, slab = "s1"
// CHECK-NEXT:      %[[V:.*]] = "tile.copy"(%arg2, {{.*}}axes = ["kv", "n"], {{.*}}pad = 0 : i64, slab = "s2"
// CHECK-NEXT:      "tile.barrier"
// CHECK-NOT:       tile.barrier
// CHECK:           "tile.contract"(%{{.*}}, %[[K]],
// CHECK-NOT:       tile.barrier
// CHECK:           "tile.contract"(%{{.*}}, %[[V]],
// CHECK:         } {class = "full"}
// CHECK:         scf.for
// CHECK-NEXT:      "tile.barrier"
// CHECK-NEXT:      "tile.copy"{{.*}}slab = "s1"
// CHECK-NEXT:      "tile.copy"{{.*}}slab = "s2"
// CHECK-NEXT:      "tile.barrier"
// CHECK:         } {class = "partial"}
// CHECK-NOT:     tile.load
// CHECK:         schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f4x4;HOLD@m=smem;STAGE@m=d1/sync/pad16;STAGE@kv=d1/sync/pad16"
func.func @causal(%q: tensor<2x128x64xf16>, %k: tensor<2x128x64xf16>, %v: tensor<2x128x64xf16>) -> tensor<2x128x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x128x64xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x128x64xf16>) -> f16
    %s0 = "carrier.contract"(%x, %y) {axis = "qk"} : (f16, f16) -> f32
    %s = arith.mulf %s0, %scale : f32
    %i = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "kv"} : () -> index
    %keep = arith.cmpi sge, %i, %j : index
    %masked = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %z = "carrier.element"(%v) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>} : (tensor<2x128x64xf16>) -> f16
    gpu.yield %masked, %one, %z : f32, f32, f16
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

// 72 halves are 9 units of 16 bytes already: no pad.

// CHECK-LABEL: func.func @d72
// CHECK:         "tile.copy"(%arg0, {{.*}}pad = 0 : i64, slab = "s0"
// CHECK:         "tile.copy"(%arg1, {{.*}}pad = 0 : i64, slab = "s1"
// CHECK:         STAGE@kv=d1/sync/pad0
func.func @d72(%q: tensor<2x64x72xf16>, %k: tensor<2x64x72xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x72xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x72xf16>) -> f16
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
              {name = "qk", role = "contract", extent = 72}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// A pinned pad is the pad of the slabs that lanes run along the rows of.

// CHECK-LABEL: func.func @pad
// CHECK:         "tile.copy"(%arg0, {{.*}}pad = 16 : i64
// CHECK:         "tile.copy"(%arg1, {{.*}}pad = 0 : i64, slab = "s1"
// CHECK:         "tile.copy"(%arg2, {{.*}}pad = 0 : i64, slab = "s2"
// CHECK:         schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f4x4;HOLD@m=smem;STAGE@m=d1/sync/pad16;STAGE@kv=d1/sync/pad0"
func.func @pad(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=d1/sync/pad0"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// Nothing of the stream staged: the loop-invariant slab needs a barrier of its own.

// CHECK-LABEL: func.func @noStream
// CHECK:         "tile.copy"(%arg0,
// CHECK-NEXT:    "tile.barrier"
// CHECK-NOT:     tile.copy
// CHECK:         "tile.load"(%arg1,
// CHECK:         "tile.load"(%arg2,
// CHECK:         STAGE@kv=none
func.func @noStream(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE@kv=none"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// All operands read from global memory: no slab, no barrier.

// CHECK-LABEL: func.func @none
// CHECK-NOT:     tile.copy
// CHECK-NOT:     tile.barrier
// CHECK:         schedule = "TILE@qk=n16x16/f4x4;TILE@pv=n16x16/f4x4;STAGE@m=none;STAGE@kv=none"
func.func @none(%q: tensor<2x64x64xf16>, %k: tensor<2x64x64xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
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
      schedule = "TILE@qk=n16x16/f4x4;STAGE=none"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// A chunked contraction stages in its own loop, inside the stream's.

// CHECK-LABEL: func.func @chunks
// CHECK:         scf.for
// CHECK-NEXT:      "tile.barrier"
// CHECK-NEXT:      "tile.copy"(%arg2, {{.*}}slab = "s2"
// CHECK-NEXT:      "tile.barrier"
// CHECK:           scf.for
// CHECK-NEXT:        "tile.barrier"
// CHECK-NEXT:        "tile.copy"(%arg0, {{.*}}slab = "s0"
// CHECK-NEXT:        "tile.copy"(%arg1, {{.*}}slab = "s1"
// CHECK-NEXT:        "tile.barrier"
// CHECK-NEXT:        "tile.contract"
func.func @chunks(%q: tensor<2x64x512xf16>, %k: tensor<2x64x512xf16>, %v: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %scale = arith.constant 0.125 : f32
  %one = arith.constant 1.0 : f32
  %o = "carrier.fold"() ({
    %x = "carrier.element"(%q) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>} : (tensor<2x64x512xf16>) -> f16
    %y = "carrier.element"(%k) {map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>} : (tensor<2x64x512xf16>) -> f16
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
              {name = "qk", role = "contract", extent = 512}],
      maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "d", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"},
                  {name = "o", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p",
                   contraction = "pv"}],
      schedule = "TILE@qk=n16x16/f4x4"} : () -> tensor<2x64x64xf16>
  return %o : tensor<2x64x64xf16>
}

// -----

// A matmul streams both operands. Its right operand is contiguous along the columns.

// CHECK-LABEL: func.func @matmul
// CHECK:         scf.for
// CHECK-NEXT:      "tile.barrier"
// CHECK-NEXT:      "tile.copy"(%arg0, {{.*}}axes = ["m", "k"], {{.*}}pad = 16 : i64, slab = "s0"
// CHECK-NEXT:      "tile.copy"(%arg1, {{.*}}axes = ["k", "n"], {{.*}}pad = 0 : i64, slab = "s1"
// CHECK-NEXT:      "tile.barrier"
// CHECK:         schedule = "TILE@mm=n16x16/f4x4;STAGE@k=d1/sync/pad16"
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
