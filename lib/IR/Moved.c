//===- Moved.c - Windows on tensors at places that are data ---------------===//
// See Moved.h.
//===----------------------------------------------------------------------===//
#include "IR/Moved.h"

#include <string.h>

static MlirAttribute i64s(MlirContext ctx, int n, const int64_t *v) {
  return mlirDenseI64ArrayGet(ctx, n, v);
}

/// Offsets named `name` that are 0 or values; the values are the operands from `operand` on.
static bool readOffsets(MlirOperation op, const char *name, intptr_t operand, AttnMoved *m) {
  MlirAttribute a = attnAttr(op, name);
  bool moves = false;
  for (int d = 0; d < m->rank; ++d) {
    int64_t v = mlirDenseI64ArrayGetElement(a, d);
    m->offset[d] = (MlirValue){NULL};
    if (v == mlirShapedTypeGetDynamicStrideOrOffset() || v == mlirShapedTypeGetDynamicSize())
      m->offset[d] = mlirOperationGetOperand(op, operand++), moves = true;
    else if (v != 0)
      return false;
  }
  return moves;
}

static bool isZeroPad(MlirOperation pad) {
  MlirOperation c = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(pad, 0)), 0));
  MlirAttribute a = attnIs(c, "arith.constant") ? attnAttr(c, "value") : mlirAttributeGetNull();
  if (mlirAttributeIsNull(a))
    return false;
  return mlirAttributeIsAFloat(a)
             ? mlirFloatAttrGetValueDouble(a) == 0
             : mlirAttributeIsAInteger(a) && mlirIntegerAttrGetValueInt(a) == 0;
}

bool attnReadMoved(MlirValue tensor, AttnMoved *m) {
  MlirOperation op = attnDef(tensor);
  bool slice = attnIs(op, "tensor.extract_slice"), pad = attnIs(op, "tensor.pad");
  MlirType type = mlirValueGetType(tensor);
  if ((!slice && !pad) || !mlirShapedTypeHasStaticShape(type))
    return false;
  *m = (AttnMoved){.source = mlirOperationGetOperand(op, 0), .padded = pad};
  MlirType from = mlirValueGetType(m->source);
  m->rank = (int)mlirShapedTypeGetRank(type);
  if (mlirShapedTypeGetRank(from) != m->rank || m->rank > ATTN_MAX_MOVED_RANK ||
      !mlirShapedTypeHasStaticShape(from))
    return false;
  if (!readOffsets(op, slice ? "static_offsets" : "static_low", 1, m) || (pad && !isZeroPad(op)))
    return false;
  for (int d = 0; d < m->rank; ++d) {
    bool whole = mlirShapedTypeGetDimSize(type, d) == mlirShapedTypeGetDimSize(from, d);
    if (slice && mlirDenseI64ArrayGetElement(attnAttr(op, "static_strides"), d) != 1)
      return false;
    if (mlirValueIsNull(m->offset[d]) && !whole)
      return false;
  }
  return true;
}

//===--- gathers ----------------------------------------------------------===//

static bool isStaticTensor(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t);
}

bool attnDependsOnData(MlirValue v, MlirBlock body) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || attnIs(op, "tensor.extract"))
    return true;
  bool depends = !mlirBlockEqual(mlirOperationGetBlock(op), body) && !attnIs(op, "arith.constant");
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op) && !depends; ++k)
    depends = attnDependsOnData(mlirOperationGetOperand(op, k), body);
  return depends;
}

/// Arithmetic, coordinates, one element from outside that is what is yielded.
static bool readBody(MlirOperation op, AttnGather *g) {
  MlirBlock body = attnBody(op, 0);
  MlirValue out = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  bool isData = false;
  g->extract = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  if (attnNumUses(out) || !attnIs(g->extract, "tensor.extract") ||
      !mlirBlockEqual(mlirOperationGetBlock(g->extract), body))
    return false;
  for (MlirOperation o = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o)) {
    bool known = attnIs(o, "linalg.index") || attnIs(o, "linalg.yield") ||
                 mlirOperationEqual(o, g->extract) ||
                 (!strncmp(attnOpName(o), "arith.", 6) && !mlirOperationGetNumRegions(o));
    if (!known)
      return false;
  }
  g->table = mlirOperationGetOperand(g->extract, 0);
  for (intptr_t k = 1; k < mlirOperationGetNumOperands(g->extract); ++k)
    isData |= attnDependsOnData(mlirOperationGetOperand(g->extract, k), body);
  return isData && isStaticTensor(g->table) &&
         !attnValueIsInside(g->table, mlirOperationGetRegion(op, 0));
}

/// The dimension that is the innermost coordinate of the extract alone.
static int contiguousDim(const AttnGather *g) {
  intptr_t n = mlirOperationGetNumOperands(g->extract);
  MlirOperation index = n > 1 ? attnDef(mlirOperationGetOperand(g->extract, n - 1)) : g->op;
  int64_t d = -1;
  if (!attnIs(index, "linalg.index") || attnNumUses(mlirOperationGetResult(index, 0)) != 1 ||
      !attnAttrI64(index, "dim", &d))
    return -1;
  for (MlirOperation o = mlirBlockGetFirstOperation(attnBody(g->op, 0)); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o)) {
    int64_t other;
    if (attnIs(o, "linalg.index") && !mlirOperationEqual(o, index) &&
        attnAttrI64(o, "dim", &other) && other == d)
      return -1;
  }
  for (intptr_t k = 0; k + 1 < attnAttrArraySize(g->op, "indexing_maps"); ++k) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(g->op, "indexing_maps", k));
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r)
      if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), d))
        return -1;
  }
  return (int)d;
}

