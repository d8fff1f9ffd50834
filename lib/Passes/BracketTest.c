//===- BracketTest.c - Tile classes of masks that read data ---------------===//
// See Bracket.h.
//
// A comparison x <op> y of integers, x read along the rows and y along the fold axis (documents of
// queries and keys, a length of each batch), is no constraint on coordinates, but what it can be
// over a tile follows from the least and the largest of x over its rows and of y over its columns:
//
//              some element kept                    every element kept
//   x == y     min x <= max y, min y <= max x       min x = max x = min y = max y
//   x <  y     min x <  max y                       max x <  min y         (<=, >, >= likewise)
//
// A truth value that is read along one of the two (padding) is a comparison with zero.
//
// So each row tile has a first and a last fold tile that is not empty and, where the tiles of which
// everything is kept follow each other, a range of these. Three small folds in front of the kernel
// compute them, and the loops of the stream end there:
//
//   rows[b, t]   = min, max over r < TM of x(b, TM t + r)
//   columns[b,u] = min, max over c < TN of y(b, TN u + c)
//   edges[b, t]  = over u: first and last with some, first and last with all, number of these
//
// Several comparisons joined by `and` narrow together. Beyond an end reads begin anew, masked.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

//===--- which comparisons ------------------------------------------------===//

bool attnBrIsTested(const AttnBrModel *m, MlirOperation cmp) {
  for (int i = 0; i < m->nTests; ++i)
    if (mlirOperationEqual(m->tests[i].cmp, cmp))
      return true;
  return false;
}

static AttnAxisSet batches(const AttnBrModel *m) {
  AttnAxisSet r = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_BATCH && m->axes[i].role == ATTN_AXIS_FREE)
      r |= ATTN_AXIS(i);
  return r;
}

/// Is v an integer made of elements and coordinates by arithmetic, along `axis` and the batch only?
static bool runsAlong(const AttnBrModel *m, MlirValue v, int axis, int depth) {
  MlirOperation d = attnDef(v);
  MlirType t = mlirValueGetType(v);
  if (depth > MAX_DEPTH || mlirOperationIsNull(d) ||
      (!mlirTypeIsAIndex(t) && !mlirTypeIsAInteger(t)) ||
      (attnBrDep(m, v) & ~(batches(m) | ATTN_AXIS(axis))))
    return false;
  if (attnIs(d, "carrier.element") || attnIs(d, "carrier.index") || attnIs(d, "arith.constant"))
    return true;
  if (strncmp(attnOpName(d), "arith.", 6) != 0)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(d); ++i)
    if (!runsAlong(m, mlirOperationGetOperand(d, i), axis, depth + 1))
      return false;
  return true;
}

/// A truth value along the rows or the fold axis alone: compared with zero, the missing side.
static void addTruth(AttnBrModel *m, MlirValue v, bool negate) {
  bool rows = runsAlong(m, v, m->row, 0);
  if (m->nTests == ATTN_BR_MAX_TESTS || attnBrIsTested(m, attnDef(v)) || attnBrPure(m, v) ||
      (!rows && !runsAlong(m, v, m->fold, 0)))
    return;
  AttnBrTest *t = &m->tests[m->nTests++];
  *t = (AttnBrTest){.cmp = attnDef(v)};
  *(rows ? &t->x : &t->y) = v;
  t->predicate = rows ? (negate ? 3 : 4) : negate ? 5 : 2; // x <= 0, x > 0; 0 >= y, 0 < y
}

/// Understood?
static bool addTest(AttnBrModel *m, MlirOperation cmp, bool negate) {
  static const int negated[] = {1, 0, 5, 4, 3, 2}, mirrored[] = {0, 1, 4, 5, 2, 3};
  int64_t p;
  MlirValue x = mlirOperationGetOperand(cmp, 0), y = mlirOperationGetOperand(cmp, 1);
  MlirType t = mlirValueGetType(x);
  if (m->nTests == ATTN_BR_MAX_TESTS || !attnAttrI64(cmp, "predicate", &p) || p > 5 ||
      attnBrIsTested(m, cmp) || (attnBrIsAffine(m, x) && attnBrIsAffine(m, y)) ||
      (mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) < 8))
    return false;
  p = negate ? negated[p] : p;
  if (runsAlong(m, y, m->row, 0) && runsAlong(m, x, m->fold, 0)) {
    MlirValue swap = x;
    x = y, y = swap;
    p = mirrored[p];
  } else if (!runsAlong(m, x, m->row, 0) || !runsAlong(m, y, m->fold, 0)) {
    return false;
  }
  if (p != 1) // != is not decided by intervals
    m->tests[m->nTests++] = (AttnBrTest){cmp, x, y, (int)p};
  return p != 1;
}

