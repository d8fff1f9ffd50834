//===- Box.h - Tiles as boxes of a tensor map -----------------------------===//
//
// What the TMA unit can move: a box of up to five dimensions, each with a stride of its own, whose
// elements beyond a dimension's size are zeros when read and dropped when written. A tile of a
// row-major tensor, read through an affine map, is such a box if each of its axes moves linearly:
//
//   offset = sum over the tile's axes i of c_i * x_i  +  rest
//
//   dimensions  the tile's axes from the last to the first, of size extent_i and stride c_i;
//               then what is left of each dimension of the tensor, box 1; where they are too
//               many, the outer ones are joined
//
//   (b, s, 3, h, d) at [b, kv, 1, h, k]     k: 64 x 1   kv: s x 3hd   then 1, h and b
//   (b, s, 3hd) at [b, kv, 64 h + k + 512]  k: 64 x 1   kv: s x 3hd   then h + 8 (x 64) and b
//   (b, s, h, d) at [b, 3 kv + 2, h, k]     k: 64 x 1   kv: s/3 x 3hd then h, 2 and b
//
// So a box ends where the axes do, wherever that is in the tensor.
//
// In a window at an offset that is a value (IR/Moved.h) the offset is what is left of its
// dimension, one more dimension of the map's:
//
//   (b, s, h, d)[:, p:p+n] at [b, kv, h, k]   k: 64 x 1   kv: n x hd   then h, p (x hd) and b
//
// Where the rows lie in pages (Pages.h) a tile is several boxes, each in one page: its rows are
// their greatest common divisor. Data, such as which page, are dimensions of a box of one.
//
//   cache[table[b, kv / 64], kv % 64, h, k], tiles of 128    k: 64 x 1   row: 64 x hd   then h,
//   page
//
//   page 0   [ box 0 of tile 0          ]     page 2  [ box 0 of tile 1          ]
//   page 1   [ box 1 of tile 0          ]     page 3  [ box 1 of tile 1, ends    ]
//                                                       where the axis does
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_TILE_BOX_H
#define ATTN_DIALECT_TILE_BOX_H

#include "Dialect/Axes.h"
#include "Dialect/Tile/Pages.h"

#include "mlir-c/AffineMap.h"

#include <stdbool.h>
#include <stdint.h>

enum { ATTN_BOX_RANK = 5, ATTN_BOX_ELEMENTS = 256 };

/// One dimension of a box. Sizes and strides in elements.
typedef struct AttnBoxDim {
  int64_t size, stride, box;
  MlirAffineExpr at; ///< where the box begins, over the map's dimensions
} AttnBoxDim;

typedef struct AttnBox {
  int rank;
  AttnBoxDim dim[ATTN_BOX_RANK]; ///< innermost first; the box of rows in pages: of one page
  /// Dimensions of `at` behind those of the op's map: the window's offset in these dimensions of
  /// its source.
  int nMoved, moved[ATTN_BOX_RANK];
  /// Behind those: the page's number, if there are pages; then the data of a gather.
  AttnPages pages;
  intptr_t inPages; ///< pages: position in `over` of the axis that lies in them; it is dim[1]
  int64_t extent;   ///< of that axis
  int64_t last;     ///< rows of the last page, if it has fewer than the others; else 0
  int64_t bytes;    ///< of an element in memory
  int panels;       ///< boxes a tile, side by side along the last axis
  char rule[192];   ///< why it is none
} AttnBox;

/// Plans the box of a tile.load, tile.copy or tile.store (its `over`, `map` and `axes`) of `tile`,
/// a type, in `tensor`. The last axis goes in panels of `swizzle` bytes (0: whole). False:
/// box->rule says what forbids it, as the rest of a sentence ("..., whose strides are multiples of
/// 16 bytes; ...").
bool attnBoxPlan(MlirOperation op, const AttnAxes *axes, MlirType tensor, MlirType tile,
                 int64_t swizzle, AttnBox *box);

/// The tile.copy that fills the slab which `op` names next in its block; null: none.
MlirOperation attnTileNextCopy(MlirOperation op);

#endif // ATTN_DIALECT_TILE_BOX_H
