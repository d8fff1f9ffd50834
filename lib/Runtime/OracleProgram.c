//===- OracleProgram.c - Building and checking oracle programs ------------===//
#include "Runtime/OracleProgram.h"
#include "Runtime/Status.h"

#include <stdlib.h>
#include <string.h>

//===--- memory -----------------------------------------------------------===//

AttnOracle *attnOracleCreate(AttnStatus *st) { return attnAlloc(sizeof(AttnOracle), st); }

void attnOracleDestroy(AttnOracle *o) {
  if (!o)
    return;
  attnArenaFree(&o->arena);
  free(o->nodes);
  free(o->values);
  free(o);
}

void *attnOracleAlloc(AttnOracle *o, size_t bytes) { return attnArenaAlloc(&o->arena, bytes); }

static bool grow(void **array, int32_t *capacity, int32_t needed, size_t size) {
  if (needed <= *capacity)
    return true;
  int32_t bigger = needed < 32 ? 64 : needed * 2;
  void *p = realloc(*array, (size_t)bigger * size);
  if (!p)
    return false;
  *array = p;
  *capacity = bigger;
  return true;
}

AttnOracleNode *attnOracleAddNode(AttnOracle *o, AttnNodeKind kind, int32_t numValues) {
  if (!grow((void **)&o->nodes, &o->nodeCapacity, o->numNodes + 1, sizeof *o->nodes) ||
      !grow((void **)&o->values, &o->valueCapacity, o->numValues + numValues, sizeof *o->values))
    return NULL;
  AttnOracleNode *node = &o->nodes[o->numNodes];
  *node =
      (AttnOracleNode){.kind = (uint8_t)kind, .firstValue = o->numValues, .numValues = numValues};
  for (int32_t i = 0; i < numValues; ++i)
    o->values[o->numValues++] = (AttnOracleValue){.node = o->numNodes, .result = i};
  ++o->numNodes;
  return node;
}

int attnOracleNumArguments(const AttnOracle *o) { return o->numArguments; }
int attnOracleNumResults(const AttnOracle *o) { return o->numResults; }
const AttnTensorType *attnOracleArgument(const AttnOracle *o, int i) {
  return &o->values[o->arguments[i]].type;
}
const AttnTensorType *attnOracleResult(const AttnOracle *o, int i) {
  return &o->values[o->results[i]].type;
}

//===--- operations -------------------------------------------------------===//

static const struct {
  const char *mlir;
  uint8_t arity;
  char result, operand;
} ops[ATTN_NUM_OPS] = {
#define F 'F'
#define I 'I'
#define ORACLE_OP(name, mlir, arity, result, operand)                                              \
  [ATTN_OP_##name] = {mlir, arity, result, operand},
#include "Runtime/OracleOps.def"
#undef ORACLE_OP
#undef F
#undef I
};

int attnOracleOpByName(const char *mlirName) {
  for (int i = 0; i < ATTN_NUM_OPS; ++i)
    if (ops[i].mlir && !strcmp(ops[i].mlir, mlirName))
      return i;
  return -1;
}

void attnOracleOpShape(int op, int *arity, char *result, char *operand) {
  *arity = ops[op].arity;
  *result = ops[op].result;
  *operand = ops[op].operand;
}

//===--- affine expressions -----------------------------------------------===//

#define RANGE_LIMIT ((int64_t)1 << 50)
#define MAX_EXPRS 1024

static int64_t saturate(__int128 x) {
  return x > RANGE_LIMIT ? RANGE_LIMIT : x < -RANGE_LIMIT ? -RANGE_LIMIT : (int64_t)x;
}

static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0); }

