//===- FunctionF64.c - Functions of math on f64 ---------------------------===//
//
// Hardware has no approximation of full precision, so all of it is fma. Errors in ulp (held to by
// test/unit/functions-f64.c, on arguments of all magnitudes):
//
//   exp   n = round(x log2 e), r = x - n ln 2 in two parts, (1 + r + r^2 P(r)) 2^n           1
//   exp2  the same with r = (x - n) ln 2                                                   1.2
//   log   x = m 2^n, m in [sqrt(1/2), sqrt(2)); s = (m - 1) / (m + 1);
//         log m = 2 s + s z P(z), z = s^2, n ln 2 in two parts                               1
//   log2, log10                        log m times a constant, plus n times a constant       2
//   tanh  |x| < 0.55: x + x^3 P(x^2);  else 1 - 2 / (exp(2|x|) + 1), sign of x               2
//   erf   |x| < 1: x P(x^2);           else 1 - 2^-Q(min(|x|, 6)), sign of x                 2
//   sin   x - k pi/2 in three parts, then P or Q of the quadrant; NaN beyond |x| = 2^30      2
//   cos
//   rsqrt 1 / sqrt(x), both rounded                                                        1.5
//   powf  exp2(y log2|x|), the sign by the parity of y                        2 + |y log2 x|
//
// Subnormal arguments and results are within the same bounds; infinities, NaN and zeros give what C
// says (the sine of -0 is +0).
//
// P, Q: least maximum error on their interval, fitted for this file, below 2^-57 of the result.
//
//   2^n for n in [-1080, 1025] is a product of two powers, each of them a normal number made of
//   its exponent's bits, so that a subnormal result is rounded once:
//
//        63 62        52 51                       0
//       +--+------------+--------------------------+
//       | 0| 1023 + n/2 |            0             |
//       +--+------------+--------------------------+
//
//   round(y) for |y| < 2^31: y + 1.5 * 2^52 has it in its low 32 bits.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Function.h"

#include <math.h>
#include <string.h>

static const double LOG2E = 1.4426950408889634, LOG10E = 0.4342944819032518,
                    LOG10_2 = 0.3010299956639812, LN2 = 0.6931471805599453;
static const double LN2_HIGH = 0x1.62e42fefa2p-1, LN2_LOW = 0x1.9ef35793c7673p-41; // high: 40 bits
static const double HALF_PI[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                 -0x1.f1976b7ed8fbcp-110};
static const double ROUNDER = 0x1.8p52;
static const int64_t SQRT_HALF = 0x3fe6a09e00000000; ///< bits of sqrt(1/2), cut

static MlirValue real(AttnLower *k, double v) {
  return attnConstFloat(&k->b, mlirF64TypeGet(k->ctx), v);
}
static MlirValue whole(AttnLower *k, int64_t v) { return attnConstInt(&k->b, k->i64, v); }
static MlirValue add(AttnLower *k, MlirValue x, MlirValue y) {
  return attnLOp2(k, "arith.addf", x, y);
}
static MlirValue sub(AttnLower *k, MlirValue x, MlirValue y) {
  return attnLOp2(k, "arith.subf", x, y);
}
static MlirValue divide(AttnLower *k, MlirValue x, MlirValue y) {
  return attnLOp2(k, "arith.divf", x, y);
}
static MlirValue bits(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "arith.bitcast", x, k->i64);
}
static MlirValue ofBits(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "arith.bitcast", x, mlirF64TypeGet(k->ctx));
}

/// The nearest whole number, and as an i32. Of NaN: NaN and anything.
static MlirValue nearest(AttnLower *k, MlirValue x, MlirValue factor, MlirValue *n) {
  MlirValue rounder = real(k, ROUNDER), sum = attnFnFma(k, x, factor, rounder);
  *n = attnBuild1(&k->b, "arith.trunci", bits(k, sum), k->i32);
  return sub(k, sum, rounder);
}

//===--- exponentials -----------------------------------------------------===//

