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
//   plain      sum_j f(x_j) beside a pivot of x  channel add as well (RecognizeSum.c)
//   contract   x_j = f(sum_c a(i,c) * b(j,c))    the inner sum becomes carrier.contract in the lift
//                                                (RecognizeInner.c)
//   mask       x_j = select(p, y_j, -inf)        carrier.mask(p, y): the identity where p is false
//
// The maximum must be the maximum of the very same expression over the very same axis: both are
// written over the plan's dimensions and compared as hash-consed nodes. Nothing else decides.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"
#include "Passes/RecognizeFactors.h"

#include <math.h>
#include <string.h>

//===--- reductions in the plan's dimensions ------------------------------===//

bool attnSingleAxis(const AttnReduction *r, int *axis) {
  if (!r->reduced || (r->reduced & (r->reduced - 1)))
    return false;
  *axis = __builtin_ctz(r->reduced);
  return true;
}

const AttnExpr *attnLiftAt(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r,
                           const MlirAffineExpr *idx, int fold) {
  MlirContext ctx = mlirOperationGetContext(r->op);
  MlirAffineExpr subst[ATTN_MAX_DIMS];
  for (int d = 0; d < r->space.n; ++d)
    subst[d] = mlirAffineConstantExprGet(ctx, 0);
  for (int k = 0; k < r->outRank; ++k)
    if (r->outDim[k] >= 0)
      subst[r->outDim[k]] = idx[k];
  int axis = 0; // callers have checked that there is one
  attnSingleAxis(r, &axis);
  subst[axis] = mlirAffineDimExprGet(ctx, fold);
  return attnExprSubst(pool, r->lift, &r->space, &plan->space, subst);
}

typedef struct Reads {
  bool reduction, contract;
} Reads;

static void checkRead(const AttnExpr *e, void *user) {
  Reads *r = user;
  r->reduction |= e->kind == ATTN_EXPR_LOAD && !mlirOperationIsNull(attnDef(e->value)) &&
                  attnIsReduction(attnDef(e->value));
  r->contract |= e->kind == ATTN_EXPR_CONTRACT;
}

/// The left side f(sum of products) of a bilinear sum, f not the identity (a sigmoid attention):
/// the scores are computed in the fold instead of read, as long as one tile holds all the columns
/// that share them.
static bool computeScores(AttnExprPool *pool, FoldPlan *plan, const AttnExpr **side,
                          const AttnExpr *other) {
  const AttnExpr *x = attnExprStripCasts(*side);
  if (x->kind == ATTN_EXPR_LOAD)
    return false;
  double columns = 1;
  for (int d = 0; d < plan->space.n; ++d)
    if ((other->dims & ~(*side)->dims) >> d & 1)
      columns *= (double)plan->space.extent[d];
  if (columns > 256)
    return false;
  FoldPlan saved = *plan;
  const AttnExpr *y = attnInlineContractions(pool, plan, *side);
  Reads r = {0};
  attnExprWalk(y, checkRead, &r);
  if (!r.contract || r.reduction) {
    *plan = saved;
    return false;
  }
  *side = y;
  return true;
}

//===--- members ----------------------------------------------------------===//

static const AttnExpr *state(AttnExprPool *pool, const FoldPlan *plan, int channel) {
  return attnExprState(pool, channel, plan->channel[channel].type, 0);
}

FoldChannel *attnPlanChannel(FoldPlan *plan, const char *name, const char *monoid, MlirType type) {
  if (plan->numChannels == ATTN_MAX_CHANNELS)
    return NULL;
  FoldChannel *c = &plan->channel[plan->numChannels++];
  *c = (FoldChannel){.name = name, .monoid = monoid, .type = type};
  return c;
}

