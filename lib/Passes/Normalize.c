//===- Normalize.c - attn-normalize ---------------------------------------===//
//
// Takes   a module as a front end gives it: private calls, named ops, transposes and broadcasts as
//         copies, reshapes, unit dimensions, masks from linalg.index, one generic per operation.
// Gives   the same functions with one linalg.generic per *root*, its producers composed into its
//         body and everything that only moves elements absorbed into its indexing maps. Roots are
//           - reductions,
//           - elementwise values that are expensive (a transcendental) and are read by something
//             with more iterations, where composing would repeat them,
//           - values that leave the function or are used by what is not understood.
//         Private functions that were inlined are gone.
// Leaves  alone: operations with dynamic shapes and everything that is no linalg/tensor/arith/math,
//         which then simply are users of roots.
// Keeps   element types and their casts, so the result computes what the input computes.
//
//   for each root t, in program order:
//     e = pull(producer of t at its loops)          (IR/Expr.h)
//     t' = linalg.generic ins(loads of e) { e }     replaces t
//   erase what is dead
//
//===----------------------------------------------------------------------===//
#include "Passes/Normalize.h"
#include "Dialect/Symbols.h"
#include "IR/Moved.h"
#include "IR/Shapes.h"
#include "Passes/Passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//===--- writing a generic ------------------------------------------------===//

typedef struct Loads {
  const AttnExpr *load[64];
  MlirValue arg[64];
  int n;
  bool overflow;
} Loads;

static void collectLoad(const AttnExpr *e, void *user) {
  Loads *l = user;
  if (e->kind != ATTN_EXPR_LOAD)
    return;
  if (l->n == 64)
    l->overflow = true;
  else
    l->load[l->n++] = e;
}

static MlirValue emitLoad(AttnExprEmitter *e, const AttnExpr *x) {
  Loads *l = e->user;
  for (int i = 0; i < l->n; ++i)
    if (l->load[i] == x)
      return l->arg[i];
  return (MlirValue){NULL};
}

static MlirValue emitCoord(AttnExprEmitter *e, int dim) {
  MlirNamedAttribute attr = attnNamed(e->b->ctx, "dim", attnI64(e->b->ctx, dim));
  return attnBuild0(e->b, "linalg.index", mlirIndexTypeGet(e->b->ctx), 1, &attr);
}

/// linalg wants a dimension that an indexing map names alone to be as long as the loop.
static MlirValue sliceTo(const AttnBuilder *b, const AttnSpace *space, const AttnExpr *load) {
  MlirType type = mlirValueGetType(load->value);
  int64_t offsets[ATTN_MAX_DIMS], sizes[ATTN_MAX_DIMS], strides[ATTN_MAX_DIMS];
  bool differs = false;
  for (int k = 0; k < load->numIdx; ++k) {
    offsets[k] = 0, strides[k] = 1;
    sizes[k] = mlirShapedTypeGetDimSize(type, k);
    if (mlirAffineExprIsADim(load->idx[k])) {
      int64_t extent = space->extent[mlirAffineDimExprGetPosition(load->idx[k])];
      differs |= extent != sizes[k];
      sizes[k] = extent;
    }
  }
  if (!differs)
    return load->value;
  return attnBuildSlice(b, load->value, offsets, sizes, strides,
                        attnTensorType(load->numIdx, sizes, load->type));
}

/// linalg wants every loop to be named alone by some map; a tensor whose elements nobody reads
/// names the loops that the others do not.
static bool missingLoops(const AttnSpace *space, const Loads *loads, MlirAffineMap outMap,
                         int *dims, int *n) {
  bool named[ATTN_MAX_DIMS] = {false};
  for (int i = 0; i < loads->n; ++i)
    for (int k = 0; k < loads->load[i]->numIdx; ++k)
      if (mlirAffineExprIsADim(loads->load[i]->idx[k]))
        named[mlirAffineDimExprGetPosition(loads->load[i]->idx[k])] = true;
  for (intptr_t k = 0, m = mlirAffineMapGetNumResults(outMap); k < m; ++k)
    if (mlirAffineExprIsADim(mlirAffineMapGetResult(outMap, k)))
      named[mlirAffineDimExprGetPosition(mlirAffineMapGetResult(outMap, k))] = true;
  *n = 0;
  for (int d = 0; d < space->n; ++d)
    if (!named[d])
      dims[(*n)++] = d;
  return *n > 0;
}

