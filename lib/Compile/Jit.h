//===- Jit.h - Lowering a module for the CPU executor ---------------------===//
#ifndef ATTN_COMPILE_JIT_H
#define ATTN_COMPILE_JIT_H

#include "attn-c/Runtime.h"
#include "mlir-c/ExecutionEngine.h"
#include "mlir-c/IR.h"

/// Lowers a module of any level, in place, to the LLVM dialect with results as trailing arguments.
bool attnLowerToHost(MlirModule module, AttnStatus *status);

/// The conversions to and from f16 and bf16 that LLVM calls where the machine has no instruction.
void attnJitRegisterNarrowing(MlirExecutionEngine engine);

#endif // ATTN_COMPILE_JIT_H
