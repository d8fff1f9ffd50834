//===- TileToNVVM.h - Names shared with users of the device IR ------------===//
#ifndef ATTN_CONVERSION_TILETONVVM_TILETONVVM_H
#define ATTN_CONVERSION_TILETONVVM_TILETONVVM_H

#include "attn-c/Plugin.h"

/// The gpu.module that holds every kernel of a module.
#define ATTN_KERNELS_MODULE "attn_kernels"

MlirLogicalResult attnRunConvertTileToNVVM(MlirOperation op, const AttnPassContext *pass);

#endif // ATTN_CONVERSION_TILETONVVM_TILETONVVM_H
