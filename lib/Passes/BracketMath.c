//===- BracketMath.c - MATH and RESCALE -----------------------------------===//
//
// Which pivots are kept in units of log2 (their `unit`; BracketStep.c says what for), and whether
// they may be kept at all while the maximum grows a little (RESCALE=lazy).
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
//
// A constant factor of scores goes into the unit of the pivot: max commutes with it. So does that
// of one summand, where the other one is a product with something that is the same along the fold
// axis and can take its reciprocal:    y * c + m * j   is   c * (y + (m / c) * j).
//===----------------------------------------------------------------------===//
#include "Dialect/Math.h"
#include "Passes/Bracket.h"

#include <math.h>

static const double LOG2E = 1.4426950408889634, TWO_LOG2E = 2 * 1.4426950408889634;

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

//===--- exponentials by base 2 -------------------------------------------===//

/// May what is loaded along the fold axis be such a fill? Those of f16 are small.
static bool loadsFills(const AttnBrModel *m, MlirOperation element) {
  MlirValue v = mlirOperationGetResult(element, 0);
  return (attnBrDep(m, v) & ATTN_AXIS(m->fold)) && attnIsFloat(mlirValueGetType(v)) &&
         !mlirTypeIsAF16(mlirValueGetType(v));
}

/// Can v be a large finite constant (a fill that stayed a value), or a mask that was filled with
/// one and is added (a bias)? Of one near 2^30 the product with log2(e) is rounded to multiples of
/// 64, and exp2 of what the fma finds against it is anything; the largest is infinite then.
static bool isFilled(const AttnBrModel *m, MlirValue v) {
  MlirValue seen[128];
  int n = 1;
  seen[0] = v;
  for (int i = 0; i < n; ++i) {
    MlirOperation d = attnDef(seen[i]);
    MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
    if (!mlirAttributeIsNull(a) && mlirAttributeIsAFloat(a)) {
      double c = fabs(mlirFloatAttrGetValueDouble(a));
      if (isfinite(c) && c > 0x1p17)
        return true;
    }
    if (attnIs(d, "carrier.element") && loadsFills(m, d))
      return true;
    if (mlirOperationIsNull(d) || attnIs(d, "carrier.contract") ||
        !attnValueIsInside(seen[i], mlirBlockGetParentRegion(m->body)))
      continue;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(d); ++k) {
      MlirValue x = mlirOperationGetOperand(d, k);
      bool again = false;
      for (int j = 0; j < n; ++j)
        again |= mlirValueEqual(seen[j], x);
      if (!again && n == 128)
        return true;
      if (!again)
        seen[n++] = x;
    }
  }
  return false;
}

/// y of v = y * *c, where c > 0 is not so large or small that scaling first could overflow or lose
/// bits where scaling later does not; null: v is no such product.
static MlirValue unscaled(MlirValue v, double *c) {
  MlirOperation d = attnDef(v);
  for (int k = 0; attnIs(d, "arith.mulf") && k < 2; ++k)
    if (constant(mlirOperationGetOperand(d, k), c) && *c >= 0x1p-20 && *c <= 0x1p20)
      return mlirOperationGetOperand(d, 1 - k);
  return (MlirValue){NULL};
}

/// The lift without a constant factor that goes into the pivot's unit, *c.
static MlirValue withoutFactor(AttnBrModel *m, MlirValue lift, double *c) {
  MlirOperation d = attnDef(lift);
  MlirValue y = unscaled(lift, c);
  for (int k = 0; !y.ptr && attnIs(d, "arith.addf") && k < 2; ++k) {
    MlirValue scaled = mlirOperationGetOperand(d, k), x = unscaled(scaled, c);
    MlirOperation product = attnDef(mlirOperationGetOperand(d, 1 - k));
    for (int f = 0; x.ptr && !y.ptr && attnIs(product, "arith.mulf") && f < 2; ++f) {
      MlirValue same = mlirOperationGetOperand(product, f);
      MlirValue along = mlirOperationGetOperand(product, 1 - f);
      if ((attnBrDep(m, same) & ATTN_AXIS(m->fold)) || !(attnBrDep(m, along) & ATTN_AXIS(m->fold)))
        continue;
      AttnBuilder b = attnBuilderBefore(d);
      MlirType t = mlirValueGetType(same);
      same = attnBuild2(&b, "arith.mulf", same, attnConstFloat(&b, t, 1 / *c));
      attnBrSetInfo(m, same, attnBrDep(m, mlirOperationGetOperand(product, f)),
                    attnBrPure(m, mlirOperationGetOperand(product, f)));
      MlirValue sloped = attnBuild2(&b, "arith.mulf", same, along);
      attnBrSetInfo(m, sloped, attnBrDep(m, mlirOperationGetResult(product, 0)),
                    attnBrPure(m, mlirOperationGetResult(product, 0)));
      y = attnBuild2(&b, "arith.addf", x, sloped);
      attnBrSetInfo(m, y, attnBrDep(m, lift), attnBrPure(m, lift));
    }
  }
  *c = y.ptr ? *c : 1;
  return y.ptr ? y : lift;
}

void attnBrBaseTwo(AttnBrModel *m) {
  for (int i = 0; i < m->nChannels; ++i) {
    if (!m->channels[i].twisted)
      continue;
    AttnBrChannel *p = &m->channels[m->channels[i].pivot];
    if (p->unit != 0 || !mlirTypeIsAF32(p->type) || isFilled(m, p->lift))
      continue;
    double c;
    p->lift = withoutFactor(m, p->lift, &c);
    p->unit = c * LOG2E;
    p->lift = attnBrSaturate(m, p->lift);
  }
}

const char *attnBrLazyRule(const AttnBrModel *m, bool base2) {
  bool twisted = false;
  for (int i = 0; i < m->nChannels; ++i) {
    if (!m->channels[i].twisted)
      continue;
    const AttnBrChannel *p = &m->channels[m->channels[i].pivot];
    twisted = true;
    if (!base2)
      return "a reference is kept where exponentials are by base 2 only (MATH=exp2)";
    if (!mlirTypeIsAF32(p->type) || (p->unit == 0 && isFilled(m, p->lift)))
      return "scores may be large fills, against which the difference is taken first";
    MlirValue state = mlirBlockGetArgument(m->project, m->channels[i].pivot);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(state)))
      return "a result is made of the maximum itself";
  }
  return twisted ? NULL : "no state here is rescaled";
}
