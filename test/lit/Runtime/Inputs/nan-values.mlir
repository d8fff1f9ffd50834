// Values that are NaN (and keys) beyond a length that masks every row: the axis ends there.
#s = affine_map<(b, m, n) -> (b, m, n)>
#k = affine_map<(b, n, k) -> (b, n, k)>
func.func @main(%q: tensor<2x70x16xf16>, %k0: tensor<2x70x16xf16>, %v0: tensor<2x70x16xf16>) -> tensor<2x70x16xf16> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7E00 : f16
  %es = tensor.empty() : tensor<2x70x70xf32>
  %ek = tensor.empty() : tensor<2x70x16xf16>
  %eo = tensor.empty() : tensor<2x70x16xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x70x16xf32>) -> tensor<2x70x16xf32>
  %k = linalg.generic {indexing_maps = [#k, #k], iterator_types = ["parallel", "parallel", "parallel"]} ins(%k0 : tensor<2x70x16xf16>) outs(%ek : tensor<2x70x16xf16>) {
  ^bb0(%x: f16, %old: f16):
    %j = linalg.index 1 : index
    %c50 = arith.constant 50 : index
    %bad = arith.cmpi sge, %j, %c50 : index
    %r = arith.select %bad, %nan, %x : f16
    linalg.yield %r : f16
  } -> tensor<2x70x16xf16>
  %v = linalg.generic {indexing_maps = [#k, #k], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v0 : tensor<2x70x16xf16>) outs(%ek : tensor<2x70x16xf16>) {
  ^bb0(%x: f16, %old: f16):
    %j = linalg.index 1 : index
    %c50 = arith.constant 50 : index
    %bad = arith.cmpi sge, %j, %c50 : index
    %r = arith.select %bad, %nan, %x : f16
    linalg.yield %r : f16
  } -> tensor<2x70x16xf16>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x70x16xf16>, tensor<2x70x16xf16>) outs(%s0 : tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x70x70xf32>) outs(%es : tensor<2x70x70xf32>) {
  ^bb0(%x: f32, %old: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c50 = arith.constant 50 : index
    %keep = arith.cmpi slt, %j, %c50 : index
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x70x70xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x70x70xf32>) outs(%es : tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x70x70xf32>, tensor<2x70x16xf16>) outs(%o0 : tensor<2x70x16xf32>) -> tensor<2x70x16xf32>
  %r = arith.truncf %o : tensor<2x70x16xf32> to tensor<2x70x16xf16>
  return %r : tensor<2x70x16xf16>
}
