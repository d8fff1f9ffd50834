// A sum of which one term counts, or none: coordinates beyond the axis.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#r = affine_map<(i) -> (i)>
func.func @main(%x: tensor<45x32xf16>, %w: tensor<200x32xf16>, %t: tensor<45xi1>) -> tensor<45xf32> {
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
  %s = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%y, %t : tensor<45x200xf32>, tensor<45xi1>) outs(%z1 : tensor<45xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %lo = arith.constant -1 : index
    %hi = arith.constant 199 : index
    %at = arith.select %b, %lo, %hi : index
    %j = linalg.index 1 : index
    %is = arith.cmpi eq, %j, %at : index
    %p = arith.select %is, %a, %zero : f32
    %n = arith.addf %o, %p : f32
    linalg.yield %n : f32
  } -> tensor<45xf32>
  %loss = arith.subf %lse, %s : tensor<45xf32>
  return %loss : tensor<45xf32>
}
