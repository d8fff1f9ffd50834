//===- Function.h - Functions of math, written out ------------------------===//
//
// What arith and math have no exact instruction for. Function.c: on f32, and what both files share;
// FunctionF64.c: on f64.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_TILETONVVM_FUNCTION_H
#define ATTN_CONVERSION_TILETONVVM_FUNCTION_H

#include "Conversion/TileToNVVM/Lower.h"

typedef struct AttnFunction {
  const char *name; ///< of the operation
  int arity;
  MlirValue (*emit)(AttnLower *, const MlirValue *x); ///< on f32, or on f64
} AttnFunction;

/// How the operation is computed on its element type (f32 for f16 and bf16); null if it needs
/// nothing written out.
const AttnFunction *attnLFunction(MlirOperation op);
const AttnFunction *attnLFunctionF64(const char *name);

//===--- of both types ----------------------------------------------------===//

/// A constant of x's type.
MlirValue attnFnReal(AttnLower *k, MlirValue x, double v);
MlirValue attnFnFma(AttnLower *k, MlirValue x, MlirValue y, MlirValue z);
MlirValue attnFnMul(AttnLower *k, MlirValue x, MlirValue y);
MlirValue attnFnNegate(AttnLower *k, MlirValue x);
MlirValue attnFnAbs(AttnLower *k, MlirValue x);
/// c[0] + c[1] x + ... + c[n - 1] x^(n - 1)
MlirValue attnFnPoly(AttnLower *k, MlirValue x, int n, const double *c);
/// |x| < bound ? near : far, with the sign of x. A NaN takes the near side, which keeps it.
MlirValue attnFnSides(AttnLower *k, MlirValue x, MlirValue abs, double bound, MlirValue near,
                      MlirValue far);
/// The sine of `quadrant` (i32) quarter turns more than the angle with this sine and cosine.
MlirValue attnFnTurned(AttnLower *k, MlirValue quadrant, MlirValue sine, MlirValue cosine);
/// x^y of r = |x|^y: the sign by the parity of y, NaN where x < 0 and y is not whole; x^0 = 1.
MlirValue attnFnPower(AttnLower *k, MlirValue x, MlirValue y, MlirValue r);

#endif
