//===- Laws.c - Identity, associativity, commutativity, the base ----------===//
//
// A fold may be bracketed in any way and, on some schedules, in any order, so its merge must be
// that of a commutative monoid. That cannot be proved here, but a merge that is not is caught by
// trying:
//
//   states    the identity, lifts of drawn and adverse elements (0, -0, equal ones, -inf, 1e30,
//             subnormal), and merges of those: only what a fold can reach
//   for every pair and triple of them:
//     e + a = a = a + e        a + b = b + a        (a + b) + c = a + (b + c)
//     to_base(a + b) = base(to_base(a), to_base(b))          where that is finite
//
// Scalar operations are evaluated in double precision; two states are equal if every channel is, up
// to 1e-6 of the largest value that the channel has on the way. Everything is deterministic.
//
// A carrier.fold's merge is the one its channels give: the monoids, and for channels relative to a
// pivot the stable form of carrier.fold's documentation, whose base is x * exp(p).
//
//===----------------------------------------------------------------------===//
#include "Compile/Laws.h"

#include "IR/Diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 32, MAX_STATES = 40, MAX_VALUES = 512 };

typedef struct State {
  double x[MAX_CHANNELS];
} State;

typedef struct Carrier {
  MlirOperation op;
  const char *name;
  int n, nBase, nLift;
  const char *channel[MAX_CHANNELS];
  const char *monoid[MAX_CHANNELS]; ///< carrier.fold
  int pivot[MAX_CHANNELS];          ///< -1: not twisted
  bool isInt[MAX_CHANNELS];
  State identity;
  const char *failed; ///< an operation that is not evaluated
} Carrier;

//===--- evaluating a region ----------------------------------------------===//

static bool compare(int64_t predicate, bool isFloat, double a, double b) {
  bool unordered = isnan(a) || isnan(b);
  if (!isFloat)
    switch (predicate) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
    case 6:
      return a < b;
    case 3:
    case 7:
      return a <= b;
    case 4:
    case 8:
      return a > b;
    default:
      return a >= b;
    }
  switch (predicate) { // ordered 1..6 and 7 (ord), unordered 8..13 and 14 (uno)
  case 0:
    return false;
  case 7:
    return !unordered;
  case 14:
    return unordered;
  case 15:
    return true;
  default:
    break;
  }
  if (unordered)
    return predicate > 7;
  switch (predicate > 7 ? predicate - 7 : predicate) {
  case 1:
    return a == b;
  case 2:
    return a > b;
  case 3:
    return a >= b;
  case 4:
    return a < b;
  case 5:
    return a <= b;
  default:
    return a != b;
  }
}

static double larger(double a, double b) { return isnan(a) || isnan(b) ? NAN : a > b ? a : b; }
static double smaller(double a, double b) { return isnan(a) || isnan(b) ? NAN : a < b ? a : b; }

