//===- BracketFold.h - Between BracketFold.c and BracketStep.c -------------===//
//
// The kernel of a carrier op while it is being made: its loops (BracketFold.c), and what each of
// their steps does (BracketStep.c).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_BRACKETFOLD_H
#define ATTN_PASSES_BRACKETFOLD_H

#include "Passes/Bracket.h"

#define ATTN_BR_LOG2E 1.4426950408889634

typedef struct AttnFolder {
  AttnBrEmit e;
  bool partial;
  AttnTile state[ATTN_BR_MAX_CHANNELS], next[ATTN_BR_MAX_CHANNELS];
  // Of pivots, made at the first twisted channel that needs them:
  AttnTile lifted[ATTN_BR_MAX_CHANNELS], ref[ATTN_BR_MAX_CHANNELS];
  AttnTile alpha[ATTN_BR_MAX_CHANNELS], weight[ATTN_BR_MAX_CHANNELS];
  MlirValue last; ///< WALK=down: where the stream's last tile begins
} AttnFolder;

/// f->next = f->state (+) the tile of the fold axis at its origin; with f->partial some of it may
/// be masked.
void attnBrStep(AttnFolder *f);

#endif // ATTN_PASSES_BRACKETFOLD_H
