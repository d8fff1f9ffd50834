//===- DefineRead.c - Reading a reduction of several results --------------===//
// See Define.h.
//===----------------------------------------------------------------------===//
#include "Passes/Define.h"

//===--- reading the body -------------------------------------------------===//

static bool isCarried(const AttnTuple *t, MlirValue v) { return attnMapContains(&t->carried, v); }

/// Marks the state's arguments and what is made of them.
static void markCarried(AttnTuple *t) {
  for (int k = 0; k < t->n; ++k) {
    MlirValue v = mlirBlockGetArgument(t->body, t->nIn + k);
    attnMapValue(&t->carried, v, v);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(t->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool carried = false;
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
      carried |= isCarried(t, mlirOperationGetOperand(op, i));
    for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n && carried; ++i)
      attnMapValue(&t->carried, mlirOperationGetResult(op, i), mlirOperationGetResult(op, i));
  }
}

static bool addValue(AttnTuple *t, MlirValue v) {
  if (isCarried(t, v) || attnIs(attnDef(v), "arith.constant"))
    return true;
  for (int i = 0; i < t->nValues; ++i)
    if (mlirValueEqual(t->value[i], v))
      return true;
  if (t->nValues == ATTN_TUPLE_VALUES)
    return false;
  t->value[t->nValues++] = v;
  return true;
}

/// The values that the state is combined with: what operations on the state read beside it.
static bool readElement(AttnTuple *t, const char **why) {
  markCarried(t);
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
  if (e->kind == ATTN_EXPR_FLOAT && attnIsFloat(type))
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, e->f);
  if (e->kind == ATTN_EXPR_INT && mlirTypeIsAInteger(type))
    return mlirIntegerAttrGet(type, e->i);
  return mlirAttributeGetNull();
}

intptr_t attnTupleLoop(MlirAffineExpr e) {
  return mlirAffineExprIsADim(e) ? mlirAffineDimExprGetPosition(e) : -1;
}

/// The maps of the results: all the same, each free loop once.
static bool readMaps(const AttnTuple *t) {
  MlirAttribute first = attnAttrArrayGet(t->op, "indexing_maps", t->nIn);
  MlirAffineMap map = mlirAffineMapAttrGetValue(first);
  for (int k = 1; k < t->n; ++k)
    if (!mlirAttributeEqual(first, attnAttrArrayGet(t->op, "indexing_maps", t->nIn + k)))
      return false;
  unsigned seen = 1u << t->fold;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, i);
    bool unit = mlirAffineExprIsAConstant(e) && mlirAffineConstantExprGetValue(e) == 0;
    intptr_t d = attnTupleLoop(e);
    if (unit)
      continue;
    if (d < 0 || (seen >> d & 1))
      return false;
    seen |= 1u << d;
  }
  return seen == (1u << t->space.n) - 1;
}

static bool readInitial(AttnExprPool *pool, AttnTuple *t) {
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

bool attnTupleRead(AttnExprPool *pool, MlirOperation op, AttnTuple *t, const char **why) {
  unsigned reduced;
  *t = (AttnTuple){
      .op = op, .ctx = mlirOperationGetContext(op), .body = attnBody(op, 0), .fold = -1};
  t->n = (int)mlirOperationGetNumResults(op);
  t->nIn = mlirOperationGetNumOperands(op) - t->n;
  t->yield = mlirBlockGetTerminator(t->body);
  *why = "it has more results than are supported";
  if (t->n > ATTN_TUPLE_PARTS || !attnReadLoops(op, &t->space, &reduced, why))
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
  *why = "its initial values are no constants of a float or integer type";
  return readInitial(pool, t) && readElement(t, why);
}

int attnTupleLive(const AttnTuple *t, int *live) {
  int n = 0;
  for (int k = 0; k < t->n; ++k)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(t->op, k))))
      live[n++] = k;
  return n;
}

void attnTupleFree(AttnTuple *t) { attnMapFree(&t->carried); }
