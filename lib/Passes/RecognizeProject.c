//===- RecognizeProject.c - Simplifying what a projection computes --------===//
//
// A projection is the input's own expression with the channels' states in it. Two things are done
// to it:
//
//   shifts   a sum of exp(s - c) * w is state * exp(p - c), p the pivot (RecognizeFold.c). In a
//            quotient of two such sums, and in c + log of one, the factor cancels.
//   guards   a quotient by a twisted sum is 0 for the row that saw nothing (semantics, rule 2).
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

typedef struct Product {
  const AttnExpr *num[16], *den[16];
  int nNum, nDen;
  bool overflow;
} Product;

static void collectProduct(const AttnExpr *e, bool inverse, Product *p) {
  const AttnExpr *x = attnExprStripCasts(e);
  bool mul = attnExprIsOp(x, "arith.mulf"), div = attnExprIsOp(x, "arith.divf");
  if (mul || div) {
    collectProduct(x->args[0], inverse, p);
    collectProduct(x->args[1], inverse != div, p);
    return;
  }
  int *n = inverse ? &p->nDen : &p->nNum;
  if (*n == 16)
    p->overflow = true;
  else
    (inverse ? p->den : p->num)[(*n)++] = e;
}

static const AttnExpr *buildProduct(AttnExprPool *pool, const AttnSpace *s, MlirType type,
                                    const Product *p) {
  const AttnExpr *num = NULL, *den = NULL;
  for (int i = 0; i < p->nNum; ++i)
    if (p->num[i] && !attnExprIsFloat(p->num[i], 1.0))
      num =
          num ? attnExprOp(pool, s, "arith.mulf", 0, type, 2, (const AttnExpr *[]){num, p->num[i]})
              : p->num[i];
  for (int i = 0; i < p->nDen; ++i)
    if (p->den[i])
      den =
          den ? attnExprOp(pool, s, "arith.mulf", 0, type, 2, (const AttnExpr *[]){den, p->den[i]})
              : p->den[i];
  if (!num)
    num = attnExprFloat(pool, type, 1.0);
  return den ? attnExprOp(pool, s, "arith.divf", 0, type, 2, (const AttnExpr *[]){num, den}) : num;
}

bool attnIsRescale(const AttnExpr *e, const AttnExpr **shift) {
  if (!attnExprIsOp(e, "arith.select") || !attnExprIsFloat(e->args[1], 0.0) ||
      !attnExprIsOp(e->args[2], "math.exp") || !attnExprIsOp(e->args[0], "arith.cmpf") ||
      e->args[0]->args[0]->kind != ATTN_EXPR_STATE)
    return false;
  const AttnExpr *d = e->args[2]->args[0];
  if (!attnExprIsOp(d, "arith.subf") || d->args[0] != e->args[0]->args[0])
    return false;
  *shift = d->args[1];
  return true;
}

/// (x * exp(p - c)) / (y * exp(p - c)) = x / y: a softmax does not depend on the shift. So a
/// maximum that starts from a finite value, and clamps what lies below, does not clamp the ratio.
static const AttnExpr *cancelShifts(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *e) {
  Product p = {0};
  const AttnExpr *shift;
  collectProduct(e, false, &p);
  bool changed = false;
  for (int i = 0; !p.overflow && i < p.nDen; ++i)
    for (int k = 0; p.den[i] && attnIsRescale(p.den[i], &shift) && k < p.nNum; ++k)
      if (p.num[k] == p.den[i]) {
        p.num[k] = p.den[i] = NULL;
        changed = true;
      }
  return changed ? buildProduct(pool, s, e->type, &p) : e;
}

/// c + log(y * exp(p - c)) = p + log(y).
static const AttnExpr *cancelLog(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *e) {
  for (int k = 0; k < 2; ++k) {
    const AttnExpr *l = attnExprStripCasts(e->args[k]), *shift;
    if (!attnExprIsOp(l, "math.log"))
      continue;
    Product p = {0};
    collectProduct(l->args[0], false, &p);
    for (int i = 0; !p.overflow && i < p.nNum; ++i)
      if (attnIsRescale(p.num[i], &shift) && shift == e->args[1 - k]) {
        const AttnExpr *pivot = p.num[i]->args[0]->args[0];
        p.num[i] = NULL;
        const AttnExpr *y = buildProduct(pool, s, l->type, &p);
        const AttnExpr *log = attnExprOp(pool, s, "math.log", 0, l->type, 1, &y);
        return attnExprOp(pool, s, "arith.addf", 0, e->type, 2, (const AttnExpr *[]){pivot, log});
      }
  }
  return e;
}

/// The twisted state that e has as a factor, or that a sum has as (a factor of) a term.
static const AttnExpr *twistedIn(const FoldPlan *plan, const AttnExpr *e, int depth) {
  e = attnExprStripCasts(e);
  if (e->kind == ATTN_EXPR_STATE)
    return plan->channel[e->i].twisted ? e : NULL;
  bool sum = attnExprIsOp(e, "arith.addf");
  if (depth > 32 || (!sum && !attnExprIsOp(e, "arith.mulf")))
    return NULL;
  const AttnExpr *x = twistedIn(plan, e->args[0], depth + 1);
  return x ? x : twistedIn(plan, e->args[1], depth + 1);
}

static const AttnExpr *isZero(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *e) {
  return attnExprOp(pool, s, "arith.cmpf", 1, mlirIntegerTypeGet(mlirTypeGetContext(e->type), 1), 2,
                    (const AttnExpr *[]){e, attnExprFloat(pool, e->type, 0.0)});
}

/// x / state of a twisted sum: 0 where no element was seen (the state is then 0 / 0). In a sum with
/// other terms (a sink) these saw nothing either if all of it is 0.
static const AttnExpr *guard(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *e,
                             int depth) {
  if (e->kind != ATTN_EXPR_OP || depth > 32)
    return e;
  const AttnSpace *s = &plan->space;
  if (attnExprIsOp(e, "arith.divf"))
    e = cancelShifts(pool, s, e);
  else if (attnExprIsOp(e, "arith.addf"))
    e = cancelLog(pool, s, e);
  if (e->kind != ATTN_EXPR_OP)
    return e;
  const AttnExpr *args[3];
  for (int k = 0; k < e->numArgs; ++k)
    args[k] = guard(pool, plan, e->args[k], depth + 1);
  const AttnExpr *r = attnExprOp(pool, s, e->op, e->i, e->type, e->numArgs, args);
  if (!attnExprIsOp(r, "arith.divf"))
    return r;
  Product p = {0};
  collectProduct(r->args[1], false, &p);
  const AttnExpr *den = NULL, *sum = NULL;
  for (int i = 0; !p.overflow && i < p.nNum && !den; ++i) {
    sum = attnExprStripCasts(p.num[i]);
    den = twistedIn(plan, sum, 0);
  }
  if (!den)
    return r;
  const AttnExpr *empty = isZero(pool, s, den);
  if (sum != den)
    empty = attnExprOp(pool, s, "arith.andi", 0, empty->type, 2,
                       (const AttnExpr *[]){empty, isZero(pool, s, sum)});
  return attnExprOp(pool, s, "arith.select", 0, r->type, 3,
                    (const AttnExpr *[]){empty, attnExprFloat(pool, r->type, 0.0), r});
}

const AttnExpr *attnFinishProjection(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *e) {
  return attnGuardRows(pool, &plan->space, plan, guard(pool, plan, e, 0));
}
