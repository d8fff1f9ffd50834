//===- Place.c - attn-place: fused stream or materialised form ------------===//
//
// Takes: carrier.fold operations; the key PLACE of the schedule (`PLACE@fold=fuse|cut`, or bare),
// from the option or an operation's own `schedule`. Without a pin: fuse.
//
// Gives: PLACE@fold in the `schedule` of every fold.
//
//   fuse  the fold stays as it is
//   cut   the fold whose lift holds a carrier.contract is split in two: what the contraction
//         feeds is computed by a fold of its own and written to memory, the rest reads it back.
//
//   result = project(merge over j of lift(.., sum over k of a(i,k) * b(j,k), ..))
//
//   becomes   s[i,j] = rest(sum over k of a(i,k) * b(j,k))         (fold over k, one add channel)
//             result = project(merge over j of lift(.., s[i,j], ..))
//
// The score `s` is the whole lift of a channel, up to and including its carrier.mask, which turns
// into a select of the channel's identity; where the lift is a carrier.product, each operand that
// holds a contraction is one. Several contractions: all but the last are materialised as plain sums
// that the next one reads. Other pins of the schedule go with the part that has their contraction
// or axis. Leaves alone: carrier.map, folds without a contraction (fuse is recorded), everything
// else. Errors: a `cut` where there is nothing to cut; PLACE at another axis than `fold`; pins that
// contradict each other. Running the pass again changes nothing.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Deps.h"
#include "IR/Affine.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Passes.h"
#include "Schedule/Schedule.h"
#include "attn-c/Dialects.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROOTS = 64, MAX_CONTRACTS = 32 };

//===--- what is cut ------------------------------------------------------===//

/// A value of the lift that is written to memory.
typedef struct Root {
  MlirValue value;        // in the old lift
  MlirAttribute identity; // where the value is a carrier.mask: what a masked element is
  AttnAxisSet axes;
  MlirValue tensor; // in the function, once built
} Root;

typedef struct Contract {
  MlirOperation op;
  int axis;
  AttnAxisSet axes; // of its result
  MlirValue tensor; // in the function, once built; not for the last
} Contract;

typedef struct Cut {
  MlirOperation fold, yield;
  MlirRegion lift;
  AttnAxes axes;
  AttnDeps deps;
  AttnDeps holds; // value -> 1 where a carrier.contract feeds it
  int nContracts, nRoots;
  Contract contracts[MAX_CONTRACTS]; // those that feed roots, in block order
  Root roots[MAX_ROOTS];
  const AttnSchedule *schedule;
} Cut;

static AttnAxisSet bit(int axis) { return (AttnAxisSet)1 << axis; }

static Root *findRoot(Cut *c, MlirValue value, MlirAttribute identity) {
  for (int i = 0; i < c->nRoots; ++i)
    if (mlirValueEqual(c->roots[i].value, value) &&
        mlirAttributeEqual(c->roots[i].identity, identity))
      return &c->roots[i];
  return NULL;
}

static bool addRoot(Cut *c, MlirValue value, MlirAttribute identity) {
  if (!attnDepsGet(&c->holds, value) || findRoot(c, value, identity))
    return true;
  if (c->nRoots == MAX_ROOTS)
    return false;
  c->roots[c->nRoots++] = (Root){value, identity, attnDepsGet(&c->deps, value), {NULL}};
  return true;
}

/// The identity a masked lift of channel i has; null where the lift is no mask, and in a fold that
/// names a carrier.
static MlirAttribute maskIdentity(const Cut *c, intptr_t i) {
  MlirValue lift = mlirOperationGetOperand(c->yield, i);
  if (!attnIs(attnDef(lift), "carrier.mask") || attnAttrStr(c->fold, "carrier"))
    return mlirAttributeGetNull();
  MlirAttribute identity = attnDictGet(attnAttrArrayGet(c->fold, "channels", i), "identity");
  // A twisted lift may be of another float type than the channel; its identity is zero in any.
  MlirType type = mlirValueGetType(lift);
  if (!mlirTypeEqual(mlirAttributeGetType(identity), type))
    identity = mlirFloatAttrDoubleGet(mlirAttributeGetContext(identity), type,
                                      mlirFloatAttrGetValueDouble(identity));
  return identity;
}

