//===- BracketHoist.c - Computed right operands get a kernel of their own --===//
// See Bracket.h.
//
//   lift: contract(q, f(k))   ->   t = carrier.map f(k);  lift: contract(q, element t)
//
// The right operand of a contraction is read by every warp of a CTA, and by every CTA along the
// rows: it lies in memory. One that is computed (rotary positions on keys, a scale on values) would
// be computed once per row tile and would have to move between warps; it is computed once instead,
// in an elementwise map in front of the fold, with the same rounding. Left operands stay: their
// rows are where the row's warp needs them. Operands that contain a contraction stay.
//
//===----------------------------------------------------------------------===//
#include "IR/Affine.h"
#include "Passes/Bracket.h"

#include <stdlib.h>

/// A place where a right operand is read.
typedef struct Use {
  MlirOperation op;
  intptr_t operand;
  MlirValue value;
  const char *name;
} Use;

/// The part of the block above v that v is made of, in order; NULL if it contains a contraction.
static MlirOperation *slice(MlirBlock block, MlirValue v, intptr_t *n) {
  MlirOperation *ops = NULL;
  bool *need = NULL, ok = true;
  intptr_t size = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    ops = realloc(ops, (size_t)(size + 1) * sizeof *ops);
    ops[size++] = op;
    if (mlirOperationEqual(op, attnDef(v)))
      break;
  }
  need = calloc((size_t)size + 1, sizeof *need);
  if (size)
    need[size - 1] = true;
  for (intptr_t i = size - 1; i >= 0; --i) {
    if (!need[i])
      continue;
    ok &= !attnIs(ops[i], "carrier.contract") && !attnIs(ops[i], "carrier.product");
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(ops[i]); ++k)
      for (intptr_t j = 0; j < i; ++j)
        need[j] |= mlirOperationEqual(attnDef(mlirOperationGetOperand(ops[i], k)), ops[j]);
  }
  *n = 0;
  for (intptr_t i = 0; i < size; ++i)
    if (need[i])
      ops[(*n)++] = ops[i];
  free(need);
  if (ok)
    return ops;
  free(ops);
  return NULL;
}

/// The carrier.map of v over the axes it depends on, in front of the fold.
static MlirOperation makeMap(const AttnBrModel *m, MlirValue v, intptr_t n, MlirOperation *ops) {
  AttnAxisSet dep = attnBrDep(m, v);
  MlirAffineExpr toNew[ATTN_BR_MAX_AXES];
  MlirAttribute axes[ATTN_BR_MAX_AXES];
  int64_t shape[ATTN_BR_MAX_AXES];
  int nDims = 0;
  for (int i = 0; i < m->nAxes; ++i) {
    toNew[i] = mlirAffineConstantExprGet(m->ctx, 0);
    if (!(dep & ATTN_AXIS(i)))
      continue;
    MlirNamedAttribute entries[] = {
        attnNamed(m->ctx, "name", attnStr(m->ctx, m->axes[i].name)),
        attnNamed(m->ctx, "role", attnStr(m->ctx, attnAxisRoleName(ATTN_AXIS_FREE))),
        attnNamed(m->ctx, "extent", attnI64(m->ctx, m->axes[i].extent))};
    toNew[i] = mlirAffineDimExprGet(m->ctx, nDims);
    shape[nDims] = m->axes[i].extent;
    axes[nDims++] = mlirDictionaryAttrGet(m->ctx, 3, entries);
  }
  MlirAffineMap by = mlirAffineMapGet(m->ctx, nDims, 0, m->nAxes, toNew);
  AttnBuilder outer = attnBuilderBefore(m->op), in;
  outer.loc = mlirOperationGetLocation(attnDef(v));
  MlirRegion region = attnRegionWithBlock(&outer, 0, NULL, &in);
  AttnValueMap values = {0};
  for (intptr_t i = 0; i < n; ++i) {
    MlirOperation clone = attnCloneMapped(&in, ops[i], &values);
    MlirAffineMap map;
    if (attnIs(clone, "carrier.element") && attnAttrMap(clone, "map", &map))
      attnSetAttr(clone, "map", attnMapAttr(attnAffineOver(map, by)));
  }
  MlirValue result = attnMapLookup(&values, v);
  attnBuildYield(&in, "gpu.yield", 1, &result);
  attnMapFree(&values);
  MlirAttribute identity = attnMapAttr(mlirAffineMapMultiDimIdentityGet(m->ctx, nDims));
  MlirNamedAttribute attrs[] = {attnNamed(m->ctx, "axes", mlirArrayAttrGet(m->ctx, nDims, axes)),
                                attnNamed(m->ctx, "maps", mlirArrayAttrGet(m->ctx, 1, &identity))};
  MlirType type = attnTensorType(nDims, shape, mlirValueGetType(v));
  return attnBuildOp(&outer, &(AttnOpDesc){.name = "carrier.map",
                                           .nResults = 1,
                                           .results = &type,
                                           .nAttrs = 2,
                                           .attrs = attrs,
                                           .nRegions = 1,
                                           .regions = &region});
}

