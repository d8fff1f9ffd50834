//===- Define.c - attn-define: reductions of several results --------------===//
//
// Takes   (after attn-normalize) linalg.generic operations with one reduction loop and several
//         results that are carried together: the value and the position of a maximum, say.
// Gives   a carrier.fold of what the body combines, and the carrier.define that it names: its merge
//         is the body, read as an operation on two states.
//         Producers are composed into the lift; a sum of products that nobody else reads is a
//         carrier.contract in it.
// Leaves  alone: reductions with one result (attn-recognize), and those whose body is no operation
//         on states, with a remark.
//
//   body(element, state) -> state          element: what the state's values are combined with
//   merge(a, b) = body(b, a)               if every part of a state is a part of the element too
//   lift(element) = its parts in the state's order
//   result = body(state, initial values) = merge(initial values, state)
//
// What is not written in the body is found by trying: which value of the element belongs to which
// part of the state (by type), the identity (the initial values, or the extremes of the types: the
// initial position 0 of a maximum is none), and, where the plain merge is not commutative, the
// order of its sides by an integer part, which makes "the first of equal values" independent of the
// order of merging. A candidate is taken if it keeps the laws of an associative and commutative
// carrier (Dialect/Carrier/Laws.h). No operation of the body is looked at for what it is.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"
#include "Dialect/Carrier/Laws.h"
#include "IR/Diag.h"
#include "IR/Expr.h"
#include "Passes/Recognize.h"
#include "attn-c/Plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunDefine(MlirOperation module, const AttnPassContext *pass);

enum { MAX_PARTS = 4, MAX_VALUES = 8, MAX_CHOICES = 6, MAX_TRIES = 4096 };

/// A reduction, and the candidate at hand.
typedef struct Tuple {
  MlirOperation op, yield;
  MlirContext ctx;
  MlirBlock body;
  int n;        ///< parts of the state
  intptr_t nIn; ///< inputs: the first arguments of the body
  AttnSpace space;
  int fold; ///< the reduction loop
  MlirType type[MAX_PARTS];
  MlirAttribute init[MAX_PARTS];
  int nValues; ///< of the element
  MlirValue value[MAX_VALUES];
  int of[MAX_PARTS]; ///< part -> value
  MlirAttribute identity[MAX_PARTS];
  int order; ///< the part by which the sides of a merge are ordered; -1: they are not
} Tuple;

//===--- reading the body -------------------------------------------------===//

/// Does a value of the body depend on the state?
static bool isCarried(const Tuple *t, MlirValue v) {
  for (int k = 0; k < t->n; ++k)
    if (mlirValueEqual(v, mlirBlockGetArgument(t->body, t->nIn + k)))
      return true;
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || !mlirBlockEqual(mlirOperationGetBlock(op), t->body))
    return false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (isCarried(t, mlirOperationGetOperand(op, i)))
      return true;
  return false;
}

static bool addValue(Tuple *t, MlirValue v) {
  if (isCarried(t, v) || attnIs(attnDef(v), "arith.constant"))
    return true;
  for (int i = 0; i < t->nValues; ++i)
    if (mlirValueEqual(t->value[i], v))
      return true;
  if (t->nValues == MAX_VALUES)
    return false;
  t->value[t->nValues++] = v;
  return true;
}

/// The values that the state is combined with: what operations on the state read beside it.
static bool readElement(Tuple *t, const char **why) {
  *why = "its body combines the state with too many values";
  for (MlirOperation op = mlirBlockGetFirstOperation(t->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool end = mlirOperationEqual(op, t->yield), carried = end;
    if (!end && (mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) != 0)) {
      *why = "its body holds operations of several results or with regions";
      return false;
    }
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n && !carried; ++i)
      carried = isCarried(t, mlirOperationGetOperand(op, i));
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n && carried; ++i)
      if (!addValue(t, mlirOperationGetOperand(op, i)))
        return false;
  }
  for (int k = 0; k < t->n; ++k)
    if (!isCarried(t, mlirOperationGetOperand(t->yield, k))) {
      *why = "a result does not depend on what it was before";
      return false;
    }
  return true;
}

static MlirAttribute constantOf(const AttnExpr *e, MlirType type) {
  if (e->kind == ATTN_EXPR_FLOAT)
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, e->f);
  if (e->kind == ATTN_EXPR_INT && mlirTypeIsAInteger(type))
    return mlirIntegerAttrGet(type, e->i);
  return mlirAttributeGetNull();
}

