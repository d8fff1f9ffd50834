//===- EmuMath.c - Instructions that approximate --------------------------===//
//
// PTX promises an error bound, not bits: the exact value rounded to f32 is within every bound. What
// the project's own lowering emits is in EmuApprox.c, to the bit.
// `ftz` replaces subnormal operands and results by zeros of the same sign.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuCalls.h"
#include "Runtime/Half.h"

#include <float.h>
#include <math.h>
#include <string.h>

static float flush(float x) { return fabsf(x) < FLT_MIN ? copysignf(0.0f, x) : x; }

float attnEmuRcp(float x) { return (float)(1.0 / (double)x); }
float attnEmuSqrt(float x) { return (float)sqrt((double)x); }
float attnEmuSqrtFtz(float x) { return flush(attnEmuSqrt(flush(x))); }
float attnEmuSin(float x) { return (float)sin((double)x); }
float attnEmuCos(float x) { return (float)cos((double)x); }
float attnEmuDivFull(float x, float y) { return x / y; }
float attnEmuAddMinusZero(float x) { return x + -0.0f; }

/// x * y + z of halves in double precision, rounded to odd: the product is exact; where the sum is
/// not, its last bit is set, so that rounding it again to fewer bits is rounding the exact sum.
static double oddFma(double x, double y, double z) {
  double product = x * y, sum = product + z;
  double part = sum - product, rest = (product - (sum - part)) + (z - part);
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  if (!isfinite(sum) || rest == 0 || (bits & 1))
    return sum;
  // One step towards the exact value: up in magnitude if the rest has the sum's sign, else down.
  bits += (rest > 0) == (sum > 0) ? 1 : UINT64_MAX;
  memcpy(&sum, &bits, sizeof sum);
  return sum;
}

uint16_t attnEmuFmaF16(uint16_t x, uint16_t y, uint16_t z) {
  return attnF16FromDouble(oddFma(attnF16ToDouble(x), attnF16ToDouble(y), attnF16ToDouble(z)));
}

uint16_t attnEmuFmaBf16(uint16_t x, uint16_t y, uint16_t z) {
  return attnBf16FromDouble(oddFma(attnBf16ToDouble(x), attnBf16ToDouble(y), attnBf16ToDouble(z)));
}

//===--- two in a word ----------------------------------------------------===//

static double asDouble(uint64_t word) {
  uint32_t bits = (uint32_t)word;
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

/// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
void attnEmuPackF16(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)l, (void)site;
  results[0] =
      (uint32_t)attnF16FromDouble(asDouble(args[0])) << 16 | attnF16FromDouble(asDouble(args[1]));
}

void attnEmuPackBf16(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)l, (void)site;
  results[0] =
      (uint32_t)attnBf16FromDouble(asDouble(args[0])) << 16 | attnBf16FromDouble(asDouble(args[1]));
}
