// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// A misspelt optional attribute.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{has an unknown attribute 'thread'; did you mean 'threads'?}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {thread = 64, sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An inner operation, too.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{has an unknown attribute 'layuot'; did you mean 'layout'?}}
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layuot = "l32@*"} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A kind that does not fit.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{attribute 'threads' must be an integer}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {threads = "64", sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A bool is no integer.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{attribute 'threads' must be an integer}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {threads = true, sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Whole warps.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{has 48 threads, expected a multiple of 32 up to 1024}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {threads = 48, sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// No more than a CTA can have.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{has 2048 threads, expected a multiple of 32 up to 1024}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {threads = 2048, sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The schedule is checked.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{attribute 'schedule': column 6: found 'z', expected 'n' (scalar) or 'a:' (tensor core)}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {schedule = "TILE=z", sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A tile size.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{axis 'm' needs a 'tile' (an integer, at least 1)}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A tile of nothing.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{axis 'm' needs a 'tile' (an integer, at least 1)}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 0}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A grid axis that does not exist.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{grid names the axis 'z', which the kernel lacks}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["z"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A grid axis twice.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{grid names the axis 'm' twice}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m", "m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The fold axis is not spread.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{spreads the fold axis 'j' over the grid, expected free axes only}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m", "j"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The name of a function.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{has the name 'f', which another kernel or function has}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "f", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Dynamic shapes are not supported.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<?xf32> {
  // expected-error@+1 {{a result is 'tensor<?xf32>', expected a ranked tensor of numbers with a static shape}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// A yield with operands.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{region 'body' yields 1 values, expected 0}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield %c0 : index
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A result that is never stored.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  // expected-error@+1 {{result 0 is never stored}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.barrier"() : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An origin off the grid.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    // expected-error@+1 {{names the axis 'j', expected a grid axis of the kernel}}
    %m = "tile.origin"() {axis = "j"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An operation that is none of ours.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    // expected-error@+1 {{is not allowed here in a tile.kernel, which holds tile operations, scf.for, scf.if and index arithmetic}}
    %q = gpu.thread_id x
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Elementwise arithmetic on tiles is tile.map.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    // expected-error@+1 {{works on a whole tile; only tile operations and scf may}}
    %q = arith.addf %a0, %a0 : tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A constant tile is tile.fill.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    // expected-error@+1 {{makes a whole tile; only tile operations and scf may}}
    %q = arith.constant dense<0.0> : tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A scalar argument of the function: kernels have none.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    // expected-error@+1 {{uses a value from outside the kernel as operand 1; only scalar constants, lengths (carrier.size) and, as the source of tile.load, tile.copy and tile.read, tensors may be captured}}
    %q = arith.muli %m, %n : index
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Values that run through a loop keep their axes.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    // expected-error@+1 {{result 0 does not keep the axes of one tile}}
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      %q = "tile.fill"() {value = 0.0 : f32, axes = ["i"]} : () -> tensor<2xf32>
      scf.yield %q : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "i", role = "free", extent = 2, tile = 2}, {name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Operations of a kernel stand in a kernel.

func.func @f() {
  // expected-error@+1 {{must be inside a tile.kernel}}
  "tile.barrier"() : () -> ()
  return
}

// -----

// Two kernels of one name, in one module.

func.func @f() -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{has the name 'k', which another kernel or function has}}
  %a = "tile.kernel"() ({
    %t = "tile.fill"() {value = 0.0 : f32, axes = []} : () -> tensor<f32>
    "tile.store"(%t) {result = 0, over = [], map = affine_map<() -> ()>, axes = []} : (tensor<f32>) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [], axes = []} : () -> tensor<f32>
  // expected-error@+1 {{has the name 'k', which another kernel or function has}}
  %b = "tile.kernel"() ({
    %t = "tile.fill"() {value = 0.0 : f32, axes = []} : () -> tensor<f32>
    "tile.store"(%t) {result = 0, over = [], map = affine_map<() -> ()>, axes = []} : (tensor<f32>) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [], axes = []} : () -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// -----

// Persistent, but how?

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{is persistent otherwise than "static" or "dynamic"}}
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "often", axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// So many multiprocessors, of CTAs that do not stay.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has 'sms', a positive number in a kernel that is persistent}}
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], sms = 3 : i64, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// On none.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has 'sms', a positive number in a kernel that is persistent}}
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", sms = 0 : i64, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Work items outside of roles, and where there are none.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    // expected-error@+1 {{must stand at the top level of a producer or consumer}}
    "tile.items"() ({
      %m = "tile.origin"() {axis = "m"} : () -> index
      %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
      "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
      gpu.yield
    }) : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    // expected-error@+1 {{stands in a kernel that is not persistent}}
    "tile.items"() ({
      gpu.yield
    }) : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Clusters along an axis that is not on the grid.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has a cluster that is not {axis = a grid axis, size = 2 or 4}}}
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], cluster = {axis = "n", size = 2}, axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "n", role = "fold", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A raster in groups of tiles that clusters do not have.

