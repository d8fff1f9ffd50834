//===- Command.c - Reading the command line -------------------------------===//
//
// getopt_long does the reading; unknown flags are looked at first, because getopt accepts
// abbreviations and has no "did you mean".
//
//===----------------------------------------------------------------------===//
#include "Command.h"

#include "Schedule/Suggest.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
  const char *name, *argument;
} Row;

static const Row rows[] = {
#define SECTION(TITLE)
#define FLAG(ID, NAME, ARGUMENT, HELP) {NAME, ARGUMENT},
#include "Flags.def"
#undef FLAG
#undef SECTION
};

static size_t numPipelines(void) {
  size_t n = 0;
  while (attnNamedPipelines[n].name)
    ++n;
  return n;
}

/// The row of a flag, or FLAG_COUNT + i for named pipeline i, or -1.
static int findFlag(const char *name, size_t length) {
  for (int i = 0; i < FLAG_COUNT; ++i)
    if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
      return i;
  const AttnNamedPipeline *p = attnNamedPipelineFind(name, length);
  return p ? FLAG_COUNT + (int)(p - attnNamedPipelines) : -1;
}

static bool isShort(const char *arg) {
  return (arg[1] == 'o' || arg[1] == 'h') && (arg[1] == 'o' || !arg[2]);
}

/// Reports a word that starts with '-' but is no flag of ours.
static bool checkFlag(const char *arg) {
  const char *name = arg + 1 + (arg[1] == '-');
  size_t length = strcspn(name, "=");
  int flag = findFlag(name, length);
  if (arg[1] == '-' && flag >= 0)
    return true;
  AttnSuggest suggest = {name, length, NULL, 0};
  for (int i = 0; i < FLAG_COUNT; ++i)
    attnSuggestOffer(&suggest, rows[i].name);
  for (const AttnNamedPipeline *p = attnNamedPipelines; p->name; ++p)
    attnSuggestOffer(&suggest, p->name);
  bool isPass = false;
  AttnRegistry *builtin = attnRegistryGlobal();
  isPass = attnRegistryFind(builtin, name, length) != NULL;
  for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name && !isPass; ++u)
    isPass = strlen(u->name) == length && memcmp(u->name, name, length) == 0;
  fprintf(stderr, "attn-opt: error: unknown flag '%.*s'", (int)strcspn(arg, "="), arg);
  if (isPass)
    fprintf(stderr, "; passes stand in --pass-pipeline='builtin.module(%.*s)'", (int)length, name);
  else if (suggest.best)
    fprintf(stderr, ", did you mean '--%s'?", suggest.best);
  else
    fprintf(stderr, "; see attn-opt --help");
  fputc('\n', stderr);
  return false;
}

/// All words that look like flags are flags; a word behind a flag that wants a value is its value.
static bool checkWords(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    const char *arg = argv[i];
    if (strcmp(arg, "--") == 0)
      return true;
    if (arg[0] != '-' || !arg[1])
      continue;
    if (arg[1] != '-' && isShort(arg)) {
      if (arg[1] == 'o' && !arg[2])
        ++i;
      continue;
    }
    if (!checkFlag(arg))
      return false;
    int flag = findFlag(arg + 2, strcspn(arg + 2, "="));
    if (flag < FLAG_COUNT && rows[flag].argument && rows[flag].argument[0] == '=' &&
        !strchr(arg, '='))
      ++i;
  }
  return true;
}

static bool readBool(const char *text, bool *value) {
  *value = !text || strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
  return *value || strcmp(text, "0") == 0 || strcmp(text, "false") == 0;
}

static bool readEmit(const char *text, EmitKind *kind) {
  static const char *const kinds[] = {"mlir", "listing", "ptx", "cubin", "package"};
  AttnSuggest suggest = {text, strlen(text), NULL, 0};
  for (int i = 0; i < 5; ++i) {
    if (strcmp(text, kinds[i]) == 0) {
      *kind = (EmitKind)i;
      return true;
    }
    attnSuggestOffer(&suggest, kinds[i]);
  }
  fprintf(stderr, "attn-opt: error: --emit=%s: expected mlir, listing, ptx, cubin or package",
          text);
  if (suggest.best)
    fprintf(stderr, ", did you mean '%s'?", suggest.best);
  fputc('\n', stderr);
  return false;
}

static void *grow(void *array, size_t count, size_t size) {
  void *grown = realloc(array, count * size);
  if (!grown)
    abort();
  return grown;
}

