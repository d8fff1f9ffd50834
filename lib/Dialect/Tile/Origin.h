//===- Origin.h - What depends on where a tile lies -----------------------===//
#ifndef ATTN_DIALECT_TILE_ORIGIN_H
#define ATTN_DIALECT_TILE_ORIGIN_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// May the index value differ between tiles of the grid that lie elsewhere along `axis` and nowhere
/// else, at the same step of the same loops?
bool attnOriginMoves(MlirOperation kernel, MlirValue v, const char *axis);
/// Likewise for the box that a tile.load or tile.copy reads: its origins, and its map.
bool attnBoxMoves(MlirOperation kernel, MlirOperation load, const char *axis);

#endif // ATTN_DIALECT_TILE_ORIGIN_H
