// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// A misspelt optional attribute.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has an unknown attribute 'schedul'; did you mean 'schedule'?}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}],
      schedul = "PLACE=fuse"} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An attribute that is nobody's.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has an unknown attribute 'frobnicate'; attributes that are not part of the operation have a dot in their name}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}],
      frobnicate} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A kind that does not fit.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{attribute 'schedule' must be a string}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}],
      schedule = 3 : i64} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An array of the wrong things.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{attribute 'maps' must be an array of affine maps}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = ["m"],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// On an inner operation: an attribute of another kind.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %r = "carrier.fold"() ({
    // expected-error@+1 {{attribute 'map' must be an affine map}}
    %e = "carrier.element"(%x) {map = [0, 1]} : (tensor<4x8xf32>) -> f32
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

// The schedule is checked.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{attribute 'schedule': column 1: unknown key 'PLACES'; did you mean 'PLACE'?}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}],
      schedule = "PLACES=fuse"} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Keys of an axis.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{axes[0] has an unknown key 'extend'; did you mean 'extent'?}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extend = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An axis without extent.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{axis 'm' needs an 'extent' (an integer, at least 0)}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free"}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A negative extent.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{axis 'm' needs an 'extent' (an integer, at least 0)}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = -4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An axis without name.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{axes[1] needs a 'name' (a string)}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A name that could not stand in a schedule.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{axis 'm=n' must be a name of letters, digits and '_', at most 31 long}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m=n", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An illegal role.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{axis 'm' needs a 'role': "free", "fold" or "contract"}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "spare", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Two axes of one name.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has two axes named 'm'}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "m", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// No fold axis.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has 0 fold axes, expected exactly one}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Two fold axes.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has 2 fold axes, expected exactly one}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "fold", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// No channels.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has 0 channels, expected 1 to 32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = []} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Keys of a channel.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channels[1] has an unknown key 'pivots'; did you mean 'pivot'?}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivots = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A key of another kind.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channels[1]: 'pivot' must be a string}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = 0 : i64}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A channel without name.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channels[0] needs a 'name' (a string)}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Two channels of one name.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has two channels named 'p'}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "p", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An unknown monoid.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the monoid 'plus', expected add, mul, max, min, and, or}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "plus", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A channel without type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' needs a 'type'}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A type the monoid does not work on.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the type 'i1', expected f16, bf16, f32, f64 or an integer for the monoid add}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = i1, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An identity of another type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of max is the least value of its type, as an attribute of type i32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "max", type = i32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A logical monoid on floats.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the type 'f32', expected i1 for the monoid or}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "or", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity of add.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of add is 0.0, as an attribute of type f32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 1.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity of mul.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of mul is 1.0, as an attribute of type f32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "mul", type = f32, identity = 0.0 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity of max is the true -inf, not a large finite number.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of max is -inf, as an attribute of type f32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "max", type = f32, identity = -3.40282347E+38 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity of min.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of min is +inf, as an attribute of type f32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "min", type = f32, identity = 0xFF800000 : f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity of and.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of and is true, as an attribute of type i1}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "and", type = i1, identity = false}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity of or.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of or is false, as an attribute of type i1}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "or", type = i1, identity = true}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The identity in another type.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's': the identity of add is 0.0, as an attribute of type f32}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f16}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// No identity.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' needs an 'identity' of its type}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A twist without pivot.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has a twist but no pivot; both or none are needed}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A pivot without twist.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has a pivot but no twist; both or none are needed}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An unknown twist.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the twist 'exp2', expected "exp"}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp2", pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A pivot that is no channel.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the pivot 'q', expected the name of an earlier channel}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "q"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A pivot must come before.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the pivot 's', expected the name of an earlier channel}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "s"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A pivot that is no max.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' has the pivot 'p', expected a max channel of floats without twist}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "min", type = f32, identity = 0x7F800000 : f32},
                  {name = "s", monoid = "add", type = f32, identity = 0.0 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// exp(p1 - p) * max(a, b) merges, but exp scales sums only: the law is structural.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' twists the monoid 'max': scaling by exp distributes over add only}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %one : f32, f32
  }, {
  ^bb0(%p: f32, %s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "p", monoid = "max", type = f32, identity = 0xFF800000 : f32},
                  {name = "s", monoid = "max", type = f32, identity = 0xFF800000 : f32, twist = "exp", pivot = "p"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A contraction that is no sum.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{channel 's' is a contraction with the monoid 'mul', expected add}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "mul", type = f32, identity = 1.0 : f32, contraction = "c"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The contraction has the name of a contract axis.

func.func @f(%x: tensor<4x8xf32>, %q: tensor<4x2xf16>, %k: tensor<8x2xf16>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-error@+1 {{has two contractions named 'k'}}
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
      maps = [affine_map<(d0, d1, d2) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32, contraction = "k"}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}
