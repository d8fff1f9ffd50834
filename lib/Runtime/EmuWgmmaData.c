//===- EmuWgmmaData.c - Matrix descriptors and products -------------------===//
//
// A matrix descriptor (PTX ISA, "Matrix Descriptor Format"):
//
//   bits 0-13 start address / 16     16-29 leading dimension byte offset (LBO) / 16
//   32-45 stride dimension byte offset (SBO) / 16     49-51 base offset
//   62-63 swizzle: 0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes
//
// The start has no rank of a CTA in it: it is in the own CTA. A rank that an address brings along
// ends up in the LBO.
//
// and where it puts the chunk of 8 elements ("Strides", "Canonical Layouts"; W: bytes of the
// swizzle, none counting as 16):
//
//   K-major   row r, chunk c of k     start + (r % 8) W + (r / 8) SBO + c * 16        (none: c *
//   LBO) MN-major  k, chunk c of rows      start + (k % 8) W + (k / 8) SBO
//                                     + (c % (W/16)) 16 + (c / (W/16)) LBO
//             none                    start + (k % 8) 16 + (k / 8) LBO + c SBO
//
// the address then being swizzled as bulk copies do (EmuBulk.c).
//
// Fragments (PTX ISA, "Register Fragments for wgmma.mma_async.m64nNk16"): warp w of the four has
// rows 16 w to 16 w + 15 of A and D, laid out as for mma.m16n8k16 (EmuMatrix.c).
// Arithmetic: EmuTensorCore.c.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuTensorCore.h"
#include "Runtime/EmuWgmma.h"

#include <inttypes.h>
#include <string.h>

enum { K = EMU_WGMMA_K, M = EMU_WGMMA_M };

//===--- descriptors ------------------------------------------------------===//

typedef struct Descriptor {
  uint32_t start, lbo, sbo, chunks; ///< chunks of 16 bytes in a swizzled row; 0: no swizzle
} Descriptor;

static bool isLegal(AttnEmuLane *l, uint32_t site, const char *which, uint64_t bits, bool mnMajor,
                    const Descriptor *d) {
  enum { RESERVED_LOW = 3 };
  uint64_t reserved = (bits >> 14 & RESERVED_LOW) | (bits >> 30 & RESERVED_LOW) | (bits >> 46 & 7) |
                      (bits >> 52 & 0x3ff);
  if (reserved) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "the descriptor of %s, 0x%" PRIx64 ", has reserved bits",
              which, bits);
    return false;
  }
  if (bits >> 49 & 7) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "the descriptor of %s, 0x%" PRIx64 ", has a base offset; only 0 is emulated", which,
              bits);
    return false;
  }
  if (d->chunks && !mnMajor && d->lbo > 16) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "the descriptor of %s, 0x%" PRIx64 ", has a leading dimension offset of %u bytes, "
              "which a swizzled K-major operand does not have; is the CTA's rank in its address?",
              which, bits, d->lbo);
    return false;
  }
  if (d->chunks && d->start >> 7 & (d->chunks - 1)) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "%s starts at 0x%x, inside of a pattern of the %u-byte swizzle: it has to start in "
              "the first row of %u bytes",
              which, d->start, d->chunks * 16, d->chunks * 128);
    return false;
  }
  return true;
}

bool emuWgmmaDecode(AttnEmuLane *l, uint32_t site, const char *which, uint64_t bits, bool mnMajor,
                    uint32_t rows, EmuWgmmaOperand *operand) {
  static const uint8_t chunksOf[] = {0, 8, 4, 2};
  EmuCta *cta = l->cta;
  Descriptor d = {.start = (uint32_t)(bits & 0x3fff) << 4,
                  .lbo = (uint32_t)(bits >> 16 & 0x3fff) << 4,
                  .sbo = (uint32_t)(bits >> 32 & 0x3fff) << 4,
                  .chunks = chunksOf[bits >> 62]};
  if (!isLegal(l, site, which, bits, mnMajor, &d))
    return false;
  uint32_t width = d.chunks ? d.chunks * 16 : 16, perRow = d.chunks ? d.chunks : 1;
  uint32_t outer = mnMajor ? K : rows, inner = mnMajor ? rows / 8 : K / 8;
  operand->numChunks = outer * inner;
  for (uint32_t i = 0; i < outer; ++i)
    for (uint32_t c = 0; c < inner; ++c) {
      uint32_t at = d.start + i % 8 * width;
      if (mnMajor && !d.chunks)
        at += i / 8 * d.lbo + c * d.sbo;
      else if (mnMajor)
        at += i / 8 * d.sbo + c % perRow * 16 + c / perRow * d.lbo;
      else
        at += i / 8 * d.sbo + c * (d.chunks ? 16 : d.lbo);
      at = emuSwizzled(at, d.chunks);
      if (at < ATTN_EMU_SHARED_BASE || at - ATTN_EMU_SHARED_BASE + 16 > cta->sharedBytes) {
        emuReport(l, ATTN_EMU_RANGE, site,
                  "the descriptor of %s leads to shared address 0x%x, the CTA has 0x%x to 0x%x",
                  which, at, ATTN_EMU_SHARED_BASE, ATTN_EMU_SHARED_BASE + cta->sharedBytes);
        return false;
      }
      operand->chunks[i * inner + c] = at;
    }
  return true;
}

