//===- lengths.c - Compiled once, run at every length ---------------------===//
//
// One emulator, one package and one program on the (fake) driver, each made once of a function with
// dynamic lengths and then used at many.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include "Runtime/Compare.h"
#include "Runtime/Package.h"
#include "Runtime/Program.h"

#include <math.h>

static AttnStatus st;

enum { HEADS = 2, D = 64 };

static AttnTensorType typeOf(int64_t length) {
  return (AttnTensorType){.type = ATTN_TYPE_F16, .rank = 4, .shape = {1, HEADS, length, D}};
}

static void draw(AttnTensor in[3], int64_t m, int64_t n) {
  for (int i = 0; i < 3; ++i) {
    AttnTensorType t = typeOf(i ? n : m);
    assert_true(attnTensorCreate(&in[i], &t, &st));
    assert_true(attnTensorDraw(&in[i], "randn", 7, (uint64_t)i, &st));
  }
}

static void release(AttnTensor *t, int n) {
  for (int i = 0; i < n; ++i)
    attnTensorDestroy(&t[i]);
}

#define SCHEDULE "ROLE=u;TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE@kv=d2/cp/ring"

/// The same emulator up, down and up again: nothing of a length stays behind.
static void emulator(void **state) {
  (void)state;
  static const int64_t lengths[][2] = {{65, 127}, {1, 1}, {0, 7}, {7, 0}, {127, 64}, {65, 127}};
  MlirModule module = contextExample("attention:b=1,h=2,sq=?,sk=?,d=64,f16,causal=bottom-right");
  AttnEmulateOptions options = {
      .struct_size = sizeof options, .schedule = SCHEDULE, .opt_level = -1};
  AttnEmulator *e = attnEmulateCompile(module, &options, &st);
  assert_non_null(e);
  assert_int_equal(attnEmulateArgument(e, 0)->shape[2], -1);
  assert_int_equal(attnEmulateArgument(e, 2)->shape[2], -2);
  void *bytes, *first = NULL;
  size_t size;
  assert_true(attnCompileOracle(module, NULL, &bytes, &size, &st));
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
    AttnTensor in[3], out;
    draw(in, lengths[i][0], lengths[i][1]);
    if (!attnEmulateRun(e, in, &out, NULL, &st))
      fail_msg("%s", st.message);
    assert_int_equal(out.type.shape[2], lengths[i][0]);
    assert_int_equal(attnEmulateResult(e, 0)->shape[2], lengths[i][0]);
    AttnTensorType types[3] = {in[0].type, in[1].type, in[2].type};
    AttnOracle *o = attnOracleParseFor(bytes, size, 3, types, &st);
    assert_non_null(o);
    int64_t n = attnTensorCount(&out.type);
    double *values = calloc((size_t)n + 1, sizeof *values);
    assert_true(attnOracleEvaluate(
        o, in, 0, NULL, ATTN_ORACLE_MASKED_DIFFERENCE | ATTN_ORACLE_MASKED_QUOTIENT, values, &st));
    for (int64_t k = 0; k < n; ++k)
      if (!(fabs(attnTensorGet(&out, k) - values[k]) <= 2e-3))
        fail_msg("%d x %d: element %lld is %g, expected %g", (int)lengths[i][0], (int)lengths[i][1],
                 (long long)k, attnTensorGet(&out, k), values[k]);
    if (i == 0) {
      first = malloc(attnTensorBytes(&out.type));
      memcpy(first, out.data, attnTensorBytes(&out.type));
    } else if (i == 5) {
      assert_memory_equal(first, out.data, attnTensorBytes(&out.type));
    }
    free(values);
    attnOracleDestroy(o);
    release(&out, 1);
    release(in, 3);
  }
  // Lengths that have to agree do not.
  AttnTensor in[3], out;
  draw(in, 5, 6);
  in[2].type.shape[2] = 4;
  assert_false(attnEmulateRun(e, in, &out, NULL, &st));
  assert_non_null(strstr(st.message, "dimension 2 of argument 2 is 4, but it has to equal "
                                     "dimension 2 of argument 1, which is 6"));
  release(in, 3);
  assert_null(attnOracleParse(bytes, size, &st));
  assert_non_null(strstr(st.message, "needs the arguments' shapes"));
  free(bytes);
  free(first);
  attnEmulateDestroy(e);
  mlirModuleDestroy(module);
}

