// RUN: split-file %s %t
// RUN: attn-opt %t/option.mlir --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-place{schedule=PLACE=cut})"
// RUN: attn-opt %t/pinned.mlir --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-place)"
// RUN: attn-opt %t/fuse.mlir --verify-diagnostics --pass-pipeline="builtin.module(attn-place{schedule=PLACE=fuse})"
// RUN: attn-opt %t/axis.mlir --verify-diagnostics --pass-pipeline="builtin.module(attn-place{schedule=PLACE@kv=cut})"
// RUN: attn-opt %t/value.mlir --verify-diagnostics --pass-pipeline="builtin.module(attn-place{schedule=PLACE=cat})"
// A declaration holds no folds: the pin is not meant for it.
// RUN: attn-opt %t/declaration.mlir --pass-pipeline="builtin.module(func.func(attn-place{schedule=PLACE=cut}))" | FileCheck %s
// CHECK: func.func private @g

//--- option.mlir
// Folds, but none with a contraction.

func.func @f(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{PLACE@fold=cut cannot be honoured: only a fold whose lift holds a carrier.contract can be cut, and there is none}}
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

// -----

// Nothing at all.

// expected-error@+1 {{PLACE@fold=cut cannot be honoured: only a fold whose lift holds a carrier.contract can be cut, and there is none}}
module {
  func.func @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    return %x : tensor<8x16xf32>
  }
}

//--- pinned.mlir
// The pin of a fold.

func.func @f(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{PLACE@fold=cut cannot be honoured: only a fold whose lift holds a carrier.contract can be cut}}
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "j", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>], schedule = "PLACE=cut",
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// -----

// A matmul: its contraction is the fold itself. The pin says cut, but no earlier run made the fold.

func.func @f(%q: tensor<4x2xf16>, %k: tensor<8x2xf16>) -> tensor<4x8xf32> {
  // expected-error@+1 {{PLACE@fold=cut cannot be honoured: only a fold whose lift holds a carrier.contract can be cut}}
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    %c = "carrier.product"(%a, %b) : (f16, f16) -> f32
    gpu.yield %c : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8},
              {name = "k", role = "fold", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>], schedule = "PLACE@fold=cut",
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A contraction whose sum no channel uses.

func.func @f(%q: tensor<4x2xf16>, %k: tensor<8x2xf16>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{PLACE@fold=cut cannot be honoured: its carrier.contract feeds no channel}}
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    %c = "carrier.contract"(%a, %b) {axis = "k"} : (f16, f16) -> f32
    gpu.yield %one : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>], schedule = "PLACE@fold=cut",
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// PLACE is decided at the fold axis, by its role.

func.func @f(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{PLACE@m=cut cannot be honoured: PLACE is decided at 'fold'}}
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "j", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>], schedule = "PLACE@m=cut",
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// -----

// Two pins that contradict each other in one schedule.

func.func @f(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{PLACE@fold=fuse contradicts PLACE@fold=cut, which stands already}}
  %o = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "j", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>], schedule = "PLACE=cut;PLACE@fold=fuse",
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %o : tensor<8xf32>
}

//--- fuse.mlir
// The option against the operation's own pin.

func.func @f(%q: tensor<4x2xf16>, %k: tensor<8x2xf16>) -> tensor<4xf32> {
  // expected-error@+1 {{PLACE@fold=fuse contradicts PLACE@fold=cut, which stands already}}
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    %c = "carrier.contract"(%a, %b) {axis = "k"} : (f16, f16) -> f32
    gpu.yield %c : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>], schedule = "PLACE=cut",
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- axis.mlir
// expected-error@+1 {{PLACE@kv=cut cannot be honoured: PLACE is decided at 'fold'}}
module {
}

//--- value.mlir
// expected-error@+1 {{option 'schedule': column 7: found 'cat', expected fuse or cut; PLACE is fuse|cut}}
module {
}

//--- declaration.mlir
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
