//===- Symbols.c - attn-symbols: dynamic dimensions to symbols ------------===//
//
// Takes:  a module as a front end gives it, some tensors with dimensions `?`.
// Gives:  the same functions on static shapes. Every `?` has been proved equal to a dimension of an
//         argument, its *symbol* (Dialect/Symbols.h), or to a number; the symbol's stand-in size is
//         in the types, `attn.symbols` on the function says what it stands for, and tensor.dim has
//         become carrier.size, or a constant.
// Leaves: functions whose arguments are static (what is dynamic inside depends on data).
// Fails:  with the operation and the rule where a dimension is no dimension of an argument (a sum,
//         a product, a computed size) or an operation on dynamic tensors is not understood.
//
//   inline calls, named operations to linalg.generic
//   same size:   two dimensions that a linalg operation runs along with one loop
//                a dimension and the index value that makes it (tensor.empty, tensor.dim)
//                dimensions that a cast, a fill, a reshape (beside unit dimensions), a slice, a
//                pad or a concatenation hands through whole
//                what an assertion says is equal
//   products:    sizes multiplied, dimensions joined by a reshape; operations between a join and a
//                split run along the parts
//   each class:  the number in it, else the first (argument, dimension) in it
//
// Hints and limits are attributes of an argument, `attn.hint` and `attn.limit`: a number for all
// its dynamic dimensions, or an array with one for each. Without: the longest length is 2^20 (2^16
// where a function has more than two symbols), predictions are for 4096, or for 8 where the symbol
// is first seen as the outermost dimension of a tensor of rank 3 and more.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"
#include "IR/Diag.h"
#include "Passes/Normalize.h"
#include "Passes/SymbolSizes.h"
#include "attn-c/Plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunSymbols(MlirOperation module, const AttnPassContext *pass);

//===--- what each operation says -----------------------------------------===//

static bool isTensor(MlirValue v) { return mlirTypeIsARankedTensor(mlirValueGetType(v)); }

static bool isDynamic(MlirType t) {
  return mlirTypeIsAShaped(t) && (!mlirShapedTypeHasRank(t) || !mlirShapedTypeHasStaticShape(t));
}

static bool hasDynamic(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (isDynamic(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (isDynamic(mlirValueGetType(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

static void uniteTensors(AttnSizes *z, MlirValue a, MlirValue b) {
  for (int d = 0; d < attnSizesRank(a) && d < attnSizesRank(b); ++d)
    attnSizesUnite(z, attnSizesOfTensor(z, a) + d, attnSizesOfTensor(z, b) + d);
}

static void readGeneric(AttnSizes *z, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op), results = mlirOperationGetNumResults(op);
  int loops = attnSizesOfLoops(z, op);
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    MlirAttribute map = attnAttrArrayGet(op, "indexing_maps", i);
    for (int d = 0; isTensor(v) && d < attnSizesRank(v); ++d) {
      MlirAffineExpr e = mlirAffineMapGetResult(mlirAffineMapAttrGetValue(map), d);
      if (mlirAffineExprIsADim(e))
        attnSizesUnite(z, attnSizesOfTensor(z, v) + d,
                       loops + (int)mlirAffineDimExprGetPosition(e));
    }
  }
  for (intptr_t i = 0; i < results; ++i)
    uniteTensors(z, mlirOperationGetResult(op, i), mlirOperationGetOperand(op, n - results + i));
}

/// A group of one dimension beside unit dimensions is that dimension.
static void readReshape(AttnSizes *z, MlirOperation op) {
  bool expand = attnIs(op, "tensor.expand_shape");
  MlirValue src = mlirOperationGetOperand(op, 0), dst = mlirOperationGetResult(op, 0);
  MlirValue wide = expand ? dst : src, narrow = expand ? src : dst;
  MlirAttribute groups = attnAttr(op, "reassociation");
  for (intptr_t g = 0; g < mlirArrayAttrGetNumElements(groups); ++g) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, g);
    int real = -1, count = 0, factors[8];
    for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(group); ++k) {
      int d = (int)mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, k));
      if (mlirShapedTypeGetDimSize(mlirValueGetType(wide), d) == 1)
        continue;
      real = d;
      if (count < 8)
        factors[count] = attnSizesOfTensor(z, wide) + d;
      ++count;
    }
    if (count == 1)
      attnSizesUnite(z, attnSizesOfTensor(z, wide) + real, attnSizesOfTensor(z, narrow) + (int)g);
    else if (count <= 8 && mlirShapedTypeIsDynamicDim(mlirValueGetType(narrow), g))
      attnSizesMultiply(z, attnSizesOfTensor(z, narrow) + (int)g, count, factors);
  }
  int at = 1;
  for (int d = 0; expand && d < attnSizesRank(dst); ++d)
    if (mlirShapedTypeIsDynamicDim(mlirValueGetType(dst), d) &&
        at < mlirOperationGetNumOperands(op))
      attnSizesUnite(z, attnSizesOfTensor(z, dst) + d,
                     attnSizesOfIndex(z, mlirOperationGetOperand(op, at++)));
}

