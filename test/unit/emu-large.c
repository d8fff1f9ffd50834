//===- emu-large.c - Tensors of more than 2^31 elements -------------------===//
//
// Keys and values at the far end of tensors of 4.5 GB: the same bits as from small tensors, for
// every way in which operands get to their places. The memory is never touched but where the kernel
// reads.
//===----------------------------------------------------------------------===//
#include "context.h"

#include <sys/mman.h>

enum { Q = 70, KEYS = 100, D = 64, WIDE = 1024 };

static AttnStatus st;

static const char head[] =
    "func.func @main(%q: tensor<70x64xf16>, %x: tensor<SHAPExf16>) -> tensor<70x64xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n";
static const char tail[] =
    "  %es = tensor.empty() : tensor<70x100xf32>\n"
    "  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<70x100xf32>) -> tensor<70x100xf32>\n"
    "  %s = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, KMAP, affine_map<(m, "
    "n, k) "
    "-> (m, n)>] ins(%q, %k : tensor<70x64xf16>, VIEW) outs(%s0 : tensor<70x100xf32>) -> "
    "tensor<70x100xf32>\n"
    "  %p = linalg.softmax dimension(1) ins(%s : tensor<70x100xf32>) outs(%es : "
    "tensor<70x100xf32>) -> "
    "tensor<70x100xf32>\n"
    "  %eo = tensor.empty() : tensor<70x64xf32>\n"
    "  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<70x64xf32>) -> tensor<70x64xf32>\n"
    "  %o = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, n)>, KMAP, affine_map<(m, "
    "n, k) "
    "-> (m, k)>] ins(%p, %v : tensor<70x100xf32>, VIEW) outs(%o0 : tensor<70x64xf32>) -> "
    "tensor<70x64xf32>\n"
    "  return %o : tensor<70x64xf32>\n"
    "}\n";

/// Where keys and values lie.
typedef struct Place {
  bool across;  ///< x is [D][length], the sequence contiguous: rows of a tile are far apart
  int64_t rows; ///< x is [2][rows][WIDE]; across: the length
  int64_t first;
  int step; ///< of the sequence
} Place;

/// `text` with each NAME replaced.
static void expand(char *to, size_t size, const char *text, const char *const (*names)[2], int n) {
  size_t used = 0;
  while (*text && used < size - 1) {
    int k = 0;
    while (k < n && strncmp(text, names[k][0], strlen(names[k][0])) != 0)
      ++k;
    if (k == n) {
      to[used++] = *text++;
      continue;
    }
    used += (size_t)snprintf(to + used, size - used, "%s", names[k][1]);
    text += strlen(names[k][0]);
  }
  to[used] = 0;
}

static MlirModule attention(const Place *p) {
  static char text[8192], all[16384];
  char shape[64], slice[1024];
  const char *view = p->across ? "tensor<64x100xf16>" : "tensor<100x64xf16>";
  const char *map =
      p->across ? "affine_map<(m, n, k) -> (k, n)>" : "affine_map<(m, n, k) -> (n, k)>";
  size_t used = 0;
  if (p->across)
    snprintf(shape, sizeof shape, "%dx%ld", D, (long)p->rows);
  else
    snprintf(shape, sizeof shape, "2x%ldx%d", (long)p->rows, WIDE);
  for (int i = 0; i < 2; ++i) {
    const char *name = i ? "%v" : "%k";
    if (p->across)
      used += (size_t)snprintf(slice + used, sizeof slice - used,
                               "  %s = tensor.extract_slice %%x[0, %ld] [64, 100] [1, %d] : "
                               "tensor<SHAPExf16> to VIEW\n",
                               name, (long)(p->first - i * 400), p->step);
    else
      used +=
          (size_t)snprintf(slice + used, sizeof slice - used,
                           "  %s = tensor.extract_slice %%x[1, %ld, %d] [1, 100, 64] [1, %d, 1] : "
                           "tensor<SHAPExf16> to VIEW\n",
                           name, (long)p->first, i ? 512 : 128, p->step);
  }
  const char *const names[][2] = {{"SHAPE", shape}, {"KMAP", map}, {"VIEW", view}};
  snprintf(text, sizeof text, "%s%s%s", head, slice, tail);
  expand(all, sizeof all, text, names, 3);
  AttnSource source = {.name = (char *)"test.mlir", .text = all, .size = strlen(all)};
  MlirModule m = attnSourceParse(ctx, &source);
  if (mlirModuleIsNull(m))
    fail_msg("%s", lastDiagnostic);
  return m;
}

