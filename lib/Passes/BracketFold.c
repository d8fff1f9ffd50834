//===- BracketFold.c - The kernel of a carrier op -------------------------===//
// See Bracket.h.
//
//   origins of the grid axes
//   what the lift reads that does not depend on the fold axis
//   state = identity
//   for each tile of the fold axis:                       partial / full / partial loops
//     state = state (+) tile                              (BracketStep.c)
//   results = project(state)          those without spread column axes: by the first CTA of them
//
// GRID=persistent/streamk: loops are cut off at the item's stretch, and states joined behind them
// (BracketStreamK.c).
//
// MATH=exp2: results read the pivot, which is kept in units of log2, times ln(2).
// WALK=down: the loops are turned round (BracketMask.c); every carrier commutes.
//
//===----------------------------------------------------------------------===//
#include "Passes/BracketFold.h"

#include <stdlib.h>

//===--- loops ------------------------------------------------------------===//

static MlirValue minus(const AttnBuilder *b, MlirValue x, MlirValue y) {
  MlirAffineExpr e =
      mlirAffineMulExprGet(mlirAffineDimExprGet(b->ctx, 1), mlirAffineConstantExprGet(b->ctx, -1));
  e = mlirAffineAddExprGet(mlirAffineDimExprGet(b->ctx, 0), e);
  return attnAffineApply(b, mlirAffineMapGet(b->ctx, 2, 0, 1, &e), 2, (MlirValue[]){x, y});
}

static void buildLoop(AttnFolder *f, MlirValue lo, MlirValue hi, MlirValue step,
                      const char *class) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  MlirValue inits[ATTN_BR_MAX_CHANNELS], args[ATTN_BR_MAX_CHANNELS], iv;
  for (int i = 0; i < m->nChannels; ++i)
    inits[i] = f->state[i].value;
  AttnBuilder body, *at = &e->scope->at;
  // The loop goes to the end of the kernel; what does not depend on it, in front of the state.
  AttnBuilder end = attnBuilderAtEnd(at->block, mlirOperationGetLocation(m->op));
  MlirOperation loop = attnBuildFor(&end, lo, hi, step, m->nChannels, inits, &body, &iv, args);
  attnSetAttr(loop, "class", attnStr(m->ctx, class));
  AttnBrScope scope;
  attnBrPush(e, &scope, body, ATTN_AXIS(m->fold));
  MlirValue saved = e->origins[m->fold];
  if (!mlirOperationIsNull(m->visits))
    iv = attnBrVisited(m, &scope.at, e->origins, iv, !f->partial);
  if (m->down)
    iv = minus(&scope.at, f->last, iv);
  e->origins[m->fold] = iv;
  for (int i = 0; i < m->nChannels; ++i)
    f->state[i].value = args[i];
  attnBrStep(f);
  MlirValue yields[ATTN_BR_MAX_CHANNELS];
  for (int i = 0; i < m->nChannels; ++i)
    yields[i] = f->next[i].value.ptr && !e->failed ? f->next[i].value : args[i];
  attnBuildYield(&scope.at, "scf.yield", m->nChannels, yields);
  attnBrPop(e);
  e->origins[m->fold] = saved;
  for (int i = 0; i < m->nChannels; ++i)
    f->state[i].value = mlirOperationGetResult(loop, i);
}

static AttnTile rescaled(AttnFolder *f, AttnTile p, double scale) {
  AttnBrMap map;
  if (f->e.failed || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return (AttnTile){0};
  MlirValue x = attnBrMapElement(&map, p);
  MlirValue c = attnConstFloat(&map.in, mlirValueGetType(x), scale);
  return attnBrMapClose(&map, attnBuild2(&map.in, "arith.mulf", x, c));
}

static void buildFold(AttnFolder *f) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  AttnBuilder end = e->scope->at;
  for (int i = 0; i < m->nChannels && !e->failed; ++i)
    f->state[i] = attnBrFill(e, m->channels[i].state, m->channels[i].identity, m->channels[i].type);
  if (e->failed)
    return;
  e->scope->at = attnBuilderBefore(attnDef(f->state[0].value));
  AttnBrRanges r;
  attnBrRanges(m, &end, e->origins, &r);
  attnBrVisitRanges(m, &end, e->origins, &r);
  if (m->streamK && !attnBrCut(m, &end, &r)) {
    e->failed = true;
    return;
  }
  MlirValue step = {NULL};
  f->last = r.last;
  static const char *const classes[] = {"partial", "full", "partial"};
  for (int i = 0; i < 3 && !e->failed; ++i) {
    if (!r.has[i])
      continue;
    if (!step.ptr)
      step = attnConstIndex(&end, m->axes[m->fold].tile);
    f->partial = i != 1;
    buildLoop(f, r.lo[i], r.hi[i], step, classes[i]);
  }
  e->scope->at = end;
  if (r.lower.ptr && !e->failed) {
    MlirValue here = attnBrJoin(f, &r);
    attnBuildIf(&e->scope->at, here, 0, NULL, &end, NULL);
    e->scope->at = end;
    f->branch = true;
  }
  e->source = m->project;
  for (int i = 0; i < m->nChannels; ++i) {
    MlirValue arg = mlirBlockGetArgument(m->project, i);
    bool rescale = m->channels[i].unit != 0 && !mlirOpOperandIsNull(mlirValueGetFirstUse(arg));
    attnBrRemember(e->scope, arg,
                   rescale ? rescaled(f, f->state[i], 1 / ATTN_BR_LOG2E) : f->state[i]);
  }
}

