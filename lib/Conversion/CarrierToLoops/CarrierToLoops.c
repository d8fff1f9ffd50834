//===- CarrierToLoops.c - convert-carrier-to-loops ------------------------===//
//
// Takes:  carrier.fold and carrier.map operations in a func.func or builtin.module.
// Gives:  each of them as loops on tensors (scf, tensor, arith), written so that one-shot
//         bufferization makes in-place loops on buffers of them. Definitions that no fold of the
//         module names any more go.
// Leaves: every other operation.
//
// The fold, with O the free axes bound outside and I(c) those that only channel c has (an
// expectation over value columns, say):
//
//   for O:
//     state[c] = identity                      scalar, or a tensor over I(c) allocated once
//     for fold axis:
//       channel without twist   state = state (+) lift                            (for I(c))
//       pivot p and the channels relative to it, where keep and score != -inf:
//         score = lift of p                    with a loop per carrier.contract
//         p'    = max(p, score)                ref = p', or 0 where p' is infinite
//         old   = exp(p - ref) if score > p, else 1;   new = exp(score - ref)
//         state = state * old + new * lift                                        (for I(c))
//     for the axes a result has beyond O:
//       result = project(state)
//
// A fold that names a carrier.define merges as that says, all channels at once:
//
//       where keep:  states = merge(states, lifts)
//
// in the order of the axis. Its laws are tried first, and a carrier that breaks one is refused.
//
// A masked element is not evaluated at all. A fold over nothing gives the identity: what becomes of
// it is the projection's business. Sums may be split by LLVM into several chains (a fold may be
// bracketed in any way); everything else is computed in the order above.
//
//===----------------------------------------------------------------------===//
#include "Conversion/CarrierToLoops/Points.h"

#include "Dialect/Carrier/Define.h"
#include "Dialect/Carrier/Laws.h"
#include "Dialect/Symbols.h"
#include "IR/Diag.h"
#include "attn-c/Dialects.h"
#include "attn-c/Plugin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunConvertCarrierToLoops(MlirOperation op, const AttnPassContext *pass);

enum { MAX_CHANNELS = 32, MAX_RESULTS = 32 };

typedef struct Channel {
  const char *name, *monoid;
  MlirType type;
  MlirAttribute identity;
  int pivot;        ///< the channel it is relative to, -1 without twist
  bool isPivot;     ///< some channel is relative to it
  MlirValue lift;   ///< with the mask taken off
  MlirValue keep;   ///< null without a mask
  AttnAxisSet axes; ///< free axes of an element
  int nInner;
  int inner[ATTN_MAX_AXES]; ///< I(c), outermost first
} Channel;

typedef struct Fold {
  AttnPoints p;
  MlirOperation define; ///< null: the channels say how they merge
  int nChannels, nResults;
  Channel c[MAX_CHANNELS];
  MlirValue state[MAX_CHANNELS]; ///< current, at the innermost open scope
  MlirAffineMap map[MAX_RESULTS];
  AttnAxisSet mapAxes[MAX_RESULTS];
  AttnAxisSet outerAxes;
  int nOuter, outer[ATTN_MAX_AXES];
} Fold;

//===--- reading the operation --------------------------------------------===//

static AttnAxisSet bit(int axis) { return (AttnAxisSet)1 << axis; }

/// Lists the axes of a set in the order in which `map` uses them (so that the innermost loop is the
/// contiguous one), then the rest.
static int listAxes(const AttnPoints *p, AttnAxisSet set, MlirAffineMap map, int *list) {
  int n = 0;
  for (intptr_t r = 0, rank = mlirAffineMapGetNumResults(map); r < rank; ++r)
    for (int d = 0; d < p->nAxes; ++d)
      if ((set & bit(d)) && mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), d)) {
        list[n++] = d;
        set &= ~bit(d);
      }
  for (int d = 0; d < p->nAxes; ++d)
    if (set & bit(d))
      list[n++] = d;
  return n;
}

