//===- LoopBounds.h - The bounds of a kernel's loops at given origins ------===//
//
// Bounds of streams are computed from the origins of the grid's axes by affine maps, minima and
// maxima (attn-bracket). attn-raster asks which tiles have long streams, attn-roles whether each
// has one.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_LOOPBOUNDS_H
#define ATTN_PASSES_LOOPBOUNDS_H

#include "IR/Build.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct AttnOrigins {
  /// Where a tile.origin is; false: not known. Null: none is.
  bool (*at)(MlirValue origin, void *user, int64_t *value);
  void *user;
  int64_t lower; ///< where the item's stretch begins (tile.part); its end is that of the stream
  bool hints;    ///< lengths that are known at run time only (carrier.size) are their hints
  bool ignore;   ///< of a minimum or maximum what data say (tile.read) is left out
} AttnOrigins;

/// The value of a bound; false where it depends on something else.
bool attnBoundAt(MlirValue v, const AttnOrigins *o, int64_t *value);

#endif // ATTN_PASSES_LOOPBOUNDS_H
