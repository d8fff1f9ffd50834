//===- Oracle.c - Evaluating boxes of an oracle program -------------------===//
//
//   backwards: the wanted box of every value, by interval arithmetic over the maps of its users
//   forwards:  every wanted value over its box, in double; a value is freed after its last user
//
// So one row of an attention output touches one row of the scores and the keys and values of its
// head, nothing else.
//
//===----------------------------------------------------------------------===//
#include "Runtime/OracleGeneric.h"
#include "Runtime/Status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Plan {
  const AttnOracle *o;
  AttnSlot *slots;   ///< one per value
  int32_t *lastUser; ///< one per value: node number, INT32_MAX for the wanted result
} Plan;

//===--- demand -----------------------------------------------------------===//

/// Joins a box into what is wanted of a value. Boxes are clamped to the shape.
static void want(Plan *p, int32_t user, int32_t value, const int64_t *lo, const int64_t *hi) {
  AttnSlot *s = &p->slots[value];
  const AttnTensorType *t = &p->o->values[value].type;
  for (int d = 0; d < t->rank; ++d) {
    int64_t l = lo[d] < 0 ? 0 : lo[d], h = hi[d] > t->shape[d] ? t->shape[d] : hi[d];
    if (h < l)
      h = l;
    s->lo[d] = s->needed && s->lo[d] < l ? s->lo[d] : l;
    s->hi[d] = s->needed && s->hi[d] > h ? s->hi[d] : h;
  }
  s->needed = true;
  if (p->lastUser[value] < user)
    p->lastUser[value] = user;
}

static void wantMapped(Plan *p, int32_t node, int32_t operand, const int64_t *lo,
                       const int64_t *hi) {
  const AttnOracleNode *n = &p->o->nodes[node];
  const AttnOracleMap *m = &n->maps[operand];
  int64_t l[ATTN_MAX_RANK], h[ATTN_MAX_RANK];
  for (int32_t k = 0; k < m->numResults; ++k) {
    attnOracleExprRange(m, m->results[k], lo, hi, &l[k], &h[k]);
    ++h[k];
  }
  want(p, node, n->operands[operand], l, h);
}

static bool demandGeneric(Plan *p, int32_t node, AttnStatus *st) {
  const AttnOracleNode *n = &p->o->nodes[node];
  int64_t lo[ATTN_MAX_RANK], hi[ATTN_MAX_RANK];
  attnGenericBox(p->o, n, p->slots, lo, hi);
  bool emptyReduction = false;
  for (int32_t d = 0; d < n->numDims; ++d) {
    if (hi[d] > lo[d])
      continue;
    if (!n->reduction[d])
      return true; // no point at all
    emptyReduction = true;
  }
  size_t count = (size_t)n->numInstrs;
  bool *live = attnAlloc(2 * count, st), *known = live ? live + count : NULL;
  int64_t *min = attnAlloc(2 * count * sizeof *min, st), *max = min ? min + count : NULL;
  bool ok = live && min;
  if (ok) {
    attnGenericLive(n, live);
    if (!emptyReduction)
      attnOracleIntervals(n, lo, hi, min, max, known);
    for (int32_t r = 0; r < n->numInstrs; ++r) {
      const AttnOracleInstr *in = &n->instrs[r];
      if (!live[r] || (emptyReduction && in->op != ATTN_OP_ACC))
        continue;
      if (in->op == ATTN_OP_LOAD && !emptyReduction) {
        wantMapped(p, node, (int32_t)in->imm.i, lo, hi);
      } else if (in->op == ATTN_OP_GATHER) {
        const AttnTensorType *t = &p->o->values[n->operands[in->imm.i]].type;
        int64_t l[ATTN_MAX_RANK], h[ATTN_MAX_RANK];
        for (int d = 0; d < t->rank; ++d) {
          int32_t index = n->indices[in->firstIndex + d];
          l[d] = known[index] ? min[index] : 0;
          h[d] = known[index] ? max[index] + 1 : t->shape[d];
        }
        want(p, node, n->operands[in->imm.i], l, h);
      }
      if (in->op == ATTN_OP_ACC && !emptyReduction)
        wantMapped(p, node, n->numOperands - n->numValues + (int32_t)in->imm.i, lo, hi);
    }
    // Output maps do not read reduction dimensions, so an empty range there does no harm.
    for (int32_t r = 0; emptyReduction && r < n->numValues; ++r)
      wantMapped(p, node, n->numOperands - n->numValues + r, lo, hi);
  }
  free(live);
  free(min);
  return ok;
}

