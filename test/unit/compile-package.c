//===- compile-package.c - Oracle programs and packages from modules ------===//
#include "context.h"

#include "Compile/OracleEmit.h"
#include "Runtime/Compare.h"
#include "Runtime/Package.h"

#include <glob.h>
#include <math.h>
#include <unistd.h>

static AttnStatus st;

static AttnOracle *oracleOf(const char *text) {
  MlirModule m = contextParse("test.mlir", text);
  AttnOracle *o = attnOracleFromModule(m, NULL, &st);
  mlirModuleDestroy(m);
  return o;
}

//===--- the front end's files --------------------------------------------===//

/// One file: every result against the float64 values that came with it.
static void checkFile(const char *mlir) {
  char path[1024];
  AttnSource source;
  const char *why;
  assert_true(attnSourceRead(mlir, &source, &why));
  MlirModule m = attnSourceParse(ctx, &source);
  assert_false(mlirModuleIsNull(m));
  AttnOracle *o = attnOracleFromModule(m, NULL, &st);
  if (!o)
    fail_msg("%s: %s", mlir, st.message);
  AttnTensor arguments[8];
  int stem = (int)strlen(mlir) - 5;
  for (int i = 0; i < attnOracleNumArguments(o); ++i) {
    snprintf(path, sizeof path, "%.*s.in%d.npy", stem, mlir, i);
    if (!attnNpyRead(path, attnOracleArgument(o, i), &arguments[i], &st))
      fail_msg("%s", st.message);
  }
  for (int r = 0; r < attnOracleNumResults(o); ++r) {
    AttnTensor expected;
    snprintf(path, sizeof path, "%.*s.out%d.npy", stem, mlir, r);
    if (!attnNpyRead(path, NULL, &expected, &st))
      fail_msg("%s", st.message);
    int64_t n = attnTensorCount(attnOracleResult(o, r));
    assert_int_equal(attnTensorCount(&expected.type), n);
    double *values = malloc((size_t)n * 8);
    assert_true(attnOracleEvaluate(o, arguments, r, NULL, 0, values, &st));
    AttnComparison c;
    attnCompareStart(&c);
    for (int64_t i = 0; i < n; ++i)
      attnCompareAdd(&c, i, values[i], attnTensorGet(&expected, i), (AttnTolerance){1e-6, 1e-6});
    if (c.bad)
      fail_msg("%s: result %d: %lld of %lld elements differ, up to %g", mlir, r, (long long)c.bad,
               (long long)n, c.maxError);
    free(values);
    attnTensorDestroy(&expected);
  }
  for (int i = 0; i < attnOracleNumArguments(o); ++i)
    attnTensorDestroy(&arguments[i]);
  attnOracleDestroy(o);
  mlirModuleDestroy(m);
  attnSourceFree(&source);
}

static void frontEndFiles(void **state) {
  (void)state;
  glob_t files;
  assert_int_equal(glob(ATTN_TEST_INPUTS "/*.mlir", 0, NULL, &files), 0);
  int checked = 0;
  for (size_t i = 0; i < files.gl_pathc; ++i) {
    char expected[1024];
    snprintf(expected, sizeof expected, "%.*s.out0.npy", (int)strlen(files.gl_pathv[i]) - 5,
             files.gl_pathv[i]);
    if (access(expected, R_OK))
      continue; // no values came with it
    checkFile(files.gl_pathv[i]);
    ++checked;
  }
  assert_true(checked >= 9);
  globfree(&files);
}

//===--- single operations ------------------------------------------------===//

/// Evaluates a function of one f32 vector 0, 1, 2 ... and compares.
static void expectValues(const char *text, int n, const double *expected) {
  AttnOracle *o = oracleOf(text);
  if (!o)
    fail_msg("%s", st.message);
  AttnTensor x = {.data = NULL};
  if (attnOracleNumArguments(o)) {
    assert_true(attnTensorCreate(&x, attnOracleArgument(o, 0), &st));
    assert_true(attnTensorDraw(&x, "iota", 0, 0, &st));
  }
  assert_int_equal(attnTensorCount(attnOracleResult(o, 0)), n);
  double values[64];
  assert_true(attnOracleEvaluate(o, &x, 0, NULL, 0, values, &st));
  for (int i = 0; i < n; ++i)
    if (!(fabs(values[i] - expected[i]) < 1e-12))
      fail_msg("element %d is %g, expected %g in %s", i, values[i], expected[i], text);
  attnTensorDestroy(&x);
  attnOracleDestroy(o);
}

