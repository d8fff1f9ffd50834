//===- tileloops.c - Tile operations on the CPU ---------------------------===//
//
// Structure that the schedules of today do not make, but that the dialect allows: stores in loops
// and branches, tiles without dimensions, contractions down to one number, permuted and strided
// maps.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include <math.h>

static AttnHostProgram *compile(const char *text) {
  AttnStatus status;
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  assert_false(mlirModuleIsNull(module));
  AttnHostProgram *p = attnCompileHost(module, NULL, &status);
  mlirModuleDestroy(module);
  if (!p)
    fail_msg("%s", status.message);
  return p;
}

// clang-format off
static void testStores(void **state) {
  (void)state;
  static const char text[] =
      "func.func @f(%x: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4xf32>) {\n"
      "  %y, %z = \"tile.kernel\"() ({\n"
      "    %c0 = arith.constant 0 : index\n    %c4 = arith.constant 4 : index\n    %c9 = arith.constant 9 : index\n"
      "    %c2 = arith.constant 2 : index\n"
      "    %m = \"tile.origin\"() {axis = \"m\"} : () -> index\n"
      "    scf.for %j = %c0 to %c9 step %c4 {\n"
      "      %t = \"tile.load\"(%x, %m, %j) {over = [\"m\",\"j\"], map = affine_map<(m,j)->(m,j)>, axes = [\"j\"]} : (tensor<4x9xf32>, index, index) -> tensor<4xf32>\n"
      "      \"tile.store\"(%t, %m, %j) {result = 0, over = [\"m\",\"j\"], map = affine_map<(m,j)->(m,j)>, axes = [\"j\"]} : (tensor<4xf32>, index, index) -> ()\n"
      "    }\n"
      "    %low = arith.cmpi slt, %m, %c2 : index\n"
      "    %f = scf.if %low -> (tensor<f32>) {\n"
      "      %a = \"tile.fill\"() {value = 2.0 : f32, axes = []} : () -> tensor<f32>\n"
      "      \"tile.store\"(%a, %m) {result = 1, over = [\"m\"], map = affine_map<(m)->(m)>, axes = []} : (tensor<f32>, index) -> ()\n"
      "      scf.yield %a : tensor<f32>\n"
      "    } else {\n"
      "      %a = \"tile.fill\"() {value = 3.0 : f32, axes = []} : () -> tensor<f32>\n"
      "      scf.yield %a : tensor<f32>\n"
      "    }\n"
      "    scf.if %low {\n"
      "    } else {\n"
      "      \"tile.store\"(%f, %m) {result = 1, over = [\"m\"], map = affine_map<(m)->(m)>, axes = []} : (tensor<f32>, index) -> ()\n"
      "    }\n"
      "    gpu.yield\n"
      "  }) {sym_name = \"k\", grid = [\"m\"], axes = [{name=\"m\", role=\"free\", extent=4, tile=1}, {name=\"j\", role=\"free\", extent=9, tile=4}]} : () -> (tensor<4x9xf32>, tensor<4xf32>)\n"
      "  return %y, %z : tensor<4x9xf32>, tensor<4xf32>\n}\n";
  AttnHostProgram *p = compile(text);
  float x[36], y[36], z[4];
  for (int i = 0; i < 36; ++i)
    x[i] = (float)i;
  assert_true(attnHostRunBuffers(p, (const void *[]){x}, (void *[]){y, z}, NULL));
  assert_memory_equal(x, y, sizeof x);
  assert_memory_equal(z, ((float[]){2, 2, 3, 3}), sizeof z);
  attnHostDestroy(p);
}

