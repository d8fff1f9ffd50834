//===- RolesChain.c - attn-roles: the next item's first step in this one's last ---===//
//
// Between two work items of a persistent kernel the consumers' tensor cores would be idle: the
// last value contraction, the results, the next item's scores and their statistics come one after
// the other. Where every item's stream has a tile (RolesWhether.c), they are one step
// (RolesOverlap.c) instead.
//
//   tile.chain begin    wait q; A(0)                                       the first item
//              stream   for t from 1: step(t); release q (or, behind its   every item
//                       results, the q of the item before)
//              next     wait q'; scores'(0) issued, B(last) issued
//                       await scores'; rest of A'(0); await B(last)
//                       project, store                                     between two items
//              end      B(last); project, store                            the last item
//                       (with stretches of streams: and where the next one begins)
//
// What the stream, or the results of an item, need of what was computed in front is carried as far
// as it is tiles; scalars are computed again, in `next` from the origins of both items. q is read
// by scores only. Results have a slab of their own, or leave through the ended item's q, whose slot
// is released in front of the next item's last loop, a step or more early for the item behind.
// Where a loop is in front of that one the TMA unit has read the slot long since; else (a stream
// that goes down, whose last loop is nearly all of it) the release waits for that.
//
// The body of A'(0) is right for any tile, so it has the mask, which stands in a branch where the
// bounds of the item's loops tell whether its first tile is a whole one: causal items but the
// first. Products stand outside of it.
//
// See RolesItems.c for what the producer does at the same time; it is the same with and without.
//===----------------------------------------------------------------------===//
#include "Passes/RolesOverlap.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPS = 256, MAX_CARRIED = 64 };
typedef struct Values {
  MlirValue v[MAX_CARRIED];
  int size;
} Values;

typedef struct Chain {
  AttnSplit *s;
  AttnRotation *r;
  const AttnStepBody *any;                    ///< of an item's first tile
  MlirOperation head[MAX_OPS], tail[MAX_OPS]; ///< in front of the loops and behind them
  int nHead, nTail;
  bool streams[MAX_OPS], ends[MAX_OPS]; ///< of `head`: the loops, `tail` need it made again
  Values kept;                          ///< tiles made in front, for the stream or the results
  Values handed;                        ///< of these: for the results
} Chain;

//===--- what is carried --------------------------------------------------===//

static bool isTile(MlirValue v) { return mlirTypeIsAShaped(mlirValueGetType(v)); }

static int inHead(const Chain *c, MlirValue v) {
  for (int i = 0; i < c->nHead; ++i)
    if (mlirOperationEqual(c->head[i], attnDef(v)))
      return i;
  return -1;
}

/// A tile of the head that is neither a constant nor a slab, or what is read: made once.
static bool isKept(const Chain *c, MlirValue v) {
  MlirOperation op = attnDef(v);
  return inHead(c, v) >= 0 && (attnIs(op, "tile.read") || (isTile(v) && !attnIs(op, "tile.fill") &&
                                                           !attnRolesLoadOf(c->s, op)));
}

static bool add(Values *list, MlirValue v) {
  for (int i = 0; i < list->size; ++i)
    if (mlirValueEqual(list->v[i], v))
      return true;
  if (list->size == MAX_CARRIED)
    return false;
  list->v[list->size++] = v;
  return true;
}

/// Marks what has to be made again for v, and lists what is kept of what it is made of. False: too
/// much is.
static bool need(Chain *c, MlirValue v, bool *needed, Values *list) {
  int at = inHead(c, v);
  if (at < 0)
    return true;
  if (isKept(c, v))
    return add(&c->kept, v) && (!list || add(list, v));
  bool ok = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(c->head[at]) && ok && !needed[at]; ++i)
    ok = need(c, mlirOperationGetOperand(c->head[at], i), needed, list);
  needed[at] = true;
  return ok;
}

/// The same for what the operation, or its regions, read of the head.
static bool addReads(Chain *c, MlirOperation op, bool *needed, Values *list) {
  MlirOperation *inner;
  intptr_t n = attnCollect(op, NULL, &inner);
  bool ok = true;
  for (intptr_t i = -1; i < n && ok; ++i) {
    MlirOperation reader = i < 0 ? op : inner[i];
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(reader) && ok; ++k)
      ok = need(c, mlirOperationGetOperand(reader, k), needed, list);
  }
  free(inner);
  return ok;
}

