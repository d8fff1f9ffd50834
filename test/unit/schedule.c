// The schedule language: parsing, errors with columns, printing, look-up, merging, values.
#include "Schedule/Schedule.h"
#include "Schedule/Suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void roundTrip(const char *text, const char *printed) {
  AttnSchedule s;
  char err[512] = "";
  if (!attnScheduleParse(text, &s, err, sizeof err))
    fail_msg("'%s': %s", text, err);
  char *again = attnSchedulePrint(&s);
  assert_string_equal(again, printed);
  free(again);
}

static void accepts(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "PLACE@fold=cut",
      "PLACE=fuse",
      "REDUCE@kv=g4k",
      "REDUCE@kv=g4k/b2/r3",
      "REDUCE@kv=r2",
      "REDUCE@kv=b8/r2",
      "TILE@qk=n16x16/f4x4",
      "TILE=n32/f1",
      "TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8",
      "TILE@qk=a:mma_m16n8k16_bf16/w4x1/f1x8/k4",
      "TILE@qk=a:wgmma_m64n128k16_bf16/w2x1/f1x1",
      "TILE@qk=a:mma_m16n8k32_e4m3/w4x2/f1x8",
      "TILE@qk=a:wgmma_m64n256k32_e5m2/w2x1/f1x1",
      "STAGE@kv=d1/sync",
      "STAGE@kv=d1/sync/pad0",
      "STAGE@m=none",
      "STAGE@kv=d2/cp/ring/pad16/p2",
      "STAGE@kv=d3/tma/ring/swz128",
      "STAGE@kv=d3/tma/swz32/p1",
      "HOLD@m=reg",
      "HOLD@m=smem",
      "HOLD=reload",
      "ROLE@kv=u",
      "ROLE@kv=p1:c2",
      "ROLE@kv=p4:c2/regs40,232/pingpong/overlap",
      "ROLE@kv=p1:c2/overlap",
      "GRID=tile",
      "GRID=persistent",
      "GRID=persistent/lpt",
      "GRID=persistent/raster4",
      "GRID=persistent/lpt/raster16",
      "GRID=raster8",
      "GRID=tile/lpt",
      "GRID=tile/lpt/raster8",
      "GRID=tile/cluster2",
      "GRID=persistent/raster8/cluster4",
      "MATH=exp",
      "PACK=rows",
      "PACK=none",
      "MASK=tiles",
      "MASK@kv=elements",
      "WALK=up",
      "WALK@kv=down",
      "RESCALE@kv=step",
      "RESCALE=lazy",
      "RESCALE@kv=vote",
      "MATH=exp2",
      "TILE@qk=n16x16/f4x4;TILE=n8/f2;STAGE@kv=d1/sync/pad16;MATH=exp2",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
    roundTrip(texts[i], texts[i]);
  roundTrip(NULL, "");
  roundTrip("   ", "");
  roundTrip(" PLACE=cut ; MATH=exp ; ", "PLACE=cut;MATH=exp");
}

