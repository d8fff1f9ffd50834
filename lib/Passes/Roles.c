//===- Roles.c - attn-roles: producer warps and consumer warpgroups -------===//
//
// Takes:  tile.kernel operations after attn-atomize whose schedule pins ROLE@<fold>=p<P>:c<C>[...].
// Gives:  the kernel split in two: what reads memory for contractions goes to a producer
// (RolesLoads.c),
//         the rest to the consumers, and the two meet through rings of slabs filled by the TMA
//         unit.
//
//           origins, bounds
//           tile.roles {
//             producer                                consumer
//             copy q                                  wait q
//             for tile of the stream, slot, phase:    for tile of the stream, slot, phase, state:
//               acquire k[slot]; copy k[slot]           wait k[slot]  ...  release k[slot]
//               acquire v[slot]; copy v[slot]           wait v[slot]  ...  release v[slot]
//           }                                         project, store
//
//         A persistent kernel's work items: RolesItems.c.
//
//         STAGE@<fold>=d<D>/tma/ring/swz<B> gives the rings' depth and swizzle (default d2, 128),
//         STAGE@<row> the loop-invariant slabs' swizzle. What maps read for each cell of a row and
//         the stream (a bias) goes through a ring of its own, HOLD@<fold>=smem; with reload, and
//         where it is no box or shared memory has no room, the consumers read it where it lies.
// Leaves: kernels with ROLE=u or none; attn-stage, which comes next, finds nothing to stage in a
//         kernel with roles.
//
// A consumer waits for an operand where the load stood and releases its slot behind the last
// reader.
//
//===----------------------------------------------------------------------===//
#include "Passes/Roles.h"
#include "attn-c/Plugin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunRoles(MlirOperation op, const AttnPassContext *pass);

bool attnRolesRefuse(const AttnSplit *s, const char *rule) {
  const AttnScheduleEntry *e = attnScheduleGet(&s->schedule, "ROLE", s->fold);
  attnOpError(s->kernel, "cannot honour ROLE@%s=%s: %s", s->fold ? s->fold : "", e ? e->value : "",
              rule);
  return false;
}

//===--- slots ------------------------------------------------------------===//

/// Slot and phase of the next tile: the slot counts modulo the depth, the phase turns at each wrap.
void attnRolesNext(const AttnBuilder *b, int slots, MlirValue slot, MlirValue phase,
                   MlirValue *nextSlot, MlirValue *nextPhase) {
  MlirValue zero = attnConstIndex(b, 0), one = attnConstIndex(b, 1);
  MlirValue up = attnBuild2(b, "arith.addi", slot, one);
  MlirValue wraps = attnCmpi(b, 0, up, attnConstIndex(b, slots));
  *nextSlot = attnSelect(b, wraps, zero, up);
  *nextPhase = attnSelect(b, wraps, attnBuild2(b, "arith.subi", one, phase), phase);
}

MlirAttribute attnRolesSlabName(const AttnSplit *s, int slab) {
  char text[16];
  snprintf(text, sizeof text, "s%d", slab);
  return attnStr(s->ctx, text);
}

static MlirOperation slotOp(const AttnSplit *s, AttnBuilder b, const char *name, int slab,
                            intptr_t n, const MlirValue *operands) {
  MlirNamedAttribute attrs[] = {attnNamed(s->ctx, "slab", attnRolesSlabName(s, slab)),
                                attnNamed(s->ctx, "transport", attnStr(s->ctx, "tma"))};
  return attnBuildOp(&b, &(AttnOpDesc){.name = name,
                                       .nOperands = n,
                                       .operands = operands,
                                       .nAttrs = strcmp(name, "tile.wait") == 0 ? 2 : 1,
                                       .attrs = attrs});
}

