//===- Emu.h - The emulator: kernels of device IR, lane by lane -----------===//
//
// convert-nvvm-to-host makes host code of a kernel; this library runs it. A CTA is run by one host
// thread, each of its lanes on a fiber; what lanes do together (shuffles, barriers, matrix
// products) and every access to memory is a call into the emulator (EmuCalls.h), which checks it.
// CTAs spread over host threads. Nothing here knows MLIR.
//
//   AttnEmu *emu = attnEmuCreate(NULL);
//   attnEmuLaunch(emu, &launch, &status);      // false: see status; hazards are reports, not this
//   for (int i = 0; i < attnEmuNumReports(emu); ++i) puts(attnEmuReport(emu, i)->text);
//   attnEmuDestroy(emu);
//
// Same input, same results, reports and counters, whatever the number of host threads.
// docs/emulator.md tells what is modelled.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_EMU_H
#define ATTN_RUNTIME_EMU_H

#include "attn-c/Runtime.h"

typedef struct AttnEmu AttnEmu;
typedef struct AttnEmuLane AttnEmuLane;

//===--- what can be wrong ------------------------------------------------===//

/// HAZARD(enumerator, name): the name is what a report starts with.
#define ATTN_EMU_HAZARDS(HAZARD)                                                                   \
  HAZARD(UNINITIALIZED, "uninitialized read")                                                      \
  HAZARD(RANGE, "out of range")                                                                    \
  HAZARD(ALIGNMENT, "misaligned access")                                                           \
  HAZARD(RACE, "race")                                                                             \
  HAZARD(DIVERGENCE, "divergence")                                                                 \
  HAZARD(DEADLOCK, "deadlock")                                                                     \
  HAZARD(BARRIER, "barrier misuse")                                                                \
  HAZARD(ASYNC, "asynchronous copy")                                                               \
  HAZARD(PROXY, "missing proxy fence")                                                             \
  HAZARD(WGMMA, "asynchronous product")                                                            \
  HAZARD(ILLEGAL, "illegal operand")                                                               \
  HAZARD(READ_ONLY, "write to an input")                                                           \
  HAZARD(UNWRITTEN, "result not written")

typedef enum AttnEmuHazard {
#define HAZARD(id, name) ATTN_EMU_##id,
  ATTN_EMU_HAZARDS(HAZARD)
#undef HAZARD
      ATTN_EMU_NUM_HAZARDS
} AttnEmuHazard;

const char *attnEmuHazardName(AttnEmuHazard hazard);

/// The first occurrence of a hazard at an operation (that of the lowest CTA).
typedef struct AttnEmuReport {
  AttnEmuHazard hazard;
  const char *kernel;
  uint32_t site;    ///< operation: index into the kernel's sites
  int64_t cta;      ///< linear
  int32_t thread;   ///< in the CTA; -1: none in particular
  int64_t count;    ///< occurrences at this operation in all CTAs
  const char *text; ///< one or several lines: place, kernel, what, who
} AttnEmuReport;

//===--- kernels and launches ---------------------------------------------===//

/// An operation of a kernel that calls the emulator.
typedef struct AttnEmuSite {
  const char *op;       ///< e.g. "nvvm.shfl.sync"
  const char *location; ///< e.g. "a.mlir:3:5"; "" if unknown
} AttnEmuSite;

typedef struct AttnEmuKernel {
  const char *name;
  /// One lane's run. params[i] points at parameter i's value.
  void (*entry)(AttnEmuLane *lane, void **params);
  uint32_t numSites;
  const AttnEmuSite *sites;
  uint32_t staticShared; ///< bytes of shared memory before the launch's dynamic ones
  uint32_t registers;    ///< per lane at the launch; 0: the kernel does not limit them
  size_t stack;          ///< bytes that a lane's run may take; 0: few
  bool serial;           ///< CTAs run in order on one thread: it has atomics on global memory
  uint32_t cluster[3];   ///< CTAs in a cluster, per dimension; 0 or 1: the kernel has none
} AttnEmuKernel;

/// Memory that a kernel may touch: `bytes` from `data` on.
typedef struct AttnEmuBuffer {
  const char *name; ///< for reports
  void *data;
  size_t bytes;
  bool readOnly;
  uint8_t *written; ///< one byte per byte, 0: not written yet; NULL: all of it holds values
} AttnEmuBuffer;

