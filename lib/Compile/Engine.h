//===- Engine.h - Code of a module in this process ------------------------===//
//
//   module (LLVM dialect) -> LLVM IR -> [optimiser] -> LLJIT -> addresses
//
// MLIR's own execution engine generates code at LLVM's default level whatever it is told; the
// emulator's kernels are long, run once, and take nearly three times as long to compile that way.
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_ENGINE_H
#define ATTN_COMPILE_ENGINE_H

#include "attn-c/Runtime.h"
#include "mlir-c/IR.h"

#include <stddef.h>

typedef struct AttnEngine AttnEngine;

/// A function that compiled code may call, beside those of the C library and the conversions from
/// and to 16 bits that LLVM calls where the machine has no instruction (which the engine has).
typedef struct AttnEngineSymbol {
  const char *name;
  void (*address)(void);
} AttnEngineSymbol;

/// `optLevel`: LLVM's 0 to 3, for its optimiser and its code generator. Where `packed` names a
/// function of n pointers, `<packed>.packed` will be one that takes an array of them. NULL with a
/// message if LLVM does not accept the module. Code is generated at the first look-up.
AttnEngine *attnEngineCreate(MlirModule module, int optLevel, const char *packed,
                             AttnStatus *status);
/// Before the first look-up; each name once.
bool attnEngineDefine(AttnEngine *engine, const AttnEngineSymbol *symbols, size_t n,
                      AttnStatus *status);
/// The address of a function, NULL with LLVM's message if there is none.
void *attnEngineLookup(AttnEngine *engine, const char *name, AttnStatus *status);
void attnEngineDestroy(AttnEngine *engine); ///< code and addresses are gone; NULL: nothing

#endif // ATTN_COMPILE_ENGINE_H
