//===- Options.h - The command line of attn-run ---------------------------===//
#ifndef ATTN_RUN_OPTIONS_H
#define ATTN_RUN_OPTIONS_H

#include "attn-c/Runtime.h"

enum { EXIT_OK = 0, EXIT_ERROR = 1, EXIT_MISMATCH = 2, EXIT_NO_GPU = 3, EXIT_HAZARD = 4 };

typedef enum DeviceKind { DEVICE_AUTO, DEVICE_CPU, DEVICE_GPU, DEVICE_EMU } DeviceKind;
typedef enum VerifyKind { VERIFY_NO, VERIFY_AUTO, VERIFY_ALL, VERIFY_ROWS } VerifyKind;

/// Strings point into argv.
typedef struct Options {
  const char *file;
  DeviceKind device;
  const char **inputs, **outputs, **expects; ///< as on the command line, in order
  const char **shapes;                       ///< likewise; "-": not given
  int numInputs, numOutputs, numExpects, numShapes;
  uint64_t seed;
  double atol, rtol; ///< negative: by element type
  VerifyKind verify;
  int64_t rows;
  bool bench, json, causalFlops, keepCache, counters;
  const char *jsonFile; ///< NULL: standard output
  int repeat;
  int threads;  ///< of the emulator; 0: as many as the machine has
  int optLevel; ///< of code for this machine, 0 to 3; negative: by device
  int ordinal;
  double minSeconds;
  const char *entry, *schedule, *chip, *pipeline, *libcuda;
} Options;

/// Parses; on anything wrong prints one line to stderr. Returns -1 to go on, else the exit code.
int optionsParse(Options *o, int argc, char **argv);
void optionsFree(Options *o);

/// Does this build compile .mlir files? ("attn-run" yes, "attn-run-lite" no)
extern const bool canCompile;

#endif // ATTN_RUN_OPTIONS_H