MlirValue attnNormalGeneric(const AttnBuilder *b, const AttnSpace *space, unsigned reduced,
                            const AttnExpr *e, MlirValue out, MlirAffineMap outMap,
                            const char *combiner) {
  Loads loads = {0};
  attnExprWalk(e, collectLoad, &loads);
  if (loads.overflow)
    return (MlirValue){NULL};
  MlirValue operands[66];
  MlirType types[66];
  MlirAttribute maps[66];
  int n = 0;
  for (; n < loads.n; ++n) {
    const AttnExpr *l = loads.load[n];
    operands[n] = sliceTo(b, space, l);
    types[n] = l->type;
    maps[n] = mlirAffineMapAttrGet(mlirAffineMapGet(b->ctx, space->n, 0, l->numIdx, l->idx));
  }
  int missing[ATTN_MAX_DIMS], numMissing;
  if (missingLoops(space, &loads, outMap, missing, &numMissing)) {
    int64_t shape[ATTN_MAX_DIMS];
    MlirAffineExpr idx[ATTN_MAX_DIMS];
    for (int k = 0; k < numMissing; ++k) {
      shape[k] = space->extent[missing[k]];
      idx[k] = mlirAffineDimExprGet(b->ctx, missing[k]);
    }
    types[n] = mlirF32TypeGet(b->ctx);
    operands[n] =
        attnBuild0(b, "tensor.empty", attnTensorType(numMissing, shape, types[n]), 0, NULL);
    maps[n++] = mlirAffineMapAttrGet(mlirAffineMapGet(b->ctx, space->n, 0, numMissing, idx));
  }
  MlirType outType = mlirValueGetType(out), element = attnElementType(outType);
  operands[n] = out;
  types[n] = element;
  maps[n] = mlirAffineMapAttrGet(outMap);
  AttnBuilder inner;
  MlirRegion region = attnRegionWithBlock(b, n + 1, types, &inner);
  for (int k = 0; k < loads.n; ++k)
    loads.arg[k] = mlirBlockGetArgument(inner.block, k);
  AttnExprEmitter em = {
      .b = &inner, .space = space, .load = emitLoad, .coord = emitCoord, .user = &loads};
  MlirValue v = attnCast(&inner, attnExprEmit(&em, e), element);
  attnExprEmitterFree(&em);
  if (combiner)
    v = attnBuild2(&inner, combiner, mlirBlockGetArgument(inner.block, n), v);
  attnBuildYield(&inner, "linalg.yield", 1, &v);
  MlirAttribute iterators = attnIterators(b->ctx, space->n, reduced);
  return mlirOperationGetResult(attnBuildGeneric(b, n, 1, operands, maps, iterators, region), 0);
}

//===--- roots ------------------------------------------------------------===//

static double identityOf(const char *monoid) {
  return !strcmp(monoid, "mul")   ? 1.0
         : !strcmp(monoid, "max") ? -INFINITY
         : !strcmp(monoid, "min") ? INFINITY
                                  : 0.0;
}

MlirValue attnIdentityFill(const AttnBuilder *b, MlirType t, const char *monoid) {
  MlirType e = attnElementType(t), types[2] = {e, e};
  AttnBuilder inner;
  MlirRegion region = attnRegionWithBlock(b, 2, types, &inner);
  MlirValue arg = mlirBlockGetArgument(inner.block, 0);
  attnBuildYield(&inner, "linalg.yield", 1, &arg);
  MlirValue operands[2] = {attnConstFloat(b, e, identityOf(monoid)), attnNormEmpty(b, t)};
  MlirNamedAttribute seg =
      attnNamed(b->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ctx, 2, (int32_t[]){1, 1}));
  return mlirOperationGetResult(attnBuildOp(b, &(AttnOpDesc){.name = "linalg.fill",
                                                             .nOperands = 2,
                                                             .operands = operands,
                                                             .nResults = 1,
                                                             .results = &t,
                                                             .nAttrs = 1,
                                                             .attrs = &seg,
                                                             .nRegions = 1,
                                                             .regions = &region}),
                                0);
}

