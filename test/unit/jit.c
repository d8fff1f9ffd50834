//===- jit.c - The CPU executor against double-precision references -------===//
//
// carrier and tile operations written by hand, compiled with attnCompileHost and compared with
// plain loops in double precision.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include "mlir-c/Diagnostics.h"

#include <math.h>

//===--- a context that remembers the last diagnostic ---------------------===//

static char said[4096];

static void keepText(MlirStringRef text, void *user) {
  (void)user;
  size_t used = strlen(said);
  if (used + text.length + 1 < sizeof said)
    memcpy(said + used, text.data, text.length), said[used + text.length] = 0;
}

static MlirLogicalResult keepDiagnostic(MlirDiagnostic d, void *user) {
  mlirDiagnosticPrint(d, keepText, user);
  keepText(mlirStringRefCreateFromCString("\n"), user);
  return mlirLogicalResultSuccess();
}

static int setUp(void **state) {
  int failed = contextSetUp(state);
  mlirContextAttachDiagnosticHandler(ctx, keepDiagnostic, NULL, NULL);
  return failed;
}

static AttnHostProgram *compile(const char *text, const char *entry, AttnStatus *status) {
  said[0] = 0;
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  if (mlirModuleIsNull(module))
    fail_msg("the test's IR does not parse: %s", said);
  AttnHostOptions options = {.struct_size = sizeof options, .entry = entry, .opt_level = -1};
  AttnHostProgram *p = attnCompileHost(module, &options, status);
  mlirModuleDestroy(module); // the program does not need it
  return p;
}

static AttnHostProgram *mustCompile(const char *text) {
  AttnStatus status;
  AttnHostProgram *p = compile(text, NULL, &status);
  if (!p)
    fail_msg("%s: %s", status.message, said);
  return p;
}

static void draw(const AttnHostProgram *p, AttnTensor *arguments) {
  for (int i = 0; i < attnHostNumArguments(p); ++i) {
    const AttnTensorType *t = attnHostArgument(p, i);
    assert_true(attnTensorCreate(&arguments[i], t, NULL));
    assert_true(attnTensorDraw(&arguments[i], attnTypeIsFloat(t->type) ? "randn" : "uniform", 7,
                               (uint64_t)i, NULL));
  }
}

static void release(AttnTensor *tensors, int n) {
  for (int i = 0; i < n; ++i)
    attnTensorDestroy(&tensors[i]);
}

//===--- attention of every kind ------------------------------------------===//

typedef struct Case {
  const char *name, *type; ///< element type of the tensors
  int b, h, group, m, n, d, dv;
  bool causal;
  int mask;       ///< a bool tensor: 0 none, 1 drawn, 2 hides every third row
  double amplify; ///< of the queries
  bool poison;    ///< NaN in the values of keys that nobody sees
} Case;