/// Relates the sizes that `op` has to do with. False where it is not understood.
static bool readOp(AttnSizes *z, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  if (attnIs(op, "linalg.generic")) {
    readGeneric(z, op);
    attnSizesBroadcasts(z, op);
  } else if (attnIs(op, "linalg.softmax")) {
    uniteTensors(z, mlirOperationGetOperand(op, 0), mlirOperationGetOperand(op, 1));
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      uniteTensors(z, mlirOperationGetOperand(op, 1), mlirOperationGetResult(op, i));
  } else if (attnIs(op, "tensor.empty")) {
    MlirValue v = mlirOperationGetResult(op, 0);
    int at = 0;
    for (int d = 0; d < attnSizesRank(v); ++d)
      if (mlirShapedTypeIsDynamicDim(mlirValueGetType(v), d) && at < n)
        attnSizesUnite(z, attnSizesOfTensor(z, v) + d,
                       attnSizesOfIndex(z, mlirOperationGetOperand(op, at++)));
  } else if (attnIs(op, "tensor.dim")) {
    MlirValue v = mlirOperationGetOperand(op, 0);
    int64_t d;
    if (!isTensor(v) || !attnIs(attnDef(mlirOperationGetOperand(op, 1)), "arith.constant") ||
        !attnAttrI64(attnDef(mlirOperationGetOperand(op, 1)), "value", &d) || d < 0 ||
        d >= attnSizesRank(v))
      return false;
    attnSizesUnite(z, attnSizesOfTensor(z, v) + (int)d,
                   attnSizesOfIndex(z, mlirOperationGetResult(op, 0)));
  } else if (attnIs(op, "tensor.cast")) {
    if (!isTensor(mlirOperationGetOperand(op, 0)) || !isTensor(mlirOperationGetResult(op, 0)))
      return false;
    uniteTensors(z, mlirOperationGetOperand(op, 0), mlirOperationGetResult(op, 0));
  } else if (attnIs(op, "tensor.collapse_shape") || attnIs(op, "tensor.expand_shape")) {
    readReshape(z, op);
  } else if (!attnIs(op, "func.return")) {
    return attnSizesView(z, op);
  }
  return true;
}

/// An assertion that two sizes are equal makes them so (the call checks it), if they are not known
/// to be; any other one stays.
static bool readAssertion(AttnSizes *z, MlirOperation op) {
  MlirOperation is = attnDef(mlirOperationGetOperand(op, 0));
  int64_t predicate;
  if (!attnIs(is, "arith.cmpi") || !attnAttrI64(is, "predicate", &predicate) || predicate != 0)
    return false;
  int slot[2];
  for (int k = 0; k < 2; ++k) {
    slot[k] = attnSizesOfIndex(z, mlirOperationGetOperand(is, k));
  }
  if (attnSizesSame(z, slot[0], slot[1]))
    return true;
  for (int k = 0; k < 2; ++k) {
    const AttnSizeSlot *root = &z->slots[attnSizesRoot(z, slot[k])];
    if (root->arg < 0 && root->size < 0)
      return false;
  }
  attnSizesUnite(z, slot[0], slot[1]);
  return true;
}

