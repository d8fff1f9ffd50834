//===- ListText.c - Growing text, and scalar code as formulas -------------===//
// See ListText.h. A formula is written with as few parentheses as the usual precedences allow.
//===----------------------------------------------------------------------===//
#include "Compile/ListText.h"

#include "IR/Build.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- the buffer -------------------------------------------------------===//

static bool reserve(AttnText *t, size_t more) {
  if (t->size + more + 1 <= t->capacity)
    return true;
  size_t capacity = (t->size + more + 1) * 2;
  char *data = realloc(t->data, capacity);
  if (!data)
    return false;
  t->data = data;
  t->capacity = capacity;
  return true;
}

static void append(MlirStringRef s, void *user) {
  AttnText *t = user;
  if (!reserve(t, s.length))
    return;
  if (s.length)
    memcpy(t->data + t->size, s.data, s.length);
  t->size += s.length;
  t->data[t->size] = 0;
}

void attnTextAdd(AttnText *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(NULL, 0, fmt, args);
  va_end(args);
  if (n < 0 || !reserve(t, (size_t)n))
    return;
  va_start(args, fmt);
  vsnprintf(t->data + t->size, (size_t)n + 1, fmt, args);
  va_end(args);
  t->size += (size_t)n;
}

void attnTextIndent(AttnText *t, int depth) { attnTextAdd(t, "%*s", 2 * depth, ""); }

void attnTextColumn(AttnText *t, size_t column) {
  size_t start = t->size;
  while (start && t->data[start - 1] != '\n')
    --start;
  size_t here = t->size - start;
  attnTextAdd(t, "%*s", here < column ? (int)(column - here) : 1, "");
}

void attnTextFree(AttnText *t) {
  free(t->data);
  t->data = NULL;
  t->size = t->capacity = 0;
}

//===--- names, types, attributes -----------------------------------------===//

void attnTextName(AttnText *t, MlirValue v) {
  int length = attnSymbolOfValue(&t->symbols, v);
  if (length < 0)
    mlirValuePrintAsOperand(v, t->names, append, t);
  else
    attnTextAdd(t, "%s", t->symbols.s[length].name);
}

void attnTextSize(AttnText *t, int64_t size) {
  int at = attnSymbolOf(&t->symbols, size);
  if (at < 0)
    attnTextAdd(t, "%" PRId64, size);
  else
    attnTextAdd(t, "%s", t->symbols.s[at].name);
}

void attnTextType(AttnText *t, MlirType type) {
  if (!mlirTypeIsARankedTensor(type)) {
    mlirTypePrint(type, append, t);
    return;
  }
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t i = 0; i < rank; ++i) {
    attnTextAdd(t, i ? "x" : "");
    if (mlirShapedTypeIsDynamicDim(type, i))
      attnTextAdd(t, "?");
    else
      attnTextSize(t, mlirShapedTypeGetDimSize(type, i));
  }
  attnTextAdd(t, rank ? " " : "scalar ");
  mlirTypePrint(mlirShapedTypeGetElementType(type), append, t);
}

/// The shortest decimal that reads back as the same number of the type.
static void addFloat(AttnText *t, double v, bool isDouble) {
  if (isinf(v) || isnan(v)) {
    attnTextAdd(t, "%s", isnan(v) ? "nan" : v < 0 ? "-inf" : "inf");
    return;
  }
  char buf[48];
  const char *format = v == 0 || (fabs(v) >= 1e-3 && fabs(v) < 1e7) ? "%.*f" : "%.*e";
  for (int digits = 0; digits < 18; ++digits) {
    snprintf(buf, sizeof buf, format, digits, v);
    double back = strtod(buf, NULL);
    if (isDouble ? back == v : (float)back == (float)v)
      break;
  }
  attnTextAdd(t, "%s", buf);
}

