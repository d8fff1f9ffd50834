//===- Map.c - tile.map ---------------------------------------------------===//
//
// The region once per register, operands from the lane's own registers, except for what registers
// have in common:
//
//   shared values   an operation that reads only what several registers share (elements of tiles
//                   that lack an axis of the map, say) is emitted once for each value of these
//   coordinates     a value that is the same for all registers plus a constant of the register;
//                   sums stay so, and the comparison of two is one of 32 bits with a constant:
//                     i + 8 >= t + 3   is   (i - t) >= -5,   i - t once per lane
//                   and so does one as a float, below 2^24, where sums are exact:
//                     float(i + 8)     is   float(i) + 8,    float(i) once per lane
//   products        a product of f32 that differs from register to register and that nothing but
//                   one sum reads is fused with it
//   slopes          so is that of a coordinate and a value of several registers. Where the sum is
//                   what the map yields, maxima and the fma of weights read it, and sums may be
//                   reassociated (MATH=exp2), only the register's constant is multiplied, and the
//                   rest is left to those who read (AttnTile's `plus`), once for several registers:
//                     x + m * (float(i) + 8)     is   fma(m, 8, x),     m * float(i) still to add
//                     fma(x + p, c, z)           is   fma(x, c, fma(p, c, z))
//                   Under a mask -inf stays what it is: p is then finite, and m is NaN where p was
//                   not.
//
// With `unless_one` the region multiplies by what is mostly 1, and a warp votes whether it has to.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// One evaluation of an operation that registers share.
typedef struct Memo {
  MlirValue operands[4], result;
} Memo;

/// One operation of the region.
typedef struct Step {
  MlirOperation op;
  AttnTile *tile;   ///< tile.element: the operand in the map's layout
  bool shared;      ///< the result is one of several registers
  bool varies;      ///< it hangs on a tile whose registers are all different
  bool narrowed;    ///< an element that is to be converted as soon as it has been awaited
  bool fused;       ///< a product; the sum that reads it computes both
  int slope;        ///< of a sum: the number of the product with a coordinate; -1: none
  bool linear;      ///< an index: base + constant
  bool based;       ///< base is made
  MlirValue base;   ///< the same for all registers; null: 0
  int64_t bound;    ///< of |base|; INT64_MAX: unknown
  int64_t constant; ///< of the register at hand
  int nMemos;
  Memo *memos;
} Step;

typedef struct Map {
  AttnLower *k;
  AttnTile *out;
  int deferred; ///< the sum that leaves something to be added; -1: none
  bool masked;  ///< it is selected, or -inf
  Step *steps;
  int nSteps;
  AttnValueMap local; ///< values of the register at hand
} Map;

static Step *stepOf(const Map *m, MlirValue v) {
  MlirOperation def = attnDef(v);
  for (int i = 0; i < m->nSteps && !mlirOperationIsNull(def); ++i)
    if (mlirOperationEqual(m->steps[i].op, def))
      return &m->steps[i];
  return NULL;
}

//===--- what is shared ---------------------------------------------------===//

/// Do the registers hold fewer than half as many values as there are registers?
static bool repeats(const AttnTile *t) {
  int n = 0;
  MlirValue *seen = malloc((size_t)(t->nRegs / 2 + 1) * sizeof *seen);
  for (int r = 0; r < t->nRegs && n <= t->nRegs / 2; ++r) {
    int i = 0;
    while (i < n && !mlirValueEqual(seen[i], t->regs[r]))
      ++i;
    if (i == n && n++ < t->nRegs / 2)
      seen[i] = t->regs[r];
  }
  free(seen);
  return n <= t->nRegs / 2;
}

static bool varies(const Map *m, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    const Step *s = stepOf(m, mlirOperationGetOperand(op, i));
    if (s && s->varies)
      return true;
  }
  return false;
}

static bool isShared(const Map *m, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  if (mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) || n > 4)
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    const Step *s = stepOf(m, mlirOperationGetOperand(op, i));
    if (s && (s->linear || !s->shared))
      return false;
  }
  return true;
}

//===--- coordinates ------------------------------------------------------===//

