//===- BracketRanks.c - Row tiles with the longest lists first ------------===//
// See Bracket.h, BracketVisit.c.
//
// Where fold tiles are listed at run time, how long a row tile's stream is stands in memory before
// the fold begins. One more kernel, <name>_ranks, a warp for each batch element, lanes along the
// row tiles, sorts them:
//
//   ranks [batch, row tiles]    row tiles, those with the longest lists first, others as they come
//
// and tile.ranks in the fold says that work items are taken in this order. Keys of the sort are the
// lengths themselves, or, of more than 31 fold tiles, 32 steps of them.
//
//===----------------------------------------------------------------------===//
#include "Passes/BracketVisit.h"

#include <stdio.h>

enum {
  KEYS = 32,   ///< of tile.order
  MOST = 512,  ///< row tiles that a warp holds
  LENGTHS = 3, ///< the result of <name>_tiles behind whose last list nothing is kept
};

bool attnBvHasRanks(const AttnBrModel *m) {
  return m->row >= 0 && m->axes[m->row].symbol < 0 && m->axes[m->fold].symbol < 0 &&
         attnBvTiles(&m->axes[m->row]) > 1 && attnBvTiles(&m->axes[m->row]) <= MOST;
}

/// The axes that <name>_tiles has a list for: batch axes, then the row tiles.
static int overOf(const AttnVisitor *v, int *axes) {
  int n = attnBvBatch(v, axes);
  axes[n++] = v->rowTiles;
  return n;
}

/// Operands behind `first`, and `over` and `map`: of a box of all that overOf lists.
static int box(AttnVisitor *v, MlirValue *operands, int first, MlirNamedAttribute *attrs) {
  MlirContext ctx = v->m->ctx;
  int axes[ATTN_BR_MAX_AXES], n = overOf(v, axes);
  const char *names[ATTN_BR_MAX_AXES];
  for (int i = 0; i < n; ++i) {
    names[i] = v->n.axes[axes[i]].name;
    operands[first + i] = v->e.origins[axes[i]];
  }
  attrs[0] = attnNamed(ctx, "over", attnStrs(ctx, n, names));
  attrs[1] = attnNamed(ctx, "map", attnMapAttr(mlirAffineMapMultiDimIdentityGet(ctx, n)));
  return n;
}

static AttnTile lengths(AttnVisitor *v) {
  AttnTile t = {.rank = 1, .axes = {v->rowTiles}};
  MlirType i32 = mlirIntegerTypeGet(v->m->ctx, 32);
  MlirValue operands[ATTN_BR_MAX_AXES + 1] = {mlirOperationGetResult(v->m->visits, LENGTHS)};
  MlirNamedAttribute attrs[3];
  int n = box(v, operands, 1, attrs);
  attrs[2] = attnNamed(v->m->ctx, "axes", attnBrAxesAttr(&v->e, &t));
  t.value = attnBuild(&v->e.scope->at, "tile.load", n + 1, operands, attnBrTileType(&v->e, &t, i32),
                      3, attrs);
  return attnBvLaidOut(v, t, v->rowTiles, -1, 0);
}

/// 0 for the longest.
static AttnTile keysOf(AttnVisitor *v, AttnTile lengths) {
  AttnBrMap map;
  if (v->e.failed || !attnBrMapOpen(&v->e, ATTN_AXIS(v->rowTiles), 0, NULL, NULL, &map))
    return (AttnTile){0};
  const AttnBuilder *b = &map.in;
  MlirType i32 = mlirIntegerTypeGet(v->m->ctx, 32);
  int64_t most = attnBvTiles(&v->m->axes[v->m->fold]);
  MlirValue key =
      attnBuild2(b, "arith.subi", attnConstInt(b, i32, most), attnBrMapElement(&map, lengths));
  if (most >= KEYS) {
    key = attnBuild2(b, "arith.muli", key, attnConstInt(b, i32, KEYS - 1));
    key = attnBuild2(b, "arith.divui", key, attnConstInt(b, i32, most));
  }
  return attnBvLaidOut(v, attnBrMapClose(&map, key), v->rowTiles, -1, 0);
}

