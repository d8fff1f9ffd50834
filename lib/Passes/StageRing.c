//===- StageRing.c - Copies, waits and barriers ---------------------------===//
// See Stage.h.
//
// Consecutive loops over one axis that stage the same boxes are one stream, a chain. Depth 1:
//
//   for each tile t                   sync                cp                        tma
//     barrier                         readers of the tile before are done
//     copy t                          copy                copy, commit, wait(0)     copy, wait(t)
//     barrier                         yes                 yes                       -
//     ...
//
// A ring of depth D > 1, tile t in slot t mod D; the tiles that are under way are values that the
// loops carry (queue), so that the next loop of the chain goes on where the one before stopped:
//
//   copy 0 .. D-2                                         a commit each
//   for each tile t, queue = (t .. t+D-2)
//     cp:   wait(pending D-2), barrier                    t has landed, for all; readers of t-1 are
//     done tma:  barrier copy t+D-1; queue = (t+1 .. t+D-1)                  cp: commit;  tma:
//     wait(t)
//     ...
//   wait for what is still under way
//
// Tiles beyond the end are beyond the axis' extent: they are zero and nothing is read. What no loop
// changes is copied in front, and waited for when the first tiles of the ring are under way.
//
//===----------------------------------------------------------------------===//
#include "Passes/Stage.h"

#include "Schedule/MmaLayout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LOOPS = 8, MAX_ITEMS = 16 };

typedef struct Chain {
  int nLoops, nItems;
  MlirOperation loops[MAX_LOOPS];
  int items[MAX_LOOPS][MAX_ITEMS]; ///< loads
  AttnStage stage;
} Chain;

//===--- small things -----------------------------------------------------===//

static void barrier(const AttnBuilder *b) { attnBuildOp(b, &(AttnOpDesc){.name = "tile.barrier"}); }
static void commit(const AttnBuilder *b) { attnBuildOp(b, &(AttnOpDesc){.name = "tile.commit"}); }

static void waitPending(const AttnBuilder *b, int pending) {
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "transport", attnStr(b->ctx, "cp")),
                                attnNamed(b->ctx, "pending", attnI64(b->ctx, pending))};
  attnBuildOp(b, &(AttnOpDesc){.name = "tile.wait", .nAttrs = 2, .attrs = attrs});
}

static void slabName(char name[16], int slab) { snprintf(name, 16, "s%d", slab); }

static void waitSlot(const AttnBuilder *b, int slab, MlirValue slot, MlirValue phase) {
  char name[16];
  slabName(name, slab);
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "transport", attnStr(b->ctx, "tma")),
                                attnNamed(b->ctx, "slab", attnStr(b->ctx, name))};
  MlirValue operands[] = {slot, phase};
  attnBuildOp(
      b,
      &(AttnOpDesc){
          .name = "tile.wait", .nOperands = 2, .operands = operands, .nAttrs = 2, .attrs = attrs});
}

static bool isCp(const AttnStage *st) { return strcmp(st->transport, "cp") == 0; }
static bool isTma(const AttnStage *st) { return strcmp(st->transport, "tma") == 0; }

static bool sameIndex(MlirValue a, MlirValue b) {
  int64_t x, y;
  return mlirValueEqual(a, b) || (attnConstantOf(a, &x) && attnConstantOf(b, &y) && x == y);
}

static MlirValue addConst(const AttnBuilder *b, MlirValue v, int64_t n) {
  int64_t c;
  if (n == 0)
    return v;
  return attnConstantOf(v, &c) ? attnConstIndex(b, c + n)
                               : attnBuild2(b, "arith.addi", v, attnConstIndex(b, n));
}

static MlirValue lowOf(MlirOperation loop) { return mlirOperationGetOperand(loop, 0); }
static MlirValue highOf(MlirOperation loop) { return mlirOperationGetOperand(loop, 1); }
static MlirValue ivOf(MlirOperation loop) { return mlirBlockGetArgument(attnBody(loop, 0), 0); }

