//===- VerifyRoles.c - Producers, consumers and what they hand over -------- ===//
// See VerifyTile.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Box.h"
#include "Dialect/Tile/VerifyTile.h"

#include <stdlib.h>
#include <string.h>

bool attnTvRoles(AttnTileCheck *c, MlirOperation op) {
  int64_t warps = attnTvInt(op, "producer_warps", 0),
          groups = attnTvInt(op, "consumer_warpgroups", 0);
  if (!mlirOperationIsNull(attnParentOfName(op, "tile.roles")) ||
      !mlirBlockEqual(mlirOperationGetBlock(op), attnBody(c->kernel, 0)))
    return attnBad(op, "must stand at the top level of a tile.kernel");
  if (warps < 1 || warps > 4 || groups < 1 || groups > 7)
    return attnBad(
        op, "has %lld producer warps and %lld consumer warpgroups, expected 1 to 4 and 1 to 7",
        (long long)warps, (long long)groups);
  if (c->threads != 128 * groups)
    return attnBad(op,
                   "has %lld consumer warpgroups, but the kernel has %lld threads, expected %lld",
                   (long long)groups, (long long)c->threads, (long long)(128 * groups));
  int64_t p = attnTvInt(op, "producer_registers", 24), r = attnTvInt(op, "consumer_registers", 24);
  if (p < 24 || r < 24 || p > 256 || r > 256 || p % 8 || r % 8)
    return attnBad(op, "splits registers %lld/%lld, expected multiples of 8 from 24 to 256",
                   (long long)p, (long long)r);
  return attnVerifyBlock(op, 0, "producer", 0, 0) && attnVerifyBlock(op, 1, "consumer", 0, 0) &&
         attnTvBlock(c, attnBody(op, 0)) && attnTvBlock(c, attnBody(op, 1));
}

bool attnTvItems(AttnTileCheck *c, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  if (mlirAttributeIsNull(attnAttr(c->kernel, "persistent")))
    return attnBad(op, "stands in a kernel that is not persistent");
  if (!attnIs(mlirOperationGetParentOperation(op), "tile.roles"))
    return attnBad(op, "must stand at the top level of a producer or consumer");
  if (!attnVerifyBlock(op, 0, "body", n, n))
    return false;
  MlirBlock body = attnBody(op, 0);
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirTypeIsAIndex(mlirValueGetType(mlirBlockGetArgument(body, i))) ||
        !mlirTypeIsAIndex(
            mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(body), i))))
      return attnBad(op, "carries a value that is not an index");
  intptr_t results = mlirOperationGetNumResults(op);
  if (results && results != n)
    return attnBad(op, "has %td results for %td values that it carries", results, n);
  return attnTvBlock(c, body);
}

/// The values that a region yields are the arguments of another one.
static bool handsOn(MlirOperation op, int from, int to, const char *name) {
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, from));
  intptr_t n = mlirOperationGetNumOperands(yield);
  MlirBlock block = attnBody(op, to);
  if (mlirBlockGetNumArguments(block) != n)
    return attnBad(op, "its '%s' takes %td values and gets %td", name,
                   mlirBlockGetNumArguments(block), n);
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirOperationGetOperand(yield, i), arg = mlirBlockGetArgument(block, i);
    MlirAttribute axes = attnTvProduced(v, "axes"), wants = attnTvProduced(arg, "axes");
    bool tile = mlirTypeIsAShaped(mlirValueGetType(v));
    if (!mlirTypeEqual(mlirValueGetType(v), mlirValueGetType(arg)) ||
        (tile && (mlirAttributeIsNull(axes) || !mlirAttributeEqual(axes, wants))))
      return attnBad(op, "value %td that its '%s' takes is another one than what it gets", i, name);
  }
  return true;
}

