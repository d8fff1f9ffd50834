//===- VerifyCarrier.c - carrier.fold and carrier.map ---------------------===//
//
// Regions are checked by computing, for every value in them, the set of axes it depends on
// (Deps.h); an argument of a projection depends on what the channel's lift and its pivot's lift
// depend on, without the fold axis.
//
// A fold that names a carrier is checked against that carrier.define (Define.h).
//
// A lift's yields must not depend on a contract axis; a result must depend on no free axis that its
// map lacks.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"
#include "Dialect/Verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 32 };

typedef struct Channel {
  const char *name, *monoid, *twist, *pivot, *contraction;
  MlirType type;
  int pivotIndex; // -1 without pivot
} Channel;

typedef struct Check {
  MlirOperation op; // the fold or map
  bool isFold;
  MlirOperation define; // the carrier.define that the fold names, or null
  AttnAxes axes;
  int foldAxis; // -1 in a map
  AttnAxisSet freeAxes, contractAxes, contracted;
  int nChannels;
  Channel channels[MAX_CHANNELS];
  AttnDeps deps;
} Check;

typedef enum RegionKind { LIFT, PROJECT, MAP_BODY } RegionKind;
static const char *const regionNames[] = {"lift", "project", "body"};

static const char *firstAxis(const Check *c, AttnAxisSet axes) {
  return c->axes.a[__builtin_ctzll(axes)].name;
}

/// Axes along which a value can differ at all.
static AttnAxisSet proper(const Check *c, AttnAxisSet axes) {
  for (int i = 0; i < c->axes.size; ++i)
    if (c->axes.a[i].extent <= 1)
      axes &= ~((AttnAxisSet)1 << i);
  return axes;
}

//===--- axes and channels ------------------------------------------------===//

static bool checkAxes(Check *c) {
  if (!attnVerifyAxes(c->op, false, &c->axes))
    return false;
  int folds = 0;
  c->foldAxis = -1;
  for (int i = 0; i < c->axes.size; ++i) {
    const AttnAxis *a = &c->axes.a[i];
    AttnAxisSet bit = (AttnAxisSet)1 << i;
    if (a->role == ATTN_AXIS_FREE) {
      c->freeAxes |= bit;
      continue;
    }
    if (!c->isFold)
      return attnBad(c->op, "axis '%s' is a %s axis, expected only free axes", a->name,
                     attnAxisRoleName(a->role));
    if (a->role == ATTN_AXIS_CONTRACT) {
      c->contractAxes |= bit;
      continue;
    }
    ++folds;
    c->foldAxis = i;
  }
  if (c->isFold && folds != 1)
    return attnBad(c->op, "has %d fold axes, expected exactly one", folds);
  return true;
}

static bool isInteger(MlirType t) {
  return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) > 1 &&
         mlirIntegerTypeGetWidth(t) <= 64;
}

/// The least (sign -1) or the largest (1) value of an integer type.
static int64_t extreme(MlirType type, int sign) {
  int64_t largest = (int64_t)(UINT64_MAX >> (65 - mlirIntegerTypeGetWidth(type)));
  return sign < 0 ? -largest - 1 : largest;
}

/// The monoid's identity in the channel's type, in words; NULL where `a` is it.
static const char *wrongIdentity(const char *monoid, MlirType type, MlirAttribute a) {
  bool boolean = strcmp(monoid, "and") == 0 || strcmp(monoid, "or") == 0;
  bool isAnd = strcmp(monoid, "and") == 0;
  if (boolean)
    return mlirAttributeIsABool(a) && mlirBoolAttrGetValue(a) == isAnd ? NULL
           : isAnd                                                     ? "true"
                                                                       : "false";
  bool max = strcmp(monoid, "max") == 0, min = strcmp(monoid, "min") == 0,
       add = strcmp(monoid, "add") == 0;
  if (isInteger(type)) {
    bool ok = mlirAttributeIsAInteger(a) && mlirTypeEqual(mlirAttributeGetType(a), type);
    int64_t v = ok ? mlirIntegerAttrGetValueInt(a) : 0;
    int64_t wanted = max || min ? extreme(type, max ? -1 : 1) : add ? 0 : 1;
    return ok && v == wanted ? NULL
           : max             ? "the least value of its type"
           : min             ? "the largest value of its type"
           : add             ? "0"
                             : "1";
  }
  bool isFloat = mlirAttributeIsAFloat(a) && mlirTypeEqual(mlirAttributeGetType(a), type);
  double v = isFloat ? mlirFloatAttrGetValueDouble(a) : NAN;
  if (max)
    return isinf(v) && v < 0 ? NULL : "-inf";
  if (min)
    return isinf(v) && v > 0 ? NULL : "+inf";
  if (add)
    return v == 0 ? NULL : "0.0";
  return v == 1 ? NULL : "1.0";
}

