//===- Raster.c - attn-raster: the order in which tiles start -------------===//
//
// Takes:  tile.kernel operations after attn-bracket.
// Gives:  a `raster` where the length of the stream depends on the row tile (a causal mask): row
//         tiles with the longest streams start first, so that the short ones fill the gaps at the
//         end, and the other grid axes go in groups, whose members find in L2 what others read:
//
//           for group:  for row tile, longest first:  for batch element in group
//
//         GRID=tile keeps the grid's own order, GRID=tile/lpt[/raster<n>] asks for this one with
//         groups of n.
//
//         GRID=persistent makes the kernel `persistent`: as many CTAs as reside at once, each of
//         which takes one tile after the other (attn-roles, convert-tile-to-nvvm). They take them
//         by a fixed stride (`static`); with /lpt, in the order above, whichever is next, from a
//         counter (`dynamic`); with /raster<n> alone in that order by a fixed stride. Where all
//         streams are as long (a product), /raster<n> without /lpt walks the rows in groups of n of
//         the other tiles, so that tiles that start together share operands.
//
//         GRID=persistent/.../sms<n> leaves the other multiprocessors to other kernels.
//
//         GRID=<...>/cluster<n> makes clusters of n CTAs that share what they stream
//         (RasterCluster.c). All that is said above is then about clusters in place of tiles.
// Leaves: kernels whose streams are all as long, and everything else. A kernel without a stream is
//         not made persistent, nor one of clusters.
//
// The lengths are those of the loops' bounds at the first and at the last row tile: bounds are
// affine in the origin, hence monotone. Where data make them differ, a kernel in front sorts the
// row tiles for persistent/lpt (tile.ranks, BracketRanks.c), and the raster goes along the sorted
// ones. Where it does not (lengths known at run time only, too many row tiles, GRID=tile), nobody
// knows which are long: the grid's own order stays, in which CTAs that run together share most of
// what they read (row by row for 32 of the other tiles, which spreads the long ones, was 1 to 12 %
// slower on an H200), and persistent/lpt gives whichever tile is next to whoever is free; so it
// does where only tiles in the middle have other streams (a window on both sides). Lengths that are
// known at run time only (Dialect/Symbols.h) count as their hints; groups divide the number of the
// other tiles whatever these lengths are.
//
//===----------------------------------------------------------------------===//
#include "Passes/Raster.h"
#include "Dialect/Axes.h"
#include "Dialect/Symbols.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/LoopBounds.h"
#include "Schedule/Chip.h"
#include "Schedule/Schedule.h"
#include "attn-c/Plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunRaster(MlirOperation op, const AttnPassContext *pass);

/// Members of a group: as many as stream 16 MB for each 128 rows of a tile, which then finds them
/// in L2 (H200, causal: d128 4k 404 to 406 us with 8 and 4 members of 2 MB, 409 with 16; d256 4k
/// 385, 388, 397 with 4, 8, 16 of 4 MB; 16k, 8 and 16 MB, 1 % between the best and 16; rows of 192,
/// d64 16k, 4 MB: 2014, 1992, 1975 with 2, 4, 8), and at most 16: more do not share what they read
/// in time (32: up to 4 %). Members that stream the same count once (four heads to a key head,
/// d128 4k: 779 with 8, 776 with 16).
/// Where data say which are longest, and a row tile's keys may lie anywhere, half of that; where
/// they lie together, at least 4 (2, 4, 8, 16 members: documents d128 4k 394, 391, 391, 396, 16k
/// 1028, 1010, 1020, 1061, d64 4k with 16 346, a bool mask 4k 269, 266, 271, 280; 16k with 1, 2, 4
/// and 8 members 838, 843, 852, 897).
enum { GROUP = 16, GROUP_ROW_BYTES = 1 << 17, GROUP_TOGETHER = 4 };

/// The last group's longest stream begins when the groups in front of it have begun. Groups are
/// wider where all would take so many times their share otherwise (H200, causal, CTAs that stay:
/// 512 columns, 8 heads, 1.38 408 us, 1.26 336; 384 columns 1.38 297, 1.26 249; 128 columns, 16
/// heads, 1.38 123, 1.25 108).
static const double MOST_OVER = 1.3;

/// The origin of one axis.
typedef struct Along {
  const char *axis;
  int64_t origin;
} Along;

static bool originAt(MlirValue v, void *user, int64_t *value) {
  const Along *a = user;
  *value = a->origin;
  return strcmp(attnAttrStr(attnDef(v), "axis"), a->axis) == 0;
}

