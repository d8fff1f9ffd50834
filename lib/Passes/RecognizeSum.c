//===- RecognizeSum.c - Sums without weights beside a maximum -------------===//
//
// A fold that computes scores s(i, j) for their maximum can sum them as well:
//
//   plain      sum_j f(s(i, j), j)           channel add, lift f: one more pass over the same
//   scores one term   sum_j (j == t(i) ? f(s(i, j), c(i)) : 0)
//                                            channel add, lift (j == t ? s : 0) =: g; since at most
//                                            one term counts, the sum is (0 <= t < n ? f(g, c) :
//                                            0), and f goes to the projection, where c may be the
//                                            fold's own maximum or the logarithm of its sum
//
// The second is what a gather of a computed value is after attn-normalize (the logit of the target
// of a cross-entropy, whatever has been subtracted from it).
//
// A sum that reads anything else along the axis is a fold of its own: it would not share the
// scores.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <string.h>

//===--- what is read along the axis --------------------------------------===//

typedef struct Varying {
  const AttnExpr *e[8];
  int n;
  bool coordinate, overflow;
} Varying;

/// Elements and contractions that vary along the axis, not what is inside of those.
static void collectVarying(const AttnExpr *e, int fold, Varying *v) {
  if (!(e->dims >> fold & 1))
    return;
  if (e->kind == ATTN_EXPR_OP) {
    for (int i = 0; i < e->numArgs; ++i)
      collectVarying(e->args[i], fold, v);
    return;
  }
  if (e->kind != ATTN_EXPR_LOAD && e->kind != ATTN_EXPR_CONTRACT) {
    v->coordinate = true;
    return;
  }
  for (int i = 0; i < v->n; ++i)
    if (v->e[i] == e)
      return;
  v->overflow |= v->n == 8;
  if (!v->overflow)
    v->e[v->n++] = e;
}

typedef struct Search {
  const AttnExpr *what;
  bool found;
} Search;

static void searchNode(const AttnExpr *e, void *user) {
  Search *s = user;
  s->found |= e == s->what;
}

/// Are these all read by the scores? At least one must be.
static bool areScores(const FoldPlan *plan, const Varying *v) {
  const FoldChannel *c = &plan->channel[0];
  const AttnExpr *scores[] = {c->lift, c->keep, c->lhs};
  for (int i = 0; i < v->n; ++i) {
    Search s = {.what = v->e[i]};
    for (int k = 0; k < 3; ++k)
      if (scores[k])
        attnExprWalk(scores[k], searchNode, &s);
    if (!s.found)
      return false;
  }
  return v->n > 0 && !v->overflow;
}

static void findReduction(const AttnExpr *e, void *user) {
  *(bool *)user |= e->kind == ATTN_EXPR_LOAD && !mlirOperationIsNull(attnDef(e->value)) &&
                   attnIsReduction(attnDef(e->value));
}

static bool readsReduction(const AttnExpr *e) {
  bool reads = false;
  attnExprWalk(e, findReduction, &reads);
  return reads;
}

//===--- channels ---------------------------------------------------------===//

/// The state of the plain sum of `lift`, a channel that may be there already; NULL: too many.
static const AttnExpr *plainState(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *lift,
                                  MlirType type) {
  static const char *const names[] = {"s", "s1", "s2", "s3", "s4", "s5", "s6", "s7"};
  int n = 0, c = 1;
  for (; c < plan->numChannels; ++c) {
    if (!plan->channel[c].twisted && plan->channel[c].lift == lift)
      break;
    n += !plan->channel[c].twisted;
  }
  FoldChannel *ch =
      c < plan->numChannels ? &plan->channel[c] : attnPlanChannel(plan, names[n], "add", type);
  if (!ch)
    return NULL;
  ch->lift = lift;
  return attnExprState(pool, c, ch->type, 0);
}

//===--- one term ---------------------------------------------------------===//

/// (j == at ? x : 0), at not varying along the axis.
typedef struct Term {
  const AttnExpr *when, *at, *x;
} Term;

static bool isFoldIndex(const AttnExpr *e, int fold) {
  return e->kind == ATTN_EXPR_INDEX && mlirAffineExprIsADim(e->idx[0]) &&
         mlirAffineDimExprGetPosition(e->idx[0]) == fold;
}

