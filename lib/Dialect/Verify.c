//===- Verify.c - What IRDL cannot check ----------------------------------===//
//
// Walks to every carrier.fold, carrier.map and tile.kernel, checks the attributes of all carrier
// and tile operations in it against the tables (Tables.h), then the operation itself
// (Carrier/VerifyCarrier.c, Tile/VerifyKernel.c). Shared pieces are declared in Verify.h.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Verify.h"
#include "Dialect/Symbols.h"
#include "Dialect/Tables.h"
#include "IR/Affine.h"
#include "IR/Diag.h"
#include "Schedule/Schedule.h"
#include "Schedule/Suggest.h"
#include "attn-c/Dialects.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool attnBad(MlirOperation op, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = NULL;
  if (vasprintf(&text, fmt, args) >= 0)
    attnOpError(op, "%s", text);
  free(text);
  va_end(args);
  return false;
}

static void append(MlirStringRef s, void *user) {
  char **text = user, *old = *text;
  if (asprintf(text, "%s%.*s", old ? old : "", (int)s.length, s.data) < 0)
    *text = NULL;
  free(old);
}

char *attnTypeText(MlirType type) {
  char *text = NULL;
  mlirTypePrint(type, append, &text);
  return text;
}

//===--- attributes against the tables ------------------------------------===//

static bool isPlainInt(MlirAttribute a) {
  if (!mlirAttributeIsAInteger(a) || mlirAttributeIsABool(a))
    return false;
  MlirType t = mlirAttributeGetType(a);
  return mlirTypeIsAIndex(t) || (mlirIntegerTypeIsSignless(t) && mlirIntegerTypeGetWidth(t) <= 64);
}

static bool isArrayOf(MlirAttribute a, AttnAttrKind kind);

static bool hasKind(MlirAttribute a, AttnAttrKind kind) {
  switch (kind) {
  case ATTN_KIND_STRING:
    return mlirAttributeIsAString(a);
  case ATTN_KIND_INT:
    return isPlainInt(a);
  case ATTN_KIND_BOOL:
    return mlirAttributeIsABool(a);
  case ATTN_KIND_FLOAT:
    return mlirAttributeIsAFloat(a);
  case ATTN_KIND_TYPE:
    return mlirAttributeIsAType(a);
  case ATTN_KIND_MAP:
    return mlirAttributeIsAAffineMap(a);
  case ATTN_KIND_DICT:
    return mlirAttributeIsADictionary(a);
  case ATTN_KIND_STRINGS:
    return isArrayOf(a, ATTN_KIND_STRING);
  case ATTN_KIND_INTS:
    return isArrayOf(a, ATTN_KIND_INT);
  case ATTN_KIND_MAPS:
    return isArrayOf(a, ATTN_KIND_MAP);
  case ATTN_KIND_DICTS:
    return isArrayOf(a, ATTN_KIND_DICT);
  case ATTN_KIND_ANY:
  case ATTN_KIND_COUNT:
    break;
  }
  return true;
}

static bool isArrayOf(MlirAttribute a, AttnAttrKind kind) {
  if (!mlirAttributeIsAArray(a))
    return false;
  for (intptr_t i = 0, n = mlirArrayAttrGetNumElements(a); i < n; ++i)
    if (!hasKind(mlirArrayAttrGetElement(a, i), kind))
      return false;
  return true;
}

static bool unknownAttr(MlirOperation op, const AttnOpEntry *entry, const char *name) {
  const char *names[32];
  size_t n = 0;
  for (; n < entry->nAttrs && n < 32; ++n)
    names[n] = entry->attrs[n].name;
  const char *near = attnSuggest(name, names, n);
  if (near)
    return attnBad(op, "has an unknown attribute '%s'; did you mean '%s'?", name, near);
  return attnBad(op,
                 "has an unknown attribute '%s'; attributes that are not part of the operation "
                 "have a dot in their name",
                 name);
}

