//===- RecognizeEmit.c - Carrier operations from plans --------------------===//
//
// Names and orders the axes by role and writes the regions. The order is: batch axes (free axes
// that both operands of a contraction have, or all free axes but the last where nothing is
// contracted), row axes, column axes (free axes that the pivot lacks), the fold axis, contract
// axes. Axes of extent one do not exist; where that leaves no row axis, one of extent one is added.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

//===--- axes -------------------------------------------------------------===//

typedef struct Axes {
  int n;
  char name[ATTN_MAX_DIMS][16];
  const char *role[ATTN_MAX_DIMS];
  int64_t extent[ATTN_MAX_DIMS];
  int from[ATTN_MAX_DIMS]; ///< dimension of the plan's space; -1: added
} Axes;

static void addAxis(Axes *a, const char *name, const char *role, int64_t extent, int from) {
  snprintf(a->name[a->n], sizeof a->name[0], "%s", name);
  a->role[a->n] = role;
  a->extent[a->n] = extent;
  a->from[a->n++] = from;
}

static void addNumbered(Axes *a, const char *first, const char *stem, int k, int64_t extent,
                        int d) {
  char name[16];
  snprintf(name, sizeof name, k ? "%s%d" : "%s", k ? stem : first, k);
  addAxis(a, name, "free", extent, d);
}

typedef struct Contracts {
  const AttnExpr *c[8];
  int n;
} Contracts;

static void collectContract(const AttnExpr *e, void *user) {
  Contracts *c = user;
  if (e->kind == ATTN_EXPR_CONTRACT && c->n < 8)
    c->c[c->n++] = e;
}

static void nameAxes(const FoldPlan *plan, Axes *a) {
  unsigned bound = plan->contracted | 1u << plan->fold, free = 0, used = 0;
  for (int t = 0; t < plan->numTargets; ++t)
    for (int k = 0; k < plan->target[t].rank; ++k)
      for (int d = 0; d < plan->space.n; ++d)
        if (mlirAffineExprIsFunctionOfDim(plan->target[t].map[k], d))
          free |= 1u << d;
  // What the first channel depends on, and what its two sides share.
  const FoldChannel *first = &plan->channel[0];
  unsigned all = 0, lhs = 0, rhs = 0;
  if (first->lhs) {
    lhs = first->lhs->dims, rhs = first->rhs->dims;
    all = lhs; // the right side's own axes are columns
  } else {
    all = first->lift->dims | (first->keep ? first->keep->dims : 0);
    Contracts cs = {0};
    attnExprWalk(first->lift, collectContract, &cs);
    if (cs.n)
      lhs = cs.c[0]->args[0]->dims, rhs = cs.c[0]->args[1]->dims;
  }
  for (int c = 0; c < plan->numChannels; ++c) {
    const FoldChannel *ch = &plan->channel[c];
    used |= ch->lift ? ch->lift->dims : ch->lhs->dims | ch->rhs->dims;
  }
  free |= used & ~bound;
  unsigned rows = lhs ? lhs & ~rhs & free : 0, batch, cols = free & ~all;
  int row = -1;
  if (!rows) // nothing is contracted, or the left side has no axis to itself
    rows = free & all & ~(lhs & rhs);
  for (int d = 0; d < plan->space.n; ++d)
    if (rows >> d & 1 && (row < 0 || plan->space.extent[d] >= plan->space.extent[row]))
      row = d;
  batch = free & ~cols;
  if (row >= 0)
    batch &= ~(1u << row);
  static const char *batchNames[] = {"b", "h", "g"};
  int k = 0;
  for (int d = 0; d < plan->space.n; ++d)
    if (batch >> d & 1) {
      if (k < 3)
        addAxis(a, batchNames[k], "free", plan->space.extent[d], d);
      else
        addNumbered(a, "b", "b", k, plan->space.extent[d], d);
      ++k;
    }
  if (row >= 0)
    addAxis(a, "m", "free", plan->space.extent[row], row);
  else
    addAxis(a, "m", "free", 1, -1);
  k = 0;
  for (int d = 0; d < plan->space.n; ++d)
    if (cols >> d & 1)
      addNumbered(a, "n", "n", k++, plan->space.extent[d], d);
  bool stream = plan->contracted || plan->numChannels > 1 || !strcmp(first->monoid, "max");
  addAxis(a, stream ? "kv" : "k", "fold", plan->space.extent[plan->fold], plan->fold);
  k = 0;
  for (int d = 0; d < plan->space.n; ++d)
    if (plan->contracted >> d & 1) {
      addNumbered(a, "qk", "qk", k++, plan->space.extent[d], d);
      a->role[a->n - 1] = "contract";
    }
}

