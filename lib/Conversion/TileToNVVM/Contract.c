//===- Contract.c - tile.contract, scalar atoms ---------------------------===//
//
//   for each chunk of the contracted axis, upward
//     fetch the lane's rows of lhs and columns of rhs, widened to the accumulator's type
//     for each step of the chunk
//       for each register of the result: acc = fma(lhs, rhs, acc)
//
// An operand lies
//   in shared or global memory  read in accesses of up to 16 bytes, along the contracted axis or
//                               along the lane's registers, whichever is contiguous
//   in registers                the lane that holds the element gives it to the others by shfl.idx;
//                               the axis is walked factor by factor of the operand's layout:
//                               a lane factor is a loop (the source lane is a value), a register
//                               factor is unrolled (a register cannot be indexed)
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { MAX_CHUNK = 8, MAX_STEPS = ATTN_LAYOUT_MAX_FACTORS };

/// One loop over part of the contracted axis; strides of one step along the axis, in the lane
/// number and in the register digits of the operand that lies in registers.
typedef struct Step {
  bool loop; ///< else unrolled
  int count, axisStride, laneStride, regStride;
} Step;

/// Where the walk over the contracted axis stands.
typedef struct Place {
  AttnCoord at;   ///< along the axis
  MlirValue lane; ///< dynamic part of the source lane (null: none)
  int laneConstant, reg;
} Place;

typedef struct Operand {
  AttnTile *tile;
  const char *axes[ATTN_MAX_RANK];
  int nSlots;        ///< different elements per step of the axis that the lane needs
  int *slotOf;       ///< per register of the result
  int *first;        ///< per slot: a register of the result that uses it
  MlirValue *values; ///< of the chunk: [slot][step]
  // in memory
  AttnView view;
  int axisAt; ///< position of the contracted axis
  // in registers
  AttnLayout layout;
  int *regOf; ///< [slot][digit of the register factors along the axis]
  int nDigits;
  MlirValue laneBase; ///< the lane's number without its digits along the axis
} Operand;

typedef struct Contract {
  AttnLower *k;
  const char *axis;
  AttnLayout layout; ///< of the result
  int nRegs;
  MlirType type; ///< of the accumulator
  MlirValue *acc;
  Operand lhs, rhs;
  int nSteps;
  Step steps[MAX_STEPS]; ///< outermost first
  int chunk;
  Step inner[MAX_STEPS]; ///< the chunk's steps, innermost first, all unrolled
  int nInner;
} Contract;

//===--- operands ---------------------------------------------------------===//

