//===- VerifyMemory.c - Boxes, slabs and stores of a tile.kernel ----------===//
// See VerifyTile.c.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/VerifyTile.h"

#include <stdlib.h>
#include <string.h>

//===--- reads and writes -------------------------------------------------===//

/// over, axes, map against the tensor; the origins, `more` operands behind them.
static bool checkBox(const AttnTileCheck *c, MlirOperation op, MlirType tensor, intptr_t more,
                     AttnAxisList *over, AttnAxisList *axes, MlirAffineMap *map) {
  if (!attnTvList(c, op, "over", over) || !attnTvList(c, op, "axes", axes))
    return false;
  for (int i = 0; i < axes->size; ++i)
    if (attnTvPosition(over, axes->at[i]) < 0)
      return attnBad(op, "'over' lacks the axis '%s' of the tile", attnTvAxis(c, axes, i)->name);
  if (mlirOperationGetNumOperands(op) - 1 - more != over->size)
    return attnBad(op, "has %td origins, expected one for each of the %d 'over' axes%s",
                   mlirOperationGetNumOperands(op) - 1 - more, over->size,
                   more && !attnIs(op, "tile.order") ? " and then the slot" : "");
  attnAttrMap(op, "map", map);
  return attnVerifyMapShape(op, "attribute 'map'", *map, over->size, tensor);
}

static bool checkRead(AttnTileCheck *c, MlirOperation op, intptr_t more) {
  MlirValue source = mlirOperationGetOperand(op, 0), result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(source);
  AttnAxisList over, axes;
  MlirAffineMap map;
  if (!attnVerifyTensor(op, "the source", type) || !attnTvResult(c, op, &axes) ||
      !checkBox(c, op, type, more, &over, &axes, &map))
    return false;
  if (attnValueIsInside(source, c->region))
    return attnBad(op, "reads a value made inside the kernel, expected a tensor of the function");
  if (!mlirTypeEqual(attnTvElement(source), attnTvElement(result)))
    return attnBad(op, "the tile has another element type than the source");
  int64_t extents[ATTN_MAX_AXES];
  for (int i = 0; i < over.size; ++i)
    extents[i] = attnTvAxis(c, &over, i)->extent;
  return attnVerifyBounds(op, "attribute 'map'", map, extents, type);
}

bool attnTvLoad(AttnTileCheck *c, MlirOperation op) { return checkRead(c, op, 0); }

bool attnTvRead(AttnTileCheck *c, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirAffineMap map;
  intptr_t n = attnAttrArraySize(op, "over");
  if (!attnVerifyTensor(op, "the source", type))
    return false;
  if (!mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)))
    return attnBad(op, "reads an element that is no integer");
  if (attnValueIsInside(mlirOperationGetOperand(op, 0), c->region))
    return attnBad(op, "reads a value made inside the kernel, expected a tensor of the function");
  if (!attnAttrMap(op, "map", &map) || n < 0 || mlirAffineMapGetNumDims(map) != n ||
      mlirOperationGetNumOperands(op) != n + 1 ||
      mlirAffineMapGetNumResults(map) != mlirShapedTypeGetRank(type))
    return attnBad(op, "'over', 'map' and the origins do not fit together");
  int64_t extents[ATTN_MAX_AXES];
  for (intptr_t i = 0; i < n; ++i) {
    int at = attnAxesFind(&c->axes, attnStrValue(attnAttrArrayGet(op, "over", i)));
    if (at < 0)
      return attnBad(op, "names an axis in 'over' that the kernel does not have");
    extents[i] = c->axes.a[at].extent;
  }
  if (attnTvInt(op, "most", 0) < 0)
    return attnBad(op, "has a negative 'most'");
  return attnVerifyBounds(op, "attribute 'map'", map, extents, type);
}

/// Bytes an element takes in memory.
static int64_t bytesOf(MlirType e) {
  int64_t bits = mlirTypeIsAFloat(e)     ? mlirFloatTypeGetWidth(e)
                 : mlirTypeIsAInteger(e) ? (int64_t)mlirIntegerTypeGetWidth(e)
                                         : 64;
  return bits < 8 ? 1 : bits / 8;
}

