// Distribution layouts, against the fragment tables of the PTX ISA.
#include "Schedule/Layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static AttnLayout parse(const char *text) {
  AttnLayout l;
  char err[256] = "";
  if (!attnLayoutParse(text, &l, err, sizeof err))
    fail_msg("'%s': %s", text, err);
  return l;
}

//===--- mma.m16n8k16, "Matrix Fragments for mma.m16n8k16" ----------------===//
// The formulas are those of the PTX ISA: groupID = lane >> 2, threadID_in_group = lane % 4.

static void fragmentC(void **state) {
  (void)state;
  AttnLayout l = parse("r2@n l4@n l8@m r2@m");
  assert_int_equal(attnLayoutCount(&l, ATTN_REG), 4);
  assert_int_equal(attnLayoutCount(&l, ATTN_LANE), 32);
  assert_int_equal(attnLayoutCount(&l, ATTN_WARP), 1);
  assert_int_equal(attnLayoutExtent(&l, "m"), 16);
  assert_int_equal(attnLayoutExtent(&l, "n"), 8);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      int group = lane >> 2, thread = lane % 4;
      int row = i < 2 ? group : group + 8;
      int col = thread * 2 + (i & 1);
      assert_int_equal(attnLayoutCoord(&l, "m", i, lane, 0), row);
      assert_int_equal(attnLayoutCoord(&l, "n", i, lane, 0), col);
    }
}

static void fragmentA(void **state) {
  (void)state;
  AttnLayout l = parse("r2@k l4@k l8@m r2@m r2@k");
  assert_int_equal(attnLayoutCount(&l, ATTN_REG), 8);
  assert_int_equal(attnLayoutExtent(&l, "k"), 16);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 8; ++i) {
      int group = lane >> 2, thread = lane % 4;
      int row = (0 <= i && i < 2) || (4 <= i && i < 6) ? group : group + 8;
      int col = i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8;
      assert_int_equal(attnLayoutCoord(&l, "m", i, lane, 0), row);
      assert_int_equal(attnLayoutCoord(&l, "k", i, lane, 0), col);
    }
}

static void fragmentB(void **state) {
  (void)state;
  AttnLayout l = parse("r2@k l4@k l8@n r2@k");
  assert_int_equal(attnLayoutCount(&l, ATTN_REG), 4);
  assert_int_equal(attnLayoutExtent(&l, "k"), 16);
  assert_int_equal(attnLayoutExtent(&l, "n"), 8);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      int group = lane >> 2, thread = lane % 4;
      int row = i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8;
      assert_int_equal(attnLayoutCoord(&l, "k", i, lane, 0), row);
      assert_int_equal(attnLayoutCoord(&l, "n", i, lane, 0), group);
    }
}

//===--- every element once -----------------------------------------------===//

/// Each element of the m x n tile is in `copies` places.
static void covers(const char *text, int warps, int m, int n, int copies) {
  AttnLayout l = parse(text);
  int regs = attnLayoutCount(&l, ATTN_REG);
  assert_int_equal(attnLayoutCount(&l, ATTN_LANE), 32);
  assert_int_equal(attnLayoutCount(&l, ATTN_WARP), warps);
  int *seen = calloc((size_t)(m * n), sizeof *seen);
  for (int w = 0; w < warps; ++w)
    for (int lane = 0; lane < 32; ++lane)
      for (int r = 0; r < regs; ++r) {
        int i = attnLayoutCoord(&l, "m", r, lane, w), k = attnLayoutCoord(&l, "n", r, lane, w);
        assert_in_range(i, 0, m - 1);
        assert_in_range(k, 0, n - 1);
        ++seen[i * n + k];
      }
  for (int i = 0; i < m * n; ++i)
    assert_int_equal(seen[i], copies);
  free(seen);
}

static void coverage(void **state) {
  (void)state;
  covers("r2@n l4@n l8@m r2@m", 1, 16, 8, 1);
  covers("r2@n l4@n l8@m r2@m r8@n w4@m", 4, 64, 64, 1);
  covers("l16@n r4@n r4@m l2@m w8@m", 8, 64, 64, 1);
  covers("l16@* r4@m l2@m w8@m", 8, 64, 1, 16);
  covers("l32@* w2@*", 2, 1, 1, 64);
}

