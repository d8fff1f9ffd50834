//===- LoopBounds.c - The bounds of a kernel's loops at given origins ------===//
// See LoopBounds.h.
//===----------------------------------------------------------------------===//
#include "Passes/LoopBounds.h"
#include "Dialect/Symbols.h"
#include "IR/Affine.h"

#include <string.h>

enum { MAX_OPERANDS = 16 };
static const int64_t WHOLE = INT64_MAX / 4; // beyond the end of any stream

typedef struct Operands {
  intptr_t n;
  int64_t value[MAX_OPERANDS];
  bool known[MAX_OPERANDS]; ///< else it is what data say
} Operands;

static bool readOperands(MlirOperation op, const AttnOrigins *o, Operands *x) {
  x->n = mlirOperationGetNumOperands(op);
  if (x->n < 1 || x->n > MAX_OPERANDS)
    return false;
  for (intptr_t i = 0; i < x->n; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    x->value[i] = 0;
    x->known[i] = attnBoundAt(v, o, &x->value[i]);
    if (!x->known[i] && !(o->ignore && attnIs(attnDef(v), "tile.read")))
      return false;
  }
  return true;
}

/// The least or the largest result of the map, of those that no data tell.
static bool mapAt(MlirAffineMap map, const Operands *x, bool min, bool max, int64_t *value) {
  bool any = false;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, r);
    int64_t lo, hi;
    bool data = false;
    for (intptr_t i = 0; i < x->n; ++i)
      data |= !x->known[i] && mlirAffineExprIsFunctionOfDim(e, i);
    if (data)
      continue;
    if (!attnAffineRange(e, x->value, x->value, &lo, &hi) || lo != hi)
      return false;
    if (!any || (min && lo < *value) || (max && lo > *value))
      *value = lo;
    any = true;
  }
  return any;
}

static bool sizeAt(MlirValue v, int64_t *value) {
  AttnSymbols symbols;
  int at = attnSymbolsRead(attnDef(v), &symbols) ? attnSymbolOfValue(&symbols, v) : -1;
  *value = at < 0 ? 0 : symbols.s[at].hint;
  return at >= 0;
}

bool attnBoundAt(MlirValue v, const AttnOrigins *o, int64_t *value) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op))
    return false;
  if (attnIs(op, "arith.constant"))
    return attnAttrI64(op, "value", value);
  if (attnIs(op, "carrier.size"))
    return o->hints && sizeAt(v, value);
  if (attnIs(op, "tile.origin"))
    return o->at && o->at(v, o->user, value);
  if (attnIs(op, "tile.part")) {
    *value = strcmp(attnAttrStr(op, "bound"), "lower") == 0 ? o->lower : WHOLE;
    return true;
  }
  bool affine = attnIs(op, "affine.apply");
  bool min = attnIs(op, "affine.min") || attnIs(op, "arith.minsi");
  bool max = attnIs(op, "affine.max") || attnIs(op, "arith.maxsi");
  bool add = attnIs(op, "arith.addi"), sub = attnIs(op, "arith.subi");
  MlirAffineMap map;
  Operands x;
  if ((!affine && !min && !max && !add && !sub) || !readOperands(op, o, &x))
    return false;
  if (attnAttrMap(op, "map", &map))
    return mlirAffineMapGetNumDims(map) == x.n && mapAt(map, &x, min, max, value);
  if (x.n != 2 || (!x.known[0] && !x.known[1]) || ((add || sub) && !(x.known[0] && x.known[1])))
    return false;
  int64_t a = x.known[0] ? x.value[0] : x.value[1], b = x.known[1] ? x.value[1] : x.value[0];
  if (add)
    return !__builtin_add_overflow(a, b, value);
  if (sub)
    return !__builtin_sub_overflow(a, b, value);
  *value = min == (a < b) ? a : b;
  return true;
}
