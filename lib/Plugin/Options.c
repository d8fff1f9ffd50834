//===- Options.c - Option signatures and option values --------------------===//
// See Options.h.
//===----------------------------------------------------------------------===//
#include "Plugin/Options.h"

#include "IR/Text.h"
#include "Schedule/Suggest.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const kindNames[] = {"int", "bool", "float", "string"};

const char *attnOptionKindName(AttnOptionKind kind) { return kindNames[kind]; }

//===--- values -----------------------------------------------------------===//

/// Reads `text` as a value of the kind; false if it is not one.
static bool readValue(AttnOptionKind kind, const char *text, AttnOptionValue *value) {
  char *end = NULL;
  switch (kind) {
  case ATTN_OPTION_INT:
    errno = 0;
    value->i = strtoll(text, &end, 10);
    return !errno && end != text && !*end && !isspace((unsigned char)*text);
  case ATTN_OPTION_BOOL:
    value->b = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    return value->b || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
  case ATTN_OPTION_FLOAT:
    value->f = strtod(text, &end);
    return end != text && !*end && !isspace((unsigned char)*text);
  case ATTN_OPTION_STRING:
    free(value->s);
    value->s = attnCopy(text, strlen(text));
    return true;
  }
  return false;
}

static const char *kindWanted(AttnOptionKind kind) {
  static const char *const wanted[] = {"an integer", "true or false", "a number", "a string"};
  return wanted[kind];
}

//===--- signatures -------------------------------------------------------===//

static bool isNameChar(char c) {
  return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.';
}

static const char *skipBlanks(const char *p) {
  while (*p == ' ' || *p == '\t' || *p == '\n')
    ++p;
  return p;
}

/// One `NAME:KIND=DEFAULT -- help` at *cursor; the cursor moves behind it, to ';' or the end.
static bool parseSpec(const char **cursor, AttnOptionSpec *spec, char **error) {
  const char *start = *cursor, *p = start;
  while (isNameChar(*p))
    ++p;
  spec->name = attnCopy(start, (size_t)(p - start));
  if (p == start || *p != ':') {
    *error = attnFormat("expected `NAME:KIND=DEFAULT` but found '%.40s'", start);
    return false;
  }
  const char *kind = ++p;
  while (isalpha((unsigned char)*p))
    ++p;
  size_t k = 0, kindLength = (size_t)(p - kind);
  while (k < 4 && (strlen(kindNames[k]) != kindLength || memcmp(kindNames[k], kind, kindLength)))
    ++k;
  if (k == 4) {
    *error =
        attnFormat("option '%s' has the unknown kind '%.*s', expected int, bool, float or string",
                   spec->name, (int)kindLength, kind);
    return false;
  }
  spec->kind = (AttnOptionKind)k;
  if (*p != '=') {
    *error = attnFormat("option '%s' has no default: expected '=' after the kind", spec->name);
    return false;
  }
  ++p;
  char *fallback;
  if (*p == '"') {
    size_t pos = 0;
    fallback = attnOptionScan(p, strlen(p), &pos);
    p += pos;
    if (!fallback) {
      *error = attnFormat("the default of option '%s' has no closing quote", spec->name);
      return false;
    }
  } else {
    const char *value = p;
    while (*p && *p != ';' && strncmp(p, " --", 3) != 0)
      ++p;
    size_t length = (size_t)(p - value);
    while (length && isspace((unsigned char)value[length - 1]))
      --length;
    fallback = attnCopy(value, length);
  }
  bool ok = readValue(spec->kind, fallback, &spec->fallback);
  if (!ok)
    *error = attnFormat("the default of option '%s' is '%s', expected %s", spec->name, fallback,
                        kindWanted(spec->kind));
  free(fallback);
  if (!ok)
    return false;
  p = skipBlanks(p);
  const char *help = p;
  if (strncmp(p, "--", 2) == 0) {
    help = skipBlanks(p + 2);
    for (p = help; *p && *p != ';';)
      ++p;
  }
  spec->help = attnCopy(help, (size_t)(p - help));
  if (*p && *p != ';') {
    *error =
        attnFormat("expected ';' or ` -- help` after option '%s' but found '%.40s'", spec->name, p);
    return false;
  }
  *cursor = p;
  return true;
}

