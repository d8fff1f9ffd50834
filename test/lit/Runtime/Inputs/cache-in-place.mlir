// A row is written into a cache at a position that is data; the cache's rows are summed into memory of the caller.
func.func @main(%cache: memref<70x16xf32>, %row: memref<1x16xf32>, %at: memref<i32>, %sums: memref<70xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c69 = arith.constant 69 : index
  %p = memref.load %at[] : memref<i32>
  %i = arith.index_cast %p : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %pos = arith.minsi %low, %c69 : index
  %view = memref.subview %cache[%pos, 0] [1, 16] [1, 1] : memref<70x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  memref.copy %row, %view : memref<1x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  linalg.fill ins(%zero : f32) outs(%sums : memref<70xf32>)
  linalg.reduce { arith.addf } ins(%cache : memref<70x16xf32>) outs(%sums : memref<70xf32>) dimensions = [1]
  return
}
