// The out-of-tree example plug-in, built by CTest before this runs.

// DEFINE: %{plugin} = %obj/examples/plugin/count-folds.so
// RUN: attn-opt %s --load-pass-plugin=%{plugin} --pass-pipeline='builtin.module(func.func(count-folds{limit=1},cse),attn-verify)' --verify-diagnostics
// RUN: attn-opt --help --load-pass-plugin=%{plugin} | FileCheck %s --check-prefix=HELP
// RUN: attn-opt %s --load-pass-plugin=%{plugin} --pass-pipeline='builtin.module(func.func(count-folds))' --dump-pass-pipeline --no-remarks 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not attn-opt %s --load-pass-plugin=%{plugin} --pass-pipeline='builtin.module(count-folds)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not attn-opt %s --load-pass-plugin=%{plugin} --pass-pipeline='builtin.module(func.func(count-folds{limt=1}))' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not attn-opt %s --load-pass-plugin=%{plugin} --pass-pipeline='builtin.module(func.func(count-folds{limit=one}))' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not attn-opt %s --load-pass-plugin=%{plugin} --pass-pipeline='builtin.module(func.func(count-fold))' 2>&1 | FileCheck %s --check-prefix=NAME

// HELP: Passes of plug-in count-folds 1.0 ({{.*}}count-folds.so):
// HELP-NEXT: count-folds  {{.*}}count the folds of a function
// HELP: limit=<int> {{.*}}(default: -1)

// DUMP: Pass Manager with builtin.module(func.func(count-folds{limit=-1}))
// DUMP-NOT: remark

// ANCHOR: 1:16: error: pass 'count-folds' runs on 'func.func' but stands under 'builtin.module'; write func.func(...)
// OPTION: 1:38: error: 'count-folds' has no option 'limt', did you mean 'limit'?
// VALUE: 1:44: error: option 'limit' of 'count-folds' is 'one', expected an integer
// NAME: unknown pass 'count-fold', did you mean 'count-folds'?

// expected-remark@+1 {{2 folds, 2 channels}}
func.func @two(%x: tensor<8x16xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    "gpu.yield"(%e) : (f32) -> ()
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "n", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  // expected-warning@+1 {{fold 2 is over the limit of 1}}
  %t = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<8x16xf32>) -> f32
    "gpu.yield"(%e) : (f32) -> ()
  }, {
  ^bb0(%s: f32):
    gpu.yield %s : f32
  }) {axes = [{name = "m", role = "free", extent = 8}, {name = "n", role = "fold", extent = 16}],
      maps = [affine_map<(d0, d1) -> (d0)>],
      channels = [{name = "s", monoid = "add", type = f32, identity = 0.0 : f32}]} : () -> tensor<8xf32>
  return %r, %t : tensor<8xf32>, tensor<8xf32>
}

// expected-remark@below {{0 folds, 0 channels}}
func.func @none() {
  return
}
