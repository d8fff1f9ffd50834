// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=64,f16,causal -o %t.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x8;GRID=persistent"},attn-raster,attn-atomize)' %t.mlir -o %t.atoms.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2/overlap;STAGE@m=d1/tma"})' %t.atoms.mlir | FileCheck %s
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2"})' %t.atoms.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=u"})' %t.atoms.mlir 2>&1 | FileCheck %s --check-prefix=UNIFORM
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=256,d=256,f16 -o %t.wide.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-tile{schedule="GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"})' %t.wide.mlir | FileCheck %s --check-prefix=WIDE
// RUN: attn-opt --schedule="GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap" %t.wide.mlir --emit=ptx -o - | FileCheck %s --check-prefix=WIDEPTX
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-nvvm{schedule="GRID=persistent;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"})' %t.mlir | FileCheck %s --check-prefix=NVVM
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-nvvm{schedule="GRID=persistent/lpt;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"})' %t.mlir | FileCheck %s --check-prefix=COUNTER
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-tile{schedule="GRID=persistent/lpt;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap"})' %t.mlir | FileCheck %s --check-prefix=ASK

// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-tile{schedule="GRID=persistent/lpt;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap;STAGE@m=d1/tma/swz128"})' %t.mlir | FileCheck %s --check-prefix=BEHIND
// BEHIND-NOT: "tile.ask"
// BEHIND:     return

// Where chained items come from a counter, the next one is asked for in front of an item's last tile.
// ASK:       "tile.items"
// ASK:         %[[FROM:.*]] = arith.maxsi %[[SECOND:[a-z0-9_]+]], %[[LAST:[a-z0-9_]+]] : index
// ASK:         %[[S:.*]]:2 = scf.for %{{.*}} = %[[SECOND]] to %[[LAST]] step %[[STEP:[a-z0-9_]+]]
// ASK:         "tile.ask"() : () -> ()
// ASK-NEXT:    scf.for %{{.*}} = %[[FROM]] to %{{.*}} step %[[STEP]] iter_args(%{{.*}} = %[[S]]#0, %{{.*}} = %[[S]]#1)
// ASK-NOT:   "tile.ask"

// The producer: k's first tile, then q once its slot is free, v's first tile, then the rest.
// CHECK-NOT:   "tile.ask"
// CHECK:       "tile.roles"() ({
// CHECK:         "tile.items"(%[[Z:.*]], %[[Z]], %[[Z]], %[[Z]]) ({
// CHECK-NEXT:    ^bb0(%[[SLOT:.*]]: index, %[[PHASE:.*]]: index, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// CHECK:           "tile.origin"() {axis = "m"}
// CHECK:           %[[SECOND:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK:           %[[END:.*]] = arith.minsi %{{.*}}, %[[SECOND]]
// CHECK-NEXT:      scf.for %{{.*}} to %[[END]] step
// CHECK-NEXT:        "tile.acquire"(%[[SLOT]], %[[PHASE]]) {slab = "s1"}
// CHECK-NEXT:        "tile.copy"({{.*}}slab = "s1"
// CHECK:           "tile.acquire"(%[[MINE]], %[[TURN]]) {slab = "s0"}
// CHECK-NEXT:      "tile.copy"({{.*}}slab = "s0"
// CHECK:           scf.for %{{.*}} to %[[END]] step
// CHECK-NEXT:        "tile.acquire"({{.*}}slab = "s2"
// CHECK:           scf.for %{{.*}} = %[[SECOND]] to
// CHECK-NEXT:        "tile.acquire"({{.*}}slab = "s1"
// CHECK:             "tile.acquire"({{.*}}slab = "s2"
// CHECK:           arith.addi %[[MINE]]
// CHECK:           arith.subi %{{.*}}, %[[TURN]]
// CHECK:           gpu.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK:         gpu.yield
// The consumers: the stream starts where that of the item before ended; q is released before the last value
// contraction, and where there is no tile; the result has a slab of its own and is not waited for.
// CHECK:         "tile.items"
// CHECK-NEXT:    ^bb0(%[[SLOT:.*]]: index, %[[PHASE:.*]]: index, %[[MINE:.*]]: index, %[[TURN:.*]]: index):
// CHECK:           "tile.wait"(%[[MINE]], %[[TURN]]) {slab = "s0"
// CHECK:           %[[IF:.*]]:5 = scf.if
// CHECK:             "tile.wait"(%[[SLOT]], %[[PHASE]]) {slab = "s1"
// CHECK:             } {class = "partial"}
// CHECK:             "tile.release"(%{{.*}}) {slab = "s0"}
// CHECK:             "tile.contract"{{.*}}name = "pv"
// CHECK:           } else {
// CHECK:             "tile.release"(%{{.*}}) {slab = "s0"}
// CHECK-NEXT:        scf.yield %{{.*}}, %[[SLOT]], %[[PHASE]]
// CHECK-NOT:       "tile.release"(%{{.*}}) {slab = "s0"}
// CHECK:           "tile.store"({{.*}}slab = "out", swizzle = 128 : i64, transport = "tma", under_way = true
// CHECK:           gpu.yield %[[IF]]#3, %[[IF]]#4, %{{.*}}, %{{.*}} :
// CHECK:       persistent = "static"