static void scalarTile(void **state) {
  (void)state;
  AttnLayout l = parse("l16@n r4@n r4@m l2@m w8@m");
  // Along n the lanes lie next to each other, the registers 16 apart.
  assert_int_equal(attnLayoutCoord(&l, "n", 0, 5, 0), 5);
  assert_int_equal(attnLayoutCoord(&l, "n", 1, 5, 0), 21);
  assert_int_equal(attnLayoutCoord(&l, "n", 3, 15, 0), 63);
  // Along m registers first (register number / 4), then lane / 16, then warps.
  assert_int_equal(attnLayoutCoord(&l, "m", 4, 0, 0), 1);
  assert_int_equal(attnLayoutCoord(&l, "m", 0, 16, 0), 4);
  assert_int_equal(attnLayoutCoord(&l, "m", 0, 0, 1), 8);
  assert_int_equal(attnLayoutCoord(&l, "m", 15, 31, 7), 63);
  assert_int_equal(attnLayoutCoord(&l, "k", 15, 31, 7), 0); // an axis it lacks
  assert_int_equal(attnLayoutExtent(&l, "k"), 1);
}

//===--- text -------------------------------------------------------------===//

static void printing(void **state) {
  (void)state;
  static const struct {
    const char *text, *printed;
  } cases[] = {{"r2@n l4@n l8@m r2@m", "r2@n l4@n l8@m r2@m"},
               {"  l16@*   w8@m ", "l16@* w8@m"},
               {"r1@n l32@m", "l32@m"}, // factors of one say nothing
               {"", ""},
               {"r2@long_axis_1", "r2@long_axis_1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    AttnLayout l = parse(cases[i].text);
    char *text = attnLayoutPrint(&l);
    assert_string_equal(text, cases[i].printed);
    free(text);
  }
}

static void parseErrors(void **state) {
  (void)state;
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"q2@n", "column 1: found 'q2@n', expected a level"},
      {"r2@n x4@m", "column 6: found 'x4@m', expected a level"},
      {"r@n", "column 1: found 'r@n', expected <level><size>@<axis>"},
      {"r0@n", "column 1: found 'r0@n', expected <level><size>@<axis>"},
      {"r-2@n", "column 1: found 'r-2@n', expected <level><size>@<axis>"},
      {"r2", "column 1: found 'r2', expected <level><size>@<axis>"},
      {"r2x@n", "column 1: found 'r2x@n', expected <level><size>@<axis>"},
      {"r99999999999999999999@n", "column 1: found 'r99999999999999999999@n', expected"},
      {"r2@", "column 4: found axis '', expected a name"},
      {"r2@a-b", "column 4: found axis 'a-b', expected a name"},
      {"r2@abcdefghijklmnopqrstuvwxyz0123456", "column 4: found axis 'abc"},
      {"l4@n r2@*", "column 6: registers cannot hold copies"},
      {"r1048576@n l2@m r2@n", "column 17: 'r2@n' makes a product beyond 1048576"},
      {"r1048576@n l2@n", "column 12: 'l2@n' makes a product beyond 1048576"},
      {"r2@a r2@b r2@a r2@b r2@a r2@b r2@a r2@b r2@a r2@b l2@a l2@b l2@a l2@b l2@a w2@a w2@b w2@a "
       "w2@b w2@a w2@b w2@a w2@b w2@b w2@b",
       "column 121: more than 24 factors"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    AttnLayout l;
    char err[256] = "";
    if (attnLayoutParse(cases[i].text, &l, err, sizeof err))
      fail_msg("'%s' was accepted", cases[i].text);
    if (strncmp(err, cases[i].error, strlen(cases[i].error)) != 0)
      fail_msg("'%s': '%s', expected '%s...'", cases[i].text, err, cases[i].error);
  }
}

static void add(void **state) {
  (void)state;
  AttnLayout l = {0};
  assert_true(attnLayoutAdd(&l, ATTN_REG, 1, "n"));
  assert_int_equal(l.size, 0);
  for (int i = 0; i < ATTN_LAYOUT_MAX_FACTORS; ++i)
    assert_true(attnLayoutAdd(&l, ATTN_REG, 2, i % 2 ? "m" : "n"));
  assert_false(attnLayoutAdd(&l, ATTN_REG, 2, "n"));
  assert_true(attnLayoutAdd(&l, ATTN_REG, 1, "n"));
  assert_int_equal(l.size, ATTN_LAYOUT_MAX_FACTORS);
}

