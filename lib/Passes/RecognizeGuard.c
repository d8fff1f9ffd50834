//===- RecognizeGuard.c - Rows that saw nothing, outside of the merge -----===//
//
// A weight exp(k*(x - c)) and a quotient by a sum of weights also stand where no channel carries
// them: in maps over a fold's results, in projections that read another fold's, in what is left of
// an axis part of one element (a sink behind the scores), in the lift of a plain sum. There they
// meet the identity of a row that saw nothing, c = -inf and y = 0, and the input's own arithmetic
// gives -inf - -inf or 0 / 0. The guards are those of the merge and the projection (semantics, rule
// 2), paid once a row:
//
//   exp(k*(x - c))   c a maximum            c' = c == -inf ? 0 : c
//   e / y            y a sum of weights     y' = y == 0 ? 1 : y
//   o / y            the same, o a weighted sum, a state of the fold; y of exponentials, of another
//                    fold (the weights in o are squares of those in y)
//
//   a maximum          the result of a max reduction, the state of a max channel, the larger of one
//                      and something else, a positive multiple of one, one plus a logarithm
//   a sum of weights   the result of an add reduction, one plus something else
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

typedef struct Guard {
  AttnExprPool *pool;
  const AttnSpace *space;
  const FoldPlan *plan; ///< whose states may be read; NULL: none
} Guard;

/// The monoid of the reduction that e loads; NULL if it loads none. *through: what else it loads,
/// as an expression (NULL: a root).
static const char *reductionOf(const Guard *g, const AttnExpr *e, const AttnExpr **through) {
  *through = NULL;
  if (e->kind != ATTN_EXPR_LOAD || mlirOperationIsNull(attnDef(e->value)))
    return NULL;
  if (attnIsReduction(attnDef(e->value)))
    return attnReductionMonoid(attnDef(e->value));
  const AttnExpr *x = attnExprPullAll(g->pool, g->space, e->value, e->idx);
  *through = x == e ? NULL : x;
  return NULL;
}

static int positiveFactor(const AttnExpr *e) {
  bool mul = attnExprIsOp(e, "arith.mulf");
  if (!mul && !attnExprIsOp(e, "arith.divf"))
    return -1;
  for (int k = mul ? 0 : 1; k < 2; ++k)
    if (e->args[k]->kind == ATTN_EXPR_FLOAT && e->args[k]->f > 0 && !isinf(e->args[k]->f))
      return k;
  return -1;
}

/// Can e be -inf only where a maximum over nothing is?
static bool isMaximum(const Guard *g, const AttnExpr *e, int depth) {
  e = attnExprStripCasts(e);
  if (depth > MAX_DEPTH)
    return false;
  if (e->kind == ATTN_EXPR_STATE)
    return g->plan && !g->plan->channel[e->i].twisted &&
           strcmp(g->plan->channel[e->i].monoid, "max") == 0;
  const AttnExpr *through;
  const char *monoid = reductionOf(g, e, &through);
  if (monoid || through)
    return monoid ? strcmp(monoid, "max") == 0 : isMaximum(g, through, depth + 1);
  int factor = positiveFactor(e);
  if (factor >= 0)
    return isMaximum(g, e->args[1 - factor], depth + 1);
  bool larger = attnExprIsOp(e, "arith.maximumf") || attnExprIsOp(e, "arith.maxnumf");
  bool sum = attnExprIsOp(e, "arith.addf");
  for (int k = 0; k < 2 && (larger || sum); ++k) {
    const AttnExpr *other = attnExprStripCasts(e->args[1 - k]);
    bool finite = other->kind == ATTN_EXPR_FLOAT && other->f > -INFINITY; // the guard is there
    bool log = attnExprIsOp(other, "math.log") || attnExprIsOp(other, "math.log2");
    if ((larger ? !finite : log) && isMaximum(g, e->args[k], depth + 1))
      return true;
  }
  return false;
}

static bool isWeightSum(const Guard *g, const AttnExpr *e, int depth) {
  e = attnExprStripCasts(e);
  const AttnExpr *through;
  const char *monoid = reductionOf(g, e, &through);
  if (depth > MAX_DEPTH)
    return false;
  if (monoid || through)
    return monoid ? strcmp(monoid, "add") == 0 : isWeightSum(g, through, depth + 1);
  return attnExprIsOp(e, "arith.addf") &&
         (isWeightSum(g, e->args[0], depth + 1) || isWeightSum(g, e->args[1], depth + 1));
}

