//===- Options.h - Option signatures and option values --------------------===//
//
// A signature is text: `NAME:KIND=DEFAULT -- help` joined by ';'. KIND is int, bool, float or
// string. A default of kind string that contains ';' or ' --' stands in double quotes; a help text
// has no ';'.
//
// Values are text as well, as in a pipeline: `NAME=VALUE` separated by blanks. A value may stand in
// "..." or '...' (a backslash keeps the next character) or in balanced {...}. A bare NAME of kind
// bool means true.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PLUGIN_OPTIONS_H
#define ATTN_PLUGIN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum AttnOptionKind {
  ATTN_OPTION_INT,
  ATTN_OPTION_BOOL,
  ATTN_OPTION_FLOAT,
  ATTN_OPTION_STRING
} AttnOptionKind;
const char *attnOptionKindName(AttnOptionKind kind);

typedef struct AttnOptionValue {
  int64_t i;
  bool b;
  double f;
  char *s;    ///< kind string; owned
  bool given; ///< false: the default
} AttnOptionValue;

typedef struct AttnOptionSpec {
  char *name, *help; ///< help is "" if there is none
  AttnOptionKind kind;
  AttnOptionValue fallback;
} AttnOptionSpec;

typedef struct AttnSignature {
  AttnOptionSpec *specs;
  size_t count;
} AttnSignature;

/// An error at bytes [offset, offset + length) of some text. `message` is owned.
typedef struct AttnTextError {
  char *message;
  size_t offset, length;
} AttnTextError;

/// Parses a signature (NULL is empty). On failure returns false with a malloc'd message in *error.
bool attnSignatureParse(const char *text, AttnSignature *signature, char **error);
void attnSignatureFree(AttnSignature *signature);
const AttnOptionSpec *attnSignatureFind(const AttnSignature *signature, const char *name,
                                        size_t length, size_t *index);

/// Values for a signature: parses `text`, checks names and kinds, fills in defaults. Returns an
/// array parallel to the specs, or NULL with *error filled (what: the pass or pipeline, for
/// messages).
AttnOptionValue *attnOptionsParse(const AttnSignature *signature, const char *what,
                                  const char *text, size_t length, AttnTextError *error);
void attnOptionsFree(const AttnSignature *signature, AttnOptionValue *values);

/// One option value at text[*pos], quotes and braces taken off; owned. *pos moves behind it. NULL
/// if a quote or brace is not closed.
char *attnOptionScan(const char *text, size_t length, size_t *pos);
/// Prints `name=value name=value ...` such that attnOptionsParse reads the same values again.
void attnOptionsPrint(FILE *out, const AttnSignature *signature, const AttnOptionValue *values);
/// Prints one string value, quoted where it needs quotes.
void attnOptionQuote(FILE *out, const char *text);
/// Prints the value of one option.
void attnOptionPrintValue(FILE *out, AttnOptionKind kind, const AttnOptionValue *value);

#endif // ATTN_PLUGIN_OPTIONS_H
