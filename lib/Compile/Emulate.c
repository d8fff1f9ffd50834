//===- Emulate.c - Modules on the emulator --------------------------------===//
//
//   module -> [attn-to-nvvm] -> device IR -> plan of launches (Package.c)
//                                         -> convert-nvvm-to-host -> host functions -> LLVM JIT
//   run: buffers for arguments, results, temporaries; the launches in order (lib/Runtime/Emu*)
//
//===----------------------------------------------------------------------===//
#include "Compile/Engine.h"
#include "Compile/Jit.h"
#include "Compile/Plan.h"
#include "Conversion/NVVMToHost/Known.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Runtime/Emu.h"
#include "Runtime/Status.h"
#include "attn-c/Compile.h"
#include "attn-c/Passes.h"

#include "mlir-c/Pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct AttnEmulator {
  AttnPackage *plan;  ///< owns all strings below
  AttnPackage *bound; ///< `plan` for the lengths of the last run
  AttnEngine *engine;
  int numKernels;
  AttnEmuKernel *kernels;
  AttnHostProgram *guard; ///< NULL: none
  int32_t (*blocks)[3];   ///< required block of each kernel; 0: any
  int64_t *numParams;     ///< of each kernel
  char *counters;
};

//===--- compiling --------------------------------------------------------===//

static void keepMessage(const char *message, void *user) {
  attnFail(user, ATTN_STATUS_INVALID, "%s", message);
}

static bool runPasses(MlirModule module, const char *pass, const char *options,
                      const char *pipeline, AttnStatus *st) {
  MlirContext ctx = mlirModuleGetContext(module);
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(pm);
  bool ok =
      mlirLogicalResultIsSuccess(pipeline ? attnAddPipeline(ctx, top, pipeline, keepMessage, st)
                                          : attnAddPass(ctx, top, pass, options, keepMessage, st));
  if (ok && mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(module))))
    ok = attnFail(st, ATTN_STATUS_INVALID,
                  "a pass failed on the way to the emulator (see the diagnostics)");
  mlirPassManagerDestroy(pm);
  return ok;
}

static bool toDevice(MlirModule module, const AttnEmulateOptions *o, AttnStatus *st) {
  char options[1024];
  if (o->pipeline)
    return !*o->pipeline || runPasses(module, NULL, NULL, o->pipeline, st);
  int n = snprintf(options, sizeof options, "chip=%s schedule=\"%s\"",
                   o->chip && *o->chip ? o->chip : "sm_90a", o->schedule ? o->schedule : "");
  if ((size_t)n >= sizeof options)
    return attnFail(st, ATTN_STATUS_INVALID, "the schedule is longer than 900 characters");
  return runPasses(module, "attn-to-nvvm", options, NULL, st);
}

/// What the JIT compiles: the host functions and what they call.
static void keepHostFunctions(MlirModule module) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!attnIs(op, "llvm.func"))
      mlirOperationDestroy(op);
  }
}

/// Splits "op place".
static bool readSites(AttnEmulator *e, MlirAttribute list, AttnEmuKernel *k) {
  intptr_t n = mlirAttributeIsNull(list) ? 0 : mlirArrayAttrGetNumElements(list);
  AttnEmuSite *sites = attnArenaAlloc(&e->plan->arena, (size_t)(n + 1) * sizeof *sites);
  if (!sites)
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirStringRef s = mlirStringAttrGetValue(mlirArrayAttrGetElement(list, i));
    char *text = attnArenaAlloc(&e->plan->arena, s.length + 1);
    if (!text)
      return false;
    memcpy(text, s.data, s.length);
    char *blank = strchr(text, ' ');
    if (blank)
      *blank = 0;
    sites[i] = (AttnEmuSite){text, blank ? blank + 1 : ""};
  }
  k->sites = sites;
  k->numSites = (uint32_t)n;
  return true;
}

