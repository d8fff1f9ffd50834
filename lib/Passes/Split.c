//===- Split.c - attn-split: the fold axis in parts, CTAs for each --------===//
//
// Takes: carrier.fold operations (after attn-place); the key REDUCE of the schedule, its part
// g<n>k, from the option or an operation's own `schedule`. Without a pin the model decides
// (SplitParts.c). Gives: for n parts two folds in place of one, by the law that makes it a fold:
//
//   result = project(merge over j < N of lift(j))
//
//   becomes   state[p] = merge over j < N / n of lift(p N / n + j)         p < n, a free axis
//             result   = project(merge over p < n of state[p])
//
// or, where n is no divisor of N or only the launch knows N, parts of L elements, the last one
// shorter, which are a mask like any other: what comes in front of a part and behind it is empty
// tiles, and nothing is read there.
//
//             state[p] = merge over j < N of (p L <= j < p L + L ? lift(j) : identity)
//
// A length that only the launch knows has n parts where it is as its hint says, and as many as it
// takes otherwise.
//
// The first one's results are the channels' states, in the coordinates of their pivots; a state of
// a part is merged as the element that it stands for, so the second one has the same channels. The
// axis p is named as the fold axis with `_part` behind it. The first one keeps the schedule, with
// REDUCE@<axis>=g<n>k; what is decided of the second one is its own. Later passes know nothing of
// splits: a part is an axis of the grid like any other.
//
// Leaves alone: maps, folds of which nobody wants parts, what it has made itself (a bare REDUCE is
// not for the fold over parts). Errors, with a pin: more parts than elements, a fold by a
// carrier.define, states of more than two shapes (a fold's results but the first are of one type).
//
//===----------------------------------------------------------------------===//
#include "Passes/Split.h"
#include "Dialect/Carrier/Deps.h"
#include "Dialect/Symbols.h"
#include "IR/Affine.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "attn-c/Dialects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Parts that are a mask have a length that is a multiple of so many elements, or of the largest
/// power of two below that will do: tiles then end where they do.
enum { MULTIPLE = 128 };

enum { MAX_CHANNELS = 32, MAX_NAME = sizeof((AttnScheduleEntry){0}).axis };

static const char SUFFIX[] = "_part";

/// One of the two new folds: its axes, and what the old dimensions are there.
typedef struct Domain {
  MlirAttribute axes;
  int size, part;                    ///< the position of the axis of parts
  MlirAffineExpr old[ATTN_MAX_AXES]; ///< of the old axes; null: is not there
} Domain;

typedef struct Splitter {
  MlirOperation fold;
  MlirContext ctx;
  AttnAxes axes;
  int at; ///< of the fold axis
  int64_t parts;
  int64_t length; ///< of each; of the last one at most
  bool masked;    ///< parts are a mask
  int64_t number; ///< the extent of the axis of parts: `parts`, or what stands for their number
  char name[MAX_NAME]; ///< of the axis of parts
  int nChannels;
  AttnAxisSet free[MAX_CHANNELS]; ///< free axes that a channel's state depends on
  MlirType types[MAX_CHANNELS];   ///< of its states, a tensor
  int order[MAX_CHANNELS];        ///< channel of each result of the first fold
} Splitter;

static int foldAxis(const AttnAxes *axes) {
  for (int i = 0; i < axes->size; ++i)
    if (axes->a[i].role == ATTN_AXIS_FOLD)
      return i;
  return -1;
}

/// False: the name would be too long.
static bool partName(const AttnAxes *axes, char *name) {
  return snprintf(name, MAX_NAME, "%s%s", axes->a[foldAxis(axes)].name, SUFFIX) < MAX_NAME;
}

int64_t attnSplitParts(const AttnAxes *axes) {
  char name[MAX_NAME];
  int at = foldAxis(axes) >= 0 && partName(axes, name) ? attnAxesFind(axes, name) : -1;
  return at >= 0 ? axes->a[at].extent : 1;
}

