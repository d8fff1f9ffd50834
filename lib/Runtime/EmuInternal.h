//===- EmuInternal.h - Inside the emulator --------------------------------===//
//
//   worker   a host thread; takes CTAs off a counter, lowest first
//     CTA    shared memory with its shadow, barriers, warps; one scheduler
//       warp   lanes that meet at warp-wide operations
//         lane   a fiber
//
// Files: EmuLaunch.c workers and launches, EmuCta.c scheduler and deadlocks, EmuMemory.c accesses,
// EmuClock.c what is ordered before what, EmuWarp.c meetings of a warp, EmuBarrier.c barriers,
// EmuMbarrier.c barriers in shared memory, EmuAsync.c asynchronous copies, EmuMatrix.c matrices,
// EmuMath.c approximations, EmuReport.c reports, EmuCounters.c bank conflicts and the counter page.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_EMUINTERNAL_H
#define ATTN_RUNTIME_EMUINTERNAL_H

#include "Runtime/Emu.h"
#include "Runtime/EmuCalls.h"
#include "Runtime/EmuFiber.h"

#include <stdarg.h>

#define EMU_LIKELY(x) __builtin_expect(!!(x), 1)

enum {
  EMU_WARP = 32,
  EMU_MAX_THREADS = 1024,
  EMU_NUM_BARRIERS = 16,
  EMU_POISON = 0xff, ///< byte: NaN as f16, bf16, f32; -1 as an integer
};

typedef struct EmuCta EmuCta;
typedef struct EmuWarp EmuWarp;

//===--- clocks (EmuClock.c) ----------------------------------------------===//

/// Vector clocks. Everybody who touches shared memory (a lane, or an asynchronous engine) has a
/// number and counts its releases. t[i] is how far the owner knows i's accesses to be over.
/// Immutable once shared, so that lanes that left a barrier together share one.
typedef struct EmuClock {
  uint32_t refs;
  struct EmuClock *next; ///< in the pool
  uint32_t t[];
} EmuClock;

/// What arrivals leave and waiters take.
typedef struct EmuSync {
  EmuClock *v;            ///< owned
  const EmuClock *merged; ///< base that v already contains
  const EmuClock *from;   ///< last acquisition: from this base ...
  EmuClock *to;           ///< ... to this one (counted)
} EmuSync;

/// Who wrote a byte, and when: number | clock << EMU_WHO_BITS. Below EMU_FIRST_EPOCH: nobody did.
typedef uint32_t EmuEpoch;
enum {
  EMU_WHO_BITS = 11,
  EMU_FIRST_EPOCH = 1 << EMU_WHO_BITS,
  EMU_MAX_CLOCK = (1 << (32 - EMU_WHO_BITS)) - 1,
  EMU_NEVER = 0,     ///< not written
  EMU_IN_FLIGHT = 1, ///< an asynchronous copy to it is under way
};

//===--- lanes ------------------------------------------------------------===//

typedef enum EmuState { EMU_READY, EMU_WAITING, EMU_DONE } EmuState;
typedef enum EmuWaitKind { EMU_AT_MEETING, EMU_AT_BARRIER, EMU_AT_MBARRIER } EmuWaitKind;

typedef struct EmuMeeting EmuMeeting;
typedef void EmuCompute(EmuMeeting *);

/// What a waiting lane waits for.
typedef struct EmuWait {
  EmuWaitKind kind;
  uint32_t site;
  uint32_t mask;        ///< meeting: who must come
  EmuCompute *compute;  ///< meeting
  const uint64_t *args; ///< meeting: of this lane, on its stack
  uint64_t *results;    ///< meeting
  uint32_t id;          ///< barrier: number; mbarrier: address
  uint32_t parity;      ///< mbarrier
} EmuWait;

/// The phase of an mbarrier that a lane waited for last.
typedef struct EmuWaited {
  uint32_t address;
  bool known;
  int64_t phase;
} EmuWaited;

typedef struct EmuAccess {
  uint32_t site, address, bytes;
} EmuAccess;

struct AttnEmuLane {
  EmuCta *cta;
  EmuWarp *warp;
  uint32_t thread; ///< in the CTA
  uint32_t lane;   ///< in the warp
  uint32_t clock;
  EmuClock *base;
  const AttnEmuBuffer *lastBuffer;
  EmuState state;
  EmuWait wait;
  AttnFiber fiber;
  struct EmuAsync *async; ///< cp.async groups (EmuAsync.c); NULL: none yet
  EmuWaited *waited;      ///< per mbarrier that it has waited at
  uint32_t numWaited, capWaited;
  struct { ///< accesses to shared memory since the warp last met (counters only)
    EmuAccess *a;
    uint32_t n, capacity;
  } log;
};

