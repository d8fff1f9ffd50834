// Truth values of a mask in the layout of scores: four lanes read a row, 16 bytes at a time, and hand bits of it around.
// Tiles that end inside the box: rows one by one, columns 16 at a time.

// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s
// RUN: attn-run %s --device=cpu --opt-level=0 --input=uniform --input=randn --pipeline='func.func(convert-tile-to-loops)' --output=@%t.cpu.npy
// RUN: attn-run %s --device=emu --input=uniform --input=randn --output=@%t.emu.npy
// RUN: cmp %t.cpu.npy %t.emu.npy

// A quarter of 16 bytes of each of two rows; then a bit for each of four columns.
// CHECK:         -> vector<4xi32>
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK:         -> vector<4xi32>
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK-NOT:     -> vector<4xi32>
// CHECK-NOT:     vector<2xi8>

// Rows of a length that is no multiple of 16 bytes are read where the values lie.
// RUN: sed 's/80/72/g' %s > %t.odd.mlir
// RUN: attn-opt %t.odd.mlir --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s --check-prefix=ODD
// RUN: attn-run %t.odd.mlir --device=cpu --opt-level=0 --input=uniform --input=randn --pipeline='func.func(convert-tile-to-loops)' --output=@%t.odd.cpu.npy
// RUN: attn-run %t.odd.mlir --device=emu --input=uniform --input=randn --output=@%t.odd.emu.npy
// RUN: cmp %t.odd.cpu.npy %t.odd.emu.npy
// ODD-NOT: nvvm.shfl.sync idx

func.func @choose(%mask: tensor<20x80xi1>, %x: tensor<20x80xf32>) -> tensor<20x80xf32> {
  %r = "tile.kernel"() ({
    %m = "tile.origin"() {axis = "m"} : () -> index
    %n = "tile.origin"() {axis = "n"} : () -> index
    %k = "tile.load"(%mask, %m, %n) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<20x80xi1>, index, index) -> tensor<16x64xi1>
    %t = "tile.load"(%x, %m, %n) {over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<20x80xf32>, index, index) -> tensor<16x64xf32>
    %s = "tile.map"() ({
      %c = "tile.element"(%k) {axes = ["m", "n"]} : (tensor<16x64xi1>) -> i1
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<16x64xf32>) -> f32
      %inf = arith.constant 0x7F800000 : f32
      %v = arith.select %c, %e, %inf : f32
      gpu.yield %v : f32
    }) {axes = ["m", "n"], layout = "r2@n l4@n l8@m r2@m r8@n"} : () -> tensor<16x64xf32>
    "tile.store"(%s, %m, %n) {result = 0, over = ["m", "n"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m", "n"]} : (tensor<16x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "choose_0", grid = ["m", "n"], threads = 32, schedule = "TILE@n=n32x1/f2x16",
      axes = [{name = "m", role = "free", extent = 20, tile = 16}, {name = "n", role = "free", extent = 80, tile = 64}]} : () -> tensor<20x80xf32>
  return %r : tensor<20x80xf32>
}
