//===- Function.c - Functions of math on f32 ------------------------------===//
//
//   exp2  ex2.approx.ftz              2 ulp; results below 2^-126 are 0
//   exp   exp2(x * log2(e))           2 + |x| ulp (the product is rounded)
//         MATH=exp2, of x - r         2 + |r| ulp (so is r * log2(e), but once)
//   log   lg2.approx * ln 2           absolute 2^-22 near 1, else 2 ulp
//   tanh  |x| < 0.6: x + x^3 P(x^2);  else 1 - 2 / (exp(2|x|) + 1), sign of x    3 ulp
//         marked `afn`: tanh.approx                                        relative 2^-11
//   x / c MATH=exp2: x * (1 / c)                                          1 ulp (Scalar.c)
//   div   marked `afn`: x * rcp.approx(y)                                  2 ulp; else div.rn
//   erf   |x| < 1: x P(x^2);          else 1 - 2^-Q(min(|x|, 4)), sign of x      3 ulp
//   sin   x - k pi/2 in three parts (fma), then P or Q of the quadrant     10^-7 absolute up to
//   cos   |x| = 2^20, NaN beyond
//   powf  exp2(y * log2|x|), the sign by the parity of y           2 + |y log2 x| ulp
//   rsqrt rsqrt.approx                1 ulp
//
// P, Q: least maximum error on their interval, fitted for this file.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Function.h"

#include <math.h>
#include <string.h>

static const double LOG2E = 1.4426950408889634, LN2 = 0.6931471805599453,
                    LOG10_2 = 0.3010299956639812;

//===--- of both types ----------------------------------------------------===//

MlirValue attnFnReal(AttnLower *k, MlirValue x, double v) {
  return attnConstFloat(&k->b, mlirValueGetType(x), v);
}
MlirValue attnFnMul(AttnLower *k, MlirValue x, MlirValue y) {
  return attnLOp2(k, "arith.mulf", x, y);
}
MlirValue attnFnFma(AttnLower *k, MlirValue x, MlirValue y, MlirValue z) {
  return attnBuild(&k->b, "math.fma", 3, (MlirValue[]){x, y, z}, mlirValueGetType(x), 0, NULL);
}
MlirValue attnFnNegate(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "arith.negf", x, mlirValueGetType(x));
}
MlirValue attnFnAbs(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "math.absf", x, mlirValueGetType(x));
}

MlirValue attnFnPoly(AttnLower *k, MlirValue x, int n, const double *c) {
  MlirValue r = attnFnReal(k, x, c[n - 1]);
  for (int i = n - 2; i >= 0; --i)
    r = attnFnFma(k, r, x, attnFnReal(k, x, c[i]));
  return r;
}

MlirValue attnFnSides(AttnLower *k, MlirValue x, MlirValue abs, double bound, MlirValue near,
                      MlirValue far) {
  MlirValue isFar = attnCmpf(&k->b, 3, abs, attnFnReal(k, x, bound)); // oge
  return attnLOp2(k, "math.copysign", attnSelect(&k->b, isFar, far, near), x);
}

MlirValue attnFnTurned(AttnLower *k, MlirValue quadrant, MlirValue sine, MlirValue cosine) {
  MlirValue zero = attnLI32(k, 0);
  MlirValue odd = attnCmpi(&k->b, 1, attnLOp2(k, "arith.andi", quadrant, attnLI32(k, 1)), zero);
  MlirValue under = attnCmpi(&k->b, 1, attnLOp2(k, "arith.andi", quadrant, attnLI32(k, 2)), zero);
  MlirValue v = attnSelect(&k->b, odd, cosine, sine);
  return attnSelect(&k->b, under, attnFnNegate(k, v), v);
}

static MlirValue roundOf(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "math.roundeven", x, mlirValueGetType(x));
}

MlirValue attnFnPower(AttnLower *k, MlirValue x, MlirValue y, MlirValue r) {
  MlirValue zero = attnFnReal(k, x, 0), half = attnFnMul(k, y, attnFnReal(k, x, 0.5));
  MlirValue whole = attnCmpf(&k->b, 1, roundOf(k, y), y); // oeq
  MlirValue even = attnCmpf(&k->b, 1, roundOf(k, half), half);
  MlirValue negative = attnSelect(&k->b, even, r, attnFnNegate(k, r));
  negative = attnSelect(&k->b, whole, negative, attnFnReal(k, x, NAN));
  r = attnSelect(&k->b, attnCmpf(&k->b, 4, x, zero), negative, r); // olt
  return attnSelect(&k->b, attnCmpf(&k->b, 1, y, zero), attnFnReal(k, x, 1), r);
}

