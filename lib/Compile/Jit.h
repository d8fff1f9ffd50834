//===- Jit.h - Lowering a module for the CPU executor ---------------------===//
#ifndef ATTN_COMPILE_JIT_H
#define ATTN_COMPILE_JIT_H

#include "attn-c/Runtime.h"
#include "mlir-c/IR.h"

/// Lowers a module of any level, in place, to the LLVM dialect with results as trailing arguments.
bool attnLowerToHost(MlirModule module, AttnStatus *status);

#endif // ATTN_COMPILE_JIT_H
