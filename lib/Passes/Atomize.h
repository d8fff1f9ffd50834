//===- Atomize.h - Inside attn-atomize ------------------------------------===//
//
// Shared by the Atomize*.c files only.
//
//   AtomizeShape.c   rows, columns and threads of a kernel; the layout of a value
//   Atomize.c        the pass: who gets which layout; operands of atoms
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_ATOMIZE_H
#define ATTN_PASSES_ATOMIZE_H

#include "Dialect/Axes.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Schedule/Layout.h"
#include "Schedule/TileShape.h"

typedef struct AttnAtomizer {
  MlirOperation kernel;
  MlirContext ctx;
  AttnAxes axes;
  AttnTileShape tile; ///< of the first contraction or axis
  int row;            ///< -1: none
  bool column[ATTN_MAX_AXES], laneFast[ATTN_MAX_AXES];
  int vector[ATTN_MAX_AXES];          ///< registers side by side where registers are fastest
  int lanesN, warpsN, lanesM, warpsM; ///< scalar form
} AttnAtomizer;

/// Axes named by an array attribute, at most two of them.
typedef struct AttnNames {
  int n;
  int axis[2];
} AttnNames;

bool attnAzNames(const AttnAtomizer *a, MlirOperation op, const char *attr, AttnNames *names);
bool attnAzHas(const AttnNames *s, int axis);
/// Operations whose result is a tile in registers (or, tile.load, may be one).
bool attnAzIsTile(MlirOperation op);
/// tile.reduce, or linalg.reduce of the parts of a state by a merge that is written out.
bool attnAzReduces(MlirOperation op);

/// Reads rows, columns and threads off the kernel and its schedule `s`.
bool attnAzRead(AttnAtomizer *a, const AttnSchedule *s, intptr_t n, MlirOperation *ops);
/// The layout of a value over these axes where no user demands another. Without the row axis the
/// first of two columns takes its place.
bool attnAzLayout(const AttnAtomizer *a, MlirOperation op, const AttnNames *names, AttnLayout *l);

#endif // ATTN_PASSES_ATOMIZE_H