/// Dimensions a0..a1 of the source and b0..b1 of the result hold the same elements.
typedef struct Group {
  int a0, a1, b0, b1;
} Group;

/// Splits a reshape into the finest groups of dimensions with equal products.
static int reshapeGroups(const AttnTensorType *a, const AttnTensorType *b, Group *groups) {
  int count = 0, i = 0, j = 0;
  while (i < a->rank || j < b->rank) {
    Group g = {i, i, j, j};
    int64_t pa = 1, pb = 1;
    do {
      if ((pa <= pb && i < a->rank) || j == b->rank)
        pa *= a->shape[i++];
      else
        pb *= b->shape[j++];
    } while (pa != pb && (i < a->rank || j < b->rank));
    g.a1 = i;
    g.b1 = j;
    groups[count++] = g;
  }
  return count;
}

static int64_t product(const AttnTensorType *t, int from, int to) {
  int64_t n = 1;
  for (int d = from; d < to; ++d)
    n *= t->shape[d];
  return n;
}

/// The box of source dimensions that covers the group's linear range first..last.
static void unrank(const AttnTensorType *a, const Group *g, int64_t first, int64_t last,
                   int64_t *lo, int64_t *hi) {
  bool split = false; // the two ends have parted: everything may occur below
  for (int d = g->a0; d < g->a1; ++d) {
    int64_t stride = product(a, d + 1, g->a1);
    lo[d] = split ? 0 : first / stride;
    hi[d] = split ? a->shape[d] : last / stride + 1;
    split |= hi[d] - lo[d] != 1;
    first %= stride;
    last %= stride;
  }
}

static void demandReshape(Plan *p, int32_t node) {
  const AttnOracleNode *n = &p->o->nodes[node];
  const AttnTensorType *a = &p->o->values[n->operands[0]].type,
                       *b = &p->o->values[n->firstValue].type;
  const AttnSlot *s = &p->slots[n->firstValue];
  if (attnSlotCount(s, b->rank) == 0)
    return;
  Group groups[2 * ATTN_MAX_RANK];
  int count = reshapeGroups(a, b, groups);
  int64_t lo[ATTN_MAX_RANK], hi[ATTN_MAX_RANK];
  for (int i = 0; i < count; ++i) {
    int64_t first = 0, last = 0;
    for (int d = groups[i].b0; d < groups[i].b1; ++d) {
      first = first * b->shape[d] + s->lo[d];
      last = last * b->shape[d] + s->hi[d] - 1;
    }
    unrank(a, &groups[i], first, last, lo, hi);
  }
  want(p, node, n->operands[0], lo, hi);
}

static int64_t ceilDiv(int64_t a, int64_t b) { return a <= 0 ? -(-a / b) : (a - 1) / b + 1; }

/// The box of the source that lands in lo..hi of the destination; false if none does.
static bool insertedBox(const Plan *p, const AttnOracleNode *n, const AttnSlot *s, int64_t *lo,
                        int64_t *hi) {
  const AttnTensorType *t = &p->o->values[n->firstValue].type,
                       *source = &p->o->values[n->operands[0]].type;
  for (int d = 0; d < t->rank; ++d) {
    int64_t size = n->sourceDims[d] < 0 ? 1 : source->shape[n->sourceDims[d]];
    int64_t l = ceilDiv(s->lo[d] - n->offsets[d], n->strides[d]),
            h = ceilDiv(s->hi[d] - n->offsets[d], n->strides[d]);
    l = l < 0 ? 0 : l;
    h = h > size ? size : h;
    if (h <= l)
      return false;
    if (n->sourceDims[d] >= 0) {
      lo[n->sourceDims[d]] = l;
      hi[n->sourceDims[d]] = h;
    }
  }
  return true;
}

static bool demand(Plan *p, AttnStatus *st) {
  for (int32_t i = p->o->numNodes - 1; i >= 0; --i) {
    const AttnOracleNode *n = &p->o->nodes[i];
    bool needed = false;
    for (int32_t r = 0; r < n->numValues; ++r)
      needed |= p->slots[n->firstValue + r].needed;
    if (!needed)
      continue;
    const AttnSlot *s = &p->slots[n->firstValue];
    int64_t lo[ATTN_MAX_RANK], hi[ATTN_MAX_RANK];
    switch (n->kind) {
    case ATTN_NODE_GENERIC:
      if (!demandGeneric(p, i, st))
        return false;
      break;
    case ATTN_NODE_RESHAPE:
      demandReshape(p, i);
      break;
    case ATTN_NODE_INSERT:
      if (insertedBox(p, n, s, lo, hi))
        want(p, i, n->operands[0], lo, hi);
      want(p, i, n->operands[1], s->lo, s->hi);
      break;
    default:
      break;
    }
  }
  return true;
}

