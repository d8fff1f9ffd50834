//===- TileToNVVM.c - convert-tile-to-nvvm --------------------------------===//
//
// Takes: a builtin.module with tile.kernel operations that have `threads` and layouts (after
// attn-atomize; after attn-stage or not).
// Gives: one gpu.module @attn_kernels for the chip, with one llvm.func (nvvm.kernel) per
// tile.kernel in the LLVM and NVVM dialects only; in place of the tile.kernel a func.call of a
// private function
// @<sym_name> that carries attn.launch. Kernel parameters: one pointer to global memory per tensor
// that the kernel reads, in the order of first use (the call's operands), then one per result;
// row-major, 16-byte aligned, i1 as one byte.
// Leaves alone: everything else.
//
// Schedule key MATH (`exp`, the default, or `exp2[/tanh]`): how functions are computed (Scalar.c).
//
//   attn.launch = {kernel = "attn_kernels::<sym_name>", grid = [x, 1, 1], block = [threads, 1, 1],
//                  shared = bytes of dynamic shared memory, schedule = "...",
//                  maps = [{operand, rank, dims, strides, box, element, swizzle}, ...],
//                  lengths = ["s0", ...], zeroed = [number], zeroed_by = "attn_kernels::...",
//                  dependent, stretches = {kernel = "attn_kernels::...", grid = [x, 1, 1]}}
//
// With `maps`, as many tensor maps (128 bytes by value, Tma.c) follow the pointers, with `lengths`
// as many 32-bit numbers the maps; x, dims and strides may then depend on the lengths (Lengths.c).
// block counts the producer's threads as well.
//
// A kernel with clusters says so itself (nvvm.cluster_dim), so that a launch needs nothing more;
// its grid is a multiple of a cluster's CTAs. A persistent kernel has as many CTAs as the chip has
// SMs. Where its work items come from a counter, that is one more result of the call
// (tensor<1xi32>, its pointer behind the results'), and `zeroed = [its number among the
// parameters]` says that whoever launches has to zero it.
//
// Where streams are shared out (StreamK.c), counts, which are zeroed, and states are two results
// more, and `stretches` is a second function with the same parameters, launched in front with all
// else alike; both belong to the one tile.kernel.
//
// With `dependent` it waits itself for the kernels in front, and `zeroed_by` names a kernel that
// zeroes (Dependent.c).
//
// The lowering of the body is described in Lower.h. It emits arith, math and scf among LLVM and
// NVVM operations; upstream's conversions finish the job.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/TileToNVVM.h"
#include "Conversion/TileToNVVM/Lower.h"
#include "Dialect/Math.h"
#include "Dialect/Symbols.h"
#include "Schedule/Chip.h"
#include "Schedule/Schedule.h"

#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};
static const char sharedSymbol[] = "attn_shared";

// Regions are not simplified: LLVM does the same, and here it took a third of the pass (the PTX of
// 38 kernels is the same). No arith-expand: it would take maximumf apart, for which the chip has an
// instruction.
static const char finish[] =
    "gpu.module(canonicalize{region-simplify=disabled},cse,convert-scf-to-cf,"
    "convert-to-llvm{filter-dialects=arith,math,cf},reconcile-unrealized-casts,canonicalize{region-"
    "simplify=disabled},cse)";

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

//===--- reading the kernel -----------------------------------------------===//