/// The value of one operation; false if it is not known.
static bool apply(MlirOperation op, const double *a, double *out) {
  const char *name = attnOpName(op);
  int64_t predicate = 0;
  attnAttrI64(op, "predicate", &predicate);
#define IS(NAME) (strcmp(name, NAME) == 0)
  if (IS("arith.addf") || IS("arith.addi"))
    *out = a[0] + a[1];
  else if (IS("arith.subf") || IS("arith.subi"))
    *out = a[0] - a[1];
  else if (IS("arith.mulf") || IS("arith.muli"))
    *out = a[0] * a[1];
  else if (IS("arith.divf"))
    *out = a[0] / a[1];
  else if (IS("arith.negf"))
    *out = -a[0];
  else if (IS("arith.maximumf"))
    *out = larger(a[0], a[1]);
  else if (IS("arith.minimumf"))
    *out = smaller(a[0], a[1]);
  else if (IS("arith.maxnumf") || IS("arith.maxsi"))
    *out = fmax(a[0], a[1]);
  else if (IS("arith.minnumf") || IS("arith.minsi"))
    *out = fmin(a[0], a[1]);
  else if (IS("arith.cmpf"))
    *out = compare(predicate, true, a[0], a[1]);
  else if (IS("arith.cmpi"))
    *out = compare(predicate, false, a[0], a[1]);
  else if (IS("arith.select"))
    *out = a[0] != 0 ? a[1] : a[2];
  else if (IS("arith.andi"))
    *out = (double)((int64_t)a[0] & (int64_t)a[1]);
  else if (IS("arith.ori"))
    *out = (double)((int64_t)a[0] | (int64_t)a[1]);
  else if (IS("arith.xori"))
    *out = (double)((int64_t)a[0] ^ (int64_t)a[1]);
  else if (IS("arith.extf") || IS("arith.truncf") || IS("arith.sitofp") || IS("arith.extsi") ||
           IS("arith.index_cast"))
    *out = a[0];
  else if (IS("arith.extui") || IS("arith.uitofp"))
    *out = fabs(a[0]);
  else if (IS("math.exp"))
    *out = exp(a[0]);
  else if (IS("math.exp2"))
    *out = exp2(a[0]);
  else if (IS("math.log"))
    *out = log(a[0]);
  else if (IS("math.log2"))
    *out = log2(a[0]);
  else if (IS("math.sqrt"))
    *out = sqrt(a[0]);
  else if (IS("math.rsqrt"))
    *out = 1 / sqrt(a[0]);
  else if (IS("math.absf"))
    *out = fabs(a[0]);
  else
    return false;
#undef IS
  return true;
}

static double constant(MlirAttribute value) {
  if (mlirAttributeIsAFloat(value))
    return mlirFloatAttrGetValueDouble(value);
  int64_t v = mlirIntegerAttrGetValueInt(value);
  MlirType t = mlirAttributeGetType(value);
  return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1 ? (double)(v & 1) : (double)v;
}

/// What the region yields for the arguments. False: c->failed names the operation.
static bool run(Carrier *c, intptr_t region, const double *args, double *out) {
  static MlirValue key[MAX_VALUES];
  static double value[MAX_VALUES];
  int n = 0;
  MlirBlock block = attnBody(c->op, region);
  for (intptr_t k = 0, m = mlirBlockGetNumArguments(block); k < m; ++k)
    key[n] = mlirBlockGetArgument(block, k), value[n++] = args[k];
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    double a[3] = {0};
    bool yield = attnIs(op, "gpu.yield");
    for (intptr_t k = 0, m = mlirOperationGetNumOperands(op); k < m && (k < 3 || yield); ++k)
      for (int i = n; i-- > 0;)
        if (mlirValueEqual(key[i], mlirOperationGetOperand(op, k))) {
          *(yield ? &out[k] : &a[k]) = value[i];
          break;
        }
    if (yield)
      return true;
    if (n == MAX_VALUES || mlirOperationGetNumResults(op) != 1)
      break;
    key[n] = mlirOperationGetResult(op, 0);
    if (attnIs(op, "arith.constant"))
      value[n] = constant(attnAttr(op, "value"));
    else if (!apply(op, a, &value[n])) {
      c->failed = attnOpName(op);
      return false;
    }
    ++n;
  }
  c->failed = "a region of this size";
  return false;
}

//===--- merging ----------------------------------------------------------===//

enum { LIFT, MERGE, PROJECT, TO_BASE, BASE };

static bool isFold(const Carrier *c) { return attnIs(c->op, "carrier.fold"); }

static double combine(const char *monoid, double a, double b) {
  return !strcmp(monoid, "add")   ? a + b
         : !strcmp(monoid, "mul") ? a * b
         : !strcmp(monoid, "max") ? larger(a, b)
         : !strcmp(monoid, "min") ? smaller(a, b)
         : !strcmp(monoid, "and") ? (double)(a != 0 && b != 0)
                                  : (double)(a != 0 || b != 0);
}

