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
  bool branch;    ///< results are made in a branch of items that have all of a state
} AttnFolder;

/// f->next = f->state (+) the tile of the fold axis at its origin; with f->partial some of it may
/// be masked.
void attnBrStep(AttnFolder *f);
/// What a pivot stands for in exponents: itself, or 0 for the identity.
AttnTile attnBrReference(AttnFolder *f, AttnTile p);
/// exp(p - reference), of a state of pivot number `pivot`.
AttnTile attnBrFactor(AttnFolder *f, int pivot, AttnTile p, AttnTile reference);

//===--- BracketStreamK.c -------------------------------------------------===//

/// Cuts the loops off at the ends of the item's stretch. False after an error.
bool attnBrCut(const AttnBrModel *m, const AttnBuilder *b, AttnBrRanges *r);
/// Behind the loops: in the item that has the beginning of its tile's stream states become those of
/// all stretches. Is it (i1)?
MlirValue attnBrJoin(AttnFolder *f, const AttnBrRanges *r);

#endif // ATTN_PASSES_BRACKETFOLD_H
