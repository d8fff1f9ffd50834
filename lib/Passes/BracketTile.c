//===- BracketTile.c - Tile sizes from pins or defaults -------------------===//
// See Bracket.h.
//
// TILE@<name> = n<N>x<M>/f<FN>x<FM>: M*FM rows and N*FN columns a CTA;
// a:<atom>/w<WM>x<WN>/f<FM>x<FN> has WM*FM*16 rows and WN*FN*8 columns. The first contraction
// decides (its name, or the name of the fold axis, or of a map's column axis, where there is none):
//
//   contraction in the lift      rows x fold tile; columns of other contractions follow (the same
//                                rows and threads; FN covers the extent). Warpgroups side by side
//                                (wgmma, w1x2) have a half of those columns each, and a half of the
//                                axis that the first one sums
//   fold that is a contraction   rows x columns; the fold axis goes in chunks
//   fold without contraction     rows x fold tile
//   map                          rows x columns
//
// With atoms, axes that are summed come in multiples of 16 and columns in multiples of 8: what is
// beyond an extent is zero.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"
#include "Passes/Defaults.h"
#include "Schedule/TileShape.h"

#include <stdio.h>
#include <string.h>

/// The name of the tile of a map that has no axes.
static const char SINGLE[] = "all";

typedef struct Tiler {
  AttnBrModel *m;
  const AttnSchedule *pins;
  AttnBrPin *fates; ///< of the pins
  AttnSchedule *out;
  AttnTileShape t;
  AttnBrAtom atom; ///< of all contractions
} Tiler;

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t atLeastOne(int64_t v) { return v > 0 ? v : 1; }

static const AttnScheduleEntry *pinned(Tiler *k, const char *key, const char *axis) {
  for (size_t i = 0; i < k->pins->size; ++i)
    if (strcmp(k->pins->entries[i].key, key) == 0 && strcmp(k->pins->entries[i].axis, axis) == 0) {
      k->fates[i].honoured = true;
      return &k->pins->entries[i];
    }
  return NULL;
}

/// A pin that is for other operations, if for any: the op is as if it were not there.
static const AttnScheduleEntry *setAside(Tiler *k, const AttnScheduleEntry *e, const char *rule) {
  k->fates[e - k->pins->entries] = (AttnBrPin){.rule = rule};
  return NULL;
}

static bool refuse(const Tiler *k, const AttnScheduleEntry *e, const char *rule) {
  attnOpError(k->m->op, "cannot honour %s%s%s=%s: %s", e->key, *e->axis ? "@" : "", e->axis,
              e->value, rule);
  return false;
}

//===--- contractions -----------------------------------------------------===//

/// The contractions of the lift that make columns of the fold axis; null at the end.
static MlirOperation liftOp(const AttnBrModel *m, int n) {
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "carrier.contract") && attnHasUses(op) &&
        (attnBrDep(m, mlirOperationGetResult(op, 0)) & ATTN_AXIS(m->fold)) && n-- == 0)
      return op;
  return (MlirOperation){NULL};
}