//===--- reductions -------------------------------------------------------===//

/// A reduction over several axes is one over their product: a = k floordiv B, b = k mod B. What
/// they have in common in memory comes out again by simplification. The other loops stay, with one
/// iteration. A length that is known at run time has no product (symbols): that stays as it is.
static void mergeReducedAxes(AttnExprPool *pool, AttnReduction *r, MlirContext ctx) {
  AttnSymbols symbols;
  if (__builtin_popcount(r->reduced) < 2 || !attnSymbolsRead(r->op, &symbols))
    return;
  for (int d = 0; d < r->space.n; ++d)
    if ((r->reduced >> d & 1) && attnSymbolOf(&symbols, r->space.extent[d]) >= 0)
      return;
  int keep = __builtin_ctz(r->reduced);
  AttnSpace to = r->space;
  MlirAffineExpr subst[ATTN_MAX_DIMS], k = mlirAffineDimExprGet(ctx, keep);
  int64_t stride = 1;
  for (int d = r->space.n; d-- > 0;) {
    int64_t extent = r->space.extent[d];
    subst[d] = mlirAffineDimExprGet(ctx, d);
    if (!(r->reduced >> d & 1))
      continue;
    if (extent <= 0)
      return;
    MlirAffineExpr q = mlirAffineFloorDivExprGet(k, mlirAffineConstantExprGet(ctx, stride));
    subst[d] = d == keep ? q : mlirAffineModExprGet(q, mlirAffineConstantExprGet(ctx, extent));
    stride *= extent;
    to.extent[d] = 1;
  }
  to.extent[keep] = stride;
  r->reduced = 1u << keep;
  r->lift = attnExprSubst(pool, r->lift, &r->space, &to, subst);
  r->space = to;
}

static void normalizeReduction(MlirOperation op) {
  AttnExprPool *pool = attnExprPoolCreate(mlirOperationGetContext(op));
  bool contraction = attnIsContraction(op);
  attnExprSetStop(pool, attnStopAtOperand, &contraction);
  AttnReduction r;
  const char *why = NULL;
  // A constant (every element is masked) stays as it is: upstream would fold the combiner away.
  if (attnReadReduction(pool, op, &r, &why) && r.lift->kind != ATTN_EXPR_FLOAT) {
    AttnBuilder b = attnBuilderBefore(op);
    MlirBlock body = attnBody(op, 0);
    MlirOperation combine = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
    intptr_t nOps = mlirOperationGetNumOperands(op);
    MlirValue out = mlirOperationGetOperand(op, nOps - 1);
    MlirAffineMap outMap =
        mlirAffineMapAttrGetValue(attnAttrArrayGet(op, "indexing_maps", nOps - 1));
    mergeReducedAxes(pool, &r, b.ctx);
    if (!r.init && !attnIs(attnDef(out), "linalg.fill")) {
      // An identity that is not written as a fill.
      MlirType t = mlirValueGetType(out), e = attnElementType(t);
      if (attnIsFloat(e))
        out = attnIdentityFill(&b, t, r.monoid);
    }
    MlirValue v = attnSplitAxis(pool, op, &r, attnOpName(combine));
    AttnReduction rows;
    if (mlirValueIsNull(v) && attnReadRows(pool, op, &rows))
      v = attnSplitAxis(pool, op, &rows, attnOpName(combine));
    if (mlirValueIsNull(v) && attnIs(combine, "arith.addf"))
      v = attnSplitWeighted(pool, op);
    if (!mlirValueIsNull(v)) {
      attnReplaceOp(op, 1, &v);
      attnExprPoolDestroy(pool);
      return;
    }
    v = attnNormalGeneric(&b, &r.space, attnNormalLoops(&r), r.lift, out, outMap,
                          attnOpName(combine));
    if (!mlirValueIsNull(v))
      attnReplaceOp(op, 1, &v);
  } // else it stays; attn-recognize says why
  attnExprPoolDestroy(pool);
}

