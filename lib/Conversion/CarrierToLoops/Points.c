//===- Points.c - Evaluating a carrier region at the points of a loop nest ===//
// See Points.h.
//===----------------------------------------------------------------------===//
#include "Conversion/CarrierToLoops/Points.h"

#include "IR/Diag.h"

#include <stdlib.h>
#include <string.h>

//===--- axes -------------------------------------------------------------===//

MlirLogicalResult attnPointsInit(AttnPoints *p, MlirOperation op) {
  *p = (AttnPoints){.op = op};
  intptr_t n = attnAttrArraySize(op, "axes");
  if (n < 0)
    return attnOpError(op, "'%s' has no 'axes'", attnOpName(op));
  if (n > ATTN_MAX_AXES)
    return attnOpError(op, "%d axes, at most %d are supported", (int)n, ATTN_MAX_AXES);
  for (int i = 0; i < n; ++i) {
    MlirAttribute axis = attnAttrArrayGet(op, "axes", i);
    const char *role = attnDictStr(axis, "role");
    p->name[i] = attnDictStr(axis, "name");
    if (!p->name[i] || !role || !attnDictI64(axis, "extent", &p->extent[i]))
      return attnOpError(op, "axis %d lacks name, role or extent", i);
    if (p->extent[i] < 0)
      return attnOpError(op, "axis '%s' has no static extent: dynamic lengths are not supported",
                         p->name[i]);
    AttnAxisSet bit = (AttnAxisSet)1 << i;
    if (strcmp(role, "fold") == 0)
      p->fold |= bit;
    else if (strcmp(role, "contract") == 0)
      p->contract |= bit;
    else
      p->free |= bit;
  }
  p->nAxes = (int)n;
  p->scope = calloc(1, sizeof *p->scope);
  p->scope->builder = attnBuilderBefore(op);
  return mlirLogicalResultSuccess();
}

void attnPointsFree(AttnPoints *p) {
  while (p->scope) {
    AttnScope *outer = p->scope->outer;
    attnMapFree(&p->scope->values);
    free(p->scope);
    p->scope = outer;
  }
  free(p->known);
  free(p->knownAxes);
}

int attnPointsAxis(const AttnPoints *p, const char *name) {
  for (int i = 0; name && i < p->nAxes; ++i)
    if (strcmp(p->name[i], name) == 0)
      return i;
  return -1;
}

AttnAxisSet attnPointsAxesOfMap(const AttnPoints *p, MlirAffineMap map) {
  AttnAxisSet set = 0;
  for (intptr_t r = 0, n = mlirAffineMapGetNumResults(map); r < n; ++r)
    for (int d = 0; d < p->nAxes; ++d)
      if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), d))
        set |= (AttnAxisSet)1 << d;
  return set;
}

static AttnAxisSet axisBit(const AttnPoints *p, MlirOperation op) {
  int axis = attnPointsAxis(p, attnAttrStr(op, "axis"));
  return axis < 0 ? 0 : (AttnAxisSet)1 << axis;
}

static bool isInRegion(const AttnPoints *p, MlirValue v) {
  for (intptr_t i = 0, n = mlirOperationGetNumRegions(p->op); i < n; ++i)
    if (attnValueIsInside(v, mlirOperationGetRegion(p->op, i)))
      return true;
  return false;
}

AttnAxisSet attnPointsAxesOf(AttnPoints *p, MlirValue v) {
  for (intptr_t i = 0; i < p->nKnown; ++i)
    if (mlirValueEqual(p->known[i], v))
      return p->knownAxes[i];
  AttnAxisSet set = 0;
  if (!isInRegion(p, v)) {
    set = 0;
  } else if (mlirValueIsABlockArgument(v)) {
    set = p->argumentAxes(p, mlirBlockArgumentGetArgNumber(v), p->user);
  } else {
    MlirOperation def = mlirOpResultGetOwner(v);
    MlirAffineMap map;
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(def); i < n; ++i)
      set |= attnPointsAxesOf(p, mlirOperationGetOperand(def, i));
    if (attnIs(def, "carrier.element") && attnAttrMap(def, "map", &map))
      set |= attnPointsAxesOfMap(p, map);
    else if (attnIs(def, "carrier.index"))
      set |= axisBit(p, def);
    else if (attnIs(def, "carrier.contract"))
      set &= ~axisBit(p, def);
  }
  if (p->nKnown == p->capKnown) {
    p->capKnown = p->capKnown ? 2 * p->capKnown : 64;
    p->known = realloc(p->known, (size_t)p->capKnown * sizeof *p->known);
    p->knownAxes = realloc(p->knownAxes, (size_t)p->capKnown * sizeof *p->knownAxes);
  }
  p->known[p->nKnown] = v;
  p->knownAxes[p->nKnown++] = set;
  return set;
}

