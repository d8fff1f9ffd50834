// Loops of consumers whose products are under way: the factors of the accumulator are computed in front of the weights,
// and sums over lanes stand in the next step, between its products and the wait for its scores.
//
// DEFINE: %{roles} = TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;WALK=up;ROLE@kv=p1:c2
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=64,f16,causal -o %t.mlir
// RUN: attn-opt %t.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=persistent"' -o %t.tile.mlir
// RUN: FileCheck %s --input-file=%t.tile.mlir
// RUN: attn-opt %t.tile.mlir --pass-pipeline='builtin.module(attn-verify,attn-beside)' | FileCheck %s --check-prefix=TWICE
// RUN: attn-opt %t.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=tile"' | FileCheck %s --check-prefix=BRANCH
// RUN: attn-opt %t.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles};GRID=tile"' | FileCheck %s --check-prefix=ALONE

// With two consumers a bias does not keep them from it; with three, or with another function of scores, nothing is moved.
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=64,f16,bias -o %t.bias.mlir
// RUN: attn-opt %t.bias.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=persistent"' | FileCheck %s --check-prefix=BIAS
// RUN: attn-opt %t.bias.mlir '--attn-to-tile=chip=sm_90a schedule="TILE@qk=a:wgmma_m64n64k16_f16/w3x1/f1x1;WALK=up;ROLE@kv=p1:c3/pingpong/overlap;GRID=persistent"' | FileCheck %s --check-prefix=NONE
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=64,f16,bias,alibi -o %t.both.mlir
// RUN: attn-opt %t.both.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=persistent"' | FileCheck %s --check-prefix=NONE
// BIAS:     scf.for
// BIAS:       "tile.reduce"{{.*}}axis = "kv_lanes"
// BIAS:       "tile.await"{{.*}}pending = 1
// BIAS:       arith.cmpi eq, %{{.*}} : i32
// BIAS:       "tile.reduce"{{.*}}lanes = "kv_lanes"
// NONE-NOT: kv_lanes

// What the first step leaves is handed to the item's stream: the state, the accumulator's zeros as they
// are, the factor, the sums of each lane.
// CHECK:       "tile.chain"
// CHECK:         %[[STATE:[0-9]+]] = "tile.fill"() {axes = ["m"], {{.*}}value = 0.000000e+00 : f32}
// CHECK:         %[[ZEROS:[0-9]+]] = "tile.fill"() {axes = ["m", "n"], {{.*}}value = 0.000000e+00 : f32}
// CHECK:         "tile.reduce"{{.*}}monoid = "max"
// CHECK-NEXT:    "tile.map"
// CHECK:         "tile.map"
// CHECK:         %[[FACTOR:[0-9]+]] = "tile.map"
// CHECK:         %[[WEIGHTS:[0-9]+]] = "tile.map"
// CHECK-NOT:     monoid = "add"
// CHECK:         %[[SUMS:[0-9]+]] = "tile.reduce"(%[[WEIGHTS]]) {axes = ["m", "kv_lanes"], axis = "kv", lanes = "kv_lanes", layout = "l4@kv_lanes l8@m r2@m w8@m", monoid = "add", operand_axes = ["m", "kv"]} : (tensor<128x64xf32>) -> tensor<128x4xf32>
// CHECK:         gpu.yield %{{[0-9]+}}, %[[STATE]], %[[ZEROS]], {{.*}}, %[[FACTOR]], %[[SUMS]] :
// CHECK:       ^bb0(%{{[a-z0-9]+}}: tensor<128xf32>, %[[STATE:[a-z0-9]+]]: tensor<128xf32>, {{.*}}, %[[FACTOR:[a-z0-9]+]]: tensor<128xf32>, %[[SUMS:[a-z0-9]+]]: tensor<128x4xf32>):
// CHECK:         %[[FULL:[0-9]+]]:8 = scf.for {{.*}} iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9]+}}, %[[S:[a-z0-9]+]] = %[[STATE]], {{.*}}, %[[F:[a-z0-9]+]] = %[[FACTOR]], %[[Q:[a-z0-9]+]] = %[[SUMS]])
// CHECK:           "tile.contract"{{.*}}name = "pv"
// CHECK:           "tile.turn"() {action = "pass"}
// CHECK-NEXT:      %[[R:[0-9]+]] = "tile.reduce"(%[[Q]]) {axes = ["m"], axis = "kv_lanes", layout = "l4@* l8@m r2@m w8@m", monoid = "add", operand_axes = ["m", "kv_lanes"]}
// CHECK-NEXT:      %[[NEXT:[0-9]+]] = "tile.map"
// CHECK-NEXT:        %[[XS:[0-9]+]] = "tile.element"(%[[S]])
// CHECK-NEXT:        %[[XF:[0-9]+]] = "tile.element"(%[[F]])
// CHECK-NEXT:        %[[XR:[0-9]+]] = "tile.element"(%[[R]])
// CHECK-NEXT:        arith.mulf %[[XS]], %[[XF]]
// CHECK:           "tile.await"(%{{[0-9]+}}, %[[NEXT]]) {{.*}}pending = 1

