//===- emu-async.c - Asynchronous copies, named barriers, mbarriers -------===//
//
// Kernels are C functions. What is right must run without a report and give the right values; each
// wrong neighbour must be caught.
//===----------------------------------------------------------------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Runtime/Emu.h"
#include "Runtime/EmuCalls.h"

#include <stdlib.h>
#include <string.h>

typedef void Kernel(AttnEmuLane *, void **);

enum { SITES = 8, WORDS = 256, S = ATTN_EMU_SHARED_BASE, W4 = 4 | 2 << 16 };
static const AttnEmuSite sites[SITES] = {{"copy", ""},    {"commit", ""}, {"wait", ""},
                                         {"barrier", ""}, {"load", ""},   {"store", ""},
                                         {"init", ""},    {"arrive", ""}};
static uint32_t input[WORDS], output[WORDS];

/// One CTA. Expects exactly the hazard (-1: none) as the first report, its text with `says` in it.
static void expectRun(Kernel *entry, uint32_t threads, int hazard, const char *says) {
  for (uint32_t i = 0; i < WORDS; ++i)
    input[i] = 1000 + i, output[i] = 0;
  AttnEmuBuffer in = {.name = "input", .data = input, .bytes = sizeof input, .readOnly = true};
  AttnEmuBuffer out = {.name = "output", .data = output, .bytes = sizeof output};
  AttnEmuBuffer *buffers[] = {&in, &out};
  AttnEmuKernel k = {.name = "k", .entry = entry, .numSites = SITES, .sites = sites};
  AttnEmuLaunchDesc d = {.kernel = &k,
                         .grid = {1, 1, 1},
                         .block = {threads, 1, 1},
                         .shared = 4096,
                         .numBuffers = 2,
                         .buffers = buffers};
  AttnEmu *emu = attnEmuCreate(&(AttnEmuOptions){.threads = 1});
  AttnStatus st;
  assert_true(attnEmuLaunch(emu, &d, &st));
  if (hazard < 0
          ? attnEmuNumReports(emu) != 0
          : attnEmuNumReports(emu) == 0 || attnEmuReport(emu, 0)->hazard != (AttnEmuHazard)hazard ||
                !strstr(attnEmuReport(emu, 0)->text, says)) {
    for (int i = 0; i < attnEmuNumReports(emu); ++i)
      print_message("%s\n", attnEmuReport(emu, i)->text);
    fail_msg("expected %s", hazard < 0 ? "no report" : says);
  }
  attnEmuDestroy(emu);
}

static uint32_t tid(AttnEmuLane *l) {
  uint64_t a[] = {ATTN_EMU_SREG_TID}, r[1];
  attnEmuSpecialRegister(l, 0, a, r);
  return (uint32_t)r[0];
}

static uint64_t global(const uint32_t *p) { return (uint64_t)(uintptr_t)p; }
static void copy(AttnEmuLane *l, uint64_t to, const uint32_t *from, uint32_t bytes) {
  uint64_t a[] = {2, to, global(from), bytes};
  attnEmuCopyAsync(l, 0, a, NULL);
}
static void copyPart(AttnEmuLane *l, uint64_t to, uint64_t from, uint32_t bytes, uint32_t part) {
  uint64_t a[] = {3, to, from, part, bytes};
  attnEmuCopyAsync(l, 0, a, NULL);
}
static void commit(AttnEmuLane *l) { attnEmuCommitGroup(l, 1, NULL, NULL); }
static void waitGroup(AttnEmuLane *l, uint64_t n) { attnEmuWaitGroup(l, 2, &n, NULL); }
static void barrier(AttnEmuLane *l) { attnEmuBarrierZero(l, 3, NULL, NULL); }
static uint32_t load(AttnEmuLane *l, uint64_t at) {
  uint32_t v;
  memcpy(&v, attnEmuReadShared(l, at, W4, 4), 4);
  return v;
}
static void store(AttnEmuLane *l, uint64_t at, uint32_t v) { attnEmuWriteShared(l, at, &v, W4, 5); }
static void out(AttnEmuLane *l, uint32_t i, uint32_t v) {
  attnEmuWriteGlobal(l, global(&output[i]), &v, W4, 5);
}
static void init(AttnEmuLane *l, uint64_t at, uint64_t count) {
  uint64_t a[] = {2, at, count};
  attnEmuMbarrierInit(l, 6, a, NULL);
}
static void arrive(AttnEmuLane *l, uint64_t at) {
  uint64_t a[] = {1, at, 0, 0}, r[1];
  attnEmuMbarrierArrive(l, 7, a, r);
}
static void waitParity(AttnEmuLane *l, uint64_t at, uint64_t parity) {
  uint64_t a[] = {at, parity, 0}, r[1];
  attnEmuMbarrierWaitParity(l, 2, a, r);
  assert_int_equal(r[0], 1);
}

