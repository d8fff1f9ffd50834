//===- Reduce.c - tile.reduce, tile.nonnegative, linalg.reduce ------------===//
//
// A reduction of one axis of n tiles at a time (n = 1 for a monoid):
//
//   registers   upward along the axis, one chain for each register of the result; what is to be
//               added to all of a chain (AttnTile's `plus`) is added to its maximum
//   lanes       butterflies over the lane factors of the axis, one shuffle for each part of the
//               state; every lane then has the whole
//   linalg      the initial values are merged in front
//
// With `lanes` the lanes stay apart: the axis becomes one whose coordinates are lanes.
//
// Where `beyond` holds, which a warp has voted on (tile.nonnegative), maxima of f32 in registers
// are those of their words as integers: from zero up the order is the same, and ptxas makes one
// VIMNMX3 of two, as fast as one maximum of floats. A NaN is above all; one with a sign may be
// missed here, but the weight of such a score is NaN all the same.
//
// A merge that is written out need not give the same bits when its sides change places, so in a
// butterfly the state of the lower lane is always the left one: all lanes end with the same bits.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { MAX_PARTS = 32 };

typedef struct Reduction {
  AttnLower *k;
  MlirOperation op;
  const char *axis;
  const char *lanes;  ///< the axis that the lanes become; NULL: they are reduced
  const char *monoid; ///< NULL: the region of linalg.reduce, (elements, states) -> states
  int n;              ///< tiles
  AttnTile *source[MAX_PARTS];
  AttnLayout from, without; ///< of the elements; of the result
  int nRegs;                ///< of each result
  bool words;               ///< registers as integers
  MlirValue *plus;          ///< of the only tile, for each register of the result; NULL: none
  MlirValue *partial;       ///< [register of the result][n]; null at first
} Reduction;

static MlirValue *stateAt(const Reduction *r, int reg) { return r->partial + (size_t)reg * r->n; }

/// x = x (+) y; x null at first.
static MlirLogicalResult join(Reduction *r, MlirValue *x, const MlirValue *y) {
  if (mlirValueIsNull(x[0])) {
    memcpy(x, y, (size_t)r->n * sizeof *x);
    return OK;
  }
  if (r->words) {
    x[0] = attnLOp2(r->k, "arith.maxsi", x[0], y[0]);
    return OK;
  }
  if (r->monoid) {
    x[0] = attnLMonoid(r->k, r->monoid, x[0], y[0]);
    return mlirValueIsNull(x[0])
               ? attnOpError(r->op, "'%s' is not a monoid of this element type", r->monoid)
               : OK;
  }
  MlirBlock block = attnBody(r->op, 0);
  MlirOperation end = mlirBlockGetTerminator(block);
  AttnValueMap local = {0};
  MlirLogicalResult ok = OK;
  for (int i = 0; i < r->n; ++i) {
    attnMapValue(&local, mlirBlockGetArgument(block, i), y[i]);
    attnMapValue(&local, mlirBlockGetArgument(block, r->n + i), x[i]);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end) && ok.value; op = mlirOperationGetNextInBlock(op))
    ok = attnLScalar(r->k, op, &local);
  for (int i = 0; i < r->n && ok.value; ++i)
    ok = attnLScalarValue(r->k, end, mlirOperationGetOperand(end, i), &local, &x[i]);
  attnMapFree(&local);
  return ok;
}

