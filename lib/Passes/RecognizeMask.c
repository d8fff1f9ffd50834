//===- RecognizeMask.c - What of a score is a mask ------------------------===//
//
//   select(p, y, fill), y + select(p, 0, fill)      the element counts where p holds
//
// with fill = -inf, or a large negative number where every row is proved to keep an element,
// whatever the data (semantics, rule 3). A mask that cuts off the end of the axis, `j < c` with a
// number c, is the end of the axis: what lies behind is not read.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <math.h>

/// a*j + rest >= 0 for every point, with j replaced by `j`?
static bool alwaysHolds(const AttnExpr *p, const FoldPlan *plan, MlirAffineExpr j) {
  if (attnExprIsOp(p, "arith.andi"))
    return alwaysHolds(p->args[0], plan, j) && alwaysHolds(p->args[1], plan, j);
  if (p->kind == ATTN_EXPR_INT)
    return p->i & 1;
  if (!attnExprIsOp(p, "arith.cmpi"))
    return false;
  MlirContext ctx = mlirAffineExprGetContext(j);
  MlirAffineExpr side[2];
  for (int k = 0; k < 2; ++k) {
    const AttnExpr *a = p->args[k];
    if (a->kind == ATTN_EXPR_INDEX)
      side[k] = a->idx[0];
    else if (a->kind == ATTN_EXPR_INT)
      side[k] = mlirAffineConstantExprGet(ctx, a->i);
    else
      return false;
  }
  MlirAffineExpr diff = mlirAffineAddExprGet(
      side[0], mlirAffineMulExprGet(side[1], mlirAffineConstantExprGet(ctx, -1)));
  MlirAffineExpr subst[ATTN_MAX_DIMS];
  for (int d = 0; d < plan->space.n; ++d)
    subst[d] = d == plan->fold ? j : mlirAffineDimExprGet(ctx, d);
  diff = attnAffineSimplify(
      mlirAffineExprCompose(diff, mlirAffineMapGet(ctx, plan->space.n, 0, plan->space.n, subst)),
      &plan->space);
  int64_t lo, hi;
  if (!attnSpaceRange(diff, &plan->space, &lo, &hi))
    return false;
  switch (p->i) {
  case 0:
    return lo == 0 && hi == 0;
  case 1:
    return lo > 0 || hi < 0;
  case 2:
    return hi < 0;
  case 3:
    return hi <= 0;
  case 4:
    return lo > 0;
  case 5:
    return lo >= 0;
  default:
    return false;
  }
}

/// Does every row keep at least one element, whatever the data? Tried at the first and last element
/// of the axis and at the row's own coordinate. Of a length that is known at run time (symbols) the
/// last element is not known, and it compares with itself only.
static bool everyRowKeeps(const AttnExpr *p, const FoldPlan *plan, const AttnSymbols *symbols,
                          MlirContext ctx) {
  int64_t n = plan->space.extent[plan->fold];
  bool symbolic = attnSymbolOf(symbols, n) >= 0;
  if (n <= 0)
    return false;
  if (alwaysHolds(p, plan, mlirAffineConstantExprGet(ctx, 0)) ||
      (!symbolic && alwaysHolds(p, plan, mlirAffineConstantExprGet(ctx, n - 1))))
    return true;
  for (int d = 0; d < plan->space.n; ++d)
    if (d != plan->fold && !(plan->contracted >> d & 1) && plan->space.extent[d] <= n &&
        (plan->space.extent[d] == n ||
         (!symbolic && attnSymbolOf(symbols, plan->space.extent[d]) < 0))) {
      MlirAffineExpr row = mlirAffineDimExprGet(ctx, d);
      MlirAffineExpr last =
          mlirAffineAddExprGet(row, mlirAffineConstantExprGet(ctx, n - plan->space.extent[d]));
      if (alwaysHolds(p, plan, row) || alwaysHolds(p, plan, last))
        return true;
    }
  return false;
}

const AttnExpr *attnNegated(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *p) {
  static const int64_t opposite[] = {1, 0, 5, 4, 3, 2, 9, 8, 7, 6};
  if (attnExprIsOp(p, "arith.cmpi") && p->i >= 0 && p->i < 10)
    return attnExprOp(pool, s, "arith.cmpi", opposite[p->i], p->type, 2, p->args);
  return attnExprOp(pool, s, "arith.xori", 0, p->type, 2,
                    (const AttnExpr *[]){p, attnExprInt(pool, p->type, 1)});
}