//===--- evaluation of the simple nodes -----------------------------------===//

static bool allocate(Plan *p, int32_t value, AttnStatus *st) {
  AttnSlot *s = &p->slots[value];
  int64_t n = attnSlotCount(s, p->o->values[value].type.rank);
  s->cells = attnAlloc((size_t)n * sizeof *s->cells, st);
  return s->cells;
}

/// Steps through a box in row-major order; false at the end.
static bool advance(const AttnSlot *s, int rank, int64_t *point) {
  for (int d = rank - 1; d >= 0; --d) {
    if (++point[d] < s->hi[d])
      return true;
    point[d] = s->lo[d];
  }
  return false;
}

static AttnCell readTensor(const AttnTensor *t, int64_t i) {
  AttnCell c;
  if (t->type.type == ATTN_TYPE_I64)
    c.i = ((const int64_t *)t->data)[i];
  else if (attnTypeIsFloat(t->type.type))
    c.f = attnTensorGet(t, i);
  else
    c.i = (int64_t)attnTensorGet(t, i);
  return c;
}

/// Copies a box out of a whole tensor: from an argument or a dense constant.
static void evaluateLeaf(Plan *p, const AttnOracleNode *n, const AttnTensor *arguments) {
  AttnSlot *s = &p->slots[n->firstValue];
  const AttnTensorType *t = &p->o->values[n->firstValue].type;
  int64_t count = attnSlotCount(s, t->rank), point[ATTN_MAX_RANK];
  memcpy(point, s->lo, sizeof point);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (int d = 0; d < t->rank; ++d)
      at = at * t->shape[d] + point[d];
    if (n->kind == ATTN_NODE_ARGUMENT)
      s->cells[i] = readTensor(&arguments[n->argument], at);
    else if (n->kind == ATTN_NODE_CONSTANT)
      s->cells[i] = ((const AttnCell *)n->data)[n->splat ? 0 : at];
    else if (attnTypeIsFloat(t->type))
      s->cells[i].f = NAN;
    advance(s, t->rank, point);
  }
}

/// The source offset of each point of a group's part of the result box, in row-major order.
static void groupTable(const Plan *p, const AttnOracleNode *n, const Group *g, int64_t *table) {
  const AttnTensorType *a = &p->o->values[n->operands[0]].type,
                       *b = &p->o->values[n->firstValue].type;
  const AttnSlot *from = &p->slots[n->operands[0]], *to = &p->slots[n->firstValue];
  int64_t strides[ATTN_MAX_RANK], point[ATTN_MAX_RANK], count = 1;
  attnSlotStrides(from, a->rank, strides);
  memcpy(point, to->lo, sizeof point);
  for (int d = g->b0; d < g->b1; ++d)
    count *= to->hi[d] - to->lo[d];
  for (int64_t i = 0; i < count; ++i) {
    int64_t linear = 0, offset = 0;
    for (int d = g->b0; d < g->b1; ++d)
      linear = linear * b->shape[d] + point[d];
    for (int d = g->a1 - 1; d >= g->a0; --d) {
      offset += (linear % a->shape[d] - from->lo[d]) * strides[d];
      linear /= a->shape[d];
    }
    table[i] = offset;
    for (int d = g->b1 - 1; d >= g->b0; --d) {
      if (++point[d] < to->hi[d])
        break;
      point[d] = to->lo[d];
    }
  }
}