static void operations(void **state) {
  (void)state;
  expectValues("func.func @f(%x: tensor<6xf32>) -> tensor<2x2xf32> {\n"
               "  %0 = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xf32> into "
               "tensor<2x3xf32>\n"
               "  %1 = tensor.extract_slice %0[0, 0] [2, 2] [1, 2] : tensor<2x3xf32> to "
               "tensor<2x2xf32>\n"
               "  return %1 : tensor<2x2xf32>\n}",
               4, (double[]){0, 2, 3, 5});
  // A slice that drops a dimension of size one, the right one of two.
  expectValues("func.func @f(%x: tensor<1x3x2xf32>) -> tensor<1x3xf32> {\n"
               "  %0 = tensor.extract_slice %x[0, 0, 1] [1, 3, 1] [1, 1, 1] : tensor<1x3x2xf32> to "
               "tensor<1x3xf32>\n"
               "  return %0 : tensor<1x3xf32>\n}",
               3, (double[]){1, 3, 5});
  expectValues("func.func @f(%x: tensor<2x1xf32>) -> tensor<2x3xf32> {\n"
               "  %c = arith.constant dense<9.0> : tensor<2x3xf32>\n"
               "  %0 = tensor.insert_slice %x into %c[0, 1] [2, 1] [1, 1] : tensor<2x1xf32> into "
               "tensor<2x3xf32>\n"
               "  return %0 : tensor<2x3xf32>\n}",
               6, (double[]){9, 0, 9, 9, 1, 9});
  expectValues("func.func @f(%x: tensor<2xf32>) -> tensor<5xf32> {\n"
               "  %c = arith.constant dense<[7.0]> : tensor<1xf32>\n"
               "  %0 = tensor.concat dim(0) %x, %c, %x : (tensor<2xf32>, tensor<1xf32>, "
               "tensor<2xf32>) -> tensor<5xf32>\n"
               "  return %0 : tensor<5xf32>\n}",
               5, (double[]){0, 1, 7, 0, 1});
  expectValues("func.func @f(%x: tensor<2xf32>) -> tensor<5xf32> {\n"
               "  %c = arith.constant 7.0 : f32\n"
               "  %0 = tensor.pad %x low[1] high[2] {\n"
               "  ^bb0(%i: index):\n    tensor.yield %c : f32\n"
               "  } : tensor<2xf32> to tensor<5xf32>\n"
               "  %c0 = arith.constant 0 : index\n"
               "  %s = tensor.extract %0[%c0] : tensor<5xf32>\n"
               "  %1 = tensor.splat %s : tensor<5xf32>\n"
               "  %2 = arith.addf %0, %1 : tensor<5xf32>\n"
               "  return %2 : tensor<5xf32>\n}",
               5, (double[]){14, 7, 8, 14, 14});
  // Elementwise on tensors, a captured scalar, a scalar computed outside, a private call.
  expectValues(
      "func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %0 = arith.addf %x, %x : tensor<3xf32>\n"
      "  return %0 : tensor<3xf32>\n}\n"
      "func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %s = tensor.extract %x[%c1] : tensor<3xf32>\n"
      "  %t = arith.addf %s, %s : f32\n"
      "  %0 = call @twice(%x) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "  %e = tensor.empty() : tensor<3xf32>\n"
      "  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> "
      "(d0)>], iterator_types = [\"parallel\"]} ins(%0 : tensor<3xf32>) outs(%e : "
      "tensor<3xf32>) {\n"
      "  ^bb0(%a: f32, %b: f32):\n"
      "    %2 = arith.addf %a, %t : f32\n"
      "    linalg.yield %2 : f32\n"
      "  } -> tensor<3xf32>\n"
      "  return %1 : tensor<3xf32>\n}",
      3, (double[]){2, 4, 6});
  expectValues(
      "func.func @f(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {\n"
      "  %e = tensor.empty() : tensor<2x2xf32>\n"
      "  %0 = linalg.softmax dimension(0) ins(%x : tensor<2x2xf32>) outs(%e : "
      "tensor<2x2xf32>) -> tensor<2x2xf32>\n"
      "  return %0 : tensor<2x2xf32>\n}",
      4,
      (double[]){1 / (1 + exp(2)), 1 / (1 + exp(2)), exp(2) / (1 + exp(2)), exp(2) / (1 + exp(2))});
  // A named operation with a transposed operand, and constants of f16 and bf16.
  expectValues("func.func @f(%x: tensor<2x2xf16>) -> tensor<2x2xf32> {\n"
               "  %w = arith.constant dense<[[1.0, 2.0], [3.0, 0.5]]> : tensor<2x2xf16>\n"
               "  %c0 = arith.constant 0.0 : f32\n"
               "  %e = tensor.empty() : tensor<2x2xf32>\n"
               "  %i = linalg.fill ins(%c0 : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>\n"
               "  %0 = linalg.matmul ins(%x, %w : tensor<2x2xf16>, tensor<2x2xf16>) outs(%i : "
               "tensor<2x2xf32>) -> tensor<2x2xf32>\n"
               "  return %0 : tensor<2x2xf32>\n}",
               4, (double[]){3, 0.5, 11, 5.5});
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"func.func @f(%x: tensor<*xf32>) -> tensor<*xf32> { return %x : tensor<*xf32> }",
       "cannot inline and generalise the function"},
      {"func.func @f(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> { return %x : tensor<4xf32> }",
       "argument 1"},
      {"func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
       "  %c = arith.constant 0 : index\n"
       "  %c1 = arith.constant 1 : index\n"
       "  %0 = scf.for %i = %c to %c1 step %c1 iter_args(%a = %x) -> tensor<4xf32> {\n"
       "    scf.yield %a : tensor<4xf32>\n  }\n"
       "  return %0 : tensor<4xf32>\n}",
       "test.mlir:4:8: oracle: 'scf.for': the oracle does not know this operation"},
      {"func.func @f(%x: tensor<4xf32>) -> tensor<4xi32> {\n"
       "  %0 = arith.bitcast %x : tensor<4xf32> to tensor<4xi32>\n"
       "  return %0 : tensor<4xi32>\n}",
       "'arith.bitcast'"},
      {"func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }\n"
       "func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }",
       "several public functions (f, g)"},
      {"func.func private @f(tensor<4xf32>)", "no public function"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    AttnOracle *o = oracleOf(rows[i].text);
    assert_null(o);
    if (!strstr(st.message, rows[i].message))
      fail_msg("expected '%s' in '%s'", rows[i].message, st.message);
  }
}

