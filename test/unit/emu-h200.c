//===- emu-h200.c - Approximations and tensor cores, to the bit -----------===//
//
// The emulator's special functions and sums of products against what an H200 gave: emu-h200.def.
//===----------------------------------------------------------------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Runtime/EmuCalls.h"
#include "Runtime/EmuTensorCore.h"

#include <string.h>

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

static void checkAll(const char *name, float (*f)(float), uint32_t first, uint64_t want) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint32_t i = 0; i < 1u << 23; ++i)
    hash = (hash ^ bitsOf(f(ofBits(first + i)))) * 0x100000001b3u;
  if (hash != want)
    fail_msg("%s: the results from 0x%08x on are others", name, first);
}

static void checkOne(const char *name, float (*f)(float), uint32_t x, uint32_t want) {
  uint32_t got = bitsOf(f(ofBits(x)));
  if (got != want)
    fail_msg("%s(0x%08x) = 0x%08x, an H200 gives 0x%08x", name, x, got, want);
}

static void testFunctions(void **state) {
  (void)state;
#define ALL(f, first, hash) checkAll(#f, attnEmu##f, first, hash);
#define ONE(f, x, result) checkOne(#f, attnEmu##f, x, result);
#define SUM(...)
#include "emu-h200.def"
#undef ALL
#undef ONE
#undef SUM
}

typedef struct Sum {
  bool bf16;
  uint32_t c, d;
  uint16_t a[EMU_TENSOR_K], b[EMU_TENSOR_K];
} Sum;

enum { F16, BF16 };
#define UNPACK(...)                                                                                \
  { __VA_ARGS__ }
#define ALL(...)
#define ONE(...)
#define SUM(type, c, d, a, b) {type, c, d, UNPACK a, UNPACK b},
static const Sum sums[] = {
#include "emu-h200.def"
};

/// Each sum in the first column of a row, beside columns of others.
static void testSums(void **state) {
  (void)state;
  enum { N = sizeof sums / sizeof *sums, COLUMNS = 24 };
  static EmuTensorB b;
  for (uint32_t i = 0; i < N; ++i) {
    EmuTensorA a;
    float d[COLUMNS];
    for (uint32_t k = 0; k < EMU_TENSOR_K; ++k) {
      emuTensorFactor(sums[i].a[k], sums[i].bf16, &a.value[k], &a.exponent[k]);
      for (uint32_t j = 0; j < COLUMNS; ++j)
        emuTensorFactor(sums[(i + j) % N].b[k], sums[i].bf16, &b.value[k][j], &b.exponent[k][j]);
    }
    for (uint32_t j = 0; j < COLUMNS; ++j)
      d[j] = ofBits(sums[(i + j) % N].c);
    emuTensorRow(&a, &b, COLUMNS, d);
    if (bitsOf(d[0]) != sums[i].d)
      fail_msg("sum %u is 0x%08x, an H200 gives 0x%08x", i, bitsOf(d[0]), sums[i].d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testFunctions),
      cmocka_unit_test(testSums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
