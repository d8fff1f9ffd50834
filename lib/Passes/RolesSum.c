//===- RolesSum.c - A stream of products that are only added --------------===//
// See Roles.h.
//
// Where a step is one contraction of slabs into a state, the next one is issued before it is
// awaited, and its slots are released then:
//
//   for t: acc += X(t) Y(t)     becomes     issue acc = X(0) Y(0)
//                                           for t from 1:
//                                             wait for X(t), Y(t); issue acc += X(t) Y(t)
//                                             await all but this; release X(t-1), Y(t-1)
//                                           await acc; release the last
//
// so that the tensor cores never wait for a barrier. The sums are added in the same order: the same
// bits.
//
//===----------------------------------------------------------------------===//
#include "Passes/Roles.h"

#include <string.h>

bool attnRolesIsSum(const AttnSplit *s, MlirOperation loop) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(block), contract = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, yield);
       op = mlirOperationGetNextInBlock(op)) {
    if (attnIs(op, "tile.contract") && mlirOperationIsNull(contract))
      contract = op;
    else if (!attnRolesLoadOf(s, op))
      return false;
  }
  if (mlirOperationIsNull(contract) || mlirOperationGetNumResults(loop) != 1)
    return false;
  MlirValue acc = mlirBlockGetArgument(block, 1), sum = mlirOperationGetResult(contract, 0);
  const char *atom = attnAttrStr(contract, "atom");
  return atom && strncmp(atom, "wgmma_", 6) == 0 &&
         mlirValueEqual(mlirOperationGetOperand(contract, 2), acc) && attnNumUses(acc) == 1 &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0), sum) && attnNumUses(sum) == 1;
}

/// The contraction of the tiles in a slot, issued.
static MlirValue issue(const AttnSplit *s, const AttnBuilder *b, MlirOperation loop, MlirValue acc,
                       MlirValue slot, MlirValue phase) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(block), contract = {NULL};
  AttnValueMap map = {0};
  attnMapValue(&map, mlirBlockGetArgument(block, 1), acc);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, yield);
       op = mlirOperationGetNextInBlock(op)) {
    const AttnRoleLoad *l = attnRolesLoadOf(s, op);
    if (l)
      attnMapValue(&map, mlirOperationGetResult(op, 0), attnRolesTake(s, b, l, slot, phase));
    else
      contract = attnCloneMapped(b, op, &map);
  }
  attnMapFree(&map);
  attnSetAttr(contract, "async", mlirBoolAttrGet(s->ctx, true));
  return mlirOperationGetResult(contract, 0);
}

/// `like`: a contraction of the same layout.
static MlirValue await(const AttnBuilder *b, MlirOperation like, MlirValue v, int64_t pending) {
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "axes", attnAttr(like, "axes")),
                                attnNamed(b->ctx, "pending", attnI64(b->ctx, pending)),
                                attnNamed(b->ctx, "layout", attnAttr(like, "layout"))};
  return attnBuild(b, "tile.await", 1, &v, mlirValueGetType(v), 3, attrs);
}

static void release(const AttnSplit *s, const AttnBuilder *b, MlirOperation loop, MlirValue slot) {
  for (int i = s->nLoads; i-- > 0;)
    if (mlirOperationEqual(s->loads[i].loop, loop) && !attnRolesHasPart(s, &s->loads[i]))
      attnRolesRelease(s, b, &s->loads[i], slot, (MlirValue){NULL});
}

enum { ACC, SLOT, PHASE, CARRIED };

/// The steps of a loop that has at least one; v: what is carried.
static void steps(const AttnSplit *s, const AttnBuilder *b, MlirOperation loop, MlirValue *v) {
  MlirValue lo = mlirOperationGetOperand(loop, 0), hi = mlirOperationGetOperand(loop, 1);
  MlirValue by = mlirOperationGetOperand(loop, 2), iv, args[CARRIED], next[CARRIED];
  AttnBuilder in;
  v[ACC] = issue(s, b, loop, v[ACC], v[SLOT], v[PHASE]);
  MlirOperation first = attnDef(v[ACC]);
  MlirOperation rest =
      attnBuildFor(b, attnBuild2(b, "arith.addi", lo, by), hi, by, CARRIED, v, &in, &iv, args);
  MlirAttribute class = attnAttr(loop, "class");
  if (!mlirAttributeIsNull(class))
    attnSetAttr(rest, "class", class);
  attnRolesNext(&in, attnRolesDepth(s), args[SLOT], args[PHASE], &next[SLOT], &next[PHASE]);
  next[ACC] = issue(s, &in, loop, args[ACC], next[SLOT], next[PHASE]);
  next[ACC] = await(&in, first, next[ACC], 1);
  release(s, &in, loop, args[SLOT]);
  attnBuildYield(&in, "scf.yield", CARRIED, next);
  for (int i = 0; i < CARRIED; ++i)
    v[i] = mlirOperationGetResult(rest, i);
  v[ACC] = await(b, first, v[ACC], 0);
  release(s, b, loop, v[SLOT]);
  attnRolesNext(b, attnRolesDepth(s), v[SLOT], v[PHASE], &v[SLOT], &v[PHASE]);
}

static bool isBefore(MlirValue lo, MlirValue hi) {
  int64_t x, y;
  return attnIs(attnDef(lo), "arith.constant") && attnIs(attnDef(hi), "arith.constant") &&
         attnAttrI64(attnDef(lo), "value", &x) && attnAttrI64(attnDef(hi), "value", &y) && x < y;
}

void attnRolesSum(AttnSplit *s, MlirOperation loop, MlirValue *slot, MlirValue *phase) {
  AttnBuilder b = attnBuilderBefore(loop), then, els;
  MlirValue lo = mlirOperationGetOperand(loop, 0), hi = mlirOperationGetOperand(loop, 1);
  MlirValue v[CARRIED] = {mlirOperationGetOperand(loop, 3), *slot, *phase};
  if (isBefore(lo, hi)) {
    steps(s, &b, loop, v);
  } else {
    MlirValue inits[CARRIED];
    MlirType types[CARRIED];
    for (int i = 0; i < CARRIED; ++i)
      inits[i] = v[i], types[i] = mlirValueGetType(v[i]);
    MlirOperation choice = attnBuildIf(&b, attnCmpi(&b, 2, lo, hi), CARRIED, types, &then, &els);
    steps(s, &then, loop, v);
    attnBuildYield(&then, "scf.yield", CARRIED, v);
    attnBuildYield(&els, "scf.yield", CARRIED, inits);
    for (int i = 0; i < CARRIED; ++i)
      v[i] = mlirOperationGetResult(choice, i);
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, 0), v[ACC]);
  *slot = v[SLOT], *phase = v[PHASE];
  mlirOperationDestroy(loop);
}