//===--- cp.async ---------------------------------------------------------===//

/// Two groups; the first is complete when one may be under way.
static void groupsKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  copy(l, S + 4 * t, &input[t], 4);
  commit(l);
  copy(l, S + 1024 + 4 * t, &input[64 + t], 4);
  commit(l);
  waitGroup(l, 1);
  out(l, t, load(l, S + 4 * t));
  waitGroup(l, 0);
  barrier(l);
  out(l, 64 + t, load(l, S + 1024 + 4 * ((t + 1) % 64)));
}

static void earlyKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  copy(l, S + 4 * t, &input[t], 4);
  commit(l);
  copy(l, S + 1024 + 4 * t, &input[64 + t], 4);
  commit(l);
  waitGroup(l, 1);
  out(l, t, load(l, S + 1024 + 4 * t)); // of the group that may still be under way
}

/// Without a commit the copies belong to no group that could be waited for.
static void uncommittedKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  copy(l, S + 4 * t, &input[t], 4);
  waitGroup(l, 0);
  out(l, t, load(l, S + 4 * t));
}

/// Waiting is not enough for the others' copies.
static void noBarrierKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  copy(l, S + 4 * t, &input[t], 4);
  commit(l);
  waitGroup(l, 0);
  if (t > 0)
    out(l, t, load(l, S + 4 * (t - 1)));
}

static void overwriteKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  copy(l, S + 4 * t, &input[t], 4);
  commit(l);
  store(l, S + 4 * t, 7);
  waitGroup(l, 0);
}

/// The slab is still being read when the next copy into it begins.
static void reuseKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  store(l, S + 4 * t, t);
  barrier(l);
  out(l, t, load(l, S + 4 * ((t + 1) % 64)));
  copy(l, S + 4 * t, &input[t], 4);
  commit(l);
  waitGroup(l, 0);
}

static void zeroFillKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  // Nothing far is read.
  copyPart(l, S + 16 * t, global(input) + (t < 2 ? 0 : 1 << 20), 16, t < 2 ? 8 * t : 0);
  commit(l);
  waitGroup(l, 0);
  for (uint32_t i = 0; i < 4 && t < 3; ++i)
    out(l, 4 * t + i, load(l, S + 16 * t + 4 * i));
}

static void farKernel(AttnEmuLane *l, void **params) {
  (void)params;
  copyPart(l, S + 4 * tid(l), global(input) + 4 * (WORDS - 8 + tid(l)), 4, 4);
}

static void oddKernel(AttnEmuLane *l, void **params) {
  (void)params;
  copy(l, S + 16 * tid(l) + 4, &input[0], 16);
}

