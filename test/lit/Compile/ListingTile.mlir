// A kernel: axes, grid, schedule, slabs, layouts, then its body, maps as formulas.
// RUN: attn-opt %s --pass-pipeline='builtin.module()' --emit=listing | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:function @rowmax(%arg0: 100x50 f16)
// CHECK-NEXT:  kernel @rowmax_0 -> %0: 100 f32
// CHECK-NEXT:    axes      m 100 free by 64 | k 50 fold by 32
// CHECK-NEXT:    grid      m 2 = 2 CTAs of 64 threads
// CHECK-NEXT:    schedule  STAGE@k=d1/sync/pad16
// CHECK-NEXT:    slabs     s0[m, k] 64x32 f16, each row padded by 16 bytes
// CHECK-NEXT:    layouts   L0  l2@* l16@m r2@m w2@m
// CHECK-NEXT:              L1  r16@k l2@k l16@m r2@m w2@m
// CHECK-NEXT:    %1 = first m of this CTA
// CHECK-NEXT:    %2[m] = -inf  @L0
// CHECK-NEXT:    %3 = min(%1 + 63, 100)
// CHECK-NEXT:    %4 = (%3 + 1) floordiv 64 * 64
// CHECK-NEXT:    for %arg1 from 0 to 64 step 32:  # partial tiles
// CHECK-NEXT:      %arg2 starts as %2, ends as %5
// CHECK-NEXT:      barrier
// CHECK-NEXT:      %6[m, k] = copy %arg0[m, k] at k = %arg1 to s0 by sync
// CHECK-NEXT:      barrier
// CHECK-NEXT:        t0 = f32(%6[m, k]) * 2
// CHECK-NEXT:      %7[m, k] = k < 50 ? t0 * t0 : -inf  @L1
// CHECK-NEXT:      %8[m] = max over k of %7[m, k]  @L0
// CHECK-NEXT:      %9[m] = max(%arg2[m], %8[m])  @L0
// CHECK-NEXT:      carry %9
// CHECK-NEXT:    result 0[m] = %5[m]
// CHECK-NEXT:  return %0
func.func @rowmax(%x: tensor<100x50xf16>) -> tensor<100xf32> {
  %two = arith.constant 2.0 : f32
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %p0 = "tile.fill"() {value = 0xFF800000 : f32, axes = ["m"], layout = "l2@* l16@m r2@m w2@m"} : () -> tensor<64xf32>
    %last = affine.min affine_map<(a) -> (a + 63, 100)>(%m)
    %end = affine.apply affine_map<(a) -> (((a + 1) floordiv 64) * 64)>(%last)
    %p = scf.for %k = %c0 to %c64 step %c32 iter_args(%old = %p0) -> (tensor<64xf32>) {
      "tile.barrier"() : () -> ()
      %t = "tile.copy"(%x, %m, %k) {over = ["m", "k"], map = affine_map<(a, b) -> (a, b)>, axes = ["m", "k"], slab = "s0", transport = "sync", pad = 16} : (tensor<100x50xf16>, index, index) -> tensor<64x32xf16>
      "tile.barrier"() : () -> ()
      %s = "tile.map"() ({
        %e = "tile.element"(%t) {axes = ["m", "k"]} : (tensor<64x32xf16>) -> f16
        %w = arith.extf %e : f16 to f32
        %y = arith.mulf %w, %two : f32
        %z = arith.mulf %y, %y : f32
        %i = "tile.coord"(%k) {axis = "k"} : (index) -> index
        %extent = arith.constant 50 : index
        %ninf = arith.constant 0xFF800000 : f32
        %in = arith.cmpi slt, %i, %extent : index
        %v = arith.select %in, %z, %ninf : f32
        gpu.yield %v : f32
      }) {axes = ["m", "k"], layout = "r16@k l2@k l16@m r2@m w2@m"} : () -> tensor<64x32xf32>
      %best = "tile.reduce"(%s) {monoid = "max", axis = "k", operand_axes = ["m", "k"], axes = ["m"], layout = "l2@* l16@m r2@m w2@m"} : (tensor<64x32xf32>) -> tensor<64xf32>
      %new = "tile.map"() ({
        %a = "tile.element"(%old) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %b = "tile.element"(%best) {axes = ["m"]} : (tensor<64xf32>) -> f32
        %c = arith.maximumf %a, %b : f32
        gpu.yield %c : f32
      }) {axes = ["m"], layout = "l2@* l16@m r2@m w2@m"} : () -> tensor<64xf32>
      scf.yield %new : tensor<64xf32>
    } {class = "partial"}
    "tile.store"(%p, %m) {result = 0, over = ["m"], map = affine_map<(a) -> (a)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "rowmax_0", grid = ["m"], threads = 64, schedule = "STAGE@k=d1/sync/pad16",
      axes = [{name = "m", role = "free", extent = 100, tile = 64}, {name = "k", role = "fold", extent = 50, tile = 32}]} : () -> tensor<100xf32>
  return %r : tensor<100xf32>
}