static void findTests(AttnBrModel *m, MlirValue v, bool negate, int depth) {
  MlirOperation d = attnDef(v), c;
  if (depth > MAX_DEPTH || mlirOperationIsNull(d))
    return;
  if (attnIs(d, negate ? "arith.ori" : "arith.andi")) {
    findTests(m, mlirOperationGetOperand(d, 0), negate, depth + 1);
    findTests(m, mlirOperationGetOperand(d, 1), negate, depth + 1);
  } else if (attnIs(d, "arith.xori") && mlirTypeIsAInteger(mlirValueGetType(v)) &&
             attnIs(c = attnDef(mlirOperationGetOperand(d, 1)), "arith.constant")) {
    int64_t bit = mlirIntegerAttrGetValueInt(attnAttr(c, "value"));
    findTests(m, mlirOperationGetOperand(d, 0), negate ^ (bit != 0), depth + 1);
  } else if (!attnIs(d, "arith.cmpi") || !addTest(m, d, negate)) {
    addTruth(m, v, negate);
  }
}

/// All channels are masked by the pivot's masks and by nothing else.
static const AttnBrChannel *maskedPivot(const AttnBrModel *m) {
  const AttnBrChannel *p = NULL;
  for (int i = 0; i < m->nChannels; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    if (!c->twisted && p)
      return NULL;
    if (!c->twisted)
      p = c;
    else if (c->nKeeps || &m->channels[c->pivot] != p)
      return NULL;
  }
  return p;
}

bool attnBrHasTests(const AttnBrModel *m) {
  const AttnBrChannel *p = m->isMap || m->row < 0 || m->symbols.n ? NULL : maskedPivot(m);
  AttnBrModel found = *m;
  found.nTests = 0;
  for (int i = 0; p && i < p->nKeeps; ++i)
    findTests(&found, p->keeps[i], false, 0);
  return found.nTests > 0;
}

//===--- small folds ------------------------------------------------------===//

/// A fold under construction: axes, channels of integers, results over the free axes.
typedef struct Small {
  const AttnBrModel *m;
  AttnBuilder at, lift, project;
  MlirRegion regions[2];
  int nAxes, nChannels;
  const char *axis[ATTN_BR_MAX_AXES];
  int64_t extent[ATTN_BR_MAX_AXES];
  int batch[ATTN_BR_MAX_AXES]; ///< axis of each batch axis of the model; -1: none
  const char *monoid[2 * ATTN_BR_MAX_TESTS];
  MlirType type[2 * ATTN_BR_MAX_TESTS];
  MlirValue yield[2 * ATTN_BR_MAX_TESTS];
} Small;

/// The batch axes that the tests depend on, then `tile` (free) and `fold`.
static Small begin(const AttnBrModel *m, const char *tile, int64_t tiles, const char *fold,
                   int64_t extent) {
  Small s = {.m = m, .at = attnBuilderBefore(m->op)};
  for (int i = 0; i < m->nAxes; ++i) {
    s.batch[i] = -1;
    if (!(m->testAxes & ATTN_AXIS(i)))
      continue;
    s.batch[i] = s.nAxes;
    s.axis[s.nAxes] = m->axes[i].name, s.extent[s.nAxes++] = m->axes[i].extent;
  }
  s.axis[s.nAxes] = tile, s.extent[s.nAxes++] = tiles;
  s.axis[s.nAxes] = fold, s.extent[s.nAxes++] = extent;
  s.regions[0] = attnRegionWithBlock(&s.at, 0, NULL, &s.lift);
  return s;
}

static void channel(Small *s, const char *monoid, MlirValue v) {
  s->monoid[s->nChannels] = monoid;
  s->type[s->nChannels] = mlirValueGetType(v);
  s->yield[s->nChannels++] = v;
}

static MlirAttribute identityOf(const char *monoid, MlirType t) {
  unsigned w = mlirIntegerTypeGetWidth(t);
  int64_t most = w >= 64 ? INT64_MAX : ((int64_t)1 << (w - 1)) - 1;
  return mlirIntegerAttrGet(t, !strcmp(monoid, "min")   ? most
                               : !strcmp(monoid, "max") ? -most - 1
                                                        : 0);
}

