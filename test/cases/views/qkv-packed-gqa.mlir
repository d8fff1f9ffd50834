// A packed projection with fewer heads of keys and values, repeated.
func.func @main(%x: tensor<2x70x128xf16>) -> tensor<2x70x4x16xf16> {
  %q0 = tensor.extract_slice %x[0, 0, 0] [2, 70, 64] [1, 1, 1] : tensor<2x70x128xf16> to tensor<2x70x64xf16>
  %q = tensor.expand_shape %q0 [[0], [1], [2, 3]] output_shape [2, 70, 4, 16] : tensor<2x70x64xf16> into tensor<2x70x4x16xf16>
  %k0 = tensor.extract_slice %x[0, 0, 64] [2, 70, 32] [1, 1, 1] : tensor<2x70x128xf16> to tensor<2x70x32xf16>
  %k = tensor.expand_shape %k0 [[0], [1], [2, 3]] output_shape [2, 70, 2, 16] : tensor<2x70x32xf16> into tensor<2x70x2x16xf16>
  %v0 = tensor.extract_slice %x[0, 0, 96] [2, 70, 32] [1, 1, 1] : tensor<2x70x128xf16> to tensor<2x70x32xf16>
  %v = tensor.expand_shape %v0 [[0], [1], [2, 3]] output_shape [2, 70, 2, 16] : tensor<2x70x32xf16> into tensor<2x70x2x16xf16>
  %ke = tensor.empty() : tensor<2x70x2x2x16xf16>
  %kb = linalg.broadcast ins(%k : tensor<2x70x2x16xf16>) outs(%ke : tensor<2x70x2x2x16xf16>) dimensions = [3]
  %kr = tensor.collapse_shape %kb [[0], [1], [2, 3], [4]] : tensor<2x70x2x2x16xf16> into tensor<2x70x4x16xf16>
  %ve = tensor.empty() : tensor<2x70x2x2x16xf16>
  %vb = linalg.broadcast ins(%v : tensor<2x70x2x16xf16>) outs(%ve : tensor<2x70x2x2x16xf16>) dimensions = [3]
  %vr = tensor.collapse_shape %vb [[0], [1], [2, 3], [4]] : tensor<2x70x2x2x16xf16> into tensor<2x70x4x16xf16>
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<2x4x70x70xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x4x70x70xf32>) -> tensor<2x4x70x70xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, m, h, k)>, affine_map<(b, h, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>] ins(%q, %kr : tensor<2x70x4x16xf16>, tensor<2x70x4x16xf16>) outs(%s0 : tensor<2x4x70x70xf32>) -> tensor<2x4x70x70xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x4x70x70xf32>) outs(%es : tensor<2x4x70x70xf32>) -> tensor<2x4x70x70xf32>
  %eo = tensor.empty() : tensor<2x70x4x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x70x4x16xf32>) -> tensor<2x70x4x16xf32>
  %of = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, h, m, n)>, affine_map<(b, h, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, m, n, k) -> (b, m, h, k)>] ins(%p, %vr : tensor<2x4x70x70xf32>, tensor<2x70x4x16xf16>) outs(%o0 : tensor<2x70x4x16xf32>) -> tensor<2x70x4x16xf32>
  %o = arith.truncf %of : tensor<2x70x4x16xf32> to tensor<2x70x4x16xf16>
  return %o : tensor<2x70x4x16xf16>
}