/// Where channel i's lift is cut. A carrier.product must stay what is yielded, so its operands are
/// cut.
static bool rootsOfChannel(Cut *c, intptr_t i) {
  MlirValue lift = mlirOperationGetOperand(c->yield, i);
  MlirOperation mask = attnDef(lift), product = mask;
  bool masked = attnIs(mask, "carrier.mask");
  if (masked)
    product = attnDef(mlirOperationGetOperand(mask, 1));
  MlirAttribute none = mlirAttributeGetNull();
  if (attnAttrStr(c->fold, "carrier")) // a masked element is a whole one: the rest masks it
    return !masked ? addRoot(c, lift, none)
                   : addRoot(c, mlirOperationGetOperand(mask, 0), none) &&
                         addRoot(c, mlirOperationGetOperand(mask, 1), none);
  if (!attnIs(product, "carrier.product"))
    return addRoot(c, lift, maskIdentity(c, i));
  return (!masked || addRoot(c, mlirOperationGetOperand(mask, 0), none)) &&
         addRoot(c, mlirOperationGetOperand(product, 0), none) &&
         addRoot(c, mlirOperationGetOperand(product, 1), none);
}

/// Marks what feeds `value`.
static void markFeeding(const Cut *c, AttnDeps *marks, MlirValue value) {
  MlirOperation def = attnDef(value);
  if (mlirOperationIsNull(def) || !attnIsInside(def, c->lift) || attnDepsGet(marks, value))
    return;
  attnDepsSet(marks, value, 1);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(def); i < n; ++i)
    markFeeding(c, marks, mlirOperationGetOperand(def, i));
}

/// Fills contracts and roots. False where the fold is too large for the tables.
static bool findCuts(Cut *c) {
  attnDepsAddRegion(&c->deps, &c->axes, c->fold, 0);
  MlirOperation op = mlirBlockGetFirstOperation(attnBody(c->fold, 0));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    bool holds = attnIs(op, "carrier.contract");
    for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
      holds = holds || attnDepsGet(&c->holds, mlirOperationGetOperand(op, i));
    for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n && holds; ++i)
      attnDepsSet(&c->holds, mlirOperationGetResult(op, i), 1);
  }
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(c->yield); i < n; ++i)
    if (!rootsOfChannel(c, i))
      return false;
  AttnDeps feeding = {0};
  for (int i = 0; i < c->nRoots; ++i)
    markFeeding(c, &feeding, c->roots[i].value);
  bool fits = true;
  op = mlirBlockGetFirstOperation(attnBody(c->fold, 0));
  for (; !mlirOperationIsNull(op) && fits; op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.contract") || !attnDepsGet(&feeding, mlirOperationGetResult(op, 0)))
      continue;
    fits = c->nContracts < MAX_CONTRACTS;
    if (fits)
      c->contracts[c->nContracts++] =
          (Contract){op,
                     attnAxesFind(&c->axes, attnAttrStr(op, "axis")),
                     attnDepsGet(&c->deps, mlirOperationGetResult(op, 0)),
                     {NULL}};
  }
  attnDepsFree(&feeding);
  return fits;
}

//===--- building ---------------------------------------------------------===//

/// The axes of a new operation: a subset of the old ones, in their order.
typedef struct Domain {
  AttnAxisSet axes;
  int fold;                    // old position of the fold axis
  int position[ATTN_MAX_AXES]; // old -> new
  int size;
  MlirAffineMap fromNew; // (new dimensions) -> (old dimensions), 0 for those that are gone
} Domain;

static Domain makeDomain(const Cut *c, AttnAxisSet axes, int fold) {
  MlirContext ctx = mlirOperationGetContext(c->fold);
  Domain d = {.axes = axes, .fold = fold};
  MlirAffineExpr exprs[ATTN_MAX_AXES];
  for (int i = 0; i < c->axes.size; ++i) {
    bool in = axes >> i & 1;
    d.position[i] = d.size;
    exprs[i] = in ? mlirAffineDimExprGet(ctx, d.size++) : mlirAffineConstantExprGet(ctx, 0);
  }
  d.fromNew = mlirAffineMapGet(ctx, d.size, 0, c->axes.size, exprs);
  return d;
}