void attnOracleExprRange(const AttnOracleMap *m, int32_t expr, const int64_t *lo, const int64_t *hi,
                         int64_t *min, int64_t *max) {
  const AttnOracleExpr *e = &m->exprs[expr];
  if (e->kind == ATTN_EXPR_DIM) {
    *min = lo[e->value];
    *max = hi[e->value] - 1;
    return;
  }
  if (e->kind == ATTN_EXPR_CONST) {
    *min = *max = saturate(e->value);
    return;
  }
  int64_t a0, a1, b0, b1;
  attnOracleExprRange(m, e->a, lo, hi, &a0, &a1);
  attnOracleExprRange(m, e->b, lo, hi, &b0, &b1);
  switch (e->kind) {
  case ATTN_EXPR_ADD:
    *min = saturate((__int128)a0 + b0);
    *max = saturate((__int128)a1 + b1);
    return;
  case ATTN_EXPR_MUL: {
    int64_t p[4] = {saturate((__int128)a0 * b0), saturate((__int128)a0 * b1),
                    saturate((__int128)a1 * b0), saturate((__int128)a1 * b1)};
    *min = *max = p[0];
    for (int i = 1; i < 4; ++i) {
      *min = p[i] < *min ? p[i] : *min;
      *max = p[i] > *max ? p[i] : *max;
    }
    return;
  }
  case ATTN_EXPR_FLOORDIV:
    *min = floorDiv(a0, b0);
    *max = floorDiv(a1, b0);
    return;
  case ATTN_EXPR_CEILDIV:
    *min = -floorDiv(-a0, b0);
    *max = -floorDiv(-a1, b0);
    return;
  default: // MOD
    if (floorDiv(a0, b0) == floorDiv(a1, b0)) {
      *min = a0 - floorDiv(a0, b0) * b0;
      *max = a1 - floorDiv(a1, b0) * b0;
    } else {
      *min = 0;
      *max = b0 - 1;
    }
    return;
  }
}

int64_t attnOracleExprEval(const AttnOracleMap *m, int32_t expr, const int64_t *point) {
  const AttnOracleExpr *e = &m->exprs[expr];
  if (e->kind == ATTN_EXPR_DIM)
    return point[e->value];
  if (e->kind == ATTN_EXPR_CONST)
    return e->value;
  int64_t a = attnOracleExprEval(m, e->a, point), b = attnOracleExprEval(m, e->b, point);
  switch (e->kind) {
  case ATTN_EXPR_ADD:
    return a + b;
  case ATTN_EXPR_MUL:
    return a * b;
  case ATTN_EXPR_FLOORDIV:
    return floorDiv(a, b);
  case ATTN_EXPR_CEILDIV:
    return -floorDiv(-a, b);
  default:
    return a - floorDiv(a, b) * b;
  }
}

bool attnOracleExprLinear(const AttnOracleMap *m, int32_t expr, int32_t numDims, int64_t *coefs,
                          int64_t *constant) {
  const AttnOracleExpr *e = &m->exprs[expr];
  memset(coefs, 0, (size_t)numDims * sizeof *coefs);
  *constant = 0;
  if (e->kind == ATTN_EXPR_DIM) {
    coefs[e->value] = 1;
    return true;
  }
  if (e->kind == ATTN_EXPR_CONST) {
    *constant = e->value;
    return true;
  }
  int64_t a[ATTN_MAX_RANK], b[ATTN_MAX_RANK], ca, cb;
  if (e->kind > ATTN_EXPR_MUL || !attnOracleExprLinear(m, e->a, numDims, a, &ca) ||
      !attnOracleExprLinear(m, e->b, numDims, b, &cb))
    return false;
  if (e->kind == ATTN_EXPR_ADD) {
    for (int32_t d = 0; d < numDims; ++d)
      coefs[d] = a[d] + b[d];
    *constant = ca + cb;
    return true;
  }
  bool aConst = true, bConst = true;
  for (int32_t d = 0; d < numDims; ++d) {
    aConst &= a[d] == 0;
    bConst &= b[d] == 0;
  }
  if (!aConst && !bConst)
    return false;
  for (int32_t d = 0; d < numDims; ++d)
    coefs[d] = bConst ? a[d] * cb : b[d] * ca;
  *constant = ca * cb;
  return true;
}

//===--- validation -------------------------------------------------------===//

typedef struct Check {
  const AttnOracle *o;
  int32_t node;
  AttnStatus *st;
} Check;

static bool bad(const Check *c, const char *what) {
  return attnFail(c->st, ATTN_STATUS_FORMAT, "damaged oracle program: node %d: %s", c->node, what);
}