bool attnSplitMerges(const AttnAxes *axes) {
  int at = foldAxis(axes);
  const char *name = at >= 0 ? axes->a[at].name : "";
  size_t n = strlen(name), m = strlen(SUFFIX);
  return n > m && strcmp(name + n - m, SUFFIX) == 0;
}

//===--- what is kept of each channel -------------------------------------===//

static int channelNamed(const Splitter *s, const char *name) {
  for (int i = 0; i < s->nChannels; ++i)
    if (strcmp(attnDictStr(attnAttrArrayGet(s->fold, "channels", i), "name"), name) == 0)
      return i;
  return -1;
}

static MlirType typeOf(const Splitter *s, int channel) {
  int64_t shape[ATTN_MAX_AXES + 1] = {s->number};
  intptr_t n = 1;
  for (int i = 0; i < s->axes.size; ++i)
    if (s->free[channel] >> i & 1)
      shape[n++] = s->axes.a[i].extent;
  MlirAttribute type = attnDictGet(attnAttrArrayGet(s->fold, "channels", channel), "type");
  return attnTensorType(n, shape, mlirTypeAttrGetValue(type));
}

/// The order of the results: the first one may be of another type than the others.
static bool orderResults(Splitter *s) {
  int first = attnFirstResult(s->nChannels, s->types), n = 0;
  if (first < 0)
    return false;
  s->order[n++] = first;
  for (int i = 0; i < s->nChannels; ++i)
    if (i != first)
      s->order[n++] = i;
  return true;
}

/// What the states are; NULL, or why they can't be written.
static const char *readStates(Splitter *s) {
  if (attnAttrStr(s->fold, "carrier"))
    return "the fold is by a carrier.define";
  MlirOperation yield = mlirBlockGetTerminator(attnBody(s->fold, 0));
  s->nChannels = (int)mlirOperationGetNumOperands(yield);
  if (s->nChannels > MAX_CHANNELS)
    return "it has too many channels";
  AttnAxisSet free = 0;
  for (int i = 0; i < s->axes.size; ++i)
    free |= s->axes.a[i].role == ATTN_AXIS_FREE ? (AttnAxisSet)1 << i : 0;
  AttnDeps deps = {0};
  attnDepsAddRegion(&deps, &s->axes, s->fold, 0);
  for (int i = 0; i < s->nChannels; ++i) { // a pivot comes before those that name it
    const char *pivot = attnDictStr(attnAttrArrayGet(s->fold, "channels", i), "pivot");
    s->free[i] = attnDepsGet(&deps, mlirOperationGetOperand(yield, i)) & free;
    s->free[i] |= pivot ? s->free[channelNamed(s, pivot)] : 0;
    s->types[i] = typeOf(s, i);
  }
  attnDepsFree(&deps);
  return orderResults(s) ? NULL : "its states have more than two shapes";
}

//===--- the new axes -----------------------------------------------------===//

static MlirAttribute axisAttr(MlirContext ctx, const char *name, const char *role, int64_t extent) {
  MlirNamedAttribute fields[] = {attnNamed(ctx, "name", attnStr(ctx, name)),
                                 attnNamed(ctx, "role", attnStr(ctx, role)),
                                 attnNamed(ctx, "extent", attnI64(ctx, extent))};
  return mlirDictionaryAttrGet(ctx, 3, fields);
}

/// All axes, that of the parts in front of the fold axis; or those of the results, and the parts.
static Domain makeDomain(const Splitter *s, bool first) {
  Domain d = {0};
  MlirAttribute axes[ATTN_MAX_AXES + 1];
  for (int i = 0; i < s->axes.size; ++i) {
    const AttnAxis *a = &s->axes.a[i];
    if (first && i == s->at) {
      d.part = d.size;
      axes[d.size++] = axisAttr(s->ctx, s->name, "free", s->number);
      MlirAffineExpr part = mlirAffineDimExprGet(s->ctx, d.part),
                     within = mlirAffineDimExprGet(s->ctx, d.size),
                     length = mlirAffineConstantExprGet(s->ctx, s->length);
      d.old[i] =
          s->masked ? within : mlirAffineAddExprGet(mlirAffineMulExprGet(part, length), within);
      axes[d.size++] = axisAttr(s->ctx, a->name, "fold", s->masked ? a->extent : s->length);
    } else if (first || a->role == ATTN_AXIS_FREE) {
      d.old[i] = mlirAffineDimExprGet(s->ctx, d.size);
      axes[d.size++] = axisAttr(s->ctx, a->name, attnAxisRoleName(a->role), a->extent);
    }
  }
  if (!first) {
    d.part = d.size;
    axes[d.size++] = axisAttr(s->ctx, s->name, "fold", s->number);
  }
  d.axes = mlirArrayAttrGet(s->ctx, d.size, axes);
  return d;
}

