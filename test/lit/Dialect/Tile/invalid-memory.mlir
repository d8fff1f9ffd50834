// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// An axis that the kernel lacks.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{axes names the axis 'i', which the kernel lacks}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "i"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
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

// A tile axis that is not among `over`.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{'over' lacks the axis 'j' of the tile}}
      %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0, 0)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index) -> tensor<2x4xf32>
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

// An axis twice.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{axes names the axis 'm' twice}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "m"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
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

// One origin an axis.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{has 1 origins, expected one for each of the 2 'over' axes}}
      %t = "tile.load"(%x, %m) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index) -> tensor<2x4xf32>
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

// The map counts `over`.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{attribute 'map' takes 1 dimensions, expected one for each of the 2 axes}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0) -> (d0, 0)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
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

// The map gives the rank of the source.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{attribute 'map' has 1 results, expected one for each of the 2 dimensions of the tensor}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
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

// Beyond the end.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{attribute 'map': result 1 runs from 4 to 11, but dimension 1 has 8 elements}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1 + 4)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf32>
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

// The shape of a tile.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{the result has 8 elements on axis 'j', whose tile is 4}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x8xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x8xf32>) -> tensor<2xf32>
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

// The rank of a tile.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{the result has 1 dimensions, expected one for each of its 2 axes}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2xf32>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2xf32>) -> tensor<2xf32>
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

// Another element type.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{the tile has another element type than the source}}
      %t = "tile.load"(%x, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xf32>, index, index) -> tensor<2x4xf16>
      %e = "tile.reduce"(%t) {monoid = "add", axis = "j", operand_axes = ["m", "j"], axes = ["m"]} : (tensor<2x4xf16>) -> tensor<2xf32>
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

