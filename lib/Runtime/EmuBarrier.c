//===- EmuBarrier.c - CTA-wide and named barriers -------------------------===//
//
// barrier.sync and barrier.arrive on barriers 0-15 (PTX ISA, "bar, barrier"). A barrier completes
// when as many threads as expected have arrived; those that came to sync go on, and everything that
// any of the arrived did before is over for them. Checked: the expected number is a multiple of the
// warp size and the same for all, nobody arrives twice, warps come whole.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdio.h>
#include <string.h>

static void reset(EmuCta *cta, EmuBarrier *b) {
  emuSyncReset(cta, &b->sync);
  memset(b, 0, sizeof *b);
}

void emuBarriersStart(EmuCta *cta) {
  for (int i = 0; i < EMU_NUM_BARRIERS; ++i)
    reset(cta, &cta->barriers[i]);
  for (uint32_t i = 0; i < cta->numMbarriers; ++i) {
    emuSyncReset(cta, &cta->mbarriers[i].arriving);
    emuSyncReset(cta, &cta->mbarriers[i].done);
  }
  cta->numMbarriers = 0;
}

static uint32_t lanesHere(const EmuBarrier *b, const EmuWarp *w) {
  return (uint32_t)(b->here[w->number / 2] >> (w->number % 2 * 32));
}

/// All that were expected are here.
static void complete(AttnEmuLane *l, EmuBarrier *b) {
  EmuCta *cta = l->cta;
  for (uint32_t i = 0; i < cta->numWarps; ++i) {
    uint32_t here = lanesHere(b, &cta->warps[i]);
    if (here && here != cta->warps[i].exists) {
      emuReport(l, ATTN_EMU_DIVERGENCE, l->wait.site,
                "barrier %u is complete, but of warp %u only lanes 0x%08x have come", l->wait.id, i,
                here);
      emuAbort(l);
    }
    if (here && cta->worker->sites)
      emuFlushLog(&cta->warps[i]);
  }
  for (uint32_t w = 0; w < (cta->numLanes + 63) / 64; ++w)
    for (uint64_t bits = b->waiting[w]; bits; bits &= bits - 1) {
      AttnEmuLane *other = &cta->lanes[w * 64 + (uint32_t)__builtin_ctzll(bits)];
      emuAcquire(other, &b->sync);
      emuWake(other);
    }
  reset(cta, b);
}

static void arrive(AttnEmuLane *l, uint32_t site, uint64_t id, uint64_t threads, bool wait) {
  EmuCta *cta = l->cta;
  l->wait = (EmuWait){.kind = EMU_AT_BARRIER, .site = site, .id = (uint32_t)id};
  if (id >= EMU_NUM_BARRIERS) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "barrier %u does not exist; there are 0 to %d",
              (uint32_t)id, EMU_NUM_BARRIERS - 1);
    emuAbort(l);
  }
  EmuBarrier *b = &cta->barriers[id];
  uint32_t all = (cta->numLanes + EMU_WARP - 1) / EMU_WARP * EMU_WARP;
  if (threads == 0 || threads % EMU_WARP || threads > all) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "barrier %u expects %u threads; expected a multiple of %d, at most the CTA's %u",
              (uint32_t)id, (uint32_t)threads, EMU_WARP, cta->numLanes);
    emuAbort(l);
  }
  if (threads > cta->numLanes)
    threads = cta->numLanes; // the last warp is not full
  uint64_t bit = UINT64_C(1) << (l->thread % 64);
  if (b->expected && b->expected != threads) {
    emuReport(l, ATTN_EMU_BARRIER, site, "barrier %u expects %u threads here, others expect %u",
              (uint32_t)id, (uint32_t)threads, b->expected);
    emuAbort(l);
  }
  if (b->here[l->thread / 64] & bit) {
    emuReport(l, ATTN_EMU_BARRIER, site,
              "arrives at barrier %u for the second time before it is complete (%u of %u are here)",
              (uint32_t)id, b->arrived, b->expected);
    emuAbort(l);
  }
  b->expected = (uint32_t)threads;
  b->here[l->thread / 64] |= bit;
  if (wait)
    b->waiting[l->thread / 64] |= bit;
  ++b->arrived;
  if (cta->worker->sites)
    cta->worker->sites[site].executions++;
  emuRelease(l, &b->sync);
  if (b->arrived == b->expected)
    complete(l, b);
  else if (wait)
    emuBlock(l);
}

void attnEmuBarrierZero(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)args, (void)results;
  arrive(l, site, 0, (l->cta->numLanes + EMU_WARP - 1) / EMU_WARP * EMU_WARP, true);
}

void attnEmuBarrierSync(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint64_t id = 0, threads = (l->cta->numLanes + EMU_WARP - 1) / EMU_WARP * EMU_WARP;
  if (*args++)
    id = *args++;
  if (*args++)
    threads = (uint32_t)*args++;
  arrive(l, site, (uint32_t)id, threads, true);
}