/// The position in its loop that copies are made for, in place of the induction variable.
typedef struct Place {
  MlirValue iv, at;
  MlirValue begin, end; ///< positions that there are; end null: `at` is one of them
  bool guarded;         ///< there may be none, not even `begin`
  int64_t beyond;       ///< an origin that has nothing
  MlirValue inside;     ///< i1, made when it is needed first: `at` is one of them
  AttnValueMap done;
} Place;

/// An origin of the load there. A loop may go along something that origins are computed from.
static MlirValue originAt(const AttnBuilder *b, const AttnStLoad *l, MlirValue v, Place *p) {
  MlirRegion body = mlirBlockGetParentRegion(mlirOperationGetBlock(l->op));
  int64_t n;
  if (!p || !attnValueIsInside(v, body))
    return v;
  if (attnMapContains(&p->done, v))
    return attnMapLookup(&p->done, v);
  bool direct = mlirValueEqual(v, p->iv), last = mlirValueIsNull(p->end);
  if (direct && (last || mlirValueEqual(p->at, p->begin) || attnConstantOf(p->end, &n)))
    return p->at; // it ends with the axis
  if (!last && mlirValueIsNull(p->inside))
    p->inside = attnCmpi(b, 2, p->at, p->end);
  MlirValue r = p->at, beyond = last ? r : attnConstIndex(b, p->beyond);
  AttnBuilder in = *b, els;
  AttnValueMap at = {0};
  MlirType index = mlirIndexTypeGet(b->ctx);
  MlirOperation choice = {NULL};
  bool guarded = p->guarded && !direct;
  if (guarded)
    choice = attnBuildIf(b, p->inside, 1, &index, &in, &els);
  if (!direct) {
    attnMapValue(&at, p->iv, last || guarded ? r : attnSelect(&in, p->inside, r, p->begin));
    r = attnCloneScalar(&in, v, body, &at);
    attnMapFree(&at);
  }
  if (guarded) {
    attnBuildYield(&in, "scf.yield", 1, &r);
    attnBuildYield(&els, "scf.yield", 1, &beyond);
    r = mlirOperationGetResult(choice, 0);
  } else if (!last) {
    r = attnSelect(b, p->inside, r, beyond);
  }
  attnMapValue(&p->done, v, r);
  return r;
}

/// The tile.copy of a load in front of b; `place` null: where the load stands.
static MlirValue copy(const AttnStager *s, const AttnBuilder *at, const AttnStLoad *l, Place *place,
                      MlirValue slot) {
  AttnBuilder b = *at;
  b.loc = mlirOperationGetLocation(l->op);
  char slab[16];
  slabName(slab, l->slab);
  MlirNamedAttribute attrs[8] = {
      attnNamed(s->ctx, "over", attnAttr(l->op, "over")),
      attnNamed(s->ctx, "map", attnAttr(l->op, "map")),
      attnNamed(s->ctx, "axes", attnAttr(l->op, "axes")),
      attnNamed(s->ctx, "slab", attnStr(s->ctx, slab)),
      attnNamed(s->ctx, "transport", attnStr(s->ctx, l->stage.transport)),
      attnNamed(s->ctx, "pad", attnI64(s->ctx, l->pad))};
  intptr_t nAttrs = 6, n = mlirOperationGetNumOperands(l->op);
  if (l->stage.depth > 1)
    attrs[nAttrs++] = attnNamed(s->ctx, "slots", attnI64(s->ctx, l->stage.depth));
  if (l->stage.swizzle)
    attrs[nAttrs++] = attnNamed(s->ctx, "swizzle", attnI64(s->ctx, l->stage.swizzle));
  MlirValue *operands = malloc((size_t)(n + 1) * sizeof *operands);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = originAt(&b, l, mlirOperationGetOperand(l->op, i), place);
  if (slot.ptr)
    operands[n++] = slot;
  MlirValue v = attnBuild(&b, "tile.copy", n, operands,
                          mlirValueGetType(mlirOperationGetResult(l->op, 0)), nAttrs, attrs);
  free(operands);
  return v;
}