/// The linear index that v is: a step's, or a length that is known at run time. False: it is none.
static bool linearOf(const Map *m, MlirValue v, Step *x) {
  const Step *s = stepOf(m, v);
  int length = attnSymbolOfValue(&m->k->symbols, v);
  if (s && s->linear)
    *x = *s;
  else if (length >= 0)
    *x = (Step){.linear = true,
                .based = true,
                .base = m->k->lengths[length],
                .bound = m->k->symbols.s[length].limit};
  else
    return false;
  return true;
}

static bool isLinear(const Map *m, MlirOperation op) {
  if (attnIs(op, "tile.coord"))
    return true;
  if (attnIs(op, "arith.index_cast")) { // bounds are asked for where it counts
    Step x;
    MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
    return linearOf(m, mlirOperationGetOperand(op, 0), &x) && mlirTypeIsAInteger(t) &&
           mlirIntegerTypeGetWidth(t) >= 32;
  }
  if (mlirOperationGetNumResults(op) != 1 ||
      !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return false;
  if (attnIs(op, "arith.constant"))
    return true;
  bool times = attnIs(op, "arith.muli");
  if (!times && !attnIs(op, "arith.addi") && !attnIs(op, "arith.subi"))
    return false;
  if (times && !attnIs(attnDef(mlirOperationGetOperand(op, 1)), "arith.constant"))
    return false;
  for (int i = 0; i < 2; ++i) {
    Step s;
    if (!linearOf(m, mlirOperationGetOperand(op, i), &s))
      return false;
  }
  return true;
}

static int64_t sum(int64_t a, int64_t b) {
  return a > INT64_MAX / 4 || b > INT64_MAX / 4 ? INT64_MAX : a + b;
}

/// x + y or x - y of bases, either of which may be null.
static MlirValue joinBases(AttnLower *k, MlirValue x, MlirValue y, bool minus) {
  if (mlirValueIsNull(y))
    return x;
  if (!minus)
    return attnLAdd(k, x, y);
  return attnLOp2(k, "arith.subi", mlirValueIsNull(x) ? attnConstIndex(&k->b, 0) : x, y);
}

static MlirLogicalResult stepLinear(Map *m, Step *s, int reg) {
  AttnLower *k = m->k;
  if (attnIs(s->op, "arith.constant")) {
    attnAttrI64(s->op, "value", &s->constant);
    return OK;
  }
  if (attnIs(s->op, "tile.coord")) {
    const char *axis = attnAttrStr(s->op, "axis");
    MlirValue origin = mlirOperationGetOperand(s->op, 0);
    AttnCoord c = attnLCoord(k, &m->out->layout, axis ? axis : "", reg);
    s->constant = c.constant;
    if (s->based)
      return OK;
    if (!attnLScalarValue(k, s->op, origin, &m->local, &s->base).value)
      return FAILED;
    if (!mlirValueIsNull(c.dynamic))
      s->base = attnLOp2(k, "arith.addi", s->base,
                         attnBuild1(&k->b, "arith.index_castui", c.dynamic, k->index));
    s->bound = sum(attnLUpperBound(k, origin), axis ? attnLayoutExtent(&m->out->layout, axis) : 0);
    s->based = true;
    return OK;
  }
  Step x = {.bound = 0}, y = x;
  linearOf(m, mlirOperationGetOperand(s->op, 0), &x);
  if (attnIs(s->op, "arith.index_cast")) {
    s->constant = x.constant, s->bound = x.bound, s->base = x.base;
    return OK;
  }
  linearOf(m, mlirOperationGetOperand(s->op, 1), &y);
  if (attnIs(s->op, "arith.muli")) {
    int64_t c = y.constant;
    if (__builtin_mul_overflow(x.constant, c, &s->constant))
      return attnOpError(s->op, "multiplies a coordinate to beyond 64 bits");
    if (s->based)
      return OK;
    s->base = mlirValueIsNull(x.base) ? x.base : attnLMulC(k, x.base, c);
    s->bound = x.bound == INT64_MAX || __builtin_mul_overflow(x.bound, llabs(c), &s->bound)
                   ? INT64_MAX
                   : s->bound;
    s->based = true;
    return OK;
  }
  bool minus = attnIs(s->op, "arith.subi");
  s->constant = minus ? x.constant - y.constant : x.constant + y.constant;
  if (!s->based) {
    s->base = joinBases(k, x.base, y.base, minus);
    s->bound = sum(x.bound, y.bound);
    s->based = true;
  }
  return OK;
}

/// A comparison of two coordinates. False: not one that this can do.
static bool stepCompare(Map *m, Step *s) {
  AttnLower *k = m->k;
  int64_t predicate = -1;
  if (!attnIs(s->op, "arith.cmpi") || !attnAttrI64(s->op, "predicate", &predicate) || predicate > 5)
    return false; // unsigned ones do not survive the subtraction
  Step x, y;
  if (!linearOf(m, mlirOperationGetOperand(s->op, 0), &x) ||
      !linearOf(m, mlirOperationGetOperand(s->op, 1), &y))
    return false;
  int64_t constant = y.constant - x.constant;
  if (sum(x.bound, y.bound) > INT32_MAX / 2 || constant > INT32_MAX / 2 ||
      constant < -INT32_MAX / 2)
    return false;
  if (!s->based) {
    MlirValue difference = joinBases(k, x.base, y.base, true);
    s->base = mlirValueIsNull(difference) ? attnLI32(k, 0) : attnCast(&k->b, difference, k->i32);
    s->based = true;
  }
  attnMapValue(&m->local, mlirOperationGetResult(s->op, 0),
               attnCmpi(&k->b, predicate, s->base, attnLI32(k, constant)));
  return true;
}

/// A coordinate as a float. False: not one that this can do.
static bool stepFloat(Map *m, Step *s) {
  AttnLower *k = m->k;
  enum { EXACT = 1 << 24 };
  if (!attnIs(s->op, "arith.sitofp"))
    return false;
  const Step *x = stepOf(m, mlirOperationGetOperand(s->op, 0));
  MlirType t = mlirValueGetType(mlirOperationGetResult(s->op, 0));
  if (!x || !x->linear || !mlirTypeIsAF32(t) || x->bound > EXACT / 2 || x->constant > EXACT / 2 ||
      x->constant < -EXACT / 2)
    return false;
  if (!s->based) {
    MlirValue base = mlirValueIsNull(x->base) ? attnLI32(k, 0) : attnCast(&k->b, x->base, k->i32);
    s->base = attnBuild1(&k->b, "arith.sitofp", base, t);
    s->based = true;
  }
  s->constant = x->constant;
  MlirValue c = attnConstFloat(&k->b, t, (double)x->constant);
  attnMapValue(&m->local, mlirOperationGetResult(s->op, 0),
               x->constant ? attnLOp2(k, "arith.addf", s->base, c) : s->base);
  return true;
}

/// Coordinates among the operands become index values.
static void materialise(Map *m, MlirOperation op) {
  AttnLower *k = m->k;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    const Step *s = stepOf(m, v);
    if (s && s->linear && !attnMapContains(&m->local, v)) {
      MlirValue x = mlirValueIsNull(s->base) ? attnConstIndex(&k->b, s->constant)
                                             : attnLAddC(k, s->base, s->constant);
      if (!mlirTypeIsAIndex(mlirValueGetType(v)))
        x = attnCast(&k->b, x, mlirValueGetType(v));
      attnMapValue(&m->local, v, x);
    }
  }
}

