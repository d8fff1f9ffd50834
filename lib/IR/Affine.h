//===- Affine.h - What an affine expression can be ------------------------===//
//
// Facts about affine expressions that mlir-c does not offer. All arithmetic is checked: an answer
// that does not fit 64 bits is no answer.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_AFFINE_H
#define ATTN_IR_AFFINE_H

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"

#include <stdbool.h>
#include <stdint.h>

/// The greatest common divisor, of 0 and x |x|.
int64_t attnGcd(int64_t a, int64_t b);

/// Bounds (inclusive) of `expr` where dimension i runs over lo[i] .. hi[i] (inclusive, lo <= hi),
/// by interval arithmetic: never too narrow; wider than need be where a dimension occurs more than
/// once in a way that simplification does not remove. False where nothing can be said: symbols, a
/// division by something that can be zero or negative, overflow.
bool attnAffineRange(MlirAffineExpr expr, const int64_t *lo, const int64_t *hi, int64_t *min,
                     int64_t *max);

/// expr = sum of coeffs[i] * d_i + constant? False if it is not of this form. coeffs has n entries,
/// n the number of dimensions.
bool attnAffineLinear(MlirAffineExpr expr, intptr_t n, int64_t *coeffs, int64_t *constant);

/// x -> map(by(x)): the results of `map`, whose dimensions are the results of `by`.
MlirAffineMap attnAffineOver(MlirAffineMap map, MlirAffineMap by);

#endif // ATTN_IR_AFFINE_H
