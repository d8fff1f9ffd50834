//===- EmuLaunch.c - Launches, spread over host threads -------------------===//
//
//   for each host thread at once:   while there is a cluster left: take the lowest, run it
//
// Clusters (of one CTA, where the kernel says nothing else) share nothing but global memory, so the
// results do not depend on who runs which. A kernel whose CTAs do meet there (atomics) is run by
// one thread, in order.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"
#include "Runtime/Status.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct EmuLaunchState {
  atomic_llong next;
  int64_t clusters;
  uint32_t sizes[3]; ///< of a cluster
};

AttnEmu *attnEmuCreate(const AttnEmuOptions *options) {
  AttnEmu *emu = calloc(1, sizeof *emu);
  if (!emu)
    return NULL;
  if (options)
    emu->options = *options;
  if (emu->options.threads <= 0) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    emu->options.threads = n > 0 && n < 256 ? (int)n : 1;
  }
  if (emu->options.maxReports <= 0)
    emu->options.maxReports = 20;
  if (!emu->options.stack)
    emu->options.stack = (size_t)256 << 10;
  return emu;
}

void attnEmuDestroy(AttnEmu *emu) {
  if (!emu)
    return;
  emuFreeFound(emu->found, emu->numFound);
  for (uint32_t i = 0; i < emu->numCounters; ++i)
    free((void *)(uintptr_t)emu->counters[i].perSite);
  free(emu->counters);
  free(emu);
}

//===--- a worker ---------------------------------------------------------===//

static void *workerMain(void *user) {
  EmuWorker *w = user;
  EmuCluster *cluster = &w->cluster;
  const uint32_t *grid = w->launch->grid, *sizes = w->state->sizes;
  for (;;) {
    int64_t i = atomic_fetch_add(&w->state->next, 1);
    if (i >= w->state->clusters)
      return NULL;
    uint32_t x = grid[0] / sizes[0], y = grid[1] / sizes[1];
    for (uint32_t c = 0; c < cluster->numCtas; ++c) {
      EmuCta *cta = &cluster->ctas[c];
      cta->index = i * cluster->numCtas + c;
      cta->id[0] = (uint32_t)(i % x) * sizes[0] + c % sizes[0];
      cta->id[1] = (uint32_t)(i / x % y) * sizes[1] + c / sizes[0] % sizes[1];
      cta->id[2] = (uint32_t)(i / x / y) * sizes[2] + c / sizes[0] / sizes[1];
    }
    emuRunCluster(cluster);
  }
}

/// What holds clocks.
static void forgetCta(EmuCta *cta) {
  if (cta->lanes && cta->lanes[0].base)
    emuBarriersStart(cta); // gives the clocks back
  for (uint32_t i = 0; cta->lanes && i < cta->numLanes; ++i)
    emuClockForget(&cta->lanes[i]);
}

static void freeCta(EmuCta *cta) {
  for (uint32_t i = 0; cta->lanes && i < cta->numLanes; ++i) {
    free(cta->lanes[i].log.a);
    free(cta->lanes[i].waited);
    emuAsyncFree(&cta->lanes[i]);
    attnFiberDestroy(&cta->lanes[i].fiber);
    emuStoresFree(&cta->lanes[i]);
  }
  for (int i = 0; i < EMU_MAX_WARPGROUPS; ++i)
    emuWgmmaFree(&cta->groups[i]);
  attnFiberFreeStacks(cta->stacks, (int)cta->numLanes, cta->worker->stackBytes);
  free(cta->lanes);
  free(cta->warps);
  free(cta->written);
  free(cta->mbarriers);
  free(cta->busy);
  free(cta->bulk);
  free(cta->visits);
  free(cta->sharedAllocation);
  free(cta->readsPool);
}

static void freeWorker(EmuWorker *w) {
  EmuCluster *cluster = &w->cluster;
  uint32_t n = cluster->ctas ? cluster->numCtas : 0;
  if (n && cluster->ctas[0].lanes && cluster->ctas[0].lanes[0].base)
    emuClusterStart(cluster); // likewise
  for (uint32_t c = 0; c < n; ++c)
    forgetCta(&cluster->ctas[c]);
  for (uint32_t c = 0; c < n; ++c)
    freeCta(&cluster->ctas[c]);
  emuClockDrain(cluster);
  free(cluster->ctas);
  free(w->sites);
}

