// A chunk of queries against a window of a cache whose position is behind the cache: the window ends with it. Bottom-right causal, in BTHD.
func.func @main(%q: tensor<2x70x32xf16>, %kc: tensor<333x2x32xf16>, %vc: tensor<333x2x32xf16>, %at: tensor<i64>) -> (tensor<2x70x32xf16>) {
  %pos_e = tensor.extract %at[] : tensor<i64>
  %pos_i = arith.index_cast %pos_e : i64 to index
  %pos_m = arith.constant 1000 : index
  %pos_x = arith.muli %pos_i, %pos_m : index
  %pos_c = arith.constant 900 : index
  %pos_y = arith.addi %pos_x, %pos_c : index
  %pos_lo = arith.constant 0 : index
  %pos_hi = arith.constant 200 : index
  %pos_l = arith.maxsi %pos_y, %pos_lo : index
  %pos = arith.minsi %pos_l, %pos_hi : index
  %k0 = tensor.extract_slice %kc[%pos, 0, 0] [133, 2, 32] [1, 1, 1] : tensor<333x2x32xf16> to tensor<133x2x32xf16>
  %v0 = tensor.extract_slice %vc[%pos, 0, 0] [133, 2, 32] [1, 1, 1] : tensor<333x2x32xf16> to tensor<133x2x32xf16>
  %ek = tensor.empty() : tensor<2x133x32xf16>
  %k = linalg.transpose ins(%k0 : tensor<133x2x32xf16>) outs(%ek : tensor<2x133x32xf16>) permutation = [1, 0, 2]
  %v = linalg.transpose ins(%v0 : tensor<133x2x32xf16>) outs(%ek : tensor<2x133x32xf16>) permutation = [1, 0, 2]
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x70x133xf32>
  %eo = tensor.empty() : tensor<2x70x32xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x70x133xf32>) -> tensor<2x70x133xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x70x32xf32>) -> tensor<2x70x32xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(h, i, j, c) -> (h, i, c)>, affine_map<(h, i, j, c) -> (h, j, c)>, affine_map<(h, i, j, c) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x70x32xf16>, tensor<2x133x32xf16>) outs(%s0 : tensor<2x70x133xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x70x133xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x70x133xf32>) outs(%es : tensor<2x70x133xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %scale : f32
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c63 = arith.constant 63 : index
    %last = arith.addi %i, %c63 : index
    %keep = arith.cmpi sle, %j, %last : index
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x70x133xf32>
  %w = linalg.softmax dimension(2) ins(%t : tensor<2x70x133xf32>) outs(%es : tensor<2x70x133xf32>) -> tensor<2x70x133xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(h, i, c, j) -> (h, i, j)>, affine_map<(h, i, c, j) -> (h, j, c)>, affine_map<(h, i, c, j) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x70x133xf32>, tensor<2x133x32xf16>) outs(%o0 : tensor<2x70x32xf32>) {
  ^bb0(%a: f32, %b: f16, %p: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %p, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x70x32xf32>
  %n = arith.truncf %o : tensor<2x70x32xf32> to tensor<2x70x32xf16>
  return %n : tensor<2x70x32xf16>
}