//===--- comparison and derived layouts -----------------------------------===//

static bool equal(const char *a, const char *b) {
  AttnLayout x = parse(a), y = parse(b);
  assert_true(attnLayoutEqual(&x, &x));
  assert_int_equal(attnLayoutEqual(&x, &y), attnLayoutEqual(&y, &x));
  return attnLayoutEqual(&x, &y);
}

static void equality(void **state) {
  (void)state;
  assert_true(equal("r2@n l8@m", "l8@m r2@n")); // neither level nor axis in common
  assert_true(equal("r2@n r4@n", "r8@n"));
  assert_true(equal("r2@n l8@m r4@n", "r8@n l8@m"));
  assert_true(equal("l4@* r2@n l8@*", "l32@* r2@n"));
  assert_true(equal("l32@* w2@*", "w2@* l32@*"));
  assert_false(equal("r2@n l4@n", "l4@n r2@n")); // the order along n
  assert_false(equal("r2@n r2@m", "r2@m r2@n")); // the order of registers
  assert_false(equal("r2@n l4@n r2@n", "r4@n l4@n"));
  assert_false(equal("r2@n r2@m r2@n", "r4@n r2@m"));
  assert_false(equal("r8@n", "r4@n"));
  assert_false(equal("r8@n", "l8@n"));
  assert_false(equal("l8@n", "l8@*"));
  assert_false(equal("l4@* l8@n", "l8@n l4@*"));
  assert_false(equal("", "r2@n"));
  assert_true(equal("", ""));
}

static void without(void **state) {
  (void)state;
  AttnLayout l = parse("r2@n l4@n l8@m r2@m r8@n w4@m"), rows = attnLayoutWithout(&l, "n");
  char *text = attnLayoutPrint(&rows);
  assert_string_equal(text, "l4@* l8@m r2@m w4@m");
  free(text);
  assert_int_equal(attnLayoutExtent(&rows, "m"), 64);
  assert_int_equal(attnLayoutExtent(&rows, "n"), 1);
  assert_int_equal(attnLayoutCount(&rows, ATTN_LANE), 32);
  AttnLayout same = attnLayoutWithout(&l, "k");
  assert_true(attnLayoutEqual(&l, &same));
}

static void overLanes(void **state) {
  (void)state;
  AttnLayout l = parse("r2@n l4@n l8@m r2@m r8@n w4@m"),
             lanes = attnLayoutOverLanes(&l, "n", "n_lanes");
  char *text = attnLayoutPrint(&lanes);
  assert_string_equal(text, "l4@n_lanes l8@m r2@m w4@m");
  free(text);
  l = parse("l16@n r4@n r4@m l2@m w2@n w4@m");
  lanes = attnLayoutOverLanes(&l, "m", "x");
  text = attnLayoutPrint(&lanes);
  assert_string_equal(text, "l16@n r4@n l2@x w2@n w4@x");
  free(text);
  AttnLayout same = attnLayoutOverLanes(&l, "k", "x");
  assert_true(attnLayoutEqual(&l, &same));
}

static bool sameLane(const char *a, const char *b, int warps, int *regs) {
  AttnLayout x = parse(a), y = parse(b);
  return attnLayoutSameLane(&x, &y, warps, regs);
}

