//===- Expect.c - --verify-diagnostics ------------------------------------===//
// See Expect.h.
//===----------------------------------------------------------------------===//
#include "IR/Expect.h"

#include "IR/Text.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

typedef struct Expectation {
  AttnSeverity severity;
  unsigned line; ///< where the diagnostic must be; 0: without a position
  unsigned at;   ///< where the comment is
  char *text;
  regex_t regex;
  bool isRegex, met;
} Expectation;

struct AttnExpectations {
  const AttnSource *source;
  FILE *out;
  Expectation *list;
  size_t count;
  bool failed;
};

static void complain(AttnExpectations *e, unsigned line, const char *text, const char *detail) {
  fprintf(e->out, "%s:%u: error: %s%s%s\n", e->source->name, line, text, detail ? ": " : "",
          detail ? detail : "");
  e->failed = true;
}

//===--- reading ----------------------------------------------------------===//

static const char *findText(const char *at, const char *end, const char *word) {
  return memmem(at, (size_t)(end - at), word, strlen(word));
}

/// The regular expression of `text`, in which only inner {{...}} are not literal.
static char *regexOf(const char *text) {
  char *pattern = NULL;
  size_t size;
  FILE *out = open_memstream(&pattern, &size);
  for (const char *p = text; *p;) {
    const char *close = strncmp(p, "{{", 2) == 0 ? strstr(p + 2, "}}") : NULL;
    if (close) {
      fprintf(out, "(%.*s)", (int)(close - p - 2), p + 2);
      p = close + 2;
      continue;
    }
    if (strchr("^.[$()|*+?{}\\", *p))
      fputc('\\', out);
    fputc(*p++, out);
  }
  fclose(out);
  return pattern;
}

typedef enum Where { HERE, ABOVE, BELOW } Where;

/// `@...` at *p; the line, or where to look for it.
static bool readPlace(const char **p, const char *end, unsigned here, unsigned *line,
                      Where *where) {
  *where = HERE;
  *line = here;
  if (*p >= end || **p != '@')
    return true;
  ++*p;
  static const char *const words[] = {"unknown", "above", "below"};
  for (int w = 0; w < 3; ++w) {
    size_t n = strlen(words[w]);
    if ((size_t)(end - *p) < n || memcmp(*p, words[w], n) != 0)
      continue;
    *p += n;
    if (w == 0)
      *line = 0;
    else
      *where = w == 1 ? ABOVE : BELOW;
    return true;
  }
  int sign = **p == '+' ? 1 : **p == '-' ? -1 : 0;
  if (sign)
    ++*p;
  if (*p >= end || !isdigit((unsigned char)**p))
    return false;
  long number = 0;
  for (; *p < end && isdigit((unsigned char)**p) && number < 1000000000; ++*p)
    number = number * 10 + (**p - '0');
  long result = sign ? (long)here + sign * number : number;
  *line = result > 0 ? (unsigned)result : 0;
  return result > 0;
}

/// The end of `{{...}}` whose text begins at p: inner pairs of {{ }} are skipped.
static const char *closing(const char *p, const char *end) {
  for (int depth = 0; p + 1 < end; ++p) {
    if (p[0] == '{' && p[1] == '{') {
      ++depth;
      ++p;
    } else if (p[0] == '}' && p[1] == '}') {
      if (!depth)
        return p;
      --depth;
      ++p;
    }
  }
  return NULL;
}

