//===- BracketFold.c - The kernel of a carrier op -------------------------===//
// See Bracket.h.
//
//   origins of the grid axes
//   what the lift reads that does not depend on the fold axis
//   state = identity
//   for each tile of the fold axis:                       partial / full / partial loops
//     for each channel x, lift w:
//       plain           x' = x (+) reduce(w)
//       plain bilinear  x' = tile.contract(lhs, rhs, x)
//       twisted, pivot p with elements s:
//                       p' = max(p, reduce s);  ref = p' unless that is -inf, then 0
//                       a = exp(p - ref);  e = exp(s - ref)
//                       x' = x * a + reduce(e * w), or tile.contract(e, w, x * a), or
//                       tile.contract(e * l, r, x * a) of w = l * r, l without columns
//   results = project(state)
//
// The state of a fold that names a carrier is merged as a whole:
//
//     lift tiles of all parts;  states' = linalg.reduce of the lift tiles by merge, from states
//
// MATH=exp2: the pivot is kept in units of log2, and the constant positive factor of s = scale * y
// (max commutes with it) goes into that, c = scale * log2(e):
//                       p' = max(p, c * reduce y);  a = exp2(p - ref);  e = exp2(fma(y, c, -ref))
// One fma and one exp2 per element. Results read p * ln(2). Where s can be a large finite fill, the
// pivot stays as it is: the rounding of c * s would be more than the differences that count.
//
// RESCALE=lazy: p' = p unless c * reduce y exceeds it by more than LAZY: any reference gives the
// same quotients, and where none changes, x * 1 is not computed (tile.map's unless_one).
// RESCALE=vote: that alone, with the reference of each step, so no bit changes.
//
// WALK=down: the loops are turned round (BracketMask.c); every carrier commutes.
//
// ref makes exp(-inf - -inf) zero without a test per element: a row that saw nothing keeps the
// identity bit for bit.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"
#include "Passes/Bracket.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOG2E 1.4426950408889634

typedef struct Folder {
  AttnBrEmit e;
  bool partial;
  AttnTile state[ATTN_BR_MAX_CHANNELS], next[ATTN_BR_MAX_CHANNELS];
  // Of pivots, made at the first twisted channel that needs them:
  AttnTile lifted[ATTN_BR_MAX_CHANNELS], ref[ATTN_BR_MAX_CHANNELS];
  AttnTile alpha[ATTN_BR_MAX_CHANNELS], weight[ATTN_BR_MAX_CHANNELS];
  MlirValue last; ///< WALK=down: where the stream's last tile begins
} Folder;

/// RESCALE=lazy: by how many binary orders weights may exceed one. Of f16 256 is exact, and far
/// from what a sum of f32 overflows with.
static const double LAZY = 8;

static bool isSet(const AttnTile *t) { return t->value.ptr != NULL; }

static AttnTile fail(Folder *f) {
  f->e.failed = true;
  return (AttnTile){0};
}

static MlirValue identityOf(const AttnBuilder *b, const AttnBrChannel *c) {
  MlirNamedAttribute value = attnNamed(b->ctx, "value", c->identity);
  return attnBuild0(b, "arith.constant", c->type, 1, &value);
}

//===--- the lift, masked -------------------------------------------------===//

/// Which conditions a tile of this channel has to test: its masks, the ragged tail.
static int conditions(const Folder *f, const AttnBrChannel *c, MlirValue roots[], bool *tail) {
  *tail = f->partial && attnBrNeedsTail(f->e.m, c);
  int n = f->partial ? c->nKeeps : 0;
  for (int i = 0; i < n; ++i)
    roots[i] = c->keeps[i];
  return n;
}

static MlirValue both(const AttnBuilder *b, MlirValue x, MlirValue y) {
  return x.ptr ? attnBuild2(b, "arith.andi", x, y) : y;
}

/// The condition of n evaluated masks and the tail; null if there is none.
static MlirValue condition(Folder *f, AttnBrMap *map, int n, const MlirValue *keeps, bool tail) {
  MlirValue cond = {NULL};
  for (int i = 0; i < n; ++i)
    cond = both(&map->in, cond, keeps[i]);
  if (tail) {
    int fold = f->e.m->fold;
    MlirValue j = attnBrMapCoord(map, fold);
    MlirValue end = attnBrExtent(f->e.m, &map->in, fold);
    cond = both(&map->in, cond, attnCmpi(&map->in, 2, j, end));
  }
  return cond;
}

