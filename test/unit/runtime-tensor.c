//===- runtime-tensor.c - Half types, .npy files, drawn inputs ------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "Runtime/Compare.h"
#include "Runtime/File.h"
#include "Runtime/Half.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static AttnStatus st;

//===--- f16 and bf16 -----------------------------------------------------===//

static void halfRoundTrip(void **state) {
  (void)state;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    double h = attnF16ToDouble((uint16_t)bits), b = attnBf16ToDouble((uint16_t)bits);
    if (isnan(h))
      assert_true(isnan(attnF16ToDouble(attnF16FromDouble(h))));
    else
      assert_int_equal(attnF16FromDouble(h), bits);
    if (isnan(b))
      assert_true(isnan(attnBf16ToDouble(attnBf16FromDouble(b))));
    else
      assert_int_equal(attnBf16FromDouble(b), bits);
  }
}

static void halfValues(void **state) {
  (void)state;
  static const struct {
    double x;
    uint16_t f16, bf16;
  } rows[] = {
      {0.0, 0x0000, 0x0000},
      {-0.0, 0x8000, 0x8000},
      {1.0, 0x3C00, 0x3F80},
      {-2.5, 0xC100, 0xC020},
      {65504, 0x7BFF, 0x4780},
      {65519.999, 0x7BFF, 0x4780}, // below the middle to the next binade
      {65520, 0x7C00, 0x4780},     // the middle: to even, that is infinity
      {1e30, 0x7C00, 0x714A},
      {INFINITY, 0x7C00, 0x7F80},
      {-INFINITY, 0xFC00, 0xFF80},
      {0x1p-24, 0x0001, 0x3380},        // the smallest f16 subnormal
      {0x1p-25, 0x0000, 0x3300},        // half of it: to even, zero
      {0x1.8p-24, 0x0002, 0x33C0},      // one and a half: to even, two
      {0x1.000001p-25, 0x0001, 0x3300}, // a little more than half
      {0x1.ff8p-15, 0x03FF, 0x3880},    // the largest f16 subnormal
      {0x1.ffcp-15, 0x0400, 0x3880},    // rounds up into the normal numbers
      {1 + 0x1p-11, 0x3C00, 0x3F80},    // a tie for f16: to even
      {1 + 3 * 0x1p-11, 0x3C02, 0x3F80},
      // Through float this would round twice: up to the tie, then to even upwards.
      {1 + 0x1p-10 + 0x1p-11 - 0x1p-30, 0x3C01, 0x3F80},
      {1 + 0x1p-8, 0x3C04, 0x3F80},     // a tie for bf16
      {1 + 3 * 0x1p-8, 0x3C0C, 0x3F82}, // the other parity
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    assert_int_equal(attnF16FromDouble(rows[i].x), rows[i].f16);
    assert_int_equal(attnBf16FromDouble(rows[i].x), rows[i].bf16);
  }
}

/// Rounding to nearest, against a search over all finite f16 numbers.
static void halfNearest(void **state) {
  (void)state;
  uint64_t z = 1;
  for (int k = 0; k < 2000; ++k) {
    z = z * 6364136223846793005u + 1442695040888963407u;
    double x = ldexp((double)(z >> 11) * 0x1p-53, (int)(z % 45) - 28), best = 0;
    for (unsigned bits = 0; bits < 0x7C00; ++bits) {
      double h = attnF16ToDouble((uint16_t)bits);
      if (fabs(h - x) < fabs(best - x))
        best = h;
    }
    double got = attnF16ToDouble(attnF16FromDouble(x));
    if (x < 65504)
      assert_true(fabs(got - x) == fabs(best - x));
  }
}

//===--- .npy -------------------------------------------------------------===//

static char path[] = "runtime-tensor.XXXXXX";

static void put(const void *bytes, size_t size) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, size, f), size);
  fclose(f);
}

static void npyRoundTrip(void **state) {
  (void)state;
  for (int type = 0; type < ATTN_NUM_TYPES; ++type)
    for (int rank = 0; rank < 4; ++rank) {
      AttnTensorType t = {.type = (AttnType)type, .rank = rank, .shape = {3, 5, 2}};
      AttnTensor a, b;
      assert_true(attnTensorCreate(&a, &t, &st));
      assert_true(attnTensorDraw(&a, "uniform", 7, 1, &st));
      assert_true(attnNpyWrite(path, &a, &st));
      assert_true(attnNpyRead(path, &t, &b, &st));
      assert_memory_equal(a.data, b.data, attnTensorBytes(&t));
      attnTensorDestroy(&b);
      // One dimension more is another shape.
      t.shape[t.rank++] = 1;
      assert_false(attnNpyRead(path, &t, &b, &st));
      assert_int_equal(st.code, ATTN_STATUS_INVALID);
      assert_non_null(strstr(st.message, path));
      assert_non_null(strstr(st.message, "expected tensor<"));
      attnTensorDestroy(&a);
    }
}

