//===- BracketMath.c - A tanh that scores end in --------------------------===//
//
// Scores that are capped, c tanh(x), go into exponentials: what counts is their absolute error,
// which is c times that of the tanh. MATH=exp2 may therefore write it as
//
//                       1 - 2 / (1 + exp2(2 log2(e) x))             absolute 2^-22
//
// for x of either sign, where a tanh to a few ulp needs a polynomial around zero, and multiply by
// constants that x divides by. MATH=exp2/tanh leaves a tanh that is marked `afn`, the hardware's
// own instruction: relative 2^-11, what rounding the scores to f16 would do; for operands of 16
// bits.
//===----------------------------------------------------------------------===//
#include "Dialect/Math.h"
#include "Passes/Bracket.h"

#include <math.h>

static const double TWO_LOG2E = 2 * 1.4426950408889634;

static bool constant(MlirValue v, double *c) {
  MlirOperation d = attnDef(v);
  MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAFloat(a))
    return false;
  *c = mlirFloatAttrGetValueDouble(a);
  return true;
}

/// x of v = factor * x. Not so large or small a factor that anything could overflow or vanish.
static MlirValue peel(MlirValue v, double *factor) {
  for (;;) {
    MlirOperation d = attnDef(v);
    double c, f;
    int k = 0;
    if (attnIs(d, "arith.divf") && constant(mlirOperationGetOperand(d, 1), &c))
      f = *factor / c;
    else if (attnIs(d, "arith.mulf") && (constant(mlirOperationGetOperand(d, 1), &c) ||
                                         (k = 1, constant(mlirOperationGetOperand(d, 0), &c))))
      f = *factor * c;
    else
      return v;
    if (!(fabs(f) >= 0x1p-20 && fabs(f) <= 0x1p20))
      return v;
    *factor = f;
    v = mlirOperationGetOperand(d, k);
  }
}

static bool isNarrow(MlirValue v) {
  MlirType t = attnElementType(mlirValueGetType(attnBrStripWiden(v)));
  return mlirTypeIsAF16(t) || mlirTypeIsABF16(t);
}

bool attnBrSaturates(const AttnBrModel *m) {
  for (int i = 0; i < m->nChannels; ++i) {
    if (!m->channels[i].twisted)
      continue;
    double factor = 1;
    MlirOperation d = attnDef(peel(m->channels[m->channels[i].pivot].lift, &factor));
    if (!attnIs(d, "math.tanh"))
      continue;
    MlirOperation x = attnDef(peel(mlirOperationGetOperand(d, 0), &factor));
    if (attnIs(x, "carrier.contract") && isNarrow(mlirOperationGetOperand(x, 0)) &&
        isNarrow(mlirOperationGetOperand(x, 1)))
      return true;
  }
  return false;
}

const char *attnBrMathRule(const AttnBrModel *m, AttnMath math) {
  if (math == ATTN_MATH_EXP2_TANH)
    return attnBrSaturates(m) ? NULL
                              : "no score ends in a tanh (times a constant) of operands of 16 bits";
  bool decides = attnMathDecides(m->op);
  for (int i = 0; i < m->nChannels; ++i)
    decides |= m->channels[i].twisted;
  return decides ? NULL : "nothing here is an exponential or divides by a constant";
}

MlirValue attnBrSaturate(AttnBrModel *m, MlirValue lift) {
  MlirOperation d = attnDef(lift);
  MlirType t = mlirValueGetType(lift);
  if (!attnIs(d, "math.tanh") || !mlirTypeIsAF32(t))
    return lift;
  double factor = 1;
  MlirValue x = peel(mlirOperationGetOperand(d, 0), &factor), made[6];
  int n = 0;
  AttnBuilder b = attnBuilderBefore(d);
  MlirNamedAttribute afn =
      attnNamed(m->ctx, "fastmath", attnParseAttr(m->ctx, "#arith.fastmath<afn>"));
  if (m->math == ATTN_MATH_EXP2_TANH) {
    if (factor != 1)
      made[n++] = x = attnBuild2(&b, "arith.mulf", x, attnConstFloat(&b, t, factor));
    made[n++] = attnBuild(&b, "math.tanh", 1, &x, t, 1, &afn);
  } else {
    MlirValue one = attnConstFloat(&b, t, 1), minusTwo = attnConstFloat(&b, t, -2);
    MlirValue scaled = attnBuild2(&b, "arith.mulf", x, attnConstFloat(&b, t, factor * TWO_LOG2E));
    MlirValue e = attnBuild1(&b, "math.exp2", scaled, t);
    MlirValue sum = attnBuild2(&b, "arith.addf", e, one);
    MlirValue r = attnBuild(&b, "arith.divf", 2, (MlirValue[]){one, sum}, t, 1, &afn);
    made[n++] = scaled, made[n++] = e, made[n++] = sum, made[n++] = r;
    made[n++] = attnBuild(&b, "math.fma", 3, (MlirValue[]){r, minusTwo, one}, t, 0, NULL);
  }
  for (int i = 0; i < n; ++i)
    attnBrSetInfo(m, made[i], attnBrDep(m, x), attnBrPure(m, x));
  return made[n - 1];
}
