//===- RankProduct.c - A fold that is a contraction, mma.sync -------------===//
// See RankStep.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

bool attnPredictProductAtoms(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                             AttnStep *s) {
  const AttnAtomTile *t = &row->atom;
  const AttnStage *st = &row->stage;
  double warps = t->wm * t->wn;
  int64_t R = 16 * t->wm * t->fm, C = 8 * t->wn * t->fn, K = 16 * (t->bk ? t->bk : CHUNK / 16);
  double mma = 2.0 * 16 * t->fm * 8 * t->fn * (double)K;
  double read = 16.0 * t->fm * (double)K * p->leftBytes + 8.0 * t->fn * (double)K * p->rightBytes;
  double copied = (double)(R * K) * p->leftBytes + (double)(C * K) * p->rightBytes;
  double shared = 0, l2 = 0, issue = mma / 4096 + 24;
  s->latency = CYCLES_LDS + CYCLES_MMA;
  if (st->depth) {
    shared = read * attnSlabReplays(st, K * p->leftBytes) + copied / warps;
    issue += read / 512 + attnCopyIssue(st, copied / warps);
    l2 = copied / warps;
  } else {
    shared = 4 * read, issue += 3 * read / 128, l2 = read / 2;
    s->latency += CYCLES_MEMORY;
  }
  s->chains = t->fm, s->warps = (int)warps;
  s->rows = R, s->columns = C, s->depth = K;
  attnStepUnits(s, chip, mma, 0, 0, issue, shared, l2);
  if (st->depth)
    attnStepWaits(s, st);
  double regs = t->fm * t->fn * 4 + t->fm * 4 + (st->depth ? 24 : 56);
  row->registers = (int)attnRoundUp((int64_t)regs, 8);
  row->threads = (int)(32 * warps);
  row->shared = st->depth * (R * attnSlabRow(st, K * p->leftBytes) +
                             (p->rightBytes ? K * attnSlabRow(st, C * p->rightBytes) : 0)) +
                attnSlabBarriers(st, st->depth ? 1 + (p->rightBytes > 0) : 0);
  return true;
}

void attnProductRows(AttnRankList *l) {
  const AttnProblem *p = l->p;
  for (int wm = 1; wm <= 8; wm *= 2)
    for (int wn = 1; wn * wm <= 8; wn *= 2)
      for (int fm = 1; fm <= 4; fm *= 2)
        for (int fn = 1; fn <= 16; fn *= 2)
          for (int bk = 2; bk <= 4; bk *= 2) {
            AttnRow row = {.tensor = true};
            row.atom = (AttnAtomTile){.family = ATTN_ATOM_MMA,
                                      .m = 16,
                                      .n = 8,
                                      .k = 16,
                                      .wm = wm,
                                      .wn = wn,
                                      .fm = fm,
                                      .fn = fn,
                                      .bk = bk};
            int64_t R = 16 * wm * fm, C = 8 * wn * fn;
            if ((wm * fm > 1 && R / 2 >= p->rows) || (wn * fn > 1 && C / 2 >= p->columns) ||
                wm * wn < 2)
              continue;
            AttnStage all[MAX_STAGES];
            int n = attnRankStages(l, 16 * bk * p->leftBytes, C * p->rightBytes, all);
            for (int st = 0; st < n; ++st) {
              row.stage = all[st];
              attnRankAdd(l, row);
            }
          }
}
