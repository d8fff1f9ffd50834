// A linear layer and the logsumexp of its outputs: lse[i] = log sum_j exp(sum_k x[i, k] w[j, k]). The fused
// form never writes the 128 x 320 logits.
#xw = affine_map<(i, j, k) -> (i, k)>
#ww = affine_map<(i, j, k) -> (j, k)>
#ij3 = affine_map<(i, j, k) -> (i, j)>
#ij = affine_map<(i, j) -> (i, j)>
#i2 = affine_map<(i, j) -> (i)>
#i = affine_map<(i) -> (i)>
func.func @linear_lse(%x: tensor<128x96xf16>, %w: tensor<320x96xf16>) -> tensor<128xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<128x320xf32>
  %r = tensor.empty() : tensor<128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<128x320xf32>) -> tensor<128x320xf32>
  %logits = linalg.generic {indexing_maps = [#xw, #ww, #ij3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<128x96xf16>, tensor<320x96xf16>) outs(%z : tensor<128x320xf32>) {
  ^bb0(%a: f16, %b: f16, %s: f32):
    %fa = arith.extf %a : f16 to f32
    %fb = arith.extf %b : f16 to f32
    %p = arith.mulf %fa, %fb : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<128x320xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%r : tensor<128xf32>) -> tensor<128xf32>
  %m = linalg.generic {indexing_maps = [#ij, #i2], iterator_types = ["parallel", "reduction"]}
      ins(%logits : tensor<128x320xf32>) outs(%m0 : tensor<128xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.maximumf %s, %a : f32
    linalg.yield %t : f32
  } -> tensor<128xf32>
  %exps = linalg.generic {indexing_maps = [#ij, #i2, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%logits, %m : tensor<128x320xf32>, tensor<128xf32>) outs(%e : tensor<128x320xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %t = math.exp %d : f32
    linalg.yield %t : f32
  } -> tensor<128x320xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<128xf32>) -> tensor<128xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i2], iterator_types = ["parallel", "reduction"]}
      ins(%exps : tensor<128x320xf32>) outs(%s0 : tensor<128xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %s, %a : f32
    linalg.yield %t : f32
  } -> tensor<128xf32>
  %lse = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]}
      ins(%m, %sum : tensor<128xf32>, tensor<128xf32>) outs(%r : tensor<128xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<128xf32>
  return %lse : tensor<128xf32>
}