/// A value so low that exp(fill - m) is 0 next to any score a model produces.
static bool isFill(const AttnExpr *e, bool *finite) {
  e = attnExprStripCasts(e);
  if (e->kind != ATTN_EXPR_FLOAT)
    return false;
  *finite = !isinf(e->f);
  return e->f == -INFINITY || e->f <= -1e9;
}

void attnPeelMasks(AttnExprPool *pool, const FoldPlan *plan, const RecognizeOptions *options,
                   const AttnExpr **x, const AttnExpr **keep) {
  for (;;) {
    const AttnExpr *e = attnExprStripCasts(*x), *p = NULL, *rest = NULL;
    bool finite = false;
    if (attnExprIsFloat(e, -INFINITY) && !*keep) { // nothing counts
      *keep = attnExprInt(pool, mlirIntegerTypeGet(mlirTypeGetContext(e->type), 1), 0);
      *x = attnExprFloat(pool, e->type, 0.0);
      return;
    }
    if (attnExprIsOp(e, "arith.select")) {
      if (isFill(e->args[2], &finite))
        p = e->args[0], rest = e->args[1];
      else if (isFill(e->args[1], &finite))
        p = attnNegated(pool, &plan->space, e->args[0]), rest = e->args[2];
    } else if (attnExprIsOp(e, "arith.addf")) {
      for (int k = 0; k < 2 && !p; ++k) {
        const AttnExpr *s = attnExprStripCasts(e->args[k]);
        if (!attnExprIsOp(s, "arith.select"))
          continue;
        const AttnExpr *t = attnExprStripCasts(s->args[1]), *f = attnExprStripCasts(s->args[2]);
        if (attnExprIsFloat(t, 0.0) && isFill(f, &finite))
          p = s->args[0], rest = e->args[1 - k];
        else if (attnExprIsFloat(f, 0.0) && isFill(t, &finite))
          p = attnNegated(pool, &plan->space, s->args[0]), rest = e->args[1 - k];
      }
    }
    if (!p)
      return;
    const AttnExpr *both = *keep ? attnExprOp(pool, &plan->space, "arith.andi", 0, p->type, 2,
                                              (const AttnExpr *[]){*keep, p})
                                 : p;
    if (finite && !options->assumeMasked &&
        !everyRowKeeps(both, plan, options->symbols, mlirTypeGetContext(p->type)))
      return; // the fill stays a value (semantics, rule 3)
    *keep = both;
    *x = rest;
  }
}

/// Is p `j < c` for the plan's fold axis j? Then c.
static bool cutsEnd(const AttnExpr *p, const FoldPlan *plan, int64_t *c) {
  // cmpi predicates: 2 slt, 3 sle, 4 sgt, 5 sge, then the unsigned ones; coordinates are no
  // negatives
  if (!attnExprIsOp(p, "arith.cmpi") || p->i < 2)
    return false;
  int64_t kind = p->i < 6 ? p->i : p->i - 4;
  bool less = kind < 4;
  const AttnExpr *j = p->args[less ? 0 : 1], *bound = p->args[less ? 1 : 0];
  if (j->kind != ATTN_EXPR_INDEX || !mlirAffineExprIsADim(j->idx[0]) ||
      mlirAffineDimExprGetPosition(j->idx[0]) != plan->fold || bound->kind != ATTN_EXPR_INT)
    return false;
  *c = bound->i + (kind == 3 || kind == 5);
  return *c > 1; // an axis of one element would be none
}

/// p without its conditions that cut off the end of the axis, the least of them in *end; NULL:
/// there is no other.
static const AttnExpr *withoutEnd(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *p,
                                  int64_t *end) {
  int64_t c;
  if (cutsEnd(p, plan, &c)) {
    *end = c < *end ? c : *end;
    return NULL;
  }
  if (!attnExprIsOp(p, "arith.andi"))
    return p;
  const AttnExpr *a = withoutEnd(pool, plan, p->args[0], end),
                 *b = withoutEnd(pool, plan, p->args[1], end);
  if (!a || !b)
    return a ? a : b;
  return attnExprOp(pool, &plan->space, "arith.andi", 0, p->type, 2, (const AttnExpr *[]){a, b});
}

void attnTrimFold(AttnExprPool *pool, FoldPlan *plan, const AttnSymbols *symbols) {
  FoldChannel *pivot = &plan->channel[0];
  int64_t end = plan->space.extent[plan->fold];
  if (!plan->score || !pivot->keep || attnSymbolOf(symbols, end) >= 0)
    return;
  for (int c = 1; c < plan->numChannels; ++c)
    if (!plan->channel[c].twisted)
      return;
  pivot->keep = withoutEnd(pool, plan, pivot->keep, &end);
  plan->space.extent[plan->fold] = end;
}
