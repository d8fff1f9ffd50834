//===- TileShape.h - The rows, columns and threads a TILE asks for --------===//
#ifndef ATTN_SCHEDULE_TILESHAPE_H
#define ATTN_SCHEDULE_TILESHAPE_H

#include "Schedule/MmaLayout.h"
#include "Schedule/Schedule.h"

#include <stdint.h>

/// A TILE in either form.
typedef struct AttnTileShape {
  bool tensor; ///< tensor-core atoms
  AttnScalarTile scalar;
  AttnAtomTile atom;
} AttnTileShape;

/// False where `value` fits neither form.
bool attnParseTileShape(const char *value, AttnTileShape *t);
/// The value again, in its shortest spelling; at least 96 bytes.
void attnPrintTileShape(const AttnTileShape *t, char *text, size_t size);

/// Of the result of the contraction, per CTA.
bool attnTileIsWgmma(const AttnTileShape *t);
/// Sets the atom's operand type and its name with it.
void attnTileSetAtom(AttnTileShape *t, const char *type);
int64_t attnTileRows(const AttnTileShape *t);
int64_t attnTileColumns(const AttnTileShape *t);
/// Of a contraction whose columns are reduced, and summed by another one (scores): warpgroups side
/// by side have all of them each.
int64_t attnTileSummedColumns(const AttnTileShape *t);
/// Columns come in multiples of this.
int64_t attnTileColumnUnit(const AttnTileShape *t);
int64_t attnTileThreads(const AttnTileShape *t);
/// Sets how many units of columns there are.
void attnTileSetColumns(AttnTileShape *t, int64_t units);
/// Do both distribute rows in the same way (and threads over rows and columns)?
bool attnTileSameRows(const AttnTileShape *a, const AttnTileShape *b);
/// The warp grid and atoms for layouts; tensor form only.
AttnMmaTile attnTileMma(const AttnTileShape *t);

#endif // ATTN_SCHEDULE_TILESHAPE_H
