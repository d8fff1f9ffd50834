// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-tile-to-nvvm)'
// What the TMA unit cannot copy; tile-to-nvvm-copy.mlir has what it can.

// It moves rows as they lie; it does not transpose.

func.func @turned(%x: tensor<64x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which keeps the tensor's contiguous dimension contiguous: axis 'k', the slab's last, is not contiguous in the tensor}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (k, m)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "turned_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A diagonal: rows are a row and an element apart.

func.func @diagonal(%x: tensor<64x128xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, whose strides are multiples of 16 bytes; one here is 258}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m, k + m)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x128xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "diagonal_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Rows of 68 halves are 136 bytes apart.

func.func @stride(%x: tensor<64x68xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, whose strides are multiples of 16 bytes; one here is 136}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x68xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "stride_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Without a swizzle, one box holds a whole row.

func.func @wide(%x: tensor<64x512xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, whose boxes have at most 256 elements along a dimension; this one has 512: take a smaller tile (TILE) or a swizzle}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0} : (tensor<64x512xf16>, index, index) -> tensor<64x512xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "wide_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 512, tile = 512}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Pages: the axis takes no even steps.

func.func @pages(%x: tensor<8x20x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes: axis 'm' must move through the tensor in even steps}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m floordiv 8, m mod 8, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<8x20x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "pages_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// The same row for all: stride 0.

func.func @broadcast(%x: tensor<64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes: axis 'm' does not move forward in the tensor}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (k + m * 0)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "broadcast_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}
