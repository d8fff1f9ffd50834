//===- Scalar.c - Scalar operations on the device -------------------------===//
//
// Operations of arith are cloned (upstream lowers them); affine is expanded to arith; the functions
// of math that have no exact instruction are written out (Function.c, FunctionF64.c), so that no
// libdevice is needed. f16 and bf16 go through f32.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Function.h"
#include "Dialect/Math.h"

#include <string.h>

/// Functions of math that NVPTX has instructions for; upstream lowers them to LLVM intrinsics.
static const char *const direct[] = {"math.sqrt",  "math.absf",      "math.absi", "math.floor",
                                     "math.ceil",  "math.trunc",     "math.fma",  "math.copysign",
                                     "math.ctpop", "math.roundeven", "math.round"};

//===--- affine -----------------------------------------------------------===//

/// floor(x / y) for any signs: the quotient towards zero, less one where the remainder's sign
/// differs.
static MlirValue floorDiv(AttnLower *k, MlirValue x, MlirValue y) {
  MlirValue zero = attnConstInt(&k->b, mlirValueGetType(x), 0);
  MlirValue q = attnLOp2(k, "arith.divsi", x, y);
  MlirValue r = attnLOp2(k, "arith.subi", x, attnLOp2(k, "arith.muli", q, y));
  MlirValue differs =
      attnLOp2(k, "arith.xori", attnCmpi(&k->b, 2, r, zero), attnCmpi(&k->b, 2, y, zero));
  MlirValue low = attnLOp2(k, "arith.andi", differs, attnCmpi(&k->b, 1, r, zero));
  return attnSelect(&k->b, low, attnLAddC(k, q, -1), q);
}

/// ceil(x / y) = -floor(-x / y)
static MlirValue ceilDiv(AttnLower *k, MlirValue x, MlirValue y) {
  MlirValue zero = attnConstInt(&k->b, mlirValueGetType(x), 0);
  return attnLOp2(k, "arith.subi", zero, floorDiv(k, attnLOp2(k, "arith.subi", zero, x), y));
}

MlirValue attnLAffine(AttnLower *k, MlirAffineExpr e, const MlirValue *dims,
                      const MlirValue *symbols) {
  if (mlirAffineExprIsAConstant(e))
    return attnConstIndex(&k->b, mlirAffineConstantExprGetValue(e));
  if (mlirAffineExprIsADim(e))
    return dims[mlirAffineDimExprGetPosition(e)];
  if (mlirAffineExprIsASymbol(e))
    return symbols[mlirAffineSymbolExprGetPosition(e)];
  MlirValue l = attnLAffine(k, mlirAffineBinaryOpExprGetLHS(e), dims, symbols);
  MlirValue r = attnLAffine(k, mlirAffineBinaryOpExprGetRHS(e), dims, symbols);
  if (mlirAffineExprIsAAdd(e))
    return attnLOp2(k, "arith.addi", l, r);
  if (mlirAffineExprIsAMul(e))
    return attnLOp2(k, "arith.muli", l, r);
  if (mlirAffineExprIsACeilDiv(e))
    return ceilDiv(k, l, r);
  if (mlirAffineExprIsAFloorDiv(e))
    return floorDiv(k, l, r);
  return attnLOp2(k, "arith.subi", l, attnLOp2(k, "arith.muli", floorDiv(k, l, r), r)); // mod
}

static MlirLogicalResult lowerAffine(AttnLower *k, MlirOperation op, AttnValueMap *local) {
  MlirAffineMap map;
  MlirValue operands[32];
  intptr_t n = mlirOperationGetNumOperands(op);
  if (n > 32 || !attnAttrMap(op, "map", &map))
    return attnOpError(op, "has no lowering to the device: more than 32 operands or no map");
  for (intptr_t i = 0; i < n; ++i)
    if (mlirLogicalResultIsFailure(
            attnLScalarValue(k, op, mlirOperationGetOperand(op, i), local, &operands[i])))
      return mlirLogicalResultFailure();
  const char *join = attnIs(op, "affine.min") ? "arith.minsi" : "arith.maxsi";
  MlirValue v = {NULL};
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirValue r = attnLAffine(k, mlirAffineMapGetResult(map, i), operands,
                              operands + mlirAffineMapGetNumDims(map));
    v = mlirValueIsNull(v) ? r : attnLOp2(k, join, v, r);
  }
  attnMapValue(local, mlirOperationGetResult(op, 0), v);
  return mlirLogicalResultSuccess();
}

//===--- operations -------------------------------------------------------===//

static bool isOneOf(MlirOperation op, const char *const *names, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (attnIs(op, names[i]))
      return true;
  return false;
}

static bool startsWith(MlirOperation op, const char *prefix) {
  return strncmp(attnOpName(op), prefix, strlen(prefix)) == 0;
}

/// A function of math; f16 and bf16 are widened and narrowed.
static MlirLogicalResult lowerFunction(AttnLower *k, MlirOperation op, const AttnFunction *f,
                                       AttnValueMap *local) {
  MlirValue x[2];
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!attnIsFloat(type))
    return attnOpError(op, "has no lowering to the device for this type; f16, bf16, f32 and f64 "
                           "have one");
  for (int i = 0; i < f->arity; ++i) {
    if (mlirLogicalResultIsFailure(
            attnLScalarValue(k, op, mlirOperationGetOperand(op, i), local, &x[i])))
      return mlirLogicalResultFailure();
    x[i] = attnCast(&k->b, x[i], mlirTypeIsAF64(type) ? type : k->f32);
  }
  attnMapValue(local, mlirOperationGetResult(op, 0), attnCast(&k->b, f->emit(k, x), type));
  return mlirLogicalResultSuccess();
}

