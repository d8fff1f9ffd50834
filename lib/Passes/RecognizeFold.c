//===- RecognizeFold.c - The algebra of one fold --------------------------===//
//
// From a reduction over one axis to a carrier, by algebra on expressions:
//
//   plain      sum_j x_j                         channel add, lift x
//   bilinear   sum_j a(i,j) * b(j,n)             channel add, lift a (*) b: a contraction over j
//   pivot      max_j x_j                         channel max, lift x
//   twisted    sum_j exp(x_j - max_j x_j) * w_j * c
//              c independent of j                channel add relative to the pivot, lift w; c goes
//              to
//                                                the projection (the sum is linear)
//   contract   x_j = f(sum_c a(i,c) * b(j,c))    the inner sum becomes carrier.contract in the lift
//   mask       x_j = select(p, y_j, -inf)        carrier.mask(p, y): the identity where p is false
//
// The maximum must be the maximum of the very same expression over the very same axis: both are
// written over the plan's dimensions and compared as hash-consed nodes. Nothing else decides.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <math.h>
#include <string.h>

//===--- products ---------------------------------------------------------===//

typedef struct Factors {
  const AttnExpr *num[16], *den[16];
  int nNum, nDen;
  bool overflow;
} Factors;

static void addFactor(Factors *f, const AttnExpr *e, bool inverse) {
  int *n = inverse ? &f->nDen : &f->nNum;
  if (*n == 16)
    f->overflow = true;
  else
    (inverse ? f->den : f->num)[(*n)++] = e;
}

/// Splits a product into factors. Casts are seen through where a product, a quotient or an
/// exponential lies behind them (an accumulation in more precision than the input wrote), and
/// where they only widen.
static void factorise(const AttnExpr *e, bool inverse, Factors *f) {
  const AttnExpr *x = attnExprStripCasts(e);
  if (attnExprIsOp(x, "arith.mulf")) {
    factorise(x->args[0], inverse, f);
    factorise(x->args[1], inverse, f);
  } else if (attnExprIsOp(x, "arith.divf")) {
    factorise(x->args[0], inverse, f);
    factorise(x->args[1], !inverse, f);
  } else if (attnExprIsOp(x, "math.exp")) {
    addFactor(f, x, inverse);
  } else {
    while (attnExprIsOp(e, "arith.extf"))
      e = e->args[0];
    addFactor(f, e, inverse);
  }
}

static bool isOne(const AttnExpr *e) { return attnExprIsFloat(e, 1.0); }

/// num / den as an expression of float type; the constant one if there are no factors.
static const AttnExpr *product(AttnExprPool *pool, const AttnSpace *s, MlirType f32, int nNum,
                               const AttnExpr *const *num, int nDen, const AttnExpr *const *den) {
  const AttnExpr *e = NULL;
  for (int i = 0; i < nNum; ++i)
    if (!isOne(num[i]))
      e = e ? attnExprOp(pool, s, "arith.mulf", 0, f32, 2, (const AttnExpr *[]){e, num[i]})
            : num[i];
  if (!e)
    e = attnExprFloat(pool, f32, 1.0);
  for (int i = 0; i < nDen; ++i)
    e = attnExprOp(pool, s, "arith.divf", 0, f32, 2, (const AttnExpr *[]){e, den[i]});
  return e;
}

//===--- reductions in the plan's dimensions ------------------------------===//

static bool singleAxis(const AttnReduction *r, int *axis) {
  if (!r->reduced || (r->reduced & (r->reduced - 1)))
    return false;
  *axis = __builtin_ctz(r->reduced);
  return true;
}

/// The lift of r, read by a load at idx, over the plan's space with r's axis at dimension `fold`.
static const AttnExpr *liftAt(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r,
                              const MlirAffineExpr *idx, int fold) {
  MlirContext ctx = mlirOperationGetContext(r->op);
  MlirAffineExpr subst[ATTN_MAX_DIMS];
  for (int d = 0; d < r->space.n; ++d)
    subst[d] = mlirAffineConstantExprGet(ctx, 0);
  for (int k = 0; k < r->outRank; ++k)
    if (r->outDim[k] >= 0)
      subst[r->outDim[k]] = idx[k];
  int axis = 0; // callers have checked that there is one
  singleAxis(r, &axis);
  subst[axis] = mlirAffineDimExprGet(ctx, fold);
  return attnExprSubst(pool, r->lift, &r->space, &plan->space, subst);
}

//===--- the twist --------------------------------------------------------===//

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

