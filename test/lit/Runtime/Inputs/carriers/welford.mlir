// Mean and variance of numbers near 100, whose squares cancel in f32. Row 2: equal; row 4: none.
func.func @main(%x: tensor<@S@xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %r0, %r1 = "carrier.fold"() ({
    %e = "carrier.element"(%x) {map = @IN@} : (tensor<@S@xf32>) -> f32
    %m = "carrier.index"() {axis = "m"} : () -> index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %eight = arith.constant 8.0 : f32
    %eighth = arith.constant 0.125 : f32
    %offset = arith.constant 100.0 : f32
    %steps = arith.mulf %e, %eight : f32
    %whole = math.floor %steps : f32
    %small = arith.mulf %whole, %eighth : f32
    %far = arith.addf %small, %offset : f32
    %row2 = arith.cmpi eq, %m, %c2 : index
    %s = arith.select %row2, %offset, %far : f32
    %keep = arith.cmpi ne, %m, %c4 : index
    %k = "carrier.mask"(%keep, %s) : (i1, f32) -> f32
    gpu.yield %k : f32
  }, {
  ^bb0(%mean: f32, %variance: f32):
    gpu.yield %mean, %variance : f32, f32
  }) {axes = [{name = "m", role = "free", extent = 7}, {name = "j", role = "fold", extent = @N@}],
      maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], carrier = "welford"} : () -> (tensor<7xf32>, tensor<7xf32>)
  return %r0, %r1 : tensor<7xf32>, tensor<7xf32>
}
