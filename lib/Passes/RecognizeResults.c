//===- RecognizeResults.c - Which results one fold can have ---------------===//
//
// All results of a carrier.fold but its first are of one type (IRDL says so). A plan with others
// (the maximum and the sum of weights that attention weights are made of, one of them with a
// dimension of size one in place of the axis, beside the attention) is settled before it is
// written, by the first of these that does:
//
//   order     the target whose type is nobody else's becomes the first
//   squeeze   results lose their dimensions of size one, and get them back behind the fold
//   split     targets of a third type become a fold of their own, which computes what they need
//
//===----------------------------------------------------------------------===//
#include "Passes/Recognize.h"

#include <stdlib.h>

static MlirType squeezed(MlirType type) {
  int64_t shape[ATTN_MAX_DIMS];
  intptr_t n = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    if (mlirShapedTypeGetDimSize(type, d) != 1)
      shape[n++] = mlirShapedTypeGetDimSize(type, d);
  return attnTensorType(n, shape, attnElementType(type));
}

MlirType attnResultType(const FoldPlan *plan, int t) {
  MlirType type = mlirValueGetType(plan->target[t].value);
  return plan->squeezed ? squeezed(type) : type;
}

int attnResultMap(const FoldPlan *plan, int t, MlirAffineExpr *map) {
  const FoldTarget *target = &plan->target[t];
  MlirType type = mlirValueGetType(target->value);
  int n = 0;
  for (int d = 0; d < target->rank; ++d)
    if (!plan->squeezed || mlirShapedTypeGetDimSize(type, d) != 1)
      map[n++] = target->map[d];
  return n;
}

MlirValue attnRestoreResult(const AttnBuilder *b, const FoldPlan *plan, int t, MlirValue v) {
  MlirType type = mlirValueGetType(plan->target[t].value);
  if (mlirTypeEqual(type, mlirValueGetType(v)))
    return v;
  // Each group is one dimension and those of size one behind it; the first has those in front, too.
  MlirAttribute groups[ATTN_MAX_DIMS], group[ATTN_MAX_DIMS];
  intptr_t n = 0, size = 0;
  for (intptr_t d = 0, seen = 0; d < mlirShapedTypeGetRank(type); ++d) {
    bool kept = mlirShapedTypeGetDimSize(type, d) != 1;
    if (kept && seen++) {
      groups[n++] = mlirArrayAttrGet(b->ctx, size, group);
      size = 0;
    }
    group[size++] = attnI64(b->ctx, d);
  }
  if (mlirShapedTypeGetRank(mlirValueGetType(v)) > 0)
    groups[n++] = mlirArrayAttrGet(b->ctx, size, group);
  return attnBuildExpand(b, v, mlirArrayAttrGet(b->ctx, n, groups), type);
}

/// The target that can be the first so that all others are of one type; -1: none.
static int oddOne(const FoldPlan *plan) {
  MlirType types[ATTN_MAX_TARGETS];
  for (int t = 0; t < plan->numTargets; ++t)
    types[t] = attnResultType(plan, t);
  return attnFirstResult(plan->numTargets, types);
}

static void makeFirst(FoldPlan *plan, int t) {
  FoldTarget first = plan->target[0];
  plan->target[0] = plan->target[t];
  plan->target[t] = first;
}

/// Targets that are neither of the first one's type nor of the next one's.
static FoldPlan splitOff(FoldPlan *plan) {
  FoldPlan rest = *plan;
  int kept = 1, split = 0, second = 1;
  while (second < plan->numTargets &&
         mlirTypeEqual(attnResultType(plan, second), attnResultType(plan, 0)))
    ++second; // all of one type would not be here
  MlirType type = attnResultType(plan, second);
  for (int t = 1; t < plan->numTargets; ++t)
    if (mlirTypeEqual(attnResultType(plan, t), type))
      plan->target[kept++] = plan->target[t];
    else
      rest.target[split++] = plan->target[t];
  plan->numTargets = kept;
  rest.numTargets = split;
  return rest;
}

void attnSettleResults(Recognizer *z) {
  for (int p = 0; p < z->numPlans; ++p) {
    FoldPlan *plan = &z->plans[p];
    int first = oddOne(plan);
    if (first < 0) {
      plan->squeezed = true;
      first = oddOne(plan);
    }
    if (first >= 0) {
      makeFirst(plan, first);
      continue;
    }
    FoldPlan rest = splitOff(plan);
    attnKeepTargets(z->pool, plan);
    attnKeepTargets(z->pool, &rest);
    z->plans = realloc(z->plans, (size_t)(z->numPlans + 1) * sizeof *z->plans);
    z->plans[z->numPlans++] = rest; // is looked at in its turn
  }
}
