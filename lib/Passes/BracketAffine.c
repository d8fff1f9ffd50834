//===- BracketAffine.c - Masks as affine constraints ----------------------===//
// See Bracket.h.
//
// An integer that is an affine function of the coordinates (and of lengths) becomes a linear form,
// provided that its arithmetic does not wrap; a conjunction of comparisons of such integers becomes
// constraints E(x) >= 0. A comparison with != or one that reads data is no constraint.
//
// A remainder is no affine function, but lies between two: r mod M, of rows that heads share
// (attn-pack), between 0 and M - 1. An inequality of such integers becomes one constraint that what
// is kept fulfils, and one that is enough to be kept.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"

#include <string.h>

enum { MAX_DEPTH = 64 };

//===--- linear forms -----------------------------------------------------===//

bool attnBrAddMul(int64_t *to, int64_t a, int64_t b) {
  int64_t p;
  return !__builtin_mul_overflow(a, b, &p) && !__builtin_add_overflow(*to, p, to);
}

/// *to += k * l.
bool attnBrAccumulate(const AttnBrModel *m, AttnLinear *to, const AttnLinear *l, int64_t k) {
  for (int i = 0; i < m->nAxes; ++i)
    if (!attnBrAddMul(&to->coef[i], l->coef[i], k))
      return false;
  for (int i = 0; i < m->symbols.n; ++i)
    if (!attnBrAddMul(&to->symbol[i], l->symbol[i], k))
      return false;
  return attnBrAddMul(&to->constant, l->constant, k);
}

/// Smallest and largest value over the whole domain; false on overflow.
bool attnBrInterval(const AttnBrModel *m, const AttnLinear *l, int64_t *lo, int64_t *hi) {
  *lo = *hi = l->constant;
  for (int i = 0; i < m->nAxes; ++i) {
    int64_t last = m->axes[i].extent > 0 ? m->axes[i].extent - 1 : 0;
    if (!attnBrAddMul(l->coef[i] < 0 ? lo : hi, l->coef[i], last))
      return false;
  }
  for (int i = 0; i < m->symbols.n; ++i)
    if (!attnBrAddMul(l->symbol[i] < 0 ? lo : hi, l->symbol[i], m->symbols.s[i].limit))
      return false;
  return true;
}

static bool fits(const AttnBrModel *m, const AttnLinear *l, MlirType t) {
  int64_t lo, hi;
  if (!attnBrInterval(m, l, &lo, &hi))
    return false;
  if (!mlirTypeIsAInteger(t) || mlirIntegerTypeGetWidth(t) >= 64)
    return true;
  int64_t bound = (int64_t)1 << (mlirIntegerTypeGetWidth(t) - 1);
  return lo >= -bound && hi < bound;
}

/// v as an affine function of the coordinates, provided that its arithmetic does not wrap.
static bool affine(const AttnBrModel *m, MlirValue v, AttnLinear *l, int depth) {
  memset(l, 0, sizeof *l);
  MlirOperation d = attnDef(v);
  int64_t c;
  if (mlirOperationIsNull(d) || depth > MAX_DEPTH)
    return false;
  if (attnConstantOf(v, &l->constant))
    return true;
  int symbol = attnSymbolOfValue(&m->symbols, v);
  if (symbol >= 0) {
    l->symbol[symbol] = 1;
    return true;
  }
  if (attnIs(d, "carrier.index")) {
    int axis = attnBrAxisIndex(m, attnAttrStr(d, "axis"));
    if (axis >= 0)
      l->coef[axis] = 1;
    return axis >= 0;
  }
  AttnLinear x, y;
  MlirType t = mlirValueGetType(v);
  if (mlirOperationGetNumOperands(d) < 1 || mlirOperationGetNumOperands(d) > 2 ||
      !affine(m, mlirOperationGetOperand(d, 0), &x, depth + 1))
    return false;
  bool cast = attnIs(d, "arith.index_cast") || attnIs(d, "arith.extsi");
  if (cast || attnIs(d, "arith.extui") || attnIs(d, "arith.index_castui")) {
    int64_t lo, hi;
    if (!attnBrInterval(m, &x, &lo, &hi) || (!cast && lo < 0))
      return false;
    *l = x;
    return fits(m, l, t);
  }
  if (mlirOperationGetNumOperands(d) != 2)
    return false;
  if (attnIs(d, "arith.muli")) {
    bool right = attnConstantOf(mlirOperationGetOperand(d, 1), &c);
    if (!right && (!attnConstantOf(mlirOperationGetOperand(d, 0), &c) ||
                   !affine(m, mlirOperationGetOperand(d, 1), &x, depth + 1)))
      return false;
    return attnBrAccumulate(m, l, &x, c) && fits(m, l, t);
  }
  bool sub = attnIs(d, "arith.subi");
  if (!sub && !attnIs(d, "arith.addi"))
    return false;
  if (!affine(m, mlirOperationGetOperand(d, 1), &y, depth + 1))
    return false;
  *l = x;
  return attnBrAccumulate(m, l, &y, sub ? -1 : 1) && fits(m, l, t);
}

