// Values whose columns are all the same: stride 0 along the columns.
func.func @main(%q: tensor<2x37x3x16xf16>, %k: tensor<2x70x3x16xf16>, %v0: tensor<2x70x3xf16>) -> tensor<2x37x3x16xf16> {
  %ev = tensor.empty() : tensor<2x70x3x16xf16>
  %v = linalg.broadcast ins(%v0 : tensor<2x70x3xf16>) outs(%ev : tensor<2x70x3x16xf16>) dimensions = [3]
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x3x37x70xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x37x70xf32>) -> tensor<2x3x37x70xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, m, h, k)>, affine_map<(b, h, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>] ins(%q, %k : tensor<2x37x3x16xf16>, tensor<2x70x3x16xf16>) outs(%s0 : tensor<2x3x37x70xf32>) -> tensor<2x3x37x70xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x3x37x70xf32>) outs(%es : tensor<2x3x37x70xf32>) -> tensor<2x3x37x70xf32>
  %eo = tensor.empty() : tensor<2x37x3x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x37x3x16xf32>) -> tensor<2x37x3x16xf32>
  %of = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, h, m, n)>, affine_map<(b, h, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, m, n, k) -> (b, m, h, k)>] ins(%p, %v : tensor<2x3x37x70xf32>, tensor<2x70x3x16xf16>) outs(%o0 : tensor<2x37x3x16xf32>) -> tensor<2x37x3x16xf32>
  %o = arith.truncf %of : tensor<2x37x3x16xf32> to tensor<2x37x3x16xf16>
  return %o : tensor<2x37x3x16xf16>
}
