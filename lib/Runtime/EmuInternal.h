//===- EmuInternal.h - Inside the emulator --------------------------------===//
//
//   worker   a host thread; takes clusters off a counter, lowest first
//     cluster  CTAs that run at the same time (mostly one); one scheduler, one set of clocks
//       CTA      shared memory with its shadow, barriers, warps
//         warp     lanes that meet at warp-wide operations
//           lane     a fiber
//
// Files: EmuLaunch.c workers and launches, EmuCta.c scheduler and deadlocks, EmuMemory.c accesses,
// EmuClock.c what is ordered before what, EmuWarp.c meetings of a warp, EmuBarrier.c barriers,
// EmuCluster.c what CTAs of a cluster share,
// EmuMbarrier.c barriers in shared memory, EmuAsync.c asynchronous copies, EmuMatrix.c matrices,
// EmuMath.c, EmuApprox.c and EmuTensorCore.c arithmetic, EmuReport.c reports, EmuCounters.c bank
// conflicts and the counter page,
// EmuMatrix.c fragments of a warp, EmuAsync.c cp.async, EmuMbarrier.c mbarriers, EmuBulk.c bulk
// (TMA) copies, EmuTensorMap.c tensor maps, EmuWarpgroup.c meetings of four warps and registers,
// EmuWgmma.c and EmuWgmmaData.c asynchronous matrix products.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_EMUINTERNAL_H
#define ATTN_RUNTIME_EMUINTERNAL_H

#include "Runtime/Emu.h"
#include "Runtime/EmuCalls.h"
#include "Runtime/EmuFiber.h"

#include <assert.h>
#include <stdarg.h>

#define EMU_LIKELY(x) __builtin_expect(!!(x), 1)

enum {
  EMU_WARP = 32,
  EMU_MAX_THREADS = 1024,
  EMU_NUM_BARRIERS = 16,
  EMU_POISON = 0xff, ///< byte: NaN as f16, bf16, f32; -1 as an integer
  EMU_WARPGROUP = 128,
  EMU_MAX_WARPGROUPS = EMU_MAX_THREADS / EMU_WARPGROUP,
  /// Asynchronous engines, numbered after the lanes: one per mbarrier, one per warpgroup.
  EMU_BULK_ENGINES = 64,
  EMU_ENGINES = EMU_BULK_ENGINES + EMU_MAX_WARPGROUPS,
  EMU_MAX_CLUSTER = 16, ///< CTAs
};

typedef struct EmuCluster EmuCluster;
typedef struct EmuCta EmuCta;
typedef struct EmuWarp EmuWarp;

//===--- clocks (EmuClock.c) ----------------------------------------------===//

/// Vector clocks. Everybody who touches shared memory (a lane, or an asynchronous engine) has a
/// number in its cluster (an agent: first the lanes of all CTAs, then their engines) and counts its
/// releases. t[i] is how far the owner knows i's accesses to be over, p[i] how far a proxy fence
/// lies between them and the owner (p[i] <= t[i]). Immutable once shared, so that lanes that left a
/// barrier together share one.
typedef struct EmuClock {
  uint32_t refs;
  bool isFenced;           ///< p is t
  struct EmuClock *next;   ///< in the pool
  struct EmuClock *fenced; ///< this clock after a proxy fence (counted); NULL: not needed yet
  uint32_t *p;             ///< behind t
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
  EMU_WHO_BITS = 12,
  EMU_MAX_AGENTS = 1 << EMU_WHO_BITS,
  EMU_FIRST_EPOCH = 1 << EMU_WHO_BITS,
  EMU_MAX_CLOCK = (1 << (32 - EMU_WHO_BITS)) - 1,
  EMU_NEVER = 0,     ///< not written
  EMU_IN_FLIGHT = 1, ///< an asynchronous copy to it is under way
};

//===--- lanes ------------------------------------------------------------===//

typedef enum EmuState { EMU_READY, EMU_WAITING, EMU_DONE } EmuState;
typedef enum EmuWaitKind {
  EMU_AT_MEETING,
  EMU_AT_BARRIER,
  EMU_AT_MBARRIER,
  EMU_AT_WARPGROUP,
  EMU_AT_REGISTERS,
  EMU_AT_CLUSTER,
} EmuWaitKind;

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
  uint32_t parity;      ///< mbarrier; registers: wanted per lane
  bool test;            ///< mbarrier: gives up when nothing else can happen
  bool woken;           ///< mbarrier: the phase is complete, but the lane has not run since
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
  uint32_t agent;  ///< in the cluster
  uint32_t lane;   ///< in the warp
  uint32_t clock;
  uint32_t fenced; ///< its own accesses up to this clock lie before a proxy fence
  EmuClock *base;
  const AttnEmuBuffer *lastBuffer;
  EmuState state;
  EmuWait wait;
  AttnFiber fiber;
  struct EmuAsync *async;   ///< cp.async groups (EmuAsync.c); NULL: none yet
  struct EmuStores *stores; ///< bulk stores (EmuBulk.c); NULL: none yet
  uint32_t clusterPhase;    ///< of its last arrival at the cluster's barrier, plus one
  uint32_t clusterSeen;     ///< phases that it has waited for
  EmuWaited *waited;        ///< per mbarrier that it has waited at
  uint32_t numWaited, capWaited;
  struct { ///< accesses to shared memory since the warp last met (counters only)
    EmuAccess *a;
    uint32_t n, capacity;
  } log;
};

