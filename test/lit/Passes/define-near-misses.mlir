// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-normalize,attn-define)' | FileCheck %s --implicit-check-not=carrier.
// CHECK-COUNT-9: linalg.generic

// A running mean: the element is one number, the state is none of its kind.
// expected-remark@+5 {{reduction of several results left as it is: its body, read as an operation on two states, keeps the laws of no carrier}}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @mean(%x: tensor<7x64xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %one = arith.constant 1.0 : f32
    %n = arith.addf %a, %one : f32
    %d = arith.subf %in, %b : f32
    %s = arith.divf %d, %n : f32
    %m = arith.addf %b, %s : f32
    linalg.yield %n, %m : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// Of equal values the payload of the first one, and nothing says which came first.
// expected-remark@+5 {{reduction of several results left as it is: its body, read as an operation on two states, keeps the laws of no carrier}}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @payload(%x: tensor<7x64xf32>, %y: tensor<7x64xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0xFF800000> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %y : tensor<7x64xf32>, tensor<7x64xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %p: f32, %a: f32, %b: f32):
    %more = arith.cmpf ogt, %in, %a : f32
    %v = arith.select %more, %in, %a : f32
    %w = arith.select %more, %p, %b : f32
    linalg.yield %v, %w : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// A difference is not associative.
// expected-remark@+5 {{reduction of several results left as it is: its body, read as an operation on two states, keeps the laws of no carrier}}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @difference(%x: tensor<7x64xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %s = arith.subf %a, %in : f32
    %m = arith.maximumf %b, %in : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// The second largest that forgets the first: a part of the state that the element lacks.
// expected-remark@+5 {{reduction of several results left as it is: its body, read as an operation on two states, keeps the laws of no carrier}}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @second(%x: tensor<7x64xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %f = arith.maximumf %a, %in : f32
    %l = arith.minimumf %a, %in : f32
    linalg.yield %f, %l : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// The last element is no fold.
// expected-remark@+5 {{reduction of several results left as it is: a result does not depend on what it was before}}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @last(%x: tensor<7x64xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %s = arith.addf %a, %in : f32
    linalg.yield %s, %in : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// Initial values that are a tensor.
// expected-remark@+4 {{reduction of several results left as it is: its initial values are no constants of a float or integer type}}
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @initial(%x: tensor<7x64xf32>, %zero: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %s = arith.addf %a, %in : f32
    %m = arith.maximumf %b, %in : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// Two loops at once.
// expected-remark@+5 {{reduction of several results left as it is: it reduces several loops at once}}
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0)>
func.func @loops(%x: tensor<7x8x8xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<7x8x8xf32>) outs(%zero, %zero : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %s = arith.addf %a, %in : f32
    %m = arith.maximumf %b, %in : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xf32>
}

// -----

// Results over different loops.
// expected-remark@+6 {{reduction of several results left as it is: its results are not laid out alike}}
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1)>
#col = affine_map<(d0, d1, d2) -> (d1, d0)>
func.func @maps(%x: tensor<7x7x64xf32>) -> (tensor<7x7xf32>, tensor<7x7xf32>) {
  %zero = arith.constant dense<0.0> : tensor<7x7xf32>
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #col], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<7x7x64xf32>) outs(%zero, %zero : tensor<7x7xf32>, tensor<7x7xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %s = arith.addf %a, %in : f32
    %m = arith.maximumf %b, %in : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<7x7xf32>, tensor<7x7xf32>)
  return %r#0, %r#1 : tensor<7x7xf32>, tensor<7x7xf32>
}

// -----

// A state of a type that no pass computes in.
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @narrow(%x: tensor<7x64xf8E4M3FN>) -> (tensor<7xf8E4M3FN>, tensor<7xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<7xf8E4M3FN>
  // expected-remark@+1 {{reduction of several results left as it is: its initial values are no constants of a float or integer type}}
  %r:2 = linalg.generic {indexing_maps = [#map, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x64xf8E4M3FN>) outs(%zero, %zero : tensor<7xf8E4M3FN>, tensor<7xf8E4M3FN>) {
  ^bb0(%in: f8E4M3FN, %a: f8E4M3FN, %b: f8E4M3FN):
    %s = arith.maximumf %a, %in : f8E4M3FN
    %m = arith.minimumf %b, %in : f8E4M3FN
    linalg.yield %s, %m : f8E4M3FN, f8E4M3FN
  } -> (tensor<7xf8E4M3FN>, tensor<7xf8E4M3FN>)
  return %r#0, %r#1 : tensor<7xf8E4M3FN>, tensor<7xf8E4M3FN>
}
