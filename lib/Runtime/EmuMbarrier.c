//===- EmuMbarrier.c - Barriers in shared memory --------------------------===//
//
// An mbarrier (PTX ISA, "mbarrier") counts arrivals and bytes; when both counts of the phase under
// way are at zero the phase is complete and the next one begins:
//
//   phase      0          1          2       ...    number of the phase under way = phases
//   completed parity     0          1          0              of the phase wait(p)    true iff the
//   last completed phase has parity p (before any: parity 1)
//
// Everything that was released into a phase is over for who waits for it. A wait suspends the lane
// until it is true; a test does so too, until nothing else can happen.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = (1 << 20) - 1 };

EmuMbarrier *emuMbarrierFind(EmuCta *cta, uint64_t address) {
  for (uint32_t i = 0; i < cta->numMbarriers; ++i)
    if (cta->mbarriers[i].live && cta->mbarriers[i].address == address)
      return &cta->mbarriers[i];
  return NULL;
}

EmuMbarrier *emuMbarrierOf(AttnEmuLane *l, EmuCta *of, uint64_t address, uint32_t site) {
  EmuMbarrier *b = emuMbarrierFind(of, address);
  char who[EMU_WHO], where[32] = "";
  if (of != l->cta)
    snprintf(where, sizeof where, " of CTA %u of the cluster", of->rank);
  if (!b) {
    emuReport(l, ATTN_EMU_BARRIER, site,
              "there is no initialised mbarrier at shared address 0x%x%s", (uint32_t)address,
              where);
    return NULL;
  }
  EmuEpoch e = of->written[address - ATTN_EMU_SHARED_BASE];
  bool known = b->fenced && e == b->init && b->known <= l->clusterSeen;
  if (e < EMU_FIRST_EPOCH || (!known && !emuOrdered(l, e)))
    emuReport(
        l, ATTN_EMU_RACE, site,
        "uses the mbarrier at 0x%x%s, which %s initialised or overwrote; no barrier orders the "
        "two",
        (uint32_t)address, where, emuWho(l->cta, e & (EMU_FIRST_EPOCH - 1), who, sizeof who));
  return b;
}

EmuMbarrier *emuMbarrierAt(AttnEmuLane *l, uint64_t address, uint32_t site) {
  if (!emuIsElsewhere(address))
    return emuMbarrierOf(l, l->cta, address, site);
  emuSharedIsRange(l, address, 8, 8, site, "uses");
  return NULL;
}

EmuWaited *emuWaitedOf(AttnEmuLane *l, uint32_t address) {
  for (uint32_t i = 0; i < l->numWaited; ++i)
    if (l->waited[i].address == address)
      return &l->waited[i];
  if (l->numWaited == l->capWaited) {
    uint32_t wanted = l->capWaited ? 2 * l->capWaited : 8;
    EmuWaited *grown = realloc(l->waited, wanted * sizeof *grown);
    if (!grown)
      return NULL;
    l->waited = grown;
    l->capWaited = wanted;
  }
  EmuWaited *w = &l->waited[l->numWaited++];
  *w = (EmuWaited){.address = address};
  return w;
}

//===--- phases -----------------------------------------------------------===//

/// Who has been told of the last phase but has not run since would find the next one, and go on
/// waiting: the parity is the same again.
static void checkSeen(EmuCta *cta, const EmuMbarrier *b) {
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    AttnEmuLane *l = &cta->lanes[i];
    if (l->wait.kind != EMU_AT_MBARRIER || !l->wait.woken || l->wait.id != b->address)
      continue;
    emuReport(l, ATTN_EMU_BARRIER, l->wait.site,
              "phase %u of the mbarrier at 0x%x completes before this lane, which waited for phase "
              "%u, has seen that one complete: a phase is overrun",
              b->phase, b->address, b->phase - 1);
    return;
  }
}

static void completeIfDone(EmuCta *cta, EmuMbarrier *b) {
  if (b->pending || b->transactions)
    return;
  checkSeen(cta, b);
  cta->cluster->idleTests = 0;
  emuSyncReset(cta, &b->done);
  b->done = b->arriving;
  b->arriving = (EmuSync){NULL};
  b->pending = b->expected;
  ++b->phase;
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    AttnEmuLane *l = &cta->lanes[i];
    if (l->state == EMU_WAITING && l->wait.kind == EMU_AT_MBARRIER && l->wait.id == b->address &&
        l->wait.parity != (b->phase & 1)) {
      emuAcquire(l, &b->done);
      l->wait.woken = true;
      emuWake(l);
    }
  }
}