void attnRolesCopy(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l, MlirValue slot,
                   const AttnValueMap *map) {
  MlirNamedAttribute attrs[] = {attnNamed(s->ctx, "over", attnAttr(l->op, "over")),
                                attnNamed(s->ctx, "map", attnAttr(l->op, "map")),
                                attnNamed(s->ctx, "axes", attnAttr(l->op, "axes")),
                                attnNamed(s->ctx, "slab", attnRolesSlabName(s, l->slab)),
                                attnNamed(s->ctx, "transport", attnStr(s->ctx, "tma")),
                                attnNamed(s->ctx, "pad", attnI64(s->ctx, 0)),
                                attnNamed(s->ctx, "swizzle", attnI64(s->ctx, l->swizzle)),
                                attnNamed(s->ctx, "slots", attnI64(s->ctx, l->slots)),
                                attnNamed(s->ctx, "multicast", attnI64(s->ctx, l->multicast))};
  intptr_t nAttrs = 7;
  if (l->slots > 1)
    ++nAttrs;
  if (l->multicast)
    attrs[nAttrs++] = attrs[8];
  intptr_t n = mlirOperationGetNumOperands(l->op);
  MlirValue *operands = malloc((size_t)(n + 1) * sizeof *operands);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = attnMapLookup(map, mlirOperationGetOperand(l->op, i));
  operands[n] = slot;
  attnBuild(b, "tile.copy", n + (l->slots > 1), operands,
            mlirValueGetType(mlirOperationGetResult(l->op, 0)), nAttrs, attrs);
  free(operands);
}

//===--- the producer -----------------------------------------------------===//

int attnRolesDepth(const AttnSplit *s) {
  for (int i = 0; i < s->nLoads; ++i)
    if (!mlirOperationIsNull(s->loads[i].loop))
      return s->loads[i].slots;
  return 1;
}

int attnRolesItemDepth(const AttnSplit *s) {
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationIsNull(s->loads[i].loop))
      return s->loads[i].slots;
  return 1;
}

void attnRolesAcquire(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                      MlirValue slot, MlirValue phase) {
  slotOp(s, *b, "tile.acquire", l->slab, 2, (MlirValue[]){slot, phase});
}

/// The slab of load number `n` in loop k; -1: there are fewer.
static int slabInLoop(const AttnSplit *s, int k, int n) {
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationEqual(s->loads[i].outer, s->loops[k]) && n-- == 0)
      return s->loads[i].slab;
  return -1;
}

static bool isContinuedBy(const AttnSplit *s, int k) {
  bool same = mlirValueEqual(mlirOperationGetOperand(s->loops[k], 1),
                             mlirOperationGetOperand(s->loops[k + 1], 0)) &&
              mlirValueEqual(mlirOperationGetOperand(s->loops[k], 2),
                             mlirOperationGetOperand(s->loops[k + 1], 2));
  for (int n = 0, slab = 0; same && slab >= 0; ++n) {
    slab = slabInLoop(s, k, n);
    same = slabInLoop(s, k + 1, n) == slab;
  }
  return same;
}

int attnRolesSpans(const AttnSplit *s, AttnRolesSpan *spans) {
  int n = 0;
  for (int k = 0; k < s->nLoops; ++k) {
    if (k > 0 && isContinuedBy(s, k - 1))
      spans[n - 1].hi = mlirOperationGetOperand(s->loops[k], 1);
    else
      spans[n++] = (AttnRolesSpan){k, mlirOperationGetOperand(s->loops[k], 0),
                                   mlirOperationGetOperand(s->loops[k], 1)};
  }
  return n;
}

/// Copies the loads `first` .. `last` - 1 of a loop to a slot.
static bool produceLoads(AttnSplit *s, const AttnBuilder *in, MlirOperation loop, int first,
                         int last, AttnValueMap *map, MlirValue slot, MlirValue phase) {
  intptr_t known = map->size;
  for (int i = 0, number = 0; i < s->nLoads; ++i) {
    const AttnRoleLoad *l = &s->loads[i];
    if (!mlirOperationEqual(l->loop, loop) || l->part)
      continue;
    int at = number++;
    if (at < first || at >= last)
      continue;
    for (intptr_t o = 1, n = mlirOperationGetNumOperands(l->op); o < n; ++o)
      if (mlirValueIsNull(attnCloneScalar(in, mlirOperationGetOperand(l->op, o),
                                          mlirOperationGetRegion(l->outer, 0), map)))
        return attnRolesRefuse(s, "an operand's origin is made of tiles inside the stream");
    attnRolesAcquire(s, in, l, slot, phase);
    attnRolesCopy(s, in, l, slot, map);
  }
  map->size = known; // what is mapped to the inside of this loop is forgotten
  return true;
}

