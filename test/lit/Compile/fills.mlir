// REQUIRES: attn-run
// A finite fill that stays a value (rows before the first key see nothing at some lengths): such a row is the mean of
// all values, also where weights are powers of two and the fill's logarithm is beyond the digits of a float.
// RUN: attn-run %s --device=cpu --opt-level=0 --schedule='ROLE=u;TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;MATH=exp2;STAGE=none' --shape=2x40x64 --shape=2x20x64 --shape=2x20x64 --atol=4e-3 --rtol=4e-3 --verify=all | FileCheck %s --check-prefix=RIGHT
// RUN: attn-run %s --device=emu --schedule='ROLE=u;TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;MATH=exp2;STAGE=none' --shape=2x40x64 --shape=2x20x64 --shape=2x20x64 --atol=4e-3 --rtol=4e-3 --verify=all | FileCheck %s --check-prefix=RIGHT
// RUN: attn-opt %s --emit=listing | FileCheck %s
// RIGHT: ok: result 0 against the oracle
// CHECK: M' = m + (s1 - s0) >= kv ? t0 : -1e+09

#s5q = affine_map<(h,m,j,d) -> (h,m,d)>
#s5k = affine_map<(h,m,j,d) -> (h,j,d)>
#s5o = affine_map<(h,m,j,d) -> (h,m,j)>
#id3 = affine_map<(h,m,j) -> (h,m,j)>
#row = affine_map<(h,m,j) -> (h,m)>
#pv = affine_map<(h,m,d,j) -> (h,m,j)>
#vv = affine_map<(h,m,d,j) -> (h,j,d)>
#ov = affine_map<(h,m,d,j) -> (h,m,d)>
func.func @fill(%q: tensor<2x?x64xf16>, %k: tensor<2x?x64xf16>, %v: tensor<2x?x64xf16>) -> tensor<2x?x64xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %fill = arith.constant -1.0e9 : f32
  %m = tensor.dim %q, %c1 : tensor<2x?x64xf16>
  %n = tensor.dim %k, %c1 : tensor<2x?x64xf16>
  %e = tensor.empty(%m, %n) : tensor<2x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %s = linalg.generic {indexing_maps = [#s5q, #s5k, #s5o], iterator_types = ["parallel","parallel","parallel","reduction"]}
     ins(%q, %k : tensor<2x?x64xf16>, tensor<2x?x64xf16>) outs(%z : tensor<2x?x?xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x?x?xf32>
  %s2 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel","parallel","parallel"]}
     ins(%s : tensor<2x?x?xf32>) outs(%e : tensor<2x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %diff = arith.subi %n, %m : index
    %lim = arith.addi %i, %diff : index
    %c = arith.cmpi sge, %lim, %j : index
    %r = arith.select %c, %a, %fill : f32
    linalg.yield %r : f32
  } -> tensor<2x?x?xf32>
  %re = tensor.empty(%m) : tensor<2x?xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%re : tensor<2x?xf32>) -> tensor<2x?xf32>
  %mx = linalg.generic {indexing_maps = [#id3, #row], iterator_types = ["parallel","parallel","reduction"]}
     ins(%s2 : tensor<2x?x?xf32>) outs(%mi : tensor<2x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x?xf32>
  %pe = linalg.generic {indexing_maps = [#id3, #row, #id3], iterator_types = ["parallel","parallel","parallel"]}
     ins(%s2, %mx : tensor<2x?x?xf32>, tensor<2x?xf32>) outs(%e : tensor<2x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.subf %a, %b : f32
    %r = math.exp %x : f32
    linalg.yield %r : f32
  } -> tensor<2x?x?xf32>
  %si = linalg.fill ins(%zero : f32) outs(%re : tensor<2x?xf32>) -> tensor<2x?xf32>
  %sm = linalg.generic {indexing_maps = [#id3, #row], iterator_types = ["parallel","parallel","reduction"]}
     ins(%pe : tensor<2x?x?xf32>) outs(%si : tensor<2x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x?xf32>
  %eh = tensor.empty(%m, %n) : tensor<2x?x?xf16>
  %pn = linalg.generic {indexing_maps = [#id3, #row, #id3], iterator_types = ["parallel","parallel","parallel"]}
     ins(%pe, %sm : tensor<2x?x?xf32>, tensor<2x?xf32>) outs(%eh : tensor<2x?x?xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %x = arith.divf %a, %b : f32
    %r = arith.truncf %x : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x?x?xf16>
  %oe = tensor.empty(%m) : tensor<2x?x64xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
  %of = linalg.generic {indexing_maps = [#pv, #vv, #ov], iterator_types = ["parallel","parallel","parallel","reduction"]}
     ins(%pn, %v : tensor<2x?x?xf16>, tensor<2x?x64xf16>) outs(%oz : tensor<2x?x64xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<2x?x64xf32>
  return %of : tensor<2x?x64xf32>
}
