//===- OracleCarrier.c - Folds and maps as generics for the oracle --------===//
//
// A carrier.fold that a person wrote has no linalg behind it. The oracle reads it as
//
//   sums    = linalg.generic over free, fold and one contract axis, for each carrier.contract
//   states  = linalg.generic over free and fold axes: keep ? merge(states, lifts) : states
//   results = linalg.generic over free axes: project(states)
//
// element by element in the order of the axis, in double precision: what the definition says, with
// nothing of the passes that lower folds. A carrier.map is one generic. Left as they are (the
// oracle then says that it does not know them): folds with twisted channels.
//
//===----------------------------------------------------------------------===//
#include "Compile/OracleEmit.h"
#include "Dialect/Axes.h"
#include "Dialect/Carrier/Define.h"
#include "IR/Affine.h"
#include "IR/Build.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 32, MAX_OPERANDS = 64 };

typedef struct Fold {
  MlirOperation op, define;
  MlirContext ctx;
  AttnBuilder b;
  AttnAxes axes;
  int fold;
  int n;
  MlirType type[MAX_CHANNELS];
  MlirAttribute identity[MAX_CHANNELS];
  const char *monoid[MAX_CHANNELS]; ///< NULL where the fold names a carrier
  MlirValue state[MAX_CHANNELS];
  AttnValueMap sums; ///< of contractions: tensors over free and fold axes
} Fold;

static bool readFold(MlirOperation op, Fold *f) {
  *f = (Fold){.op = op, .define = attnDefineOf(op), .ctx = mlirOperationGetContext(op)};
  f->b = attnBuilderBefore(op);
  attnDefineExpand(op);
  f->n = (int)attnAttrArraySize(op, "channels");
  if (!attnAxesRead(op, &f->axes) || f->n < 1 || f->n > MAX_CHANNELS)
    return false;
  for (int i = 0; i < f->axes.size; ++i)
    if (f->axes.a[i].role == ATTN_AXIS_FOLD)
      f->fold = i;
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
  int nDims, axis[ATTN_MAX_AXES]; ///< of each dimension
  int reduced;                    ///< axis; -1: none
  intptr_t nIn, nOut;
  MlirValue operand[MAX_OPERANDS];
  MlirAffineMap map[MAX_OPERANDS];
  MlirValue stands[MAX_OPERANDS]; ///< the value of the region that an input is
  AttnBuilder body;
  AttnValueMap values;
  MlirRegion region;
} Generic;

/// The free axes, the fold axis if it is asked for, and `more` if it is not -1.
static void setDimensions(const Fold *f, Generic *g, bool fold, int more) {
  for (int i = 0; i < f->axes.size; ++i)
    if (f->axes.a[i].role == ATTN_AXIS_FREE || (fold && i == f->fold) || i == more)
      g->axis[g->nDims++] = i;
}

/// A map from all axes as one from the generic's dimensions.
static MlirAffineMap dimensions(const Fold *f, const Generic *g, MlirAffineMap map) {
  MlirAffineExpr by[ATTN_MAX_AXES];
  for (int i = 0; i < f->axes.size; ++i)
    by[i] = mlirAffineConstantExprGet(f->ctx, 0);
  for (int d = 0; d < g->nDims; ++d)
    by[g->axis[d]] = mlirAffineDimExprGet(f->ctx, d);
  return attnAffineOver(map, mlirAffineMapGet(f->ctx, g->nDims, 0, f->axes.size, by));
}

/// A map from all axes to the free ones and, if it is asked for, the fold axis; their extents.
static MlirAffineMap mapTo(const Fold *f, bool fold, int64_t *shape) {
  Generic g = {0};
  MlirAffineExpr exprs[ATTN_MAX_AXES];
  setDimensions(f, &g, fold, -1);
  for (int d = 0; d < g.nDims; ++d) {
    exprs[d] = mlirAffineDimExprGet(f->ctx, g.axis[d]);
    shape[d] = f->axes.a[g.axis[d]].extent;
  }
  return mlirAffineMapGet(f->ctx, f->axes.size, 0, g.nDims, exprs);
}

static bool addOperand(const Fold *f, Generic *g, MlirValue v, MlirAffineMap map,
                       MlirValue stands) {
  if (g->nIn + g->nOut == MAX_OPERANDS)
    return false;
  g->operand[g->nIn + g->nOut] = v;
  g->stands[g->nIn + g->nOut] = stands;
  g->map[g->nIn + g->nOut] = dimensions(f, g, map);
  return true;
}

static bool addIn(const Fold *f, Generic *g, MlirValue v, MlirAffineMap map, MlirValue stands) {
  bool ok = addOperand(f, g, v, map, stands);
  g->nIn += ok;
  return ok;
}

/// A tensor filled with `value`, which results go to.
static bool addOut(const Fold *f, Generic *g, MlirType type, MlirAttribute value,
                   MlirAffineMap map) {
  MlirNamedAttribute attr = attnNamed(f->ctx, "value", mlirDenseElementsAttrSplatGet(type, value));
  bool ok =
      addOperand(f, g, attnBuild0(&f->b, "arith.constant", type, 1, &attr), map, (MlirValue){NULL});
  g->nOut += ok;
  return ok;
}

