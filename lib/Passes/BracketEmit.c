//===- BracketEmit.c - Tile values of lift values -------------------------===//
// See Bracket.h.
//
// Demand driven: attnBrTileOf(v) makes, once per scope,
//   carrier.element    a tile.load over the tiled axes of its map, in the order of memory
//   carrier.contract   a tile.contract of its operands' tiles; in a loop over chunks of the summed
//                      axis where that is longer than its tile
//   a sum of those     tile.contracts into one accumulator, one after the other: a product of rows
//                      that lie in two places (a latent and a rotary part)
//   anything else      ONE tile.map that evaluates the whole expression over the axes v depends on.
//                      Leaves are element, contract and any sub-expression with fewer axes that
//                      reads data (it gets a tile of its own, so that a row value is computed once
//                      a row).
//
//===----------------------------------------------------------------------===//
#include "IR/Affine.h"
#include "Passes/Bracket.h"

#include <stdlib.h>
#include <string.h>

static bool isSet(const AttnTile *t) { return t->value.ptr != NULL; }

static AttnTile fail(AttnBrEmit *e) {
  e->failed = true;
  return (AttnTile){0};
}

//===--- scopes -----------------------------------------------------------===//

void attnBrPush(AttnBrEmit *e, AttnBrScope *scope, AttnBuilder at, AttnAxisSet axes) {
  *scope = (AttnBrScope){.at = at, .axes = axes, .outer = e->scope};
  e->scope = scope;
}

void attnBrPop(AttnBrEmit *e) {
  AttnBrScope *s = e->scope;
  e->scope = s->outer;
  free(s->cache);
  s->cache = NULL;
}

/// The innermost scope whose streamed axes v depends on; the outermost if there is none.
static AttnBrScope *scopeFor(AttnBrEmit *e, AttnAxisSet dep) {
  AttnBrScope *s = e->scope;
  while (s->outer && !(s->axes & dep))
    s = s->outer;
  return s;
}

AttnTile attnBrLookup(const AttnBrEmit *e, MlirValue v) {
  for (AttnBrScope *s = e->scope; s; s = s->outer)
    for (intptr_t i = 0; i < s->nCache; ++i)
      if (mlirValueEqual(s->cache[i].from, v))
        return s->cache[i].tile;
  return (AttnTile){0};
}

void attnBrRemember(AttnBrScope *s, MlirValue v, AttnTile t) {
  if (s->nCache == s->capCache) {
    s->capCache = s->capCache ? 2 * s->capCache : 16;
    s->cache = realloc(s->cache, (size_t)s->capCache * sizeof *s->cache);
  }
  s->cache[s->nCache++] = (AttnCached){v, t};
}

//===--- axes of tiles ----------------------------------------------------===//

static int rank(const AttnBrModel *m, int axis) {
  static const int order[] = {
      [ATTN_BATCH] = 0, [ATTN_ROW] = 1, [ATTN_STREAM] = 2, [ATTN_INNER] = 3, [ATTN_COLUMN] = 4};
  return order[m->axes[axis].use];
}

bool attnBrOrder(AttnBrEmit *e, AttnAxisSet axes, AttnTile *t) {
  const AttnBrModel *m = e->m;
  axes = attnBrTiled(m, axes);
  *t = (AttnTile){0};
  for (int r = 1; r <= 4; ++r)
    for (int i = 0; i < m->nAxes; ++i) {
      if (!(axes & ATTN_AXIS(i)) || rank(m, i) != r)
        continue;
      if (t->rank == 2) {
        attnOpError(m->op,
                    "needs a tile over the three axes '%s', '%s' and '%s': not supported by this "
                    "version: tiles of rank 3 (an operand of a contraction may depend on its own "
                    "axis and one more tiled axis)",
                    m->axes[t->axes[0]].name, m->axes[t->axes[1]].name, m->axes[i].name);
        e->failed = true;
        return false;
      }
      t->axes[t->rank++] = i;
    }
  return true;
}

MlirAttribute attnBrAxesAttr(const AttnBrEmit *e, const AttnTile *t) {
  const char *names[2];
  for (int i = 0; i < t->rank; ++i)
    names[i] = e->m->axes[t->axes[i]].name;
  return attnStrs(e->m->ctx, t->rank, names);
}

