//===- NormalizeRewrite.c - Operations that attn-normalize replaces first -===//
// Reductions of several results, linalg.softmax: to what the rest of the pass knows.
//===----------------------------------------------------------------------===//
#include "IR/Diag.h"
#include "IR/Moved.h"
#include "Passes/Normalize.h"

#include <stdlib.h>
#include <string.h>

bool attnNormIsStatic(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t) &&
         mlirShapedTypeGetRank(t) <= ATTN_MAX_DIMS - 4;
}

MlirValue attnNormEmpty(const AttnBuilder *b, MlirType type) {
  return attnBuild0(b, "tensor.empty", type, 0, NULL);
}

//===--- results that nobody reads ----------------------------------------===//

/// A reduction whose combiner makes several results of which one is read (the maximum of a
/// max-with-index) and which that result does not need is a reduction with one result.
void attnDropDeadResults(MlirOperation op) {
  intptr_t n = mlirOperationGetNumResults(op), live = -1;
  if (n < 2 || !attnIsReduction(op))
    return;
  for (intptr_t k = 0; k < n; ++k)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, k)))) {
      if (live >= 0)
        return;
      live = k;
    }
  MlirBlock body = attnBody(op, 0);
  intptr_t nIn = mlirOperationGetNumOperands(op) - n;
  if (live < 0 || nIn > 60)
    return;
  MlirOperation yield = mlirBlockGetTerminator(body);
  AttnBuilder b = attnBuilderBefore(op), inner;
  MlirType types[64];
  MlirValue operands[64];
  MlirAttribute maps[64];
  for (intptr_t k = 0; k <= nIn; ++k) {
    intptr_t from = k < nIn ? k : nIn + live;
    types[k] = mlirValueGetType(mlirBlockGetArgument(body, from));
    operands[k] = mlirOperationGetOperand(op, from);
    maps[k] = attnAttrArrayGet(op, "indexing_maps", from);
  }
  MlirRegion region = attnRegionWithBlock(&b, nIn + 1, types, &inner);
  AttnValueMap map = {0};
  for (intptr_t k = 0; k <= nIn; ++k)
    attnMapValue(&map, mlirBlockGetArgument(body, k < nIn ? k : nIn + live),
                 mlirBlockGetArgument(inner.block, k));
  // What depends on another result's accumulator stays behind.
  MlirRegion old = mlirOperationGetRegion(op, 0);
  for (MlirOperation o = mlirBlockGetFirstOperation(body); !mlirOperationEqual(o, yield);
       o = mlirOperationGetNextInBlock(o)) {
    bool known = mlirOperationGetNumRegions(o) == 0;
    for (intptr_t k = 0, m = mlirOperationGetNumOperands(o); k < m && known; ++k) {
      MlirValue x = mlirOperationGetOperand(o, k);
      known = attnMapContains(&map, x) || !attnValueIsInside(x, old);
    }
    if (known)
      attnCloneMapped(&inner, o, &map);
  }
  MlirValue yielded = mlirOperationGetOperand(yield, live);
  if (attnMapContains(&map, yielded)) {
    MlirValue v = attnMapLookup(&map, yielded);
    attnBuildYield(&inner, "linalg.yield", 1, &v);
    MlirOperation one =
        attnBuildGeneric(&b, nIn, 1, operands, maps, attnAttr(op, "iterator_types"), region);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, live), mlirOperationGetResult(one, 0));
    mlirOperationDestroy(op);
  } else {
    mlirRegionDestroy(region);
  }
  attnMapFree(&map);
}

//===--- linalg.softmax ---------------------------------------------------===//

/// exp(x - max x) / sum exp(x - max x) along the dimension. (Upstream's own decomposition starts
/// the maximum from NaN.)
void attnDecomposeSoftmax(MlirOperation op) {
  MlirValue in = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0)), element = attnElementType(type);
  int64_t dim = -1;
  attnAttrI64(op, "dimension", &dim);
  int rank = (int)mlirShapedTypeGetRank(type);
  if (!attnNormIsStatic(in) || dim < 0 || dim >= rank || !attnIsFloat(element))
    return;
  AttnBuilder b = attnBuilderBefore(op);
  AttnExprPool *pool = attnExprPoolCreate(b.ctx);
  AttnSpace space = {.n = rank};
  MlirAffineExpr all[ATTN_MAX_DIMS], row[ATTN_MAX_DIMS];
  int64_t shape[ATTN_MAX_DIMS];
  int n = 0;
  for (int d = 0; d < rank; ++d) {
    space.extent[d] = mlirShapedTypeGetDimSize(type, d);
    all[d] = mlirAffineDimExprGet(b.ctx, d);
    if (d != dim)
      row[n] = all[d], shape[n++] = space.extent[d];
  }
  MlirType rowType = attnTensorType(n, shape, element);
  MlirAffineMap rows = mlirAffineMapGet(b.ctx, rank, 0, n, row),
                same = mlirAffineMapMultiDimIdentityGet(b.ctx, rank);
  const AttnExpr *x = attnExprLoad(pool, &space, in, rank, all);
  MlirValue max = attnNormalGeneric(&b, &space, 1u << dim, x, attnIdentityFill(&b, rowType, "max"),
                                    rows, "arith.maximumf");
  const AttnExpr *m = attnExprLoad(pool, &space, max, n, row);
  const AttnExpr *e =
      attnExprOp(pool, &space, "arith.subf", 0, element, 2, (const AttnExpr *[]){x, m});
  e = attnExprOp(pool, &space, "math.exp", 0, element, 1, &e);
  MlirValue exp = attnNormalGeneric(&b, &space, 0, e, attnNormEmpty(&b, type), same, NULL);
  const AttnExpr *w = attnExprLoad(pool, &space, exp, rank, all);
  MlirValue sum = attnNormalGeneric(&b, &space, 1u << dim, w, attnIdentityFill(&b, rowType, "add"),
                                    rows, "arith.addf");
  const AttnExpr *d = attnExprLoad(pool, &space, sum, n, row);
  const AttnExpr *q =
      attnExprOp(pool, &space, "arith.divf", 0, element, 2, (const AttnExpr *[]){w, d});
  MlirValue v = attnNormalGeneric(&b, &space, 0, q, attnNormEmpty(&b, type), same, NULL);
  attnReplaceOp(op, 1, &v);
  attnExprPoolDestroy(pool);
}
