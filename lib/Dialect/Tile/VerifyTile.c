//===- VerifyTile.c - tile.kernel and everything in it --------------------===//
//
// Goes through the kernel's blocks in order; VerifyMemory.c, VerifyCompute.c and VerifyRoles.c have
// the operations. Facts checked:
//
//   shapes    a tile's shape is the tile sizes of its axes; operands carry the axes that the
//             operation says, followed through scf.for and scf.if to the tile operation that makes
//             them
//   reads     the map stays inside the source for all coordinates below the axes' extents
//   writes    each result is stored; the store's map covers it, and every axis of the map is spread
//             over the grid, looped over or whole in the tile, so that nothing is left out or
//             written twice
//   layouts   cover the tile, 32 lanes, the warps of the kernel
//   slabs     one shape, type, pad, swizzle, transport and number of slots per name
//   residence what is read from memory lies in memory, what is read from registers has a layout
//   atoms     fragment layouts and element types of tensor-core atoms
//
// Where barriers stand is not checked.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/VerifyTile.h"
#include "Schedule/Layout.h"
#include "Schedule/MmaLayout.h"
#include "Schedule/Schedule.h"

#include <stdlib.h>
#include <string.h>

const AttnAxis *attnTvAxis(const AttnTileCheck *c, const AttnAxisList *l, int i) {
  return &c->axes.a[l->at[i]];
}

int attnTvPosition(const AttnAxisList *l, int axis) {
  for (int i = 0; i < l->size; ++i)
    if (l->at[i] == axis)
      return i;
  return -1;
}

bool attnTvList(const AttnTileCheck *c, MlirOperation op, const char *attr, AttnAxisList *l) {
  intptr_t n = attnAttrArraySize(op, attr);
  l->size = 0;
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(op, attr, i));
    int at = attnAxesFind(&c->axes, name);
    if (at < 0)
      return attnBad(op, "%s names the axis '%s', which the kernel lacks", attr, name);
    if (attnTvPosition(l, at) >= 0)
      return attnBad(op, "%s names the axis '%s' twice", attr, name);
    l->at[l->size++] = at;
  }
  return true;
}

static bool isScalar(MlirType t) {
  return mlirTypeIsAFloat(t) || mlirTypeIsAInteger(t) || mlirTypeIsAIndex(t);
}

MlirType attnTvElement(MlirValue v) { return attnElementType(mlirValueGetType(v)); }

//===--- tiles ------------------------------------------------------------===//

bool attnTvShape(const AttnTileCheck *c, MlirOperation op, const char *what, MlirType type,
                 const AttnAxisList *axes) {
  if (!attnVerifyTensor(op, what, type))
    return false;
  if (mlirShapedTypeGetRank(type) != axes->size)
    return attnBad(op, "%s has %lld dimensions, expected one for each of its %d axes", what,
                   (long long)mlirShapedTypeGetRank(type), axes->size);
  for (int i = 0; i < axes->size; ++i)
    if (mlirShapedTypeGetDimSize(type, i) != attnTvAxis(c, axes, i)->tile)
      return attnBad(op, "%s has %lld elements on axis '%s', whose tile is %lld", what,
                     (long long)mlirShapedTypeGetDimSize(type, i), attnTvAxis(c, axes, i)->name,
                     (long long)attnTvAxis(c, axes, i)->tile);
  return true;
}

