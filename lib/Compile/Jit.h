//===- Jit.h - Lowering a module for the CPU executor ---------------------===//
#ifndef ATTN_COMPILE_JIT_H
#define ATTN_COMPILE_JIT_H

#include "attn-c/Compile.h"
#include "mlir-c/IR.h"

/// The checks of Compile/Guard.h on the module as the front end wrote it, as a program without
/// results: what attn-normalize makes of a slice that lies outside of its tensor cannot be told
/// from one that is meant. NULL in *guard where there is nothing to check.
bool attnCompileGuard(MlirModule module, const char *entry, AttnHostProgram **guard,
                      AttnStatus *status);
/// False with the operation and its place in `status` where a check fails.
bool attnGuardRun(AttnHostProgram *guard, const AttnTensor *arguments, AttnStatus *status);

#endif // ATTN_COMPILE_JIT_H
