// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-atomize)'
// RUN: not attn-opt %S/Inputs/attention.mlir --pass-pipeline='builtin.module(attn-bracket,attn-atomize{schedule="TILE@qk=n8x8/f4x4"})' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not attn-opt %S/Inputs/attention.mlir --pass-pipeline='builtin.module(attn-bracket,attn-atomize{schedule="TILE@av=n8x8/f4x4"})' 2>&1 | FileCheck %s --check-prefix=NAME

// OTHER: error: {{.*}}cannot honour TILE@qk=n8x8/f4x4: attn-bracket decided a:mma_m16n8k16_f16/w4x1/f1x8/k4
// NAME:  error: {{.*}}cannot honour TILE@av=n8x8/f4x4: no kernel here has a contraction or axis of that name

func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{has no TILE in its schedule: run attn-bracket first}}
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<64x64xf32>, index, index) -> tensor<8x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_0", grid = ["m"],
      axes = [{name = "m", role = "free", extent = 64, tile = 8}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{has tiles of 8 along axis 'm', TILE says 16 rows}}
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<64x64xf32>, index, index) -> tensor<8x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_0", grid = ["m"], schedule = "TILE@n=n32x4/f2x4",
      axes = [{name = "m", role = "free", extent = 64, tile = 8}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{cannot honour TILE n16x1: N is a power of two and N * M a multiple of 32, at most 1024}}
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<64x64xf32>, index, index) -> tensor<8x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_0", grid = ["m"], schedule = "TILE@n=n16x1/f4x8",
      axes = [{name = "m", role = "free", extent = 64, tile = 8}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{cannot honour TILE@n=a:mma_m16n8k32_e4m3/w1x1/f1x1: not supported by this version: atoms other than scalar, mma_m16n8k16 and wgmma_m64n<N>k16}}
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<64x64xf32>, index, index) -> tensor<8x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_0", grid = ["m"], schedule = "TILE@n=a:mma_m16n8k32_e4m3/w1x1/f1x1",
      axes = [{name = "m", role = "free", extent = 64, tile = 8}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{cannot honour TILE@n=n16x2/f4x4: rows and threads (N, M and FM) must be those of its other contractions}}
  %o = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.load"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<64x64xf32>, index, index) -> tensor<8x64xf32>
    "tile.store"(%t, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<8x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "f_0", grid = ["m"], schedule = "TILE@m=n32x1/f2x8;TILE@n=n16x2/f4x4",
      axes = [{name = "m", role = "free", extent = 64, tile = 8}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}