/// A host program is for one set of lengths, which it is told.
static void host(void **state) {
  (void)state;
  MlirModule module = contextExample("attention:b=1,h=2,sq=?,sk=?,d=64,f16");
  AttnTensorType types[3] = {typeOf(5), typeOf(9), typeOf(9)}, *declared;
  AttnHostOptions options = {.struct_size = sizeof options,
                             .pipeline = "attn-to-carrier",
                             .opt_level = -1,
                             .arguments = types};
  int count;
  assert_true(attnCompileArguments(module, NULL, &declared, &count, &st));
  assert_int_equal(count, 3);
  assert_int_equal(declared[1].shape[2], declared[2].shape[2]);
  char name[64];
  assert_string_equal(attnTensorTypeFormat(&declared[1], name, sizeof name),
                      "tensor<1x2x?x64xf16>");
  free(declared);
  AttnHostProgram *p = attnCompileHost(module, &options, &st);
  assert_non_null(p);
  assert_int_equal(attnHostResult(p, 0)->shape[2], 5);
  attnHostDestroy(p);
  types[2] = typeOf(8);
  assert_null(attnCompileHost(module, &options, &st));
  assert_non_null(strstr(st.message, "has to equal"));
  mlirModuleDestroy(module);
}

//===--- packages ---------------------------------------------------------===//

/// A package by hand: one kernel, a grid and a map made of lengths, a temporary.
typedef struct Model {
  AttnPackage package;
  AttnPackageVariant variant;
  AttnPackageBuffer buffers[3];
  AttnPackageStep step;
  AttnPackageMap map;
  AttnPackageBlob blob;
  AttnPackageLength lengths[3];
  AttnTensorType arguments[2], result;
  int parameters[3], numbers[2];
} Model;

static void makeModel(Model *m) {
  AttnTensorType a = {.type = ATTN_TYPE_F16, .rank = 2, .shape = {-1, 64}}, b = a, r = a;
  b.shape[0] = -2;
  r.shape[1] = -2;
  *m = (Model){.lengths = {{"s0", 1000}, {"s1", 4096}, {"s0_64", 16, .div = 64, .of = 0}},
               .arguments = {a, b},
               .result = r,
               .parameters = {0, 1, 2},
               .numbers = {1, 0},
               .blob = {"code", 4}};
  m->buffers[0] = (AttnPackageBuffer){ATTN_BUFFER_ARGUMENT, 0, 0, a};
  m->buffers[1] = (AttnPackageBuffer){ATTN_BUFFER_TEMPORARY, 0, 0, b};
  m->buffers[2] = (AttnPackageBuffer){ATTN_BUFFER_RESULT, 0, 0, r};
  m->map = (AttnPackageMap){.type = ATTN_TYPE_F16,
                            .rank = 2,
                            .dims = {64},
                            .strides = {0, 128},
                            .box = {64, 64},
                            .swizzle = 128};
  m->map.dimOf[1] = (AttnPackageSize){.scale = 1, .n = 1, .of = {{0, 1}}};
  m->step = (AttnPackageStep){.kernel = "kernel",
                              .grid = {0, 1, 1},
                              .block = {128, 1, 1},
                              .numBuffers = 3,
                              .buffers = m->parameters,
                              .numMaps = 1,
                              .maps = &m->map,
                              .numLengths = 2,
                              .lengths = m->numbers};
  m->step.ctas = (AttnPackageSize){.scale = 3, .most = 132, .n = 2, .of = {{0, 64}, {1, 1}}};
  m->variant = (AttnPackageVariant){.chip = "sm_90a",
                                    .schedule = "",
                                    .ptxas = "",
                                    .numBuffers = 3,
                                    .numSteps = 1,
                                    .buffers = m->buffers,
                                    .steps = &m->step};
  m->package = (AttnPackage){.name = "model",
                             .tool = "test",
                             .mlir = "22",
                             .entry = "main",
                             .sourceFile = "",
                             .sourceHash = "",
                             .numArguments = 2,
                             .numResults = 1,
                             .numVariants = 1,
                             .numBlobs = 1,
                             .numLengths = 3,
                             .lengths = m->lengths,
                             .arguments = m->arguments,
                             .results = &m->result,
                             .variants = &m->variant,
                             .blobs = &m->blob,
                             .oracle = -1};
}

static AttnPackage *reopen(const Model *m) {
  void *bytes;
  size_t size;
  assert_true(attnPackageSerialize(&m->package, &bytes, &size, &st));
  AttnPackage *p = attnPackageOpenMemory(bytes, size, "model", &st);
  if (!p)
    fail_msg("%s", st.message);
  free(bytes);
  return p;
}

static void types(AttnTensorType out[2], int64_t m, int64_t n) {
  for (int i = 0; i < 2; ++i)
    out[i] = (AttnTensorType){.type = ATTN_TYPE_F16, .rank = 2, .shape = {i ? n : m, 64}};
}