/// Closes the map with v, where `cond` (null: always) holds, else the channel's identity.
static AttnTile closeMasked(AttnBrMap *map, MlirValue cond, MlirValue v, const AttnBrChannel *c) {
  if (!cond.ptr)
    return attnBrMapClose(map, v);
  AttnTile t = attnBrMapClose(map, attnSelect(&map->in, cond, v, identityOf(&map->in, c)));
  if (isSet(&t))
    attnSetAttr(attnDef(t.value), "mask", mlirBoolAttrGet(map->in.ctx, true));
  return t;
}

/// The elements of a plain channel over (state, fold) axes; masked ones are the identity.
static AttnTile liftTile(Folder *f, const AttnBrChannel *c) {
  const AttnBrModel *m = f->e.m;
  MlirValue roots[ATTN_BR_MAX_KEEPS + 1], scalars[ATTN_BR_MAX_KEEPS + 1];
  bool tail;
  int n = conditions(f, c, roots, &tail);
  bool streams = attnBrDep(m, c->lift) & ATTN_AXIS(m->fold);
  if (n == 0 && !tail && streams && !attnBrPure(m, c->lift))
    return attnBrTileOf(&f->e, c->lift);
  roots[n] = c->lift;
  AttnBrMap map;
  if (!attnBrMapOpen(&f->e, ATTN_AXIS(m->fold), n + 1, roots, scalars, &map))
    return fail(f);
  return closeMasked(&map, condition(f, &map, n, scalars, tail), scalars[n], c);
}

static AttnTile reduce(Folder *f, const char *monoid, AttnTile t) {
  return attnBrReduce(&f->e, monoid, f->e.m->fold, t);
}

//===--- plain channels ---------------------------------------------------===//

