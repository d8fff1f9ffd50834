//===- EmuCounters.c - Bank conflicts, and the page of counters -----------===//
//
// Lanes are run one after the other, so the accesses of one warp-wide load come at different times.
// Each lane logs what it accesses; when the warp is together again the k-th accesses of all lanes
// at one operation are one request:
//
//   wavefronts(request) = sum over its parts of  max over banks of |different words in the bank|
//
// A part holds as many lanes as 128 bytes have room for: 32 lanes of up to 4 bytes, 16 of 8, 8
// of 16.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void emuLog(AttnEmuLane *l, uint32_t site, uint32_t address, uint32_t bytes) {
  if (l->log.n == l->log.capacity) {
    uint32_t wanted = l->log.capacity ? 2 * l->log.capacity : 256;
    EmuAccess *grown = realloc(l->log.a, wanted * sizeof *grown);
    if (!grown)
      return;
    l->log.a = grown;
    l->log.capacity = wanted;
  }
  l->log.a[l->log.n++] = (EmuAccess){site, address, bytes};
}

/// Wavefronts of one part: n accesses of `bytes` bytes, at most 128 bytes of different addresses.
static int64_t wavefronts(uint32_t n, const uint32_t *address, uint32_t bytes) {
  uint32_t words[32][EMU_WARP], count[32] = {0}, most = 0;
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t w = address[i] / 4; w <= (address[i] + bytes - 1) / 4; ++w) {
      uint32_t bank = w % 32, k = 0;
      while (k < count[bank] && words[bank][k] != w)
        ++k;
      if (k == count[bank] && k < EMU_WARP)
        words[bank][count[bank]++] = w;
      if (count[bank] > most)
        most = count[bank];
    }
  return most;
}

void emuCountRequest(EmuCta *cta, uint32_t site, uint32_t n, const uint32_t *address,
                     uint32_t bytes) {
  AttnEmuSiteCounters *c = &cta->worker->sites[site];
  uint32_t part = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  c->requests++;
  for (uint32_t i = 0; i < n; i += part) {
    int64_t w = wavefronts(n - i < part ? n - i : part, address + i, bytes);
    c->wavefronts += w;
    c->conflicts += w - 1;
  }
}

typedef struct Entry {
  uint32_t site, occurrence, lane, address, bytes;
} Entry;

static int byRequest(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  if (x->site != y->site)
    return x->site < y->site ? -1 : 1;
  if (x->occurrence != y->occurrence)
    return x->occurrence < y->occurrence ? -1 : 1;
  return x->lane < y->lane ? -1 : x->lane > y->lane;
}

/// Lanes took different paths: the k-th access of each lane at an operation belongs together.
static void flushDiverged(EmuWarp *w, size_t total) {
  Entry *e = malloc(total * sizeof *e);
  uint32_t numSites = w->cta->launch->kernel->numSites;
  uint32_t *seen = calloc(numSites + 1, sizeof *seen);
  size_t n = 0;
  if (e && seen) {
    EMU_FOR_LANES (i, w->exists) {
      memset(seen, 0, numSites * sizeof *seen);
      for (uint32_t k = 0; k < w->lanes[i].log.n; ++k) {
        const EmuAccess *a = &w->lanes[i].log.a[k];
        e[n++] = (Entry){a->site, seen[a->site]++, i, a->address, a->bytes};
      }
    }
    qsort(e, n, sizeof *e, byRequest);
    for (size_t i = 0, m; i < n; i += m) {
      uint32_t address[EMU_WARP];
      for (m = 0; i + m < n && m < EMU_WARP && e[i + m].site == e[i].site &&
                  e[i + m].occurrence == e[i].occurrence;
           ++m)
        address[m] = e[i + m].address;
      emuCountRequest(w->cta, e[i].site, (uint32_t)m, address, e[i].bytes);
    }
  }
  free(e);
  free(seen);
}

