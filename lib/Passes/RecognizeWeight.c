//===- RecognizeWeight.c - Exponentials relative to a maximum -------------===//
// See attnIsWeight in Recognize.h.
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <math.h>
#include <string.h>

typedef struct Leaves {
  const AttnExpr *allowed;
  bool other;
} Leaves;

static void checkLeaf(const AttnExpr *e, void *user) {
  Leaves *l = user;
  bool leaf =
      e->kind == ATTN_EXPR_LOAD || e->kind == ATTN_EXPR_SCALAR || e->kind == ATTN_EXPR_INDEX;
  if (leaf && e != l->allowed)
    l->other = true;
}

/// select(m is finite, m, 0) is m for every row that has a finite maximum, and where it is not, the
/// stable merge has the same guard.
static const AttnExpr *stripGuard(const AttnExpr *g) {
  g = attnExprStripCasts(g);
  if (!attnExprIsOp(g, "arith.select"))
    return g;
  const AttnExpr *m = NULL;
  if (attnExprIsFloat(g->args[2], 0.0))
    m = attnExprStripCasts(g->args[1]);
  else if (attnExprIsFloat(g->args[1], 0.0))
    m = attnExprStripCasts(g->args[2]);
  if (!m || m->kind != ATTN_EXPR_LOAD)
    return g;
  Leaves leaves = {.allowed = m};
  attnExprWalk(g->args[0], checkLeaf, &leaves);
  return leaves.other ? g : m;
}

typedef struct MaxSearch {
  AttnExprPool *pool;
  const FoldPlan *plan;
  const AttnExpr *score, *found;
  bool clamped;
  const char *why;
} MaxSearch;

/// Is e the maximum over the plan's fold axis of the score?
static void matchMax(const AttnExpr *e, void *user) {
  MaxSearch *q = user;
  if (q->found || e->kind != ATTN_EXPR_LOAD || mlirOperationIsNull(attnDef(e->value)) ||
      !attnIsReduction(attnDef(e->value)))
    return;
  AttnReduction r;
  int axis;
  const char *why;
  if (!attnReadReduction(q->pool, attnDef(e->value), &r, &why)) {
    q->why = why;
    return;
  }
  if (strcmp(r.monoid, "max") || !attnSingleAxis(&r, &axis)) {
    q->why = "what exp's argument subtracts is no maximum over one axis";
    return;
  }
  if (r.space.extent[axis] != q->plan->space.extent[q->plan->fold]) {
    q->why = "the maximum runs over another axis than the sum";
    return;
  }
  if (attnExprStripCasts(attnLiftAt(q->pool, q->plan, &r, e->idx, q->plan->fold)) != q->score) {
    q->why = "the maximum is not the maximum of the same scores over the same axis";
    return;
  }
  q->found = e;
  q->clamped = r.init != NULL;
}

/// k*x with a constant k > 0, seen through.
static const AttnExpr *stripScale(const AttnExpr *e, double *k) {
  for (;;) {
    e = attnExprStripCasts(e);
    bool mul = attnExprIsOp(e, "arith.mulf"), div = attnExprIsOp(e, "arith.divf");
    if (!mul && !div)
      return e;
    int c = e->args[1]->kind == ATTN_EXPR_FLOAT          ? 1
            : mul && e->args[0]->kind == ATTN_EXPR_FLOAT ? 0
                                                         : -1;
    if (c < 0 || !(e->args[c]->f > 0) || isinf(e->args[c]->f))
      return e;
    *k = mul ? *k * e->args[c]->f : *k / e->args[c]->f;
    e = e->args[1 - c];
  }
}

const AttnExpr *attnStripShift(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *x,
                               const AttnExpr **shift) {
  for (*shift = NULL;;) {
    x = attnExprStripCasts(x);
    bool sub = attnExprIsOp(x, "arith.subf"), add = attnExprIsOp(x, "arith.addf");
    int k = (sub || add) && !(x->args[1]->dims >> plan->fold & 1) ? 1
            : add && !(x->args[0]->dims >> plan->fold & 1)        ? 0
                                                                  : -1;
    if (k < 0)
      return x;
    const AttnExpr *r = x->args[k];
    if (add)
      r = attnExprOp(pool, &plan->space, "arith.negf", 0, r->type, 1, &r);
    if (*shift)
      r = attnExprOp(pool, &plan->space, "arith.addf", 0, (*shift)->type, 2,
                     (const AttnExpr *[]){*shift, r});
    *shift = r;
    x = x->args[1 - k];
  }
}

/// exp((x - r) - c) where r has the maximum of x in it already (a softmax of what a maximum was
/// subtracted from) is exp(x - (r + c)).
static void joinShifts(AttnExprPool *pool, MaxSearch *q, const AttnExpr **c) {
  const AttnExpr *r, *x = attnStripShift(pool, q->plan, q->score, &r);
  if (!r)
    return;
  MaxSearch inner = {.pool = pool, .plan = q->plan, .score = x};
  attnExprWalk(r, matchMax, &inner);
  if (!inner.found)
    return;
  *q = inner;
  *c = attnExprOp(pool, &q->plan->space, "arith.addf", 0, (*c)->type, 2,
                  (const AttnExpr *[]){*c, r});
}

bool attnIsWeight(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *e, FoldWeight *w,
                  const char **why) {
  bool base2 = attnExprIsOp(e, "math.exp2");
  if (!attnExprIsOp(e, "math.exp") && !base2)
    return false;
  double k = 1;
  const AttnExpr *diff = stripScale(e->args[0], &k);
  if (!attnExprIsOp(diff, "arith.subf")) {
    *why = "the argument of exp is no difference";
    return false;
  }
  *w = (FoldWeight){.nNorm = 0};
  const AttnExpr *c = stripGuard(diff->args[1]);
  if (c->dims >> plan->fold & 1) {
    *why = c->kind == ATTN_EXPR_LOAD && attnIsReduction(attnDef(c->value))
               ? "the maximum that exp's argument subtracts varies along the folded axis"
               : "what exp's argument subtracts is no reduction's result";
    return false;
  }
  MaxSearch q = {.pool = pool, .plan = plan, .score = attnExprStripCasts(diff->args[0])};
  q.why = "what exp's argument subtracts is no reduction's result";
  joinShifts(pool, &q, &c);
  if (!q.found)
    attnExprWalk(c, matchMax, &q);
  if (!q.found) {
    *why = q.why;
    return false;
  }
  w->score = q.score;
  w->scale = base2 ? k * M_LN2 : k;
  w->max = q.found;
  w->clamped = q.clamped;
  const char *log = base2 ? "math.log2" : "math.log";
  for (bool more = k == 1; more && attnExprIsOp(c, "arith.addf") && w->nNorm < 4;) {
    more = false;
    for (int i = 0; i < 2 && !more; ++i) {
      const AttnExpr *l = attnExprStripCasts(c->args[i]);
      if (!attnExprIsOp(l, log))
        continue;
      w->norm[w->nNorm++] = attnExprStripCasts(l->args[0]);
      c = stripGuard(c->args[1 - i]);
      more = true;
    }
  }
  w->shift = c == q.found && !q.clamped ? NULL : c;
  return true;
}
