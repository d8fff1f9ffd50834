//===- EmuMath.c - Instructions that approximate --------------------------===//
//
// PTX promises an error bound, not bits: the exact value rounded to f32 is within every bound.
// `ftz` replaces subnormal operands and results by zeros of the same sign.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuCalls.h"

#include <float.h>
#include <math.h>

static float flush(float x) { return fabsf(x) < FLT_MIN ? copysignf(0.0f, x) : x; }

float attnEmuExp2(float x) { return (float)exp2((double)x); }
float attnEmuExp2Ftz(float x) { return flush(attnEmuExp2(flush(x))); }
float attnEmuLog2(float x) { return (float)log2((double)x); }
float attnEmuLog2Ftz(float x) { return flush(attnEmuLog2(flush(x))); }
float attnEmuRcp(float x) { return (float)(1.0 / (double)x); }
float attnEmuRcpFtz(float x) { return flush(attnEmuRcp(flush(x))); }
float attnEmuRsqrt(float x) { return (float)(1.0 / sqrt((double)x)); }
float attnEmuRsqrtFtz(float x) { return flush(attnEmuRsqrt(flush(x))); }
float attnEmuSqrt(float x) { return (float)sqrt((double)x); }
float attnEmuSqrtFtz(float x) { return flush(attnEmuSqrt(flush(x))); }
float attnEmuTanh(float x) { return (float)tanh((double)x); }
float attnEmuSin(float x) { return (float)sin((double)x); }
float attnEmuCos(float x) { return (float)cos((double)x); }
float attnEmuDivFull(float x, float y) { return x / y; }
