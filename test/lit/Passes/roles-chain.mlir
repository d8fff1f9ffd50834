// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=64,f16,causal -o %t.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x8;GRID=persistent"},attn-raster,attn-atomize)' %t.mlir -o %t.atoms.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2/overlap"})' %t.atoms.mlir | FileCheck %s
// RUN: attn-opt --attn-to-nvvm='schedule="GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir | FileCheck %s --check-prefix=STATIC
// RUN: attn-opt --attn-to-nvvm='schedule="GRID=persistent/lpt;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir | FileCheck %s --check-prefix=COUNTER
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' --emit=listing %t.mlir | FileCheck %s --check-prefix=LIST

// What is made of rows in front of the stream and read in it is carried; here a row's number of keys.
// RUN: attn-opt --example=attention:b=2,h=2,sq=256,sk=256,d=64,f16,causal,window=70 -o %t.window.mlir
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.window.mlir | FileCheck %s --check-prefix=CHAIN

// A loop that has an item's first tile and no other does not go on (a window from the diagonal down).
// RUN: attn-opt --example=attention:b=1,h=2,sq=512,sk=512,d=64,f16,causal,window=256 -o %t.first.mlir
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;WALK=down;TILE@qk=a:wgmma_m64n128k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.first.mlir | FileCheck %s --check-prefix=GONE
// GONE:     "tile.chain"
// GONE:     scf.for %{{.*}} = %c128{{.*}} to
// GONE:     } {class = "full"}
// GONE:     scf.for
// GONE:     } {class = "partial"}
// GONE-NOT: scf.for
// GONE:     return

// Between two items the first tile's scores are masked only where that is not a tile of the class full: causal items but
// the first. Where the mask's map does more (slopes), or the first tile is always masked (WALK=down), there is no branch.
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;WALK=up;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir | FileCheck %s --check-prefix=CUT
// CUT:      "tile.chain"
// CUT-NOT:  scf.if
// CUT:      } {class = "partial"}
// CUT:      %[[M:.*]] = "tile.origin"() {axis = "m"} : () -> index
// CUT:      %[[WHOLE:.*]] = arith.cmpi slt, %c0{{.*}}, %[[M]] : index
// CUT:      %[[SOME:.*]] = arith.xori %[[WHOLE]], %true
// CUT:      %[[S:.*]] = "tile.await"
// CUT:      %[[MASKED:.*]] = scf.if %[[SOME]] -> (tensor<128x64xf32>) {
// CUT-NEXT:   %[[X:.*]] = "tile.map"
// CUT:        }) {{.*}}mask = true
// CUT-NEXT:   scf.yield %[[X]]
// CUT-NEXT: } else {
// CUT-NEXT:   scf.yield %[[S]]
// CUT-NEXT: }
// CUT-NEXT: "tile.reduce"(%[[MASKED]])
// CUT-NOT:  scf.if
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;WALK=down;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=64,f16,causal,alibi -o %t.slopes.mlir
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;WALK=up;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.slopes.mlir | FileCheck %s --check-prefix=PLAIN
// PLAIN:     "tile.chain"
// PLAIN-NOT: scf.if
// PLAIN:     return

// A stream that may be empty has its first tile in any case, where that is the first of all and a mask drops it: lengths
// that are not known, lists made at run time. What is read is carried to the end of the stream.
// RUN: attn-opt --example='attention:b=1,h=2,sq=?,sk=?,d=64,f16,causal' -o %t.any.mlir
// RUN: attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.any.mlir | FileCheck %s --check-prefix=FIRST
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=64,f16,document -o %t.list.mlir
// RUN: attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.list.mlir | FileCheck %s --check-prefix=READ

// Items are not chained, and a second slot is refused, where there is nothing to chain or no room, or where a row tile's
// stream may be empty and begins anywhere.
// RUN: not attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=tile;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2"' %t.mlir 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not attn-opt --attn-to-tile='schedule="STAGE@m=d3/tma/ring/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=256,f16 -o %t.wide.mlir
// RUN: not attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.wide.mlir 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: attn-opt --example=attention:b=1,h=2,sq=512,sk=256,d=64,f16,causal,window=70 -o %t.rows.mlir
// RUN: not attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.rows.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: attn-opt --attn-to-tile='schedule="STAGE@m=d1/tma/swz128;GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.mlir | FileCheck %s --check-prefix=ONE