static bool checkTwist(Check *c, int i) {
  Channel *ch = &c->channels[i];
  if (!ch->twist != !ch->pivot)
    return attnBad(c->op, "channel '%s' has a %s but no %s; both or none are needed", ch->name,
                   ch->twist ? "twist" : "pivot", ch->twist ? "pivot" : "twist");
  if (!ch->twist)
    return true;
  if (strcmp(ch->twist, "exp") != 0)
    return attnBad(c->op, "channel '%s' has the twist '%s', expected \"exp\"", ch->name, ch->twist);
  for (int k = 0; k < i; ++k)
    if (strcmp(c->channels[k].name, ch->pivot) == 0)
      ch->pivotIndex = k;
  if (ch->pivotIndex < 0)
    return attnBad(c->op,
                   "channel '%s' has the pivot '%s', expected the name of an earlier channel",
                   ch->name, ch->pivot);
  const Channel *p = &c->channels[ch->pivotIndex];
  if (strcmp(p->monoid, "max") != 0 || p->twist || !attnIsFloat(p->type) || !attnIsFloat(ch->type))
    return attnBad(
        c->op, "channel '%s' has the pivot '%s', expected a max channel of floats without twist",
        ch->name, ch->pivot);
  if (strcmp(ch->monoid, "add") != 0)
    return attnBad(c->op,
                   "channel '%s' twists the monoid '%s': scaling by exp distributes over add only",
                   ch->name, ch->monoid);
  return true;
}

static bool checkContractionName(Check *c, int i) {
  const Channel *ch = &c->channels[i];
  if (!ch->contraction)
    return true;
  if (!attnVerifyName(c->op, "contraction", ch->contraction))
    return false;
  int axis = attnAxesFind(&c->axes, ch->contraction);
  bool taken = axis >= 0 && (c->contractAxes >> axis & 1);
  for (int k = 0; k < i && !taken; ++k)
    taken = c->channels[k].contraction && strcmp(c->channels[k].contraction, ch->contraction) == 0;
  if (taken)
    return attnBad(c->op, "has two contractions named '%s'", ch->contraction);
  if (strcmp(ch->monoid, "add") != 0)
    return attnBad(c->op, "channel '%s' is a contraction with the monoid '%s', expected add",
                   ch->name, ch->monoid);
  return true;
}