static const char *liftContraction(const AttnBrModel *m, int n) {
  MlirOperation op = liftOp(m, n);
  return mlirOperationIsNull(op) ? NULL : attnAttrStr(op, "axis");
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

/// Columns that stay in one tile.
static int64_t mostColumns(const AttnTileShape *t) {
  return ATTN_WHOLE_AXIS * (attnTileIsWgmma(t) ? t->atom.wn : 1);
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

static bool readScalar(const Tiler *k, const AttnScheduleEntry *e, const AttnScalarTile *t) {
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

static bool readAtom(const Tiler *k, const AttnScheduleEntry *e, const AttnAtomTile *t) {
  if (k->m->isMap || *k->atom.rule)
    return refuse(k, e, k->m->isMap ? "an elementwise map has no contraction" : k->atom.rule);
  bool wgmma = t->family == ATTN_ATOM_WGMMA;
  if (t->k != 16)
    return refuse(k, e,
                  "not supported by this version: atoms other than mma_m16n8k16 and "
                  "wgmma_m64n<N>k16");
  if (wgmma && (t->fm != 1 || t->fn != 1))
    return refuse(k, e, "a wgmma is as wide as its tile, each warpgroup has one: w<C>x1/f1x1");
  if (wgmma && t->wn != 1 && (t->wn != 2 || t->wm != 1 || !liftContraction(k->m, 0)))
    return refuse(k, e,
                  "warpgroups side by side are two (w1x2), which share the scores of one band of "
                  "rows, and have half of the results' columns each");
  if (wgmma && t->wm > 7)
    return refuse(k, e, "a CTA has at most 7 consumer warpgroups");
  if (t->wm * t->wn > 32)
    return refuse(k, e, "a CTA has at most 32 warps (WM * WN)");
  if (t->wn > 1 && !wgmma && attnBrReduces(k->m))
    return refuse(k, e,
                  "row reductions stay inside a warp, so a fold that reduces the columns has one "
                  "warp along them (w<WM>x1)");
  if (t->fm * t->fn > 64)
    return refuse(k, e, "a thread holds at most 256 sums of 4 an atom (FM * FN <= 64)");
  return true;
}

static bool readTile(const Tiler *k, const AttnScheduleEntry *e, AttnTileShape *t) {
  if (!attnParseTileShape(e->value, t))
    return refuse(k, e,
                  "expected n<N>[x<M>]/f<FN>[x<FM>] or a:<atom>/w<WM>x<WN>/f<FM>x<FN>[/k<BK>]");
  return t->tensor ? readAtom(k, e, &t->atom) : readScalar(k, e, &t->scalar);
}

static bool record(Tiler *k, const char *name, const AttnTileShape *t) {
  char text[96];
  attnPrintTileShape(t, text, sizeof text);
  if (attnScheduleSet(k->out, "TILE", name, text))
    return true;
  attnOpError(k->m->op, "has too many schedule entries");
  return false;
}

/// The tile that decides: pinned under its name or by a bare TILE, else `t` as it stands.
static const AttnScheduleEntry *primary(Tiler *k, const char *name, bool *ok) {
  const AttnScheduleEntry *e = pinned(k, "TILE", name);
  if (!e)
    e = pinned(k, "TILE", "");
  *ok = !e || readTile(k, e, &k->t);
  return e;
}

static bool primaryAs(Tiler *k, const char *name) {
  bool ok;
  primary(k, name, &ok);
  return ok && record(k, name, &k->t);
}

/// The atom's operand type is the one that `atom` found.
static bool checkType(const Tiler *k, const AttnScheduleEntry *e, const AttnTileShape *t,
                      const AttnBrAtom *atom) {
  char rule[96];
  if (!t->tensor || strcmp(t->atom.type, atom->type) == 0)
    return true;
  snprintf(rule, sizeof rule, "the atom multiplies %s, the operands are %s", t->atom.type,
           atom->type);
  return refuse(k, e, rule);
}

static void setType(AttnTileShape *t, const AttnBrAtom *atom) { attnTileSetAtom(t, atom->type); }

static int64_t roundUp(int64_t v, int64_t unit) { return ceilDiv(v, unit) * unit; }

/// Elements of a summed axis a step: k<BK> of its TILE, else whole up to ATTN_WHOLE_AXIS.
static int64_t atomChunk(int64_t extent, int bk) {
  int64_t whole = roundUp(atLeastOne(extent), 16);
  int64_t chunk = bk                          ? 16 * (int64_t)bk
                  : extent <= ATTN_WHOLE_AXIS ? whole
                                              : attnDefaultChunk(extent);
  return chunk < whole ? chunk : whole;
}

//===--- the other contractions -------------------------------------------===//

/// The tile of the axis that a contraction of the lift sums, and its k<BK>.
static void setInner(Tiler *k, const char *axis, AttnTileShape *t) {
  AttnBrAxis *a = &k->m->axes[attnBrAxisIndex(k->m, axis)];
  if (!t->tensor)
    return;
  a->tile = atomChunk(a->extent, t->atom.bk);
  t->atom.bk = (int)(a->tile / 16);
}

/// Columns of a contraction that is not the first: one tile where they fit.
static bool follow(Tiler *k, const AttnBrChannel *c) {
  AttnBrModel *m = k->m;
  AttnBrAxis *a = &m->axes[columnOf(m, c)];
  AttnTileShape t = k->t;
  int64_t cover = atLeastOne(a->extent), most = mostColumns(&k->t);
  if (cover > most) {
    cover = most;
    attnWarning(mlirOperationGetLocation(m->op),
                "axis '%s' has %ld elements, more than the %ld that stay in registers: everything "
                "the columns do not enter is computed once per %ld columns",
                a->name, (long)a->extent, (long)most, (long)most);
  }
  // A wgmma reads its right operand from slabs, whose rows are multiples of 32 bytes.
  bool wgmma = t.tensor && t.atom.family == ATTN_ATOM_WGMMA;
  attnTileSetColumns(&t, ceilDiv(wgmma ? roundUp(cover, 16) : cover, attnTileColumnUnit(&t)));
  AttnBrAtom atom;
  t.atom.bk = 0;
  if (t.tensor && !attnBrAtomOfChannel(m, c, &atom))
    return false; // not reached: all contractions were asked
  if (t.tensor)
    setType(&t, &atom);
  const AttnScheduleEntry *e = pinned(k, "TILE", channelName(c));
  if (e) {
    AttnTileShape p;
    if (!readTile(k, e, &p))
      return false;
    if (!attnTileSameRows(&p, &k->t))
      return refuse(k, e,
                    k->t.tensor ? "the rows are distributed as by the first contraction: the form, "
                                  "WM, WN and FM must be those of its TILE"
                                : "the rows are distributed as by the first contraction: N, M and "
                                  "FM must be those of its TILE");
    if (attnTileColumns(&p) < cover)
      return refuse(k, e,
                    k->t.tensor ? "its columns stay in one tile: 8 * WN * FN must cover the axis"
                                : "its columns stay in one tile: N * FN must cover the axis");
    if (!checkType(k, e, &p, &atom))
      return false;
    if (p.tensor && p.atom.bk && 16 * (int64_t)p.atom.bk != m->axes[m->fold].tile)
      return refuse(k, e, "it sums the whole tile of the fold axis: leave k<BK> out");
    t = p;
  }
  int64_t columns = attnTileColumns(&t);
  if (a->tile > 1 && a->tile != columns) {
    attnOpError(m->op, "contraction '%s' needs %ld columns of axis '%s' a tile, another one %ld",
                channelName(c), (long)columns, a->name, (long)a->tile);
    return false;
  }
  a->tile = columns;
  a->onGrid = a->tile < a->extent;
  return record(k, channelName(c), &t);
}

static bool tileFollowers(Tiler *k, const AttnBrChannel *first) {
  AttnBrModel *m = k->m;
  for (int i = 0; i < m->nChannels; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    if (c == first || !isContraction(c) || (first && columnOf(m, c) == columnOf(m, first)))
      continue;
    if (!follow(k, c))
      return false;
  }
  return true;
}

/// The contractions of the lift behind the first.
static bool followLift(Tiler *k) {
  const char *first = liftContraction(k->m, 0), *name;
  for (int i = 1; (name = liftContraction(k->m, i)); ++i) {
    if (strcmp(name, first) == 0)
      continue;
    const AttnScheduleEntry *e = pinned(k, "TILE", name);
    AttnTileShape t = k->t;
    t.atom.bk = 0;
    AttnBrAtom atom = {.rule = ""};
    if (t.tensor && !attnBrAtomOfLift(k->m, liftOp(k->m, i), &atom))
      return false; // not reached, as above
    if (t.tensor)
      setType(&t, &atom);
    if (e && !readTile(k, e, &t))
      return false;
    if (!attnTileSameRows(&t, &k->t) || attnTileColumns(&t) != attnTileColumns(&k->t))
      return refuse(k, e,
                    "it has the rows and columns of the first contraction: TILE must be the "
                    "same");
    if (e && !checkType(k, e, &t, &atom))
      return false;
    setInner(k, name, &t);
    if (!record(k, name, &t))
      return false;
  }
  return true;
}

//===--- kinds ------------------------------------------------------------===//

static int64_t batchOf(const AttnBrModel *m) {
  int64_t n = 1;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_BATCH)
      n *= atLeastOne(attnBrHint(m, i));
  return n;
}

/// What no pin decides: atoms where they are possible.
static void startContraction(Tiler *k, int64_t cols, int64_t wide, bool fold) {
  const AttnBrModel *m = k->m;
  int64_t rows = m->row >= 0 ? attnBrHint(m, m->row) : 1;
  k->t = (AttnTileShape){.scalar = attnDefaultContractTile(rows, cols, wide)};
  if (!attnBrAtomOfAll(m, &k->atom) || !attnDefaultAtoms())
    return;
  AttnAtomProblem p = {.rows = rows, .cols = cols, .wide = wide, .batch = batchOf(m)};
  p.bulk = m->bulk;
  for (int i = 0; i < m->nChannels; ++i)
    p.masked |= m->channels[i].nKeeps > 0;
  k->t.tensor = true;
  k->t.atom =
      fold && !attnBrReduces(m) ? attnDefaultFoldAtomTile(rows, cols) : attnDefaultAtomTile(&p);
}

/// What two warpgroups side by side (w1x2) ask. Each takes two of every four steps of a summed
/// axis, and its columns begin at a panel of a slab (64 elements).
static bool canStandSideBySide(const Tiler *k, const AttnScheduleEntry *e) {
  const AttnBrModel *m = k->m;
  const AttnBrChannel *c = firstContraction(m);
  if (!attnTileIsWgmma(&k->t) || k->t.atom.wn == 1)
    return true;
  if (!c)
    return refuse(k, e,
                  "warpgroups side by side (w1x2) share the columns of a contraction that "
                  "sums the scores");
  const char *name;
  for (int i = 0; (name = liftContraction(m, i)); ++i) {
    const AttnBrAxis *inner = &m->axes[attnBrAxisIndex(m, name)];
    bool whole = i > 0 || atomChunk(inner->extent, k->t.atom.bk) == inner->extent;
    if (inner->extent % 64 != 0 || !whole)
      return refuse(k, e,
                    "warpgroups side by side (w1x2) share a summed axis that is whole "
                    "(k<BK>) and a multiple of 64");
  }
  int64_t columns = m->axes[columnOf(m, c)].extent, most = mostColumns(&k->t);
  if (columns % 128 != 0 || (columns > most && columns % most != 0))
    return refuse(k, e, "warpgroups side by side (w1x2) have a multiple of 64 columns each");
  return true;
}

static bool tileLiftContraction(Tiler *k) {
  AttnBrModel *m = k->m;
  AttnBrAxis *fold = &m->axes[m->fold];
  startContraction(k, attnBrHint(m, m->fold), widest(m), false);
  bool ok;
  const char *name = liftContraction(m, 0);
  const AttnScheduleEntry *e = primary(k, name, &ok);
  AttnBrAtom atom = {.rule = ""};
  if (!ok)
    return false;
  if (k->t.tensor)
    attnBrAtomOfLift(m, liftOp(m, 0), &atom);
  if (e && !checkType(k, e, &k->t, &atom))
    return false;
  if (k->t.tensor)
    setType(&k->t, &atom);
  if (!canStandSideBySide(k, e))
    return false;
  fold->tile = attnTileSummedColumns(&k->t);
  if (k->t.tensor && firstContraction(m) && fold->tile % 16 != 0)
    return e ? refuse(k, e,
                      "the columns are what another contraction sums, 16 at a time: WN * FN must "
                      "be even")
             : false;
  setInner(k, name, &k->t);
  return record(k, name, &k->t) && followLift(k) && tileFollowers(k, NULL);
}

static bool tileFoldContraction(Tiler *k) {
  AttnBrModel *m = k->m;
  const AttnBrChannel *first = firstContraction(m);
  AttnBrAxis *column = &m->axes[columnOf(m, first)], *fold = &m->axes[m->fold];
  startContraction(k, attnBrHint(m, columnOf(m, first)), first->twisted ? widest(m) : 0,
                   !first->twisted);
  if (first->twisted && column->extent <= ATTN_WHOLE_AXIS)
    attnTileSetColumns(&k->t, ceilDiv(atLeastOne(column->extent), attnTileColumnUnit(&k->t)));
  if (m->merges && !k->t.tensor)
    attnDefaultMergeTile(batchOf(m) * (m->row >= 0 ? attnBrHint(m, m->row) : 1), &k->t.scalar);
  bool ok;
  const AttnScheduleEntry *e = primary(k, channelName(first), &ok);
  AttnBrAtom atom = {.rule = ""};
  if (!ok)
    return false;
  if (k->t.tensor)
    attnBrAtomOfChannel(m, first, &atom);
  if (e && !checkType(k, e, &k->t, &atom))
    return false;
  column->tile = attnTileColumns(&k->t);
  column->onGrid = true;
  if (k->t.tensor) {
    setType(&k->t, &atom);
    int64_t chunk = k->t.atom.bk ? 16 * (int64_t)k->t.atom.bk : attnDefaultChunk(fold->extent);
    int64_t whole = roundUp(atLeastOne(fold->extent), 16);
    fold->tile = chunk < whole ? chunk : whole;
    k->t.atom.bk = (int)(fold->tile / 16);
  } else {
    int64_t chunk = attnDefaultChunk(fold->extent), whole = atLeastOne(fold->extent);
    fold->tile = roundUp(fold->symbol < 0 && whole < chunk ? whole : chunk, k->t.scalar.n);
  }
  return record(k, channelName(first), &k->t) && tileFollowers(k, first);
}

static bool tilePlainFold(Tiler *k) {
  AttnBrModel *m = k->m;
  int64_t rows = m->row >= 0 ? attnBrHint(m, m->row) : 1;
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
  k->t.scalar = attnDefaultFoldTile(rows, attnBrHint(m, m->fold), foldContiguous);
  snprintf(k->atom.rule, sizeof k->atom.rule, "it has no contraction");
  if (!primaryAs(k, m->axes[m->fold].name))
    return false;
  m->axes[m->fold].tile = attnTileColumns(&k->t);
  return true;
}

static bool tileMap(Tiler *k) {
  AttnBrModel *m = k->m;
  AttnBrAxis *column = NULL;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN)
      column = &m->axes[i];
  k->t.scalar = attnDefaultMapTile(m->row >= 0 ? attnBrHint(m, m->row) : 0,
                                   column ? attnBrHint(m, (int)(column - m->axes)) : 1);
  if (!column) { // a single element
    k->t.scalar = (AttnScalarTile){32, 1, 1, 1};
    return primaryAs(k, SINGLE);
  }
  if (!primaryAs(k, column->name))
    return false;
  column->tile = attnTileColumns(&k->t);
  column->onGrid = true;
  return true;
}

/// Chunks of the axes summed by contractions of the lift (those of atoms stand already).
static void tileInner(Tiler *k) {
  AttnBrModel *m = k->m;
  for (int i = 0; i < m->nAxes && !k->t.tensor; ++i) {
    AttnBrAxis *a = &m->axes[i];
    if (a->use == ATTN_INNER)
      a->tile = a->extent <= ATTN_WHOLE_AXIS ? atLeastOne(a->extent) : attnDefaultChunk(a->extent);
  }
  // An operand that is computed is a distributed value: its columns come in multiples of N.
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.contract") || k->t.tensor)
      continue;
    bool loads = true;
    for (int i = 0; i < 2; ++i)
      loads &= attnIs(attnDef(attnBrStripWiden(mlirOperationGetOperand(op, i))), "carrier.element");
    AttnBrAxis *a = &m->axes[attnBrAxisIndex(m, attnAttrStr(op, "axis"))];
    if (!loads)
      a->tile = roundUp(a->tile, k->t.scalar.n);
  }
}