/// The fold of Case as carrier IR.
static char *attentionText(const Case *c) {
  char q[64], k[64], v[64], o[64], l[64], mk[64], head[64] = "d1", *text;
  snprintf(q, sizeof q, "tensor<%dx%dx%dx%dx%s>", c->b, c->h, c->m, c->d, c->type);
  snprintf(k, sizeof k, "tensor<%dx%dx%dx%dx%s>", c->b, c->h / c->group, c->n, c->d, c->type);
  snprintf(v, sizeof v, "tensor<%dx%dx%dx%dx%s>", c->b, c->h / c->group, c->n, c->dv, c->type);
  snprintf(o, sizeof o, "tensor<%dx%dx%dx%dx%s>", c->b, c->h, c->m, c->dv, c->type);
  snprintf(l, sizeof l, "tensor<%dx%dx%dxf32>", c->b, c->h, c->m);
  snprintf(mk, sizeof mk, "tensor<%dx%dxi1>", c->m, c->n);
  if (c->group > 1)
    snprintf(head, sizeof head, "d1 floordiv %d", c->group);
  size_t size;
  FILE *f = open_memstream(&text, &size);
#define DIMS "(d0,d1,d2,d3,d4,d5)"
  fprintf(f, "func.func @f(%%q: %s, %%k: %s, %%v: %s, %%mk: %s) -> (%s, %s) {\n", q, k, v, mk, o,
          l);
  fprintf(f, "  %%scale = arith.constant 0.125 : f32\n  %%one = arith.constant 1.0 : f32\n"
             "  %%o, %%l = \"carrier.fold\"() ({\n");
  fprintf(f,
          "    %%qe = \"carrier.element\"(%%q) {map = affine_map<" DIMS
          "->(d0,d1,d2,d5)>} : (%s) -> %s\n",
          q, c->type);
  fprintf(f,
          "    %%ke = \"carrier.element\"(%%k) {map = affine_map<" DIMS
          "->(d0,%s,d4,d5)>} : (%s) -> %s\n",
          head, k, c->type);
  fprintf(f, "    %%s0 = \"carrier.contract\"(%%qe, %%ke) {axis = \"qk\"} : (%s, %s) -> f32\n",
          c->type, c->type);
  fprintf(f, "    %%s = arith.mulf %%s0, %%scale : f32\n    %%k0 = arith.constant true\n");
  const char *keep = "%k0";
  if (c->causal) {
    fprintf(f, "    %%i = \"carrier.index\"() {axis = \"m\"} : () -> index\n"
               "    %%j = \"carrier.index\"() {axis = \"kv\"} : () -> index\n"
               "    %%k1 = arith.cmpi sge, %%i, %%j : index\n");
    keep = "%k1";
  }
  if (c->mask) {
    fprintf(f,
            "    %%me = \"carrier.element\"(%%mk) {map = affine_map<" DIMS
            "->(d2,d4)>} : (%s) -> i1\n"
            "    %%k2 = arith.andi %s, %%me : i1\n",
            mk, keep);
    keep = "%k2";
  }
  fprintf(f, "    %%sm = \"carrier.mask\"(%s, %%s) : (i1, f32) -> f32\n", keep);
  fprintf(f,
          "    %%ve = \"carrier.element\"(%%v) {map = affine_map<" DIMS
          "->(d0,%s,d4,d3)>} : (%s) -> %s\n",
          head, v, c->type);
  fprintf(f,
          "    \"gpu.yield\"(%%sm, %%one, %%ve) : (f32, f32, %s) -> ()\n  }, {\n"
          "  ^bb0(%%p: f32, %%d: f32, %%a: f32):\n"
          "    %%zero = arith.constant 0.0 : f32\n"
          "    %%none = arith.cmpf oeq, %%d, %%zero : f32\n"
          "    %%q0 = arith.divf %%a, %%d : f32\n"
          "    %%r = arith.select %%none, %%zero, %%q0 : f32\n",
          c->type);
  bool f32 = strcmp(c->type, "f32") == 0;
  if (!f32)
    fprintf(f, "    %%t = arith.truncf %%r : f32 to %s\n", c->type);
  fprintf(f,
          "    %%ln = math.log %%d : f32\n    %%lse = arith.addf %%p, %%ln : f32\n"
          "    gpu.yield %s, %%lse : %s, f32\n  }) {axes = [",
          f32 ? "%r" : "%t", c->type);
  fprintf(
      f,
      "{name=\"b\", role=\"free\", extent=%d}, {name=\"h\", role=\"free\", extent=%d},"
      "{name=\"m\", role=\"free\", extent=%d}, {name=\"n\", role=\"free\", extent=%d},"
      "{name=\"kv\", role=\"fold\", extent=%d}, {name=\"qk\", role=\"contract\", extent=%d}],\n",
      c->b, c->h, c->m, c->dv, c->n, c->d);
  fprintf(f,
          "  maps = [affine_map<" DIMS "->(d0,d1,d2,d3)>, affine_map<" DIMS "->(d0,d1,d2)>],\n"
          "  channels = [{name=\"p\", monoid=\"max\", type=f32, identity=0xFF800000 : f32},"
          "{name=\"d\", monoid=\"add\", type=f32, identity=0.0 : f32, twist=\"exp\", pivot=\"p\"},"
          "{name=\"o\", monoid=\"add\", type=f32, identity=0.0 : f32, twist=\"exp\", pivot=\"p\", "
          "contraction=\"pv\"}]}"
          " : () -> (%s, %s)\n  return %%o, %%l : %s, %s\n}\n",
          o, l, o, l);
  fclose(f);
  return text;
}

