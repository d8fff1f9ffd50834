//===- OracleGeneric.h - Evaluating one generic node over a box -----------===//
#ifndef ATTN_RUNTIME_ORACLEGENERIC_H
#define ATTN_RUNTIME_ORACLEGENERIC_H

#include "Runtime/OracleBody.h"

/// A value's wanted box and its elements, row-major over the box.
typedef struct AttnSlot {
  bool needed;
  int64_t lo[ATTN_MAX_RANK], hi[ATTN_MAX_RANK];
  AttnCell *cells; ///< NULL until evaluated
} AttnSlot;

int64_t attnSlotCount(const AttnSlot *slot, int rank);
/// Row-major strides of the box.
void attnSlotStrides(const AttnSlot *slot, int rank, int64_t *strides);

/// The iteration box that makes the wanted boxes of the node's results.
void attnGenericBox(const AttnOracle *, const AttnOracleNode *, const AttnSlot *slots, int64_t *lo,
                    int64_t *hi);
/// Which instructions the yields depend on.
void attnGenericLive(const AttnOracleNode *, bool *live);
/// Is the body a plain multiply-add into the accumulator: yield = acc + x * y?
bool attnGenericIsContraction(const AttnOracleNode *);

/// Fills the cells of the node's results (allocated by the caller). Operands that live instructions
/// read have been evaluated over boxes that cover what the iteration box lo..hi touches.
bool attnGenericEvaluate(const AttnOracle *, const AttnOracleNode *, AttnSlot *slots,
                         const int64_t *lo, const int64_t *hi, unsigned rules, AttnStatus *);

#endif // ATTN_RUNTIME_ORACLEGENERIC_H
