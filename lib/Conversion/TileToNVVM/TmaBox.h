//===- TmaBox.h - The boxes of a copy by TMA, and where they lie ----------===//
//
// A tensor map's dimensions are those of the box (Dialect/Tile/Box.h): the tile's axes, then what
// is left of the tensor's dimensions with a box of one. Its coordinates are the map of the
// tile.copy at its origins and, of a window (Window.c), at its offsets, computed at the entry.
//
// Of rows in pages a copy is several boxes, one below the other in the slot. Box i begins at
// row + i * R of the axis, R its rows, and lies in one page:
//
//   page = (row + i * R) / P      data = what the gather's body makes of table[.., page]
//   coordinates: (row + i * R) mod P, page, data, ...
//
// Entries of the table are read for groups of boxes, a group ahead of those that are issued, the
// first group's by a producer before it waits for the slot (attnLTmaLookAhead): nobody waits for
// one after the other. More than two groups are a loop: a producer has registers for few pages. A
// box behind the end of the axis lies at row P, so it is one of zeros, and the entry read for it is
// that of the last page. Where the last page has fewer rows, it has a tensor map of its own, which
// ends there.
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_TILETONVVM_TMABOX_H
#define ATTN_CONVERSION_TILETONVVM_TMABOX_H

#include "Conversion/TileToNVVM/Lower.h"
#include "Dialect/Tile/Box.h"

enum { ATTN_TMA_GROUP = 4 };

typedef struct AttnTmaPlan {
  AttnBox box;
  AttnTensorMap map;
  MlirAffineMap coordinates; ///< over the dimensions of the box; a result per dimension of the map
  int number;                ///< in k->maps; -1: not there yet
  int last;                  ///< of the last page, likewise, where box.last says there is one
  int panels, panel;         ///< boxes side by side; elements of the last axis in each
  int boxes;                 ///< and one below the other
  int64_t rows;              ///< of the slot that this CTA copies
} AttnTmaPlan;

/// Is it a tile.copy or tile.store with transport "tma"?
bool attnLIsTma(MlirOperation op);
/// How many CTAs of the cluster a copy goes to, from all of them.
int64_t attnLMulticast(MlirOperation copy);
MlirLogicalResult attnLTmaPlanCopy(AttnLower *k, MlirOperation op, AttnTmaPlan *p);
/// *rows: of a warp; *beside: how many warps have the same rows, one beside the other along the
/// columns.
MlirLogicalResult attnLTmaPlanStore(AttnLower *k, MlirOperation op, int64_t *rows, int *beside,
                                    AttnTmaPlan *p);

/// Where the boxes of one copy lie: values in the kernel.
typedef struct AttnTmaPlace {
  MlirValue dims[ATTN_MAX_RANK + ATTN_BOX_RANK + 1 + ATTN_PAGES_DATA]; ///< of the coordinates' map
  MlirValue row;                                                       ///< pages: the first
  bool atPages;                                                        ///< each box is a whole page
  bool ends; ///< some may lie behind the end of the axis
  MlirOperation copy;
  MlirValue data[ATTN_TMA_GROUP * ATTN_PAGES_DATA]; ///< of the first group of boxes (i32)
} AttnTmaPlace;

/// Emits what the coordinates are made of; where attnLTmaLookAhead has done so, takes it.
MlirLogicalResult attnLTmaPlaceOf(AttnLower *k, MlirOperation copy, const AttnTmaPlan *p,
                                  AttnTmaPlace *place);
/// In front of the wait for a slot: looks up what the next copy to it needs to know.
MlirLogicalResult attnLTmaLookAhead(AttnLower *k, MlirOperation acquire);

/// Emits something for a box: at these coordinates (i32), `below` bytes (i32, null: 0) times the
/// bytes of a row from the first one; with the tensor map number `map`.
typedef void (*AttnTmaEmit)(AttnLower *k, const AttnTmaPlan *p, int map, MlirValue *coordinates,
                            MlirValue below, void *user);
/// Calls `emit` for each box, in a loop where there are many, twice where it may be in the last
/// page.
MlirLogicalResult attnLTmaBoxes(AttnLower *k, const AttnTmaPlan *p, AttnTmaPlace *place,
                                AttnTmaEmit emit, void *user);

#endif // ATTN_CONVERSION_TILETONVVM_TMABOX_H