/// Sizes that bodies ask for of tensors from outside are asked for in front of them.
static void hoistSizes(MlirOperation func) {
  MlirOperation *ops;
  intptr_t n = attnCollect(func, "tensor.dim", &ops);
  for (intptr_t i = 0; i < n; ++i) {
    MlirOperation outer = attnParentOfName(ops[i], "linalg.generic");
    if (mlirOperationIsNull(outer))
      continue;
    MlirRegion inside = mlirOperationGetRegion(outer, 0);
    if (!attnValueIsInside(mlirOperationGetOperand(ops[i], 0), inside) &&
        !attnValueIsInside(mlirOperationGetOperand(ops[i], 1), inside))
      mlirOperationMoveBefore(ops[i], outer);
  }
  free(ops);
}

static MlirLogicalResult readFunction(AttnSizes *z, MlirOperation func) {
  MlirBlock body = attnBody(func, 0);
  hoistSizes(func);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirValue v = mlirBlockGetArgument(body, i);
    if (isDynamic(mlirValueGetType(v)) && !isTensor(v))
      return attnOpError(func, "argument %d has a dynamic shape and is not a ranked tensor",
                         (int)i);
    for (int d = 0; isTensor(v) && d < attnSizesRank(v); ++d)
      if (mlirShapedTypeIsDynamicDim(mlirValueGetType(v), d)) {
        int root = attnSizesRoot(z, attnSizesOfTensor(z, v) + d);
        AttnSizeSlot *s = &z->slots[root];
        if (s->arg < 0)
          s->arg = (int)i, s->dim = d;
      }
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation *inner;
    intptr_t n = attnCollect(op, NULL, &inner);
    MlirLogicalResult ok = mlirLogicalResultSuccess();
    for (intptr_t i = 0; i < n && ok.value; ++i)
      if (hasDynamic(inner[i]) && !attnIs(inner[i], "tensor.extract"))
        ok = attnOpError(inner[i],
                         "works on a tensor of dynamic shape inside of '%s': lengths are "
                         "followed through the operations of a function only",
                         attnOpName(op));
    free(inner);
    if (!ok.value)
      return ok;
    if (attnIs(op, "tensor.reshape") && !attnHasUses(op))
      continue; // what took its place has been read
    if (attnIs(op, "tensor.reshape") && attnSizesReshape(z, op, &next))
      continue;
    if (attnIs(op, "cf.assert") && readAssertion(z, op)) {
      mlirOperationDestroy(op);
      continue;
    }
    if (hasDynamic(op) && !readOp(z, op))
      return attnOpError(op,
                         "works on a tensor of dynamic shape: lengths are followed through "
                         "linalg operations, tensor.empty, tensor.dim, tensor.cast, reshapes, "
                         "and what leaves dynamic dimensions whole only; give it a static shape");
  }
  return mlirLogicalResultSuccess();
}

//===--- symbols ----------------------------------------------------------===//

typedef struct Names {
  AttnSymbols symbols;
  char name[ATTN_MAX_SYMBOLS][16];
  int slot[ATTN_MAX_SYMBOLS];        ///< root
  MlirValue value[ATTN_MAX_SYMBOLS]; ///< carrier.size, null: not asked for
} Names;

