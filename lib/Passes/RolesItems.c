//===- RolesItems.c - attn-roles in persistent kernels --------------------===//
//
//   producer                                        consumer
//   tile.items(slot, phase, mine, turn) {           tile.items(slot, phase, mine, turn) {
//     origins, bounds                                 origins, bounds
//     acquire k[slot]; copy the first k               wait q[mine], turn
//     acquire q[mine], turn; copy q                   the stream
//     acquire v[slot]; copy the first v               release q[mine] behind its last reader
//     the rest of the stream                          project, store
//     next slots and phases                           next slots and phases
//   }                                               }
//
// Slots and phases of the stream count on from item to item, so the producer runs ahead into the
// next item as far as the rings reach. `mine` and `turn` are slot and phase of what is loaded once
// an item: one slot, or two where RolesChain.c writes what the consumers do. The first operand of
// the next stream is under way before the wait for q's slot, which is free once the consumers have
// read q for the last time.
//
// Results leave through a slab of their own, under the next item's loads; where shared memory has
// no room for one, through q's, which is then released behind the store (chained: in the next
// item's stream, RolesChain.c). The next q waits for that, and is brought to L2 (tile.prefetch)
// before: d256 causal 4k 371.6 against 379.4, 16k 1342.8 against 1381.8. (Where it waits for
// nothing but its last reader, it costs as often as it pays.)
//
//===----------------------------------------------------------------------===//
#include "Passes/Roles.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CARRIED = 4 }; // slot, phase, mine, turn

static MlirOperation makeItems(const AttnSplit *s, const AttnBuilder *b, bool results,
                               AttnBuilder *in, MlirValue *args) {
  MlirValue zero = attnConstIndex(b, 0), inits[CARRIED] = {zero, zero, zero, zero};
  MlirType index = mlirIndexTypeGet(s->ctx), types[CARRIED] = {index, index, index, index};
  MlirRegion body = attnRegionWithBlock(b, CARRIED, types, in);
  for (int i = 0; i < CARRIED; ++i)
    args[i] = mlirBlockGetArgument(in->block, i);
  return attnBuildOp(b, &(AttnOpDesc){.name = "tile.items",
                                      .nOperands = CARRIED,
                                      .operands = inits,
                                      .nResults = results ? CARRIED : 0,
                                      .results = types,
                                      .nRegions = 1,
                                      .regions = &body});
}

static void endItems(const AttnSplit *s, const AttnBuilder *in, MlirValue slot, MlirValue phase,
                     MlirValue mine, MlirValue turn) {
  MlirValue next[CARRIED] = {slot, phase};
  attnRolesNext(in, attnRolesItemDepth(s), mine, turn, &next[2], &next[3]);
  attnBuildYield(in, "gpu.yield", CARRIED, next);
}

static bool isInvariant(const AttnRoleLoad *l) { return mlirOperationIsNull(l->loop); }

/// What origins and bounds need: everything at the kernel's top level but constants, the split and
/// what is said about all items.
bool attnRolesIsPerItem(MlirOperation op) {
  return !attnIs(op, "arith.constant") && !attnIs(op, "tile.roles") && !attnIs(op, "tile.ranks") &&
         !attnIs(op, "gpu.yield");
}

//===--- the producer -----------------------------------------------------===//

/// The phase to acquire a slot in. Chained items release the slot that the item before left its
/// results in, the first one too, before which there is none: slot 1 is released once more than it
/// is filled.
static MlirValue acquired(const AttnSplit *s, const AttnBuilder *in, const AttnRoleLoad *l,
                          MlirValue mine, MlirValue turn) {
  if (l != s->through || !s->chained)
    return turn;
  MlirValue other = attnBuild2(in, "arith.subi", attnConstIndex(in, 1), turn);
  return attnSelect(in, attnCmpi(in, 0, mine, attnConstIndex(in, 1)), other, turn);
}

static bool takesFromCounter(const AttnSplit *s) {
  const char *items = attnAttrStr(s->kernel, "persistent");
  return items && strcmp(items, "dynamic") == 0;
}

/// The last tiles of an item, the next one asked for in front of the very last: a counter takes a
/// third of a step to answer, and the next item's first copies wait for it. (Where items are
/// chained: others need them later, and their producers have no registers for one more loop.)
static bool produceLast(AttnSplit *s, const AttnBuilder *in, AttnRolesSpan span, AttnValueMap *map,
                        MlirValue *slot, MlirValue *phase) {
  AttnRolesSpan last = span;
  MlirValue hi = attnMapLookup(map, span.hi);
  span.hi = attnBuild2(in, "arith.subi", hi, mlirOperationGetOperand(s->loops[span.loop], 2));
  last.lo = attnBuild2(in, "arith.maxsi", attnMapLookup(map, span.lo), span.hi);
  if (!attnRolesProduce(s, in, span, 0, INT_MAX, true, map, slot, phase))
    return false;
  attnBuildOp(in, &(AttnOpDesc){.name = "tile.ask"});
  return attnRolesProduce(s, in, last, 0, INT_MAX, true, map, slot, phase);
}

