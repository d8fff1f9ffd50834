//===- Beside.c - attn-beside: what of a step runs beside its products ----===//
//
// Takes:  tile.kernel operations after attn-roles.
// Gives:  loops of consumers in which less stands between the products of one step and those of the
//         next, where contractions are under way (`overlap` of wgmma). Same values, same bits.
// Leaves: everything else.
//
//   wait for scores    maximum m    factor f = exp(m' - m)    weights p
//   [wait for the value product]    sums of p    accumulator * f
//
// - Factors in front of weights (here). ptxas orders a block by what has the longest way to its
//   end: exponentials feed sums, f feeds products that nothing waits for, so f was the last of some
//   66 exponentials, and the accumulator's products (64 of them with 128 columns) stood behind all.
//   The reference that is subtracted from the scores is therefore made to depend on f:
//
//       r = bits(f) == -1 ? f : r
//
//   No exponential is -1 as a word, which nothing can tell at compile time; where an f is that NaN,
//   so is the row. The products then fill the slots between exponentials, from the wait on.
// - An accumulator of zeros is not rescaled (keepZeros below).
// - Sums over lanes in the next step (BesideSums.c). A shuffle and its sum take some 30 cycles, two
//   of them stood at the end of a step with nothing left to hide them.
// - Long maxima in two chains (`chains` of tile.reduce, which says where they are long), and
//   maxima of words where that is all the same and a step has three consumers or 128 columns
//   (BesideMaxima.c).
//
// The first and the sums only where a step is bound by the way through it: where exponentials are
// computed of the products' sums themselves, or, with two consumers, of these and a bias, and the
// accumulator has fewer than 128 registers a lane. On an H200 (docs/hopper.md) 64 and 128 columns
// gain 1 to 1.5 %, 128 with a bias 5 %; with a cap or slopes in between, whose arithmetic is the
// bound, 1.5 to 2.5 % are lost, and with 256 columns, which keep the tensor cores busy all the
// time, up to 1 %. None but the zeros where scores have more than twice the accumulator's registers
// (64 columns, 144 keys and more): 1 to 2 % are lost there.
//
//===----------------------------------------------------------------------===//
#include "Passes/Beside.h"
#include "Schedule/Layout.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunBeside(MlirOperation op, const AttnPassContext *pass);

MlirOperation attnBesideAwait(MlirBlock block, int64_t pending) {
  int64_t n;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "tile.await") && attnAttrI64(op, "pending", &n) &&
        (pending ? n >= pending : n == 0))
      return op;
  return (MlirOperation){NULL};
}

static bool isIn(MlirOperation op, MlirBlock block) {
  return !mlirOperationIsNull(op) && mlirBlockEqual(mlirOperationGetBlock(op), block);
}

/// Both in one block.
static bool isBefore(MlirOperation a, MlirOperation b) {
  for (MlirOperation op = mlirOperationGetNextInBlock(a); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationEqual(op, b))
      return true;
  return false;
}

/// The next tile.element of a map's region behind `op` (null: the first); null: there is none.
static MlirOperation nextElement(MlirOperation map, MlirOperation op) {
  op = mlirOperationIsNull(op) ? mlirBlockGetFirstOperation(attnBody(map, 0))
                               : mlirOperationGetNextInBlock(op);
  while (!mlirOperationIsNull(op) && !attnIs(op, "tile.element"))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static bool hasLayout(MlirOperation op, MlirAttribute layout) {
  MlirAttribute a = attnAttr(op, "layout");
  return !mlirAttributeIsNull(a) && mlirAttributeEqual(a, layout);
}

static MlirOperation resultOf(MlirOperation map) {
  return attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(map, 0)), 0));
}

/// What the map multiplies the awaited accumulator by: a tile of fewer axes that the step computes.
static MlirValue factorOf(MlirOperation map, MlirValue accumulator) {
  MlirBlock block = mlirOperationGetBlock(map);
  MlirOperation product = resultOf(map);
  if (!attnIs(product, "arith.mulf"))
    return (MlirValue){NULL};
  for (int i = 0; i < 2; ++i) {
    MlirOperation x = attnDef(mlirOperationGetOperand(product, i));
    MlirOperation f = attnDef(mlirOperationGetOperand(product, 1 - i));
    if (!attnIs(x, "tile.element") || !attnIs(f, "tile.element") ||
        !mlirValueEqual(mlirOperationGetOperand(x, 0), accumulator))
      continue;
    MlirValue v = mlirOperationGetOperand(f, 0);
    if (isIn(attnDef(v), block) &&
        mlirShapedTypeGetRank(mlirValueGetType(v)) <
            mlirShapedTypeGetRank(mlirValueGetType(accumulator)) &&
        mlirTypeIsAF32(mlirShapedTypeGetElementType(mlirValueGetType(v))))
      return v;
  }
  return (MlirValue){NULL};
}

