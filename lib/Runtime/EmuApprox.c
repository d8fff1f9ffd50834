//===- EmuApprox.c - The approximations of NVIDIA's special function unit --===//
//
// ex2, lg2, rcp, rsqrt and tanh bit for bit as an H200 (sm_90) computes them. PTX promises bounds
// only; the form below was found by measurement and holds for all of them. A significand of 23 bits
// is
//
//        | segment i: 6 or 7 bits | x: the other 17 or 16 bits |
//
// and the result a sum of three terms in fixed point, then truncated:
//
//        constant[i] + slope[i] x + curvature[i] s(x) + bias
//
// s(x) is x^2 from a folded squarer without its low columns: bit pairs i < j count 2^(i+j+1), bits
// i 2^(2i), and what is below 2^-15 of the full scale is left out before the sum (no carries).
//
// Around the interpolation:
//   ex2    |x| is truncated to 23 bits after the point; of a negative one with a fraction the ones'
//          complement is taken. Results below 2^-126 are 0.
//   lg2    exponent + log2 of the significand with 38 bits after the point; of a negative sum the
//          ones' complement is taken; the two lowest bits are dropped, then all but 24.
//   tanh   segments of a width that goes with the exponent; 41 bits after the point, of which the
//          first 24 that count are kept. |x| < 2^-8 is its own result. Relative error 2^-16.6.
//   .ftz   subnormal operands are zeros. Without it ptxas scales them (and the result) around the
//          instruction: lg2 by 2^24, rsqrt by 2^24 and 2^12, ex2 of x < -126 as ex2(x / 2)^2.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuApproxTables.h"
#include "Runtime/EmuCalls.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
  FRACTION = 23, ///< bits of an f32's fraction
  BIAS = 127,
  SQUARE = 15, ///< bits of s(x)
  // Bits after the point of the sums: all but log2 in the result's last places.
  SUM = 16,
  LOG = 38,
  // The bias is the same in all segments.
  EXP2_BIAS = 12228,
  RCP_BIAS = 4046,
  RSQRT_BIAS = -1,
  LOG2_BIAS = 837,
};

static const uint32_t one = (uint32_t)BIAS << FRACTION, fraction = (1u << FRACTION) - 1;
static const uint32_t notANumber = 0x7fffffff, sign = 0x80000000;

