// RUN: attn-opt --example=attention:b=2,h=16,sq=512,sk=512,d=64,f16,causal -o %t.causal.mlir
// RUN: attn-opt --example=attention:b=2,h=16,sq=512,sk=512,d=64,f16 -o %t.full.mlir
// RUN: attn-opt --example=attention:b=1,h=2,sq=2048,sk=2048,d=64,f16,causal,window=128 -o %t.window.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster)' %t.causal.mlir | FileCheck %s
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=tile/lpt/raster8"})' %t.causal.mlir | FileCheck %s --check-prefix=EIGHT
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=tile"})' %t.causal.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster)' %t.full.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=tile/lpt"})' %t.full.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=tile/lpt/raster5"})' %t.causal.mlir 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=persistent"})' %t.causal.mlir | FileCheck %s --check-prefix=STATIC
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=persistent/raster8"})' %t.causal.mlir | FileCheck %s --check-prefix=ORDERED
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=persistent/lpt"})' %t.full.mlir 2>&1 | FileCheck %s --check-prefix=LONGEST
// RUN: attn-opt --example=matmul:m=512,n=1024,k=64,f16 -o %t.product.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@k=a:mma_m16n8k16_f16/w4x1/f1x8/k4"},attn-raster{schedule="GRID=tile/raster4"})' %t.product.mlir | FileCheck %s --check-prefix=GROUPS
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket{schedule="TILE@k=a:mma_m16n8k16_f16/w4x1/f1x8/k4"},attn-raster{schedule="GRID=tile/raster5"})' %t.product.mlir 2>&1 | FileCheck %s --check-prefix=DIVIDES
// RUN: attn-opt --example=attention:b=1,h=8,sq=256,sk=256,d=64,f16,causal | attn-run - --device=emu --schedule="GRID=tile/lpt/raster8" --verify=rows:64 | FileCheck %s --check-prefix=RIGHT

// A causal mask: the last rows stream longest. What a head streams is small, so groups are as large
// as allowed and divide the 32 heads.
// CHECK: raster = {axis = "m", descending = true, group = 16 : i64}
// CHECK-SAME: GRID=tile/lpt/raster16
// EIGHT: raster = {axis = "m", descending = true, group = 8 : i64}
// PLAIN-NOT: raster = {
// SAME: cannot honour GRID=tile/lpt: all tiles stream as many elements
// FIVE: cannot honour GRID=tile/lpt/raster5: the other grid axes have 32 tiles, a group divides them
// RIGHT: ok:
// STATIC-NOT: raster = {
// STATIC: persistent = "static"
// STATIC-SAME: GRID=persistent
// ORDERED: persistent = "static", raster = {axis = "m", descending = true, group = 8 : i64}
// ORDERED-SAME: GRID=persistent/raster8
// LONGEST: cannot honour GRID=persistent/lpt: all tiles stream as many elements

// All streams are as long: rows in groups of the columns' tiles.
// GROUPS: raster = {axis = "m", descending = false, group = 4 : i64}
// GROUPS-SAME: GRID=tile/raster4
// DIVIDES: cannot honour GRID=tile/raster5: the other grid axes have 16 tiles, a group divides them

// A window on both sides: the first and the last tile are as long, and shorter than the others. There is no order of lengths
// to go by; a counter gives whichever tile is next.
// RUN: attn-opt --example=attention:b=2,h=16,sq=2048,sk=2048,d=64,f16,window=512 -o %t.both.mlir
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=persistent/lpt"})' %t.both.mlir | FileCheck %s --check-prefix=BOTH
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bracket,attn-raster{schedule="GRID=tile/lpt"})' %t.both.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// BOTH-NOT: raster = {
// BOTH: persistent = "dynamic"
// BOTH-SAME: GRID=persistent/lpt

// No default is refused here and falls back to a far slower row: windows on one side, on both, and with streams that are all
// as long.
// RUN: attn-opt --example=attention:b=4,h=16,sq=4096,sk=4096,d=128,f16,window=1024,causal --attn-to-tile | FileCheck %s --check-prefix=DEFAULT
// RUN: attn-opt --example=attention:b=4,h=16,sq=4096,sk=4096,d=128,f16,window=1024 --attn-to-tile | FileCheck %s --check-prefix=DEFAULT
// RUN: attn-opt --example=attention:b=8,h=32,sq=1024,sk=4096,d=128,f16,window=1000,causal=bottom-right --attn-to-tile | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: schedule = "TILE@qk=a:wgmma_{{.*}}GRID=persistent

// As many members as stream 16 MB, counted once where they share it (four query heads to a key head). Those go in pairs that copy
// it together, if nothing but products is in the way: slopes are.
// RUN: attn-opt --example=attention:b=4,h=32,sq=4096,d=128,f16,causal --emit=listing --schedule= | FileCheck %s --check-prefix=ALONE
// RUN: attn-opt --example=attention:b=4,h=32,gqa=4,sq=4096,d=128,f16,causal --emit=listing --schedule= | FileCheck %s --check-prefix=SHARED
// RUN: attn-opt --example=attention:b=4,h=32,gqa=4,sq=4096,d=128,f16,causal,alibi --emit=listing --schedule= | FileCheck %s --check-prefix=SLOPES
// RUN: attn-opt --example=attention:b=4,h=30,gqa=3,sq=4096,d=128,f16,causal --emit=listing --schedule= | FileCheck %s --check-prefix=THREE
// ALONE:  GRID=persistent/lpt/raster8;
// SLOPES: GRID=persistent/lpt/raster16;
// THREE:  GRID=persistent/lpt/raster{{[0-9]+}};
// SHARED: GRID=persistent/lpt/raster16/cluster2;
