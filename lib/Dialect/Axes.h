//===- Axes.h - The `axes` attribute of carrier.fold, carrier.map, tile.kernel -===//
#ifndef ATTN_DIALECT_AXES_H
#define ATTN_DIALECT_AXES_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#define ATTN_MAX_AXES 32

typedef enum AttnAxisRole { ATTN_AXIS_FREE, ATTN_AXIS_FOLD, ATTN_AXIS_CONTRACT } AttnAxisRole;

typedef struct AttnAxis {
  const char *name; ///< lives as long as the context
  AttnAxisRole role;
  int64_t extent;
  int64_t tile; ///< 0 where the axis has none (carrier level)
} AttnAxis;

typedef struct AttnAxes {
  int size;
  AttnAxis a[ATTN_MAX_AXES];
} AttnAxes;

/// Reads the `axes` attribute of `op`. False where it is malformed; attnVerify says why.
bool attnAxesRead(MlirOperation op, AttnAxes *axes);
/// Position of an axis; -1 if there is none of this name (or name is NULL).
int attnAxesFind(const AttnAxes *axes, const char *name);
const char *attnAxisRoleName(AttnAxisRole role);

#endif // ATTN_DIALECT_AXES_H
