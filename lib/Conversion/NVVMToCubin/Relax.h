//===- Relax.h - Registers that ptxas keeps back --------------------------===//
//
// Of itself ptxas aims at several CTAs on a multiprocessor and rather spills a little than go
// beyond the registers that they leave. `.minnctapersm 1` says that one CTA is enough: it then
// takes what the kernel needs. That is asked for only where it spilled, since elsewhere more CTAs
// are better.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOCUBIN_RELAX_H
#define ATTN_CONVERSION_NVVMTOCUBIN_RELAX_H

#include "Conversion/NVVMToCubin/PtxasLog.h"

/// The PTX with the directive on each kernel that spills, according to `log`, with less than the
/// 255 registers a thread can have; malloc'd. NULL where there is none.
char *attnPtxRelax(const char *ptx, const AttnPtxasLog *log);

#endif // ATTN_CONVERSION_NVVMTOCUBIN_RELAX_H
