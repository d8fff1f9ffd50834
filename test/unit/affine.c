// Bounds of affine expressions: sound against enumeration, tight where they should be. Simplified
// ones have the same values, and are as short as they should be.
#include "IR/Affine.h"
#include "IR/Expr.h"
#include "mlir-c/IR.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static MlirContext ctx;

static MlirAffineExpr dim(int i) { return mlirAffineDimExprGet(ctx, i); }
static MlirAffineExpr num(int64_t v) { return mlirAffineConstantExprGet(ctx, v); }
static MlirAffineExpr add(MlirAffineExpr a, MlirAffineExpr b) { return mlirAffineAddExprGet(a, b); }
static MlirAffineExpr mul(MlirAffineExpr a, int64_t c) { return mlirAffineMulExprGet(a, num(c)); }
static MlirAffineExpr mod(MlirAffineExpr a, int64_t c) { return mlirAffineModExprGet(a, num(c)); }
static MlirAffineExpr fdiv(MlirAffineExpr a, int64_t c) {
  return mlirAffineFloorDivExprGet(a, num(c));
}
static MlirAffineExpr cdiv(MlirAffineExpr a, int64_t c) {
  return mlirAffineCeilDivExprGet(a, num(c));
}

static int64_t eval(MlirAffineExpr e, const int64_t *x) {
  if (mlirAffineExprIsAConstant(e))
    return mlirAffineConstantExprGetValue(e);
  if (mlirAffineExprIsADim(e))
    return x[mlirAffineDimExprGetPosition(e)];
  int64_t a = eval(mlirAffineBinaryOpExprGetLHS(e), x),
          b = eval(mlirAffineBinaryOpExprGetRHS(e), x);
  if (mlirAffineExprIsAAdd(e))
    return a + b;
  if (mlirAffineExprIsAMul(e))
    return a * b;
  int64_t q = a / b, r = a % b;
  if (mlirAffineExprIsAMod(e))
    return r < 0 ? r + b : r;
  if (mlirAffineExprIsAFloorDiv(e))
    return q - (r < 0);
  return q + (r > 0);
}

static const int64_t lo[] = {-3, 0}, hi[] = {5, 7};

static void check(MlirAffineExpr e, bool tight) {
  int64_t min = INT64_MAX, max = INT64_MIN, gotMin, gotMax;
  for (int64_t a = lo[0]; a <= hi[0]; ++a)
    for (int64_t b = lo[1]; b <= hi[1]; ++b) {
      int64_t v = eval(e, (int64_t[]){a, b});
      min = v < min ? v : min;
      max = v > max ? v : max;
    }
  assert_true(attnAffineRange(e, lo, hi, &gotMin, &gotMax));
  assert_true(gotMin <= min && max <= gotMax);
  if (tight) {
    assert_int_equal(gotMin, min);
    assert_int_equal(gotMax, max);
  }
}

static void ranges(void **state) {
  (void)state;
  check(num(42), true);
  check(dim(0), true);
  check(add(dim(0), dim(1)), true);
  check(add(mul(dim(0), -3), mul(dim(1), 2)), true);
  check(add(dim(0), mul(dim(1), -1)), true);
  check(fdiv(dim(0), 2), true);
  check(cdiv(dim(0), 2), true);
  check(fdiv(add(dim(0), num(-7)), 4), true);
  check(mod(dim(1), 16), true); // does not wrap
  check(mod(dim(1), 3), true);
  check(mod(dim(0), 4), true); // negative coordinates
  check(mod(add(dim(1), num(16)), 8), true);
  check(add(dim(1), mul(dim(1), -1)), true);                  // cancels
  check(add(mul(fdiv(dim(1), 4), 4), mod(dim(1), 4)), true);  // splits and joins
  check(add(mul(fdiv(dim(0), 2), 4), mod(dim(1), 6)), true);  // two dimensions
  check(add(fdiv(dim(1), 2), mul(mod(dim(1), 2), 5)), false); // correlated: wider, but sound
  check(add(mod(dim(0), 3), mul(cdiv(add(dim(0), dim(1)), 3), 2)), false);
}

static void noRange(void **state) {
  (void)state;
  int64_t min, max;
  assert_false(attnAffineRange(mlirAffineSymbolExprGet(ctx, 0), lo, hi, &min, &max));
  assert_false(attnAffineRange(mlirAffineModExprGet(num(5), dim(0)), lo, hi, &min, &max));
  const int64_t far[] = {INT64_MAX, INT64_MAX};
  assert_false(attnAffineRange(add(dim(0), dim(1)), far, far, &min, &max));
  assert_false(attnAffineRange(mul(dim(0), 3), far, far, &min, &max));
}