//===--- products ---------------------------------------------------------===//

/// The chunk's element i goes to value[i * step], exponent[i * step].
static void readChunk(const uint8_t *shared, uint32_t address, bool bf16, double *value,
                      int16_t *exponent, size_t step) {
  uint16_t bits[8];
  memcpy(bits, shared + (address - ATTN_EMU_SHARED_BASE), sizeof bits);
  for (uint32_t i = 0; i < 8; ++i)
    emuTensorFactor(bits[i], bf16, &value[i * step], &exponent[i * step]);
}

static void readA(const uint8_t *shared, const EmuWgmmaOperand *a, bool mnMajor, bool bf16,
                  EmuTensorA *x) {
  for (uint32_t i = 0; i < a->numChunks; ++i) {
    EmuTensorA *row = &x[mnMajor ? i % (M / 8) * 8 : i / 2];
    uint32_t k = mnMajor ? i / (M / 8) : i % 2 * 8;
    // Down the rows for MN-major: the same k of the next row is a whole EmuTensorA further.
    if (!mnMajor)
      readChunk(shared, a->chunks[i], bf16, &row->value[k], &row->exponent[k], 1);
    else {
      double value[8];
      int16_t exponent[8];
      readChunk(shared, a->chunks[i], bf16, value, exponent, 1);
      for (uint32_t j = 0; j < 8; ++j)
        row[j].value[k] = value[j], row[j].exponent[k] = exponent[j];
    }
  }
}

static void readRegistersA(const uint32_t (*registers)[4], bool bf16, EmuTensorA *x) {
  for (uint32_t t = 0; t < EMU_WARPGROUP; ++t)
    for (uint32_t i = 0; i < 8; ++i) {
      EmuTensorA *row = &x[t / 32 * 16 + t % 32 / 4 + 8 * (i / 2 % 2)];
      uint32_t k = t % 4 * 2 + i % 2 + 8 * (i / 4);
      emuTensorFactor((uint16_t)(registers[t][i / 2] >> 16 * (i % 2)), bf16, &row->value[k],
                      &row->exponent[k]);
    }
}

static void readB(const uint8_t *shared, const EmuWgmmaOperand *b, bool mnMajor, bool bf16,
                  uint32_t n, EmuTensorB *x) {
  for (uint32_t i = 0; i < b->numChunks; ++i) {
    uint32_t k = mnMajor ? i / (n / 8) : i % 2 * 8, j = mnMajor ? i % (n / 8) * 8 : i / 2;
    readChunk(shared, b->chunks[i], bf16, &x->value[k][j], &x->exponent[k][j],
              mnMajor ? 1 : EMU_TENSOR_MAX_N);
  }
}

void emuWgmmaProduct(const uint8_t *shared, float *d, uint32_t n, bool add, bool bf16,
                     const uint32_t (*registersA)[4], const EmuWgmmaOperand *a, bool mnMajorA,
                     const EmuWgmmaOperand *b, bool mnMajorB) {
  EmuTensorA x[M];
  EmuTensorB y;
  if (registersA)
    readRegistersA(registersA, bf16, x);
  else
    readA(shared, a, mnMajorA, bf16, x);
  readB(shared, b, mnMajorB, bf16, n, &y);
  if (!add)
    memset(d, 0, sizeof *d * M * n);
  for (uint32_t i = 0; i < M; ++i)
    emuTensorRow(&x[i], &y, n, d + (size_t)i * n);
}
