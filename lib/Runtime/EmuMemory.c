//===- EmuMemory.c - Checked access to memory -----------------------------===//
//
// Shared memory has a shadow: per byte who wrote it when, and per warp and 4 bytes which lanes read
// it last. An access is compared with both:
//
//   read   a byte that nobody wrote, or that an asynchronous copy is still filling
//          a byte that another lane wrote, with nothing in between that orders the two     race
//   write  a byte that another lane wrote (another value) or read, likewise                race
//
// Global memory is a set of buffers with gaps between them; results and temporaries remember which
// bytes have been written.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void emuMemoryStart(EmuCta *cta) {
  memset(cta->shared, EMU_POISON, cta->sharedBytes);
  memset(cta->written, 0, cta->sharedBytes * sizeof *cta->written);
  if (cta->numBusy)
    memset(cta->busy, 0, ((size_t)cta->sharedBytes + 7) / 8 * sizeof *cta->busy);
  cta->numBusy = 0;
  cta->engineReads = NULL;
  for (uint32_t w = 0; w < cta->numWarps; ++w)
    cta->warps[w].reads = NULL;
}

//===--- shared: reports --------------------------------------------------===//

bool emuSharedIsRange(AttnEmuLane *l, uint64_t address, uint32_t bytes, uint32_t align,
                      uint32_t site, const char *verb) {
  EmuCta *cta = l->cta;
  uint64_t at = address - ATTN_EMU_SHARED_BASE;
  if (at > cta->sharedBytes || bytes > cta->sharedBytes - at) {
    uint64_t rank = emuOffset(l, address) >> ATTN_EMU_RANK_SHIFT;
    if (emuIsElsewhere(address) && rank < cta->cluster->numCtas)
      emuReport(l, ATTN_EMU_RANGE, site,
                "%s %u bytes at shared address 0x%" PRIx64
                ", which is in CTA %u of the cluster; this one is CTA %u, and shared::cta reaches "
                "no other",
                verb, bytes, emuOffset(l, address), (uint32_t)rank, cta->rank);
    else
      emuReport(l, ATTN_EMU_RANGE, site,
                "%s %u bytes at shared address 0x%" PRIx64 ", the CTA has 0x%x to 0x%x", verb,
                bytes, address, ATTN_EMU_SHARED_BASE, ATTN_EMU_SHARED_BASE + cta->sharedBytes);
    return false;
  }
  if (address % align) {
    emuReport(l, ATTN_EMU_ALIGNMENT, site,
              "%s %u bytes at shared address 0x%" PRIx64 ", which is not a multiple of %u", verb,
              bytes, address, align);
    return false;
  }
  return true;
}

/// Looks at each byte; at most one report.
static void readSlowly(AttnEmuLane *l, uint32_t at, uint32_t bytes, uint32_t site) {
  char who[EMU_WHO];
  for (uint32_t i = at; i < at + bytes; ++i) {
    EmuEpoch e = l->cta->written[i];
    uint32_t address = i + ATTN_EMU_SHARED_BASE;
    if (e == EMU_NEVER)
      emuReport(l, ATTN_EMU_UNINITIALIZED, site,
                "reads shared address 0x%x, which nobody has written", address);
    else if (e == EMU_IN_FLIGHT)
      emuReport(l, ATTN_EMU_ASYNC, site,
                "reads shared address 0x%x while an asynchronous copy to it is under way; nothing "
                "waited for it",
                address);
    else if (!emuOrdered(l, e))
      emuReport(l, ATTN_EMU_RACE, site,
                "reads shared address 0x%x, which %s wrote; no barrier orders the two", address,
                emuWho(l->cta, e & (EMU_FIRST_EPOCH - 1), who, sizeof who));
    else
      continue;
    return;
  }
}

