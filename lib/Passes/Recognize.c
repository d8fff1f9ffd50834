//===- Recognize.c - attn-recognize ---------------------------------------===//
//
// Takes   a function of linalg on static tensors (best after attn-normalize).
// Gives   the same function on carrier.fold and carrier.map: a reduction over one axis is a fold;
//         reductions over the same axis that share a maximum are one fold (a tuple), sums weighted
//         by exp(score - max) are channels twisted by it, a downstream sum of weighted values is a
//         channel of the same fold (the expectation), and so is a plain sum of the scores or the
//         score at one coordinate (RecognizeSum.c), factors that do not vary along the axis are
//         deferred to the projection, sums of products inside the score are contractions.
// Leaves  as it was what it does not understand, with a remark that names the clause that failed.
//
// Nothing is matched as a pattern of operations. Every tensor is pulled to a scalar expression over
// roots (IR/Expr.h); reductions are related by comparing expressions (RecognizeFold.c).
//
//   demand every tensor that leaves the function or is used by something not understood
//   for each demanded tensor t with e = pull(t):
//     e reads no reduction                      -> map
//     every reduction read is a member of a plan, or can become one, and every axis of t is a free
//     axis of it                                -> t is a projection of that plan
//     otherwise (t runs along the folded axis)  -> map over the reductions' results, demanded too
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"
#include "IR/Moved.h"
#include "Passes/Normalize.h"
#include "Passes/Passes.h"

#include <stdlib.h>
#include <string.h>

/// Is the tensor computed by operations that this pass replaces?
static bool isComputed(MlirValue v) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || !attnNormIsStatic(v))
    return false;
  static const char *names[] = {
      "linalg.generic",        "linalg.fill",          "tensor.expand_shape",
      "tensor.collapse_shape", "tensor.extract_slice", "tensor.cast",
      "tensor.concat",         "tensor.insert_slice",  "tensor.pad"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (attnIs(op, names[i]))
      return true;
  return false;
}

static void demand(Recognizer *z, MlirValue v) {
  if (!isComputed(v))
    return;
  for (int i = 0; i < z->numDemanded; ++i)
    if (mlirValueEqual(z->demanded[i], v))
      return;
  if (z->numDemanded < MAX_DEMANDS)
    z->demanded[z->numDemanded++] = v;
}

//===--- reductions an expression reads -----------------------------------===//

typedef struct Refs {
  const AttnExpr *load[16];
  int n;
  bool overflow;
} Refs;

static void collectRef(const AttnExpr *e, void *user) {
  Refs *r = user;
  if (e->kind != ATTN_EXPR_LOAD || mlirOperationIsNull(attnDef(e->value)) ||
      !attnIsReduction(attnDef(e->value)))
    return;
  if (r->n == 16)
    r->overflow = true;
  else
    r->load[r->n++] = e;
}

static void collectDemand(const AttnExpr *e, void *user) {
  if (e->kind == ATTN_EXPR_LOAD)
    demand(user, e->value);
}

/// Later and weighted reductions first: they bring their maximum along.
static void sortRefs(Refs *refs) {
  for (int i = 1; i < refs->n; ++i)
    for (int j = i; j > 0; --j) {
      const AttnExpr *a = refs->load[j - 1], *b = refs->load[j];
      bool less = mlirShapedTypeGetRank(mlirValueGetType(b->value)) >
                  mlirShapedTypeGetRank(mlirValueGetType(a->value));
      if (!less &&
          mlirShapedTypeGetRank(mlirValueGetType(b->value)) ==
              mlirShapedTypeGetRank(mlirValueGetType(a->value)) &&
          mlirOperationIsBeforeInBlock(attnDef(a->value), attnDef(b->value)))
        less = true;
      if (!less)
        break;
      refs->load[j] = a, refs->load[j - 1] = b;
    }
}

/// Weighted sums first: the fold of one computes the maximum and the sum of its weights, which
/// others may want too.
static void demandAll(Recognizer *z, const AttnExpr *e) {
  Refs refs = {0};
  if (!e)
    return;
  attnExprWalk(e, collectRef, &refs);
  sortRefs(&refs);
  for (int i = 0; i < refs.n; ++i)
    demand(z, refs.load[i]->value);
  attnExprWalk(e, collectDemand, z);
}

//===--- the result's dimensions as sums over the plan's free axes --------===//

typedef struct Component {
  int64_t stride, extent;
  int axis;
} Component;