//===--- loops and guards -------------------------------------------------===//

static void pushScope(AttnPoints *p, MlirOperation op, AttnBuilder inner, AttnAxisSet axes,
                      bool guard) {
  AttnScope *s = calloc(1, sizeof *s);
  s->outer = p->scope;
  s->builder = inner;
  s->savedBefore = p->scope->builder.before;
  s->axes = axes;
  s->guard = guard;
  // What is evaluated in an outer scope from now on has to stand before this operation.
  p->scope->builder.before = op;
  p->scope = s;
}

void attnPointsOpenLoop(AttnPoints *p, int axis, intptr_t n, MlirValue *vals) {
  const AttnBuilder *b = &p->scope->builder;
  MlirValue lo = attnConstIndex(b, 0), hi = attnConstIndex(b, p->extent[axis]);
  MlirValue step = attnConstIndex(b, 1), iv;
  AttnBuilder inner;
  MlirOperation loop = attnBuildFor(b, lo, hi, step, n, vals, &inner, &iv, vals);
  p->coordinate[axis] = iv;
  pushScope(p, loop, inner, p->scope->axes | (AttnAxisSet)1 << axis, false);
}

void attnPointsOpenGuard(AttnPoints *p, MlirValue cond, intptr_t n, const MlirValue *vals) {
  const AttnBuilder *b = &p->scope->builder;
  MlirType *types = malloc((size_t)(n ? n : 1) * sizeof *types);
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(vals[i]);
  AttnBuilder then, els;
  MlirOperation op = attnBuildIf(b, cond, n, types, &then, &els);
  free(types);
  pushScope(p, op, then, p->scope->axes, true);
}

void attnPointsClose(AttnPoints *p, intptr_t n, MlirValue *vals, const MlirValue *otherwise) {
  AttnScope *s = p->scope;
  attnBuildYield(&s->builder, "scf.yield", n, vals);
  MlirOperation op = s->outer->builder.before;
  if (s->guard) {
    AttnBuilder els = attnBuilderAtEnd(attnBody(op, 1), s->builder.loc);
    attnBuildYield(&els, "scf.yield", n, otherwise);
  }
  for (intptr_t i = 0; i < n; ++i)
    vals[i] = mlirOperationGetResult(op, i);
  s->outer->builder.before = s->savedBefore;
  p->scope = s->outer;
  attnMapFree(&s->values);
  free(s);
}

void attnPointsOpenNest(AttnPoints *p, int nAxes, const int *axes, intptr_t n, MlirValue *vals) {
  for (int i = 0; i < nAxes; ++i)
    attnPointsOpenLoop(p, axes[i], n, vals);
}

void attnPointsCloseNest(AttnPoints *p, int nAxes, intptr_t n, MlirValue *vals) {
  for (int i = 0; i < nAxes; ++i)
    attnPointsClose(p, n, vals, NULL);
}

//===--- small builders ---------------------------------------------------===//

static MlirValue extractAt(const AttnBuilder *b, MlirValue tensor, intptr_t n,
                           const MlirValue *indices) {
  MlirValue *operands = malloc((size_t)(n + 1) * sizeof *operands);
  operands[0] = tensor;
  memcpy(operands + 1, indices, (size_t)n * sizeof *operands);
  MlirValue v = attnBuild(b, "tensor.extract", n + 1, operands,
                          attnElementType(mlirValueGetType(tensor)), 0, NULL);
  free(operands);
  return v;
}

MlirValue attnPointsExtract(AttnPoints *p, MlirValue tensor, intptr_t n, const MlirValue *indices) {
  return extractAt(&p->scope->builder, tensor, n, indices);
}

MlirValue attnPointsInsert(AttnPoints *p, MlirValue scalar, MlirValue tensor, intptr_t n,
                           const MlirValue *indices) {
  MlirValue *operands = malloc((size_t)(n + 2) * sizeof *operands);
  operands[0] = scalar, operands[1] = tensor;
  memcpy(operands + 2, indices, (size_t)n * sizeof *operands);
  MlirValue v = attnBuild(&p->scope->builder, "tensor.insert", n + 2, operands,
                          mlirValueGetType(tensor), 0, NULL);
  free(operands);
  return v;
}

