//===- Lower.c - The operations of a kernel's body ------------------------===//
//
// Walks the body of a tile.kernel in order and emits the code of one lane:
//
//   tile.origin   blockIdx.x, taken apart over the grid axes
//   tile.fill     a constant in every register
//   scf.for / if  the same with the registers of the tiles they carry
//   other ops     Map.c, Reduce.c, Scalar.c, Copy.c, Contract.c ...
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

//===--- tiles ------------------------------------------------------------===//

AttnTile *attnLTileNew(AttnLower *k, MlirValue value) {
  if (k->nTiles == k->tileCapacity) {
    k->tileCapacity = k->tileCapacity ? 2 * k->tileCapacity : 64;
    k->tiles = realloc(k->tiles, (size_t)k->tileCapacity * sizeof *k->tiles);
  }
  AttnTile *t = calloc(1, sizeof *t);
  k->tiles[k->nTiles].value = value;
  k->tiles[k->nTiles++].tile = t;
  return t;
}

AttnTile *attnLTileOf(AttnLower *k, MlirOperation user, MlirValue value) {
  for (int i = k->nTiles - 1; i >= 0; --i)
    if (!mlirValueIsNull(k->tiles[i].value) && mlirValueEqual(k->tiles[i].value, value))
      return k->tiles[i].tile;
  attnOpError(user, "reads a tile value that no tile operation of this kernel makes; tensors of "
                    "the function are read by tile.load and tile.copy");
  return NULL;
}

/// A distributed tile of the type and axes given, registers still empty.
static AttnTile *newDistributed(AttnLower *k, MlirValue value, MlirType element, intptr_t rank,
                                const char *const *axes, const AttnLayout *layout) {
  AttnTile *t = attnLTileNew(k, value);
  t->element = element;
  t->rank = (int)rank;
  for (intptr_t i = 0; i < rank; ++i) {
    t->axes[i] = axes[i];
    t->shape[i] = attnLayoutExtent(layout, axes[i]);
  }
  t->layout = *layout;
  t->nRegs = attnLayoutCount(layout, ATTN_REG);
  t->regs = calloc((size_t)t->nRegs, sizeof *t->regs);
  return t;
}

MlirLogicalResult attnLAxes(MlirOperation op, const char *name, intptr_t n, const char **axes) {
  if (attnAttrArraySize(op, name) != n || n > ATTN_MAX_RANK)
    return attnOpError(op, "'%s' needs one axis per dimension (%lld, at most %d)", name,
                       (long long)n, ATTN_MAX_RANK);
  for (intptr_t i = 0; i < n; ++i)
    if (!(axes[i] = attnStrValue(attnAttrArrayGet(op, name, i))))
      return attnOpError(op, "'%s' must be a list of axis names", name);
  return OK;
}

const AttnKernelAxis *attnLAxis(AttnLower *k, const char *name) {
  for (int i = 0; name && i < k->nAxes; ++i)
    if (strcmp(k->axes[i].name, name) == 0)
      return &k->axes[i];
  return NULL;
}

MlirLogicalResult attnLLayout(AttnLower *k, MlirOperation op, AttnLayout *l) {
  const char *text = attnAttrStr(op, "layout");
  char err[256];
  if (!text)
    return attnOpError(op, "has no layout; run attn-atomize first");
  if (!attnLayoutParse(text, l, err, sizeof err))
    return attnOpError(op, "layout '%s': %s", text, err);
  if (attnLayoutCount(l, ATTN_LANE) != 32 || attnLayoutCount(l, ATTN_WARP) != k->warps)
    return attnOpError(op, "layout '%s' has %d lanes and %d warps, expected 32 and %d", text,
                       attnLayoutCount(l, ATTN_LANE), attnLayoutCount(l, ATTN_WARP), k->warps);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  const char *axes[ATTN_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (mlirLogicalResultIsFailure(attnLAxes(op, "axes", rank, axes)))
    return FAILED;
  int64_t covered = 1, elements = 1;
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t size = mlirShapedTypeGetDimSize(type, i);
    if (attnLayoutExtent(l, axes[i]) != size)
      return attnOpError(op, "layout '%s' covers %d elements along '%s', the tile has %lld", text,
                         attnLayoutExtent(l, axes[i]), axes[i], (long long)size);
    elements *= size;
  }
  for (int i = 0; i < l->size; ++i)
    if (strcmp(l->f[i].axis, "*") != 0)
      covered *= l->f[i].size;
  if (covered != elements)
    return attnOpError(op, "layout '%s' names an axis that the tile does not have", text);
  return OK;
}

