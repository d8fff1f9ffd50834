// A slab of 128 KiB: more than a CTA of sm_120a has, less than one of sm_90a.
func.func @large(%x: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %r = "tile.kernel"() ({
    %c0 = arith.constant 0 : index
    %m = "tile.origin"() {axis = "m"} : () -> index
    %t = "tile.copy"(%x, %m, %c0) {over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"], slab = "s0", transport = "sync", pad = 0} : (tensor<512x64xf32>, index, index) -> tensor<512x64xf32>
    "tile.barrier"() : () -> ()
    %w = "tile.map"() ({
      %e = "tile.element"(%t) {axes = ["m", "n"]} : (tensor<512x64xf32>) -> f32
      gpu.yield %e : f32
    }) {axes = ["m", "n"], layout = "r2@n l32@n r64@m w8@m"} : () -> tensor<512x64xf32>
    "tile.store"(%w, %m, %c0) {result = 0, over = ["m", "n"], map = affine_map<(m,n) -> (m,n)>, axes = ["m", "n"]} : (tensor<512x64xf32>, index, index) -> ()
    gpu.yield
  }) {sym_name = "large_0", threads = 256, grid = ["m"], axes = [{name = "m", role = "free", extent = 512, tile = 512}, {name = "n", role = "free", extent = 64, tile = 64}]} : () -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
