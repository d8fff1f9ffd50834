//===- BracketVisitor.c - What visitors' kernels are made of ---------------===//
// See BracketVisit.h.
//===----------------------------------------------------------------------===//
#include "Passes/BracketVisit.h"
#include "Schedule/Layout.h"

#include <stdio.h>
#include <stdlib.h>

int64_t attnBvTiles(const AttnBrAxis *a) { return (a->extent + a->tile - 1) / a->tile; }

MlirType attnBvI32(const AttnBrModel *m) { return mlirIntegerTypeGet(m->ctx, 32); }

//===--- axes -------------------------------------------------------------===//

int attnBvAddAxis(AttnVisitor *v, int name, const char *suffix, int of, AttnBrAxis axis) {
  AttnBrModel *n = &v->n;
  size_t size = sizeof v->names[name];
  int length = snprintf(v->names[name], size, "%s_%s", of >= 0 ? n->axes[of].name : "row", suffix);
  while (attnBrAxisIndex(n, v->names[name]) >= 0 && length > 0 && (size_t)length + 2 < size)
    v->names[name][length++] = '_', v->names[name][length] = 0;
  axis.name = v->names[name];
  n->axes[n->nAxes] = axis;
  return n->nAxes++;
}

/// An axis that counts the tiles of another one (-1: one tile).
AttnBrAxis attnBvCountOf(const AttnBrModel *m, int of, int64_t tile, AttnAxisUse use) {
  AttnBrAxis a = {.role = ATTN_AXIS_FREE, .extent = 1, .symbol = -1, .use = use, .tile = tile};
  if (of < 0)
    return a;
  const AttnBrAxis *x = &m->axes[of];
  a.extent = attnBvTiles(x);
  for (int i = 0; i < m->symbols.n && x->symbol >= 0; ++i)
    if (m->symbols.s[i].of == x->symbol && m->symbols.s[i].div == x->tile)
      a.symbol = i, a.extent = m->symbols.s[i].size;
  return a;
}

/// As many tiles as the axis can have.
int64_t attnBvMostTiles(const AttnBrModel *m, int axis) {
  AttnBrAxis a = m->axes[axis];
  if (a.symbol >= 0)
    a.extent = m->symbols.s[a.symbol].limit;
  return attnBvTiles(&a);
}

int attnBvCountAxis(AttnVisitor *v, int name, int of, int64_t tile, AttnAxisUse use) {
  return attnBvAddAxis(v, name, "tiles", of, attnBvCountOf(v->m, of, tile, use));
}

/// The axes of the fold that the kernel does not have.
void attnBvDropAxes(AttnVisitor *v, AttnAxisSet kept) {
  for (int i = 0; i < v->m->nAxes; ++i)
    if (!(kept & ATTN_AXIS(i)))
      v->n.axes[i].tile = 0;
}

int attnBvBatch(const AttnVisitor *v, int *axes) {
  int n = 0;
  for (int i = 0; i < v->m->nAxes; ++i)
    if (v->m->visitAxes & ATTN_AXIS(i))
      axes[n++] = i;
  return n;
}

/// Batch axes, row tiles and, of <name>_classes, fold tiles.
int attnBvGrid(const AttnVisitor *v, bool pairs, int *grid) {
  int n = attnBvBatch(v, grid);
  grid[n++] = v->rowTiles;
  if (pairs)
    grid[n++] = v->foldTiles;
  return n;
}

void attnBvOpen(AttnVisitor *v, int n, const int *grid) {
  for (int i = 0; i < n; ++i) {
    v->n.axes[grid[i]].onGrid = true;
    v->n.axes[grid[i]].tile = 1;
  }
  attnBrKernelOpen(&v->kernel, &v->e, &v->n, n, grid);
}

void attnBvOpenLists(AttnVisitor *v, bool pairs) {
  int grid[ATTN_BR_MAX_AXES], n = attnBvGrid(v, pairs, grid);
  attnBvOpen(v, n, grid);
}

MlirValue attnBvScaled(const AttnBuilder *b, MlirValue v, int64_t factor) {
  MlirAffineExpr e = mlirAffineMulExprGet(mlirAffineDimExprGet(b->ctx, 0),
                                          mlirAffineConstantExprGet(b->ctx, factor));
  return attnAffineApply(b, mlirAffineMapGet(b->ctx, 1, 0, 1, &e), 1, &v);
}

/// The extents of the grid, and what else a result has.
MlirType attnBvResultType(const AttnVisitor *v, int64_t last) {
  int64_t shape[ATTN_BR_MAX_AXES];
  int n = v->kernel.nGrid;
  for (int i = 0; i < n; ++i)
    shape[i] = v->n.axes[v->kernel.grid[i]].extent;
  if (last)
    shape[n++] = last;
  return attnTensorType(n, shape, attnBvI32(v->m));
}