bool attnTvChain(AttnTileCheck *c, MlirOperation op) {
  static const char *const names[] = {"begin", "stream", "next", "end"};
  if (mlirAttributeIsNull(attnAttr(c->kernel, "persistent")))
    return attnBad(op, "stands in a kernel that is not persistent");
  MlirOperation roles = mlirOperationGetParentOperation(op);
  if (!attnIs(roles, "tile.roles") || !attnIsInside(op, mlirOperationGetRegion(roles, 1)))
    return attnBad(op, "must stand at the top level of a consumer");
  for (int i = 0; i < 4; ++i) {
    MlirBlock block = attnBody(op, i);
    if (mlirBlockIsNull(block) || !attnIs(mlirBlockGetTerminator(block), "gpu.yield"))
      return attnBad(op, "its '%s' must be a block that ends in gpu.yield", names[i]);
  }
  intptr_t n = mlirOperationGetNumOperands(op);
  intptr_t again = mlirOperationGetNumOperands(mlirBlockGetTerminator(attnBody(op, 3)));
  if (!attnVerifyBlock(op, 0, names[0], n,
                       mlirOperationGetNumOperands(mlirBlockGetTerminator(attnBody(op, 0)))) ||
      !attnVerifyBlock(op, 3, names[3], mlirBlockGetNumArguments(attnBody(op, 3)), again ? n : 0))
    return false;
  for (intptr_t i = 0; i < again; ++i)
    if (!mlirTypeIsAIndex(
            mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 3)), i))))
      return attnBad(op, "its 'end' gives 'begin' a value that is not an index");
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirTypeIsAIndex(mlirValueGetType(mlirBlockGetArgument(attnBody(op, 0), i))))
      return attnBad(op, "its 'begin' takes a value that is not an index");
  if (!handsOn(op, 0, 1, "stream") || !handsOn(op, 1, 2, "next") || !handsOn(op, 2, 1, "stream") ||
      !handsOn(op, 1, 3, "end"))
    return false;
  // An item stores its results in `next` or in `end`.
  MlirOperation before[ATTN_TV_MAX_RESULTS], next[ATTN_TV_MAX_RESULTS];
  for (int i = 0; i < 4; ++i) {
    if (i == 2)
      memcpy(before, c->stores, sizeof before);
    if (i == 3) {
      memcpy(next, c->stores, sizeof next);
      memcpy(c->stores, before, sizeof before);
    }
    if (!attnTvBlock(c, attnBody(op, i)))
      return false;
  }
  for (int i = 0; i < ATTN_TV_MAX_RESULTS; ++i)
    if (mlirOperationIsNull(next[i]) != mlirOperationIsNull(c->stores[i]))
      return attnBad(op, "stores result %d in only one of its 'next' and 'end'", i);
  return true;
}

/// Is the operation in region `region` of a tile.roles?
static bool inRole(MlirOperation op, intptr_t region) {
  MlirOperation roles = attnParentOfName(op, "tile.roles");
  return !mlirOperationIsNull(roles) && attnIsInside(op, mlirOperationGetRegion(roles, region));
}

/// The copy that fills the slab an operation names.
static bool filledSlab(AttnTileCheck *c, MlirOperation op, MlirOperation *copy) {
  *copy = attnTvSlab(c, attnAttrStr(op, "slab"));
  return (!mlirOperationIsNull(*copy) && strcmp(attnAttrStr(*copy, "transport"), "tma") == 0) ||
         attnBad(op, "names the slab '%s', which no producer fills by 'tma'",
                 attnAttrStr(op, "slab"));
}

bool attnTvAcquire(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  return inRole(op, 0) || attnBad(op, "belongs in the producer of a tile.roles");
}

static bool isF32Tile(MlirType type) {
  return mlirTypeIsARankedTensor(type) && mlirTypeIsAF32(mlirShapedTypeGetElementType(type));
}

