//===- Scalar.c - Scalar operations on the device -------------------------===//
//
// Operations of arith are cloned (upstream lowers them); affine is expanded to arith; the functions
// of math that have no exact instruction are written out here, so that no libdevice is needed:
//
//   exp2  ex2.approx.ftz              2 ulp; results below 2^-126 are 0
//         in a map with `poly`, x < 128: 2^r P(x - r), r = round(x), 2^r a shift of r's bits
//                                     relative 3 * 10^-6; exact for integers; below 2^-126: 0
//                                     or less than that
//   exp   exp2(x * log2(e))           2 + |x| ulp (the product is rounded)
//         MATH=exp2, of x - r         2 + |r| ulp (so is r * log2(e), but once)
//   log   lg2.approx * ln 2           absolute 2^-22 near 1, else 2 ulp
//   tanh  |x| < 0.6: x + x^3 P(x^2);  else 1 - 2 / (exp(2|x|) + 1), sign of x    3 ulp
//         marked `afn`: tanh.approx                                        relative 2^-11
//   x / c MATH=exp2: x * (1 / c)                                          1 ulp
//   div   marked `afn`: x * rcp.approx(y)                                  2 ulp; else div.rn
//   erf   |x| < 1: x P(x^2);          else 1 - 2^-Q(min(|x|, 4)), sign of x      3 ulp
//   sin   x - k pi/2 in three parts (fma), then P or Q of the quadrant     10^-7 absolute up to
//   cos   |x| = 2^20, NaN beyond
//   powf  exp2(y * log2|x|), the sign by the parity of y           2 + |y log2 x| ulp
//   rsqrt rsqrt.approx                1 ulp
//
// P, Q: least maximum error on their interval, fitted for this file. f16 and bf16 go through f32.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "Dialect/Math.h"

#include <math.h>
#include <string.h>

static const double LOG2E = 1.4426950408889634, LN2 = 0.6931471805599453,
                    LOG10_2 = 0.3010299956639812;

//===--- functions on f32 -------------------------------------------------===//

static MlirValue f32(AttnLower *k, double v) { return attnConstFloat(&k->b, k->f32, v); }
static MlirValue mul(AttnLower *k, MlirValue x, MlirValue y) {
  return attnLOp2(k, "arith.mulf", x, y);
}
static MlirValue fma3(AttnLower *k, MlirValue x, MlirValue y, MlirValue z) {
  return attnBuild(&k->b, "math.fma", 3, (MlirValue[]){x, y, z}, mlirValueGetType(x), 0, NULL);
}
static MlirValue exp2Of(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.ex2.approx.ftz.f32", 1, &x, k->f32);
}
/// MATH=exp2: exp(x - r) = exp2(fma(x, log2(e), -(r log2(e)))), one operation less per element,
/// since r log2(e) is the same for a whole row.
static MlirValue expOf(AttnLower *k, MlirValue x) {
  MlirOperation difference = attnDef(x);
  MlirValue log2e = f32(k, LOG2E);
  if (!k->math || !attnIs(difference, "arith.subf"))
    return exp2Of(k, mul(k, x, log2e));
  MlirValue r = mul(k, mlirOperationGetOperand(difference, 1), log2e);
  MlirValue negated = attnBuild1(&k->b, "arith.negf", r, k->f32);
  return exp2Of(k, fma3(k, mlirOperationGetOperand(difference, 0), log2e, negated));
}
static MlirValue log2Of(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.lg2.approx.f", 1, &x, k->f32);
}
static MlirValue logOf(AttnLower *k, MlirValue x) { return mul(k, log2Of(k, x), f32(k, LN2)); }
static MlirValue log10Of(AttnLower *k, MlirValue x) {
  return mul(k, log2Of(k, x), f32(k, LOG10_2));
}
static MlirValue rsqrtOf(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.rsqrt.approx.f", 1, &x, k->f32);
}

static MlirValue poly(AttnLower *k, MlirValue x, int n, const double *c) {
  MlirValue r = f32(k, c[n - 1]);
  for (int i = n - 2; i >= 0; --i)
    r = fma3(k, r, x, f32(k, c[i]));
  return r;
}

/// For x < 128. The sum with MAGIC is x rounded to an integer, with the exponent of 2^x in its last
/// bits: 0 for -127 and all that is less, so that exp2(-inf) is 0. 2^r P is never a NaN times 0: P
/// of what has been clamped is finite, and of a NaN it is one.
static MlirValue exp2Poly(AttnLower *k, MlirValue x) {
  static const double MAGIC = 0x1.8p23 + 127, p[] = {1, 0.6931241750717163, 0.24024099111557007,
                                                     0.05590642616152763, 0.009582853876054287};
  MlirValue clamped = attnLOp2(k, "arith.maximumf", x, f32(k, -127));
  MlirValue sum = attnLOp2(k, "arith.addf", clamped, f32(k, MAGIC));
  MlirValue r = attnLOp2(k, "arith.subf", sum, f32(k, MAGIC));
  MlirValue f = attnLOp2(k, "arith.subf", clamped, r);
  MlirValue bits = attnBuild1(&k->b, "arith.bitcast", sum, k->i32);
  MlirValue exponent = attnLOp2(k, "arith.shli", bits, attnLI32(k, 23));
  MlirValue scale = attnBuild1(&k->b, "arith.bitcast", exponent, k->f32);
  return mul(k, poly(k, f, 5, p), scale);
}
static MlirValue exp2Either(AttnLower *k, MlirValue x) {
  return k->poly ? exp2Poly(k, x) : exp2Of(k, x);
}

