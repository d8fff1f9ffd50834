// RUN: split-file %s %t
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/squeezed.mlir | FileCheck %s --check-prefix=SQUEEZED
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/third.mlir | FileCheck %s --check-prefix=THIRD
// RUN: attn-run %t/squeezed.mlir --device=cpu --opt-level=0 --verify | FileCheck %s --check-prefix=THREE
// RUN: attn-run %t/squeezed.mlir --device=emu --verify | FileCheck %s --check-prefix=THREE
// RUN: attn-run %t/third.mlir --device=cpu --opt-level=0 --verify --atol=2e-3 --rtol=2e-3 | FileCheck %s --check-prefix=FOUR
// RUN: attn-run %t/third.mlir --device=emu --verify --atol=2e-3 --rtol=2e-3 | FileCheck %s --check-prefix=FOUR

// A fold's results but its first are of one type. The maximum and the sum of a softmax, one of them with the axis kept,
// beside the weighted values (attention that gives its weights away needs all three) are one fold all the same; what
// is of a third type is another.

// SQUEEZED-NOT: linalg.generic
// SQUEEZED:     %[[F:.*]]:3 = "carrier.fold"
// SQUEEZED-NOT: "carrier.fold"
// SQUEEZED:     } : () -> (tensor<4x8x16xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
// SQUEEZED:     %[[M:.*]] = tensor.expand_shape %[[F]]#{{.}}
// SQUEEZED-SAME: : tensor<4x8xf32> into tensor<1x4x8x1xf32>
// SQUEEZED:     return %[[F]]#0, %[[M]], %[[F]]#{{.}}

// THIRD-COUNT-2: "carrier.fold"
// THIRD-NOT:     "carrier.fold"
// THIRD-NOT:     linalg.generic

// THREE-COUNT-3: ok
// FOUR-COUNT-4: ok

//--- squeezed.mlir
#q = affine_map<(b, m, n, d) -> (b, m, d)>
#k = affine_map<(b, m, n, d) -> (b, n, d)>
#s = affine_map<(b, m, n, d) -> (b, m, n)>
#all = affine_map<(b, m, n) -> (b, m, n)>
#row = affine_map<(b, m, n) -> (b, m)>
#kept = affine_map<(b, m, n) -> (0, b, m, 0)>
#p = affine_map<(b, m, d, n) -> (b, m, n)>
#v = affine_map<(b, m, d, n) -> (b, n, d)>
#o = affine_map<(b, m, d, n) -> (b, m, d)>
#is = affine_map<(b, m, d) -> (b, m, d)>
#div = affine_map<(b, m, d) -> (b, m)>
func.func @main(%q: tensor<4x8x16xf32>, %k: tensor<4x40x16xf32>, %v: tensor<4x40x16xf32>) -> (tensor<4x8x16xf32>, tensor<1x4x8x1xf32>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e3 = tensor.empty() : tensor<4x8x40xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<4x8x40xf32>) -> tensor<4x8x40xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x8x16xf32>, tensor<4x40x16xf32>) outs(%z3 : tensor<4x8x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %ab = arith.mulf %a, %b : f32
    %sum = arith.addf %c, %ab : f32
    linalg.yield %sum : f32
  } -> tensor<4x8x40xf32>
  %ek = tensor.empty() : tensor<1x4x8x1xf32>
  %lk = linalg.fill ins(%low : f32) outs(%ek : tensor<1x4x8x1xf32>) -> tensor<1x4x8x1xf32>
  %m = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<4x8x40xf32>) outs(%lk : tensor<1x4x8x1xf32>) {
  ^bb0(%a: f32, %c: f32):
    %max = arith.maximumf %a, %c : f32
    linalg.yield %max : f32
  } -> tensor<1x4x8x1xf32>
  %w = linalg.generic {indexing_maps = [#all, #kept, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<4x8x40xf32>, tensor<1x4x8x1xf32>) outs(%e3 : tensor<4x8x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<4x8x40xf32>
  %er = tensor.empty() : tensor<4x8xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w : tensor<4x8x40xf32>) outs(%zr : tensor<4x8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %sum = arith.addf %a, %c : f32
    linalg.yield %sum : f32
  } -> tensor<4x8xf32>
  %eo = tensor.empty() : tensor<4x8x16xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
  %n = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<4x8x40xf32>, tensor<4x40x16xf32>) outs(%zo : tensor<4x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %ab = arith.mulf %a, %b : f32
    %sum = arith.addf %c, %ab : f32
    linalg.yield %sum : f32
  } -> tensor<4x8x16xf32>
  %r = linalg.generic {indexing_maps = [#is, #div, #is], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%n, %d : tensor<4x8x16xf32>, tensor<4x8xf32>) outs(%eo : tensor<4x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<4x8x16xf32>
  return %r, %m, %d : tensor<4x8x16xf32>, tensor<1x4x8x1xf32>, tensor<4x8xf32>
}

//--- third.mlir
func.func @main(%x: tensor<8x40xf32>) -> (tensor<8xf32>, tensor<8xf16>, tensor<8xf64>, tensor<8xf16>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %lk = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<8x40xf32>) outs(%lk : tensor<8xf32>) dimensions = [1]
  %ex = tensor.empty() : tensor<8x40xf32>
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%ex : tensor<8x40xf32>) dimensions = [1]
  %c = arith.subf %x, %mb : tensor<8x40xf32>
  %w = math.exp %c : tensor<8x40xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %d = linalg.reduce { arith.addf } ins(%w : tensor<8x40xf32>) outs(%z : tensor<8xf32>) dimensions = [1]
  %half = arith.truncf %m : tensor<8xf32> to tensor<8xf16>
  %wide = arith.extf %d : tensor<8xf32> to tensor<8xf64>
  %l = math.log %d : tensor<8xf32>
  %lse = arith.addf %m, %l : tensor<8xf32>
  %halfLse = arith.truncf %lse : tensor<8xf32> to tensor<8xf16>
  return %d, %half, %wide, %halfLse : tensor<8xf32>, tensor<8xf16>, tensor<8xf64>, tensor<8xf16>
}
