// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// Products that warpgroups side by side have parts of.

// The right form.

func.func @f(%q: tensor<64x64xf16>, %k: tensor<32x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %a = "tile.load"(%q, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"]} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %b = "tile.load"(%k, %c0, %c0) {over = ["n","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["n","k"]} : (tensor<32x64xf16>, index, index) -> tensor<32x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : () -> tensor<64x32xf32>
    %s = "tile.contract"(%a, %b, %z) {atom = "wgmma_m64n32k16_f16", name = "qk", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["n","k"], axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*", parts = 2 : i64} : (tensor<64x64xf16>, tensor<32x64xf16>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %t = "tile.total"(%s) {axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %m = "tile.reduce"(%t) {monoid = "max", axis = "n", operand_axes = ["m","n"], axes = ["m"], layout = "l4@* l8@m r2@m w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64xf32>
    "tile.store"(%m, %c0) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", threads = 256, grid = [], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="fold", extent=32, tile=32}, {name="k", role="contract", extent=64, tile=64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Copies that nobody adds.

func.func @f(%q: tensor<64x64xf16>, %k: tensor<32x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %a = "tile.load"(%q, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"]} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %b = "tile.load"(%k, %c0, %c0) {over = ["n","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["n","k"]} : (tensor<32x64xf16>, index, index) -> tensor<32x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : () -> tensor<64x32xf32>
    // expected-error@+1 {{has 1 parts, expected 2, as many as copies in its layout (wgmma)}}
    %s = "tile.contract"(%a, %b, %z) {atom = "wgmma_m64n32k16_f16", name = "qk", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["n","k"], axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : (tensor<64x64xf16>, tensor<32x64xf16>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %t = "tile.total"(%s) {axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %m = "tile.reduce"(%t) {monoid = "max", axis = "n", operand_axes = ["m","n"], axes = ["m"], layout = "l4@* l8@m r2@m w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64xf32>
    "tile.store"(%m, %c0) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", threads = 256, grid = [], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="fold", extent=32, tile=32}, {name="k", role="contract", extent=64, tile=64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Parts without copies.

func.func @f(%q: tensor<64x64xf16>, %k: tensor<32x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %a = "tile.load"(%q, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"]} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %b = "tile.load"(%k, %c0, %c0) {over = ["n","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["n","k"]} : (tensor<32x64xf16>, index, index) -> tensor<32x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m"} : () -> tensor<64x32xf32>
    // expected-error@+1 {{has 2 parts, expected 1, as many as copies in its layout (wgmma)}}
    %s = "tile.contract"(%a, %b, %z) {atom = "wgmma_m64n32k16_f16", name = "qk", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["n","k"], axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m", parts = 2 : i64} : (tensor<64x64xf16>, tensor<32x64xf16>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %t = "tile.total"(%s) {axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m"} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %m = "tile.reduce"(%t) {monoid = "max", axis = "n", operand_axes = ["m","n"], axes = ["m"], layout = "l4@* l8@m r2@m w4@m"} : (tensor<64x32xf32>) -> tensor<64xf32>
    "tile.store"(%m, %c0) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="fold", extent=32, tile=32}, {name="k", role="contract", extent=64, tile=64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// Each part would begin with it.

func.func @f(%q: tensor<64x64xf16>, %k: tensor<32x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %a = "tile.load"(%q, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"]} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %b = "tile.load"(%k, %c0, %c0) {over = ["n","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["n","k"]} : (tensor<32x64xf16>, index, index) -> tensor<32x64xf16>
    %z = "tile.fill"() {value = 1.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : () -> tensor<64x32xf32>
    // expected-error@+1 {{has parts, whose accumulator must be a tile of zeros, or have them as well}}
    %s = "tile.contract"(%a, %b, %z) {atom = "wgmma_m64n32k16_f16", name = "qk", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["n","k"], axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*", parts = 2 : i64} : (tensor<64x64xf16>, tensor<32x64xf16>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %t = "tile.total"(%s) {axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %m = "tile.reduce"(%t) {monoid = "max", axis = "n", operand_axes = ["m","n"], axes = ["m"], layout = "l4@* l8@m r2@m w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64xf32>
    "tile.store"(%m, %c0) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", threads = 256, grid = [], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="fold", extent=32, tile=32}, {name="k", role="contract", extent=64, tile=64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A part is no product.

func.func @f(%q: tensor<64x64xf16>, %k: tensor<32x64xf16>) -> tensor<64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %a = "tile.load"(%q, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"]} : (tensor<64x64xf16>, index, index) -> tensor<64x64xf16>
    %b = "tile.load"(%k, %c0, %c0) {over = ["n","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["n","k"]} : (tensor<32x64xf16>, index, index) -> tensor<32x64xf16>
    %z = "tile.fill"() {value = 0.0 : f32, axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*"} : () -> tensor<64x32xf32>
    // expected-error@+1 {{has parts, which something else than a tile.total reads}}
    %t = "tile.contract"(%a, %b, %z) {atom = "wgmma_m64n32k16_f16", name = "qk", axis = "k", lhs_axes = ["m","k"], rhs_axes = ["n","k"], axes = ["m","n"], layout = "r2@n l4@n l8@m r2@m r4@n w4@m w2@*", parts = 2 : i64} : (tensor<64x64xf16>, tensor<32x64xf16>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %m = "tile.reduce"(%t) {monoid = "max", axis = "n", operand_axes = ["m","n"], axes = ["m"], layout = "l4@* l8@m r2@m w4@m w2@*"} : (tensor<64x32xf32>) -> tensor<64xf32>
    "tile.store"(%m, %c0) {result = 0, over = ["m"], map = affine_map<(d0) -> (d0)>, axes = ["m"]} : (tensor<64xf32>, index) -> ()
    gpu.yield
  }) {sym_name = "k", threads = 256, grid = [], schedule = "", axes = [{name="m", role="free", extent=64, tile=64}, {name="n", role="fold", extent=32, tile=32}, {name="k", role="contract", extent=64, tile=64}]} : () -> tensor<64xf32>
  return %r : tensor<64xf32>
}
