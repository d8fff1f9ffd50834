// 2048 queries against a window of 4096 positions of a cache, at a position that is data.
func.func @main(%q: tensor<8x2048x128xf16>, %kc: tensor<8x9000x128xf16>, %vc: tensor<8x9000x128xf16>, %at: tensor<i64>) -> (tensor<8x2048x128xf16>) {
  %pos_e = tensor.extract %at[] : tensor<i64>
  %pos_i = arith.index_cast %pos_e : i64 to index
  %pos_lo = arith.constant 0 : index
  %pos_hi = arith.constant 4904 : index
  %pos_l = arith.maxsi %pos_i, %pos_lo : index
  %pos = arith.minsi %pos_l, %pos_hi : index
  %k = tensor.extract_slice %kc[0, %pos, 0] [8, 4096, 128] [1, 1, 1] : tensor<8x9000x128xf16> to tensor<8x4096x128xf16>
  %v = tensor.extract_slice %vc[0, %pos, 0] [8, 4096, 128] [1, 1, 1] : tensor<8x9000x128xf16> to tensor<8x4096x128xf16>
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.0883883 : f32
  %es = tensor.empty() : tensor<8x2048x4096xf32>
  %eo = tensor.empty() : tensor<8x2048x128xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<8x2048x4096xf32>) -> tensor<8x2048x4096xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x2048x128xf32>) -> tensor<8x2048x128xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(h, i, j, c) -> (h, i, c)>, affine_map<(h, i, j, c) -> (h, j, c)>, affine_map<(h, i, j, c) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<8x2048x128xf16>, tensor<8x4096x128xf16>) outs(%s0 : tensor<8x2048x4096xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<8x2048x4096xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<8x2048x4096xf32>) outs(%es : tensor<8x2048x4096xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %scale : f32
    linalg.yield %x : f32
  } -> tensor<8x2048x4096xf32>
  %w = linalg.softmax dimension(2) ins(%t : tensor<8x2048x4096xf32>) outs(%es : tensor<8x2048x4096xf32>) -> tensor<8x2048x4096xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(h, i, c, j) -> (h, i, j)>, affine_map<(h, i, c, j) -> (h, j, c)>, affine_map<(h, i, c, j) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<8x2048x4096xf32>, tensor<8x4096x128xf16>) outs(%o0 : tensor<8x2048x128xf32>) {
  ^bb0(%a: f32, %b: f16, %p: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %p, %m : f32
    linalg.yield %r : f32
  } -> tensor<8x2048x128xf32>
  %n = arith.truncf %o : tensor<8x2048x128xf32> to tensor<8x2048x128xf16>
  return %n : tensor<8x2048x128xf16>
}
