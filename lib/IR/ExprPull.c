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

MlirAffineMap attnExprMapOf(MlirOperation generic, intptr_t k) {
  return mlirAffineMapAttrGetValue(attnAttrArrayGet(generic, "indexing_maps", k));
}

bool attnExprReductionLoop(MlirOperation generic, intptr_t d) {
  char text[64]; // linalg's enum attribute has no C accessor; it prints as
                 // #linalg.iterator_type<...>
  attnPrintAttr(attnAttrArrayGet(generic, "iterator_types", d), text, sizeof text);
  return strstr(text, "reduction") != NULL;
}

bool attnIsReduction(MlirOperation op) {
  if (!attnIs(op, "linalg.generic"))
    return false;
  for (intptr_t d = 0, n = attnAttrArraySize(op, "iterator_types"); d < n; ++d)
    if (attnExprReductionLoop(op, d))
      return true;
  return false;
}

intptr_t attnExprNumInputs(MlirOperation generic) {
  return mlirOperationGetNumOperands(generic) - mlirOperationGetNumResults(generic);
}

/// Is the operand a tensor with static shape or a scalar?
bool attnExprReadable(MlirValue v) {
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
  MlirAffineMap map = attnExprMapOf(generic, k);
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
    if (!attnExprReadable(mlirOperationGetOperand(op, 0)) || n - 1 > ATTN_MAX_DIMS)
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
const AttnExpr *attnExprPullYield(AttnExprPool *p, const AttnSpace *space, MlirOperation generic,
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
  MlirAffineMap out = attnExprMapOf(op, attnExprNumInputs(op) + resultNo);
  intptr_t nLoops = mlirAffineMapGetNumDims(out);
  MlirAffineExpr loop[ATTN_MAX_DIMS];
  if (nLoops > ATTN_MAX_DIMS || !solveLoops(out, idx, nLoops, loop))
    return NULL;
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; ++k)
    if (!attnExprReadable(mlirOperationGetOperand(op, k)))
      return NULL;
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
  return attnExprPullYield(p, space, op, mlirOperationGetOperand(yield, resultNo), loop);
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

/// Is dimension d of a slice's sizes dimension k of the rank-reduced type? The dimensions that are
/// left out have size one; which of several it is does not matter.
static bool keptIn(MlirType reduced, intptr_t k, int64_t size) {
  return k < mlirShapedTypeGetRank(reduced) && mlirShapedTypeGetDimSize(reduced, k) == size;
}

/// Static slices with rank reduction.
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
    MlirAffineExpr e = keptIn(out, k, s) ? idx[k++] : cst(p, 0);
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
    if (!attnExprReadable(mlirOperationGetOperand(op, k)))
      return NULL;
  offset = mlirShapedTypeGetDimSize(type, dim);
  for (intptr_t k = n; k-- > 0;) { // the last part is what is left when the others are not it
    MlirValue part = mlirOperationGetOperand(op, k);
    int64_t extent = mlirShapedTypeGetDimSize(mlirValueGetType(part), dim);
    offset -= extent;
    at[dim] = mlirAffineAddExprGet(idx[dim], cst(p, -offset));
    if (!inBounds(p, space, extent, &at[dim]))
      continue; // an empty part
    const AttnExpr *x = attnExprUnguarded(p, space, attnExprPull(p, space, part, at), idx[dim],
                                          offset, offset + extent);
    e = e ? attnExprChoosePart(p, space, between(p, space, idx[dim], offset, offset + extent),
                               idx[dim], offset, offset + extent, x, e)
          : x;
  }
  return e;
}

