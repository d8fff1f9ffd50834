//===- DefineFold.c - The fold of a reduction of several results ----------===//
// See Define.h.
//===----------------------------------------------------------------------===//
#include "Passes/Define.h"
#include "Passes/Recognize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- the fold ---------------------------------------------------------===//

typedef struct Axes {
  int n, of[ATTN_MAX_DIMS]; ///< loop -> axis
  char name[ATTN_MAX_DIMS][16];
  const char *role[ATTN_MAX_DIMS];
} Axes;

static void addAxis(Axes *a, FoldPlan *plan, const char *role, int64_t extent, const char *name,
                    int number) {
  snprintf(a->name[a->n], sizeof a->name[0], number ? "%s%d" : "%s", name, number);
  a->role[a->n++] = role;
  plan->space.extent[plan->space.n++] = extent;
}

/// The free loops in the order of the results (the last one is m), then the fold axis. Without a
/// free loop there is an m of one element.
static void nameAxes(const AttnTuple *t, Axes *a, FoldPlan *plan) {
  static const char *const batch[] = {"b", "h", "g"};
  MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(t->op, "indexing_maps", t->nIn));
  int rank = (int)mlirAffineMapGetNumResults(map), left = t->space.n - 1;
  *a = (Axes){0};
  *plan = (FoldPlan){0};
  for (int i = 0; i < rank; ++i) {
    intptr_t d = attnTupleLoop(mlirAffineMapGetResult(map, i));
    if (d < 0)
      continue;
    bool last = --left == 0, named = last || a->n < 3;
    a->of[d] = a->n;
    addAxis(a, plan, "free", t->space.extent[d],
            last    ? "m"
            : named ? batch[a->n]
                    : "b",
            named ? 0 : a->n);
  }
  if (a->n == 0)
    addAxis(a, plan, "free", 1, "m", 0);
  plan->fold = a->of[t->fold] = a->n;
  addAxis(a, plan, "fold", t->space.extent[t->fold], "kv", 0);
}

static MlirValue emitCoord(AttnExprEmitter *e, int dim) {
  const Axes *a = e->user;
  MlirNamedAttribute axis = attnNamed(e->b->ctx, "axis", attnStr(e->b->ctx, a->name[dim]));
  return attnBuild0(e->b, "carrier.index", mlirIndexTypeGet(e->b->ctx), 1, &axis);
}

/// What the body makes of its inputs and of the loops' coordinates.
static MlirValue element(AttnExprEmitter *em, AttnValueMap *map, MlirValue v) {
  MlirOperation op = attnDef(v);
  int64_t dim;
  if (attnMapContains(map, v) || mlirOperationIsNull(op))
    return attnMapLookup(map, v);
  if (attnIs(op, "linalg.index") && attnAttrI64(op, "dim", &dim)) {
    const Axes *a = em->user;
    MlirValue x = emitCoord(em, a->of[dim]);
    attnMapValue(map, v, x);
    return x;
  }
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    element(em, map, mlirOperationGetOperand(op, i));
  attnCloneMapped(em->b, op, map);
  return attnMapLookup(map, v);
}

static void findShared(const AttnExpr *e, void *user) {
  MlirOperation op = e->kind == ATTN_EXPR_LOAD ? attnDef(e->value) : (MlirOperation){NULL};
  if (!mlirOperationIsNull(op) && attnIsReduction(op) && attnNumUses(e->value) > 1)
    *(bool *)user = true;
}

/// The inputs over the axes; sums of products among them become axes of their own.
static void pullInputs(AttnExprPool *pool, const AttnTuple *t, Axes *a, FoldPlan *plan,
                       const AttnExpr **inputs) {
  MlirAffineExpr loops[ATTN_MAX_DIMS];
  for (int d = 0; d < t->space.n; ++d)
    loops[d] = mlirAffineDimExprGet(t->ctx, a->of[d]);
  MlirAffineMap to = mlirAffineMapGet(t->ctx, a->n, 0, t->space.n, loops);
  bool ignored = false, shared = false;
  for (intptr_t i = 0; i < t->nIn; ++i) {
    MlirAffineMap from = mlirAffineMapAttrGetValue(attnAttrArrayGet(t->op, "indexing_maps", i));
    MlirAffineExpr idx[ATTN_MAX_DIMS];
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(from); ++r)
      idx[r] = mlirAffineExprCompose(mlirAffineMapGetResult(from, r), to);
    attnExprSetStop(pool, attnStopAtExpensive, &ignored);
    inputs[i] = attnExprPull(pool, &plan->space, mlirOperationGetOperand(t->op, i), idx);
    attnExprSetStop(pool, NULL, NULL);
    attnExprWalk(inputs[i], findShared, &shared);
  }
  for (intptr_t i = 0; i < t->nIn && !shared; ++i)
    inputs[i] = attnInlineContractions(pool, plan, inputs[i]);
  for (int d = a->n; d < plan->space.n; ++d) {
    snprintf(a->name[a->n], sizeof a->name[0], d > plan->fold + 1 ? "qk%d" : "qk",
             d - plan->fold - 1);
    a->role[a->n++] = "contract";
  }
}

