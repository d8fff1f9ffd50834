// RUN: split-file %s %t
// RUN: sh %S/Inputs/outside.sh %t 2>&1 | FileCheck %s

// Slices, pads and elements at places that are values, of sizes and in steps that are values, outside of their
// tensors: the run ends with the operation, its place and the numbers before anything is read, on the CPU (from
// the carrier and from the tile dialect, and as it was written) and on the emulator. With values that stay
// inside the same programs run and verify; so the checks refuse nothing that is right.

// CHECK-LABEL: slice 56
// CHECK-COUNT-2: ok
// CHECK-LABEL: slice 57
// CHECK-COUNT-4: slice.mlir:6:8: 'tensor.extract_slice': 8 elements from 57 on are not all in dimension 0, which has 64
// CHECK-LABEL: slice 0
// CHECK-COUNT-2: ok
// CHECK-LABEL: slice -1
// CHECK-COUNT-2: slice.mlir:6:8: 'tensor.extract_slice': 8 elements from -1 on are not all in dimension 0, which has 64
// CHECK-LABEL: slice 2147483647
// CHECK-COUNT-2: 8 elements from 2147483647 on

// What attn-normalize makes a comparison of (one position) or a choice (several) would leave out what is outside.
// CHECK-LABEL: insert 63
// CHECK-COUNT-2: ok
// CHECK-LABEL: insert 64
// CHECK-COUNT-2: insert.mlir:6:8: 'tensor.insert_slice': 1 element from 64 on are not all in dimension 1, which has 64
// CHECK-LABEL: rows 60
// CHECK-COUNT-2: ok
// CHECK-LABEL: rows 61
// CHECK-COUNT-3: rows.mlir:6:8: 'tensor.insert_slice': 4 elements from 61 on are not all in dimension 0, which has 64

// CHECK-LABEL: pad 3
// CHECK-COUNT-2: result 0
// CHECK-LABEL: pad -1
// CHECK-COUNT-2: pad.mlir:7:8: 'tensor.pad': 5 elements from -1 on are not all in dimension 0, which has 8
// CHECK-LABEL: pad 4
// CHECK-COUNT-2: pad.mlir:7:8: 'tensor.pad': 5 elements from 4 on are not all in dimension 0, which has 8

// A place may itself be looked up at a place.
// CHECK-LABEL: place 3
// CHECK-COUNT-2: ok
// CHECK-LABEL: place 4
// CHECK-COUNT-2: place.mlir:4:8: 'tensor.extract': 1 element from 4 on are not all in dimension 0, which has 4

// Memory, and functions with lengths.
// CHECK-LABEL: view 8
// CHECK-COUNT-2: ok
// CHECK-LABEL: view 9
// CHECK-COUNT-2: view.mlir:6:3: 'tensor.extract_slice': 4 elements from 9 on are not all in dimension 0, which has 12
// CHECK-LABEL: dynamic 30
// CHECK-COUNT-2: ok
// CHECK-LABEL: dynamic 31
// CHECK-COUNT-2: dynamic.mlir:23:8: 'tensor.extract_slice': 8 elements from 31 on are not all in dimension 0, which has 38

// Sizes and steps: the CPU only.
// CHECK-LABEL: sized 9
// CHECK-NEXT: main on cpu
// CHECK-LABEL: sized 10
// CHECK-COUNT-2: sized.mlir:5:8: 'tensor.extract_slice': 10 elements from 0 on are not all in dimension 0, which has 9
// CHECK-LABEL: sized -1
// CHECK-COUNT-2: sized.mlir:5:8: 'tensor.extract_slice': -1 elements from 0 on are not all in dimension 0, which has 9
// CHECK-LABEL: stepped 2
// CHECK-NEXT: main on cpu
// CHECK-LABEL: stepped 3
// CHECK-NEXT: stepped.mlir:4:8: 'tensor.extract_slice': 4 elements from 0 on in steps of 3 are not all in dimension 0, which has 9
// CHECK-LABEL: stepped -1
// CHECK-NEXT: 4 elements from 0 on in steps of -1 are not all
// CHECK-LABEL: stepped -9223372036854775808
// CHECK-NEXT: in steps of -9223372036854775808 are not all
// CHECK-LABEL: lengths 4
// CHECK-NEXT: main on cpu
// CHECK-LABEL: lengths 5
// CHECK-NEXT: lengths.mlir:14:8: 'linalg.generic': dimension 0 has 4 elements, expected 5
// CHECK-LABEL: cast 4
// CHECK-NEXT: main on cpu
// CHECK-LABEL: cast 5
// CHECK-NEXT: cast.mlir:5:8: 'tensor.cast': dimension 0 has 5 elements, expected 4
// CHECK-LABEL: empty 3
// CHECK-NEXT: main on cpu
// CHECK-LABEL: empty -3
// CHECK-NEXT: empty.mlir:5:8: 'tensor.empty': -3 elements from 0 on