/// |x| < bound ? near : far with the sign of x. A NaN takes the near side, which keeps it.
static MlirValue joinSides(AttnLower *k, MlirValue x, MlirValue abs, double bound, MlirValue near,
                           MlirValue far) {
  MlirValue isFar = attnCmpf(&k->b, 3, abs, f32(k, bound)); // oge
  return attnSelect(&k->b, isFar, attnLOp2(k, "math.copysign", far, x), near);
}

static MlirValue fastTanhOf(AttnLower *k, MlirValue x) {
  return attnLPtx(k, "tanh.approx.f32 $0, $1;", "=f,f", 1, &x, k->f32);
}

static MlirValue rcpOf(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.rcp.approx.ftz.f", 1, &x, k->f32);
}

static MlirValue divOf(AttnLower *k, MlirValue x, MlirValue y) { return mul(k, x, rcpOf(k, y)); }

static MlirValue tanhOf(AttnLower *k, MlirValue x) {
  static const double p[] = {-0.33333298563957214, 0.13331958651542664, -0.05378667637705803,
                             0.0208053570240736, -0.005905837286263704};
  MlirValue abs = attnBuild1(&k->b, "math.absf", x, k->f32), square = mul(k, x, x);
  MlirValue near = fma3(k, mul(k, poly(k, square, 5, p), square), x, x);
  MlirValue e = exp2Of(k, mul(k, abs, f32(k, 2 * LOG2E)));
  MlirValue sum = attnLOp2(k, "arith.addf", e, f32(k, 1));
  MlirValue r = rcpOf(k, sum);
  return joinSides(k, x, abs, 0.6, near, fma3(k, r, f32(k, -2), f32(k, 1)));
}

static MlirValue erfOf(AttnLower *k, MlirValue x) {
  static const double p[] = {1.1283791065216064,    -0.3761262595653534,  0.11283600330352783,
                             -0.026854444295167923, 0.005189534742385149, -0.0008020838140510023,
                             7.889108383096755e-05};
  static const double q[] = {0.0010797525756061077,  1.6244124174118042,   0.9219502806663513,
                             0.14911043643951416,    -0.03266062214970589, 0.004964663181453943,
                             -0.0004590490716509521, 1.925337164720986e-05};
  MlirValue abs = attnBuild1(&k->b, "math.absf", x, k->f32);
  MlirValue near = mul(k, poly(k, mul(k, x, x), 7, p), x);
  MlirValue e = poly(k, attnLOp2(k, "arith.minnumf", abs, f32(k, 4)), 8, q);
  MlirValue tail = exp2Of(k, attnBuild1(&k->b, "arith.negf", e, k->f32));
  return joinSides(k, x, abs, 1.0, near, attnLOp2(k, "arith.subf", f32(k, 1), tail));
}

/// sin (quarter 0) or cos (quarter 1) as sin of a quarter turn more.
static MlirValue sineOf(AttnLower *k, MlirValue x, int quarter) {
  static const double s[] = {-0.16666655242443085, 0.008332154713571072, -0.00019514080486260355};
  static const double c[] = {0.04166664555668831, -0.0013887337408959866, 2.443483936076518e-05};
  static const double halfPi[] = {1.5707963705062866, -4.371138828673793e-08,
                                  -1.7151245100058819e-15}; // their sum is pi/2 to 72 bits
  MlirValue abs = attnBuild1(&k->b, "math.absf", x, k->f32);
  MlirValue small = attnCmpf(&k->b, 5, abs, f32(k, 1 << 20)); // ole: false for NaN
  MlirValue arg = attnSelect(&k->b, small, x, f32(k, 0));
  MlirValue turns =
      attnBuild1(&k->b, "math.roundeven", mul(k, arg, f32(k, 0.6366197723675814)), k->f32);
  MlirValue minus = attnBuild1(&k->b, "arith.negf", turns, k->f32), r = arg;
  for (int i = 0; i < 3; ++i)
    r = fma3(k, minus, f32(k, halfPi[i]), r);
  MlirValue z = mul(k, r, r);
  MlirValue sine = fma3(k, mul(k, poly(k, z, 3, s), z), r, r);
  MlirValue cosine = fma3(k, mul(k, poly(k, z, 3, c), z), z, fma3(k, z, f32(k, -0.5), f32(k, 1)));
  MlirValue quadrant = attnLAddC(k, attnBuild1(&k->b, "arith.fptosi", turns, k->i32), quarter);
  MlirValue zero = attnLI32(k, 0);
  MlirValue odd = attnCmpi(&k->b, 1, attnLOp2(k, "arith.andi", quadrant, attnLI32(k, 1)), zero);
  MlirValue under = attnCmpi(&k->b, 1, attnLOp2(k, "arith.andi", quadrant, attnLI32(k, 2)), zero);
  MlirValue v = attnSelect(&k->b, odd, cosine, sine);
  v = attnSelect(&k->b, under, attnBuild1(&k->b, "arith.negf", v, k->f32), v);
  return attnSelect(&k->b, small, v, f32(k, NAN));
}
static MlirValue sinOf(AttnLower *k, MlirValue x) { return sineOf(k, x, 0); }
static MlirValue cosOf(AttnLower *k, MlirValue x) { return sineOf(k, x, 1); }