//===--- packages ---------------------------------------------------------===//

#define KERNELS                                                                                    \
  "gpu.module @attn_kernels attributes {attn.chip = \"sm_90a\", attn.cubin = \"machine code\", "   \
  "attn.resources = [{kernel = \"k\", registers = 40, spill_stores = 0, spill_loads = 8, shared "  \
  "= "                                                                                             \
  "64}]} {}\n"                                                                                     \
  "func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {attn.launch = {kernel = "      \
  "\"attn_kernels::k\", grid = [2, 1, 1], block = [64, 1, 1], shared = 256, schedule = \"s\"}}\n"

static AttnPackage *packageOf(const char *text) {
  MlirModule m = contextParse("test.mlir", text);
  void *bytes;
  size_t size;
  AttnPackageOptions o = {.struct_size = sizeof o, .source_file = "a.mlir"};
  AttnPackage *p = NULL;
  if (attnBuildPackage(m, &o, &bytes, &size, &st)) {
    p = attnPackageOpenMemory(bytes, size, "test", &st);
    if (!p)
      fail_msg("%s", st.message);
    free(bytes);
  }
  mlirModuleDestroy(m);
  return p;
}

static void package(void **state) {
  (void)state;
  AttnPackage *p = packageOf(
      KERNELS
      "func.func @f(%x: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, "
      "tensor<2xi1>) {\n"
      "  %c = arith.constant dense<[true, false]> : tensor<2xi1>\n"
      "  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>\n"
      "  %1 = call @k(%0) : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  %2 = call @k(%1) : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %2, %x, %2, %c : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, "
      "tensor<2xi1>\n}");
  if (!p)
    fail_msg("%s", st.message);
  assert_string_equal(attnPackageEntry(p), "f");
  assert_int_equal(p->numVariants, 1);
  const AttnPackageVariant *v = &p->variants[0];
  assert_string_equal(v->chip, "sm_90a");
  assert_memory_equal(p->blobs[v->code].bytes, "machine code", 12);
  assert_string_equal(v->schedule, "s | k: s");
  // k(x) -> temporary; k(temporary) -> result 0; x, result 0 and the constant are copied.
  assert_int_equal(v->numSteps, 5);
  assert_string_equal(v->steps[0].kernel, "k");
  assert_int_equal(v->steps[0].grid[0], 2);
  assert_int_equal(v->steps[0].block[0], 64);
  assert_int_equal(v->steps[0].shared, 256);
  assert_int_equal(v->buffers[v->steps[0].buffers[0]].role, ATTN_BUFFER_ARGUMENT);
  assert_int_equal(v->buffers[v->steps[0].buffers[1]].role, ATTN_BUFFER_TEMPORARY);
  assert_int_equal(v->steps[1].buffers[0], v->steps[0].buffers[1]);
  assert_int_equal(v->buffers[v->steps[1].buffers[1]].role, ATTN_BUFFER_RESULT);
  for (int i = 2; i < 5; ++i) {
    assert_null(v->steps[i].kernel);
    assert_int_equal(v->buffers[v->steps[i].buffers[1]].index, i - 1);
  }
  const AttnPackageBuffer *constant = &v->buffers[v->steps[4].buffers[0]];
  assert_int_equal(constant->role, ATTN_BUFFER_CONSTANT);
  assert_memory_equal(p->blobs[constant->blob].bytes, "\1\0", 2);
  assert_int_equal(v->resources[0].registers, 40);
  assert_int_equal(v->resources[0].spillLoads, 8);
  attnPackageDestroy(p);
}

