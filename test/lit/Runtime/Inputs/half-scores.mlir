// Scores that are rounded to f16 as soon as they are summed (front ends whose products have the type of their operands),
// over 4096 queries and keys; a test that executes it replaces these by fewer.
#q = affine_map<(h, i, j, d) -> (h, i, d)>
#k = affine_map<(h, i, j, d) -> (h, j, d)>
#s = affine_map<(h, i, j, d) -> (h, i, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
func.func @main(%q: tensor<16x4096x128xf16>, %k: tensor<16x4096x128xf16>, %v: tensor<16x4096x128xf16>) -> tensor<16x4096x128xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.0884 : f16
  %se = tensor.empty() : tensor<16x4096x4096xf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<16x4096x4096xf32>) -> tensor<16x4096x4096xf32>
  %sf = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<16x4096x128xf16>, tensor<16x4096x128xf16>) outs(%sz : tensor<16x4096x4096xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<16x4096x4096xf32>
  %he = tensor.empty() : tensor<16x4096x4096xf16>
  %s = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sf : tensor<16x4096x4096xf32>) outs(%he : tensor<16x4096x4096xf16>) {
  ^bb0(%a: f32, %c: f16):
    %x = arith.truncf %a : f32 to f16
    %r = arith.mulf %x, %scale : f16
    linalg.yield %r : f16
  } -> tensor<16x4096x4096xf16>
  %w = linalg.softmax dimension(2) ins(%s : tensor<16x4096x4096xf16>) outs(%he : tensor<16x4096x4096xf16>) -> tensor<16x4096x4096xf16>
  %oe = tensor.empty() : tensor<16x4096x128xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<16x4096x128xf32>) -> tensor<16x4096x128xf32>
  %of = linalg.batch_matmul ins(%w, %v : tensor<16x4096x4096xf16>, tensor<16x4096x128xf16>) outs(%oz : tensor<16x4096x128xf32>) -> tensor<16x4096x128xf32>
  %re = tensor.empty() : tensor<16x4096x128xf16>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%of : tensor<16x4096x128xf32>) outs(%re : tensor<16x4096x128xf16>) {
  ^bb0(%a: f32, %c: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<16x4096x128xf16>
  return %r : tensor<16x4096x128xf16>
}