/// Is a tile the left operand of the loops' score contractions (which a loop does not yield), and
/// nothing else?
static bool readByScoresOnly(const AttnSplit *s, MlirValue v) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = mlirOpOperandGetOwner(u);
    bool score = false;
    for (int k = 0; k < s->nLoops && attnIs(op, "tile.contract"); ++k)
      score |= mlirOperationEqual(mlirOperationGetParentOperation(op), s->loops[k]);
    if (!score || !mlirValueEqual(mlirOperationGetOperand(op, 0), v) ||
        attnIs(mlirOpOperandGetOwner(mlirValueGetFirstUse(mlirOperationGetResult(op, 0))),
               "scf.yield"))
      return false;
  }
  return true;
}

/// Sorts the operations in front of the loops and behind them, of the kernel and of the consumers'
/// region if there is one yet, and finds what is carried. False: there is something that cannot be.
static bool plan(Chain *c, MlirBlock region) {
  AttnSplit *s = c->s;
  MlirBlock from[] = {attnBody(s->kernel, 0), region};
  bool behind = false;
  for (int part = 0; part < (mlirBlockIsNull(region) ? 1 : 2); ++part)
    for (MlirOperation op = mlirBlockGetFirstOperation(from[part]); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op)) {
      bool loop = false;
      for (int k = 0; k < s->nLoops; ++k)
        loop |= mlirOperationEqual(op, s->loops[k]);
      behind |= loop;
      if (loop || !attnRolesIsPerItem(op))
        continue;
      if (c->nHead == MAX_OPS || c->nTail == MAX_OPS)
        return false;
      if (behind)
        c->tail[c->nTail++] = op;
      else
        c->head[c->nHead++] = op;
    }
  for (int i = 0; i < c->nHead; ++i) {
    MlirOperation op = c->head[i];
    if (mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) > 1)
      return false;
    if (attnRolesLoadOf(s, op) && !readByScoresOnly(s, mlirOperationGetResult(op, 0)))
      return false;
  }
  for (int i = 0; i < c->nTail; ++i)
    if (!addReads(c, c->tail[i], c->ends, &c->handed))
      return false;
  for (int k = 0; k < s->nLoops; ++k) {
    MlirOperation loop = s->loops[k], *inner;
    bool ok = true;
    for (int i = 0; i < 3 && ok; ++i)
      ok = need(c, mlirOperationGetOperand(loop, i), c->streams, NULL);
    intptr_t n = attnCollect(loop, NULL, &inner);
    for (intptr_t i = 0; i < n && ok; ++i)
      ok = addReads(c, inner[i], c->streams, NULL);
    free(inner);
    if (!ok)
      return false;
  }
  return true;
}

//===--- the regions ------------------------------------------------------===//

/// The head for an item that begins, whose q is in the slot `mine`, with the phase `turn`.
static void writeHead(const Chain *c, const AttnBuilder *b, MlirValue mine, MlirValue turn,
                      AttnValueMap *map) {
  for (int i = 0; i < c->nHead; ++i) {
    const AttnRoleLoad *l = attnRolesLoadOf(c->s, c->head[i]);
    if (l)
      attnMapValue(map, mlirOperationGetResult(c->head[i], 0),
                   attnRolesTake(c->s, b, l, mine, turn));
    else
      attnCloneMapped(b, c->head[i], map);
  }
}

/// Of the head what is marked, again. `ended`: of the item that ends.
static void writeAgain(const Chain *c, const AttnBuilder *b, const bool *needed, bool ended,
                       MlirValue mine, AttnValueMap *map) {
  for (int i = 0; i < c->nHead; ++i) {
    const AttnRoleLoad *l = attnRolesLoadOf(c->s, c->head[i]);
    if (!needed[i])
      continue;
    if (l) {
      attnMapValue(map, mlirOperationGetResult(c->head[i], 0), attnRolesSlot(c->s, b, l, mine));
      continue;
    }
    MlirOperation op = attnCloneMapped(b, c->head[i], map);
    if (ended && (attnIs(op, "tile.origin") || attnIs(op, "tile.part")))
      attnSetAttr(op, "ended", mlirBoolAttrGet(b->ctx, true));
  }
}

/// What stands behind the loops, for the item whose q was in the slot `mine`.
static void writeTail(const Chain *c, const AttnBuilder *b, bool ended, const AttnCarry *carry,
                      MlirValue last, MlirValue mine, const MlirValue *handed) {
  AttnValueMap map = {0};
  MlirOperation end = c->s->loops[c->s->nLoops - 1];
  const AttnStepBody *body = &c->r->bodies[0];
  for (int i = 0; i < c->handed.size; ++i)
    attnMapValue(&map, c->handed.v[i], handed[i]);
  for (int i = 0; i < body->nStates; ++i)
    attnMapValue(&map, mlirOperationGetResult(end, i),
                 i == body->lastState ? last : carry->state[i]);
  writeAgain(c, b, c->ends, ended, (MlirValue){NULL}, &map);
  for (int i = 0; i < c->nTail; ++i) {
    MlirOperation op = attnCloneMapped(b, c->tail[i], &map), *inner;
    intptr_t n = attnCollect(op, "tile.store", &inner);
    for (intptr_t k = -1; k < n; ++k) {
      MlirOperation store = k < 0 ? op : inner[k];
      int64_t slots = 1;
      if (attnIs(store, "tile.store") && attnAttrI64(store, "slots", &slots) && slots > 1)
        attnAppendOperand(store, mine);
    }
    free(inner);
  }
  attnMapFree(&map);
}