static bool verifyAttrs(MlirOperation op) {
  const AttnOpEntry *entry = attnOpEntry(attnOpName(op));
  if (!entry)
    return attnBad(op, "is not an operation of the carrier or tile dialect");
  bool ok = true;
  for (intptr_t i = 0, n = mlirOperationGetNumAttributes(op); i < n; ++i) {
    MlirNamedAttribute a = mlirOperationGetAttribute(op, i);
    const char *name = mlirIdentifierStr(a.name).data;
    if (strchr(name, '.'))
      continue;
    const AttnAttrEntry *e = attnAttrEntry(entry, name);
    if (!e)
      ok = unknownAttr(op, entry, name);
    else if (!hasKind(a.attribute, e->kind))
      ok = attnBad(op, "attribute '%s' must be %s", name, attnAttrKindWords(e->kind));
  }
  for (size_t i = 0; i < entry->nAttrs; ++i)
    if (entry->attrs[i].required && mlirAttributeIsNull(attnAttr(op, entry->attrs[i].name)))
      ok = attnBad(op, "lacks the attribute '%s' (%s)", entry->attrs[i].name,
                   attnAttrKindWords(entry->attrs[i].kind));
  return ok;
}

//===--- the walk ---------------------------------------------------------===//

static bool isOurs(MlirOperation op) {
  const char *name = attnOpName(op);
  return strncmp(name, "carrier.", 8) == 0 || strncmp(name, "tile.", 5) == 0;
}

static MlirWalkResult walkAttrs(MlirOperation op, void *ok) {
  if (isOurs(op) && !verifyAttrs(op))
    *(bool *)ok = false;
  return MlirWalkResultAdvance;
}

static bool verifySymbol(MlirOperation kernel, MlirOperation root) {
  const char *name = attnAttrStr(kernel, "sym_name");
  MlirOperation *ops;
  intptr_t n = attnCollect(root, NULL, &ops);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    const char *other = attnIs(ops[i], "tile.kernel") || attnIs(ops[i], "func.func")
                            ? attnAttrStr(ops[i], "sym_name")
                            : NULL;
    if (mlirOperationEqual(ops[i], kernel))
      continue;
    if (other && strcmp(other, name) == 0)
      ok = attnBad(kernel, "has the name '%s', which another kernel or function has", name);
  }
  free(ops);
  return ok;
}

/// Names a symbol of the function.
static bool verifySize(MlirOperation op) {
  AttnSymbols symbols;
  if (!verifyAttrs(op))
    return false;
  if (!attnSymbolsRead(op, &symbols))
    return attnBad(op, "stands in a function whose attribute 'attn.symbols' is malformed");
  return attnSymbolNamed(&symbols, attnAttrStr(op, "symbol")) >= 0 ||
         attnBad(op, "names '%s', which is no symbol of the function (attribute 'attn.symbols')",
                 attnAttrStr(op, "symbol"));
}

typedef struct Walk {
  MlirOperation root;
  bool ok;
} Walk;

static MlirWalkResult walkRoots(MlirOperation op, void *user) {
  Walk *w = user;
  if (!isOurs(op))
    return MlirWalkResultAdvance;
  bool carrier = attnIs(op, "carrier.fold") || attnIs(op, "carrier.map"), ok = true;
  bool define = attnIs(op, "carrier.define");
  if (attnIs(op, "carrier.size")) {
    w->ok = verifySize(op) && w->ok;
    return MlirWalkResultSkip;
  }
  if (!carrier && !define && !attnIs(op, "tile.kernel")) {
    bool tile = strncmp(attnOpName(op), "tile.", 5) == 0;
    w->ok =
        attnBad(op, "must be inside a %s", tile ? "tile.kernel" : "carrier.fold or carrier.map");
    return MlirWalkResultSkip;
  }
  mlirOperationWalk(op, walkAttrs, &ok, MlirWalkPreOrder);
  if (ok)
    ok = carrier  ? attnVerifyCarrier(op)
         : define ? attnVerifyDefine(op)
                  : attnVerifyKernel(op) && verifySymbol(op, w->root);
  w->ok = w->ok && ok;
  return MlirWalkResultSkip;
}

