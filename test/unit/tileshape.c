// What a TILE says in rows, columns and threads (lib/Schedule/TileShape.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "Schedule/TileShape.h"

static AttnTileShape parsed(const char *text) {
  AttnTileShape t;
  char again[96];
  assert_true(attnParseTileShape(text, &t));
  attnPrintTileShape(&t, again, sizeof again);
  assert_string_equal(again, text);
  return t;
}

static void shapes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t rows, columns, unit, threads;
  } rows[] = {
      {"n16x16/f4x2", 32, 64, 16, 256},
      {"a:mma_m16n8k16_f16/w4x1/f2x8", 128, 64, 8, 128},
      {"a:mma_m16n8k16_bf16/w2x4/f4x8/k2", 128, 256, 32, 256},
      {"a:wgmma_m64n128k16_f16/w2x1/f1x1", 128, 128, 8, 256},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AttnTileShape t = parsed(rows[i].text);
    assert_int_equal(attnTileRows(&t), rows[i].rows);
    assert_int_equal(attnTileColumns(&t), rows[i].columns);
    assert_int_equal(attnTileColumnUnit(&t), rows[i].unit);
    assert_int_equal(attnTileThreads(&t), rows[i].threads);
  }
  AttnTileShape t;
  assert_false(attnParseTileShape("a:mma_m16n8k16_f16/w4x1", &t));
  assert_false(attnParseTileShape("64x64", &t));
}

static void rows(void **state) {
  (void)state;
  AttnTileShape a = parsed("a:mma_m16n8k16_f16/w4x1/f2x8/k4");
  AttnTileShape b = parsed("a:mma_m16n8k16_bf16/w4x1/f2x16");
  AttnTileShape c = parsed("a:mma_m16n8k16_f16/w8x1/f1x8"), d = parsed("n16x16/f4x4");
  assert_true(attnTileSameRows(&a, &b)); // columns, type and chunk do not matter
  assert_false(attnTileSameRows(&a, &c));
  assert_false(attnTileSameRows(&a, &d));
  attnTileSetColumns(&a, 9);
  attnTileSetColumns(&d, 9);
  assert_int_equal(attnTileColumns(&a), 72);
  assert_int_equal(attnTileColumns(&d), 144);
  // The layout made of it has that many rows and columns.
  AttnMmaTile m = attnTileMma(&a);
  AttnLayout l = attnMmaC(&m, "m", "n");
  assert_int_equal(attnLayoutExtent(&l, "m"), attnTileRows(&a));
  assert_int_equal(attnLayoutExtent(&l, "n"), attnTileColumns(&a));
  assert_int_equal(32 * attnLayoutCount(&l, ATTN_WARP), attnTileThreads(&a));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