static void rejects(void **state) {
  (void)state;
  static const struct {
    const char *text, *error; // `error`: how the message begins
  } cases[] = {
      {"PLACE", "column 1: found 'PLACE', expected KEY@axis=value"},
      {"=cut", "column 1: found '', expected a key"},
      {"TILES=n1/f1", "column 1: unknown key 'TILES'; did you mean 'TILE'?"},
      {"stage=d1/cp", "column 1: unknown key 'stage'; did you mean 'STAGE'?"},
      {"MATH=exp; QQQQ=1",
       "column 11: unknown key 'QQQQ', expected one of PLACE, PACK, REDUCE, TILE, STAGE, "
       "HOLD, ROLE, GRID, MATH, MASK, WALK, RESCALE"},
      {"TILE@=n1/f1", "column 6: found '', expected the name of an axis"},
      {"TILE@q-k=n1/f1", "column 6: found 'q-k', expected the name of an axis"},
      {"TILE@abcdefghijklmnopqrstuvwxyz0123456789=n1/f1", "column 6: found 'abc"},
      {"GRID@m=tile", "column 6: GRID takes no axis"},
      {"MATH@m=exp", "column 6: MATH takes no axis"},
      {"PACK@m=rows", "column 6: PACK takes no axis"},
      {"PACK=heads", "column 6: found 'heads', expected rows or none"},
      {"PLACE=cut;;MATH=exp", "column 11: found an empty entry"},
      {";", "column 1: found an empty entry"},
      {"PLACE=cut;PLACE=cut", "column 11: PLACE is given twice"},
      {"TILE@a=n1/f1;TILE@b=n1/f1;TILE@a=n2/f1", "column 27: TILE@a is given twice"},
      // values
      {"PLACE=", "column 7: found the end, expected fuse or cut"},
      {"PLACE=cuts", "column 7: found 'cuts', expected fuse or cut"},
      {"PLACE=cut/2", "column 10: found '/2', expected the end of the value"},
      {"REDUCE=", "column 8: found the end, expected g<n>k, b<n>, r<n>"},
      {"REDUCE=g4", "column 10: found the end, expected 'k'"},
      {"REDUCE=r2/b2", "column 10: found '/b2', expected g<n>k, b<n>, r<n> in this order"},
      {"TILE=16x16/f4", "column 6: found '16x16/f4', expected 'n' (scalar) or 'a:' (tensor core)"},
      {"TILE=n0/f1", "column 7: found '0/f1', expected a number from 1 to 1048576"},
      {"TILE=n016/f1", "column 7: found '016/f1', expected a number without leading zeros"},
      {"TILE=n2000000/f1", "column 7: found '2000000/f1', expected a number from 1 to 1048576"},
      {"TILE=n99999999999999999999/f1",
       "column 7: found '99999999999999999999/f1', expected a number"},
      {"TILE=n16x/f4", "column 10: found '/f4', expected a number"},
      {"TILE=n16x16", "column 12: found the end, expected '/'"},
      {"TILE=n16x16/4", "column 13: found '4', expected 'f' and a number"},
      {"TILE=n16x16/f4x4/k2", "column 17: found '/k2', expected the end of the value"},
      {"TILE=a:scalar/w1x1/f1x1", "column 8: found 'scalar/w1x1/f1x1', expected an atom"},
      {"TILE=a:mma_m16n8k16_e4m3/w1x1/f1x1",
       "column 8: found 'mma_m16n8k16_e4m3/w1x1/f1x1', expected an atom"},
      {"TILE=a:mma_m16n16k16_f16/w1x1/f1x1",
       "column 8: found 'mma_m16n16k16_f16/w1x1/f1x1', expected an atom"},
      {"TILE=a:wgmma_m64n12k16_f16/w1x1/f1x1",
       "column 8: found 'wgmma_m64n12k16_f16/w1x1/f1x1', expected an atom"},
      {"TILE=a:wgmma_m64n264k16_f16/w1x1/f1x1",
       "column 8: found 'wgmma_m64n264k16_f16/w1x1/f1x1', expected an atom"},
      {"TILE=a:mma_m16n8k16_f32/w1x1/f1x1",
       "column 21: found 'f32/w1x1/f1x1', expected f16, bf16, e4m3 or e5m2"},
      {"TILE=a:mma_m16n8k16_f16/w4/f1x8", "column 27: found '/f1x8', expected 'x'"},
      {"TILE=a:mma_m16n8k16_f16/w4x1", "column 29: found the end, expected '/'"},
      {"STAGE=1/cp", "column 7: found '1/cp', expected 'd' and a number"},
      {"STAGE=d0/cp", "column 8: found '0/cp', expected a number from 1"},
      {"STAGE=d1/async", "column 10: found 'async', expected sync, cp or tma"},
      {"STAGE=d1/cp/swz48", "column 16: found '48', expected 32, 64 or 128"},
      {"STAGE=d1/cp/pad16/swz32", "column 18: found '/swz32', expected /ring"},
      {"STAGE=d1/cp/pad16/ring", "column 18: found '/ring', expected /ring"},
      {"STAGE=d1/cp/p0", "column 14: found '0', expected a number from 1"},
      {"HOLD=regs", "column 6: found 'regs', expected reg, smem or reload"},
      {"ROLE=up", "column 6: found 'up', expected 'u' or p<warps>:c<groups>"},
      {"ROLE=p1", "column 8: found the end, expected ':c<groups>'"},
      {"ROLE=p1:c2/regs40", "column 18: found the end, expected ',' and the consumers' registers"},
      {"ROLE=p1:c2/overlap/pingpong", "column 19: found '/pingpong', expected /regs<p>,<c>"},
      {"ROLE=p1:c2/stmatrix/overlap", "column 20: found '/overlap', expected /regs<p>,<c>"},
      {"GRID=raster",
       "column 6: found 'raster', expected tile[/lpt] or persistent[/lpt|/streamk] "
       "with [/raster<n>][/cluster<2|4>], persistent also with [/sms<n>], or raster<n>"},
      {"GRID=tile/sms4", "column 10: found '/sms4', expected /lpt, /raster<n>, /cluster<2|4>"},
      {"GRID=persistent/cluster4/sms3",
       "column 29: found '3', expected at least as many as a cluster has CTAs"},
      {"GRID=tile/streamk", "column 10: found '/streamk', expected /lpt, /raster<n>"},
      {"GRID=persistent/lpt/streamk", "column 20: found '/streamk', expected /lpt or /streamk, "
                                      "/raster<n>, /cluster<2|4>, /sms<n> in this"},
      {"GRID=tile/lpt/x",
       "column 14: found '/x', expected /lpt, /raster<n>, /cluster<2|4> in this order, or the end"},
      {"GRID=tile/cluster3", "column 18: found '3', expected 2 or 4"},
      {"GRID=tile/cluster",
       "column 10: found '/cluster', expected /lpt, /raster<n>, /cluster<2|4>"},
      {"GRID=tile/cluster2/lpt", "column 19: found '/lpt', expected /lpt, /raster<n>, /cluster"},
      {"GRID=raster8/cluster2", "column 13: found '/cluster2', expected the end of the value"},
      {"MASK=both", "column 6: found 'both', expected tiles or elements"},
      {"WALK=back", "column 6: found 'back', expected up or down"},
      {"RESCALE@kv=never", "column 12: found 'never', expected step, vote or lazy"},
      {"MATH=exp3", "column 9: found '3', expected the end of the value"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    AttnSchedule s;
    char err[512] = "";
    if (attnScheduleParse(cases[i].text, &s, err, sizeof err))
      fail_msg("'%s' was accepted", cases[i].text);
    if (strncmp(err, cases[i].error, strlen(cases[i].error)) != 0)
      fail_msg("'%s': '%s', expected '%s...'", cases[i].text, err, cases[i].error);
  }
}

static void errorBuffer(void **state) {
  (void)state;
  AttnSchedule s;
  char small[8];
  memset(small, 'x', sizeof small);
  assert_false(attnScheduleParse("PLACE", &s, small, sizeof small)); // cut short, terminated
  assert_int_equal(strlen(small), 7);
  assert_false(attnScheduleParse("PLACE", &s, NULL, 0));
  char longValue[200] = "TILE=n1";
  memset(longValue + 7, '1', 150);
  char err[256];
  assert_false(attnScheduleParse(longValue, &s, err, sizeof err));
  assert_non_null(strstr(err, "column 6: the value is longer than 95 letters"));
}

static void tooMany(void **state) {
  (void)state;
  char text[2000] = "";
  for (int i = 0; i < 33; ++i)
    sprintf(text + strlen(text), "%sHOLD@x%d=reg", i ? ";" : "", i);
  AttnSchedule s;
  char err[256];
  assert_false(attnScheduleParse(text, &s, err, sizeof err));
  assert_non_null(strstr(err, "more than 32 entries"));
  *strrchr(text, ';') = 0;
  assert_true(attnScheduleParse(text, &s, err, sizeof err));
  assert_int_equal(s.size, 32);
  assert_false(attnScheduleSet(&s, "HOLD", "y", "reg"));
  assert_true(attnScheduleSet(&s, "HOLD", "x3", "smem"));
  AttnSchedule more = {0};
  assert_true(attnScheduleSet(&more, "HOLD", "y", "reg"));
  assert_false(attnScheduleMerge(&s, &more, err, sizeof err));
  assert_non_null(strstr(err, "no room for HOLD@y=reg"));
}

static void lookUp(void **state) {
  (void)state;
  AttnSchedule s;
  assert_true(attnScheduleParse("TILE@qk=n16/f1;TILE=n8/f1;HOLD@m=reg", &s, NULL, 0));
  assert_string_equal(attnScheduleGet(&s, "TILE", "qk")->value, "n16/f1");
  assert_string_equal(attnScheduleGet(&s, "TILE", "pv")->value, "n8/f1"); // the bare entry
  assert_string_equal(attnScheduleGet(&s, "TILE", NULL)->value, "n8/f1");
  assert_string_equal(attnScheduleGet(&s, "TILE", "")->value, "n8/f1");
  assert_string_equal(attnScheduleGet(&s, "HOLD", "m")->value, "reg");
  assert_null(attnScheduleGet(&s, "HOLD", NULL)); // bare only
  assert_null(attnScheduleGet(&s, "HOLD", "n"));
  assert_null(attnScheduleGet(&s, "STAGE", "m"));
}

static void set(void **state) {
  (void)state;
  AttnSchedule s = {0};
  assert_true(attnScheduleSet(&s, "TILE", "qk", "n1/f1"));
  assert_true(attnScheduleSet(&s, "TILE", NULL, "n2/f1"));
  assert_true(attnScheduleSet(&s, "TILE", "qk", "n3/f1")); // replaces
  char *text = attnSchedulePrint(&s);
  assert_string_equal(text, "TILE@qk=n3/f1;TILE=n2/f1");
  free(text);
  char longText[200];
  memset(longText, 'a', sizeof longText - 1);
  longText[sizeof longText - 1] = 0;
  assert_false(attnScheduleSet(&s, "TILE", longText, "n1/f1"));
  assert_false(attnScheduleSet(&s, "TILE", "qk", longText));
  assert_int_equal(s.size, 2);
}

static void merge(void **state) {
  (void)state;
  AttnSchedule base, pins;
  char err[256] = "";
  assert_true(attnScheduleParse("TILE@qk=n16/f1;MATH=exp", &base, NULL, 0));
  assert_true(attnScheduleParse("MATH=exp;TILE@pv=n8/f1;TILE=n4/f1", &pins, NULL, 0));
  assert_true(attnScheduleMerge(&base, &pins, err, sizeof err));
  char *text = attnSchedulePrint(&base);
  assert_string_equal(text, "TILE@qk=n16/f1;MATH=exp;TILE@pv=n8/f1;TILE=n4/f1");
  free(text);
  assert_true(attnScheduleParse("TILE@qk=n32/f1", &pins, NULL, 0));
  assert_false(attnScheduleMerge(&base, &pins, err, sizeof err));
  assert_string_equal(err, "TILE@qk=n32/f1 contradicts TILE@qk=n16/f1, which stands already");
}

static void values(void **state) {
  (void)state;
  AttnScalarTile t;
  assert_true(attnParseScalarTile("n16x8/f4x2", &t));
  assert_int_equal(t.n, 16);
  assert_int_equal(t.m, 8);
  assert_int_equal(t.fn, 4);
  assert_int_equal(t.fm, 2);
  assert_true(attnParseScalarTile("n16/f4", &t));
  assert_int_equal(t.m, 1);
  assert_int_equal(t.fm, 1);
  assert_false(attnParseScalarTile("a:mma_m16n8k16_f16/w4x1/f1x8", &t));
  assert_false(attnParseScalarTile("", &t));

  AttnAtomTile a;
  assert_true(attnParseAtomTile("a:wgmma_m64n128k16_bf16/w2x1/f1x3/k4", &a));
  assert_string_equal(a.atom, "wgmma_m64n128k16_bf16");
  assert_int_equal(a.family, ATTN_ATOM_WGMMA);
  assert_int_equal(a.m, 64);
  assert_int_equal(a.n, 128);
  assert_int_equal(a.k, 16);
  assert_string_equal(a.type, "bf16");
  assert_int_equal(a.wm, 2);
  assert_int_equal(a.wn, 1);
  assert_int_equal(a.fm, 1);
  assert_int_equal(a.fn, 3);
  assert_int_equal(a.bk, 4);
  assert_true(attnParseAtomTile("a:mma_m16n8k16_f16/w4x1/f1x8", &a));
  assert_int_equal(a.family, ATTN_ATOM_MMA);
  assert_int_equal(a.bk, 0);
  assert_false(attnParseAtomTile("n16/f4", &a));
  assert_true(attnIsAtom("scalar"));
  assert_true(attnIsAtom("mma_m16n8k16_f16"));
  assert_false(attnIsAtom("mma_m16n8k16_f16x"));
  assert_false(attnIsAtom(""));

  AttnStage st;
  assert_true(attnParseStage("d1/sync", &st));
  assert_int_equal(st.depth, 1);
  assert_string_equal(st.transport, "sync");
  assert_int_equal(st.pad, -1);
  assert_false(st.ring);
  assert_int_equal(st.swizzle, 0);
  assert_int_equal(st.prefetch, 0);
  assert_true(attnParseStage("d2/tma/ring/swz64/p3", &st));
  assert_true(st.ring);
  assert_int_equal(st.swizzle, 64);
  assert_int_equal(st.prefetch, 3);
  assert_true(attnParseStage("d2/cp/pad0", &st));
  assert_int_equal(st.pad, 0);

  AttnReduceSplit r;
  assert_true(attnParseReduce("g4k/r2", &r));
  assert_int_equal(r.grid, 4);
  assert_int_equal(r.block, 1);
  assert_int_equal(r.registers, 2);

  AttnRole role;
  assert_true(attnParseRole("u", &role));
  assert_true(role.uniform);
  assert_true(attnParseRole("p1:c2/regs40,232/pingpong", &role));
  assert_false(role.uniform);
  assert_int_equal(role.producerWarps, 1);
  assert_int_equal(role.consumerGroups, 2);
  assert_int_equal(role.producerRegs, 40);
  assert_int_equal(role.consumerRegs, 232);
  assert_true(role.pingpong);
  assert_false(role.overlap);
  assert_false(role.stmatrix);
  assert_true(attnParseRole("p1:c3/overlap/stmatrix", &role));
  assert_true(role.overlap);
  assert_true(role.stmatrix);

  AttnGrid g;
  assert_true(attnParseGrid("persistent/lpt", &g));
  assert_true(g.persistent && g.longestFirst && g.raster == 0);
  assert_true(attnParseGrid("persistent/lpt/raster4", &g));
  assert_true(g.persistent && g.longestFirst && g.raster == 4);
  assert_true(attnParseGrid("persistent/raster4", &g));
  assert_true(g.persistent && !g.longestFirst && g.raster == 4);
  assert_false(g.streamK);
  assert_true(attnParseGrid("persistent/lpt/raster4/cluster2/sms16", &g));
  assert_true(g.persistent && g.longestFirst && g.raster == 4 && g.cluster == 2 && g.sms == 16);
  assert_true(attnParseGrid("persistent/streamk/raster4/cluster2", &g));
  assert_true(g.persistent && g.streamK && g.raster == 4 && g.cluster == 2);
  assert_true(attnParseGrid("raster8", &g));
  assert_int_equal(g.raster, 8);
  assert_false(g.persistent);
}

static void suggestions(void **state) {
  (void)state;
  assert_int_equal(attnEditDistance("", ""), 0);
  assert_int_equal(attnEditDistance("abc", ""), 3);
  assert_int_equal(attnEditDistance("kitten", "sitting"), 3);
  assert_int_equal(attnEditDistance("layout", "layuot"), 1); // a swap is one edit
  assert_int_equal(attnEditDistance("TILE", "tile"), 0);     // case is none
  static const char *const words[] = {"layout", "axes", "axis", "schedule"};
  assert_string_equal(attnSuggest("schedul", words, 4), "schedule");
  assert_string_equal(attnSuggest("Layuot", words, 4), "layout");
  assert_string_equal(attnSuggest("axs", words, 4), "axes"); // the first of equals
  assert_null(attnSuggest("transport", words, 4));
  assert_null(attnSuggest("x", words, 4));
  assert_null(attnSuggest("", words, 4));
  assert_null(attnSuggest("axes", words, 0));
  static const char *const letters[] = {"a", "b"};
  assert_null(attnSuggest("c", letters, 2)); // one edit away, but nothing in common
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts), cmocka_unit_test(rejects), cmocka_unit_test(errorBuffer),
      cmocka_unit_test(tooMany), cmocka_unit_test(lookUp),  cmocka_unit_test(set),
      cmocka_unit_test(merge),   cmocka_unit_test(values),  cmocka_unit_test(suggestions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
