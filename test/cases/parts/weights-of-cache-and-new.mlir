// Scores of a cache and of new keys put together; the weights are taken apart again, each part times its values.
func.func @main(%q: tensor<1x2x40x32xf16>, %k1: tensor<1x2x70x32xf16>, %k2: tensor<1x2x40x32xf16>, %v1: tensor<1x2x70x32xf16>, %v2: tensor<1x2x40x32xf16>) -> tensor<1x2x40x32xf16> {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %scale = arith.constant 0.17677670 : f32
  %sae = tensor.empty() : tensor<1x2x40x70xf32>
  %saz = linalg.fill ins(%z : f32) outs(%sae : tensor<1x2x40x70xf32>) -> tensor<1x2x40x70xf32>
  %sa = linalg.generic {indexing_maps = [affine_map<(b,h,q,k,d) -> (b,h,q,d)>, affine_map<(b,h,q,k,d) -> (b,h,k,d)>, affine_map<(b,h,q,k,d) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%q, %k1 : tensor<1x2x40x32xf16>, tensor<1x2x70x32xf16>) outs(%saz : tensor<1x2x40x70xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %m = arith.mulf %ax, %bx : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x70xf32>
  %sbe = tensor.empty() : tensor<1x2x40x40xf32>
  %sbz = linalg.fill ins(%z : f32) outs(%sbe : tensor<1x2x40x40xf32>) -> tensor<1x2x40x40xf32>
  %sb = linalg.generic {indexing_maps = [affine_map<(b,h,q,k,d) -> (b,h,q,d)>, affine_map<(b,h,q,k,d) -> (b,h,k,d)>, affine_map<(b,h,q,k,d) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%q, %k2 : tensor<1x2x40x32xf16>, tensor<1x2x40x32xf16>) outs(%sbz : tensor<1x2x40x40xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %m = arith.mulf %ax, %bx : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x40xf32>
  %s0 = tensor.concat dim(3) %sa, %sb : (tensor<1x2x40x70xf32>, tensor<1x2x40x40xf32>) -> tensor<1x2x40x110xf32>
  %se = tensor.empty() : tensor<1x2x40x110xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s0 : tensor<1x2x40x110xf32>) outs(%se : tensor<1x2x40x110xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r0 = arith.mulf %a, %scale : f32
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %off = arith.constant 70 : index
    %io = arith.addi %i, %off : index
    %keep = arith.cmpi sle, %j, %io : index
    %r = arith.select %keep, %r0, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x110xf32>
  %re = tensor.empty() : tensor<1x2x40xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%re : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%s : tensor<1x2x40x110xf32>) outs(%mi : tensor<1x2x40xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.maximumf %c, %a : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s, %mx : tensor<1x2x40x110xf32>, tensor<1x2x40xf32>) outs(%se : tensor<1x2x40x110xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.subf %a, %b : f32
    %r = math.exp %t : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x110xf32>
  %li = linalg.fill ins(%z : f32) outs(%re : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
  %l = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%e : tensor<1x2x40x110xf32>) outs(%li : tensor<1x2x40xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %c, %a : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40xf32>
  %we = tensor.empty() : tensor<1x2x40x110xf16>
  %w = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%e, %l : tensor<1x2x40x110xf32>, tensor<1x2x40xf32>) outs(%we : tensor<1x2x40x110xf16>) {
  ^bb0(%a: f32, %b: f32, %c: f16):
    %t = arith.divf %a, %b : f32
    %r = arith.truncf %t : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x40x110xf16>

  %oe = tensor.empty() : tensor<1x2x40x32xf32>
  %oz = linalg.fill ins(%z : f32) outs(%oe : tensor<1x2x40x32xf32>) -> tensor<1x2x40x32xf32>
  %w1 = tensor.extract_slice %w[0,0,0,0] [1,2,40,70] [1,1,1,1] : tensor<1x2x40x110xf16> to tensor<1x2x40x70xf16>
  %of1 = linalg.generic {indexing_maps = [affine_map<(b,h,q,d,k) -> (b,h,q,k)>, affine_map<(b,h,q,d,k) -> (b,h,k,d)>, affine_map<(b,h,q,d,k) -> (b,h,q,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%w1, %v1 : tensor<1x2x40x70xf16>, tensor<1x2x70x32xf16>) outs(%oz : tensor<1x2x40x32xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %m = arith.mulf %ax, %bx : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x32xf32>
  %w2 = tensor.extract_slice %w[0,0,0,70] [1,2,40,40] [1,1,1,1] : tensor<1x2x40x110xf16> to tensor<1x2x40x40xf16>
  %of2 = linalg.generic {indexing_maps = [affine_map<(b,h,q,d,k) -> (b,h,q,k)>, affine_map<(b,h,q,d,k) -> (b,h,k,d)>, affine_map<(b,h,q,d,k) -> (b,h,q,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%w2, %v2 : tensor<1x2x40x40xf16>, tensor<1x2x40x32xf16>) outs(%oz : tensor<1x2x40x32xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %ax = arith.extf %a : f16 to f32
    %bx = arith.extf %b : f16 to f32
    %m = arith.mulf %ax, %bx : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x2x40x32xf32>
  %ohe = tensor.empty() : tensor<1x2x40x32xf16>
  %o = linalg.generic {indexing_maps = [affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q,k)>, affine_map<(b,h,q,k) -> (b,h,q,k)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%of1, %of2 : tensor<1x2x40x32xf32>, tensor<1x2x40x32xf32>) outs(%ohe : tensor<1x2x40x32xf16>) {
  ^bb0(%a: f32, %a2: f32, %c: f16):
    %aa = arith.addf %a, %a2 : f32
    %r = arith.truncf %aa : f32 to f16
    linalg.yield %r : f16
  } -> tensor<1x2x40x32xf16>
  return %o : tensor<1x2x40x32xf16>
}