/// The loop inside a tile of the stream.
static bool produceInner(AttnSplit *s, const AttnBuilder *b, MlirOperation loop, AttnValueMap *map,
                         MlirValue *slot, MlirValue *phase) {
  AttnBuilder in;
  MlirValue iv, args[2], bounds[3], state[2] = {*slot, *phase}, next[2];
  for (int i = 0; i < 3; ++i) {
    MlirValue v = mlirOperationGetOperand(loop, i);
    if (attnIs(attnDef(v), "arith.constant"))
      attnCloneMapped(b, attnDef(v), map);
    bounds[i] = attnMapLookup(map, v);
    if (attnValueIsInside(bounds[i], attnParentRegion(loop)))
      return attnRolesRefuse(s, "bounds of a loop are computed inside the stream");
  }
  MlirOperation own = attnBuildFor(b, bounds[0], bounds[1], bounds[2], 2, state, &in, &iv, args);
  attnMapValue(map, mlirBlockGetArgument(attnBody(loop, 0), 0), iv);
  if (!produceLoads(s, &in, loop, 0, INT_MAX, map, args[0], args[1]))
    return false;
  attnRolesNext(&in, attnRolesDepth(s), args[0], args[1], &next[0], &next[1]);
  attnBuildYield(&in, "scf.yield", 2, next);
  *slot = mlirOperationGetResult(own, 0);
  *phase = mlirOperationGetResult(own, 1);
  return true;
}

bool attnRolesProduce(AttnSplit *s, const AttnBuilder *b, AttnRolesSpan span, int first, int last,
                      bool moves, AttnValueMap *map, MlirValue *slot, MlirValue *phase) {
  MlirOperation loop = s->loops[span.loop], inner = attnRolesInner(s, loop);
  AttnBuilder in;
  MlirValue iv, args[2] = {*slot, *phase}, inits[2] = {*slot, *phase}, yields[2];
  MlirOperation own =
      attnBuildFor(b, attnMapLookup(map, span.lo), attnMapLookup(map, span.hi),
                   mlirOperationGetOperand(loop, 2), moves ? 2 : 0, inits, &in, &iv, args);
  attnMapValue(map, mlirBlockGetArgument(attnBody(loop, 0), 0), iv);
  if (!mlirOperationIsNull(inner)) {
    yields[0] = args[0], yields[1] = args[1];
    if (!produceInner(s, &in, inner, map, &yields[0], &yields[1]))
      return false;
  } else if (!produceLoads(s, &in, loop, first, last, map, args[0], args[1])) {
    return false;
  } else if (moves) {
    attnRolesNext(&in, attnRolesDepth(s), args[0], args[1], &yields[0], &yields[1]);
  }
  attnBuildYield(&in, "scf.yield", moves ? 2 : 0, yields);
  if (moves) {
    *slot = mlirOperationGetResult(own, 0);
    *phase = mlirOperationGetResult(own, 1);
  }
  return true;
}

static bool produce(AttnSplit *s, AttnBuilder b) {
  AttnValueMap map = {0};
  MlirValue zero = attnConstIndex(&b, 0), slot = zero, phase = zero;
  bool ok = true;
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationIsNull(s->loads[i].loop))
      attnRolesCopy(s, &b, &s->loads[i], zero, &map);
  AttnRolesSpan spans[ATTN_ROLES_MAX_LOOPS];
  for (int k = 0, n = attnRolesSpans(s, spans); k < n && ok; ++k)
    ok = attnRolesProduce(s, &b, spans[k], 0, INT_MAX, true, &map, &slot, &phase);
  if (s->cluster)
    attnRolesDrain(s, &b, slot, phase);
  attnBuildYield(&b, "gpu.yield", 0, NULL);
  attnMapFree(&map);
  return ok;
}

//===--- the consumer -----------------------------------------------------===//

MlirValue attnRolesTake(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                        MlirValue slot, MlirValue phase) {
  if (!l->part) // what it is a part of has been waited for
    slotOp(s, *b, "tile.wait", l->slab, 2, (MlirValue[]){slot, phase});
  return attnRolesSlot(s, b, l, slot);
}

