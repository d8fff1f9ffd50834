//===- emu-wgmma.c - Asynchronous matrix products -------------------------===//
//
// Values against a scalar model that says from the side of the matrix element where it lies: in a
// slab, row by row as a copy would have put it, and in which lane's register. Sources: PTX ISA 8.x,
// "Asynchronous Warpgroup Level Matrix Instructions": "Register Fragments", "Shared Memory Matrix
// Layout", "Strides", "Matrix Descriptor Format". Then each way of getting it wrong.
//===----------------------------------------------------------------------===//
#include "emu-kernels.h"

#include "Runtime/Half.h"

#include <stdio.h>

enum { M = 64, STEPS = 2, K = 16 * STEPS, MOST_CTAS = 2, MOST_N = 256, MOST_OUT = MOST_N / 2 };
enum { SLAB_A = S, SLAB_B = S + 65536, SHARED = 65536 * 2 + 65536 };

//===--- where elements lie -----------------------------------------------===//

/// A matrix of `rows` rows (of A, or columns of B) and K columns in shared memory.
typedef struct Slab {
  uint32_t base, rows, swizzle; ///< swizzle in bytes; 0: none
  bool mnMajor;
  uint32_t lbo, sbo;
} Slab;

static uint32_t swizzled(uint32_t address, uint32_t swizzle) {
  uint32_t line = address / 128, chunk = address / 16 % 8;
  if (swizzle == 128)
    chunk ^= line % 8;
  else if (swizzle == 64)
    chunk ^= line % 4;
  else if (swizzle == 32)
    chunk ^= line % 2;
  return line * 128 + chunk * 16 + address % 16;
}

static uint32_t addressOf(const Slab *s, uint32_t row, uint32_t k) {
  if (!s->swizzle && !s->mnMajor) // 8 x 8 matrices, each 128 bytes
    return s->base + row / 8 * s->sbo + k / 8 * s->lbo + row % 8 * 16 + k % 8 * 2;
  if (!s->swizzle)
    return s->base + row / 8 * s->sbo + k / 8 * s->lbo + k % 8 * 16 + row % 8 * 2;
  uint32_t width = s->swizzle / 2; // elements in a row of the slab
  if (!s->mnMajor)                 // panels of `width` of k, one below the other
    return swizzled(s->base + k / width * s->rows / 8 * s->sbo + row / 8 * s->sbo +
                        row % 8 * s->swizzle + k % width * 2,
                    s->swizzle);
  return swizzled(s->base + row / width * s->lbo + k / 8 * s->sbo + k % 8 * s->swizzle +
                      row % width * 2,
                  s->swizzle);
}

static uint64_t descriptorOf(const Slab *s, uint32_t step) {
  uint64_t start = s->base, mode = s->swizzle == 128  ? 1
                                   : s->swizzle == 64 ? 2
                                   : s->swizzle       ? 3
                                                      : 0;
  uint32_t perPanel = s->swizzle / 32; // steps of 16 in a row of the slab
  if (s->mnMajor || !s->swizzle)
    start += step * 2 * (s->mnMajor && s->swizzle ? s->sbo : s->lbo);
  else
    start += step / perPanel * s->rows / 8 * s->sbo + step % perPanel * 32;
  return start >> 4 | (uint64_t)(s->lbo >> 4) << 16 | (uint64_t)(s->sbo >> 4) << 32 | mode << 62;
}

/// The strides that a dense slab has.
static Slab slabOf(uint32_t base, uint32_t rows, uint32_t swizzle, bool mnMajor) {
  Slab s = {.base = base, .rows = rows, .swizzle = swizzle, .mnMajor = mnMajor};
  if (!swizzle) {
    s.lbo = 128 * (rows / 8 + 1); // a gap between the columns of matrices
    s.sbo = 128;
  } else if (!mnMajor) {
    s.lbo = 16; // not looked at
    s.sbo = 8 * swizzle;
  } else {
    s.lbo = K * swizzle;
    s.sbo = 8 * swizzle;
  }
  return s;
}

//===--- operations -------------------------------------------------------===//