void emuMbarrierTransactions(EmuCta *cta, EmuMbarrier *b, int64_t bytes) {
  b->transactions -= bytes;
  completeIfDone(cta, b);
}

void emuMbarriersFence(AttnEmuLane *l) {
  for (uint32_t i = 0; i < l->cta->numMbarriers; ++i) {
    EmuMbarrier *b = &l->cta->mbarriers[i];
    if (b->fenced || (b->init & (EMU_FIRST_EPOCH - 1)) != l->agent)
      continue;
    b->fenced = true; // and so for all who wait for this lane's next arrival
    b->known = l->clusterPhase + 1;
  }
}

static void arrive(AttnEmuLane *l, EmuMbarrier *b, uint32_t count, uint32_t site) {
  if (count < 1 || count > b->pending) {
    emuReport(l, ATTN_EMU_BARRIER, site,
              "arrives %u times at the mbarrier at 0x%x, whose phase %u expects %u of %u arrivals "
              "more: a phase is overrun",
              count, b->address, b->phase, b->pending, b->expected);
    return;
  }
  b->pending -= count;
}

static void expect(AttnEmuLane *l, EmuMbarrier *b, uint32_t bytes, uint32_t site) {
  b->transactions += bytes;
  if (b->transactions > MAX_COUNT)
    emuReport(l, ATTN_EMU_ILLEGAL, site, "the mbarrier at 0x%x expects %lld bytes; at most %d fit",
              b->address, (long long)b->transactions, MAX_COUNT);
}

bool emuMbarrierAddPending(AttnEmuLane *l, uint64_t address, uint32_t site) {
  EmuMbarrier *b = emuMbarrierAt(l, address, site);
  if (b)
    ++b->pending;
  return b != NULL;
}

void emuMbarrierAsyncArrive(AttnEmuLane *l, uint32_t address, bool noinc, uint32_t site) {
  (void)noinc; // without .noinc the pending count was raised when the operation was issued
  EmuMbarrier *b = emuMbarrierAt(l, address, site);
  if (!b)
    return;
  emuRelease(l, &b->arriving);
  arrive(l, b, 1, site);
  completeIfDone(l->cta, b);
}

//===--- operations -------------------------------------------------------===//

static bool placed(AttnEmuLane *l, uint64_t address, uint32_t site) {
  if (address % 8 == 0)
    return true;
  emuReport(l, ATTN_EMU_ALIGNMENT, site, "an mbarrier at 0x%x, which is not a multiple of 8",
            (uint32_t)address);
  return false;
}

/// args: count (of operands), address, expected arrivals
void attnEmuMbarrierInit(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  EmuCta *cta = l->cta;
  uint64_t address = emuSharedOffset(l, args[1]), zero = 0;
  uint32_t count = (uint32_t)args[2];
  if (args[0] > 2 && !args[3]) // predicated off
    return;
  if (emuMbarrierFind(cta, address)) {
    emuReport(l, ATTN_EMU_BARRIER, site, "the mbarrier at 0x%x is initialised already",
              (uint32_t)address);
    return;
  }
  if (!placed(l, address, site) || !emuSharedWrite(l, address, &zero, 8, 8, site))
    return;
  if (count < 1 || count > MAX_COUNT) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "an mbarrier for %u arrivals; expected 1 to %d", count,
              MAX_COUNT);
    return;
  }
  EmuMbarrier *b = NULL;
  for (uint32_t i = 0; i < cta->numMbarriers && !b; ++i)
    if (!cta->mbarriers[i].live)
      b = &cta->mbarriers[i];
  if (!b) {
    if (cta->numMbarriers == cta->capMbarriers) {
      uint32_t wanted = cta->capMbarriers ? 2 * cta->capMbarriers : 16;
      EmuMbarrier *grown = realloc(cta->mbarriers, wanted * sizeof *grown);
      if (!grown) {
        emuReport(l, ATTN_EMU_ILLEGAL, site, "the emulator is out of memory");
        emuAbort(l);
      }
      cta->mbarriers = grown;
      cta->capMbarriers = wanted;
    }
    b = &cta->mbarriers[cta->numMbarriers++];
    memset(b, 0, sizeof *b);
  }
  emuSyncReset(cta, &b->arriving);
  emuSyncReset(cta, &b->done);
  *b = (EmuMbarrier){.address = (uint32_t)address,
                     .expected = count,
                     .pending = count,
                     .live = true,
                     .engine = (uint32_t)(b - cta->mbarriers) % EMU_BULK_ENGINES,
                     .init = emuEpoch(l)};
  emuMarkMbarrier(cta, b->address - ATTN_EMU_SHARED_BASE, true);
}