/// 2^n, n in [-540, 513].
static MlirValue power(AttnLower *k, MlirValue n) {
  MlirValue biased = attnBuild1(&k->b, "arith.extsi", attnLAddC(k, n, 1023), k->i64);
  return ofBits(k, attnLOp2(k, "arith.shli", biased, whole(k, 52)));
}

/// e^r 2^n, |r| <= ln 2 / 2.
static MlirValue expAt(AttnLower *k, MlirValue r, MlirValue n) {
  static const double p[] = {0.5000000000000011,    0.16666666666666408,   0.04166666666652943,
                             0.008333333333497358,  0.0013888888943875358, 0.0001984126950115741,
                             2.480149279994166e-05, 2.75575903642453e-06,  2.763036861363722e-07,
                             2.499907636139586e-08};
  MlirValue square = attnFnMul(k, r, r);
  MlirValue e = add(k, real(k, 1), attnFnFma(k, square, attnFnPoly(k, r, 10, p), r));
  MlirValue half = attnLOp2(k, "arith.shrsi", n, attnLI32(k, 1));
  MlirValue rest = attnLOp2(k, "arith.subi", n, half);
  return attnFnMul(k, attnFnMul(k, e, power(k, half)), power(k, rest));
}

/// x in [low, high]; NaN stays.
static MlirValue clamp(AttnLower *k, MlirValue x, double low, double high) {
  MlirValue l = real(k, low), h = real(k, high);
  x = attnSelect(&k->b, attnCmpf(&k->b, 4, x, l), l, x);    // olt
  return attnSelect(&k->b, attnCmpf(&k->b, 2, x, h), h, x); // ogt
}

static MlirValue expOf(AttnLower *k, MlirValue x) {
  x = clamp(k, x, -746, 710); // 0 and infinity beyond
  MlirValue n, minus = attnFnNegate(k, nearest(k, x, real(k, LOG2E), &n));
  MlirValue r = attnFnFma(k, minus, real(k, LN2_HIGH), x);
  return expAt(k, attnFnFma(k, minus, real(k, LN2_LOW), r), n);
}

static MlirValue exp2Of(AttnLower *k, MlirValue x) {
  x = clamp(k, x, -1080, 1025);
  MlirValue n, near = nearest(k, x, real(k, 1), &n);
  return expAt(k, attnFnMul(k, sub(k, x, near), real(k, LN2)), n);
}

//===--- logarithms -------------------------------------------------------===//

/// x = m 2^n with a normal positive m around 1; anything for other x.
static MlirValue split(AttnLower *k, MlirValue x, MlirValue *n) {
  MlirValue tiny = attnCmpf(&k->b, 4, x, real(k, 0x1p-1022)); // olt
  MlirValue all = bits(k, attnSelect(&k->b, tiny, attnFnMul(k, x, real(k, 0x1p54)), x));
  MlirValue above = attnLOp2(k, "arith.subi", all, whole(k, SQRT_HALF));
  MlirValue exponent = attnLOp2(k, "arith.shrsi", above, whole(k, 52));
  MlirValue high = attnLOp2(k, "arith.shli", exponent, whole(k, 52));
  MlirValue e = attnBuild1(&k->b, "arith.trunci", exponent, k->i32);
  e = attnSelect(&k->b, tiny, attnLAddC(k, e, -54), e);
  *n = attnBuild1(&k->b, "arith.sitofp", e, mlirF64TypeGet(k->ctx));
  return ofBits(k, attnLOp2(k, "arith.subi", all, high));
}

/// log(1 + f) = f - (f^2/2 - s (f^2/2 + R)); `high` is added to f, `low` to the small part.
static MlirValue logAround1(AttnLower *k, MlirValue m, MlirValue high, MlirValue low) {
  static const double p[] = {0.6666666666666734,  0.3999999999941555,  0.2857142874220522,
                             0.22222198589971834, 0.18183563577520723, 0.1531406636284528,
                             0.1479582402366201};
  MlirValue f = sub(k, m, real(k, 1)), s = divide(k, f, add(k, f, real(k, 2)));
  MlirValue z = attnFnMul(k, s, s), half = attnFnMul(k, attnFnMul(k, f, real(k, 0.5)), f);
  MlirValue R = attnFnMul(k, z, attnFnPoly(k, z, 7, p));
  MlirValue t = attnFnMul(k, s, add(k, half, R));
  t = mlirValueIsNull(low) ? t : add(k, t, low);
  MlirValue small = sub(k, sub(k, half, t), f);
  return mlirValueIsNull(high) ? attnFnNegate(k, small) : sub(k, high, small);
}

