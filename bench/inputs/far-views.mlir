// Keys and values are every third row at the far end of a tensor of 2.2 * 2^30 elements: element offsets that do
// not fit 31 bits, strides that are no tensor's own.
func.func @main(%q: tensor<32x512x64xf16>, %x: tensor<2x1200000x1024xf16>) -> tensor<32x512x64xf16> {
  %zero = arith.constant 0.0 : f32
  %k = tensor.extract_slice %x[1, 1193858, 128] [1, 2048, 64] [1, 3, 1] : tensor<2x1200000x1024xf16> to tensor<2048x64xf16>
  %v = tensor.extract_slice %x[1, 1193858, 512] [1, 2048, 64] [1, 3, 1] : tensor<2x1200000x1024xf16> to tensor<2048x64xf16>
  %es = tensor.empty() : tensor<32x512x2048xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<32x512x2048xf32>) -> tensor<32x512x2048xf32>
  %s = linalg.contract indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>, affine_map<(h, m, n, k) -> (n, k)>, affine_map<(h, m, n, k) -> (h, m, n)>] ins(%q, %k : tensor<32x512x64xf16>, tensor<2048x64xf16>) outs(%s0 : tensor<32x512x2048xf32>) -> tensor<32x512x2048xf32>
  %scale = arith.constant dense<0.125> : tensor<32x512x2048xf32>
  %t = arith.mulf %s, %scale : tensor<32x512x2048xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<32x512x2048xf32>) outs(%es : tensor<32x512x2048xf32>) -> tensor<32x512x2048xf32>
  %eo = tensor.empty() : tensor<32x512x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<32x512x64xf32>) -> tensor<32x512x64xf32>
  %of = linalg.contract indexing_maps = [affine_map<(h, m, n, k) -> (h, m, n)>, affine_map<(h, m, n, k) -> (n, k)>, affine_map<(h, m, n, k) -> (h, m, k)>] ins(%p, %v : tensor<32x512x2048xf32>, tensor<2048x64xf16>) outs(%o0 : tensor<32x512x64xf32>) -> tensor<32x512x64xf32>
  %o = arith.truncf %of : tensor<32x512x64xf32> to tensor<32x512x64xf16>
  return %o : tensor<32x512x64xf16>
}