static bool initCta(EmuCta *cta, EmuWorker *w, uint32_t rank) {
  const AttnEmuLaunchDesc *launch = w->launch;
  cta->worker = w;
  cta->cluster = &w->cluster;
  cta->launch = launch;
  cta->rank = rank;
  cta->numLanes = launch->block[0] * launch->block[1] * launch->block[2];
  cta->numWarps = (cta->numLanes + EMU_WARP - 1) / EMU_WARP;
  cta->sharedBytes = launch->kernel->staticShared + launch->shared;
  size_t granules = ((size_t)cta->sharedBytes + 3) / 4;
  cta->lanes = calloc(cta->numLanes, sizeof *cta->lanes);
  cta->warps = calloc(cta->numWarps, sizeof *cta->warps);
  cta->written = calloc(granules * 4 + 1, sizeof *cta->written);
  cta->readsPool = calloc(granules * 2 * (cta->numWarps + 1) + 1, sizeof *cta->readsPool);
  cta->busy = calloc(granules + 1, sizeof *cta->busy);
  cta->sharedAllocation = malloc((size_t)cta->sharedBytes + 2048);
  cta->stacks = attnFiberStacks((int)cta->numLanes, w->stackBytes);
  if (!cta->lanes || !cta->warps || !cta->written || !cta->readsPool || !cta->busy ||
      !cta->sharedAllocation || !cta->stacks)
    return false;
  // Aligned as the shared addresses are (they start at 1024).
  cta->shared = (uint8_t *)(((uintptr_t)cta->sharedAllocation + 1023) & ~(uintptr_t)1023);
  for (uint32_t i = 0; i < cta->numWarps; ++i) {
    uint32_t n = cta->numLanes - i * EMU_WARP;
    cta->warps[i] = (EmuWarp){.cta = cta,
                              .lanes = cta->lanes + (size_t)i * EMU_WARP,
                              .number = i,
                              .exists = n >= EMU_WARP ? ~0u : (1u << n) - 1};
  }
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    AttnEmuLane *l = &cta->lanes[i];
    l->cta = cta;
    l->warp = &cta->warps[i / EMU_WARP];
    l->thread = i;
    l->agent = rank * cta->numLanes + i;
    l->lane = i % EMU_WARP;
  }
  return true;
}

static bool initWorker(EmuWorker *w, AttnEmu *emu, const AttnEmuLaunchDesc *launch,
                       struct EmuLaunchState *state) {
  EmuCluster *cluster = &w->cluster;
  w->emu = emu;
  w->launch = launch;
  w->state = state;
  memset(w->poison, EMU_POISON, sizeof w->poison);
  // What the kernel takes, and room for the emulator's own functions; committed as it is touched.
  w->stackBytes = launch->kernel->stack + ((size_t)64 << 10);
  if (w->stackBytes < emu->options.stack)
    w->stackBytes = emu->options.stack;
  if (emu->options.counters)
    w->sites = calloc((size_t)launch->kernel->numSites + 1, sizeof *w->sites);
  cluster->worker = w;
  cluster->numCtas = state->sizes[0] * state->sizes[1] * state->sizes[2];
  cluster->ctas = calloc(cluster->numCtas, sizeof *cluster->ctas);
  bool ok = cluster->ctas && (!emu->options.counters || w->sites);
  for (uint32_t c = 0; ok && c < cluster->numCtas; ++c) {
    ok = initCta(&cluster->ctas[c], w, c);
    cluster->numLanes += cluster->ctas[c].numLanes;
  }
  return ok;
}

//===--- a launch ---------------------------------------------------------===//

