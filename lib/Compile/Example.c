//===- Example.c - Programs in the standard form --------------------------===//
//
// Takes a specification such as `attention:sq=4096,d=64,f16,causal`, checks it against the family's
// table of keys, gives the program.
//
//===----------------------------------------------------------------------===//
#include "Compile/Example.h"
#include "Schedule/Suggest.h"
#include "attn-c/Compile.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_TYPES = 4, MAX_FAMILIES = 16 };
static const char *const elementTypes[N_TYPES] = {"f16", "bf16", "f32", "f64"};

void attnExampleFail(AttnExample *ex, const char *fmt, ...) {
  if (ex->failed)
    return;
  ex->failed = true;
  va_list args;
  va_start(args, fmt);
  vsnprintf(ex->err, ex->errSize, fmt, args);
  va_end(args);
}

static size_t keyIndex(const AttnExampleFamily *f, const char *name) {
  for (size_t i = 0; i < f->nKeys; ++i)
    if (strcmp(f->keys[i].name, name) == 0)
      return i;
  return f->nKeys;
}

/// The text of a key: given, or its default, or NULL.
const char *attnExampleText(const AttnExample *ex, const char *name) {
  size_t i = keyIndex(ex->family, name);
  return ex->isGiven[i] ? ex->given[i] : ex->family->keys[i].fallback;
}

bool attnExampleHas(const AttnExample *ex, const char *name) {
  return attnExampleText(ex, name) != NULL;
}

int64_t attnExampleInt(const AttnExample *ex, const char *name, int64_t fallback) {
  const char *text = attnExampleText(ex, name);
  return !text ? fallback : strcmp(text, "?") == 0 ? -1 : strtoll(text, NULL, 10);
}

double attnExampleReal(const AttnExample *ex, const char *name, double fallback) {
  const char *text = attnExampleText(ex, name);
  return text ? strtod(text, NULL) : fallback;
}

/// Is `value` one of the words of a '|'-joined list?
static bool isWord(const char *words, const char *value) {
  size_t n = strlen(value);
  for (const char *w = words; *w;) {
    size_t len = strcspn(w, "|");
    if (len == n && strncmp(w, value, n) == 0)
      return true;
    w += len + (w[len] == '|');
  }
  return false;
}

static void checkValue(AttnExample *ex, const AttnExampleKey *key, const char *value) {
  char *end = NULL;
  if (key->kind == LENGTH && strcmp(value, "?") == 0)
    return;
  if (key->kind == INT || key->kind == LENGTH) {
    long long v = strtoll(value, &end, 10);
    if (end == value || *end || v < 0 || v > INT32_MAX)
      attnExampleFail(
          ex, "'%s' is no value for '%s': expected a whole number from 0 to 2147483647%s", value,
          key->name, key->kind == LENGTH ? ", or ? for a dynamic dimension" : "");
  } else if (key->kind == REAL) {
    double v = strtod(value, &end);
    if (end == value || *end || !isfinite(v))
      attnExampleFail(ex, "'%s' is no value for '%s': expected a finite number", value, key->name);
  } else if (!*key->words) {
    attnExampleFail(ex, "'%s' takes no value, found '%s'", key->name, value);
  } else if (!isWord(key->words, value)) {
    attnExampleFail(ex, "'%s' is no value for '%s': expected %s", value, key->name, key->words);
  }
}