/// Reads the expectations of one line, appends them with `line` filled except for above and below.
static void readLine(AttnExpectations *e, const char *line, const char *end, unsigned number,
                     Where **places) {
  static const char *const names[] = {"error", "warning", "note", "remark"};
  static const char word[] = "expected-";
  for (const char *p = line; (p = findText(p, end, word));) {
    p += sizeof word - 1;
    int severity = 0;
    size_t n = 0;
    for (; severity < 4; ++severity) {
      n = strlen(names[severity]);
      if ((size_t)(end - p) >= n && memcmp(p, names[severity], n) == 0)
        break;
    }
    if (severity == 4)
      continue;
    p += n;
    Expectation x = {.severity = (AttnSeverity)severity, .at = number};
    if (end - p >= 3 && memcmp(p, "-re", 3) == 0) {
      x.isRegex = true;
      p += 3;
    }
    Where where;
    if (!readPlace(&p, end, number, &x.line, &where)) {
      complain(e, number, "expected a line after '@': +N, -N, N, above, below or unknown", NULL);
      continue;
    }
    while (p < end && isspace((unsigned char)*p))
      ++p;
    if (end - p < 2 || p[0] != '{' || p[1] != '{')
      continue; // prose
    const char *text = p + 2, *close = closing(text, end);
    if (!close) {
      complain(e, number, "this expectation has no closing '}}'", NULL);
      return;
    }
    x.text = attnCopy(text, (size_t)(close - text));
    p = close + 2;
    if (x.isRegex) {
      char *pattern = regexOf(x.text), why[200];
      int rc = regcomp(&x.regex, pattern, REG_EXTENDED | REG_NOSUB);
      free(pattern);
      if (rc) {
        regerror(rc, &x.regex, why, sizeof why);
        complain(e, number, "malformed regular expression", why);
        free(x.text);
        continue;
      }
    }
    e->list = realloc(e->list, (e->count + 1) * sizeof *e->list);
    *places = realloc(*places, (e->count + 1) * sizeof **places);
    if (!e->list || !*places)
      abort();
    (*places)[e->count] = where;
    e->list[e->count++] = x;
  }
}

static bool hasExpectation(const AttnExpectations *e, unsigned line) {
  for (size_t i = 0; i < e->count; ++i)
    if (e->list[i].at == line)
      return true;
  return false;
}

AttnExpectations *attnExpectRead(const AttnSource *source, FILE *out) {
  AttnExpectations *e = calloc(1, sizeof *e);
  if (!e)
    abort();
  e->source = source;
  e->out = out;
  Where *places = NULL;
  unsigned number = 1;
  const char *end = source->text + source->size;
  for (const char *line = source->text; line < end; ++number) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    readLine(e, line, newline ? newline : end, number, &places);
    line = newline ? newline + 1 : end;
  }
  for (size_t i = 0; i < e->count; ++i) {
    if (places[i] == HERE)
      continue;
    unsigned line = e->list[i].at;
    do
      line += places[i] == ABOVE ? -1u : 1u;
    while (line && hasExpectation(e, line));
    e->list[i].line = line;
  }
  free(places);
  return e;
}

//===--- comparing --------------------------------------------------------===//

void attnExpectDiag(AttnExpectations *e, AttnSeverity severity, MlirLocation loc,
                    const char *text) {
  const char *file;
  unsigned line = 0, col;
  if (!attnSourcePosition(e->source, loc, &file, &line, &col) || strcmp(file, e->source->name) != 0)
    line = 0;
  bool anyNote = false;
  for (size_t i = 0; i < e->count; ++i) {
    Expectation *x = &e->list[i];
    anyNote |= x->severity == ATTN_NOTE && x->line == line;
    if (x->met || x->severity != severity || x->line != line)
      continue;
    if (x->isRegex ? regexec(&x->regex, text, 0, NULL, 0) != 0 : !strstr(text, x->text))
      continue;
    x->met = true;
    return;
  }
  if (severity == ATTN_NOTE && !anyNote)
    return;
  if (severity == ATTN_NOTE && strncmp(text, "see current operation", 21) == 0)
    return; // MLIR adds it to every error at an operation
  fprintf(e->out, "unexpected %s\n", attnSeverityName(severity));
  attnSourcePrintDiag(e->out, e->source, severity, loc, text);
  e->failed = true;
}

bool attnExpectFinish(AttnExpectations *e) {
  for (size_t i = 0; i < e->count; ++i) {
    Expectation *x = &e->list[i];
    if (!x->met) {
      char *what =
          attnFormat("expected %s \"%s\" was not produced", attnSeverityName(x->severity), x->text);
      complain(e, x->at, what, NULL);
      free(what);
    }
    if (x->isRegex)
      regfree(&x->regex);
    free(x->text);
  }
  bool ok = !e->failed;
  free(e->list);
  free(e);
  return ok;
}
