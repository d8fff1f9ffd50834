// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(attn-verify)"

// A part of a slab: whole panels, of the same rows and elements, in a swizzled slab; one column.

func.func @f(%x: tensor<128x128xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<128x128xf16>, index, index) -> tensor<32x128xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      // expected-error@+1 {{is no part of what is copied into the slab 's': columns of the same rows, whole panels of its swizzle}}
      %t = "tile.slot"(%c0, %c0) {slab = "s", axes = ["m","d"]} : (index, index) -> tensor<32x32xf16>
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}, {name="k", role="fold", extent=128, tile=128}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Other rows.

func.func @f(%x: tensor<128x128xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<128x128xf16>, index, index) -> tensor<32x128xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      // expected-error@+1 {{is no part of what is copied into the slab 's': columns of the same rows, whole panels of its swizzle}}
      %t = "tile.slot"(%c0, %c0) {slab = "s", axes = ["m","d"]} : (index, index) -> tensor<16x64xf16>
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}, {name="k", role="fold", extent=128, tile=128}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Other elements.

func.func @f(%x: tensor<128x128xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<128x128xf16>, index, index) -> tensor<32x128xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      // expected-error@+1 {{is no part of what is copied into the slab 's': columns of the same rows, whole panels of its swizzle}}
      %t = "tile.slot"(%c0, %c0) {slab = "s", axes = ["m","d"]} : (index, index) -> tensor<32x64xbf16>
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}, {name="k", role="fold", extent=128, tile=128}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// More columns than there are.

func.func @f(%x: tensor<128x128xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<128x128xf16>, index, index) -> tensor<32x128xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      // expected-error@+1 {{is no part of what is copied into the slab 's': columns of the same rows, whole panels of its swizzle}}
      %t = "tile.slot"(%c0, %c0) {slab = "s", axes = ["m","d"]} : (index, index) -> tensor<32x192xf16>
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}, {name="k", role="fold", extent=128, tile=128}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Not swizzled.

func.func @f(%x: tensor<128x128xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0} : (tensor<128x128xf16>, index, index) -> tensor<32x128xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      // expected-error@+1 {{is no part of what is copied into the slab 's': columns of the same rows, whole panels of its swizzle}}
      %t = "tile.slot"(%c0, %c0) {slab = "s", axes = ["m","d"]} : (index, index) -> tensor<32x64xf16>
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}, {name="k", role="fold", extent=128, tile=128}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}

// -----

// Two columns.

func.func @f(%x: tensor<128x128xf16>) -> tensor<32x64xf16> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    "tile.roles"() ({
      "tile.acquire"(%c0, %c0) {slab = "s"} : (index, index) -> ()
      %t = "tile.copy"(%x, %c0, %c0) {over = ["m","k"], map = affine_map<(d0, d1) -> (d0, d1)>, axes = ["m","k"], slab = "s", transport = "tma", pad = 0, swizzle = 128} : (tensor<128x128xf16>, index, index) -> tensor<32x128xf16>
      gpu.yield
    }, {
      "tile.wait"(%c0, %c0) {transport = "tma", slab = "s"} : (index, index) -> ()
      // expected-error@+1 {{has more than one column}}
      %t = "tile.slot"(%c0, %c0, %c0) {slab = "s", axes = ["m","d"]} : (index, index, index) -> tensor<32x64xf16>
      gpu.yield
    }) {producer_warps = 1, consumer_warpgroups = 1, producer_registers = 24, consumer_registers = 240} : () -> ()
    gpu.yield
  }) {sym_name = "k", threads = 128, grid = [], schedule = "", axes = [{name="m", role="free", extent=32, tile=32}, {name="d", role="free", extent=64, tile=64}, {name="k", role="fold", extent=128, tile=128}]} : () -> tensor<32x64xf16>
  return %r : tensor<32x64xf16>
}
