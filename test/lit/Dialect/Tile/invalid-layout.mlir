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