static void findExp(const AttnExpr *e, void *user) {
  *(bool *)user |= attnExprIsOp(e, "math.exp") || attnExprIsOp(e, "math.exp2");
}

/// Is e a sum of exponentials that another fold computes?
static bool sumsExponentials(const Guard *g, const AttnExpr *e) {
  AttnReduction r;
  const char *why;
  bool found = false;
  e = attnExprStripCasts(e);
  if (e->kind == ATTN_EXPR_LOAD && attnIsReduction(attnDef(e->value)) &&
      attnReadReduction(g->pool, attnDef(e->value), &r, &why) && strcmp(r.monoid, "add") == 0)
    attnExprWalk(r.lift, findExp, &found);
  return found;
}

/// Is e a weighted sum of the fold, maybe with factors?
static bool isWeighted(const Guard *g, const AttnExpr *e) {
  e = attnExprStripCasts(e);
  if (e->kind == ATTN_EXPR_STATE)
    return g->plan && g->plan->channel[e->i].twisted;
  if (attnExprIsOp(e, "arith.divf"))
    return isWeighted(g, e->args[0]);
  return attnExprIsOp(e, "arith.mulf") && (isWeighted(g, e->args[0]) || isWeighted(g, e->args[1]));
}

/// e == from ? to : e
static const AttnExpr *replaced(const Guard *g, const AttnExpr *e, double from, double to) {
  MlirType i1 = mlirIntegerTypeGet(mlirTypeGetContext(e->type), 1);
  const AttnExpr *is = attnExprOp(g->pool, g->space, "arith.cmpf", 1, i1, 2,
                                  (const AttnExpr *[]){e, attnExprFloat(g->pool, e->type, from)});
  return attnExprOp(g->pool, g->space, "arith.select", 0, e->type, 3,
                    (const AttnExpr *[]){is, attnExprFloat(g->pool, e->type, to), e});
}

static const AttnExpr *rebuilt(const Guard *g, const AttnExpr *e, int k, const AttnExpr *arg) {
  const AttnExpr *args[3] = {NULL};
  memcpy(args, e->args, (size_t)e->numArgs * sizeof *args);
  args[k] = arg;
  return attnExprOp(g->pool, g->space, e->op, e->i, e->type, e->numArgs, args);
}

/// The argument of an exponential: k*(x - c) with c guarded.
static const AttnExpr *guardShift(const Guard *g, const AttnExpr *e) {
  if (e->kind != ATTN_EXPR_OP)
    return e;
  int factor = positiveFactor(e), at = factor >= 0 ? 1 - factor : 0;
  if (factor >= 0 || attnExprIsOp(e, "arith.extf") || attnExprIsOp(e, "arith.truncf")) {
    const AttnExpr *x = guardShift(g, e->args[at]);
    return x == e->args[at] ? e : rebuilt(g, e, at, x);
  }
  if (!attnExprIsOp(e, "arith.subf") || !isMaximum(g, e->args[1], 0))
    return e;
  return rebuilt(g, e, 1, replaced(g, e->args[1], -INFINITY, 0));
}

static const AttnExpr *guard(const Guard *g, const AttnExpr *e, int depth) {
  if (e->kind != ATTN_EXPR_OP || depth > MAX_DEPTH)
    return e;
  const AttnExpr *shift;
  if (attnIsRescale(e, &shift)) // is 0 where the maximum is -inf
    return e;
  const AttnExpr *args[3];
  bool same = true;
  for (int k = 0; k < e->numArgs; ++k) {
    args[k] = guard(g, e->args[k], depth + 1);
    same &= args[k] == e->args[k];
  }
  if (attnExprIsOp(e, "math.exp") || attnExprIsOp(e, "math.exp2"))
    args[0] = guardShift(g, args[0]);
  else if (attnExprIsOp(e, "arith.divf") && attnExprIsOp(attnExprStripCasts(args[0]), "math.exp") &&
           isWeightSum(g, args[1], 0))
    args[1] = replaced(g, args[1], 0, 1);
  else if (attnExprIsOp(e, "arith.divf") && isWeighted(g, args[0]) && sumsExponentials(g, args[1]))
    args[1] = replaced(g, args[1], 0, 1);
  else if (same)
    return e;
  return attnExprOp(g->pool, g->space, e->op, e->i, e->type, e->numArgs, args);
}

const AttnExpr *attnGuardRows(AttnExprPool *pool, const AttnSpace *space, const FoldPlan *plan,
                              const AttnExpr *e) {
  return guard(&(Guard){pool, space, plan}, e, 0);
}
