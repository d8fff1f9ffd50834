//===- RolesOverlap.c - The consumers' stream, rotated --------------------===//
//
// A step of the stream is A ; B, where B is the contraction that accumulates into the state (and
// waits for nothing but its operands) and A is everything else: scores, masks, statistics, weights
// and the rescaled accumulator. B of a tile and the scores of the next tile do not depend on each
// other, so
//
//   for t: A(t); B(t)       becomes       A(0)
//                                         for t from 1: scores(t) issued
//                                                       B(t-1)    issued
//                                                       await scores(t); rest of A(t)
//                                                       await B(t-1); rescale
//                                         B(last)
//
// and the tensor cores work on B(t-1) while the statistics of t are computed. The loops of a kernel
// (partial, full, partial) are one chain; A(0) is that of a partial loop, which is right for any
// tile. With `pingpong` a warpgroup issues only in its turn.
//
// Cells of 16 bits that maps of A read (a bias) are read into registers before B is issued: that
// waits for the scores, so there is time, and their slab is free at once. What A reads from global
// memory for each column (the documents of keys) is asked for as soon as the scores are issued.
//
//===----------------------------------------------------------------------===//
#include "Passes/RolesOverlap.h"

#include <stdlib.h>
#include <string.h>

static int indexOf(const AttnStepBody *b, MlirOperation op) {
  for (int i = 0; i < b->nOps; ++i)
    if (mlirOperationEqual(b->ops[i], op))
      return i;
  return -1;
}

static void markNeeded(AttnStepBody *b, MlirOperation op) {
  int at = indexOf(b, op);
  if (at < 0 || b->early[at])
    return;
  b->early[at] = true;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!mlirOperationIsNull(attnDef(mlirOperationGetOperand(op, i))))
      markNeeded(b, attnDef(mlirOperationGetOperand(op, i)));
}

/// A load of one axis, and the indices that it needs.
static void markSoon(AttnStepBody *b, MlirOperation op) {
  int at = indexOf(b, op);
  if (at < 0 || b->early[at] || b->soon[at])
    return;
  b->soon[at] = true;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!mlirOperationIsNull(attnDef(mlirOperationGetOperand(op, i))))
      markSoon(b, attnDef(mlirOperationGetOperand(op, i)));
}

bool attnRolesReads(MlirOperation op, MlirValue v) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation user = mlirOpOperandGetOwner(u);
    while (!mlirOperationIsNull(user) && !mlirOperationEqual(user, op))
      user = mlirOperationGetParentOperation(user);
    if (!mlirOperationIsNull(user))
      return true;
  }
  return false;
}

/// The layout of all maps that read the cells, where that is one, of the cells' axes, and few
/// registers hold what is read; null: none.
static MlirAttribute layoutOfReaders(MlirOperation load) {
  MlirValue v = mlirOperationGetResult(load, 0);
  MlirType t = attnElementType(mlirValueGetType(v));
  MlirAttribute layout = {NULL};
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation element = mlirOpOperandGetOwner(u), map = attnParentOfName(element, "tile.map");
    if (mlirOperationIsNull(map) ||
        !mlirAttributeEqual(attnAttr(element, "axes"), attnAttr(load, "axes")) ||
        !mlirAttributeEqual(attnAttr(map, "axes"), attnAttr(load, "axes")) ||
        !(mlirAttributeIsNull(layout) || mlirAttributeEqual(layout, attnAttr(map, "layout"))))
      return (MlirAttribute){NULL};
    layout = attnAttr(map, "layout");
  }
  return mlirTypeIsAF16(t) || mlirTypeIsABF16(t) ? layout : (MlirAttribute){NULL};
}