/// Reads e = (d floordiv stride) mod extent of one dimension d of the result.
static bool component(MlirAffineExpr e, int *dim, int64_t *stride) {
  *stride = 1;
  if (mlirAffineExprIsAMod(e))
    e = mlirAffineBinaryOpExprGetLHS(e);
  if (mlirAffineExprIsAFloorDiv(e)) {
    MlirAffineExpr c = mlirAffineBinaryOpExprGetRHS(e);
    if (!mlirAffineExprIsAConstant(c))
      return false;
    *stride = mlirAffineConstantExprGetValue(c);
    e = mlirAffineBinaryOpExprGetLHS(e);
  }
  if (!mlirAffineExprIsADim(e))
    return false;
  *dim = (int)mlirAffineDimExprGetPosition(e);
  return true;
}

typedef struct Digit {
  int dim;
  int64_t stride;
} Digit;

/// Reads e = sum of stride * dimension, without a constant.
static bool digits(MlirAffineExpr e, Digit *d, int *n) {
  int64_t stride = 1;
  if (mlirAffineExprIsAAdd(e))
    return digits(mlirAffineBinaryOpExprGetLHS(e), d, n) &&
           digits(mlirAffineBinaryOpExprGetRHS(e), d, n);
  if (mlirAffineExprIsAMul(e) && mlirAffineExprIsAConstant(mlirAffineBinaryOpExprGetRHS(e))) {
    stride = mlirAffineConstantExprGetValue(mlirAffineBinaryOpExprGetRHS(e));
    e = mlirAffineBinaryOpExprGetLHS(e);
  }
  if (!mlirAffineExprIsADim(e) || *n == 4)
    return false;
  d[(*n)++] = (Digit){(int)mlirAffineDimExprGetPosition(e), stride};
  return true;
}

/// The member reads its dimension k at load->idx[k], an expression in the dimensions of `out`.
/// Solves for the dimensions of `out` in the plan's axes: d = sum of stride * axis over a complete
/// mixed radix.
static bool solveResultMap(Recognizer *z, const FoldPlan *plan, const FoldMember *m,
                           const AttnExpr *load, const AttnSpace *out, MlirAffineExpr *map) {
  Component comps[ATTN_MAX_DIMS];
  int owner[ATTN_MAX_DIMS], n = 0;
  for (int k = 0; k < m->rank; ++k) {
    if (mlirAffineExprIsAConstant(m->idx[k]))
      continue; // a unit dimension
    Digit d[4];
    int nDigits = 0;
    if (!digits(m->idx[k], d, &nDigits) || n + nDigits > ATTN_MAX_DIMS)
      return false;
    for (int i = 0; i < nDigits; ++i, ++n) {
      comps[n].axis = d[i].dim;
      comps[n].extent = plan->space.extent[d[i].dim];
      MlirAffineExpr e = load->idx[k];
      if (nDigits > 1) // the digit of the index
        e = attnAffineSimplify(
            mlirAffineModExprGet(
                mlirAffineFloorDivExprGet(e, mlirAffineConstantExprGet(z->ctx, d[i].stride)),
                mlirAffineConstantExprGet(z->ctx, comps[n].extent)),
            out);
      if (!component(e, &owner[n], &comps[n].stride))
        return false;
    }
  }
  for (int d = 0; d < out->n; ++d) {
    MlirAffineExpr sum = mlirAffineConstantExprGet(z->ctx, 0);
    int64_t reached = 1;
    while (reached < out->extent[d]) {
      int found = -1;
      for (int k = 0; k < n; ++k)
        if (owner[k] == d && comps[k].stride == reached && comps[k].extent > 1)
          found = k;
      if (found < 0)
        return false;
      sum = mlirAffineAddExprGet(
          sum, mlirAffineMulExprGet(mlirAffineDimExprGet(z->ctx, comps[found].axis),
                                    mlirAffineConstantExprGet(z->ctx, reached)));
      reached *= comps[found].extent;
    }
    if (out->extent[d] > 0 && reached != out->extent[d])
      return false;
    map[d] = sum;
    if (out->extent[d] == 0) { // nothing to write; any axis of that extent will do
      for (int k = 0; k < n; ++k)
        if (owner[k] == d)
          map[d] = mlirAffineDimExprGet(z->ctx, comps[k].axis);
    }
  }
  return true;
}

//===--- axes that the result takes apart ---------------------------------===//