static bool checkChannel(Check *c, int i) {
  static const char *const keys[] = {"name",  "monoid", "type",       "identity",
                                     "twist", "pivot",  "contraction"};
  static const char *const monoids[] = {"add", "mul", "max", "min", "and", "or"};
  MlirAttribute d = attnAttrArrayGet(c->op, "channels", i);
  Channel *ch = &c->channels[i];
  if (!attnVerifyKeys(c->op, "channels", i, d, keys, sizeof keys / sizeof *keys))
    return false;
  // Strings may be absent, but must not be something else.
  for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k)
    if (k != 2 && k != 3 && !mlirAttributeIsNull(attnDictGet(d, keys[k])) &&
        !attnDictStr(d, keys[k]))
      return attnBad(c->op, "channels[%d]: '%s' must be a string", i, keys[k]);
  *ch = (Channel){attnDictStr(d, "name"),
                  attnDictStr(d, "monoid"),
                  attnDictStr(d, "twist"),
                  attnDictStr(d, "pivot"),
                  attnDictStr(d, "contraction"),
                  {NULL},
                  -1};
  if (!ch->name)
    return attnBad(c->op, "channels[%d] needs a 'name' (a string)", i);
  if (!attnVerifyName(c->op, "channel", ch->name))
    return false;
  for (int k = 0; k < i; ++k)
    if (strcmp(c->channels[k].name, ch->name) == 0)
      return attnBad(c->op, "has two channels named '%s'", ch->name);
  bool legal = false;
  for (size_t k = 0; k < sizeof monoids / sizeof *monoids && ch->monoid; ++k)
    legal = legal || strcmp(ch->monoid, monoids[k]) == 0;
  if (!legal)
    return attnBad(c->op, "channel '%s' has the monoid '%s', expected add, mul, max, min, and, or",
                   ch->name, ch->monoid ? ch->monoid : "");
  MlirAttribute type = attnDictGet(d, "type"), identity = attnDictGet(d, "identity");
  if (mlirAttributeIsNull(type) || !mlirAttributeIsAType(type))
    return attnBad(c->op, "channel '%s' needs a 'type'", ch->name);
  ch->type = mlirTypeAttrGetValue(type);
  bool boolean = strcmp(ch->monoid, "and") == 0 || strcmp(ch->monoid, "or") == 0;
  bool isBool = mlirTypeIsAInteger(ch->type) && mlirIntegerTypeGetWidth(ch->type) == 1;
  if (boolean ? !isBool : !attnIsFloat(ch->type) && !isInteger(ch->type)) {
    char *text = attnTypeText(ch->type);
    attnBad(c->op, "channel '%s' has the type '%s', expected %s for the monoid %s", ch->name, text,
            boolean ? "i1" : "f16, bf16, f32, f64 or an integer", ch->monoid);
    free(text);
    return false;
  }
  const char *wanted =
      mlirAttributeIsNull(identity) ? NULL : wrongIdentity(ch->monoid, ch->type, identity);
  if (mlirAttributeIsNull(identity))
    return attnBad(c->op, "channel '%s' needs an 'identity' of its type", ch->name);
  if (wanted) {
    char *text = attnTypeText(ch->type);
    attnBad(c->op, "channel '%s': the identity of %s is %s, as an attribute of type %s", ch->name,
            ch->monoid, wanted, text);
    free(text);
    return false;
  }
  return checkTwist(c, i) && checkContractionName(c, i);
}

static bool checkChannels(Check *c) {
  const char *name = attnAttrStr(c->op, "carrier");
  if (!name == (attnAttrArraySize(c->op, "channels") < 0))
    return attnBad(c->op, "needs either 'channels' or the name of a 'carrier', found %s",
                   name ? "both" : "neither");
  c->define = attnDefineOf(c->op);
  if (name && mlirOperationIsNull(c->define))
    return attnBad(c->op, "names the carrier '%s', of which the module has no carrier.define",
                   name);
  if (name)
    return true;
  intptr_t n = attnAttrArraySize(c->op, "channels");
  if (n < 1 || n > MAX_CHANNELS)
    return attnBad(c->op, "has %td channels, expected 1 to %d", n, MAX_CHANNELS);
  for (int i = 0; i < n; ++i, ++c->nChannels)
    if (!checkChannel(c, i))
      return false;
  return true;
}

//===--- regions ----------------------------------------------------------===//

static bool isScalar(MlirType t) {
  return mlirTypeIsAFloat(t) || mlirTypeIsAInteger(t) || mlirTypeIsAIndex(t);
}

static bool checkOperand(Check *c, MlirOperation op, intptr_t i, MlirRegion region) {
  MlirValue v = mlirOperationGetOperand(op, i);
  if (attnValueIsInside(v, region))
    return true;
  if (attnIs(op, "carrier.element") && i == 0)
    return true; // its own check looks at the type
  if (attnIs(attnDef(v), "carrier.size") ||
      (attnIs(attnDef(v), "arith.constant") && isScalar(mlirValueGetType(v))))
    return true;
  (void)c;
  return attnBad(
      op,
      "uses a value from outside the region as operand %td; only scalar constants, lengths "
      "(carrier.size) and, in carrier.element, tensors may be captured",
      i);
}