static bool analyse(AttnRotation *r, AttnStepBody *b, MlirOperation loop) {
  AttnSplit *s = r->s;
  *b = (AttnStepBody){.loop = loop, .block = attnBody(loop, 0), .lastState = -1};
  b->nStates = mlirOperationGetNumResults(loop);
  MlirOperation yield = mlirBlockGetTerminator(b->block);
  if (b->nStates > ATTN_ROLES_MAX_STATES)
    return attnRolesRefuse(s, "overlap: the stream carries too many states");
  for (MlirOperation op = mlirBlockGetFirstOperation(b->block); !mlirOperationEqual(op, yield);
       op = mlirOperationGetNextInBlock(op)) {
    if (b->nOps == ATTN_ROLES_MAX_BODY)
      return attnRolesRefuse(s, "overlap: the stream's body is too large");
    b->ops[b->nOps++] = op;
    if (!attnIs(op, "tile.contract"))
      continue;
    MlirValue v = mlirOperationGetResult(op, 0);
    for (int i = 0; i < b->nStates; ++i)
      if (mlirValueEqual(mlirOperationGetOperand(yield, i), v) && attnNumUses(v) == 1) {
        if (!mlirOperationIsNull(b->last))
          return attnRolesRefuse(s,
                                 "overlap: more than one contraction accumulates into the state");
        b->last = op;
        b->lastState = i;
      }
    if (mlirOperationEqual(b->last, op))
      continue;
    MlirValue acc = mlirOperationGetOperand(op, 2);
    bool goesOn = !mlirOperationIsNull(b->scores) && attnNumUses(acc) == 1 &&
                  mlirOperationEqual(attnDef(acc), b->scores);
    if (!mlirOperationIsNull(b->scores) && !goesOn)
      return attnRolesRefuse(s, "overlap: a step has scores of more than one accumulator");
    if (b->nScoreLoads == ATTN_ROLES_MAX_SCORES)
      return attnRolesRefuse(s, "overlap: scores are the sum of too many contractions");
    b->scores = op;
    b->scoreLoads[b->nScoreLoads++] = attnRolesLoadOf(s, attnDef(mlirOperationGetOperand(op, 1)));
  }
  if (mlirOperationIsNull(b->last) || mlirOperationIsNull(b->scores))
    return attnRolesRefuse(s, "overlap needs a contraction of scores and one into the state");
  const char *atom = attnAttrStr(b->scores, "atom");
  r->async = atom && strncmp(atom, "wgmma", 5) == 0;
  b->lastLoad = attnRolesLoadOf(s, attnDef(mlirOperationGetOperand(b->last, 1)));
  bool slabs = b->lastLoad != NULL;
  for (int i = 0; i < b->nScoreLoads; ++i)
    slabs = slabs && b->scoreLoads[i];
  if (!slabs)
    return attnRolesRefuse(s, "overlap: all contractions must read slabs of the stream");
  b->ofLast[indexOf(b, b->last)] = true;
  b->ofLast[indexOf(b, b->lastLoad->op)] = true;
  markNeeded(b, b->scores);
  // What depends on B's state: must feed nothing but B's accumulator.
  MlirValue state = mlirBlockGetArgument(b->block, b->lastState + 1);
  for (int i = 0; i < b->nOps; ++i) {
    if (b->ofLast[i])
      continue;
    b->late[i] = attnRolesReads(b->ops[i], state);
    for (int k = 0; k < i && !b->late[i]; ++k)
      b->late[i] = b->late[k] && attnRolesReads(b->ops[i], mlirOperationGetResult(b->ops[k], 0));
    if (b->late[i] && b->early[i])
      return attnRolesRefuse(s, "overlap: the scores depend on the state");
  }
  for (int i = 0; i < b->nOps && r->async; ++i)
    if (attnIs(b->ops[i], "tile.load") && attnAttrArraySize(b->ops[i], "axes") == 1 &&
        !attnRolesLoadOf(s, b->ops[i]) && !b->late[i] && !b->ofLast[i])
      markSoon(b, b->ops[i]);
  for (int i = 0; i < b->nOps; ++i) {
    b->lastReader[i] = -1;
    const AttnRoleLoad *l = attnRolesLoadOf(s, b->ops[i]);
    if (!l || !l->cells)
      continue;
    if (b->early[i])
      return attnRolesRefuse(s, "overlap: the scores' operands depend on another tile");
    for (int k = i; k < b->nOps; ++k)
      if (attnRolesReads(b->ops[k], mlirOperationGetResult(b->ops[i], 0)) &&
          (b->late[k] || b->lastReader[i] < 0 || !b->late[b->lastReader[i]]))
        b->lastReader[i] = k;
    if (r->async && b->lastReader[i] >= 0 && !b->late[b->lastReader[i]])
      b->ahead[i] = layoutOfReaders(b->ops[i]);
  }
  return true;
}

//===--- writing ----------------------------------------------------------===//