//===--- chains -----------------------------------------------------------===//

static int itemsOf(const AttnStager *s, MlirOperation loop, int items[MAX_ITEMS]) {
  int n = 0;
  MlirBlock body = attnBody(loop, 0);
  for (int i = 0; i < s->nLoads; ++i)
    if (s->loads[i].slab >= 0 && mlirBlockEqual(s->loads[i].block, body)) {
      if (n == MAX_ITEMS)
        return -1;
      items[n++] = i;
    }
  return n;
}

static MlirOperation siblingLoop(MlirOperation loop, bool next) {
  MlirBlock block = mlirOperationGetBlock(loop);
  MlirOperation before = {NULL};
  if (next) {
    MlirOperation op = mlirOperationGetNextInBlock(loop);
    while (!mlirOperationIsNull(op) && !attnIs(op, "scf.for"))
      op = mlirOperationGetNextInBlock(op);
    return op;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, loop);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "scf.for"))
      before = op;
  return before;
}

static bool follows(MlirOperation first, MlirOperation second) {
  return sameIndex(highOf(first), lowOf(second)) &&
         sameIndex(mlirOperationGetOperand(first, 2), mlirOperationGetOperand(second, 2));
}

/// The chain that begins with `loop`.
static bool readChain(AttnStager *s, MlirOperation loop, Chain *c) {
  *c = (Chain){.nLoops = 1, .loops = {loop}};
  c->nItems = itemsOf(s, loop, c->items[0]);
  if (c->nItems < 0) {
    attnOpError(loop, "stages more than %d operands", MAX_ITEMS);
    return false;
  }
  if (c->nItems)
    c->stage = s->loads[c->items[0][0]].stage;
  while (c->nItems && c->nLoops < MAX_LOOPS) {
    MlirOperation next = siblingLoop(c->loops[c->nLoops - 1], true);
    int *items = c->items[c->nLoops];
    bool same = !mlirOperationIsNull(next) && follows(c->loops[c->nLoops - 1], next) &&
                itemsOf(s, next, items) == c->nItems;
    for (int i = 0; i < c->nItems && same; ++i)
      same = s->loads[items[i]].slab == s->loads[c->items[0][i]].slab;
    if (!same)
      break;
    c->loops[c->nLoops++] = next;
  }
  return true;
}

/// Can v be made from the loop's position by operations on scalars?
static bool isMovable(MlirValue v, MlirRegion body) {
  MlirOperation d = attnDef(v);
  if (!attnValueIsInside(v, body) || mlirOperationIsNull(d))
    return true;
  if (mlirOperationGetNumRegions(d) || mlirTypeIsAShaped(mlirValueGetType(v)))
    return false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(d); i < n; ++i)
    if (!isMovable(mlirOperationGetOperand(d, i), body))
      return false;
  return true;
}

static bool checkOrigins(const AttnStager *s, const Chain *c) {
  for (int k = 0; k < c->nLoops; ++k)
    for (int i = 0; i < c->nItems; ++i) {
      MlirOperation op = s->loads[c->items[k][i]].op;
      MlirRegion body = mlirOperationGetRegion(c->loops[k], 0);
      for (intptr_t j = 1; j < mlirOperationGetNumOperands(op); ++j)
        if (!isMovable(mlirOperationGetOperand(op, j), body)) {
          attnOpError(op, "cannot be staged: its origins are made of tiles inside the loop body");
          return false;
        }
    }
  return true;
}

//===--- counting tiles ---------------------------------------------------===//

static int64_t stepOf(MlirOperation loop) {
  int64_t t = 0;
  return attnConstantOf(mlirOperationGetOperand(loop, 2), &t) ? t : 0;
}

