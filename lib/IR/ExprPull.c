//===- ExprPull.c - Walking through producers -----------------------------===//
// See Expr.h. One case per kind of producer; whatever has none is a root.
//===----------------------------------------------------------------------===//
#include "IR/ExprPool.h"

#include <stdlib.h>
#include <string.h>

//===--- memo -------------------------------------------------------------===//

static uint64_t hashSpace(const AttnSpace *s) {
  uint64_t h = 1469598103934665603ull;
  for (int d = 0; d < s->n; ++d)
    h = (h ^ (uint64_t)s->extent[d]) * 1099511628211ull;
  return h;
}

static PullMemo *findMemo(AttnExprPool *p, uint64_t space, MlirValue v, int n,
                          const MlirAffineExpr *idx) {
  for (size_t i = p->numMemo; i-- > 0;) {
    PullMemo *m = &p->memo[i];
    if (m->space != space || !mlirValueEqual(m->value, v) || m->n != n)
      continue;
    bool same = true;
    for (int k = 0; k < n && same; ++k)
      same = mlirAffineExprEqual(m->idx[k], idx[k]);
    if (same)
      return m;
  }
  return NULL;
}

static void remember(AttnExprPool *p, uint64_t space, MlirValue v, int n, const MlirAffineExpr *idx,
                     const AttnExpr *result) {
  if (p->numMemo == p->memoCapacity) {
    p->memoCapacity = p->memoCapacity ? 2 * p->memoCapacity : 64;
    p->memo = realloc(p->memo, p->memoCapacity * sizeof *p->memo);
  }
  PullMemo *m = &p->memo[p->numMemo++];
  *m = (PullMemo){v, n, NULL, space, result};
  m->idx = malloc((size_t)(n ? n : 1) * sizeof *m->idx);
  memcpy(m->idx, idx, (size_t)n * sizeof *idx);
}

//===--- linalg.generic ---------------------------------------------------===//

static MlirAffineMap mapOf(MlirOperation generic, intptr_t k) {
  return mlirAffineMapAttrGetValue(attnAttrArrayGet(generic, "indexing_maps", k));
}

static bool isReductionLoop(MlirOperation generic, intptr_t d) {
  char text[64]; // linalg's enum attribute has no C accessor; it prints as
                 // #linalg.iterator_type<...>
  attnPrintAttr(attnAttrArrayGet(generic, "iterator_types", d), text, sizeof text);
  return strstr(text, "reduction") != NULL;
}

bool attnIsReduction(MlirOperation op) {
  if (!attnIs(op, "linalg.generic"))
    return false;
  for (intptr_t d = 0, n = attnAttrArraySize(op, "iterator_types"); d < n; ++d)
    if (isReductionLoop(op, d))
      return true;
  return false;
}

bool attnIsContraction(MlirOperation op) {
  if (!attnIsReduction(op) || mlirOperationGetNumResults(op) != 1)
    return false;
  MlirOperation combine =
      attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0));
  if (mlirOperationIsNull(combine) || !attnIs(combine, "arith.addf"))
    return false;
  for (intptr_t k = 0; k < 2; ++k) {
    MlirOperation x = attnDef(mlirOperationGetOperand(combine, k));
    if (!mlirOperationIsNull(x) && attnIs(x, "arith.mulf") &&
        !mlirValueEqual(mlirOperationGetOperand(x, 0), mlirOperationGetOperand(x, 1)))
      return true;
  }
  return false;
}

static intptr_t numInputs(MlirOperation generic) {
  return mlirOperationGetNumOperands(generic) - mlirOperationGetNumResults(generic);
}

/// Is the operand a tensor with static shape or a scalar?
static bool isReadable(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return !mlirTypeIsAShaped(t) || (mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t));
}

/// The scalar value `v` inside the body of `generic`, whose loop d is at loop[d].
static const AttnExpr *pullScalar(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
                                  MlirValue v, const MlirAffineExpr *loop, AttnValueMap *seen,
                                  const AttnExpr **values);

static const AttnExpr *pullOperand(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
                                   intptr_t k, const MlirAffineExpr *loop) {
  MlirValue operand = mlirOperationGetOperand(generic, k);
  MlirAffineMap map = mapOf(generic, k);
  intptr_t nLoops = mlirAffineMapGetNumDims(map), rank = mlirAffineMapGetNumResults(map);
  if (!mlirTypeIsAShaped(mlirValueGetType(operand)))
    return attnExprPull(p, space, operand, NULL);
  MlirAffineExpr copy[ATTN_MAX_DIMS], idx[ATTN_MAX_DIMS];
  memcpy(copy, loop, (size_t)nLoops * sizeof *copy);
  MlirAffineMap subst = mlirAffineMapGet(p->ctx, space->n, 0, nLoops, copy);
  for (intptr_t i = 0; i < rank; ++i)
    idx[i] = mlirAffineExprCompose(mlirAffineMapGetResult(map, i), subst);
  return attnExprPull(p, space, operand, idx);
}

