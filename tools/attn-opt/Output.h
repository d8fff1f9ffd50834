//===- Output.h - Writing results -----------------------------------------===//
#ifndef ATTN_OPT_OUTPUT_H
#define ATTN_OPT_OUTPUT_H

#include "Command.h"
#include "attn-c/Compile.h"

/// Can `path` (NULL or "-": standard output) be written? Reports if not. Changes nothing.
bool outputCheck(const char *path);
/// Writes all of it or nothing: a file is written beside the target and renamed. Reports errors.
bool outputWrite(const char *path, const char *data, size_t size);

/// Appends what --emit asks for to `out`. Reports errors as diagnostics at the module. `package` is
/// used by --emit=package only.
MlirLogicalResult emitModule(const Command *command, MlirModule module,
                             const AttnPackageOptions *package, FILE *out);

#endif // ATTN_OPT_OUTPUT_H
