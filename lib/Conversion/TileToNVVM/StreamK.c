//===- StreamK.c - Work items that are stretches of a stream --------------===//
//
// A static persistent kernel of T tiles on G CTAs leaves CTAs idle in its last round, unless G
// divides T. With tile.part the first R tiles (those of the round that is not full, and of one more
// where that one is short) are shared out by steps of their streams:
//
//   steps    0        S        2S       ...      R S
//   tiles    |   0    |   1    |   2    |  ...   |      S steps each
//   groups   |  0  |  1  |  2  |  3  |   ...     |      Q steps each
//
// A group is a CTA, or a cluster, numbered from the last one on. A place is a step of all the
// streams, one behind the other; a group has those from g Q to (g + 1) Q, and each tile's part of
// them is a stretch, a work item.
//
// These are work items of a function of their own, <kernel>_stretches, launched in front of the one
// for all other tiles, whose code is what it would be without stretches: in one function what is
// done with states made ptxas order the main loop worse (1 to 2 % of long streams).
//
// Behind a stretch each warp, whose rows are its own, leaves its states and counts itself; who has
// the tile's first stretch waits for the count, and merges. That one is its group's last item, and
// those it waits for are groups' first ones, or all of a group: they are done at least as early.
// And they are CTAs with lower numbers, which start earlier, so that the others need not run at the
// same time. Two results of the kernel's own, behind the others: the counts (zero at the launch),
// and the states.
//
//   counts   tile                                       words with BITS bits for each warp
//   states   tile, stretch, warp, state, four registers, lane
//
// In clusters, tiles and CTAs are those of a whole cluster, whose CTAs have the same steps.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { BITS = 4, MOST = 15, WORD = 32, LANES = 32, VECTOR = 4, MAX_STATES = ATTN_STREAMK_STATES };

//===--- the plan ---------------------------------------------------------===//

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The stretches of tile t.
static int64_t stretchesOf(const AttnStreamK *s, int64_t t) {
  return ((t + 1) * s->steps - 1) / s->quota - t * s->steps / s->quota + 1;
}

/// Where the registers of each state lie, as the layouts that fetch them say.
static MlirLogicalResult planStates(AttnLower *k) {
  AttnStreamK *s = &k->streamK;
  MlirOperation *fetches;
  MlirLogicalResult ok = OK;
  intptr_t n = attnCollect(k->kernel, "tile.fetch", &fetches);
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    AttnLayout l;
    int64_t state = -1;
    if (!attnAttrI64(fetches[i], "state", &state) || state != s->nStates)
      continue; // one that a copy of this merge fetches too
    ok = state < MAX_STATES ? attnLLayout(k, fetches[i], &l)
                            : attnOpError(fetches[i], "more than %d states", MAX_STATES);
    if (ok.value)
      s->offset[++s->nStates] =
          s->offset[state] + ceilDiv(attnLayoutCount(&l, ATTN_REG), VECTOR) * VECTOR;
  }
  free(fetches);
  return ok;
}

static bool isInItem(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !attnIs(op, "tile.items") && !attnIs(op, "tile.chain"))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

/// Whatever is done with states is done by an item.
static MlirLogicalResult checkItems(AttnLower *k) {
  static const char *const names[] = {"tile.part", "tile.leave", "tile.arrive", "tile.gather",
                                      "tile.fetch"};
  MlirLogicalResult ok = OK;
  for (size_t i = 0; i < sizeof names / sizeof *names && ok.value; ++i) {
    MlirOperation *ops;
    intptr_t n = attnCollect(k->kernel, names[i], &ops);
    for (intptr_t j = 0; j < n && ok.value; ++j)
      if (!isInItem(ops[j]))
        ok = attnOpError(ops[j], "is in no tile.items or tile.chain: of which work item is it?");
    free(ops);
  }
  return ok;
}

