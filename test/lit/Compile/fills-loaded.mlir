// REQUIRES: attn-run
// A mask of the largest finite fills that is loaded and added: a row of them is the mean of all values, as for a fill
// that is a constant (fills.mlir). Fills of f16 are small enough for scores in units of log2.
// RUN: attn-run %s --device=cpu --opt-level=0 --output=@%t.mask.npy
// RUN: attn-opt --example=attention:b=1,h=2,sq=70,sk=72,d=64,bf16,bias -o %t.bf16.mlir
// RUN: attn-run %t.bf16.mlir --device=emu --verify --schedule='MATH=exp2;ROLE=u' --input=randn --input=randn --input=randn --input=@%t.mask.npy | FileCheck %s --check-prefix=RIGHT
// RUN: attn-run %t.bf16.mlir --device=emu --verify --schedule='MATH=exp2;ROLE@kv=p1:c2/pingpong/overlap' --input=randn --input=randn --input=randn --input=@%t.mask.npy | FileCheck %s --check-prefix=RIGHT
// RIGHT: ok: result 0 against the oracle
// RUN: attn-opt %t.bf16.mlir '--attn-to-tile=schedule="ROLE=u;MATH=exp2"' | FileCheck %s --check-prefix=BF16
// BF16-NOT: math.fma
// BF16: scf.yield
// RUN: attn-opt --example=attention:b=1,h=2,sq=70,sk=72,d=64,f16,bias '--attn-to-tile=schedule="ROLE=u;MATH=exp2"' | FileCheck %s --check-prefix=F16
// F16: math.fma
// F16: scf.yield
func.func @mask() -> tensor<2x70x72xbf16> {
  %0 = arith.constant dense<-3.38953139e+38> : tensor<2x70x72xbf16>
  return %0 : tensor<2x70x72xbf16>
}