MlirLogicalResult attnVerify(MlirOperation root) {
  Walk w = {root, true};
  mlirOperationWalk(root, walkRoots, &w, MlirWalkPreOrder);
  return w.ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

//===--- shared pieces ----------------------------------------------------===//

bool attnVerifyName(MlirOperation op, const char *what, const char *name) {
  size_t n = strlen(name);
  bool good = n > 0 && n < 32;
  for (size_t i = 0; i < n && good; ++i)
    good = isalnum((unsigned char)name[i]) || name[i] == '_';
  return good || attnBad(op, "%s '%s' must be a name of letters, digits and '_', at most 31 long",
                         what, name);
}

bool attnVerifyKeys(MlirOperation op, const char *attr, intptr_t i, MlirAttribute dict,
                    const char *const *keys, size_t nKeys) {
  for (intptr_t k = 0, n = mlirDictionaryAttrGetNumElements(dict); k < n; ++k) {
    MlirNamedAttribute a = mlirDictionaryAttrGetElement(dict, k);
    const char *name = mlirIdentifierStr(a.name).data;
    bool known = false;
    for (size_t j = 0; j < nKeys; ++j)
      known = known || strcmp(name, keys[j]) == 0;
    if (known)
      continue;
    const char *near = attnSuggest(name, keys, nKeys);
    if (near)
      return attnBad(op, "%s[%td] has an unknown key '%s'; did you mean '%s'?", attr, i, name,
                     near);
    return attnBad(op, "%s[%td] has an unknown key '%s'", attr, i, name);
  }
  return true;
}

bool attnVerifyAxes(MlirOperation op, bool tile, AttnAxes *axes) {
  static const char *const keys[] = {"name", "role", "extent", "tile"};
  intptr_t n = attnAttrArraySize(op, "axes");
  if (n > ATTN_MAX_AXES)
    return attnBad(op, "has %td axes, at most %d are supported", n, ATTN_MAX_AXES);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "axes", i);
    if (!attnVerifyKeys(op, "axes", i, d, keys, tile ? 4 : 3))
      return false;
    const char *name = attnDictStr(d, "name"), *role = attnDictStr(d, "role");
    if (!name || !attnVerifyName(op, "axis", name))
      return name ? false : attnBad(op, "axes[%td] needs a 'name' (a string)", i);
    if (!role || (strcmp(role, "free") && strcmp(role, "fold") && strcmp(role, "contract")))
      return attnBad(op, "axis '%s' needs a 'role': \"free\", \"fold\" or \"contract\"", name);
    for (int k = 0; k < 2; ++k) {
      MlirAttribute a = attnDictGet(d, k ? "tile" : "extent");
      if (k && !tile)
        break;
      if (mlirAttributeIsNull(a) || !isPlainInt(a) || mlirIntegerAttrGetValueInt(a) < k)
        return attnBad(op, "axis '%s' needs %s", name,
                       k ? "a 'tile' (an integer, at least 1)"
                         : "an 'extent' (an integer, at least 0)");
    }
    for (intptr_t k = 0; k < i; ++k)
      if (strcmp(name, attnDictStr(attnAttrArrayGet(op, "axes", k), "name")) == 0)
        return attnBad(op, "has two axes named '%s'", name);
  }
  return attnAxesRead(op, axes) || attnBad(op, "has malformed axes");
}

bool attnVerifySchedule(MlirOperation op) {
  const char *text = attnAttrStr(op, "schedule");
  AttnSchedule s;
  char err[512];
  return !text || attnScheduleParse(text, &s, err, sizeof err) ||
         attnBad(op, "attribute 'schedule': %s", err);
}

bool attnVerifyBlock(MlirOperation op, intptr_t region, const char *name, intptr_t nArgs,
                     intptr_t nYields) {
  MlirBlock block = attnBody(op, region);
  if (mlirBlockIsNull(block) || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return attnBad(op, "region '%s' must have exactly one block", name);
  if (mlirBlockGetNumArguments(block) != nArgs)
    return attnBad(op, "region '%s' has %td arguments, expected %td", name,
                   mlirBlockGetNumArguments(block), nArgs);
  MlirOperation last = mlirBlockGetTerminator(block);
  if (!attnIs(last, "gpu.yield"))
    return attnBad(op, "region '%s' must end in gpu.yield", name);
  if (mlirOperationGetNumOperands(last) != nYields)
    return attnBad(op, "region '%s' yields %td values, expected %td", name,
                   mlirOperationGetNumOperands(last), nYields);
  return true;
}

bool attnVerifyTensor(MlirOperation op, const char *what, MlirType type) {
  char *text = attnTypeText(type);
  bool ok = mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
            mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type));
  if (ok) {
    MlirType e = mlirShapedTypeGetElementType(type);
    ok = mlirTypeIsAFloat(e) || mlirTypeIsAInteger(e) || mlirTypeIsAIndex(e);
  }
  if (!ok)
    attnBad(op, "%s is '%s', expected a ranked tensor of numbers with a static shape", what, text);
  free(text);
  return ok;
}