static const AttnExpr *constantExpr(AttnExprPool *p, MlirAttribute value, MlirType type) {
  if (mlirAttributeIsAFloat(value))
    return attnExprFloat(p, type, mlirFloatAttrGetValueDouble(value));
  if (mlirAttributeIsAInteger(value))
    return attnExprInt(p, type, mlirIntegerAttrGetValueInt(value));
  if (mlirAttributeIsADenseElements(value) && mlirDenseElementsAttrIsSplat(value)) {
    MlirAttribute splat = mlirDenseElementsAttrGetSplatValue(value);
    return constantExpr(p, splat, attnElementType(type));
  }
  return NULL;
}

static MlirAffineExpr cst(AttnExprPool *p, int64_t v) {
  return mlirAffineConstantExprGet(p->ctx, v);
}

/// `idx` itself where it is in [0, extent), and in [0, extent) where it is not. What is read under
/// a condition (a branch of scf.if, a part of a concatenation) is read always once the condition is
/// a select, so it must be in bounds by construction; the element is not used where it differs.
static bool inBounds(AttnExprPool *p, const AttnSpace *space, int64_t extent, MlirAffineExpr *idx) {
  int64_t lo, hi;
  MlirAffineExpr e = attnAffineSimplify(*idx, space);
  if (extent <= 0)
    return false;
  if (!attnSpaceRange(e, space, &lo, &hi)) { // an empty space: nothing is read
    *idx = e;
    return true;
  }
  if (lo < 0)
    e = mlirAffineAddExprGet(e, cst(p, (-lo + extent - 1) / extent * extent));
  if (lo < 0 || hi >= extent)
    e = mlirAffineModExprGet(e, cst(p, extent));
  *idx = attnAffineSimplify(e, space);
  return true;
}

/// Is lo <= idx < hi on the whole space, nowhere, or an expression?
static const AttnExpr *between(AttnExprPool *p, const AttnSpace *space, MlirAffineExpr idx,
                               int64_t lo, int64_t hi) {
  MlirType i1 = mlirIntegerTypeGet(p->ctx, 1), index = mlirIndexTypeGet(p->ctx);
  const AttnExpr *x = attnExprIndex(p, space, idx);
  const AttnExpr *ge = attnExprOp(p, space, "arith.cmpi", 5, i1, 2,
                                  (const AttnExpr *[]){x, attnExprInt(p, index, lo)});
  const AttnExpr *lt = attnExprOp(p, space, "arith.cmpi", 2, i1, 2,
                                  (const AttnExpr *[]){x, attnExprInt(p, index, hi)});
  return attnExprOp(p, space, "arith.andi", 0, i1, 2, (const AttnExpr *[]){ge, lt});
}

static const AttnExpr *choose(AttnExprPool *p, const AttnSpace *space, const AttnExpr *cond,
                              const AttnExpr *yes, const AttnExpr *no) {
  return attnExprOp(p, space, "arith.select", 0, yes->type, 3, (const AttnExpr *[]){cond, yes, no});
}

static const AttnExpr *pullScalarOp(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
                                    MlirOperation op, const MlirAffineExpr *loop,
                                    AttnValueMap *seen, const AttnExpr **values) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  if (attnIs(op, "linalg.index")) {
    int64_t d = 0;
    attnAttrI64(op, "dim", &d);
    return attnExprIndex(p, space, loop[d]);
  }
  if (attnIs(op, "arith.constant")) {
    const AttnExpr *c = constantExpr(p, attnAttr(op, "value"), type);
    return c ? c : attnExprScalar(p, result);
  }
  const char *name = attnOpName(op);
  intptr_t n = mlirOperationGetNumOperands(op);
  if (attnIs(op, "tensor.extract")) {
    MlirAffineExpr idx[ATTN_MAX_DIMS];
    if (!isReadable(mlirOperationGetOperand(op, 0)) || n - 1 > ATTN_MAX_DIMS)
      return NULL;
    for (intptr_t i = 1; i < n; ++i) {
      const AttnExpr *x =
          pullScalar(p, space, generic, mlirOperationGetOperand(op, i), loop, seen, values);
      if (!x || (x->kind != ATTN_EXPR_INDEX && x->kind != ATTN_EXPR_INT))
        return NULL;
      idx[i - 1] = x->kind == ATTN_EXPR_INDEX ? x->idx[0] : mlirAffineConstantExprGet(p->ctx, x->i);
      MlirType tensor = mlirValueGetType(mlirOperationGetOperand(op, 0));
      if (!inBounds(p, space, mlirShapedTypeGetDimSize(tensor, i - 1), &idx[i - 1]))
        return NULL;
    }
    return attnExprPull(p, space, mlirOperationGetOperand(op, 0), idx);
  }
  if ((strncmp(name, "arith.", 6) && strncmp(name, "math.", 5)) || n > 3 ||
      mlirOperationGetNumResults(op) != 1)
    return NULL;
  const AttnExpr *args[3];
  for (intptr_t i = 0; i < n; ++i) {
    args[i] = pullScalar(p, space, generic, mlirOperationGetOperand(op, i), loop, seen, values);
    if (!args[i])
      return NULL;
  }
  int64_t predicate = 0;
  attnAttrI64(op, "predicate", &predicate);
  return attnExprOp(p, space, name, predicate, type, (int)n, args);
}

