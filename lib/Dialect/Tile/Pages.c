//===- Pages.c - Tensors that lie in pages --------------------------------===//
// See Pages.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Pages.h"
#include "IR/Affine.h"
#include "IR/Expr.h"
#include "IR/Moved.h"

#include <string.h>

int64_t attnPagesRows(int64_t page, int64_t tile) {
  int64_t rows = attnGcd(page, tile);
  return rows % 8 == 0 ? rows : 0;
}

//===--- the coordinates of a gather --------------------------------------===//

/// An element's coordinate in the table, or what data are found by: over the dimensions of the
/// gather's result.
typedef struct Reader {
  const AttnGather *g;
  MlirBlock body;
  AttnSpace space; ///< of the result
} Reader;

static MlirAffineExpr none(void) { return (MlirAffineExpr){NULL}; }

/// A scalar of the body as an affine expression over the result's dimensions; null where it is
/// none.
static MlirAffineExpr affineOf(const Reader *r, MlirValue v) {
  MlirOperation op = attnDef(v);
  MlirContext ctx = mlirOperationGetContext(r->g->op);
  int64_t c;
  if (mlirOperationIsNull(op))
    return none();
  if (attnIs(op, "arith.constant"))
    return attnAttrI64(op, "value", &c) ? mlirAffineConstantExprGet(ctx, c) : none();
  if (!mlirBlockEqual(mlirOperationGetBlock(op), r->body))
    return none();
  if (attnIs(op, "linalg.index"))
    return attnAttrI64(op, "dim", &c) ? mlirAffineDimExprGet(ctx, c) : none();
  if (attnIs(op, "arith.index_cast") || attnIs(op, "arith.index_castui"))
    return affineOf(r, mlirOperationGetOperand(op, 0));
  if (mlirOperationGetNumOperands(op) != 2)
    return none();
  MlirAffineExpr x = affineOf(r, mlirOperationGetOperand(op, 0)),
                 y = affineOf(r, mlirOperationGetOperand(op, 1));
  if (!x.ptr || !y.ptr)
    return none();
  if (attnIs(op, "arith.addi"))
    return mlirAffineAddExprGet(x, y);
  if (attnIs(op, "arith.subi"))
    return mlirAffineAddExprGet(x, mlirAffineMulExprGet(y, mlirAffineConstantExprGet(ctx, -1)));
  if (attnIs(op, "arith.muli") && (mlirAffineExprIsAConstant(x) || mlirAffineExprIsAConstant(y)))
    return mlirAffineMulExprGet(x, y);
  const char *name = attnOpName(op);
  bool div = !strcmp(name, "arith.divui") || !strcmp(name, "arith.divsi") ||
             !strcmp(name, "arith.floordivsi");
  bool rem = !strcmp(name, "arith.remui") || !strcmp(name, "arith.remsi");
  int64_t lo, hi;
  if ((!div && !rem) || !mlirAffineExprIsAConstant(y) || mlirAffineConstantExprGetValue(y) < 1 ||
      !attnSpaceRange(x, &r->space, &lo, &hi) || lo < 0)
    return none();
  return div ? mlirAffineFloorDivExprGet(x, y) : mlirAffineModExprGet(x, y);
}

typedef void (*Visit)(MlirAffineExpr e, void *user);

/// Visits what a scalar that is data is found by: coordinates of inputs, and its own.
static void visitPlaces(const Reader *r, MlirValue v, Visit visit, void *user) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op)) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(
        attnAttrArrayGet(r->g->op, "indexing_maps", mlirBlockArgumentGetArgNumber(v)));
    for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i)
      visit(mlirAffineMapGetResult(map, i), user);
    return;
  }
  if (!mlirBlockEqual(mlirOperationGetBlock(op), r->body))
    return;
  MlirAffineExpr e = affineOf(r, v);
  if (e.ptr) {
    visit(e, user);
    return;
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    visitPlaces(r, mlirOperationGetOperand(op, i), visit, user);
}

//===--- pages ------------------------------------------------------------===//

/// The greatest common divisor of what an expression divides dimension `d` by.
typedef struct Divisors {
  MlirAffineMap map; ///< composed into expressions; null: none
  intptr_t d;
  int64_t all;
} Divisors;

static MlirAffineExpr composed(MlirAffineExpr e, MlirAffineMap map) {
  return map.ptr ? mlirAffineExprCompose(e, map) : e;
}

static void addDivisors(MlirAffineExpr e, Divisors *s) {
  if (!mlirAffineExprIsABinary(e) || !mlirAffineExprIsFunctionOfDim(e, s->d))
    return;
  MlirAffineExpr l = mlirAffineBinaryOpExprGetLHS(e), r = mlirAffineBinaryOpExprGetRHS(e);
  if ((mlirAffineExprIsAFloorDiv(e) || mlirAffineExprIsAMod(e)) && mlirAffineExprIsAConstant(r) &&
      mlirAffineExprIsFunctionOfDim(l, s->d))
    s->all = attnGcd(s->all, mlirAffineConstantExprGetValue(r));
  addDivisors(l, s);
  addDivisors(r, s);
}

static void visitDivisors(MlirAffineExpr e, void *user) {
  Divisors *s = user;
  addDivisors(composed(e, s->map), s);
}

/// Dimensions of the given map, the page, data.
typedef struct Split {
  MlirAffineMap gather; ///< the gather's coordinates over these, rows and pages apart
  AttnSpace space;
  uint64_t tile;
  bool moves; ///< data depend on what differs within a tile
} Split;