//===--- other keys -------------------------------------------------------===//

/// MASK: are tiles classified whose masks compare data?
static bool maskKey(Tiler *k) {
  AttnBrModel *m = k->m;
  const char *fold = m->isMap ? "" : m->axes[m->fold].name;
  const AttnScheduleEntry *e = pinned(k, "MASK", fold);
  if (!e)
    e = pinned(k, "MASK", "");
  bool can = attnBrHasTests(m);
  if (e && !can)
    e = setAside(k, e,
                 "no mask here is decided at run time: each is a conjunction of constraints on "
                 "coordinates, or depends on a contraction");
  m->testTiles = can && !(e && strcmp(e->value, "elements") == 0);
  return !can || attnScheduleSet(k->out, "MASK", fold, m->testTiles ? "tiles" : "elements");
}

static const AttnScheduleEntry *pinnedAtFold(Tiler *k, const char *key) {
  const AttnScheduleEntry *e = k->m->isMap ? NULL : pinned(k, key, k->m->axes[k->m->fold].name);
  return e ? e : pinned(k, key, "");
}

/// WALK: which end the stream begins at.
static bool walkKey(Tiler *k) {
  AttnBrModel *m = k->m;
  const AttnScheduleEntry *e = pinnedAtFold(k, "WALK");
  if (e && m->isMap)
    e = setAside(k, e, "a map has no stream");
  else if (e && m->testTiles && strcmp(e->value, "down") == 0)
    e = setAside(k, e, "the tiles to be visited are listed at run time, from the first one");
  m->down = e && strcmp(e->value, "down") == 0;
  return !e || attnScheduleSet(k->out, "WALK", m->axes[m->fold].name, e->value);
}

