// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-nvvm)' | FileCheck %s
// Tiles of views as boxes of tensor maps (lib/Dialect/Tile/Box.h). The values: test/cases/views.txt.

// Every third row, from the second on.
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 64, 1], dims = [64, 64, 2], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [384, 128], swizzle = 128 : i64}]
func.func @every_third(%x: tensor<200x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %m, %c0) {over = ["m", "k"], map = affine_map<(m, k) -> (m * 3 + 1, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<200x64xf16>, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "every_third_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Heads side by side in one dimension, behind those of something else: in steps of a head.
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 64, 1], dims = [64, 64, 9], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [1152, 128], swizzle = 128 : i64}]
func.func @packed(%x: tensor<64x576xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %c0, %m, %c0) {over = ["h", "m", "k"], map = affine_map<(h, m, k) -> (m, h * 64 + k + 384)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x576xf16>, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "packed_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}, {name = "h", role = "free", extent = 3, tile = 1}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A length of 50 in each part of 100 rows: the box ends at the length.
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 64, 1], dims = [64, 50, 101], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [128, 128], swizzle = 128 : i64}]
func.func @short(%x: tensor<256x64xf16>) -> tensor<50xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %c0, %m, %c0) {over = ["h", "m", "k"], map = affine_map<(h, m, k) -> (h * 100 + m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<256x64xf16>, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "short_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 50, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}, {name = "h", role = "free", extent = 2, tile = 1}]} : () -> tensor<50xf32>
  return %r : tensor<50xf32>
}

// -----

// Heads that share: what is left need not be linear.
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 64, 1], dims = [64, 64, 17], element = f16, operand = 0 : i64, rank = 3 : i64, strides = [384, 16], swizzle = 128 : i64}]
func.func @groups(%x: tensor<64x192xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %c0, %m, %c0) {over = ["h", "m", "k"], map = affine_map<(h, m, k) -> (m, (h floordiv 2) * 64 + k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<64x192xf16>, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "groups_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}, {name = "h", role = "free", extent = 6, tile = 1}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Six dimensions: the outer ones in one.
// CHECK:       attn.launch = {{.*}}maps = [{box = [64, 64, 1, 1, 1], dims = [64, 64, 2, 2, 4], element = f16, operand = 0 : i64, rank = 5 : i64, strides = [128, 8192, 16384, 32768], swizzle = 128 : i64}]
func.func @six(%x: tensor<2x2x2x2x64x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %c0, %c0, %c0, %c0, %m, %c0) {over = ["a", "b", "c", "d", "m", "k"], map = affine_map<(a, b, c, d, m, k) -> (a, b, c, d, m, k)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<2x2x2x2x64x64xf16>, index, index, index, index, index, index) -> tensor<64x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m"], layout = "l32@m r2@m"} : () -> tensor<64xf32>
    "tile.store"(%z, %m) {result = 0, over = ["m"], map = affine_map<(m) -> (m)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "six_0", threads = 32, grid = ["m"], axes = [{name = "m", role = "free", extent = 64, tile = 64}, {name = "k", role = "contract", extent = 64, tile = 64}, {name = "d", role = "free", extent = 2, tile = 1}, {name = "c", role = "free", extent = 2, tile = 1}, {name = "b", role = "free", extent = 2, tile = 1}, {name = "a", role = "free", extent = 2, tile = 1}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}
