// One query of latent attention, absorbed: B sequences, H heads, N keys. B, H and N are replaced by a test.
#q = affine_map<(b, h, j, d) -> (b, h, d)>
#k = affine_map<(b, h, j, d) -> (b, j, d)>
#s = affine_map<(b, h, j, d) -> (b, h, j)>
#all = affine_map<(b, h, j) -> (b, h, j)>
#w = affine_map<(b, h, d, j) -> (b, h, j)>
#v = affine_map<(b, h, d, j) -> (b, j, d)>
#o = affine_map<(b, h, d, j) -> (b, h, d)>
func.func @main(%q: tensor<BxHx512xf16>, %qr: tensor<BxHx64xf16>, %c: tensor<BxNx512xf16>, %kr: tensor<BxNx64xf16>) -> tensor<BxHx512xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.0722 : f32
  %se = tensor.empty() : tensor<BxHxNxf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<BxHxNxf32>) -> tensor<BxHxNxf32>
  %s1 = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %c : tensor<BxHx512xf16>, tensor<BxNx512xf16>) outs(%sz : tensor<BxHxNxf32>) {
  ^bb0(%a: f16, %b: f16, %x0: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %x0, %m : f32
    linalg.yield %r : f32
  } -> tensor<BxHxNxf32>
  %s2 = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%qr, %kr : tensor<BxHx64xf16>, tensor<BxNx64xf16>) outs(%sz : tensor<BxHxNxf32>) {
  ^bb0(%a: f16, %b: f16, %x0: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %x0, %m : f32
    linalg.yield %r : f32
  } -> tensor<BxHxNxf32>
  %s = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s1, %s2 : tensor<BxHxNxf32>, tensor<BxHxNxf32>) outs(%se : tensor<BxHxNxf32>) {
  ^bb0(%a: f32, %b: f32, %x0: f32):
    %sum = arith.addf %a, %b : f32
    %r = arith.mulf %sum, %scale : f32
    linalg.yield %r : f32
  } -> tensor<BxHxNxf32>
  %we = tensor.empty() : tensor<BxHxNxf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<BxHxNxf32>) outs(%we : tensor<BxHxNxf32>) -> tensor<BxHxNxf32>
  %oe = tensor.empty() : tensor<BxHx512xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<BxHx512xf32>) -> tensor<BxHx512xf32>
  %of = linalg.generic {indexing_maps = [#w, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %c : tensor<BxHxNxf32>, tensor<BxNx512xf16>) outs(%oz : tensor<BxHx512xf32>) {
  ^bb0(%a: f32, %b: f16, %x0: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %x0, %m : f32
    linalg.yield %r : f32
  } -> tensor<BxHx512xf32>
  %he = tensor.empty() : tensor<BxHx512xf16>
  %h = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%of : tensor<BxHx512xf32>) outs(%he : tensor<BxHx512xf16>) {
  ^bb0(%a: f32, %x0: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<BxHx512xf16>
  return %h : tensor<BxHx512xf16>
}
