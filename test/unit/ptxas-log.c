// The parser of ptxas' log on recorded logs; chips and PTX versions.
#include "Conversion/NVVMToCubin/Chip.h"
#include "Conversion/NVVMToCubin/PtxasLog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void oneKernel(void **state) {
  (void)state;
  AttnPtxasLog log;
  attnPtxasLogParse(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'f_fold0' for 'sm_90a'\n"
      "ptxas info    : Function properties for f_fold0\n"
      "    80 bytes stack frame, 112 bytes spill stores, 108 bytes spill loads\n"
      "ptxas info    : Used 128 registers, used 1 barriers, 80 bytes cumulative stack "
      "size, 1024 bytes smem, 400 bytes cmem[0]\n"
      "ptxas info    : Compile time = 172.755 ms\n",
      &log);
  assert_int_equal(log.nKernels, 1);
  assert_int_equal(log.nMessages, 0);
  const AttnPtxasKernel *k = log.kernels;
  assert_string_equal(k->name, "f_fold0");
  assert_int_equal(k->registers, 128);
  assert_int_equal(k->stack, 80);
  assert_int_equal(k->spillStores, 112);
  assert_int_equal(k->spillLoads, 108);
  assert_int_equal(k->shared, 1024);
  assert_int_equal(k->barriers, 1);
  assert_false(k->serialized);
  attnPtxasLogFree(&log);
}

// Two kernels and a device function (the slow path of a division, say), whose numbers are no
// kernel's.
static void severalKernels(void **state) {
  (void)state;
  AttnPtxasLog log;
  attnPtxasLogParse("ptxas info    : Compiling entry function 'a' for 'sm_80'\n"
                    "ptxas info    : Function properties for a\n"
                    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                    "ptxas info    : Used 23 registers, 368 bytes cmem[0]\n"
                    "ptxas info    : Function properties for helper\n"
                    "    16 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
                    "ptxas info    : Compiling entry function 'b' for 'sm_80'\n"
                    "ptxas info    : Function properties for b\n"
                    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                    "ptxas info    : Used 32 registers, used 2 barriers, 376 bytes cmem[0]\n",
                    &log);
  assert_int_equal(log.nKernels, 2);
  assert_string_equal(log.kernels[0].name, "a");
  assert_int_equal(log.kernels[0].registers, 23);
  assert_int_equal(log.kernels[0].barriers, 0);
  assert_int_equal(log.kernels[0].stack, 0);
  assert_string_equal(log.kernels[1].name, "b");
  assert_int_equal(log.kernels[1].registers, 32);
  assert_int_equal(log.kernels[1].barriers, 2);
  attnPtxasLogFree(&log);
}

static void messages(void **state) {
  (void)state;
  AttnPtxasLog log;
  attnPtxasLogParse("ptxas t.ptx, line 47; error   : Conflicting directives: .maxntid and .reqntid "
                    "cannot both be "
                    "specified\n"
                    "ptxas fatal   : Ptx assembly aborted due to errors\n",
                    &log);
  assert_int_equal(log.nMessages, 2);
  assert_int_equal(log.messages[0].severity, ATTN_PTXAS_ERROR);
  assert_int_equal(log.messages[0].line, 47);
  assert_string_equal(log.messages[0].text,
                      "Conflicting directives: .maxntid and .reqntid cannot both "
                      "be specified");
  assert_int_equal(log.messages[1].severity, ATTN_PTXAS_ERROR);
  assert_int_equal(log.messages[1].line, 0);
  attnPtxasLogFree(&log);

  attnPtxasLogParse(
      "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions "
      "are serialized due to insufficient register resources for the wgmma pipeline in "
      "the function 'k'\n"
      "ptxas warning : Value of threads per SM for entry k is out of range. .minnctapersm "
      "will be ignored\n",
      &log);
  assert_int_equal(log.nKernels, 1);
  assert_string_equal(log.kernels[0].name, "k");
  assert_true(log.kernels[0].serialized);
  assert_int_equal(log.nMessages, 2);
  assert_int_equal(log.messages[0].severity, ATTN_PTXAS_WARNING);
  assert_int_equal(log.messages[1].severity, ATTN_PTXAS_WARNING);
  attnPtxasLogFree(&log);
}

static void oddities(void **state) {
  (void)state;
  AttnPtxasLog log;
  attnPtxasLogParse("", &log);
  assert_int_equal(log.nKernels + log.nMessages, 0);
  attnPtxasLogFree(&log);
  // Numbers before any function, a line cut short, a foreign line.
  attnPtxasLogParse("    8 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n"
                    "ptxas info    : Used 12 registers\n"
                    "hello\nptxas info\nptxas info    : Compiling entry function '",
                    &log);
  assert_int_equal(log.nMessages, 0);
  attnPtxasLogFree(&log);
  char longName[600];
  snprintf(longName, sizeof longName,
           "ptxas info    : Compiling entry function '%0500d' for 'sm_80'\n", 7);
  attnPtxasLogParse(longName, &log);
  assert_int_equal(log.nKernels, 1);
  assert_int_equal(strlen(log.kernels[0].name), sizeof log.kernels->name - 1);
  attnPtxasLogFree(&log);
}

static void versions(void **state) {
  (void)state;
  int major = 0, minor = 0;
  assert_true(attnPtxasVersionParse("ptxas: NVIDIA (R) Ptx optimizing assembler\n"
                                    "Cuda compilation tools, release 13.0, V13.0.88\n",
                                    &major, &minor));
  assert_int_equal(major, 13);
  assert_int_equal(minor, 0);
  assert_false(attnPtxasVersionParse("no such command", &major, &minor));

  assert_int_equal(attnPtxOfCuda(10, 2), 0);
  assert_int_equal(attnPtxOfCuda(11, 8), 78);
  assert_int_equal(attnPtxOfCuda(12, 6), 85);
  assert_int_equal(attnPtxOfCuda(13, 0), 90);
  assert_int_equal(attnPtxOfCuda(14, 2), 90); // newer than we know: at least that
}

static void chips(void **state) {
  (void)state;
  char err[512];
  const AttnChip *c = attnChipFind("sm_90a", err, sizeof err);
  assert_non_null(c);
  assert_int_equal(c->ptx, 80);
  assert_int_equal(c->sharedPerBlock, 227 * 1024);
  assert_null(attnChipFind("sm_9Oa", err, sizeof err));
  assert_non_null(strstr(err, "did you mean 'sm_90a'?"));
  assert_null(attnChipFind("", err, sizeof err));
  assert_null(attnChipFind("gfx942", err, sizeof err));
  assert_null(strstr(err, "did you mean"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(oneKernel), cmocka_unit_test(severalKernels),
                                     cmocka_unit_test(messages),  cmocka_unit_test(oddities),
                                     cmocka_unit_test(versions),  cmocka_unit_test(chips)};
  return cmocka_run_group_tests_name("ptxas-log", tests, NULL, NULL);
}
