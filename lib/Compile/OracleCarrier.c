//===- OracleCarrier.c - Folds as generics for the oracle -----------------===//
//
// A carrier.fold that a person wrote has no linalg behind it. The oracle reads it as
//
//   states  = linalg.generic over free and fold axes: keep ? merge(states, lifts) : states
//   results = linalg.generic over free axes: project(states)
//
// element by element in the order of the axis, in double precision: what the definition says, with
// nothing of the passes that lower folds. Left as they are (the oracle then says that it does not
// know them): folds with contractions or twisted channels.
//
//===----------------------------------------------------------------------===//
#include "Compile/OracleEmit.h"
#include "Dialect/Axes.h"
#include "Dialect/Carrier/Define.h"
#include "IR/Build.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 32, MAX_ELEMENTS = 32, MAX_OPERANDS = MAX_ELEMENTS + MAX_CHANNELS };

typedef struct Fold {
  MlirOperation op, define;
  MlirContext ctx;
  AttnBuilder b;
  AttnAxes axes;
  int nFree, freeAxis[ATTN_MAX_AXES], dimOf[ATTN_MAX_AXES]; ///< of the second generic; -1: fold
  int n;
  MlirType type[MAX_CHANNELS];
  MlirAttribute identity[MAX_CHANNELS];
  const char *monoid[MAX_CHANNELS]; ///< NULL where the fold names a carrier
  MlirValue state[MAX_CHANNELS];
} Fold;

static bool readFold(MlirOperation op, Fold *f) {
  *f = (Fold){.op = op, .define = attnDefineOf(op), .ctx = mlirOperationGetContext(op)};
  f->b = attnBuilderBefore(op);
  attnDefineExpand(op);
  f->n = (int)attnAttrArraySize(op, "channels");
  if (!attnAxesRead(op, &f->axes) || f->n < 1 || f->n > MAX_CHANNELS)
    return false;
  for (int i = 0; i < f->axes.size; ++i) {
    if (f->axes.a[i].role == ATTN_AXIS_CONTRACT)
      return false;
    f->dimOf[i] = -1;
    if (f->axes.a[i].role == ATTN_AXIS_FREE)
      f->dimOf[i] = f->nFree, f->freeAxis[f->nFree++] = i;
  }
  for (int i = 0; i < f->n; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "channels", i);
    f->type[i] = mlirTypeAttrGetValue(attnDictGet(d, "type"));
    f->identity[i] = attnDictGet(d, "identity");
    f->monoid[i] = attnDictStr(d, "monoid");
    if (attnDictStr(d, "twist"))
      return false;
  }
  return true;
}

//===--- a generic from a region of the fold ------------------------------===//

typedef struct Generic {
  bool reduces;       ///< over free and fold axes; otherwise over free axes only
  intptr_t nIn, nOut; ///< operands
  MlirValue operand[MAX_OPERANDS];
  MlirAffineMap map[MAX_OPERANDS];
  MlirOperation element[MAX_ELEMENTS]; ///< of the first inputs
  intptr_t nElements;
  AttnBuilder body;
  AttnValueMap values;
  MlirRegion region;
} Generic;

/// A map from all axes as one from the generic's dimensions.
static MlirAffineMap dimensions(const Fold *f, const Generic *g, MlirAffineMap map) {
  MlirAffineExpr by[ATTN_MAX_AXES];
  intptr_t n = mlirAffineMapGetNumResults(map), dims = g->reduces ? f->axes.size : f->nFree;
  for (int i = 0; i < f->axes.size; ++i)
    by[i] = g->reduces        ? mlirAffineDimExprGet(f->ctx, i)
            : f->dimOf[i] < 0 ? mlirAffineConstantExprGet(f->ctx, 0)
                              : mlirAffineDimExprGet(f->ctx, f->dimOf[i]);
  MlirAffineMap with = mlirAffineMapGet(f->ctx, dims, 0, f->axes.size, by);
  MlirAffineExpr *exprs = malloc((size_t)(n + 1) * sizeof *exprs);
  for (intptr_t i = 0; i < n; ++i)
    exprs[i] = mlirAffineExprCompose(mlirAffineMapGetResult(map, i), with);
  MlirAffineMap r = mlirAffineMapGet(f->ctx, dims, 0, n, exprs);
  free(exprs);
  return r;
}

/// A map from all axes to the free ones.
static MlirAffineMap freeMap(const Fold *f) {
  MlirAffineExpr exprs[ATTN_MAX_AXES];
  for (int i = 0; i < f->nFree; ++i)
    exprs[i] = mlirAffineDimExprGet(f->ctx, f->freeAxis[i]);
  return mlirAffineMapGet(f->ctx, f->axes.size, 0, f->nFree, exprs);
}

