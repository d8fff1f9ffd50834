//===- BracketVisit.c - Lists of the fold tiles that are visited ----------===//
// See Bracket.h.
//
// Where masks are decided for tiles at run time (BracketTest.c), small kernels in front of the fold
// list, for each row tile, the fold tiles that it visits:
//
//   n1, n2, n3 [batch, row tile]    tiles [batch, row tile, fold tiles]
//
//   tiles   all fold tiles: n1 that can have something and lie in front of the first one of which
//           everything is kept; up to n2, all those of which everything is kept; up to n3, the
//           others that can have something; the empty ones. Each group upward.
//
// and the fold goes along the list in place of the axis,
//
//   for p in [0, n1), [n1, n2), [n2, n3):  the fold tile at tiles[p]      partial, full, partial
//
// so an empty tile costs nothing, wherever it lies, and one that is kept whole has no mask. With
// sorted documents that is the order of the axis.
//
// BOUNDS, one kernel <name>_tiles, a warp for each row tile, lanes along the fold tiles:
//
//   for places p of a fold tile:  y.least, y.most of each fold tile      integers along the fold
//   axis x.least, x.most                                                      along the rows
//   classes of all fold tiles, their order                               tile.order
//
// DENSE, <name>_classes, a warp for each pair of tiles, which looks at every element once, then
// <name>_tiles with its classes. Behind them <name>_ranks (BracketRanks.c) where the schedule asks
// for the longest streams first.
//
//===----------------------------------------------------------------------===//
#include "Passes/BracketVisit.h"
#include "Schedule/Layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  COUNTS = 3,      ///< results behind the list
  GROUPS = 4,      ///< of the list
  WIDTH = 512,     ///< fold tiles that a warp looks at at a time
  REGISTERS = 128, ///< elements a lane reads at a time
};

typedef enum ClassNumber { EMPTY = 0, PARTIAL = 1, FULL = 2 } ClassNumber;

static int64_t roundUp(int64_t v, int64_t unit) { return (v + unit - 1) / unit * unit; }

//===--- classes that are there -------------------------------------------===//

/// As <name>_classes left them.
static AttnTile classesRead(AttnVisitor *v, MlirOperation classes) {
  AttnBrEmit *e = &v->e;
  MlirContext ctx = v->m->ctx;
  int grid[ATTN_BR_MAX_AXES], n = attnBvGrid(v, true, grid);
  const char *names[ATTN_BR_MAX_AXES];
  MlirValue operands[ATTN_BR_MAX_AXES + 1] = {mlirOperationGetResult(classes, 0)};
  AttnTile t = {.rank = 1, .axes = {v->foldTiles}};
  for (int i = 0; i < n; ++i) {
    names[i] = v->n.axes[grid[i]].name;
    operands[i + 1] = e->origins[grid[i]];
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "over", attnStrs(ctx, n, names)),
      attnNamed(ctx, "map", attnMapAttr(mlirAffineMapMultiDimIdentityGet(ctx, n))),
      attnNamed(ctx, "axes", attnBrAxesAttr(e, &t))};
  t.value = attnBuild(&e->scope->at, "tile.load", n + 1, operands,
                      attnBrTileType(e, &t, attnBvI32(v->m)), 3, attrs);
  return attnBvOverTiles(v, t);
}

//===--- the list ---------------------------------------------------------===//

/// A tile over the fold tiles: what `of` gives for (class, tile number, first full tile).
static AttnTile perTile(AttnVisitor *v, AttnTile class, const AttnTile *first,
                        MlirValue (*of)(const AttnBuilder *, MlirValue, MlirValue, MlirValue)) {
  AttnBrMap map;
  if (v->e.failed || !attnBrMapOpen(&v->e, ATTN_AXIS(v->foldTiles), 0, NULL, NULL, &map))
    return (AttnTile){0};
  MlirValue none = attnConstInt(&map.in, attnBvI32(v->m), INT32_MAX);
  MlirValue c = attnBrMapElement(&map, class);
  MlirValue t = attnCast(&map.in, attnBrMapCoord(&map, v->foldTiles), attnBvI32(v->m));
  MlirValue at = first ? attnBrMapElement(&map, *first) : none;
  return attnBvOverTiles(v, attnBrMapClose(&map, of(&map.in, c, t, at)));
}