/// The tiles that are reduced, in one layout, their axes called as the operation calls them.
static MlirLogicalResult readSources(Reduction *r) {
  const char *axes[ATTN_MAX_RANK];
  for (int i = 0; i < r->n; ++i) {
    AttnTile *t = attnLTileOf(r->k, r->op, mlirOperationGetOperand(r->op, i));
    if (!t || !attnLAxes(r->op, "operand_axes", t->rank, axes).value)
      return FAILED;
    if (t->inMemory)
      return attnOpError(r->op, "reduces a tile that lies in memory; give its tile.load a layout "
                                "(attn-atomize)");
    if (i == 0)
      r->from = attnLRenamedLayout(&t->layout, t->rank, t->axes, axes);
    r->source[i] = attnLDistribute(r->k, r->op, t, axes, &r->from);
    if (!r->source[i])
      return FAILED;
  }
  r->without = r->lanes ? attnLayoutOverLanes(&r->from, r->axis, r->lanes)
                        : attnLayoutWithout(&r->from, r->axis);
  r->nRegs = attnLayoutCount(&r->without, ATTN_REG);
  r->partial = calloc((size_t)r->nRegs * (size_t)r->n, sizeof *r->partial);
  return OK;
}

/// The register of the result that a register of the tiles goes to.
static int resultRegister(const Reduction *r, int reg) {
  int q = 0, scale = 1, rest = reg;
  for (int i = 0; i < r->from.size; ++i)
    if (r->from.f[i].level == ATTN_REG) {
      if (strcmp(r->from.f[i].axis, r->axis) != 0) {
        q += rest % r->from.f[i].size * scale;
        scale *= r->from.f[i].size;
      }
      rest /= r->from.f[i].size;
    }
  return q;
}

/// What is still to be added to the registers: to a chain's maximum where it is the same for all of
/// the chain, else to each.
static void readPlus(Reduction *r) {
  AttnTile *t = r->source[0];
  bool same = true;
  if (!t->plus)
    return;
  r->plus = calloc((size_t)r->nRegs, sizeof *r->plus);
  for (int reg = 0; reg < t->nRegs; ++reg) {
    MlirValue *p = &r->plus[resultRegister(r, reg)];
    *p = mlirValueIsNull(*p) ? t->plus[reg] : *p;
    same &= mlirValueEqual(*p, t->plus[reg]);
  }
  for (int reg = 0; reg < t->nRegs && !same; ++reg)
    if (!mlirValueIsNull(t->plus[reg]))
      t->regs[reg] = attnLOp2(r->k, "arith.addf", t->regs[reg], t->plus[reg]);
  if (!same) {
    free(r->plus);
    r->plus = NULL;
  }
}

/// Is the result the same in any order, to the bit?
static bool anyOrder(const Reduction *r) {
  static const char *const monoids[] = {"max", "min", "and", "or"};
  for (size_t i = 0; r->monoid && i < sizeof monoids / sizeof *monoids; ++i)
    if (strcmp(r->monoid, monoids[i]) == 0)
      return true;
  return false;
}

/// From so many registers of a row on, two chains, where they are asked for. On an H200, with what
/// attn-beside does: 160 keys 2 and 1 % faster by it, 128 keys 2 to 3 % slower, 80 keys the same
/// (docs/hopper.md).
enum { LONG_CHAIN = 40 };

/// Registers that lie in one result register are next to each other in number order along the axis,
/// so walking all of them upward keeps the order of the axis. One chain; where the order does not
/// matter and it is long, the first result's may be two by turns (`chains`): exponentials begin
/// with that row, those of the others run beside what is left of the maxima.
static MlirLogicalResult reduceRegisters(Reduction *r) {
  MlirLogicalResult ok = OK;
  int64_t chains = 1;
  attnAttrI64(r->op, "chains", &chains);
  bool two =
      chains == 2 && anyOrder(r) && r->nRegs > 1 && r->source[0]->nRegs >= LONG_CHAIN * r->nRegs;
  MlirValue other = {NULL};
  bool turn = false;
  for (int reg = 0; reg < r->source[0]->nRegs && ok.value; ++reg) {
    MlirValue y[MAX_PARTS];
    for (int i = 0; i < r->n; ++i)
      y[i] = r->words ? attnBuild1(&r->k->b, "arith.bitcast", r->source[i]->regs[reg], r->k->i32)
                      : r->source[i]->regs[reg];
    int q = resultRegister(r, reg);
    ok = join(r, two && q == 0 && turn ? &other : stateAt(r, q), y);
    turn ^= q == 0;
  }
  if (ok.value && !mlirValueIsNull(other))
    ok = join(r, stateAt(r, 0), &other);
  return ok;
}

