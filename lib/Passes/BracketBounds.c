//===- BracketBounds.c - Classes of tiles from bounds of integers ---------===//
// See BracketVisit.h, and BracketTest.c for what is decided.
//
// The sides of comparisons are cloned out of the fold's lift into a block of their own, over the
// kernel's axes: what varies along the fold axis is looked at for all fold tiles at once, at
// coordinate tile * size + place.
//
//   x.least, x.most                                 of the row tile, a warp
//   for places:  y.least, y.most [fold tile]        a lane for each fold tile
//   class [fold tile]
//
//===----------------------------------------------------------------------===//
#include "IR/Affine.h"
#include "Passes/BracketVisit.h"

#include <stdlib.h>
#include <string.h>

//===--- sides ------------------------------------------------------------===//

/// The coordinate on the fold axis at a place of a fold tile; on a ragged one, of some element.
static MlirAffineExpr foldAt(const AttnVisitor *v) {
  MlirContext ctx = v->m->ctx;
  const AttnBrAxis *a = &v->m->axes[v->m->fold];
  MlirAffineExpr e =
      mlirAffineAddExprGet(mlirAffineMulExprGet(mlirAffineDimExprGet(ctx, v->foldTiles),
                                                mlirAffineConstantExprGet(ctx, a->tile)),
                           mlirAffineDimExprGet(ctx, v->place));
  return a->extent % a->tile ? mlirAffineModExprGet(e, mlirAffineConstantExprGet(ctx, a->extent))
                             : e;
}

static MlirValue added(AttnVisitor *v, const AttnBuilder *b, const char *name, intptr_t n,
                       const MlirValue *operands, MlirType type, MlirNamedAttribute *attr,
                       AttnAxisSet dep) {
  MlirValue r = attnBuild(b, name, n, operands, type, attr ? 1 : 0, attr);
  attnBrSetInfo(&v->n, r, dep, true);
  return r;
}

static MlirValue coordinate(AttnVisitor *v, const AttnBuilder *b, int axis) {
  MlirNamedAttribute name = attnNamed(v->m->ctx, "axis", attnStr(v->m->ctx, v->n.axes[axis].name));
  return added(v, b, "carrier.index", 0, NULL, mlirIndexTypeGet(v->m->ctx), &name, ATTN_AXIS(axis));
}

/// x, a value of the fold's lift, over the axes of n.
static MlirValue moved(AttnVisitor *v, MlirValue x) {
  const AttnBrModel *m = v->m;
  MlirContext ctx = m->ctx;
  MlirOperation d = attnDef(x);
  AttnBuilder b = attnBuilderAtEnd(v->block, mlirOperationGetLocation(d));
  AttnAxisSet fold = ATTN_AXIS(m->fold), pair = ATTN_AXIS(v->foldTiles) | ATTN_AXIS(v->place);
  AttnAxisSet dep = attnBrDep(m, x);
  if (attnMapContains(&v->moved, x))
    return attnMapLookup(&v->moved, x);
  dep = dep & fold ? (dep & ~fold) | pair : dep;
  if (attnIs(d, "carrier.index") && attnBrAxisIndex(m, attnAttrStr(d, "axis")) == m->fold) {
    MlirType t = mlirIndexTypeGet(ctx);
    MlirNamedAttribute value =
        attnNamed(ctx, "value", mlirIntegerAttrGet(t, m->axes[m->fold].tile));
    MlirValue size = added(v, &b, "arith.constant", 0, NULL, t, &value, 0);
    MlirValue operands[2] = {coordinate(v, &b, v->foldTiles), size};
    operands[0] = added(v, &b, "arith.muli", 2, operands, t, NULL, ATTN_AXIS(v->foldTiles));
    operands[1] = coordinate(v, &b, v->place);
    attnMapValue(&v->moved, x, added(v, &b, "arith.addi", 2, operands, t, NULL, pair));
    return attnMapLookup(&v->moved, x);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(d) && !attnIs(d, "carrier.element"); ++i)
    if (attnValueIsInside(mlirOperationGetOperand(d, i), mlirBlockGetParentRegion(m->body)))
      moved(v, mlirOperationGetOperand(d, i));
  MlirOperation clone = attnCloneMapped(&b, d, &v->moved);
  MlirAffineMap map;
  if (attnIs(clone, "carrier.element") && attnAttrMap(clone, "map", &map)) {
    MlirAffineExpr dims[ATTN_BR_MAX_AXES];
    for (int i = 0; i < m->nAxes; ++i)
      dims[i] = i == m->fold ? foldAt(v) : mlirAffineDimExprGet(ctx, i);
    MlirAffineMap by = mlirAffineMapGet(ctx, v->n.nAxes, 0, m->nAxes, dims);
    attnSetAttr(clone, "map", attnMapAttr(attnAffineOver(map, by)));
  }
  attnBrSetInfo(&v->n, mlirOperationGetResult(clone, 0), dep, attnBrPure(m, x));
  return attnMapLookup(&v->moved, x);
}