MlirType attnBrTileType(const AttnBrEmit *e, const AttnTile *t, MlirType element) {
  int64_t shape[2];
  for (int i = 0; i < t->rank; ++i)
    shape[i] = e->m->axes[t->axes[i]].tile;
  return attnTensorType(t->rank, shape, element);
}

static AttnAxisSet setOf(const AttnTile *t) {
  AttnAxisSet s = 0;
  for (int i = 0; i < t->rank; ++i)
    s |= ATTN_AXIS(t->axes[i]);
  return s;
}

//===--- loads and stores -------------------------------------------------===//

/// The map over the axes it uses only, with their names and origins.
static MlirAffineMap compress(const AttnBrEmit *e, MlirAffineMap map, int *n,
                              const char *names[ATTN_BR_MAX_AXES],
                              MlirValue origins[ATTN_BR_MAX_AXES]) {
  const AttnBrModel *m = e->m;
  MlirAffineExpr dims[ATTN_BR_MAX_AXES];
  intptr_t nResults = mlirAffineMapGetNumResults(map);
  *n = 0;
  for (int i = 0; i < m->nAxes; ++i)
    dims[i] = mlirAffineConstantExprGet(m->ctx, 0);
  AttnAxisSet seen = 0; // in the order of the tensor's dimensions
  for (intptr_t k = 0; k < nResults; ++k)
    for (int i = 0; i < m->nAxes; ++i) {
      if ((seen & ATTN_AXIS(i)) ||
          !mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, k), i))
        continue;
      seen |= ATTN_AXIS(i);
      dims[i] = mlirAffineDimExprGet(m->ctx, *n);
      names[*n] = m->axes[i].name;
      origins[(*n)++] = e->origins[i];
    }
  MlirAffineMap by = mlirAffineMapGet(m->ctx, *n, 0, m->nAxes, dims);
  return attnAffineOver(map, by);
}

/// Orders the two axes of a load as they lie in memory: the one that reaches the later dimension
/// last.
static void memoryOrder(AttnTile *t, MlirAffineMap map) {
  if (t->rank != 2)
    return;
  for (intptr_t k = mlirAffineMapGetNumResults(map) - 1; k >= 0; --k) {
    MlirAffineExpr x = mlirAffineMapGetResult(map, k);
    bool first = mlirAffineExprIsFunctionOfDim(x, t->axes[0]);
    bool second = mlirAffineExprIsFunctionOfDim(x, t->axes[1]);
    if (first == second)
      continue;
    if (first) {
      int s = t->axes[0];
      t->axes[0] = t->axes[1];
      t->axes[1] = s;
    }
    return;
  }
}

static AttnTile load(AttnBrEmit *e, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  AttnAxisSet dep = attnBrDep(e->m, result);
  AttnTile t;
  MlirAffineMap map;
  if (!attnAttrMap(op, "map", &map) || !attnBrOrder(e, dep, &t))
    return fail(e);
  memoryOrder(&t, map);
  int n;
  const char *names[ATTN_BR_MAX_AXES];
  MlirValue operands[ATTN_BR_MAX_AXES + 1];
  operands[0] = mlirOperationGetOperand(op, 0);
  map = compress(e, map, &n, names, operands + 1);
  MlirContext ctx = e->m->ctx;
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "over", attnStrs(ctx, n, names)),
                                attnNamed(ctx, "map", attnMapAttr(map)),
                                attnNamed(ctx, "axes", attnBrAxesAttr(e, &t))};
  AttnBrScope *s = scopeFor(e, dep);
  s->at.loc = mlirOperationGetLocation(op);
  t.value = attnBuild(&s->at, "tile.load", n + 1, operands,
                      attnBrTileType(e, &t, mlirValueGetType(result)), 3, attrs);
  attnBrRemember(s, result, t);
  return t;
}