/// The element of `weights` whose tile lies as `factor` does and is computed in the same step.
static MlirOperation elementLike(MlirOperation weights, MlirValue factor) {
  MlirOperation made = attnDef(factor), e = {NULL};
  while (!mlirOperationIsNull(e = nextElement(weights, e))) {
    MlirValue v = mlirOperationGetOperand(e, 0);
    MlirOperation def = attnDef(v);
    if (isIn(def, mlirOperationGetBlock(weights)) && !mlirValueEqual(v, factor) &&
        mlirTypeEqual(mlirValueGetType(v), mlirValueGetType(factor)) &&
        hasLayout(def, attnAttr(made, "layout")) &&
        mlirAttributeEqual(attnAttr(def, "axes"), attnAttr(made, "axes")))
      break;
  }
  return e;
}

/// x where f has been computed.
static MlirValue behind(MlirOperation before, MlirValue x, MlirValue f) {
  AttnBuilder b = attnBuilderBefore(before), in;
  MlirOperation like = attnDef(x);
  MlirType f32 = mlirShapedTypeGetElementType(mlirValueGetType(x));
  MlirType i32 = mlirIntegerTypeGet(b.ctx, 32);
  MlirNamedAttribute attrs[] = {attnNamed(b.ctx, "axes", attnAttr(like, "axes")),
                                attnNamed(b.ctx, "layout", attnAttr(like, "layout"))};
  MlirRegion region = attnRegionWithBlock(&b, 0, NULL, &in);
  MlirValue e = attnBuild(&in, "tile.element", 1, &x, f32, 1, attrs);
  MlirValue of = attnBuild(&in, "tile.element", 1, &f, f32, 1, attrs);
  MlirValue never =
      attnCmpi(&in, 0, attnBuild1(&in, "arith.bitcast", of, i32), attnConstInt(&in, i32, -1));
  MlirValue r = attnSelect(&in, never, of, e);
  attnBuildYield(&in, "gpu.yield", 1, &r);
  MlirType type = mlirValueGetType(x);
  MlirOperation map = attnBuildOp(&b, &(AttnOpDesc){.name = "tile.map",
                                                    .nResults = 1,
                                                    .results = &type,
                                                    .nAttrs = 2,
                                                    .attrs = attrs,
                                                    .nRegions = 1,
                                                    .regions = &region});
  return mlirOperationGetResult(map, 0);
}

/// The weights that a slab's release stands behind.
static MlirOperation weightsIn(MlirBlock block, MlirOperation until) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, until);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "tile.release") && mlirOperationGetNumOperands(op) == 2) {
      MlirOperation weights = attnDef(mlirOperationGetOperand(op, 1));
      if (isIn(weights, block) && attnIs(weights, "tile.map"))
        return weights;
    }
  return (MlirOperation){NULL};
}

static void factorsFirst(MlirOperation loop) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation await = attnBesideAwait(block, 0);
  if (mlirOperationIsNull(await))
    return;
  MlirOperation weights = weightsIn(block, await);
  if (mlirOperationIsNull(weights))
    return;
  for (MlirOperation op = mlirOperationGetNextInBlock(await); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirValue f =
        attnIs(op, "tile.map") ? factorOf(op, mlirOperationGetResult(await, 0)) : (MlirValue){NULL};
    if (mlirValueIsNull(f) || !isBefore(attnDef(f), weights))
      continue;
    MlirOperation e = elementLike(weights, f);
    if (!mlirOperationIsNull(e))
      mlirOperationSetOperand(e, 0, behind(weights, mlirOperationGetOperand(e, 0), f));
    return;
  }
}

/// The tile that a tile.element reads; null: it is none.
static MlirOperation elementOf(MlirOperation product, int i) {
  MlirOperation x = attnDef(mlirOperationGetOperand(product, i));
  return attnIs(x, "tile.element") ? attnDef(mlirOperationGetOperand(x, 0)) : (MlirOperation){NULL};
}

/// An accumulator that is zero, in front of the first product, is not rescaled: x * f, x a fill of
/// zeros, f an exponential. Where f is no number, nor are the weights, and so the sum is none
/// either.
static void keepZeros(MlirOperation map) {
  MlirOperation product = resultOf(map);
  if (!attnIs(product, "arith.mulf"))
    return;
  MlirOperation fill = elementOf(product, 0), f = elementOf(product, 1);
  if (!attnIs(fill, "tile.fill") || !attnIs(f, "tile.map") || !attnIs(resultOf(f), "math.exp2") ||
      !hasLayout(fill, attnAttr(map, "layout")) ||
      !mlirAttributeEqual(attnAttr(fill, "axes"), attnAttr(map, "axes")))
    return;
  MlirValue zeros = mlirOperationGetResult(fill, 0);
  MlirAttribute value = attnAttr(fill, "value");
  if (mlirAttributeIsAFloat(value) && mlirFloatAttrGetValueDouble(value) == 0 &&
      mlirTypeEqual(mlirValueGetType(zeros), mlirValueGetType(mlirOperationGetResult(map, 0))))
    attnReplaceOp(map, 1, &zeros);
}

