//===- Eval.c - A region of scalar arithmetic as a little program ---------===//
// See Eval.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// a: up to three operands; predicate: of a comparison.
typedef double (*Function)(const double *a, int64_t predicate);

struct AttnEvalStep {
  Function f; ///< NULL: a constant
  intptr_t operand[3];
  int64_t predicate;
  double constant;
};

//===--- the operations ---------------------------------------------------===//

double attnEvalLarger(double a, double b) { return isnan(a) || isnan(b) ? NAN : a > b ? a : b; }
double attnEvalSmaller(double a, double b) { return isnan(a) || isnan(b) ? NAN : a < b ? a : b; }

static double compareFloats(const double *x, int64_t predicate) {
  double a = x[0], b = x[1];
  bool unordered = isnan(a) || isnan(b);
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

static double compareIntegers(const double *x, int64_t predicate) {
  double a = x[0], b = x[1];
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
}

#define FUNCTION(NAME, E)                                                                          \
  static double NAME(const double *a, int64_t p) {                                                 \
    (void)p;                                                                                       \
    return E;                                                                                      \
  }
FUNCTION(fAdd, a[0] + a[1])
FUNCTION(fSub, a[0] - a[1])
FUNCTION(fMul, a[0] * a[1])
FUNCTION(fDiv, a[0] / a[1])
FUNCTION(fNeg, -a[0])
FUNCTION(fLarger, attnEvalLarger(a[0], a[1]))
FUNCTION(fSmaller, attnEvalSmaller(a[0], a[1]))
FUNCTION(fMaxNum, fmax(a[0], a[1]))
FUNCTION(fMinNum, fmin(a[0], a[1]))
FUNCTION(fSelect, a[0] != 0 ? a[1] : a[2])
FUNCTION(fAnd, (double)((int64_t)a[0] & (int64_t)a[1]))
FUNCTION(fOr, (double)((int64_t)a[0] | (int64_t)a[1]))
FUNCTION(fXor, (double)((int64_t)a[0] ^ (int64_t)a[1]))
FUNCTION(fSame, a[0])
FUNCTION(fAbs, fabs(a[0]))
FUNCTION(fFma, fma(a[0], a[1], a[2]))
FUNCTION(fExp, exp(a[0]))
FUNCTION(fExp2, exp2(a[0]))
FUNCTION(fLog, log(a[0]))
FUNCTION(fLog1p, log1p(a[0]))
FUNCTION(fLog2, log2(a[0]))
FUNCTION(fSqrt, sqrt(a[0]))
FUNCTION(fRsqrt, 1 / sqrt(a[0]))
FUNCTION(fTanh, tanh(a[0]))
#undef FUNCTION

static const struct {
  const char *name;
  Function f;
} known[] = {{"arith.addf", fAdd},
             {"arith.addi", fAdd},
             {"arith.subf", fSub},
             {"arith.subi", fSub},
             {"arith.mulf", fMul},
             {"arith.muli", fMul},
             {"arith.divf", fDiv},
             {"arith.negf", fNeg},
             {"arith.maximumf", fLarger},
             {"arith.minimumf", fSmaller},
             {"arith.maxnumf", fMaxNum},
             {"arith.maxsi", fMaxNum},
             {"arith.minnumf", fMinNum},
             {"arith.minsi", fMinNum},
             {"arith.cmpf", compareFloats},
             {"arith.cmpi", compareIntegers},
             {"arith.select", fSelect},
             {"arith.andi", fAnd},
             {"arith.ori", fOr},
             {"arith.xori", fXor},
             {"arith.extf", fSame},
             {"arith.truncf", fSame},
             {"arith.sitofp", fSame},
             {"arith.extsi", fSame},
             {"arith.trunci", fSame},
             {"arith.index_cast", fSame},
             {"arith.extui", fAbs},
             {"arith.uitofp", fAbs},
             {"math.absf", fAbs},
             {"math.fma", fFma},
             {"math.exp", fExp},
             {"math.exp2", fExp2},
             {"math.log", fLog},
             {"math.log1p", fLog1p},
             {"math.log2", fLog2},
             {"math.sqrt", fSqrt},
             {"math.rsqrt", fRsqrt},
             {"math.tanh", fTanh}};

double attnEvalNumber(MlirAttribute value) {
  if (mlirAttributeIsAFloat(value))
    return mlirFloatAttrGetValueDouble(value);
  int64_t v = mlirIntegerAttrGetValueInt(value);
  MlirType t = mlirAttributeGetType(value);
  return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1 ? (double)(v & 1) : (double)v;
}

//===--- translating ------------------------------------------------------===//

static Function functionOf(MlirOperation op) {
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (attnIs(op, known[i].name))
      return known[i].f;
  return NULL;
}

static intptr_t placeOf(const MlirValue *values, intptr_t n, MlirValue v) {
  while (n-- > 0 && !mlirValueEqual(values[n], v))
    ;
  return n;
}

/// One operation; `values` are those of the places before it.
static bool translate(MlirOperation op, const MlirValue *values, intptr_t n, AttnEvalStep *s) {
  intptr_t operands = mlirOperationGetNumOperands(op);
  *s = (AttnEvalStep){0};
  attnAttrI64(op, "predicate", &s->predicate);
  if (attnIs(op, "arith.constant")) {
    MlirAttribute value = attnAttr(op, "value");
    bool number = mlirAttributeIsAFloat(value) || mlirAttributeIsAInteger(value);
    s->constant = number ? attnEvalNumber(value) : 0;
    return number;
  }
  s->f = mlirOperationGetNumResults(op) == 1 && operands <= 3 ? functionOf(op) : NULL;
  for (intptr_t k = 0; k < operands && s->f; ++k)
    if ((s->operand[k] = placeOf(values, n, mlirOperationGetOperand(op, k))) < 0)
      s->f = NULL;
  return s->f != NULL;
}

bool attnEvalTranslate(MlirBlock block, AttnEval *e) {
  MlirOperation end = mlirBlockGetTerminator(block);
  *e = (AttnEval){.nArgs = mlirBlockGetNumArguments(block),
                  .nYields = mlirOperationGetNumOperands(end)};
  intptr_t most = e->nArgs;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op))
    ++most;
  MlirValue *values = malloc((size_t)(most + 1) * sizeof *values);
  e->steps = malloc((size_t)(most + 1) * sizeof *e->steps);
  e->value = malloc((size_t)(most + 1) * sizeof *e->value);
  e->yields = malloc((size_t)(e->nYields + 1) * sizeof *e->yields);
  for (; e->size < e->nArgs; ++e->size)
    values[e->size] = mlirBlockGetArgument(block, e->size);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end) && !e->failed; op = mlirOperationGetNextInBlock(op)) {
    if (!translate(op, values, e->size, &e->steps[e->size]))
      e->failed = attnOpName(op);
    else
      values[e->size++] = mlirOperationGetResult(op, 0);
  }
  for (intptr_t i = 0; i < e->nYields && !e->failed; ++i)
    if ((e->yields[i] = placeOf(values, e->size, mlirOperationGetOperand(end, i))) < 0)
      e->failed = attnOpName(end);
  free(values);
  return !e->failed;
}

void attnEvalRun(const AttnEval *e, const double *args, double *out) {
  double *v = e->value;
  memcpy(v, args, (size_t)e->nArgs * sizeof *v);
  for (intptr_t i = e->nArgs; i < e->size; ++i) {
    const AttnEvalStep *s = &e->steps[i];
    v[i] = s->f ? s->f((const double[]){v[s->operand[0]], v[s->operand[1]], v[s->operand[2]]},
                       s->predicate)
                : s->constant;
  }
  for (intptr_t i = 0; i < e->nYields; ++i)
    out[i] = v[e->yields[i]];
}

void attnEvalFree(AttnEval *e) {
  free(e->steps);
  free(e->value);
  free(e->yields);
  *e = (AttnEval){.failed = e->failed};
}
