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
  int numArguments;
  AttnTensorType *arguments, *results; ///< as declared
  AttnTensorType *bound;               ///< the arguments of the run, all extents known
} Cpu;

/// Where all types are static, or a run has shown them.
static bool setBound(Cpu *c, const AttnTensorType *types, AttnStatus *st) {
  AttnTensorType *copy = attnAlloc((size_t)c->numArguments * sizeof *copy, st);
  if (copy)
    memcpy(copy, types, (size_t)c->numArguments * sizeof *copy);
  free(c->bound);
  c->bound = copy;
  return copy != NULL;
}

static bool anySymbolic(int n, const AttnTensorType *types) {
  for (int i = 0; i < n; ++i)
    if (attnTensorTypeIsSymbolic(&types[i]))
      return true;
  return false;
}

static bool run(void *self, const AttnTensor *arguments, AttnTensor *results, AttnStatus *st) {
  return attnHostRun(((Cpu *)self)->program, arguments, results, st);
}

static const AttnOracle *oracle(void *self, AttnStatus *st) {
  Cpu *c = self;
  void *bytes;
  size_t size;
  if (c->oracle || !attnCompileOracle(c->input.module, c->entry, &bytes, &size, st))
    return c->oracle;
  c->oracle = attnOracleParseFor(bytes, size, c->numArguments, c->bound, st);
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
  free(c->bound);
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

/// Compiles for arguments of these types.
static bool compileCpu(Executor *e, const AttnTensorType *types, AttnStatus *st) {
  Cpu *c = e->self;
  char *pipeline = hostPipeline(c->o);
  AttnHostOptions options = {.struct_size = sizeof options,
                             .entry = c->entry,
                             .pipeline = pipeline,
                             .opt_level = c->o->optLevel,
                             .arguments = types};
  attnHostDestroy(c->program);
  c->program = setBound(c, types, st) ? attnCompileHost(c->input.module, &options, st) : NULL;
  free(pipeline);
  if (!c->program)
    return false;
  int nr = attnHostNumResults(c->program);
  free(c->results);
  c->results = attnAlloc((size_t)nr * sizeof *c->results, st);
  for (int i = 0; c->results && i < nr; ++i)
    c->results[i] = *attnHostResult(c->program, i);
  e->entry = attnHostEntry(c->program);
  e->numResults = nr;
  e->arguments = c->bound;
  e->results = c->results;
  return c->results != NULL;
}

bool cpuExecutor(const Options *o, Executor *out, AttnStatus *st) {
  Cpu *c = attnAlloc(sizeof *c, st);
  if (!c)
    return false;
  if (!inputOpen(o, &c->input, st)) {
    free(c);
    return false;
  }
  c->o = o;
  c->entry = o->entry ? strdup(o->entry) : NULL;
  bool ok = attnCompileArguments(c->input.module, c->entry, &c->arguments, &c->numArguments, st);
  *out = (Executor){.device = "cpu",
                    .numArguments = c->numArguments,
                    .arguments = c->arguments,
                    .run = run,
                    .oracle = oracle,
                    .destroy = destroy,
                    .self = c};
  if (ok && anySymbolic(c->numArguments, c->arguments))
    out->bind = compileCpu;
  else
    ok = ok && compileCpu(out, c->arguments, st);
  if (!ok)
    destroy(c);
  return ok;
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

static bool bindEmulator(Executor *e, const AttnTensorType *types, AttnStatus *st) {
  Cpu *c = e->self;
  if (!setBound(c, types, st) || !attnEmulateShapes(c->emulator, types, st))
    return false;
  e->arguments = c->bound;
  e->results = e->numResults ? attnEmulateResult(c->emulator, 0) : NULL;
  return true;
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
                                .opt_level = o->optLevel};
  c->o = o;
  c->entry = o->entry ? strdup(o->entry) : NULL;
  c->emulator = attnEmulateCompile(c->input.module, &options, st);
  if (!c->emulator) {
    destroy(c);
    return false;
  }
  int na = attnEmulateNumArguments(c->emulator), nr = attnEmulateNumResults(c->emulator);
  const AttnTensorType *types = na ? attnEmulateArgument(c->emulator, 0) : NULL;
  c->numArguments = na;
  if (na && !setBound(c, types, st)) {
    destroy(c);
    return false;
  }
  *out = (Executor){.device = "emu",
                    .entry = attnEmulateEntry(c->emulator),
                    .numArguments = na,
                    .numResults = nr,
                    .arguments = types,
                    .bind = anySymbolic(na, types) ? bindEmulator : NULL,
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