MlirValue attnRolesSlot(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                        MlirValue slot) {
  MlirNamedAttribute attrs[] = {attnNamed(s->ctx, "slab", attnRolesSlabName(s, l->slab)),
                                attnNamed(s->ctx, "axes", attnAttr(l->op, "axes"))};
  MlirValue operands[] = {slot, l->part ? attnRolesColumn(l) : slot};
  return attnBuild(b, "tile.slot", l->part ? 2 : 1, operands, l->type, 2, attrs);
}

void attnRolesPrefetch(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l) {
  slotOp(s, *b, "tile.prefetch", l->slab, 0, NULL);
}

void attnRolesRelease(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                      MlirValue slot, MlirValue behind) {
  slotOp(s, *b, "tile.release", l->slab, mlirValueIsNull(behind) ? 1 : 2,
         (MlirValue[]){slot, behind});
}

void attnRolesReleaseStored(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                            MlirValue slot) {
  attnSetAttr(slotOp(s, *b, "tile.release", l->slab, 1, &slot), "behind_stores",
              mlirBoolAttrGet(s->ctx, true));
}

void attnRolesConsume(const AttnSplit *s, AttnRoleLoad *l, MlirValue slot, MlirValue phase,
                      bool release) {
  AttnBuilder b = attnBuilderBefore(l->op);
  MlirValue v = attnRolesTake(s, &b, l, slot, phase);
  MlirOperation last = attnDef(v);
  attnReplaceOp(l->op, 1, &v);
  l->tile = v;
  if (!release || attnRolesHasPart(s, l))
    return;
  for (int i = 0; i < s->nLoads; ++i) {
    const AttnRoleLoad *of = &s->loads[i]; // this one, or what it is a part of
    if (of != l && !(l->part && mlirOperationEqual(of->loop, l->loop) && of->slab == l->slab))
      continue;
    for (MlirOpOperand u = mlirValueGetFirstUse(of->tile); !mlirOpOperandIsNull(u);
         u = mlirOpOperandGetNextUse(u)) {
      MlirOperation reader = attnRolesAncestor(b.block, mlirOpOperandGetOwner(u));
      if (mlirOperationIsBeforeInBlock(last, reader))
        last = reader;
    }
  }
  AttnBuilder after = attnBuilderAfter(last);
  attnRolesRelease(s, &after, l, slot, (MlirValue){NULL});
}

/// The loop with slot and phase among its iter_args.
static void consumeLoop(AttnSplit *s, MlirOperation loop, MlirValue *slot, MlirValue *phase) {
  if (s->role.overlap && attnRolesIsSum(s, loop)) {
    attnRolesSum(s, loop, slot, phase);
    return;
  }
  MlirOperation inner = attnRolesInner(s, loop);
  AttnBuilder b = attnBuilderBefore(loop), in;
  intptr_t n = mlirOperationGetNumResults(loop);
  MlirValue *inits = malloc((size_t)(n + 2) * sizeof *inits), iv;
  MlirValue *args = malloc((size_t)(n + 2) * sizeof *args);
  for (intptr_t i = 0; i < n; ++i)
    inits[i] = mlirOperationGetOperand(loop, 3 + i);
  inits[n] = *slot;
  inits[n + 1] = *phase;
  MlirOperation own =
      attnBuildFor(&b, mlirOperationGetOperand(loop, 0), mlirOperationGetOperand(loop, 1),
                   mlirOperationGetOperand(loop, 2), n + 2, inits, &in, &iv, args);
  MlirAttribute class = attnAttr(loop, "class");
  if (!mlirAttributeIsNull(class))
    attnSetAttr(own, "class", class);
  MlirBlock from = attnBody(loop, 0);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, 0), iv);
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i + 1), args[i]);
  for (MlirOperation op = mlirBlockGetFirstOperation(from), after; !mlirOperationIsNull(op);
       op = after) {
    after = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(in.block, op);
  }
  MlirOperation yield = mlirBlockGetTerminator(in.block);
  AttnBuilder end = attnBuilderBefore(yield);
  for (intptr_t i = 0; i < n; ++i)
    inits[i] = mlirOperationGetOperand(yield, i);
  inits[n] = args[n], inits[n + 1] = args[n + 1];
  if (mlirOperationIsNull(inner)) {
    attnRolesNext(&end, attnRolesDepth(s), args[n], args[n + 1], &inits[n], &inits[n + 1]);
  } else {
    consumeLoop(s, inner, &inits[n], &inits[n + 1]);
    for (intptr_t i = 0; i < n; ++i)
      inits[i] = mlirOperationGetOperand(yield, i);
  }
  attnBuildYield(&end, "scf.yield", n + 2, inits);
  mlirOperationDestroy(yield);
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationEqual(s->loads[i].loop, loop))
      attnRolesConsume(s, &s->loads[i], args[n], args[n + 1], true);
  *slot = mlirOperationGetResult(own, n);
  *phase = mlirOperationGetResult(own, n + 1);
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, i), mlirOperationGetResult(own, i));
  mlirOperationDestroy(loop);
  free(inits);
  free(args);
}

