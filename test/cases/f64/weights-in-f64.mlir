// The softmax alone in f64: scores of f16 operands accumulate in f32, weights go back to f16. The
// mask leaves row 18 without a key.
#s = affine_map<(b, m, n) -> (b, m, n)>
func.func @main(%q: tensor<2x37x16xf16>, %k: tensor<2x70x16xf16>, %v: tensor<2x70x24xf16>) -> tensor<2x37x24xf16> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %ninf = arith.constant 0xFFF0000000000000 : f64
  %es = tensor.empty() : tensor<2x37x70xf64>
  %er = tensor.empty() : tensor<2x37xf64>
  %ef = tensor.empty() : tensor<2x37x70xf32>
  %eo = tensor.empty() : tensor<2x37x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%ef : tensor<2x37x70xf32>) -> tensor<2x37x70xf32>
  %m0 = linalg.fill ins(%ninf : f64) outs(%er : tensor<2x37xf64>) -> tensor<2x37xf64>
  %d0 = linalg.fill ins(%zero64 : f64) outs(%er : tensor<2x37xf64>) -> tensor<2x37xf64>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x37x24xf32>) -> tensor<2x37x24xf32>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x37x16xf16>, tensor<2x70x16xf16>) outs(%s0 : tensor<2x37x70xf32>) -> tensor<2x37x70xf32>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x37x70xf32>) outs(%es : tensor<2x37x70xf64>) {
  ^bb0(%s: f32, %old: f64):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %row = arith.constant 18 : index
    %other = arith.cmpi ne, %i, %row : index
    %before = arith.cmpi sle, %j, %i : index
    %keep = arith.andi %other, %before : i1
    %wide = arith.extf %s : f32 to f64
    %r = arith.select %keep, %wide, %ninf : f64
    linalg.yield %r : f64
  } -> tensor<2x37x70xf64>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x37x70xf64>) outs(%m0 : tensor<2x37xf64>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x37xf64>) outs(%es : tensor<2x37x70xf64>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x37x70xf64>
  %e = math.exp %x : tensor<2x37x70xf64>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x37x70xf64>) outs(%d0 : tensor<2x37xf64>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x37xf64>) outs(%es : tensor<2x37x70xf64>) dimensions = [2]
  %w = arith.divf %e, %db : tensor<2x37x70xf64>
  %p = arith.truncf %w : tensor<2x37x70xf64> to tensor<2x37x70xf16>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x37x70xf16>, tensor<2x70x24xf16>) outs(%o0 : tensor<2x37x24xf32>) -> tensor<2x37x24xf32>
  %r = arith.truncf %o : tensor<2x37x24xf32> to tensor<2x37x24xf16>
  return %r : tensor<2x37x24xf16>
}