/// What is loaded once an item has been read for the last time. A slot that its results leave
/// through is not done with yet (releaseEnded, an item later).
static void releaseInvariants(const Chain *c, const AttnBuilder *b, MlirValue mine) {
  AttnSplit *s = c->s;
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationIsNull(s->loads[i].loop) && &s->loads[i] != s->through)
      attnRolesRelease(s, b, &s->loads[i], mine, (MlirValue){NULL});
}

/// The slot of the item before the one in `mine`: its results have been read from there.
static void releaseEnded(const Chain *c, const AttnBuilder *b, MlirValue mine) {
  if (c->s->through)
    attnRolesReleaseStored(c->s, b, c->s->through,
                           attnBuild2(b, "arith.subi", attnConstIndex(b, 1), mine));
}

static int append(MlirValue *values, int n, const Values *list, const AttnValueMap *map) {
  for (int i = 0; i < list->size; ++i)
    values[n++] = attnMapLookup(map, list->v[i]);
  return n;
}

enum { MAX_PASSED = ATTN_ROLES_MAX_STATES + 8 + 2 * MAX_CARRIED };

/// A region whose arguments have the types of the values.
static MlirRegion regionFor(const AttnBuilder *b, int n, const MlirValue *values, AttnBuilder *in,
                            MlirValue *args) {
  MlirType types[MAX_PASSED] = {{NULL}};
  for (int i = 0; i < n; ++i)
    types[i] = mlirValueGetType(values[i]);
  MlirRegion r = attnRegionWithBlock(b, n, types, in);
  for (int i = 0; i < n; ++i)
    args[i] = mlirBlockGetArgument(in->block, i);
  return r;
}

static MlirValue mapped(const AttnValueMap *map, MlirOperation op, intptr_t i) {
  return attnMapLookup(map, mlirOperationGetOperand(op, i));
}

/// May the first tile of an item have something masked? Not where it is one of a loop of the class
/// full. Null: always, or there is no mask.
static MlirValue isCut(const Chain *c, const AttnBuilder *b, const AttnValueMap *map) {
  const AttnSplit *s = c->s;
  MlirValue first = mapped(map, s->loops[0], 0), whole = {NULL};
  for (int k = 0; k < s->nLoops && !attnRolesFirstLoopRuns(s); ++k) {
    const char *class = attnAttrStr(s->loops[k], "class");
    if (!class || strcmp(class, "full") != 0)
      continue;
    MlirValue in = attnCmpi(b, 2, first, mapped(map, s->loops[k], 1));
    if (k)
      in = attnBuild2(b, "arith.andi", in, attnCmpi(b, 3, mapped(map, s->loops[k], 0), first));
    whole = whole.ptr ? attnBuild2(b, "arith.ori", whole, in) : in;
  }
  MlirType i1 = mlirIntegerTypeGet(b->ctx, 1);
  return whole.ptr ? attnBuild2(b, "arith.xori", whole, attnConstInt(b, i1, 1)) : whole;
}

/// A(0) of an item, around B of the item before.
static void firstStep(const Chain *c, const AttnBuilder *b, const AttnValueMap *map,
                      const AttnCarry *prev, AttnCarry *carry, MlirValue *last) {
  MlirOperation first = c->s->loops[0];
  MlirValue inits[ATTN_ROLES_MAX_STATES];
  for (intptr_t i = 0; i < c->any->nStates; ++i)
    inits[i] = mapped(map, first, 3 + i);
  MlirValue cut = prev ? isCut(c, b, map) : (MlirValue){NULL};
  attnRotationStep(c->r, c->any, b, map, mapped(map, first, 0), cut, inits, prev, carry, last);
}