AttnLayout attnLRenamedLayout(const AttnLayout *l, int n, const char *const *from,
                              const char *const *to) {
  AttnLayout r = *l;
  for (int i = 0; i < r.size; ++i)
    for (int a = 0; a < n; ++a)
      if (strcmp(l->f[i].axis, from[a]) == 0)
        snprintf(r.f[i].axis, sizeof r.f[i].axis, "%s", to[a]);
  return r;
}

/// Registers of `to` filled from a box in memory.
static void readRegisters(AttnLower *k, const AttnView *v, const AttnLayout *to, AttnTile *out) {
  for (int r = 0; r < out->nRegs; ++r) {
    if (!mlirValueIsNull(out->regs[r]))
      continue;
    int members[16];
    int width = attnLRegisterRun(v, to, out->nRegs, r, members);
    AttnCoord coords[ATTN_MAX_RANK];
    for (int i = 0; i < v->rank; ++i)
      coords[i] = attnLCoord(k, to, v->axes[i], r);
    MlirValue values[16];
    attnLViewRead(k, v, coords, width, out->element, values);
    for (int w = 0; w < width; ++w) // registers that differ only along axes the box lacks share
      for (int q = 0; q < out->nRegs; ++q)
        if (attnLSameElement(v, to, q, members[w]))
          out->regs[q] = values[w];
  }
}

AttnTile *attnLDistribute(AttnLower *k, MlirOperation user, const AttnTile *t,
                          const char *const *axes, const AttnLayout *layout) {
  AttnTile *out = newDistributed(k, (MlirValue){NULL}, t->element, 0, NULL, layout);
  if (t->inMemory) {
    AttnView view = attnLRenamed(&t->view, axes);
    if (!attnLReadBits(k, &view, layout, out))
      readRegisters(k, &view, layout, out);
    return out;
  }
  const char *names[ATTN_MAX_RANK];
  memcpy(names, t->axes, sizeof names);
  AttnLayout from = attnLRenamedLayout(&t->layout, t->rank, names, axes);
  int *regs = malloc((size_t)out->nRegs * sizeof *regs);
  bool same = attnLayoutSameLane(&from, layout, k->warps, regs);
  if (same && t->plus && out->nRegs > 0)
    out->plus = calloc((size_t)out->nRegs, sizeof *out->plus);
  for (int i = 0; same && i < out->nRegs; ++i) {
    out->regs[i] = t->regs[regs[i]];
    if (out->plus)
      out->plus[i] = t->plus[regs[i]];
  }
  free(regs);
  if (same)
    return out;
  char *a = attnLayoutPrint(&from), *b = attnLayoutPrint(layout);
  attnOpError(user,
              "needs a tile laid out as '%s' in the layout '%s', where lanes hold elements of "
              "other lanes; this exchange is not built yet, use the same thread grid (TILE) for "
              "both",
              a, b);
  free(a);
  free(b);
  return NULL;
}

//===--- tile operations --------------------------------------------------===//

MlirLogicalResult attnLResultTile(AttnLower *k, MlirOperation op, AttnTile **t) {
  return attnLResultTileAt(k, op, 0, t);
}