static MlirValue isClass(const AttnBuilder *b, MlirValue class, ClassNumber n) {
  return attnCmpi(b, 0, class, attnConstInt(b, mlirValueGetType(class), n));
}

static MlirValue fullAt(const AttnBuilder *b, MlirValue class, MlirValue t, MlirValue none) {
  return attnSelect(b, isClass(b, class, FULL), t, none);
}

/// 0: in front of the first full one; 1: full; 2: behind it; 3: empty.
static MlirValue groupOf(const AttnBuilder *b, MlirValue class, MlirValue t, MlirValue first) {
  MlirType i32 = mlirValueGetType(class);
  MlirValue zero = attnConstInt(b, i32, 0), one = attnConstInt(b, i32, 1);
  MlirValue partial = attnSelect(b, attnCmpi(b, 2, t, first), zero, attnConstInt(b, i32, 2));
  MlirValue some = attnSelect(b, isClass(b, class, FULL), one, partial);
  return attnSelect(b, isClass(b, class, EMPTY), attnConstInt(b, i32, GROUPS - 1), some);
}

/// count + how many tiles lie in the groups up to `last`.
static AttnTile countUpTo(AttnVisitor *v, AttnTile count, AttnTile group, int64_t last) {
  AttnBrMap map;
  if (v->e.failed || !attnBrMapOpen(&v->e, ATTN_AXIS(v->foldTiles), 0, NULL, NULL, &map))
    return (AttnTile){0};
  const AttnBrAxis *tiles = &v->n.axes[v->foldTiles];
  MlirType i32 = attnBvI32(v->m);
  MlirValue in =
      attnCmpi(&map.in, 3, attnBrMapElement(&map, group), attnConstInt(&map.in, i32, last));
  if (tiles->extent % tiles->tile != 0)
    in = attnBvBoth(&map.in, in,
                    attnCmpi(&map.in, 2, attnBrMapCoord(&map, v->foldTiles),
                             attnBrExtent(&v->n, &map.in, v->foldTiles)));
  AttnTile one = attnBrMapClose(&map, attnBuild1(&map.in, "arith.extui", in, i32));
  one = attnBrReduce(&v->e, "add", v->foldTiles, attnBvOverTiles(v, one));
  return attnBvJoined(v, "add", count, one);
}

static AttnTile constant(AttnVisitor *v, int64_t value) {
  MlirType i32 = attnBvI32(v->m);
  return attnBrFill(&v->e, 0, mlirIntegerAttrGet(i32, value), i32);
}

/// tile.order: where the tiles of each group go, from `begin` of the group on.
static void storeOrder(AttnVisitor *v, AttnTile group, const AttnTile *begin) {
  AttnBrEmit *e = &v->e;
  MlirContext ctx = v->m->ctx;
  AttnBrMap map;
  if (e->failed || !attnBrMapOpen(e, ATTN_AXIS(v->foldTiles), 0, NULL, NULL, &map))
    return;
  MlirValue g = attnBrMapElement(&map, group), at = {NULL};
  for (int i = GROUPS; i-- > 0;) {
    MlirValue x = attnBrMapElement(&map, begin[i]);
    MlirValue is = attnCmpi(&map.in, 0, g, attnConstInt(&map.in, attnBvI32(v->m), i));
    at = at.ptr ? attnSelect(&map.in, is, x, at) : x;
  }
  AttnTile from = attnBvOverTiles(v, attnBrMapClose(&map, at));
  const char *names[ATTN_BR_MAX_AXES];
  MlirValue operands[ATTN_BR_MAX_AXES + 2] = {group.value, from.value};
  MlirAffineExpr exprs[ATTN_BR_MAX_AXES];
  int n = v->kernel.nGrid;
  for (int i = 0; i <= n; ++i) {
    int axis = i < n ? v->kernel.grid[i] : v->foldTiles;
    names[i] = v->n.axes[axis].name;
    operands[i + 2] = e->origins[axis];
    exprs[i] = mlirAffineDimExprGet(ctx, i);
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "result", attnI64(ctx, 0)),
      attnNamed(ctx, "over", attnStrs(ctx, n + 1, names)),
      attnNamed(ctx, "map", attnMapAttr(mlirAffineMapGet(ctx, n + 1, 0, n + 1, exprs))),
      attnNamed(ctx, "axes", attnBrAxesAttr(e, &group)),
      attnNamed(ctx, "keys", attnI64(ctx, GROUPS))};
  attnBuildOp(&e->scope->at, &(AttnOpDesc){.name = "tile.order",
                                           .nOperands = n + 3,
                                           .operands = operands,
                                           .nAttrs = 5,
                                           .attrs = attrs});
}

