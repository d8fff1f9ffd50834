// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// One map a result.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has 2 maps, expected one for each of the 1 results}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A map over other axes.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0] takes 1 dimensions, expected one for each of the 2 axes}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Symbols.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0] has symbols, expected dimensions only}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1)[s0] -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A map of another rank.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0] has 2 results, expected one for each of the 1 dimensions of the tensor}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0, 0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A result along the fold axis.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0] uses the fold axis 'j', expected free axes only}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The shape the map implies.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<5xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0]: dimension 0 of the result has 5 elements, the axes give 4}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// Every second element: gaps.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<8xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0]: result 0 does not give distinct elements without gaps; expected strides 1, n0, n0*n1, ... of the axes' extents}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0 * 2)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Two axes that meet in one element.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<11xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0]: result 0 does not give distinct elements without gaps}}
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
      maps = [affine_map<(d0, d1, d2) -> (d0 + d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<11xf32>
  return %r : tensor<11xf32>
}

// -----

// A mixed radix of the wrong strides.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<32xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0]: result 0 does not give distinct elements without gaps}}
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
      maps = [affine_map<(d0, d1, d2) -> (d0 * 4 + d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// -----

// One axis twice.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4x4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0] uses axis 'm' twice}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0, d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// Not a sum of axes.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0]: result 0 is not a sum of axes times strides}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0 floordiv 2)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An offset.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{maps[0]: result 0 is not a sum of axes times strides}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0 + 1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A result that depends on an axis its map lacks.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{result 0 depends on axis 'n', which maps[0] lacks}}
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
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The dependence may come through the pivot.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{result 0 depends on axis 'm', which maps[0] lacks}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> ()>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Another element type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf16> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{result 0 has another element type than the value yielded for it}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

// Dynamic shapes are not supported.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{a result is 'tensor<?xf32>', expected a ranked tensor of numbers with a static shape}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<?xf32>
  return %r : tensor<?xf32>
}