static void readEntry(AttnExample *ex, const char *entry) {
  const AttnExampleFamily *f = ex->family;
  for (size_t i = 0; i < N_TYPES; ++i)
    if (strcmp(entry, elementTypes[i]) == 0) {
      if (ex->element)
        attnExampleFail(ex, "two element types: '%s' and '%s'", ex->element, entry);
      ex->element = elementTypes[i];
      return;
    }
  char name[80];
  size_t len = strcspn(entry, "=");
  const char *value = entry[len] ? entry + len + 1 : NULL;
  snprintf(name, sizeof name, "%.*s", (int)len, entry);
  size_t i = keyIndex(f, name);
  if (i == f->nKeys) {
    const char *candidates[ATTN_EXAMPLE_MAX_KEYS + N_TYPES];
    size_t n = 0;
    for (; n < f->nKeys; ++n)
      candidates[n] = f->keys[n].name;
    for (size_t t = 0; t < N_TYPES; ++t)
      candidates[n++] = elementTypes[t];
    const char *near = attnSuggest(name, candidates, n);
    attnExampleFail(ex, "unknown entry '%s' of example '%s'%s%s%s", name, f->name,
                    near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
  } else if (ex->isGiven[i]) {
    attnExampleFail(ex, "'%s' is given twice", name);
  } else if (!value && f->keys[i].kind != FLAG) {
    attnExampleFail(ex, "'%s' needs a value: '%s=...'", name, name);
  } else if (value && strlen(value) >= sizeof ex->given[i]) {
    attnExampleFail(ex, "the value of '%s' is too long", name);
  } else {
    if (value)
      checkValue(ex, &f->keys[i], value);
    ex->isGiven[i] = true;
    strcpy(ex->given[i], value ? value : "");
  }
}

static void readSpec(AttnExample *ex, const char *spec) {
  size_t len = strcspn(spec, ":");
  char name[80];
  snprintf(name, sizeof name, "%.*s", (int)len, spec);
  const char *names[MAX_FAMILIES];
  for (size_t i = 0; i < attnNumExampleFamilies; ++i) {
    names[i] = attnExampleFamilies[i].name;
    if (strcmp(name, names[i]) == 0)
      ex->family = &attnExampleFamilies[i];
  }
  if (!ex->family) {
    const char *near = attnSuggest(name, names, attnNumExampleFamilies);
    if (near)
      attnExampleFail(ex, "unknown example '%s', did you mean '%s'?", name, near);
    else
      attnExampleFail(
          ex,
          "unknown example '%s': expected attention, matmul, softmax, logsumexp, rmsnorm or "
          "layernorm",
          name);
    return;
  }
  for (const char *p = spec + len; *p && !ex->failed;) {
    ++p; // the ':' or ','
    size_t n = strcspn(p, ",");
    char entry[80];
    if (n == 0) {
      attnExampleFail(ex, "empty entry in '%s'", spec);
    } else if (n >= sizeof entry) {
      attnExampleFail(ex, "entry '%.20s...' is too long", p);
    } else {
      memcpy(entry, p, n);
      entry[n] = 0;
      readEntry(ex, entry);
    }
    p += n;
  }
  if (!ex->element)
    ex->element = ex->family->element;
  ex->acc = strcmp(ex->element, "f64") == 0 ? "f64" : "f32";
}

//===--- entry points -----------------------------------------------------===//

bool attnExample(const char *spec, MlirStringCallback callback, void *user, char *err,
                 size_t errSize) {
  AttnExample *ex = calloc(1, sizeof *ex);
  if (!ex) {
    snprintf(err, errSize, "out of memory");
    return false;
  }
  ex->err = err;
  ex->errSize = errSize;
  readSpec(ex, spec ? spec : "");
  if (!ex->failed) {
    attnExamplePut(ex, "// %s\n", spec);
    ex->family->write(ex);
  }
  bool ok = !ex->failed;
  if (ok)
    callback(mlirStringRefCreate(ex->text, ex->size), user);
  free(ex->text);
  free(ex);
  return ok;
}

void attnPrintExampleHelp(MlirStringCallback callback, void *user) {
  for (size_t i = 0; i < attnNumExampleFamilies; ++i) {
    const AttnExampleFamily *f = &attnExampleFamilies[i];
    char line[256];
    snprintf(line, sizeof line, "  %s: %s (f16, bf16, f32 or f64; default %s)\n", f->name, f->help,
             f->element);
    callback(mlirStringRefCreateFromCString(line), user);
    for (size_t k = 0; k < f->nKeys; ++k) {
      const AttnExampleKey *key = &f->keys[k];
      char left[64];
      if (key->kind == FLAG)
        snprintf(left, sizeof left, "%s%s%s%s", key->name, *key->words ? "[=" : "", key->words,
                 *key->words ? "]" : "");
      else
        snprintf(left, sizeof left, "%s=%s", key->name,
                 key->fallback       ? key->fallback
                 : key->kind == REAL ? "X"
                                     : "N");
      snprintf(line, sizeof line, "    %-30s %s%s%s%s\n", left, key->help,
               key->kind == WORD ? " (" : "", key->kind == WORD ? key->words : "",
               key->kind == WORD ? ")" : "");
      callback(mlirStringRefCreateFromCString(line), user);
    }
  }
}