/// The bound at a given origin of `axis`, lengths at their hints; false if it is no constant then.
/// What data (tile.read) narrow counts as what is left without them.
static bool valueAt(MlirValue v, const char *axis, int64_t origin, int64_t *value) {
  Along along = {axis, origin};
  AttnOrigins o = {.at = originAt, .user = &along, .hints = true, .ignore = true};
  return attnBoundAt(v, &o, value);
}

static bool addSpan(MlirValue from, MlirValue to, const char *axis, int64_t origin,
                    int64_t *length) {
  int64_t lo, hi;
  if (mlirValueIsNull(to))
    return true;
  if (!valueAt(from, axis, origin, &lo) || !valueAt(to, axis, origin, &hi))
    return false;
  *length += hi > lo ? hi - lo : 0;
  return true;
}

/// Elements of the stream at an origin, loops that continue each other as one; false if they cannot
/// be told.
static bool lengthAt(MlirOperation kernel, const char *axis, int64_t origin, int64_t *length) {
  *length = 0;
  MlirValue from = {NULL}, to = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(kernel, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "scf.for"))
      continue;
    MlirValue lo = mlirOperationGetOperand(op, 0);
    if (mlirValueIsNull(to) || !mlirValueEqual(to, lo)) {
      if (!addSpan(from, to, axis, origin, length))
        return false;
      from = lo;
    }
    to = mlirOperationGetOperand(op, 1);
  }
  return addSpan(from, to, axis, origin, length);
}

/// The axis of tile.ranks, how many tiles it has, the elements of a stream at most, and whether
/// they may lie anywhere. Null: there is none.
static const AttnAxis *ranked(MlirOperation kernel, const AttnAxes *axes, int64_t *tiles,
                              int64_t *longest, bool *apart) {
  const AttnAxis *axis = NULL;
  MlirOperation *ranks;
  intptr_t n = attnCollect(kernel, "tile.ranks", &ranks);
  if (n) {
    intptr_t last = attnAttrArraySize(ranks[0], "over") - 1;
    int at = attnAxesFind(axes, attnStrValue(attnAttrArrayGet(ranks[0], "over", last)));
    axis = at < 0 ? NULL : &axes->a[at];
    *apart = !mlirAttributeIsNull(attnAttr(ranks[0], "apart"));
  }
  free(ranks);
  for (int i = 0; i < axes->size && axis; ++i)
    if (axes->a[i].role == ATTN_AXIS_FOLD)
      *longest = axes->a[i].extent;
  if (axis)
    *tiles = (axis->extent + axis->tile - 1) / axis->tile;
  return axis;
}

/// Do data decide where streams begin and end?
static bool dataDecide(MlirOperation kernel) {
  MlirOperation *reads;
  intptr_t n = attnCollect(kernel, "tile.read", &reads);
  free(reads);
  return n > 0;
}

/// Does the kernel stream operands of contractions? Others (a statistic, the edges of a mask) are
/// short: what is pinned for the grid is not meant for them.
static bool hasStream(MlirOperation kernel) {
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(kernel, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirOperation *contractions;
    intptr_t n = attnIs(op, "scf.for") ? attnCollect(op, "tile.contract", &contractions) : 0;
    if (n)
      free(contractions);
    if (n)
      return true;
  }
  return false;
}

/// The right operands of the contractions in a loop of the kernel's top level, which are streamed;
/// how many. Free with free().
static int streamedBy(MlirOperation loop, MlirOperation **loads) {
  MlirOperation *contractions;
  intptr_t n = attnIs(loop, "scf.for") ? attnCollect(loop, "tile.contract", &contractions) : 0;
  int size = 0;
  *loads = NULL;
  if (!n)
    return 0;
  for (intptr_t i = 0; i < n; ++i) {
    MlirOperation load = attnDef(mlirOperationGetOperand(contractions[i], 1));
    if (attnIs(load, "tile.load"))
      contractions[size++] = load;
  }
  *loads = contractions;
  return size;
}

/// Bytes that the operands of contractions have for each element of the stream.
static int64_t streamedBytes(MlirOperation kernel) {
  int64_t bytes = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(kernel, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirOperation *loads;
    int64_t own = 0, step = 0;
    for (int i = 0, n = streamedBy(op, &loads); i < n; ++i) {
      MlirType t = mlirValueGetType(mlirOperationGetResult(loads[i], 0));
      MlirType e = mlirShapedTypeGetElementType(t);
      int64_t size = (mlirTypeIsAFloat(e) ? mlirFloatTypeGetWidth(e) : 32) / 8;
      for (intptr_t d = 0; d < mlirShapedTypeGetRank(t); ++d)
        size *= mlirShapedTypeGetDimSize(t, d);
      own += size;
    }
    free(loads);
    if (own && attnAttrI64(attnDef(mlirOperationGetOperand(op, 2)), "value", &step) && step > 0 &&
        own / step > bytes)
      bytes = own / step;
  }
  return bytes;
}