static void testCopyAsync(void **state) {
  (void)state;
  expectRun(groupsKernel, 64, -1, NULL);
  for (uint32_t i = 0; i < 64; ++i) {
    assert_int_equal(output[i], 1000 + i);
    assert_int_equal(output[64 + i], 1064 + (i + 1) % 64);
  }
  expectRun(zeroFillKernel, 32, -1, NULL);
  static const uint32_t want[12] = {0, 0, 0, 0, 1000, 1001, 0, 0, 0, 0, 0, 0};
  assert_memory_equal(output, want, sizeof want);
  expectRun(earlyKernel, 64, ATTN_EMU_ASYNC, "nothing waited for it");
  assert_int_equal(output[5], 0xffffffff); // poison, not the value that luck would have given
  expectRun(uncommittedKernel, 64, ATTN_EMU_ASYNC, "nothing waited for it");
  expectRun(noBarrierKernel, 64, ATTN_EMU_RACE, "which warp 0, lane 0 wrote");
  expectRun(overwriteKernel, 64, ATTN_EMU_ASYNC, "while an asynchronous copy to it is under way");
  expectRun(reuseKernel, 64, ATTN_EMU_RACE, "read; no barrier orders the two");
  expectRun(farKernel, 32, ATTN_EMU_RANGE, "byte 1024 of input, which has 1024 bytes");
  expectRun(oddKernel, 32, ATTN_EMU_ALIGNMENT, "not a multiple of 16");
}

//===--- named barriers ---------------------------------------------------===//

static void syncNamed(AttnEmuLane *l, uint64_t id, uint64_t threads) {
  uint64_t a[] = {1, id, 1, threads, 0, 0};
  attnEmuBarrierSync(l, 3, a, NULL);
}
static void arriveNamed(AttnEmuLane *l, uint64_t id, uint64_t threads) {
  uint64_t a[] = {2, id, threads};
  attnEmuBarrierArrive(l, 3, a, NULL);
}

/// Warps 0 and 1 hand a word to warps 2 and 3 and back, ten times.
static void pingPongKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l), v = t;
  for (int i = 0; i < 10; ++i) {
    if (t < 64) {
      store(l, S + 4 * t, v);
      arriveNamed(l, 1, 128);
      syncNamed(l, 2, 128);
      v = load(l, S + 4 * t);
    } else {
      syncNamed(l, 1, 128);
      store(l, S + 4 * (t - 64), load(l, S + 4 * (t - 64)) + 1);
      arriveNamed(l, 2, 128);
    }
  }
  if (t < 64)
    out(l, t, v);
}

static void testNamedBarriers(void **state) {
  (void)state;
  expectRun(pingPongKernel, 128, -1, NULL);
  for (uint32_t i = 0; i < 64; ++i)
    assert_int_equal(output[i], i + 10);
}

//===--- mbarriers --------------------------------------------------------===//

enum { FULL = S + 2048, EMPTY = S + 2056, STEPS = 7 };

static void initBoth(AttnEmuLane *l, uint64_t full, uint64_t empty) {
  if (tid(l) == 0) {
    init(l, FULL, full);
    init(l, EMPTY, empty);
  }
  barrier(l);
}

/// Warp 0 produces, warp 1 consumes, a ring of one slot.
static void ringKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l), sum = 0;
  initBoth(l, 32, 32);
  for (uint32_t i = 0; i < STEPS; ++i) {
    if (t < 32) {
      waitParity(l, EMPTY, (i + 1) % 2); // passes at once in the first round
      store(l, S + 4 * t, i * 100 + t);
      arrive(l, FULL);
    } else {
      waitParity(l, FULL, i % 2);
      sum += load(l, S + 4 * (63 - t));
      arrive(l, EMPTY);
    }
  }
  if (t >= 32)
    out(l, t - 32, sum);
}

/// The consumer forgets to say that it is done: the producer waits for ever.
static void forgetfulKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  initBoth(l, 32, 32);
  for (uint32_t i = 0; i < STEPS; ++i) {
    if (t < 32) {
      waitParity(l, EMPTY, (i + 1) % 2);
      store(l, S + 4 * t, i);
      arrive(l, FULL);
    } else {
      waitParity(l, FULL, i % 2);
    }
  }
}

/// The producer does not wait for the slot.
static void hastyKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  initBoth(l, 32, 32);
  for (uint32_t i = 0; i < STEPS; ++i) {
    if (t < 32) {
      store(l, S + 4 * t, i);
      arrive(l, FULL);
    } else {
      waitParity(l, FULL, i % 2);
      out(l, t, load(l, S + 4 * (63 - t)));
    }
  }
}