static MlirValue roundOf(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "math.roundeven", x, k->f32);
}

static MlirValue powOf(AttnLower *k, MlirValue x, MlirValue y) {
  MlirValue abs = attnBuild1(&k->b, "math.absf", x, k->f32), zero = f32(k, 0);
  MlirValue r = exp2Of(k, mul(k, y, log2Of(k, abs)));
  MlirValue half = mul(k, y, f32(k, 0.5));
  MlirValue whole = attnCmpf(&k->b, 1, roundOf(k, y), y); // oeq
  MlirValue even = attnCmpf(&k->b, 1, roundOf(k, half), half);
  MlirValue negative = attnSelect(&k->b, even, r, attnBuild1(&k->b, "arith.negf", r, k->f32));
  negative = attnSelect(&k->b, whole, negative, f32(k, NAN));
  r = attnSelect(&k->b, attnCmpf(&k->b, 4, x, zero), negative, r); // olt
  return attnSelect(&k->b, attnCmpf(&k->b, 1, y, zero), f32(k, 1), r);
}

static const struct {
  const char *name;
  MlirValue (*emit)(AttnLower *, MlirValue);
} functions[] = {{"math.exp", expOf},     {"math.exp2", exp2Either}, {"math.log", logOf},
                 {"math.log2", log2Of},   {"math.tanh", tanhOf},     {"math.erf", erfOf},
                 {"math.rsqrt", rsqrtOf}, {"math.log10", log10Of},   {"math.sin", sinOf},
                 {"math.cos", cosOf}};

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

/// May the operation be approximated (the flag `afn` of arith's fastmath)?
static bool isFast(MlirOperation op) {
  char text[128];
  MlirAttribute flags = attnAttr(op, "fastmath");
  if (mlirAttributeIsNull(flags))
    return false;
  attnPrintAttr(flags, text, sizeof text);
  return strstr(text, "afn") || strstr(text, "<fast>");
}

/// A function of one operand (emit) or of two (emit2), on f32; f16 and bf16 are widened and
/// narrowed.
static MlirLogicalResult lowerFunction(AttnLower *k, MlirOperation op, AttnValueMap *local,
                                       MlirValue (*emit)(AttnLower *, MlirValue),
                                       MlirValue (*emit2)(AttnLower *, MlirValue, MlirValue)) {
  MlirValue x[2];
  int n = emit ? 1 : 2;
  for (int i = 0; i < n; ++i)
    if (mlirLogicalResultIsFailure(
            attnLScalarValue(k, op, mlirOperationGetOperand(op, i), local, &x[i])))
      return mlirLogicalResultFailure();
  MlirType type = mlirValueGetType(x[0]);
  if (!attnIsFloat(type) || mlirTypeIsAF64(type))
    return attnOpError(op, "has no lowering to the device for this type; f16, bf16 and f32 have "
                           "one");
  for (int i = 0; i < n; ++i)
    x[i] = attnCast(&k->b, x[i], k->f32);
  MlirValue r = emit ? emit(k, x[0]) : emit2(k, x[0], x[1]);
  attnMapValue(local, mlirOperationGetResult(op, 0), attnCast(&k->b, r, type));
  return mlirLogicalResultSuccess();
}

/// MATH=exp2: x / c of f32 as a product, where 1 / c is neither too small nor too large for that.
static bool divideByConstant(AttnLower *k, MlirOperation op, AttnValueMap *local) {
  MlirValue x;
  double c;
  if (!k->math || !attnMathDivides(op, &c) ||
      !attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), local, &x).value)
    return false;
  attnMapValue(local, mlirOperationGetResult(op, 0), mul(k, x, f32(k, 1 / c)));
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
  if (attnIs(op, "math.tanh") && isFast(op))
    return lowerFunction(k, op, local, fastTanhOf, NULL);
  if (attnIs(op, "arith.divf") && isFast(op) &&
      !mlirTypeIsAF64(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    return lowerFunction(k, op, local, NULL, divOf);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    if (attnIs(op, functions[i].name))
      return lowerFunction(k, op, local, functions[i].emit, NULL);
  if (attnIs(op, "math.powf"))
    return lowerFunction(k, op, local, NULL, powOf);
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
