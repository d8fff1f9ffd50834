// A row without its unit dimension is written at a position that is data, between static columns.
func.func @main(%x: tensor<30x20xf32>, %row: tensor<12xf32>, %at: tensor<i32>) -> tensor<30xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %pos = arith.minsi %low, %c29 : index
  %y = tensor.insert_slice %row into %x[%pos, 4] [1, 12] [1, 1] : tensor<12xf32> into tensor<30x20xf32>
  %e = tensor.empty() : tensor<30xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<30xf32>) -> tensor<30xf32>
  %r = linalg.reduce { arith.addf } ins(%y : tensor<30x20xf32>) outs(%z : tensor<30xf32>) dimensions = [1]
  return %r : tensor<30xf32>
}
