//===- Tables.c - Reading the `//!` comments of the IRDL texts ------------===//
//
// Takes the embedded texts line by line; a line is one of
//   //! ...                      documentation, or @attr / @opt
//   irdl.dialect @NAME {         takes the documentation so far
//   irdl.operation @NAME {       takes the documentation so far and opens an operation
//   %x = irdl.any | irdl.is T    a constraint of the open operation
//   irdl.operands|results|regions(...)
// Everything else is skipped. The text is ours and is checked by the tests, so that a malformed
// line is a programming error: it aborts with the line.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Tables.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char attnCarrierIrdl[], attnTileIrdl[];

static const char *const kindNames[] = {
#define X(E, SPELLING, WORDS) SPELLING,
    ATTN_ATTR_KINDS(X)
#undef X
};
static const char *const kindWords[] = {
#define X(E, SPELLING, WORDS) WORDS,
    ATTN_ATTR_KINDS(X)
#undef X
};

const char *attnAttrKindName(AttnAttrKind kind) { return kindNames[kind]; }
const char *attnAttrKindWords(AttnAttrKind kind) { return kindWords[kind]; }

enum { MAX_CONSTRAINTS = 16, MAX_ATTRS = 16 };

typedef struct Reader {
  AttnDialectEntry *dialect;
  AttnOpEntry *op; // the open operation
  char *doc;       // documentation not yet taken
  size_t nAttrs;   // attributes not yet taken
  AttnAttrEntry attrs[MAX_ATTRS];
  // Constraint variables of the open operation, and the name of the first value that used each: a
  // second value with the same variable must have the same type.
  size_t nConstraints;
  struct {
    char name[32], type[32], firstUse[32];
  } constraints[MAX_CONSTRAINTS];
} Reader;

static void malformed(const char *line) {
  fprintf(stderr, "attn-mlir: malformed line in a dialect definition: %s\n", line);
  abort();
}

static void appendLine(char **text, const char *line, const char *separator) {
  char *old = *text;
  if (asprintf(text, "%s%s%s", old ? old : "", old ? separator : "", line) < 0)
    abort();
  free(old);
}

static char *taken(char **text) {
  char *t = *text ? *text : strdup("");
  *text = NULL;
  return t;
}

static void readDoc(Reader *r, const char *line) {
  const char *text = line + 3;
  if (*text == ' ')
    ++text;
  bool required = strncmp(text, "@attr ", 6) == 0;
  if (required || strncmp(text, "@opt ", 5) == 0) {
    char name[64], kind[64];
    int used = 0;
    if (sscanf(text, "%*s %63s %63s%n", name, kind, &used) != 2 || r->nAttrs == MAX_ATTRS)
      malformed(line);
    AttnAttrEntry *a = &r->attrs[r->nAttrs++];
    while (text[used] == ' ')
      ++used;
    *a = (AttnAttrEntry){strdup(name), ATTN_KIND_COUNT, required, strdup(text + used)};
    for (size_t k = 0; k < ATTN_KIND_COUNT; ++k)
      if (strcmp(kind, kindNames[k]) == 0)
        a->kind = (AttnAttrKind)k;
    if (a->kind == ATTN_KIND_COUNT)
      malformed(line);
  } else if (r->nAttrs) { // goes on with the text of the attribute before
    appendLine(&r->attrs[r->nAttrs - 1].doc, text, " ");
  } else {
    appendLine(&r->doc, text, "\n");
  }
}

static void openOperation(Reader *r, const char *name, const char *line) {
  if (!r->dialect->name)
    malformed(line);
  AttnDialectEntry *d = r->dialect;
  d->ops = realloc(d->ops, (d->nOps + 1) * sizeof *d->ops);
  r->op = &d->ops[d->nOps++];
  *r->op = (AttnOpEntry){.doc = taken(&r->doc), .nAttrs = r->nAttrs};
  if (asprintf(&r->op->name, "%s.%s", d->name, name) < 0)
    abort();
  r->op->attrs = malloc((r->nAttrs + 1) * sizeof *r->op->attrs);
  memcpy(r->op->attrs, r->attrs, r->nAttrs * sizeof *r->attrs);
  r->op->operands = strdup(""), r->op->results = strdup(""), r->op->regions = strdup("");
  r->nAttrs = 0;
  r->nConstraints = 0;
}