/// The map from a domain to the tensor over `axes`.
static MlirAffineMap mapTo(const Cut *c, const Domain *d, AttnAxisSet axes) {
  MlirContext ctx = mlirOperationGetContext(c->fold);
  MlirAffineExpr exprs[ATTN_MAX_AXES];
  intptr_t n = 0;
  for (int i = 0; i < c->axes.size; ++i)
    if (axes >> i & 1)
      exprs[n++] = mlirAffineDimExprGet(ctx, d->position[i]);
  return mlirAffineMapGet(ctx, d->size, 0, n, exprs);
}

static MlirType tensorOver(const Cut *c, AttnAxisSet axes, MlirType element) {
  int64_t shape[ATTN_MAX_AXES];
  intptr_t n = 0;
  for (int i = 0; i < c->axes.size; ++i)
    if (axes >> i & 1)
      shape[n++] = c->axes.a[i].extent;
  return attnTensorType(n, shape, element);
}

static MlirAttribute axesAttr(const Cut *c, const Domain *d) {
  MlirContext ctx = mlirOperationGetContext(c->fold);
  MlirAttribute dicts[ATTN_MAX_AXES];
  intptr_t n = 0;
  for (int i = 0; i < c->axes.size; ++i) {
    if (!(d->axes >> i & 1))
      continue;
    const char *role = i == d->fold ? "fold" : "free";
    MlirNamedAttribute fields[] = {attnNamed(ctx, "name", attnStr(ctx, c->axes.a[i].name)),
                                   attnNamed(ctx, "role", attnStr(ctx, role)),
                                   attnNamed(ctx, "extent", attnI64(ctx, c->axes.a[i].extent))};
    dicts[n++] = mlirDictionaryAttrGet(ctx, 3, fields);
  }
  return mlirArrayAttrGet(ctx, n, dicts);
}

/// A place in a new region with what stands for the old values there.
typedef struct Copier {
  Cut *c;
  AttnBuilder b;
  const Domain *domain;
  AttnValueMap values;
  bool readRoots; // roots are read back; otherwise contractions are
} Copier;

static MlirValue readTensor(Copier *k, MlirValue tensor, AttnAxisSet axes) {
  MlirNamedAttribute map = attnNamed(k->b.ctx, "map", attnMapAttr(mapTo(k->c, k->domain, axes)));
  return attnBuild(&k->b, "carrier.element", 1, &tensor,
                   mlirShapedTypeGetElementType(mlirValueGetType(tensor)), 1, &map);
}

/// The tensor that holds `value`, if it has been written.
static bool written(Copier *k, MlirValue value, MlirValue *tensor, AttnAxisSet *axes) {
  Root *root = k->readRoots ? findRoot(k->c, value, mlirAttributeGetNull()) : NULL;
  if (root) {
    *tensor = root->tensor, *axes = root->axes;
    return true;
  }
  for (int i = 0; i < k->c->nContracts && !k->readRoots; ++i) {
    const Contract *ct = &k->c->contracts[i];
    if (mlirValueEqual(mlirOperationGetResult(ct->op, 0), value)) {
      *tensor = ct->tensor, *axes = ct->axes;
      return true;
    }
  }
  return false;
}

static void copyOp(Copier *k, MlirOperation op) {
  MlirOperation copy = attnCloneMapped(&k->b, op, &k->values);
  MlirAffineMap map;
  if (attnIs(op, "carrier.element") && attnAttrMap(op, "map", &map))
    attnSetAttr(copy, "map", attnMapAttr(attnAffineOver(map, k->domain->fromNew)));
}

/// `value` of the old lift, with everything that feeds it, in the new region.
static MlirValue copyValue(Copier *k, MlirValue value) {
  if (!attnValueIsInside(value, k->c->lift) || attnMapContains(&k->values, value))
    return attnMapLookup(&k->values, value);
  MlirValue tensor;
  AttnAxisSet axes;
  if (written(k, value, &tensor, &axes)) {
    MlirValue element = readTensor(k, tensor, axes);
    attnMapValue(&k->values, value, element);
    return element;
  }
  MlirOperation def = attnDef(value);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(def); i < n; ++i)
    copyValue(k, mlirOperationGetOperand(def, i));
  copyOp(k, def);
  return attnMapLookup(&k->values, value);
}

