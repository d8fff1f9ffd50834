// A sum weighted by exp(score), its denominator and the maximum they are relative to, written out: what
// carrier.fold derives from twisted channels. The base is (maximum, sum of exp, weighted sum).
"carrier.define"() ({
^bb0(%s: f32, %v: f32):
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %masked = arith.cmpf oeq, %s, %ninf : f32
  %d = arith.select %masked, %zero, %one : f32
  %o = arith.select %masked, %zero, %v : f32
  "gpu.yield"(%s, %d, %o) : (f32, f32, f32) -> ()
}, {
^bb0(%ma: f32, %da: f32, %oa: f32, %mb: f32, %db: f32, %ob: f32):
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %m = arith.maximumf %ma, %mb : f32
  %none = arith.cmpf oeq, %m, %ninf : f32
  %ref = arith.select %none, %zero, %m : f32
  %xa = arith.subf %ma, %ref : f32
  %xb = arith.subf %mb, %ref : f32
  %fa = math.exp %xa : f32
  %fb = math.exp %xb : f32
  %d1 = arith.mulf %da, %fa : f32
  %d2 = arith.mulf %db, %fb : f32
  %d = arith.addf %d1, %d2 : f32
  %o1 = arith.mulf %oa, %fa : f32
  %o2 = arith.mulf %ob, %fb : f32
  %o = arith.addf %o1, %o2 : f32
  "gpu.yield"(%m, %d, %o) : (f32, f32, f32) -> ()
}, {
^bb0(%m: f32, %d: f32, %o: f32):
  %zero = arith.constant 0.0 : f32
  %none = arith.cmpf oeq, %d, %zero : f32
  %q = arith.divf %o, %d : f32
  %r = arith.select %none, %zero, %q : f32
  "gpu.yield"(%r) : (f32) -> ()
}, {
^bb0(%m: f32, %d: f32, %o: f32):
  %f = math.exp %m : f32
  %dd = arith.mulf %d, %f : f32
  %oo = arith.mulf %o, %f : f32
  "gpu.yield"(%dd, %oo) : (f32, f32) -> ()
}, {
^bb0(%da: f32, %oa: f32, %db: f32, %ob: f32):
  %d = arith.addf %da, %db : f32
  %o = arith.addf %oa, %ob : f32
  "gpu.yield"(%d, %o) : (f32, f32) -> ()
}) {sym_name = "attention", laws = ["associative", "commutative"], channels = [
  {name = "m", type = f32, identity = 0xFF800000 : f32},
  {name = "d", type = f32, identity = 0.0 : f32},
  {name = "o", type = f32, identity = 0.0 : f32}]} : () -> ()
