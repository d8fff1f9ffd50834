//===- context.h - An MLIR context with our dialects for unit tests --------===//
//
//   cmocka_run_group_tests(tests, contextSetUp, contextTearDown)
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_TEST_UNIT_CONTEXT_H
#define ATTN_TEST_UNIT_CONTEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "IR/Diag.h"
#include "IR/Source.h"
#include "attn-c/Compile.h"
#include "attn-c/Dialects.h"

#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirContext ctx;
static char lastDiagnostic[2048]; ///< of the last error or warning

static void contextSink(AttnSeverity severity, MlirLocation loc, const char *text, void *user) {
  (void)loc;
  (void)user;
  if (severity == ATTN_ERROR || severity == ATTN_WARNING)
    snprintf(lastDiagnostic, sizeof lastDiagnostic, "%s", text);
}

static int contextSetUp(void **state) {
  (void)state;
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  ctx = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  attnDiagSetSink(ctx, contextSink, NULL);
  return mlirLogicalResultIsSuccess(attnLoadDialects(ctx)) ? 0 : -1;
}

static int contextTearDown(void **state) {
  (void)state;
  mlirContextDestroy(ctx);
  return 0;
}

__attribute__((unused)) static MlirModule contextParse(const char *name, const char *text) {
  AttnSource source = {.name = (char *)name, .text = (char *)text, .size = strlen(text)};
  MlirModule m = attnSourceParse(ctx, &source);
  if (mlirModuleIsNull(m))
    fail_msg("%s: %s", name, lastDiagnostic);
  return m;
}

__attribute__((unused)) static void contextWrite(MlirStringRef s, void *file) {
  fwrite(s.data, 1, s.length, file);
}

/// The program of an example (attn-opt --example).
__attribute__((unused)) static MlirModule contextExample(const char *spec) {
  char err[512], *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!attnExample(spec, contextWrite, f, err, sizeof err))
    fail_msg("%s: %s", spec, err);
  fclose(f);
  MlirModule m = contextParse(spec, text);
  free(text);
  return m;
}

#endif // ATTN_TEST_UNIT_CONTEXT_H
