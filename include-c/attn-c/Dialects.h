//===- Dialects.h - The carrier and tile dialects in a context ------------===//
//
// The dialects are defined by IRDL text embedded in the library (lib/Dialect).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_C_DIALECTS_H
#define ATTN_C_DIALECTS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Loads `carrier` and `tile`, and the upstream dialects their regions and our passes use (arith,
/// math, func, linalg, tensor, scf, affine, gpu, llvm, nvvm ...), into the context. Idempotent. The
/// context must have the upstream dialects registered (mlirRegisterAllDialects).
MlirLogicalResult attnLoadDialects(MlirContext ctx);

/// Checks what IRDL cannot: unknown or misspelt attributes and their kinds, agreement of maps,
/// shapes and axes, consistency of channels, monoid identities, terminators. Emits errors at the
/// operations.
MlirLogicalResult attnVerify(MlirOperation root);

/// Writes the documentation of both dialects as Markdown.
void attnPrintDialectDocs(MlirStringCallback callback, void *user);

#ifdef __cplusplus
}
#endif
#endif // ATTN_C_DIALECTS_H
