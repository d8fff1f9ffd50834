//===- EntryTypes.h - What the entry takes and returns ---------------------===//
#ifndef ATTN_COMPILE_ENTRYTYPES_H
#define ATTN_COMPILE_ENTRYTYPES_H

#include "Dialect/Symbols.h"
#include "Runtime/Package.h"

/// Of a function after attn-symbols. Stand-in sizes are lengths: extents -1-k, k the symbol's
/// number. Names live as long as the context.
typedef struct AttnEntryTypes {
  AttnSymbols symbols;
  AttnPackageLength lengths[ATTN_MAX_SYMBOLS];
  int numArguments, numResults;
  AttnTensorType *arguments, *results;
} AttnEntryTypes;

/// False with an error at the function where a type does not run. Free in any case.
bool attnEntryTypesOf(MlirOperation func, AttnEntryTypes *s, AttnStatus *st);
void attnEntryTypesFree(AttnEntryTypes *s);

/// The runtime's type of a tensor type, stand-ins as lengths.
bool attnSymbolicType(const AttnSymbols *symbols, MlirType type, AttnTensorType *out);

#endif // ATTN_COMPILE_ENTRYTYPES_H