bool attnVerifyMapShape(MlirOperation op, const char *what, MlirAffineMap map, intptr_t nDims,
                        MlirType tensor) {
  if (mlirAffineMapGetNumSymbols(map) != 0)
    return attnBad(op, "%s has symbols, expected dimensions only", what);
  if (mlirAffineMapGetNumDims(map) != nDims)
    return attnBad(op, "%s takes %td dimensions, expected one for each of the %td axes", what,
                   mlirAffineMapGetNumDims(map), nDims);
  if (mlirAffineMapGetNumResults(map) != mlirShapedTypeGetRank(tensor))
    return attnBad(op,
                   "%s has %td results, expected one for each of the %lld dimensions of the tensor",
                   what, mlirAffineMapGetNumResults(map), (long long)mlirShapedTypeGetRank(tensor));
  return true;
}

bool attnVerifyBounds(MlirOperation op, const char *what, MlirAffineMap map, const int64_t *extents,
                      MlirType tensor) {
  intptr_t n = mlirAffineMapGetNumDims(map);
  int64_t lo[ATTN_MAX_AXES] = {0}, hi[ATTN_MAX_AXES];
  for (intptr_t i = 0; i < n; ++i) {
    if (extents[i] == 0) // no point, no read
      return true;
    hi[i] = extents[i] - 1;
  }
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, r);
    int64_t min, max, size = mlirShapedTypeGetDimSize(tensor, r);
    if (!attnAffineRange(e, lo, hi, &min, &max))
      return attnBad(op, "%s: the values of result %td cannot be bounded", what, r);
    if (min < 0 || max >= size)
      return attnBad(op,
                     "%s: result %td runs from %lld to %lld, but dimension %td has %lld elements",
                     what, r, (long long)min, (long long)max, r, (long long)size);
  }
  return true;
}

/// One result of a covering map; `seen` collects the dimensions that occur.
static bool coverDimension(MlirOperation op, const char *what, MlirAffineExpr e, intptr_t n,
                           const int64_t *extents, const char *const *names, int64_t size,
                           intptr_t r, AttnAxisSet *seen) {
  int64_t coeffs[ATTN_MAX_AXES], constant, product = 1, left = 0;
  if (!attnAffineLinear(mlirSimplifyAffineExpr(e, (uint32_t)n, 0), n, coeffs, &constant) ||
      constant)
    return attnBad(op, "%s: result %td is not a sum of axes times strides", what, r);
  bool empty = false;
  for (intptr_t i = 0; i < n; ++i) {
    if (!mlirAffineExprIsFunctionOfDim(e, i))
      continue;
    if ((*seen >> i & 1) && extents[i] > 1)
      return attnBad(op, "%s uses axis '%s' twice", what, names[i]);
    *seen |= (AttnAxisSet)1 << i;
    empty = empty || extents[i] == 0;
    left += extents[i] > 1;
  }
  if (empty)
    return size == 0 ||
           attnBad(op, "%s: dimension %td of the result has %lld elements, the axes give 0", what,
                   r, (long long)size);
  // Strides of a complete mixed radix: 1, then each the product of the extents below it.
  for (; left; --left) {
    intptr_t i = 0;
    while (i < n && (extents[i] <= 1 || coeffs[i] != product))
      ++i;
    if (i == n || __builtin_mul_overflow(product, extents[i], &product))
      return attnBad(
          op,
          "%s: result %td does not give distinct elements without gaps; expected strides "
          "1, n0, n0*n1, ... of the axes' extents",
          what, r);
    coeffs[i] = 0;
  }
  return product == size ||
         attnBad(op, "%s: dimension %td of the result has %lld elements, the axes give %lld", what,
                 r, (long long)size, (long long)product);
}

bool attnVerifyCover(MlirOperation op, const char *what, MlirAffineMap map, const int64_t *extents,
                     const char *const *names, MlirType tensor, AttnAxisSet *used) {
  intptr_t n = mlirAffineMapGetNumDims(map);
  *used = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r)
    if (!coverDimension(op, what, mlirAffineMapGetResult(map, r), n, extents, names,
                        mlirShapedTypeGetDimSize(tensor, r), r, used))
      return false;
  return true;
}
