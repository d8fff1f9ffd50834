//===- attn-run.c - Run, check and time a function ------------------------===//
//
// choose the device -> compile or open -> inputs -> run -> outputs -> checks -> measurements
//
// Two programs are made of this folder: attn-run (with Mlir.c, which links the compiler) and
// attn-run-lite (with NoMlir.c: packages only, no library but the system's).
//
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "Runtime/Bench.h"
#include "Runtime/File.h"
#include "Runtime/Status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int fail(const AttnStatus *st) {
  fprintf(stderr, "%s: error: %s\n", canCompile ? "attn-run" : "attn-run-lite", st->message);
  return st->code == ATTN_STATUS_NO_GPU   ? EXIT_NO_GPU
         : st->code == ATTN_STATUS_HAZARD ? EXIT_HAZARD
                                          : EXIT_ERROR;
}

//===--- choosing the executor --------------------------------------------===//

static bool isPackage(const char *path) {
  char start[8] = "";
  FILE *f = strcmp(path, "-") ? fopen(path, "rb") : NULL;
  size_t n = f ? fread(start, 1, sizeof start, f) : 0;
  if (f)
    fclose(f);
  // A damaged or truncated package should be called one.
  const char *dot = strrchr(path, '.');
  return (n >= 7 && !memcmp(start, "ATTNPKG", 7)) || (dot && !strcmp(dot, ".attnpkg"));
}

static bool openOnGpu(const Options *o, AttnDevice *device, bool package, Executor *e,
                      AttnStatus *st) {
  char chip[32];
  chipOfDevice(attnDeviceGetInfo(device), chip, sizeof chip);
  AttnPackage *p =
      package ? attnPackageOpen(o->file, st) : compilePackage(o, o->chip ? o->chip : chip, st);
  if (!p) {
    attnDeviceDestroy(device);
    return false;
  }
  if (o->entry && strcmp(o->entry, attnPackageEntry(p))) {
    attnFail(st, ATTN_STATUS_INVALID, "%s: the package holds '%s', not '%s'", o->file,
             attnPackageEntry(p), o->entry);
    attnDeviceDestroy(device);
    attnPackageDestroy(p);
    return false;
  }
  return gpuExecutor(device, p, e, st);
}

static bool choose(const Options *o, Executor *e, AttnStatus *st) {
  bool package = isPackage(o->file);
  if (package && (o->schedule || o->chip || o->pipeline))
    return attnFail(st, ATTN_STATUS_INVALID,
                    "%s is a package: --schedule, --chip and --pipeline are for .mlir files",
                    o->file);
  if (!package && !canCompile) {
    // Say what is wrong with the file before anything about devices.
    AttnPackage *p = attnPackageOpen(o->file, st);
    attnPackageDestroy(p);
    return false;
  }
  if (package && (o->device == DEVICE_CPU || o->device == DEVICE_EMU))
    return attnFail(st, ATTN_STATUS_INVALID,
                    "%s: a package holds code for GPUs only; --device=%s needs the .mlir file",
                    o->file, o->device == DEVICE_CPU ? "cpu" : "emu");
  if (o->device == DEVICE_CPU)
    return cpuExecutor(o, e, st);
  if (o->device == DEVICE_EMU)
    return emuExecutor(o, e, st);
  if (package) { // a bad file is an error on every machine
    AttnPackage *p = attnPackageOpen(o->file, st);
    if (!p)
      return false;
    attnPackageDestroy(p);
  }
  AttnDevice *device =
      attnDeviceOpen(&(AttnDeviceOptions){.libcuda = o->libcuda, .ordinal = o->ordinal}, st);
  if (device)
    return openOnGpu(o, device, package, e, st);
  if (st->code != ATTN_STATUS_NO_GPU || o->device == DEVICE_GPU || package)
    return false;
  if (emuExecutor(o, e, st))
    return true;
  fprintf(stderr, "attn-run: warning: no GPU, and not for the emulator (%s): running on the CPU\n",
          st->message);
  return cpuExecutor(o, e, st);
}

//===--- running ----------------------------------------------------------===//

typedef struct Session {
  const Options *o;
  Executor e;
  FILE *out; ///< for people
  AttnTensor *arguments, *results, *again;
  Finding *findings;
  int numFindings;
  bool mismatch;
} Session;

static bool checkCount(const char *flag, int given, const char *what, int needed, AttnStatus *st) {
  return given == 0 || given == needed ||
         attnFail(st, ATTN_STATUS_INVALID, "%d --%s given, the function has %d %s%s", given, flag,
                  needed, what, needed == 1 ? "" : "s");
}

