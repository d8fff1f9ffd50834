// Every second of eight rows from a position on, and two positions at a time, both data.
func.func @main(%x: tensor<40x24xf32>, %a: tensor<i32>, %b: tensor<i64>) -> (tensor<8xf32>, tensor<1x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %p0 = tensor.extract %a[] : tensor<i32>
  %p1 = arith.index_cast %p0 : i32 to index
  %p2 = arith.maxsi %p1, %c0 : index
  %p = arith.minsi %p2, %c12 : index
  %q0 = tensor.extract %b[] : tensor<i64>
  %q1 = arith.index_cast %q0 : i64 to index
  %q2 = arith.maxsi %q1, %c0 : index
  %q = arith.minsi %q2, %c12 : index
  %r = tensor.extract_slice %x[%p, 0] [8, 24] [2, 1] : tensor<40x24xf32> to tensor<8x24xf32>
  %s = tensor.extract_slice %x[%q, %p] [1, 7] [1, 1] : tensor<40x24xf32> to tensor<1x7xf32>
  %m = math.absf %r : tensor<8x24xf32>
  %e = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %t = linalg.reduce { arith.addf } ins(%m : tensor<8x24xf32>) outs(%z : tensor<8xf32>) dimensions = [1]
  return %t, %s : tensor<8xf32>, tensor<1x7xf32>
}