/// args: address
void attnEmuMbarrierInval(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  EmuMbarrier *b = emuMbarrierAt(l, emuSharedOffset(l, args[0]), site);
  if (!b)
    return;
  if (b->pending != b->expected || b->transactions || emuBulkCount(l->cta, b->address))
    emuReport(l, ATTN_EMU_BARRIER, site, "the mbarrier at 0x%x is invalidated in mid-phase",
              b->address);
  b->live = false;
  emuMarkMbarrier(l->cta, b->address - ATTN_EMU_SHARED_BASE, false);
}

static void finishArrive(AttnEmuLane *l, EmuCta *of, EmuMbarrier *b, uint32_t count, bool relaxed,
                         uint32_t site, uint64_t *results) {
  if (results)
    results[0] = b->phase;
  if (l->cta->worker->sites)
    l->cta->worker->sites[site].executions++;
  if (!relaxed)
    emuRelease(l, &b->arriving);
  arrive(l, b, count, site);
  completeIfDone(of, b);
}

/// args: count (of operands), address, arrivals if there are two, relaxed, scope
void attnEmuMbarrierArrive(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  l->wait.site = site;
  uint64_t n = *args++;
  EmuMbarrier *b = emuMbarrierAt(l, emuSharedOffset(l, *args++), site);
  uint32_t count = n > 1 ? (uint32_t)*args++ : 1;
  results[0] = 0;
  if (b)
    finishArrive(l, l->cta, b, count, args[0], site, results);
}

void attnEmuMbarrierArriveFirst(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                                uint64_t *results) {
  const uint64_t arrive[] = {1, args[0], 0};
  if ((uint32_t)args[1] == 0)
    (args[3] ? attnEmuMbarrierArriveRemote : attnEmuMbarrierArrive)(l, site, arrive, results);
}

void attnEmuMbarrierArriveOthers(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                                 uint64_t *results) {
  const uint64_t arrive[] = {1, args[0], 0};
  if ((uint32_t)args[1] != 0)
    attnEmuMbarrierArrive(l, site, arrive, results);
}

/// args: as before, the address one of the cluster's
void attnEmuMbarrierArriveRemote(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                                 uint64_t *results) {
  l->wait.site = site;
  uint64_t n = *args++, address = *args++;
  uint32_t count = n > 1 ? (uint32_t)*args++ : 1;
  EmuCta *of = emuClusterOwner(l, &address, site);
  EmuMbarrier *b = of ? emuMbarrierOf(l, of, address, site) : NULL;
  results[0] = 0;
  if (!b)
    return;
  emuClusterVisit(l, of, b->address, site);
  finishArrive(l, of, b, count, args[0], site, of == l->cta ? results : NULL);
}

/// args: count (of operands), address, bytes, predicate if there are three, relaxed, scope
void attnEmuMbarrierArriveExpect(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                                 uint64_t *results) {
  l->wait.site = site;
  uint64_t n = *args++, address = emuSharedOffset(l, *args++);
  uint32_t bytes = (uint32_t)*args++;
  results[0] = 0;
  if (n > 2 && !*args++)
    return;
  EmuMbarrier *b = emuMbarrierAt(l, address, site);
  if (!b)
    return;
  expect(l, b, bytes, site);
  finishArrive(l, l->cta, b, 1, args[0], site, results);
}

/// args: address, bytes
void attnEmuMbarrierExpect(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  EmuMbarrier *b = emuMbarrierAt(l, emuSharedOffset(l, args[0]), site);
  if (b)
    expect(l, b, (uint32_t)args[1], site);
}