static bool isIn(const char *name, int n, const char *const *names) {
  for (int i = 0; i < n; ++i)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

/// In memory: the slots are the different coordinates along the operand's free axes.
static void memorySlots(Contract *c, Operand *o) {
  o->view = attnLRenamed(&o->tile->view, o->axes);
  AttnView free = o->view; // the box without the contracted axis, to compare registers
  for (int i = o->axisAt; i + 1 < free.rank; ++i)
    free.axes[i] = free.axes[i + 1];
  --free.rank;
  for (int r = 0; r < c->nRegs; ++r) {
    int s = 0;
    while (s < o->nSlots && !attnLSameElement(&free, &c->layout, o->first[s], r))
      ++s;
    if (s == o->nSlots)
      o->first[o->nSlots++] = r;
    o->slotOf[r] = s;
  }
}

/// In registers: without the contracted axis, the operand must lie in the result's lanes.
static MlirLogicalResult registerSlots(Contract *c, MlirOperation op, Operand *o) {
  AttnLayout *l = &o->layout;
  *l = o->tile->layout;
  for (int i = 0; i < l->size; ++i)
    for (int a = 0; a < o->tile->rank; ++a)
      if (strcmp(o->tile->layout.f[i].axis, o->tile->axes[a]) == 0)
        snprintf(l->f[i].axis, sizeof l->f[i].axis, "%s", o->axes[a]);
  AttnLayout without = attnLayoutWithout(l, c->axis);
  int *rows = malloc((size_t)c->nRegs * sizeof *rows);
  bool same = attnLayoutSameLane(&without, &c->layout, c->k->warps, rows), spread = false;
  int nRows = attnLayoutCount(&without, ATTN_REG), nRegs = attnLayoutCount(l, ATTN_REG);
  for (int i = 0; i < l->size; ++i)
    spread |= strcmp(l->f[i].axis, c->axis) == 0 && l->f[i].level == ATTN_WARP && l->f[i].size > 1;
  if (!same || spread) {
    char *a = attnLayoutPrint(l), *b = attnLayoutPrint(&c->layout);
    free(rows);
    MlirLogicalResult r =
        attnOpError(op,
                    "reads an operand laid out as '%s' for a result laid out as '%s': lanes would "
                    "need elements of other warps; this exchange is not built yet, use the same "
                    "thread grid (TILE) for both contractions",
                    a, b);
    free(a);
    free(b);
    return r;
  }
  o->nDigits = nRegs / nRows;
  o->regOf = calloc((size_t)nRegs, sizeof *o->regOf);
  for (int r = 0; r < nRegs; ++r) { // take the register's number apart: row and digit
    int rest = r, row = 0, rowScale = 1, digit = 0, digitScale = 1;
    for (int i = 0; i < l->size; ++i) {
      if (l->f[i].level != ATTN_REG)
        continue;
      int d = rest % l->f[i].size;
      rest /= l->f[i].size;
      if (strcmp(l->f[i].axis, c->axis) == 0)
        digit += d * digitScale, digitScale *= l->f[i].size;
      else
        row += d * rowScale, rowScale *= l->f[i].size;
    }
    o->regOf[row * o->nDigits + digit] = r;
  }
  o->nSlots = nRows;
  memcpy(o->slotOf, rows, (size_t)c->nRegs * sizeof *rows);
  free(rows);
  o->laneBase = attnLaneWithout(c->k, l, c->axis);
  return OK;
}

static MlirLogicalResult prepare(Contract *c, MlirOperation op, Operand *o, int number,
                                 const char *axesName, int nAxes, const char *const *axes) {
  o->tile = attnLTileOf(c->k, op, mlirOperationGetOperand(op, number));
  if (!o->tile || !attnLAxes(op, axesName, o->tile->rank, o->axes).value)
    return FAILED;
  o->axisAt = -1;
  for (int i = 0; i < o->tile->rank; ++i) {
    if (strcmp(o->axes[i], c->axis) == 0)
      o->axisAt = i;
    else if (!isIn(o->axes[i], nAxes, axes))
      return attnOpError(op, "%s has axis '%s', which is neither contracted nor in the result",
                         axesName, o->axes[i]);
  }
  if (o->axisAt < 0)
    return attnOpError(op, "%s lacks the contracted axis '%s'", axesName, c->axis);
  o->slotOf = calloc((size_t)c->nRegs, sizeof *o->slotOf);
  o->first = calloc((size_t)c->nRegs, sizeof *o->first);
  if (o->tile->inMemory)
    memorySlots(c, o);
  else if (!registerSlots(c, op, o).value)
    return FAILED;
  o->values = calloc((size_t)(o->nSlots * MAX_CHUNK), sizeof *o->values);
  return OK;
}

static void freeOperand(Operand *o) {
  free(o->slotOf);
  free(o->first);
  free(o->values);
  free(o->regOf);
}

//===--- the walk over the axis -------------------------------------------===//

/// Steps for an operand in registers: the factors of its layout along the axis. The innermost ones
/// become the chunk; a lane factor is split if only part of it fits.
static void stepsOfLayout(Contract *c, const AttnLayout *l, int limit) {
  int laneStride = 1, regStride = 1, axisStride = 1;
  Step all[MAX_STEPS];
  int n = 0;
  bool open = true; // still filling the chunk
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    if (strcmp(f->axis, c->axis) == 0) {
      Step s = {f->level == ATTN_LANE, f->size, axisStride, f->level == ATTN_LANE ? laneStride : 0,
                f->level == ATTN_REG ? regStride : 0};
      int room = limit / c->chunk;
      int take = s.count <= room ? s.count : s.count % room == 0 ? room : 1;
      if (open && take > 1) {
        Step part = s;
        part.count = take;
        c->inner[c->nInner++] = part;
        c->chunk *= take;
        s.count /= take;
        s.axisStride *= take, s.laneStride *= take, s.regStride *= take;
      }
      open = open && s.count == 1;
      if (s.count > 1)
        all[n++] = s;
      axisStride *= f->size;
      if (f->level == ATTN_REG)
        regStride *= f->size;
    }
    if (f->level == ATTN_LANE)
      laneStride *= f->size;
  }
  for (int i = 0; i < n; ++i)
    c->steps[c->nSteps++] = all[n - 1 - i];
}

