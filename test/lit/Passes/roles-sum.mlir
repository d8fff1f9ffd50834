// RUN: attn-opt --example=matmul:m=256,n=512,k=256,f16 -o %t.mlir
// RUN: attn-opt %t.mlir --attn-to-tile='chip=sm_90a schedule="TILE@k=a:wgmma_m64n256k16_f16/w2x1/f1x1/k4;STAGE@k=d4/tma/ring/swz128;ROLE@k=p1:c2/overlap"' | FileCheck %s
// RUN: attn-opt %t.mlir --attn-to-tile='chip=sm_90a schedule="TILE@k=a:wgmma_m64n128k16_f16/w2x1/f1x1/k4;STAGE@k=d3/tma/ring/swz128;ROLE@k=p1:c2/overlap;GRID=persistent"' | FileCheck %s --check-prefix=ITEMS
// RUN: attn-opt %S/../Runtime/Inputs/nearest.mlir --attn-to-tile='chip=sm_90a schedule="TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1/k2;STAGE@qk=d2/tma/ring/swz64;ROLE@kv=p1:c2/overlap"' | FileCheck %s --check-prefix=INNER
// RUN: not attn-opt %t.mlir --attn-to-tile='chip=sm_90a schedule="TILE@k=a:wgmma_m64n128k16_f16/w2x1/f1x1/k4;STAGE@k=d1/tma/swz128;ROLE@k=p1:c2/overlap"' 2>&1 | FileCheck %s --check-prefix=SLOTS
// RUN: not attn-opt %t.mlir --attn-to-tile='chip=sm_90a schedule="TILE@k=a:wgmma_m64n128k16_f16/w2x1/f1x1/k4;ROLE@k=p1:c2/pingpong/overlap"' 2>&1 | FileCheck %s --check-prefix=TURNS
// RUN: not attn-opt %t.mlir --attn-to-tile='chip=sm_90a schedule="TILE@k=a:mma_m16n8k16_f16/w4x2/f1x4/k4;ROLE@k=p1:c2/overlap"' 2>&1 | FileCheck %s --check-prefix=ATOM
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=320,f16 -o %t.deep.mlir
// RUN: not attn-opt %t.deep.mlir --attn-to-tile='chip=sm_90a schedule="TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1/k4;ROLE@kv=p1:c2"' 2>&1 | FileCheck %s --check-prefix=DEPTHS

// The next product is issued before the one before is awaited, whose slots are released then. The first stands in front of the loop.
// CHECK:      "tile.roles"() ({
// CHECK:        scf.for
// CHECK:          "tile.acquire"(%[[S:.*]], %[[P:.*]]) {slab = "s0"}
// CHECK:          "tile.acquire"(%[[S]], %[[P]]) {slab = "s1"}
// CHECK:      }, {
// CHECK:        %[[FIRST:.*]] = "tile.contract"({{.*}}async = true
// CHECK-NOT:    tile.release
// CHECK-NOT:    tile.await
// CHECK:        %[[SUM:.*]]:3 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[FIRST]], %[[BEFORE:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:          "tile.wait"(%[[NOW:.*]], %{{.*}}) {slab = "s0"
// CHECK:          "tile.wait"(%[[NOW]], %{{.*}}) {slab = "s1"
// CHECK:          %[[NEXT:.*]] = "tile.contract"(%{{.*}}, %{{.*}}, %[[ACC]]) {async = true
// CHECK-NEXT:     "tile.await"(%[[NEXT]]) {{.*}}pending = 1
// CHECK-NEXT:     "tile.release"(%[[BEFORE]]) {slab = "s1"}
// CHECK-NEXT:     "tile.release"(%[[BEFORE]]) {slab = "s0"}
// CHECK:        "tile.await"(%[[SUM]]#0) {{.*}}pending = 0
// CHECK-NEXT:   "tile.release"(%[[SUM]]#1) {slab = "s1"}
// CHECK-NEXT:   "tile.release"(%[[SUM]]#1) {slab = "s0"}
// Four slots of 48 KB leave room for half of a result.
// CHECK:        "tile.store"({{.*}}parts = 2 : i64{{.*}}slab = "out"

// Slots and phases go on from tile to tile; nothing is loaded once an item, so the producer's stream is one loop.
// ITEMS:      "tile.items"
// ITEMS-COUNT-1: scf.for
// ITEMS:      }, {
// ITEMS:      "tile.items"
// ITEMS:        "tile.store"({{.*}}under_way = true
// ITEMS-NOT:    parts =

// A product inside each tile of a stream: both sides go through its loop, the ring goes on from tile to tile.
// INNER:      "tile.roles"() ({
// INNER:        scf.for {{.*}} iter_args(%[[S0:.*]] = %{{.*}}, %[[P0:.*]] = %{{.*}})
// INNER:          scf.for {{.*}} iter_args(%[[S:.*]] = %[[S0]], %[[P:.*]] = %[[P0]])
// INNER:            "tile.acquire"(%[[S]], %[[P]])
// INNER:      }, {
// INNER:        scf.for {{.*}} iter_args(
// INNER:          "tile.contract"({{.*}}async = true
// INNER:          scf.for
// INNER:            "tile.contract"({{.*}}async = true
// INNER:            "tile.await"({{.*}}pending = 1
// INNER:          "tile.await"({{.*}}pending = 0
// INNER:          linalg.reduce

// SLOTS: cannot honour ROLE@k=p1:c2/overlap: overlap needs rings of at least two slots
// TURNS: cannot honour ROLE@k=p1:c2/pingpong/overlap: warpgroups take turns (pingpong) around overlapped scores, of which this stream has none
// ATOM: cannot honour ROLE@k=p1:c2/overlap: overlap needs a contraction of scores and one into the state
// DEPTHS: cannot honour ROLE@kv=p1:c2: not supported by this version: operands of the stream that are read by a loop and others by a loop inside it
