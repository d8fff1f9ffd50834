//===- Expr.c - Hash-consed scalar expressions ----------------------------===//
// See Expr.h. Pulling through producers is in ExprPull.c, emission in ExprEmit.c.
//===----------------------------------------------------------------------===//
#include "IR/ExprPool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//===--- pool -------------------------------------------------------------===//

AttnExprPool *attnExprPoolCreate(MlirContext ctx) {
  AttnExprPool *p = calloc(1, sizeof *p);
  p->ctx = ctx;
  p->numBuckets = 1024;
  p->buckets = calloc(p->numBuckets, sizeof *p->buckets);
  return p;
}

void attnExprPoolDestroy(AttnExprPool *p) {
  if (!p)
    return;
  for (size_t i = 0; i < p->numBuckets; ++i)
    for (PoolEntry *e = p->buckets[i], *next; e; e = next) {
      next = e->next;
      free(e->node.idx);
      free(e);
    }
  for (size_t i = 0; i < p->numMemo; ++i)
    free(p->memo[i].idx);
  free(p->memo);
  free(p->buckets);
  free(p);
}

void attnExprSetStop(AttnExprPool *p, AttnPullStop stop, bool *user) {
  p->stop = stop;
  p->stopUser = user;
}

static uint64_t mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
  return h * 0xff51afd7ed558ccdull;
}

static uint64_t hashNode(const AttnExpr *n) {
  uint64_t h = mix(17, n->kind), bits;
  h = mix(h, (uint64_t)(uintptr_t)n->type.ptr);
  h = mix(h, (uint64_t)n->i);
  memcpy(&bits, &n->f, sizeof bits);
  h = mix(h, bits);
  h = mix(h, (uint64_t)(uintptr_t)n->value.ptr);
  for (const char *c = n->op ? n->op : ""; *c; ++c)
    h = mix(h, (uint64_t)*c);
  for (int k = 0; k < n->numArgs; ++k)
    h = mix(h, n->args[k]->id);
  for (int k = 0; k < n->numIdx; ++k)
    h = mix(h, (uint64_t)(uintptr_t)n->idx[k].ptr);
  return h;
}

static bool sameNode(const AttnExpr *a, const AttnExpr *b) {
  if (a->kind != b->kind || a->type.ptr != b->type.ptr || a->i != b->i ||
      memcmp(&a->f, &b->f, sizeof a->f) || a->value.ptr != b->value.ptr ||
      a->numArgs != b->numArgs || a->numIdx != b->numIdx ||
      strcmp(a->op ? a->op : "", b->op ? b->op : ""))
    return false;
  for (int k = 0; k < a->numArgs; ++k)
    if (a->args[k] != b->args[k])
      return false;
  for (int k = 0; k < a->numIdx; ++k)
    if (!mlirAffineExprEqual(a->idx[k], b->idx[k]))
      return false;
  return true;
}

/// The unique node equal to `n`; n->idx is copied.
static const AttnExpr *intern(AttnExprPool *p, AttnExpr n) {
  uint64_t h = hashNode(&n);
  PoolEntry **bucket = &p->buckets[h % p->numBuckets];
  for (PoolEntry *e = *bucket; e; e = e->next)
    if (e->hash == h && sameNode(&e->node, &n))
      return &e->node;
  PoolEntry *e = malloc(sizeof *e);
  *e = (PoolEntry){h, n, *bucket};
  e->node.id = ++p->numNodes;
  e->node.idx = NULL;
  if (n.numIdx) {
    e->node.idx = malloc((size_t)n.numIdx * sizeof *n.idx);
    memcpy(e->node.idx, n.idx, (size_t)n.numIdx * sizeof *n.idx);
  }
  *bucket = e;
  return &e->node;
}

//===--- leaves -----------------------------------------------------------===//

static unsigned dimsOf(MlirAffineExpr e) {
  unsigned bits = 0;
  for (int d = 0; d < ATTN_MAX_DIMS; ++d)
    if (mlirAffineExprIsFunctionOfDim(e, d))
      bits |= 1u << d;
  return bits;
}