/// Of zero -inf, of negative numbers and NaN NaN, of +inf +inf; else r.
static MlirValue logEdges(AttnLower *k, MlirValue x, MlirValue r) {
  MlirValue zero = real(k, 0), infinity = real(k, INFINITY);
  MlirValue isZero = attnCmpf(&k->b, 1, x, zero); // oeq
  MlirValue other = attnSelect(&k->b, isZero, real(k, -INFINITY), real(k, NAN));
  r = attnSelect(&k->b, attnCmpf(&k->b, 2, x, zero), r, other); // ogt
  return attnSelect(&k->b, attnCmpf(&k->b, 1, x, infinity), infinity, r);
}

static MlirValue emitLog(AttnLower *k, const MlirValue *x) {
  MlirValue n, m = split(k, x[0], &n);
  MlirValue high = attnFnMul(k, n, real(k, LN2_HIGH)), low = attnFnMul(k, n, real(k, LN2_LOW));
  return logEdges(k, x[0], logAround1(k, m, high, low));
}

/// n * unit + log(m) * factor
static MlirValue logOfBase(AttnLower *k, MlirValue x, double unit, double factor) {
  MlirValue n, m = split(k, x, &n), null = {NULL};
  MlirValue l = logAround1(k, m, null, null);
  return logEdges(k, x, attnFnFma(k, l, real(k, factor), attnFnMul(k, n, real(k, unit))));
}
static MlirValue log2Of(AttnLower *k, MlirValue x) { return logOfBase(k, x, 1, LOG2E); }
static MlirValue emitLog10(AttnLower *k, const MlirValue *x) {
  return logOfBase(k, x[0], LOG10_2, LOG10E);
}

//===--- others -----------------------------------------------------------===//

static MlirValue emitTanh(AttnLower *k, const MlirValue *x) {
  static const double p[] = {-0.333333333333333,    0.13333333333326833,    -0.053968253963878624,
                             0.021869488389104418,  -0.008863232652809463,  0.0035920925327314643,
                             -0.001455545985046652, 0.0005884570518348495,  -0.0002334127325632585,
                             8.33600714203083e-05,  -1.9521027037240554e-05};
  MlirValue abs = attnFnAbs(k, x[0]), square = attnFnMul(k, x[0], x[0]);
  MlirValue cubic = attnFnMul(k, attnFnPoly(k, square, 11, p), square);
  MlirValue near = attnFnFma(k, cubic, x[0], x[0]);
  MlirValue e = add(k, expOf(k, add(k, abs, abs)), real(k, 1));
  return attnFnSides(k, x[0], abs, 0.55, near, sub(k, real(k, 1), divide(k, real(k, 2), e)));
}

static MlirValue emitErf(AttnLower *k, const MlirValue *x) {
  static const double p[] = {
      1.1283791670955126,   -0.3761263890318375,     0.11283791670954885,   -0.026866170645077875,
      0.005223977624828431, -0.0008548326981425542,  0.0001205533113295582, -1.4925595772180906e-05,
      1.64610084778027e-06, -1.6350396222864617e-07, 1.466032872274226e-08, -1.137495573607015e-09,
      5.960685338520971e-11};
  static const double q[] = {
      7.254584547249228e-07,  1.6278997031167808,      0.9184826054160714,
      0.14816974135554611,    -0.027397032945417125,   -0.0005924177739158531,
      0.002764130948477394,   -0.0011118119499258716,  0.0001948431199737132,
      2.923477215171265e-05,  -3.2924192944366246e-05, 1.2503482026130549e-05,
      -3.080974884196504e-06, 5.385311954501718e-07,   -6.696959760967032e-08,
      5.675496767109289e-09,  -2.9499935159424144e-10, 7.109772043948412e-12};
  MlirValue abs = attnFnAbs(k, x[0]);
  MlirValue near = attnFnMul(k, attnFnPoly(k, attnFnMul(k, x[0], x[0]), 13, p), x[0]);
  MlirValue e = attnFnPoly(k, clamp(k, abs, 0, 6), 18, q);
  MlirValue tail = exp2Of(k, attnFnNegate(k, e));
  return attnFnSides(k, x[0], abs, 1, near, sub(k, real(k, 1), tail));
}