void attnEmuBarrierArrive(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint64_t id = *args++ == 2 ? *args++ : 0;
  arrive(l, site, (uint32_t)id, (uint32_t)*args, false);
}

void attnEmuBarrierPtx(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  arrive(l, site, (uint32_t)args[0], (uint32_t)args[1], !args[2]);
}

//===--- who waits for what -----------------------------------------------===//

static void describeMbarrier(const AttnEmuLane *l, const char *place, char *buffer, size_t size) {
  const EmuMbarrier *b = emuMbarrierFind(l->cta, l->wait.id);
  int n = snprintf(buffer, size, "waits at %s for phase parity %u of the mbarrier at 0x%x", place,
                   l->wait.parity, l->wait.id);
  if (!b || n < 0 || (size_t)n >= size)
    return;
  buffer += n, size -= (size_t)n;
  uint32_t copies = emuBulkCount(l->cta, b->address);
  n = snprintf(buffer, size, ", whose phase %u lacks %u of %u arrivals", b->phase, b->pending,
               b->expected);
  if (n < 0 || (size_t)n >= size)
    return;
  buffer += n, size -= (size_t)n;
  if (b->transactions < 0)
    snprintf(buffer, size, " and got %lld bytes more than it expects", (long long)-b->transactions);
  else if (b->transactions > 0)
    snprintf(buffer, size, " and %lld bytes, with %u bulk copies under way",
             (long long)b->transactions, copies);
}

void emuDescribeWait(const AttnEmuLane *l, char *buffer, size_t size) {
  const AttnEmuSite *s = &l->cta->launch->kernel->sites[l->wait.site];
  char place[300];
  snprintf(place, sizeof place, "%s%s%s", s->op, *s->location ? " at " : "", s->location);
  const EmuBarrier *b = &l->cta->barriers[l->wait.id % EMU_NUM_BARRIERS];
  switch (l->wait.kind) {
  case EMU_AT_MEETING:
    snprintf(buffer, size, "waits at %s for the lanes 0x%08x of its warp", place, l->wait.mask);
    break;
  case EMU_AT_BARRIER:
    snprintf(buffer, size, "waits at %s for barrier %u, where %u of %u threads have arrived", place,
             l->wait.id, b->arrived, b->expected);
    break;
  case EMU_AT_MBARRIER:
    describeMbarrier(l, place, buffer, size);
    break;
  case EMU_AT_WARPGROUP:
    snprintf(buffer, size, "waits at %s for its warpgroup, of which %u lanes are here", place,
             l->cta->groups[l->thread / EMU_WARPGROUP].arrived);
    break;
  case EMU_AT_REGISTERS:
    snprintf(buffer, size, "waits at %s for %u registers a lane; %lld of the CTA's are free", place,
             l->wait.parity, (long long)l->cta->freeRegisters);
    break;
  case EMU_AT_CLUSTER:
    snprintf(buffer, size, "waits at %s for the cluster's barrier, where %u of %u have arrived",
             place, l->cta->cluster->numLanes - l->cta->cluster->barrier.missing,
             l->cta->cluster->numLanes);
    break;
  }
}

//===--- the rest ---------------------------------------------------------===//

void attnEmuNothing(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)l, (void)site, (void)args, (void)results;
}

void attnEmuSpecialRegister(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                            uint64_t *results) {
  (void)site;
  const EmuCta *cta = l->cta;
  const AttnEmuLaunchDesc *launch = cta->launch;
  uint32_t lane = l->lane, which = (uint32_t)args[0];
  uint32_t tid[3] = {l->thread % launch->block[0], l->thread / launch->block[0] % launch->block[1],
                     l->thread / launch->block[0] / launch->block[1]};
  const uint32_t *const vectors[] = {tid, launch->block, cta->id, launch->grid};
  uint32_t r = 0;
  if (which < ATTN_EMU_SREG_LANEID)
    r = vectors[which / 3][which % 3];
  else
    switch (which) {
    case ATTN_EMU_SREG_LANEID:
      r = lane;
      break;
    case ATTN_EMU_SREG_WARPID:
      r = l->warp->number;
      break;
    case ATTN_EMU_SREG_NWARPID:
      r = cta->numWarps;
      break;
    case ATTN_EMU_SREG_WARPSIZE:
      r = EMU_WARP;
      break;
    case ATTN_EMU_SREG_LANEMASK_EQ:
      r = 1u << lane;
      break;
    case ATTN_EMU_SREG_LANEMASK_LE:
      r = (2u << lane) - 1;
      break;
    case ATTN_EMU_SREG_LANEMASK_LT:
      r = (1u << lane) - 1;
      break;
    case ATTN_EMU_SREG_LANEMASK_GE:
      r = ~((1u << lane) - 1);
      break;
    case ATTN_EMU_SREG_LANEMASK_GT:
      r = ~((2u << lane) - 1);
      break;
    default:
      r = emuClusterRegister(cta, which);
      break;
    }
  results[0] = r;
}