static MlirLogicalResult readKernel(AttnLower *k, MlirOperation op) {
  int64_t threads;
  if (!attnAttrI64(op, "threads", &threads))
    return attnOpError(op, "has no 'threads'; run attn-atomize first");
  if (threads < 32 || threads > 1024 || threads % 32 != 0)
    return attnOpError(op, "has %lld threads; a CTA has a multiple of 32, at most 1024",
                       (long long)threads);
  if (!attnSymbolsRead(op, &k->symbols))
    return attnOpError(op, "stands in a function whose attribute 'attn.symbols' is malformed");
  k->warps = (int)(threads / 32);
  MlirOperation *roles;
  if (attnCollect(op, "tile.roles", &roles) > 0)
    k->producerThreads = 128;
  free(roles);
  if (threads + k->producerThreads > 1024)
    return attnOpError(op, "has %lld threads and %d of a producer; a CTA has at most 1024",
                       (long long)threads, k->producerThreads);
  intptr_t n = attnAttrArraySize(op, "axes");
  if (n < 0 || n > (intptr_t)(sizeof k->axes / sizeof *k->axes))
    return attnOpError(op, "has more than %zu axes", sizeof k->axes / sizeof *k->axes);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute a = attnAttrArrayGet(op, "axes", i);
    AttnKernelAxis *axis = &k->axes[k->nAxes++];
    axis->name = attnDictStr(a, "name");
    axis->tile = 1;
    attnDictI64(a, "tile", &axis->tile);
    if (!axis->name || !attnDictI64(a, "extent", &axis->extent) || axis->tile < 1)
      return attnOpError(op, "axis %lld needs a name, an extent and a tile", (long long)i);
    axis->symbol = attnSymbolOf(&k->symbols, axis->extent);
  }
  MlirAttribute cluster = attnAttr(op, "cluster");
  if (!mlirAttributeIsNull(cluster) &&
      (!(k->neighbours = attnLAxis(k, attnDictStr(cluster, "axis"))) ||
       !attnDictI64(cluster, "size", &k->cluster) || k->cluster < 1))
    return attnOpError(op, "has a 'cluster' without one of its axes and a size");
  // Captured tensors.
  MlirOperation *ops;
  n = attnCollect(op, NULL, &ops);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    bool ranks = attnIs(ops[i], "tile.ranks");
    if (!ranks && !attnIs(ops[i], "tile.load") && !attnIs(ops[i], "tile.copy") &&
        !attnIs(ops[i], "tile.read"))
      continue;
    if (ranks)
      k->ranks = ops[i];
    MlirValue source = mlirOperationGetOperand(ops[i], 0);
    attnLAddInput(k, source);
    MlirType type = mlirValueGetType(source);
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
      ok = attnOpError(ops[i], "reads a tensor whose shape is not static");
  }
  free(ops);
  return ok;
}

static void mapOrigin(AttnLower *k, MlirRegion scope, bool ended, const AttnKernelAxis *axis,
                      MlirValue index) {
  MlirOperation *origins;
  if (axis == k->neighbours)
    index = attnLAdd(k, attnLMulC(k, index, k->cluster), k->rank);
  intptr_t n = attnCollect(k->kernel, "tile.origin", &origins);
  MlirValue origin =
      axis != k->neighbours && attnLTiles(k, axis) == 1
          ? attnConstIndex(&k->b, 0)
          : attnLMulC(k, attnBuild1(&k->b, "arith.index_castui", index, k->index), axis->tile);
  for (intptr_t o = 0; o < n; ++o) {
    const char *of = attnAttrStr(origins[o], "axis");
    if (of && strcmp(of, axis->name) == 0 && attnIsInside(origins[o], scope) &&
        mlirAttributeIsNull(attnAttr(origins[o], "ended")) != ended)
      attnMapValue(&k->scalars, mlirOperationGetResult(origins[o], 0), origin);
  }
  free(origins);
}

/// The number of tiles of the grid, as far as it is known.
static MlirLogicalResult countTiles(AttnLower *k, MlirOperation op, int64_t *count) {
  *count = 1;
  for (intptr_t i = 0, n = attnAttrArraySize(op, "grid"); i < n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(op, "grid", i));
    const AttnKernelAxis *axis = attnLAxis(k, name);
    if (!axis)
      return attnOpError(op, "has '%s' in its grid, which is not one of its axes",
                         name ? name : "");
    int64_t tiles = axis->symbol < 0 ? attnLTiles(k, axis) : 1;
    tiles *= axis == k->neighbours ? k->cluster : 1;
    if (tiles > 0 && *count > INT32_MAX / tiles)
      return attnOpError(op, "has a grid of more than %d CTAs; take larger tiles", INT32_MAX);
    *count *= tiles;
  }
  return OK;
}