// A tile is no source.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a0 = "tile.fill"() {value = 0.0 : f32, axes = ["m"]} : () -> tensor<2xf32>
    %s = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %a0) -> (tensor<2xf32>) {
      // expected-error@+1 {{reads a value made inside the kernel, expected a tensor of the function}}
      %t = "tile.load"(%a0, %m, %j) {over = ["m", "j"], map = affine_map<(d0, d1) -> (0)>, axes = ["m", "j"]} : (tensor<2xf32>, index, index) -> tensor<2x4xf32>
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

// A pad that breaks an element.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{pads rows by 3 bytes, expected a multiple of the element's 2}}
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 3} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A transport that does not exist.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{has the transport 'async', expected "sync", "cp" or "tma"}}
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "async", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// One slab, two shapes.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    // expected-error@+1 {{uses the slab 's0' with another shape, element type, pad, swizzle, transport, multicast or number of slots than the copy before}}
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s0", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A result that does not exist.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    // expected-error@+1 {{stores to result 1, but the kernel has 1}}
    "tile.store"(%s, %m) {result = 1, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The shape of what is stored.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    // expected-error@+1 {{operand 0 was made with other axes than 'axes' says}}
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m", "j"], map = affine_map<(d0, d1) -> (d0)>, axes = ["j"]} : (tensor<2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Another element type than the result.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf16> {
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
    // expected-error@+1 {{the value has another element type than result 0}}
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

// The map covers the result.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<8xf32> {
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
    // expected-error@+1 {{attribute 'map': dimension 0 of the result has 8 elements, the axes give 4}}
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Another place than the CTA's own.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    // expected-error@+1 {{the origin on the grid axis 'm' must be its tile.origin}}
    "tile.store"(%s, %c0) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A part is left out.

func.func @f(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %m = arith.constant 0 : index
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
    // expected-error@+1 {{leaves out a part of axis 'm', which is neither on the grid nor whole in the tile}}
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Every CTA writes the same.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    // expected-error@+1 {{every CTA along the grid axis 'i' writes the same elements}}
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m", "i"],
      axes = [{name = "i", role = "free", extent = 2, tile = 1}, {name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The first one along another axis does it, or all but the first.

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %i = "tile.origin"() {axis = "i"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    %first = arith.cmpi eq, %m, %c0 : index
    scf.if %first {
      // expected-error@+1 {{every CTA along the grid axis 'i' writes the same elements}}
      "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    }
    gpu.yield
  }) {sym_name = "k", grid = ["m", "i"],
      axes = [{name = "i", role = "free", extent = 2, tile = 1}, {name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %i = "tile.origin"() {axis = "i"} : () -> index
    %t = "tile.load"(%x, %m) {over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<4xf32>, index) -> tensor<2xf32>
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
    } else {
      // expected-error@+1 {{every CTA along the grid axis 'i' writes the same elements}}
      "tile.store"(%t, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    }
    gpu.yield
  }) {sym_name = "k", grid = ["m", "i"],
      axes = [{name = "i", role = "free", extent = 2, tile = 1}, {name = "m", role = "free", extent = 4, tile = 2}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Every iteration writes the same.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      // expected-error@+1 {{writes the same elements in every iteration of a loop}}
      "tile.store"(%b, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Written twice.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    // expected-error@+1 {{stores to result 0 a second time}}
    "tile.store"(%a0, %m) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Along the fold axis.

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
        gpu.yield %w : f32
      }) {axes = ["m"]} : () -> tensor<2xf32>
      scf.yield %b : tensor<2xf32>
    }
    // expected-error@+1 {{writes along the fold axis 'j', expected free axes only}}
    "tile.store"(%s, %m, %c0) {result = 0, over = ["m", "j"], map = affine_map<(d0, d1) -> (d0)>, axes = ["m"]} : (tensor<2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "fold", extent = 8, tile = 4}]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A release stands behind a tile of f32, which has registers whose words can be compared.

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      // expected-error@+1 {{stands behind one tile of f32 at most}}
      "tile.release"(%c0, %t) {slab = "s"} : (index, tensor<32x64xf16>) -> ()
      "tile.store"(%t, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"]} : (tensor<32x64xf16>, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// So does an await.

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      %z = "tile.fill"() {axes = ["m","d"], value = 0.0 : f32} : () -> tensor<32x64xf32>
      // expected-error@+1 {{stands behind something that is no tile of f32}}
      %a = "tile.await"(%z, %t) {axes = ["m","d"], pending = 0} : (tensor<32x64xf32>, tensor<32x64xf16>) -> tensor<32x64xf32>
      "tile.store"(%t, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"]} : (tensor<32x64xf16>, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Keys of two axes, of another type, of no number.

func.func @f(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"]} : (tensor<4x8xi32>, index, index) -> tensor<2x8xi32>
    // expected-error@+1 {{orders the coordinates of 2 axes, expected one}}
    "tile.order"(%t, %t, %m, %c0) {result = 0, over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], keys = 2} : (tensor<2x8xi32>, tensor<2x8xi32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "j", role = "free", extent = 8, tile = 8}]} : () -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// -----

// A store through a slab in parts that do not divide its columns.
func.func @parts(%x: tensor<4x48xf16>) -> tensor<4x48xf16> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %n = "tile.origin"() {axis = "n"} : () -> index
    %t = "tile.load"(%x, %m, %n) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x48xf16>, index, index) -> tensor<2x48xf16>
    // expected-error@+1 {{stores in 5 parts, which do not divide the columns}}
    "tile.store"(%t, %m, %n) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"], transport = "tma", slab = "out", swizzle = 32, parts = 5} : (tensor<2x48xf16>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m", "n"],
      axes = [{name = "m", role = "free", extent = 4, tile = 2}, {name = "n", role = "free", extent = 48, tile = 48}]} : () -> tensor<4x48xf16>
  return %r : tensor<4x48xf16>
}

// -----