static bool readKernel(AttnEmulator *e, MlirOperation func, AttnStatus *st) {
  MlirAttribute facts = attnAttr(func, "attn.emu");
  if (mlirAttributeIsNull(facts))
    return true; // a declaration
  AttnEmuKernel *k = &e->kernels[e->numKernels];
  const char *name = attnDictStr(facts, "kernel");
  const char *colons = name ? strrchr(name, ':') : NULL;
  int64_t stack = 0, shared = 0, registers = 0;
  attnDictI64(facts, "shared", &shared);
  attnDictI64(facts, "stack", &stack);
  attnDictI64(facts, "registers", &registers);
  MlirAttribute serial = attnDictGet(facts, "serial"), block = attnDictGet(facts, "block");
  MlirAttribute cluster = attnDictGet(facts, "cluster");
  k->name = attnArenaString(&e->plan->arena, colons ? colons + 1 : name ? name : "");
  k->staticShared = (uint32_t)shared;
  k->stack = (size_t)stack;
  k->registers = (uint32_t)registers;
  attnDictI64(facts, "params", &e->numParams[e->numKernels]);
  k->serial = !mlirAttributeIsNull(serial) && mlirBoolAttrGetValue(serial);
  if (!mlirAttributeIsNull(block) && mlirDenseArrayGetNumElements(block) == 3)
    for (int i = 0; i < 3; ++i)
      e->blocks[e->numKernels][i] = mlirDenseI32ArrayGetElement(block, i);
  for (intptr_t i = 0;
       !mlirAttributeIsNull(cluster) && i < 3 && i < mlirDenseArrayGetNumElements(cluster); ++i)
    k->cluster[i] = (uint32_t)mlirDenseI32ArrayGetElement(cluster, i);
  ++e->numKernels;
  return (k->name && readSites(e, attnDictGet(facts, "sites"), k)) ||
         attnFail(st, ATTN_STATUS_MEMORY, "out of memory");
}

static bool jit(AttnEmulator *e, MlirModule module, int optLevel, AttnStatus *st) {
  // Most of the time is spent in the emulator, not in this code: optimising it does not pay.
  e->engine = attnEngineCreate(module, optLevel < 0 ? 0 : optLevel, NULL, st);
  if (!e->engine)
    return false;
  AttnEngineSymbol *symbols = NULL, s, *more;
  size_t n = 0;
  bool ok = true;
  for (size_t i = 0; ok && attnNVVMToHostSymbol(i, &s.name, &s.address); ++i) {
    size_t k = 0; // several operations share a function, which is to be defined once
    while (k < n && strcmp(symbols[k].name, s.name) != 0)
      ++k;
    if (k < n)
      continue;
    more = realloc(symbols, (n + 1) * sizeof *symbols);
    ok = more || attnFail(st, ATTN_STATUS_MEMORY, "out of memory");
    if (ok) {
      symbols = more;
      symbols[n++] = s;
    }
  }
  ok = ok && attnEngineDefine(e->engine, symbols, n, st);
  free(symbols);
  return ok;
}

static bool lookUp(AttnEmulator *e, MlirModule module, AttnStatus *st) {
  int i = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirAttributeIsNull(attnAttr(op, "attn.emu")))
      continue;
    void *code = attnEngineLookup(e->engine, attnAttrStr(op, "sym_name"), st);
    if (!code)
      return false;
    e->kernels[i++].entry = (void (*)(AttnEmuLane *, void **))(uintptr_t)code;
  }
  return true;
}

static int kernelOf(const AttnEmulator *e, const char *name) {
  for (int i = 0; i < e->numKernels; ++i)
    if (strcmp(e->kernels[i].name, name) == 0)
      return i;
  return -1;
}

static bool checkSteps(const AttnEmulator *e, AttnStatus *st) {
  const AttnPackageVariant *v = &e->plan->variants[0];
  for (int i = 0; i < v->numSteps; ++i) {
    const AttnPackageStep *s = &v->steps[i];
    if (!s->kernel)
      continue;
    int k = kernelOf(e, s->kernel);
    if (k < 0)
      return attnFail(st, ATTN_STATUS_INVALID, "the module launches '%s', which is no kernel of it",
                      s->kernel);
    if (e->numParams[k] != s->numBuffers + s->numMaps + s->numLengths)
      return attnFail(st, ATTN_STATUS_INVALID,
                      "kernel '%s' has %lld parameters, its launch gives %d tensors, %d tensor "
                      "maps and %d lengths",
                      s->kernel, (long long)e->numParams[k], s->numBuffers, s->numMaps,
                      s->numLengths);
    for (int d = 0; d < 3; ++d)
      if (e->blocks[k][d] && (uint32_t)e->blocks[k][d] != s->block[d])
        return attnFail(st, ATTN_STATUS_INVALID,
                        "kernel '%s' is launched with a block of %u x %u x %u, it requires %d x %d "
                        "x %d",
                        s->kernel, s->block[0], s->block[1], s->block[2], e->blocks[k][0],
                        e->blocks[k][1], e->blocks[k][2]);
  }
  return true;
}

