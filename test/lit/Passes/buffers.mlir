// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-buffers)' | FileCheck %s

// Written: a result. What it held before is not read: no argument.

// CHECK-LABEL: func.func @out(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<8x4xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8x4xf32>) outs(%[[E]] : tensor<8x4xf32>)
// CHECK:         return %[[R]]
func.func @out(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
  linalg.abs ins(%a : memref<8x4xf32>) outs(%b : memref<8x4xf32>)
  return
}

// -----

// Added to: an argument, too. The function's own result stands in front.

// CHECK-LABEL: func.func @accumulate(%arg0: tensor<8x4xf32>, %arg1: tensor<8xf32>, %arg2: f32) -> (f32, tensor<8xf32>)
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8x4xf32>) outs(%arg1 : tensor<8xf32>)
// CHECK:         return %arg2, %[[R]]
func.func @accumulate(%a: memref<8x4xf32>, %b: memref<8xf32>, %x: f32) -> f32 {
  linalg.reduce { arith.addf } ins(%a : memref<8x4xf32>) outs(%b : memref<8xf32>) dimensions = [1]
  return %x : f32
}

// -----

// Memory has one value after the other: the second operation reads what the first has written.

// CHECK-LABEL: func.func @twice(%arg0: tensor<8xf32>) -> tensor<8xf32>
// CHECK:         %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>)
// CHECK:         %[[B:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8xf32>)
// CHECK:         return %[[B]]
func.func @twice(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.abs ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}

// -----

// A view is read as a slice of what its memory holds, and written back into it; reshapes go both ways.

// CHECK-LABEL: func.func @views(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>) -> tensor<4x6xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %arg0[2, 0] [2, 6] [1, 1]
// CHECK:         %[[X:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<2x6xf32>)
// CHECK:         %[[I:.*]] = tensor.insert_slice %[[X]] into %arg0[0, 0] [2, 6] [1, 1]
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[I]]
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[C]] : tensor<24xf32>)
// CHECK:         %[[Z:.*]] = tensor.expand_shape %[[Y]]
// CHECK:         return %[[Z]] : tensor<4x6xf32>
func.func @views(%a: memref<4x6xf32>, %unused: memref<2x6xf32>) {
  %low = memref.subview %a[0, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1]>>
  %high = memref.subview %a[2, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1], offset: 12>>
  linalg.abs ins(%high : memref<2x6xf32, strided<[6, 1], offset: 12>>) outs(%low : memref<2x6xf32, strided<[6, 1]>>)
  %flat = memref.collapse_shape %a [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  linalg.exp ins(%flat : memref<24xf32>) outs(%flat : memref<24xf32>)
  return
}

// -----

// Tensors that stand in memory for a while, as bufferization leaves them at its borders; constants; bodies that read.

// CHECK-LABEL: func.func @borders(%arg0: tensor<4xf32>, %arg1: tensor<4xindex>) -> tensor<4xf32>
// CHECK:         %[[C:.*]] = arith.constant dense<{{.*}}> : tensor<4xf32>
// CHECK:         %[[S:.*]] = arith.addf %arg0, %[[C]] : tensor<4xf32>
// CHECK:         %[[G:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<4xindex>)
// CHECK:           tensor.extract %[[S]][%{{.*}}] : tensor<4xf32>
// CHECK:         return %[[G]]
memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @borders(%a: memref<4xf32>, %at: memref<4xindex>, %out: memref<4xf32>) {
  %w = memref.get_global @weights : memref<4xf32>
  %x = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %y = bufferization.to_tensor %w restrict : memref<4xf32> to tensor<4xf32>
  %s = arith.addf %x, %y : tensor<4xf32>
  %m = bufferization.to_buffer %s : tensor<4xf32> to memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%at : memref<4xindex>) outs(%t : memref<4xf32>) {
  ^bb0(%i: index, %o: f32):
    %e = memref.load %m[%i] : memref<4xf32>
    linalg.yield %e : f32
  }
  %r = bufferization.to_tensor %t restrict : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  memref.dealloc %t : memref<4xf32>
  return
}
