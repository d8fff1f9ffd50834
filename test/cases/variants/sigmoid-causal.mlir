// Causal sigmoid attention: no softmax, the logarithm of the length subtracted; weights are 0 where the mask says so.
func.func @main(%q: tensor<2x72x32xf16>, %k: tensor<2x72x32xf16>, %v: tensor<2x72x32xf16>) -> tensor<2x72x32xf16> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %log = arith.constant 4.2767 : f32
  %scale = arith.constant 0.125 : f32
  %se = tensor.empty() : tensor<2x72x72xf32>
  %sz = linalg.fill ins(%z : f32) outs(%se : tensor<2x72x72xf32>) -> tensor<2x72x72xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h,i,j,d) -> (h,i,d)>, affine_map<(h,i,j,d) -> (h,j,d)>, affine_map<(h,i,j,d) -> (h,i,j)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%q, %k : tensor<2x72x32xf16>, tensor<2x72x32xf16>) outs(%sz : tensor<2x72x72xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x72x72xf32>
  %we = tensor.empty() : tensor<2x72x72xf16>
  %w = linalg.generic {indexing_maps = [affine_map<(h,i,j) -> (h,i,j)>, affine_map<(h,i,j) -> (h,i,j)>], iterator_types = ["parallel","parallel","parallel"]} ins(%s : tensor<2x72x72xf32>) outs(%we : tensor<2x72x72xf16>) {
  ^bb0(%a: f32, %c: f16):
    %y = arith.mulf %a, %scale : f32
    %x = arith.subf %y, %log : f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %p = arith.addf %e, %one : f32
    %w0 = arith.divf %one, %p : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %kk = arith.cmpi sle, %j, %i : index
    %w1 = arith.select %kk, %w0, %z : f32
    %w2 = arith.truncf %w1 : f32 to f16
    linalg.yield %w2 : f16
  } -> tensor<2x72x72xf16>
  %oe = tensor.empty() : tensor<2x72x32xf32>
  %oz = linalg.fill ins(%z : f32) outs(%oe : tensor<2x72x32xf32>) -> tensor<2x72x32xf32>
  %of = linalg.generic {indexing_maps = [affine_map<(h,i,d,j) -> (h,i,j)>, affine_map<(h,i,d,j) -> (h,j,d)>, affine_map<(h,i,d,j) -> (h,i,d)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%w, %v : tensor<2x72x72xf16>, tensor<2x72x32xf16>) outs(%oz : tensor<2x72x32xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x72x32xf32>
  %ohe = tensor.empty() : tensor<2x72x32xf16>
  %o = linalg.generic {indexing_maps = [affine_map<(h,i,j) -> (h,i,j)>, affine_map<(h,i,j) -> (h,i,j)>], iterator_types = ["parallel","parallel","parallel"]} ins(%of : tensor<2x72x32xf32>) outs(%ohe : tensor<2x72x32xf16>) {
  ^bb0(%a: f32, %c: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x72x32xf16>
  return %o : tensor<2x72x32xf16>
}
