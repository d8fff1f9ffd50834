//===- NormalizeGather.c - Elements at coordinates that are data -----------===//
//
// A tensor.extract in the body of a generic, at coordinates that are data, comes out of it as a
// gather of its own, which is one of
//
//   a sum of which one term counts    a fold: of what is small or computed, reads only what is in
//                                     bounds, and joins the fold that computes the tensor
//   a window (IR/Moved.h)             rows of what is large, read where they are needed
//
// Data that say where in a large table to read may be extracted in the body, too, at coordinates of
// the loops. They become inputs:
//
//   table[entries[i, j], k]  =  table[e, k],  e an input at (i, j, k) -> (i, j)
//===----------------------------------------------------------------------===//
#include "IR/Diag.h"
#include "IR/Expr.h"
#include "IR/Moved.h"
#include "Passes/Normalize.h"

#include <stdlib.h>
#include <string.h>

/// Is a sum over `extent` coordinates for each element of `out` small beside what reads it?
static bool isSmallSum(int64_t extent, MlirType out) {
  double terms = (double)extent;
  for (intptr_t d = 0, n = mlirShapedTypeGetRank(out); d < n; ++d)
    terms *= (double)mlirShapedTypeGetDimSize(out, d);
  return extent <= 256 || terms <= 1 << 20;
}

/// Is the tensor computed, whatever reshapes and slices it?
static bool isComputed(MlirValue v) {
  MlirOperation op = attnDef(v);
  while (attnIs(op, "tensor.expand_shape") || attnIs(op, "tensor.collapse_shape") ||
         attnIs(op, "tensor.cast") ||
         (attnIs(op, "tensor.extract_slice") && mlirOperationGetNumOperands(op) == 1))
    op = attnDef(mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && !attnIs(op, "arith.constant");
}

/// Is reading all of a tensor work, whoever asks for it?
static bool isLarge(MlirType type) {
  double elements = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    elements *= (double)mlirShapedTypeGetDimSize(type, d);
  return elements > 1 << 16;
}

/// Is the gather better read where it stands (IR/Moved.h)? Rows of what is large: a sum would read
/// all of it. Of a computed tensor only where whole rows are taken; an element of each row (the
/// logit of a target) is the fold's that computes it.
static bool isWindow(MlirOperation op, int64_t extent) {
  AttnGather g;
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!attnReadGather(result, &g) || (isComputed(g.table) && g.contiguous < 0))
    return false;
  return isLarge(mlirValueGetType(g.table)) || !isSmallSum(extent, mlirValueGetType(result));
}

/// An extract from a static slice is one from the slice's source.
static MlirOperation throughSlices(MlirOperation extract) {
  for (;;) {
    MlirValue table = mlirOperationGetOperand(extract, 0);
    MlirOperation slice = attnDef(table);
    if (!attnIs(slice, "tensor.extract_slice") || mlirOperationGetNumOperands(slice) != 1 ||
        !attnNormIsStatic(mlirOperationGetOperand(slice, 0)))
      return extract;
    MlirAttribute off = attnAttr(slice, "static_offsets"), sz = attnAttr(slice, "static_sizes"),
                  st = attnAttr(slice, "static_strides");
    MlirType reduced = mlirValueGetType(table);
    intptr_t n = mlirDenseArrayGetNumElements(off), k = 0;
    AttnBuilder b = attnBuilderBefore(extract);
    MlirValue at[ATTN_MAX_DIMS + 1] = {mlirOperationGetOperand(slice, 0)};
    for (intptr_t d = 0; d < n; ++d) {
      int64_t o = mlirDenseI64ArrayGetElement(off, d), t = mlirDenseI64ArrayGetElement(st, d);
      bool stays = k < mlirShapedTypeGetRank(reduced) &&
                   mlirShapedTypeGetDimSize(reduced, k) == mlirDenseI64ArrayGetElement(sz, d);
      at[1 + d] = stays ? mlirOperationGetOperand(extract, 1 + k++) : attnConstIndex(&b, o);
      if (stays && t != 1)
        at[1 + d] = attnBuild2(&b, "arith.muli", at[1 + d], attnConstIndex(&b, t));
      if (stays && o != 0)
        at[1 + d] = attnBuild2(&b, "arith.addi", at[1 + d], attnConstIndex(&b, o));
    }
    if (k != mlirShapedTypeGetRank(reduced))
      return extract;
    MlirValue v = attnBuild(&b, "tensor.extract", 1 + n, at, attnElementType(reduced), 0, NULL);
    attnReplaceOp(extract, 1, &v);
    extract = attnDef(v);
  }
}