static bool readTerm(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *lift, Term *t) {
  const AttnExpr *e = attnExprStripCasts(lift);
  if (!attnExprIsOp(e, "arith.select"))
    return false;
  bool equal = attnExprIsFloat(e->args[2], 0.0); // cmpi predicates: 0 eq, 1 ne
  const AttnExpr *c = e->args[0];
  if ((!equal && !attnExprIsFloat(e->args[1], 0.0)) || !attnExprIsOp(c, "arith.cmpi") ||
      c->i != (equal ? 0 : 1))
    return false;
  int side = isFoldIndex(c->args[0], plan->fold) ? 1 : 0;
  if (!isFoldIndex(c->args[1 - side], plan->fold) || (c->args[side]->dims >> plan->fold & 1))
    return false;
  *t = (Term){attnExprOp(pool, &plan->space, "arith.cmpi", 0, c->type, 2, c->args), c->args[side],
              e->args[equal ? 1 : 2]};
  return true;
}

/// The bound of minsi(x, c) or maxsi(x, c), and x.
static const AttnExpr *bounded(const AttnExpr *e, const char *op, int64_t *c) {
  for (int k = 0; attnExprIsOp(e, op) && k < 2; ++k)
    if (e->args[k]->kind == ATTN_EXPR_INT) {
      *c = e->args[k]->i;
      return e->args[1 - k];
    }
  return NULL;
}

/// Is 0 <= e < extent for whatever data: clamped on both sides, by the outer bound into the inner
/// one?
static bool isClamped(const AttnExpr *e, int64_t extent) {
  int64_t lo, hi;
  const AttnExpr *x = bounded(e, "arith.minsi", &hi);
  bool minOutside = x != NULL;
  x = minOutside ? bounded(x, "arith.maxsi", &lo) : bounded(e, "arith.maxsi", &lo);
  if (!minOutside && x)
    x = bounded(x, "arith.minsi", &hi);
  return x && lo >= 0 && hi < extent && lo <= hi;
}

/// x where the coordinate `at` is one of the axis, else 0. NULL: that cannot be said (the length is
/// known at run time only).
static const AttnExpr *inBounds(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *at,
                                const AttnSymbols *symbols, const AttnExpr *x) {
  const AttnSpace *s = &plan->space;
  int64_t extent = s->extent[plan->fold];
  if (attnSymbolOf(symbols, extent) >= 0)
    return NULL;
  if (isClamped(at, extent))
    return x;
  MlirType i1 = mlirIntegerTypeGet(mlirTypeGetContext(x->type), 1);
  const AttnExpr *in =
      attnExprOp(pool, s, "arith.cmpi", 9, i1, 2, // uge: a negative coordinate is a large one
                 (const AttnExpr *[]){at, attnExprInt(pool, at->type, extent)});
  return attnExprOp(pool, s, "arith.select", 0, x->type, 3,
                    (const AttnExpr *[]){in, attnExprFloat(pool, x->type, 0.0), x});
}

static const AttnExpr *oneTerm(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *lift,
                               const AttnSymbols *symbols, MlirType type) {
  const AttnSpace *s = &plan->space;
  Term t;
  Varying v = {0};
  if (!readTerm(pool, plan, lift, &t))
    return NULL;
  const AttnExpr *x = attnInlineContractions(pool, plan, t.x);
  collectVarying(x, plan->fold, &v);
  if (v.coordinate || !areScores(plan, &v))
    return NULL;
  for (int i = 0; i < v.n; ++i) {
    const AttnExpr *e = v.e[i];
    if (!mlirTypeIsAFloat(e->type))
      return NULL;
    const AttnExpr *picked =
        attnExprOp(pool, s, "arith.select", 0, e->type, 3,
                   (const AttnExpr *[]){t.when, e, attnExprFloat(pool, e->type, 0.0)});
    const AttnExpr *sum = plainState(pool, plan, picked, type);
    if (sum && !mlirTypeEqual(sum->type, e->type))
      sum = attnExprOp(pool, s, "arith.truncf", 0, e->type, 1, &sum);
    if (!sum)
      return NULL;
    x = attnExprReplace(pool, s, x, e, sum);
  }
  if (!mlirTypeEqual(x->type, type))
    x = attnExprOp(pool, s, "arith.extf", 0, type, 1, &x);
  return x->dims >> plan->fold & 1 ? NULL : inBounds(pool, plan, t.at, symbols, x);
}