/// Two reads of different lanes are kept, so that a writer is seldom the only reader left.
static void note(EmuCta *cta, EmuRead **reads, uint32_t number, uint32_t who, uint32_t clock,
                 uint32_t at, uint32_t bytes) {
  if (!*reads) {
    size_t entries = ((size_t)cta->sharedBytes + 3) / 4 * 2;
    *reads = cta->readsPool + entries * number;
    memset(*reads, 0, entries * sizeof **reads);
  }
  uint64_t me = (uint64_t)clock << 32 | who;
  for (uint32_t i = at; i < at + bytes;) {
    uint32_t first = i % 4, n = 4 - first;
    if (n > at + bytes - i)
      n = at + bytes - i;
    EmuRead *r = *reads + (size_t)(i / 4) * 2;
    uint64_t mask = ((UINT64_C(1) << n) - 1) << first << 16;
    if ((r[0] & ~UINT64_C(0xff0000)) == me)
      r[0] |= mask;
    else {
      if ((r[0] & 0xffff) != who)
        r[1] = r[0];
      r[0] = me | mask;
    }
    i += n;
  }
}

void emuNoteRead(AttnEmuLane *l, uint32_t at, uint32_t bytes) {
  note(l->cta, &l->warp->reads, l->warp->number, l->agent, l->clock, at, bytes);
}

void emuNoteEngineRead(EmuCta *cta, uint32_t engine, uint32_t clock, uint32_t at, uint32_t bytes) {
  note(cta, &cta->engineReads, cta->numWarps, emuEngine(cta, engine), clock, at, bytes);
}

/// Of the readers of some of the bytes (a mask) of a piece of 4.
static int64_t unorderedOf(const AttnEmuLane *l, const EmuRead *reads, uint32_t at, uint64_t mask) {
  const EmuRead *r = reads + (size_t)(at / 4) * 2;
  for (int i = 0; i < 2; ++i) {
    uint32_t who = r[i] & 0xffff, clock = (uint32_t)(r[i] >> 32);
    if ((r[i] >> 16 & mask) && who != l->agent && clock > l->base->t[who])
      return who;
  }
  return -1;
}

/// The number of a reader whose read is not over for `l`; -1: none.
static int64_t unorderedReader(const AttnEmuLane *l, const EmuCta *of, uint32_t at, uint64_t mask) {
  int64_t who = -1;
  for (uint32_t w = 0; w < of->numWarps && who < 0; ++w)
    if (of->warps[w].reads)
      who = unorderedOf(l, of->warps[w].reads, at, mask);
  if (who < 0 && of->engineReads)
    who = unorderedOf(l, of->engineReads, at, mask);
  return who;
}

/// An asynchronous operation that still reads, or an mbarrier, is in the way. One report at most.
static bool isBusy(AttnEmuLane *l, const EmuCta *of, uint32_t at, uint32_t bytes, uint32_t site) {
  for (uint32_t i = at / 8; i <= (at + bytes - 1) / 8 && of->numBusy; ++i) {
    uint32_t address = (i * 8 > at ? i * 8 : at) + ATTN_EMU_SHARED_BASE;
    uint16_t busy = of->busy[i];
    if (busy & EMU_BUSY_MBARRIER)
      emuReport(l, ATTN_EMU_BARRIER, site, "writes shared address 0x%x, where an mbarrier lies",
                address);
    else if (busy)
      emuReport(l, ATTN_EMU_ASYNC, site,
                "writes shared address 0x%x while an asynchronous operation still reads it; "
                "nothing waited for that",
                address);
    if (busy)
      return true;
  }
  return false;
}

/// Is the write of a byte that changes it unordered against an earlier access? One report at most.
static bool writeRaces(AttnEmuLane *l, const EmuCta *of, uint32_t at, uint32_t site) {
  char who[EMU_WHO];
  EmuEpoch e = of->written[at];
  uint32_t address = at + ATTN_EMU_SHARED_BASE;
  if (e == EMU_IN_FLIGHT) {
    emuReport(l, ATTN_EMU_ASYNC, site,
              "writes shared address 0x%x while an asynchronous copy to it is under way", address);
    return true;
  }
  if (e >= EMU_FIRST_EPOCH && !emuOrdered(l, e)) {
    emuReport(l, ATTN_EMU_RACE, site,
              "writes shared address 0x%x, to which %s wrote another value; no barrier orders the "
              "two",
              address, emuWho(l->cta, e & (EMU_FIRST_EPOCH - 1), who, sizeof who));
    return true;
  }
  int64_t reader = unorderedReader(l, of, at, UINT64_C(1) << at % 4);
  if (reader >= 0) {
    emuReport(l, ATTN_EMU_RACE, site,
              "writes shared address 0x%x, which %s read; no barrier orders the two", address,
              emuWho(l->cta, (uint32_t)reader, who, sizeof who));
    return true;
  }
  return false;
}