/// Is `e` = exp(x - m) with m the maximum over the plan's fold axis of the same x? Then *x is it.
static bool isWeight(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *e,
                     const AttnExpr **x, const AttnExpr **max, const char **why) {
  if (!attnExprIsOp(e, "math.exp"))
    return false;
  const AttnExpr *diff = attnExprStripCasts(e->args[0]);
  if (!attnExprIsOp(diff, "arith.subf")) {
    *why = "the argument of exp is no difference";
    return false;
  }
  const AttnExpr *score = attnExprStripCasts(diff->args[0]), *m = stripGuard(diff->args[1]);
  if (m->kind != ATTN_EXPR_LOAD || !attnIsReduction(attnDef(m->value))) {
    *why = "what exp's argument subtracts is no reduction's result";
    return false;
  }
  if (m->dims >> plan->fold & 1) {
    *why = "the maximum that exp's argument subtracts varies along the folded axis";
    return false;
  }
  AttnReduction r;
  int axis;
  if (!attnReadReduction(pool, attnDef(m->value), &r, why))
    return false;
  if (strcmp(r.monoid, "max") || !singleAxis(&r, &axis)) {
    *why = "what exp's argument subtracts is no maximum over one axis";
    return false;
  }
  if (r.init) {
    *why = "the maximum starts from a value that is not -inf";
    return false;
  }
  if (r.space.extent[axis] != plan->space.extent[plan->fold]) {
    *why = "the maximum runs over another axis than the sum";
    return false;
  }
  const AttnExpr *same = attnExprStripCasts(liftAt(pool, plan, &r, m->idx, plan->fold));
  if (same != score) {
    *why = "the maximum is not the maximum of the same scores over the same axis";
    return false;
  }
  *x = score;
  *max = m;
  return true;
}

//===--- masks ------------------------------------------------------------===//

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
/// of the axis and at the row's own coordinate.
static bool everyRowKeeps(const AttnExpr *p, const FoldPlan *plan, MlirContext ctx) {
  int64_t n = plan->space.extent[plan->fold];
  if (n <= 0)
    return false;
  if (alwaysHolds(p, plan, mlirAffineConstantExprGet(ctx, 0)) ||
      alwaysHolds(p, plan, mlirAffineConstantExprGet(ctx, n - 1)))
    return true;
  for (int d = 0; d < plan->space.n; ++d)
    if (d != plan->fold && !(plan->contracted >> d & 1) && plan->space.extent[d] <= n) {
      MlirAffineExpr row = mlirAffineDimExprGet(ctx, d);
      MlirAffineExpr last =
          mlirAffineAddExprGet(row, mlirAffineConstantExprGet(ctx, n - plan->space.extent[d]));
      if (alwaysHolds(p, plan, row) || alwaysHolds(p, plan, last))
        return true;
    }
  return false;
}

