//===- BracketVisit.h - Between BracketVisit.c, Visitor, Bounds and Ranks --===//
//
// A Visitor is one of the kernels in front of a fold that list the fold tiles it visits, while it
// is being made.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_BRACKETVISIT_H
#define ATTN_PASSES_BRACKETVISIT_H

#include "Passes/Bracket.h"

enum { ATTN_BV_LANES = 32, ATTN_BV_SIDES = 8 };

/// The model of the kernel: that of the fold with up to three axes more.
typedef struct AttnVisitor {
  const AttnBrModel *m; ///< of the fold
  AttnBrTests tests;
  AttnBrModel n;
  char names[3][80];
  int rowTiles, foldTiles, place; ///< axes; of `<name>_classes` no place
  AttnBrKernel kernel;
  AttnBrEmit e;
  AttnBrMap *map;     ///< where classes are being made
  MlirBlock block;    ///< sides, of the axes of n
  AttnValueMap moved; ///< values of the fold's lift there
  int nSides;
  struct {
    MlirValue v; ///< of the fold's lift
    bool streamed;
    AttnTile least, most;
  } side[ATTN_BV_SIDES];
} AttnVisitor;

/// The number of tiles of an axis.
int64_t attnBvTiles(const AttnBrAxis *a);
/// x and y, either of which may be null.
MlirValue attnBvBoth(const AttnBuilder *b, MlirValue x, MlirValue y);
MlirValue attnBvTruth(const AttnBuilder *b, bool value);
/// Does a channel of the fold need the mask of a ragged last tile?
bool attnBvHasTail(const AttnBrModel *m);
/// t, whose elements lie in registers along axis `of` (`inner` of them; -1: none), in the lanes
/// along `axis`, then in registers.
AttnTile attnBvLaidOut(const AttnVisitor *v, AttnTile t, int axis, int of, int64_t inner);
/// t over all fold tiles.
AttnTile attnBvOverTiles(const AttnVisitor *v, AttnTile t);
/// x (+) y, element by element.
AttnTile attnBvJoined(AttnVisitor *v, const char *monoid, AttnTile x, AttnTile y);
/// Is the coordinate inside the tile of `size` that begins at `origin` (the axis' own may be
/// larger) and inside the axis? Null: it is.
MlirValue attnBvInside(AttnVisitor *v, AttnBrMap *map, int axis, MlirValue origin, int64_t size);
/// 0: nothing, 1: something, 2: everything is kept.
MlirValue attnBvClass(const AttnVisitor *v, const AttnBuilder *b, MlirValue some, MlirValue all);

/// Adds an axis to the kernel's, named after axis `of` (-1: the rows) and the suffix.
int attnBvAddAxis(AttnVisitor *v, int name, const char *suffix, int of, AttnBrAxis axis);
/// An axis that counts the tiles of another one (-1: one tile), with so many of them a tile.
AttnBrAxis attnBvCountOf(const AttnBrModel *m, int of, int64_t tile, AttnAxisUse use);
/// As many tiles as the axis can have, whatever its length is.
int64_t attnBvMostTiles(const AttnBrModel *m, int axis);
/// Adds an axis that counts the tiles of axis `of` (-1: one tile), with so many of them a tile.
int attnBvCountAxis(AttnVisitor *v, int name, int of, int64_t tile, AttnAxisUse use);
void attnBvDropAxes(AttnVisitor *v, AttnAxisSet kept);
/// The batch axes that lists differ along; their number.
int attnBvBatch(const AttnVisitor *v, int *axes);
/// Begins the kernel over a grid; ends it as <name>_<suffix>.
void attnBvOpen(AttnVisitor *v, int n, const int *grid);
MlirOperation attnBvClose(AttnVisitor *v, const char *name, const char *suffix,
                          const char *schedule, int n, const MlirType *results);
/// Batch axes, row tiles and, of pairs, fold tiles; the kernel over these.
int attnBvGrid(const AttnVisitor *v, bool pairs, int *grid);
void attnBvOpenLists(AttnVisitor *v, bool pairs);
/// From the axes of n to the grid's.
MlirAffineMap attnBvResultMap(const AttnVisitor *v);
MlirType attnBvI32(const AttnBrModel *m);
/// v * factor
MlirValue attnBvScaled(const AttnBuilder *b, MlirValue v, int64_t factor);
/// The extents of the grid, and behind them `last` (0: nothing).
MlirType attnBvResultType(const AttnVisitor *v, int64_t last);

/// Can row tiles be sorted by how long their lists are? (BracketRanks.c)
bool attnBvHasRanks(const AttnBrModel *m);
/// The kernel that does; tile.ranks of the fold.
MlirOperation attnBvRanks(AttnVisitor *v, const char *name);
void attnBvTellRanks(const AttnBrModel *m, const AttnBuilder *b);

/// Do the bounds of so many sides decide the conjuncts? (BracketBounds.c)
bool attnBvFewSides(AttnVisitor *v);
/// The classes of all fold tiles from the bounds of the sides.
AttnTile attnBvClassesOfBounds(AttnVisitor *v);

#endif // ATTN_PASSES_BRACKETVISIT_H
