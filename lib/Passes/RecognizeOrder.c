//===- RecognizeOrder.c - From plans to operations in order ---------------===//
//
// Every plan and map becomes an operation behind what it reads. Plans that read each other in a
// circle are taken apart first; operations of the input that stay are moved behind what they read
// now.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <stdlib.h>
#include <string.h>

//===--- emission in the order of dependence ------------------------------===//

/// A new operation to be: a fold or a map.
typedef struct Unit {
  const FoldPlan *fold;
  const MapPlan *map;
  MlirOperation op; ///< the last that was written; null until emitted
  MlirValue results[ATTN_MAX_TARGETS];
  bool busy;
} Unit;

typedef struct Emission {
  Recognizer *z;
  MlirBlock block;
  Unit *units;
  int n;
  Unit *current;
  MlirOperation latest; ///< the last operation that the current unit reads
} Emission;

static void emitUnit(Emission *em, Unit *u);

static Unit *unitOf(Emission *em, MlirValue v) {
  for (int i = 0; i < em->n; ++i) {
    Unit *u = &em->units[i];
    if (u->map && mlirValueEqual(u->map->value, v))
      return u;
    for (int t = 0; u->fold && t < u->fold->numTargets; ++t)
      if (mlirValueEqual(u->fold->target[t].value, v))
        return u;
  }
  return NULL;
}

static void visitInput(const AttnExpr *e, void *user) {
  Emission *em = user;
  if (e->kind != ATTN_EXPR_LOAD && e->kind != ATTN_EXPR_SCALAR)
    return;
  Unit *u = unitOf(em, e->value);
  if (u && u != em->current) {
    Unit *saved = em->current;
    MlirOperation latest = em->latest;
    emitUnit(em, u);
    em->current = saved;
    em->latest = latest;
  }
  MlirOperation def = u ? u->op : attnDef(e->value);
  while (!mlirOperationIsNull(def) && !mlirBlockEqual(mlirOperationGetBlock(def), em->block))
    def = mlirOperationGetParentOperation(def);
  if (!mlirOperationIsNull(def) &&
      (mlirOperationIsNull(em->latest) || mlirOperationIsBeforeInBlock(em->latest, def)))
    em->latest = def;
}

/// Emits what the unit reads, then the unit right after the last of it.
static void emitUnit(Emission *em, Unit *u) {
  if (u->busy)
    return;
  u->busy = true;
  em->current = u;
  em->latest = (MlirOperation){NULL};
  MlirValue first = u->fold ? u->fold->target[0].value : u->map->value;
  if (u->fold) {
    for (int c = 0; c < u->fold->numChannels; ++c) {
      const FoldChannel *ch = &u->fold->channel[c];
      const AttnExpr *parts[] = {ch->lift, ch->lhs, ch->rhs, ch->keep};
      for (int k = 0; k < 4; ++k)
        if (parts[k])
          attnExprWalk(parts[k], visitInput, em);
    }
    for (int t = 0; t < u->fold->numTargets; ++t)
      attnExprWalk(u->fold->target[t].expr, visitInput, em);
  } else {
    attnExprWalk(u->map->expr, visitInput, em);
  }
  AttnBuilder b = attnBuilderBefore(
      mlirOperationIsNull(em->latest) ? mlirBlockGetFirstOperation(em->block) : em->latest);
  if (!mlirOperationIsNull(em->latest))
    b = attnBuilderAfter(em->latest);
  b.loc = mlirOperationGetLocation(attnDef(first));
  u->op = u->fold ? attnEmitFold(em->z->pool, u->fold, b) : attnEmitMap(u->map, b);
  MlirOperation op = u->op;
  for (intptr_t t = 0; t < mlirOperationGetNumResults(op); ++t) {
    u->results[t] = mlirOperationGetResult(op, t);
    if (u->fold)
      u->results[t] = attnRestoreResult(&b, u->fold, (int)t, u->results[t]);
    u->op = attnDef(u->results[t]);
  }
}

//===--- cycles ------------------------------------------------------------===//

/// A search through what plans and maps read.
typedef struct Reach {
  const Recognizer *z;
  const FoldPlan *goal;
  bool plan[MAX_PLANS], map[MAX_DEMANDS], found;
} Reach;

static void reachPlan(Reach *r, const FoldPlan *plan);

static void reachLoad(const AttnExpr *e, void *user) {
  Reach *r = user;
  if (e->kind != ATTN_EXPR_LOAD || r->found)
    return;
  const Recognizer *z = r->z;
  for (int p = 0; p < z->numPlans; ++p)
    for (int t = 0; t < z->plans[p].numTargets; ++t)
      if (mlirValueEqual(z->plans[p].target[t].value, e->value)) {
        r->found |= &z->plans[p] == r->goal;
        if (!r->plan[p]) {
          r->plan[p] = true;
          reachPlan(r, &z->plans[p]);
        }
      }
  for (int m = 0; m < z->numMaps; ++m)
    if (mlirValueEqual(z->maps[m].value, e->value) && m < MAX_DEMANDS && !r->map[m]) {
      r->map[m] = true;
      attnExprWalk(z->maps[m].expr, reachLoad, r);
    }
}

static void reachPlan(Reach *r, const FoldPlan *plan) {
  for (int c = 0; c < plan->numChannels; ++c) {
    const FoldChannel *ch = &plan->channel[c];
    const AttnExpr *parts[] = {ch->lift, ch->lhs, ch->rhs, ch->keep};
    for (int k = 0; k < 4; ++k)
      if (parts[k])
        attnExprWalk(parts[k], reachLoad, r);
  }
  for (int t = 0; t < plan->numTargets; ++t)
    attnExprWalk(plan->target[t].expr, reachLoad, r);
}

