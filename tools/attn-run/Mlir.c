//===- Mlir.c - attn-run with a compiler ----------------------------------===//
//
// Everything in this tool that needs MLIR: reading an .mlir file, its oracle, code for this
// machine, a package for a chip.
//
//===----------------------------------------------------------------------===//
#include "Executor.h"
#include "IR/Source.h"
#include "Runtime/Status.h"
#include "attn-c/Compile.h"
#include "attn-c/Dialects.h"

#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const bool canCompile = true;

//===--- reading ----------------------------------------------------------===//

/// A parsed file. The context lives as long: locations point into it.
typedef struct Input {
  MlirContext ctx;
  MlirModule module;
  AttnSource source;
  bool dropNotes;
} Input;

/// Errors and warnings with their notes; remarks are for attn-opt.
static void onDiagnostic(AttnSeverity severity, MlirLocation loc, const char *text, void *user) {
  Input *in = user;
  if (severity != ATTN_NOTE)
    in->dropNotes = severity == ATTN_REMARK;
  if (!in->dropNotes)
    attnSourcePrintDiag(stderr, &in->source, severity, loc, text);
}

static void inputClose(Input *in) {
  if (in->module.ptr)
    mlirModuleDestroy(in->module);
  mlirContextDestroy(in->ctx);
  attnSourceFree(&in->source);
}

static bool inputOpen(const Options *o, Input *in, AttnStatus *st) {
  const char *why;
  *in = (Input){0};
  if (!attnSourceRead(o->file, &in->source, &why))
    return attnFail(st, ATTN_STATUS_IO, "cannot open '%s': %s", o->file, why);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  in->ctx = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirRegisterAllPasses();
  attnDiagSetSink(in->ctx, onDiagnostic, in);
  bool ok = mlirLogicalResultIsSuccess(attnLoadDialects(in->ctx)) ||
            attnFail(st, ATTN_STATUS_INVALID, "cannot load the dialects");
  if (ok) {
    in->module = attnSourceParse(in->ctx, &in->source);
    ok = in->module.ptr || attnFail(st, ATTN_STATUS_INVALID, "%s: cannot be parsed", o->file);
  }
  if (ok && mlirLogicalResultIsFailure(attnVerify(mlirModuleGetOperation(in->module))))
    ok = attnFail(st, ATTN_STATUS_INVALID, "%s: does not verify", o->file);
  if (!ok)
    inputClose(in);
  return ok;
}

//===--- this machine: the CPU, or the emulator ---------------------------===//

typedef struct Cpu {
  Input input;
  AttnHostProgram *program; ///< CPU
  AttnEmulator *emulator;   ///< emulator
  AttnOracle *oracle;
  const Options *o;
  char *entry; ///< as on the command line, may be NULL
  AttnTensorType *arguments, *results;
} Cpu;

static bool run(void *self, const AttnTensor *arguments, AttnTensor *results, AttnStatus *st) {
  return attnHostRun(((Cpu *)self)->program, arguments, results, st);
}

static const AttnOracle *oracle(void *self, AttnStatus *st) {
  Cpu *c = self;
  void *bytes;
  size_t size;
  if (c->oracle || !attnCompileOracle(c->input.module, c->entry, &bytes, &size, st))
    return c->oracle;
  c->oracle = attnOracleParse(bytes, size, st);
  free(bytes);
  return c->oracle;
}

static void destroy(void *self) {
  Cpu *c = self;
  attnOracleDestroy(c->oracle);
  attnHostDestroy(c->program);
  attnEmulateDestroy(c->emulator);
  inputClose(&c->input);
  free(c->entry);
  free(c->arguments);
  free(c->results);
  free(c);
}

/// With --pipeline the passes are given. A schedule has to be seen in the kernels that run, so with
/// --schedule the road goes through tile operations; else straight from the folds to loops.
static char *hostPipeline(const Options *o) {
  char *text;
  int n = o->pipeline   ? asprintf(&text, "%s", o->pipeline)
          : o->schedule ? asprintf(&text, "attn-to-tile{schedule=\"%s\"%s%s}", o->schedule,
                                   o->chip ? " chip=" : "", o->chip ? o->chip : "")
                        : asprintf(&text, "attn-to-carrier");
  return n < 0 ? NULL : text;
}