MlirLogicalResult attnLResultTileAt(AttnLower *k, MlirOperation op, int i, AttnTile **t) {
  AttnLayout layout;
  if (mlirLogicalResultIsFailure(attnLLayout(k, op, &layout)))
    return FAILED;
  MlirValue value = mlirOperationGetResult(op, i);
  MlirType type = mlirValueGetType(value);
  const char *axes[ATTN_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (mlirLogicalResultIsFailure(attnLAxes(op, "axes", rank, axes)))
    return FAILED;
  *t = newDistributed(k, value, mlirShapedTypeGetElementType(type), rank, axes, &layout);
  return OK;
}

static MlirLogicalResult lowerFill(AttnLower *k, MlirOperation op) {
  AttnTile *t;
  if (mlirLogicalResultIsFailure(attnLResultTile(k, op, &t)))
    return FAILED;
  MlirNamedAttribute attr = attnNamed(k->ctx, "value", attnAttr(op, "value"));
  MlirValue v = attnBuild0(&k->b, "arith.constant", t->element, 1, &attr);
  for (int i = 0; i < t->nRegs; ++i)
    t->regs[i] = v;
  return OK;
}

//===--- control flow -----------------------------------------------------===//

MlirValue attnLNarrow(AttnLower *k, MlirValue v) {
  if (!k->producerThreads || !mlirTypeIsAIndex(mlirValueGetType(v)))
    return v;
  return attnCast(&k->b, v, k->i32);
}

MlirValue attnLWiden(AttnLower *k, MlirValue v, MlirType to) {
  return mlirTypeIsAIndex(to) ? attnCast(&k->b, v, to) : v;
}

/// Are registers of the tile carried in pairs? Halves of 32 bits are; as scalars they would be
/// taken apart and put together again in every step.
static bool inPairs(const AttnTile *t) {
  return (mlirTypeIsAF16(t->element) || mlirTypeIsABF16(t->element)) && t->nRegs % 2 == 0;
}

MlirLogicalResult attnLExpand(AttnLower *k, MlirOperation user, MlirValue v, const AttnTile *like,
                              MlirValue **list, intptr_t *n) {
  MlirValue scalar, *values = &scalar;
  intptr_t count = 1;
  if (mlirTypeIsAShaped(mlirValueGetType(v))) {
    AttnTile *t = attnLTileOf(k, user, v);
    if (!t)
      return FAILED;
    if (t->inMemory && (!t->view.shared || (like && !like->inMemory)))
      return attnOpError(user, "carries a tile that lies in memory, but in no slab");
    if (t->inMemory) { // the rest of the view is the slab's
      *list = realloc(*list, (size_t)(*n + 1) * sizeof **list);
      (*list)[(*n)++] = t->view.base;
      return OK;
    }
    if (like && !(t = attnLDistribute(k, user, t, like->axes, &like->layout)))
      return FAILED;
    values = t->regs, count = t->nRegs;
    if (inPairs(t)) {
      *list = realloc(*list, (size_t)(*n + count / 2) * sizeof **list);
      for (intptr_t i = 0; i < count; i += 2)
        (*list)[(*n)++] = attnLPack(k, values[i], values[i + 1]);
      return OK;
    }
  } else if (mlirLogicalResultIsFailure(attnLScalarValue(k, user, v, NULL, &scalar))) {
    return FAILED;
  } else {
    scalar = attnLNarrow(k, scalar);
  }
  *list = realloc(*list, (size_t)(*n + count) * sizeof **list);
  memcpy(*list + *n, values, (size_t)count * sizeof **list);
  *n += count;
  return OK;
}

void attnLBind(AttnLower *k, MlirValue v, const AttnTile *model, const MlirValue *list,
               intptr_t *at) {
  if (!mlirTypeIsAShaped(mlirValueGetType(v))) {
    attnMapValue(&k->scalars, v, attnLWiden(k, list[(*at)++], mlirValueGetType(v)));
    return;
  }
  if (model->inMemory) {
    AttnTile *slab = attnLTileNew(k, v);
    *slab = *model;
    slab->view.base = slab->view.anchor = list[(*at)++];
    return;
  }
  AttnTile *t = newDistributed(k, v, model->element, model->rank, model->axes, &model->layout);
  if (inPairs(t)) {
    for (int i = 0; i < t->nRegs; ++i)
      t->regs[i] = attnLExtract(k, list[*at + i / 2], i % 2);
    *at += t->nRegs / 2;
    return;
  }
  memcpy(t->regs, list + *at, (size_t)t->nRegs * sizeof *t->regs);
  *at += t->nRegs;
}

static bool isTile(MlirValue v) { return mlirTypeIsAShaped(mlirValueGetType(v)); }

static MlirLogicalResult lowerFor(AttnLower *k, MlirOperation op) {
  MlirValue bounds[3], *inits = NULL, *yields = NULL;
  for (int i = 0; i < 3; ++i)
    if (mlirLogicalResultIsFailure(
            attnLScalarValue(k, op, mlirOperationGetOperand(op, i), NULL, &bounds[i])))
      return FAILED;
  MlirBlock block = attnBody(op, 0);
  intptr_t n = mlirOperationGetNumOperands(op) - 3, nInits = 0, nYields = 0, at = 0;
  for (intptr_t i = 0; i < n; ++i)
    if (mlirLogicalResultIsFailure(
            attnLExpand(k, op, mlirOperationGetOperand(op, i + 3), NULL, &inits, &nInits))) {
      free(inits);
      return FAILED;
    }
  if (!mlirTypeIsAIndex(mlirValueGetType(bounds[0]))) {
    free(inits);
    return attnOpError(op, "must run over index values");
  }
  MlirValue iv, *args = malloc((size_t)(nInits + 1) * sizeof *args);
  MlirType index = mlirValueGetType(bounds[0]);
  for (int i = 0; i < 3; ++i)
    bounds[i] = attnLNarrow(k, bounds[i]);
  AttnBuilder outer = k->b, body;
  MlirOperation loop =
      attnBuildFor(&k->b, bounds[0], bounds[1], bounds[2], nInits, inits, &body, &iv, args);
  k->b = body;
  attnMapValue(&k->scalars, mlirBlockGetArgument(block, 0), attnLWiden(k, iv, index));
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue init = mlirOperationGetOperand(op, i + 3);
    attnLBind(k, mlirBlockGetArgument(block, i + 1), isTile(init) ? attnLTileOf(k, op, init) : NULL,
              args, &at);
  }
  MlirLogicalResult ok = attnLowerBlock(k, block);
  MlirOperation yield = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    MlirValue init = mlirOperationGetOperand(op, i + 3);
    ok = attnLExpand(k, yield, mlirOperationGetOperand(yield, i),
                     isTile(init) ? attnLTileOf(k, op, init) : NULL, &yields, &nYields);
  }
  attnBuildYield(&k->b, "scf.yield", nYields, yields);
  k->b = outer;
  at = 0;
  for (intptr_t i = 0; i < nInits; ++i)
    args[i] = mlirOperationGetResult(loop, i);
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    MlirValue init = mlirOperationGetOperand(op, i + 3);
    attnLBind(k, mlirOperationGetResult(op, i), isTile(init) ? attnLTileOf(k, op, init) : NULL,
              args, &at);
  }
  free(inits);
  free(yields);
  free(args);
  return ok;
}

