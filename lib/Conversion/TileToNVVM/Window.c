//===- Window.c - Captured tensors, and windows on them --------------------===//
//
// A window at an offset that is a value (IR/Moved.h) is its source from another address on:
//
//   base = source + sum of offset[d] * stride[d]        slice; of a pad the sum is subtracted
//
// computed once, at the kernel's entry, from what the offsets are computed from, down to elements
// of captured tensors. An offset is clamped so that the window stays in its source (the source in
// the window, for a pad): outside it means nothing, and no address is one of somebody else. The
// elements of a pad that are not in the source are told by their coordinate and read as zero.
//
// Accesses are as wide as the strides of what moves allow.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "IR/Moved.h"

#include <stdlib.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

//===--- what the kernel takes --------------------------------------------===//

static void addInput(AttnLower *k, MlirValue tensor) {
  for (int i = 0; i < k->nInputs; ++i)
    if (mlirValueEqual(k->inputs[i], tensor))
      return;
  k->inputs = realloc(k->inputs, (size_t)(k->nInputs + 1) * sizeof *k->inputs);
  k->inputs[k->nInputs++] = tensor;
}

/// The tensors whose elements a scalar from outside is computed from.
static void addScalarInputs(AttnLower *k, MlirValue scalar) {
  MlirOperation op = attnDef(scalar);
  if (mlirOperationIsNull(op))
    return;
  bool element = attnIs(op, "tensor.extract");
  if (element)
    addInput(k, mlirOperationGetOperand(op, 0));
  for (intptr_t i = element; i < mlirOperationGetNumOperands(op); ++i)
    addScalarInputs(k, mlirOperationGetOperand(op, i));
}

void attnLAddInput(AttnLower *k, MlirValue tensor) {
  AttnMoved m;
  AttnGather g;
  if (attnReadGather(tensor, &g)) {
    attnLAddInput(k, g.table);
    for (intptr_t i = 0; i + 1 < mlirOperationGetNumOperands(g.op); ++i)
      attnLAddInput(k, mlirOperationGetOperand(g.op, i));
    return;
  }
  if (!attnReadMoved(tensor, &m)) {
    addInput(k, tensor);
    return;
  }
  addInput(k, m.source);
  for (int d = 0; d < m.rank; ++d)
    if (!mlirValueIsNull(m.offset[d]))
      addScalarInputs(k, m.offset[d]);
}

static MlirLogicalResult parameterOf(AttnLower *k, MlirOperation op, MlirValue tensor,
                                     MlirValue *pointer) {
  for (int i = 0; i < k->nInputs; ++i)
    if (mlirValueEqual(k->inputs[i], tensor)) {
      *pointer = mlirBlockGetArgument(attnBody(k->func, 0), i);
      return OK;
    }
  return attnOpError(op, "reads a tensor that is not defined outside the kernel");
}

/// The coordinate, not beyond dimension d of the type: data may say anything, and lanes that have
/// nothing to read compute addresses, too.
static MlirValue kept(AttnLower *k, MlirValue coord, MlirType type, intptr_t d, bool isData) {
  MlirAffineExpr last =
      mlirAffineAddExprGet(attnLDimExpr(k, type, d), mlirAffineConstantExprGet(k->ctx, -1));
  if (isData)
    coord = attnLOp2(k, "arith.maxsi", coord, attnConstIndex(&k->b, 0));
  return attnLOp2(k, "arith.minsi", coord, attnLAffine(k, last, NULL, k->lengths));
}

/// n (i64) steps along dimension d of a tensor that lies in memory, in elements.
static MlirValue stepsAlong(AttnLower *k, MlirValue n, MlirType type, intptr_t d) {
  int64_t known = 1;
  for (intptr_t inner = mlirShapedTypeGetRank(type) - 1; inner > d; --inner) {
    MlirAffineExpr size = attnLDimExpr(k, type, inner);
    if (mlirAffineExprIsAConstant(size))
      known *= mlirAffineConstantExprGetValue(size);
    else
      n = attnLOp2(k, "arith.muli", n,
                   attnCast(&k->b, attnLAffine(k, size, NULL, k->lengths), k->i64));
  }
  return attnLMulC(k, n, known);
}