/// A read of 4 bytes of shared memory: clock << 32 | mask of bytes << 16 | thread.
typedef uint64_t EmuRead;

struct EmuWarp {
  EmuCta *cta;
  AttnEmuLane *lanes;
  uint32_t number;
  uint32_t exists, done; ///< masks of lanes
  EmuRead *reads; ///< two per 4 bytes: the last reader and the last other one; NULL: none yet
};

/// All lanes of a mask at one operation.
struct EmuMeeting {
  EmuWarp *warp;
  uint32_t site, mask;
  const uint64_t *args[EMU_WARP];
  uint64_t *results[EMU_WARP];
};

typedef struct EmuBarrier {
  uint32_t expected; ///< threads; 0: nobody is here
  uint32_t arrived;
  uint64_t here[EMU_MAX_THREADS / 64];    ///< who has arrived
  uint64_t waiting[EMU_MAX_THREADS / 64]; ///< who of them waits
  EmuSync sync;
} EmuBarrier;

typedef struct EmuMbarrier {
  uint32_t address; ///< shared offset
  uint32_t expected, pending;
  int64_t transactions; ///< bytes still to come in this phase
  uint32_t phase;       ///< completed phases
  bool live;
  EmuSync arriving; ///< of the phase under way
  EmuSync done;     ///< of the last completed phase
} EmuMbarrier;

typedef struct EmuWorker EmuWorker;

struct EmuCta {
  EmuWorker *worker;
  const AttnEmuLaunchDesc *launch;
  int64_t index;
  uint32_t id[3];
  uint32_t numLanes, numWarps, numAgents; ///< agents: lanes and asynchronous engines
  AttnEmuLane *lanes;
  EmuWarp *warps;
  uint8_t *shared;
  uint32_t sharedBytes;
  EmuEpoch *written; ///< per byte of shared memory
  EmuBarrier barriers[EMU_NUM_BARRIERS];
  EmuMbarrier *mbarriers;
  uint32_t numMbarriers, capMbarriers;
  AttnFiber main;
  uint64_t ready[EMU_MAX_THREADS / 64];
  uint32_t numDone;
  bool aborted;
  uint32_t reportsHere; ///< order of reports within the CTA
  EmuClock *pool;       ///< free clocks
};

/// A report as a worker keeps it.
typedef struct EmuFound {
  AttnEmuReport r;
  uint32_t order;
  char *text;
} EmuFound;

struct EmuWorker {
  AttnEmu *emu;
  const AttnEmuLaunchDesc *launch;
  struct EmuLaunchState *state;
  EmuCta cta;
  void *stacks;
  uint32_t numStacks;
  uint8_t *sharedAllocation;
  uint32_t sharedCapacity;
  EmuRead *readsPool;
  EmuFound *found;
  uint32_t numFound, capFound;
  AttnEmuSiteCounters *sites; ///< NULL unless counting
  bool aborted;
  int64_t switches, globalRead, globalWritten, sharedRead, sharedWritten;
  _Alignas(64) uint8_t poison[256];
};

struct AttnEmu {
  AttnEmuOptions options;
  EmuFound *found;
  uint32_t numFound, capFound;
  int64_t hazards;
  bool aborted; ///< some CTA was given up, so that results are missing
  AttnEmuCounters *counters;
  uint32_t numCounters;
};

//===--- EmuReport.c ------------------------------------------------------===//