// Rows of a table at any coordinates: what a mask hides may say any place, so each is moved to the nearest row.
// CHECK-LABEL: table
// CHECK-COUNT-2: ok: result 0 against expected.npy

//--- slice.mlir
func.func @main(%x: tensor<64x16xf32>, %at: tensor<i64>) -> tensor<8x16xf32> {
  %p = tensor.extract %at[] : tensor<i64>
  %pos = arith.index_cast %p : i64 to index
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %s = tensor.extract_slice %x[%pos, 0] [8, 16] [1, 1] : tensor<64x16xf32> to tensor<8x16xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = arith.mulf %s, %f : tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

//--- insert.mlir
func.func @main(%cache: tensor<2x64x16xf32>, %new: tensor<2x16xf32>, %at: tensor<i64>) -> tensor<2x64xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.extract %at[] : tensor<i64>
  %pos = arith.index_cast %p : i64 to index
  %e = tensor.empty() : tensor<2x64xf32>
  %s = tensor.insert_slice %new into %cache[0, %pos, 0] [2, 1, 16] [1, 1, 1] : tensor<2x16xf32> into tensor<2x64x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64xf32>) -> tensor<2x64xf32>
  %r = linalg.reduce { arith.addf } ins(%s : tensor<2x64x16xf32>) outs(%z : tensor<2x64xf32>) dimensions = [2]
  return %r : tensor<2x64xf32>
}

//--- rows.mlir
func.func private @write(%cache: tensor<64x16xf32>, %new: tensor<4x16xf32>, %at: tensor<i64>) -> tensor<64x16xf32> {
  %p = tensor.extract %at[] : tensor<i64>
  %c0 = arith.constant 0 : i64
  %q = arith.addi %p, %c0 : i64
  %pos = arith.index_cast %q : i64 to index
  %s = tensor.insert_slice %new into %cache[%pos, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<64x16xf32>
  return %s : tensor<64x16xf32>
}
func.func @main(%cache: tensor<64x16xf32>, %new: tensor<4x16xf32>, %at: tensor<i64>) -> tensor<64x16xf32> {
  %s = func.call @write(%cache, %new, %at) : (tensor<64x16xf32>, tensor<4x16xf32>, tensor<i64>) -> tensor<64x16xf32>
  %r = math.absf %s : tensor<64x16xf32>
  return %r : tensor<64x16xf32>
}

//--- pad.mlir
func.func @main(%x: tensor<5x16xf32>, %at: tensor<i64>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %p = tensor.extract %at[] : tensor<i64>
  %low = arith.index_cast %p : i64 to index
  %high = arith.subi %c3, %low : index
  %s = tensor.pad %x low[%low, 0] high[%high, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<5x16xf32> to tensor<8x16xf32>
  %r = math.absf %s : tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

//--- place.mlir
func.func @main(%x: tensor<64x16xf32>, %starts: tensor<4xi64>, %which: tensor<i64>) -> tensor<8x16xf32> {
  %w = tensor.extract %which[] : tensor<i64>
  %at = arith.index_cast %w : i64 to index
  %p = tensor.extract %starts[%at] : tensor<4xi64>
  %pos = arith.index_cast %p : i64 to index
  %s = tensor.extract_slice %x[%pos, 0] [8, 16] [1, 1] : tensor<64x16xf32> to tensor<8x16xf32>
  %r = math.absf %s : tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

//--- view.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: memref<12x16xf32>, %at: memref<i64>, %out: memref<4x16xf32>) {
  %p = memref.load %at[] : memref<i64>
  %pos = arith.index_cast %p : i64 to index
  %s = memref.subview %x[%pos, 0] [4, 16] [1, 1] : memref<12x16xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<4x16xf32, strided<[16, 1], offset: ?>>) outs(%out : memref<4x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = math.absf %a : f32
    linalg.yield %b : f32
  }
  return
}

//--- dynamic.mlir
#rows = affine_map<(i, j, k) -> (i, k)>
#all = affine_map<(i, j, k) -> (j, k)>
#out = affine_map<(i, j, k) -> (i, j)>
func.func @main(%x: tensor<38x16xf32>, %y: tensor<?x16xf32>, %at: tensor<i64>) -> tensor<8x?xf32> {
  %s = func.call @window(%x, %at) : (tensor<38x16xf32>, tensor<i64>) -> tensor<8x16xf32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<8x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x?xf32>) -> tensor<8x?xf32>
  %r = linalg.generic {indexing_maps = [#rows, #all, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s, %y : tensor<8x16xf32>, tensor<?x16xf32>) outs(%z : tensor<8x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %ab = arith.mulf %a, %b : f32
    %sum = arith.addf %o, %ab : f32
    linalg.yield %sum : f32
  } -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}
func.func private @window(%x: tensor<38x16xf32>, %at: tensor<i64>) -> tensor<8x16xf32> {
  %p = tensor.extract %at[] : tensor<i64>
  %pos = arith.index_cast %p : i64 to index
  %s = tensor.extract_slice %x[%pos, 0] [8, 16] [1, 1] : tensor<38x16xf32> to tensor<8x16xf32>
  return %s : tensor<8x16xf32>
}

//--- sized.mlir
func.func @main(%x: tensor<9x16xf32>, %at: tensor<i64>) -> tensor<9x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.extract %at[] : tensor<i64>
  %n = arith.index_cast %p : i64 to index
  %s = tensor.extract_slice %x[0, 0] [%n, 16] [1, 1] : tensor<9x16xf32> to tensor<?x16xf32>
  %e = tensor.empty() : tensor<9x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<9x16xf32>) -> tensor<9x16xf32>
  %r = tensor.insert_slice %s into %z[0, 0] [%n, 16] [1, 1] : tensor<?x16xf32> into tensor<9x16xf32>
  return %r : tensor<9x16xf32>
}

