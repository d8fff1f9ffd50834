//===- Defaults.c - The decisions nobody pinned ---------------------------===//
// See Defaults.h.
//===----------------------------------------------------------------------===//
#include "Passes/Defaults.h"

#include <string.h>

static int min64(int64_t a, int64_t b) { return (int)(a < b ? a : b); }
static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The smallest power of two that is at least v.
static int64_t powerAbove(int64_t v) {
  int64_t p = 1;
  while (p < v)
    p *= 2;
  return p;
}

AttnScalarTile attnDefaultContractTile(int64_t rows, int64_t cols, int64_t wide) {
  // 16 x 16 threads of 4 x 4 cells: each operand value read from shared memory feeds four
  // multiplications, and 8 warps hide its latency.
  AttnScalarTile t = {.n = 16, .m = 16, .fn = 4, .fm = 4};
  // Four rows of more than 8 wide columns each leave too little of some 160 registers a thread for
  // the scores and the operands: halve the rows.
  if (wide > 128)
    t.fm = 2;
  // No more rows than there are: cells first (more CTAs), then threads (16 columns of lanes leave
  // two lanes along the rows).
  while (t.fm > 1 && t.m * (t.fm / 2) >= rows)
    t.fm /= 2;
  while (t.m > 2 && (t.m / 2) * t.fm >= rows)
    t.m /= 2;
  // No more columns than there are.
  t.fn = min64(t.fn, ceilDiv(cols > 0 ? cols : 1, t.n));
  return t;
}

bool attnDefaultAtoms(void) {
  // Every chip that attnSharedLimit knows has them, 8 to 16 times as fast as scalar arithmetic.
  return true;
}

AttnAtomTile attnDefaultAtomTile(int64_t rows, int64_t cols, int64_t wide, int64_t batch) {
  // Four warps and 64 columns a step. Two row atoms a warp share each right fragment, so that
  // shared memory, read once for both, does not limit them; sums of scores and of results are then
  // 64 + wide registers of 255. Above 64 wide columns half the columns a step make room for them,
  // above 128 one row atom.
  AttnAtomTile t = {.family = ATTN_ATOM_MMA, .m = 16, .n = 8, .k = 16};
  t.wm = 4, t.wn = 1, t.fm = wide <= 128 ? 2 : 1, t.fn = wide <= 64 ? 8 : 4;
  // 132 multiprocessors (sm_90) want a CTA each before a CTA wants more rows.
  while (t.fm > 1 && ceilDiv(rows, 16 * t.wm * t.fm) * batch < 132)
    t.fm /= 2;
  if (wide <= 128 && t.fm == 1)
    t.fn = 8;
  // No more rows than there are: atoms first (more CTAs), then warps.
  while (t.fm > 1 && 16 * t.wm * (t.fm / 2) >= rows)
    t.fm /= 2;
  while (t.wm > 1 && 16 * (t.wm / 2) * t.fm >= rows)
    t.wm /= 2;
  // No more columns than there are, in pairs: the next contraction sums 16 at a time.
  while (t.fn > 2 && 8 * (t.fn / 2) >= cols)
    t.fn /= 2;
  return t;
}

AttnAtomTile attnDefaultFoldAtomTile(int64_t rows, int64_t cols) {
  // 128 x 128 on 2 x 2 warps of 64 x 64: each fragment feeds 4 (left) or 8 (right) atoms, and 128
  // sums leave room for the fragments.
  AttnAtomTile t = {.family = ATTN_ATOM_MMA, .m = 16, .n = 8, .k = 16};
  t.wm = 2, t.wn = 2, t.fm = 4, t.fn = 8;
  // 64 of the summed axis a step: a slab row is 128 bytes, all of the banks once.
  t.bk = 4;
  while (t.fm > 1 && 16 * t.wm * (t.fm / 2) >= rows)
    t.fm /= 2;
  while (t.wm > 1 && 16 * (t.wm / 2) * t.fm >= rows)
    t.wm /= 2;
  while (t.fn > 1 && 8 * t.wn * (t.fn / 2) >= cols)
    t.fn /= 2;
  while (t.wn > 1 && 8 * (t.wn / 2) * t.fn >= cols)
    t.wn /= 2;
  return t;
}