/// The number of tiles of the grid (i32).
static MlirValue tileCount(AttnLower *k, MlirOperation op) {
  MlirValue count = attnLI32(k, k->cluster);
  for (intptr_t i = 0, n = attnAttrArraySize(op, "grid"); i < n; ++i)
    count =
        attnLOp2(k, "arith.muli", count,
                 attnLTilesValue(k, attnLAxis(k, attnStrValue(attnAttrArrayGet(op, "grid", i)))));
  return count;
}

/// The grid's axes; the one that the raster goes along, null if there is none.
static const AttnKernelAxis *gridAxes(AttnLower *k, const AttnKernelAxis **axes) {
  MlirAttribute raster = attnAttr(k->kernel, "raster");
  const AttnKernelAxis *first = NULL;
  for (intptr_t i = 0, n = attnAttrArraySize(k->kernel, "grid"); i < n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(k->kernel, "grid", i));
    axes[i] = attnLAxis(k, name);
    if (!mlirAttributeIsNull(raster) && strcmp(name, attnDictStr(raster, "axis")) == 0)
      first = axes[i];
  }
  return first;
}

/// *number becomes that of the tile of the other axes; the step along the raster's.
static MlirValue rasterStep(AttnLower *k, const AttnKernelAxis *first, MlirValue *number) {
  int64_t group = 1;
  MlirValue tiles = attnLTilesValue(k, first);
  attnDictI64(attnAttr(k->kernel, "raster"), "group", &group);
  MlirValue member = attnLOp2(k, "arith.remui", *number, attnLI32(k, group));
  MlirValue quotient = attnLOp2(k, "arith.divui", *number, attnLI32(k, group));
  MlirValue step = attnLOp2(k, "arith.remui", quotient, tiles);
  MlirValue groups = attnLOp2(k, "arith.divui", quotient, tiles);
  *number = attnLAdd(k, attnLMulC(k, groups, group), member);
  return step;
}

/// A tile's number taken apart. With a raster over axis a (M tiles) in groups of G of the others:
///   number = (group * M + step) * G + member;  a's tile = step or M - 1 - step
/// With clusters that is the number of the cluster, and the axis along which its CTAs lie counts
/// clusters:
///   number = cluster * CTAs + rank;  the axis' tile = its number * CTAs + rank
void attnLMapOrigins(AttnLower *k, MlirRegion scope, bool ended, MlirValue number) {
  intptr_t n = attnAttrArraySize(k->kernel, "grid");
  const AttnKernelAxis *axes[ATTN_MAX_RANK * 4], *first = gridAxes(k, axes);
  MlirValue rest = number;
  if (k->neighbours)
    rest = attnLOp2(k, "arith.divui", rest, attnLI32(k, k->cluster));
  if (first && attnLTiles(k, first) > 0) {
    MlirValue step = rasterStep(k, first, &rest);
    if (mlirBoolAttrGetValue(attnDictGet(attnAttr(k->kernel, "raster"), "descending")))
      step = attnLOp2(k, "arith.subi", attnLAddC(k, attnLTilesValue(k, first), -1), step);
    mapOrigin(k, scope, ended, first, step);
  }
  for (intptr_t i = n - 1; i >= 0; --i) {
    if (axes[i] == first)
      continue;
    bool outermost = true;
    for (intptr_t j = 0; j < i; ++j)
      outermost = outermost && axes[j] == first;
    MlirValue tiles = outermost ? rest : attnLTilesValue(k, axes[i]);
    mapOrigin(k, scope, ended, axes[i], outermost ? rest : attnLOp2(k, "arith.remui", rest, tiles));
    if (!outermost)
      rest = attnLOp2(k, "arith.divui", rest, tiles);
  }
}

