//===- HostTail.h - From loops on tensors to the LLVM dialect -------------===//
//
// The upstream passes that follow convert-carrier-to-loops and convert-tile-to-loops. After them
// the module holds the LLVM dialect only; every result of every function has become an argument
// behind the others (a buffer that the caller provides), so that nothing is copied or leaked at the
// border.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_HOSTTAIL_H
#define ATTN_CONVERSION_HOSTTAIL_H

// clang-format off
// Anchored on builtin.module; joined by commas so that it can stand inside a longer pipeline.
#define ATTN_HOST_TAIL                                                                             \
  "func.func(convert-elementwise-to-linalg),"                                                      \
  /* Tensors become buffers, in place where the analysis allows. */                                \
  "one-shot-bufferize{bufferize-function-boundaries"                                               \
  " function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops},"        \
  "canonicalize,cse,"                                                                              \
  "buffer-results-to-out-params{hoist-static-allocs modify-public-functions},"                     \
  /* Buffers of loop bodies are allocated once, and every buffer is freed after its last use. */   \
  "func.func(buffer-loop-hoisting),"                                                               \
  "buffer-deallocation-pipeline,func.func(optimize-allocation-liveness),"                          \
  "convert-bufferization-to-memref,"                                                               \
  /* What was left as linalg, then structure and index arithmetic. */                              \
  "func.func(convert-linalg-to-loops),"                                                            \
  "expand-strided-metadata,lower-affine,"                                                          \
  /* Hosts compute bf16 in f32, and libm has no functions of f16. */                               \
  "func.func(arith-emulate-unsupported-floats{source-types=bf16 target-type=f32},"                 \
  "math-extend-to-supported-types{target-type=f32},arith-expand{include-bf16}),"                   \
  "canonicalize,cse,"                                                                              \
  "convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,convert-to-llvm,"                   \
  "reconcile-unrealized-casts,canonicalize,cse"
// clang-format on

#endif // ATTN_CONVERSION_HOSTTAIL_H