void attnTextAttr(AttnText *t, MlirAttribute a) {
  if (mlirAttributeIsNull(a))
    attnTextAdd(t, "?");
  else if (mlirAttributeIsAFloat(a))
    addFloat(t, mlirFloatAttrGetValueDouble(a), mlirTypeIsAF64(mlirAttributeGetType(a)));
  else if (mlirAttributeIsAInteger(a) && mlirTypeIsAInteger(mlirAttributeGetType(a)) &&
           mlirIntegerTypeGetWidth(mlirAttributeGetType(a)) == 1)
    attnTextAdd(t, mlirIntegerAttrGetValueInt(a) ? "true" : "false");
  else if (mlirAttributeIsAInteger(a) && !(mlirTypeIsAInteger(mlirAttributeGetType(a)) &&
                                           mlirIntegerTypeIsUnsigned(mlirAttributeGetType(a))))
    attnTextAdd(t, "%" PRId64,
                mlirTypeIsAInteger(mlirAttributeGetType(a)) &&
                        mlirIntegerTypeIsSigned(mlirAttributeGetType(a))
                    ? mlirIntegerAttrGetValueSInt(a)
                    : mlirIntegerAttrGetValueInt(a));
  else if (mlirAttributeIsAString(a))
    append(mlirStringAttrGetValue(a), t);
  else
    mlirAttributePrint(a, append, t);
}

//===--- affine maps ------------------------------------------------------===//

enum Precedence { LOOSE, OR, AND, COMPARE, SUM, PRODUCT, UNARY, ATOM };

static void addDim(AttnText *t, intptr_t i, AttnDims dims) {
  if (i >= dims.n)
    attnTextAdd(t, "?");
  else if (dims.names)
    attnTextAdd(t, "%s", dims.names[i]);
  else
    attnTextName(t, dims.values[i]);
}

static void addAffine(AttnText *t, MlirAffineExpr e, AttnDims dims, int outer) {
  if (mlirAffineExprIsADim(e)) {
    addDim(t, mlirAffineDimExprGetPosition(e), dims);
  } else if (mlirAffineExprIsAConstant(e)) {
    attnTextAdd(t, "%" PRId64, mlirAffineConstantExprGetValue(e));
  } else if (mlirAffineExprIsABinary(e)) {
    MlirAffineExpr lhs = mlirAffineBinaryOpExprGetLHS(e), rhs = mlirAffineBinaryOpExprGetRHS(e);
    int own = mlirAffineExprIsAAdd(e) ? SUM : PRODUCT;
    const char *sign = mlirAffineExprIsAAdd(e)        ? " + "
                       : mlirAffineExprIsAMul(e)      ? " * "
                       : mlirAffineExprIsAFloorDiv(e) ? " floordiv "
                       : mlirAffineExprIsACeilDiv(e)  ? " ceildiv "
                                                      : " mod ";
    if (own < outer)
      attnTextAdd(t, "(");
    if (own == SUM && mlirAffineExprIsAConstant(rhs) && mlirAffineConstantExprGetValue(rhs) < 0) {
      addAffine(t, lhs, dims, own);
      attnTextAdd(t, " - %" PRId64, -mlirAffineConstantExprGetValue(rhs));
    } else if (own == SUM && mlirAffineExprIsAMul(rhs) &&
               mlirAffineExprIsAConstant(mlirAffineBinaryOpExprGetRHS(rhs)) &&
               mlirAffineConstantExprGetValue(mlirAffineBinaryOpExprGetRHS(rhs)) == -1) {
      addAffine(t, lhs, dims, own);
      attnTextAdd(t, " - ");
      addAffine(t, mlirAffineBinaryOpExprGetLHS(rhs), dims, PRODUCT);
    } else {
      addAffine(t, lhs, dims, own);
      attnTextAdd(t, "%s", sign);
      addAffine(t, rhs, dims, own + 1);
    }
    if (own < outer)
      attnTextAdd(t, ")");
  } else { // a symbol
    attnTextAdd(t, "s%" PRIdPTR, mlirAffineSymbolExprGetPosition(e));
  }
}

void attnTextMap(AttnText *t, MlirAffineMap map, AttnDims dims) {
  for (intptr_t i = 0, n = mlirAffineMapGetNumResults(map); i < n; ++i) {
    attnTextAdd(t, i ? ", " : "");
    addAffine(t, mlirAffineMapGetResult(map, i), dims, LOOSE);
  }
}

//===--- formulas ---------------------------------------------------------===//

typedef struct Infix {
  const char *op, *sign;
  int precedence;
} Infix;

