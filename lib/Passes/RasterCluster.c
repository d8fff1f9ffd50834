//===- RasterCluster.c - attn-raster: clusters that share a stream --------===//
//
// GRID=<...>/cluster<n>: n CTAs whose tiles are neighbours along an axis of the grid run at the
// same time, and what they stream comes from memory once for all of them (attn-roles). That asks of
// the axis
//
//   streams   bounds of the loops do not depend on it: all CTAs take the same steps
//   operands  at least one streamed operand of a contraction does not either
//   tiles     a multiple of n; or the tiles beyond the last one read and write nothing, because
//             everything that moves along the axis is a box with an end there
//
// Of several such axes the one is taken along which most of what is streamed is the same, in bytes,
// then one with a multiple of n tiles, then the innermost: rows of a head, or heads that share
// keys; for a product the axis that the larger tile does not have.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Origin.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Raster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool names(MlirOperation op, const char *attr, const char *axis) {
  for (intptr_t i = 0, n = attnAttrArraySize(op, attr); i < n; ++i)
    if (strcmp(attnStrValue(attnAttrArrayGet(op, attr, i)), axis) == 0)
      return true;
  return false;
}

/// The loop that a contraction's operand is read in; null: `load` is not one, or in no loop.
static MlirOperation loopOf(MlirOperation kernel, MlirOperation load) {
  bool operand = false;
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(load, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u))
    operand |= attnIs(mlirOpOperandGetOwner(u), "tile.contract");
  MlirOperation p = mlirOperationGetParentOperation(load);
  while (operand && !mlirOperationEqual(p, kernel) && !attnIs(p, "scf.for"))
    p = mlirOperationGetParentOperation(p);
  return operand && !mlirOperationEqual(p, kernel) ? p : (MlirOperation){NULL};
}

typedef struct Along {
  int64_t shared; ///< bytes of streamed tiles that are the same for all tiles along the axis
  bool bounds;    ///< of loops depend on it
  bool boxes;     ///< whatever moves along it ends where the axis does
  bool known;     ///< its extent
  int64_t tiles;
} Along;

static int64_t tileBytes(MlirType t) {
  MlirType e = attnElementType(t);
  int64_t n = mlirTypeIsAFloat(e) ? mlirFloatTypeGetWidth(e) / 8 : 1;
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(t); ++i)
    n *= mlirShapedTypeGetDimSize(t, i);
  return n;
}

static Along lookAlong(MlirOperation kernel, const AttnSymbols *symbols, const AttnAxis *axis) {
  int64_t extent = attnSymbolHint(symbols, axis->extent);
  Along a = {.boxes = true,
             .known = extent == axis->extent,
             .tiles = (extent + axis->tile - 1) / axis->tile};
  MlirOperation *ops;
  intptr_t n = attnCollect(kernel, NULL, &ops);
  for (intptr_t i = 0; i < n; ++i) {
    bool load = attnIs(ops[i], "tile.load"), read = attnIs(ops[i], "tile.read");
    bool over = (load || read || attnIs(ops[i], "tile.store")) && names(ops[i], "over", axis->name);
    a.boxes &= !over || (!read && names(ops[i], "axes", axis->name));
    MlirOperation loop = load ? loopOf(kernel, ops[i]) : (MlirOperation){NULL};
    if (mlirOperationIsNull(loop))
      continue;
    if (!attnBoxMoves(kernel, ops[i], axis->name))
      a.shared += tileBytes(mlirValueGetType(mlirOperationGetResult(ops[i], 0)));
    for (; !mlirOperationEqual(loop, kernel); loop = mlirOperationGetParentOperation(loop))
      for (int k = 0; attnIs(loop, "scf.for") && k < 3; ++k)
        a.bounds |= attnOriginMoves(kernel, mlirOperationGetOperand(loop, k), axis->name);
  }
  free(ops);
  return a;
}

/// Why there can be no cluster along the axis; an empty text: there can.
static void ruleAgainst(const Along *a, const AttnAxis *axis, int n, char *text, size_t size) {
  *text = 0;
  if (a->bounds)
    snprintf(text, size, "along '%s' their streams begin or end elsewhere", axis->name);
  else if (!a->shared)
    snprintf(text, size, "along '%s' they stream other operands", axis->name);
  else if (a->known && (a->tiles < n || (a->tiles % n != 0 && !a->boxes)))
    snprintf(text, size, "along '%s' there are %lld of them", axis->name, (long long)a->tiles);
  else if (!a->known && !a->boxes)
    snprintf(text, size, "along '%s' nobody knows how many there are", axis->name);
}

bool attnRasterCluster(MlirOperation kernel, const AttnAxes *axes, const AttnSymbols *symbols,
                       const char *pin, int n, const AttnAxis **axis) {
  MlirContext ctx = mlirOperationGetContext(kernel);
  char rules[512] = "", rule[128];
  int64_t best = -1;
  for (intptr_t i = attnAttrArraySize(kernel, "grid") - 1; i >= 0; --i) {
    int at = attnAxesFind(axes, attnStrValue(attnAttrArrayGet(kernel, "grid", i)));
    if (at < 0 || axes->a[at].tile < 1)
      return true; // attnVerify says what is wrong
    Along a = lookAlong(kernel, symbols, &axes->a[at]);
    int64_t worth = 2 * a.shared + (a.known && a.tiles % n == 0);
    ruleAgainst(&a, &axes->a[at], n, rule, sizeof rule);
    size_t used = strlen(rules);
    if (*rule)
      snprintf(rules + used, sizeof rules - used, "%s%s", used ? ", " : "", rule);
    else if (worth > best)
      best = worth, *axis = &axes->a[at];
  }
  if (best < 0) {
    attnOpError(kernel,
                "cannot honour GRID=%s: %d tiles that start together take the same steps and share "
                "what they stream; %s",
                pin, n, rules);
    return false;
  }
  MlirNamedAttribute fields[] = {attnNamed(ctx, "axis", attnStr(ctx, (*axis)->name)),
                                 attnNamed(ctx, "size", attnI64(ctx, n))};
  attnSetAttr(kernel, "cluster", mlirDictionaryAttrGet(ctx, 2, fields));
  return true;
}
