//===- emu-collectives.c - What lanes do together, against scalar models --===//
//
// Kernels are C functions here. The models say who holds what from the side of the matrix element;
// the emulator says it from the side of the lane. Sources: PTX ISA 8.x, "shfl.sync", "vote.sync",
// "redux.sync", "ldmatrix", "stmatrix", "Matrix Fragments for mma.m16n8k16 with floating point
// type".
//===----------------------------------------------------------------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Runtime/Emu.h"
#include "Runtime/EmuCalls.h"
#include "Runtime/Half.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//===--- running C functions as kernels -----------------------------------===//

typedef void Kernel(AttnEmuLane *, void **);

enum { SITES = 4 };
static const AttnEmuSite sites[SITES] = {
    {"op", "a:1:1"}, {"op", "a:2:1"}, {"op", "a:3:1"}, {"op", "a:4:1"}};

static AttnEmu *launch(Kernel *entry, uint32_t ctas, uint32_t threads, uint32_t shared,
                       void **params, AttnEmuOptions options) {
  AttnEmu *emu = attnEmuCreate(&options);
  AttnEmuKernel *k = test_calloc(1, sizeof *k);
  *k = (AttnEmuKernel){.name = "k", .entry = entry, .numSites = SITES, .sites = sites};
  AttnEmuLaunchDesc d = {.kernel = k,
                         .grid = {ctas, 1, 1},
                         .block = {threads, 1, 1},
                         .shared = shared,
                         .params = params};
  AttnStatus st;
  assert_true(attnEmuLaunch(emu, &d, &st));
  for (int i = 0; i < attnEmuNumReports(emu); ++i)
    print_message("%s\n", attnEmuReport(emu, i)->text);
  test_free(k);
  return emu;
}

/// Runs one CTA; nothing may be reported.
static void run(Kernel *entry, uint32_t threads, uint32_t shared, void **params) {
  AttnEmu *emu = launch(entry, 1, threads, shared, params, (AttnEmuOptions){.threads = 1});
  assert_int_equal(attnEmuNumHazards(emu), 0);
  attnEmuDestroy(emu);
}

static uint32_t tid(AttnEmuLane *l) {
  uint64_t a[] = {ATTN_EMU_SREG_TID}, r[1];
  attnEmuSpecialRegister(l, 0, a, r);
  return (uint32_t)r[0];
}

