//===- Rank.h - Every row of the schedule language, best first ------------===//
//
// The one place that enumerates schedules and predicts their times. A problem is what a fold or map
// asks for, in numbers; a row is one schedule for it. No MLIR: lib/Passes reads the problem off an
// operation and lets the passes check the rows.
//
// The model. A CTA repeats a step: a tile of rows against a tile of the streamed axis. Per step and
// warp it counts the cycles of each unit of the SM: tensor pipe, special functions, instruction
// issue, shared memory, L2. The warps of one scheduler keep independent chains of work (a row
// tile of a warp is one); with q chains in flight a step of all of them takes
//
//   max(q * weighted sum of the units of one chain,  q * busiest unit,  one warp alone)
//     +  latencies of one chain  +  the turn of a CTA from step to step, which other CTAs fill
//     +  copies that nothing hides
//
// CTAs on an SM: what registers, shared memory, threads leave room for. Time: rounds of CTAs, whole
// ones where all do the same, or the average and half a longest CTA where masks make them differ;
// not less than the bytes take through DRAM, which is the more the less is under way. The constants
// stand in Rank*.c, each with its reason; RankStep.h says what is where.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_RANK_H
#define ATTN_SCHEDULE_RANK_H

#include "Schedule/Chip.h"
#include "Schedule/Schedule.h"

#include <stddef.h>
#include <stdint.h>

typedef enum AttnProblemKind {
  ATTN_PROBLEM_CHAIN,   ///< contraction in the lift; maybe another one over the fold axis
  ATTN_PROBLEM_PRODUCT, ///< the fold is itself a contraction
  ATTN_PROBLEM_STREAM,  ///< fold without contraction
  ATTN_PROBLEM_MAP,
} AttnProblemKind;

enum { ATTN_MASK_SAMPLES = 33 };

typedef struct AttnProblem {
  AttnProblemKind kind;
  int64_t batch; ///< product of the axes that are grid axes of one element
  int64_t rows;  ///< row axis; 1 where there is none
  int64_t fold;  ///< fold axis; for a map its columns
  int64_t inner; ///< CHAIN: axis summed in the lift, of several contractions all of their axes
  bool chunked;  ///< CHAIN: too long for one tile
  int64_t whole; ///< CHAIN, chunked: the first contraction's, if no other one is too long; else 0
  bool wideInRight;   ///< CHAIN: the wide operand is columns of the right one, copied once
                      ///< (attn-roles)
  int64_t allColumns; ///< CHAIN: of the other contraction, with those that `columns` leaves to the
                      ///< batch
  int sums;           ///< CHAIN: accumulators of these contractions
  bool resultsFit;    ///< CHAIN: results have the shape of an operand of the rows
  bool rowsShare;     ///< CHAIN: rows stream the same operands, and it is known how many there are
  bool headsShare;    ///< CHAIN: along an axis of the batch so does an even number of them
  int64_t
      columns; ///< CHAIN: of the other contraction, 0 where there is none; PRODUCT: of the result

  int64_t page;      ///< CHAIN: columns that lie together in memory (Dialect/Tile/Pages.h); 0: all
  bool fixedColumns; ///< PRODUCT: their number is no length that only the launch knows
  bool shares;       ///< CHAIN: streams can be shared out among CTAs (GRID=persistent/streamk)
  bool stays;        ///< CTAs are to stay though none has a second tile (a pin)

  // Names that entries of a schedule stand at; "" where there is none.
  char first[32], foldName[32], rowName[32], second[32];

  bool tensor;                          ///< tensor-core atoms are possible:
  char atomType[8];                     ///< f16 or bf16
  int leftBytes, rightBytes, wideBytes; ///< an element of the operands
  bool invariantLeft;                   ///< the left operand does not change along the stream

  // Work for each score (cell of rows x fold), and for each row and step.
  double mufu[ATTN_NUM_MATH], flops[ATTN_NUM_MATH]; ///< by MATH
  int slopes;       ///< of the flops: sums with a coordinate's product
  bool saturates;   ///< there is a tanh that MATH=exp2/tanh applies to
  int cellBytes;    ///< floats read from memory for each score (a bias); PRODUCT: for each result
  bool cellsInRows; ///< in rows that TMA can copy
  int cellShare;    ///< heads or batch elements that read the same ones, of at most 16; 0: one
  int words;        ///< 32-bit words of a value in registers, 1 or 2; two take the FMA pipe twice
  int rowStates;    ///< state values a row beside the wide ones
  bool twisted;     ///< wide states are rescaled each step; exponentials of differences
  bool reduces;     ///< something is reduced along the columns
  bool foldContiguous; ///< STREAM: the fold axis is the fast one in memory
  int64_t bytes;       ///< read and written at least once

  /// Kept keys of evenly spread rows, as a hull [lo, hi); nSamples 0: all of them.
  int nSamples;
  int64_t lo[ATTN_MASK_SAMPLES], hi[ATTN_MASK_SAMPLES];
  bool maskedInside; ///< no tile is known to be kept whole
  bool uneven;       ///< data decide how many tiles a row tile visits
  bool dense;        ///< a mask is read for each pair: a pattern of blocks, as far as one can guess
} AttnProblem;

typedef enum AttnHold { ATTN_HOLD_NONE, ATTN_HOLD_REG, ATTN_HOLD_SMEM, ATTN_HOLD_RELOAD } AttnHold;

typedef struct AttnRow {
  bool tensor;
  AttnScalarTile scalar; ///< TILE of the first contraction (or of the only axis)
  AttnAtomTile atom;
  AttnStage stage;        ///< of the streamed operands; depth 0: none
  AttnHold hold, weights; ///< HOLD of the left operand, of the other contraction's left operand
  AttnHold cells;         ///< HOLD of what is read for each score, with ROLE
  bool saysMath;
  AttnMath math;
  int consumers; ///< ROLE: warpgroups beside one producer warp; 0: uniform
  bool overlap, pingpong;
  bool down;       ///< WALK
  bool persistent; ///< GRID: CTAs that stay
  int raster; ///< GRID: rows in groups of so many of the columns' tiles; 0: the grid's own order

  // Predicted.
  bool longestFirst; ///< persistent, and streams differ in length: work items from a counter
  int cluster;       ///< GRID: CTAs that copy what they stream together; 0: each its own
  bool streamK;      ///< GRID: streams of tiles that fill no round of CTAs are shared out
  double microseconds;
  int registers;     ///< a thread
  int64_t shared;    ///< bytes a CTA
  int threads, ctas; ///< threads a CTA, CTAs an SM
  double occupancy;  ///< warps in residence of those that fit
  const char *bound; ///< the unit that limits
  int order;         ///< among rows of equal time
} AttnRow;

/// All rows that fit the chip by arithmetic, best first; equal times in the order of their text.
/// Returns their number; *rows is malloc'd.
size_t attnRankRows(const AttnProblem *p, const AttnChipFacts *chip, AttnRow **rows);

/// Fills in the prediction of a row; false where it does not fit.
bool attnRankPredict(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row);

/// The entries of the row.
void attnRowSchedule(const AttnProblem *p, const AttnRow *row, AttnSchedule *s);

#endif // ATTN_SCHEDULE_RANK_H
