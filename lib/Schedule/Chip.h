//===- Chip.h - Facts about chips -----------------------------------------===//
//
// What the model of Rank.h knows of a chip: how much a multiprocessor (SM) does in a cycle, what it
// has room for, and how fast memory is. Numbers are per SM unless they say otherwise; Chip.c names
// the source of each row.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_CHIP_H
#define ATTN_SCHEDULE_CHIP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AttnChipFacts {
  const char *name;  ///< as ptxas knows it
  const char *board; ///< the product the numbers are of
  int sms;
  int quads;        ///< clusters of four CTAs, one an SM, that reside for certain; 0: not known
  double gigahertz; ///< sustained under matrix work

  // Throughput a cycle.
  int mmaFlops;   ///< mma.sync f16 with f32 accumulation, dense; a multiplication and an addition
  int wgmmaFlops; ///< the same for wgmma; 0: the chip has none
  int fmaLanes;   ///< f32 fused multiply-adds
  int mufuLanes;  ///< ex2, rcp, lg2 and other special functions
  int issue;      ///< warp instructions
  int ldsBytes;   ///< shared memory, loads (ldmatrix included) and stores
  double l2Bytes; ///< from the L2 cache

  // Room.
  int64_t shared, sharedPerCta, sharedReserved; ///< bytes; reserved for each CTA by the system
  int registers, registersPerThread;            ///< 32-bit
  int threads, ctas;

  // Memory of the whole chip.
  double dramGigabytes; ///< a second
  int64_t l2Size;       ///< bytes

  bool tma;
} AttnChipFacts;

/// The facts of a chip: those of its nearest relative where the chip is known to ptxas but has no
/// row of its own; NULL for a name that is no chip.
const AttnChipFacts *attnChipFacts(const char *name);

/// CTAs that reside at once with one an SM, in clusters of n (1, 2 or 4).
int attnChipResident(const AttnChipFacts *chip, int n);

#endif // ATTN_SCHEDULE_CHIP_H
