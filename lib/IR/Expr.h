//===- Expr.h - Tensors as scalar functions of their indices --------------===//
//
// What normalisation and recognition think in. A tensor of the function is a function of its
// indices; `attnExprPull` writes the element at given indices as an expression DAG by walking
// through every elementwise producer, composing indexing maps on the way: transposes, broadcasts,
// reshapes, slices, unit dimensions, identity copies and fills leave no trace. It stops at function
// arguments, at reductions and at what it does not understand; these are *roots*, read by a load.
//
//   out[b,m,j] = select(i >= j, s[b,m,j] * c, -inf)   with s a reduction's result
//   pull(out, (d0,d1,d2)) = select(index(d1 - d2) ..., load(s, (d0,d1,d2)) * c, -inf)
//
// Nodes are hash-consed: equal expressions are equal pointers. Indices are affine expressions over
// the dimensions of a *space* (a list of extents), simplified with the extents in hand, so that
// (g*4 + r) floordiv 4 is g where r < 4.
//
// Everything a pool made lives until attnExprPoolDestroy.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_EXPR_H
#define ATTN_IR_EXPR_H

#include "IR/Build.h"

#define ATTN_MAX_DIMS 16

typedef enum AttnExprKind {
  ATTN_EXPR_FLOAT,    ///< constant, value in `f`
  ATTN_EXPR_INT,      ///< constant (integer, i1 or index), value in `i`
  ATTN_EXPR_INDEX,    ///< integer value of the affine expression idx[0]
  ATTN_EXPR_LOAD,     ///< element of `value` at idx[0..numIdx)
  ATTN_EXPR_SCALAR,   ///< a scalar SSA value from outside
  ATTN_EXPR_OP,       ///< arith/math operation `op` on args
  ATTN_EXPR_CONTRACT, ///< sum over dimension `i` of args[0] * args[1]
  ATTN_EXPR_STATE     ///< the state of channel `i` of the fold being projected
} AttnExprKind;

typedef struct AttnExpr {
  AttnExprKind kind;
  MlirType type;  ///< scalar type; `index` for ATTN_EXPR_INDEX whatever integer the source used
  const char *op; ///< ATTN_EXPR_OP: operation name
  int64_t i;      ///< integer constant, or the predicate of cmpi/cmpf, or the dimension
  double f;
  MlirValue value; ///< tensor or scalar
  int numArgs, numIdx;
  const struct AttnExpr *args[3];
  MlirAffineExpr *idx;
  unsigned dims; ///< bit d: depends on dimension d (contracted dimensions excluded)
  unsigned id;   ///< order of creation
} AttnExpr;

/// The dimensions that indices are written in.
typedef struct AttnSpace {
  int n;
  int64_t extent[ATTN_MAX_DIMS];
} AttnSpace;

typedef struct AttnExprPool AttnExprPool;

AttnExprPool *attnExprPoolCreate(MlirContext ctx);
void attnExprPoolDestroy(AttnExprPool *pool);

/// Asked at every elementwise producer during a pull: true makes the producer's result a root.
typedef bool (*AttnPullStop)(MlirOperation producer, const AttnSpace *space, void *user);
void attnExprSetStop(AttnExprPool *pool, AttnPullStop stop, bool *user);
/// A stop: a producer that is read by more iterations than it has elements and is work to compute
/// (a transcendental, a choice between parts, more than a scale and an offset), so that composing
/// it would compute it again and again. The outermost such producer: what comes after the work
/// stays with it. `user` may point to a bool: the reader is a contraction, whose operands are
/// tensors even where each element is read once (a cache with the new key behind it).
bool attnStopAtExpensive(MlirOperation producer, const AttnSpace *space, void *user);
/// The same, and where the reader is a contraction (`user` points to a bool), operands of 16 bits
/// that are computed by more than a scale and read again and again (a normalised row of
/// activations): as they stand in memory they are tensor cores' operands, in a lift they are not.
bool attnStopAtOperand(MlirOperation producer, const AttnSpace *space, void *user);
/// As attnStopAtExpensive, but what puts parts together of which one is there already, moved at
/// most, is no stop.
bool attnStopBehindParts(MlirOperation producer, const AttnSpace *space, void *user);

/// The element of `tensor` at idx (rank many, over `space`). Never fails: what is not understood is
/// a root.
const AttnExpr *attnExprPull(AttnExprPool *pool, const AttnSpace *space, MlirValue tensor,
                             const MlirAffineExpr *idx);
/// The same, whatever stop is set.
const AttnExpr *attnExprPullAll(AttnExprPool *pool, const AttnSpace *space, MlirValue tensor,
                                const MlirAffineExpr *idx);

/// The value `yielded` in the body of a linalg.generic with its loops at loop[]; NULL if the body
/// has something that is no expression.
const AttnExpr *attnExprPullYield(AttnExprPool *pool, const AttnSpace *space, MlirOperation generic,
                                  MlirValue yielded, const MlirAffineExpr *loop);