/// (v - begin) / step; v is begin plus a multiple of step. `up`: rounded up, and v may lie in front
/// of begin, where rows see nothing: then 0.
static MlirValue tilesUpTo(const AttnBuilder *b, MlirValue v, MlirValue begin, int64_t step,
                           bool up) {
  int64_t c;
  bool zero = attnConstantOf(begin, &c) && c == 0;
  if (up)
    v = attnIndexMax(b, v, begin);
  if (!zero)
    v = attnBuild2(b, "arith.subi", v, begin);
  if (up)
    v = addConst(b, v, step - 1);
  return step == 1 ? v : attnBuild2(b, "arith.divui", v, attnConstIndex(b, step));
}

/// How many tiles were copied into the chain's slots before this entry into it; null: none. False
/// with an error where that is not known.
static bool copiedBefore(const AttnStager *s, const AttnBuilder *b, const Chain *c,
                         MlirValue *count) {
  *count = (MlirValue){NULL};
  MlirOperation parent = mlirOperationGetParentOperation(c->loops[0]);
  if (mlirOperationEqual(parent, s->kernel) || !isTma(&c->stage))
    return true;
  int64_t lo, hi, step = stepOf(c->loops[0]), outer = stepOf(parent);
  bool known = attnIs(parent, "scf.for") && outer > 0 && step > 0 && c->nLoops == 1 &&
               mlirOperationEqual(mlirOperationGetParentOperation(parent), s->kernel) &&
               attnConstantOf(lowOf(c->loops[0]), &lo) && attnConstantOf(highOf(c->loops[0]), &hi);
  if (!known) {
    attnOpError(c->loops[0], "cannot be staged by 'tma': the phase of its slots is not known, the "
                             "loop is not one of constant bounds directly in a stream");
    return false;
  }
  MlirOperation first = parent;
  for (MlirOperation p = siblingLoop(first, false); !mlirOperationIsNull(p) && follows(p, first);
       p = siblingLoop(first, false))
    first = p;
  int64_t each = (hi > lo ? (hi - lo + step - 1) / step : 0) + c->stage.depth - 1;
  *count = attnBuild2(b, "arith.muli", tilesUpTo(b, ivOf(parent), lowOf(first), outer, false),
                      attnConstIndex(b, each));
  return true;
}

static MlirValue plus(const AttnBuilder *b, MlirValue count, MlirValue v) {
  return count.ptr ? attnBuild2(b, "arith.addi", count, v) : v;
}

static MlirValue slotOf(const AttnBuilder *b, MlirValue tile, int depth) {
  int64_t c;
  if (attnConstantOf(tile, &c))
    return attnConstIndex(b, c % depth);
  return attnBuild2(b, "arith.remui", tile, attnConstIndex(b, depth));
}

static MlirValue phaseOf(const AttnBuilder *b, MlirValue tile, int depth) {
  int64_t c;
  if (attnConstantOf(tile, &c))
    return attnConstIndex(b, c / depth % 2);
  if (depth > 1)
    tile = attnBuild2(b, "arith.divui", tile, attnConstIndex(b, depth));
  return attnBuild2(b, "arith.remui", tile, attnConstIndex(b, 2));
}

/// The wait for tile number `tile` of each item of the chain.
static void waitTile(const AttnStager *s, const AttnBuilder *b, const Chain *c, MlirValue tile) {
  MlirValue slot = slotOf(b, tile, c->stage.depth), phase = phaseOf(b, tile, c->stage.depth);
  for (int i = 0; i < c->nItems; ++i)
    waitSlot(b, s->loads[c->items[0][i]].slab, slot, phase);
}

//===--- what no loop changes ---------------------------------------------===//

