//===- attn-opt.c - Run passes on MLIR ------------------------------------===//
//
// read the input -> parse -> check -> run the pipeline -> write. Everything goes into memory first,
// so that an error leaves no output behind.
//
//===----------------------------------------------------------------------===//
#include "Command.h"
#include "Dialect/Carrier/Laws.h"
#include "IR/Expect.h"
#include "IR/Text.h"
#include "Inspect.h"
#include "Output.h"
#include "attn-c/Compile.h"
#include "attn-c/Dialects.h"

#include "mlir-c/RegisterEverything.h"

#include <stdlib.h>
#include <string.h>

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

typedef struct Session {
  const Command *command;
  MlirContext ctx;
  const AttnRegistry *registry;
  AttnElement pipeline; // kind NEST on builtin.module, or on what --pass-pipeline says
  MlirPassManager manager;
  Inspect *inspect;
  const AttnSource *source;       // what is worked on, for diagnostics
  AttnExpectations *expectations; // NULL: diagnostics are printed
  int errors;
  bool dropNotes;
} Session;

//===--- diagnostics ------------------------------------------------------===//

static void onDiagnostic(AttnSeverity severity, MlirLocation loc, const char *text, void *user) {
  Session *s = user;
  if (severity != ATTN_NOTE)
    s->dropNotes = severity == ATTN_REMARK && s->command->on[FLAG_NO_REMARKS];
  if (s->dropNotes)
    return;
  s->errors += severity == ATTN_ERROR;
  if (s->expectations)
    attnExpectDiag(s->expectations, severity, loc, text);
  else
    attnSourcePrintDiag(stderr, s->source, severity, loc, text);
}

//===--- the pipeline -----------------------------------------------------===//

/// The named pipeline that an output kind implies; NULL for none.
static const char *impliedPipeline(const Command *c) {
  switch (c->emit) {
  case EMIT_MLIR:
    return NULL;
  case EMIT_LISTING:
    return c->on[FLAG_SCHEDULE] ? "attn-to-tile" : "attn-to-carrier";
  case EMIT_PTX:
  case EMIT_CUBIN:
  case EMIT_PACKAGE:
    return "attn-to-cubin";
  }
  return NULL;
}

/// Options of a named pipeline: those given with it, then --schedule and --chip where it has them.
static char *pipelineOptions(const Command *c, const AttnNamedPipeline *pipeline,
                             const char *given) {
  static const struct {
    FlagId flag;
    const char *name;
  } shared[] = {{FLAG_SCHEDULE, "schedule"}, {FLAG_CHIP, "chip"}};
  AttnSignature signature;
  char *text = NULL, *why = NULL;
  size_t size;
  if (!attnSignatureParse(pipeline->options, &signature, &why))
    abort(); // the table is ours
  FILE *out = open_memstream(&text, &size);
  fputs(given ? given : "", out);
  for (int i = 0; i < 2; ++i) {
    if (!c->on[shared[i].flag] ||
        !attnSignatureFind(&signature, shared[i].name, strlen(shared[i].name), NULL))
      continue;
    fprintf(out, " %s=", shared[i].name);
    attnOptionQuote(out, c->value[shared[i].flag]);
  }
  fclose(out);
  attnSignatureFree(&signature);
  return text;
}

static bool appendNamed(Session *s, const AttnNamedPipeline *pipeline, const char *given) {
  char *what = attnFormat("--%s", pipeline->name), *error = NULL;
  char *options = pipelineOptions(s->command, pipeline, given);
  bool ok =
      attnPipelineAppend(s->ctx, s->registry, what, pipeline->name, options, &s->pipeline, &error);
  if (!ok)
    fprintf(stderr, "%s\n", error);
  free(error);
  free(options);
  free(what);
  return ok;
}

