//===- BracketDivide.c - Divisions by one denominator a row ---------------===//
// See Bracket.h.
//
// A projection divides every column of a row by the same sum of weights, d. A division is some
// twenty instructions with a branch, so it becomes one reciprocal a row and
//
//   q = x r    e = fma(d, -q, x)    x / d = fma(e, r, q), where e is a number, else q
//
// with r = 1 / d, of the hardware's approximation r' without a branch: fma(r', fma(-d, r', 1), r'),
// which is rounded as the division is, where that is a normal number (test/unit/emu-math.c tries
// all). e is what q misses, exactly; the result has the rounding of the division but for rare cases
// that are a unit in the last place off. It is done where d is a sum of exp(s - max s), weights of
// one: between 1 and the length of the axis, or 0 or not a number, so that neither r nor e
// overflows or loses bits. (Where x is infinite e is not a number and q is right.) A quotient that
// is rounded to 16 bits at once is q: what it misses, 1.5 units in the last place of 24 bits, moves
// that rounding only within 2^-12 of a tie.
//
// A row that sees nothing has 0 for both. The projection's select of 0 is one for each column;
// where a row sees an element for certain (BracketSees.c), so that only scores of -inf can make d
// zero, d is read as 1 there, once a row, and the quotient is x.
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

static bool isSumOfWeights(const AttnBrChannel *c) {
  return c->twisted && strcmp(c->monoid, "add") == 0 && isOne(c->lift) && mlirTypeIsAF32(c->type);
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

static bool isZero(MlirValue v) {
  MlirOperation d = attnDef(v);
  MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
  return !mlirAttributeIsNull(a) && mlirAttributeIsAFloat(a) && mlirFloatAttrGetValueDouble(a) == 0;
}

/// The select that alone reads the quotient: d == 0 ? 0 : quotient. Null: there is none.
static MlirOperation guardOf(MlirOperation div, MlirValue d) {
  MlirValue v = mlirOperationGetResult(div, 0);
  MlirOperation op =
      attnNumUses(v) == 1 ? mlirOpOperandGetOwner(mlirValueGetFirstUse(v)) : (MlirOperation){NULL};
  int64_t predicate = -1;
  if (!attnIs(op, "arith.select") || !mlirValueEqual(mlirOperationGetOperand(op, 2), v) ||
      !isZero(mlirOperationGetOperand(op, 1)))
    return (MlirOperation){NULL};
  MlirOperation cmp = attnDef(mlirOperationGetOperand(op, 0));
  bool equal = attnIs(cmp, "arith.cmpf") && attnAttrI64(cmp, "predicate", &predicate) &&
               predicate == 1 && mlirValueEqual(mlirOperationGetOperand(cmp, 0), d) &&
               isZero(mlirOperationGetOperand(cmp, 1));
  return equal ? op : (MlirOperation){NULL};
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

/// 1 / d in front of the projection; `orOne`: 1 where d is 0.
static MlirValue reciprocalOf(MlirBlock project, MlirLocation loc, MlirValue d, bool orOne) {
  AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(project));
  b.loc = loc;
  MlirType t = mlirValueGetType(d);
  MlirValue one = attnConstFloat(&b, t, 1.0);
  if (orOne)
    d = attnSelect(&b, attnCmpf(&b, 1, d, attnConstFloat(&b, t, 0.0)), one, d);
  MlirNamedAttribute afn =
      attnNamed(b.ctx, "fastmath", attnParseAttr(b.ctx, "#arith.fastmath<afn>"));
  MlirValue r = attnBuild(&b, "arith.divf", 2, (MlirValue[]){one, d}, t, 1, &afn);
  MlirValue minus = attnBuild1(&b, "arith.negf", d, t);
  MlirValue e = attnBuild(&b, "math.fma", 3, (MlirValue[]){minus, r, one}, t, 0, NULL);
  return attnBuild(&b, "math.fma", 3, (MlirValue[]){r, e, r}, t, 0, NULL);
}

bool attnBrDivisions(const AttnBrModel *m) {
  bool changed = false;
  for (int i = 0; i < m->nChannels; ++i) {
    MlirValue d = mlirBlockGetArgument(m->project, i), reciprocal[2] = {{NULL}, {NULL}};
    if (!isSumOfWeights(&m->channels[i]))
      continue;
    bool sees = attnBrEveryRowSees(m, &m->channels[i]);
    for (MlirOperation o = mlirBlockGetFirstOperation(m->project), next; !mlirOperationIsNull(o);
         o = next) {
      next = mlirOperationGetNextInBlock(o);
      if (!attnIs(o, "arith.divf") || !mlirValueEqual(mlirOperationGetOperand(o, 1), d) ||
          isOne(mlirOperationGetOperand(o, 0)))
        continue;
      MlirOperation guard = sees ? guardOf(o, d) : (MlirOperation){NULL};
      bool orOne = !mlirOperationIsNull(guard);
      if (orOne) {
        MlirValue quotient = mlirOperationGetResult(o, 0);
        attnReplaceOp(guard, 1, &quotient);
        next = mlirOperationGetNextInBlock(o);
      }
      if (!reciprocal[orOne].ptr)
        reciprocal[orOne] = reciprocalOf(m->project, mlirOperationGetLocation(o), d, orOne);
      divide(o, d, reciprocal[orOne]);
      changed = true;
    }
  }
  return changed;
}
