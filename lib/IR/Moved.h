//===- Moved.h - Windows on tensors at places that are data ---------------===//
//
// A slice or a pad whose offset is a value (a length, a position in a cache) is no affine map of
// its source. attn-normalize leaves it in one of two forms, which keep every dimension, with steps
// of one and moved dimensions only:
//
//   tensor.extract_slice   w[i] = source[i + offset]      as many positions as the window has
//   tensor.pad             w[i] = source[i - offset] where that is in the source, zero elsewhere
//
// All passes see an ordinary tensor in w. On the CPU it is one; on the device nothing is copied:
// convert-tile-to-nvvm reads the source from a base that it computes at the kernel's entry.
//
// The same holds for a gather, a linalg.generic that yields an element of a tensor from outside at
// coordinates of which some are data (rows of a table, pages of a cache):
//
//   g[i] = table[f(i, inputs[i])]
//
// Each address is computed from what the inputs hold where it is read.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_MOVED_H
#define ATTN_IR_MOVED_H

#include "IR/Build.h"

#define ATTN_MAX_MOVED_RANK 16

typedef struct AttnMoved {
  MlirValue source;
  bool padded; ///< by tensor.pad
  int rank;
  MlirValue offset[ATTN_MAX_MOVED_RANK]; ///< index values; null: 0
} AttnMoved;

/// Is the tensor such a window?
bool attnReadMoved(MlirValue tensor, AttnMoved *m);

/// Is a scalar in the body of a generic made of more than loops and constants?
bool attnDependsOnData(MlirValue v, MlirBlock body);

typedef struct AttnGather {
  MlirOperation op, extract; ///< the linalg.generic; the tensor.extract in it
  MlirValue table;
  /// The dimension of the result that is the table's innermost coordinate and nothing else; -1:
  /// there is none.
  int contiguous;
} AttnGather;

/// Is the tensor such a gather, its body arithmetic on integers?
bool attnReadGather(MlirValue tensor, AttnGather *g);

/// Is the place of an element data? A window's, or a gathered one's.
bool attnIsPlacedByData(MlirValue tensor);

/// The window `sizes` on x at `offsets` (index values; null: the whole dimension).
MlirValue attnBuildMovedSlice(const AttnBuilder *b, MlirValue x, const MlirValue *offsets,
                              const int64_t *sizes);
/// x at `offsets` (null: as large as `result` there) in zeros.
MlirValue attnBuildMovedPad(const AttnBuilder *b, MlirValue x, const MlirValue *offsets,
                            MlirType result);

#endif // ATTN_IR_MOVED_H