//===--- results ----------------------------------------------------------===//

static AttnAxisSet axesOf(const AttnBrModel *m, MlirAffineMap map) {
  AttnAxisSet s = 0;
  for (intptr_t k = 0; k < mlirAffineMapGetNumResults(map); ++k)
    for (int i = 0; i < m->nAxes; ++i)
      if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, k), i))
        s |= ATTN_AXIS(i);
  return s;
}

/// Is this the first of the CTAs that differ along axes that the result knows nothing of, and so
/// all have it? Null: there are no others.
static MlirValue isFirst(AttnBrEmit *e, AttnAxisSet axes) {
  const AttnBrModel *m = e->m;
  const AttnBuilder *b = &e->scope->at;
  MlirValue first = {NULL};
  for (int k = 0; k < m->nAxes; ++k) {
    if (!m->axes[k].onGrid || m->axes[k].extent <= m->axes[k].tile || (axes & ATTN_AXIS(k)))
      continue;
    MlirValue is = attnCmpi(b, 0, e->origins[k], attnConstIndex(b, 0));
    first = mlirValueIsNull(first) ? is : attnBuild2(b, "arith.andi", first, is);
  }
  return first;
}

/// One tile of result i, stored. Several CTAs must not write the same element.
static void buildResult(AttnFolder *f, int i) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(m->op, "maps", i));
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(m->project), i);
  AttnAxisSet axes = axesOf(m, map);
  AttnAxisSet tiled = attnBrTiled(m, axes), dep = attnBrTiled(m, attnBrDep(m, v));
  if (dep & ~tiled) {
    attnOpError(m->op, "the value of result %d depends on an axis that its map lacks", i);
    e->failed = true;
    return;
  }
  AttnTile t;
  if (dep == tiled) {
    t = attnBrTileOf(e, v);
  } else {
    AttnBrMap broadcast;
    MlirValue x;
    if (!attnBrMapOpen(e, tiled, 1, &v, &x, &broadcast))
      return;
    t = attnBrMapClose(&broadcast, x);
  }
  MlirValue first = e->failed ? (MlirValue){NULL} : isFirst(e, axes);
  if (e->failed)
    return;
  if (mlirValueIsNull(first)) {
    attnBrStore(e, t, i, map);
    return;
  }
  AttnBuilder outer = e->scope->at;
  attnBuildIf(&outer, first, 0, NULL, &e->scope->at, NULL);
  attnBrStore(e, t, i, map);
  attnBuildYield(&e->scope->at, "scf.yield", 0, NULL);
  e->scope->at = outer;
}

//===--- the kernel -------------------------------------------------------===//

static MlirAttribute axesAttr(const AttnBrModel *m) {
  MlirAttribute dicts[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i) {
    const AttnBrAxis *a = &m->axes[i];
    if (a->tile == 0)
      continue;
    MlirNamedAttribute entries[] = {
        attnNamed(m->ctx, "name", attnStr(m->ctx, a->name)),
        attnNamed(m->ctx, "role", attnStr(m->ctx, attnAxisRoleName(a->role))),
        attnNamed(m->ctx, "extent", attnI64(m->ctx, a->extent)),
        attnNamed(m->ctx, "tile", attnI64(m->ctx, a->tile))};
    dicts[n++] = mlirDictionaryAttrGet(m->ctx, 4, entries);
  }
  return mlirArrayAttrGet(m->ctx, n, dicts);
}

