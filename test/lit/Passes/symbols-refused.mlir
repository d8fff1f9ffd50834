// RUN: attn-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-symbols)' %s

func.func @product(%a: tensor<?x?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{has a result whose dimension 0 is neither a number nor proved equal to a dimension of an argument: sums, products and computed sizes of dynamic dimensions are not supported by this version}}
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @concat(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error@+1 {{works on a tensor of dynamic shape: lengths are followed through linalg operations, tensor.empty, tensor.dim, tensor.cast, reshapes, and what leaves dynamic dimensions whole only}}
  %r = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

func.func @computed(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %half = arith.divui %n, %c2 : index
  // expected-error@+1 {{has a result whose dimension 0 is neither a number nor proved equal to a dimension of an argument}}
  %e = tensor.empty(%half) : tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

func.func @loop(%n: index, %a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?xf32> {
    // expected-error@+1 {{works on a tensor of dynamic shape inside of 'scf.for': lengths are followed through the operations of a function only}}
    %y = math.exp %x : tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// expected-error@+1 {{argument 0: 'attn.hint' must be a number from 1 to 2^30, or an array of one for each of its dynamic dimensions}}
func.func @hint(%a: tensor<?xf32> {attn.hint = 0}) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// -----

// Half of what is not known is not known.
func.func @part(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %half = arith.divui %n, %c2 : index
  // expected-error@+1 {{works on a tensor of dynamic shape: lengths are followed through}}
  %r = tensor.extract_slice %a[0, 0] [%half, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

func.func @first(%a: tensor<?x8xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{works on a tensor of dynamic shape: lengths are followed through}}
  %r = tensor.extract_slice %a[0, 0] [4, 8] [1, 1] : tensor<?x8xf32> to tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @padded(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %z = arith.constant 0.0 : f32
  // expected-error@+1 {{works on a tensor of dynamic shape: lengths are followed through}}
  %r = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x8xf32> to tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// A reshape to two dimensions whose product is one.
func.func @products(%a: tensor<?x8xf32>, %b: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %b, %c0 : tensor<?x4xf32>
  %m = tensor.dim %a, %c0 : tensor<?x8xf32>
  %k = arith.muli %m, %c2 : index
  %shape = tensor.from_elements %n, %k : tensor<2xindex>
  // expected-error@+1 {{works on a tensor of dynamic shape: lengths are followed through}}
  %r = tensor.reshape %a(%shape) : (tensor<?x8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
