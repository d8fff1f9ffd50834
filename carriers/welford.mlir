// Mean and variance of a sequence: (count, mean, sum of squared deviations from the mean), merged by Chan's
// formula. The base is (count, sum, sum of squares), which adds up but cancels badly. Nothing has mean
// and variance 0.
"carrier.define"() ({
^bb0(%x: f32):
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  "gpu.yield"(%one, %x, %zero) : (f32, f32, f32) -> ()
}, {
^bb0(%na: f32, %ma: f32, %qa: f32, %nb: f32, %mb: f32, %qb: f32):
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = arith.addf %na, %nb : f32
  %none = arith.cmpf oeq, %n, %zero : f32
  %safe = arith.select %none, %one, %n : f32
  %share = arith.divf %nb, %safe : f32
  %delta = arith.subf %mb, %ma : f32
  %step = arith.mulf %delta, %share : f32
  %m = arith.addf %ma, %step : f32
  %square = arith.mulf %delta, %delta : f32
  %weight = arith.mulf %na, %share : f32
  %between = arith.mulf %square, %weight : f32
  %within = arith.addf %qa, %qb : f32
  %q = arith.addf %within, %between : f32
  "gpu.yield"(%n, %m, %q) : (f32, f32, f32) -> ()
}, {
^bb0(%n: f32, %m: f32, %q: f32):
  %one = arith.constant 1.0 : f32
  %count = arith.maximumf %n, %one : f32
  %variance = arith.divf %q, %count : f32
  "gpu.yield"(%m, %variance) : (f32, f32) -> ()
}, {
^bb0(%n: f32, %m: f32, %q: f32):
  %sum = arith.mulf %n, %m : f32
  %squares = arith.mulf %sum, %m : f32
  %all = arith.addf %squares, %q : f32
  "gpu.yield"(%n, %sum, %all) : (f32, f32, f32) -> ()
}, {
^bb0(%na: f32, %sa: f32, %qa: f32, %nb: f32, %sb: f32, %qb: f32):
  %n = arith.addf %na, %nb : f32
  %s = arith.addf %sa, %sb : f32
  %q = arith.addf %qa, %qb : f32
  "gpu.yield"(%n, %s, %q) : (f32, f32, f32) -> ()
}) {sym_name = "welford", laws = ["associative", "commutative"], channels = [
  {name = "count", type = f32, identity = 0.0 : f32},
  {name = "mean", type = f32, identity = 0.0 : f32},
  {name = "squares", type = f32, identity = 0.0 : f32}]} : () -> ()
