//===- BracketTile.c - Tile sizes from pins or defaults -------------------===//
// See Bracket.h.
//
// TILE@<name> = n<N>x<M>/f<FN>x<FM>: M*FM rows and N*FN columns a CTA. The first contraction
// decides (its name, or the name of the fold axis, or of a map's column axis, where there is none):
//
//   contraction in the lift      rows x fold tile; columns of other contractions follow (same N, M,
//                                FM; FN covers the extent)
//   fold that is a contraction   rows x columns; the fold axis goes in chunks
//   fold without contraction     rows x fold tile
//   map                          rows x columns
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"
#include "Passes/Defaults.h"

#include <stdio.h>
#include <string.h>

typedef struct Tiler {
  AttnBrModel *m;
  const AttnSchedule *pins;
  bool *used;
  AttnSchedule *out;
  AttnScalarTile t;
} Tiler;

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t atLeastOne(int64_t v) { return v > 0 ? v : 1; }

static const AttnScheduleEntry *pinned(Tiler *k, const char *key, const char *axis) {
  for (size_t i = 0; i < k->pins->size; ++i)
    if (strcmp(k->pins->entries[i].key, key) == 0 && strcmp(k->pins->entries[i].axis, axis) == 0) {
      k->used[i] = true;
      return &k->pins->entries[i];
    }
  return NULL;
}

static bool refuse(const Tiler *k, const AttnScheduleEntry *e, const char *rule) {
  attnOpError(k->m->op, "cannot honour %s%s%s=%s: %s", e->key, *e->axis ? "@" : "", e->axis,
              e->value, rule);
  return false;
}

//===--- contractions -----------------------------------------------------===//

/// The contractions of the lift that make columns of the fold axis; NULL at the end.
static const char *liftContraction(const AttnBrModel *m, int n) {
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "carrier.contract") && attnHasUses(op) &&
        (attnBrDep(m, mlirOperationGetResult(op, 0)) & ATTN_AXIS(m->fold)) && n-- == 0)
      return attnAttrStr(op, "axis");
  return NULL;
}

static bool isContraction(const AttnBrChannel *c) { return c->contracted || c->bilinear; }
static const char *channelName(const AttnBrChannel *c) {
  return c->contraction ? c->contraction : c->name;
}

static int columnOf(const AttnBrModel *m, const AttnBrChannel *c) {
  MlirValue rhs = c->bilinear ? c->rhs : c->lift;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN && (attnBrDep(m, rhs) & ATTN_AXIS(i)))
      return i;
  return -1;
}

static const AttnBrChannel *firstContraction(const AttnBrModel *m) {
  for (int i = 0; i < m->nChannels; ++i)
    if (isContraction(&m->channels[i]))
      return &m->channels[i];
  return NULL;
}

/// The widest column extent that stays in one tile.
static int64_t widest(const AttnBrModel *m) {
  int64_t w = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN && m->axes[i].extent > w)
      w = m->axes[i].extent;
  return w < ATTN_WHOLE_AXIS ? w : ATTN_WHOLE_AXIS;
}

//===--- reading a pin ----------------------------------------------------===//

static bool powerOfTwo(int v) { return (v & (v - 1)) == 0; }

static bool readTile(const Tiler *k, const AttnScheduleEntry *e, AttnScalarTile *t) {
  if (e->value[0] == 'a')
    return refuse(k, e, "not supported by this version: tensor-core atoms");
  if (!attnParseScalarTile(e->value, t))
    return refuse(k, e, "expected n<N>[x<M>]/f<FN>[x<FM>]");
  int64_t threads = (int64_t)t->n * t->m;
  int64_t cells = (int64_t)t->fn * t->fm;
  if (!k->m->isMap && (!powerOfTwo(t->n) || t->n > 32))
    return refuse(k, e,
                  "row reductions stay inside a warp, so the threads along the columns must "
                  "be a power of two of at most 32");
  if (!powerOfTwo(t->n))
    return refuse(k, e, "the threads along the columns must be a power of two");
  if (threads % 32 != 0 || threads > 1024)
    return refuse(k, e, "a CTA has a multiple of 32 and at most 1024 threads (N * M)");
  if (cells > 512)
    return refuse(k, e, "a thread holds at most 512 cells (FN * FM)");
  return true;
}

static bool record(Tiler *k, const char *name, const AttnScalarTile *t) {
  char text[64];
  snprintf(text, sizeof text, "n%dx%d/f%dx%d", t->n, t->m, t->fn, t->fm);
  if (attnScheduleSet(k->out, "TILE", name, text))
    return true;
  attnOpError(k->m->op, "has too many schedule entries");
  return false;
}