const AttnExpr *attnExprFloat(AttnExprPool *p, MlirType type, double v) {
  return intern(p, (AttnExpr){.kind = ATTN_EXPR_FLOAT, .type = type, .f = v});
}

const AttnExpr *attnExprInt(AttnExprPool *p, MlirType type, int64_t v) {
  return intern(p, (AttnExpr){.kind = ATTN_EXPR_INT, .type = type, .i = v});
}

const AttnExpr *attnExprScalar(AttnExprPool *p, MlirValue v) {
  return intern(p, (AttnExpr){.kind = ATTN_EXPR_SCALAR, .type = mlirValueGetType(v), .value = v});
}

const AttnExpr *attnExprIndex(AttnExprPool *p, const AttnSpace *space, MlirAffineExpr e) {
  e = attnAffineSimplify(e, space);
  MlirType index = mlirIndexTypeGet(p->ctx);
  if (mlirAffineExprIsAConstant(e))
    return attnExprInt(p, index, mlirAffineConstantExprGetValue(e));
  return intern(
      p, (AttnExpr){
             .kind = ATTN_EXPR_INDEX, .type = index, .numIdx = 1, .idx = &e, .dims = dimsOf(e)});
}

const AttnExpr *attnExprLoad(AttnExprPool *p, const AttnSpace *space, MlirValue tensor, int n,
                             const MlirAffineExpr *idx) {
  MlirAffineExpr simple[ATTN_MAX_DIMS];
  unsigned dims = 0;
  for (int k = 0; k < n; ++k) {
    simple[k] = attnAffineSimplify(idx[k], space);
    dims |= dimsOf(simple[k]);
  }
  return intern(p, (AttnExpr){.kind = ATTN_EXPR_LOAD,
                              .type = attnElementType(mlirValueGetType(tensor)),
                              .value = tensor,
                              .numIdx = n,
                              .idx = simple,
                              .dims = dims});
}

const AttnExpr *attnExprContract(AttnExprPool *p, int dim, const AttnExpr *lhs, const AttnExpr *rhs,
                                 MlirType type) {
  return intern(p, (AttnExpr){.kind = ATTN_EXPR_CONTRACT,
                              .type = type,
                              .i = dim,
                              .numArgs = 2,
                              .args = {lhs, rhs},
                              .dims = (lhs->dims | rhs->dims) & ~(1u << dim)});
}

const AttnExpr *attnExprState(AttnExprPool *p, int channel, MlirType type, unsigned dims) {
  return intern(p, (AttnExpr){.kind = ATTN_EXPR_STATE, .type = type, .i = channel, .dims = dims});
}

//===--- predicates -------------------------------------------------------===//

bool attnExprIsOp(const AttnExpr *e, const char *op) {
  return e->kind == ATTN_EXPR_OP && strcmp(e->op, op) == 0;
}

bool attnExprIsFloat(const AttnExpr *e, double v) {
  return e->kind == ATTN_EXPR_FLOAT && e->f == v;
}

const AttnExpr *attnExprStripCasts(const AttnExpr *e) {
  while (attnExprIsOp(e, "arith.extf") || attnExprIsOp(e, "arith.truncf"))
    e = e->args[0];
  return e;
}

static bool isBool(const AttnExpr *e, int64_t v) {
  return e->kind == ATTN_EXPR_INT && mlirTypeIsAInteger(e->type) &&
         mlirIntegerTypeGetWidth(e->type) == 1 && (e->i & 1) == v;
}

bool attnExprAsAffine(AttnExprPool *p, const AttnExpr *e, MlirAffineExpr *out) {
  if (e->kind == ATTN_EXPR_INDEX) {
    *out = e->idx[0];
    return true;
  }
  if (e->kind == ATTN_EXPR_INT) {
    *out = mlirAffineConstantExprGet(p->ctx, e->i);
    return true;
  }
  return false;
}

//===--- operations, with simplification ----------------------------------===//