/// Reads the map's result where v was read.
static void rewire(const AttnBrModel *m, const Use *u, MlirOperation map) {
  AttnAxisSet dep = attnBrDep(m, u->value);
  MlirAffineExpr exprs[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (dep & ATTN_AXIS(i))
      exprs[n++] = mlirAffineDimExprGet(m->ctx, i);
  MlirNamedAttribute attr =
      attnNamed(m->ctx, "map", attnMapAttr(mlirAffineMapGet(m->ctx, m->nAxes, 0, n, exprs)));
  AttnBuilder b = attnBuilderBefore(u->op);
  MlirValue tensor = mlirOperationGetResult(map, 0);
  MlirValue element =
      attnBuild(&b, "carrier.element", 1, &tensor, mlirValueGetType(u->value), 1, &attr);
  mlirOperationSetOperand(u->op, u->operand, element);
}

static void eraseDead(MlirBlock block) {
  for (bool again = true; again;) {
    again = false;
    MlirOperation next;
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = next) {
      next = mlirOperationGetNextInBlock(op);
      if (mlirOperationGetNumResults(op) == 0 || attnHasUses(op))
        continue;
      mlirOperationDestroy(op);
      again = true;
    }
  }
}

static bool hoist(const AttnBrModel *m, Use *u, MlirOperation *map) {
  u->value = attnBrStripWiden(u->value);
  MlirOperation d = attnDef(u->value);
  if (mlirOperationIsNull(d) || attnIs(d, "carrier.element") || attnBrPure(m, u->value) ||
      !mlirBlockEqual(mlirOperationGetBlock(d), m->body))
    return false;
  if (m->row >= 0 && (attnBrDep(m, u->value) & ATTN_AXIS(m->row)))
    return false;
  intptr_t n;
  MlirOperation *ops = slice(m->body, u->value, &n);
  if (!ops)
    return false;
  *map = makeMap(m, u->value, n, ops);
  free(ops);
  attnRemark(mlirOperationGetLocation(d),
             "the right operand of contraction '%s' is computed: once, in a kernel of its own",
             u->name);
  rewire(m, u, *map);
  eraseDead(m->body);
  return true;
}

static intptr_t operandOf(MlirOperation op, MlirValue v) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (mlirValueEqual(attnBrStripWiden(mlirOperationGetOperand(op, i)), v))
      return i;
  return 0;
}

bool attnBrHoist(const AttnBrModel *m, MlirOperation *map) {
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.contract") || !attnHasUses(op))
      continue;
    MlirValue lhs = attnBrStripWiden(mlirOperationGetOperand(op, 0));
    MlirValue rhs = attnBrStripWiden(mlirOperationGetOperand(op, 1));
    attnBrOrient(m, &lhs, &rhs);
    if (hoist(m, &(Use){op, operandOf(op, rhs), rhs, attnAttrStr(op, "axis")}, map))
      return true;
  }
  for (int i = 0; i < m->nChannels; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    const char *name = c->contraction ? c->contraction : c->name;
    Use u = {mlirBlockGetTerminator(m->body), i, c->lift, name};
    if (c->bilinear) {
      u = (Use){attnDef(c->lift), operandOf(attnDef(c->lift), c->rhs), c->rhs, name};
    } else if (c->nFactors) {
      MlirValue rhs = attnBrStripWiden(c->lift);
      u = (Use){c->factored, operandOf(c->factored, rhs), rhs, name};
    } else if (c->contracted) {
      for (MlirOperation d = attnDef(mlirOperationGetOperand(u.op, u.operand));
           attnIs(d, "carrier.mask"); d = attnDef(mlirOperationGetOperand(d, 1)))
        u.op = d, u.operand = 1;
    } else {
      continue;
    }
    if (hoist(m, &u, map))
      return true;
  }
  return false;
}