/// Bytes from the first element to that at `coords` (index values).
static MlirValue offsetAt(AttnLower *k, MlirType type, const MlirValue *coords) {
  MlirValue at = attnConstInt(&k->b, k->i64, 0);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    at = attnLAdd(k, at, stepsAlong(k, attnCast(&k->b, coords[d], k->i64), type, d));
  return attnLMulC(k, at, attnLBytes(attnLMemoryType(k, mlirShapedTypeGetElementType(type))));
}

MlirLogicalResult attnLElement(AttnLower *k, MlirOperation extract, AttnValueMap *local) {
  MlirValue tensor = mlirOperationGetOperand(extract, 0), pointer;
  MlirType type = mlirValueGetType(tensor);
  if (attnIsInside(extract, mlirOperationGetRegion(k->kernel, 0)) ||
      !mlirShapedTypeHasStaticShape(type) || mlirShapedTypeGetRank(type) > ATTN_MAX_MOVED_RANK)
    return attnOpError(extract, "has no lowering to the device");
  if (!parameterOf(k, extract, tensor, &pointer).value)
    return FAILED;
  MlirType element = attnLMemoryType(k, mlirShapedTypeGetElementType(type));
  MlirValue at[ATTN_MAX_MOVED_RANK];
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    if (!attnLScalarValue(k, extract, mlirOperationGetOperand(extract, 1 + d), local, &at[d]).value)
      return FAILED;
    at[d] = kept(k, at[d], type, d, true);
  }
  MlirValue v = attnLLoad(k, attnLPointer(k, pointer, offsetAt(k, type, at), 0), element,
                          attnLBytes(element));
  attnMapValue(local, mlirOperationGetResult(extract, 0),
               attnLConverted(k, v, mlirShapedTypeGetElementType(type)));
  return OK;
}

//===--- windows ----------------------------------------------------------===//

/// Of the dimensions of a type: how many elements apart.
static void stridesOf(MlirType type, int64_t *strides) {
  int64_t stride = 1;
  for (intptr_t d = mlirShapedTypeGetRank(type) - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= mlirShapedTypeGetDimSize(type, d);
  }
}

MlirLogicalResult attnLWindowOffset(AttnLower *k, MlirOperation op, const AttnMoved *m,
                                    MlirType window, int d, MlirValue *offset) {
  int64_t room = llabs(mlirShapedTypeGetDimSize(mlirValueGetType(m->source), d) -
                       mlirShapedTypeGetDimSize(window, d));
  if (!attnLScalarValue(k, op, m->offset[d], NULL, offset).value)
    return FAILED;
  *offset = attnLOp2(k, "arith.maxsi", *offset, attnConstIndex(&k->b, 0));
  *offset = attnLOp2(k, "arith.minsi", *offset, attnConstIndex(&k->b, room));
  return OK;
}

static MlirLogicalResult readWindow(AttnLower *k, MlirOperation op, MlirValue tensor,
                                    const AttnMoved *m, AttnMemory *memory) {
  MlirType from = mlirValueGetType(m->source), to = mlirValueGetType(tensor);
  int64_t strides[ATTN_MAX_MOVED_RANK], bytes;
  stridesOf(from, strides);
  bytes = attnLBytes(attnLMemoryType(k, mlirShapedTypeGetElementType(from)));
  AttnBuilder saved = k->b;
  k->b = k->entry;
  MlirValue sum = attnConstInt(&k->b, k->i64, 0);
  for (int d = 0; d < m->rank; ++d) {
    if (mlirValueIsNull(m->offset[d]))
      continue;
    MlirValue offset;
    if (!attnLWindowOffset(k, op, m, to, d, &offset).value) {
      k->b = saved;
      return FAILED;
    }
    MlirValue part = attnLMulC(k, stepsAlong(k, attnCast(&k->b, offset, k->i64), from, d), bytes);
    sum = attnLOp2(k, m->padded ? "arith.subi" : "arith.addi", sum, part);
    memory->step = attnLPowerOfTwo(strides[d], memory->step);
    if (m->padded) {
      AttnGuard *g = &memory->guard[memory->nGuards++];
      g->dim = d;
      g->low = offset;
      g->high = attnLAddC(k, offset, mlirShapedTypeGetDimSize(from, d));
    }
  }
  memory->type = from;
  memory->pointer = attnLPointer(k, memory->anchor, sum, 0);
  k->b = saved;
  return OK;
}