/// Does every reader stand in a loop that begins with what makes the copy visible?
static bool covered(const AttnStager *s, const AttnStLoad *l) {
  if (isTma(&l->stage))
    return false;
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(l->op, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    MlirBlock reader = mlirOperationGetBlock(mlirOpOperandGetOwner(u));
    bool found = false;
    for (int k = 0; k < s->nLoads && !found; ++k) {
      const AttnStLoad *o = &s->loads[k];
      found = o->slab >= 0 && !o->invariant && attnStContains(o->block, reader) &&
              (!isCp(&l->stage) || isCp(&o->stage));
    }
    if (!found)
      return false;
  }
  return true;
}

static bool readAtTop(const AttnStager *s, const AttnStLoad *l) {
  MlirBlock top = attnBody(s->kernel, 0);
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(l->op, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u))
    if (mlirBlockEqual(mlirOperationGetBlock(mlirOpOperandGetOwner(u)), top))
      return true;
  return false;
}

/// The A fragments of an operand, read from where it lies.
static MlirValue fragments(const AttnBuilder *b, const AttnStLoad *l, MlirValue v) {
  const char *axis = attnAttrStr(l->contract, "axis"), *names[2] = {NULL, NULL};
  for (intptr_t i = 0; i < 2; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(l->contract, "lhs_axes", i));
    names[strcmp(name, axis) == 0] = name;
  }
  MlirType t = mlirValueGetType(v);
  int at = strcmp(attnStrValue(attnAttrArrayGet(l->contract, "lhs_axes", 0)), axis) == 0 ? 0 : 1;
  const char *column = NULL;
  for (intptr_t i = 0; i < attnAttrArraySize(l->contract, "axes"); ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(l->contract, "axes", i));
    if (names[0] && strcmp(name, names[0]) != 0)
      column = name;
  }
  AttnLayout c;
  AttnMmaTile tile;
  char err[128];
  const char *text = attnAttrStr(l->contract, "layout");
  if (!names[0] || !column || !text || !attnLayoutParse(text, &c, err, sizeof err) ||
      !attnMmaFromC(&c, names[0], column, &tile))
    return (MlirValue){NULL};
  AttnLayout a = attnMmaA(&tile, names[0], axis, (int)mlirShapedTypeGetDimSize(t, at));
  char *layout = attnLayoutPrint(&a);
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "axes", attnAttr(l->op, "axes")),
                                attnNamed(b->ctx, "via", attnStr(b->ctx, "memory")),
                                attnNamed(b->ctx, "layout", attnStr(b->ctx, layout))};
  free(layout);
  return attnBuild(b, "tile.relayout", 1, &v, t, 3, attrs);
}

/// Copies of what no loop changes; what waits for them goes in front of the first chain, behind its
/// prologue, or, where there is none or the top reads them, behind the copies.
typedef struct Held {
  int n, at[ATTN_ST_MAX_LOADS];
  MlirValue value[ATTN_ST_MAX_LOADS];
  bool wait, early, done;
} Held;

static bool finishHeld(AttnStager *s, Held *h, const AttnBuilder *b, int pending) {
  h->done = true;
  bool cp = false, sync = false;
  for (int i = 0; i < h->n && h->wait; ++i) {
    const AttnStLoad *l = &s->loads[h->at[i]];
    if (l->slab < 0)
      continue;
    cp |= isCp(&l->stage);
    sync |= !isTma(&l->stage);
    if (isTma(&l->stage)) {
      MlirValue zero = attnConstIndex(b, 0);
      waitSlot(b, l->slab, zero, zero);
    }
  }
  if (cp)
    waitPending(b, pending);
  if (sync)
    barrier(b);
  for (int i = 0; i < h->n; ++i) {
    const AttnStLoad *l = &s->loads[h->at[i]];
    if (l->hold != ATTN_HOLD_REG)
      continue;
    MlirValue old = h->value[i], r = fragments(b, l, old);
    if (!r.ptr) {
      attnOpError(l->contract,
                  "holds no fragments of an atom that its left operand could be kept as");
      return false;
    }
    for (MlirOpOperand u = mlirValueGetFirstUse(old), next; !mlirOpOperandIsNull(u); u = next) {
      next = mlirOpOperandGetNextUse(u);
      MlirOperation user = mlirOpOperandGetOwner(u);
      if (attnIs(user, "tile.contract"))
        mlirOperationSetOperand(user, mlirOpOperandGetOperandNumber(u), r);
    }
  }
  return true;
}