static AttnTile combine(Folder *f, const AttnBrChannel *c, AttnTile x, AttnTile y) {
  AttnBrMap map;
  if (!isSet(&x) || !isSet(&y) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue a = attnBrMapElement(&map, x), b = attnBrMapElement(&map, y);
  if (c->unit != 0)
    b = attnBuild2(&map.in, "arith.mulf", b, attnConstFloat(&map.in, mlirValueGetType(b), c->unit));
  MlirValue z = {NULL};
  if (c->unit != 0 && f->e.m->lazy) {
    // The reference stays while what it misses is a factor of at most 2^LAZY.
    MlirValue more = attnBuild2(&map.in, "arith.subf", b, a);
    MlirValue most = attnConstFloat(&map.in, mlirValueGetType(b), LAZY);
    z = attnSelect(&map.in, attnCmpf(&map.in, 2, more, most), b, a);
  } else {
    z = attnBrMonoid(&map.in, c->monoid, a, b);
  }
  if (!z.ptr) {
    attnOpError(f->e.m->op, "channel '%s': monoid '%s' is not defined on its type", c->name,
                c->monoid);
    mlirRegionDestroy(map.region);
    return fail(f);
  }
  return attnBrMapClose(&map, z);
}

/// A masked bilinear element is zero: the mask goes to the operand that has its axes.
static AttnTile bilinearOperand(Folder *f, const AttnBrChannel *c, MlirValue v, bool masked) {
  const AttnBrModel *m = f->e.m;
  MlirValue roots[ATTN_BR_MAX_KEEPS + 1], scalars[ATTN_BR_MAX_KEEPS + 1];
  bool tail;
  int n = conditions(f, c, roots, &tail);
  bool loaded = attnIs(attnDef(v), "carrier.element");
  tail = tail && !loaded; // loads are zero beyond the extent
  if (!masked)
    n = 0;
  if (n == 0 && !tail)
    return attnBrTileOf(&f->e, v);
  roots[n] = v;
  AttnBrMap map;
  if (!attnBrMapOpen(&f->e, ATTN_AXIS(m->fold), n + 1, roots, scalars, &map))
    return fail(f);
  MlirValue cond = condition(f, &map, n, scalars, tail);
  MlirValue zero = attnConstFloat(&map.in, mlirValueGetType(scalars[n]), 0.0);
  return attnBrMapClose(&map, attnSelect(&map.in, cond, scalars[n], zero));
}

static AttnTile mergeBilinear(Folder *f, const AttnBrChannel *c, AttnTile x) {
  const AttnBrModel *m = f->e.m;
  AttnAxisSet keeps = 0;
  for (int i = 0; i < c->nKeeps; ++i)
    keeps |= attnBrTiled(m, attnBrDep(m, c->keeps[i]));
  bool left = (keeps & ~attnBrDep(m, c->lhs)) == 0, right = (keeps & ~attnBrDep(m, c->rhs)) == 0;
  if (c->nKeeps && !left && !right) {
    attnOpError(m->op,
                "channel '%s': its mask depends on axes of both factors: not supported by this "
                "version",
                c->name);
    return fail(f);
  }
  AttnTile l = bilinearOperand(f, c, c->lhs, c->nKeeps && left);
  AttnTile r = f->e.failed ? l : bilinearOperand(f, c, c->rhs, c->nKeeps && !left);
  return attnBrContract(&f->e, c->contraction ? c->contraction : c->name, m->fold, l, r, x);
}

//===--- twisted channels -------------------------------------------------===//

static AttnTile reference(Folder *f, AttnTile p) {
  AttnBrMap map;
  if (!isSet(&p) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue x = attnBrMapElement(&map, p);
  MlirType t = mlirValueGetType(x);
  MlirValue ninf = attnConstFloat(&map.in, t, -INFINITY), zero = attnConstFloat(&map.in, t, 0.0);
  return attnBrMapClose(&map, attnSelect(&map.in, attnCmpf(&map.in, 1, x, ninf), zero, x));
}

/// exp2(x * c - ref)
static AttnTile relative2(Folder *f, AttnTile x, double c, AttnTile ref) {
  AttnBrMap map;
  if (!isSet(&x) || !isSet(&ref) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue a = attnBrMapElement(&map, x), b = attnBrMapElement(&map, ref), y;
  MlirType t = mlirValueGetType(a);
  if (c == 1) {
    y = attnBuild2(&map.in, "arith.subf", a, b);
  } else {
    b = attnBuild1(&map.in, "arith.negf", b, t);
    MlirValue factor = attnConstFloat(&map.in, t, c);
    y = attnBuild(&map.in, "math.fma", 3, (MlirValue[]){a, factor, b}, t, 0, NULL);
  }
  return attnBrMapClose(&map, attnBuild1(&map.in, "math.exp2", y, t));
}

/// exp(x - ref)
static AttnTile relative(Folder *f, AttnTile x, AttnTile ref) {
  AttnBrMap map;
  if (!isSet(&x) || !isSet(&ref) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue a = attnBrMapElement(&map, x), b = attnBrMapElement(&map, ref);
  MlirValue y = attnBuild2(&map.in, "arith.subf", a, b);
  MlirType t = mlirValueGetType(y);
  if (!f->e.m->math || !mlirTypeIsAF32(t)) // MATH=exp
    return attnBrMapClose(&map, attnBuild1(&map.in, "math.exp", y, t));
  // The difference first.
  y = attnBuild2(&map.in, "arith.mulf", y, attnConstFloat(&map.in, t, LOG2E));
  return attnBrMapClose(&map, attnBuild1(&map.in, "math.exp2", y, t));
}

static void preparePivot(Folder *f, int p) {
  if (isSet(&f->ref[p]) || f->e.failed)
    return;
  f->ref[p] = reference(f, f->next[p]);
  double c = f->e.m->channels[p].unit;
  if (c != 0) {
    f->alpha[p] = relative2(f, f->state[p], 1, f->ref[p]);
    f->weight[p] = relative2(f, f->lifted[p], c, f->ref[p]);
    return;
  }
  f->alpha[p] = relative(f, f->state[p], f->ref[p]);
  f->weight[p] = relative(f, f->lifted[p], f->ref[p]);
}

static bool isOne(MlirValue v) {
  MlirOperation d = attnDef(v);
  MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
  return !mlirAttributeIsNull(a) && mlirAttributeIsAFloat(a) &&
         mlirFloatAttrGetValueDouble(a) == 1.0;
}

/// The weights of a twisted channel that has masks of its own.
static AttnTile maskedWeight(Folder *f, const AttnBrChannel *c) {
  AttnTile w = f->weight[c->pivot];
  MlirValue roots[ATTN_BR_MAX_KEEPS], scalars[ATTN_BR_MAX_KEEPS];
  bool tail;
  int n = conditions(f, c, roots, &tail);
  if (n == 0 || !isSet(&w))
    return w;
  AttnBrMap map;
  if (!attnBrMapOpen(&f->e, 0, n, roots, scalars, &map))
    return fail(f);
  MlirValue x = attnBrMapElement(&map, w);
  MlirValue zero = attnConstFloat(&map.in, mlirValueGetType(x), 0.0);
  return attnBrMapClose(&map, attnSelect(&map.in, condition(f, &map, n, scalars, false), x, zero));
}

static AttnTile scaled(Folder *f, AttnTile x, AttnTile alpha) {
  AttnBrMap map;
  if (!isSet(&alpha) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue a = attnBrMapElement(&map, x), b = attnBrMapElement(&map, alpha);
  bool plain = mlirTypeEqual(mlirValueGetType(a), mlirValueGetType(b));
  b = attnCast(&map.in, b, mlirValueGetType(a));
  AttnTile t = attnBrMapClose(&map, attnBuild2(&map.in, "arith.mulf", a, b));
  if (f->e.m->votes && plain && isSet(&t))
    attnSetAttr(attnDef(t.value), "unless_one", mlirBoolAttrGet(f->e.m->ctx, true));
  return t;
}

/// The weights times the channel's factors.
static AttnTile factored(Folder *f, const AttnBrChannel *c, AttnTile w) {
  MlirValue factors[ATTN_BR_MAX_FACTORS];
  AttnBrMap map;
  if (!isSet(&w) || c->nFactors == 0)
    return w;
  if (!attnBrMapOpen(&f->e, ATTN_AXIS(f->e.m->fold), c->nFactors, c->factors, factors, &map))
    return fail(f);
  MlirValue x = attnBrMapElement(&map, w);
  for (int i = 0; i < c->nFactors; ++i)
    x = attnBuild2(&map.in, "arith.mulf", x, attnCast(&map.in, factors[i], mlirValueGetType(x)));
  return attnBrMapClose(&map, x);
}

/// The right operand of a twisted contraction; beyond the fold's extent it is zero, not garbage.
static AttnTile rightOperand(Folder *f, const AttnBrChannel *c) {
  MlirValue lift = attnBrStripWiden(c->lift);
  bool loaded = attnIs(attnDef(lift), "carrier.element");
  if (loaded || !f->partial || !attnBrNeedsTail(f->e.m, c))
    return attnBrTileOf(&f->e, lift);
  AttnBrMap map;
  MlirValue x;
  if (!attnBrMapOpen(&f->e, ATTN_AXIS(f->e.m->fold), 1, &lift, &x, &map))
    return fail(f);
  MlirValue zero = attnConstFloat(&map.in, mlirValueGetType(x), 0.0);
  MlirValue inside = condition(f, &map, 0, NULL, true);
  return attnBrMapClose(&map, attnSelect(&map.in, inside, x, zero));
}

/// weight * lift, zero beyond the fold's extent.
static AttnTile weighted(Folder *f, const AttnBrChannel *c, AttnTile w) {
  AttnBrMap map;
  MlirValue v;
  if (!isSet(&w) || !attnBrMapOpen(&f->e, ATTN_AXIS(f->e.m->fold), 1, &c->lift, &v, &map))
    return fail(f);
  MlirValue x = attnCast(&map.in, attnBrMapElement(&map, w), c->type);
  x = attnBuild2(&map.in, "arith.mulf", x, attnCast(&map.in, v, c->type));
  if (f->partial && attnBrNeedsTail(f->e.m, c)) {
    MlirValue inside = condition(f, &map, 0, NULL, true);
    x = attnSelect(&map.in, inside, x, attnConstFloat(&map.in, c->type, 0.0));
  }
  return attnBrMapClose(&map, x);
}

static AttnTile mergeTwisted(Folder *f, const AttnBrChannel *c, AttnTile x) {
  if (strcmp(c->monoid, "add") != 0) {
    attnOpError(f->e.m->op,
                "channel '%s': not supported by this version: a twisted channel of "
                "monoid '%s', only add",
                c->name, c->monoid);
    return fail(f);
  }
  preparePivot(f, c->pivot);
  AttnTile w = f->e.failed ? (AttnTile){0} : factored(f, c, maskedWeight(f, c));
  if (f->e.failed)
    return (AttnTile){0};
  if (c->contracted) {
    AttnTile r = rightOperand(f, c);
    AttnTile acc = f->e.failed ? r : scaled(f, x, f->alpha[c->pivot]);
    return attnBrContract(&f->e, c->contraction ? c->contraction : c->name, f->e.m->fold, w, r,
                          acc);
  }
  AttnTile part = reduce(f, "add", isOne(c->lift) ? w : weighted(f, c, w));
  AttnBrMap map;
  if (!isSet(&part) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue a = attnBrMapElement(&map, x), s = attnBrMapElement(&map, f->alpha[c->pivot]);
  MlirValue b = attnBrMapElement(&map, part);
  MlirType t = mlirValueGetType(a);
  a = attnBuild2(&map.in, "arith.mulf", a, attnCast(&map.in, s, t));
  return attnBrMapClose(&map, attnBuild2(&map.in, "arith.addf", a, attnCast(&map.in, b, t)));
}

//===--- a merge that is written out --------------------------------------===//

/// Is the lift the identity anyway?
static bool liftsIdentity(const AttnBrChannel *c) {
  MlirOperation d = attnDef(c->lift);
  return attnIs(d, "arith.constant") && mlirAttributeEqual(attnAttr(d, "value"), c->identity);
}

/// The lift of one part over the axes of the whole state and the fold axis.
static AttnTile partTile(Folder *f, const AttnBrChannel *c) {
  const AttnBrModel *m = f->e.m;
  AttnAxisSet axes = attnBrTiled(m, c->state | ATTN_AXIS(m->fold));
  MlirValue roots[ATTN_BR_MAX_KEEPS + 1], scalars[ATTN_BR_MAX_KEEPS + 1];
  bool tail = false;
  int n = liftsIdentity(c) ? 0 : conditions(f, c, roots, &tail);
  if (n == 0 && !tail && attnBrTiled(m, attnBrDep(m, c->lift)) == axes && !attnBrPure(m, c->lift))
    return attnBrTileOf(&f->e, c->lift);
  roots[n] = c->lift;
  AttnBrMap map;
  if (!attnBrMapOpen(&f->e, axes, n + 1, roots, scalars, &map))
    return fail(f);
  return closeMasked(&map, condition(f, &map, n, scalars, tail), scalars[n], c);
}

static void mergeDefined(Folder *f) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  int n = m->nChannels;
  MlirValue operands[2 * ATTN_BR_MAX_CHANNELS], x[ATTN_BR_MAX_CHANNELS], y[ATTN_BR_MAX_CHANNELS];
  MlirType scalars[2 * ATTN_BR_MAX_CHANNELS], results[ATTN_BR_MAX_CHANNELS];
  AttnTile part = {0};
  for (int i = 0; i < n; ++i) {
    part = partTile(f, &m->channels[i]);
    if (!isSet(&part))
      return;
    operands[i] = part.value;
    operands[n + i] = f->state[i].value;
    scalars[i] = scalars[n + i] = m->channels[i].type;
    results[i] = mlirValueGetType(f->state[i].value);
  }
  AttnBuilder in;
  MlirRegion region = attnRegionWithBlock(&e->scope->at, 2 * n, scalars, &in);
  for (int i = 0; i < n; ++i) {
    x[i] = mlirBlockGetArgument(in.block, n + i);
    y[i] = mlirBlockGetArgument(in.block, i);
  }
  attnDefineMerge(&in, m->define, x, y, x);
  attnBuildYield(&in, "linalg.yield", n, x);
  int64_t fold = part.axes[0] == m->fold ? 0 : 1;
  MlirNamedAttribute attrs[] = {
      attnNamed(m->ctx, "dimensions", mlirDenseI64ArrayGet(m->ctx, 1, &fold)),
      attnNamed(m->ctx, "axis", attnStr(m->ctx, m->axes[m->fold].name)),
      attnNamed(m->ctx, "operand_axes", attnBrAxesAttr(e, &part)),
      attnNamed(m->ctx, "axes", attnBrAxesAttr(e, &f->state[0]))};
  MlirOperation op = attnBuildOp(&e->scope->at, &(AttnOpDesc){.name = "linalg.reduce",
                                                              .nOperands = 2 * n,
                                                              .operands = operands,
                                                              .nResults = n,
                                                              .results = results,
                                                              .nAttrs = 4,
                                                              .attrs = attrs,
                                                              .nRegions = 1,
                                                              .regions = &region});
  for (int i = 0; i < n; ++i) {
    f->next[i] = f->state[i];
    f->next[i].value = mlirOperationGetResult(op, i);
  }
}

//===--- loops ------------------------------------------------------------===//

static void mergeAll(Folder *f) {
  const AttnBrModel *m = f->e.m;
  for (int i = 0; i < m->nChannels; ++i)
    f->ref[i] = f->lifted[i] = f->next[i] = (AttnTile){0};
  if (!mlirOperationIsNull(m->define)) {
    mergeDefined(f);
    return;
  }
  for (int i = 0; i < m->nChannels && !f->e.failed; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    if (c->twisted) {
      f->next[i] = mergeTwisted(f, c, f->state[i]);
    } else if (c->bilinear) {
      f->next[i] = mergeBilinear(f, c, f->state[i]);
    } else {
      f->lifted[i] = liftTile(f, c);
      f->next[i] = combine(f, c, f->state[i], reduce(f, c->monoid, f->lifted[i]));
    }
  }
}

static MlirValue minus(const AttnBuilder *b, MlirValue x, MlirValue y) {
  MlirAffineExpr e =
      mlirAffineMulExprGet(mlirAffineDimExprGet(b->ctx, 1), mlirAffineConstantExprGet(b->ctx, -1));
  e = mlirAffineAddExprGet(mlirAffineDimExprGet(b->ctx, 0), e);
  return attnAffineApply(b, mlirAffineMapGet(b->ctx, 2, 0, 1, &e), 2, (MlirValue[]){x, y});
}

static void buildLoop(Folder *f, MlirValue lo, MlirValue hi, MlirValue step, const char *class) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  MlirValue inits[ATTN_BR_MAX_CHANNELS], args[ATTN_BR_MAX_CHANNELS], iv;
  for (int i = 0; i < m->nChannels; ++i)
    inits[i] = f->state[i].value;
  AttnBuilder body, *at = &e->scope->at;
  // The loop goes to the end of the kernel; what does not depend on it, in front of the state.
  AttnBuilder end = attnBuilderAtEnd(at->block, mlirOperationGetLocation(m->op));
  MlirOperation loop = attnBuildFor(&end, lo, hi, step, m->nChannels, inits, &body, &iv, args);
  attnSetAttr(loop, "class", attnStr(m->ctx, class));
  AttnBrScope scope;
  attnBrPush(e, &scope, body, ATTN_AXIS(m->fold));
  MlirValue saved = e->origins[m->fold];
  if (!mlirOperationIsNull(m->visits))
    iv = attnBrVisited(m, &scope.at, e->origins, iv, !f->partial);
  if (m->down)
    iv = minus(&scope.at, f->last, iv);
  e->origins[m->fold] = iv;
  for (int i = 0; i < m->nChannels; ++i)
    f->state[i].value = args[i];
  mergeAll(f);
  MlirValue yields[ATTN_BR_MAX_CHANNELS];
  for (int i = 0; i < m->nChannels; ++i)
    yields[i] = isSet(&f->next[i]) && !e->failed ? f->next[i].value : args[i];
  attnBuildYield(&scope.at, "scf.yield", m->nChannels, yields);
  attnBrPop(e);
  e->origins[m->fold] = saved;
  for (int i = 0; i < m->nChannels; ++i)
    f->state[i].value = mlirOperationGetResult(loop, i);
}

static AttnTile rescaled(Folder *f, AttnTile p, double scale) {
  AttnBrMap map;
  if (f->e.failed || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue x = attnBrMapElement(&map, p);
  MlirValue c = attnConstFloat(&map.in, mlirValueGetType(x), scale);
  return attnBrMapClose(&map, attnBuild2(&map.in, "arith.mulf", x, c));
}

static void buildFold(Folder *f) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  AttnBuilder end = e->scope->at;
  for (int i = 0; i < m->nChannels && !e->failed; ++i)
    f->state[i] = attnBrFill(e, m->channels[i].state, m->channels[i].identity, m->channels[i].type);
  if (e->failed)
    return;
  e->scope->at = attnBuilderBefore(attnDef(f->state[0].value));
  AttnBrRanges r;
  attnBrRanges(m, &end, e->origins, &r);
  attnBrVisitRanges(m, &end, e->origins, &r);
  MlirValue step = {NULL};
  f->last = r.last;
  static const char *const classes[] = {"partial", "full", "partial"};
  for (int i = 0; i < 3 && !e->failed; ++i) {
    if (!r.has[i])
      continue;
    if (!step.ptr)
      step = attnConstIndex(&end, m->axes[m->fold].tile);
    f->partial = i != 1;
    buildLoop(f, r.lo[i], r.hi[i], step, classes[i]);
  }
  e->scope->at = end;
  e->source = m->project;
  for (int i = 0; i < m->nChannels; ++i) {
    MlirValue arg = mlirBlockGetArgument(m->project, i);
    bool rescale = m->channels[i].unit != 0 && !mlirOpOperandIsNull(mlirValueGetFirstUse(arg));
    attnBrRemember(e->scope, arg, rescale ? rescaled(f, f->state[i], 1 / LOG2E) : f->state[i]);
  }
}

//===--- results ----------------------------------------------------------===//

static AttnAxisSet axesOf(const AttnBrModel *m, MlirAffineMap map) {
  AttnAxisSet s = 0;
  for (intptr_t k = 0; k < mlirAffineMapGetNumResults(map); ++k)
    for (int i = 0; i < m->nAxes; ++i)
      if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, k), i))
        s |= ATTN_AXIS(i);
  return s;
}

/// One tile of result i, stored. Several CTAs must not write the same element.
static void buildResult(Folder *f, int i) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(m->op, "maps", i));
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(m->project), i);
  AttnAxisSet axes = axesOf(m, map);
  for (int k = 0; k < m->nAxes; ++k)
    if (m->axes[k].onGrid && m->axes[k].extent > m->axes[k].tile && !(axes & ATTN_AXIS(k))) {
      attnOpError(m->op,
                  "result %d does not depend on axis '%s', which is spread over CTAs: not "
                  "supported by this version",
                  i, m->axes[k].name);
      e->failed = true;
      return;
    }
  AttnAxisSet tiled = attnBrTiled(m, axes), dep = attnBrTiled(m, attnBrDep(m, v));
  if (dep & ~tiled) {
    attnOpError(m->op, "the value of result %d depends on an axis that its map lacks", i);
    e->failed = true;
    return;
  }
  AttnTile t;
  if (dep == tiled) {
    t = attnBrTileOf(e, v);
  } else {
    AttnBrMap broadcast;
    MlirValue x;
    if (!attnBrMapOpen(e, tiled, 1, &v, &x, &broadcast))
      return;
    t = attnBrMapClose(&broadcast, x);
  }
  if (!e->failed)
    attnBrStore(e, t, i, map);
}