MlirOperation attnTvSlab(const AttnTileCheck *c, const char *slab) {
  for (int i = 0; i < c->nSlabs; ++i)
    if (strcmp(attnAttrStr(c->slabs[i], "slab"), slab) == 0)
      return c->slabs[i];
  return (MlirOperation){NULL};
}

int64_t attnTvInt(MlirOperation op, const char *name, int64_t otherwise) {
  int64_t v = otherwise;
  attnAttrI64(op, name, &v);
  return v;
}

/// A copy that all CTAs of the cluster make together: the same box in each, rows for each.
static bool checkMulticast(const AttnTileCheck *c, MlirOperation op, bool tma, MlirType type) {
  int64_t n = attnTvInt(op, "multicast", 1);
  if (n == 1)
    return true;
  if (n != c->cluster || !tma || mlirOperationIsNull(attnParentOfName(op, "tile.roles")))
    return attnBad(op,
                   "goes to %lld CTAs, but is not a copy by 'tma' in a producer of a kernel with "
                   "clusters of that size",
                   (long long)n);
  if (mlirShapedTypeGetRank(type) != 2 || mlirShapedTypeGetDimSize(type, 0) % (8 * n) != 0)
    return attnBad(op, "goes to %lld CTAs, but has no rows in multiples of 8 for each of them",
                   (long long)n);
  for (intptr_t i = 0, m = attnAttrArraySize(op, "over"); i < m; ++i)
    if (attnAxesFind(&c->axes, attnStrValue(attnAttrArrayGet(op, "over", i))) == c->clusterAxis)
      return attnBad(op, "goes to %lld CTAs, which do not read the same along the axis '%s'",
                     (long long)n, c->axes.a[c->clusterAxis].name);
  return true;
}

bool attnTvCopy(AttnTileCheck *c, MlirOperation op) {
  const char *slab = attnAttrStr(op, "slab"), *transport = attnAttrStr(op, "transport");
  int64_t pad = attnTvInt(op, "pad", 0), slots = attnTvInt(op, "slots", 1),
          swz = attnTvInt(op, "swizzle", 0);
  if (slots < 1)
    return attnBad(op, "has %lld slots, expected at least one", (long long)slots);
  if (!checkRead(c, op, slots > 1))
    return false;
  bool cp = strcmp(transport, "cp") == 0, tma = strcmp(transport, "tma") == 0;
  if (strcmp(transport, "sync") != 0 && !cp && !tma)
    return attnBad(op, "has the transport '%s', expected \"sync\", \"cp\" or \"tma\"", transport);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t bytes = bytesOf(attnElementType(type));
  int64_t row = bytes * (rank ? mlirShapedTypeGetDimSize(type, rank - 1) : 1);
  if (pad < 0 || pad % bytes != 0)
    return attnBad(op, "pads rows by %lld bytes, expected a multiple of the element's %lld",
                   (long long)pad, (long long)bytes);
  if (swz != 0 && swz != 32 && swz != 64 && swz != 128)
    return attnBad(op, "has a swizzle of %lld bytes, expected 0, 32, 64 or 128", (long long)swz);
  if (swz && (pad || (!tma && row % swz != 0))) // TMA fills up the last panel
    return attnBad(op,
                   "swizzles rows of %lld bytes in panels of %lld, expected rows of whole panels "
                   "and no pad",
                   (long long)row, (long long)swz);
  if ((cp || tma) && (row % 16 != 0 || pad % 16 != 0))
    return attnBad(op,
                   "copies rows of %lld bytes padded by %lld, but the transport '%s' needs "
                   "multiples of 16",
                   (long long)row, (long long)pad, transport);
  if (tma && pad)
    return attnBad(op, "pads rows by %lld bytes, but the transport 'tma' has no pad",
                   (long long)pad);
  if (!checkMulticast(c, op, tma, type))
    return false;
  MlirOperation other = attnTvSlab(c, slab);
  if (!mlirOperationIsNull(other)) {
    if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(other, 0)), type) ||
        attnTvInt(other, "pad", 0) != pad || attnTvInt(other, "slots", 1) != slots ||
        attnTvInt(other, "swizzle", 0) != swz ||
        attnTvInt(other, "multicast", 1) != attnTvInt(op, "multicast", 1) ||
        strcmp(attnAttrStr(other, "transport"), transport))
      return attnBad(op,
                     "uses the slab '%s' with another shape, element type, pad, swizzle, "
                     "transport, multicast or number of slots than the copy before",
                     slab);
    return true;
  }
  if (c->nSlabs == ATTN_TV_MAX_SLABS)
    return attnBad(op, "is one slab too many, at most %d are supported", ATTN_TV_MAX_SLABS);
  c->slabs[c->nSlabs++] = op;
  return true;
}