/// A read of 4 bytes of shared memory: clock << 32 | mask of bytes << 16 | agent.
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
  bool fenced;      ///< its initialisation lies before fence.mbarrier_init
  uint32_t known;   ///< fenced: to who has waited for so many phases of the cluster's barrier
  uint32_t engine;  ///< that its bulk copies count as
  EmuEpoch init;    ///< who initialised it, and when
  EmuSync arriving; ///< of the phase under way
  EmuSync done;     ///< of the last completed phase
} EmuMbarrier;

/// Four warps that work together (EmuWarpgroup.c); what they multiply is in EmuWgmma.c.
typedef struct EmuWarpgroup {
  EmuCta *cta;
  AttnEmuLane *lanes;
  uint32_t number;
  uint32_t arrived, site; ///< lanes that wait for the others, and where
  uint32_t registers;     ///< per lane
  struct EmuWgmma *wgmma; ///< NULL: none yet
} EmuWarpgroup;

/// The last access of a lane of another CTA.
typedef struct EmuVisit {
  AttnEmuLane *lane;
  uint32_t clock, site, address;
} EmuVisit;

typedef struct EmuWorker EmuWorker;

struct EmuCluster {
  EmuWorker *worker;
  EmuCta *ctas;
  uint32_t numCtas, numLanes; ///< lanes of all CTAs
  uint32_t numAgents;         ///< lanes, and asynchronous engines once there were any
  bool fences;                ///< there was a proxy fence, so that p of clocks is not zero
  EmuClock *pool;             ///< free clocks
  uint32_t numDone;           ///< lanes
  uint32_t idleTests;         ///< tests given up since something last happened
  bool aborted;
  struct {                   ///< barrier.cluster
    uint32_t missing, phase; ///< lanes that have neither arrived nor finished
    EmuSync arriving, done;
  } barrier;
};

