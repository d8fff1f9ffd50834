//===- RecognizeFactors.c - Products as factors ----------------------------===//
// See RecognizeFactors.h.
//===----------------------------------------------------------------------===//
#include "Passes/RecognizeFactors.h"

#include "Passes/Recognize.h"

#include <string.h>

static void addFactor(AttnFactors *f, const AttnExpr *e, bool inverse) {
  int *n = inverse ? &f->nDen : &f->nNum;
  if (*n == 16)
    f->overflow = true;
  else
    (inverse ? f->den : f->num)[(*n)++] = e;
}

/// The product is 0 unless `condition` is `when`.
static void keepWhere(AttnFactors *f, const AttnExpr *condition, bool when) {
  if (!when)
    condition = attnNegated(f->pool, f->space, condition);
  f->keep = f->keep ? attnExprOp(f->pool, f->space, "arith.andi", 0, condition->type, 2,
                                 (const AttnExpr *[]){f->keep, condition})
                    : condition;
}

void attnFactorise(const AttnExpr *e, bool inverse, AttnFactors *f) {
  const AttnExpr *x = attnExprStripCasts(e);
  if (attnExprIsOp(x, "arith.mulf")) {
    attnFactorise(x->args[0], inverse, f);
    attnFactorise(x->args[1], inverse, f);
  } else if (attnExprIsOp(x, "arith.divf")) {
    attnFactorise(x->args[0], inverse, f);
    attnFactorise(x->args[1], !inverse, f);
  } else if (!inverse && f->nZero < 4 && attnExprIsOp(x, "arith.select") &&
             !(x->args[0]->dims >> f->fold & 1) &&
             (attnExprIsFloat(x->args[1], 0.0) || attnExprIsFloat(x->args[2], 0.0))) {
    bool when = attnExprIsFloat(x->args[1], 0.0);
    f->zeroIf[f->nZero] = x->args[0];
    f->zeroWhen[f->nZero++] = when;
    attnFactorise(x->args[when ? 2 : 1], inverse, f);
  } else if (!inverse && f->pool && attnExprIsOp(x, "arith.select") &&
             (attnExprIsFloat(x->args[1], 0.0) || attnExprIsFloat(x->args[2], 0.0))) {
    bool kept = attnExprIsFloat(x->args[2], 0.0);
    keepWhere(f, x->args[0], kept);
    attnFactorise(x->args[kept ? 1 : 2], inverse, f);
  } else if (!inverse && f->pool && attnExprIsOp(x, "arith.uitofp") &&
             mlirTypeEqual(x->args[0]->type, mlirIntegerTypeGet(mlirTypeGetContext(x->type), 1))) {
    keepWhere(f, x->args[0], true);
  } else if (attnExprIsOp(x, "math.exp") || attnExprIsOp(x, "math.exp2")) {
    addFactor(f, x, inverse);
  } else {
    while (attnExprIsOp(e, "arith.extf"))
      e = e->args[0];
    addFactor(f, e, inverse);
  }
}

const AttnExpr *attnZeroed(AttnExprPool *pool, const AttnSpace *s, const AttnFactors *f,
                           const AttnExpr *e) {
  const AttnExpr *zero = attnExprFloat(pool, e->type, 0.0);
  for (int k = 0; k < f->nZero; ++k)
    e = attnExprOp(
        pool, s, "arith.select", 0, e->type, 3,
        (const AttnExpr *[]){f->zeroIf[k], f->zeroWhen[k] ? zero : e, f->zeroWhen[k] ? e : zero});
  return e;
}

bool attnIsOne(const AttnExpr *e) { return attnExprIsFloat(e, 1.0); }

const AttnExpr *attnProduct(AttnExprPool *pool, const AttnSpace *s, MlirType f32, int nNum,
                            const AttnExpr *const *num, int nDen, const AttnExpr *const *den) {
  const AttnExpr *e = NULL;
  for (int i = 0; i < nNum; ++i)
    if (!attnIsOne(num[i]))
      e = e ? attnExprOp(pool, s, "arith.mulf", 0, f32, 2, (const AttnExpr *[]){e, num[i]})
            : num[i];
  if (!e)
    e = attnExprFloat(pool, f32, 1.0);
  for (int i = 0; i < nDen; ++i)
    e = attnExprOp(pool, s, "arith.divf", 0, f32, 2, (const AttnExpr *[]){e, den[i]});
  return e;
}

const AttnExpr *attnPeelZeros(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *e,
                              unsigned axis, const AttnExpr **keep) {
  if (attnExprIsOp(e, "arith.truncf") || attnExprIsOp(e, "arith.extf")) {
    const AttnExpr *x = attnPeelZeros(pool, s, e->args[0], axis, keep);
    return x == e->args[0] ? e : attnExprOp(pool, s, e->op, 0, e->type, 1, &x);
  }
  bool first = attnExprIsOp(e, "arith.select") && attnExprIsFloat(e->args[1], 0.0);
  if (!attnExprIsOp(e, "arith.select") || !(e->args[0]->dims & axis) ||
      (!first && !attnExprIsFloat(e->args[2], 0.0)))
    return e;
  AttnFactors f = {.pool = pool, .space = s, .keep = *keep};
  keepWhere(&f, e->args[0], !first);
  *keep = f.keep;
  return attnPeelZeros(pool, s, e->args[first ? 2 : 1], axis, keep);
}
