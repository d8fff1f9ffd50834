//===- Docs.c - The dialects' documentation as Markdown -------------------===//
//
// Gives docs/dialects.md from the tables of Tables.h: per operation its first sentence as a
// summary, the rest of the text (indented lines as they are), signature, attributes.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Tables.h"
#include "attn-c/Dialects.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Out {
  MlirStringCallback callback;
  void *user;
} Out;

static void put(const Out *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(const Out *out, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = NULL;
  int n = vasprintf(&text, fmt, args);
  va_end(args);
  if (n >= 0)
    out->callback(mlirStringRefCreate(text, (size_t)n), out->user);
  free(text);
}

/// Markdown wants four blanks before literal lines; the texts use two.
static void putText(const Out *out, const char *doc) {
  char *copy = strdup(doc), *rest = copy, *line;
  while ((line = strsep(&rest, "\n")))
    put(out, "%s%s\n", strncmp(line, "  ", 2) == 0 ? "  " : "", line);
  free(copy);
}

/// Cells of a table must not hold a bare '|'.
static void putCell(const Out *out, const char *text) {
  for (; *text; ++text)
    put(out, *text == '|' ? "\\%c" : "%c", *text);
}

static void putOp(const Out *out, const AttnOpEntry *op) {
  put(out, "\n### `%s`\n\n", op->name);
  putText(out, op->doc);
  put(out, "\n");
  if (*op->operands)
    put(out, "- operands: %s\n", op->operands);
  if (*op->results)
    put(out, "- results: %s\n", op->results);
  if (*op->regions)
    put(out, "- regions: %s\n", op->regions);
  if (!*op->operands && !*op->results && !*op->regions)
    put(out, "- no operands, no results\n");
  if (!op->nAttrs)
    return;
  put(out, "\n| attribute | kind | | meaning |\n|---|---|---|---|\n");
  for (size_t i = 0; i < op->nAttrs; ++i) {
    const AttnAttrEntry *a = &op->attrs[i];
    put(out, "| `%s` | %s | %s | ", a->name, attnAttrKindName(a->kind),
        a->required ? "required" : "optional");
    putCell(out, a->doc);
    put(out, " |\n");
  }
}

void attnPrintDialectDocs(MlirStringCallback callback, void *user) {
  Out out = {callback, user};
  put(&out,
      "<!-- Written by `attn-opt --show-dialects` from lib/Dialect/*/*.irdl.mlir; edit there. "
      "-->\n# The dialects\n");
  size_t n;
  const AttnDialectEntry *d = attnDialectTables(&n);
  for (size_t i = 0; i < n; ++i) {
    put(&out, "\n## `%s`\n\n", d[i].name);
    putText(&out, d[i].doc);
    for (size_t k = 0; k < d[i].nOps; ++k)
      putOp(&out, &d[i].ops[k]);
  }
}