static void bind(void **state) {
  (void)state;
  Model m;
  makeModel(&m);
  AttnPackage *p = reopen(&m);
  AttnTensorType t[2];
  assert_int_equal(attnPackageNumLengths(p), 3);
  assert_int_equal(attnPackageArgument(p, 1)->shape[0], -2);
  static const struct {
    int64_t m, n;
    uint32_t ctas;
    bool empty;
  } rows[] = {{64, 5, 15, false},
              {65, 5, 30, false},
              {1000, 4096, 132, false},
              {0, 5, 0, true},
              {7, 0, 0, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    types(t, rows[i].m, rows[i].n);
    AttnPackage *b = attnPackageBind(p, t, &st);
    if (!b)
      fail_msg("%s", st.message);
    const AttnPackageStep *s = &b->variants[0].steps[0];
    assert_int_equal(s->grid[0], rows[i].ctas);
    assert_int_equal(s->maps[0].empty, rows[i].empty);
    assert_int_equal(s->maps[0].dims[1], rows[i].m ? rows[i].m : 1);
    assert_int_equal(b->values[s->lengths[0]], rows[i].n);
    assert_int_equal(b->values[2], (rows[i].m + 63) / 64); // derived: no argument shows it
    assert_int_equal(attnPackageResult(b, 0)->shape[1], rows[i].n);
    attnPackageDestroy(b);
  }
  types(t, 1001, 5);
  assert_null(attnPackageBind(p, t, &st));
  assert_non_null(strstr(st.message, "dimension 0 of argument 0 is 1001, the code is for lengths "
                                     "of at most 1000"));
  types(t, 5, 5);
  t[1].shape[1] = 63;
  assert_null(attnPackageBind(p, t, &st));
  assert_non_null(strstr(st.message, "argument 1 is tensor<5x63xf16>, expected tensor<?x64xf16>"));
  attnPackageDestroy(p);
  // A map that would reach beyond its buffer at some length is found at that length.
  m.map.dimOf[1].scale = 2;
  p = reopen(&m);
  types(t, 5, 5);
  assert_null(attnPackageBind(p, t, &st));
  assert_non_null(strstr(st.message, "reaches beyond its buffer"));
  attnPackageDestroy(p);
}

/// Well formed, and impossible.
static void lies(void **state) {
  (void)state;
  static const int bad[][2] = {{3, 1}, {-1, 1}, {0, 0}};
  Model m;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    void *bytes;
    size_t size;
    makeModel(&m);
    m.step.ctas.of[0].length = bad[i][0];
    m.step.ctas.of[0].div = bad[i][1];
    assert_true(attnPackageSerialize(&m.package, &bytes, &size, &st));
    assert_null(attnPackageOpenMemory(bytes, size, "lie", &st));
    assert_non_null(strstr(st.message, "a size of lengths"));
    free(bytes);
  }
  // A length derived of itself.
  void *bytes;
  size_t size;
  makeModel(&m);
  m.lengths[2].of = 2;
  assert_true(attnPackageSerialize(&m.package, &bytes, &size, &st));
  assert_null(attnPackageOpenMemory(bytes, size, "lie", &st));
  assert_non_null(strstr(st.message, "of"));
  free(bytes);
}

static void program(void **state) {
  (void)state;
  Model m;
  makeModel(&m);
  AttnPackage *p = reopen(&m);
  AttnDevice *d = attnDeviceOpen(&(AttnDeviceOptions){.libcuda = ATTN_FAKE_CUDA}, &st);
  assert_non_null(d);
  AttnProgram *prog = attnProgramLoad(d, p, &st);
  if (!prog)
    fail_msg("%s", st.message);
  attnPackageDestroy(p); // not needed any more
  uint64_t pointers[3] = {0};
  assert_false(attnLaunchAsync(prog, pointers, 0, NULL, &st));
  assert_non_null(strstr(st.message, "attnProgramShapes"));
  AttnTensorType t[2];
  types(t, 5, 3);
  assert_true(attnProgramShapes(prog, t, &st));
  assert_int_equal(attnProgramWorkspace(prog), 512); // 3 x 64 x 2 bytes, rounded up to 256
  types(t, 5, 30);
  assert_true(attnProgramShapes(prog, t, &st));
  assert_int_equal(attnProgramWorkspace(prog), 3840);
  t[0].type = ATTN_TYPE_BF16;
  assert_false(attnProgramShapes(prog, t, &st));
  AttnTensor in[2], out;
  for (int64_t n = 0; n < 3; ++n) { // runs take the shapes of their tensors
    types(t, 70 * n, 9);
    for (int i = 0; i < 2; ++i)
      assert_true(attnTensorCreate(&in[i], &t[i], &st));
    if (!attnProgramRun(prog, in, &out, &st))
      fail_msg("%s", st.message);
    assert_int_equal(out.type.shape[0], 70 * n);
    assert_int_equal(out.type.shape[1], 9);
    release(in, 2);
    release(&out, 1);
  }
  attnProgramDestroy(prog);
  attnDeviceDestroy(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(emulator), cmocka_unit_test(host),    cmocka_unit_test(bind),
      cmocka_unit_test(lies),     cmocka_unit_test(program),
  };
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
