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
#include "IR/Expr.h"
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
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "static_offsets", mlirDenseI64ArrayGet(b->ctx, load->numIdx, offsets)),
      attnNamed(b->ctx, "static_sizes", mlirDenseI64ArrayGet(b->ctx, load->numIdx, sizes)),
      attnNamed(b->ctx, "static_strides", mlirDenseI64ArrayGet(b->ctx, load->numIdx, strides)),
      attnNamed(b->ctx, "operandSegmentSizes",
                mlirDenseI32ArrayGet(b->ctx, 4, (int32_t[]){1, 0, 0, 0}))};
  MlirValue tensor = load->value;
  return attnBuild(b, "tensor.extract_slice", 1, &tensor,
                   attnTensorType(load->numIdx, sizes, load->type), 4, attrs);
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

/// linalg.generic over `space` with body `e`, joined with the accumulator by `combiner` if not
/// NULL.
static MlirValue buildGeneric(const AttnBuilder *b, const AttnSpace *space, unsigned reduced,
                              const AttnExpr *e, MlirValue out, MlirAffineMap outMap,
                              const char *combiner) {
  Loads loads = {0};
  attnExprWalk(e, collectLoad, &loads);
  if (loads.overflow)
    return (MlirValue){NULL};
  MlirValue operands[66];
  MlirType types[66];
  MlirAttribute maps[66], iters[ATTN_MAX_DIMS];
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
  for (int d = 0; d < space->n; ++d)
    iters[d] = attnParseAttr(b->ctx, reduced >> d & 1 ? "#linalg.iterator_type<reduction>"
                                                      : "#linalg.iterator_type<parallel>");
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
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "indexing_maps", mlirArrayAttrGet(b->ctx, n + 1, maps)),
      attnNamed(b->ctx, "iterator_types", mlirArrayAttrGet(b->ctx, space->n, iters)),
      attnNamed(b->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ctx, 2, (int32_t[]){n, 1}))};
  MlirOperation op = attnBuildOp(b, &(AttnOpDesc){.name = "linalg.generic",
                                                  .nOperands = n + 1,
                                                  .operands = operands,
                                                  .nResults = 1,
                                                  .results = &outType,
                                                  .nAttrs = 3,
                                                  .attrs = attrs,
                                                  .nRegions = 1,
                                                  .regions = &region});
  return mlirOperationGetResult(op, 0);
}

static MlirValue emptyTensor(const AttnBuilder *b, MlirType type) {
  return attnBuild0(b, "tensor.empty", type, 0, NULL);
}

//===--- roots ------------------------------------------------------------===//

static bool isStaticTensor(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t) &&
         mlirShapedTypeGetRank(t) <= ATTN_MAX_DIMS - 4;
}

