//===- Listing.h - Pieces of the listing (inside lib/Compile) -------------===//
//
// Listing.c walks functions and device modules; ListCarrier.c and ListTile.c write the blocks of
// one level each. Attributes are read without trusting them: a listing of IR that does not verify
// shows
// `?`.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_LISTING_H
#define ATTN_COMPILE_LISTING_H

#include "Compile/ListText.h"

#include <stdint.h>

enum { ATTN_LIST_MAX_AXES = 32 };

/// The `axes` attribute of a fold, map or kernel.
typedef struct AttnListAxes {
  intptr_t n;
  const char *name[ATTN_LIST_MAX_AXES], *role[ATTN_LIST_MAX_AXES];
  int64_t extent[ATTN_LIST_MAX_AXES],
      tile[ATTN_LIST_MAX_AXES]; ///< tile 0 where the dictionary has none
} AttnListAxes;

AttnListAxes attnListReadAxes(MlirOperation op);
AttnDims attnListDims(const AttnListAxes *a);
/// The position of an axis; -1 if there is none of that name.
int attnListAxis(const AttnListAxes *a, const char *name);
/// The axes with role "free", one bit each.
uint32_t attnListFreeAxes(const AttnListAxes *a);

/// `text` at `depth`, then blanks to the column where labelled values stand.
void attnListLabel(AttnText *t, int depth, const char *text);
size_t attnListLabelColumn(void);
/// Labelled lines: the axes; the schedule, if there is one.
void attnListAxes(AttnText *t, int depth, const AttnListAxes *a);
void attnListSchedule(AttnText *t, int depth, MlirOperation op);
/// The axes whose bit is set, as "b, h, m".
void attnListAxisNames(AttnText *t, const AttnListAxes *a, uint32_t set);
/// " -> %0: TYPE, %1: TYPE" or nothing.
void attnListResults(AttnText *t, MlirOperation op);
/// The operands' names, joined by ", ".
void attnListOperands(AttnText *t, MlirOperation op);
/// The last operation of a block; null if it is empty.
MlirOperation attnListTerminator(MlirBlock block);

void attnListFold(AttnText *t, MlirOperation op);
void attnListMap(AttnText *t, MlirOperation op);
void attnListKernel(AttnText *t, MlirOperation op);

#endif // ATTN_COMPILE_LISTING_H