/// Halves between -2 and 2, the same for the same row and column.
static uint16_t half(int64_t row, int64_t column) {
  uint32_t h = (uint32_t)(row * 7919 + column * 104729) * 2654435761u;
  return (uint16_t)((h >> 16 & 0x8000) | (0x3800 + (h >> 8 & 0x7ff)));
}

static void fill(const Place *p, uint16_t *x) {
  for (int64_t j = 0; j < KEYS; ++j)
    for (int64_t c = 0; c < (p->across ? 2 * D : WIDE); ++c)
      if (p->across)
        x[c % D * p->rows + p->first - c / D * 400 + j * p->step] = half(j, c);
      else
        x[(p->rows + p->first + j * p->step) * WIDE + c] = half(j, c);
}

static void run(const Place *p, const char *schedule, float *out) {
  size_t bytes = (size_t)(p->across ? D : 2 * WIDE) * (size_t)p->rows * sizeof(uint16_t);
  uint16_t *x =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (x == MAP_FAILED)
    skip();
  fill(p, x);
  static _Alignas(256) uint16_t q[Q * D];
  for (int i = 0; i < Q * D; ++i)
    q[i] = half(i / D, 5000 + i % D);
  AttnTensor arguments[2] = {
      {.type = {.type = ATTN_TYPE_F16, .rank = 2, .shape = {Q, D}}, .data = q},
      {.type = {.type = ATTN_TYPE_F16, .rank = 3, .shape = {2, p->rows, WIDE}}, .data = x}};
  if (p->across)
    arguments[1].type = (AttnTensorType){.type = ATTN_TYPE_F16, .rank = 2, .shape = {D, p->rows}};
  AttnTensor result = {0};
  MlirModule m = attention(p);
  AttnEmulateOptions o = {.struct_size = sizeof o, .schedule = schedule};
  AttnEmulator *e = attnEmulateCompile(m, &o, &st);
  if (!e)
    fail_msg("%s: %s %s", schedule, st.message, lastDiagnostic);
  AttnEmulateRunOptions ro = {.struct_size = sizeof ro, .in_place = true};
  if (!attnEmulateRun(e, arguments, &result, &ro, &st))
    fail_msg("%s: %s", schedule, st.message);
  memcpy(out, result.data, sizeof(float) * Q * D);
  attnTensorDestroy(&result);
  attnEmulateDestroy(e);
  mlirModuleDestroy(m);
  munmap(x, bytes);
}

static void compare(const Place *there, const Place *here, int n, const char *const *schedules) {
  static float near[Q * D], far[Q * D];
  for (int i = 0; i < n; ++i) {
    run(here, schedules[i], near);
    run(there, schedules[i], far);
    float largest = 0;
    for (int k = 0; k < Q * D; ++k)
      largest = far[k] > largest ? far[k] : largest;
    assert_true(largest > 0.25f && largest < 4);
    if (memcmp(near, far, sizeof near) != 0)
      fail_msg("other bits far away under %s", schedules[i]);
  }
}

/// Offsets beyond 2^31 elements, in 2 * 1100000 * WIDE = 1.05 * 2^31.
static void farAway(void **state) {
  (void)state;
  static const char *const schedules[] = {
      "TILE@qk=n16x8/f4x2;STAGE=none;ROLE=u", "TILE@qk=n16x8/f4x2;STAGE=d1/sync;ROLE=u",
      "TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE=d1/cp;STAGE@kv=d2/cp/ring;ROLE=u",
      "TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE=d1/tma;STAGE@kv=d2/tma/ring;ROLE=u",
      "TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;ROLE@kv=p1:c1"};
  for (int step = 1; step <= 3; step += 2) {
    Place there = {.rows = 1100000, .first = 1100000 - (KEYS - 1) * step - 1, .step = step};
    Place here = {.rows = 400, .first = 17, .step = step};
    compare(&there, &here, sizeof schedules / sizeof *schedules, schedules);
  }
}

/// Strides so large that one tile spans more than 2^31 bytes and elements: D rows of 34200000.
static void farApart(void **state) {
  (void)state;
  static const char *const schedules[] = {
      "TILE@qk=n16x8/f4x2;STAGE=none;ROLE=u", "TILE@qk=n16x8/f4x2;STAGE=d1/sync;ROLE=u",
      "TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE=d1/sync;ROLE=u",
      "TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE@m=d1/tma;STAGE@kv=d2/tma/ring;ROLE=u"};
  Place there = {.across = true, .rows = 34200000, .first = 34199888, .step = 1};
  Place here = {.across = true, .rows = 1000, .first = 888, .step = 1};
  compare(&there, &here, sizeof schedules / sizeof *schedules, schedules);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(farAway), cmocka_unit_test(farApart)};
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
