// A linear layer with a bias, added to what it read.
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
func.func @residual(%x: tensor<4096x4096xf16>, %w: tensor<4096x4096xf16>, %bias: tensor<4096xf32>, %old: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %s = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4096x4096xf16>, tensor<4096x4096xf16>) outs(%z : tensor<4096x4096xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %p = arith.extf %a : f16 to f32
    %q = arith.extf %b : f16 to f32
    %t = arith.mulf %p, %q : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> tensor<4096x4096xf32>
  %f = tensor.empty() : tensor<4096x4096xf16>
  %r = linalg.generic {indexing_maps = [#id, #n, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %bias, %old : tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf16>) outs(%f : tensor<4096x4096xf16>) {
  ^bb0(%a: f32, %b: f32, %c: f16, %o: f16):
    %p = arith.addf %a, %b : f32
    %q = arith.extf %c : f16 to f32
    %t = arith.addf %p, %q : f32
    %u = arith.truncf %t : f32 to f16
    linalg.yield %u : f16
  } -> tensor<4096x4096xf16>
  return %r : tensor<4096x4096xf16>
}