static bool produceItem(AttnSplit *s, const AttnBuilder *in, AttnValueMap *map, MlirValue *slot,
                        MlirValue *phase, MlirValue mine, MlirValue turn) {
  AttnRolesSpan spans[ATTN_ROLES_MAX_LOOPS], head;
  int n = attnRolesSpans(s, spans);
  bool ok = true, ahead = false;
  for (int i = 0; i < s->nLoads && n == 1; ++i)
    ahead |= isInvariant(&s->loads[i]);
  ahead &= mlirOperationIsNull(attnRolesInner(s, s->loops[spans[0].loop]));
  if (ahead) { // the first tile apart
    head = spans[0];
    head.lo = attnMapLookup(map, head.lo);
    MlirValue second =
        attnBuild2(in, "arith.addi", head.lo, mlirOperationGetOperand(s->loops[head.loop], 2));
    head.hi = s->chained && s->mayBeEmpty
                  ? second
                  : attnBuild2(in, "arith.minsi", attnMapLookup(map, head.hi), second);
    spans[0].lo = second;
    ok = attnRolesProduce(s, in, head, 0, 1, false, map, slot, phase);
  }
  for (int i = 0; i < s->nLoads && ok; ++i) {
    if (!isInvariant(&s->loads[i]))
      continue;
    if (s->through && !s->chained)
      attnRolesPrefetch(s, in, &s->loads[i]);
    attnRolesAcquire(s, in, &s->loads[i], mine, acquired(s, in, &s->loads[i], mine, turn));
    attnRolesCopy(s, in, &s->loads[i], mine, map);
  }
  if (ahead && ok)
    ok = attnRolesProduce(s, in, head, 1, INT_MAX, true, map, slot, phase);
  if (ahead && ok && s->chained && takesFromCounter(s))
    return produceLast(s, in, spans[0], map, slot, phase);
  for (int k = 0; k < n && ok; ++k)
    ok = attnRolesProduce(s, in, spans[k], 0, INT_MAX, true, map, slot, phase);
  return ok;
}

static bool produceItems(AttnSplit *s, AttnBuilder b) {
  AttnBuilder in;
  MlirValue args[CARRIED];
  AttnValueMap map = {0};
  MlirOperation items = makeItems(s, &b, s->cluster > 0, &in, args);
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(s->kernel, 0));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (attnRolesIsPerItem(op))
      attnCloneMapped(&in, op, &map);
  MlirValue slot = args[0], phase = args[1];
  bool ok = produceItem(s, &in, &map, &slot, &phase, args[2], args[3]);
  endItems(s, &in, slot, phase, args[2], args[3]);
  if (s->cluster)
    attnRolesDrain(s, &b, mlirOperationGetResult(items, 0), mlirOperationGetResult(items, 1));
  attnBuildYield(&b, "gpu.yield", 0, NULL);
  attnMapFree(&map);
  return ok;
}

//===--- the consumers ----------------------------------------------------===//

/// Is it a tile.store, or a branch around one?
static bool holdsStore(MlirOperation op) {
  MlirOperation *stores;
  intptr_t n = attnCollect(op, "tile.store", &stores);
  free(stores);
  return n > 0 || attnIs(op, "tile.store");
}

static void releaseBehindLastReader(const AttnSplit *s, AttnRoleLoad *l, MlirBlock block,
                                    MlirValue slot) {
  MlirOperation last = attnDef(l->tile);
  for (MlirOpOperand u = mlirValueGetFirstUse(l->tile); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation at = attnRolesAncestor(block, mlirOpOperandGetOwner(u));
    if (mlirOperationIsBeforeInBlock(last, at))
      last = at;
  }
  for (MlirOperation op = last; s->through && !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (holdsStore(op))
      last = op;
  AttnBuilder after = attnBuilderAfter(last);
  attnRolesRelease(s, &after, l, slot, (MlirValue){NULL});
}

static bool consumeItems(AttnSplit *s, MlirBlock region) {
  if (s->chained)
    return attnRolesChain(s, region);
  AttnBuilder before = attnBuilderBefore(mlirBlockGetTerminator(region)), in;
  MlirValue args[CARRIED];
  MlirOperation items = makeItems(s, &before, false, &in, args);
  MlirBlock from[] = {attnBody(s->kernel, 0), region};
  for (int part = 0; part < 2; ++part)
    for (MlirOperation op = mlirBlockGetFirstOperation(from[part]), next;
         !mlirOperationIsNull(op) && !mlirOperationEqual(op, items); op = next) {
      next = mlirOperationGetNextInBlock(op);
      if (!attnRolesIsPerItem(op))
        continue;
      mlirOperationRemoveFromParent(op);
      mlirBlockAppendOwnedOperation(in.block, op);
    }
  s->slot = args[0], s->phase = args[1], s->mine = args[2];
  for (int i = 0; i < s->nLoads; ++i)
    if (isInvariant(&s->loads[i]))
      attnRolesConsume(s, &s->loads[i], args[2], args[3], false);
  if (!attnRolesStream(s))
    return false;
  for (int i = 0; i < s->nLoads; ++i)
    if (isInvariant(&s->loads[i]) && !s->loads[i].released)
      releaseBehindLastReader(s, &s->loads[i], in.block, args[2]);
  endItems(s, &in, s->slot, s->phase, args[2], args[3]);
  return true;
}

bool attnRolesItems(AttnSplit *s, AttnBuilder producer, AttnBuilder consumer) {
  return produceItems(s, producer) && consumeItems(s, consumer.block);
}