static double rescale(double p, double to) { return p == -INFINITY ? 0 : exp(p - to); }

static bool merge(Carrier *c, const State *a, const State *b, State *out) {
  if (!isFold(c)) {
    double args[2 * MAX_CHANNELS];
    memcpy(args, a->x, (size_t)c->n * sizeof *args);
    memcpy(args + c->n, b->x, (size_t)c->n * sizeof *args);
    return run(c, MERGE, args, out->x);
  }
  for (int i = 0; i < c->n; ++i) {
    int p = c->pivot[i];
    out->x[i] = p < 0 ? combine(c->monoid[i], a->x[i], b->x[i])
                      : combine(c->monoid[i], a->x[i] * rescale(a->x[p], out->x[p]),
                                b->x[i] * rescale(b->x[p], out->x[p]));
  }
  return true;
}

static bool toBase(Carrier *c, const State *a, State *out) {
  if (!isFold(c))
    return run(c, TO_BASE, a->x, out->x);
  for (int i = 0; i < c->n; ++i)
    out->x[i] = c->pivot[i] < 0 ? a->x[i] : a->x[i] * rescale(a->x[c->pivot[i]], 0);
  return true;
}

static bool base(Carrier *c, const State *a, const State *b, State *out) {
  if (!isFold(c)) {
    double args[2 * MAX_CHANNELS];
    memcpy(args, a->x, (size_t)c->nBase * sizeof *args);
    memcpy(args + c->nBase, b->x, (size_t)c->nBase * sizeof *args);
    return run(c, BASE, args, out->x);
  }
  for (int i = 0; i < c->n; ++i)
    out->x[i] = combine(c->monoid[i], a->x[i], b->x[i]);
  return true;
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
  if (mlirTypeIsAFloat(type))
    return isinf(v) && (k || !infinite) ? 0.5 : v;
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1)
    return (r + k) & 1;
  return (double)((r * 7 + k) % 11);
}