static bool checkElement(Check *c, MlirOperation op, MlirRegion region) {
  MlirValue tensor = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(tensor);
  MlirAffineMap map;
  if (!attnVerifyTensor(op, "the tensor", type))
    return false;
  if (attnValueIsInside(tensor, region))
    return attnBad(op, "reads a tensor that is defined inside the region");
  if (!mlirTypeEqual(mlirShapedTypeGetElementType(type),
                     mlirValueGetType(mlirOperationGetResult(op, 0))))
    return attnBad(op, "has a result of another type than the tensor's elements");
  attnAttrMap(op, "map", &map);
  int64_t extents[ATTN_MAX_AXES];
  for (int i = 0; i < c->axes.size; ++i)
    extents[i] = c->axes.a[i].extent;
  return attnVerifyMapShape(op, "attribute 'map'", map, c->axes.size, type) &&
         attnVerifyBounds(op, "attribute 'map'", map, extents, type);
}

static bool checkContract(Check *c, MlirOperation op) {
  const char *name = attnAttrStr(op, "axis");
  int axis = attnAxesFind(&c->axes, name);
  AttnAxisSet bit = axis < 0 ? 0 : (AttnAxisSet)1 << axis;
  if (!(bit & c->contractAxes))
    return attnBad(op, "contracts '%s', expected a contract axis of the fold", name);
  for (intptr_t i = 0; i < 2; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    if (!(attnDepsGet(&c->deps, v) & bit))
      return attnBad(op, "operand %td does not depend on the contracted axis '%s'", i, name);
    if (!attnIsFloat(mlirValueGetType(v)))
      return attnBad(op, "operand %td is not a float", i);
  }
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAF32(t) && !mlirTypeIsAF64(t))
    return attnBad(op, "must accumulate in f32 or f64");
  c->contracted |= bit;
  return true;
}

static bool checkProduct(MlirOperation op) {
  for (intptr_t i = 0; i < 2; ++i)
    if (!attnIsFloat(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return attnBad(op, "operand %td is not a float", i);
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAF32(t) && !mlirTypeIsAF64(t))
    return attnBad(op, "must give f32 or f64");
  return true;
}

/// Is every use of the result the yield (or, for a product, a mask)?
static bool checkOnlyYielded(MlirOperation op, bool maskToo) {
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    MlirOperation user = mlirOpOperandGetOwner(u);
    if (!attnIs(user, "gpu.yield") && !(maskToo && attnIs(user, "carrier.mask")))
      return attnBad(op, "may only be yielded, but '%s' uses it", attnOpName(user));
  }
  return true;
}

static bool checkOp(Check *c, MlirOperation op, RegionKind kind, MlirRegion region) {
  const char *name = attnOpName(op);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    if (!checkOperand(c, op, i, region))
      return false;
  if (strncmp(name, "arith.", 6) == 0 || strncmp(name, "math.", 5) == 0) {
    for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
      if (!isScalar(mlirValueGetType(mlirOperationGetResult(op, i))))
        return attnBad(op, "has a result that is not a scalar; the regions work on elements");
  } else if (attnIs(op, "carrier.element")) {
    if (!checkElement(c, op, region))
      return false;
  } else if (attnIs(op, "carrier.index")) {
    int axis = attnAxesFind(&c->axes, attnAttrStr(op, "axis"));
    if (axis < 0)
      return attnBad(op, "names the axis '%s', which '%s' lacks", attnAttrStr(op, "axis"),
                     attnOpName(c->op));
  } else if (kind == LIFT && attnIs(op, "carrier.contract")) {
    if (!checkContract(c, op))
      return false;
  } else if (kind == LIFT && attnIs(op, "carrier.product")) {
    if (!checkProduct(op) || !checkOnlyYielded(op, true))
      return false;
  } else if (kind == LIFT && attnIs(op, "carrier.mask")) {
    if (!checkOnlyYielded(op, false))
      return false;
  } else {
    return attnBad(op, "is not allowed in the region '%s', which holds arith, math and %s",
                   regionNames[kind],
                   kind == LIFT ? "carrier operations" : "carrier.element, carrier.index");
  }
  AttnAxisSet deps = attnDepsAddOp(&c->deps, &c->axes, op);
  if (kind == PROJECT && deps & ~c->freeAxes)
    return attnBad(op, "uses the axis '%s'; a projection may use free axes only",
                   firstAxis(c, deps & ~c->freeAxes));
  return true;
}