//===--- the sum ----------------------------------------------------------===//

bool attnPlanPlainSum(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *lift,
                      const AttnSymbols *symbols, MlirType type, const AttnExpr **value,
                      const char **why) {
  *why = "it is no sum weighted by the fold's own weights, nor one of its scores";
  if (!plan->score && !plan->contracted)
    return false;
  FoldPlan saved = *plan;
  *value = oneTerm(pool, plan, lift, symbols, type);
  if (*value)
    return true;
  *plan = saved;
  Varying v = {0};
  const AttnExpr *x = attnInlineContractions(pool, plan, lift);
  collectVarying(x, plan->fold, &v);
  // Another reduction that it reads could be one of this fold's.
  if (areScores(plan, &v) && !readsReduction(x))
    *value = plainState(pool, plan, x, type);
  if (!*value)
    *plan = saved;
  return *value;
}

//===--- folds that are there already -------------------------------------===//

typedef struct Loads {
  const AttnExpr *e[16];
  int n;
} Loads;

static void collectLoad(const AttnExpr *e, void *user) {
  Loads *l = user;
  if (e->kind == ATTN_EXPR_LOAD && l->n < 16)
    l->e[l->n++] = e;
}

/// The loops of r as expressions over the plan's space, from where both read the same element.
static bool solveLoops(const FoldPlan *plan, const AttnReduction *r, const AttnExpr *mine,
                       const AttnExpr *theirs, MlirAffineExpr *loops) {
  MlirContext ctx = mlirOperationGetContext(r->op);
  bool known[ATTN_MAX_DIMS] = {false};
  for (int d = 0; d < r->space.n; ++d) {
    loops[d] = mlirAffineConstantExprGet(ctx, 0);
    known[d] = r->space.extent[d] == 1;
  }
  for (int k = 0; k < mine->numIdx; ++k) {
    if (!mlirAffineExprIsADim(mine->idx[k])) {
      if (!mlirAffineExprEqual(mine->idx[k], theirs->idx[k]))
        return false;
      continue;
    }
    int d = (int)mlirAffineDimExprGetPosition(mine->idx[k]);
    loops[d] = theirs->idx[k];
    known[d] = true;
  }
  int axis = r->reduced ? __builtin_ctz(r->reduced) : 0;
  bool same =
      mlirAffineExprIsADim(loops[axis]) && mlirAffineDimExprGetPosition(loops[axis]) == plan->fold;
  for (int d = 0; d < r->space.n; ++d)
    same &= known[d] && (d == axis || !mlirAffineExprIsFunctionOfDim(loops[d], plan->fold));
  return same;
}

const AttnExpr *attnPlanReach(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r) {
  Loads mine = {0}, theirs = {0};
  if (!plan->score || r->reduced & (r->reduced - 1))
    return NULL;
  attnExprWalk(r->lift, collectLoad, &mine);
  attnExprWalk(plan->score, collectLoad, &theirs);
  for (int i = 0; i < mine.n; ++i)
    for (int k = 0; k < theirs.n; ++k) {
      MlirAffineExpr loops[ATTN_MAX_DIMS], idx[ATTN_MAX_DIMS];
      if (!mlirValueEqual(mine.e[i]->value, theirs.e[k]->value) ||
          !(theirs.e[k]->dims >> plan->fold & 1) ||
          !solveLoops(plan, r, mine.e[i], theirs.e[k], loops))
        continue;
      for (int d = 0; d < r->outRank; ++d)
        idx[d] = r->outDim[d] < 0 ? mlirAffineConstantExprGet(mlirOperationGetContext(r->op), 0)
                                  : loops[r->outDim[d]];
      return attnExprLoad(pool, &plan->space, r->result, r->outRank, idx);
    }
  return NULL;
}
