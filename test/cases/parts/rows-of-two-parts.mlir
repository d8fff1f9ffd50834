// Queries and keys of two parts behind each other, the second shared by the heads.
func.func @main(%q: tensor<1x2x40x32xf16>, %qr: tensor<1x2x40x16xf16>, %k: tensor<1x2x70x32xf16>, %kr: tensor<1x70x16xf16>, %v: tensor<1x2x70x32xf16>) -> tensor<1x2x40x32xf16> {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.14433757 : f32
  %krbe = tensor.empty() : tensor<1x2x70x16xf16>
  %krb = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,q,k)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%kr : tensor<1x70x16xf16>) outs(%krbe : tensor<1x2x70x16xf16>) {
  ^bb0(%a: f16, %c: f16):
    linalg.yield %a : f16
  } -> tensor<1x2x70x16xf16>
  %qe = tensor.empty() : tensor<1x2x40x48xf16>
  %qi = tensor.insert_slice %q into %qe[0,0,0,0] [1,2,40,32] [1,1,1,1] : tensor<1x2x40x32xf16> into tensor<1x2x40x48xf16>
  %qc = tensor.insert_slice %qr into %qi[0,0,0,32] [1,2,40,16] [1,1,1,1] : tensor<1x2x40x16xf16> into tensor<1x2x40x48xf16>
  %ke = tensor.empty() : tensor<1x2x70x48xf16>
  %ki = tensor.insert_slice %k into %ke[0,0,0,0] [1,2,70,32] [1,1,1,1] : tensor<1x2x70x32xf16> into tensor<1x2x70x48xf16>
  %kc = tensor.insert_slice %krb into %ki[0,0,0,32] [1,2,70,16] [1,1,1,1] : tensor<1x2x70x16xf16> into tensor<1x2x70x48xf16>
  %se = tensor.empty() : tensor<1x2x40x70xf32>
  %sz = linalg.fill ins(%z : f32) outs(%se : tensor<1x2x40x70xf32>) -> tensor<1x2x40x70xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(b,h,q,k,d) -> (b,h,q,d)>, affine_map<(b,h,q,k,d) -> (b,h,k,d)>, affine_map<(b,h,q,k,d) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%qc, %kc : tensor<1x2x40x48xf16>, tensor<1x2x70x48xf16>) outs(%sz : tensor<1x2x40x70xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %m = arith.mulf %ax, %bx : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s1 : tensor<1x2x40x70xf32>) outs(%se : tensor<1x2x40x70xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r0 = arith.mulf %a, %scale : f32
    %r = arith.addf %r0, %z : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %re = tensor.empty() : tensor<1x2x40xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%re : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%s : tensor<1x2x40x70xf32>) outs(%mi : tensor<1x2x40xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.maximumf %c, %a : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s, %mx : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%se : tensor<1x2x40x70xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.subf %a, %b : f32
    %r = math.exp %t : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %li = linalg.fill ins(%z : f32) outs(%re : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %l = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%e : tensor<1x2x40x70xf32>) outs(%li : tensor<1x2x40xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %c, %a : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %we = tensor.empty() : tensor<1x2x40x70xf16>
  %w = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%e, %l : tensor<1x2x40x70xf32>, tensor<1x2x40xf32>) outs(%we : tensor<1x2x40x70xf16>) {
  ^bb0(%a: f32, %b: f32, %c: f16):
    %t = arith.divf %a, %b : f32
    %r = arith.truncf %t : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x40x70xf16>
  %oe = tensor.empty() : tensor<1x2x40x32xf32>
  %oz = linalg.fill ins(%z : f32) outs(%oe : tensor<1x2x40x32xf32>) -> tensor<1x2x40x32xf32>
  %of = linalg.generic {indexing_maps = [affine_map<(b,h,q,d,k) -> (b,h,q,k)>, affine_map<(b,h,q,d,k) -> (b,h,k,d)>, affine_map<(b,h,q,d,k) -> (b,h,q,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%w, %v : tensor<1x2x40x70xf16>, tensor<1x2x70x32xf16>) outs(%oz : tensor<1x2x40x32xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %m = arith.mulf %ax, %bx : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x32xf32>
  %ohe = tensor.empty() : tensor<1x2x40x32xf16>
  %o = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%of : tensor<1x2x40x32xf32>) outs(%ohe : tensor<1x2x40x32xf16>) {
  ^bb0(%a: f32, %c: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x40x32xf16>
  return %o : tensor<1x2x40x32xf16>
}