/// The box at static offsets and strides of a tensor's index space: is idx in it, and where in the
/// box's own indices (`at`, dropped dimensions of size one left out; in bounds)? NULL: not
/// expressible. `moving[d]`: the offset of a dimension of size one where it is a value, else NULL.
static const AttnExpr *inBox(AttnExprPool *p, const AttnSpace *space, MlirType box, intptr_t n,
                             const int64_t *offset, const AttnExpr *const *moving,
                             const int64_t *size, const int64_t *stride, const MlirAffineExpr *idx,
                             MlirAffineExpr *at) {
  const AttnExpr *inside = attnExprInt(p, mlirIntegerTypeGet(p->ctx, 1), 1);
  intptr_t k = 0, rank = mlirShapedTypeGetRank(box);
  for (intptr_t d = 0; d < n; ++d) {
    int64_t span = (size[d] - 1) * stride[d] + 1;
    MlirAffineExpr from = mlirAffineAddExprGet(idx[d], cst(p, -offset[d]));
    const AttnExpr *here =
        moving[d] ? attnExprOp(p, space, "arith.cmpi", 0, inside->type, 2,
                               (const AttnExpr *[]){attnExprIndex(p, space, idx[d]), moving[d]})
                  : between(p, space, idx[d], offset[d], offset[d] + span);
    if (moving[d])
      from = cst(p, 0);
    if (size[d] > 1 && stride[d] > 1) { // and every stride-th
      MlirAffineExpr rest = mlirAffineModExprGet(from, cst(p, stride[d]));
      const AttnExpr *step = between(p, space, rest, 0, 1);
      here = attnExprOp(p, space, "arith.andi", 0, here->type, 2, (const AttnExpr *[]){here, step});
      from = mlirAffineFloorDivExprGet(from, cst(p, stride[d]));
    }
    inside =
        attnExprOp(p, space, "arith.andi", 0, here->type, 2, (const AttnExpr *[]){inside, here});
    if (!keptIn(box, k, size[d]))
      continue;
    at[k] = from;
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
  int64_t offset[ATTN_MAX_DIMS] = {0}, size[ATTN_MAX_DIMS] = {0}, stride[ATTN_MAX_DIMS] = {0};
  const AttnExpr *moving[ATTN_MAX_DIMS] = {NULL};
  if (n > ATTN_MAX_DIMS || !attnExprReadable(src) || !attnExprReadable(dest))
    return NULL;
  for (intptr_t d = 0, operand = 2; d < n; ++d) {
    offset[d] = mlirDenseI64ArrayGetElement(off, d);
    size[d] = mlirDenseI64ArrayGetElement(sz, d);
    stride[d] = mlirDenseI64ArrayGetElement(st, d);
    bool isValue = offset[d] == mlirShapedTypeGetDynamicStrideOrOffset();
    if (stride[d] < 1 || size[d] < 0 || (isValue && size[d] != 1))
      return NULL;
    if (isValue) {
      offset[d] = 0;
      moving[d] = attnExprPull(p, space, mlirOperationGetOperand(op, operand++), NULL);
    }
    if (size[d] == 0)
      return attnExprPull(p, space, dest, idx);
  }
  MlirAffineExpr at[ATTN_MAX_DIMS];
  const AttnExpr *inside =
      inBox(p, space, mlirValueGetType(src), n, offset, moving, size, stride, idx, at);
  if (!inside)
    return NULL;
  const AttnExpr *x = attnExprPull(p, space, src, at);
  intptr_t along = -1, parts = 0; // the dimension of which it is a part, if there is one
  for (intptr_t d = 0; d < n; ++d)
    if (size[d] != mlirShapedTypeGetDimSize(mlirValueGetType(dest), d))
      along = d, ++parts;
  bool isPart = parts == 1 && !moving[along] && stride[along] == 1;
  int64_t lo = isPart ? offset[along] : 0, hi = isPart ? lo + size[along] : 0;
  if (isPart)
    x = attnExprUnguarded(p, space, x, idx[along], lo, hi);
  if (attnIs(attnDef(dest), "tensor.empty")) // what is not inside is anything
    return x;
  const AttnExpr *rest = attnExprPull(p, space, dest, idx);
  return isPart ? attnExprChoosePart(p, space, inside, idx[along], lo, hi, x, rest)
                : choose(p, space, inside, x, rest);
}

static const AttnExpr *pullPad(AttnExprPool *p, const AttnSpace *space, MlirOperation op,
                               const MlirAffineExpr *idx) {
  MlirValue src = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(src);
  MlirValue fill = mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0);
  MlirOperation def = attnDef(fill);
  if (mlirOperationGetNumOperands(op) != 1 || !attnExprReadable(src) ||
      (attnValueIsInside(fill, mlirOperationGetRegion(op, 0)) &&
       (mlirOperationIsNull(def) || !attnIs(def, "arith.constant"))))
    return NULL;
  MlirAttribute low = attnAttr(op, "static_low");
  intptr_t n = mlirShapedTypeGetRank(type);
  int64_t offset[ATTN_MAX_DIMS], size[ATTN_MAX_DIMS], stride[ATTN_MAX_DIMS];
  for (intptr_t d = 0; d < n; ++d) {
    stride[d] = 1;
    offset[d] = mlirDenseI64ArrayGetElement(low, d);
    size[d] = mlirShapedTypeGetDimSize(type, d);
    if (size[d] == 0)
      return attnExprPull(p, space, fill, NULL);
  }
  MlirAffineExpr at[ATTN_MAX_DIMS];
  const AttnExpr *moving[ATTN_MAX_DIMS] = {NULL};
  const AttnExpr *inside = inBox(p, space, type, n, offset, moving, size, stride, idx, at);
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
    return attnExprReadable(mlirOperationGetOperand(op, 0)) ? pullReshape(p, space, op, idx) : NULL;
  if (attnIs(op, "tensor.extract_slice"))
    return attnExprReadable(mlirOperationGetOperand(op, 0)) ? pullSlice(p, space, op, idx) : NULL;
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
    return attnExprReadable(mlirOperationGetOperand(op, 0))
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
  uint64_t spaceHash = hashSpace(space) ^ 0x5bd1e995u * (uint64_t)(uintptr_t)p->stop ^
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

const AttnExpr *attnExprPullAll(AttnExprPool *p, const AttnSpace *space, MlirValue v,
                                const MlirAffineExpr *idx) {
  AttnPullStop stop = p->stop;
  p->stop = NULL;
  const AttnExpr *e = attnExprPull(p, space, v, idx);
  p->stop = stop;
  return e;
}