/// Inputs for what a value of the region is made of: tensors, and sums of contractions.
static bool need(const Fold *f, Generic *g, MlirValue v) {
  MlirOperation op = attnDef(v);
  MlirAffineMap map;
  int64_t shape[ATTN_MAX_AXES];
  for (intptr_t i = 0; i < g->nIn; ++i)
    if (mlirValueEqual(g->stands[i], v))
      return true;
  if (attnIs(op, "carrier.element"))
    return attnAttrMap(op, "map", &map) && addIn(f, g, mlirOperationGetOperand(op, 0), map, v);
  if (attnIs(op, "carrier.contract"))
    return attnMapContains(&f->sums, v) &&
           addIn(f, g, attnMapLookup(&f->sums, v), mapTo(f, true, shape), v);
  bool ok = true;
  intptr_t n = mlirOperationIsNull(op) ? 0 : mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = need(f, g, mlirOperationGetOperand(op, i));
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
  for (intptr_t i = 0; i < g->nIn; ++i)
    attnMapValue(&g->values, g->stands[i], argument(g, i));
}

static void closeBody(Fold *f, Generic *g, const MlirValue *yields, MlirValue *results) {
  MlirAttribute maps[MAX_OPERANDS];
  unsigned reduced = 0;
  attnBuildYield(&g->body, "linalg.yield", g->nOut, yields);
  for (intptr_t i = 0; i < g->nIn + g->nOut; ++i)
    maps[i] = mlirAffineMapAttrGet(g->map[i]);
  for (int d = 0; d < g->nDims; ++d)
    reduced |= (unsigned)(g->axis[d] == g->reduced) << d;
  MlirOperation op = attnBuildGeneric(&f->b, g->nIn, g->nOut, g->operand, maps,
                                      attnIterators(f->ctx, g->nDims, reduced), g->region);
  for (intptr_t i = 0; i < g->nOut; ++i)
    results[i] = mlirOperationGetResult(op, i);
  attnMapFree(&g->values);
}

static MlirValue eval(const Fold *f, Generic *g, MlirValue v);

static MlirValue multiply(const Fold *f, Generic *g, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue x[2];
  for (int i = 0; i < 2; ++i)
    x[i] = attnCast(&g->body, eval(f, g, mlirOperationGetOperand(op, i)), type);
  return attnBuild2(&g->body, "arith.mulf", x[0], x[1]);
}

/// A value of the region in the body, once.
static MlirValue eval(const Fold *f, Generic *g, MlirValue v) {
  MlirOperation op = attnDef(v);
  if (attnMapContains(&g->values, v))
    return attnMapLookup(&g->values, v);
  MlirValue r = {NULL};
  if (attnIs(op, "carrier.index")) {
    int axis = attnAxesFind(&f->axes, attnAttrStr(op, "axis")), d = 0;
    while (d < g->nDims && g->axis[d] != axis)
      ++d;
    MlirNamedAttribute dim = attnNamed(f->ctx, "dim", attnI64(f->ctx, d));
    r = attnBuild0(&g->body, "linalg.index", mlirValueGetType(v), 1, &dim);
  } else if (attnIs(op, "carrier.mask")) {
    r = eval(f, g, mlirOperationGetOperand(op, 1));
  } else if (attnIs(op, "carrier.product")) {
    r = multiply(f, g, op);
  } else {
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
      eval(f, g, mlirOperationGetOperand(op, i));
    attnCloneMapped(&g->body, op, &g->values);
    return attnMapLookup(&g->values, v);
  }
  attnMapValue(&g->values, v, r);
  return r;
}

//===--- the generics -----------------------------------------------------===//

static bool sumContraction(Fold *f, MlirOperation op) {
  int axis = attnAxesFind(&f->axes, attnAttrStr(op, "axis"));
  Generic g = {.reduced = axis};
  setDimensions(f, &g, true, axis);
  int64_t shape[ATTN_MAX_AXES];
  MlirAffineMap map = mapTo(f, true, shape);
  MlirValue v = mlirOperationGetResult(op, 0), sum;
  MlirType scalar = mlirValueGetType(v);
  MlirType type = attnTensorType(mlirAffineMapGetNumResults(map), shape, scalar);
  if (!need(f, &g, mlirOperationGetOperand(op, 0)) ||
      !need(f, &g, mlirOperationGetOperand(op, 1)) ||
      !addOut(f, &g, type, mlirFloatAttrDoubleGet(f->ctx, scalar, 0.0), map))
    return false;
  openBody(f, &g);
  MlirValue yield = attnBuild2(&g.body, "arith.addf", argument(&g, g.nIn), multiply(f, &g, op));
  closeBody(f, &g, &yield, &sum);
  attnMapValue(&f->sums, v, sum);
  return true;
}

static bool sumContractions(Fold *f) {
  bool ok = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(f->op, 0));
       !mlirOperationIsNull(op) && ok; op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "carrier.contract"))
      ok = sumContraction(f, op);
  return ok;
}

