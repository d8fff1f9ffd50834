// Rows of a table, of a width and a number that are known at run time only: where they lie, and what is moved to the nearest row.
// RUN: attn-run %s --device=emu --verify --shape=400x300 --shape=- --shape=50x300 | FileCheck %s
// RUN: attn-run %s --device=cpu --opt-level=0 --verify --shape=128x7 --shape=- --shape=50x7 | FileCheck %s
// RUN: attn-run %s --device=emu --shape=20x4000 --shape=- --shape=50x4000 | FileCheck %s --check-prefix=BEYOND
// RUN: sed 's/50x?/50x4000/g;s/?x?xf32/20x4000xf32/g;/tensor.dim/d;s/tensor.empty(%n)/tensor.empty()/' %s | attn-run - --device=emu | FileCheck %s --check-prefix=BEYOND
// CHECK: ok: result 0
// BEYOND: bits f34d806b13bf8763
func.func @main(%table: tensor<?x?xf32>, %ids: tensor<50xi32>, %x: tensor<50x?xf32>) -> tensor<50x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<50x?xf32>
  %e = tensor.empty(%n) : tensor<50x?xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, c) -> (i)>, affine_map<(i, c) -> (i, c)>, affine_map<(i, c) -> (i, c)>], iterator_types = ["parallel", "parallel"]} ins(%ids, %x : tensor<50xi32>, tensor<50x?xf32>) outs(%e : tensor<50x?xf32>) {
  ^bb0(%a: i32, %y: f32, %o: f32):
    %i = arith.index_cast %a : i32 to index
    %c = linalg.index 1 : index
    %v = tensor.extract %table[%i, %c] : tensor<?x?xf32>
    %s = arith.addf %v, %y : f32
    linalg.yield %s : f32
  } -> tensor<50x?xf32>
  return %g : tensor<50x?xf32>
}
