//===- Laws.c - Identity, associativity, commutativity, the base ----------===//
//
// A fold may be bracketed in any way and, on some schedules, in any order, so its merge must be
// that of a commutative monoid. That cannot be proved here, but a merge that is not is caught by
// trying:
//
//   states    the identity, lifts of drawn and adverse elements (0, -0, equal ones, -inf, 1e30,
//             subnormal; NaN where it is asked for), and merges of those: only what a fold can
//             reach
//   for every pair and triple of them:
//     e + a = a = a + e
//     a + b = b + a, (a + b) + c = a + (b + c)               where a definition claims it
//     to_base(a + b) = base(to_base(a), to_base(b))          where that is finite
//
// Scalar operations are evaluated in double precision; two states are equal if every channel is, up
// to 1e-6 of the largest value that the channel has on the way. Everything is deterministic.
//
// A carrier.fold's merge is the one its channels give: the monoids, and for channels relative to a
// pivot the stable form of carrier.fold's documentation, whose base is x * exp(p).
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Laws.h"
#include "Dialect/Carrier/Define.h"
#include "Dialect/Carrier/Eval.h"

#include "IR/Diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 32, MAX_STATES = 40, ROUNDS = 22, NANS = 4 };

enum {
  LIFT = ATTN_DEFINE_LIFT,
  MERGE = ATTN_DEFINE_MERGE,
  PROJECT = ATTN_DEFINE_PROJECT,
  TO_BASE = ATTN_DEFINE_TO_BASE,
  BASE = ATTN_DEFINE_BASE,
  REGIONS
};

typedef struct State {
  double x[MAX_CHANNELS];
} State;

typedef struct Carrier {
  MlirOperation op;
  const char *name;
  int n, nBase, nLift;
  bool associative, commutative; ///< claimed
  bool nan;                      ///< elements that are NaN too
  AttnEval eval[REGIONS];        ///< carrier.define
  const char *channel[MAX_CHANNELS];
  const char *monoid[MAX_CHANNELS]; ///< carrier.fold
  int pivot[MAX_CHANNELS];          ///< -1: not twisted
  State identity;
} Carrier;

//===--- merging ----------------------------------------------------------===//

static bool isFold(const Carrier *c) { return attnIs(c->op, "carrier.fold"); }

static double combine(const char *monoid, double a, double b) {
  return !strcmp(monoid, "add")   ? a + b
         : !strcmp(monoid, "mul") ? a * b
         : !strcmp(monoid, "max") ? attnEvalLarger(a, b)
         : !strcmp(monoid, "min") ? attnEvalSmaller(a, b)
         : !strcmp(monoid, "and") ? (double)(a != 0 && b != 0)
                                  : (double)(a != 0 || b != 0);
}

static double rescale(double p, double to) { return p == -INFINITY ? 0 : exp(p - to); }

/// Region r of two states of n values.
static void runPair(const Carrier *c, int r, int n, const State *a, const State *b, State *out) {
  double args[2 * MAX_CHANNELS];
  memcpy(args, a->x, (size_t)n * sizeof *args);
  memcpy(args + n, b->x, (size_t)n * sizeof *args);
  attnEvalRun(&c->eval[r], args, out->x);
}

static void merge(const Carrier *c, const State *a, const State *b, State *out) {
  if (!isFold(c)) {
    runPair(c, MERGE, c->n, a, b, out);
    return;
  }
  for (int i = 0; i < c->n; ++i) {
    int p = c->pivot[i];
    out->x[i] = p < 0 ? combine(c->monoid[i], a->x[i], b->x[i])
                      : combine(c->monoid[i], a->x[i] * rescale(a->x[p], out->x[p]),
                                b->x[i] * rescale(b->x[p], out->x[p]));
  }
}

static void toBase(const Carrier *c, const State *a, State *out) {
  if (!isFold(c))
    attnEvalRun(&c->eval[TO_BASE], a->x, out->x);
  for (int i = 0; i < c->n && isFold(c); ++i)
    out->x[i] = c->pivot[i] < 0 ? a->x[i] : a->x[i] * rescale(a->x[c->pivot[i]], 0);
}

