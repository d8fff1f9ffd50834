//===- RankSums.c - A contraction that is only added, wgmma and roles -----===//
// See RankStep.h.
//
//   PRODUCT   a step adds K elements of the fold axis to the result; then the results leave
//   CHAIN     the scores of a tile are such a sum, in steps of K, or one product of the whole
//             summed axis with the left operand's rows, which stay; then they are folded
//
// Both operands come through a ring by the TMA unit, and a product is under way all the time.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

enum { BK = CHUNK / 16 };

// Fitted on an H200 to 90 schedules of products (64 to 16384 rows) and of a logsumexp over one: two
// and three consumers are 8 % off in the mean of squares. One consumer is predicted too fast where
// many tiles of columns are walked in the grid's own order (they take up to twice as long).

/// Of the data sheet's rate: what the tensor pipe makes of a step where it does nothing else, the
/// clock that power leaves it included.
static const double POWER = 1.30;
/// Bytes a cycle and SM that come in through L2 beside that. What all CTAs read at the same time
/// counts half.
static const double L2_BYTES = 48;
/// Cycles from the release of a slot to its next tile, from memory and from L2.
static const double MEMORY = 2600, CACHED = 1600;
/// What of that shows where it is hidden.
static const double HIDDEN_SLOT = 0.02;
/// Cycles of a step beside its products; of a row tile beside its steps, and for each result; of a
/// CTA that has no next tile under way.
static const double STEP = 16, TILE = 200, CELL = 0.1, ALONE = 2600;
/// The part of a fold's work that products of other warpgroups do not hide.
static const double HIDDEN = 0.8;

static bool isProduct(const AttnProblem *p) { return p->kind == ATTN_PROBLEM_PRODUCT; }
static int64_t summed(const AttnProblem *p) {
  return attnRoundUp(isProduct(p) ? p->fold : p->inner, 16);
}

bool attnPredictSums(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, AttnStep *s) {
  int64_t R = 64 * row->consumers, C = row->atom.n, D = summed(p);
  int64_t K = row->atom.bk ? 16 * row->atom.bk : D;
  double mma = 2.0 * (double)(R * C * K) / chip->wgmmaFlops;
  double rows = isProduct(p) ? (double)(R + C) : (K < D ? (double)R : 0) + 0.5 * (double)C;
  double l2 = rows * (double)(K * p->rightBytes) / L2_BYTES;
  double slot = (isProduct(p) ? MEMORY : CACHED) / row->stage.depth;
  double step = attnLarger(attnLarger(mma * POWER, l2), slot) + STEP + HIDDEN_SLOT * slot;
  s->rows = R, s->columns = C, s->warps = 4 * row->consumers;
  row->threads = 128 * (row->consumers + 1);
  int64_t slots = row->stage.depth * K * C * p->rightBytes + 1024;
  row->shared = slots + (row->atom.bk ? row->stage.depth : 1) * R * K * p->leftBytes;
  if (isProduct(p)) {
    s->depth = K;
    s->direct = step;
    // The results: a panel of columns at a time, as far as there is room.
    row->shared += R * 128;
    s->once = TILE + (double)(R * C) * CELL + (row->persistent ? 0 : ALONE);
    // What is read for each result is in registers before the first one is needed.
    row->registers = (int)(C / 2 + (p->cellBytes ? 64 + C * p->cellBytes / 8 : 48));
  } else {
    double scores = (double)(R * C);
    double perScore = p->flops[row->math] + p->rowStates + (p->twisted ? (row->math ? 1 : 2) : 0);
    double fold = scores * (p->mufu[row->math] + p->twisted) / chip->mufuLanes +
                  scores * perScore / chip->fmaLanes;
    s->direct = step * (double)attnCeilDiv(D, K) + HIDDEN * fold + STEP;
    s->bare = scores * 4 / chip->fmaLanes;
    s->once = TILE + ALONE;
    row->registers =
        (int)(C / 2 + 64 + (p->flops[row->math] > 1 || p->mufu[row->math] > 0 ? 32 : 0));
  }
  s->unit[UNIT_MMA] = s->direct;
  return row->registers <= (row->consumers > 2 ? 160 : 240);
}

/// Rows in groups of so many tiles of columns that the operands of those CTAs which run together
/// are as few bytes as they can be; 0: the grid's own order, which is that already.
static int raster(const AttnRankList *l, int64_t R, int64_t C) {
  const AttnProblem *p = l->p;
  int64_t across = attnCeilDiv(p->columns, C), tiles = attnCeilDiv(p->rows, R) * across * p->batch;
  double best = 0;
  int group = 0;
  if (!p->fixedColumns || tiles <= l->chip->sms)
    return 0;
  for (int g = 1; g <= across; ++g) {
    double bytes = (double)(g * C) + (double)l->chip->sms / g * (double)R;
    if (across % g == 0 && (!group || bytes < best))
      best = bytes, group = g;
  }
  return group == across ? 0 : group;
}

void attnSumRows(AttnRankList *l) {
  const AttnProblem *p = l->p;
  bool product = isProduct(p), whole = !product && !p->chunked;
  int64_t D = summed(p), columns = product ? p->columns : p->fold;
  if (!l->chip->wgmmaFlops || p->leftBytes != 2 || p->rightBytes != 2 ||
      (!product && (p->columns || p->cellBytes || p->sums > 1)) || (!whole && D < CHUNK))
    return;
  for (int groups = 1; groups <= 3; ++groups)
    for (int n = 64; n <= 256; n += 64)
      for (int persistent = 0; persistent < 2; ++persistent) {
        AttnRow row = {.tensor = true,
                       .saysMath = p->twisted,
                       .math = p->twisted ? ATTN_MATH_EXP2 : ATTN_MATH_EXP,
                       .consumers = groups,
                       .overlap = !whole,
                       .persistent = persistent,
                       .raster = product ? raster(l, 64 * groups, n) : 0};
        if ((groups > 1 && 64 * (groups - 1) >= p->rows) || (n > 64 && n - 64 >= columns))
          continue;
        row.atom = (AttnAtomTile){.family = ATTN_ATOM_WGMMA,
                                  .m = 64,
                                  .n = n,
                                  .k = 16,
                                  .wm = groups,
                                  .wn = 1,
                                  .fm = 1,
                                  .fn = 1,
                                  .bk = whole ? 0 : BK};
        int64_t wide = 16 * (int64_t)(row.atom.bk ? row.atom.bk : D / 16) * p->rightBytes;
        for (int depth = 8; depth >= 2; --depth) {
          row.stage = attnRankStage(depth, "tma", -1, attnRankSwizzle(wide, 128));
          attnRankAdd(l, row);
        }
      }
}