/// The tile that decides: pinned under its name or by a bare TILE, else `t` as it stands.
static bool primary(Tiler *k, const char *name) {
  const AttnScheduleEntry *e = pinned(k, "TILE", name);
  if (!e)
    e = pinned(k, "TILE", "");
  if (e && !readTile(k, e, &k->t))
    return false;
  return record(k, name, &k->t);
}

//===--- the other contractions -------------------------------------------===//

static bool sameRows(const AttnScalarTile *a, const AttnScalarTile *b) {
  return a->n == b->n && a->m == b->m && a->fm == b->fm;
}

/// Columns of a contraction that is not the first: one tile where they fit.
static bool follow(Tiler *k, const AttnBrChannel *c) {
  AttnBrModel *m = k->m;
  AttnBrAxis *a = &m->axes[columnOf(m, c)];
  AttnScalarTile t = k->t;
  int64_t cover = atLeastOne(a->extent);
  if (cover > ATTN_WHOLE_AXIS) {
    cover = ATTN_WHOLE_AXIS;
    attnWarning(mlirOperationGetLocation(m->op),
                "axis '%s' has %ld elements, more than the %d that stay in registers: everything "
                "the columns do not enter is computed once per %d columns",
                a->name, (long)a->extent, ATTN_WHOLE_AXIS, ATTN_WHOLE_AXIS);
  }
  t.fn = (int)ceilDiv(cover, t.n);
  const AttnScheduleEntry *e = pinned(k, "TILE", channelName(c));
  if (e) {
    AttnScalarTile p;
    if (!readTile(k, e, &p))
      return false;
    if (!sameRows(&p, &t))
      return refuse(k, e,
                    "the rows are distributed as by the first contraction: N, M and FM must "
                    "be those of its TILE");
    if ((int64_t)p.n * p.fn < cover)
      return refuse(k, e, "its columns stay in one tile: N * FN must cover the axis");
    t = p;
  }
  if (a->tile > 1 && a->tile != (int64_t)t.n * t.fn) {
    attnOpError(m->op, "contraction '%s' needs %d columns of axis '%s' a tile, another one %ld",
                channelName(c), t.n * t.fn, a->name, (long)a->tile);
    return false;
  }
  a->tile = (int64_t)t.n * t.fn;
  a->onGrid = a->tile < a->extent;
  return record(k, channelName(c), &t);
}

static bool followLift(Tiler *k) {
  const char *first = liftContraction(k->m, 0), *name;
  for (int i = 1; (name = liftContraction(k->m, i)); ++i) {
    if (strcmp(name, first) == 0)
      continue;
    const AttnScheduleEntry *e = pinned(k, "TILE", name);
    AttnScalarTile t = k->t;
    if (e && !readTile(k, e, &t))
      return false;
    if (t.fn != k->t.fn || !sameRows(&t, &k->t))
      return refuse(k, e,
                    "it has the rows and columns of the first contraction: TILE must be the "
                    "same");
    if (!record(k, name, &t))
      return false;
  }
  return true;
}

//===--- kinds ------------------------------------------------------------===//

static bool tileLiftContraction(Tiler *k) {
  AttnBrModel *m = k->m;
  int64_t rows = m->row >= 0 ? m->axes[m->row].extent : 1;
  k->t = attnDefaultContractTile(rows, m->axes[m->fold].extent, widest(m));
  if (!primary(k, liftContraction(m, 0)) || !followLift(k))
    return false;
  m->axes[m->fold].tile = (int64_t)k->t.n * k->t.fn;
  for (int i = 0; i < m->nChannels; ++i)
    if (isContraction(&m->channels[i]) && !follow(k, &m->channels[i]))
      return false;
  return true;
}

static bool tileFoldContraction(Tiler *k) {
  AttnBrModel *m = k->m;
  const AttnBrChannel *first = firstContraction(m);
  AttnBrAxis *column = &m->axes[columnOf(m, first)];
  int64_t rows = m->row >= 0 ? m->axes[m->row].extent : 1;
  k->t = attnDefaultContractTile(rows, column->extent, first->twisted ? widest(m) : 0);
  if (first->twisted && column->extent <= ATTN_WHOLE_AXIS)
    k->t.fn = (int)ceilDiv(atLeastOne(column->extent), k->t.n);
  if (!primary(k, channelName(first)))
    return false;
  column->tile = (int64_t)k->t.n * k->t.fn;
  column->onGrid = true;
  AttnBrAxis *fold = &m->axes[m->fold];
  int64_t chunk = attnDefaultChunk(fold->extent);
  fold->tile = ceilDiv(chunk, k->t.n) * k->t.n;
  for (int i = 0; i < m->nChannels; ++i)
    if (&m->channels[i] != first && isContraction(&m->channels[i]) &&
        columnOf(m, &m->channels[i]) != columnOf(m, first) && !follow(k, &m->channels[i]))
      return false;
  return true;
}