/// What cuTensorMapEncodeTiled takes; element strides are 1, nothing is interleaved, elements out
/// of bounds are zero.
typedef struct AttnEmuTensorMap {
  void *data;            ///< aligned to 16 bytes
  uint32_t elementBytes; ///< 1, 2, 4, 8
  uint32_t rank;         ///< 1 to 5
  uint64_t dims[5];      ///< elements, the contiguous dimension first
  uint64_t strides[5];   ///< bytes; strides[0] is not looked at
  uint32_t box[5];       ///< elements
  uint32_t swizzle;      ///< bytes: 0, 32, 64, 128
  bool empty; ///< the tensor has no elements: every box is zeros, `data` is not looked at
} AttnEmuTensorMap;

enum { ATTN_EMU_TENSOR_MAP_BYTES = 128 };

/// Writes what the parameter of a kernel holds, ATTN_EMU_TENSOR_MAP_BYTES from `map` on. False with
/// the rule that is broken.
bool attnEmuTensorMapEncode(void *map, const AttnEmuTensorMap *of, AttnStatus *status);

typedef struct AttnEmuLaunchDesc {
  const AttnEmuKernel *kernel;
  uint32_t grid[3], block[3];
  uint32_t shared; ///< dynamic shared memory in bytes
  void **params;   ///< params[i] points at parameter i's value
  int numBuffers;
  AttnEmuBuffer *const *buffers; ///< all that the parameters point to
  int numMaps;
  const void *const *maps; ///< where encoded tensor maps lie
} AttnEmuLaunchDesc;

//===--- running ----------------------------------------------------------===//

typedef struct AttnEmuOptions {
  int threads;    ///< host threads; 0: as many as the machine has
  int maxReports; ///< distinct reports kept; 0: 20
  bool counters;  ///< count per operation (attnEmuSiteCounters); costs time
  size_t stack;   ///< bytes per lane at least; 0: 256 KiB
} AttnEmuOptions;

/// NULL options: defaults. Not thread-safe; different objects may be used from different threads.
AttnEmu *attnEmuCreate(const AttnEmuOptions *options);
void attnEmuDestroy(AttnEmu *);

/// Runs all CTAs to the end. Hazards are not failures: they add reports (a CTA that cannot go on is
/// given up, the others run). False if the launch itself is not possible.
bool attnEmuLaunch(AttnEmu *, const AttnEmuLaunchDesc *, AttnStatus *);
/// Reports results that nobody wrote, unless a CTA was given up; call it after the last launch.
/// `kernel` names the program.
void attnEmuCheckWritten(AttnEmu *, const AttnEmuBuffer *buffer, const char *kernel);

/// Distinct reports in the order of launches, CTAs and time; those beyond the limit are counted
/// only.
int attnEmuNumReports(const AttnEmu *);
const AttnEmuReport *attnEmuReport(const AttnEmu *, int i);
int64_t attnEmuNumHazards(const AttnEmu *); ///< occurrences, with those that were not kept

//===--- counters ---------------------------------------------------------===//

/// HW terms: a request is one operation of one warp; it takes as many wavefronts as the fullest of
/// the 32 banks (4 bytes wide) holds different words, per 128 bytes of request at most.
typedef struct AttnEmuSiteCounters {
  int64_t executions; ///< of a lane
  int64_t bytes;
  int64_t requests, wavefronts, conflicts; ///< shared memory only; conflicts: wavefronts beyond one
} AttnEmuSiteCounters;

typedef struct AttnEmuCounters {
  const char *kernel; ///< owned by the emulator
  int64_t launches, ctas, switches;
  int64_t globalRead, globalWritten, sharedRead, sharedWritten; ///< bytes
  int64_t conflicts;                                            ///< all sites
  uint32_t numSites;
  const AttnEmuSite *sites;           ///< owned by the emulator
  const AttnEmuSiteCounters *perSite; ///< all zero unless AttnEmuOptions.counters
} AttnEmuCounters;

int attnEmuNumKernels(const AttnEmu *); ///< kernels launched so far
const AttnEmuCounters *attnEmuKernelCounters(const AttnEmu *, int i);
/// The page that attn-run --counters prints; malloc'd.
char *attnEmuCountersText(const AttnEmu *);

#endif // ATTN_RUNTIME_EMU_H