/// The step along the raster's axis is looked up.
MlirValue attnLRanked(AttnLower *k, MlirValue number) {
  const AttnKernelAxis *axes[ATTN_MAX_RANK * 4], *first = gridAxes(k, axes);
  AttnMemory memory;
  if (mlirOperationIsNull(k->ranks) || !first ||
      !attnLMemory(k, k->ranks, mlirOperationGetOperand(k->ranks, 0), &memory).value)
    return number;
  int64_t group = 1;
  attnDictI64(attnAttr(k->kernel, "raster"), "group", &group);
  MlirValue there = attnCmpi(&k->b, 2, number, k->items); // slt
  number = attnSelect(&k->b, there, number, attnLI32(k, 0));
  MlirValue rest = number, step = rasterStep(k, first, &rest), at = step;
  int64_t stride = attnLTiles(k, first);
  for (intptr_t i = attnAttrArraySize(k->kernel, "grid"); i-- > 0;) {
    if (axes[i] == first)
      continue;
    MlirValue tiles = attnLTilesValue(k, axes[i]);
    MlirValue index = attnLOp2(k, "arith.remui", rest, tiles);
    rest = attnLOp2(k, "arith.divui", rest, tiles);
    for (intptr_t d = attnAttrArraySize(k->ranks, "over"); d-- > 0;)
      if (strcmp(attnStrValue(attnAttrArrayGet(k->ranks, "over", d)), axes[i]->name) == 0)
        at = attnLAdd(k, at, attnLMulC(k, index, stride)), stride *= attnLTiles(k, axes[i]);
  }
  MlirValue bytes = attnCast(&k->b, attnLMulC(k, at, 4), k->i64);
  MlirValue tile = attnLLoad(k, attnLPointer(k, memory.pointer, bytes, 0), k->i32, 4);
  MlirValue apart = attnLMulC(k, attnLOp2(k, "arith.subi", tile, step), group);
  return attnSelect(&k->b, there, attnLAdd(k, number, apart), k->items);
}

/// ctas: 0 where there is certainly nothing to do; *grid: what the launch says.
static MlirLogicalResult lowerGrid(AttnLower *k, MlirOperation op, int64_t resident, int64_t ctas,
                                   MlirAttribute *grid) {
  *grid = attnLGridAttr(k, 0);
  if (mlirAttributeIsNull(attnAttr(op, "persistent"))) {
    attnLMapOrigins(k, mlirOperationGetRegion(op, 0), false,
                    attnBuild0(&k->b, "nvvm.read.ptx.sreg.ctaid.x", k->i32, 0, NULL));
    return OK;
  }
  MlirOperation *loops;
  intptr_t n = attnCollect(op, "tile.items", &loops);
  free(loops);
  if (n == 0)
    return attnOpError(op, "is persistent, but has no tile.items: run attn-roles with a ROLE");
  // Roles split the registers of a whole SM among the threads of one CTA.
  if (ctas)
    k->items = tileCount(k, op);
  *grid =
      attnLShares(k) ? attnI64(k->ctx, k->streamK.groups * k->cluster) : attnLGridAttr(k, resident);
  return OK;
}

//===--- the function -----------------------------------------------------===//

static MlirAttribute parse(MlirContext ctx, const char *text) {
  return mlirAttributeParseGet(ctx, ref(text));
}