static MlirValue emitContract(AttnExprEmitter *e, const AttnExpr *x, MlirValue lhs, MlirValue rhs) {
  const Axes *a = e->user;
  MlirNamedAttribute axis = attnNamed(e->b->ctx, "axis", attnStr(e->b->ctx, a->name[x->i]));
  return attnBuild(e->b, "carrier.contract", 2, (MlirValue[]){lhs, rhs}, x->type, 1, &axis);
}

static MlirRegion liftRegion(AttnExprPool *pool, const AttnTuple *t, const AttnBuilder *b, Axes *a,
                             FoldPlan *plan) {
  AttnBuilder in;
  MlirRegion region = attnRegionWithBlock(b, 0, NULL, &in);
  const AttnExpr **inputs = malloc((size_t)(t->nIn + 1) * sizeof *inputs);
  pullInputs(pool, t, a, plan, inputs);
  AttnExprEmitter em = {.b = &in,
                        .space = &plan->space,
                        .load = attnRecognizeLoad,
                        .coord = emitCoord,
                        .contract = emitContract,
                        .user = a};
  AttnValueMap map = {0};
  for (intptr_t i = 0; i < t->nIn; ++i) {
    MlirValue arg = mlirBlockGetArgument(t->body, i);
    attnMapValue(&map, arg, attnCast(&in, attnExprEmit(&em, inputs[i]), mlirValueGetType(arg)));
  }
  free(inputs);
  MlirValue yields[ATTN_TUPLE_PARTS];
  for (int k = 0; k < t->n; ++k)
    yields[k] = element(&em, &map, t->value[t->of[k]]);
  attnBuildYield(&in, "gpu.yield", t->n, yields);
  attnEraseDead(in.block);
  attnExprEmitterFree(&em);
  attnMapFree(&map);
  return region;
}

static MlirAttribute axesAttr(const AttnTuple *t, const Axes *a, const AttnSpace *space) {
  MlirAttribute dicts[ATTN_MAX_DIMS];
  for (int i = 0; i < a->n; ++i) {
    MlirNamedAttribute fields[] = {attnNamed(t->ctx, "name", attnStr(t->ctx, a->name[i])),
                                   attnNamed(t->ctx, "role", attnStr(t->ctx, a->role[i])),
                                   attnNamed(t->ctx, "extent", attnI64(t->ctx, space->extent[i]))};
    dicts[i] = mlirDictionaryAttrGet(t->ctx, 3, fields);
  }
  return mlirArrayAttrGet(t->ctx, a->n, dicts);
}

void attnTupleReplace(AttnExprPool *pool, const AttnTuple *t, const char *carrier) {
  int live[ATTN_TUPLE_PARTS], nLive = attnTupleLive(t, live);
  AttnBuilder b = attnBuilderBefore(t->op), in;
  Axes a;
  FoldPlan *plan = malloc(sizeof *plan);
  nameAxes(t, &a, plan);
  MlirRegion regions[2];
  regions[0] = liftRegion(pool, t, &b, &a, plan);
  regions[1] = attnRegionWithBlock(&b, t->n, t->type, &in);
  MlirAffineMap out = mlirAffineMapAttrGetValue(attnAttrArrayGet(t->op, "indexing_maps", t->nIn));
  MlirAffineExpr dims[ATTN_MAX_DIMS];
  intptr_t rank = mlirAffineMapGetNumResults(out);
  for (intptr_t i = 0; i < rank; ++i) {
    intptr_t d = attnTupleLoop(mlirAffineMapGetResult(out, i));
    dims[i] = d < 0 ? mlirAffineConstantExprGet(t->ctx, 0) : mlirAffineDimExprGet(t->ctx, a.of[d]);
  }
  MlirAttribute map = mlirAffineMapAttrGet(mlirAffineMapGet(t->ctx, a.n, 0, rank, dims));
  MlirValue yields[ATTN_TUPLE_PARTS], results[ATTN_TUPLE_PARTS];
  MlirType types[ATTN_TUPLE_PARTS];
  MlirAttribute maps[ATTN_TUPLE_PARTS];
  for (int i = 0; i < nLive; ++i) {
    yields[i] = mlirBlockGetArgument(in.block, live[i]);
    types[i] = mlirValueGetType(mlirOperationGetResult(t->op, live[i]));
    maps[i] = map;
  }
  attnBuildYield(&in, "gpu.yield", nLive, yields);
  MlirNamedAttribute attrs[] = {attnNamed(t->ctx, "axes", axesAttr(t, &a, &plan->space)),
                                attnNamed(t->ctx, "maps", mlirArrayAttrGet(t->ctx, nLive, maps)),
                                attnNamed(t->ctx, "carrier", attnStr(t->ctx, carrier))};
  MlirOperation fold = attnBuildOp(&b, &(AttnOpDesc){.name = "carrier.fold",
                                                     .nResults = nLive,
                                                     .results = types,
                                                     .nAttrs = 3,
                                                     .attrs = attrs,
                                                     .nRegions = 2,
                                                     .regions = regions});
  free(plan);
  for (int k = 0; k < t->n; ++k) // what nobody reads may become anything
    results[k] = mlirOperationGetResult(fold, 0);
  for (int i = 0; i < nLive; ++i)
    results[live[i]] = mlirOperationGetResult(fold, i);
  attnReplaceOp(t->op, t->n, results);
}
