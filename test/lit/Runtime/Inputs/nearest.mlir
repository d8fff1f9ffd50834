#q = affine_map<(d0, d1, d2) -> (d0, d2)>
#k = affine_map<(d0, d1, d2) -> (d1, d2)>
#s = affine_map<(d0, d1, d2) -> (d0, d1)>
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @nearest(%q: tensor<100x64xf16>, %k: tensor<250x64xf16>) -> tensor<100xi32> {
  %z = arith.constant dense<0.0> : tensor<100x250xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<100x64xf16>, tensor<250x64xf16>) outs(%z : tensor<100x250xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<100x250xf32>
  %low = arith.constant dense<0xFF800000> : tensor<100xf32>
  %c0 = arith.constant dense<0> : tensor<100xi32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<100x250xf32>) outs(%low, %c0 : tensor<100xf32>, tensor<100xi32>) {
  ^bb0(%in: f32, %out: f32, %out_1: i32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %in, %out : f32
    %v = arith.select %more, %in, %out : f32
    %p = arith.select %more, %i, %out_1 : i32
    linalg.yield %v, %p : f32, i32
  } -> (tensor<100xf32>, tensor<100xi32>)
  return %r#1 : tensor<100xi32>
}
