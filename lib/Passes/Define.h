//===- Define.h - Inside attn-define --------------------------------------===//
//
// Shared by the Define*.c files only.
//
//   DefineRead.c   reads a reduction: loops, initial values, what the body combines
//   DefineFold.c   the fold in its place
//   Define.c       the pass: candidates for the definition
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_DEFINE_H
#define ATTN_PASSES_DEFINE_H

#include "IR/Expr.h"

enum { ATTN_TUPLE_PARTS = 4, ATTN_TUPLE_VALUES = 8 };

/// A reduction, and the candidate at hand.
typedef struct AttnTuple {
  MlirOperation op, yield;
  MlirContext ctx;
  MlirBlock body;
  int n;        ///< parts of the state
  intptr_t nIn; ///< inputs: the first arguments of the body
  AttnSpace space;
  int fold; ///< the reduction loop
  MlirType type[ATTN_TUPLE_PARTS];
  MlirAttribute init[ATTN_TUPLE_PARTS];
  AttnValueMap carried; ///< values of the body that depend on the state, each to itself
  int nValues;          ///< of the element
  MlirValue value[ATTN_TUPLE_VALUES];
  int of[ATTN_TUPLE_PARTS]; ///< part -> value
  MlirAttribute identity[ATTN_TUPLE_PARTS];
  int order; ///< the part by which the sides of a merge are ordered; -1: they are not
} AttnTuple;

/// Reads a linalg.generic with several results. False: `why` says what it is not. Free it in any
/// case.
bool attnTupleRead(AttnExprPool *pool, MlirOperation op, AttnTuple *t, const char **why);
void attnTupleFree(AttnTuple *t);
/// The loop that a dimension of the results runs along; -1: none, it has one element.
intptr_t attnTupleLoop(MlirAffineExpr e);
/// The parts that somebody reads, into `live`.
int attnTupleLive(const AttnTuple *t, int *live);

/// Puts a carrier.fold that names `carrier` and gives the live parts in the reduction's place.
void attnTupleReplace(AttnExprPool *pool, const AttnTuple *t, const char *carrier);

#endif // ATTN_PASSES_DEFINE_H