MlirLogicalResult attnLMemory(AttnLower *k, MlirOperation op, MlirValue tensor,
                              AttnMemory *memory) {
  AttnMoved m;
  bool moved = attnReadMoved(tensor, &m);
  *memory = (AttnMemory){.step = 16, .type = mlirValueGetType(tensor)};
  if (!parameterOf(k, op, moved ? m.source : tensor, &memory->anchor).value)
    return FAILED;
  memory->pointer = memory->anchor;
  return moved ? readWindow(k, op, tensor, &m, memory) : OK;
}

//===--- gathers ----------------------------------------------------------===//

/// An element of a captured tensor.
static MlirValue elementAt(AttnLower *k, MlirOperation op, MlirValue tensor,
                           const MlirValue *coords) {
  AttnGather g;
  AttnMemory memory;
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(tensor)),
           stored = attnLMemoryType(k, element);
  MlirValue pointer;
  if (attnReadGather(tensor, &g))
    pointer = attnLGatherAddress(k, tensor, coords);
  else if (attnLMemory(k, op, tensor, &memory).value && !memory.nGuards)
    pointer = attnLPointer(k, memory.pointer, offsetAt(k, memory.type, coords), 0);
  else
    return (MlirValue){NULL};
  return attnLConverted(k, attnLLoad(k, pointer, stored, attnLBytes(stored)), element);
}

MlirLogicalResult attnLGatherCoordinates(AttnLower *k, MlirValue gather, const MlirValue *coords,
                                         MlirValue *table) {
  AttnGather g;
  attnReadGather(gather, &g);
  MlirType type = mlirValueGetType(gather), tableType = mlirValueGetType(g.table);
  MlirBlock body = attnBody(g.op, 0);
  MlirValue at[ATTN_MAX_MOVED_RANK];
  AttnValueMap local = {0};
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    at[d] = kept(k, coords[d], type, d, false);
  for (intptr_t i = 0; i + 1 < mlirOperationGetNumOperands(g.op); ++i) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(g.op, "indexing_maps", i));
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r)
      table[r] = attnLAffine(k, mlirAffineMapGetResult(map, r), at, NULL);
    MlirValue x = elementAt(k, g.op, mlirOperationGetOperand(g.op, i), table);
    if (!mlirValueIsNull(x))
      attnMapValue(&local, mlirBlockGetArgument(body, i), x);
  }
  MlirLogicalResult ok = OK;
  for (MlirOperation o = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(o, g.extract) && ok.value; o = mlirOperationGetNextInBlock(o)) {
    int64_t dim = 0;
    if (!attnIs(o, "linalg.index"))
      ok = attnLScalar(k, o, &local);
    else if (attnAttrI64(o, "dim", &dim))
      attnMapValue(&local, mlirOperationGetResult(o, 0), at[dim]);
  }
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(tableType) && ok.value; ++d) {
    MlirValue x = mlirOperationGetOperand(g.extract, 1 + d);
    bool isData = !attnIs(attnDef(x), "linalg.index");
    ok = attnLScalarValue(k, g.op, x, &local, &table[d]);
    if (ok.value)
      table[d] = kept(k, table[d], tableType, d, isData);
  }
  attnMapFree(&local);
  return ok;
}

