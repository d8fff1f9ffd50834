// RUN: attn-opt --example='attention:b=1,h=2,sq=?,sk=?,d=64,f16' -o %t.full.mlir
// RUN: attn-opt --example='attention:b=1,h=2,sq=?,sk=?,d=64,f16,causal' -o %t.causal.mlir
// RUN: attn-opt --example='attention:b=1,h=2,sq=?,sk=?,d=64,f16,causal=bottom-right,window=100' -o %t.window.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=n16x8/f4x4"})' %t.full.mlir --mlir-print-local-scope | FileCheck %s --check-prefix=FULL
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=n16x8/f4x4"})' %t.causal.mlir --mlir-print-local-scope | FileCheck %s --check-prefix=CAUSAL
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=n16x8/f4x4"})' %t.window.mlir --mlir-print-local-scope | FileCheck %s --check-prefix=WINDOW
// RUN: attn-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket)' %s
// RUN: attn-opt %t.window.mlir --emit=ptx --schedule='ROLE=u;TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE@kv=d3/cp/ring' | FileCheck %s --check-prefix=PTX

// Full attention: floor(length / tile) whole tiles without a mask, then what is left.
// FULL: %[[N:.*]] = "carrier.size"() {symbol = "s1"} : () -> index
// FULL: tile.kernel
// FULL-DAG: %[[SPLIT:.*]] = affine.apply affine_map<(d0) -> ((d0 floordiv 64) * 64)>(%[[N]])
// FULL-DAG: %[[END:.*]] = affine.apply affine_map<(d0) -> (((d0 + 63) floordiv 64) * 64)>(%[[N]])
// FULL: scf.for %{{.*}} = %c0 to %[[SPLIT]]
// FULL-NOT: arith.cmpi
// FULL: {class = "full"}
// FULL: scf.for %{{.*}} = %[[SPLIT]] to %[[END]]
// FULL: arith.cmpi slt, %{{.*}}, %[[N]]
// FULL: {class = "partial"}
// FULL-NOT: scf.for

// Causal: whole tiles end at the diagonal or at the length, whichever comes first; the axes keep stand-ins.
// CAUSAL: %[[N:.*]] = "carrier.size"() {symbol = "s1"} : () -> index
// CAUSAL: %[[M:.*]] = "tile.origin"() {axis = "m"}
// CAUSAL: affine.min affine_map<(d0, d1) -> ((d1 floordiv 64) * 64, (d0 floordiv 64) * 64)>(%[[M]], %[[N]])
// CAUSAL: scf.for
// CAUSAL-NOT: arith.cmpi
// CAUSAL: {class = "full"}
// CAUSAL: {class = "partial"}
// CAUSAL: extent = 1048583 : i64, name = "m", role = "free", tile = 32

// A window behind the diagonal of the last rows: partial, full, partial; both lengths in the bounds.
// WINDOW-DAG: "carrier.size"() {symbol = "s0"}
// WINDOW-DAG: "carrier.size"() {symbol = "s1"}
// WINDOW: {class = "partial"}
// WINDOW: {class = "full"}
// WINDOW: {class = "partial"}

// No stand-in is a number of the code.
// PTX-NOT: {{1048583|1048589}}

// A dynamic dimension that is summed inside of the lift.
#s = affine_map<(m, n, k) -> (m, k)>
#t = affine_map<(m, n, k) -> (n, k)>
#o = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#r = affine_map<(m, n) -> (m)>
func.func @inner(%a: tensor<8x?xf32>, %b: tensor<16x?xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %p = linalg.generic {indexing_maps = [#s, #t, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x?xf32>, tensor<16x?xf32>) outs(%z : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %q = arith.mulf %x, %y : f32
    %w = arith.addf %acc, %q : f32
    linalg.yield %w : f32
  } -> tensor<8x16xf32>
  %f = tensor.empty() : tensor<8xf32>
  %i = linalg.fill ins(%ninf : f32) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  // expected-error@+1 {{sums a dynamic dimension (axis 'qk') inside its lift: not supported by this version; give it a static size}}
  %m = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<8x16xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %w = arith.maximumf %acc, %x : f32
    linalg.yield %w : f32
  } -> tensor<8xf32>
  return %m : tensor<8xf32>
}
