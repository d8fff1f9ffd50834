//===- EmuCta.c - Running a CTA, or a cluster of them ---------------------===//
//
//   while some lane has not finished:
//     switch to the next lane that can run, in round robin; it comes back when it waits or finishes
//     (in a cluster a CTA goes on as long as it can, then comes the next)
//     nobody can run: deadlock, told lane by lane
//
// The order is fixed, so a run can be repeated.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- waiting ----------------------------------------------------------===//

static void setReady(AttnEmuLane *l, bool ready) {
  uint64_t bit = UINT64_C(1) << (l->thread % 64);
  if (ready)
    l->cta->ready[l->thread / 64] |= bit;
  else
    l->cta->ready[l->thread / 64] &= ~bit;
}

void emuBlock(AttnEmuLane *l) {
  l->state = EMU_WAITING;
  setReady(l, false);
  attnFiberSwitch(&l->fiber, &l->cta->main);
}

void emuWake(AttnEmuLane *l) {
  if (l->state != EMU_WAITING)
    return;
  l->state = EMU_READY;
  setReady(l, true);
}

void emuYield(AttnEmuLane *l) { attnFiberSwitch(&l->fiber, &l->cta->main); }

_Noreturn void emuAbort(AttnEmuLane *l) {
  l->cta->cluster->aborted = true;
  attnFiberLeave(&l->fiber, &l->cta->main);
}

//===--- a lane -----------------------------------------------------------===//

static void runLane(void *user) {
  AttnEmuLane *l = user;
  l->cta->launch->kernel->entry(l, l->cta->launch->params);
  l->state = EMU_DONE;
  setReady(l, false);
  emuWarpLaneDone(l);
  emuClusterLaneDone(l);
  attnFiberLeave(&l->fiber, &l->cta->main);
}

/// The next lane that can run after `from`, -1 if there is none.
static int nextReady(const EmuCta *cta, int from) {
  int words = (int)(cta->numLanes + 63) / 64, start = from + 1;
  if (start >= (int)cta->numLanes)
    start = 0;
  for (int i = 0; i <= words; ++i) {
    int w = (start / 64 + i) % words;
    uint64_t bits = cta->ready[w];
    if (i == 0)
      bits &= ~UINT64_C(0) << (start % 64);
    if (bits)
      return w * 64 + __builtin_ctzll(bits);
  }
  return -1;
}

//===--- deadlock ---------------------------------------------------------===//

static bool sameWait(const AttnEmuLane *a, const AttnEmuLane *b) {
  return a->state == b->state &&
         (a->state == EMU_DONE || (a->wait.kind == b->wait.kind && a->wait.site == b->wait.site &&
                                   a->wait.id == b->wait.id && a->wait.parity == b->wait.parity &&
                                   a->wait.mask == b->wait.mask));
}

/// One line per run of lanes that do the same. The first one that waits is at `*site`.
static bool describe(FILE *f, EmuCta *cta, uint32_t *site) {
  bool found = false;
  for (uint32_t i = 0, n; i < cta->numLanes; i += n) {
    const AttnEmuLane *l = &cta->lanes[i];
    for (n = 1; i + n < cta->numLanes && sameWait(l, &cta->lanes[i + n]);)
      ++n;
    if (l->state == EMU_WAITING && !found)
      *site = l->wait.site, found = true;
    char what[512], who[2][EMU_WHO];
    if (l->state == EMU_DONE)
      snprintf(what, sizeof what, "finished");
    else
      emuDescribeWait(l, what, sizeof what);
    fprintf(f, "\n  %s", emuWho(cta, l->agent, who[0], sizeof who[0]));
    if (n > 1)
      fprintf(f, " to %s", emuWho(cta, l->agent + n - 1, who[1], sizeof who[1]));
    fprintf(f, ": %s", what);
  }
  return found;
}

static void reportDeadlock(EmuCluster *cluster) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  uint32_t site = 0, other;
  EmuCta *first = NULL;
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    if (describe(f, &cluster->ctas[c], first ? &other : &site) && !first)
      first = &cluster->ctas[c];
  fclose(f);
  emuReportCta(first ? first : &cluster->ctas[0], ATTN_EMU_DEADLOCK, site, "no lane can go on:%s",
               text);
  free(text);
}

//===--- the cluster ------------------------------------------------------===//

static void startLanes(EmuCta *cta) {
  size_t stack = cta->worker->stackBytes;
  memset(cta->ready, 0, sizeof cta->ready);
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    AttnEmuLane *l = &cta->lanes[i];
    l->state = EMU_READY;
    l->log.n = 0;
    l->lastBuffer = NULL;
    l->numWaited = 0;
    l->wait = (EmuWait){.kind = EMU_AT_MEETING};
    l->clusterPhase = l->clusterSeen = 0;
    emuAsyncStart(l);
    setReady(l, true);
    attnFiberInit(&l->fiber, attnFiberStack(cta->stacks, (int)i, stack), stack, runLane, l);
  }
  for (uint32_t w = 0; w < cta->numWarps; ++w)
    cta->warps[w].done = 0;
}

static void startCta(EmuCta *cta) {
  cta->reportsHere = cta->hazards = 0;
  emuMemoryStart(cta);
  emuBarriersStart(cta);
  emuBulkStart(cta);
  emuWarpgroupsStart(cta);
  startLanes(cta);
}

/// The next lane that can run after lane *at of CTA *c, both moved on; false: there is none.
static bool next(const EmuCluster *cluster, uint32_t *c, int *at) {
  for (uint32_t i = 0; i < cluster->numCtas; ++i) {
    *at = nextReady(&cluster->ctas[*c], *at);
    if (*at >= 0)
      return true;
    *c = (*c + 1) % cluster->numCtas;
  }
  return false;
}

void emuRunCluster(EmuCluster *cluster) {
  emuClusterStart(cluster);
  emuClockStart(cluster);
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    startCta(&cluster->ctas[c]);
  uint32_t c = 0;
  int at = -1;
  while (cluster->numDone < cluster->numLanes && !cluster->aborted) {
    if (next(cluster, &c, &at)) {
      EmuCta *cta = &cluster->ctas[c];
      ++cluster->worker->switches;
      attnFiberSwitch(&cta->main, &cta->lanes[at].fiber);
    } else if (!emuBulkIdle(cluster)) {
      reportDeadlock(cluster);
      cluster->aborted = true;
    }
  }
  for (c = 0; c < cluster->numCtas && !cluster->aborted; ++c)
    emuBulkFinish(&cluster->ctas[c]);
  if (!cluster->aborted)
    emuClusterFinish(cluster);
  cluster->worker->aborted |= cluster->aborted;
}