//===--- shared -----------------------------------------------------------===//

const void *emuSharedRead(AttnEmuLane *l, uint64_t address, uint32_t bytes, uint32_t align,
                          uint32_t site) {
  EmuCta *cta = l->cta;
  if (!emuSharedIsRange(l, address, bytes, align, site, "reads"))
    return NULL;
  uint32_t at = (uint32_t)(address - ATTN_EMU_SHARED_BASE);
  const EmuEpoch *w = cta->written + at;
  bool same = true; // usually one lane wrote it all, so that one comparison decides
  for (uint32_t i = 1; i < bytes; ++i)
    same &= w[i] == w[0];
  if (!EMU_LIKELY(same && w[0] >= EMU_FIRST_EPOCH && emuOrdered(l, w[0])))
    readSlowly(l, at, bytes, site);
  emuNoteRead(l, at, bytes);
  cta->worker->sharedRead += bytes;
  return cta->shared + at;
}

bool emuSharedWrite(AttnEmuLane *l, uint64_t address, const void *data, uint32_t bytes,
                    uint32_t align, uint32_t site) {
  EmuCta *cta = l->cta;
  if (!emuSharedIsRange(l, address, bytes, align, site, "writes"))
    return false;
  uint32_t at = (uint32_t)(address - ATTN_EMU_SHARED_BASE);
  const uint8_t *from = data;
  uint8_t *to = cta->shared + at;
  EmuEpoch me = emuEpoch(l);
  if (cta->numBusy)
    isBusy(l, cta, at, bytes, site);
  for (uint32_t i = 0; i < bytes; ++i)
    if ((from[i] != to[i] || cta->written[at + i] < EMU_FIRST_EPOCH) &&
        writeRaces(l, cta, at + i, site))
      break;
  memcpy(to, from, bytes);
  for (uint32_t i = 0; i < bytes; ++i)
    cta->written[at + i] = me;
  cta->worker->sharedWritten += bytes;
  return true;
}

static void takeOff(EmuCta *cta, uint32_t at, uint32_t bytes) {
  memset(cta->shared + at, EMU_POISON, bytes);
  for (uint32_t i = 0; i < bytes; ++i)
    cta->written[at + i] = EMU_IN_FLIGHT;
}

bool emuSharedBeginFlight(AttnEmuLane *l, uint64_t address, uint32_t bytes, uint32_t align,
                          uint32_t site) {
  EmuCta *cta = l->cta;
  if (!emuSharedIsRange(l, address, bytes, align, site, "writes"))
    return false;
  uint32_t at = (uint32_t)(address - ATTN_EMU_SHARED_BASE);
  if (cta->numBusy)
    isBusy(l, cta, at, bytes, site);
  for (uint32_t i = 0; i < bytes; ++i)
    if (writeRaces(l, cta, at + i, site))
      break;
  takeOff(cta, at, bytes);
  return true;
}

void emuSharedLand(AttnEmuLane *l, uint64_t address, const void *data, uint32_t bytes) {
  EmuCta *cta = l->cta;
  uint32_t at = (uint32_t)(address - ATTN_EMU_SHARED_BASE);
  EmuEpoch me = emuEpoch(l);
  memcpy(cta->shared + at, data, bytes);
  for (uint32_t i = 0; i < bytes; ++i)
    cta->written[at + i] = me;
  cta->worker->sharedWritten += bytes;
}

//===--- shared: the async proxy ------------------------------------------===//