MlirLogicalResult attnLPlanStreamK(AttnLower *k, int64_t ctas, int64_t resident, AttnItems part) {
  AttnStreamK *s = &k->streamK;
  MlirOperation *parts;
  intptr_t n = attnCollect(k->kernel, "tile.part", &parts);
  const AttnKernelAxis *axis = n ? attnLAxis(k, attnAttrStr(parts[0], "axis")) : NULL;
  free(parts);
  if (n == 0)
    return OK;
  if (!axis || axis->symbol >= 0 || axis->extent < 1 || k->symbols.n || k->dynamic || !resident)
    return attnOpError(k->kernel, "has stretches of streams (tile.part): expected known lengths, "
                                  "and work items that are 'static'");
  if (!checkItems(k).value || !planStates(k).value)
    return FAILED;
  s->axis = axis;
  s->steps = ceilDiv(axis->extent, axis->tile);
  s->groups = resident / k->cluster;
  int64_t tiles = ctas / k->cluster, rest = tiles % s->groups;
  if (tiles > INT32_MAX / 4 / s->steps)
    return attnOpError(k->kernel, "has too many steps in all of its streams for stretches of them");
  s->tiles = rest && 2 * rest < s->groups && tiles > s->groups ? rest + s->groups : rest;
  s->quota = ceilDiv(s->tiles * s->steps, s->groups);
  if (s->quota < ceilDiv(s->steps, MOST - 2)) // a tile's stretches fit a count
    s->quota = ceilDiv(s->steps, MOST - 2);
  for (int64_t t = 0; t < s->tiles; ++t)
    s->most = stretchesOf(s, t) > s->most ? stretchesOf(s, t) : s->most;
  s->others = tiles - s->tiles;
  s->part = s->others ? part : ATTN_ITEMS_STRETCHES;
  return OK;
}

bool attnLShares(const AttnLower *k) {
  return k->streamK.tiles && k->streamK.part == ATTN_ITEMS_STRETCHES;
}

int64_t attnLStreamKGrid(const AttnLower *k) {
  const AttnStreamK *s = &k->streamK;
  return k->cluster * (attnLShares(k) || s->others > s->groups ? s->groups : s->others);
}

static int64_t wordsOfTile(const AttnLower *k) { return ceilDiv(k->warps * BITS, WORD); }

int64_t attnLStreamKCounts(const AttnLower *k) {
  return ceilDiv(k->streamK.tiles * k->cluster * wordsOfTile(k), VECTOR) * VECTOR;
}

int64_t attnLStreamKStates(const AttnLower *k) {
  const AttnStreamK *s = &k->streamK;
  return s->tiles * k->cluster * s->most * k->warps * s->offset[s->nStates] * LANES;
}

//===--- places -----------------------------------------------------------===//

static MlirValue constant(AttnLower *k, int64_t v) { return attnLI32(k, v); }

static MlirValue group(AttnLower *k) {
  MlirValue cta = attnLSpecial(k, "ctaid.x");
  if (k->cluster > 1)
    cta = attnLOp2(k, "arith.divui", cta, constant(k, k->cluster));
  return attnLOp2(k, "arith.subi", constant(k, k->streamK.groups - 1), cta);
}

/// Where this CTA's steps end.
static MlirValue share(AttnLower *k) {
  const AttnStreamK *s = &k->streamK;
  MlirValue end = attnLMulC(k, attnLAddC(k, group(k), 1), s->quota);
  return attnLOp2(k, "arith.minsi", end, constant(k, s->tiles * s->steps));
}

static AttnStretch stretchAt(AttnLower *k, MlirValue place) {
  const AttnStreamK *s = &k->streamK;
  MlirValue steps = constant(k, s->steps);
  AttnStretch x = {.tile = attnLOp2(k, "arith.divui", place, steps)};
  MlirValue first = attnLMulC(k, x.tile, s->steps);
  x.lower = attnLOp2(k, "arith.subi", place, first);
  x.upper = attnLOp2(k, "arith.minsi", attnLOp2(k, "arith.subi", share(k), first), steps);
  return x;
}

MlirValue attnLFirstItem(AttnLower *k) {
  if (attnLShares(k))
    return attnLMulC(k, group(k), k->streamK.quota);
  return attnLAddC(k, attnLSpecial(k, "ctaid.x"), k->streamK.tiles * k->cluster);
}

MlirValue attnLFollowingItem(AttnLower *k, MlirValue item) {
  if (!attnLShares(k))
    return attnLOp2(k, "arith.addi", item, attnLSpecial(k, "nctaid.x"));
  AttnStretch x = stretchAt(k, item);
  return attnLAdd(k, attnLMulC(k, x.tile, k->streamK.steps), x.upper);
}

MlirValue attnLItemIsThere(AttnLower *k, MlirValue item) {
  return attnCmpi(&k->b, 2, item, attnLShares(k) ? share(k) : k->items); // slt
}