/// Registers a lane of an awaited tile; 0: it has no layout.
static int registersOf(MlirOperation await) {
  AttnLayout layout;
  char err[256];
  const char *text = mlirOperationIsNull(await) ? NULL : attnAttrStr(await, "layout");
  return text && attnLayoutParse(text, &layout, err, sizeof err)
             ? attnLayoutCount(&layout, ATTN_REG)
             : 0;
}

/// Does a step await scores of at most twice the registers of the accumulator that it awaits?
static bool isNarrow(MlirOperation loop) {
  MlirBlock block = attnBody(loop, 0);
  int scores = registersOf(attnBesideAwait(block, 1)),
      last = registersOf(attnBesideAwait(block, 0));
  return scores > 0 && last > 0 && scores <= 2 * last;
}

/// Maxima of words: where a step has three consumers, or 128 columns and more. Two consumers with
/// 64 lose 2 to 4 % (docs/hopper.md).
static bool hasWideStep(MlirOperation loop) {
  enum { LEAST = 64 };
  int64_t consumers = 0;
  attnAttrI64(attnParentOfName(loop, "tile.roles"), "consumer_warpgroups", &consumers);
  return consumers > 2 || registersOf(attnBesideAwait(attnBody(loop, 0), 0)) >= LEAST;
}

static void twoChains(MlirOperation loop) {
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(loop, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "tile.reduce") && strcmp(attnAttrStr(op, "monoid"), "max") == 0)
      attnSetAttr(op, "chains", attnI64(mlirOperationGetContext(op), 2));
}

/// Are tiles added to the awaited scores that come from a slab (a bias), and nothing else?
static bool isSumWithCells(MlirOperation map, MlirOperation scores) {
  if (!attnIs(map, "tile.map"))
    return false;
  MlirOperation e = {NULL};
  int nScores = 0, nCells = 0, nOthers = 0;
  while (!mlirOperationIsNull(e = nextElement(map, e))) {
    MlirOperation made = attnDef(mlirOperationGetOperand(e, 0));
    if (mlirOperationEqual(made, scores))
      ++nScores;
    else if (attnIs(made, "tile.relayout"))
      ++nCells;
    else
      ++nOthers;
  }
  return nScores && nCells && !nOthers && attnIs(resultOf(map), "arith.addf");
}

/// Are a step's weights computed of the scores as they are awaited, or, with two consumers, of
/// these and a bias, beside an accumulator of fewer than `MOST` registers a lane?
static bool isBoundByLatency(MlirOperation loop) {
  enum { MOST = 128 };
  int64_t consumers = 0;
  attnAttrI64(attnParentOfName(loop, "tile.roles"), "consumer_warpgroups", &consumers);
  MlirBlock block = attnBody(loop, 0);
  MlirOperation scores = attnBesideAwait(block, 1), last = attnBesideAwait(block, 0), e = {NULL};
  if (!isNarrow(loop) || registersOf(last) >= MOST)
    return false;
  MlirOperation weights = weightsIn(block, last);
  while (!mlirOperationIsNull(weights) && !mlirOperationIsNull(e = nextElement(weights, e))) {
    MlirOperation of = attnDef(mlirOperationGetOperand(e, 0));
    if (mlirOperationEqual(of, scores) || (consumers == 2 && isSumWithCells(of, scores)))
      return true;
  }
  return false;
}

MlirLogicalResult attnRunBeside(MlirOperation op, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *kernels, *loops, *maps;
  intptr_t nKernels = attnCollect(op, "tile.kernel", &kernels);
  for (intptr_t k = 0; k < nKernels; ++k) {
    intptr_t n = attnCollect(kernels[k], "scf.for", &loops);
    intptr_t nMaps = attnCollect(kernels[k], "tile.map", &maps);
    bool bound = false;
    for (intptr_t i = 0; i < nMaps; ++i)
      if (!mlirOperationIsNull(attnParentOfName(maps[i], "tile.roles")))
        keepZeros(maps[i]);
    free(maps);
    for (intptr_t i = 0; i < n; ++i) {
      bound |= isBoundByLatency(loops[i]);
      if (!isNarrow(loops[i]))
        continue;
      twoChains(loops[i]);
      if (hasWideStep(loops[i]))
        attnBesideMaxima(loops[i]);
    }
    for (intptr_t i = 0; i < n && bound; ++i)
      factorsFirst(loops[i]);
    for (intptr_t i = 0; i < n && bound; ++i)
      attnBesideSums(kernels[k], loops[i]);
    free(loops);
  }
  free(kernels);
  return mlirLogicalResultSuccess();
}