// The weights' reference stands behind the factor.
// CHECK:           "tile.reduce"{{.*}}monoid = "max"
// CHECK-NEXT:      "tile.map"
// CHECK:           %[[RAW:[0-9]+]] = "tile.map"
// CHECK:           %[[FNEXT:[0-9]+]] = "tile.map"
// CHECK-NEXT:        tile.element
// CHECK-NEXT:        "tile.element"(%[[RAW]])
// CHECK:             math.exp2
// CHECK:           %[[REFERENCE:[0-9]+]] = "tile.map"
// CHECK-NEXT:        %[[X:[0-9]+]] = "tile.element"(%[[RAW]])
// CHECK-NEXT:        %[[Y:[0-9]+]] = "tile.element"(%[[FNEXT]])
// CHECK:             %[[BITS:[0-9]+]] = arith.bitcast %[[Y]] : f32 to i32
// CHECK:             %[[NEVER:[0-9]+]] = arith.cmpi eq, %[[BITS]], %{{.*}} : i32
// CHECK-NEXT:        arith.select %[[NEVER]], %[[Y]], %[[X]] : f32
// CHECK:           %[[W:[0-9]+]] = "tile.map"
// CHECK:             "tile.element"(%[[REFERENCE]])
// CHECK:           %[[QNEXT:[0-9]+]] = "tile.reduce"(%[[W]]) {{.*}}lanes = "kv_lanes"
// CHECK:           "tile.await"(%{{[0-9]+}}) {{.*}}pending = 0
// CHECK:             "tile.element"(%[[FNEXT]])
// CHECK:           scf.yield %{{[0-9]+}}, %[[NEXT]], {{.*}}, %[[FNEXT]], %[[QNEXT]] :

// The loop behind it goes on from there, and the last one's sums are finished.
// CHECK-NOT:     tile.reduce
// CHECK:         %[[PARTIAL:[0-9]+]]:8 = scf.for {{.*}} = %[[FULL]]#1, {{.*}} = %[[FULL]]#6, {{.*}} = %[[FULL]]#7)
// CHECK:         %[[LAST:[0-9]+]] = "tile.reduce"(%[[PARTIAL]]#7) {{.*}}axis = "kv_lanes"
// CHECK-NEXT:    %[[DONE:[0-9]+]] = "tile.map"
// CHECK-NEXT:      "tile.element"(%[[PARTIAL]]#1)
// CHECK-NEXT:      "tile.element"(%[[PARTIAL]]#6)
// CHECK-NEXT:      "tile.element"(%[[LAST]])
// CHECK:         gpu.yield %[[PARTIAL]]#0, %[[DONE]],

// The next item's first step hands on the same, summed where the weights are.
// CHECK:         "tile.await"(%{{[0-9]+}}) {{.*}}pending = 1
// CHECK:         %[[SUMS:[0-9]+]] = "tile.reduce"(%{{[0-9]+}}) {{.*}}lanes = "kv_lanes"
// CHECK:         "tile.await"(%{{[0-9]+}}) {{.*}}pending = 0
// CHECK:         gpu.yield {{.*}}, %[[SUMS]] :
// CHECK:         axes = [{{.*}}{extent = 4 : i64, name = "kv_lanes", role = "contract", tile = 4 : i64}]

// There is nothing left to do.
// TWICE-COUNT-4: lanes = "kv_lanes"
// TWICE-NOT:     lanes = "kv_lanes"

// The first step stands in a branch: factors only.
// BRANCH:        scf.if
// BRANCH-NOT:    _lanes
// BRANCH:        arith.bitcast
// BRANCH-NOT:    _lanes

// Nothing is under way: nothing changes.
// ALONE:         scf.for
// ALONE-NOT:     _lanes
// ALONE-NOT:     arith.bitcast