/// Does the operation hold an integer division by what is no constant? It may be guarded by the
/// condition.
static bool mayTrap(MlirOperation op) {
  MlirOperation *ops;
  intptr_t n = attnCollect(op, NULL, &ops);
  bool found = false;
  for (intptr_t i = 0; i < n && !found; ++i) {
    const char *name = attnOpName(ops[i]);
    if (!strstr(name, "divs") && !strstr(name, "divu") && !strstr(name, ".rems") &&
        !strstr(name, ".remu"))
      continue;
    MlirOperation by = attnDef(mlirOperationGetOperand(ops[i], 1));
    found = mlirOperationIsNull(by) || !attnIs(by, "arith.constant");
  }
  free(ops);
  return found;
}

/// scf.if: both sides are evaluated, one is chosen.
static const AttnExpr *pullIf(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
                              MlirValue v, const MlirAffineExpr *loop, AttnValueMap *seen,
                              const AttnExpr **values) {
  MlirOperation op = mlirOpResultGetOwner(v);
  const AttnExpr *part[3];
  if (mayTrap(op))
    return NULL;
  part[0] = pullScalar(p, space, generic, mlirOperationGetOperand(op, 0), loop, seen, values);
  for (int r = 0; r < 2; ++r) {
    MlirOperation yield = mlirBlockGetTerminator(attnBody(op, r));
    part[1 + r] = pullScalar(p, space, generic,
                             mlirOperationGetOperand(yield, mlirOpResultGetResultNumber(v)), loop,
                             seen, values);
  }
  return part[0] && part[1] && part[2] ? choose(p, space, part[0], part[1], part[2]) : NULL;
}

static const AttnExpr *pullScalar(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
                                  MlirValue v, const MlirAffineExpr *loop, AttnValueMap *seen,
                                  const AttnExpr **values) {
  for (intptr_t i = 0; i < seen->size; ++i)
    if (mlirValueEqual(seen->from[i], v))
      return values[i];
  const AttnExpr *e = NULL;
  MlirRegion body = {NULL};
  if (!mlirOperationIsNull(generic))
    body = mlirOperationGetRegion(generic, 0);
  if (mlirRegionIsNull(body)) {
    e = attnExprPull(p, space, v, NULL);
  } else if (mlirValueIsABlockArgument(v) && attnValueIsInside(v, body)) {
    e = pullOperand(p, space, generic, mlirBlockArgumentGetArgNumber(v), loop);
  } else if (mlirValueIsAOpResult(v) && attnValueIsInside(v, body) &&
             attnIs(mlirOpResultGetOwner(v), "scf.if")) {
    e = pullIf(p, space, generic, v, loop, seen, values);
  } else if (mlirValueIsAOpResult(v) && attnValueIsInside(v, body)) {
    e = pullScalarOp(p, space, generic, mlirOpResultGetOwner(v), loop, seen, values);
  } else {
    e = attnExprPull(p, space, v, NULL);
  }
  if (seen->size < 256) {
    values[seen->size] = e;
    attnMapValue(seen, v, v);
  }
  return e;
}

/// The value that result k of the generic yields with its loops at loop[]; NULL if the body has
/// something that is no expression.
static const AttnExpr *pullYield(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
                                 MlirValue yielded, const MlirAffineExpr *loop) {
  AttnValueMap seen = {0};
  const AttnExpr **values = malloc(256 * sizeof *values);
  const AttnExpr *e = pullScalar(p, space, generic, yielded, loop, &seen, values);
  attnMapFree(&seen);
  free(values);
  return e;
}

/// Solves the output map for the loops: loop[d] = idx[k] where result k of the map is d.
static bool solveLoops(MlirAffineMap out, const MlirAffineExpr *idx, intptr_t nLoops,
                       MlirAffineExpr *loop) {
  for (intptr_t d = 0; d < nLoops; ++d)
    loop[d].ptr = NULL;
  for (intptr_t k = 0, n = mlirAffineMapGetNumResults(out); k < n; ++k) {
    MlirAffineExpr e = mlirAffineMapGetResult(out, k);
    if (mlirAffineExprIsAConstant(e))
      continue; // a unit dimension
    if (!mlirAffineExprIsADim(e))
      return false;
    loop[mlirAffineDimExprGetPosition(e)] = idx[k];
  }
  for (intptr_t d = 0; d < nLoops; ++d)
    if (!loop[d].ptr)
      return false;
  return true;
}

static const AttnExpr *pullGeneric(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                                   intptr_t resultNo, const MlirAffineExpr *idx) {
  MlirAffineMap out = mapOf(op, numInputs(op) + resultNo);
  intptr_t nLoops = mlirAffineMapGetNumDims(out);
  MlirAffineExpr loop[ATTN_MAX_DIMS];
  if (nLoops > ATTN_MAX_DIMS || !solveLoops(out, idx, nLoops, loop))
    return NULL;
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; ++k)
    if (!isReadable(mlirOperationGetOperand(op, k)))
      return NULL;
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
  return pullYield(p, space, op, mlirOperationGetOperand(yield, resultNo), loop);
}

//===--- reshapes and slices ----------------------------------------------===//

