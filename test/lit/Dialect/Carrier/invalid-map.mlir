// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// All axes are free.

func.func @f(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  // expected-error@+1 {{axis 'n' is a fold axis, expected only free axes}}
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "fold", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1, d0)>]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// The map of the result.

func.func @f(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  // expected-error@+1 {{maps[0]: dimension 0 of the result has 8 elements, the axes give 4}}
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0, d1)>]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Every axis that the value depends on.

func.func @f(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{result 0 depends on axis 'n', which maps[0] lacks}}
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d0)>]} : () -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The element type.

func.func @f(%x: tensor<4x8xf32>) -> tensor<8x4xf16> {
  // expected-error@+1 {{result 0 has another element type than the value yielded for it}}
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1, d0)>]} : () -> tensor<8x4xf16>
  return %r : tensor<8x4xf16>
}

// -----

// Elements in bounds.

func.func @f(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %r = "carrier.map"() ({
    // expected-error@+1 {{attribute 'map': result 0 runs from 1 to 4, but dimension 0 has 4 elements}}
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0 + 1, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1, d0)>]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// No masks.

func.func @f(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    %t = arith.constant true
    // expected-error@+1 {{is not allowed in the region 'body', which holds arith, math and carrier.element, carrier.index}}
    %o = "carrier.mask"(%t, %e) : (i1, f32) -> f32
    gpu.yield %o : f32
  }) {axes = [{name = "m", role = "free", extent = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1, d0)>]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// A key that belongs to tile.kernel.

func.func @f(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  // expected-error@+1 {{axes[0] has an unknown key 'tile'}}
  %r = "carrier.map"() ({
    %e = "carrier.element"(%x) {map = affine_map<(d0, d1) -> (d0, d1)>} : (tensor<4x8xf32>) -> f32
    gpu.yield %e : f32
  }) {axes = [{name = "m", role = "free", extent = 4, tile = 4}, {name = "n", role = "free", extent = 8}],
      maps = [affine_map<(d0, d1) -> (d1, d0)>]} : () -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Operations of the regions stand in regions.

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{must be inside a carrier.fold or carrier.map}}
  %e = "carrier.element"(%x) {map = affine_map<(d0) -> (d0)>} : (tensor<4xf32>) -> f32
  return
}