static bool compile(AttnEmulator *e, MlirModule module, const AttnEmulateOptions *o,
                    AttnStatus *st) {
  if (!toDevice(module, o, st))
    return false;
  e->plan = attnPlanLaunches(module, o->entry, st);
  if (!e->plan || !runPasses(module, "convert-nvvm-to-host", "", NULL, st))
    return false;
  keepHostFunctions(module);
  MlirOperation *functions;
  intptr_t n = attnCollect(mlirModuleGetOperation(module), "llvm.func", &functions);
  e->kernels = attnAlloc((size_t)(n + 1) * sizeof *e->kernels, st);
  e->blocks = attnAlloc((size_t)(n + 1) * sizeof *e->blocks, st);
  e->numParams = attnAlloc((size_t)(n + 1) * sizeof *e->numParams, st);
  bool ok = e->kernels && e->blocks && e->numParams;
  for (intptr_t i = 0; ok && i < n; ++i)
    ok = readKernel(e, functions[i], st);
  free(functions);
  return ok && checkSteps(e, st) && jit(e, module, o->opt_level, st) && lookUp(e, module, st);
}

AttnEmulator *attnEmulateCompile(MlirModule module, const AttnEmulateOptions *options,
                                 AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  AttnEmulateOptions o = {.opt_level = -1};
  if (options)
    memcpy(&o, options, options->struct_size < sizeof o ? options->struct_size : sizeof o);
  attnOk(st);
  AttnEmulator *e = attnAlloc(sizeof *e, st);
  if (!e)
    return NULL;
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  bool ok = compile(e, copy, &o, st);
  mlirModuleDestroy(copy);
  ok = ok && attnCompileGuard(module, o.entry, &e->guard, st);
  if (ok)
    return e;
  attnEmulateDestroy(e);
  return NULL;
}

void attnEmulateDestroy(AttnEmulator *e) {
  if (!e)
    return;
  attnEngineDestroy(e->engine);
  attnHostDestroy(e->guard);
  attnPackageDestroy(e->bound);
  attnPackageDestroy(e->plan);
  free(e->kernels);
  free(e->blocks);
  free(e->numParams);
  free(e->counters);
  free(e);
}

const char *attnEmulateEntry(const AttnEmulator *e) { return e->plan->entry; }
int attnEmulateNumArguments(const AttnEmulator *e) { return e->plan->numArguments; }
int attnEmulateNumResults(const AttnEmulator *e) { return e->plan->numResults; }
const AttnTensorType *attnEmulateArgument(const AttnEmulator *e, int i) {
  return &(e->bound ? e->bound : e->plan)->arguments[i];
}
const AttnTensorType *attnEmulateResult(const AttnEmulator *e, int i) {
  return &(e->bound ? e->bound : e->plan)->results[i];
}

bool attnEmulateShapes(AttnEmulator *e, const AttnTensorType *arguments, AttnStatus *st) {
  AttnPackage *bound = attnPackageBind(e->plan, arguments, st);
  if (!bound)
    return false;
  attnPackageDestroy(e->bound);
  e->bound = bound;
  return true;
}
const char *attnEmulateCounters(const AttnEmulator *e) { return e->counters ? e->counters : ""; }

//===--- running ----------------------------------------------------------===//

/// A buffer as the GPU would have it: aligned to 256 bytes, with room around it that belongs to
/// nobody.
typedef struct Buffer {
  AttnEmuBuffer b;
  void *allocation;
  char name[64];
} Buffer;

enum { GAP = 4096 };

