//===- Origin.c - What depends on where a tile lies -----------------------===//
// See Origin.h. Followed through index arithmetic, tile.read and the bounds of loops.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Origin.h"
#include "IR/Build.h"

#include <string.h>

bool attnOriginMoves(MlirOperation kernel, MlirValue v, const char *axis) {
  if (!attnValueIsInside(v, mlirOperationGetRegion(kernel, 0)))
    return false;
  bool carried = mlirValueIsABlockArgument(v);
  MlirOperation op =
      carried ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)) : attnDef(v);
  if (attnIs(op, "tile.origin"))
    return strcmp(attnAttrStr(op, "axis"), axis) == 0;
  if (carried && (!attnIs(op, "scf.for") || mlirBlockArgumentGetArgNumber(v) != 0))
    return true; // not an induction variable: who knows
  for (intptr_t i = 0, n = carried ? 3 : mlirOperationGetNumOperands(op); i < n; ++i)
    if (attnOriginMoves(kernel, mlirOperationGetOperand(op, i), axis))
      return true;
  return false;
}

bool attnBoxMoves(MlirOperation kernel, MlirOperation load, const char *axis) {
  for (intptr_t i = 0, n = attnAttrArraySize(load, "over"); i < n; ++i)
    if (strcmp(attnStrValue(attnAttrArrayGet(load, "over", i)), axis) == 0 ||
        attnOriginMoves(kernel, mlirOperationGetOperand(load, i + 1), axis))
      return true;
  return false;
}