void emuFlushLog(EmuWarp *w) {
  size_t total = 0;
  bool same = true;
  const AttnEmuLane *first = &w->lanes[__builtin_ctz(w->exists)];
  EMU_FOR_LANES (i, w->exists) {
    total += w->lanes[i].log.n;
    same &= w->lanes[i].log.n == first->log.n;
  }
  if (!total)
    return;
  for (uint32_t k = 0; same && k < first->log.n; ++k)
    EMU_FOR_LANES (i, w->exists)
      same &= w->lanes[i].log.a[k].site == first->log.a[k].site;
  if (!same)
    flushDiverged(w, total);
  for (uint32_t k = 0; same && k < first->log.n; ++k) {
    uint32_t address[EMU_WARP], n = 0;
    EMU_FOR_LANES (i, w->exists)
      address[n++] = w->lanes[i].log.a[k].address;
    emuCountRequest(w->cta, first->log.a[k].site, n, address, first->log.a[k].bytes);
  }
  EMU_FOR_LANES (i, w->exists)
    w->lanes[i].log.n = 0;
}

//===--- the page ---------------------------------------------------------===//

AttnEmuCounters *emuCountersOf(AttnEmu *emu, const AttnEmuKernel *k) {
  for (uint32_t i = 0; i < emu->numCounters; ++i)
    if (emu->counters[i].sites == k->sites && strcmp(emu->counters[i].kernel, k->name) == 0)
      return &emu->counters[i];
  AttnEmuCounters *grown = realloc(emu->counters, (emu->numCounters + 1) * sizeof *grown);
  AttnEmuSiteCounters *perSite = calloc((size_t)k->numSites + 1, sizeof *perSite);
  if (grown)
    emu->counters = grown;
  if (!grown || !perSite) {
    free(perSite);
    return NULL;
  }
  AttnEmuCounters *c = &emu->counters[emu->numCounters++];
  *c = (AttnEmuCounters){
      .kernel = k->name, .numSites = k->numSites, .sites = k->sites, .perSite = perSite};
  return c;
}

int attnEmuNumKernels(const AttnEmu *emu) { return (int)emu->numCounters; }
const AttnEmuCounters *attnEmuKernelCounters(const AttnEmu *emu, int i) {
  return &emu->counters[i];
}

static bool sameOperation(const AttnEmuSite *a, const AttnEmuSite *b) {
  return strcmp(a->op, b->op) == 0 && strcmp(a->location, b->location) == 0;
}

/// One line per operation and place: a tile operation becomes many loads with one location.
static void printSites(FILE *f, const AttnEmuCounters *c) {
  bool *done = calloc((size_t)c->numSites + 1, sizeof *done);
  bool header = false;
  for (uint32_t i = 0; done && i < c->numSites; ++i) {
    if (done[i])
      continue;
    AttnEmuSiteCounters s = {0};
    for (uint32_t k = i; k < c->numSites; ++k)
      if (sameOperation(&c->sites[i], &c->sites[k])) {
        const AttnEmuSiteCounters *one = &c->perSite[k];
        s.executions += one->executions, s.bytes += one->bytes, s.requests += one->requests;
        s.wavefronts += one->wavefronts, s.conflicts += one->conflicts;
        done[k] = true;
      }
    if (!s.executions)
      continue;
    if (!header)
      fprintf(f, "  %12s %12s %10s %10s %10s  operation\n", "executions", "bytes", "requests",
              "wavefronts", "conflicts");
    header = true;
    fprintf(f, "  %12" PRId64 " %12" PRId64 " ", s.executions, s.bytes);
    if (s.requests)
      fprintf(f, "%10" PRId64 " %10" PRId64 " %10" PRId64, s.requests, s.wavefronts, s.conflicts);
    else
      fprintf(f, "%10s %10s %10s", "-", "-", "-");
    fprintf(f, "  %s%s%s\n", c->sites[i].op, *c->sites[i].location ? " at " : "",
            c->sites[i].location);
  }
  free(done);
}

char *attnEmuCountersText(const AttnEmu *emu) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f)
    return NULL;
  for (uint32_t i = 0; i < emu->numCounters; ++i) {
    const AttnEmuCounters *c = &emu->counters[i];
    fprintf(f, "kernel %s: %" PRId64 " launch%s, %" PRId64 " CTAs\n", c->kernel, c->launches,
            c->launches == 1 ? "" : "es", c->ctas);
    fprintf(f, "  global read %" PRId64 " bytes, written %" PRId64 " bytes\n", c->globalRead,
            c->globalWritten);
    fprintf(f, "  shared read %" PRId64 " bytes, written %" PRId64 " bytes", c->sharedRead,
            c->sharedWritten);
    if (emu->options.counters)
      fprintf(f, ", bank conflicts %" PRId64, c->conflicts);
    fprintf(f, "\n");
    if (emu->options.counters)
      printSites(f, c);
  }
  fclose(f);
  return text;
}