/// From the axes of n to the grid's.
MlirAffineMap attnBvResultMap(const AttnVisitor *v) {
  MlirAffineExpr e[ATTN_BR_MAX_AXES];
  int n = v->kernel.nGrid;
  for (int i = 0; i < n; ++i)
    e[i] = mlirAffineDimExprGet(v->m->ctx, v->kernel.grid[i]);
  return mlirAffineMapGet(v->m->ctx, v->n.nAxes, 0, n, e);
}

/// `inner` elements along axis `of` in registers (-1: none), then lanes along `axis`, then
/// registers.
AttnTile attnBvLaidOut(const AttnVisitor *v, AttnTile t, int axis, int of, int64_t inner) {
  const AttnBrAxis *a = &v->n.axes[axis];
  AttnLayout l = {0};
  if (!t.value.ptr)
    return t;
  if (of >= 0)
    attnLayoutAdd(&l, ATTN_REG, (int)inner, v->n.axes[of].name);
  attnLayoutAdd(&l, ATTN_LANE, ATTN_BV_LANES, a->name);
  attnLayoutAdd(&l, ATTN_REG, (int)(a->tile / ATTN_BV_LANES), a->name);
  char *text = attnLayoutPrint(&l);
  attnSetAttr(attnDef(t.value), "layout", attnStr(v->m->ctx, text));
  free(text);
  return t;
}

/// Over all fold tiles.
AttnTile attnBvOverTiles(const AttnVisitor *v, AttnTile t) {
  return attnBvLaidOut(v, t, v->foldTiles, -1, 0);
}

MlirOperation attnBvClose(AttnVisitor *v, const char *name, const char *suffix,
                          const char *schedule, int n, const MlirType *results) {
  char sym[256];
  snprintf(sym, sizeof sym, "%s_%s", name, suffix);
  MlirOperation op = attnBrKernelClose(&v->kernel, sym, schedule, n, results);
  if (!mlirOperationIsNull(op)) {
    attnSetAttr(op, "serves", attnStr(v->m->ctx, name));
    attnSetAttr(op, "threads", attnI64(v->m->ctx, ATTN_BV_LANES));
  }
  return op;
}

//===--- small maps -------------------------------------------------------===//

MlirValue attnBvBoth(const AttnBuilder *b, MlirValue x, MlirValue y) {
  return !x.ptr ? y : !y.ptr ? x : attnBuild2(b, "arith.andi", x, y);
}

/// least(x, y) or another monoid's, element by element.
AttnTile attnBvJoined(AttnVisitor *v, const char *monoid, AttnTile x, AttnTile y) {
  AttnBrMap map;
  if (v->e.failed || !attnBrMapOpen(&v->e, 0, 0, NULL, NULL, &map))
    return (AttnTile){0};
  MlirValue a = attnBrMapElement(&map, x), b = attnBrMapElement(&map, y);
  return attnBrMapClose(&map, attnBrMonoid(&map.in, monoid, a, b));
}

/// Is the coordinate inside the tile of `size` that begins at `origin` (which may be padded), and
/// inside the axis?
MlirValue attnBvInside(AttnVisitor *v, AttnBrMap *map, int axis, MlirValue origin, int64_t size) {
  const AttnBrAxis *a = &v->n.axes[axis];
  MlirValue x = attnBrMapCoord(map, axis), in = {NULL};
  if (a->extent % size != 0)
    in = attnCmpi(&map->in, 2, x, attnBrExtent(&v->n, &map->in, axis));
  if (a->tile > size || size % a->tile != 0)
    in = attnBvBoth(
        &map->in, in,
        attnCmpi(&map->in, 2, x,
                 attnBuild2(&map->in, "arith.addi", origin, attnConstIndex(&map->in, size))));
  return in;
}

MlirValue attnBvTruth(const AttnBuilder *b, bool value) {
  return attnConstInt(b, mlirIntegerTypeGet(b->ctx, 1), value);
}

bool attnBvHasTail(const AttnBrModel *m) {
  bool tail = false;
  for (int i = 0; i < m->nChannels; ++i)
    tail |= attnBrNeedsTail(m, &m->channels[i]);
  return tail;
}

/// `some` + `some and all`
MlirValue attnBvClass(const AttnVisitor *v, const AttnBuilder *b, MlirValue some, MlirValue all) {
  MlirType i32 = attnBvI32(v->m);
  return attnBuild2(b, "arith.addi", attnBuild1(b, "arith.extui", some, i32),
                    attnBuild1(b, "arith.extui", attnBuild2(b, "arith.andi", some, all), i32));
}