static bool checkType(const Check *c, const AttnTensorType *t) {
  if ((unsigned)t->type >= ATTN_NUM_TYPES || t->rank < 0 || t->rank > ATTN_MAX_RANK)
    return bad(c, "bad tensor type");
  int64_t n = 1;
  for (int d = 0; d < t->rank; ++d)
    if (!attnMulInt64(n, t->shape[d], &n) || n >= (int64_t)1 << 40 ||
        t->shape[d] >= (int64_t)1 << 40)
      return bad(c, "tensor too large");
  return true;
}

static bool checkMap(const Check *c, const AttnOracleNode *n, const AttnOracleMap *m,
                     const AttnTensorType *type) {
  if (m->numResults != type->rank)
    return bad(c, "map and operand have different ranks");
  if (m->numExprs > MAX_EXPRS)
    return bad(c, "affine map too long");
  uint8_t used[MAX_EXPRS] = {0}; // a child has one parent: walking a map takes linear time
  int64_t zero[ATTN_MAX_RANK] = {0}, min, max;
  bool empty = false;
  for (int32_t d = 0; d < n->numDims; ++d)
    empty |= n->extents[d] == 0;
  for (int32_t i = 0; i < m->numExprs; ++i) {
    const AttnOracleExpr *e = &m->exprs[i];
    if (e->kind >= ATTN_NUM_EXPR_KINDS)
      return bad(c, "bad affine expression");
    if (e->kind == ATTN_EXPR_DIM && (e->value < 0 || e->value >= n->numDims))
      return bad(c, "bad dimension in an affine expression");
    if (e->kind > ATTN_EXPR_CONST &&
        (e->a < 0 || e->a >= i || e->b < 0 || e->b >= i || used[e->a]++ || used[e->b]++))
      return bad(c, "bad affine expression");
    if (e->kind >= ATTN_EXPR_FLOORDIV &&
        (m->exprs[e->b].kind != ATTN_EXPR_CONST || m->exprs[e->b].value <= 0))
      return bad(c, "an affine division by something else than a positive constant");
    if (empty)
      continue;
    attnOracleExprRange(m, i, zero, n->extents, &min, &max);
    if (min <= -RANGE_LIMIT || max >= RANGE_LIMIT)
      return bad(c, "affine expression out of range");
  }
  for (int32_t r = 0; r < m->numResults; ++r) {
    if (m->results[r] < 0 || m->results[r] >= m->numExprs)
      return bad(c, "bad affine map");
    if (empty)
      continue;
    attnOracleExprRange(m, m->results[r], zero, n->extents, &min, &max);
    if (min < 0 || max >= type->shape[r])
      return bad(c, "a map leaves its operand");
  }
  return true;
}

/// Output maps: every parallel dimension exactly once, no reduction; constants only in dimensions
/// of size one.
static bool checkOutputMap(const Check *c, const AttnOracleNode *n, const AttnOracleMap *m,
                           const AttnTensorType *type) {
  uint8_t seen[ATTN_MAX_RANK] = {0};
  for (int32_t r = 0; r < m->numResults; ++r) {
    const AttnOracleExpr *e = &m->exprs[m->results[r]];
    if (e->kind == ATTN_EXPR_CONST && type->shape[r] == 1)
      continue;
    if (e->kind != ATTN_EXPR_DIM || n->reduction[e->value] || seen[e->value]++ ||
        n->extents[e->value] != type->shape[r])
      return bad(c, "an output map is no permutation of the parallel dimensions");
  }
  for (int32_t d = 0; d < n->numDims; ++d)
    if (!n->reduction[d] && !seen[d] && n->extents[d] != 1)
      return bad(c, "a parallel dimension does not occur in an output map");
  return true;
}

static bool isFloatValue(const AttnOracle *o, int32_t value) {
  return attnTypeIsFloat(o->values[value].type.type);
}

