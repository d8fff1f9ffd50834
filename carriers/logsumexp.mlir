// log of a sum of exp: the sum is kept relative to the maximum. The base is the plain sum.
"carrier.define"() ({
^bb0(%x: f32):
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nothing = arith.cmpf oeq, %x, %ninf : f32
  %d = arith.select %nothing, %zero, %one : f32
  "gpu.yield"(%x, %d) : (f32, f32) -> ()
}, {
^bb0(%ma: f32, %da: f32, %mb: f32, %db: f32):
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
  "gpu.yield"(%m, %d) : (f32, f32) -> ()
}, {
^bb0(%m: f32, %d: f32):
  %log = math.log %d : f32
  %sum = arith.addf %m, %log : f32
  %ninf = arith.constant 0xFF800000 : f32
  %none = arith.cmpf oeq, %m, %ninf : f32
  %r = arith.select %none, %ninf, %sum : f32
  "gpu.yield"(%r) : (f32) -> ()
}, {
^bb0(%m: f32, %d: f32):
  %f = math.exp %m : f32
  %dd = arith.mulf %d, %f : f32
  "gpu.yield"(%dd) : (f32) -> ()
}, {
^bb0(%a: f32, %b: f32):
  %d = arith.addf %a, %b : f32
  "gpu.yield"(%d) : (f32) -> ()
}) {sym_name = "logsumexp", laws = ["associative", "commutative"], channels = [
  {name = "m", type = f32, identity = 0xFF800000 : f32},
  {name = "d", type = f32, identity = 0.0 : f32}]} : () -> ()
