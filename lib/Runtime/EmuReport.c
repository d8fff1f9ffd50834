//===- EmuReport.c - Telling what is wrong --------------------------------===//
//
// A report reads like a diagnostic:
//
//   a.mlir:12:5: race: llvm.load in kernel 'k': reads ... (cta 3,0,0, warp 1, lane 5)
//
// A worker keeps the first report of each (hazard, operation) and counts the others; workers take
// CTAs in rising order, so merging by the lowest CTA gives the same reports for any number of them.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *attnEmuHazardName(AttnEmuHazard hazard) {
  static const char *const names[] = {
#define HAZARD(id, name) name,
      ATTN_EMU_HAZARDS(HAZARD)
#undef HAZARD
  };
  return names[hazard];
}

const char *emuSiteOp(const EmuCta *cta, uint32_t site) {
  return cta->launch->kernel->sites[site].op;
}

const char *emuWho(const EmuCta *cta, uint32_t agent, char *buffer, size_t size) {
  const EmuCluster *cluster = cta->cluster;
  bool lane = agent < cluster->numLanes;
  uint32_t each = lane ? cta->numLanes : EMU_ENGINES;
  agent -= lane ? 0 : cluster->numLanes;
  char where[32] = "";
  if (cluster->numCtas > 1)
    snprintf(where, sizeof where, "CTA %u of the cluster, ", agent / each);
  agent %= each;
  if (lane)
    snprintf(buffer, size, "%swarp %u, lane %u", where, agent / EMU_WARP, agent % EMU_WARP);
  else if (agent < EMU_BULK_ENGINES)
    snprintf(buffer, size, "%san asynchronous copy", where);
  else
    snprintf(buffer, size, "%sa wgmma of warpgroup %u", where, agent - EMU_BULK_ENGINES);
  return buffer;
}

static EmuFound *foundFor(EmuFound **found, uint32_t *n, uint32_t *capacity, AttnEmuHazard hazard,
                          const char *kernel, uint32_t site) {
  for (uint32_t i = 0; i < *n; ++i) {
    const AttnEmuReport *r = &(*found)[i].r;
    if (r->hazard == hazard && r->site == site && strcmp(r->kernel, kernel) == 0)
      return &(*found)[i];
  }
  if (*n == *capacity) {
    uint32_t wanted = *capacity ? 2 * *capacity : 16;
    EmuFound *grown = realloc(*found, wanted * sizeof **found);
    if (!grown)
      return NULL;
    *found = grown;
    *capacity = wanted;
  }
  EmuFound *f = &(*found)[(*n)++];
  *f = (EmuFound){.r = {.hazard = hazard, .kernel = kernel, .site = site, .cta = -1, .thread = -1}};
  return f;
}

static void report(EmuCta *cta, AttnEmuLane *l, AttnEmuHazard hazard, uint32_t site,
                   const char *fmt, va_list args) {
  EmuWorker *w = cta->worker;
  const AttnEmuKernel *k = cta->launch->kernel;
  EmuFound *f = foundFor(&w->found, &w->numFound, &w->capFound, hazard, k->name, site);
  enum { ENOUGH = 100000 }; // who goes on regardless may do so for ever
  if (++cta->hazards == ENOUGH)
    cta->cluster->aborted = true;
  if (!f || f->r.count++ > 0)
    return;
  f->r.cta = cta->index;
  f->r.thread = l ? (int32_t)l->thread : -1;
  f->order = cta->reportsHere++;
  size_t size = 0;
  FILE *out = open_memstream(&f->text, &size);
  if (!out)
    return;
  const AttnEmuSite *s = &k->sites[site];
  fprintf(out, "%s%s%s: %s in kernel '%s': ", s->location, *s->location ? ": " : "",
          attnEmuHazardName(hazard), s->op, k->name);
  vfprintf(out, fmt, args);
  fprintf(out, "%s(cta %u,%u,%u", hazard == ATTN_EMU_DEADLOCK ? "\n  " : " ", cta->id[0],
          cta->id[1], cta->id[2]);
  if (l)
    fprintf(out, ", warp %u, lane %u", l->warp->number, l->lane);
  fprintf(out, ")");
  fclose(out);
}

