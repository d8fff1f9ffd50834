//===- Box.c - Tiles as boxes of a tensor map -----------------------------===//
// See Box.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Box.h"
#include "Dialect/Symbols.h"
#include "IR/Affine.h"
#include "IR/Moved.h"

#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OVER = 64 };

/// `rank` axes, of which axis i is dimension over[i] of the map and has tile[i] elements.
typedef struct Tile {
  MlirAffineMap map;
  MlirType tensor;
  int64_t bytes; ///< of an element in memory
  int rank;
  intptr_t over[2];
  const char *name[2];
  int64_t tile[2];
  int64_t extents[MAX_OVER]; ///< of all dimensions of the map
  AttnSymbols symbols;
} Tile;

/// Is a size or a stride made of a length that is known at run time only?
static bool isSymbolic(const Tile *t, int64_t n) {
  return attnSymbolOf(&t->symbols, n) >= 0 || attnSymbolPart(&t->symbols, n);
}

/// What is left in the box of sizes and strides has to be such lengths and products with them: sums
/// could not be told from numbers.
static bool refuseSum(AttnBox *x) {
  snprintf(x->rule, sizeof x->rule,
           "which moves through a dynamic dimension as a whole: here it is shared with, or joined "
           "to, another one, or a part of it is taken: not supported by this version");
  return false;
}

/// e = coefficient * d + (something without d)? *rest is that.
static bool linearIn(MlirAffineExpr e, intptr_t d, int64_t *coefficient, MlirAffineExpr *rest) {
  MlirContext ctx = mlirAffineExprGetContext(e);
  MlirAffineExpr l, r, lr, rr;
  int64_t cl, cr;
  *coefficient = 0;
  *rest = e;
  if (!mlirAffineExprIsFunctionOfDim(e, d))
    return true;
  if (mlirAffineExprIsADim(e)) {
    *coefficient = 1;
    *rest = mlirAffineConstantExprGet(ctx, 0);
    return true;
  }
  if (!mlirAffineExprIsABinary(e))
    return false;
  l = mlirAffineBinaryOpExprGetLHS(e), r = mlirAffineBinaryOpExprGetRHS(e);
  bool mul = mlirAffineExprIsAMul(e) && mlirAffineExprIsAConstant(r);
  if ((!mul && !mlirAffineExprIsAAdd(e)) || !linearIn(l, d, &cl, &lr) ||
      (!mul && !linearIn(r, d, &cr, &rr)))
    return false;
  *coefficient = mul ? cl * mlirAffineConstantExprGetValue(r) : cl + cr;
  *rest = mul ? mlirAffineMulExprGet(lr, r) : mlirAffineAddExprGet(lr, rr);
  return true;
}

static bool isZero(MlirAffineExpr e) {
  return mlirAffineExprIsAConstant(e) && mlirAffineConstantExprGetValue(e) == 0;
}

static bool add(const Tile *t, AttnBox *x, AttnBoxDim d) {
  if (x->rank == ATTN_BOX_RANK) {
    snprintf(x->rule, sizeof x->rule,
             "whose boxes have at most %d dimensions; the tile's place in the tensor takes more",
             ATTN_BOX_RANK);
    return false;
  }
  if (x->rank && d.stride * t->bytes % 16 != 0) {
    snprintf(x->rule, sizeof x->rule, "whose strides are multiples of 16 bytes; one here is %lld",
             (long long)(d.stride * t->bytes));
    return false;
  }
  if (d.stride * t->bytes >= (int64_t)1 << 40 || d.size > (int64_t)1 << 32) {
    snprintf(x->rule, sizeof x->rule,
             "whose strides are below 2^40 bytes and whose dimensions have at most 2^32 elements");
    return false;
  }
  if (d.size < 1)
    d.size = 1; // nobody reads it
  x->dim[x->rank++] = d;
  return true;
}