/// Steps where both operands lie in memory: chunks as wide as the widest access along the axis.
static void stepsOfExtent(Contract *c, int64_t extent) {
  int64_t chunk = 4;
  const Operand *operands[] = {&c->lhs, &c->rhs};
  for (int i = 0; i < 2; ++i)
    if (attnLContiguous(&operands[i]->view) == operands[i]->axisAt &&
        operands[i]->view.align > chunk)
      chunk = operands[i]->view.align;
  if (chunk > MAX_CHUNK)
    chunk = MAX_CHUNK;
  while (extent % chunk != 0)
    chunk /= 2;
  c->chunk = (int)chunk;
  c->inner[c->nInner++] = (Step){false, (int)chunk, 1, 0, 0};
  if (extent > chunk)
    c->steps[c->nSteps++] = (Step){true, (int)(extent / chunk), (int)chunk, 0, 0};
}

static void fetchMemory(Contract *c, Operand *o, const Place *place) {
  AttnLower *k = c->k;
  AttnCoord coords[ATTN_MAX_RANK];
  MlirValue values[16];
  int at = attnLContiguous(&o->view), n = c->chunk;
  AttnView free = o->view; // for runs along the lane's registers: one step of the axis
  free.size[o->axisAt] = 1;
  memset(o->values, 0, (size_t)(o->nSlots * MAX_CHUNK) * sizeof *o->values);
  for (int s = 0; s < o->nSlots; ++s) {
    for (int i = 0; i < o->view.rank; ++i)
      if (i != o->axisAt)
        coords[i] = attnLCoord(k, &c->layout, o->view.axes[i], o->first[s]);
    if (at == o->axisAt) { // along the axis
      int width = (int)o->view.align;
      while (n % width != 0)
        width /= 2;
      for (int step = 0; step < n; step += width) {
        coords[at] = place->at;
        coords[at].constant += step;
        attnLViewRead(k, &o->view, coords, width, o->tile->element, values);
        for (int w = 0; w < width; ++w)
          o->values[s * MAX_CHUNK + step + w] = attnCast(&k->b, values[w], c->type);
      }
      continue;
    }
    if (!mlirValueIsNull(o->values[s * MAX_CHUNK]))
      continue;
    int members[16] = {o->first[s]}, width = 1;
    if (at >= 0)
      width = attnLRegisterRun(&free, &c->layout, c->nRegs, o->first[s], members);
    for (int step = 0; step < n; ++step) {
      coords[o->axisAt] = place->at;
      coords[o->axisAt].constant += step;
      attnLViewRead(k, &o->view, coords, width, o->tile->element, values);
      for (int w = 0; w < width; ++w)
        o->values[o->slotOf[members[w]] * MAX_CHUNK + step] = attnCast(&k->b, values[w], c->type);
    }
  }
}

static void fetchRegisters(Contract *c, Operand *o, const Place *place) {
  AttnLower *k = c->k;
  bool moves = false;
  for (int i = 0; i < o->layout.size; ++i)
    moves |= o->layout.f[i].level == ATTN_LANE && strcmp(o->layout.f[i].axis, c->axis) == 0;
  for (int step = 0; step < c->chunk; ++step) {
    int rest = step, reg = place->reg, lane = place->laneConstant;
    for (int i = 0; i < c->nInner; ++i) {
      int d = rest % c->inner[i].count;
      rest /= c->inner[i].count;
      reg += d * c->inner[i].regStride;
      lane += d * c->inner[i].laneStride;
    }
    MlirValue source = {NULL};
    if (moves)
      source = attnLAddC(k, attnLAdd(k, o->laneBase, place->lane), lane);
    for (int s = 0; s < o->nSlots; ++s) {
      MlirValue v = o->tile->regs[o->regOf[s * o->nDigits + reg]];
      if (moves)
        v = attnLShuffle(k, "idx", v, source);
      o->values[s * MAX_CHUNK + step] = attnCast(&k->b, v, c->type);
    }
  }
}

static void emitChunk(Contract *c, const Place *place) {
  AttnLower *k = c->k;
  Operand *operands[] = {&c->lhs, &c->rhs};
  for (int i = 0; i < 2; ++i) {
    if (operands[i]->tile->inMemory)
      fetchMemory(c, operands[i], place);
    else
      fetchRegisters(c, operands[i], place);
  }
  bool isFloat = attnIsFloat(c->type);
  for (int step = 0; step < c->chunk; ++step)
    for (int r = 0; r < c->nRegs; ++r) {
      MlirValue x = c->lhs.values[c->lhs.slotOf[r] * MAX_CHUNK + step];
      MlirValue y = c->rhs.values[c->rhs.slotOf[r] * MAX_CHUNK + step];
      MlirValue operand[] = {x, y, c->acc[r]};
      c->acc[r] = isFloat ? attnBuild(&k->b, "math.fma", 3, operand, c->type, 0, NULL)
                          : attnLOp2(k, "arith.addi", c->acc[r], attnLOp2(k, "arith.muli", x, y));
    }
}

