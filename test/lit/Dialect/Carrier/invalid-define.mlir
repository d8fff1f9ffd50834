// RUN: attn-opt --verify-diagnostics --split-input-file %s

// expected-error@+1 {{channel 'm' needs an 'identity' of its type}}
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
}, {}, {}) {sym_name = "max", laws = ["associative", "commutative"], channels = [{name = "m", type = f32, identity = 0 : i32}]} : () -> ()

// -----

// expected-error@+1 {{needs the base and the map to it, or neither}}
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
}, {
^bb0(%a: f32):
  "gpu.yield"(%a) : (f32) -> ()
}, {}) {sym_name = "max", laws = ["associative", "commutative"], channels = [{name = "m", type = f32, identity = 0xFF800000 : f32}]} : () -> ()

// -----

// expected-error@+1 {{argument of the merge 1 must have the type of channel 0}}
"carrier.define"() ({
^bb0(%x: f32):
  "gpu.yield"(%x) : (f32) -> ()
}, {
^bb0(%a: f32, %b: f64):
  "gpu.yield"(%a) : (f32) -> ()
}, {
^bb0(%a: f32):
  "gpu.yield"(%a) : (f32) -> ()
}, {}, {}) {sym_name = "max", laws = ["associative", "commutative"], channels = [{name = "m", type = f32, identity = 0xFF800000 : f32}]} : () -> ()

// -----

"carrier.define"() ({
^bb0(%x: f32):
  "gpu.yield"(%x) : (f32) -> ()
}, {
^bb0(%a: f32, %b: f32):
  // expected-error@+1 {{cannot stand in the merge of a carrier.define: arith and math only}}
  %t = tensor.empty() : tensor<4xf32>
  "gpu.yield"(%a) : (f32) -> ()
}, {
^bb0(%a: f32):
  "gpu.yield"(%a) : (f32) -> ()
}, {}, {}) {sym_name = "max", laws = ["associative", "commutative"], channels = [{name = "m", type = f32, identity = 0xFF800000 : f32}]} : () -> ()

// -----

// expected-error@+1 {{channel 'm' has the type 'f8E4M3FN', expected an integer of up to 64 bits, f16, bf16, f32 or f64}}
"carrier.define"() ({
^bb0(%x: f8E4M3FN):
  "gpu.yield"(%x) : (f8E4M3FN) -> ()
}, {
^bb0(%a: f8E4M3FN, %b: f8E4M3FN):
  "gpu.yield"(%a) : (f8E4M3FN) -> ()
}, {
^bb0(%a: f8E4M3FN):
  "gpu.yield"(%a) : (f8E4M3FN) -> ()
}, {}, {}) {sym_name = "narrow", laws = [], channels = [{name = "m", type = f8E4M3FN, identity = 0.0 : f8E4M3FN}]} : () -> ()