/// The classes of the fold tiles at the origin.
static AttnTile classesAt(AttnVisitor *v) {
  return mlirOperationIsNull(v->m->classes) ? attnBvClassesOfBounds(v)
                                            : classesRead(v, v->m->classes);
}

/// The least of `first` and the first tile that is kept whole.
static AttnTile firstFull(AttnVisitor *v, AttnTile first, AttnTile class) {
  AttnTile at = perTile(v, class, NULL, fullAt);
  if (!v->e.failed)
    at = attnBrReduce(&v->e, "min", v->foldTiles, at);
  return attnBvJoined(v, "min", first, at);
}

/// A loop over so many fold tiles at a time as lanes and registers hold, with rank-0 states.
typedef struct TileLoop {
  AttnBuilder after;
  AttnBrScope scope;
  MlirOperation loop;
} TileLoop;

static void beginTiles(AttnVisitor *v, TileLoop *l, int n, AttnTile *states) {
  AttnBrEmit *e = &v->e;
  AttnBuilder *at = &e->scope->at, body;
  MlirValue inits[1 + GROUPS], args[1 + GROUPS], iv;
  for (int i = 0; i < n; ++i)
    inits[i] = states[i].value;
  l->loop =
      attnBuildFor(at, e->zero, attnBrExtent(&v->n, at, v->foldTiles),
                   attnConstIndex(at, v->n.axes[v->foldTiles].tile), n, inits, &body, &iv, args);
  l->after = *at;
  *at = attnBuilderBefore(l->loop);
  attnBrPush(e, &l->scope, body, ATTN_AXIS(v->foldTiles));
  e->origins[v->foldTiles] = iv;
  for (int i = 0; i < n; ++i)
    states[i].value = args[i];
}

static void endTiles(AttnVisitor *v, TileLoop *l, int n, AttnTile *states) {
  MlirValue yields[1 + GROUPS];
  for (int i = 0; i < n; ++i)
    yields[i] = states[i].value;
  if (!v->e.failed)
    attnBuildYield(&l->scope.at, "scf.yield", n, yields);
  attnBrPop(&v->e);
  v->e.scope->at = l->after;
  v->e.origins[v->foldTiles] = v->e.zero;
  for (int i = 0; i < n; ++i)
    states[i].value = mlirOperationGetResult(l->loop, i);
}

/// The list of one row tile. Where the fold tiles do not fit into a warp, two loops: counts first.
static void list(AttnVisitor *v) {
  bool loops = attnBvMostTiles(v->m, v->m->fold) > v->n.axes[v->foldTiles].tile;
  TileLoop loop;
  AttnTile state[1 + GROUPS], class = {0}, group = {0}; // the first full tile, then counts
  state[0] = constant(v, INT32_MAX);
  for (int i = 1; i <= COUNTS; ++i)
    state[i] = constant(v, 0);
  if (loops)
    beginTiles(v, &loop, 1 + COUNTS, state);
  class = classesAt(v);
  state[0] = firstFull(v, state[0], class);
  group = perTile(v, class, &state[0], groupOf);
  for (int i = 0; i < COUNTS; ++i)
    state[1 + i] = countUpTo(v, state[1 + i], group, i);
  if (loops)
    endTiles(v, &loop, 1 + COUNTS, state);
  for (int i = 0; i < COUNTS && !v->e.failed; ++i)
    attnBrStore(&v->e, state[1 + i], 1 + i, attnBvResultMap(v));
  AttnTile begin[GROUPS], next[GROUPS];
  for (int i = 0; i < GROUPS; ++i)
    begin[i] = i ? state[i] : constant(v, 0);
  if (v->e.failed || !loops) {
    storeOrder(v, group, begin);
    return;
  }
  beginTiles(v, &loop, GROUPS, begin);
  group = perTile(v, classesAt(v), &state[0], groupOf);
  storeOrder(v, group, begin);
  for (int i = 0; i < GROUPS; ++i) // up to i, less up to i - 1
    next[i] = countUpTo(v, begin[i], group, i);
  for (int i = GROUPS; i-- > 1;) {
    AttnTile up = countUpTo(v, constant(v, 0), group, i - 1);
    AttnBrMap map;
    if (v->e.failed || !attnBrMapOpen(&v->e, 0, 0, NULL, NULL, &map))
      break;
    next[i] =
        attnBrMapClose(&map, attnBuild2(&map.in, "arith.subi", attnBrMapElement(&map, next[i]),
                                        attnBrMapElement(&map, up)));
  }
  endTiles(v, &loop, GROUPS, next);
}

