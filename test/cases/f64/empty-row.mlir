// Row 18 sees nothing: 0, whatever the values are.
#s = affine_map<(b, m, n) -> (b, m, n)>
func.func @main(%q: tensor<2x37x8xf64>, %k: tensor<2x70x8xf64>, %v: tensor<2x70x16xf64>) -> tensor<2x37x16xf64> {
  %zero = arith.constant 0.0 : f64
  %ninf = arith.constant 0xFFF0000000000000 : f64
  %es = tensor.empty() : tensor<2x37x70xf64>
  %er = tensor.empty() : tensor<2x37xf64>
  %eo = tensor.empty() : tensor<2x37x16xf64>
  %s0 = linalg.fill ins(%zero : f64) outs(%es : tensor<2x37x70xf64>) -> tensor<2x37x70xf64>
  %m0 = linalg.fill ins(%ninf : f64) outs(%er : tensor<2x37xf64>) -> tensor<2x37xf64>
  %d0 = linalg.fill ins(%zero : f64) outs(%er : tensor<2x37xf64>) -> tensor<2x37xf64>
  %o0 = linalg.fill ins(%zero : f64) outs(%eo : tensor<2x37x16xf64>) -> tensor<2x37x16xf64>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x37x8xf64>, tensor<2x70x8xf64>) outs(%s0 : tensor<2x37x70xf64>) -> tensor<2x37x70xf64>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x37x70xf64>) outs(%es : tensor<2x37x70xf64>) {
  ^bb0(%s: f64, %old: f64):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %row = arith.constant 18 : index
    %keep = arith.cmpi ne, %i, %row : index
    %r = arith.select %keep, %s, %ninf : f64
    linalg.yield %r : f64
  } -> tensor<2x37x70xf64>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x37x70xf64>) outs(%m0 : tensor<2x37xf64>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x37xf64>) outs(%es : tensor<2x37x70xf64>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x37x70xf64>
  %e = math.exp %x : tensor<2x37x70xf64>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x37x70xf64>) outs(%d0 : tensor<2x37xf64>) dimensions = [2]
  %db = linalg.broadcast ins(%d : tensor<2x37xf64>) outs(%es : tensor<2x37x70xf64>) dimensions = [2]
  %p = arith.divf %e, %db : tensor<2x37x70xf64>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x37x70xf64>, tensor<2x70x16xf64>) outs(%o0 : tensor<2x37x16xf64>) -> tensor<2x37x16xf64>
  return %o : tensor<2x37x16xf64>
}