/// An empty llvm.func at the end of the gpu.module, its builder at the end of the entry block.
static void makeFunction(AttnLower *k, MlirBlock module, const char *name) {
  int nResults = (int)mlirOperationGetNumResults(k->kernel);
  int nPointers = k->nInputs + nResults + k->nOwn;
  int n = nPointers + k->nMaps + k->symbols.n;
  MlirType *types = malloc((size_t)(n + 1) * sizeof *types);
  MlirAttribute *argAttrs = malloc((size_t)(n + 1) * sizeof *argAttrs);
  // No load of what a kernel in front writes may move up, as from memory that nobody writes.
  for (int i = 0; i < n; ++i) {
    bool length = i >= nPointers + k->nMaps;
    types[i] = length ? k->i32 : i < nPointers ? k->global : mlirLLVMPointerTypeGet(k->ctx, 0);
    argAttrs[i] = length ? mlirDictionaryAttrGet(k->ctx, 0, NULL)
                  : i >= nPointers
                      ? parse(k->ctx, "{llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, "
                                      "llvm.align = 64 : i64}")
                      : parse(k->ctx, i < k->nInputs && !mlirValueIsABlockArgument(k->inputs[i])
                                          ? "{llvm.align = 16 : i64}"
                                      : i < k->nInputs
                                          ? "{llvm.noalias, llvm.readonly, llvm.align = 16 : i64}"
                                      : i < k->nInputs + nResults
                                          ? "{llvm.noalias, llvm.writeonly, llvm.align = 16 : i64}"
                                          : "{llvm.align = 16 : i64}"); // other CTAs write it
  }
  int32_t block[3] = {32 * k->warps + k->producerThreads, 1, 1};
  int32_t cluster[3] = {(int32_t)k->cluster, 1, 1};
  MlirAttribute unit = mlirUnitAttrGet(k->ctx);
  MlirType type = mlirLLVMFunctionTypeGet(mlirLLVMVoidTypeGet(k->ctx), n, types, false);
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "sym_name", attnStr(k->ctx, name)),
      attnNamed(k->ctx, "function_type", mlirTypeAttrGet(type)),
      attnNamed(k->ctx, "arg_attrs", mlirArrayAttrGet(k->ctx, n, argAttrs)),
      attnNamed(k->ctx, "nvvm.kernel", unit),
      // reqntid, not maxntid: ptxas takes one of the two, and this one says more.
      attnNamed(k->ctx, "nvvm.reqntid", mlirDenseI32ArrayGet(k->ctx, 3, block)),
      attnNamed(k->ctx, "nvvm.cluster_dim", mlirDenseI32ArrayGet(k->ctx, 3, cluster))};
  AttnBuilder at = attnBuilderAtEnd(module, mlirOperationGetLocation(k->kernel));
  MlirRegion region = attnRegionWithBlock(&at, n, types, &k->b);
  k->func = attnBuildOp(&at, &(AttnOpDesc){.name = "llvm.func",
                                           .nAttrs = k->neighbours ? 6 : 5,
                                           .attrs = attrs,
                                           .nRegions = 1,
                                           .regions = &region});
  free(types);
  free(argAttrs);
}

/// Thread, warp and lane numbers, the base of shared memory, and a marker before which all code
/// goes that depends on them only.
static void makeEntry(AttnLower *k) {
  MlirNamedAttribute symbol =
      attnNamed(k->ctx, "global_name", mlirFlatSymbolRefAttrGet(k->ctx, ref(sharedSymbol)));
  k->sharedBase = attnBuild0(&k->b, "llvm.mlir.addressof", k->shared, 1, &symbol);
  k->thread = attnBuild0(&k->b, "nvvm.read.ptx.sreg.tid.x", k->i32, 0, NULL);
  for (int i = 0; i < k->symbols.n; ++i) {
    int at = k->nInputs + (int)mlirOperationGetNumResults(k->kernel) + k->nOwn + k->nMaps + i;
    k->lengths[i] = attnCast(&k->b, mlirBlockGetArgument(attnBody(k->func, 0), at), k->index);
  }
  if (k->neighbours)
    k->rank = attnBuild0(&k->b, "nvvm.read.ptx.sreg.cluster.ctarank", k->i32, 0, NULL);
  MlirValue lanes = attnLI32(k, 32);
  k->lane = attnLOp2(k, "arith.remui", k->thread, lanes);
  k->warp = attnLOp2(k, "arith.divui", k->thread, lanes);
  if (k->neighbours) { // mapa of each barrier would stand in the loops
    MlirValue base = attnLShared32(k, k->sharedBase);
    MlirValue there =
        attnLInCta(k, base, attnLOp2(k, "arith.remui", k->lane, attnLI32(k, k->cluster)));
    k->peer = attnLOp2(k, "arith.subi", there, base);
  }
  MlirValue marker = attnLI32(k, 0);
  k->entry = attnBuilderBefore(attnDef(marker));
}

static void freeLower(AttnLower *k) {
  for (int i = 0; i < k->nTiles; ++i) {
    free(k->tiles[i].tile->regs);
    free(k->tiles[i].tile->plus);
    free(k->tiles[i].tile);
  }
  free(k->tiles);
  free(k->inputs);
  free(k->ahead);
  attnMapFree(&k->scalars);
}

