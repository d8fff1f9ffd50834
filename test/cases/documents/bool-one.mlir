// One pair in all is kept.
#s = affine_map<(h, m, n) -> (h, m, n)>
func.func @main(%q: tensor<2x200x32xf16>, %k: tensor<2x300x32xf16>, %v: tensor<2x300x32xf16>, %blocks: tensor<4x5xi32>) -> tensor<2x200x32xf16> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x200x300xf32>
  %eo = tensor.empty() : tensor<2x200x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x200x300xf32>) -> tensor<2x200x300xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x200x32xf32>) -> tensor<2x200x32xf32>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x200x32xf16>, tensor<2x300x32xf16>) outs(%s0 : tensor<2x200x300xf32>) -> tensor<2x200x300xf32>
  %t = linalg.generic {indexing_maps = [#s, affine_map<(h, m, n) -> (m floordiv 64, n floordiv 64)>, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk, %blocks : tensor<2x200x300xf32>, tensor<4x5xi32>) outs(%es : tensor<2x200x300xf32>) {
  ^bb0(%x: f32, %blk: i32, %old: f32):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %i130 = arith.constant 130 : index
    %j70 = arith.constant 70 : index
    %zero_i = arith.constant 0 : i32
    %a = arith.cmpi eq, %i, %i130 : index
    %b = arith.cmpi eq, %j, %j70 : index
    %c = arith.cmpi sge, %blk, %zero_i : i32
    %d = arith.cmpi slt, %blk, %zero_i : i32
    %e = arith.ori %c, %d : i1
    %ab = arith.andi %a, %b : i1
    %keep = arith.andi %ab, %e : i1
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x200x300xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x200x300xf32>) outs(%es : tensor<2x200x300xf32>) -> tensor<2x200x300xf32>
  %of = linalg.batch_matmul ins(%p, %v : tensor<2x200x300xf32>, tensor<2x300x32xf16>) outs(%o0 : tensor<2x200x32xf32>) -> tensor<2x200x32xf32>
  %o = arith.truncf %of : tensor<2x200x32xf32> to tensor<2x200x32xf16>
  return %o : tensor<2x200x32xf16>
}