static uint32_t random32(void) {
  static uint64_t state = 0x853c49e6748fea9bu;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

//===--- shuffles ---------------------------------------------------------===//

typedef struct Shuffle {
  uint32_t kind, offset, clamp;
  uint32_t value[32], got[32], valid[32];
} Shuffle;

static void shuffleKernel(AttnEmuLane *l, void **params) {
  Shuffle *s = params[0];
  uint32_t t = tid(l);
  uint64_t a[] = {0xffffffff, s->value[t], s->offset, s->clamp, s->kind, 1}, r[2];
  attnEmuShuffle(l, 0, a, r);
  s->got[t] = (uint32_t)r[0];
  s->valid[t] = (uint32_t)r[1];
}

/// The lane that CUDA's __shfl_*_sync(value, offset, width) reads from; -1: its own, invalid.
static int source(uint32_t kind, int lane, int offset, int width) {
  int at = lane % width, start = lane - at;
  switch (kind) {
  case 0: // up
    return at >= offset ? lane - offset : -1;
  case 1: // down
    return at + offset < width ? lane + offset : -1;
  case 2: // bfly: groups below are in reach, groups above are not
    return (lane ^ offset) < start + width ? lane ^ offset : -1;
  default: // idx
    return start + offset % width;
  }
}

static void testShuffle(void **state) {
  (void)state;
  for (uint32_t kind = 0; kind < 4; ++kind)
    for (int width = 1; width <= 32; width *= 2)
      for (int offset = 0; offset < 32; ++offset) {
        Shuffle s = {.kind = kind, .offset = (uint32_t)offset};
        s.clamp = (uint32_t)(32 - width) << 8 | (kind == 0 ? 0 : 31);
        for (int i = 0; i < 32; ++i)
          s.value[i] = random32();
        void *params[] = {&s};
        run(shuffleKernel, 32, 0, params);
        for (int i = 0; i < 32; ++i) {
          int from = source(kind, i, offset, width);
          assert_int_equal(s.got[i], s.value[from < 0 ? i : from]);
          assert_int_equal(s.valid[i], from >= 0);
        }
      }
}

//===--- vote, elect, redux -----------------------------------------------===//

typedef struct Vote {
  uint32_t mask, kind, value[32], got[32];
  int what; ///< 0 vote, 1 elect, 2 redux, 3 redux of floats
} Vote;

static void voteKernel(AttnEmuLane *l, void **params) {
  Vote *v = params[0];
  uint32_t t = tid(l);
  uint64_t r[1];
  if (!(v->mask >> t & 1))
    return;
  uint64_t vote[] = {v->mask, v->value[t] & 1, v->kind}, elect[] = {1, v->mask};
  uint64_t redux[] = {v->value[t], v->mask, v->kind, 0, 0, v->what == 3};
  if (v->what == 0)
    attnEmuVote(l, 0, vote, r);
  else if (v->what == 1)
    attnEmuElect(l, 0, elect, r);
  else
    attnEmuRedux(l, 0, redux, r);
  v->got[t] = (uint32_t)r[0];
}

static void testVoteAndElect(void **state) {
  (void)state;
  for (int n = 0; n < 200; ++n) {
    Vote v = {.mask = n % 3 ? random32() | 1 : ~0u, .kind = (uint32_t)n % 4};
    uint32_t ones = 0, members = 0, ballot = 0;
    int lowest = -1;
    for (int i = 0; i < 32; ++i) {
      v.value[i] = n % 5 == 0 ? 1 : n % 7 == 0 ? 0 : random32();
      if (!(v.mask >> i & 1))
        continue;
      ++members;
      ones += v.value[i] & 1;
      ballot += (v.value[i] & 1) ? 1u << i : 0;
      lowest = lowest < 0 ? i : lowest;
    }
    uint32_t want[] = {ones > 0, ones == members, ballot, ones == members || ones == 0};
    void *params[] = {&v};
    run(voteKernel, 32, 0, params);
    for (int i = 0; i < 32; ++i)
      if (v.mask >> i & 1)
        assert_int_equal(v.got[i], want[v.kind]);
    v.what = 1;
    run(voteKernel, 32, 0, params);
    for (int i = 0; i < 32; ++i)
      if (v.mask >> i & 1)
        assert_int_equal(v.got[i], i == lowest);
  }
}

static int64_t reduced(uint32_t kind, const Vote *v) {
  int64_t r = 0;
  bool first = true;
  for (int i = 0; i < 32; ++i) {
    if (!(v->mask >> i & 1))
      continue;
    int64_t s = (int32_t)v->value[i], u = v->value[i], x = kind == 2 || kind == 3 ? s : u;
    if (first)
      r = x;
    else
      r = kind == 0                ? r + x
          : kind == 1              ? (r & x)
          : kind == 4              ? (r | x)
          : kind == 7              ? (r ^ x)
          : kind == 2 || kind == 5 ? (r > x ? r : x)
                                   : (r < x ? r : x);
    first = false;
  }
  return r;
}

static void testRedux(void **state) {
  (void)state;
  for (uint32_t n = 0; n < 400; ++n) {
    Vote v = {.what = 2, .mask = n % 3 ? random32() | 4 : ~0u, .kind = n % 8};
    for (int i = 0; i < 32; ++i)
      v.value[i] = random32();
    void *params[] = {&v};
    run(voteKernel, 32, 0, params);
    for (int i = 0; i < 32; ++i)
      if (v.mask >> i & 1)
        assert_int_equal(v.got[i], (uint32_t)reduced(v.kind, &v));
    Vote f = {.what = 3, .mask = v.mask, .kind = 8 + n % 2};
    float best = 0;
    bool first = true;
    for (int i = 0; i < 32; ++i) {
      float x = (float)(int32_t)random32() * 1e-6f;
      if (i % 11 == 3)
        x = NAN; // loses
      memcpy(&f.value[i], &x, 4);
      if (!(f.mask >> i & 1) || isnan(x))
        continue;
      best = first ? x : n % 2 ? fmaxf(best, x) : fminf(best, x);
      first = false;
    }
    if (first)
      continue;
    params[0] = &f;
    run(voteKernel, 32, 0, params);
    for (int i = 0; i < 32; ++i)
      if (f.mask >> i & 1)
        assert_memory_equal(&f.got[i], &best, 4);
  }
}

//===--- ldmatrix, stmatrix -----------------------------------------------===//

enum { PITCH = 48 }; ///< bytes from row to row in shared memory

typedef struct Matrices {
  uint32_t n;
  bool trans;
  uint16_t m[4][8][8];
  uint32_t regs[32][4];
} Matrices;

static uint64_t rowAddress(uint32_t lane) { return ATTN_EMU_SHARED_BASE + PITCH * lane; }

/// Rows go to shared memory, a barrier, ldmatrix.
static void loadKernel(AttnEmuLane *l, void **params) {
  Matrices *x = params[0];
  uint32_t t = tid(l);
  if (t < 8 * x->n)
    attnEmuWriteShared(l, rowAddress(t), x->m[t / 8][t % 8], 16 | 4 << 16, 0);
  attnEmuBarrierZero(l, 1, NULL, NULL);
  uint64_t a[] = {t < 8 * x->n ? rowAddress(t) : 0, x->n, x->trans}, r[4];
  attnEmuLoadMatrix(l, 2, a, r);
  for (uint32_t i = 0; i < x->n; ++i)
    x->regs[t][i] = (uint32_t)r[i];
}

/// stmatrix, a barrier, rows come from shared memory.
static void storeKernel(AttnEmuLane *l, void **params) {
  Matrices *x = params[0];
  uint32_t t = tid(l);
  uint64_t a[8] = {x->n + 1, t < 8 * x->n ? rowAddress(t) : 0};
  for (uint32_t i = 0; i < x->n; ++i)
    a[2 + i] = x->regs[t][i];
  a[2 + x->n] = x->trans;
  attnEmuStoreMatrix(l, 0, a, NULL);
  attnEmuBarrierZero(l, 1, NULL, NULL);
  if (t < 8 * x->n)
    memcpy(x->m[t / 8][t % 8], attnEmuReadShared(l, rowAddress(t), 16 | 4 << 16, 2), 16);
}

/// Element (row, column) lies in this lane's register, this half.
static void holder(int row, int column, bool trans, int *lane, int *half) {
  if (trans) {
    int swap = row;
    row = column;
    column = swap;
  }
  *lane = 4 * row + column / 2;
  *half = column % 2;
}

static void testMatrices(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 4; n *= 2)
    for (int trans = 0; trans < 2; ++trans) {
      static Matrices x, y;
      x = (Matrices){.n = n, .trans = trans};
      for (uint32_t i = 0; i < n * 64; ++i)
        (&x.m[0][0][0])[i] = (uint16_t)random32();
      void *params[] = {&x};
      run(loadKernel, 32, 32 * PITCH, params);
      for (uint32_t r = 0; r < n; ++r)
        for (int i = 0; i < 8; ++i)
          for (int j = 0; j < 8; ++j) {
            int lane, half;
            holder(i, j, trans, &lane, &half);
            assert_int_equal(x.regs[lane][r] >> (16 * half) & 0xffff, x.m[r][i][j]);
          }
      y = x;
      memset(y.m, 0, sizeof y.m);
      params[0] = &y;
      run(storeKernel, 32, 32 * PITCH, params);
      assert_memory_equal(y.m, x.m, sizeof x.m);
    }
}

