// RUN: attn-opt %s --split-input-file --no-remarks --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' | FileCheck %s

// A mask that cuts off the end of the axis for all rows is its end; other conditions stay.

// CHECK-LABEL: @cut_end
// CHECK:         carrier.index
// CHECK-COUNT-1: arith.cmpi sge
// CHECK:         "carrier.mask"
// CHECK-NOT:     arith.cmpi
// CHECK:         extent = 40 : i64, name = "kv"
func.func @cut_end(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c40 = arith.constant 40 : index
    %low = arith.cmpi slt, %j, %c40 : index
    %causal = arith.cmpi sge, %i, %j : index
    %both = arith.andi %low, %causal : i1
    %r = arith.select %both, %a, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<64x64xf32>) outs(%m0 : tensor<64xf32>) dimensions = [1]
  return %m : tensor<64xf32>
}

// -----

// Near miss: not for all rows.

// CHECK-LABEL: @cut_some
// CHECK:         "carrier.mask"
// CHECK:         extent = 64 : i64, name = "kv"
func.func @cut_some(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c40 = arith.constant 40 : index
    %low = arith.cmpi slt, %j, %c40 : index
    %first = arith.cmpi slt, %i, %c40 : index
    %both = arith.ori %low, %first : i1
    %r = arith.select %both, %a, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  %m = linalg.reduce { arith.maximumf } ins(%t : tensor<64x64xf32>) outs(%m0 : tensor<64xf32>) dimensions = [1]
  return %m : tensor<64xf32>
}
