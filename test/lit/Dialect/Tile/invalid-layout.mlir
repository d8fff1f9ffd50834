// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// The grammar.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{attribute 'layout': column 6: found 'x4@m', expected a level: r (register), l (lane) or w (warp)}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n x4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Registers hold no copies.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{attribute 'layout': column 1: registers cannot hold copies; only l and w can be '@*'}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "r2@* l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Threads come first.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{has a layout, but the kernel has no 'threads'}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// An axis that the tile lacks.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{the layout 'l8@n l4@m w2@k' distributes the axis 'k', which the tile lacks}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m w2@k"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Too few elements.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{the layout 'l8@n l2@m l2@* w2@*' covers 2 elements of axis 'm', the tile has 4}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l2@m l2@* w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Too many elements.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{the layout 'r2@n l8@n l4@m w2@*' covers 16 elements of axis 'n', the tile has 8}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "r2@n l8@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Thirty-two lanes.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{the layout 'r2@n l4@n l4@m w2@*' has 16 lanes, expected 32 (l<n>@* for copies)}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "r2@n l4@n l4@m w2@*"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// The warps of the kernel.

func.func @f(%x: tensor<4x8xf16>, %y: tensor<8x8xf16>) -> tensor<4x8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %a = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<4x8xf16>, index, index) -> tensor<4x8xf16>
    %b = "tile.copy"(%y, %c0, %c0) {over = ["k", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["k", "n"], slab = "s1", transport = "sync", pad = 0} : (tensor<8x8xf16>, index, index) -> tensor<8x8xf16>
    "tile.barrier"() : () -> ()
    // expected-error@+1 {{the layout 'l8@n l4@m' has 1 warps, but the kernel has 64 threads}}
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "l8@n l4@m"} : () -> tensor<4x8xf32>
    %c = "tile.contract"(%a, %b, %z) {name = "mm", axis = "k", lhs_axes = ["m", "k"], rhs_axes = ["k", "n"], axes = ["m", "n"], atom = "scalar", layout = "l8@n l4@m w2@*"} : (tensor<4x8xf16>, tensor<8x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%c, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = ["m"], threads = 64,
      axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8, tile = 8},
              {name = "k", role = "fold", extent = 8, tile = 8}]} : () -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// A reduction that leaves lanes apart: an axis for them, in place of the one that goes, the layout that leaves.
func.func @f(%x: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %t = "tile.load"(%x, %c0, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], layout = "r2@j l4@j l8@m w1@m"} : (tensor<8x8xf32>, index, index) -> tensor<8x8xf32>
    // expected-error@+1 {{'lanes' names no axis of the kernel}}
    %q = "tile.reduce"(%t) {monoid = "add", axis = "j", lanes = "nothing", operand_axes = ["m", "j"], axes = ["m", "j_lanes"], layout = "l4@j_lanes l8@m"} : (tensor<8x8xf32>) -> tensor<8x4xf32>
    "tile.store"(%q, %c0, %c0) {result = 0, over = ["m", "j_lanes"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j_lanes"]} : (tensor<8x4xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [], threads = 32, axes = [{name = "m", role = "free", extent = 8, tile = 8}, {name = "j", role = "fold", extent = 8, tile = 8}, {name = "j_lanes", role = "contract", extent = 4, tile = 4}]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

func.func @f(%x: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %t = "tile.load"(%x, %c0, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], layout = "r2@j l4@j l8@m w1@m"} : (tensor<8x8xf32>, index, index) -> tensor<8x8xf32>
    // expected-error@+1 {{leaves lanes apart, but operand or result has no layout}}
    %q = "tile.reduce"(%t) {monoid = "add", axis = "j", lanes = "j_lanes", operand_axes = ["m", "j"], axes = ["m", "j_lanes"]} : (tensor<8x8xf32>) -> tensor<8x4xf32>
    "tile.store"(%q, %c0, %c0) {result = 0, over = ["m", "j_lanes"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j_lanes"]} : (tensor<8x4xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [], threads = 32, axes = [{name = "m", role = "free", extent = 8, tile = 8}, {name = "j", role = "fold", extent = 8, tile = 8}, {name = "j_lanes", role = "contract", extent = 4, tile = 4}]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

func.func @f(%x: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %t = "tile.load"(%x, %c0, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], layout = "r2@j l4@j l8@m w1@m"} : (tensor<8x8xf32>, index, index) -> tensor<8x8xf32>
    // expected-error@+1 {{has the layout 'l4@j_lanes l4@m r2@m l2@*', expected the operand's without registers along 'j'}}
    %q = "tile.reduce"(%t) {monoid = "add", axis = "j", lanes = "j_lanes", operand_axes = ["m", "j"], axes = ["m", "j_lanes"], layout = "l4@j_lanes l4@m r2@m l2@*"} : (tensor<8x8xf32>) -> tensor<8x4xf32>
    "tile.store"(%q, %c0, %c0) {result = 0, over = ["m", "j_lanes"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j_lanes"]} : (tensor<8x4xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [], threads = 32, axes = [{name = "m", role = "free", extent = 8, tile = 8}, {name = "j", role = "fold", extent = 8, tile = 8}, {name = "j_lanes", role = "contract", extent = 4, tile = 4}]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

func.func @f(%x: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %t = "tile.load"(%x, %c0, %c0) {over = ["m", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "j"], layout = "r2@j l4@j l8@m w1@m"} : (tensor<8x8xf32>, index, index) -> tensor<8x8xf32>
    // expected-error@+1 {{'axes' must be 'operand_axes' with 'lanes' in place of 'j', in the same order}}
    %q = "tile.reduce"(%t) {monoid = "add", axis = "j", lanes = "j_lanes", operand_axes = ["m", "j"], axes = ["j_lanes", "m"], layout = "l4@j_lanes l8@m"} : (tensor<8x8xf32>) -> tensor<4x8xf32>
    "tile.store"(%q, %c0, %c0) {result = 0, over = ["m", "j_lanes"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j_lanes", "m"]} : (tensor<4x8xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "k", grid = [], threads = 32, axes = [{name = "m", role = "free", extent = 8, tile = 8}, {name = "j", role = "fold", extent = 8, tile = 8}, {name = "j_lanes", role = "contract", extent = 4, tile = 4}]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
