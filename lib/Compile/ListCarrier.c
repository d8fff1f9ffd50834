//===- ListCarrier.c - The listing of folds and maps ----------------------===//
//
// A fold as the loop nest it stands for:
//
//   fold over kv -> %0: 1x4x128x64 f16
//     axes      b 1 free | h 4 free | m 128 free | n 64 free | kv 128 fold | qk 64 contract
//     channels  p[b, h, m]     max f32, identity -inf
//               ...
//     for b, h, m, n:
//       p, d, o = -inf, 0, 0
//       for kv in 0..128:
//         <the lift, one line a channel>
//         <the merge, written out>
//       <the projection, one line a result>
//
// A fold that names a carrier says which, the parts of its state, and what goes into the
// definition's lift and comes out of its projection:
//
//     carrier   argmax: value f32, identity -inf | position i64, identity ...
//     for m:
//       s = identity
//       for j in 0..250:
//         s = merge(s, lift(%0[m, j], j))
//       r0, r1 = project(s)
//       <one line a result>
//
//===----------------------------------------------------------------------===//
#include "Compile/Listing.h"
#include "Dialect/Carrier/Define.h"
#include "IR/Build.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 32 };

typedef struct Channel {
  const char *name, *monoid, *twist, *contraction;
  char shown[32]; ///< the name, in capitals where an axis has it too
  int pivot;      ///< an earlier channel; -1 if none
  bool isPivot;
  MlirAttribute dict;
  uint32_t axes; ///< bit i: the state has axis i
} Channel;

/// The axes that a value of the lift depends on. `depth` bounds the walk on IR that does not
/// verify.
static uint32_t axesOf(const AttnListAxes *a, MlirBlock block, MlirValue v, int depth) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || !depth || !mlirBlockEqual(mlirOperationGetBlock(op), block))
    return 0;
  uint32_t set = 0;
  MlirAffineMap map;
  int axis = attnListAxis(a, attnAttrStr(op, "axis"));
  if (attnIs(op, "carrier.element") && attnAttrMap(op, "map", &map)) {
    for (intptr_t i = 0; i < a->n; ++i)
      for (intptr_t r = 0, n = mlirAffineMapGetNumResults(map); r < n; ++r)
        if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), i))
          set |= 1u << i;
  } else if (attnIs(op, "carrier.index") && axis >= 0) {
    set |= 1u << axis;
  } else {
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
      set |= axesOf(a, block, mlirOperationGetOperand(op, i), depth - 1);
    if (attnIs(op, "carrier.contract") && axis >= 0)
      set &= ~(1u << axis);
  }
  return set;
}

static void readChannel(MlirAttribute d, const AttnListAxes *a, int n, Channel *channels) {
  Channel *c = &channels[n];
  *c = (Channel){.name = "?", .monoid = "?", .pivot = -1};
  if (mlirAttributeIsADictionary(d)) {
    const char *name = attnDictStr(d, "name"), *monoid = attnDictStr(d, "monoid");
    const char *pivot = attnDictStr(d, "pivot");
    c->name = name ? name : "?";
    c->monoid = monoid ? monoid : "?";
    c->twist = attnDictStr(d, "twist");
    c->contraction = attnDictStr(d, "contraction");
    c->dict = d;
    for (int p = 0; pivot && p < n; ++p)
      if (strcmp(channels[p].name, pivot) == 0) {
        c->pivot = p;
        channels[p].isPivot = true;
      }
  }
  bool capitals = attnListAxis(a, c->name) >= 0;
  for (size_t i = 0; c->name[i] && i + 1 < sizeof c->shown; ++i)
    c->shown[i] = (char)(capitals ? toupper((unsigned char)c->name[i]) : c->name[i]);
}

static int readChannels(MlirOperation op, const AttnListAxes *a, MlirBlock lift,
                        MlirOperation yield, Channel channels[MAX_CHANNELS]) {
  int n = 0;
  uint32_t freeAxes = attnListFreeAxes(a);
  for (intptr_t i = 0; i < attnAttrArraySize(op, "channels") && i < MAX_CHANNELS; ++i, ++n) {
    Channel *c = &channels[n];
    readChannel(attnAttrArrayGet(op, "channels", i), a, n, channels);
    if (!mlirOperationIsNull(yield) && i < mlirOperationGetNumOperands(yield))
      c->axes = axesOf(a, lift, mlirOperationGetOperand(yield, i), 64) & freeAxes;
    if (c->pivot >= 0)
      c->axes |= channels[c->pivot].axes;
  }
  return n;
}

