//===- ExprParts.c - Parts put together again ------------------------------===//
//
// A concatenation is pulled as a choice between its parts by a coordinate j, and each part's
// indices are kept in bounds by a modulus where they do not count (ExprPull.c). Parts of one tensor
// are that tensor again, and masks of the parts are a mask of the whole:
//
//   j < c ? s[j mod c] : s[c + (j - c) mod n]                =  s[j]
//   j < c ? s[j] : (j - c <= i ? s[j] : -inf)                =  j - c <= i ? s[j] : -inf
//   j < c ? (p ? s[j] : -inf) : (q ? s[j] : -inf)            =  (j < c ? p : q) ? s[j] : -inf
//
// See ExprPool.h.
//===----------------------------------------------------------------------===//
#include "IR/Affine.h"
#include "IR/ExprPool.h"

#include <string.h>

/// The bounds (inclusive) of all dimensions, `dim` in [lo, hi).
static void boundsOf(const AttnSpace *space, int dim, int64_t lo, int64_t hi, int64_t *least,
                     int64_t *most) {
  for (int d = 0; d < space->n; ++d)
    least[d] = d == dim ? lo : 0, most[d] = (d == dim ? hi : space->extent[d]) - 1;
}

/// e without those moduli that are none in the bounds.
static MlirAffineExpr withoutModuli(MlirAffineExpr e, const int64_t *least, const int64_t *most) {
  if (!mlirAffineExprIsABinary(e))
    return e;
  MlirAffineExpr l = withoutModuli(mlirAffineBinaryOpExprGetLHS(e), least, most);
  MlirAffineExpr r = withoutModuli(mlirAffineBinaryOpExprGetRHS(e), least, most);
  if (mlirAffineExprIsAAdd(e))
    return mlirAffineAddExprGet(l, r);
  if (mlirAffineExprIsAMul(e))
    return mlirAffineMulExprGet(l, r);
  int64_t first, last, m = mlirAffineExprIsAConstant(r) ? mlirAffineConstantExprGetValue(r) : 0;
  if (!mlirAffineExprIsAMod(e) || m <= 0)
    return e;
  if (!attnAffineRange(l, least, most, &first, &last) || first < 0 || first / m != last / m)
    return mlirAffineModExprGet(l, r);
  MlirContext ctx = mlirAffineExprGetContext(l);
  return mlirAffineAddExprGet(l, mlirAffineConstantExprGet(ctx, -(first / m * m)));
}

enum { MAX_INDEXED = 48 };

typedef struct Indexed {
  const AttnExpr *e[MAX_INDEXED];
  int n;
} Indexed;

static void collectIndexed(const AttnExpr *e, void *user) {
  Indexed *l = user;
  if ((e->kind == ATTN_EXPR_LOAD || e->kind == ATTN_EXPR_INDEX) && l->n < MAX_INDEXED)
    l->e[l->n++] = e;
}

const AttnExpr *attnExprUnguarded(AttnExprPool *p, const AttnSpace *space, const AttnExpr *x,
                                  MlirAffineExpr idx, int64_t lo, int64_t hi) {
  Indexed all = {.n = 0};
  int64_t least[ATTN_MAX_DIMS], most[ATTN_MAX_DIMS];
  if (!mlirAffineExprIsADim(idx))
    return x;
  boundsOf(space, (int)mlirAffineDimExprGetPosition(idx), lo, hi, least, most);
  attnExprWalk(x, collectIndexed, &all);
  for (int i = 0; i < all.n; ++i) {
    const AttnExpr *e = all.e[i];
    bool load = e->kind == ATTN_EXPR_LOAD, inside = true;
    MlirAffineExpr at[ATTN_MAX_DIMS];
    for (int k = 0; k < (load ? e->numIdx : 1); ++k) {
      int64_t from, to;
      at[k] = attnAffineSimplify(withoutModuli(e->idx[k], least, most), space);
      inside &= !load || mlirAffineExprEqual(at[k], e->idx[k]) ||
                (attnSpaceRange(at[k], space, &from, &to) && from >= 0 &&
                 to < mlirShapedTypeGetDimSize(mlirValueGetType(e->value), k));
    }
    if (!inside || (!load && mlirAffineExprEqual(at[0], e->idx[0])))
      continue;
    const AttnExpr *with =
        load ? attnExprLoad(p, space, e->value, e->numIdx, at) : attnExprIndex(p, space, at[0]);
    x = attnExprReplace(p, space, x, e, with);
  }
  return x;
}

