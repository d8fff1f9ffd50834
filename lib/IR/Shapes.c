//===- Shapes.c - Shapes that a program takes away and gives back ---------===//
#include "IR/Shapes.h"

#include "IR/Build.h"

#include <stdlib.h>

static bool isStatic(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t);
}

static void restore(MlirOperation op) {
  enum { MAX_RANK = 32 };
  int64_t dim = -1, shape[MAX_RANK], sum = 0;
  intptr_t n = mlirOperationGetNumOperands(op);
  attnAttrI64(op, "dim", &dim);
  for (intptr_t k = 0; k < n; ++k) {
    MlirOperation cast = attnDef(mlirOperationGetOperand(op, k));
    if (attnIs(cast, "tensor.cast") && isStatic(mlirOperationGetOperand(cast, 0)))
      mlirOperationSetOperand(op, k, mlirOperationGetOperand(cast, 0));
  }
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t k = 0; k < n; ++k) {
    MlirValue part = mlirOperationGetOperand(op, k);
    if (!isStatic(part) || dim < 0 || dim >= rank || rank > MAX_RANK)
      return;
    for (intptr_t d = 0; d < rank; ++d)
      shape[d] = mlirShapedTypeGetDimSize(mlirValueGetType(part), d);
    sum += shape[dim];
  }
  if (mlirShapedTypeHasStaticShape(type))
    return;
  shape[dim] = sum;
  AttnBuilder b = attnBuilderAfter(op);
  MlirType known = attnTensorType(rank, shape, attnElementType(type));
  MlirValue *parts = malloc((size_t)n * sizeof *parts);
  for (intptr_t k = 0; k < n; ++k)
    parts[k] = mlirOperationGetOperand(op, k);
  MlirNamedAttribute along = attnNamed(b.ctx, "dim", attnAttr(op, "dim"));
  MlirValue whole = attnBuild1(&b, "tensor.cast",
                               attnBuild(&b, "tensor.concat", n, parts, known, 1, &along), type);
  free(parts);
  attnReplaceOp(op, 1, &whole);
}

void attnRestoreShapes(MlirOperation root) {
  MlirOperation *ops;
  intptr_t n = attnCollect(root, "tensor.concat", &ops);
  for (intptr_t i = 0; i < n; ++i)
    restore(ops[i]);
  free(ops);
}
