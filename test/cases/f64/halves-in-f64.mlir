// Halves, all else in f64: what is rounded is the result. Keys are NaN beyond a length, masked.
#s = affine_map<(b, m, n) -> (b, m, n)>
#k = affine_map<(b, n, k) -> (b, n, k)>
func.func @main(%q: tensor<2x70x16xf16>, %k0: tensor<2x70x16xf16>, %v: tensor<2x70x16xf16>) -> tensor<2x70x16xf16> {
  %zero = arith.constant 0.0 : f64
  %ninf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7E00 : f16
  %es = tensor.empty() : tensor<2x70x70xf64>
  %ek = tensor.empty() : tensor<2x70x16xf16>
  %eo = tensor.empty() : tensor<2x70x16xf64>
  %s0 = linalg.fill ins(%zero : f64) outs(%es : tensor<2x70x70xf64>) -> tensor<2x70x70xf64>
  %o0 = linalg.fill ins(%zero : f64) outs(%eo : tensor<2x70x16xf64>) -> tensor<2x70x16xf64>
  %k = linalg.generic {indexing_maps = [#k, #k], iterator_types = ["parallel", "parallel", "parallel"]} ins(%k0 : tensor<2x70x16xf16>) outs(%ek : tensor<2x70x16xf16>) {
  ^bb0(%x: f16, %old: f16):
    %j = linalg.index 1 : index
    %c50 = arith.constant 50 : index
    %bad = arith.cmpi sge, %j, %c50 : index
    %r = arith.select %bad, %nan, %x : f16
    linalg.yield %r : f16
  } -> tensor<2x70x16xf16>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x70x16xf16>, tensor<2x70x16xf16>) outs(%s0 : tensor<2x70x70xf64>) -> tensor<2x70x70xf64>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x70x70xf64>) outs(%es : tensor<2x70x70xf64>) {
  ^bb0(%x: f64, %old: f64):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c50 = arith.constant 50 : index
    %keep = arith.cmpi slt, %j, %c50 : index
    %r = arith.select %keep, %x, %ninf : f64
    linalg.yield %r : f64
  } -> tensor<2x70x70xf64>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x70x70xf64>) outs(%es : tensor<2x70x70xf64>) -> tensor<2x70x70xf64>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x70x70xf64>, tensor<2x70x16xf16>) outs(%o0 : tensor<2x70x16xf64>) -> tensor<2x70x16xf64>
  %r = arith.truncf %o : tensor<2x70x16xf64> to tensor<2x70x16xf16>
  return %r : tensor<2x70x16xf16>
}
