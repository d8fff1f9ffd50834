// Interleaved qkv, (b, s, 3, h, d).
func.func @main(%qkv: tensor<2x70x3x3x16xf16>) -> tensor<2x70x3x16xf16> {
  %q = tensor.extract_slice %qkv[0, 0, 0, 0, 0] [2, 70, 1, 3, 16] [1, 1, 1, 1, 1] : tensor<2x70x3x3x16xf16> to tensor<2x70x3x16xf16>
  %k = tensor.extract_slice %qkv[0, 0, 1, 0, 0] [2, 70, 1, 3, 16] [1, 1, 1, 1, 1] : tensor<2x70x3x3x16xf16> to tensor<2x70x3x16xf16>
  %v = tensor.extract_slice %qkv[0, 0, 2, 0, 0] [2, 70, 1, 3, 16] [1, 1, 1, 1, 1] : tensor<2x70x3x3x16xf16> to tensor<2x70x3x16xf16>
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x3x70x70xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x70x70xf32>) -> tensor<2x3x70x70xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, m, h, k)>, affine_map<(b, h, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>] ins(%q, %k : tensor<2x70x3x16xf16>, tensor<2x70x3x16xf16>) outs(%s0 : tensor<2x3x70x70xf32>) -> tensor<2x3x70x70xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x3x70x70xf32>) outs(%es : tensor<2x3x70x70xf32>) -> tensor<2x3x70x70xf32>
  %eo = tensor.empty() : tensor<2x70x3x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x70x3x16xf32>) -> tensor<2x70x3x16xf32>
  %of = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, h, m, n)>, affine_map<(b, h, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, m, n, k) -> (b, m, h, k)>] ins(%p, %v : tensor<2x3x70x70xf32>, tensor<2x70x3x16xf16>) outs(%o0 : tensor<2x70x3x16xf32>) -> tensor<2x70x3x16xf32>
  %o = arith.truncf %of : tensor<2x70x3x16xf32> to tensor<2x70x3x16xf16>
  return %o : tensor<2x70x3x16xf16>
}