/// attn.hint or attn.limit of an argument for its dynamic dimension number `k`; `standard` without.
static bool optionOf(MlirOperation func, int arg, const char *key, int k, int64_t standard,
                     int64_t *value) {
  MlirAttribute all = attnAttr(func, "arg_attrs");
  MlirAttribute a =
      mlirAttributeIsNull(all) ? all : attnDictGet(mlirArrayAttrGetElement(all, arg), key);
  *value = standard;
  if (mlirAttributeIsNull(a))
    return true;
  if (mlirAttributeIsAArray(a) && k < mlirArrayAttrGetNumElements(a))
    a = mlirArrayAttrGetElement(a, k);
  if (!mlirAttributeIsAInteger(a) || mlirIntegerAttrGetValueInt(a) < 1 ||
      mlirIntegerAttrGetValueInt(a) > 1 << 30) {
    attnOpError(func,
                "argument %d: '%s' must be a number from 1 to 2^30, or an array of one for each of "
                "its dynamic dimensions",
                arg, key);
    return false;
  }
  *value = mlirIntegerAttrGetValueInt(a);
  return true;
}

/// Numbers the classes that have an argument's dimension and no number.
static bool nameSymbols(AttnSizes *z, MlirOperation func, Names *names) {
  MlirBlock body = attnBody(func, 0);
  *names = (Names){.symbols = {.n = 0}};
  int dynamic[ATTN_MAX_SYMBOLS];
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirValue v = mlirBlockGetArgument(body, i);
    int k = 0;
    for (int d = 0; isTensor(v) && d < attnSizesRank(v); ++d) {
      if (!mlirShapedTypeIsDynamicDim(mlirValueGetType(v), d))
        continue;
      int root = attnSizesRoot(z, attnSizesOfTensor(z, v) + d), number = k++;
      AttnSizeSlot *s = &z->slots[root];
      if (s->size >= 0 || s->symbol >= 0)
        continue;
      if (names->symbols.n == ATTN_MAX_SYMBOLS) {
        attnOpError(func, "has more than %d different dynamic dimensions", ATTN_MAX_SYMBOLS);
        return false;
      }
      s->symbol = names->symbols.n++;
      dynamic[s->symbol] = number;
      names->slot[s->symbol] = root;
    }
  }
  for (int i = 0; i < names->symbols.n; ++i) {
    AttnSymbol *s = &names->symbols.s[i];
    const AttnSizeSlot *at = &z->slots[names->slot[i]];
    snprintf(names->name[i], sizeof names->name[i], "s%d", i);
    s->name = names->name[i];
    bool batch = at->dim == 0 && attnSizesRank(mlirBlockGetArgument(body, at->arg)) >= 3;
    if (!optionOf(func, at->arg, "attn.limit", dynamic[i], names->symbols.n > 2 ? 1 << 16 : 1 << 20,
                  &s->limit) ||
        !optionOf(func, at->arg, "attn.hint", dynamic[i], batch ? 8 : 4096, &s->hint))
      return false;
    if (s->hint > s->limit)
      s->hint = s->limit;
  }
  return true;
}

static void atLeast(int64_t *most, int64_t n) { *most = 4 * n > *most ? 4 * n : *most; }

/// Stand-ins are primes larger than their limits and four times any number of the module: none of
/// these, and no product of them, has a stand-in among its factors, and none is near one.
static void chooseSizes(MlirOperation module, Names *names) {
  MlirOperation *ops;
  intptr_t n = attnCollect(module, NULL, &ops);
  int64_t most = 1 << 10, c;
  for (intptr_t i = 0; i < n; ++i) {
    if (attnIs(ops[i], "arith.constant") && attnAttrI64(ops[i], "value", &c) && c < 1 << 26)
      atLeast(&most, c);
    for (intptr_t r = 0; r < mlirOperationGetNumOperands(ops[i]); ++r) {
      MlirType t = mlirValueGetType(mlirOperationGetOperand(ops[i], r));
      for (intptr_t d = 0; mlirTypeIsARankedTensor(t) && d < mlirShapedTypeGetRank(t); ++d)
        if (!mlirShapedTypeIsDynamicDim(t, d) && mlirShapedTypeGetDimSize(t, d) < 1 << 26)
          atLeast(&most, mlirShapedTypeGetDimSize(t, d));
    }
  }
  free(ops);
  for (int k = 0; k < names->symbols.n; ++k) {
    AttnSymbol *s = &names->symbols.s[k];
    most = s->size = attnSymbolStandIn(s->limit > most ? s->limit : most);
  }
}

