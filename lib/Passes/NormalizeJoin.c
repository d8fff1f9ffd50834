//===- NormalizeJoin.c - Several contractions as one ----------------------===//
//
// What is computed for two sources of keys (a cache and what is new) and put together is computed
// for the sources put together:
//
//   concat(f(q k1), g(q k2))        =  concat(f(s[:n]), g(s[n:])),   s = q concat(k1, k2)
//   w[:n] v1 + w[n:] v2             =  w concat(v1, v2)
//
// so that a softmax over both is one over one axis, and one fold. f and g are elementwise: a scale,
// a mask of the one and not of the other. Only where a softmax is what follows, or came before:
// products of weights that lie apart in memory would have to copy them.
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"
#include "Passes/Normalize.h"

#include <stdlib.h>
#include <string.h>

/// Values that a search looks at: what is shared is looked at again.
enum { MAX_STEPS = 256, MAX_SOURCES = 8 };

//===--- contractions that differ in one operand --------------------------===//

/// Two linalg.generic of two inputs, equal but for one of these and the extent of one loop.
typedef struct Pair {
  MlirOperation op[2];
  int differs;       ///< the input that is another one
  int at, outAt;     ///< the dimension of that input, and of the result (-1: summed), along it
  int64_t extent[2]; ///< of the loop
} Pair;

/// The block argument or the operation of `block` that v is, as a number.
static intptr_t numberOf(MlirBlock block, MlirValue v) {
  if (mlirValueIsABlockArgument(v))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(v), block) ? mlirBlockArgumentGetArgNumber(v)
                                                               : -1;
  intptr_t n = 1000;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op), ++n)
    if (mlirOperationEqual(op, attnDef(v)))
      return n;
  return -1; // from outside
}

static bool sameBodies(MlirBlock x, MlirBlock y) {
  MlirOperation p = mlirBlockGetFirstOperation(x), q = mlirBlockGetFirstOperation(y);
  for (; !mlirOperationIsNull(p) && !mlirOperationIsNull(q);
       p = mlirOperationGetNextInBlock(p), q = mlirOperationGetNextInBlock(q)) {
    intptr_t n = mlirOperationGetNumOperands(p);
    if (strcmp(attnOpName(p), attnOpName(q)) != 0 || n != mlirOperationGetNumOperands(q) ||
        mlirOperationGetNumRegions(p) || mlirOperationGetNumResults(p) > 1 ||
        attnIs(p, "linalg.index"))
      return false;
    for (intptr_t i = 0; i < n; ++i) {
      MlirValue v = mlirOperationGetOperand(p, i), w = mlirOperationGetOperand(q, i);
      intptr_t number = numberOf(x, v);
      if (number != numberOf(y, w) || (number < 0 && !mlirValueEqual(v, w)))
        return false;
    }
    if (mlirOperationGetNumResults(p) &&
        !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(p, 0)),
                       mlirValueGetType(mlirOperationGetResult(q, 0))))
      return false;
  }
  return mlirOperationIsNull(p) && mlirOperationIsNull(q);
}

static MlirAffineMap mapOf(MlirOperation generic, int i) {
  return mlirAffineMapAttrGetValue(attnAttrArrayGet(generic, "indexing_maps", i));
}

/// The result of the map that is the loop; -1: none, or it is read otherwise.
static int dimensionOf(MlirAffineMap map, int loop) {
  int at = -1;
  for (intptr_t k = 0; k < mlirAffineMapGetNumResults(map); ++k) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, k);
    if (!mlirAffineExprIsFunctionOfDim(e, loop))
      continue;
    if (at >= 0 || !mlirAffineExprIsADim(e))
      return -1;
    at = (int)k;
  }
  return at;
}

/// Does it add to zeros?
static bool beginsAtZero(MlirOperation generic) {
  MlirValue out = mlirOperationGetOperand(generic, 2);
  MlirType t = mlirValueGetType(out);
  MlirContext ctx = mlirOperationGetContext(generic);
  AttnSpace space = {.n = (int)mlirShapedTypeGetRank(t)};
  MlirAffineExpr idx[ATTN_MAX_DIMS];
  for (int d = 0; d < space.n; ++d) {
    space.extent[d] = mlirShapedTypeGetDimSize(t, d);
    idx[d] = mlirAffineDimExprGet(ctx, d);
  }
  AttnExprPool *pool = attnExprPoolCreate(ctx);
  bool zero = attnExprIsFloat(attnExprPullAll(pool, &space, out, idx), 0.0);
  attnExprPoolDestroy(pool);
  return zero;
}

