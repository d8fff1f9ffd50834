// Scores of two products (a head's own keys, and rotated ones that the heads share), causal, over 4096 queries and keys;
// a test that executes it replaces these by fewer.
#q = affine_map<(h, i, j, d) -> (h, i, d)>
#k = affine_map<(h, i, j, d) -> (h, j, d)>
#shared = affine_map<(h, i, j, d) -> (j, d)>
#s = affine_map<(h, i, j, d) -> (h, i, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>
#w = affine_map<(h, i, d, j) -> (h, i, j)>
#v = affine_map<(h, i, d, j) -> (h, j, d)>
#o = affine_map<(h, i, d, j) -> (h, i, d)>
func.func @main(%q: tensor<16x4096x128xf16>, %qr: tensor<16x4096x64xf16>, %k: tensor<16x4096x128xf16>, %kr: tensor<4096x64xf16>, %v: tensor<16x4096x128xf16>) -> tensor<16x4096x128xf16> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.0722 : f32
  %se = tensor.empty() : tensor<16x4096x4096xf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<16x4096x4096xf32>) -> tensor<16x4096x4096xf32>
  %s1 = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<16x4096x128xf16>, tensor<16x4096x128xf16>) outs(%sz : tensor<16x4096x4096xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<16x4096x4096xf32>
  %s2 = linalg.generic {indexing_maps = [#q, #shared, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%qr, %kr : tensor<16x4096x64xf16>, tensor<4096x64xf16>) outs(%sz : tensor<16x4096x4096xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<16x4096x4096xf32>
  %s = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s1, %s2 : tensor<16x4096x4096xf32>, tensor<16x4096x4096xf32>) outs(%se : tensor<16x4096x4096xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %sum = arith.addf %a, %b : f32
    %scaled = arith.mulf %sum, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %keep = arith.cmpi sle, %j, %i : index
    %r = arith.select %keep, %scaled, %least : f32
    linalg.yield %r : f32
  } -> tensor<16x4096x4096xf32>
  %we = tensor.empty() : tensor<16x4096x4096xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<16x4096x4096xf32>) outs(%we : tensor<16x4096x4096xf32>) -> tensor<16x4096x4096xf32>
  %oe = tensor.empty() : tensor<16x4096x128xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<16x4096x128xf32>) -> tensor<16x4096x128xf32>
  %of = linalg.generic {indexing_maps = [#w, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<16x4096x4096xf32>, tensor<16x4096x128xf16>) outs(%oz : tensor<16x4096x128xf32>) {
  ^bb0(%a: f32, %b: f16, %c: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<16x4096x128xf32>
  %he = tensor.empty() : tensor<16x4096x128xf16>
  %h = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%of : tensor<16x4096x128xf32>) outs(%he : tensor<16x4096x128xf16>) {
  ^bb0(%a: f32, %c: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<16x4096x128xf16>
  return %h : tensor<16x4096x128xf16>
}