bool attnBrStore(AttnBrEmit *e, AttnTile t, int index, MlirAffineMap map) {
  int n;
  const char *names[ATTN_BR_MAX_AXES];
  MlirValue operands[ATTN_BR_MAX_AXES + 1];
  operands[0] = t.value;
  map = compress(e, map, &n, names, operands + 1);
  MlirContext ctx = e->m->ctx;
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "result", attnI64(ctx, index)),
                                attnNamed(ctx, "over", attnStrs(ctx, n, names)),
                                attnNamed(ctx, "map", attnMapAttr(map)),
                                attnNamed(ctx, "axes", attnBrAxesAttr(e, &t))};
  attnBuildOp(&e->scope->at, &(AttnOpDesc){.name = "tile.store",
                                           .nOperands = n + 1,
                                           .operands = operands,
                                           .nAttrs = 4,
                                           .attrs = attrs});
  return true;
}

AttnTile attnBrFill(AttnBrEmit *e, AttnAxisSet axes, MlirAttribute value, MlirType element) {
  AttnTile t;
  if (!attnBrOrder(e, axes, &t))
    return fail(e);
  MlirContext ctx = e->m->ctx;
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "value", value),
                                attnNamed(ctx, "axes", attnBrAxesAttr(e, &t))};
  t.value = attnBuild0(&e->scope->at, "tile.fill", attnBrTileType(e, &t, element), 2, attrs);
  return t;
}

//===--- contractions -----------------------------------------------------===//

AttnTile attnBrContract(AttnBrEmit *e, const char *name, int axis, AttnTile lhs, AttnTile rhs,
                        AttnTile acc) {
  if (!isSet(&lhs) || !isSet(&rhs) || !isSet(&acc))
    return fail(e);
  MlirContext ctx = e->m->ctx;
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "name", attnStr(ctx, name)),
                                attnNamed(ctx, "axis", attnStr(ctx, e->m->axes[axis].name)),
                                attnNamed(ctx, "lhs_axes", attnBrAxesAttr(e, &lhs)),
                                attnNamed(ctx, "rhs_axes", attnBrAxesAttr(e, &rhs)),
                                attnNamed(ctx, "axes", attnBrAxesAttr(e, &acc))};
  MlirValue operands[] = {lhs.value, rhs.value, acc.value};
  AttnTile t = acc;
  t.value =
      attnBuild(&e->scope->at, "tile.contract", 3, operands, mlirValueGetType(acc.value), 5, attrs);
  return t;
}

AttnTile attnBrReduce(AttnBrEmit *e, const char *monoid, int axis, AttnTile t) {
  if (!isSet(&t))
    return fail(e);
  AttnTile r = {.rank = 0};
  for (int i = 0; i < t.rank; ++i)
    if (t.axes[i] != axis)
      r.axes[r.rank++] = t.axes[i];
  MlirContext ctx = e->m->ctx;
  MlirNamedAttribute attrs[] = {attnNamed(ctx, "monoid", attnStr(ctx, monoid)),
                                attnNamed(ctx, "axis", attnStr(ctx, e->m->axes[axis].name)),
                                attnNamed(ctx, "operand_axes", attnBrAxesAttr(e, &t)),
                                attnNamed(ctx, "axes", attnBrAxesAttr(e, &r))};
  MlirType type = attnBrTileType(e, &r, attnElementType(mlirValueGetType(t.value)));
  r.value = attnBuild(&e->scope->at, "tile.reduce", 1, &t.value, type, 4, attrs);
  return r;
}

/// The tile of a contraction's operand. A computed operand is cleared beyond the end of a ragged
/// summed axis: what stands there need not be zero.
static AttnTile operandTile(AttnBrEmit *e, MlirValue v, int axis) {
  const AttnBrAxis *a = &e->m->axes[axis];
  bool loaded = attnIs(attnDef(v), "carrier.element");
  if (loaded || !attnBrRagged(a) || !(attnBrDep(e->m, v) & ATTN_AXIS(axis)))
    return attnBrTileOf(e, v);
  AttnBrMap map;
  MlirValue x;
  AttnTile t = {0};
  AttnBrScope *inner = e->scope;
  e->scope = scopeFor(e, attnBrDep(e->m, v));
  if (attnBrMapOpen(e, 0, 1, &v, &x, &map)) {
    MlirValue inside =
        attnCmpi(&map.in, 2, attnBrMapCoord(&map, axis), attnBrExtent(e->m, &map.in, axis));
    MlirValue zero = attnConstFloat(&map.in, mlirValueGetType(x), 0.0);
    t = attnBrMapClose(&map, attnSelect(&map.in, inside, x, zero));
  }
  e->scope = inner;
  return t;
}