/// A dimension for one axis of the tile; its part of the tensor's coordinates leaves `rest`.
static bool addAxis(const Tile *t, AttnBox *x, int i, const int64_t *strides,
                    MlirAffineExpr *rest) {
  MlirContext ctx = mlirAffineMapGetContext(t->map);
  AttnBoxDim d = {.size = t->extents[t->over[i]],
                  .box = t->tile[i],
                  .at = mlirAffineDimExprGet(ctx, t->over[i])};
  int parts = 0;
  bool symbolic = false;
  for (intptr_t k = 0; k < mlirAffineMapGetNumResults(t->map); ++k) {
    int64_t c;
    if (!linearIn(rest[k], t->over[i], &c, &rest[k])) {
      snprintf(x->rule, sizeof x->rule,
               "which moves boxes: axis '%s' must move through the tensor in even steps",
               t->name[i]);
      return false;
    }
    d.stride += c * strides[k];
    parts += c != 0;
    symbolic |= c != 0 && isSymbolic(t, strides[k]);
  }
  if (symbolic && parts > 1)
    return refuseSum(x);
  if (i == t->rank - 1 && d.stride != 1) {
    snprintf(x->rule, sizeof x->rule,
             "which keeps the tensor's contiguous dimension contiguous: axis '%s', the slab's "
             "last, is not contiguous in the tensor",
             t->name[i]);
    return false;
  }
  if (d.stride < 1) {
    snprintf(x->rule, sizeof x->rule,
             "which moves boxes: axis '%s' does not move forward in the tensor", t->name[i]);
    return false;
  }
  return add(t, x, d);
}

/// What the tile's axes leave of one dimension of the tensor: a dimension in steps of `unit`.
static AttnBoxDim left(const Tile *t, MlirAffineExpr rest, int64_t size, int64_t stride) {
  MlirContext ctx = mlirAffineMapGetContext(t->map);
  intptr_t n = mlirAffineMapGetNumDims(t->map);
  int64_t c[MAX_OVER], constant, unit = 1;
  int64_t lo[MAX_OVER] = {0}, hi[MAX_OVER], min, max;
  if (stride * t->bytes % 16 != 0 && attnAffineLinear(rest, n, c, &constant)) {
    unit = constant;
    for (intptr_t o = 0; o < n; ++o)
      unit = attnGcd(unit, c[o]);
    unit = unit ? unit : 1;
    rest = mlirAffineConstantExprGet(ctx, constant / unit);
    for (intptr_t o = 0; o < n; ++o)
      if (c[o])
        rest =
            mlirAffineAddExprGet(mlirAffineMulExprGet(mlirAffineDimExprGet(ctx, o),
                                                      mlirAffineConstantExprGet(ctx, c[o] / unit)),
                                 rest);
  } else if (stride * t->bytes % 16 != 0 &&
             mlirAffineExprIsMultipleOf(rest, 16 / attnGcd(16, stride * t->bytes))) {
    unit = 16 / attnGcd(16, stride * t->bytes);
    rest = mlirAffineFloorDivExprGet(rest, mlirAffineConstantExprGet(ctx, unit));
  }
  for (intptr_t o = 0; o < n; ++o)
    hi[o] = t->extents[o] > 0 ? t->extents[o] - 1 : 0;
  if (attnAffineRange(rest, lo, hi, &min, &max) && max + 1 < size)
    size = max + 1;
  return (AttnBoxDim){.size = size, .stride = stride * unit, .box = 1, .at = rest};
}

/// Of two dimensions with a box of one the inner, with the steps of the outer in it.
static bool join(const Tile *t, AttnBoxDim *inner, const AttnBoxDim *outer) {
  MlirContext ctx = mlirAffineExprGetContext(inner->at);
  int64_t steps = outer->stride / inner->stride;
  if (isSymbolic(t, inner->size) || isSymbolic(t, outer->size) || isSymbolic(t, steps) ||
      outer->stride % inner->stride != 0)
    return false;
  inner->size += (outer->size - 1) * steps;
  inner->at = mlirAffineAddExprGet(
      mlirAffineMulExprGet(outer->at, mlirAffineConstantExprGet(ctx, steps)), inner->at);
  return true;
}

/// Does the expression depend on no axis of symbolic length, or is it just that axis?
static bool wholeOrStatic(const Tile *t, MlirAffineExpr e) {
  for (intptr_t o = 0; o < mlirAffineMapGetNumDims(t->map); ++o)
    if (mlirAffineExprIsFunctionOfDim(e, o) && isSymbolic(t, t->extents[o]) &&
        !mlirAffineExprIsADim(e))
      return false;
  return true;
}