/// Is anything that is streamed at another place for another origin of the axis?
static bool streamsAlong(MlirOperation kernel, const char *axis) {
  bool any = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(kernel, 0));
       !mlirOperationIsNull(op) && !any; op = mlirOperationGetNextInBlock(op)) {
    MlirOperation *loads;
    for (int i = 0, n = streamedBy(op, &loads); i < n; ++i)
      for (intptr_t k = 0, m = attnAttrArraySize(loads[i], "over"); k < m; ++k)
        any |= strcmp(attnStrValue(attnAttrArrayGet(loads[i], "over", k)), axis) == 0;
    free(loads);
  }
  return any;
}

/// Neighbours beside `rows` that stream the same (query heads that share keys).
static int64_t sharersOf(MlirOperation kernel, const AttnAxes *axes, const AttnAxis *rows) {
  int64_t sharers = 1;
  for (intptr_t i = attnAttrArraySize(kernel, "grid"); i-- > 0;) {
    int at = attnAxesFind(axes, attnStrValue(attnAttrArrayGet(kernel, "grid", i)));
    const AttnAxis *a = &axes->a[at < 0 ? 0 : at];
    if (a == rows)
      continue;
    if (at < 0 || a->extent < 1 || a->tile < 1 || streamsAlong(kernel, a->name))
      break;
    sharers *= (a->extent + a->tile - 1) / a->tile;
  }
  return sharers;
}

/// Members of a group, if nobody says how many: a power of two.
static int64_t groupFor(MlirOperation kernel, const AttnAxes *axes, const AttnAxis *rows,
                        int64_t elements) {
  double room = (double)GROUP_ROW_BYTES * (double)rows->tile;
  double each = (double)streamedBytes(kernel) * (double)elements;
  each /= (double)sharersOf(kernel, axes, rows);
  int64_t group = 1;
  while (group < GROUP && (double)group * each < room)
    group *= 2;
  return group;
}

/// The group, or a wider one, so that the last one ends about when the others do: `shares` is how
/// many longest streams a CTA has on average.
static int64_t balanced(int64_t group, int64_t others, double shares) {
  while (group < others && 1 - (double)group / (double)others + 1 / shares > MOST_OVER)
    group *= 2;
  return group;
}

static void writeSchedule(MlirOperation kernel, AttnSchedule *schedule, const char *value) {
  attnScheduleSet(schedule, "GRID", NULL, value);
  char *text = attnSchedulePrint(schedule);
  attnSetAttr(kernel, "schedule", attnStr(mlirOperationGetContext(kernel), text));
  free(text);
}

/// The first axis of the grid with tiles of several elements (the rows), which a group walks
/// together, and how many tiles it has as far as that is known. Null: there is none.
static const AttnAxis *rowsOf(MlirOperation kernel, const AttnAxes *axes,
                              const AttnSymbols *symbols, int64_t *tiles) {
  for (intptr_t i = 0, n = attnAttrArraySize(kernel, "grid"); i < n; ++i) {
    int at = attnAxesFind(axes, attnStrValue(attnAttrArrayGet(kernel, "grid", i)));
    const AttnAxis *a = &axes->a[at < 0 ? 0 : at];
    if (at < 0 || a->tile < 2)
      continue;
    bool known = attnSymbolHint(symbols, a->extent) == a->extent;
    *tiles = known ? (a->extent + a->tile - 1) / a->tile : 1;
    return a;
  }
  return NULL;
}

/// Do streams differ in length between the first tile of an axis and the last, which are as long
/// (a window on both sides)? Of many tiles a sample is looked at.
static bool differInside(MlirOperation kernel, const AttnAxes *axes, const AttnSymbols *symbols) {
  enum { SAMPLE = 64 };
  for (intptr_t i = 0, n = attnAttrArraySize(kernel, "grid"); i < n; ++i) {
    int at = attnAxesFind(axes, attnStrValue(attnAttrArrayGet(kernel, "grid", i)));
    const AttnAxis *a = &axes->a[at < 0 ? 0 : at];
    if (at < 0 || a->tile < 1)
      continue;
    int64_t tiles = (attnSymbolHint(symbols, a->extent) + a->tile - 1) / a->tile, first, length;
    int64_t jump = tiles > SAMPLE ? tiles / SAMPLE : 1;
    for (int64_t t = 0; t < tiles; t += jump) {
      if (!lengthAt(kernel, a->name, t * a->tile, &length))
        break;
      if (t == 0)
        first = length;
      else if (length != first)
        return true;
    }
  }
  return false;
}