static MlirAttribute axesAttr(MlirContext ctx, const Axes *a) {
  MlirAttribute dicts[ATTN_MAX_DIMS];
  for (int i = 0; i < a->n; ++i) {
    MlirNamedAttribute f[] = {attnNamed(ctx, "name", attnStr(ctx, a->name[i])),
                              attnNamed(ctx, "role", attnStr(ctx, a->role[i])),
                              attnNamed(ctx, "extent", attnI64(ctx, a->extent[i]))};
    dicts[i] = mlirDictionaryAttrGet(ctx, 3, f);
  }
  return mlirArrayAttrGet(ctx, a->n, dicts);
}

//===--- regions ----------------------------------------------------------===//

typedef struct Region {
  const Axes *axes;
} Region;

MlirValue attnRecognizeLoad(AttnExprEmitter *e, const AttnExpr *x) {
  MlirAffineMap map = mlirAffineMapGet(e->b->ctx, e->space->n, 0, x->numIdx, x->idx);
  MlirNamedAttribute attr = attnNamed(e->b->ctx, "map", mlirAffineMapAttrGet(map));
  MlirValue tensor = x->value;
  return attnBuild(e->b, "carrier.element", 1, &tensor, x->type, 1, &attr);
}

static MlirValue emitCoord(AttnExprEmitter *e, int dim) {
  const Region *r = e->user;
  MlirNamedAttribute attr = attnNamed(e->b->ctx, "axis", attnStr(e->b->ctx, r->axes->name[dim]));
  return attnBuild0(e->b, "carrier.index", mlirIndexTypeGet(e->b->ctx), 1, &attr);
}

static MlirValue emitContract(AttnExprEmitter *e, const AttnExpr *x, MlirValue lhs, MlirValue rhs) {
  const Region *r = e->user;
  MlirNamedAttribute attr = attnNamed(e->b->ctx, "axis", attnStr(e->b->ctx, r->axes->name[x->i]));
  return attnBuild(e->b, "carrier.contract", 2, (MlirValue[]){lhs, rhs}, x->type, 1, &attr);
}

static double identityOf(const char *monoid) {
  return !strcmp(monoid, "mul")   ? 1.0
         : !strcmp(monoid, "max") ? -INFINITY
         : !strcmp(monoid, "min") ? INFINITY
                                  : 0.0;
}

static MlirAttribute identityAttr(MlirContext ctx, const FoldChannel *c) {
  if (mlirTypeIsAFloat(c->type))
    return mlirFloatAttrDoubleGet(ctx, c->type, identityOf(c->monoid));
  int64_t v = !strcmp(c->monoid, "mul") ? 1 : 0;
  unsigned w = mlirIntegerTypeGetWidth(c->type);
  if (!strcmp(c->monoid, "and"))
    v = w == 1 ? 1 : -1;
  if (!strcmp(c->monoid, "max"))
    v = w >= 64 ? INT64_MIN : -(INT64_C(1) << (w - 1));
  if (!strcmp(c->monoid, "min"))
    v = w >= 64 ? INT64_MAX : (INT64_C(1) << (w - 1)) - 1;
  return mlirIntegerAttrGet(c->type, v);
}

