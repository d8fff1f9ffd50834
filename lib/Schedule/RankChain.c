//===- RankChain.c - A contraction in the lift, mma.sync ------------------===//
// See RankStep.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

#include <string.h>

/// Functions of scores beside the weights' exponential keep the unit from being busy all the time
/// (measured: tanh, 40 columns, 948 us for 684, 70 for 48).
static const double BESIDE_SPECIAL = 1.4;

/// Do rows have a first and a last kept column of their own (a window)?
static bool isWindow(const AttnProblem *p) {
  bool first = false, last = false;
  for (int i = 0; i < p->nSamples; ++i)
    first |= p->lo[i] > 0, last |= p->hi[i] < p->fold;
  return first && last;
}

/// Bounds that a cell of a masked tile is compared with: first and last kept column, end of the
/// axis.
static int conditions(const AttnProblem *p, int64_t C) {
  bool first = false, last = p->maskedInside && !p->nSamples;
  for (int i = 0; i < p->nSamples; ++i)
    first |= p->lo[i] > 0, last |= p->hi[i] < p->fold;
  return first + last + (p->fold % C != 0);
}

bool attnPredictChainAtoms(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                           AttnStep *s) {
  const AttnAtomTile *t = &row->atom;
  const AttnStage *st = &row->stage;
  double warps = t->wm * t->wn, threads = 32 * warps;
  int64_t R = 16 * t->wm * t->fm, C = 8 * t->wn * t->fn;
  int64_t D = attnRoundUp(p->inner, 16), W = p->columns ? attnRoundUp(p->columns, 8) : 0;
  int64_t chunk = t->bk ? 16 * t->bk : !p->chunked ? D : CHUNK;
  if (chunk > D)
    chunk = D;
  bool chunked = chunk < D; // the left operand streams along as well
  double mine = 16.0 * t->fm, scores = mine * (double)C / t->wn, wide = (double)W / t->wn;
  double mma = 2 * scores * (double)D + 2 * mine * (double)C * wide;

  // Shared memory a warp reads: right operands by every row of warps, left ones where they lie
  // there.
  double right = (double)(C / t->wn * D) * p->rightBytes + (double)C * wide * p->wideBytes;
  double left = mine * (double)D * p->leftBytes, weights = mine * (double)C * 2;
  double copied = (double)(C * D) * p->rightBytes + (double)(C * W) * p->wideBytes;
  if (chunked && st->depth)
    copied += (double)(R * D) * p->leftBytes;
  double shared = 0, l2 = 0, issue = mma / 4096, latency = 0;
  if (st->depth) {
    int64_t rowBytes = chunk * p->rightBytes;
    shared += right * attnSlabReplays(st, rowBytes) + copied / warps;
    issue += right / 512 + attnCopyIssue(st, copied / warps);
    l2 += copied / warps;
  } else {
    // Fragments from global memory: 4 bytes a lane, eight rows an access, no sharing by warps
    // beyond what L1 keeps; the operand that is contiguous along the columns, 2 bytes a lane.
    issue += 3 * right / 128 + (double)C * wide * p->wideBytes / 64;
    shared += 8 * right;
    l2 += right / 2;
    latency += 2 * CYCLES_MEMORY;
  }
  // What is read for each score: 4 bytes a lane, eight rows an access.
  if (p->cellBytes) {
    double cells = scores * p->cellBytes;
    issue += cells / 128, shared += 8 * cells, l2 += cells;
    latency += CYCLES_MEMORY;
  }
  if (row->hold == ATTN_HOLD_SMEM)
    shared += left, issue += left / 512;
  else if (row->hold == ATTN_HOLD_RELOAD)
    shared += 4 * left, issue += 3 * left / 128, latency += CYCLES_MEMORY;
  if (row->weights == ATTN_HOLD_SMEM && W) {
    shared += 3 * weights;
    issue += weights / 128 + weights / 512 + 8;
    latency += 2 * CYCLES_BARRIER + 2 * CYCLES_LDS;
  }

  // Arithmetic on scores and states.
  double exp = p->twisted ? 1 : 0;
  double perScore =
      p->flops[row->math] + p->rowStates + (p->twisted ? (row->math ? 1 : 2) : 0) + (W ? 0.5 : 0);
  double perRow = mine * (wide + 8 * p->rowStates);
  double fma = scores * perScore + (p->twisted ? perRow : 0);
  double mufu = scores * (p->mufu[row->math] + exp) + (p->twisted ? mine * 32 / 8 : 0);
  if (p->mufu[row->math] > 0)
    mufu *= BESIDE_SPECIAL;
  issue += (fma + mufu) / 32 + 40 + t->fm * (p->reduces ? 8 * p->rowStates : 0);
  if (p->reduces)
    latency += 2 * p->rowStates * CYCLES_SHUFFLE;
  latency += 2 * CYCLES_LDS + (W ? 2 : 1) * CYCLES_MMA + CYCLES_MUFU;
  s->bare = scores * 4 / 32; // coordinates, comparison, selection
  s->chains = t->fm;
  s->warps = (int)warps;
  s->latency = latency;
  s->rows = R, s->columns = C;
  s->copied = st->depth ? copied : 0;
  attnStepUnits(s, chip, mma, fma, mufu, issue, shared, l2);
  if (st->depth)
    attnStepWaits(s, st);
  if (!s->ahead) // nothing hides the transfer either
    s->copy += s->copied / chip->l2Bytes;
  if (chunked && !s->ahead)
    s->latency += (double)(D / chunk - 1) * (s->copy + 2 * CYCLES_BARRIER);

  // Registers: states, scores, held fragments; fragments in flight and addresses are the rest.
  // ptxas has more in flight than it must; the order of the program has one set (within 15 of 130
  // rows).
  double held = t->fm * (wide / 2 + t->fn * 4 * p->sums + 2.0 * (p->rowStates - 1));
  held += row->hold == ATTN_HOLD_REG ? t->fm * (double)D / 4 : 0;
  held += st->depth ? 44 : 60 + (double)D / 2; // ptxas moves what comes from memory up
  // Read again in each step, from addresses of its own.
  held += row->hold == ATTN_HOLD_RELOAD && st->depth && !chunked ? 20 * t->fm : 0;
  int bounds = conditions(p, C);
  double cells = t->fm * t->fn, compared = 1.25 * cells * bounds;
  bool copies = st->depth && strcmp(st->transport, "tma") != 0; // with addresses of every line
  held += copies && W / 8 % 2 ? 48 : 0; // a pair of sums without its other half
  // Two bounds a row, kept beside it; the more where sums come in an odd number of pairs.
  int64_t both = !isWindow(p) ? 0 : copies ? 40 : 46;
  both = both && t->fm > 1 && W / 8 % 2 ? both + 20 : both;
  compared += (double)both;
  double flying = row->hold == ATTN_HOLD_REG ? 16 * (t->fm - 1) : 12 * t->fm;
  held += p->dense ? 2.5 * cells : 0; // bools, and where they lie
  row->registers = (int)attnRoundUp((int64_t)(held + flying + compared), 8);
  s->tight =
      (int)(held + (bounds ? 4 : 0) + (p->mufu[row->math] > 0 ? 12 : 0) + (copies ? 16 : 0) +
            (p->cellBytes ? 24 : 0) + (double)both + 1.6 * cells * (bounds - (bounds && !copies)));

  if (!st->depth && s->tight > chip->registersPerThread)
    return false; // nothing is won then
  row->threads = (int)threads;
  row->shared = 0;
  // Registers are filled from a slab, too.
  bool leftSlab = st->depth && row->hold != ATTN_HOLD_RELOAD && !chunked;
  if (st->depth) {
    int64_t step = C * attnSlabRow(st, chunk * p->rightBytes);
    if (W)
      step += C * attnSlabRow(st, attnRoundUp(W * p->wideBytes, st->swizzle ? st->swizzle : 16));
    if (chunked)
      step += R * attnSlabRow(st, chunk * p->leftBytes);
    row->shared += st->depth * step + attnSlabBarriers(st, 1 + (W > 0) + (leftSlab || chunked));
  }
  if (leftSlab)
    row->shared += R * (D * p->leftBytes + (st->swizzle ? 0 : 16));
  if (row->weights == ATTN_HOLD_SMEM && W)
    row->shared += R * (C * 2 + 16);
  return true;
}