/// <name>_tiles
static MlirOperation tilesKernel(AttnVisitor *v, const char *name) {
  const AttnBrModel *m = v->m;
  const AttnBrAxis *fold = &m->axes[m->fold];
  bool dense = !mlirOperationIsNull(m->classes);
  int64_t width = roundUp(attnBvMostTiles(m, m->fold), ATTN_BV_LANES), chunk = fold->tile;
  width = width > WIDTH ? WIDTH : width;
  v->n = *m;
  v->n.info = NULL, v->n.nInfo = v->n.capInfo = 0;
  v->rowTiles = attnBvAddAxis(v, 0, "tiles", m->row, attnBvCountOf(m, m->row, 1, ATTN_BATCH));
  v->foldTiles = attnBvAddAxis(v, 1, "tiles", m->fold, attnBvCountOf(m, m->fold, width, ATTN_ROW));
  while (chunk > 4 && (fold->tile % chunk != 0 || chunk * (width / ATTN_BV_LANES) > REGISTERS))
    --chunk;
  AttnBrAxis place = {.role = ATTN_AXIS_CONTRACT,
                      .extent = fold->tile,
                      .symbol = -1,
                      .use = ATTN_STREAM,
                      .tile = chunk};
  v->place = attnBvAddAxis(v, 2, "places", m->fold, place);
  AttnAxisSet kept = m->visitAxes;
  if (!dense && m->row >= 0) {
    kept |= ATTN_AXIS(m->row);
    v->n.axes[m->row].role = ATTN_AXIS_CONTRACT;
    v->n.axes[m->row].tile = roundUp(m->axes[m->row].tile, ATTN_BV_LANES);
  }
  attnBvDropAxes(v, kept);
  if (dense)
    v->n.axes[v->place].tile = 0;
  if (m->row >= 0)
    v->n.axes[m->row].onGrid = false;
  v->block = mlirBlockCreate(0, NULL, NULL);
  v->n.body = v->block;
  attnBvOpenLists(v, false);
  if (m->row >= 0)
    v->e.origins[m->row] =
        attnBvScaled(&v->e.scope->at, v->e.origins[v->rowTiles], m->axes[m->row].tile);
  list(v);
  char schedule[160];
  snprintf(schedule, sizeof schedule, "TILE@%s=n%dx1/f%ldx1", v->names[1], ATTN_BV_LANES,
           (long)(width / ATTN_BV_LANES));
  MlirType count = attnBvResultType(v, 0),
           types[] = {attnBvResultType(v, v->n.axes[v->foldTiles].extent), count, count, count};
  MlirOperation op = attnBvClose(v, name, "tiles", schedule, COUNTS + 1, types);
  mlirBlockDestroy(v->block);
  attnMapFree(&v->moved);
  attnBrFree(&v->n);
  return op;
}

//===--- every element ----------------------------------------------------===//

