//===- ListText.h - Growing text, and scalar code as formulas -------------===//
//
// The lower half of the listing (inside lib/Compile): a text buffer, names of values, and the
// scalar operations of a region written the way a person writes them,
//
//   max(%0[m], t0 * 0.125) / f32(%arg1[b, h, kv])
//
// Values carry the names that the printed IR gives them, so that a listing and its IR can be read
// side by side.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_LISTTEXT_H
#define ATTN_COMPILE_LISTTEXT_H

#include "Dialect/Symbols.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct AttnText {
  char *data; ///< NUL-terminated once something was written; owned
  size_t size, capacity;
  MlirAsmState names;  ///< of the module that is listed
  AttnSymbols symbols; ///< of the function that is listed
} AttnText;

void attnTextAdd(AttnText *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/// `depth` times two blanks.
void attnTextIndent(AttnText *t, int depth);
/// Blanks up to `column` of the current line, at least one.
void attnTextColumn(AttnText *t, size_t column);
void attnTextFree(AttnText *t);

/// A size, or the name of the length that it stands for.
void attnTextSize(AttnText *t, int64_t size);
/// %name of a value; a length (carrier.size) by its own.
void attnTextName(AttnText *t, MlirValue v);
/// A type: tensors as `1x4x128 f16`, the rest as MLIR writes it.
void attnTextType(AttnText *t, MlirType type);
/// A scalar attribute: floats and integers as numbers (-inf for the infinity), strings bare.
void attnTextAttr(AttnText *t, MlirAttribute a);

/// Where the dimensions of an affine map get their names from: names[i], or, where names is NULL,
/// the name of values[i].
typedef struct AttnDims {
  intptr_t n;
  const char *const *names;
  const MlirValue *values;
} AttnDims;
/// The results of a map, joined by ", ".
void attnTextMap(AttnText *t, MlirAffineMap map, AttnDims dims);

/// How the scalar operations of one block are written.
typedef struct AttnScope {
  MlirBlock
      block;     ///< its operations are written out, values from elsewhere (but constants) by name
  AttnDims axes; ///< names of the dimensions of the enclosing operation
  /// Values that were given a name of their own (t0, t1 ...) because they are used twice.
  MlirValue temporary[64];
  int numTemporaries, firstTemporary;
  const char *const *argNames; ///< names of the block's arguments; NULL: as in the IR
} AttnScope;

/// The value as a formula.
void attnTextFormula(AttnText *t, MlirValue v, const AttnScope *scope);
/// A scalar operation as a formula of the names of its operands.
void attnTextOperation(AttnText *t, MlirOperation op);
/// Gives names to the values of the scope's block that are used more than once or are contractions,
/// and writes one line for each at `depth`.
void attnTextTemporaries(AttnText *t, AttnScope *scope, int depth);

#endif // ATTN_COMPILE_LISTTEXT_H
