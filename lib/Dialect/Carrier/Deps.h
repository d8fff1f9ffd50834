//===- Deps.h - Which axes a value of a carrier region depends on ---------===//
#ifndef ATTN_DIALECT_CARRIER_DEPS_H
#define ATTN_DIALECT_CARRIER_DEPS_H

#include "Dialect/Axes.h"

/// Sets of axes are bit masks over their positions in `axes`.
typedef uint64_t AttnAxisSet;

/// A table value -> axes, filled operation by operation in block order:
///
///   carrier.element   the dimensions of its map
///   carrier.index     its axis
///   carrier.contract  the operands without its axis
///   others            union of the operands
///
/// Values that are not in the table (constants from outside) depend on nothing.
typedef struct AttnDeps {
  size_t size, capacity;
  struct {
    MlirValue value;
    AttnAxisSet axes;
  } * entries;
} AttnDeps;

AttnAxisSet attnDepsGet(const AttnDeps *d, MlirValue value);
void attnDepsSet(AttnDeps *d, MlirValue value, AttnAxisSet axes);
/// Enters the results of `op`; returns what they depend on.
AttnAxisSet attnDepsAddOp(AttnDeps *d, const AttnAxes *axes, MlirOperation op);
/// All operations of region `region` of a carrier.fold or carrier.map.
void attnDepsAddRegion(AttnDeps *d, const AttnAxes *axes, MlirOperation op, intptr_t region);
void attnDepsFree(AttnDeps *d);

#endif // ATTN_DIALECT_CARRIER_DEPS_H