/// Index arithmetic stays affine; i32 and i64 arithmetic on indices is taken to be exact.
static const AttnExpr *foldIndex(AttnExprPool *p, const AttnSpace *space, const char *op,
                                 const AttnExpr *const *a) {
  MlirAffineExpr x, y;
  if (!attnExprAsAffine(p, a[0], &x) || !attnExprAsAffine(p, a[1], &y))
    return NULL;
  if (a[0]->kind == ATTN_EXPR_INT && a[1]->kind == ATTN_EXPR_INT &&
      (mlirTypeIsAInteger(a[0]->type) && mlirIntegerTypeGetWidth(a[0]->type) == 1))
    return NULL;
  if (!strcmp(op, "arith.addi"))
    return attnExprIndex(p, space, mlirAffineAddExprGet(x, y));
  if (!strcmp(op, "arith.subi"))
    return attnExprIndex(
        p, space,
        mlirAffineAddExprGet(x, mlirAffineMulExprGet(y, mlirAffineConstantExprGet(p->ctx, -1))));
  if (!strcmp(op, "arith.muli") && (mlirAffineExprIsAConstant(x) || mlirAffineExprIsAConstant(y)))
    return attnExprIndex(p, space, mlirAffineMulExprGet(x, y));
  // Quotients and remainders of what is not negative by a positive constant.
  bool rem = !strcmp(op, "arith.remsi") || !strcmp(op, "arith.remui");
  bool div =
      !strcmp(op, "arith.divsi") || !strcmp(op, "arith.divui") || !strcmp(op, "arith.floordivsi");
  int64_t lo, hi;
  if ((rem || div) && a[1]->kind == ATTN_EXPR_INT && a[1]->i > 0 &&
      attnSpaceRange(x, space, &lo, &hi) && (lo >= 0 || !strcmp(op, "arith.floordivsi")))
    return attnExprIndex(p, space,
                         rem ? mlirAffineModExprGet(x, y) : mlirAffineFloorDivExprGet(x, y));
  return NULL;
}

/// The index that a quotient in floating point is rounded to, down, up or towards zero (how front
/// ends write x // c); NULL where e is something else. Numbers below 2^precision are exact, and so
/// is what the rounded quotient of two of them is rounded to.
static const AttnExpr *wholePart(AttnExprPool *p, const AttnSpace *space, const AttnExpr *e) {
  bool down = attnExprIsOp(e, "math.floor"), up = attnExprIsOp(e, "math.ceil"),
       cut = attnExprIsOp(e, "math.trunc");
  const AttnExpr *x = down || up || cut ? e->args[0] : e;
  int precision = mlirTypeIsAF64(x->type)   ? 53
                  : mlirTypeIsAF32(x->type) ? 24
                  : mlirTypeIsAF16(x->type) ? 11
                                            : 8;
  double most = ldexp(1, precision), c = 1;
  if (attnExprIsOp(x, "arith.divf") && x->args[1]->kind == ATTN_EXPR_FLOAT) {
    c = x->args[1]->f;
    x = x->args[0];
  }
  int64_t lo, hi;
  if (!(c >= 1 && c < most) || c != floor(c) || !attnExprIsOp(x, "arith.sitofp") ||
      x->args[0]->kind != ATTN_EXPR_INDEX || !attnSpaceRange(x->args[0]->idx[0], space, &lo, &hi) ||
      (double)hi >= most || (double)lo <= -most || (lo < 0 && !down && !up))
    return NULL;
  MlirAffineExpr by = mlirAffineConstantExprGet(p->ctx, (int64_t)c), i = x->args[0]->idx[0];
  return attnExprIndex(p, space,
                       up ? mlirAffineCeilDivExprGet(i, by) : mlirAffineFloorDivExprGet(i, by));
}

static bool compareInts(int64_t predicate, int64_t x, int64_t y, bool *r) {
  switch (predicate) {
  case 0:
    *r = x == y;
    return true;
  case 1:
    *r = x != y;
    return true;
  case 2:
    *r = x < y;
    return true;
  case 3:
    *r = x <= y;
    return true;
  case 4:
    *r = x > y;
    return true;
  case 5:
    *r = x >= y;
    return true;
  default:
    return false;
  }
}