func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{group = a divisor of the 2 tiles of the other grid axes}}
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %n = "tile.origin"() {axis = "n"} : () -> index
    %t = "tile.load"(%x, %m, %n) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x6xf32>, index, index) -> tensor<2x2xf32>
    "tile.store"(%t, %m, %n) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<2x2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m", "n"], cluster = {axis = "n", size = 2}, raster = {axis = "m", descending = true, group = 3},
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "n", role = "free", extent = 6, tile = 2}]} : () -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    "tile.roles"() ({
      %c0 = arith.constant 0 : index
      // expected-error@+1 {{has 1 results for 2 values that it carries}}
      %end = "tile.items"(%c0, %c0) ({
      ^bb0(%a: index, %b: index):
        gpu.yield %a, %b : index, index
      }) : (index, index) -> index
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", threads = 128, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Work items that begin while others end.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    // expected-error@+1 {{must stand at the top level of a consumer}}
    "tile.chain"() ({
      gpu.yield
    }, {
      gpu.yield
    }, {
      gpu.yield
    }, {
      gpu.yield
    }) : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      gpu.yield
    }, {
      // expected-error@+1 {{its 'end' takes 1 values and gets 2}}
      "tile.chain"(%c0) ({
      ^bb0(%a: index):
        gpu.yield %a : index
      }, {
      ^bb0(%a: index):
        gpu.yield %a, %a : index, index
      }, {
      ^bb0(%a: index, %b: index):
        gpu.yield %a : index
      }, {
      ^bb0(%a: index):
        gpu.yield
      }) : (index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", threads = 128, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      gpu.yield
    }, {
      // expected-error@+1 {{value 0 that its 'stream' takes is another one than what it gets}}
      "tile.chain"(%c0) ({
      ^bb0(%a: index):
        gpu.yield %a : index
      }, {
      ^bb0(%a: i32):
        gpu.yield
      }, {
        gpu.yield %c0 : index
      }, {
        gpu.yield
      }) : (index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", threads = 128, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    "tile.roles"() ({
      gpu.yield
    }, {
      // expected-error@+1 {{stores result 0 in only one of its 'next' and 'end'}}
      "tile.chain"() ({
        gpu.yield
      }, {
        gpu.yield
      }, {
        gpu.yield
      }, {
        %m = "tile.origin"() {axis = "m"} : () -> index
        %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
        "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
        gpu.yield
      }) : () -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], persistent = "static", threads = 128, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A producer asks for one item, in the block of its items.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    "tile.roles"() ({
      // expected-error@+1 {{belongs in the block of a producer's tile.items}}
      "tile.ask"() : () -> ()
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    "tile.roles"() ({
      "tile.items"() ({
        "tile.ask"() : () -> ()
        // expected-error@+1 {{asks for a second item}}
        "tile.ask"() : () -> ()
        gpu.yield
      }) : () -> ()
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, persistent = "dynamic", axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What is brought to L2 is what a copy of the same block reads.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    "tile.roles"() ({
      // expected-error@+1 {{names the slab 's', which no later tile.copy of its block fills by 'tma'}}
      "tile.prefetch"() {slab = "s"} : () -> ()
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    "tile.roles"() ({
      // expected-error@+1 {{stands in front of what its tile.copy's operand 1 is made of}}
      "tile.prefetch"() {slab = "s"} : () -> ()
      %at = arith.addi %m, %m : index
      %c = "tile.copy"(%x, %at) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"], slab = "s", transport = "tma", pad = 0} : (tensor<8xf32>, index) -> tensor<4xf32>
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, axes = [{name = "m", role = "free", extent = 8, tile = 4}]} : () -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    // expected-error@+1 {{belongs in the producer of a tile.roles}}
    "tile.prefetch"() {slab = "s"} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}
