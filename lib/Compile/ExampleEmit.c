//===- ExampleEmit.c - linalg text from axis names ------------------------===//
// See Example.h.
//===----------------------------------------------------------------------===//
#include "Compile/Example.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void attnExamplePut(AttnExample *ex, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(NULL, 0, fmt, args);
  va_end(args);
  if (n < 0)
    return;
  if (ex->size + (size_t)n + 1 > ex->capacity) {
    size_t capacity = (ex->size + (size_t)n + 1) * 2;
    char *text = realloc(ex->text, capacity);
    if (!text) {
      attnExampleFail(ex, "out of memory");
      return;
    }
    ex->text = text;
    ex->capacity = capacity;
  }
  va_start(args, fmt);
  vsnprintf(ex->text + ex->size, ex->capacity - ex->size, fmt, args);
  va_end(args);
  ex->size += (size_t)n;
}

void attnExampleAxis(AttnExample *ex, const char *name, int64_t extent) {
  ex->axes[ex->nAxes++] = (AttnExampleAxisDef){name, extent};
}

static int64_t extentOf(const AttnExample *ex, const char *name, size_t len) {
  for (size_t i = 0; i < ex->nAxes; ++i)
    if (strlen(ex->axes[i].name) == len && strncmp(ex->axes[i].name, name, len) == 0)
      return ex->axes[i].extent;
  return 0; // not reached: every name used below is in the table
}

/// The head of a loop over the blank-separated names of a list: `for (EACH_NAME(p, list, len))`.
#define EACH_NAME(p, list, len)                                                                    \
  const char *p = (list);                                                                          \
  *p && ((len) = strcspn(p, " "), true);                                                           \
  p += (len) + strspn(p + (len), " ")

static bool hasAxis(const char *axes, const char *name, size_t n) {
  size_t len;
  for (EACH_NAME(p, axes, len))
    if (len == n && strncmp(p, name, n) == 0)
      return true;
  return false;
}

void attnExamplePutType(AttnExample *ex, AttnExampleValue v) {
  size_t len;
  int64_t elements = 1;
  attnExamplePut(ex, "tensor<");
  for (EACH_NAME(p, v.axes, len)) {
    int64_t extent = extentOf(ex, p, len);
    if (extent < 0) {
      attnExamplePut(ex, "?x");
      continue;
    }
    attnExamplePut(ex, "%lldx", (long long)extent);
    if (__builtin_mul_overflow(elements, extent, &elements) || elements > INT64_MAX / 8)
      attnExampleFail(ex, "the tensor '%s' would have 2^60 elements or more", v.name);
  }
  attnExamplePut(ex, "%s>", v.element);
}

static void putAxes(AttnExample *ex, const char *axes) {
  size_t len;
  for (EACH_NAME(p, axes, len))
    attnExamplePut(ex, "%s%.*s", p == axes ? "" : ", ", (int)len, p);
}

static void putMap(AttnExample *ex, const char *domain, const char *axes) {
  attnExamplePut(ex, "affine_map<(");
  putAxes(ex, domain);
  attnExamplePut(ex, ") -> (");
  putAxes(ex, axes);
  attnExamplePut(ex, ")>");
}

/// %name_empty, and %name_init filled with the constant %fill where that is not NULL.
static void putInit(AttnExample *ex, AttnExampleValue out, const char *fill) {
  attnExamplePut(ex, "  %%%s_empty = tensor.empty(", out.name);
  size_t len;
  bool first = true;
  for (EACH_NAME(p, out.axes, len))
    if (extentOf(ex, p, len) < 0) {
      attnExamplePut(ex, "%s%%len_%.*s", first ? "" : ", ", (int)len, p);
      first = false;
    }
  attnExamplePut(ex, ") : ");
  attnExamplePutType(ex, out);
  attnExamplePut(ex, "\n");
  if (!fill)
    return;
  attnExamplePut(ex, "  %%%s_init = linalg.fill ins(%%%s : %s) outs(%%%s_empty : ", out.name, fill,
                 out.element, out.name);
  attnExamplePutType(ex, out);
  attnExamplePut(ex, ") -> ");
  attnExamplePutType(ex, out);
  attnExamplePut(ex, "\n");
}

/// `text` is the lines of a body; in it $A stands for the accumulator's type, $E for the operands'.
static void putBody(AttnExample *ex, const char *text) {
  for (const char *p = text; *p;) {
    size_t n = strcspn(p, "$");
    attnExamplePut(ex, "%.*s", (int)n, p);
    p += n;
    if (*p) {
      attnExamplePut(ex, "%s", p[1] == 'A' ? ex->acc : ex->element);
      p += 2;
    }
  }
}