static double roundTo(MlirType t, double v) {
  if (mlirTypeIsAF32(t))
    return (double)(float)v;
  return v; // f16/bf16 constants: exact enough as a double; the emitted attribute rounds
}

const AttnExpr *attnExprOp(AttnExprPool *p, const AttnSpace *space, const char *op,
                           int64_t predicate, MlirType type, int n, const AttnExpr *const *args) {
  const AttnExpr *a = n > 0 ? args[0] : NULL, *b = n > 1 ? args[1] : NULL;
  const AttnExpr *c = n > 2 ? args[2] : NULL;

  // Casts.
  if (n == 1) {
    bool intCast = !strcmp(op, "arith.index_cast") || !strcmp(op, "arith.index_castui") ||
                   !strcmp(op, "arith.extsi") || !strcmp(op, "arith.extui") ||
                   !strcmp(op, "arith.trunci");
    if (intCast && a->kind == ATTN_EXPR_INDEX)
      return a;
    if (intCast && a->kind == ATTN_EXPR_INT && !mlirTypeIsAIndex(a->type) &&
        mlirIntegerTypeGetWidth(a->type) > 1)
      return attnExprInt(p, type, a->i);
    if (!strcmp(op, "arith.extf") || !strcmp(op, "arith.truncf")) {
      if (a->kind == ATTN_EXPR_FLOAT)
        return attnExprFloat(p, type, roundTo(type, a->f));
      if (mlirTypeEqual(a->type, type))
        return a;
      // A round trip through a wider type is nothing.
      if (!strcmp(op, "arith.truncf") && attnExprIsOp(a, "arith.extf") &&
          mlirTypeEqual(a->args[0]->type, type))
        return a->args[0];
    }
    if (!strcmp(op, "arith.fptosi")) {
      const AttnExpr *whole = wholePart(p, space, a);
      if (whole)
        return whole;
    }
    if (!strcmp(op, "arith.sitofp") && a->kind == ATTN_EXPR_INT && !mlirTypeIsAIndex(a->type) &&
        mlirIntegerTypeGetWidth(a->type) > 1)
      return attnExprFloat(p, type, (double)a->i);
  }

  if (n == 2) {
    const AttnExpr *folded = foldIndex(p, space, op, args);
    if (folded)
      return folded;
    if (!strcmp(op, "arith.andi")) {
      if (isBool(a, 1) || a == b)
        return b;
      if (isBool(b, 1))
        return a;
      if (isBool(a, 0) || isBool(b, 0))
        return isBool(a, 0) ? a : b;
    }
    if (!strcmp(op, "arith.ori")) {
      if (isBool(a, 0) || a == b)
        return b;
      if (isBool(b, 0))
        return a;
      if (isBool(a, 1) || isBool(b, 1))
        return isBool(a, 1) ? a : b;
    }
    bool max = !strcmp(op, "arith.maximumf") || !strcmp(op, "arith.maxnumf");
    bool min = !strcmp(op, "arith.minimumf") || !strcmp(op, "arith.minnumf");
    if (max || min) {
      double identity = max ? -INFINITY : INFINITY;
      if (attnExprIsFloat(a, identity) || a == b)
        return b;
      if (attnExprIsFloat(b, identity))
        return a;
      if (b->id < a->id) { // one order, so that equal ones are equal
        const AttnExpr *sorted[2] = {b, a};
        return attnExprOp(p, space, op, predicate, type, 2, sorted);
      }
    }
    // Small whole powers are products.
    bool powi = !strcmp(op, "math.fpowi") && b->kind == ATTN_EXPR_INT;
    bool powf = !strcmp(op, "math.powf") && b->kind == ATTN_EXPR_FLOAT;
    double power = powi ? (double)b->i : powf ? b->f : 0.5;
    if ((powi || powf) && power == floor(power) && power >= 1 && power <= 4) {
      const AttnExpr *r = a;
      for (int k = 1; k < (int)power; ++k)
        r = attnExprOp(p, space, "arith.mulf", 0, type, 2, (const AttnExpr *[]){r, a});
      return r;
    }
    // c^y = 2^(y log2 c): what every executor has.
    if (!strcmp(op, "math.powf") && a->kind == ATTN_EXPR_FLOAT && a->f > 0 && isfinite(a->f)) {
      const AttnExpr *scaled =
          attnExprOp(p, space, "arith.mulf", 0, type, 2,
                     (const AttnExpr *[]){b, attnExprFloat(p, type, roundTo(type, log2(a->f)))});
      return attnExprOp(p, space, "math.exp2", 0, type, 1, &scaled);
    }
    if (!strcmp(op, "arith.mulf") || !strcmp(op, "arith.divf")) {
      if (attnExprIsFloat(b, 1.0))
        return a;
      if (attnExprIsFloat(a, 1.0) && !strcmp(op, "arith.mulf"))
        return b;
    }
    if (!strcmp(op, "arith.addf") || !strcmp(op, "arith.subf")) {
      if (b->kind == ATTN_EXPR_FLOAT && b->f == 0.0 &&
          (signbit(b->f) != 0) == !strcmp(op, "arith.addf"))
        return a; // x + -0 and x - +0 are x exactly
    }
    if (!strcmp(op, "arith.cmpi") && a->kind == ATTN_EXPR_INT && b->kind == ATTN_EXPR_INT) {
      bool r;
      if (compareInts(predicate, a->i, b->i, &r))
        return attnExprInt(p, mlirIntegerTypeGet(p->ctx, 1), r);
    }
    MlirAffineExpr x, y;
    if (!strcmp(op, "arith.cmpi") && attnExprAsAffine(p, a, &x) && attnExprAsAffine(p, b, &y)) {
      int64_t lo, hi, l2;
      // Unsigned is signed where nothing is negative.
      if (predicate >= 6 && attnSpaceRange(x, space, &lo, &hi) &&
          attnSpaceRange(y, space, &l2, &hi) && lo >= 0 && l2 >= 0)
        predicate -= 4;
      bool first, last;
      MlirAffineExpr diff = attnAffineSimplify(
          mlirAffineAddExprGet(x, mlirAffineMulExprGet(y, mlirAffineConstantExprGet(p->ctx, -1))),
          space);
      bool ordered = predicate >= 2 && predicate <= 5; // monotonic: the ends decide
      if (attnSpaceRange(diff, space, &lo, &hi)) {
        if (ordered && compareInts(predicate, lo, 0, &first) &&
            compareInts(predicate, hi, 0, &last) && first == last)
          return attnExprInt(p, mlirIntegerTypeGet(p->ctx, 1), first);
        if (predicate < 2 && (lo > 0 || hi < 0 || (lo == 0 && hi == 0)))
          return attnExprInt(p, mlirIntegerTypeGet(p->ctx, 1), (lo == 0 && hi == 0) == !predicate);
      }
    }
  }

  if (n == 3 && !strcmp(op, "arith.select")) {
    if (isBool(a, 1) || b == c)
      return b;
    if (isBool(a, 0))
      return c;
    if (isBool(b, 1) && isBool(c, 0))
      return a;
    if (isBool(c, 0))
      return attnExprOp(p, space, "arith.andi", 0, type, 2, (const AttnExpr *[]){a, b});
    if (isBool(b, 1))
      return attnExprOp(p, space, "arith.ori", 0, type, 2, (const AttnExpr *[]){a, c});
  }

  AttnExpr node = {
      .kind = ATTN_EXPR_OP,
      .type = type,
      .op = mlirIdentifierStr(mlirIdentifierGet(p->ctx, mlirStringRefCreateFromCString(op))).data,
      .i = predicate,
      .numArgs = n};
  for (int k = 0; k < n; ++k) {
    node.args[k] = args[k];
    node.dims |= args[k]->dims;
  }
  return intern(p, node);
}

