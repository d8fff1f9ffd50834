//===- Command.h - The command line of attn-opt ---------------------------===//
#ifndef ATTN_OPT_COMMAND_H
#define ATTN_OPT_COMMAND_H

#include "Plugin/Pipeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum FlagId {
#define SECTION(TITLE)
#define FLAG(ID, NAME, ARGUMENT, HELP) FLAG_##ID,
#include "Flags.def"
#undef FLAG
#undef SECTION
  FLAG_COUNT
} FlagId;

typedef enum EmitKind { EMIT_MLIR, EMIT_LISTING, EMIT_PTX, EMIT_CUBIN, EMIT_PACKAGE } EmitKind;

/// A named pipeline given as a flag.
typedef struct PipelineFlag {
  const AttnNamedPipeline *pipeline;
  const char *options;
} PipelineFlag;

/// The command line as given. Strings point into argv.
typedef struct Command {
  const char *input; ///< "-": standard input
  bool on[FLAG_COUNT];
  const char *value[FLAG_COUNT]; ///< the last value of flags that take one
  EmitKind emit;
  bool verifyEach;
  long elideLimit; ///< -1: none
  int mostRows;    ///< of --list-schedules; 0: all
  PipelineFlag *pipelines;
  size_t numPipelines;
  const char **plugins;
  size_t numPlugins;
} Command;

/// Reads argv. On an error prints it to stderr and returns false.
bool commandParse(int argc, char **argv, Command *command);
void commandFree(Command *command);

void printHelp(FILE *out, const AttnRegistry *registry);
void printPasses(FILE *out, const AttnRegistry *registry);

#endif // ATTN_OPT_COMMAND_H