static bool plan(const Tile *t, AttnBox *x) {
  int64_t strides[MAX_OVER], stride = 1;
  MlirAffineExpr rest[MAX_OVER];
  intptr_t dims = mlirAffineMapGetNumResults(t->map);
  for (intptr_t d = dims - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= mlirShapedTypeGetDimSize(t->tensor, d);
    rest[d] = mlirAffineMapGetResult(t->map, d);
  }
  for (int i = t->rank - 1; i >= 0; --i)
    if (!addAxis(t, x, i, strides, rest))
      return false;
  AttnBoxDim others[MAX_OVER];
  int n = 0;
  for (intptr_t d = dims - 1; d >= 0; --d)
    if (!isZero(rest[d]) && mlirShapedTypeGetDimSize(t->tensor, d) != 1 &&
        !wholeOrStatic(t, rest[d]))
      return refuseSum(x);
    else if (!isZero(rest[d]) && mlirShapedTypeGetDimSize(t->tensor, d) != 1)
      others[n++] = left(t, rest[d], mlirShapedTypeGetDimSize(t->tensor, d), strides[d]);
  for (; x->rank + n > ATTN_BOX_RANK && n > 1; --n)
    if (!join(t, &others[n - 2], &others[n - 1]))
      break;
  for (int i = 0; i < n; ++i)
    if (!add(t, x, others[i]))
      return false;
  return true;
}

/// Panels along the last axis. The last one may be wider than what is left of a tile that is read:
/// it is filled up, with zeros where the axis ends.
static bool cut(AttnBox *x, int64_t swizzle, bool read) {
  int64_t whole = x->dim[0].box, panel = swizzle ? swizzle / x->bytes : whole;
  if (panel * x->bytes % 16 != 0 || (!read && whole % panel != 0)) {
    snprintf(x->rule, sizeof x->rule, "which moves rows of multiples of %d bytes, not %lld",
             swizzle ? (int)swizzle : 16, (long long)(whole * x->bytes));
    return false;
  }
  x->dim[0].box = panel;
  x->panels = (int)((whole + panel - 1) / panel);
  for (int d = 0; d < x->rank; ++d)
    if (x->dim[d].box > ATTN_BOX_ELEMENTS) {
      snprintf(x->rule, sizeof x->rule,
               "whose boxes have at most %d elements along a dimension; this one has %lld: take a "
               "smaller tile (TILE) or a swizzle",
               ATTN_BOX_ELEMENTS, (long long)x->dim[d].box);
      return false;
    }
  return true;
}

/// Of a window: the map on its source, with a dimension more for each offset.
static bool addOffsets(Tile *t, AttnBox *x, const AttnMoved *m, MlirType window, intptr_t n) {
  MlirContext ctx = mlirAffineMapGetContext(t->map);
  MlirType from = mlirValueGetType(m->source);
  MlirAffineExpr at[MAX_OVER];
  for (int d = 0; d < m->rank; ++d) {
    at[d] = mlirAffineMapGetResult(t->map, d);
    if (mlirValueIsNull(m->offset[d]))
      continue;
    intptr_t dim = n + x->nMoved;
    if (x->nMoved == ATTN_BOX_RANK || dim == MAX_OVER)
      return false;
    at[d] = mlirAffineAddExprGet(at[d], mlirAffineDimExprGet(ctx, dim));
    t->extents[dim] = mlirShapedTypeGetDimSize(from, d) - mlirShapedTypeGetDimSize(window, d) + 1;
    x->moved[x->nMoved++] = d;
  }
  t->map = mlirAffineMapGet(ctx, n + x->nMoved, 0, m->rank, at);
  t->tensor = from;
  return true;
}

/// Rows in pages, and what lies where data say: the map on what is read in the end.
static bool readPages(Tile *t, AttnBox *x, MlirValue tensor, intptr_t n) {
  intptr_t rows = t->rank == 2 ? t->over[0] : -1, at = n + x->nMoved;
  uint64_t tile = 0;
  const char *rule;
  for (int i = 0; i < t->rank; ++i)
    tile |= UINT64_C(1) << t->over[i];
  AttnPages *p = &x->pages;
  if (!attnPagesRead(tensor, t->map, t->extents, rows, tile, p, &rule)) {
    snprintf(x->rule, sizeof x->rule, "%s", rule);
    return false;
  }
  t->map = p->map;
  t->tensor = mlirValueGetType(p->memory);
  if (p->page) {
    int64_t extent = t->extents[rows], box = attnPagesRows(p->page, t->tile[0]);
    if (isSymbolic(t, extent) || extent < 1) {
      snprintf(x->rule, sizeof x->rule,
               "which moves boxes; rows in pages of %lld whose number is no constant above 0 are "
               "not supported by this version",
               (long long)p->page);
      return false;
    }
    if (!box) {
      snprintf(x->rule, sizeof x->rule,
               "which moves boxes of 8 rows, and multiples; tiles of %lld have no such part in "
               "pages of %lld",
               (long long)t->tile[0], (long long)p->page);
      return false;
    }
    x->inPages = rows;
    x->extent = extent;
    x->last = extent > p->page ? extent % p->page : 0;
    t->tile[0] = box;
    t->extents[rows] = extent < p->page ? extent : p->page;
    t->extents[at++] = (extent + p->page - 1) / p->page;
  }
  for (int i = 0; i < p->nData; ++i)
    t->extents[at++] = mlirShapedTypeGetDimSize(t->tensor, p->data[i]);
  return true;
}

