//===- Report.h - Measurements for people and for programs ----------------===//
#ifndef ATTN_RUN_REPORT_H
#define ATTN_RUN_REPORT_H

#include "Check.h"

typedef struct Measurement {
  AttnBenchResult time;
  double bytes; ///< arguments and results, each once
  double flops; ///< 0: unknown
} Measurement;

void printMeasurement(FILE *out, const Options *o, const Executor *e, const Measurement *m);

/// google-benchmark's JSON: `context` and `benchmarks`; what was verified stands in `checks`.
/// `m` may be NULL.
bool writeJson(const Options *o, const Executor *e, const Measurement *m, const Finding *findings,
               int numFindings, AttnStatus *st);

#endif // ATTN_RUN_REPORT_H