static bool addOperand(const Fold *f, Generic *g, MlirValue v, MlirAffineMap map) {
  if (g->nIn + g->nOut == MAX_OPERANDS)
    return false;
  g->operand[g->nIn + g->nOut] = v;
  g->map[g->nIn + g->nOut] = dimensions(f, g, map);
  return true;
}

/// The tensors that the region reads become inputs.
static bool addElements(const Fold *f, Generic *g, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirAffineMap map;
    if (!attnIs(op, "carrier.element"))
      continue;
    if (g->nElements == MAX_ELEMENTS || !attnAttrMap(op, "map", &map) ||
        !addOperand(f, g, mlirOperationGetOperand(op, 0), map))
      return false;
    g->element[g->nElements++] = op;
    ++g->nIn;
  }
  return true;
}

static bool addOut(const Fold *f, Generic *g, MlirValue v, MlirAffineMap map) {
  bool ok = addOperand(f, g, v, map);
  g->nOut += ok;
  return ok;
}

static MlirValue argument(const Generic *g, intptr_t i) {
  return mlirBlockGetArgument(g->body.block, i);
}

static void openBody(const Fold *f, Generic *g) {
  MlirType types[MAX_OPERANDS];
  for (intptr_t i = 0; i < g->nIn + g->nOut; ++i)
    types[i] = attnElementType(mlirValueGetType(g->operand[i]));
  g->region = attnRegionWithBlock(&f->b, g->nIn + g->nOut, types, &g->body);
  for (intptr_t i = 0; i < g->nElements; ++i)
    attnMapValue(&g->values, mlirOperationGetResult(g->element[i], 0), argument(g, i));
}

static void closeBody(Fold *f, Generic *g, MlirValue *results) {
  MlirAttribute maps[MAX_OPERANDS], iterators[ATTN_MAX_AXES];
  MlirType types[MAX_CHANNELS];
  intptr_t n = g->nIn + g->nOut, dims = g->reduces ? f->axes.size : f->nFree;
  for (intptr_t i = 0; i < n; ++i)
    maps[i] = mlirAffineMapAttrGet(g->map[i]);
  for (intptr_t i = 0; i < dims; ++i)
    iterators[i] = attnParseAttr(f->ctx, g->reduces && f->axes.a[i].role == ATTN_AXIS_FOLD
                                             ? "#linalg.iterator_type<reduction>"
                                             : "#linalg.iterator_type<parallel>");
  for (intptr_t i = 0; i < g->nOut; ++i)
    types[i] = mlirValueGetType(g->operand[g->nIn + i]);
  int32_t segments[] = {(int32_t)g->nIn, (int32_t)g->nOut};
  MlirNamedAttribute attrs[] = {
      attnNamed(f->ctx, "indexing_maps", mlirArrayAttrGet(f->ctx, n, maps)),
      attnNamed(f->ctx, "iterator_types", mlirArrayAttrGet(f->ctx, dims, iterators)),
      attnNamed(f->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(f->ctx, 2, segments))};
  MlirOperation op = attnBuildOp(&f->b, &(AttnOpDesc){.name = "linalg.generic",
                                                      .nOperands = n,
                                                      .operands = g->operand,
                                                      .nResults = g->nOut,
                                                      .results = types,
                                                      .nAttrs = 3,
                                                      .attrs = attrs,
                                                      .nRegions = 1,
                                                      .regions = &g->region});
  for (intptr_t i = 0; i < g->nOut; ++i)
    results[i] = mlirOperationGetResult(op, i);
  attnMapFree(&g->values);
}

/// The operations of a region, but elements and masks, at the end of the body.
static void cloneRegion(const Fold *f, Generic *g, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (attnIs(op, "carrier.element") || attnIs(op, "gpu.yield"))
      continue;
    MlirValue result = mlirOperationGetResult(op, 0), v;
    MlirType type = mlirValueGetType(result);
    if (attnIs(op, "carrier.index")) {
      int axis = attnAxesFind(&f->axes, attnAttrStr(op, "axis"));
      MlirNamedAttribute dim =
          attnNamed(f->ctx, "dim", attnI64(f->ctx, g->reduces ? axis : f->dimOf[axis]));
      v = attnBuild0(&g->body, "linalg.index", type, 1, &dim);
    } else if (attnIs(op, "carrier.mask")) {
      v = attnMapLookup(&g->values, mlirOperationGetOperand(op, 1));
    } else if (attnIs(op, "carrier.product")) {
      MlirValue x[2];
      for (int i = 0; i < 2; ++i)
        x[i] = attnCast(&g->body, attnMapLookup(&g->values, mlirOperationGetOperand(op, i)), type);
      v = attnBuild2(&g->body, "arith.mulf", x[0], x[1]);
    } else {
      attnCloneMapped(&g->body, op, &g->values);
      continue;
    }
    attnMapValue(&g->values, result, v);
  }
}