/// Ends the lift; the states are the projection's arguments.
static void endLift(Small *s, MlirValue *states) {
  attnBuildYield(&s->lift, "gpu.yield", s->nChannels, s->yield);
  s->regions[1] = attnRegionWithBlock(&s->at, s->nChannels, s->type, &s->project);
  for (int i = 0; i < s->nChannels; ++i)
    states[i] = mlirBlockGetArgument(s->project.block, i);
}

static MlirOperation finish(Small *s, int n, const MlirValue *results) {
  MlirContext ctx = s->m->ctx;
  MlirAttribute axes[ATTN_BR_MAX_AXES], channels[2 * ATTN_BR_MAX_TESTS],
      maps[2 * ATTN_BR_MAX_TESTS];
  MlirType types[2 * ATTN_BR_MAX_TESTS];
  attnBuildYield(&s->project, "gpu.yield", n, results);
  for (int i = 0; i < s->nAxes; ++i) {
    MlirNamedAttribute f[] = {
        attnNamed(ctx, "name", attnStr(ctx, s->axis[i])),
        attnNamed(ctx, "role", attnStr(ctx, i == s->nAxes - 1 ? "fold" : "free")),
        attnNamed(ctx, "extent", attnI64(ctx, s->extent[i]))};
    axes[i] = mlirDictionaryAttrGet(ctx, 3, f);
  }
  for (int i = 0; i < s->nChannels; ++i) {
    char name[16];
    snprintf(name, sizeof name, "c%d", i);
    MlirNamedAttribute f[] = {attnNamed(ctx, "name", attnStr(ctx, name)),
                              attnNamed(ctx, "monoid", attnStr(ctx, s->monoid[i])),
                              attnNamed(ctx, "type", mlirTypeAttrGet(s->type[i])),
                              attnNamed(ctx, "identity", identityOf(s->monoid[i], s->type[i]))};
    channels[i] = mlirDictionaryAttrGet(ctx, 4, f);
  }
  MlirAffineExpr dims[ATTN_BR_MAX_AXES];
  for (int i = 0; i < s->nAxes - 1; ++i)
    dims[i] = mlirAffineDimExprGet(ctx, i);
  for (int i = 0; i < n; ++i) {
    maps[i] = attnMapAttr(mlirAffineMapGet(ctx, s->nAxes, 0, s->nAxes - 1, dims));
    types[i] = attnTensorType(s->nAxes - 1, s->extent, mlirValueGetType(results[i]));
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "axes", mlirArrayAttrGet(ctx, s->nAxes, axes)),
      attnNamed(ctx, "maps", mlirArrayAttrGet(ctx, n, maps)),
      attnNamed(ctx, "channels", mlirArrayAttrGet(ctx, s->nChannels, channels))};
  return attnBuildOp(&s->at, &(AttnOpDesc){.name = "carrier.fold",
                                           .nResults = n,
                                           .results = types,
                                           .nAttrs = 3,
                                           .attrs = attrs,
                                           .nRegions = 2,
                                           .regions = s->regions});
}

static MlirValue coordinate(Small *s, const char *axis) {
  MlirNamedAttribute name = attnNamed(s->m->ctx, "axis", attnStr(s->m->ctx, axis));
  return attnBuild0(&s->lift, "carrier.index", mlirIndexTypeGet(s->m->ctx), 1, &name);
}

static MlirValue element(Small *s, MlirValue tensor, MlirAffineMap map) {
  MlirNamedAttribute attr = attnNamed(s->m->ctx, "map", attnMapAttr(map));
  return attnBuild(&s->lift, "carrier.element", 1, &tensor,
                   attnElementType(mlirValueGetType(tensor)), 1, &attr);
}

//===--- least and largest over a tile ------------------------------------===//

/// Where this tile's place lies along `axis`, as a value.
static MlirValue placeOf(Small *s, int axis) {
  const AttnBrAxis *a = &s->m->axes[axis];
  MlirValue t = coordinate(s, s->axis[s->nAxes - 2]), c = coordinate(s, s->axis[s->nAxes - 1]);
  MlirValue r = attnBuild2(&s->lift, "arith.muli", t, attnConstIndex(&s->lift, a->tile));
  return attnBuild2(&s->lift, "arith.addi", r, c);
}