bool attnTvWait(AttnTileCheck *c, MlirOperation op) {
  const char *transport = attnAttrStr(op, "transport"), *slab = attnAttrStr(op, "slab");
  intptr_t n = mlirOperationGetNumOperands(op);
  if (strcmp(transport, "cp") == 0) {
    if (attnTvInt(op, "pending", -1) < 0 || slab || n)
      return attnBad(op, "for 'cp' has an attribute 'pending' of at least 0, no 'slab' and no "
                         "operands");
    return true;
  }
  if (strcmp(transport, "tma") != 0)
    return attnBad(op, "has the transport '%s', expected \"cp\" or \"tma\"", transport);
  if (!slab || n != 2 || !mlirAttributeIsNull(attnAttr(op, "pending")))
    return attnBad(op, "for 'tma' has a 'slab', no 'pending', and the operands slot and phase");
  MlirOperation copy = attnTvSlab(c, slab);
  if (mlirOperationIsNull(copy) || strcmp(attnAttrStr(copy, "transport"), "tma") != 0)
    return attnBad(op, "waits for the slab '%s', which no tile.copy before it fills by 'tma'",
                   slab);
  return true;
}

static bool isZero(MlirValue v) {
  MlirOperation def = attnDef(v);
  int64_t n;
  return attnIs(def, "arith.constant") && attnAttrI64(def, "value", &n) && n == 0;
}

static bool isInductionVariable(MlirValue v) {
  return mlirValueIsABlockArgument(v) && mlirBlockArgumentGetArgNumber(v) == 0 &&
         attnIs(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)), "scf.for");
}

/// Axis i of `over` is written whole over the grid, the loops and the tile.
static bool checkStoredAxis(const AttnTileCheck *c, MlirOperation op, const AttnAxisList *over,
                            const AttnAxisList *axes, int i) {
  const AttnAxis *a = attnTvAxis(c, over, i);
  MlirValue origin = mlirOperationGetOperand(op, i + (attnIs(op, "tile.order") ? 2 : 1));
  int64_t step = attnTvPosition(axes, over->at[i]) >= 0 ? a->tile : 1;
  if (a->role != ATTN_AXIS_FREE)
    return attnBad(op, "writes along the %s axis '%s', expected free axes only",
                   attnAxisRoleName(a->role), a->name);
  if (c->grid >> over->at[i] & 1) {
    MlirOperation def = attnDef(origin);
    if (!attnIs(def, "tile.origin") || strcmp(attnAttrStr(def, "axis"), a->name) != 0)
      return attnBad(op, "the origin on the grid axis '%s' must be its tile.origin", a->name);
    if (step != a->tile)
      return attnBad(op, "writes one element on axis '%s', whose tile is %lld", a->name,
                     (long long)a->tile);
    return true;
  }
  if (isInductionVariable(origin))
    return true;
  if (!isZero(origin) || step < a->extent)
    return attnBad(op,
                   "leaves out a part of axis '%s', which is neither on the grid nor whole in the "
                   "tile",
                   a->name);
  return true;
}

/// Each loop around the store moves it: its induction variable is one of the origins.
static bool checkStoreLoops(const AttnTileCheck *c, MlirOperation op) {
  MlirOperation p = mlirOperationGetParentOperation(op);
  for (; !mlirOperationEqual(p, c->kernel); p = mlirOperationGetParentOperation(p)) {
    if (!attnIs(p, "scf.for"))
      continue;
    MlirValue iv = mlirBlockGetArgument(attnBody(p, 0), 0);
    bool used = false;
    for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); ++i)
      used = used || mlirValueEqual(mlirOperationGetOperand(op, i), iv);
    if (!used)
      return attnBad(op, "writes the same elements in every iteration of a loop");
  }
  return true;
}