// The producer: the query's slots in turns.
// CHECK:       "tile.roles"() ({
// CHECK:         "tile.items"
// CHECK-NEXT:    ^bb0(%{{.*}}: index, %{{.*}}: index, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// CHECK:           "tile.acquire"(%[[MINE]], %[[TURN]]) {slab = "s0"}
// CHECK-NEXT:      "tile.copy"({{.*}}, %[[MINE]]) {{.*}}slab = "s0", slots = 2
// The first item's first tile: nothing runs beside it.
// CHECK:         "tile.chain"(%[[Z:.*]], %[[Z]], %[[Z]], %[[Z]]) ({
// CHECK-NEXT:    ^bb0(%[[SLOT:.*]]: index, %[[PHASE:.*]]: index, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// CHECK:           "tile.wait"(%[[MINE]], %[[TURN]]) {slab = "s0"
// CHECK:           "tile.contract"({{.*}}name = "qk"
// CHECK-NOT:       name = "pv"
// CHECK:           gpu.yield {{.*}}, %[[SLOT]], %[[PHASE]], %[[MINE]], %[[TURN]] :
// The stream from its second tile on; the query has been waited for.
// CHECK:         ^bb0({{.*}}, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// CHECK-NOT:       tile.wait{{.*}}slab = "s0"
// CHECK:           %[[Q:.*]] = "tile.slot"(%[[MINE]]) {axes = ["m", "qk"], slab = "s0"}
// CHECK:           scf.for
// CHECK:             "tile.contract"(%[[Q]], {{.*}}name = "qk"
// CHECK:             "tile.contract"({{.*}}name = "pv"
// CHECK:           } {class = "full"}
// CHECK:           } {class = "partial"}
// CHECK-NEXT:      "tile.release"(%[[MINE]]) {slab = "s0"}
// CHECK-NEXT:      gpu.yield
// Two items at a time: the scores of the next, the last value product of the one that ends, whose results go where its own
// origins say.
// CHECK:         ^bb0(%{{.*}}: tensor<128xf32>, %[[L:.*]]: tensor<128xf32>, %[[ACC:.*]]: tensor<128x64xf32>, %[[P:.*]]: tensor<128x64xf16>, %[[SLOT:.*]]: index, %[[PHASE:.*]]: index, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// CHECK:           %[[NEXTROW:.*]] = "tile.origin"() {axis = "m"}
// CHECK:           "tile.wait"(%[[NMINE:.*]], %[[NTURN:.*]]) {slab = "s0"
// CHECK:           %[[Q:.*]] = "tile.slot"(%[[NMINE]])
// CHECK:           %[[S:.*]] = "tile.contract"(%[[Q]], {{.*}}name = "qk"
// CHECK:           "tile.wait"(%[[SLOT]], %[[PHASE]]) {slab = "s2"
// CHECK:           %[[O:.*]] = "tile.contract"(%[[P]], %{{.*}}, %[[ACC]]) {{.*}}name = "pv"
// CHECK:           "tile.coord"(%[[NEXTROW]])
// CHECK:           "tile.release"(%[[SLOT]]) {slab = "s2"}
// CHECK:           %[[ROW:.*]] = "tile.origin"() {axis = "m", ended = true}
// CHECK:           "tile.element"(%[[L]])
// CHECK:           "tile.element"(%[[O]])
// CHECK:           "tile.store"(%{{.*}}, %{{.*}}, %[[ROW]], {{.*}}slab = "out"{{.*}}under_way = true
// CHECK:           gpu.yield {{.*}}, %[[NMINE]], %[[NTURN]] :
// The last item's end.
// CHECK:         ^bb0(
// CHECK:           "tile.contract"({{.*}}name = "pv"
// CHECK:           "tile.store"
// CHECK-NEXT:      gpu.yield
// CHECK:       STAGE@m=d2/tma/ring

// ONE-NOT: tile.chain
// ONE: STAGE@m=d1/tma
// CHAIN: tile.chain

