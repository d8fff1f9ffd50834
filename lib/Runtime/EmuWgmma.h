//===- EmuWgmma.h - Operands of asynchronous matrix products --------------===//
#ifndef ATTN_RUNTIME_EMUWGMMA_H
#define ATTN_RUNTIME_EMUWGMMA_H

#include "Runtime/EmuInternal.h"

enum {
  EMU_WGMMA_M = 64,
  EMU_WGMMA_K = 16,
  EMU_WGMMA_MAX_N = 256,
  EMU_WGMMA_MAX_CHUNKS = 2 * EMU_WGMMA_MAX_N, ///< of one operand
};

/// An operand in shared memory: the shared addresses of its chunks of 8 elements (16 bytes),
///
///   K-major    chunk 2 r + c           row r of A or column r of B, elements k = 8 c ...
///   MN-major   chunk (rows / 8) k + c  for this k, rows of A or columns of B 8 c ...
typedef struct EmuWgmmaOperand {
  uint32_t numChunks;
  uint32_t chunks[EMU_WGMMA_MAX_CHUNKS];
} EmuWgmmaOperand;

/// Decodes a matrix descriptor for `rows` rows of A or columns of B. False after a report.
bool emuWgmmaDecode(AttnEmuLane *lane, uint32_t site, const char *which, uint64_t descriptor,
                    bool mnMajor, uint32_t rows, EmuWgmmaOperand *operand);

/// d = a * b, or d += a * b if `add`. d is 64 x n, row-major. registersA: the four registers of
/// each lane, NULL if A lies in shared memory.
void emuWgmmaProduct(const uint8_t *shared, float *d, uint32_t n, bool add, bool bf16,
                     const uint32_t (*registersA)[4], const EmuWgmmaOperand *a, bool mnMajorA,
                     const EmuWgmmaOperand *b, bool mnMajorB);

/// Row and column of element i of lane t's accumulator (t in the warpgroup).
static inline uint32_t emuWgmmaRow(uint32_t t, uint32_t i) {
  return t / 32 * 16 + t % 32 / 4 + 8 * (i / 2 % 2);
}
static inline uint32_t emuWgmmaColumn(uint32_t t, uint32_t i) {
  return i / 4 * 8 + t % 4 * 2 + i % 2;
}

#endif // ATTN_RUNTIME_EMUWGMMA_H