static void group(AttnEmuLane *l, AttnEmuCall *call, uint32_t site) { call(l, site, NULL, NULL); }
static void fence(AttnEmuLane *l) { group(l, attnEmuWgmmaFence, AT_FENCE); }
static void commit(AttnEmuLane *l) { group(l, attnEmuWgmmaCommit, AT_PRODUCT); }

/// d (n / 2 registers) = [d +] A B; a: descriptor of A, or its four registers.
static void product(AttnEmuLane *l, uint32_t site, uint32_t n, uint64_t *d, bool add,
                    const uint64_t *a, bool registersA, bool mnMajorA, uint64_t b, bool mnMajorB,
                    bool bf16) {
  uint64_t w[2 * MOST_OUT + 24], *p = w;
  *p++ = n / 2;
  for (uint32_t i = 0; i < n / 2; ++i)
    *p++ = add, *p++ = add ? d[i] : 0;
  *p++ = registersA ? 5 : 2;
  for (uint32_t i = 0; i < (registersA ? 4 : 1); ++i)
    *p++ = a[i];
  *p++ = b;
  *p++ = n;
  if (!registersA)
    *p++ = 0;
  *p++ = 0;
  *p++ = add;
  *p++ = 1, *p++ = 1;
  if (!registersA)
    *p++ = mnMajorA;
  *p++ = mnMajorB;
  *p++ = bf16;
  (registersA ? attnEmuWgmmaRegisters : attnEmuWgmmaShared)(l, site, w, d);
}

static void waitFor(AttnEmuLane *l, uint64_t pending, uint64_t *d, uint32_t n) {
  uint64_t w[2 * MOST_OUT + 4], *p = w;
  *p++ = n;
  for (uint32_t i = 0; i < n; ++i)
    *p++ = 1, *p++ = d[i];
  *p++ = 0;
  *p++ = pending;
  attnEmuWgmmaWait(l, AT_PRODUCT_WAIT, w, d);
}

static void waitUntied(AttnEmuLane *l, uint64_t pending) {
  attnEmuWgmmaWaitOp(l, AT_PRODUCT_WAIT, &pending, NULL);
}

static float use(AttnEmuLane *l, uint64_t word) {
  uint32_t bits = (uint32_t)word;
  float x;
  memcpy(&x, &bits, 4);
  return attnEmuTouch(l, x, AT_USE);
}

//===--- values -----------------------------------------------------------===//

typedef struct Case {
  uint32_t n;
  bool bf16, registersA;
  Slab a, b;
  int8_t x[M][K], y[K][MOST_N]; ///< small integers: every sum is exact
  bool unmasked;                ///< descriptors with the rank of the CTA
  uint32_t ctas;                ///< of the cluster, that all do the same; 0: one
  float d[MOST_CTAS][M][MOST_N];
} Case;

static uint16_t half(int v, bool bf16) {
  return bf16 ? attnBf16FromDouble(v) : attnF16FromDouble(v);
}

static void put(AttnEmuLane *l, uint32_t at, uint16_t bits) {
  attnEmuWriteShared(l, own(l, at), &bits, W2, AT_STORE);
}