static double at4(const AttnTensor *t, int64_t a, int64_t b, int64_t c, int64_t d) {
  const int64_t *s = t->type.shape;
  return attnTensorGet(t, ((a * s[1] + b) * s[2] + c) * s[3] + d);
}

static bool seen(const Case *c, const AttnTensor *mask, int i, int j) {
  return (!c->causal || i >= j) && (!c->mask || attnTensorGet(mask, (int64_t)i * c->n + j) != 0);
}

/// One row in double precision: out[dv], and the log-sum-exp.
static void referenceRow(const Case *c, const AttnTensor *t, int b, int h, int i, double *out,
                         double *lse) {
  double *s = malloc((size_t)(c->n + 1) * sizeof *s), max = -INFINITY, sum = 0;
  int g = h / c->group;
  for (int j = 0; j < c->n; ++j) {
    s[j] = -INFINITY;
    if (!seen(c, &t[3], i, j))
      continue;
    s[j] = 0;
    for (int d = 0; d < c->d; ++d)
      s[j] += at4(&t[0], b, h, i, d) * at4(&t[1], b, g, j, d);
    s[j] *= 0.125;
    max = fmax(max, s[j]);
  }
  memset(out, 0, (size_t)c->dv * sizeof *out);
  for (int j = 0; j < c->n; ++j) {
    if (!seen(c, &t[3], i, j))
      continue;
    double w = exp(s[j] - max);
    sum += w;
    for (int d = 0; d < c->dv; ++d)
      out[d] += w * at4(&t[2], b, g, j, d);
  }
  for (int d = 0; d < c->dv && sum > 0; ++d)
    out[d] /= sum;
  *lse = max + log(sum);
  free(s);
}

static double tolerance(const char *type) {
  return strcmp(type, "f32") == 0 ? 2e-5 : strcmp(type, "f16") == 0 ? 2e-3 : 2e-2;
}

static void runAttention(const Case *c) {
  char *text = attentionText(c);
  AttnHostProgram *p = mustCompile(text);
  AttnTensor in[4], out[2];
  draw(p, in);
  for (int64_t i = 0; i < attnTensorCount(&in[0].type); ++i)
    attnTensorSet(&in[0], i, attnTensorGet(&in[0], i) * c->amplify);
  if (c->mask == 2)
    for (int i = 0; i < c->m; ++i)
      for (int j = 0; j < c->n; ++j)
        attnTensorSet(&in[3], (int64_t)i * c->n + j, i % 3 != 1);
  if (c->poison) // nobody sees every third key; its value is a NaN
    for (int j = 1; j < c->n; j += 3) {
      for (int i = 0; i < c->m; ++i)
        attnTensorSet(&in[3], (int64_t)i * c->n + j, 0);
      for (int d = 0; d < c->dv; ++d)
        attnTensorSet(&in[2], (int64_t)j * c->dv + d, NAN);
    }
  AttnStatus status;
  if (!attnHostRun(p, in, out, &status))
    fail_msg("%s: %s", c->name, status.message);
  double *row = malloc((size_t)(c->dv + 1) * sizeof *row), lse, tol = tolerance(c->type);
  for (int b = 0; b < c->b; ++b)
    for (int h = 0; h < c->h; ++h)
      for (int i = 0; i < c->m; ++i) {
        referenceRow(c, in, b, h, i, row, &lse);
        double got = attnTensorGet(&out[1], ((int64_t)b * c->h + h) * c->m + i);
        if (lse == -INFINITY ? got != -INFINITY : !(fabs(got - lse) <= 2e-5 * fmax(1, fabs(lse))))
          fail_msg("%s: lse[%d,%d,%d] = %g, expected %g", c->name, b, h, i, got, lse);
        for (int d = 0; d < c->dv; ++d) {
          got = at4(&out[0], b, h, i, d);
          if (!(fabs(got - row[d]) <= tol * fmax(1, fabs(row[d]))))
            fail_msg("%s: o[%d,%d,%d,%d] = %g, expected %g", c->name, b, h, i, d, got, row[d]);
        }
      }
  free(row);
  release(in, 4);
  release(out, 2);
  attnHostDestroy(p);
  free(text);
}