/// tile.part in `scope`.
static void mapParts(AttnLower *k, MlirRegion scope, bool ended, const AttnStretch *x) {
  MlirOperation *parts;
  intptr_t n = attnCollect(k->kernel, "tile.part", &parts);
  for (intptr_t i = 0; i < n; ++i) {
    if (!attnIsInside(parts[i], scope) || mlirAttributeIsNull(attnAttr(parts[i], "ended")) == ended)
      continue;
    MlirValue at = strcmp(attnAttrStr(parts[i], "bound"), "lower") == 0 ? x->lower : x->upper;
    at = attnLMulC(k, at, k->streamK.axis->tile);
    attnMapValue(&k->scalars, mlirOperationGetResult(parts[i], 0),
                 attnBuild1(&k->b, "arith.index_castui", at, k->index));
  }
  free(parts);
}

void attnLEnterItem(AttnLower *k, MlirRegion scope, bool ended, MlirValue item) {
  AttnStretch x = {.tile = item};
  if (attnLShares(k)) {
    x = stretchAt(k, item);
  } else if (k->streamK.axis) {
    x.lower = constant(k, 0);
    x.upper = constant(k, k->streamK.steps);
  }
  MlirValue number = x.tile;
  if (attnLShares(k) && k->neighbours)
    number = attnLAdd(k, attnLMulC(k, number, k->cluster), k->rank);
  attnLMapOrigins(k, scope, ended, number);
  if (k->streamK.axis)
    mapParts(k, scope, ended, &x);
}

//===--- states -----------------------------------------------------------===//

/// Of the item k->joins.
typedef struct Tile {
  MlirValue number;    ///< i32, of the CTA's tile
  MlirValue first;     ///< i32, the group that has its first stretch
  MlirValue stretches; ///< i32
} Tile;

static Tile tileOf(AttnLower *k) {
  const AttnStreamK *s = &k->streamK;
  Tile t = {.number = stretchAt(k, k->joins).tile};
  MlirValue quota = constant(k, s->quota), begin = attnLMulC(k, t.number, s->steps);
  t.first = attnLOp2(k, "arith.divui", begin, quota);
  MlirValue last = attnLOp2(k, "arith.divui", attnLAddC(k, begin, s->steps - 1), quota);
  t.stretches = attnLAddC(k, attnLOp2(k, "arith.subi", last, t.first), 1);
  if (k->neighbours)
    t.number = attnLAdd(k, attnLMulC(k, t.number, k->cluster), k->rank);
  return t;
}

static MlirValue own(AttnLower *k, int which) {
  return mlirBlockGetArgument(attnBody(k->func, 0),
                              k->nInputs + mlirOperationGetNumResults(k->kernel) + which);
}

/// Where this lane has, or finds, the first registers of a stretch (i32) of the tile.
static MlirValue placeOf(AttnLower *k, const Tile *t, MlirValue stretch) {
  const AttnStreamK *s = &k->streamK;
  MlirValue index = attnLAdd(k, attnLMulC(k, t->number, s->most), stretch);
  index = attnLAdd(k, attnLMulC(k, index, k->warps), k->warp);
  MlirValue bytes = attnBuild2(&k->b, "arith.muli", attnCast(&k->b, index, k->i64),
                               attnConstInt(&k->b, k->i64, s->offset[s->nStates] * LANES * 4));
  MlirValue lane = attnCast(&k->b, attnLMulC(k, k->lane, VECTOR * 4), k->i64);
  return attnLPointer(k, own(k, 1), attnBuild2(&k->b, "arith.addi", bytes, lane), 0);
}

/// Of a tile.leave or tile.fetch; null after an error.
static MlirValue stateAt(AttnLower *k, MlirOperation op, MlirValue stretch, const Tile *t,
                         int nRegs) {
  const AttnStreamK *s = &k->streamK;
  int64_t state = 0;
  attnAttrI64(op, "state", &state);
  int64_t room = state < s->nStates ? s->offset[state + 1] - s->offset[state] : 0;
  if (nRegs > room || nRegs + VECTOR <= room) {
    attnOpError(op, "has another layout than what fetches the state");
    return (MlirValue){NULL};
  }
  return attnLPointer(k, placeOf(k, t, stretch), (MlirValue){NULL}, s->offset[state] * LANES * 4);
}