/// A generic that yields the element of a tensor at a coordinate that is data (the logit of the
/// target, a row of a table) is a sum over that coordinate with one term that counts:
///   T[i, x] = sum over j of (j == x ? T[i, j] : 0)
/// A fold like any other, which needs no gather and reads only what is in bounds; unless it is a
/// large one of rows.
static void gatherToReduction(MlirOperation op) {
  if (!attnIs(op, "linalg.generic") || attnIsReduction(op) || mlirOperationGetNumResults(op) != 1)
    return;
  MlirBlock body = attnBody(op, 0);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  MlirOperation extract = attnDef(yielded);
  if (mlirOperationIsNull(extract) || !attnIs(extract, "tensor.extract") ||
      !mlirBlockEqual(mlirOperationGetBlock(extract), body))
    return;
  extract = throughSlices(extract);
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
  bool computed = isComputed(table);
  if (data < 0 || !attnNormIsStatic(table) || !attnNormIsStatic(mlirOperationGetResult(op, 0)) ||
      !attnIsFloat(element) || nIn > 60 || nLoops + 1 > ATTN_MAX_DIMS - 4)
    return;
  int64_t extent = mlirShapedTypeGetDimSize(mlirValueGetType(table), data);
  if (isWindow(op, extent) || (!computed && !isSmallSum(extent, outType)))
    return;
  AttnBuilder b = attnBuilderBefore(op), inner;
  MlirValue operands[64];
  MlirType types[64];
  MlirAttribute maps[64];
  MlirType along = attnTensorType(1, &extent, element);
  for (intptr_t k = 0; k <= nIn + 1; ++k) { // inputs, a tensor that names the new loop, the result
    bool loop = k == nIn;
    intptr_t from = k < nIn ? k : nIn;
    operands[k] = loop           ? attnNormEmpty(&b, along)
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

/// The extract's coordinates are made of what the body takes, but for its accumulators, and one is
/// data.
static bool isGather(MlirOperation op, MlirOperation extract) {
  MlirBlock body = attnBody(op, 0);
  bool isData = false;
  for (intptr_t k = 1; k < mlirOperationGetNumOperands(extract); ++k)
    isData |= attnDependsOnData(mlirOperationGetOperand(extract, k), body);
  return isData && mlirBlockEqual(mlirOperationGetBlock(extract), body) &&
         attnNormIsStatic(mlirOperationGetOperand(extract, 0)) &&
         !attnValueIsInside(mlirOperationGetOperand(extract, 0), mlirOperationGetRegion(op, 0));
}

/// A generic over the loops of `op` that yields what the extract in its body reads; null where
/// coordinates are made of more than the body's inputs.
static MlirValue gatherOf(MlirOperation op, MlirOperation extract, const AttnSpace *space) {
  intptr_t nIn = mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op),
           n = mlirOperationGetNumOperands(extract);
  MlirBlock body = attnBody(op, 0);
  MlirType element = mlirValueGetType(mlirOperationGetResult(extract, 0)), types[64];
  MlirValue operands[64], at[ATTN_MAX_DIMS + 1] = {mlirOperationGetOperand(extract, 0)};
  MlirAttribute maps[64];
  AttnBuilder b = attnBuilderBefore(op), in;
  b.loc = mlirOperationGetLocation(extract);
  for (intptr_t k = 0; k < nIn; ++k) {
    operands[k] = mlirOperationGetOperand(op, k);
    types[k] = attnElementType(mlirValueGetType(operands[k]));
    maps[k] = attnAttrArrayGet(op, "indexing_maps", k);
  }
  types[nIn] = element;
  MlirRegion region = attnRegionWithBlock(&b, nIn + 1, types, &in);
  AttnValueMap map = {0};
  for (intptr_t k = 0; k < nIn; ++k)
    attnMapValue(&map, mlirBlockGetArgument(body, k), mlirBlockGetArgument(in.block, k));
  bool ok = true;
  for (intptr_t k = 1; k < n && ok; ++k) {
    at[k] = attnCloneScalar(&in, mlirOperationGetOperand(extract, k), mlirOperationGetRegion(op, 0),
                            &map);
    ok = !mlirValueIsNull(at[k]);
  }
  attnMapFree(&map);
  if (!ok) {
    mlirRegionDestroy(region);
    return (MlirValue){NULL};
  }
  MlirValue v = attnBuild(&in, "tensor.extract", n, at, element, 0, NULL);
  attnBuildYield(&in, "linalg.yield", 1, &v);
  operands[nIn] = attnNormEmpty(&b, attnTensorType(space->n, space->extent, element));
  maps[nIn] = mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(b.ctx, space->n));
  return mlirOperationGetResult(
      attnBuildGeneric(&b, nIn, 1, operands, maps, attnIterators(b.ctx, space->n, 0), region), 0);
}

