//===- EmuCluster.c - CTAs that touch each other's shared memory ----------===//
//
// The CTAs of a cluster (PTX ISA, "Cluster of Cooperative Thread Arrays") are run by one host
// thread; what they share is clocks, the barrier of the cluster and the scheduler (EmuCta.c).
//
// Shared addresses begin with the rank of their CTA, as an H200's do: whoever needs the offset
// alone (a matrix descriptor's field) has to mask it. mapa makes of one the address of the same
// place in another CTA, for operations of the space shared::cluster; through shared::cta a CTA
// reaches its own memory only.
//
// Lanes of other CTAs arrive at mbarriers, copy by multicast and write words by st.async; other
// loads and stores of another CTA's shared memory are not modelled (their addresses are out of
// range).
//
// A CTA's shared memory is there until its last lane has finished. So whoever touches it from
// outside has to be known, by then, to one of its lanes: each visit is remembered, and compared at
// the end with what the lanes know, whichever order the emulator happened to take.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdlib.h>

void emuClusterSizes(const AttnEmuKernel *kernel, uint32_t sizes[3]) {
  for (int i = 0; i < 3; ++i)
    sizes[i] = kernel->cluster[i] ? kernel->cluster[i] : 1;
}

uint64_t attnEmuOwnRank(AttnEmuLane *l) { return (uint64_t)l->cta->rank << ATTN_EMU_RANK_SHIFT; }

uint32_t emuClusterRegister(const EmuCta *cta, uint32_t which) {
  uint32_t sizes[3];
  emuClusterSizes(cta->launch->kernel, sizes);
  if (which == ATTN_EMU_SREG_CLUSTER_CTARANK)
    return cta->rank;
  if (which == ATTN_EMU_SREG_CLUSTER_NCTARANK)
    return cta->cluster->numCtas;
  uint32_t i = (which - ATTN_EMU_SREG_CLUSTER_CTAID) % 3;
  switch (which - i) {
  case ATTN_EMU_SREG_CLUSTER_CTAID:
    return cta->id[i] % sizes[i];
  case ATTN_EMU_SREG_CLUSTER_NCTAID:
    return sizes[i];
  case ATTN_EMU_SREG_CLUSTERID:
    return cta->id[i] / sizes[i];
  case ATTN_EMU_SREG_NCLUSTERID:
    return cta->launch->grid[i] / sizes[i];
  default:
    return 0;
  }
}

//===--- the barrier ------------------------------------------------------===//

// barrier.cluster: everybody arrives, then waits (PTX ISA, "barrier.cluster"). Lanes that have
// finished are not waited for. A relaxed arrival orders nothing but mbarriers that the lane has
// initialised in front of a fence.mbarrier_init.

void emuClusterStart(EmuCluster *cluster) {
  EmuCta *any = &cluster->ctas[0];
  cluster->numDone = cluster->idleTests = 0;
  cluster->aborted = false;
  emuSyncReset(any, &cluster->barrier.arriving);
  emuSyncReset(any, &cluster->barrier.done);
  cluster->barrier.missing = cluster->numLanes;
  cluster->barrier.phase = 0;
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    cluster->ctas[c].numVisits = 0;
}

/// One lane fewer is missing. The last one lets the others go on.
static void oneIsHere(EmuCluster *cluster) {
  if (--cluster->barrier.missing)
    return;
  EmuCta *any = &cluster->ctas[0];
  emuSyncReset(any, &cluster->barrier.done);
  cluster->barrier.done = cluster->barrier.arriving;
  cluster->barrier.arriving = (EmuSync){NULL};
  cluster->barrier.missing = cluster->numLanes - cluster->numDone;
  ++cluster->barrier.phase;
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    for (uint32_t i = 0; i < cluster->ctas[c].numLanes; ++i) {
      AttnEmuLane *l = &cluster->ctas[c].lanes[i];
      if (l->state != EMU_WAITING || l->wait.kind != EMU_AT_CLUSTER)
        continue;
      emuAcquire(l, &cluster->barrier.done);
      l->clusterSeen = l->clusterPhase;
      emuWake(l);
    }
}

