//===- VerifyTile.h - Inside the verifier of tile.kernel ------------------===//
//
// Shared by the Verify*.c files of this folder only. Every check emits its error and returns false.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_TILE_VERIFYTILE_H
#define ATTN_DIALECT_TILE_VERIFYTILE_H

#include "Dialect/Verify.h"
#include "Schedule/Layout.h"

enum {
  ATTN_TV_MAX_RESULTS = 64,
  ATTN_TV_MAX_SLABS = 64,
  ATTN_TV_MAX_THREADS = 1024,
  ATTN_TV_MAX_STATES = 32
};

typedef struct AttnTileCheck {
  MlirOperation kernel;
  MlirRegion region;
  AttnAxes axes;
  AttnAxisSet grid;
  int64_t threads; // 0 where not decided yet
  int clusterAxis; // -1: CTAs run on their own
  int64_t cluster; // how many do not; 1
  MlirOperation stores[ATTN_TV_MAX_RESULTS];
  int nSlabs;
  MlirOperation slabs[ATTN_TV_MAX_SLABS]; // the first copy into each slab
  // Of what tile.leave and tile.fetch call by these numbers; null: nothing so far.
  MlirType stateType[ATTN_TV_MAX_STATES];
  MlirAttribute stateAxes[ATTN_TV_MAX_STATES];
} AttnTileCheck;

/// A list of axes as positions.
typedef struct AttnAxisList {
  int size;
  int at[ATTN_MAX_AXES];
} AttnAxisList;

const AttnAxis *attnTvAxis(const AttnTileCheck *c, const AttnAxisList *l, int i);
int attnTvPosition(const AttnAxisList *l, int axis); ///< -1: not in the list
/// Reads an attribute that lists axes of the kernel, each once.
bool attnTvList(const AttnTileCheck *c, MlirOperation op, const char *attr, AttnAxisList *l);
MlirType attnTvElement(MlirValue v);
/// An integer attribute that may be absent.
int64_t attnTvInt(MlirOperation op, const char *name, int64_t otherwise);
/// A tensor whose shape is the tile sizes of the axes.
bool attnTvShape(const AttnTileCheck *c, MlirOperation op, const char *what, MlirType type,
                 const AttnAxisList *axes);
/// `axes`, the shape of the only result and the layout.
bool attnTvResult(const AttnTileCheck *c, MlirOperation op, AttnAxisList *axes);
/// Operand i was made with the axes that `attr` says, inside this kernel.
bool attnTvOperand(const AttnTileCheck *c, MlirOperation op, intptr_t i, const char *attr);

/// The tile operation that makes a tile, through scf.for and scf.if, and its attribute; null if
/// there is none.
MlirOperation attnTvProducer(MlirValue v);
MlirAttribute attnTvProduced(MlirValue v, const char *name);
bool attnTvInMemory(MlirValue v);
bool attnTvLayout(MlirAttribute a, AttnLayout *l);
/// Values from outside the kernel, and whole tiles where none may be.
bool attnTvCaptures(const AttnTileCheck *c, MlirOperation op);
bool attnTvBlock(AttnTileCheck *c, MlirBlock block);

//===--- VerifyCompute.c --------------------------------------------------===//

bool attnTvFill(AttnTileCheck *c, MlirOperation op);
bool attnTvRelayout(AttnTileCheck *c, MlirOperation op);
bool attnTvMerge(AttnTileCheck *c, MlirOperation op);
bool attnTvReduce(AttnTileCheck *c, MlirOperation op);
bool attnTvNonnegative(AttnTileCheck *c, MlirOperation op);
bool attnTvContract(AttnTileCheck *c, MlirOperation op);
bool attnTvMap(AttnTileCheck *c, MlirOperation op);

//===--- VerifyRoles.c ----------------------------------------------------===//

bool attnTvRoles(AttnTileCheck *c, MlirOperation op);
bool attnTvPrefetch(AttnTileCheck *c, MlirOperation op);
bool attnTvAsk(AttnTileCheck *c, MlirOperation op);
bool attnTvPart(AttnTileCheck *c, MlirOperation op);
bool attnTvLeave(AttnTileCheck *c, MlirOperation op);
bool attnTvMeeting(AttnTileCheck *c, MlirOperation op);
bool attnTvFetch(AttnTileCheck *c, MlirOperation op);
bool attnTvChain(AttnTileCheck *c, MlirOperation op);
bool attnTvItems(AttnTileCheck *c, MlirOperation op);
bool attnTvAcquire(AttnTileCheck *c, MlirOperation op);
bool attnTvRelease(AttnTileCheck *c, MlirOperation op);
bool attnTvSlotOf(AttnTileCheck *c, MlirOperation op);
bool attnTvAwait(AttnTileCheck *c, MlirOperation op);
bool attnTvTotal(AttnTileCheck *c, MlirOperation op);
bool attnTvTurn(AttnTileCheck *c, MlirOperation op);

//===--- VerifyMemory.c ---------------------------------------------------===//

bool attnTvRead(AttnTileCheck *c, MlirOperation op);
bool attnTvLoad(AttnTileCheck *c, MlirOperation op);
bool attnTvCopy(AttnTileCheck *c, MlirOperation op);
bool attnTvWait(AttnTileCheck *c, MlirOperation op);
bool attnTvStore(AttnTileCheck *c, MlirOperation op);
bool attnTvOrder(AttnTileCheck *c, MlirOperation op);
bool attnTvRanks(AttnTileCheck *c, MlirOperation op);
/// The first copy into a slab so far; null if there is none.
MlirOperation attnTvSlab(const AttnTileCheck *c, const char *slab);

#endif // ATTN_DIALECT_TILE_VERIFYTILE_H
