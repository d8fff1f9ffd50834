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
#include "Passes/Define.h"
#include "Dialect/Carrier/Laws.h"
#include "IR/Diag.h"
#include "attn-c/Plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunDefine(MlirOperation module, const AttnPassContext *pass);

enum { MAX_CHOICES = 6, MAX_TRIES = 1024 };

//===--- a candidate ------------------------------------------------------===//

/// v with what `map` says in place of arguments and values; null where something is missing.
static MlirValue rebuild(const AttnTuple *t, const AttnBuilder *b, AttnValueMap *map, MlirValue v) {
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
static bool combine(const AttnTuple *t, const AttnBuilder *b, const MlirValue *x,
                    const MlirValue *y, MlirValue *out) {
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
static bool merge(const AttnTuple *t, const AttnBuilder *b, const MlirValue *x, const MlirValue *y,
                  MlirValue *out) {
  MlirValue left[ATTN_TUPLE_PARTS], right[ATTN_TUPLE_PARTS];
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
static MlirOperation define(const AttnTuple *t, const AttnBuilder *b, const char *name) {
  static const char *const laws[] = {"associative", "commutative"};
  MlirValue x[ATTN_TUPLE_PARTS], y[ATTN_TUPLE_PARTS], out[ATTN_TUPLE_PARTS];
  MlirType twice[2 * ATTN_TUPLE_PARTS];
  MlirAttribute channels[ATTN_TUPLE_PARTS];
  MlirRegion regions[5];
  AttnBuilder in;
  bool isInit = true, ok;
  for (int k = 0; k < t->n; ++k) {
    char part[16];
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
static int identitiesOf(const AttnTuple *t, int k, MlirAttribute *list) {
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
static MlirOperation findDefinition(AttnTuple *t, const AttnBuilder *b, const char *name,
                                    bool nan) {
  int digit[2 * ATTN_TUPLE_PARTS + 1] = {0}, base[2 * ATTN_TUPLE_PARTS + 1],
                                   order[ATTN_TUPLE_PARTS + 1], nOrders = 0;
  int values[ATTN_TUPLE_PARTS][ATTN_TUPLE_VALUES];
  MlirAttribute identities[ATTN_TUPLE_PARTS][MAX_CHOICES];
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

//===--- the pass ---------------------------------------------------------===//

static void defineOne(MlirOperation module, MlirOperation op) {
  AttnExprPool *pool = attnExprPoolCreate(mlirOperationGetContext(op));
  AttnTuple t;
  const char *why;
  char name[24];
  int live[ATTN_TUPLE_PARTS], number = 0;
  bool ok = attnTupleRead(pool, op, &t, &why);
  int nLive = ok ? attnTupleLive(&t, live) : 0;
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
  if (ok && nLive) {
    attnDiagMute(t.ctx);
    found = findDefinition(&t, &b, name, true);
    if (!found.ptr)
      found = findDefinition(&t, &b, name, false);
    attnDiagUnmute(t.ctx);
    why = "its body, read as an operation on two states, keeps the laws of no carrier";
  }
  if (found.ptr)
    attnTupleReplace(pool, &t, name);
  else if (!ok || nLive) // otherwise nobody reads it
    attnRemark(b.loc, "reduction of several results left as it is: %s", why);
  attnTupleFree(&t);
  attnExprPoolDestroy(pool);
}

static bool isTupleReduction(MlirOperation op) {
  return attnIsReduction(op) && mlirOperationGetNumResults(op) > 1;
}

MlirLogicalResult attnRunDefine(MlirOperation module, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *ops;
  intptr_t n = attnCollect(module, "linalg.generic", &ops);
  for (intptr_t i = 0; i < n; ++i)
    if (isTupleReduction(ops[i]) && attnIs(mlirOperationGetParentOperation(ops[i]), "func.func"))
      defineOne(module, ops[i]);
  free(ops);
  MlirOperation *funcs;
  n = attnCollect(module, "func.func", &funcs);
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirBlockIsNull(attnBody(funcs[i], 0)))
      attnEraseDead(attnBody(funcs[i], 0));
  free(funcs);
  return mlirLogicalResultSuccess();
}