static bool checkLayout(const AttnTileCheck *c, MlirOperation op, MlirType type,
                        const AttnAxisList *axes) {
  const char *text = attnAttrStr(op, "layout");
  if (!text)
    return true;
  AttnLayout l;
  char err[256];
  if (!attnLayoutParse(text, &l, err, sizeof err))
    return attnBad(op, "attribute 'layout': %s", err);
  if (!c->threads)
    return attnBad(op, "has a layout, but the kernel has no 'threads'");
  for (int i = 0; i < l.size; ++i) {
    int at = attnAxesFind(&c->axes, l.f[i].axis);
    if (strcmp(l.f[i].axis, "*") != 0 && (at < 0 || attnTvPosition(axes, at) < 0))
      return attnBad(op, "the layout '%s' distributes the axis '%s', which the tile lacks", text,
                     l.f[i].axis);
  }
  for (int i = 0; i < axes->size; ++i) {
    const char *name = attnTvAxis(c, axes, i)->name;
    if (attnLayoutExtent(&l, name) != mlirShapedTypeGetDimSize(type, i))
      return attnBad(op, "the layout '%s' covers %d elements of axis '%s', the tile has %lld", text,
                     attnLayoutExtent(&l, name), name,
                     (long long)mlirShapedTypeGetDimSize(type, i));
  }
  if (attnLayoutCount(&l, ATTN_LANE) != 32)
    return attnBad(op, "the layout '%s' has %d lanes, expected 32 (l<n>@* for copies)", text,
                   attnLayoutCount(&l, ATTN_LANE));
  if (32 * (int64_t)attnLayoutCount(&l, ATTN_WARP) != c->threads)
    return attnBad(op, "the layout '%s' has %d warps, but the kernel has %lld threads", text,
                   attnLayoutCount(&l, ATTN_WARP), (long long)c->threads);
  return true;
}

/// `axes`, the shape of the only result and the layout.
bool attnTvResult(const AttnTileCheck *c, MlirOperation op, AttnAxisList *axes) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return attnTvList(c, op, "axes", axes) && attnTvShape(c, op, "the result", type, axes) &&
         checkLayout(c, op, type, axes);
}

/// linalg.reduce stands for the reduction by a merge that is written out.
static bool isTileOp(MlirOperation op) {
  return strncmp(attnOpName(op), "tile.", 5) == 0 || attnIs(op, "linalg.reduce");
}

/// What a block argument of a tile.chain's region first is; null for the operation's operands.
static MlirValue chained(MlirOperation op, MlirBlock block, intptr_t i) {
  int region = 0;
  while (!mlirBlockEqual(attnBody(op, region), block))
    ++region;
  if (region == 0)
    return (MlirValue){NULL};
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, region == 1 ? 0 : 1));
  return i < mlirOperationGetNumOperands(yield) ? mlirOperationGetOperand(yield, i)
                                                : (MlirValue){NULL};
}

/// The tile operation that makes a tile value, through scf.for and scf.if; null if none does.
MlirOperation attnTvProducer(MlirValue v) {
  for (;;) {
    MlirOperation op;
    intptr_t i;
    if (mlirValueIsABlockArgument(v)) {
      op = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
      i = mlirBlockArgumentGetArgNumber(v) - 1; // the first is the induction variable
      if (attnIs(op, "tile.chain")) {
        v = chained(op, mlirBlockArgumentGetOwner(v), i + 1);
        if (mlirValueIsNull(v))
          return (MlirOperation){NULL};
        continue;
      }
      if (!attnIs(op, "scf.for") || i < 0)
        return (MlirOperation){NULL};
    } else {
      op = mlirOpResultGetOwner(v);
      i = mlirOpResultGetResultNumber(v);
    }
    if (attnIs(op, "scf.for")) {
      v = mlirOperationGetOperand(op, 3 + i);
    } else if (attnIs(op, "scf.if")) {
      MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
      v = mlirOperationGetOperand(yield, i);
    } else {
      return isTileOp(op) ? op : (MlirOperation){NULL};
    }
  }
}

MlirAttribute attnTvProduced(MlirValue v, const char *name) {
  MlirOperation op = attnTvProducer(v);
  return mlirOperationIsNull(op) ? mlirAttributeGetNull() : attnAttr(op, name);
}

static MlirAttribute producedAxes(MlirValue v) { return attnTvProduced(v, "axes"); }

/// Does a tile value lie in memory (a slab, or the tensor it is read from)?
bool attnTvInMemory(MlirValue v) {
  MlirOperation op = attnTvProducer(v);
  return attnIs(op, "tile.copy") || attnIs(op, "tile.slot") ||
         (attnIs(op, "tile.load") && mlirAttributeIsNull(attnAttr(op, "layout")));
}

