// RUN: attn-opt %s --no-remarks --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' | FileCheck %s
// RUN: attn-run %s --device=emu --verify --atol=1e-2 --rtol=1e-3

// Weights that are no softmax, and are rounded to the type of the values: the rounding stays, so that both sides of the
// product are of one type, which tensor cores take.

// CHECK-LABEL: @narrowed
// CHECK:         %[[S:.*]] = "carrier.contract"
// CHECK:         %[[E:.*]] = math.exp %{{.*}} : f32
// CHECK:         %[[W:.*]] = arith.truncf %[[E]] : f32 to f16
// CHECK:         %[[V:.*]] = "carrier.element"
// CHECK:         "carrier.product"(%[[W]], %[[V]]) : (f16, f16) -> f32
func.func @narrowed(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x16xf16>) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.0722 : f32
  %se = tensor.empty() : tensor<2x8x12xf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>, affine_map<(h, i, j, d) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x8x16xf16>, tensor<2x12x16xf16>) outs(%sz : tensor<2x8x12xf32>) {
  ^bb0(%a: f16, %b: f16, %x0: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %r = arith.addf %x0, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x8x12xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s1 : tensor<2x8x12xf32>) outs(%se : tensor<2x8x12xf32>) {
  ^bb0(%a: f32, %x0: f32):
    %t = arith.mulf %a, %scale : f32
    %r = math.exp %t : f32
    linalg.yield %r : f32
  } -> tensor<2x8x12xf32>
  %sh = tensor.empty() : tensor<2x8x12xf16>
  %ph = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p : tensor<2x8x12xf32>) outs(%sh : tensor<2x8x12xf16>) {
  ^bb0(%a: f32, %x0: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<2x8x12xf16>
  %oe = tensor.empty() : tensor<2x8x16xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  
  %of = linalg.generic {indexing_maps = [affine_map<(h, i, d, j) -> (h, i, j)>, affine_map<(h, i, d, j) -> (h, j, d)>, affine_map<(h, i, d, j) -> (h, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%ph, %v : tensor<2x8x12xf16>, tensor<2x12x16xf16>) outs(%oz : tensor<2x8x16xf32>) {
  ^bb0(%a0: f16, %b: f16, %x0: f32):
    %a = arith.extf %a0 : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %r = arith.addf %x0, %m : f32
    linalg.yield %r : f32
  } -> tensor<2x8x16xf32>
  return %of : tensor<2x8x16xf32>
}
