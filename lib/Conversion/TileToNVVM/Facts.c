//===- Facts.c - Divisors and bounds of index values ----------------------===//
// See Lower.h. What is proved here decides which boxes need no bounds check and how wide an access
// may be; what cannot be proved costs speed, never correctness. Index values are taken to be
// non-negative where they are origins (a tile's origin is a coordinate).
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "IR/Affine.h"

#include <stdlib.h>
#include <string.h>

int64_t attnLExprDivisor(MlirAffineExpr e, const int64_t *dims, intptr_t nDims) {
  if (mlirAffineExprIsAConstant(e)) {
    int64_t c = mlirAffineConstantExprGetValue(e);
    return c < 0 ? -c : c;
  }
  if (mlirAffineExprIsADim(e)) {
    intptr_t d = mlirAffineDimExprGetPosition(e);
    return d < nDims ? dims[d] : 1;
  }
  if (!mlirAffineExprIsABinary(e))
    return 1;
  int64_t l = attnLExprDivisor(mlirAffineBinaryOpExprGetLHS(e), dims, nDims);
  int64_t r = attnLExprDivisor(mlirAffineBinaryOpExprGetRHS(e), dims, nDims);
  if (mlirAffineExprIsAAdd(e))
    return attnGcd(l, r);
  if (mlirAffineExprIsAMul(e))
    return llabs(l) < (1LL << 31) && llabs(r) < (1LL << 31) ? l * r : attnGcd(l, r);
  if (r == 0)
    return 1;
  if (mlirAffineExprIsAMod(e)) // x mod c = x - c * q
    return attnGcd(l, r);
  return l % r == 0 ? l / r : 1; // floordiv, ceildiv
}

/// Divisor of any result of the map of an affine operation.
static int64_t affineDivisor(AttnLower *k, MlirOperation op) {
  MlirAffineMap map;
  if (!attnAttrMap(op, "map", &map))
    return 1;
  int64_t dims[32];
  intptr_t nDims = mlirAffineMapGetNumDims(map), all = 0;
  if (nDims > 32)
    return 1;
  for (intptr_t i = 0; i < nDims; ++i)
    dims[i] = attnLDivisor(k, mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i)
    all = attnGcd(all, attnLExprDivisor(mlirAffineMapGetResult(map, i), dims, nDims));
  return all;
}

/// Is v the induction variable of an scf.for? Then *loop is the loop.
static bool isInductionVar(MlirValue v, MlirOperation *loop) {
  if (!mlirValueIsABlockArgument(v) || mlirBlockArgumentGetArgNumber(v) != 0)
    return false;
  *loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
  return attnIs(*loop, "scf.for");
}

static bool constantOf(MlirOperation op, int64_t *c) {
  return attnIs(op, "arith.constant") && attnAttrI64(op, "value", c);
}

int64_t attnLDivisor(AttnLower *k, MlirValue v) {
  MlirOperation loop;
  if (isInductionVar(v, &loop))
    return attnGcd(attnLDivisor(k, mlirOperationGetOperand(loop, 0)),
                   attnLDivisor(k, mlirOperationGetOperand(loop, 2)));
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op))
    return 1;
  int64_t c;
  if (constantOf(op, &c))
    return c < 0 ? -c : c;
  if (attnIs(op, "tile.origin") || attnIs(op, "tile.part")) {
    const AttnKernelAxis *a = attnLAxis(k, attnAttrStr(op, "axis"));
    return a ? a->tile : 1;
  }
  if (attnIs(op, "affine.apply") || attnIs(op, "affine.min") || attnIs(op, "affine.max"))
    return affineDivisor(k, op);
  if (attnIs(op, "arith.select"))
    return attnGcd(attnLDivisor(k, mlirOperationGetOperand(op, 1)),
                   attnLDivisor(k, mlirOperationGetOperand(op, 2)));
  if (mlirOperationGetNumOperands(op) != 2)
    return 1;
  int64_t l = attnLDivisor(k, mlirOperationGetOperand(op, 0));
  int64_t r = attnLDivisor(k, mlirOperationGetOperand(op, 1));
  if (attnIs(op, "arith.addi") || attnIs(op, "arith.subi") || attnIs(op, "arith.minsi") ||
      attnIs(op, "arith.maxsi"))
    return attnGcd(l, r);
  if (attnIs(op, "arith.muli"))
    return l < (1LL << 31) && r < (1LL << 31) ? l * r : attnGcd(l, r);
  return 1;
}

/// v <= the length of the symbol?
static bool atMostLength(AttnLower *k, MlirValue v, int symbol) {
  MlirOperation op = attnDef(v);
  MlirAffineMap map;
  if (attnSymbolOfValue(&k->symbols, v) == symbol)
    return true;
  bool min = attnIs(op, "affine.min"), max = attnIs(op, "affine.max");
  if ((!min && !max && !attnIs(op, "affine.apply")) || !attnAttrMap(op, "map", &map))
    return false;
  bool all = true, any = false;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    // d, or d floordiv c * c
    MlirAffineExpr e = mlirAffineMapGetResult(map, i);
    bool holds = mlirAffineExprIsAConstant(e) && mlirAffineConstantExprGetValue(e) <= 0;
    if (mlirAffineExprIsAMul(e)) {
      MlirAffineExpr l = mlirAffineBinaryOpExprGetLHS(e), r = mlirAffineBinaryOpExprGetRHS(e);
      if (mlirAffineExprIsAFloorDiv(l) && mlirAffineExprEqual(mlirAffineBinaryOpExprGetRHS(l), r) &&
          mlirAffineExprIsAConstant(r))
        e = mlirAffineBinaryOpExprGetLHS(l);
    }
    if (mlirAffineExprIsADim(e))
      holds |=
          atMostLength(k, mlirOperationGetOperand(op, mlirAffineDimExprGetPosition(e)), symbol);
    all &= holds, any |= holds;
  }
  return min ? any : all;
}