static bool tilePlainFold(Tiler *k) {
  AttnBrModel *m = k->m;
  int64_t rows = m->row >= 0 ? m->axes[m->row].extent : 1;
  bool foldContiguous = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirAffineMap map;
    intptr_t n;
    if (!attnIs(op, "carrier.element") || !attnAttrMap(op, "map", &map) || m->row < 0 ||
        (n = mlirAffineMapGetNumResults(map)) == 0)
      continue;
    MlirAffineExpr last = mlirAffineMapGetResult(map, n - 1);
    if (mlirAffineExprIsFunctionOfDim(last, m->row)) {
      foldContiguous = false;
      break;
    }
  }
  k->t = attnDefaultFoldTile(rows, m->axes[m->fold].extent, foldContiguous);
  if (!primary(k, m->axes[m->fold].name))
    return false;
  m->axes[m->fold].tile = (int64_t)k->t.n * k->t.fn;
  return true;
}

static bool tileMap(Tiler *k) {
  AttnBrModel *m = k->m;
  AttnBrAxis *column = NULL;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN)
      column = &m->axes[i];
  k->t = attnDefaultMapTile(m->row >= 0 ? m->axes[m->row].extent : 0, column ? column->extent : 1);
  if (!column) { // a single element
    k->t = (AttnScalarTile){32, 1, 1, 1};
    return primary(k, "all");
  }
  if (!primary(k, column->name))
    return false;
  column->tile = (int64_t)k->t.n * k->t.fn;
  column->onGrid = true;
  return true;
}

/// Chunks of the axes summed by contractions of the lift.
static void tileInner(Tiler *k) {
  AttnBrModel *m = k->m;
  for (int i = 0; i < m->nAxes; ++i) {
    AttnBrAxis *a = &m->axes[i];
    if (a->use == ATTN_INNER)
      a->tile = a->extent <= ATTN_WHOLE_AXIS ? atLeastOne(a->extent) : attnDefaultChunk(a->extent);
  }
  // An operand that is computed is a distributed value: its columns come in multiples of N.
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.contract"))
      continue;
    bool loads = true;
    for (int i = 0; i < 2; ++i)
      loads &= attnIs(attnDef(attnBrStripWiden(mlirOperationGetOperand(op, i))), "carrier.element");
    AttnBrAxis *a = &m->axes[attnBrAxisIndex(m, attnAttrStr(op, "axis"))];
    if (!loads)
      a->tile = ceilDiv(a->tile, k->t.n) * k->t.n;
  }
}

//===--- other keys -------------------------------------------------------===//

static bool otherKeys(Tiler *k) {
  const AttnScheduleEntry *e = pinned(k, "GRID", "");
  if (e && strcmp(e->value, "tile") != 0)
    return refuse(k, e, "not supported by this version: one CTA computes one tile");
  if (e)
    attnScheduleSet(k->out, "GRID", "", e->value);
  if (k->m->isMap)
    return true;
  for (int bare = 0; bare < 2; ++bare) {
    e = pinned(k, "REDUCE", bare ? "" : k->m->axes[k->m->fold].name);
    AttnReduceSplit r;
    if (e && (!attnParseReduce(e->value, &r) || r.grid > 1 || r.block > 1 || r.registers > 1))
      return refuse(k, e,
                    "not supported by this version: a fold axis split over CTAs, threads or "
                    "accumulators");
    if (e)
      attnScheduleSet(k->out, "REDUCE", e->axis, e->value);
  }
  return true;
}

bool attnBrTile(AttnBrModel *m, const AttnSchedule *pins, bool *used, AttnSchedule *out) {
  Tiler k = {.m = m, .pins = pins, .used = used, .out = out};
  bool ok = m->isMap                ? tileMap(&k)
            : liftContraction(m, 0) ? tileLiftContraction(&k)
            : firstContraction(m)   ? tileFoldContraction(&k)
                                    : tilePlainFold(&k);
  if (!ok || !otherKeys(&k))
    return false;
  if (m->row >= 0) {
    m->axes[m->row].tile = (int64_t)k.t.m * k.t.fm;
    m->axes[m->row].onGrid = true;
  }
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_BATCH && m->axes[i].role == ATTN_AXIS_FREE)
      m->axes[i].tile = 1, m->axes[i].onGrid = true;
  tileInner(&k);
  return true;
}