/// A generic write that a proxy fence does not follow.
static bool isUnfenced(AttnEmuLane *l, EmuEpoch e, uint32_t at, uint32_t site, const char *verb) {
  char who[EMU_WHO];
  bool lane = (e & (EMU_FIRST_EPOCH - 1)) < l->cta->cluster->numLanes;
  if (e < EMU_FIRST_EPOCH || !lane || emuFenced(l, e))
    return false;
  emuReport(l, ATTN_EMU_PROXY, site,
            "%s shared address 0x%x through the async proxy, to which %s wrote through the generic "
            "one; no fence.proxy.async lies between the two",
            verb, at + ATTN_EMU_SHARED_BASE,
            emuWho(l->cta, e & (EMU_FIRST_EPOCH - 1), who, sizeof who));
  return true;
}

bool emuBulkBeginFlight(AttnEmuLane *l, EmuCta *cta, uint64_t address, uint32_t bytes,
                        uint32_t align, uint32_t site) {
  if (!emuSharedIsRange(l, address, bytes, align, site, "writes"))
    return false;
  uint32_t at = (uint32_t)(address - ATTN_EMU_SHARED_BASE);
  EmuEpoch good = EMU_NEVER;
  bool told = cta->numBusy && isBusy(l, cta, at, bytes, site);
  for (uint32_t i = at; i < at + bytes && !told; ++i) {
    EmuEpoch e = cta->written[i];
    if (e != good && e != EMU_NEVER)
      told = writeRaces(l, cta, i, site) || isUnfenced(l, e, i, site, "writes");
    for (uint32_t k = 0; i % 4 == 0 && !told && k < 4 && unorderedReader(l, cta, i, 15) >= 0; ++k)
      told = writeRaces(l, cta, i + k, site);
    good = e;
  }
  takeOff(cta, at, bytes);
  return true;
}

void emuBulkLand(EmuCta *cta, uint32_t at, const void *data, uint32_t bytes, uint32_t engine,
                 uint32_t clock) {
  EmuEpoch e = emuEngine(cta, engine) | clock << EMU_WHO_BITS;
  memcpy(cta->shared + at, data, bytes);
  for (uint32_t i = 0; i < bytes; ++i)
    cta->written[at + i] = e;
  cta->worker->sharedWritten += bytes;
}

bool emuBulkCanRead(AttnEmuLane *const *lanes, uint32_t n, uint32_t at, uint32_t bytes,
                    uint32_t site) {
  EmuCta *cta = lanes[0]->cta;
  EmuEpoch good = EMU_NEVER;
  for (uint32_t i = at; i < at + bytes; ++i) {
    EmuEpoch e = cta->written[i];
    if (e == good && e != EMU_NEVER)
      continue;
    for (uint32_t k = 0; k < n; ++k) {
      AttnEmuLane *l = lanes[k];
      if (e < EMU_FIRST_EPOCH || !emuOrdered(l, e)) {
        readSlowly(l, i, 1, site);
        return false;
      }
      if (isUnfenced(l, e, i, site, "reads"))
        return false;
    }
    good = e;
  }
  return true;
}

void emuBusy(EmuCta *cta, uint32_t at, uint32_t bytes, int by) {
  for (uint32_t i = at / 8; i <= (at + bytes - 1) / 8; ++i) {
    if (by > 0)
      cta->numBusy += cta->busy[i] == 0;
    cta->busy[i] = (uint16_t)(cta->busy[i] + by);
    if (by < 0)
      cta->numBusy -= cta->busy[i] == 0;
  }
}

void emuMarkMbarrier(EmuCta *cta, uint32_t at, bool live) {
  uint16_t *busy = &cta->busy[at / 8];
  bool was = *busy != 0;
  *busy = live ? *busy | EMU_BUSY_MBARRIER : *busy & (uint16_t)~EMU_BUSY_MBARRIER;
  cta->numBusy += (*busy != 0) - was;
}

//===--- global -----------------------------------------------------------===//

static const AttnEmuBuffer *bufferAt(AttnEmuLane *l, uint64_t address, uint32_t bytes) {
  const AttnEmuLaunchDesc *launch = l->cta->launch;
  const AttnEmuBuffer *b = l->lastBuffer;
  for (int i = -1; i < launch->numBuffers; ++i) {
    if (i >= 0)
      b = launch->buffers[i];
    if (!b)
      continue;
    uint64_t at = address - (uint64_t)(uintptr_t)b->data;
    if (at <= b->bytes && bytes <= b->bytes - at)
      return l->lastBuffer = b;
  }
  return NULL;
}

