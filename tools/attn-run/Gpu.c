//===- Gpu.c - A package on a GPU -----------------------------------------===//
#include "Executor.h"
#include "Runtime/Status.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Gpu {
  AttnDevice *device;
  AttnPackage *package, *bound; ///< bound: for the run's lengths
  AttnProgram *program;
  AttnTensorType *arguments, *results;
} Gpu;

static bool run(void *self, const AttnTensor *arguments, AttnTensor *results, AttnStatus *st) {
  return attnProgramRun(((Gpu *)self)->program, arguments, results, st);
}

static bool bench(void *self, const AttnTensor *arguments, const AttnBenchOptions *options,
                  AttnBenchResult *result, AttnStatus *st) {
  return attnProgramBench(((Gpu *)self)->program, arguments, options, result, st);
}

static const AttnOracle *oracle(void *self, AttnStatus *st) {
  Gpu *g = self;
  return attnPackageOracle(g->bound ? g->bound : g->package, st);
}

static void destroy(void *self) {
  Gpu *g = self;
  attnProgramDestroy(g->program);
  attnDeviceDestroy(g->device);
  attnPackageDestroy(g->bound);
  attnPackageDestroy(g->package);
  free(g->arguments);
  free(g->results);
  free(g);
}

static bool bind(Executor *e, const AttnTensorType *types, AttnStatus *st) {
  Gpu *g = e->self;
  AttnPackage *bound = attnPackageBind(g->package, types, st);
  if (!bound || !attnProgramShapes(g->program, types, st)) {
    attnPackageDestroy(bound);
    return false;
  }
  attnPackageDestroy(g->bound);
  g->bound = bound;
  for (int i = 0; i < e->numArguments; ++i)
    g->arguments[i] = *attnPackageArgument(bound, i);
  for (int i = 0; i < e->numResults; ++i)
    g->results[i] = *attnPackageResult(bound, i);
  return true;
}

void chipOfDevice(const AttnDeviceInfo *info, char *chip, size_t size) {
  // From Hopper on the instructions of one architecture need its own suffix.
  snprintf(chip, size, "sm_%d%d%s", info->major, info->minor, info->major >= 9 ? "a" : "");
}

bool gpuExecutor(AttnDevice *device, AttnPackage *package, Executor *out, AttnStatus *st) {
  int na = attnPackageNumArguments(package), nr = attnPackageNumResults(package);
  Gpu *g = attnAlloc(sizeof *g, st);
  if (!g) {
    attnDeviceDestroy(device);
    attnPackageDestroy(package);
    return false;
  }
  g->device = device;
  g->package = package;
  g->arguments = attnAlloc((size_t)na * sizeof *g->arguments, st);
  g->results = attnAlloc((size_t)nr * sizeof *g->results, st);
  g->program = g->arguments && g->results ? attnProgramLoad(device, package, st) : NULL;
  if (!g->program) {
    destroy(g);
    return false;
  }
  for (int i = 0; i < na; ++i)
    g->arguments[i] = *attnPackageArgument(package, i);
  for (int i = 0; i < nr; ++i)
    g->results[i] = *attnPackageResult(package, i);
  const AttnDeviceInfo *info = attnDeviceGetInfo(device);
  *out = (Executor){.entry = attnPackageEntry(package),
                    .numArguments = na,
                    .numResults = nr,
                    .arguments = g->arguments,
                    .results = g->results,
                    .run = run,
                    .bind = attnPackageNumLengths(package) ? bind : NULL,
                    .bench = bench,
                    .oracle = oracle,
                    .destroy = destroy,
                    .self = g,
                    .gpu = info,
                    .manifest = attnPackageManifest(package)};
  snprintf(out->device, sizeof out->device, "gpu %s (sm_%d%d)", info->name, info->major,
           info->minor);
  return true;
}
