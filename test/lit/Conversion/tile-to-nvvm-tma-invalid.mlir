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

// Every second row is no box.

func.func @every_second(%x: tensor<128x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes: axis 'm' must move along one dimension of the tensor, element by element; stage it by 'cp'}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m * 2, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<128x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "every_second_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A diagonal.

func.func @diagonal(%x: tensor<64x128xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes: axis 'm' must move along one dimension of the tensor, element by element}}
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
    // expected-error@+1 {{copies by TMA, whose strides are multiples of 16 bytes; one of this tensor is 136: stage it by 'cp' or 'sync'}}
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

// Five dimensions, not six.

func.func @rank(%x: tensor<2x2x2x2x64x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, whose boxes have at most 5 dimensions; the tensor has more (those of extent one do not count); stage it by 'cp'}}
    %t = "tile.copy"(%x, %c0, %c0, %c0, %c0, %m, %c0) {over = ["a","b","c","d","m","k"], map = affine_map<(a, b, c, d, m, k) -> (a, b, c, d, m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<2x2x2x2x64x64xf16>, index, index, index, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "rank_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}, {name = "a", role = "free", extent = 2, tile = 1}, {name = "b", role = "free", extent = 2, tile = 1}, {name = "c", role = "free", extent = 2, tile = 1}, {name = "d", role = "free", extent = 2, tile = 1}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// The box may reach beyond the extent of an axis whose place depends on another one: the unit would
// read the neighbour's rows instead of zeros.

func.func @shifted(%x: tensor<256x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA a box that can reach beyond the extent of axis 'n', but its place in the tensor also depends on other axes; stage it by 'cp'}}
    %t = "tile.copy"(%x, %c0, %c0, %c0) {over = ["h","n","k"], map = affine_map<(h, n, k) -> (h * 100 + n, k)>, axes = ["n","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<256x64xf16>, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "shifted_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}, {name = "h", role = "free", extent = 2, tile = 1}, {name = "n", role = "free", extent = 50, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}
