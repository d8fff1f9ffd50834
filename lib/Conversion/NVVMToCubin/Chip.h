//===- Chip.h - What we know of the chips we compile for ------------------===//
//
// One row per chip: the lowest PTX version that knows it and the shared memory that one CTA may
// have. Used by convert-tile-to-nvvm (limits) and attn-nvvm-to-cubin (versions).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOCUBIN_CHIP_H
#define ATTN_CONVERSION_NVVMTOCUBIN_CHIP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AttnChip {
  const char *name;   ///< as LLVM and ptxas spell it
  int ptx;            ///< lowest PTX ISA version, 10 * major + minor
  int sharedPerBlock; ///< bytes of shared memory that one CTA may ask for
  bool stmatrix;      ///< is there the instruction?
  bool dependents;    ///< can a kernel begin before the one in front ends (griddepcontrol)?
} AttnChip;

/// The row of `name`, or NULL with a message (what is known, "did you mean") in err.
const AttnChip *attnChipFind(const char *name, char *err, size_t errSize);

/// The newest PTX ISA version that the ptxas of a CUDA release accepts (CUDA 12.8: 87); 0 where the
/// release is older than any that knows our chips.
int attnPtxOfCuda(int major, int minor);

#endif // ATTN_CONVERSION_NVVMTOCUBIN_CHIP_H
