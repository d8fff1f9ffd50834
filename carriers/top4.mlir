// The four largest values and their positions, the largest first; of equal values the smaller position is
// first. The better of a0 and b3, a1 and b2, a2 and b1, a3 and b0 are the four of both lists, as a bitonic
// sequence; two rounds of comparisons put them in order.
"carrier.define"() ({
^bb0(%x: f32, %i: i64):
  %ninf = arith.constant 0xFF800000 : f32
  %none = arith.constant 9223372036854775807 : i64
  "gpu.yield"(%x, %ninf, %ninf, %ninf, %i, %none, %none, %none) : (f32, f32, f32, f32, i64, i64, i64, i64) -> ()
}, {
^bb0(%va0: f32, %va1: f32, %va2: f32, %va3: f32, %ia0: i64, %ia1: i64, %ia2: i64, %ia3: i64,
     %vb0: f32, %vb1: f32, %vb2: f32, %vb3: f32, %ib0: i64, %ib1: i64, %ib2: i64, %ib3: i64):
  %m0 = arith.cmpf ogt, %vb3, %va0 : f32
  %e0 = arith.cmpf oeq, %vb3, %va0 : f32
  %f0 = arith.cmpi slt, %ib3, %ia0 : i64
  %t0 = arith.andi %e0, %f0 : i1
  %s0 = arith.ori %m0, %t0 : i1
  %vc0 = arith.select %s0, %vb3, %va0 : f32
  %ic0 = arith.select %s0, %ib3, %ia0 : i64
  %m1 = arith.cmpf ogt, %vb2, %va1 : f32
  %e1 = arith.cmpf oeq, %vb2, %va1 : f32
  %f1 = arith.cmpi slt, %ib2, %ia1 : i64
  %t1 = arith.andi %e1, %f1 : i1
  %s1 = arith.ori %m1, %t1 : i1
  %vc1 = arith.select %s1, %vb2, %va1 : f32
  %ic1 = arith.select %s1, %ib2, %ia1 : i64
  %m2 = arith.cmpf ogt, %vb1, %va2 : f32
  %e2 = arith.cmpf oeq, %vb1, %va2 : f32
  %f2 = arith.cmpi slt, %ib1, %ia2 : i64
  %t2 = arith.andi %e2, %f2 : i1
  %s2 = arith.ori %m2, %t2 : i1
  %vc2 = arith.select %s2, %vb1, %va2 : f32
  %ic2 = arith.select %s2, %ib1, %ia2 : i64
  %m3 = arith.cmpf ogt, %vb0, %va3 : f32
  %e3 = arith.cmpf oeq, %vb0, %va3 : f32
  %f3 = arith.cmpi slt, %ib0, %ia3 : i64
  %t3 = arith.andi %e3, %f3 : i1
  %s3 = arith.ori %m3, %t3 : i1
  %vc3 = arith.select %s3, %vb0, %va3 : f32
  %ic3 = arith.select %s3, %ib0, %ia3 : i64
  %m4 = arith.cmpf ogt, %vc2, %vc0 : f32
  %e4 = arith.cmpf oeq, %vc2, %vc0 : f32
  %f4 = arith.cmpi slt, %ic2, %ic0 : i64
  %t4 = arith.andi %e4, %f4 : i1
  %s4 = arith.ori %m4, %t4 : i1
  %vd0 = arith.select %s4, %vc2, %vc0 : f32
  %id0 = arith.select %s4, %ic2, %ic0 : i64
  %vd2 = arith.select %s4, %vc0, %vc2 : f32
  %id2 = arith.select %s4, %ic0, %ic2 : i64
  %m5 = arith.cmpf ogt, %vc3, %vc1 : f32
  %e5 = arith.cmpf oeq, %vc3, %vc1 : f32
  %f5 = arith.cmpi slt, %ic3, %ic1 : i64
  %t5 = arith.andi %e5, %f5 : i1
  %s5 = arith.ori %m5, %t5 : i1
  %vd1 = arith.select %s5, %vc3, %vc1 : f32
  %id1 = arith.select %s5, %ic3, %ic1 : i64
  %vd3 = arith.select %s5, %vc1, %vc3 : f32
  %id3 = arith.select %s5, %ic1, %ic3 : i64
  %m6 = arith.cmpf ogt, %vd1, %vd0 : f32
  %e6 = arith.cmpf oeq, %vd1, %vd0 : f32
  %f6 = arith.cmpi slt, %id1, %id0 : i64
  %t6 = arith.andi %e6, %f6 : i1
  %s6 = arith.ori %m6, %t6 : i1
  %vr0 = arith.select %s6, %vd1, %vd0 : f32
  %ir0 = arith.select %s6, %id1, %id0 : i64
  %vr1 = arith.select %s6, %vd0, %vd1 : f32
  %ir1 = arith.select %s6, %id0, %id1 : i64
  %m7 = arith.cmpf ogt, %vd3, %vd2 : f32
  %e7 = arith.cmpf oeq, %vd3, %vd2 : f32
  %f7 = arith.cmpi slt, %id3, %id2 : i64
  %t7 = arith.andi %e7, %f7 : i1
  %s7 = arith.ori %m7, %t7 : i1
  %vr2 = arith.select %s7, %vd3, %vd2 : f32
  %ir2 = arith.select %s7, %id3, %id2 : i64
  %vr3 = arith.select %s7, %vd2, %vd3 : f32
  %ir3 = arith.select %s7, %id2, %id3 : i64
  "gpu.yield"(%vr0, %vr1, %vr2, %vr3, %ir0, %ir1, %ir2, %ir3)
    : (f32, f32, f32, f32, i64, i64, i64, i64) -> ()
}, {
^bb0(%vr0: f32, %vr1: f32, %vr2: f32, %vr3: f32, %ir0: i64, %ir1: i64, %ir2: i64, %ir3: i64):
  "gpu.yield"(%vr0, %vr1, %vr2, %vr3, %ir0, %ir1, %ir2, %ir3)
    : (f32, f32, f32, f32, i64, i64, i64, i64) -> ()
}, {}, {}) {sym_name = "top4", laws = ["associative", "commutative"], channels = [
  {name = "value0", type = f32, identity = 0xFF800000 : f32},
  {name = "value1", type = f32, identity = 0xFF800000 : f32},
  {name = "value2", type = f32, identity = 0xFF800000 : f32},
  {name = "value3", type = f32, identity = 0xFF800000 : f32},
  {name = "position0", type = i64, identity = 9223372036854775807 : i64},
  {name = "position1", type = i64, identity = 9223372036854775807 : i64},
  {name = "position2", type = i64, identity = 9223372036854775807 : i64},
  {name = "position3", type = i64, identity = 9223372036854775807 : i64}]} : () -> ()