/// The loop that a result's dimension runs along; -1: none, a dimension of one element.
static intptr_t loopOf(MlirAffineExpr e) {
  return mlirAffineExprIsADim(e) ? mlirAffineDimExprGetPosition(e) : -1;
}

/// The maps of the results: all the same, each free loop once.
static bool readMaps(const Tuple *t) {
  MlirAttribute first = attnAttrArrayGet(t->op, "indexing_maps", t->nIn);
  MlirAffineMap map = mlirAffineMapAttrGetValue(first);
  for (int k = 1; k < t->n; ++k)
    if (!mlirAttributeEqual(first, attnAttrArrayGet(t->op, "indexing_maps", t->nIn + k)))
      return false;
  unsigned seen = 1u << t->fold;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, i);
    bool unit = mlirAffineExprIsAConstant(e) && mlirAffineConstantExprGetValue(e) == 0;
    intptr_t d = loopOf(e);
    if (unit)
      continue;
    if (d < 0 || (seen >> d & 1))
      return false;
    seen |= 1u << d;
  }
  return seen == (1u << t->space.n) - 1;
}

static bool readInitial(AttnExprPool *pool, Tuple *t) {
  for (int k = 0; k < t->n; ++k) {
    MlirValue init = mlirOperationGetOperand(t->op, t->nIn + k);
    MlirType type = mlirValueGetType(init);
    AttnSpace space = {.n = (int)mlirShapedTypeGetRank(type)};
    MlirAffineExpr idx[ATTN_MAX_DIMS];
    for (int d = 0; d < space.n; ++d) {
      space.extent[d] = mlirShapedTypeGetDimSize(type, d);
      idx[d] = mlirAffineDimExprGet(t->ctx, d);
    }
    t->type[k] = mlirShapedTypeGetElementType(type);
    t->init[k] = constantOf(attnExprPull(pool, &space, init, idx), t->type[k]);
    if (mlirAttributeIsNull(t->init[k]))
      return false;
  }
  return true;
}

static bool readTuple(AttnExprPool *pool, MlirOperation op, Tuple *t, const char **why) {
  unsigned reduced;
  *t = (Tuple){.op = op, .ctx = mlirOperationGetContext(op), .body = attnBody(op, 0), .fold = -1};
  t->n = (int)mlirOperationGetNumResults(op);
  t->nIn = mlirOperationGetNumOperands(op) - t->n;
  t->yield = mlirBlockGetTerminator(t->body);
  *why = "it has more results than are supported";
  if (t->n > MAX_PARTS || !attnReadLoops(op, &t->space, &reduced, why))
    return false;
  for (int d = 0; d < t->space.n; ++d)
    if (reduced >> d & 1)
      t->fold = d;
  *why = "it reduces several loops at once";
  if (reduced & (reduced - 1))
    return false;
  *why = "its results are not laid out alike, one element for each point of the other loops";
  if (!readMaps(t))
    return false;
  *why = "its initial values are no constants";
  return readInitial(pool, t) && readElement(t, why);
}

//===--- a candidate ------------------------------------------------------===//

/// v with what `map` says in place of arguments and values; null where something is missing.
static MlirValue rebuild(const Tuple *t, const AttnBuilder *b, AttnValueMap *map, MlirValue v) {
  MlirOperation op = attnDef(v);
  if (attnMapContains(map, v))
    return attnMapLookup(map, v);
  if (mlirOperationIsNull(op))
    return (MlirValue){NULL};
  bool inside = mlirBlockEqual(mlirOperationGetBlock(op), t->body);
  bool scalar = !strncmp(attnOpName(op), "arith.", 6) || !strncmp(attnOpName(op), "math.", 5);
  if (!scalar || (!inside && !attnIs(op, "arith.constant")))
    return (MlirValue){NULL};
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!rebuild(t, b, map, mlirOperationGetOperand(op, i)).ptr)
      return (MlirValue){NULL};
  attnCloneMapped(b, op, map);
  return attnMapLookup(map, v);
}