static MlirValue await(const AttnRotation *r, const AttnBuilder *b, MlirOperation like, MlirValue v,
                       int64_t pending) {
  if (!r->async)
    return v;
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "axes", attnAttr(like, "axes")),
                                attnNamed(b->ctx, "pending", attnI64(b->ctx, pending)),
                                attnNamed(b->ctx, "layout", attnAttr(like, "layout"))};
  return attnBuild(b, "tile.await", 1, &v, mlirValueGetType(v), 3, attrs);
}

static MlirValue issue(const AttnRotation *r, const AttnBuilder *b, MlirOperation contract,
                       MlirValue lhs, MlirValue rhs, MlirValue acc) {
  AttnValueMap none = {0};
  MlirOperation op = attnCloneMapped(b, contract, &none);
  attnMapFree(&none);
  MlirValue operands[] = {lhs, rhs, acc};
  mlirOperationSetOperands(op, 3, operands);
  if (r->async)
    attnSetAttr(op, "async", mlirBoolAttrGet(b->ctx, true));
  return mlirOperationGetResult(op, 0);
}

static void turn(const AttnRotation *r, const AttnBuilder *b, const char *action) {
  if (!r->s->role.pingpong)
    return;
  MlirNamedAttribute attr = attnNamed(b->ctx, "action", attnStr(b->ctx, action));
  attnBuildOp(b, &(AttnOpDesc){.name = "tile.turn", .nAttrs = 1, .attrs = &attr});
}

/// The tile that a mask (tile.map's `mask`) leaves as it is where nothing is masked; null: the map
/// does more than that.
static MlirValue maskedTile(MlirOperation op) {
  MlirAttribute mask = attnAttr(op, "mask");
  if (mlirAttributeIsNull(mask) || !mlirBoolAttrGetValue(mask))
    return (MlirValue){NULL};
  MlirOperation select =
      attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0));
  MlirOperation element = attnDef(mlirOperationGetOperand(select, 1));
  if (!attnIs(element, "tile.element") ||
      !mlirAttributeEqual(attnAttr(element, "axes"), attnAttr(op, "axes")))
    return (MlirValue){NULL};
  MlirValue tile = mlirOperationGetOperand(element, 0);
  MlirAttribute layout = attnAttr(op, "layout"), of = attnAttr(attnDef(tile), "layout");
  bool same =
      !mlirAttributeIsNull(layout) && !mlirAttributeIsNull(of) && mlirAttributeEqual(layout, of);
  return same ? tile : (MlirValue){NULL};
}

/// Operation i of A, cloned; a mask only where `cut` holds.
static void cloneUnlessWhole(const AttnBuilder *b, MlirOperation op, MlirValue cut,
                             AttnValueMap *map) {
  MlirValue whole = attnIs(op, "tile.map") && cut.ptr ? maskedTile(op) : (MlirValue){NULL};
  if (!whole.ptr) {
    attnCloneMapped(b, op, map);
    return;
  }
  AttnBuilder then, els;
  MlirValue v = mlirOperationGetResult(op, 0), sides[2];
  MlirType type = mlirValueGetType(v);
  MlirOperation choice = attnBuildIf(b, cut, 1, &type, &then, &els);
  sides[0] = mlirOperationGetResult(attnCloneMapped(&then, op, map), 0);
  sides[1] = attnMapLookup(map, whole);
  attnBuildYield(&then, "scf.yield", 1, &sides[0]);
  attnBuildYield(&els, "scf.yield", 1, &sides[1]);
  attnMapValue(map, v, mlirOperationGetResult(choice, 0));
}

/// Operation i of A, behind the scores. Tiles that a producer copies are released behind their last
/// reader.
static void rest(const AttnRotation *r, const AttnStepBody *body, const AttnBuilder *b, int i,
                 MlirValue cut, AttnValueMap *map, const AttnCarry *out) {
  const AttnRoleLoad *l = attnRolesLoadOf(r->s, body->ops[i]);
  if (!mlirAttributeIsNull(body->ahead[i]))
    return;
  if (l)
    attnMapValue(map, mlirOperationGetResult(body->ops[i], 0),
                 attnRolesTake(r->s, b, l, out->slot, out->phase));
  else
    cloneUnlessWhole(b, body->ops[i], cut, map);
  for (int k = 0; k <= i; ++k)
    if (body->lastReader[k] == i && mlirAttributeIsNull(body->ahead[k]))
      attnRolesRelease(r->s, b, attnRolesLoadOf(r->s, body->ops[k]), out->slot, (MlirValue){NULL});
}