/// Reads the pair, but for the operands that they share.
static bool readPair(MlirOperation x, MlirOperation y, Pair *p) {
  *p = (Pair){.op = {x, y}};
  return attnIsContraction(x) && attnIsContraction(y) && mlirOperationGetNumOperands(x) == 3 &&
         mlirOperationGetNumOperands(y) == 3 &&
         mlirAttributeEqual(attnAttr(x, "indexing_maps"), attnAttr(y, "indexing_maps")) &&
         mlirAttributeEqual(attnAttr(x, "iterator_types"), attnAttr(y, "iterator_types")) &&
         sameBodies(attnBody(x, 0), attnBody(y, 0)) &&
         attnNormIsStatic(mlirOperationGetResult(x, 0)) &&
         attnNormIsStatic(mlirOperationGetResult(y, 0)) && beginsAtZero(x) && beginsAtZero(y);
}

/// The types are equal but for dimension `at`, whose extents are given.
static bool differOnlyAt(MlirType x, MlirType y, int at, int64_t *n, int64_t *m) {
  intptr_t rank = mlirShapedTypeGetRank(x);
  if (at < 0 || rank != mlirShapedTypeGetRank(y) ||
      !mlirTypeEqual(attnElementType(x), attnElementType(y)))
    return false;
  for (intptr_t d = 0; d < rank; ++d)
    if (d != at && mlirShapedTypeGetDimSize(x, d) != mlirShapedTypeGetDimSize(y, d))
      return false;
  *n = mlirShapedTypeGetDimSize(x, at), *m = mlirShapedTypeGetDimSize(y, at);
  return true;
}

/// Lengths that are known at run time have no sums.
static bool isSymbol(MlirOperation op, int64_t extent) {
  AttnSymbols symbols;
  return !attnSymbolsRead(op, &symbols) || attnSymbolOf(&symbols, extent) >= 0;
}

static MlirType withExtent(MlirType t, int at, int64_t extent) {
  int64_t shape[ATTN_MAX_DIMS];
  intptr_t rank = mlirShapedTypeGetRank(t);
  for (intptr_t d = 0; d < rank; ++d)
    shape[d] = d == at ? extent : mlirShapedTypeGetDimSize(t, d);
  return attnTensorType(rank, shape, attnElementType(t));
}

/// Is v there in front of the operation?
static bool isBefore(MlirValue v, MlirOperation op) {
  MlirOperation d = attnDef(v);
  return mlirOperationIsNull(d) ||
         !mlirBlockEqual(mlirOperationGetBlock(d), mlirOperationGetBlock(op)) ||
         mlirOperationIsBeforeInBlock(d, op);
}

/// Both operands behind each other along the dimension.
static MlirValue concat(const AttnBuilder *b, MlirValue x, MlirValue y, int dim, int64_t extent) {
  MlirNamedAttribute attr = attnNamed(b->ctx, "dim", attnI64(b->ctx, dim));
  return attnBuild(b, "tensor.concat", 2, (MlirValue[]){x, y},
                   withExtent(mlirValueGetType(x), dim, extent), 1, &attr);
}

/// The pair's first with these inputs, and a result of that type.
static MlirValue contract(const AttnBuilder *b, const Pair *p, const MlirValue *inputs,
                          MlirType type) {
  MlirValue zeros = attnIdentityFill(b, type, "add");
  MlirOperation op = mlirOperationClone(p->op[0]);
  mlirBlockInsertOwnedOperationBefore(b->block, b->before, op);
  mlirOperationSetOperands(op, 3, (MlirValue[]){inputs[0], inputs[1], zeros});
  MlirValue result = mlirOperationGetResult(op, 0);
  mlirValueSetType(result, type);
  return result;
}

//===--- a softmax, in front or behind ------------------------------------===//

static bool isElementwise(MlirOperation op) {
  return (attnIs(op, "linalg.generic") && !attnIsReduction(op)) ||
         attnIs(op, "tensor.expand_shape") || attnIs(op, "tensor.collapse_shape") ||
         attnIs(op, "tensor.cast");
}

