//===- RolesStore.c - attn-roles: results that leave by the TMA unit ------===//
// See Roles.h.
//===----------------------------------------------------------------------===//
#include "Passes/Roles.h"

#include <stdlib.h>
#include <string.h>

/// Shared memory of a CTA on the chips that have roles (sm_90), and what barriers take at most.
enum { SHARED = 227 << 10, BARRIERS = 1 << 10 };

/// Of 16-bit elements.
static int64_t bytesOfTile(MlirType t) {
  int64_t bytes = 2;
  for (intptr_t i = 0, n = mlirShapedTypeGetRank(t); i < n; ++i)
    bytes *= mlirShapedTypeGetDimSize(t, i);
  return (bytes + 1023) / 1024 * 1024;
}

/// Results of 16-bit elements whose map moves boxes leave by the TMA unit: through the slab of a
/// loop-invariant operand of the same shape, which nobody reads any more, or one of their own. In a
/// persistent kernel one of their own comes first, so that the operand can be loaded again.
void attnRolesStoreByTma(AttnSplit *s) {
  MlirOperation *ops;
  intptr_t n = attnCollect(s->kernel, "tile.store", &ops);
  int64_t bytes = BARRIERS;
  for (int k = 0, slab = 0; k < s->nLoads; ++k)
    if (s->loads[k].slab == slab) {
      bytes += s->loads[k].slots * bytesOfTile(s->loads[k].type);
      ++slab;
    }
  for (intptr_t i = 0; i < n; ++i) {
    MlirType t = mlirValueGetType(mlirOperationGetOperand(ops[i], 0));
    MlirType e = attnElementType(t);
    MlirAffineMap map;
    if (mlirShapedTypeGetRank(t) != 2 || (!mlirTypeIsAF16(e) && !mlirTypeIsABF16(e)) ||
        !attnAttrMap(ops[i], "map", &map))
      continue;
    int64_t row = 2 * mlirShapedTypeGetDimSize(t, 1), swizzle = 128;
    while (swizzle > 32 && row % swizzle != 0)
      swizzle /= 2;
    intptr_t rank = mlirAffineMapGetNumResults(map);
    bool boxes = row % swizzle == 0;
    for (intptr_t a = 0; a < 2 && boxes; ++a) {
      const char *axis = attnStrValue(attnAttrArrayGet(ops[i], "axes", a));
      int alone = 0, any = 0;
      for (intptr_t o = 0, m = attnAttrArraySize(ops[i], "over"); o < m; ++o) {
        if (strcmp(attnStrValue(attnAttrArrayGet(ops[i], "over", o)), axis) != 0)
          continue;
        for (intptr_t r = 0; r < rank; ++r) {
          MlirAffineExpr x = mlirAffineMapGetResult(map, r);
          bool here = mlirAffineExprIsADim(x) && mlirAffineDimExprGetPosition(x) == o;
          any += mlirAffineExprIsFunctionOfDim(x, o);
          alone += here && (a == 0 || r == rank - 1);
        }
      }
      boxes = alone == 1 && any == 1;
    }
    // Strides of a tensor map are multiples of 16 bytes.
    int64_t result = 0;
    attnAttrI64(ops[i], "result", &result);
    MlirType tensor = mlirValueGetType(mlirOperationGetResult(s->kernel, result));
    boxes = boxes && mlirShapedTypeGetDimSize(tensor, mlirShapedTypeGetRank(tensor) - 1) % 8 == 0;
    int dims = 0;
    for (intptr_t r = 0; r < rank; ++r)
      dims += mlirShapedTypeGetDimSize(tensor, r) > 1;
    if (!boxes || dims > 5)
      continue;
    if (i > 1)
      continue; // further results are small or rare
    MlirAttribute slab = attnStr(s->ctx, i ? "out1" : "out");
    bool own = s->persistent && bytes + bytesOfTile(t) <= SHARED, shared = false;
    for (int k = 0; k < s->nLoads && i == 0 && !own; ++k)
      if (mlirOperationIsNull(s->loads[k].loop) && s->loads[k].swizzle == swizzle &&
          mlirTypeEqual(s->loads[k].type, t)) {
        slab = attnRolesSlabName(s, s->loads[k].slab);
        shared = true;
      }
    if (own) {
      bytes += bytesOfTile(t);
      attnSetAttr(ops[i], "under_way", mlirBoolAttrGet(s->ctx, true));
    } else if (s->persistent && !shared) {
      continue; // no room
    }
    s->storesThroughLoad |= s->persistent && shared;
    attnSetAttr(ops[i], "transport", attnStr(s->ctx, "tma"));
    attnSetAttr(ops[i], "slab", slab);
    attnSetAttr(ops[i], "swizzle", attnI64(s->ctx, swizzle));
  }
  free(ops);
}
