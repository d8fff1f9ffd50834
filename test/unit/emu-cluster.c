//===- emu-cluster.c - Clusters of several CTAs ---------------------------===//
//
// A ring that all CTAs of a cluster read and fill together: each copies its part of a slot to all
// of them, and a slot is filled again when all have read it. Then each way of getting that wrong.
// Sources: PTX ISA 8.x, "cp.async.bulk.tensor" (multicast), "mapa", "mbarrier.arrive",
// "barrier.cluster".
//===----------------------------------------------------------------------===//
#include "emu-kernels.h"

#include <stdio.h>

enum { ROWS = 8, ROW = 64, PART = ROWS * ROW, TILES = 5, SLOTS = 2, MOST = 4 };
enum { FULL = S + SLOTS * MOST * PART, EMPTY = FULL + 8 * SLOTS, BYTES = EMPTY + 8 * SLOTS - S };

/// What is left out.
typedef enum How {
  ALL,
  RELAXED_START, ///< the barrier at the start orders nothing, but a fence is in front of it
  NO_INIT_FENCE, ///< there is none
  NO_START,      ///< no CTA waits until the others' barriers are there
  NO_END,        ///< nor until the others have done with it
  OWN_RELEASE,   ///< a slot is released in the own CTA only
  ONE_MISSING,   ///< one lane does not release in another CTA
  PLAIN_ARRIVE,  ///< in the space of the CTA
  FEWER,         ///< one CTA too few gets the copy
  BEYOND,        ///< one too many
  LATE_WAIT,     ///< not for the slot's barrier
  NO_SUCH_CTA,   ///< mapa
  ENDED_EARLY,   ///< lanes that did nothing for others do not come to the end
  RELAXED_END,   ///< the barrier at the end orders nothing
} How;

typedef struct Ring {
  How how;
  uint32_t ctas;
  _Alignas(256) uint32_t tensor[TILES * MOST * PART / 4];
  _Alignas(64) char map[ATTN_EMU_TENSOR_MAP_BYTES];
  uint32_t wrong; ///< words read that are not the tensor's
} Ring;

static void fill(AttnEmuLane *l, const Ring *r, uint32_t rank, uint32_t tile) {
  uint32_t slot = tile % SLOTS, all = (1u << r->ctas) - 1;
  int32_t at[2] = {0, (int32_t)((tile * r->ctas + rank) * ROWS)};
  if (r->how == FEWER && rank == 0)
    all &= ~2u;
  if (r->how == BEYOND)
    all |= 1u << r->ctas;
  uint64_t full = own(l, FULL + 8 * slot);
  waitParity(l, own(l, EMPTY + 8 * slot), (tile / SLOTS % 2) ^ 1);
  arriveExpect(l, full, r->ctas * PART);
  bulkMulticast(l, own(l, S + (slot * r->ctas + rank) * PART), r->map, at, full, all);
}

static void use(AttnEmuLane *l, Ring *r, uint32_t rank, uint32_t tile) {
  uint32_t slot = tile % SLOTS, lane = tid(l) - 32;
  if (r->how != LATE_WAIT || tile != 1)
    waitParity(l, own(l, FULL + 8 * slot), tile / SLOTS % 2);
  for (uint32_t i = lane; i < r->ctas * PART / 4; i += 32)
    r->wrong += load(l, own(l, S + slot * r->ctas * PART + 4 * i)) !=
                r->tensor[tile * r->ctas * PART / 4 + i];
  for (uint32_t c = 0; c < r->ctas; ++c) {
    uint64_t there =
        mapa(l, own(l, EMPTY + 8 * slot), r->how == NO_SUCH_CTA && tile == 2 ? c + 1 : c);
    if (r->how == ONE_MISSING && lane == 7 && rank == 1 && c == 0)
      continue;
    if (r->how == PLAIN_ARRIVE && c != rank)
      arrive(l, there);
    else if (r->how != OWN_RELEASE || c == rank)
      arriveRemote(l, there);
  }
}

