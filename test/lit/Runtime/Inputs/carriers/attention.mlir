// The weighted mean of one column: weights exp(x), values x; as argmax.
func.func @main(%x: tensor<@S@xf32>) -> tensor<7xf32> {
  %r0 = "carrier.fold"() ({
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
    gpu.yield %k, %e : f32, f32
  }, {
  ^bb0(%v: f32):
    gpu.yield %v : f32
  }) {axes = [{name = "m", role = "free", extent = 7}, {name = "j", role = "fold", extent = @N@}],
      maps = [affine_map<(d0, d1) -> (d0)>], carrier = "attention"} : () -> (tensor<7xf32>)
  return %r0 : tensor<7xf32>
}