bool attnReadGather(MlirValue tensor, AttnGather *g) {
  *g = (AttnGather){.op = attnDef(tensor)};
  if (!attnIs(g->op, "linalg.generic") || mlirOperationGetNumResults(g->op) != 1 ||
      !isStaticTensor(tensor) ||
      mlirShapedTypeGetRank(mlirValueGetType(tensor)) > ATTN_MAX_MOVED_RANK)
    return false;
  intptr_t n = mlirOperationGetNumOperands(g->op);
  if (attnAttrArraySize(g->op, "iterator_types") != mlirShapedTypeGetRank(mlirValueGetType(tensor)))
    return false; // a reduction
  MlirAttribute out = attnAttrArrayGet(g->op, "indexing_maps", n - 1);
  if (!mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(out)))
    return false;
  for (intptr_t k = 0; k + 1 < n; ++k)
    if (!isStaticTensor(mlirOperationGetOperand(g->op, k)))
      return false;
  if (!readBody(g->op, g))
    return false;
  g->contiguous = contiguousDim(g);
  return true;
}

bool attnIsPlacedByData(MlirValue tensor) {
  AttnMoved m;
  AttnGather g;
  return attnReadMoved(tensor, &m) || attnReadGather(tensor, &g);
}

//===--- building ---------------------------------------------------------===//

MlirValue attnBuildMovedSlice(const AttnBuilder *b, MlirValue x, const MlirValue *offsets,
                              const int64_t *sizes) {
  MlirType type = mlirValueGetType(x);
  int n = (int)mlirShapedTypeGetRank(type), moving = 0;
  MlirValue operands[ATTN_MAX_MOVED_RANK + 1] = {x};
  int64_t at[ATTN_MAX_MOVED_RANK], size[ATTN_MAX_MOVED_RANK], one[ATTN_MAX_MOVED_RANK];
  for (int d = 0; d < n; ++d) {
    bool moves = !mlirValueIsNull(offsets[d]);
    at[d] = moves ? mlirShapedTypeGetDynamicStrideOrOffset() : 0;
    size[d] = moves ? sizes[d] : mlirShapedTypeGetDimSize(type, d);
    one[d] = 1;
    if (moves)
      operands[++moving] = offsets[d];
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "static_offsets", i64s(b->ctx, n, at)),
      attnNamed(b->ctx, "static_sizes", i64s(b->ctx, n, size)),
      attnNamed(b->ctx, "static_strides", i64s(b->ctx, n, one)),
      attnNamed(b->ctx, "operandSegmentSizes",
                mlirDenseI32ArrayGet(b->ctx, 4, (int32_t[]){1, moving, 0, 0}))};
  return attnBuild(b, "tensor.extract_slice", 1 + moving, operands,
                   attnTensorType(n, size, attnElementType(type)), 4, attrs);
}

MlirValue attnBuildMovedPad(const AttnBuilder *b, MlirValue x, const MlirValue *offsets,
                            MlirType result) {
  MlirType type = mlirValueGetType(x), element = attnElementType(type);
  int n = (int)mlirShapedTypeGetRank(type), moving = 0;
  MlirValue operands[2 * ATTN_MAX_MOVED_RANK + 1] = {x}, high[ATTN_MAX_MOVED_RANK];
  int64_t pad[ATTN_MAX_MOVED_RANK];
  MlirType coordinates[ATTN_MAX_MOVED_RANK];
  for (int d = 0; d < n; ++d) {
    coordinates[d] = mlirIndexTypeGet(b->ctx);
    bool moves = !mlirValueIsNull(offsets[d]);
    pad[d] = moves ? mlirShapedTypeGetDynamicSize() : 0;
    if (!moves)
      continue;
    int64_t room = mlirShapedTypeGetDimSize(result, d) - mlirShapedTypeGetDimSize(type, d);
    high[moving] = attnBuild2(b, "arith.subi", attnConstIndex(b, room), offsets[d]);
    operands[1 + moving++] = offsets[d];
  }
  memcpy(operands + 1 + moving, high, (size_t)moving * sizeof *high);
  AttnBuilder inner;
  MlirRegion body = attnRegionWithBlock(b, n, coordinates, &inner);
  MlirValue zero =
      attnIsFloat(element) ? attnConstFloat(&inner, element, 0) : attnConstInt(&inner, element, 0);
  attnBuildYield(&inner, "tensor.yield", 1, &zero);
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "static_low", i64s(b->ctx, n, pad)),
      attnNamed(b->ctx, "static_high", i64s(b->ctx, n, pad)),
      attnNamed(b->ctx, "operandSegmentSizes",
                mlirDenseI32ArrayGet(b->ctx, 3, (int32_t[]){1, moving, moving}))};
  MlirOperation op = attnBuildOp(b, &(AttnOpDesc){.name = "tensor.pad",
                                                  .nOperands = 1 + 2 * moving,
                                                  .operands = operands,
                                                  .nResults = 1,
                                                  .results = &result,
                                                  .nAttrs = 3,
                                                  .attrs = attrs,
                                                  .nRegions = 1,
                                                  .regions = &body});
  return mlirOperationGetResult(op, 0);
}
