//===- Source.h - Input text and diagnostics that show it -----------------===//
//
// mlir-c parses text from memory but names the buffer "-" and has no source manager. Here are the
// pieces a tool needs: reading an input whole, cutting it at `// -----`, parsing it so that
// locations carry the real name and line, and printing a diagnostic with its source line and a
// caret.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_SOURCE_H
#define ATTN_IR_SOURCE_H

#include "IR/Diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Text that is looked at as lines. NUL follows the last byte, NUL bytes inside are allowed.
typedef struct AttnSource {
  char *name; ///< as in diagnostics: the path, or "<stdin>"
  char *text;
  size_t size;
} AttnSource;

/// Reads `path` whole ("-": standard input, named <stdin>). On failure returns false and puts the
/// reason (of strerror) into *why.
bool attnSourceRead(const char *path, AttnSource *source, const char **why);
void attnSourceFree(AttnSource *source);

/// The next part of a source that is split at lines `// -----`, starting at *offset; false at the
/// end. The part is a copy that begins with one newline for each line before it, so that its line
/// numbers are those of the whole file. There is always at least one part.
bool attnSourceNextPart(const AttnSource *whole, size_t *offset, AttnSource *part);

/// Parses the text as a module (several top-level operations are wrapped into one). Locations of
/// the parsed operations carry the source's name. Null after an error; diagnostics go to the sink
/// of the context, where a file called "-" means this source.
MlirModule attnSourceParse(MlirContext ctx, const AttnSource *source);

/// The file position of a diagnostic's location, "-" renamed to the source's name.
bool attnSourcePosition(const AttnSource *source, MlirLocation loc, const char **file,
                        unsigned *line, unsigned *col);

/// Prints `file:line:col: severity: text`, and where the position is inside `source` (which may be
/// NULL) the line and a caret under the column.
void attnSourcePrintDiag(FILE *out, const AttnSource *source, AttnSeverity severity,
                         MlirLocation loc, const char *text);

/// Prints a line of text (`length` bytes) and below it `^~~~` under bytes [column, column + width).
/// Long lines are cut to a window around the column; control characters are shown as spaces.
void attnPrintCaret(FILE *out, const char *line, size_t length, size_t column, size_t width);

const char *attnSeverityName(AttnSeverity severity);

#endif // ATTN_IR_SOURCE_H
