//===- OracleGeneric.c - Evaluating one generic node over a box -----------===//
//
//   for p in parallel points (without the strip dimension)
//     for strips of the strip dimension, if that is parallel
//       acc = initial values
//       for r in reduction points (in strips, if the strip dimension is one of them)
//         acc = body(acc, loads)                one call of attnOracleExec per instruction
//       result = acc
//
// A strip along a reduction dimension needs a body of the form acc = acc (op) e with e free of acc:
// e is evaluated over the strip and folded in order. Any other body that has no parallel dimension
// to strip runs point by point.
//
//===----------------------------------------------------------------------===//
#include "Runtime/OracleGeneric.h"
#include "Runtime/Status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//===--- slots ------------------------------------------------------------===//

int64_t attnSlotCount(const AttnSlot *slot, int rank) {
  int64_t n = 1;
  for (int d = 0; d < rank; ++d)
    n *= slot->hi[d] - slot->lo[d];
  return n;
}

void attnSlotStrides(const AttnSlot *slot, int rank, int64_t *strides) {
  int64_t s = 1;
  for (int d = rank - 1; d >= 0; --d) {
    strides[d] = s;
    s *= slot->hi[d] - slot->lo[d];
  }
}

//===--- facts about a node -----------------------------------------------===//

void attnGenericBox(const AttnOracle *o, const AttnOracleNode *n, const AttnSlot *slots,
                    int64_t *lo, int64_t *hi) {
  bool set[ATTN_MAX_RANK] = {0};
  for (int32_t d = 0; d < n->numDims; ++d) {
    lo[d] = 0;
    hi[d] = n->extents[d];
  }
  for (int32_t r = 0; r < n->numValues; ++r) {
    const AttnSlot *s = &slots[n->firstValue + r];
    if (!s->needed)
      continue;
    const AttnOracleMap *m = &n->maps[n->numOperands - n->numValues + r];
    for (int k = 0; k < o->values[n->firstValue + r].type.rank; ++k) {
      const AttnOracleExpr *e = &m->exprs[m->results[k]];
      if (e->kind != ATTN_EXPR_DIM)
        continue;
      int64_t d = e->value;
      lo[d] = set[d] && lo[d] < s->lo[k] ? lo[d] : s->lo[k];
      hi[d] = set[d] && hi[d] > s->hi[k] ? hi[d] : s->hi[k];
      set[d] = true;
    }
  }
}

void attnGenericLive(const AttnOracleNode *n, bool *live) {
  memset(live, 0, (size_t)n->numInstrs);
  for (int32_t r = 0; r < n->numValues; ++r)
    live[n->yields[r]] = true;
  for (int32_t i = n->numInstrs - 1; i >= 0; --i) {
    const AttnOracleInstr *in = &n->instrs[i];
    if (!live[i])
      continue;
    int arity = 0;
    char result, operand;
    if (in->op == ATTN_OP_SELECT) {
      arity = 3;
    } else if (in->op == ATTN_OP_CMPF || in->op == ATTN_OP_CMPI) {
      arity = 2;
    } else if (in->op > ATTN_OP_CMPI) {
      attnOracleOpShape(in->op, &arity, &result, &operand);
    } else if (in->op == ATTN_OP_GATHER) {
      for (int32_t k = 0; k < n->numIndices; ++k) // cheap and conservative: all gathers' indices
        if (n->indices[k] < i)
          live[n->indices[k]] = true;
    }
    if (arity > 0)
      live[in->a] = true;
    if (arity > 1)
      live[in->b] = true;
    if (arity > 2)
      live[in->c] = true;
  }
}

