// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// The value of a fill.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{attribute 'value' must be a number of the tile's element type}}
    %a0 = "tile.fill"() {value = 0.0 : f16, axes = ["m"]} : () -> tensor<2xf32>
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

// A fill that is no number.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{attribute 'value' must be a number of the tile's element type}}
    %a0 = "tile.fill"() {value = "zero", axes = ["m"]} : () -> tensor<2xf32>
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

// A tensor of the function is no tile.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      // expected-error@+1 {{uses a value from outside the kernel as operand 0; only scalar constants, lengths (carrier.size) and, as the source of tile.load, tile.copy and tile.read, tensors may be captured}}
      %e = "tile.reduce"(%x) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<4x8xf32>) -> tensor<2xf32>
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

// Other axes than the operand was made with.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      // expected-error@+1 {{operand 0 was made with other axes than 'operand_axes' says}}
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["j", "m"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
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

// An axis that the operand lacks.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      // expected-error@+1 {{reduces the axis 'i', which the operand lacks}}
      %e = "tile.reduce"(%t) {monoid = "add", axis = "i", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
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

// The axes that are left.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      // expected-error@+1 {{'axes' must be 'operand_axes' without 'm', in the same order}}
      %e = "tile.reduce"(%t) {monoid = "add", axis = "m", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
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

// An unknown monoid.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      // expected-error@+1 {{has the monoid 'sum', expected add, mul, max, min on floats and integers or and, or on i1}}
      %e = "tile.reduce"(%t) {monoid = "sum", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
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

// A logical monoid on floats.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      // expected-error@+1 {{has the monoid 'or', expected add, mul, max, min on floats and integers or and, or on i1}}
      %e = "tile.reduce"(%t) {monoid = "or", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
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

// A map whose yield has another type.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      // expected-error@+1 {{yields another type than the tile's elements}}
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        %h = arith.truncf %w : f32 to f16
        gpu.yield %h : f16
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

// A map that yields nothing.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf32>) -> tensor<2xf32>
      // expected-error@+1 {{region 'body' yields 0 values, expected 1}}
      %b = "tile.map"() ({
        %u = "tile.element"(%a) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %v = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f32
        %w = arith.addf %u, %v : f32
        gpu.yield
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

// A tile with an axis that the map lacks.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
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
        // expected-error@+1 {{reads a tile along the axis 'j', which the tile.map lacks}}
        %v = "tile.element"(%t) {axes = ["m", "j"]} : (tensor<2x4xf32>) -> f32
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

// Other axes, through the loop.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
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
        // expected-error@+1 {{operand 0 was made with other axes than 'axes' says}}
        %u = "tile.element"(%a) {axes = ["j"]} : (tensor<2xf32>) -> f32
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

// An element of another type.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
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
        // expected-error@+1 {{has a result of another type than the tile's elements}}
        %h = "tile.element"(%e) {axes = ["m"]} : (tensor<2xf32>) -> f16
        %v = arith.extf %h : f16 to f32
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

// A coordinate on an axis that the map lacks.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
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
        // expected-error@+1 {{names the axis 'j', which the tile.map lacks}}
        %q = "tile.coord"(%j) {axis = "j"} : (index) -> index
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

// Memory is not touched in a map.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
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
        // expected-error@+1 {{is not allowed in a tile.map, which holds arith, math, affine.apply, tile.element and tile.coord}}
        "tile.barrier"() : () -> ()
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

// An element outside a map.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    // expected-error@+1 {{is not allowed here in a tile.kernel, which holds tile operations, scf.for, scf.if and index arithmetic}}
    %q = "tile.element"(%a0) {axes = ["m"]} : (tensor<2xf32>) -> f32
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

// A sum over an axis that an operand lacks.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    // expected-error@+1 {{sums over the axis 'n', which 'lhs_axes' lacks}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "n", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An operand axis that goes nowhere.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<4xf32>
    // expected-error@+1 {{the axis 'n' of 'rhs_axes' is neither summed nor an axis of the result}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m"]} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4xf32>) -> tensor<4xf32>
    %d = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"]} : () -> tensor<4x8xf32>
    "tile.store"(%d, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A result axis from nowhere.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n", "i"]} : () -> tensor<4x8x2xf32>
    // expected-error@+1 {{the axis 'i' of the result is no axis of an operand}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n", "i"]} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
    %d = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"]} : () -> tensor<4x8xf32>
    "tile.store"(%d, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "i", role = "free", extent = 2, tile = 2}, {name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An accumulator of other axes.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "k"]} : () -> tensor<4x8xf32>
    // expected-error@+1 {{operand 2 was made with other axes than 'axes' says}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Fragments are what mma.sync has.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    // expected-error@+1 {{has 2 register buffers, expected 1, or more with mma_m16n8k16_*}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", buffers = 2, layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An unknown atom.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    // expected-error@+1 {{has the unknown atom 'mma_m8n8k8_f16'}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "mma_m8n8k8_f16", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An atom whose shape and type do not go together.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    // expected-error@+1 {{has the unknown atom 'mma_m16n8k32_f16'}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "mma_m16n8k32_f16", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A name that could not stand in a schedule.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    // expected-error@+1 {{contraction 'm;m' must be a name of letters, digits and '_', at most 31 long}}
    %c = "tile.contract"(%a, %b, %z) {name = "m;m", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An accumulator in f16.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f16, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf16>
    // expected-error@+1 {{must accumulate in f32 or f64}}
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf16>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf16>
  return %r : tensor<4x8xf16>
}

// -----

// A mask selects.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    // expected-error@+1 {{has 'mask' and does not select what it yields}}
    %b = "tile.map"() ({
      %u = "tile.element"(%t) {axes = ["m"]} : (tensor<2xf32>) -> f32
      %w = arith.addf %u, %u : f32
      gpu.yield %w : f32
    }) {axes = ["m"], mask = true} : () -> tensor<2xf32>
    "tile.store"(%b, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What multiplies by one and can be left out is a product.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    // expected-error@+1 {{has 'unless_one' and is no product of two elements}}
    %b = "tile.map"() ({
      %u = "tile.element"(%t) {axes = ["m"]} : (tensor<2xf32>) -> f32
      %w = arith.addf %u, %u : f32
      gpu.yield %w : f32
    }) {axes = ["m"], unless_one = true} : () -> tensor<2xf32>
    "tile.store"(%b, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Maxima of words are maxima of f32.

func.func @f(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x8xf32>
    %s = "tile.fill"() {axes = ["m"], value = 0.0 : f32} : () -> tensor<2xf32>
    %p = "tile.nonnegative"(%s) {axes = ["m"]} : (tensor<2xf32>) -> i1
    // expected-error@+1 {{has 'beyond' and is no maximum of f32}}
    %e = "tile.reduce"(%t, %p) {monoid = "min", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x8xf32>, i1) -> tensor<2xf32>
    "tile.store"(%e, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4x8xf16>) -> tensor<4xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf16>, index, index) -> tensor<2x8xf16>
    %s = "tile.fill"() {axes = ["m"], value = 0.0 : f32} : () -> tensor<2xf32>
    %p = "tile.nonnegative"(%s) {axes = ["m"]} : (tensor<2xf32>) -> i1
    // expected-error@+1 {{has 'beyond' and is no maximum of f32}}
    %e = "tile.reduce"(%t, %p) {monoid = "max", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x8xf16>, i1) -> tensor<2xf16>
    "tile.store"(%e, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf16>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

func.func @f(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x8xf32>
    %s = "tile.fill"() {axes = ["m"], value = 0.0 : f32} : () -> tensor<2xf32>
    %p = "tile.nonnegative"(%s) {axes = ["m"]} : (tensor<2xf32>) -> i1
    // expected-error@+1 {{has more than one 'beyond'}}
    %e = "tile.reduce"(%t, %p, %p) {monoid = "max", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x8xf32>, i1, i1) -> tensor<2xf32>
    "tile.store"(%e, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4x8xf16>) -> tensor<4xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf16>, index, index) -> tensor<2x8xf16>
    // expected-error@+1 {{asks for the sign of a tile that is none of f32}}
    %p = "tile.nonnegative"(%t) {axes = ["m", "j"]} : (tensor<2x8xf16>) -> i1
    %e = "tile.reduce"(%t) {monoid = "max", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x8xf16>) -> tensor<2xf16>
    "tile.store"(%e, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf16>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

// Chains of a reduction.

func.func @f(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x8xf32>
    // expected-error@+1 {{has 3 chains, expected 1 or 2}}
    %e = "tile.reduce"(%t) {monoid = "max", axis = "j", operand_axes = ["m", "j"], axes = ["m"], chains = 3} : (tensor<2x8xf32>) -> tensor<2xf32>
    "tile.store"(%e, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}
