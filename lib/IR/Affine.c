//===- Affine.c - What an affine expression can be ------------------------===//
// See Affine.h.
//===----------------------------------------------------------------------===//
#include "IR/Affine.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int64_t attnGcd(int64_t a, int64_t b) {
  a = a < 0 ? -a : a, b = b < 0 ? -b : b;
  while (b) {
    int64_t r = a % b;
    a = b, b = r;
  }
  return a;
}

typedef struct Range {
  int64_t lo, hi;
} Range;

static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

static bool addRanges(Range a, Range b, Range *out) {
  return !__builtin_add_overflow(a.lo, b.lo, &out->lo) &&
         !__builtin_add_overflow(a.hi, b.hi, &out->hi);
}

static bool mulRanges(Range a, Range b, Range *out) {
  int64_t corners[4];
  if (__builtin_mul_overflow(a.lo, b.lo, &corners[0]) ||
      __builtin_mul_overflow(a.lo, b.hi, &corners[1]) ||
      __builtin_mul_overflow(a.hi, b.lo, &corners[2]) ||
      __builtin_mul_overflow(a.hi, b.hi, &corners[3]))
    return false;
  *out = (Range){corners[0], corners[0]};
  for (int i = 1; i < 4; ++i) {
    out->lo = corners[i] < out->lo ? corners[i] : out->lo;
    out->hi = corners[i] > out->hi ? corners[i] : out->hi;
  }
  return true;
}

static bool divRanges(Range a, Range b, int64_t (*div)(int64_t, int64_t), Range *out) {
  if (b.lo < 1)
    return false;
  // Monotone in a; in b the direction depends on a's sign, so both ends are tried.
  int64_t l1 = div(a.lo, b.lo), l2 = div(a.lo, b.hi), h1 = div(a.hi, b.lo), h2 = div(a.hi, b.hi);
  *out = (Range){l1 < l2 ? l1 : l2, h1 > h2 ? h1 : h2};
  return true;
}

static bool modRanges(Range a, Range b, Range *out) {
  if (b.lo < 1)
    return false;
  if (b.lo == b.hi && floorDiv(a.lo, b.lo) == floorDiv(a.hi, b.lo)) { // does not wrap
    int64_t base = floorDiv(a.lo, b.lo) * b.lo;
    *out = (Range){a.lo - base, a.hi - base};
    return true;
  }
  int64_t hi = b.hi - 1;
  if (a.lo >= 0 && a.hi < hi)
    hi = a.hi;
  *out = (Range){0, hi};
  return true;
}

static bool rangeOf(MlirAffineExpr e, const int64_t *lo, const int64_t *hi, Range *out) {
  if (mlirAffineExprIsAConstant(e)) {
    int64_t v = mlirAffineConstantExprGetValue(e);
    *out = (Range){v, v};
    return true;
  }
  if (mlirAffineExprIsADim(e)) {
    intptr_t d = mlirAffineDimExprGetPosition(e);
    *out = (Range){lo[d], hi[d]};
    return true;
  }
  Range a, b;
  if (!mlirAffineExprIsABinary(e) || !rangeOf(mlirAffineBinaryOpExprGetLHS(e), lo, hi, &a) ||
      !rangeOf(mlirAffineBinaryOpExprGetRHS(e), lo, hi, &b))
    return false;
  if (mlirAffineExprIsAAdd(e))
    return addRanges(a, b, out);
  if (mlirAffineExprIsAMul(e))
    return mulRanges(a, b, out);
  if (mlirAffineExprIsAFloorDiv(e))
    return divRanges(a, b, floorDiv, out);
  if (mlirAffineExprIsACeilDiv(e))
    return divRanges(a, b, ceilDiv, out);
  return mlirAffineExprIsAMod(e) && modRanges(a, b, out);
}

static intptr_t numDims(MlirAffineExpr e) {
  if (mlirAffineExprIsADim(e))
    return mlirAffineDimExprGetPosition(e) + 1;
  if (!mlirAffineExprIsABinary(e))
    return 0;
  intptr_t l = numDims(mlirAffineBinaryOpExprGetLHS(e)),
           r = numDims(mlirAffineBinaryOpExprGetRHS(e));
  return l > r ? l : r;
}

bool attnAffineRange(MlirAffineExpr expr, const int64_t *lo, const int64_t *hi, int64_t *min,
                     int64_t *max) {
  // Simplification removes a dimension that cancels, but writes a mod as a difference of two terms;
  // the bounds of both spellings hold.
  Range r, s;
  if (!rangeOf(expr, lo, hi, &r))
    return false;
  MlirAffineExpr simple = mlirSimplifyAffineExpr(expr, (uint32_t)numDims(expr), 0);
  if (rangeOf(simple, lo, hi, &s)) {
    r.lo = s.lo > r.lo ? s.lo : r.lo;
    r.hi = s.hi < r.hi ? s.hi : r.hi;
  }
  *min = r.lo;
  *max = r.hi;
  return true;
}

/// Adds scale * e to the sum.
static bool addLinear(MlirAffineExpr e, int64_t scale, intptr_t n, int64_t *coeffs,
                      int64_t *constant) {
  int64_t v;
  if (mlirAffineExprIsAConstant(e))
    return !__builtin_mul_overflow(mlirAffineConstantExprGetValue(e), scale, &v) &&
           !__builtin_add_overflow(*constant, v, constant);
  if (mlirAffineExprIsADim(e)) {
    intptr_t d = mlirAffineDimExprGetPosition(e);
    return d < n && !__builtin_add_overflow(coeffs[d], scale, &coeffs[d]);
  }
  if (!mlirAffineExprIsABinary(e))
    return false;
  MlirAffineExpr lhs = mlirAffineBinaryOpExprGetLHS(e), rhs = mlirAffineBinaryOpExprGetRHS(e);
  if (mlirAffineExprIsAAdd(e))
    return addLinear(lhs, scale, n, coeffs, constant) && addLinear(rhs, scale, n, coeffs, constant);
  // MLIR keeps the constant factor on the right.
  return mlirAffineExprIsAMul(e) && mlirAffineExprIsAConstant(rhs) &&
         !__builtin_mul_overflow(scale, mlirAffineConstantExprGetValue(rhs), &v) &&
         addLinear(lhs, v, n, coeffs, constant);
}

bool attnAffineLinear(MlirAffineExpr expr, intptr_t n, int64_t *coeffs, int64_t *constant) {
  memset(coeffs, 0, (size_t)n * sizeof *coeffs);
  *constant = 0;
  return addLinear(expr, 1, n, coeffs, constant);
}

MlirAffineMap attnAffineOver(MlirAffineMap map, MlirAffineMap by) {
  intptr_t n = mlirAffineMapGetNumResults(map);
  MlirAffineExpr *results = malloc((size_t)(n + 1) * sizeof *results);
  for (intptr_t i = 0; i < n; ++i)
    results[i] = mlirAffineExprCompose(mlirAffineMapGetResult(map, i), by);
  MlirAffineMap r = mlirAffineMapGet(mlirAffineMapGetContext(map), mlirAffineMapGetNumDims(by),
                                     mlirAffineMapGetNumSymbols(by), n, results);
  free(results);
  return r;
}
