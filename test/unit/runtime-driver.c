//===- runtime-driver.c - Packages, and launches on a driver without a device ===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "Runtime/Driver.h"
#include "Runtime/File.h"
#include "Runtime/OracleProgram.h"
#include "Runtime/Package.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static AttnStatus st;
static char logPath[] = "runtime-driver.XXXXXX";

//===--- a package to play with -------------------------------------------===//

/// One argument is copied to result 0 by `kernel`, through a temporary; a constant goes to
/// result 1.
typedef struct Model {
  AttnPackage package;
  AttnPackageVariant variants[2];
  AttnPackageBuffer buffers[5];
  AttnPackageStep steps[3];
  AttnPackageBlob blobs[3];
  AttnTensorType types[2];
  int steps0[2], steps1[2], steps2[2];
} Model;

static void makeModel(Model *m, const char *kernel) {
  static const float constant[4] = {1, 2, 3, 4};
  AttnTensorType t = {.type = ATTN_TYPE_F32, .rank = 2, .shape = {2, 2}}, flat = t;
  flat.rank = 1;
  flat.shape[0] = 4;
  *m = (Model){.types = {t, t},
               .blobs = {{"code for the chip", 17}, {constant, 16}, {"other code", 10}},
               .steps0 = {0, 1},
               .steps1 = {1, 2},
               .steps2 = {3, 4}};
  m->buffers[0] = (AttnPackageBuffer){ATTN_BUFFER_ARGUMENT, 0, 0, t};
  m->buffers[1] = (AttnPackageBuffer){ATTN_BUFFER_TEMPORARY, 0, 0, flat};
  m->buffers[2] = (AttnPackageBuffer){ATTN_BUFFER_RESULT, 0, 0, t};
  m->buffers[3] = (AttnPackageBuffer){ATTN_BUFFER_CONSTANT, 0, 1, t};
  m->buffers[4] = (AttnPackageBuffer){ATTN_BUFFER_RESULT, 1, 0, t};
  m->steps[0] = (AttnPackageStep){.kernel = "copy",
                                  .grid = {3, 1, 1},
                                  .block = {64, 2, 1},
                                  .shared = 1024,
                                  .numBuffers = 2,
                                  .buffers = m->steps0};
  m->steps[1] = (AttnPackageStep){.kernel = kernel,
                                  .grid = {1, 1, 1},
                                  .block = {32, 1, 1},
                                  .shared = 100 * 1024,
                                  .numBuffers = 2,
                                  .buffers = m->steps1};
  m->steps[2] = (AttnPackageStep){.numBuffers = 2, .buffers = m->steps2};
  m->variants[0] = (AttnPackageVariant){.chip = "sm_90a",
                                        .schedule = "d1/sync",
                                        .ptxas = "13.0",
                                        .code = 0,
                                        .numBuffers = 5,
                                        .numSteps = 3,
                                        .buffers = m->buffers,
                                        .steps = m->steps};
  m->variants[1] = m->variants[0];
  m->variants[1].chip = "sm_80";
  m->variants[1].code = 2;
  m->package = (AttnPackage){.name = "model",
                             .tool = "test",
                             .mlir = "22",
                             .entry = "main",
                             .sourceFile = "x.mlir",
                             .sourceHash = "0",
                             .numArguments = 1,
                             .numResults = 2,
                             .numVariants = 2,
                             .numBlobs = 3,
                             .arguments = m->types,
                             .results = m->types,
                             .variants = m->variants,
                             .blobs = m->blobs,
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

//===--- packages ---------------------------------------------------------===//

static void packageRoundTrip(void **state) {
  (void)state;
  Model m;
  makeModel(&m, "copy");
  AttnPackage *p = reopen(&m);
  assert_string_equal(attnPackageEntry(p), "main");
  assert_int_equal(attnPackageNumArguments(p), 1);
  assert_int_equal(attnPackageNumResults(p), 2);
  assert_true(attnTensorTypeEqual(attnPackageResult(p, 1), &m.types[1]));
  assert_int_equal(p->numVariants, 2);
  const AttnPackageVariant *v = &p->variants[0];
  assert_string_equal(v->schedule, "d1/sync");
  assert_string_equal(v->steps[0].kernel, "copy");
  assert_int_equal(v->steps[0].grid[0], 3);
  assert_int_equal(v->steps[0].block[1], 2);
  assert_null(v->steps[2].kernel);
  assert_int_equal(v->buffers[1].role, ATTN_BUFFER_TEMPORARY);
  assert_memory_equal(p->blobs[v->code].bytes, "code for the chip", 17);
  assert_non_null(strstr(attnPackageManifest(p), "\"sm_90a\""));
  assert_null(attnPackageOracle(p, &st));
  attnPackageDestroy(p);
}

static void packageDamage(void **state) {
  (void)state;
  Model m;
  makeModel(&m, "copy");
  void *memory;
  size_t size;
  assert_true(attnPackageSerialize(&m.package, &memory, &size, &st));
  unsigned char *bytes = memory;
  for (size_t n = 0; n < size; ++n) {
    assert_null(attnPackageOpenMemory(bytes, n, "cut.attnpkg", &st));
    assert_int_equal(st.code, ATTN_STATUS_FORMAT);
    assert_non_null(strstr(st.message, "cut.attnpkg"));
  }
  // Every byte is covered, by a checksum or as padding.
  int unnoticed = 0;
  for (size_t i = 0; i < size; ++i) {
    bytes[i] ^= 0x55;
    AttnPackage *p = attnPackageOpenMemory(bytes, size, "bad", &st);
    unnoticed += p != NULL;
    attnPackageDestroy(p);
    bytes[i] ^= 0x55;
  }
  assert_int_equal(unnoticed, 0);
  // Another version is named beside ours, before anything else is looked at.
  bytes[8] = 7;
  assert_null(attnPackageOpenMemory(bytes, size, "new.attnpkg", &st));
  assert_non_null(strstr(st.message, "format 7"));
  assert_non_null(strstr(st.message, "reads format 2"));
  bytes[8] = 1;
  assert_null(attnPackageOpenMemory("\x7f"
                                    "ELF, surely no package at all .................",
                                    40, "elf", &st));
  assert_non_null(strstr(st.message, "not an attn-mlir package"));
  free(bytes);
}

/// A manifest that is well formed, with right checksums, and says impossible things.
static void packageLies(void **state) {
  (void)state;
  static const struct {
    const char *from, *to;
  } rows[] = {
      {"\"code\":0", "\"code\":9"},
      {"\"code\":0", "\"code\":\"\""},
      {"\"copy\":[3,4]", "\"copy\":[3,9]"},
      {"\"copy\":[3,4]", "\"copy\":[3]"},
      {"\"copy\":[3,4]", "\"zero\":[3,4]"},
      {"\"copy\":[3,4]", "\"zero\":[]"},
      {"\"shape\":[2,2]", "\"shape\":[2,3]"},
      {"\"shape\":[2,2]", "\"shape\":[-2,2]"},
      {"\"shape\":[2,2]", "\"shape\":[4611686018427387904,4611686018427387904]"},
      {"\"type\":\"f32\"", "\"type\":\"f33\""},
      {"\"grid\":[3,1,1]", "\"grid\":[0,1,1]"},
      {"\"grid\":[3,1,1]", "\"grid\":[3,1]"},
      {"\"shared\":1024", "\"shared\":-1"},
      {"\"shared\":1024", "\"shared\":1024,\"dependent\":7"},
      {"\"copy\":[3,4]", "\"zero\":[3],\"by\":7"},
      {"\"blob\":1", "\"blob\":0"},
      {"\"index\":1", "\"index\":0"},
      {"\"role\":\"temporary\"", "\"role\":\"guest\""},
      {"\"entry\":\"main\"", "\"entry\":7"},
      {"\"buffers\":[0,1]", "\"buffers\":[0,5]"},
      {"\"size\":16", "\"size\":99999"},
      {"\"offset\":64", "\"offset\":-64"},
      {"{\"format\"", "[\"format\""},
  };
  Model m;
  makeModel(&m, "copy");
  void *memory;
  size_t size;
  assert_true(attnPackageSerialize(&m.package, &memory, &size, &st));
  const unsigned char *old = memory;
  uint64_t length;
  memcpy(&length, old + 32, 8);
  size_t blobs = 64 + (length + 63) / 64 * 64;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
    char manifest[8192] = "";
    memcpy(manifest, old + 64, length);
    char *at = strstr(manifest, rows[r].from);
    if (!at)
      fail_msg("no %s in %s", rows[r].from, manifest);
    memmove(at + strlen(rows[r].to), at + strlen(rows[r].from),
            strlen(at + strlen(rows[r].from)) + 1);
    memcpy(at, rows[r].to, strlen(rows[r].to));
    uint64_t n = strlen(manifest), start = 64 + (n + 63) / 64 * 64, total = start + size - blobs,
             sum;
    unsigned char *bytes = calloc(1, total);
    memcpy(bytes, old, 64);
    memcpy(bytes + 16, &total, 8);
    memcpy(bytes + 32, &n, 8);
    sum = attnChecksum(manifest, n);
    memcpy(bytes + 40, &sum, 8);
    sum = attnChecksum(bytes, 48);
    memcpy(bytes + 48, &sum, 8);
    memcpy(bytes + 64, manifest, n);
    memcpy(bytes + start, old + blobs, size - blobs);
    AttnPackage *p = attnPackageOpenMemory(bytes, total, "liar", &st);
    if (p)
      fail_msg("accepted: %s", rows[r].to);
    assert_int_equal(st.code, ATTN_STATUS_FORMAT);
    free(bytes);
  }
  free(memory);
}

static void chips(void **state) {
  (void)state;
  int d;
  assert_true(attnChipRunsOn("sm_80", 8, 0, &d));
  assert_true(attnChipRunsOn("sm_80", 8, 9, &d));
  assert_false(attnChipRunsOn("sm_89", 8, 0, &d));
  assert_false(attnChipRunsOn("sm_80", 9, 0, &d));
  assert_true(attnChipRunsOn("sm_90a", 9, 0, &d));
  assert_false(attnChipRunsOn("sm_90a", 10, 0, &d));
  assert_true(attnChipRunsOn("sm_120a", 12, 0, &d));
  assert_false(attnChipRunsOn("sm_120a", 12, 1, &d));
  assert_true(attnChipRunsOn("sm_120f", 12, 1, &d));
  assert_false(attnChipRunsOn("gfx90", 9, 0, &d));
  AttnPackageVariant v[] = {
      {.chip = "sm_80"}, {.chip = "sm_86"}, {.chip = "sm_90"}, {.chip = "sm_90a"}};
  AttnPackage p = {.numVariants = 4, .variants = v};
  assert_ptr_equal(attnPackageSelect(&p, 8, 0), &v[0]);
  assert_ptr_equal(attnPackageSelect(&p, 8, 9), &v[1]);
  assert_ptr_equal(attnPackageSelect(&p, 9, 0), &v[3]);
  assert_null(attnPackageSelect(&p, 10, 0));
}

//===--- launches ---------------------------------------------------------===//

static AttnDevice *open(void) {
  return attnDeviceOpen(&(AttnDeviceOptions){.libcuda = ATTN_FAKE_CUDA}, &st);
}

static char *readLog(void) {
  unsigned char *bytes;
  size_t size;
  assert_true(attnFileRead(logPath, &bytes, &size, &st));
  return (char *)bytes;
}

static int alive(void) {
  void *library = dlopen(ATTN_FAKE_CUDA, RTLD_NOW);
  int (*count)(void);
  void *address = dlsym(library, "fakeCudaAlive");
  memcpy(&count, &address, sizeof address);
  return count();
}

static AttnTensor input(void) {
  AttnTensor t;
  AttnTensorType type = {.type = ATTN_TYPE_F32, .rank = 2, .shape = {2, 2}};
  assert_true(attnTensorCreate(&t, &type, &st));
  assert_true(attnTensorDraw(&t, "iota", 0, 0, &st));
  return t;
}

/// Opens, loads, runs; returns whether the run was well. Everything is freed.
static bool runModel(const char *kernel, AttnTensor *results) {
  Model m;
  makeModel(&m, kernel);
  AttnPackage *p = reopen(&m);
  AttnTensor in = input();
  AttnDevice *d = open();
  AttnProgram *prog = d ? attnProgramLoad(d, p, &st) : NULL;
  attnPackageDestroy(p); // the program needs it no longer
  bool ok = prog && attnProgramRun(prog, &in, results, &st);
  attnTensorDestroy(&in);
  attnProgramDestroy(prog);
  attnDeviceDestroy(d);
  return ok;
}

static void launch(void **state) {
  (void)state;
  AttnTensor results[2];
  setenv("FAKE_CUDA_LOG", logPath, 1);
  if (!runModel("copy", results))
    fail_msg("%s", st.message);
  unsetenv("FAKE_CUDA_LOG");
  for (int i = 0; i < 4; ++i) {
    assert_true(attnTensorGet(&results[0], i) == i);
    assert_true(attnTensorGet(&results[1], i) == i + 1);
  }
  attnTensorDestroy(&results[0]);
  attnTensorDestroy(&results[1]);
  char *log = readLog();
  assert_string_equal(log, "launch copy grid 3 1 1 block 64 2 1 shared 1024\n"
                           "launch copy grid 1 1 1 block 32 1 1 shared 102400\n"
                           "copy 16 bytes\n");
  free(log);
  assert_int_equal(alive(), 0);
}

/// The temporary is zeroed between the two kernels.
static void zeros(void **state) {
  (void)state;
  Model m;
  makeModel(&m, "copy");
  m.steps2[0] = 1;
  m.steps[2] = m.steps[1];
  m.steps[1] = (AttnPackageStep){.numBuffers = 1, .buffers = m.steps2};
  AttnPackage *p = reopen(&m);
  assert_null(p->variants[0].steps[1].kernel);
  assert_int_equal(p->variants[0].steps[1].numBuffers, 1);
  AttnTensor in = input(), results[2];
  AttnDevice *d = open();
  AttnProgram *prog = attnProgramLoad(d, p, &st);
  attnPackageDestroy(p);
  assert_non_null(prog);
  if (!attnProgramRun(prog, &in, results, &st))
    fail_msg("%s", st.message);
  for (int i = 0; i < 4; ++i)
    assert_true(attnTensorGet(&results[0], i) == 0);
  setenv("FAKE_CUDA_FAIL", "cuMemsetD8Async:1", 1);
  CuPointer memory[5], pointers[3];
  for (int i = 0; i < 5; ++i)
    assert_int_equal(d->cuda.memoryAlloc(&memory[i], 256), 0);
  memcpy(pointers, memory, sizeof pointers);
  assert_false(attnLaunchAsync(prog, pointers, memory[4], NULL, &st));
  assert_non_null(strstr(st.message, "zeroing a buffer"));
  unsetenv("FAKE_CUDA_FAIL");
  for (int i = 0; i < 5; ++i)
    d->cuda.memoryFree(memory[i]);
  attnTensorDestroy(&results[0]);
  attnTensorDestroy(&results[1]);
  attnTensorDestroy(&in);
  attnProgramDestroy(prog);
  attnDeviceDestroy(d);
  assert_int_equal(alive(), 0);
}

static void poison(void **state) {
  (void)state;
  // A kernel that writes nothing leaves NaN behind, not what was there by chance.
  AttnTensor results[2];
  assert_true(runModel("idle", results));
  for (int i = 0; i < 4; ++i)
    assert_true(attnTensorGet(&results[0], i) != attnTensorGet(&results[0], i));
  attnTensorDestroy(&results[0]);
  attnTensorDestroy(&results[1]);
}

static void overrun(void **state) {
  (void)state;
  AttnTensor results[2];
  assert_false(runModel("overrun", results));
  assert_int_equal(st.code, ATTN_STATUS_OVERRUN);
  assert_non_null(strstr(st.message, "result 0"));
  assert_int_equal(alive(), 0);
}

static void missingKernel(void **state) {
  (void)state;
  AttnTensor results[2];
  assert_false(runModel("missing", results));
  assert_int_equal(st.code, ATTN_STATUS_DRIVER);
  assert_non_null(strstr(st.message, "'missing'"));
  assert_non_null(strstr(st.message, "named symbol not found"));
  assert_int_equal(alive(), 0);
}

static void noGpu(void **state) {
  (void)state;
  AttnDeviceOptions o = {.libcuda = "no/such/libcuda.so"};
  assert_null(attnDeviceOpen(&o, &st));
  assert_int_equal(st.code, ATTN_STATUS_NO_GPU);
  assert_non_null(strstr(st.message, "no GPU"));
  assert_non_null(strstr(st.message, "no/such/libcuda.so"));
  setenv("FAKE_CUDA_DEVICES", "0", 1);
  assert_null(open());
  assert_int_equal(st.code, ATTN_STATUS_NO_GPU);
  assert_non_null(strstr(st.message, "no CUDA-capable device"));
  unsetenv("FAKE_CUDA_DEVICES");
  o = (AttnDeviceOptions){.libcuda = ATTN_FAKE_CUDA, .ordinal = 3};
  assert_null(attnDeviceOpen(&o, &st));
  assert_int_equal(st.code, ATTN_STATUS_NO_GPU);
  assert_non_null(strstr(st.message, "number 3"));
  // A library that is no driver.
  o = (AttnDeviceOptions){.libcuda = "libm.so.6"};
  assert_null(attnDeviceOpen(&o, &st));
  assert_int_equal(st.code, ATTN_STATUS_NO_GPU);
  assert_non_null(strstr(st.message, "cuInit"));
}

static void wrongChip(void **state) {
  (void)state;
  AttnTensor results[2];
  setenv("FAKE_CUDA_CC", "100", 1);
  assert_false(runModel("copy", results));
  unsetenv("FAKE_CUDA_CC");
  assert_int_equal(st.code, ATTN_STATUS_NO_CODE);
  assert_non_null(strstr(st.message, "sm_90a, sm_80"));
  assert_non_null(strstr(st.message, "10.0"));
  assert_int_equal(alive(), 0);
}

/// Every function of the driver fails once: an error with its own words, nothing left behind.
static void everyFailure(void **state) {
  (void)state;
  static const char *const functions[] = {
      "cuDriverGetVersion",   "cuDeviceGet",         "cuDeviceGetName",
      "cuDeviceGetAttribute", "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain",
      "cuCtxSetCurrent",      "cuModuleLoadData",    "cuFuncSetAttribute",
      "cuMemAlloc_v2",        "cuMemcpyHtoD_v2",     "cuMemcpyDtoH_v2",
      "cuMemcpyDtoDAsync_v2", "cuMemsetD8Async",     "cuLaunchKernel",
      "cuStreamSynchronize"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
    char wish[64];
    AttnTensor results[2];
    snprintf(wish, sizeof wish, "%s:700", functions[i]);
    setenv("FAKE_CUDA_FAIL", wish, 1);
    bool ok = runModel("copy", results);
    unsetenv("FAKE_CUDA_FAIL");
    if (ok || st.code != ATTN_STATUS_DRIVER || !strstr(st.message, "illegal memory access"))
      fail_msg("%s: %s", functions[i], ok ? "not noticed" : st.message);
    assert_int_equal(alive(), 0);
  }
}

static void callersMemory(void **state) {
  (void)state;
  Model m;
  makeModel(&m, "idle");
  AttnPackage *p = reopen(&m);
  AttnDevice *d = open();
  AttnProgram *prog = attnProgramLoad(d, p, &st);
  assert_non_null(prog);
  assert_int_equal(attnProgramWorkspace(prog), 256);
  assert_string_equal(attnDeviceGetInfo(d)->name, "Fake GPU 0");
  uint64_t pointers[3] = {1024, 2048, 4096}, odd[3] = {1024, 2056, 4096};
  assert_false(attnLaunchAsync(prog, pointers, 0, NULL, &st));
  assert_non_null(strstr(st.message, "256 bytes"));
  assert_false(attnLaunchAsync(prog, pointers, 100, NULL, &st));
  assert_false(attnLaunchAsync(prog, odd, 256, NULL, &st));
  assert_non_null(strstr(st.message, "result 0"));
  AttnTensor wrong = input(), results[2];
  wrong.type.shape[0] = 1;
  assert_false(attnProgramRun(prog, &wrong, results, &st));
  assert_non_null(strstr(st.message, "argument 0"));
  attnTensorDestroy(&wrong);
  attnProgramDestroy(prog);
  attnPackageDestroy(p);
  attnDeviceDestroy(d);
}

/// A tensor map is made for an address once, and again only for another address.
static void tensorMaps(void **state) {
  (void)state;
  Model m;
  makeModel(&m, "idle");
  AttnPackageMap map = {.buffer = 1,
                        .type = ATTN_TYPE_F32,
                        .rank = 2,
                        .dims = {4, 1},
                        .strides = {0, 16},
                        .box = {4, 1},
                        .swizzle = 32};
  m.steps[1].maps = &map;
  m.steps[1].numMaps = 1;
  map.dims[1] = 2; // beyond the buffer
  void *bytes;
  size_t size;
  assert_true(attnPackageSerialize(&m.package, &bytes, &size, &st));
  assert_null(attnPackageOpenMemory(bytes, size, "wide", &st));
  assert_non_null(strstr(st.message, "span of a tensor map"));
  free(bytes);
  map.dims[1] = 1;
  AttnPackage *p = reopen(&m);
  const AttnPackageMap *back = &p->variants[0].steps[1].maps[0];
  assert_int_equal(p->variants[0].steps[0].numMaps, 0);
  assert_int_equal(back->rank, 2);
  assert_int_equal(back->strides[1], 16);
  assert_int_equal(back->swizzle, 32);
  AttnDevice *d = open();
  AttnProgram *prog = attnProgramLoad(d, p, &st);
  assert_non_null(prog);
  AttnCuda *cu = &d->cuda;
  CuPointer memory[5], pointers[3];
  for (int i = 0; i < 5; ++i)
    assert_int_equal(cu->memoryAlloc(&memory[i], 256), 0);
  memcpy(pointers, memory, sizeof pointers);
  unlink(logPath);
  setenv("FAKE_CUDA_LOG", logPath, 1);
  for (int i = 0; i < 4; ++i) {
    if (i == 3)
      pointers[1] = memory[3]; // result 0, which the map is of
    assert_true(attnLaunchAsync(prog, pointers, memory[4], NULL, &st));
  }
  pointers[1] = memory[1];
  setenv("FAKE_CUDA_FAIL", "cuTensorMapEncodeTiled:1", 1);
  assert_false(attnLaunchAsync(prog, pointers, memory[4], NULL, &st));
  assert_non_null(strstr(st.message, "making a tensor map"));
  unsetenv("FAKE_CUDA_FAIL");
  unsetenv("FAKE_CUDA_LOG");
  char *log = readLog();
  int maps = 0;
  for (const char *at = log; (at = strstr(at, "map type 7 swizzle 1 [4 box 4 stride 0] [1 box 1 "
                                              "stride 16]\n"));
       ++at)
    ++maps;
  assert_int_equal(maps, 2);
  free(log);
  for (int i = 0; i < 5; ++i)
    cu->memoryFree(memory[i]);
  attnProgramDestroy(prog);
  attnPackageDestroy(p);
  attnDeviceDestroy(d);
}

static void bench(void **state) {
  (void)state;
  Model m;
  makeModel(&m, "copy");
  AttnPackage *p = reopen(&m);
  AttnDevice *d = open();
  AttnProgram *prog = attnProgramLoad(d, p, &st);
  AttnTensor in = input();
  AttnBenchResult r;
  AttnBenchOptions o = {.min_seconds = 1e-3, .min_reps = 7};
  assert_true(attnProgramBench(prog, &in, &o, &r, &st));
  assert_int_equal(r.reps, 7);
  assert_true(r.median > 2.49e-4 && r.median < 2.51e-4); // what the fake clock says
  o.max_reps = 3;
  assert_true(attnProgramBench(prog, &in, &o, &r, &st));
  assert_int_equal(r.reps, 3);
  static const char *const functions[] = {"cuStreamCreate",     "cuStreamBeginCapture_v2",
                                          "cuStreamEndCapture", "cuGraphInstantiateWithFlags",
                                          "cuGraphLaunch",      "cuEventCreate",
                                          "cuEventRecord",      "cuEventSynchronize",
                                          "cuEventElapsedTime"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
    char wish[64];
    snprintf(wish, sizeof wish, "%s:700", functions[i]);
    setenv("FAKE_CUDA_FAIL", wish, 1);
    bool ok = attnProgramBench(prog, &in, &o, &r, &st);
    unsetenv("FAKE_CUDA_FAIL");
    assert_false(ok);
    assert_int_equal(st.code, ATTN_STATUS_DRIVER);
  }
  attnTensorDestroy(&in);
  attnProgramDestroy(prog);
  attnPackageDestroy(p);
  attnDeviceDestroy(d);
  assert_int_equal(alive(), 0);
}

int main(void) {
  int fd = mkstemp(logPath);
  if (fd < 0)
    return 1;
  close(fd);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(packageRoundTrip),
      cmocka_unit_test(packageDamage),
      cmocka_unit_test(packageLies),
      cmocka_unit_test(chips),
      cmocka_unit_test(launch),
      cmocka_unit_test(tensorMaps),
      cmocka_unit_test(zeros),
      cmocka_unit_test(poison),
      cmocka_unit_test(overrun),
      cmocka_unit_test(missingKernel),
      cmocka_unit_test(noGpu),
      cmocka_unit_test(wrongChip),
      cmocka_unit_test(everyFailure),
      cmocka_unit_test(callersMemory),
      cmocka_unit_test(bench),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(logPath);
  return failed;
}