bool attnTvPrefetch(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  if (!inRole(op, 0))
    return attnBad(op, "belongs in the producer of a tile.roles");
  MlirOperation copy = attnTileNextCopy(op);
  if (mlirOperationIsNull(copy) || strcmp(attnAttrStr(copy, "transport"), "tma") != 0)
    return attnBad(op, "names the slab '%s', which no later tile.copy of its block fills by 'tma'",
                   attnAttrStr(op, "slab"));
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(copy); ++i) {
    MlirOperation def = attnDef(mlirOperationGetOperand(copy, i));
    if (!mlirOperationIsNull(def) &&
        mlirBlockEqual(mlirOperationGetBlock(def), mlirOperationGetBlock(op)) &&
        !mlirOperationIsBeforeInBlock(def, op))
      return attnBad(op, "stands in front of what its tile.copy's operand %td is made of", i);
  }
  return true;
}

bool attnTvAsk(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  if (!inRole(op, 0) || !attnIs(mlirOperationGetParentOperation(op), "tile.items"))
    return attnBad(op, "belongs in the block of a producer's tile.items");
  for (MlirOperation o = mlirOperationGetNextInBlock(op); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o))
    if (attnIs(o, "tile.ask"))
      return attnBad(o, "asks for a second item");
  return true;
}

//===--- stretches of streams ---------------------------------------------===//

bool attnTvPart(AttnTileCheck *c, MlirOperation op) {
  int at = attnAxesFind(&c->axes, attnAttrStr(op, "axis"));
  const char *bound = attnAttrStr(op, "bound");
  if (at < 0 || c->axes.a[at].role != ATTN_AXIS_FOLD)
    return attnBad(op, "names the axis '%s', expected the fold axis of the kernel",
                   attnAttrStr(op, "axis"));
  return strcmp(bound, "lower") == 0 || strcmp(bound, "upper") == 0 ||
         attnBad(op, "has the bound '%s', expected \"lower\" or \"upper\"", bound);
}

/// All that leave or fetch a state mean the same tile.
static bool sameState(AttnTileCheck *c, MlirOperation op, int64_t state, MlirType type,
                      MlirAttribute axes) {
  if (mlirAttributeIsNull(c->stateAxes[state])) {
    c->stateType[state] = type;
    c->stateAxes[state] = axes;
  }
  return (mlirTypeEqual(c->stateType[state], type) &&
          mlirAttributeEqual(c->stateAxes[state], axes)) ||
         attnBad(op, "has state %lld of another type, or with other axes, than elsewhere",
                 (long long)state);
}

/// In a branch: only an item that has a stretch does it.
static bool ofStretch(MlirOperation op) {
  return attnIs(mlirOperationGetParentOperation(op), "scf.if") ||
         attnIs(mlirOperationGetParentOperation(op), "scf.for") ||
         attnBad(op, "stands in no branch, expected that of items that have a stretch");
}

bool attnTvLeave(AttnTileCheck *c, MlirOperation op) {
  MlirValue v = mlirOperationGetOperand(op, 0);
  int64_t state = attnTvInt(op, "state", -1);
  if (!isF32Tile(mlirValueGetType(v)) || attnTvInMemory(v) ||
      mlirAttributeIsNull(attnTvProduced(v, "axes")))
    return attnBad(op, "leaves something that is no tile of f32 in registers");
  if (state < 0 || state >= ATTN_TV_MAX_STATES)
    return attnBad(op, "leaves state %lld, expected a number from 0 to %d", (long long)state,
                   ATTN_TV_MAX_STATES - 1);
  return sameState(c, op, state, mlirValueGetType(v), attnTvProduced(v, "axes")) && ofStretch(op);
}

bool attnTvMeeting(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  return ofStretch(op);
}

bool attnTvFetch(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  int64_t state = attnTvInt(op, "state", -1);
  if (!attnTvResult(c, op, &axes))
    return false;
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!isF32Tile(t) || state < 0 || state >= ATTN_TV_MAX_STATES)
    return attnBad(op, "fetches state %lld, expected a tile of f32 and a number from 0 to %d",
                   (long long)state, ATTN_TV_MAX_STATES - 1);
  return sameState(c, op, state, t, attnAttr(op, "axes")) && ofStretch(op);
}