//===--- mma.sync ---------------------------------------------------------===//

typedef struct Mma {
  bool bf16;
  uint16_t a[16][16], b[16][8];
  float c[16][8], d[16][8];
} Mma;

static void cHolder(int row, int column, int *lane, int *index) {
  *lane = row % 8 * 4 + column / 2;
  *index = row / 8 * 2 + column % 2;
}

static void mmaKernel(AttnEmuLane *l, void **params) {
  Mma *x = params[0];
  int t = (int)tid(l), lane, index;
  uint64_t w[16] = {4, 0, 0, 0, 0, 2, 0, 0, 4, 0, 0, 0, 0, x->bf16, x->bf16}, r[4];
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < 16; ++k)
      if (i % 8 * 4 + k % 8 / 2 == t)
        w[1 + i / 8 + 2 * (k / 8)] |= (uint64_t)x->a[i][k] << 16 * (k % 2);
  for (int k = 0; k < 16; ++k)
    for (int j = 0; j < 8; ++j)
      if (j * 4 + k % 8 / 2 == t)
        w[6 + k / 8] |= (uint64_t)x->b[k][j] << 16 * (k % 2);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      cHolder(i, j, &lane, &index);
      if (lane == t)
        memcpy(&w[9 + index], &x->c[i][j], 4);
    }
  attnEmuMma(l, 0, w, r);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      cHolder(i, j, &lane, &index);
      if (lane == t)
        memcpy(&x->d[i][j], &r[index], 4);
    }
}

static uint16_t bits(bool bf16, double v) {
  return bf16 ? attnBf16FromDouble(v) : attnF16FromDouble(v);
}
static double value(bool bf16, uint16_t v) {
  return bf16 ? attnBf16ToDouble(v) : attnF16ToDouble(v);
}

/// Small numbers, whose sums are exact; the arithmetic's last bits: emu-h200.c.
static void testMma(void **state) {
  (void)state;
  for (int n = 0; n < 8; ++n) {
    static Mma x;
    x.bf16 = n % 2;
    for (int i = 0; i < 256; ++i)
      (&x.a[0][0])[i] = bits(x.bf16, (int)(random32() % 17) - 8);
    for (int i = 0; i < 128; ++i) {
      (&x.b[0][0])[i] = bits(x.bf16, (int)(random32() % 17) - 8);
      (&x.c[0][0])[i] = (float)(random32() % 2001) * 0.5f - 500;
    }
    void *params[] = {&x};
    run(mmaKernel, 32, 0, params);
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 8; ++j) {
        double want = x.c[i][j];
        for (int k = 0; k < 16; ++k)
          want += value(x.bf16, x.a[i][k]) * value(x.bf16, x.b[k][j]);
        assert_true(x.d[i][j] == want);
      }
  }
}