/// `op` with one more input, read at `at`, which stands for the value `old` in its body.
static MlirOperation withInput(MlirOperation op, MlirValue input, MlirAffineMap at, MlirValue old) {
  intptr_t nOut = mlirOperationGetNumResults(op), nIn = mlirOperationGetNumOperands(op) - nOut;
  MlirBlock body = attnBody(op, 0);
  AttnBuilder b = attnBuilderBefore(op), in;
  MlirType types[64];
  MlirValue operands[64];
  MlirAttribute maps[64];
  for (intptr_t k = 0; k < nIn + 1 + nOut; ++k) {
    bool mine = k == nIn;
    intptr_t from = k < nIn ? k : k - 1;
    operands[k] = mine ? input : mlirOperationGetOperand(op, from);
    types[k] = attnElementType(mlirValueGetType(operands[k]));
    maps[k] = mine ? mlirAffineMapAttrGet(at) : attnAttrArrayGet(op, "indexing_maps", from);
  }
  MlirRegion region = attnRegionWithBlock(&b, nIn + 1 + nOut, types, &in);
  AttnValueMap map = {0};
  for (intptr_t k = 0; k < nIn + nOut; ++k)
    attnMapValue(&map, mlirBlockGetArgument(body, k),
                 mlirBlockGetArgument(in.block, k < nIn ? k : k + 1));
  attnMapValue(&map, old, mlirBlockGetArgument(in.block, nIn));
  for (MlirOperation o = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o))
    if (!mlirOperationEqual(o, attnDef(old)))
      attnCloneMapped(&in, o, &map);
  attnMapFree(&map);
  MlirOperation with =
      attnBuildGeneric(&b, nIn + 1, nOut, operands, maps, attnAttr(op, "iterator_types"), region);
  MlirValue results[64];
  for (intptr_t k = 0; k < nOut; ++k)
    results[k] = mlirOperationGetResult(with, k);
  attnReplaceOp(op, nOut, results);
  return with;
}

static MlirValue loopIndex(AttnExprEmitter *e, int dim) {
  MlirNamedAttribute attr = attnNamed(e->b->ctx, "dim", attnI64(e->b->ctx, dim));
  return attnBuild0(e->b, "linalg.index", mlirIndexTypeGet(e->b->ctx), 1, &attr);
}

bool attnFoldCoordinates(MlirOperation op) {
  AttnSpace space;
  unsigned reduced;
  const char *why;
  bool changed = false;
  if (!attnIs(op, "linalg.generic") || !attnReadLoops(op, &space, &reduced, &why))
    return false;
  AttnExprPool *pool = NULL;
  MlirAffineExpr loop[ATTN_MAX_DIMS];
  for (int d = 0; d < space.n; ++d)
    loop[d] = mlirAffineDimExprGet(mlirOperationGetContext(op), d);
  for (MlirOperation o = mlirBlockGetFirstOperation(attnBody(op, 0)); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o)) {
    if (!attnIs(o, "tensor.extract") || !isGather(op, o))
      continue;
    for (intptr_t k = 1; k < mlirOperationGetNumOperands(o); ++k) {
      MlirValue at = mlirOperationGetOperand(o, k);
      if (!attnDependsOnData(at, attnBody(op, 0)))
        continue;
      pool = pool ? pool : attnExprPoolCreate(mlirOperationGetContext(op));
      const AttnExpr *e = attnExprPullYield(pool, &space, op, at, loop);
      if (!e || (e->kind != ATTN_EXPR_INDEX && e->kind != ATTN_EXPR_INT))
        continue;
      AttnBuilder b = attnBuilderBefore(o);
      AttnExprEmitter em = {.b = &b, .space = &space, .coord = loopIndex};
      at = e->kind == ATTN_EXPR_INT ? attnConstIndex(&b, e->i) : attnExprEmit(&em, e);
      mlirOperationSetOperand(o, k, at);
      attnExprEmitterFree(&em);
      changed = true;
    }
  }
  if (pool)
    attnExprPoolDestroy(pool);
  return changed;
}

/// Is a scalar of the body made of the result of `extract`?
static bool isMadeOf(MlirValue v, MlirOperation extract) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) ||
      !mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(extract)))
    return false;
  bool is = mlirOperationEqual(op, extract);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op) && !is; ++k)
    is = isMadeOf(mlirOperationGetOperand(op, k), extract);
  return is;
}

/// Does it say where in a large table another extract of the body reads?
static bool isEntry(MlirOperation op, MlirOperation extract) {
  for (MlirOperation o = mlirBlockGetFirstOperation(attnBody(op, 0)); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o)) {
    if (!attnIs(o, "tensor.extract") || !isGather(op, o) ||
        !isLarge(mlirValueGetType(mlirOperationGetOperand(o, 0))))
      continue;
    for (intptr_t k = 1; k < mlirOperationGetNumOperands(o); ++k)
      if (isMadeOf(mlirOperationGetOperand(o, k), extract))
        return true;
  }
  return false;
}

