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

MlirLogicalResult attnLElement(AttnLower *k, MlirOperation extract, AttnValueMap *local) {
  MlirValue tensor = mlirOperationGetOperand(extract, 0), pointer;
  MlirType type = mlirValueGetType(tensor);
  if (attnIsInside(extract, mlirOperationGetRegion(k->kernel, 0)) ||
      !mlirShapedTypeHasStaticShape(type))
    return attnOpError(extract, "has no lowering to the device");
  if (!parameterOf(k, extract, tensor, &pointer).value)
    return FAILED;
  MlirType element = attnLMemoryType(k, mlirShapedTypeGetElementType(type));
  int64_t bytes = attnLBytes(element);
  MlirValue at = attnConstIndex(&k->b, 0);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    MlirValue i;
    if (!attnLScalarValue(k, extract, mlirOperationGetOperand(extract, 1 + d), local, &i).value)
      return FAILED;
    at = attnLAdd(k, attnLMulC(k, at, mlirShapedTypeGetDimSize(type, d)), i);
  }
  at = attnLMulC(k, attnCast(&k->b, at, k->i64), bytes);
  MlirValue v = attnLLoad(k, attnLPointer(k, pointer, at, 0), element, bytes);
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
    if (!attnLScalarValue(k, op, m->offset[d], NULL, &offset).value) {
      k->b = saved;
      return FAILED;
    }
    int64_t room = llabs(mlirShapedTypeGetDimSize(from, d) - mlirShapedTypeGetDimSize(to, d));
    offset = attnLOp2(k, "arith.maxsi", offset, attnConstIndex(&k->b, 0));
    offset = attnLOp2(k, "arith.minsi", offset, attnConstIndex(&k->b, room));
    MlirValue part = attnLMulC(k, attnCast(&k->b, offset, k->i64), strides[d] * bytes);
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

MlirLogicalResult attnLSourceView(AttnLower *k, MlirOperation op, AttnView *v) {
  AttnMemory memory;
  MlirAffineMap map;
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
