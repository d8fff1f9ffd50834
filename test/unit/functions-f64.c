//===- functions-f64.c - Functions of f64 in device code, in ulp ----------===//
//
// Each function of FunctionF64.c as an elementwise program, through the whole road to device code,
// on the emulator, against the C library's long double.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include <float.h>
#include <math.h>

enum { N = 8192 };

static uint64_t random64(void) {
  static uint64_t state = 0x853c49e6748fea9bu;
  uint64_t z = state += 0x9e3779b97f4a7c15u; // splitmix64
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static double between(double low, double high) {
  return low + (high - low) * ((double)(random64() >> 11) * 0x1p-53);
}
static double anyBits(void) {
  uint64_t bits = random64();
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

typedef struct Function {
  const char *name;
  long double (*exact)(long double);
  double low, high; ///< where half of the arguments are; the others are of all magnitudes
  double limit;     ///< larger arguments give NaN
  double ulp;
} Function;

static long double rsqrtExact(long double x) { return 1 / sqrtl(x); }

static const Function functions[] = {
    {"math.exp", expl, -750, 715, INFINITY, 1},
    {"math.exp2", exp2l, -1080, 1030, INFINITY, 1.2},
    {"math.log", logl, 0.25, 4, INFINITY, 1},
    {"math.log2", log2l, 0.25, 4, INFINITY, 2},
    {"math.log10", log10l, 0.25, 4, INFINITY, 2},
    {"math.tanh", tanhl, -2, 2, INFINITY, 2},
    {"math.erf", erfl, -6, 6, INFINITY, 2},
    {"math.sin", sinl, -1e6, 1e6, 0x1p30, 2},
    {"math.cos", cosl, -1e6, 1e6, 0x1p30, 2},
    {"math.rsqrt", rsqrtExact, 0.25, 4, INFINITY, 1.5},
    {"math.absf", fabsl, -4, 4, INFINITY, 0},
    {"math.sqrt", sqrtl, 0, 4, INFINITY, 0.5},
};

static double errorInUlp(double got, long double exact) {
  if (isnan(got) || isnan((double)exact))
    return isnan(got) && isnan((double)exact) ? 0 : INFINITY;
  if (isinf(got) || isinf((double)exact))
    return got == (double)exact ? 0 : INFINITY;
  int e;
  frexpl(exact, &e);
  e = e - 1 < DBL_MIN_EXP - 1 ? DBL_MIN_EXP - 1 : e - 1;
  return (double)(fabsl(got - exact) / ldexpl(1, e - (DBL_MANT_DIG - 1)));
}

static AttnEmulator *compile(const char *op, int arity) {
  char text[2048];
  snprintf(text, sizeof text,
           "#id = affine_map<(d0) -> (d0)>\n"
           "func.func @f(%%x: tensor<%dxf64>, %%y: tensor<%dxf64>) -> tensor<%dxf64> {\n"
           "  %%e = tensor.empty() : tensor<%dxf64>\n"
           "  %%r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = "
           "[\"parallel\"]}\n"
           "    ins(%%x, %%y : tensor<%dxf64>, tensor<%dxf64>) outs(%%e : tensor<%dxf64>) {\n"
           "  ^bb0(%%a: f64, %%b: f64, %%o: f64):\n"
           "    %%v = \"%s\"(%s) : (%s) -> f64\n"
           "    linalg.yield %%v : f64\n"
           "  } -> tensor<%dxf64>\n"
           "  return %%r : tensor<%dxf64>\n}\n",
           N, N, N, N, N, N, N, op, arity == 2 ? "%a, %b" : "%a", arity == 2 ? "f64, f64" : "f64",
           N, N);
  MlirModule module = contextParse(op, text);
  AttnStatus status;
  AttnEmulateOptions options = {.struct_size = sizeof options, .opt_level = 1};
  AttnEmulator *e = attnEmulateCompile(module, &options, &status);
  if (!e)
    fail_msg("%s: %s: %s", op, status.message, lastDiagnostic);
  mlirModuleDestroy(module);
  return e;
}

static void run(const char *op, int arity, AttnTensor *in, AttnTensor *out) {
  AttnEmulator *e = compile(op, arity);
  AttnStatus status;
  if (!attnEmulateRun(e, in, out, NULL, &status))
    fail_msg("%s: %s", op, status.message);
  attnEmulateDestroy(e);
}

static const AttnTensorType type = {.type = ATTN_TYPE_F64, .rank = 1, .shape = {N}};

static void testFunctions(void **state) {
  (void)state;
  static const double special[] = {
      0.0,      -0.0,         1,       -1,       INFINITY, -INFINITY, NAN,     DBL_MIN,
      -DBL_MIN, DBL_TRUE_MIN, DBL_MAX, -DBL_MAX, -745.133, -745.134,  709.782, 709.783,
      -1074,    -1074.5,      -1075.1, -1022,    1023,     1024,      0.55,    0x1p-1074 * 3,
      0x1p30,   0x1.8p-30,    6,       5.9};
  AttnTensor in[2], out;
  assert_true(attnTensorCreate(&in[0], &type, NULL) && attnTensorCreate(&in[1], &type, NULL));
  double *x = in[0].data;
  memset(in[1].data, 0, sizeof(double) * N);
  for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f) {
    const Function *fn = &functions[f];
    for (int i = 0; i < N; ++i)
      x[i] = i % 2 ? between(fn->low, fn->high) : anyBits();
    memcpy(x, special, sizeof special);
    run(fn->name, 1, in, &out);
    double worst = 0;
    for (int i = 0; i < N; ++i) {
      long double exact = fabs(x[i]) > fn->limit ? (long double)NAN : fn->exact(x[i]);
      double got = attnTensorGet(&out, i), error = errorInUlp(got, exact);
      if (error > fn->ulp)
        fail_msg("%s(%a) is %a, expected %a: %.2f ulp", fn->name, x[i], got, (double)exact, error);
      if (got == 0 && fn->exact != sinl && !signbit(got) != !signbit(exact))
        fail_msg("%s(%a) is %g", fn->name, x[i], got);
      worst = fmax(worst, error);
    }
    print_message("%-10s %.2f ulp\n", fn->name, worst);
    attnTensorDestroy(&out);
  }
  attnTensorDestroy(&in[0]);
  attnTensorDestroy(&in[1]);
}

static void testPower(void **state) {
  (void)state;
  AttnTensor in[2], out;
  assert_true(attnTensorCreate(&in[0], &type, NULL) && attnTensorCreate(&in[1], &type, NULL));
  double *x = in[0].data, *y = in[1].data;
  for (int i = 0; i < N; ++i) {
    x[i] = i % 4 == 3 ? -between(0, 9) : exp2(between(-40, 40));
    y[i] = i % 2 ? (double)(random64() % 19) - 9 : between(-12, 12);
  }
  run("math.powf", 2, in, &out);
  for (int i = 0; i < N; ++i) {
    long double exact = powl(x[i], y[i]);
    double error = errorInUlp(attnTensorGet(&out, i), exact);
    if (error > 2 + fabs(y[i] * log2(fabs(x[i]))))
      fail_msg("%a^%a is %a, expected %a: %.2f ulp", x[i], y[i], attnTensorGet(&out, i),
               (double)exact, error);
  }
  attnTensorDestroy(&out);
  attnTensorDestroy(&in[0]);
  attnTensorDestroy(&in[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testFunctions), cmocka_unit_test(testPower)};
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