/// Cells that are read as soon as the scores are issued.
static void readAhead(const AttnRotation *r, const AttnStepBody *body, const AttnBuilder *b,
                      AttnValueMap *map, const AttnCarry *out) {
  for (int i = 0; i < body->nOps; ++i) {
    if (mlirAttributeIsNull(body->ahead[i]))
      continue;
    const AttnRoleLoad *l = attnRolesLoadOf(r->s, body->ops[i]);
    MlirValue slab = attnRolesTake(r->s, b, l, out->slot, out->phase);
    MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "axes", attnAttr(l->op, "axes")),
                                  attnNamed(b->ctx, "via", attnStr(b->ctx, "memory")),
                                  attnNamed(b->ctx, "layout", body->ahead[i])};
    attnMapValue(map, mlirOperationGetResult(body->ops[i], 0),
                 attnBuild(b, "tile.relayout", 1, &slab, mlirValueGetType(slab), 3, attrs));
    attnRolesRelease(r->s, b, l, out->slot, (MlirValue){NULL});
  }
}

/// The last that A computes of the scores, each by itself: the weights, before they are rounded.
static MlirValue lastOfScores(const AttnStepBody *body, const AttnValueMap *map) {
  MlirType scores = mlirValueGetType(mlirOperationGetResult(body->scores, 0));
  for (int i = body->nOps; i-- > 0;)
    if (attnIs(body->ops[i], "tile.map") && !body->early[i] && !body->late[i] && !body->ofLast[i] &&
        mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(body->ops[i], 0)), scores))
      return attnMapLookup(map, mlirOperationGetResult(body->ops[i], 0));
  return (MlirValue){NULL};
}

static void releaseScores(const AttnSplit *s, const AttnStepBody *body, const AttnBuilder *b,
                          MlirValue slot, MlirValue behind) {
  for (int i = 0; i < body->nScoreLoads; ++i)
    if (!attnRolesHasPart(s, body->scoreLoads[i])) // the values' reader releases those
      attnRolesRelease(s, b, body->scoreLoads[i], slot, behind);
}

void attnRotationStep(const AttnRotation *r, const AttnStepBody *body, const AttnBuilder *b,
                      const AttnValueMap *outer, MlirValue iv, MlirValue cut,
                      const MlirValue *states, const AttnCarry *prev, AttnCarry *out,
                      MlirValue *lastState) {
  AttnSplit *s = r->s;
  AttnValueMap map = {0};
  for (intptr_t i = 0; outer && i < outer->size; ++i)
    attnMapValue(&map, outer->from[i], outer->to[i]);
  attnMapValue(&map, mlirBlockGetArgument(body->block, 0), iv);
  for (int i = 0; i < body->nStates; ++i)
    if (i != body->lastState || !prev || lastState)
      attnMapValue(&map, mlirBlockGetArgument(body->block, i + 1), states[i]);
  MlirValue zero = attnConstIndex(b, 0);
  turn(r, b, "take");
  // The scores.
  MlirValue score = {NULL};
  for (int i = 0; i < body->nOps; ++i) {
    if (!body->early[i])
      continue;
    MlirOperation op = body->ops[i];
    const AttnRoleLoad *l = attnRolesLoadOf(s, op);
    if (l) {
      attnMapValue(&map, mlirOperationGetResult(op, 0),
                   attnRolesTake(s, b, l, out->slot, out->phase));
    } else if (attnIs(op, "tile.contract")) { // of several the next one adds to what is under way
      score = issue(r, b, op, attnMapLookup(&map, mlirOperationGetOperand(op, 0)),
                    attnMapLookup(&map, mlirOperationGetOperand(op, 1)),
                    attnMapLookup(&map, mlirOperationGetOperand(op, 2)));
      if (!mlirOperationEqual(op, body->scores))
        attnMapValue(&map, mlirOperationGetResult(op, 0), score);
    } else {
      attnCloneMapped(b, op, &map);
    }
  }
  for (int i = 0; i < body->nOps; ++i)
    if (body->soon[i])
      attnCloneMapped(b, body->ops[i], &map);
  // B of the tile before, behind the cells. A branch waits for ldmatrix, as a wait for a slot is
  // one: none stands between the two.
  MlirValue last = {NULL}, tile = {NULL};
  if (prev)
    tile = attnRolesTake(s, b, body->lastLoad, prev->slot, prev->phase);
  readAhead(r, body, b, &map, out);
  if (prev)
    last = issue(r, b, body->last, prev->weights, tile, prev->acc);
  turn(r, b, "pass");
  score = await(r, b, body->scores, score, prev ? 1 : 0);
  attnMapValue(&map, mlirOperationGetResult(body->scores, 0), score);
  bool beside = prev && r->async;
  if (!beside)
    releaseScores(s, body, b, out->slot, (MlirValue){NULL});
  // The rest of A, first what does not need B. Where B runs beside it, B is awaited, and the
  // scores' slab released, when a part of what is computed of the scores is there.
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < body->nOps; ++i)
      if (!body->early[i] && !body->soon[i] && !body->ofLast[i] && body->late[i] == (round == 1))
        rest(r, body, b, i, cut, &map, out);
    if (round == 0 && prev) {
      if (beside)
        releaseScores(s, body, b, out->slot, lastOfScores(body, &map));
      last = await(r, b, body->last, last, 0);
      attnRolesRelease(s, b, body->lastLoad, prev->slot, (MlirValue){NULL});
      if (lastState)
        *lastState = last;
      else
        attnMapValue(&map, mlirBlockGetArgument(body->block, body->lastState + 1), last);
    }
  }
  MlirOperation yield = mlirBlockGetTerminator(body->block);
  for (int i = 0; i < body->nStates; ++i)
    out->state[i] =
        i == body->lastState ? zero : attnMapLookup(&map, mlirOperationGetOperand(yield, i));
  out->weights = attnMapLookup(&map, mlirOperationGetOperand(body->last, 0));
  out->acc = attnMapLookup(&map, mlirOperationGetOperand(body->last, 2));
  attnMapFree(&map);
}

