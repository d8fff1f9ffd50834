//===- ExampleFamilies.c - The programs of --example ----------------------===//
//
// Each family in the form that front ends write, one linalg.generic a step: products accumulate in
// f32, masks are comparisons of linalg.index that select -inf, probabilities are rounded to the
// element type before the second product. The table at the end is what attnPrintExampleHelp prints.
//
//===----------------------------------------------------------------------===//
#include "Compile/Example.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

//===--- steps that several families share --------------------------------===//

static bool isNarrow(const AttnExample *ex) { return strcmp(ex->element, ex->acc) != 0; }

/// out = sum of lhs * rhs over the axes of `domain` that out lacks; operands are widened first.
static void product(AttnExample *ex, const char *domain, AttnExampleValue lhs, AttnExampleValue rhs,
                    AttnExampleValue out) {
  attnExampleStep(ex, domain, 2, (AttnExampleValue[]){lhs, rhs}, out, "zero",
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
static AttnExampleValue convert(AttnExample *ex, AttnExampleValue v, const char *name,
                                const char *element) {
  if (strcmp(v.element, element) == 0)
    return v;
  AttnExampleValue out = {name, v.axes, element};
  attnExampleStep(ex, v.axes, 1, &v, out, NULL,
                  strcmp(element, ex->acc) == 0
                      ? "    %r = arith.extf %a0 : $E to $A\n    linalg.yield %r : $A\n"
                      : "    %r = arith.truncf %a0 : $A to $E\n    linalg.yield %r : $E\n");
  return out;
}

static void reduceMax(AttnExample *ex, AttnExampleValue x, AttnExampleValue out) {
  attnExampleStep(ex, x.axes, 1, &x, out, "ninf",
                  "    %r = arith.maximumf %acc, %a0 : $A\n    linalg.yield %r : $A\n");
}

static void reduceSum(AttnExample *ex, AttnExampleValue x, AttnExampleValue out) {
  attnExampleStep(ex, x.axes, 1, &x, out, "zero",
                  "    %r = arith.addf %acc, %a0 : $A\n    linalg.yield %r : $A\n");
}

static void expMinus(AttnExample *ex, AttnExampleValue x, AttnExampleValue max,
                     AttnExampleValue out) {
  attnExampleStep(ex, x.axes, 2, (AttnExampleValue[]){x, max}, out, NULL,
                  "    %d = arith.subf %a0, %a1 : $A\n"
                  "    %r = math.exp %d : $A\n"
                  "    linalg.yield %r : $A\n");
}

static void divide(AttnExample *ex, AttnExampleValue x, AttnExampleValue by, AttnExampleValue out) {
  attnExampleStep(ex, x.axes, 2, (AttnExampleValue[]){x, by}, out, NULL,
                  "    %r = arith.divf %a0, %a1 : $A\n    linalg.yield %r : $A\n");
}

static void maxPlusLog(AttnExample *ex, AttnExampleValue max, AttnExampleValue sum,
                       AttnExampleValue out) {
  attnExampleStep(ex, max.axes, 2, (AttnExampleValue[]){max, sum}, out, NULL,
                  "    %l = math.log %a1 : $A\n"
                  "    %r = arith.addf %a0, %l : $A\n"
                  "    linalg.yield %r : $A\n");
}

//===--- attention --------------------------------------------------------===//

/// out = score where the query at the last axis but one sees the key at the last, else -inf.
static void writeMask(AttnExample *ex, AttnExampleValue score, AttnExampleValue out, int rank) {
  const char *causal = attnExampleHas(ex, "causal") ? attnExampleText(ex, "causal") : NULL;
  int64_t sq = attnExampleInt(ex, "sq", 0), sk = attnExampleInt(ex, "sk", sq),
          window = attnExampleInt(ex, "window", -1);
  bool dynamic = sq < 0 || sk < 0;
  bool shifted = causal && strcmp(causal, "bottom-right") == 0 && (dynamic || sk != sq);
  char text[1024];
  size_t n = 0;
#define LINE(...) n += (size_t)snprintf(text + n, sizeof text - n, "    " __VA_ARGS__)
  LINE("%%m = linalg.index %d : index\n", rank - 2);
  LINE("%%kv = linalg.index %d : index\n", rank - 1);
  const char *row = shifted ? "row" : "m";
  if (shifted && dynamic) {
    if (sq >= 0)
      LINE("%%len_m = arith.constant %lld : index\n", (long long)sq);
    if (sk >= 0)
      LINE("%%len_kv = arith.constant %lld : index\n", (long long)sk);
    LINE("%%shift = arith.subi %%len_kv, %%len_m : index\n");
  } else if (shifted) {
    LINE("%%shift = arith.constant %lld : index\n", (long long)(sk - sq));
  }
  if (shifted) {
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
  attnExampleStep(ex, score.axes, 1, &score, out, NULL, text);
}

/// What some variants take beyond q, k and v.
typedef struct ExtraInputs {
  AttnExampleValue bias, slopes, queryDocument, keyDocument, mask;
} ExtraInputs;

static ExtraInputs extraInputs(const AttnExample *ex, bool grouped) {
  const char *mask = attnExampleHas(ex, "mask") ? attnExampleText(ex, "mask") : "";
  const char *heads = grouped ? "b h g m kv" : "b h m kv";
  return (ExtraInputs){.bias = {"bias", grouped ? "h g m kv" : "h m kv", ex->element},
                       .slopes = {"slopes", grouped ? "h g" : "h", ex->acc},
                       .queryDocument = {"query_document", "b m", "i32"},
                       .keyDocument = {"key_document", "b kv", "i32"},
                       .mask = {"mask",
                                strcmp(mask, "head") == 0    ? heads
                                : strcmp(mask, "batch") == 0 ? "b m kv"
                                                             : "m kv",
                                "i1"}};
}

/// score + slope * (key - query), the indices converted to the scores' type.
static AttnExampleValue writeAlibi(AttnExample *ex, AttnExampleValue s, AttnExampleValue slopes,
                                   int rank) {
  char text[512];
  snprintf(text, sizeof text,
           "    %%m = linalg.index %d : index\n"
           "    %%kv = linalg.index %d : index\n"
           "    %%apart = arith.subi %%kv, %%m : index\n"
           "    %%i = arith.index_cast %%apart : index to i32\n"
           "    %%x = arith.sitofp %%i : i32 to $A\n"
           "    %%b = arith.mulf %%a1, %%x : $A\n"
           "    %%r = arith.addf %%a0, %%b : $A\n"
           "    linalg.yield %%r : $A\n",
           rank - 2, rank - 1);
  AttnExampleValue out = {"leaning", s.axes, s.element};
  attnExampleStep(ex, s.axes, 2, (AttnExampleValue[]){s, slopes}, out, NULL, text);
  return out;
}

static AttnExampleValue writeBias(AttnExample *ex, AttnExampleValue s, AttnExampleValue bias) {
  AttnExampleValue out = {"biased", s.axes, s.element};
  attnExampleStep(ex, s.axes, 2, (AttnExampleValue[]){s, bias}, out, NULL,
                  isNarrow(ex) ? "    %b = arith.extf %a1 : $E to $A\n"
                                 "    %r = arith.addf %a0, %b : $A\n"
                                 "    linalg.yield %r : $A\n"
                               : "    %r = arith.addf %a0, %a1 : $A\n"
                                 "    linalg.yield %r : $A\n");
  return out;
}

static AttnExampleValue writeDocuments(AttnExample *ex, AttnExampleValue s, ExtraInputs extra) {
  AttnExampleValue out = {"own", s.axes, s.element};
  attnExampleStep(ex, s.axes, 3, (AttnExampleValue[]){s, extra.queryDocument, extra.keyDocument},
                  out, NULL,
                  "    %same = arith.cmpi eq, %a1, %a2 : i32\n"
                  "    %r = arith.select %same, %a0, %ninf : $A\n"
                  "    linalg.yield %r : $A\n");
  return out;
}

static AttnExampleValue writeBoolMask(AttnExample *ex, AttnExampleValue s, AttnExampleValue mask) {
  AttnExampleValue out = {"seen", s.axes, s.element};
  attnExampleStep(ex, s.axes, 2, (AttnExampleValue[]){s, mask}, out, NULL,
                  "    %r = arith.select %a1, %a0, %ninf : $A\n"
                  "    linalg.yield %r : $A\n");
  return out;
}

/// Scale, softcap, bias and mask, each a step of its own.
static AttnExampleValue writeScores(AttnExample *ex, AttnExampleValue qk, ExtraInputs extra) {
  int rank = attnExampleInt(ex, "gqa", 1) > 1 ? 5 : 4;
  AttnExampleValue s = {"scaled", qk.axes, qk.element};
  attnExampleStep(ex, qk.axes, 1, &qk, s, NULL,
                  "    %r = arith.mulf %a0, %scale : $A\n    linalg.yield %r : $A\n");
  if (attnExampleHas(ex, "softcap")) {
    AttnExampleValue capped = {"capped", qk.axes, qk.element};
    attnExampleStep(ex, s.axes, 1, &s, capped, NULL,
                    "    %x = arith.divf %a0, %cap : $A\n"
                    "    %t = math.tanh %x : $A\n"
                    "    %r = arith.mulf %t, %cap : $A\n"
                    "    linalg.yield %r : $A\n");
    s = capped;
  }
  if (attnExampleHas(ex, "alibi"))
    s = writeAlibi(ex, s, extra.slopes, rank);
  if (attnExampleHas(ex, "bias"))
    s = writeBias(ex, s, extra.bias);
  if (attnExampleHas(ex, "document"))
    s = writeDocuments(ex, s, extra);
  if (attnExampleHas(ex, "mask"))
    s = writeBoolMask(ex, s, extra.mask);
  if (attnExampleHas(ex, "causal") || attnExampleHas(ex, "window")) {
    AttnExampleValue masked = {"masked", qk.axes, qk.element};
    writeMask(ex, s, masked, rank);
    s = masked;
  }
  return s;
}

static bool attentionAxes(AttnExample *ex) {
  int64_t h = attnExampleInt(ex, "h", 0), group = attnExampleInt(ex, "gqa", 1);
  int64_t sq = attnExampleInt(ex, "sq", 0), d = attnExampleInt(ex, "d", 0),
          dv = attnExampleInt(ex, "dv", d);
  if (group < 1 || h % group)
    attnExampleFail(ex, "gqa=%lld does not divide h=%lld", (long long)group, (long long)h);
  if (d == 0 || dv == 0)
    attnExampleFail(ex, "a head dimension of 0: expected at least 1");
  if (attnExampleHas(ex, "softcap") && attnExampleReal(ex, "softcap", 0) <= 0)
    attnExampleFail(ex, "softcap=%s: expected a positive number", attnExampleText(ex, "softcap"));
  if (ex->failed)
    return false;
  attnExampleAxis(ex, "b", attnExampleInt(ex, "b", 0));
  attnExampleAxis(ex, "heads", h);
  attnExampleAxis(ex, "h", h / group);
  attnExampleAxis(ex, "g", group);
  attnExampleAxis(ex, "m", sq);
  attnExampleAxis(ex, "kv", attnExampleInt(ex, "sk", sq));
  attnExampleAxis(ex, "d", d);
  attnExampleAxis(ex, "dv", dv);
  return true;
}

static void writeAttention(AttnExample *ex) {
  if (!attentionAxes(ex))
    return;
  const char *e = ex->element, *acc = ex->acc;
  bool grouped = attnExampleInt(ex, "gqa", 1) > 1, wantLse = attnExampleHas(ex, "lse");
  bool timeFirst = strcmp(attnExampleText(ex, "layout"), "btnh") == 0;
  AttnExampleValue q = {"q", timeFirst ? "b m heads d" : "b heads m d", e};
  AttnExampleValue k = {"k", timeFirst ? "b kv h d" : "b h kv d", e};
  AttnExampleValue v = {"v", timeFirst ? "b kv h dv" : "b h kv dv", e};
  AttnExampleValue o = {"o", timeFirst ? "b m heads dv" : "b heads m dv", e};
  AttnExampleValue lse = {"lse", "b heads m", acc};
  ExtraInputs extra = extraInputs(ex, grouped);
  AttnExampleValue inputs[8] = {q, k, v};
  size_t numInputs = 3;
  if (attnExampleHas(ex, "alibi"))
    inputs[numInputs++] = extra.slopes;
  if (attnExampleHas(ex, "bias"))
    inputs[numInputs++] = extra.bias;
  if (attnExampleHas(ex, "document")) {
    inputs[numInputs++] = extra.queryDocument;
    inputs[numInputs++] = extra.keyDocument;
  }
  if (attnExampleHas(ex, "mask"))
    inputs[numInputs++] = extra.mask;
  attnExampleFunction(ex, numInputs, inputs, wantLse ? 2 : 1, (AttnExampleValue[]){o, lse});
  attnExampleConstant(ex, "zero", 0.0);
  attnExampleConstant(ex, "ninf", -INFINITY);
  attnExampleConstant(ex, "scale",
                      attnExampleReal(ex, "scale", 1.0 / sqrt((double)attnExampleInt(ex, "d", 1))));
  if (attnExampleHas(ex, "softcap"))
    attnExampleConstant(ex, "cap", attnExampleReal(ex, "softcap", 0.0));

  // Grouped heads: query heads are split into key heads and members, as einsum code does.
  const char *split = timeFirst ? "[[0], [1], [2, 3], [4]]" : "[[0], [1, 2], [3], [4]]";
  AttnExampleValue qs = {"q", timeFirst ? "b m h d" : "b h m d", e};
  AttnExampleValue os = {"o", timeFirst ? "b m h dv" : "b h m dv", e};
  if (grouped) {
    qs = (AttnExampleValue){"q_grouped", timeFirst ? "b m h g d" : "b h g m d", e};
    os = (AttnExampleValue){"o_grouped", timeFirst ? "b m h g dv" : "b h g m dv", e};
    attnExampleReshape(ex, "expand", q, qs, split);
  }
  const char *scores = grouped ? "b h g m kv" : "b h m kv", *rows = grouped ? "b h g m" : "b h m";
  AttnExampleValue qk = {"qk", scores, acc}, max = {"max", rows, acc}, exps = {"exp", scores, acc};
  AttnExampleValue sum = {"sum", rows, acc}, prob = {"prob", scores, acc};
  product(ex, grouped ? "b h g m kv d" : "b h m kv d", qs, k, qk);
  AttnExampleValue s = writeScores(ex, qk, extra);
  reduceMax(ex, s, max);
  expMinus(ex, s, max, exps);
  reduceSum(ex, exps, sum);
  divide(ex, exps, sum, prob);
  prob = convert(ex, prob, "weights", e);
  AttnExampleValue pv = {isNarrow(ex) ? "pv" : os.name, os.axes, acc};
  product(ex, grouped ? "b h g m dv kv" : "b h m dv kv", prob, v, pv);
  convert(ex, pv, os.name, e);
  if (grouped)
    attnExampleReshape(ex, "collapse", os, o, split);
  if (wantLse) {
    AttnExampleValue l = {grouped ? "lse_grouped" : "lse", rows, acc};
    maxPlusLog(ex, max, sum, l);
    if (grouped)
      attnExampleReshape(ex, "collapse", l, lse, "[[0], [1, 2], [3]]");
  }
  attnExampleReturn(ex, wantLse ? 2 : 1, (AttnExampleValue[]){o, lse});
}

//===--- the other families -----------------------------------------------===//

static void writeMatmul(AttnExample *ex) {
  bool batch = attnExampleHas(ex, "b");
  attnExampleAxis(ex, "b", attnExampleInt(ex, "b", 1));
  attnExampleAxis(ex, "m", attnExampleInt(ex, "m", 0));
  attnExampleAxis(ex, "n", attnExampleInt(ex, "n", 0));
  attnExampleAxis(ex, "k", attnExampleInt(ex, "k", 0));
  AttnExampleValue a = {"a", batch ? "b m k" : "m k", ex->element};
  AttnExampleValue b = {"b", batch ? "b k n" : "k n", ex->element};
  AttnExampleValue c = {"c", batch ? "b m n" : "m n", ex->element};
  attnExampleFunction(ex, 2, (AttnExampleValue[]){a, b}, 1, &c);
  attnExampleConstant(ex, "zero", 0.0);
  AttnExampleValue wide = {isNarrow(ex) ? "sum" : "c", c.axes, ex->acc};
  product(ex, batch ? "b m n k" : "m n k", a, b, wide);
  convert(ex, wide, "c", ex->element);
  attnExampleReturn(ex, 1, &c);
}

static void rowAxes(AttnExample *ex) {
  attnExampleAxis(ex, "row", attnExampleInt(ex, "rows", 0));
  attnExampleAxis(ex, "col", attnExampleInt(ex, "cols", 0));
}

static void writeSoftmax(AttnExample *ex) {
  rowAxes(ex);
  const char *acc = ex->acc;
  AttnExampleValue x = {"x", "row col", ex->element}, y = {"y", "row col", ex->element};
  attnExampleFunction(ex, 1, &x, 1, &y);
  attnExampleConstant(ex, "zero", 0.0);
  attnExampleConstant(ex, "ninf", -INFINITY);
  AttnExampleValue wide = convert(ex, x, "wide", acc);
  AttnExampleValue max = {"max", "row", acc}, exps = {"exp", "row col", acc},
                   sum = {"sum", "row", acc};
  AttnExampleValue ratio = {isNarrow(ex) ? "ratio" : "y", "row col", acc};
  reduceMax(ex, wide, max);
  expMinus(ex, wide, max, exps);
  reduceSum(ex, exps, sum);
  divide(ex, exps, sum, ratio);
  convert(ex, ratio, "y", ex->element);
  attnExampleReturn(ex, 1, &y);
}

static void writeLogsumexp(AttnExample *ex) {
  rowAxes(ex);
  const char *acc = ex->acc;
  AttnExampleValue x = {"x", "row col", ex->element}, y = {"y", "row", acc};
  attnExampleFunction(ex, 1, &x, 1, &y);
  attnExampleConstant(ex, "zero", 0.0);
  attnExampleConstant(ex, "ninf", -INFINITY);
  AttnExampleValue wide = convert(ex, x, "wide", acc);
  AttnExampleValue max = {"max", "row", acc}, exps = {"exp", "row col", acc},
                   sum = {"sum", "row", acc};
  reduceMax(ex, wide, max);
  expMinus(ex, wide, max, exps);
  reduceSum(ex, exps, sum);
  maxPlusLog(ex, max, sum, y);
  attnExampleReturn(ex, 1, &y);
}

/// difference = x - mean of its row
static AttnExampleValue centre(AttnExample *ex, AttnExampleValue x) {
  AttnExampleValue total = {"total", "row", ex->acc}, mean = {"mean", "row", ex->acc};
  AttnExampleValue difference = {"difference", "row col", ex->acc};
  reduceSum(ex, x, total);
  attnExampleStep(ex, "row", 1, &total, mean, NULL,
                  "    %r = arith.divf %a0, %count : $A\n    linalg.yield %r : $A\n");
  attnExampleStep(ex, "row col", 2, (AttnExampleValue[]){x, mean}, difference, NULL,
                  "    %r = arith.subf %a0, %a1 : $A\n    linalg.yield %r : $A\n");
  return difference;
}

static void writeNorm(AttnExample *ex, bool centred) {
  rowAxes(ex);
  const char *acc = ex->acc;
  AttnExampleValue x = {"x", "row col", ex->element}, y = {"y", "row col", ex->element};
  AttnExampleValue weight = {"weight", "col", ex->element}, bias = {"bias", "col", ex->element};
  attnExampleFunction(ex, centred ? 3 : 2, (AttnExampleValue[]){x, weight, bias}, 1, &y);
  attnExampleConstant(ex, "zero", 0.0);
  attnExampleConstant(ex, "count", (double)attnExampleInt(ex, "cols", 1));
  attnExampleConstant(ex, "eps", attnExampleReal(ex, "eps", 0.0));
  AttnExampleValue wide = convert(ex, x, "wide", acc);
  if (centred)
    wide = centre(ex, wide);
  AttnExampleValue square = {"square", "row col", acc}, total = {"squares", "row", acc};
  AttnExampleValue factor = {"factor", "row", acc};
  attnExampleStep(ex, "row col", 1, &wide, square, NULL,
                  "    %r = arith.mulf %a0, %a0 : $A\n    linalg.yield %r : $A\n");
  reduceSum(ex, square, total);
  attnExampleStep(ex, "row", 1, &total, factor, NULL,
                  "    %q = arith.divf %a0, %count : $A\n"
                  "    %e = arith.addf %q, %eps : $A\n"
                  "    %r = math.rsqrt %e : $A\n"
                  "    linalg.yield %r : $A\n");
  AttnExampleValue w = convert(ex, weight, "weight_wide", acc);
  AttnExampleValue scaled = {isNarrow(ex) || centred ? "scaled" : "y", "row col", acc};
  attnExampleStep(ex, "row col", 3, (AttnExampleValue[]){wide, factor, w}, scaled, NULL,
                  "    %n = arith.mulf %a0, %a1 : $A\n"
                  "    %r = arith.mulf %n, %a2 : $A\n"
                  "    linalg.yield %r : $A\n");
  if (centred) {
    AttnExampleValue b = convert(ex, bias, "bias_wide", acc);
    AttnExampleValue shifted = {isNarrow(ex) ? "shifted" : "y", "row col", acc};
    attnExampleStep(ex, "row col", 2, (AttnExampleValue[]){scaled, b}, shifted, NULL,
                    "    %r = arith.addf %a0, %a1 : $A\n    linalg.yield %r : $A\n");
    scaled = shifted;
  }
  convert(ex, scaled, "y", ex->element);
  attnExampleReturn(ex, 1, &y);
}

static void writeRmsnorm(AttnExample *ex) { writeNorm(ex, false); }
static void writeLayernorm(AttnExample *ex) { writeNorm(ex, true); }

//===--- the table --------------------------------------------------------===//

static const AttnExampleKey attentionKeys[] = {
    {"b", LENGTH, "1", NULL, "batch"},
    {"h", INT, "8", NULL, "query heads"},
    {"sq", LENGTH, "4096", NULL, "queries"},
    {"sk", LENGTH, NULL, NULL, "keys (default: sq)"},
    {"d", INT, "64", NULL, "head dimension of queries and keys"},
    {"dv", INT, NULL, NULL, "head dimension of values (default: d)"},
    {"gqa", INT, "1", NULL, "query heads that share one key and value head"},
    {"causal", FLAG, NULL, "top-left|bottom-right", "query i sees key j where j <= i [+ sk - sq]"},
    {"window", INT, NULL, NULL, "and |i - j| < window"},
    {"scale", REAL, NULL, NULL, "factor on the scores (default: 1/sqrt(d))"},
    {"softcap", REAL, NULL, NULL, "scores become softcap * tanh(score / softcap)"},
    {"alibi", FLAG, NULL, "",
     "scores + slope * (key - query); a slope a head, f32, is the next input"},
    {"bias", FLAG, NULL, "", "scores + bias of (head, query, key), the next input"},
    {"document", FLAG, NULL, "", "query i sees key j of the same document: i32 each, two inputs"},
    {"mask", FLAG, NULL, "shared|batch|head",
     "query i sees key j where a bool of (query, key) is true, of each batch or head if so said: "
     "the next input"},
    {"layout", WORD, "bnth", "bnth|btnh", "heads before time, or time before heads"},
    {"lse", FLAG, NULL, "", "second result: log of the sum of exponentials of each row"},
};
static const AttnExampleKey matmulKeys[] = {
    {"b", LENGTH, NULL, NULL, "batch (default: no batch dimension)"},
    {"m", LENGTH, "1024", NULL, "rows of the left operand"},
    {"n", LENGTH, "1024", NULL, "columns of the right operand"},
    {"k", LENGTH, "1024", NULL, "the contracted length"},
};
static const AttnExampleKey rowKeys[] = {
    {"rows", LENGTH, "1024", NULL, "rows"},
    {"cols", LENGTH, "4096", NULL, "columns, the axis that is reduced"},
};
static const AttnExampleKey normKeys[] = {
    {"rows", LENGTH, "1024", NULL, "rows"},
    {"cols", INT, "4096", NULL, "columns, the axis that is reduced"},
    {"eps", REAL, "1e-5", NULL, "added to the mean square or variance"},
};

#define KEYS(A) sizeof(A) / sizeof((A)[0]), A
const AttnExampleFamily attnExampleFamilies[] = {
    {"attention", "f16", KEYS(attentionKeys), "softmax(scale * q k^T + mask) v", writeAttention},
    {"matmul", "f16", KEYS(matmulKeys), "a b", writeMatmul},
    {"softmax", "f32", KEYS(rowKeys), "softmax of each row", writeSoftmax},
    {"logsumexp", "f32", KEYS(rowKeys), "log of the sum of exponentials of each row",
     writeLogsumexp},
    {"rmsnorm", "f16", KEYS(normKeys), "x * rsqrt(mean(x^2) + eps) * weight", writeRmsnorm},
    {"layernorm", "f32", KEYS(normKeys), "(x - mean) * rsqrt(variance + eps) * weight + bias",
     writeLayernorm},
};
#undef KEYS
const size_t attnNumExampleFamilies = sizeof attnExampleFamilies / sizeof *attnExampleFamilies;
