//===- EmuCta.c - Running a CTA -------------------------------------------===//
//
//   while some lane has not finished:
//     switch to the next lane that can run, in round robin; it comes back when it waits or finishes
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
  l->cta->aborted = true;
  attnFiberLeave(&l->fiber, &l->cta->main);
}

//===--- a lane -----------------------------------------------------------===//

static void runLane(void *user) {
  AttnEmuLane *l = user;
  l->cta->launch->kernel->entry(l, l->cta->launch->params);
  l->state = EMU_DONE;
  setReady(l, false);
  ++l->cta->numDone;
  emuWarpLaneDone(l);
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

/// One line per run of lanes that do the same.
static void reportDeadlock(EmuCta *cta) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  uint32_t site = 0;
  bool found = false;
  for (uint32_t i = 0, n; i < cta->numLanes; i += n) {
    const AttnEmuLane *l = &cta->lanes[i];
    for (n = 1; i + n < cta->numLanes && sameWait(l, &cta->lanes[i + n]);)
      ++n;
    if (l->state == EMU_WAITING && !found)
      site = l->wait.site, found = true;
    char what[512], who[2][48];
    if (l->state == EMU_DONE)
      snprintf(what, sizeof what, "finished");
    else
      emuDescribeWait(l, what, sizeof what);
    fprintf(f, "\n  %s", emuWho(cta, i, who[0], sizeof who[0]));
    if (n > 1)
      fprintf(f, " to %s", emuWho(cta, i + n - 1, who[1], sizeof who[1]));
    fprintf(f, ": %s", what);
  }
  fclose(f);
  emuReportCta(cta, ATTN_EMU_DEADLOCK, site, "no lane can go on:%s", text);
  free(text);
}

//===--- the CTA ----------------------------------------------------------===//

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
    l->clusterPhase = 0;
    emuAsyncStart(l);
    setReady(l, true);
    attnFiberInit(&l->fiber, attnFiberStack(cta->worker->stacks, (int)i, stack), stack, runLane, l);
  }
  for (uint32_t w = 0; w < cta->numWarps; ++w)
    cta->warps[w].done = 0;
}

void emuRunCta(EmuCta *cta) {
  cta->numDone = 0;
  cta->aborted = false;
  cta->reportsHere = cta->hazards = 0;
  emuClockStart(cta);
  emuMemoryStart(cta);
  emuBarriersStart(cta);
  emuBulkStart(cta);
  emuWarpgroupsStart(cta);
  startLanes(cta);
  int at = -1;
  while (cta->numDone < cta->numLanes && !cta->aborted) {
    at = nextReady(cta, at);
    if (at < 0 && emuBulkIdle(cta))
      continue;
    if (at < 0) {
      reportDeadlock(cta);
      cta->aborted = true;
      break;
    }
    ++cta->worker->switches;
    attnFiberSwitch(&cta->main, &cta->lanes[at].fiber);
  }
  if (!cta->aborted)
    emuBulkFinish(cta);
  cta->worker->aborted |= cta->aborted;
}
