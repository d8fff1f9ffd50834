//===- OracleBody.h - Scalar bodies over strips of points -----------------===//
//
// Registers hold a strip of up to ATTN_STRIP consecutive points of one iteration dimension, so that
// the cost of decoding an instruction is shared by the strip.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_ORACLEBODY_H
#define ATTN_RUNTIME_ORACLEBODY_H

#include "Runtime/OracleProgram.h"

#define ATTN_STRIP 128

typedef union AttnCell {
  double f;
  int64_t i;
} AttnCell;

/// One arithmetic instruction over n points: r[d], r[a] ... are strips. `rules` as in
/// attnOracleEvaluate. Loads, indices and gathers are not for this function.
void attnOracleExec(const AttnOracleInstr *in, AttnCell *d, const AttnCell *a, const AttnCell *b,
                    const AttnCell *c, int n, unsigned rules);

/// Interval of every integer register over the box lo..hi (false in `known`: unknown).
void attnOracleIntervals(const AttnOracleNode *node, const int64_t *lo, const int64_t *hi,
                         int64_t *min, int64_t *max, bool *known);

#endif // ATTN_RUNTIME_ORACLEBODY_H
