//===- Lengths.c - Lengths that are known at run time ---------------------===//
//
// A kernel takes the lengths of the function's symbols (Dialect/Symbols.h) as 32-bit parameters
// behind its pointers and tensor maps. Extents of symbolic axes and strides of tensors with dynamic
// dimensions are computed from them at the entry; what the host needs for a launch (grid, tensor
// maps) is said in attn.launch as
//
//   number | {scale, of = [["s0", div], ...] [, most]}
//            min(most, scale * product of ceildiv(length, div))
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <string.h>

MlirValue attnLExtent(AttnLower *k, const AttnKernelAxis *axis) {
  return axis->symbol < 0 ? attnConstIndex(&k->b, axis->extent) : k->lengths[axis->symbol];
}

/// Elements of an axis that a CTA covers, along a cluster all of its CTAs.
static int64_t share(const AttnLower *k, const AttnKernelAxis *axis) {
  return axis == k->neighbours ? axis->tile * k->cluster : axis->tile;
}

int64_t attnLTiles(const AttnLower *k, const AttnKernelAxis *axis) {
  int64_t tile = share(k, axis);
  return axis->symbol < 0 ? (axis->extent + tile - 1) / tile : INT64_MAX;
}

MlirValue attnLTilesValue(AttnLower *k, const AttnKernelAxis *axis) {
  if (axis->symbol < 0)
    return attnLI32(k, attnLTiles(k, axis) ? attnLTiles(k, axis) : 1);
  int64_t tile = share(k, axis);
  MlirValue n = attnLAddC(k, attnCast(&k->b, attnLExtent(k, axis), k->i32), tile - 1);
  return tile == 1 ? n : attnLOp2(k, "arith.divui", n, attnLI32(k, tile));
}

MlirAffineExpr attnLDimExpr(AttnLower *k, MlirType tensor, intptr_t d) {
  int64_t size = mlirShapedTypeGetDimSize(tensor, d);
  int at = attnSymbolOf(&k->symbols, size);
  return at < 0 ? mlirAffineConstantExprGet(k->ctx, size) : mlirAffineSymbolExprGet(k->ctx, at);
}

typedef struct Size {
  int64_t scale, most;
  int n;
  MlirAttribute of[8];
} Size;

static void addFactor(AttnLower *k, Size *s, int symbol, int64_t div) {
  MlirAttribute pair[] = {attnStr(k->ctx, k->symbols.s[symbol].name), attnI64(k->ctx, div)};
  if (s->n < (int)(sizeof s->of / sizeof *s->of))
    s->of[s->n++] = mlirArrayAttrGet(k->ctx, 2, pair);
}

static MlirAttribute sizeAttr(AttnLower *k, const Size *s) {
  if (!s->n)
    return attnI64(k->ctx, s->most && s->scale > s->most ? s->most : s->scale);
  MlirNamedAttribute fields[] = {attnNamed(k->ctx, "scale", attnI64(k->ctx, s->scale)),
                                 attnNamed(k->ctx, "of", mlirArrayAttrGet(k->ctx, s->n, s->of)),
                                 attnNamed(k->ctx, "most", attnI64(k->ctx, s->most))};
  return mlirDictionaryAttrGet(k->ctx, s->most ? 3 : 2, fields);
}

MlirAttribute attnLSizeAttr(AttnLower *k, int64_t number) {
  Size s = {.scale = number};
  for (int i = 0; i < k->symbols.n; ++i)
    for (; s.scale && s.scale % k->symbols.s[i].size == 0; s.scale /= k->symbols.s[i].size)
      addFactor(k, &s, i, 1);
  return sizeAttr(k, &s);
}

MlirAttribute attnLGridAttr(AttnLower *k, int64_t most) {
  Size s = {.scale = k->cluster, .most = most};
  for (intptr_t i = 0, n = attnAttrArraySize(k->kernel, "grid"); i < n; ++i) {
    const AttnKernelAxis *axis = attnLAxis(k, attnStrValue(attnAttrArrayGet(k->kernel, "grid", i)));
    if (axis->symbol >= 0)
      addFactor(k, &s, axis->symbol, share(k, axis));
    else
      s.scale *= attnLTiles(k, axis);
  }
  if (!s.n && s.scale == 0) // the results have no elements; a grid of none cannot be launched, so
    s.scale = k->cluster;   // one CTA (of each cluster) does nothing
  return sizeAttr(k, &s);
}
