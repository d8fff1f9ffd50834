//===- EmuTensorCore.c - Sums of products as tensor cores take them -------===//
//
// mma.sync.m16n8k16 and wgmma.m64nNk16, f16 or bf16 with f32 accumulators, bit for bit as an H200
// (sm_90) computes them; found by measurement (test/unit/emu-h200.c has samples):
//
//   1. The 16 products are exact. Together with the accumulator they are brought to the largest
//      exponent among them (of a product: the sum of its factors' exponents, not normalized),
//      keeping 25 bits after the point; the rest is cut off towards zero, each by itself.
//   2. They are added exactly.
//   3. The sum is cut off towards zero to an f32. Zero is +0, also where that is what is left of a
//      negative sum.
//
// An infinity or a NaN among the operands: as in IEEE arithmetic, every NaN being 0x7fffffff.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuTensorCore.h"
#include "Runtime/Half.h"

#include <math.h>
#include <string.h>

// The same operations in vectors of four, where the machine has them.
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

enum {
  KEPT = 25, ///< bits after the point of what is added
  // Exponents that say what a number is; a sum of two with an infinity or NaN is > SPECIAL.
  ZERO = -10000,
  INFINITE = 12000,
  SPECIAL = 1000,
  DOUBLE_BIAS = 1023,
  DOUBLE_FRACTION = 52,
};

/// Of the significand's unit bit; subnormals have that of the least normal number.
INLINE int16_t exponentOf(uint32_t field, uint32_t largest, bool isZero) {
  if (field == largest)
    return INFINITE;
  return (int16_t)(isZero ? ZERO : (int)(field ? field : 1) - (int)(largest / 2));
}

void emuTensorFactor(uint16_t bits, bool bf16, double *value, int16_t *exponent) {
  *value = bf16 ? attnBf16ToDouble(bits) : attnF16ToDouble(bits);
  *exponent = bf16 ? exponentOf(bits >> 7 & 255, 255, *value == 0)
                   : exponentOf(bits >> 10 & 31, 31, *value == 0);
}

INLINE int16_t exponentOfFloat(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return exponentOf(bits >> 23 & 255, 255, x == 0);
}

/// 2^exponent, of a normal double.
INLINE double power(int exponent) {
  uint64_t bits = (uint64_t)(exponent + DOUBLE_BIAS) << DOUBLE_FRACTION;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// Towards zero, which is +0 for what is too small on either side.
INLINE float cutOff(double x) {
  float nearest = (float)x;
  uint32_t bits;
  memcpy(&bits, &nearest, sizeof bits);
  bits -= fabs((double)nearest) > fabs(x) && fabs(x) < 0x1p128; // the float before it
  bits = bits << 1 ? bits : 0;
  memcpy(&nearest, &bits, sizeof nearest);
  return nearest;
}

/// Infinities and NaNs; the finite sums of the row stay.
static void addSpecial(const EmuTensorA *a, const EmuTensorB *b, uint32_t n, const float *before,
                       float *d) {
  static const uint32_t notANumber = 0x7fffffff;
  for (uint32_t j = 0; j < n; ++j) {
    double sum = before[j];
    for (uint32_t k = 0; k < EMU_TENSOR_K; ++k)
      sum += a->value[k] * b->value[k][j];
    if (isnan(sum))
      memcpy(&d[j], &notANumber, sizeof *d);
    else if (isinf(sum))
      d[j] = (float)sum;
  }
}

/// x towards zero to an integer; out of range (an operand that is not finite): anything.
INLINE double integer(double x) { return (double)(int32_t)(fabs(x) < 0x1p31 ? x : 0); }

INLINE void row(const EmuTensorA *a, const EmuTensorB *b, uint32_t n, float *d) {
  int16_t largest[EMU_TENSOR_MAX_N];
  double unit[EMU_TENSOR_MAX_N], sum[EMU_TENSOR_MAX_N];
  float before[EMU_TENSOR_MAX_N];
  memcpy(before, d, n * sizeof *d);
  for (uint32_t j = 0; j < n; ++j)
    largest[j] = exponentOfFloat(d[j]);
  for (uint32_t k = 0; k < EMU_TENSOR_K; ++k)
    for (uint32_t j = 0; j < n; ++j) {
      int16_t exponent = (int16_t)(a->exponent[k] + b->exponent[k][j]);
      largest[j] = exponent > largest[j] ? exponent : largest[j];
    }
  for (uint32_t j = 0; j < n; ++j) {
    largest[j] = largest[j] > ZERO / 2 ? largest[j] : 0; // all zeros
    unit[j] = power(KEPT - largest[j]);
    sum[j] = integer(d[j] * unit[j]);
  }
  for (uint32_t k = 0; k < EMU_TENSOR_K; ++k)
    for (uint32_t j = 0; j < n; ++j)
      sum[j] += integer(a->value[k] * b->value[k][j] * unit[j]);
  bool finite = true;
  for (uint32_t j = 0; j < n; ++j) {
    d[j] = cutOff(sum[j] * power(largest[j] - KEPT));
    finite &= largest[j] < SPECIAL;
  }
  if (!finite)
    addSpecial(a, b, n, before, d);
}

#ifdef WIDE
WIDE static void wideRow(const EmuTensorA *a, const EmuTensorB *b, uint32_t n, float *d) {
  row(a, b, n, d);
}
#endif

void emuTensorRow(const EmuTensorA *a, const EmuTensorB *b, uint32_t n, float *d) {
#ifdef WIDE
  if (__builtin_cpu_supports("avx2")) {
    wideRow(a, b, n, d);
    return;
  }
#endif
  row(a, b, n, d);
}