static const AttnExpr *negate(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *p) {
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

/// Peels masks off the score: *x becomes the score where it counts, *keep the predicate (NULL:
/// always).
static void peelMasks(AttnExprPool *pool, FoldPlan *plan, const RecognizeOptions *options,
                      const AttnExpr **x, const AttnExpr **keep, MlirContext ctx) {
  for (;;) {
    const AttnExpr *e = attnExprStripCasts(*x), *p = NULL, *rest = NULL;
    bool finite = false;
    if (attnExprIsOp(e, "arith.select")) {
      if (isFill(e->args[2], &finite))
        p = e->args[0], rest = e->args[1];
      else if (isFill(e->args[1], &finite))
        p = negate(pool, &plan->space, e->args[0]), rest = e->args[2];
    } else if (attnExprIsOp(e, "arith.addf")) {
      for (int k = 0; k < 2 && !p; ++k) {
        const AttnExpr *s = attnExprStripCasts(e->args[k]);
        if (!attnExprIsOp(s, "arith.select"))
          continue;
        const AttnExpr *t = attnExprStripCasts(s->args[1]), *f = attnExprStripCasts(s->args[2]);
        if (attnExprIsFloat(t, 0.0) && isFill(f, &finite))
          p = s->args[0], rest = e->args[1 - k];
        else if (attnExprIsFloat(f, 0.0) && isFill(t, &finite))
          p = negate(pool, &plan->space, s->args[0]), rest = e->args[1 - k];
      }
    }
    if (!p)
      return;
    const AttnExpr *both = *keep ? attnExprOp(pool, &plan->space, "arith.andi", 0, p->type, 2,
                                              (const AttnExpr *[]){*keep, p})
                                 : p;
    if (finite && !options->assumeMasked && !everyRowKeeps(both, plan, ctx))
      return; // the fill stays a value (semantics, rule 3)
    *keep = both;
    *x = rest;
  }
}

//===--- contractions inside the lift -------------------------------------===//

typedef struct Inner {
  const AttnExpr *load[8];
  int n;
  const FoldPlan *plan;
} Inner;

static void collectInner(const AttnExpr *e, void *user) {
  Inner *in = user;
  if (e->kind == ATTN_EXPR_LOAD && (e->dims >> in->plan->fold & 1) && in->n < 8 &&
      !mlirOperationIsNull(attnDef(e->value)) && attnIsReduction(attnDef(e->value)))
    in->load[in->n++] = e;
}

/// Writes sums of products that the score reads as contractions over dimensions of their own.
static const AttnExpr *inlineContractions(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *x) {
  Inner in = {.plan = plan};
  attnExprWalk(x, collectInner, &in);
  for (int i = 0; i < in.n; ++i) {
    AttnReduction r;
    const char *why;
    int axis;
    if (!attnReadReduction(pool, attnDef(in.load[i]->value), &r, &why) || strcmp(r.monoid, "add") ||
        r.init || !singleAxis(&r, &axis) || plan->space.n == ATTN_MAX_DIMS ||
        !mlirTypeIsAFloat(in.load[i]->type))
      continue;
    int c = plan->space.n;
    plan->space.extent[plan->space.n++] = r.space.extent[axis];
    const AttnExpr *lift = liftAt(pool, plan, &r, in.load[i]->idx, c);
    Factors f = {0};
    factorise(lift, false, &f);
    const AttnExpr *bound[2], *scale[16];
    int nBound = 0, nScale = 0;
    for (int k = 0; k < f.nNum; ++k) {
      if (!(f.num[k]->dims >> c & 1))
        scale[nScale++] = f.num[k];
      else if (nBound < 2)
        bound[nBound++] = f.num[k];
      else
        nBound = 3;
    }
    for (int k = 0; k < f.nDen; ++k)
      if (f.den[k]->dims >> c & 1)
        nBound = 3;
    if (nBound != 2 || f.overflow || plan->space.extent[c] == 1) {
      --plan->space.n;
      continue;
    }
    // The operand that lives on the folded axis is the right one.
    if ((bound[0]->dims >> plan->fold & 1) && !(bound[1]->dims >> plan->fold & 1)) {
      const AttnExpr *t = bound[0];
      bound[0] = bound[1], bound[1] = t;
    }
    plan->contracted |= 1u << c;
    MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(r.op));
    MlirType acc = mlirTypeIsAF64(in.load[i]->type) ? in.load[i]->type : f32;
    scale[nScale] = attnExprContract(pool, c, bound[0], bound[1], acc);
    // contract * scale / den, the contraction first.
    for (int k = nScale; k > 0; --k) {
      const AttnExpr *t = scale[k];
      scale[k] = scale[k - 1], scale[k - 1] = t;
    }
    const AttnExpr *with = product(pool, &plan->space, acc, nScale + 1, scale, f.nDen, f.den);
    x = attnExprReplace(pool, &plan->space, x, in.load[i], with);
  }
  return x;
}

//===--- members ----------------------------------------------------------===//

static const AttnExpr *state(AttnExprPool *pool, const FoldPlan *plan, int channel) {
  return attnExprState(pool, channel, plan->channel[channel].type, 0);
}

static FoldChannel *addChannel(FoldPlan *plan, const char *name, const char *monoid,
                               MlirType type) {
  if (plan->numChannels == ATTN_MAX_CHANNELS)
    return NULL;
  FoldChannel *c = &plan->channel[plan->numChannels++];
  *c = (FoldChannel){.name = name, .monoid = monoid, .type = type};
  return c;
}

/// Makes channel 0 the maximum of the score x.
static bool addPivot(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *x, MlirType type,
                     const RecognizeOptions *options, MlirContext ctx) {
  plan->score = x;
  FoldChannel *c = addChannel(plan, "m", "max", type);
  c->lift = x;
  peelMasks(pool, plan, options, &c->lift, &c->keep, ctx);
  c->lift = inlineContractions(pool, plan, c->lift);
  return true;
}

static MlirType stateType(MlirType t, MlirContext ctx) {
  return mlirTypeIsAFloat(t) && !mlirTypeIsAF64(t) ? mlirF32TypeGet(ctx) : t;
}

