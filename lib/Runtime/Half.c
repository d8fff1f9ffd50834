//===- Half.c - f16 and bf16 as bits --------------------------------------===//
#include "Runtime/Half.h"

#include <math.h>
#include <string.h>

// A binary format with E exponent bits and M mantissa bits, 1 + E + M = 16:
//   normal     1.m * 2^(e - bias)       bias = 2^(E-1) - 1
//   subnormal  0.m * 2^(1 - bias)
static double decode(uint16_t bits, int E, int M) {
  int bias = (1 << (E - 1)) - 1;
  int exponent = (bits >> M) & ((1 << E) - 1);
  int mantissa = bits & ((1 << M) - 1);
  double x;
  if (exponent == (1 << E) - 1)
    x = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    x = ldexp(mantissa, 1 - bias - M);
  else
    x = ldexp(mantissa + (1 << M), exponent - bias - M);
  return bits & 0x8000 ? -x : x;
}

static uint16_t encode(double x, int E, int M) {
  int bias = (1 << (E - 1)) - 1;
  uint16_t sign = signbit(x) ? 0x8000 : 0;
  uint16_t infinity = (uint16_t)(((1 << E) - 1) << M);
  if (isnan(x))
    return sign | infinity | (uint16_t)(1 << (M - 1));
  x = fabs(x);
  if (isinf(x))
    return sign | infinity;
  if (x == 0)
    return sign;
  // The weight of the last mantissa bit: fixed for subnormals, else that of x's binade.
  int exponent;
  frexp(x, &exponent); // x = f * 2^exponent, f in [0.5, 1)
  int e = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
  // Scaling by a power of two is exact here, so this is the only rounding. A carry out of the
  // mantissa moves into the exponent field by plain addition.
  double scaled = ldexp(x, M - e);
  double whole = floor(scaled), rest = scaled - whole;
  uint32_t m = (uint32_t)whole;
  if (rest > 0.5 || (rest == 0.5 && (m & 1)))
    ++m;
  // m in [0, 2^(M+1)]; normal numbers have the implicit bit set in m.
  if (e > bias)
    return sign | infinity;
  uint32_t biased = (uint32_t)(e + bias); // at least 1
  uint32_t bits = ((biased - 1) << M) + m;
  return sign | (uint16_t)(bits > infinity ? infinity : bits);
}

double attnF16ToDouble(uint16_t bits) { return decode(bits, 5, 10); }
uint16_t attnF16FromDouble(double x) { return encode(x, 5, 10); }
uint16_t attnBf16FromDouble(double x) { return encode(x, 8, 7); }

double attnBf16ToDouble(uint16_t bits) {
  uint32_t word = (uint32_t)bits << 16;
  float f;
  memcpy(&f, &word, 4);
  return f;
}