bool attnSignatureParse(const char *text, AttnSignature *signature, char **error) {
  *signature = (AttnSignature){0};
  const char *p = text ? skipBlanks(text) : "";
  while (*p) {
    AttnOptionSpec *grown =
        realloc(signature->specs, (signature->count + 1) * sizeof *signature->specs);
    if (!grown)
      abort();
    signature->specs = grown;
    AttnOptionSpec *spec = &grown[signature->count++];
    *spec = (AttnOptionSpec){0};
    if (!parseSpec(&p, spec, error))
      return false;
    for (size_t i = 0; i + 1 < signature->count; ++i)
      if (strcmp(signature->specs[i].name, spec->name) == 0) {
        *error = attnFormat("option '%s' is declared twice", spec->name);
        return false;
      }
    if (*p == ';')
      p = skipBlanks(p + 1);
  }
  return true;
}

void attnSignatureFree(AttnSignature *signature) {
  for (size_t i = 0; i < signature->count; ++i) {
    free(signature->specs[i].name);
    free(signature->specs[i].help);
    free(signature->specs[i].fallback.s);
  }
  free(signature->specs);
  *signature = (AttnSignature){0};
}

const AttnOptionSpec *attnSignatureFind(const AttnSignature *signature, const char *name,
                                        size_t length, size_t *index) {
  for (size_t i = 0; i < signature->count; ++i) {
    const char *candidate = signature->specs[i].name;
    if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) {
      if (index)
        *index = i;
      return &signature->specs[i];
    }
  }
  return NULL;
}

//===--- parsing option text ----------------------------------------------===//

static char *scanQuoted(const char *text, size_t length, size_t *pos) {
  char quote = text[(*pos)++];
  char *value = attnCopy(text + *pos, length - *pos);
  size_t n = 0;
  for (; *pos < length && text[*pos] != quote; ++*pos) {
    if (text[*pos] == '\\' && *pos + 1 < length)
      ++*pos;
    value[n++] = text[*pos];
  }
  value[n] = 0;
  if (*pos < length) {
    ++*pos;
    return value;
  }
  free(value);
  return NULL;
}

static char *scanBraced(const char *text, size_t length, size_t *pos) {
  size_t begin = *pos + 1;
  int depth = 0;
  for (; *pos < length; ++*pos) {
    if (text[*pos] == '{')
      ++depth;
    if (text[*pos] == '}' && --depth == 0) {
      ++*pos;
      return attnCopy(text + begin, *pos - 1 - begin);
    }
  }
  return NULL;
}

char *attnOptionScan(const char *text, size_t length, size_t *pos) {
  if (*pos < length && (text[*pos] == '"' || text[*pos] == '\''))
    return scanQuoted(text, length, pos);
  if (*pos < length && text[*pos] == '{')
    return scanBraced(text, length, pos);
  size_t begin = *pos;
  while (*pos < length && !isspace((unsigned char)text[*pos]))
    ++*pos;
  return attnCopy(text + begin, *pos - begin);
}

static void *fail(AttnTextError *error, size_t offset, size_t length, char *message) {
  *error = (AttnTextError){message, offset, length};
  return NULL;
}

