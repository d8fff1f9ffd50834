//===- emu-kernels.h - C functions as kernels of the emulator -------------===//
//
// What a kernel of device IR does by operations, these tests do by calls: the operation's function
// with its words (lib/Runtime/EmuCalls.h).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_TEST_UNIT_EMU_KERNELS_H
#define ATTN_TEST_UNIT_EMU_KERNELS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Runtime/Emu.h"
#include "Runtime/EmuCalls.h"

#include <stdlib.h>
#include <string.h>

typedef void Kernel(AttnEmuLane *, void **);

/// Sites are told apart in reports by their names.
enum { S = ATTN_EMU_SHARED_BASE, W2 = 2 | 1 << 16, W4 = 4 | 2 << 16, W16 = 16 | 4 << 16 };
enum {
  AT_LOAD,
  AT_STORE,
  AT_BARRIER,
  AT_INIT,
  AT_ARRIVE,
  AT_WAIT,
  AT_BULK_LOAD,
  AT_BULK_STORE,
  AT_BULK_WAIT,
  AT_FENCE,
  AT_PRODUCT,
  AT_PRODUCT2,
  AT_PRODUCT_WAIT,
  AT_USE,
  AT_REGISTERS,
  AT_REGISTERS2,
  AT_REMOTE,
  AT_CLUSTER,
  NUM_SITES
};
static const AttnEmuSite sites[NUM_SITES] = {
    {"load", ""},         {"store", ""},  {"barrier", ""},   {"init", ""},
    {"arrive", ""},       {"wait", ""},   {"bulk-load", ""}, {"bulk-store", ""},
    {"bulk-wait", ""},    {"fence", ""},  {"product", ""},   {"product2", ""},
    {"product-wait", ""}, {"use", ""},    {"registers", ""}, {"registers2", ""},
    {"remote", ""},       {"cluster", ""}};

typedef struct Launch {
  Kernel *entry;
  uint32_t threads, shared, registers;
  uint32_t cluster; ///< CTAs; 0: one
  void **params;
  int numBuffers;
  AttnEmuBuffer **buffers;
  int numMaps;
  const void *const *maps;
} Launch;

/// One CTA, or one cluster. Expects exactly this hazard (-1: none) as the first report, its text
/// with `says` in it.
static inline void expectRun(const Launch *of, int hazard, const char *says) {
  AttnEmuKernel k = {.name = "k",
                     .entry = of->entry,
                     .numSites = NUM_SITES,
                     .sites = sites,
                     .registers = of->registers,
                     .cluster = {of->cluster, 1, 1}};
  AttnEmuLaunchDesc d = {.kernel = &k,
                         .grid = {of->cluster ? of->cluster : 1, 1, 1},
                         .block = {of->threads, 1, 1},
                         .shared = of->shared,
                         .params = of->params,
                         .numBuffers = of->numBuffers,
                         .buffers = of->buffers,
                         .numMaps = of->numMaps,
                         .maps = of->maps};
  AttnEmu *emu = attnEmuCreate(&(AttnEmuOptions){.threads = 1});
  AttnStatus st;
  assert_true(attnEmuLaunch(emu, &d, &st));
  const AttnEmuReport *r = attnEmuNumReports(emu) ? attnEmuReport(emu, 0) : NULL;
  if (hazard < 0 ? r != NULL : !r || r->hazard != (AttnEmuHazard)hazard || !strstr(r->text, says)) {
    for (int i = 0; i < attnEmuNumReports(emu); ++i)
      print_message("%s\n", attnEmuReport(emu, i)->text);
    fail_msg("expected %s", hazard < 0 ? "no report" : says);
  }
  attnEmuDestroy(emu);
}