//===--- the kernel -------------------------------------------------------===//

static MlirAttribute axesAttr(const AttnBrModel *m) {
  MlirAttribute dicts[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i) {
    const AttnBrAxis *a = &m->axes[i];
    if (a->tile == 0)
      continue;
    MlirNamedAttribute entries[] = {
        attnNamed(m->ctx, "name", attnStr(m->ctx, a->name)),
        attnNamed(m->ctx, "role", attnStr(m->ctx, attnAxisRoleName(a->role))),
        attnNamed(m->ctx, "extent", attnI64(m->ctx, a->extent)),
        attnNamed(m->ctx, "tile", attnI64(m->ctx, a->tile))};
    dicts[n++] = mlirDictionaryAttrGet(m->ctx, 4, entries);
  }
  return mlirArrayAttrGet(m->ctx, n, dicts);
}

/// Elements of a step that CTAs which differ along this axis only read in common.
static int64_t sharedAlong(const AttnBrModel *m, int axis) {
  int64_t total = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.element"))
      continue;
    AttnAxisSet dep = attnBrDep(m, mlirOperationGetResult(op, 0));
    if (m->fold < 0 || !(dep & ATTN_AXIS(m->fold)) || (dep & ATTN_AXIS(axis)))
      continue;
    int64_t elements = 1;
    for (int i = 0; i < m->nAxes; ++i)
      elements *= dep & ATTN_AXIS(i) ? m->axes[i].tile : 1;
    total += elements;
  }
  return total;
}