void emuClusterLaneDone(AttnEmuLane *l) {
  EmuCluster *cluster = l->cta->cluster;
  ++cluster->numDone;
  if (l->clusterPhase <= cluster->barrier.phase && cluster->barrier.missing)
    oneIsHere(cluster);
}

/// args: relaxed
void attnEmuClusterArrive(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  EmuCluster *cluster = l->cta->cluster;
  l->wait.site = site;
  if (l->clusterPhase > cluster->barrier.phase) {
    emuReport(l, ATTN_EMU_BARRIER, site, "arrives at the cluster's barrier twice in one phase");
    return;
  }
  l->clusterPhase = cluster->barrier.phase + 1;
  if (!args[0])
    emuRelease(l, &cluster->barrier.arriving);
  oneIsHere(cluster);
}

void attnEmuClusterWait(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)args, (void)results;
  EmuCluster *cluster = l->cta->cluster;
  l->wait = (EmuWait){.kind = EMU_AT_CLUSTER, .site = site};
  if (l->clusterPhase == 0)
    emuReport(l, ATTN_EMU_BARRIER, site, "waits at the cluster's barrier without having arrived");
  else if (l->clusterPhase > cluster->barrier.phase)
    emuBlock(l);
  else {
    emuAcquire(l, &cluster->barrier.done);
    l->clusterSeen = l->clusterPhase;
  }
}

//===--- other CTAs -------------------------------------------------------===//

EmuCta *emuClusterOwner(AttnEmuLane *l, uint64_t *address, uint32_t site) {
  EmuCluster *cluster = l->cta->cluster;
  *address = emuSharedAddress(*address);
  uint64_t rank = *address >> ATTN_EMU_RANK_SHIFT;
  *address &= (UINT64_C(1) << ATTN_EMU_RANK_SHIFT) - 1;
  if (rank < cluster->numCtas)
    return &cluster->ctas[rank];
  emuReport(l, ATTN_EMU_RANGE, site, "an address that no mapa of this cluster gives");
  return NULL;
}

/// args: address, rank of a CTA
void attnEmuMapa(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  uint32_t rank = (uint32_t)args[1];
  uint64_t address = args[0];
  results[0] = address;
  if (rank >= l->cta->cluster->numCtas)
    emuReport(l, ATTN_EMU_ILLEGAL, site, "CTA %u of a cluster that has %u", rank,
              l->cta->cluster->numCtas);
  else if (emuClusterOwner(l, &address, site))
    results[0] = (emuInWindow(args[0]) ? ATTN_EMU_WINDOW : 0) |
                 (uint64_t)rank << ATTN_EMU_RANK_SHIFT | address;
}

void emuClusterVisit(AttnEmuLane *l, EmuCta *of, uint32_t address, uint32_t site) {
  if (of == l->cta)
    return;
  uint32_t i = 0;
  while (i < of->numVisits && of->visits[i].lane != l)
    ++i;
  if (i == of->capVisits) {
    uint32_t wanted = i ? 2 * i : 16;
    EmuVisit *grown = realloc(of->visits, wanted * sizeof *grown);
    if (!grown) {
      emuReport(l, ATTN_EMU_ILLEGAL, site, "the emulator is out of memory");
      emuAbort(l);
    }
    of->visits = grown;
    of->capVisits = wanted;
  }
  of->visits[i] = (EmuVisit){l, l->clock, site, address};
  of->numVisits += i == of->numVisits;
}

static bool isKnown(const EmuCta *cta, const EmuVisit *v) {
  for (uint32_t i = 0; i < cta->numLanes; ++i)
    if (v->clock <= cta->lanes[i].base->t[v->lane->agent])
      return true;
  return false;
}

void emuClusterFinish(EmuCluster *cluster) {
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    for (uint32_t i = 0; i < cluster->ctas[c].numVisits; ++i) {
      const EmuVisit *v = &cluster->ctas[c].visits[i];
      if (!isKnown(&cluster->ctas[c], v))
        emuReport(v->lane, ATTN_EMU_RACE, v->site,
                  "touches shared address 0x%x of CTA %u of the cluster, whose lanes may have "
                  "finished; nothing lets them wait for it",
                  v->address, c);
    }
}
