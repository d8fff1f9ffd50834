//===- Compare.c - Results against expected values ------------------------===//
#include "Runtime/Compare.h"
#include "Runtime/Status.h"

#include <math.h>
#include <stdlib.h>

AttnTolerance attnDefaultTolerance(AttnType type) {
  double t = type == ATTN_TYPE_F16    ? 2e-3
             : type == ATTN_TYPE_BF16 ? 2e-2
             : type == ATTN_TYPE_F32  ? 2e-5
             : type == ATTN_TYPE_F64  ? 1e-10
                                      : 0;
  return (AttnTolerance){t, t};
}

void attnCompareStart(AttnComparison *c) { *c = (AttnComparison){.firstBad = -1}; }

void attnCompareAdd(AttnComparison *c, int64_t index, double got, double expected,
                    AttnTolerance t) {
  bool good;
  ++c->count;
  if (isfinite(got) && isfinite(expected)) {
    double error = fabs(got - expected);
    good = error <= t.absolute + t.relative * fabs(expected);
    ++c->finite;
    c->maxError = error > c->maxError ? error : c->maxError;
    c->meanError += (error - c->meanError) / (double)c->finite;
    c->errorSquares += error * error;
    c->expectedSquares += expected * expected;
  } else {
    good = isnan(expected) ? isnan(got) : got == expected;
    c->nonFinite += !good;
  }
  if (good)
    return;
  if (c->bad++ == 0) {
    c->firstBad = index;
    c->firstGot = got;
    c->firstExpected = expected;
  }
}

double attnCompareFrobenius(const AttnComparison *c) {
  if (c->errorSquares == 0)
    return 0;
  return sqrt(c->errorSquares / c->expectedSquares);
}

bool attnOracleEvaluateMasked(const AttnOracle *o, const AttnTensor *arguments, int result,
                              const AttnBox *box, double *values, int64_t *masked, AttnStatus *st) {
  const AttnTensorType *t = attnOracleResult(o, result);
  if (!attnOracleEvaluate(o, arguments, result, box, 0, values, st))
    return false;
  int64_t n = 1, nans = 0;
  for (int d = 0; d < t->rank; ++d)
    n *= box ? box->hi[d] - box->lo[d] : t->shape[d];
  for (int64_t i = 0; i < n; ++i)
    nans += isnan(values[i]);
  if (nans == 0)
    return attnOk(st);
  double *both = attnAlloc((size_t)n * sizeof *both, st),
         *quotient = attnAlloc((size_t)n * sizeof *quotient, st);
  bool ok =
      both && quotient &&
      attnOracleEvaluate(o, arguments, result, box,
                         ATTN_ORACLE_MASKED_DIFFERENCE | ATTN_ORACLE_MASKED_QUOTIENT, both, st) &&
      attnOracleEvaluate(o, arguments, result, box, ATTN_ORACLE_MASKED_QUOTIENT, quotient, st);
  for (int64_t i = 0; ok && i < n; ++i)
    // The difference rule alone makes it a number: the NaN came from a wholly masked row.
    if (isnan(values[i]) && !isnan(both[i]) && isnan(quotient[i])) {
      values[i] = both[i];
      ++*masked;
    }
  free(both);
  free(quotient);
  return ok && attnOk(st);
}
