// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-normalize,func.func(attn-recognize))' --no-remarks --mlir-print-local-scope | FileCheck %s
// RUN: attn-run %s --device=cpu --opt-level=0 --entry=down --input=iota --verify | FileCheck %s --check-prefix=OK
// RUN: attn-run %s --device=emu --entry=up --input=iota --verify | FileCheck %s --check-prefix=OK
// OK: ok: result 0

// A quotient of an index in floating point that is rounded to an integer is a coordinate, read in place: down, up, or
// towards zero where it is not negative. Not where that would be down, and not where the type does not hold the
// numbers.

// CHECK-LABEL: @down
// CHECK-NOT:   arith.divf
// CHECK:       "carrier.element"(%arg0) {map = affine_map<(d0) -> (d0 floordiv 5)>}
func.func @down(%x: tensor<8xf32>) -> tensor<40xf32> {
  %c5 = arith.constant 5.0 : f64
  %e = tensor.empty() : tensor<40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<40xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f64
    %q = arith.divf %f, %c5 : f64
    %d = math.floor %q : f64
    %n = arith.fptosi %d : f64 to i64
    %at = arith.index_cast %n : i64 to index
    %v = tensor.extract %x[%at] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}

// CHECK-LABEL: @up
// CHECK-NOT:   arith.divf
// CHECK:       "carrier.element"(%arg0) {map = affine_map<(d0) -> (d0 ceildiv 5)>}
func.func @up(%x: tensor<9xf32>) -> tensor<40xf32> {
  %c5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<40xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f32
    %q = arith.divf %f, %c5 : f32
    %d = math.ceil %q : f32
    %n = arith.fptosi %d : f32 to i64
    %at = arith.index_cast %n : i64 to index
    %v = tensor.extract %x[%at] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}

// CHECK-LABEL: @zero
// CHECK:       arith.divf
func.func @zero() -> tensor<40xi64> {
  %c5 = arith.constant 5.0 : f64
  %c8 = arith.constant 8 : i64
  %e = tensor.empty() : tensor<40xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<40xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %k = arith.subi %j, %c8 : i64
    %f = arith.sitofp %k : i64 to f64
    %q = arith.divf %f, %c5 : f64
    %n = arith.fptosi %q : f64 to i64
    linalg.yield %n : i64
  } -> tensor<40xi64>
  return %r : tensor<40xi64>
}

// CHECK-LABEL: @half
// CHECK:       arith.divf
func.func @half() -> tensor<4096xi64> {
  %c5 = arith.constant 5.0 : f16
  %e = tensor.empty() : tensor<4096xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4096xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f16
    %q = arith.divf %f, %c5 : f16
    %d = math.floor %q : f16
    %n = arith.fptosi %d : f16 to i64
    linalg.yield %n : i64
  } -> tensor<4096xi64>
  return %r : tensor<4096xi64>
}
