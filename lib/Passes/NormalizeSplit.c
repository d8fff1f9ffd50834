//===- NormalizeSplit.c - One reduction as several -------------------------===//
//
// Three rules:
//
//   an axis made of parts      fold over j < N  =  fold over j < c (+) fold over c <= j < N
//   rows made of parts         concat(a, b) . concat(c, d)  =  a . c + b . d
//   a difference of weights    sum over j of (w1 - w2) v  =  sum of w1 v - sum of w2 v
//
// The first holds for weights of scores that were put together (keys of two sources), too. The
// second is for weights of different maxima (differential attention, weights with something
// added): each sum is a fold of its own then, where their difference would have to be written out.
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"
#include "IR/Diag.h"
#include "Passes/Defaults.h"
#include "Passes/Normalize.h"

#include <string.h>

unsigned attnNormalLoops(const AttnReduction *r) {
  unsigned loops = (1u << r->space.n) - 1;
  for (int k = 0; k < r->outRank; ++k)
    if (r->outDim[k] >= 0)
      loops &= ~(1u << r->outDim[k]);
  return loops;
}

/// The dimensions of a reduction's result: as loops of elementwise operations on it, and the loops
/// of the reduction that they are.
typedef struct Output {
  AttnSpace space;
  MlirAffineExpr idx[ATTN_MAX_DIMS], loop[ATTN_MAX_DIMS];
} Output;

static Output outputOf(const AttnReduction *r, MlirContext ctx) {
  Output o = {.space = {.n = r->outRank}};
  for (int k = 0; k < r->outRank; ++k) {
    bool unit = r->outDim[k] < 0;
    o.space.extent[k] = unit ? 1 : r->space.extent[r->outDim[k]];
    o.idx[k] = mlirAffineDimExprGet(ctx, k);
    o.loop[k] = unit ? mlirAffineConstantExprGet(ctx, 0) : mlirAffineDimExprGet(ctx, r->outDim[k]);
  }
  return o;
}

static MlirValue elementwise(const AttnBuilder *b, const Output *o, const AttnExpr *e,
                             MlirType type) {
  return attnNormalGeneric(b, &o->space, 0, e, attnBuild0(b, "tensor.empty", type, 0, NULL),
                           mlirAffineMapMultiDimIdentityGet(b->ctx, o->space.n), NULL);
}

//===--- reductions over an axis made of parts ----------------------------===//

#define MAX_PARTS 4

typedef struct Parts {
  int dim; ///< the reduced loop
  int64_t extent;
  int64_t cut[MAX_PARTS + 1];
  int n; ///< cuts inside (0, extent)
  bool overflow, guarded;
} Parts;

static void addCut(Parts *q, int64_t at) {
  if (at <= 0 || at >= q->extent)
    return;
  for (int i = 0; i < q->n; ++i)
    if (q->cut[i] == at)
      return;
  if (q->n == MAX_PARTS - 1) {
    q->overflow = true;
    return;
  }
  int i = q->n++;
  for (; i > 0 && q->cut[i - 1] > at; --i)
    q->cut[i] = q->cut[i - 1];
  q->cut[i] = at;
}

static bool hasMod(MlirAffineExpr e, int dim) {
  if (!mlirAffineExprIsABinary(e))
    return false;
  if (mlirAffineExprIsAMod(e) && mlirAffineExprIsFunctionOfDim(e, dim))
    return true;
  return hasMod(mlirAffineBinaryOpExprGetLHS(e), dim) ||
         hasMod(mlirAffineBinaryOpExprGetRHS(e), dim);
}

/// Comparisons of the reduced coordinate alone with a constant cut the axis; reads kept in bounds
/// by a modulus are the sign that it was put together from parts.
static void collectCut(const AttnExpr *e, void *user) {
  Parts *q = user;
  if (e->kind == ATTN_EXPR_LOAD)
    for (int k = 0; k < e->numIdx; ++k)
      q->guarded |= hasMod(e->idx[k], q->dim);
  if (!attnExprIsOp(e, "arith.cmpi") || e->dims != 1u << q->dim || e->i > 5)
    return;
  const AttnExpr *x = e->args[0], *y = e->args[1];
  if (x->kind != ATTN_EXPR_INDEX || !mlirAffineExprIsADim(x->idx[0]) || y->kind != ATTN_EXPR_INT)
    return;
  bool before = e->i == 2 || e->i == 5; // j < c, j >= c: a cut before c; the others: after
  if (before || e->i < 2)
    addCut(q, y->i);
  if (!before)
    addCut(q, y->i + 1);
}

