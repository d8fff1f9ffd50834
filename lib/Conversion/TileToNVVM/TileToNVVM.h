//===- TileToNVVM.h - Names shared with users of the device IR ------------===//
#ifndef ATTN_CONVERSION_TILETONVVM_TILETONVVM_H
#define ATTN_CONVERSION_TILETONVVM_TILETONVVM_H

#include "attn-c/Plugin.h"

/// The gpu.module that holds every kernel of a module.
#define ATTN_KERNELS_MODULE "attn_kernels"
/// The kernel of that module, if any counts on zeros, that zeroes the 32-bit number it is given.
#define ATTN_ZERO "attn_zero"

MlirLogicalResult attnRunConvertTileToNVVM(MlirOperation op, const AttnPassContext *pass);

#endif // ATTN_CONVERSION_TILETONVVM_TILETONVVM_H