/// RESCALE: when states get another reference. Decided once MATH is.
static bool rescaleKey(Tiler *k) {
  AttnBrModel *m = k->m;
  const AttnScheduleEntry *e = pinnedAtFold(k, "RESCALE");
  bool lazy = e && strcmp(e->value, "lazy") == 0, vote = e && strcmp(e->value, "vote") == 0;
  bool twisted = false, accumulates = false;
  for (int i = 0; i < m->nChannels; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    twisted |= c->twisted;
    accumulates |=
        c->twisted && c->contracted && mlirTypeEqual(c->type, m->channels[c->pivot].type);
  }
  const char *rule = !twisted ? "no state here is rescaled" : NULL;
  if (lazy)
    rule = m->isMap ? "a map has no states" : attnBrLazyRule(m, m->math != ATTN_MATH_EXP);
  else if (vote && !accumulates)
    rule = "no accumulator of a contraction is rescaled here";
  if (e && rule)
    e = setAside(k, e, rule);
  bool wgmma = k->t.tensor && k->t.atom.family == ATTN_ATOM_WGMMA;
  m->lazy = e && lazy;
  m->votes = e ? lazy || vote : accumulates && wgmma && attnDefaultVotes(widest(m), k->t.atom.wn);
  if (!e && m->votes)
    return attnScheduleSet(k->out, "RESCALE", m->axes[m->fold].name, "vote");
  return !e || attnScheduleSet(k->out, "RESCALE", m->axes[m->fold].name, e->value);
}

