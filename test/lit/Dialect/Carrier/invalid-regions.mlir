// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// One yield a channel.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{region 'lift' yields 2 values, expected 1}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %e : f32, f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// One argument a channel.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{region 'project' has 2 arguments, expected 1}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32, %t: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// One yield a result.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{region 'project' yields 0 values, expected 1}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Two blocks.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{region 'project' must have exactly one block}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    cf.br ^bb1
  ^bb1:
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Another terminator.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{region 'project' must end in gpu.yield}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    llvm.unreachable
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A state of another type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{argument 0 of the projection is the state of channel 's' and must have its type}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f16):
    %t = arith.extf %s : f16 to f32
    gpu.yield %t : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A lift of another type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{the lift of channel 's' must be of the channel's type}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    %h = arith.truncf %e : f32 to f16
    gpu.yield %h : f16
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A twisted lift may be any float, but no integer.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{the lift of channel 's' must be of a float type}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    %i = arith.constant 1 : i32
    gpu.yield %e, %i : f32, i32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An operation that is none of ours.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    // expected-error@+1 {{is not allowed in the region 'lift', which holds arith, math and carrier operations}}
    %t = gpu.thread_id x
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Whole tensors are not computed with.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    // expected-error@+1 {{has a result that is not a scalar; the regions work on elements}}
    %t = arith.constant dense<0.0> : tensor<4xf32>
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A scalar from outside that is no constant.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    // expected-error@+1 {{uses a value from outside the region as operand 0; only scalar constants, lengths (carrier.size) and, in carrier.element, tensors may be captured}}
    %t = arith.index_cast %n : index to i64
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An element of something that is no tensor.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{the tensor is 'f32', expected a ranked tensor of numbers with a static shape}}
    %e = "carrier.element"(%one) {map = affine_map<(d0, d1) -> (d0, d1)>} : (f32) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An element of another type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{has a result of another type than the tensor's elements}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f16
    %w = arith.extf %e : f16 to f32
    gpu.yield %w : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A map of another rank.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{attribute 'map' has 1 results, expected one for each of the 2 dimensions of the tensor}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A map over other axes.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{attribute 'map' takes 3 dimensions, expected one for each of the 2 axes}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1, d2) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Beyond the end.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{attribute 'map': result 1 runs from 0 to 14, but dimension 1 has 8 elements}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1 * 2)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Before the beginning.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{attribute 'map': result 1 runs from -1 to 6, but dimension 1 has 8 elements}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1 - 1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Bounds through floordiv and mod.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{attribute 'map': result 1 runs from 0 to 9, but dimension 1 has 8 elements}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, (d0 floordiv 2) * 4 + d1 mod 6)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A contraction over an axis that is not contracted.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    // expected-error@+1 {{contracts 'j', expected a contract axis of the fold}}
    %c = "carrier.contract"(%a, %b) {axis = "j"} : (f16, f16) -> f32
    gpu.yield %c : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An operand that lacks the contracted axis.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, 0)>} : (tensor<8x2xf16>) -> f16
    // expected-error@+1 {{operand 1 does not depend on the contracted axis 'k'}}
    %c = "carrier.contract"(%a, %b) {axis = "k"} : (f16, f16) -> f32
    gpu.yield %c : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A contraction that accumulates in f16.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    // expected-error@+1 {{must accumulate in f32 or f64}}
    %c = "carrier.contract"(%a, %b) {axis = "k"} : (f16, f16) -> f16
    %w = arith.extf %c : f16 to f32
    gpu.yield %w : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A contract axis that leaks out of its contraction.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{the lift of channel 's' depends on the contract axis 'k', which only carrier.contract may consume}}
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    %c = "carrier.contract"(%a, %b) {axis = "k"} : (f16, f16) -> f32
    %w = arith.extf %a : f16 to f32
    gpu.yield %w : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A contract axis that nothing sums.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{no carrier.contract sums over the contract axis 'k'}}
  %r = "carrier.fold"() ({
    gpu.yield %one : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8},
              {name = "k", role = "contract", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A product in a channel that is no contraction.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' is lifted by a carrier.product, which needs an add channel with 'contraction' and without twist}}
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
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A contraction without product.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' names the contraction 'mm', but its lift is no carrier.product}}
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    %c = arith.extf %a : f16 to f32
    gpu.yield %c : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8},
              {name = "k", role = "fold", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A product that is computed with.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %a = "carrier.element"(%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : (tensor<4x2xf16>) -> f16
    %b = "carrier.element"(%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : (tensor<8x2xf16>) -> f16
    // expected-error@+1 {{may only be yielded, but 'arith.negf' uses it}}
    %c = "carrier.product"(%a, %b) : (f16, f16) -> f32
    %w = arith.negf %c : f32
    gpu.yield %w : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8},
              {name = "k", role = "fold", extent = 2}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d1)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "mm"}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A mask that is computed with.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    %t = arith.constant true
    // expected-error@+1 {{may only be yielded, but 'arith.negf' uses it}}
    %o = "carrier.mask"(%t, %e) : (i1, f32) -> f32
    %w = arith.negf %o : f32
    gpu.yield %w : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An index on no axis.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    // expected-error@+1 {{names the axis 'z', which 'carrier.fold' lacks}}
    %z = "carrier.index"() {axis = "z"} : () -> index
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A projection along the fold axis: coordinate.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    // expected-error@+1 {{uses the axis 'j'; a projection may use free axes only}}
    %z = "carrier.index"() {axis = "j"} : () -> index
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A projection along the fold axis: element.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    gpu.yield %one : f32
  }, {
  ^bb0(%s: f32):
    // expected-error@+1 {{uses the axis 'j'; a projection may use free axes only}}
    %z = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %z : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A mask in a projection.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    %t = arith.constant true
    // expected-error@+1 {{is not allowed in the region 'project', which holds arith, math and carrier.element, carrier.index}}
    %o = "carrier.mask"(%t, %s) : (i1, f32) -> f32
    gpu.yield %o : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}