static void sameLanes(void **state) {
  (void)state;
  int regs[64];
  // Itself.
  assert_true(sameLane("r2@n l4@n l8@m r2@m", "r2@n l4@n l8@m r2@m", 1, regs));
  for (int i = 0; i < 4; ++i)
    assert_int_equal(regs[i], i);
  // A row value broadcast along n: register bit 1 of the tile is the row.
  assert_true(sameLane("l4@* l8@m r2@m", "r2@n l4@n l8@m r2@m", 1, regs));
  assert_int_equal(regs[0], 0);
  assert_int_equal(regs[1], 0);
  assert_int_equal(regs[2], 1);
  assert_int_equal(regs[3], 1);
  // Registers in another order.
  assert_true(sameLane("l32@m r2@a r4@b", "l32@m r4@b r2@a", 1, regs));
  for (int i = 0; i < 8; ++i)
    assert_int_equal(regs[i], i / 4 + 2 * (i % 4));
  // Two C fragments side by side along n are the A fragment of the next product (k = n): no lane
  // moves.
  assert_true(sameLane("r2@k l4@k l8@m r2@m r2@k", "r2@k l4@k l8@m r2@m r2@k", 1, regs));
  // Lanes along another axis: data would have to move.
  assert_false(sameLane("l32@m r2@n", "l32@n r2@m", 1, regs));
  assert_false(sameLane("r2@n l4@n l8@m r2@m", "l4@n r2@n l8@m r2@m", 1, regs));
  // A value that lanes share can be read as one that they do not, not the other way round.
  assert_true(sameLane("l32@* r4@m", "l32@n r4@m", 1, regs));
  assert_false(sameLane("l32@n r4@m", "l32@* r4@m", 1, regs));
  assert_false(sameLane("l4@m l8@*", "l8@* l4@m", 1, regs));
  // Warps.
  assert_true(sameLane("l32@m w2@m", "l32@m w2@m r2@n", 2, regs));
  assert_false(sameLane("l32@m w2@m", "l32@m w2@n r2@m", 2, regs));
  assert_false(sameLane("l32@m w2@m", "l32@m w2@m", 4, regs));
  assert_false(sameLane("l16@m", "l32@m", 1, regs));
  // An axis of `from` that `to` lacks; elements that `from` has not.
  assert_false(sameLane("l32@m r2@n", "l32@m", 1, regs));
  assert_false(sameLane("l32@m r2@n", "l32@m r4@n", 1, regs));
}

/// attnLayoutSameLane against its definition, over small layouts.
static void sameLanesBrute(void **state) {
  (void)state;
  static const char *const layouts[] = {"l4@m l8@n r2@m r2@n", "l4@m l8@n r2@n r2@m",
                                        "r2@m l4@m l8@n r2@n", "l32@* r2@m",
                                        "l8@n l4@m r2@m r2@n", "l4@m l8@*",
                                        "l4@m l8@* r2@m",      "l32@n r8@m",
                                        "r4@m l32@n",          "l32@*",
                                        "l4@m l8@n r4@m",      "r2@n l8@n l4@m r2@m"};
  size_t n = sizeof layouts / sizeof *layouts;
  for (size_t a = 0; a < n; ++a)
    for (size_t b = 0; b < n; ++b) {
      AttnLayout from = parse(layouts[a]), to = parse(layouts[b]);
      int nFrom = attnLayoutCount(&from, ATTN_REG), nTo = attnLayoutCount(&to, ATTN_REG);
      static const char *const axes[] = {"m", "n"};
      bool all = true;
      int expected[64], regs[64];
      for (int i = 0; i < 2; ++i)
        all = all && (attnLayoutExtent(&from, axes[i]) == 1 || attnLayoutExtent(&to, axes[i]) > 1);
      for (int r = 0; r < nTo && all; ++r) {
        expected[r] = -1;
        for (int f = 0; f < nFrom && expected[r] < 0; ++f) {
          bool same = true;
          for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < 2; ++i)
              if (attnLayoutExtent(&from, axes[i]) > 1 &&
                  attnLayoutCoord(&from, axes[i], f, lane, 0) !=
                      attnLayoutCoord(&to, axes[i], r, lane, 0))
                same = false;
          if (same)
            expected[r] = f;
        }
        all = expected[r] >= 0;
      }
      bool got = attnLayoutSameLane(&from, &to, 1, regs);
      if (got != all)
        fail_msg("'%s' read as '%s': %d, expected %d", layouts[a], layouts[b], got, all);
      for (int r = 0; r < nTo && all; ++r)
        assert_int_equal(regs[r], expected[r]);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fragmentC),      cmocka_unit_test(fragmentA),  cmocka_unit_test(fragmentB),
      cmocka_unit_test(coverage),       cmocka_unit_test(scalarTile), cmocka_unit_test(printing),
      cmocka_unit_test(parseErrors),    cmocka_unit_test(add),        cmocka_unit_test(equality),
      cmocka_unit_test(without),        cmocka_unit_test(overLanes),  cmocka_unit_test(sameLanes),
      cmocka_unit_test(sameLanesBrute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
