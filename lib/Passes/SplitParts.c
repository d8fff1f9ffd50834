//===- SplitParts.c - attn-split: in how many parts a fold is fastest -----===//
//
// Parts give work to multiprocessors that have none: one query row against a long cache. They never
// make work less, and cost the states' way through memory and a kernel that merges them. The
// model (Schedule/Rank.h) says what the fold takes as it is, and with parts as an axis of the
// batch; the best row of each, legal or not, stands for it.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"
#include "Passes/Choose.h"
#include "Passes/Split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The merging kernel, microseconds, but for its bytes; and more for each part (measured: 21 shapes
/// of one to 128 queries, bench/results/decode-schedules-h200.json).
static const double MERGE = 3.5, MERGE_PART = 0.05;

/// What splits have to gain to be worth a second kernel.
static const double WORTH = 0.97;

/// Shortest parts: a few tiles of the stream. Most parts: a few tiles of the fold over them.
enum { SHORTEST = 128, MOST = 128 };

/// So many parts are tried: those of equal length, and where the length has too few divisors, or
/// only the launch knows it, others.
static bool isTried(int64_t parts, int64_t fold, bool anyLength) {
  enum { ENOUGH = 16 };
  bool few = anyLength || fold % ENOUGH != 0;
  int64_t odd = parts;
  while (odd % 2 == 0)
    odd /= 2;
  return (!anyLength && fold % parts == 0) || (few && odd <= 3);
}

/// Does a mask by position, if there is one, leave nearly all of each stream (a few queries at the
/// end of a long cache)? Parts are then as long as each other, but for the last. What data leave is
/// not known; of a few queries it is mostly the length of a cache, and parts behind it end at once.
static bool keepsNearlyAll(const AttnProblem *p) {
  enum { FEW_ROWS = 16 };
  if (!p->nSamples)
    return true;
  double kept = 0;
  for (int i = 0; i < p->nSamples; ++i)
    kept += (double)(p->hi[i] - p->lo[i]);
  bool known = !p->uneven || p->rows <= FEW_ROWS;
  return known && kept >= 0.9 * (double)p->fold * p->nSamples;
}

/// Of the best row; infinite: there is none.
static double best(const AttnProblem *p, const AttnChipFacts *chip) {
  AttnRow *rows;
  size_t n = attnRankRows(p, chip, &rows);
  double us = n ? rows[0].microseconds : INFINITY;
  free(rows);
  return us;
}

/// Somebody has decided what the kernel looks like: for the fold as it is.
static bool isPinned(const AttnSchedule *s) {
  static const char *const keys[] = {"TILE", "ROLE", "GRID", "STAGE", "HOLD", "WALK"};
  for (size_t i = 0; i < s->size; ++i)
    for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k)
      if (strcmp(s->entries[i].key, keys[k]) == 0)
        return true;
  return false;
}

int64_t attnDefaultParts(MlirOperation fold, const AttnAxes *axes, const AttnSchedule *option,
                         const AttnSchedule *own, const char *chip) {
  const AttnChipFacts *facts = attnChipFacts(chip);
  AttnProblem *p = malloc(2 * sizeof *p), *q = p + 1;
  int64_t parts = 1;
  AttnSymbols symbols;
  bool anyLength = false;
  for (int i = 0; i < axes->size && attnSymbolsRead(fold, &symbols); ++i)
    anyLength |=
        axes->a[i].role == ATTN_AXIS_FOLD && attnSymbolOf(&symbols, axes->a[i].extent) >= 0;
  if (facts && !isPinned(option) && !isPinned(own) && !attnSplitMerges(axes) &&
      attnChooseProblem(fold, p) && p->kind == ATTN_PROBLEM_CHAIN && keepsNearlyAll(p)) {
    double least = best(p, facts) * WORTH;
    for (int64_t n = 2; least < INFINITY && n <= MOST && p->fold / n >= SHORTEST; ++n) {
      if (!isTried(n, p->fold, anyLength))
        continue;
      bool equal = !anyLength && p->fold % n == 0;
      int64_t length = equal ? p->fold / n : attnPartLength(p->fold, n);
      if (length < SHORTEST)
        continue;
      *q = *p;
      q->batch *= n;
      q->fold = length;
      q->nSamples = 0;
      q->resultsFit = false; // f32
      // Written when a CTA has done all its work, then read.
      int64_t states = 2 * 4 * q->batch * p->rows * (p->columns + p->rowStates);
      double us = best(q, facts);
      us += MERGE + MERGE_PART * (double)n + (double)states / (1e3 * facts->dramGigabytes);
      if (us < least)
        least = us, parts = n;
    }
  }
  free(p);
  return parts;
}