static bool symbolIsTaken(MlirBlock block, const char *name) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    const char *other = attnAttrStr(op, "sym_name");
    if (other && strcmp(other, name) == 0)
      return true;
  }
  return false;
}

/// The kernel's schedule with MATH: as it stands there, else from the pass's option, else the
/// default. A kernel that computes nothing by it has none.
static MlirLogicalResult readSchedule(MlirOperation kernel, const AttnSchedule *option,
                                      AttnSchedule *s, AttnMath *math, bool *honoured) {
  char err[512];
  if (!attnScheduleParse(attnAttrStr(kernel, "schedule"), s, err, sizeof err))
    return attnOpError(kernel, "has a schedule that does not parse: %s", err);
  const AttnScheduleEntry *have = attnScheduleGet(s, "MATH", NULL);
  const AttnScheduleEntry *pin = attnScheduleGet(option, "MATH", NULL);
  AttnMath pinned = ATTN_MATH_EXP;
  *math = ATTN_MATH_EXP;
  if (have)
    attnParseMath(have->value, math);
  bool marks = pin && attnParseMath(pin->value, &pinned) && pinned == ATTN_MATH_EXP2_TANH;
  if (!have && !attnMathDecides(kernel))
    return OK;
  if (pin && !have && !marks)
    *math = pinned;
  if (pin && have && !marks && pinned != *math)
    return attnOpError(kernel, "MATH=%s contradicts MATH=%s, which stands already", pin->value,
                       have->value);
  *honoured |= pin && pinned == *math;
  attnScheduleSet(s, "MATH", NULL, attnMathNames[*math]);
  return OK;
}

/// One function of the kernel: `part` says of which work items. The grid goes to *grid.
static MlirLogicalResult lowerFunction(AttnLower *k, MlirOperation kernels, const char *name,
                                       AttnItems part, MlirAttribute *grid) {
  MlirOperation kernel = k->kernel;
  const char *persistent = attnAttrStr(kernel, "persistent");
  int64_t ctas = 0;
  k->dynamic = persistent && strcmp(persistent, "dynamic") == 0;
  MlirLogicalResult ok = readKernel(k, kernel);
  if (ok.value)
    ok = attnLTensorMaps(k);
  int64_t resident = attnChipResident(attnChipFacts(k->chip->name), (int)k->cluster), sms;
  if (attnAttrI64(kernel, "sms", &sms) && sms < resident)
    resident = k->cluster ? sms / k->cluster * k->cluster : sms;
  if (ok.value)
    ok = countTiles(k, kernel, &ctas);
  if (ok.value)
    ok = attnLPlanStreamK(k, ctas, persistent ? resident : 0, part);
  if (!ok.value)
    return FAILED;
  k->nOwn = k->streamK.tiles ? 2 : k->dynamic;
  k->dependent = attnLIsDependent(k);
  makeFunction(k, attnBody(kernels, 0), name);
  makeEntry(k);
  ok = lowerGrid(k, kernel, resident, ctas, grid);
  if (ok.value)
    ok = attnLInitBarriers(k);
  if (ok.value)
    attnLWaitForKernels(k);
  if (ok.value && ctas)
    ok = attnLowerBlock(k, attnBody(kernel, 0));
  if (ok.value && k->sharedBytes > k->chip->sharedPerBlock)
    ok = attnOpError(kernel,
                     "needs %lld bytes of shared memory; a CTA on %s has at most %d: take smaller "
                     "tiles (TILE) or fewer slots (STAGE)",
                     (long long)k->sharedBytes, k->chip->name, k->chip->sharedPerBlock);
  if (ok.value) {
    attnLWaitAtEnd(k);
    attnBuildYield(&k->b, "llvm.return", 0, NULL);
  }
  return ok;
}

