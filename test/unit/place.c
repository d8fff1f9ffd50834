// attn-place and attn-split: the materialised form, and folds in parts, compute what the fused one
// does. Programs in the standard form run on the CPU executor as they are, recognised, cut, split,
// and cut or split and bracketed.
#include "context.h"

#include <math.h>

enum { MAX_TENSORS = 8 };

/// Runs the module behind `pipeline`; returns the number of results.
static int run(MlirModule m, const char *pipeline, AttnTensor *results) {
  AttnStatus status;
  AttnHostOptions options = {.struct_size = sizeof options, .pipeline = pipeline, .opt_level = 0};
  AttnHostProgram *p = attnCompileHost(m, &options, &status);
  if (!p)
    fail_msg("%s: %s", pipeline ? pipeline : "as it is", status.message);
  AttnTensor arguments[MAX_TENSORS];
  int n = attnHostNumArguments(p), nResults = attnHostNumResults(p);
  for (int i = 0; i < n; ++i) {
    assert_true(attnTensorCreate(&arguments[i], attnHostArgument(p, i), NULL));
    assert_true(attnTensorDraw(&arguments[i], "randn", 11, (uint64_t)i, NULL));
  }
  if (!attnHostRun(p, arguments, results, &status))
    fail_msg("%s", status.message);
  for (int i = 0; i < n; ++i)
    attnTensorDestroy(&arguments[i]);
  attnHostDestroy(p);
  return nResults;
}

#define RECOGNIZE "attn-normalize,func.func(attn-recognize)"

/// Lengths are multiples of 4.
static void same(const char *spec, double tolerance) {
  static const char *const pipelines[] = {
      RECOGNIZE,
      RECOGNIZE ",attn-place",
      RECOGNIZE ",attn-place{schedule=PLACE@fold=cut}",
      RECOGNIZE ",attn-place{schedule=PLACE@fold=cut},attn-bracket",
      RECOGNIZE ",attn-split{schedule=REDUCE=g4k}",
      RECOGNIZE ",attn-split{schedule=REDUCE=g4k},attn-bracket",
      RECOGNIZE ",attn-split{schedule=REDUCE@kv=g4k},attn-split{schedule=REDUCE@kv_part=g2k}",
      RECOGNIZE
      ",attn-place{schedule=PLACE@fold=cut},attn-split{schedule=REDUCE@kv=g2k},attn-bracket",
  };
  MlirModule m = contextExample(spec);
  AttnTensor expected[MAX_TENSORS], got[MAX_TENSORS];
  int n = run(m, NULL, expected);
  for (size_t k = 0; k < sizeof pipelines / sizeof *pipelines; ++k) {
    assert_int_equal(run(m, pipelines[k], got), n);
    for (int r = 0; r < n; ++r) {
      assert_true(attnTensorTypeEqual(&expected[r].type, &got[r].type));
      for (int64_t i = 0, size = attnTensorCount(&got[r].type); i < size; ++i) {
        double a = attnTensorGet(&expected[r], i), b = attnTensorGet(&got[r], i);
        if (!(fabs(a - b) <= tolerance + tolerance * fabs(a)))
          fail_msg("%s, %s: result %d, element %lld is %g, expected %g", spec, pipelines[k], r,
                   (long long)i, b, a);
      }
      attnTensorDestroy(&got[r]);
    }
  }
  for (int r = 0; r < n; ++r)
    attnTensorDestroy(&expected[r]);
  mlirModuleDestroy(m);
}

static void full(void **state) {
  (void)state;
  same("attention:b=1,h=2,sq=40,sk=72,d=16,f16", 2e-3);
  same("attention:b=2,h=1,sq=33,sk=20,d=8,f32", 2e-5);
}

static void causal(void **state) {
  (void)state;
  same("attention:b=1,h=2,sq=48,sk=48,d=16,f16,causal", 2e-3);
}

static void grouped(void **state) {
  (void)state;
  same("attention:b=1,h=4,sq=24,sk=40,d=16,f16,gqa=2", 2e-3);
}

static void variants(void **state) {
  (void)state;
  same("attention:b=1,h=2,sq=24,sk=40,d=16,dv=8,f32,softcap=5,lse", 2e-5);
  same("attention:b=1,h=2,sq=40,sk=40,d=8,f32,causal,window=9,layout=btnh", 2e-5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(full), cmocka_unit_test(causal),
                                     cmocka_unit_test(grouped), cmocka_unit_test(variants)};
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