static void base(const Carrier *c, const State *a, const State *b, State *out) {
  if (!isFold(c))
    runPair(c, BASE, c->nBase, a, b, out);
  for (int i = 0; i < c->n && isFold(c); ++i)
    out->x[i] = combine(c->monoid[i], a->x[i], b->x[i]);
}

//===--- states -----------------------------------------------------------===//

static const double adverse[] = {0.0,   -0.0, 1.0,  1.0,   -1.0,  3.5,     -INFINITY, 1e30,
                                 -1e30, 6e5,  -6e5, 1e-40, -0.75, -104.25, 88.0,      2.0};

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(int64_t)(*seed >> 33) / (double)(1u << 28) - 4;
}

/// One element's argument number k in round r: for integers, small counts. -inf only where the
/// carrier knows it: some channel's identity is infinite.
static double argument(const Carrier *c, MlirType type, int r, int k, uint64_t *seed) {
  enum { N = sizeof adverse / sizeof *adverse };
  bool drawn = r >= N;
  double v = drawn ? draw(seed) : adverse[(r + 5 * k) % N];
  bool infinite = false;
  for (int i = 0; i < c->n; ++i)
    infinite |= isinf(c->identity.x[i]);
  if (mlirTypeIsAFloat(type) && r >= ROUNDS)
    return NAN;
  if (mlirTypeIsAFloat(type))
    return isinf(v) && (k || !infinite) ? 0.5 : v;
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1)
    return (r + k) & 1;
  return (double)((r * 7 + k) % 11);
}

static int makeStates(const Carrier *c, State *s) {
  uint64_t seed = 42;
  int n = 0;
  s[n++] = c->identity;
  MlirBlock lift = attnBody(c->op, LIFT);
  for (int r = 0; r < ROUNDS + (c->nan ? NANS : 0); ++r) {
    double args[MAX_CHANNELS];
    if (isFold(c)) { // any element: the pivot's score first, finite weights
      for (int i = 0; i < c->n; ++i)
        args[i] = argument(
            c, mlirTypeAttrGetValue(attnDictGet(attnAttrArrayGet(c->op, "channels", i), "type")), r,
            i, &seed);
      for (int i = 0; i < c->n; ++i) // a masked element is the identity of its followers too
        if (c->pivot[i] >= 0 && args[c->pivot[i]] == -INFINITY)
          args[i] = c->identity.x[i];
      memcpy(s[n++].x, args, sizeof args);
      continue;
    }
    for (int k = 0; k < c->nLift; ++k)
      args[k] = argument(c, mlirValueGetType(mlirBlockGetArgument(lift, k)), r, k, &seed);
    attnEvalRun(&c->eval[LIFT], args, s[n++].x);
  }
  for (int i = 1, lifts = n; n < MAX_STATES && i + 3 < lifts; ++i, ++n)
    merge(c, &s[i], &s[i + 3], &s[n]);
  return n;
}

//===--- laws -------------------------------------------------------------===//

static void print(const Carrier *c, const State *s, char *text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "(");
  for (int i = 0; i < c->n && n < size; ++i)
    n += (size_t)snprintf(text + n, size - n, "%s%s = %.9g", i ? ", " : "", c->channel[i], s->x[i]);
  if (n < size)
    snprintf(text + n, size - n, ")");
}

/// Equal up to rounding; `near` are states on the way, whose size counts. Returns the channel that
/// differs, or -1.
static int differs(int n, const State *a, const State *b, const State *const *near, int nNear) {
  for (int i = 0; i < n; ++i) {
    double x = a->x[i], y = b->x[i];
    if (x == y || (isnan(x) && isnan(y)))
      continue;
    if (isnan(x) || isnan(y) || isinf(x) || isinf(y))
      return i;
    double scale = fmax(fabs(x), fabs(y));
    for (int k = 0; k < nNear; ++k)
      if (isfinite(near[k]->x[i]))
        scale = fmax(scale, fabs(near[k]->x[i]));
    if (fabs(x - y) > 1e-6 * scale + 1e-300)
      return i;
  }
  return -1;
}

