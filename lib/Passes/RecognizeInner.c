//===- RecognizeInner.c - Contractions inside of a lift --------------------===//
//
//   x_j = f(sum_c a(i,c) * b(j,c))    the inner sum becomes carrier.contract in the lift
//
// where it is a matrix product of the fold's tiles: two factors along c, one of them along j, the
// other not, and none with the rows of a product that is there already; and where each element is
// read about once. What else is summed inside is a tensor, by a fold of its own.
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"
#include "Passes/RecognizeFactors.h"

#include <string.h>

typedef struct Inner {
  const AttnExpr *load[8];
  int n;
  const FoldPlan *plan;
} Inner;

static void collectInner(const AttnExpr *e, void *user) {
  Inner *in = user;
  if (e->kind == ATTN_EXPR_LOAD && (e->dims >> in->plan->fold & 1) && in->n < 8 &&
      !mlirOperationIsNull(attnDef(e->value)) && attnIsReduction(attnDef(e->value)))
    in->load[in->n++] = e;
}

/// Is an element of the tensor read at several points of the fold, on the average?
static bool isReadAgain(const FoldPlan *plan, const AttnExpr *load) {
  MlirType type = mlirValueGetType(load->value);
  double elements = 1, points = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    elements *= (double)mlirShapedTypeGetDimSize(type, d);
  for (int d = 0; d < plan->space.n; ++d)
    if (load->dims >> d & 1)
      points *= (double)plan->space.extent[d];
  return points >= 2 * elements;
}

/// The axes that the left operand of a contraction has and the right one, on the folded axis,
/// lacks.
static unsigned rowsOf(const AttnExpr *left, const AttnExpr *right) {
  return left->dims & ~right->dims;
}

static void collectContraction(const AttnExpr *e, void *user) {
  const AttnExpr **first = user;
  if (e->kind == ATTN_EXPR_CONTRACT && !*first)
    *first = e;
}

/// Has the right operand the rows of a contraction that the fold computes already? Its tiles would
/// be no matrices: a tensor of its own, computed with other rows.
static bool variesWithRows(const FoldPlan *plan, const AttnExpr *right) {
  const AttnExpr *first = NULL;
  for (int k = 0; k < plan->numInner && !first; ++k)
    attnExprWalk(plan->inner[k].value, collectContraction, &first);
  return first && (right->dims & rowsOf(first->args[0], first->args[1]));
}

const AttnExpr *attnInlineContractions(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *x) {
  Inner in = {.plan = plan};
  attnExprWalk(x, collectInner, &in);
  for (int i = 0; i < in.n; ++i) {
    AttnReduction r;
    const char *why;
    int axis;
    const AttnExpr *known = NULL;
    for (int k = 0; k < plan->numInner && !known; ++k)
      known = plan->inner[k].load == in.load[i] ? plan->inner[k].value : NULL;
    if (known) {
      x = attnExprReplace(pool, &plan->space, x, in.load[i], known);
      continue;
    }
    // Operands that are work to compute are read by every row or column: they are tensors of their
    // own (a map).
    bool contraction = attnIsContraction(attnDef(in.load[i]->value));
    attnExprSetStop(pool, attnStopAtOperand, &contraction);
    bool readable = attnReadReduction(pool, attnDef(in.load[i]->value), &r, &why);
    attnExprSetStop(pool, NULL, NULL);
    if (!readable || strcmp(r.monoid, "add") || r.init || !attnSingleAxis(&r, &axis) ||
        plan->space.n == ATTN_MAX_DIMS || !mlirTypeIsAFloat(in.load[i]->type) ||
        isReadAgain(plan, in.load[i]))
      continue;
    int c = plan->space.n;
    plan->space.extent[plan->space.n++] = r.space.extent[axis];
    const AttnExpr *lift = attnLiftAt(pool, plan, &r, in.load[i]->idx, c);
    AttnFactors f = {.fold = c};
    attnFactorise(lift, false, &f);
    const AttnExpr *bound[2], *scale[16];
    int nBound = 0, nScale = 0;
    for (int k = 0; k < f.nNum; ++k) {
      if (!(f.num[k]->dims >> c & 1))
        scale[nScale++] = f.num[k];
      else if (nBound < 2)
        bound[nBound++] = f.num[k];
      else
        nBound = 3;
    }
    for (int k = 0; k < f.nDen; ++k)
      if (f.den[k]->dims >> c & 1)
        nBound = 3;
    // Two operands that both vary along the folded axis (keys and what pairs have, scores shifted
    // against each other) are no matrices there: a tensor of its own.
    bool both =
        nBound == 2 && bound[0] != bound[1] && (bound[0]->dims & bound[1]->dims) >> plan->fold & 1;
    // The operand that lives on the folded axis is the right one.
    if (nBound == 2 && bound[0]->dims >> plan->fold & 1) {
      const AttnExpr *t = bound[0];
      bound[0] = bound[1], bound[1] = t;
    }
    if (nBound != 2 || f.overflow || plan->space.extent[c] == 1 || both ||
        variesWithRows(plan, bound[1])) {
      --plan->space.n;
      continue;
    }
    plan->contracted |= 1u << c;
    MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(r.op));
    MlirType acc = mlirTypeIsAF64(in.load[i]->type) ? in.load[i]->type : f32;
    scale[nScale] = attnExprContract(pool, c, bound[0], bound[1], acc);
    // contract * scale / den, the contraction first.
    for (int k = nScale; k > 0; --k) {
      const AttnExpr *t = scale[k];
      scale[k] = scale[k - 1], scale[k - 1] = t;
    }
    const AttnExpr *with = attnProduct(pool, &plan->space, acc, nScale + 1, scale, f.nDen, f.den);
    with = attnZeroed(pool, &plan->space, &f, with);
    if (plan->numInner < ATTN_MAX_CHANNELS)
      plan->inner[plan->numInner++] = (FoldInner){in.load[i], with};
    x = attnExprReplace(pool, &plan->space, x, in.load[i], with);
  }
  return x;
}
