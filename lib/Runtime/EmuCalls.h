//===- EmuCalls.h - What compiled kernels call ----------------------------===//
//
// The functions that convert-nvvm-to-host lets a kernel call. There are three shapes:
//
//   memory   one access of one lane: checked, then done
//   math     a pure function of floats, called with the operation's own operands
//   lane     everything else: AttnEmuCall. Operands and immediates come as 64-bit words (integers
//            zero-extended, floats and vectors by their bits, pointers as addresses; an optional or
//            variadic operand group as its size, then its values), results go back the same way.
//
// Which operation calls which function: lib/Conversion/NVVMToHost/Known.def.
//
// Addresses: global memory by host address. Shared memory by the CTA's rank in the cluster and
// offset, the first byte's being ATTN_EMU_SHARED_BASE (0 is never valid); a generic address of
// shared memory is ATTN_EMU_WINDOW plus that.
//
//    31  24 23    0
//   [ rank ][offset]
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_EMUCALLS_H
#define ATTN_RUNTIME_EMUCALLS_H

#include <stdint.h>

typedef struct AttnEmuLane AttnEmuLane;

#define ATTN_EMU_SHARED_BASE UINT32_C(1024)
#define ATTN_EMU_RANK_SHIFT 24
#define ATTN_EMU_WINDOW (UINT64_C(0xA77E) << 48)

/// What the shared addresses of the lane's own CTA begin with: its rank, shifted.
uint64_t attnEmuOwnRank(AttnEmuLane *);

//===--- memory -----------------------------------------------------------===//

/// access = bytes | log2(alignment) << 16. A read returns where the bytes lie now.
typedef void *AttnEmuReadFn(AttnEmuLane *, uint64_t address, uint32_t access, uint32_t site);
typedef void AttnEmuWriteFn(AttnEmuLane *, uint64_t address, const void *data, uint32_t access,
                            uint32_t site);
AttnEmuReadFn attnEmuReadShared, attnEmuReadGlobal, attnEmuReadGeneric;
AttnEmuWriteFn attnEmuWriteShared, attnEmuWriteGlobal, attnEmuWriteGeneric;

//===--- math -------------------------------------------------------------===//

float attnEmuExp2(float);    ///< ex2.approx: 2 ulp
float attnEmuExp2Ftz(float); ///< ex2.approx.ftz
float attnEmuLog2(float);    ///< lg2.approx
float attnEmuLog2Ftz(float);
float attnEmuRcp(float); ///< rcp.approx: 1 ulp
float attnEmuRcpFtz(float);
float attnEmuRsqrt(float); ///< rsqrt.approx: 2 ulp
float attnEmuRsqrtFtz(float);
float attnEmuSqrt(float); ///< sqrt.approx
float attnEmuSqrtFtz(float);
float attnEmuTanh(float);           ///< tanh.approx: 2^-11 relative, here 2^-16
float attnEmuSin(float);            ///< sin.approx
float attnEmuCos(float);            ///< cos.approx
float attnEmuDivFull(float, float); ///< div.full, div.approx: 2 ulp
float attnEmuAddMinusZero(float);   ///< the value itself

/// fma of f16 and bf16 as bits, rounded once.
uint16_t attnEmuFmaF16(uint16_t, uint16_t, uint16_t);
uint16_t attnEmuFmaBf16(uint16_t, uint16_t, uint16_t);

//===--- lane -------------------------------------------------------------===//

typedef void AttnEmuCall(AttnEmuLane *lane, uint32_t site, const uint64_t *args, uint64_t *results);

/// args: number of the register (ATTN_EMU_SREG_*).
AttnEmuCall attnEmuSpecialRegister;
enum {
  ATTN_EMU_SREG_TID,        ///< and the next two: y, z
  ATTN_EMU_SREG_NTID = 3,   ///< likewise
  ATTN_EMU_SREG_CTAID = 6,  ///< likewise
  ATTN_EMU_SREG_NCTAID = 9, ///< likewise
  ATTN_EMU_SREG_LANEID = 12,
  ATTN_EMU_SREG_WARPID,
  ATTN_EMU_SREG_NWARPID,
  ATTN_EMU_SREG_WARPSIZE,
  ATTN_EMU_SREG_LANEMASK_EQ,
  ATTN_EMU_SREG_LANEMASK_LE,
  ATTN_EMU_SREG_LANEMASK_LT,
  ATTN_EMU_SREG_LANEMASK_GE,
  ATTN_EMU_SREG_LANEMASK_GT,
  ATTN_EMU_SREG_CLUSTER_CTARANK,
  ATTN_EMU_SREG_CLUSTER_NCTARANK,
  ATTN_EMU_SREG_CLUSTER_CTAID = 23,  ///< and the next two: y, z
  ATTN_EMU_SREG_CLUSTER_NCTAID = 26, ///< likewise
  ATTN_EMU_SREG_CLUSTERID = 29,      ///< likewise
  ATTN_EMU_SREG_NCLUSTERID = 32,     ///< likewise
};

/// Warp-wide.
AttnEmuCall attnEmuShuffle; ///< mask, value, offset, clamp, kind (up down bfly idx), with-predicate
AttnEmuCall attnEmuWarpSync; ///< mask
AttnEmuCall attnEmuVote;     ///< mask, predicate, kind (any all ballot uni)
AttnEmuCall attnEmuElect;    ///< count, mask if there is one
AttnEmuCall attnEmuRedux;    ///< value, mask, kind, abs, nan, is-float

