//===- Exchange.c - tile.total: products in parts --------------------------===//
//
// Two warpgroups side by side have a part of the same product each, in the same registers of the
// same lanes (tile.contract, `parts`). Each leaves its part in shared memory, where the lane of the
// same number in the other one reads it and adds. A sum of two is the same in either order, so both
// have the same bits.
//
//   [unit of 16 bytes = 4 registers][thread]
//
//   sync     the readers of the last exchange are done
//   write
//   sync
//   read, add
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { UNIT = 4, GROUP = 128 };

MlirLogicalResult attnLowerTotal(AttnLower *k, MlirOperation op) {
  const AttnTile *from = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  int64_t threads = 32 * (int64_t)k->warps;
  if (!from)
    return FAILED;
  if (threads != 2 * GROUP || from->inMemory || from->nRegs % UNIT != 0 ||
      !mlirTypeIsAF32(from->element))
    return attnOpError(op,
                       "adds parts of a product in f32 that two warpgroups have; found %lld "
                       "threads",
                       (long long)threads);
  static const char *const axes[] = {"unit", "thread", "register"};
  const int64_t shape[] = {from->nRegs / UNIT, threads, UNIT};
  AttnView box;
  if (!attnLOwnSlab(k, op, "(parts)", k->f32, 3, axes, shape, 0, &box).value)
    return FAILED;
  AttnTile *t = attnLTileNew(k, mlirOperationGetResult(op, 0));
  MlirValue *regs = calloc((size_t)from->nRegs, sizeof *regs);
  AttnCoord at[3] = {{.constant = 0}, {.dynamic = k->thread}, {.constant = 0}};
  *t = *from;
  t->regs = regs;
  attnLBarrier(k);
  for (int r = 0; r < t->nRegs; r += UNIT) {
    at[0].constant = r / UNIT;
    attnLViewWrite(k, &box, at, UNIT, from->regs + r, (MlirValue){NULL});
  }
  attnLBarrier(k);
  at[1].dynamic = attnLOp2(k, "arith.xori", k->thread, attnLI32(k, GROUP));
  for (int r = 0; r < t->nRegs; r += UNIT) {
    MlirValue part[UNIT];
    at[0].constant = r / UNIT;
    attnLViewRead(k, &box, at, UNIT, k->f32, part);
    for (int i = 0; i < UNIT; ++i)
      regs[r + i] = attnLOp2(k, "arith.addf", from->regs[r + i], part[i]);
  }
  return OK;
}