bool attnDefaultExp2(void) {
  // As written, until base 2 has been measured.
  return false;
}

AttnScalarTile attnDefaultFoldTile(int64_t rows, int64_t fold, bool foldContiguous) {
  AttnScalarTile t;
  if (foldContiguous) {
    // A warp a row, 512 elements of it a step: 16 loads in flight a lane, four rows a CTA so that
    // small inputs still fill the chip.
    t = (AttnScalarTile){.n = 32, .m = 4, .fn = 16, .fm = 1};
    t.fn = min64(t.fn, powerAbove(ceilDiv(fold > 0 ? fold : 1, t.n)));
    t.m = min64(t.m, powerAbove(rows > 0 ? rows : 1));
    return t;
  }
  // The rows are contiguous: lanes along the rows, each runs down its own column, 8 loads in
  // flight.
  t = (AttnScalarTile){.n = 1, .m = 128, .fn = 8, .fm = 1};
  t.fn = min64(t.fn, powerAbove(fold > 0 ? fold : 1));
  while (t.m > 32 && t.m / 2 >= rows)
    t.m /= 2;
  return t;
}

AttnScalarTile attnDefaultMapTile(int64_t rows, int64_t cols) {
  cols = cols > 0 ? cols : 1;
  if (rows > 1) {
    // A warp a row, 128 columns: 8 bytes of f16 or 16 of f32 a lane; 8 rows make a full CTA.
    AttnScalarTile t = {.n = 32, .m = 8, .fn = 4, .fm = 1};
    t.fn = min64(t.fn, powerAbove(ceilDiv(cols, t.n)));
    t.m = min64(t.m, powerAbove(rows));
    return t;
  }
  // One axis: all warps along it.
  AttnScalarTile t = {.n = 256, .m = 1, .fn = 4, .fm = 1};
  while (t.n > 32 && t.n / 2 * t.fn >= cols)
    t.n /= 2;
  t.fn = min64(t.fn, powerAbove(ceilDiv(cols, t.n)));
  return t;
}

int64_t attnDefaultChunk(int64_t extent) {
  // 64 columns of two 64-row f16 slabs are 16 KiB: several CTAs an SM fit.
  return extent > 32 ? 64 : 32;
}

AttnStage attnDefaultStage(int64_t unit) {
  // The next tile is under way while one is computed; more slots take shared memory from other CTAs
  // and there is no more latency to hide (measured on an H200: 2 against 3 slots within 1 %).
  // Swizzled rather than padded: rows of whole 128 bytes are written without conflicts as well as
  // read (measured: 8 to 30 % less time).
  AttnStage st = {.depth = 2, .transport = "cp", .pad = -1, .ring = true};
  st.swizzle = unit % 128 == 0 ? 128 : unit % 64 == 0 ? 64 : unit % 32 == 0 ? 32 : 0;
  if (!st.swizzle)
    st.pad = 16;
  return st;
}

bool attnDefaultHoldRegisters(int64_t registers) {
  // Beside up to 128 sums and the fragments under way; more would spill.
  return registers <= 32;
}

// CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability": maximum
// amount of shared memory per thread block, in KiB.
static const struct {
  const char *chip;
  int kib;
} chips[] = {{"sm_80", 163},  {"sm_86", 99},    {"sm_87", 163},  {"sm_89", 99},
             {"sm_90", 227},  {"sm_90a", 227},  {"sm_100", 227}, {"sm_100a", 227},
             {"sm_103", 227}, {"sm_103a", 227}, {"sm_120", 99},  {"sm_120a", 99}};

int64_t attnSharedLimit(const char *chip) {
  for (size_t i = 0; i < sizeof chips / sizeof *chips; ++i)
    if (strcmp(chips[i].chip, chip) == 0)
      return (int64_t)chips[i].kib * 1024;
  return -1;
}

const char *attnKnownChips(void) {
  return "sm_80, sm_86, sm_87, sm_89, sm_90, sm_90a, sm_100, sm_100a, sm_103, sm_103a, sm_120, "
         "sm_120a";
}
