//===- BracketTest.c - Masks that are no constraints, tile by tile --------===//
// See Bracket.h.
//
// A mask that compares data (documents, lengths, padding), that is read (a bool tensor), or that is
// no conjunction of constraints on coordinates (sinks or a window) can still be decided for a tile,
// a pair of a row tile and a fold tile: can `some` element of it be kept, must `all`?
//
//   p and q    some(p) and some(q)        all(p) and all(q)          conjunctions and disjunctions
//   p or q     some(p) or some(q)         all(p) or all(q)           may say "some" or "not all"
//   not p      not all(p)                 not some(p)                where the truth is better
//   b          max b                      min b                      a truth value along one side
//   x == y     min x <= max y,            min x = max x = min y      x along the rows (or neither),
//              min y <= max x             = max y                    y along the fold axis
//              (neither)
//   x <  y     min x < max y              max x < min y
//   E >= 0     max E >= 0                 min E >= 0                 E affine in both coordinates
//
// That takes the bounds of the sides x, y, b over the row tile and over the fold tile: BOUNDS.
// Where a conjunct has a part that varies along both and is none of these, all elements of the tile
// are looked at, once: DENSE. What depends on a contraction cannot be decided.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"

#include <string.h>

enum { MAX_DEPTH = 64, EQ = 0, NE = 1, SLT = 2, SLE = 3, SGT = 4, SGE = 5 };

//===--- what can be decided ----------------------------------------------===//

static bool isWhole(MlirType t) {
  return mlirTypeIsAIndex(t) || (mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) <= 64);
}

/// Is v made of elements, coordinates and constants, element by element? (Exactly: what MATH rounds
/// otherwise is none of it.)
static bool isRead(const AttnBrModel *m, MlirValue v, int depth) {
  MlirOperation d = attnDef(v);
  if (depth > MAX_DEPTH || mlirOperationIsNull(d))
    return false;
  if (attnIs(d, "carrier.element") || attnIs(d, "carrier.index") || attnIs(d, "arith.constant") ||
      attnIs(d, "carrier.size"))
    return true;
  if (strncmp(attnOpName(d), "arith.", 6) != 0)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(d); ++i)
    if (!isRead(m, mlirOperationGetOperand(d, i), depth + 1))
      return false;
  return true;
}

/// An integer or truth value that varies along the rows alone, along the fold axis alone, or along
/// neither.
static bool isSide(const AttnBrModel *m, MlirValue v) {
  AttnAxisSet fold = ATTN_AXIS(m->fold), row = m->row >= 0 ? ATTN_AXIS(m->row) : 0;
  AttnAxisSet tiled = attnBrTiled(m, attnBrDep(m, v));
  return isWhole(mlirValueGetType(v)) && ((tiled & ~row) == 0 || (tiled & ~fold) == 0) &&
         isRead(m, v, 0);
}

/// The operand of a negation; null: it is none.
static MlirValue negationOf(MlirValue v) {
  MlirOperation d = attnDef(v);
  MlirType t = mlirValueGetType(v);
  int64_t c;
  if (attnIs(d, "arith.xori") && mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1 &&
      attnConstantOf(mlirOperationGetOperand(d, 1), &c) && (c & 1))
    return mlirOperationGetOperand(d, 0);
  return (MlirValue){NULL};
}

static bool isJunction(MlirOperation d) {
  return attnIs(d, "arith.andi") || attnIs(d, "arith.ori");
}

/// A conjunction of constraints that do not overflow.
static bool areConstraints(const AttnBrModel *m, MlirValue v, AttnBrConstraints *cs) {
  int64_t lo, hi;
  *cs = (AttnBrConstraints){0};
  attnBrConstraintsOf(m, v, cs);
  bool known = !cs->unknown;
  for (int i = 0; i < cs->n && known; ++i)
    known = attnBrInterval(m, &cs->c[i], &lo, &hi);
  return known;
}

/// Affine forms that shall differ: *l is their difference.
static bool areUnlike(const AttnBrModel *m, MlirOperation cmp, AttnLinear *l) {
  AttnLinear y;
  int64_t p, lo, hi;
  return attnAttrI64(cmp, "predicate", &p) && p == NE &&
         attnBrAffine(m, mlirOperationGetOperand(cmp, 0), l) &&
         attnBrAffine(m, mlirOperationGetOperand(cmp, 1), &y) && attnBrAccumulate(m, l, &y, -1) &&
         attnBrInterval(m, l, &lo, &hi);
}

