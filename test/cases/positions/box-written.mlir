// A box written at two positions that are data, without its unit dimension, in columns that are known; and summed.
func.func @main(%x: tensor<20x3x30x12xf32>, %s: tensor<4x6x5xf32>, %a: tensor<i32>, %b: tensor<i32>) -> (tensor<20x3x30x12xf32>, tensor<20x30xf32>) {
  %p_e = tensor.extract %a[] : tensor<i32>
  %p_i = arith.index_cast %p_e : i32 to index
  %p_lo = arith.constant 0 : index
  %p_hi = arith.constant 16 : index
  %p_l = arith.maxsi %p_i, %p_lo : index
  %p = arith.minsi %p_l, %p_hi : index
  %r_e = tensor.extract %b[] : tensor<i32>
  %r_i = arith.index_cast %r_e : i32 to index
  %r_lo = arith.constant 0 : index
  %r_hi = arith.constant 24 : index
  %r_l = arith.maxsi %r_i, %r_lo : index
  %r = arith.minsi %r_l, %r_hi : index
  %zero = arith.constant 0.0 : f32
  %y = tensor.insert_slice %s into %x[%p, 1, %r, 2] [4, 1, 6, 5] [1, 1, 1, 1] : tensor<4x6x5xf32> into tensor<20x3x30x12xf32>
  %z = tensor.extract_slice %y[0, 1, 0, 0] [20, 1, 30, 12] [1, 1, 1, 1] : tensor<20x3x30x12xf32> to tensor<20x30x12xf32>
  %e = tensor.empty() : tensor<20x30xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<20x30xf32>) -> tensor<20x30xf32>
  %m = linalg.reduce { arith.addf } ins(%z : tensor<20x30x12xf32>) outs(%f : tensor<20x30xf32>) dimensions = [2]
  return %y, %m : tensor<20x3x30x12xf32>, tensor<20x30xf32>
}
