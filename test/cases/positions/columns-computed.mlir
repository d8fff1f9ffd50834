// A window along the contiguous axis of a tensor that is computed, and one of integers beside it.
func.func @main(%x: tensor<9x100xf32>, %ids: tensor<100xi32>, %at: tensor<i32>) -> (tensor<9xf32>) {
  %p_e = tensor.extract %at[] : tensor<i32>
  %p_i = arith.index_cast %p_e : i32 to index
  %p_lo = arith.constant 0 : index
  %p_hi = arith.constant 37 : index
  %p_l = arith.maxsi %p_i, %p_lo : index
  %p = arith.minsi %p_l, %p_hi : index
  %zero = arith.constant 0.0 : f32
  %y = math.tanh %x : tensor<9x100xf32>
  %w = tensor.extract_slice %y[0, %p] [9, 63] [1, 1] : tensor<9x100xf32> to tensor<9x63xf32>
  %i = tensor.extract_slice %ids[%p] [63] [1] : tensor<100xi32> to tensor<63xi32>
  %e = tensor.empty() : tensor<9x63xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%w, %i : tensor<9x63xf32>, tensor<63xi32>) outs(%e : tensor<9x63xf32>) {
  ^bb0(%a: f32, %b: i32, %o: f32):
    %c = arith.sitofp %b : i32 to f32
    %r = arith.mulf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<9x63xf32>
  %f = tensor.empty() : tensor<9xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.reduce { arith.addf } ins(%t : tensor<9x63xf32>) outs(%z : tensor<9xf32>) dimensions = [1]
  return %m : tensor<9xf32>
}