/// The buffer that an address outside of all buffers is nearest to, and where it lies: for people.
static void describeOutside(const AttnEmuLane *l, uint64_t address, char *text, size_t size) {
  const AttnEmuLaunchDesc *launch = l->cta->launch;
  const AttnEmuBuffer *best = NULL;
  uint64_t distance = UINT64_MAX;
  for (int i = 0; i < launch->numBuffers; ++i) {
    const AttnEmuBuffer *b = launch->buffers[i];
    uint64_t first = (uint64_t)(uintptr_t)b->data, end = first + b->bytes;
    uint64_t d = address < first ? first - address : address >= end ? address - end : 0;
    if (d < distance)
      distance = d, best = b;
  }
  if (!best || distance > UINT64_C(1) << 40)
    snprintf(text, size, "0x%" PRIx64 ", far from every buffer", address);
  else
    snprintf(text, size, "byte %" PRId64 " of %s, which has %zu bytes",
             (int64_t)(address - (uint64_t)(uintptr_t)best->data), best->name, best->bytes);
}

static const AttnEmuBuffer *checkedBuffer(AttnEmuLane *l, uint64_t address, uint32_t bytes,
                                          uint32_t align, uint32_t site, const char *verb) {
  const AttnEmuBuffer *b = bufferAt(l, address, bytes);
  if (!b) {
    char text[160];
    describeOutside(l, address, text, sizeof text);
    emuReport(l, ATTN_EMU_RANGE, site, "%s %u bytes at global address %s", verb, bytes, text);
    return NULL;
  }
  if (address % align) {
    emuReport(l, ATTN_EMU_ALIGNMENT, site, "%s %u bytes at byte %zu of %s, not a multiple of %u",
              verb, bytes, (size_t)(address - (uint64_t)(uintptr_t)b->data), b->name, align);
    return NULL;
  }
  return b;
}

const void *emuGlobalRead(AttnEmuLane *l, uint64_t address, uint32_t bytes, uint32_t align,
                          uint32_t site) {
  const AttnEmuBuffer *b = checkedBuffer(l, address, bytes, align, site, "reads");
  if (!b)
    return NULL;
  size_t at = (size_t)(address - (uint64_t)(uintptr_t)b->data);
  if (b->written)
    for (uint32_t i = 0; i < bytes; ++i)
      if (!b->written[at + i]) {
        emuReport(l, ATTN_EMU_UNINITIALIZED, site, "reads byte %zu of %s, which nobody has written",
                  at + i, b->name);
        break;
      }
  l->cta->worker->globalRead += bytes;
  return (const char *)b->data + at;
}

bool emuGlobalWrite(AttnEmuLane *l, uint64_t address, const void *data, uint32_t bytes,
                    uint32_t align, uint32_t site) {
  const AttnEmuBuffer *b = checkedBuffer(l, address, bytes, align, site, "writes");
  if (!b)
    return false;
  size_t at = (size_t)(address - (uint64_t)(uintptr_t)b->data);
  if (b->readOnly) {
    emuReport(l, ATTN_EMU_READ_ONLY, site, "writes byte %zu of %s, an input", at, b->name);
    return false;
  }
  memcpy((char *)b->data + at, data, bytes);
  if (b->written)
    memset(b->written + at, 1, bytes);
  l->cta->worker->globalWritten += bytes;
  return true;
}

//===--- what kernels call ------------------------------------------------===//

static void count(AttnEmuLane *l, uint32_t site, uint32_t bytes) {
  AttnEmuSiteCounters *c = l->cta->worker->sites;
  if (c) {
    c[site].executions++;
    c[site].bytes += bytes;
  }
}

/// What a read gets that cannot be done.
static void *poison(AttnEmuLane *l) { return l->cta->worker->poison; }