struct EmuCta {
  EmuWorker *worker;
  EmuCluster *cluster;
  const AttnEmuLaunchDesc *launch;
  int64_t index;
  uint32_t id[3];
  uint32_t rank; ///< in the cluster
  uint32_t numLanes, numWarps;
  AttnEmuLane *lanes;
  EmuWarp *warps;
  uint8_t *shared;
  uint32_t sharedBytes;
  EmuEpoch *written; ///< per byte of shared memory
  EmuBarrier barriers[EMU_NUM_BARRIERS];
  EmuMbarrier *mbarriers;
  uint32_t numMbarriers, capMbarriers;
  uint32_t engineClock[EMU_ENGINES];
  EmuRead *readsPool;   ///< room for all `reads`
  EmuRead *engineReads; ///< like EmuWarp.reads, by engines
  uint16_t *busy;       ///< per 8 bytes: asynchronous reads under way, EMU_BUSY_MBARRIER
  uint32_t numBusy;     ///< 8-byte pieces with something in `busy`
  struct EmuBulk *bulk; ///< bulk loads under way, in order of issue
  uint32_t numBulk, capBulk;
  EmuWarpgroup groups[EMU_MAX_WARPGROUPS];
  EmuVisit *visits; ///< by lanes of other CTAs, one each
  uint32_t numVisits, capVisits;
  int64_t freeRegisters; ///< that setmaxnreg.inc can get; negative: not known
  void *stacks;          ///< of the lanes
  uint8_t *sharedAllocation;
  AttnFiber main;
  uint64_t ready[EMU_MAX_THREADS / 64];
  uint32_t reportsHere; ///< order of reports within the CTA
  uint32_t hazards;     ///< occurrences
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
  EmuCluster cluster;
  size_t stackBytes; ///< per lane
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
/// "warp 1, lane 3"; in a cluster "CTA 1 of the cluster, warp 1, lane 3"
enum { EMU_WHO = 64 };
const char *emuWho(const EmuCta *cta, uint32_t agent, char *buffer, size_t size);

//===--- EmuCta.c ---------------------------------------------------------===//

void emuRunCluster(EmuCluster *cluster);
/// Waits (lane->wait says for what) until another lane calls emuWake.
void emuBlock(AttnEmuLane *lane);
void emuWake(AttnEmuLane *lane);
/// Lets the others run once.
void emuYield(AttnEmuLane *lane);
/// Gives the cluster up.
_Noreturn void emuAbort(AttnEmuLane *lane);

//===--- EmuClock.c -------------------------------------------------------===//

void emuClockStart(EmuCluster *cluster);
/// `lane`'s accesses so far are over for whoever acquires `s` afterwards.
void emuRelease(AttnEmuLane *lane, EmuSync *s);
void emuAcquire(AttnEmuLane *lane, EmuSync *s);
/// Forgets what arrived.
void emuSyncReset(EmuCta *cta, EmuSync *s);
/// An engine's accesses up to `clock` are over for whoever acquires `s`.
void emuEngineRelease(EmuCta *cta, EmuSync *s, uint32_t engine, uint32_t clock);
/// fence.proxy.async: what the lane knows to be over is so for the async proxy too.
void emuProxyFence(AttnEmuLane *lane);
void emuClockForget(AttnEmuLane *lane);
void emuClockDrain(EmuCluster *cluster); ///< frees the pool

static inline EmuEpoch emuEpoch(const AttnEmuLane *l) {
  return l->agent | l->clock << EMU_WHO_BITS;
}
/// Is the access over, as far as `l` knows?
static inline bool emuOrdered(const AttnEmuLane *l, EmuEpoch e) {
  uint32_t who = e & (EMU_FIRST_EPOCH - 1), clock = e >> EMU_WHO_BITS;
  return who == l->agent || clock <= l->base->t[who];
}
/// Does a proxy fence lie between the lane's access and `l`?
static inline bool emuFenced(const AttnEmuLane *l, EmuEpoch e) {
  uint32_t who = e & (EMU_FIRST_EPOCH - 1), clock = e >> EMU_WHO_BITS;
  return who == l->agent ? clock <= l->fenced : clock <= l->base->p[who];
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
/// The bytes of `of`, a CTA of the cluster, are overwritten by the async proxy from now on; as
/// emuSharedBeginFlight.
bool emuBulkBeginFlight(AttnEmuLane *, EmuCta *of, uint64_t address, uint32_t bytes, uint32_t align,
                        uint32_t site);
/// They arrive, written by an engine. `at` counts from the start of shared memory.
void emuBulkLand(EmuCta *, uint32_t at, const void *data, uint32_t bytes, uint32_t engine,
                 uint32_t clock);
/// Checks a read by the async proxy on behalf of all of the n lanes; false after a report.
bool emuBulkCanRead(AttnEmuLane *const *lanes, uint32_t n, uint32_t at, uint32_t bytes,
                    uint32_t site);
/// Lies [address, address + bytes) in shared memory, aligned? False after a report.
bool emuSharedIsRange(AttnEmuLane *, uint64_t address, uint32_t bytes, uint32_t align,
                      uint32_t site, const char *verb);
/// An asynchronous read of the bytes begins (+1) or is over (-1).
void emuBusy(EmuCta *, uint32_t at, uint32_t bytes, int by);
void emuNoteRead(AttnEmuLane *, uint32_t at, uint32_t bytes);
void emuNoteEngineRead(EmuCta *, uint32_t engine, uint32_t clock, uint32_t at, uint32_t bytes);
enum { EMU_BUSY_MBARRIER = 0x8000 };
void emuMarkMbarrier(EmuCta *, uint32_t at, bool live);
/// The number of an engine among the agents; from now on clocks know about it.
uint32_t emuEngine(EmuCta *, uint32_t engine);
/// Is the address in shared memory's window of the generic space?
static inline bool emuInWindow(uint64_t address) { return address >> 48 == ATTN_EMU_WINDOW >> 48; }
static inline uint64_t emuFromGeneric(uint64_t address) { return address - ATTN_EMU_WINDOW; }
/// Of a shared or generic address.
static inline uint64_t emuSharedAddress(uint64_t address) {
  return emuInWindow(address) ? emuFromGeneric(address) : address;
}
/// The offset of a shared address of the lane's own CTA. What is no such address keeps something
/// above the offset, so that it is out of range.
static inline uint64_t emuOffset(const AttnEmuLane *l, uint64_t address) {
  return address ^ (uint64_t)l->cta->rank << ATTN_EMU_RANK_SHIFT;
}
/// Of a shared or generic address.
static inline uint64_t emuSharedOffset(const AttnEmuLane *l, uint64_t address) {
  return emuOffset(l, emuSharedAddress(address));
}
static inline bool emuIsElsewhere(uint64_t offset) { return offset >> ATTN_EMU_RANK_SHIFT; }

//===--- EmuCluster.c -----------------------------------------------------===//

/// Before the CTAs run.
void emuClusterStart(EmuCluster *cluster);
/// A lane has finished: the barrier of the cluster does not wait for it.
void emuClusterLaneDone(AttnEmuLane *lane);
/// All lanes have finished: who came to a CTA that need not have been there any more?
void emuClusterFinish(EmuCluster *cluster);
/// The CTA of the cluster that a shared::cluster address belongs to; *address becomes the offset in
/// it. NULL after a report.
EmuCta *emuClusterOwner(AttnEmuLane *lane, uint64_t *address, uint32_t site);
/// Special registers that have to do with clusters.
uint32_t emuClusterRegister(const EmuCta *cta, uint32_t which);
/// Sizes of a kernel's clusters, 1 where it has none.
void emuClusterSizes(const AttnEmuKernel *kernel, uint32_t sizes[3]);
/// The lane touches `of`, which has to be there until then.
void emuClusterVisit(AttnEmuLane *lane, EmuCta *of, uint32_t address, uint32_t site);

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

EmuMbarrier *emuMbarrierFind(EmuCta *cta, uint64_t address);
/// NULL after a report.
EmuMbarrier *emuMbarrierAt(AttnEmuLane *lane, uint64_t address, uint32_t site);
/// That of another CTA of the cluster; likewise.
EmuMbarrier *emuMbarrierOf(AttnEmuLane *lane, EmuCta *of, uint64_t address, uint32_t site);
/// Bytes of bulk copies have arrived.
void emuMbarrierTransactions(EmuCta *cta, EmuMbarrier *b, int64_t bytes);
void emuMbarriersFence(AttnEmuLane *lane); ///< fence.mbarrier_init

//===--- EmuBulk.c, EmuTensorMap.c ----------------------------------------===//

/// A tensor map as the emulator encodes it.
typedef struct EmuTensorMap {
  uint64_t magic;
  uint64_t base;
  uint8_t rank, elementBytes, swizzle; ///< swizzle in units of 16 bytes: 0, 2, 4, 8
  uint16_t box[5];
  uint64_t dims[5];
  uint64_t strides[4]; ///< bytes, of dimensions 1 to 4
} EmuTensorMap;
static_assert(sizeof(EmuTensorMap) <= ATTN_EMU_TENSOR_MAP_BYTES, "fits");

/// The map at the address; NULL after a report.
const EmuTensorMap *emuTensorMapAt(AttnEmuLane *lane, uint64_t address, uint32_t site);
uint32_t emuTensorMapBoxBytes(const EmuTensorMap *map);
/// Address of a byte of the box with swizzle; addresses are absolute.
static inline uint32_t emuSwizzled(uint32_t address, uint32_t chunks) {
  return chunks ? address ^ ((address >> 7 & (chunks - 1)) << 4) : address;
}
void emuStoresFree(AttnEmuLane *lane);
void emuBulkStart(EmuCta *cta);
/// No lane of the cluster can run: lets the longest-awaited copy land. False: there is none.
bool emuBulkIdle(EmuCluster *cluster);
/// All lanes have finished: what is still under way?
void emuBulkFinish(EmuCta *cta);
uint32_t emuBulkCount(const EmuCta *cta, uint32_t mbarrier);

//===--- EmuWarpgroup.c, EmuWgmma.c ---------------------------------------===//

/// Does it for all lanes of the group; false: they go on waiting (emuWarpgroupWake).
typedef bool EmuGroupCompute(EmuWarpgroup *group, uint32_t site);
/// Waits until all lanes of the warpgroup are at this operation; the last one computes for all.
void emuMeetGroup(AttnEmuLane *lane, uint32_t site, EmuGroupCompute *compute, const uint64_t *args,
                  uint64_t *results);
void emuWarpgroupWake(EmuWarpgroup *group);
void emuWarpgroupsStart(EmuCta *cta);
void emuWgmmaStart(EmuWarpgroup *group);
void emuWgmmaFinish(EmuWarpgroup *group);
void emuWgmmaFree(EmuWarpgroup *group);

//===--- EmuCounters.c ----------------------------------------------------===//

void emuLog(AttnEmuLane *lane, uint32_t site, uint32_t address, uint32_t bytes);
/// The warp is together: evaluates what its lanes logged.
void emuFlushLog(EmuWarp *warp);
/// One request: n lanes access `bytes` bytes each at the addresses.
void emuCountRequest(EmuCta *cta, uint32_t site, uint32_t n, const uint32_t *address,
                     uint32_t bytes);
AttnEmuCounters *emuCountersOf(AttnEmu *emu, const AttnEmuKernel *kernel);

#endif // ATTN_RUNTIME_EMUINTERNAL_H
