//===- TileToLoops.c - convert-tile-to-loops ------------------------------===//
//
// Takes:  a func.func with tile.kernel operations at any stage (bracketed, with layouts, staged).
// Gives:  the same function with each kernel as loops over its grid, and each tile operation as a
//         loop nest or linalg.generic on a tile tensor; the results are carried through the loops.
// Leaves: every other operation.
//
//   for g in 0 .. extent step tile, over the grid axes:     tile.origin = g
//     tile.load, tile.copy   zeros, then the elements inside the axes' extents
//     tile.fill, tile.map    linalg.generic, parallel
//     tile.reduce            upward from the identity
//     linalg.reduce          as it is
//     tile.contract          upward from acc; for the last result axis innermost and contiguous,
//                            the operand that has it is packed (and widened) first
//     tile.store             the elements inside the axes' extents
//     tile.relayout          its operand
//     tile.barrier, tile.commit, tile.wait       nothing
//
// Layouts, slabs, atoms and threads do not change values and are not read. Orders of summation are
// those of the tile operations' definitions, so a reduction may differ from the device's in
// rounding.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToLoops/TileOps.h"

#include "Dialect/Symbols.h"
#include "IR/Diag.h"
#include "attn-c/Dialects.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunConvertTileToLoops(MlirOperation op, const AttnPassContext *pass);

//===--- structure inside a kernel ----------------------------------------===//

static MlirLogicalResult convertBlock(AttnTileKernel *k, MlirBlock block, AttnBuilder *b);

static bool isTileOp(MlirOperation op) {
  return strncmp(attnOpName(op), "tile.", 5) == 0 || attnIs(op, "linalg.reduce");
}

/// Marks the kernel results that are stored anywhere below `op`.
static int storedBelow(const AttnTileKernel *k, MlirOperation op, int *stored) {
  MlirOperation *ops;
  bool hit[ATTN_TILE_MAX_RESULTS] = {false};
  intptr_t n = attnCollect(op, NULL, &ops);
  for (intptr_t i = 0; i < n; ++i) {
    int64_t r;
    bool stores = attnIs(ops[i], "tile.store") || attnIs(ops[i], "tile.order");
    if (stores && attnAttrI64(ops[i], "result", &r) && r >= 0 && r < k->nResults)
      hit[r] = true;
  }
  free(ops);
  int count = 0;
  for (int r = 0; r < k->nResults; ++r)
    if (hit[r])
      stored[count++] = r;
  return count;
}

static bool containsTileOps(MlirOperation op) {
  MlirOperation *ops;
  intptr_t n = attnCollect(op, NULL, &ops);
  bool found = false;
  for (intptr_t i = 0; i < n && !found; ++i)
    found = isTileOp(ops[i]);
  free(ops);
  return found;
}

/// Yields `old`'s operands (mapped) and the stored results; tiles that a loop carries are copied
/// into the carried tile, so that the loop works on one buffer.
static void yieldAll(AttnTileKernel *k, AttnBuilder *b, MlirOperation old, const MlirValue *carried,
                     int nStored, const int *stored) {
  intptr_t n = mlirOperationGetNumOperands(old);
  MlirValue *vals = malloc((size_t)(n + nStored + 1) * sizeof *vals);
  for (intptr_t i = 0; i < n; ++i) {
    vals[i] = attnMapLookup(&k->values, mlirOperationGetOperand(old, i));
    if (carried && mlirTypeIsARankedTensor(mlirValueGetType(vals[i])) &&
        !mlirValueEqual(vals[i], carried[i]))
      vals[i] = attnTileCopyInto(b, vals[i], carried[i]);
  }
  for (int i = 0; i < nStored; ++i)
    vals[n + i] = k->results[stored[i]];
  attnBuildYield(b, "scf.yield", n + nStored, vals);
  free(vals);
}