/// Contractions to two, one and no dimensions, the contracted axis first or last; a load through a
/// permuted map; a swap of carried tiles.
static void testContractions(void **state) {
  (void)state;
  static const char text[] =
      "func.func @f(%a: tensor<5x4xf16>, %b: tensor<5x4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>) {\n"
      "  %r:3 = \"tile.kernel\"() ({\n"
      "    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : index\n    %c3 = arith.constant 3 : index\n"
      "    %at = \"tile.load\"(%a, %c0, %c0) {over = [\"m\",\"k\"], map = affine_map<(m,k)->(k,m)>, axes = [\"m\",\"k\"]} : (tensor<5x4xf16>, index, index) -> tensor<4x5xf16>\n"
      "    %bt = \"tile.load\"(%b, %c0, %c0) {over = [\"k\",\"n\"], map = affine_map<(k,n)->(k,n)>, axes = [\"k\",\"n\"]} : (tensor<5x4xf32>, index, index) -> tensor<5x4xf32>\n"
      "    %z2 = \"tile.fill\"() {value = 1.0 : f32, axes = [\"m\",\"n\"]} : () -> tensor<4x4xf32>\n"
      "    %mn = \"tile.contract\"(%at, %bt, %z2) {name = \"c\", axis = \"k\", lhs_axes = [\"m\",\"k\"], rhs_axes = [\"k\",\"n\"], axes = [\"m\",\"n\"]} : (tensor<4x5xf16>, tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
      "    %ones = \"tile.fill\"() {value = 1.0 : f32, axes = [\"m\"]} : () -> tensor<4xf32>\n"
      "    %z1 = \"tile.fill\"() {value = 0.0 : f32, axes = [\"n\"]} : () -> tensor<4xf32>\n"
      "    %n = \"tile.contract\"(%ones, %mn, %z1) {name = \"d\", axis = \"m\", lhs_axes = [\"m\"], rhs_axes = [\"m\",\"n\"], axes = [\"n\"]} : (tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>\n"
      "    %z0 = \"tile.fill\"() {value = 0.0 : f32, axes = []} : () -> tensor<f32>\n"
      "    %s = \"tile.contract\"(%n, %n, %z0) {name = \"e\", axis = \"n\", lhs_axes = [\"n\"], rhs_axes = [\"n\"], axes = []} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
      "    %twos = \"tile.map\"() ({\n"
      "      %e = \"tile.element\"(%ones) {axes = [\"m\"]} : (tensor<4xf32>) -> f32\n"
      "      %q = arith.addf %e, %e : f32\n      gpu.yield %q : f32\n"
      "    }) {axes = [\"m\"]} : () -> tensor<4xf32>\n"
      "    %w:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %ones, %v = %twos) -> (tensor<4xf32>, tensor<4xf32>) {\n"
      "      scf.yield %v, %u : tensor<4xf32>, tensor<4xf32>\n    }\n"
      "    \"tile.store\"(%n, %c0) {result = 1, over = [\"n\"], map = affine_map<(n)->(n)>, axes = [\"n\"]} : (tensor<4xf32>, index) -> ()\n"
      "    \"tile.store\"(%s) {result = 0, over = [], map = affine_map<()->()>, axes = []} : (tensor<f32>) -> ()\n"
      "    \"tile.store\"(%w#0, %c0) {result = 2, over = [\"m\"], map = affine_map<(m)->(m)>, axes = [\"m\"]} : (tensor<4xf32>, index) -> ()\n"
      "    gpu.yield\n"
      "  }) {sym_name = \"k\", grid = [], axes = [{name=\"m\", role=\"free\", extent=4, tile=4}, {name=\"n\", role=\"free\", extent=4, tile=4}, {name=\"k\", role=\"fold\", extent=5, tile=5}]}"
      " : () -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>)\n"
      "  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<4xf32>, tensor<4xf32>\n}\n";
  // clang-format on
  AttnHostProgram *p = compile(text);
  AttnTensor in[2], out[3];
  for (int i = 0; i < 2; ++i) {
    assert_true(attnTensorCreate(&in[i], attnHostArgument(p, i), NULL));
    assert_true(attnTensorDraw(&in[i], "randn", 3, (uint64_t)i, NULL));
  }
  assert_true(attnHostRun(p, in, out, NULL));
  double columns[4] = {0}, square = 0;
  for (int m = 0; m < 4; ++m)
    for (int n = 0; n < 4; ++n) {
      columns[n] += 1;
      for (int k = 0; k < 5; ++k)
        columns[n] += attnTensorGet(&in[0], k * 4 + m) * attnTensorGet(&in[1], k * 4 + n);
    }
  for (int n = 0; n < 4; ++n) {
    square += columns[n] * columns[n];
    assert_true(fabs(attnTensorGet(&out[1], n) - columns[n]) < 1e-5);
  }
  assert_true(fabs(attnTensorGet(&out[0], 0) - square) < 1e-4 * fmax(1, square));
  for (int m = 0; m < 4; ++m)
    assert_true(attnTensorGet(&out[2], m) == 2);
  for (int i = 0; i < 2; ++i)
    attnTensorDestroy(&in[i]);
  for (int i = 0; i < 3; ++i)
    attnTensorDestroy(&out[i]);
  attnHostDestroy(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testStores),
                                     cmocka_unit_test(testContractions)};
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