static MlirAttribute dictGet(MlirAttribute dict, const char *key) {
  return mlirAttributeIsNull(dict) ? dict : attnDictGet(dict, key);
}

static void addChannels(AttnText *t, const AttnListAxes *a, int n, const Channel *channels) {
  size_t widest = 0;
  for (int pass = 0; pass < 2; ++pass) // measure, then write
    for (int i = 0; i < n; ++i) {
      const Channel *c = &channels[i];
      size_t start = t->size;
      if (pass) {
        attnListLabel(t, 2, i ? "" : "channels");
        start = t->size;
      }
      attnTextAdd(t, "%s[", c->shown);
      attnListAxisNames(t, a, c->axes);
      attnTextAdd(t, "]");
      if (!pass) {
        widest = t->size - start > widest ? t->size - start : widest;
        t->size = start;
        continue;
      }
      attnTextColumn(t, attnListLabelColumn() + widest + 2);
      attnTextAdd(t, "%s ", c->monoid);
      MlirAttribute type = dictGet(c->dict, "type");
      if (!mlirAttributeIsNull(type) && mlirAttributeIsAType(type))
        attnTextType(t, mlirTypeAttrGetValue(type));
      attnTextAdd(t, ", identity ");
      attnTextAttr(t, dictGet(c->dict, "identity"));
      if (c->twist)
        attnTextAdd(t, ", in units of %s(%s)", c->twist,
                    c->pivot >= 0 ? channels[c->pivot].shown : "?");
      if (c->contraction)
        attnTextAdd(t, ", contraction %s", c->contraction);
      attnTextAdd(t, "\n");
    }
}

/// lhs (+) rhs by a monoid.
static void addMerge(AttnText *t, const char *monoid, const char *lhs, const char *rhs) {
  const char *sign = strcmp(monoid, "add") == 0   ? "+"
                     : strcmp(monoid, "mul") == 0 ? "*"
                     : strcmp(monoid, "and") == 0 ? "and"
                     : strcmp(monoid, "or") == 0  ? "or"
                                                  : NULL;
  if (sign)
    attnTextAdd(t, "%s %s %s", lhs, sign, rhs);
  else
    attnTextAdd(t, "%s(%s, %s)", monoid, lhs, rhs);
}

/// x is the state, x' the element. A pivot's new value has a name of its own until the channels
/// relative to it are done.
static void addMerges(AttnText *t, int depth, int n, const Channel *channels) {
  AttnText lhs = {0}, rhs = {0};
  enum { PIVOTS, CHANNELS, RENAMES };
  for (int pass = PIVOTS; pass <= RENAMES; ++pass)
    for (int i = 0; i < n; ++i) {
      const Channel *c = &channels[i];
      if (c->isPivot == (pass == CHANNELS))
        continue;
      attnTextIndent(t, depth);
      if (pass == RENAMES) {
        attnTextAdd(t, "%s = %s_new\n", c->shown, c->shown);
        continue;
      }
      lhs.size = rhs.size = 0;
      attnTextAdd(&lhs, "%s", c->shown);
      attnTextAdd(&rhs, "%s'", c->shown);
      if (c->twist && c->pivot >= 0) {
        const char *p = channels[c->pivot].shown;
        attnTextAdd(&lhs, " * %s(%s - %s_new)", c->twist, p, p);
        attnTextAdd(&rhs, " * %s(%s' - %s_new)", c->twist, p, p);
      }
      attnTextAdd(t, "%s%s = ", c->shown, c->isPivot ? "_new" : "");
      addMerge(t, c->monoid, lhs.data, rhs.data);
      attnTextAdd(t, c->isPivot ? "   # below, exp(-inf - -inf) is 0\n" : "\n");
    }
  attnTextFree(&lhs);
  attnTextFree(&rhs);
}

