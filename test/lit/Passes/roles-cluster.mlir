// RUN: attn-opt --example=attention:b=1,h=2,sq=512,sk=256,d=64,f16,bias -o %t.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x8"},attn-raster{schedule="GRID=tile/cluster2"},attn-atomize)' %t.mlir -o %t.atoms.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=p1:c2"})' %t.atoms.mlir | FileCheck %s
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-roles{schedule="ROLE@kv=u"})' %t.atoms.mlir 2>&1 | FileCheck %s --check-prefix=UNIFORM
// RUN: not attn-opt --attn-to-tile='schedule="GRID=tile/cluster4;TILE@qk=a:wgmma_m64n80k16_f16/w2x1/f1x1;ROLE@kv=p1:c2"' %t.mlir 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: attn-opt --attn-to-tile='schedule="GRID=persistent/cluster2;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2"' %t.mlir | FileCheck %s --check-prefix=ITEMS
// RUN: attn-opt --attn-to-nvvm='schedule="GRID=tile/cluster2;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2"' %t.mlir | FileCheck %s --check-prefix=NVVM
// RUN: attn-opt --schedule="GRID=tile/cluster2;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2" %t.mlir --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: attn-opt --example=attention:b=4,h=16,sq=4096,sk=256,d=64,f16 -o %t.many.mlir
// RUN: attn-opt --attn-to-nvvm='schedule="GRID=persistent/cluster4;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2"' %t.many.mlir | FileCheck %s --check-prefix=FOUR
// RUN: not attn-opt --attn-to-nvvm='chip=sm_90 schedule="GRID=tile/cluster2;TILE@qk=a:mma_m16n8k16_f16/w8x1/f1x8;ROLE@kv=p1:c2"' %t.mlir 2>&1 | FileCheck %s --check-prefix=CHIP

// CHIP: error: 'tile.roles' op moves registers between its parts (setmaxnreg), which is no instruction of sm_90; chips with an 'a' behind the number have it (sm_90a)

// Keys and values come once for both CTAs; the query is each one's own, and so is the bias, whose rows are the
// query's. At the end the producer waits for the slots that it shares.
// CHECK:       "tile.roles"() ({
// CHECK:         "tile.copy"({{.*}}slab = "s0"
// CHECK-NOT:     multicast
// CHECK:         %[[END:.*]]:2 = scf.for
// CHECK:           "tile.copy"({{.*}}axes = ["kv", "qk"]{{.*}}multicast = 2 : i64{{.*}}slab = "s1"
// CHECK:           "tile.copy"({{.*}}axes = ["m", "kv"]
// CHECK-NOT:       multicast
// CHECK:           "tile.copy"({{.*}}axes = ["kv", "n"]{{.*}}multicast = 2 : i64{{.*}}slab = "s3"
// CHECK:         scf.for {{.*}} iter_args(%[[SLOT:.*]] = %[[END]]#0, %[[PHASE:.*]] = %[[END]]#1)
// CHECK-NEXT:      "tile.acquire"(%[[SLOT]], %[[PHASE]]) {slab = "s1"}
// CHECK-NEXT:      "tile.acquire"(%[[SLOT]], %[[PHASE]]) {slab = "s3"}
// CHECK:         gpu.yield
// CHECK-NEXT:  }, {

// As many clusters as reside at once for certain.
// FOUR: grid = [116, 1, 1]

// UNIFORM: cannot honour GRID=tile/cluster2: what a cluster shares is copied by producers (ROLE)
// SHARE: cannot honour GRID=tile/cluster4: each CTA copies a share of a tile's rows, a multiple of 8 (it has 80)

// Persistent: behind the last item.
// ITEMS:       %[[END:.*]]:4 = "tile.items"
// ITEMS:         gpu.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
// ITEMS:       scf.for {{.*}} iter_args(%{{.*}} = %[[END]]#0, %{{.*}} = %[[END]]#1)
// ITEMS-NEXT:    "tile.acquire"({{.*}}slab = "s1"
// ITEMS:       "tile.items"

// The kernel says how large its clusters are. Barriers are known to all CTAs before the first copy; a slot is released by
// the 8 warps of both; half of the 64 keys come from each CTA, 32 rows of 128 bytes, 64 with the other one's.
// NVVM:     llvm.func @attention_0{{.*}}nvvm.cluster_dim = array<i32: 2, 1, 1>
// NVVM-DAG:   %[[C16:.*]] = llvm.mlir.constant(16 : i32)
// NVVM-DAG:   %[[C3:.*]] = llvm.mlir.constant(3 : i16)
// NVVM-DAG:   %[[BYTES:.*]] = llvm.mlir.constant(8192 : i32)
// NVVM-DAG:   %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
// NVVM-DAG:   %[[MASK:.*]] = llvm.mlir.constant(262143 : i32)
// (What other CTAs' barriers are away from the own ones, once.)
// NVVM:       %[[THERE:.*]] = llvm.inline_asm {{.*}}"mapa.shared::cluster.u32 $0, $1, $2;"
// NVVM:       %[[PEER:.*]] = llvm.sub %[[THERE]]
// NVVM-NOT:   mapa
// NVVM:       nvvm.mbarrier.init %{{.*}}, %[[C16]]
// NVVM:       nvvm.fence.mbarrier.init
// NVVM:       nvvm.cluster.arrive.relaxed
// NVVM-NEXT:  nvvm.cluster.wait
// (Descriptors without the rank that a CTA's shared addresses begin with.)
// NVVM:       llvm.and %{{.*}}, %[[MASK]] : i32
// NVVM-NOT:   mapa
// NVVM:       llvm.add %{{.*}}, %[[PEER]]
// NVVM:       "mbarrier.arrive.shared::cluster.b64 _, [$0];"
// NVVM:       nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
// NVVM:       multicast::cluster [$0], [$1, {$2, $3, $4}], [$5], $6;", "r,l,r,r,r,r,h,~{memory}" {{.*}}, %[[C3]]
// NVVM:     grid = [8, 1, 1]
// NVVM-SAME: box = [64, 32, 1], dims = [64, 256, 2]

// PTX: .explicitcluster
// PTX: .reqnctapercluster 2, 1, 1
