//===- BracketDivide.c - Divisions by one denominator a row ---------------===//
// See Bracket.h.
//
// A projection divides every column of a row by the same sum of weights, d. A division is some
// twenty instructions with a branch, so it becomes one reciprocal a row and
//
//   q = x r    e = fma(d, -q, x)    x / d = fma(e, r, q), where e is a number, else q
//
// with r = 1 / d. e is what q misses, exactly; the result has the rounding of the division but for
// rare cases that are a unit in the last place off. It is done where d is a sum of exp(s - max s),
// weights of one: between 1 and the length of the axis, or 0 or not a number, so that neither r nor
// e overflows or loses bits. (Where x is infinite e is not a number and q is right.) A quotient
// that is rounded to 16 bits at once is q: what it misses, 1.5 units in the last place of 24 bits,
// moves that rounding only within 2^-12 of a tie.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"

#include <string.h>

static bool isOne(MlirValue v) {
  MlirOperation d = attnDef(v);
  MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
  return !mlirAttributeIsNull(a) && mlirAttributeIsAFloat(a) &&
         mlirFloatAttrGetValueDouble(a) == 1.0;
}

/// Is state i of the fold a sum of weights?
static bool isSumOfWeights(MlirOperation op, intptr_t i) {
  MlirAttribute c = attnAttrArrayGet(op, "channels", i);
  if (mlirAttributeIsNull(c) || !mlirAttributeIsADictionary(c))
    return false;
  const char *twist = attnDictStr(c, "twist"), *monoid = attnDictStr(c, "monoid");
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
  if (!twist || strcmp(twist, "exp") != 0 || !monoid || strcmp(monoid, "add") != 0 ||
      mlirOperationGetNumOperands(yield) <= i)
    return false;
  MlirValue lift = mlirOperationGetOperand(yield, i);
  while (attnIs(attnDef(lift), "carrier.mask"))
    lift = mlirOperationGetOperand(attnDef(lift), 1);
  return isOne(lift) && mlirTypeIsAF32(mlirValueGetType(lift));
}

static bool isHalf(MlirType t) { return mlirTypeIsAF16(t) || mlirTypeIsABF16(t); }

/// Does nothing see the value but its rounding to 16 bits?
static bool isRounded(MlirValue v) {
  bool any = false;
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = mlirOpOperandGetOwner(u);
    bool rounds =
        attnIs(op, "arith.truncf") && isHalf(mlirValueGetType(mlirOperationGetResult(op, 0)));
    bool passes = attnIs(op, "arith.select") && mlirOpOperandGetOperandNumber(u) > 0 &&
                  isRounded(mlirOperationGetResult(op, 0));
    if (!rounds && !passes)
      return false;
    any = true;
  }
  return any;
}

static void divide(MlirOperation div, MlirValue d, MlirValue reciprocal) {
  AttnBuilder b = attnBuilderBefore(div);
  MlirValue x = mlirOperationGetOperand(div, 0);
  MlirType t = mlirValueGetType(x);
  MlirValue q = attnBuild2(&b, "arith.mulf", x, reciprocal);
  if (isRounded(mlirOperationGetResult(div, 0))) {
    attnReplaceOp(div, 1, &q);
    return;
  }
  MlirValue minus = attnBuild1(&b, "arith.negf", q, t);
  MlirValue e = attnBuild(&b, "math.fma", 3, (MlirValue[]){d, minus, x}, t, 0, NULL);
  MlirValue r = attnBuild(&b, "math.fma", 3, (MlirValue[]){e, reciprocal, q}, t, 0, NULL);
  MlirValue v = attnSelect(&b, attnCmpf(&b, 1, e, e), r, q);
  attnReplaceOp(div, 1, &v);
}

void attnBrDivisions(MlirOperation op) {
  MlirBlock project = attnIs(op, "carrier.fold") ? attnBody(op, 1) : (MlirBlock){NULL};
  for (intptr_t i = 0; !mlirBlockIsNull(project) && i < mlirBlockGetNumArguments(project); ++i) {
    MlirValue d = mlirBlockGetArgument(project, i), reciprocal = {NULL};
    if (!mlirTypeIsAF32(mlirValueGetType(d)) || !isSumOfWeights(op, i))
      continue;
    for (MlirOperation o = mlirBlockGetFirstOperation(project), next; !mlirOperationIsNull(o);
         o = next) {
      next = mlirOperationGetNextInBlock(o);
      if (!attnIs(o, "arith.divf") || !mlirValueEqual(mlirOperationGetOperand(o, 1), d) ||
          isOne(mlirOperationGetOperand(o, 0)))
        continue;
      if (!reciprocal.ptr) {
        AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(project));
        b.loc = mlirOperationGetLocation(o);
        MlirType t = mlirValueGetType(d);
        reciprocal = attnBuild2(&b, "arith.divf", attnConstFloat(&b, t, 1.0), d);
      }
      divide(o, d, reciprocal);
    }
  }
}