func.func @f(%x: tensor<4x8xi8>) -> tensor<4x8xi8> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j"]} : (tensor<4x8xi8>, index, index) -> tensor<8xi8>
    // expected-error@+1 {{has keys that are no 32-bit integers}}
    "tile.order"(%t, %t, %m, %c0) {result = 0, over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j"], keys = 2} : (tensor<8xi8>, tensor<8xi8>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 1}, {name = "j", role = "free", extent = 8, tile = 8}]} : () -> tensor<4x8xi8>
  return %r : tensor<4x8xi8>
}

// -----

func.func @f(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j"]} : (tensor<4x8xi32>, index, index) -> tensor<8xi32>
    // expected-error@+1 {{has 'keys' 0, expected 1 to 32}}
    "tile.order"(%t, %t, %m, %c0) {result = 0, over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j"], keys = 0} : (tensor<8xi32>, tensor<8xi32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 1}, {name = "j", role = "free", extent = 8, tile = 8}]} : () -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}
// -----

// To more CTAs than a cluster has.

func.func @f(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    "tile.roles"() ({
      // expected-error@+1 {{goes to 4 CTAs, but is not a copy by 'tma' in a producer of a kernel with clusters of that size}}
      %a = "tile.copy"(%x, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s0", transport = "tma", pad = 0, swizzle = 128, multicast = 4} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, cluster = {axis = "m", size = 2},
      axes = [{name = "m", role = "free", extent = 64, tile = 32}, {name = "n", role = "free", extent = 64, tile = 64},
              {name = "k", role = "fold", extent = 64, tile = 64}]} : () -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}

// -----

// By another transport.

func.func @f(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    "tile.roles"() ({
      // expected-error@+1 {{goes to 2 CTAs, but is not a copy by 'tma' in a producer of a kernel with clusters of that size}}
      %a = "tile.copy"(%x, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s0", transport = "cp", pad = 0, swizzle = 128, multicast = 2} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, cluster = {axis = "m", size = 2},
      axes = [{name = "m", role = "free", extent = 64, tile = 32}, {name = "n", role = "free", extent = 64, tile = 64},
              {name = "k", role = "fold", extent = 64, tile = 64}]} : () -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}

// -----

// Rows that are no multiple of 8 for each CTA.

func.func @f(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    "tile.roles"() ({
      // expected-error@+1 {{goes to 2 CTAs, but has no rows in multiples of 8 for each of them}}
      %a = "tile.copy"(%x, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s0", transport = "tma", pad = 0, swizzle = 128, multicast = 2} : (tensor<64x64xf16>, index, index) -> tensor<24x64xf16>
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, cluster = {axis = "m", size = 2},
      axes = [{name = "m", role = "free", extent = 64, tile = 32}, {name = "n", role = "free", extent = 64, tile = 64},
              {name = "k", role = "fold", extent = 64, tile = 24}]} : () -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}

// -----

// Another box in each CTA.

func.func @f(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    "tile.roles"() ({
      // expected-error@+1 {{goes to 2 CTAs, which do not read the same along the axis 'm'}}
      %a = "tile.copy"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"], slab = "s0", transport = "tma", pad = 0, swizzle = 128, multicast = 2} : (tensor<64x64xf16>, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1} : () -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 128, cluster = {axis = "m", size = 2},
      axes = [{name = "m", role = "free", extent = 64, tile = 32}, {name = "n", role = "free", extent = 64, tile = 64},
              {name = "k", role = "fold", extent = 64, tile = 64}]} : () -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}

// -----

// A store through a slab of several slots says which.

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      // expected-error@+1 {{has 1 origins, expected one for each of the 2 'over' axes and then the slot}}
      "tile.store"(%t, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], transport = "tma", slab = "s", swizzle = 128, slots = 2} : (tensor<32x64xf16>, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// It has as many as the copies into the slab.

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      // expected-error@+1 {{stores through the slab 's' of another shape, element type, swizzle or number of slots}}
      "tile.store"(%t, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], transport = "tma", slab = "s", swizzle = 128} : (tensor<32x64xf16>, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Slots are of a slab that a copy fills.

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      // expected-error@+1 {{stores through a slot of 'out', which no tile.copy fills}}
      "tile.store"(%t, %c0, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], transport = "tma", slab = "out", swizzle = 128, slots = 2} : (tensor<32x64xf16>, index, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      // expected-error@+1 {{has slots, but no slab}}
      "tile.store"(%t, %c0, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slots = 2} : (tensor<32x64xf16>, index, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

func.func @f(%x: tensor<128x64xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slab = "s", transport = "tma", pad = 0, slots = 2, swizzle = 128} : (tensor<128x64xf16>, index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      %t = "tile.slot"(%c0) {slab = "s", axes = ["m","d"]} : (index) -> tensor<32x64xf16>
      // expected-error@+1 {{has 0 slots, expected at least one}}
      "tile.store"(%t, %c0, %c0) {result = 0, over = ["m","d"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","d"], slots = 0} : (tensor<32x64xf16>, index, index) -> ()
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Ranks: integers of 32 bits, a grid axis for each dimension, all of its tiles.

func.func @f(%x: tensor<4x8xf32>, %r0: tensor<4x4xi64>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %b = "tile.origin"() {axis = "b"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{has ranks that are no 32-bit integers}}
    "tile.ranks"(%r0) {over = ["b", "m"]} : (tensor<4x4xi64>) -> ()
    %t = "tile.load"(%x, %b, %m) {over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<4x8xf32>, index, index) -> tensor<2xf32>
    "tile.store"(%t, %b, %m) {result = 0, over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["b", "m"],
      axes = [{name = "b", role = "free", extent = 4, tile = 1}, {name = "m", role = "free", extent = 8, tile = 2}, {name = "j", role = "fold", extent = 4, tile = 4}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @f(%x: tensor<4x8xf32>, %r0: tensor<4x4xi32>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %b = "tile.origin"() {axis = "b"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{'over' has 1 axes, expected one for each dimension of the source}}
    "tile.ranks"(%r0) {over = ["m"]} : (tensor<4x4xi32>) -> ()
    %t = "tile.load"(%x, %b, %m) {over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<4x8xf32>, index, index) -> tensor<2xf32>
    "tile.store"(%t, %b, %m) {result = 0, over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["b", "m"],
      axes = [{name = "b", role = "free", extent = 4, tile = 1}, {name = "m", role = "free", extent = 8, tile = 2}, {name = "j", role = "fold", extent = 4, tile = 4}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @f(%x: tensor<4x8xf32>, %r0: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %b = "tile.origin"() {axis = "b"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{'over' names the axis 'j', expected a grid axis of the kernel}}
    "tile.ranks"(%r0) {over = ["b", "j"]} : (tensor<4x1xi32>) -> ()
    %t = "tile.load"(%x, %b, %m) {over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<4x8xf32>, index, index) -> tensor<2xf32>
    "tile.store"(%t, %b, %m) {result = 0, over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["b", "m"],
      axes = [{name = "b", role = "free", extent = 4, tile = 1}, {name = "m", role = "free", extent = 8, tile = 2}, {name = "j", role = "fold", extent = 4, tile = 4}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @f(%x: tensor<4x8xf32>, %r0: tensor<4x8xi32>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %b = "tile.origin"() {axis = "b"} : () -> index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{axis 'm' has 4 tiles, the source 8}}
    "tile.ranks"(%r0) {over = ["b", "m"]} : (tensor<4x8xi32>) -> ()
    %t = "tile.load"(%x, %b, %m) {over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<4x8xf32>, index, index) -> tensor<2xf32>
    "tile.store"(%t, %b, %m) {result = 0, over = ["b", "m"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m"]} : (tensor<2xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["b", "m"],
      axes = [{name = "b", role = "free", extent = 4, tile = 1}, {name = "m", role = "free", extent = 8, tile = 2}, {name = "j", role = "fold", extent = 4, tile = 4}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
