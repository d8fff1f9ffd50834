//===- emu-math.c - Approximations within their bounds, halves rounded once -===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Runtime/EmuCalls.h"
#include "Runtime/Half.h"

#include <float.h>
#include <math.h>

static uint32_t random32(void) {
  static uint64_t state = 0x853c49e6748fea9bu;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

/// Bounds of the PTX ISA (ex2, lg2, rcp, rsqrt, tanh).
static void testBounds(void **state) {
  (void)state;
  for (int i = 0; i < 20000; ++i) {
    double u = random32() * 0x1p-32, x = (u - 0.5) * 200;
    float f = (float)x;
    assert_true(fabs(attnEmuExp2(f) - exp2((double)f)) <= exp2((double)f) * 0x1p-22);
    float p = (float)(u * 100 + 1e-3);
    assert_true(fabs(attnEmuLog2(p) - log2((double)p)) <=
                fmax(0x1p-22, fabs(log2((double)p)) * 0x1p-22));
    assert_true(fabs((double)attnEmuRcp(p) * p - 1) <= 0x1p-23);
    assert_true(fabs((double)attnEmuRsqrt(p) * sqrt((double)p) - 1) <= 0x1.8p-23);
    assert_true(fabs(attnEmuTanh(f) - tanh((double)f)) <= 0x1p-11);
  }
}

/// One correction makes the approximate reciprocal of a normal number the rounded one
/// (BracketDivide.c): all of one binade, others differ by a power of two.
static void testReciprocal(void **state) {
  (void)state;
  int wrong = 0;
  for (uint32_t i = 0; i < 1u << 23; ++i) {
    float d = 1 + (float)i * 0x1p-23f, r = attnEmuRcpFtz(d);
    wrong += fmaf(r, fmaf(-d, r, 1), r) != 1 / d;
  }
  assert_int_equal(wrong, 0);
  for (int exponent = -20; exponent <= 40; ++exponent) {
    float d = ldexpf(1 + (float)(random32() >> 9) * 0x1p-23f, exponent), r = attnEmuRcpFtz(d);
    assert_true(fmaf(r, fmaf(-d, r, 1), r) == 1 / d);
  }
}

/// "Result of ... for various inputs", same place.
static void testSpecial(void **state) {
  (void)state;
  assert_true(attnEmuExp2(-INFINITY) == 0 && !signbit(attnEmuExp2(-INFINITY)));
  assert_true(attnEmuExp2(INFINITY) == INFINITY && isnan(attnEmuExp2(NAN)));
  assert_true(attnEmuExp2(0) == 1 && attnEmuExp2(-0.0f) == 1);
  assert_true(attnEmuExp2(-140) == 0x1p-140f && attnEmuExp2Ftz(-140) == 0);
  assert_true(attnEmuExp2Ftz(1e-40f) == 1);
  assert_true(attnEmuLog2(0) == -INFINITY && isnan(attnEmuLog2(-1)) && attnEmuLog2(1) == 0);
  assert_true(attnEmuLog2Ftz(1e-40f) == -INFINITY && attnEmuLog2(0x1p-140f) == -140);
  assert_true(attnEmuRcp(-0.0f) == -INFINITY && attnEmuRcp(INFINITY) == 0);
  assert_true(attnEmuRcpFtz(0x1p127f) == 0 && attnEmuRcp(0x1p127f) == 0x1p-127f);
  assert_true(attnEmuRsqrt(0) == INFINITY && isnan(attnEmuRsqrt(-1)));
  assert_true(attnEmuSqrt(-0.0f) == 0 && signbit(attnEmuSqrt(-0.0f)));
}

/// Against long double, where the sum of a product of halves and a half is exact if the exponents
/// are near; drawn so that they are, and so that ties come up.
static void testFma(void **state) {
  (void)state;
  assert_true(LDBL_MANT_DIG >= 64);
  for (int i = 0; i < 200000; ++i) {
    uint16_t x = (uint16_t)((random32() & 0x83ff) | (12 + random32() % 6) << 10);
    uint16_t y = (uint16_t)((random32() & 0x83ff) | (12 + random32() % 6) << 10);
    uint16_t z = (uint16_t)((random32() & 0x83ff) | (random32() % 28 + 1) << 10);
    if (i % 4 == 0)
      x &= 0xfc00, y &= 0xfc00; // powers of two: ties
    long double exact = (long double)attnF16ToDouble(x) * attnF16ToDouble(y) + attnF16ToDouble(z);
    uint16_t got = attnEmuFmaF16(x, y, z);
    // The nearest half, ties to even: no neighbour is nearer.
    long double error = fabsl(exact - attnF16ToDouble(got));
    for (int step = -1; step <= 1; step += 2) {
      uint16_t other = (uint16_t)(got + step);
      if ((got & 0x7fff) == 0 || isinf(attnF16ToDouble(other)))
        continue;
      long double its = fabsl(exact - attnF16ToDouble(other));
      assert_true(error < its || (error == its && (got & 1) == 0));
    }
  }
  // A tie in f32 that is none in truth: 2^-12 * (1 + 2^-10) against 1 + 2^-10.
  uint16_t one = 0x3c00, tiny = attnF16FromDouble(0x1p-24), half = attnF16FromDouble(0x1p-11);
  assert_int_equal(attnEmuFmaF16(half, one, one), one); // exact tie: to even
  assert_int_equal(attnEmuFmaF16(half, attnF16FromDouble(1 + 0x1p-10), one), one + 1); // just above
  assert_int_equal(attnEmuFmaF16(tiny, tiny, half), half);
  assert_int_equal(attnEmuFmaBf16(0x3f80, 0x3b80, 0x3f80), 0x3f80); // 1 + 2^-8: tie, to even
  assert_int_equal(attnEmuFmaBf16(0x3f81, 0x3b80, 0x3f80), 0x3f81);
  assert_true(isnan(attnF16ToDouble(attnEmuFmaF16(0x7c00, 0, one))));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testBounds),
      cmocka_unit_test(testReciprocal),
      cmocka_unit_test(testSpecial),
      cmocka_unit_test(testFma),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
