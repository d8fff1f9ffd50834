// The scores depend on the batch and the key, not on the query.
#s = affine_map<(b, m, n) -> (b, m, n)>
func.func @main(%s: tensor<2x70xf32>, %v: tensor<2x70x16xf32>) -> tensor<2x37x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x37x70xf32>
  %eo = tensor.empty() : tensor<2x37x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, n)>, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x70xf32>) outs(%es : tensor<2x37x70xf32>) {
  ^bb0(%x: f32, %old: f32):
    linalg.yield %x : f32
  } -> tensor<2x37x70xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x37x70xf32>) outs(%es : tensor<2x37x70xf32>) -> tensor<2x37x70xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x37x70xf32>, tensor<2x70x16xf32>) outs(%o0 : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  return %o : tensor<2x37x16xf32>
}