static bool checkInstr(const Check *c, const AttnOracleNode *n, int32_t i) {
  const AttnOracleInstr *in = &n->instrs[i];
  if (in->op >= ATTN_NUM_OPS)
    return bad(c, "unknown scalar operation");
#define REGISTER(r, kind) ((r) >= 0 && (r) < i && n->instrs[r].isFloat == (kind))
  bool ok = true;
  if (!in->isFloat && (in->width < 1 || in->width > 64))
    return bad(c, "bad integer width");
  switch (in->op) {
  case ATTN_OP_LOAD:
    ok = in->imm.i >= 0 && in->imm.i < n->numOperands && n->maps[in->imm.i].numResults >= 0 &&
         in->isFloat == isFloatValue(c->o, n->operands[in->imm.i]);
    break;
  case ATTN_OP_ACC:
    ok = in->imm.i >= 0 && in->imm.i < n->numValues &&
         in->isFloat == isFloatValue(c->o, n->firstValue + (int32_t)in->imm.i);
    break;
  case ATTN_OP_INDEX:
    ok = in->imm.i >= 0 && in->imm.i < n->numDims && !in->isFloat;
    break;
  case ATTN_OP_CONSTF:
    ok = in->isFloat;
    break;
  case ATTN_OP_CONSTI:
    ok = !in->isFloat;
    break;
  case ATTN_OP_GATHER: {
    ok = in->imm.i >= 0 && in->imm.i < n->numOperands;
    if (!ok)
      break;
    const AttnTensorType *t = &c->o->values[n->operands[in->imm.i]].type;
    ok = in->isFloat == attnTypeIsFloat(t->type) && in->firstIndex >= 0 &&
         in->firstIndex <= n->numIndices - t->rank;
    for (int d = 0; ok && d < t->rank; ++d)
      ok = REGISTER(n->indices[in->firstIndex + d], false);
    break;
  }
  case ATTN_OP_SELECT:
    ok = REGISTER(in->a, false) && REGISTER(in->b, in->isFloat) && REGISTER(in->c, in->isFloat);
    break;
  case ATTN_OP_CMPF:
    ok = !in->isFloat && REGISTER(in->a, true) && REGISTER(in->b, true) && in->imm.i >= 0 &&
         in->imm.i < 16;
    break;
  case ATTN_OP_CMPI:
    ok = !in->isFloat && REGISTER(in->a, false) && REGISTER(in->b, false) && in->imm.i >= 0 &&
         in->imm.i < 10;
    break;
  default: {
    bool kind = ops[in->op].operand == 'F';
    ok = in->isFloat == (ops[in->op].result == 'F') && REGISTER(in->a, kind) &&
         (ops[in->op].arity < 2 || REGISTER(in->b, kind)) &&
         (ops[in->op].arity < 3 || REGISTER(in->c, kind));
  }
  }
#undef REGISTER
  return ok || bad(c, "bad operands of a scalar operation");
}

static bool checkGeneric(const Check *c, const AttnOracleNode *n) {
  if (n->numDims < 0 || n->numDims > ATTN_MAX_RANK || n->numValues < 1 ||
      n->numOperands < n->numValues)
    return bad(c, "bad iteration space");
  for (int32_t d = 0; d < n->numDims; ++d)
    if (n->extents[d] < 0 || n->extents[d] >= (int64_t)1 << 40 || n->reduction[d] > 1)
      return bad(c, "bad iteration space");
  for (int32_t k = 0; k < n->numOperands; ++k)
    if (n->maps[k].numResults >= 0 &&
        !checkMap(c, n, &n->maps[k], &c->o->values[n->operands[k]].type))
      return false;
  for (int32_t r = 0; r < n->numValues; ++r) {
    int32_t k = n->numOperands - n->numValues + r;
    const AttnTensorType *t = &c->o->values[n->firstValue + r].type;
    if (n->maps[k].numResults < 0 ||
        isFloatValue(c->o, n->operands[k]) != isFloatValue(c->o, n->firstValue + r) ||
        t->rank != c->o->values[n->operands[k]].type.rank ||
        memcmp(t->shape, c->o->values[n->operands[k]].type.shape,
               (size_t)t->rank * sizeof *t->shape))
      return bad(c, "a result and its initial value differ");
    if (!checkOutputMap(c, n, &n->maps[k], t))
      return false;
  }
  for (int32_t i = 0; i < n->numInstrs; ++i)
    if (!checkInstr(c, n, i))
      return false;
  for (int32_t r = 0; r < n->numValues; ++r)
    if (n->yields[r] < 0 || n->yields[r] >= n->numInstrs ||
        n->instrs[n->yields[r]].isFloat != isFloatValue(c->o, n->firstValue + r))
      return bad(c, "bad yield");
  return true;
}