static void valuesKernel(AttnEmuLane *l, void **params) {
  Case *c = params[0];
  uint32_t t = tid(l);
  for (uint32_t i = t; i < M * K && !c->registersA; i += 128)
    put(l, addressOf(&c->a, i / K, i % K), half(c->x[i / K][i % K], c->bf16));
  for (uint32_t i = t; i < c->n * K; i += 128)
    put(l, addressOf(&c->b, i / K, i % K), half(c->y[i % K][i / K], c->bf16));
  fenceProxy(l);
  barrier(l);
  uint64_t d[MOST_OUT], rank = c->unmasked ? own(l, 0) >> 4 : 0;
  fence(l);
  for (uint32_t step = 0; step < STEPS; ++step) {
    uint64_t a[4] = {descriptorOf(&c->a, step) | rank};
    if (c->registersA) {
      memset(a, 0, sizeof a);
      // Element (row, k) is in lane 4 (row % 8) + (k % 8) / 2 of warp row / 16 ...
      for (uint32_t row = 0; row < M; ++row)
        for (uint32_t k = 0; k < 16; ++k)
          if (t == row / 16 * 32 + row % 8 * 4 + k % 8 / 2)
            a[row % 16 / 8 + 2 * (k / 8)] |= (uint64_t)half(c->x[row][16 * step + k], c->bf16)
                                             << 16 * (k % 2);
    }
    product(l, AT_PRODUCT, c->n, d, step > 0, a, c->registersA, c->a.mnMajor,
            descriptorOf(&c->b, step) | rank, c->b.mnMajor, c->bf16);
  }
  commit(l);
  waitFor(l, 0, d, c->n / 2);
  for (uint32_t row = 0; row < M; ++row)
    for (uint32_t column = 0; column < c->n; ++column)
      if (t == row / 16 * 32 + row % 8 * 4 + column % 8 / 2)
        c->d[clusterRank(l)][row][column] =
            use(l, d[column / 8 * 4 + row % 16 / 8 * 2 + column % 2]);
}

static Launch launchOf(Kernel *entry, void **params) {
  return (Launch){.entry = entry, .threads = 128, .shared = SHARED, .params = params};
}

static void expectCase(Case *c) {
  void *params[] = {c};
  for (uint32_t k = 0; k < K; ++k) {
    for (uint32_t i = 0; i < M; ++i)
      c->x[i][k] = (int8_t)(random32() % 17) - 8;
    for (uint32_t i = 0; i < c->n; ++i)
      c->y[k][i] = (int8_t)(random32() % 17) - 8;
  }
  Launch launch = launchOf(valuesKernel, params);
  launch.cluster = c->ctas;
  expectRun(&launch, -1, NULL);
  for (uint32_t cta = 0; cta == 0 || cta < c->ctas; ++cta)
    for (uint32_t row = 0; row < M; ++row)
      for (uint32_t column = 0; column < c->n; ++column) {
        int sum = 0;
        for (uint32_t k = 0; k < K; ++k)
          sum += c->x[row][k] * c->y[k][column];
        float d = c->d[cta][row][column];
        if (d != (float)sum)
          fail_msg("n %u, A %s swizzle %u %s, B swizzle %u %s: (%u, %u) of CTA %u is %g, not %d",
                   c->n, c->registersA ? "registers" : "shared", c->a.swizzle,
                   c->a.mnMajor ? "MN" : "K", c->b.swizzle, c->b.mnMajor ? "MN" : "K", row, column,
                   cta, (double)d, sum);
      }
}

static void testValues(void **state) {
  (void)state;
  static const uint32_t swizzles[] = {0, 32, 64, 128}, widths[] = {8, 16, 64, 96, 128, 256};
  static Case c;
  for (size_t w = 0; w < sizeof widths / sizeof *widths; ++w)
    for (int b = 0; b < 8; ++b)
      for (int a = 0; a < 9; ++a) {
        uint32_t n = widths[w];
        c = (Case){.n = n, .bf16 = (a + b) % 2, .registersA = a == 8};
        c.a = slabOf(SLAB_A, M, swizzles[a % 4], a / 4 == 1);
        c.b = slabOf(SLAB_B, n, swizzles[b % 4], b / 4);
        expectCase(&c);
      }
}

/// The start of a descriptor has no room for a rank: one that nobody masks runs into the leading
/// dimension's offset.
static void testRank(void **state) {
  (void)state;
  static const uint32_t swizzles[] = {0, 32, 64, 128};
  static Case c;
  void *params[] = {&c};
  for (int layout = 0; layout < 8; ++layout)
    for (int registersA = 0; registersA < 2; ++registersA) {
      uint32_t n = 128, swizzle = swizzles[layout % 4];
      bool mnMajor = layout / 4;
      c = (Case){.n = n, .registersA = registersA, .ctas = MOST_CTAS};
      c.a = slabOf(SLAB_A, M, swizzle, mnMajor);
      c.b = slabOf(SLAB_B, n, swizzle, mnMajor);
      expectCase(&c);
      c.unmasked = true;
      Launch launch = launchOf(valuesKernel, params);
      expectRun(&launch, -1, NULL); // outside of clusters there is none
      launch.cluster = c.ctas;
      if (swizzle && !mnMajor)
        expectRun(&launch, ATTN_EMU_ILLEGAL, "is the CTA's rank in its address?");
      else
        expectRun(&launch, ATTN_EMU_UNINITIALIZED, "product in kernel 'k': reads shared address");
    }
}

