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
// until it is true: nothing is gained by letting the program poll.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = (1 << 20) - 1 };

static uint64_t sharedOf(uint64_t address) {
  return emuInWindow(address) ? emuFromGeneric(address) : address;
}

static EmuMbarrier *find(EmuCta *cta, uint64_t address) {
  for (uint32_t i = 0; i < cta->numMbarriers; ++i)
    if (cta->mbarriers[i].live && cta->mbarriers[i].address == address)
      return &cta->mbarriers[i];
  return NULL;
}

/// The mbarrier at the address; NULL after a report.
static EmuMbarrier *at(AttnEmuLane *l, uint64_t address, uint32_t site) {
  EmuMbarrier *b = find(l->cta, address);
  char who[48];
  if (!b) {
    emuReport(l, ATTN_EMU_BARRIER, site, "there is no initialised mbarrier at shared address 0x%x",
              (uint32_t)address);
    return NULL;
  }
  EmuEpoch e = l->cta->written[address - ATTN_EMU_SHARED_BASE];
  if (e < EMU_FIRST_EPOCH || !emuOrdered(l, e))
    emuReport(l, ATTN_EMU_RACE, site,
              "uses the mbarrier at 0x%x, which %s initialised or overwrote; no barrier orders the "
              "two",
              (uint32_t)address, emuWho(l->cta, e & (EMU_FIRST_EPOCH - 1), who, sizeof who));
  return b;
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

static void completeIfDone(EmuCta *cta, EmuMbarrier *b) {
  if (b->pending || b->transactions)
    return;
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
      emuWake(l);
    }
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
  EmuMbarrier *b = at(l, address, site);
  if (b)
    ++b->pending;
  return b != NULL;
}

void emuMbarrierAsyncArrive(AttnEmuLane *l, uint32_t address, bool noinc, uint32_t site) {
  (void)noinc; // without .noinc the pending count was raised when the operation was issued
  EmuMbarrier *b = at(l, address, site);
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
  uint64_t address = sharedOf(args[1]), zero = 0;
  uint32_t count = (uint32_t)args[2];
  if (args[0] > 2 && !args[3]) // predicated off
    return;
  if (!placed(l, address, site) || !emuSharedWrite(l, address, &zero, 8, 8, site))
    return;
  if (count < 1 || count > MAX_COUNT) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "an mbarrier for %u arrivals; expected 1 to %d", count,
              MAX_COUNT);
    return;
  }
  if (find(cta, address)) {
    emuReport(l, ATTN_EMU_BARRIER, site, "the mbarrier at 0x%x is initialised already",
              (uint32_t)address);
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
  *b = (EmuMbarrier){
      .address = (uint32_t)address, .expected = count, .pending = count, .live = true};
}

/// args: address
void attnEmuMbarrierInval(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  EmuMbarrier *b = at(l, sharedOf(args[0]), site);
  if (b)
    b->live = false;
}

static void finishArrive(AttnEmuLane *l, EmuMbarrier *b, uint32_t count, bool relaxed,
                         uint32_t site, uint64_t *results) {
  if (results)
    results[0] = b->phase;
  if (l->cta->worker->sites)
    l->cta->worker->sites[site].executions++;
  if (!relaxed)
    emuRelease(l, &b->arriving);
  arrive(l, b, count, site);
  completeIfDone(l->cta, b);
}

/// args: count (of operands), address, arrivals if there are two, relaxed, scope
void attnEmuMbarrierArrive(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  l->wait.site = site;
  uint64_t n = *args++;
  EmuMbarrier *b = at(l, sharedOf(*args++), site);
  uint32_t count = n > 1 ? (uint32_t)*args++ : 1;
  results[0] = 0;
  if (b)
    finishArrive(l, b, count, args[0], site, results);
}

/// args: count (of operands), address, bytes, predicate if there are three, relaxed, scope
void attnEmuMbarrierArriveExpect(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                                 uint64_t *results) {
  l->wait.site = site;
  uint64_t n = *args++, address = sharedOf(*args++);
  uint32_t bytes = (uint32_t)*args++;
  results[0] = 0;
  if (n > 2 && !*args++)
    return;
  EmuMbarrier *b = at(l, address, site);
  if (!b)
    return;
  expect(l, b, bytes, site);
  finishArrive(l, b, 1, args[0], site, results);
}

/// args: address, bytes
void attnEmuMbarrierExpect(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  EmuMbarrier *b = at(l, sharedOf(args[0]), site);
  if (b)
    expect(l, b, (uint32_t)args[1], site);
}

void attnEmuMbarrierComplete(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                             uint64_t *results) {
  (void)results;
  EmuMbarrier *b = at(l, sharedOf(args[0]), site);
  if (!b)
    return;
  b->transactions -= (int64_t)(uint32_t)args[1];
  completeIfDone(l->cta, b);
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

static void waitFor(AttnEmuLane *l, EmuMbarrier *b, uint32_t parity, uint32_t site) {
  uint32_t address = b->address;
  checkOverrun(l, b, parity, site);
  if (parity == (b->phase & 1))
    emuAsyncLandFor(l->cta, address); // may complete the phase
  if (parity != (b->phase & 1)) {
    emuAcquire(l, &b->done);
    passed(l, b);
    return;
  }
  l->wait = (EmuWait){.kind = EMU_AT_MBARRIER, .site = site, .id = address, .parity = parity};
  emuBlock(l);
  b = find(l->cta, address);
  if (b)
    passed(l, b);
}

/// args: address, parity, ticks
void attnEmuMbarrierWaitParity(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                               uint64_t *results) {
  l->wait.site = site;
  results[0] = 1;
  EmuMbarrier *b = at(l, sharedOf(args[0]), site);
  if (l->cta->worker->sites)
    l->cta->worker->sites[site].executions++;
  if (b)
    waitFor(l, b, (uint32_t)args[1] & 1, site);
}

/// args: count (of operands), address, state or parity, is-parity. The state is the number of the
/// phase of the arrival.
void attnEmuMbarrierWait(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  l->wait.site = site;
  results[0] = 1;
  uint64_t n = *args++;
  EmuMbarrier *b = at(l, sharedOf(*args++), site);
  uint64_t state = *args++;
  (void)n;
  if (b)
    waitFor(l, b, (uint32_t)state & 1, site);
}