static bool hasStretches(MlirOperation kernel) {
  MlirOperation *parts;
  intptr_t n = attnCollect(kernel, "tile.part", &parts);
  free(parts);
  return n > 0;
}

/// `chip`: null where none is named.
static bool rasterOf(MlirOperation kernel, const AttnSchedule *option, const AttnChipFacts *chip,
                     bool *honoured) {
  AttnSchedule schedule, pins = {0};
  AttnAxes axes;
  AttnSymbols symbols;
  char err[256];
  if (!attnAxesRead(kernel, &axes) || !attnSymbolsRead(kernel, &symbols) ||
      !attnScheduleParse(attnAttrStr(kernel, "schedule"), &schedule, err, sizeof err))
    return true; // attnVerify says what is wrong
  const AttnScheduleEntry *pin = attnScheduleGet(option, "GRID", NULL);
  bool fromOption = pin;
  if (pin)
    pins.entries[pins.size++] = *pin;
  if (!attnScheduleMerge(&schedule, &pins, err, sizeof err)) {
    attnOpError(kernel, "schedule: %s", err);
    return false;
  }
  pin = attnScheduleGet(&schedule, "GRID", NULL);
  AttnGrid grid = {0};
  MlirContext ctx = mlirOperationGetContext(kernel);
  bool parsed = pin && attnParseGrid(pin->value, &grid);
  if ((grid.persistent || grid.longestFirst || grid.raster || grid.cluster) && !hasStream(kernel)) {
    if (!fromOption) {
      attnOpError(kernel, "cannot honour GRID=%s: it streams no operand of a contraction",
                  pin->value);
      return false;
    }
    writeSchedule(kernel, &schedule, "tile");
    return true;
  }
  if (grid.streamK && !hasStretches(kernel)) {
    attnOpError(kernel, "cannot honour GRID=%s: attn-bracket made no stretches of its stream",
                pin->value);
    return false;
  }
  const AttnAxis *neighbours = NULL; // the axis of clusters
  if (grid.cluster &&
      !attnRasterCluster(kernel, &axes, &symbols, pin->value, grid.cluster, &neighbours))
    return false;
  if (grid.persistent)
    attnSetAttr(kernel, "persistent", attnStr(ctx, grid.longestFirst ? "dynamic" : "static"));
  if (grid.sms)
    attnSetAttr(kernel, "sms", attnI64(ctx, grid.sms));
  if (pin && (!parsed || (!grid.longestFirst && !grid.raster))) { // the grid's own order
    if (grid.persistent || grid.cluster)
      writeSchedule(kernel, &schedule, pin->value);
    return *honoured = true;
  }

  // The axis whose tiles differ most.
  const AttnAxis *axis = NULL;
  int64_t best = 0, others = 1, tilesBest = 1, longest = 0, all = 1;
  for (intptr_t i = 0, n = attnAttrArraySize(kernel, "grid"); i < n; ++i) {
    int at = attnAxesFind(&axes, attnStrValue(attnAttrArrayGet(kernel, "grid", i)));
    if (at < 0 || axes.a[at].tile < 1)
      return true;
    int64_t extent = attnSymbolHint(&symbols, axes.a[at].extent), first, last;
    int64_t tiles = (extent + axes.a[at].tile - 1) / axes.a[at].tile;
    bool known = extent == axes.a[at].extent; // a group divides what is known of the others
    if (&axes.a[at] == neighbours)
      tiles = (tiles + grid.cluster - 1) / grid.cluster;
    others *= known ? tiles : 1;
    all *= tiles;
    if (tiles < 2 || !lengthAt(kernel, axes.a[at].name, 0, &first) ||
        !lengthAt(kernel, axes.a[at].name, (tiles - 1) * axes.a[at].tile, &last))
      continue;
    if (llabs(last - first) > llabs(best)) {
      axis = &axes.a[at];
      best = last - first;
      longest = last > first ? last : first;
      tilesBest = known ? tiles : 1;
    }
  }
  if (!axis && pin && grid.raster && !grid.longestFirst)
    axis = rowsOf(kernel, &axes, &symbols, &tilesBest);
  bool apart = false;
  const AttnAxis *sorted = grid.persistent && grid.longestFirst
                               ? ranked(kernel, &axes, &tilesBest, &longest, &apart)
                               : NULL;
  if (sorted)
    axis = sorted, best = 0;
  if (axis && axis == neighbours)
    tilesBest = (tilesBest + grid.cluster - 1) / grid.cluster;
  if (!axis) {
    if (!pin)
      return true;
    bool data = dataDecide(kernel);
    if (grid.persistent && grid.longestFirst && !grid.raster &&
        (data || differInside(kernel, &axes, &symbols))) {
      writeSchedule(kernel, &schedule, pin->value);
      return *honoured = true;
    }
    attnOpError(kernel, "cannot honour GRID=%s: %s", pin->value,
                data ? "data decide which streams are the longest"
                     : "all tiles stream as many elements");
    return false;
  }
  others /= tilesBest;
  int64_t want =
      grid.raster ? grid.raster : groupFor(kernel, &axes, axis, longest * (apart ? 2 : 1));
  if (sorted && !grid.raster && !apart && want < GROUP_TOGETHER)
    want = GROUP_TOGETHER;
  if (chip && !grid.raster && !sorted && grid.persistent && longest > 0) {
    double mean = (double)(2 * longest - llabs(best)) / 2 / (double)longest;
    int sms = grid.sms && grid.sms < chip->sms ? grid.sms : chip->sms;
    int ctas = sms / (grid.cluster ? grid.cluster : 1);
    want = balanced(want, others, mean * (double)all / ctas);
  }
  int64_t group = want < others ? want : others;
  while (others % group != 0)
    --group;
  if (grid.raster && group != grid.raster) {
    attnOpError(kernel,
                "cannot honour GRID=%s: the other grid axes have %ld tiles, a group divides them",
                pin->value, (long)others);
    return false;
  }
  MlirNamedAttribute fields[] = {attnNamed(ctx, "axis", attnStr(ctx, axis->name)),
                                 attnNamed(ctx, "descending", mlirBoolAttrGet(ctx, best > 0)),
                                 attnNamed(ctx, "group", attnI64(ctx, group))};
  attnSetAttr(kernel, "raster", mlirDictionaryAttrGet(ctx, 3, fields));
  char value[64];
  int used = snprintf(value, sizeof value, "%s/raster%ld",
                      !grid.persistent    ? (best ? "tile/lpt" : "tile")
                      : grid.longestFirst ? "persistent/lpt"
                      : grid.streamK      ? "persistent/streamk"
                                          : "persistent",
                      (long)group);
  if (grid.cluster)
    used += snprintf(value + used, sizeof value - (size_t)used, "/cluster%d", grid.cluster);
  if (grid.sms)
    snprintf(value + used, sizeof value - (size_t)used, "/sms%d", grid.sms);
  writeSchedule(kernel, &schedule, value);
  return *honoured = true;
}

