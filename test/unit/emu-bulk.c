//===- emu-bulk.c - Bulk tensor copies against a scalar model -------------===//
//
// The model goes from the byte of shared memory to the element (the emulator goes from the row of
// the box to the bytes). Sources: PTX ISA 8.x, "Tensors", "Swizzling Modes",
// "cp.async.bulk.tensor"; CUDA driver API, cuTensorMapEncodeTiled. Then each way of getting the
// synchronisation wrong.
//===----------------------------------------------------------------------===//
#include "emu-kernels.h"

#include <stdio.h>

static AttnStatus st;

//===--- values -----------------------------------------------------------===//

enum { MOST = 1 << 16, FULL = S + 65536 };

typedef struct Copy {
  AttnEmuTensorMap tensor;
  _Alignas(64) char map[ATTN_EMU_TENSOR_MAP_BYTES];
  int32_t at[5];
  uint32_t to, boxBytes;
  uint8_t shared[MOST]; ///< what lies from `to` on
} Copy;

static _Alignas(256) uint8_t memory[MOST], before[MOST];

/// Where byte `i` of the box's bytes in shared memory comes from: the offset in global memory; -1:
/// outside of the tensor.
static int64_t sourceOf(const Copy *c, uint32_t i) {
  const AttnEmuTensorMap *t = &c->tensor;
  uint32_t address = c->to + i, line = address / 128;
  // Un-swizzle: the chunk that lies here is `chunk ^ line` of its row of `swizzle` bytes.
  uint32_t chunks = t->swizzle / 16;
  if (chunks)
    address ^= (line % chunks) * 16;
  uint32_t linear = (address - c->to) / t->elementBytes;
  int64_t offset = (address - c->to) % t->elementBytes;
  for (uint32_t d = 0; d < t->rank; ++d) {
    int64_t x = (int64_t)c->at[d] + linear % t->box[d];
    linear /= t->box[d];
    if (x < 0 || x >= (int64_t)t->dims[d])
      return -1;
    offset += x * (int64_t)(d ? t->strides[d] : t->elementBytes);
  }
  return offset;
}

static void loadKernel(AttnEmuLane *l, void **params) {
  Copy *c = params[0];
  uint32_t t = tid(l);
  if (t == 0) {
    initMbarrier(l, FULL, 1);
    fenceInit(l);
  }
  barrier(l);
  if (t == 0) {
    arriveExpect(l, FULL, c->boxBytes);
    bulkLoad(l, c->to, c->map, c->tensor.rank, c->at, FULL);
  }
  waitParity(l, FULL, 0);
  for (uint32_t i = 4 * t; i < c->boxBytes; i += 128) {
    uint32_t v = load(l, c->to + i);
    memcpy(c->shared + i, &v, 4);
  }
}

static void storeKernel(AttnEmuLane *l, void **params) {
  Copy *c = params[0];
  uint32_t t = tid(l);
  for (uint32_t i = 4 * t; i < c->boxBytes; i += 128) {
    uint32_t v;
    memcpy(&v, c->shared + i, 4);
    store(l, c->to + i, v);
  }
  fenceProxy(l);
  barrier(l);
  if (t == 0) {
    bulkStore(l, c->map, c->tensor.rank, c->at, c->to);
    bulkCommit(l);
    bulkWait(l, 0, 0);
  }
}

static void draw(Copy *c) {
  static const uint32_t swizzles[] = {0, 32, 64, 128}, elements[] = {1, 2, 4, 8};
  AttnEmuTensorMap *t = &c->tensor;
  do {
    *t = (AttnEmuTensorMap){.data = memory,
                            .elementBytes = elements[random32() % 4],
                            .rank = 1 + random32() % 5,
                            .swizzle = swizzles[random32() % 4]};
    uint64_t stride = 0;
    c->boxBytes = t->elementBytes;
    for (uint32_t d = 0; d < t->rank; ++d) {
      t->dims[d] = 1 + random32() % (d ? 9 : 90);
      t->box[d] = 1 + random32() % (d ? 5 : 40);
      if (d == 0) // rows of a multiple of 16 bytes, as wide as the swizzle
        t->box[0] =
            t->swizzle ? t->swizzle / t->elementBytes : 16 / t->elementBytes * (1 + random32() % 8);
      t->strides[d] = stride;
      stride = d ? stride * t->dims[d] : (t->dims[0] * t->elementBytes + 15) / 16 * 16;
      c->boxBytes *= t->box[d];
      c->at[d] = (int32_t)(random32() % (t->dims[d] + 4)) - 3;
    }
    // A pattern need not start where the box does.
    c->to = S + 128 * (random32() % 8);
    if (stride > MOST || c->boxBytes > 32768 || t->box[0] > 256 ||
        c->boxBytes % (t->swizzle ? t->swizzle : 16))
      t->rank = 0;
  } while (!t->rank);
}