static MlirLogicalResult convertFor(AttnTileKernel *k, MlirOperation op, AttnBuilder *b) {
  int stored[ATTN_TILE_MAX_RESULTS], nStored = storedBelow(k, op, stored);
  intptr_t n = mlirOperationGetNumResults(op);
  MlirBlock body = attnBody(op, 0);
  MlirValue *vals = malloc((size_t)(n + nStored + 1) * sizeof *vals), bounds[3], iv;
  for (int i = 0; i < 3; ++i)
    bounds[i] = attnMapLookup(&k->values, mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; i < n; ++i)
    vals[i] = attnMapLookup(&k->values, mlirOperationGetOperand(op, 3 + i));
  for (int i = 0; i < nStored; ++i)
    vals[n + i] = k->results[stored[i]];
  AttnBuilder inner;
  MlirOperation loop =
      attnBuildFor(b, bounds[0], bounds[1], bounds[2], n + nStored, vals, &inner, &iv, vals);
  attnMapValue(&k->values, mlirBlockGetArgument(body, 0), iv);
  for (intptr_t i = 0; i < n; ++i)
    attnMapValue(&k->values, mlirBlockGetArgument(body, i + 1), vals[i]);
  for (int i = 0; i < nStored; ++i)
    k->results[stored[i]] = vals[n + i];
  MlirLogicalResult ok = convertBlock(k, body, &inner);
  if (mlirLogicalResultIsSuccess(ok))
    yieldAll(k, &inner, mlirBlockGetTerminator(body), vals, nStored, stored);
  for (intptr_t i = 0; i < n; ++i)
    attnMapValue(&k->values, mlirOperationGetResult(op, i), mlirOperationGetResult(loop, i));
  for (int i = 0; i < nStored; ++i)
    k->results[stored[i]] = mlirOperationGetResult(loop, n + i);
  free(vals);
  return ok;
}

static MlirLogicalResult convertIf(AttnTileKernel *k, MlirOperation op, AttnBuilder *b) {
  int stored[ATTN_TILE_MAX_RESULTS], nStored = storedBelow(k, op, stored);
  intptr_t n = mlirOperationGetNumResults(op);
  MlirType *types = malloc((size_t)(n + nStored + 1) * sizeof *types);
  MlirValue before[ATTN_TILE_MAX_RESULTS];
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  for (int i = 0; i < nStored; ++i) {
    before[i] = k->results[stored[i]];
    types[n + i] = mlirValueGetType(before[i]);
  }
  AttnBuilder branch[2];
  MlirOperation made = attnBuildIf(b, attnMapLookup(&k->values, mlirOperationGetOperand(op, 0)),
                                   n + nStored, types, &branch[0], &branch[1]);
  free(types);
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  for (int r = 0; r < 2 && mlirLogicalResultIsSuccess(ok); ++r) {
    MlirBlock block = attnBody(op, r);
    for (int i = 0; i < nStored; ++i)
      k->results[stored[i]] = before[i];
    if (mlirBlockIsNull(block)) { // no else
      attnBuildYield(&branch[r], "scf.yield", nStored, before);
      continue;
    }
    ok = convertBlock(k, block, &branch[r]);
    if (mlirLogicalResultIsSuccess(ok))
      yieldAll(k, &branch[r], mlirBlockGetTerminator(block), NULL, nStored, stored);
  }
  for (intptr_t i = 0; i < n; ++i)
    attnMapValue(&k->values, mlirOperationGetResult(op, i), mlirOperationGetResult(made, i));
  for (int i = 0; i < nStored; ++i)
    k->results[stored[i]] = mlirOperationGetResult(made, n + i);
  return ok;
}

static MlirLogicalResult convertOp(AttnTileKernel *k, MlirOperation op, AttnBuilder *b) {
  if (isTileOp(op))
    return attnTileLower(k, op, b);
  if (attnIs(op, "scf.for"))
    return convertFor(k, op, b);
  if (attnIs(op, "scf.if"))
    return convertIf(k, op, b);
  if (containsTileOps(op))
    return attnOpError(op,
                       "'%s' around tile operations has no lowering to loops; expected scf.for "
                       "or scf.if",
                       attnOpName(op));
  attnCloneMapped(b, op, &k->values);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult convertBlock(AttnTileKernel *k, MlirBlock block, AttnBuilder *b) {
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end) && mlirLogicalResultIsSuccess(ok);
       op = mlirOperationGetNextInBlock(op)) {
    b->loc = mlirOperationGetLocation(op);
    ok = convertOp(k, op, b);
  }
  return ok;
}