/// --pass-pipeline='ANCHOR(...)': the tree of what stands inside.
static bool parseText(Session *s) {
  const char *text = s->command->value[FLAG_PASS_PIPELINE];
  AttnElement outer;
  char *error = NULL;
  if (!attnPipelineParse(s->ctx, s->registry, "--pass-pipeline", "any", text, &outer, &error)) {
    fprintf(stderr, "%s\n", error);
    free(error);
    return false;
  }
  const char *problem = NULL;
  if (outer.count != 1 || outer.children[0].kind != ATTN_ELEMENT_NEST)
    problem = "expected the passes inside the operation they run on";
  else if (strcmp(outer.children[0].name, "builtin.module") != 0 &&
           strcmp(outer.children[0].name, "any") != 0)
    problem = "the input is a 'builtin.module', the pipeline is for another operation";
  if (problem) {
    fprintf(stderr, "--pass-pipeline:1:1: error: %s; write 'builtin.module(...)'\n", problem);
    attnPrintCaret(stderr, text, strcspn(text, "\n"), 0, strcspn(text, "({,\n"));
    attnPipelineFree(&outer);
    return false;
  }
  s->pipeline = outer.children[0];
  outer.children[0] = (AttnElement){0};
  attnPipelineFree(&outer);
  return true;
}

static bool makePipeline(Session *s) {
  const Command *c = s->command;
  const char *implied = isForSeveralChips(c) ? NULL : impliedPipeline(c);
  if (c->on[FLAG_PASS_PIPELINE]) {
    if (!parseText(s))
      return false;
    implied = NULL;
  } else {
    s->pipeline = (AttnElement){.kind = ATTN_ELEMENT_NEST, .name = attnCopy("builtin.module", 14)};
    for (size_t i = 0; i < c->numPipelines; ++i)
      if (!appendNamed(s, c->pipelines[i].pipeline, c->pipelines[i].options))
        return false;
  }
  if (implied && !c->numPipelines) {
    const AttnNamedPipeline *p = attnNamedPipelineFind(implied, strlen(implied));
    if (!p) {
      fprintf(stderr,
              "attn-opt: error: --emit=%s needs the pipeline '%s', which this build lacks\n",
              c->value[FLAG_EMIT], implied);
      return false;
    }
    if (!appendNamed(s, p, c->emit == EMIT_PTX ? "allow-missing=true" : NULL))
      return false;
  } else if (!c->numPipelines && !isForSeveralChips(c) && !c->on[FLAG_LIST_SCHEDULES] &&
             (c->on[FLAG_SCHEDULE] || c->on[FLAG_CHIP])) {
    fprintf(stderr,
            "attn-opt: error: --%s is for a named pipeline (--attn-to-...) or the one that --emit "
            "implies; in --pass-pipeline give it to the passes\n",
            c->on[FLAG_SCHEDULE] ? "schedule" : "chip");
    return false;
  }
  bool ok;
  s->inspect = inspectCreate(c, s->registry, &ok);
  if (!ok)
    return false;
  s->manager = mlirPassManagerCreateOnOperation(s->ctx, ref(s->pipeline.name));
  mlirPassManagerEnableVerifier(s->manager, c->verifyEach && !s->inspect);
  char *error = NULL;
  ok = attnPipelineBuild(s->ctx, &s->pipeline, mlirPassManagerGetAsOpPassManager(s->manager),
                         c->verifyEach, inspectHooks(s->inspect), &error);
  if (!ok)
    fprintf(stderr, "attn-opt: error: %s\n", error);
  free(error);
  if (ok && c->on[FLAG_DUMP_PASS_PIPELINE]) {
    fputs("Pass Manager with ", stderr);
    attnPipelinePrint(stderr, s->ctx, &s->pipeline);
    fputc('\n', stderr);
  }
  return ok;
}

//===--- one module -------------------------------------------------------===//

static bool sameText(MlirOperation a, MlirOperation b) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  char *x = attnPrintOp(a, flags, NULL), *y = attnPrintOp(b, flags, NULL);
  mlirOpPrintingFlagsDestroy(flags);
  bool same = strcmp(x, y) == 0;
  free(x);
  free(y);
  return same;
}