static void markState(const AttnExpr *e, void *user) {
  if (e->kind == ATTN_EXPR_STATE)
    ((bool *)user)[e->i] = true;
}

void attnKeepTargets(AttnExprPool *pool, FoldPlan *plan) {
  bool used[ATTN_MAX_CHANNELS] = {false};
  for (int t = 0; t < plan->numTargets; ++t)
    attnExprWalk(plan->target[t].expr, markState, used);
  for (int c = 0; c < plan->numChannels; ++c)
    used[0] |= used[c] && plan->channel[c].twisted;
  int n = plan->numChannels;
  plan->numChannels = plan->numMembers = 0;
  for (int c = 0; c < n; ++c) {
    if (!used[c])
      continue;
    int to = plan->numChannels++;
    plan->channel[to] = plan->channel[c];
    for (int t = 0; t < plan->numTargets && to != c; ++t)
      plan->target[t].expr = attnExprReplace(pool, &plan->space, plan->target[t].expr,
                                             attnExprState(pool, c, plan->channel[to].type, 0),
                                             attnExprState(pool, to, plan->channel[to].type, 0));
  }
}

/// The plan with target t alone.
static FoldPlan onlyTarget(AttnExprPool *pool, const FoldPlan *plan, int t) {
  FoldPlan one = *plan;
  one.numTargets = 1;
  one.target[0] = plan->target[t];
  attnKeepTargets(pool, &one);
  return one;
}

/// A plan with several results of which one is needed, by way of another plan, to compute a channel
/// of another (a gradient needs the softmax's statistics in front of its own sums) is several
/// plans.
static void breakCycles(Recognizer *z) {
  for (int p = 0; p < z->numPlans; ++p) {
    Reach r = {.z = z, .goal = &z->plans[p]};
    if (z->plans[p].numTargets < 2)
      continue;
    reachPlan(&r, &z->plans[p]);
    if (!r.found || z->numPlans + z->plans[p].numTargets > MAX_PLANS)
      continue;
    FoldPlan whole = z->plans[p];
    z->plans = realloc(z->plans, (size_t)(z->numPlans + whole.numTargets) * sizeof *z->plans);
    z->plans[p] = onlyTarget(z->pool, &whole, 0);
    for (int t = 1; t < whole.numTargets; ++t)
      z->plans[z->numPlans++] = onlyTarget(z->pool, &whole, t);
  }
}

//===--- order ------------------------------------------------------------===//

/// The block's operations in an order in which definitions come before uses, else as they were.
typedef struct Order {
  MlirBlock block;
  MlirOperation *ops;
  bool *placed;
  intptr_t n;
} Order;

static void place(Order *o, intptr_t i) {
  if (o->placed[i])
    return;
  o->placed[i] = true;
  MlirOperation *inner;
  intptr_t n = attnCollect(o->ops[i], NULL, &inner);
  for (intptr_t k = -1; k < n; ++k) {
    MlirOperation op = k < 0 ? o->ops[i] : inner[k];
    for (intptr_t a = 0, m = mlirOperationGetNumOperands(op); a < m; ++a) {
      MlirOperation def = attnDef(mlirOperationGetOperand(op, a));
      for (intptr_t j = i + 1; j < o->n && !mlirOperationIsNull(def); ++j)
        if (mlirOperationEqual(o->ops[j], def))
          place(o, j);
    }
  }
  free(inner);
  MlirOperation end = mlirBlockGetTerminator(o->block);
  if (!mlirOperationEqual(o->ops[i], end))
    mlirOperationMoveBefore(o->ops[i], end);
}

static void sortBlock(MlirBlock block) {
  Order o = {.block = block};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    o.ops = realloc(o.ops, (size_t)(o.n + 1) * sizeof *o.ops);
    o.ops[o.n++] = op;
  }
  o.placed = calloc((size_t)o.n + 1, sizeof *o.placed);
  for (intptr_t i = 0; i < o.n; ++i)
    place(&o, i);
  free(o.ops);
  free(o.placed);
}

void attnEmitPlans(Recognizer *z, MlirBlock block) {
  breakCycles(z);
  attnSettleResults(z);
  for (int p = 0; p < z->numPlans; ++p)
    attnTrimFold(z->pool, &z->plans[p], z->options.symbols);
  Emission em = {.z = z, .block = block, .n = z->numPlans + z->numMaps};
  em.units = calloc((size_t)em.n + 1, sizeof *em.units);
  for (int i = 0; i < em.n; ++i)
    if (i < z->numPlans)
      em.units[i].fold = &z->plans[i];
    else
      em.units[i].map = &z->maps[i - z->numPlans];
  for (int i = 0; i < em.n; ++i)
    emitUnit(&em, &em.units[i]);
  for (int i = 0; i < em.n; ++i) {
    const Unit *u = &em.units[i];
    if (u->map)
      mlirValueReplaceAllUsesOfWith(u->map->value, u->results[0]);
    for (int t = 0; u->fold && t < u->fold->numTargets; ++t)
      mlirValueReplaceAllUsesOfWith(u->fold->target[t].value, u->results[t]);
  }
  free(em.units);
  attnEraseDead(block);
  sortBlock(block);
}