//--- stepped.mlir
func.func @main(%x: tensor<9x16xf32>, %at: tensor<i64>) -> tensor<4x16xf32> {
  %p = tensor.extract %at[] : tensor<i64>
  %n = arith.index_cast %p : i64 to index
  %s = tensor.extract_slice %x[0, 0] [4, 16] [%n, 1] : tensor<9x16xf32> to tensor<4x16xf32>
  return %s : tensor<4x16xf32>
}

//--- lengths.mlir
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @main(%x: tensor<9xf32>, %at: tensor<i64>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  %p = tensor.extract %at[] : tensor<i64>
  %n = arith.index_cast %p : i64 to index
  %d = arith.divsi %n, %n : index
  %four = arith.muli %c4, %d : index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<9xf32> to tensor<?xf32>
  %t = tensor.extract_slice %x[0] [%four] [1] : tensor<9xf32> to tensor<?xf32>
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
      ins(%s, %t : tensor<?xf32>, tensor<?xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %ab = arith.mulf %a, %b : f32
    %sum = arith.addf %o, %ab : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

//--- cast.mlir
func.func @main(%x: tensor<9xf32>, %at: tensor<i64>) -> tensor<4xf32> {
  %p = tensor.extract %at[] : tensor<i64>
  %n = arith.index_cast %p : i64 to index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<9xf32> to tensor<?xf32>
  %t = tensor.cast %s : tensor<?xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}

//--- empty.mlir
func.func @main(%x: tensor<9xf32>, %at: tensor<i64>) -> tensor<9xf32> {
  %one = arith.constant 1.0 : f32
  %p = tensor.extract %at[] : tensor<i64>
  %n = arith.index_cast %p : i64 to index
  %e = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %z into %x[0] [%n] [1] : tensor<?xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

//--- table.mlir
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<6400x16xf32>, %at: tensor<5xi64>) -> tensor<5x16xf32> {
  %e = tensor.empty() : tensor<5x16xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<5xi64>) outs(%e : tensor<5x16xf32>) {
  ^bb0(%p: i64, %o: f32):
    %pos = arith.index_cast %p : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%pos, %j] : tensor<6400x16xf32>
    linalg.yield %v : f32
  } -> tensor<5x16xf32>
  return %r : tensor<5x16xf32>
}