//===--- functions on f32 -------------------------------------------------===//

static MlirValue f32(AttnLower *k, double v) { return attnConstFloat(&k->b, k->f32, v); }

static MlirValue exp2Of(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.ex2.approx.ftz.f32", 1, &x, k->f32);
}
static MlirValue log2Of(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.lg2.approx.f", 1, &x, k->f32);
}
static MlirValue rcpOf(AttnLower *k, MlirValue x) {
  return attnLIntrinsic(k, "llvm.nvvm.rcp.approx.ftz.f", 1, &x, k->f32);
}

static MlirValue emitExp2(AttnLower *k, const MlirValue *x) { return exp2Of(k, x[0]); }

/// MATH=exp2: exp(x - r) = exp2(fma(x, log2(e), -(r log2(e)))), one operation less per element,
/// since r log2(e) is the same for a whole row.
static MlirValue emitExp(AttnLower *k, const MlirValue *x) {
  MlirOperation difference = attnDef(x[0]);
  MlirValue log2e = f32(k, LOG2E);
  if (!k->math || !attnIs(difference, "arith.subf"))
    return exp2Of(k, attnFnMul(k, x[0], log2e));
  MlirValue r = attnFnMul(k, mlirOperationGetOperand(difference, 1), log2e);
  MlirValue negated = attnFnNegate(k, r);
  return exp2Of(k, attnFnFma(k, mlirOperationGetOperand(difference, 0), log2e, negated));
}

static MlirValue emitLog2(AttnLower *k, const MlirValue *x) { return log2Of(k, x[0]); }
static MlirValue emitLog(AttnLower *k, const MlirValue *x) {
  return attnFnMul(k, log2Of(k, x[0]), f32(k, LN2));
}
static MlirValue emitLog10(AttnLower *k, const MlirValue *x) {
  return attnFnMul(k, log2Of(k, x[0]), f32(k, LOG10_2));
}
static MlirValue emitRsqrt(AttnLower *k, const MlirValue *x) {
  return attnLIntrinsic(k, "llvm.nvvm.rsqrt.approx.f", 1, x, k->f32);
}

static MlirValue emitFastTanh(AttnLower *k, const MlirValue *x) {
  return attnLPtx(k, "tanh.approx.f32 $0, $1;", "=f,f", 1, x, k->f32);
}
static MlirValue emitFastDivision(AttnLower *k, const MlirValue *x) {
  return attnFnMul(k, x[0], rcpOf(k, x[1]));
}

static MlirValue emitTanh(AttnLower *k, const MlirValue *x) {
  static const double p[] = {-0.33333298563957214, 0.13331958651542664, -0.05378667637705803,
                             0.0208053570240736, -0.005905837286263704};
  MlirValue abs = attnFnAbs(k, x[0]), square = attnFnMul(k, x[0], x[0]);
  MlirValue cubic = attnFnMul(k, attnFnPoly(k, square, 5, p), square);
  MlirValue near = attnFnFma(k, cubic, x[0], x[0]);
  MlirValue e = exp2Of(k, attnFnMul(k, abs, f32(k, 2 * LOG2E)));
  MlirValue r = rcpOf(k, attnLOp2(k, "arith.addf", e, f32(k, 1)));
  return attnFnSides(k, x[0], abs, 0.6, near, attnFnFma(k, r, f32(k, -2), f32(k, 1)));
}

static MlirValue emitErf(AttnLower *k, const MlirValue *x) {
  static const double p[] = {1.1283791065216064,    -0.3761262595653534,  0.11283600330352783,
                             -0.026854444295167923, 0.005189534742385149, -0.0008020838140510023,
                             7.889108383096755e-05};
  static const double q[] = {0.0010797525756061077,  1.6244124174118042,   0.9219502806663513,
                             0.14911043643951416,    -0.03266062214970589, 0.004964663181453943,
                             -0.0004590490716509521, 1.925337164720986e-05};
  MlirValue abs = attnFnAbs(k, x[0]);
  MlirValue near = attnFnMul(k, attnFnPoly(k, attnFnMul(k, x[0], x[0]), 7, p), x[0]);
  MlirValue e = attnFnPoly(k, attnLOp2(k, "arith.minnumf", abs, f32(k, 4)), 8, q);
  MlirValue tail = exp2Of(k, attnFnNegate(k, e));
  return attnFnSides(k, x[0], abs, 1.0, near, attnLOp2(k, "arith.subf", f32(k, 1), tail));
}

