//===- OracleBody.c - Scalar bodies over strips of points -----------------===//
#include "Runtime/OracleBody.h"

#include <math.h>

/// Keeps the low `width` bits, sign-extended; i1 is 0 or 1.
static int64_t wrap(uint64_t x, int width) {
  if (width == 1)
    return (int64_t)(x & 1);
  if (width >= 64)
    return (int64_t)x;
  uint64_t sign = (uint64_t)1 << (width - 1);
  x &= (sign << 1) - 1;
  return (int64_t)((x ^ sign) - sign);
}

/// The value as an unsigned number of `width` bits.
static uint64_t unsign(int64_t x, int width) {
  return width >= 64 ? (uint64_t)x : (uint64_t)x & (((uint64_t)1 << width) - 1);
}

/// The value as a signed number: i1 true is -1.
static int64_t sign(int64_t x, int width) { return width == 1 ? -x : x; }

static double maximum(double a, double b) {
  return isnan(a) || isnan(b) ? NAN : a > b ? a : b > a ? b : signbit(a) ? b : a;
}
static double minimum(double a, double b) {
  return isnan(a) || isnan(b) ? NAN : a < b ? a : b < a ? b : signbit(a) ? a : b;
}

static double add(double a, double b, unsigned rules) {
  double x = a + b;
  // Of two opposite infinities: a masked score minus the maximum of a wholly masked row.
  if ((rules & ATTN_ORACLE_MASKED_DIFFERENCE) && isnan(x) && isinf(a) && isinf(b))
    return -INFINITY;
  return x;
}

static double multiply(double a, double b, unsigned rules) {
  double x = a * b;
  // 0 * (1 / 0): the quotient rule, spelt as a product.
  if ((rules & ATTN_ORACLE_MASKED_QUOTIENT) && isnan(x) && !isnan(a) && !isnan(b))
    return 0;
  return x;
}

static double divide(double a, double b, unsigned rules) {
  return (rules & ATTN_ORACLE_MASKED_QUOTIENT) && a == 0 && b == 0 ? 0 : a / b;
}

static bool compareFloats(int64_t predicate, double a, double b) {
  bool unordered = isnan(a) || isnan(b);
  // false oeq ogt oge olt ole one ord | ueq ugt uge ult ule une uno true
  switch (predicate) {
  case 0:
    return false;
  case 7:
    return !unordered;
  case 14:
    return unordered;
  case 15:
    return true;
  }
  if (unordered)
    return predicate >= 8;
  switch ((predicate - 1) % 7) {
  case 0:
    return a == b;
  case 1:
    return a > b;
  case 2:
    return a >= b;
  case 3:
    return a < b;
  case 4:
    return a <= b;
  default:
    return a != b;
  }
}

static bool compareInts(int64_t predicate, int64_t a, int64_t b, int width) {
  uint64_t ua = unsign(a, width), ub = unsign(b, width);
  a = sign(a, width);
  b = sign(b, width);
  switch (predicate) { // eq ne slt sle sgt sge ult ule ugt uge
  case 0:
    return a == b;
  case 1:
    return a != b;
  case 2:
    return a < b;
  case 3:
    return a <= b;
  case 4:
    return a > b;
  case 5:
    return a >= b;
  case 6:
    return ua < ub;
  case 7:
    return ua <= ub;
  case 8:
    return ua > ub;
  default:
    return ua >= ub;
  }
}

/// Division never traps: by zero gives 0, the one overflow wraps.
static int64_t divideInts(int64_t a, int64_t b, int rounding) {
  if (b == 0)
    return 0;
  if (b == -1)
    return (int64_t)(0 - (uint64_t)a);
  int64_t q = a / b;
  if (a % b != 0) {
    if (rounding < 0 && (a < 0) != (b < 0))
      --q;
    if (rounding > 0 && (a < 0) == (b < 0))
      ++q;
  }
  return q;
}

static int64_t toInt(double x) {
  return !(x > -9.2e18) ? INT64_MIN : !(x < 9.2e18) ? INT64_MAX : (int64_t)x;
}

