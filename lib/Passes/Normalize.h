//===- Normalize.h - Inside attn-normalize --------------------------------===//
#ifndef ATTN_PASSES_NORMALIZE_H
#define ATTN_PASSES_NORMALIZE_H

#include "IR/Expr.h"

/// linalg.generic over `space` with body `e`, joined with the accumulator by `combiner` if not
/// NULL; bit d of `reduced`: loop d is a reduction. Null if it would have too many operands.
MlirValue attnNormalGeneric(const AttnBuilder *b, const AttnSpace *space, unsigned reduced,
                            const AttnExpr *e, MlirValue out, MlirAffineMap outMap,
                            const char *combiner);
/// A tensor of type t filled with the monoid's identity (float element types).
MlirValue attnIdentityFill(const AttnBuilder *b, MlirType t, const char *monoid);

//===--- NormalizeSplit.c --------------------------------------------------===//

/// Every loop that the result lacks, those of one iteration among them.
unsigned attnNormalLoops(const AttnReduction *r);
/// The reduction as reductions over the parts of its axis, joined; null where it has none.
MlirValue attnSplitAxis(AttnExprPool *pool, MlirOperation op, const AttnReduction *r,
                        const char *combiner);
/// Reads a contraction whose operands are both made of two parts of the summed axis, one of them
/// there already: better split along that. No stop is set in the pool afterwards.
bool attnReadRows(AttnExprPool *pool, MlirOperation op, AttnReduction *r);
/// The sum of weights (exponentials) times values as sums of the terms of a factor that is a sum of
/// weights, or over the parts of its axis; null where it has neither. No stop is set in the pool
/// afterwards.
MlirValue attnSplitWeighted(AttnExprPool *pool, MlirOperation op);

//===--- NormalizeJoin.c ---------------------------------------------------===//

/// Contractions of several sources whose results are put together, and sums of contractions over
/// the parts of one tensor, become contractions of the sources put together.
void attnJoinContractions(MlirBlock block);

//===--- NormalizeGather.c -------------------------------------------------===//

/// Coordinates of what a generic's body extracts that are read from tensors but are affine in its
/// loops (an index tensor made by arange) are written so. True where there are any.
bool attnFoldCoordinates(MlirOperation op);
/// What a generic's body extracts at coordinates that are data becomes a gather of its own, or a
/// reduction. `op` may be replaced.
void attnTakeOutGathers(MlirOperation op);

//===--- NormalizeRewrite.c ------------------------------------------------===//

/// A reduction with several results of which one is read becomes one with that result, if it can.
void attnDropDeadResults(MlirOperation op);
void attnDecomposeSoftmax(MlirOperation op);

//===--- NormalizeMoved.c --------------------------------------------------===//

/// A slice at an offset that is a value becomes a window that moves (IR/Moved.h) and a static slice
/// of it; an insertion of several positions at such an offset a choice between a window and what
/// was there. Left alone where sizes or steps of what moves are values.
void attnMoveSlice(MlirOperation op);
void attnMoveInsertion(MlirOperation op);
/// Windows and gathers that the block returns become tensors of their own, by generics that copy.
void attnCopyReturned(MlirBlock block);

/// A ranked tensor of known sizes, with room for four more dimensions.
bool attnNormIsStatic(MlirValue v);
MlirValue attnNormEmpty(const AttnBuilder *b, MlirType type); ///< tensor.empty

#endif // ATTN_PASSES_NORMALIZE_H