/// Adds a report; `lane` may be NULL (then `cta` says where).
void emuReport(AttnEmuLane *lane, AttnEmuHazard hazard, uint32_t site, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void emuReportCta(EmuCta *cta, AttnEmuHazard hazard, uint32_t site, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void emuMergeReports(AttnEmu *emu, EmuWorker *workers, int n);
void emuFreeFound(EmuFound *found, uint32_t n);
const char *emuSiteOp(const EmuCta *cta, uint32_t site);
/// "warp 1, lane 3"
const char *emuWho(const EmuCta *cta, uint32_t agent, char *buffer, size_t size);

//===--- EmuCta.c ---------------------------------------------------------===//

void emuRunCta(EmuCta *cta);
/// Waits (lane->wait says for what) until another lane calls emuWake.
void emuBlock(AttnEmuLane *lane);
void emuWake(AttnEmuLane *lane);
/// Lets the others run once.
void emuYield(AttnEmuLane *lane);
/// Gives the CTA up.
_Noreturn void emuAbort(AttnEmuLane *lane);

//===--- EmuClock.c -------------------------------------------------------===//

void emuClockStart(EmuCta *cta);
/// `lane`'s accesses so far are over for whoever acquires `s` afterwards.
void emuRelease(AttnEmuLane *lane, EmuSync *s);
void emuAcquire(AttnEmuLane *lane, EmuSync *s);
/// Forgets what arrived.
void emuSyncReset(EmuCta *cta, EmuSync *s);
void emuClockDrain(EmuCta *cta); ///< frees the pool

static inline EmuEpoch emuEpoch(const AttnEmuLane *l) {
  return l->thread | l->clock << EMU_WHO_BITS;
}
/// Is the access over, as far as `l` knows?
static inline bool emuOrdered(const AttnEmuLane *l, EmuEpoch e) {
  uint32_t who = e & (EMU_FIRST_EPOCH - 1), clock = e >> EMU_WHO_BITS;
  return who == l->thread || clock <= l->base->t[who];
}

//===--- EmuMemory.c ------------------------------------------------------===//

void emuMemoryStart(EmuCta *cta);
/// Checks a read of shared memory at a shared address; the host address, or NULL after a report
/// that leaves nothing to read.
const void *emuSharedRead(AttnEmuLane *, uint64_t address, uint32_t bytes, uint32_t align,
                          uint32_t site);
/// Checks and writes. False after a report that left nothing written.
bool emuSharedWrite(AttnEmuLane *, uint64_t address, const void *data, uint32_t bytes,
                    uint32_t align, uint32_t site);
const void *emuGlobalRead(AttnEmuLane *, uint64_t address, uint32_t bytes, uint32_t align,
                          uint32_t site);
bool emuGlobalWrite(AttnEmuLane *, uint64_t address, const void *data, uint32_t bytes,
                    uint32_t align, uint32_t site);
/// Checks like a write of other values, then poisons the bytes and marks them as in flight.
bool emuSharedBeginFlight(AttnEmuLane *, uint64_t address, uint32_t bytes, uint32_t align,
                          uint32_t site);
/// The bytes of a flight arrive, written by the lane.
void emuSharedLand(AttnEmuLane *, uint64_t address, const void *data, uint32_t bytes);
/// Is the address in shared memory's window of the generic space?
static inline bool emuInWindow(uint64_t address) { return address >> 48 == ATTN_EMU_WINDOW >> 48; }
static inline uint64_t emuFromGeneric(uint64_t address) { return address - ATTN_EMU_WINDOW; }

//===--- EmuWarp.c --------------------------------------------------------===//

/// Waits until all lanes of `mask` are at this operation; the last one computes for all.
void emuMeet(AttnEmuLane *lane, uint32_t site, uint32_t mask, EmuCompute *compute,
             const uint64_t *args, uint64_t *results);
/// The same for `.aligned` operations: the whole warp.
void emuMeetAll(AttnEmuLane *lane, uint32_t site, EmuCompute *compute, const uint64_t *args,
                uint64_t *results);
void emuWarpLaneDone(AttnEmuLane *lane);

#define EMU_FOR_LANES(i, mask)                                                                     \
  for (uint32_t emuRest = (mask), i; emuRest && (i = (uint32_t)__builtin_ctz(emuRest), 1);         \
       emuRest &= emuRest - 1)

//===--- EmuBarrier.c -----------------------------------------------------===//

void emuBarriersStart(EmuCta *cta);
void emuDescribeWait(const AttnEmuLane *lane, char *buffer, size_t size);

//===--- EmuAsync.c, EmuMbarrier.c ----------------------------------------===//

void emuAsyncStart(AttnEmuLane *lane);
void emuAsyncFree(AttnEmuLane *lane);
/// Lands the copies whose arrival the mbarrier at the address still misses.
void emuAsyncLandFor(EmuCta *cta, uint32_t address);
void emuMbarrierAsyncArrive(AttnEmuLane *lane, uint32_t address, bool noinc, uint32_t site);
bool emuMbarrierAddPending(AttnEmuLane *lane, uint64_t address, uint32_t site);
/// NULL if there is no memory.
EmuWaited *emuWaitedOf(AttnEmuLane *lane, uint32_t address);

//===--- EmuCounters.c ----------------------------------------------------===//

void emuLog(AttnEmuLane *lane, uint32_t site, uint32_t address, uint32_t bytes);
/// The warp is together: evaluates what its lanes logged.
void emuFlushLog(EmuWarp *warp);
/// One request: n lanes access `bytes` bytes each at the addresses.
void emuCountRequest(EmuCta *cta, uint32_t site, uint32_t n, const uint32_t *address,
                     uint32_t bytes);
AttnEmuCounters *emuCountersOf(AttnEmu *emu, const AttnEmuKernel *kernel);

#endif // ATTN_RUNTIME_EMUINTERNAL_H
