//===- Beside.h - Inside attn-beside --------------------------------------===//
//
// Beside.c puts factors in front of weights, BesideSums.c gives sums over lanes to the next step,
// BesideMaxima.c takes maxima of words.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_BESIDE_H
#define ATTN_PASSES_BESIDE_H

#include "IR/Build.h"

/// The tile.await of the block that leaves `pending` contractions under way: the first one with at
/// least that many (`pending` > 0) or with none (0). Null if there is none.
MlirOperation attnBesideAwait(MlirBlock block, int64_t pending);

/// The states of a loop that only the next step needs whole (BesideSums.c).
void attnBesideSums(MlirOperation kernel, MlirOperation loop);

/// Maxima of scores that only a maximum with a state of the loop reads (BesideMaxima.c).
void attnBesideMaxima(MlirOperation loop);

#endif // ATTN_PASSES_BESIDE_H