//===--- rewriting --------------------------------------------------------===//

typedef struct Rewrite {
  AttnSizes *z;
  Names *names;
  MlirOperation func;
} Rewrite;

/// The static type of a tensor; null with an error where a dimension is not known.
static MlirType staticType(Rewrite *w, MlirOperation op, MlirValue v) {
  MlirType t = mlirValueGetType(v);
  if (!isDynamic(t))
    return t;
  int64_t shape[32];
  int rank = attnSizesRank(v), first = attnSizesOfTensor(w->z, v);
  if (rank > 32)
    return (MlirType){NULL};
  for (int d = 0; d < rank; ++d) {
    const AttnSizeSlot *s = &w->z->slots[attnSizesRoot(w->z, first + d)];
    shape[d] = s->size >= 0 ? s->size : s->symbol >= 0 ? w->names->symbols.s[s->symbol].size : -1;
    if (shape[d] < 0) {
      attnOpError(op,
                  "has a result whose dimension %d is neither a number nor proved equal to a "
                  "dimension of an argument: sums, products and computed sizes of dynamic "
                  "dimensions are not supported by this version",
                  d);
      return (MlirType){NULL};
    }
  }
  return attnTensorType(rank, shape, mlirShapedTypeGetElementType(t));
}

static MlirValue sizeValue(Rewrite *w, int slot) {
  const AttnSizeSlot *s = &w->z->slots[attnSizesRoot(w->z, slot)];
  AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(attnBody(w->func, 0)));
  b.loc = mlirOperationGetLocation(w->func);
  if (s->size >= 0)
    return attnConstIndex(&b, s->size);
  if (s->symbol < 0)
    return (MlirValue){NULL};
  MlirValue *v = &w->names->value[s->symbol];
  if (!v->ptr)
    *v = attnSymbolValue(&b, w->names->symbols.s[s->symbol].name);
  return *v;
}

static bool rewriteOp(Rewrite *w, MlirOperation op) {
  if (attnIs(op, "tensor.reshape") && !attnHasUses(op)) {
    mlirOperationDestroy(op);
    return true;
  }
  if (attnIs(op, "tensor.dim")) {
    MlirValue v = sizeValue(w, attnSizesOfIndex(w->z, mlirOperationGetResult(op, 0)));
    if (!v.ptr) {
      attnOpError(op, "asks for a dimension that is neither a number nor proved equal to a "
                      "dimension of an argument");
      return false;
    }
    attnReplaceOp(op, 1, &v);
    return true;
  }
  if (!hasDynamic(op))
    return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirType t = staticType(w, op, mlirOperationGetResult(op, i));
    if (!t.ptr)
      return false;
    mlirValueSetType(mlirOperationGetResult(op, i), t);
  }
  AttnBuilder b = attnBuilderBefore(op);
  if (attnIs(op, "tensor.empty")) {
    MlirValue v =
        attnBuild0(&b, "tensor.empty", mlirValueGetType(mlirOperationGetResult(op, 0)), 0, NULL);
    attnReplaceOp(op, 1, &v);
  } else if (attnIs(op, "tensor.cast")) {
    MlirValue v = mlirOperationGetOperand(op, 0);
    attnReplaceOp(op, 1, &v);
  } else if (attnIs(op, "tensor.expand_shape")) {
    MlirValue v = mlirOperationGetResult(op, 0), src = mlirOperationGetOperand(op, 0);
    v = attnBuildExpand(&b, src, attnAttr(op, "reassociation"), mlirValueGetType(v));
    attnReplaceOp(op, 1, &v);
  } else if (attnIs(op, "tensor.extract_slice") || attnIs(op, "tensor.insert_slice")) {
    MlirValue whole = mlirOperationGetOperand(op, attnIs(op, "tensor.insert_slice"));
    attnSizesStaticSlice(op, staticType(w, op, whole));
  }
  return true;
}