#define MOVE(E)                                                                                    \
  if (E)                                                                                           \
  (E) = attnExprSubst(pool, (E), &plan->space, to, subst)

static void substPlan(AttnExprPool *pool, FoldPlan *plan, const AttnSpace *to,
                      MlirAffineExpr *subst) {
  MlirContext ctx = mlirAffineExprGetContext(subst[0]);
  MlirAffineMap map = mlirAffineMapGet(ctx, to->n, 0, plan->space.n, subst);
  for (int c = 0; c < plan->numChannels; ++c) {
    MOVE(plan->channel[c].lift);
    MOVE(plan->channel[c].lhs);
    MOVE(plan->channel[c].rhs);
    MOVE(plan->channel[c].keep);
  }
  for (int i = 0; i < plan->numInner; ++i) {
    MOVE(plan->inner[i].load);
    MOVE(plan->inner[i].value);
  }
  for (int m = 0; m < plan->numMembers; ++m) {
    MOVE(plan->member[m].value);
    for (int k = 0; k < plan->member[m].rank; ++k)
      plan->member[m].idx[k] =
          attnAffineSimplify(mlirAffineExprCompose(plan->member[m].idx[k], map), to);
  }
  for (int t = 0; t < plan->numTargets; ++t) {
    MOVE(plan->target[t].expr);
    for (int k = 0; k < plan->target[t].rank; ++k)
      plan->target[t].map[k] =
          attnAffineSimplify(mlirAffineExprCompose(plan->target[t].map[k], map), to);
  }
  MOVE(plan->score);
  plan->space = *to;
}
#undef MOVE

/// The member is read at b*H + h along one of its axes, over the result's whole dimensions b and h
/// (a batch that the input had collapsed): the axis becomes two.
static void splitAxes(Recognizer *z, FoldPlan *plan, const FoldMember *m, const AttnExpr *load,
                      const AttnSpace *out) {
  for (int k = 0; k < m->rank; ++k) {
    Digit d[4];
    int n = 0, axis;
    if (!mlirAffineExprIsADim(m->idx[k]) || !digits(load->idx[k], d, &n) || n < 2 ||
        plan->space.n + n > ATTN_MAX_DIMS)
      continue;
    axis = (int)mlirAffineDimExprGetPosition(m->idx[k]);
    int64_t reached = 1;
    bool complete = true;
    for (int i = 0; i < n && complete; ++i) {
      complete = false;
      for (int j = 0; j < n; ++j)
        if (d[j].stride == reached && out->extent[d[j].dim] > 1) {
          complete = true;
          reached *= out->extent[d[j].dim];
          break;
        }
    }
    if (!complete || reached != plan->space.extent[axis])
      continue;
    AttnSpace to = plan->space;
    MlirAffineExpr subst[ATTN_MAX_DIMS], sum = mlirAffineConstantExprGet(z->ctx, 0);
    for (int i = 0; i < plan->space.n; ++i)
      subst[i] = mlirAffineDimExprGet(z->ctx, i);
    for (int i = 0; i < n; ++i) {
      sum = mlirAffineAddExprGet(
          sum, mlirAffineMulExprGet(mlirAffineDimExprGet(z->ctx, to.n),
                                    mlirAffineConstantExprGet(z->ctx, d[i].stride)));
      to.extent[to.n++] = out->extent[d[i].dim];
    }
    subst[axis] = sum;
    to.extent[axis] = 1;
    substPlan(z->pool, plan, &to, subst);
  }
}

//===--- projections ------------------------------------------------------===//

