//===- Problem.h - What a fold or map asks for, in numbers ----------------===//
#ifndef ATTN_PASSES_PROBLEM_H
#define ATTN_PASSES_PROBLEM_H

#include "Passes/Bracket.h"
#include "Schedule/Rank.h"

/// Reads the problem off a model that attnBrRead filled. False where no row of the schedule
/// language is for it (a fold without axis).
bool attnProblemRead(const AttnBrModel *m, AttnProblem *p);

#endif // ATTN_PASSES_PROBLEM_H
