// RUN: attn-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-symbols)' %s

func.func @product(%a: tensor<?x?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{has a result whose dimension 0 is neither a number nor proved equal to a dimension of an argument: sums, products and computed sizes of dynamic dimensions are not supported by this version}}
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @concat(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error@+1 {{works on a tensor of dynamic shape: lengths are followed through linalg operations, tensor.empty, tensor.dim, tensor.cast and reshapes only}}
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