/// What an extract at coordinates of the loops alone reads, as an input: the indexing map, and in
/// *input the tensor, or the part of it that loops go through, as an indexing map has to. Null: it
/// is none, or may leave the tensor.
static MlirAffineMap asInput(AttnExprPool *pool, MlirOperation op, MlirOperation extract,
                             const AttnSpace *space, MlirValue *input) {
  MlirContext ctx = mlirOperationGetContext(op);
  MlirAffineExpr loop[ATTN_MAX_DIMS], at[ATTN_MAX_DIMS];
  int64_t sizes[ATTN_MAX_DIMS], first[ATTN_MAX_DIMS] = {0}, step[ATTN_MAX_DIMS];
  *input = mlirOperationGetOperand(extract, 0);
  MlirType type = mlirValueGetType(*input);
  intptr_t rank = mlirOperationGetNumOperands(extract) - 1;
  if (!attnNormIsStatic(*input) || rank > ATTN_MAX_DIMS ||
      attnValueIsInside(*input, mlirOperationGetRegion(op, 0)))
    return (MlirAffineMap){NULL};
  for (int d = 0; d < space->n; ++d)
    loop[d] = mlirAffineDimExprGet(ctx, d);
  bool part = false;
  for (intptr_t k = 0; k < rank; ++k) {
    int64_t lo, hi, size = mlirShapedTypeGetDimSize(type, k);
    const AttnExpr *e =
        attnExprPullYield(pool, space, op, mlirOperationGetOperand(extract, 1 + k), loop);
    if (!e || (e->kind != ATTN_EXPR_INDEX && e->kind != ATTN_EXPR_INT))
      return (MlirAffineMap){NULL};
    at[k] = e->kind == ATTN_EXPR_INT ? mlirAffineConstantExprGet(ctx, e->i) : e->idx[0];
    if (!attnSpaceRange(at[k], space, &lo, &hi) || lo < 0 || hi >= size)
      return (MlirAffineMap){NULL};
    step[k] = 1;
    sizes[k] = hi + 1;
    part |= sizes[k] != size;
  }
  if (part) {
    AttnBuilder b = attnBuilderBefore(op);
    MlirType own = attnTensorType(rank, sizes, attnElementType(type));
    *input = attnBuildSlice(&b, *input, first, sizes, step, own);
  }
  return mlirAffineMapGet(ctx, space->n, 0, rank, at);
}

/// `op` with the entries that say where in large tables it reads as inputs: front ends extract them
/// in the body as well.
static MlirOperation withEntries(MlirOperation op, const AttnSpace *space) {
  AttnExprPool *pool = NULL;
  for (MlirOperation o = mlirBlockGetFirstOperation(attnBody(op, 0)), next; !mlirOperationIsNull(o);
       o = next) {
    next = mlirOperationGetNextInBlock(o);
    if (!attnIs(o, "tensor.extract") || isGather(op, o) || mlirOperationGetNumOperands(op) > 60 ||
        !isEntry(op, o))
      continue;
    pool = pool ? pool : attnExprPoolCreate(mlirOperationGetContext(op));
    MlirValue entries;
    MlirAffineMap map = asInput(pool, op, o, space, &entries);
    if (mlirAffineMapIsNull(map))
      continue;
    op = withInput(op, entries, map, mlirOperationGetResult(o, 0));
    next = mlirBlockGetFirstOperation(attnBody(op, 0)); // its body is another one
  }
  if (pool)
    attnExprPoolDestroy(pool);
  return op;
}

void attnTakeOutGathers(MlirOperation op) {
  AttnSpace space;
  AttnGather itself;
  unsigned reduced;
  const char *why;
  if (!attnIs(op, "linalg.generic") || mlirOperationGetNumOperands(op) > 60 ||
      !attnReadLoops(op, &space, &reduced, &why))
    return;
  op = withEntries(op, &space);
  if (mlirOperationGetNumResults(op) == 1 &&
      attnReadGather(mlirOperationGetResult(op, 0), &itself)) {
    gatherToReduction(op);
    return;
  }
  for (MlirOperation o = mlirBlockGetFirstOperation(attnBody(op, 0)), next; !mlirOperationIsNull(o);
       o = next) {
    next = mlirOperationGetNextInBlock(o);
    if (!attnIs(o, "tensor.extract") || !isGather(op, o))
      continue;
    MlirValue v = gatherOf(op, o, &space);
    if (mlirValueIsNull(v) || mlirOperationGetNumOperands(op) > 60)
      continue;
    MlirAffineMap same = mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(op), space.n);
    op = withInput(op, v, same, mlirOperationGetResult(o, 0));
    gatherToReduction(attnDef(v));
    next = mlirBlockGetFirstOperation(attnBody(op, 0)); // its body is another one
  }
}
