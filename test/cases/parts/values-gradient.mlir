// The gradient of the values: weights exp(s - lse) summed over the queries, of rows that see nothing among others.
#s = affine_map<(b, m, n) -> (b, m, n)>
func.func @main(%q: tensor<2x37x8xf32>, %k: tensor<2x70x8xf32>, %v: tensor<2x70x16xf32>, %g: tensor<2x37x16xf32>) -> tensor<2x70x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x37x70xf32>
  %e1 = tensor.empty() : tensor<2x37x71xf32>
  %eo = tensor.empty() : tensor<2x37x16xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x37x70xf32>) -> tensor<2x37x70xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x37x8xf32>, tensor<2x70x8xf32>) outs(%s0 : tensor<2x37x70xf32>) -> tensor<2x37x70xf32>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x37x70xf32>) outs(%es : tensor<2x37x70xf32>) {
  ^bb0(%x: f32, %old: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c10 = arith.constant 10 : index
    %c20 = arith.constant 20 : index
    %c30 = arith.constant 30 : index
    %a10 = arith.cmpi sge, %i, %c10 : index
    %a20 = arith.cmpi sge, %i, %c20 : index
    %b20 = arith.cmpi slt, %i, %c20 : index
    %a30 = arith.cmpi sge, %i, %c30 : index
    %m1 = arith.andi %a10, %b20 : i1
    %keep = arith.ori %m1, %a30 : i1
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x37x70xf32>
  %er = tensor.empty() : tensor<2x37xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<2x37xf32>) -> tensor<2x37xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x37xf32>) -> tensor<2x37xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<2x37x70xf32>) outs(%m0 : tensor<2x37xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<2x37xf32>) outs(%es : tensor<2x37x70xf32>) dimensions = [2]
  %x = arith.subf %t, %mb : tensor<2x37x70xf32>
  %e = math.exp %x : tensor<2x37x70xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x37x70xf32>) outs(%d0 : tensor<2x37xf32>) dimensions = [2]
  %l = math.log %d : tensor<2x37xf32>
  %lse = arith.addf %m, %l : tensor<2x37xf32>
  %lb = linalg.broadcast ins(%lse : tensor<2x37xf32>) outs(%es : tensor<2x37x70xf32>) dimensions = [2]
  %y = arith.subf %t, %lb : tensor<2x37x70xf32>
  %p = math.exp %y : tensor<2x37x70xf32>
  %ev = tensor.empty() : tensor<2x70x16xf32>
  %v0 = linalg.fill ins(%zero : f32) outs(%ev : tensor<2x70x16xf32>) -> tensor<2x70x16xf32>
  %dv = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%p, %g : tensor<2x37x70xf32>, tensor<2x37x16xf32>) outs(%v0 : tensor<2x70x16xf32>) -> tensor<2x70x16xf32>
  return %dv : tensor<2x70x16xf32>
}