static MlirAttribute channelsAttr(MlirContext ctx, const FoldPlan *plan, const FoldChannel *ch,
                                  const char *foldAxis) {
  MlirAttribute dicts[ATTN_MAX_CHANNELS];
  int contractions = 0;
  for (int i = 0; i < plan->numChannels; ++i) {
    const FoldChannel *c = &ch[i];
    MlirNamedAttribute f[8];
    int n = 0;
    f[n++] = attnNamed(ctx, "name", attnStr(ctx, c->name));
    f[n++] = attnNamed(ctx, "monoid", attnStr(ctx, c->monoid));
    f[n++] = attnNamed(ctx, "type", mlirTypeAttrGet(c->type));
    f[n++] = attnNamed(ctx, "identity", identityAttr(ctx, c));
    if (c->twisted) {
      f[n++] = attnNamed(ctx, "twist", attnStr(ctx, "exp"));
      f[n++] = attnNamed(ctx, "pivot", attnStr(ctx, ch[0].name));
    }
    unsigned pivot = ch[0].lift ? ch[0].lift->dims | (ch[0].keep ? ch[0].keep->dims : 0) : 0;
    bool bilinear = c->lhs || (c->twisted && (c->lift->dims & ~pivot));
    if (bilinear) {
      char name[16];
      if (c->lhs && !plan->contracted) // a product by itself
        snprintf(name, sizeof name, "%s", foldAxis);
      else
        snprintf(name, sizeof name, contractions ? "pv%d" : "pv", contractions);
      ++contractions;
      f[n++] = attnNamed(ctx, "contraction", attnStr(ctx, name));
    }
    dicts[i] = mlirDictionaryAttrGet(ctx, n, f);
  }
  return mlirArrayAttrGet(ctx, plan->numChannels, dicts);
}

/// The map with `row` at the last dimension of size one that it has a constant for; null: none has.
static MlirAttribute atRow(MlirAffineMap map, MlirType type, int row) {
  MlirContext ctx = mlirAffineMapGetContext(map);
  MlirAffineExpr exprs[ATTN_MAX_DIMS];
  intptr_t at = -1, n = mlirAffineMapGetNumResults(map);
  for (intptr_t d = 0; d < n; ++d) {
    exprs[d] = mlirAffineMapGetResult(map, d);
    if (mlirAffineExprIsAConstant(exprs[d]) && mlirShapedTypeGetDimSize(type, d) == 1)
      at = d;
  }
  if (at < 0)
    return (MlirAttribute){NULL};
  exprs[at] = mlirAffineDimExprGet(ctx, row);
  return attnMapAttr(mlirAffineMapGet(ctx, mlirAffineMapGetNumDims(map), 0, n, exprs));
}

/// Elements that v is made of get the row.
static void giveRow(MlirValue v, MlirBlock lift, int row) {
  MlirOperation op = attnDef(v);
  MlirAffineMap map;
  if (mlirOperationIsNull(op) || !mlirBlockEqual(mlirOperationGetBlock(op), lift))
    return;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    giveRow(mlirOperationGetOperand(op, i), lift, row);
  if (!attnIs(op, "carrier.element") || !attnAttrMap(op, "map", &map))
    return;
  MlirAttribute with = atRow(map, mlirValueGetType(mlirOperationGetOperand(op, 0)), row);
  if (!mlirAttributeIsNull(with))
    attnSetAttr(op, "map", with);
}

