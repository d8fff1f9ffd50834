// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-normalize)' | FileCheck %s
// RUN: attn-run %s --device=cpu --opt-level=0 --verify | FileCheck %s --check-prefix=OK
// RUN: attn-run %s --device=emu --verify | FileCheck %s --check-prefix=OK

// torch.roll as torch-mlir writes it: parts whose sizes casts took away, put together to what has a size or not. Rolls
// forth and back leave nothing but the square.

// CHECK-LABEL: func.func @main
// CHECK-NOT:     tensor.concat
// CHECK-NOT:     ?
// CHECK:         return
// OK: ok: result 0

func.func @main(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %a = tensor.extract_slice %x[0, 2] [3, 6] [1, 1] : tensor<3x8xf32> to tensor<3x6xf32>
  %b = tensor.extract_slice %x[0, 0] [3, 2] [1, 1] : tensor<3x8xf32> to tensor<3x2xf32>
  %c = tensor.cast %a : tensor<3x6xf32> to tensor<3x?xf32>
  %d = tensor.cast %b : tensor<3x2xf32> to tensor<3x?xf32>
  %e = tensor.concat dim(1) %c, %d : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %f = tensor.cast %e : tensor<3x?xf32> to tensor<3x8xf32>
  %g = arith.mulf %f, %f : tensor<3x8xf32>
  %h = tensor.extract_slice %g[0, 6] [3, 2] [1, 1] : tensor<3x8xf32> to tensor<3x2xf32>
  %i = tensor.extract_slice %g[0, 0] [3, 6] [1, 1] : tensor<3x8xf32> to tensor<3x6xf32>
  %j = tensor.cast %h : tensor<3x2xf32> to tensor<3x?xf32>
  %k = tensor.cast %i : tensor<3x6xf32> to tensor<3x?xf32>
  %l = tensor.concat dim(1) %j, %k : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x8xf32>
  return %l : tensor<3x8xf32>
}
