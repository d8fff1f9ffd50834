//===- Plan.h - What a compiled module launches ---------------------------===//
#ifndef ATTN_COMPILE_PLAN_H
#define ATTN_COMPILE_PLAN_H

#include "Runtime/Package.h"
#include "mlir-c/IR.h"

/// The launches of the entry function as a package with one variant: signature, buffers and steps,
/// no code. For a module after convert-tile-to-nvvm; see Package.c for what may stand between the
/// launches. `st` is not NULL. NULL on failure, after a diagnostic.
AttnPackage *attnPlanLaunches(MlirModule compiled, const char *entry, AttnStatus *st);

#endif // ATTN_COMPILE_PLAN_H
