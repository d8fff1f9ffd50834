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

bool attnDefaultMergeTile(int64_t rows, AttnScalarTile *t) {
  // A warp a row of 128 columns leaves multiprocessors idle where rows are few: 32 columns a warp
  // (measured on an H200, both kernels: 32 rows of 32 parts 18.2 us against 19.5, 8 rows of
  // 128 21.4 against 27.5; 256 rows the same; 4096 rows 42 against 36).
  enum { FEW = 132 };
  if (rows <= FEW)
    *t = (AttnScalarTile){.n = 32, .m = 1, .fn = 1, .fm = 1};
  return rows <= FEW;
}

bool attnDefaultAtoms(void) {
  // Every chip that attnSharedLimit knows has them, 8 to 16 times as fast as scalar arithmetic.
  return true;
}

AttnAtomTile attnDefaultAtomTile(const AttnAtomProblem *p) {
  // Four warps. Two row atoms a warp share each right fragment: shared memory, read once for both,
  // does not limit them. Of a thread's 255 registers the sums of scores take 4 FM FN and the sums
  // of results FM * wide / 2; what is left has to hold fragments, row values and, without bulk
  // copies, addresses. Measured on an H200 at 4096 x 4096, 32 heads: f2x16 against f2x8 8 % less
  // time (64 wide), f2x8 against f2x4 10 % (128 wide), eight warps against four 8 % (256 wide).
  AttnAtomTile t = {.family = ATTN_ATOM_MMA, .m = 16, .n = 8, .k = 16};
  t.wm = 4, t.wn = 1, t.fm = 2;
  if (p->wide <= 64) {
    t.fn = p->wide == 0 || (p->bulk && !p->masked) ? 16 : 8; // masks take registers
  } else if (p->wide <= 128) {
    t.fm = p->bulk || !p->masked ? 2 : 1;
    t.fn = p->bulk || t.fm == 1 ? 8 : 4;
  } else {
    t.fm = 1, t.fn = p->bulk ? 8 : 4;
    t.wm = p->bulk ? 8 : 4;
  }
  // 132 multiprocessors (sm_90) want a CTA each before a CTA wants more rows.
  while (t.wm > 4 && ceilDiv(p->rows, 16 * t.wm * t.fm) * p->batch < 132)
    t.wm /= 2;
  bool few = t.fm > 1 && ceilDiv(p->rows, 16 * t.wm * t.fm) * p->batch < 132;
  if (few)
    t.fm = 1, t.fn = p->wide == 0 ? 32 : p->wide <= 64 ? t.fn : 8;
  // No more rows than there are: atoms first (more CTAs), then warps.
  while (t.fm > 1 && 16 * t.wm * (t.fm / 2) >= p->rows)
    t.fm /= 2;
  while (t.wm > 1 && 16 * (t.wm / 2) * t.fm >= p->rows)
    t.wm /= 2;
  // No more columns than there are, in pairs: the next contraction sums 16 at a time.
  while (t.fn > 2 && 8 * (t.fn / 2) >= p->cols)
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

bool attnDefaultExp2(int64_t wide) {
  // One operation less an element. Measured on an H200: 10 % less time with 64 wide columns; with
  // 128 the freedom it gives ptxas ends in spills, 6 % more.
  return wide <= 64;
}

bool attnDefaultVotes(int64_t wide, int beside) {
  // 256 columns keep the tensor cores busy all the time, and what is not computed is clock: 2.3 %
  // less time on an H200, causal 2.0 %. With 128 columns the way through a step counts, which the
  // branch makes longer: 3 to 4 % more. So it does for warpgroups side by side: 5 % (latent
  // attention).
  return wide >= 256 && beside == 1;
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

AttnStage attnDefaultStage(int64_t unit, int64_t ctas, bool bulk) {
  // The next tile is under way while one is computed. More slots take shared memory from other CTAs
  // and there is little more latency to hide, unless there are no other CTAs (measured on an H200:
  // a matrix product of 4096 10 % slower with 3 slots; 13 % faster with 4 where 128 CTAs are all).
  // Swizzled rather than padded: rows of whole 128 bytes are written without conflicts as well as
  // read (measured: 8 to 30 % less time). One thread issues a bulk copy: no addresses in registers,
  // no instructions in the others (measured: 4 to 12 % less time).
  AttnStage st = {.depth = ctas <= 132 ? 4 : 2, .transport = "cp", .pad = -1, .ring = true};
  st.swizzle = unit % 128 == 0 ? 128 : unit % 64 == 0 ? 64 : unit % 32 == 0 ? 32 : 0;
  if (st.swizzle && bulk)
    memcpy(st.transport, "tma", 4);
  if (!st.swizzle)
    st.pad = 16;
  return st;
}

bool attnDefaultHoldRegisters(int64_t registers, int64_t sums) {
  // The fragments under way, row values and addresses take up to 80 of 255.
  return registers <= 32 && registers + sums <= 176;
}

// CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability": maximum
// amount of shared memory per thread block, in KiB.
static const struct {
  const char *chip;
  int kib;
} chips[] = {{"sm_80", 163},  {"sm_86", 99},    {"sm_87", 163},  {"sm_89", 99},
             {"sm_90", 227},  {"sm_90a", 227},  {"sm_100", 227}, {"sm_100a", 227},
             {"sm_103", 227}, {"sm_103a", 227}, {"sm_120", 99},  {"sm_120a", 99}};

bool attnHasBulkCopies(const char *chip) { return strncmp(chip, "sm_8", 4) != 0; }

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
