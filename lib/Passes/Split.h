//===- Split.h - Folds in parts -------------------------------------------===//
#ifndef ATTN_PASSES_SPLIT_H
#define ATTN_PASSES_SPLIT_H

#include "Dialect/Axes.h"
#include "Schedule/Schedule.h"
#include "attn-c/Plugin.h"

MlirLogicalResult attnRunSplit(MlirOperation op, const AttnPassContext *pass);

/// Of how many parts of another fold's axis attn-split has made this fold the states; 1: it has
/// not.
int64_t attnSplitParts(const AttnAxes *axes);
/// Has attn-split made this fold, which merges such states?
bool attnSplitMerges(const AttnAxes *axes);

/// How long parts of an axis are that are not all the same, so many of them; 0: there is no such
/// length.
int64_t attnPartLength(int64_t extent, int64_t parts);

/// In how many parts (1: none) the fold is fastest on the chip by the model, where nobody pins what
/// its kernel looks like.
int64_t attnDefaultParts(MlirOperation fold, const AttnAxes *axes, const AttnSchedule *option,
                         const AttnSchedule *own, const char *chip);

#endif // ATTN_PASSES_SPLIT_H
