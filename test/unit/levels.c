//===- levels.c - The given inputs, run on the CPU at every level ---------===//
//
// Each file of test/inputs that comes with drawn inputs and a double-precision result is compiled
// down to each level in turn and run there. Passes that only move data must not change a bit.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include <math.h>

#define MATERIALISED "attn-to-carrier,attn-place{schedule=\"PLACE@fold=cut\"},attn-bracket"
#define PINS "{schedule=\"TILE@qk=n4x8/f3x5\"}" // divides no extent of the inputs
#define UNEVEN "attn-to-tile" PINS
#define UNSTAGED "attn-to-carrier,attn-place,attn-choose" PINS ",attn-bracket" PINS

typedef struct Input {
  const char *name;
  bool contraction; ///< has a contraction `qk` in a stream: can be cut, and tiled by name
} Input;

static const Input inputs[] = {
    {"jax_dpa_full_f16", true},       {"jax_dpa_causal_f16", true},
    {"jax_dpa_gqa_causal_f16", true}, {"jax_einsum_full_f32", true},
    {"jax_einsum_full_f16", true},    {"jax_einsum_causal_where_f16", true},
    {"jax_einsum_softcap_f16", true}, {"jax_softmax_f32", false},
    {"jax_logsumexp_f32", false},     {"matmul_f16", false},
};

static char *readFile(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.mlir", ATTN_TEST_INPUTS, name);
  FILE *f = fopen(path, "r");
  if (!f)
    fail_msg("no %s", path);
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  char *text = calloc((size_t)size + 1, 1);
  assert_int_equal(fread(text, 1, (size_t)size, f), size);
  fclose(f);
  return text;
}

static void readNpy(const char *name, const char *what, int i, const AttnTensorType *type,
                    AttnTensor *t) {
  char path[1024];
  AttnStatus status;
  snprintf(path, sizeof path, "%s/%s.%s%d.npy", ATTN_TEST_INPUTS, name, what, i);
  if (!attnNpyRead(path, type, t, &status))
    fail_msg("%s", status.message);
}

static double tolerance(AttnType type) {
  return type == ATTN_TYPE_F16 ? 2e-3 : type == ATTN_TYPE_BF16 ? 2e-2 : 2e-5;
}

/// Compiles through `pipeline`, runs, compares with the file's result within `loosen` times the
/// tolerance of its type. Returns the first result (the caller destroys it).
static AttnTensor run(MlirModule module, const char *name, const char *pipeline, double loosen) {
  AttnStatus status;
  AttnHostOptions options = {.struct_size = sizeof options, .pipeline = pipeline, .opt_level = 0};
  AttnHostProgram *p = attnCompileHost(module, &options, &status);
  if (!p)
    fail_msg("%s, %s: %s", name, pipeline, status.message);
  AttnTensor in[8], out[4], want;
  for (int i = 0; i < attnHostNumArguments(p); ++i)
    readNpy(name, "in", i, attnHostArgument(p, i), &in[i]);
  if (!attnHostRun(p, in, out, &status))
    fail_msg("%s, %s: %s", name, pipeline, status.message);
  AttnTensorType reference = *attnHostResult(p, 0);
  double tol = tolerance(reference.type) * loosen;
  reference.type = ATTN_TYPE_F32;
  readNpy(name, "out", 0, &reference, &want);
  for (int64_t i = 0; i < attnTensorCount(&reference); ++i) {
    double a = attnTensorGet(&out[0], i), b = attnTensorGet(&want, i);
    if (!(fabs(a - b) <= tol * fmax(1, fabs(b))))
      fail_msg("%s, %s: element %lld is %g, expected %g", name, pipeline, (long long)i, a, b);
  }
  for (int i = 0; i < attnHostNumArguments(p); ++i)
    attnTensorDestroy(&in[i]);
  attnTensorDestroy(&want);
  attnHostDestroy(p);
  return out[0];
}

static void testLevels(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; ++i) {
    const char *name = inputs[i].name;
    char *text = readFile(name);
    MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
    assert_false(mlirModuleIsNull(module));
    // As it was written: f16 accumulations stay f16 and are less exact.
    AttnTensor t = run(module, name, "", 4);
    attnTensorDestroy(&t);
    t = run(module, name, "attn-to-carrier", 1);
    attnTensorDestroy(&t);
    t = run(module, name, "attn-to-tile", 1);
    attnTensorDestroy(&t);
    if (inputs[i].contraction) {
      // Layouts and slabs move data and change nothing.
      AttnTensor bracketed = run(module, name, UNSTAGED, 1), staged = run(module, name, UNEVEN, 1);
      assert_memory_equal(bracketed.data, staged.data, attnTensorBytes(&staged.type));
      attnTensorDestroy(&bracketed);
      attnTensorDestroy(&staged);
      t = run(module, name, MATERIALISED, 1);
      attnTensorDestroy(&t);
    }
    mlirModuleDestroy(module);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testLevels)};
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