/// `reassociation` groups dimensions of `wide`; idx are over the wide shape (expand) or the narrow
/// one.
static const AttnExpr *pullReshape(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                                   const MlirAffineExpr *idx) {
  bool expand = attnIs(op, "tensor.expand_shape");
  MlirValue src = mlirOperationGetOperand(op, 0);
  MlirType wide = mlirValueGetType(expand ? mlirOperationGetResult(op, 0) : src);
  MlirAttribute groups = attnAttr(op, "reassociation");
  MlirAffineExpr srcIdx[ATTN_MAX_DIMS];
  intptr_t n = mlirArrayAttrGetNumElements(groups);
  for (intptr_t g = 0; g < n; ++g) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, g);
    intptr_t size = mlirArrayAttrGetNumElements(group);
    MlirAffineExpr sum = cst(p, 0);
    int64_t stride = 1;
    for (intptr_t k = size; k-- > 0;) {
      intptr_t d = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, k));
      int64_t extent = mlirShapedTypeGetDimSize(wide, d);
      if (d >= ATTN_MAX_DIMS)
        return NULL;
      if (expand) {
        sum = mlirAffineAddExprGet(sum, mlirAffineMulExprGet(idx[d], cst(p, stride)));
      } else {
        MlirAffineExpr e = idx[g];
        if (stride != 1)
          e = mlirAffineFloorDivExprGet(e, cst(p, stride));
        if (k > 0 && extent > 0)
          e = mlirAffineModExprGet(e, cst(p, extent));
        srcIdx[d] = extent == 1 ? cst(p, 0) : e;
      }
      stride *= extent > 0 ? extent : 1;
    }
    if (expand)
      srcIdx[g] = sum;
  }
  return attnExprPull(p, space, src, srcIdx);
}

/// Static slices with rank reduction: dropped dimensions are those of size one that the result
/// lacks.
static const AttnExpr *pullSlice(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                                 const MlirAffineExpr *idx) {
  if (mlirOperationGetNumOperands(op) != 1)
    return NULL; // dynamic offsets
  MlirAttribute off = attnAttr(op, "static_offsets"), sz = attnAttr(op, "static_sizes"),
                st = attnAttr(op, "static_strides");
  MlirType out = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t n = mlirDenseArrayGetNumElements(off), k = 0, rank = mlirShapedTypeGetRank(out);
  MlirAffineExpr srcIdx[ATTN_MAX_DIMS];
  if (n > ATTN_MAX_DIMS)
    return NULL;
  for (intptr_t d = 0; d < n; ++d) {
    int64_t o = mlirDenseI64ArrayGetElement(off, d), s = mlirDenseI64ArrayGetElement(sz, d),
            t = mlirDenseI64ArrayGetElement(st, d);
    bool kept = k < rank && mlirShapedTypeGetDimSize(out, k) == s && (s != 1 || n - d <= rank - k);
    MlirAffineExpr e = kept ? idx[k++] : cst(p, 0);
    srcIdx[d] = mlirAffineAddExprGet(mlirAffineMulExprGet(e, cst(p, t)), cst(p, o));
  }
  return k == rank ? attnExprPull(p, space, mlirOperationGetOperand(op, 0), srcIdx) : NULL;
}

//===--- tensors made of parts --------------------------------------------===//

static const AttnExpr *pullConcat(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                                  const MlirAffineExpr *idx) {
  int64_t dim = 0, offset = 0;
  attnAttrI64(op, "dim", &dim);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = mlirShapedTypeGetRank(type), n = mlirOperationGetNumOperands(op);
  MlirAffineExpr at[ATTN_MAX_DIMS];
  memcpy(at, idx, (size_t)rank * sizeof *at);
  const AttnExpr *e = NULL;
  for (intptr_t k = 0; k < n; ++k)
    if (!isReadable(mlirOperationGetOperand(op, k)))
      return NULL;
  offset = mlirShapedTypeGetDimSize(type, dim);
  for (intptr_t k = n; k-- > 0;) { // the last part is what is left when the others are not it
    MlirValue part = mlirOperationGetOperand(op, k);
    int64_t extent = mlirShapedTypeGetDimSize(mlirValueGetType(part), dim);
    offset -= extent;
    at[dim] = mlirAffineAddExprGet(idx[dim], cst(p, -offset));
    if (!inBounds(p, space, extent, &at[dim]))
      continue; // an empty part
    const AttnExpr *x = attnExprPull(p, space, part, at);
    e = e ? choose(p, space, between(p, space, idx[dim], offset, offset + extent), x, e) : x;
  }
  return e;
}

/// The box at static offsets of a tensor's index space: is idx in it, and where in the box's own
/// indices (`at`, dropped dimensions of size one left out; in bounds)? NULL: not expressible.
static const AttnExpr *inBox(AttnExprPool *p, const AttnSpace *space, MlirType box, intptr_t n,
                             const int64_t *offset, const int64_t *size, const MlirAffineExpr *idx,
                             MlirAffineExpr *at) {
  const AttnExpr *inside = attnExprInt(p, mlirIntegerTypeGet(p->ctx, 1), 1);
  intptr_t k = 0, rank = mlirShapedTypeGetRank(box);
  for (intptr_t d = 0; d < n; ++d) {
    const AttnExpr *here = between(p, space, idx[d], offset[d], offset[d] + size[d]);
    inside =
        attnExprOp(p, space, "arith.andi", 0, here->type, 2, (const AttnExpr *[]){inside, here});
    bool kept = k < rank && mlirShapedTypeGetDimSize(box, k) == size[d] &&
                (size[d] != 1 || n - d <= rank - k);
    if (!kept)
      continue;
    at[k] = mlirAffineAddExprGet(idx[d], cst(p, -offset[d]));
    if (!inBounds(p, space, size[d], &at[k]))
      return NULL;
    ++k;
  }
  return k == rank ? inside : NULL;
}