static MlirLogicalResult lowerIf(AttnLower *k, MlirOperation op) {
  MlirValue cond, *yields[2] = {NULL, NULL};
  if (mlirLogicalResultIsFailure(
          attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), NULL, &cond)))
    return FAILED;
  AttnBuilder outer = k->b;
  MlirRegion regions[2];
  intptr_t n = mlirOperationGetNumResults(op), count[2] = {0, 0}, at = 0;
  MlirOperation thenYield = {NULL};
  MlirLogicalResult ok = OK;
  for (int side = 0; side < 2; ++side) {
    MlirBlock block = attnBody(op, side);
    if (mlirBlockIsNull(block)) { // no else
      regions[side] = mlirRegionCreate();
      continue;
    }
    regions[side] = attnRegionWithBlock(&outer, 0, NULL, &k->b);
    if (ok.value)
      ok = attnLowerBlock(k, block);
    MlirOperation yield = mlirBlockGetTerminator(block);
    if (side == 0)
      thenYield = yield;
    for (intptr_t i = 0; i < n && ok.value; ++i) {
      MlirValue first = mlirOperationGetOperand(thenYield, i);
      ok = attnLExpand(k, yield, mlirOperationGetOperand(yield, i),
                       side == 1 && isTile(first) ? attnLTileOf(k, op, first) : NULL, &yields[side],
                       &count[side]);
    }
    attnBuildYield(&k->b, "scf.yield", count[side], yields[side]);
  }
  k->b = outer;
  MlirType *types = malloc((size_t)(count[0] + 1) * sizeof *types);
  for (intptr_t i = 0; i < count[0]; ++i)
    types[i] = mlirValueGetType(yields[0][i]);
  MlirOperation made = attnBuildOp(&k->b, &(AttnOpDesc){.name = "scf.if",
                                                        .nOperands = 1,
                                                        .operands = &cond,
                                                        .nResults = count[0],
                                                        .results = types,
                                                        .nRegions = 2,
                                                        .regions = regions});
  for (intptr_t i = 0; i < count[0]; ++i)
    yields[0][i] = mlirOperationGetResult(made, i);
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    MlirValue first = mlirOperationGetOperand(thenYield, i);
    attnLBind(k, mlirOperationGetResult(op, i), isTile(first) ? attnLTileOf(k, op, first) : NULL,
              yields[0], &at);
  }
  free(types);
  free(yields[0]);
  free(yields[1]);
  return ok;
}