/// Does v hold nowhere but at the origin 0 of the axis?
static bool holdsAtZero(MlirValue v, const char *axis) {
  MlirOperation op = attnDef(v);
  int64_t predicate, zero;
  if (attnIs(op, "arith.andi"))
    return holdsAtZero(mlirOperationGetOperand(op, 0), axis) ||
           holdsAtZero(mlirOperationGetOperand(op, 1), axis);
  if (!attnIs(op, "arith.cmpi") || !attnAttrI64(op, "predicate", &predicate) || predicate != 0 ||
      !attnConstantOf(mlirOperationGetOperand(op, 1), &zero) || zero != 0)
    return false;
  MlirOperation origin = attnDef(mlirOperationGetOperand(op, 0));
  return attnIs(origin, "tile.origin") && strcmp(attnAttrStr(origin, "axis"), axis) == 0;
}

/// Is op done by the first CTA along the axis only?
static bool isByFirst(const AttnTileCheck *c, MlirOperation op, const char *axis) {
  for (MlirOperation p = mlirOperationGetParentOperation(op); !mlirOperationEqual(p, c->kernel);
       op = p, p = mlirOperationGetParentOperation(p))
    if (attnIs(p, "scf.if") && mlirBlockEqual(mlirOperationGetBlock(op), attnBody(p, 0)) &&
        holdsAtZero(mlirOperationGetOperand(p, 0), axis))
      return true;
  return false;
}

/// What tile.store and tile.order have in common: every element of the result is written once.
static bool checkWrite(AttnTileCheck *c, MlirOperation op, int64_t *number) {
  int64_t r = -1;
  attnAttrI64(op, "result", &r);
  if (r < 0 || r >= mlirOperationGetNumResults(c->kernel))
    return attnBad(op, "stores to result %lld, but the kernel has %td", (long long)r,
                   mlirOperationGetNumResults(c->kernel));
  *number = r;
  MlirValue value = mlirOperationGetOperand(op, 0);
  MlirType result = mlirValueGetType(mlirOperationGetResult(c->kernel, r));
  AttnAxisList over, axes;
  MlirAffineMap map;
  bool more = attnIs(op, "tile.order") || attnTvInt(op, "slots", 1) > 1;
  if (!checkBox(c, op, result, more, &over, &axes, &map) || !attnTvOperand(c, op, 0, "axes") ||
      !attnTvShape(c, op, "the value", mlirValueGetType(value), &axes))
    return false;
  if (!mlirTypeEqual(attnTvElement(value), attnElementType(result)))
    return attnBad(op, "the value has another element type than result %lld", (long long)r);
  int64_t extents[ATTN_MAX_AXES];
  const char *names[ATTN_MAX_AXES];
  AttnAxisSet used, spread = 0;
  for (int i = 0; i < over.size; ++i) {
    extents[i] = attnTvAxis(c, &over, i)->extent, names[i] = attnTvAxis(c, &over, i)->name;
    spread |= (AttnAxisSet)1 << over.at[i];
    if (!checkStoredAxis(c, op, &over, &axes, i))
      return false;
  }
  if (!attnVerifyCover(op, "attribute 'map'", map, extents, names, result, &used))
    return false;
  for (int i = 0; i < over.size; ++i) // an axis that no result of the map uses does not spread
    if (!(used >> i & 1))
      spread &= ~((AttnAxisSet)1 << over.at[i]);
  for (int i = 0; i < c->axes.size; ++i)
    if ((c->grid & ~spread) >> i & 1 && c->axes.a[i].extent > c->axes.a[i].tile &&
        !isByFirst(c, op, c->axes.a[i].name))
      return attnBad(op, "every CTA along the grid axis '%s' writes the same elements",
                     c->axes.a[i].name);
  if (!checkStoreLoops(c, op))
    return false;
  bool conditional = !mlirOperationIsNull(attnParentOfName(op, "scf.if"));
  if (!mlirOperationIsNull(c->stores[r]) && !conditional)
    return attnBad(op, "stores to result %lld a second time", (long long)r);
  c->stores[r] = op;
  return true;
}

