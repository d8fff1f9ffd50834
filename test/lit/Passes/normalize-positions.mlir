// RUN: split-file %s %t
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/insert.mlir | FileCheck %s --check-prefix=INSERT
// RUN: attn-opt --attn-to-carrier --no-remarks %t/slice.mlir | FileCheck %s --check-prefix=SLICE
// RUN: not attn-run %t/many.mlir --device=emu 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not attn-run %t/rows.mlir --device=emu 2>&1 | FileCheck %s --check-prefix=ROWS

// Parts and views at offsets that are values. One position is written by a comparison; what is read at a
// position is a sum of which one term counts, where that is small. Others are for the host.

// INSERT:      "carrier.fold"
// INSERT-DAG:    %[[AT:.*]] = "carrier.element"(%arg2) {map = affine_map<(d0, d1) -> ()>}
// INSERT-DAG:    %[[POS:.*]] = arith.index_cast %[[AT]]
// INSERT-DAG:    %[[M:.*]] = "carrier.index"() {axis = "m"}
// INSERT:        %[[IS:.*]] = arith.cmpi eq, %[[M]], %[[POS]]
// INSERT-DAG:    %[[NEW:.*]] = "carrier.element"(%arg1) {map = affine_map<(d0, d1) -> (0, d1)>}
// INSERT-DAG:    %[[OLD:.*]] = "carrier.element"(%arg0)
// INSERT:        arith.select %[[IS]], %[[NEW]], %[[OLD]]
// INSERT-NOT:  tensor.

// SLICE:       "carrier.fold"
// SLICE:         arith.cmpi eq
// SLICE:         arith.select
// SLICE:       extent = 1000
// SLICE-NOT:   tensor.

// MANY: many.mlir:5:8: error: not placed on the device: a slice at an offset that is a value, of more than one position or many elements
// ROWS: rows.mlir:4:8: error: not placed on the device: a slice at an offset that is a value, of more than one position

//--- insert.mlir
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%cache: tensor<64x16xf32>, %new: tensor<1x16xf32>, %at: tensor<i32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.insert_slice %new into %cache[%pos, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<64x16xf32>
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce { arith.addf } ins(%s : tensor<64x16xf32>) outs(%z : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}

//--- slice.mlir
func.func @main(%table: tensor<1000x16xf32>, %at: tensor<i32>) -> tensor<16xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.extract_slice %table[%pos, 0] [1, 16] [1, 1] : tensor<1000x16xf32> to tensor<16xf32>
  %r = math.absf %s : tensor<16xf32>
  return %r : tensor<16xf32>
}

//--- many.mlir
func.func @main(%cache: tensor<65536x64xf32>, %at: tensor<i32>) -> tensor<512xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.extract_slice %cache[%pos, 0] [512, 64] [1, 1] : tensor<65536x64xf32> to tensor<512x64xf32>
  %e = tensor.empty() : tensor<512xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  %r = linalg.reduce { arith.addf } ins(%s : tensor<512x64xf32>) outs(%z : tensor<512xf32>) dimensions = [1]
  return %r : tensor<512xf32>
}

//--- rows.mlir
func.func @main(%cache: tensor<64x16xf32>, %new: tensor<4x16xf32>, %at: tensor<i32>) -> tensor<64x16xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.insert_slice %new into %cache[%pos, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<64x16xf32>
  %r = math.absf %s : tensor<64x16xf32>
  return %r : tensor<64x16xf32>
}