/// One side of a choice: maxima of words, or of floats.
static MlirLogicalResult reduceSide(Reduction *r, AttnBuilder side, bool words) {
  AttnBuilder saved = r->k->b;
  r->k->b = side;
  r->words = words;
  memset(r->partial, 0, (size_t)r->nRegs * sizeof *r->partial);
  MlirLogicalResult ok = reduceRegisters(r);
  for (int q = 0; q < r->nRegs && words && ok.value; ++q)
    r->partial[q] = attnBuild1(&r->k->b, "arith.bitcast", r->partial[q], r->source[0]->element);
  if (ok.value)
    attnBuildYield(&r->k->b, "scf.yield", r->nRegs, r->partial);
  r->words = false;
  r->k->b = saved;
  return ok;
}

static MlirLogicalResult reduceByWords(Reduction *r) {
  AttnBuilder then, els;
  MlirValue beyond;
  if (!attnLScalarValue(r->k, r->op, mlirOperationGetOperand(r->op, r->n), &r->k->scalars, &beyond)
           .value)
    return FAILED;
  MlirType *types = malloc((size_t)r->nRegs * sizeof *types);
  for (int q = 0; q < r->nRegs; ++q)
    types[q] = r->source[0]->element;
  MlirOperation choice = attnBuildIf(&r->k->b, beyond, r->nRegs, types, &then, &els);
  free(types);
  MlirLogicalResult ok = reduceSide(r, then, true);
  if (ok.value)
    ok = reduceSide(r, els, false);
  for (int q = 0; q < r->nRegs; ++q)
    r->partial[q] = mlirOperationGetResult(choice, q);
  return ok;
}

static void addPlus(Reduction *r) {
  for (int q = 0; q < r->nRegs && r->plus; ++q)
    if (!mlirValueIsNull(r->plus[q]))
      *stateAt(r, q) = attnLOp2(r->k, "arith.addf", *stateAt(r, q), r->plus[q]);
}

/// One step of a butterfly: with the state of the lane whose number differs in the bit `offset`.
static MlirLogicalResult exchange(Reduction *r, MlirValue *state, int offset) {
  AttnLower *k = r->k;
  MlirValue left[MAX_PARTS], right[MAX_PARTS], lower = {NULL};
  if (!r->monoid)
    lower =
        attnCmpi(&k->b, 0, attnLOp2(k, "arith.andi", k->lane, attnLI32(k, offset)), attnLI32(k, 0));
  for (int i = 0; i < r->n; ++i) {
    MlirValue other = attnLShuffle(k, "bfly", state[i], attnLI32(k, offset));
    left[i] = r->monoid ? state[i] : attnSelect(&k->b, lower, state[i], other);
    right[i] = r->monoid ? other : attnSelect(&k->b, lower, other, state[i]);
  }
  MlirLogicalResult ok = join(r, left, right);
  memcpy(state, left, (size_t)r->n * sizeof *state);
  return ok;
}

static MlirLogicalResult reduceLanes(Reduction *r) {
  MlirLogicalResult ok = OK;
  int stride = 1;
  for (int i = 0; i < r->from.size && ok.value; ++i) {
    const AttnFactor *f = &r->from.f[i];
    bool along = strcmp(f->axis, r->axis) == 0;
    if (along && f->level == ATTN_WARP && f->size > 1)
      ok = attnOpError(r->op,
                       "reduces '%s', which is spread over %d warps; reductions across warps "
                       "are not built yet, keep the axis within a warp (TILE)",
                       r->axis, f->size);
    if (f->level != ATTN_LANE)
      continue;
    for (int s = 1; along && s < f->size && ok.value; s *= 2)
      for (int q = 0; q < r->nRegs && ok.value; ++q)
        ok = exchange(r, stateAt(r, q), s * stride);
    stride *= f->size;
  }
  return ok;
}

