//===- Bench.h - Repetitions to a summary ---------------------------------===//
#ifndef ATTN_RUNTIME_BENCH_H
#define ATTN_RUNTIME_BENCH_H

#include "attn-c/Runtime.h"

/// Replaces zeros by the defaults named in Runtime.h.
void attnBenchDefaults(AttnBenchOptions *);
/// Sorts `seconds` and summarises it.
void attnBenchSummarize(double *seconds, int n, AttnBenchResult *);

#endif // ATTN_RUNTIME_BENCH_H