/// sin (quarter 0) or cos (quarter 1) as sin of a quarter turn more.
static MlirValue sineOf(AttnLower *k, MlirValue x, int quarter) {
  static const double s[] = {-0.16666666666666632,    0.008333333333322427,
                             -0.00019841269829817568, 2.7557313694704378e-06,
                             -2.505075846060613e-08,  1.5896810993634e-10};
  static const double c[] = {0.0416666666666666,     -0.0013888888888874133,
                             2.4801587289487348e-05, -2.7557314353611753e-07,
                             2.087572342607475e-09,  -1.1359654871694942e-11};
  MlirValue small = attnCmpf(&k->b, 5, attnFnAbs(k, x), real(k, 0x1p30)); // ole: false for NaN
  MlirValue n, r = attnSelect(&k->b, small, x, real(k, 0));
  MlirValue minus = attnFnNegate(k, nearest(k, r, real(k, 0.6366197723675814), &n));
  for (int i = 0; i < 3; ++i)
    r = attnFnFma(k, minus, real(k, HALF_PI[i]), r);
  MlirValue z = attnFnMul(k, r, r);
  MlirValue sine = attnFnFma(k, attnFnMul(k, attnFnPoly(k, z, 6, s), z), r, r);
  MlirValue half = attnFnFma(k, z, real(k, -0.5), real(k, 1));
  MlirValue cosine = attnFnFma(k, attnFnMul(k, attnFnPoly(k, z, 6, c), z), z, half);
  MlirValue v = attnFnTurned(k, attnLAddC(k, n, quarter), sine, cosine);
  return attnSelect(&k->b, small, v, real(k, NAN));
}

static MlirValue emitExp(AttnLower *k, const MlirValue *x) { return expOf(k, x[0]); }
static MlirValue emitExp2(AttnLower *k, const MlirValue *x) { return exp2Of(k, x[0]); }
static MlirValue emitLog2(AttnLower *k, const MlirValue *x) { return log2Of(k, x[0]); }
static MlirValue emitSin(AttnLower *k, const MlirValue *x) { return sineOf(k, x[0], 0); }
static MlirValue emitCos(AttnLower *k, const MlirValue *x) { return sineOf(k, x[0], 1); }
static MlirValue emitRsqrt(AttnLower *k, const MlirValue *x) {
  MlirValue root = attnBuild1(&k->b, "math.sqrt", x[0], mlirValueGetType(x[0]));
  return divide(k, real(k, 1), root);
}
static MlirValue emitPower(AttnLower *k, const MlirValue *x) {
  MlirValue log2 = log2Of(k, attnFnAbs(k, x[0]));
  return attnFnPower(k, x[0], x[1], exp2Of(k, attnFnMul(k, x[1], log2)));
}

const AttnFunction *attnLFunctionF64(const char *name) {
  static const AttnFunction functions[] = {
      {"math.exp", 1, emitExp},     {"math.exp2", 1, emitExp2},   {"math.log", 1, emitLog},
      {"math.log2", 1, emitLog2},   {"math.tanh", 1, emitTanh},   {"math.erf", 1, emitErf},
      {"math.rsqrt", 1, emitRsqrt}, {"math.log10", 1, emitLog10}, {"math.sin", 1, emitSin},
      {"math.cos", 1, emitCos},     {"math.powf", 2, emitPower}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    if (strcmp(functions[i].name, name) == 0)
      return &functions[i];
  return NULL;
}