/// A map of the old axes, of the new ones.
static MlirAttribute remap(const Splitter *s, const Domain *d, MlirAffineMap map) {
  MlirAffineExpr olds[ATTN_MAX_AXES];
  for (int i = 0; i < s->axes.size; ++i) // what is gone stands in no map that is left
    olds[i] = d->old[i].ptr ? d->old[i] : mlirAffineConstantExprGet(s->ctx, 0);
  return attnMapAttr(attnAffineOver(map, mlirAffineMapGet(s->ctx, d->size, 0, s->axes.size, olds)));
}

/// Where a channel's state lies in its tensor.
static MlirAttribute stateMap(const Splitter *s, const Domain *d, int channel) {
  MlirAffineExpr results[ATTN_MAX_AXES + 1] = {mlirAffineDimExprGet(s->ctx, d->part)};
  intptr_t n = 1;
  for (int i = 0; i < s->axes.size; ++i)
    if (s->free[channel] >> i & 1)
      results[n++] = d->old[i];
  return attnMapAttr(mlirAffineMapGet(s->ctx, d->size, 0, n, results));
}

//===--- the folds --------------------------------------------------------===//

static MlirValue indexOf(const AttnBuilder *b, const char *axis, MlirType type) {
  MlirNamedAttribute at = attnNamed(b->ctx, "axis", attnStr(b->ctx, axis));
  return attnBuild0(b, "carrier.index", type, 1, &at);
}

/// The coordinate of the old fold axis, of parts that are no mask.
static MlirValue coordinate(const Splitter *s, const AttnBuilder *b, MlirOperation index) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(index, 0));
  MlirValue part = indexOf(b, s->name, type), within = indexOf(b, s->axes.a[s->at].name, type);
  MlirValue scaled = attnBuild2(b, "arith.muli", part, attnConstInt(b, type, s->length));
  return attnBuild2(b, "arith.addi", scaled, within);
}

/// The operations of an old region in a new one.
static void copyRegion(const Splitter *s, const Domain *d, const AttnBuilder *b, int region,
                       AttnValueMap *values) {
  MlirOperation op = mlirBlockGetFirstOperation(attnBody(s->fold, region));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    const char *axis = attnIs(op, "carrier.index") ? attnAttrStr(op, "axis") : NULL;
    if (axis && !s->masked && strcmp(axis, s->axes.a[s->at].name) == 0) {
      attnMapValue(values, mlirOperationGetResult(op, 0), coordinate(s, b, op));
      continue;
    }
    MlirOperation copy = attnCloneMapped(b, op, values);
    MlirAffineMap map;
    if (attnIs(op, "carrier.element") && attnAttrMap(op, "map", &map))
      attnSetAttr(copy, "map", remap(s, d, map));
  }
}