static void emitSteps(Contract *c, int step, Place place) {
  AttnLower *k = c->k;
  if (step == c->nSteps) {
    emitChunk(c, &place);
    return;
  }
  const Step *s = &c->steps[step];
  if (!s->loop) {
    for (int i = 0; i < s->count; ++i) {
      Place p = place;
      p.at.constant += (int64_t)i * s->axisStride;
      p.reg += i * s->regStride;
      p.laneConstant += i * s->laneStride;
      emitSteps(c, step + 1, p);
    }
    return;
  }
  MlirValue iv, *args = malloc((size_t)c->nRegs * sizeof *args);
  MlirOperation loop = attnLForBegin(k, 0, s->count, 1, c->nRegs, c->acc, &iv, args);
  memcpy(c->acc, args, (size_t)c->nRegs * sizeof *args);
  free(args);
  Place p = place;
  p.at.dynamic = attnLAdd(k, p.at.dynamic, attnLMulC(k, iv, s->axisStride));
  if (s->laneStride)
    p.lane = attnLAdd(k, p.lane, attnLMulC(k, iv, s->laneStride));
  emitSteps(c, step + 1, p);
  attnLForEnd(k, loop, c->nRegs, c->acc, c->acc);
}

//===--- the operation ----------------------------------------------------===//

MlirLogicalResult attnLowerContract(AttnLower *k, MlirOperation op) {
  Contract c = {.k = k, .axis = attnAttrStr(op, "axis"), .chunk = 1};
  const char *atom = attnAttrStr(op, "atom");
  if (atom && strcmp(atom, "mma_m16n8k16_f16") == 0)
    return attnLowerContractMma(k, op, false);
  if (atom && strcmp(atom, "mma_m16n8k16_bf16") == 0)
    return attnLowerContractMma(k, op, true);
  if (atom && strncmp(atom, "wgmma_", 6) == 0)
    return attnLowerContractWgmma(k, op, atom);
  if (!atom || strcmp(atom, "scalar") != 0)
    return attnOpError(op,
                       "atom '%s' is not built; expected 'scalar' or 'mma_m16n8k16_f16|bf16' "
                       "(attn-atomize)",
                       atom ? atom : "");
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  const char *axes[ATTN_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(type);
  if (!c.axis || !attnLLayout(k, op, &c.layout).value || !attnLAxes(op, "axes", rank, axes).value)
    return FAILED;
  c.type = mlirShapedTypeGetElementType(type);
  c.nRegs = attnLayoutCount(&c.layout, ATTN_REG);
  AttnTile *acc = attnLTileOf(k, op, mlirOperationGetOperand(op, 2));
  if (acc)
    acc = attnLDistribute(k, op, acc, axes, &c.layout);
  if (!acc)
    return FAILED;
  MlirLogicalResult ok = prepare(&c, op, &c.lhs, 0, "lhs_axes", rank, axes);
  if (ok.value)
    ok = prepare(&c, op, &c.rhs, 1, "rhs_axes", rank, axes);
  if (ok.value) {
    MlirType lhs = mlirValueGetType(mlirOperationGetOperand(op, 0));
    if (c.lhs.tile->inMemory && c.rhs.tile->inMemory)
      stepsOfExtent(&c, mlirShapedTypeGetDimSize(lhs, c.lhs.axisAt));
    else if (c.lhs.tile->inMemory != c.rhs.tile->inMemory)
      stepsOfLayout(&c, c.lhs.tile->inMemory ? &c.rhs.layout : &c.lhs.layout, 4);
    else
      ok = attnOpError(op, "has both operands in registers; one must come from tile.load or "
                           "tile.copy");
  }
  if (ok.value) {
    AttnTile *t = attnLTileNew(k, result);
    t->rank = rank;
    t->element = c.type;
    t->layout = c.layout;
    for (int i = 0; i < rank; ++i)
      t->axes[i] = axes[i], t->shape[i] = mlirShapedTypeGetDimSize(type, i);
    t->nRegs = c.nRegs;
    t->regs = calloc((size_t)c.nRegs, sizeof *t->regs);
    memcpy(t->regs, acc->regs, (size_t)c.nRegs * sizeof *t->regs);
    c.acc = t->regs;
    emitSteps(&c, 0, (Place){0});
  }
  freeOperand(&c.lhs);
  freeOperand(&c.rhs);
  return ok;
}