bool attnBrAffine(const AttnBrModel *m, MlirValue v, AttnLinear *l) { return affine(m, v, l, 0); }

/// Affine functions that v lies between.
typedef struct Enclosure {
  AttnLinear least, most;
} Enclosure;

static bool enclose(const AttnBrModel *m, MlirValue v, Enclosure *e, int depth) {
  MlirOperation d = attnDef(v);
  int64_t c, lo, hi;
  Enclosure x, y;
  if (affine(m, v, &e->least, depth)) {
    e->most = e->least;
    return true;
  }
  if (mlirOperationIsNull(d) || depth > MAX_DEPTH)
    return false;
  bool rem = attnIs(d, "arith.remui") || attnIs(d, "arith.remsi");
  if (rem) {
    AttnLinear of;
    *e = (Enclosure){{.constant = 0}, {.constant = 0}};
    e->most.constant = attnConstantOf(mlirOperationGetOperand(d, 1), &c) ? c - 1 : -1;
    return e->most.constant >= 0 && affine(m, mlirOperationGetOperand(d, 0), &of, depth + 1) &&
           attnBrInterval(m, &of, &lo, &hi) && lo >= 0;
  }
  bool sub = attnIs(d, "arith.subi");
  if (attnIs(d, "arith.index_cast") || attnIs(d, "arith.extsi")) {
    if (!enclose(m, mlirOperationGetOperand(d, 0), e, depth + 1))
      return false;
  } else if (sub || attnIs(d, "arith.addi")) {
    if (!enclose(m, mlirOperationGetOperand(d, 0), &x, depth + 1) ||
        !enclose(m, mlirOperationGetOperand(d, 1), &y, depth + 1))
      return false;
    *e = x;
    if (!attnBrAccumulate(m, &e->least, sub ? &y.most : &y.least, sub ? -1 : 1) ||
        !attnBrAccumulate(m, &e->most, sub ? &y.least : &y.most, sub ? -1 : 1))
      return false;
  } else {
    return false;
  }
  return fits(m, &e->least, mlirValueGetType(v)) && fits(m, &e->most, mlirValueGetType(v));
}

//===--- predicates -> constraints ----------------------------------------===//

static void add(const AttnBrModel *m, AttnBrConstraints *cs, const AttnLinear *l,
                AttnBrSense sense) {
  int64_t lo, hi;
  if (attnBrInterval(m, l, &lo, &hi) && lo >= 0)
    return; // always true
  for (int i = 0; i < cs->n; ++i)
    if (cs->sense[i] == sense && memcmp(&cs->c[i], l, sizeof *l) == 0)
      return;
  if (cs->n == ATTN_BR_MAX_CONSTRAINTS) {
    cs->unknown = true;
    return;
  }
  cs->sense[cs->n] = sense;
  cs->c[cs->n++] = *l;
}

/// x - y + k >= 0 in a sense.
static void addForm(const AttnBrModel *m, AttnBrConstraints *cs, const AttnLinear *x,
                    const AttnLinear *y, int64_t k, AttnBrSense sense) {
  AttnLinear l = *x;
  if (attnBrAccumulate(m, &l, y, -1) && !__builtin_add_overflow(l.constant, k, &l.constant))
    add(m, cs, &l, sense);
  else
    cs->unknown = true;
}