/// Finds the first case in which the two sides of a law differ, and says it.
static bool report(const Carrier *c, const char *law, int channel, const char *sides,
                   const State *const *states, int n, const State *left, const State *right) {
  static const char *const names[] = {"a", "b", "c"};
  char text[1024];
  attnOpError(c->op, "carrier '%s' breaks %s in channel '%s': %s", c->name, law,
              c->channel[channel], sides);
  for (int i = 0; i < n; ++i) {
    print(c, states[i], text, sizeof text);
    attnNote(mlirOperationGetLocation(c->op), "%s = %s", names[i], text);
  }
  print(c, left, text, sizeof text);
  attnNote(mlirOperationGetLocation(c->op), "left side = %s", text);
  print(c, right, text, sizeof text);
  attnNote(mlirOperationGetLocation(c->op), "right side = %s", text);
  return false;
}

static bool isModest(const State *s, int n) {
  for (int i = 0; i < n; ++i)
    if (!isfinite(s->x[i]) || fabs(s->x[i]) > 1e250)
      return false;
  return true;
}

/// The base knows no -inf pivot and overflows early: only the agreement where it is finite counts.
static bool checkBase(const Carrier *c, const State *a, const State *b, const State *ab) {
  State x, y, left, right;
  int n = isFold(c) ? c->n : c->nBase;
  toBase(c, a, &x);
  toBase(c, b, &y);
  toBase(c, ab, &left);
  base(c, &x, &y, &right);
  if (!isModest(&x, n) || !isModest(&y, n) || !isModest(&right, n))
    return true;
  const State *near[] = {&x, &y}, *states[] = {a, b};
  int d = differs(n, &left, &right, near, 2);
  return d < 0 || report(c, "the agreement with its base", d < c->n ? d : 0,
                         "to_base(a + b) is not base(to_base(a), to_base(b)) (value "
                         "of the base below)",
                         states, 2, &left, &right);
}

static bool checkIdentity(const Carrier *c, const State *a) {
  State l, r;
  merge(c, &c->identity, a, &l);
  merge(c, a, &c->identity, &r);
  int d = differs(c->n, &l, a, NULL, 0);
  if (d >= 0)
    return report(c, "the identity", d, "identity + a is not a", &a, 1, &l, a);
  d = differs(c->n, &r, a, NULL, 0);
  return d < 0 || report(c, "the identity", d, "a + identity is not a", &a, 1, &r, a);
}

static bool checkPair(const Carrier *c, const State *a, const State *b, bool hasBase) {
  State ab, ba;
  const State *two[] = {a, b};
  merge(c, a, b, &ab);
  merge(c, b, a, &ba);
  int d = c->commutative ? differs(c->n, &ab, &ba, two, 2) : -1;
  if (d >= 0)
    return report(c, "commutativity", d, "a + b is not b + a", two, 2, &ab, &ba);
  return !hasBase || checkBase(c, a, b, &ab);
}

static bool checkTriple(const Carrier *c, const State *const *three) {
  State ab, bc, left, right;
  const State *near[] = {three[0], three[1], three[2], &ab, &bc};
  merge(c, three[0], three[1], &ab);
  merge(c, three[1], three[2], &bc);
  merge(c, &ab, three[2], &left);
  merge(c, three[0], &bc, &right);
  int d = differs(c->n, &left, &right, near, 5);
  return d < 0 ||
         report(c, "associativity", d, "(a + b) + c is not a + (b + c)", three, 3, &left, &right);
}