static bool checkLaunch(const AttnEmuLaunchDesc *d, const uint32_t *cluster, int64_t *ctas,
                        AttnStatus *st) {
  const char *name = d->kernel->name;
  uint64_t threads = 1, size = (uint64_t)cluster[0] * cluster[1] * cluster[2];
  *ctas = 1;
  for (int i = 0; i < 3; ++i) {
    threads *= d->block[i];
    if (d->block[i] == 0 || threads > EMU_MAX_THREADS)
      return attnFail(st, ATTN_STATUS_INVALID,
                      "kernel '%s': a block of %u x %u x %u threads; expected 1 to %d threads",
                      name, d->block[0], d->block[1], d->block[2], EMU_MAX_THREADS);
    if (!attnMulInt64(*ctas, d->grid[i], ctas))
      return attnFail(st, ATTN_STATUS_INVALID, "kernel '%s': the grid is too large", name);
    if (d->grid[i] % cluster[i])
      return attnFail(st, ATTN_STATUS_INVALID,
                      "kernel '%s': a grid of %u x %u x %u CTAs is not made of clusters of %u x %u "
                      "x %u",
                      name, d->grid[0], d->grid[1], d->grid[2], cluster[0], cluster[1], cluster[2]);
  }
  if (size > EMU_MAX_CLUSTER || size * (threads + EMU_ENGINES) > EMU_MAX_AGENTS)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "kernel '%s': clusters of %u x %u x %u CTAs of %u threads are not emulated; "
                    "at most %d CTAs, and %d threads with %d more a CTA",
                    name, cluster[0], cluster[1], cluster[2], (unsigned)threads, EMU_MAX_CLUSTER,
                    EMU_MAX_AGENTS, EMU_ENGINES);
  if ((uint64_t)d->shared + d->kernel->staticShared > 256u << 10)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "kernel '%s': %u bytes of shared memory, more than any chip has", name,
                    d->shared + d->kernel->staticShared);
  return true;
}

static void addCounters(const EmuWorker *w, AttnEmuCounters *c) {
  c->switches += w->switches;
  c->globalRead += w->globalRead, c->globalWritten += w->globalWritten;
  c->sharedRead += w->sharedRead, c->sharedWritten += w->sharedWritten;
  AttnEmuSiteCounters *to = (AttnEmuSiteCounters *)(uintptr_t)c->perSite;
  for (uint32_t i = 0; w->sites && i < c->numSites; ++i) {
    to[i].executions += w->sites[i].executions;
    to[i].bytes += w->sites[i].bytes;
    to[i].requests += w->sites[i].requests;
    to[i].wavefronts += w->sites[i].wavefronts;
    to[i].conflicts += w->sites[i].conflicts;
    c->conflicts += w->sites[i].conflicts;
  }
}

bool attnEmuLaunch(AttnEmu *emu, const AttnEmuLaunchDesc *launch, AttnStatus *st) {
  struct EmuLaunchState state = {.clusters = 0};
  int64_t ctas;
  emuClusterSizes(launch->kernel, state.sizes);
  if (!checkLaunch(launch, state.sizes, &ctas, st))
    return false;
  state.clusters = ctas / state.sizes[0] / state.sizes[1] / state.sizes[2];
  int n = launch->kernel->serial ? 1 : emu->options.threads;
  if (n > state.clusters)
    n = (int)state.clusters;
  if (n < 1)
    n = 1;
  EmuWorker *workers = aligned_alloc(64, (size_t)n * sizeof *workers);
  pthread_t *threads = calloc((size_t)n, sizeof *threads);
  bool ok = workers && threads;
  if (workers)
    memset(workers, 0, (size_t)n * sizeof *workers);
  for (int i = 0; ok && i < n; ++i)
    ok = initWorker(&workers[i], emu, launch, &state);
  if (ok) {
    int started = 1;
    while (started < n &&
           pthread_create(&threads[started], NULL, workerMain, &workers[started]) == 0)
      ++started;
    workerMain(&workers[0]);
    for (int i = 1; i < started; ++i)
      pthread_join(threads[i], NULL);
    emuMergeReports(emu, workers, n);
    for (int i = 0; i < n; ++i)
      emu->aborted |= workers[i].aborted;
    AttnEmuCounters *c = emuCountersOf(emu, launch->kernel);
    if (c) {
      c->launches += 1;
      c->ctas += ctas;
    }
    for (int i = 0; c && i < n; ++i)
      addCounters(&workers[i], c);
  }
  for (int i = 0; workers && i < n; ++i)
    if (workers[i].emu)
      freeWorker(&workers[i]);
  free(workers);
  free(threads);
  return ok ? attnOk(st) : attnFail(st, ATTN_STATUS_MEMORY, "out of memory for the emulator");
}
