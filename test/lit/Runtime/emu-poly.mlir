// REQUIRES: attn-run
// Weights by a polynomial, on what exponentials see at their ends: rows that see nothing, scores of -inf, far apart, NaN.
// (bias of head 0: -inf at two of three keys, and a row of nothing else; of head 1: one key of a row far above the others,
// and a NaN in a row.)
//
// RUN: attn-run %s --device=cpu --output=@%t.bias.npy
// RUN: attn-opt --example=attention:b=1,h=2,sq=70,sk=72,d=64,f16,bias -o %t.mlir
// RUN: attn-run %t.mlir --device=emu --verify --schedule='MATH=exp2/poly1;ROLE=u' --input=randn --input=randn --input=randn --input=@%t.bias.npy | FileCheck %s
// RUN: attn-run %t.mlir --device=emu --verify --schedule='MATH=exp2/poly3;ROLE@kv=p1:c2/pingpong/overlap' --input=randn --input=randn --input=randn --input=@%t.bias.npy | FileCheck %s
// RUN: attn-run %t.mlir --device=emu --verify --schedule='MATH=exp2/poly2;RESCALE=lazy;TILE@qk=n16x16/f4x4' --input=randn --input=randn --input=randn --input=@%t.bias.npy | FileCheck %s
// CHECK: result 0: {{.*}} 64 NaN
// CHECK: ok: result 0 against the oracle
//
// With tanh, masked, under roles; and another carrier.
// RUN: attn-opt --example=attention:b=1,h=1,sq=130,sk=200,d=64,f16,softcap=20,causal=bottom-right -o %t.capped.mlir
// RUN: attn-run %t.capped.mlir --device=emu --verify --schedule='MATH=exp2/tanh/poly4;ROLE@kv=p1:c2/pingpong/overlap' | FileCheck %s --check-prefix=OK
// RUN: attn-run %S/../Passes/Inputs/linear-lse.mlir --device=emu --verify --schedule='MATH=exp2/poly2' | FileCheck %s --check-prefix=OK
// OK: ok: result 0 against the oracle
func.func @bias() -> tensor<2x70x72xf16> {
  %e = tensor.empty() : tensor<2x70x72xf16>
  %zero = arith.constant 0.0 : f16
  %none = arith.constant 0xFC00 : f16
  %nan = arith.constant 0x7E00 : f16
  %high = arith.constant 6.0e4 : f16
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c11 = arith.constant 11 : index
  %r = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<2x70x72xf16>) {
  ^bb0(%o: f16):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %first = arith.cmpi eq, %h, %c0 : index
    %sum = arith.addi %i, %j : index
    %m = arith.remsi %sum, %c3 : index
    %third = arith.cmpi eq, %m, %c0 : index
    %empty = arith.cmpi eq, %i, %c5 : index
    %some = arith.select %third, %zero, %none : f16
    %low = arith.select %empty, %none, %some : f16
    %isHigh = arith.cmpi eq, %i, %j : index
    %some1 = arith.select %isHigh, %high, %zero : f16
    %row = arith.cmpi eq, %i, %c9 : index
    %column = arith.cmpi eq, %j, %c11 : index
    %isNan = arith.andi %row, %column : i1
    %up = arith.select %isNan, %nan, %some1 : f16
    %v = arith.select %first, %low, %up : f16
    linalg.yield %v : f16
  } -> tensor<2x70x72xf16>
  return %r : tensor<2x70x72xf16>
}