/// A work item of a kernel is all of a tile. Where streams are shared out, stretches are those of a
/// function of its own, launched in front: the other one is what it would be without them.
static MlirLogicalResult lowerKernel(MlirOperation module, MlirOperation kernels,
                                     MlirOperation kernel, const AttnChip *chip,
                                     const AttnSchedule *option, bool *honoured) {
  const char *name = attnAttrStr(kernel, "sym_name");
  if (!name || !*name)
    return attnOpError(kernel, "has no 'sym_name'");
  if (symbolIsTaken(attnBody(module, 0), name))
    return attnOpError(kernel, "is called '%s', as another symbol of the module", name);
  MlirContext ctx = mlirOperationGetContext(kernel);
  AttnLower blank = {.ctx = ctx,
                     .kernel = kernel,
                     .chip = chip,
                     .i1 = mlirIntegerTypeGet(ctx, 1),
                     .i8 = mlirIntegerTypeGet(ctx, 8),
                     .i32 = mlirIntegerTypeGet(ctx, 32),
                     .i64 = mlirIntegerTypeGet(ctx, 64),
                     .f32 = mlirF32TypeGet(ctx),
                     .index = mlirIndexTypeGet(ctx),
                     .global = mlirLLVMPointerTypeGet(ctx, 1),
                     .shared = mlirLLVMPointerTypeGet(ctx, 3),
                     .cluster = 1};
  MlirAttribute grid = {NULL}, stretchesGrid = {NULL};
  AttnSchedule schedule;
  MlirLogicalResult ok = readSchedule(kernel, option, &schedule, &blank.math, honoured);
  AttnLower k = blank, stretches = blank;
  if (ok.value)
    ok = lowerFunction(&k, kernels, name, ATTN_ITEMS_WHOLE, &grid);
  if (ok.value && k.streamK.tiles && k.streamK.part == ATTN_ITEMS_WHOLE) {
    char other[256];
    snprintf(other, sizeof other, "%s_stretches", name);
    ok = lowerFunction(&stretches, kernels, other, ATTN_ITEMS_STRETCHES, &stretchesGrid);
  }
  if (ok.value && k.nOwn)
    attnLMakeZero(&k, attnBody(kernels, 0));
  if (ok.value) {
    char *text = attnSchedulePrint(&schedule);
    attnLMakeCall(&k, module, name, grid, stretchesGrid, text);
    free(text);
  }
  freeLower(&stretches);
  freeLower(&k);
  return ok;
}

//===--- the module -------------------------------------------------------===//

/// The PTX version that the kernels need: st.async (Items.c) is younger than the chips that have
/// it.
static int ptxVersion(MlirOperation *kernels, intptr_t n, const AttnChip *chip) {
  enum { ST_ASYNC = 81 };
  int ptx = chip->ptx;
  for (intptr_t i = 0; i < n; ++i) {
    const char *how = attnAttrStr(kernels[i], "persistent");
    if (how && strcmp(how, "dynamic") == 0 && ptx < ST_ASYNC &&
        !mlirAttributeIsNull(attnAttr(kernels[i], "cluster")))
      ptx = ST_ASYNC;
  }
  return ptx;
}