static Launch launchOf(Copy *c, Kernel *entry, void **params, AttnEmuBuffer **buffers,
                       const void **maps) {
  params[0] = c;
  maps[0] = c->map;
  return (Launch){.entry = entry,
                  .threads = 32,
                  .shared = 65536 + 64,
                  .params = params,
                  .numBuffers = 1,
                  .buffers = buffers,
                  .numMaps = 1,
                  .maps = (const void *const *)maps};
}

static void testValues(void **state) {
  (void)state;
  static Copy c;
  AttnEmuBuffer b = {.name = "tensor", .data = memory, .bytes = MOST}, *buffers[] = {&b};
  void *params[1];
  const void *maps[1];
  for (int round = 0; round < 400; ++round) {
    draw(&c);
    for (uint32_t i = 0; i < MOST; ++i)
      before[i] = memory[i] = (uint8_t)random32();
    if (!attnEmuTensorMapEncode(c.map, &c.tensor, &st))
      fail_msg("%s", st.message);
    Launch launch = launchOf(&c, loadKernel, params, buffers, maps);
    expectRun(&launch, -1, NULL);
    for (uint32_t i = 0; i < c.boxBytes; ++i) {
      int64_t from = sourceOf(&c, i);
      assert_int_equal(c.shared[i], from < 0 ? 0 : memory[from]);
    }
    for (uint32_t i = 0; i < c.boxBytes; ++i)
      c.shared[i] = (uint8_t)random32();
    launch.entry = storeKernel;
    expectRun(&launch, -1, NULL);
    for (uint32_t i = 0; i < c.boxBytes; ++i) {
      int64_t to = sourceOf(&c, i);
      if (to >= 0)
        before[to] = c.shared[i];
    }
    assert_memory_equal(memory, before, MOST);
  }
}

//===--- what is wrong ----------------------------------------------------===//

enum { BOX = 1024, OTHER = FULL + 8 }; ///< bytes of the box below; a second mbarrier
static char plain[ATTN_EMU_TENSOR_MAP_BYTES];
static const int32_t origin[2] = {0, 0}, second[2] = {0, 8};

static void start(AttnEmuLane *l, uint32_t t) {
  if (t == 0) {
    initMbarrier(l, FULL, 1);
    initMbarrier(l, OTHER, 1);
    fenceInit(l);
  }
  barrier(l);
}

static void fetch(AttnEmuLane *l, uint64_t to, uint64_t bytes, uint64_t mbarrier) {
  arriveExpect(l, mbarrier, bytes);
  bulkLoad(l, to, plain, 2, origin, mbarrier);
}

static void noWait(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S, BOX, FULL);
  barrier(l);
  if (t == 1)
    load(l, S);
}

static void wrongParity(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S, BOX, FULL);
  barrier(l);
  waitParity(l, FULL, 1); // the phase before the first: true at once
  load(l, S);
}

/// One lane waits for both barriers, another one only for the second.
static void otherWait(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0) {
    fetch(l, S, BOX, FULL);
    fetch(l, S + BOX, BOX, OTHER);
  }
  if (t == 1)
    waitParity(l, FULL, 0);
  waitParity(l, OTHER, 0);
  if (t == 2)
    load(l, S);
}

static void noInitFence(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  if (t == 0)
    initMbarrier(l, FULL, 1);
  barrier(l);
  if (t == 0)
    fetch(l, S, BOX, FULL);
  waitParity(l, FULL, 0);
}

static void tooMany(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S, BOX + 16, FULL);
  waitParity(l, FULL, 0);
}

static void tooFew(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S, BOX - 16, FULL);
  waitParity(l, FULL, 0);
}