static void ring(AttnEmuLane *l, void **params) {
  Ring *r = params[0];
  uint32_t t = tid(l), rank = clusterRank(l);
  if (t == 0) {
    for (uint32_t i = 0; i < SLOTS; ++i) {
      initMbarrier(l, own(l, FULL + 8 * i), 1);
      initMbarrier(l, own(l, EMPTY + 8 * i), r->how == OWN_RELEASE ? 32 : 32 * r->ctas);
    }
    if (r->how != NO_INIT_FENCE)
      fenceInit(l);
  }
  uint64_t atStart[] = {r->how == RELAXED_START || r->how == NO_INIT_FENCE};
  if (r->how == NO_START) {
    barrier(l);
  } else {
    attnEmuClusterArrive(l, AT_CLUSTER, atStart, NULL);
    attnEmuClusterWait(l, AT_CLUSTER, NULL, NULL);
  }
  for (uint32_t i = 0; i < TILES; ++i) {
    if (t == 0)
      fill(l, r, rank, i);
    else if (t >= 32)
      use(l, r, rank, i);
  }
  if (r->how == ENDED_EARLY && t % 2 && t < 32) // nobody waits for lanes that have finished
    return;
  uint64_t relaxed[] = {r->how == RELAXED_END};
  if (r->how == NO_END)
    return;
  attnEmuClusterArrive(l, AT_CLUSTER, relaxed, NULL);
  attnEmuClusterWait(l, AT_CLUSTER, NULL, NULL);
}

static void run(How how, uint32_t ctas, int hazard, const char *says) {
  static Ring r;
  AttnStatus st;
  r = (Ring){.how = how, .ctas = ctas};
  for (uint32_t i = 0; i < sizeof r.tensor / 4; ++i)
    r.tensor[i] = random32();
  AttnEmuTensorMap of = {.data = r.tensor,
                         .elementBytes = 4,
                         .rank = 2,
                         .dims = {ROW / 4, TILES * MOST * ROWS},
                         .strides = {0, ROW},
                         .box = {ROW / 4, ROWS}};
  assert_true(attnEmuTensorMapEncode(r.map, &of, &st));
  AttnEmuBuffer b = {.name = "tensor", .data = r.tensor, .bytes = sizeof r.tensor},
                *buffers[] = {&b};
  void *params[] = {&r};
  const void *maps[] = {r.map};
  expectRun(&(Launch){.entry = ring,
                      .threads = 64,
                      .shared = BYTES,
                      .cluster = ctas,
                      .params = params,
                      .numBuffers = 1,
                      .buffers = buffers,
                      .numMaps = 1,
                      .maps = maps},
            hazard, says);
  if (hazard < 0)
    assert_int_equal(r.wrong, 0);
}

static void testRing(void **state) {
  (void)state;
  for (uint32_t ctas = 1; ctas <= MOST; ++ctas) {
    run(ALL, ctas, -1, NULL);
    run(ENDED_EARLY, ctas, -1, NULL);
    run(RELAXED_START, ctas, -1, NULL);
  }
}

