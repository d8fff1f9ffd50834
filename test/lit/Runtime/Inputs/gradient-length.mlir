// Both operands contiguous along the axes that stay; the summed axis has any length.
#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @gradient(%a: tensor<?x136xf16>, %b: tensor<?x264xf16>) -> tensor<136x264xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<136x264xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<136x264xf32>) -> tensor<136x264xf32>
  %sum = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
       ins(%a, %b : tensor<?x136xf16>, tensor<?x264xf16>) outs(%init : tensor<136x264xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %xe = arith.extf %x : f16 to f32
    %ye = arith.extf %y : f16 to f32
    %p = arith.mulf %xe, %ye : f32
    %r = arith.addf %s, %p : f32
    linalg.yield %r : f32
  } -> tensor<136x264xf32>
  return %sum : tensor<136x264xf32>
}