/// k*x, the constant factors that x has already joined with k.
static const AttnExpr *scaled(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *x, double k) {
  int factors = k != 1;
  const AttnExpr *inner = x;
  for (;;) {
    int c = -1;
    const AttnExpr *e = attnExprStripCasts(inner);
    if (attnExprIsOp(e, "arith.mulf") && mlirTypeEqual(e->type, x->type))
      c = e->args[1]->kind == ATTN_EXPR_FLOAT ? 1 : e->args[0]->kind == ATTN_EXPR_FLOAT ? 0 : -1;
    if (c < 0)
      break;
    k *= e->args[c]->f;
    inner = e->args[1 - c];
    ++factors;
  }
  if (factors < 2 && k != 1)
    return factors && inner == x
               ? attnExprOp(pool, s, "arith.mulf", 0, x->type, 2,
                            (const AttnExpr *[]){x, attnExprFloat(pool, x->type, k)})
               : x;
  if (fabs(k - 1) < 1e-7)
    return inner; // log2 e in the scores, ln 2 here
  return attnExprOp(pool, s, "arith.mulf", 0, x->type, 2,
                    (const AttnExpr *[]){inner, attnExprFloat(pool, x->type, k)});
}

/// Makes channel 0 the maximum of scale * x, x being the score.
static void addPivot(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *x, double scale,
                     MlirType type, const RecognizeOptions *options) {
  plan->score = x;
  plan->scale = scale;
  FoldChannel *c = attnPlanChannel(plan, "m", "max", type);
  c->lift = x;
  attnPeelMasks(pool, plan, options, &c->lift, &c->keep);
  c->lift = scaled(pool, &plan->space, attnInlineContractions(pool, plan, c->lift), scale);
  if (c->keep) // a mask may be a question to the score
    c->keep = attnInlineContractions(pool, plan, c->keep);
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

/// The maximum of the score: the pivot, unscaled.
static const AttnExpr *maximum(AttnExprPool *pool, const FoldPlan *plan) {
  return scaled(pool, &plan->space, state(pool, plan, 0), 1 / plan->scale);
}

/// init (+) value, where the reduction r, whose result's dimensions lie at idx, starts from a
/// value.
static const AttnExpr *withInit(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r,
                                const MlirAffineExpr *idx, const AttnExpr *value) {
  if (!r->init)
    return value;
  AttnSpace out = {.n = r->outRank};
  for (int k = 0; k < r->outRank; ++k)
    out.extent[k] = mlirShapedTypeGetDimSize(mlirValueGetType(r->result), k);
  const AttnExpr *init = attnExprSubst(pool, r->init, &out, &plan->space, idx);
  return attnExprOp(pool, &plan->space, combinerOf(r->monoid, value->type), 0, value->type, 2,
                    (const AttnExpr *[]){value, init});
}

/// exp(p - k*shift), 0 for a row that saw nothing.
static const AttnExpr *rescale(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *shift,
                               MlirType type) {
  const AttnSpace *s = &plan->space;
  const AttnExpr *p = state(pool, plan, 0), *none = attnExprFloat(pool, p->type, -INFINITY);
  const AttnExpr *empty =
      attnExprOp(pool, s, "arith.cmpf", 1, mlirIntegerTypeGet(mlirTypeGetContext(type), 1), 2,
                 (const AttnExpr *[]){p, none});
  const AttnExpr *d = attnExprOp(pool, s, "arith.subf", 0, type, 2,
                                 (const AttnExpr *[]){p, scaled(pool, s, shift, plan->scale)});
  const AttnExpr *e = attnExprOp(pool, s, "math.exp", 0, type, 1, &d);
  return attnExprOp(pool, s, "arith.select", 0, type, 3,
                    (const AttnExpr *[]){empty, attnExprFloat(pool, type, 0.0), e});
}

/// "Are all scores of the row -inf?" (a safe softmax asks) is a question to the maximum:
///   and_j (s_j == -inf) = (max_j s_j == -inf),   or_j (s_j != -inf) = (max_j s_j != -inf)
static bool sawNothing(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r,
                       const AttnExpr *lift, const AttnExpr **value) {
  bool all = !strcmp(r->monoid, "and"), any = !strcmp(r->monoid, "or");
  while (attnExprIsOp(lift, "arith.extui"))
    lift = lift->args[0];
  bool equal = true;
  if (attnExprIsOp(lift, "arith.xori") && lift->args[1]->kind == ATTN_EXPR_INT &&
      (lift->args[1]->i & 1)) {
    equal = false;
    lift = lift->args[0];
  }
  if ((!all && !any) || !attnExprIsOp(lift, "arith.cmpf"))
    return false;
  // cmpf predicates: 1 oeq, 6 one, 8 ueq, 13 une
  if (lift->i == 6 || lift->i == 13)
    equal = !equal;
  else if (lift->i != 1 && lift->i != 8)
    return false;
  if (attnExprStripCasts(lift->args[0]) != plan->score ||
      !attnExprIsFloat(attnExprStripCasts(lift->args[1]), -INFINITY) || equal != all)
    return false;
  const AttnExpr *p = state(pool, plan, 0);
  MlirType type = attnElementType(mlirValueGetType(r->result));
  const AttnExpr *e = attnExprOp(pool, &plan->space, "arith.cmpf", equal ? 1 : 13,
                                 mlirIntegerTypeGet(mlirTypeGetContext(type), 1), 2,
                                 (const AttnExpr *[]){p, attnExprFloat(pool, p->type, -INFINITY)});
  *value = mlirIntegerTypeGetWidth(type) == 1
               ? e
               : attnExprOp(pool, &plan->space, "arith.extui", 0, type, 1, &e);
  return true;
}

static const AttnExpr *withoutWidening(const AttnExpr *e) {
  while (attnExprIsOp(e, "arith.extf"))
    e = e->args[0];
  return e;
}

/// Is a side of the product rounded to an operand's type? Its factors stay together then: without
/// one (the division by the sum of the weights) they may not be in the range of that type.
static bool isNarrowed(const AttnExpr *product) {
  bool narrowed = false;
  for (int k = 0; attnExprIsOp(product, "arith.mulf") && k < 2; ++k) {
    const AttnExpr *side = withoutWidening(product->args[k]);
    narrowed |= attnExprIsOp(side, "arith.truncf");
  }
  return narrowed;
}

/// Is a side of the product itself one in 16 bits? Its factors are multiplied as they are written,
/// to an operand of that type.
static bool hasHalfProduct(const AttnExpr *product) {
  bool half = false;
  for (int k = 0; attnExprIsOp(product, "arith.mulf") && k < 2; ++k) {
    const AttnExpr *side = withoutWidening(product->args[k]);
    bool made = attnExprIsOp(side, "arith.mulf") || attnExprIsOp(side, "arith.divf");
    half |= made && mlirFloatTypeGetWidth(side->type) == 16;
  }
  return half;
}

/// Joins factors to two, of which each has a free axis to itself: one of them is a side, the
/// product of the others the other. How many there are then.
static int twoSides(AttnExprPool *pool, const AttnSpace *s, unsigned free, MlirType type, int n,
                    const AttnExpr **factor) {
  for (int r = 0; r < n; ++r) {
    unsigned others = 0;
    for (int k = 0; k < n; ++k)
      others |= k == r ? 0 : factor[k]->dims;
    if (!(others & ~factor[r]->dims & free) || !(factor[r]->dims & ~others & free))
      continue;
    const AttnExpr *side = factor[r];
    for (int k = r; k + 1 < n; ++k)
      factor[k] = factor[k + 1];
    factor[0] = attnProduct(pool, s, type, n - 1, factor, 0, NULL);
    factor[1] = side;
    return 2;
  }
  return n;
}

/// Is there a channel of this monoid in this type? Bits of wider integers are none.
static bool isCarried(const char *monoid, MlirType type) {
  bool logic = !strcmp(monoid, "and") || !strcmp(monoid, "or");
  if (!mlirTypeIsAInteger(type))
    return !logic && mlirTypeIsAFloat(type);
  return logic == (mlirIntegerTypeGetWidth(type) == 1);
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
  if (!isCarried(r->monoid, type)) {
    *why = "no fold carries its type by that operation";
    return false;
  }
  if (!strcmp(r->monoid, "add") && mlirTypeIsAFloat(type)) {
    AttnFactors f = {.fold = plan->fold, .pool = pool, .space = s};
    attnFactorise(lift, false, &f);
    if (f.overflow) {
      *why = "the product has too many factors";
      return false;
    }
    const AttnExpr *weight = NULL;
    FoldWeight wt;
    const char *twistWhy = NULL;
    for (int k = 0; k < f.nNum && !weight; ++k)
      if (attnIsWeight(pool, plan, f.num[k], &wt, &twistWhy))
        weight = f.num[k];
    if (!weight) {
      plan->untwisted = twistWhy;
      f = (AttnFactors){.fold = plan->fold};
      attnFactorise(lift, false, &f);
    }
    // What does not vary along the folded axis leaves the sum.
    const AttnExpr *in[16], *inDen[16], *out[18], *outDen[20];
    int nIn = 0, nInDen = 0, nOut = 1, nOutDen = 0, power = 0;
    for (int k = 0; k < f.nNum; ++k)
      if (f.num[k] == weight)
        ++power;
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
      wt.scale *= power; // w^n = exp(n (s - max)): the weight of n s
      if (plan->numChannels && (plan->score != wt.score || plan->scale != wt.scale)) {
        *why = "its weights belong to other scores than those of the fold";
        return false;
      }
      if (!plan->numChannels) {
        addPivot(pool, plan, wt.score, wt.scale, type, options);
        AttnReduction rm;
        const char *ignored;
        FoldMember *m = &plan->member[plan->numMembers++]; // the maximum comes along
        m->op = attnDef(wt.max->value);
        m->rank = wt.max->numIdx;
        memcpy(m->idx, wt.max->idx, (size_t)wt.max->numIdx * sizeof *m->idx);
        m->value = maximum(pool, plan);
        if (attnReadReduction(pool, m->op, &rm, &ignored))
          m->value = withInit(pool, plan, &rm, m->idx, m->value);
      }
      if (nOutDen + power * wt.nNorm > 20) {
        *why = "the product has too many factors";
        return false;
      }
      for (int k = 0; k < power * wt.nNorm; ++k)
        outDen[nOutDen++] = wt.norm[k % wt.nNorm];
      if (wt.shift && nOut < 17)
        out[nOut++] = rescale(pool, plan, wt.shift, type);
      const AttnExpr *w = attnProduct(pool, s, type, nIn, in, nInDen, inDen);
      const AttnExpr *keep = f.keep ? attnInlineContractions(pool, plan, f.keep) : NULL;
      int c = 1;
      for (; c < plan->numChannels; ++c)
        if (plan->channel[c].twisted && plan->channel[c].lift == w && plan->channel[c].keep == keep)
          break;
      if (c == plan->numChannels) {
        static const char *names[][8] = {{"o", "o1", "o2", "o3", "o4", "o5", "o6", "o7"},
                                         {"d", "d1", "d2", "d3", "d4", "d5", "d6", "d7"}};
        int alike = 0; // sums of weights alone, or others (of some, what a mask leaves)
        for (int k = 1; k < plan->numChannels; ++k)
          alike += plan->channel[k].twisted && attnIsOne(plan->channel[k].lift) == attnIsOne(w);
        FoldChannel *ch = attnPlanChannel(plan, names[attnIsOne(w)][alike], "add", type);
        if (!ch) {
          *why = "the fold has too many channels";
          return false;
        }
        ch->twisted = true;
        ch->lift = w;
        ch->keep = keep; // dropped behind the softmax: of this sum only
      }
      out[0] = state(pool, plan, c);
      *value = attnZeroed(pool, s, &f, attnProduct(pool, s, type, nOut, out, nOutDen, outDen));
      return true;
    }
    if (plan->numChannels)
      return attnPlanPlainSum(pool, plan, lift, options->symbols, type, value, why);
    // A plain sum; bilinear if it is a product of two values of which each has a free axis to
    // itself.
    FoldChannel *ch = attnPlanChannel(plan, "acc", "add", type);
    unsigned free = ~(1u << plan->fold);
    const AttnExpr *whole = attnExprStripCasts(lift);
    if (nIn > 2 && !nInDen && !isNarrowed(whole) && !hasHalfProduct(whole))
      nIn = twoSides(pool, s, free, type, nIn, in);
    if (nIn != 2 || nInDen || isNarrowed(whole)) { // the sides as they are written
      nIn = 0;
      if (attnExprIsOp(whole, "arith.mulf"))
        for (; nIn < 2; ++nIn)
          in[nIn] = withoutWidening(whole->args[nIn]);
      nOut = 1, nOutDen = nInDen = f.nZero = 0;
    }
    if (nIn == 2 && (in[0]->dims & ~in[1]->dims & free) && (in[1]->dims & ~in[0]->dims & free)) {
      ch->lhs = attnGuardRows(pool, s, NULL, in[0]);
      ch->rhs = attnGuardRows(pool, s, NULL, in[1]);
      if (!computeScores(pool, plan, &ch->lhs, ch->rhs) &&
          computeScores(pool, plan, &ch->rhs, ch->lhs)) {
        const AttnExpr *t = ch->lhs; // the scores are the left side
        ch->lhs = ch->rhs, ch->rhs = t;
      }
      if (plan->contracted)
        ch->lhs = attnPeelZeros(pool, s, ch->lhs, 1u << plan->fold, &ch->keep);
    } else {
      // Keep the sum as written where nothing is bilinear.
      ch->lift = attnGuardRows(pool, s, NULL, lift);
      nOut = 1, nOutDen = 0;
      f.nZero = 0;
    }
    out[0] = state(pool, plan, 0);
    *value = attnZeroed(pool, s, &f, attnProduct(pool, s, type, nOut, out, nOutDen, outDen));
    return true;
  }
  if (plan->numChannels) {
    if (!strcmp(r->monoid, "max") && attnExprStripCasts(lift) == plan->score) {
      *value = maximum(pool, plan);
      return true;
    }
    const AttnExpr *shift;
    if (!strcmp(r->monoid, "max") && attnStripShift(pool, plan, lift, &shift) == plan->score) {
      *value = attnExprOp(pool, s, "arith.subf", 0, type, 2,
                          (const AttnExpr *[]){maximum(pool, plan), shift});
      return true;
    }
    if (sawNothing(pool, plan, r, lift, value))
      return true;
    *why = "it is neither the fold's maximum nor a sum weighted by the fold's weights";
    return false;
  }
  if (!strcmp(r->monoid, "max") && mlirTypeIsAFloat(type)) {
    addPivot(pool, plan, attnExprStripCasts(lift), 1, type, options);
  } else {
    FoldChannel *ch = attnPlanChannel(plan, "acc", r->monoid, type);
    ch->lift = attnGuardRows(pool, s, NULL, lift);
  }
  *value = state(pool, plan, 0);
  return true;
}

