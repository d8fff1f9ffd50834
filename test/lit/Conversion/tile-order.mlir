// tile.order: coordinates in groups, of 70 keys in three registers a lane, the last one ragged. The groups lie in the order
// of their keys, from 0, 23 and 46 on.

// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-verify,convert-tile-to-nvvm{chip=sm_80})' | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-verify,func.func(convert-tile-to-loops))' | FileCheck %s --check-prefix=LOOPS
// RUN: attn-opt %s --emit=listing | FileCheck %s --check-prefix=LISTING
// RUN: attn-run %s --device=cpu --opt-level=0 --input=iota --pipeline='func.func(convert-tile-to-loops)' --output=@%t.cpu.npy
// RUN: attn-run %s --device=emu --input=iota --output=@%t.emu.npy
// RUN: cmp %t.cpu.npy %t.emu.npy
// RUN: od -An -v -td4 -w40 -j128 %t.emu.npy | FileCheck %s --check-prefix=VALUES

// `sorted`: where the first group begins is enough, the others lie behind it.
// RUN: sed 's/arith.constant 23/arith.constant 0/; s/keys = 3/keys = 3, sorted = true/' %s > %t.sorted.mlir
// RUN: attn-run %t.sorted.mlir --device=cpu --opt-level=0 --input=iota --pipeline='func.func(convert-tile-to-loops)' --output=@%t.sorted.cpu.npy
// RUN: attn-run %t.sorted.mlir --device=emu --input=iota --output=@%t.sorted.emu.npy
// RUN: cmp %t.emu.npy %t.sorted.cpu.npy
// RUN: cmp %t.emu.npy %t.sorted.emu.npy
// RUN: attn-opt %t.sorted.mlir --emit=listing | FileCheck %s --check-prefix=SORTED
// SORTED: result 0[b, j] = coordinates sorted by

// One ballot for each key and register; below the lane, then all of it.
// CHECK:         %[[BELOW:.*]] = llvm.sub %{{.*}}, %{{.*}} : i32
// CHECK-COUNT-9: nvvm.vote.sync ballot
// CHECK-NOT:     nvvm.vote.sync
// CHECK:         llvm.return

// LOOPS:      %[[HAS:.*]] = arith.cmpi eq
// LOOPS:      scf.if %[[HAS]] -> (tensor<2x70xi32>, index)
// LOOPS:      %[[FROM:.*]] = tensor.extract
// LOOPS:      %[[BEGIN:.*]] = arith.index_cast %[[FROM]]
// LOOPS:      arith.addi %[[BEGIN]], %{{.*}} : index
// LOOPS:      tensor.insert

// LISTING: result 0[b, j] = coordinates grouped by {{.*}}[j] from {{.*}}

// Keys 2, 0, 1, 2, ... of coordinates 0, 1, 2, ...; the same of the second row
// VALUES:      1 4 7 10 13 16 19 22 25 28
// VALUES-NEXT: 31 34 37 40 43 46 49 52 55 58
// VALUES-NEXT: 61 64 67 2 5 8 11 14 17 20
// VALUES-NEXT: 23 26 29 32 35 38 41 44 47 50
// VALUES-NEXT: 53 56 59 62 65 68 0 3 6 9
// VALUES-NEXT: 12 15 18 21 24 27 30 33 36 39
// VALUES-NEXT: 42 45 48 51 54 57 60 63 66 69
// VALUES-NEXT: 1 4 7 10
func.func @order(%x: tensor<2x70xi32>) -> tensor<2x70xi32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %b = "tile.origin"() {axis = "b"} : () -> index
    %t = "tile.load"(%x, %b, %c0) {over = ["b", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j"], layout = "l32@j r3@j"} : (tensor<2x70xi32>, index, index) -> tensor<96xi32>
    %key = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["j"]} : (tensor<96xi32>) -> i32
      %row = arith.index_cast %b : index to i32
      %two = arith.constant 2 : i32
      %three = arith.constant 3 : i32
      %shift = arith.subi %two, %row : i32
      %s = arith.addi %e, %shift : i32
      %k = arith.remui %s, %three : i32
      gpu.yield %k : i32
    }) {axes = ["j"], layout = "l32@j r3@j"} : () -> tensor<96xi32>
    %from = "tile.map"() ({
      %k = "tile.element"(%key) {axes = ["j"]} : (tensor<96xi32>) -> i32
      %each = arith.constant 23 : i32
      %at = arith.muli %k, %each : i32
      gpu.yield %at : i32
    }) {axes = ["j"], layout = "l32@j r3@j"} : () -> tensor<96xi32>
    "tile.order"(%key, %from, %b, %c0) {result = 0, over = ["b", "j"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["j"], keys = 3} : (tensor<96xi32>, tensor<96xi32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "order_0", grid = ["b"], threads = 32, schedule = "TILE@j=n32x1/f3x1",
      axes = [{name = "b", role = "free", extent = 2, tile = 1}, {name = "j", role = "free", extent = 70, tile = 96}]} : () -> tensor<2x70xi32>
  return %r : tensor<2x70xi32>
}
