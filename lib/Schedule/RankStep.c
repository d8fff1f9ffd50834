//===- RankStep.c - What slabs and copies cost, and which there are -------===//
// See RankStep.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

#include <stdio.h>
#include <string.h>

void attnStepUnits(AttnStep *s, const AttnChipFacts *chip, double mmaFlops, double fma, double mufu,
                   double issue, double sharedBytes, double l2Bytes) {
  s->unit[UNIT_MMA] = mmaFlops / ((double)chip->mmaFlops / SCHEDULERS);
  s->unit[UNIT_FMA] = fma / ((double)chip->fmaLanes / SCHEDULERS);
  s->unit[UNIT_MUFU] = mufu / ((double)chip->mufuLanes / SCHEDULERS);
  s->unit[UNIT_ISSUE] = issue / ((double)chip->issue / SCHEDULERS);
  s->unit[UNIT_SHARED] = sharedBytes / ((double)chip->ldsBytes / SCHEDULERS);
  s->unit[UNIT_L2] = l2Bytes / (chip->l2Bytes / SCHEDULERS);
}

int64_t attnSlabRow(const AttnStage *st, int64_t bytes) {
  return bytes + (st->pad > 0 ? st->pad : 0);
}

int64_t attnSlabBarriers(const AttnStage *st, int slabs) {
  bool tma = strcmp(st->transport, "tma") == 0;
  return tma ? 8 * (int64_t)slabs * st->depth : 0;
}

/// How often an ldmatrix of 8 rows is replayed: rows whose distance is a multiple of 128 bytes lie
/// in the same banks. Padded rows are no longer lines: measured 7 % slower than swizzled ones.
double attnSlabReplays(const AttnStage *st, int64_t rowBytes) {
  if (st->swizzle)
    return st->swizzle == 128 ? 1 : st->swizzle == 64 ? 2 : 4;
  int64_t pitch = attnSlabRow(st, rowBytes) % 128;
  int64_t group = 128;
  while (pitch % group)
    group /= 2; // the largest power of two that divides the distance
  return pitch == 0 ? 8 : group > 16 ? (double)group / 16 : 1.25;
}

/// Issue slots of a line (16 bytes a lane): with its address, and the way of the data through the
/// load-store unit, which TMA leaves free.
static const double CP_LINE = 8, SYNC_LINE = 12;

double attnCopyIssue(const AttnStage *st, double bytes) {
  double lines = bytes / 512;
  if (strcmp(st->transport, "tma") == 0)
    return 4; // one thread of the CTA, for boxes
  return (strcmp(st->transport, "sync") == 0 ? SYNC_LINE : CP_LINE) * lines + 4;
}

void attnStepWaits(AttnStep *s, const AttnStage *st) {
  s->ahead = st->depth > 1 ? st->depth - 1 : 0;
  s->copy = strcmp(st->transport, "sync") == 0 ? 1.3 * CYCLES_MEMORY : CYCLES_MEMORY;
  s->latency += (st->depth > 1 ? 1 : 2) * CYCLES_BARRIER;
}

AttnStage attnRankStage(int depth, const char *transport, int pad, int swizzle) {
  AttnStage st = {.depth = depth, .pad = pad, .ring = depth > 1, .swizzle = swizzle};
  snprintf(st.transport, sizeof st.transport, "%s", transport);
  return st;
}

int attnRankSwizzle(int64_t a, int64_t b) {
  for (int s = 128; s >= 32; s /= 2)
    if (a % s == 0 && b % s == 0)
      return s;
  return 0;
}

int attnRankStages(const AttnRankList *l, int64_t a, int64_t b, AttnStage *out) {
  int n = 0, swizzle = attnRankSwizzle(a, b);
  out[n++] = attnRankStage(0, "sync", -1, 0);
  out[n++] = attnRankStage(1, "sync", 16, 0);
  out[n++] = attnRankStage(1, "cp", 0, 0);
  for (int d = 1; d <= 4; ++d) {
    if (swizzle)
      out[n++] = attnRankStage(d, "cp", -1, swizzle);
    out[n++] = attnRankStage(d, "cp", 16, 0);
    if (l->chip->tma && swizzle)
      out[n++] = attnRankStage(d, "tma", -1, swizzle);
  }
  return n;
}