/// x - y + k >= 0.
static void addDifference(const AttnBrModel *m, AttnBrConstraints *cs, const Enclosure *x,
                          const Enclosure *y, int64_t k) {
  bool exact = memcmp(&x->least, &x->most, sizeof x->least) == 0 &&
               memcmp(&y->least, &y->most, sizeof y->least) == 0;
  if (exact) {
    addForm(m, cs, &x->least, &y->least, k, ATTN_BR_EXACT);
    return;
  }
  addForm(m, cs, &x->most, &y->least, k, ATTN_BR_NECESSARY);
  addForm(m, cs, &x->least, &y->most, k, ATTN_BR_SUFFICIENT);
}

static bool nonNegative(const AttnBrModel *m, const AttnLinear *l) {
  int64_t lo, hi;
  return attnBrInterval(m, l, &lo, &hi) && lo >= 0;
}

static void comparison(const AttnBrModel *m, MlirOperation d, bool negate, AttnBrConstraints *cs) {
  static const int negated[] = {1, 0, 5, 4, 3, 2, 9, 8, 7, 6};
  int64_t p;
  Enclosure x, y;
  if (!attnAttrI64(d, "predicate", &p) || p < 0 || p > 9 ||
      !enclose(m, mlirOperationGetOperand(d, 0), &x, 0) ||
      !enclose(m, mlirOperationGetOperand(d, 1), &y, 0)) {
    cs->unknown = true;
    return;
  }
  if (negate)
    p = negated[p];
  if (p >= 6) { // unsigned: as signed where both are not negative
    if (!nonNegative(m, &x.least) || !nonNegative(m, &y.least)) {
      cs->unknown = true;
      return;
    }
    p -= 4;
  }
  switch (p) {
  case 0: // eq
    addDifference(m, cs, &x, &y, 0);
    addDifference(m, cs, &y, &x, 0);
    return;
  case 1: // ne is no interval
    cs->unknown = true;
    return;
  case 2: // x < y
    addDifference(m, cs, &y, &x, -1);
    return;
  case 3: // x <= y
    addDifference(m, cs, &y, &x, 0);
    return;
  case 4: // x > y
    addDifference(m, cs, &x, &y, -1);
    return;
  default: // x >= y
    addDifference(m, cs, &x, &y, 0);
    return;
  }
}

static void predicate(const AttnBrModel *m, MlirValue v, bool negate, AttnBrConstraints *cs,
                      int depth) {
  MlirOperation d = attnDef(v);
  int64_t c;
  if (depth > MAX_DEPTH || mlirOperationIsNull(d)) {
    cs->unknown = true;
  } else if (attnConstantOf(v, &c)) {
    if ((c != 0) == negate)
      add(m, cs, &(AttnLinear){.constant = -1}, ATTN_BR_EXACT);
  } else if (attnIs(d, negate ? "arith.ori" : "arith.andi")) {
    predicate(m, mlirOperationGetOperand(d, 0), negate, cs, depth + 1);
    predicate(m, mlirOperationGetOperand(d, 1), negate, cs, depth + 1);
  } else if (attnIs(d, "arith.xori") && attnConstantOf(mlirOperationGetOperand(d, 1), &c)) {
    predicate(m, mlirOperationGetOperand(d, 0), negate ^ (c != 0), cs, depth + 1);
  } else if (attnIs(d, "arith.cmpi")) {
    comparison(m, d, negate, cs);
  } else {
    cs->unknown = true;
  }
}

void attnBrConstraintsOf(const AttnBrModel *m, MlirValue v, AttnBrConstraints *cs) {
  predicate(m, v, false, cs, 0);
}

void attnBrConstraints(const AttnBrModel *m, const AttnBrChannel *c, AttnBrConstraints *cs) {
  for (int i = 0; i < c->nKeeps; ++i)
    predicate(m, c->keeps[i], false, cs, 0);
  if (c->twisted)
    attnBrConstraints(m, &m->channels[c->pivot], cs);
}

bool attnBrNeedsTail(const AttnBrModel *m, const AttnBrChannel *c) {
  const AttnBrAxis *fold = &m->axes[m->fold];
  if (!attnBrRagged(fold))
    return false;
  // Loads beyond the extent give zeros, whose products add nothing.
  return !(c->bilinear && attnIs(attnDef(c->lhs), "carrier.element") &&
           attnIs(attnDef(c->rhs), "carrier.element"));
}
