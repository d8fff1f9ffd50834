//===- RankStep.h - The work of one step, inside the ranking --------------===//
//
// What the files of the model share (Rank.h tells the model). Each kind of row counts the work of a
// step (attnPredict...) and enumerates itself (attn...Rows):
//
//   RankChain.c    contraction in the lift, mma.sync
//   RankGroups.c   the same and one over the fold axis, wgmma and roles
//   RankProduct.c  fold that is a contraction, mma.sync
//   RankSums.c     the same, or a contraction in the lift alone, wgmma and roles
//   RankScalar.c   scalar atoms; no contraction
//
// RankStep.c has what copies and slabs cost, RankTime.c turns steps into time, Rank.c sorts.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_RANKSTEP_H
#define ATTN_SCHEDULE_RANKSTEP_H

#include "Schedule/Rank.h"

enum {
  SCHEDULERS = 4, ///< of an SM
  WHOLE = 256,    ///< a summed axis up to this stays in one chunk, as in attn-bracket
  CHUNK = 64,     ///< otherwise it goes in chunks of this
  MAX_STAGES = 16,
  TMA_ROWS = 256, ///< of a box
};

// Latencies in cycles, round numbers of published microbenchmarks.
enum {
  CYCLES_BARRIER = 30,
  CYCLES_SHUFFLE = 25,
  CYCLES_MUFU = 40,
  CYCLES_MMA = 35,
  CYCLES_LDS = 30,
  CYCLES_MEMORY = 700, ///< L2, some of it DRAM, from the issue of a copy to its data
};

static inline int64_t attnCeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
static inline int64_t attnRoundUp(int64_t v, int64_t unit) {
  return attnCeilDiv(v > 0 ? v : 1, unit) * unit;
}
static inline double attnLarger(double a, double b) { return a > b ? a : b; }

/// Cycles of one scheduler's share of each unit, for one step of one chain.
typedef enum AttnUnit {
  UNIT_MMA,
  UNIT_FMA,
  UNIT_MUFU,
  UNIT_ISSUE,
  UNIT_SHARED,
  UNIT_L2,
  UNITS
} AttnUnit;

typedef struct AttnStep {
  double unit[UNITS];    ///< of a warp
  int chains;            ///< of a warp
  int warps;             ///< of a CTA
  double direct;         ///< cycles of a step of the only CTA, where nothing else is to be said
  double latency;        ///< that nothing inside the chain hides
  double lone;           ///< a warp alone on its scheduler: so many times the cycles of its units
  double copy;           ///< latency of the copies of a step; the ring hides it
  int ahead;             ///< steps that copies run ahead
  double copied;         ///< bytes that a CTA copies a step; 0: not told
  double bare;           ///< issue and FMA cycles more on tiles with a mask
  double once;           ///< cycles of a row tile beside its steps; 0: those of any CTA
  int64_t rows, columns; ///< of the tile; columns along the streamed axis (PRODUCT: of the result)
  int64_t depth;         ///< PRODUCT: elements of the fold axis a step
  int tight; ///< registers that the program's own order needs; 0: as many as the row says
} AttnStep;

void attnStepUnits(AttnStep *s, const AttnChipFacts *chip, double mmaFlops, double fma, double mufu,
                   double issue, double sharedBytes, double l2Bytes);

/// Barriers and copies of a step.
void attnStepWaits(AttnStep *s, const AttnStage *st);

/// A slab row of `bytes`: with what a pad adds.
int64_t attnSlabRow(const AttnStage *st, int64_t bytes);

/// What `slabs` slabs that TMA fills need beside their data: an mbarrier for each slot.
int64_t attnSlabBarriers(const AttnStage *st, int slabs);

/// How often an ldmatrix of 8 rows is replayed.
double attnSlabReplays(const AttnStage *st, int64_t rowBytes);

/// Issue slots of a warp for `bytes` copied to a slab.
double attnCopyIssue(const AttnStage *st, double bytes);

// The work of a step, and the registers, threads and shared memory of the row. False where it does
// not fit.
bool attnPredictChainAtoms(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                           AttnStep *s);
bool attnPredictChainGroups(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                            AttnStep *s);
bool attnPredictSums(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, AttnStep *s);
bool attnPredictProductAtoms(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                             AttnStep *s);
bool attnPredictContractScalar(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                               AttnStep *s);
bool attnPredictFlat(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, AttnStep *s);

/// The problem as warpgroups side by side (w1x2) have it, with twice as many columns a CTA.
AttnProblem attnRankSideBySide(const AttnProblem *p);

/// Rows found so far.
typedef struct AttnRankList {
  const AttnProblem *p;
  const AttnChipFacts *chip;
  AttnRow *rows;
  size_t size, capacity;
} AttnRankList;

/// Adds the row unless it does not fit.
void attnRankAdd(AttnRankList *l, AttnRow row);

AttnStage attnRankStage(int depth, const char *transport, int pad, int swizzle);

/// The widest swizzle that rows of both lengths are multiples of; 0: none.
int attnRankSwizzle(int64_t a, int64_t b);
/// The last level of MATH that the problem has a use for.
static inline int attnRankMost(const AttnProblem *p) {
  return p->saturates ? ATTN_MATH_EXP2_TANH : ATTN_MATH_EXP2;
}

/// Ways to get operands to the atoms whose slab rows have `a` and `b` bytes; at most MAX_STAGES.
int attnRankStages(const AttnRankList *l, int64_t a, int64_t b, AttnStage *out);

void attnChainRows(AttnRankList *l);
void attnGroupRows(AttnRankList *l);
void attnSumRows(AttnRankList *l);
void attnProductRows(AttnRankList *l);
void attnScalarRows(AttnRankList *l);
void attnFlatRows(AttnRankList *l);

#endif // ATTN_SCHEDULE_RANKSTEP_H
