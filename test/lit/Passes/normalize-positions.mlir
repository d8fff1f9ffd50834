// RUN: split-file %s %t
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/insert.mlir | FileCheck %s --check-prefix=INSERT
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/slice.mlir | FileCheck %s --check-prefix=SLICE
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/rows.mlir | FileCheck %s --check-prefix=ROWS
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/through.mlir | FileCheck %s --check-prefix=THROUGH
// RUN: attn-opt --attn-to-carrier --no-remarks --mlir-print-local-scope %t/returned.mlir | FileCheck %s --check-prefix=RETURNED
// RUN: not attn-run %t/steps.mlir --device=emu 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not attn-run %t/sized.mlir --device=emu 2>&1 | FileCheck %s --check-prefix=SIZED
// RUN: not attn-run %t/sized.mlir --device=cpu --opt-level=0 --input=ones --input=ones --verify 2>&1 | FileCheck %s --check-prefix=SIZEDORACLE
// RUN: attn-run %t/sized.mlir --device=cpu --opt-level=0 --input=ones --input=ones | FileCheck %s --check-prefix=SIZEDCPU
// RUN: not attn-run %t/stepped.mlir --device=emu 2>&1 | FileCheck %s --check-prefix=STEPPED
// RUN: not attn-run %t/stepped.mlir --device=cpu --opt-level=0 --input=iota --input=ones --verify 2>&1 | FileCheck %s --check-prefix=STEPPEDORACLE
// RUN: attn-run %t/stepped.mlir --device=cpu --opt-level=0 --input=iota --input=ones | FileCheck %s --check-prefix=STEPPEDCPU

// Parts and views at offsets that are values. One position is written by a comparison, several by a choice
// between what was there and a window in zeros; what is read is a window on its source.

// INSERT:      "carrier.fold"
// INSERT-DAG:    %[[AT:.*]] = "carrier.element"(%arg2) {map = affine_map<(d0, d1) -> ()>}
// INSERT-DAG:    %[[POS:.*]] = arith.index_cast %[[AT]]
// INSERT-DAG:    %[[M:.*]] = "carrier.index"() {axis = "m"}
// INSERT:        %[[IS:.*]] = arith.cmpi eq, %[[M]], %[[POS]]
// INSERT-DAG:    %[[NEW:.*]] = "carrier.element"(%arg1) {map = affine_map<(d0, d1) -> (0, d1)>}
// INSERT-DAG:    %[[OLD:.*]] = "carrier.element"(%arg0)
// INSERT:        arith.select %[[IS]], %[[NEW]], %[[OLD]]
// INSERT-NOT:  tensor.

// What does not move is composed into who reads the window.
// SLICE:       %[[W:.*]] = tensor.extract_slice %arg0[%{{.*}}, 0] [15, 16] [1, 1] : tensor<1000x16xf32> to tensor<15x16xf32>
// SLICE-NEXT:  "carrier.map"
// SLICE-NEXT:    "carrier.element"(%[[W]]) {map = affine_map<(d0, d1) -> (d0 * 2, d1 + 4)>}

// ROWS:        %[[W:.*]] = tensor.pad %arg1 low[%[[P:.*]], 0] high[%{{.*}}, 0]
// ROWS:        } : tensor<4x16xf32> to tensor<64x16xf32>
// ROWS:        "carrier.map"
// ROWS:          %[[FROM:.*]] = arith.cmpi sge, %[[M:.*]], %[[POS:.*]] :
// ROWS:          %[[END:.*]] = arith.addi %[[POS]], %c4
// ROWS:          %[[TO:.*]] = arith.cmpi slt, %[[M]], %[[END]]
// ROWS:          %[[IN:.*]] = arith.andi %[[FROM]], %[[TO]]
// ROWS:          %[[NEW:.*]] = "carrier.element"(%[[W]])
// ROWS:          %[[OLD:.*]] = "carrier.element"(%arg0)
// ROWS:          arith.select %[[IN]], %[[NEW]], %[[OLD]]

// A static slice before is none: the window is on what it was of.
// THROUGH:     %[[P:.*]] = arith.addi %{{.*}}, %c10
// THROUGH:     tensor.extract_slice %arg0[0, %[[P]], 0] [3, 8, 16] [1, 1, 1] : tensor<3x64x16xf32> to tensor<3x8x16xf32>
// THROUGH:     "carrier.element"(%{{.*}}) {map = affine_map<(d0, d1) -> (2, d0, d1)>}