/// One row: the dimension of size one that the query and the results have for it becomes the row
/// axis, so that the contraction's left operand is a matrix (of one row, which tensor cores take).
static void giveRowToAll(const FoldPlan *plan, const Axes *a, MlirBlock lift, intptr_t n,
                         const MlirType *types, MlirAttribute *maps) {
  MlirAttribute with[ATTN_MAX_TARGETS];
  int row = -1;
  for (int i = 0; i < a->n; ++i)
    if (a->from[i] < 0)
      row = i;
  bool all = row >= 0 && plan->contracted;
  for (intptr_t t = 0; t < n && all; ++t) {
    with[t] = atRow(mlirAffineMapAttrGetValue(maps[t]), types[t], row);
    all = !mlirAttributeIsNull(with[t]);
  }
  if (!all)
    return;
  for (intptr_t t = 0; t < n; ++t)
    maps[t] = with[t];
  for (MlirOperation op = mlirBlockGetFirstOperation(lift); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "carrier.contract"))
      giveRow(mlirOperationGetOperand(op, 0), lift, row);
}

static bool liftsOne(const FoldChannel *c) {
  return c->lift && c->lift->kind == ATTN_EXPR_FLOAT && c->lift->f == 1.0;
}

MlirOperation attnEmitFold(AttnExprPool *pool, const FoldPlan *found, AttnBuilder b) {
  // Channels in the order pivot, sum of weights, the rest; `at` is a channel's place.
  FoldPlan ordered = *found;
  const FoldPlan *plan = &ordered;
  int at[ATTN_MAX_CHANNELS], n = 0;
  for (int round = 0; round < 3; ++round)
    for (int c = 0; c < found->numChannels; ++c) {
      bool pivot = c == 0, one = liftsOne(&found->channel[c]);
      if (round == (pivot ? 0 : one ? 1 : 2)) {
        ordered.channel[n] = found->channel[c];
        at[c] = n++;
      }
    }
  MlirContext ctx = b.ctx;
  Axes axes = {0};
  nameAxes(plan, &axes);
  AttnSpace space = {.n = axes.n};
  MlirAffineExpr subst[ATTN_MAX_DIMS];
  const char *foldAxis = "";
  for (int d = 0; d < plan->space.n; ++d)
    subst[d] = mlirAffineConstantExprGet(ctx, 0);
  for (int i = 0; i < axes.n; ++i) {
    space.extent[i] = axes.extent[i];
    if (axes.from[i] >= 0)
      subst[axes.from[i]] = mlirAffineDimExprGet(ctx, i);
    if (!strcmp(axes.role[i], "fold"))
      foldAxis = axes.name[i];
  }
#define MOVED(E) attnExprSubst(pool, (E), &plan->space, &space, subst)
  Region region = {&axes};

  AttnBuilder lift;
  MlirRegion regions[2];
  regions[0] = attnRegionWithBlock(&b, 0, NULL, &lift);
  AttnExprEmitter em = {.b = &lift,
                        .space = &space,
                        .load = attnRecognizeLoad,
                        .coord = emitCoord,
                        .contract = emitContract,
                        .user = &region};
  FoldChannel moved[ATTN_MAX_CHANNELS];
  MlirValue yields[ATTN_MAX_CHANNELS];
  MlirType stateTypes[ATTN_MAX_CHANNELS];
  for (int c = 0; c < plan->numChannels; ++c) {
    FoldChannel *m = &moved[c];
    *m = plan->channel[c];
    stateTypes[c] = m->type;
    MlirValue v;
    if (m->lhs) {
      m->lhs = MOVED(m->lhs);
      m->rhs = MOVED(m->rhs);
      MlirValue sides[2] = {attnExprEmit(&em, m->lhs), attnExprEmit(&em, m->rhs)};
      v = attnBuild(&lift, "carrier.product", 2, sides, m->type, 0, NULL);
    } else {
      m->lift = MOVED(m->lift);
      v = attnExprEmit(&em, m->lift);
      if (!m->twisted)
        v = attnCast(&lift, v, m->type);
    }
    if (m->keep) {
      m->keep = MOVED(m->keep);
      MlirType type = mlirValueGetType(v);
      v = attnBuild(&lift, "carrier.mask", 2, (MlirValue[]){attnExprEmit(&em, m->keep), v}, type, 0,
                    NULL);
    }
    yields[c] = v;
  }
  attnBuildYield(&lift, "gpu.yield", plan->numChannels, yields);
  attnExprEmitterFree(&em);

  AttnBuilder projection;
  regions[1] = attnRegionWithBlock(&b, plan->numChannels, stateTypes, &projection);
  AttnExprEmitter pe = {.b = &projection,
                        .space = &space,
                        .load = attnRecognizeLoad,
                        .coord = emitCoord,
                        .user = &region};
  for (int c = 0; c < found->numChannels; ++c)
    attnExprEmitBind(&pe, attnExprState(pool, c, found->channel[c].type, 0),
                     mlirBlockGetArgument(projection.block, at[c]));
  MlirValue results[ATTN_MAX_TARGETS];
  MlirType types[ATTN_MAX_TARGETS];
  MlirAttribute maps[ATTN_MAX_TARGETS];
  for (int t = 0; t < plan->numTargets; ++t) {
    const FoldTarget *target = &plan->target[t];
    types[t] = attnResultType(plan, t);
    results[t] =
        attnCast(&projection, attnExprEmit(&pe, MOVED(target->expr)), attnElementType(types[t]));
    MlirAffineExpr idx[ATTN_MAX_DIMS];
    MlirAffineMap old = mlirAffineMapGet(ctx, axes.n, 0, plan->space.n, subst);
    int rank = attnResultMap(plan, t, idx);
    for (int k = 0; k < rank; ++k)
      idx[k] = mlirAffineExprCompose(idx[k], old);
    maps[t] = mlirAffineMapAttrGet(mlirAffineMapGet(ctx, axes.n, 0, rank, idx));
  }
  giveRowToAll(plan, &axes, lift.block, plan->numTargets, types, maps);
  attnBuildYield(&projection, "gpu.yield", plan->numTargets, results);
  attnExprEmitterFree(&pe);

  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "axes", axesAttr(ctx, &axes)),
      attnNamed(ctx, "maps", mlirArrayAttrGet(ctx, plan->numTargets, maps)),
      attnNamed(ctx, "channels", channelsAttr(ctx, plan, moved, foldAxis))};
  return attnBuildOp(&b, &(AttnOpDesc){.name = "carrier.fold",
                                       .nResults = plan->numTargets,
                                       .results = types,
                                       .nAttrs = 3,
                                       .attrs = attrs,
                                       .nRegions = 2,
                                       .regions = regions});