// FIRST:     "tile.items"
// FIRST:       %[[SECOND:.*]] = arith.addi %[[ZERO:.*]], %[[STEP:.*]] : index
// FIRST-NEXT:  scf.for %{{.*}} = %[[ZERO]] to %[[SECOND]] step %[[STEP]] {
// FIRST:     "tile.chain"
// FIRST-NOT: scf.if
// FIRST:       } {class = "full"}
// FIRST:       %[[SOME:.*]] = arith.xori
// FIRST:       scf.if %[[SOME]] -> (tensor<128x80xf32>)
// FIRST-NOT: scf.if
// FIRST:     STAGE@m=d2/tma/ring
// READ:      "tile.chain"
// READ:        %[[FULL:.*]] = "tile.read"(%{{.*}}#1,
// READ:        gpu.yield {{.*}}%[[FULL]], {{.*}}tensor<128xi32>
// READ-NEXT: }, {
// READ-NEXT: ^bb0({{.*}}, %[[FULL:.*]]: index, %{{.*}}: tensor<128xi32>,
// READ-NOT:    "tile.read"(%{{.*}}#1,
// READ:        affine.apply #{{.*}}(%[[FULL]])
// TILE: cannot honour STAGE@m=d2/tma/ring/swz128: a second slot: work items overlap in persistent kernels whose scores do (ROLE=.../overlap)
// THREE: cannot honour STAGE@m=d3/tma/ring/swz128: what no loop changes has a slot, or two
// ROOM: cannot honour STAGE@m=d2/tma/ring/swz128: a second slot: shared memory has no room for it
// EMPTY: cannot honour STAGE@m=d2/tma/ring/swz128: a second slot: each row tile's stream must be known to have a tile, or begin at 0 and have a mask

// Four of the CTAs' numbers, or a mailbox; both know the item that ends.
// STATIC:     llvm.func @attention_0
// STATIC:       %[[N:.*]] = nvvm.read.ptx.sreg.nctaid.x
// STATIC:       llvm.add %{{.*}}, %[[N]]
// COUNTER:    llvm.func @attention_0
// COUNTER-COUNT-2: mbarrier.arrive.shared::cta.b64

// LIST: begin the CTA's first work item:
// LIST: go on with each work item:
// LIST: end a work item and begin the next:
// LIST: end the last work item:

// Long streams as well.
// RUN: attn-opt --example=attention:b=1,h=1,sq=512,sk=16384,d=64,f16 -o %t.long.mlir
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;TILE@qk=a:wgmma_m64n128k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.long.mlir | FileCheck %s --check-prefix=CHAIN

// Where shared memory has room for a second query but none for results, they leave through the ended item's slot, which is
// released in front of the next item's last loop; slot 1, which nothing has left yet, in the first item too, so the producer
// waits for that. By default only where all streams are as long.
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=300,d=128,f16 -o %t.through.mlir
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;TILE@qk=a:wgmma_m64n144k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap;WALK=up"' %t.through.mlir | FileCheck %s --check-prefix=THROUGH
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent;TILE@qk=a:wgmma_m64n144k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap;WALK=up"' --emit=listing %t.through.mlir | FileCheck %s --check-prefix=LEAVES
// RUN: attn-opt --example=attention:b=1,h=2,sq=700,sk=700,d=128,f16,causal -o %t.first.mlir
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent/lpt;TILE@qk=a:wgmma_m64n144k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.first.mlir | FileCheck %s --check-prefix=APART
// RUN: attn-opt --attn-to-tile='schedule="STAGE@m=d2/tma/ring/swz128;GRID=persistent/lpt;TILE@qk=a:wgmma_m64n144k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"' %t.first.mlir | FileCheck %s --check-prefix=THROUGH
// THROUGH:     ^bb0(%{{.*}}: index, %{{.*}}: index, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// THROUGH:       %[[OTHER:.*]] = arith.subi %{{.*}}, %[[TURN]]
// THROUGH:       %[[IS:.*]] = arith.cmpi eq, %[[MINE]], %{{.*}}
// THROUGH:       %[[PHASE:.*]] = arith.select %[[IS]], %[[OTHER]], %[[TURN]]
// THROUGH-NOT:   tile.prefetch
// THROUGH:       "tile.acquire"(%[[MINE]], %[[PHASE]]) {slab = "s0"}
// THROUGH:     "tile.chain"
// THROUGH:       scf.for
// THROUGH:       "tile.release"(%{{.*}}) {behind_stores = true, slab = "s0"}
// THROUGH:       scf.for
// THROUGH-NOT:   "tile.release"({{.*}}slab = "s0"
// THROUGH:       "tile.store"({{.*}}, %{{.*}}) {{.*}}slab = "s0", slots = 2 : i64, swizzle = 128 : i64, transport = "tma", under_way = true
// THROUGH:       "tile.store"({{.*}}, %{{.*}}) {{.*}}slab = "s0", slots = 2
// APART-NOT:   tile.chain
// APART:       "tile.roles"
// APART:       "tile.items"
// LEAVES:      release slot %{{.*}} of s0, when results have left it
// LEAVES:      result 0[{{.*}}] = %{{.*}} through slot %{{.*}} of s0