//===--- masks of parts ---------------------------------------------------===//

/// Does the condition hold within the bounds?
static bool holds(AttnExprPool *p, const AttnExpr *q, const int64_t *least, const int64_t *most) {
  MlirAffineExpr x, y;
  int64_t lo, hi;
  if (attnExprIsOp(q, "arith.andi"))
    return holds(p, q->args[0], least, most) && holds(p, q->args[1], least, most);
  if (!attnExprIsOp(q, "arith.cmpi") || !attnExprAsAffine(p, q->args[0], &x) ||
      !attnExprAsAffine(p, q->args[1], &y))
    return false;
  MlirAffineExpr minus = mlirAffineMulExprGet(y, mlirAffineConstantExprGet(p->ctx, -1));
  if (!attnAffineRange(mlirAffineAddExprGet(x, minus), least, most, &lo, &hi))
    return false;
  return (q->i == 2 && hi < 0) || (q->i == 3 && hi <= 0) || (q->i == 4 && lo > 0) ||
         (q->i == 5 && lo >= 0);
}

/// e as `value` under a mask, and what stands where it does not hold; NULL: e itself, always.
typedef struct Masked {
  const AttnExpr *mask, *value, *fill;
} Masked;

static Masked maskedOf(const AttnExpr *e) {
  if (attnExprIsOp(e, "arith.select") && e->args[2]->kind == ATTN_EXPR_FLOAT)
    return (Masked){e->args[0], e->args[1], e->args[2]};
  return (Masked){NULL, e, NULL};
}

const AttnExpr *attnExprChoosePart(AttnExprPool *p, const AttnSpace *space,
                                   const AttnExpr *condition, MlirAffineExpr idx, int64_t lo,
                                   int64_t hi, const AttnExpr *yes, const AttnExpr *no) {
  Masked a = maskedOf(yes), b = maskedOf(no);
  const AttnExpr *mask = NULL;
  if (a.value == b.value && a.mask != b.mask && (!a.fill || !b.fill || a.fill == b.fill)) {
    MlirType i1 = mlirIntegerTypeGet(p->ctx, 1);
    const AttnExpr *always = attnExprInt(p, i1, 1);
    int64_t least[ATTN_MAX_DIMS], most[ATTN_MAX_DIMS];
    bool plain = mlirAffineExprIsADim(idx);
    int dim = plain ? (int)mlirAffineDimExprGetPosition(idx) : 0;
    int64_t extent = plain ? space->extent[dim] : 0;
    if (plain && !a.mask) { // is the mask of what is outside one of all?
      boundsOf(space, dim, lo, hi, least, most);
      mask = holds(p, b.mask, least, most) ? b.mask : NULL;
    } else if (plain && !b.mask) {
      boundsOf(space, dim, 0, lo, least, most);
      bool all = lo <= 0 || holds(p, a.mask, least, most);
      boundsOf(space, dim, hi, extent, least, most);
      mask = all && (hi >= extent || holds(p, a.mask, least, most)) ? a.mask : NULL;
    }
    if (!mask)
      mask = attnExprOp(
          p, space, "arith.select", 0, i1, 3,
          (const AttnExpr *[]){condition, a.mask ? a.mask : always, b.mask ? b.mask : always});
    yes = a.value, no = a.fill ? a.fill : b.fill;
    condition = mask;
  }
  return attnExprOp(p, space, "arith.select", 0, yes->type, 3,
                    (const AttnExpr *[]){condition, yes, no});
}
