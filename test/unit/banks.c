//===- banks.c - Which banks ldmatrix and slab copies touch ---------------===//
//
// Shared memory has 32 banks of 4 bytes. An access of 16 bytes a lane is done for eight lanes at a
// time (ldmatrix: the rows of one matrix); it is free of conflicts if those eight meet all banks
// once, that is, if their chunks of 16 bytes are eight different ones modulo 128 bytes.
//
// The addresses are those of the lanes as MmaLayout.h gives them, in slabs as the tile dialect
// describes them: rows padded, or swizzled in panels.
//===----------------------------------------------------------------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "Schedule/MmaLayout.h"

#include <stdbool.h>

typedef struct Slab {
  int rows, columns, pad, swizzle; ///< elements of two bytes; bytes
} Slab;

/// Byte offset of an element, as the tile dialect's reference says it.
static int offsetOf(const Slab *s, int row, int column) {
  int bytes = 2 * column;
  if (!s->swizzle)
    return row * (2 * s->columns + s->pad) + bytes;
  int panel = bytes / s->swizzle, chunk = bytes % s->swizzle / 16;
  chunk ^= row * s->swizzle / 128 % (s->swizzle / 16);
  return (panel * s->rows + row) * s->swizzle + 16 * chunk + bytes % 16;
}

/// The largest number of lanes of one group of eight that meet in a bank, over all accesses.
static int worst(const AttnLayout *address, const Slab *s, const char *row, const char *column,
                 int lanes) {
  int worst = 0;
  for (int reg = 0; reg < attnLayoutCount(address, ATTN_REG); reg += 8)
    for (int warp = 0; warp < attnLayoutCount(address, ATTN_WARP); ++warp)
      for (int first = 0; first < lanes; first += 8) {
        int met[8] = {0};
        for (int lane = first; lane < first + 8; ++lane) {
          int at = offsetOf(s, attnLayoutCoord(address, row, reg, lane, warp),
                            attnLayoutCoord(address, column, reg, lane, warp));
          assert_int_equal(at % 16, 0);
          int n = ++met[at / 16 % 8];
          worst = n > worst ? n : worst;
        }
      }
  return worst;
}

typedef struct Conflicts {
  int a, aTurned, b, bTurned;
} Conflicts;

/// ldmatrix of all atoms of a tile of 64 x 64 for each operand, straight and turned.
static Conflicts conflicts(int contracted, int pad, int swizzle) {
  AttnMmaTile t = {.wm = 2, .wn = 2, .fm = 2, .fn = 4};
  AttnLayout a = attnMmaAddressA(&t, "m", "c", contracted, false);
  AttnLayout at = attnMmaAddressA(&t, "m", "c", contracted, true);
  AttnLayout b = attnMmaAddressB(&t, "c", "n", contracted, false);
  AttnLayout bt = attnMmaAddressB(&t, "c", "n", contracted, true);
  Slab rows = {64, contracted, pad, swizzle}, turned = {contracted, 64, pad, swizzle};
  return (Conflicts){worst(&a, &rows, "m", "c", 32), worst(&at, &turned, "c", "m", 32),
                     worst(&b, &rows, "n", "c", 16), worst(&bt, &turned, "c", "n", 16)};
}

static void none(Conflicts c) {
  assert_int_equal(c.a, 1);
  assert_int_equal(c.aTurned, 1);
  assert_int_equal(c.b, 1);
  assert_int_equal(c.bTurned, 1);
}

static void bare(void **state) { // what the fixes are for: all rows of a matrix in the same banks
  (void)state;
  Conflicts c = conflicts(64, 0, 0);
  assert_int_equal(c.a, 8);
  assert_int_equal(c.b, 8);
  assert_int_equal(c.aTurned, 8);
  assert_int_equal(c.bTurned, 8);
  assert_int_equal(conflicts(32, 0, 0).b, 4);
}

static void padded(void **state) {
  (void)state;
  for (int contracted = 16; contracted <= 256; contracted += 16) {
    // A pad of 16 bytes shifts each row by one chunk, where rows are multiples of 32 bytes.
    AttnMmaTile t = {.wm = 1, .wn = 1, .fm = 2, .fn = 2};
    Slab rows = {32, contracted, 16, 0};
    AttnLayout b = attnMmaAddressB(&t, "c", "n", contracted, false);
    assert_int_equal(worst(&b, &rows, "n", "c", 16), 1);
  }
  none(conflicts(64, 16, 0));
  none(conflicts(128, 16, 0));
}

static void swizzled(void **state) {
  (void)state;
  none(conflicts(64, 0, 128));
  none(conflicts(128, 0, 128));
  none(conflicts(32, 0, 64));
  none(conflicts(64, 0, 64));
  none(conflicts(16, 0, 32));
  none(conflicts(64, 0, 32));
}

/// Copies write rows chunk by chunk: eight threads in a row write eight neighbouring chunks.
static void copies(void **state) {
  (void)state;
  const Slab slabs[] = {{64, 64, 0, 0},    {64, 64, 16, 0}, {64, 64, 0, 128},
                        {64, 128, 0, 128}, {64, 32, 0, 64}, {64, 16, 0, 32}};
  for (size_t i = 0; i < sizeof slabs / sizeof *slabs; ++i) {
    const Slab *s = &slabs[i];
    int columns = s->columns / 8;
    for (int first = 0; first < s->rows * columns; first += 8) {
      int met[8] = {0};
      for (int unit = first; unit < first + 8; ++unit) {
        int at = offsetOf(s, unit / columns, unit % columns * 8);
        assert_int_equal(met[at / 16 % 8]++, 0);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bare), cmocka_unit_test(padded),
                                     cmocka_unit_test(swizzled), cmocka_unit_test(copies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