//===--- the two generics -------------------------------------------------===//

static MlirValue combine(const AttnBuilder *b, const char *monoid, MlirValue x, MlirValue y) {
  static const char *const names[][2] = {{"add", "arith.addf"},     {"mul", "arith.mulf"},
                                         {"max", "arith.maximumf"}, {"min", "arith.minimumf"},
                                         {"and", "arith.andi"},     {"or", "arith.ori"}};
  size_t i = 0;
  while (strcmp(names[i][0], monoid) != 0)
    ++i;
  return attnBuild2(b, names[i][1], x, y);
}

static bool foldStates(Fold *f) {
  Generic g = {.reduces = true};
  MlirBlock lift = attnBody(f->op, 0);
  MlirOperation yield = mlirBlockGetTerminator(lift);
  MlirValue x[MAX_CHANNELS], y[MAX_CHANNELS], next[MAX_CHANNELS];
  int64_t shape[ATTN_MAX_AXES];
  for (int i = 0; i < f->nFree; ++i)
    shape[i] = f->axes.a[f->freeAxis[i]].extent;
  bool ok = addElements(f, &g, lift);
  for (int i = 0; i < f->n && ok; ++i) {
    MlirType type = attnTensorType(f->nFree, shape, f->type[i]);
    MlirNamedAttribute value =
        attnNamed(f->ctx, "value", mlirDenseElementsAttrSplatGet(type, f->identity[i]));
    ok = addOut(f, &g, attnBuild0(&f->b, "arith.constant", type, 1, &value), freeMap(f));
  }
  if (!ok)
    return false;
  openBody(f, &g);
  cloneRegion(f, &g, lift);
  for (int i = 0; i < f->n; ++i) {
    x[i] = argument(&g, g.nIn + i);
    y[i] = attnMapLookup(&g.values, mlirOperationGetOperand(yield, i));
  }
  if (!mlirOperationIsNull(f->define))
    attnDefineMerge(&g.body, f->define, x, y, next);
  for (int i = 0; i < f->n; ++i) {
    if (mlirOperationIsNull(f->define))
      next[i] = combine(&g.body, f->monoid[i], x[i], y[i]);
    MlirOperation mask = attnDef(mlirOperationGetOperand(yield, i));
    for (; attnIs(mask, "carrier.mask"); mask = attnDef(mlirOperationGetOperand(mask, 1)))
      next[i] = attnSelect(&g.body, attnMapLookup(&g.values, mlirOperationGetOperand(mask, 0)),
                           next[i], x[i]);
  }
  attnBuildYield(&g.body, "linalg.yield", f->n, next);
  closeBody(f, &g, f->state);
  return true;
}

static bool projectStates(Fold *f, MlirValue *results) {
  Generic g = {.reduces = false};
  MlirBlock project = attnBody(f->op, 1);
  MlirOperation yield = mlirBlockGetTerminator(project);
  intptr_t n = mlirOperationGetNumResults(f->op);
  MlirValue yields[MAX_CHANNELS];
  bool ok = n <= MAX_CHANNELS && addElements(f, &g, project);
  for (int i = 0; i < f->n && ok; ++i) {
    ok = addOperand(f, &g, f->state[i], freeMap(f));
    g.nIn += ok;
  }
  for (intptr_t i = 0; i < n && ok; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(f->op, i));
    ok = addOut(f, &g, attnBuild0(&f->b, "tensor.empty", type, 0, NULL),
                mlirAffineMapAttrGetValue(attnAttrArrayGet(f->op, "maps", i)));
  }
  if (!ok)
    return false;
  openBody(f, &g);
  for (int i = 0; i < f->n; ++i)
    attnMapValue(&g.values, mlirBlockGetArgument(project, i), argument(&g, g.nElements + i));
  cloneRegion(f, &g, project);
  for (intptr_t i = 0; i < n; ++i)
    yields[i] = attnMapLookup(&g.values, mlirOperationGetOperand(yield, i));
  attnBuildYield(&g.body, "linalg.yield", n, yields);
  closeBody(f, &g, results);
  return true;
}

void attnOracleExpandFolds(MlirOperation root) {
  MlirOperation *folds;
  MlirValue results[MAX_CHANNELS];
  Fold *f = malloc(sizeof *f);
  intptr_t n = attnCollect(root, "carrier.fold", &folds);
  for (intptr_t i = 0; i < n; ++i)
    if (readFold(folds[i], f) && foldStates(f) && projectStates(f, results))
      attnReplaceOp(folds[i], mlirOperationGetNumResults(folds[i]), results);
  free(folds);
  free(f);
}