/// One `NAME=VALUE` at *pos.
static bool parseOne(const AttnSignature *signature, const char *what, const char *text,
                     size_t length, size_t *pos, AttnOptionValue *values, AttnTextError *error) {
  size_t begin = *pos;
  while (*pos < length && isNameChar(text[*pos]))
    ++*pos;
  size_t nameLength = *pos - begin, index = 0;
  if (!nameLength) {
    fail(error, begin, 1, attnFormat("expected an option NAME=VALUE of '%s'", what));
    return false;
  }
  const AttnOptionSpec *spec = attnSignatureFind(signature, text + begin, nameLength, &index);
  if (!spec) {
    AttnSuggest suggest = {text + begin, nameLength, NULL, 0};
    for (size_t i = 0; i < signature->count; ++i)
      attnSuggestOffer(&suggest, signature->specs[i].name);
    fail(error, begin, nameLength,
         !signature->count ? attnFormat("'%s' takes no options", what)
         : suggest.best
             ? attnFormat("'%s' has no option '%.*s', did you mean '%s'?", what, (int)nameLength,
                          text + begin, suggest.best)
             : attnFormat("'%s' has no option '%.*s'", what, (int)nameLength, text + begin));
    return false;
  }
  if (values[index].given) {
    fail(error, begin, nameLength, attnFormat("option '%s' is given twice", spec->name));
    return false;
  }
  char *value;
  size_t valueBegin = begin;
  if (*pos < length && text[*pos] == '=') {
    valueBegin = ++*pos;
    value = attnOptionScan(text, length, pos);
    if (!value) {
      fail(error, valueBegin, 1, attnFormat("the value of option '%s' is not closed", spec->name));
      return false;
    }
  } else if (spec->kind == ATTN_OPTION_BOOL) {
    value = attnCopy("true", 4);
  } else {
    fail(error, begin, nameLength,
         attnFormat("option '%s' needs a value: expected '=' and %s", spec->name,
                    kindWanted(spec->kind)));
    return false;
  }
  bool ok = readValue(spec->kind, value, &values[index]);
  if (!ok)
    fail(error, valueBegin, *pos - valueBegin,
         attnFormat("option '%s' of '%s' is '%s', expected %s", spec->name, what, value,
                    kindWanted(spec->kind)));
  free(value);
  values[index].given = true;
  if (ok && *pos < length && !isspace((unsigned char)text[*pos])) {
    fail(error, *pos, 1, attnFormat("expected a blank after the value of option '%s'", spec->name));
    return false;
  }
  return ok;
}

AttnOptionValue *attnOptionsParse(const AttnSignature *signature, const char *what,
                                  const char *text, size_t length, AttnTextError *error) {
  AttnOptionValue *values = calloc(signature->count + 1, sizeof *values);
  if (!values)
    abort();
  for (size_t pos = 0;;) {
    while (pos < length && isspace((unsigned char)text[pos]))
      ++pos;
    if (pos >= length)
      break;
    if (!parseOne(signature, what, text, length, &pos, values, error)) {
      attnOptionsFree(signature, values);
      return NULL;
    }
  }
  for (size_t i = 0; i < signature->count; ++i) {
    if (values[i].given)
      continue;
    values[i] = signature->specs[i].fallback;
    if (values[i].s)
      values[i].s = attnCopy(values[i].s, strlen(values[i].s));
  }
  return values;
}

void attnOptionsFree(const AttnSignature *signature, AttnOptionValue *values) {
  if (!values)
    return;
  for (size_t i = 0; i < signature->count; ++i)
    free(values[i].s);
  free(values);
}

//===--- printing ---------------------------------------------------------===//

void attnOptionQuote(FILE *out, const char *text) {
  bool plain = *text != 0;
  for (const char *p = text; *p; ++p)
    plain = plain && !isspace((unsigned char)*p) && !strchr("\"'{}()\\,", *p);
  if (plain) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (const char *p = text; *p; ++p) {
    if (*p == '"' || *p == '\\')
      fputc('\\', out);
    fputc(*p, out);
  }
  fputc('"', out);
}

void attnOptionPrintValue(FILE *out, AttnOptionKind kind, const AttnOptionValue *value) {
  switch (kind) {
  case ATTN_OPTION_INT:
    fprintf(out, "%lld", (long long)value->i);
    break;
  case ATTN_OPTION_BOOL:
    fputs(value->b ? "true" : "false", out);
    break;
  case ATTN_OPTION_FLOAT: {
    char text[40]; // the shortest form that reads back the same
    for (int digits = 6; digits <= 17; ++digits) {
      snprintf(text, sizeof text, "%.*g", digits, value->f);
      if (strtod(text, NULL) == value->f)
        break;
    }
    fputs(text, out);
    break;
  }
  case ATTN_OPTION_STRING:
    attnOptionQuote(out, value->s);
    break;
  }
}

void attnOptionsPrint(FILE *out, const AttnSignature *signature, const AttnOptionValue *values) {
  for (size_t i = 0; i < signature->count; ++i) {
    fprintf(out, "%s%s=", i ? " " : "", signature->specs[i].name);
    attnOptionPrintValue(out, signature->specs[i].kind, &values[i]);
  }
}