/// [argument, dimension] of every argument's dimension of the class.
static MlirAttribute sitesOf(Rewrite *w, int root) {
  MlirContext ctx = mlirOperationGetContext(w->func);
  MlirBlock body = attnBody(w->func, 0);
  MlirAttribute sites[256];
  int n = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirValue v = mlirBlockGetArgument(body, i);
    for (int d = 0; isTensor(v) && d < attnSizesRank(v) && n < 256; ++d)
      if (isDynamic(mlirValueGetType(v)) && mlirShapedTypeIsDynamicDim(mlirValueGetType(v), d) &&
          attnSizesRoot(w->z, attnSizesOfTensor(w->z, v) + d) == root) {
        MlirAttribute site[] = {attnI64(ctx, i), attnI64(ctx, d)};
        sites[n++] = mlirArrayAttrGet(ctx, 2, site);
      }
  }
  return mlirArrayAttrGet(ctx, n, sites);
}

static void writeSymbols(Rewrite *w) {
  MlirContext ctx = mlirOperationGetContext(w->func);
  MlirAttribute dicts[ATTN_MAX_SYMBOLS];
  for (int i = 0; i < w->names->symbols.n; ++i) {
    const AttnSymbol *s = &w->names->symbols.s[i];
    MlirNamedAttribute fields[] = {attnNamed(ctx, "name", attnStr(ctx, s->name)),
                                   attnNamed(ctx, "size", attnI64(ctx, s->size)),
                                   attnNamed(ctx, "limit", attnI64(ctx, s->limit)),
                                   attnNamed(ctx, "hint", attnI64(ctx, s->hint)),
                                   attnNamed(ctx, "dims", sitesOf(w, w->names->slot[i]))};
    dicts[i] = mlirDictionaryAttrGet(ctx, 5, fields);
  }
  attnSetAttr(w->func, "attn.symbols", mlirArrayAttrGet(ctx, w->names->symbols.n, dicts));
}

static bool rewriteFunction(Rewrite *w) {
  MlirBlock body = attnBody(w->func, 0);
  writeSymbols(w); // while the arguments' types still tell
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!rewriteOp(w, op))
      return false;
  }
  intptr_t n = mlirBlockGetNumArguments(body);
  MlirOperation ret = mlirBlockGetTerminator(body);
  intptr_t m = mlirOperationGetNumOperands(ret);
  MlirType *types = malloc((size_t)(n + m + 1) * sizeof *types);
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirBlockGetArgument(body, i);
    types[i] = staticType(w, w->func, v);
    if (!types[i].ptr) {
      free(types);
      return false;
    }
    mlirBlockArgumentSetType(v, types[i]);
  }
  for (intptr_t i = 0; i < m; ++i)
    types[n + i] = mlirValueGetType(mlirOperationGetOperand(ret, i));
  MlirType type = mlirFunctionTypeGet(mlirOperationGetContext(w->func), n, types, m, types + n);
  attnSetAttr(w->func, "function_type", mlirTypeAttrGet(type));
  free(types);
  for (int i = 0; i < w->names->symbols.n; ++i) // most only said how large a tensor.empty is
    if (w->names->value[i].ptr && !attnHasUses(attnDef(w->names->value[i])))
      mlirOperationDestroy(attnDef(w->names->value[i]));
  return true;
}

//===--- the pass ---------------------------------------------------------===//

static bool takesDynamic(MlirOperation func) {
  MlirBlock body = attnBody(func, 0);
  for (intptr_t k = 0; !mlirBlockIsNull(body) && k < mlirBlockGetNumArguments(body); ++k)
    if (isDynamic(mlirValueGetType(mlirBlockGetArgument(body, k))))
      return true;
  return false;
}

static bool anyDynamic(MlirOperation module) {
  MlirOperation *funcs;
  intptr_t n = attnCollect(module, "func.func", &funcs);
  bool found = false;
  for (intptr_t i = 0; i < n && !found; ++i)
    found = takesDynamic(funcs[i]);
  free(funcs);
  return found;
}