//===--- products ---------------------------------------------------------===//

/// Of the products that the sum `op` reads, the one that it computes itself. Others may be the same
/// for several registers, and cost less apart.
static Step *fusedProduct(const Map *m, MlirOperation op) {
  for (int i = 0; i < 2 && attnIs(op, "arith.addf"); ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    Step *s = stepOf(m, v);
    if (s && s->varies && attnIs(s->op, "arith.mulf") &&
        mlirTypeEqual(mlirValueGetType(v), m->k->f32) && attnNumUses(v) == 1)
      return s;
  }
  return NULL;
}

static MlirLogicalResult stepSum(Map *m, Step *s, const Step *product) {
  AttnLower *k = m->k;
  MlirValue v = mlirOperationGetResult(product->op, 0), x[3];
  bool second = mlirValueEqual(mlirOperationGetOperand(s->op, 1), v);
  MlirValue from[] = {mlirOperationGetOperand(product->op, 0),
                      mlirOperationGetOperand(product->op, 1),
                      mlirOperationGetOperand(s->op, second ? 0 : 1)};
  for (int i = 0; i < 3; ++i)
    if (!attnLScalarValue(k, s->op, from[i], &m->local, &x[i]).value)
      return FAILED;
  attnMapValue(&m->local, mlirOperationGetResult(s->op, 0),
               attnBuild(&k->b, "math.fma", 3, x, k->f32, 0, NULL));
  return OK;
}

