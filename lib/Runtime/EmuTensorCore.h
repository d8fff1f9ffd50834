//===- EmuTensorCore.h - Sums of products as tensor cores take them -------===//
#ifndef ATTN_RUNTIME_EMUTENSORCORE_H
#define ATTN_RUNTIME_EMUTENSORCORE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  EMU_TENSOR_K = 16, ///< products that are added at once, with the accumulator
  EMU_TENSOR_MAX_N = 256,
};

/// One row of A: a[k].
typedef struct EmuTensorA {
  double value[EMU_TENSOR_K];
  int16_t exponent[EMU_TENSOR_K]; ///< of the significand's unit bit
} EmuTensorA;

/// B: b[k][j].
typedef struct EmuTensorB {
  double value[EMU_TENSOR_K][EMU_TENSOR_MAX_N];
  int16_t exponent[EMU_TENSOR_K][EMU_TENSOR_MAX_N];
} EmuTensorB;

/// An operand's value and exponent from its bits, f16 or bf16.
void emuTensorFactor(uint16_t bits, bool bf16, double *value, int16_t *exponent);

/// One row of D = A B + D: d[j] += a[0] b[0][j] + ... + a[15] b[15][j], j < n <= EMU_TENSOR_MAX_N.
void emuTensorRow(const EmuTensorA *a, const EmuTensorB *b, uint32_t n, float *d);

#endif // ATTN_RUNTIME_EMUTENSORCORE_H
