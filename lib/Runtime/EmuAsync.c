//===- EmuAsync.c - cp.async ----------------------------------------------===//
//
// An asynchronous copy lands as late as PTX allows (PTX ISA, "cp.async", "cp.async.wait_group"): at
// the wait of the lane that issued it, or, where an mbarrier follows it, when somebody waits there.
// From its issue until then the destination is poisoned and marked as in flight, so that whoever
// reads it without a wait gets a report and a NaN.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdlib.h>
#include <string.h>

typedef struct EmuCopy {
  uint64_t source;
  uint32_t to, bytes, sourceBytes, site, group;
} EmuCopy;

/// Copies before it arrive on an mbarrier when they are over (cp.async.mbarrier.arrive).
typedef struct EmuArrival {
  uint32_t copies; ///< how many of the pending ones it stands behind
  uint32_t address, site;
  bool noinc;
} EmuArrival;

struct EmuAsync {
  EmuCopy *copies;
  uint32_t n, capacity;
  EmuArrival *arrivals;
  uint32_t numArrivals, capArrivals;
  uint32_t group; ///< number of the open group; groups below it are committed
};

static struct EmuAsync *asyncOf(AttnEmuLane *l) {
  if (!l->async)
    l->async = calloc(1, sizeof *l->async);
  if (!l->async) {
    emuReport(l, ATTN_EMU_ILLEGAL, l->wait.site, "the emulator is out of memory");
    emuAbort(l);
  }
  return l->async;
}

void emuAsyncStart(AttnEmuLane *l) {
  if (l->async)
    l->async->n = l->async->numArrivals = l->async->group = 0;
}

void emuAsyncFree(AttnEmuLane *l) {
  if (!l->async)
    return;
  free(l->async->copies);
  free(l->async->arrivals);
  free(l->async);
  l->async = NULL;
}

static void *grow(AttnEmuLane *l, void *array, uint32_t n, uint32_t *capacity, size_t size) {
  if (n < *capacity)
    return array;
  uint32_t wanted = *capacity ? 2 * *capacity : 16;
  void *grown = realloc(array, wanted * size);
  if (!grown) {
    emuReport(l, ATTN_EMU_ILLEGAL, l->wait.site, "the emulator is out of memory");
    emuAbort(l);
  }
  *capacity = wanted;
  return grown;
}

//===--- landing ----------------------------------------------------------===//

static void land(AttnEmuLane *l, const EmuCopy *c) {
  uint8_t data[16] = {0};
  const void *from =
      c->sourceBytes ? emuGlobalRead(l, c->source, c->sourceBytes, 1, c->site) : NULL;
  if (from)
    memcpy(data, from, c->sourceBytes);
  emuSharedLand(l, c->to, data, c->bytes);
}

/// Lands the first `count` pending copies and lets arrivals behind them happen.
static void landFirst(AttnEmuLane *l, uint32_t count) {
  struct EmuAsync *a = l->async;
  for (uint32_t i = 0; i < count; ++i)
    land(l, &a->copies[i]);
  a->n -= count;
  if (count && a->n)
    memmove(a->copies, a->copies + count, a->n * sizeof *a->copies);
  uint32_t done = 0;
  for (uint32_t i = 0; i < a->numArrivals; ++i) {
    EmuArrival *r = &a->arrivals[i];
    r->copies = r->copies > count ? r->copies - count : 0;
    if (r->copies == 0 && done == i)
      ++done;
  }
  for (uint32_t i = 0; i < done; ++i)
    emuMbarrierAsyncArrive(l, a->arrivals[i].address, a->arrivals[i].noinc, a->arrivals[i].site);
  a->numArrivals -= done;
  if (done && a->numArrivals)
    memmove(a->arrivals, a->arrivals + done, a->numArrivals * sizeof *a->arrivals);
}

void emuAsyncLandFor(EmuCta *cta, uint32_t address) {
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    struct EmuAsync *a = cta->lanes[i].async;
    for (uint32_t k = a ? a->numArrivals : 0; k-- > 0;)
      if (a->arrivals[k].address == address) {
        landFirst(&cta->lanes[i], a->arrivals[k].copies);
        break;
      }
  }
}

//===--- operations -------------------------------------------------------===//

/// args: count, destination, source, source bytes if there are four operands, size in bytes
void attnEmuCopyAsync(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint64_t n = *args++, to = *args++, source = *args++;
  uint32_t given = n > 2 ? (uint32_t)*args++ : UINT32_MAX, bytes = (uint32_t)*args;
  l->wait.site = site;
  if (bytes != 4 && bytes != 8 && bytes != 16) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "copies %u bytes; 4, 8 and 16 are possible", bytes);
    return;
  }
  if (given == UINT32_MAX)
    given = bytes;
  if (given > bytes) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "takes %u source bytes for a copy of %u", given, bytes);
    return;
  }
  to = emuSharedOffset(l, to);
  // The source is checked now, where the mistake is made; it is read when the copy lands.
  if (given && !emuGlobalRead(l, source, given, 1, site))
    given = 0;
  if (source % bytes && given) {
    emuReport(l, ATTN_EMU_ALIGNMENT, site, "copies %u bytes from an address that is no multiple",
              bytes);
    return;
  }
  l->cta->worker->globalRead -= given; // counted when it lands
  if (!emuSharedBeginFlight(l, to, bytes, bytes, site))
    return;
  struct EmuAsync *a = asyncOf(l);
  a->copies = grow(l, a->copies, a->n, &a->capacity, sizeof *a->copies);
  a->copies[a->n++] = (EmuCopy){source, (uint32_t)to, bytes, given, site, a->group};
  AttnEmuSiteCounters *c = l->cta->worker->sites;
  if (c) {
    c[site].executions++;
    c[site].bytes += bytes;
  }
}

void attnEmuCommitGroup(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)args, (void)results;
  l->wait.site = site;
  ++asyncOf(l)->group;
}

/// args: how many of the last committed groups may stay under way
void attnEmuWaitGroup(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  l->wait.site = site;
  struct EmuAsync *a = asyncOf(l);
  uint32_t n = 0;
  while (n < a->n && (uint64_t)a->copies[n].group + args[0] < a->group)
    ++n;
  landFirst(l, n);
}

void attnEmuWaitAll(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)args, (void)results;
  l->wait.site = site;
  struct EmuAsync *a = asyncOf(l);
  ++a->group;
  landFirst(l, a->n);
}

/// args: address, noinc
void attnEmuCopyAsyncArrive(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                            uint64_t *results) {
  (void)results;
  l->wait.site = site;
  uint64_t address = emuSharedOffset(l, args[0]);
  if (!args[1] && !emuMbarrierAddPending(l, address, site))
    return;
  struct EmuAsync *a = asyncOf(l);
  a->arrivals = grow(l, a->arrivals, a->numArrivals, &a->capArrivals, sizeof *a->arrivals);
  a->arrivals[a->numArrivals++] = (EmuArrival){a->n, (uint32_t)address, site, args[1]};
}
