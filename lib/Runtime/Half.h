//===- Half.h - f16 and bf16 as bits --------------------------------------===//
//
// Conversions with rounding to nearest even from double in ONE rounding step: going through float
// would round twice. Subnormals are exact, overflow gives infinity, NaN stays NaN (quiet).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_HALF_H
#define ATTN_RUNTIME_HALF_H

#include <stdint.h>

double attnF16ToDouble(uint16_t bits);
double attnBf16ToDouble(uint16_t bits);
uint16_t attnF16FromDouble(double x);
uint16_t attnBf16FromDouble(double x);

#endif // ATTN_RUNTIME_HALF_H