static void normalizeReduction(MlirOperation op) {
  AttnExprPool *pool = attnExprPoolCreate(mlirOperationGetContext(op));
  attnExprSetStop(pool, attnStopAtExpensive, NULL);
  AttnReduction r;
  const char *why = NULL;
  if (attnReadReduction(pool, op, &r, &why)) {
    AttnBuilder b = attnBuilderBefore(op);
    MlirBlock body = attnBody(op, 0);
    MlirOperation combine = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
    intptr_t nOps = mlirOperationGetNumOperands(op);
    MlirValue out = mlirOperationGetOperand(op, nOps - 1);
    MlirAffineMap outMap =
        mlirAffineMapAttrGetValue(attnAttrArrayGet(op, "indexing_maps", nOps - 1));
    if (!r.init && !attnIs(attnDef(out), "linalg.fill")) {
      // An identity that is not written as a fill.
      MlirType t = mlirValueGetType(out), e = attnElementType(t);
      if (attnIsFloat(e)) {
        double id = !strcmp(r.monoid, "mul")   ? 1.0
                    : !strcmp(r.monoid, "max") ? -INFINITY
                    : !strcmp(r.monoid, "min") ? INFINITY
                                               : 0.0;
        AttnBuilder inner;
        MlirType types[2] = {e, e};
        MlirRegion region = attnRegionWithBlock(&b, 2, types, &inner);
        MlirValue arg = mlirBlockGetArgument(inner.block, 0);
        attnBuildYield(&inner, "linalg.yield", 1, &arg);
        MlirValue operands[2] = {attnConstFloat(&b, e, id), emptyTensor(&b, t)};
        MlirNamedAttribute seg = attnNamed(b.ctx, "operandSegmentSizes",
                                           mlirDenseI32ArrayGet(b.ctx, 2, (int32_t[]){1, 1}));
        out = mlirOperationGetResult(attnBuildOp(&b, &(AttnOpDesc){.name = "linalg.fill",
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
    }
    MlirValue v = buildGeneric(&b, &r.space, r.reduced, r.lift, out, outMap, attnOpName(combine));
    if (!mlirValueIsNull(v))
      attnReplaceOp(op, 1, &v);
  } // else it stays; attn-recognize says why
  attnExprPoolDestroy(pool);
}

/// Rewrites the elementwise value v (the result of an operation) as one generic.
static void normalizeElementwise(MlirValue v) {
  MlirOperation op = attnDef(v);
  AttnExprPool *pool = attnExprPoolCreate(mlirOperationGetContext(op));
  attnExprSetStop(pool, attnStopAtExpensive, NULL);
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
      if (identity)
        with = e->value;
    }
    AttnBuilder b = attnBuilderBefore(op);
    if (mlirValueIsNull(with))
      with = buildGeneric(&b, &space, 0, e, emptyTensor(&b, type),
                          mlirAffineMapMultiDimIdentityGet(b.ctx, space.n), NULL);
    if (!mlirValueIsNull(with))
      mlirValueReplaceAllUsesOfWith(v, with);
  }
  attnExprPoolDestroy(pool);
}

/// Does pulling walk through this operation?
static bool isPulledThrough(MlirOperation op) {
  static const char *names[] = {
      "linalg.generic",       "linalg.fill", "tensor.expand_shape", "tensor.collapse_shape",
      "tensor.extract_slice", "tensor.cast", "tensor.empty",        "tensor.splat"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (attnIs(op, names[i]))
      return true;
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
  if (!attnIs(op, "linalg.generic") || attnIsReduction(op))
    return;
  for (int i = 0; i < s->n; ++i)
    if (mlirValueEqual(s->v[i], e->value))
      return;
  if (s->n < 256)
    s->v[s->n++] = e->value;
}

static void normalizeBlock(MlirBlock block) {
  MlirContext ctx = mlirOperationGetContext(mlirBlockGetParentOperation(block));
  // Which elementwise values are roots: used by something that pulls do not walk through, or stops.
  Stops roots = {0};
  AttnExprPool *pool = attnExprPoolCreate(ctx);
  attnExprSetStop(pool, attnStopAtExpensive, NULL);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    AttnReduction r;
    const char *why;
    if (attnIsReduction(op) && attnReadReduction(pool, op, &r, &why)) {
      attnExprWalk(r.lift, collectStop, &roots);
      if (r.init)
        attnExprWalk(r.init, collectStop, &roots);
    } else if (!isPulledThrough(op) || attnIsReduction(op)) {
      for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
        MlirValue v = mlirOperationGetOperand(op, i);
        if (isStaticTensor(v) && !mlirOperationIsNull(attnDef(v)) && isPulledThrough(attnDef(v)) &&
            !attnIsReduction(attnDef(v)) && roots.n < 256)
          roots.v[roots.n++] = v;
      }
    }
  }
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
        if (isStaticTensor(mlirOperationGetResult(ops[i], k)))
          normalizeElementwise(mlirOperationGetResult(ops[i], k));
  }
  free(ops);
  attnEraseDead(block);
}

MlirLogicalResult attnRunNormalize(MlirOperation module, const AttnPassContext *pass) {
  (void)pass;
  if (mlirLogicalResultIsFailure(attnRunPipeline(
          module, "builtin.module(inline,symbol-dce,func.func(convert-elementwise-to-linalg,"
                  "linalg-generalize-named-ops,canonicalize,cse))")))
    return mlirLogicalResultFailure();
  MlirOperation *funcs;
  intptr_t n = attnCollect(module, "func.func", &funcs);
  for (intptr_t i = 0; i < n; ++i) {
    MlirBlock body = attnBody(funcs[i], 0);
    if (!mlirBlockIsNull(body))
      normalizeBlock(body);
  }
  free(funcs);
  return attnRunPipeline(module, "builtin.module(func.func(canonicalize,cse))");
}