static bool checkRegion(Check *c, intptr_t index, RegionKind kind) {
  MlirRegion region = mlirOperationGetRegion(c->op, index);
  MlirBlock block = mlirRegionGetFirstBlock(region);
  MlirOperation op = mlirBlockGetFirstOperation(block), last = mlirBlockGetTerminator(block);
  for (; !mlirOperationEqual(op, last); op = mlirOperationGetNextInBlock(op))
    if (!checkOp(c, op, kind, region))
      return false;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(last); i < n; ++i)
    if (!checkOperand(c, last, i, region))
      return false;
  return true;
}

static MlirValue yielded(const Check *c, intptr_t region, intptr_t i) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(c->op, region)), i);
}

static bool checkContracted(const Check *c) {
  AttnAxisSet idle = c->contractAxes & ~c->contracted;
  return !idle ||
         attnBad(c->op, "no carrier.contract sums over the contract axis '%s'", firstAxis(c, idle));
}

static bool checkOpen(const Check *c, MlirValue v, const char *what, const char *name) {
  AttnAxisSet open = attnDepsGet(&c->deps, v) & c->contractAxes;
  return !open || attnBad(c->op,
                          "the %s '%s' depends on the contract axis '%s', which only "
                          "carrier.contract may consume",
                          what, name, firstAxis(c, open));
}

/// A named carrier: what the lift yields are the arguments of the definition's lift, the arguments
/// of the projection what its projection yields. Every part of the state depends on whatever an
/// element depends on.
static bool checkDefined(Check *c) {
  const char *name = attnAttrStr(c->op, "carrier");
  MlirBlock lift = attnBody(c->define, ATTN_DEFINE_LIFT), project = attnBody(c->op, 1);
  MlirOperation end = mlirBlockGetTerminator(attnBody(c->define, ATTN_DEFINE_PROJECT));
  AttnAxisSet deps = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(lift); ++i) {
    MlirValue v = yielded(c, 0, i);
    if (!mlirTypeEqual(mlirValueGetType(v), mlirValueGetType(mlirBlockGetArgument(lift, i))))
      return attnBad(c->op,
                     "value %td of the lift must have the type of argument %td of the lift "
                     "of carrier '%s'",
                     i, i, name);
    MlirOperation def = attnDef(v);
    if (attnIs(def, "carrier.mask"))
      def = attnDef(mlirOperationGetOperand(def, 1));
    if (attnIs(def, "carrier.product"))
      return attnBad(c->op,
                     "value %td of the lift is a carrier.product, which needs an add channel "
                     "with 'contraction'",
                     i);
    if (!checkOpen(c, v, "lift for carrier", name))
      return false;
    deps |= attnDepsGet(&c->deps, v);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue arg = mlirBlockGetArgument(project, i);
    if (!mlirTypeEqual(mlirValueGetType(arg), mlirValueGetType(mlirOperationGetOperand(end, i))))
      return attnBad(c->op,
                     "argument %td of the projection must have the type of what the "
                     "projection of carrier '%s' yields at %td",
                     i, name, i);
    attnDepsSet(&c->deps, arg, deps & c->freeAxes);
  }
  return checkContracted(c);
}

static bool checkLiftYields(Check *c) {
  for (int i = 0; i < c->nChannels; ++i) {
    const Channel *ch = &c->channels[i];
    MlirValue v = yielded(c, 0, i);
    MlirType t = mlirValueGetType(v);
    if (ch->twist ? !attnIsFloat(t) : !mlirTypeEqual(t, ch->type))
      return attnBad(c->op, "the lift of channel '%s' must be of %s", ch->name,
                     ch->twist ? "a float type" : "the channel's type");
    if (!checkOpen(c, v, "lift of channel", ch->name))
      return false;
    MlirOperation def = attnDef(v);
    if (attnIs(def, "carrier.mask"))
      def = attnDef(mlirOperationGetOperand(def, 1));
    bool product = attnIs(def, "carrier.product");
    if (product && (!ch->contraction || ch->twist))
      return attnBad(c->op,
                     "channel '%s' is lifted by a carrier.product, which needs an add channel "
                     "with 'contraction' and without twist",
                     ch->name);
    if (ch->contraction && !ch->twist && !product)
      return attnBad(c->op,
                     "channel '%s' names the contraction '%s', but its lift is no "
                     "carrier.product",
                     ch->name, ch->contraction);
  }
  return checkContracted(c);
}

