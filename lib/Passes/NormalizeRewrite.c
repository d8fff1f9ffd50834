//===- NormalizeRewrite.c - Operations that attn-normalize replaces first -===//
// Gathers, reductions of several results, linalg.softmax: to what the rest of the pass knows.
//===----------------------------------------------------------------------===//
#include "IR/Diag.h"
#include "Passes/Normalize.h"

#include <stdlib.h>
#include <string.h>

static bool isStaticTensor(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t) &&
         mlirShapedTypeGetRank(t) <= ATTN_MAX_DIMS - 4;
}

static MlirValue emptyTensor(const AttnBuilder *b, MlirType type) {
  return attnBuild0(b, "tensor.empty", type, 0, NULL);
}

//===--- gathers -------------------------------------------------------------===//

/// Is a sum over `extent` coordinates for each element of `out` small beside what reads it?
static bool isSmallSum(int64_t extent, MlirType out) {
  double terms = (double)extent;
  for (intptr_t d = 0, n = mlirShapedTypeGetRank(out); d < n; ++d)
    terms *= (double)mlirShapedTypeGetDimSize(out, d);
  return extent <= 256 || terms <= 1 << 20;
}

/// A generic that yields the element of a tensor at a coordinate that is data (the logit of the
/// target, a row of a table) is a sum over that coordinate with one term that counts:
///   T[i, x] = sum over j of (j == x ? T[i, j] : 0)
/// A fold like any other, which needs no gather and reads only what is in bounds. For a table that
/// is an input or a constant only where it or the sum is small: a large one is better looked up.
void attnGatherToReduction(MlirOperation op) {
  if (!attnIs(op, "linalg.generic") || attnIsReduction(op) || mlirOperationGetNumResults(op) != 1)
    return;
  MlirBlock body = attnBody(op, 0);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  MlirOperation extract = attnDef(yielded);
  if (mlirOperationIsNull(extract) || !attnIs(extract, "tensor.extract") ||
      !mlirBlockEqual(mlirOperationGetBlock(extract), body))
    return;
  MlirValue table = mlirOperationGetOperand(extract, 0);
  MlirType outType = mlirValueGetType(mlirOperationGetResult(op, 0)),
           element = attnElementType(outType);
  intptr_t nIdx = mlirOperationGetNumOperands(extract) - 1, data = -1;
  for (intptr_t k = 0; k < nIdx; ++k) {
    MlirValue x = mlirOperationGetOperand(extract, 1 + k);
    MlirOperation def = attnDef(x);
    if (!mlirOperationIsNull(def) && (attnIs(def, "linalg.index") || attnIs(def, "arith.constant")))
      continue;
    if (data >= 0)
      return;
    data = k;
  }
  intptr_t nIn = mlirOperationGetNumOperands(op) - 1,
           nLoops = attnAttrArraySize(op, "iterator_types");
  MlirOperation def = attnDef(table);
  bool computed = !mlirOperationIsNull(def) && !attnIs(def, "arith.constant");
  if (data < 0 || !isStaticTensor(table) || !isStaticTensor(mlirOperationGetResult(op, 0)) ||
      !attnIsFloat(element) || nIn > 60 || nLoops + 1 > ATTN_MAX_DIMS - 4)
    return;
  int64_t extent = mlirShapedTypeGetDimSize(mlirValueGetType(table), data);
  if (!computed && !isSmallSum(extent, outType))
    return;
  AttnBuilder b = attnBuilderBefore(op), inner;
  MlirValue operands[64];
  MlirType types[64];
  MlirAttribute maps[64];
  MlirType along = attnTensorType(1, &extent, element);
  for (intptr_t k = 0; k <= nIn + 1; ++k) { // inputs, a tensor that names the new loop, the result
    bool loop = k == nIn;
    intptr_t from = k < nIn ? k : nIn;
    operands[k] = loop           ? emptyTensor(&b, along)
                  : k == nIn + 1 ? attnIdentityFill(&b, outType, "add")
                                 : mlirOperationGetOperand(op, from);
    types[k] = attnElementType(mlirValueGetType(operands[k]));
    MlirAffineMap old = mlirAffineMapAttrGetValue(attnAttrArrayGet(op, "indexing_maps", from));
    MlirAffineExpr e[ATTN_MAX_DIMS] = {mlirAffineDimExprGet(b.ctx, nLoops)};
    intptr_t n = loop ? 1 : mlirAffineMapGetNumResults(old);
    for (intptr_t i = 0; i < n && !loop; ++i)
      e[i] = mlirAffineMapGetResult(old, i);
    maps[k] = mlirAffineMapAttrGet(mlirAffineMapGet(b.ctx, nLoops + 1, 0, n, e));
  }
  MlirRegion into = attnRegionWithBlock(&b, nIn + 2, types, &inner);
  AttnValueMap map = {0};
  for (intptr_t k = 0; k <= nIn; ++k)
    attnMapValue(&map, mlirBlockGetArgument(body, k),
                 mlirBlockGetArgument(inner.block, k < nIn ? k : nIn + 1));
  for (MlirOperation o = mlirBlockGetFirstOperation(body); !mlirOperationEqual(o, extract);
       o = mlirOperationGetNextInBlock(o))
    attnCloneMapped(&inner, o, &map);
  MlirNamedAttribute dim = attnNamed(b.ctx, "dim", attnI64(b.ctx, nLoops));
  MlirValue j = attnBuild0(&inner, "linalg.index", mlirIndexTypeGet(b.ctx), 1, &dim), at[17];
  for (intptr_t k = 0; k <= nIdx; ++k)
    at[k] = attnMapLookup(&map, mlirOperationGetOperand(extract, k));
  MlirValue here = attnCmpi(&inner, 0, j, at[1 + data]);
  at[1 + data] = j;
  MlirValue x = attnBuild(&inner, "tensor.extract", nIdx + 1, at, element, 0, NULL);
  x = attnSelect(&inner, here, x, attnConstFloat(&inner, element, 0.0));
  x = attnBuild2(&inner, "arith.addf", mlirBlockGetArgument(inner.block, nIn + 1), x);
  attnBuildYield(&inner, "linalg.yield", 1, &x);
  attnMapFree(&map);
  MlirOperation sum = attnBuildGeneric(&b, nIn + 1, 1, operands, maps,
                                       attnIterators(b.ctx, nLoops + 1, 1u << nLoops), into);
  MlirValue v = mlirOperationGetResult(sum, 0);
  attnRemark(b.loc, "a gather is a sum over %lld coordinates of which one counts",
             (long long)extent);
  attnReplaceOp(op, 1, &v);
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
  if (!isStaticTensor(in) || dim < 0 || dim >= rank || !attnIsFloat(element))
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
  MlirValue exp = attnNormalGeneric(&b, &space, 0, e, emptyTensor(&b, type), same, NULL);
  const AttnExpr *w = attnExprLoad(pool, &space, exp, rank, all);
  MlirValue sum = attnNormalGeneric(&b, &space, 1u << dim, w, attnIdentityFill(&b, rowType, "add"),
                                    rows, "arith.addf");
  const AttnExpr *d = attnExprLoad(pool, &space, sum, n, row);
  const AttnExpr *q =
      attnExprOp(pool, &space, "arith.divf", 0, element, 2, (const AttnExpr *[]){w, d});
  MlirValue v = attnNormalGeneric(&b, &space, 0, q, emptyTensor(&b, type), same, NULL);
  attnReplaceOp(op, 1, &v);
  attnExprPoolDestroy(pool);
}