//===--- reductions -------------------------------------------------------===//

/// The monoid (add, mul, max, min, and, or) that a linalg reduction combines by; NULL: none of
/// these.
const char *attnReductionMonoid(MlirOperation op);

/// A linalg reduction out[outer] = init (+) fold of lift over the reduction dimensions.
typedef struct AttnReduction {
  MlirOperation op;
  MlirValue result;
  AttnSpace space;                    ///< the operation's loops
  unsigned reduced;                   ///< bit d: loop d is a reduction
  const char *monoid;                 ///< "add", "mul", "max", "min", "and", "or"
  const AttnExpr *lift;               ///< over `space`
  const AttnExpr *init;               ///< over the result's dimensions; NULL if it is the identity
  int outRank, outDim[ATTN_MAX_DIMS]; ///< result dimension k runs along loop outDim[k]
} AttnReduction;

/// Is the operation a linalg.generic with a reduction loop?
bool attnIsReduction(MlirOperation op);
/// Is it a sum of products (of two different values)?
bool attnIsContraction(MlirOperation op);
/// The loops of a linalg.generic on tensors of static shape: extents, and which are reductions. On
/// failure `why` says which clause failed (static text).
bool attnReadLoops(MlirOperation op, AttnSpace *space, unsigned *reduced, const char **why);
/// Reads a reduction. On failure `why` says which clause failed (static text).
bool attnReadReduction(AttnExprPool *pool, MlirOperation op, AttnReduction *r, const char **why);

//===--- making and rewriting nodes ---------------------------------------===//

const AttnExpr *attnExprFloat(AttnExprPool *, MlirType type, double v);
const AttnExpr *attnExprInt(AttnExprPool *, MlirType type, int64_t v);
const AttnExpr *attnExprIndex(AttnExprPool *, const AttnSpace *, MlirAffineExpr e);
const AttnExpr *attnExprLoad(AttnExprPool *, const AttnSpace *, MlirValue tensor, int n,
                             const MlirAffineExpr *idx);
/// Simplifies: identities, constants, index arithmetic, boolean selects.
const AttnExpr *attnExprOp(AttnExprPool *, const AttnSpace *, const char *op, int64_t predicate,
                           MlirType type, int n, const AttnExpr *const *args);
const AttnExpr *attnExprContract(AttnExprPool *, int dim, const AttnExpr *lhs, const AttnExpr *rhs,
                                 MlirType type);

const AttnExpr *attnExprState(AttnExprPool *, int channel, MlirType type, unsigned dims);

/// e with dimension d replaced by subst[d] (an expression over `to`) for every d of `from`.
const AttnExpr *attnExprSubst(AttnExprPool *, const AttnExpr *e, const AttnSpace *from,
                              const AttnSpace *to, const MlirAffineExpr *subst);
/// e with node `what` replaced by `with` everywhere.
const AttnExpr *attnExprReplace(AttnExprPool *, const AttnSpace *, const AttnExpr *e,
                                const AttnExpr *what, const AttnExpr *with);
/// Calls fn on every distinct node of e, operands first.
void attnExprWalk(const AttnExpr *e, void (*fn)(const AttnExpr *, void *), void *user);

bool attnExprIsOp(const AttnExpr *e, const char *op);
bool attnExprIsFloat(const AttnExpr *e, double v);
/// e without float casts around it.
const AttnExpr *attnExprStripCasts(const AttnExpr *e);

/// The inclusive range of an expression over the space; false where unknown or the space is empty.
bool attnSpaceRange(MlirAffineExpr e, const AttnSpace *space, int64_t *lo, int64_t *hi);
/// Affine simplification with the extents of the dimensions in hand.
MlirAffineExpr attnAffineSimplify(MlirAffineExpr e, const AttnSpace *space);

//===--- emission ---------------------------------------------------------===//

/// How an expression becomes operations: where elements and coordinates come from.
typedef struct AttnExprEmitter {
  AttnBuilder *b;
  const AttnSpace *space;
  MlirValue (*load)(struct AttnExprEmitter *, const AttnExpr *load);
  MlirValue (*coord)(struct AttnExprEmitter *, int dim); ///< index-typed
  MlirValue (*contract)(struct AttnExprEmitter *, const AttnExpr *contract, MlirValue lhs,
                        MlirValue rhs);
  void *user;
  /// Filled during emission: one value per emitted node (equal nodes are emitted once).
  const AttnExpr **seen;
  MlirValue *values;
  intptr_t numSeen, capacity;
} AttnExprEmitter;

MlirValue attnExprEmit(AttnExprEmitter *e, const AttnExpr *x);
/// Presets the value of a node.
void attnExprEmitBind(AttnExprEmitter *e, const AttnExpr *x, MlirValue v);
void attnExprEmitterFree(AttnExprEmitter *e);

#endif // ATTN_IR_EXPR_H