bool attnBoxPlan(MlirOperation op, const AttnAxes *axes, MlirType tensor, MlirType tile,
                 int64_t swizzle, AttnBox *x) {
  Tile t = {.tensor = tensor, .rank = (int)mlirShapedTypeGetRank(tile)};
  MlirType e = mlirShapedTypeGetElementType(tensor);
  intptr_t n = attnAttrArraySize(op, "over");
  int bits = mlirTypeIsAFloat(e)     ? (int)mlirFloatTypeGetWidth(e)
             : mlirTypeIsAInteger(e) ? (int)mlirIntegerTypeGetWidth(e)
                                     : 64;
  *x = (AttnBox){.bytes = bits < 8 ? 1 : bits / 8};
  AttnMoved moved;
  bool store = attnIs(op, "tile.store"),
       window = !store && attnReadMoved(mlirOperationGetOperand(op, 0), &moved);
  if (window && moved.padded) {
    snprintf(x->rule, sizeof x->rule,
             "which moves boxes of a tensor that is told at the launch; what is read here lies "
             "within limits where data say");
    return false;
  }
  if (!attnSymbolsRead(op, &t.symbols)) {
    snprintf(x->rule, sizeof x->rule, "and the function's attribute 'attn.symbols' is malformed");
    return false;
  }
  t.bytes = x->bytes;
  bool fits = attnAttrMap(op, "map", &t.map) && n >= 0 && n <= MAX_OVER &&
              mlirAffineMapGetNumDims(t.map) == n && t.rank <= 2 &&
              attnAttrArraySize(op, "axes") == t.rank &&
              mlirAffineMapGetNumResults(t.map) == mlirShapedTypeGetRank(tensor) &&
              mlirShapedTypeGetRank(tensor) <= MAX_OVER;
  for (intptr_t o = 0; o < n && fits; ++o) {
    int at = attnAxesFind(axes, attnStrValue(attnAttrArrayGet(op, "over", o)));
    fits = at >= 0;
    t.extents[o] = fits ? axes->a[at].extent : 0;
  }
  for (int i = 0; i < t.rank && fits; ++i) {
    t.name[i] = attnStrValue(attnAttrArrayGet(op, "axes", i));
    t.tile[i] = mlirShapedTypeGetDimSize(tile, i);
    for (t.over[i] = 0; t.over[i] < n; ++t.over[i])
      if (strcmp(attnStrValue(attnAttrArrayGet(op, "over", t.over[i])), t.name[i]) == 0)
        break;
    fits = t.over[i] < n;
  }
  fits = fits && (!window ||
                  addOffsets(&t, x, &moved, mlirValueGetType(mlirOperationGetOperand(op, 0)), n));
  if (!fits || t.rank < 1) {
    snprintf(x->rule, sizeof x->rule, "%s",
             fits ? "which moves rows; the tile is one element"
                  : "and its map, axes and origins do not fit together");
    return false;
  }
  return (store || readPages(&t, x, window ? moved.source : mlirOperationGetOperand(op, 0), n)) &&
         plan(&t, x) && cut(x, swizzle, !store);
}

MlirOperation attnTileNextCopy(MlirOperation op) {
  const char *slab = attnAttrStr(op, "slab");
  do
    op = mlirOperationGetNextInBlock(op);
  while (!mlirOperationIsNull(op) &&
         !(attnIs(op, "tile.copy") && strcmp(attnAttrStr(op, "slab"), slab) == 0));
  return op;
}
