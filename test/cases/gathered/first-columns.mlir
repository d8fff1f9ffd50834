// A sum of the first scores and their coordinates.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @main(%x: tensor<45x32xf16>, %w: tensor<200x32xf16>) -> tensor<45xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e2 = tensor.empty() : tensor<45x200xf32>
  %e1 = tensor.empty() : tensor<45xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<45x200xf32>) -> tensor<45x200xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<45xf32>) -> tensor<45xf32>
  %l1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<45xf32>) -> tensor<45xf32>
  %z = linalg.matmul indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>] ins(%x, %w : tensor<45x32xf16>, tensor<200x32xf16>) outs(%z2 : tensor<45x200xf32>) -> tensor<45x200xf32>
  %m = linalg.reduce { arith.maximumf } ins(%z : tensor<45x200xf32>) outs(%l1 : tensor<45xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<45xf32>) outs(%e2 : tensor<45x200xf32>) dimensions = [1]
  %y = arith.subf %z, %mb : tensor<45x200xf32>
  %e = math.exp %y : tensor<45x200xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<45x200xf32>) outs(%z1 : tensor<45xf32>) dimensions = [1]
  %ld = math.log %d : tensor<45xf32>
  %lse = arith.addf %ld, %m : tensor<45xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<45x200xf32>) outs(%z1 : tensor<45xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 1 : index
    %c = arith.constant 70 : index
    %is = arith.cmpi slt, %j, %c : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %af = arith.mulf %a, %f : f32
    %p = arith.select %is, %af, %zero : f32
    %n = arith.addf %o, %p : f32
    linalg.yield %n : f32
  } -> tensor<45xf32>
  %loss = arith.subf %lse, %s : tensor<45xf32>
  return %loss : tensor<45xf32>
}