/// A .npy file with the given header text and data.
static size_t npyBytes(char *out, int major, const char *header, const void *data, size_t size) {
  size_t n = strlen(header), at = major == 1 ? 10 : 12;
  memcpy(out, "\x93NUMPY", 6);
  out[6] = (char)major;
  out[7] = 0;
  memset(out + 8, 0, 4);
  out[8] = (char)(n & 255);
  out[9] = (char)(n >> 8);
  memcpy(out + at, header, n);
  memcpy(out + at + n, data, size);
  return at + n + size;
}

static void npyForms(void **state) {
  (void)state;
  char file[512];
  const float data[6] = {1, 2, 3, 4, 5, 6};
  AttnTensor t;
  // Version 2 has a longer length; keys come in any order.
  put(file, npyBytes(file, 2, "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}\n", data,
                     sizeof data));
  assert_true(attnNpyRead(path, NULL, &t, &st));
  assert_int_equal(t.type.rank, 2);
  assert_memory_equal(t.data, data, sizeof data);
  attnTensorDestroy(&t);
  // Column-major data come out row-major.
  put(file, npyBytes(file, 1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", data,
                     sizeof data));
  assert_true(attnNpyRead(path, NULL, &t, &st));
  const float rows[6] = {1, 3, 5, 2, 4, 6};
  assert_memory_equal(t.data, rows, sizeof rows);
  attnTensorDestroy(&t);
  // uint16 is bf16, or i16 where that is expected; uint8 is i1 where that is.
  put(file, npyBytes(file, 1, "{'descr': '<u2', 'fortran_order': False, 'shape': (1,), }\n",
                     "\x80\x3F", 2));
  AttnTensorType bf16 = {.type = ATTN_TYPE_BF16, .rank = 1, .shape = {1}}, i16 = bf16;
  i16.type = ATTN_TYPE_I16;
  assert_true(attnNpyRead(path, &bf16, &t, &st));
  assert_true(attnTensorGet(&t, 0) == 1.0);
  attnTensorDestroy(&t);
  assert_true(attnNpyRead(path, &i16, &t, &st));
  assert_true(attnTensorGet(&t, 0) == 0x3F80);
  attnTensorDestroy(&t);
}

static void npyErrors(void **state) {
  (void)state;
  char file[512];
  const float data[6] = {0};
  AttnTensor t;
  static const char *const good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";
  size_t n = npyBytes(file, 1, good, data, sizeof data);
  // Cut short at every byte.
  for (size_t k = 0; k < n; ++k) {
    put(file, k);
    assert_false(attnNpyRead(path, NULL, &t, &st));
    assert_non_null(strstr(st.message, path));
  }
  put(file, n);
  assert_true(attnNpyRead(path, NULL, &t, &st));
  attnTensorDestroy(&t);
  file[n] = 0;
  put(file, n + 1);
  assert_false(attnNpyRead(path, NULL, &t, &st));
  assert_non_null(strstr(st.message, "beyond"));
  static const struct {
    const char *header, *message;
  } rows[] = {
      {"{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }\n", "'>f4'"},
      {"{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3), }\n", "not supported"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 3), }\n", "bad shape"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3\n", "bad shape"},
      {"{'descr': '<f4', 'fortran_order': False}\n", "header"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4), }\n",
       "too large"},
      {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3), }\n", "header"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    put(file, npyBytes(file, 1, rows[i].header, data, sizeof data));
    assert_false(attnNpyRead(path, NULL, &t, &st));
    assert_non_null(strstr(st.message, rows[i].message));
  }
  file[6] = 9;
  put(file, n);
  assert_false(attnNpyRead(path, NULL, &t, &st));
  assert_non_null(strstr(st.message, "format 9"));
  assert_false(attnNpyRead("no/such/file.npy", NULL, &t, &st));
  assert_int_equal(st.code, ATTN_STATUS_IO);
  assert_false(attnNpyRead(".", NULL, &t, &st));
  assert_non_null(strstr(st.message, "directory"));
}

static void writeErrors(void **state) {
  (void)state;
  AttnTensorType type = {.type = ATTN_TYPE_F32, .rank = 1, .shape = {4}};
  AttnTensor t;
  assert_true(attnTensorCreate(&t, &type, &st));
  assert_false(attnNpyWrite("no/such/folder/x.npy", &t, &st));
  assert_int_equal(st.code, ATTN_STATUS_IO);
  assert_non_null(strstr(st.message, "no/such/folder/x.npy"));
  assert_false(attnNpyWrite(".", &t, &st));
  attnTensorDestroy(&t);
}

//===--- drawn inputs -----------------------------------------------------===//

static void drawGolden(void **state) {
  (void)state;
  // Changing these numbers changes every published error and every test that names values.
  AttnTensorType type = {.type = ATTN_TYPE_F64, .rank = 1, .shape = {4}};
  AttnTensor t;
  assert_true(attnTensorCreate(&t, &type, &st));
  assert_true(attnTensorDraw(&t, "randn", 0, 0, &st));
  uint64_t bits = attnChecksum(t.data, 32);
  assert_true(attnTensorDraw(&t, "uniform", 42, 3, &st));
  bits ^= attnChecksum(t.data, 32);
  if (bits != 0xC8348B8B44C6F8A1u)
    fail_msg("the drawn numbers have changed: 0x%016llx", (unsigned long long)bits);
  attnTensorDestroy(&t);
}