//===--- rewriting --------------------------------------------------------===//

typedef struct Rewrite {
  AttnExprPool *pool;
  const AttnSpace *from, *to;
  MlirAffineMap map;           ///< substitution of dimensions, or null
  const AttnExpr *what, *with; ///< replacement of a node, or NULL
  const MlirAffineExpr *subst;
  const AttnExpr **done; ///< by node id
} Rewrite;

static const AttnExpr *rewrite(Rewrite *r, const AttnExpr *e) {
  if (e == r->what)
    return r->with;
  if (r->done[e->id])
    return r->done[e->id];
  const AttnExpr *result = e;
  MlirAffineExpr idx[ATTN_MAX_DIMS];
  if (!mlirAffineMapIsNull(r->map))
    for (int k = 0; k < e->numIdx; ++k)
      idx[k] = mlirAffineExprCompose(e->idx[k], r->map);
  else if (e->numIdx)
    memcpy(idx, e->idx, (size_t)e->numIdx * sizeof *idx);
  const AttnExpr *args[3] = {NULL};
  switch (e->kind) {
  case ATTN_EXPR_INDEX:
    result = attnExprIndex(r->pool, r->to, idx[0]);
    break;
  case ATTN_EXPR_LOAD:
    result = attnExprLoad(r->pool, r->to, e->value, e->numIdx, idx);
    break;
  case ATTN_EXPR_OP:
    for (int k = 0; k < e->numArgs; ++k)
      args[k] = rewrite(r, e->args[k]);
    result = attnExprOp(r->pool, r->to, e->op, e->i, e->type, e->numArgs, args);
    break;
  case ATTN_EXPR_CONTRACT: {
    for (int k = 0; k < 2; ++k)
      args[k] = rewrite(r, e->args[k]);
    int64_t dim = e->i;
    if (r->subst && mlirAffineExprIsADim(r->subst[dim]))
      dim = mlirAffineDimExprGetPosition(r->subst[dim]);
    result = attnExprContract(r->pool, (int)dim, args[0], args[1], e->type);
    break;
  }
  default:
    break;
  }
  r->done[e->id] = result;
  return result;
}