/// Tries to make v, with e = pull(v) over `out`, a projection of the plan by way of member m read
/// at `load`. Members that e reads besides are added if `grow`.
static bool project(Recognizer *z, FoldPlan *plan, MlirValue v, const AttnExpr *e,
                    const AttnSpace *out, const AttnExpr *load, const FoldMember *m, bool grow,
                    const char **why) {
  MlirAffineExpr map[ATTN_MAX_DIMS];
  if (plan->numTargets == ATTN_MAX_TARGETS) {
    *why = "the fold has too many results";
    return false;
  }
  splitAxes(z, plan, m, load, out);
  if (!solveResultMap(z, plan, m, load, out, map)) {
    *why = "the value has an axis that is no free axis of the fold";
    return false;
  }
  FoldPlan saved = *plan;
  const AttnExpr *p = attnExprSubst(z->pool, e, out, &plan->space, map);
  Refs refs = {0};
  attnExprWalk(p, collectRef, &refs);
  for (int i = 0; i < refs.n; ++i) {
    const FoldMember *r = attnPlanFind(plan, refs.load[i]);
    if (!r && grow && attnPlanMember(z->pool, plan, refs.load[i], &z->options, why))
      r = attnPlanFind(plan, refs.load[i]);
    if (r)
      p = attnExprReplace(z->pool, &plan->space, p, refs.load[i], r->value);
    // A reduction that is no member is an input of the projection like any other tensor.
  }
  // Members' own values may read further members (the deferred 1 / d).
  for (int round = 0; round < ATTN_MAX_CHANNELS; ++round) {
    Refs more = {0};
    attnExprWalk(p, collectRef, &more);
    bool changed = false;
    for (int i = 0; i < more.n; ++i) {
      const FoldMember *r = attnPlanFind(plan, more.load[i]);
      if (!r && attnPlanMember(z->pool, plan, more.load[i], &z->options, why))
        r = attnPlanFind(plan, more.load[i]);
      if (r) {
        p = attnExprReplace(z->pool, &plan->space, p, more.load[i], r->value);
        changed = true;
      }
    }
    if (!changed)
      break;
  }
  Refs rest = {0};
  attnExprWalk(p, collectRef, &rest);
  for (int i = 0; i < rest.n; ++i)
    for (int k = 0; k < plan->numMembers; ++k)
      if (mlirOperationEqual(plan->member[k].op, attnDef(rest.load[i]->value))) {
        *plan = saved;
        *why = "the value reads the reduction at other coordinates too";
        return false;
      }
  unsigned bound = plan->contracted | 1u << plan->fold;
  if (p->dims & bound) {
    *plan = saved;
    *why = "the value runs along the folded axis";
    return false;
  }
  FoldTarget *t = &plan->target[plan->numTargets++];
  t->value = v;
  t->expr = attnFinishProjection(z->pool, plan, p);
  t->rank = out->n;
  memcpy(t->map, map, sizeof map);
  return true;
}

//===--- maps -------------------------------------------------------------===//

static void addMap(Recognizer *z, MlirValue v, const AttnExpr *e, const AttnSpace *out) {
  z->maps = realloc(z->maps, (size_t)(z->numMaps + 1) * sizeof *z->maps);
  z->maps[z->numMaps++] = (MapPlan){v, attnGuardRows(z->pool, out, NULL, e), *out};
  demandAll(z, z->maps[z->numMaps - 1].expr);
}

//===--- one demanded tensor ----------------------------------------------===//

/// Says at most one thing about an operation.
static void remarkOnce(Recognizer *z, MlirOperation op, const char *what, const char *why) {
  for (int i = 0; i < z->numRemarked; ++i)
    if (mlirOperationEqual(z->remarked[i], op))
      return;
  if (z->numRemarked < MAX_DEMANDS)
    z->remarked[z->numRemarked++] = op;
  attnRemark(mlirOperationGetLocation(op), "%s: %s", what, why);
}

/// The plan of the reduction that `load` reads, with v as its projection.
static bool planFor(Recognizer *z, MlirValue v, const AttnExpr *e, const AttnSpace *out,
                    const AttnExpr *load, FoldPlan *plan, const char **why) {
  AttnReduction r;
  return attnReadReduction(z->pool, attnDef(load->value), &r, why) &&
         attnPlanFold(z->pool, &r, &z->options, plan, why) &&
         project(z, plan, v, e, out, load, &plan->member[0], true, why);
}

/// A sum without weights, nothing absorbed, of which no side is a factor.
static bool isPlainSum(const FoldPlan *plan) {
  return plan->numChannels == 1 && !plan->contracted && plan->channel[0].lift &&
         strcmp(plan->channel[0].monoid, "add") == 0;
}