bool attnLEndsWithin(AttnLower *k, MlirValue v, int symbol, int64_t size) {
  MlirOperation loop;
  if (!isInductionVar(v, &loop) || size <= 0)
    return false;
  MlirValue end = mlirOperationGetOperand(loop, 1);
  int64_t step = attnLDivisor(k, v), last = attnLDivisor(k, end);
  return step && step % size == 0 && last % step == 0 && atMostLength(k, end, symbol);
}

static int64_t lower(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t higher(int64_t a, int64_t b) { return a < b ? b : a; }

/// The greatest value of affine.apply, min or max, operands from 0 to their bounds: of a min the
/// least of its results' greatest values, of a max the greatest of them.
static int64_t affineUpperBound(AttnLower *k, MlirOperation op) {
  MlirAffineMap map;
  int64_t lo[32] = {0}, hi[32], bound = INT64_MAX, min, max;
  if (!attnAttrMap(op, "map", &map) || mlirAffineMapGetNumDims(map) > 32 ||
      mlirAffineMapGetNumSymbols(map))
    return bound;
  for (intptr_t i = 0; i < mlirAffineMapGetNumDims(map); ++i) {
    hi[i] = attnLUpperBound(k, mlirOperationGetOperand(op, i));
    hi[i] = hi[i] < 0 ? 0 : hi[i];
  }
  bool most = attnIs(op, "affine.max");
  if (most)
    bound = INT64_MIN;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    bool known = attnAffineRange(mlirAffineMapGetResult(map, i), lo, hi, &min, &max);
    if (most)
      bound = !known || max > bound ? (known ? max : INT64_MAX) : bound;
    else if (known)
      bound = lower(bound, max);
  }
  return bound;
}

int64_t attnLUpperBound(AttnLower *k, MlirValue v) {
  MlirOperation loop;
  if (isInductionVar(v, &loop)) { // the last multiple of the divisor below the loop's end
    int64_t end = attnLUpperBound(k, mlirOperationGetOperand(loop, 1));
    int64_t d = attnLDivisor(k, v);
    if (end == INT64_MAX || d == 0)
      return end == INT64_MAX ? INT64_MAX : 0;
    return end <= 0 ? 0 : (end - 1) / d * d;
  }
  MlirOperation op = attnDef(v);
  int64_t c;
  if (mlirOperationIsNull(op))
    return INT64_MAX;
  if (constantOf(op, &c))
    return c;
  if (attnSymbolOfValue(&k->symbols, v) >= 0)
    return k->symbols.s[attnSymbolOfValue(&k->symbols, v)].limit;
  if (attnIs(op, "tile.origin")) {
    const AttnKernelAxis *a = attnLAxis(k, attnAttrStr(op, "axis"));
    if (!a)
      return INT64_MAX;
    int64_t last = a->extent > 0 ? (a->extent - 1) / a->tile : 0;
    if (a == k->neighbours) // the last tiles of a cluster may lie beyond the extent
      last = (last / k->cluster + 1) * k->cluster - 1;
    return last * a->tile;
  }
  if (attnIs(op, "tile.part")) {
    const AttnKernelAxis *a = attnLAxis(k, attnAttrStr(op, "axis"));
    bool first = strcmp(attnAttrStr(op, "bound"), "lower") == 0;
    return a ? (a->extent - 1) / a->tile * a->tile + (first ? 0 : a->tile) : INT64_MAX;
  }
  if (attnIs(op, "tile.read") && attnAttrI64(op, "most", &c))
    return c;
  if (attnIs(op, "affine.apply") || attnIs(op, "affine.min") || attnIs(op, "affine.max"))
    return affineUpperBound(k, op);
  if (attnIs(op, "arith.minsi"))
    return lower(attnLUpperBound(k, mlirOperationGetOperand(op, 0)),
                 attnLUpperBound(k, mlirOperationGetOperand(op, 1)));
  if (attnIs(op, "arith.maxsi"))
    return higher(attnLUpperBound(k, mlirOperationGetOperand(op, 0)),
                  attnLUpperBound(k, mlirOperationGetOperand(op, 1)));
  if (attnIs(op, "arith.addi") || attnIs(op, "arith.muli")) {
    int64_t x = attnLUpperBound(k, mlirOperationGetOperand(op, 0));
    int64_t y = attnLUpperBound(k, mlirOperationGetOperand(op, 1));
    if (x < 0 || y < 0 || x > INT32_MAX || y > INT32_MAX)
      return INT64_MAX;
    return attnIs(op, "arith.addi") ? x + y : x * y;
  }
  return INT64_MAX;
}