intptr_t attnCarryPack(const AttnStepBody *b, const AttnCarry *c, MlirValue *values) {
  intptr_t n = 0;
  for (int i = 0; i < b->nStates; ++i)
    if (i != b->lastState)
      values[n++] = c->state[i];
  values[n++] = c->acc;
  values[n++] = c->weights;
  values[n++] = c->slot;
  values[n++] = c->phase;
  return n;
}

void attnCarryUnpack(const AttnStepBody *b, const MlirValue *values, AttnCarry *c) {
  intptr_t n = 0;
  for (int i = 0; i < b->nStates; ++i)
    if (i != b->lastState)
      c->state[i] = values[n++];
  c->acc = values[n++];
  c->weights = values[n++];
  c->slot = values[n++];
  c->phase = values[n++];
}

/// The first tile: one of the first loop, where that has any (for certain: then its body is `any`),
/// or of another one, for which the body `any` does; a branch where the first loop's has no mask.
/// (Not in a persistent kernel: with one more branch inside its loop ptxas keeps the base of shared
/// memory in lanes' registers, and the main loop, which needs it uniform, was 5 % slower for it.)
/// No wgmma is under way at its begin or end, so that it may stand in a branch.
static void firstStep(const AttnRotation *r, const AttnStepBody *any, const AttnBuilder *b,
                      MlirValue iv, const MlirValue *inits, AttnCarry *carry) {
  const AttnStepBody *own = &r->bodies[0];
  const char *class = attnAttrStr(own->loop, "class");
  MlirValue always = {NULL};
  if (own == any || r->s->persistent || !class || strcmp(class, "full") != 0) {
    attnRotationStep(r, any, b, NULL, iv, always, inits, NULL, carry, NULL);
    return;
  }
  MlirValue lo = mlirOperationGetOperand(own->loop, 0), hi = mlirOperationGetOperand(own->loop, 1);
  AttnBuilder sides[2];
  MlirValue values[ATTN_ROLES_MAX_STATES + 4];
  MlirType types[ATTN_ROLES_MAX_STATES + 4];
  intptr_t n = 0;
  MlirRegion regions[2] = {attnRegionWithBlock(b, 0, NULL, &sides[0]),
                           attnRegionWithBlock(b, 0, NULL, &sides[1])};
  AttnCarry end[2] = {*carry, *carry};
  for (int k = 0; k < 2; ++k) {
    attnRotationStep(r, k ? any : own, &sides[k], NULL, iv, always, inits, NULL, &end[k], NULL);
    n = attnCarryPack(own, &end[k], values);
    attnBuildYield(&sides[k], "scf.yield", n, values);
  }
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(values[i]);
  MlirValue some = attnCmpi(b, 2, lo, hi);
  MlirOperation choice = attnBuildOp(b, &(AttnOpDesc){.name = "scf.if",
                                                      .nOperands = 1,
                                                      .operands = &some,
                                                      .nResults = n,
                                                      .results = types,
                                                      .nRegions = 2,
                                                      .regions = regions});
  for (intptr_t i = 0; i < n; ++i)
    values[i] = mlirOperationGetResult(choice, i);
  attnCarryUnpack(own, values, carry);
}