static void misplaced(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S + 64, BOX, FULL);
}

static void notAwaited(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S, BOX, FULL);
}

static void noMap(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    bulkLoad(l, S, memory, 2, origin, FULL);
}

static void wrongRank(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    bulkLoad(l, S, plain, 1, origin, FULL);
}

/// The second copy comes while the lanes read the first one.
static void reuse(AttnEmuLane *l, bool ordered) {
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0)
    fetch(l, S, BOX, FULL);
  waitParity(l, FULL, 0);
  load(l, S + 4 * t);
  if (ordered)
    barrier(l);
  if (t == 31)
    fetch(l, S, BOX, FULL);
  waitParity(l, FULL, 1);
  load(l, S + 4 * t);
}
static void reuseGood(AttnEmuLane *l, void **params) { (void)params, reuse(l, true); }
static void reuseBad(AttnEmuLane *l, void **params) { (void)params, reuse(l, false); }

/// A generic write, then a copy over it.
static void overGeneric(AttnEmuLane *l, bool fenced) {
  uint32_t t = tid(l);
  start(l, t);
  store(l, S + 4 * t, t);
  if (fenced)
    fenceProxy(l);
  barrier(l);
  if (t == 0)
    fetch(l, S, BOX, FULL);
  waitParity(l, FULL, 0);
  load(l, S + 4 * t);
}
static void overGood(AttnEmuLane *l, void **params) { (void)params, overGeneric(l, true); }
static void overBad(AttnEmuLane *l, void **params) { (void)params, overGeneric(l, false); }

/// Stores. `how` says what is left out.
enum { ALL, NO_FENCE, FENCE_BEHIND, NO_BARRIER, NO_WAIT, NO_COMMIT, EARLY, EARLY_READ, HOLES };
static void storing(AttnEmuLane *l, int how) {
  uint32_t t = tid(l);
  for (uint32_t i = 4 * t; i < BOX && !(how == HOLES && t == 5); i += 128)
    store(l, S + i, i);
  if (how != NO_FENCE && how != FENCE_BEHIND)
    fenceProxy(l);
  if (how != NO_BARRIER)
    barrier(l);
  if (t == 0) {
    if (how == FENCE_BEHIND) // on the way between the two, by the lane that copies
      fenceProxy(l);
    bulkStore(l, plain, 2, origin, S);
    if (how != NO_COMMIT)
      bulkCommit(l);
    if (how == EARLY)
      store(l, S, 1);
    if (how == EARLY_READ)
      bulkWait(l, 0, 1);
    if (how == EARLY_READ)
      store(l, S, 1);
    if (how != NO_WAIT && how != NO_COMMIT)
      bulkWait(l, 0, 0);
  }
}
#define STORING(name, how)                                                                         \
  static void name(AttnEmuLane *l, void **params) { (void)params, storing(l, how); }
STORING(storeGood, ALL)
STORING(storeUnfenced, NO_FENCE)
STORING(storeFencedBehind, FENCE_BEHIND)
STORING(storeRacing, NO_BARRIER)
STORING(storeUnawaited, NO_WAIT)
STORING(storeUncommitted, NO_COMMIT)
STORING(storeEarly, EARLY)
STORING(storeEarlyRead, EARLY_READ)
STORING(storeHoles, HOLES)

/// Two groups; with one allowed to be under way only the first one's source is free.
static void twoGroups(AttnEmuLane *l, uint64_t again) {
  uint32_t t = tid(l);
  for (uint32_t i = 4 * t; i < 2 * BOX; i += 128)
    store(l, S + i, i);
  fenceProxy(l);
  barrier(l);
  if (t == 0) {
    bulkStore(l, plain, 2, origin, S);
    bulkCommit(l);
    bulkStore(l, plain, 2, second, S + BOX);
    bulkCommit(l);
    bulkWait(l, 1, 1);
    store(l, again, 1);
    bulkWait(l, 0, 0);
  }
}
static void groupsGood(AttnEmuLane *l, void **params) { (void)params, twoGroups(l, S); }
static void groupsBad(AttnEmuLane *l, void **params) { (void)params, twoGroups(l, S + BOX); }