bool attnPlanFold(AttnExprPool *pool, const AttnReduction *r, const RecognizeOptions *options,
                  FoldPlan *plan, const char **why) {
  *plan = (FoldPlan){.space = r->space};
  if (!attnSingleAxis(r, &plan->fold)) {
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
  m->value = withInit(pool, plan, r, m->idx, m->value);
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
  if (!attnSingleAxis(&r, &axis) || r.space.extent[axis] != plan->space.extent[plan->fold]) {
    *why = "it does not run over the fold's axis";
    return false;
  }
  if ((load->dims >> plan->fold & 1) || plan->numMembers + 1 >= ATTN_MAX_CHANNELS) {
    *why = "it varies along the folded axis";
    return false;
  }
  const AttnExpr *lift = attnLiftAt(pool, plan, &r, load->idx, plan->fold);
  int at = plan->numMembers++;
  FoldMember *m = &plan->member[at];
  m->value = NULL; // until it is expressed
  m->op = r.op;
  m->rank = load->numIdx;
  memcpy(m->idx, load->idx, (size_t)load->numIdx * sizeof *m->idx);
  const AttnExpr *value;
  if (express(pool, plan, &r, lift, options, &value, why)) {
    m->value = withInit(pool, plan, &r, m->idx, value);
    return true;
  }
  plan->numMembers = at;
  return false;
}
