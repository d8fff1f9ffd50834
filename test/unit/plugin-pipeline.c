//===- plugin-pipeline.c - Pipelines with a registry of our own -----------===//
//
// A made-up plug-in with options of every kind: parsing, errors with a place, printing that reads
// back, what a running pass gets, and the embedding functions of attn-c/Passes.h.
//
//===----------------------------------------------------------------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "IR/Build.h"
#include "Plugin/Pipeline.h"
#include "attn-c/Dialects.h"
#include "attn-c/Passes.h"

#include "mlir-c/RegisterEverything.h"
#include <stdlib.h>
#include <string.h>

static MlirContext ctx;
static AttnRegistry *registry;

//===--- the plug-in ------------------------------------------------------===//

static char seen[256]; // what the pass got, in the order of its runs

static MlirLogicalResult runNote(MlirOperation op, const AttnPassContext *pass) {
  size_t n = strlen(seen);
  const char *symbol = attnAttrStr(op, "sym_name");
  snprintf(seen + n, sizeof seen - n, "[%s %s %lld %g %d]", symbol ? symbol : "-",
           pass->getString(pass, "text"), (long long)pass->getInt(pass, "n"),
           pass->getFloat(pass, "x"), pass->getBool(pass, "on"));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult runFail(MlirOperation op, const AttnPassContext *pass) {
  (void)op, (void)pass;
  return mlirLogicalResultFailure();
}

static const AttnPassDesc passes[] = {
    {sizeof(AttnPassDesc), "unit-note", "writes down its options", "func.func",
     "text:string=; n:int=4; x:float=0.1; on:bool=false", runNote},
    {sizeof(AttnPassDesc), "unit-fail", "fails", "builtin.module", NULL, runFail},
    {sizeof(AttnPassDesc), "unit-any", "runs on anything", "",
     "text:string=any;n:int=0;x:float=0;on:bool=0", runNote}};
static const AttnPluginDesc plugin = ATTN_PLUGIN_DESC("unit", "1", passes);

static int setUp(void **state) {
  (void)state;
  ctx = mlirContextCreate();
  MlirDialectRegistry dialects = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(dialects);
  mlirContextAppendDialectRegistry(ctx, dialects);
  mlirDialectRegistryDestroy(dialects);
  char *error = NULL;
  registry = attnRegistryGlobal();
  if (!attnRegistryAdd(registry, &plugin, "unit.so", &error))
    fail_msg("%s", error);
  return mlirLogicalResultIsFailure(attnLoadDialects(ctx));
}

static int tearDown(void **state) {
  (void)state;
  mlirContextDestroy(ctx);
  return 0;
}

//===--- parsing and printing ---------------------------------------------===//

static char *printed(const char *text) {
  AttnElement root;
  char *error = NULL, *out = NULL;
  if (!attnPipelineParse(ctx, registry, "text", "builtin.module", text, &root, &error))
    fail_msg("%s", error);
  size_t size;
  FILE *file = open_memstream(&out, &size);
  attnPipelinePrint(file, ctx, &root);
  fclose(file);
  attnPipelineFree(&root);
  return out;
}

/// The printed form, and that it prints itself.
static void prints(const char *text, const char *expected) {
  char *once = printed(text);
  assert_string_equal(once, expected);
  char *inner = strdup(once + strlen("builtin.module("));
  inner[strlen(inner) - 1] = 0;
  char *twice = printed(inner);
  assert_string_equal(twice, once);
  free(once);
  free(inner);
  free(twice);
}

static void printing(void **state) {
  (void)state;
  prints("", "builtin.module()");
  prints(" cse , func.func( cse,\n cse ) ", "builtin.module(cse,func.func(cse,cse))");
  prints("func.func(unit-note)",
         "builtin.module(func.func(unit-note{text=\"\" n=4 x=0.1 on=false}))");
  prints("func.func(unit-note{on n=-1 x=1e-30 text=\"a b,c(d){e}\\\"\"})",
         "builtin.module(func.func(unit-note{text=\"a b,c(d){e}\\\"\" n=-1 x=1e-30 on=true}))");
  prints("func.func(unit-note{text=TILE@qk=n16x16/f4x4;STAGE@kv=d1/sync})",
         "builtin.module(func.func(unit-note{text=TILE@qk=n16x16/f4x4;STAGE@kv=d1/sync n=4 x=0.1 "
         "on=false}))");
  prints("any(cse,unit-any{text='}'}),gpu.module()",
         "builtin.module(any(cse,unit-any{text=\"}\" n=0 x=0 on=false}),gpu.module())");
  prints("unit-fail,lower-affine,unit-fail", "builtin.module(unit-fail,lower-affine,unit-fail)");
}

static void errors(void **state) {
  (void)state;
  static const struct {
    const char *text, *place, *message;
  } bad[] = {
      {"unit-nope", "text:1:1: error", "unknown pass 'unit-nope', did you mean 'unit-note'?"},
      {"unit-note", "text:1:1: error", "'unit-note' runs on 'func.func' but stands under"},
      {"func.func(unit-fail)", "text:1:11: error", "'unit-fail' runs on 'builtin.module'"},
      {"func.func(unit-note{n=4 txet=a})", "text:1:25: error",
       "has no option 'txet', did you mean 'text'?"},
      {"func.func(unit-note{n=x})", "text:1:23: error", "is 'x', expected an integer"},
      {"func.func(unit-note{text=\"}\")", "text:1:20: error", "this '{' is never closed"},
      {"func.func(cse", "text:1:10: error", "this '(' is never closed"},
      {"cse)", "text:1:4: error", "this ')' closes nothing"},
      {"cse,,cse", "text:1:5: error", "expected a pass but found ','"},
      {"cse cse", "text:1:5: error", "expected ',' or ')' but found 'c'"},
      {"cse,", "text:1:5: error", "expected a pass at the end"},
      {"cse,\nnope", "text:2:1: error", "unknown pass 'nope'"},
      {"nope.op(cse)", "text:1:1: error", "unknown operation 'nope.op'"},
      {"canonicalize{max-iterations=two}", "text:1:13: error",
       "MLIR does not accept these options of 'canonicalize'"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    AttnElement root;
    char *error = NULL;
    if (attnPipelineParse(ctx, registry, "text", "builtin.module", bad[i].text, &root, &error))
      fail_msg("accepted: %s", bad[i].text);
    if (!strstr(error, bad[i].message) || strncmp(error, bad[i].place, strlen(bad[i].place)) != 0)
      fail_msg("%s: '%s', expected %s: ... %s", bad[i].text, error, bad[i].place, bad[i].message);
    free(error);
  }
}

//===--- running ----------------------------------------------------------===//

static const char source[] = "func.func @f() { return }\nfunc.func @g() { return }\n";

static MlirLogicalResult runText(const char *text) {
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(source));
  MlirPassManager manager = mlirPassManagerCreate(ctx);
  seen[0] = 0;
  MlirLogicalResult ok =
      attnAddPipeline(ctx, mlirPassManagerGetAsOpPassManager(manager), text, NULL, NULL);
  if (mlirLogicalResultIsSuccess(ok))
    ok = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  return ok;
}

static void running(void **state) {
  (void)state;
  mlirContextEnableMultithreading(ctx, false); // one order of the functions
  assert_true(mlirLogicalResultIsSuccess(
      runText("func.func(unit-note{text=a n=1},cse,unit-note{on=true}),cse,unit-any")));
  assert_string_equal(seen, "[f a 1 0.1 0][f  4 0.1 1][g a 1 0.1 0][g  4 0.1 1][- any 0 0 0]");
  assert_true(mlirLogicalResultIsFailure(runText("unit-any,unit-fail,unit-any")));
  assert_string_equal(seen, "[- any 0 0 0]");
  // Clones of a pass in several threads.
  mlirContextEnableMultithreading(ctx, true);
  assert_true(mlirLogicalResultIsSuccess(runText("func.func(cse,unit-fail)")) == false);
  assert_true(mlirLogicalResultIsSuccess(runText("func.func(cse)")));
}

static void keep(const char *message, void *user) { snprintf(user, 256, "%s", message); }

static void embedding(void **state) {
  (void)state;
  char message[256] = "";
  MlirPassManager manager =
      mlirPassManagerCreateOnOperation(ctx, mlirStringRefCreateFromCString("func.func"));
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(manager);
  // The anchor is found out from the pass manager.
  assert_true(mlirLogicalResultIsSuccess(
      attnAddPass(ctx, top, "unit-note", "n=2 text=\"x y\"", keep, message)));
  assert_true(mlirLogicalResultIsFailure(attnAddPass(ctx, top, "unit-fail", NULL, keep, message)));
  assert_non_null(
      strstr(message, "'unit-fail' runs on 'builtin.module' but stands under 'func.func'"));
  assert_true(mlirLogicalResultIsFailure(attnAddPass(ctx, top, "unit-note", "k=1", keep, message)));
  assert_non_null(strstr(message, "'unit-note' has no option 'k'"));
  assert_true(
      mlirLogicalResultIsFailure(attnAddPass(ctx, top, "attn-to-carrier", NULL, keep, message)));
  mlirPassManagerDestroy(manager);

  MlirPass pass = attnCreatePass("unit-note", "n=3", keep, message);
  assert_non_null(pass.ptr);
  manager = mlirPassManagerCreate(ctx);
  mlirOpPassManagerAddOwnedPass(
      mlirPassManagerGetNestedUnder(manager, mlirStringRefCreateFromCString("func.func")), pass);
  mlirPassManagerDestroy(manager);
  assert_null(attnCreatePass("unit-none", NULL, keep, message).ptr);
  assert_string_equal(message, "unknown pass 'unit-none'");
  assert_null(attnCreatePass("unit-note", "n=x", keep, message).ptr);
  assert_non_null(strstr(message, "expected an integer"));
  assert_true(mlirLogicalResultIsFailure(attnLoadPassPlugin("none.so", keep, message)));
  assert_non_null(strstr(message, "plug-in 'none.so': cannot open the file"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(printing), cmocka_unit_test(errors),
                                     cmocka_unit_test(running), cmocka_unit_test(embedding)};
  return cmocka_run_group_tests(tests, setUp, tearDown);
}