/// A copied lift has the elements of the part. What has a pivot is masked by it.
static void maskLift(const Splitter *s, MlirOperation yield) {
  AttnBuilder b = attnBuilderBefore(yield);
  MlirType index = mlirIndexTypeGet(s->ctx);
  MlirValue length = attnConstIndex(&b, s->length);
  MlirValue begin = attnBuild2(&b, "arith.muli", indexOf(&b, s->name, index), length);
  MlirValue end = attnBuild2(&b, "arith.addi", begin, length);
  MlirValue j = indexOf(&b, s->axes.a[s->at].name, index);
  MlirValue within =
      attnBuild2(&b, "arith.andi", attnCmpi(&b, 5, j, begin), attnCmpi(&b, 2, j, end)); // sge, slt
  for (int i = 0; i < s->nChannels; ++i) {
    MlirValue v = mlirOperationGetOperand(yield, i);
    MlirOperation mask = attnDef(v);
    MlirValue operands[] = {within, v};
    if (attnDictStr(attnAttrArrayGet(s->fold, "channels", i), "pivot"))
      continue;
    if (attnIs(mask, "carrier.mask")) { // one of both
      operands[0] = attnBuild2(&b, "arith.andi", within, mlirOperationGetOperand(mask, 0));
      operands[1] = mlirOperationGetOperand(mask, 1);
    }
    v = attnBuild(&b, "carrier.mask", 2, operands, mlirValueGetType(v), 0, NULL);
    mlirOperationSetOperand(yield, i, v);
    if (attnIs(mask, "carrier.mask") && !attnHasUses(mask))
      mlirOperationDestroy(mask);
  }
}

static MlirRegion statesRegion(const Splitter *s, const AttnBuilder *outer, AttnBuilder *b) {
  MlirType types[MAX_CHANNELS];
  for (int i = 0; i < s->nChannels; ++i)
    types[i] = mlirShapedTypeGetElementType(s->types[i]);
  return attnRegionWithBlock(outer, s->nChannels, types, b);
}

static MlirOperation buildFold(const Splitter *s, const AttnBuilder *b, const Domain *d,
                               MlirRegion *regions, intptr_t n, const MlirType *types,
                               const MlirAttribute *maps, const char *schedule) {
  MlirNamedAttribute attrs[] = {attnNamed(s->ctx, "axes", d->axes),
                                attnNamed(s->ctx, "maps", mlirArrayAttrGet(s->ctx, n, maps)),
                                attnNamed(s->ctx, "channels", attnAttr(s->fold, "channels")),
                                attnNamed(s->ctx, "schedule", attnStr(s->ctx, schedule))};
  return attnBuildOp(b, &(AttnOpDesc){.name = "carrier.fold",
                                      .nResults = n,
                                      .results = types,
                                      .nAttrs = *schedule ? 4 : 3,
                                      .attrs = attrs,
                                      .nRegions = 2,
                                      .regions = regions});
}

/// A fold over each part, whose results are the states.
static MlirOperation buildParts(const Splitter *s, const AttnBuilder *b, const char *schedule) {
  Domain d = makeDomain(s, true);
  MlirRegion regions[2];
  AttnBuilder in;
  AttnValueMap values = {0};
  regions[0] = attnRegionWithBlock(b, 0, NULL, &in);
  copyRegion(s, &d, &in, 0, &values);
  attnMapFree(&values);
  if (s->masked)
    maskLift(s, mlirBlockGetTerminator(in.block));
  regions[1] = statesRegion(s, b, &in);
  MlirValue states[MAX_CHANNELS];
  MlirAttribute maps[MAX_CHANNELS];
  MlirType types[MAX_CHANNELS];
  for (int r = 0; r < s->nChannels; ++r) {
    states[r] = mlirBlockGetArgument(in.block, s->order[r]);
    maps[r] = stateMap(s, &d, s->order[r]);
    types[r] = s->types[s->order[r]];
  }
  attnBuildYield(&in, "gpu.yield", s->nChannels, states);
  MlirOperation parts = buildFold(s, b, &d, regions, s->nChannels, types, maps, schedule);
  MlirAttribute packed = attnAttr(s->fold, "packed");
  if (!mlirAttributeIsNull(packed))
    attnSetAttr(parts, "packed", packed);
  return parts;
}

