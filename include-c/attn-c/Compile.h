//===- Compile.h - Module in, text or package out -------------------------===//
//
// What attn-opt does, as functions.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_C_COMPILE_H
#define ATTN_C_COMPILE_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

//===--- examples and listings --------------------------------------------===//

/// Writes a program in the standard form, as linalg on tensors (what --example prints).
///
/// `spec` is `FAMILY[:ENTRY,ENTRY...]`; an entry is `key=value`, a flag (`causal`) or an element
/// type
/// (`f16`, `bf16`, `f32`, `f64`). Entries that are left out have defaults; attnPrintExampleHelp
/// lists them. The text ends in a newline, parses with any MLIR 22 and does not depend on a
/// context.
///
/// Returns false and puts a message into `err` (at most errSize bytes, with NUL) where the
/// specification is wrong; nothing has been written then.
bool attnExample(const char *spec, MlirStringCallback callback, void *user, char *err,
                 size_t errSize);

/// Writes the families, their keys, defaults and meaning, two blanks deep.
void attnPrintExampleHelp(MlirStringCallback callback, void *user);

/// Writes a page that a person can read (what --emit=listing prints): every function, and in it
/// each fold, map and kernel with its loops, channels, layouts and schedule, in program order.
/// Operations of other dialects are counted, not shown. Works on the IR after any pass; the text is
/// for reading only and depends on nothing but the IR.
void attnPrintListing(MlirModule module, MlirStringCallback callback, void *user);

#ifdef __cplusplus
}
#endif
#endif // ATTN_C_COMPILE_H