/// `(a: %x, b: variadic %y)` -> "a: any, b: variadic index".
static void readValues(Reader *r, const char *list, char **out, bool regions, const char *line) {
  const char *p = strchr(list, '(');
  if (!p)
    malformed(line);
  free(*out);
  *out = NULL;
  for (++p; *p && *p != ')';) {
    char name[32], word[32], var[32] = "", part[128];
    int used = 0;
    if (sscanf(p, " %31[a-z_A-Z0-9]: %31[^ ,)]%n", name, word, &used) != 2)
      malformed(line);
    p += used;
    bool variadic = strcmp(word, "variadic") == 0;
    if (variadic) {
      if (sscanf(p, " %31[^ ,)]%n", var, &used) != 1)
        malformed(line);
      p += used;
    } else {
      strcpy(var, word);
    }
    const char *type = NULL;
    char same[64];
    for (size_t i = 0; i < r->nConstraints && !regions; ++i) {
      if (strcmp(r->constraints[i].name, var) != 0)
        continue;
      type = r->constraints[i].type;
      if (strcmp(type, "any") == 0 && r->constraints[i].firstUse[0]) {
        snprintf(same, sizeof same, "the type of %s", r->constraints[i].firstUse);
        type = same;
      } else {
        strcpy(r->constraints[i].firstUse, name);
      }
    }
    if (regions)
      snprintf(part, sizeof part, "%s", name);
    else if (type)
      snprintf(part, sizeof part, "%s: %s%s", name, variadic ? "variadic " : "", type);
    else
      malformed(line);
    appendLine(out, part, ", ");
    while (*p == ' ' || *p == ',')
      ++p;
  }
  if (!*out)
    *out = strdup("");
}

static void readLine(Reader *r, const char *line) {
  while (*line == ' ')
    ++line;
  char name[64], type[64];
  if (strncmp(line, "//!", 3) == 0) {
    readDoc(r, line);
  } else if (sscanf(line, "irdl.dialect @%63[a-z_]", name) == 1) {
    r->dialect->name = strdup(name);
    r->dialect->doc = taken(&r->doc);
  } else if (sscanf(line, "irdl.operation @%63[a-z_]", name) == 1) {
    openOperation(r, name, line);
  } else if (sscanf(line, "%63[%a-z_A-Z0-9] = irdl.is %63s", name, type) == 2 ||
             sscanf(line, "%63[%a-z_A-Z0-9] = irdl.%63s", name, type) == 2) {
    if (r->nConstraints == MAX_CONSTRAINTS || strlen(name) > 31 || strlen(type) > 31)
      malformed(line);
    strcpy(r->constraints[r->nConstraints].name, name);
    strcpy(r->constraints[r->nConstraints].type, type);
    r->constraints[r->nConstraints++].firstUse[0] = 0;
  } else if (strncmp(line, "irdl.operands", 13) == 0) {
    readValues(r, line, &r->op->operands, false, line);
  } else if (strncmp(line, "irdl.results", 12) == 0) {
    readValues(r, line, &r->op->results, false, line);
  } else if (strncmp(line, "irdl.regions", 12) == 0) {
    readValues(r, line, &r->op->regions, true, line);
  }
}

static void readText(AttnDialectEntry *dialect, const char *text) {
  Reader r = {.dialect = dialect};
  char *copy = strdup(text), *rest = copy, *line;
  while ((line = strsep(&rest, "\n")))
    readLine(&r, line);
  free(copy);
  free(r.doc);
}

static AttnDialectEntry dialects[2];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void readAll(void) {
  readText(&dialects[0], attnCarrierIrdl);
  readText(&dialects[1], attnTileIrdl);
}

const AttnDialectEntry *attnDialectTables(size_t *n) {
  pthread_once(&once, readAll);
  *n = sizeof dialects / sizeof *dialects;
  return dialects;
}

const AttnOpEntry *attnOpEntry(const char *name) {
  size_t n;
  const AttnDialectEntry *d = attnDialectTables(&n);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < d[i].nOps; ++k)
      if (strcmp(d[i].ops[k].name, name) == 0)
        return &d[i].ops[k];
  return NULL;
}

const AttnAttrEntry *attnAttrEntry(const AttnOpEntry *op, const char *attr) {
  for (size_t i = 0; i < op->nAttrs; ++i)
    if (strcmp(op->attrs[i].name, attr) == 0)
      return &op->attrs[i];
  return NULL;
}
