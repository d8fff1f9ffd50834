//===- Example.c - Programs in the standard form --------------------------===//
//
// Takes a specification such as `attention:sq=4096,d=64,f16,causal`; gives the program as linalg on
// tensors, one linalg.generic a step, as front ends write it: products accumulate in f32, masks are
// comparisons of linalg.index that select -inf, probabilities are rounded to the element type
// before the second product.
//
// Everything is written from axis names: a value is a name, the axes of its dimensions and an
// element type, so that types, indexing maps and iterator types follow from one table of extents.
//
//===----------------------------------------------------------------------===//
#include "Schedule/Suggest.h"
#include "attn-c/Compile.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- families and their keys ------------------------------------------===//

typedef enum Kind { INT, REAL, WORD, FLAG } Kind;

typedef struct Key {
  const char *name;
  Kind kind;
  const char *fallback; ///< NULL: absent unless given (or as the help says)
  const char *words;    ///< WORD and FLAG: the legal values joined by '|'
  const char *help;
} Key;

static const Key attentionKeys[] = {
    {"b", INT, "1", NULL, "batch"},
    {"h", INT, "8", NULL, "query heads"},
    {"sq", INT, "4096", NULL, "queries"},
    {"sk", INT, NULL, NULL, "keys (default: sq)"},
    {"d", INT, "64", NULL, "head dimension of queries and keys"},
    {"dv", INT, NULL, NULL, "head dimension of values (default: d)"},
    {"gqa", INT, "1", NULL, "query heads that share one key and value head"},
    {"causal", FLAG, NULL, "top-left|bottom-right", "query i sees key j where j <= i [+ sk - sq]"},
    {"window", INT, NULL, NULL, "and |i - j| < window"},
    {"scale", REAL, NULL, NULL, "factor on the scores (default: 1/sqrt(d))"},
    {"softcap", REAL, NULL, NULL, "scores become softcap * tanh(score / softcap)"},
    {"layout", WORD, "bnth", "bnth|btnh", "heads before time, or time before heads"},
    {"lse", FLAG, NULL, "", "second result: log of the sum of exponentials of each row"},
};
static const Key matmulKeys[] = {
    {"b", INT, NULL, NULL, "batch (default: no batch dimension)"},
    {"m", INT, "1024", NULL, "rows of the left operand"},
    {"n", INT, "1024", NULL, "columns of the right operand"},
    {"k", INT, "1024", NULL, "the contracted length"},
};
static const Key rowKeys[] = {
    {"rows", INT, "1024", NULL, "rows"},
    {"cols", INT, "4096", NULL, "columns, the axis that is reduced"},
};
static const Key normKeys[] = {
    {"rows", INT, "1024", NULL, "rows"},
    {"cols", INT, "4096", NULL, "columns, the axis that is reduced"},
    {"eps", REAL, "1e-5", NULL, "added to the mean square or variance"},
};

typedef struct Example Example;

typedef struct Family {
  const char *name;
  const char *element; ///< default element type
  size_t nKeys;
  const Key *keys;
  const char *help;
  void (*write)(Example *);
} Family;

static void writeAttention(Example *), writeMatmul(Example *), writeSoftmax(Example *),
    writeLogsumexp(Example *), writeRmsnorm(Example *), writeLayernorm(Example *);

#define KEYS(A) sizeof(A) / sizeof((A)[0]), A
static const Family families[] = {
    {"attention", "f16", KEYS(attentionKeys), "softmax(scale * q k^T + mask) v", writeAttention},
    {"matmul", "f16", KEYS(matmulKeys), "a b", writeMatmul},
    {"softmax", "f32", KEYS(rowKeys), "softmax of each row", writeSoftmax},
    {"logsumexp", "f32", KEYS(rowKeys), "log of the sum of exponentials of each row",
     writeLogsumexp},
    {"rmsnorm", "f16", KEYS(normKeys), "x * rsqrt(mean(x^2) + eps) * weight", writeRmsnorm},
    {"layernorm", "f32", KEYS(normKeys), "(x - mean) * rsqrt(variance + eps) * weight + bias",
     writeLayernorm},
};
enum { N_FAMILIES = sizeof families / sizeof families[0], N_TYPES = 4, MAX_KEYS = 16 };
static const char *const elementTypes[N_TYPES] = {"f16", "bf16", "f32", "f64"};