static bool checkChip(MlirOperation kernel, const AttnPassContext *pass) {
  enum { FIRST = 90 };
  const char *chip = pass->getString(pass, "chip");
  int number = FIRST;
  sscanf(chip ? chip : "", "sm_%d", &number);
  if (number >= FIRST || mlirAttributeIsNull(attnAttr(kernel, "cluster")))
    return true;
  AttnSchedule schedule;
  char err[256];
  const AttnScheduleEntry *pin =
      attnScheduleParse(attnAttrStr(kernel, "schedule"), &schedule, err, sizeof err)
          ? attnScheduleGet(&schedule, "GRID", NULL)
          : NULL;
  attnOpError(kernel, "cannot honour GRID=%s: %s has no clusters, sm_%d and later ones do",
              pin ? pin->value : "", chip, FIRST);
  return false;
}

MlirLogicalResult attnRunRaster(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-raster: option 'schedule': %s", err);
  bool honoured = false, ok = true;
  const char *name = pass->getString(pass, "chip");
  const AttnChipFacts *chip = name && *name ? attnChipFacts(name) : NULL;
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  for (intptr_t i = 0; i < n && ok; ++i)
    if (mlirAttributeIsNull(attnAttr(kernels[i], "serves")))
      ok = rasterOf(kernels[i], &option, chip, &honoured) && checkChip(kernels[i], pass);
  free(kernels);
  const AttnScheduleEntry *pin = attnScheduleGet(&option, "GRID", NULL);
  AttnGrid grid;
  if (ok && n && !honoured && pin && attnParseGrid(pin->value, &grid)) {
    attnOpError(op, "cannot honour GRID=%s: no kernel here streams anything", pin->value);
    ok = false;
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