MlirValue attnPointsEmpty(AttnPoints *p, MlirType tensorType) {
  return attnBuild0(&p->scope->builder, "tensor.empty", tensorType, 0, NULL);
}

static MlirNamedAttribute fastmath(const AttnBuilder *b, bool reassociate) {
  const char *flags = reassociate ? "#arith.fastmath<reassoc,contract>" : "#arith.fastmath<none>";
  return attnNamed(b->ctx, "fastmath",
                   mlirAttributeParseGet(b->ctx, mlirStringRefCreateFromCString(flags)));
}

MlirValue attnCombine(const AttnBuilder *b, const char *monoid, MlirValue x, MlirValue y,
                      bool reassociate) {
  static const struct {
    const char *monoid, *onFloat, *onInt;
  } table[] = {{"add", "arith.addf", "arith.addi"},
               {"mul", "arith.mulf", "arith.muli"},
               {"max", "arith.maximumf", "arith.maxsi"},
               {"min", "arith.minimumf", "arith.minsi"},
               {"and", NULL, "arith.andi"},
               {"or", NULL, "arith.ori"}};
  MlirType type = mlirValueGetType(x);
  bool isFloat = mlirTypeIsAFloat(type);
  for (size_t i = 0; monoid && i < sizeof table / sizeof *table; ++i) {
    if (strcmp(table[i].monoid, monoid) != 0)
      continue;
    const char *name = isFloat ? table[i].onFloat : table[i].onInt;
    if (!name)
      break;
    bool flags = isFloat && reassociate && i < 2;
    MlirNamedAttribute attr = fastmath(b, flags);
    return attnBuild(b, name, 2, (MlirValue[]){x, y}, type, flags ? 1 : 0, &attr);
  }
  return (MlirValue){NULL};
}

MlirValue attnMultiply(const AttnBuilder *b, MlirValue x, MlirValue y) {
  return attnBuild2(b, mlirTypeIsAFloat(mlirValueGetType(x)) ? "arith.mulf" : "arith.muli", x, y);
}

//===--- evaluation -------------------------------------------------------===//

static MlirValue lookup(const AttnScope *s, MlirValue v) {
  for (; s; s = s->outer)
    if (attnMapContains(&s->values, v))
      return attnMapLookup(&s->values, v);
  return (MlirValue){NULL};
}

/// The outermost scope that binds `axes`, but not out of a guard into the loop the guard stands in.
static AttnScope *scopeFor(AttnScope *s, AttnAxisSet axes) {
  while (s->outer) {
    AttnScope *loop = s;
    while (loop->guard)
      loop = loop->outer;
    AttnScope *out = loop->outer;
    if (!out || (axes & ~out->axes))
      break;
    s = out;
  }
  return s;
}

static MlirValue fail(AttnPoints *p) {
  p->failed = true;
  return (MlirValue){NULL};
}

static void indicesAt(AttnPoints *p, const AttnBuilder *b, MlirAffineMap map, MlirValue *indices) {
  intptr_t nDims = mlirAffineMapGetNumDims(map);
  for (intptr_t r = 0, n = mlirAffineMapGetNumResults(map); r < n; ++r) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsADim(e)) {
      indices[r] = p->coordinate[mlirAffineDimExprGetPosition(e)];
      continue;
    }
    if (mlirAffineExprIsAConstant(e)) {
      indices[r] = attnConstIndex(b, mlirAffineConstantExprGetValue(e));
      continue;
    }
    MlirValue dims[ATTN_MAX_AXES];
    MlirValue zero = {NULL};
    for (intptr_t d = 0; d < nDims; ++d) {
      if (mlirAffineExprIsFunctionOfDim(e, d)) {
        dims[d] = p->coordinate[d];
      } else {
        if (mlirValueIsNull(zero))
          zero = attnConstIndex(b, 0);
        dims[d] = zero;
      }
    }
    intptr_t pos = r;
    indices[r] = attnAffineApply(b, mlirAffineMapGetSubMap(map, 1, &pos), nDims, dims);
  }
}

void attnPointsIndices(AttnPoints *p, MlirAffineMap map, MlirValue *indices) {
  indicesAt(p, &p->scope->builder, map, indices);
}

static MlirValue zeroOf(const AttnBuilder *b, MlirType type) {
  return mlirTypeIsAFloat(type) ? attnConstFloat(b, type, 0.0) : attnConstInt(b, type, 0);
}

