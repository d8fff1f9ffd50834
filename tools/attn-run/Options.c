//===- Options.c - The command line of attn-run ---------------------------===//
#include "Options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  FLAG_FIRST = 256,
#define FLAG(id, name, argument, help) FLAG_##id,
#include "Flags.def"
#undef FLAG
};

static const struct {
  const char *name, *argument, *help;
} flags[] = {
#define FLAG(id, name, argument, help) {name, argument, help},
#include "Flags.def"
#undef FLAG
};
enum { NUM_FLAGS = sizeof flags / sizeof *flags };

static const char *toolName(void) { return canCompile ? "attn-run" : "attn-run-lite"; }

static void printHelp(void) {
  printf("usage: %s FILE [options]\n\n"
         "Runs a function on drawn or given inputs, checks and times it.\n"
         "FILE: %s.\n\n",
         toolName(),
         canCompile ? "an .mlir file (compiled on the fly; - for standard input) or a package"
                    : "a package (attn-opt --emit=package)");
  for (int i = 0; i < NUM_FLAGS; ++i) {
    char left[64];
    const char *a = flags[i].argument;
    if (!a)
      snprintf(left, sizeof left, "--%s", flags[i].name);
    else if (a[0] == '[')
      snprintf(left, sizeof left, "--%s[=%.*s]", flags[i].name, (int)strlen(a) - 2, a + 1);
    else
      snprintf(left, sizeof left, "--%s=%s", flags[i].name, a);
    // Help in a column, wrapped at blanks.
    printf("  %-26s", left);
    if (strlen(left) > 25)
      printf("\n  %-26s", "");
    const char *h = flags[i].help;
    while (strlen(h) > 70) {
      int n = 70;
      while (n > 0 && h[n] != ' ')
        --n;
      printf("%.*s\n  %-26s", n, h, "");
      h += n + 1;
    }
    printf("%s\n", h);
  }
  printf(
      "\nexit code: 0 all well, 1 error, 2 mismatch, 3 no GPU, 4 hazard found by the emulator\n");
}

static int wrong(const char *flag, const char *value, const char *expected) {
  fprintf(stderr, "%s: error: --%s=%s: expected %s\n", toolName(), flag, value, expected);
  return EXIT_ERROR;
}

static bool parseNumber(const char *s, double *out) {
  char *end;
  errno = 0;
  *out = strtod(s, &end);
  return end != s && !*end && *out >= 0 && *out < 1e300;
}

static bool parseCount(const char *s, int64_t min, int64_t *out) {
  char *end;
  errno = 0;
  *out = strtoll(s, &end, 10);
  return end != s && !*end && errno == 0 && *out >= min;
}

