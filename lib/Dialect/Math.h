//===- Math.h - What the schedule key MATH decides about -------------------===//
#ifndef ATTN_DIALECT_MATH_H
#define ATTN_DIALECT_MATH_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// An f32 quotient by a constant, *c, whose reciprocal is neither too small nor too large to
/// multiply by.
bool attnMathDivides(MlirOperation op, double *c);

/// Is there an exponential (math.exp) or such a quotient under `root`?
bool attnMathDecides(MlirOperation root);

#endif // ATTN_DIALECT_MATH_H