//===--- what is wrong ----------------------------------------------------===//

enum { N = 16, OUT = N / 2 };

/// Operands are there; `how` says what is done wrong with them.
enum {
  GOOD,
  GOOD_UNTIED,
  NO_WAIT_USE,
  LATE_GROUP,
  EARLY_GROUP,
  UNTIED_USE,
  NO_FENCE,
  NO_FENCE_BEHIND_WAIT,
  NO_PROXY,
  NO_BARRIER,
  OVERWRITE,
  OVERWRITE_BEHIND,
  NOT_AWAITED,
  NOT_COMMITTED,
  UNIFORM,
  MIXED,
  THREE_WARPS,
  OTHER_ORDER,
  WIDTH,
};

static const Slab slabA = {.base = SLAB_A, .rows = M, .swizzle = 128, .lbo = 16, .sbo = 1024};
static const Slab slabB = {.base = SLAB_B, .rows = N, .swizzle = 128, .lbo = 16, .sbo = 1024};

static void fill(AttnEmuLane *l, uint32_t t) {
  for (uint32_t i = t; i < M * K; i += 128)
    put(l, addressOf(&slabA, i / K, i % K), half((int)(i % 5), false));
  for (uint32_t i = t; i < N * K; i += 128)
    put(l, addressOf(&slabB, i / K, i % K), half((int)(i % 3), false));
}

static void step(AttnEmuLane *l, uint32_t site, uint64_t *d, bool add, uint32_t s) {
  uint64_t a[] = {descriptorOf(&slabA, s)};
  product(l, site, N, d, add, a, false, false, descriptorOf(&slabB, s), false, false);
}

static void wrong(AttnEmuLane *l, int how) {
  uint32_t t = tid(l);
  uint64_t d[MOST_OUT], e[MOST_OUT];
  fill(l, t);
  if (how != NO_PROXY)
    fenceProxy(l);
  if (how != NO_BARRIER)
    barrier(l);
  if (how == THREE_WARPS && t >= 96)
    return;
  if (how != NO_FENCE)
    fence(l);
  if (how == OTHER_ORDER && t >= 96)
    step(l, AT_PRODUCT2, e, false, 1);
  step(l, AT_PRODUCT, d, false, 0);
  if (how == UNIFORM) {
    uint64_t a[] = {descriptorOf(&slabA, 1)};
    product(l, AT_PRODUCT, N, d, true, a, false, false, descriptorOf(&slabB, t == 77), false,
            false);
  }
  if (how == MIXED) {
    uint64_t other = d[1];
    d[1] = d[2], d[2] = other;
    step(l, AT_PRODUCT2, d, true, 1);
  }
  if (how == WIDTH) {
    uint64_t a[] = {descriptorOf(&slabA, 1)};
    product(l, AT_PRODUCT2, 8, d, true, a, false, false, descriptorOf(&slabB, 1), false, false);
  }
  if (how != NOT_COMMITTED)
    commit(l);
  if (how == NOT_AWAITED)
    return;
  if (how == NO_WAIT_USE)
    use(l, d[3]);
  if (how == OVERWRITE && t == 0)
    put(l, SLAB_B, 0);
  if (how == LATE_GROUP || how == EARLY_GROUP) {
    step(l, AT_PRODUCT2, e, false, 1);
    commit(l);
    waitFor(l, 1, d, OUT);
    waitFor(l, 1, e, OUT);
    use(l, how == LATE_GROUP ? e[0] : d[0]);
    waitFor(l, 0, e, OUT);
    use(l, e[0]);
    return;
  }
  if (how == UNTIED_USE)
    waitFor(l, 0, NULL, 0);
  else if (how == GOOD_UNTIED)
    waitUntied(l, 0);
  else
    waitFor(l, 0, d, OUT);
  for (uint32_t i = 0; i < OUT; ++i)
    use(l, d[i]);
  if (how == NO_FENCE_BEHIND_WAIT) {
    step(l, AT_PRODUCT2, d, true, 1);
    commit(l);
    waitFor(l, 0, d, OUT);
  }
  if (how == OVERWRITE_BEHIND) {
    put(l, SLAB_B + 2 * t, 0);
    return;
  }
  barrier(l);
  put(l, SLAB_B + 2 * t, 0);
}