/// A ring of two slots: lane 0 fills, warp 1 reads and frees. `how` says what is left out.
enum { RING_GOOD, RING_NO_EMPTY, RING_SAME_PARITY, RING_STUCK };
static void ring(AttnEmuLane *l, int how) {
  enum { TILES = 5, SLOTS = 2, EMPTY = FULL + 16 };
  uint32_t t = tid(l);
  if (t == 0) {
    for (uint32_t i = 0; i < SLOTS; ++i) {
      initMbarrier(l, FULL + 8 * i, 1);
      initMbarrier(l, EMPTY + 8 * i, 32);
    }
    fenceInit(l);
  }
  barrier(l);
  for (uint32_t i = 0; i < TILES; ++i) {
    uint32_t slot = i % SLOTS, phase = i / SLOTS % 2;
    if (t == 0) {
      if (how != RING_NO_EMPTY)
        waitParity(l, EMPTY + 8 * slot, phase ^ 1);
      fetch(l, S + BOX * slot, BOX, FULL + 8 * slot);
    } else if (t >= 32) {
      waitParity(l, FULL + 8 * slot, how == RING_SAME_PARITY ? 0 : phase);
      load(l, S + BOX * slot + 4 * (t - 32));
      if (how != RING_STUCK || t != 40)
        arrive(l, EMPTY + 8 * slot);
    }
  }
}
#define RING(name, how)                                                                            \
  static void name(AttnEmuLane *l, void **params) { (void)params, ring(l, how); }
RING(ringGood, RING_GOOD)
RING(ringNoEmpty, RING_NO_EMPTY)
RING(ringSameParity, RING_SAME_PARITY)
RING(ringStuck, RING_STUCK)

/// Polls instead of waiting: it has to come to an end, and be found out if there is none.
static void poll(AttnEmuLane *l, bool fed) {
  uint32_t t = tid(l);
  start(l, t);
  if (t == 0 && fed)
    fetch(l, S, BOX, FULL);
  uint64_t done[1] = {0};
  while (t == 1 && !done[0]) {
    uint64_t a[] = {2, FULL, 0, 0};
    attnEmuMbarrierTest(l, AT_WAIT, a, done);
  }
  if (t == 1)
    load(l, S);
}
static void pollGood(AttnEmuLane *l, void **params) { (void)params, poll(l, true); }
static void pollBad(AttnEmuLane *l, void **params) { (void)params, poll(l, false); }

static const struct {
  Kernel *kernel;
  int hazard;
  const char *says;
} wrong[] = {
    {noWait, ATTN_EMU_ASYNC, "load in kernel 'k': reads shared address 0x400 while"},
    {wrongParity, ATTN_EMU_ASYNC, "nothing waited for it"},
    {otherWait, ATTN_EMU_RACE, "which an asynchronous copy wrote"},
    {noInitFence, ATTN_EMU_PROXY, "fence.mbarrier_init is missing"},
    {tooMany, ATTN_EMU_DEADLOCK,
     "whose phase 0 lacks 0 of 1 arrivals and 16 bytes, with 0 bulk copies under way"},
    {tooFew, ATTN_EMU_DEADLOCK, "got 16 bytes more than it expects"},
    {misplaced, ATTN_EMU_ALIGNMENT, "not a multiple of 128"},
    {notAwaited, ATTN_EMU_ASYNC, "still under way when the CTA ends; nobody waited for the mbar"},
    {noMap, ATTN_EMU_ILLEGAL, "is not the address of a tensor map"},
    {wrongRank, ATTN_EMU_ILLEGAL, "copies with 1 coordinates and a tensor map of rank 2"},
    {reuseGood, -1, NULL},
    {reuseBad, ATTN_EMU_RACE,
     "bulk-load in kernel 'k': writes shared address 0x400, which warp 0,"},
    {overGood, -1, NULL},
    {overBad, ATTN_EMU_PROXY, "no fence.proxy.async lies between"},
    {storeGood, -1, NULL},
    {storeUnfenced, ATTN_EMU_PROXY, "bulk-store in kernel 'k': reads shared address 0x400 through"},
    {storeFencedBehind, -1, NULL},
    {storeRacing, ATTN_EMU_UNINITIALIZED, "bulk-store in kernel 'k'"},
    {storeUnawaited, ATTN_EMU_ASYNC, "when the CTA ends; nothing waited for its group"},
    {storeUncommitted, ATTN_EMU_ASYNC, "its group was not committed"},
    {storeEarly, ATTN_EMU_ASYNC, "while an asynchronous operation still reads it"},
    {storeEarlyRead, -1, NULL},
    {storeHoles, ATTN_EMU_UNINITIALIZED, "bulk-store in kernel 'k': reads shared address 0x414"},
    {groupsGood, -1, NULL},
    {groupsBad, ATTN_EMU_ASYNC, "while an asynchronous operation still reads it"},
    {ringGood, -1, NULL},
    {ringNoEmpty, ATTN_EMU_BARRIER, "phase 0 expects 0 of 1 arrivals more: a phase is overrun"},
    {ringSameParity, ATTN_EMU_ASYNC, "nothing waited for it"},
    {ringStuck, ATTN_EMU_DEADLOCK, "lacks 1 of 32 arrivals"},
    {pollGood, -1, NULL},
    {pollBad, ATTN_EMU_DEADLOCK, "waits at wait for phase parity 0 of the mbarrier"},
};