/// A root in the projection of the last contraction.
static MlirValue copyRoot(Copier *k, const Root *root) {
  if (mlirAttributeIsNull(root->identity))
    return copyValue(k, root->value);
  MlirOperation mask = attnDef(root->value);
  MlirValue keep = copyValue(k, mlirOperationGetOperand(mask, 0));
  MlirValue value = copyValue(k, mlirOperationGetOperand(mask, 1));
  MlirNamedAttribute attr = attnNamed(k->b.ctx, "value", root->identity);
  MlirValue identity =
      attnBuild0(&k->b, "arith.constant", mlirAttributeGetType(root->identity), 1, &attr);
  return attnSelect(&k->b, keep, value, identity);
}

//===--- the schedule of the parts ----------------------------------------===//

/// Does the pin go with the part over `d` whose contraction is `own` (NULL: the rest of the fold)?
static bool pinBelongs(const Cut *c, const AttnScheduleEntry *e, const Domain *d, const char *own) {
  if (strcmp(e->key, "PACK") == 0)
    return !own;
  if (!*e->axis || strcmp(e->key, "PLACE") == 0)
    return true;
  bool cutOff = false; // is it the name of a contraction that is cut off?
  for (int i = 0; i < c->nContracts; ++i)
    cutOff = cutOff || strcmp(e->axis, c->axes.a[c->contracts[i].axis].name) == 0;
  if (strcmp(e->key, "TILE") == 0 || cutOff)
    return own ? strcmp(e->axis, own) == 0 : !cutOff;
  int axis = attnAxesFind(&c->axes, e->axis);
  if (axis < 0)
    return !own;
  if (strcmp(e->key, "REDUCE") == 0 || strcmp(e->key, "ROLE") == 0)
    return axis == d->fold;
  return d->axes >> axis & 1;
}

static MlirAttribute scheduleAttr(const Cut *c, const Domain *d, const char *own) {
  AttnSchedule s = {0};
  for (size_t i = 0; i < c->schedule->size; ++i)
    if (pinBelongs(c, &c->schedule->entries[i], d, own))
      s.entries[s.size++] = c->schedule->entries[i];
  char *text = attnSchedulePrint(&s);
  MlirAttribute attr = attnStr(mlirOperationGetContext(c->fold), text ? text : "");
  free(text);
  return attr;
}

//===--- the parts --------------------------------------------------------===//

static MlirAttribute sumChannel(MlirContext ctx, MlirType type, const char *contraction) {
  MlirNamedAttribute fields[] = {attnNamed(ctx, "name", attnStr(ctx, "sum")),
                                 attnNamed(ctx, "monoid", attnStr(ctx, "add")),
                                 attnNamed(ctx, "type", mlirTypeAttrGet(type)),
                                 attnNamed(ctx, "identity", mlirFloatAttrDoubleGet(ctx, type, 0.0)),
                                 attnNamed(ctx, "contraction", attnStr(ctx, contraction))};
  MlirAttribute dict = mlirDictionaryAttrGet(ctx, 5, fields);
  return mlirArrayAttrGet(ctx, 1, &dict);
}

