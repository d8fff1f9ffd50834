// RUN: attn-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-verify)' %s

func.func @axis(%x: tensor<128x64xf32>) -> tensor<128xf32> {
  %0 = "tile.kernel"() ({
    // expected-error@+1 {{names the axis 'm', expected the fold axis of the kernel}}
    %lo = "tile.part"() {axis = "m", bound = "lower"} : () -> index
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 128 : i64, tile = 128 : i64}, {name = "n", role = "fold", extent = 64 : i64, tile = 32 : i64}], grid = ["m"]} : () -> tensor<128xf32>
  return %0 : tensor<128xf32>
}

// -----

func.func @bound(%x: tensor<128x64xf32>) -> tensor<128xf32> {
  %0 = "tile.kernel"() ({
    // expected-error@+1 {{has the bound 'middle', expected "lower" or "upper"}}
    %lo = "tile.part"() {axis = "n", bound = "middle"} : () -> index
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 128 : i64, tile = 128 : i64}, {name = "n", role = "fold", extent = 64 : i64, tile = 32 : i64}], grid = ["m"]} : () -> tensor<128xf32>
  return %0 : tensor<128xf32>
}

// -----

func.func @everybody(%x: tensor<128x64xf32>) -> tensor<128xf32> {
  %0 = "tile.kernel"() ({
    %d = "tile.fill"() {axes = ["m"], value = 0.0 : f32} : () -> tensor<128xf32>
    // expected-error@+1 {{stands in no branch, expected that of items that have a stretch}}
    "tile.leave"(%d) {state = 0 : i64} : (tensor<128xf32>) -> ()
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 128 : i64, tile = 128 : i64}, {name = "n", role = "fold", extent = 64 : i64, tile = 32 : i64}], grid = ["m"]} : () -> tensor<128xf32>
  return %0 : tensor<128xf32>
}

// -----

func.func @element(%x: tensor<128x64xf32>) -> tensor<128xf32> {
  %0 = "tile.kernel"() ({
    %d = "tile.fill"() {axes = ["m"], value = 0 : i32} : () -> tensor<128xi32>
    %t = arith.constant true
    scf.if %t {
      // expected-error@+1 {{leaves something that is no tile of f32 in registers}}
      "tile.leave"(%d) {state = 0 : i64} : (tensor<128xi32>) -> ()
    }
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 128 : i64, tile = 128 : i64}, {name = "n", role = "fold", extent = 64 : i64, tile = 32 : i64}], grid = ["m"]} : () -> tensor<128xf32>
  return %0 : tensor<128xf32>
}

// -----

func.func @number(%x: tensor<128x64xf32>) -> tensor<128xf32> {
  %0 = "tile.kernel"() ({
    %d = "tile.fill"() {axes = ["m"], value = 0.0 : f32} : () -> tensor<128xf32>
    %t = arith.constant true
    scf.if %t {
      // expected-error@+1 {{leaves state 32, expected a number from 0 to 31}}
      "tile.leave"(%d) {state = 32 : i64} : (tensor<128xf32>) -> ()
    }
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 128 : i64, tile = 128 : i64}, {name = "n", role = "fold", extent = 64 : i64, tile = 32 : i64}], grid = ["m"]} : () -> tensor<128xf32>
  return %0 : tensor<128xf32>
}

// -----

func.func @other(%x: tensor<128x64xf32>) -> tensor<128xf32> {
  %0 = "tile.kernel"() ({
    %d = "tile.fill"() {axes = ["m"], value = 0.0 : f32} : () -> tensor<128xf32>
    %t = arith.constant true
    scf.if %t {
      "tile.leave"(%d) {state = 0 : i64} : (tensor<128xf32>) -> ()
      "tile.arrive"() : () -> ()
      %n = "tile.gather"() : () -> index
      // expected-error@+1 {{has state 0 of another type, or with other axes, than elsewhere}}
      %e = "tile.fetch"(%n) {axes = ["n"], state = 0 : i64} : (index) -> tensor<32xf32>
    }
    gpu.yield
  }) {sym_name = "k", axes = [{name = "m", role = "free", extent = 128 : i64, tile = 128 : i64}, {name = "n", role = "fold", extent = 64 : i64, tile = 32 : i64}], grid = ["m"]} : () -> tensor<128xf32>
  return %0 : tensor<128xf32>
}