MlirLogicalResult attnLowerLeave(AttnLower *k, MlirOperation op) {
  if (!attnLShares(k)) // nobody has a stretch
    return OK;
  Tile t = tileOf(k);
  AttnTile *state = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  MlirValue to = {NULL};
  if (!state ||
      !(to = stateAt(k, op, attnLOp2(k, "arith.subi", group(k), t.first), &t, state->nRegs)).ptr)
    return FAILED;
  MlirType vector = attnLVector(VECTOR, k->f32);
  for (int i = 0; i < state->nRegs; i += VECTOR) {
    MlirValue v = attnLZero(k, vector);
    for (int e = 0; e < VECTOR && i + e < state->nRegs; ++e)
      v = attnLInsert(k, v, state->regs[i + e], e);
    attnLStore(k, v, attnLPointer(k, to, (MlirValue){NULL}, (int64_t)i * LANES * 4), VECTOR * 4);
  }
  return OK;
}

MlirLogicalResult attnLowerFetch(AttnLower *k, MlirOperation op) {
  AttnTile *state;
  MlirValue stretch, from = {NULL};
  if (!attnLResultTile(k, op, &state).value ||
      !attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), NULL, &stretch).value)
    return FAILED;
  MlirType vector = attnLVector(VECTOR, k->f32);
  if (attnLShares(k)) {
    Tile t = tileOf(k);
    from = stateAt(k, op, attnLNarrow(k, stretch), &t, state->nRegs);
    if (!from.ptr)
      return FAILED;
  }
  for (int i = 0; i < state->nRegs; i += VECTOR) {
    MlirValue v = attnLZero(k, vector);
    if (from.ptr)
      v = attnLLoad(k, attnLPointer(k, from, (MlirValue){NULL}, (int64_t)i * LANES * 4), vector,
                    VECTOR * 4);
    for (int e = 0; e < VECTOR && i + e < state->nRegs; ++e)
      state->regs[i + e] = attnLExtract(k, v, e);
  }
  return OK;
}

//===--- counts -----------------------------------------------------------===//

/// Address of the word that counts this warp's stretches of the tile, and where in it.
static MlirValue countOf(AttnLower *k, const Tile *t, MlirValue *shift) {
  int64_t words = wordsOfTile(k);
  MlirValue word = attnLMulC(k, t->number, words), warp = k->warp;
  if (words > 1) {
    MlirValue each = constant(k, WORD / BITS);
    word = attnLAdd(k, word, attnLOp2(k, "arith.divui", warp, each));
    warp = attnLOp2(k, "arith.remui", warp, each);
  }
  *shift = attnLMulC(k, warp, BITS);
  return attnLPointer(k, own(k, 0), attnCast(&k->b, attnLMulC(k, word, 4), k->i64), 0);
}

/// What all lanes have written in front is there for whoever sees the count.
MlirLogicalResult attnLowerArrive(AttnLower *k, MlirOperation op) {
  (void)op;
  if (!attnLShares(k)) // nobody has a stretch
    return OK;
  AttnBuilder saved, then;
  Tile t = tileOf(k);
  MlirValue all = attnLI32(k, -1), shift;
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.bar.warp.sync", .nOperands = 1, .operands = &all});
  MlirValue elected = attnCmpi(&k->b, 0, k->lane, constant(k, 0));
  saved = k->b;
  attnBuildIf(&k->b, elected, 0, NULL, &then, NULL);
  k->b = then;
  MlirValue operands[2] = {countOf(k, &t, &shift)};
  operands[1] = attnLOp2(k, "arith.shli", constant(k, 1), shift);
  attnLPtx(k, "red.release.gpu.global.add.u32 [$0], $1;", "l,r,~{memory}", 2, operands,
           (MlirType){NULL});
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
  return OK;
}

MlirLogicalResult attnLowerGather(AttnLower *k, MlirOperation op) {
  MlirValue n = constant(k, 1), shift;
  if (attnLShares(k)) {
    Tile t = tileOf(k);
    MlirValue count = countOf(k, &t, &shift);
    MlirValue operands[] = {count, shift, attnLAddC(k, t.stretches, -1)};
    attnLPtx(k,
             "{\n.reg .pred there;\n.reg .b32 count;\nagain:\n"
             "ld.acquire.gpu.global.b32 count, [$0];\n"
             "bfe.u32 count, count, $1, 4;\n"
             "setp.ge.u32 there, count, $2;\n"
             "@!there bra again;\n}",
             "l,r,r,~{memory}", 3, operands, (MlirType){NULL});
    n = t.stretches;
  }
  attnMapValue(&k->scalars, mlirOperationGetResult(op, 0), attnLWiden(k, n, k->index));
  return OK;
}