static void drawMoments(void **state) {
  (void)state;
  enum { N = 200000 };
  AttnTensorType type = {.type = ATTN_TYPE_F32, .rank = 1, .shape = {N}};
  AttnTensor a, b;
  assert_true(attnTensorCreate(&a, &type, &st) && attnTensorCreate(&b, &type, &st));
  assert_true(attnTensorDraw(&a, "randn", 1, 0, &st));
  assert_true(attnTensorDraw(&b, "randn", 1, 1, &st));
  double m = 0, v = 0, q = 0, cross = 0;
  int tails = 0;
  for (int i = 0; i < N; ++i) {
    double x = attnTensorGet(&a, i), y = attnTensorGet(&b, i);
    m += x / N;
    v += x * x / N;
    q += x * x * x * x / N;
    cross += x * y / N;
    tails += fabs(x) > 3;
  }
  assert_true(fabs(m) < 0.01 && fabs(v - 1) < 0.02 && fabs(q - 3) < 0.15 && fabs(cross) < 0.01);
  assert_in_range(tails, 440, 640); // 0.0027 * N = 540
  attnTensorDestroy(&a);
  attnTensorDestroy(&b);
}

static void drawKinds(void **state) {
  (void)state;
  AttnTensorType type = {.type = ATTN_TYPE_F16, .rank = 1, .shape = {64}};
  AttnTensor t, again;
  assert_true(attnTensorCreate(&t, &type, &st));
  assert_true(attnTensorDraw(&t, "iota", 0, 0, &st) && attnTensorGet(&t, 63) == 63);
  assert_true(attnTensorDraw(&t, "ones", 0, 0, &st) && attnTensorGet(&t, 63) == 1);
  assert_true(attnTensorDraw(&t, "zeros", 0, 0, &st) && attnTensorGet(&t, 63) == 0);
  assert_false(attnTensorDraw(&t, "gauss", 0, 0, &st));
  assert_non_null(strstr(st.message, "'gauss'"));
  // A prefix of a longer tensor is the shorter one: element i depends on i only.
  assert_true(attnTensorDraw(&t, "randn", 5, 2, &st));
  type.shape[0] = 16;
  assert_true(attnTensorCreate(&again, &type, &st));
  assert_true(attnTensorDraw(&again, "randn", 5, 2, &st));
  assert_memory_equal(t.data, again.data, 32);
  assert_true(attnTensorDraw(&again, "randn", 6, 2, &st));
  assert_memory_not_equal(t.data, again.data, 32);
  attnTensorDestroy(&again);
  attnTensorDestroy(&t);
  // Integers: both truth values, no negative ids.
  AttnTensorType bools = {.type = ATTN_TYPE_I1, .rank = 1, .shape = {64}};
  assert_true(attnTensorCreate(&t, &bools, &st));
  assert_true(attnTensorDraw(&t, "randn", 0, 0, &st));
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += (int)attnTensorGet(&t, i);
  assert_in_range(sum, 10, 54);
  attnTensorDestroy(&t);
}

//===--- comparison -------------------------------------------------------===//

static void compare(void **state) {
  (void)state;
  AttnComparison c;
  AttnTolerance t = {0.5, 0.1};
  attnCompareStart(&c);
  attnCompareAdd(&c, 0, 10, 11.5, t);             // 1.5 <= 0.5 + 1.15
  attnCompareAdd(&c, 1, NAN, NAN, t);             // agree
  attnCompareAdd(&c, 2, -INFINITY, -INFINITY, t); // agree
  assert_int_equal(c.bad, 0);
  attnCompareAdd(&c, 3, 0, 1, t);
  attnCompareAdd(&c, 4, NAN, 1, t);
  attnCompareAdd(&c, 5, 1, NAN, t);
  attnCompareAdd(&c, 6, INFINITY, -INFINITY, t);
  attnCompareAdd(&c, 7, INFINITY, 1e300, t);
  assert_int_equal(c.bad, 5);
  assert_int_equal(c.firstBad, 3);
  assert_int_equal(c.nonFinite, 4);
  assert_int_equal(c.finite, 2);
  assert_true(c.maxError == 1.5 && c.meanError == 1.25);
  assert_true(attnDefaultTolerance(ATTN_TYPE_F16).absolute == 2e-3);
  assert_true(attnDefaultTolerance(ATTN_TYPE_BF16).relative == 2e-2);
  assert_true(attnDefaultTolerance(ATTN_TYPE_I32).absolute == 0);
}

int main(void) {
  int fd = mkstemp(path);
  if (fd < 0)
    return 1;
  close(fd);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(halfRoundTrip), cmocka_unit_test(halfValues), cmocka_unit_test(halfNearest),
      cmocka_unit_test(npyRoundTrip),  cmocka_unit_test(npyForms),   cmocka_unit_test(npyErrors),
      cmocka_unit_test(writeErrors),   cmocka_unit_test(drawGolden), cmocka_unit_test(drawMoments),
      cmocka_unit_test(drawKinds),     cmocka_unit_test(compare),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