static bool evaluateReshape(Plan *p, const AttnOracleNode *n, AttnStatus *st) {
  const AttnTensorType *a = &p->o->values[n->operands[0]].type,
                       *b = &p->o->values[n->firstValue].type;
  AttnSlot *s = &p->slots[n->firstValue];
  int64_t total = attnSlotCount(s, b->rank);
  if (total == 0)
    return true;
  Group groups[2 * ATTN_MAX_RANK];
  int count = reshapeGroups(a, b, groups);
  int64_t *tables[2 * ATTN_MAX_RANK] = {0}, sizes[2 * ATTN_MAX_RANK],
                      index[2 * ATTN_MAX_RANK] = {0};
  bool ok = true;
  for (int g = 0; g < count && ok; ++g) {
    sizes[g] = 1;
    for (int d = groups[g].b0; d < groups[g].b1; ++d)
      sizes[g] *= s->hi[d] - s->lo[d];
    tables[g] = attnAlloc((size_t)sizes[g] * sizeof **tables, st);
    ok = tables[g] != NULL;
    if (ok)
      groupTable(p, n, &groups[g], tables[g]);
  }
  const AttnCell *from = p->slots[n->operands[0]].cells;
  for (int64_t i = 0; i < total && ok;) {
    int64_t base = 0;
    for (int g = 0; g + 1 < count; ++g)
      base += tables[g][index[g]];
    if (count == 0) { // rank 0 on both sides
      s->cells[i++] = from[0];
      continue;
    }
    for (int64_t k = 0; k < sizes[count - 1]; ++k)
      s->cells[i++] = from[base + tables[count - 1][k]];
    for (int g = count - 2; g >= 0 && ++index[g] == sizes[g]; --g)
      index[g] = 0;
  }
  for (int g = 0; g < count; ++g)
    free(tables[g]);
  return ok;
}

static void evaluateInsert(Plan *p, const AttnOracleNode *n) {
  AttnSlot *s = &p->slots[n->firstValue];
  const AttnSlot *source = &p->slots[n->operands[0]], *dest = &p->slots[n->operands[1]];
  int rank = p->o->values[n->firstValue].type.rank,
      sourceRank = p->o->values[n->operands[0]].type.rank;
  int64_t toStrides[ATTN_MAX_RANK], fromStrides[ATTN_MAX_RANK], point[ATTN_MAX_RANK];
  int64_t lo[ATTN_MAX_RANK] = {0}, hi[ATTN_MAX_RANK] = {0};
  int64_t count = attnSlotCount(s, rank);
  bool some = insertedBox(p, n, s, lo, hi);
  attnSlotStrides(dest, rank, toStrides);
  attnSlotStrides(source, sourceRank, fromStrides);
  memcpy(point, s->lo, sizeof point);
  for (int64_t i = 0; i < count; ++i) {
    int64_t to = 0, from = 0;
    bool inside = some;
    for (int d = 0; d < rank; ++d) {
      to += (point[d] - dest->lo[d]) * toStrides[d];
      int64_t x = point[d] - n->offsets[d], q = x / n->strides[d];
      int32_t k = n->sourceDims[d];
      inside =
          inside && x >= 0 && x % n->strides[d] == 0 && (k < 0 ? q == 0 : q >= lo[k] && q < hi[k]);
      from += k < 0 || !inside ? 0 : (q - source->lo[k]) * fromStrides[k];
    }
    s->cells[i] = inside ? source->cells[from] : dest->cells[to];
    advance(s, rank, point);
  }
}

static bool evaluateNode(Plan *p, int32_t node, const AttnTensor *arguments, unsigned rules,
                         AttnStatus *st) {
  const AttnOracleNode *n = &p->o->nodes[node];
  bool needed = false;
  for (int32_t r = 0; r < n->numValues; ++r)
    if (p->slots[n->firstValue + r].needed) {
      needed = true;
      if (!allocate(p, n->firstValue + r, st))
        return false;
    }
  if (!needed)
    return true;
  if (n->kind == ATTN_NODE_GENERIC) {
    int64_t lo[ATTN_MAX_RANK], hi[ATTN_MAX_RANK];
    attnGenericBox(p->o, n, p->slots, lo, hi);
    return attnGenericEvaluate(p->o, n, p->slots, lo, hi, rules, st);
  }
  if (n->kind == ATTN_NODE_RESHAPE)
    return evaluateReshape(p, n, st);
  if (n->kind == ATTN_NODE_INSERT)
    evaluateInsert(p, n);
  else
    evaluateLeaf(p, n, arguments);
  return true;
}

//===--- the public functions ---------------------------------------------===//

static void planDestroy(Plan *p) {
  for (int32_t v = 0; p->slots && v < p->o->numValues; ++v)
    free(p->slots[v].cells);
  free(p->slots);
  free(p->lastUser);
}

