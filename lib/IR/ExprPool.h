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

#endif // ATTN_IR_EXPRPOOL_H