//===--- blocks -----------------------------------------------------------===//

static MlirLogicalResult lowerBarrier(AttnLower *k, MlirOperation op) {
  (void)op;
  attnLBarrier(k);
  return OK;
}

/// tile.origin and tile.part were computed at the entry, or at the begin of a work item.
static MlirLogicalResult lowerOrigin(AttnLower *k, MlirOperation op) {
  if (!attnMapContains(&k->scalars, mlirOperationGetResult(op, 0)))
    return attnOpError(op, "asks for axis '%s', which is not in the kernel's grid",
                       attnAttrStr(op, "axis") ? attnAttrStr(op, "axis") : "");
  return OK;
}

/// What the producer does where it takes a work item (attnLRanked).
static MlirLogicalResult lowerRanks(AttnLower *k, MlirOperation op) {
  (void)k, (void)op;
  return OK;
}

static const struct {
  const char *name;
  MlirLogicalResult (*lower)(AttnLower *, MlirOperation);
} table[] = {{"tile.origin", lowerOrigin},
             {"tile.fill", lowerFill},
             {"tile.map", attnLowerMap},
             {"tile.reduce", attnLowerReduce},
             {"tile.nonnegative", attnLowerNonnegative},
             {"linalg.reduce", attnLowerReduce},
             {"tile.contract", attnLowerContract},
             {"tile.load", attnLowerLoad},
             {"tile.read", attnLowerRead},
             {"tile.copy", attnLowerCopy},
             {"tile.store", attnLowerStore},
             {"tile.order", attnLowerOrder},
             {"tile.commit", attnLowerCommit},
             {"tile.wait", attnLowerWait},
             {"tile.relayout", attnLowerRelayout},
             {"tile.await", attnLowerAwait},
             {"tile.total", attnLowerTotal},
             {"tile.roles", attnLowerRoles},
             {"tile.items", attnLowerItems},
             {"tile.chain", attnLowerChain},
             {"tile.part", lowerOrigin},
             {"tile.leave", attnLowerLeave},
             {"tile.arrive", attnLowerArrive},
             {"tile.gather", attnLowerGather},
             {"tile.fetch", attnLowerFetch},
             {"tile.ranks", lowerRanks},
             {"tile.acquire", attnLowerAcquire},
             {"tile.release", attnLowerRelease},
             {"tile.ask", attnLowerAsk},
             {"tile.prefetch", attnLowerPrefetch},
             {"tile.slot", attnLowerSlot},
             {"tile.turn", attnLowerTurn},
             {"tile.barrier", lowerBarrier},
             {"scf.for", lowerFor},
             {"scf.if", lowerIf}};

MlirLogicalResult attnLowerBlock(AttnLower *k, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (attnIs(op, "gpu.yield") || attnIs(op, "scf.yield"))
      continue; // the parent's business
    k->b.loc = mlirOperationGetLocation(op);
    MlirLogicalResult (*lower)(AttnLower *, MlirOperation) = NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table && !lower; ++i)
      if (attnIs(op, table[i].name))
        lower = table[i].lower;
    MlirLogicalResult ok = lower ? lower(k, op) : attnLScalar(k, op, &k->scalars);
    if (mlirLogicalResultIsFailure(ok))
      return FAILED;
  }
  return OK;
}