static const char *combinerOf(const char *monoid, MlirType t) {
  bool f = mlirTypeIsAFloat(t);
  if (!strcmp(monoid, "add"))
    return f ? "arith.addf" : "arith.addi";
  if (!strcmp(monoid, "mul"))
    return f ? "arith.mulf" : "arith.muli";
  if (!strcmp(monoid, "max"))
    return f ? "arith.maximumf" : "arith.maxsi";
  if (!strcmp(monoid, "min"))
    return f ? "arith.minimumf" : "arith.minsi";
  return !strcmp(monoid, "and") ? "arith.andi" : "arith.ori";
}

/// Gives the reduction's value as an expression over channel states, adding the channels it needs.
static bool express(AttnExprPool *pool, FoldPlan *plan, const AttnReduction *r,
                    const AttnExpr *lift, const RecognizeOptions *options, const AttnExpr **value,
                    const char **why) {
  MlirContext ctx = mlirOperationGetContext(r->op);
  MlirType type = stateType(attnElementType(mlirValueGetType(r->result)), ctx);
  const AttnSpace *s = &plan->space;
  if (options->strictAccumulate &&
      !mlirTypeEqual(type, attnElementType(mlirValueGetType(r->result)))) {
    *why = "it accumulates in less than f32 and strict-accumulate is set";
    return false;
  }
  if (!strcmp(r->monoid, "add") && mlirTypeIsAFloat(type)) {
    Factors f = {0};
    factorise(lift, false, &f);
    if (f.overflow) {
      *why = "the product has too many factors";
      return false;
    }
    const AttnExpr *score = NULL, *max = NULL, *weight = NULL;
    const char *twistWhy = NULL;
    for (int k = 0; k < f.nNum && !weight; ++k)
      if (isWeight(pool, plan, f.num[k], &score, &max, &twistWhy))
        weight = f.num[k];
    if (!weight)
      plan->untwisted = twistWhy;
    // What does not vary along the folded axis leaves the sum.
    const AttnExpr *in[16], *inDen[16], *out[17], *outDen[16];
    int nIn = 0, nInDen = 0, nOut = 1, nOutDen = 0;
    for (int k = 0; k < f.nNum; ++k)
      if (f.num[k] == weight)
        weight = f.num[k];
      else if (f.num[k]->dims >> plan->fold & 1)
        in[nIn++] = f.num[k];
      else
        out[nOut++] = f.num[k];
    for (int k = 0; k < f.nDen; ++k)
      if (f.den[k]->dims >> plan->fold & 1)
        inDen[nInDen++] = f.den[k];
      else
        outDen[nOutDen++] = f.den[k];
    if (weight) {
      if (plan->numChannels && plan->score != score) {
        *why = "its weights belong to other scores than those of the fold";
        return false;
      }
      if (!plan->numChannels) {
        addPivot(pool, plan, score, type, options, ctx);
        FoldMember *m = &plan->member[plan->numMembers++]; // the maximum comes along
        m->op = attnDef(max->value);
        m->rank = max->numIdx;
        memcpy(m->idx, max->idx, (size_t)max->numIdx * sizeof *m->idx);
        m->value = state(pool, plan, 0);
      }
      const AttnExpr *w = product(pool, s, type, nIn, in, nInDen, inDen);
      int c = 1;
      for (; c < plan->numChannels; ++c)
        if (plan->channel[c].twisted && plan->channel[c].lift == w)
          break;
      if (c == plan->numChannels) {
        static const char *names[] = {"o", "o1", "o2", "o3", "o4", "o5", "o6", "o7"};
        int others = 0;
        for (int k = 1; k < plan->numChannels; ++k)
          others += !isOne(plan->channel[k].lift);
        FoldChannel *ch = addChannel(plan, isOne(w) ? "d" : names[others], "add", type);
        if (!ch) {
          *why = "the fold has too many channels";
          return false;
        }
        ch->twisted = true;
        ch->lift = w;
      }
      out[0] = state(pool, plan, c);
      *value = product(pool, s, type, nOut, out, nOutDen, outDen);
      return true;
    }
    if (plan->numChannels) {
      *why = "it is no sum weighted by the fold's own weights";
      return false;
    }
    // A plain sum; bilinear if it is a product of two values of which each has a free axis to
    // itself.
    FoldChannel *ch = addChannel(plan, "acc", "add", type);
    unsigned free = ~(1u << plan->fold);
    if (nIn == 2 && !nInDen && (in[0]->dims & ~in[1]->dims & free) &&
        (in[1]->dims & ~in[0]->dims & free)) {
      ch->lhs = in[0];
      ch->rhs = in[1];
    } else {
      // Keep the sum as written where nothing is bilinear.
      ch->lift = lift;
      nOut = 1, nOutDen = 0;
    }
    out[0] = state(pool, plan, 0);
    *value = product(pool, s, type, nOut, out, nOutDen, outDen);
    return true;
  }
  if (plan->numChannels) {
    if (!strcmp(r->monoid, "max") && attnExprStripCasts(lift) == plan->score) {
      *value = state(pool, plan, 0);
      return true;
    }
    *why = "it is neither the fold's maximum nor a sum weighted by the fold's weights";
    return false;
  }
  if (!strcmp(r->monoid, "max") && mlirTypeIsAFloat(type)) {
    addPivot(pool, plan, attnExprStripCasts(lift), type, options, ctx);
  } else {
    FoldChannel *ch = addChannel(plan, "acc", r->monoid, type);
    ch->lift = lift;
  }
  *value = state(pool, plan, 0);
  return true;
}