static void addSide(void *data, MlirValue x) {
  AttnVisitor *v = data;
  for (int i = 0; i < v->nSides; ++i)
    if (mlirValueEqual(v->side[i].v, x))
      return;
  if (v->nSides < ATTN_BV_SIDES)
    v->side[v->nSides].streamed = attnBrDep(v->m, x) & ATTN_AXIS(v->m->fold);
  if (v->nSides < ATTN_BV_SIDES)
    v->side[v->nSides].v = x;
  ++v->nSides;
}

/// Bounds are i32, or i64 where the integers are.
static MlirType boundType(const AttnVisitor *v, MlirValue x) {
  MlirType t = mlirValueGetType(x);
  bool wide = mlirTypeIsAIndex(t) || mlirIntegerTypeGetWidth(t) > 32;
  return mlirIntegerTypeGet(v->m->ctx, wide ? 64 : 32);
}

static int64_t extremeOf(MlirType t, bool least) {
  bool wide = mlirIntegerTypeGetWidth(t) == 64;
  return least ? (wide ? INT64_MIN : INT32_MIN) : (wide ? INT64_MAX : INT32_MAX);
}

/// The least or the largest value of x along `axis` (-1: it does not vary).
static AttnTile extreme(AttnVisitor *v, MlirValue x, bool least, int axis, MlirValue origin,
                        int64_t size) {
  AttnBrMap map;
  MlirValue scalar;
  if (v->e.failed || !attnBrMapOpen(&v->e, 0, 1, &x, &scalar, &map))
    return (AttnTile){0};
  MlirType t = boundType(v, x);
  scalar = attnCast(&map.in, scalar, t);
  MlirValue in = {NULL};
  const AttnBrAxis *fold = &v->m->axes[v->m->fold];
  if (axis == v->place && fold->extent % fold->tile != 0) {
    MlirValue at = attnBuild2(&map.in, "arith.muli", attnBrMapCoord(&map, v->foldTiles),
                              attnConstIndex(&map.in, fold->tile));
    at = attnBuild2(&map.in, "arith.addi", at, attnBrMapCoord(&map, v->place));
    in = attnCmpi(&map.in, 2, at, attnConstIndex(&map.in, fold->extent));
  }
  if (axis >= 0)
    in = attnBvBoth(&map.in, in, attnBvInside(v, &map, axis, origin, size));
  if (in.ptr)
    scalar = attnSelect(&map.in, in, scalar, attnConstInt(&map.in, t, extremeOf(t, !least)));
  AttnTile r = attnBrMapClose(&map, scalar);
  if (axis < 0)
    return r;
  const char *monoid = least ? "min" : "max";
  if (axis != v->place)
    return attnBrReduce(&v->e, monoid, axis, attnBvLaidOut(v, r, axis, -1, 0));
  r = attnBvLaidOut(v, r, v->foldTiles, v->place, v->n.axes[v->place].tile);
  return attnBvOverTiles(v, attnBrReduce(&v->e, monoid, axis, r));
}

/// Of the sides that do not vary along the fold axis.
static void boundRows(AttnVisitor *v) {
  int row = v->m->row;
  for (int i = 0; i < v->nSides; ++i) {
    if (v->side[i].streamed)
      continue;
    MlirValue x = moved(v, v->side[i].v);
    bool along = row >= 0 && (attnBrDep(v->m, v->side[i].v) & ATTN_AXIS(row));
    MlirValue origin = row >= 0 ? v->e.origins[row] : v->e.zero;
    int64_t size = row >= 0 ? v->m->axes[row].tile : 1;
    v->side[i].least = extreme(v, x, true, along ? row : -1, origin, size);
    v->side[i].most = extreme(v, x, false, along ? row : -1, origin, size);
  }
}

/// Of those that do, for all fold tiles at once: a loop over the places in a tile.
static void boundColumns(AttnVisitor *v) {
  AttnBrEmit *e = &v->e;
  const AttnBrAxis *place = &v->n.axes[v->place];
  MlirValue inits[2 * ATTN_BV_SIDES], args[2 * ATTN_BV_SIDES], iv;
  int count = 0, which[ATTN_BV_SIDES];
  AttnTile t = {.rank = 1, .axes = {v->foldTiles}};
  for (int i = 0; i < v->nSides; ++i) {
    if (!v->side[i].streamed)
      continue;
    MlirType type = boundType(v, v->side[i].v);
    for (int most = 0; most < 2; ++most)
      inits[2 * count + most] =
          attnBvOverTiles(v, attnBrFill(e, ATTN_AXIS(v->foldTiles),
                                        mlirIntegerAttrGet(type, extremeOf(type, most)), type))
              .value;
    which[count++] = i;
  }
  if (!count || e->failed)
    return;
  AttnBuilder *at = &e->scope->at, body;
  MlirOperation loop =
      attnBuildFor(at, e->zero, attnConstIndex(at, place->extent), attnConstIndex(at, place->tile),
                   2 * count, inits, &body, &iv, args);
  AttnBrScope scope;
  AttnBuilder after = *at;
  *at = attnBuilderBefore(loop); // what does not depend on the place goes in front
  attnBrPush(e, &scope, body, ATTN_AXIS(v->place));
  e->origins[v->place] = iv;
  for (int k = 0; k < count && !e->failed; ++k) {
    MlirValue x = moved(v, v->side[which[k]].v);
    for (int most = 0; most < 2; ++most) {
      t.value = args[2 * k + most];
      AttnTile part = extreme(v, x, !most, v->place, iv, place->tile);
      args[2 * k + most] = attnBvOverTiles(v, attnBvJoined(v, most ? "max" : "min", t, part)).value;
    }
  }
  if (!e->failed)
    attnBuildYield(&scope.at, "scf.yield", 2 * count, args);
  attnBrPop(e);
  e->scope->at = after;
  e->origins[v->place] = e->zero;
  for (int k = 0; k < count; ++k) {
    t.value = mlirOperationGetResult(loop, 2 * k);
    v->side[which[k]].least = t;
    t.value = mlirOperationGetResult(loop, 2 * k + 1);
    v->side[which[k]].most = t;
  }
}

