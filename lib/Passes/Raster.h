//===- Raster.h - Inside attn-raster --------------------------------------===//
//
// Raster.c orders tiles, RasterCluster.c makes clusters of them.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_RASTER_H
#define ATTN_PASSES_RASTER_H

#include "Dialect/Axes.h"
#include "Dialect/Symbols.h"

/// Sets `cluster` for GRID=`pin`, n CTAs in a cluster; *axis is the one along which they lie next
/// to each other. False after an error that says what forbids it.
bool attnRasterCluster(MlirOperation kernel, const AttnAxes *axes, const AttnSymbols *symbols,
                       const char *pin, int n, const AttnAxis **axis);

#endif // ATTN_PASSES_RASTER_H
