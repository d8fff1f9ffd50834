//===- EmuMatrix.c - Matrices that a warp holds together ------------------===//
//
// Fragments of 8 x 8 matrices of 16-bit elements (PTX ISA, "ldmatrix", "stmatrix"): lane t holds,
// in register r, of matrix r
//
//                         row     columns                       .trans: rows     column
//                         t / 4   2 (t % 4), 2 (t % 4) + 1              2 (t % 4) ...   t / 4
//
// and lanes 8 r to 8 r + 7 give the addresses of its rows (16 bytes each).
//
// mma.m16n8k16 (PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type"), with
// g = t / 4, q = t % 4, element i of the fragment:
//
//   A  row  g + 8 [i is 2, 3, 6, 7]   column  2 q + i % 2 + 8 [i >= 4]
//   B  row  2 q + i % 2 + 8 [i >= 2]  column  g
//   C  row  g + 8 [i >= 2]            column  2 q + i % 2
//
// Arithmetic: EmuTensorCore.c.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"
#include "Runtime/EmuTensorCore.h"
#include "Runtime/Half.h"

#include <string.h>

//===--- ldmatrix, stmatrix -----------------------------------------------===//

/// Counts the request; rows of one matrix are one part.
static void countRows(EmuMeeting *m, uint32_t matrices) {
  EmuWorker *w = m->warp->cta->worker;
  if (!w->sites)
    return;
  uint32_t address[EMU_WARP];
  for (uint32_t i = 0; i < 8 * matrices; ++i)
    address[i] = (uint32_t)emuSharedOffset(m->warp->lanes, m->args[i][0]);
  w->sites[m->site].bytes += 128 * matrices;
  emuCountRequest(m->warp->cta, m->site, 8 * matrices, address, 16);
}

/// Element (row, column) of the fragment's register `half` of lane t.
static void place(uint32_t t, uint32_t half, bool trans, uint32_t *row, uint32_t *column) {
  uint32_t r = t / 4, c = 2 * (t % 4) + half;
  *row = trans ? c : r;
  *column = trans ? r : c;
}

/// args: address, matrices, layout (0 row, 1 col: transposed), ...
static void computeLoad(EmuMeeting *m) {
  uint32_t n = (uint32_t)m->args[0][1];
  bool trans = m->args[0][2];
  for (uint32_t r = 0; r < n; ++r) {
    uint16_t matrix[8][8];
    for (uint32_t i = 0; i < 8; ++i) {
      AttnEmuLane *l = &m->warp->lanes[8 * r + i];
      const void *row =
          emuSharedRead(l, emuSharedOffset(l, m->args[8 * r + i][0]), 16, 16, m->site);
      if (row)
        memcpy(matrix[i], row, 16);
      else
        memset(matrix[i], EMU_POISON, 16);
    }
    for (uint32_t t = 0; t < EMU_WARP; ++t) {
      uint64_t word = 0;
      for (uint32_t half = 0; half < 2; ++half) {
        uint32_t row, column;
        place(t, half, trans, &row, &column);
        word |= (uint64_t)matrix[row][column] << 16 * half;
      }
      m->results[t][r] = word;
    }
  }
  countRows(m, n);
}

static bool isWhole(AttnEmuLane *l, uint32_t site) {
  if (l->warp->exists == ~0u)
    return true;
  emuReport(l, ATTN_EMU_DIVERGENCE, site, "needs a whole warp, this one has lanes 0x%08x only",
            l->warp->exists);
  emuAbort(l);
}

static bool isCount(AttnEmuLane *l, uint32_t site, uint64_t n) {
  if (n == 1 || n == 2 || n == 4)
    return true;
  emuReport(l, ATTN_EMU_ILLEGAL, site, "moves %u matrices; 1, 2 and 4 are possible", (uint32_t)n);
  emuAbort(l);
}

void attnEmuLoadMatrix(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  if (isWhole(l, site) && isCount(l, site, args[1]))
    emuMeetAll(l, site, computeLoad, args, results);
}

/// args: count + 1, address, registers ..., layout
static void computeStore(EmuMeeting *m) {
  uint32_t n = (uint32_t)m->args[0][0] - 1;
  bool trans = m->args[0][2 + n];
  for (uint32_t r = 0; r < n; ++r) {
    uint16_t matrix[8][8];
    for (uint32_t t = 0; t < EMU_WARP; ++t)
      for (uint32_t half = 0; half < 2; ++half) {
        uint32_t row, column;
        place(t, half, trans, &row, &column);
        matrix[row][column] = (uint16_t)(m->args[t][2 + r] >> 16 * half);
      }
    for (uint32_t i = 0; i < 8; ++i) {
      AttnEmuLane *l = &m->warp->lanes[8 * r + i];
      emuSharedWrite(l, emuSharedOffset(l, m->args[8 * r + i][1]), matrix[i], 16, 16, m->site);
    }
  }
  if (m->warp->cta->worker->sites) {
    EmuMeeting shifted = *m; // the address is the first operand for countRows
    for (uint32_t t = 0; t < EMU_WARP; ++t)
      ++shifted.args[t];
    countRows(&shifted, n);
  }
}

void attnEmuStoreMatrix(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  if (isWhole(l, site) && isCount(l, site, args[0] - 1))
    emuMeetAll(l, site, computeStore, args, results);
}

//===--- mma.sync m16n8k16 ------------------------------------------------===//

enum { M = 16, N = 8, A_WORDS = 4, B_WORDS = 2, C_WORDS = 4 };

/// args: 4, A words, 2, B words, 4, C words, type of A, type of B (0 f16, 1 bf16), float(C)
static void computeMma(EmuMeeting *m) {
  EmuTensorA a[M];
  EmuTensorB b;
  float d[M][N];
  bool bf16 = m->args[0][13];
  for (uint32_t t = 0; t < EMU_WARP; ++t) {
    uint32_t g = t / 4, q = t % 4;
    const uint64_t *x = m->args[t] + 1, *y = m->args[t] + 6, *z = m->args[t] + 9;
    for (uint32_t i = 0; i < 8; ++i) {
      uint32_t row = g + 8 * (i / 2 % 2), k = 2 * q + i % 2 + 8 * (i / 4);
      emuTensorFactor((uint16_t)(x[i / 2] >> 16 * (i % 2)), bf16, &a[row].value[k],
                      &a[row].exponent[k]);
    }
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t k = 2 * q + i % 2 + 8 * (i / 2);
      emuTensorFactor((uint16_t)(y[i / 2] >> 16 * (i % 2)), bf16, &b.value[k][g],
                      &b.exponent[k][g]);
      memcpy(&d[g + 8 * (i / 2)][2 * q + i % 2], &z[i], sizeof(float));
    }
  }
  for (uint32_t row = 0; row < M; ++row)
    emuTensorRow(&a[row], &b, N, d[row]);
  for (uint32_t t = 0; t < EMU_WARP; ++t)
    for (uint32_t i = 0; i < C_WORDS; ++i) {
      uint32_t bits;
      memcpy(&bits, &d[t / 4 + 8 * (i / 2)][2 * (t % 4) + i % 2], sizeof bits);
      m->results[t][i] = bits;
    }
}

void attnEmuMma(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  if (args[0] != A_WORDS || args[5] != B_WORDS || args[8] != C_WORDS || args[13] != args[14]) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "is emulated with 4, 2 and 4 registers (f32 accumulators) and one type of operands");
    emuAbort(l);
  }
  if (isWhole(l, site))
    emuMeetAll(l, site, computeMma, args, results);
}