//===--- classes ----------------------------------------------------------===//

static AttnBrInterval ofSide(void *data, MlirValue x) {
  AttnVisitor *v = data;
  int i = 0;
  while (i < v->nSides && !mlirValueEqual(v->side[i].v, x))
    ++i;
  AttnBrInterval r = {attnBrMapElement(v->map, v->side[i].least),
                      attnBrMapElement(v->map, v->side[i].most)};
  MlirType i64 = mlirIntegerTypeGet(v->m->ctx, 64); // the other side may be wider
  r.least = attnCast(&v->map->in, r.least, i64);
  r.most = attnCast(&v->map->in, r.most, i64);
  return r;
}

static MlirValue times(const AttnBuilder *b, MlirValue x, int64_t k) {
  return k == 1 ? x : attnBuild2(b, "arith.muli", x, attnConstIndex(b, k));
}

/// Of an affine form over the row tile and a fold tile: each axis at one of its ends.
static AttnBrInterval ofAffine(void *data, const AttnLinear *l) {
  AttnVisitor *v = data;
  const AttnBuilder *b = &v->map->in;
  AttnBrInterval r = {attnConstIndex(b, l->constant), attnConstIndex(b, l->constant)};
  for (int i = 0; i < v->m->nAxes; ++i) {
    const AttnBrAxis *a = &v->m->axes[i];
    if (!l->coef[i])
      continue;
    MlirValue first =
        i == v->m->fold ? times(b, attnBrMapCoord(v->map, v->foldTiles), a->tile) : v->e.origins[i];
    MlirValue last = first;
    if (a->tile > 1) {
      last = attnBuild2(b, "arith.addi", first, attnConstIndex(b, a->tile - 1));
      if (a->extent % a->tile != 0)
        last = attnBuild2(b, "arith.minsi", last, attnConstIndex(b, a->extent - 1));
    }
    bool up = l->coef[i] > 0;
    r.least = attnBuild2(b, "arith.addi", r.least, times(b, up ? first : last, l->coef[i]));
    r.most = attnBuild2(b, "arith.addi", r.most, times(b, up ? last : first, l->coef[i]));
  }
  return r;
}
bool attnBvFewSides(AttnVisitor *v) {
  v->nSides = 0;
  for (int i = 0; i < v->tests.n; ++i)
    attnBrSides(v->m, v->tests.t[i].v, addSide, v);
  return v->nSides <= ATTN_BV_SIDES;
}

AttnTile attnBvClassesOfBounds(AttnVisitor *v) {
  AttnBrMap map;
  for (int i = 0; i < v->nSides; ++i)
    moved(v, v->side[i].v);
  boundRows(v);
  boundColumns(v);
  if (v->e.failed || !attnBrMapOpen(&v->e, ATTN_AXIS(v->foldTiles), 0, NULL, NULL, &map))
    return (AttnTile){0};
  AttnBrLeaves leaves = {v->m, &map.in, v, ofSide, ofAffine};
  v->map = &map;
  const AttnBrAxis *fold = &v->m->axes[v->m->fold];
  MlirValue some = attnBvTruth(&map.in, true), all = attnBvTruth(&map.in, !v->tests.unknown);
  if (attnBvHasTail(v->m))
    all = attnCmpi(&map.in, 2, attnBrMapCoord(&map, v->foldTiles),
                   attnConstIndex(&map.in, v->tests.unknown ? 0 : fold->extent / fold->tile));
  for (int i = 0; i < v->tests.n; ++i) {
    AttnBrClass c = attnBrClassOf(&leaves, v->tests.t[i].v);
    if (v->tests.t[i].shared)
      some = attnBvBoth(&map.in, some, c.some);
    all = attnBvBoth(&map.in, all, c.all);
  }
  return attnBvOverTiles(v, attnBrMapClose(&map, attnBvClass(v, &map.in, some, all)));
}