static bool checkProjectArgs(Check *c) {
  MlirBlock block = attnBody(c->op, 1);
  for (int i = 0; i < c->nChannels; ++i) {
    const Channel *ch = &c->channels[i];
    MlirValue arg = mlirBlockGetArgument(block, i);
    if (!mlirTypeEqual(mlirValueGetType(arg), ch->type))
      return attnBad(c->op,
                     "argument %d of the projection is the state of channel '%s' and must have "
                     "its type",
                     i, ch->name);
    AttnAxisSet deps = attnDepsGet(&c->deps, yielded(c, 0, i));
    if (ch->pivotIndex >= 0)
      deps |= attnDepsGet(&c->deps, yielded(c, 0, ch->pivotIndex));
    attnDepsSet(&c->deps, arg, deps & c->freeAxes);
  }
  return true;
}

/// Result maps, result types against what `region` yields.
static bool checkResults(Check *c, intptr_t region) {
  intptr_t n = mlirOperationGetNumResults(c->op);
  if (attnAttrArraySize(c->op, "maps") != n)
    return attnBad(c->op, "has %td maps, expected one for each of the %td results",
                   attnAttrArraySize(c->op, "maps"), n);
  int64_t extents[ATTN_MAX_AXES];
  const char *names[ATTN_MAX_AXES];
  for (int i = 0; i < c->axes.size; ++i)
    extents[i] = c->axes.a[i].extent, names[i] = c->axes.a[i].name;
  for (intptr_t r = 0; r < n; ++r) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(c->op, r));
    MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(c->op, "maps", r));
    char what[32];
    snprintf(what, sizeof what, "maps[%td]", r);
    AttnAxisSet used;
    if (!attnVerifyTensor(c->op, "a result", type) ||
        !attnVerifyMapShape(c->op, what, map, c->axes.size, type))
      return false;
    for (int i = 0; i < c->axes.size; ++i)
      for (intptr_t k = 0; k < mlirAffineMapGetNumResults(map); ++k)
        if (!(c->freeAxes >> i & 1) &&
            mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, k), i))
          return attnBad(c->op, "%s uses the %s axis '%s', expected free axes only", what,
                         attnAxisRoleName(c->axes.a[i].role), names[i]);
    if (!attnVerifyCover(c->op, what, map, extents, names, type, &used))
      return false;
    MlirValue v = yielded(c, region, r);
    if (!mlirTypeEqual(mlirValueGetType(v), mlirShapedTypeGetElementType(type)))
      return attnBad(c->op, "result %td has another element type than the value yielded for it", r);
    AttnAxisSet missing = proper(c, attnDepsGet(&c->deps, v) & ~used);
    if (missing)
      return attnBad(c->op, "result %td depends on axis '%s', which %s lacks", r,
                     firstAxis(c, missing), what);
  }
  return true;
}

static bool check(Check *c) {
  intptr_t nResults = mlirOperationGetNumResults(c->op);
  if (!checkAxes(c) || !attnVerifySchedule(c->op))
    return false;
  if (!c->isFold)
    return attnVerifyBlock(c->op, 0, "body", 0, nResults) && checkRegion(c, 0, MAP_BODY) &&
           checkResults(c, 0);
  if (!checkChannels(c))
    return false;
  bool named = !mlirOperationIsNull(c->define);
  intptr_t elements = named ? attnDefineElements(c->define) : c->nChannels;
  intptr_t states = named ? attnDefineResults(c->define) : c->nChannels;
  if (elements < 0 || states < 0)
    return attnBad(c->op, "names the carrier '%s', whose definition is malformed",
                   attnAttrStr(c->op, "carrier"));
  if (!attnVerifyBlock(c->op, 0, "lift", 0, elements) ||
      !attnVerifyBlock(c->op, 1, "project", states, nResults) || !checkRegion(c, 0, LIFT))
    return false;
  return (named ? checkDefined(c) : checkLiftYields(c) && checkProjectArgs(c)) &&
         checkRegion(c, 1, PROJECT) && checkResults(c, 1);
}

bool attnVerifyCarrier(MlirOperation op) {
  Check c = {.op = op, .isFold = attnIs(op, "carrier.fold")};
  bool ok = check(&c);
  attnDepsFree(&c.deps);
  return ok;
}
