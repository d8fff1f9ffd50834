func.func @argmax(%x: tensor<7x?xf16>) -> (tensor<7xf32>, tensor<7xi64>) {
  %low = arith.constant dense<0xFF800000> : tensor<7xf32>
  %c0 = arith.constant dense<0> : tensor<7xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x?xf16>) outs(%low, %c0 : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%in: f16, %out: f32, %out_1: i64):
    %w = arith.extf %in : f16 to f32
    %f = math.floor %w : f32
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %m = arith.maximumf %f, %out : f32
    %more = arith.cmpf ogt, %f, %out : f32
    %p = arith.select %more, %i, %out_1 : i64
    linalg.yield %m, %p : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}