/// MATH: how exponentials and what belongs to them are computed.
static void mathKey(Tiler *k) {
  AttnBrModel *m = k->m;
  const AttnScheduleEntry *e = pinned(k, "MATH", "");
  AttnMath math = ATTN_MATH_EXP;
  const char *rule = e && attnParseMath(e->value, &math) ? attnBrMathRule(m, math) : NULL;
  if (rule)
    e = setAside(k, e, rule);
  bool base2 = k->t.tensor && attnDefaultExp2(widest(m)) && !attnBrMathRule(m, ATTN_MATH_EXP2);
  m->math = e ? math : base2 ? ATTN_MATH_EXP2 : ATTN_MATH_EXP;
  if (e || m->math)
    attnScheduleSet(k->out, "MATH", "", attnMathNames[m->math]);
}

static bool otherKeys(Tiler *k) {
  const AttnScheduleEntry *e = pinned(k, "GRID", "");
  if (e)
    attnScheduleSet(k->out, "GRID", "", e->value);
  mathKey(k);
  if (!maskKey(k) || !walkKey(k))
    return false;
  if (k->m->isMap)
    return true;
  e = pinned(k, "PACK", "");
  if (e && (strcmp(e->value, "rows") == 0) != k->m->packed)
    e = setAside(k, e,
                 k->m->packed ? "attn-pack, which comes first, has packed it"
                              : "attn-pack, which comes first, has packed nothing here");
  if (e)
    attnScheduleSet(k->out, "PACK", "", e->value);
  for (int bare = 0; bare < 2; ++bare) {
    e = pinned(k, "REDUCE", bare ? "" : k->m->axes[k->m->fold].name);
    if (e && bare && k->m->merges)
      e = setAside(k, e, "it merges the states of a fold that has been split");
    AttnReduceSplit r;
    if (e && (!attnParseReduce(e->value, &r) || r.block > 1 || r.registers > 1))
      return refuse(k, e,
                    "not supported by this version: a fold axis split over threads or "
                    "accumulators");
    if (e && r.grid != k->m->parts && r.grid > 1)
      return refuse(k, e, "attn-split, which has to come first, has not split it so");
    if (e)
      attnScheduleSet(k->out, "REDUCE", k->m->axes[k->m->fold].name, e->value);
  }
  return true;
}

