// As argmax: the smallest is -inf nearly everywhere, at its first position.
func.func @main(%x: tensor<@S@xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %r0, %r1 = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = @IN@} : (tensor<@S@xf32>) -> f32
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
  ^bb0(%v: f32, %i: i64):
    gpu.yield %v, %i : f32, i64
  }) {axes = [{name = "m", role = "free", extent = 7}, {name = "j", role = "fold", extent = @N@}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], carrier = "argmin"} : () -> (tensor<7xf32>, tensor<7xi64>)
  return %r0, %r1 : tensor<7xf32>, tensor<7xi64>
}
