//===- ExprReduce.c - Reading reductions ----------------------------------===//
// See AttnReduction in Expr.h.
//===----------------------------------------------------------------------===//
#include "IR/ExprPool.h"

#include <string.h>

bool attnIsContraction(MlirOperation op) {
  if (!attnIsReduction(op) || mlirOperationGetNumResults(op) != 1)
    return false;
  MlirOperation combine =
      attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0));
  if (mlirOperationIsNull(combine) || !attnIs(combine, "arith.addf"))
    return false;
  for (intptr_t k = 0; k < 2; ++k) {
    MlirOperation x = attnDef(mlirOperationGetOperand(combine, k));
    if (!mlirOperationIsNull(x) && attnIs(x, "arith.mulf") &&
        !mlirValueEqual(mlirOperationGetOperand(x, 0), mlirOperationGetOperand(x, 1)))
      return true;
  }
  return false;
}

static const struct {
  const char *op, *monoid;
} combiners[] = {
    {"arith.addf", "add"},  {"arith.addi", "add"},     {"arith.mulf", "mul"},
    {"arith.muli", "mul"},  {"arith.maximumf", "max"}, {"arith.maxnumf", "max"},
    {"arith.maxsi", "max"}, {"arith.minimumf", "min"}, {"arith.minnumf", "min"},
    {"arith.minsi", "min"}, {"arith.andi", "and"},     {"arith.ori", "or"},
};

static bool dependsOn(MlirValue v, MlirValue on, MlirRegion body) {
  if (mlirValueEqual(v, on))
    return true;
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || !attnValueIsInside(v, body))
    return false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (dependsOn(mlirOperationGetOperand(op, i), on, body))
      return true;
  return false;
}

static bool isIdentity(const AttnExpr *e, const char *monoid) {
  if (e->kind == ATTN_EXPR_FLOAT) {
    if (!strcmp(monoid, "add"))
      return e->f == 0.0;
    if (!strcmp(monoid, "mul"))
      return e->f == 1.0;
    // NaN as the identity of maxnumf: the number wins over it.
    if (!strcmp(monoid, "max"))
      return e->f == -__builtin_inf() || e->f != e->f;
    if (!strcmp(monoid, "min"))
      return e->f == __builtin_inf() || e->f != e->f;
  }
  if (e->kind == ATTN_EXPR_INT) {
    if (!strcmp(monoid, "add") || !strcmp(monoid, "or"))
      return e->i == 0;
    if (!strcmp(monoid, "mul"))
      return e->i == 1;
    if (!strcmp(monoid, "and"))
      return e->i == -1 || e->i == 1;
  }
  return false;
}

const char *attnReductionMonoid(MlirOperation op) {
  MlirBlock body = attnBody(op, 0);
  MlirOperation combine = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  for (size_t i = 0; i < sizeof combiners / sizeof *combiners; ++i)
    if (attnIs(combine, combiners[i].op))
      return combiners[i].monoid;
  return NULL;
}

bool attnReadLoops(MlirOperation op, AttnSpace *space, unsigned *reduced, const char **why) {
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; ++k)
    if (!attnExprReadable(mlirOperationGetOperand(op, k))) {
      *why = "an operand has a dynamic shape";
      return false;
    }
  space->n = (int)attnAttrArraySize(op, "iterator_types");
  *reduced = 0;
  if (space->n > ATTN_MAX_DIMS - 4) {
    *why = "the reduction has too many loops";
    return false;
  }
  for (int d = 0; d < space->n; ++d) {
    space->extent[d] = -1;
    if (attnExprReductionLoop(op, d))
      *reduced |= 1u << d;
  }
  // Extents: from any operand dimension that runs along the loop alone.
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; ++k) {
    MlirAffineMap map = attnExprMapOf(op, k);
    MlirType t = mlirValueGetType(mlirOperationGetOperand(op, k));
    for (intptr_t i = 0, m = mlirAffineMapGetNumResults(map); i < m; ++i) {
      MlirAffineExpr e = mlirAffineMapGetResult(map, i);
      if (mlirAffineExprIsADim(e))
        space->extent[mlirAffineDimExprGetPosition(e)] = mlirShapedTypeGetDimSize(t, i);
    }
  }
  for (int d = 0; d < space->n; ++d)
    if (space->extent[d] < 0) {
      *why = "the extent of a loop is not the size of any operand dimension";
      return false;
    }
  return true;
}

bool attnReadReduction(AttnExprPool *p, MlirOperation op, AttnReduction *r, const char **why) {
  *r = (AttnReduction){.op = op};
  if (mlirOperationGetNumResults(op) != 1) {
    *why = "the reduction has more than one result";
    return false;
  }
  r->result = mlirOperationGetResult(op, 0);
  intptr_t nIn = attnExprNumInputs(op);
  MlirAffineMap out = attnExprMapOf(op, nIn);
  if (!attnReadLoops(op, &r->space, &r->reduced, why))
    return false;
  MlirAffineExpr loop[ATTN_MAX_DIMS];
  for (int d = 0; d < r->space.n; ++d)
    loop[d] = mlirAffineDimExprGet(p->ctx, d);
  // A loop of one iteration reduces nothing, unless it is the only one.
  for (int d = 0; d < r->space.n; ++d)
    if (r->space.extent[d] == 1 && (r->reduced & ~(1u << d)))
      r->reduced &= ~(1u << d);
  r->outRank = (int)mlirAffineMapGetNumResults(out);
  MlirAffineExpr outIdx[ATTN_MAX_DIMS];
  AttnSpace outSpace = {.n = r->outRank};
  for (int k = 0; k < r->outRank; ++k) {
    MlirAffineExpr e = mlirAffineMapGetResult(out, k);
    if (mlirAffineExprIsADim(e)) {
      r->outDim[k] = (int)mlirAffineDimExprGetPosition(e);
    } else if (mlirAffineExprIsAConstant(e)) {
      r->outDim[k] = -1; // a unit dimension
    } else {
      *why = "the result's map is not a permutation of loops";
      return false;
    }
    outIdx[k] = mlirAffineDimExprGet(p->ctx, k);
    outSpace.extent[k] = mlirShapedTypeGetDimSize(mlirValueGetType(r->result), k);
  }

  MlirBlock body = attnBody(op, 0);
  MlirRegion region = mlirOperationGetRegion(op, 0);
  MlirValue acc = mlirBlockGetArgument(body, nIn);
  MlirOperation combine = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  r->monoid = attnReductionMonoid(op);
  if (!r->monoid) {
    *why = "the combiner is no known monoid (add, mul, max, min, and, or)";
    return false;
  }
  MlirValue x = mlirOperationGetOperand(combine, 0), y = mlirOperationGetOperand(combine, 1);
  if (mlirValueEqual(y, acc)) {
    MlirValue t = x;
    x = y, y = t;
  }
  if (!mlirValueEqual(x, acc) || dependsOn(y, acc, region)) {
    *why = "the combiner does not join the accumulator with a value independent of it";
    return false;
  }
  r->lift = attnExprPullYield(p, &r->space, op, y, loop);
  if (!r->lift) {
    *why = "the body is not made of arith and math operations";
    return false;
  }
  r->init = attnExprPull(p, &outSpace, mlirOperationGetOperand(op, nIn), outIdx);
  if (isIdentity(r->init, r->monoid))
    r->init = NULL;
  return true;
}
