// RUN: attn-run %s --device=cpu --opt-level=0 --verify | FileCheck %s
// RUN: attn-run %s --device=cpu --opt-level=0 --pipeline=attn-to-tile --verify | FileCheck %s
// RUN: attn-run %s --device=emu --verify | FileCheck %s
// CHECK-COUNT-2: ok: result

// A state of many types, without a free axis: is anything above one, where first, how many; the largest in half
// precision, a sum in double.
"carrier.define"() ({
^bb0(%x: f32, %i: i32):
  %one = arith.constant 1.0 : f32
  %a = arith.cmpf ogt, %x, %one : f32
  %none = arith.constant 2147483647 : i32
  %p = arith.select %a, %i, %none : i32
  %c1 = arith.constant 1 : i8
  %c0 = arith.constant 0 : i8
  %n = arith.select %a, %c1, %c0 : i8
  %h = arith.truncf %x : f32 to f16
  %d = arith.extf %x : f32 to f64
  gpu.yield %a, %p, %n, %h, %d : i1, i32, i8, f16, f64
}, {
^bb0(%a: i1, %p: i32, %n: i8, %h: f16, %d: f64, %a2: i1, %p2: i32, %n2: i8, %h2: f16, %d2: f64):
  %ra = arith.ori %a, %a2 : i1
  %rp = arith.minsi %p, %p2 : i32
  %rn = arith.addi %n, %n2 : i8
  %rh = arith.maximumf %h, %h2 : f16
  %rd = arith.addf %d, %d2 : f64
  gpu.yield %ra, %rp, %rn, %rh, %rd : i1, i32, i8, f16, f64
}, {
^bb0(%a: i1, %p: i32, %n: i8, %h: f16, %d: f64):
  gpu.yield %a, %p, %n, %h, %d : i1, i32, i8, f16, f64
}, {}, {}) {sym_name = "odd", laws = ["associative", "commutative"], channels = [
  {name = "any", type = i1, identity = false}, {name = "first", type = i32, identity = 2147483647 : i32},
  {name = "count", type = i8, identity = 0 : i8}, {name = "largest", type = f16, identity = 0xFC00 : f16},
  {name = "sum", type = f64, identity = 0.0 : f64}]} : () -> ()
func.func @main(%x: tensor<250xf32>) -> (tensor<f64>, tensor<f32>) {
  %s, %r = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<250xf32>) -> f32
    %j = "carrier.index"() {axis = "j"} : () -> index
    %i = arith.index_cast %j : index to i32
    gpu.yield %e, %i : f32, i32
  }, {
  ^bb0(%a: i1, %p: i32, %n: i8, %h: f16, %d: f64):
    %af = arith.uitofp %a : i1 to f32
    %pf = arith.sitofp %p : i32 to f32
    %nf = arith.sitofp %n : i8 to f32
    %hf = arith.extf %h : f16 to f32
    %t0 = arith.addf %af, %pf : f32
    %t1 = arith.addf %nf, %hf : f32
    %t = arith.addf %t0, %t1 : f32
    gpu.yield %d, %t : f64, f32
  }) {axes = [{name = "j", role = "fold", extent = 250}], maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], carrier = "odd"} : () -> (tensor<f64>, tensor<f32>)
  return %s, %r : tensor<f64>, tensor<f32>
}