static AttnTile contractInto(AttnBrEmit *e, MlirOperation op, int axis, AttnTile acc) {
  MlirValue lhs = attnBrStripWiden(mlirOperationGetOperand(op, 0));
  MlirValue rhs = attnBrStripWiden(mlirOperationGetOperand(op, 1));
  attnBrOrient(e->m, &lhs, &rhs);
  AttnTile l = operandTile(e, lhs, axis);
  AttnTile r = e->failed ? (AttnTile){0} : operandTile(e, rhs, axis);
  return attnBrContract(e, e->m->axes[axis].name, axis, l, r, acc);
}

bool attnBrIsContractions(const AttnBrModel *m, MlirValue v) {
  MlirOperation op = attnDef(v);
  if (attnIs(op, "carrier.contract"))
    return true;
  bool is = attnIs(op, "arith.addf");
  for (int i = 0; i < 2 && is; ++i) {
    MlirValue x = mlirOperationGetOperand(op, i);
    is = attnNumUses(x) == 1 && attnBrDep(m, x) == attnBrDep(m, v) && attnBrIsContractions(m, x);
  }
  return is;
}

/// The contraction into `acc`; into zeros where that is none.
static AttnTile contract(AttnBrEmit *e, MlirOperation op, AttnTile acc) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  AttnAxisSet dep = attnBrDep(e->m, result);
  int axis = attnBrAxisIndex(e->m, attnAttrStr(op, "axis"));
  const AttnBrAxis *a = &e->m->axes[axis];
  if (!attnIsFloat(type)) {
    attnOpError(op, "contracts to a type that is no float: not supported by this version");
    return fail(e);
  }
  AttnBrScope *inner = e->scope, *s = scopeFor(e, dep);
  e->scope = s; // the contraction stands where its result is available
  s->at.loc = mlirOperationGetLocation(op);
  if (!isSet(&acc))
    acc = attnBrFill(e, dep, mlirFloatAttrDoubleGet(e->m->ctx, type, 0.0), type);
  AttnTile t = acc;
  if (isSet(&acc) && a->extent > 0 && a->extent <= a->tile) {
    t = contractInto(e, op, axis, acc);
  } else if (isSet(&acc) && a->extent > 0) {
    AttnBuilder body;
    MlirValue iv, arg;
    MlirValue lo = attnConstIndex(&s->at, 0), hi = attnConstIndex(&s->at, a->extent);
    MlirValue step = attnConstIndex(&s->at, a->tile);
    MlirOperation loop = attnBuildFor(&s->at, lo, hi, step, 1, &acc.value, &body, &iv, &arg);
    AttnBrScope chunk;
    AttnBuilder after = s->at; // what the loop needs from this scope goes in front of it
    s->at = attnBuilderBefore(loop);
    attnBrPush(e, &chunk, body, ATTN_AXIS(axis));
    MlirValue saved = e->origins[axis];
    e->origins[axis] = iv;
    AttnTile in = acc;
    in.value = arg;
    t = contractInto(e, op, axis, in);
    if (isSet(&t))
      attnBuildYield(&chunk.at, "scf.yield", 1, &t.value);
    else
      attnBuildYield(&chunk.at, "scf.yield", 1, &arg);
    e->origins[axis] = saved;
    attnBrPop(e);
    s->at = after;
    if (isSet(&t))
      t.value = mlirOperationGetResult(loop, 0);
  }
  e->scope = inner;
  if (!isSet(&t))
    return fail(e);
  attnBrRemember(s, result, t);
  return t;
}

static AttnTile contractions(AttnBrEmit *e, MlirValue v, AttnTile acc) {
  MlirOperation op = attnDef(v);
  if (attnIs(op, "carrier.contract"))
    return contract(e, op, acc);
  acc = contractions(e, mlirOperationGetOperand(op, 0), acc);
  return isSet(&acc) ? contractions(e, mlirOperationGetOperand(op, 1), acc) : acc;
}

//===--- maps -------------------------------------------------------------===//

