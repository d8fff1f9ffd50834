// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-tile-to-nvvm)'
// A chip that is not known, and a CTA that does not fit the one that is:
// RUN: not attn-opt %S/tile-to-nvvm.mlir --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_9a})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: attn-opt %S/Inputs/large-slab.mlir --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_90a})' -o /dev/null
// RUN: not attn-opt %S/Inputs/large-slab.mlir --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_120a})' 2>&1 | FileCheck %s --check-prefix=LARGE

// CHIP: error: convert-tile-to-nvvm: unknown chip 'sm_9a'; did you mean 'sm_90'? (known: sm_80 {{.*}}sm_120a)
// LARGE: error: 'tile.kernel' op needs 131072 bytes of shared memory; a CTA on sm_120a has at most 101376: take smaller tiles (TILE) or fewer slots (STAGE)

// Layouts and threads come from attn-atomize.

func.func @no_layout(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    // expected-error@+1 {{has no layout; run attn-atomize first}}
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x64xf32>) -> f32
      gpu.yield %e : f32
    }) {axes = ["m", "n"]} : () -> tensor<4x64xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "no_layout_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// Threads.

func.func @no_threads(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-error@+1 {{'tile.kernel' op has no 'threads'; run attn-atomize first}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "no_threads_0", grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// A tile whose lanes differ from those of its user.

func.func @exchange(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    %w = "tile.map"() ({
      // expected-error@+1 {{needs a tile laid out as 'r2@n l32@n w4@m' in the layout 'l32@n r2@n w4@m', where lanes hold elements of other lanes; this exchange is not built yet, use the same thread grid (TILE) for both}}
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x64xf32>) -> f32
      gpu.yield %e : f32
    }) {axes = ["m", "n"], layout = "l32@n r2@n w4@m"} : () -> tensor<4x64xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "exchange_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// No instruction and no approximation for this one.

func.func @no_function(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x64xf32>) -> f32
      // expected-error@+1 {{'math.atan' op has no lowering to the device}}
      %y = math.atan %e : f32
      gpu.yield %y : f32
    }) {axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : () -> tensor<4x64xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "no_function_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// A type without functions.

func.func @f8(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<4x64xf32>) -> f32
      %d = arith.truncf %e : f32 to f8E5M2
      // expected-error@+1 {{'math.exp' op has no lowering to the device for this type; f16, bf16, f32 and f64 have one}}
      %y = math.exp %d : f8E5M2
      %z = arith.extf %y : f8E5M2 to f32
      gpu.yield %z : f32
    }) {axes = ["m", "n"], layout = "r2@n l32@n w4@m"} : () -> tensor<4x64xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "f8_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// Warps along the reduced axis.

func.func @across_warps(%x: tensor<8x64xf32>) -> tensor<8xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], layout = "r2@n l8@n w4@n l4@m"} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    // expected-error@+1 {{reduces 'n', which is spread over 4 warps; reductions across warps are not built yet, keep the axis within a warp (TILE)}}
    %s = "tile.reduce"(%t) {monoid = "add", axis = "n", operand_axes = ["m", "n"], axes = ["m"], layout = "l8@* w4@* l4@m"} : (tensor<4x64xf32>) -> tensor<4xf32>
    "tile.store"(%s, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<4xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "across_warps_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// What is stored lies in registers.

func.func @memory_store(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> tensor<4x64xf32>
    // expected-error@+1 {{stores a tile that lies in memory; give its tile.load a layout (attn-atomize)}}
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<4x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "memory_store_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 8, tile = 4}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// -----

// CTAs are counted in 31 bits.

func.func @grid() -> tensor<2147483648x64xf32> {
  // expected-error@+1 {{has a grid of more than 2147483647 CTAs; take larger tiles}}
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.fill"() {value = 0.0 : f32, axes = ["m", "n"], layout = "r2@n l32@n w4@*"} : () -> tensor<1x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<1x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "grid_0", threads = 128, grid = ["m"], axes = [{name = "m", role = "free", extent = 2147483648, tile = 1}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<2147483648x64xf32>
  return %r : tensor<2147483648x64xf32>
}
