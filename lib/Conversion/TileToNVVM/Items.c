//===- Items.c - The work items of a persistent kernel --------------------===//
//
//   for item = ctaid; item < items; item += nctaid      producer and consumers alike
//
// The grid is as many CTAs as reside at once; any other would do as well, since the stride is what
// the launch says.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdio.h>
#include <stdlib.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

static bool leavesStores(MlirOperation op) {
  MlirOperation *stores;
  intptr_t n = attnCollect(op, "tile.store", &stores);
  bool any = false;
  for (intptr_t i = 0; i < n; ++i)
    any |= !mlirAttributeIsNull(attnAttr(stores[i], "under_way"));
  free(stores);
  return any;
}

static MlirValue special(AttnLower *k, const char *name) {
  char text[64];
  snprintf(text, sizeof text, "nvvm.read.ptx.sreg.%s", name);
  MlirValue v = attnBuild0(&k->b, text, k->i32, 0, NULL);
  return attnBuild1(&k->b, "arith.index_castui", v, k->index);
}

MlirLogicalResult attnLowerItems(AttnLower *k, MlirOperation op) {
  if (!k->items || k->part == ATTN_PART_ALL)
    return attnOpError(op, "stands outside of the roles of a persistent kernel");
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirValue *values = malloc((size_t)(n + 1) * sizeof *values), item;
  MlirValue *args = malloc((size_t)(n + 1) * sizeof *args);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i)
    ok = attnLScalarValue(k, op, mlirOperationGetOperand(op, i), NULL, &values[i]);
  AttnBuilder outer = k->b, body;
  if (ok.value) {
    attnBuildFor(&k->b, special(k, "ctaid.x"), attnConstIndex(&k->b, k->items),
                 special(k, "nctaid.x"), n, values, &body, &item, args);
    k->b = body;
    for (intptr_t i = 0; i < n; ++i)
      attnMapValue(&k->scalars, mlirBlockGetArgument(attnBody(op, 0), i), args[i]);
    attnLMapOrigins(k, op, attnCast(&k->b, item, k->i32));
    ok = attnLowerBlock(k, attnBody(op, 0));
    MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
    for (intptr_t i = 0; i < n && ok.value; ++i)
      ok = attnLScalarValue(k, yield, mlirOperationGetOperand(yield, i), NULL, &values[i]);
    attnBuildYield(&k->b, "scf.yield", ok.value ? n : 0, values);
    k->b = outer;
    if (ok.value && leavesStores(op))
      attnLDrainStores(k);
  }
  free(values);
  free(args);
  return ok.value ? OK : FAILED;
}