MlirValue attnLGatherAddress(AttnLower *k, MlirValue gather, const MlirValue *coords) {
  AttnGather g;
  AttnMemory memory;
  MlirValue table[ATTN_MAX_MOVED_RANK];
  attnReadGather(gather, &g);
  bool ok = attnLMemory(k, g.op, g.table, &memory).value &&
            attnLGatherCoordinates(k, gather, coords, table).value;
  return ok ? attnLPointer(k, memory.pointer, offsetAt(k, memory.type, table), 0) : memory.anchor;
}

/// Elements in one access along axis i of the view, if it is the table's innermost dimension: all
/// else that tells where a row begins is a multiple of them. 0: it is not.
static int64_t gatheredWidth(AttnLower *k, MlirOperation op, const AttnGather *g, const AttnView *v,
                             int i) {
  MlirType type = mlirValueGetType(g->table);
  int64_t divisors[ATTN_MAX_RANK], c;
  intptr_t n = mlirAffineMapGetNumDims(v->at), last = mlirShapedTypeGetRank(type) - 1;
  const AttnKernelAxis *axis = attnLAxis(k, v->axes[i]);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(v->at); ++r)
    if (r != g->contiguous &&
        mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(v->at, r), v->overOf[i]))
      return 0;
  MlirAffineExpr e = mlirAffineMapGetResult(v->at, g->contiguous);
  if (!attnLLinearIn(e, v->overOf[i], &c) || c != 1)
    return 0;
  for (intptr_t d = 0; d < n; ++d)
    divisors[d] = attnLDivisor(k, mlirOperationGetOperand(op, 1 + d));
  for (int other = 0; other < v->rank; ++other)
    if (other != i)
      divisors[v->overOf[other]] = 1;
  int64_t width = attnLPowerOfTwo(v->size[i], 16 / attnLBytes(v->element));
  width = attnLPowerOfTwo(mlirShapedTypeGetDimSize(type, last), width);
  width = attnLPowerOfTwo(axis->symbol < 0 ? axis->extent : 1, width);
  width = attnLPowerOfTwo(divisors[v->overOf[i]], width);
  return attnLPowerOfTwo(attnLExprDivisor(e, divisors, n), width);
}

/// The view of a gather; attnLGlobalView has filled in all but where elements are.
static MlirLogicalResult gatherView(AttnLower *k, MlirOperation op, const AttnGather *g,
                                    AttnView *v) {
  AttnMemory memory;
  if (!attnLMemory(k, op, g->table, &memory).value)
    return FAILED;
  if (memory.nGuards)
    return attnOpError(op, "gathers from a tensor that is padded by a value");
  v->gather = mlirOperationGetResult(g->op, 0);
  v->anchor = memory.anchor;
  attnAttrMap(op, "map", &v->at);
  v->general = true;
  v->align = 1;
  for (int i = 0; i < v->rank; ++i) {
    int64_t width = g->contiguous < 0 ? 0 : gatheredWidth(k, op, g, v, i);
    v->coeff[i] = width > 0;
    if (width)
      v->align = attnLPowerOfTwo(memory.step, width);
  }
  return OK;
}

MlirLogicalResult attnLSourceView(AttnLower *k, MlirOperation op, AttnView *v) {
  AttnMemory memory;
  AttnGather gather;
  MlirAffineMap map;
  MlirValue source = mlirOperationGetOperand(op, 0);
  if (attnReadGather(source, &gather))
    return attnLGlobalView(k, op, (MlirValue){NULL}, mlirValueGetType(source), 1, v).value
               ? gatherView(k, op, &gather, v)
               : FAILED;
  if (!attnLMemory(k, op, mlirOperationGetOperand(op, 0), &memory).value ||
      !attnLGlobalView(k, op, memory.pointer, memory.type, 1, v).value ||
      !attnAttrMap(op, "map", &map))
    return FAILED;
  v->anchor = memory.anchor;
  v->align = attnLPowerOfTwo(memory.step, v->align);
  v->nGuards = memory.nGuards;
  for (int i = 0; i < memory.nGuards; ++i) {
    v->guard[i] = memory.guard[i];
    v->guard[i].at = mlirAffineMapGetResult(map, v->guard[i].dim);
  }
  return OK;
}