/// Is a maximum taken of what is made of v element by element?
static bool reachesMaximum(MlirValue v, int *steps) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u) && ++*steps < MAX_STEPS;
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = mlirOpOperandGetOwner(u);
    const char *monoid = attnIsReduction(op) ? attnReductionMonoid(op) : NULL;
    if (monoid && strcmp(monoid, "max") == 0)
      return true;
    if ((isElementwise(op) || attnIs(op, "tensor.insert_slice") || attnIs(op, "tensor.concat")) &&
        mlirOperationGetNumResults(op) == 1 && reachesMaximum(mlirOperationGetResult(op, 0), steps))
      return true;
  }
  return false;
}

/// Is v made of exponentials, element by element?
static bool hasExponential(MlirValue v, int *steps) {
  MlirOperation op = attnDef(v), *inner;
  if (mlirOperationIsNull(op) || ++*steps > MAX_STEPS || !isElementwise(op))
    return false;
  bool has = false;
  for (intptr_t i = attnCollect(op, NULL, &inner); i-- > 0;)
    has |= attnIs(inner[i], "math.exp") || attnIs(inner[i], "math.exp2");
  free(inner);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && !has; ++i)
    has = mlirTypeIsARankedTensor(mlirValueGetType(mlirOperationGetOperand(op, i))) &&
          hasExponential(mlirOperationGetOperand(op, i), steps);
  return has;
}

//===--- scores of two sources --------------------------------------------===//

/// The one contraction that v is made of element by element; null: none. False: there are several.
static bool contractionOf(MlirValue v, int *steps, MlirOperation *found) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || ++*steps > MAX_STEPS)
    return mlirOperationIsNull(op);
  if (attnIsContraction(op)) {
    bool first = mlirOperationIsNull(*found);
    *found = first ? op : *found;
    return mlirOperationEqual(*found, op);
  }
  bool goesOn = isElementwise(op) ||
                (attnIs(op, "tensor.extract_slice") && mlirOperationGetNumOperands(op) == 1);
  for (intptr_t i = 0; goesOn && i < mlirOperationGetNumOperands(op); ++i)
    if (mlirTypeIsARankedTensor(mlirValueGetType(mlirOperationGetOperand(op, i))) &&
        !contractionOf(mlirOperationGetOperand(op, i), steps, found))
      return false;
  return true;
}

/// Do the two differ in one operand, along one loop that the other operand lacks and the result
/// has?
static bool readScores(MlirOperation x, MlirOperation y, Pair *p) {
  if (!readPair(x, y, p))
    return false;
  p->differs = mlirValueEqual(mlirOperationGetOperand(x, 0), mlirOperationGetOperand(y, 0));
  int same = 1 - p->differs;
  if (!mlirValueEqual(mlirOperationGetOperand(x, same), mlirOperationGetOperand(y, same)) ||
      mlirValueEqual(mlirOperationGetOperand(x, p->differs),
                     mlirOperationGetOperand(y, p->differs)))
    return false;
  MlirAffineMap mine = mapOf(x, p->differs), other = mapOf(x, same), out = mapOf(x, 2);
  bool found = false;
  for (int d = 0; d < mlirAffineMapGetNumDims(out); ++d) {
    int at = dimensionOf(mine, d), outAt = dimensionOf(out, d);
    bool shared = false;
    for (intptr_t k = 0; k < mlirAffineMapGetNumResults(other); ++k)
      shared |= mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(other, k), d);
    if (at < 0 || outAt < 0 || shared)
      continue;
    if (found)
      return false; // which of the two is the sources' is not known
    found = true, p->at = at, p->outAt = outAt;
  }
  MlirValue k[] = {mlirOperationGetOperand(x, p->differs), mlirOperationGetOperand(y, p->differs)};
  return found && attnNormIsStatic(k[0]) && attnNormIsStatic(k[1]) &&
         differOnlyAt(mlirValueGetType(k[0]), mlirValueGetType(k[1]), p->at, &p->extent[0],
                      &p->extent[1]) &&
         differOnlyAt(mlirValueGetType(mlirOperationGetResult(x, 0)),
                      mlirValueGetType(mlirOperationGetResult(y, 0)), p->outAt, &p->extent[0],
                      &p->extent[1]) &&
         !isSymbol(x, p->extent[0]) && !isSymbol(x, p->extent[1]);
}

/// The part of s that begins at `from` along dimension `at`.
static MlirValue part(const AttnBuilder *b, MlirValue s, int at, int64_t from, MlirType type) {
  int64_t offsets[ATTN_MAX_DIMS] = {0}, sizes[ATTN_MAX_DIMS], strides[ATTN_MAX_DIMS];
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    sizes[d] = mlirShapedTypeGetDimSize(type, d), strides[d] = 1;
  offsets[at] = from;
  return attnBuildSlice(b, s, offsets, sizes, strides, type);
}