static const Infix infixes[] = {
    {"arith.addf", "+", SUM},        {"arith.addi", "+", SUM},
    {"arith.subf", "-", SUM},        {"arith.subi", "-", SUM},
    {"arith.mulf", "*", PRODUCT},    {"arith.muli", "*", PRODUCT},
    {"arith.divf", "/", PRODUCT},    {"arith.divsi", "/", PRODUCT},
    {"arith.divui", "/", PRODUCT},   {"arith.floordivsi", "floordiv", PRODUCT},
    {"arith.remsi", "rem", PRODUCT}, {"arith.remui", "rem", PRODUCT},
    {"arith.andi", "and", AND},      {"arith.ori", "or", OR},
    {"arith.xori", "xor", OR},       {"carrier.product", "*", PRODUCT},
};

typedef struct Call {
  const char *op, *name;
} Call;

/// Functions whose operation name is not their usual name; math.NAME is written NAME without a row.
static const Call calls[] = {
    {"arith.maximumf", "max"}, {"arith.maxnumf", "max"},  {"arith.maxsi", "max"},
    {"arith.maxui", "max"},    {"arith.minimumf", "min"}, {"arith.minnumf", "min"},
    {"arith.minsi", "min"},    {"arith.minui", "min"},    {"math.absf", "abs"},
    {"math.powf", "pow"},
};

/// Conversions that change no value worth seeing.
static const char *const silentCasts[] = {"arith.index_cast", "arith.index_castui", "arith.extsi",
                                          "arith.extui", "arith.trunci"};
static const char *const typedCasts[] = {"arith.extf",   "arith.truncf", "arith.sitofp",
                                         "arith.uitofp", "arith.fptosi", "arith.fptoui"};

static const char *const intPredicates[] = {"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
static const char *const floatPredicates[] = {
    "false", "==", ">",  ">=", "<",  "<=", "!=",        "ordered",
    "==",    ">",  ">=", "<",  "<=", "!=", "unordered", "true"};

static bool isOneOf(const char *name, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (strcmp(name, list[i]) == 0)
      return true;
  return false;
}
#define IS_ONE_OF(NAME, LIST) isOneOf(NAME, LIST, sizeof(LIST) / sizeof *(LIST))

typedef struct Formula {
  AttnText *t;
  const AttnScope *scope;
} Formula;

static void addValue(const Formula *f, MlirValue v, int outer);

/// Is the value's operation written out where the value is used (else the value is named)?
static bool isWrittenOut(const AttnScope *scope, MlirValue v) {
  for (int i = 0; i < scope->numTemporaries; ++i)
    if (mlirValueEqual(scope->temporary[i], v))
      return false;
  MlirOperation op = attnDef(v);
  return !mlirOperationIsNull(op) && !mlirBlockIsNull(scope->block) &&
         mlirBlockEqual(mlirOperationGetBlock(op), scope->block) &&
         mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumRegions(op) == 0;
}

static void open(const Formula *f, int own, int outer) {
  if (own < outer)
    attnTextAdd(f->t, "(");
}
static void close(const Formula *f, int own, int outer) {
  if (own < outer)
    attnTextAdd(f->t, ")");
}

static void addBinary(const Formula *f, MlirOperation op, const char *sign, int own, int outer) {
  open(f, own, outer);
  addValue(f, mlirOperationGetOperand(op, 0), own);
  attnTextAdd(f->t, " %s ", sign);
  addValue(f, mlirOperationGetOperand(op, 1), own + 1);
  close(f, own, outer);
}

/// x where v is written out here and is x * -1.
static bool isNegated(const Formula *f, MlirValue v, MlirValue *x) {
  MlirOperation op = attnDef(v);
  int64_t factor = 0;
  if (!isWrittenOut(f->scope, v) || !attnIs(op, "arith.muli") ||
      !attnIs(attnDef(mlirOperationGetOperand(op, 1)), "arith.constant") ||
      !attnAttrI64(attnDef(mlirOperationGetOperand(op, 1)), "value", &factor) || factor != -1)
    return false;
  *x = mlirOperationGetOperand(op, 0);
  return true;
}

/// x + y, as a difference where one of them is negated: index arithmetic that comes from affine
/// expressions has no subtraction.
static void addIntegerSum(const Formula *f, MlirOperation op, int outer) {
  MlirValue x = mlirOperationGetOperand(op, 0), y = mlirOperationGetOperand(op, 1), negated;
  bool difference = isNegated(f, y, &negated);
  if (!difference && isNegated(f, x, &negated)) {
    x = y;
    difference = true;
  }
  open(f, SUM, outer);
  addValue(f, x, SUM);
  attnTextAdd(f->t, difference ? " - " : " + ");
  addValue(f, difference ? negated : y, SUM + 1);
  close(f, SUM, outer);
}

static void addCall(const Formula *f, MlirOperation op, const char *name) {
  attnTextAdd(f->t, "%s(", name);
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    attnTextAdd(f->t, i ? ", " : "");
    addValue(f, mlirOperationGetOperand(op, i), LOOSE);
  }
  attnTextAdd(f->t, ")");
}