/// out = body(y, x). A value that is several parts of the state is, for each, that part.
static bool combine(const Tuple *t, const AttnBuilder *b, const MlirValue *x, const MlirValue *y,
                    MlirValue *out) {
  bool shared = false, ok = true;
  for (int k = 0; k < t->n; ++k)
    for (int i = 0; i < k; ++i)
      shared |= t->of[i] == t->of[k];
  AttnValueMap map = {0};
  for (int k = 0; k < t->n && ok; ++k) {
    if (k == 0 || shared) {
      attnMapFree(&map);
      map = (AttnValueMap){0};
      attnMapValue(&map, t->value[t->of[k]], y[k]); // first, so that it is the one found
      for (int i = 0; i < t->n; ++i) {
        attnMapValue(&map, mlirBlockGetArgument(t->body, t->nIn + i), x[i]);
        if (t->of[i] != t->of[k])
          attnMapValue(&map, t->value[t->of[i]], y[i]);
      }
    }
    out[k] = rebuild(t, b, &map, mlirOperationGetOperand(t->yield, k));
    ok = out[k].ptr != NULL;
  }
  attnMapFree(&map);
  return ok;
}

/// merge(x, y), the sides in the order of a part where the candidate says so.
static bool merge(const Tuple *t, const AttnBuilder *b, const MlirValue *x, const MlirValue *y,
                  MlirValue *out) {
  MlirValue left[MAX_PARTS], right[MAX_PARTS];
  if (t->order < 0)
    return combine(t, b, x, y, out);
  MlirValue swap = attnCmpi(b, 4 /* sgt */, x[t->order], y[t->order]);
  for (int k = 0; k < t->n; ++k) {
    left[k] = attnSelect(b, swap, y[k], x[k]);
    right[k] = attnSelect(b, swap, x[k], y[k]);
  }
  return combine(t, b, left, right, out);
}

static void arguments(const AttnBuilder *in, int n, int first, MlirValue *out) {
  for (int k = 0; k < n; ++k)
    out[k] = mlirBlockGetArgument(in->block, first + k);
}

/// The candidate's definition at the builder; null where its body is no operation on states.
static MlirOperation define(const Tuple *t, const AttnBuilder *b, const char *name) {
  static const char *const laws[] = {"associative", "commutative"};
  MlirValue x[MAX_PARTS], y[MAX_PARTS], out[MAX_PARTS];
  MlirType twice[2 * MAX_PARTS];
  MlirAttribute channels[MAX_PARTS];
  MlirRegion regions[5];
  AttnBuilder in;
  bool isInit = true, ok;
  for (int k = 0; k < t->n; ++k) {
    char part[8];
    snprintf(part, sizeof part, "s%d", k);
    MlirNamedAttribute fields[] = {attnNamed(t->ctx, "name", attnStr(t->ctx, part)),
                                   attnNamed(t->ctx, "type", mlirTypeAttrGet(t->type[k])),
                                   attnNamed(t->ctx, "identity", t->identity[k])};
    channels[k] = mlirDictionaryAttrGet(t->ctx, 3, fields);
    twice[k] = twice[t->n + k] = t->type[k];
    isInit &= mlirAttributeEqual(t->identity[k], t->init[k]);
  }
  regions[0] = attnRegionWithBlock(b, t->n, t->type, &in);
  arguments(&in, t->n, 0, x);
  attnBuildYield(&in, "gpu.yield", t->n, x);
  regions[1] = attnRegionWithBlock(b, 2 * t->n, twice, &in);
  arguments(&in, t->n, 0, x);
  arguments(&in, t->n, t->n, y);
  ok = merge(t, &in, x, y, out);
  attnBuildYield(&in, "gpu.yield", t->n, ok ? out : x);
  regions[2] = attnRegionWithBlock(b, t->n, t->type, &in);
  arguments(&in, t->n, 0, y);
  for (int k = 0; k < t->n; ++k) {
    MlirNamedAttribute value = attnNamed(t->ctx, "value", t->init[k]);
    x[k] = isInit ? y[k] : attnBuild0(&in, "arith.constant", t->type[k], 1, &value);
  }
  ok = ok && (isInit || combine(t, &in, x, y, out));
  attnBuildYield(&in, "gpu.yield", t->n, ok && !isInit ? out : y);
  regions[3] = mlirRegionCreate();
  regions[4] = mlirRegionCreate();
  MlirNamedAttribute attrs[] = {
      attnNamed(t->ctx, "sym_name", attnStr(t->ctx, name)),
      attnNamed(t->ctx, "laws", attnStrs(t->ctx, 2, laws)),
      attnNamed(t->ctx, "channels", mlirArrayAttrGet(t->ctx, t->n, channels))};
  MlirOperation op = attnBuildOp(b, &(AttnOpDesc){.name = "carrier.define",
                                                  .nAttrs = 3,
                                                  .attrs = attrs,
                                                  .nRegions = 5,
                                                  .regions = regions});
  if (ok)
    return op;
  mlirOperationDestroy(op);
  return (MlirOperation){NULL};
}