/// The type of argument i as --shape has it, or as the function takes it.
static bool shapeOf(const Session *s, int i, AttnTensorType *type, AttnStatus *st) {
  const AttnTensorType *declared = &s->e.arguments[i];
  const char *text = i < s->o->numShapes ? s->o->shapes[i] : "-";
  char want[256];
  *type = *declared;
  attnTensorTypeFormat(declared, want, sizeof want);
  if (strcmp(text, "-") == 0)
    return !attnTensorTypeIsSymbolic(declared) ||
           attnFail(st, ATTN_STATUS_INVALID,
                    "argument %d is %s: say its shape (--shape) or read it from a file "
                    "(--input=@FILE.npy)",
                    i, want);
  const char *at = text;
  for (type->rank = 0; *at && type->rank < ATTN_MAX_RANK;) {
    char *end;
    long long n = *at >= '0' && *at <= '9' ? strtoll(at, &end, 10) : -1;
    if (n < 0 || (*end && *end != 'x') || (*end == 'x' && !end[1]))
      return attnFail(st, ATTN_STATUS_INVALID, "--shape=%.100s: expected numbers, e.g. 1x8x200x64",
                      text);
    type->shape[type->rank++] = n;
    at = *end ? end + 1 : end;
  }
  return attnTensorTypeMatches(declared, type) ||
         attnFail(st, ATTN_STATUS_INVALID, "--shape=%.100s: argument %d is %s", text, i, want);
}

static bool makeInputs(Session *s, AttnStatus *st) {
  const Options *o = s->o;
  for (int i = 0; i < s->e.numArguments; ++i) {
    const char *spec = o->numInputs ? o->inputs[i] : "randn";
    AttnTensorType type;
    if (spec[0] == '@') {
      if (!attnNpyRead(spec + 1, &s->e.arguments[i], &s->arguments[i], st))
        return false;
    } else if (!shapeOf(s, i, &type, st) || !attnTensorCreate(&s->arguments[i], &type, st)) {
      return false;
    } else if (!attnTensorDraw(&s->arguments[i], spec, o->seed, (uint64_t)i, st)) {
      AttnStatus why = *st;
      return attnFail(st, why.code, "--input=%.100s: %.800s; a file is written @FILE.npy", spec,
                      why.message);
    }
  }
  return true;
}

/// The executor for the shapes that the inputs have.
static bool bindShapes(Session *s, AttnStatus *st) {
  if (!s->e.bind)
    return true;
  AttnTensorType *types = attnAlloc((size_t)s->e.numArguments * sizeof *types, st);
  for (int i = 0; types && i < s->e.numArguments; ++i)
    types[i] = s->arguments[i].type;
  bool ok = types && s->e.bind(&s->e, types, st);
  free(types);
  return ok;
}

static void printResult(Session *s, int i) {
  const AttnTensor *t = &s->results[i];
  char type[256];
  int64_t n = attnTensorCount(&t->type), nan = 0, inf = 0, finite = 0;
  double min = INFINITY, max = -INFINITY, mean = 0;
  for (int64_t k = 0; k < n; ++k) {
    double x = attnTensorGet(t, k);
    nan += isnan(x);
    inf += isinf(x) != 0;
    if (!isfinite(x))
      continue;
    mean += (x - mean) / (double)++finite;
    min = x < min ? x : min;
    max = x > max ? x : max;
  }
  fprintf(s->out, "result %d: %s", i, attnTensorTypeFormat(&t->type, type, sizeof type));
  if (finite)
    fprintf(s->out, " min %.6g max %.6g mean %.6g", min, max, mean);
  if (nan)
    fprintf(s->out, ", %lld NaN", (long long)nan);
  if (inf)
    fprintf(s->out, ", %lld infinite", (long long)inf);
  fprintf(s->out, " bits %016llx\n",
          (unsigned long long)attnChecksum(t->data, attnTensorBytes(&t->type)));
}

/// Runs --repeat times; the same inputs must give the same bits.
static bool runAll(Session *s, AttnStatus *st) {
  if (!s->e.run(s->e.self, s->arguments, s->results, st))
    return false;
  for (int r = 1; r < s->o->repeat; ++r) {
    if (!s->e.run(s->e.self, s->arguments, s->again, st))
      return false;
    for (int i = 0; i < s->e.numResults; ++i) {
      if (memcmp(s->results[i].data, s->again[i].data, attnTensorBytes(&s->results[i].type))) {
        fprintf(s->out, "MISMATCH: result %d of run %d has other bits than in run 1\n", i, r + 1);
        s->mismatch = true;
      }
      attnTensorDestroy(&s->again[i]);
    }
  }
  if (s->o->repeat > 1 && !s->mismatch)
    fprintf(s->out, "ok: %d runs, the same bits\n", s->o->repeat);
  return true;
}

static void keepFinding(Session *s, const Finding *f) {
  s->findings[s->numFindings++] = *f;
  s->mismatch |= f->comparison.bad > 0;
}

static bool checkAll(Session *s, AttnStatus *st) {
  Finding f;
  for (int i = 0; i < s->o->numExpects; ++i) {
    if (!checkExpected(s->out, s->o, i, &s->results[i], s->o->expects[i], &f, st))
      return false;
    keepFinding(s, &f);
  }
  if (s->o->verify == VERIFY_NO)
    return true;
  const AttnOracle *oracle = s->e.oracle(s->e.self, st);
  for (int i = 0; oracle && i < s->e.numResults; ++i) {
    if (!checkOracle(s->out, s->o, oracle, s->arguments, i, &s->results[i], &f, st))
      return false;
    keepFinding(s, &f);
  }
  return oracle != NULL;
}