bool attnTvLayout(MlirAttribute a, AttnLayout *l) {
  char err[256];
  return !mlirAttributeIsNull(a) && mlirAttributeIsAString(a) &&
         attnLayoutParse(attnStrValue(a), l, err, sizeof err);
}

/// Operand i was made with the axes that `attr` says, inside this kernel.
bool attnTvOperand(const AttnTileCheck *c, MlirOperation op, intptr_t i, const char *attr) {
  MlirValue v = mlirOperationGetOperand(op, i);
  MlirAttribute made = producedAxes(v);
  if (!attnValueIsInside(v, c->region) || mlirAttributeIsNull(made))
    return attnBad(op, "operand %td must be a tile made inside the kernel", i);
  if (!mlirAttributeEqual(made, attnAttr(op, attr)))
    return attnBad(op, "operand %td was made with other axes than '%s' says", i, attr);
  return true;
}

//===--- control flow -----------------------------------------------------===//

/// Values from outside the kernel: tensors as sources, scalar constants anywhere. Tiles are used by
/// tile operations and scf only.
bool attnTvCaptures(const AttnTileCheck *c, MlirOperation op) {
  bool tiles =
      isTileOp(op) || strncmp(attnOpName(op), "scf.", 4) == 0 ||
      (attnIs(op, "gpu.yield") && attnIs(mlirOperationGetParentOperation(op), "tile.chain"));
  bool reads = attnIs(op, "tile.load") || attnIs(op, "tile.copy") || attnIs(op, "tile.read") ||
               attnIs(op, "tile.ranks");
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    bool scalar = isScalar(mlirValueGetType(v));
    if (!attnValueIsInside(v, c->region) && !(reads && i == 0) &&
        !attnIs(attnDef(v), "carrier.size") && !(scalar && attnIs(attnDef(v), "arith.constant")))
      return attnBad(op,
                     "uses a value from outside the kernel as operand %td; only scalar constants, "
                     "lengths (carrier.size) and, as the source of tile.load, tile.copy and "
                     "tile.read, tensors may be captured",
                     i);
    if (!scalar && !tiles)
      return attnBad(op, "works on a whole tile; only tile operations and scf may");
  }
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n && !tiles; ++i)
    if (!isScalar(mlirValueGetType(mlirOperationGetResult(op, i))))
      return attnBad(op, "makes a whole tile; only tile operations and scf may");
  return true;
}

/// Tiles that flow through a loop or a branch keep their axes.
static bool checkCarried(MlirOperation op, MlirOperation yield, MlirOperation other,
                         intptr_t firstOther) {
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    if (isScalar(mlirValueGetType(mlirOperationGetResult(op, i))))
      continue;
    MlirAttribute a = producedAxes(mlirOperationGetOperand(yield, i));
    MlirAttribute b = producedAxes(mlirOperationGetOperand(other, firstOther + i));
    if (mlirAttributeIsNull(a) || mlirAttributeIsNull(b) || !mlirAttributeEqual(a, b))
      return attnBad(op, "result %td does not keep the axes of one tile", i);
    a = attnTvProduced(mlirOperationGetOperand(yield, i), "slab");
    b = attnTvProduced(mlirOperationGetOperand(other, firstOther + i), "slab");
    if (mlirAttributeIsNull(a) != mlirAttributeIsNull(b) ||
        (!mlirAttributeIsNull(a) && !mlirAttributeEqual(a, b)))
      return attnBad(op, "result %td does not stay in the slab it comes from", i);
  }
  return true;
}

static bool checkFor(AttnTileCheck *c, MlirOperation op) {
  MlirBlock body = attnBody(op, 0);
  return checkCarried(op, mlirBlockGetTerminator(body), op, 3) && attnTvBlock(c, body);
}

static bool checkIf(AttnTileCheck *c, MlirOperation op) {
  MlirBlock then = attnBody(op, 0), els = attnBody(op, 1);
  if (mlirBlockIsNull(els))
    return attnTvBlock(c, then);
  return checkCarried(op, mlirBlockGetTerminator(then), mlirBlockGetTerminator(els), 0) &&
         attnTvBlock(c, then) && attnTvBlock(c, els);
}

