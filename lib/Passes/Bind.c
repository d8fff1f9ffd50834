//===- Bind.c - attn-bind: symbols to numbers -----------------------------===//
//
// Takes:  functions with symbols (attn-symbols), at any level before convert-tile-to-nvvm.
// Gives:  the same functions for one set of lengths: in types and attributes each stand-in size is
//         the length, carrier.size is a constant, `attn.symbols` is gone. What was decided for all
//         lengths (tiles, masks, loops) stays, so the CPU executor can run, at any length, the very
//         kernels that devices run.
// Leaves: functions without symbols.
//
// Option sizes: `s0=200,s1=64`; every symbol needs one.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bind.h"
#include "IR/Diag.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunBind(MlirOperation module, const AttnPassContext *pass);

typedef struct Binding {
  const AttnSymbols *symbols;
  const int64_t *lengths;
  MlirOperation op; ///< at work
  bool failed;
} Binding;

static int64_t bound(Binding *b, int64_t n) {
  int at = attnSymbolOf(b->symbols, n);
  return at < 0 ? n : b->lengths[at];
}

/// Of a dimension or an extent.
static int64_t boundSize(Binding *b, int64_t n) {
  if (attnSymbolPart(b->symbols, n) && !b->failed) {
    b->failed = true;
    attnOpError(b->op, "has a size that is made of a dynamic dimension, a product or a sum: not "
                       "supported by this version; give it a static size");
  }
  return bound(b, n);
}

static MlirType boundType(Binding *b, MlirType t) {
  if (mlirTypeIsARankedTensor(t)) {
    int64_t shape[32], rank = mlirShapedTypeGetRank(t);
    bool changed = false;
    for (int64_t d = 0; d < rank && rank <= 32; ++d) {
      shape[d] = boundSize(b, mlirShapedTypeGetDimSize(t, d));
      changed |= shape[d] != mlirShapedTypeGetDimSize(t, d);
    }
    return changed ? attnTensorType(rank, shape, mlirShapedTypeGetElementType(t)) : t;
  }
  if (!mlirTypeIsAFunction(t))
    return t;
  intptr_t n = mlirFunctionTypeGetNumInputs(t), m = mlirFunctionTypeGetNumResults(t);
  MlirType *types = malloc((size_t)(n + m + 1) * sizeof *types);
  for (intptr_t i = 0; i < n + m; ++i)
    types[i] =
        boundType(b, i < n ? mlirFunctionTypeGetInput(t, i) : mlirFunctionTypeGetResult(t, i - n));
  t = mlirFunctionTypeGet(mlirTypeGetContext(t), n, types, m, types + n);
  free(types);
  return t;
}

static MlirAttribute boundAttr(Binding *b, MlirAttribute a) {
  MlirContext ctx = mlirAttributeGetContext(a);
  if (mlirAttributeIsAInteger(a)) {
    int64_t n = mlirIntegerAttrGetValueInt(a);
    return bound(b, n) == n ? a : mlirIntegerAttrGet(mlirAttributeGetType(a), bound(b, n));
  }
  if (mlirAttributeIsAType(a))
    return mlirTypeAttrGet(boundType(b, mlirTypeAttrGetValue(a)));
  if (mlirAttributeIsADenseI64Array(a)) {
    intptr_t n = mlirDenseArrayGetNumElements(a);
    int64_t *v = malloc((size_t)(n + 1) * sizeof *v);
    for (intptr_t i = 0; i < n; ++i)
      v[i] = bound(b, mlirDenseI64ArrayGetElement(a, i));
    a = mlirDenseI64ArrayGet(ctx, n, v);
    free(v);
  } else if (mlirAttributeIsAArray(a)) {
    intptr_t n = mlirArrayAttrGetNumElements(a);
    MlirAttribute *v = malloc((size_t)(n + 1) * sizeof *v);
    for (intptr_t i = 0; i < n; ++i)
      v[i] = boundAttr(b, mlirArrayAttrGetElement(a, i));
    a = mlirArrayAttrGet(ctx, n, v);
    free(v);
  } else if (mlirAttributeIsADictionary(a)) {
    intptr_t n = mlirDictionaryAttrGetNumElements(a);
    MlirNamedAttribute *v = malloc((size_t)(n + 1) * sizeof *v);
    for (intptr_t i = 0; i < n; ++i) {
      v[i] = mlirDictionaryAttrGetElement(a, i);
      if (strcmp(mlirIdentifierStr(v[i].name).data, "extent") == 0 &&
          mlirAttributeIsAInteger(v[i].attribute))
        boundSize(b, mlirIntegerAttrGetValueInt(v[i].attribute));
      v[i].attribute = boundAttr(b, v[i].attribute);
    }
    a = mlirDictionaryAttrGet(ctx, n, v);
    free(v);
  }
  return a;
}

