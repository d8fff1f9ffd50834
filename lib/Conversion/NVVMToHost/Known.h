//===- Known.h - Looking operations up in Known.def -----------------------===//
#ifndef ATTN_CONVERSION_NVVMTOHOST_KNOWN_H
#define ATTN_CONVERSION_NVVMTOHOST_KNOWN_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum AttnKnownKind { ATTN_KNOWN_OP, ATTN_KNOWN_INTRINSIC, ATTN_KNOWN_PTX } AttnKnownKind;
typedef enum AttnKnownEffect {
  ATTN_KNOWN_NONE,
  ATTN_KNOWN_WARP,
  ATTN_KNOWN_CTA,
  ATTN_KNOWN_MEMORY,
  ATTN_KNOWN_ASYNC,
  ATTN_KNOWN_SERIAL,
  ATTN_KNOWN_PRODUCT,
  ATTN_KNOWN_PRODUCT_WAIT,
} AttnKnownEffect;

typedef struct AttnKnown {
  AttnKnownKind kind;
  const char *text;
  const char *function;
  bool math; ///< called with the operation's operands; else with lane, site and words
  AttnKnownEffect effect;
  const char *immediates;
} AttnKnown;

/// The row of an operation: by its name, its intrinsic or its PTX text. NULL: unknown. Numbers that
/// `%` matched go to `numbers` (at most 8), their count to *n.
const AttnKnown *attnKnownFind(MlirOperation op, int64_t *numbers, int *n);

enum { ATTN_KNOWN_MAX_IMMEDIATES = 24 };
/// The immediates of a row for an operation. Emits an error at the operation where an attribute has
/// a value that the emulator does not know.
MlirLogicalResult attnKnownImmediates(const AttnKnown *row, MlirOperation op, int64_t *values,
                                      int *n);

/// Every runtime function that converted kernels may call, for the JIT; false behind the last.
bool attnNVVMToHostSymbol(size_t i, const char **name, void (**address)(void));

#endif // ATTN_CONVERSION_NVVMTOHOST_KNOWN_H