static bool checkOrigin(AttnTileCheck *c, MlirOperation op) {
  int at = attnAxesFind(&c->axes, attnAttrStr(op, "axis"));
  return (at >= 0 && (c->grid >> at & 1)) ||
         attnBad(op, "names the axis '%s', expected a grid axis of the kernel",
                 attnAttrStr(op, "axis"));
}

static bool checkNothing(AttnTileCheck *c, MlirOperation op) {
  (void)c, (void)op;
  return true;
}

static const struct {
  const char *name;
  bool (*check)(AttnTileCheck *, MlirOperation);
} ops[] = {
    {"tile.origin", checkOrigin},
    {"tile.load", attnTvLoad},
    {"tile.read", attnTvRead},
    {"tile.copy", attnTvCopy},
    {"tile.barrier", checkNothing},
    {"tile.commit", checkNothing},
    {"tile.wait", attnTvWait},
    {"tile.relayout", attnTvRelayout},
    {"tile.roles", attnTvRoles},
    {"tile.items", attnTvItems},
    {"tile.chain", attnTvChain},
    {"tile.prefetch", attnTvPrefetch},
    {"tile.acquire", attnTvAcquire},
    {"tile.release", attnTvRelease},
    {"tile.slot", attnTvSlotOf},
    {"tile.await", attnTvAwait},
    {"tile.turn", attnTvTurn},
    {"tile.fill", attnTvFill},
    {"tile.total", attnTvTotal},
    {"tile.map", attnTvMap},
    {"tile.reduce", attnTvReduce},
    {"linalg.reduce", attnTvMerge},
    {"tile.contract", attnTvContract},
    {"tile.store", attnTvStore},
    {"tile.order", attnTvOrder},
    {"scf.for", checkFor},
    {"scf.if", checkIf},
    {"scf.yield", checkNothing},
    {"gpu.yield", checkNothing},
    {"affine.apply", checkNothing},
    {"affine.min", checkNothing},
    {"affine.max", checkNothing},
    {"tile.ranks", attnTvRanks},
    {"tile.ask", attnTvAsk},
    {"tile.nonnegative", attnTvNonnegative},
    {"tile.part", attnTvPart},
    {"tile.leave", attnTvLeave},
    {"tile.arrive", attnTvMeeting},
    {"tile.gather", attnTvMeeting},
    {"tile.fetch", attnTvFetch},
};

bool attnTvBlock(AttnTileCheck *c, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    size_t i = 0, n = sizeof ops / sizeof *ops;
    while (i < n && !attnIs(op, ops[i].name))
      ++i;
    if (i == n && strncmp(attnOpName(op), "arith.", 6) != 0)
      return attnBad(op,
                     "is not allowed here in a tile.kernel, which holds tile operations, scf.for, "
                     "scf.if and index arithmetic");
    if (!attnTvCaptures(c, op) || (i < n && !ops[i].check(c, op)))
      return false;
  }
  return true;
}

static bool checkGrid(AttnTileCheck *c) {
  AttnAxisList grid;
  if (!attnTvList(c, c->kernel, "grid", &grid))
    return false;
  for (int i = 0; i < grid.size; ++i) {
    if (attnTvAxis(c, &grid, i)->role != ATTN_AXIS_FREE)
      return attnBad(c->kernel, "spreads the %s axis '%s' over the grid, expected free axes only",
                     attnAxisRoleName(attnTvAxis(c, &grid, i)->role),
                     attnTvAxis(c, &grid, i)->name);
    c->grid |= (AttnAxisSet)1 << grid.at[i];
  }
  return true;
}