static bool makeBuffer(Buffer *to, const AttnPackage *p, const AttnPackageBuffer *from, int number,
                       const AttnTensor *arguments, bool inPlace, AttnStatus *st) {
  static const char *const roles[] = {"argument", "result", "temporary", "constant"};
  size_t bytes = attnTensorBytes(&from->type);
  bool argument = from->role == ATTN_BUFFER_ARGUMENT;
  void *own = argument ? arguments[from->index].data : NULL;
  inPlace = inPlace && argument && (uintptr_t)own % 256 == 0;
  to->allocation = inPlace ? NULL : attnAlloc(bytes + 2 * (size_t)GAP, st);
  if (!to->allocation && !inPlace)
    return false;
  bool named = argument || from->role == ATTN_BUFFER_RESULT;
  snprintf(to->name, sizeof to->name, "%s %d", roles[from->role], named ? from->index : number);
  to->b.name = to->name;
  to->b.bytes = bytes;
  to->b.readOnly = argument || from->role == ATTN_BUFFER_CONSTANT;
  to->b.data =
      inPlace ? own : (void *)(((uintptr_t)to->allocation + GAP / 2 + 255) & ~(uintptr_t)255);
  const void *bits = argument ? own : to->b.readOnly ? p->blobs[from->blob].bytes : NULL;
  if (bits && !inPlace)
    memcpy(to->b.data, bits, bytes);
  else if (!bits)
    memset(to->b.data, 0xff, bytes);
  if (!to->b.readOnly && !(to->b.written = attnAlloc(bytes, st)))
    return false;
  return true;
}

typedef struct Map {
  char bytes[ATTN_EMU_TENSOR_MAP_BYTES];
} Map;

static bool makeMap(Map *to, const AttnPackageMap *m, const AttnEmuBuffer *of, AttnStatus *st) {
  AttnEmuTensorMap t = {.data = of->data,
                        .elementBytes = (uint32_t)attnTypeSize(m->type),
                        .rank = (uint32_t)m->rank,
                        .swizzle = (uint32_t)m->swizzle,
                        .empty = m->empty};
  memcpy(t.dims, m->dims, sizeof m->dims);
  memcpy(t.strides, m->strides, sizeof m->strides);
  memcpy(t.box, m->box, sizeof m->box);
  return attnEmuTensorMapEncode(to->bytes, &t, st);
}

static bool runStep(AttnEmulator *e, AttnEmu *emu, const AttnPackageStep *s, Buffer *buffers,
                    AttnStatus *st) {
  if (!s->kernel && s->numBuffers == 1) {
    AttnEmuBuffer *b = &buffers[s->buffers[0]].b;
    memset(b->data, 0, b->bytes);
    memset(b->written, 1, b->bytes);
    return true;
  }
  if (!s->kernel) {
    AttnEmuBuffer *from = &buffers[s->buffers[0]].b, *to = &buffers[s->buffers[1]].b;
    memcpy(to->data, from->data, to->bytes);
    if (to->written && from->written)
      memcpy(to->written, from->written, to->bytes);
    else if (to->written)
      memset(to->written, 1, to->bytes);
    return true;
  }
  if (s->grid[0] == 0)
    return true; // no tile: its results have no elements
  size_t n = (size_t)s->numBuffers, numParams = n + (size_t)s->numMaps + (size_t)s->numLengths;
  int32_t lengths[ATTN_MAX_LENGTHS];
  AttnEmuBuffer **touched = attnAlloc(n * sizeof *touched, st);
  void **pointers = attnAlloc(n * sizeof *pointers, st);
  void **params = attnAlloc(numParams * sizeof *params, st);
  Map *maps = attnAlloc((size_t)s->numMaps * sizeof *maps, st);
  bool ok = touched && pointers && params && maps;
  for (int i = 0; ok && i < s->numBuffers; ++i) {
    touched[i] = &buffers[s->buffers[i]].b;
    pointers[i] = touched[i]->data;
    params[i] = &pointers[i];
  }
  for (int i = 0; ok && i < s->numMaps; ++i) {
    params[s->numBuffers + i] = &maps[i];
    ok = makeMap(&maps[i], &s->maps[i], touched[s->maps[i].buffer], st);
  }
  for (int i = 0; ok && i < s->numLengths; ++i) {
    lengths[i] = (int32_t)e->bound->values[s->lengths[i]];
    params[n + (size_t)s->numMaps + (size_t)i] = &lengths[i];
  }
  AttnEmuLaunchDesc launch = {.kernel = &e->kernels[kernelOf(e, s->kernel)],
                              .shared = s->shared,
                              .params = params,
                              .numBuffers = s->numBuffers,
                              .buffers = touched,
                              .numMaps = s->numMaps,
                              .maps = (const void *const *)params + n};
  memcpy(launch.grid, s->grid, sizeof launch.grid);
  memcpy(launch.block, s->block, sizeof launch.block);
  ok = ok && attnEmuLaunch(emu, &launch, st);
  free(touched);
  free(pointers);
  free(params);
  free(maps);
  return ok;
}

