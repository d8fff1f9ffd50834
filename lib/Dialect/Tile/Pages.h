//===- Pages.h - Tensors that lie in pages --------------------------------===//
//
// A tensor, read through an affine map, lies in pages of P along an axis of it if the axis moves in
// even steps within each page, whereas pages lie anywhere:
//
//   (b, s/P, h, P, d) at [b, kv floordiv P, h, kv mod P, k]     a reshape
//   cache[table[b, kv floordiv P], kv mod P, h, k]              a gather (IR/Moved.h)
//
// With kv = P * page + row, 0 <= row < P, the map has dimensions for the page's number and for each
// of the gather's coordinates that is data, and is linear in the row:
//
//   [b, page, h, row, k]                                        of the tensor
//   [data, row, h, k]                                           of the table, data = table[b, page]
//
// A gather whose data do not depend on the axis (cache[slot[b], kv, h, k]) has no pages, but data.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_TILE_PAGES_H
#define ATTN_DIALECT_TILE_PAGES_H

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

enum { ATTN_PAGES_DATA = 4 };

typedef struct AttnPages {
  int64_t page;      ///< elements of the axis in one; 0: it moves evenly throughout
  MlirValue memory;  ///< what is read in the end: the tensor itself, or a gather's table
  MlirAffineMap map; ///< on it: dimensions of the given map (the axis' is the row), page, data
  /// A gather's own coordinates over the same dimensions; data depend on no dimension of a tile
  /// there. Null: there is no gather.
  MlirAffineMap gather;
  int nData, data[ATTN_PAGES_DATA]; ///< coordinates of the table
} AttnPages;

/// Reads `map` on `tensor`, dimensions of these extents. `axis`: the one that may be in pages, -1:
/// none; bit d of `tile`: dimension d differs within a tile. False: `rule` says what forbids it, as
/// the rest of a sentence about what moves boxes. True says nothing about how other dimensions
/// move.
bool attnPagesRead(MlirValue tensor, MlirAffineMap map, const int64_t *extents, intptr_t axis,
                   uint64_t tile, AttnPages *pages, const char **rule);

/// Elements of the axis that a box has where tiles of `tile` begin at multiples of that: a box lies
/// in one page. 0: fewer than the 8 rows that swizzles repeat after, or no multiple of that.
int64_t attnPagesRows(int64_t page, int64_t tile);

#endif // ATTN_DIALECT_TILE_PAGES_H