//===--- the kernel -------------------------------------------------------===//

static MlirLogicalResult readKernel(AttnTileKernel *k, MlirOperation op) {
  *k = (AttnTileKernel){.op = op};
  intptr_t n = attnAttrArraySize(op, "axes");
  if (n < 0 || n > ATTN_TILE_MAX_AXES)
    return attnOpError(op, "%d axes, at most %d are supported", (int)n, ATTN_TILE_MAX_AXES);
  k->nAxes = (int)n;
  for (int i = 0; i < n; ++i) {
    MlirAttribute a = attnAttrArrayGet(op, "axes", i);
    k->axis[i].name = attnDictStr(a, "name");
    if (!k->axis[i].name || !attnDictI64(a, "extent", &k->axis[i].extent) ||
        !attnDictI64(a, "tile", &k->axis[i].tile) || k->axis[i].tile <= 0)
      return attnOpError(op, "axis %d lacks name, extent or a positive tile", i);
  }
  intptr_t nResults = mlirOperationGetNumResults(op);
  if (nResults > ATTN_TILE_MAX_RESULTS)
    return attnOpError(op, "%d results, at most %d are supported", (int)nResults,
                       ATTN_TILE_MAX_RESULTS);
  k->nResults = (int)nResults;
  for (int r = 0; r < nResults; ++r) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, r));
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
      return attnOpError(op, "result %d is not a tensor of static shape", r);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerKernel(MlirOperation op) {
  AttnTileKernel k;
  MlirLogicalResult ok = readKernel(&k, op);
  if (mlirLogicalResultIsFailure(ok))
    return ok;
  AttnBuilder b = attnBuilderBefore(op);
  for (int r = 0; r < k.nResults; ++r)
    k.results[r] =
        attnBuild0(&b, "tensor.empty", mlirValueGetType(mlirOperationGetResult(op, r)), 0, NULL);
  // The loops over the grid, outermost first; each level's builder is at the end of its body.
  intptr_t nGrid = attnAttrArraySize(op, "grid");
  MlirOperation loops[ATTN_TILE_MAX_AXES];
  AttnBuilder at[ATTN_TILE_MAX_AXES + 1];
  at[0] = b;
  for (intptr_t g = 0; g < nGrid; ++g) {
    int axis = attnTileAxis(&k, attnStrValue(attnAttrArrayGet(op, "grid", g)));
    if (axis < 0 || nGrid > ATTN_TILE_MAX_AXES)
      return attnOpError(op, "grid entry %d names no axis of the kernel", (int)g);
    MlirValue lo = attnConstIndex(&at[g], 0), hi = attnConstIndex(&at[g], k.axis[axis].extent);
    MlirValue step = attnConstIndex(&at[g], k.axis[axis].tile), iv;
    loops[g] =
        attnBuildFor(&at[g], lo, hi, step, k.nResults, k.results, &at[g + 1], &iv, k.results);
    k.axis[axis].origin = iv;
  }
  ok = convertBlock(&k, attnBody(op, 0), &at[nGrid]);
  for (intptr_t g = nGrid; g > 0; --g) {
    attnBuildYield(&at[g], "scf.yield", k.nResults, k.results);
    for (int r = 0; r < k.nResults; ++r)
      k.results[r] = mlirOperationGetResult(loops[g - 1], r);
  }
  if (mlirLogicalResultIsSuccess(ok))
    attnReplaceOp(op, k.nResults, k.results);
  attnMapFree(&k.values);
  return ok;
}

MlirLogicalResult attnRunConvertTileToLoops(MlirOperation func, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *kernels;
  MlirLogicalResult ok = attnVerify(func);
  AttnSymbols symbols;
  if (!attnSymbolsRead(func, &symbols) || symbols.n)
    return attnOpError(func, "is for dynamic lengths: loops are for one set of them, run attn-bind "
                             "first");
  intptr_t n = attnCollect(func, "tile.kernel", &kernels);
  for (intptr_t i = 0; i < n && mlirLogicalResultIsSuccess(ok); ++i)
    ok = lowerKernel(kernels[i]);
  free(kernels);
  return ok;
}
