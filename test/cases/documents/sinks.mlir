// The first keys and a window: a disjunction of constraints, nothing is read.
#s = affine_map<(h, m, n) -> (h, m, n)>
func.func @main(%q: tensor<2x200x32xf16>, %k: tensor<2x300x32xf16>, %v: tensor<2x300x32xf16>) -> tensor<2x200x32xf16> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x200x300xf32>
  %eo = tensor.empty() : tensor<2x200x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x200x300xf32>) -> tensor<2x200x300xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x200x32xf32>) -> tensor<2x200x32xf32>
  %qk = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<2x200x32xf16>, tensor<2x300x32xf16>) outs(%s0 : tensor<2x200x300xf32>) -> tensor<2x200x300xf32>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x200x300xf32>) outs(%es : tensor<2x200x300xf32>) {
  ^bb0(%x: f32, %old: f32):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c10 = arith.constant 10 : index
    %c20 = arith.constant 20 : index
    %back = arith.subi %i, %j : index
    %near = arith.cmpi slt, %back, %c20 : index
    %sink = arith.cmpi slt, %j, %c10 : index
    %past = arith.cmpi sle, %j, %i : index
    %w = arith.ori %near, %sink : i1
    %keep = arith.andi %w, %past : i1
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x200x300xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x200x300xf32>) outs(%es : tensor<2x200x300xf32>) -> tensor<2x200x300xf32>
  %of = linalg.batch_matmul ins(%p, %v : tensor<2x200x300xf32>, tensor<2x300x32xf16>) outs(%o0 : tensor<2x200x32xf32>) -> tensor<2x200x32xf32>
  %o = arith.truncf %of : tensor<2x200x32xf32> to tensor<2x200x32xf16>
  return %o : tensor<2x200x32xf16>
}