/// Contraction i as a fold of its own. The last one computes the roots from its sum, the others
/// give the sum.
static void buildContract(Cut *c, int i) {
  Contract *ct = &c->contracts[i];
  bool last = i == c->nContracts - 1;
  MlirValue lhs = mlirOperationGetOperand(ct->op, 0), rhs = mlirOperationGetOperand(ct->op, 1);
  MlirValue oldSum = mlirOperationGetResult(ct->op, 0);
  MlirType type = mlirValueGetType(oldSum);
  AttnAxisSet axes = attnDepsGet(&c->deps, lhs) | attnDepsGet(&c->deps, rhs);
  for (int r = 0; r < c->nRoots && last; ++r)
    axes |= c->roots[r].axes;
  Domain d = makeDomain(c, axes, ct->axis);
  AttnBuilder b = attnBuilderBefore(c->fold);

  MlirRegion regions[2];
  Copier lift = {.c = c, .domain = &d}, project = {.c = c, .domain = &d};
  regions[0] = attnRegionWithBlock(&b, 0, NULL, &lift.b);
  MlirValue pair[] = {copyValue(&lift, lhs), copyValue(&lift, rhs)};
  MlirValue product = attnBuild(&lift.b, "carrier.product", 2, pair, type, 0, NULL);
  attnBuildYield(&lift.b, "gpu.yield", 1, &product);
  attnMapFree(&lift.values);

  regions[1] = attnRegionWithBlock(&b, 1, &type, &project.b);
  MlirValue sum = mlirBlockGetArgument(project.b.block, 0);
  intptr_t nResults = last ? c->nRoots : 1;
  MlirValue results[MAX_ROOTS] = {sum};
  MlirType types[MAX_ROOTS];
  MlirAttribute maps[MAX_ROOTS];
  attnMapValue(&project.values, oldSum, sum);
  for (intptr_t r = 0; r < nResults; ++r) {
    AttnAxisSet over = last ? c->roots[r].axes : ct->axes;
    if (last)
      results[r] = copyRoot(&project, &c->roots[r]);
    types[r] = tensorOver(c, over, mlirValueGetType(results[r]));
    maps[r] = attnMapAttr(mapTo(c, &d, over));
  }
  attnBuildYield(&project.b, "gpu.yield", nResults, results);
  attnMapFree(&project.values);

  const char *name = c->axes.a[ct->axis].name;
  MlirNamedAttribute attrs[] = {attnNamed(b.ctx, "axes", axesAttr(c, &d)),
                                attnNamed(b.ctx, "maps", mlirArrayAttrGet(b.ctx, nResults, maps)),
                                attnNamed(b.ctx, "channels", sumChannel(b.ctx, type, name)),
                                attnNamed(b.ctx, "schedule", scheduleAttr(c, &d, name))};
  MlirOperation op = attnBuildOp(&b, &(AttnOpDesc){.name = "carrier.fold",
                                                   .nResults = nResults,
                                                   .results = types,
                                                   .nAttrs = 4,
                                                   .attrs = attrs,
                                                   .nRegions = 2,
                                                   .regions = regions});
  for (intptr_t r = 0; r < nResults; ++r)
    *(last ? &c->roots[r].tensor : &ct->tensor) = mlirOperationGetResult(op, r);
}

/// The fold without its contract axes, reading the roots.
static void buildRest(Cut *c) {
  AttnAxisSet axes = 0;
  int fold = 0;
  for (int i = 0; i < c->axes.size; ++i) {
    if (c->axes.a[i].role != ATTN_AXIS_CONTRACT)
      axes |= bit(i);
    if (c->axes.a[i].role == ATTN_AXIS_FOLD)
      fold = i;
  }
  Domain d = makeDomain(c, axes, fold);
  AttnBuilder b = attnBuilderBefore(c->fold);
  intptr_t nChannels = mlirOperationGetNumOperands(c->yield);
  intptr_t nResults = mlirOperationGetNumResults(c->fold);

  MlirRegion regions[2];
  Copier lift = {.c = c, .domain = &d, .readRoots = true};
  regions[0] = attnRegionWithBlock(&b, 0, NULL, &lift.b);
  MlirValue *yields = malloc((size_t)nChannels * sizeof *yields);
  for (intptr_t i = 0; i < nChannels; ++i) {
    MlirValue old = mlirOperationGetOperand(c->yield, i);
    MlirAttribute identity = maskIdentity(c, i);
    Root *root = mlirAttributeIsNull(identity) ? NULL : findRoot(c, old, identity);
    yields[i] = root ? readTensor(&lift, root->tensor, root->axes) : copyValue(&lift, old);
  }
  attnBuildYield(&lift.b, "gpu.yield", nChannels, yields);
  attnMapFree(&lift.values);

  MlirBlock oldProject = attnBody(c->fold, 1);
  intptr_t nStates = mlirBlockGetNumArguments(oldProject);
  Copier project = {.c = c, .domain = &d};
  MlirType *states = malloc((size_t)nStates * sizeof *states);
  for (intptr_t i = 0; i < nStates; ++i)
    states[i] = mlirValueGetType(mlirBlockGetArgument(oldProject, i));
  regions[1] = attnRegionWithBlock(&b, nStates, states, &project.b);
  for (intptr_t i = 0; i < nStates; ++i)
    attnMapValue(&project.values, mlirBlockGetArgument(oldProject, i),
                 mlirBlockGetArgument(project.b.block, i));
  MlirOperation op = mlirBlockGetFirstOperation(oldProject);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    copyOp(&project, op);
  attnMapFree(&project.values);
  free(states);
  free(yields);

  MlirType *types = malloc((size_t)nResults * sizeof *types);
  MlirValue *values = malloc((size_t)nResults * sizeof *values);
  MlirAttribute *maps = malloc((size_t)nResults * sizeof *maps);
  for (intptr_t r = 0; r < nResults; ++r) {
    types[r] = mlirValueGetType(mlirOperationGetResult(c->fold, r));
    maps[r] = attnMapAttr(
        attnAffineOver(mlirAffineMapAttrGetValue(attnAttrArrayGet(c->fold, "maps", r)), d.fromNew));
  }
  const char *merge = attnAttrStr(c->fold, "carrier") ? "carrier" : "channels";
  MlirNamedAttribute attrs[] = {attnNamed(b.ctx, "axes", axesAttr(c, &d)),
                                attnNamed(b.ctx, "maps", mlirArrayAttrGet(b.ctx, nResults, maps)),
                                attnNamed(b.ctx, merge, attnAttr(c->fold, merge)),
                                attnNamed(b.ctx, "schedule", scheduleAttr(c, &d, NULL))};
  MlirOperation rest = attnBuildOp(&b, &(AttnOpDesc){.name = "carrier.fold",
                                                     .nResults = nResults,
                                                     .results = types,
                                                     .nAttrs = 4,
                                                     .attrs = attrs,
                                                     .nRegions = 2,
                                                     .regions = regions});
  for (intptr_t r = 0; r < nResults; ++r)
    values[r] = mlirOperationGetResult(rest, r);
  attnReplaceOp(c->fold, nResults, values);
  free(types);
  free(values);
  free(maps);
}

