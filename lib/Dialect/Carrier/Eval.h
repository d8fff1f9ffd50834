//===- Eval.h - A region of scalar arithmetic as a little program ---------===//
//
// What carrier.define's regions compute, evaluated in double precision (integers too: exact up to
// 2^53). The region is translated once and run often: the check of a carrier's laws merges some
// hundred thousand states.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_CARRIER_EVAL_H
#define ATTN_DIALECT_CARRIER_EVAL_H

#include "IR/Build.h"

typedef struct AttnEvalStep AttnEvalStep;

typedef struct AttnEval {
  intptr_t nArgs, nYields;
  intptr_t size; ///< of `value`: the arguments, then one place a step
  AttnEvalStep *steps;
  intptr_t *yields; ///< places
  double *value;
  const char *failed; ///< an operation that is not known; NULL: none
} AttnEval;

/// Translates the block, whose operations use its arguments, one another and constants. False:
/// `failed` is set. Free it in any case.
bool attnEvalTranslate(MlirBlock block, AttnEval *e);
/// out[i] is what the block yields at i.
void attnEvalRun(const AttnEval *e, const double *args, double *out);
void attnEvalFree(AttnEval *e);
/// The value of a typed number.
double attnEvalNumber(MlirAttribute value);
/// The larger and the smaller of two, NaN if one is: arith.maximumf, arith.minimumf.
double attnEvalLarger(double a, double b);
double attnEvalSmaller(double a, double b);

#endif // ATTN_DIALECT_CARRIER_EVAL_H
