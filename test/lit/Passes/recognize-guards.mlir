// RUN: split-file %s %t
// RUN: attn-opt --no-remarks --attn-to-carrier %t/sink.mlir | FileCheck %s --check-prefix=SINK
// RUN: attn-opt --no-remarks --attn-to-carrier %t/weights.mlir | FileCheck %s --check-prefix=WEIGHTS
// RUN: attn-opt --no-remarks --attn-to-carrier %t/no-maximum.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: attn-opt --no-remarks --attn-to-carrier %t/no-weight.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: attn-opt --no-remarks --attn-to-carrier %t/no-sum.mlir | FileCheck %s --check-prefix=PLAIN

// Weights and quotients that no channel carries, at rows that saw nothing. The values: test/cases/parts.txt.

//--- sink.mlir
// SINK:      "carrier.fold"
// SINK:      ^bb0(%[[M:.*]]: f32, %[[D:.*]]: f32):
// SINK:      %[[P:.*]] = arith.maximumf %{{.*}}, %[[M]]
// SINK:      %[[GONE:.*]] = arith.cmpf oeq, %[[P]], %{{.*}} : f32
// SINK-NEXT: %[[REF:.*]] = arith.select %[[GONE]], %{{.*}}, %[[P]]
// SINK-NEXT: %[[X:.*]] = arith.subf %{{.*}}, %[[REF]]
// SINK-NEXT: math.exp %[[X]]
func.func @main(%s: tensor<6x10xf32>, %sink: tensor<6xf32>) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %er = tensor.empty() : tensor<6xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<6xf32>) -> tensor<6xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%er : tensor<6xf32>) -> tensor<6xf32>
  %sk = tensor.expand_shape %sink [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
  %t = tensor.concat dim(1) %s, %sk : (tensor<6x10xf32>, tensor<6x1xf32>) -> tensor<6x11xf32>
  %e1 = tensor.empty() : tensor<6x11xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<6x11xf32>) outs(%m0 : tensor<6xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<6xf32>) outs(%e1 : tensor<6x11xf32>) dimensions = [1]
  %x = arith.subf %t, %mb : tensor<6x11xf32>
  %e = math.exp %x : tensor<6x11xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<6x11xf32>) outs(%d0 : tensor<6xf32>) dimensions = [1]
  return %d : tensor<6xf32>
}

//--- weights.mlir
// WEIGHTS:     "carrier.map"
// WEIGHTS:     %[[M:.*]] = "carrier.element"(%[[STATS:.*]]#1)
// WEIGHTS:     arith.cmpf oeq, %[[M]], %{{.*}} : f32
// WEIGHTS:     math.exp
// WEIGHTS:     %[[D:.*]] = "carrier.element"(%[[STATS]]#0)
// WEIGHTS:     %[[EMPTY:.*]] = arith.cmpf oeq, %[[D]], %{{.*}} : f32
// WEIGHTS:     %[[Y:.*]] = arith.select %[[EMPTY]], %{{.*}}, %[[D]]
// WEIGHTS:     arith.divf %{{.*}}, %[[Y]]
func.func @main(%s: tensor<6x10xf32>) -> tensor<6x10xf32> {
  %es = tensor.empty() : tensor<6x10xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<6x10xf32>) outs(%es : tensor<6x10xf32>) -> tensor<6x10xf32>
  return %p : tensor<6x10xf32>
}

//--- no-maximum.mlir
// What is subtracted is no maximum: exp(-inf - -inf) is what the input says.
// PLAIN-NOT: arith.select
func.func @main(%s: tensor<6x10xf32>, %c: tensor<6xf32>) -> tensor<6x10xf32> {
  %es = tensor.empty() : tensor<6x10xf32>
  %cb = linalg.broadcast ins(%c : tensor<6xf32>) outs(%es : tensor<6x10xf32>) dimensions = [1]
  %x = arith.subf %s, %cb : tensor<6x10xf32>
  %e = math.exp %x : tensor<6x10xf32>
  return %e : tensor<6x10xf32>
}

//--- no-weight.mlir
// A maximum is subtracted, but not in an exponent.
func.func @main(%s: tensor<6x10xf32>) -> tensor<6x10xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<6x10xf32>
  %er = tensor.empty() : tensor<6xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<6xf32>) -> tensor<6xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<6x10xf32>) outs(%m0 : tensor<6xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<6xf32>) outs(%es : tensor<6x10xf32>) dimensions = [1]
  %x = arith.subf %s, %mb : tensor<6x10xf32>
  return %x : tensor<6x10xf32>
}

//--- no-sum.mlir
// A quotient by what is no sum: x / 0 is what the input says.
func.func @main(%s: tensor<6x10xf32>, %c: tensor<6xf32>) -> tensor<6x10xf32> {
  %es = tensor.empty() : tensor<6x10xf32>
  %cb = linalg.broadcast ins(%c : tensor<6xf32>) outs(%es : tensor<6x10xf32>) dimensions = [1]
  %e = math.exp %s : tensor<6x10xf32>
  %x = arith.divf %e, %cb : tensor<6x10xf32>
  return %x : tensor<6x10xf32>
}