static bool take(Command *c, int flag, const char *value) {
  if (flag >= FLAG_COUNT) {
    c->pipelines = grow(c->pipelines, c->numPipelines + 1, sizeof *c->pipelines);
    c->pipelines[c->numPipelines++] = (PipelineFlag){&attnNamedPipelines[flag - FLAG_COUNT], value};
    return true;
  }
  c->on[flag] = true;
  c->value[flag] = value;
  switch (flag) {
  case FLAG_EMIT:
    return readEmit(value, &c->emit);
  case FLAG_VERIFY_EACH:
    if (readBool(value, &c->verifyEach))
      return true;
    fprintf(stderr, "attn-opt: error: --verify-each=%s: expected 0 or 1\n", value);
    return false;
  case FLAG_ELIDE_ELEMENTSATTRS: {
    char *end;
    c->elideLimit = strtol(value, &end, 10);
    if (end != value && !*end && c->elideLimit >= 0)
      return true;
    fprintf(stderr,
            "attn-opt: error: --mlir-elide-elementsattrs-if-larger=%s: expected a number of "
            "elements\n",
            value);
    return false;
  }
  case FLAG_LIST_SCHEDULES: {
    char *end = NULL;
    bool all = value && strcmp(value, "all") == 0;
    long n = value && !all ? strtol(value, &end, 10) : 0;
    c->mostRows = !value ? 20 : (int)n;
    if (!value || all || (*value && !*end && n > 0 && n <= 1000000))
      return true;
    fprintf(stderr, "attn-opt: error: --list-schedules=%s: expected a number of rows or 'all'\n",
            value);
    return false;
  }
  case FLAG_LOAD_PASS_PLUGIN:
    c->plugins = grow(c->plugins, c->numPlugins + 1, sizeof *c->plugins);
    c->plugins[c->numPlugins++] = value;
    return true;
  default:
    return true;
  }
}

bool commandParse(int argc, char **argv, Command *command) {
  *command = (Command){.input = NULL, .verifyEach = true, .elideLimit = -1};
  if (!checkWords(argc, argv))
    return false;
  size_t named = numPipelines();
  struct option *options = calloc(FLAG_COUNT + named + 1, sizeof *options);
  if (!options)
    abort();
  for (size_t i = 0; i < FLAG_COUNT + named; ++i) {
    const char *argument = i < FLAG_COUNT ? rows[i].argument : "[=OPTIONS]";
    options[i].name = i < FLAG_COUNT ? rows[i].name : attnNamedPipelines[i - FLAG_COUNT].name;
    options[i].has_arg = !argument            ? no_argument
                         : argument[0] == '=' ? required_argument
                                              : optional_argument;
    options[i].val = 256 + (int)i;
  }
  opterr = 0;
  bool ok = true;
  for (int c; ok && (c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1;) {
    if (c == ':' || c == '?') {
      const char *arg = argv[optind - 1];
      fprintf(stderr, "attn-opt: error: flag '%.*s' %s\n", (int)strcspn(arg, "="), arg,
              c == ':' ? "needs a value" : "takes no value");
      ok = false;
    } else {
      ok = take(command, c == 'o' ? FLAG_OUTPUT : c == 'h' ? FLAG_HELP : c - 256, optarg);
    }
  }
  free(options);
  for (; ok && optind < argc; ++optind) {
    if (command->input) {
      fprintf(stderr, "attn-opt: error: more than one input: '%s' and '%s'\n", command->input,
              argv[optind]);
      ok = false;
    } else {
      command->input = argv[optind];
    }
  }
  if (ok && command->on[FLAG_PASS_PIPELINE] && command->numPipelines) {
    fprintf(stderr,
            "attn-opt: error: --pass-pipeline and --%s cannot be combined; write "
            "--pass-pipeline='builtin.module(%s,...)'\n",
            command->pipelines[0].pipeline->name, command->pipelines[0].pipeline->name);
    ok = false;
  }
  if (ok && command->on[FLAG_LIST_SCHEDULES] &&
      (command->on[FLAG_EMIT] || command->on[FLAG_PASS_PIPELINE] || command->numPipelines)) {
    fprintf(stderr, "attn-opt: error: --list-schedules writes a list: it takes no %s\n",
            command->on[FLAG_EMIT] ? "--emit" : "passes");
    ok = false;
  }
  if (ok && command->on[FLAG_EXAMPLE] && command->input) {
    fprintf(stderr, "attn-opt: error: --example takes the place of the input '%s'\n",
            command->input);
    ok = false;
  }
  if (!command->input)
    command->input = "-";
  return ok;
}

void commandFree(Command *command) {
  free(command->pipelines);
  free(command->plugins);
}