/// v, a value of the model's lift, in the small fold's lift: `axis` is at tile * size + place.
static MlirValue moved(Small *s, MlirValue v, int axis, AttnValueMap *done) {
  const AttnBrModel *m = s->m;
  MlirContext ctx = m->ctx;
  MlirOperation d = attnDef(v);
  if (attnMapContains(done, v))
    return attnMapLookup(done, v);
  const AttnBrAxis *a = &m->axes[axis];
  MlirAffineExpr at =
      mlirAffineAddExprGet(mlirAffineMulExprGet(mlirAffineDimExprGet(ctx, s->nAxes - 2),
                                                mlirAffineConstantExprGet(ctx, a->tile)),
                           mlirAffineDimExprGet(ctx, s->nAxes - 1));
  if (a->extent % a->tile != 0)
    at = mlirAffineModExprGet(at, mlirAffineConstantExprGet(ctx, a->extent));
  if (attnIs(d, "carrier.index")) {
    int of = attnBrAxisIndex(m, attnAttrStr(d, "axis"));
    MlirValue r;
    if (of != axis) {
      r = coordinate(s, m->axes[of].name);
    } else {
      r = placeOf(s, axis);
      if (a->extent % a->tile != 0)
        r = attnBuild2(&s->lift, "arith.remui", r, attnConstIndex(&s->lift, a->extent));
    }
    attnMapValue(done, v, r);
    return r;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(d) && !attnIs(d, "carrier.element"); ++i)
    moved(s, mlirOperationGetOperand(d, i), axis, done);
  MlirOperation clone = attnCloneMapped(&s->lift, d, done);
  MlirAffineMap map;
  if (attnIs(clone, "carrier.element") && attnAttrMap(clone, "map", &map)) {
    MlirAffineExpr dims[ATTN_BR_MAX_AXES], results[ATTN_BR_MAX_AXES];
    intptr_t n = mlirAffineMapGetNumResults(map);
    for (int i = 0; i < m->nAxes; ++i)
      dims[i] = i == axis         ? at
                : s->batch[i] < 0 ? mlirAffineConstantExprGet(ctx, 0)
                                  : mlirAffineDimExprGet(ctx, s->batch[i]);
    MlirAffineMap by = mlirAffineMapGet(ctx, s->nAxes, 0, m->nAxes, dims);
    for (intptr_t k = 0; k < n; ++k)
      results[k] = mlirAffineExprCompose(mlirAffineMapGetResult(map, k), by);
    attnSetAttr(clone, "map", attnMapAttr(mlirAffineMapGet(ctx, s->nAxes, 0, n, results)));
  }
  return attnMapLookup(done, v);
}

static int64_t tilesOf(const AttnBrAxis *a) { return (a->extent + a->tile - 1) / a->tile; }

/// min and max of each test's x (along the rows) or y (along the fold axis), tile by tile.
static MlirOperation intervals(const AttnBrModel *m, bool rows) {
  const AttnBrAxis *a = &m->axes[rows ? m->row : m->fold];
  Small s = begin(m, rows ? "row_tile" : "column_tile", tilesOf(a), "place", a->tile);
  AttnValueMap done = {0};
  MlirValue states[2 * ATTN_BR_MAX_TESTS], inside = {NULL};
  if (a->extent % a->tile != 0)
    inside = attnCmpi(&s.lift, 2, placeOf(&s, rows ? m->row : m->fold),
                      attnConstIndex(&s.lift, a->extent));
  for (int i = 0; i < m->nTests; ++i) {
    MlirValue side = rows ? m->tests[i].x : m->tests[i].y;
    if (mlirValueIsNull(side))
      continue;
    MlirValue v = moved(&s, side, rows ? m->row : m->fold, &done);
    MlirType t = mlirValueGetType(v);
    if (mlirTypeIsAIndex(t) || mlirIntegerTypeGetWidth(t) == 1)
      v = attnCast(&s.lift, v, mlirIntegerTypeGet(m->ctx, mlirTypeIsAIndex(t) ? 64 : 32));
    if (!mlirValueIsNull(inside))
      v = attnBuild(&s.lift, "carrier.mask", 2, (MlirValue[]){inside, v}, mlirValueGetType(v), 0,
                    NULL);
    channel(&s, "min", v);
    channel(&s, "max", v);
  }
  attnMapFree(&done);
  endLift(&s, states);
  return finish(&s, s.nChannels, states);
}

//===--- first and last tiles ---------------------------------------------===//

typedef struct Interval {
  MlirValue least, most;
} Interval;

static MlirValue both(const AttnBuilder *b, MlirValue x, MlirValue y) {
  return mlirValueIsNull(x) ? y : attnBuild2(b, "arith.andi", x, y);
}