/// Persistent kernels: invariants that only scores read are read for the last time.
static void releaseInvariants(const AttnRotation *r, const AttnBuilder *b) {
  AttnSplit *s = r->s;
  for (int i = 0; i < s->nLoads; ++i)
    if (s->loads[i].released)
      attnRolesRelease(s, b, &s->loads[i], s->mine, (MlirValue){NULL});
}

static bool isScore(const AttnStepBody *body, MlirOperation op) {
  int at = indexOf(body, op);
  return at >= 0 && body->early[at] && attnIs(op, "tile.contract");
}

static void markInvariants(const AttnRotation *r) {
  AttnSplit *s = r->s;
  for (int i = 0; i < s->nLoads && s->persistent && !s->through; ++i) {
    AttnRoleLoad *l = &s->loads[i];
    if (!mlirOperationIsNull(l->loop))
      continue;
    l->released = true;
    for (MlirOpOperand u = mlirValueGetFirstUse(l->tile); !mlirOpOperandIsNull(u);
         u = mlirOpOperandGetNextUse(u)) {
      bool score = false;
      for (int k = 0; k < s->nLoops; ++k)
        score |= isScore(&r->bodies[k], mlirOpOperandGetOwner(u));
      l->released &= score;
    }
  }
}

const AttnStepBody *attnRotationFirst(const AttnRotation *r) {
  const AttnStepBody *any = &r->bodies[0];
  for (int k = 0; k < r->s->nLoops && !attnRolesFirstLoopRuns(r->s); ++k) {
    const char *class = attnAttrStr(r->s->loops[k], "class");
    if (class && strcmp(class, "partial") == 0)
      any = &r->bodies[k];
  }
  return any;
}

void attnRotationLoops(const AttnRotation *r, const AttnBuilder *b, const AttnValueMap *outer,
                       MlirValue second, int begin, int end, AttnCarry *carry) {
  AttnSplit *s = r->s;
  const AttnValueMap none = {0};
  const AttnValueMap *map = outer ? outer : &none;
  for (int k = begin; k < end; ++k) {
    const AttnStepBody *body = &r->bodies[k];
    AttnBuilder in;
    MlirValue iv, values[ATTN_ROLES_MAX_STATES + 4], args[ATTN_ROLES_MAX_STATES + 4], bounds[3];
    for (int i = 0; i < 3; ++i)
      bounds[i] = attnMapLookup(map, mlirOperationGetOperand(body->loop, i));
    MlirValue lo = attnIndexMax(b, bounds[0], second);
    if (attnRolesNeverRuns(s, lo, bounds[1]))
      continue; // it had the first tile alone
    intptr_t n = attnCarryPack(body, carry, values);
    MlirOperation loop = attnBuildFor(b, lo, bounds[1], bounds[2], n, values, &in, &iv, args);
    MlirAttribute class = attnAttr(body->loop, "class");
    if (!mlirAttributeIsNull(class))
      attnSetAttr(loop, "class", class);
    AttnCarry prev = {0}, now = {0};
    attnCarryUnpack(body, args, &prev);
    attnRolesNext(&in, attnRolesDepth(s), prev.slot, prev.phase, &now.slot, &now.phase);
    attnRotationStep(r, body, &in, outer, iv, (MlirValue){NULL}, prev.state, &prev, &now, NULL);
    attnCarryPack(body, &now, values);
    attnBuildYield(&in, "scf.yield", n, values);
    for (intptr_t i = 0; i < n; ++i)
      values[i] = mlirOperationGetResult(loop, i);
    attnCarryUnpack(body, values, carry);
  }
}

