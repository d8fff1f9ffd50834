// A softmax-weighted mean; row i sees key j where A1 i + B1 j + C1 >= 0 and A2 i + B2 j + C2 >= 0. The scores of row 3
// are -inf.
func.func @main(%s: tensor<ROWSxKEYSxf32>, %v: tensor<KEYSxf32>) -> tensor<ROWSxf16> {
  %r = "carrier.fold"() ({
    %x = "carrier.element"(%s) {map = affine_map<(i, j) -> (i, j)>} : (tensor<ROWSxKEYSxf32>) -> f32
    %y = "carrier.element"(%v) {map = affine_map<(i, j) -> (j)>} : (tensor<KEYSxf32>) -> f32
    %i = "carrier.index"() {axis = "i"} : () -> index
    %j = "carrier.index"() {axis = "j"} : () -> index
    %zero = arith.constant 0 : index
    %a1 = arith.constant A1 : index
    %b1 = arith.constant B1 : index
    %c1 = arith.constant C1 : index
    %a2 = arith.constant A2 : index
    %b2 = arith.constant B2 : index
    %c2 = arith.constant C2 : index
    %ai1 = arith.muli %i, %a1 : index
    %bj1 = arith.muli %j, %b1 : index
    %ij1 = arith.addi %ai1, %bj1 : index
    %e1 = arith.addi %ij1, %c1 : index
    %p1 = arith.cmpi sge, %e1, %zero : index
    %ai2 = arith.muli %i, %a2 : index
    %bj2 = arith.muli %j, %b2 : index
    %ij2 = arith.addi %ai2, %bj2 : index
    %e2 = arith.addi %ij2, %c2 : index
    %p2 = arith.cmpi sge, %e2, %zero : index
    %p = arith.andi %p1, %p2 : i1
    %three = arith.constant 3 : index
    %gone = arith.cmpi eq, %i, %three : index
    %ninf = arith.constant 0xFF800000 : f32
    %score = arith.select %gone, %ninf, %x : f32
    %k = "carrier.mask"(%p, %score) : (i1, f32) -> f32
    %one = arith.constant 1.0 : f32
    gpu.yield %k, %one, %y : f32, f32, f32
  }, {
  ^bb0(%m: f32, %d: f32, %o: f32):
    %none = arith.constant 0.0 : f32
    %empty = arith.cmpf oeq, %d, %none : f32
    %q = arith.divf %o, %d : f32
    %w = arith.select %empty, %none, %q : f32
    %h = arith.truncf %w : f32 to f16
    gpu.yield %h : f16
  }) {axes = [{extent = ROWS : i64, name = "i", role = "free"}, {extent = KEYS : i64, name = "j", role = "fold"}],
      channels = [{identity = 0xFF800000 : f32, monoid = "max", name = "m", type = f32},
                  {identity = 0.0 : f32, monoid = "add", name = "d", pivot = "m", twist = "exp", type = f32},
                  {identity = 0.0 : f32, monoid = "add", name = "o", pivot = "m", twist = "exp", type = f32}],
      maps = [affine_map<(i, j) -> (i)>]} : () -> tensor<ROWSxf16>
  return %r : tensor<ROWSxf16>
}