/// "%0[b, h, m, n] = " for result i.
static void addResultElement(AttnText *t, MlirOperation op, intptr_t i, const AttnListAxes *a) {
  attnTextName(t, mlirOperationGetResult(op, i));
  attnTextAdd(t, "[");
  if (i < attnAttrArraySize(op, "maps")) {
    MlirAttribute map = attnAttrArrayGet(op, "maps", i);
    if (mlirAttributeIsAAffineMap(map))
      attnTextMap(t, mlirAffineMapAttrGetValue(map), attnListDims(a));
  }
  attnTextAdd(t, "] = ");
}

/// One line for each result: result[map] = formula of the terminator's operand.
static void addYielded(AttnText *t, int depth, MlirOperation op, const AttnListAxes *a,
                       AttnScope *scope) {
  attnTextTemporaries(t, scope, depth);
  MlirOperation yield = attnListTerminator(scope->block);
  intptr_t n = mlirOperationIsNull(yield) ? 0 : mlirOperationGetNumOperands(yield);
  for (intptr_t i = 0; i < n && i < mlirOperationGetNumResults(op); ++i) {
    attnTextIndent(t, depth);
    addResultElement(t, op, i, a);
    attnTextFormula(t, mlirOperationGetOperand(yield, i), scope);
    attnTextAdd(t, "\n");
  }
}

static void addFreeLoops(AttnText *t, const AttnListAxes *a, int depth) {
  uint32_t freeAxes = attnListFreeAxes(a);
  attnTextIndent(t, depth);
  attnTextAdd(t, "for ");
  attnListAxisNames(t, a, freeAxes);
  attnTextAdd(t, freeAxes ? ":\n" : "the only point:\n");
}

static void addFoldLoop(AttnText *t, const char *axis, int64_t extent) {
  attnTextIndent(t, 3);
  attnTextAdd(t, "for %s in 0..", axis);
  attnTextSize(t, extent);
  attnTextAdd(t, ":");
  attnTextColumn(t, 40);
  attnTextAdd(t, "# the fold axis\n");
}

/// The loop nest of a fold by channels.
static void addFold(AttnText *t, MlirOperation op, const AttnListAxes *a, int n,
                    const Channel *channels, const char *axis, int64_t extent) {
  MlirBlock lift = attnBody(op, 0), project = attnBody(op, 1);
  const char *names[MAX_CHANNELS];
  attnTextIndent(t, 3);
  for (int i = 0; i < n; ++i) {
    names[i] = channels[i].shown;
    attnTextAdd(t, "%s%s", i ? ", " : "", names[i]);
  }
  attnTextAdd(t, " = ");
  for (int i = 0; i < n; ++i) {
    attnTextAdd(t, i ? ", " : "");
    attnTextAttr(t, dictGet(channels[i].dict, "identity"));
  }
  attnTextAdd(t, "\n");
  addFoldLoop(t, axis, extent);
  AttnScope scope = {.block = lift, .axes = attnListDims(a)};
  if (!mlirBlockIsNull(lift)) {
    MlirOperation yield = attnListTerminator(lift);
    attnTextTemporaries(t, &scope, 4);
    for (int i = 0; i < n && i < mlirOperationGetNumOperands(yield); ++i) {
      attnTextIndent(t, 4);
      attnTextAdd(t, "%s' = ", names[i]);
      attnTextFormula(t, mlirOperationGetOperand(yield, i), &scope);
      attnTextAdd(t, "\n");
    }
  }
  addMerges(t, 4, n, channels);
  AttnScope projection = {.block = project,
                          .axes = attnListDims(a),
                          .firstTemporary = scope.numTemporaries,
                          .argNames = names};
  if (!mlirBlockIsNull(project) && mlirBlockGetNumArguments(project) <= n)
    addYielded(t, 3, op, a, &projection);
}

