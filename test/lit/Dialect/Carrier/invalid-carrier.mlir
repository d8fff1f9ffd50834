// RUN: attn-opt --verify-diagnostics --split-input-file %s

// Folds that name a carrier.

"carrier.define"() ({
^bb0(%x: f32):
  "gpu.yield"(%x) : (f32) -> ()
}, {
^bb0(%a: f32, %b: f32):
  %m = arith.maximumf %a, %b : f32
  "gpu.yield"(%m) : (f32) -> ()
}, {
^bb0(%a: f32):
  "gpu.yield"(%a) : (f32) -> ()
}, {}, {}) {sym_name = "largest", laws = ["associative", "commutative"], channels = [{name = "m", type = f32, identity = 0xFF800000 : f32}]} : () -> ()
func.func @unknown(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error@+1 {{names the carrier 'larger', of which the module has no carrier.define}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%v: f32):
    gpu.yield %v : f32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>], carrier = "larger"} : () -> tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @both(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error@+1 {{needs either 'channels' or the name of a 'carrier', found both}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%v: f32):
    gpu.yield %v : f32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>], carrier = "largest",
      channels = [{name = "m", monoid = "max", type = f32, identity = 0xFF800000 : f32}]} : () -> tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @neither(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error@+1 {{needs either 'channels' or the name of a 'carrier', found neither}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%v: f32):
    gpu.yield %v : f32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>]} : () -> tensor<f32>
  return %r : tensor<f32>
}

// -----

"carrier.define"() ({
^bb0(%x: f32, %y: f32):
  %z = arith.addf %x, %y : f32
  "gpu.yield"(%z) : (f32) -> ()
}, {
^bb0(%a: f32, %b: f32):
  %m = arith.maximumf %a, %b : f32
  "gpu.yield"(%m) : (f32) -> ()
}, {
^bb0(%a: f32):
  %i = arith.fptosi %a : f32 to i32
  "gpu.yield"(%i) : (i32) -> ()
}, {}, {}) {sym_name = "largest", laws = ["associative", "commutative"], channels = [{name = "m", type = f32, identity = 0xFF800000 : f32}]} : () -> ()
func.func @count(%x: tensor<8xf32>) -> tensor<i32> {
  // expected-error@+1 {{region 'lift' yields 1 values, expected 2}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf32>) -> f32
    gpu.yield %e : f32
  }, {
  ^bb0(%v: i32):
    gpu.yield %v : i32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>], carrier = "largest"} : () -> tensor<i32>
  return %r : tensor<i32>
}
func.func @element(%x: tensor<8xf16>) -> tensor<i32> {
  // expected-error@+1 {{value 0 of the lift must have the type of argument 0 of the lift of carrier 'largest'}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf16>) -> f16
    %f = arith.extf %e : f16 to f32
    gpu.yield %e, %f : f16, f32
  }, {
  ^bb0(%v: i32):
    gpu.yield %v : i32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>], carrier = "largest"} : () -> tensor<i32>
  return %r : tensor<i32>
}
func.func @state(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error@+1 {{argument 0 of the projection must have the type of what the projection of carrier 'largest' yields at 0}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf32>) -> f32
    gpu.yield %e, %e : f32, f32
  }, {
  ^bb0(%v: f32):
    gpu.yield %v : f32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>], carrier = "largest"} : () -> tensor<f32>
  return %r : tensor<f32>
}
func.func @product(%x: tensor<8xf32>) -> tensor<i32> {
  // expected-error@+1 {{value 1 of the lift is a carrier.product, which needs an add channel with 'contraction'}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<8xf32>) -> f32
    %p = "carrier.product"(%e, %e) : (f32, f32) -> f32
    gpu.yield %e, %p : f32, f32
  }, {
  ^bb0(%v: i32):
    gpu.yield %v : i32
  }) {axes = [{name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0) -> ()>], carrier = "largest"} : () -> tensor<i32>
  return %r : tensor<i32>
}
func.func @map(%x: tensor<4x8xf32>) -> tensor<i32> {
  // expected-error@+1 {{result 0 depends on axis 'm', which maps[0] lacks}}
  %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e, %e : f32, f32
  }, {
  ^bb0(%v: i32):
    gpu.yield %v : i32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "j", role = "fold", extent = 8}], maps = [affine_map<(d0, d1) -> ()>], carrier = "largest"} : () -> tensor<i32>
  return %r : tensor<i32>
}

// -----

// expected-error@+1 {{claims the law 'idempotent', expected "associative" or "commutative"}}
"carrier.define"() ({
^bb0(%x: f32):
  "gpu.yield"(%x) : (f32) -> ()
}, {
^bb0(%a: f32, %b: f32):
  %m = arith.maximumf %a, %b : f32
  "gpu.yield"(%m) : (f32) -> ()
}, {
^bb0(%a: f32):
  "gpu.yield"(%a) : (f32) -> ()
}, {}, {}) {sym_name = "largest", laws = ["idempotent"], channels = [{name = "m", type = f32, identity = 0xFF800000 : f32}]} : () -> ()