/// Rewrites the elementwise value v (the result of an operation) as one generic.
static void normalizeElementwise(MlirValue v) {
  MlirOperation op = attnDef(v);
  AttnExprPool *pool = attnExprPoolCreate(mlirOperationGetContext(op));
  bool contraction = false;
  attnExprSetStop(pool, attnStopAtExpensive, &contraction);
  MlirType type = mlirValueGetType(v);
  AttnSpace space = {.n = (int)mlirShapedTypeGetRank(type)};
  MlirAffineExpr idx[ATTN_MAX_DIMS];
  for (int d = 0; d < space.n; ++d) {
    space.extent[d] = mlirShapedTypeGetDimSize(type, d);
    idx[d] = mlirAffineDimExprGet(mlirOperationGetContext(op), d);
  }
  const AttnExpr *e = attnExprPull(pool, &space, v, idx);
  bool itself = e->kind == ATTN_EXPR_LOAD && mlirValueEqual(e->value, v);
  if (!itself) {
    MlirValue with = {NULL};
    if (e->kind == ATTN_EXPR_LOAD && mlirTypeEqual(mlirValueGetType(e->value), type)) {
      bool identity = true;
      for (int d = 0; d < space.n && identity; ++d)
        identity = mlirAffineExprEqual(e->idx[d], attnAffineSimplify(idx[d], &space));
      if (identity && !attnIsPlacedByData(e->value)) // that is no tensor in memory
        with = e->value;
    }
    AttnBuilder b = attnBuilderBefore(op);
    if (mlirValueIsNull(with))
      with = attnNormalGeneric(&b, &space, 0, e, attnNormEmpty(&b, type),
                               mlirAffineMapMultiDimIdentityGet(b.ctx, space.n), NULL);
    if (!mlirValueIsNull(with))
      mlirValueReplaceAllUsesOfWith(v, with);
  }
  attnExprPoolDestroy(pool);
}