static int makeStates(Carrier *c, State *s) {
  uint64_t seed = 42;
  int n = 0;
  s[n++] = c->identity;
  MlirBlock lift = attnBody(c->op, LIFT);
  for (int r = 0; r < 22; ++r) {
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
    if (!run(c, LIFT, args, s[n].x))
      return -1;
    ++n;
  }
  for (int i = 1, lifts = n; n < MAX_STATES && i + 3 < lifts; ++i, ++n)
    if (!merge(c, &s[i], &s[i + 3], &s[n]))
      return -1;
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
static bool checkBase(Carrier *c, const State *a, const State *b, const State *ab, bool *ok) {
  State x, y, left, right;
  bool fold = isFold(c);
  int n = fold ? c->n : c->nBase;
  if (!toBase(c, a, &x) || !toBase(c, b, &y) || !toBase(c, ab, &left) || !base(c, &x, &y, &right))
    return false;
  if (!isModest(&x, n) || !isModest(&y, n) || !isModest(&right, n))
    return true;
  const State *near[] = {&x, &y};
  int d = differs(n, &left, &right, near, 2);
  if (d >= 0) {
    const State *states[] = {a, b};
    *ok = report(c, "the agreement with its base", d < c->n ? d : 0,
                 "to_base(a + b) is not base(to_base(a), to_base(b)) (value "
                 "of the base below)",
                 states, 2, &left, &right);
  }
  return true;
}

static bool checkLaws(Carrier *c) {
  State *s = calloc(MAX_STATES, sizeof *s);
  int n = makeStates(c, s);
  bool ok = true, evaluated = n >= 0;
  bool hasBase = isFold(c) || !mlirBlockIsNull(attnBody(c->op, BASE));
  for (int i = 0; i < n && ok && evaluated; ++i) {
    State l, r;
    const State *a = &s[i], *one[] = {a};
    evaluated = merge(c, &c->identity, a, &l) && merge(c, a, &c->identity, &r);
    int d = evaluated ? differs(c->n, &l, a, NULL, 0) : -1;
    if (d >= 0)
      ok = report(c, "the identity", d, "identity + a is not a", one, 1, &l, a);
    d = evaluated && ok ? differs(c->n, &r, a, NULL, 0) : -1;
    if (d >= 0)
      ok = report(c, "the identity", d, "a + identity is not a", one, 1, &r, a);
    for (int j = 0; j < n && ok && evaluated; ++j) {
      State ab, ba;
      const State *b = &s[j], *two[] = {a, b};
      evaluated = merge(c, a, b, &ab) && merge(c, b, a, &ba);
      d = evaluated ? differs(c->n, &ab, &ba, two, 2) : -1;
      if (d >= 0)
        ok = report(c, "commutativity", d, "a + b is not b + a", two, 2, &ab, &ba);
      if (ok && evaluated && hasBase)
        evaluated = checkBase(c, a, b, &ab, &ok);
      for (int k = 0; k < n && ok && evaluated; ++k) {
        State bc, left, right;
        const State *three[] = {a, b, &s[k]}, *near[] = {a, b, &s[k], &ab, &bc};
        evaluated =
            merge(c, b, &s[k], &bc) && merge(c, &ab, &s[k], &left) && merge(c, a, &bc, &right);
        d = evaluated ? differs(c->n, &left, &right, near, 5) : -1;
        if (d >= 0)
          ok = report(c, "associativity", d, "(a + b) + c is not a + (b + c)", three, 3, &left,
                      &right);
      }
    }
  }
  free(s);
  if (!evaluated) {
    attnOpError(c->op, "the laws of carrier '%s' cannot be checked: '%s' is not evaluated", c->name,
                c->failed ? c->failed : "?");
    return false;
  }
  if (ok)
    attnRemark(mlirOperationGetLocation(c->op),
               "carrier '%s' keeps its laws on %d states: identity, commutativity, associativity%s",
               c->name, n, hasBase ? ", agreement with its base" : "");
  return ok;
}

static void readCarrier(MlirOperation op, Carrier *c) {
  *c = (Carrier){.op = op, .n = (int)attnAttrArraySize(op, "channels")};
  bool fold = isFold(c);
  c->name = fold ? "fold" : attnAttrStr(op, "sym_name");
  for (int i = 0; i < c->n; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "channels", i);
    c->channel[i] = attnDictStr(d, "name");
    c->monoid[i] = attnDictStr(d, "monoid");
    c->identity.x[i] = constant(attnDictGet(d, "identity"));
    c->pivot[i] = -1;
    const char *pivot = attnDictStr(d, "pivot");
    for (int k = 0; k < i && pivot && fold; ++k)
      if (!strcmp(c->channel[k], pivot))
        c->pivot[i] = k;
  }
  if (fold)
    return;
  c->nLift = (int)mlirBlockGetNumArguments(attnBody(op, LIFT));
  MlirBlock to = attnBody(op, TO_BASE);
  if (!mlirBlockIsNull(to))
    c->nBase = (int)mlirOperationGetNumOperands(mlirBlockGetTerminator(to));
}

bool attnCheckLaws(MlirOperation root) {
  static const char *const names[] = {"carrier.define", "carrier.fold"};
  bool ok = true;
  for (int k = 0; k < 2; ++k) {
    MlirOperation *ops;
    intptr_t n = attnCollect(root, names[k], &ops);
    for (intptr_t i = 0; i < n; ++i) {
      Carrier c;
      readCarrier(ops[i], &c);
      if (c.nLift > MAX_CHANNELS || c.n > MAX_CHANNELS)
        attnOpError(ops[i], "has too many values for the check of its laws");
      ok &= c.nLift <= MAX_CHANNELS && c.n <= MAX_CHANNELS && checkLaws(&c);
    }
    free(ops);
  }
  return ok;
}