static void write(const Chain *c, const AttnBuilder *b) {
  AttnSplit *s = c->s;
  const AttnStepBody *body = &c->r->bodies[0];
  MlirValue zero = attnConstIndex(b, 0), inits[] = {zero, zero, zero, zero}, last, mine, turn;
  MlirValue args[MAX_PASSED], values[MAX_PASSED];
  MlirRegion regions[4];
  AttnBuilder in;
  AttnCarry carry = {0}, prev = {0};
  AttnValueMap map = {0};

  regions[0] = regionFor(b, 4, inits, &in, args);
  writeHead(c, &in, args[2], args[3], &map);
  carry.slot = args[0], carry.phase = args[1];
  firstStep(c, &in, &map, NULL, &carry, NULL);
  int n = (int)attnCarryPack(body, &carry, values);
  values[n++] = args[2];
  values[n++] = args[3];
  n = append(values, n, &c->kept, &map);
  attnBuildYield(&in, "gpu.yield", n, values);
  map.size = 0;

  regions[1] = regionFor(b, n, values, &in, args);
  attnCarryUnpack(body, args, &carry);
  turn = args[n - c->kept.size - 1];
  mine = args[n - c->kept.size - 2];
  for (int i = 0; i < c->kept.size; ++i)
    attnMapValue(&map, c->kept.v[i], args[n - c->kept.size + i]);
  writeAgain(c, &in, c->streams, false, mine, &map);
  MlirValue second =
      attnIndexSum(&in, mapped(&map, s->loops[0], 0), mlirOperationGetOperand(s->loops[0], 2));
  attnRotationLoops(c->r, &in, &map, second, 0, s->nLoops - 1, &carry);
  releaseEnded(c, &in, mine);
  attnRotationLoops(c->r, &in, &map, second, s->nLoops - 1, s->nLoops, &carry);
  releaseInvariants(c, &in, mine);
  n = (int)attnCarryPack(body, &carry, values);
  values[n++] = mine;
  values[n++] = turn;
  int passed = append(values, n, &c->handed, &map);
  attnBuildYield(&in, "gpu.yield", passed, values);
  map.size = 0;

  regions[2] = regionFor(b, passed, values, &in, args);
  attnCarryUnpack(body, args, &prev);
  attnRolesNext(&in, attnRolesItemDepth(s), args[n - 2], args[n - 1], &mine, &turn);
  writeHead(c, &in, mine, turn, &map);
  attnRolesNext(&in, attnRolesDepth(s), prev.slot, prev.phase, &carry.slot, &carry.phase);
  firstStep(c, &in, &map, &prev, &carry, &last);
  writeTail(c, &in, true, &prev, last, args[n - 2], args + n);
  MlirValue yields[MAX_PASSED];
  int m = (int)attnCarryPack(body, &carry, yields);
  yields[m++] = mine;
  yields[m++] = turn;
  m = append(yields, m, &c->kept, &map);
  attnBuildYield(&in, "gpu.yield", m, yields);
  attnMapFree(&map);

  regions[3] = regionFor(b, passed, values, &in, args);
  attnCarryUnpack(body, args, &prev);
  writeTail(c, &in, false, &prev, attnRotationLast(c->r, &in, &prev), args[n - 2], args + n);
  if (mlirValueIsNull(s->stretch)) {
    attnBuildYield(&in, "gpu.yield", 0, NULL);
  } else { // stretches are run apart
    attnRolesNext(&in, attnRolesDepth(s), prev.slot, prev.phase, &inits[0], &inits[1]);
    attnRolesNext(&in, attnRolesItemDepth(s), args[n - 2], args[n - 1], &inits[2], &inits[3]);
    attnBuildYield(&in, "gpu.yield", 4, inits);
    for (int i = 0; i < 4; ++i)
      inits[i] = zero;
  }

  attnBuildOp(b, &(AttnOpDesc){.name = "tile.chain",
                               .nOperands = 4,
                               .operands = inits,
                               .nRegions = 4,
                               .regions = regions});
}

bool attnRolesCanCarry(AttnSplit *s) {
  Chain *c = calloc(1, sizeof *c);
  c->s = s;
  bool can = plan(c, (MlirBlock){NULL});
  free(c);
  return can;
}

bool attnRolesChain(AttnSplit *s, MlirBlock region) {
  Chain *c = calloc(1, sizeof *c);
  c->s = s;
  c->r = attnRotationTake(s);
  bool ok = c->r && (plan(c, region) || attnRolesRefuse(s, "an item carries too much"));
  if (ok) {
    c->any = attnRotationFirst(c->r);
    AttnBuilder b = attnBuilderBefore(mlirBlockGetTerminator(region));
    write(c, &b);
    for (int i = c->nTail; i-- > 0;)
      mlirOperationDestroy(c->tail[i]);
    for (int k = s->nLoops; k-- > 0;)
      mlirOperationDestroy(s->loops[k]);
    for (int i = c->nHead; i-- > 0;)
      mlirOperationDestroy(c->head[i]);
  }
  free(c->r);
  free(c);
  return ok;
}