static bool checkInsert(const Check *c, const AttnOracleNode *n) {
  if (n->numOperands != 2 || n->numValues != 1)
    return bad(c, "bad insert");
  const AttnTensorType *t = &c->o->values[n->firstValue].type,
                       *source = &c->o->values[n->operands[0]].type,
                       *dest = &c->o->values[n->operands[1]].type;
  bool kind = attnTypeIsFloat(t->type);
  if (attnTypeIsFloat(source->type) != kind || attnTypeIsFloat(dest->type) != kind ||
      t->rank != dest->rank || memcmp(t->shape, dest->shape, (size_t)t->rank * sizeof *t->shape))
    return bad(c, "bad insert");
  int32_t next = 0; // kept dimensions stand in order
  for (int d = 0; d < t->rank; ++d) {
    int64_t size = 1, last;
    if (n->sourceDims[d] >= 0) {
      if (n->sourceDims[d] != next || next >= source->rank)
        return bad(c, "bad insert");
      size = source->shape[next++];
    }
    if (n->strides[d] < 1 || n->offsets[d] < 0 || n->strides[d] >= (int64_t)1 << 40 ||
        n->offsets[d] >= (int64_t)1 << 40 || size >= (int64_t)1 << 40 ||
        (size > 0 &&
         (!attnMulInt64(size - 1, n->strides[d], &last) || last >= t->shape[d] - n->offsets[d])))
      return bad(c, "an insert leaves its destination");
  }
  return next == source->rank || bad(c, "bad insert");
}

static bool checkNode(const Check *c, const AttnOracleNode *n) {
  for (int32_t r = 0; r < n->numValues; ++r)
    if (!checkType(c, &c->o->values[n->firstValue + r].type))
      return false;
  for (int32_t k = 0; k < n->numOperands; ++k)
    if (n->operands[k] < 0 || n->operands[k] >= n->firstValue)
      return bad(c, "operand out of order");
  switch (n->kind) {
  case ATTN_NODE_ARGUMENT:
    return (n->numValues == 1 && n->argument >= 0 && n->argument < c->o->numArguments &&
            c->o->arguments[n->argument] == n->firstValue) ||
           bad(c, "bad argument");
  case ATTN_NODE_CONSTANT:
  case ATTN_NODE_EMPTY:
    return n->numValues == 1 || bad(c, "bad constant");
  case ATTN_NODE_RESHAPE:
    if (n->numOperands != 1 || n->numValues != 1 ||
        isFloatValue(c->o, n->operands[0]) != isFloatValue(c->o, n->firstValue) ||
        attnTensorCount(&c->o->values[n->operands[0]].type) !=
            attnTensorCount(&c->o->values[n->firstValue].type))
      return bad(c, "bad reshape");
    return true;
  case ATTN_NODE_INSERT:
    return checkInsert(c, n);
  case ATTN_NODE_GENERIC:
    return checkGeneric(c, n);
  default:
    return bad(c, "unknown kind of node");
  }
}

bool attnOracleValidate(const AttnOracle *o, AttnStatus *st) {
  Check c = {o, -1, st};
  for (int32_t i = 0; i < o->numArguments; ++i) {
    int32_t v = o->arguments[i];
    if (v < 0 || v >= o->numValues || o->nodes[o->values[v].node].kind != ATTN_NODE_ARGUMENT ||
        o->nodes[o->values[v].node].argument != i)
      return bad(&c, "bad argument");
  }
  for (int32_t i = 0; i < o->numNodes; ++i) {
    c.node = i;
    if (!checkNode(&c, &o->nodes[i]))
      return false;
  }
  c.node = o->numNodes;
  for (int32_t i = 0; i < o->numResults; ++i)
    if (o->results[i] < 0 || o->results[i] >= o->numValues)
      return bad(&c, "bad result");
  return attnOk(st);
}