void attnEmuMbarrierComplete(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                             uint64_t *results) {
  (void)results;
  EmuMbarrier *b = emuMbarrierAt(l, emuSharedOffset(l, args[0]), site);
  if (!b)
    return;
  emuMbarrierTransactions(l->cta, b, (uint32_t)args[1]);
}

//===--- waiting ----------------------------------------------------------===//

/// A lane that waits for every phase in turn must not find the barrier two phases further: then it
/// cannot tell the one from the other, and hardware would not either.
static void checkOverrun(AttnEmuLane *l, EmuMbarrier *b, uint32_t parity, uint32_t site) {
  EmuWaited *w = emuWaitedOf(l, b->address);
  if (!w)
    return;
  int64_t wanted = (int64_t)w->phase + 1; // the phase after the one that it last waited for
  if (w->known && (wanted & 1) == (int64_t)parity && (int64_t)b->phase > wanted + 1)
    emuReport(l, ATTN_EMU_BARRIER, site,
              "waits for phase %lld of the mbarrier at 0x%x, which is in phase %u already: a phase "
              "is overrun",
              (long long)wanted, b->address, b->phase);
}

static void passed(AttnEmuLane *l, EmuMbarrier *b) {
  EmuWaited *w = emuWaitedOf(l, b->address);
  if (w) {
    w->phase = (int64_t)b->phase - 1;
    w->known = true;
  }
}

/// Waits for the phase of the parity; a test gives up (false) when nothing else can happen.
static bool waitFor(AttnEmuLane *l, EmuMbarrier *b, uint32_t parity, bool test, uint32_t site) {
  uint32_t address = b->address;
  if (l->cta->worker->sites)
    l->cta->worker->sites[site].executions++;
  checkOverrun(l, b, parity, site);
  if (parity == (b->phase & 1))
    emuAsyncLandFor(l->cta, address); // may complete the phase
  if (parity != (b->phase & 1)) {
    emuAcquire(l, &b->done);
    passed(l, b);
    return true;
  }
  l->wait = (EmuWait){
      .kind = EMU_AT_MBARRIER, .site = site, .id = address, .parity = parity, .test = test};
  emuBlock(l);
  if (test && !l->wait.woken)
    return false;
  l->wait.woken = false;
  b = emuMbarrierFind(l->cta, address);
  if (b)
    passed(l, b);
  return true;
}

static void waitParity(AttnEmuLane *l, uint32_t site, uint64_t address, uint64_t parity, bool test,
                       uint64_t *results) {
  l->wait.site = site;
  EmuMbarrier *b = emuMbarrierAt(l, emuSharedOffset(l, address), site);
  if (!b) // it could never go on
    emuAbort(l);
  if ((uint32_t)parity > 1)
    emuReport(l, ATTN_EMU_ILLEGAL, site, "waits for the phase parity %u; expected 0 or 1",
              (uint32_t)parity);
  results[0] = waitFor(l, b, parity & 1, test, site);
}

/// args: address, parity, ticks
void attnEmuMbarrierWaitParity(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                               uint64_t *results) {
  waitParity(l, site, args[0], args[1], false, results);
}

/// The last operand says whether it is the number of the phase of an arrival, or a parity.
static void waitState(AttnEmuLane *l, uint32_t site, const uint64_t *args, bool test,
                      uint64_t *results) {
  bool isState = args[args[0] + 1];
  waitParity(l, site, args[1], isState ? args[2] & 1 : args[2], test, results);
}

/// args: count (of operands), address, state or parity, ..., is-state
void attnEmuMbarrierWait(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  waitState(l, site, args, false, results);
}

void attnEmuMbarrierTest(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  waitState(l, site, args, true, results);
}

//===--- fences -----------------------------------------------------------===//

void attnEmuMbarrierFence(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)site, (void)args, (void)results;
  emuMbarriersFence(l);
}

/// args: kind (0: of the async proxy, with shared memory; else another proxy)
void attnEmuProxyFence(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  l->wait.site = site;
  if (args[0] == 0)
    emuProxyFence(l);
}

/// args: kind (0 async.shared, 1 async, else another proxy)
void attnEmuProxyFenceOp(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  uint64_t kind = args[0] > 1;
  attnEmuProxyFence(l, site, &kind, results);
}