//===--- decisions --------------------------------------------------------===//

/// Leaves one PLACE@fold at most, adding the one of `more`. False with an error at `op`.
static bool collectPlace(MlirOperation op, const AttnSchedule *more, AttnSchedule *place) {
  char err[256];
  for (size_t i = 0; i < more->size; ++i) {
    const AttnScheduleEntry *e = &more->entries[i];
    if (strcmp(e->key, "PLACE") != 0)
      continue;
    if (*e->axis && strcmp(e->axis, "fold") != 0) {
      attnOpError(op, "PLACE@%s=%s cannot be honoured: PLACE is decided at 'fold'", e->axis,
                  e->value);
      return false;
    }
    AttnSchedule one = {0};
    attnScheduleSet(&one, "PLACE", "fold", e->value);
    if (!attnScheduleMerge(place, &one, err, sizeof err)) {
      attnOpError(op, "%s", err);
      return false;
    }
  }
  return true;
}

static bool isCut(MlirOperation op) {
  const char *schedule = attnIs(op, "carrier.fold") ? attnAttrStr(op, "schedule") : NULL;
  return schedule && strstr(schedule, "PLACE@fold=cut");
}

static bool hasContract(MlirOperation fold) {
  MlirOperation op = mlirBlockGetFirstOperation(attnBody(fold, 0));
  while (!mlirOperationIsNull(op) && !attnIs(op, "carrier.contract"))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}

/// A fold that an earlier run made by a cut, seen by its other part: nothing is left to do.
static bool isDone(MlirOperation fold) {
  if (!isCut(fold) || hasContract(fold))
    return false;
  MlirOperation op = mlirBlockGetFirstOperation(attnBody(fold, 0));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "carrier.element") && isCut(attnDef(mlirOperationGetOperand(op, 0))))
      return true;
  for (intptr_t i = 0, n = mlirOperationGetNumResults(fold); i < n; ++i)
    for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(fold, i));
         !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u))
      if (isCut(mlirOperationGetParentOperation(mlirOpOperandGetOwner(u))))
        return true;
  return false;
}

/// The schedule with PLACE@fold=value in place of every other PLACE. False if it is full.
static bool withPlace(const AttnSchedule *s, const char *value, AttnSchedule *out) {
  *out = (AttnSchedule){0};
  bool fits = attnScheduleSet(out, "PLACE", "fold", value);
  for (size_t i = 0; i < s->size; ++i) {
    const AttnScheduleEntry *e = &s->entries[i];
    if (strcmp(e->key, "PLACE") != 0)
      fits = attnScheduleSet(out, e->key, e->axis, e->value) && fits;
  }
  return fits;
}

static bool isCutPin(const AttnSchedule *place) {
  return place->size && strcmp(place->entries[0].value, "cut") == 0;
}