/// sin (quarter 0) or cos (quarter 1) as sin of a quarter turn more.
static MlirValue sineOf(AttnLower *k, MlirValue x, int quarter) {
  static const double s[] = {-0.16666655242443085, 0.008332154713571072, -0.00019514080486260355};
  static const double c[] = {0.04166664555668831, -0.0013887337408959866, 2.443483936076518e-05};
  static const double halfPi[] = {1.5707963705062866, -4.371138828673793e-08,
                                  -1.7151245100058819e-15}; // their sum is pi/2 to 72 bits
  MlirValue small = attnCmpf(&k->b, 5, attnFnAbs(k, x), f32(k, 1 << 20)); // ole: false for NaN
  MlirValue arg = attnSelect(&k->b, small, x, f32(k, 0));
  MlirValue turns = roundOf(k, attnFnMul(k, arg, f32(k, 0.6366197723675814)));
  MlirValue minus = attnFnNegate(k, turns), r = arg;
  for (int i = 0; i < 3; ++i)
    r = attnFnFma(k, minus, f32(k, halfPi[i]), r);
  MlirValue z = attnFnMul(k, r, r);
  MlirValue sine = attnFnFma(k, attnFnMul(k, attnFnPoly(k, z, 3, s), z), r, r);
  MlirValue cosine = attnFnFma(k, attnFnMul(k, attnFnPoly(k, z, 3, c), z), z,
                               attnFnFma(k, z, f32(k, -0.5), f32(k, 1)));
  MlirValue quadrant = attnLAddC(k, attnBuild1(&k->b, "arith.fptosi", turns, k->i32), quarter);
  return attnSelect(&k->b, small, attnFnTurned(k, quadrant, sine, cosine), f32(k, NAN));
}
static MlirValue emitSin(AttnLower *k, const MlirValue *x) { return sineOf(k, x[0], 0); }
static MlirValue emitCos(AttnLower *k, const MlirValue *x) { return sineOf(k, x[0], 1); }

static MlirValue emitPower(AttnLower *k, const MlirValue *x) {
  MlirValue log2 = log2Of(k, attnFnAbs(k, x[0]));
  return attnFnPower(k, x[0], x[1], exp2Of(k, attnFnMul(k, x[1], log2)));
}

//===--- which ------------------------------------------------------------===//

static const AttnFunction functions[] = {
    {"math.exp", 1, emitExp},     {"math.exp2", 1, emitExp2},   {"math.log", 1, emitLog},
    {"math.log2", 1, emitLog2},   {"math.tanh", 1, emitTanh},   {"math.erf", 1, emitErf},
    {"math.rsqrt", 1, emitRsqrt}, {"math.log10", 1, emitLog10}, {"math.sin", 1, emitSin},
    {"math.cos", 1, emitCos},     {"math.powf", 2, emitPower}};

/// Marked `afn`.
static const AttnFunction fast[] = {{"math.tanh", 1, emitFastTanh},
                                    {"arith.divf", 2, emitFastDivision}};

/// May the operation be approximated (the flag `afn` of arith's fastmath)?
static bool isFast(MlirOperation op) {
  char text[128];
  MlirAttribute flags = attnAttr(op, "fastmath");
  if (mlirAttributeIsNull(flags))
    return false;
  attnPrintAttr(flags, text, sizeof text);
  return strstr(text, "afn") || strstr(text, "<fast>");
}

static const AttnFunction *find(const AttnFunction *table, size_t n, MlirOperation op) {
  for (size_t i = 0; i < n; ++i)
    if (attnIs(op, table[i].name))
      return &table[i];
  return NULL;
}

const AttnFunction *attnLFunction(MlirOperation op) {
  if (mlirOperationGetNumResults(op) != 1)
    return NULL;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirTypeIsAF64(type))
    return attnLFunctionF64(attnOpName(op));
  const AttnFunction *f = isFast(op) ? find(fast, sizeof fast / sizeof *fast, op) : NULL;
  return f ? f : find(functions, sizeof functions / sizeof *functions, op);
}
