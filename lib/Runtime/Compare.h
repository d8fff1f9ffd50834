//===- Compare.h - Results against expected values ------------------------===//
#ifndef ATTN_RUNTIME_COMPARE_H
#define ATTN_RUNTIME_COMPARE_H

#include "attn-c/Runtime.h"

/// |got - expected| <= absolute + relative * |expected|
typedef struct AttnTolerance {
  double absolute, relative;
} AttnTolerance;

/// By the element type of the result: f16 2e-3, bf16 2e-2, f32 2e-5, f64 1e-10, both absolute and
/// relative; integers exact.
AttnTolerance attnDefaultTolerance(AttnType type);

/// Gathers over any number of calls of attnCompareAdd.
typedef struct AttnComparison {
  int64_t count, bad;
  int64_t firstBad; ///< index of the first element out of tolerance, -1: none
  double firstGot, firstExpected;
  double maxError, meanError;           ///< absolute, over elements where both are finite
  double errorSquares, expectedSquares; ///< for the relative Frobenius norm
  int64_t nonFinite; ///< elements where exactly one is finite, or the two differ in kind
  int64_t finite;    ///< elements where both are
} AttnComparison;

void attnCompareStart(AttnComparison *);
/// NaN agrees with NaN only; an infinity with the same infinity only.
void attnCompareAdd(AttnComparison *, int64_t index, double got, double expected,
                    AttnTolerance tolerance);
/// ‖got - expected‖ / ‖expected‖ over finite elements; 0 if both are 0.
double attnCompareFrobenius(const AttnComparison *);

/// Evaluates a box of a result and repairs what semantics rule 2 says about rows that are wholly
/// masked with -inf: where the input's own arithmetic gives NaN because of (-inf) - (-inf),
/// `values` get 0 (or -inf for a log-sum-exp) instead, and *masked counts them. A NaN of another
/// origin stays.
bool attnOracleEvaluateMasked(const AttnOracle *, const AttnTensor *arguments, int result,
                              const AttnBox *box, double *values, int64_t *masked, AttnStatus *);

#endif // ATTN_RUNTIME_COMPARE_H