bool attnTvStore(AttnTileCheck *c, MlirOperation op) {
  int64_t r;
  if (!checkWrite(c, op, &r))
    return false;
  MlirValue value = mlirOperationGetOperand(op, 0);
  const char *transport = attnAttrStr(op, "transport"), *slab = attnAttrStr(op, "slab");
  int64_t swizzle = attnTvInt(op, "swizzle", 0), slots = attnTvInt(op, "slots", 1);
  if (slots < 1)
    return attnBad(op, "has %lld slots, expected at least one", (long long)slots);
  if (transport || slab || swizzle) {
    if (!transport || strcmp(transport, "tma") != 0 || !slab ||
        (swizzle != 32 && swizzle != 64 && swizzle != 128))
      return attnBad(op,
                     "stores through a slab with transport \"tma\", a slab and a swizzle of 32, "
                     "64 or 128");
    int64_t parts = attnTvInt(op, "parts", 1),
            rank = mlirShapedTypeGetRank(mlirValueGetType(value));
    if (parts < 1 ||
        (parts > 1 &&
         (rank != 2 || mlirShapedTypeGetDimSize(mlirValueGetType(value), 1) % parts != 0)))
      return attnBad(op, "stores in %lld parts, which do not divide the columns", (long long)parts);
    MlirOperation copy = attnTvSlab(c, slab);
    if (!mlirOperationIsNull(copy) &&
        (parts > 1 ||
         !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(copy, 0)),
                        mlirValueGetType(value)) ||
         attnTvInt(copy, "slots", 1) != slots || attnTvInt(copy, "swizzle", 0) != swizzle))
      return attnBad(op,
                     "stores through the slab '%s' of another shape, element type, swizzle or "
                     "number of slots",
                     slab);
    if (slots > 1 && mlirOperationIsNull(copy))
      return attnBad(op, "stores through a slot of '%s', which no tile.copy fills", slab);
  }
  return slots == 1 || slab || attnBad(op, "has slots, but no slab");
}

bool attnTvOrder(AttnTileCheck *c, MlirOperation op) {
  int64_t r;
  if (attnAttrArraySize(op, "axes") != 1)
    return attnBad(op, "orders the coordinates of %td axes, expected one",
                   attnAttrArraySize(op, "axes"));
  if (!checkWrite(c, op, &r))
    return false;
  MlirType t = attnTvElement(mlirOperationGetOperand(op, 0));
  if (!mlirTypeIsAInteger(t) || mlirIntegerTypeGetWidth(t) != 32)
    return attnBad(op, "has keys that are no 32-bit integers");
  int64_t keys = attnTvInt(op, "keys", 0);
  return (keys > 0 && keys <= 32) ||
         attnBad(op, "has 'keys' %lld, expected 1 to 32", (long long)keys);
}

bool attnTvRanks(AttnTileCheck *c, MlirOperation op) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(source);
  AttnAxisList over;
  if (!attnVerifyTensor(op, "the source", type) || !attnTvList(c, op, "over", &over))
    return false;
  if (attnValueIsInside(source, c->region))
    return attnBad(op, "reads a value made inside the kernel, expected a tensor of the function");
  MlirType t = mlirShapedTypeGetElementType(type);
  if (!mlirTypeIsAInteger(t) || mlirIntegerTypeGetWidth(t) != 32)
    return attnBad(op, "has ranks that are no 32-bit integers");
  if (over.size < 1 || over.size != mlirShapedTypeGetRank(type))
    return attnBad(op, "'over' has %d axes, expected one for each dimension of the source",
                   over.size);
  for (int i = 0; i < over.size; ++i) {
    const AttnAxis *a = attnTvAxis(c, &over, i);
    int64_t tiles = (a->extent + a->tile - 1) / a->tile;
    if (!(c->grid >> over.at[i] & 1))
      return attnBad(op, "'over' names the axis '%s', expected a grid axis of the kernel", a->name);
    if (tiles != mlirShapedTypeGetDimSize(type, i))
      return attnBad(op, "axis '%s' has %lld tiles, the source %lld", a->name, (long long)tiles,
                     (long long)mlirShapedTypeGetDimSize(type, i));
  }
  return true;
}