/// One fold. `optionPlace`: the pass's own pin.
static bool placeFold(MlirOperation fold, const AttnSchedule *optionPlace) {
  AttnSchedule own, place = {0};
  char err[256];
  if (!attnScheduleParse(attnAttrStr(fold, "schedule"), &own, err, sizeof err)) {
    attnOpError(fold, "attribute 'schedule': %s", err);
    return false;
  }
  if (!collectPlace(fold, &own, &place))
    return false;
  bool done = isDone(fold), canBeCut = done || hasContract(fold);
  // A cut asked for by the option is for the folds that can be cut.
  if ((canBeCut || !isCutPin(optionPlace)) && !collectPlace(fold, optionPlace, &place))
    return false;
  bool wanted = isCutPin(&place);
  if (wanted && !canBeCut) {
    attnOpError(fold, "PLACE@fold=cut cannot be honoured: only a fold whose lift holds a "
                      "carrier.contract can be cut");
    return false;
  }
  AttnSchedule decided;
  if (!withPlace(&own, wanted ? "cut" : "fuse", &decided)) {
    attnOpError(fold, "attribute 'schedule' has no room for PLACE@fold");
    return false;
  }
  if (!wanted || done) {
    char *text = attnSchedulePrint(&decided);
    attnSetAttr(fold, "schedule", attnStr(mlirOperationGetContext(fold), text ? text : ""));
    free(text);
    return true;
  }
  Cut c = {.fold = fold, .lift = mlirOperationGetRegion(fold, 0), .schedule = &decided};
  c.yield = mlirBlockGetTerminator(attnBody(fold, 0));
  bool ok = attnAxesRead(fold, &c.axes) && findCuts(&c);
  if (!ok)
    attnOpError(fold, "has too many contractions to be cut, at most %d", MAX_CONTRACTS);
  if (ok && !c.nContracts) {
    attnOpError(fold, "PLACE@fold=cut cannot be honoured: its carrier.contract feeds no channel");
    ok = false;
  }
  for (int i = 0; i < c.nContracts && ok; ++i)
    buildContract(&c, i);
  if (ok)
    buildRest(&c);
  attnDepsFree(&c.deps);
  attnDepsFree(&c.holds);
  return ok;
}

/// The option's pin must find something, unless there is nothing that it could be meant for.
static bool anyToPlace(MlirOperation root, const MlirOperation *folds, intptr_t n, bool cut) {
  for (intptr_t i = 0; i < n; ++i)
    if (!cut || hasContract(folds[i]) || isDone(folds[i]))
      return true;
  if (attnIs(root, "func.func") && mlirBlockIsNull(attnBody(root, 0))) // a declaration
    return true;
  if (cut)
    attnOpError(n ? folds[0] : root,
                "PLACE@fold=cut cannot be honoured: only a fold whose lift holds a "
                "carrier.contract can be cut, and there is none");
  else
    attnOpError(root, "PLACE@fold=fuse cannot be honoured: there is no fold");
  return false;
}

/// A map has nothing to fuse or cut.
static bool noPlace(MlirOperation map) {
  AttnSchedule own;
  char err[256];
  if (!attnScheduleParse(attnAttrStr(map, "schedule"), &own, err, sizeof err)) {
    attnOpError(map, "attribute 'schedule': %s", err);
    return false;
  }
  for (size_t i = 0; i < own.size; ++i)
    if (strcmp(own.entries[i].key, "PLACE") == 0) {
      attnOpError(map, "PLACE%s%s=%s cannot be honoured: a map folds nothing",
                  *own.entries[i].axis ? "@" : "", own.entries[i].axis, own.entries[i].value);
      return false;
    }
  return true;
}

MlirLogicalResult attnRunPlace(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option, place = {0};
  char err[512];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "option 'schedule': %s", err);
  if (!collectPlace(op, &option, &place) || mlirLogicalResultIsFailure(attnVerify(op)))
    return mlirLogicalResultFailure();
  MlirOperation *folds;
  intptr_t n = attnCollect(op, "carrier.fold", &folds);
  bool ok = !place.size || anyToPlace(op, folds, n, isCutPin(&place));
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = placeFold(folds[i], &place);
  free(folds);
  n = ok ? attnCollect(op, "carrier.map", &folds) : 0;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = noPlace(folds[i]);
  if (n)
    free(folds);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