/// Both contractions of the pair become slices of one, which stands in front of the one that comes
/// first, if all that it reads is there. `x` lies in front of `y` in the concatenation.
static void joinScores(Pair *p) {
  MlirOperation x = p->op[0], y = p->op[1];
  if (!mlirBlockEqual(mlirOperationGetBlock(x), mlirOperationGetBlock(y)))
    return;
  MlirOperation first = mlirOperationIsBeforeInBlock(x, y) ? x : y;
  MlirOperation second = mlirOperationEqual(first, x) ? y : x;
  for (int i = 0; i < 2; ++i)
    if (!isBefore(mlirOperationGetOperand(second, i), first))
      return;
  AttnBuilder b = attnBuilderBefore(first);
  MlirValue inputs[] = {mlirOperationGetOperand(x, 0), mlirOperationGetOperand(x, 1)};
  MlirValue rx = mlirOperationGetResult(x, 0), ry = mlirOperationGetResult(y, 0);
  int64_t all = p->extent[0] + p->extent[1];
  inputs[p->differs] =
      concat(&b, inputs[p->differs], mlirOperationGetOperand(y, p->differs), p->at, all);
  MlirValue s = contract(&b, p, inputs, withExtent(mlirValueGetType(rx), p->outAt, all));
  MlirValue parts[] = {part(&b, s, p->outAt, 0, mlirValueGetType(rx)),
                       part(&b, s, p->outAt, p->extent[0], mlirValueGetType(ry))};
  attnReplaceOp(x, 1, &parts[0]);
  attnReplaceOp(y, 1, &parts[1]);
}

/// What is put together: the operands of a concatenation, or what a chain of insertions inserts, in
/// the order of the chain. 0: `op` is neither, or is a link of a longer chain.
static int sourcesOf(MlirOperation op, MlirValue *sources) {
  intptr_t n = mlirOperationGetNumOperands(op);
  if (attnIs(op, "tensor.concat")) {
    for (intptr_t i = 0; i < n && n <= MAX_SOURCES; ++i)
      sources[i] = mlirOperationGetOperand(op, i);
    return n <= MAX_SOURCES ? (int)n : 0;
  }
  int found = 0;
  for (; attnIs(op, "tensor.insert_slice") && found < MAX_SOURCES;
       op = attnDef(mlirOperationGetOperand(op, 1)))
    sources[found++] = mlirOperationGetOperand(op, 0);
  for (int i = 0; i < found / 2; ++i) {
    MlirValue v = sources[i];
    sources[i] = sources[found - 1 - i], sources[found - 1 - i] = v;
  }
  return found;
}

//===--- sums over two sources --------------------------------------------===//

/// A static slice of steps of one that leaves everything but one dimension whole.
static bool isPart(MlirValue v, MlirValue *of, int *dim, int64_t *from) {
  MlirOperation op = attnDef(v);
  if (!attnIs(op, "tensor.extract_slice") || mlirOperationGetNumOperands(op) != 1)
    return false;
  *of = mlirOperationGetOperand(op, 0);
  MlirType whole = mlirValueGetType(*of), type = mlirValueGetType(v);
  *dim = -1;
  if (mlirShapedTypeGetRank(whole) != mlirShapedTypeGetRank(type))
    return false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    if (mlirDenseI64ArrayGetElement(attnAttr(op, "static_strides"), d) != 1)
      return false;
    if (size == mlirShapedTypeGetDimSize(whole, d))
      continue;
    if (*dim >= 0)
      return false;
    *dim = (int)d;
    *from = mlirDenseI64ArrayGetElement(attnAttr(op, "static_offsets"), d);
  }
  return *dim >= 0;
}