static uint32_t bitsOf(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static float ofBits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// s(x) of an x of `width` bits. Of two bits of the lower half no pair is kept; of two of the upper
/// half all are, but the lowest bit with itself.
static int64_t square(uint32_t x, uint32_t width) {
  uint32_t lowest = 2 * width - SQUARE, half = (width + 1) / 2;
  uint64_t high = x >> half, sum = (high * high - (high & 1)) << 2 * half;
  for (uint32_t i = 0; i < half; ++i) {
    uint32_t from = lowest - 1 - i; // the first partner of bit i
    sum += -(uint64_t)(x >> i & 1) & (uint64_t)(x >> from << from) << (i + 1);
  }
  return (int64_t)(sum >> lowest);
}

/// The 24 highest bits of a magnitude.
static uint64_t highest(uint64_t magnitude) {
  int drop = 0;
  while (magnitude >> drop >> (FRACTION + 1))
    ++drop;
  return magnitude >> drop << drop;
}

/// The sum of the terms for a significand, the slope counting `unit` in the sum's last place.
static int64_t interpolate(const Segment *segments, uint32_t width, uint32_t significand,
                           int64_t constant, int64_t slope, int64_t curvature) {
  const Segment *s = &segments[significand >> width];
  uint32_t x = significand & ((1u << width) - 1);
  return s->constant * constant + s->slope * slope * x +
         s->curvature * curvature * square(x, width);
}

float attnEmuExp2Ftz(float x) {
  uint32_t bits = bitsOf(x);
  if (isnan(x))
    return ofBits(notANumber);
  if (x >= BIAS + 1)
    return INFINITY;
  if (x < -(BIAS - 1))
    return 0;
  int32_t fixed = (int32_t)(fabsf(x) * 0x1p23f);
  if (bits & sign)
    fixed = fixed & (int32_t)fraction ? ~fixed : -fixed;
  int64_t sum =
      interpolate(exp2Segments, 17, (uint32_t)fixed & fraction, 1 << (SUM - 2), 2, 2) + EXP2_BIAS;
  return ofBits((uint32_t)((fixed >> FRACTION) + BIAS) << FRACTION | (uint32_t)(sum >> SUM));
}

float attnEmuExp2(float x) {
  if (!(x < -(BIAS - 1)))
    return attnEmuExp2Ftz(x);
  float root = attnEmuExp2Ftz(x * 0.5f);
  return root * root;
}

float attnEmuLog2Ftz(float x) {
  uint32_t bits = bitsOf(x);
  if ((bits & ~sign) < 1u << FRACTION)
    return -INFINITY;
  if (isnan(x) || bits & sign)
    return ofBits(notANumber);
  if (isinf(x))
    return x;
  if (bits == one)
    return 0;
  int64_t sum = interpolate(log2Segments, 17, bits & fraction, 1 << 12, 1, 1) + LOG2_BIAS +
                ((int64_t)(bits >> FRACTION) - BIAS) * (INT64_C(1) << LOG);
  uint64_t magnitude = (uint64_t)(sum < 0 ? ~sum : sum) >> 2;
  float y = (float)highest(magnitude) * 0x1p-36f;
  return sum < 0 ? -y : y;
}

float attnEmuLog2(float x) {
  return x != 0 && fabsf(x) < FLT_MIN ? attnEmuLog2Ftz(x * 0x1p24f) - 24 : attnEmuLog2Ftz(x);
}

float attnEmuRcpFtz(float x) {
  uint32_t bits = bitsOf(x);
  if (isnan(x))
    return ofBits(notANumber);
  if ((bits & ~sign) < 1u << FRACTION)
    return copysignf(INFINITY, x);
  if (isinf(x))
    return copysignf(0, x);
  int64_t sum = interpolate(rcpSegments, 16, bits & fraction, 1 << (SUM - 2), 2, 2) + RCP_BIAS;
  int32_t y = (int32_t)(one - (1u << FRACTION)) + (int32_t)(sum >> SUM) +
              (BIAS - (int32_t)(bits >> FRACTION & 255)) * (1 << FRACTION);
  return copysignf(y < 1 << FRACTION ? 0 : ofBits((uint32_t)y), x);
}

float attnEmuRsqrtFtz(float x) {
  uint32_t bits = bitsOf(x);
  if ((bits & ~sign) < 1u << FRACTION)
    return copysignf(INFINITY, x);
  if (isnan(x) || bits & sign)
    return ofBits(notANumber);
  if (isinf(x))
    return 0;
  int32_t exponent = (int32_t)(bits >> FRACTION) - BIAS, half = (exponent - (exponent & 1)) / 2;
  if (!(exponent & 1) && !(bits & fraction))
    return ldexpf(1, -half);
  int64_t sum = interpolate(exponent & 1 ? rsqrtOddSegments : rsqrtEvenSegments, 17,
                            bits & fraction, 1 << (SUM - 2), 1, 2) +
                RSQRT_BIAS;
  return ofBits((uint32_t)((int32_t)(one - (1u << FRACTION)) + (int32_t)(sum >> SUM) -
                           half * (1 << FRACTION)));
}

float attnEmuRsqrt(float x) {
  return x != 0 && fabsf(x) < FLT_MIN ? attnEmuRsqrtFtz(x * 0x1p24f) * 0x1p12f : attnEmuRsqrtFtz(x);
}

float attnEmuTanh(float x) {
  enum { LEAST = BIAS - 8, COUNT = 11, WIDTH = 17 };
  static const uint8_t bits[COUNT] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3}; // log2 of the segments
  uint32_t word = bitsOf(x) & ~sign, exponent = word >> FRACTION, at = 0;
  if (isnan(x))
    return ofBits(notANumber);
  if (exponent < LEAST)
    return x;
  if (exponent >= LEAST + COUNT)
    return copysignf(1, x);
  for (uint32_t e = LEAST; e < exponent; ++e)
    at += 1u << bits[e - LEAST];
  uint32_t width = FRACTION - bits[exponent - LEAST];
  uint32_t significand = (word & fraction) >> (width - WIDTH); // segment and x
  int64_t sum = interpolate(tanhSegments + at, WIDTH, significand, 1 << WIDTH, 1, 4);
  return copysignf((float)highest((uint64_t)sum) * 0x1p-41f, x);
}
