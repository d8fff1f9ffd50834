//===- Check.c - Results against files and the oracle ---------------------===//
#include "Check.h"
#include "Runtime/Status.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static AttnTolerance tolerance(const Options *o, AttnType type) {
  AttnTolerance t = attnDefaultTolerance(type);
  if (o->atol >= 0)
    t.absolute = o->atol;
  if (o->rtol >= 0)
    t.relative = o->rtol;
  return t;
}

/// A number for people: NaN has no sign for them.
static const char *show(double x, char buffer[32]) {
  snprintf(buffer, 32, "%.9g", x);
  return isnan(x) ? "nan" : buffer;
}

static void printIndex(FILE *out, const AttnTensorType *t, int64_t i) {
  int64_t index[ATTN_MAX_RANK];
  for (int d = t->rank - 1; d >= 0; --d) {
    index[d] = i % t->shape[d];
    i /= t->shape[d];
  }
  fputc('[', out);
  for (int d = 0; d < t->rank; ++d)
    fprintf(out, "%s%" PRId64, d ? ", " : "", index[d]);
  fputc(']', out);
}

static void report(FILE *out, const Finding *f, const AttnTensorType *t, const char *extent) {
  const AttnComparison *c = &f->comparison;
  fprintf(out,
          "%s: result %d against %s%s: max error %.3e, mean %.3e, relative Frobenius %.3e "
          "(tolerance %g + %g |x|)\n",
          c->bad ? "MISMATCH" : "ok", f->result, f->against, extent, c->maxError, c->meanError,
          attnCompareFrobenius(c), f->tolerance.absolute, f->tolerance.relative);
  if (!c->bad)
    return;
  fprintf(out, "  %" PRId64 " of %" PRId64 " elements are out of tolerance", c->bad, c->count);
  if (c->nonFinite)
    fprintf(out, ", %" PRId64 " of them NaN or infinite on one side", c->nonFinite);
  fprintf(out, "; the first is ");
  printIndex(out, t, c->firstBad);
  char got[32], expected[32];
  fprintf(out, ": got %s, expected %s\n", show(c->firstGot, got), show(c->firstExpected, expected));
}

bool checkExpected(FILE *out, const Options *o, int result, const AttnTensor *got, const char *path,
                   Finding *f, AttnStatus *st) {
  AttnTensor expected;
  if (!attnNpyRead(path, NULL, &expected, st))
    return false;
  // uint16 stands for bf16; where the result is i16 it is just that.
  if (expected.type.type == ATTN_TYPE_BF16 && got->type.type == ATTN_TYPE_I16)
    expected.type.type = ATTN_TYPE_I16;
  AttnTensorType same = expected.type;
  same.type = got->type.type;
  if (!attnTensorTypeEqual(&same, &got->type)) {
    char have[256], want[256];
    attnFail(st, ATTN_STATUS_INVALID, "%s: holds %s, result %d is %s", path,
             attnTensorTypeFormat(&expected.type, have, sizeof have), result,
             attnTensorTypeFormat(&got->type, want, sizeof want));
    attnTensorDestroy(&expected);
    return false;
  }
  *f = (Finding){.against = path, .result = result, .tolerance = tolerance(o, got->type.type)};
  attnCompareStart(&f->comparison);
  int64_t n = attnTensorCount(&got->type);
  for (int64_t i = 0; i < n; ++i)
    attnCompareAdd(&f->comparison, i, attnTensorGet(got, i), attnTensorGet(&expected, i),
                   f->tolerance);
  attnTensorDestroy(&expected);
  report(out, f, &got->type, "");
  return true;
}

//===--- the oracle -------------------------------------------------------===//

// Beyond this the whole result takes longer than a person wants to wait, or more memory than a
// machine may have.
#define MAX_STEPS 4e9
#define MAX_BYTES 4e9

static bool compareBox(const Options *o, const AttnOracle *oracle, const AttnTensor *arguments,
                       int result, const AttnTensor *got, const AttnBox *box, Finding *f,
                       int64_t *masked, AttnStatus *st) {
  (void)o;
  const AttnTensorType *t = &got->type;
  int64_t n = 1, point[ATTN_MAX_RANK];
  for (int d = 0; d < t->rank; ++d) {
    n *= box->hi[d] - box->lo[d];
    point[d] = box->lo[d];
  }
  double *values = attnAlloc((size_t)n * sizeof *values, st);
  bool ok = values && attnOracleEvaluateMasked(oracle, arguments, result, box, values, masked, st);
  for (int64_t i = 0; ok && i < n; ++i) {
    int64_t at = 0;
    for (int d = 0; d < t->rank; ++d)
      at = at * t->shape[d] + point[d];
    attnCompareAdd(&f->comparison, at, attnTensorGet(got, at), values[i], f->tolerance);
    for (int d = t->rank - 1; d >= 0 && ++point[d] == box->hi[d]; --d)
      point[d] = box->lo[d];
  }
  free(values);
  return ok;
}

