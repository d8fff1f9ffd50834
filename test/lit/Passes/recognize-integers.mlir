// RUN: split-file %s %t
// RUN: attn-opt --attn-to-carrier --no-remarks %t/sums.mlir | FileCheck %s --check-prefix=SUMS
// RUN: attn-run %t/sums.mlir --device=cpu --opt-level=0 --verify | FileCheck %s --check-prefix=OK
// RUN: attn-run %t/sums.mlir --device=cpu --opt-level=0 --pipeline=attn-to-tile --verify | FileCheck %s --check-prefix=OK
// RUN: attn-run %t/sums.mlir --device=emu --verify | FileCheck %s --check-prefix=OK
// RUN: attn-opt --attn-to-carrier %t/sums.mlir --no-remarks | attn-run - --device=cpu --opt-level=0 --verify | FileCheck %s --check-prefix=OK
// RUN: attn-opt --attn-to-carrier %t/bits.mlir 2>&1 | FileCheck %s --check-prefix=BITS

// Sums, products and extrema of integers (lengths from a mask, relative positions) are folds like those of floats. Bits
// of wider integers, sums of bits and unsigned extrema are none: the reduction stays, with the clause.

// SUMS-NOT:     linalg.generic
// SUMS-COUNT-5: "carrier.fold"
// SUMS-NOT:     linalg.generic
// OK-COUNT-5:   ok: result

// BITS: remark: reduction left as it is: no fold carries its type by that operation
// BITS: remark: reduction left as it is: no fold carries its type by that operation
// BITS: remark: reduction left as it is: the combiner is no known monoid
// BITS-COUNT-3: linalg.generic

//--- sums.mlir
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%mask: tensor<5x140xi1>, %x: tensor<5x7xi64>, %y: tensor<130x3xi32>, %z: tensor<5x33xi8>, %w: tensor<2x9xi16>)
    -> (tensor<5xi64>, tensor<5xi64>, tensor<130xi32>, tensor<5xi8>, tensor<2xi16>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %most = arith.constant 2147483647 : i32
  %least = arith.constant -128 : i8
  %h0 = arith.constant 0 : i16
  %e = tensor.empty() : tensor<5xi64>
  %s0 = linalg.fill ins(%c0 : i64) outs(%e : tensor<5xi64>) -> tensor<5xi64>
  %length = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%mask : tensor<5x140xi1>) outs(%s0 : tensor<5xi64>) {
  ^bb0(%a: i1, %o: i64):
    %b = arith.extui %a : i1 to i64
    %s = arith.addi %o, %b : i64
    linalg.yield %s : i64
  } -> tensor<5xi64>
  %p0 = linalg.fill ins(%c1 : i64) outs(%e : tensor<5xi64>) -> tensor<5xi64>
  %product = linalg.reduce { arith.muli } ins(%x : tensor<5x7xi64>) outs(%p0 : tensor<5xi64>) dimensions = [1]
  %ey = tensor.empty() : tensor<130xi32>
  %y0 = linalg.fill ins(%most : i32) outs(%ey : tensor<130xi32>) -> tensor<130xi32>
  %min = linalg.reduce { arith.minsi } ins(%y : tensor<130x3xi32>) outs(%y0 : tensor<130xi32>) dimensions = [1]
  %ez = tensor.empty() : tensor<5xi8>
  %z0 = linalg.fill ins(%least : i8) outs(%ez : tensor<5xi8>) -> tensor<5xi8>
  %max = linalg.reduce { arith.maxsi } ins(%z : tensor<5x33xi8>) outs(%z0 : tensor<5xi8>) dimensions = [1]
  %ew = tensor.empty() : tensor<2xi16>
  %w0 = linalg.fill ins(%h0 : i16) outs(%ew : tensor<2xi16>) -> tensor<2xi16>
  %sum = linalg.reduce { arith.addi } ins(%w : tensor<2x9xi16>) outs(%w0 : tensor<2xi16>) dimensions = [1]
  return %length, %product, %min, %max, %sum : tensor<5xi64>, tensor<5xi64>, tensor<130xi32>, tensor<5xi8>, tensor<2xi16>
}

//--- bits.mlir
func.func @main(%x: tensor<5x40xi32>, %b: tensor<5x40xi1>) -> (tensor<5xi32>, tensor<5xi1>, tensor<5xi32>) {
  %zero = arith.constant 0 : i32
  %f = arith.constant false
  %e = tensor.empty() : tensor<5xi32>
  %eb = tensor.empty() : tensor<5xi1>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %fb = linalg.fill ins(%f : i1) outs(%eb : tensor<5xi1>) -> tensor<5xi1>
  %or = linalg.reduce { arith.ori } ins(%x : tensor<5x40xi32>) outs(%z : tensor<5xi32>) dimensions = [1]
  %parity = linalg.reduce { arith.addi } ins(%b : tensor<5x40xi1>) outs(%fb : tensor<5xi1>) dimensions = [1]
  %most = linalg.reduce { arith.maxui } ins(%x : tensor<5x40xi32>) outs(%z : tensor<5xi32>) dimensions = [1]
  return %or, %parity, %most : tensor<5xi32>, tensor<5xi1>, tensor<5xi32>
}