static void testWrong(void **state) {
  (void)state;
  static const struct {
    How how;
    int hazard;
    const char *says;
  } rows[] = {
      {NO_INIT_FENCE, ATTN_EMU_RACE, "initialised or overwrote; no barrier orders the two"},
      {NO_START, ATTN_EMU_BARRIER, "no initialised mbarrier at shared address 0x1400 of CTA 1"},
      {NO_END, ATTN_EMU_RACE, "whose lanes may have finished"},
      {OWN_RELEASE, ATTN_EMU_ASYNC, "writes shared address 0x400 while an asynchronous copy to it"},
      {ONE_MISSING, ATTN_EMU_DEADLOCK, "CTA 1 of the cluster, warp 1, lane 31: waits at wait for"},
      {PLAIN_ARRIVE, ATTN_EMU_RANGE, "uses 8 bytes at shared address 0x1001410, which is in CTA 1"},
      {FEWER, ATTN_EMU_DEADLOCK, "lacks 0 of 1 arrivals and 512 bytes"},
      {BEYOND, ATTN_EMU_ILLEGAL, "copies to CTAs 0x7 of a cluster that has 2"},
      {LATE_WAIT, ATTN_EMU_ASYNC, "while an asynchronous copy to it is under way"},
      {NO_SUCH_CTA, ATTN_EMU_ILLEGAL, "CTA 2 of a cluster that has 2"},
      {RELAXED_END, ATTN_EMU_RACE, "whose lanes may have finished"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    run(rows[i].how, 2, rows[i].hazard, rows[i].says);
}

//===--- words to other CTAs ----------------------------------------------===//

/// CTA 0 sends each CTA a number and is told when all lanes have read it. `how`: 0, or what is
/// wrong.
enum { NO_MESSAGE_WAIT = 1, NO_REPLY, OTHER_BARRIER, ALONE, NUM_MESSAGES };
static void messageKernel(AttnEmuLane *l, void **params) {
  enum { WORD = S, GOT = S + 8, READ = S + 16, CTAS = 3, ROUNDS = 3 };
  int how = *(int *)params[0];
  uint32_t *sum = params[1], t = tid(l), rank = clusterRank(l);
  if (t == 0) {
    initMbarrier(l, own(l, GOT), 1);
    initMbarrier(l, own(l, READ), 32 * CTAS);
    fenceInit(l);
  }
  uint64_t relaxed[] = {1};
  attnEmuClusterArrive(l, AT_CLUSTER, relaxed, NULL);
  attnEmuClusterWait(l, AT_CLUSTER, NULL, NULL);
  for (uint32_t i = 0; i < ROUNDS; ++i) {
    if (t == 0)
      arriveExpect(l, own(l, GOT), 4);
    if (t == 0 && rank == 0) {
      if (how != NO_REPLY)
        waitParity(l, own(l, READ), (i & 1) ^ 1);
      for (uint32_t c = 0; c < (how == ALONE ? 1 : CTAS); ++c)
        storeAsync(l, mapa(l, own(l, WORD), c), 10 * i + c,
                   mapa(l, own(l, GOT), how == OTHER_BARRIER ? (c + 1) % CTAS : c));
    }
    if (how != NO_MESSAGE_WAIT || t != 5)
      waitParity(l, own(l, GOT), i & 1);
    *sum += load(l, own(l, WORD)) == 10 * i + rank;
    arriveRemote(l, mapa(l, own(l, READ), 0));
  }
  if (t == 0 && rank == 0)
    waitParity(l, own(l, READ), (ROUNDS - 1) & 1);
}

static void testMessages(void **state) {
  (void)state;
  static const struct {
    int hazard;
    const char *says;
  } rows[NUM_MESSAGES] = {
      [0] = {-1, NULL},
      [NO_MESSAGE_WAIT] = {ATTN_EMU_RACE, "CTA 2 of the cluster, warp 0, lane 5 read"},
      [NO_REPLY] = {ATTN_EMU_ASYNC, "store in kernel 'k': writes shared address 0x400 while"},
      [OTHER_BARRIER] = {ATTN_EMU_ILLEGAL, "lies in another CTA than what is written"},
      [ALONE] = {ATTN_EMU_ILLEGAL, "st.async in a launch without clusters"}};
  for (int how = 0; how < NUM_MESSAGES; ++how) {
    uint32_t right = 0;
    void *params[] = {&how, &right};
    expectRun(&(Launch){.entry = messageKernel,
                        .threads = 32,
                        .shared = 24,
                        .cluster = how == ALONE ? 0 : 3,
                        .params = params},
              rows[how].hazard, rows[how].says);
    if (how == 0)
      assert_int_equal(right, 3 * 3 * 32);
  }
}

//===--- addresses --------------------------------------------------------===//

/// Operations of the space shared::cta.
typedef enum Reach {
  LOAD,
  STORE,
  LOAD_GENERIC,
  STORE_GENERIC,
  LOAD_WORD,
  STORE_WORD,
  LOAD_MATRIX,
  STORE_MATRIX,
  COPY,
  BULK_TO,
  BULK_FROM,
  INIT,
  BULK_MBARRIER, ///< from here on at an mbarrier
  COPY_ARRIVE,
  INVAL,
  ARRIVE,
  ARRIVE_EXPECT,
  EXPECT,
  COMPLETE,
  WAIT,
  TEST,
  NUM_REACHES
} Reach;

typedef struct Address {
  Reach reach;
  uint32_t of, by; ///< which CTA's, used by which
  uint32_t right;  ///< lanes for which mapa gives what it should
  const char *map;
} Address;

static void reach(AttnEmuLane *l, const Address *x, uint64_t at, uint64_t ours) {
  static const int32_t first[2] = {0, 0};
  uint64_t word[16] = {at, 0}, copy[] = {3, at, 0, 0, 16}, arrivals[] = {at, 1}, r[8],
           test[] = {3, at, 0, 0, 0, 0, 0};
  switch (x->reach) {
  case LOAD:
    load(l, at);
    break;
  case STORE:
    store(l, at, 1);
    break;
  case LOAD_GENERIC:
    attnEmuReadGeneric(l, ATTN_EMU_WINDOW + at, W4, AT_LOAD);
    break;
  case STORE_GENERIC:
    attnEmuWriteGeneric(l, ATTN_EMU_WINDOW + at, word, W4, AT_STORE);
    break;
  case LOAD_WORD:
    attnEmuLoadWord(l, AT_LOAD, word, r);
    break;
  case STORE_WORD:
    attnEmuStoreWord(l, AT_STORE, word, r);
    break;
  case LOAD_MATRIX:
    word[1] = 1;
    attnEmuLoadMatrix(l, AT_LOAD, word, r);
    break;
  case STORE_MATRIX:
    word[0] = 2, word[1] = at;
    attnEmuStoreMatrix(l, AT_STORE, word, r);
    break;
  case COPY:
    attnEmuCopyAsync(l, AT_LOAD, copy, r);
    attnEmuWaitAll(l, AT_WAIT, NULL, NULL);
    break;
  case COPY_ARRIVE:
    word[1] = 0;
    attnEmuCopyAsyncArrive(l, AT_ARRIVE, word, r);
    break;
  case INIT:
    initMbarrier(l, at, 1);
    break;
  case INVAL:
    attnEmuMbarrierInval(l, AT_INIT, word, r);
    break;
  case ARRIVE:
    arrive(l, at);
    break;
  case ARRIVE_EXPECT:
    arriveExpect(l, at, 16);
    break;
  case EXPECT:
    attnEmuMbarrierExpect(l, AT_ARRIVE, arrivals, r);
    break;
  case COMPLETE:
    attnEmuMbarrierComplete(l, AT_ARRIVE, arrivals, r);
    break;
  case WAIT:
    waitParity(l, at, 1);
    break;
  case TEST:
    attnEmuMbarrierTest(l, AT_WAIT, test, r);
    break;
  case BULK_TO:
    arriveExpect(l, ours, PART);
    bulkLoad(l, at, x->map, 2, first, ours);
    waitParity(l, ours, 0);
    break;
  case BULK_MBARRIER:
    arriveExpect(l, ours, PART);
    bulkLoad(l, own(l, S), x->map, 2, first, at);
    waitParity(l, ours, 0);
    break;
  case BULK_FROM:
    bulkStore(l, x->map, 2, first, at);
    bulkCommit(l);
    bulkWait(l, 0, 0);
    break;
  case NUM_REACHES:
    break;
  }
}

enum { MBARRIER = S + PART };
static uint32_t offsetOf(const Address *x) { return x->reach < BULK_MBARRIER ? S : MBARRIER; }

static void addressKernel(AttnEmuLane *l, void **params) {
  Address *x = params[0];
  uint32_t t = tid(l), rank = clusterRank(l), at = offsetOf(x);
  uint64_t there = mapa(l, own(l, at), x->of),
           generic = mapa(l, ATTN_EMU_WINDOW + own(l, at), x->of);
  x->right += there == ((uint64_t)x->of << 24 | at) && generic == ATTN_EMU_WINDOW + there &&
              mapa(l, there, rank) == own(l, at);
  if (t == 0) {
    initMbarrier(l, own(l, MBARRIER), 1);
    fenceInit(l);
    for (uint32_t i = 0; i < PART; i += 4)
      store(l, own(l, S + i), 0);
    fenceProxy(l);
  }
  uint64_t relaxed[] = {0};
  attnEmuClusterArrive(l, AT_CLUSTER, relaxed, NULL);
  attnEmuClusterWait(l, AT_CLUSTER, NULL, NULL);
  bool alone = x->reach != LOAD_MATRIX && x->reach != STORE_MATRIX;
  if (rank == x->by && (!alone || t == 0))
    reach(l, x, there, own(l, MBARRIER));
}

/// Every operation takes the own CTA's addresses, and no others: CTA 0's, too, which look like
/// offsets.
static void testAddresses(void **state) {
  (void)state;
  static _Alignas(256) uint32_t tensor[PART / 4];
  static _Alignas(64) char map[ATTN_EMU_TENSOR_MAP_BYTES];
  AttnStatus st;
  AttnEmuTensorMap of = {.data = tensor,
                         .elementBytes = 4,
                         .rank = 2,
                         .dims = {ROW / 4, ROWS},
                         .strides = {0, ROW},
                         .box = {ROW / 4, ROWS}};
  assert_true(attnEmuTensorMapEncode(map, &of, &st));
  AttnEmuBuffer b = {.name = "tensor", .data = tensor, .bytes = sizeof tensor}, *buffers[] = {&b};
  const void *maps[] = {map};
  for (int i = 0; i < NUM_REACHES; ++i)
    for (uint32_t k = 0; k < 6; ++k) {
      uint32_t by = k / 2;
      Address x = {.reach = (Reach)i, .by = by, .of = (by + k % 2) % 3, .map = map};
      void *params[] = {&x};
      char says[128];
      snprintf(says, sizeof says,
               "bytes at shared address 0x%x, which is in CTA %u of the cluster; this one is CTA "
               "%u,",
               x.of << 24 | offsetOf(&x), x.of, by);
      expectRun(&(Launch){.entry = addressKernel,
                          .threads = 32,
                          .shared = PART + 8,
                          .cluster = 3,
                          .params = params,
                          .numBuffers = 1,
                          .buffers = buffers,
                          .numMaps = 1,
                          .maps = maps},
                x.of == by ? -1 : ATTN_EMU_RANGE, says);
      assert_int_equal(x.right, 3 * 32);
    }
}

//===--- coordinates ------------------------------------------------------===//

/// The registers that tell a CTA where in its cluster it is, and the cluster in the grid.
static void whereKernel(AttnEmuLane *l, void **params) {
  uint32_t(*seen)[7] = params[0];
  static const uint64_t which[] = {ATTN_EMU_SREG_CLUSTER_CTAID,    ATTN_EMU_SREG_CLUSTER_CTAID + 1,
                                   ATTN_EMU_SREG_CLUSTERID,        ATTN_EMU_SREG_CLUSTERID + 1,
                                   ATTN_EMU_SREG_CLUSTER_NCTARANK, ATTN_EMU_SREG_CLUSTER_NCTAID,
                                   ATTN_EMU_SREG_NCLUSTERID + 1};
  uint64_t a[] = {ATTN_EMU_SREG_CTAID}, x, y;
  attnEmuSpecialRegister(l, 0, a, &x);
  a[0] = ATTN_EMU_SREG_CTAID + 1;
  attnEmuSpecialRegister(l, 0, a, &y);
  for (int i = 0; i < 7; ++i) {
    uint64_t r;
    attnEmuSpecialRegister(l, 0, &which[i], &r);
    seen[y * 4 + x][i] = (uint32_t)r;
  }
}

static void testWhere(void **state) {
  (void)state;
  uint32_t seen[16][7];
  void *params[] = {seen};
  AttnStatus st;
  AttnEmuKernel k = {.name = "k",
                     .entry = whereKernel,
                     .numSites = NUM_SITES,
                     .sites = sites,
                     .cluster = {2, 2, 1}};
  AttnEmuLaunchDesc d = {.kernel = &k, .grid = {4, 4, 1}, .block = {32, 1, 1}, .params = params};
  AttnEmu *emu = attnEmuCreate(NULL);
  assert_true(attnEmuLaunch(emu, &d, &st));
  for (uint32_t y = 0; y < 4; ++y)
    for (uint32_t x = 0; x < 4; ++x) {
      const uint32_t wanted[7] = {x % 2, y % 2, x / 2, y / 2, 4, 2, 2};
      assert_memory_equal(seen[y * 4 + x], wanted, sizeof wanted);
    }
  d.grid[0] = 3;
  assert_false(attnEmuLaunch(emu, &d, &st));
  assert_non_null(strstr(st.message, "3 x 4 x 1 CTAs is not made of clusters of 2 x 2 x 1"));
  d.grid[0] = 32;
  k.cluster[0] = 32;
  assert_false(attnEmuLaunch(emu, &d, &st));
  assert_non_null(strstr(st.message, "are not emulated"));
  attnEmuDestroy(emu);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testRing), cmocka_unit_test(testWrong),
                                     cmocka_unit_test(testMessages),
                                     cmocka_unit_test(testAddresses), cmocka_unit_test(testWhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