/// The box of row number `row`: the first `fixed` dimensions at one index each.
static AttnBox rowBox(const AttnTensorType *t, int fixed, int64_t row) {
  AttnBox b = {{0}, {0}};
  for (int d = t->rank - 1; d >= 0; --d) {
    if (d >= fixed) {
      b.hi[d] = t->shape[d];
      continue;
    }
    b.lo[d] = row % t->shape[d];
    b.hi[d] = b.lo[d] + 1;
    row /= t->shape[d];
  }
  return b;
}

/// The k-th of n drawn rows out of `total`: the first, the last, and between them one from each of
/// n - 2 equal stretches, so that rows are distinct and spread.
static int64_t drawRow(uint64_t seed, int64_t k, int64_t n, int64_t total) {
  if (n >= total)
    return k;
  if (k == 0 || k == n - 1)
    return k ? total - 1 : 0;
  int64_t begin = 1 + (total - 2) * (k - 1) / (n - 2), end = 1 + (total - 2) * k / (n - 2);
  AttnTensor one;
  int64_t bits = 0;
  one.type = (AttnTensorType){.type = ATTN_TYPE_F64};
  one.data = &bits;
  attnTensorDraw(&one, "uniform", seed, (uint64_t)k + 1000, NULL);
  double u = attnTensorGet(&one, 0);
  int64_t row = begin + (int64_t)(u * (double)(end - begin));
  return row < end ? row : begin;
}

bool checkOracle(FILE *out, const Options *o, const AttnOracle *oracle, const AttnTensor *arguments,
                 int result, const AttnTensor *got, Finding *f, AttnStatus *st) {
  const AttnTensorType *t = &got->type;
  if (!attnTensorTypeEqual(t, attnOracleResult(oracle, result))) {
    char have[256], want[256];
    return attnFail(st, ATTN_STATUS_INVALID, "result %d is %s, the oracle computes %s", result,
                    attnTensorTypeFormat(t, have, sizeof have),
                    attnTensorTypeFormat(attnOracleResult(oracle, result), want, sizeof want));
  }
  *f = (Finding){.against = "the oracle", .result = result, .tolerance = tolerance(o, t->type)};
  attnCompareStart(&f->comparison);
  AttnOracleCost cost;
  if (!attnOracleEstimate(oracle, result, NULL, &cost, st))
    return false;
  bool large = cost.steps > MAX_STEPS || cost.bytes > MAX_BYTES;
  int64_t masked = 0;
  char extent[128] = "";
  if (o->verify == VERIFY_ALL || (o->verify == VERIFY_AUTO && !large)) {
    AttnBox all = rowBox(t, 0, 0);
    if (!compareBox(o, oracle, arguments, result, got, &all, f, &masked, st))
      return false;
  } else {
    // A row: every dimension but the last at one index. Where the last one is dear (it is a row of
    // queries in a log-sum-exp, say), single elements instead.
    int fixed = t->rank ? t->rank - 1 : 0;
    AttnBox first = rowBox(t, fixed, 0);
    if (attnTensorCount(t) && !attnOracleEstimate(oracle, result, &first, &cost, st))
      return false;
    if (cost.steps * (double)o->rows > 4 * MAX_STEPS)
      fixed = t->rank;
    int64_t total = 1;
    for (int d = 0; d < fixed; ++d)
      total *= t->shape[d];
    int64_t n = o->rows < total ? o->rows : total;
    for (int64_t k = 0; k < n && attnTensorCount(t); ++k) {
      AttnBox box = rowBox(t, fixed, drawRow(o->seed, k, n, total));
      if (!compareBox(o, oracle, arguments, result, got, &box, f, &masked, st))
        return false;
    }
    snprintf(extent, sizeof extent, " (%" PRId64 " of %" PRId64 " %s%s)", n, total,
             fixed == t->rank && t->rank ? "elements" : "rows",
             o->verify == VERIFY_AUTO ? ", the whole would take too long; --verify=all forces it"
                                      : "");
  }
  report(out, f, t, extent);
  if (masked)
    fprintf(out,
            "  %" PRId64
            " elements belong to rows that see nothing (the input's own arithmetic gives "
            "NaN): 0 is expected\n",
            masked);
  return true;
}
