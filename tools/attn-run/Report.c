//===- Report.c - Measurements for people and for programs ----------------===//
#include "Report.h"
#include "Runtime/File.h"
#include "Runtime/Status.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *flopsRule(const Options *o) {
  return o->causalFlops
             ? "2 per multiply-add of the input's contractions, halved for the causal mask"
             : "2 per multiply-add of the input's contractions, masked positions counted";
}

static double flops(const Options *o, const Measurement *m) {
  return m->flops * (o->causalFlops ? 0.5 : 1);
}

void printMeasurement(FILE *out, const Options *o, const Executor *e, const Measurement *m) {
  const AttnBenchResult *t = &m->time;
  fprintf(out, "bench: %s: median %.2f us (p20 %.2f, p80 %.2f, min %.2f, %d repetitions)\n",
          e->device, t->median * 1e6, t->p20 * 1e6, t->p80 * 1e6, t->min * 1e6, t->reps);
  fprintf(out, "  %.1f GB/s (arguments and results once)", m->bytes / t->median * 1e-9);
  if (m->flops > 0)
    fprintf(out, ", %.3f TFLOP/s (%s)", flops(o, m) / t->median * 1e-12, flopsRule(o));
  fputc('\n', out);
  if (e->gpu && !o->keepCache)
    fprintf(out, "  L2 flushed before every repetition\n");
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *contextJson(const Options *o, const Executor *e) {
  char date[64] = "", host[256] = "";
  time_t now = time(NULL);
  struct tm tm;
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S%z", localtime_r(&now, &tm));
  gethostname(host, sizeof host - 1);
  json_t *c = json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:I, s:s, s:s}", "date", date, "host_name",
                        host, "executable", canCompile ? "attn-run" : "attn-run-lite", "num_cpus",
                        (int)sysconf(_SC_NPROCESSORS_ONLN), "attn_version", ATTN_VERSION_STRING,
                        "device", e->device, "seed", (json_int_t)o->seed, "file", o->file,
                        "flops_rule", flopsRule(o));
  if (e->gpu) {
    json_object_set_new(c, "driver", json_integer(e->gpu->driver));
    json_object_set_new(c, "sm_clock_mhz", json_integer(e->gpu->clock_khz / 1000));
    json_object_set_new(c, "memory_clock_mhz", json_integer(e->gpu->memory_clock_khz / 1000));
    json_object_set_new(c, "multiprocessors", json_integer(e->gpu->multiprocessors));
    json_object_set_new(c, "l2_bytes", json_integer(e->gpu->l2));
    json_object_set_new(c, "l2_flushed", json_boolean(!o->keepCache));
  }
  json_t *manifest = e->manifest ? json_loads(e->manifest, 0, NULL) : NULL;
  if (manifest) {
    // What was compiled: without the lists of bytes.
    json_object_del(manifest, "blobs");
    json_object_set_new(c, "package", manifest);
  }
  return c;
}

static json_t *benchmarkJson(const Options *o, const Executor *e, const Measurement *m) {
  const AttnBenchResult *t = &m->time;
  json_t *b =
      json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f, s:s}", "name", e->entry, "run_name", e->entry,
                "run_type", "iteration", "repetitions", 1, "iterations", t->reps, "real_time",
                t->median * 1e6, "cpu_time", t->median * 1e6, "time_unit", "us");
  json_object_set_new(b, "median", number(t->median * 1e6));
  json_object_set_new(b, "p20", number(t->p20 * 1e6));
  json_object_set_new(b, "p80", number(t->p80 * 1e6));
  json_object_set_new(b, "min", number(t->min * 1e6));
  json_object_set_new(b, "mean", number(t->mean * 1e6));
  json_object_set_new(b, "bytes_per_second", number(m->bytes / t->median));
  if (m->flops > 0)
    json_object_set_new(b, "flops_per_second", number(flops(o, m) / t->median));
  return b;
}

bool writeJson(const Options *o, const Executor *e, const Measurement *m, const Finding *findings,
               int numFindings, AttnStatus *st) {
  json_t *benchmarks = json_array(), *checks = json_array();
  if (m)
    json_array_append_new(benchmarks, benchmarkJson(o, e, m));
  for (int i = 0; i < numFindings; ++i) {
    const AttnComparison *c = &findings[i].comparison;
    json_t *j = json_pack("{s:i, s:s, s:b, s:I, s:I}", "result", findings[i].result, "against",
                          findings[i].against, "ok", c->bad == 0, "elements", (json_int_t)c->count,
                          "bad", (json_int_t)c->bad);
    json_object_set_new(j, "max_error", number(c->maxError));
    json_object_set_new(j, "mean_error", number(c->meanError));
    json_object_set_new(j, "relative_frobenius", number(attnCompareFrobenius(c)));
    json_array_append_new(checks, j);
  }
  json_t *all = json_pack("{s:o, s:o, s:o}", "context", contextJson(o, e), "benchmarks", benchmarks,
                          "checks", checks);
  char *text = all ? json_dumps(all, JSON_INDENT(2)) : NULL;
  json_decref(all);
  if (!text)
    return attnFail(st, ATTN_STATUS_MEMORY, "cannot write the measurements as JSON");
  bool ok = true;
  if (o->jsonFile)
    ok = attnFileWrite(o->jsonFile, 2, (AttnFilePart[]){{text, strlen(text)}, {"\n", 1}}, st);
  else
    puts(text);
  free(text);
  return ok;
}