/// The result for these operands, if it was computed before.
static MlirValue remembered(const Step *s, intptr_t n, const MlirValue *operands) {
  for (int i = 0; i < s->nMemos; ++i) {
    bool same = true;
    for (intptr_t o = 0; o < n && same; ++o)
      same = mlirValueEqual(s->memos[i].operands[o], operands[o]);
    if (same)
      return s->memos[i].result;
  }
  return (MlirValue){NULL};
}

static void remember(Step *s, intptr_t n, const MlirValue *operands, MlirValue result) {
  s->memos = realloc(s->memos, (size_t)(s->nMemos + 1) * sizeof *s->memos);
  memcpy(s->memos[s->nMemos].operands, operands, (size_t)n * sizeof *operands);
  s->memos[s->nMemos++].result = result;
}

//===--- slopes -----------------------------------------------------------===//

/// The operand of a product that is a coordinate as a float, where the other one is the same for
/// several registers; -1: neither.
static int coordinateFactor(const Map *m, MlirOperation product) {
  for (int i = 0; i < 2 && attnIs(product, "arith.mulf"); ++i) {
    const Step *f = stepOf(m, mlirOperationGetOperand(product, i));
    const Step *other = stepOf(m, mlirOperationGetOperand(product, 1 - i));
    if (f && attnIs(f->op, "arith.sitofp") && !(other && (other->varies || other->linear)))
      return i;
  }
  return -1;
}

/// The number of the product with a coordinate that the sum `op` alone reads; -1: none.
static int slopeOf(const Map *m, MlirOperation op) {
  for (int i = 0; i < 2 && attnIs(op, "arith.addf"); ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    const Step *s = stepOf(m, v);
    if (s && mlirTypeEqual(mlirValueGetType(v), m->k->f32) && attnNumUses(v) == 1 &&
        coordinateFactor(m, s->op) >= 0)
      return (int)(s - m->steps);
  }
  return -1;
}

/// Is v a factor of nothing but fused products with constants?
static bool feedsFma(MlirValue v) {
  MlirOpOperand u = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    MlirOperation owner = mlirOpOperandGetOwner(u);
    unsigned at = mlirOpOperandGetOperandNumber(u);
    if (!attnIs(owner, "math.fma") || at > 1 ||
        !attnIs(attnDef(mlirOperationGetOperand(owner, 1 - at)), "arith.constant"))
      return false;
  }
  return true;
}

/// Can all that read the tile do with registers to which something is still to be added?
static bool canAddLater(MlirValue tile) {
  MlirOpOperand u = mlirValueGetFirstUse(tile);
  for (; !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    MlirOperation owner = mlirOpOperandGetOwner(u);
    const char *monoid = attnAttrStr(owner, "monoid");
    bool maximum = attnIs(owner, "tile.reduce") && monoid && strcmp(monoid, "max") == 0;
    if (!maximum && !(attnIs(owner, "tile.element") && feedsFma(mlirOperationGetResult(owner, 0))))
      return false;
  }
  return true;
}

static bool isMinusInfinity(MlirValue v) {
  MlirAttribute a =
      attnIs(attnDef(v), "arith.constant") ? attnAttr(attnDef(v), "value") : mlirAttributeGetNull();
  return !mlirAttributeIsNull(a) && mlirAttributeIsAFloat(a) &&
         mlirFloatAttrGetValueDouble(a) == -INFINITY;
}