/// The state of a named carrier, as far as the module has its definition.
static void addCarrier(AttnText *t, MlirOperation op) {
  MlirOperation define = attnDefineOf(op);
  attnListLabel(t, 2, "carrier");
  attnTextAdd(t, "%s", attnAttrStr(op, "carrier"));
  for (intptr_t i = 0; define.ptr && i < attnAttrArraySize(define, "channels"); ++i) {
    MlirAttribute d = attnAttrArrayGet(define, "channels", i);
    if (!mlirAttributeIsADictionary(d) || !attnDictStr(d, "name"))
      continue;
    attnTextAdd(t, "%s%s ", i ? " | " : ": ", attnDictStr(d, "name"));
    MlirAttribute type = attnDictGet(d, "type");
    if (!mlirAttributeIsNull(type) && mlirAttributeIsAType(type))
      attnTextType(t, mlirTypeAttrGetValue(type));
    attnTextAdd(t, ", identity ");
    attnTextAttr(t, attnDictGet(d, "identity"));
  }
  attnTextAdd(t, "\n");
}

/// The loop nest of a fold by a named carrier.
static void addNamedFold(AttnText *t, MlirOperation op, const AttnListAxes *a, const char *axis,
                         int64_t extent) {
  MlirBlock lift = attnBody(op, 0), project = attnBody(op, 1);
  attnTextIndent(t, 3);
  attnTextAdd(t, "s = identity\n");
  addFoldLoop(t, axis, extent);
  AttnScope scope = {.block = lift, .axes = attnListDims(a)};
  if (!mlirBlockIsNull(lift)) {
    MlirOperation yield = attnListTerminator(lift);
    attnTextTemporaries(t, &scope, 4);
    attnTextIndent(t, 4);
    attnTextAdd(t, "s = merge(s, lift(");
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); ++i) {
      attnTextAdd(t, i ? ", " : "");
      attnTextFormula(t, mlirOperationGetOperand(yield, i), &scope);
    }
    attnTextAdd(t, "))\n");
  }
  intptr_t n = mlirBlockIsNull(project) ? 0 : mlirBlockGetNumArguments(project);
  if (n == 0 || n > MAX_CHANNELS)
    return;
  char shown[MAX_CHANNELS][8];
  const char *names[MAX_CHANNELS];
  attnTextIndent(t, 3);
  for (int i = 0; i < n; ++i) {
    snprintf(shown[i], sizeof shown[i], "r%d", i);
    names[i] = shown[i];
    attnTextAdd(t, "%s%s", i ? ", " : "", shown[i]);
  }
  attnTextAdd(t, " = project(s)\n");
  AttnScope projection = {.block = project,
                          .axes = attnListDims(a),
                          .firstTemporary = scope.numTemporaries,
                          .argNames = names};
  addYielded(t, 3, op, a, &projection);
}

void attnListFold(AttnText *t, MlirOperation op) {
  AttnListAxes a = attnListReadAxes(op);
  MlirBlock lift = attnBody(op, 0);
  MlirOperation yield = mlirBlockIsNull(lift) ? (MlirOperation){NULL} : attnListTerminator(lift);
  bool named = attnAttrStr(op, "carrier") != NULL;
  Channel channels[MAX_CHANNELS];
  int n = named ? 0 : readChannels(op, &a, lift, yield, channels);
  int64_t extent = 0;
  const char *foldAxis = "?";
  for (intptr_t i = 0; i < a.n; ++i)
    if (strcmp(a.role[i], "fold") == 0) {
      foldAxis = a.name[i];
      extent = a.extent[i];
    }
  attnTextAdd(t, "  fold over %s", foldAxis);
  attnListResults(t, op);
  attnTextAdd(t, "\n");
  attnListAxes(t, 2, &a);
  if (named)
    addCarrier(t, op);
  else
    addChannels(t, &a, n, channels);
  attnListSchedule(t, 2, op);
  addFreeLoops(t, &a, 2);
  if (named)
    addNamedFold(t, op, &a, foldAxis, extent);
  else
    addFold(t, op, &a, n, channels, foldAxis, extent);
}

void attnListMap(AttnText *t, MlirOperation op) {
  AttnListAxes a = attnListReadAxes(op);
  attnTextAdd(t, "  map");
  attnListResults(t, op);
  attnTextAdd(t, "\n");
  attnListAxes(t, 2, &a);
  attnListSchedule(t, 2, op);
  addFreeLoops(t, &a, 2);
  AttnScope scope = {.block = attnBody(op, 0), .axes = attnListDims(&a)};
  if (!mlirBlockIsNull(scope.block))
    addYielded(t, 3, op, &a, &scope);
}
