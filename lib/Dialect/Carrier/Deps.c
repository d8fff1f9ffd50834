//===- Deps.c - Which axes a value of a carrier region depends on ---------===//
// See Deps.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Deps.h"
#include "IR/Build.h"

#include <stdlib.h>

AttnAxisSet attnDepsGet(const AttnDeps *d, MlirValue value) {
  for (size_t i = 0; i < d->size; ++i)
    if (mlirValueEqual(d->entries[i].value, value))
      return d->entries[i].axes;
  return 0;
}

void attnDepsSet(AttnDeps *d, MlirValue value, AttnAxisSet axes) {
  if (d->size == d->capacity) {
    d->capacity = d->capacity ? 2 * d->capacity : 32;
    d->entries = realloc(d->entries, d->capacity * sizeof *d->entries);
  }
  d->entries[d->size].value = value;
  d->entries[d->size++].axes = axes;
}

static AttnAxisSet bit(int axis) { return axis < 0 ? 0 : (AttnAxisSet)1 << axis; }

AttnAxisSet attnDepsAddOp(AttnDeps *d, const AttnAxes *axes, MlirOperation op) {
  AttnAxisSet deps = 0;
  MlirAffineMap map;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    deps |= attnDepsGet(d, mlirOperationGetOperand(op, i));
  if (attnIs(op, "carrier.element") && attnAttrMap(op, "map", &map)) {
    deps = 0;
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r)
      for (int i = 0; i < axes->size; ++i)
        if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), i))
          deps |= bit(i);
  } else if (attnIs(op, "carrier.index")) {
    deps = bit(attnAxesFind(axes, attnAttrStr(op, "axis")));
  } else if (attnIs(op, "carrier.contract")) {
    deps &= ~bit(attnAxesFind(axes, attnAttrStr(op, "axis")));
  }
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    attnDepsSet(d, mlirOperationGetResult(op, i), deps);
  return deps;
}

void attnDepsAddRegion(AttnDeps *d, const AttnAxes *axes, MlirOperation op, intptr_t region) {
  for (MlirOperation o = mlirBlockGetFirstOperation(attnBody(op, region)); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o))
    attnDepsAddOp(d, axes, o);
}

void attnDepsFree(AttnDeps *d) {
  free(d->entries);
  *d = (AttnDeps){0};
}