MlirValue attnRotationLast(const AttnRotation *r, const AttnBuilder *b, const AttnCarry *carry) {
  const AttnStepBody *body = &r->bodies[0];
  MlirValue tile = attnRolesTake(r->s, b, body->lastLoad, carry->slot, carry->phase);
  MlirValue last = issue(r, b, body->last, carry->weights, tile, carry->acc);
  last = await(r, b, body->last, last, 0);
  attnRolesRelease(r->s, b, body->lastLoad, carry->slot, (MlirValue){NULL});
  return last;
}

/// The stream for at least one tile; gives the states after all of them, in a persistent kernel
/// also slot and phase.
static void stream(const AttnRotation *r, const AttnBuilder *b, const MlirValue *inits,
                   MlirValue *states) {
  AttnSplit *s = r->s;
  const AttnStepBody *body = &r->bodies[0];
  MlirValue first = mlirOperationGetOperand(s->loops[0], 0);
  MlirValue second = attnIndexSum(b, first, mlirOperationGetOperand(s->loops[0], 2));
  AttnCarry carry = {.slot = s->slot, .phase = s->phase};
  firstStep(r, attnRotationFirst(r), b, first, inits, &carry);
  attnRotationLoops(r, b, NULL, second, 0, s->nLoops, &carry);
  releaseInvariants(r, b);
  MlirValue last = attnRotationLast(r, b, &carry);
  for (int i = 0; i < body->nStates; ++i)
    states[i] = i == body->lastState ? last : carry.state[i];
  if (s->persistent)
    attnRolesNext(b, attnRolesDepth(s), carry.slot, carry.phase, &states[body->nStates],
                  &states[body->nStates + 1]);
}

AttnRotation *attnRotationTake(AttnSplit *s) {
  AttnRotation *r = calloc(1, sizeof *r);
  r->s = s;
  bool ok = s->nLoops > 0 || attnRolesRefuse(s, "overlap needs a stream");
  for (int k = 0; k < s->nLoops && ok; ++k) {
    ok = analyse(r, &r->bodies[k], s->loops[k]);
    if (ok && k &&
        !mlirValueEqual(mlirOperationGetOperand(s->loops[k], 0),
                        mlirOperationGetOperand(s->loops[k - 1], 1)))
      ok = attnRolesRefuse(s, "overlap needs loops that continue each other");
  }
  if (ok && attnRolesDepth(s) < 2)
    ok = attnRolesRefuse(s, "overlap needs rings of at least two slots");
  if (ok)
    return r;
  free(r);
  return NULL;
}

bool attnRolesOverlap(AttnSplit *s) {
  AttnRotation *r = attnRotationTake(s);
  if (!r)
    return false;
  MlirOperation end = s->loops[s->nLoops - 1];
  intptr_t n = mlirOperationGetNumResults(end);
  AttnBuilder b = attnBuilderBefore(end), then, els;
  MlirType types[ATTN_ROLES_MAX_STATES + 2];
  MlirValue inits[ATTN_ROLES_MAX_STATES + 2], states[ATTN_ROLES_MAX_STATES + 2];
  for (intptr_t i = 0; i < n; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(end, i));
    inits[i] = mlirOperationGetOperand(s->loops[0], 3 + i);
  }
  intptr_t all = n;
  if (s->persistent) {
    inits[all++] = s->slot, inits[all++] = s->phase;
    types[n] = types[n + 1] = mlirIndexTypeGet(s->ctx);
  }
  markInvariants(r);
  MlirValue some =
      attnCmpi(&b, 2, mlirOperationGetOperand(s->loops[0], 0), mlirOperationGetOperand(end, 1));
  MlirOperation choice = attnBuildIf(&b, some, all, types, &then, &els);
  stream(r, &then, inits, states);
  attnBuildYield(&then, "scf.yield", all, states);
  releaseInvariants(r, &els);
  attnBuildYield(&els, "scf.yield", all, inits);
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(end, i),
                                  mlirOperationGetResult(choice, i));
  if (s->persistent) {
    s->slot = mlirOperationGetResult(choice, n);
    s->phase = mlirOperationGetResult(choice, n + 1);
  }
  for (int k = s->nLoops; k-- > 0;)
    mlirOperationDestroy(s->loops[k]);
  free(r);
  return true;
}