static AttnTile zeros(AttnVisitor *v) {
  AttnBrMap map;
  if (v->e.failed || !attnBrMapOpen(&v->e, ATTN_AXIS(v->rowTiles), 0, NULL, NULL, &map))
    return (AttnTile){0};
  MlirType i32 = mlirIntegerTypeGet(v->m->ctx, 32);
  return attnBvLaidOut(v, attnBrMapClose(&map, attnConstInt(&map.in, i32, 0)), v->rowTiles, -1, 0);
}

static void storeSorted(AttnVisitor *v, AttnTile keys, AttnTile from) {
  MlirContext ctx = v->m->ctx;
  if (v->e.failed)
    return;
  MlirValue operands[ATTN_BR_MAX_AXES + 2] = {keys.value, from.value};
  MlirNamedAttribute attrs[6];
  int n = box(v, operands, 2, attrs);
  attrs[2] = attnNamed(ctx, "result", attnI64(ctx, 0));
  attrs[3] = attnNamed(ctx, "axes", attnBrAxesAttr(&v->e, &keys));
  attrs[4] = attnNamed(ctx, "keys", attnI64(ctx, KEYS));
  attrs[5] = attnNamed(ctx, "sorted", mlirBoolAttrGet(ctx, true));
  attnBuildOp(&v->e.scope->at, &(AttnOpDesc){.name = "tile.order",
                                             .nOperands = n + 2,
                                             .operands = operands,
                                             .nAttrs = 6,
                                             .attrs = attrs});
}

MlirOperation attnBvRanks(AttnVisitor *v, const char *name) {
  const AttnBrModel *m = v->m;
  int64_t rows = attnBvTiles(&m->axes[m->row]), width = ATTN_BV_LANES;
  while (width < rows)
    width += ATTN_BV_LANES;
  v->n = *m;
  v->n.info = NULL, v->n.nInfo = v->n.capInfo = 0;
  v->rowTiles = attnBvCountAxis(v, 0, m->row, width, ATTN_ROW);
  attnBvDropAxes(v, m->visitAxes);
  v->n.axes[m->row].onGrid = false;
  v->block = mlirBlockCreate(0, NULL, NULL);
  v->n.body = v->block;
  int grid[ATTN_BR_MAX_AXES], n = attnBvBatch(v, grid);
  attnBvOpen(v, n, grid);
  AttnTile keys = keysOf(v, lengths(v));
  storeSorted(v, keys, zeros(v));
  char schedule[160];
  snprintf(schedule, sizeof schedule, "TILE@%s=n%dx1/f%ldx1", v->n.axes[v->rowTiles].name,
           ATTN_BV_LANES, (long)(width / ATTN_BV_LANES));
  MlirType type = attnBvResultType(v, rows);
  MlirOperation op = attnBvClose(v, name, "ranks", schedule, 1, &type);
  mlirBlockDestroy(v->block);
  attnBrFree(&v->n);
  return op;
}

void attnBvTellRanks(const AttnBrModel *m, const AttnBuilder *b) {
  const char *names[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->visitAxes & ATTN_AXIS(i))
      names[n++] = m->axes[i].name;
  names[n++] = m->axes[m->row].name;
  MlirValue ranks = mlirOperationGetResult(m->ranks, 0);
  bool dense = !mlirOperationIsNull(m->classes);
  MlirNamedAttribute attrs[] = {attnNamed(m->ctx, "over", attnStrs(m->ctx, n, names)),
                                attnNamed(m->ctx, "apart", mlirBoolAttrGet(m->ctx, true))};
  attnBuildOp(b, &(AttnOpDesc){.name = "tile.ranks",
                               .nOperands = 1,
                               .operands = &ranks,
                               .nAttrs = dense ? 2 : 1,
                               .attrs = attrs});
}
