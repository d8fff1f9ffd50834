// The root of the mean of squares: a count and a sum. Nothing gives 0.
"carrier.define"() ({
^bb0(%x: f32):
  %one = arith.constant 1.0 : f32
  %square = arith.mulf %x, %x : f32
  "gpu.yield"(%one, %square) : (f32, f32) -> ()
}, {
^bb0(%na: f32, %sa: f32, %nb: f32, %sb: f32):
  %n = arith.addf %na, %nb : f32
  %s = arith.addf %sa, %sb : f32
  "gpu.yield"(%n, %s) : (f32, f32) -> ()
}, {
^bb0(%n: f32, %s: f32):
  %one = arith.constant 1.0 : f32
  %count = arith.maximumf %n, %one : f32
  %mean = arith.divf %s, %count : f32
  %r = math.sqrt %mean : f32
  "gpu.yield"(%r) : (f32) -> ()
}, {}, {}) {sym_name = "rms", laws = ["associative", "commutative"], channels = [
  {name = "count", type = f32, identity = 0.0 : f32},
  {name = "squares", type = f32, identity = 0.0 : f32}]} : () -> ()
