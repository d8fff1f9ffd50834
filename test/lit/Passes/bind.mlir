// RUN: attn-opt --pass-pipeline='builtin.module(attn-symbols,attn-bind{sizes=s0=7})' %s | FileCheck %s
// RUN: attn-opt --pass-pipeline='builtin.module(attn-to-carrier,attn-bind{sizes=s0=0})' %s | FileCheck %s --check-prefix=CARRIER
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-symbols,attn-bind{sizes=s0=4097})' %s 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-symbols,attn-bind{sizes=s0=-1})' %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-symbols,attn-bind)' %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-symbols,attn-bind{sizes=s1=4})' %s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not attn-opt --pass-pipeline='builtin.module(attn-symbols,attn-bind{sizes=s0=x})' %s 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: attn-run %s --device=cpu --opt-level=0 --shape=7x4 --input=iota --verify=all | FileCheck %s --check-prefix=OK
// RUN: attn-run %s --device=cpu --opt-level=0 --shape=0x4 --verify=all | FileCheck %s --check-prefix=EMPTY
// RUN: not attn-run %s --device=cpu --opt-level=0 --shape=4097x4 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not attn-run %s --device=cpu --opt-level=0 --shape=7x5 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not attn-run %s --device=cpu --opt-level=0 --shape=7x 2>&1 | FileCheck %s --check-prefix=NUMBERS
// RUN: not attn-run %s --device=cpu --opt-level=0 2>&1 | FileCheck %s --check-prefix=MISSING

// Types, extents of axes and the values of lengths, at every level.
// CHECK-LABEL: func.func @shifted(%arg0: tensor<7x4xi64>
// CHECK-SAME: -> tensor<7x4xi64> {
// CHECK: arith.constant 7 : index
// CHECK: linalg.generic
// CARRIER-LABEL: func.func @shifted(%arg0: tensor<0x4xi64>
// CARRIER-NOT: carrier.size
// CARRIER: carrier.map
// CARRIER: axes = [{extent = 0 : i64
// LONG: [[@LINE+8]]:1: error: 'func.func' op length s0 is 4097, the function is for lengths from 0 to 4096 (attn.limit)
// NEGATIVE: length s0 is -1
// NONE: option 'sizes' has no length for 's0'
// OTHER: option 'sizes': found 's1=4', expected SYMBOL=LENGTH,... with symbols of the function
// WORD: option 'sizes': found 'x', expected a number
// OK: ok: result 0 against the oracle: max error 0
// EMPTY: ok: result 0 against the oracle: max error 0
#id = affine_map<(i, j) -> (i, j)>
func.func @shifted(%a: tensor<?x4xi64> {attn.limit = 4096}) -> tensor<?x4xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xi64>
  %e = tensor.empty(%n) : tensor<?x4xi64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x4xi64>) outs(%e : tensor<?x4xi64>) {
  ^bb0(%x: i64, %o: i64):
    %m = arith.index_cast %n : index to i64
    %s = arith.addi %x, %m : i64
    linalg.yield %s : i64
  } -> tensor<?x4xi64>
  return %r : tensor<?x4xi64>
}
// LIMIT: error: dimension 0 of argument 0 is 4097, the code is for lengths of at most 4096 (attn.limit)
// SHAPE: error: --shape=7x5: argument 0 is tensor<?x4xi64>
// NUMBERS: error: --shape=7x: expected numbers, e.g. 1x8x200x64
// MISSING: error: argument 0 is tensor<?x4xi64>: say its shape (--shape) or read it from a file (--input=@FILE.npy)