static void visitMoves(MlirAffineExpr e, void *user) {
  Split *s = user;
  e = attnAffineSimplify(composed(e, s->gather), &s->space);
  for (int d = 0; d < s->space.n; ++d)
    s->moves |= (s->tile >> d & 1) && mlirAffineExprIsFunctionOfDim(e, d);
}

/// `map` with the axis as P * page + row, over s->space.
static MlirAffineMap splitMap(const Split *s, MlirAffineMap map, intptr_t axis, int64_t page) {
  MlirContext ctx = mlirAffineMapGetContext(map);
  intptr_t n = mlirAffineMapGetNumDims(map), results = mlirAffineMapGetNumResults(map);
  MlirAffineExpr dims[ATTN_MAX_DIMS], at[ATTN_MAX_DIMS];
  for (intptr_t d = 0; d < n; ++d)
    dims[d] = mlirAffineDimExprGet(ctx, d);
  if (page)
    dims[axis] = mlirAffineAddExprGet(
        mlirAffineMulExprGet(mlirAffineDimExprGet(ctx, n), mlirAffineConstantExprGet(ctx, page)),
        dims[axis]);
  MlirAffineMap to = mlirAffineMapGet(ctx, s->space.n, 0, n, dims);
  for (intptr_t i = 0; i < results; ++i)
    at[i] =
        attnAffineSimplify(mlirAffineExprCompose(mlirAffineMapGetResult(map, i), to), &s->space);
  return mlirAffineMapGet(ctx, s->space.n, 0, results, at);
}

/// Of a gather: the map on its table. Its coordinates are moved to the nearest that there is, data
/// by who looks them up; others have to be in the table.
static bool readTable(const Reader *r, Split *s, AttnPages *p, const char **rule) {
  MlirContext ctx = mlirOperationGetContext(r->g->op);
  intptr_t rank = mlirOperationGetNumOperands(r->g->extract) - 1;
  MlirAffineExpr at[ATTN_MAX_DIMS];
  for (intptr_t d = 0; d < rank; ++d) {
    MlirValue x = mlirOperationGetOperand(r->g->extract, 1 + d);
    MlirAffineExpr e = affineOf(r, x);
    int64_t lo, hi, size = mlirShapedTypeGetDimSize(mlirValueGetType(r->g->table), d);
    if (e.ptr) {
      if (!attnSpaceRange(e, &r->space, &lo, &hi) || lo < 0 || hi >= size) {
        *rule = "which moves boxes; what is read here may be beyond the table";
        return false;
      }
      at[d] = attnAffineSimplify(composed(e, s->gather), &s->space);
      continue;
    }
    visitPlaces(r, x, visitMoves, s);
    if (s->moves || p->nData == ATTN_PAGES_DATA || s->space.n == ATTN_MAX_DIMS) {
      *rule = s->moves ? "which moves boxes; what is read here lies where data say for each row or "
                         "column of it"
                       : "which moves boxes of five dimensions; here data are more coordinates";
      return false;
    }
    at[d] = mlirAffineDimExprGet(ctx, s->space.n);
    s->space.extent[s->space.n++] = size;
    p->data[p->nData++] = (int)d;
  }
  p->map = mlirAffineMapGet(ctx, s->space.n, 0, rank, at);
  return true;
}

bool attnPagesRead(MlirValue tensor, MlirAffineMap map, const int64_t *extents, intptr_t axis,
                   uint64_t tile, AttnPages *p, const char **rule) {
  intptr_t n = mlirAffineMapGetNumDims(map), results = mlirAffineMapGetNumResults(map);
  AttnGather g;
  bool gathered = attnReadGather(tensor, &g);
  *p = (AttnPages){.memory = tensor, .map = map};
  Divisors s = {.d = axis};
  for (intptr_t i = 0; i < results && axis >= 0; ++i)
    addDivisors(mlirAffineMapGetResult(map, i), &s);
  if (!gathered && !s.all)
    return true;
  AttnMoved moved;
  if (n + 1 > ATTN_MAX_DIMS || results > ATTN_MAX_DIMS ||
      (gathered && attnReadMoved(g.table, &moved))) {
    *rule =
        n + 1 > ATTN_MAX_DIMS || results > ATTN_MAX_DIMS
            ? "which moves boxes of five dimensions; the place of what is read here has too many"
            : "which moves boxes of a tensor that is told at the launch; the table that is "
              "read here is itself a part at a place that data say";
    return false;
  }
  Reader r = {.g = &g};
  if (gathered) {
    MlirType type = mlirValueGetType(tensor);
    r.body = attnBody(g.op, 0);
    r.space.n = (int)results;
    for (intptr_t d = 0; d < results; ++d)
      r.space.extent[d] = mlirShapedTypeGetDimSize(type, d);
    s.map = map;
    for (intptr_t d = 1; d < mlirOperationGetNumOperands(g.extract) && axis >= 0; ++d)
      visitPlaces(&r, mlirOperationGetOperand(g.extract, d), visitDivisors, &s);
  }
  Split to = {.space.n = (int)n, .tile = tile};
  // A dimension of extent one is a place, too: tiles may lie behind it.
  for (intptr_t d = 0; d < n; ++d)
    to.space.extent[d] = extents[d] > 2 ? extents[d] : 2;
  if (s.all) {
    p->page = s.all;
    to.space.extent[axis] = s.all;
    to.space.extent[to.space.n++] = extents[axis] / s.all + 2;
  }
  p->map = splitMap(&to, map, axis, p->page);
  if (!gathered)
    return true;
  p->memory = g.table;
  to.gather = p->gather = p->map;
  return readTable(&r, &to, p, rule);
}