/// Of the elements of some rows: is one kept by the shared conjuncts, or all by all of them.
static AttnTile lookAt(AttnVisitor *v, bool some, MlirValue foldOrigin, MlirValue rowOrigin) {
  const AttnBrModel *m = v->m;
  MlirValue roots[ATTN_BR_MAX_TESTS], scalars[ATTN_BR_MAX_TESTS];
  AttnAxisSet axes = ATTN_AXIS(m->fold) | (m->row >= 0 ? ATTN_AXIS(m->row) : 0);
  AttnBrMap map;
  int n = 0;
  for (int i = 0; i < v->tests.n; ++i)
    if (!some || v->tests.t[i].shared)
      roots[n++] = v->tests.t[i].v;
  if (v->e.failed || !attnBrMapOpen(&v->e, axes, n, roots, scalars, &map))
    return (AttnTile){0};
  MlirValue keep = attnBvTruth(&map.in, some || !v->tests.unknown);
  for (int i = 0; i < n; ++i)
    keep = attnBvBoth(&map.in, keep, scalars[i]);
  // What lies beyond the tile decides nothing; a ragged last tile is not kept whole.
  bool tail = !some && attnBvHasTail(m);
  MlirValue in = {NULL}, column = attnBvInside(v, &map, m->fold, foldOrigin, m->axes[m->fold].tile);
  if (m->row >= 0)
    in = attnBvInside(v, &map, m->row, rowOrigin, m->axes[m->row].tile);
  in = attnBvBoth(&map.in, in, column);
  if (in.ptr)
    keep = attnSelect(&map.in, in, keep, attnBvTruth(&map.in, !some));
  if (tail) {
    MlirValue last = attnBuild2(&map.in, "arith.addi", foldOrigin,
                                attnConstIndex(&map.in, m->axes[m->fold].tile));
    keep = attnBvBoth(&map.in, keep,
                      attnCmpi(&map.in, 3, last, attnBrExtent(&v->n, &map.in, m->fold)));
  }
  AttnTile t = attnBrMapClose(&map, keep);
  const char *monoid = some ? "or" : "and";
  if (m->row >= 0) // registers first
    t = attnBrReduce(&v->e, monoid, m->row, t);
  return attnBrReduce(&v->e, monoid, m->fold, t);
}

/// <name>_classes
static MlirOperation classesKernel(AttnVisitor *v, const char *name) {
  const AttnBrModel *m = v->m;
  v->n = *m; // the values' dependences are shared
  v->rowTiles = attnBvAddAxis(v, 0, "tiles", m->row, attnBvCountOf(m, m->row, 1, ATTN_BATCH));
  v->foldTiles = attnBvAddAxis(v, 1, "tiles", m->fold, attnBvCountOf(m, m->fold, 1, ATTN_BATCH));
  AttnAxisSet kept = m->visitAxes | ATTN_AXIS(m->fold);
  AttnBrAxis *fold = &v->n.axes[m->fold];
  fold->tile = roundUp(fold->tile, ATTN_BV_LANES);
  fold->role = ATTN_AXIS_CONTRACT;
  int64_t rows = 1, step = 1;
  if (m->row >= 0) {
    kept |= ATTN_AXIS(m->row);
    rows = m->axes[m->row].tile;
    step = REGISTERS / (fold->tile / ATTN_BV_LANES);
    step = step < 1 ? 1 : step > rows ? rows : step;
    v->n.axes[m->row].tile = step;
    v->n.axes[m->row].onGrid = false;
  }
  attnBvDropAxes(v, kept);
  attnBvOpenLists(v, true);
  AttnBrEmit *e = &v->e;
  AttnBuilder *at = &e->scope->at, body;
  MlirContext ctx = m->ctx;
  MlirType i1 = mlirIntegerTypeGet(ctx, 1);
  MlirValue foldOrigin = attnBvScaled(at, e->origins[v->foldTiles], m->axes[m->fold].tile);
  MlirValue first = attnBvScaled(at, e->origins[v->rowTiles], rows), args[2], iv, inits[2];
  e->origins[m->fold] = foldOrigin;
  AttnTile state = {.rank = 0}, ends[2];
  for (int i = 0; i < 2; ++i)
    inits[i] = attnBrFill(e, 0, mlirIntegerAttrGet(i1, i), i1).value;
  MlirValue end = attnBuild2(at, "arith.addi", first, attnConstIndex(at, rows));
  MlirOperation loop =
      attnBuildFor(at, first, end, attnConstIndex(at, step), 2, inits, &body, &iv, args);
  AttnBuilder after = *at;
  *at = attnBuilderBefore(loop);
  AttnBrScope scope;
  attnBrPush(e, &scope, body, m->row >= 0 ? ATTN_AXIS(m->row) : 0);
  if (m->row >= 0)
    e->origins[m->row] = iv;
  for (int i = 0; i < 2 && !e->failed; ++i) {
    AttnTile t = lookAt(v, i == 0, foldOrigin, first);
    state.value = args[i];
    ends[i] = attnBvJoined(v, i ? "and" : "or", state, t);
    args[i] = ends[i].value;
  }
  if (!e->failed)
    attnBuildYield(&scope.at, "scf.yield", 2, args);
  attnBrPop(e);
  e->scope->at = after;
  AttnBrMap map;
  AttnTile number = {0};
  if (!e->failed && attnBrMapOpen(e, 0, 0, NULL, NULL, &map)) {
    MlirValue x[2];
    for (int i = 0; i < 2; ++i) {
      state.value = mlirOperationGetResult(loop, i);
      x[i] = attnBrMapElement(&map, state);
    }
    number = attnBrMapClose(&map, attnBvClass(v, &map.in, x[0], x[1]));
  }
  if (!e->failed)
    attnBrStore(e, number, 0, attnBvResultMap(v));
  char schedule[160];
  snprintf(schedule, sizeof schedule, "TILE@%s=n%dx1/f%ldx%ld", fold->name, ATTN_BV_LANES,
           (long)(fold->tile / ATTN_BV_LANES), (long)step);
  MlirType type = attnBvResultType(v, 0);
  return attnBvClose(v, name, "classes", schedule, 1, &type);
}