static const AttnExpr *pullInsertSlice(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                                       const MlirAffineExpr *idx) {
  MlirValue src = mlirOperationGetOperand(op, 0), dest = mlirOperationGetOperand(op, 1);
  MlirAttribute off = attnAttr(op, "static_offsets"), sz = attnAttr(op, "static_sizes"),
                st = attnAttr(op, "static_strides");
  intptr_t n = mlirDenseArrayGetNumElements(off);
  int64_t offset[ATTN_MAX_DIMS], size[ATTN_MAX_DIMS];
  if (mlirOperationGetNumOperands(op) != 2 || n > ATTN_MAX_DIMS || !isReadable(src) ||
      !isReadable(dest))
    return NULL;
  for (intptr_t d = 0; d < n; ++d) {
    offset[d] = mlirDenseI64ArrayGetElement(off, d);
    size[d] = mlirDenseI64ArrayGetElement(sz, d);
    if (mlirDenseI64ArrayGetElement(st, d) != 1)
      return NULL;
    if (size[d] == 0)
      return attnExprPull(p, space, dest, idx);
  }
  MlirAffineExpr at[ATTN_MAX_DIMS];
  const AttnExpr *inside = inBox(p, space, mlirValueGetType(src), n, offset, size, idx, at);
  return inside ? choose(p, space, inside, attnExprPull(p, space, src, at),
                         attnExprPull(p, space, dest, idx))
                : NULL;
}

static const AttnExpr *pullPad(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                               const MlirAffineExpr *idx) {
  MlirValue src = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(src);
  MlirValue fill = mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0);
  MlirOperation def = attnDef(fill);
  if (mlirOperationGetNumOperands(op) != 1 || !isReadable(src) ||
      (attnValueIsInside(fill, mlirOperationGetRegion(op, 0)) &&
       (mlirOperationIsNull(def) || !attnIs(def, "arith.constant"))))
    return NULL;
  MlirAttribute low = attnAttr(op, "static_low");
  intptr_t n = mlirShapedTypeGetRank(type);
  int64_t offset[ATTN_MAX_DIMS], size[ATTN_MAX_DIMS];
  for (intptr_t d = 0; d < n; ++d) {
    offset[d] = mlirDenseI64ArrayGetElement(low, d);
    size[d] = mlirShapedTypeGetDimSize(type, d);
    if (size[d] == 0)
      return attnExprPull(p, space, fill, NULL);
  }
  MlirAffineExpr at[ATTN_MAX_DIMS];
  const AttnExpr *inside = inBox(p, space, type, n, offset, size, idx, at);
  return inside ? choose(p, space, inside, attnExprPull(p, space, src, at),
                         attnExprPull(p, space, fill, NULL))
                : NULL;
}

//===--- constants that count ---------------------------------------------===//

/// A vector of integers a, a + b, a + 2b, ... (an iota that was folded to its values) is an index.
static const AttnExpr *progression(AttnExprPool *p, const AttnSpace *space, MlirAttribute value,
                                   const MlirAffineExpr *idx) {
  if (!mlirAttributeIsADenseIntElements(value))
    return NULL;
  MlirType type = mlirAttributeGetType(value), element = attnElementType(type);
  if (mlirShapedTypeGetRank(type) != 1 || !mlirTypeIsAInteger(element))
    return NULL;
  unsigned width = mlirIntegerTypeGetWidth(element);
  int64_t n = mlirShapedTypeGetDimSize(type, 0), first = 0, step = 0;
  if ((width != 32 && width != 64) || n < 2)
    return NULL;
  for (int64_t i = 0; i < n; ++i) {
    int64_t x = width == 64 ? mlirDenseElementsAttrGetInt64Value(value, i)
                            : mlirDenseElementsAttrGetInt32Value(value, i);
    if (i == 0)
      first = x;
    else if (i == 1)
      step = x - first;
    else if (x != first + step * i)
      return NULL;
  }
  MlirAffineExpr e =
      mlirAffineAddExprGet(mlirAffineMulExprGet(idx[0], cst(p, step)), cst(p, first));
  return attnExprIndex(p, space, e);
}

//===--- stopping at expensive producers ----------------------------------===//

static bool hasMod(MlirAffineExpr e) {
  return mlirAffineExprIsAMod(e) ||
         (mlirAffineExprIsABinary(e) &&
          (hasMod(mlirAffineBinaryOpExprGetLHS(e)) || hasMod(mlirAffineBinaryOpExprGetRHS(e))));
}

