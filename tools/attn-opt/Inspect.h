//===- Inspect.h - Looking at passes as they run --------------------------===//
//
// --mlir-print-ir-*, --mlir-timing. mlir-c cannot filter by pass or hand out times, so a hook pass
// runs before and after each pass of the pipeline; it also takes over MLIR's verifier so that its
// time is a row of its own.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_OPT_INSPECT_H
#define ATTN_OPT_INSPECT_H

#include "Command.h"

typedef struct Inspect Inspect;

/// NULL if no flag asks for it. Unknown pass names in the flags are reported and *ok becomes false.
Inspect *inspectCreate(const Command *command, const AttnRegistry *registry, bool *ok);
const AttnPassHooks *inspectHooks(const Inspect *inspect);
/// The pass manager failed: prints the IR if that was asked for.
void inspectFailure(Inspect *inspect, MlirOperation module);
/// Adds seconds to a row of the timing table (created at first use).
void inspectTime(Inspect *inspect, const char *row, double seconds);
/// Prints the timing table if asked for, and frees.
void inspectFinish(Inspect *inspect, double total);

/// The printing flags the command asks for; `debug` adds locations that parse again.
MlirOpPrintingFlags printingFlags(const Command *command);
double secondsNow(void);

#endif // ATTN_OPT_INSPECT_H