static bool copyHeld(AttnStager *s, Held *h) {
  MlirOperation last = {NULL};
  for (int i = 0; i < s->nLoads; ++i) {
    AttnStLoad *l = &s->loads[i];
    if (!l->invariant || (l->slab < 0 && l->hold != ATTN_HOLD_REG))
      continue;
    h->wait |= l->slab >= 0 && (l->hold == ATTN_HOLD_REG || !covered(s, l));
    h->early |= readAtTop(s, l);
    h->at[h->n] = i;
    h->value[h->n++] = mlirOperationGetResult(l->op, 0);
  }
  for (int k = 0; k < h->n; ++k) {
    AttnStLoad *l = &s->loads[h->at[k]];
    last = mlirOperationGetNextInBlock(l->op);
    if (l->slab < 0)
      continue;
    AttnBuilder b = attnBuilderBefore(l->op);
    h->value[k] = copy(s, &b, l, NULL, (MlirValue){NULL});
    if (isCp(&l->stage))
      commit(&b);
    attnReplaceOp(l->op, 1, &h->value[k]);
    l->op = attnDef(h->value[k]);
  }
  if (h->n == 0 || !h->early)
    return true;
  AttnBuilder b = attnBuilderBefore(last);
  return finishHeld(s, h, &b, 0);
}

//===--- depth 1 ----------------------------------------------------------===//

static bool stageSingle(AttnStager *s, const Chain *c) {
  AttnBuilder before = attnBuilderBefore(c->loops[0]);
  MlirValue count;
  if (!copiedBefore(s, &before, c, &count))
    return false;
  for (int k = 0; k < c->nLoops; ++k) {
    MlirOperation loop = c->loops[k];
    AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(attnBody(loop, 0)));
    barrier(&b);
    MlirValue tile = {NULL};
    if (isTma(&c->stage))
      tile = plus(&b, count, tilesUpTo(&b, ivOf(loop), lowOf(c->loops[0]), stepOf(loop), false));
    Place here = {.iv = ivOf(loop), .at = ivOf(loop)};
    for (int i = 0; i < c->nItems; ++i) {
      AttnStLoad *l = &s->loads[c->items[k][i]];
      MlirValue v = copy(s, &b, l, &here, (MlirValue){NULL});
      // A load may be the operation that b stands at.
      if (mlirOperationEqual(b.before, l->op))
        b.before = mlirOperationGetNextInBlock(l->op);
      attnReplaceOp(l->op, 1, &v);
    }
    attnMapFree(&here.done);
    if (isCp(&c->stage)) {
      commit(&b);
      waitPending(&b, 0);
    }
    if (isTma(&c->stage))
      waitTile(s, &b, c, tile);
    else
      barrier(&b);
  }
  return true;
}

//===--- rings ------------------------------------------------------------===//

/// The loop with n more iteration arguments; their values inside in args. The old one is gone; its
/// yield gets `yields` when the caller closes it.
static MlirOperation widen(MlirOperation old, intptr_t n, const MlirValue *inits, MlirValue *args) {
  AttnBuilder at = attnBuilderBefore(old), body;
  intptr_t had = mlirOperationGetNumResults(old);
  MlirValue *all = malloc((size_t)(had + n) * sizeof *all), *in, iv;
  in = malloc((size_t)(had + n) * sizeof *in);
  for (intptr_t i = 0; i < had; ++i)
    all[i] = mlirOperationGetOperand(old, 3 + i);
  memcpy(all + had, inits, (size_t)n * sizeof *all);
  MlirOperation loop = attnBuildFor(&at, lowOf(old), highOf(old), mlirOperationGetOperand(old, 2),
                                    had + n, all, &body, &iv, in);
  MlirAttribute class = attnAttr(old, "class");
  if (!mlirAttributeIsNull(class))
    attnSetAttr(loop, "class", class);
  MlirBlock from = attnBody(old, 0);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, 0), iv);
  for (intptr_t i = 0; i < had; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i + 1), in[i]);
  for (MlirOperation op = mlirBlockGetFirstOperation(from); !mlirOperationIsNull(op);
       op = mlirBlockGetFirstOperation(from)) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(body.block, op);
  }
  memcpy(args, in + had, (size_t)n * sizeof *args);
  for (intptr_t i = 0; i < had; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(old, i), mlirOperationGetResult(loop, i));
  mlirOperationDestroy(old);
  free(all);
  free(in);
  return loop;
}