/// MATH=exp2: x / c of f32 as a product, where 1 / c is neither too small nor too large for that.
static bool divideByConstant(AttnLower *k, MlirOperation op, AttnValueMap *local) {
  MlirValue x;
  double c;
  if (!k->math || !attnMathDivides(op, &c) ||
      !attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), local, &x).value)
    return false;
  attnMapValue(local, mlirOperationGetResult(op, 0),
               attnLOp2(k, "arith.mulf", x, attnConstFloat(&k->b, k->f32, 1 / c)));
  return true;
}

MlirLogicalResult attnLScalar(AttnLower *k, MlirOperation op, AttnValueMap *local) {
  k->b.loc = mlirOperationGetLocation(op);
  if (attnIs(op, "arith.constant")) { // once per kernel, whoever asks
    MlirValue v;
    return attnLScalarValue(k, op, mlirOperationGetResult(op, 0), NULL, &v);
  }
  if (attnIs(op, "affine.apply") || attnIs(op, "affine.min") || attnIs(op, "affine.max"))
    return lowerAffine(k, op, local);
  if (attnIs(op, "tensor.extract"))
    return attnLElement(k, op, local);
  const AttnFunction *function = attnLFunction(op);
  if (function)
    return lowerFunction(k, op, function, local);
  if (divideByConstant(k, op, local))
    return mlirLogicalResultSuccess();
  bool isFloor = attnIs(op, "arith.floordivsi");
  if (isFloor || attnIs(op, "arith.ceildivsi")) {
    MlirValue x, y;
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), local, &x).value ||
        !attnLScalarValue(k, op, mlirOperationGetOperand(op, 1), local, &y).value)
      return mlirLogicalResultFailure();
    attnMapValue(local, mlirOperationGetResult(op, 0),
                 isFloor ? floorDiv(k, x, y) : ceilDiv(k, x, y));
    return mlirLogicalResultSuccess();
  }
  if (!startsWith(op, "arith.") && !isOneOf(op, direct, sizeof direct / sizeof *direct))
    return attnOpError(op, "has no lowering to the device");
  if (mlirOperationGetNumRegions(op))
    return attnOpError(op, "has no lowering to the device: it holds a region");
  MlirOperation clone = mlirOperationClone(op);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    MlirValue v;
    if (mlirLogicalResultIsFailure(
            attnLScalarValue(k, op, mlirOperationGetOperand(op, i), local, &v))) {
      mlirOperationDestroy(clone);
      return mlirLogicalResultFailure();
    }
    mlirOperationSetOperand(clone, i, v);
  }
  if (mlirOperationIsNull(k->b.before))
    mlirBlockAppendOwnedOperation(k->b.block, clone);
  else
    mlirBlockInsertOwnedOperationBefore(k->b.block, k->b.before, clone);
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    attnMapValue(local, mlirOperationGetResult(op, i), mlirOperationGetResult(clone, i));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult attnLScalarValue(AttnLower *k, MlirOperation user, MlirValue v,
                                   const AttnValueMap *local, MlirValue *out) {
  if (local && attnMapContains(local, v)) {
    *out = attnMapLookup(local, v);
    return mlirLogicalResultSuccess();
  }
  if (attnMapContains(&k->scalars, v)) {
    *out = attnMapLookup(&k->scalars, v);
    return mlirLogicalResultSuccess();
  }
  MlirOperation def = attnDef(v);
  AttnBuilder saved = k->b;
  MlirLogicalResult ok;
  if (mlirOperationIsNull(def) || mlirTypeIsAShaped(mlirValueGetType(v))) {
    ok = attnOpError(user,
                     "uses a %s from outside the kernel; a kernel takes tensors (through "
                     "tile.load and tile.copy) and constants",
                     mlirOperationIsNull(def) ? "scalar argument" : "value");
  } else if (attnSymbolOfValue(&k->symbols, v) >= 0) {
    *out = k->lengths[attnSymbolOfValue(&k->symbols, v)];
    ok = mlirLogicalResultSuccess();
  } else if (attnIs(def, "arith.constant")) {
    k->b = k->entry;
    k->b.loc = mlirOperationGetLocation(def);
    MlirOperation clone = mlirOperationClone(def);
    mlirBlockInsertOwnedOperationBefore(k->b.block, k->b.before, clone);
    *out = mlirOperationGetResult(clone, 0);
    attnMapValue(&k->scalars, v, *out);
    ok = mlirLogicalResultSuccess();
  } else if (!attnIsInside(def, mlirOperationGetRegion(k->kernel, 0))) {
    k->b = k->entry; // computed from constants outside: computed again inside
    ok = attnLScalar(k, def, &k->scalars);
    if (mlirLogicalResultIsSuccess(ok))
      *out = attnMapLookup(&k->scalars, v);
  } else {
    ok = attnOpError(user, "uses a value that has no lowering to the device");
  }
  k->b = saved;
  return ok;
}

MlirValue attnLMonoid(AttnLower *k, const char *monoid, MlirValue x, MlirValue y) {
  static const struct {
    const char *monoid, *onFloat, *onInt;
  } table[] = {{"add", "arith.addf", "arith.addi"},
               {"mul", "arith.mulf", "arith.muli"},
               {"max", "arith.maximumf", "arith.maxsi"},
               {"min", "arith.minimumf", "arith.minsi"},
               {"and", NULL, "arith.andi"},
               {"or", NULL, "arith.ori"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
    if (strcmp(table[i].monoid, monoid) == 0) {
      const char *name = attnIsFloat(mlirValueGetType(x)) ? table[i].onFloat : table[i].onInt;
      return name ? attnLOp2(k, name, x, y) : (MlirValue){NULL};
    }
  return (MlirValue){NULL};
}