static int64_t countPoints(const AttnPoints *p, AttnAxisSet set) {
  int64_t n = 1;
  for (int d = 0; d < p->nAxes; ++d)
    if (set & bit(d))
      n *= p->extent[d];
  return n;
}

/// The result maps of a fold or map: static shapes, every element written.
static MlirLogicalResult readMaps(AttnPoints *p, int *nResults, MlirAffineMap *map,
                                  AttnAxisSet *axes) {
  intptr_t n = mlirOperationGetNumResults(p->op);
  if (n > MAX_RESULTS)
    return attnOpError(p->op, "%d results, at most %d are supported", (int)n, MAX_RESULTS);
  if (attnAttrArraySize(p->op, "maps") != n)
    return attnOpError(p->op, "expected one map per result");
  *nResults = (int)n;
  for (intptr_t i = 0; i < n; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(p->op, i));
    map[i] = mlirAffineMapAttrGetValue(attnAttrArrayGet(p->op, "maps", i));
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
      return attnOpError(p->op, "result %d is not a tensor of static shape", (int)i);
    axes[i] = attnPointsAxesOfMap(p, map[i]);
    int64_t elements = 1;
    for (intptr_t d = 0, rank = mlirShapedTypeGetRank(type); d < rank; ++d)
      elements *= mlirShapedTypeGetDimSize(type, d);
    if (elements != countPoints(p, axes[i]))
      return attnOpError(p->op,
                         "the map of result %d reaches %lld elements, the result has %lld: not "
                         "every element would be written",
                         (int)i, (long long)countPoints(p, axes[i]), (long long)elements);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult readChannels(Fold *f) {
  MlirOperation op = f->p.op;
  intptr_t n = attnAttrArraySize(op, "channels");
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
  if (n < 1 || n > MAX_CHANNELS)
    return attnOpError(op, "%d channels, 1 to %d are supported", (int)n, MAX_CHANNELS);
  if (mlirOperationGetNumOperands(yield) != n)
    return attnOpError(yield, "the lift yields %d values for %d channels",
                       (int)mlirOperationGetNumOperands(yield), (int)n);
  f->nChannels = (int)n;
  for (int i = 0; i < n; ++i) {
    Channel *c = &f->c[i];
    MlirAttribute a = attnAttrArrayGet(op, "channels", i), type = attnDictGet(a, "type");
    *c = (Channel){.name = attnDictStr(a, "name"), .monoid = attnDictStr(a, "monoid"), .pivot = -1};
    c->identity = attnDictGet(a, "identity");
    bool merges = c->monoid || !mlirOperationIsNull(f->define);
    if (!c->name || !merges || mlirAttributeIsNull(c->identity) || mlirAttributeIsNull(type))
      return attnOpError(op, "channel %d lacks name, monoid, type or identity", i);
    c->type = mlirTypeAttrGetValue(type);
    const char *twist = attnDictStr(a, "twist"), *pivot = attnDictStr(a, "pivot");
    if (twist) {
      if (strcmp(twist, "exp") != 0 || strcmp(c->monoid, "add") != 0)
        return attnOpError(op, "channel '%s': twist '%s' of monoid '%s' has no lowering", c->name,
                           twist, c->monoid);
      for (int j = 0; pivot && j < i; ++j)
        if (strcmp(f->c[j].name, pivot) == 0 && strcmp(f->c[j].monoid, "max") == 0)
          c->pivot = j, f->c[j].isPivot = true;
      if (c->pivot < 0)
        return attnOpError(op, "channel '%s': its pivot must be an earlier max channel", c->name);
    }
    c->lift = mlirOperationGetOperand(yield, i);
    MlirOperation mask = attnDef(c->lift);
    if (attnIs(mask, "carrier.mask")) {
      c->keep = mlirOperationGetOperand(mask, 0);
      c->lift = mlirOperationGetOperand(mask, 1);
    }
    c->axes = attnPointsAxesOf(&f->p, c->lift);
    if (!mlirValueIsNull(c->keep))
      c->axes |= attnPointsAxesOf(&f->p, c->keep);
    c->axes &= f->p.free;
    if (c->pivot >= 0)
      c->axes |= f->c[c->pivot].axes;
  }
  return mlirLogicalResultSuccess();
}

//===--- the order of the loops -------------------------------------------===//

typedef struct Votes {
  AttnPoints *p;
  int foldLast;            ///< reads that are contiguous along the fold axis
  int last[ATTN_MAX_AXES]; ///< reads that are contiguous along a free axis and not along the fold
} Votes;

static void vote(Votes *v, MlirOperation element) {
  MlirAffineMap map;
  if (!attnAttrMap(element, "map", &map))
    return;
  intptr_t rank = mlirAffineMapGetNumResults(map);
  if (!(attnPointsAxesOfMap(v->p, map) & v->p->fold) || rank == 0)
    return;
  MlirAffineExpr e = mlirAffineMapGetResult(map, rank - 1);
  if (!mlirAffineExprIsADim(e))
    return;
  intptr_t d = mlirAffineDimExprGetPosition(e);
  if (v->p->fold & bit((int)d))
    ++v->foldLast;
  else if (v->p->free & bit((int)d))
    ++v->last[d];
}

/// O: the axes of the pivots, else those common to all channels, less one that is better innermost
/// (a matmul whose right operand is stored row by row: m, k, n and not m, n, k).
static void chooseOuterAxes(Fold *f) {
  bool anyPivot = false;
  AttnAxisSet common = f->p.free, ofPivots = 0;
  for (int i = 0; i < f->nChannels; ++i) {
    if (f->c[i].isPivot)
      anyPivot = true, ofPivots |= f->c[i].axes;
    if (f->c[i].axes) // what depends on nothing is the same for all
      common &= f->c[i].axes;
  }
  AttnAxisSet all = 0;
  for (int i = 0; i < f->nChannels; ++i)
    all |= f->c[i].axes;
  bool together = !mlirOperationIsNull(f->define); // the parts of one state, all in registers
  f->outerAxes = together ? all : anyPivot ? ofPivots : common & all;
  if (!anyPivot && !together) {
    Votes v = {.p = &f->p};
    MlirOperation *ops;
    intptr_t n = attnCollect(f->p.op, "carrier.element", &ops);
    for (intptr_t i = 0; i < n; ++i)
      if (attnIsInside(ops[i], mlirOperationGetRegion(f->p.op, 0)))
        vote(&v, ops[i]);
    free(ops);
    int best = -1;
    for (int d = 0; d < f->p.nAxes; ++d)
      if ((f->outerAxes & bit(d)) && v.last[d] >= v.foldLast && v.last[d] > 0 &&
          (best < 0 || v.last[d] > v.last[best]))
        best = d;
    if (best >= 0)
      f->outerAxes &= ~bit(best);
  }
  f->nOuter = listAxes(&f->p, f->outerAxes, f->map[0], f->outer);
  for (int i = 0; i < f->nChannels; ++i)
    f->c[i].nInner =
        listAxes(&f->p, f->c[i].axes & ~f->outerAxes, f->map[f->nResults - 1], f->c[i].inner);
}

//===--- states -----------------------------------------------------------===//

static MlirType stateType(const Fold *f, const Channel *c) {
  if (c->nInner == 0)
    return c->type;
  int64_t shape[ATTN_MAX_AXES];
  for (int i = 0; i < c->nInner; ++i)
    shape[i] = f->p.extent[c->inner[i]];
  return attnTensorType(c->nInner, shape, c->type);
}

static void innerCoordinates(const Fold *f, const Channel *c, MlirValue *indices) {
  for (int i = 0; i < c->nInner; ++i)
    indices[i] = f->p.coordinate[c->inner[i]];
}

static MlirValue readState(Fold *f, int i) {
  if (f->c[i].nInner == 0)
    return f->state[i];
  MlirValue indices[ATTN_MAX_AXES];
  innerCoordinates(f, &f->c[i], indices);
  return attnPointsExtract(&f->p, f->state[i], f->c[i].nInner, indices);
}

static MlirValue identityOf(Fold *f, const Channel *c) {
  MlirNamedAttribute value = attnNamed(f->p.scope->builder.ctx, "value", c->identity);
  return attnBuild0(&f->p.scope->builder, "arith.constant", c->type, 1, &value);
}

static MlirValue writeState(Fold *f, const Channel *c, MlirValue scalar, MlirValue tensor) {
  MlirValue indices[ATTN_MAX_AXES];
  innerCoordinates(f, c, indices);
  return attnPointsInsert(&f->p, scalar, tensor, c->nInner, indices);
}

static void initStates(Fold *f) {
  for (int i = 0; i < f->nChannels; ++i) {
    Channel *c = &f->c[i];
    MlirValue identity = identityOf(f, c);
    if (c->nInner == 0) {
      f->state[i] = identity;
      continue;
    }
    attnPointsOpenNest(&f->p, c->nInner, c->inner, 1, &f->state[i]);
    f->state[i] = writeState(f, c, identity, f->state[i]);
    attnPointsCloseNest(&f->p, c->nInner, 1, &f->state[i]);
  }
}

//===--- one element of the fold axis -------------------------------------===//

/// The channel's mask at the current point; null if it has none.
static MlirValue evalKeep(Fold *f, const Channel *c) {
  return mlirValueIsNull(c->keep) ? c->keep : attnPointsEval(&f->p, c->keep);
}

static bool sameInner(const Channel *a, const Channel *b) {
  return a->nInner == b->nInner &&
         memcmp(a->inner, b->inner, (size_t)a->nInner * sizeof *a->inner) == 0;
}

/// What a pivot's channels need of it: the factors exp(p - ref) and exp(score - ref).
typedef struct Weights {
  MlirValue old, new;
} Weights;

/// state (+) lift, or state * old + new * lift, at the current point.
static MlirValue mergeOne(Fold *f, int i, const Weights *w) {
  Channel *c = &f->c[i];
  MlirValue x = readState(f, i), otherwise = x, keep = evalKeep(f, c);
  if (f->p.failed)
    return x;
  const AttnBuilder *b = &f->p.scope->builder;
  if (w)
    x = otherwise = attnMultiply(b, x, attnCast(b, w->old, c->type));
  bool guarded = !mlirValueIsNull(keep);
  if (guarded)
    attnPointsOpenGuard(&f->p, keep, 1, &x);
  MlirValue lift = attnPointsEval(&f->p, c->lift);
  if (!f->p.failed) {
    b = &f->p.scope->builder;
    lift = attnCast(b, lift, c->type);
    if (w)
      lift = attnMultiply(b, attnCast(b, w->new, c->type), lift);
    MlirValue y = attnCombine(b, c->monoid, x, lift, !w);
    if (mlirValueIsNull(y)) {
      attnOpError(f->p.op, "channel '%s': monoid '%s' does not exist on its type", c->name,
                  c->monoid);
      f->p.failed = true;
    } else {
      x = y;
    }
  }
  if (guarded)
    attnPointsClose(&f->p, 1, &x, &otherwise);
  return x;
}

/// Merges all channels of `members` (same pivot or none), those over the same inner axes in one
/// nest.
static void mergeMany(Fold *f, int n, const int *members, const Weights *w) {
  bool done[MAX_CHANNELS] = {false};
  for (int i = 0; i < n && !f->p.failed; ++i) {
    Channel *c = &f->c[members[i]];
    if (done[i])
      continue;
    if (c->nInner == 0) {
      f->state[members[i]] = mergeOne(f, members[i], w);
      continue;
    }
    int group[MAX_CHANNELS], size = 0;
    MlirValue vals[MAX_CHANNELS];
    for (int j = i; j < n; ++j)
      if (sameInner(c, &f->c[members[j]])) {
        done[j] = true;
        vals[size] = f->state[members[j]];
        group[size++] = members[j];
      }
    attnPointsOpenNest(&f->p, c->nInner, c->inner, size, vals);
    for (int j = 0; j < size; ++j)
      f->state[group[j]] = vals[j];
    for (int j = 0; j < size; ++j) {
      MlirValue x = mergeOne(f, group[j], w);
      if (!f->p.failed)
        vals[j] = f->state[group[j]] = writeState(f, &f->c[group[j]], x, f->state[group[j]]);
    }
    attnPointsCloseNest(&f->p, c->nInner, size, vals);
    for (int j = 0; j < size; ++j)
      f->state[group[j]] = vals[j];
  }
}

/// The type in which exponents are computed: never narrower than f32.
static MlirType exponentType(const AttnBuilder *b, MlirType type) {
  return mlirTypeIsAF64(type) ? type : mlirF32TypeGet(b->ctx);
}

static MlirValue expOf(const AttnBuilder *b, MlirValue x, MlirValue ref) {
  MlirValue d = attnBuild2(b, "arith.subf", x, ref);
  return attnBuild1(b, "math.exp", d, mlirValueGetType(d));
}

/// One element for the pivot `ip` and the channels relative to it.
static void mergePivot(Fold *f, int ip) {
  Channel *pivot = &f->c[ip];
  int members[MAX_CHANNELS], n = 0;
  MlirValue vals[MAX_CHANNELS], before[MAX_CHANNELS];
  members[n++] = ip;
  for (int i = 0; i < f->nChannels; ++i)
    if (f->c[i].pivot == ip)
      members[n++] = i;
  for (int i = 0; i < n; ++i)
    before[i] = vals[i] = f->state[members[i]];

  MlirValue keep = evalKeep(f, pivot);
  if (f->p.failed)
    return;
  if (!mlirValueIsNull(keep))
    attnPointsOpenGuard(&f->p, keep, n, vals);
  MlirValue score = attnPointsEval(&f->p, pivot->lift);
  if (!f->p.failed) {
    const AttnBuilder *b = &f->p.scope->builder;
    MlirType type = exponentType(b, pivot->type);
    score = attnCast(b, attnCast(b, score, pivot->type), type);
    MlirValue ninf = attnConstFloat(b, type, -INFINITY);
    // A score of -inf weighs exp(-inf) = 0 whatever it multiplies: the identity.
    attnPointsOpenGuard(&f->p, attnCmpf(b, 13 /* une */, score, ninf), n, vals);
    b = &f->p.scope->builder;
    MlirValue p = attnCast(b, f->state[ip], type);
    MlirValue max = attnBuild2(b, "arith.maximumf", p, score);
    // Behind the guard the new pivot is above -inf (or a NaN), so it serves as the reference point;
    // exp(p - max) of a pivot that is still -inf is 0. An infinite maximum gives inf - inf: a NaN,
    // as in the input's own arithmetic.
    MlirValue grows = attnCmpf(b, 2 /* ogt */, score, p), old = attnConstFloat(b, type, 1.0);
    MlirValue one = old;
    attnPointsOpenGuard(&f->p, grows, 1, &old);
    old = expOf(&f->p.scope->builder, p, max);
    attnPointsClose(&f->p, 1, &old, &one);
    Weights w = {old, expOf(b, score, max)};
    mergeMany(f, n - 1, members + 1, &w);
    f->state[ip] = attnCast(b, max, pivot->type);
    for (int i = 0; i < n; ++i)
      vals[i] = f->state[members[i]];
    attnPointsClose(&f->p, n, vals, before);
  }
  if (!mlirValueIsNull(keep))
    attnPointsClose(&f->p, n, vals, before);
  for (int i = 0; i < n; ++i)
    f->state[members[i]] = vals[i];
}

/// One element by the definition's merge.
static void mergeDefined(Fold *f) {
  MlirValue next[MAX_CHANNELS], lifts[MAX_CHANNELS], before[MAX_CHANNELS];
  memcpy(before, f->state, (size_t)f->nChannels * sizeof *before);
  memcpy(next, f->state, (size_t)f->nChannels * sizeof *next);
  MlirValue keep = evalKeep(f, &f->c[0]); // the same for all
  if (f->p.failed)
    return;
  if (!mlirValueIsNull(keep))
    attnPointsOpenGuard(&f->p, keep, f->nChannels, next);
  for (int i = 0; i < f->nChannels && !f->p.failed; ++i)
    lifts[i] = attnPointsEval(&f->p, f->c[i].lift);
  if (!f->p.failed)
    attnDefineMerge(&f->p.scope->builder, f->define, before, lifts, next);
  if (!mlirValueIsNull(keep))
    attnPointsClose(&f->p, f->nChannels, next, before);
  memcpy(f->state, next, (size_t)f->nChannels * sizeof *next);
}

static void foldLoop(Fold *f) {
  if (countPoints(&f->p, f->p.fold) == 0)
    return;
  int axis = 0, plain[MAX_CHANNELS], nPlain = 0;
  while (!(f->p.fold >> axis & 1))
    ++axis;
  attnPointsOpenLoop(&f->p, axis, f->nChannels, f->state);
  for (int i = 0; i < f->nChannels; ++i)
    if (f->c[i].pivot < 0 && !f->c[i].isPivot)
      plain[nPlain++] = i;
  if (!mlirOperationIsNull(f->define))
    mergeDefined(f);
  else
    mergeMany(f, nPlain, plain, NULL);
  for (int i = 0; i < f->nChannels && !f->p.failed; ++i)
    if (f->c[i].isPivot)
      mergePivot(f, i);
  attnPointsClose(&f->p, f->nChannels, f->state, NULL);
}

//===--- the projection ---------------------------------------------------===//

static MlirValue projectionArgument(AttnPoints *p, intptr_t i, void *user) {
  (void)p;
  return readState(user, (int)i);
}

static AttnAxisSet projectionArgumentAxes(const AttnPoints *p, intptr_t i, void *user) {
  (void)p;
  const Fold *f = user;
  return f->outerAxes | f->c[i].axes;
}

/// Writes result elements: the results that have the same axes beyond the open ones share a nest.
static void writeResults(AttnPoints *p, MlirBlock block, int nResults, const MlirAffineMap *map,
                         const AttnAxisSet *mapAxes, MlirValue *results) {
  MlirOperation yield = mlirBlockGetTerminator(block);
  AttnAxisSet open = p->scope->axes;
  bool done[MAX_RESULTS] = {false};
  for (int i = 0; i < nResults && !p->failed; ++i) {
    int group[MAX_RESULTS], size = 0, axes[ATTN_MAX_AXES];
    MlirValue vals[MAX_RESULTS];
    if (done[i])
      continue;
    for (int j = i; j < nResults; ++j)
      if ((mapAxes[j] & ~open) == (mapAxes[i] & ~open)) {
        done[j] = true;
        vals[size] = results[j];
        group[size++] = j;
      }
    int nAxes = listAxes(p, mapAxes[i] & ~open, map[i], axes);
    attnPointsOpenNest(p, nAxes, axes, size, vals);
    for (int j = 0; j < size; ++j) {
      MlirValue indices[ATTN_MAX_AXES];
      MlirValue x = attnPointsEval(p, mlirOperationGetOperand(yield, group[j]));
      if (p->failed)
        break;
      attnPointsIndices(p, map[group[j]], indices);
      vals[j] = attnPointsInsert(p, x, vals[j], mlirAffineMapGetNumResults(map[group[j]]), indices);
    }
    attnPointsCloseNest(p, nAxes, size, vals);
    for (int j = 0; j < size; ++j)
      results[group[j]] = vals[j];
  }
}

//===--- the two operations -----------------------------------------------===//

static MlirLogicalResult lowerFold(MlirOperation op) {
  MlirOperation define = attnDefineOf(op);
  if (!mlirOperationIsNull(define) && !attnKeepsLaws(define, false))
    return mlirLogicalResultFailure();
  attnDefineExpand(op);
  Fold *f = calloc(1, sizeof *f);
  f->define = define;
  MlirLogicalResult ok = attnPointsInit(&f->p, op);
  if (mlirLogicalResultIsSuccess(ok))
    ok = readMaps(&f->p, &f->nResults, f->map, f->mapAxes);
  if (mlirLogicalResultIsSuccess(ok))
    ok = readChannels(f);
  if (mlirLogicalResultIsSuccess(ok)) {
    f->p.argument = projectionArgument;
    f->p.argumentAxes = projectionArgumentAxes;
    f->p.user = f;
    chooseOuterAxes(f);
    // Carried through the outer loops: the results, then the states that are tensors.
    MlirValue vals[MAX_RESULTS + MAX_CHANNELS];
    int n = 0, slot[MAX_CHANNELS];
    for (; n < f->nResults; ++n)
      vals[n] = attnPointsEmpty(&f->p, mlirValueGetType(mlirOperationGetResult(op, n)));
    for (int i = 0; i < f->nChannels; ++i)
      if (f->c[i].nInner) {
        slot[i] = n;
        vals[n++] = attnPointsEmpty(&f->p, stateType(f, &f->c[i]));
      }
    attnPointsOpenNest(&f->p, f->nOuter, f->outer, n, vals);
    for (int i = 0; i < f->nChannels; ++i)
      if (f->c[i].nInner)
        f->state[i] = vals[slot[i]];
    initStates(f);
    foldLoop(f);
    if (!f->p.failed)
      writeResults(&f->p, attnBody(op, 1), f->nResults, f->map, f->mapAxes, vals);
    for (int i = 0; i < f->nChannels; ++i)
      if (f->c[i].nInner)
        vals[slot[i]] = f->state[i];
    attnPointsCloseNest(&f->p, f->nOuter, n, vals);
    if (f->p.failed)
      ok = mlirLogicalResultFailure();
    else
      attnReplaceOp(op, f->nResults, vals);
  }
  attnPointsFree(&f->p);
  free(f);
  return ok;
}

static MlirLogicalResult lowerMap(MlirOperation op) {
  AttnPoints p;
  int nResults = 0;
  MlirAffineMap map[MAX_RESULTS];
  AttnAxisSet mapAxes[MAX_RESULTS];
  MlirValue vals[MAX_RESULTS];
  MlirLogicalResult ok = attnPointsInit(&p, op);
  if (mlirLogicalResultIsSuccess(ok))
    ok = readMaps(&p, &nResults, map, mapAxes);
  if (mlirLogicalResultIsSuccess(ok)) {
    for (int i = 0; i < nResults; ++i)
      vals[i] = attnPointsEmpty(&p, mlirValueGetType(mlirOperationGetResult(op, i)));
    writeResults(&p, attnBody(op, 0), nResults, map, mapAxes, vals);
    if (p.failed)
      ok = mlirLogicalResultFailure();
    else
      attnReplaceOp(op, nResults, vals);
  }
  attnPointsFree(&p);
  return ok;
}

MlirLogicalResult attnRunConvertCarrierToLoops(MlirOperation root, const AttnPassContext *pass) {
  (void)pass;
  MlirLogicalResult ok = attnVerify(root);
  AttnSymbols symbols;
  if (!attnSymbolsRead(root, &symbols) || symbols.n)
    return attnOpError(root, "is for dynamic lengths: loops are for one set of them, run attn-bind "
                             "first");
  static const char *const names[] = {"carrier.fold", "carrier.map"};
  for (int k = 0; k < 2 && mlirLogicalResultIsSuccess(ok); ++k) {
    MlirOperation *ops;
    intptr_t n = attnCollect(root, names[k], &ops);
    for (intptr_t i = 0; i < n && mlirLogicalResultIsSuccess(ok); ++i)
      ok = k == 0 ? lowerFold(ops[i]) : lowerMap(ops[i]);
    free(ops);
  }
  if (mlirLogicalResultIsSuccess(ok))
    attnDefineSweep(root);
  return ok;
}
