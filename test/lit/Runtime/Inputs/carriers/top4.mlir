// As argmax; the k largest are an axis of the results that no element has.
func.func @main(%x: tensor<@S@xf32>) -> (tensor<7x4xf32>, tensor<7x4xi64>) {
  %r0, %r1 = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = @IN3@} : (tensor<@S@xf32>) -> f32
    %m = "carrier.index"() {axis = "m"} : () -> index
    %j = "carrier.index"() {axis = "j"} : () -> index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %ninf = arith.constant 0xFF800000 : f32
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %twice = arith.mulf %e, %two : f32
    %step = math.floor %twice : f32
    %large = arith.cmpf ogt, %e, %one : f32
    %some = arith.select %large, %ninf, %step : f32
    %row2 = arith.cmpi eq, %m, %c2 : index
    %equal = arith.select %row2, %one, %some : f32
    %row3 = arith.cmpi eq, %m, %c3 : index
    %s = arith.select %row3, %ninf, %equal : f32
    %keep = arith.cmpi ne, %m, %c4 : index
    %k = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    %i = arith.index_cast %j : index to i64
    gpu.yield %k, %i : f32, i64
  }, {
  ^bb0(%v0: f32, %v1: f32, %v2: f32, %v3: f32, %i0: i64, %i1: i64, %i2: i64, %i3: i64):
    %k = "carrier.index"() {axis = "k"} : () -> index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %is0 = arith.cmpi eq, %k, %c0 : index
    %is1 = arith.cmpi eq, %k, %c1 : index
    %is2 = arith.cmpi eq, %k, %c2 : index
    %v23 = arith.select %is2, %v2, %v3 : f32
    %v123 = arith.select %is1, %v1, %v23 : f32
    %v = arith.select %is0, %v0, %v123 : f32
    %i23 = arith.select %is2, %i2, %i3 : i64
    %i123 = arith.select %is1, %i1, %i23 : i64
    %i = arith.select %is0, %i0, %i123 : i64
    gpu.yield %v, %i : f32, i64
  }) {axes = [{name = "m", role = "free", extent = 7}, {name = "j", role = "fold", extent = @N@},
              {name = "k", role = "free", extent = 4}],
      maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], carrier = "top4"} : () -> (tensor<7x4xf32>, tensor<7x4xi64>)
  return %r0, %r1 : tensor<7x4xf32>, tensor<7x4xi64>
}
