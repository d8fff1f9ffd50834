//===- Math.c - What the schedule key MATH decides about -------------------===//
#include "Dialect/Math.h"
#include "IR/Build.h"

#include <math.h>
#include <stdlib.h>

bool attnMathDivides(MlirOperation op, double *c) {
  if (!attnIs(op, "arith.divf"))
    return false;
  MlirValue y = mlirOperationGetOperand(op, 1);
  MlirOperation def = attnDef(y);
  MlirAttribute a = attnIs(def, "arith.constant") ? attnAttr(def, "value") : mlirAttributeGetNull();
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAFloat(a) || !mlirTypeIsAF32(mlirValueGetType(y)))
    return false;
  *c = mlirFloatAttrGetValueDouble(a);
  return fabs(*c) > 0x1p-120 && fabs(*c) < 0x1p120;
}

/// There is one way to compute those of f64.
static bool isExp(MlirOperation op) {
  return attnIs(op, "math.exp") && !mlirTypeIsAF64(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

bool attnMathDecides(MlirOperation root) {
  MlirOperation *ops;
  bool decides = false;
  double c;
  for (intptr_t i = attnCollect(root, NULL, &ops); i-- > 0 && !decides;)
    decides = isExp(ops[i]) || attnMathDivides(ops[i], &c);
  free(ops);
  return decides;
}