/// sum over the axis of lhs * rhs, in a loop of its own.
static MlirValue evalContract(AttnPoints *p, MlirOperation op, MlirType type) {
  int axis = attnPointsAxis(p, attnAttrStr(op, "axis"));
  MlirValue sum = zeroOf(&p->scope->builder, type);
  if (axis < 0 || p->extent[axis] == 0)
    return axis < 0 ? fail(p) : sum;
  attnPointsOpenLoop(p, axis, 1, &sum);
  MlirValue lhs = attnPointsEval(p, mlirOperationGetOperand(op, 0));
  MlirValue rhs = attnPointsEval(p, mlirOperationGetOperand(op, 1));
  if (!p->failed) {
    const AttnBuilder *b = &p->scope->builder;
    MlirValue product = attnCombine(b, "mul", attnCast(b, lhs, type), attnCast(b, rhs, type), true);
    sum = attnCombine(b, "add", sum, product, true);
  }
  attnPointsClose(p, 1, &sum, NULL);
  return sum;
}

static MlirValue evalOp(AttnPoints *p, MlirValue v) {
  MlirOperation op = mlirOpResultGetOwner(v);
  MlirType type = mlirValueGetType(v);
  const AttnBuilder *b = &p->scope->builder;
  if (attnIs(op, "carrier.element")) {
    MlirAffineMap map;
    if (!attnAttrMap(op, "map", &map))
      return fail(p);
    MlirValue indices[ATTN_MAX_AXES];
    intptr_t rank = mlirAffineMapGetNumResults(map);
    if (rank > ATTN_MAX_AXES) {
      attnOpError(op, "a tensor of rank %d is not supported", (int)rank);
      return fail(p);
    }
    indicesAt(p, b, map, indices);
    return extractAt(b, mlirOperationGetOperand(op, 0), rank, indices);
  }
  if (attnIs(op, "carrier.index")) {
    int axis = attnPointsAxis(p, attnAttrStr(op, "axis"));
    return axis < 0 ? fail(p) : p->coordinate[axis];
  }
  if (attnIs(op, "carrier.contract"))
    return evalContract(p, op, type);
  if (attnIs(op, "carrier.mask")) {
    attnOpError(op, "a mask must be yielded as the lift of a channel; here its value is used");
    return fail(p);
  }
  AttnValueMap operands = {0};
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    MlirValue x = mlirOperationGetOperand(op, i);
    attnMapValue(&operands, x, attnPointsEval(p, x));
  }
  MlirValue result = {NULL};
  if (!p->failed && attnIs(op, "carrier.product")) {
    MlirValue x = attnCast(b, attnMapLookup(&operands, mlirOperationGetOperand(op, 0)), type);
    MlirValue y = attnCast(b, attnMapLookup(&operands, mlirOperationGetOperand(op, 1)), type);
    result = attnCombine(b, "mul", x, y, true);
  } else if (!p->failed) {
    MlirOperation clone = attnCloneMapped(b, op, &operands);
    result = mlirOperationGetResult(clone, mlirOpResultGetResultNumber(v));
  }
  attnMapFree(&operands);
  return result;
}

MlirValue attnPointsEval(AttnPoints *p, MlirValue v) {
  if (p->failed)
    return (MlirValue){NULL};
  if (!isInRegion(p, v))
    return v;
  MlirValue done = lookup(p->scope, v);
  if (!mlirValueIsNull(done))
    return done;
  AttnAxisSet axes = attnPointsAxesOf(p, v);
  if (axes & ~p->scope->axes) {
    int axis = 0;
    while (!((axes & ~p->scope->axes) >> axis & 1))
      ++axis;
    MlirOperation def = attnDef(v);
    attnOpError(mlirOperationIsNull(def) ? p->op : def,
                "this value depends on axis '%s', which is not bound where it is used",
                p->name[axis]);
    return fail(p);
  }
  // Operands first need their own scopes, so the evaluation itself runs at the target scope.
  AttnScope *here = p->scope, *target = scopeFor(here, axes);
  p->scope = target;
  MlirValue result = mlirValueIsABlockArgument(v)
                         ? p->argument(p, mlirBlockArgumentGetArgNumber(v), p->user)
                         : evalOp(p, v);
  p->scope = here;
  if (mlirValueIsNull(result))
    return fail(p);
  attnMapValue(&target->values, v, result);
  return result;
}
