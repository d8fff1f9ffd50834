//===- ExprPool.h - The pool behind Expr.h (private to lib/IR) ------------===//
#ifndef ATTN_IR_EXPRPOOL_H
#define ATTN_IR_EXPRPOOL_H

#include "IR/Expr.h"

typedef struct PoolEntry {
  uint64_t hash;
  AttnExpr node;
  struct PoolEntry *next;
} PoolEntry;

/// One remembered pull.
typedef struct PullMemo {
  MlirValue value;
  int n;
  MlirAffineExpr *idx;
  uint64_t space; ///< hash of the extents
  const AttnExpr *result;
} PullMemo;

struct AttnExprPool {
  MlirContext ctx;
  size_t numBuckets;
  PoolEntry **buckets;
  unsigned numNodes;
  AttnPullStop stop;
  void *stopUser;
  PullMemo *memo;
  size_t numMemo, memoCapacity;
};

const AttnExpr *attnExprScalar(AttnExprPool *, MlirValue v);

//===--- pieces of pulling (ExprPull.c) ------------------------------------===//

MlirAffineMap attnExprMapOf(MlirOperation generic, intptr_t operand);
intptr_t attnExprNumInputs(MlirOperation generic);
bool attnExprReductionLoop(MlirOperation generic, intptr_t loop);
/// Is the operand a tensor with static shape or a scalar?
bool attnExprReadable(MlirValue v);

//===--- parts put together (ExprParts.c) ----------------------------------===//

/// x, which counts where idx is in [lo, hi) only, without the moduli that keep its loads in bounds
/// elsewhere, where those are in bounds without: parts of one tensor, put together again, are it.
const AttnExpr *attnExprUnguarded(AttnExprPool *p, const AttnSpace *space, const AttnExpr *x,
                                  MlirAffineExpr idx, int64_t lo, int64_t hi);
/// `yes` where `condition`, lo <= idx < hi, holds, else `no`. Where one is the other under a mask,
/// or both are the same under masks of their own, that is one choice, by a condition for both.
const AttnExpr *attnExprChoosePart(AttnExprPool *p, const AttnSpace *space,
                                   const AttnExpr *condition, MlirAffineExpr idx, int64_t lo,
                                   int64_t hi, const AttnExpr *yes, const AttnExpr *no);

/// An integer as an affine expression: an index or a constant.
bool attnExprAsAffine(AttnExprPool *p, const AttnExpr *e, MlirAffineExpr *out);

#endif // ATTN_IR_EXPRPOOL_H