/// Does it read under a modulus? With a select in the body, the sign of a choice between parts.
static bool readsModulo(MlirOperation generic) {
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(generic); k < n; ++k) {
    MlirAffineMap map = mapOf(generic, k);
    for (intptr_t i = 0, m = mlirAffineMapGetNumResults(map); i < m; ++i)
      if (hasMod(mlirAffineMapGetResult(map, i)))
        return true;
  }
  return false;
}

/// A transcendental, a choice between parts, or more arithmetic than a scale and an offset.
static bool isExpensive(MlirOperation generic) {
  MlirOperation *ops;
  intptr_t n = attnCollect(generic, NULL, &ops), arithmetic = 0;
  bool found = false;
  for (intptr_t i = 0; i < n && !found; ++i) {
    const char *name = attnOpName(ops[i]);
    size_t len = strlen(name);
    found = !strncmp(name, "math.", 5) && strcmp(name, "math.absf") && strcmp(name, "math.fma");
    found |= !strcmp(name, "scf.if") || (!strcmp(name, "arith.select") && readsModulo(generic));
    arithmetic += !strncmp(name, "arith.", 6) && name[len - 1] == 'f' &&
                  strcmp(name, "arith.extf") && strcmp(name, "arith.truncf") &&
                  strcmp(name, "arith.cmpf");
  }
  free(ops);
  return found || arithmetic > 4;
}

static double numElements(MlirType t) {
  double n = 1;
  for (intptr_t k = 0, rank = mlirShapedTypeGetRank(t); k < rank; ++k)
    n *= (double)mlirShapedTypeGetDimSize(t, k);
  return n;
}

typedef struct Visited {
  MlirOperation op[256];
  int n;
} Visited;

/// Is the producer work to compute, by itself or by what it composes element by element? Smaller
/// tensors that it repeats (a table of cosines, a row's norm) do not count: they can be stops
/// themselves.
static bool isCostly(MlirOperation producer, double elements, Visited *seen) {
  bool generic = attnIs(producer, "linalg.generic");
  bool parts = attnIs(producer, "tensor.concat") || attnIs(producer, "tensor.insert_slice");
  bool moves = attnIs(producer, "tensor.expand_shape") ||
               attnIs(producer, "tensor.collapse_shape") || attnIs(producer, "tensor.cast") ||
               attnIs(producer, "tensor.extract_slice");
  if ((!generic && !parts && !moves) || (generic && attnIsReduction(producer)))
    return false;
  for (int i = 0; i < seen->n; ++i)
    if (mlirOperationEqual(seen->op[i], producer))
      return false;
  if (seen->n == 256)
    return false;
  seen->op[seen->n++] = producer;
  if (parts || (generic && isExpensive(producer)))
    return true;
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(producer); k < n; ++k) {
    MlirValue v = mlirOperationGetOperand(producer, k);
    if (mlirTypeIsARankedTensor(mlirValueGetType(v)) && isReadable(v) &&
        !mlirOperationIsNull(attnDef(v)) && numElements(mlirValueGetType(v)) >= elements &&
        isCostly(attnDef(v), elements, seen))
      return true;
  }
  return false;
}

/// Does the producer only move elements, widen or scale them? A reader does that at no cost, so the
/// tensor to keep is the one before.
static bool isFree(MlirOperation producer) {
  if (attnIs(producer, "tensor.expand_shape") || attnIs(producer, "tensor.collapse_shape")) {
    // Unit dimensions come and go.
    bool expand = attnIs(producer, "tensor.expand_shape");
    MlirType wide = mlirValueGetType(expand ? mlirOperationGetResult(producer, 0)
                                            : mlirOperationGetOperand(producer, 0));
    MlirAttribute groups = attnAttr(producer, "reassociation");
    for (intptr_t g = 0, n = mlirArrayAttrGetNumElements(groups); g < n; ++g) {
      MlirAttribute group = mlirArrayAttrGetElement(groups, g);
      int real = 0;
      for (intptr_t k = 0, m = mlirArrayAttrGetNumElements(group); k < m; ++k)
        real += mlirShapedTypeGetDimSize(
                    wide, mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, k))) != 1;
      if (real > 1)
        return false;
    }
    return true;
  }
  if (!attnIs(producer, "linalg.generic"))
    return false;
  int tensors = 0;
  for (intptr_t k = 0, n = numInputs(producer); k < n; ++k)
    if (mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetOperand(producer, k)))) {
      ++tensors;
      if (!mlirAffineMapIsProjectedPermutation(mapOf(producer, k)))
        return false;
    }
  MlirOperation *ops;
  intptr_t n = attnCollect(producer, NULL, &ops);
  bool free_ = tensors == 1;
  for (intptr_t i = 0; i < n && free_; ++i) {
    bool scale = attnIs(ops[i], "arith.mulf") || attnIs(ops[i], "arith.divf");
    free_ = attnIs(ops[i], "arith.extf") || attnIs(ops[i], "linalg.yield") || scale;
    if (!scale)
      continue;
    bool constant = false;
    for (intptr_t k = 0; k < 2; ++k) {
      MlirOperation def = attnDef(mlirOperationGetOperand(ops[i], k));
      constant |= !mlirOperationIsNull(def) && attnIs(def, "arith.constant") &&
                  (k == 1 || attnIs(ops[i], "arith.mulf"));
    }
    free_ = constant;
  }
  free(ops);
  return free_;
}