//===--- bank conflicts ---------------------------------------------------===//

typedef struct Stride {
  uint32_t stride, bytes;
} Stride;

static void strideKernel(AttnEmuLane *l, void **params) {
  Stride *s = params[0];
  uint8_t zero[16] = {0};
  uint32_t log = (uint32_t)__builtin_ctz(s->bytes);
  attnEmuWriteShared(l, ATTN_EMU_SHARED_BASE + s->stride * tid(l), zero, s->bytes | log << 16, 3);
}

static void testBankConflicts(void **state) {
  (void)state;
  static const struct {
    uint32_t stride, bytes;
    int64_t wavefronts, conflicts;
  } rows[] = {
      {4, 4, 1, 0},   {8, 4, 2, 1},      {12, 4, 1, 0},   {128, 4, 32, 31}, {132, 4, 1, 0},
      {0, 4, 1, 0},   {2, 2, 1, 0},      {64, 2, 16, 15}, {8, 8, 2, 0},     {16, 8, 4, 2},
      {16, 16, 4, 0}, {128, 16, 32, 28}, {144, 16, 4, 0}, {256, 8, 32, 30},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    Stride s = {rows[i].stride, rows[i].bytes};
    void *params[] = {&s};
    AttnEmu *emu = launch(strideKernel, 1, 32, 32 * 256, params,
                          (AttnEmuOptions){.threads = 1, .counters = true});
    const AttnEmuCounters *c = attnEmuKernelCounters(emu, 0);
    assert_int_equal(c->perSite[3].requests, 1);
    assert_int_equal(c->perSite[3].executions, 32);
    assert_int_equal(c->perSite[3].bytes, 32 * rows[i].bytes);
    assert_int_equal(c->perSite[3].wavefronts, rows[i].wavefronts);
    assert_int_equal(c->perSite[3].conflicts, rows[i].conflicts);
    assert_int_equal(c->conflicts, rows[i].conflicts);
    attnEmuDestroy(emu);
  }
}

//===--- determinism ------------------------------------------------------===//

/// A hazard in every third CTA.
static void manyKernel(AttnEmuLane *l, void **params) {
  uint64_t a[] = {ATTN_EMU_SREG_CTAID}, r[1];
  attnEmuSpecialRegister(l, 0, a, r);
  uint32_t t = tid(l);
  float x;
  if (r[0] % 3 == 2)
    memcpy(&x, attnEmuReadShared(l, ATTN_EMU_SHARED_BASE + 4 * t, 4 | 2 << 16, 1), 4);
  x = (float)(r[0] * 64 + t);
  attnEmuWriteShared(l, ATTN_EMU_SHARED_BASE + 4 * t, &x, 4 | 2 << 16, 2);
  attnEmuBarrierZero(l, 3, NULL, NULL);
  ((float *)params[0])[r[0] * 64 + t] = x;
}

static void testDeterminism(void **state) {
  (void)state;
  static float out[4][100 * 64];
  char *text[4], *report[4];
  for (int i = 0; i < 4; ++i) {
    void *params[] = {out[i]};
    AttnEmu *emu = launch(manyKernel, 100, 64, 256, params,
                          (AttnEmuOptions){.threads = i < 2 ? 1 : i, .counters = true});
    assert_int_equal(attnEmuNumReports(emu), 1);
    const AttnEmuReport *r = attnEmuReport(emu, 0);
    assert_int_equal(r->hazard, ATTN_EMU_UNINITIALIZED);
    assert_int_equal(r->cta, 2);
    assert_int_equal(r->count, 33 * 64);
    assert_int_equal(attnEmuNumHazards(emu), 33 * 64);
    report[i] = strdup(r->text);
    text[i] = attnEmuCountersText(emu);
    attnEmuDestroy(emu);
    assert_string_equal(text[i], text[0]);
    assert_string_equal(report[i], report[0]);
    assert_memory_equal(out[i], out[0], sizeof out[0]);
  }
  for (int i = 0; i < 4; ++i) {
    free(text[i]);
    free(report[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testShuffle),     cmocka_unit_test(testVoteAndElect),
      cmocka_unit_test(testRedux),       cmocka_unit_test(testMatrices),
      cmocka_unit_test(testMma),         cmocka_unit_test(testBankConflicts),
      cmocka_unit_test(testDeterminism),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