/// Can the comparison hold for some (*some), must it for all (*all)?
static void decide(const AttnBuilder *b, int predicate, Interval x, Interval y, MlirValue *some,
                   MlirValue *all) {
  if (predicate >= 4) { // x > y: y < x
    Interval t = x;
    x = y, y = t;
    predicate -= 2;
  }
  if (predicate == 0) {
    *some = both(b, *some, attnCmpi(b, 3, x.least, y.most));
    *some = both(b, *some, attnCmpi(b, 3, y.least, x.most));
    *all = both(b, *all, attnCmpi(b, 0, x.least, x.most));
    *all = both(b, *all, attnCmpi(b, 0, y.least, y.most));
    *all = both(b, *all, attnCmpi(b, 0, x.least, y.least));
    return;
  }
  *some = both(b, *some, attnCmpi(b, predicate, x.least, y.most));
  *all = both(b, *all, attnCmpi(b, predicate, x.most, y.least));
}

/// Of test i, as `intervals` found it; zero where the test has no such side.
static Interval intervalOf(Small *s, MlirOperation fold, bool rows, int i, MlirAffineMap map) {
  const AttnBrTest *t = s->m->tests;
  int at = 0;
  if (mlirValueIsNull(rows ? t[i].x : t[i].y)) {
    MlirValue zero = attnConstInt(&s->lift, mlirIntegerTypeGet(s->m->ctx, 32), 0);
    return (Interval){zero, zero};
  }
  for (int k = 0; k < i; ++k)
    at += !mlirValueIsNull(rows ? t[k].x : t[k].y);
  return (Interval){element(s, mlirOperationGetResult(fold, 2 * at), map),
                    element(s, mlirOperationGetResult(fold, 2 * at + 1), map)};
}

/// [batch, row tile]: first tile, first full, end of the full, end.
static MlirOperation edges(const AttnBrModel *m, MlirOperation rows, MlirOperation columns) {
  int64_t n = tilesOf(&m->axes[m->fold]);
  MlirType i32 = mlirIntegerTypeGet(m->ctx, 32);
  Small s = begin(m, "row_tile", tilesOf(&m->axes[m->row]), "column_tile", n);
  AttnBuilder *b = &s.lift;
  MlirAffineExpr atRow[ATTN_BR_MAX_AXES], atColumn[ATTN_BR_MAX_AXES];
  for (int i = 0; i < s.nAxes - 1; ++i)
    atRow[i] = atColumn[i] = mlirAffineDimExprGet(m->ctx, i);
  atColumn[s.nAxes - 2] = mlirAffineDimExprGet(m->ctx, s.nAxes - 1);
  MlirAffineMap row = mlirAffineMapGet(m->ctx, s.nAxes, 0, s.nAxes - 1, atRow);
  MlirAffineMap column = mlirAffineMapGet(m->ctx, s.nAxes, 0, s.nAxes - 1, atColumn);
  MlirValue some = {NULL}, all = {NULL};
  for (int i = 0; i < m->nTests; ++i) {
    Interval x = intervalOf(&s, rows, true, i, row);
    Interval y = intervalOf(&s, columns, false, i, column);
    decide(b, m->tests[i].predicate, x, y, &some, &all);
  }
  MlirValue u = attnCast(b, coordinate(&s, "column_tile"), i32), none = attnConstInt(b, i32, n);
  MlirValue zero = attnConstInt(b, i32, 0), one = attnConstInt(b, i32, 1);
  MlirValue next = attnBuild2(b, "arith.addi", u, one);
  channel(&s, "min", attnSelect(b, some, u, none));
  channel(&s, "max", attnSelect(b, some, next, zero));
  channel(&s, "min", attnSelect(b, all, u, none));
  channel(&s, "max", attnSelect(b, all, next, zero));
  channel(&s, "add", attnSelect(b, all, one, zero));
  MlirValue state[5];
  endLift(&s, state);
  // Full tiles count where they follow each other.
  b = &s.project;
  MlirValue apart = attnCmpi(b, 0, attnBuild2(b, "arith.subi", state[3], state[2]), state[4]);
  MlirValue results[] = {state[0], attnSelect(b, apart, state[2], state[1]),
                         attnSelect(b, apart, state[3], state[1]), state[1]};
  return finish(&s, 4, results);
}