/// If the only yield is acc (op) e or e (op) acc, with one use of acc: the register of e, else -1.
static int32_t foldedRegister(const AttnOracleNode *n) {
  if (n->numValues != 1)
    return -1;
  const AttnOracleInstr *y = &n->instrs[n->yields[0]];
  switch (y->op) {
  case ATTN_OP_ADDF:
  case ATTN_OP_MULF:
  case ATTN_OP_MAXIMUMF:
  case ATTN_OP_MINIMUMF:
  case ATTN_OP_MAXNUMF:
  case ATTN_OP_MINNUMF:
  case ATTN_OP_ADDI:
  case ATTN_OP_MULI:
  case ATTN_OP_MAXSI:
  case ATTN_OP_MINSI:
  case ATTN_OP_MAXUI:
  case ATTN_OP_MINUI:
  case ATTN_OP_ANDI:
  case ATTN_OP_ORI:
  case ATTN_OP_XORI:
    break;
  default:
    return -1;
  }
  bool aIsAcc = n->instrs[y->a].op == ATTN_OP_ACC, bIsAcc = n->instrs[y->b].op == ATTN_OP_ACC;
  if (aIsAcc == bIsAcc)
    return -1;
  int32_t e = aIsAcc ? y->b : y->a;
  // Does e depend on the accumulator?
  bool depends = false;
  bool *reach = calloc((size_t)n->numInstrs, 1);
  if (!reach)
    return -1;
  AttnOracleNode part = *n;
  int32_t yield[1] = {e};
  part.yields = yield;
  attnGenericLive(&part, reach);
  for (int32_t i = 0; i < n->numInstrs; ++i)
    depends |= reach[i] && n->instrs[i].op == ATTN_OP_ACC;
  free(reach);
  return depends ? -1 : e;
}

static bool looksThrough(const AttnOracleInstr *in) {
  return in->op == ATTN_OP_EXTF || in->op == ATTN_OP_TRUNCF;
}

/// The operand that a register loads, through float conversions (which change nothing here); -1.
static int32_t loadedOperand(const AttnOracleNode *n, int32_t reg) {
  while (looksThrough(&n->instrs[reg]))
    reg = n->instrs[reg].a;
  return n->instrs[reg].op == ATTN_OP_LOAD ? (int32_t)n->instrs[reg].imm.i : -1;
}

static bool contraction(const AttnOracleNode *n, int32_t folded, int32_t *x, int32_t *y) {
  if (folded < 0 || n->instrs[n->yields[0]].op != ATTN_OP_ADDF)
    return false;
  while (looksThrough(&n->instrs[folded]))
    folded = n->instrs[folded].a;
  if (n->instrs[folded].op != ATTN_OP_MULF)
    return false;
  *x = loadedOperand(n, n->instrs[folded].a);
  *y = loadedOperand(n, n->instrs[folded].b);
  return *x >= 0 && *y >= 0;
}

bool attnGenericIsContraction(const AttnOracleNode *n) {
  int32_t x, y;
  bool reduces = false;
  for (int32_t d = 0; d < n->numDims; ++d)
    reduces |= n->reduction[d];
  return reduces && contraction(n, foldedRegister(n), &x, &y);
}

//===--- evaluation -------------------------------------------------------===//

/// How an operand (or result) is addressed: cells[base + sum coefs[d] * point[d]] if linear.
typedef struct Access {
  const AttnOracleMap *map;
  const AttnSlot *slot;
  AttnCell *cells;
  int rank;
  bool linear;
  int64_t base, coefs[ATTN_MAX_RANK];
  int64_t strides[ATTN_MAX_RANK];
} Access;

typedef struct Run {
  const AttnOracle *o;
  const AttnOracleNode *n;
  AttnSlot *slots;
  const int64_t *lo, *hi;
  unsigned rules;
  Access *access;  ///< one per operand; the last numValues are the initial values
  Access *outputs; ///< one per result
  bool *live;
  AttnCell *regs; ///< numInstrs strips
  AttnCell *acc;  ///< numValues strips
  int32_t strip;  ///< dimension, -1: none
  bool stripReduces;
  int32_t folded; ///< see foldedRegister
  int32_t x, y;   ///< operands of a contraction, -1: none
  int64_t point[ATTN_MAX_RANK];
} Run;

static void makeAccess(const Run *run, Access *a, const AttnOracleMap *map, int32_t value) {
  const AttnTensorType *t = &run->o->values[value].type;
  *a = (Access){.map = map, .slot = &run->slots[value], .rank = t->rank, .linear = true};
  a->cells = a->slot->cells;
  attnSlotStrides(a->slot, t->rank, a->strides);
  if (map->numResults < 0)
    return;
  for (int k = 0; k < t->rank; ++k) {
    int64_t coefs[ATTN_MAX_RANK], constant;
    if (!attnOracleExprLinear(map, map->results[k], run->n->numDims, coefs, &constant)) {
      a->linear = false;
      return;
    }
    a->base += (constant - a->slot->lo[k]) * a->strides[k];
    for (int32_t d = 0; d < run->n->numDims; ++d)
      a->coefs[d] += coefs[d] * a->strides[k];
  }
}

