// One query, its key and value written into the caches at a position that is data; keys behind it are masked.
#s = affine_map<(h, n) -> (h, n)>
func.func @main(%q: tensor<3x16xf16>, %k1: tensor<3x1x16xf16>, %v1: tensor<3x1x16xf16>, %kc: tensor<3x70x16xf16>, %vc: tensor<3x70x16xf16>, %at: tensor<i32>) -> (tensor<3x16xf32>, tensor<3x70x16xf16>, tensor<3x70x16xf16>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %c69 = arith.constant 69 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %pos = arith.minsi %low, %c69 : index
  %k = tensor.insert_slice %k1 into %kc[0, %pos, 0] [3, 1, 16] [1, 1, 1] : tensor<3x1x16xf16> into tensor<3x70x16xf16>
  %v = tensor.insert_slice %v1 into %vc[0, %pos, 0] [3, 1, 16] [1, 1, 1] : tensor<3x1x16xf16> into tensor<3x70x16xf16>
  %es = tensor.empty() : tensor<3x70xf32>
  %eo = tensor.empty() : tensor<3x16xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<3x70xf32>) -> tensor<3x70xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x16xf32>) -> tensor<3x16xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(h, n, c) -> (h, c)>, affine_map<(h, n, c) -> (h, n, c)>, affine_map<(h, n, c) -> (h, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x16xf16>, tensor<3x70x16xf16>) outs(%s0 : tensor<3x70xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<3x70xf32>
  %t = linalg.generic {indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel"]} ins(%qk : tensor<3x70xf32>) outs(%es : tensor<3x70xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 1 : index
    %keep = arith.cmpi sle, %j, %pos : index
    %r = arith.select %keep, %a, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<3x70xf32>
  %w = linalg.softmax dimension(1) ins(%t : tensor<3x70xf32>) outs(%es : tensor<3x70xf32>) -> tensor<3x70xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(h, c, n) -> (h, n)>, affine_map<(h, c, n) -> (h, n, c)>, affine_map<(h, c, n) -> (h, c)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %v : tensor<3x70xf32>, tensor<3x70x16xf16>) outs(%o0 : tensor<3x16xf32>) {
  ^bb0(%a: f32, %b: f16, %o: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %n = arith.addf %o, %m : f32
    linalg.yield %n : f32
  } -> tensor<3x16xf32>
  return %r, %k, %v : tensor<3x16xf32>, tensor<3x70x16xf16>, tensor<3x70x16xf16>
}
