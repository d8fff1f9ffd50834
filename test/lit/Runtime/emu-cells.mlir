// REQUIRES: attn-run
// A bias that is in registers before the scores are, on what it may hold: -inf at two of three keys and a row of nothing
// else (head 0), one key of a row far above the others, and a NaN (head 1). And linear biases whose slope is NaN: rows
// that see no key are zero all the same.
//
// RUN: attn-run %s --entry=bias --device=cpu --opt-level=0 --output=@%t.bias.npy
// RUN: attn-opt --example=attention:b=1,h=2,sq=70,sk=72,d=64,f16,bias -o %t.mlir
// RUN: attn-run %t.mlir --device=emu --verify --schedule='ROLE=u' --input=randn --input=randn --input=randn --input=@%t.bias.npy | FileCheck %s --check-prefix=BIAS
// RUN: attn-run %t.mlir --device=emu --verify --schedule='ROLE@kv=p1:c2/pingpong/overlap' --input=randn --input=randn --input=randn --input=@%t.bias.npy | FileCheck %s --check-prefix=BIAS
// RUN: attn-run %t.mlir --device=emu --verify --schedule='ROLE@kv=p1:c1/overlap;TILE@qk=a:wgmma_m64n48k16_f16/w1x1/f1x1;STAGE@kv=d3/tma/ring/swz32;GRID=persistent' --input=randn --input=randn --input=randn --input=@%t.bias.npy | FileCheck %s --check-prefix=BIAS
// BIAS: result 0: {{.*}} 64 NaN
// BIAS: ok: result 0 against the oracle
//
// RUN: attn-run %s --entry=slopes --device=cpu --opt-level=0 --output=@%t.slopes.npy
// RUN: attn-opt --example=attention:b=1,h=2,sq=200,sk=136,d=64,f16,alibi,causal=bottom-right -o %t.alibi.mlir
// RUN: attn-run %t.alibi.mlir --device=emu --verify --schedule='ROLE=u;MATH=exp2' --input=randn --input=randn --input=randn --input=@%t.slopes.npy | FileCheck %s --check-prefix=SLOPES
// RUN: attn-run %t.alibi.mlir --device=emu --verify --schedule='ROLE@kv=p1:c2/pingpong/overlap' --input=randn --input=randn --input=randn --input=@%t.slopes.npy | FileCheck %s --check-prefix=SLOPES
// SLOPES: result 0: {{.*}} 8704 NaN
// SLOPES: ok: result 0 against the oracle
// SLOPES-NEXT: 8192 elements belong to rows that see nothing
func.func @slopes() -> tensor<2xf32> {
  %0 = arith.constant dense<[0x7FC00000, 0.25]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
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
