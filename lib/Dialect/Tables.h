//===- Tables.h - What the IRDL texts say about each operation ------------===//
//
// The embedded IRDL texts carry `//!` comments (their grammar stands at the head of
// Carrier/carrier.irdl.mlir). They are parsed once per process into these tables, which drive the
// documentation and the attribute checks of the verifier.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_TABLES_H
#define ATTN_DIALECT_TABLES_H

#include <stdbool.h>
#include <stddef.h>

// The kinds an attribute can be declared with: enumerator, spelling in the IRDL text, words for
// people.
#define ATTN_ATTR_KINDS(X)                                                                         \
  X(STRING, "string", "a string")                                                                  \
  X(INT, "int", "an integer")                                                                      \
  X(BOOL, "bool", "a bool")                                                                        \
  X(FLOAT, "float", "a float")                                                                     \
  X(TYPE, "type", "a type")                                                                        \
  X(STRINGS, "strings", "an array of strings")                                                     \
  X(INTS, "ints", "an array of integers")                                                          \
  X(MAPS, "maps", "an array of affine maps")                                                       \
  X(MAP, "map", "an affine map")                                                                   \
  X(DICT, "dict", "a dictionary")                                                                  \
  X(DICTS, "dicts", "an array of dictionaries")                                                    \
  X(ANY, "any", "any attribute")

typedef enum AttnAttrKind {
#define X(E, SPELLING, WORDS) ATTN_KIND_##E,
  ATTN_ATTR_KINDS(X)
#undef X
      ATTN_KIND_COUNT
} AttnAttrKind;

/// Spelling ("strings") and words for messages ("an array of strings").
const char *attnAttrKindName(AttnAttrKind kind);
const char *attnAttrKindWords(AttnAttrKind kind);

typedef struct AttnAttrEntry {
  char *name;
  AttnAttrKind kind;
  bool required;
  char *doc;
} AttnAttrEntry;

typedef struct AttnOpEntry {
  char *name; ///< with the dialect, e.g. "carrier.fold"
  char *doc;  ///< lines joined by '\n', without the `//! `
  /// What IRDL declares, ready to print: "lhs: any", "origins: variadic index"; "" for none.
  char *operands, *results, *regions;
  size_t nAttrs;
  AttnAttrEntry *attrs;
} AttnOpEntry;

typedef struct AttnDialectEntry {
  char *name;
  char *doc;
  size_t nOps;
  AttnOpEntry *ops;
} AttnDialectEntry;

/// Both dialects, in the order of their levels. Parsed at the first call, from any thread; never
/// freed.
const AttnDialectEntry *attnDialectTables(size_t *n);
/// The entry of an operation; NULL if it is none of ours.
const AttnOpEntry *attnOpEntry(const char *name);
const AttnAttrEntry *attnAttrEntry(const AttnOpEntry *op, const char *attr);

#endif // ATTN_DIALECT_TABLES_H