static void linear(void **state) {
  (void)state;
  int64_t c[2], k;
  assert_true(attnAffineLinear(add(add(mul(dim(0), 3), dim(1)), num(7)), 2, c, &k));
  assert_int_equal(c[0], 3);
  assert_int_equal(c[1], 1);
  assert_int_equal(k, 7);
  assert_true(attnAffineLinear(mul(add(dim(0), mul(dim(1), 2)), 4), 2, c, &k));
  assert_int_equal(c[0], 4);
  assert_int_equal(c[1], 8);
  assert_true(attnAffineLinear(num(-1), 2, c, &k));
  assert_int_equal(c[0], 0);
  assert_int_equal(k, -1);
  assert_false(attnAffineLinear(fdiv(dim(0), 2), 2, c, &k));
  assert_false(attnAffineLinear(mod(dim(0), 2), 2, c, &k));
  assert_false(attnAffineLinear(dim(2), 2, c, &k)); // no such dimension
}

/// e over dimensions of 300 and 7 keeps its values; it becomes `wanted` (null: whatever).
static void simplifies(MlirAffineExpr e, MlirAffineExpr wanted) {
  const AttnSpace space = {.n = 2, .extent = {300, 7}};
  MlirAffineExpr s = attnAffineSimplify(e, &space);
  for (int64_t a = 0; a < 300; ++a)
    for (int64_t b = 0; b < 7; ++b)
      assert_int_equal(eval(s, (int64_t[]){a, b}), eval(e, (int64_t[]){a, b}));
  if (!mlirAffineExprIsNull(wanted))
    assert_true(mlirAffineExprEqual(s, wanted));
}

static void joined(void **state) {
  (void)state;
  MlirAffineExpr x = dim(0), any = {NULL};
  // Digits of an index, put together again: all of them, the upper ones, in any order, scaled.
  MlirAffineExpr low = mod(x, 4), middle = mod(fdiv(x, 4), 16), high = fdiv(x, 64);
  simplifies(add(mul(fdiv(x, 4), 4), low), x);
  simplifies(add(mul(high, 16), middle), fdiv(x, 4));
  simplifies(add(add(mul(high, 64), mul(middle, 4)), low), x);
  simplifies(add(low, add(mul(middle, 4), mul(high, 64))), x);
  simplifies(mul(add(mul(high, 16), middle), 5), mul(fdiv(x, 4), 5));
  // Digits of another number, another order, another index.
  simplifies(add(mul(high, 8), middle), any);
  simplifies(add(mul(fdiv(x, 32), 16), middle), any);
  simplifies(add(mul(middle, 16), high), any);
  simplifies(add(mul(high, 16), mod(fdiv(x, 8), 16)), any);
  simplifies(add(mul(high, 16), mod(fdiv(dim(1), 4), 16)), any);
}

/// A map of two dimensions, of what three others make of them.
static void over(void **state) {
  (void)state;
  MlirAffineExpr results[] = {add(dim(0), mul(dim(1), 4)), dim(1)},
                 by[] = {mul(dim(2), 3), add(dim(0), dim(1))},
                 expected[] = {add(mul(dim(2), 3), mul(add(dim(0), dim(1)), 4)),
                               add(dim(0), dim(1))};
  MlirAffineMap map = mlirAffineMapGet(ctx, 2, 0, 2, results);
  MlirAffineMap r = attnAffineOver(map, mlirAffineMapGet(ctx, 3, 0, 2, by));
  assert_true(mlirAffineMapEqual(r, mlirAffineMapGet(ctx, 3, 0, 2, expected)));
  assert_int_equal(mlirAffineMapGetNumDims(r), 3);
  r = attnAffineOver(mlirAffineMapGet(ctx, 2, 0, 0, NULL), mlirAffineMapGet(ctx, 3, 0, 2, by));
  assert_int_equal(mlirAffineMapGetNumResults(r), 0);
}

static int setUp(void **state) {
  (void)state;
  ctx = mlirContextCreate();
  return 0;
}

static int tearDown(void **state) {
  (void)state;
  mlirContextDestroy(ctx);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ranges), cmocka_unit_test(noRange),
                                     cmocka_unit_test(linear), cmocka_unit_test(joined),
                                     cmocka_unit_test(over)};
  return cmocka_run_group_tests(tests, setUp, tearDown);
}
