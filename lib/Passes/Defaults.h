//===- Defaults.h - The decisions nobody pinned ---------------------------===//
//
// The one place that holds default decisions. A scheduling pass reads a pin from the schedule or
// asks here; every number stands here with its reason, so that measuring changes one file.
// Deterministic, no state.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_DEFAULTS_H
#define ATTN_PASSES_DEFAULTS_H

#include "Schedule/Schedule.h"

#include <stdbool.h>
#include <stdint.h>

/// Free columns of a bilinear right operand up to this extent stay in one tile, so that nothing
/// that does not depend on them is computed twice; contracted axes up to it are one chunk.
enum { ATTN_WHOLE_AXIS = 256 };

/// TILE of the first contraction of a fold: `rows` x `cols` result cells a step, while `wide`
/// columns of another contraction (0: none) stay in registers next to it.
AttnScalarTile attnDefaultContractTile(int64_t rows, int64_t cols, int64_t wide);

/// The same for a fold over parts' states (attn-split) of so many rows in all, where it is another
/// one.
bool attnDefaultMergeTile(int64_t rows, AttnScalarTile *t);

/// Do contractions that can take tensor-core atoms take them?
bool attnDefaultAtoms(void);

/// attnDefaultContractTile with tensor-core atoms of m16n8k16 (the atom's name is left open).
typedef struct AttnAtomProblem {
  int64_t rows, cols, wide; ///< as above
  int64_t batch;            ///< how many of them, at least 1
  bool masked;              ///< some columns of some rows are left out
  bool bulk;                ///< the chip has bulk tensor copies (attnHasBulkCopies)
} AttnAtomProblem;
AttnAtomTile attnDefaultAtomTile(const AttnAtomProblem *p);

/// TILE with tensor-core atoms of a fold that is itself a contraction: `rows` x `cols`.
AttnAtomTile attnDefaultFoldAtomTile(int64_t rows, int64_t cols);

/// MATH: exponentials by base 2, with `wide` columns as above?
bool attnDefaultExp2(int64_t wide);

/// RESCALE: does a warp vote whether it rescales `wide` columns as above, of wgmma with `beside`
/// warpgroups side by side?
bool attnDefaultVotes(int64_t wide, int beside);

/// TILE of a fold without contraction: rows x elements of the fold axis. `foldContiguous`: the fold
/// axis is the fast axis in memory.
AttnScalarTile attnDefaultFoldTile(int64_t rows, int64_t fold, bool foldContiguous);

/// TILE of an elementwise map over its last axis (columns) and one more (rows, 0: there is none).
AttnScalarTile attnDefaultMapTile(int64_t rows, int64_t cols);

/// Elements of a contracted axis a step, where the axis does not stay whole: the summed axis of a
/// contraction inside a lift, or the fold axis of a fold that is itself a contraction.
int64_t attnDefaultChunk(int64_t extent);

/// STAGE of operands of tensor-core atoms that a loop changes, their slabs' rows multiples of
/// `unit` bytes, in a grid of `ctas`. `bulk`: bulk tensor copies are possible.
AttnStage attnDefaultStage(int64_t unit, int64_t ctas, bool bulk);

/// HOLD: may the fragments of an operand that no loop changes stay in this many registers, beside
/// `sums` of contractions?
bool attnDefaultHoldRegisters(int64_t registers, int64_t sums);

/// Does the chip have bulk tensor copies (TMA)?
bool attnHasBulkCopies(const char *chip);

/// Bytes of shared memory one CTA can have on a chip; -1 for a chip that is not known here.
int64_t attnSharedLimit(const char *chip);
/// The chips attnSharedLimit knows, joined by ", ".
const char *attnKnownChips(void);

#endif // ATTN_PASSES_DEFAULTS_H