/// Channels of a fold over states: the same, but that nothing is contracted.
static MlirAttribute mergeChannels(const Splitter *s) {
  MlirAttribute channels[MAX_CHANNELS];
  for (int i = 0; i < s->nChannels; ++i) {
    MlirAttribute old = attnAttrArrayGet(s->fold, "channels", i);
    MlirNamedAttribute fields[16];
    intptr_t n = 0;
    for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(old); ++k) {
      MlirNamedAttribute e = mlirDictionaryAttrGetElement(old, k);
      if (!mlirStringRefEqual(mlirIdentifierStr(e.name),
                              mlirStringRefCreateFromCString("contraction")))
        fields[n++] = e;
    }
    channels[i] = mlirDictionaryAttrGet(s->ctx, n, fields);
  }
  return mlirArrayAttrGet(s->ctx, s->nChannels, channels);
}

/// The fold over the parts' states, with the old results.
static MlirOperation buildMerge(const Splitter *s, const AttnBuilder *b, MlirOperation parts) {
  Domain d = makeDomain(s, false);
  MlirRegion regions[2];
  AttnBuilder in;
  AttnValueMap values = {0};
  MlirValue lifts[MAX_CHANNELS];
  regions[0] = attnRegionWithBlock(b, 0, NULL, &in);
  for (int r = 0; r < s->nChannels; ++r) {
    MlirValue tensor = mlirOperationGetResult(parts, r);
    MlirNamedAttribute map = attnNamed(s->ctx, "map", stateMap(s, &d, s->order[r]));
    lifts[s->order[r]] = attnBuild(&in, "carrier.element", 1, &tensor,
                                   mlirShapedTypeGetElementType(mlirValueGetType(tensor)), 1, &map);
  }
  attnBuildYield(&in, "gpu.yield", s->nChannels, lifts);
  regions[1] = statesRegion(s, b, &in);
  for (int i = 0; i < s->nChannels; ++i)
    attnMapValue(&values, mlirBlockGetArgument(attnBody(s->fold, 1), i),
                 mlirBlockGetArgument(in.block, i));
  copyRegion(s, &d, &in, 1, &values);
  attnMapFree(&values);
  intptr_t n = mlirOperationGetNumResults(s->fold);
  MlirType *types = malloc((size_t)(n + 1) * sizeof *types);
  MlirAttribute *maps = malloc((size_t)(n + 1) * sizeof *maps);
  for (intptr_t r = 0; r < n; ++r) {
    types[r] = mlirValueGetType(mlirOperationGetResult(s->fold, r));
    maps[r] = remap(s, &d, mlirAffineMapAttrGetValue(attnAttrArrayGet(s->fold, "maps", r)));
  }
  MlirOperation merge = buildFold(s, b, &d, regions, n, types, maps, "");
  attnSetAttr(merge, "channels", mergeChannels(s));
  free(types);
  free(maps);
  return merge;
}

//===--- decisions --------------------------------------------------------===//

/// A bare pin is not for the fold over parts.
static const AttnScheduleEntry *pinOf(const AttnSchedule *s, const AttnAxes *axes) {
  const AttnScheduleEntry *e = attnScheduleGet(s, "REDUCE", axes->a[foldAxis(axes)].name);
  return e && !*e->axis && attnSplitMerges(axes) ? NULL : e;
}

/// CTAs that share a fold by the pin; what else it says is for others to refuse.
static int64_t gridOf(const AttnScheduleEntry *pin) {
  AttnReduceSplit r;
  return attnParseReduce(pin->value, &r) ? r.grid : 1;
}

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t attnPartLength(int64_t extent, int64_t parts) {
  int64_t least = ceilDiv(extent, parts);
  for (int64_t unit = MULTIPLE; unit > 0; unit /= 2) {
    int64_t length = ceilDiv(least, unit) * unit;
    if (ceilDiv(extent, length) == parts)
      return length;
  }
  return 0;
}

/// How long parts are, and their number, which a symbol of its own stands for where only the launch
/// knows it. NULL, or why there are no such parts.
static const char *measure(Splitter *s) {
  AttnSymbols symbols;
  int64_t extent = s->axes.a[s->at].extent;
  if (!attnSymbolsRead(s->fold, &symbols))
    return "the attribute attn.symbols is malformed";
  int symbol = attnSymbolOf(&symbols, extent);
  s->number = s->parts;
  s->masked = symbol >= 0 || extent % s->parts != 0;
  s->length = extent / s->parts;
  if (!s->masked)
    return NULL;
  s->length = attnPartLength(attnSymbolHint(&symbols, extent), s->parts);
  if (s->length == 0)
    return "parts are of equal length, but for the last one: so many do not come of it";
  if (symbol < 0)
    return NULL;
  int number = attnSymbolDerive(s->fold, symbol, s->length);
  if (number < 0 || !attnSymbolsRead(s->fold, &symbols))
    return "there is no room for another length that only the launch knows, or it is made of one";
  s->number = symbols.s[number].size;
  return NULL;
}