/// x and y sum over the parts [0, n) and [n, all) of one tensor, each with an operand of its own?
static bool readSums(MlirOperation x, MlirOperation y, Pair *p, MlirValue *whole) {
  if (!readPair(x, y, p))
    return false;
  for (int i = 0; i < 2; ++i) {
    MlirValue of[2], v[] = {mlirOperationGetOperand(x, 1 - i), mlirOperationGetOperand(y, 1 - i)};
    int dim[2];
    int64_t from[2];
    if (!isPart(mlirOperationGetOperand(x, i), &of[0], &dim[0], &from[0]) ||
        !isPart(mlirOperationGetOperand(y, i), &of[1], &dim[1], &from[1]) ||
        !mlirValueEqual(of[0], of[1]) || dim[0] != dim[1])
      continue;
    MlirAffineExpr e = mlirAffineMapGetResult(mapOf(x, i), dim[0]);
    int64_t all = mlirShapedTypeGetDimSize(mlirValueGetType(of[0]), dim[0]);
    if (!mlirAffineExprIsADim(e))
      continue;
    int loop = (int)mlirAffineDimExprGetPosition(e);
    p->differs = 1 - i, p->at = dimensionOf(mapOf(x, 1 - i), loop), p->outAt = -1;
    if (dimensionOf(mapOf(x, 2), loop) >= 0 || dimensionOf(mapOf(x, i), loop) != dim[0] ||
        !attnNormIsStatic(v[0]) || !attnNormIsStatic(v[1]) ||
        !differOnlyAt(mlirValueGetType(v[0]), mlirValueGetType(v[1]), p->at, &p->extent[0],
                      &p->extent[1]) ||
        isSymbol(x, all) || from[0] != 0 || from[1] != p->extent[0] ||
        p->extent[0] + p->extent[1] != all ||
        !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(x, 0)),
                       mlirValueGetType(mlirOperationGetResult(y, 0))))
      continue;
    *whole = of[0];
    return true;
  }
  return false;
}

/// The addition, in an elementwise generic, of two inputs that are read at the same place, nothing
/// else reads them there; null: none.
static MlirOperation additionIn(MlirOperation generic, int inputs[2]) {
  MlirBlock body = attnBody(generic, 0);
  intptr_t n = mlirOperationGetNumOperands(generic);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool both = attnIs(op, "arith.addf");
    for (int k = 0; k < 2 && both; ++k) {
      MlirValue v = mlirOperationGetOperand(op, k);
      both = mlirValueIsABlockArgument(v) && attnNumUses(v) == 1;
      inputs[k] = both ? (int)mlirBlockArgumentGetArgNumber(v) : 0;
      both = both && inputs[k] < n - 1;
    }
    if (both && mlirAffineMapEqual(mapOf(generic, inputs[0]), mapOf(generic, inputs[1])))
      return op;
  }
  return (MlirOperation){NULL};
}

static void joinSums(MlirOperation op) {
  int at[2], steps = 0;
  if (!attnIs(op, "linalg.generic") || attnIsReduction(op))
    return;
  MlirOperation add = additionIn(op, at);
  if (mlirOperationIsNull(add))
    return;
  Pair p;
  MlirValue whole, v[] = {mlirOperationGetOperand(op, at[0]), mlirOperationGetOperand(op, at[1])};
  MlirOperation x = attnDef(v[0]), y = attnDef(v[1]);
  if (mlirOperationIsNull(x) || mlirOperationIsNull(y) ||
      (!readSums(x, y, &p, &whole) && !readSums(y, x, &p, &whole)) ||
      !hasExponential(whole, &steps))
    return;
  AttnBuilder b = attnBuilderBefore(op);
  MlirValue inputs[2];
  inputs[1 - p.differs] = whole;
  inputs[p.differs] =
      concat(&b, mlirOperationGetOperand(p.op[0], p.differs),
             mlirOperationGetOperand(p.op[1], p.differs), p.at, p.extent[0] + p.extent[1]);
  MlirValue sum = contract(&b, &p, inputs, mlirValueGetType(v[0]));
  for (int k = 0; k < 2; ++k)
    mlirOperationSetOperand(op, at[k], sum);
  MlirValue one = mlirOperationGetOperand(add, 0);
  attnReplaceOp(add, 1, &one);
}

//===--- the block --------------------------------------------------------===//

void attnJoinContractions(MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirValue sources[MAX_SOURCES];
    int steps = 0, n = sourcesOf(op, sources);
    if (n && !reachesMaximum(mlirOperationGetResult(op, 0), &steps))
      continue;
    // The last ones first: what they become is one source then.
    for (int i = n; i-- > 1;) {
      MlirOperation x = {NULL}, y = {NULL};
      int from = 0;
      Pair p;
      if (contractionOf(sources[i - 1], &from, &x) && contractionOf(sources[i], &from, &y) &&
          !mlirOperationIsNull(x) && !mlirOperationIsNull(y) && readScores(x, y, &p))
        joinScores(&p);
    }
    if (n == 0)
      joinSums(op);
  }
}
