// Keys and values of one layer of all, and of a window in it, both at positions that are data; the tensor of keys and
// values is cut statically first.
func.func @main(%q: tensor<3x40x16xf32>, %c: tensor<4x2x3x150x16xf32>, %layer: tensor<i32>, %at: tensor<i32>) -> (tensor<3x40x16xf32>) {
  %l_e = tensor.extract %layer[] : tensor<i32>
  %l_i = arith.index_cast %l_e : i32 to index
  %l_lo = arith.constant 0 : index
  %l_hi = arith.constant 3 : index
  %l_l = arith.maxsi %l_i, %l_lo : index
  %l = arith.minsi %l_l, %l_hi : index
  %pos_e = tensor.extract %at[] : tensor<i32>
  %pos_i = arith.index_cast %pos_e : i32 to index
  %pos_lo = arith.constant 0 : index
  %pos_hi = arith.constant 60 : index
  %pos_l = arith.maxsi %pos_i, %pos_lo : index
  %pos = arith.minsi %pos_l, %pos_hi : index
  %kc = tensor.extract_slice %c[0, 0, 0, 10, 0] [4, 1, 3, 140, 16] [1, 1, 1, 1, 1] : tensor<4x2x3x150x16xf32> to tensor<4x3x140x16xf32>
  %vc = tensor.extract_slice %c[0, 1, 0, 10, 0] [4, 1, 3, 140, 16] [1, 1, 1, 1, 1] : tensor<4x2x3x150x16xf32> to tensor<4x3x140x16xf32>
  %k = tensor.extract_slice %kc[%l, 0, %pos, 0] [1, 3, 75, 16] [1, 1, 1, 1] : tensor<4x3x140x16xf32> to tensor<3x75x16xf32>
  %v = tensor.extract_slice %vc[%l, 0, %pos, 0] [1, 3, 75, 16] [1, 1, 1, 1] : tensor<4x3x140x16xf32> to tensor<3x75x16xf32>
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %es = tensor.empty() : tensor<3x40x75xf32>
  %eo = tensor.empty() : tensor<3x40x16xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<3x40x75xf32>) -> tensor<3x40x75xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x40x16xf32>) -> tensor<3x40x16xf32>
  %qk = linalg.generic {indexing_maps = [affine_map<(h, i, j, c) -> (h, i, c)>, affine_map<(h, i, j, c) -> (h, j, c)>, affine_map<(h, i, j, c) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x40x16xf32>, tensor<3x75x16xf32>) outs(%s0 : tensor<3x40x75xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<3x40x75xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk : tensor<3x40x75xf32>) outs(%es : tensor<3x40x75xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %scale : f32
    linalg.yield %x : f32
  } -> tensor<3x40x75xf32>
  %w = linalg.softmax dimension(2) ins(%t : tensor<3x40x75xf32>) outs(%es : tensor<3x40x75xf32>) -> tensor<3x40x75xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(h, i, c, j) -> (h, i, j)>, affine_map<(h, i, c, j) -> (h, j, c)>, affine_map<(h, i, c, j) -> (h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<3x40x75xf32>, tensor<3x75x16xf32>) outs(%o0 : tensor<3x40x16xf32>) {
  ^bb0(%a: f32, %b: f32, %p: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %p, %m : f32
    linalg.yield %r : f32
  } -> tensor<3x40x16xf32>
  return %o : tensor<3x40x16xf32>
}