//===--- measuring --------------------------------------------------------===//

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/// Executors without a clock of their own: the wall clock around whole runs.
static bool wallClock(Session *s, const AttnBenchOptions *options, AttnBenchResult *result,
                      AttnStatus *st) {
  AttnBenchOptions o = *options;
  attnBenchDefaults(&o);
  double *seconds = attnAlloc((size_t)o.max_reps * sizeof *seconds, st), total = 0;
  int n = 0;
  bool ok = seconds != NULL;
  while (ok && n < o.max_reps && (n < o.min_reps || total < o.min_seconds)) {
    double start = now();
    ok = s->e.run(s->e.self, s->arguments, s->again, st);
    seconds[n] = now() - start;
    for (int i = 0; ok && i < s->e.numResults; ++i)
      attnTensorDestroy(&s->again[i]);
    total += seconds[n++];
    if (n >= 5 && total > 10 * o.min_seconds)
      break;
  }
  if (ok)
    attnBenchSummarize(seconds, n, result);
  free(seconds);
  return ok;
}

static bool measure(Session *s, Measurement *m, AttnStatus *st) {
  AttnBenchOptions options = {.min_seconds = s->o->minSeconds, .keep_cache = s->o->keepCache};
  *m = (Measurement){0};
  if (s->e.bench ? !s->e.bench(s->e.self, s->arguments, &options, &m->time, st)
                 : !wallClock(s, &options, &m->time, st))
    return false;
  for (int i = 0; i < s->e.numArguments; ++i)
    m->bytes += (double)attnTensorBytes(&s->e.arguments[i]);
  for (int i = 0; i < s->e.numResults; ++i)
    m->bytes += (double)attnTensorBytes(&s->e.results[i]);
  AttnOracleCost cost;
  const AttnOracle *oracle = s->e.oracle(s->e.self, NULL);
  if (oracle && attnOracleEstimate(oracle, -1, NULL, &cost, NULL))
    m->flops = cost.flops;
  printMeasurement(s->out, s->o, &s->e, m);
  return true;
}

static bool go(Session *s, AttnStatus *st) {
  const Options *o = s->o;
  if (!checkCount("input", o->numInputs, "argument", s->e.numArguments, st) ||
      !checkCount("shape", o->numShapes, "argument", s->e.numArguments, st))
    return false;
  s->arguments = attnAlloc((size_t)s->e.numArguments * sizeof *s->arguments, st);
  if (!s->arguments || !makeInputs(s, st) || !bindShapes(s, st) ||
      !checkCount("output", o->numOutputs, "result", s->e.numResults, st) ||
      !checkCount("expect", o->numExpects, "result", s->e.numResults, st))
    return false;
  int nr = s->e.numResults;
  s->results = attnAlloc((size_t)nr * sizeof *s->results, st);
  s->again = attnAlloc((size_t)nr * sizeof *s->again, st);
  s->findings = attnAlloc(2 * (size_t)nr * sizeof *s->findings, st);
  if (!s->results || !s->again || !s->findings)
    return false;
  fprintf(s->out, "%s on %s\n", s->e.entry, s->e.device);
  if (!runAll(s, st))
    return false;
  for (int i = 0; i < nr; ++i)
    printResult(s, i);
  for (int i = 0; i < o->numOutputs; ++i)
    if (!attnNpyWrite(o->outputs[i], &s->results[i], st))
      return false;
  if (!checkAll(s, st))
    return false;
  Measurement m;
  if (o->bench && !measure(s, &m, st))
    return false;
  return !o->json || writeJson(o, &s->e, o->bench ? &m : NULL, s->findings, s->numFindings, st);
}

int main(int argc, char **argv) {
  Options o;
  AttnStatus st = {0};
  int code = optionsParse(&o, argc, argv);
  if (code < 0) {
    Session s = {.o = &o, .out = o.json && !o.jsonFile ? stderr : stdout};
    if (!choose(&o, &s.e, &st)) {
      code = fail(&st);
    } else {
      code = go(&s, &st) ? s.mismatch ? EXIT_MISMATCH : EXIT_OK : fail(&st);
      for (int i = 0; s.arguments && i < s.e.numArguments; ++i)
        attnTensorDestroy(&s.arguments[i]);
      for (int i = 0; s.results && i < s.e.numResults; ++i)
        attnTensorDestroy(&s.results[i]);
      free(s.arguments);
      free(s.results);
      free(s.again);
      free(s.findings);
      s.e.destroy(s.e.self);
    }
  }
  optionsFree(&o);
  if (fflush(stdout) && code == EXIT_OK) {
    fprintf(stderr, "attn-run: error: cannot write to standard output\n");
    code = EXIT_ERROR;
  }
  return code;
}
