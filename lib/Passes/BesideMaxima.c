//===- BesideMaxima.c - Maxima of words where zero has been reached -------===//
//
// A step's maximum is read by nothing but  m' = max(m, c * maximum over keys of s),  c positive.
// Once every row's m is at least zero, a maximum below zero changes nothing, whichever of the
// scores it is, and so may be taken of their words as integers (`beyond` of tile.reduce). m never
// falls, so that after a step or two a warp's rows are there; before, and where all scores of a row
// stay below zero, the maxima are those of numbers as ever. A warp votes at the head of the step,
// long before the scores are there: a vote behind the maxima stood in the way of the exponentials.
//
//   for ..., m:                           for ..., m:
//     s = await                    ->       p = tile.nonnegative m
//     r = tile.reduce max s                 s = await
//     m' = max(m, c * r)                    r = tile.reduce max s, p
//                                           m' = max(m, c * r)
//
// Where the scores are awaited products, masked or not: with a cap or a bias in between 6 and 7 %
// are lost on an H200, without 1 to 4 % gained (docs/hopper.md).
//
//===----------------------------------------------------------------------===//
#include "Passes/Beside.h"

#include <math.h>
#include <string.h>

/// The tile that a tile.element reads; null: it is none.
static MlirValue elementOf(MlirValue v) {
  MlirOperation e = attnDef(v);
  return attnIs(e, "tile.element") ? mlirOperationGetOperand(e, 0) : (MlirValue){NULL};
}

/// x, or x times a positive constant.
static MlirValue withoutFactor(MlirValue v) {
  MlirOperation product = attnDef(v);
  if (!attnIs(product, "arith.mulf"))
    return v;
  for (int i = 0; i < 2; ++i) {
    MlirOperation c = attnDef(mlirOperationGetOperand(product, i));
    MlirAttribute value =
        attnIs(c, "arith.constant") ? attnAttr(c, "value") : (MlirAttribute){NULL};
    double x = mlirAttributeIsNull(value) || !mlirAttributeIsAFloat(value)
                   ? 0.0
                   : mlirFloatAttrGetValueDouble(value);
    if (x > 0 && isfinite(x))
      return mlirOperationGetOperand(product, 1 - i);
  }
  return v;
}

/// The state m of the loop that `map` makes  max(m, c * r)  of; null: it makes something else.
static MlirValue stateOf(MlirOperation loop, MlirOperation map, MlirValue r) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation max = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(map, 0)), 0));
  if (!attnIs(max, "arith.maximumf"))
    return (MlirValue){NULL};
  for (int i = 0; i < 2; ++i) {
    MlirValue m = elementOf(mlirOperationGetOperand(max, i));
    MlirValue x = elementOf(withoutFactor(mlirOperationGetOperand(max, 1 - i)));
    if (mlirValueIsNull(m) || mlirValueIsNull(x) || !mlirValueEqual(x, r) ||
        !mlirValueIsABlockArgument(m) || !mlirBlockEqual(mlirBlockArgumentGetOwner(m), block) ||
        !mlirTypeEqual(mlirValueGetType(m), mlirValueGetType(r)))
      continue;
    return m;
  }
  return (MlirValue){NULL};
}

/// The tile.map whose only tile.element reads the tile; null: others read it.
static MlirOperation onlyReader(MlirValue tile) {
  if (attnNumUses(tile) != 1)
    return (MlirOperation){NULL};
  MlirOperation e = mlirOpOperandGetOwner(mlirValueGetFirstUse(tile));
  MlirOperation map =
      attnIs(e, "tile.element") ? attnParentOfName(e, "tile.map") : (MlirOperation){NULL};
  return map;
}

/// Products as they are awaited, or under a mask.
static bool areScores(MlirValue tile, MlirValue awaited) {
  MlirOperation map = attnDef(tile);
  MlirAttribute mask = attnIs(map, "tile.map") ? attnAttr(map, "mask") : (MlirAttribute){NULL};
  if (mlirValueEqual(tile, awaited))
    return true;
  if (mlirAttributeIsNull(mask) || !mlirBoolAttrGetValue(mask))
    return false;
  MlirOperation select =
      attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(map, 0)), 0));
  for (int i = 1; i < 3 && attnIs(select, "arith.select"); ++i) {
    MlirValue of = elementOf(mlirOperationGetOperand(select, i));
    if (!mlirValueIsNull(of) && mlirValueEqual(of, awaited))
      return true;
  }
  return false;
}

void attnBesideMaxima(MlirOperation loop) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation await = attnBesideAwait(block, 1);
  if (mlirOperationIsNull(await))
    return;
  for (MlirOperation op = mlirOperationGetNextInBlock(await); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "tile.reduce") || strcmp(attnAttrStr(op, "monoid"), "max") != 0 ||
        mlirOperationGetNumOperands(op) != 1 ||
        !areScores(mlirOperationGetOperand(op, 0), mlirOperationGetResult(await, 0)))
      continue;
    MlirValue r = mlirOperationGetResult(op, 0);
    MlirOperation map = onlyReader(r);
    MlirValue m = mlirOperationIsNull(map) ? (MlirValue){NULL} : stateOf(loop, map, r);
    if (mlirValueIsNull(m) || !mlirTypeIsAF32(mlirShapedTypeGetElementType(mlirValueGetType(m))))
      continue;
    AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(block));
    MlirNamedAttribute axes = attnNamed(b.ctx, "axes", attnAttr(op, "axes"));
    attnAppendOperand(
        op, attnBuild(&b, "tile.nonnegative", 1, &m, mlirIntegerTypeGet(b.ctx, 1), 1, &axes));
  }
}