static MlirWalkResult bindOp(MlirOperation op, void *user) {
  Binding *b = user;
  b->op = op;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue v = mlirOperationGetResult(op, i);
    mlirValueSetType(v, boundType(b, mlirValueGetType(v)));
  }
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
        MlirValue v = mlirBlockGetArgument(block, i);
        mlirBlockArgumentSetType(v, boundType(b, mlirValueGetType(v)));
      }
  intptr_t n = attnIs(op, "arith.constant") ? 0 : mlirOperationGetNumAttributes(op);
  for (intptr_t i = 0; i < n; ++i) {
    MlirNamedAttribute a = mlirOperationGetAttribute(op, i);
    MlirAttribute v = boundAttr(b, a.attribute);
    if (!mlirAttributeEqual(v, a.attribute))
      attnSetAttr(op, mlirIdentifierStr(a.name).data, v);
  }
  return MlirWalkResultAdvance;
}

bool attnBindSymbols(MlirOperation func, const AttnSymbols *symbols, const int64_t *shown) {
  int64_t lengths[ATTN_MAX_SYMBOLS];
  memcpy(lengths, shown, (size_t)symbols->n * sizeof *lengths);
  attnSymbolsComplete(symbols, lengths);
  Binding b = {.symbols = symbols, .lengths = lengths};
  for (int i = 0; i < symbols->n; ++i) {
    const AttnSymbol *s = &symbols->s[i];
    if (lengths[i] >= 0 && lengths[i] <= s->limit)
      continue;
    attnOpError(func, "length %s is %lld, the function is for lengths from 0 to %lld (attn.limit)",
                s->name, (long long)lengths[i], (long long)s->limit);
    return false;
  }
  mlirOperationRemoveAttributeByName(func, mlirStringRefCreateFromCString("attn.symbols"));
  mlirOperationWalk(func, bindOp, &b, MlirWalkPreOrder);
  MlirOperation *ops;
  intptr_t n = attnCollect(func, "carrier.size", &ops);
  for (intptr_t i = 0; i < n; ++i) {
    AttnBuilder at = attnBuilderBefore(ops[i]);
    int k = attnSymbolNamed(symbols, attnAttrStr(ops[i], "symbol"));
    MlirValue v = attnConstIndex(&at, k < 0 ? 0 : lengths[k]);
    attnReplaceOp(ops[i], 1, &v);
  }
  free(ops);
  return !b.failed;
}

/// `s0=200,s1=64`
static bool readSizes(MlirOperation func, const AttnSymbols *symbols, const char *text,
                      int64_t *lengths) {
  bool given[ATTN_MAX_SYMBOLS] = {false};
  while (*text) {
    size_t n = strcspn(text, "=");
    char name[32] = "", *end = NULL;
    if (n < sizeof name)
      memcpy(name, text, n);
    int at = attnSymbolNamed(symbols, name);
    if (at < 0 || !text[n]) {
      attnOpError(func,
                  "attn-bind: option 'sizes': found '%s', expected SYMBOL=LENGTH,... with "
                  "symbols of the function",
                  text);
      return false;
    }
    lengths[at] = strtoll(text + n + 1, &end, 10);
    given[at] = true;
    if (end == text + n + 1 || (*end && *end != ',')) {
      attnOpError(func, "attn-bind: option 'sizes': found '%s', expected a number", text + n + 1);
      return false;
    }
    text = *end ? end + 1 : end;
  }
  for (int i = 0; i < symbols->n; ++i)
    if (!given[i] && symbols->s[i].of < 0) {
      attnOpError(func, "attn-bind: option 'sizes' has no length for '%s'", symbols->s[i].name);
      return false;
    }
  return true;
}

MlirLogicalResult attnRunBind(MlirOperation module, const AttnPassContext *pass) {
  MlirOperation *funcs;
  intptr_t n = attnCollect(module, "func.func", &funcs);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    AttnSymbols symbols;
    int64_t lengths[ATTN_MAX_SYMBOLS] = {0};
    if (!attnSymbolsRead(funcs[i], &symbols)) {
      attnOpError(funcs[i], "has a malformed attribute 'attn.symbols'");
      ok = false;
    } else if (symbols.n) {
      ok = readSizes(funcs[i], &symbols, pass->getString(pass, "sizes"), lengths) &&
           attnBindSymbols(funcs[i], &symbols, lengths);
    }
  }
  free(funcs);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
