//===- BracketSees.c - What masks leave of rows ---------------------------===//
// See Bracket.h.
//
// Masks are constraints E(x) >= 0 (BracketAffine.c), E = R + a*j on the fold axis, and j >= 0 and
// extent - 1 - j >= 0 are two more. At one point of the other axes each leaves an interval of
// integers, and intervals have an element in common where every two of them do. A lower bound
// R + a*j >= 0 and an upper one S - b*j >= 0, a and b positive, leave an integer where
//
//   b*R + a*S >= (a - 1) * (b - 1)
//
// (where a or b is 1: exactly there), which is affine, so its least value over the domain decides.
//
// An upper one ends rows where the axis does, or before, if S - b*extent < 0 everywhere: a causal
// mask with no more queries than keys. Nothing else has to.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"

/// Is l >= least at every point?
static bool holds(const AttnBrModel *m, const AttnLinear *l, int64_t least) {
  int64_t lo, hi;
  return attnBrInterval(m, l, &lo, &hi) && lo >= least;
}

static bool meet(const AttnBrModel *m, const AttnLinear *lower, const AttnLinear *upper) {
  AttnLinear l = {.constant = 0};
  int64_t a = lower->coef[m->fold], b = -upper->coef[m->fold], slack = 0;
  return attnBrAddMul(&slack, a - 1, b - 1) && attnBrAccumulate(m, &l, lower, b) &&
         attnBrAccumulate(m, &l, upper, a) && holds(m, &l, slack);
}

bool attnBrEveryRowSees(const AttnBrModel *m, const AttnBrChannel *c) {
  const AttnBrAxis *fold = &m->axes[m->fold];
  AttnBrConstraints cs = {0};
  AttnLinear lower[ATTN_BR_MAX_CONSTRAINTS + 1] = {{.coef[0] = 0}};
  AttnLinear upper[ATTN_BR_MAX_CONSTRAINTS + 1] = {{.coef[0] = 0}};
  int nLower = 1, nUpper = 1;
  attnBrConstraints(m, c, &cs);
  if (cs.unknown)
    return false;
  lower[0].coef[m->fold] = 1;
  upper[0].coef[m->fold] = -1;
  upper[0].constant = -1;
  if (fold->symbol >= 0)
    upper[0].symbol[fold->symbol] = 1;
  else
    upper[0].constant += fold->extent;
  for (int i = 0; i < cs.n; ++i) {
    int64_t a = cs.c[i].coef[m->fold];
    if (cs.sense[i] == ATTN_BR_NECESSARY)
      continue;
    if (a > 0)
      lower[nLower++] = cs.c[i];
    else if (a < 0)
      upper[nUpper++] = cs.c[i];
    else if (!holds(m, &cs.c[i], 0))
      return false;
  }
  for (int i = 0; i < nLower; ++i)
    for (int k = 0; k < nUpper; ++k)
      if (!meet(m, &lower[i], &upper[k]))
        return false;
  return true;
}

bool attnBrMaskEnds(const AttnBrModel *m, const AttnBrChannel *c) {
  const AttnBrAxis *fold = &m->axes[m->fold];
  AttnBrConstraints cs = {0};
  attnBrConstraints(m, c, &cs);
  for (int i = 0; i < cs.n; ++i) {
    int64_t b = -cs.c[i].coef[m->fold];
    AttnLinear l = {.constant = -1}; // b * extent - 1 - S >= 0
    if (cs.sense[i] == ATTN_BR_SUFFICIENT || b <= 0 || !attnBrAccumulate(m, &l, &cs.c[i], -1))
      continue;
    l.coef[m->fold] = 0;
    bool fits = fold->symbol >= 0 ? attnBrAddMul(&l.symbol[fold->symbol], b, 1)
                                  : attnBrAddMul(&l.constant, b, fold->extent);
    if (fits && holds(m, &l, 0))
      return true;
  }
  return false;
}