static int64_t offsetAt(const Access *a, const int64_t *point, int32_t numDims) {
  int64_t at = a->linear ? a->base : 0;
  if (a->linear) {
    for (int32_t d = 0; d < numDims; ++d)
      at += a->coefs[d] * point[d];
    return at;
  }
  for (int k = 0; k < a->rank; ++k)
    at += (attnOracleExprEval(a->map, a->map->results[k], point) - a->slot->lo[k]) * a->strides[k];
  return at;
}

static void load(Run *run, const Access *a, AttnCell *d, int n) {
  if (a->linear) {
    const AttnCell *p = a->cells + offsetAt(a, run->point, run->n->numDims);
    int64_t step = run->strip >= 0 ? a->coefs[run->strip] : 0;
    if (step == 1)
      memcpy(d, p, (size_t)n * sizeof *d);
    else
      for (int i = 0; i < n; ++i)
        d[i] = p[i * step];
    return;
  }
  int64_t *moving = run->strip >= 0 ? &run->point[run->strip] : NULL;
  for (int i = 0; i < n; ++i) {
    d[i] = a->cells[offsetAt(a, run->point, run->n->numDims)];
    if (moving)
      ++*moving;
  }
  if (moving)
    *moving -= n;
}

static void gather(Run *run, const AttnOracleInstr *in, AttnCell *d, int n) {
  const Access *a = &run->access[in->imm.i];
  const AttnTensorType *t = &run->o->values[run->n->operands[in->imm.i]].type;
  const int32_t *index = &run->n->indices[in->firstIndex];
  for (int i = 0; i < n; ++i) {
    int64_t at = 0;
    bool inside = true;
    for (int k = 0; k < t->rank && inside; ++k) {
      int64_t x = run->regs[(int64_t)index[k] * ATTN_STRIP + i].i;
      // The slot covers every index the body can form inside the tensor.
      inside = x >= a->slot->lo[k] && x < a->slot->hi[k];
      at += (x - a->slot->lo[k]) * a->strides[k];
    }
    if (inside)
      d[i] = a->cells[at];
    else if (in->isFloat)
      d[i].f = NAN;
    else
      d[i].i = 0;
  }
}

/// Evaluates the live instructions up to `last` over n points from run->point.
static void body(Run *run, int32_t last, int n) {
  for (int32_t r = 0; r <= last; ++r) {
    const AttnOracleInstr *in = &run->n->instrs[r];
    AttnCell *d = run->regs + (int64_t)r * ATTN_STRIP;
    if (!run->live[r])
      continue;
    switch (in->op) {
    case ATTN_OP_CONSTF: // filled once
    case ATTN_OP_CONSTI:
      break;
    case ATTN_OP_LOAD:
      load(run, &run->access[in->imm.i], d, n);
      break;
    case ATTN_OP_ACC:
      memcpy(d, run->acc + in->imm.i * ATTN_STRIP, (size_t)n * sizeof *d);
      break;
    case ATTN_OP_INDEX: {
      int64_t x = run->point[in->imm.i], step = in->imm.i == run->strip;
      for (int i = 0; i < n; ++i)
        d[i].i = x + i * step;
      break;
    }
    case ATTN_OP_GATHER:
      gather(run, in, d, n);
      break;
    default:
      attnOracleExec(in, d, run->regs + (int64_t)in->a * ATTN_STRIP,
                     run->regs + (int64_t)in->b * ATTN_STRIP,
                     run->regs + (int64_t)in->c * ATTN_STRIP, n, run->rules);
    }
  }
}

