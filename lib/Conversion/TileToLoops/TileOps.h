//===- TileOps.h - One tile operation as loops on tile tensors ------------===//
#ifndef ATTN_CONVERSION_TILEOPS_H
#define ATTN_CONVERSION_TILEOPS_H

#include "IR/Build.h"

enum { ATTN_TILE_MAX_AXES = 64, ATTN_TILE_MAX_RESULTS = 32 };

typedef struct AttnTileAxis {
  const char *name;
  int64_t extent, tile;
  MlirValue origin; ///< grid axes
} AttnTileAxis;

/// A kernel that is being converted.
typedef struct AttnTileKernel {
  MlirOperation op;
  int nAxes, nResults;
  AttnTileAxis axis[ATTN_TILE_MAX_AXES];
  MlirValue results[ATTN_TILE_MAX_RESULTS]; ///< the result tensors as written so far
  AttnValueMap values;                      ///< from the kernel's values to the new ones
} AttnTileKernel;

int attnTileAxis(const AttnTileKernel *k, const char *name); ///< -1 if there is none

/// Lowers one operation of the tile dialect at the builder and maps its results.
MlirLogicalResult attnTileLower(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b);

/// `tile` written over `into` (same type): the new value of `into`.
MlirValue attnTileCopyInto(const AttnBuilder *b, MlirValue tile, MlirValue into);

#endif // ATTN_CONVERSION_TILEOPS_H
