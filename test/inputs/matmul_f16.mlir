// A plain matrix product: a fold with one plain channel. No extent is a multiple of a tile.
func.func @main(%a: tensor<100x72xf16>, %b: tensor<72x50xf16>) -> tensor<100x50xf16> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<100x50xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<100x50xf32>) -> tensor<100x50xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<100x72xf16>, tensor<72x50xf16>)
                       outs(%init : tensor<100x50xf32>) -> tensor<100x50xf32>
  %narrow = tensor.empty() : tensor<100x50xf16>
  %c = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
       ins(%sum : tensor<100x50xf32>) outs(%narrow : tensor<100x50xf16>) {
  ^bb0(%x: f32, %old: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  } -> tensor<100x50xf16>
  return %c : tensor<100x50xf16>
}