/// CTA-wide.
AttnEmuCall attnEmuBarrierZero;   ///< no operand
AttnEmuCall attnEmuBarrierSync;   ///< group(id), group(threads), group(predicate), reduction kind
AttnEmuCall attnEmuBarrierArrive; ///< count, id if there are two, threads
AttnEmuCall attnEmuBarrierPtx;    ///< id, threads, only-arrive

/// Matrices of a warp (EmuMatrix.c has the layouts).
AttnEmuCall attnEmuLoadMatrix;  ///< address, matrices, transposed
AttnEmuCall attnEmuStoreMatrix; ///< count, address, registers, transposed
AttnEmuCall attnEmuMma;         ///< group(A), group(B), group(C), type of A, type of B

/// Asynchronous copies.
AttnEmuCall attnEmuCopyAsync;       ///< count, destination, source, source bytes if three, size
AttnEmuCall attnEmuCommitGroup;     ///< nothing
AttnEmuCall attnEmuWaitGroup;       ///< groups that may stay under way
AttnEmuCall attnEmuWaitAll;         ///< nothing
AttnEmuCall attnEmuCopyAsyncArrive; ///< mbarrier, noinc

/// Barriers in shared memory. A result is the number of the phase.
AttnEmuCall attnEmuMbarrierInit;         ///< count, mbarrier, arrivals, predicate if three
AttnEmuCall attnEmuMbarrierInval;        ///< mbarrier
AttnEmuCall attnEmuMbarrierArrive;       ///< count, mbarrier, arrivals if two, relaxed, scope
AttnEmuCall attnEmuMbarrierArriveFirst;  ///< mbarrier, lane, a word, remote: lane 0 arrives
AttnEmuCall attnEmuMbarrierArriveOthers; ///< mbarrier, lane: arrives unless it is lane 0
AttnEmuCall attnEmuMbarrierArriveExpect; ///< count, mbarrier, bytes, predicate if three, relaxed
AttnEmuCall attnEmuMbarrierExpect;       ///< mbarrier, bytes
AttnEmuCall attnEmuMbarrierComplete;     ///< mbarrier, bytes
AttnEmuCall attnEmuMbarrierWaitParity;   ///< mbarrier, parity; waits until it is true
AttnEmuCall attnEmuMbarrierWait;         ///< count, mbarrier, state or parity; likewise

AttnEmuCall attnEmuMbarrierTest;  ///< likewise, but false when nothing else can happen
AttnEmuCall attnEmuMbarrierFence; ///< nothing

/// Other proxies, clusters (EmuCluster.c), registers.
AttnEmuCall attnEmuProxyFence;    ///< 0: async proxy of shared memory
AttnEmuCall attnEmuProxyFenceOp;  ///< 0, 1: likewise
AttnEmuCall attnEmuClusterArrive; ///< relaxed
AttnEmuCall attnEmuClusterWait;   ///< nothing
AttnEmuCall attnEmuMapa;          ///< address, rank
/// In another CTA of the cluster: as attnEmuMbarrierArrive.
AttnEmuCall attnEmuMbarrierArriveRemote;
AttnEmuCall attnEmuStoreAsync;   ///< address, word, mbarrier (EmuBulk.c)
AttnEmuCall attnEmuSetRegisters; ///< registers per lane, decrease

/// Bulk tensor copies (EmuBulk.c).
AttnEmuCall attnEmuBulkLoad;          ///< count, destination, map, coordinates, mbarrier
AttnEmuCall attnEmuBulkLoadMulticast; ///< likewise, and then the mask of CTAs
AttnEmuCall attnEmuBulkLoadOp;        ///< groups of nvvm.cp.async.bulk.tensor.shared.cluster.global
AttnEmuCall attnEmuBulkPrefetch;      ///< count, map, coordinates
AttnEmuCall attnEmuBulkStore;         ///< count, map, coordinates, source
AttnEmuCall attnEmuBulkStoreOp;       ///< groups of nvvm.cp.async.bulk.tensor.global.shared.cta
AttnEmuCall attnEmuBulkCommit;        ///< nothing
AttnEmuCall attnEmuBulkWait;          ///< groups that may stay under way, only-read
AttnEmuCall attnEmuPrefetchMap;       ///< count, map

/// Asynchronous matrix products (EmuWgmma.c): number of registers, (tied, value) each; number of
/// inputs, inputs; then the numbers of the text and immediates.
AttnEmuCall attnEmuWgmmaShared, attnEmuWgmmaRegisters, attnEmuWgmmaOp, attnEmuWgmmaWait;
AttnEmuCall attnEmuWgmmaWaitOp; ///< groups that may stay under way
AttnEmuCall attnEmuWgmmaFence, attnEmuWgmmaCommit;
/// In front of a use of a value that may be an accumulator under way.
float attnEmuTouch(AttnEmuLane *, float value, uint32_t site);

/// Two floats rounded to one word: high, low.
AttnEmuCall attnEmuPackF16, attnEmuPackBf16;
/// Shared memory: address; address, value.
AttnEmuCall attnEmuLoadWord, attnEmuStoreWord;
/// Global memory: address, what to add; the old value.
AttnEmuCall attnEmuAtomicAdd;
/// The same without the old value. Address, first of four bits, and what they have to count to.
AttnEmuCall attnEmuReduceAdd, attnEmuAwaitCount;

/// Nothing to do, but the operation is known.
AttnEmuCall attnEmuNothing;

#endif // ATTN_RUNTIME_EMUCALLS_H