bool attnStopAtExpensive(MlirOperation producer, const AttnSpace *space, void *user) {
  bool contraction = user && *(const bool *)user;
  double mine = numElements(mlirValueGetType(mlirOperationGetResult(producer, 0))), theirs = 1;
  for (int d = 0; d < space->n; ++d)
    theirs *= (double)space->extent[d];
  Visited seen = {.n = 0};
  return !isFree(producer) && (theirs > mine || (contraction && theirs == mine)) &&
         isCostly(producer, mine, &seen);
}

//===--- the pull ---------------------------------------------------------===//

static const AttnExpr *pullThrough(AttnExprPool *p, const AttnSpace *space, MlirValue v,
                                   const MlirAffineExpr *idx) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op))
    return NULL;
  if (attnIs(op, "arith.constant")) {
    const AttnExpr *e = constantExpr(p, attnAttr(op, "value"), mlirValueGetType(v));
    return e ? e : progression(p, space, attnAttr(op, "value"), idx);
  }
  if (!mlirTypeIsAShaped(mlirValueGetType(v))) { // scalar arithmetic outside any body
    AttnValueMap seen = {0};
    const AttnExpr *values[256];
    MlirOperation none = {NULL};
    const AttnExpr *e =
        attnIs(op, "linalg.index") ? NULL : pullScalarOp(p, space, none, op, NULL, &seen, values);
    attnMapFree(&seen);
    return e;
  }
  if (attnIs(op, "linalg.fill"))
    return attnExprPull(p, space, mlirOperationGetOperand(op, 0), NULL);
  if (attnIs(op, "tensor.splat"))
    return attnExprPull(p, space, mlirOperationGetOperand(op, 0), NULL);
  bool reshape = attnIs(op, "tensor.expand_shape") || attnIs(op, "tensor.collapse_shape");
  if (reshape && p->stop && p->stop(op, space, p->stopUser))
    return NULL;
  if (reshape)
    return isReadable(mlirOperationGetOperand(op, 0)) ? pullReshape(p, space, op, idx) : NULL;
  if (attnIs(op, "tensor.extract_slice"))
    return isReadable(mlirOperationGetOperand(op, 0)) ? pullSlice(p, space, op, idx) : NULL;
  bool parts = attnIs(op, "tensor.concat") || attnIs(op, "tensor.insert_slice");
  if (parts && p->stop && p->stop(op, space, p->stopUser))
    return NULL;
  if (attnIs(op, "tensor.concat"))
    return pullConcat(p, space, op, idx);
  if (attnIs(op, "tensor.insert_slice"))
    return pullInsertSlice(p, space, op, idx);
  if (attnIs(op, "tensor.pad"))
    return pullPad(p, space, op, idx);
  if (attnIs(op, "tensor.cast"))
    return isReadable(mlirOperationGetOperand(op, 0))
               ? attnExprPull(p, space, mlirOperationGetOperand(op, 0), idx)
               : NULL;
  if (attnIs(op, "linalg.generic") && !attnIsReduction(op)) {
    if (p->stop && p->stop(op, space, p->stopUser))
      return NULL;
    return pullGeneric(p, space, op, mlirOpResultGetResultNumber(v), idx);
  }
  return NULL;
}

const AttnExpr *attnExprPull(AttnExprPool *p, const AttnSpace *space, MlirValue v,
                             const MlirAffineExpr *idx) {
  MlirType type = mlirValueGetType(v);
  int rank = mlirTypeIsARankedTensor(type) ? (int)mlirShapedTypeGetRank(type) : 0;
  uint64_t spaceHash = hashSpace(space) ^ (p->stop ? 0x5bd1e995u : 0) ^
                       (p->stopUser && *(const bool *)p->stopUser ? 0x1b873593u : 0);
  MlirAffineExpr simple[ATTN_MAX_DIMS];
  for (int k = 0; k < rank; ++k)
    simple[k] = attnAffineSimplify(idx[k], space);
  PullMemo *memo = findMemo(p, spaceHash, v, rank, simple);
  if (memo)
    return memo->result;
  const AttnExpr *e = pullThrough(p, space, v, simple);
  if (!e)
    e = mlirTypeIsAShaped(type) ? attnExprLoad(p, space, v, rank, simple) : attnExprScalar(p, v);
  remember(p, spaceHash, v, rank, simple, e);
  return e;
}

//===--- reductions -------------------------------------------------------===//

static const struct {
  const char *op, *monoid;
} combiners[] = {
    {"arith.addf", "add"},  {"arith.addi", "add"},     {"arith.mulf", "mul"},
    {"arith.muli", "mul"},  {"arith.maximumf", "max"}, {"arith.maxnumf", "max"},
    {"arith.maxsi", "max"}, {"arith.minimumf", "min"}, {"arith.minnumf", "min"},
    {"arith.minsi", "min"}, {"arith.andi", "and"},     {"arith.ori", "or"},
};

static bool dependsOn(MlirValue v, MlirValue on, MlirRegion body) {
  if (mlirValueEqual(v, on))
    return true;
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || !attnValueIsInside(v, body))
    return false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (dependsOn(mlirOperationGetOperand(op, i), on, body))
      return true;
  return false;
}