/// Must `op` be read as a tile inside a map over `axes`?
static bool isLeaf(const AttnBrEmit *e, MlirOperation op, AttnAxisSet axes) {
  MlirValue v = mlirOperationGetResult(op, 0);
  if (attnIs(op, "carrier.element") || attnBrIsContractions(e->m, v))
    return true;
  AttnTile cached = attnBrLookup(e, v);
  if (isSet(&cached))
    return true;
  return !attnBrPure(e->m, v) && attnBrTiled(e->m, attnBrDep(e->m, v)) != attnBrTiled(e->m, axes);
}

static MlirValue product(const AttnBuilder *b, MlirOperation op, AttnValueMap *map) {
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue x = attnCast(b, attnMapLookup(map, mlirOperationGetOperand(op, 0)), t);
  MlirValue y = attnCast(b, attnMapLookup(map, mlirOperationGetOperand(op, 1)), t);
  return attnBuild2(b, attnIsFloat(t) ? "arith.mulf" : "arith.muli", x, y);
}

typedef struct Need {
  MlirOperation op;
  bool need, leaf;
} Need;

/// Which operations of the source block an evaluation of the roots needs, in order.
static Need *needs(AttnBrEmit *e, int nRoots, const MlirValue *roots, AttnAxisSet axes,
                   intptr_t *n) {
  Need *list = NULL;
  *n = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(e->source); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    list = realloc(list, (size_t)(*n + 1) * sizeof *list);
    list[(*n)++] = (Need){op, false, false};
  }
  for (intptr_t i = *n - 1; i >= 0; --i) {
    Need *d = &list[i];
    for (int k = 0; k < nRoots; ++k)
      d->need |= mlirOperationEqual(attnDef(roots[k]), d->op);
    for (intptr_t k = i + 1; k < *n && !d->need; ++k) {
      if (!list[k].need || list[k].leaf)
        continue;
      for (intptr_t o = 0; o < mlirOperationGetNumOperands(list[k].op); ++o)
        d->need |= mlirOperationEqual(attnDef(mlirOperationGetOperand(list[k].op, o)), d->op);
    }
    if (d->need)
      d->leaf = isLeaf(e, d->op, axes);
  }
  return list;
}

/// Clones a constant from outside the region, or reads a state argument.
static void bringIn(AttnBrMap *map, MlirValue v, AttnValueMap *values) {
  if (attnMapContains(values, v))
    return;
  if (mlirValueIsABlockArgument(v)) {
    AttnTile t = attnBrLookup(map->e, v);
    attnMapValue(values, v, attnBrMapElement(map, t));
  } else if (attnIs(attnDef(v), "arith.constant")) {
    attnCloneMapped(&map->in, attnDef(v), values);
  }
}

bool attnBrMapOpen(AttnBrEmit *e, AttnAxisSet axes, int nRoots, const MlirValue *roots,
                   MlirValue *scalars, AttnBrMap *map) {
  for (int i = 0; i < nRoots; ++i)
    axes |= attnBrDep(e->m, roots[i]);
  axes = attnBrTiled(e->m, axes);
  *map = (AttnBrMap){.e = e, .axes = axes};
  intptr_t n;
  Need *list = needs(e, nRoots, roots, axes, &n);
  for (intptr_t i = 0; i < n && !e->failed; ++i)
    if (list[i].need && list[i].leaf)
      attnBrTileOf(e, mlirOperationGetResult(list[i].op, 0));
  if (e->failed) {
    free(list);
    return false;
  }
  map->region = attnRegionWithBlock(&e->scope->at, 0, NULL, &map->in);
  AttnValueMap values = {0};
  for (intptr_t i = 0; i < n; ++i) {
    if (!list[i].need)
      continue;
    MlirOperation op = list[i].op;
    MlirValue v = mlirOperationGetResult(op, 0);
    map->in.loc = mlirOperationGetLocation(op);
    if (list[i].leaf) {
      attnMapValue(&values, v, attnBrMapElement(map, attnBrLookup(e, v)));
      continue;
    }
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(op); ++o)
      bringIn(map, mlirOperationGetOperand(op, o), &values);
    if (attnIs(op, "carrier.index"))
      attnMapValue(&values, v, attnBrMapCoord(map, attnBrAxisIndex(e->m, attnAttrStr(op, "axis"))));
    else if (attnIs(op, "carrier.product"))
      attnMapValue(&values, v, product(&map->in, op, &values));
    else
      attnCloneMapped(&map->in, op, &values);
  }
  for (int i = 0; i < nRoots; ++i) {
    bringIn(map, roots[i], &values);
    scalars[i] = attnMapLookup(&values, roots[i]);
  }
  attnMapFree(&values);
  free(list);
  return true;
}

