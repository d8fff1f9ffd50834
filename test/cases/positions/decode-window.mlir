// Decode with GQA: one query of each of six heads reads 200 of the 300 positions of two heads of a cache, from a
// position that is data, clamped as stablehlo.dynamic_slice is.
func.func @main(%q: tensor<6x1x64xf16>, %kc: tensor<2x300x64xf16>, %vc: tensor<2x300x64xf16>, %at: tensor<i32>) -> (tensor<6x1x64xf16>) {
  %pos_e = tensor.extract %at[] : tensor<i32>
  %pos_i = arith.index_cast %pos_e : i32 to index
  %pos_lo = arith.constant 0 : index
  %pos_hi = arith.constant 100 : index
  %pos_l = arith.maxsi %pos_i, %pos_lo : index
  %pos = arith.minsi %pos_l, %pos_hi : index
  %k = tensor.extract_slice %kc[0, %pos, 0] [2, 200, 64] [1, 1, 1] : tensor<2x300x64xf16> to tensor<2x200x64xf16>
  %v = tensor.extract_slice %vc[0, %pos, 0] [2, 200, 64] [1, 1, 1] : tensor<2x300x64xf16> to tensor<2x200x64xf16>
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<6x1x200xf32>
  %eo = tensor.empty() : tensor<6x1x64xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<6x1x200xf32>) -> tensor<6x1x200xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<6x1x64xf32>) -> tensor<6x1x64xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(h, i, j, c) -> (h, i, c)>, affine_map<(h, i, j, c) -> (h floordiv 3, j, c)>, affine_map<(h, i, j, c) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<6x1x64xf16>, tensor<2x200x64xf16>) outs(%s0 : tensor<6x1x200xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<6x1x200xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<6x1x200xf32>) outs(%es : tensor<6x1x200xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %scale : f32
    linalg.yield %x : f32
  } -> tensor<6x1x200xf32>
  %w = linalg.softmax dimension(2) ins(%t : tensor<6x1x200xf32>) outs(%es : tensor<6x1x200xf32>) -> tensor<6x1x200xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(h, i, c, j) -> (h, i, j)>, affine_map<(h, i, c, j) -> (h floordiv 3, j, c)>, affine_map<(h, i, c, j) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<6x1x200xf32>, tensor<2x200x64xf16>) outs(%o0 : tensor<6x1x64xf32>) {
  ^bb0(%a: f32, %b: f16, %p: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %p, %m : f32
    linalg.yield %r : f32
  } -> tensor<6x1x64xf32>
  %en = tensor.empty() : tensor<6x1x64xf16>
  %narrow = linalg.generic {indexing_maps = [affine_map<(h, i, c) -> (h, i, c)>, affine_map<(h, i, c) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<6x1x64xf32>) outs(%en : tensor<6x1x64xf16>) {
  ^bb0(%a: f32, %p: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<6x1x64xf16>
  return %narrow : tensor<6x1x64xf16>
}