/// Decides whether the map leaves something to be added.
static void decideDeferred(Map *m, MlirOperation op) {
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0);
  MlirOperation choice = attnDef(v);
  m->deferred = -1;
  for (int i = 1; i < 3 && attnIs(choice, "arith.select") && !m->masked; ++i)
    if (isMinusInfinity(mlirOperationGetOperand(choice, i)) &&
        attnNumUses(mlirOperationGetOperand(choice, 3 - i)) == 1) {
      m->masked = true;
      v = mlirOperationGetOperand(choice, 3 - i);
    }
  const Step *s = stepOf(m, v);
  if (!s || s->slope < 0 || m->k->math == ATTN_MATH_EXP ||
      !canAddLater(mlirOperationGetResult(op, 0)))
    return;
  m->deferred = (int)(s - m->steps);
  m->out->plus = calloc((size_t)m->out->nRegs, sizeof *m->out->plus);
}

/// The product of `slope` and what registers' coordinates have in common; and what takes the place
/// of the slope, as a memo of the sum.
static MlirValue addedLater(Map *m, Step *sum, Step *product, const MlirValue *slope,
                            MlirValue base) {
  AttnLower *k = m->k;
  MlirValue plus = remembered(product, 1, slope), own = *slope;
  if (!mlirValueIsNull(plus))
    return plus;
  plus = attnLOp2(k, "arith.mulf", *slope, base);
  if (m->masked) {
    MlirValue none = attnLOp2(k, "arith.subf", plus, plus), zero = attnConstFloat(&k->b, k->f32, 0);
    own = attnLOp2(k, "arith.addf", own, none);
    plus = attnSelect(&k->b, attnCmpf(&k->b, 1, none, zero), plus, zero); // oeq
  }
  remember(sum, 1, slope, own);
  remember(product, 1, slope, plus);
  return plus;
}

/// A sum with the product of a coordinate and a value of several registers.
static MlirLogicalResult stepSlope(Map *m, Step *s, int reg) {
  AttnLower *k = m->k;
  Step *product = &m->steps[s->slope];
  int at = coordinateFactor(m, product->op);
  MlirValue v = mlirOperationGetResult(product->op, 0), x[3];
  const Step *f = stepOf(m, mlirOperationGetOperand(product->op, at));
  bool second = mlirValueEqual(mlirOperationGetOperand(s->op, 1), v);
  MlirValue from[] = {mlirOperationGetOperand(product->op, 1 - at),
                      mlirOperationGetOperand(product->op, at),
                      mlirOperationGetOperand(s->op, second ? 0 : 1)};
  for (int i = 0; i < 3; ++i)
    if (!attnLScalarValue(k, s->op, from[i], &m->local, &x[i]).value)
      return FAILED;
  bool later = m->deferred == s - m->steps && f->based;
  if (later) {
    m->out->plus[reg] = addedLater(m, s, product, x, f->base);
    x[0] = remembered(s, 1, x);
    x[1] = attnConstFloat(&k->b, k->f32, (double)f->constant);
  }
  attnMapValue(&m->local, mlirOperationGetResult(s->op, 0),
               attnBuild(&k->b, "math.fma", 3, x, k->f32, 0, NULL));
  return OK;
}

/// fma(x + p, c, z) of an element to which p is still to be added.
static MlirLogicalResult stepLater(Map *m, Step *s, MlirValue plus) {
  AttnLower *k = m->k;
  const Step *first = stepOf(m, mlirOperationGetOperand(s->op, 0));
  bool swapped = !first || !first->tile || !first->tile->plus;
  MlirValue x[3], rest[3];
  for (int i = 0; i < 3; ++i)
    if (!attnLScalarValue(k, s->op, mlirOperationGetOperand(s->op, i), &m->local, &x[i]).value)
      return FAILED;
  memcpy(rest, x, sizeof rest);
  rest[swapped ? 1 : 0] = plus;
  x[2] = remembered(s, 3, rest);
  if (mlirValueIsNull(x[2])) {
    x[2] = attnBuild(&k->b, "math.fma", 3, rest, k->f32, 0, NULL);
    remember(s, 3, rest, x[2]);
  }
  attnMapValue(&m->local, mlirOperationGetResult(s->op, 0),
               attnBuild(&k->b, "math.fma", 3, x, k->f32, 0, NULL));
  return OK;
}

