// The largest value and the first position at which it stands. A state is (value, position); of equal values
// the smaller position wins, so the order of merging does not matter.
"carrier.define"() ({
^bb0(%x: f32, %i: i64):
  "gpu.yield"(%x, %i) : (f32, i64) -> ()
}, {
^bb0(%va: f32, %ia: i64, %vb: f32, %ib: i64):
  %more = arith.cmpf ogt, %vb, %va : f32
  %same = arith.cmpf oeq, %vb, %va : f32
  %first = arith.cmpi slt, %ib, %ia : i64
  %tie = arith.andi %same, %first : i1
  %take = arith.ori %more, %tie : i1
  %v = arith.select %take, %vb, %va : f32
  %i = arith.select %take, %ib, %ia : i64
  "gpu.yield"(%v, %i) : (f32, i64) -> ()
}, {
^bb0(%v: f32, %i: i64):
  "gpu.yield"(%v, %i) : (f32, i64) -> ()
}, {}, {}) {sym_name = "argmax", laws = ["associative", "commutative"], channels = [
  {name = "value", type = f32, identity = 0xFF800000 : f32},
  {name = "position", type = i64, identity = 9223372036854775807 : i64}]} : () -> ()