/// Does pulling walk through this operation?
static bool isPulledThrough(MlirOperation op) {
  static const char *names[] = {
      "linalg.generic",       "linalg.fill",         "tensor.expand_shape", "tensor.collapse_shape",
      "tensor.extract_slice", "tensor.cast",         "tensor.empty",        "tensor.splat",
      "tensor.concat",        "tensor.insert_slice", "tensor.pad"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (attnIs(op, names[i]))
      return !attnIsPlacedByData(mlirOperationGetResult(op, 0));
  return false;
}

/// The tensors that pulls for the roots of the block stop at although they are elementwise
/// generics.
typedef struct Stops {
  MlirValue v[256];
  int n;
} Stops;

static void collectStop(const AttnExpr *e, void *user) {
  Stops *s = user;
  if (e->kind != ATTN_EXPR_LOAD || mlirOperationIsNull(attnDef(e->value)))
    return;
  MlirOperation op = attnDef(e->value);
  bool parts = attnIs(op, "tensor.concat") || attnIs(op, "tensor.insert_slice") ||
               attnIs(op, "tensor.expand_shape") || attnIs(op, "tensor.collapse_shape");
  if (!parts && (!attnIs(op, "linalg.generic") || attnIsReduction(op)))
    return;
  for (int i = 0; i < s->n; ++i)
    if (mlirValueEqual(s->v[i], e->value))
      return;
  if (s->n < 256)
    s->v[s->n++] = e->value;
}

static void normalizeBlock(MlirBlock block) {
  MlirContext ctx = mlirOperationGetContext(mlirBlockGetParentOperation(block));
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (mlirOperationGetNumResults(op) > 1)
      attnDropDeadResults(op);
    else if (attnIs(op, "tensor.extract_slice"))
      attnMoveSlice(op);
    else if (attnIs(op, "tensor.insert_slice"))
      attnMoveInsertion(op);
    else
      attnTakeOutGathers(op);
  }
  // Which elementwise values are roots: used by something that pulls do not walk through, or stops.
  Stops roots = {0};
  AttnExprPool *pool = attnExprPoolCreate(ctx);
  bool contraction = false;
  attnExprSetStop(pool, attnStopAtOperand, &contraction);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    contraction = attnIsContraction(op);
    AttnReduction r;
    const char *why;
    bool rows = attnReadRows(pool, op, &r);
    attnExprSetStop(pool, attnStopAtOperand, &contraction);
    if (rows || (attnIsReduction(op) && attnReadReduction(pool, op, &r, &why))) {
      attnExprWalk(r.lift, collectStop, &roots);
      if (r.init)
        attnExprWalk(r.init, collectStop, &roots);
    } else if (!isPulledThrough(op) || attnIsReduction(op)) {
      AttnGather g;
      bool gather =
          mlirOperationGetNumResults(op) == 1 && attnReadGather(mlirOperationGetResult(op, 0), &g);
      for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n + gather; ++i) {
        MlirValue v = i < n ? mlirOperationGetOperand(op, i) : g.table;
        if (attnNormIsStatic(v) && !mlirOperationIsNull(attnDef(v)) &&
            isPulledThrough(attnDef(v)) && !attnIsReduction(attnDef(v)) && roots.n < 256)
          roots.v[roots.n++] = v;
      }
    }
  }
  contraction = false;
  for (int i = 0; i < roots.n; ++i) { // transitively: what the roots' own pulls stop at
    MlirType type = mlirValueGetType(roots.v[i]);
    AttnSpace space = {.n = (int)mlirShapedTypeGetRank(type)};
    MlirAffineExpr idx[ATTN_MAX_DIMS];
    for (int d = 0; d < space.n; ++d) {
      space.extent[d] = mlirShapedTypeGetDimSize(type, d);
      idx[d] = mlirAffineDimExprGet(ctx, d);
    }
    attnExprWalk(attnExprPull(pool, &space, roots.v[i], idx), collectStop, &roots);
  }
  attnExprPoolDestroy(pool);

  intptr_t n = 0;
  MlirOperation *ops = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    ops = realloc(ops, (size_t)(n + 1) * sizeof *ops);
    ops[n++] = op;
  }
  for (intptr_t i = 0; i < n; ++i) {
    bool root = false;
    for (intptr_t k = 0, m = mlirOperationGetNumResults(ops[i]); k < m; ++k)
      for (int j = 0; j < roots.n; ++j)
        root |= mlirValueEqual(roots.v[j], mlirOperationGetResult(ops[i], k));
    if (attnIsReduction(ops[i]))
      normalizeReduction(ops[i]);
    else if (root)
      for (intptr_t k = 0, m = mlirOperationGetNumResults(ops[i]); k < m; ++k)
        if (attnNormIsStatic(mlirOperationGetResult(ops[i], k)))
          normalizeElementwise(mlirOperationGetResult(ops[i], k));
  }
  free(ops);
  attnEraseDead(block);
}

MlirLogicalResult attnRunNormalize(MlirOperation module, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *softmax;
  intptr_t numSoftmax = attnCollect(module, "linalg.softmax", &softmax);
  for (intptr_t i = 0; i < numSoftmax; ++i)
    attnDecomposeSoftmax(softmax[i]);
  free(softmax);
  attnRestoreShapes(module);
  if (mlirLogicalResultIsFailure(attnRunPipeline(
          module, "builtin.module(inline,symbol-dce,func.func(convert-elementwise-to-linalg,"
                  "linalg-generalize-named-ops,canonicalize,cse))")))
    return mlirLogicalResultFailure();
  MlirOperation *funcs, *generics;
  intptr_t n = attnCollect(module, "linalg.generic", &generics);
  bool folded = false;
  for (intptr_t i = 0; i < n; ++i)
    folded |= attnFoldCoordinates(generics[i]);
  free(generics);
  if (folded && !attnRunPipeline(module, "builtin.module(func.func(canonicalize,cse))").value)
    return mlirLogicalResultFailure();
  n = attnCollect(module, "func.func", &funcs);
  for (intptr_t i = 0; i < n; ++i) {
    MlirBlock body = attnBody(funcs[i], 0);
    if (!mlirBlockIsNull(body)) {
      attnJoinContractions(body);
      normalizeBlock(body);
    }
  }
  MlirLogicalResult ok = attnRunPipeline(module, "builtin.module(func.func(canonicalize,cse))");
  for (intptr_t i = 0; i < n && ok.value; ++i)
    if (!mlirBlockIsNull(attnBody(funcs[i], 0)))
      attnCopyReturned(attnBody(funcs[i], 0));
  free(funcs);
  return ok;
}