/// One step of the reduction: n points; all share one accumulator if the strip reduces.
static void step(Run *run, int n) {
  const AttnOracleNode *node = run->n;
  if (run->x >= 0) {
    const Access *x = &run->access[run->x], *y = &run->access[run->y];
    const AttnCell *px = x->cells + offsetAt(x, run->point, node->numDims),
                   *py = y->cells + offsetAt(y, run->point, node->numDims);
    int64_t sx = run->strip >= 0 ? x->coefs[run->strip] : 0,
            sy = run->strip >= 0 ? y->coefs[run->strip] : 0;
    if (!run->stripReduces) {
      if (sx == 0) {
        double f = px->f;
        for (int i = 0; i < n; ++i)
          run->acc[i].f += f * py[i * sy].f;
      } else {
        for (int i = 0; i < n; ++i)
          run->acc[i].f += px[i * sx].f * py[i * sy].f;
      }
      return;
    }
    double s[4] = {0}; // four chains, to hide the latency of the addition
    int i = 0;
    for (; i + 4 <= n; i += 4)
      for (int k = 0; k < 4; ++k)
        s[k] += px[(i + k) * sx].f * py[(i + k) * sy].f;
    for (; i < n; ++i)
      s[0] += px[i * sx].f * py[i * sy].f;
    run->acc[0].f += (s[0] + s[1]) + (s[2] + s[3]);
    return;
  }
  if (run->stripReduces) {
    body(run, run->folded, n);
    const AttnOracleInstr *y = &node->instrs[node->yields[0]];
    const AttnCell *e = run->regs + (int64_t)run->folded * ATTN_STRIP;
    for (int i = 0; i < n; ++i)
      attnOracleExec(y, &run->acc[0], &run->acc[0], &e[i], NULL, 1, run->rules);
    return;
  }
  body(run, node->numInstrs - 1, n);
  for (int32_t r = 0; r < node->numValues; ++r)
    memcpy(run->acc + (int64_t)r * ATTN_STRIP, run->regs + (int64_t)node->yields[r] * ATTN_STRIP,
           (size_t)n * sizeof(AttnCell));
}

/// Advances run->point over the dimensions with the given role, the strip dimension excepted.
static bool next(Run *run, uint8_t reduction) {
  for (int32_t d = run->n->numDims - 1; d >= 0; --d) {
    if (run->n->reduction[d] != reduction || d == run->strip)
      continue;
    if (++run->point[d] < run->hi[d])
      return true;
    run->point[d] = run->lo[d];
  }
  return false;
}

/// The strip dimension: one along which operands are contiguous, and long.
static void chooseStrip(Run *run) {
  double best = 1e9;
  run->strip = -1;
  for (int32_t d = 0; d < run->n->numDims; ++d) {
    double extent = (double)(run->hi[d] - run->lo[d]);
    if (extent < 2 || (run->n->reduction[d] && run->folded < 0))
      continue;
    double cost = 32 / extent;
    for (int32_t k = 0; k < run->n->numOperands; ++k) {
      int64_t c = run->access[k].linear ? run->access[k].coefs[d] : 2;
      cost += c == 0 || c == 1 ? 0 : 0.5;
    }
    if (cost < best) {
      best = cost;
      run->strip = d;
    }
  }
  run->stripReduces = run->strip >= 0 && run->n->reduction[run->strip];
}

static bool inSlot(const Access *a, const int64_t *point) {
  for (int k = 0; k < a->rank; ++k) {
    int64_t x = attnOracleExprEval(a->map, a->map->results[k], point);
    if (x < a->slot->lo[k] || x >= a->slot->hi[k])
      return false;
  }
  return true;
}

static void store(Run *run, int n) {
  for (int32_t r = 0; r < run->n->numValues; ++r) {
    const Access *a = &run->outputs[r];
    if (!a->slot->needed)
      continue;
    if (run->n->numValues == 1) {
      AttnCell *p = a->cells + offsetAt(a, run->point, run->n->numDims);
      int64_t step = run->strip >= 0 ? a->coefs[run->strip] : 0;
      for (int i = 0; i < n; ++i)
        p[i * step] = run->acc[i];
      continue;
    }
    // Several results with different boxes iterate over the hull of both.
    for (int i = 0; i < n; ++i) {
      if (inSlot(a, run->point))
        a->cells[offsetAt(a, run->point, run->n->numDims)] = run->acc[r * ATTN_STRIP + i];
      if (run->strip >= 0)
        ++run->point[run->strip];
    }
    if (run->strip >= 0)
      run->point[run->strip] -= n;
  }
}

static void initialise(Run *run, bool usesAcc, int n) {
  for (int32_t r = 0; r < run->n->numValues && usesAcc; ++r)
    load(run, &run->access[run->n->numOperands - run->n->numValues + r],
         run->acc + (int64_t)r * ATTN_STRIP, n);
}

