//===- Diag.h - Diagnostics of every severity, from C ---------------------===//
//
// mlir-c 22 can emit errors only. Warnings, remarks and notes of ours go through the same door as
// MLIR's own diagnostics: a sink attached to the context. Without a sink they are printed to stderr
// as `file:line:col: severity: text`.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_DIAG_H
#define ATTN_IR_DIAG_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <stdbool.h>

typedef enum AttnSeverity { ATTN_ERROR, ATTN_WARNING, ATTN_NOTE, ATTN_REMARK } AttnSeverity;

/// Receives every diagnostic of a context: MLIR's and ours. `text` is valid during the call. A note
/// follows the diagnostic it belongs to.
typedef void (*AttnDiagFn)(AttnSeverity severity, MlirLocation loc, const char *text, void *user);

/// Attaches `fn` to the context (replacing an earlier sink); NULL detaches. Not thread-safe per
/// context.
void attnDiagSetSink(MlirContext ctx, AttnDiagFn fn, void *user);

/// Between attnDiagMute and attnDiagUnmute every diagnostic of the context is dropped: for trying
/// something out that may fail. Not nested, not thread-safe per context.
void attnDiagMute(MlirContext ctx);
void attnDiagUnmute(MlirContext ctx);

/// printf-style emission. Errors return a failure so that `return attnError(...)` reads well.
MlirLogicalResult attnError(MlirLocation loc, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
MlirLogicalResult attnOpError(MlirOperation op, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void attnWarning(MlirLocation loc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void attnNote(MlirLocation loc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void attnRemark(MlirLocation loc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/// The file position of a location (unwinding name, call-site and fused locations); false if none.
bool attnLocFileLineCol(MlirLocation loc, const char **file, unsigned *line, unsigned *col);

#endif // ATTN_IR_DIAG_H