// Who wants the tensor itself gets a copy.
// RETURNED:    %[[W:.*]] = tensor.extract_slice
// RETURNED:    %[[R:.*]] = "carrier.map"
// RETURNED:      "carrier.element"(%[[W]])
// RETURNED:    return %[[R]]

// STEPS: steps.mlir:4:8: error: not placed on the device: a slice at an offset that is a value, which is written in steps other than one

// Sizes and steps that are values: the CPU follows them (one row of nine; rows 0, 2, 4, 6), the device and the oracle say
// that they do not.
// SIZED: sized.mlir:7:8: error: not placed on the device: a slice of a size that is a value
// SIZEDORACLE: sized.mlir:7:8: oracle: 'tensor.extract_slice'
// SIZEDCPU: result 0: tensor<9x16xf32> min 0 max 1 mean 0.111111
// STEPPED: stepped.mlir:6:8: error: not placed on the device: a slice in steps that are a value
// STEPPEDORACLE: stepped.mlir:6:8: oracle: 'tensor.extract_slice': sizes and strides must be constants
// STEPPEDCPU: result 0: tensor<4x16xf32> min 0 max 111

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
func.func @main(%table: tensor<1000x16xf32>, %at: tensor<i32>) -> tensor<8x6xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.extract_slice %table[%pos, 4] [8, 6] [2, 1] : tensor<1000x16xf32> to tensor<8x6xf32>
  %r = math.absf %s : tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

//--- rows.mlir
func.func @main(%cache: tensor<64x16xf32>, %new: tensor<4x16xf32>, %at: tensor<i32>) -> tensor<64x16xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.insert_slice %new into %cache[%pos, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<64x16xf32>
  %r = math.absf %s : tensor<64x16xf32>
  return %r : tensor<64x16xf32>
}

//--- through.mlir
func.func @main(%layers: tensor<3x64x16xf32>, %at: tensor<i32>) -> tensor<8x16xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %layer = tensor.extract_slice %layers[2, 10, 0] [1, 40, 16] [1, 1, 1] : tensor<3x64x16xf32> to tensor<40x16xf32>
  %s = tensor.extract_slice %layer[%pos, 0] [8, 16] [1, 1] : tensor<40x16xf32> to tensor<8x16xf32>
  %r = math.absf %s : tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

//--- returned.mlir
func.func @main(%x: tensor<64x16xf32>, %at: tensor<i32>) -> tensor<8x16xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.extract_slice %x[%pos, 0] [8, 16] [1, 1] : tensor<64x16xf32> to tensor<8x16xf32>
  return %s : tensor<8x16xf32>
}

//--- steps.mlir
func.func @main(%cache: tensor<64x16xf32>, %new: tensor<4x16xf32>, %at: tensor<i32>) -> tensor<64x16xf32> {
  %p = tensor.extract %at[] : tensor<i32>
  %pos = arith.index_cast %p : i32 to index
  %s = tensor.insert_slice %new into %cache[%pos, 0] [4, 16] [2, 1] : tensor<4x16xf32> into tensor<64x16xf32>
  %r = math.absf %s : tensor<64x16xf32>
  return %r : tensor<64x16xf32>
}

//--- sized.mlir
func.func @main(%x: tensor<9x16xf32>, %at: tensor<i64>) -> tensor<9x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c7 = arith.constant 7 : i64
  %p = tensor.extract %at[] : tensor<i64>
  %q = arith.andi %p, %c7 : i64
  %n = arith.index_castui %q : i64 to index
  %s = tensor.extract_slice %x[0, 0] [%n, 16] [1, 1] : tensor<9x16xf32> to tensor<?x16xf32>
  %e = tensor.empty() : tensor<9x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<9x16xf32>) -> tensor<9x16xf32>
  %r = tensor.insert_slice %s into %z[0, 0] [%n, 16] [1, 1] : tensor<?x16xf32> into tensor<9x16xf32>
  return %r : tensor<9x16xf32>
}

//--- stepped.mlir
func.func @main(%x: tensor<9x16xf32>, %at: tensor<i64>) -> tensor<4x16xf32> {
  %p = tensor.extract %at[] : tensor<i64>
  %c1 = arith.constant 1 : i64
  %q = arith.addi %p, %c1 : i64
  %n = arith.index_castui %q : i64 to index
  %s = tensor.extract_slice %x[0, 0] [4, 16] [%n, 1] : tensor<9x16xf32> to tensor<4x16xf32>
  return %s : tensor<4x16xf32>
}