static void testWrong(void **state) {
  (void)state;
  AttnEmuTensorMap t = {.data = memory,
                        .elementBytes = 2,
                        .rank = 2,
                        .dims = {64, 64},
                        .strides = {0, 128},
                        .box = {64, 8},
                        .swizzle = 128};
  assert_true(attnEmuTensorMapEncode(plain, &t, &st));
  AttnEmuBuffer b = {.name = "tensor", .data = memory, .bytes = MOST}, *buffers[] = {&b};
  const void *maps[] = {plain};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    Launch launch = {.entry = wrong[i].kernel,
                     .threads = wrong[i].kernel == ringGood || wrong[i].kernel == ringNoEmpty ||
                                        wrong[i].kernel == ringSameParity ||
                                        wrong[i].kernel == ringStuck
                                    ? 64
                                    : 32,
                     .shared = 65536 + 64,
                     .numBuffers = 1,
                     .buffers = buffers,
                     .numMaps = 1,
                     .maps = maps};
    expectRun(&launch, wrong[i].hazard, wrong[i].says);
  }
}

//===--- maps -------------------------------------------------------------===//

static void testEncode(void **state) {
  (void)state;
  char map[ATTN_EMU_TENSOR_MAP_BYTES];
  AttnEmuTensorMap good = {.data = memory,
                           .elementBytes = 2,
                           .rank = 2,
                           .dims = {64, 64},
                           .strides = {0, 128},
                           .box = {64, 8},
                           .swizzle = 128};
  struct {
    AttnEmuTensorMap map;
    const char *says;
  } bad[12];
  int n = 0;
#define BAD(text, ...)                                                                             \
  do {                                                                                             \
    AttnEmuTensorMap m = good;                                                                     \
    __VA_ARGS__;                                                                                   \
    bad[n].map = m;                                                                                \
    bad[n++].says = text;                                                                          \
  } while (0)
  BAD("does not start at a multiple of 16", m.data = memory + 8);
  BAD("elements of 3 bytes", m.elementBytes = 3);
  BAD("rank 0", m.rank = 0);
  BAD("rank 6", m.rank = 6);
  BAD("dimension 1 has 0 elements", m.dims[1] = 0);
  BAD("stride of 72 bytes", m.strides[1] = 72);
  BAD("257 elements in dimension 1", m.box[1] = 257);
  BAD("0 elements in dimension 0", m.box[0] = 0);
  BAD("a row of the box has 8 bytes; expected a multiple of 16", m.box[0] = 4);
  BAD("more than the swizzle's 64", m.swizzle = 64);
  BAD("less than the swizzle's 128", m.box[0] = 32);
  BAD("swizzle of 48", m.swizzle = 48);
  assert_true(attnEmuTensorMapEncode(map, &good, &st));
  for (int i = 0; i < n; ++i) {
    assert_false(attnEmuTensorMapEncode(map, &bad[i].map, &st));
    if (!strstr(st.message, bad[i].says))
      fail_msg("'%s' lacks '%s'", st.message, bad[i].says);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testValues), cmocka_unit_test(testWrong),
                                     cmocka_unit_test(testEncode)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