static void testAttention(void **state) {
  (void)state;
  static const Case cases[] = {
      {"f32", "f32", 1, 2, 1, 16, 16, 8, 8, false, 0, 1, false},
      {"f16", "f16", 1, 2, 1, 64, 64, 64, 64, false, 0, 1, false},
      {"bf16", "bf16", 1, 2, 1, 32, 48, 64, 32, false, 0, 1, false},
      {"causal", "f16", 1, 2, 1, 64, 64, 32, 32, true, 0, 1, false},
      {"ragged causal", "f32", 2, 2, 1, 37, 53, 24, 40, true, 0, 1, false},
      {"grouped heads", "f16", 2, 8, 4, 17, 33, 16, 24, true, 0, 1, false},
      {"drawn mask", "f32", 1, 2, 1, 13, 11, 8, 8, false, 1, 1, false},
      {"rows that see nothing", "f32", 1, 2, 1, 9, 11, 8, 8, false, 2, 1, false},
      {"rows that see nothing, bf16", "bf16", 1, 1, 1, 9, 11, 8, 8, true, 2, 1, false},
      {"NaN behind the mask", "f16", 1, 1, 1, 9, 11, 8, 8, false, 2, 1, true},
      {"no keys", "f32", 1, 2, 1, 5, 0, 8, 8, false, 0, 1, false},
      {"no queries", "f32", 1, 2, 1, 0, 5, 8, 8, false, 0, 1, false},
      {"no columns", "f32", 1, 2, 1, 3, 5, 8, 0, false, 0, 1, false},
      {"nothing contracted", "f32", 1, 2, 1, 3, 5, 0, 8, false, 0, 1, false},
      {"huge scores", "f32", 1, 2, 1, 16, 32, 64, 16, true, 2, 6e5, false},
      {"one", "f32", 1, 1, 1, 1, 1, 1, 1, false, 0, 1, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    runAttention(&cases[i]);
}

//===--- plain folds ------------------------------------------------------===//

#define AXIS(NAME, ROLE, EXTENT) "{name=\"" NAME "\", role=\"" ROLE "\", extent=" #EXTENT "}"

static void testMatmul(void **state) {
  (void)state;
  // Both layouts of the right operand; a third result channel shares only m.
  static const char *const rhs[2] = {"6x7", "7x6"}, *const map[2] = {"(k,n)", "(n,k)"};
  for (int layout = 0; layout < 2; ++layout) {
    char text[4096];
    snprintf(text, sizeof text,
             "func.func @f(%%a: tensor<5x6xf16>, %%b: tensor<%sxf16>) -> (tensor<7x5xf32>, "
             "tensor<5xf32>) {\n"
             "  %%c, %%s = \"carrier.fold\"() ({\n"
             "    %%x = \"carrier.element\"(%%a) {map = affine_map<(m,n,k) -> (m,k)>} : "
             "(tensor<5x6xf16>) -> f16\n"
             "    %%y = \"carrier.element\"(%%b) {map = affine_map<(m,n,k) -> %s>} : "
             "(tensor<%sxf16>) -> f16\n"
             "    %%z = \"carrier.product\"(%%x, %%y) : (f16, f16) -> f32\n"
             "    %%w = arith.extf %%x : f16 to f32\n"
             "    gpu.yield %%z, %%w : f32, f32\n"
             "  }, {\n  ^bb0(%%s0: f32, %%s1: f32):\n    gpu.yield %%s0, %%s1 : f32, f32\n"
             "  }) {axes = [" AXIS("m", "free", 5) "," AXIS("n", "free", 7) "," AXIS(
                 "k", "fold",
                 6) "],\n"
                    "   maps = [affine_map<(m,n,k) -> (n,m)>, affine_map<(m,n,k) -> (m)>],\n"
                    "   channels = [{name=\"s\", monoid=\"add\", type=f32, identity=0.0 : f32, "
                    "contraction=\"mm\"},"
                    "{name=\"r\", monoid=\"max\", type=f32, identity=0xFF800000 : f32}]}"
                    " : () -> (tensor<7x5xf32>, tensor<5xf32>)\n"
                    "  return %%c, %%s : tensor<7x5xf32>, tensor<5xf32>\n}\n",
             rhs[layout], map[layout], rhs[layout]);
    AttnHostProgram *p = mustCompile(text);
    AttnTensor in[2], out[2];
    draw(p, in);
    assert_true(attnHostRun(p, in, out, NULL));
    for (int m = 0; m < 5; ++m) {
      double max = -INFINITY;
      for (int k = 0; k < 6; ++k)
        max = fmax(max, attnTensorGet(&in[0], m * 6 + k));
      assert_true(attnTensorGet(&out[1], m) == max);
      for (int n = 0; n < 7; ++n) {
        double sum = 0;
        for (int k = 0; k < 6; ++k)
          sum += attnTensorGet(&in[0], m * 6 + k) *
                 attnTensorGet(&in[1], layout ? n * 6 + k : k * 7 + n);
        assert_true(fabs(attnTensorGet(&out[0], n * 5 + m) - sum) < 1e-5);
      }
    }
    release(in, 2);
    release(out, 2);
    attnHostDestroy(p);
  }
}

static void testMonoids(void **state) {
  (void)state;
  // Columns of x: sum, product, minimum, maximum; of b: and, or.
#define R "tensor<3xf32>"
#define R6 R "," R "," R "," R "," R "," R
  static const char text[] =
      "#e = affine_map<(n,k) -> (k,n)>\n#r = affine_map<(n,k) -> (n)>\n"
      "func.func @f(%x: tensor<6x3xf32>, %b: tensor<6x3xi1>) -> (" R6 ") {\n"
      "  %o:6 = \"carrier.fold\"() ({\n"
      "    %xe = \"carrier.element\"(%x) {map = #e} : (tensor<6x3xf32>) -> f32\n"
      "    %be = \"carrier.element\"(%b) {map = #e} : (tensor<6x3xi1>) -> i1\n"
      "    gpu.yield %xe, %xe, %xe, %xe, %be, %be : f32, f32, f32, f32, i1, i1\n"
      "  }, {\n"
      "  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: i1, %a5: i1):\n"
      "    %f4 = arith.uitofp %a4 : i1 to f32\n    %f5 = arith.uitofp %a5 : i1 to f32\n"
      "    gpu.yield %a0, %a1, %a2, %a3, %f4, %f5 : f32, f32, f32, f32, f32, f32\n"
      "  }) {axes = [" AXIS("n", "free", 3) "," AXIS(
          "k", "fold",
          6) "],\n"
             "   maps = [#r, #r, #r, #r, #r, #r],\n"
             "   channels = [{name=\"a\", monoid=\"add\", type=f32, identity=0.0 : f32},"
             "{name=\"b\", monoid=\"mul\", type=f32, identity=1.0 : f32},"
             "{name=\"c\", monoid=\"min\", type=f32, identity=0x7F800000 : f32},"
             "{name=\"d\", monoid=\"max\", type=f32, identity=0xFF800000 : f32},"
             "{name=\"f\", monoid=\"and\", type=i1, identity=true},"
             "{name=\"g\", monoid=\"or\", type=i1, identity=false}]} : () -> (" R6 ")\n"
             "  return %o#0, %o#1, %o#2, %o#3, %o#4, %o#5 : " R6 "\n}\n";
#undef R
#undef R6
  AttnHostProgram *p = mustCompile(text);
  AttnTensor in[2], out[6];
  draw(p, in);
  assert_true(attnHostRun(p, in, out, NULL));
  for (int n = 0; n < 3; ++n) {
    double want[6] = {0, 1, INFINITY, -INFINITY, 1, 0};
    for (int k = 0; k < 6; ++k) {
      double x = attnTensorGet(&in[0], k * 3 + n), b = attnTensorGet(&in[1], k * 3 + n);
      want[0] += x, want[1] *= x, want[2] = fmin(want[2], x);
      want[3] = fmax(want[3], x);
      want[4] = want[4] != 0 && b != 0, want[5] = want[5] != 0 || b != 0;
    }
    for (int r = 0; r < 6; ++r)
      if (!(fabs(attnTensorGet(&out[r], n) - want[r]) <= (r < 2 ? 1e-5 : 0)))
        fail_msg("result %d[%d] = %g, expected %g", r, n, attnTensorGet(&out[r], n), want[r]);
  }
  release(in, 2);
  release(out, 6);
  attnHostDestroy(p);
}

//===--- leftovers, borders, signatures -----------------------------------===//

/// Arithmetic on tensors, f16 and bf16 rounding, linalg, slices, a constant tensor.
static void testLeftovers(void **state) {
  (void)state;
  static const char text[] =
      "func.func @f(%x: tensor<4x6xf16>, %y: tensor<4x6xbf16>) -> (tensor<4x6xf16>, "
      "tensor<4x6xbf16>, tensor<2x3xf32>) {\n"
      "  %c = arith.constant dense<1.5> : tensor<4x6xf16>\n"
      "  %a = arith.mulf %x, %c : tensor<4x6xf16>\n"
      "  %b = math.exp %a : tensor<4x6xf16>\n"
      "  %d = arith.addf %y, %y : tensor<4x6xbf16>\n"
      "  %e = math.tanh %d : tensor<4x6xbf16>\n"
      "  %s = tensor.extract_slice %x[1, 2] [2, 3] [1, 1] : tensor<4x6xf16> to tensor<2x3xf16>\n"
      "  %w = arith.extf %s : tensor<2x3xf16> to tensor<2x3xf32>\n"
      "  %z = math.erf %w : tensor<2x3xf32>\n"
      "  return %b, %e, %z : tensor<4x6xf16>, tensor<4x6xbf16>, tensor<2x3xf32>\n}\n";
  AttnHostProgram *p = mustCompile(text);
  AttnTensor in[2], out[3], half = {.type = {ATTN_TYPE_F16, 1, {1}}};
  draw(p, in);
  assert_true(attnTensorCreate(&half, &half.type, NULL));
  assert_true(attnHostRun(p, in, out, NULL));
  for (int i = 0; i < 24; ++i) {
    attnTensorSet(&half, 0, attnTensorGet(&in[0], i) * 1.5);
    double want = exp(attnTensorGet(&half, 0));
    assert_true(fabs(attnTensorGet(&out[0], i) - want) <= want * 6e-4);
    assert_true(fabs(attnTensorGet(&out[1], i) - tanh(2 * attnTensorGet(&in[1], i))) <= 4e-3);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      assert_true(fabs(attnTensorGet(&out[2], i * 3 + j) -
                       erf(attnTensorGet(&in[0], (i + 1) * 6 + j + 2))) <= 1e-6);
  release(in, 2);
  release(out, 3);
  attnTensorDestroy(&half);
  attnHostDestroy(p);
}

/// Narrowing rounds once, also from f64.
static void testNarrowing(void **state) {
  (void)state;
  static const char text[] =
      "func.func @f(%x: tensor<4xf64>) -> (tensor<4xf16>, tensor<4xbf16>) {\n"
      "  %a = arith.truncf %x : tensor<4xf64> to tensor<4xf16>\n"
      "  %b = arith.truncf %x : tensor<4xf64> to tensor<4xbf16>\n"
      "  return %a, %b : tensor<4xf16>, tensor<4xbf16>\n}\n";
  AttnHostProgram *p = mustCompile(text);
  // 1 + 2^-8 is a tie for bf16, 1 + 2^-11 for f16; what is a hair above either is not.
  double x[4] = {1 + 0x1p-8, 1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-11 + 0x1p-40, -1e300};
  uint16_t half[4], bf16[4];
  assert_true(attnHostRunBuffers(p, (const void *[]){x}, (void *[]){half, bf16}, NULL));
  assert_memory_equal(half, ((uint16_t[]){0x3c04, 0x3c04, 0x3c01, 0xfc00}), sizeof half);
  assert_memory_equal(bf16, ((uint16_t[]){0x3f80, 0x3f81, 0x3f80, 0xff80}), sizeof bf16);
  attnHostDestroy(p);
}

/// The function writes into its argument and returns it, and another argument twice.
static void testBorders(void **state) {
  (void)state;
  static const char text[] =
      "func.func private @g(%x: tensor<3xf32>) -> tensor<3xf32> {\n  return %x : tensor<3xf32>\n}\n"
      "func.func @f(%x: tensor<3xf32> {jax.name = \"x\"}, %y: tensor<3xf32>) -> "
      "(tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f64>) {\n"
      "  %c0 = arith.constant 0 : index\n  %z = arith.constant 5.0 : f32\n"
      "  %a = tensor.insert %z into %x[%c0] : tensor<3xf32>\n"
      "  %b = func.call @g(%y) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "  %k = arith.constant dense<2.5> : tensor<f64>\n"
      "  return %a, %b, %y, %k : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f64>\n}\n";
  mlirContextSetAllowUnregisteredDialects(ctx, true);
  AttnHostProgram *p = mustCompile(text);
  mlirContextSetAllowUnregisteredDialects(ctx, false);
  assert_string_equal(attnHostEntry(p), "f");
  assert_int_equal(attnHostNumArguments(p), 2);
  assert_int_equal(attnHostNumResults(p), 4);
  assert_int_equal(attnHostResult(p, 3)->rank, 0);
  assert_int_equal(attnHostResult(p, 3)->type, ATTN_TYPE_F64);
  float x[3] = {1, 2, 3}, y[3] = {7, 8, 9}, a[3], b[3], c[3];
  double k;
  for (int round = 0; round < 2; ++round) {
    memset(a, 0xff, sizeof a), memset(b, 0xff, sizeof b), memset(c, 0xff, sizeof c);
    assert_true(attnHostRunBuffers(p, (const void *[]){x, y}, (void *[]){a, b, c, &k}, NULL));
    assert_memory_equal(x, ((float[]){1, 2, 3}), sizeof x);
    assert_memory_equal(a, ((float[]){5, 2, 3}), sizeof a);
    assert_memory_equal(b, y, sizeof b);
    assert_memory_equal(c, y, sizeof c);
    assert_true(k == 2.5);
  }
  // A tensor of another type is refused by name.
  AttnTensor in[2], out[4];
  AttnTensorType wrong = {ATTN_TYPE_F32, 1, {4}};
  AttnStatus status;
  assert_true(attnTensorCreate(&in[0], &wrong, NULL));
  assert_true(attnTensorCreate(&in[1], attnHostArgument(p, 1), NULL));
  assert_false(attnHostRun(p, in, out, &status));
  assert_string_equal(status.message, "argument 0 is tensor<4xf32>, expected tensor<3xf32>");
  release(in, 2);
  attnHostDestroy(p);
}

static void testRefused(void **state) {
  (void)state;
  static const struct {
    const char *text, *entry, *says;
  } cases[] = {
      {"func.func @f(%x: tensor<?xf32>) { return }", NULL,
       "has dynamic dimensions: the CPU executor needs the arguments' shapes"},
      {"func.func @f(%x: f32) { return }", NULL, "argument 0 of the entry is not a ranked tensor"},
      {"func.func @f(%x: tensor<*xf32>) { return }", NULL, "is not a ranked tensor"},
      {"func.func @f(%x: tensor<2xi7>) { return }", NULL, "has an element type that does not run"},
      {"func.func @f(%x: tensor<2xf32>) -> tensor<2xindex> { %0 = arith.constant dense<1> : "
       "tensor<2xindex>\n"
       "return %0 : tensor<2xindex> }",
       NULL, "result 0 of the entry has an element type"},
      {"func.func @f(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) { return }", NULL,
       "has rank 17"},
      {"func.func private @f() { return }", NULL, "no public function with a body"},
      {"func.func @f() { return }\nfunc.func @g() { return }", NULL, "second public function"},
      {"func.func @f() { return }", "h", "no function 'h' with a body"},
      {"func.func private @missing_here(tensor<1xf32>)\nfunc.func @f(%x: tensor<1xf32>) {\n"
       "call @missing_here(%x) : (tensor<1xf32>) -> ()\nreturn }",
       NULL, "function 'missing_here' has no body"},
      {"func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
       "%r = tosa.abs %x : (tensor<2xf32>) -> tensor<2xf32>\nreturn %r : tensor<2xf32> }",
       NULL, "'tosa.abs' has no lowering to the CPU"},
      {"func.func @f(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {\n%e = tensor.empty() : "
       "tensor<2x2xf32>\n"
       "%r = linalg.softmax dimension(1) ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> "
       "tensor<2x2xf32>\n"
       "return %r : tensor<2x2xf32> }",
       NULL, "'linalg.softmax' has no lowering to the CPU"},
      {"gpu.module @k {}\nfunc.func @f() { return }", NULL, "already compiled for a GPU"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    AttnStatus status;
    AttnHostProgram *p = compile(cases[i].text, cases[i].entry, &status);
    if (p || !strstr(said, cases[i].says))
      fail_msg("case %zu: expected '%s', got '%s'", i, cases[i].says, said);
    assert_int_equal(status.code, ATTN_STATUS_INVALID);
    assert_true(status.message[0]);
  }
  // A wrong pipeline is a message, not a diagnostic.
  MlirModule module =
      mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString("func.func @f() { return }"));
  AttnHostOptions options = {.struct_size = sizeof options, .pipeline = "attn-nonsense"};
  AttnStatus status;
  assert_null(attnCompileHost(module, &options, &status));
  assert_non_null(strstr(status.message, "attn-nonsense"));
  mlirModuleDestroy(module);
}

/// More memory than there is: a status, and the next run works.
static void testMemory(void **state) {
  (void)state;
  static const char text[] =
      "func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {\n"
      "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
      "  %e = tensor.extract %x[%c0] : tensor<1xf32>\n"
      "  %i = arith.fptosi %e : f32 to i64\n  %n = arith.index_cast %i : i64 to index\n"
      "  %t = tensor.empty(%n) : tensor<?xf32>\n"
      "  %z = linalg.fill ins(%e : f32) outs(%t : tensor<?xf32>) -> tensor<?xf32>\n"
      "  %v = tensor.extract %z[%c1] : tensor<?xf32>\n"
      "  %r = tensor.from_elements %v : tensor<1xf32>\n  return %r : tensor<1xf32>\n}\n";
  AttnHostProgram *p = mustCompile(text);
  float big = 4e18f, small = 4, out = 0;
  AttnStatus status;
  assert_false(attnHostRunBuffers(p, (const void *[]){&big}, (void *[]){&out}, &status));
  assert_int_equal(status.code, ATTN_STATUS_MEMORY);
  assert_true(attnHostRunBuffers(p, (const void *[]){&small}, (void *[]){&out}, &status));
  assert_int_equal(status.code, ATTN_STATUS_OK);
  assert_true(out == 4);
  attnHostDestroy(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testAttention), cmocka_unit_test(testMatmul),
      cmocka_unit_test(testMonoids),   cmocka_unit_test(testLeftovers),
      cmocka_unit_test(testNarrowing), cmocka_unit_test(testBorders),
      cmocka_unit_test(testRefused),   cmocka_unit_test(testMemory),
  };
  return cmocka_run_group_tests(tests, setUp, contextTearDown);
}