void attnOracleExec(const AttnOracleInstr *in, AttnCell *d, const AttnCell *a, const AttnCell *b,
                    const AttnCell *c, int n, unsigned rules) {
  int w = in->width, sw = in->sourceWidth;
#define EACH(expr)                                                                                 \
  for (int i = 0; i < n; ++i) {                                                                    \
    expr;                                                                                          \
  }                                                                                                \
  break
#define FLOAT(op, expr)                                                                            \
  case ATTN_OP_##op:                                                                               \
    EACH(d[i].f = (expr))
#define INT(op, expr)                                                                              \
  case ATTN_OP_##op:                                                                               \
    EACH(d[i].i = wrap((uint64_t)(expr), w))
#define A a[i].f
#define B b[i].f
#define AI a[i].i
#define BI b[i].i
  switch (in->op) {
  case ATTN_OP_ADDF:
    if (!rules) {
      EACH(d[i].f = A + B);
    }
    EACH(d[i].f = add(A, B, rules));
  case ATTN_OP_SUBF:
    if (!rules) {
      EACH(d[i].f = A - B);
    }
    EACH(d[i].f = add(A, -B, rules));
  case ATTN_OP_MULF:
    if (!rules) {
      EACH(d[i].f = A * B);
    }
    EACH(d[i].f = multiply(A, B, rules));
    FLOAT(DIVF, divide(A, B, rules));
    FLOAT(REMF, fmod(A, B));
    FLOAT(NEGF, -A);
    FLOAT(MAXIMUMF, maximum(A, B));
    FLOAT(MINIMUMF, minimum(A, B));
    FLOAT(MAXNUMF, isnan(A) ? B : isnan(B) ? A : maximum(A, B));
    FLOAT(MINNUMF, isnan(A) ? B : isnan(B) ? A : minimum(A, B));
    FLOAT(EXTF, A);
    FLOAT(TRUNCF, A);
    FLOAT(ABSF, fabs(A));
    FLOAT(EXP, exp(A));
    FLOAT(EXP2, exp2(A));
    FLOAT(EXPM1, expm1(A));
    FLOAT(LOG, log(A));
    FLOAT(LOG2, log2(A));
    FLOAT(LOG10, log10(A));
    FLOAT(LOG1P, log1p(A));
    FLOAT(SQRT, sqrt(A));
    FLOAT(RSQRT, 1 / sqrt(A));
    FLOAT(CBRT, cbrt(A));
    FLOAT(SIN, sin(A));
    FLOAT(COS, cos(A));
    FLOAT(TAN, tan(A));
    FLOAT(ASIN, asin(A));
    FLOAT(ACOS, acos(A));
    FLOAT(ATAN, atan(A));
    FLOAT(ATAN2, atan2(A, B));
    FLOAT(SINH, sinh(A));
    FLOAT(COSH, cosh(A));
    FLOAT(TANH, tanh(A));
    FLOAT(ERF, erf(A));
    FLOAT(ERFC, erfc(A));
    FLOAT(POWF, pow(A, B));
    FLOAT(COPYSIGN, copysign(A, B));
    FLOAT(FLOOR, floor(A));
    FLOAT(CEIL, ceil(A));
    FLOAT(ROUND, round(A));
    FLOAT(ROUNDEVEN, rint(A)); // the rounding mode is nearest-even and nobody changes it
    FLOAT(TRUNC, trunc(A));
    FLOAT(FMA, fma(A, B, c[i].f));
    INT(ISNAN, isnan(A) != 0);
    INT(ISINF, isinf(A) != 0);
    INT(ISFINITE, isfinite(A) != 0);
    INT(ADDI, (uint64_t)AI + (uint64_t)BI);
    INT(SUBI, (uint64_t)AI - (uint64_t)BI);
    INT(MULI, (uint64_t)AI * (uint64_t)BI);
    INT(DIVSI, divideInts(sign(AI, w), sign(BI, w), 0));
    INT(DIVUI, BI ? unsign(AI, w) / unsign(BI, w) : 0);
    INT(CEILDIVSI, divideInts(sign(AI, w), sign(BI, w), 1));
    INT(FLOORDIVSI, divideInts(sign(AI, w), sign(BI, w), -1));
    INT(REMSI, BI == 0 || BI == -1 ? 0 : sign(AI, w) % sign(BI, w));
    INT(REMUI, BI ? unsign(AI, w) % unsign(BI, w) : 0);
    INT(MAXSI, sign(AI, w) > sign(BI, w) ? AI : BI);
    INT(MINSI, sign(AI, w) < sign(BI, w) ? AI : BI);
    INT(MAXUI, unsign(AI, w) > unsign(BI, w) ? AI : BI);
    INT(MINUI, unsign(AI, w) < unsign(BI, w) ? AI : BI);
    INT(ANDI, AI & BI);
    INT(ORI, AI | BI);
    INT(XORI, AI ^ BI);
    INT(SHLI, BI >= 0 && BI < w ? (uint64_t)AI << BI : 0);
    INT(SHRSI, BI >= 0 && BI < w ? sign(AI, w) >> BI : 0);
    INT(SHRUI, BI >= 0 && BI < w ? unsign(AI, w) >> BI : 0);
    INT(ABSI, AI < 0 ? 0 - (uint64_t)AI : (uint64_t)AI);
    INT(EXTSI, sign(AI, sw));
    INT(EXTUI, unsign(AI, sw));
    INT(TRUNCI, AI);
    INT(INDEX_CAST, sign(AI, sw));
    INT(INDEX_CASTUI, unsign(AI, sw));
    FLOAT(SITOFP, (double)sign(AI, sw));
    FLOAT(UITOFP, (double)unsign(AI, sw));
    INT(FPTOSI, toInt(A));
    INT(FPTOUI, A < 0 ? 0 : A >= 9.2e18 ? (uint64_t)(A < 1.8e19 ? A : 1.8e19) : (uint64_t)toInt(A));
    INT(CMPF, compareFloats(in->imm.i, A, B));
    INT(CMPI, compareInts(in->imm.i, AI, BI, sw));
  case ATTN_OP_SELECT:
    EACH(d[i] = AI ? b[i] : c[i]);
  default:
    break;
  }
}

