//===- Order.c - tile.order -----------------------------------------------===//
//
// In one warp, coordinate = origin + lane + 32 * register:
//
//   for each key:
//     before = 0                                               (`sorted`: for the first one only)
//     for each register r upward:
//       mine = ballot(key[r] is it)
//       where the lane's bit is set:  place[r] = from[r] + before + bits of mine below the lane
//       before += bits of mine
//   result[place[r]] = coordinate of r
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

static MlirValue bits(AttnLower *k, MlirValue x) {
  return attnBuild1(&k->b, "math.ctpop", x, k->i32);
}

static MlirLogicalResult checkLayout(AttnLower *k, MlirOperation op, const AttnTile *t) {
  if (t->inMemory || t->rank != 1)
    return attnOpError(op, "orders by a tile that lies in memory or has not one axis");
  bool lanes = k->warps == 1 && t->layout.size > 0;
  for (int i = 0; i < t->layout.size && lanes; ++i) {
    const AttnFactor *f = &t->layout.f[i];
    lanes = strcmp(f->axis, t->axes[0]) == 0 &&
            (i == 0 ? f->level == ATTN_LANE && f->size == 32 : f->level == ATTN_REG);
  }
  return lanes ? OK
               : attnOpError(op, "needs its keys in one warp, 32 lanes along the axis, then "
                                 "registers");
}

MlirLogicalResult attnLowerOrder(AttnLower *k, MlirOperation op) {
  AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  AttnTile *from = attnLTileOf(k, op, mlirOperationGetOperand(op, 1));
  int64_t number = -1, keys = 0;
  if (!t || !from || !checkLayout(k, op, t).value || !checkLayout(k, op, from).value)
    return FAILED;
  if (!attnAttrI64(op, "result", &number) || number < 0 ||
      number >= mlirOperationGetNumResults(k->kernel) || !attnAttrI64(op, "keys", &keys))
    return attnOpError(op, "names no result of the kernel, or no number of keys");
  MlirType tensor = mlirValueGetType(mlirOperationGetResult(k->kernel, number));
  MlirValue pointer = mlirBlockGetArgument(attnBody(k->func, 0), k->nInputs + number);
  AttnView v;
  if (!attnLGlobalView(k, op, pointer, tensor, 2, &v).value)
    return FAILED;
  AttnView box = attnLRenamed(&v, t->axes);
  const char *axis = t->axes[0];
  MlirValue origin = attnCast(&k->b, v.origins[v.overOf[0]], k->i32);
  MlirValue one = attnLI32(k, 1);
  MlirValue below = attnLOp2(k, "arith.subi", attnLOp2(k, "arith.shli", one, k->lane), one);
  MlirValue *place = malloc((size_t)t->nRegs * sizeof *place);
  MlirValue *there = malloc((size_t)t->nRegs * sizeof *there);
  for (int r = 0; r < t->nRegs; ++r) {
    AttnCoord c = attnLCoord(k, &t->layout, axis, r);
    there[r] = attnLViewInside(k, &box, &c);
    place[r] = from->regs[r];
  }
  MlirAttribute sorts = attnAttr(op, "sorted");
  bool sorted = !mlirAttributeIsNull(sorts) && mlirBoolAttrGetValue(sorts);
  MlirValue before = attnLI32(k, 0);
  for (int64_t key = 0; key < keys; ++key) {
    if (!sorted)
      before = attnLI32(k, 0);
    for (int r = 0; r < t->nRegs; ++r) {
      MlirValue is = attnCmpi(&k->b, 0, t->regs[r], attnLI32(k, key));
      if (!mlirValueIsNull(there[r]))
        is = attnLOp2(k, "arith.andi", is, there[r]);
      MlirValue mine = attnLBallot(k, is);
      MlirValue at =
          attnLOp2(k, "arith.addi", before, bits(k, attnLOp2(k, "arith.andi", mine, below)));
      at = attnLOp2(k, "arith.addi", from->regs[r], at);
      place[r] = attnSelect(&k->b, is, at, place[r]);
      before = attnLOp2(k, "arith.addi", before, bits(k, mine));
    }
  }
  for (int r = 0; r < t->nRegs; ++r) {
    MlirValue value = attnLCoordValue(k, attnLCoord(k, &t->layout, axis, r));
    value = attnLOp2(k, "arith.addi", origin, value);
    AttnCoord c = {.dynamic = attnLOp2(k, "arith.subi", place[r], origin)};
    AttnBuilder saved = k->b, then;
    if (!mlirValueIsNull(there[r])) {
      attnBuildIf(&k->b, there[r], 0, NULL, &then, NULL);
      k->b = then;
    }
    attnLStore(k, value, attnLViewAddress(k, &box, &c), 4);
    if (!mlirValueIsNull(there[r])) {
      attnBuildYield(&k->b, "scf.yield", 0, NULL);
      k->b = saved;
    }
  }
  free(place);
  free(there);
  return OK;
}
