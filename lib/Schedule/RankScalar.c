//===- RankScalar.c - Scalar atoms, and folds without contraction ---------===//
// See RankStep.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

static const double EXP_F64 = 24; ///< operations of an exponential that is written out

/// Where tensor cores could do it, it matters how slow a single warp is (measured: one query row,
/// 8192 keys of 128 columns, 13 us a step of 256).
static const double LONE_SCALAR = 2.6;

bool attnPredictContractScalar(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                               AttnStep *s) {
  const AttnScalarTile *t = &row->scalar;
  bool chain = p->kind == ATTN_PROBLEM_CHAIN;
  int64_t R = (int64_t)t->m * t->fm, C = (int64_t)t->n * t->fn, W = chain ? p->columns : 0;
  double wide = (double)attnCeilDiv(W, t->n), warps = (double)(t->n * t->m) / 32;
  int64_t D = chain ? p->inner : CHUNK;
  // A lane's instructions: each value is read from the slab (16 bytes at a time), widened, used.
  double once = 1 + (p->rightBytes < 4 ? 1 : p->rightBytes / 16.0), words = p->words;
  double lane = (double)D * (words * t->fm * t->fn + (t->fm + t->fn) * once);
  // A weight is fetched by shuffle.
  lane += (double)C * (W ? words * t->fm * (1 + wide) + wide * once : 0);
  double scores = t->fm * t->fn, mufu = p->mufu[row->math] + (p->twisted && words == 1 ? 1 : 0);
  double twist = !p->twisted ? 0 : words == 1 ? 4 : EXP_F64;
  lane +=
      chain ? words * (scores * (p->flops[row->math] + p->rowStates + twist) + t->fm * wide) : 0;
  double bytes =
      (double)D * (t->fm * p->leftBytes + t->fn * p->rightBytes) + (double)C * wide * p->wideBytes;
  double copied = (double)(C * D) * p->rightBytes + (double)(C * W) * p->wideBytes +
                  (chain && p->invariantLeft ? 0 : (double)(R * D) * p->leftBytes);
  s->chains = 2, s->warps = (int)warps;
  s->lone = p->tensor ? LONE_SCALAR : s->lone;
  s->latency = 6 * CYCLES_SHUFFLE + 2 * CYCLES_BARRIER + CYCLES_LDS +
               (row->stage.depth ? 0 : 2 * CYCLES_MEMORY);
  s->rows = R, s->columns = C, s->depth = D;
  attnStepUnits(s, chip, 0, lane * 32, chain ? scores * 32 * mufu : 0,
                1.4 * lane +
                    (row->stage.depth ? attnCopyIssue(&row->stage, copied / warps) : bytes),
                bytes * 32 / 2, row->stage.depth ? copied / warps : bytes * 8);
  if (row->stage.depth)
    attnStepWaits(s, &row->stage);
  s->bare = chain ? scores * 4 : 0;
  double held = words * (scores + t->fm * wide) + 8 * (t->fm + t->fn) + 48;
  held += p->twisted && words > 1 ? EXP_F64 : 0; // its temporaries
  row->registers = (int)attnRoundUp((int64_t)held, 8);
  row->threads = t->n * t->m;
  int64_t pad = 16;
  row->shared = 0;
  if (row->stage.depth) {
    int64_t d = D <= WHOLE ? D : CHUNK;
    row->shared = R * (d * p->leftBytes + pad) + C * (d * p->rightBytes + pad);
    row->shared += W ? C * (W * p->wideBytes + pad) : 0;
  }
  return true;
}

/// Folds without contraction and maps: bytes, and how many of them are in flight.
bool attnPredictFlat(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, AttnStep *s) {
  const AttnScalarTile *t = &row->scalar;
  double cells = t->fn * t->fm, warps = (double)(t->n * t->m) / 32;
  double bytes = attnLarger(
      1, (double)p->bytes / attnLarger(1, (double)p->batch * (double)p->rows * (double)p->fold));
  s->chains = 1, s->warps = (int)warps;
  s->rows = (int64_t)t->m * t->fm, s->columns = (int64_t)t->n * t->fn;
  s->depth = s->columns;
  // Neighbouring lanes along the contiguous axis make lines of 128 bytes, with up to 16 bytes a
  // lane.
  double across = p->foldContiguous ? t->n : t->m;
  double vector = p->foldContiguous && t->fn * bytes > 16 ? 16
                  : p->foldContiguous                     ? t->fn * bytes
                                                          : bytes;
  double run = attnLarger(1, across < 32 ? across : 32) * vector;
  double waste = attnLarger(1, 128 / run);
  double words = p->words, mufu = p->mufu[0] + (p->twisted && words == 1 ? 1 : 0);
  double flops = p->flops[0] + (p->twisted && words > 1 ? EXP_F64 : 0);
  attnStepUnits(s, chip, 0, cells * 32 * words * (flops + 2), cells * 32 * mufu,
                cells * (flops + 4 + 4 * p->mufu[0]) + 30, 0, cells * 32 * bytes * waste);
  s->latency = CYCLES_MEMORY + (p->reduces && t->n > 1 ? 10 * CYCLES_SHUFFLE : 0);
  row->registers = (int)attnRoundUp((int64_t)(cells * 2 * words + 24), 8);
  row->threads = t->n * t->m;
  row->shared = 0;
  return true;
}

void attnScalarRows(AttnRankList *l) {
  const AttnProblem *p = l->p;
  int64_t across = p->kind == ATTN_PROBLEM_PRODUCT ? p->columns : p->fold;
  for (int n = 8; n <= 32; n *= 2)
    for (int threads = 64; threads <= 512; threads *= 2)
      for (int fn = 1; fn <= 8; fn *= 2)
        for (int fm = 1; fm <= 8; fm *= 2) {
          AttnRow row = {.scalar = {.n = n, .m = threads / n, .fn = fn, .fm = fm},
                         .saysMath = p->twisted};
          if ((fn > 1 && n * (fn / 2) >= across) || (fm > 1 && threads / n * (fm / 2) >= p->rows))
            continue;
          row.stage = attnRankStage(1, "sync", 16, 0);
          row.math = ATTN_MATH_EXP2;
          attnRankAdd(l, row);
        }
}

void attnFlatRows(AttnRankList *l) {
  bool map = l->p->kind == ATTN_PROBLEM_MAP;
  for (int n = 1; n <= (map ? 256 : 32); n *= 2)
    for (int m = 1; m <= 256; m *= 2)
      for (int fn = 1; fn <= 32; fn *= 2) {
        AttnRow row = {.scalar = {.n = n, .m = m, .fn = fn, .fm = 1}};
        if (n * m < 32 || n * m > 512 || (fn > 1 && (int64_t)n * fn / 2 >= l->p->fold) ||
            (m > 1 && m / 2 >= l->p->rows && n * (m / 2) >= 32))
          continue;
        attnRankAdd(l, row);
      }
}
