// UNSUPPORTED: sanitize
// (Long; what it runs is run by shorter tests under the sanitizers.)
// Rows that see nothing are 0, also where the values of their tile are no numbers, as the results of other rows are then: two of
// eight rows, or one of all.
// RUN: attn-run %s --entry=mask --device=cpu --opt-level=0 --output=@%t.mask.npy
// RUN: attn-run %s --entry=rows --device=cpu --opt-level=0 --output=@%t.rows.npy
// RUN: attn-run %s --entry=values --device=cpu --opt-level=0 --output=@%t.values.npy
// RUN: attn-opt --example=attention:b=1,h=2,sq=70,sk=72,d=64,f16,mask -o %t.mlir
// RUN: attn-run %t.mlir --device=cpu --opt-level=0 --pipeline=attn-to-carrier --input=randn --input=randn --input=@%t.values.npy --input=@%t.mask.npy --output=@%t.nan.npy
// RUN: attn-run %t.mlir --device=emu --input=randn --input=randn --input=@%t.values.npy --input=@%t.mask.npy --expect=@%t.nan.npy --schedule='TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt'
// RUN: attn-run %t.mlir --device=emu --input=randn --input=randn --input=@%t.values.npy --input=@%t.mask.npy --expect=@%t.nan.npy --schedule='TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;ROLE=u'
// RUN: attn-run %t.mlir --device=emu --verify --input=randn --input=randn --input=randn --input=@%t.mask.npy --schedule='TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap' | FileCheck %s
// RUN: attn-run %t.mlir --device=emu --verify --input=randn --input=randn --input=randn --input=@%t.rows.npy --schedule='TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap' | FileCheck %s
// CHECK: ok: result 0

#m = affine_map<(i, j) -> (i, j)>
func.func @mask() -> tensor<70x72xi1> {
  %e = tensor.empty() : tensor<70x72xi1>
  %r = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<70x72xi1>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %c8 = arith.constant 8 : index
    %c6 = arith.constant 6 : index
    %k = arith.remui %i, %c8 : index
    %keep = arith.cmpi ult, %k, %c6 : index
    linalg.yield %keep : i1
  } -> tensor<70x72xi1>
  return %r : tensor<70x72xi1>
}

func.func @rows() -> tensor<70x72xi1> {
  %e = tensor.empty() : tensor<70x72xi1>
  %r = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<70x72xi1>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c7 = arith.constant 7 : index
    %c20 = arith.constant 20 : index
    %empty = arith.cmpi eq, %i, %c20 : index
    %k = arith.remui %j, %c7 : index
    %some = arith.cmpi ne, %k, %c7 : index
    %one = arith.constant true
    %row = arith.xori %empty, %one : i1
    %keep = arith.andi %some, %row : i1
    linalg.yield %keep : i1
  } -> tensor<70x72xi1>
  return %r : tensor<70x72xi1>
}

func.func @values() -> tensor<1x2x72x64xf16> {
  %0 = arith.constant dense<0x7E00> : tensor<1x2x72x64xf16>
  return %0 : tensor<1x2x72x64xf16>
}