void attnChainRows(AttnRankList *l) {
  static const int fns[] = {2, 4, 8, 16, 32};
  const AttnProblem *p = l->p;
  int nFns = p->columns ? 4 : 5; // with sums of another contraction the widest do not fit
  bool chunked = p->chunked;
  for (int wm = 1; wm <= 8; wm *= 2)
    for (int fm = 1; fm <= 4; fm *= 2)
      for (int f = 0; f < nFns; ++f) {
        AttnRow row = {.tensor = true, .saysMath = p->twisted};
        row.atom = (AttnAtomTile){.family = ATTN_ATOM_MMA,
                                  .m = 16,
                                  .n = 8,
                                  .k = 16,
                                  .wm = wm,
                                  .wn = 1,
                                  .fm = fm,
                                  .fn = fns[f],
                                  .bk = chunked ? CHUNK / 16 : 0};
        if ((wm > 1 && 16 * (wm / 2) * fm >= p->rows) ||
            (fm > 1 && 16 * wm * (fm / 2) >= p->rows) ||
            (fns[f] > 2 && 8 * (fns[f] / 2) >= p->fold))
          continue; // half of the tile would be outside
        int64_t D = chunked ? CHUNK : attnRoundUp(p->inner, 16), W = attnRoundUp(p->columns, 8);
        AttnStage all[MAX_STAGES];
        int n = attnRankStages(l, D * p->rightBytes, p->columns ? W * p->wideBytes : 0, all);
        for (int st = 0; st < n; ++st)
          for (int hold = ATTN_HOLD_REG; hold <= ATTN_HOLD_RELOAD; ++hold)
            for (int weights = ATTN_HOLD_REG; weights <= ATTN_HOLD_SMEM; ++weights)
              for (int math = attnRankMost(p); math >= 0; --math) {
                bool none = all[st].depth == 0;
                if ((none && !chunked && hold == ATTN_HOLD_SMEM) ||
                    (!p->columns && weights != ATTN_HOLD_REG) || (!p->twisted && !math) ||
                    (chunked && hold != ATTN_HOLD_SMEM))
                  continue;
                row.stage = all[st], row.hold = (AttnHold)hold, row.math = (AttnMath)math;
                row.weights = p->columns ? (AttnHold)weights : ATTN_HOLD_NONE;
                attnRankAdd(l, row);
              }
      }
}
