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

// Pages that share no multiple of 8 rows with the tile.

func.func @pages(%x: tensor<8x20x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes of 8 rows, and multiples; tiles of 64 have no such part in pages of 12}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m floordiv 12, m mod 12, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<8x20x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "pages_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Pages along the axis that is contiguous in the slab.

func.func @pages_along_rows(%x: tensor<8x64x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes: axis 'k' must move through the tensor in even steps}}
    %t = "tile.copy"(%x, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (k floordiv 16, m, k mod 16)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<8x64x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "pages_along_rows_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Each row lies where data say for it alone.

func.func @rows(%x: tensor<900x64xf16>, %table: tensor<64xi32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64x64xf16>
  %g = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m)>, affine_map<(m, k) -> (m, k)>], iterator_types = ["parallel", "parallel"]} ins(%table : tensor<64xi32>) outs(%e : tensor<64x64xf16>) {
  ^bb0(%a: i32, %o: f16):
    %i = arith.index_cast %a : i32 to index
    %k = linalg.index 1 : index
    %v = tensor.extract %x[%i, %k] : tensor<900x64xf16>
    linalg.yield %v : f16
  } -> tensor<64x64xf16>
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes; what is read here lies where data say for each row or column of it}}
    %t = "tile.copy"(%g, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "rows_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Coordinates that are moved to the nearest in the table.

func.func @beyond(%x: tensor<30x60x64xf16>, %table: tensor<2xi32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<2x64x64xf16>
  %g = linalg.generic {indexing_maps = [affine_map<(j, r, k) -> (j)>, affine_map<(j, r, k) -> (j, r, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%table : tensor<2xi32>) outs(%e : tensor<2x64x64xf16>) {
  ^bb0(%a: i32, %o: f16):
    %i = arith.index_cast %a : i32 to index
    %rr = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = tensor.extract %x[%i, %rr, %k] : tensor<30x60x64xf16>
    linalg.yield %v : f16
  } -> tensor<2x64x64xf16>
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes; what is read here may be beyond the table}}
    %t = "tile.copy"(%g, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m floordiv 64, m mod 64, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<2x64x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "beyond_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A tile that begins anywhere in a page.

func.func @anywhere(%x: tensor<8x32x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c24 = arith.constant 24 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %at = arith.addi %m, %c24 : index
    // expected-error@+1 {{copies by TMA rows in pages of 32, which needs tiles that begin at multiples of 32; this one begins at one of 8}}
    %t = "tile.copy"(%x, %at, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m floordiv 32, m mod 32, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<8x32x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "anywhere_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A window in zeros ends where data say, on both sides.

func.func @window_in_zeros(%x: tensor<10x64xf16>, %at: index, %rest: index) -> tensor<64xf32> {
  %p = tensor.pad %x low[%at, 0] high[%rest, 0] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f16
    tensor.yield %zero : f16
  } : tensor<10x64xf16> to tensor<64x64xf16>
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    // expected-error@+1 {{copies by TMA, which moves boxes of a tensor that is told at the launch; what is read here lies within limits where data say}}
    %t = "tile.copy"(%p, %m, %c0) {over = ["m","k"], map = affine_map<(m, k) -> (m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "window_in_zeros_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
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
