//===- Bench.c - Timing on a device ---------------------------------------===//
//
//   capture the launches of one run in a graph
//   warm up
//   repeat: write a buffer larger than L2; event; graph; event
//
// Events lie around the graph only, so that the flush is not measured. A repetition is waited for
// before the next one starts; the clock of the device, not of the host, tells the time.
//
//===----------------------------------------------------------------------===//
#include "Runtime/Bench.h"
#include "Runtime/Program.h"
#include "Runtime/Status.h"

#include <stdlib.h>
#include <string.h>

static int byValue(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void attnBenchSummarize(double *seconds, int n, AttnBenchResult *r) {
  *r = (AttnBenchResult){.reps = n};
  if (n == 0)
    return;
  for (int i = 0; i < n; ++i)
    r->mean += seconds[i] / n;
  qsort(seconds, (size_t)n, sizeof *seconds, byValue);
  r->min = seconds[0];
  r->median = n % 2 ? seconds[n / 2] : (seconds[n / 2 - 1] + seconds[n / 2]) / 2;
  r->p20 = seconds[(n - 1) / 5];
  r->p80 = seconds[(n - 1) * 4 / 5];
}

void attnBenchDefaults(AttnBenchOptions *o) {
  o->min_seconds = o->min_seconds > 0 ? o->min_seconds : 0.5;
  o->min_reps = o->min_reps > 0 ? o->min_reps : 20;
  o->max_reps = o->max_reps > 0 ? o->max_reps : 2000;
  if (o->min_reps > o->max_reps)
    o->min_reps = o->max_reps;
}

typedef struct Bench {
  AttnCuda *cu;
  AttnMemory memory;
  CuStream stream;
  CuGraph graph;
  CuGraphExec exec;
  CuEvent start, stop;
  CuPointer flush;
  size_t flushBytes;
} Bench;

static bool prepare(Bench *b, AttnProgram *prog, const AttnTensor *arguments, bool keepCache,
                    AttnStatus *st) {
  AttnCuda *cu = b->cu;
  if (!attnMemoryCreate(&b->memory, prog, arguments, st) ||
      !attnMemoryFill(&b->memory, arguments, st) ||
      !attnCudaCheck(cu, cu->streamCreate(&b->stream, 1), "creating a stream", st) ||
      !attnCudaCheck(cu, cu->eventCreate(&b->start, 0), "creating an event", st) ||
      !attnCudaCheck(cu, cu->eventCreate(&b->stop, 0), "creating an event", st))
    return false;
  if (!keepCache) {
    // Twice the cache, so that no line of the inputs survives whatever the replacement does.
    b->flushBytes = 2 * (size_t)(prog->device->info.l2 > 0 ? prog->device->info.l2 : 64 << 20);
    if (!attnCudaCheck(cu, cu->memoryAlloc(&b->flush, b->flushBytes), "allocating memory", st))
      return false;
  }
  // Kernels are loaded at their first launch, which a capture does not allow.
  if (!attnMemoryLaunch(&b->memory, b->stream, st) ||
      !attnCudaCheck(cu, cu->streamSynchronize(b->stream), "running the kernels", st))
    return false;
  // 1: only this thread's own unsafe calls end the capture.
  if (!attnCudaCheck(cu, cu->streamBeginCapture(b->stream, 1), "starting a graph", st))
    return false;
  bool launched = attnMemoryLaunch(&b->memory, b->stream, st);
  int error = cu->streamEndCapture(b->stream, &b->graph);
  return launched && attnCudaCheck(cu, error, "ending a graph", st) &&
         attnCudaCheck(cu, cu->graphInstantiate(&b->exec, b->graph, 0), "instantiating a graph",
                       st);
}

static bool once(Bench *b, double *seconds, AttnStatus *st) {
  AttnCuda *cu = b->cu;
  float ms = 0;
  if ((b->flush && !attnCudaCheck(cu, cu->memsetAsync(b->flush, 0, b->flushBytes, b->stream),
                                  "flushing L2", st)) ||
      !attnCudaCheck(cu, cu->eventRecord(b->start, b->stream), "recording an event", st) ||
      !attnCudaCheck(cu, cu->graphLaunch(b->exec, b->stream), "launching a graph", st) ||
      !attnCudaCheck(cu, cu->eventRecord(b->stop, b->stream), "recording an event", st) ||
      !attnCudaCheck(cu, cu->eventSynchronize(b->stop), "running the kernels", st) ||
      !attnCudaCheck(cu, cu->eventElapsed(&ms, b->start, b->stop), "reading the time", st))
    return false;
  *seconds = ms * 1e-3;
  return true;
}

static bool measure(Bench *b, const AttnBenchOptions *o, AttnBenchResult *result, AttnStatus *st) {
  double first, total = 0;
  for (int i = 0; i < 3; ++i)
    if (!once(b, &first, st))
      return false;
  double *seconds = attnAlloc((size_t)o->max_reps * sizeof *seconds, st);
  int n = 0;
  bool ok = seconds != NULL;
  while (ok && n < o->max_reps && (n < o->min_reps || total < o->min_seconds)) {
    ok = once(b, &seconds[n], st);
    if (ok)
      total += seconds[n++];
    // Slow kernels: a handful of repetitions tells enough.
    if (n >= 5 && total > 10 * o->min_seconds)
      break;
  }
  if (ok)
    attnBenchSummarize(seconds, n, result);
  free(seconds);
  return ok;
}

bool attnProgramBench(AttnProgram *prog, const AttnTensor *arguments,
                      const AttnBenchOptions *options, AttnBenchResult *result, AttnStatus *st) {
  AttnBenchOptions o = options ? *options : (AttnBenchOptions){0};
  attnBenchDefaults(&o);
  Bench b = {.cu = &prog->device->cuda};
  bool ok = prepare(&b, prog, arguments, o.keep_cache, st) && measure(&b, &o, result, st) &&
            attnMemoryCheckGuards(&b.memory, st);
  AttnCuda *cu = b.cu;
  if (b.exec)
    cu->graphExecDestroy(b.exec);
  if (b.graph)
    cu->graphDestroy(b.graph);
  if (b.start)
    cu->eventDestroy(b.start);
  if (b.stop)
    cu->eventDestroy(b.stop);
  if (b.flush)
    cu->memoryFree(b.flush);
  if (b.stream)
    cu->streamDestroy(b.stream);
  attnMemoryDestroy(&b.memory);
  return ok && attnOk(st);
}