static bool isScalarOp(MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    if (mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetResult(op, i))))
      return false;
  return mlirOperationGetNumResults(op) > 0;
}

/// Are streams made of what data say (tile.read)?
static bool readsItsWay(MlirOperation kernel) {
  MlirOperation *reads;
  intptr_t n = attnCollect(kernel, "tile.read", &reads);
  free(reads);
  return n > 0;
}

static bool split(AttnSplit *s) {
  MlirBlock top = attnBody(s->kernel, 0);
  MlirOperation yield = mlirBlockGetTerminator(top);
  AttnBuilder b = attnBuilderBefore(yield), producer, consumer;
  MlirRegion regions[2] = {attnRegionWithBlock(&b, 0, NULL, &producer),
                           attnRegionWithBlock(&b, 0, NULL, &consumer)};
  const AttnRole *r = &s->role;
  // Three warpgroups of 168 registers fill the file; FlashAttention-3's splits as defaults. A
  // producer that asks for its tiles and reads where their streams go has no room in 24, nor has
  // one that counts the slots of chained items, or looks up where pages are.
  int p = r->producerRegs, c = r->consumerRegs;
  if (!p) {
    bool more = s->chained || (s->persistent && readsItsWay(s->kernel));
    for (int i = 0; i < s->nLoads; ++i)
      more |= s->loads[i].looksUp;
    p = r->consumerGroups == 1 ? 56 : r->consumerGroups > 2 ? 32 : more ? 40 : 24;
    c = r->consumerGroups == 1 ? 256 : r->consumerGroups > 2 ? 160 : more ? 232 : 240;
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(s->ctx, "producer_warps", attnI64(s->ctx, r->producerWarps)),
      attnNamed(s->ctx, "consumer_warpgroups", attnI64(s->ctx, r->consumerGroups)),
      attnNamed(s->ctx, "producer_registers", attnI64(s->ctx, p)),
      attnNamed(s->ctx, "consumer_registers", attnI64(s->ctx, c))};
  MlirOperation roles = attnBuildOp(
      &b,
      &(AttnOpDesc){
          .name = "tile.roles", .nAttrs = 4, .attrs = attrs, .nRegions = 2, .regions = regions});
  // Everything that makes or uses tiles belongs to the consumers.
  for (MlirOperation op = mlirBlockGetFirstOperation(top), after;
       !mlirOperationIsNull(op) && !mlirOperationEqual(op, roles); op = after) {
    after = mlirOperationGetNextInBlock(op);
    if (isScalarOp(op))
      continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(consumer.block, op);
  }
  attnBuildYield(&consumer, "gpu.yield", 0, NULL);
  if (!attnRolesStoreByTma(s))
    return false;
  if (s->persistent)
    return attnRolesItems(s, producer, consumer);
  if (!produce(s, producer))
    return false;
  AttnBuilder first = attnBuilderBefore(mlirBlockGetFirstOperation(consumer.block));
  s->slot = s->phase = attnConstIndex(&first, 0);
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationIsNull(s->loads[i].loop))
      attnRolesConsume(s, &s->loads[i], s->slot, s->phase, false);
  return attnRolesStream(s);
}