/// fold over j < N of lift(j) = fold over j < c of lift (+) fold over c <= j < N of lift, where a
/// comparison with c chooses between parts: each side then reads one part, a side of one element is
/// no reduction at all. (A sink appended to the scores; a prefix in front of the keys.)
MlirValue attnSplitAxis(AttnExprPool *pool, MlirOperation op, const AttnReduction *r,
                        const char *combiner) {
  MlirValue none = {NULL};
  MlirType type = mlirValueGetType(r->result), element = attnElementType(type);
  if (__builtin_popcount(r->reduced) != 1)
    return none;
  Parts q = {.dim = __builtin_ctz(r->reduced)};
  q.extent = r->space.extent[q.dim];
  // One element of integers is no reduction; one of floats stays one, so that the guards of a row
  // that sees nothing are those of a fold.
  if (mlirTypeIsAFloat(element) == (q.extent == 1))
    return none;
  attnExprWalk(r->lift, collectCut, &q);
  AttnSymbols symbols;
  if (!attnSymbolsRead(op, &symbols) || attnSymbolOf(&symbols, q.extent) >= 0)
    return none; // what is left of a length behind a cut is no length
  if (q.extent != 1 && (!q.n || q.overflow || !q.guarded))
    return none;
  AttnBuilder b = attnBuilderBefore(op);
  Output o = outputOf(r, b.ctx);
  MlirAffineExpr subst[ATTN_MAX_DIMS];
  const AttnExpr *sum = r->init;
  for (int i = 0; i <= q.n; ++i) {
    int64_t lo = i ? q.cut[i - 1] : 0, hi = i < q.n ? q.cut[i] : q.extent;
    const AttnExpr *part;
    if (hi - lo == 1) {
      for (int d = 0; d < r->space.n; ++d)
        subst[d] = mlirAffineConstantExprGet(b.ctx, lo);
      for (int k = 0; k < r->outRank; ++k)
        if (r->outDim[k] >= 0)
          subst[r->outDim[k]] = o.idx[k];
      part = attnExprSubst(pool, r->lift, &r->space, &o.space, subst);
    } else {
      AttnSpace space = r->space;
      space.extent[q.dim] = hi - lo;
      for (int d = 0; d < space.n; ++d)
        subst[d] = mlirAffineDimExprGet(b.ctx, d);
      subst[q.dim] = mlirAffineAddExprGet(subst[q.dim], mlirAffineConstantExprGet(b.ctx, lo));
      const AttnExpr *lift = attnExprSubst(pool, r->lift, &r->space, &space, subst);
      MlirAffineMap map = mlirAffineMapGet(b.ctx, space.n, 0, r->outRank, o.loop);
      MlirValue v = attnNormalGeneric(&b, &space, attnNormalLoops(r), lift,
                                      attnIdentityFill(&b, type, r->monoid), map, combiner);
      if (mlirValueIsNull(v))
        return none;
      part = attnExprLoad(pool, &o.space, v, r->outRank, o.idx);
    }
    sum = sum ? attnExprOp(pool, &o.space, combiner, 0, element, 2, (const AttnExpr *[]){sum, part})
              : part;
  }
  return elementwise(&b, &o, sum, type);
}

//===--- products of rows made of parts -----------------------------------===//

/// The only cut of the axis that chooses between parts of e.
static bool cutOf(const AttnExpr *e, const AttnReduction *r, int64_t *at) {
  Parts q = {.dim = __builtin_ctz(r->reduced)};
  q.extent = r->space.extent[q.dim];
  attnExprWalk(e, collectCut, &q);
  *at = q.cut[0];
  return q.n == 1 && !q.overflow && q.guarded;
}

bool attnReadRows(AttnExprPool *pool, MlirOperation op, AttnReduction *r) {
  const char *why;
  bool contraction = attnIsContraction(op);
  int64_t c, d;
  attnExprSetStop(pool, attnStopBehindParts, &contraction);
  bool ok = contraction && attnReadReduction(pool, op, r, &why) && !r->init &&
            __builtin_popcount(r->reduced) == 1 && attnExprIsOp(r->lift, "arith.mulf") &&
            r->space.extent[__builtin_ctz(r->reduced)] <= ATTN_WHOLE_AXIS;
  ok = ok && cutOf(attnExprStripCasts(r->lift->args[0]), r, &c) &&
       cutOf(attnExprStripCasts(r->lift->args[1]), r, &d) && c == d;
  attnExprSetStop(pool, NULL, NULL);
  return ok;
}

