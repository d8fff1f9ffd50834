//===- Chip.c - Facts about chips -----------------------------------------===//
//
// Sources. Room (shared memory, threads, CTAs, registers) and instruction throughput: CUDA C++
// Programming Guide, "Technical Specifications per Compute Capability" and "Throughput of Native
// Arithmetic Instructions". SMs, clocks, tensor throughput, caches and memory: the vendor's
// architecture papers and data sheets of A100 (80 GB SXM), L40S, H200 SXM and RTX 5090. Tensor
// throughput is the data sheet's dense f16 rate with f32 accumulation divided by SMs and boost
// clock, except on Hopper, whose mma.sync reaches 63 % of what wgmma does (4096): measured by
// several published microbenchmarks. L2 rates are measured ones, rounded: an H200's, of products
// that read 44 bytes a cycle and SM. An H200 has 66 of 72 pairs of SMs, in 8 processing clusters of
// which chips differ; where each has 7 to 9 pairs there is room for 29 clusters of four CTAs. 32
// and 33 did not all reside: a persistent grid took twice as long
// (bench/results/clusters-h200.json).
//
//===----------------------------------------------------------------------===//
#include "Schedule/Chip.h"

#include <stddef.h>
#include <string.h>

enum { KIB = 1024, MIB = 1024 * 1024 };

#define H200                                                                                       \
  .board = "H200", .sms = 132, .quads = 29, .gigahertz = 1.9, .mmaFlops = 2576, .fmaLanes = 128,   \
  .mufuLanes = 16, .issue = 4, .ldsBytes = 128, .l2Bytes = 48, .shared = 228 * KIB,                \
  .sharedPerCta = 227 * KIB, .sharedReserved = KIB, .registers = 65536, .registersPerThread = 255, \
  .threads = 2048, .ctas = 32, .dramGigabytes = 4380, .l2Size = 50 * MIB, .tma = true

static const AttnChipFacts chips[] = {
    {.name = "sm_80",
     .board = "A100",
     .sms = 108,
     .gigahertz = 1.41,
     .mmaFlops = 2048,
     .fmaLanes = 64,
     .mufuLanes = 16,
     .issue = 4,
     .ldsBytes = 128,
     .l2Bytes = 40,
     .shared = 164 * KIB,
     .sharedPerCta = 163 * KIB,
     .sharedReserved = KIB,
     .registers = 65536,
     .registersPerThread = 255,
     .threads = 2048,
     .ctas = 32,
     .dramGigabytes = 2039,
     .l2Size = 40 * MIB},
    {.name = "sm_89",
     .board = "L40S",
     .sms = 142,
     .gigahertz = 2.52,
     .mmaFlops = 1024,
     .fmaLanes = 128,
     .mufuLanes = 16,
     .issue = 4,
     .ldsBytes = 128,
     .l2Bytes = 20,
     .shared = 100 * KIB,
     .sharedPerCta = 99 * KIB,
     .sharedReserved = KIB,
     .registers = 65536,
     .registersPerThread = 255,
     .threads = 1536,
     .ctas = 24,
     .dramGigabytes = 864,
     .l2Size = 96 * MIB},
    {.name = "sm_90a", H200, .wgmmaFlops = 4096},
    {.name = "sm_90", H200}, // without what is sm_90a's alone: wgmma, setmaxnreg
    {.name = "sm_120a",
     .board = "RTX 5090",
     .sms = 170,
     .gigahertz = 2.41,
     .mmaFlops = 512,
     .fmaLanes = 128,
     .mufuLanes = 16,
     .issue = 4,
     .ldsBytes = 128,
     .l2Bytes = 24,
     .shared = 100 * KIB,
     .sharedPerCta = 99 * KIB,
     .sharedReserved = KIB,
     .registers = 65536,
     .registersPerThread = 255,
     .threads = 1536,
     .ctas = 24,
     .dramGigabytes = 1792,
     .l2Size = 96 * MIB,
     .tma = true},
};

// Chips that share a row.
static const struct {
  const char *name, *row;
} relatives[] = {{"sm_86", "sm_89"},   {"sm_87", "sm_80"},  {"sm_100", "sm_90"},
                 {"sm_100a", "sm_90"}, {"sm_103", "sm_90"}, {"sm_103a", "sm_90"},
                 {"sm_120", "sm_120a"}};

const AttnChipFacts *attnChipFacts(const char *name) {
  for (size_t i = 0; i < sizeof relatives / sizeof *relatives; ++i)
    if (strcmp(relatives[i].name, name) == 0)
      return attnChipFacts(relatives[i].row);
  for (size_t i = 0; i < sizeof chips / sizeof *chips; ++i)
    if (strcmp(chips[i].name, name) == 0)
      return &chips[i];
  return NULL;
}

int attnChipResident(const AttnChipFacts *chip, int n) {
  return n == 4 && chip->quads ? n * chip->quads : chip->sms / n * n;
}