bool attnPlanFold(AttnExprPool *pool, const AttnReduction *r, const RecognizeOptions *options,
                  FoldPlan *plan, const char **why) {
  *plan = (FoldPlan){.space = r->space};
  if (!singleAxis(r, &plan->fold)) {
    *why = "it reduces more than one axis";
    return false;
  }
  FoldMember *m = &plan->member[0];
  m->op = r->op;
  m->rank = r->outRank;
  MlirContext ctx = mlirOperationGetContext(r->op);
  for (int k = 0; k < r->outRank; ++k)
    m->idx[k] = r->outDim[k] < 0
                    ? mlirAffineConstantExprGet(ctx, 0)
                    : attnAffineSimplify(mlirAffineDimExprGet(ctx, r->outDim[k]), &plan->space);
  plan->numMembers = 1;
  if (!express(pool, plan, r, r->lift, options, &m->value, why))
    return false;
  if (r->init) { // init (+) fold
    MlirAffineExpr subst[ATTN_MAX_DIMS];
    AttnSpace out = {.n = r->outRank};
    for (int k = 0; k < r->outRank; ++k) {
      out.extent[k] = mlirShapedTypeGetDimSize(mlirValueGetType(r->result), k);
      subst[k] = m->idx[k];
    }
    const AttnExpr *init = attnExprSubst(pool, r->init, &out, &plan->space, subst);
    m->value = attnExprOp(pool, &plan->space, combinerOf(r->monoid, m->value->type), 0,
                          m->value->type, 2, (const AttnExpr *[]){m->value, init});
  }
  return true;
}

const FoldMember *attnPlanFind(const FoldPlan *plan, const AttnExpr *load) {
  for (int i = 0; i < plan->numMembers; ++i) {
    const FoldMember *m = &plan->member[i];
    if (!m->value || !mlirOperationEqual(m->op, attnDef(load->value)) || m->rank != load->numIdx)
      continue;
    bool same = true;
    for (int k = 0; k < m->rank && same; ++k)
      same = mlirAffineExprEqual(m->idx[k], load->idx[k]);
    if (same)
      return m;
  }
  return NULL;
}

bool attnPlanMember(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *load,
                    const RecognizeOptions *options, const char **why) {
  if (attnPlanFind(plan, load))
    return true;
  AttnReduction r;
  int axis;
  if (!attnReadReduction(pool, attnDef(load->value), &r, why))
    return false;
  if (!singleAxis(&r, &axis) || r.space.extent[axis] != plan->space.extent[plan->fold] || r.init) {
    *why = "it does not run over the fold's axis from the identity";
    return false;
  }
  if ((load->dims >> plan->fold & 1) || plan->numMembers + 1 >= ATTN_MAX_CHANNELS) {
    *why = "it varies along the folded axis";
    return false;
  }
  const AttnExpr *lift = liftAt(pool, plan, &r, load->idx, plan->fold);
  int at = plan->numMembers++;
  FoldMember *m = &plan->member[at];
  m->value = NULL; // until it is expressed
  m->op = r.op;
  m->rank = load->numIdx;
  memcpy(m->idx, load->idx, (size_t)load->numIdx * sizeof *m->idx);
  if (express(pool, plan, &r, lift, options, &m->value, why))
    return true;
  plan->numMembers = at;
  return false;
}