int attnBrTests(AttnBrModel *m, MlirOperation folds[3]) {
  const AttnBrChannel *p = m->isMap || m->row < 0 ? NULL : maskedPivot(m);
  if (!p || !m->testTiles || m->symbols.n || m->axes[m->fold].tile < 1 ||
      m->axes[m->fold].extent <= m->axes[m->fold].tile || m->axes[m->row].extent < 1)
    return 0;
  for (int i = 0; i < p->nKeeps; ++i)
    findTests(m, p->keeps[i], false, 0);
  MlirOperation sides[2] = {{NULL}, {NULL}};
  bool has[2] = {false, false};
  for (int i = 0; i < m->nTests; ++i)
    for (int y = 0; y < 2; ++y) {
      MlirValue v = y ? m->tests[i].y : m->tests[i].x;
      if (mlirValueIsNull(v))
        continue;
      has[y] = true;
      m->testAxes |= attnBrDep(m, v) & batches(m);
    }
  int n = 0;
  for (int y = 0; y < 2; ++y)
    if (has[y])
      sides[y] = folds[n++] = intervals(m, y == 0);
  if (n)
    folds[n++] = edges(m, sides[0], sides[1]);
  return n;
}

//===--- the bounds of the kernel -----------------------------------------===//

static MlirValue extreme(const AttnBrModel *m, const AttnBuilder *at, const char *name, int n,
                         const MlirValue *v, int scaled) {
  MlirAffineExpr e[4];
  for (int i = 0; i < n; ++i) {
    e[i] = mlirAffineDimExprGet(m->ctx, i);
    if (i == scaled)
      e[i] = mlirAffineMulExprGet(e[i], mlirAffineConstantExprGet(m->ctx, m->axes[m->fold].tile));
  }
  MlirNamedAttribute map =
      attnNamed(m->ctx, "map", attnMapAttr(mlirAffineMapGet(m->ctx, n, 0, n, e)));
  return attnBuild(at, name, n, v, mlirIndexTypeGet(m->ctx), 1, &map);
}

void attnBrNarrow(const AttnBrModel *m, const AttnBuilder *at, const MlirValue *origins,
                  AttnBrRanges *r) {
  bool whole = r->has[0] && !r->has[1] && !r->has[2]; // something else is not understood
  if (!m->nTests || (!whole && (!r->has[0] || !r->has[1] || !r->has[2])))
    return;
  MlirContext ctx = m->ctx;
  MlirValue operands[ATTN_BR_MAX_AXES + 1], edge[4];
  const char *names[ATTN_BR_MAX_AXES];
  MlirAffineExpr e[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->testAxes & ATTN_AXIS(i)) {
      e[n] = mlirAffineDimExprGet(ctx, n);
      names[n] = m->axes[i].name;
      operands[1 + n++] = origins[i];
    }
  e[n] = mlirAffineFloorDivExprGet(mlirAffineDimExprGet(ctx, n),
                                   mlirAffineConstantExprGet(ctx, m->axes[m->row].tile));
  names[n] = m->axes[m->row].name;
  operands[1 + n++] = origins[m->row];
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "over", attnStrs(ctx, n, names)),
      attnNamed(ctx, "map", attnMapAttr(mlirAffineMapGet(ctx, n, 0, n, e)))};
  for (int i = 0; i < 4; ++i) {
    operands[0] = mlirOperationGetResult(m->edges, i);
    edge[i] = attnBuild(at, "tile.read", n + 1, operands, mlirIndexTypeGet(ctx), 2, attrs);
  }
  MlirValue begin = extreme(m, at, "affine.max", 2, (MlirValue[]){r->lo[0], edge[0]}, 1);
  MlirValue top = whole ? r->hi[0] : r->hi[2];
  MlirValue end = extreme(m, at, "affine.min", 2, (MlirValue[]){top, edge[3]}, 1);
  if (whole) {
    r->lo[0] = begin, r->hi[0] = end;
    return;
  }
  MlirValue first = extreme(m, at, "affine.max", 3, (MlirValue[]){begin, edge[1], r->lo[1]}, 1);
  first = extreme(m, at, "affine.min", 2, (MlirValue[]){first, end}, -1);
  MlirValue last = extreme(m, at, "affine.min", 2, (MlirValue[]){r->hi[1], edge[2]}, 1);
  last = extreme(m, at, "affine.max", 2, (MlirValue[]){last, first}, -1);
  last = extreme(m, at, "affine.min", 2, (MlirValue[]){last, end}, -1);
  MlirValue lo[3] = {begin, first, last}, hi[3] = {first, last, end};
  memcpy(r->lo, lo, sizeof lo);
  memcpy(r->hi, hi, sizeof hi);
}