static bool tellReports(AttnEmu *emu, const AttnEmulateRunOptions *o, AttnStatus *st) {
  int n = attnEmuNumReports(emu);
  for (int i = 0; i < n && o->report; ++i)
    o->report(attnEmuReport(emu, i)->text, attnEmuReport(emu, i)->count, o->user);
  if (attnEmuNumHazards(emu) == 0)
    return true;
  return attnFail(st, ATTN_STATUS_HAZARD, "the emulator found hazards: %lld at %d operation%s",
                  (long long)attnEmuNumHazards(emu), n, n == 1 ? "" : "s");
}

/// The plan for the lengths of these arguments.
static bool takeShapes(AttnEmulator *e, const AttnTensor *arguments, AttnStatus *st) {
  AttnTensorType *types = attnAlloc((size_t)e->plan->numArguments * sizeof *types, st);
  for (int i = 0; types && i < e->plan->numArguments; ++i)
    types[i] = arguments[i].type;
  bool ok = types && attnEmulateShapes(e, types, st);
  free(types);
  return ok;
}

bool attnEmulateRun(AttnEmulator *e, const AttnTensor *arguments, AttnTensor *results,
                    const AttnEmulateRunOptions *options, AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  AttnEmulateRunOptions o = {.threads = 0};
  if (options)
    memcpy(&o, options, options->struct_size < sizeof o ? options->struct_size : sizeof o);
  attnOk(st);
  if (!takeShapes(e, arguments, st) || (e->guard && !attnGuardRun(e->guard, arguments, st)))
    return false;
  const AttnPackageVariant *v = &e->bound->variants[0];
  AttnEmuOptions eo = {.threads = o.threads, .maxReports = o.max_reports, .counters = o.counters};
  AttnEmu *emu = attnEmuCreate(&eo);
  Buffer *buffers = attnAlloc((size_t)v->numBuffers * sizeof *buffers, st);
  bool ok = emu && buffers;
  for (int i = 0; ok && i < v->numBuffers; ++i)
    ok = makeBuffer(&buffers[i], e->bound, &v->buffers[i], i, arguments, o.in_place, st);
  for (int i = 0; ok && i < v->numSteps; ++i)
    ok = runStep(e, emu, &v->steps[i], buffers, st);
  for (int i = 0; ok && i < v->numBuffers; ++i)
    if (v->buffers[i].role == ATTN_BUFFER_RESULT)
      attnEmuCheckWritten(emu, &buffers[i].b, e->bound->entry);
  if (ok) {
    free(e->counters);
    e->counters = attnEmuCountersText(emu);
    ok = tellReports(emu, &o, st);
  }
  int made = 0;
  for (; ok && made < e->bound->numResults; ++made)
    ok = attnTensorCreate(&results[made], &e->bound->results[made], st);
  for (int i = 0; ok && i < v->numBuffers; ++i)
    if (v->buffers[i].role == ATTN_BUFFER_RESULT)
      memcpy(results[v->buffers[i].index].data, buffers[i].b.data, buffers[i].b.bytes);
  for (int i = 0; !ok && i < made; ++i)
    attnTensorDestroy(&results[i]);
  for (int i = 0; buffers && i < v->numBuffers; ++i) {
    free(buffers[i].allocation);
    free(buffers[i].b.written);
  }
  free(buffers);
  attnEmuDestroy(emu);
  return ok;
}
