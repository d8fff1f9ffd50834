// One query, padded keys: no rows.
#s = affine_map<(h, m, n) -> (h, m, n)>
func.func @main(%q: tensor<2x1x32xf16>, %k: tensor<2x300x32xf16>, %v: tensor<2x300x32xf16>, %kd: tensor<300xi32>) -> tensor<2x1x32xf16> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x1x300xf32>
  %eo = tensor.empty() : tensor<2x1x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x1x300xf32>) -> tensor<2x1x300xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x1x32xf32>) -> tensor<2x1x32xf32>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x1x32xf16>, tensor<2x300x32xf16>) outs(%s0 : tensor<2x1x300xf32>) -> tensor<2x1x300xf32>
  %t = linalg.generic {indexing_maps = [#s, affine_map<(h, m, n) -> (n)>, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk, %kd : tensor<2x1x300xf32>, tensor<300xi32>) outs(%es : tensor<2x1x300xf32>) {
  ^bb0(%x: f32, %b: i32, %old: f32):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c100 = arith.constant 100 : index
    %two = arith.constant 2 : index
    %most = arith.constant -1 : i32
    %nb = arith.divui %b, %most : i32
    %lo = arith.index_cast %nb : i32 to index
    %at = arith.addi %j, %lo : index
    %which = arith.divui %at, %c100 : index
    %keep = arith.cmpi ne, %which, %two : index
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x1x300xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x1x300xf32>) outs(%es : tensor<2x1x300xf32>) -> tensor<2x1x300xf32>
  %of = linalg.batch_matmul ins(%p, %v : tensor<2x1x300xf32>, tensor<2x300x32xf16>) outs(%o0 : tensor<2x1x32xf32>) -> tensor<2x1x32xf32>
  %o = arith.truncf %of : tensor<2x1x32xf32> to tensor<2x1x32xf16>
  return %o : tensor<2x1x32xf16>
}