bool cpuExecutor(const Options *o, Executor *out, AttnStatus *st) {
  Cpu *c = attnAlloc(sizeof *c, st);
  if (!c)
    return false;
  if (!inputOpen(o, &c->input, st)) {
    free(c);
    return false;
  }
  char *pipeline = hostPipeline(o);
  AttnHostOptions options = {
      .struct_size = sizeof options, .entry = o->entry, .pipeline = pipeline, .opt_level = -1};
  c->entry = o->entry ? strdup(o->entry) : NULL;
  c->program = attnCompileHost(c->input.module, &options, st);
  free(pipeline);
  if (!c->program) {
    destroy(c);
    return false;
  }
  int na = attnHostNumArguments(c->program), nr = attnHostNumResults(c->program);
  c->arguments = attnAlloc((size_t)na * sizeof *c->arguments, st);
  c->results = attnAlloc((size_t)nr * sizeof *c->results, st);
  if (!c->arguments || !c->results) {
    destroy(c);
    return false;
  }
  for (int i = 0; i < na; ++i)
    c->arguments[i] = *attnHostArgument(c->program, i);
  for (int i = 0; i < nr; ++i)
    c->results[i] = *attnHostResult(c->program, i);
  *out = (Executor){.device = "cpu",
                    .entry = attnHostEntry(c->program),
                    .numArguments = na,
                    .numResults = nr,
                    .arguments = c->arguments,
                    .results = c->results,
                    .run = run,
                    .oracle = oracle,
                    .destroy = destroy,
                    .self = c};
  return true;
}

//===--- the emulator -----------------------------------------------------===//

static void printReport(const char *text, int64_t count, void *user) {
  (void)user;
  fprintf(stderr, "%s", text);
  if (count > 1)
    fprintf(stderr, "; %lld times", (long long)count);
  fprintf(stderr, "\n");
}

static bool runEmulator(void *self, const AttnTensor *arguments, AttnTensor *results,
                        AttnStatus *st) {
  Cpu *c = self;
  AttnEmulateRunOptions options = {.struct_size = sizeof options,
                                   .threads = c->o->threads,
                                   .counters = c->o->counters,
                                   .report = printReport};
  bool ok = attnEmulateRun(c->emulator, arguments, results, &options, st);
  if (c->o->counters)
    fputs(attnEmulateCounters(c->emulator), c->o->json && !c->o->jsonFile ? stderr : stdout);
  return ok;
}

bool emuExecutor(const Options *o, Executor *out, AttnStatus *st) {
  Cpu *c = attnAlloc(sizeof *c, st);
  if (!c)
    return false;
  if (!inputOpen(o, &c->input, st)) {
    free(c);
    return false;
  }
  AttnEmulateOptions options = {.struct_size = sizeof options,
                                .entry = o->entry,
                                .chip = o->chip,
                                .schedule = o->schedule,
                                .pipeline = o->pipeline,
                                .opt_level = -1};
  c->o = o;
  c->entry = o->entry ? strdup(o->entry) : NULL;
  c->emulator = attnEmulateCompile(c->input.module, &options, st);
  if (!c->emulator) {
    destroy(c);
    return false;
  }
  int na = attnEmulateNumArguments(c->emulator), nr = attnEmulateNumResults(c->emulator);
  *out = (Executor){.device = "emu",
                    .entry = attnEmulateEntry(c->emulator),
                    .numArguments = na,
                    .numResults = nr,
                    .arguments = na ? attnEmulateArgument(c->emulator, 0) : NULL,
                    .results = nr ? attnEmulateResult(c->emulator, 0) : NULL,
                    .run = runEmulator,
                    .oracle = oracle,
                    .destroy = destroy,
                    .self = c};
  return true;
}

//===--- packages ---------------------------------------------------------===//

AttnPackage *compilePackage(const Options *o, const char *chip, AttnStatus *st) {
  Input in;
  void *bytes;
  size_t size;
  if (!inputOpen(o, &in, st))
    return NULL;
  AttnCompileOptions options = {.struct_size = sizeof options,
                                .entry = o->entry,
                                .chips = chip,
                                .schedule = o->schedule,
                                .pipeline = o->pipeline,
                                .source_file = o->file};
  AttnPackage *p = NULL;
  if (attnCompilePackage(in.module, &options, &bytes, &size, st)) {
    p = attnPackageOpenMemory(bytes, size, o->file, st);
    free(bytes);
  }
  inputClose(&in);
  return p;
}
