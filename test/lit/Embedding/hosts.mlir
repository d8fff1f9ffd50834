// A C and a C++ host run our passes inside their own pass managers.

// RUN: %obj/examples/host-c/host-c 'attn-verify,func.func(canonicalize)' < %s | FileCheck %s
// RUN: %obj/examples/host-cpp/host-cpp 'attn-verify,func.func(canonicalize)' < %s | FileCheck %s
// RUN: not %obj/examples/host-c/host-c 'func.func(canonicalise)' < %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %obj/examples/host-cpp/host-cpp 'func.func(canonicalise)' < %s 2>&1 | FileCheck %s --check-prefix=ERROR

// The default pipeline on what a front end wrote.
// RUN: %obj/examples/host-c/host-c < %inputs/jax_einsum_causal_where_f16.mlir | FileCheck %s --check-prefix=ROAD
// RUN: %obj/examples/host-cpp/host-cpp < %inputs/jax_einsum_causal_where_f16.mlir | FileCheck %s --check-prefix=ROAD
// ROAD-NOT: linalg.generic
// ROAD: "carrier.fold"
// ROAD-NOT: linalg.generic

// CHECK-LABEL: func.func @sum
// CHECK-NOT: arith.addf %arg0, %arg1
// CHECK: "carrier.fold"()
// CHECK: return
// CHECK-NOT: @unused
func.func @sum(%x: tensor<8x16xf32>, %a: f32, %b: f32) -> tensor<8xf32> {
  %dead = arith.addf %a, %b : f32
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    "gpu.yield"(%e) : (f32) -> ()
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "n", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @unused()

// ERROR: pipeline:1:11: error: unknown pass 'canonicalise', did you mean 'canonicalize'?
// ERROR-NEXT: func.func(canonicalise)
// ERROR-NEXT:           ^~~~~~~~~~~~