static void wrongKernel(AttnEmuLane *l, void **params) { wrong(l, *(const int *)params[0]); }

/// A warpgroup multiplies what a copy brings; then the next copy comes into the slab, freed by an
/// arrival of one lane, or by none.
enum { BOX = 64 * 128, FULL = S + 131072, EMPTY = FULL + 8 };
static char map[ATTN_EMU_TENSOR_MAP_BYTES];
static const int32_t origin[2];

static void fetch(AttnEmuLane *l) {
  arriveExpect(l, FULL, BOX);
  bulkLoad(l, S, map, 2, origin, FULL);
}

static void slabKernel(AttnEmuLane *l, void **params) {
  int how = *(const int *)params[0];
  uint32_t t = tid(l);
  if (t == 0) {
    initMbarrier(l, FULL, 1);
    initMbarrier(l, EMPTY, 1);
    fenceInit(l);
  }
  barrier(l);
  if (t == 128) {
    fetch(l);
    waitParity(l, EMPTY, 0);
    fetch(l);
  }
  if (t >= 128)
    return;
  Slab a = slabOf(S, 64, 128, false), b = slabOf(S, 64, 128, false);
  uint64_t d[MOST_OUT], x[] = {descriptorOf(&a, 0)};
  if (how != 2 || t < 64)
    waitParity(l, FULL, 0);
  fence(l);
  product(l, AT_PRODUCT, 64, d, false, x, false, false, descriptorOf(&b, 0), false, false);
  commit(l);
  if (how == 1 && t == 77)
    arrive(l, EMPTY);
  if (how == 1) // the copy comes before the wait
    waitParity(l, FULL, 1);
  waitFor(l, 0, d, 32);
  if (how != 1 && t == 77) // any lane speaks for the group
    arrive(l, EMPTY);
  waitParity(l, FULL, 1);
}

/// Descriptors that lead nowhere.
static void descriptorKernel(AttnEmuLane *l, void **params) {
  const uint64_t *bits = params[0];
  uint64_t d[MOST_OUT], a[] = {bits[0]};
  fill(l, tid(l));
  fenceProxy(l);
  barrier(l);
  fence(l);
  product(l, AT_PRODUCT, N, d, false, a, false, false, bits[1], false, false);
  commit(l);
  waitFor(l, 0, d, OUT);
}