/// Elements of a step that CTAs which differ along this axis only read in common.
static int64_t sharedAlong(const AttnBrModel *m, int axis) {
  int64_t total = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.element"))
      continue;
    AttnAxisSet dep = attnBrDep(m, mlirOperationGetResult(op, 0));
    if (m->fold < 0 || !(dep & ATTN_AXIS(m->fold)) || (dep & ATTN_AXIS(axis)))
      continue;
    int64_t elements = 1;
    for (int i = 0; i < m->nAxes; ++i)
      elements *= dep & ATTN_AXIS(i) ? m->axes[i].tile : 1;
    total += elements;
  }
  return total;
}

/// The axes of the grid, the last one moving first. Of the batch axes those come late along which
/// more is read in common (a bias without a batch): such CTAs run at the same time, and L2 gives
/// them what one of them has read.
static int gridAxes(const AttnBrModel *m, int *grid) {
  int64_t shared[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i) {
    if (!m->axes[i].onGrid)
      continue;
    shared[i] = m->axes[i].use == ATTN_BATCH ? sharedAlong(m, i) : INT64_MAX;
    int at = n++;
    for (; at > 0 && shared[grid[at - 1]] > shared[i] && shared[grid[at - 1]] != INT64_MAX; --at)
      grid[at] = grid[at - 1];
    grid[at] = i;
  }
  return n;
}

void attnBrKernelOpen(AttnBrKernel *k, AttnBrEmit *e, const AttnBrModel *m, int nGrid,
                      const int *grid) {
  *k = (AttnBrKernel){.e = e, .outer = attnBuilderBefore(m->op), .nGrid = nGrid};
  *e = (AttnBrEmit){.m = m, .source = m->body};
  k->region = attnRegionWithBlock(&k->outer, 0, NULL, &k->in);
  attnBrPush(e, &k->top, k->in, 0);
  e->zero = attnConstIndex(&k->in, 0);
  for (int i = 0; i < m->nAxes; ++i)
    e->origins[i] = e->zero;
  for (int i = 0; i < nGrid; ++i) {
    k->grid[i] = grid[i];
    MlirNamedAttribute axis = attnNamed(m->ctx, "axis", attnStr(m->ctx, m->axes[grid[i]].name));
    e->origins[grid[i]] = attnBuild0(&k->in, "tile.origin", mlirIndexTypeGet(m->ctx), 1, &axis);
  }
}

MlirOperation attnBrKernelClose(AttnBrKernel *k, const char *symName, const char *schedule,
                                intptr_t nResults, const MlirType *results) {
  const AttnBrModel *m = k->e->m;
  attnBrPop(k->e);
  if (k->e->failed) {
    mlirRegionDestroy(k->region);
    return (MlirOperation){NULL};
  }
  attnBuildYield(&k->in, "gpu.yield", 0, NULL);
  const char *grid[ATTN_BR_MAX_AXES];
  for (int i = 0; i < k->nGrid; ++i)
    grid[i] = m->axes[k->grid[i]].name;
  MlirNamedAttribute attrs[] = {attnNamed(m->ctx, "sym_name", attnStr(m->ctx, symName)),
                                attnNamed(m->ctx, "axes", axesAttr(m)),
                                attnNamed(m->ctx, "grid", attnStrs(m->ctx, k->nGrid, grid)),
                                attnNamed(m->ctx, "schedule", attnStr(m->ctx, schedule))};
  return attnBuildOp(&k->outer, &(AttnOpDesc){.name = "tile.kernel",
                                              .nResults = nResults,
                                              .results = results,
                                              .nAttrs = 4,
                                              .attrs = attrs,
                                              .nRegions = 1,
                                              .regions = &k->region});
}

MlirOperation attnBrFold(const AttnBrModel *m, const char *symName, const char *schedule) {
  int grid[ATTN_BR_MAX_AXES], nGrid = gridAxes(m, grid);
  AttnBrKernel k;
  AttnFolder f = {0};
  attnBrKernelOpen(&k, &f.e, m, nGrid, grid);
  if (!m->isMap)
    buildFold(&f);
  intptr_t nResults = mlirOperationGetNumResults(m->op);
  MlirType *types = malloc((size_t)(nResults + 1) * sizeof *types);
  for (intptr_t i = 0; i < nResults; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(m->op, i));
    if (!f.e.failed)
      buildResult(&f, (int)i);
  }
  if (f.branch && !f.e.failed) {
    attnBuildYield(&f.e.scope->at, "scf.yield", 0, NULL);
    f.e.scope->at = k.in;
  }
  MlirOperation op = attnBrKernelClose(&k, symName, schedule, nResults, types);
  free(types);
  return op;
}
