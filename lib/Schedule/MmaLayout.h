//===- MmaLayout.h - The distribution layouts of mma.sync m16n8k16 --------===//
//
// Fragments as the PTX ISA gives them ("Matrix Fragments for mma.m16n8k16 with .f16/.bf16"), lifted
// to a CTA: a warp grid of wm x wn warps, each with fm x fn atoms of 16 rows and 8 columns; the
// contracted axis in steps of 16. `m` rows, `n` columns, `c` the contracted axis.
//
//     C, D  (m, n)   r2@n l4@n l8@m r2@m            row lane/4 (+8), columns 2*(lane%4) + {0,1}
//     A     (m, c)   r2@c l4@c l8@m r2@m r2@c       row lane/4 (+8), columns 2*(lane%4) + {0,1}
//     (+8) B     (c, n)   r2@c l4@c l8@n r2@c            column lane/4,   rows    2*(lane%4) +
//     {0,1} (+8)
//
//     C over (m, n)                               A over (m, c)
//     0 0 1 1 2 2 3 3     row 0  (lanes 0..3)     the same lanes hold the same columns of a row:
//     4 4 5 5 6 6 7 7     row 1                   two C atoms side by side are one A atom, register
//     ...                                         by register
//
// ldmatrix reads 8x8 matrices whose rows (16 bytes) the lanes 0..8*num-1 point at; the Address
// layouts say where lane i points, as a layout whose register r8 along the row is that row's 16
// bytes.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_MMALAYOUT_H
#define ATTN_SCHEDULE_MMALAYOUT_H

#include "Schedule/Layout.h"

typedef struct AttnMmaTile {
  int wm, wn;  ///< warps along rows and columns
  int fm, fn;  ///< atoms of a warp along rows and columns
  int copies;  ///< so many of these grids of warps hold the same elements each; at least 1
  bool groups; ///< warps along the rows are neighbours, as those of a warpgroup are (wgmma); else
               ///< along the columns
} AttnMmaTile;

AttnLayout attnMmaC(const AttnMmaTile *t, const char *m, const char *n);
AttnLayout attnMmaA(const AttnMmaTile *t, const char *m, const char *c, int contracted);
AttnLayout attnMmaB(const AttnMmaTile *t, const char *c, const char *n, int contracted);

/// Reads the geometry back from a C layout; false if it is none.
bool attnMmaFromC(const AttnLayout *l, const char *m, const char *n, AttnMmaTile *t);

/// Lane addresses of ldmatrix.x4 for one A atom. transposed: the operand lies contiguous along m.
AttnLayout attnMmaAddressA(const AttnMmaTile *t, const char *m, const char *c, int contracted,
                           bool transposed);
/// Lane addresses of ldmatrix.x2 for one B atom (lanes 16..31 repeat). transposed: the operand lies
/// contiguous along n, and ldmatrix.trans turns it.
AttnLayout attnMmaAddressB(const AttnMmaTile *t, const char *c, const char *n, int contracted,
                           bool transposed);

#endif // ATTN_SCHEDULE_MMALAYOUT_H