bool attnTvRelease(AttnTileCheck *c, MlirOperation op) {
  MlirOperation copy;
  if (!inRole(op, 1))
    return attnBad(op, "belongs in the consumer of a tile.roles");
  if (attnIs(op, "tile.release") && mlirOperationGetNumOperands(op) > 1) {
    MlirType behind = mlirValueGetType(mlirOperationGetOperand(op, 1));
    if (mlirOperationGetNumOperands(op) > 2 || !isF32Tile(behind))
      return attnBad(op, "stands behind one tile of f32 at most");
  }
  return filledSlab(c, op, &copy);
}

/// Columns of what is copied: the same rows and elements, whole panels of them.
static bool isPart(MlirOperation op, MlirOperation copy) {
  MlirType part = mlirValueGetType(mlirOperationGetResult(op, 0)),
           all = mlirValueGetType(mlirOperationGetResult(copy, 0));
  intptr_t last = mlirTypeIsARankedTensor(part) ? mlirShapedTypeGetRank(part) - 1 : -1;
  int64_t swizzle = attnTvInt(copy, "swizzle", 0);
  MlirType element = attnElementType(all);
  int64_t bytes = mlirTypeIsAFloat(element) ? mlirFloatTypeGetWidth(element) / 8 : 0;
  if (last < 0 || !mlirTypeIsARankedTensor(all) || mlirShapedTypeGetRank(all) != last + 1 ||
      !mlirTypeEqual(attnElementType(part), element) || swizzle <= 0 || bytes <= 0)
    return false;
  for (intptr_t i = 0; i < last; ++i)
    if (mlirShapedTypeGetDimSize(part, i) != mlirShapedTypeGetDimSize(all, i) ||
        !mlirAttributeEqual(attnAttrArrayGet(op, "axes", i), attnAttrArrayGet(copy, "axes", i)))
      return false;
  int64_t columns = mlirShapedTypeGetDimSize(part, last);
  return columns * bytes % swizzle == 0 && columns <= mlirShapedTypeGetDimSize(all, last);
}

bool attnTvSlotOf(AttnTileCheck *c, MlirOperation op) {
  MlirOperation copy;
  if (!attnTvRelease(c, op) || !filledSlab(c, op, &copy))
    return false;
  if (mlirOperationGetNumOperands(op) > 2)
    return attnBad(op, "has more than one column");
  if (mlirOperationGetNumOperands(op) > 1)
    return isPart(op, copy) ||
           attnBad(op,
                   "is no part of what is copied into the slab '%s': columns of the same rows, "
                   "whole panels of its swizzle",
                   attnAttrStr(op, "slab"));
  return (mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)),
                        mlirValueGetType(mlirOperationGetResult(copy, 0))) &&
          mlirAttributeEqual(attnAttr(op, "axes"), attnAttr(copy, "axes"))) ||
         attnBad(op, "has another shape, element type or axes than the copies into the slab '%s'",
                 attnAttrStr(op, "slab"));
}

bool attnTvAwait(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); ++i)
    if (!isF32Tile(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return attnBad(op, "stands behind something that is no tile of f32");
  return attnTvResult(c, op, &axes) && attnTvOperand(c, op, 0, "axes") &&
         (attnTvInt(op, "pending", -1) >= 0 || attnBad(op, "has no 'pending' of at least 0"));
}

bool attnTvTotal(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  return (isF32Tile(mlirValueGetType(mlirOperationGetOperand(op, 0))) ||
          attnBad(op, "adds parts of something that is no tile of f32")) &&
         attnTvResult(c, op, &axes) && attnTvOperand(c, op, 0, "axes");
}

bool attnTvTurn(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  const char *action = attnAttrStr(op, "action");
  if (!inRole(op, 1))
    return attnBad(op, "belongs in the consumer of a tile.roles");
  return strcmp(action, "take") == 0 || strcmp(action, "pass") == 0 ||
         attnBad(op, "has the action '%s', expected \"take\" or \"pass\"", action);
}