//===--- the whole --------------------------------------------------------===//

/// Batch axes that any of the conjuncts depends on.
static AttnAxisSet batchAxes(const AttnBrModel *m, const AttnBrTests *ts) {
  AttnAxisSet r = 0, dep = 0;
  for (int i = 0; i < ts->n; ++i)
    dep |= attnBrDep(m, ts->t[i].v);
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_BATCH && m->axes[i].role == ATTN_AXIS_FREE)
      r |= ATTN_AXIS(i) & dep;
  return r;
}

/// The numbers of tiles as lengths of their own, where they are known at run time only; false:
/// there is no room for them.
static bool deriveCounts(AttnBrModel *m) {
  int axes[] = {m->fold, m->row};
  for (int i = 0; i < 2; ++i)
    if (axes[i] >= 0 && m->axes[axes[i]].symbol >= 0 &&
        attnSymbolDerive(m->op, m->axes[axes[i]].symbol, m->axes[axes[i]].tile) < 0)
      return false;
  return attnSymbolsRead(m->op, &m->symbols);
}

/// Would few warps have long sides to look at (one query, many keys)? Then a warp for each pair of
/// tiles is done sooner.
static bool areFew(const AttnBrModel *m) {
  enum { FEW_ROWS = 16, MANY_TILES = 128 };
  int64_t rows = m->row >= 0 ? attnBvTiles(&m->axes[m->row]) : 1;
  for (int i = 0; i < m->nAxes; ++i)
    rows *= m->visitAxes & ATTN_AXIS(i) ? m->axes[i].extent : 1;
  return rows <= FEW_ROWS && attnBvTiles(&m->axes[m->fold]) >= MANY_TILES;
}

bool attnBrVisits(AttnBrModel *m, const char *name, bool inOrder) {
  if (!m->testTiles || m->isMap || m->nAxes + 3 > ATTN_BR_MAX_AXES)
    return true;
  const AttnBrAxis *fold = &m->axes[m->fold];
  bool rows = m->row < 0 || m->axes[m->row].extent > 0;
  if (fold->extent <= fold->tile || !rows || !deriveCounts(m))
    return true;
  AttnVisitor *v = calloc(1, sizeof *v);
  v->m = m;
  v->tests = attnBrTests(m);
  m->visitAxes = batchAxes(m, &v->tests);
  m->visitsFull = !v->tests.unknown;
  bool dense = v->tests.kind == ATTN_BR_DENSE || areFew(m) || !attnBvFewSides(v), ok = true;
  if (dense)
    ok = !mlirOperationIsNull(m->classes = classesKernel(v, name));
  if (ok)
    ok = !mlirOperationIsNull(m->visits = tilesKernel(v, name));
  if (ok && inOrder && attnBvHasRanks(m))
    ok = !mlirOperationIsNull(m->ranks = attnBvRanks(v, name));
  free(v);
  return ok;
}

