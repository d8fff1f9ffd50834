//===- Bind.h - Symbols to numbers ----------------------------------------===//
#ifndef ATTN_PASSES_BIND_H
#define ATTN_PASSES_BIND_H

#include "Dialect/Symbols.h"

/// Gives the symbols of a function these lengths, at whatever level the function is between
/// attn-symbols and convert-tile-to-nvvm. False after an error: a length that is negative or passes
/// its limit.
bool attnBindSymbols(MlirOperation func, const AttnSymbols *symbols, const int64_t *lengths);

#endif // ATTN_PASSES_BIND_H