static void yieldMore(MlirOperation loop, intptr_t n, const MlirValue *values) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation old = mlirBlockGetTerminator(block);
  intptr_t had = mlirOperationGetNumOperands(old);
  MlirValue *all = malloc((size_t)(had + n) * sizeof *all);
  for (intptr_t i = 0; i < had; ++i)
    all[i] = mlirOperationGetOperand(old, i);
  memcpy(all + had, values, (size_t)n * sizeof *all);
  AttnBuilder b = attnBuilderBefore(old);
  attnBuildYield(&b, "scf.yield", had + n, all);
  mlirOperationDestroy(old);
  free(all);
}

/// `ahead` tiles from `from`, a tile that may lie beyond the end: there it is zero.
static Place aheadOf(const AttnStager *s, const AttnBuilder *b, const Chain *c, MlirValue from,
                     int ahead, int64_t step) {
  Place p = {.at = addConst(b, from, ahead * step), .begin = lowOf(c->loops[0])};
  int axis = attnAxesFind(&s->axes, s->loads[c->items[0][0]].axis);
  p.guarded = mlirValueEqual(from, p.begin) && axis >= 0 &&
              attnSymbolOf(&s->symbols, s->axes.a[axis].extent) >= 0;
  if ((ahead || p.guarded) && axis >= 0) {
    p.end = highOf(c->loops[c->nLoops - 1]);
    p.beyond = (s->axes.a[axis].extent + step - 1) / step * step;
  }
  return p;
}

