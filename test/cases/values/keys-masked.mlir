// All scores are the same, the first keys masked.
#s = affine_map<(b, m, n) -> (b, m, n)>
func.func @main(%v: tensor<2x70x16xf32>) -> tensor<2x37x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x37x70xf32>
  %eo = tensor.empty() : tensor<2x37x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  %t = linalg.generic {indexing_maps = [#s], iterator_types = ["parallel", "parallel", "parallel"]} outs(%es : tensor<2x37x70xf32>) {
  ^bb0(%old: f32):
    %j = linalg.index 2 : index
    %c = arith.constant 40 : index
    %keep = arith.cmpi sgt, %j, %c : index
    %x = arith.select %keep, %zero, %ninf : f32
    linalg.yield %x : f32
  } -> tensor<2x37x70xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x37x70xf32>) outs(%es : tensor<2x37x70xf32>) -> tensor<2x37x70xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x37x70xf32>, tensor<2x70x16xf32>) outs(%o0 : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  return %o : tensor<2x37x16xf32>
}