/// A comparison of two sides whose order is that of signed numbers, or has none.
static bool isOfSides(const AttnBrModel *m, MlirOperation cmp) {
  int64_t p;
  MlirValue x = mlirOperationGetOperand(cmp, 0);
  bool truth =
      mlirTypeIsAInteger(mlirValueGetType(x)) && mlirIntegerTypeGetWidth(mlirValueGetType(x)) == 1;
  return attnAttrI64(cmp, "predicate", &p) && (truth ? p <= NE : p <= SGE) && isSide(m, x) &&
         isSide(m, mlirOperationGetOperand(cmp, 1));
}

static AttnBrTestKind worse(AttnBrTestKind x, AttnBrTestKind y) {
  return x == ATTN_BR_NONE || y == ATTN_BR_NONE ? ATTN_BR_NONE : x > y ? x : y;
}

/// How v is decided.
static AttnBrTestKind kindOf(const AttnBrModel *m, MlirValue v, int depth) {
  MlirOperation d = attnDef(v);
  AttnBrConstraints cs;
  AttnLinear l;
  if (mlirOperationIsNull(d) || depth > MAX_DEPTH)
    return ATTN_BR_NONE;
  if (areConstraints(m, v, &cs) || isSide(m, v))
    return ATTN_BR_BOUNDS;
  MlirValue inner = negationOf(v);
  if (inner.ptr)
    return kindOf(m, inner, depth + 1);
  if (isJunction(d))
    return worse(kindOf(m, mlirOperationGetOperand(d, 0), depth + 1),
                 kindOf(m, mlirOperationGetOperand(d, 1), depth + 1));
  if (attnIs(d, "arith.cmpi") && (areUnlike(m, d, &l) || isOfSides(m, d)))
    return ATTN_BR_BOUNDS;
  return isRead(m, v, 0) ? ATTN_BR_DENSE : ATTN_BR_NONE;
}

/// The parts of a conjunction.
static void addConjuncts(AttnBrTests *ts, MlirValue v, bool shared) {
  MlirOperation d = attnDef(v);
  for (int i = 0; i < ts->n; ++i)
    if (mlirValueEqual(ts->t[i].v, v)) {
      ts->t[i].shared |= shared;
      return;
    }
  if (attnIs(d, "arith.andi")) {
    addConjuncts(ts, mlirOperationGetOperand(d, 0), shared);
    addConjuncts(ts, mlirOperationGetOperand(d, 1), shared);
  } else if (ts->n == ATTN_BR_MAX_TESTS) {
    ts->unknown = true;
  } else {
    ts->t[ts->n++] = (AttnBrTest){v, shared};
  }
}

/// Is `keep` a mask of the channel, or of its pivot?
static bool masks(const AttnBrModel *m, const AttnBrChannel *c, MlirValue keep) {
  for (int i = 0; i < c->nKeeps; ++i)
    if (mlirValueEqual(c->keeps[i], keep))
      return true;
  return c->twisted && masks(m, &m->channels[c->pivot], keep);
}

AttnBrTests attnBrTests(const AttnBrModel *m) {
  AttnBrTests ts = {.kind = ATTN_BR_NONE}, all = {.kind = ATTN_BR_NONE};
  if (m->isMap || m->fold < 0)
    return ts;
  for (int i = 0; i < m->nChannels; ++i)
    for (int k = 0; k < m->channels[i].nKeeps; ++k) {
      bool shared = true;
      for (int c = 0; c < m->nChannels; ++c)
        shared &= masks(m, &m->channels[c], m->channels[i].keeps[k]);
      addConjuncts(&all, m->channels[i].keeps[k], shared);
    }
  ts.unknown = all.unknown;
  bool more = false;
  for (int i = 0; i < all.n; ++i) {
    AttnBrConstraints cs;
    AttnBrTestKind kind = kindOf(m, all.t[i].v, 0);
    // A mask of one sum alone (dropout) lets no tile be skipped: it is not worth a look at all of
    // it.
    bool undecided = kind == ATTN_BR_NONE || (kind == ATTN_BR_DENSE && !all.t[i].shared);
    ts.unknown |= undecided;
    if (undecided)
      continue;
    more |= !areConstraints(m, all.t[i].v, &cs);
    ts.kind = kind > ts.kind ? kind : ts.kind;
    ts.t[ts.n++] = all.t[i];
  }
  if (m->symbols.n && ts.kind == ATTN_BR_BOUNDS) // reads stay inside lengths that loads know
    ts.kind = ATTN_BR_DENSE;
  if (!more)
    ts.kind = ATTN_BR_NONE;
  return ts;
}

bool attnBrHasTests(const AttnBrModel *m) { return attnBrTests(m).kind != ATTN_BR_NONE; }