static inline uint32_t random32(void) {
  static uint64_t state = 0x853c49e6748fea9bu;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

//===--- operations -------------------------------------------------------===//

static inline uint32_t tid(AttnEmuLane *l) {
  uint64_t a[] = {ATTN_EMU_SREG_TID}, r[1];
  attnEmuSpecialRegister(l, 0, a, r);
  return (uint32_t)r[0];
}

/// The CTA's own shared address.
static inline uint64_t own(AttnEmuLane *l, uint64_t offset) { return attnEmuOwnRank(l) | offset; }

static inline void barrier(AttnEmuLane *l) { attnEmuBarrierZero(l, AT_BARRIER, NULL, NULL); }

static inline uint32_t load(AttnEmuLane *l, uint64_t at) {
  uint32_t v;
  memcpy(&v, attnEmuReadShared(l, at, W4, AT_LOAD), 4);
  return v;
}

static inline void store(AttnEmuLane *l, uint64_t at, uint32_t v) {
  attnEmuWriteShared(l, at, &v, W4, AT_STORE);
}

static inline void initMbarrier(AttnEmuLane *l, uint64_t at, uint64_t count) {
  uint64_t a[] = {2, at, count};
  attnEmuMbarrierInit(l, AT_INIT, a, NULL);
}

static inline void fenceInit(AttnEmuLane *l) { attnEmuMbarrierFence(l, AT_FENCE, NULL, NULL); }

static inline void arrive(AttnEmuLane *l, uint64_t at) {
  uint64_t a[] = {1, at, 0, 0}, r[1];
  attnEmuMbarrierArrive(l, AT_ARRIVE, a, r);
}

static inline void arriveExpect(AttnEmuLane *l, uint64_t at, uint64_t bytes) {
  uint64_t a[] = {2, at, bytes, 0, 0}, r[1];
  attnEmuMbarrierArriveExpect(l, AT_ARRIVE, a, r);
}

static inline void waitParity(AttnEmuLane *l, uint64_t at, uint64_t parity) {
  uint64_t a[] = {at, parity, 0}, r[1];
  attnEmuMbarrierWaitParity(l, AT_WAIT, a, r);
}

static inline void fenceProxy(AttnEmuLane *l) {
  uint64_t a[] = {0};
  attnEmuProxyFence(l, AT_FENCE, a, NULL);
}

static inline void bulkLoad(AttnEmuLane *l, uint64_t to, const void *map, uint32_t rank,
                            const int32_t *at, uint64_t mbarrier) {
  uint64_t a[9] = {3 + rank, to, (uint64_t)(uintptr_t)map};
  for (uint32_t d = 0; d < rank; ++d)
    a[3 + d] = (uint32_t)at[d];
  a[3 + rank] = mbarrier;
  attnEmuBulkLoad(l, AT_BULK_LOAD, a, NULL);
}

static inline void bulkMulticast(AttnEmuLane *l, uint64_t to, const void *map, const int32_t *at,
                                 uint64_t mbarrier, uint64_t ctas) {
  uint64_t a[] = {6,        to,  (uint64_t)(uintptr_t)map, (uint32_t)at[0], (uint32_t)at[1],
                  mbarrier, ctas};
  attnEmuBulkLoadMulticast(l, AT_BULK_LOAD, a, NULL);
}

static inline uint64_t mapa(AttnEmuLane *l, uint64_t at, uint64_t rank) {
  uint64_t a[] = {at, rank}, r[1];
  attnEmuMapa(l, AT_REMOTE, a, r);
  return r[0];
}

static inline void arriveRemote(AttnEmuLane *l, uint64_t at) {
  uint64_t a[] = {1, at, 0}, r[1];
  attnEmuMbarrierArriveRemote(l, AT_REMOTE, a, r);
}

static inline void storeAsync(AttnEmuLane *l, uint64_t at, uint64_t word, uint64_t mbarrier) {
  uint64_t a[] = {at, word, mbarrier};
  attnEmuStoreAsync(l, AT_STORE, a, NULL);
}

static inline uint32_t clusterRank(AttnEmuLane *l) {
  uint64_t a[] = {ATTN_EMU_SREG_CLUSTER_CTARANK}, r[1];
  attnEmuSpecialRegister(l, 0, a, r);
  return (uint32_t)r[0];
}

static inline void bulkStore(AttnEmuLane *l, const void *map, uint32_t rank, const int32_t *at,
                             uint64_t from) {
  uint64_t a[8] = {2 + rank, (uint64_t)(uintptr_t)map};
  for (uint32_t d = 0; d < rank; ++d)
    a[2 + d] = (uint32_t)at[d];
  a[2 + rank] = from;
  attnEmuBulkStore(l, AT_BULK_STORE, a, NULL);
}

static inline void bulkCommit(AttnEmuLane *l) { attnEmuBulkCommit(l, AT_BULK_STORE, NULL, NULL); }

static inline void bulkWait(AttnEmuLane *l, uint64_t pending, uint64_t onlyRead) {
  uint64_t a[] = {pending, onlyRead};
  attnEmuBulkWait(l, AT_BULK_WAIT, a, NULL);
}

#endif // ATTN_TEST_UNIT_EMU_KERNELS_H
