//===- Symbols.h - Lengths that are known at run time ---------------------===//
//
// A dimension `?` of an argument is a *symbol*: a length >= 0 that each call brings along.
// attn-symbols finds the symbols of a function, writes them down in its attribute `attn.symbols`
// and gives every dimension that a symbol measures one and the same static size:
//
//   attn.symbols = [{name = "s0", size = 1048583, limit = 1048576, hint = 4096,
//                    dims = [[0, 2], [1, 2]]}]
//
//   size    stands for the symbol in types and in the extents of axes. A prime, larger than the
//           limit and than four times every number of the module: what is proved of it by "at most"
//           holds for every length, it is a multiple of nothing, and it is found again by value,
//           also among the factors of a stride.
//   limit   the longest length that may be asked for
//   hint    the length that predictions are made for
//   dims    [argument, dimension]: where a call shows the length; they have to agree
//
// A length may be derived: {name = "s0_128", of = "s0", div = 128, size, limit, hint} is the number
// of tiles of 128 in s0, rounded up. It has a stand-in of its own, and no dims.
//
// As a value the length is `carrier.size {symbol = "s0"} : index`, in the function in front of the
// operations that use it. No pass may emit `size` itself as a number that a kernel computes with,
// but as a bound that no length passes.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_SYMBOLS_H
#define ATTN_DIALECT_SYMBOLS_H

#include "IR/Build.h"

enum { ATTN_MAX_SYMBOLS = 8 };

typedef struct AttnSymbol {
  const char *name; ///< lives as long as the context
  int64_t size, limit, hint;
  int of;      ///< number of the symbol that it is derived of; -1: arguments show it
  int64_t div; ///< ceil(of / div); 0: arguments show it
} AttnSymbol;

typedef struct AttnSymbols {
  int n;
  AttnSymbol s[ATTN_MAX_SYMBOLS];
} AttnSymbols;

/// The symbols of the function that `op` is or stands in. False if the attribute is malformed;
/// none at all is n = 0.
bool attnSymbolsRead(MlirOperation op, AttnSymbols *symbols);
/// Which symbol a static size stands for; -1: it is a number like any other.
int attnSymbolOf(const AttnSymbols *symbols, int64_t size);
/// Is a size made of a stand-in, but none itself (a product, a sum, what is left behind a cut)? It
/// would be taken for a number. A number of the module is none: see `size`.
bool attnSymbolPart(const AttnSymbols *symbols, int64_t size);
/// -1 if there is none of this name (or name is NULL).
int attnSymbolNamed(const AttnSymbols *symbols, const char *name);
/// Which symbol a value is (the result of carrier.size); -1: none.
int attnSymbolOfValue(const AttnSymbols *symbols, MlirValue v);
/// The length that predictions are made for: the hint of a symbol, else the extent itself.
int64_t attnSymbolHint(const AttnSymbols *symbols, int64_t extent);
/// The number of the symbol ceil(of / div), which the function of `op` gets if it has none such
/// yet; -1 if there is no room. Read the symbols again.
int attnSymbolDerive(MlirOperation op, int of, int64_t div);
/// The lengths of derived symbols, from those that arguments show.
void attnSymbolsComplete(const AttnSymbols *symbols, int64_t *lengths);
/// A number that can stand for a length: the next prime above n.
int64_t attnSymbolStandIn(int64_t n);
/// carrier.size at `b`.
MlirValue attnSymbolValue(const AttnBuilder *b, const char *name);

#endif // ATTN_DIALECT_SYMBOLS_H
