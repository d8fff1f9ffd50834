// Five new keys and values are written into the caches at a position that is data; their queries see what is before
// them there. The caches are results.
func.func @main(%q: tensor<2x5x16xf16>, %k1: tensor<2x5x16xf16>, %v1: tensor<2x5x16xf16>, %kc: tensor<2x90x16xf16>, %vc: tensor<2x90x16xf16>, %at: tensor<i32>) -> (tensor<2x5x16xf16>, tensor<2x90x16xf16>, tensor<2x90x16xf16>) {
  %pos_e = tensor.extract %at[] : tensor<i32>
  %pos_i = arith.index_cast %pos_e : i32 to index
  %pos_lo = arith.constant 0 : index
  %pos_hi = arith.constant 85 : index
  %pos_l = arith.maxsi %pos_i, %pos_lo : index
  %pos = arith.minsi %pos_l, %pos_hi : index
  %k = tensor.insert_slice %k1 into %kc[0, %pos, 0] [2, 5, 16] [1, 1, 1] : tensor<2x5x16xf16> into tensor<2x90x16xf16>
  %v = tensor.insert_slice %v1 into %vc[0, %pos, 0] [2, 5, 16] [1, 1, 1] : tensor<2x5x16xf16> into tensor<2x90x16xf16>
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<2x5x90xf32>
  %eo = tensor.empty() : tensor<2x5x16xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x5x90xf32>) -> tensor<2x5x90xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x5x16xf32>) -> tensor<2x5x16xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(h, i, j, c) -> (h, i, c)>, affine_map<(h, i, j, c) -> (h, j, c)>, affine_map<(h, i, j, c) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x5x16xf16>, tensor<2x90x16xf16>) outs(%s0 : tensor<2x5x90xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x5x90xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<2x5x90xf32>) outs(%es : tensor<2x5x90xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %scale : f32
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %last = arith.addi %i, %pos : index
    %keep = arith.cmpi sle, %j, %last : index
    %r = arith.select %keep, %x, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<2x5x90xf32>
  %w = linalg.softmax dimension(2) ins(%t : tensor<2x5x90xf32>) outs(%es : tensor<2x5x90xf32>) -> tensor<2x5x90xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(h, i, c, j) -> (h, i, j)>, affine_map<(h, i, c, j) -> (h, j, c)>, affine_map<(h, i, c, j) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<2x5x90xf32>, tensor<2x90x16xf16>) outs(%o0 : tensor<2x5x16xf32>) {
  ^bb0(%a: f32, %b: f16, %p: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %p, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x5x16xf32>
  %en = tensor.empty() : tensor<2x5x16xf16>
  %narrow = linalg.generic {indexing_maps = [affine_map<(h, i, c) -> (h, i, c)>, affine_map<(h, i, c) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<2x5x16xf32>) outs(%en : tensor<2x5x16xf16>) {
  ^bb0(%a: f32, %p: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x5x16xf16>
  return %narrow, %k, %v : tensor<2x5x16xf16>, tensor<2x90x16xf16>, tensor<2x90x16xf16>
}