//===--- the fold along the list ------------------------------------------===//

/// tile.read of a count, or of the list at position `at`.
static MlirValue readList(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins,
                          int result, MlirValue at, int64_t most) {
  MlirContext ctx = m->ctx;
  const char *names[ATTN_BR_MAX_AXES];
  MlirValue operands[ATTN_BR_MAX_AXES + 1] = {mlirOperationGetResult(m->visits, result)};
  MlirAffineExpr e[ATTN_BR_MAX_AXES];
  int n = 0, rank = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->visitAxes & ATTN_AXIS(i)) {
      e[rank++] = mlirAffineDimExprGet(ctx, n);
      names[n] = m->axes[i].name;
      operands[1 + n++] = origins[i];
    }
  e[rank++] = mlirAffineConstantExprGet(ctx, 0);
  if (m->row >= 0) {
    e[rank - 1] = mlirAffineFloorDivExprGet(mlirAffineDimExprGet(ctx, n),
                                            mlirAffineConstantExprGet(ctx, m->axes[m->row].tile));
    names[n] = m->axes[m->row].name;
    operands[1 + n++] = origins[m->row];
  }
  if (at.ptr) {
    e[rank++] = mlirAffineFloorDivExprGet(mlirAffineDimExprGet(ctx, n),
                                          mlirAffineConstantExprGet(ctx, m->axes[m->fold].tile));
    names[n] = m->axes[m->fold].name;
    operands[1 + n++] = at;
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "over", attnStrs(ctx, n, names)),
      attnNamed(ctx, "map", attnMapAttr(mlirAffineMapGet(ctx, n, 0, rank, e))),
      attnNamed(ctx, "most", attnI64(ctx, most))};
  return attnBuild(b, "tile.read", n + 1, operands, mlirIndexTypeGet(ctx), 3, attrs);
}

MlirValue attnBrVisited(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins,
                        MlirValue at, bool full) {
  const AttnBrAxis *fold = &m->axes[m->fold];
  int64_t most = attnBvMostTiles(m, m->fold) - 1;
  if (full && attnBvHasTail(m) && fold->symbol < 0)
    most = fold->extent / fold->tile - 1;
  return attnBvScaled(b, readList(m, b, origins, 0, at, most), fold->tile);
}

/// Elements of the tiles up to count i; the last one is not more than constraints leave.
static MlirValue endOf(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins, int i,
                       const AttnBrRanges *r) {
  MlirContext ctx = m->ctx;
  const AttnBrAxis *fold = &m->axes[m->fold];
  MlirValue count = readList(m, b, origins, 1 + i, (MlirValue){NULL}, attnBvMostTiles(m, m->fold));
  if (i < COUNTS - 1)
    return attnBvScaled(b, count, fold->tile);
  MlirValue operands[] = {count, r->hi[0], r->lo[0]};
  MlirAffineExpr d[3];
  for (int k = 0; k < 3; ++k)
    d[k] = mlirAffineDimExprGet(ctx, k);
  MlirAffineExpr minus = mlirAffineMulExprGet(d[2], mlirAffineConstantExprGet(ctx, -1));
  MlirAffineExpr e[] = {mlirAffineMulExprGet(d[0], mlirAffineConstantExprGet(ctx, fold->tile)),
                        mlirAffineAddExprGet(d[1], minus)};
  MlirNamedAttribute map = attnNamed(ctx, "map", attnMapAttr(mlirAffineMapGet(ctx, 3, 0, 2, e)));
  return attnBuild(b, "affine.min", 3, operands, mlirIndexTypeGet(ctx), 1, &map);
}

void attnBrVisitRanges(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins,
                       AttnBrRanges *r) {
  if (mlirOperationIsNull(m->visits) || !r->has[0])
    return;
  AttnBrRanges left = *r;
  MlirValue from = attnConstIndex(b, 0);
  *r = (AttnBrRanges){0};
  for (int i = m->visitsFull ? 0 : COUNTS - 1, k = 0; i < COUNTS; ++i, ++k) {
    r->has[k] = true;
    r->lo[k] = from;
    from = r->hi[k] = endOf(m, b, origins, i, &left);
  }
  if (!mlirOperationIsNull(m->ranks))
    attnBvTellRanks(m, b);
}