static bool checkAll(const Carrier *c, bool say) {
  State *s = calloc(MAX_STATES, sizeof *s);
  int n = makeStates(c, s);
  bool ok = true, hasBase = isFold(c) || c->nBase > 0;
  for (int i = 0; i < n && ok; ++i)
    ok = checkIdentity(c, &s[i]);
  for (int i = 0; i < n && ok; ++i)
    for (int j = 0; j < n && ok; ++j)
      ok = checkPair(c, &s[i], &s[j], hasBase);
  for (int i = 0; i < n * n * n && ok && c->associative; ++i)
    ok = checkTriple(c, (const State *[]){&s[i / (n * n)], &s[i / n % n], &s[i % n]});
  free(s);
  if (ok && say)
    attnRemark(mlirOperationGetLocation(c->op),
               "carrier '%s' keeps its laws on %d states: identity%s%s%s", c->name, n,
               c->commutative ? ", commutativity" : "", c->associative ? ", associativity" : "",
               hasBase ? ", agreement with its base" : "");
  return ok;
}

//===--- carriers ---------------------------------------------------------===//

static void readChannels(Carrier *c) {
  for (int i = 0; i < c->n; ++i) {
    MlirAttribute d = attnAttrArrayGet(c->op, "channels", i);
    c->channel[i] = attnDictStr(d, "name");
    c->monoid[i] = attnDictStr(d, "monoid");
    c->identity.x[i] = attnEvalNumber(attnDictGet(d, "identity"));
    c->pivot[i] = -1;
    const char *pivot = attnDictStr(d, "pivot");
    for (int k = 0; k < i && pivot; ++k)
      if (!strcmp(c->channel[k], pivot))
        c->pivot[i] = k;
  }
}

/// Translates the regions; false: an operation is not evaluated.
static bool readRegions(Carrier *c) {
  for (int r = 0; r < REGIONS; ++r) {
    MlirBlock block = attnBody(c->op, r);
    if (r == PROJECT || mlirBlockIsNull(block))
      continue;
    if (!attnEvalTranslate(block, &c->eval[r])) {
      attnOpError(c->op, "the laws of carrier '%s' cannot be checked: '%s' is not evaluated",
                  c->name, c->eval[r].failed);
      return false;
    }
  }
  c->nLift = (int)c->eval[LIFT].nArgs;
  c->nBase = (int)c->eval[TO_BASE].nYields;
  return true;
}

bool attnDeclaresLaw(MlirOperation define, const char *law) {
  for (intptr_t i = 0, n = attnAttrArraySize(define, "laws"); i < n; ++i)
    if (strcmp(attnStrValue(attnAttrArrayGet(define, "laws", i)), law) == 0)
      return true;
  return false;
}

static bool check(MlirOperation op, bool nan, bool say) {
  Carrier *c = calloc(1, sizeof *c);
  *c = (Carrier){.op = op, .n = (int)attnAttrArraySize(op, "channels"), .nan = nan};
  bool fold = isFold(c), ok = c->n <= MAX_CHANNELS;
  c->name = fold ? "fold" : attnAttrStr(op, "sym_name");
  c->associative = fold || attnDeclaresLaw(op, "associative");
  c->commutative = fold || attnDeclaresLaw(op, "commutative");
  if (ok) {
    readChannels(c);
    ok = fold || (readRegions(c) && c->nLift <= MAX_CHANNELS);
    if (c->n > MAX_CHANNELS || c->nLift > MAX_CHANNELS)
      attnOpError(op, "has too many values for the check of its laws");
    ok = ok && checkAll(c, say);
  }
  for (int r = 0; r < REGIONS; ++r)
    attnEvalFree(&c->eval[r]);
  free(c);
  return ok;
}

bool attnKeepsLaws(MlirOperation define, bool nan) { return check(define, nan, false); }

bool attnCheckLaws(MlirOperation root) {
  static const char *const names[] = {"carrier.define", "carrier.fold"};
  bool ok = true;
  for (int k = 0; k < 2; ++k) {
    MlirOperation *ops;
    intptr_t n = attnCollect(root, names[k], &ops);
    for (intptr_t i = 0; i < n; ++i)
      if (k == 0 || !attnAttrStr(ops[i], "carrier")) // a named carrier is its definition's
        ok &= check(ops[i], false, true);
    free(ops);
  }
  return ok;
}