/// Kernels with counters that have to be zeroed: steps in front of all launches.
static void zeroed(void **state) {
  (void)state;
  AttnPackage *p = packageOf(
      "gpu.module @m attributes {attn.chip = \"sm_80\", attn.cubin = \"x\"} {}\n"
      "func.func private @k(tensor<4xf32>) -> (tensor<4xf32>, tensor<1xi32>) attributes "
      "{attn.launch = {kernel = \"m::k\", grid = [1, 1, 1], block = [64, 1, 1], shared = 0, zeroed "
      "= [2], zeroed_by = \"m::z\", dependent}}\n"
      "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0:2 = call @k(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<1xi32>)\n"
      "  %1:2 = call @k(%0#0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<1xi32>)\n"
      "  return %1#0 : tensor<4xf32>\n}");
  if (!p)
    fail_msg("%s", st.message);
  const AttnPackageVariant *v = &p->variants[0];
  assert_int_equal(v->numSteps, 4);
  for (int i = 0; i < 2; ++i) {
    assert_null(v->steps[i].kernel);
    assert_string_equal(v->steps[i].by, "z");
    assert_int_equal(v->steps[i].numBuffers, 1);
    assert_int_equal(v->steps[i].buffers[0], v->steps[i + 2].buffers[2]);
    assert_true(v->steps[i + 2].dependent);
    const AttnPackageBuffer *counter = &v->buffers[v->steps[i].buffers[0]];
    assert_int_equal(counter->role, ATTN_BUFFER_TEMPORARY);
    assert_int_equal(counter->type.type, ATTN_TYPE_I32);
  }
  attnPackageDestroy(p);
}

