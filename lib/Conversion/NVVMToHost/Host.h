//===- Host.h - Inside convert-nvvm-to-host -------------------------------===//
//
// Files: NVVMToHost.c the pass, functions and their signatures; Rewrite.c single operations;
// Pending.c accumulators under way; Known.c and Known.def which runtime function does what.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOHOST_HOST_H
#define ATTN_CONVERSION_NVVMTOHOST_HOST_H

#include "IR/Build.h"
#include "IR/Diag.h"

/// One kernel on its way.
typedef struct AttnHost {
  MlirContext ctx;
  MlirOperation module;  ///< where declarations go
  MlirOperation kernels; ///< the gpu.module
  MlirOperation func;
  MlirValue lane;
  MlirValue rank; ///< i64, what the CTA's shared addresses begin with; null outside of clusters
  MlirValue words,
      scratch; ///< allocas: operands and results of calls; a value on its way to memory
  int64_t maxWords, maxScratch;
  MlirType i1, i8, i32, i64, pointer, word, none;
  MlirAttribute *sites;
  intptr_t numSites, capSites;
  int64_t staticShared;
  bool serial;
} AttnHost;

/// Puts a check in front of every use of an accumulator that may still be under way (Pending.c).
MlirLogicalResult attnHostGuard(AttnHost *h, MlirOperation *ops, intptr_t n);
/// Notes the operation and its place; the number that calls hand over.
MlirValue attnHostSite(AttnHost *h, const AttnBuilder *b, MlirOperation op);
/// Rewrites one operation of the kernel (it may be erased).
MlirLogicalResult attnHostRewrite(AttnHost *h, MlirOperation op);
MlirValue attnHostConst(AttnHost *h, const AttnBuilder *b, MlirType type, int64_t v);
/// `callee` is declared at its first use.
MlirOperation attnHostCall(AttnHost *h, const AttnBuilder *b, const char *callee, MlirType result,
                           intptr_t n, const MlirValue *operands);
/// Every pointer in the type without its address space.
MlirType attnHostType(AttnHost *h, MlirType type);
/// The shared address of a global variable of the gpu.module; -1 if there is none of that name in
/// shared memory.
int64_t attnHostSharedAddress(AttnHost *h, const char *symbol);
bool attnIsPointer(MlirType type, unsigned *space);

#endif // ATTN_CONVERSION_NVVMTOHOST_HOST_H