//===--- finding one ------------------------------------------------------===//

/// Identities that a part may have: its initial value, then the ends of its type.
static int identitiesOf(const Tuple *t, int k, MlirAttribute *list) {
  MlirType type = t->type[k];
  int n = 0;
  list[n++] = t->init[k];
  if (attnIsFloat(type)) {
    list[n++] = mlirFloatAttrDoubleGet(t->ctx, type, -INFINITY);
    list[n++] = mlirFloatAttrDoubleGet(t->ctx, type, INFINITY);
  } else if (mlirIntegerTypeGetWidth(type) > 1) {
    unsigned w = mlirIntegerTypeGetWidth(type);
    list[n++] = mlirIntegerAttrGet(type, w >= 64 ? INT64_MAX : (INT64_C(1) << (w - 1)) - 1);
    list[n++] = mlirIntegerAttrGet(type, w >= 64 ? INT64_MIN : -(INT64_C(1) << (w - 1)));
  }
  return n;
}

/// The first candidate that keeps its laws (with `nan` on elements that are NaN too), as a
/// definition at the builder; null if none does.
static MlirOperation findDefinition(Tuple *t, const AttnBuilder *b, const char *name, bool nan) {
  int digit[2 * MAX_PARTS + 1] = {0}, base[2 * MAX_PARTS + 1], order[MAX_PARTS + 1], nOrders = 0;
  int values[MAX_PARTS][MAX_VALUES];
  MlirAttribute identities[MAX_PARTS][MAX_CHOICES];
  order[nOrders++] = -1;
  for (int k = 0; k < t->n; ++k) {
    base[2 * k + 1] = identitiesOf(t, k, identities[k]);
    base[2 * k + 2] = 0;
    for (int i = 0; i < t->nValues; ++i)
      if (mlirTypeEqual(mlirValueGetType(t->value[i]), t->type[k]))
        values[k][base[2 * k + 2]++] = i;
    if (!base[2 * k + 2])
      return (MlirOperation){NULL};
    if (mlirTypeIsAInteger(t->type[k]) && mlirIntegerTypeGetWidth(t->type[k]) > 1)
      order[nOrders++] = k;
  }
  base[0] = nOrders;
  for (int tries = 0; tries < MAX_TRIES; ++tries) {
    t->order = order[digit[0]];
    for (int k = 0; k < t->n; ++k) {
      t->identity[k] = identities[k][digit[2 * k + 1]];
      t->of[k] = values[k][digit[2 * k + 2]];
    }
    MlirOperation op = define(t, b, name);
    if (op.ptr && attnKeepsLaws(op, nan))
      return op;
    if (op.ptr)
      mlirOperationDestroy(op);
    int i = 0;
    while (i <= 2 * t->n && ++digit[i] == base[i])
      digit[i++] = 0;
    if (i > 2 * t->n)
      break;
  }
  return (MlirOperation){NULL};
}

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
static void nameAxes(const Tuple *t, Axes *a, FoldPlan *plan) {
  static const char *const batch[] = {"b", "h", "g"};
  MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(t->op, "indexing_maps", t->nIn));
  int rank = (int)mlirAffineMapGetNumResults(map), left = t->space.n - 1;
  *a = (Axes){0};
  *plan = (FoldPlan){0};
  for (int i = 0; i < rank; ++i) {
    intptr_t d = loopOf(mlirAffineMapGetResult(map, i));
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
static void pullInputs(AttnExprPool *pool, const Tuple *t, Axes *a, FoldPlan *plan,
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

static MlirRegion liftRegion(AttnExprPool *pool, const Tuple *t, const AttnBuilder *b, Axes *a,
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
  MlirValue yields[MAX_PARTS];
  for (int k = 0; k < t->n; ++k)
    yields[k] = element(&em, &map, t->value[t->of[k]]);
  attnBuildYield(&in, "gpu.yield", t->n, yields);
  attnEraseDead(in.block);
  attnExprEmitterFree(&em);
  attnMapFree(&map);
  return region;
}

/// The parts that somebody reads.
static int liveParts(const Tuple *t, int *live) {
  int n = 0;
  for (int k = 0; k < t->n; ++k)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(t->op, k))))
      live[n++] = k;
  return n;
}