//===--- state ------------------------------------------------------------===//

typedef struct Axis {
  const char *name;
  int64_t extent;
} Axis;

struct Example {
  const Family *family;
  const char *element; ///< element type of the operands
  const char *acc;     ///< f32, or f64 where the operands are
  char given[MAX_KEYS][32];
  bool isGiven[MAX_KEYS];

  Axis axes[12];
  size_t nAxes;

  char *text;
  size_t size, capacity;
  char *err;
  size_t errSize;
  bool failed;
};

/// A tensor value: %name with dimensions along `axes` (blank-separated names).
typedef struct Value {
  const char *name, *axes, *element;
} Value;

__attribute__((format(printf, 2, 3))) static void fail(Example *ex, const char *fmt, ...) {
  if (ex->failed)
    return;
  ex->failed = true;
  va_list args;
  va_start(args, fmt);
  vsnprintf(ex->err, ex->errSize, fmt, args);
  va_end(args);
}

__attribute__((format(printf, 2, 3))) static void put(Example *ex, const char *fmt, ...) {
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
      fail(ex, "out of memory");
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

//===--- reading the specification ----------------------------------------===//

static size_t keyIndex(const Family *f, const char *name) {
  for (size_t i = 0; i < f->nKeys; ++i)
    if (strcmp(f->keys[i].name, name) == 0)
      return i;
  return f->nKeys;
}

/// The text of a key: given, or its default, or NULL.
static const char *keyText(const Example *ex, const char *name) {
  size_t i = keyIndex(ex->family, name);
  return ex->isGiven[i] ? ex->given[i] : ex->family->keys[i].fallback;
}

static bool has(const Example *ex, const char *name) { return keyText(ex, name) != NULL; }

static int64_t intKey(const Example *ex, const char *name, int64_t fallback) {
  const char *text = keyText(ex, name);
  return text ? strtoll(text, NULL, 10) : fallback;
}

static double realKey(const Example *ex, const char *name, double fallback) {
  const char *text = keyText(ex, name);
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

static void checkValue(Example *ex, const Key *key, const char *value) {
  char *end = NULL;
  if (key->kind == INT) {
    long long v = strtoll(value, &end, 10);
    if (end == value || *end || v < 0 || v > INT32_MAX)
      fail(ex, "'%s' is no value for '%s': expected a whole number from 0 to 2147483647", value,
           key->name);
  } else if (key->kind == REAL) {
    double v = strtod(value, &end);
    if (end == value || *end || !isfinite(v))
      fail(ex, "'%s' is no value for '%s': expected a finite number", value, key->name);
  } else if (!*key->words) {
    fail(ex, "'%s' takes no value, found '%s'", key->name, value);
  } else if (!isWord(key->words, value)) {
    fail(ex, "'%s' is no value for '%s': expected %s", value, key->name, key->words);
  }
}

static void readEntry(Example *ex, const char *entry) {
  const Family *f = ex->family;
  for (size_t i = 0; i < N_TYPES; ++i)
    if (strcmp(entry, elementTypes[i]) == 0) {
      if (ex->element)
        fail(ex, "two element types: '%s' and '%s'", ex->element, entry);
      ex->element = elementTypes[i];
      return;
    }
  char name[80];
  size_t len = strcspn(entry, "=");
  const char *value = entry[len] ? entry + len + 1 : NULL;
  snprintf(name, sizeof name, "%.*s", (int)len, entry);
  size_t i = keyIndex(f, name);
  if (i == f->nKeys) {
    const char *candidates[MAX_KEYS + N_TYPES];
    size_t n = 0;
    for (; n < f->nKeys; ++n)
      candidates[n] = f->keys[n].name;
    for (size_t t = 0; t < N_TYPES; ++t)
      candidates[n++] = elementTypes[t];
    const char *near = attnSuggest(name, candidates, n);
    fail(ex, "unknown entry '%s' of example '%s'%s%s%s", name, f->name,
         near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
  } else if (ex->isGiven[i]) {
    fail(ex, "'%s' is given twice", name);
  } else if (!value && f->keys[i].kind != FLAG) {
    fail(ex, "'%s' needs a value: '%s=...'", name, name);
  } else if (value && strlen(value) >= sizeof ex->given[i]) {
    fail(ex, "the value of '%s' is too long", name);
  } else {
    if (value)
      checkValue(ex, &f->keys[i], value);
    ex->isGiven[i] = true;
    strcpy(ex->given[i], value ? value : "");
  }
}

static void readSpec(Example *ex, const char *spec) {
  size_t len = strcspn(spec, ":");
  char name[80];
  snprintf(name, sizeof name, "%.*s", (int)len, spec);
  const char *names[N_FAMILIES];
  for (size_t i = 0; i < N_FAMILIES; ++i) {
    names[i] = families[i].name;
    if (strcmp(name, names[i]) == 0)
      ex->family = &families[i];
  }
  if (!ex->family) {
    const char *near = attnSuggest(name, names, N_FAMILIES);
    if (near)
      fail(ex, "unknown example '%s', did you mean '%s'?", name, near);
    else
      fail(ex,
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
      fail(ex, "empty entry in '%s'", spec);
    } else if (n >= sizeof entry) {
      fail(ex, "entry '%.20s...' is too long", p);
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

//===--- writing from axis names ------------------------------------------===//

static void axis(Example *ex, const char *name, int64_t extent) {
  ex->axes[ex->nAxes++] = (Axis){name, extent};
}

static int64_t extentOf(const Example *ex, const char *name, size_t len) {
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

static void putType(Example *ex, Value v) {
  size_t len;
  int64_t elements = 1;
  put(ex, "tensor<");
  for (EACH_NAME(p, v.axes, len)) {
    int64_t extent = extentOf(ex, p, len);
    put(ex, "%lldx", (long long)extent);
    if (__builtin_mul_overflow(elements, extent, &elements) || elements > INT64_MAX / 8)
      fail(ex, "the tensor '%s' would have 2^60 elements or more", v.name);
  }
  put(ex, "%s>", v.element);
}

static void putAxes(Example *ex, const char *axes) {
  size_t len;
  for (EACH_NAME(p, axes, len))
    put(ex, "%s%.*s", p == axes ? "" : ", ", (int)len, p);
}

static void putMap(Example *ex, const char *domain, const char *axes) {
  put(ex, "affine_map<(");
  putAxes(ex, domain);
  put(ex, ") -> (");
  putAxes(ex, axes);
  put(ex, ")>");
}

/// %name_empty, and %name_init filled with the constant %fill where that is not NULL.
static void putInit(Example *ex, Value out, const char *fill) {
  put(ex, "  %%%s_empty = tensor.empty() : ", out.name);
  putType(ex, out);
  put(ex, "\n");
  if (!fill)
    return;
  put(ex, "  %%%s_init = linalg.fill ins(%%%s : %s) outs(%%%s_empty : ", out.name, fill,
      out.element, out.name);
  putType(ex, out);
  put(ex, ") -> ");
  putType(ex, out);
  put(ex, "\n");
}

/// `text` is the lines of a body; in it $A stands for the accumulator's type, $E for the operands'.
static void putBody(Example *ex, const char *text) {
  for (const char *p = text; *p;) {
    size_t n = strcspn(p, "$");
    put(ex, "%.*s", (int)n, p);
    p += n;
    if (*p) {
      put(ex, "%s", p[1] == 'A' ? ex->acc : ex->element);
      p += 2;
    }
  }
}

/// out = a linalg.generic over `domain`; its axes that `out` lacks are reduced, from the constant
/// `fill`. Inside, the elements are %a0, %a1 ... and the old value of the result %acc; the last
/// line of `text` yields.
static void step(Example *ex, const char *domain, size_t n, const Value *ins, Value out,
                 const char *fill, const char *text) {
  putInit(ex, out, fill);
  put(ex, "  %%%s = linalg.generic {\n    indexing_maps = [", out.name);
  for (size_t i = 0; i < n; ++i) {
    putMap(ex, domain, ins[i].axes);
    put(ex, ",\n                     ");
  }
  putMap(ex, domain, out.axes);
  put(ex, "],\n    iterator_types = [");
  size_t len;
  for (EACH_NAME(p, domain, len))
    put(ex, "%s\"%s\"", p == domain ? "" : ", ",
        hasAxis(out.axes, p, len) ? "parallel" : "reduction");
  put(ex, "]}\n    ins(");
  for (size_t i = 0; i < n; ++i)
    put(ex, "%s%%%s", i ? ", " : "", ins[i].name);
  put(ex, " : ");
  for (size_t i = 0; i < n; ++i) {
    put(ex, "%s", i ? ", " : "");
    putType(ex, ins[i]);
  }
  put(ex, ") outs(%%%s_%s : ", out.name, fill ? "init" : "empty");
  putType(ex, out);
  put(ex, ") {\n  ^bb0(");
  for (size_t i = 0; i < n; ++i)
    put(ex, "%%a%zu: %s, ", i, ins[i].element);
  put(ex, "%%acc: %s):\n", out.element);
  putBody(ex, text);
  put(ex, "  } -> ");
  putType(ex, out);
  put(ex, "\n");
}

/// The shortest decimal that reads back as the same double, in MLIR's spelling.
static void constant(Example *ex, const char *name, double v) {
  char buf[40];
  if (isinf(v))
    snprintf(buf, sizeof buf, "%s", strcmp(ex->acc, "f64") ? "0xFF800000" : "0xFFF0000000000000");
  else
    for (int digits = 1; digits < 18; ++digits) {
      snprintf(buf, sizeof buf, "%.*e", digits, v);
      if (strtod(buf, NULL) == v)
        break;
    }
  put(ex, "  %%%s = arith.constant %s : %s\n", name, buf, ex->acc);
}

static bool isNarrow(const Example *ex) { return strcmp(ex->element, ex->acc) != 0; }

/// out = sum of lhs * rhs over the axes of `domain` that out lacks; operands are widened first.
static void product(Example *ex, const char *domain, Value lhs, Value rhs, Value out) {
  step(ex, domain, 2, (Value[]){lhs, rhs}, out, "zero",
       isNarrow(ex) ? "    %x = arith.extf %a0 : $E to $A\n"
                      "    %y = arith.extf %a1 : $E to $A\n"
                      "    %p = arith.mulf %x, %y : $A\n"
                      "    %r = arith.addf %acc, %p : $A\n"
                      "    linalg.yield %r : $A\n"
                    : "    %p = arith.mulf %a0, %a1 : $A\n"
                      "    %r = arith.addf %acc, %p : $A\n"
                      "    linalg.yield %r : $A\n");
}

/// `v` in another element type under a new name; `v` itself where it has that type.
static Value convert(Example *ex, Value v, const char *name, const char *element) {
  if (strcmp(v.element, element) == 0)
    return v;
  Value out = {name, v.axes, element};
  step(ex, v.axes, 1, &v, out, NULL,
       strcmp(element, ex->acc) == 0
           ? "    %r = arith.extf %a0 : $E to $A\n    linalg.yield %r : $A\n"
           : "    %r = arith.truncf %a0 : $A to $E\n    linalg.yield %r : $E\n");
  return out;
}

static void reduceMax(Example *ex, Value x, Value out) {
  step(ex, x.axes, 1, &x, out, "ninf",
       "    %r = arith.maximumf %acc, %a0 : $A\n    linalg.yield %r : $A\n");
}

static void reduceSum(Example *ex, Value x, Value out) {
  step(ex, x.axes, 1, &x, out, "zero",
       "    %r = arith.addf %acc, %a0 : $A\n    linalg.yield %r : $A\n");
}

static void expMinus(Example *ex, Value x, Value max, Value out) {
  step(ex, x.axes, 2, (Value[]){x, max}, out, NULL,
       "    %d = arith.subf %a0, %a1 : $A\n"
       "    %r = math.exp %d : $A\n"
       "    linalg.yield %r : $A\n");
}

static void divide(Example *ex, Value x, Value by, Value out) {
  step(ex, x.axes, 2, (Value[]){x, by}, out, NULL,
       "    %r = arith.divf %a0, %a1 : $A\n    linalg.yield %r : $A\n");
}

static void maxPlusLog(Example *ex, Value max, Value sum, Value out) {
  step(ex, max.axes, 2, (Value[]){max, sum}, out, NULL,
       "    %l = math.log %a1 : $A\n"
       "    %r = arith.addf %a0, %l : $A\n"
       "    linalg.yield %r : $A\n");
}

static void putFunction(Example *ex, size_t nIn, const Value *ins, size_t nOut, const Value *outs) {
  put(ex, "func.func @%s(", ex->family->name);
  for (size_t i = 0; i < nIn; ++i) {
    put(ex, "%s%%%s: ", i ? ", " : "", ins[i].name);
    putType(ex, ins[i]);
  }
  put(ex, ") -> %s", nOut > 1 ? "(" : "");
  for (size_t i = 0; i < nOut; ++i) {
    put(ex, "%s", i ? ", " : "");
    putType(ex, outs[i]);
  }
  put(ex, "%s {\n", nOut > 1 ? ")" : "");
}

static void putReturn(Example *ex, size_t n, const Value *values) {
  put(ex, "  return ");
  for (size_t i = 0; i < n; ++i)
    put(ex, "%s%%%s", i ? ", " : "", values[i].name);
  put(ex, " : ");
  for (size_t i = 0; i < n; ++i) {
    put(ex, "%s", i ? ", " : "");
    putType(ex, values[i]);
  }
  put(ex, "\n}\n");
}

//===--- attention --------------------------------------------------------===//

/// %out = tensor.expand_shape or tensor.collapse_shape of %in; `groups` is the reassociation.
static void reshape(Example *ex, const char *op, Value in, Value out, const char *groups) {
  put(ex, "  %%%s = tensor.%s_shape %%%s %s", out.name, op, in.name, groups);
  if (strcmp(op, "expand") == 0) {
    put(ex, " output_shape [");
    size_t len;
    for (EACH_NAME(p, out.axes, len))
      put(ex, "%s%lld", p == out.axes ? "" : ", ", (long long)extentOf(ex, p, len));
    put(ex, "]");
  }
  put(ex, " : ");
  putType(ex, in);
  put(ex, " into ");
  putType(ex, out);
  put(ex, "\n");
}

/// out = score where the query at the last axis but one sees the key at the last, else -inf.
static void writeMask(Example *ex, Value score, Value out, int rank) {
  const char *causal = has(ex, "causal") ? keyText(ex, "causal") : NULL;
  int64_t sq = intKey(ex, "sq", 0), sk = intKey(ex, "sk", sq), window = intKey(ex, "window", -1);
  int64_t shift = causal && strcmp(causal, "bottom-right") == 0 ? sk - sq : 0;
  char text[1024];
  size_t n = 0;
#define LINE(...) n += (size_t)snprintf(text + n, sizeof text - n, "    " __VA_ARGS__)
  LINE("%%m = linalg.index %d : index\n", rank - 2);
  LINE("%%kv = linalg.index %d : index\n", rank - 1);
  const char *row = shift ? "row" : "m";
  if (shift) {
    LINE("%%shift = arith.constant %lld : index\n", (long long)shift);
    LINE("%%row = arith.addi %%m, %%shift : index\n");
  }
  if (causal)
    LINE("%%%s = arith.cmpi sge, %%%s, %%kv : index\n", window < 0 ? "keep" : "past", row);
  if (window >= 0) {
    LINE("%%window = arith.constant %lld : index\n", (long long)window);
    LINE("%%back = arith.subi %%%s, %%kv : index\n", row);
    LINE("%%near = arith.cmpi slt, %%back, %%window : index\n");
    if (!causal) {
      LINE("%%ahead = arith.subi %%kv, %%%s : index\n", row);
      LINE("%%past = arith.cmpi slt, %%ahead, %%window : index\n");
    }
    LINE("%%keep = arith.andi %%past, %%near : i1\n");
  }
  LINE("%%r = arith.select %%keep, %%a0, %%ninf : $A\n");
  LINE("linalg.yield %%r : $A\n");
#undef LINE
  step(ex, score.axes, 1, &score, out, NULL, text);
}

/// Scale, softcap and mask, each a step of its own.
static Value writeScores(Example *ex, Value qk) {
  Value s = {"scaled", qk.axes, qk.element};
  step(ex, qk.axes, 1, &qk, s, NULL,
       "    %r = arith.mulf %a0, %scale : $A\n    linalg.yield %r : $A\n");
  if (has(ex, "softcap")) {
    Value capped = {"capped", qk.axes, qk.element};
    step(ex, s.axes, 1, &s, capped, NULL,
         "    %x = arith.divf %a0, %cap : $A\n"
         "    %t = math.tanh %x : $A\n"
         "    %r = arith.mulf %t, %cap : $A\n"
         "    linalg.yield %r : $A\n");
    s = capped;
  }
  if (has(ex, "causal") || has(ex, "window")) {
    Value masked = {"masked", qk.axes, qk.element};
    writeMask(ex, s, masked, intKey(ex, "gqa", 1) > 1 ? 5 : 4);
    s = masked;
  }
  return s;
}

static bool attentionAxes(Example *ex) {
  int64_t h = intKey(ex, "h", 0), group = intKey(ex, "gqa", 1);
  int64_t sq = intKey(ex, "sq", 0), d = intKey(ex, "d", 0), dv = intKey(ex, "dv", d);
  if (group < 1 || h % group)
    fail(ex, "gqa=%lld does not divide h=%lld", (long long)group, (long long)h);
  if (d == 0 || dv == 0)
    fail(ex, "a head dimension of 0: expected at least 1");
  if (has(ex, "softcap") && realKey(ex, "softcap", 0) <= 0)
    fail(ex, "softcap=%s: expected a positive number", keyText(ex, "softcap"));
  if (ex->failed)
    return false;
  axis(ex, "b", intKey(ex, "b", 0));
  axis(ex, "heads", h);
  axis(ex, "h", h / group);
  axis(ex, "g", group);
  axis(ex, "m", sq);
  axis(ex, "kv", intKey(ex, "sk", sq));
  axis(ex, "d", d);
  axis(ex, "dv", dv);
  return true;
}

static void writeAttention(Example *ex) {
  if (!attentionAxes(ex))
    return;
  const char *e = ex->element, *acc = ex->acc;
  bool grouped = intKey(ex, "gqa", 1) > 1, wantLse = has(ex, "lse");
  bool timeFirst = strcmp(keyText(ex, "layout"), "btnh") == 0;
  Value q = {"q", timeFirst ? "b m heads d" : "b heads m d", e};
  Value k = {"k", timeFirst ? "b kv h d" : "b h kv d", e};
  Value v = {"v", timeFirst ? "b kv h dv" : "b h kv dv", e};
  Value o = {"o", timeFirst ? "b m heads dv" : "b heads m dv", e};
  Value lse = {"lse", "b heads m", acc};
  putFunction(ex, 3, (Value[]){q, k, v}, wantLse ? 2 : 1, (Value[]){o, lse});
  constant(ex, "zero", 0.0);
  constant(ex, "ninf", -INFINITY);
  constant(ex, "scale", realKey(ex, "scale", 1.0 / sqrt((double)intKey(ex, "d", 1))));
  if (has(ex, "softcap"))
    constant(ex, "cap", realKey(ex, "softcap", 0.0));

  // Grouped heads: query heads are split into key heads and members, as einsum code does.
  const char *split = timeFirst ? "[[0], [1], [2, 3], [4]]" : "[[0], [1, 2], [3], [4]]";
  Value qs = {"q", timeFirst ? "b m h d" : "b h m d", e};
  Value os = {"o", timeFirst ? "b m h dv" : "b h m dv", e};
  if (grouped) {
    qs = (Value){"q_grouped", timeFirst ? "b m h g d" : "b h g m d", e};
    os = (Value){"o_grouped", timeFirst ? "b m h g dv" : "b h g m dv", e};
    reshape(ex, "expand", q, qs, split);
  }
  const char *scores = grouped ? "b h g m kv" : "b h m kv", *rows = grouped ? "b h g m" : "b h m";
  Value qk = {"qk", scores, acc}, max = {"max", rows, acc}, exps = {"exp", scores, acc};
  Value sum = {"sum", rows, acc}, prob = {"prob", scores, acc};
  product(ex, grouped ? "b h g m kv d" : "b h m kv d", qs, k, qk);
  Value s = writeScores(ex, qk);
  reduceMax(ex, s, max);
  expMinus(ex, s, max, exps);
  reduceSum(ex, exps, sum);
  divide(ex, exps, sum, prob);
  prob = convert(ex, prob, "weights", e);
  Value pv = {isNarrow(ex) ? "pv" : os.name, os.axes, acc};
  product(ex, grouped ? "b h g m dv kv" : "b h m dv kv", prob, v, pv);
  convert(ex, pv, os.name, e);
  if (grouped)
    reshape(ex, "collapse", os, o, split);
  if (wantLse) {
    Value l = {grouped ? "lse_grouped" : "lse", rows, acc};
    maxPlusLog(ex, max, sum, l);
    if (grouped)
      reshape(ex, "collapse", l, lse, "[[0], [1, 2], [3]]");
  }
  putReturn(ex, wantLse ? 2 : 1, (Value[]){o, lse});
}

//===--- the other families -----------------------------------------------===//

static void writeMatmul(Example *ex) {
  bool batch = has(ex, "b");
  axis(ex, "b", intKey(ex, "b", 1));
  axis(ex, "m", intKey(ex, "m", 0));
  axis(ex, "n", intKey(ex, "n", 0));
  axis(ex, "k", intKey(ex, "k", 0));
  Value a = {"a", batch ? "b m k" : "m k", ex->element};
  Value b = {"b", batch ? "b k n" : "k n", ex->element};
  Value c = {"c", batch ? "b m n" : "m n", ex->element};
  putFunction(ex, 2, (Value[]){a, b}, 1, &c);
  constant(ex, "zero", 0.0);
  Value wide = {isNarrow(ex) ? "sum" : "c", c.axes, ex->acc};
  product(ex, batch ? "b m n k" : "m n k", a, b, wide);
  convert(ex, wide, "c", ex->element);
  putReturn(ex, 1, &c);
}

static void rowAxes(Example *ex) {
  axis(ex, "row", intKey(ex, "rows", 0));
  axis(ex, "col", intKey(ex, "cols", 0));
}

static void writeSoftmax(Example *ex) {
  rowAxes(ex);
  const char *acc = ex->acc;
  Value x = {"x", "row col", ex->element}, y = {"y", "row col", ex->element};
  putFunction(ex, 1, &x, 1, &y);
  constant(ex, "zero", 0.0);
  constant(ex, "ninf", -INFINITY);
  Value wide = convert(ex, x, "wide", acc);
  Value max = {"max", "row", acc}, exps = {"exp", "row col", acc}, sum = {"sum", "row", acc};
  Value ratio = {isNarrow(ex) ? "ratio" : "y", "row col", acc};
  reduceMax(ex, wide, max);
  expMinus(ex, wide, max, exps);
  reduceSum(ex, exps, sum);
  divide(ex, exps, sum, ratio);
  convert(ex, ratio, "y", ex->element);
  putReturn(ex, 1, &y);
}

static void writeLogsumexp(Example *ex) {
  rowAxes(ex);
  const char *acc = ex->acc;
  Value x = {"x", "row col", ex->element}, y = {"y", "row", acc};
  putFunction(ex, 1, &x, 1, &y);
  constant(ex, "zero", 0.0);
  constant(ex, "ninf", -INFINITY);
  Value wide = convert(ex, x, "wide", acc);
  Value max = {"max", "row", acc}, exps = {"exp", "row col", acc}, sum = {"sum", "row", acc};
  reduceMax(ex, wide, max);
  expMinus(ex, wide, max, exps);
  reduceSum(ex, exps, sum);
  maxPlusLog(ex, max, sum, y);
  putReturn(ex, 1, &y);
}

/// difference = x - mean of its row
static Value centre(Example *ex, Value x) {
  Value total = {"total", "row", ex->acc}, mean = {"mean", "row", ex->acc};
  Value difference = {"difference", "row col", ex->acc};
  reduceSum(ex, x, total);
  step(ex, "row", 1, &total, mean, NULL,
       "    %r = arith.divf %a0, %count : $A\n    linalg.yield %r : $A\n");
  step(ex, "row col", 2, (Value[]){x, mean}, difference, NULL,
       "    %r = arith.subf %a0, %a1 : $A\n    linalg.yield %r : $A\n");
  return difference;
}

static void writeNorm(Example *ex, bool centred) {
  rowAxes(ex);
  const char *acc = ex->acc;
  Value x = {"x", "row col", ex->element}, y = {"y", "row col", ex->element};
  Value weight = {"weight", "col", ex->element}, bias = {"bias", "col", ex->element};
  putFunction(ex, centred ? 3 : 2, (Value[]){x, weight, bias}, 1, &y);
  constant(ex, "zero", 0.0);
  constant(ex, "count", (double)intKey(ex, "cols", 1));
  constant(ex, "eps", realKey(ex, "eps", 0.0));
  Value wide = convert(ex, x, "wide", acc);
  if (centred)
    wide = centre(ex, wide);
  Value square = {"square", "row col", acc}, total = {"squares", "row", acc};
  Value factor = {"factor", "row", acc};
  step(ex, "row col", 1, &wide, square, NULL,
       "    %r = arith.mulf %a0, %a0 : $A\n    linalg.yield %r : $A\n");
  reduceSum(ex, square, total);
  step(ex, "row", 1, &total, factor, NULL,
       "    %q = arith.divf %a0, %count : $A\n"
       "    %e = arith.addf %q, %eps : $A\n"
       "    %r = math.rsqrt %e : $A\n"
       "    linalg.yield %r : $A\n");
  Value w = convert(ex, weight, "weight_wide", acc);
  Value scaled = {isNarrow(ex) || centred ? "scaled" : "y", "row col", acc};
  step(ex, "row col", 3, (Value[]){wide, factor, w}, scaled, NULL,
       "    %n = arith.mulf %a0, %a1 : $A\n"
       "    %r = arith.mulf %n, %a2 : $A\n"
       "    linalg.yield %r : $A\n");
  if (centred) {
    Value b = convert(ex, bias, "bias_wide", acc);
    Value shifted = {isNarrow(ex) ? "shifted" : "y", "row col", acc};
    step(ex, "row col", 2, (Value[]){scaled, b}, shifted, NULL,
         "    %r = arith.addf %a0, %a1 : $A\n    linalg.yield %r : $A\n");
    scaled = shifted;
  }
  convert(ex, scaled, "y", ex->element);
  putReturn(ex, 1, &y);
}

static void writeRmsnorm(Example *ex) { writeNorm(ex, false); }
static void writeLayernorm(Example *ex) { writeNorm(ex, true); }

//===--- entry points -----------------------------------------------------===//

bool attnExample(const char *spec, MlirStringCallback callback, void *user, char *err,
                 size_t errSize) {
  Example *ex = calloc(1, sizeof *ex);
  if (!ex) {
    snprintf(err, errSize, "out of memory");
    return false;
  }
  ex->err = err;
  ex->errSize = errSize;
  readSpec(ex, spec ? spec : "");
  if (!ex->failed) {
    put(ex, "// %s\n", spec);
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
  for (size_t i = 0; i < N_FAMILIES; ++i) {
    const Family *f = &families[i];
    char line[256];
    snprintf(line, sizeof line, "  %s: %s (f16, bf16, f32 or f64; default %s)\n", f->name, f->help,
             f->element);
    callback(mlirStringRefCreateFromCString(line), user);
    for (size_t k = 0; k < f->nKeys; ++k) {
      const Key *key = &f->keys[k];
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