static int parseFlag(Options *o, int flag, const char *value) {
  const char *name = flags[flag - FLAG_FIRST - 1].name;
  int64_t n = 0;
  switch (flag) {
  case FLAG_DEVICE:
    if (!strcmp(value, "auto"))
      o->device = DEVICE_AUTO;
    else if (!strcmp(value, "cpu"))
      o->device = DEVICE_CPU;
    else if (!strcmp(value, "gpu"))
      o->device = DEVICE_GPU;
    else if (!strcmp(value, "emu"))
      o->device = DEVICE_EMU;
    else
      return wrong(name, value, "auto, cpu, gpu or emu");
    break;
  case FLAG_INPUT:
    o->inputs[o->numInputs++] = value;
    break;
  case FLAG_SHAPE:
    o->shapes[o->numShapes++] = value;
    break;
  case FLAG_OUTPUT:
  case FLAG_EXPECT:
    if (value[0] != '@' || !value[1])
      return wrong(name, value, "@FILE.npy");
    if (flag == FLAG_OUTPUT)
      o->outputs[o->numOutputs++] = value + 1;
    else
      o->expects[o->numExpects++] = value + 1;
    break;
  case FLAG_SEED: {
    char *end;
    errno = 0;
    o->seed = strtoull(value, &end, 0);
    if (end == value || *end || errno || *value == '-')
      return wrong(name, value, "a number");
    break;
  }
  case FLAG_ATOL:
    if (!parseNumber(value, &o->atol))
      return wrong(name, value, "a number that is not negative");
    break;
  case FLAG_RTOL:
    if (!parseNumber(value, &o->rtol))
      return wrong(name, value, "a number that is not negative");
    break;
  case FLAG_VERIFY:
    o->verify = VERIFY_AUTO;
    if (value && !strcmp(value, "all"))
      o->verify = VERIFY_ALL;
    else if (value && !strncmp(value, "rows:", 5) && parseCount(value + 5, 1, &o->rows))
      o->verify = VERIFY_ROWS;
    else if (value)
      return wrong(name, value, "all or rows:N");
    break;
  case FLAG_REPEAT:
    if (!parseCount(value, 1, &n) || n > 1000000)
      return wrong(name, value, "a positive number");
    o->repeat = (int)n;
    break;
  case FLAG_BENCH:
    o->bench = true;
    break;
  case FLAG_MIN_TIME:
    if (!parseNumber(value, &o->minSeconds))
      return wrong(name, value, "seconds");
    break;
  case FLAG_KEEP_CACHE:
    o->keepCache = true;
    break;
  case FLAG_FLOPS:
    if (strcmp(value, "full") && strcmp(value, "causal"))
      return wrong(name, value, "full or causal");
    o->causalFlops = !strcmp(value, "causal");
    break;
  case FLAG_JSON:
    o->json = true;
    o->jsonFile = value;
    break;
  case FLAG_COUNTERS:
    o->counters = true;
    break;
  case FLAG_THREADS:
    if (!parseCount(value, 1, &n) || n > 256)
      return wrong(name, value, "1 to 256");
    o->threads = (int)n;
    break;
  case FLAG_OPT_LEVEL:
    if (!parseCount(value, 0, &n) || n > 3)
      return wrong(name, value, "0 to 3");
    o->optLevel = (int)n;
    break;
  case FLAG_ENTRY:
    o->entry = value;
    break;
  case FLAG_SCHEDULE:
    o->schedule = value;
    break;
  case FLAG_CHIP:
    o->chip = value;
    break;
  case FLAG_PIPELINE:
    o->pipeline = value;
    break;
  case FLAG_ORDINAL:
    if (!parseCount(value, 0, &n) || n > 1024)
      return wrong(name, value, "the number of a GPU");
    o->ordinal = (int)n;
    break;
  case FLAG_LIBCUDA:
    o->libcuda = value;
    break;
  case FLAG_HELP:
    printHelp();
    return EXIT_OK;
  case FLAG_VERSION:
    printf("%s (attn-mlir) %s\n", toolName(), ATTN_VERSION_STRING);
    return EXIT_OK;
  }
  return -1;
}

int optionsParse(Options *o, int argc, char **argv) {
  *o = (Options){.atol = -1, .rtol = -1, .repeat = 1, .rows = 64, .optLevel = -1};
  size_t size = (size_t)(argc + 1) * sizeof(char *);
  o->inputs = malloc(size);
  o->outputs = malloc(size);
  o->expects = malloc(size);
  o->shapes = malloc(size);
  if (!o->inputs || !o->outputs || !o->expects || !o->shapes)
    abort();
  struct option longs[NUM_FLAGS + 1] = {0};
  for (int i = 0; i < NUM_FLAGS; ++i) {
    const char *a = flags[i].argument;
    longs[i] = (struct option){flags[i].name,
                               !a            ? no_argument
                               : a[0] == '[' ? optional_argument
                                             : required_argument,
                               NULL, FLAG_FIRST + 1 + i};
  }
  opterr = 0;
  for (;;) {
    int at = optind, flag = getopt_long(argc, argv, "-:", longs, NULL);
    if (flag == -1)
      break;
    if (flag == 1) { // not an option
      if (o->file) {
        fprintf(stderr, "%s: error: one file at a time: '%s' and '%s'\n", toolName(), o->file,
                optarg);
        return EXIT_ERROR;
      }
      o->file = optarg;
      continue;
    }
    if (flag == '?' || flag == ':') {
      fprintf(stderr, "%s: error: %s '%s' (see --help)\n", toolName(),
              flag == ':' ? "a value is missing after" : "unknown option",
              argv[at < argc ? at : argc - 1]);
      return EXIT_ERROR;
    }
    int code = parseFlag(o, flag, optarg);
    if (code >= 0)
      return code;
  }
  while (optind < argc && !o->file)
    o->file = argv[optind++];
  if (!o->file) {
    fprintf(stderr, "%s: error: no file given (see --help)\n", toolName());
    return EXIT_ERROR;
  }
  return -1;
}

void optionsFree(Options *o) {
  free(o->inputs);
  free(o->outputs);
  free(o->expects);
  free(o->shapes);
}