/// The axes of the grid, the last one moving first. Of the batch axes those come late along which
/// more is read in common (a bias without a batch): such CTAs run at the same time, and L2 gives
/// them what one of them has read.
static int gridAxes(const AttnBrModel *m, int *grid) {
  int64_t shared[ATTN_BR_MAX_AXES];
  int n = 0;
  for (int i = 0; i < m->nAxes; ++i) {
    if (!m->axes[i].onGrid)
      continue;
    shared[i] = m->axes[i].use == ATTN_BATCH ? sharedAlong(m, i) : INT64_MAX;
    int at = n++;
    for (; at > 0 && shared[grid[at - 1]] > shared[i] && shared[grid[at - 1]] != INT64_MAX; --at)
      grid[at] = grid[at - 1];
    grid[at] = i;
  }
  return n;
}

void attnBrKernelOpen(AttnBrKernel *k, AttnBrEmit *e, const AttnBrModel *m, int nGrid,
                      const int *grid) {
  *k = (AttnBrKernel){.e = e, .outer = attnBuilderBefore(m->op), .nGrid = nGrid};
  *e = (AttnBrEmit){.m = m, .source = m->body};
  k->region = attnRegionWithBlock(&k->outer, 0, NULL, &k->in);
  attnBrPush(e, &k->top, k->in, 0);
  e->zero = attnConstIndex(&k->in, 0);
  for (int i = 0; i < m->nAxes; ++i)
    e->origins[i] = e->zero;
  for (int i = 0; i < nGrid; ++i) {
    k->grid[i] = grid[i];
    MlirNamedAttribute axis = attnNamed(m->ctx, "axis", attnStr(m->ctx, m->axes[grid[i]].name));
    e->origins[grid[i]] = attnBuild0(&k->in, "tile.origin", mlirIndexTypeGet(m->ctx), 1, &axis);
  }
}