bool attnRolesAreSums(const AttnSplit *s) {
  bool sums = true;
  for (int k = 0; k < s->nLoops; ++k) {
    MlirOperation inner = attnRolesInner(s, s->loops[k]);
    sums &= attnRolesIsSum(s, mlirOperationIsNull(inner) ? s->loops[k] : inner);
  }
  return sums;
}

bool attnRolesStream(AttnSplit *s) {
  if (s->role.overlap && !attnRolesAreSums(s))
    return attnRolesOverlap(s);
  if (s->role.pingpong)
    return attnRolesRefuse(s, "warpgroups take turns (pingpong) around overlapped scores, of which "
                              "this stream has none");
  if (s->role.overlap && attnRolesDepth(s) < 2)
    return attnRolesRefuse(s, "overlap needs rings of at least two slots");
  for (int k = 0; k < s->nLoops; ++k)
    consumeLoop(s, s->loops[k], &s->slot, &s->phase);
  return true;
}

//===--- the pass ---------------------------------------------------------===//

static bool recordStages(AttnSplit *s) {
  bool held = false;
  for (int i = 0; i < s->nLoads; ++i) {
    const AttnRoleLoad *l = &s->loads[i];
    char text[64];
    snprintf(text, sizeof text, l->slots > 1 ? "d%d/tma/ring/swz%d" : "d%d/tma/swz%d", l->slots,
             attnRolesSwizzle(s, l->axis));
    held |= l->cells;
    if (!l->cells && !attnScheduleSet(&s->schedule, "STAGE", l->axis, text))
      return attnRolesRefuse(s, "the schedule is full");
  }
  if (s->cells && !attnScheduleSet(&s->schedule, "HOLD", s->fold, held ? "smem" : "reload"))
    return attnRolesRefuse(s, "the schedule is full");
  return true;
}

static void writeSchedule(const AttnSplit *s) {
  char *text = attnSchedulePrint(&s->schedule);
  attnSetAttr(s->kernel, "schedule", attnStr(s->ctx, text));
  free(text);
}

static MlirValue beginOfStretch(MlirOperation kernel) {
  MlirOperation *parts;
  MlirValue begin = {NULL};
  intptr_t n = attnCollect(kernel, "tile.part", &parts);
  for (intptr_t i = 0; i < n; ++i)
    if (strcmp(attnAttrStr(parts[i], "bound"), "lower") == 0)
      begin = mlirOperationGetResult(parts[i], 0);
  free(parts);
  return begin;
}

/// The contraction that warpgroups have parts of; null: none.
static MlirOperation productInParts(MlirOperation kernel) {
  MlirOperation *contractions, found = {NULL};
  for (intptr_t i = attnCollect(kernel, "tile.contract", &contractions); i-- > 0;)
    if (!mlirAttributeIsNull(attnAttr(contractions[i], "parts")))
      found = contractions[i];
  free(contractions);
  return found;
}

