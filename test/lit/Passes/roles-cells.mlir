// What maps read for each cell of a row and the stream: a bias.
//
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=64,f16,bias,causal -o %t.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x8"},attn-atomize)' %t.mlir -o %t.atoms.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2"})' %t.atoms.mlir | FileCheck %s
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2/pingpong/overlap"})' %t.atoms.mlir | FileCheck %s --check-prefix=OVERLAP
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2;HOLD@kv=reload"})' %t.atoms.mlir | FileCheck %s --check-prefix=RELOAD

// One ring for the bias in all loops, behind the keys and in front of the values.
// CHECK:       "tile.roles"() ({
// CHECK:         scf.for
// CHECK:           "tile.acquire"(%[[SLOT:.*]], %[[PHASE:.*]]) {slab = "s1"}
// CHECK:           "tile.acquire"(%[[SLOT]], %[[PHASE]]) {slab = "s2"}
// CHECK-NEXT:      "tile.copy"(%arg3, {{.*}}, %[[SLOT]]) {axes = ["m", "kv"], {{.*}}slab = "s2", slots = 2 : i64, swizzle = 128 : i64, transport = "tma"}
// CHECK:           "tile.acquire"(%[[SLOT]], %[[PHASE]]) {slab = "s3"}
// CHECK-NOT:     scf.for
// CHECK:       }, {
// CHECK-NOT:     "tile.load"
// CHECK:         scf.for
// CHECK:           "tile.wait"(%[[S:.*]], %[[P:.*]]) {slab = "s2", transport = "tma"}
// CHECK-NEXT:      %[[B:.*]] = "tile.slot"(%[[S]]) {axes = ["m", "kv"], slab = "s2"}
// CHECK-NEXT:      "tile.map"
// CHECK:             "tile.element"(%[[B]])
// CHECK:           "tile.release"(%[[S]]) {slab = "s2"}
// CHECK-NEXT:      "tile.reduce"
// CHECK:         } {class = "full"}
// CHECK:           "tile.wait"(%{{.*}}, %{{.*}}) {slab = "s2", transport = "tma"}
// CHECK:         } {class = "partial"}
// CHECK:       schedule = "{{.*}}STAGE@kv=d2/tma/ring/swz128{{.*}}HOLD@kv=smem

// Rotated: the bias of a tile goes with its scores, not with the values of the tile before.
// OVERLAP:     }, {
// OVERLAP:       scf.for
// OVERLAP:         "tile.wait"(%[[S:[0-9a-z_]+]], %{{[0-9a-z_]+}}) {slab = "s1"
// OVERLAP:         "tile.contract"{{.*}}name = "pv"
// OVERLAP:         "tile.release"(%[[S]]) {slab = "s1"}
// OVERLAP-NEXT:    "tile.wait"(%[[S]], %{{.*}}) {slab = "s2", transport = "tma"}
// OVERLAP:         "tile.release"(%[[S]]) {slab = "s2"}
// OVERLAP:         "tile.release"(%{{.*}}) {slab = "s3"}

// Under wgmma it goes to registers, by ldmatrix, as soon as the scores are issued: behind the wait for the values of the
// tile before, in front of their product.
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1"},attn-atomize,attn-roles{schedule="ROLE@kv=p1:c2/pingpong/overlap"})' %t.mlir -o %t.ahead.mlir
// RUN: FileCheck %s --check-prefix=AHEAD --input-file=%t.ahead.mlir
// AHEAD:       }, {
// AHEAD:         scf.for
// AHEAD:           "tile.contract"{{.*}}name = "qk"
// AHEAD-NEXT:      "tile.wait"(%{{.*}}, %{{.*}}) {slab = "s3", transport = "tma"}
// AHEAD-NEXT:      "tile.slot"
// AHEAD-NEXT:      "tile.wait"(%[[S:.*]], %{{.*}}) {slab = "s2", transport = "tma"}
// AHEAD-NEXT:      %[[SLAB:.*]] = "tile.slot"(%[[S]])
// AHEAD-NEXT:      %[[B:.*]] = "tile.relayout"(%[[SLAB]]) {axes = ["m", "kv"], layout = "r2@kv l4@kv l8@m r2@m r8@kv w8@m", via = "memory"}
// AHEAD-NEXT:      "tile.release"(%[[S]]) {slab = "s2"}
// AHEAD-NEXT:      "tile.contract"{{.*}}name = "pv"
// AHEAD-NEXT:      "tile.turn"() {action = "pass"}
// AHEAD-NEXT:      "tile.await"{{.*}}pending = 1
// AHEAD:           "tile.element"(%[[B]])
// RUN: attn-opt --pass-pipeline='builtin.module(convert-tile-to-nvvm{chip=sm_90a})' %t.ahead.mlir | FileCheck %s --check-prefix=DEVICE
// DEVICE-COUNT-4: nvvm.ldmatrix %{{.*}} {{{.*}}num = 4

// RELOAD-COUNT-3: "tile.copy"
// RELOAD:         }, {
// RELOAD:         "tile.load"(%arg3
// RELOAD:         schedule = "{{.*}}HOLD@kv=reload

// Where it is no box (rows of an odd number of elements) or shared memory has no room, it is read where it lies; a pin
// of a ring is refused.
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=257,d=64,f16,bias -o %t.odd.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x8"},attn-atomize)' %t.odd.mlir -o %t.odd.atoms.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2"})' %t.odd.atoms.mlir | FileCheck %s --check-prefix=RELOAD
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2;HOLD@kv=smem"})' %t.odd.atoms.mlir 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: error: 'tile.kernel' op cannot honour HOLD@kv=smem: a producer copies by the TMA unit, {{.*}}multiples of 16 bytes
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=128,f16,bias -o %t.large.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x16"},attn-atomize)' %t.large.mlir -o %t.large.atoms.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2;STAGE@kv=d3/tma/ring/swz128"})' %t.large.atoms.mlir | FileCheck %s --check-prefix=RELOAD
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2;STAGE@kv=d3/tma/ring/swz128;HOLD@kv=smem"})' %t.large.atoms.mlir 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: error: 'tile.kernel' op cannot honour HOLD@kv=smem: shared memory has no room for another ring
