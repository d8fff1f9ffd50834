//===- Text.h - Growing strings -------------------------------------------===//
//
// Plain helpers for messages and printed IR: everything returned is malloc'd and owned by the
// caller.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_TEXT_H
#define ATTN_IR_TEXT_H

#include "mlir-c/IR.h"

#include <stddef.h>
#include <stdio.h>

/// printf into a new string. Never NULL (aborts when out of memory).
char *attnFormat(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/// A copy of `length` bytes, NUL added.
char *attnCopy(const char *text, size_t length);

/// MlirStringCallback that writes to the FILE * given as user data (open_memstream makes it a
/// string).
void attnToFile(MlirStringRef text, void *file);

/// The operation as text; *length (may be NULL) is its size.
char *attnPrintOp(MlirOperation op, MlirOpPrintingFlags flags, size_t *length);

#endif // ATTN_IR_TEXT_H
