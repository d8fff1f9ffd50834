// As argmax; fewer than two elements leave -inf.
func.func @main(%x: tensor<@S@xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
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
    gpu.yield %k : f32
  }, {
  ^bb0(%a: f32, %b: f32):
    gpu.yield %a, %b : f32, f32
  }) {axes = [{name = "m", role = "free", extent = 7}, {name = "j", role = "fold", extent = @N@}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], carrier = "top2"} : () -> (tensor<7xf32>, tensor<7xf32>)
  return %r0, %r1 : tensor<7xf32>, tensor<7xf32>
}
