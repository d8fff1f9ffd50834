//===- BracketStep.c - What a tile adds to the states of a fold ------------===//
// See BracketFold.h.
//
//     for each channel x, lift w:
//       plain           x' = x (+) reduce(w)
//       plain bilinear  x' = tile.contract(lhs, rhs, x)
//       twisted, pivot p with elements s:
//                       p' = max(p, reduce s);  ref = p' unless that is -inf, then 0
//                       a = exp(p - ref);  e = exp(s - ref)
//                       x' = x * a + reduce(e * w), or tile.contract(e, w, x * a), or
//                       tile.contract(e * l, r, x * a) of w = l * r, l without columns
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
// ref makes exp(-inf - -inf) zero without a test per element: a row that saw nothing keeps the
// identity bit for bit.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"
#include "Passes/BracketFold.h"

#include <math.h>
#include <string.h>

/// RESCALE=lazy: by how many binary orders weights may exceed one. Of f16 256 is exact, and far
/// from what a sum of f32 overflows with.
static const double LAZY = 8;

static bool isSet(const AttnTile *t) { return t->value.ptr != NULL; }

static AttnTile fail(AttnFolder *f) {
  f->e.failed = true;
  return (AttnTile){0};
}

static MlirValue identityOf(const AttnBuilder *b, const AttnBrChannel *c) {
  MlirNamedAttribute value = attnNamed(b->ctx, "value", c->identity);
  return attnBuild0(b, "arith.constant", c->type, 1, &value);
}

//===--- the lift, masked -------------------------------------------------===//

/// Which conditions a tile of this channel has to test: its masks, the ragged tail.
static int conditions(const AttnFolder *f, const AttnBrChannel *c, MlirValue roots[], bool *tail) {
  *tail = f->partial && attnBrNeedsTail(f->e.m, c) && !attnBrMaskEnds(f->e.m, c);
  int n = f->partial ? c->nKeeps : 0;
  for (int i = 0; i < n; ++i)
    roots[i] = c->keeps[i];
  return n;
}

static MlirValue both(const AttnBuilder *b, MlirValue x, MlirValue y) {
  return x.ptr ? attnBuild2(b, "arith.andi", x, y) : y;
}

/// The condition of n evaluated masks and the tail; null if there is none.
static MlirValue condition(AttnFolder *f, AttnBrMap *map, int n, const MlirValue *keeps,
                           bool tail) {
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
static AttnTile liftTile(AttnFolder *f, const AttnBrChannel *c) {
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

static AttnTile reduce(AttnFolder *f, const char *monoid, AttnTile t) {
  return attnBrReduce(&f->e, monoid, f->e.m->fold, t);
}

//===--- plain channels ---------------------------------------------------===//

static AttnTile combine(AttnFolder *f, const AttnBrChannel *c, AttnTile x, AttnTile y) {
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
static AttnTile bilinearOperand(AttnFolder *f, const AttnBrChannel *c, MlirValue v, bool masked) {
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

static AttnTile mergeBilinear(AttnFolder *f, const AttnBrChannel *c, AttnTile x) {
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

AttnTile attnBrReference(AttnFolder *f, AttnTile p) {
  AttnBrMap map;
  if (!isSet(&p) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue x = attnBrMapElement(&map, p);
  MlirType t = mlirValueGetType(x);
  MlirValue ninf = attnConstFloat(&map.in, t, -INFINITY), zero = attnConstFloat(&map.in, t, 0.0);
  return attnBrMapClose(&map, attnSelect(&map.in, attnCmpf(&map.in, 1, x, ninf), zero, x));
}

/// exp2(x * c - ref)
static AttnTile relative2(AttnFolder *f, AttnTile x, double c, AttnTile ref) {
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
static AttnTile relative(AttnFolder *f, AttnTile x, AttnTile ref) {
  AttnBrMap map;
  if (!isSet(&x) || !isSet(&ref) || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, &map))
    return fail(f);
  MlirValue a = attnBrMapElement(&map, x), b = attnBrMapElement(&map, ref);
  MlirValue y = attnBuild2(&map.in, "arith.subf", a, b);
  MlirType t = mlirValueGetType(y);
  if (!f->e.m->math || !mlirTypeIsAF32(t)) // MATH=exp
    return attnBrMapClose(&map, attnBuild1(&map.in, "math.exp", y, t));
  // The difference first.
  y = attnBuild2(&map.in, "arith.mulf", y, attnConstFloat(&map.in, t, ATTN_BR_LOG2E));
  return attnBrMapClose(&map, attnBuild1(&map.in, "math.exp2", y, t));
}

AttnTile attnBrFactor(AttnFolder *f, int pivot, AttnTile p, AttnTile ref) {
  return f->e.m->channels[pivot].unit != 0 ? relative2(f, p, 1, ref) : relative(f, p, ref);
}

static void preparePivot(AttnFolder *f, int p) {
  if (isSet(&f->ref[p]) || f->e.failed)
    return;
  f->ref[p] = attnBrReference(f, f->next[p]);
  double c = f->e.m->channels[p].unit;
  f->alpha[p] = attnBrFactor(f, p, f->state[p], f->ref[p]);
  f->weight[p] =
      c != 0 ? relative2(f, f->lifted[p], c, f->ref[p]) : relative(f, f->lifted[p], f->ref[p]);
}

static bool isOne(MlirValue v) {
  MlirOperation d = attnDef(v);
  MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
  return !mlirAttributeIsNull(a) && mlirAttributeIsAFloat(a) &&
         mlirFloatAttrGetValueDouble(a) == 1.0;
}

/// The weights of a twisted channel that has masks of its own.
static AttnTile maskedWeight(AttnFolder *f, const AttnBrChannel *c) {
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

static AttnTile scaled(AttnFolder *f, AttnTile x, AttnTile alpha) {
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
static AttnTile factored(AttnFolder *f, const AttnBrChannel *c, AttnTile w) {
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
static AttnTile rightOperand(AttnFolder *f, const AttnBrChannel *c) {
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
static AttnTile weighted(AttnFolder *f, const AttnBrChannel *c, AttnTile w) {
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

static AttnTile mergeTwisted(AttnFolder *f, const AttnBrChannel *c, AttnTile x) {
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
static AttnTile partTile(AttnFolder *f, const AttnBrChannel *c) {
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

static void mergeDefined(AttnFolder *f) {
  AttnBrEmit *e = &f->e;
  const AttnBrModel *m = e->m;
  int n = m->nChannels;
  MlirValue operands[2 * ATTN_BR_MAX_CHANNELS], x[ATTN_BR_MAX_CHANNELS], y[ATTN_BR_MAX_CHANNELS];
  MlirType scalars[2 * ATTN_BR_MAX_CHANNELS] = {{NULL}}, results[ATTN_BR_MAX_CHANNELS];
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

//===--- the step ---------------------------------------------------------===//

void attnBrStep(AttnFolder *f) {
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
