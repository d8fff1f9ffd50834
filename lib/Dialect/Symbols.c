//===- Symbols.c - Lengths that are known at run time ---------------------===//
// See Symbols.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"

#include <stdio.h>
#include <stdlib.h>
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
    const char *of = attnDictStr(d, "of");
    s->of = attnSymbolNamed(symbols, of);
    s->div = 0;
    if (of &&
        (s->of < 0 || symbols->s[s->of].of >= 0 || !attnDictI64(d, "div", &s->div) || s->div < 1))
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

static bool isPrime(int64_t n) {
  for (int64_t d = 3; d * d <= n; d += 2)
    if (n % d == 0)
      return false;
  return n % 2 == 1;
}

int64_t attnSymbolStandIn(int64_t n) {
  n |= 1;
  do
    n += 2;
  while (!isPrime(n));
  return n;
}

static int64_t tiles(int64_t length, int64_t div) { return length / div + (length % div != 0); }

int attnSymbolDerive(MlirOperation op, int of, int64_t div) {
  MlirContext ctx = mlirOperationGetContext(op);
  MlirOperation func = attnParentOfName(op, "func.func");
  AttnSymbols symbols;
  MlirAttribute all[ATTN_MAX_SYMBOLS];
  char name[64];
  int64_t most = 0;
  if (!attnSymbolsRead(func, &symbols) || of < 0 || of >= symbols.n || symbols.s[of].of >= 0)
    return -1;
  for (int i = 0; i < symbols.n; ++i) {
    const AttnSymbol *s = &symbols.s[i];
    if (s->of == of && s->div == div)
      return i;
    most = s->size > most ? s->size : most;
    all[i] = attnAttrArrayGet(func, "attn.symbols", i);
  }
  const AttnSymbol *base = &symbols.s[of];
  if (symbols.n == ATTN_MAX_SYMBOLS)
    return -1;
  snprintf(name, sizeof name, "%s_%lld", base->name, (long long)div);
  MlirNamedAttribute fields[] = {attnNamed(ctx, "name", attnStr(ctx, name)),
                                 attnNamed(ctx, "of", attnStr(ctx, base->name)),
                                 attnNamed(ctx, "div", attnI64(ctx, div)),
                                 attnNamed(ctx, "size", attnI64(ctx, attnSymbolStandIn(most))),
                                 attnNamed(ctx, "limit", attnI64(ctx, tiles(base->limit, div))),
                                 attnNamed(ctx, "hint", attnI64(ctx, tiles(base->hint, div)))};
  all[symbols.n] = mlirDictionaryAttrGet(ctx, 6, fields);
  attnSetAttr(func, "attn.symbols", mlirArrayAttrGet(ctx, symbols.n + 1, all));
  return symbols.n;
}

void attnSymbolsComplete(const AttnSymbols *symbols, int64_t *lengths) {
  for (int i = 0; i < symbols->n; ++i)
    if (symbols->s[i].of >= 0)
      lengths[i] = tiles(lengths[symbols->s[i].of], symbols->s[i].div);
}

MlirValue attnSymbolValue(const AttnBuilder *b, const char *name) {
  MlirNamedAttribute symbol = attnNamed(b->ctx, "symbol", attnStr(b->ctx, name));
  return attnBuild0(b, "carrier.size", mlirIndexTypeGet(b->ctx), 1, &symbol);
}