void emuReport(AttnEmuLane *l, AttnEmuHazard hazard, uint32_t site, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(l->cta, l, hazard, site, fmt, args);
  va_end(args);
}

void emuReportCta(EmuCta *cta, AttnEmuHazard hazard, uint32_t site, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(cta, NULL, hazard, site, fmt, args);
  va_end(args);
}

void emuFreeFound(EmuFound *found, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i)
    free(found[i].text);
  free(found);
}

//===--- merging ----------------------------------------------------------===//

static int earlier(const void *a, const void *b) {
  const EmuFound *x = a, *y = b;
  if (x->r.cta != y->r.cta)
    return x->r.cta < y->r.cta ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

void emuMergeReports(AttnEmu *emu, EmuWorker *workers, int n) {
  EmuFound *all = NULL;
  uint32_t count = 0, capacity = 0;
  for (int w = 0; w < n; ++w)
    for (uint32_t i = 0; i < workers[w].numFound; ++i) {
      EmuFound *one = &workers[w].found[i];
      EmuFound *f = foundFor(&all, &count, &capacity, one->r.hazard, one->r.kernel, one->r.site);
      if (!f)
        continue;
      int64_t times = f->r.count + one->r.count;
      emu->hazards += one->r.count;
      if (f->r.cta < 0 || one->r.cta < f->r.cta) {
        EmuFound old = *f;
        *f = *one;
        *one = old;
      }
      f->r.count = times;
    }
  if (count)
    qsort(all, count, sizeof *all, earlier);
  for (uint32_t i = 0; i < count; ++i) {
    EmuFound *f = (int)emu->numFound < emu->options.maxReports
                      ? foundFor(&emu->found, &emu->numFound, &emu->capFound, all[i].r.hazard,
                                 all[i].r.kernel, all[i].r.site)
                      : NULL;
    if (f && f->r.count == 0) {
      *f = all[i];
      all[i].text = NULL;
      f->r.text = f->text ? f->text : "";
    } else if (f) {
      f->r.count += all[i].r.count; // the same kernel launched again
    }
    free(all[i].text);
  }
  free(all);
  for (int w = 0; w < n; ++w) {
    emuFreeFound(workers[w].found, workers[w].numFound);
    workers[w].found = NULL;
    workers[w].numFound = workers[w].capFound = 0;
  }
}

int attnEmuNumReports(const AttnEmu *emu) { return (int)emu->numFound; }
const AttnEmuReport *attnEmuReport(const AttnEmu *emu, int i) { return &emu->found[i].r; }
int64_t attnEmuNumHazards(const AttnEmu *emu) { return emu->hazards; }

void attnEmuCheckWritten(AttnEmu *emu, const AttnEmuBuffer *b, const char *kernel) {
  if (!b->written || emu->aborted)
    return;
  int64_t missing = 0;
  size_t first = 0;
  for (size_t i = b->bytes; i-- > 0;)
    if (!b->written[i])
      ++missing, first = i;
  if (!missing)
    return;
  emu->hazards += 1;
  if ((int)emu->numFound >= emu->options.maxReports)
    return;
  EmuFound *f = foundFor(&emu->found, &emu->numFound, &emu->capFound, ATTN_EMU_UNWRITTEN, kernel,
                         emu->numFound); // each buffer is a report of its own
  if (!f)
    return;
  f->r.count = 1;
  size_t size = 0;
  FILE *out = open_memstream(&f->text, &size);
  if (!out)
    return;
  fprintf(out, "%s: '%s': %" PRId64 " of %zu bytes of %s, the first at byte %zu",
          attnEmuHazardName(ATTN_EMU_UNWRITTEN), kernel, missing, b->bytes, b->name, first);
  fclose(out);
  f->r.text = f->text;
}
