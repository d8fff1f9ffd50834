// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(attn-buffers)'

// What of functions on memory is refused.

// expected-error@below {{argument 0 is memory with a layout, a space or a rank that is not supported}}
func.func @strided(%a: memref<4x4xf32, strided<[8, 1]>>, %b: memref<4x4xf32>) {
  linalg.abs ins(%a : memref<4x4xf32, strided<[8, 1]>>) outs(%b : memref<4x4xf32>)
  return
}

// -----

func.func @loop(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  // expected-error@below {{not supported by this version: 'scf.for' on memory}}
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<4xf32>
    %y = math.absf %x : f32
    memref.store %y, %a[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @store(%a: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  // expected-error@below {{not supported by this version: 'memref.store' on memory}}
  memref.store %x, %a[%c0] : memref<4xf32>
  return
}

// -----

memref.global "private" @state : memref<4xf32> = dense<0.0>
func.func @global(%a: memref<4xf32>) {
  // expected-error@below {{the global is no constant with values}}
  %g = memref.get_global @state : memref<4xf32>
  memref.copy %g, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error@below {{not supported by this version: control flow around memory}}
func.func @branch(%a: memref<4xf32>, %c: i1) {
  cf.cond_br %c, ^one, ^two
^one:
  return
^two:
  return
}