static MlirValue combine(const AttnBuilder *b, const char *monoid, MlirValue x, MlirValue y) {
  static const char *const names[][3] = {
      {"add", "arith.addf", "arith.addi"},      {"mul", "arith.mulf", "arith.muli"},
      {"max", "arith.maximumf", "arith.maxsi"}, {"min", "arith.minimumf", "arith.minsi"},
      {"and", "arith.andi", "arith.andi"},      {"or", "arith.ori", "arith.ori"}};
  size_t i = 0;
  while (strcmp(names[i][0], monoid) != 0)
    ++i;
  return attnBuild2(b, names[i][attnIsFloat(mlirValueGetType(x)) ? 1 : 2], x, y);
}

static bool foldStates(Fold *f) {
  Generic g = {.reduced = f->fold};
  setDimensions(f, &g, true, -1);
  MlirOperation yield = mlirBlockGetTerminator(attnBody(f->op, 0));
  MlirValue x[MAX_CHANNELS], y[MAX_CHANNELS], next[MAX_CHANNELS];
  int64_t shape[ATTN_MAX_AXES];
  MlirAffineMap map = mapTo(f, false, shape);
  bool ok = true;
  for (int i = 0; i < f->n && ok; ++i)
    ok = need(f, &g, mlirOperationGetOperand(yield, i));
  for (int i = 0; i < f->n && ok; ++i)
    ok = addOut(f, &g, attnTensorType(mlirAffineMapGetNumResults(map), shape, f->type[i]),
                f->identity[i], map);
  if (!ok)
    return false;
  openBody(f, &g);
  for (int i = 0; i < f->n; ++i) {
    x[i] = argument(&g, g.nIn + i);
    y[i] = eval(f, &g, mlirOperationGetOperand(yield, i));
  }
  if (!mlirOperationIsNull(f->define))
    attnDefineMerge(&g.body, f->define, x, y, next);
  for (int i = 0; i < f->n; ++i) {
    if (mlirOperationIsNull(f->define))
      next[i] = combine(&g.body, f->monoid[i], x[i], y[i]);
    MlirOperation mask = attnDef(mlirOperationGetOperand(yield, i));
    for (; attnIs(mask, "carrier.mask"); mask = attnDef(mlirOperationGetOperand(mask, 1)))
      next[i] = attnSelect(&g.body, eval(f, &g, mlirOperationGetOperand(mask, 0)), next[i], x[i]);
  }
  closeBody(f, &g, next, f->state);
  return true;
}

/// The results of a fold's projection, or (without states) of a map's body.
static bool projectStates(Fold *f, int region, MlirValue *results) {
  Generic g = {.reduced = -1};
  setDimensions(f, &g, false, -1);
  MlirBlock project = attnBody(f->op, region);
  MlirOperation yield = mlirBlockGetTerminator(project);
  intptr_t n = mlirOperationGetNumResults(f->op);
  MlirValue yields[MAX_CHANNELS];
  int64_t shape[ATTN_MAX_AXES];
  bool ok = n <= MAX_CHANNELS;
  for (int i = 0; i < f->n && ok; ++i)
    ok = addIn(f, &g, f->state[i], mapTo(f, false, shape), mlirBlockGetArgument(project, i));
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = need(f, &g, mlirOperationGetOperand(yield, i));
  for (intptr_t i = 0; i < n && ok; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(f->op, i)), e = attnElementType(type);
    MlirAttribute zero =
        attnIsFloat(e) ? mlirFloatAttrDoubleGet(f->ctx, e, 0.0) : mlirIntegerAttrGet(e, 0);
    ok = addOut(f, &g, type, zero, mlirAffineMapAttrGetValue(attnAttrArrayGet(f->op, "maps", i)));
  }
  if (!ok)
    return false;
  openBody(f, &g);
  for (intptr_t i = 0; i < n; ++i)
    yields[i] = eval(f, &g, mlirOperationGetOperand(yield, i));
  closeBody(f, &g, yields, results);
  return true;
}

static bool expandFold(Fold *f, MlirOperation op, MlirValue *results) {
  return readFold(op, f) && sumContractions(f) && foldStates(f) && projectStates(f, 1, results);
}

static bool expandMap(Fold *f, MlirOperation op, MlirValue *results) {
  *f = (Fold){.op = op, .ctx = mlirOperationGetContext(op), .b = attnBuilderBefore(op), .fold = -1};
  return attnAxesRead(op, &f->axes) && projectStates(f, 0, results);
}

void attnOracleExpandCarriers(MlirOperation root) {
  static const char *const names[] = {"carrier.fold", "carrier.map"};
  MlirValue results[MAX_CHANNELS];
  Fold *f = malloc(sizeof *f);
  for (int k = 0; k < 2; ++k) {
    MlirOperation *ops;
    intptr_t n = attnCollect(root, names[k], &ops);
    for (intptr_t i = 0; i < n; ++i) {
      *f = (Fold){0};
      if (k ? expandMap(f, ops[i], results) : expandFold(f, ops[i], results))
        attnReplaceOp(ops[i], mlirOperationGetNumResults(ops[i]), results);
      attnMapFree(&f->sums);
    }
    free(ops);
  }
  free(f);
}