/// v reads at `load` a plain sum whose lift reads what other reductions make of its rows (the
/// logarithm of a weight): the fold of one of those, joined by the sum.
static bool planAround(Recognizer *z, MlirValue v, const AttnExpr *e, const AttnSpace *out,
                       const AttnExpr *load, FoldPlan *plan) {
  AttnReduction r, row;
  const char *why;
  Refs inner = {0};
  if (!attnReadReduction(z->pool, attnDef(load->value), &r, &why))
    return false;
  attnExprWalk(r.lift, collectRef, &inner);
  for (int i = 0; i < inner.n; ++i) {
    if (inner.load[i]->dims & r.reduced ||
        !attnReadReduction(z->pool, attnDef(inner.load[i]->value), &row, &why) ||
        !attnPlanFold(z->pool, &row, &z->options, plan, &why))
      continue;
    const AttnExpr *mine = attnPlanReach(z->pool, plan, &r);
    if (!mine || !attnPlanMember(z->pool, plan, mine, &z->options, &why))
      continue;
    const FoldMember *m = attnPlanFind(plan, mine);
    if (m && project(z, plan, v, e, out, load, m, true, &why))
      return true;
  }
  return false;
}

/// The plan whose fold computes most of the reductions of `refs`, the first of those (a weighted
/// sum brings its maximum along, a plain sum of the scores comes along). *itself: there is none,
/// and v is a reduction itself.
static bool bestPlan(Recognizer *z, MlirValue v, const AttnExpr *e, const AttnSpace *out,
                     const Refs *refs, FoldPlan *best, bool *itself, const char **why) {
  bool any = false;
  for (int i = 0; i < refs->n && !*itself; ++i) {
    FoldPlan plan, plain;
    if (!planFor(z, v, e, out, refs->load[i], &plan, why)) {
      *itself = !any && mlirValueEqual(refs->load[i]->value, v);
      continue;
    }
    if (any && plan.numMembers <= best->numMembers)
      continue;
    if (plan.numChannels == 1 && !plan.contracted) {
      // Nothing was absorbed: an expensive producer that the fold would repeat is better a tensor.
      const char *ignored;
      bool contraction = attnIsContraction(attnDef(refs->load[i]->value));
      attnExprSetStop(z->pool, attnStopAtOperand, &contraction);
      if (planFor(z, v, e, out, refs->load[i], &plain, &ignored)) {
        plain.untwisted = plan.untwisted;
        plan = plain;
      }
      attnExprSetStop(z->pool, NULL, NULL);
    }
    if (isPlainSum(&plan) && planAround(z, v, e, out, refs->load[i], &plain))
      plan = plain;
    *best = plan;
    any = true;
  }
  return any;
}

/// Makes v, which reads a plain sum of scores that a fold has already, a projection of that fold.
static bool joinFold(Recognizer *z, MlirValue v, const AttnExpr *e, const AttnSpace *out,
                     const Refs *refs) {
  const char *why;
  for (int p = 0; p < z->numPlans; ++p)
    for (int i = 0; i < refs->n; ++i) {
      AttnReduction r;
      FoldPlan *plan = &z->plans[p], saved = *plan;
      if (!attnReadReduction(z->pool, attnDef(refs->load[i]->value), &r, &why))
        continue;
      const AttnExpr *load = attnPlanReach(z->pool, plan, &r);
      if (!load || !attnPlanMember(z->pool, plan, load, &z->options, &why))
        continue;
      const FoldMember *m = attnPlanFind(plan, load);
      if (m && project(z, plan, v, e, out, refs->load[i], m, true, &why)) {
        demandAll(z, plan->target[plan->numTargets - 1].expr);
        return true;
      }
      *plan = saved;
    }
  return false;
}

