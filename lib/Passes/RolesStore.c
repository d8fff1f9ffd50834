//===- RolesStore.c - attn-roles: results that leave by the TMA unit ------===//
// See Roles.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Box.h"
#include "Passes/Roles.h"
#include "Schedule/MmaLayout.h"

#include <stdlib.h>
#include <string.h>

/// In how few parts a tile of `panels` panels goes through what `used` bytes leave; 0: in none.
static int64_t partsOf(int64_t used, int64_t whole, int panels) {
  for (int64_t parts = 1; parts <= panels; ++parts)
    if (panels % parts == 0 && used + whole / parts <= ATTN_ROLES_SHARED)
      return parts;
  return 0;
}

static int64_t swizzleOf(MlirType result) {
  int64_t row = 2 * mlirShapedTypeGetDimSize(result, 1), swizzle = 128;
  while (swizzle > 32 && row % swizzle != 0)
    swizzle /= 2;
  return swizzle;
}

const AttnRoleLoad *attnRolesLikeResult(const AttnSplit *s, MlirType result) {
  for (int k = 0; k < s->nLoads; ++k)
    if (mlirOperationIsNull(s->loads[k].loop) && mlirTypeEqual(s->loads[k].type, result) &&
        s->loads[k].swizzle == swizzleOf(result))
      return &s->loads[k];
  return NULL;
}

/// Do lanes hold the stored tile as the fragments that atoms give?
static bool isFragment(MlirOperation store) {
  AttnLayout l;
  AttnMmaTile mma;
  char err[128];
  const char *m = attnStrValue(attnAttrArrayGet(store, "axes", 0)),
             *n = attnStrValue(attnAttrArrayGet(store, "axes", 1));
  const char *text = attnAttrStr(attnDef(mlirOperationGetOperand(store, 0)), "layout");
  return text && attnLayoutParse(text, &l, err, sizeof err) && attnMmaFromC(&l, m, n, &mma);
}

/// Results of 16-bit elements that are boxes leave by the TMA unit: through the slab of a
/// loop-invariant operand of the same shape, which nobody reads any more, or one of their own. In a
/// persistent kernel one of their own comes first, so that the operand can be loaded again. One
/// that shared memory has no room for takes the columns in parts, one after the other. Where the
/// operand has two slots (RolesChain.c), the ended item's is the one that nobody reads. Into the
/// slab by stmatrix where the schedule says so, and in products: 1 % of those with short streams;
/// ptxas orders the step of others worse then (docs/hopper.md).
bool attnRolesStoreByTma(AttnSplit *s) {
  MlirOperation *ops;
  bool matrices = s->role.stmatrix || attnRolesAreSums(s), any = false;
  intptr_t n = attnCollect(s->kernel, "tile.store", &ops);
  int64_t bytes = ATTN_ROLES_BARRIERS;
  for (int k = 0, slab = 0; k < s->nLoads; ++k)
    if (s->loads[k].slab == slab) {
      bytes += s->loads[k].slots * attnRolesSlabBytes(s->loads[k].type, s->loads[k].swizzle);
      ++slab;
    }
  for (intptr_t i = 0; i < n; ++i) {
    MlirType t = mlirValueGetType(mlirOperationGetOperand(ops[i], 0));
    MlirType e = attnElementType(t);
    AttnBox box;
    if (mlirShapedTypeGetRank(t) != 2 || (!mlirTypeIsAF16(e) && !mlirTypeIsABF16(e)))
      continue;
    int64_t swizzle = swizzleOf(t), result = 0;
    attnAttrI64(ops[i], "result", &result);
    MlirType tensor = mlirValueGetType(mlirOperationGetResult(s->kernel, result));
    if (!attnBoxPlan(ops[i], &s->axes, tensor, t, swizzle, &box))
      continue;
    if (i > 1)
      continue; // further results are small or rare
    MlirAttribute slab = attnStr(s->ctx, i ? "out1" : "out");
    int64_t whole = attnRolesSlabBytes(t, 32);
    bool room = bytes + whole <= ATTN_ROLES_SHARED;
    const AttnRoleLoad *shared =
        i == 0 && !(s->persistent && room) ? attnRolesLikeResult(s, t) : NULL;
    int64_t parts = shared ? 1 : partsOf(bytes, whole, box.panels);
    if (!parts)
      continue; // no room
    if (shared)
      slab = attnRolesSlabName(s, shared->slab);
    else
      bytes += whole / parts;
    if (s->persistent && (!shared || s->chained))
      attnSetAttr(ops[i], "under_way", mlirBoolAttrGet(s->ctx, true));
    if (parts > 1)
      attnSetAttr(ops[i], "parts", attnI64(s->ctx, parts));
    if (shared && shared->slots > 1)
      attnSetAttr(ops[i], "slots", attnI64(s->ctx, shared->slots));
    if (shared && s->persistent)
      s->through = shared;
    if (matrices && isFragment(ops[i])) {
      attnSetAttr(ops[i], "stmatrix", mlirBoolAttrGet(s->ctx, true));
      any = true;
    }
    attnSetAttr(ops[i], "transport", attnStr(s->ctx, "tma"));
    attnSetAttr(ops[i], "slab", slab);
    attnSetAttr(ops[i], "swizzle", attnI64(s->ctx, swizzle));
  }
  free(ops);
  return any || !s->role.stmatrix ||
         attnRolesRefuse(s, "results that leave by stmatrix are fragments of 16-bit elements and "
                            "boxes, for which shared memory has room");
}
