// A masked sink with a value of its own.
#s = affine_map<(b, m, n) -> (b, m, n)>
func.func @main(%q: tensor<2x37x8xf32>, %k: tensor<2x70x8xf32>, %v: tensor<2x70x16xf32>, %sink: tensor<2xf32>, %vn: tensor<2x1x16xf32>) -> tensor<2x37x16xf32> {
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
  %sk = tensor.empty() : tensor<2x37x1xf32>
  %sb = linalg.broadcast ins(%sink : tensor<2xf32>) outs(%sk : tensor<2x37x1xf32>) dimensions = [1, 2]
  %sm = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sb : tensor<2x37x1xf32>) outs(%sk : tensor<2x37x1xf32>) {
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
    %keep = arith.cmpi sge, %i, %c20 : index
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x37x1xf32>
  %tc = tensor.concat dim(2) %t, %sm : (tensor<2x37x70xf32>, tensor<2x37x1xf32>) -> tensor<2x37x71xf32>
  %vc = tensor.concat dim(1) %v, %vn : (tensor<2x70x16xf32>, tensor<2x1x16xf32>) -> tensor<2x71x16xf32>
  %p1 = linalg.softmax dimension(2) ins(%tc : tensor<2x37x71xf32>) outs(%e1 : tensor<2x37x71xf32>) -> tensor<2x37x71xf32>
  %o = linalg.batch_matmul ins(%p1, %vc : tensor<2x37x71xf32>, tensor<2x71x16xf32>) outs(%o0 : tensor<2x37x16xf32>) -> tensor<2x37x16xf32>
  return %o : tensor<2x37x16xf32>
}
