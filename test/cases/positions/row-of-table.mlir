// One row of a table that is an argument, at a position that is data, times the rows of a tensor.
func.func @main(%x: tensor<5x16xf32>, %table: tensor<1000x16xf32>, %at: tensor<i32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c999 = arith.constant 999 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %pos = arith.minsi %low, %c999 : index
  %row = tensor.extract_slice %table[%pos, 0] [1, 16] [1, 1] : tensor<1000x16xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<5x16xf32>
  %f = tensor.empty() : tensor<5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %b = linalg.broadcast ins(%row : tensor<16xf32>) outs(%e : tensor<5x16xf32>) dimensions = [0]
  %m = arith.mulf %x, %b : tensor<5x16xf32>
  %r = linalg.reduce { arith.addf } ins(%m : tensor<5x16xf32>) outs(%z : tensor<5xf32>) dimensions = [1]
  return %r : tensor<5xf32>
}