static const AttnExpr *runRewrite(Rewrite *r, const AttnExpr *e) {
  r->done = calloc((size_t)r->pool->numNodes + 1, sizeof *r->done);
  const AttnExpr *result = rewrite(r, e);
  free(r->done);
  return result;
}

const AttnExpr *attnExprSubst(AttnExprPool *p, const AttnExpr *e, const AttnSpace *from,
                              const AttnSpace *to, const MlirAffineExpr *subst) {
  Rewrite r = {.pool = p, .from = from, .to = to, .subst = subst};
  MlirAffineExpr copy[ATTN_MAX_DIMS];
  memcpy(copy, subst, (size_t)from->n * sizeof *copy);
  r.map = mlirAffineMapGet(p->ctx, to->n, 0, from->n, copy);
  return runRewrite(&r, e);
}

const AttnExpr *attnExprReplace(AttnExprPool *p, const AttnSpace *space, const AttnExpr *e,
                                const AttnExpr *what, const AttnExpr *with) {
  Rewrite r = {.pool = p, .from = space, .to = space, .what = what, .with = with};
  return runRewrite(&r, e);
}

static void walk(const AttnExpr *e, void (*fn)(const AttnExpr *, void *), void *user,
                 const AttnExpr ***seen, size_t *n, size_t *cap) {
  for (size_t i = 0; i < *n; ++i)
    if ((*seen)[i] == e)
      return;
  for (int k = 0; k < e->numArgs; ++k)
    walk(e->args[k], fn, user, seen, n, cap);
  if (*n == *cap) {
    *cap = *cap ? 2 * *cap : 64;
    *seen = realloc(*seen, *cap * sizeof **seen);
  }
  (*seen)[(*n)++] = e;
  fn(e, user);
}

void attnExprWalk(const AttnExpr *e, void (*fn)(const AttnExpr *, void *), void *user) {
  const AttnExpr **seen = NULL;
  size_t n = 0, cap = 0;
  walk(e, fn, user, &seen, &n, &cap);
  free(seen);
}
