//===- Help.c - --help and --list-passes ----------------------------------===//
//
// Both are printed from the tables: Flags.def, BuiltinPasses.def (through the registry, so loaded
// plug-ins are there as well) and Pipelines.def.
//
//===----------------------------------------------------------------------===//
#include "Command.h"
#include "IR/Text.h"
#include "attn-c/Compile.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN = 38, WIDTH = 100 };

/// Text from the current column on, wrapped at words.
static void wrap(FILE *out, int used, const char *text) {
  if (used > COLUMN - 2) {
    fputc('\n', out);
    used = 0;
  }
  fprintf(out, "%*s", COLUMN - used, "");
  int column = COLUMN;
  for (const char *p = text; *p;) {
    int n = (int)strcspn(p, " ");
    if (column > COLUMN && column + 1 + n > WIDTH) {
      fprintf(out, "\n%*s", COLUMN, "");
      column = COLUMN;
    }
    column += fprintf(out, "%s%.*s", column > COLUMN ? " " : "", n, p);
    p += n;
    while (*p == ' ')
      ++p;
  }
  fputc('\n', out);
}

static void printOptions(FILE *out, const AttnSignature *signature) {
  for (size_t i = 0; i < signature->count; ++i) {
    const AttnOptionSpec *spec = &signature->specs[i];
    int used = fprintf(out, "    %s=<%s>", spec->name, attnOptionKindName(spec->kind));
    char text[512];
    FILE *line = fmemopen(text, sizeof text, "w");
    bool empty = spec->kind == ATTN_OPTION_STRING && !*spec->fallback.s;
    fprintf(line, "%s", spec->help);
    if (!empty) {
      fprintf(line, "%s(default: ", *spec->help ? " " : "");
      attnOptionPrintValue(line, spec->kind, &spec->fallback);
      fputc(')', line);
    }
    fputc(0, line);
    fclose(line);
    wrap(out, used, text);
  }
}

static void printOwn(FILE *out, const AttnRegistry *registry) {
  const AttnPluginDesc *plugin = NULL;
  for (size_t i = 0; i < attnRegistrySize(registry); ++i) {
    const AttnPassEntry *e = attnRegistryGet(registry, i);
    if (e->plugin != plugin && e->path)
      fprintf(out, "\nPasses of plug-in %s %s (%s):\n", e->plugin->name, e->plugin->version,
              e->path);
    plugin = e->plugin;
    int used = fprintf(out, "  %s", e->desc->name);
    wrap(out, used, e->desc->summary);
    if (*e->desc->anchor)
      fprintf(out, "%*sruns on %s\n", COLUMN, "", e->desc->anchor);
    printOptions(out, &e->signature);
  }
}

/// The elements of a pipeline, with line breaks after commas.
static void printElements(FILE *out, const char *text) {
  int column = fprintf(out, "    = ");
  for (const char *p = text; *p;) {
    int n = (int)strcspn(p, ",");
    n += p[n] == ',';
    if (column > 6 && column + n > WIDTH)
      column = fprintf(out, "\n      ") - 1;
    column += fprintf(out, "%.*s", n, p);
    p += n;
  }
  fputc('\n', out);
}

static void printPipelines(FILE *out) {
  for (const AttnNamedPipeline *p = attnNamedPipelines; p->name; ++p) {
    int used = fprintf(out, "  --%s%s", p->name, *p->options ? "[=OPTIONS]" : "");
    wrap(out, used, p->summary);
    printElements(out, p->text);
    AttnSignature signature;
    char *why = NULL;
    if (!attnSignatureParse(p->options, &signature, &why)) {
      fprintf(stderr, "named pipeline '%s': %s\n", p->name, why);
      abort();
    }
    printOptions(out, &signature);
    attnSignatureFree(&signature);
  }
}

void printHelp(FILE *out, const AttnRegistry *registry) {
  fputs("attn-opt: run passes on MLIR\n\n"
        "usage: attn-opt [flags] [FILE]     FILE is - (standard input) if left out\n",
        out);
#define SECTION(TITLE) fputs("\n" TITLE ":\n", out);
#define FLAG(ID, NAME, ARGUMENT, HELP)                                                             \
  wrap(out, fprintf(out, "  --%s%s", NAME, ARGUMENT ? (const char *)ARGUMENT : ""), HELP);
#include "Flags.def"
#undef FLAG
#undef SECTION
  fputs("\nForms of --example:\n", out);
  attnPrintExampleHelp(attnToFile, out);
  fputs("\nNamed pipelines (flags, and elements of --pass-pipeline):\n", out);
  printPipelines(out);
  fputs("\nPasses (elements of --pass-pipeline, with options as NAME{option=value ...}):\n", out);
  printOwn(out, registry);
  fputs("\nThe passes of MLIR " ATTN_MLIR_VERSION
        " can be used as well; --list-passes names them.\n"
        "Exit status: 0 done, 1 error (no output is left behind).\n",
        out);
}

void printPasses(FILE *out, const AttnRegistry *registry) {
  fputs("Passes of attn-mlir " ATTN_VERSION ":\n", out);
  printOwn(out, registry);
  fputs("\nNamed pipelines:\n", out);
  printPipelines(out);
  fputs("\nPasses of MLIR " ATTN_MLIR_VERSION ":\n", out);
  for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name; ++u)
    wrap(out, fprintf(out, "  %s", u->name), u->summary);
}