/// What is still to be added to an element that the fma `op` multiplies; null: nothing.
static MlirValue plusOf(const Map *m, MlirOperation op, int reg) {
  for (int i = 0; i < 2 && attnIs(op, "math.fma"); ++i) {
    const Step *s = stepOf(m, mlirOperationGetOperand(op, i));
    if (s && s->tile && s->tile->plus && !mlirValueIsNull(s->tile->plus[reg]))
      return s->tile->plus[reg];
  }
  return (MlirValue){NULL};
}

//===--- evaluation -------------------------------------------------------===//

static MlirLogicalResult stepShared(Map *m, Step *s) {
  AttnLower *k = m->k;
  MlirValue operands[4], result = mlirOperationGetResult(s->op, 0);
  intptr_t n = mlirOperationGetNumOperands(s->op);
  for (intptr_t i = 0; i < n; ++i)
    if (!attnLScalarValue(k, s->op, mlirOperationGetOperand(s->op, i), &m->local, &operands[i])
             .value)
      return FAILED;
  MlirValue v = remembered(s, n, operands);
  if (mlirValueIsNull(v)) {
    if (!attnLScalar(k, s->op, &m->local).value ||
        !attnLScalarValue(k, s->op, result, &m->local, &v).value)
      return FAILED;
    remember(s, n, operands, v);
    return OK;
  }
  attnMapValue(&m->local, result, v);
  return OK;
}

static MlirLogicalResult step(Map *m, Step *s, int reg) {
  AttnLower *k = m->k;
  k->b.loc = mlirOperationGetLocation(s->op);
  if (s->tile) {
    MlirValue x = s->tile->regs[reg];
    if (s->narrowed)
      x = attnLPtx(k, "add.f32 $0, $1, 0f80000000;", "=f,f", 1, &x, k->f32);
    attnMapValue(&m->local, mlirOperationGetResult(s->op, 0), x);
    return OK;
  }
  if (s->linear)
    return stepLinear(m, s, reg);
  if (s->fused || stepCompare(m, s) || stepFloat(m, s))
    return OK;
  Step *product = fusedProduct(m, s->op);
  if (product)
    return stepSum(m, s, product);
  if (s->slope >= 0)
    return stepSlope(m, s, reg);
  MlirValue plus = plusOf(m, s->op, reg);
  if (!mlirValueIsNull(plus))
    return stepLater(m, s, plus);
  materialise(m, s->op);
  if (attnIs(s->op, "gpu.yield"))
    return attnLScalarValue(k, s->op, mlirOperationGetOperand(s->op, 0), &m->local,
                            &m->out->regs[reg]);
  return s->shared ? stepShared(m, s) : attnLScalar(k, s->op, &m->local);
}

/// Is the element of products that were awaited beside others, and made narrower first of all?
/// ptxas takes such a conversion in front of the wait and finds that it reads what is under way:
/// all products are serialized (C7514). An addition of -0, which changes no value, stays behind it.
static bool isNarrowed(MlirOperation element) {
  MlirOperation await = attnDef(mlirOperationGetOperand(element, 0));
  int64_t pending = 0;
  if (!attnIs(await, "tile.await") || !attnAttrI64(await, "pending", &pending) || pending == 0)
    return false;
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(element, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u))
    if (attnIs(mlirOpOperandGetOwner(u), "arith.truncf"))
      return true;
  return false;
}