static void loops(Run *run, bool usesAcc) {
  int32_t s = run->strip;
  bool parallelStrip = s >= 0 && !run->stripReduces;
  int64_t begin = s >= 0 ? run->lo[s] : 0, end = s >= 0 ? run->hi[s] : 1;
  memcpy(run->point, run->lo, (size_t)run->n->numDims * sizeof *run->lo);
  do {
    for (int64_t at = begin; at < (parallelStrip ? end : begin + 1); at += ATTN_STRIP) {
      int n = parallelStrip ? (int)(end - at < ATTN_STRIP ? end - at : ATTN_STRIP) : 1;
      if (s >= 0)
        run->point[s] = at;
      initialise(run, usesAcc, n);
      do {
        if (!run->stripReduces) {
          step(run, n);
          continue;
        }
        for (int64_t k = begin; k < end; k += ATTN_STRIP) {
          run->point[s] = k;
          step(run, (int)(end - k < ATTN_STRIP ? end - k : ATTN_STRIP));
        }
        run->point[s] = begin;
      } while (next(run, 1));
      store(run, n);
    }
    if (s >= 0)
      run->point[s] = begin;
  } while (next(run, 0));
}

static void fillConstants(Run *run) {
  for (int32_t r = 0; r < run->n->numInstrs; ++r)
    for (int i = 0; i < ATTN_STRIP; ++i)
      if (run->n->instrs[r].op == ATTN_OP_CONSTF)
        run->regs[(int64_t)r * ATTN_STRIP + i].f = run->n->instrs[r].imm.f;
      else if (run->n->instrs[r].op == ATTN_OP_CONSTI)
        run->regs[(int64_t)r * ATTN_STRIP + i].i = run->n->instrs[r].imm.i;
}

bool attnGenericEvaluate(const AttnOracle *o, const AttnOracleNode *n, AttnSlot *slots,
                         const int64_t *lo, const int64_t *hi, unsigned rules, AttnStatus *st) {
  Run run = {.o = o, .n = n, .slots = slots, .lo = lo, .hi = hi, .rules = rules, .x = -1, .y = -1};
  bool emptyParallel = false, emptyReduction = false, usesAcc = false;
  for (int32_t d = 0; d < n->numDims; ++d)
    if (hi[d] <= lo[d])
      *(n->reduction[d] ? &emptyReduction : &emptyParallel) = true;
  if (emptyParallel)
    return attnOk(st);
  size_t numRegs = (size_t)n->numInstrs;
  run.access = attnAlloc((size_t)n->numOperands * sizeof *run.access, st);
  run.outputs = attnAlloc((size_t)n->numValues * sizeof *run.outputs, st);
  run.live = attnAlloc(numRegs, st);
  run.regs = attnAlloc(numRegs * ATTN_STRIP * sizeof *run.regs, st);
  run.acc = attnAlloc((size_t)n->numValues * ATTN_STRIP * sizeof *run.acc, st);
  bool ok = run.access && run.outputs && run.live && run.regs && run.acc;
  if (ok) {
    attnGenericLive(n, run.live);
    for (int32_t r = 0; r < n->numInstrs; ++r)
      usesAcc |= run.live[r] && n->instrs[r].op == ATTN_OP_ACC;
    for (int32_t k = 0; k < n->numOperands; ++k)
      makeAccess(&run, &run.access[k], &n->maps[k], n->operands[k]);
    for (int32_t r = 0; r < n->numValues; ++r)
      makeAccess(&run, &run.outputs[r], &n->maps[n->numOperands - n->numValues + r],
                 n->firstValue + r);
    run.folded = foldedRegister(n);
    if (rules || !contraction(n, run.folded, &run.x, &run.y) || !run.access[run.x].linear ||
        !run.access[run.y].linear)
      run.x = run.y = -1;
    chooseStrip(&run);
    fillConstants(&run);
    if (emptyReduction) { // nothing is folded in: the initial value is the result
      memcpy(run.point, lo, (size_t)n->numDims * sizeof *lo);
      run.strip = -1;
      do {
        initialise(&run, true, 1);
        store(&run, 1);
      } while (next(&run, 0));
    } else {
      loops(&run, usesAcc);
    }
  }
  free(run.access);
  free(run.outputs);
  free(run.live);
  free(run.regs);
  free(run.acc);
  return ok && attnOk(st);
}