MlirValue attnBrMapElement(AttnBrMap *map, AttnTile t) {
  MlirNamedAttribute axes = attnNamed(map->e->m->ctx, "axes", attnBrAxesAttr(map->e, &t));
  map->axes |= setOf(&t);
  return attnBuild(&map->in, "tile.element", 1, &t.value,
                   attnElementType(mlirValueGetType(t.value)), 1, &axes);
}

MlirValue attnBrMapCoord(AttnBrMap *map, int axis) {
  const AttnBrModel *m = map->e->m;
  if (m->axes[axis].use == ATTN_BATCH)
    return map->e->origins[axis];
  map->axes |= ATTN_AXIS(axis);
  MlirNamedAttribute name = attnNamed(m->ctx, "axis", attnStr(m->ctx, m->axes[axis].name));
  return attnBuild(&map->in, "tile.coord", 1, &map->e->origins[axis], mlirIndexTypeGet(m->ctx), 1,
                   &name);
}

AttnTile attnBrMapClose(AttnBrMap *map, MlirValue result) {
  AttnBrEmit *e = map->e;
  AttnTile t;
  if (!attnBrOrder(e, map->axes, &t)) {
    mlirRegionDestroy(map->region);
    return fail(e);
  }
  attnBuildYield(&map->in, "gpu.yield", 1, &result);
  MlirNamedAttribute axes = attnNamed(e->m->ctx, "axes", attnBrAxesAttr(e, &t));
  MlirType type = attnBrTileType(e, &t, mlirValueGetType(result));
  MlirOperation op = attnBuildOp(&e->scope->at, &(AttnOpDesc){.name = "tile.map",
                                                              .nResults = 1,
                                                              .results = &type,
                                                              .nAttrs = 1,
                                                              .attrs = &axes,
                                                              .nRegions = 1,
                                                              .regions = &map->region});
  t.value = mlirOperationGetResult(op, 0);
  return t;
}

//===--- any value --------------------------------------------------------===//

AttnTile attnBrTileOf(AttnBrEmit *e, MlirValue v) {
  if (e->failed)
    return (AttnTile){0};
  AttnTile t = attnBrLookup(e, v);
  MlirOperation op = attnDef(v);
  if (isSet(&t))
    return t;
  if (attnIs(op, "carrier.element"))
    return load(e, op);
  if (attnBrIsContractions(e->m, v)) {
    t = contractions(e, v, (AttnTile){0});
    if (isSet(&t))
      attnBrRemember(scopeFor(e, attnBrDep(e->m, v)), v, t);
    return t;
  }
  AttnBrScope *inner = e->scope, *s = scopeFor(e, attnBrDep(e->m, v));
  e->scope = s;
  AttnBrMap map;
  MlirValue scalar;
  if (attnBrMapOpen(e, 0, 1, &v, &scalar, &map))
    t = attnBrMapClose(&map, scalar);
  e->scope = inner;
  if (isSet(&t))
    attnBrRemember(s, v, t);
  return t;
}

MlirValue attnBrMonoid(const AttnBuilder *b, const char *monoid, MlirValue x, MlirValue y) {
  static const char *const names[][3] = {{"add", "arith.addf", "arith.addi"},
                                         {"mul", "arith.mulf", "arith.muli"},
                                         {"max", "arith.maximumf", "arith.maxsi"},
                                         {"min", "arith.minimumf", "arith.minsi"},
                                         {"and", NULL, "arith.andi"},
                                         {"or", NULL, "arith.ori"}};
  bool isFloat = attnIsFloat(mlirValueGetType(x));
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strcmp(names[i][0], monoid) == 0 && names[i][isFloat ? 1 : 2])
      return attnBuild2(b, names[i][isFloat ? 1 : 2], x, y);
  return (MlirValue){NULL};
}