/// Prints, reads back and compares: as text in custom and generic form, and as bytecode.
static bool roundtrips(Session *s, MlirModule module) {
  static const char *const forms[] = {"text", "generic text", "bytecode"};
  MlirOperation op = mlirModuleGetOperation(module);
  for (int form = 0; form < 3; ++form) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
    if (form == 1)
      mlirOpPrintingFlagsPrintGenericOpForm(flags);
    if (form == 2)
      mlirOperationWriteBytecode(op, attnToFile, out);
    else
      mlirOperationPrintWithFlags(op, flags, attnToFile, out);
    mlirOpPrintingFlagsDestroy(flags);
    fclose(out);
    MlirModule again = mlirModuleCreateParse(s->ctx, mlirStringRefCreate(text, size));
    bool same = !mlirModuleIsNull(again) && sameText(op, mlirModuleGetOperation(again));
    if (!same)
      attnError(mlirOperationGetLocation(op), "the module written as %s %s", forms[form],
                mlirModuleIsNull(again) ? "does not parse" : "reads back as another module");
    if (!mlirModuleIsNull(again))
      mlirModuleDestroy(again);
    free(text);
    if (!same)
      return false;
  }
  return true;
}

/// The passes. False after a diagnostic.
static bool runPasses(Session *s, MlirOperation op) {
  if (!s->pipeline.count || mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(s->manager, op)))
    return true;
  if (!s->errors)
    attnError(mlirOperationGetLocation(op), "a pass failed without saying why");
  inspectFailure(s->inspect, op);
  return false;
}

static bool runOn(Session *s, MlirModule module, FILE *out) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (s->command->verifyEach && mlirLogicalResultIsFailure(attnVerify(op)))
    return false;
  if (s->command->on[FLAG_VERIFY_ROUNDTRIP] && !roundtrips(s, module))
    return false;
  if (s->command->on[FLAG_LIST_SCHEDULES])
    return listSchedules(s->command, module, out);
  if (isForSeveralChips(s->command))
    return mlirLogicalResultIsSuccess(
        emitForSeveralChips(s->command, module, s->source->name, out));
  PackageInput package;
  emitPrepare(s->command, module, &package);
  bool ok = runPasses(s, op);
  if (ok && s->command->on[FLAG_CHECK_CARRIER_LAWS])
    ok = attnCheckLaws(op);
  if (ok) {
    double begin = secondsNow();
    ok = mlirLogicalResultIsSuccess(emitModule(s->command, module, &package, s->source->name, out));
    inspectTime(s->inspect, "(output)", secondsNow() - begin);
    if (!ok && !s->errors)
      attnError(mlirOperationGetLocation(op), "nothing could be written for the module");
  }
  emitDiscard(&package);
  return ok;
}

/// Parses, runs and prints one source. With --verify-diagnostics the result is whether all
/// diagnostics were as expected.
static bool process(Session *s, const AttnSource *source, FILE *out) {
  s->source = source;
  s->errors = 0;
  if (s->command->on[FLAG_VERIFY_DIAGNOSTICS])
    s->expectations = attnExpectRead(source, stderr);
  double begin = secondsNow();
  MlirModule module = attnSourceParse(s->ctx, source);
  inspectTime(s->inspect, "(parser)", secondsNow() - begin);
  bool ok = !mlirModuleIsNull(module);
  if (!ok && !s->errors)
    attnError(mlirLocationFileLineColGet(s->ctx, ref(source->name), 1, 1),
              "the input cannot be parsed");
  if (ok) {
    ok = runOn(s, module, out);
    mlirModuleDestroy(module);
  }
  if (s->expectations) {
    ok = attnExpectFinish(s->expectations);
    s->expectations = NULL;
  }
  return ok;
}