/// `late`: what others need is planned.
static void process(Recognizer *z, MlirValue v, bool late) {
  MlirType type = mlirValueGetType(v);
  AttnSpace out = {.n = (int)mlirShapedTypeGetRank(type)};
  MlirAffineExpr idx[ATTN_MAX_DIMS];
  for (int d = 0; d < out.n; ++d) {
    out.extent[d] = mlirShapedTypeGetDimSize(type, d);
    idx[d] = mlirAffineDimExprGet(z->ctx, d);
  }
  const AttnExpr *e = attnExprPull(z->pool, &out, v, idx);
  Refs refs = {0};
  attnExprWalk(e, collectRef, &refs);
  if (e->kind == ATTN_EXPR_LOAD && mlirValueEqual(e->value, v) && !refs.n) {
    // Not understood: stays, and so does what it reads as a tensor.
    AttnGather gather;
    for (intptr_t k = 0, n = mlirOperationGetNumOperands(attnDef(v)); k < n; ++k)
      demand(z, mlirOperationGetOperand(attnDef(v), k));
    if (attnReadGather(v, &gather))
      demand(z, gather.table);
    return;
  }
  if (!refs.n || refs.overflow) {
    addMap(z, v, e, &out);
    return;
  }
  const char *why = "";
  for (int p = 0; p < z->numPlans; ++p)
    for (int i = 0; i < refs.n; ++i) {
      // Through a plan that has the reduction already. The loads are in the result's dimensions, so
      // the member is found by its operation.
      FoldPlan *plan = &z->plans[p];
      for (int m = 0; m < plan->numMembers; ++m)
        if (mlirOperationEqual(plan->member[m].op, attnDef(refs.load[i]->value)) &&
            project(z, plan, v, e, &out, refs.load[i], &plan->member[m], true, &why)) {
          demandAll(z, plan->target[plan->numTargets - 1].expr);
          return;
        }
    }
  sortRefs(&refs);
  FoldPlan plan;
  bool itself = false;
  if (late && joinFold(z, v, e, &out, &refs))
    return;
  if (z->numPlans < MAX_PLANS && bestPlan(z, v, e, &out, &refs, &plan, &itself, &why)) {
    if (!late && isPlainSum(&plan) && z->numLate < MAX_DEMANDS) {
      z->late[z->numLate++] = v;
      return;
    }
    if (plan.untwisted)
      remarkOnce(z, plan.member[0].op, "not a weighted sum", plan.untwisted);
    z->plans = realloc(z->plans, (size_t)(z->numPlans + 1) * sizeof *z->plans);
    z->plans[z->numPlans++] = plan;
    for (int c = 0; c < plan.numChannels; ++c) {
      demandAll(z, plan.channel[c].lift);
      demandAll(z, plan.channel[c].lhs);
      demandAll(z, plan.channel[c].rhs);
      demandAll(z, plan.channel[c].keep);
    }
    demandAll(z, plan.target[0].expr);
    return;
  }
  if (itself) {
    remarkOnce(z, attnDef(v), "reduction left as it is", why);
    for (intptr_t k = 0, n = mlirOperationGetNumOperands(attnDef(v)); k < n; ++k)
      demand(z, mlirOperationGetOperand(attnDef(v), k));
    return;
  }
  // The value runs along a folded axis: a map over the folds' results.
  for (int i = 0; i < refs.n; ++i)
    demand(z, refs.load[i]->value);
  addMap(z, v, e, &out);
}

//===--- the pass ---------------------------------------------------------===//

static void recognizeBlock(Recognizer *z, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool replaced = mlirOperationGetNumResults(op) > 0 && isComputed(mlirOperationGetResult(op, 0));
    if (replaced)
      continue;
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
      demand(z, mlirOperationGetOperand(op, i));
    for (intptr_t r = 0, n = mlirOperationGetNumRegions(op); r < n; ++r) {
      // Captures of operations with regions that are not ours (scf.for, carrier.fold).
      MlirOperation *inner;
      intptr_t m = attnCollect(op, NULL, &inner);
      for (intptr_t i = 0; i < m; ++i)
        for (intptr_t k = 0, c = mlirOperationGetNumOperands(inner[i]); k < c; ++k)
          if (!attnValueIsInside(mlirOperationGetOperand(inner[i], k),
                                 mlirOperationGetRegion(op, r)))
            demand(z, mlirOperationGetOperand(inner[i], k));
      free(inner);
    }
  }
  for (int i = 0, late = 0; i < z->numDemanded || late < z->numLate;)
    if (i < z->numDemanded)
      process(z, z->demanded[i++], false);
    else
      process(z, z->late[late++], true);

  attnEmitPlans(z, block);
}

MlirLogicalResult attnRunRecognize(MlirOperation func, const AttnPassContext *pass) {
  MlirBlock block = attnBody(func, 0);
  if (mlirBlockIsNull(block))
    return mlirLogicalResultSuccess(); // a declaration
  Recognizer z = {.ctx = mlirOperationGetContext(func)};
  z.options.assumeMasked = pass->getBool(pass, "assume-masked");
  z.options.strictAccumulate = pass->getBool(pass, "strict-accumulate");
  AttnSymbols symbols;
  z.options.symbols = &symbols;
  if (!attnSymbolsRead(func, &symbols))
    return attnOpError(func, "has a malformed attribute 'attn.symbols'");
  z.pool = attnExprPoolCreate(z.ctx);
  recognizeBlock(&z, block);
  attnExprPoolDestroy(z.pool);
  free(z.plans);
  free(z.maps);
  return mlirLogicalResultSuccess();
}