static void testWrong(void **state) {
  (void)state;
  static const struct {
    int how, hazard;
    const char *says;
  } rows[] = {
      {GOOD, -1, NULL},
      {GOOD_UNTIED, -1, NULL},
      {NO_WAIT_USE, ATTN_EMU_WGMMA,
       "use in kernel 'k': uses register 3 of the accumulator of prod"},
      {EARLY_GROUP, -1, NULL},
      {LATE_GROUP, ATTN_EMU_WGMMA, "of the accumulator of product2 (), which is under way"},
      {UNTIED_USE, ATTN_EMU_WGMMA, "did not go through the wait"},
      {NO_FENCE, ATTN_EMU_WGMMA, "no wgmma.fence"},
      {NO_FENCE_BEHIND_WAIT, ATTN_EMU_WGMMA,
       "product2 in kernel 'k': uses registers with no wgmma."},
      {NO_PROXY, ATTN_EMU_PROXY, "product in kernel 'k': reads shared address 0x10400 through"},
      {NO_BARRIER, ATTN_EMU_RACE, "product in kernel 'k': reads shared address"},
      {OVERWRITE, ATTN_EMU_ASYNC, "store in kernel 'k': writes shared address 0x10400 while"},
      {OVERWRITE_BEHIND, -1, NULL},
      {NOT_AWAITED, ATTN_EMU_WGMMA, "is still under way when the CTA ends"},
      {NOT_COMMITTED, ATTN_EMU_WGMMA, "its product was not committed to a group"},
      {UNIFORM, ATTN_EMU_DIVERGENCE, "different descriptors"},
      {MIXED, ATTN_EMU_WGMMA, "register 1 of the accumulator is not that of the product under way"},
      {THREE_WARPS, ATTN_EMU_DEADLOCK, "waits at fence for its warpgroup, of which 96 lanes are"},
      {OTHER_ORDER, ATTN_EMU_DIVERGENCE, "lanes of its warpgroup wait at product2 ()"},
      {WIDTH, ATTN_EMU_WGMMA, "of another shape or register"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    int how = rows[i].how;
    void *params[] = {&how};
    Launch launch = launchOf(wrongKernel, params);
    expectRun(&launch, rows[i].hazard, rows[i].says);
  }
}

static void testSlab(void **state) {
  (void)state;
  static _Alignas(128) uint16_t memory[64 * 64];
  AttnStatus st;
  AttnEmuTensorMap t = {.data = memory,
                        .elementBytes = 2,
                        .rank = 2,
                        .dims = {64, 64},
                        .strides = {0, 128},
                        .box = {64, 64},
                        .swizzle = 128};
  assert_true(attnEmuTensorMapEncode(map, &t, &st));
  AttnEmuBuffer b = {.name = "tensor", .data = memory, .bytes = sizeof memory}, *buffers[] = {&b};
  const void *maps[] = {map};
  static const struct {
    int hazard;
    const char *says;
  } rows[] = {
      {-1, NULL},
      {ATTN_EMU_ASYNC, "bulk-load in kernel 'k': writes shared address 0x400 while an async"},
      {ATTN_EMU_RACE, "product in kernel 'k': reads shared address 0x400, which an async"}};
  for (int how = 0; how < 3; ++how) {
    void *params[] = {&how};
    Launch launch = launchOf(slabKernel, params);
    launch.threads = 160;
    launch.numBuffers = 1, launch.buffers = buffers;
    launch.numMaps = 1, launch.maps = maps;
    expectRun(&launch, rows[how].hazard, rows[how].says);
  }
}

static void testDescriptors(void **state) {
  (void)state;
  uint64_t a = descriptorOf(&slabA, 0), b = descriptorOf(&slabB, 0);
  const struct {
    uint64_t a, b;
    int hazard;
    const char *says;
  } rows[] = {
      {a, b, -1, NULL},
      {a | 1 << 14, b, ATTN_EMU_ILLEGAL, "the descriptor of A"},
      {a, b | UINT64_C(1) << 60, ATTN_EMU_ILLEGAL, "the descriptor of B"},
      {a, b | UINT64_C(1) << 49, ATTN_EMU_ILLEGAL, "base offset"},
      {a + (128 >> 4), b, ATTN_EMU_ILLEGAL,
       "A starts at 0x480, inside of a pattern of the 128-byte"},
      {a, b & ~UINT64_C(0x3fff), ATTN_EMU_RANGE, "leads to shared address 0x0"},
      {a, b | UINT64_C(1) << 30, ATTN_EMU_ILLEGAL, "reserved bits"},
      {a + (1024 >> 4), b, ATTN_EMU_UNINITIALIZED, "product in kernel 'k': reads shared address"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    uint64_t bits[] = {rows[i].a, rows[i].b};
    void *params[] = {bits};
    Launch launch = launchOf(descriptorKernel, params);
    expectRun(&launch, rows[i].hazard, rows[i].says);
  }
  // Half a warpgroup.
  uint64_t bits[] = {a, b};
  void *params[] = {bits};
  Launch launch = launchOf(descriptorKernel, params);
  launch.threads = 64;
  expectRun(&launch, ATTN_EMU_DIVERGENCE, "needs a whole warpgroup");
}

//===--- registers --------------------------------------------------------===//

typedef struct Change {
  uint64_t first, firstDecreases, second, secondDecreases;
} Change;

/// The first warpgroup makes one change, the others another.
static void registersKernel(AttnEmuLane *l, void **params) {
  const Change *c = params[0];
  bool first = tid(l) < 128;
  uint64_t a[] = {first ? c->first : c->second, first ? c->firstDecreases : c->secondDecreases};
  attnEmuSetRegisters(l, first ? AT_REGISTERS : AT_REGISTERS2, a, NULL);
}

static void testRegisters(void **state) {
  (void)state;
  static const struct {
    Change change;
    uint32_t groups, registers;
    int hazard;
    const char *says;
  } rows[] = {
      {{24, 1, 240, 0}, 3, 168, -1, NULL},
      {{32, 1, 160, 0}, 4, 128, -1, NULL},
      {{240, 0, 24, 1},
       2,
       128,
       ATTN_EMU_DEADLOCK,
       "waits at registers for 240 registers a lane; 13312 of the CTA's are free"},
      {{24, 1, 248, 0}, 3, 168, ATTN_EMU_DEADLOCK, "for 248 registers a lane"},
      {{16, 1, 168, 0}, 3, 168, ATTN_EMU_ILLEGAL, "16 registers; expected a multiple of 8 from 24"},
      {{28, 1, 168, 0}, 3, 168, ATTN_EMU_ILLEGAL, "28 registers"},
      {{264, 0, 24, 1}, 3, 168, ATTN_EMU_ILLEGAL, "264 registers"},
      {{176, 1, 168, 0}, 3, 168, ATTN_EMU_ILLEGAL, "decreases to 176 registers; the warpgroup has"},
      {{24, 1, 240, 0}, 3, 0, ATTN_EMU_ILLEGAL, "needs a limit of registers"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    Change c = rows[i].change;
    void *params[] = {&c};
    Launch launch = launchOf(registersKernel, params);
    launch.threads = rows[i].groups * 128;
    launch.registers = rows[i].registers;
    expectRun(&launch, rows[i].hazard, rows[i].says);
  }
}

//===--- clusters of one CTA ----------------------------------------------===//

static void clusterKernel(AttnEmuLane *l, void **params) {
  int how = *(const int *)params[0];
  uint32_t t = tid(l);
  uint64_t relaxed = how == 1;
  store(l, S + 4 * t, t);
  if (how != 2 || t != 5)
    attnEmuClusterArrive(l, AT_ARRIVE, &relaxed, NULL);
  if (how == 3)
    attnEmuClusterArrive(l, AT_ARRIVE, &relaxed, NULL);
  attnEmuClusterWait(l, AT_WAIT, NULL, NULL);
  load(l, S + 4 * ((t + 1) % 64));
  uint64_t a[] = {S, how == 4}, r[1];
  attnEmuMapa(l, AT_USE, a, r);
  assert_int_equal(r[0], S);
}

static void testCluster(void **state) {
  (void)state;
  static const struct {
    int hazard;
    const char *says;
  } rows[] = {{-1, NULL},
              {ATTN_EMU_RACE, "no barrier orders the two"},
              {ATTN_EMU_BARRIER, "without having arrived"},
              {ATTN_EMU_BARRIER, "twice in one phase"},
              {ATTN_EMU_ILLEGAL, "CTA 1 of a cluster that has 1"}};
  for (int how = 0; how < 5; ++how) {
    void *params[] = {&how};
    Launch launch = launchOf(clusterKernel, params);
    launch.threads = 64;
    expectRun(&launch, rows[how].hazard, rows[how].says);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testValues),    cmocka_unit_test(testWrong),
      cmocka_unit_test(testSlab),      cmocka_unit_test(testDescriptors),
      cmocka_unit_test(testRegisters), cmocka_unit_test(testCluster),
      cmocka_unit_test(testRank)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
