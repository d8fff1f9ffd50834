#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
// Attention whose scores, of inputs that are at least zero, have a sign for each 64 keys and each row: for two rows of
// three those of the first 64 keys are negative, of the next positive, then of 128 negative, and so on; for the third
// row the other way round.
module {
  func.func @attention(%arg0: tensor<1x2x256x128xf16>, %arg1: tensor<1x2x320x128xf16>, %arg2: tensor<1x2x320x128xf16>) -> tensor<1x2x256x128xf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %c64 = arith.constant 64 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %ek = tensor.empty() : tensor<1x2x320x128xf16>
    %k = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1x2x320x128xf16>) outs(%ek : tensor<1x2x320x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %row = linalg.index 2 : index
      %block = arith.divsi %row, %c64 : index
      %of = arith.remsi %block, %c3 : index
      %up = arith.cmpi eq, %of, %c1 : index
      %neg = arith.negf %in : f16
      %r = arith.select %up, %in, %neg : f16
      linalg.yield %r : f16
    } -> tensor<1x2x320x128xf16>
    %eq = tensor.empty() : tensor<1x2x256x128xf16>
    %q = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x2x256x128xf16>) outs(%eq : tensor<1x2x256x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      %row = linalg.index 2 : index
      %of = arith.remsi %row, %c3 : index
      %up = arith.cmpi ne, %of, %c1 : index
      %neg = arith.negf %in : f16
      %r = arith.select %up, %in, %neg : f16
      linalg.yield %r : f16
    } -> tensor<1x2x256x128xf16>
    %0 = tensor.empty() : tensor<1x2x256x320xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2x256x320xf32>) -> tensor<1x2x256x320xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<1x2x256x128xf16>, tensor<1x2x320x128xf16>) outs(%1 : tensor<1x2x256x320xf32>) {
    ^bb0(%in: f16, %in_2: f16, %out: f32):
      %22 = arith.extf %in : f16 to f32
      %23 = arith.extf %in_2 : f16 to f32
      %24 = arith.mulf %22, %23 : f32
      %25 = arith.addf %out, %24 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x256x320xf32>
    %3 = tensor.empty() : tensor<1x2x256x320xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x2x256x320xf32>) outs(%3 : tensor<1x2x256x320xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.mulf %in, %cst_1 : f32
      linalg.yield %22 : f32
    } -> tensor<1x2x256x320xf32>
    %5 = tensor.empty() : tensor<1x2x256xf32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<1x2x256xf32>) -> tensor<1x2x256xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%4 : tensor<1x2x256x320xf32>) outs(%6 : tensor<1x2x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.maximumf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<1x2x256xf32>
    %8 = tensor.empty() : tensor<1x2x256x320xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %7 : tensor<1x2x256x320xf32>, tensor<1x2x256xf32>) outs(%8 : tensor<1x2x256x320xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.subf %in, %in_2 : f32
      %23 = math.exp %22 : f32
      linalg.yield %23 : f32
    } -> tensor<1x2x256x320xf32>
    %10 = tensor.empty() : tensor<1x2x256xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x2x256xf32>) -> tensor<1x2x256xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<1x2x256x320xf32>) outs(%11 : tensor<1x2x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<1x2x256xf32>
    %13 = tensor.empty() : tensor<1x2x256x320xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %12 : tensor<1x2x256x320xf32>, tensor<1x2x256xf32>) outs(%13 : tensor<1x2x256x320xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.divf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<1x2x256x320xf32>
    %15 = tensor.empty() : tensor<1x2x256x320xf16>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x2x256x320xf32>) outs(%15 : tensor<1x2x256x320xf16>) {
    ^bb0(%in: f32, %out: f16):
      %22 = arith.truncf %in : f32 to f16
      linalg.yield %22 : f16
    } -> tensor<1x2x256x320xf16>
    %17 = tensor.empty() : tensor<1x2x256x128xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<1x2x256x128xf32>) -> tensor<1x2x256x128xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map5, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%16, %arg2 : tensor<1x2x256x320xf16>, tensor<1x2x320x128xf16>) outs(%18 : tensor<1x2x256x128xf32>) {
    ^bb0(%in: f16, %in_2: f16, %out: f32):
      %22 = arith.extf %in : f16 to f32
      %23 = arith.extf %in_2 : f16 to f32
      %24 = arith.mulf %22, %23 : f32
      %25 = arith.addf %out, %24 : f32
      linalg.yield %25 : f32
    } -> tensor<1x2x256x128xf32>
    %20 = tensor.empty() : tensor<1x2x256x128xf16>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x2x256x128xf32>) outs(%20 : tensor<1x2x256x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %22 = arith.truncf %in : f32 to f16
      linalg.yield %22 : f16
    } -> tensor<1x2x256x128xf16>
    return %21 : tensor<1x2x256x128xf16>
  }
}
