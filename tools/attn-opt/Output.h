//===- Output.h - Writing results -----------------------------------------===//
#ifndef ATTN_OPT_OUTPUT_H
#define ATTN_OPT_OUTPUT_H

#include "Command.h"

/// Can `path` (NULL or "-": standard output) be written? Reports if not. Changes nothing.
bool outputCheck(const char *path);
/// Writes all of it or nothing: a file is written beside the target and renamed. Reports errors.
bool outputWrite(const char *path, const char *data, size_t size);

/// What a package needs of the module before any pass has changed it.
typedef struct PackageInput {
  void *oracle; ///< NULL if the oracle does not know some operation
  size_t oracleSize;
  char hash[17];
} PackageInput;

/// Before the passes. Does nothing unless --emit=package. Warns where there will be no oracle.
void emitPrepare(const Command *command, MlirModule module, PackageInput *input);
void emitDiscard(PackageInput *input);

/// After the passes: appends what --emit asks for to `out`. Reports errors as diagnostics at the
/// module. `source` is the name of the input.
MlirLogicalResult emitModule(const Command *command, MlirModule module, const PackageInput *input,
                             const char *source, FILE *out);

/// --list-schedules. Reports errors.
bool listSchedules(const Command *command, MlirModule module, FILE *out);

/// --emit=package for several chips (`--chip=sm_80,sm_90a`): the pipeline runs once for each chip
/// on a copy of the module, outside of the tool's pass manager.
bool isForSeveralChips(const Command *command);
MlirLogicalResult emitForSeveralChips(const Command *command, MlirModule module, const char *source,
                                      FILE *out);

#endif // ATTN_OPT_OUTPUT_H