MlirOperation attnBrKernelClose(AttnBrKernel *k, const char *symName, const char *schedule,
                                intptr_t nResults, const MlirType *results) {
  const AttnBrModel *m = k->e->m;
  attnBrPop(k->e);
  if (k->e->failed) {
    mlirRegionDestroy(k->region);
    return (MlirOperation){NULL};
  }
  attnBuildYield(&k->in, "gpu.yield", 0, NULL);
  const char *grid[ATTN_BR_MAX_AXES];
  for (int i = 0; i < k->nGrid; ++i)
    grid[i] = m->axes[k->grid[i]].name;
  MlirNamedAttribute attrs[] = {attnNamed(m->ctx, "sym_name", attnStr(m->ctx, symName)),
                                attnNamed(m->ctx, "axes", axesAttr(m)),
                                attnNamed(m->ctx, "grid", attnStrs(m->ctx, k->nGrid, grid)),
                                attnNamed(m->ctx, "schedule", attnStr(m->ctx, schedule))};
  return attnBuildOp(&k->outer, &(AttnOpDesc){.name = "tile.kernel",
                                              .nResults = nResults,
                                              .results = results,
                                              .nAttrs = 4,
                                              .attrs = attrs,
                                              .nRegions = 1,
                                              .regions = &k->region});
}

MlirOperation attnBrFold(const AttnBrModel *m, const char *symName, const char *schedule) {
  int grid[ATTN_BR_MAX_AXES], nGrid = gridAxes(m, grid);
  AttnBrKernel k;
  Folder f = {0};
  attnBrKernelOpen(&k, &f.e, m, nGrid, grid);
  if (!m->isMap)
    buildFold(&f);
  intptr_t nResults = mlirOperationGetNumResults(m->op);
  MlirType *types = malloc((size_t)(nResults + 1) * sizeof *types);
  for (intptr_t i = 0; i < nResults; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(m->op, i));
    if (!f.e.failed)
      buildResult(&f, (int)i);
  }
  MlirOperation op = attnBrKernelClose(&k, symName, schedule, nResults, types);
  free(types);
  return op;
}