/// Why the fold can't be so many folds; NULL: it can.
static const char *ruleAgainst(Splitter *s) {
  if (!partName(&s->axes, s->name) || s->axes.size >= ATTN_MAX_AXES)
    return "it has too many axes";
  const char *rule = attnAttrStr(s->fold, "carrier") ? readStates(s) : measure(s);
  return rule ? rule : readStates(s);
}

static void split(const Splitter *s, const AttnSchedule *schedule) {
  AttnBuilder b = attnBuilderBefore(s->fold);
  char *text = attnSchedulePrint(schedule);
  MlirOperation parts = buildParts(s, &b, text ? text : "");
  free(text);
  MlirOperation merge = buildMerge(s, &b, parts);
  intptr_t n = mlirOperationGetNumResults(merge);
  MlirValue *values = malloc((size_t)(n + 1) * sizeof *values);
  for (intptr_t r = 0; r < n; ++r)
    values[r] = mlirOperationGetResult(merge, r);
  attnReplaceOp(s->fold, n, values);
  free(values);
}

/// Splits the fold, and says so in its schedule.
static bool splitPinned(Splitter *s, AttnSchedule *own, const char *value) {
  if (!attnScheduleSet(own, "REDUCE", s->axes.a[s->at].name, value)) {
    attnOpError(s->fold, "attribute 'schedule' has no room for REDUCE");
    return false;
  }
  split(s, own);
  return true;
}

static bool splitFold(Splitter *s, MlirOperation fold, const AttnSchedule *option,
                      const char *chip) {
  AttnSchedule own;
  char err[256], value[32];
  *s = (Splitter){.fold = fold, .ctx = mlirOperationGetContext(fold)};
  if (!attnScheduleParse(attnAttrStr(fold, "schedule"), &own, err, sizeof err)) {
    attnOpError(fold, "attribute 'schedule': %s", err);
    return false;
  }
  if (!attnAxesRead(fold, &s->axes))
    return true; // attnVerify has spoken
  s->at = foldAxis(&s->axes);
  const AttnScheduleEntry *pin = pinOf(&own, &s->axes), *other = pinOf(option, &s->axes);
  if (pin && other && strcmp(pin->value, other->value) != 0) {
    attnOpError(fold, "REDUCE@%s=%s contradicts REDUCE=%s", s->axes.a[s->at].name, pin->value,
                other->value);
    return false;
  }
  pin = pin ? pin : other;
  if (attnSplitParts(&s->axes) > 1) // this pass has made it
    return true;
  s->parts = pin ? gridOf(pin) : attnDefaultParts(fold, &s->axes, option, &own, chip);
  if (s->parts < 2)
    return true;
  const char *rule = ruleAgainst(s);
  if (rule && pin)
    attnOpError(fold, "cannot honour REDUCE@%s=%s: %s", s->axes.a[s->at].name, pin->value, rule);
  if (rule)
    return !pin;
  snprintf(value, sizeof value, "g%lldk", (long long)s->parts);
  return splitPinned(s, &own, pin ? pin->value : value);
}

MlirLogicalResult attnRunSplit(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[512];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "option 'schedule': %s", err);
  if (mlirLogicalResultIsFailure(attnVerify(op)))
    return mlirLogicalResultFailure();
  MlirOperation *folds;
  intptr_t n = attnCollect(op, "carrier.fold", &folds);
  Splitter *s = malloc(sizeof *s);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = splitFold(s, folds[i], &option, pass->getString(pass, "chip"));
  free(s);
  free(folds);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