/// Slots and demand for one box of one result, or (result < 0) for all results whole.
static bool planCreate(Plan *p, const AttnOracle *o, int result, const AttnBox *box,
                       AttnStatus *st) {
  *p = (Plan){.o = o};
  p->slots = attnAlloc((size_t)o->numValues * sizeof *p->slots, st);
  p->lastUser = attnAlloc((size_t)o->numValues * sizeof *p->lastUser, st);
  if (!p->slots || !p->lastUser) {
    planDestroy(p);
    return false;
  }
  int64_t zero[ATTN_MAX_RANK] = {0};
  for (int i = 0; i < o->numResults; ++i)
    if (result < 0 || result == i) {
      const AttnTensorType *t = &o->values[o->results[i]].type;
      want(p, INT32_MAX, o->results[i], box ? box->lo : zero, box ? box->hi : t->shape);
    }
  if (demand(p, st))
    return true;
  planDestroy(p);
  return false;
}

static bool checkBox(const AttnOracle *o, int result, const AttnBox *box, AttnStatus *st) {
  if (result < -1 || result >= o->numResults || (result < 0 && box))
    return attnFail(st, ATTN_STATUS_INVALID, "the oracle has no result %d", result);
  if (box)
    for (int d = 0; d < attnOracleResult(o, result)->rank; ++d)
      if (box->lo[d] < 0 || box->hi[d] < box->lo[d] ||
          box->hi[d] > attnOracleResult(o, result)->shape[d])
        return attnFail(st, ATTN_STATUS_INVALID, "box outside of result %d", result);
  return true;
}

bool attnOracleEvaluate(const AttnOracle *o, const AttnTensor *arguments, int result,
                        const AttnBox *box, unsigned rules, double *values, AttnStatus *st) {
  if (result < 0)
    return attnFail(st, ATTN_STATUS_INVALID, "the oracle has no result %d", result);
  if (!checkBox(o, result, box, st))
    return false;
  for (int i = 0; i < o->numArguments; ++i)
    if (!attnTensorTypeEqual(&arguments[i].type, attnOracleArgument(o, i))) {
      char have[256], expected[256];
      return attnFail(st, ATTN_STATUS_INVALID, "argument %d is %s, the function takes %s", i,
                      attnTensorTypeFormat(&arguments[i].type, have, sizeof have),
                      attnTensorTypeFormat(attnOracleArgument(o, i), expected, sizeof expected));
    }
  Plan p;
  if (!planCreate(&p, o, result, box, st))
    return false;
  bool ok = true;
  for (int32_t i = 0; i < o->numNodes && ok; ++i) {
    ok = evaluateNode(&p, i, arguments, rules, st);
    const AttnOracleNode *n = &o->nodes[i];
    for (int32_t k = 0; k < n->numOperands; ++k)
      if (p.lastUser[n->operands[k]] <= i) {
        free(p.slots[n->operands[k]].cells);
        p.slots[n->operands[k]].cells = NULL;
      }
  }
  if (ok) {
    int32_t v = o->results[result];
    const AttnTensorType *t = &o->values[v].type;
    int64_t count = attnSlotCount(&p.slots[v], t->rank);
    for (int64_t i = 0; i < count; ++i)
      values[i] = attnTypeIsFloat(t->type) ? p.slots[v].cells[i].f : (double)p.slots[v].cells[i].i;
  }
  planDestroy(&p);
  return ok && attnOk(st);
}

bool attnOracleEstimate(const AttnOracle *o, int result, const AttnBox *box, AttnOracleCost *cost,
                        AttnStatus *st) {
  *cost = (AttnOracleCost){0};
  Plan p;
  if (!checkBox(o, result, box, st) || !planCreate(&p, o, result, box, st))
    return false;
  for (int32_t i = 0; i < o->numNodes; ++i) {
    const AttnOracleNode *n = &o->nodes[i];
    double points = 0;
    for (int32_t r = 0; r < n->numValues; ++r)
      if (p.slots[n->firstValue + r].needed) {
        double c = (double)attnSlotCount(&p.slots[n->firstValue + r],
                                         o->values[n->firstValue + r].type.rank);
        cost->bytes += c * sizeof(AttnCell);
        points = c > points ? c : points;
      }
    if (n->kind == ATTN_NODE_GENERIC)
      for (int32_t d = 0; d < n->numDims; ++d)
        points *= n->reduction[d] ? (double)n->extents[d] : 1;
    cost->steps += points;
    if (n->kind == ATTN_NODE_GENERIC && attnGenericIsContraction(n))
      cost->flops += 2 * points;
  }
  planDestroy(&p);
  return attnOk(st);
}