static bool isIdentity(const AttnExpr *e, const char *monoid) {
  if (e->kind == ATTN_EXPR_FLOAT) {
    if (!strcmp(monoid, "add"))
      return e->f == 0.0;
    if (!strcmp(monoid, "mul"))
      return e->f == 1.0;
    // NaN as the identity of maxnumf: the number wins over it.
    if (!strcmp(monoid, "max"))
      return e->f == -__builtin_inf() || e->f != e->f;
    if (!strcmp(monoid, "min"))
      return e->f == __builtin_inf() || e->f != e->f;
  }
  if (e->kind == ATTN_EXPR_INT) {
    if (!strcmp(monoid, "add") || !strcmp(monoid, "or"))
      return e->i == 0;
    if (!strcmp(monoid, "mul"))
      return e->i == 1;
    if (!strcmp(monoid, "and"))
      return e->i == -1 || e->i == 1;
  }
  return false;
}

bool attnReadReduction(AttnExprPool *p, MlirOperation op, AttnReduction *r, const char **why) {
  *r = (AttnReduction){.op = op};
  if (mlirOperationGetNumResults(op) != 1) {
    *why = "the reduction has more than one result";
    return false;
  }
  r->result = mlirOperationGetResult(op, 0);
  intptr_t nIn = numInputs(op);
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; ++k)
    if (!isReadable(mlirOperationGetOperand(op, k))) {
      *why = "an operand has a dynamic shape";
      return false;
    }
  MlirAffineMap out = mapOf(op, nIn);
  r->space.n = (int)mlirAffineMapGetNumDims(out);
  if (r->space.n > ATTN_MAX_DIMS - 4) {
    *why = "the reduction has too many loops";
    return false;
  }
  MlirAffineExpr loop[ATTN_MAX_DIMS];
  for (int d = 0; d < r->space.n; ++d) {
    r->space.extent[d] = -1;
    loop[d] = mlirAffineDimExprGet(p->ctx, d);
    if (isReductionLoop(op, d))
      r->reduced |= 1u << d;
  }
  // Extents: from any operand dimension that runs along the loop alone.
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; ++k) {
    MlirAffineMap map = mapOf(op, k);
    MlirType t = mlirValueGetType(mlirOperationGetOperand(op, k));
    for (intptr_t i = 0, m = mlirAffineMapGetNumResults(map); i < m; ++i) {
      MlirAffineExpr e = mlirAffineMapGetResult(map, i);
      if (mlirAffineExprIsADim(e))
        r->space.extent[mlirAffineDimExprGetPosition(e)] = mlirShapedTypeGetDimSize(t, i);
    }
  }
  for (int d = 0; d < r->space.n; ++d)
    if (r->space.extent[d] < 0) {
      *why = "the extent of a loop is not the size of any operand dimension";
      return false;
    }
  // A loop of one iteration reduces nothing, unless it is the only one.
  for (int d = 0; d < r->space.n; ++d)
    if (r->space.extent[d] == 1 && (r->reduced & ~(1u << d)))
      r->reduced &= ~(1u << d);
  r->outRank = (int)mlirAffineMapGetNumResults(out);
  MlirAffineExpr outIdx[ATTN_MAX_DIMS];
  AttnSpace outSpace = {.n = r->outRank};
  for (int k = 0; k < r->outRank; ++k) {
    MlirAffineExpr e = mlirAffineMapGetResult(out, k);
    if (mlirAffineExprIsADim(e)) {
      r->outDim[k] = (int)mlirAffineDimExprGetPosition(e);
    } else if (mlirAffineExprIsAConstant(e)) {
      r->outDim[k] = -1; // a unit dimension
    } else {
      *why = "the result's map is not a permutation of loops";
      return false;
    }
    outIdx[k] = mlirAffineDimExprGet(p->ctx, k);
    outSpace.extent[k] = mlirShapedTypeGetDimSize(mlirValueGetType(r->result), k);
  }

  MlirBlock body = attnBody(op, 0);
  MlirRegion region = mlirOperationGetRegion(op, 0);
  MlirValue acc = mlirBlockGetArgument(body, nIn);
  MlirOperation combine = attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  for (size_t i = 0; i < sizeof combiners / sizeof *combiners; ++i)
    if (attnIs(combine, combiners[i].op))
      r->monoid = combiners[i].monoid;
  if (!r->monoid) {
    *why = "the combiner is no known monoid (add, mul, max, min, and, or)";
    return false;
  }
  MlirValue x = mlirOperationGetOperand(combine, 0), y = mlirOperationGetOperand(combine, 1);
  if (mlirValueEqual(y, acc)) {
    MlirValue t = x;
    x = y, y = t;
  }
  if (!mlirValueEqual(x, acc) || dependsOn(y, acc, region)) {
    *why = "the combiner does not join the accumulator with a value independent of it";
    return false;
  }
  r->lift = pullYield(p, &r->space, op, y, loop);
  if (!r->lift) {
    *why = "the body is not made of arith and math operations";
    return false;
  }
  r->init = attnExprPull(p, &outSpace, mlirOperationGetOperand(op, nIn), outIdx);
  if (isIdentity(r->init, r->monoid))
    r->init = NULL;
  return true;
}