static bool stageRing(AttnStager *s, Chain *c, Held *h, bool first) {
  int depth = c->stage.depth, ahead = depth - 1, n = ahead * c->nItems;
  bool cp = isCp(&c->stage);
  int64_t step = stepOf(c->loops[0]);
  MlirValue begin = lowOf(c->loops[0]), count;
  AttnBuilder b = attnBuilderBefore(c->loops[0]);
  if (step <= 0) {
    attnOpError(c->loops[0], "cannot be staged by a ring: its step is no constant");
    return false;
  }
  if (!copiedBefore(s, &b, c, &count))
    return false;
  if (!first)
    barrier(&b); // the slots were read before
  MlirValue *queue = malloc((size_t)n * sizeof *queue), *args = malloc((size_t)n * sizeof *args);
  for (int p = 0; p < ahead; ++p) {
    Place place = aheadOf(s, &b, c, begin, p, step);
    place.iv = ivOf(c->loops[0]);
    MlirValue slot =
        count.ptr ? slotOf(&b, addConst(&b, count, p), depth) : attnConstIndex(&b, p % depth);
    for (int i = 0; i < c->nItems; ++i)
      queue[p * c->nItems + i] = copy(s, &b, &s->loads[c->items[0][i]], &place, slot);
    attnMapFree(&place.done);
    if (cp)
      commit(&b);
  }
  if (!h->done && first && !finishHeld(s, h, &b, cp ? ahead : 0)) {
    free(queue);
    free(args);
    return false;
  }
  for (int k = 0; k < c->nLoops; ++k) {
    MlirOperation loop = c->loops[k] = widen(c->loops[k], n, queue, args);
    MlirValue iv = ivOf(loop);
    b = attnBuilderBefore(mlirBlockGetFirstOperation(attnBody(loop, 0)));
    if (cp)
      waitPending(&b, depth - 2);
    barrier(&b);
    MlirValue tile = plus(&b, count, tilesUpTo(&b, iv, lowOf(c->loops[0]), step, false));
    MlirValue slot = slotOf(&b, addConst(&b, tile, ahead), depth);
    Place place = aheadOf(s, &b, c, iv, ahead, step);
    place.iv = iv;
    memmove(queue, args + c->nItems, (size_t)(n - c->nItems) * sizeof *queue);
    for (int i = 0; i < c->nItems; ++i) {
      AttnStLoad *l = &s->loads[c->items[k][i]];
      queue[n - c->nItems + i] = copy(s, &b, l, &place, slot);
      if (mlirOperationEqual(b.before, l->op))
        b.before = mlirOperationGetNextInBlock(l->op);
      attnReplaceOp(l->op, 1, &args[i]);
    }
    attnMapFree(&place.done);
    if (cp)
      commit(&b);
    else
      waitTile(s, &b, c, tile);
    yieldMore(loop, n, queue);
    intptr_t results = mlirOperationGetNumResults(loop);
    for (int i = 0; i < n; ++i)
      queue[i] = mlirOperationGetResult(loop, results - n + i);
  }
  free(queue);
  free(args);
  MlirOperation last = c->loops[c->nLoops - 1];
  b = attnBuilderAfter(last);
  if (cp) {
    waitPending(&b, 0);
    return true;
  }
  MlirValue end = tilesUpTo(&b, highOf(last), lowOf(c->loops[0]), step, true);
  for (int p = 0; p < ahead; ++p)
    waitTile(s, &b, c, plus(&b, count, addConst(&b, end, p)));
  return true;
}

//===--- all --------------------------------------------------------------===//

bool attnStRewrite(AttnStager *s) {
  MlirOperation *loops;
  intptr_t n = attnCollect(s->kernel, "scf.for", &loops);
  Chain *chains = calloc((size_t)n + 1, sizeof *chains);
  int nChains = 0;
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    bool seen = false;
    for (int k = 0; k < nChains && !seen; ++k)
      for (int j = 0; j < chains[k].nLoops; ++j)
        seen |= mlirOperationEqual(chains[k].loops[j], loops[i]);
    if (seen)
      continue;
    ok = readChain(s, loops[i], &chains[nChains]) && checkOrigins(s, &chains[nChains]);
    nChains += ok && chains[nChains].nItems > 0;
  }
  free(loops);
  Held h = {.n = 0};
  ok = ok && copyHeld(s, &h);
  for (int i = 0; i < nChains && ok; ++i) {
    MlirOperation parent = mlirOperationGetParentOperation(chains[i].loops[0]);
    bool top = mlirOperationEqual(parent, s->kernel);
    if (!h.done && (!top || chains[i].stage.depth == 1)) {
      // The loop at the top that holds the chain.
      MlirOperation outer = chains[i].loops[0];
      for (; !mlirOperationEqual(parent, s->kernel);
           parent = mlirOperationGetParentOperation(parent))
        outer = parent;
      AttnBuilder b = attnBuilderBefore(outer);
      ok = finishHeld(s, &h, &b, 0);
    }
    ok = ok && (chains[i].stage.depth > 1 ? stageRing(s, &chains[i], &h, top && i == 0)
                                          : stageSingle(s, &chains[i]));
  }
  if (ok && !h.done && h.n) {
    // No loop stages anything: behind the copies, in front of what reads them.
    MlirOperation last = mlirOperationGetNextInBlock(s->loads[h.at[h.n - 1]].op);
    AttnBuilder b = attnBuilderBefore(last);
    ok = finishHeld(s, &h, &b, 0);
  }
  free(chains);
  return ok;
}