static void addComparison(const Formula *f, MlirOperation op, int outer) {
  int64_t predicate = 0;
  attnAttrI64(op, "predicate", &predicate);
  bool isInt = attnIs(op, "arith.cmpi");
  size_t n = isInt ? sizeof intPredicates / sizeof *intPredicates
                   : sizeof floatPredicates / sizeof *floatPredicates;
  const char *sign = (uint64_t)predicate >= n ? "?"
                     : isInt                  ? intPredicates[predicate]
                                              : floatPredicates[predicate];
  addBinary(f, op, sign, COMPARE, outer);
}

/// The dialect's own scalar operations; false if `op` is none of them.
static bool addDialectOp(const Formula *f, MlirOperation op, int outer) {
  AttnText *t = f->t;
  MlirAffineMap map;
  const char *axis = attnAttrStr(op, "axis");
  if (attnIs(op, "carrier.element") && attnAttrMap(op, "map", &map)) {
    attnTextName(t, mlirOperationGetOperand(op, 0));
    attnTextAdd(t, "[");
    attnTextMap(t, map, f->scope->axes);
    attnTextAdd(t, "]");
  } else if (attnIs(op, "tile.element")) {
    attnTextName(t, mlirOperationGetOperand(op, 0));
    attnTextAdd(t, "[");
    for (intptr_t i = 0, n = attnAttrArraySize(op, "axes"); i < n; ++i) {
      const char *name = attnStrValue(attnAttrArrayGet(op, "axes", i));
      attnTextAdd(t, "%s%s", i ? ", " : "", name ? name : "?");
    }
    attnTextAdd(t, "]");
  } else if (attnIs(op, "carrier.index") || attnIs(op, "tile.coord")) {
    attnTextAdd(t, "%s", axis ? axis : "?");
  } else if (attnIs(op, "carrier.contract")) {
    open(f, LOOSE, outer);
    attnTextAdd(t, "sum over %s of ", axis ? axis : "?");
    addBinary(f, op, "*", PRODUCT, LOOSE);
    close(f, LOOSE, outer);
  } else if (attnIs(op, "carrier.mask")) {
    open(f, LOOSE, outer);
    addValue(f, mlirOperationGetOperand(op, 1), OR);
    attnTextAdd(t, " where ");
    addValue(f, mlirOperationGetOperand(op, 0), OR);
    close(f, LOOSE, outer);
  } else {
    return false;
  }
  return true;
}