static bool rolesOf(MlirOperation kernel, const AttnSchedule *option, bool *honoured) {
  AttnSplit *s = calloc(1, sizeof *s);
  s->kernel = kernel;
  s->ctx = mlirOperationGetContext(kernel);
  char err[256];
  bool ok = attnAxesRead(kernel, &s->axes);
  if (ok && !attnScheduleParse(attnAttrStr(kernel, "schedule"), &s->schedule, err, sizeof err)) {
    attnOpError(kernel, "schedule attribute: %s", err);
    ok = false;
  }
  for (int i = 0; i < s->axes.size; ++i)
    if (s->axes.a[i].role == ATTN_AXIS_FOLD)
      s->fold = s->axes.a[i].name;
  const AttnScheduleEntry *e = NULL;
  ok = ok && attnRolesRead(s, option, &e);
  MlirOperation *done;
  bool already = attnCollect(kernel, "tile.roles", &done) > 0;
  free(done);
  bool unsplit = !e || !attnParseRole(e->value, &s->role) || s->role.uniform;
  const char *needs = !mlirAttributeIsNull(attnAttr(kernel, "persistent"))
                          ? "work items are handed from a producer to consumers"
                      : !mlirAttributeIsNull(attnAttr(kernel, "cluster"))
                          ? "what a cluster shares is copied by producers"
                          : NULL;
  if (ok && unsplit && needs) {
    e = attnScheduleGet(&s->schedule, "GRID", NULL);
    attnOpError(kernel, "cannot honour GRID=%s: %s (ROLE)", e ? e->value : "", needs);
    ok = false;
  } else if (ok && unsplit && !mlirOperationIsNull(productInParts(kernel))) {
    e = attnScheduleGet(&s->schedule, "TILE", attnAttrStr(productInParts(kernel), "name"));
    attnOpError(kernel, "cannot honour TILE@%s=%s: warpgroups side by side are consumers (ROLE)",
                e ? e->axis : "", e ? e->value : "");
    ok = false;
  }
  *honoured |= e != NULL;
  size_t own = s->schedule.size;
  const AttnScheduleEntry *have = e ? attnScheduleGet(&s->schedule, "ROLE", s->fold) : NULL;
  if (have && strcmp(have->value, e->value) != 0) {
    attnOpError(kernel, "schedule: ROLE@%s=%s contradicts ROLE@%s=%s, which stands already",
                s->fold, e->value, s->fold, have->value);
    ok = false;
  }
  if (ok && e && !attnScheduleSet(&s->schedule, "ROLE", s->fold, e->value))
    ok = attnRolesRefuse(s, "the schedule is full");
  if (!ok || unsplit || already) {
    if (ok && e)
      writeSchedule(s);
    free(s);
    return ok;
  }
  s->persistent = !mlirAttributeIsNull(attnAttr(kernel, "persistent"));
  s->stretch = beginOfStretch(kernel);
  s->together = !mlirOperationIsNull(productInParts(kernel));
  AttnSchedule pins = {0};
  for (size_t i = 0; i < option->size; ++i)
    if (!strcmp(option->entries[i].key, "STAGE") ||
        (!strcmp(option->entries[i].key, "HOLD") && !strcmp(option->entries[i].axis, s->fold)))
      pins.entries[pins.size++] = option->entries[i];
  if (!attnScheduleMerge(&s->schedule, &pins, err, sizeof err)) {
    attnOpError(kernel, "schedule: %s", err);
    ok = false;
  }
  if (ok && s->role.producerWarps != 1)
    ok = attnRolesRefuse(s, "not supported by this version: more than one producer warp");
  if (ok && s->role.pingpong && (!s->role.overlap || s->role.consumerGroups < 2))
    ok = attnRolesRefuse(s,
                         "warpgroups take turns (pingpong) around overlapped contractions, two or "
                         "more of them");
  if (ok && s->role.pingpong && s->together)
    ok = attnRolesRefuse(s, "warpgroups side by side (w1x2) work at the same time, not in turns");
  int64_t threads = 0;
  attnAttrI64(kernel, "threads", &threads);
  if (ok && threads != 128 * s->role.consumerGroups)
    ok = attnRolesRefuse(
        s, "the consumers' warpgroups are those of TILE's warp grid (wgmma atoms: w<C>x1, w1x2)");
  ok = ok && attnRolesFindLoads(s) && attnRolesCluster(s) && attnRolesCheckPins(s, own) &&
       recordStages(s) && split(s);
  if (ok)
    writeSchedule(s);
  free(s);
  return ok;
}

MlirLogicalResult attnRunRoles(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-roles: option 'schedule': %s", err);
  bool honoured = false, ok = true;
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  for (intptr_t i = 0; i < n && ok; ++i)
    if (mlirAttributeIsNull(attnAttr(kernels[i], "serves")))
      ok = rolesOf(kernels[i], &option, &honoured);
  free(kernels);
  for (size_t i = 0; i < option.size && ok && n; ++i) {
    const AttnScheduleEntry *e = &option.entries[i];
    if (!strcmp(e->key, "ROLE") && !honoured) {
      attnOpError(op, "cannot honour %s%s%s=%s: no kernel here folds that axis", e->key,
                  *e->axis ? "@" : "", e->axis, e->value);
      ok = false;
    }
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