/// CTAs that run at the same time: an axis of the grid, and how many.
static bool checkCluster(AttnTileCheck *c) {
  MlirAttribute cluster = attnAttr(c->kernel, "cluster");
  c->clusterAxis = -1;
  c->cluster = 1;
  if (mlirAttributeIsNull(cluster))
    return true;
  c->clusterAxis = attnAxesFind(&c->axes, attnDictStr(cluster, "axis"));
  return (c->clusterAxis >= 0 && (c->grid >> c->clusterAxis & 1) &&
          attnDictI64(cluster, "size", &c->cluster) && (c->cluster == 2 || c->cluster == 4)) ||
         attnBad(c->kernel, "has a cluster that is not {axis = a grid axis, size = 2 or 4}");
}

/// The order of the CTAs: an axis of the grid, and a group that divides the tiles of the others.
static bool checkRaster(const AttnTileCheck *c) {
  MlirAttribute raster = attnAttr(c->kernel, "raster");
  if (mlirAttributeIsNull(raster))
    return true;
  int at = attnAxesFind(&c->axes, attnDictStr(raster, "axis"));
  int64_t group = 0, others = 1;
  MlirAttribute descending = attnDictGet(raster, "descending");
  for (int i = 0; i < c->axes.size; ++i)
    if ((c->grid >> i & 1) && i != at && c->axes.a[i].tile > 0) {
      int64_t tile = c->axes.a[i].tile * (i == c->clusterAxis ? c->cluster : 1);
      others *= (c->axes.a[i].extent + tile - 1) / tile;
    }
  return (at >= 0 && (c->grid >> at & 1) && attnDictI64(raster, "group", &group) && group > 0 &&
          others % group == 0 && !mlirAttributeIsNull(descending) &&
          mlirAttributeIsABool(descending)) ||
         attnBad(c->kernel,
                 "has a raster that is not {axis = a grid axis, descending = a bool, group = a "
                 "divisor of the %lld tiles of the other grid axes}",
                 (long long)others);
}

static bool checkPersistent(const AttnTileCheck *c) {
  const char *how = attnAttrStr(c->kernel, "persistent");
  int64_t sms = 1;
  if (!mlirAttributeIsNull(attnAttr(c->kernel, "sms")) &&
      (!attnAttrI64(c->kernel, "sms", &sms) || sms < 1 || !how))
    return attnBad(c->kernel, "has 'sms', a positive number in a kernel that is persistent");
  return mlirAttributeIsNull(attnAttr(c->kernel, "persistent")) ||
         (how && (strcmp(how, "static") == 0 || strcmp(how, "dynamic") == 0)) ||
         attnBad(c->kernel, "is persistent otherwise than \"static\" or \"dynamic\"");
}

static bool check(AttnTileCheck *c) {
  MlirOperation k = c->kernel;
  if (!mlirOperationIsNull(attnParentOfName(k, "tile.kernel")))
    return attnBad(k, "must not be inside another tile.kernel");
  if (!attnVerifyAxes(k, true, &c->axes) || !checkGrid(c) || !checkCluster(c) || !checkRaster(c) ||
      !checkPersistent(c) || !attnVerifySchedule(k))
    return false;
  bool hasThreads = attnAttrI64(k, "threads", &c->threads);
  if (hasThreads && (c->threads < 32 || c->threads > ATTN_TV_MAX_THREADS || c->threads % 32))
    return attnBad(k, "has %lld threads, expected a multiple of 32 up to %d", (long long)c->threads,
                   ATTN_TV_MAX_THREADS);
  intptr_t n = mlirOperationGetNumResults(k);
  if (n > ATTN_TV_MAX_RESULTS)
    return attnBad(k, "has %td results, at most %d are supported", n, ATTN_TV_MAX_RESULTS);
  for (intptr_t i = 0; i < n; ++i)
    if (!attnVerifyTensor(k, "a result", mlirValueGetType(mlirOperationGetResult(k, i))))
      return false;
  if (!attnVerifyBlock(k, 0, "body", 0, 0) || !attnTvBlock(c, attnBody(k, 0)))
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (mlirOperationIsNull(c->stores[i]))
      return attnBad(k, "result %td is never stored", i);
  return true;
}

bool attnVerifyKernel(MlirOperation op) {
  AttnTileCheck c = {.kernel = op, .region = mlirOperationGetRegion(op, 0)};
  return check(&c);
}