/// The initial values of linalg.reduce in front of what was reduced.
static MlirLogicalResult joinInitial(Reduction *r) {
  AttnTile *init[MAX_PARTS];
  for (int i = 0; i < r->n; ++i) {
    AttnTile *t = attnLTileOf(r->k, r->op, mlirOperationGetOperand(r->op, r->n + i));
    if (!t || !(init[i] = attnLDistribute(r->k, r->op, t, t->axes, &r->without)))
      return FAILED;
  }
  MlirLogicalResult ok = OK;
  for (int q = 0; q < r->nRegs && ok.value; ++q) {
    MlirValue x[MAX_PARTS];
    for (int i = 0; i < r->n; ++i)
      x[i] = init[i]->regs[q];
    ok = join(r, x, stateAt(r, q));
    memcpy(stateAt(r, q), x, (size_t)r->n * sizeof *x);
  }
  return ok;
}

static MlirLogicalResult writeResults(Reduction *r) {
  AttnTile part = {.rank = r->source[0]->rank - !r->lanes, .layout = r->without, .nRegs = r->nRegs};
  part.regs = malloc((size_t)r->nRegs * sizeof *part.regs);
  MlirLogicalResult ok = OK;
  for (int i = 0; i < r->n && ok.value; ++i) {
    AttnTile *t, *out;
    ok = attnLResultTileAt(r->k, r->op, i, &t);
    if (!ok.value)
      break;
    part.element = t->element;
    memcpy(part.axes, t->axes, sizeof part.axes);
    for (int q = 0; q < r->nRegs; ++q)
      part.regs[q] = stateAt(r, q)[i];
    out = attnLDistribute(r->k, r->op, &part, part.axes, &t->layout);
    if (out)
      memcpy(t->regs, out->regs, (size_t)t->nRegs * sizeof *t->regs);
    else
      ok = FAILED;
  }
  free(part.regs);
  return ok;
}

MlirLogicalResult attnLowerReduce(AttnLower *k, MlirOperation op) {
  Reduction r = {.k = k,
                 .op = op,
                 .monoid = attnAttrStr(op, "monoid"),
                 .axis = attnAttrStr(op, "axis"),
                 .lanes = attnAttrStr(op, "lanes"),
                 .n = (int)mlirOperationGetNumResults(op)};
  if (!r.axis || (!r.monoid && attnIs(op, "tile.reduce")) || r.n > MAX_PARTS)
    return attnOpError(op, "needs a monoid and an axis, and at most %d tiles", MAX_PARTS);
  MlirLogicalResult ok = readSources(&r);
  if (ok.value)
    readPlus(&r);
  // What is added afterwards moves the zero.
  bool choice = !r.lanes && r.monoid && mlirOperationGetNumOperands(op) > r.n && !r.plus;
  if (ok.value)
    ok = choice ? reduceByWords(&r) : reduceRegisters(&r);
  if (ok.value)
    addPlus(&r);
  if (ok.value && !r.lanes)
    ok = reduceLanes(&r);
  if (ok.value && !r.monoid)
    ok = joinInitial(&r);
  if (ok.value)
    ok = writeResults(&r);
  free(r.partial);
  free(r.plus);
  return ok;
}

MlirLogicalResult attnLowerNonnegative(AttnLower *k, MlirOperation op) {
  AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  if (!t)
    return FAILED;
  if (t->inMemory)
    return attnOpError(op, "asks for the sign of a tile that lies in memory");
  MlirValue zero = attnConstFloat(&k->b, t->element, 0.0), all = {NULL};
  for (int r = 0; r < t->nRegs; ++r) {
    MlirValue c = attnCmpf(&k->b, 3, t->regs[r], zero); // oge
    all = mlirValueIsNull(all) ? c : attnBuild2(&k->b, "arith.andi", all, c);
  }
  attnMapValue(&k->scalars, mlirOperationGetResult(op, 0), attnLVote(k, true, all));
  return OK;
}