// Maxima in two chains where scores have at most twice the accumulator's registers; where they have more (64 columns, 176
// keys) a step stays as it is.
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=2048,d=128,f16 -o %t.chains.mlir
// RUN: attn-opt --attn-to-tile='schedule="TILE@qk=a:wgmma_m64n160k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap"' %t.chains.mlir | FileCheck %s --check-prefix=CHAINS
// CHAINS: "tile.reduce"{{.*}}chains = 2 : i64{{.*}}monoid = "max"
// RUN: attn-opt --example=attention:b=1,h=2,sq=256,sk=2048,d=64,f16 -o %t.narrow.mlir
// RUN: attn-opt --attn-to-tile='schedule="TILE@qk=a:wgmma_m64n176k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap"' %t.narrow.mlir | FileCheck %s --check-prefix=NARROW
// NARROW-NOT: chains
// NARROW-NOT: lanes =

// Maxima of words once a warp's maxima are at least zero: of products as they are awaited or under a mask, in loops, not
// in first steps; where nothing else is computed of scores, these have at most twice the accumulator's registers, and there
// are three consumers or 128 columns.
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=128,f16,causal -o %t.wide.mlir
// RUN: attn-opt %t.wide.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=persistent;MATH=exp2"' | FileCheck %s --check-prefix=WORDS
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=512,d=64,f16 -o %t.three.mlir
// RUN: attn-opt %t.three.mlir '--attn-to-tile=schedule="TILE@qk=a:wgmma_m64n64k16_f16/w3x1/f1x1;ROLE@kv=p1:c3/pingpong/overlap;MATH=exp2"' | FileCheck %s --check-prefix=THREE
// THREE: tile.nonnegative
// RUN: FileCheck %s --input-file=%t.tile.mlir --check-prefix=NUMBERS
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=128,f16,bias -o %t.bias.mlir
// RUN: attn-opt %t.bias.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=persistent;MATH=exp2"' | FileCheck %s --check-prefix=NUMBERS
// RUN: attn-opt --example=attention:b=1,h=1,sq=256,sk=256,d=128,f16,softcap=30 -o %t.cap.mlir
// RUN: attn-opt %t.cap.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles}/pingpong/overlap;GRID=persistent;MATH=exp2"' | FileCheck %s --check-prefix=NUMBERS
// RUN: attn-opt --attn-to-tile='schedule="TILE@qk=a:wgmma_m64n176k16_f16/w3x1/f1x1;ROLE@kv=p1:c3/pingpong/overlap;MATH=exp2"' %t.narrow.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: attn-opt %t.wide.mlir '--attn-to-tile=chip=sm_90a schedule="%{roles};GRID=tile"' | FileCheck %s --check-prefix=NUMBERS
// NUMBERS-NOT: tile.nonnegative
// WORDS:       "tile.chain"
// WORDS-NOT:     tile.nonnegative
// WORDS:         scf.for {{.*}} iter_args(%[[M:[a-z0-9]+]] =
// WORDS-NEXT:      %[[REACHED:[0-9]+]] = "tile.nonnegative"(%[[M]]) {axes = ["m"]} : (tensor<128xf32>) -> i1
// WORDS:           %[[S:[0-9]+]] = "tile.await"{{.*}}pending = 1
// WORDS-NEXT:      %[[R:[0-9]+]] = "tile.reduce"(%[[S]], %[[REACHED]]) {{.*}}monoid = "max"
// WORDS-NEXT:      "tile.map"
// WORDS-NEXT:        %[[XM:[0-9]+]] = "tile.element"(%[[M]])
// WORDS-NEXT:        %[[XR:[0-9]+]] = "tile.element"(%[[R]])
// WORDS:             arith.maximumf %[[XM]],
// WORDS:         scf.for {{.*}} iter_args(%[[M:[a-z0-9]+]] =
// WORDS-NEXT:      %[[REACHED:[0-9]+]] = "tile.nonnegative"(%[[M]])
// WORDS:           %[[S:[0-9]+]] = "tile.await"{{.*}}pending = 1
// WORDS:           %[[MASKED:[0-9]+]] = "tile.map"
// WORDS:             "tile.element"(%[[S]])
// WORDS:           "tile.reduce"(%[[MASKED]], %[[REACHED]]) {{.*}}monoid = "max"
// WORDS-NOT:     tile.nonnegative