static bool processAll(Session *s, const AttnSource *whole, FILE *out) {
  if (!s->command->on[FLAG_SPLIT_INPUT_FILE])
    return process(s, whole, out);
  bool ok = true;
  size_t offset = 0;
  AttnSource part;
  for (bool first = true; attnSourceNextPart(whole, &offset, &part); first = false) {
    if (!first)
      fputs("// -----\n", out);
    ok = process(s, &part, out) && ok; // all parts, to report all errors
    s->source = NULL;
    attnSourceFree(&part);
  }
  return ok;
}

//===--- main -------------------------------------------------------------===//

static bool readExample(const char *spec, AttnSource *source) {
  char error[1024];
  *source = (AttnSource){attnCopy("<example>", 9), NULL, 0};
  FILE *out = open_memstream(&source->text, &source->size);
  bool ok = attnExample(spec, attnToFile, out, error, sizeof error);
  fclose(out);
  if (!ok)
    fprintf(stderr, "attn-opt: error: --example=%s: %s\n", spec, error);
  return ok;
}

static bool readInput(const Command *c, AttnSource *source) {
  if (c->on[FLAG_EXAMPLE]) {
    return readExample(c->value[FLAG_EXAMPLE], source);
  }
  const char *why = NULL;
  if (attnSourceRead(c->input, source, &why))
    return true;
  fprintf(stderr, "attn-opt: error: cannot open input file '%s': %s\n", c->input, why);
  return false;
}

static MlirContext makeContext(const Command *c) {
  // One thread: inputs are small, and diagnostics and dumps come in a fixed order.
  MlirContext ctx = mlirContextCreateWithThreading(false);
  MlirDialectRegistry dialects = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(dialects);
  mlirContextAppendDialectRegistry(ctx, dialects);
  mlirDialectRegistryDestroy(dialects);
  mlirContextSetAllowUnregisteredDialects(ctx, c->on[FLAG_ALLOW_UNREGISTERED]);
  return ctx;
}

static bool runCommand(const Command *c, const AttnRegistry *registry, double start) {
  Session s = {.command = c, .registry = registry};
  if (!outputCheck(c->value[FLAG_OUTPUT]))
    return false;
  AttnSource input = {0};
  s.ctx = makeContext(c);
  attnDiagSetSink(s.ctx, onDiagnostic, &s);
  bool ok = mlirLogicalResultIsSuccess(attnLoadDialects(s.ctx)) && makePipeline(&s) &&
            readInput(c, &input);
  inspectTime(s.inspect, "(start)", secondsNow() - start);
  if (ok) {
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    ok = processAll(&s, &input, out);
    fclose(out);
    ok = ok && outputWrite(c->value[FLAG_OUTPUT], data, size);
    free(data);
  }
  inspectFinish(s.inspect, secondsNow() - start);
  if (s.manager.ptr)
    mlirPassManagerDestroy(s.manager);
  attnPipelineFree(&s.pipeline);
  attnDiagSetSink(s.ctx, NULL, NULL);
  mlirContextDestroy(s.ctx);
  attnSourceFree(&input);
  return ok;
}

int main(int argc, char **argv) {
  double start = secondsNow();
  Command command;
  bool ok = commandParse(argc, argv, &command);
  AttnRegistry *registry = attnRegistryGlobal();
  for (size_t i = 0; ok && i < command.numPlugins; ++i) {
    char *error = NULL;
    ok = attnPluginLoad(command.plugins[i], registry, &error);
    if (!ok)
      fprintf(stderr, "attn-opt: error: %s\n", error);
    free(error);
  }
  if (ok && command.on[FLAG_HELP])
    printHelp(stdout, registry);
  else if (ok && command.on[FLAG_VERSION])
    puts("attn-opt " ATTN_VERSION " (MLIR " ATTN_MLIR_VERSION ")");
  else if (ok && command.on[FLAG_LIST_PASSES])
    printPasses(stdout, registry);
  else if (ok && command.on[FLAG_SHOW_DIALECTS])
    attnPrintDialectDocs(attnToFile, stdout);
  else if (ok)
    ok = runCommand(&command, registry, start);
  commandFree(&command);
  return ok && fflush(stdout) == 0 ? 0 : 1;
}