// PLAIN:       }, {
// PLAIN:         "tile.items"
// PLAIN:         } {class = "full"}
// PLAIN:         } {class = "partial"}
// PLAIN-NEXT:    "tile.release"(%{{.*}}) {slab = "s0"}
// PLAIN-NOT:     "tile.release"(%{{.*}}) {slab = "s0"}
// PLAIN:         "tile.store"

// UNIFORM: cannot honour GRID=persistent: work items are handed from a producer to consumers (ROLE)

// No room for a slab of results: q's, released behind the store.
// The next q, which waits for that, is on its way to L2.
// WIDE:        "tile.prefetch"() {slab = "s0"}
// WIDE-NEXT:   "tile.acquire"({{.*}}slab = "s0"}
// WIDE:      }, {
// WIDE:        "tile.items"
// WIDE-NOT:      "tile.release"(%{{.*}}) {slab = "s0"}
// WIDE:          "tile.store"({{.*}}slab = "s0"
// WIDE-NOT:      under_way
// WIDE:          "tile.release"(%{{.*}}) {slab = "s0"}

// WIDEPTX-COUNT-4: cp.async.bulk.prefetch.tensor.3d.L2.global
// WIDEPTX-NOT:     cp.async.bulk.prefetch

// NVVM:     llvm.func @attention_0
// NVVM-DAG:   nvvm.read.ptx.sreg.nctaid.x
// NVVM-DAG:   nvvm.read.ptx.sreg.ctaid.x
// NVVM:     grid = [4, 1, 1]

// A counter: one more result of the call, zeroed; the number goes through shared memory, with barriers of its own
// (one arrival, and one a consumer warp); weights go from step to step in pairs.
// COUNTER:     call @attention_0({{.*}}) -> (tensor<1x2x256x64xf16>, tensor<1xi32>)
// COUNTER:     llvm.func @attention_0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[COUNTER:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64}, %{{.*}}: !llvm.ptr
// COUNTER-DAG:   %[[LANES:.*]] = llvm.mlir.constant(256 : i32)
// COUNTER:       nvvm.mbarrier.init %{{.*}}, %[[LANES]]
// COUNTER:       setp.ne.s32 other, $1, 0;{{.*}}@other mbarrier.arrive.shared::cta.b64
// COUNTER:       "mbarrier.arrive.shared::cta.b64 _, [$0];"
// COUNTER:       ^bb{{[0-9]+}}({{.*}}vector<2xf16>
// COUNTER:       llvm.inline_asm {{.*}}"atom.global.add.u32 $0, [$1], 1;", "=r,l,~{memory}" %[[COUNTER]]
// COUNTER:     func.func private @attention_0({{.*}}) -> (tensor<1x2x256x64xf16>, tensor<1xi32>)
// COUNTER-SAME:  grid = [4, 1, 1]
// COUNTER-SAME:  zeroed = [4]
