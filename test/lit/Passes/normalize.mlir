// RUN: attn-opt --pass-pipeline='builtin.module(attn-normalize)' %s | FileCheck %s

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#t2 = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0, d1) -> ()>

// A private call, a scalar constant broadcast to a tensor, a transpose as a copy and an elementwise
// operation each: one generic, with the transpose in its map.
// CHECK-DAG: #[[TR:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME:    (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x4xf32>)
// CHECK-NOT:     call
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[TR]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]] :
// CHECK:           arith.mulf %{{.*}}, %[[C:cst.*]] : f32
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @elementwise(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %c = arith.constant dense<2.0> : tensor<f32>
  %e = tensor.empty() : tensor<4x8xf32>
  %bt = linalg.generic {indexing_maps = [#t2, #id2], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %cb = linalg.generic {indexing_maps = [#s, #id2], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<f32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %m = call @times(%a, %cb) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.add ins(%m, %bt : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-NOT: func.func private @times
func.func private @times(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = arith.mulf %a, %b : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// The opposite reshape undoes a reshape, also through a division of the index.
// CHECK-LABEL: func.func @reshapes
// CHECK-SAME:    (%[[A:.*]]: tensor<2x12x8xf32>)
// CHECK:         return %[[A]]
func.func @reshapes(%a: tensor<2x12x8xf32>) -> tensor<2x12x8xf32> {
  %0 = tensor.expand_shape %a [[0], [1, 2], [3]] output_shape [2, 3, 4, 8] : tensor<2x12x8xf32> into tensor<2x3x4x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<2x3x4x8xf32> into tensor<192xf32>
  %2 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [2, 12, 8] : tensor<192xf32> into tensor<2x12x8xf32>
  return %2 : tensor<2x12x8xf32>
}

// A producer goes into the reduction; the exponential that a wider reduction would repeat stays.
// CHECK-LABEL: func.func @reduction
// CHECK:         %[[E:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK:           math.exp
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]{{.*}} ins(%[[E]],
// CHECK-NOT:       math.exp
// CHECK:           arith.negf
// CHECK:           arith.mulf
// CHECK:           arith.addf
func.func @reduction(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = math.exp %a : tensor<4x8xf32>
  %n = arith.negf %b : tensor<8x16xf32>
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r = linalg.matmul ins(%e0, %n : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// A loop that only a sum of indices names gets a tensor that names it.
// CHECK-LABEL: func.func @slidingWindowSum
// CHECK:         linalg.generic {{.*}}"parallel", "reduction"
// CHECK:         return
func.func @slidingWindowSum(%a: tensor<11xf32>) -> tensor<8xf32> {
  %z = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a, %w : tensor<11xf32>, tensor<4xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%x: f32, %u: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Dynamic shapes stay as they are.
// CHECK-LABEL: func.func @dynamic
// CHECK:         linalg.generic
// CHECK:           math.exp
func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = math.exp %a : tensor<?xf32>
  return %r : tensor<?xf32>
}