void *attnEmuReadShared(AttnEmuLane *l, uint64_t address, uint32_t access, uint32_t site) {
  uint32_t bytes = access & 0xffff;
  address = emuOffset(l, address);
  const void *p = emuSharedRead(l, address, bytes, 1u << (access >> 16), site);
  if (l->cta->worker->sites) {
    count(l, site, bytes);
    emuLog(l, site, (uint32_t)address, bytes);
  }
  return p ? (void *)(uintptr_t)p : poison(l);
}

void attnEmuWriteShared(AttnEmuLane *l, uint64_t address, const void *data, uint32_t access,
                        uint32_t site) {
  uint32_t bytes = access & 0xffff;
  address = emuOffset(l, address);
  emuSharedWrite(l, address, data, bytes, 1u << (access >> 16), site);
  if (l->cta->worker->sites) {
    count(l, site, bytes);
    emuLog(l, site, (uint32_t)address, bytes);
  }
}

void *attnEmuReadGlobal(AttnEmuLane *l, uint64_t address, uint32_t access, uint32_t site) {
  uint32_t bytes = access & 0xffff;
  const void *p = emuGlobalRead(l, address, bytes, 1u << (access >> 16), site);
  count(l, site, bytes);
  return p ? (void *)(uintptr_t)p : poison(l);
}

void attnEmuWriteGlobal(AttnEmuLane *l, uint64_t address, const void *data, uint32_t access,
                        uint32_t site) {
  uint32_t bytes = access & 0xffff;
  emuGlobalWrite(l, address, data, bytes, 1u << (access >> 16), site);
  count(l, site, bytes);
}

/// A local variable of the lane: its own stack.
static bool isLocal(const AttnEmuLane *l, uint64_t address) {
  return address - (uint64_t)(uintptr_t)l->fiber.stack < l->fiber.size;
}

void *attnEmuReadGeneric(AttnEmuLane *l, uint64_t address, uint32_t access, uint32_t site) {
  if (emuInWindow(address))
    return attnEmuReadShared(l, emuFromGeneric(address), access, site);
  if (isLocal(l, address))
    return (void *)(uintptr_t)address;
  return attnEmuReadGlobal(l, address, access, site);
}

void attnEmuWriteGeneric(AttnEmuLane *l, uint64_t address, const void *data, uint32_t access,
                         uint32_t site) {
  if (emuInWindow(address))
    attnEmuWriteShared(l, emuFromGeneric(address), data, access, site);
  else if (isLocal(l, address))
    memcpy((void *)(uintptr_t)address, data, access & 0xffff);
  else
    attnEmuWriteGlobal(l, address, data, access, site);
}

/// Kernels with atomics run their CTAs in order on one thread.
void attnEmuAtomicAdd(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  uint32_t old = 0, sum;
  const void *p = emuGlobalRead(l, args[0], 4, 4, site);
  if (p)
    memcpy(&old, p, 4);
  sum = old + (uint32_t)args[1];
  if (p)
    emuGlobalWrite(l, args[0], &sum, 4, 4, site);
  count(l, site, 8);
  results[0] = old;
}

void attnEmuReduceAdd(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint64_t old;
  attnEmuAtomicAdd(l, site, args, &old);
}

/// Who has not counted by now is a CTA that runs later: it need not run at the same time.
void attnEmuAwaitCount(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint32_t word = 0;
  const void *p = emuGlobalRead(l, args[0], 4, 4, site);
  if (p)
    memcpy(&word, p, 4);
  uint32_t seen = word >> (args[1] & 31) & 15, wanted = (uint32_t)args[2];
  if (p && seen < wanted)
    emuReport(l, ATTN_EMU_DEADLOCK, site,
              "waits for a count of %u, which is %u when all CTAs with lower numbers have ended",
              wanted, seen);
}

void attnEmuLoadWord(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  uint32_t word;
  memcpy(&word, attnEmuReadShared(l, emuSharedAddress(args[0]), 4 | 2 << 16, site), 4);
  results[0] = word;
}

void attnEmuStoreWord(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  attnEmuWriteShared(l, emuSharedAddress(args[0]), &args[1], 4 | 2 << 16, site);
}
