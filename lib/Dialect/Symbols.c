//===- Symbols.c - Lengths that are known at run time ---------------------===//
// See Symbols.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"

#include <string.h>

bool attnSymbolsRead(MlirOperation op, AttnSymbols *symbols) {
  symbols->n = 0;
  if (!attnIs(op, "func.func"))
    op = attnParentOfName(op, "func.func");
  intptr_t n = mlirOperationIsNull(op) ? 0 : attnAttrArraySize(op, "attn.symbols");
  if (n > ATTN_MAX_SYMBOLS)
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "attn.symbols", i);
    AttnSymbol *s = &symbols->s[i];
    s->name = attnDictStr(d, "name");
    if (!s->name || !attnDictI64(d, "size", &s->size) || !attnDictI64(d, "limit", &s->limit) ||
        !attnDictI64(d, "hint", &s->hint) || s->size <= s->limit || s->limit < 1 || s->hint < 1)
      return false;
    ++symbols->n;
  }
  return true;
}

int attnSymbolOf(const AttnSymbols *symbols, int64_t size) {
  for (int i = 0; i < symbols->n; ++i)
    if (symbols->s[i].size == size)
      return i;
  return -1;
}

bool attnSymbolPart(const AttnSymbols *symbols, int64_t size) {
  for (int i = 0; i < symbols->n && size; ++i)
    if (attnSymbolOf(symbols, size) < 0 &&
        (size % symbols->s[i].size == 0 || size >= symbols->s[i].size / 2))
      return true;
  return false;
}

int attnSymbolNamed(const AttnSymbols *symbols, const char *name) {
  for (int i = 0; name && i < symbols->n; ++i)
    if (strcmp(symbols->s[i].name, name) == 0)
      return i;
  return -1;
}

int attnSymbolOfValue(const AttnSymbols *symbols, MlirValue v) {
  MlirOperation d = attnDef(v);
  return attnIs(d, "carrier.size") ? attnSymbolNamed(symbols, attnAttrStr(d, "symbol")) : -1;
}

int64_t attnSymbolHint(const AttnSymbols *symbols, int64_t extent) {
  int at = attnSymbolOf(symbols, extent);
  return at < 0 ? extent : symbols->s[at].hint;
}

MlirValue attnSymbolValue(const AttnBuilder *b, const char *name) {
  MlirNamedAttribute symbol = attnNamed(b->ctx, "symbol", attnStr(b->ctx, name));
  return attnBuild0(b, "carrier.size", mlirIndexTypeGet(b->ctx), 1, &symbol);
}