static void sizesFree(AttnSizes *z) {
  free(z->slots);
  free(z->keys);
  free(z->products);
}

/// What has been found to be equal of the arguments' dimensions is so, wherever the operations have
/// gone that said it.
static void keepArguments(AttnSizes *z, AttnSizes *found, MlirOperation func) {
  MlirBlock body = attnBody(func, 0);
  int first[256], root[256], n = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirValue v = mlirBlockGetArgument(body, i);
    for (int d = 0; isTensor(v) && d < attnSizesRank(v); ++d) {
      int r = attnSizesRoot(found, attnSizesOfTensor(found, v) + d), k = 0;
      int slot = attnSizesOfTensor(z, v) + d;
      if (found->slots[r].size >= 0)
        z->slots[attnSizesRoot(z, slot)].size = found->slots[r].size;
      while (k < n && root[k] != r)
        ++k;
      if (k < n)
        attnSizesUnite(z, first[k], slot);
      else if (n < 256)
        first[n] = slot, root[n++] = r;
    }
  }
}

/// Where dynamic dimensions are joined with others around operations (the heads of a dynamic
/// batch), the operations run along all of them instead.
static MlirLogicalResult splitJoined(MlirOperation func) {
  MlirOperation *ops;
  bool joined = false;
  intptr_t n = attnCollect(func, NULL, &ops);
  for (intptr_t i = 0; i < n; ++i)
    joined |= attnSizesJoined(ops[i]);
  free(ops);
  if (!joined)
    return mlirLogicalResultSuccess();
  MlirLogicalResult ok = attnRunPipeline(
      func, "func.func(linalg-fuse-elementwise-ops,resolve-ranked-shaped-type-result-dims,"
            "canonicalize,cse)");
  n = attnCollect(func, "tensor.expand_shape", &ops);
  for (intptr_t i = 0; i < n && ok.value; ++i)
    attnSizesEmpty(ops[i]);
  free(ops);
  return ok.value ? attnRunPipeline(func, "func.func(canonicalize,cse)") : ok;
}

/// Reads the function, and again where it had to be written otherwise.
static MlirLogicalResult readAll(AttnSizes *z, MlirOperation func) {
  AttnSizes first = {.n = 0};
  attnDiagMute(mlirOperationGetContext(func)); // what is not understood is said at the second time
  (void)readFunction(&first, func);
  attnDiagUnmute(mlirOperationGetContext(func));
  MlirLogicalResult ok = splitJoined(func);
  keepArguments(z, &first, func);
  sizesFree(&first);
  return ok.value ? readFunction(z, func) : ok;
}

MlirLogicalResult attnRunSymbols(MlirOperation module, const AttnPassContext *pass) {
  (void)pass;
  if (!anyDynamic(module))
    return mlirLogicalResultSuccess();
  MlirOperation *ops;
  intptr_t n = attnCollect(module, "linalg.softmax", &ops);
  for (intptr_t i = 0; i < n; ++i)
    attnDecomposeSoftmax(ops[i]);
  free(ops);
  if (mlirLogicalResultIsFailure(attnRunPipeline(
          module, "builtin.module(inline,symbol-dce,func.func(convert-elementwise-to-linalg,"
                  "linalg-generalize-named-ops,canonicalize,cse,int-range-optimizations,"
                  "canonicalize,cse))")))
    return mlirLogicalResultFailure();
  n = attnCollect(module, "func.func", &ops);
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    if (!takesDynamic(ops[i]))
      continue;
    AttnSizes z = {.n = 0};
    Names names;
    Rewrite w = {&z, &names, ops[i]};
    ok = readAll(&z, ops[i]);
    if (ok.value && !nameSymbols(&z, ops[i], &names))
      ok = mlirLogicalResultFailure();
    if (ok.value && names.symbols.n) {
      chooseSizes(module, &names);
      ok.value = rewriteFunction(&w);
    }
    sizesFree(&z);
  }
  free(ops);
  return ok.value ? attnRunPipeline(module, "builtin.module(func.func(canonicalize,cse))") : ok;
}