static MlirOperation kernelsModule(MlirOperation module, const AttnChip *chip, int ptx) {
  MlirContext ctx = mlirOperationGetContext(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(module, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    const char *name = attnAttrStr(op, "sym_name");
    if (attnIs(op, "gpu.module") && name && strcmp(name, ATTN_KERNELS_MODULE) == 0)
      return op;
  }
  char target[128];
  snprintf(target, sizeof target, "[#nvvm.target<O = 3, chip = \"%s\", features = \"+ptx%d\">]",
           chip->name, ptx);
  AttnBuilder b = attnBuilderAtEnd(attnBody(module, 0), mlirOperationGetLocation(module)), inner;
  MlirRegion region = attnRegionWithBlock(&b, 0, NULL, &inner);
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "sym_name", attnStr(ctx, ATTN_KERNELS_MODULE)),
                                attnNamed(ctx, "targets", parse(ctx, target))};
  MlirOperation op = attnBuildOp(
      &b,
      &(AttnOpDesc){
          .name = "gpu.module", .nAttrs = 2, .attrs = attrs, .nRegions = 1, .regions = &region});
  // Dynamic shared memory of all kernels: its size is given at the launch.
  MlirRegion none = mlirRegionCreate();
  MlirNamedAttribute shared[] = {
      attnNamed(ctx, "sym_name", attnStr(ctx, sharedSymbol)),
      attnNamed(ctx, "global_type",
                mlirTypeAttrGet(mlirLLVMArrayTypeGet(mlirIntegerTypeGet(ctx, 8), 0))),
      attnNamed(ctx, "linkage", parse(ctx, "#llvm.linkage<external>")),
      attnNamed(ctx, "addr_space", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 32), 3)),
      attnNamed(ctx, "alignment", attnI64(ctx, 1024))};
  attnBuildOp(&inner, &(AttnOpDesc){.name = "llvm.mlir.global",
                                    .nAttrs = 5,
                                    .attrs = shared,
                                    .nRegions = 1,
                                    .regions = &none});
  return op;
}

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static void printToText(MlirStringRef s, void *user) {
  FILE *f = user;
  fwrite(s.data, 1, s.length, f);
}

/// Upstream's conversions on the gpu.module; what is left afterwards is LLVM and NVVM only.
static MlirLogicalResult finishModule(MlirOperation kernels) {
  pthread_once(&registered, mlirRegisterAllPasses); // the passes are named in a pipeline text
  MlirContext ctx = mlirOperationGetContext(kernels);
  MlirPassManager pm = mlirPassManagerCreateOnOperation(ctx, ref("gpu.module"));
  char *message = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&message, &size);
  MlirLogicalResult ok =
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(pm), ref(finish), printToText, f);
  fclose(f);
  if (mlirLogicalResultIsFailure(ok))
    attnOpError(kernels, "upstream conversions are missing: %s", message);
  else
    ok = mlirPassManagerRunOnOp(pm, kernels);
  free(message);
  mlirPassManagerDestroy(pm);
  MlirOperation *ops;
  intptr_t n = attnCollect(kernels, NULL, &ops);
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    const char *name = attnOpName(ops[i]);
    if (strncmp(name, "llvm.", 5) != 0 && strncmp(name, "nvvm.", 5) != 0)
      ok = attnOpError(ops[i], "has no lowering to the device");
  }
  free(ops);
  return ok;
}

/// What only windows (Window.c) were made of.
static void eraseWindows(MlirOperation module) {
  MlirOperation *funcs;
  for (intptr_t i = 0, n = attnCollect(module, "func.func", &funcs); i < n; ++i)
    if (!mlirBlockIsNull(attnBody(funcs[i], 0)))
      attnEraseDead(attnBody(funcs[i], 0));
  free(funcs);
}

MlirLogicalResult attnRunConvertTileToNVVM(MlirOperation op, const AttnPassContext *pass) {
  char err[512];
  const AttnChip *chip = attnChipFind(pass->getString(pass, "chip"), err, sizeof err);
  if (!chip)
    return attnError(mlirOperationGetLocation(op), "convert-tile-to-nvvm: %s", err);
  AttnSchedule option;
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnError(mlirOperationGetLocation(op), "convert-tile-to-nvvm: schedule: %s", err);
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  MlirLogicalResult ok = OK;
  bool honoured = false;
  if (n) {
    MlirOperation module = kernelsModule(op, chip, ptxVersion(kernels, n, chip));
    for (intptr_t i = 0; i < n && ok.value; ++i)
      ok = lowerKernel(op, module, kernels[i], chip, &option, &honoured);
    const AttnScheduleEntry *pin = attnScheduleGet(&option, "MATH", NULL);
    if (ok.value && pin && !honoured)
      ok = attnOpError(op,
                       "cannot honour MATH=%s: no kernel here has an exponential or a division by "
                       "a constant that it could be for",
                       pin->value);
    if (ok.value)
      eraseWindows(op);
    if (ok.value)
      ok = finishModule(module);
  }
  free(kernels);
  return ok.value ? OK : FAILED;
}