void attnOracleIntervals(const AttnOracleNode *node, const int64_t *lo, const int64_t *hi,
                         int64_t *min, int64_t *max, bool *known) {
  const int64_t limit = (int64_t)1 << 60;
  for (int32_t r = 0; r < node->numInstrs; ++r) {
    const AttnOracleInstr *in = &node->instrs[r];
    int32_t a = in->a, b = in->b, c = in->c;
    __int128 low = 0, high = 0;
    known[r] = false;
    switch (in->op) {
    case ATTN_OP_INDEX:
      known[r] = true;
      low = lo[in->imm.i];
      high = hi[in->imm.i] - 1;
      break;
    case ATTN_OP_CONSTI:
      known[r] = true;
      low = high = in->imm.i;
      break;
    case ATTN_OP_INDEX_CAST:
      known[r] = known[a] && in->sourceWidth > 1;
      low = min[a];
      high = max[a];
      break;
    case ATTN_OP_ADDI:
      known[r] = known[a] && known[b];
      low = (__int128)min[a] + min[b];
      high = (__int128)max[a] + max[b];
      break;
    case ATTN_OP_SUBI:
      known[r] = known[a] && known[b];
      low = (__int128)min[a] - max[b];
      high = (__int128)max[a] - min[b];
      break;
    case ATTN_OP_MULI: {
      known[r] = known[a] && known[b];
      __int128 p[4] = {(__int128)min[a] * min[b], (__int128)min[a] * max[b],
                       (__int128)max[a] * min[b], (__int128)max[a] * max[b]};
      low = high = p[0];
      for (int i = 1; i < 4; ++i) {
        low = p[i] < low ? p[i] : low;
        high = p[i] > high ? p[i] : high;
      }
      break;
    }
    case ATTN_OP_MAXSI:
    case ATTN_OP_MINSI: {
      bool isMax = in->op == ATTN_OP_MAXSI;
      known[r] = known[a] && known[b];
      low = isMax == (min[a] > min[b]) ? min[a] : min[b];
      high = isMax == (max[a] > max[b]) ? max[a] : max[b];
      break;
    }
    case ATTN_OP_SELECT:
      known[r] = !in->isFloat && known[b] && known[c];
      low = min[b] < min[c] ? min[b] : min[c];
      high = max[b] > max[c] ? max[b] : max[c];
      break;
    default:
      break;
    }
    // Wrapping would falsify an interval; the limits are far from it for 64 bits.
    int64_t bound = in->isFloat || in->width >= 62 ? limit : ((int64_t)1 << (in->width - 1)) - 1;
    known[r] = known[r] && low >= -bound && high <= bound;
    min[r] = known[r] ? (int64_t)low : 0;
    max[r] = known[r] ? (int64_t)high : 0;
  }
}