static MlirLogicalResult readRegion(Map *m, MlirOperation op) {
  for (MlirOperation x = mlirBlockGetFirstOperation(attnBody(op, 0)); !mlirOperationIsNull(x);
       x = mlirOperationGetNextInBlock(x)) {
    m->steps = realloc(m->steps, (size_t)(m->nSteps + 1) * sizeof *m->steps);
    Step s = {.op = x, .slope = -1};
    if (attnIs(x, "tile.element")) {
      const char *axes[ATTN_MAX_RANK];
      AttnTile *source = attnLTileOf(m->k, x, mlirOperationGetOperand(x, 0));
      if (!source || !attnLAxes(x, "axes", source->rank, axes).value ||
          !(s.tile = attnLDistribute(m->k, x, source, axes, &m->out->layout)))
        return FAILED;
      s.shared = repeats(s.tile);
      s.varies = !s.shared;
      s.narrowed = isNarrowed(x);
    } else if (isLinear(m, x)) {
      s.linear = true;
    } else {
      s.shared = isShared(m, x);
      s.varies = varies(m, x);
    }
    Step *product = fusedProduct(m, x);
    if (product)
      product->fused = true;
    else
      s.slope = slopeOf(m, x);
    m->steps[m->nSteps++] = s;
  }
  return OK;
}

static MlirLogicalResult allRegisters(Map *m) {
  MlirLogicalResult ok = OK;
  for (int r = 0; r < m->out->nRegs && ok.value; ++r) {
    for (int i = 0; i < m->nSteps && ok.value; ++i)
      ok = step(m, &m->steps[i], r);
    attnMapFree(&m->local);
    m->local = (AttnValueMap){0};
  }
  return ok;
}

/// x * f, where a warp all of whose f are 1 keeps x.
static MlirLogicalResult unlessOne(Map *m, MlirOperation op) {
  AttnLower *k = m->k;
  MlirOperation product =
      attnDef(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, 0)), 0));
  const Step *x = NULL, *f = NULL;
  if (attnIs(product, "arith.mulf")) {
    x = stepOf(m, mlirOperationGetOperand(product, 0));
    f = stepOf(m, mlirOperationGetOperand(product, 1));
  }
  if (!x || !f || !x->tile || !f->tile)
    return attnOpError(op, "unless_one: its region is no product of two elements");
  MlirValue any = {NULL}, one = attnConstFloat(&k->b, f->tile->element, 1.0);
  for (int r = 0; r < m->out->nRegs; ++r) {
    int s = 0;
    while (s < r && !mlirValueEqual(f->tile->regs[s], f->tile->regs[r]))
      ++s;
    if (s < r)
      continue;
    MlirValue c = attnCmpf(&k->b, 13, f->tile->regs[r], one); // une
    any = mlirValueIsNull(any) ? c : attnBuild2(&k->b, "arith.ori", any, c);
  }
  any = attnLVote(k, false, any);
  int n = m->out->nRegs;
  MlirType *types = malloc((size_t)n * sizeof *types);
  for (int r = 0; r < n; ++r)
    types[r] = m->out->element;
  AttnBuilder saved = k->b, then, els;
  MlirOperation choice = attnBuildIf(&k->b, any, n, types, &then, &els);
  attnBuildYield(&els, "scf.yield", n, x->tile->regs);
  k->b = then;
  MlirLogicalResult ok = allRegisters(m);
  if (ok.value)
    attnBuildYield(&k->b, "scf.yield", n, m->out->regs);
  k->b = saved;
  for (int r = 0; r < n && ok.value; ++r)
    m->out->regs[r] = mlirOperationGetResult(choice, r);
  free(types);
  return ok;
}

MlirLogicalResult attnLowerMap(AttnLower *k, MlirOperation op) {
  Map m = {.k = k};
  if (!attnLResultTile(k, op, &m.out).value)
    return FAILED;
  MlirLogicalResult ok = readRegion(&m, op);
  if (ok.value)
    decideDeferred(&m, op);
  MlirAttribute skips = attnAttr(op, "unless_one");
  bool mostlyOne = !mlirAttributeIsNull(skips) && mlirBoolAttrGetValue(skips);
  if (ok.value)
    ok = mostlyOne ? unlessOne(&m, op) : allRegisters(&m);
  for (int i = 0; i < m.nSteps; ++i)
    free(m.steps[i].memos);
  free(m.steps);
  return ok;
}