/// out = a linalg.generic over `domain`; its axes that `out` lacks are reduced, from the constant
/// `fill`. Inside, the elements are %a0, %a1 ... and the old value of the result %acc; the last
/// line of `text` yields.
void attnExampleStep(AttnExample *ex, const char *domain, size_t n, const AttnExampleValue *ins,
                     AttnExampleValue out, const char *fill, const char *text) {
  putInit(ex, out, fill);
  attnExamplePut(ex, "  %%%s = linalg.generic {\n    indexing_maps = [", out.name);
  for (size_t i = 0; i < n; ++i) {
    putMap(ex, domain, ins[i].axes);
    attnExamplePut(ex, ",\n                     ");
  }
  putMap(ex, domain, out.axes);
  attnExamplePut(ex, "],\n    iterator_types = [");
  size_t len;
  for (EACH_NAME(p, domain, len))
    attnExamplePut(ex, "%s\"%s\"", p == domain ? "" : ", ",
                   hasAxis(out.axes, p, len) ? "parallel" : "reduction");
  attnExamplePut(ex, "]}\n    ins(");
  for (size_t i = 0; i < n; ++i)
    attnExamplePut(ex, "%s%%%s", i ? ", " : "", ins[i].name);
  attnExamplePut(ex, " : ");
  for (size_t i = 0; i < n; ++i) {
    attnExamplePut(ex, "%s", i ? ", " : "");
    attnExamplePutType(ex, ins[i]);
  }
  attnExamplePut(ex, ") outs(%%%s_%s : ", out.name, fill ? "init" : "empty");
  attnExamplePutType(ex, out);
  attnExamplePut(ex, ") {\n  ^bb0(");
  for (size_t i = 0; i < n; ++i)
    attnExamplePut(ex, "%%a%zu: %s, ", i, ins[i].element);
  attnExamplePut(ex, "%%acc: %s):\n", out.element);
  putBody(ex, text);
  attnExamplePut(ex, "  } -> ");
  attnExamplePutType(ex, out);
  attnExamplePut(ex, "\n");
}

/// The shortest decimal that reads back as the same double, in MLIR's spelling.
void attnExampleConstant(AttnExample *ex, const char *name, double v) {
  char buf[40];
  if (isinf(v))
    snprintf(buf, sizeof buf, "%s", strcmp(ex->acc, "f64") ? "0xFF800000" : "0xFFF0000000000000");
  else
    for (int digits = 1; digits < 18; ++digits) {
      snprintf(buf, sizeof buf, "%.*e", digits, v);
      if (strtod(buf, NULL) == v)
        break;
    }
  attnExamplePut(ex, "  %%%s = arith.constant %s : %s\n", name, buf, ex->acc);
}

/// %len_AXIS where the value runs along the axis.
static bool putLength(AttnExample *ex, const char *axis, AttnExampleValue of) {
  size_t len;
  int dim = 0;
  for (EACH_NAME(p, of.axes, len)) {
    if (strlen(axis) == len && strncmp(p, axis, len) == 0) {
      attnExamplePut(ex, "  %%dim_%s = arith.constant %d : index\n", axis, dim);
      attnExamplePut(ex, "  %%len_%s = tensor.dim %%%s, %%dim_%s : ", axis, of.name, axis);
      attnExamplePutType(ex, of);
      attnExamplePut(ex, "\n");
      return true;
    }
    ++dim;
  }
  return false;
}

void attnExampleFunction(AttnExample *ex, size_t nIn, const AttnExampleValue *ins, size_t nOut,
                         const AttnExampleValue *outs) {
  attnExamplePut(ex, "func.func @%s(", ex->family->name);
  for (size_t i = 0; i < nIn; ++i) {
    attnExamplePut(ex, "%s%%%s: ", i ? ", " : "", ins[i].name);
    attnExamplePutType(ex, ins[i]);
  }
  attnExamplePut(ex, ") -> %s", nOut > 1 ? "(" : "");
  for (size_t i = 0; i < nOut; ++i) {
    attnExamplePut(ex, "%s", i ? ", " : "");
    attnExamplePutType(ex, outs[i]);
  }
  attnExamplePut(ex, "%s {\n", nOut > 1 ? ")" : "");
  for (size_t a = 0; a < ex->nAxes; ++a)
    for (size_t i = 0; i < nIn && ex->axes[a].extent < 0; ++i)
      if (putLength(ex, ex->axes[a].name, ins[i]))
        break;
}

void attnExampleReturn(AttnExample *ex, size_t n, const AttnExampleValue *values) {
  attnExamplePut(ex, "  return ");
  for (size_t i = 0; i < n; ++i)
    attnExamplePut(ex, "%s%%%s", i ? ", " : "", values[i].name);
  attnExamplePut(ex, " : ");
  for (size_t i = 0; i < n; ++i) {
    attnExamplePut(ex, "%s", i ? ", " : "");
    attnExamplePutType(ex, values[i]);
  }
  attnExamplePut(ex, "\n}\n");
}

/// %out = tensor.expand_shape or tensor.collapse_shape of %in; `groups` is the reassociation.
void attnExampleReshape(AttnExample *ex, const char *op, AttnExampleValue in, AttnExampleValue out,
                        const char *groups) {
  attnExamplePut(ex, "  %%%s = tensor.%s_shape %%%s %s", out.name, op, in.name, groups);
  if (strcmp(op, "expand") == 0) {
    attnExamplePut(ex, " output_shape [");
    size_t len;
    for (EACH_NAME(p, out.axes, len)) {
      int64_t extent = extentOf(ex, p, len);
      attnExamplePut(ex, p == out.axes ? "" : ", ");
      if (extent < 0)
        attnExamplePut(ex, "%%len_%.*s", (int)len, p);
      else
        attnExamplePut(ex, "%lld", (long long)extent);
    }
    attnExamplePut(ex, "]");
  }
  attnExamplePut(ex, " : ");
  attnExamplePutType(ex, in);
  attnExamplePut(ex, " into ");
  attnExamplePutType(ex, out);
  attnExamplePut(ex, "\n");
}