/// A kernel with stretches in front: two steps that differ in kernel and grid alone.
static void stretches(void **state) {
  (void)state;
  AttnPackage *p = packageOf(
      "gpu.module @m attributes {attn.chip = \"sm_90a\", attn.cubin = \"x\"} {}\n"
      "func.func private @k(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<8xf32>) "
      "attributes {attn.launch = {kernel = \"m::k\", grid = [3, 1, 1], block = [64, 1, 1], shared "
      "= "
      "16, zeroed = [2], zeroed_by = \"m::z\", dependent, stretches = {kernel = "
      "\"m::k_stretches\", "
      "grid = [5, 1, 1]}}}\n"
      "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0:3 = call @k(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<8xf32>)\n"
      "  return %0#0 : tensor<4xf32>\n}");
  if (!p)
    fail_msg("%s", st.message);
  const AttnPackageStep *s = p->variants[0].steps;
  assert_int_equal(p->variants[0].numSteps, 3);
  assert_string_equal(s[0].by, "z");
  assert_string_equal(s[1].kernel, "k_stretches");
  assert_string_equal(s[2].kernel, "k");
  assert_int_equal(s[1].grid[0], 5);
  assert_int_equal(s[2].grid[0], 3);
  assert_int_equal(s[1].numBuffers, 4);
  for (int i = 0; i < 4; ++i)
    assert_int_equal(s[1].buffers[i], s[2].buffers[i]);
  assert_int_equal(s[1].shared, 16);
  assert_true(s[1].dependent && s[2].dependent);
  attnPackageDestroy(p);
}

static void notPlaced(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } rows[] = {
      {KERNELS "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
               "  %0 = math.exp %x : tensor<4xf32>\n"
               "  return %0 : tensor<4xf32>\n}",
       "not placed on the device: 'math.exp'"},
      {KERNELS "func.func private @host(tensor<4xf32>) -> tensor<4xf32>\n"
               "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
               "  %0 = call @host(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
               "  return %0 : tensor<4xf32>\n}",
       "a call of a function that is no kernel"},
      {"func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }",
       "no gpu.module"},
      {"gpu.module @k {}\n"
       "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }",
       "run attn-nvvm-to-cubin"},
      {KERNELS "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }",
       "argument 0"},
      {"gpu.module @m attributes {attn.chip = \"sm_80\", attn.cubin = \"x\"} {}\n"
       "func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {attn.launch = {kernel = "
       "\"m::k\", grid = [0, 1, 1], block = [64, 1, 1], shared = 0}}\n"
       "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
       "  %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
       "  return %0 : tensor<4xf32>\n}",
       "attn.launch must hold"},
      {"gpu.module @m attributes {attn.chip = \"sm_80\", attn.cubin = \"x\"} {}\n"
       "func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {attn.launch = {kernel = "
       "\"m::k\", grid = [1, 1, 1], block = [64, 1, 1], shared = 0, zeroed = [0]}}\n"
       "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
       "  %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
       "  return %0 : tensor<4xf32>\n}",
       "zeroed must hold numbers of parameters that are results"},
      {"gpu.module @m attributes {attn.chip = \"sm_90a\", attn.cubin = \"x\"} {}\n"
       "func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {attn.launch = {kernel = "
       "\"m::k\", grid = [1, 1, 1], block = [64, 1, 1], shared = 0, stretches = {kernel = "
       "\"m::s\"}}}\n"
       "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
       "  %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
       "  return %0 : tensor<4xf32>\n}",
       "stretches must hold kernel (string) and grid"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    lastDiagnostic[0] = 0;
    assert_null(packageOf(rows[i].text));
    if (!strstr(st.message, rows[i].message) || !strstr(lastDiagnostic, rows[i].message))
      fail_msg("expected '%s' in '%s' and '%s'", rows[i].message, st.message, lastDiagnostic);
  }
}

static void files(void **state) {
  (void)state;
  MlirModule m =
      contextParse("test.mlir", KERNELS "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                                        "  %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
                                        "  return %0 : tensor<4xf32>\n}");
  assert_false(attnWritePackage(m, NULL, "no/such/folder/p.attnpkg", &st));
  assert_int_equal(st.code, ATTN_STATUS_IO);
  char path[] = "compile-package.XXXXXX", hash[17], again[17];
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  assert_true(attnWritePackage(m, NULL, path, &st));
  AttnPackage *p = attnPackageOpen(path, &st);
  assert_non_null(p);
  attnPackageDestroy(p);
  unlink(path);
  attnSourceHash(m, hash);
  attnSourceHash(m, again);
  assert_int_equal(strlen(hash), 16);
  assert_string_equal(hash, again);
  mlirModuleDestroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frontEndFiles), cmocka_unit_test(operations), cmocka_unit_test(refused),
      cmocka_unit_test(zeroed),        cmocka_unit_test(stretches),  cmocka_unit_test(package),
      cmocka_unit_test(notPlaced),     cmocka_unit_test(files),
  };
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