/// Has the op an axis or a contraction of that name? Everything has one without a name.
static bool hasPlace(const AttnBrModel *m, const char *name) {
  bool has = !*name || attnBrAxisIndex(m, name) >= 0;
  for (int i = 0; i < m->nChannels && !has; ++i)
    has = strcmp(channelName(&m->channels[i]), name) == 0;
  return has;
}

bool attnBrConcerns(const AttnBrModel *m, const AttnScheduleEntry *e) {
  bool contracts = liftContraction(m, 0) || firstContraction(m);
  bool folds = !m->isMap && (!*e->axis || strcmp(e->axis, m->axes[m->fold].name) == 0);
  AttnMath math;
  AttnGrid grid = {0};
  if (strcmp(e->key, "MATH") == 0)
    return attnParseMath(e->value, &math) && !attnBrMathRule(m, math);
  if (strcmp(e->key, "MASK") == 0)
    return folds && attnBrHasTests(m);
  if (strcmp(e->key, "PACK") == 0)
    return folds && (strcmp(e->value, "rows") == 0) == m->packed;
  if (strcmp(e->key, "REDUCE") == 0)
    return folds && (*e->axis || !m->merges);
  if (strcmp(e->key, "ROLE") == 0 || strcmp(e->key, "WALK") == 0)
    return folds;
  if (strcmp(e->key, "RESCALE") == 0) {
    bool twisted = false;
    for (int i = 0; i < m->nChannels; ++i)
      twisted |= m->channels[i].twisted;
    return folds && twisted;
  }
  if (strcmp(e->key, "PLACE") == 0)
    return !m->isMap;
  if (strcmp(e->key, "GRID") == 0)
    return contracts || !attnParseGrid(e->value, &grid) ||
           !(grid.persistent || grid.longestFirst || grid.raster);
  if (strcmp(e->key, "TILE") == 0)
    return hasPlace(m, e->axis) || strcmp(e->axis, SINGLE) == 0;
  return contracts && hasPlace(m, e->axis); // STAGE, HOLD
}

bool attnBrTile(AttnBrModel *m, const AttnSchedule *pins, AttnBrPin *fates, AttnSchedule *out) {
  Tiler k = {.m = m, .pins = pins, .fates = fates, .out = out};
  bool ok = m->isMap                ? tileMap(&k)
            : liftContraction(m, 0) ? tileLiftContraction(&k)
            : firstContraction(m)   ? tileFoldContraction(&k)
                                    : tilePlainFold(&k);
  if (!ok || !otherKeys(&k))
    return false;
  if (m->row >= 0) {
    m->axes[m->row].tile = attnTileRows(&k.t);
    m->axes[m->row].onGrid = true;
  }
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_BATCH && m->axes[i].role == ATTN_AXIS_FREE)
      m->axes[i].tile = 1, m->axes[i].onGrid = true;
  if (m->spread >= 0) {
    AttnBrAxis *a = &m->axes[m->spread];
    a->tile = roundUp(a->extent, attnTileColumnUnit(&k.t));
  }
  tileInner(&k);
  if (m->math)
    attnBrBaseTwo(m);
  return rescaleKey(&k);
}
