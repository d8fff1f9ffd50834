#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x2x40x16xf32>, %arg1: tensor<1x2x40x16xf32>, %arg2: tensor<1x2x40x16xf32>) -> tensor<1x2x40x16xf32> {
    %c4_i64 = arith.constant 4 : i64
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %c8 = arith.constant 8 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense_resource<torch_tensor_8_2_torch.float32> : tensor<8x2xf32>
    %0 = tensor.empty() : tensor<40xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %33 = linalg.index 0 : index
      %34 = arith.index_cast %33 : index to i64
      linalg.yield %34 : i64
    } -> tensor<40xi64>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 40] : tensor<40xi64> into tensor<1x40xi64>
    %expanded_2 = tensor.expand_shape %1 [[0, 1]] output_shape [40, 1] : tensor<40xi64> into tensor<40x1xi64>
    %2 = tensor.empty() : tensor<40x40xi64>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded, %expanded_2 : tensor<1x40xi64>, tensor<40x1xi64>) outs(%2 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %in_11: i64, %out: i64):
      %33 = arith.subi %in, %in_11 : i64
      linalg.yield %33 : i64
    } -> tensor<40x40xi64>
    %4 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<40x40xi64>) outs(%2 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %out: i64):
      %33 = math.absi %in : i64
      linalg.yield %33 : i64
    } -> tensor<40x40xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<40x40xi64>) outs(%2 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %out: i64):
      %33 = arith.minsi %in, %c3_i64 : i64
      linalg.yield %33 : i64
    } -> tensor<40x40xi64>
    %6 = tensor.empty() : tensor<40x40xi1>
    %7 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<40x40xi64>) outs(%6 : tensor<40x40xi1>) {
    ^bb0(%in: i64, %out: i1):
      %33 = arith.cmpi sgt, %in, %c0_i64 : i64
      linalg.yield %33 : i1
    } -> tensor<40x40xi1>
    %8 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<40x40xi1>) outs(%2 : tensor<40x40xi64>) {
    ^bb0(%in: i1, %out: i64):
      %33 = arith.extui %in : i1 to i64
      linalg.yield %33 : i64
    } -> tensor<40x40xi64>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<40x40xi64>) outs(%2 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %out: i64):
      %33 = arith.muli %in, %c4_i64 : i64
      linalg.yield %33 : i64
    } -> tensor<40x40xi64>
    %10 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%5, %9 : tensor<40x40xi64>, tensor<40x40xi64>) outs(%2 : tensor<40x40xi64>) {
    ^bb0(%in: i64, %in_11: i64, %out: i64):
      %33 = arith.addi %in, %in_11 : i64
      linalg.yield %33 : i64
    } -> tensor<40x40xi64>
    %11 = tensor.empty() : tensor<40x40x2xf32>
    %12 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<40x40xi64>) outs(%11 : tensor<40x40x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %33 = arith.index_cast %in : i64 to index
      %34 = linalg.index 2 : index
      %35 = arith.cmpi slt, %33, %c8 : index
      cf.assert %35, "index must be smaller than dim size"
      %36 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %36, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_1[%33, %34] : tensor<8x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<40x40x2xf32>
    %13 = tensor.empty() : tensor<2x40x40xf32>
    %transposed = linalg.transpose ins(%12 : tensor<40x40x2xf32>) outs(%13 : tensor<2x40x40xf32>) permutation = [2, 0, 1] 
    %expanded_3 = tensor.expand_shape %transposed [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %14 = tensor.empty() : tensor<1x2x16x40xf32>
    %transposed_4 = linalg.transpose ins(%arg1 : tensor<1x2x40x16xf32>) outs(%14 : tensor<1x2x16x40xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %collapsed_5 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : tensor<1x2x16x40xf32> into tensor<2x16x40xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %16 = linalg.batch_matmul ins(%collapsed, %collapsed_5 : tensor<2x40x16xf32>, tensor<2x16x40xf32>) outs(%15 : tensor<2x40x40xf32>) -> tensor<2x40x40xf32>
    %expanded_6 = tensor.expand_shape %16 [[0, 1], [2], [3]] output_shape [1, 2, 40, 40] : tensor<2x40x40xf32> into tensor<1x2x40x40xf32>
    %17 = tensor.empty() : tensor<1x2x40x40xf32>
    %18 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6, %expanded_3 : tensor<1x2x40x40xf32>, tensor<1x2x40x40xf32>) outs(%17 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %33 = arith.addf %in, %in_11 : f32
      linalg.yield %33 : f32
    } -> tensor<1x2x40x40xf32>
    %19 = tensor.empty() : tensor<1x2x40xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<1x2x40xi64>) -> tensor<1x2x40xi64>
    %21 = tensor.empty() : tensor<1x2x40xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<1x2x40xf32>) -> tensor<1x2x40xf32>
    %23:2 = linalg.generic {indexing_maps = [#map6, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<1x2x40x40xf32>) outs(%22, %20 : tensor<1x2x40xf32>, tensor<1x2x40xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %33 = linalg.index 3 : index
      %34 = arith.index_cast %33 : index to i64
      %35 = arith.maximumf %in, %out : f32
      %36 = arith.cmpf ogt, %in, %out : f32
      %37 = arith.select %36, %34, %out_11 : i64
      linalg.yield %35, %37 : f32, i64
    } -> (tensor<1x2x40xf32>, tensor<1x2x40xi64>)
    %expanded_7 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [1, 2, 40, 1] : tensor<1x2x40xf32> into tensor<1x2x40x1xf32>
    %24 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_7 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%17 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %33 = arith.subf %in, %in_11 : f32
      linalg.yield %33 : f32
    } -> tensor<1x2x40x40xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x2x40x40xf32>) outs(%17 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = math.exp %in : f32
      linalg.yield %33 : f32
    } -> tensor<1x2x40x40xf32>
    %26 = tensor.empty() : tensor<1x2x40x1xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<1x2x40x1xf32>) -> tensor<1x2x40x1xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<1x2x40x40xf32>) outs(%27 : tensor<1x2x40x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %in, %out : f32
      linalg.yield %33 : f32
    } -> tensor<1x2x40x1xf32>
    %29 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %28 : tensor<1x2x40x40xf32>, tensor<1x2x40x1xf32>) outs(%17 : tensor<1x2x40x40xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %33 = arith.divf %in, %in_11 : f32
      linalg.yield %33 : f32
    } -> tensor<1x2x40x40xf32>
    %collapsed_8 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<1x2x40x40xf32> into tensor<2x40x40xf32>
    %collapsed_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<1x2x40x16xf32> into tensor<2x40x16xf32>
    %30 = tensor.empty() : tensor<2x40x16xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %32 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<2x40x40xf32>, tensor<2x40x16xf32>) outs(%31 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
    %expanded_10 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [1, 2, 40, 16] : tensor<2x40x16xf32> into tensor<1x2x40x16xf32>
    return %expanded_10 : tensor<1x2x40x16xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_2_torch.float32: "0x04000000EC00A8BF2B4BA33F8D1AA23E67DF79BEBD460C3E471C70BF7135FC3FDFBC1EBFEC722BBF32867FBFFD10E8BE2EE81DBFBD143CBF470BFD3DA92CD9BF6440D7BF"
    }
  }
#-}

