//===- RankGroups.c - A contraction in the lift, wgmma and roles ----------===//
// See RankStep.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

/// One producer warp, consumers that alternate: products of one run under the exponentials of
/// another. Fitted on an H200 to 20 schedules, head dimensions 64 to 256 (within 7 %).
bool attnPredictChainGroups(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                            AttnStep *s) {
  int64_t R = 64 * row->consumers, C = row->atom.n, D = attnRoundUp(p->inner, 16),
          W = attnRoundUp(p->columns, 8);
  double scores = (double)(R * C), flops = 2 * scores * (double)(D + W);
  double perScore = p->flops + p->rowStates + (row->exp2 ? 1 : 2) + 0.5;
  double products = flops / chip->wgmmaFlops;
  double weights = scores * (p->mufu + 1) / chip->mufuLanes +
                   (scores * perScore + (double)(R * W)) / chip->fmaLanes;
  double most = attnLarger(products, weights), least = products + weights - most;
  // Exponentials hide products better than products hide exponentials.
  double seen = products > weights ? 0.6 : row->consumers > 2 ? 0.2 : 0.4;
  s->direct = most + seen * least + 100;
  s->bare = scores * 2 / chip->fmaLanes;
  s->rows = R, s->columns = C;
  s->unit[products > weights ? UNIT_MMA : UNIT_MUFU] = most;
  s->warps = 4 * row->consumers;
  // What a consumer holds once the producer has given its registers away; work on scores other than
  // a scale, and masks, which compare coordinates, need some of their own.
  bool work = p->flops > 1 || p->mufu > 0 || p->nSamples || p->maskedInside;
  row->registers = (int)(W / 2 + C / 2 + C / 4 + (work ? 64 : 32));
  if (row->registers > (row->consumers > 2 ? 160 : 240))
    return false;
  row->threads = 128 * (row->consumers + 1);
  row->shared =
      R * D * p->leftBytes + row->stage.depth * C * (D * p->rightBytes + W * p->wideBytes) + 1024;
  if (W != D) // results leave through a slab of their own
    row->shared += R * W * 2 + 3072;
  return true;
}

void attnGroupRows(AttnRankList *l) {
  const AttnProblem *p = l->p;
  int64_t D = p->inner, W = p->columns;
  int swizzle = attnRankSwizzle(D * p->rightBytes, W * p->wideBytes);
  if (!l->chip->wgmmaFlops || !p->twisted || !W || !swizzle || D > WHOLE || p->leftBytes != 2)
    return;
  for (int groups = 2; groups <= 3; ++groups)
    for (int n = 64; n <= 192; n += 16)
      for (int exp2 = 1; exp2 >= 0; --exp2) {
        if (64 * (groups - 1) >= p->rows || n / 2 >= p->fold)
          continue;
        AttnRow row = {.tensor = true,
                       .math = true,
                       .exp2 = exp2,
                       .consumers = groups,
                       .weights = ATTN_HOLD_REG};
        row.atom = (AttnAtomTile){.family = ATTN_ATOM_WGMMA,
                                  .m = 64,
                                  .n = n,
                                  .k = 16,
                                  .wm = groups,
                                  .wn = 1,
                                  .fm = 1,
                                  .fn = 1};
        row.stage = attnRankStage(2, "tma", -1, swizzle);
        attnRankAdd(l, row);
      }
}