#undef MOVED
}

MlirOperation attnEmitMap(const MapPlan *plan, AttnBuilder b) {
  MlirContext ctx = b.ctx;
  Axes axes = {0};
  static const char *names[] = {"b", "h", "g", "b3", "b4", "b5", "b6", "b7"};
  int n = plan->space.n;
  for (int d = 0; d < n; ++d) {
    const char *name = d == n - 1 ? "n" : d == n - 2 ? "m" : d < 8 ? names[d] : "bx";
    addAxis(&axes, name, "free", plan->space.extent[d], d);
  }
  Region region = {&axes};
  AttnBuilder body;
  MlirRegion r = attnRegionWithBlock(&b, 0, NULL, &body);
  AttnExprEmitter em = {.b = &body,
                        .space = &plan->space,
                        .load = attnRecognizeLoad,
                        .coord = emitCoord,
                        .user = &region};
  MlirType type = mlirValueGetType(plan->value);
  MlirValue v = attnCast(&body, attnExprEmit(&em, plan->expr), attnElementType(type));
  attnBuildYield(&body, "gpu.yield", 1, &v);
  attnExprEmitterFree(&em);
  MlirAttribute map = mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(ctx, n));
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "axes", axesAttr(ctx, &axes)),
                                attnNamed(ctx, "maps", mlirArrayAttrGet(ctx, 1, &map))};
  return attnBuildOp(&b, &(AttnOpDesc){.name = "carrier.map",
                                       .nResults = 1,
                                       .results = &type,
                                       .nAttrs = 2,
                                       .attrs = attrs,
                                       .nRegions = 1,
                                       .regions = &r});
}
