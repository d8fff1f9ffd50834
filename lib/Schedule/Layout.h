//===- Layout.h - Distribution layouts: which lane holds which element ----===//
//
// A layout says where every element of a tile value lives: in which register of which lane of which
// warp. It is a list of factors, written `<level><size>@<axis>` and separated by blanks:
//
//   level  r register, l lane, w warp
//   size   how many
//   axis   the axis of the tile the factor runs along; `*` for lanes or warps that hold copies
//
// Factors are read from the innermost outward, twice:
//   - along an axis, the coordinate is the mixed-radix number of that axis' factors, first fastest;
//   - within a level, the register / lane / warp number is the mixed-radix number of that level's
//     factors, first fastest.
// The product of a level's factors is the number of registers, 32 lanes, and the warps of the CTA.
//
// The C fragment of mma.m16n8k16 (PTX ISA, "Matrix Fragments for mma.m16n8k16"), rows m, columns n:
//
//   r2@n l4@n l8@m r2@m            c0 c1: row lane/4, columns 2*(lane%4)+{0,1};  c2 c3: row + 8
//
// and a warp grid of four along m with eight such atoms along n:  r2@n l4@n l8@m r2@m r8@n w4@m.
// A scalar tile of 16 x 2 lanes and 4 x 4 registers: l16@n r4@n r4@m l2@m w8@m.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_LAYOUT_H
#define ATTN_SCHEDULE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#define ATTN_LAYOUT_MAX_FACTORS 24

typedef enum AttnLevel { ATTN_REG, ATTN_LANE, ATTN_WARP } AttnLevel;

typedef struct AttnFactor {
  AttnLevel level;
  int size;
  char axis[32]; ///< "*": copies
} AttnFactor;

typedef struct AttnLayout {
  int size;
  AttnFactor f[ATTN_LAYOUT_MAX_FACTORS];
} AttnLayout;

/// Parses and checks the text (levels, sizes; copies only of lanes and warps). False with a
/// message.
bool attnLayoutParse(const char *text, AttnLayout *l, char *err, size_t errSize);
char *attnLayoutPrint(const AttnLayout *l); ///< malloc'd
/// Appends a factor; size 1 factors are dropped. False where the layout is full (nothing appended).
bool attnLayoutAdd(AttnLayout *l, AttnLevel level, int size, const char *axis);
/// Do both put every element at the same place? The order of factors that share neither level nor
/// axis does not matter, nor does r2@n r4@n against r8@n.
bool attnLayoutEqual(const AttnLayout *a, const AttnLayout *b);

int attnLayoutCount(const AttnLayout *l, AttnLevel level);   ///< product of the level's sizes
int attnLayoutExtent(const AttnLayout *l, const char *axis); ///< product of the axis' sizes
/// The coordinate along `axis` of (register, lane, warp); 0 on an axis the layout lacks.
int attnLayoutCoord(const AttnLayout *l, const char *axis, int reg, int lane, int warp);
/// The layout with every factor of `axis` turned into copies (lanes, warps) or dropped (registers):
/// the layout of a reduction's result, and of a value broadcast along `axis`.
AttnLayout attnLayoutWithout(const AttnLayout *l, const char *axis);
/// The layout with the registers of `axis` dropped, its lanes (and warps) along the axis `lanes`:
/// that of a reduction over registers.
AttnLayout attnLayoutOverLanes(const AttnLayout *l, const char *axis, const char *lanes);
/// Does each lane of `to` find all its elements in its own registers of `from`, in the same
/// registers in every lane? Then regs[i] (caller's, attnLayoutCount(to, ATTN_REG) ints) is the
/// register of `from` for register i of `to`. The axes of `from` may be fewer (broadcast); axes
/// match by name. Both layouts must have the same number of lanes, and `warps` warps.
bool attnLayoutSameLane(const AttnLayout *from, const AttnLayout *to, int warps, int *regs);

#endif // ATTN_SCHEDULE_LAYOUT_H
