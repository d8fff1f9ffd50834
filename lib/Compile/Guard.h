//===- Guard.h - Are slices whose places are values inside their tensors? -===//
//
// A slice, a pad or an element at a place that is a value may lie outside of its tensor, and
// nothing that runs on buffers would notice. Checks are calls of two functions that host code gets:
//
//   attnHostBox(site, dimension, offset, size, step, extent)    is the box in the dimension?
//   attnHostSame(site, dimension, size, expected)               has it the size?
//
// They come back only if so. A site is the operation and its place in the source.
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_GUARD_H
#define ATTN_COMPILE_GUARD_H

#include "mlir-c/IR.h"

#include <stdbool.h>

#define ATTN_GUARD_BOX "attnHostBox"
#define ATTN_GUARD_SAME "attnHostSame"

typedef struct AttnGuardSites {
  int n;
  char **text; ///< `file:line:column: 'operation'`
  bool places; ///< places are checked, not sizes alone (which are those of arguments then)
} AttnGuardSites;

/// Does the module take slices or elements at places that are values?
bool attnGuardIsNeeded(MlirModule module);

/// Puts the checks in front of all operations that need them; declares the functions. What is read
/// element by element in loops at coordinates that are data (rows of a table, pages of a cache) is
/// not checked: coordinates are kept inside as the device keeps them, since what a mask hides may
/// say any place.
void attnGuardInsert(MlirModule module, AttnGuardSites *sites);

/// Leaves of the functions nothing but the checks and what tells the places; results go. False
/// where no place is checked. To be called after attnGuardInsert.
bool attnGuardKeepChecks(MlirModule module, const AttnGuardSites *sites);

void attnGuardFree(AttnGuardSites *sites);

#endif // ATTN_COMPILE_GUARD_H