static void addOp(const Formula *f, MlirOperation op, int outer) {
  const char *name = attnOpName(op);
  intptr_t n = mlirOperationGetNumOperands(op);
  if (n == 2 && strcmp(name, "arith.addi") == 0) {
    addIntegerSum(f, op, outer);
    return;
  }
  for (size_t i = 0; i < sizeof infixes / sizeof *infixes; ++i)
    if (n == 2 && strcmp(name, infixes[i].op) == 0) {
      addBinary(f, op, infixes[i].sign, infixes[i].precedence, outer);
      return;
    }
  for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
    if (strcmp(name, calls[i].op) == 0) {
      addCall(f, op, calls[i].name);
      return;
    }
  MlirAffineMap map;
  if (strcmp(name, "arith.constant") == 0) {
    attnTextAttr(f->t, attnAttr(op, "value"));
  } else if (n == 1 && IS_ONE_OF(name, silentCasts)) {
    addValue(f, mlirOperationGetOperand(op, 0), outer);
  } else if (n == 1 && IS_ONE_OF(name, typedCasts)) {
    attnTextType(f->t, mlirValueGetType(mlirOperationGetResult(op, 0)));
    addCall(f, op, "");
  } else if (n == 1 && strcmp(name, "arith.negf") == 0) {
    open(f, UNARY, outer);
    attnTextAdd(f->t, "-");
    addValue(f, mlirOperationGetOperand(op, 0), UNARY);
    close(f, UNARY, outer);
  } else if (n == 2 && (strcmp(name, "arith.cmpi") == 0 || strcmp(name, "arith.cmpf") == 0)) {
    addComparison(f, op, outer);
  } else if (n == 3 && strcmp(name, "arith.select") == 0) {
    open(f, LOOSE, outer);
    addValue(f, mlirOperationGetOperand(op, 0), OR);
    attnTextAdd(f->t, " ? ");
    addValue(f, mlirOperationGetOperand(op, 1), OR);
    attnTextAdd(f->t, " : ");
    addValue(f, mlirOperationGetOperand(op, 2), LOOSE);
    close(f, LOOSE, outer);
  } else if (strncmp(name, "affine.", strlen("affine.")) == 0 && n <= 16 &&
             attnAttrMap(op, "map", &map) && mlirAffineMapGetNumResults(map) > 0) {
    MlirValue operands[16];
    for (intptr_t i = 0; i < n; ++i)
      operands[i] = mlirOperationGetOperand(op, i);
    AttnDims dims = {n, NULL, operands};
    if (strcmp(name, "affine.apply") == 0) {
      addAffine(f->t, mlirAffineMapGetResult(map, 0), dims, outer);
    } else {
      attnTextAdd(f->t, "%s(", name + strlen("affine."));
      attnTextMap(f->t, map, dims);
      attnTextAdd(f->t, ")");
    }
  } else {
    addCall(f, op, strncmp(name, "math.", 5) == 0 ? name + 5 : name);
  }
}

static void addValue(const Formula *f, MlirValue v, int outer) {
  for (int i = 0; i < f->scope->numTemporaries; ++i)
    if (mlirValueEqual(f->scope->temporary[i], v)) {
      attnTextAdd(f->t, "t%d", f->scope->firstTemporary + i);
      return;
    }
  if (f->scope->argNames && mlirValueIsABlockArgument(v) &&
      mlirBlockEqual(mlirBlockArgumentGetOwner(v), f->scope->block)) {
    attnTextAdd(f->t, "%s", f->scope->argNames[mlirBlockArgumentGetArgNumber(v)]);
    return;
  }
  MlirOperation op = attnDef(v);
  if (!attnIs(op, "arith.constant") && !isWrittenOut(f->scope, v))
    attnTextName(f->t, v);
  else if (!addDialectOp(f, op, outer))
    addOp(f, op, outer);
}

void attnTextFormula(AttnText *t, MlirValue v, const AttnScope *scope) {
  addValue(&(Formula){t, scope}, v, LOOSE);
}

void attnTextOperation(AttnText *t, MlirOperation op) {
  AttnScope none = {0};
  Formula f = {t, &none};
  if (!addDialectOp(&f, op, LOOSE))
    addOp(&f, op, LOOSE);
}

/// Is the value so short that writing it twice is better than naming it?
static bool isShort(MlirOperation op) {
  return attnIs(op, "arith.constant") || attnIs(op, "carrier.element") ||
         attnIs(op, "carrier.index") || attnIs(op, "tile.element") || attnIs(op, "tile.coord") ||
         IS_ONE_OF(attnOpName(op), silentCasts) || IS_ONE_OF(attnOpName(op), typedCasts);
}

void attnTextTemporaries(AttnText *t, AttnScope *scope, int depth) {
  const int capacity = sizeof scope->temporary / sizeof *scope->temporary;
  for (MlirOperation op = mlirBlockGetFirstOperation(scope->block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumResults(op) != 1 || scope->numTemporaries == capacity)
      continue;
    MlirValue v = mlirOperationGetResult(op, 0);
    if (!attnIs(op, "carrier.contract") && (isShort(op) || attnNumUses(v) < 2))
      continue;
    attnTextIndent(t, depth);
    attnTextAdd(t, "t%d = ", scope->firstTemporary + scope->numTemporaries);
    attnTextFormula(t, v, scope);
    attnTextAdd(t, "\n");
    scope->temporary[scope->numTemporaries++] = v;
  }
}