static MlirAttribute axesAttr(const Tuple *t, const Axes *a, const AttnSpace *space) {
  MlirAttribute dicts[ATTN_MAX_DIMS];
  for (int i = 0; i < a->n; ++i) {
    MlirNamedAttribute fields[] = {attnNamed(t->ctx, "name", attnStr(t->ctx, a->name[i])),
                                   attnNamed(t->ctx, "role", attnStr(t->ctx, a->role[i])),
                                   attnNamed(t->ctx, "extent", attnI64(t->ctx, space->extent[i]))};
    dicts[i] = mlirDictionaryAttrGet(t->ctx, 3, fields);
  }
  return mlirArrayAttrGet(t->ctx, a->n, dicts);
}

static void replace(AttnExprPool *pool, const Tuple *t, const char *name, int nLive,
                    const int *live) {
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
    intptr_t d = loopOf(mlirAffineMapGetResult(out, i));
    dims[i] = d < 0 ? mlirAffineConstantExprGet(t->ctx, 0) : mlirAffineDimExprGet(t->ctx, a.of[d]);
  }
  MlirAttribute map = mlirAffineMapAttrGet(mlirAffineMapGet(t->ctx, a.n, 0, rank, dims));
  MlirValue yields[MAX_PARTS], results[MAX_PARTS];
  MlirType types[MAX_PARTS];
  MlirAttribute maps[MAX_PARTS];
  for (int i = 0; i < nLive; ++i) {
    yields[i] = mlirBlockGetArgument(in.block, live[i]);
    types[i] = mlirValueGetType(mlirOperationGetResult(t->op, live[i]));
    maps[i] = map;
  }
  attnBuildYield(&in, "gpu.yield", nLive, yields);
  MlirNamedAttribute attrs[] = {attnNamed(t->ctx, "axes", axesAttr(t, &a, &plan->space)),
                                attnNamed(t->ctx, "maps", mlirArrayAttrGet(t->ctx, nLive, maps)),
                                attnNamed(t->ctx, "carrier", attnStr(t->ctx, name))};
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

//===--- the pass ---------------------------------------------------------===//

static void defineOne(AttnExprPool *pool, MlirOperation module, MlirOperation op) {
  Tuple t;
  const char *why;
  char name[24];
  int live[MAX_PARTS], number = 0;
  bool ok = readTuple(pool, op, &t, &why);
  int nLive = ok ? liveParts(&t, live) : 0;
  if (ok && !nLive)
    return;
  for (int i = 2; i < nLive && ok; ++i)
    if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, live[i])),
                       mlirValueGetType(mlirOperationGetResult(op, live[1])))) {
      why = "the results after the first are of different types";
      ok = false;
    }
  do
    snprintf(name, sizeof name, "merge_%d", number++);
  while (attnSymbolTaken(module, name));
  MlirOperation first = mlirBlockGetFirstOperation(attnBody(module, 0)), found = {NULL};
  AttnBuilder b = attnBuilderBefore(first);
  b.loc = mlirOperationGetLocation(op);
  if (ok) {
    attnDiagMute(t.ctx);
    found = findDefinition(&t, &b, name, true);
    if (!found.ptr)
      found = findDefinition(&t, &b, name, false);
    attnDiagUnmute(t.ctx);
    why = "its body, read as an operation on two states, keeps the laws of no carrier";
  }
  if (!found.ptr)
    attnRemark(mlirOperationGetLocation(op), "reduction of several results left as it is: %s", why);
  else
    replace(pool, &t, name, nLive, live);
}

static bool isTupleReduction(MlirOperation op) {
  return attnIsReduction(op) && mlirOperationGetNumResults(op) > 1;
}

MlirLogicalResult attnRunDefine(MlirOperation module, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *ops;
  intptr_t n = attnCollect(module, "linalg.generic", &ops);
  AttnExprPool *pool = attnExprPoolCreate(mlirOperationGetContext(module));
  for (intptr_t i = 0; i < n; ++i)
    if (isTupleReduction(ops[i]) && attnIs(mlirOperationGetParentOperation(ops[i]), "func.func"))
      defineOne(pool, module, ops[i]);
  free(ops);
  attnExprPoolDestroy(pool);
  MlirOperation *funcs;
  n = attnCollect(module, "func.func", &funcs);
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirBlockIsNull(attnBody(funcs[i], 0)))
      attnEraseDead(attnBody(funcs[i], 0));
  free(funcs);
  return mlirLogicalResultSuccess();
}
