// Contractions under way (wgmma): a step awaits its scores, computes a part of the weights, and only then the values'
// product of the step before; the keys' slab is given back in between, behind the weights. The first step, which has
// nothing beside it, gives it back at once.
//
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=64,f16 -o %t.mlir
// RUN: attn-opt %t.mlir '--attn-to-tile=chip=sm_90a schedule="TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=tile"' | FileCheck %s

// CHECK:       "tile.roles"
// CHECK:         "tile.contract"{{.*}}name = "qk"
// CHECK:         %{{.*}} = "tile.await"(%{{.*}}) {{.*}}pending = 0
// CHECK-NEXT:    "tile.release"(%{{[a-z0-9_]+}}) {slab = "s1"} : (index)
// CHECK:         scf.for
// CHECK:           "tile.contract"{{.*}}name = "qk"
// CHECK:           "tile.contract"{{.*}}name = "pv"
// CHECK:           %[[S:.*]] = "tile.await"(%{{.*}}) {{.*}}pending = 1
// CHECK-NOT:       tile.release
// CHECK:           "tile.reduce"(%[[S]]) {{.*}}"max"
// CHECK:           "tile.reduce"(%[[W:[0-9]+]]) {{.*}}monoid = "add"
// CHECK:           "tile.release"(%{{.*}}, %[[W]]) {slab = "s1"} : (index, tensor<128x64xf32>)
// CHECK-NEXT:      "tile.await"(%{{.*}}) {{.*}}pending = 0
// CHECK-NEXT:      "tile.release"(%{{[a-z0-9_]+}}) {slab = "s2"} : (index)

// Scores of two products are one accumulator: the second adds to what is under way, one wait is for both, and then both
// slabs of keys go back.
// RUN: attn-opt %S/../Runtime/Inputs/two-products.mlir '--attn-to-tile=chip=sm_90a schedule="ROLE@kv=p1:c2/pingpong/overlap;GRID=tile"' | FileCheck %s --check-prefix=TWO
// TWO:       "tile.roles"
// TWO:       "tile.await"({{.*}}) {{.*}}pending = 0
// TWO:       scf.for
// TWO:         %[[A:.*]] = "tile.contract"({{.*}}) {{.*}}async = true{{.*}}name = "qk"
// TWO:         %[[B:.*]] = "tile.contract"(%{{.*}}, %{{.*}}, %[[A]]) {{.*}}async = true{{.*}}name = "qk1"
// TWO:         "tile.contract"({{.*}}) {{.*}}name = "pv"
// TWO:         "tile.await"(%[[B]]) {{.*}}pending = 1
// TWO:         "tile.release"(%{{.*}}, %[[W:.*]]) {slab = "s{{[0-9]}}"}
// TWO-NEXT:    "tile.release"(%{{.*}}, %[[W]]) {slab = "s{{[0-9]}}"}
// TWO-NEXT:    "tile.await"({{.*}}) {{.*}}pending = 0

// What a mask reads from memory for each column is asked for behind the scores' contraction, not behind their wait.
// RUN: attn-opt --example=attention:b=1,h=1,sq=512,sk=512,d=64,f16,document '--attn-to-tile=schedule="TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=tile"' | FileCheck %s --check-prefix=SOON
// SOON:      "tile.contract"{{.*}}name = "qk"
// SOON-NEXT: %[[FIRST:.*]] = "tile.load"({{.*}}) {axes = ["kv"]
// SOON:      "tile.await"
// SOON:      "tile.element"(%[[FIRST]])
// SOON:      scf.for
// SOON:        "tile.contract"{{.*}}name = "qk"
// SOON-NEXT:   %[[IDS:.*]] = "tile.load"({{.*}}) {axes = ["kv"]
// SOON:        "tile.contract"{{.*}}name = "pv"
// SOON-NOT:    "tile.load"
// SOON:        "tile.element"(%[[IDS]])
// SOON:      } {class = "partial"}