//===--- differences of weights -------------------------------------------===//

/// Is there, for all its factors, an exponential that varies along the axis?
static const AttnExpr *exponential(const AttnExpr *e, unsigned axis) {
  e = attnExprStripCasts(e);
  const AttnExpr *x = NULL;
  if (attnExprIsOp(e, "arith.mulf"))
    for (int k = 0; k < 2 && !x; ++k)
      x = exponential(e->args[k], axis);
  else if (attnExprIsOp(e, "arith.divf"))
    x = exponential(e->args[0], axis);
  else if (attnExprIsOp(e, "arith.select"))
    for (int k = 1; k < 3 && !x; ++k)
      x = exponential(e->args[k], axis);
  else if ((attnExprIsOp(e, "math.exp") || attnExprIsOp(e, "math.exp2")) && e->dims & axis)
    x = e;
  return x;
}

/// The sum or difference among the factors of a product of which the terms are weights, or one of
/// them. Weights of the same exponential stay together.
static const AttnExpr *differenceIn(const AttnExpr *e, unsigned axis) {
  e = attnExprStripCasts(e);
  if (attnExprIsOp(e, "arith.subf") || attnExprIsOp(e, "arith.addf")) {
    const AttnExpr *x = exponential(e->args[0], axis), *y = exponential(e->args[1], axis);
    bool both = e->args[0]->dims & axis && e->args[1]->dims & axis;
    return both && x != y ? e : NULL;
  }
  const AttnExpr *found = NULL;
  for (int k = 0; attnExprIsOp(e, "arith.mulf") && k < 2 && !found; ++k)
    found = differenceIn(e->args[k], axis);
  return found;
}

/// sum of lift with `what` replaced by `with`, as an expression over the result; NULL: too many
/// operands. Carried in f32 where the result is narrower.
static const AttnExpr *termSum(AttnExprPool *pool, const AttnBuilder *b, const AttnReduction *r,
                               const Output *o, const AttnExpr *what, const AttnExpr *with) {
  MlirType narrow = r->lift->type, type = mlirTypeIsAF64(narrow) ? narrow : mlirF32TypeGet(b->ctx);
  const AttnExpr *lift = attnExprReplace(pool, &r->space, r->lift, what, with);
  if (!mlirTypeEqual(type, narrow))
    lift = attnExprOp(pool, &r->space, "arith.extf", 0, type, 1, &lift);
  MlirValue v = attnNormalGeneric(
      b, &r->space, attnNormalLoops(r), lift,
      attnIdentityFill(b, attnTensorType(r->outRank, o->space.extent, type), "add"),
      mlirAffineMapGet(b->ctx, r->space.n, 0, r->outRank, (MlirAffineExpr *)o->loop), "arith.addf");
  return mlirValueIsNull(v) ? NULL : attnExprLoad(pool, &o->space, v, r->outRank, o->idx);
}

MlirValue attnSplitWeighted(AttnExprPool *pool, MlirOperation op) {
  MlirValue none = {NULL};
  AttnReduction r;
  const char *why;
  attnExprSetStop(pool, NULL, NULL); // weights are work: they would be tensors of their own
  if (!attnReadReduction(pool, op, &r, &why) || r.init || !mlirTypeIsAFloat(r.lift->type) ||
      __builtin_popcount(r.reduced) != 1)
    return none;
  const AttnExpr *d = differenceIn(r.lift, r.reduced), *w = exponential(r.lift, r.reduced);
  if (!d) {
    // Where the values alone are of parts, those are better put together.
    Parts q = {.dim = __builtin_ctz(r.reduced)};
    q.extent = r.space.extent[q.dim];
    if (w)
      attnExprWalk(w, collectCut, &q);
    return q.n && q.guarded ? attnSplitAxis(pool, op, &r, "arith.addf") : none;
  }
  AttnBuilder b = attnBuilderBefore(op);
  Output o = outputOf(&r, b.ctx);
  const AttnExpr *side[2];
  for (int k = 0; k < 2; ++k)
    if (!(side[k] = termSum(pool, &b, &r, &o, d, d->args[k])))
      return none;
  const AttnExpr *e = attnExprOp(pool, &o.space, d->op, 0, side[0]->type, 2, side);
  if (!mlirTypeEqual(e->type, r.lift->type))
    e = attnExprOp(pool, &o.space, "arith.truncf", 0, r.lift->type, 1, &e);
  attnRemark(b.loc, "a sum of weights times values is a sum of folds, one for each of the weights");
  return elementwise(&b, &o, e, mlirValueGetType(r.result));
}