static void twiceKernel(AttnEmuLane *l, void **params) {
  (void)params;
  initBoth(l, 33, 1);
  arrive(l, FULL);
  if (tid(l) < 2)
    arrive(l, FULL); // 34 arrivals before anybody waits: the 34th would be of the next phase
  if (tid(l) == 0) {
    uint64_t a[] = {2, FULL, 40, 0, 0}, r[1];
    attnEmuMbarrierArrive(l, 7, a, r); // more than a phase has
  }
}

/// Two phases pass between two waits.
static void overrunKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  initBoth(l, 1, 1);
  for (int i = 0; i < 3; ++i) {
    if (t == 0)
      arrive(l, FULL);
    if (i == 0 && t >= 32)
      waitParity(l, FULL, 0);
    barrier(l);
  }
  if (t >= 32)
    waitParity(l, FULL, 1);
}

static void noInitKernel(AttnEmuLane *l, void **params) {
  (void)params;
  arrive(l, FULL);
}

static void unorderedInitKernel(AttnEmuLane *l, void **params) {
  (void)params;
  if (tid(l) == 0)
    init(l, FULL, 32); // no barrier before the others use it
  arrive(l, FULL);
}

/// The bytes of a copy are waited for through the mbarrier.
static void copyArriveKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  initBoth(l, 32, 1);
  if (t < 32) {
    copy(l, S + 4 * t, &input[t], 4);
    uint64_t a[] = {FULL, 1};
    attnEmuCopyAsyncArrive(l, 7, a, NULL);
  } else {
    waitParity(l, FULL, 0);
    out(l, t - 32, load(l, S + 4 * (t - 32)));
  }
}

static void transactionsKernel(AttnEmuLane *l, void **params) {
  (void)params;
  uint32_t t = tid(l);
  initBoth(l, 1, 1);
  if (t == 0) {
    uint64_t a[] = {2, FULL, 64, 0, 0}, r[1];
    attnEmuMbarrierArriveExpect(l, 7, a, r);
  }
  if (t == 40) {
    store(l, S, 5);
    uint64_t a[] = {FULL, 64, 0};
    attnEmuMbarrierComplete(l, 7, a, NULL);
  }
  waitParity(l, FULL, 0);
  out(l, t, t);
}

static void missingBytesKernel(AttnEmuLane *l, void **params) {
  (void)params;
  initBoth(l, 1, 1);
  if (tid(l) == 0) {
    uint64_t a[] = {2, FULL, 64, 0, 0}, r[1];
    attnEmuMbarrierArriveExpect(l, 7, a, r);
  }
  waitParity(l, FULL, 0);
}

static void testMbarriers(void **state) {
  (void)state;
  expectRun(ringKernel, 64, -1, NULL);
  for (uint32_t i = 0; i < 32; ++i)
    assert_int_equal(output[i], 2100 + STEPS * (31 - i));
  expectRun(copyArriveKernel, 64, -1, NULL);
  for (uint32_t i = 0; i < 32; ++i)
    assert_int_equal(output[i], 1000 + i);
  expectRun(transactionsKernel, 64, -1, NULL);
  expectRun(missingBytesKernel, 64, ATTN_EMU_DEADLOCK,
            "for phase parity 0 of the mbarrier at 0xc00");
  expectRun(forgetfulKernel, 64, ATTN_EMU_DEADLOCK, "for phase parity 0 of the mbarrier at 0xc08");
  expectRun(hastyKernel, 64, ATTN_EMU_BARRIER, "has seen that one complete: a phase is overrun");
  expectRun(overrunKernel, 64, ATTN_EMU_BARRIER, "a phase is overrun");
  expectRun(twiceKernel, 32, ATTN_EMU_BARRIER, "a phase is overrun");
  expectRun(noInitKernel, 32, ATTN_EMU_BARRIER, "no initialised mbarrier");
  expectRun(unorderedInitKernel, 32, ATTN_EMU_RACE, "which warp 0, lane 0 initialised");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testCopyAsync),
      cmocka_unit_test(testNamedBarriers),
      cmocka_unit_test(testMbarriers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