void attnBrSides(const AttnBrModel *m, MlirValue v, void (*visit)(void *, MlirValue), void *data) {
  MlirOperation d = attnDef(v);
  MlirValue inner = negationOf(v);
  AttnBrConstraints cs;
  AttnLinear l;
  if (areConstraints(m, v, &cs)) {
    return;
  } else if (isSide(m, v)) {
    visit(data, v);
  } else if (inner.ptr) {
    attnBrSides(m, inner, visit, data);
  } else if (isJunction(d)) {
    attnBrSides(m, mlirOperationGetOperand(d, 0), visit, data);
    attnBrSides(m, mlirOperationGetOperand(d, 1), visit, data);
  } else if (!areUnlike(m, d, &l)) {
    visit(data, mlirOperationGetOperand(d, 0));
    visit(data, mlirOperationGetOperand(d, 1));
  }
}

//===--- deciding ---------------------------------------------------------===//

static AttnBrClass negated(const AttnBuilder *b, AttnBrClass c) {
  MlirValue one = attnConstInt(b, mlirIntegerTypeGet(b->ctx, 1), 1);
  return (AttnBrClass){attnBuild2(b, "arith.xori", c.all, one),
                       attnBuild2(b, "arith.xori", c.some, one)};
}

static AttnBrClass compare(const AttnBuilder *b, int64_t p, AttnBrInterval x, AttnBrInterval y) {
  if (p >= SGT) { // x > y: y < x
    AttnBrInterval t = x;
    x = y, y = t;
    p -= 2;
  }
  if (p >= SLT)
    return (AttnBrClass){attnCmpi(b, p, x.least, y.most), attnCmpi(b, p, x.most, y.least)};
  AttnBrClass c = {attnBuild2(b, "arith.andi", attnCmpi(b, SLE, x.least, y.most),
                              attnCmpi(b, SLE, y.least, x.most)),
                   attnBuild2(b, "arith.andi", attnCmpi(b, EQ, x.least, y.most),
                              attnCmpi(b, EQ, x.most, y.least))};
  return p == EQ ? c : negated(b, c);
}

AttnBrClass attnBrClassOf(const AttnBrLeaves *f, MlirValue v) {
  const AttnBuilder *b = f->b;
  MlirOperation d = attnDef(v);
  MlirValue inner = negationOf(v);
  AttnBrConstraints cs;
  AttnLinear l;
  int64_t p = 0;
  if (areConstraints(f->m, v, &cs)) {
    MlirValue yes = attnConstInt(b, mlirIntegerTypeGet(b->ctx, 1), 1);
    AttnBrClass c = {yes, yes};
    for (int i = 0; i < cs.n; ++i) {
      AttnBrInterval x = f->ofAffine(f->data, &cs.c[i]);
      MlirValue zero = attnConstInt(b, mlirValueGetType(x.least), 0);
      if (cs.sense[i] != ATTN_BR_SUFFICIENT)
        c.some = attnBuild2(b, "arith.andi", c.some, attnCmpi(b, SGE, x.most, zero));
      if (cs.sense[i] != ATTN_BR_NECESSARY)
        c.all = attnBuild2(b, "arith.andi", c.all, attnCmpi(b, SGE, x.least, zero));
    }
    return c;
  }
  if (isSide(f->m, v)) {
    AttnBrInterval x = f->ofSide(f->data, v);
    MlirValue zero = attnConstInt(b, mlirValueGetType(x.least), 0);
    return (AttnBrClass){attnCmpi(b, NE, x.most, zero), attnCmpi(b, NE, x.least, zero)};
  }
  if (inner.ptr)
    return negated(b, attnBrClassOf(f, inner));
  if (isJunction(d)) {
    AttnBrClass x = attnBrClassOf(f, mlirOperationGetOperand(d, 0));
    AttnBrClass y = attnBrClassOf(f, mlirOperationGetOperand(d, 1));
    return (AttnBrClass){attnBuild2(b, attnOpName(d), x.some, y.some),
                         attnBuild2(b, attnOpName(d), x.all, y.all)};
  }
  attnAttrI64(d, "predicate", &p);
  if (areUnlike(f->m, d, &l)) {
    AttnBrInterval x = f->ofAffine(f->data, &l);
    MlirValue zero = attnConstInt(b, mlirValueGetType(x.least), 0);
    return compare(b, p, x, (AttnBrInterval){zero, zero});
  }
  return compare(b, p, f->ofSide(f->data, mlirOperationGetOperand(d, 0)),
                 f->ofSide(f->data, mlirOperationGetOperand(d, 1)));
}
